//! What engagements would come to: a rough forecast of their strikes from what lies open on the table, and with it who should
//! attack what, who should defend, and who should stay at home.

use arrayvec::ArrayVec;
use table::Seat;

use super::{DEAR, Judge};
use crate::cards::{CardType, Deed, Keyword, constants};
use crate::damage;
use crate::state::{CardId, Icon, Side, opponent};
use crate::victory::{self, DIAL_CAPACITY, DIAL_END, OBJECTIVES_TO_WIN};

/// What it is worth that the game is won.
const VICTORY: f64 = 30.0;
/// What any objective is worth to whoever destroys it, how much more with each that was scored before, and what its resources
/// are worth.
const OBJECTIVE: f64 = 4.0;
const EACH_SCORED: f64 = 1.5;
const RESOURCE: f64 = 0.5;
/// How much of an objective's worth lies in damage that does not destroy it yet.
const UNFINISHED: f64 = 0.7;
/// How much of a unit's worth is lost with its last point of damage but one.
const WOUNDED: f64 = 0.8;
/// What a combat icon is worth of a unit that stays exhausted for a turn longer.
const OVERTAXED: f64 = 0.5;
/// What a focus token is worth on an enemy unit that is not there.
const DISTANT_TACTICS: f64 = 0.35;
/// What a Force icon is worth that is ready for the struggle.
const STRUGGLE: f64 = 0.7;
/// What one more card on the edge stack of an opponent adds on average.
const UNKNOWN_EDGE_CARD: f64 = 1.3;
/// How many cards of his hand an opponent lays in an edge battle, and how much is laid of what one could lay.
const UNKNOWN_BIDS: f64 = 0.35;
const OWN_BIDS: f64 = 0.7;
/// Somebody is needed for every attack and defense: a unit does not fight for less.
const EFFORT: f64 = 0.1;
/// How much of what could still be attacked this turn is believed in.
const LATER: f64 = 0.8;
/// How much of what the enemy could attack in the next turn is believed in.
const NEXT_TURN: f64 = 0.4;

/// A unit as it would fight.
#[derive(Clone, Copy)]
pub struct Fighter {
    pub id: CardId,
    /// Its icons without the edge and with it, in the order of [`Icon::ALL`].
    icons: [[u8; 3]; 2],
    /// The damage and shields that it takes before it is destroyed.
    health: u8,
    edge: u8,
    /// Its focus tokens.
    tokens: u8,
    worth: f64,
    /// What it costs besides that it strikes: Force icons in the struggle, and a second focus token.
    strain: f64,
}

impl Fighter {
    /// What the opponent could deploy and attack with at once.
    const RECRUIT: Fighter = Fighter {
        id: CardId::HIDDEN,
        icons: [[1, 0, 1]; 2],
        health: 2,
        edge: 0,
        tokens: 0,
        worth: 2.0,
        strain: 0.0,
    };

    fn force(&self, edged: bool) -> u8 {
        self.icons[usize::from(edged)].iter().fold(0, |sum: u8, icons| sum.saturating_add(*icons))
    }
    fn blast(&self, edged: bool) -> u8 {
        self.icons[usize::from(edged)][2]
    }
}

/// Some of several fighters, one bit each.
type Band = u64;

fn members(all: &[Fighter], band: Band) -> impl Iterator<Item = &Fighter> {
    all.iter().enumerate().filter(move |(place, _)| band >> place & 1 == 1).map(|(_, fighter)| fighter)
}

fn everybody(all: &[Fighter]) -> Band {
    (1 << all.len()) - 1
}

/// More are not looked at together: whoever has as many does not depend on single units.
const MOST: usize = 24;
/// Of so many every selection is looked at.
const FEW: usize = 3;

/// The bands that are worth a thought, nobody first: all that there are of few fighters; of more of them each alone, and the
/// strongest together.
fn bands(all: &[Fighter]) -> Vec<Band> {
    if all.len() <= FEW {
        return (0..1 << all.len()).collect();
    }
    let mut ranking: Vec<usize> = (0..all.len()).collect();
    let mut bands: Vec<Band> = vec![0];
    bands.extend(ranking.iter().map(|place| 1 << place));
    for icon in [0, 2] {
        ranking.sort_by_key(|place| std::cmp::Reverse((all[*place].icons[1][icon], all[*place].force(true))));
        let mut band = 0;
        for place in &ranking {
            band |= 1 << place;
            if !bands.contains(&band) {
                bands.push(band);
            }
        }
    }
    bands
}

/// An objective as somebody attacks it.
#[derive(Clone, Copy)]
struct Prize {
    id: CardId,
    left: u8,
    worth: f64,
}

impl Prize {
    fn share(&self, damage: u8) -> f64 {
        if damage >= self.left {
            return self.worth;
        }
        UNFINISHED * self.worth * f64::from(damage) / f64::from(self.left)
    }
}

/// A unit within a forecast.
struct Combatant<'a> {
    fighter: &'a Fighter,
    attacks: bool,
    edged: bool,
    left: u8,
    tokens: u8,
}

impl<'a> Combatant<'a> {
    fn new(fighter: &'a Fighter, attacks: bool, edge: bool) -> Self {
        Combatant { fighter, attacks, edged: attacks == edge, left: fighter.health, tokens: fighter.tokens }
    }
    fn lives(&self) -> bool {
        self.left > 0
    }
    fn is_ready(&self) -> bool {
        self.lives() && self.tokens == 0
    }
    fn force(&self) -> u8 {
        self.fighter.force(self.edged)
    }
    /// What it has lost.
    fn loss(&self) -> f64 {
        let fighter = self.fighter;
        if !self.lives() {
            return fighter.worth;
        }
        let hurt = f64::from(fighter.health - self.left) / f64::from(fighter.health);
        let taxed = f64::from(self.tokens.saturating_sub(1)) * OVERTAXED * f64::from(fighter.force(false));
        WOUNDED * fighter.worth * hurt + taxed
    }
}

/// The combatants of an engagement and what they have done so far.
struct Fight<'a> {
    combatants: ArrayVec<Combatant<'a>, { 2 * MOST }>,
    damage: u8,
    distant: f64,
}

impl Fight<'_> {
    /// Beginning with the edge the players take turns, the strongest unit first.
    fn strikes(&mut self, edge: bool) {
        let mut attackers_turn = edge;
        loop {
            let Some(striker) = self.next(attackers_turn).or_else(|| self.next(!attackers_turn)) else {
                return;
            };
            attackers_turn = !self.combatants[striker].attacks;
            self.strike(striker);
        }
    }

    fn next(&self, attacks: bool) -> Option<usize> {
        let own = |unit: &Combatant| unit.attacks == attacks && unit.is_ready();
        let ready = (0..self.combatants.len()).filter(|place| own(&self.combatants[*place]));
        ready.max_by_key(|place| self.combatants[*place].force())
    }

    fn strike(&mut self, striker: usize) {
        let unit = &mut self.combatants[striker];
        unit.tokens += 1;
        let (attacks, [hits, tactics, blast]) = (unit.attacks, unit.fighter.icons[usize::from(unit.edged)]);
        if hits > 0
            && let Some(target) = self.target(attacks, |unit| {
                let falls = if hits >= unit.left { 2.0 + unit.fighter.worth } else { 0.0 };
                let strikes = if unit.is_ready() { f64::from(unit.force()) } else { 0.0 };
                let share = f64::from(hits.min(unit.left)) / f64::from(unit.fighter.health);
                falls + (0.2 + share) * (0.5 * unit.fighter.worth + strikes)
            })
        {
            let target = &mut self.combatants[target];
            target.left = target.left.saturating_sub(hits);
        }
        for _ in 0..tactics {
            match self.target(attacks, |unit| if unit.is_ready() { f64::from(unit.force()) } else { -1.0 }) {
                Some(target) if self.combatants[target].is_ready() => self.combatants[target].tokens += 1,
                _ => self.distant += if attacks { DISTANT_TACTICS } else { -DISTANT_TACTICS },
            }
        }
        if attacks {
            self.damage = self.damage.saturating_add(blast);
        }
    }

    fn target(&self, attacks: bool, gain: impl Fn(&Combatant) -> f64) -> Option<usize> {
        let enemy = |unit: &Combatant| unit.attacks != attacks && unit.lives();
        let enemies = (0..self.combatants.len()).filter(|place| enemy(&self.combatants[*place]));
        let gain = |place: &usize| gain(&self.combatants[*place]);
        enemies.max_by(|a, b| gain(a).total_cmp(&gain(b)))
    }

    /// What the attacker has gained by it.
    fn result(&self, prize: &Prize) -> f64 {
        let any = |attacks| self.combatants.iter().any(|unit| unit.attacks == attacks && unit.lives());
        let unopposed = u8::from(any(true) && !any(false));
        let losses: f64 =
            self.combatants.iter().map(|unit| if unit.attacks { -unit.loss() } else { unit.loss() }).sum();
        prize.share(self.damage.saturating_add(unopposed)) + losses + self.distant
    }
}

/// Who could fight whom over what in a turn.
struct Front {
    attackers: Vec<Fighter>,
    defenders: Vec<Fighter>,
    prizes: Vec<Prize>,
    /// What the hands of the players add to an edge battle.
    hands: [f64; 2],
}

impl Front {
    /// What the attacker gains by an engagement.
    fn engagement(&self, attackers: Band, defenders: Band, prize: &Prize) -> f64 {
        if defenders == 0 {
            let own = members(&self.attackers, attackers);
            return prize.share(own.fold(1, |sum: u8, unit| sum.saturating_add(unit.blast(true))));
        }
        let odds = self.odds(attackers, defenders);
        odds * self.fought(attackers, defenders, prize, true)
            + (1.0 - odds) * self.fought(attackers, defenders, prize, false)
    }

    /// How likely the attacker wins the edge battle. On a tie he does not.
    fn odds(&self, attackers: Band, defenders: Band) -> f64 {
        let keywords =
            |all: &[Fighter], band| members(all, band).map(|unit| f64::from(unit.edge)).sum::<f64>();
        let attacking = keywords(&self.attackers, attackers) + self.hands[0];
        let defending = keywords(&self.defenders, defenders) + self.hands[1];
        1.0 / (1.0 + (defending + 0.5 - attacking).exp())
    }

    fn fought(&self, attackers: Band, defenders: Band, prize: &Prize, edge: bool) -> f64 {
        let attackers = members(&self.attackers, attackers).map(|unit| Combatant::new(unit, true, edge));
        let defenders = members(&self.defenders, defenders).map(|unit| Combatant::new(unit, false, edge));
        let mut fight = Fight { combatants: attackers.chain(defenders).collect(), damage: 0, distant: 0.0 };
        fight.strikes(edge);
        fight.result(prize)
    }

    /// What the attacker can take of other objectives afterward: each defender holds off one attacker, the best of them.
    fn raid(&self, attackers: Band, defenders: Band, but: Option<CardId>) -> f64 {
        if attackers == 0 {
            return 0.0;
        }
        let mut blasts: ArrayVec<u8, MOST> =
            members(&self.attackers, attackers).map(|unit| unit.blast(true)).collect();
        blasts.sort_unstable_by(|a, b| b.cmp(a));
        let free = &blasts[(defenders.count_ones() as usize).min(blasts.len())..];
        let prizes = self.prizes.iter().filter(|prize| Some(prize.id) != but);
        let mut dealt: ArrayVec<(&Prize, u8), 16> = prizes.take(16).map(|prize| (prize, 0)).collect();
        let mut sum = 0.0;
        for blast in free {
            let more = |(prize, before): &(&Prize, u8)| {
                let after = before.saturating_add(blast.saturating_add(u8::from(*before == 0)));
                (prize.share(after) - prize.share(*before), after)
            };
            let best = dealt.iter_mut().max_by(|a, b| more(a).0.total_cmp(&more(b).0));
            let Some(best) = best else { break };
            let (gain, after) = more(best);
            best.1 = after;
            sum += gain;
        }
        sum
    }

    /// What the attacker gains after the best answer of a defender who also thinks of what else can be attacked.
    fn answered(&self, attackers: Band, prize: &Prize, answers: &[Band]) -> f64 {
        let (all, everybody_else) = (everybody(&self.attackers), everybody(&self.defenders));
        let gains = answers.iter().map(|answer| {
            let later = self.raid(all & !attackers, everybody_else & !answer, Some(prize.id));
            self.engagement(attackers, *answer, prize) + LATER * later
        });
        gains.min_by(f64::total_cmp).unwrap_or_default()
    }

    /// What the attacker can hope for against those who are at home.
    fn threat(&self, home: Band) -> f64 {
        let all = everybody(&self.attackers);
        let raid = self.raid(all, home, None);
        if home == 0 || all == 0 {
            return raid;
        }
        let answers = [0, home];
        let assault = |prize: &Prize| {
            let gains = answers.iter().map(|answer| self.engagement(all, *answer, prize));
            gains.min_by(f64::total_cmp).unwrap_or_default()
        };
        self.prizes.iter().map(assault).fold(raid, f64::max)
    }
}

/// A band against an objective, and what that is worth.
pub struct Plan {
    pub worth: f64,
    pub objective: CardId,
    pub band: Vec<CardId>,
}

impl Judge<'_> {
    fn fighter(&self, id: CardId) -> Fighter {
        let state = self.state;
        let icons = Icon::ALL.map(|icon| constants::all_icons(state, id, icon));
        let plain = icons.map(|(plain, _)| plain);
        let health = damage::remaining(state, id).saturating_add(state.card(id).shields).max(1);
        let overtaxed = OVERTAXED * plain.iter().map(|icons| f64::from(*icons)).sum::<f64>();
        let duty = self.duty(id);
        Fighter {
            id,
            icons: [plain, icons.map(|(plain, edge)| plain.saturating_add(edge))],
            health,
            edge: constants::edge(state, id),
            tokens: 0,
            worth: self.worth(id),
            strain: if constants::is_committed(state, id) { overtaxed + STRUGGLE * duty } else { 0.0 },
        }
    }

    fn ready(&self, seat: Seat, deed: Deed) -> Vec<Fighter> {
        let able =
            |id: &CardId| !self.state.is_participating(*id) && constants::may(self.state, *id, deed).is_ok();
        self.ready_fighters(seat).filter(able).take(MOST).map(|id| self.fighter(id)).collect()
    }

    fn in_engagement(&self, seat: Seat) -> Vec<Fighter> {
        let tokens = |id| self.state.card(id).focus;
        let units = self.state.participants(seat).take(MOST);
        units.map(|id| Fighter { tokens: tokens(id), ..self.fighter(id) }).collect()
    }

    /// What it is worth to a player to destroy an objective, or the dial.
    fn prize(&self, attacker: Seat, id: CardId) -> Prize {
        let state = self.state;
        if state.stands_for_dial(id) {
            let left = DIAL_CAPACITY.saturating_sub(state.dial_damage).max(1);
            return Prize { id, left, worth: VICTORY };
        }
        let scored =
            victory::scored(state, attacker) + if state.facts(id).effects.counts_twice { 2 } else { 1 };
        let wins = match Side::of(attacker) {
            Side::Light => scored >= OBJECTIVES_TO_WIN,
            Side::Dark => usize::from(victory::dial(state)) + scored >= usize::from(DIAL_END),
        };
        let scored = if wins { VICTORY } else { OBJECTIVE + EACH_SCORED * scored as f64 };
        let worth = scored + RESOURCE * f64::from(constants::resources(state, id));
        Prize { id, left: damage::remaining(state, id).max(1), worth }
    }

    fn prizes(&self, attacker: Seat) -> Vec<Prize> {
        self.state.objectives(opponent(attacker)).map(|id| self.prize(attacker, id)).collect()
    }

    /// What a hand adds to an edge battle: of one's own the cards with the most Force icons that are not dear, of the
    /// opponent's as many as he usually lays.
    fn hand(&self, seat: Seat) -> f64 {
        let hand = &self.state.player(seat).hand;
        if seat != self.seat {
            return UNKNOWN_BIDS * UNKNOWN_EDGE_CARD * hand.len().min(4) as f64;
        }
        let mut icons: ArrayVec<u8, 128> = hand
            .iter()
            .map(|id| self.state.facts(*id))
            .filter(|facts| facts.card_type != CardType::Unit || facts.cost < DEAR)
            .map(|facts| facts.force)
            .collect();
        icons.sort_unstable_by(|a, b| b.cmp(a));
        OWN_BIDS * icons.iter().take(2).map(|icons| f64::from(*icons)).sum::<f64>()
    }

    fn front(
        &self,
        attacker: Seat,
        attackers: Vec<Fighter>,
        defenders: Vec<Fighter>,
        prizes: Vec<Prize>,
    ) -> Front {
        let hands = [attacker, opponent(attacker)].map(|seat| self.hand(seat));
        Front { attackers, defenders, prizes, hands }
    }

    /// What this player has to fear in the opponent's next turn: the units that will be ready by then, and one more that
    /// could come. Before an empty table nobody stays at home.
    fn fear(&self, home: Vec<Fighter>) -> Front {
        let enemy = opponent(self.seat);
        let state = self.state;
        let refreshed = |id: &CardId| {
            let elite = constants::has_keyword(state, *id, Keyword::Elite);
            state.card(*id).focus <= if elite { 2 } else { 1 }
        };
        let units =
            state.units(enemy).filter(|id| refreshed(id) && constants::may(state, *id, Deed::Attack).is_ok());
        let mut attackers: Vec<Fighter> = units.take(MOST - 1).map(|id| self.fighter(id)).collect();
        if !attackers.is_empty() && !state.player(enemy).hand.is_empty() {
            attackers.push(Fighter::RECRUIT);
        }
        self.front(enemy, attackers, home, self.prizes(enemy))
    }

    /// What is to be gained by engaging each objective, with whom it is best done.
    pub fn attacks(&self, objectives: impl Iterator<Item = CardId>) -> Vec<Plan> {
        let own = self.ready(self.seat, Deed::Attack);
        let defenders = self.in_engagement(opponent(self.seat));
        let declared = !defenders.is_empty();
        let defenders = if declared { defenders } else { self.ready(opponent(self.seat), Deed::Defend) };
        // Of what is engaged already nothing more is to be had.
        let prizes = self.state.engageable().filter(|id| !self.state.is_used_up(*id));
        let prizes = prizes.map(|id| self.prize(self.seat, id)).collect();
        let front = self.front(self.seat, own, defenders, prizes);
        let answers = if declared { vec![everybody(&front.defenders)] } else { bands(&front.defenders) };
        let fear = self.fear(self.ready(self.seat, Deed::Defend));
        let safe = fear.threat(everybody(&fear.defenders));
        let strain = |band| members(&front.attackers, band).map(|unit| unit.strain + EFFORT).sum::<f64>();
        let exposure = |band: Band| {
            let gone: ArrayVec<CardId, MOST> = members(&front.attackers, band).map(|unit| unit.id).collect();
            let stays = |(place, unit): (usize, &Fighter)| Band::from(!gone.contains(&unit.id)) << place;
            let home: Band = fear.defenders.iter().enumerate().map(stays).sum();
            NEXT_TURN * (fear.threat(home) - safe).max(0.0)
        };
        let bands: Vec<Band> = bands(&front.attackers).into_iter().filter(|band| *band != 0).collect();
        let mut exposures: Vec<Option<f64>> = vec![None; bands.len()];
        let plan = |objective| {
            let prize = self.prize(self.seat, objective);
            let mut best = (0, -1.0);
            for (band, exposed) in bands.iter().zip(&mut exposures) {
                let gain = front.answered(*band, &prize, &answers) - strain(*band);
                // What is too little already need not be judged by what it would lay open.
                if gain > best.1 {
                    let worth = gain - *exposed.get_or_insert_with(|| exposure(*band));
                    best = if worth > best.1 { (*band, worth) } else { best };
                }
            }
            let (band, worth) = best;
            Plan { worth, objective, band: members(&front.attackers, band).map(|unit| unit.id).collect() }
        };
        objectives.map(plan).collect()
    }

    /// Who should defend an objective: whoever changes what comes of it for the better, as far as nobody is missed where the
    /// attacker could strike next.
    pub fn defense(&self, objective: CardId) -> Vec<CardId> {
        let attacker = opponent(self.seat);
        let declared = self.in_engagement(attacker);
        let others = self.ready(attacker, Deed::Attack);
        // Where defenders are declared first, everybody could attack.
        let (attacking, waiting) = if declared.is_empty() { (others, declared) } else { (declared, others) };
        let band = everybody(&attacking);
        let attackers: Vec<Fighter> = attacking.into_iter().chain(waiting).take(MOST).collect();
        let open = self.state.engageable().filter(|id| !self.state.is_used_up(*id));
        let prizes = open.map(|id| self.prize(attacker, id)).collect();
        let front = self.front(attacker, attackers, self.ready(self.seat, Deed::Defend), prizes);
        let prize = self.prize(attacker, objective);
        let rest = everybody(&front.attackers) & !band;
        let costs = bands(&front.defenders).into_iter().map(|answer| {
            let left = everybody(&front.defenders) & !answer;
            let strain: f64 = members(&front.defenders, answer).map(|unit| unit.strain + EFFORT).sum();
            let cost =
                front.engagement(band, answer, &prize) + LATER * front.raid(rest, left, Some(objective));
            (answer, cost + strain)
        });
        let best = costs.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(answer, _)| answer);
        members(&front.defenders, best).map(|unit| unit.id).collect()
    }

    /// What the edge is worth to this player in the engagement that is going on.
    pub fn edge_worth(&self) -> f64 {
        let attacker = self.state.attacker();
        let Some(objective) = self.state.engagement.as_ref().map(|engagement| engagement.objective) else {
            return 0.0;
        };
        let (attackers, defenders) = (self.in_engagement(attacker), self.in_engagement(opponent(attacker)));
        let prize = self.prize(attacker, objective);
        let front = self.front(attacker, attackers, defenders, Vec::new());
        let (all, others) = (everybody(&front.attackers), everybody(&front.defenders));
        let worth = front.fought(all, others, &prize, true) - front.fought(all, others, &prize, false);
        if attacker == self.seat { worth } else { -worth }
    }
}
