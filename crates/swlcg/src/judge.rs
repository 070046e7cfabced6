//! How options look to a decent player: rules of thumb, from a seat's view alone. A value of 1 is about what a card in hand
//! or a point of damage is worth; 0 is doing nothing.

mod effects;

use table::{Appraise, Pose, Seat};

use crate::asks::Fortune;
use crate::cards::atoms::{Amount, Attach, Boon, Do, Is};
use crate::cards::{CardType, PLAY, PLAY_ON, constants};
use crate::conflict::edge;
use crate::state::{CardId, Icon, Side, State, opponent};
use crate::{Ask, Choice, Swlcg, View, damage, resources};

/// What one more card on the edge stack of an opponent adds on average.
const UNKNOWN_EDGE_CARD: f64 = 1.3;
/// What a combat icon of a unit is worth that is committed to the Force.
const COMMITTED_FIGHTER: f64 = 0.5;
/// What a unit is worth that stays ready while the opponent has units that could fight.
const HOME_GUARD: f64 = 3.0;
/// A unit of that cost is dear: it belongs on the table.
const DEAR: u8 = 3;
/// What an unknown card from the deck is worth in hand.
const UNKNOWN_CARD: f64 = 1.1;

impl Appraise for Swlcg {
    fn appeal(view: &View, ask: &Ask, choice: &Choice) -> f64 {
        let Some(seat) = view.seat else { return 0.0 };
        let judge = Judge { state: &view.state, seat };
        match (ask, *choice) {
            (_, Choice::Pass) => 0.0,
            (Ask::SpareObjective, Choice::Card(id)) => -judge.printed_objective(id),
            (Ask::RevealObjective, Choice::Card(id)) => judge.printed_objective(id),
            (Ask::Mulligan, Choice::NewHand) => judge.mulligan(),
            (Ask::Window(_), Choice::Use(id, PLAY)) => judge.play(id, false),
            (Ask::Window(_), Choice::Use(id, PLAY_ON)) => judge.play(id, true) - 0.5,
            (Ask::Window(_), Choice::Use(id, index)) => judge.ability(id, index),
            (Ask::Target(by) | Ask::Choose(by), Choice::Card(id)) => judge.target(*by, id),
            (Ask::SortTo(_, fortune), Choice::Card(id)) => judge.sorted(*fortune, id),
            (Ask::May(by), Choice::Yes) => judge.may(*by),
            (Ask::Pay(..), Choice::Pay(id, amount)) => judge.pay(id, amount),
            (Ask::CostCard(_) | Ask::DiscardDown, Choice::Card(id)) => -judge.keeping(id),
            (Ask::DiscardOne, Choice::Card(id)) => UNKNOWN_CARD - judge.keeping(id),
            (Ask::Attach(by), Choice::Card(id)) => judge.attach(*by, id),
            (Ask::PilotStays(_), Choice::Card(id)) => judge.worth(id),
            (Ask::BalanceDamage, Choice::Card(id)) => 2.0 + judge.wounded(id),
            (Ask::Commit, Choice::Card(id)) => judge.commit(id),
            (Ask::Engage, Choice::Card(id)) => judge.engage(id),
            (Ask::Attackers(objective), Choice::Card(id)) => judge.attacker(*objective, id),
            (Ask::Defenders(objective), Choice::Card(id)) => judge.defender(*objective, id),
            (Ask::Shielding(_), Choice::Card(id)) => 1.0 + judge.worth(id),
            (Ask::EdgeCard | Ask::OpenEdgeCard, Choice::Card(id)) => judge.edge_card(id),
            (Ask::Strike, Choice::Card(id)) => judge.power(id),
            (Ask::UnitDamage(by), Choice::Card(id)) => {
                judge.hit(id, constants::icons(judge.state, *by, Icon::UnitDamage))
            }
            (Ask::Tactics(_), Choice::Card(id)) => judge.exhaust(id),
            (Ask::Shield(_), Choice::UseShield) => 1.0,
            (Ask::Protect(whom), Choice::Card(id)) => judge.protect(*whom, id),
            (Ask::ProtectAmount(by), Choice::Number(number)) => judge.spare(*by, number),
            (Ask::CaptureAt(_), Choice::Card(id)) => f64::from(damage::remaining(judge.state, id)),
            _ => 0.0,
        }
    }

    fn appeal_of_place(_: &View, _: &Ask, _: &Pose) -> f64 {
        0.0
    }
}

struct Judge<'a> {
    state: &'a State,
    seat: Seat,
}

impl Judge<'_> {
    fn is_enemy(&self, id: CardId) -> bool {
        self.state.card(id).controller != self.seat
    }

    // ---- what cards are worth -----------------------------------------------------------------------------------------

    /// How well a unit fights: its icons, those of the edge at half.
    fn power(&self, id: CardId) -> f64 {
        let facts = self.state.facts(id);
        let sum = |icons: &crate::cards::Icons| {
            f64::from(icons.unit) + 0.9 * f64::from(icons.tactics) + 1.1 * f64::from(icons.blast)
        };
        let bonus: i32 = [Icon::UnitDamage, Icon::Tactics, Icon::BlastDamage]
            .map(|icon| constants::extra(self.state, id, Boon::Icon(icon)))
            .iter()
            .sum();
        sum(&facts.icons) + 0.5 * sum(&facts.edge_icons) + f64::from(bonus)
    }

    /// What a card in play is worth to its player.
    fn worth(&self, id: CardId) -> f64 {
        let (card, facts) = (self.state.card(id), self.state.facts(id));
        let resources = f64::from(constants::resources(self.state, id));
        match card.card_type() {
            CardType::Unit => 0.6 + 0.5 * f64::from(facts.cost) + 0.4 * self.power(id) + 0.3 * resources,
            CardType::Objective => 3.0 + resources,
            CardType::Affiliation => 5.0,
            _ => 0.5 + 0.4 * f64::from(facts.cost) + 0.5 * resources,
        }
    }

    fn printed_objective(&self, id: CardId) -> f64 {
        let facts = self.state.facts(id);
        f64::from(facts.resources) * 1.5
            + 0.4 * f64::from(facts.capacity)
            + if facts.effects.abilities.is_empty() && facts.effects.constants.is_empty() { 0.0 } else { 0.4 }
    }

    fn mulligan(&self) -> f64 {
        let cheap = |id: &&CardId| {
            let facts = self.state.facts(**id);
            facts.card_type == CardType::Unit && facts.cost <= 3
        };
        if self.state.player(self.seat).hand.iter().filter(cheap).count() < 2 { 1.0 } else { -1.0 }
    }

    /// All resources that a player has when everything is ready.
    fn income(&self) -> u8 {
        let own = self.state.in_play().filter(|id| !self.is_enemy(*id));
        own.map(|id| constants::resources(self.state, id)).fold(0, u8::saturating_add)
    }

    /// What a card is worth that is in hand, or that can be given up.
    fn keeping(&self, id: CardId) -> f64 {
        if self.state.is_in_play(id) {
            let ready = if self.state.card(id).is_ready() { 0.3 } else { 0.0 };
            return self.worth(id) + ready;
        }
        let facts = self.state.facts(id);
        let twin = |other: CardId| self.state.facts(other).title == facts.title && !self.is_enemy(other);
        if facts.unique && self.state.in_play().any(twin) {
            return 0.1;
        }
        if facts.cost > self.income() + 1 {
            return 0.3;
        }
        match facts.card_type {
            CardType::Unit => 0.9 + 0.25 * f64::from(facts.cost),
            CardType::Enhancement if facts.resources > 0 => 1.2,
            CardType::Fate if self.begins_anew(id) => 1.6,
            CardType::Fate => 1.1,
            _ => 0.6 + 0.1 * f64::from(facts.cost),
        }
    }

    /// How near an objective is to being destroyed.
    fn wounded(&self, id: CardId) -> f64 {
        5.0 / f64::from(damage::remaining(self.state, id).max(1))
    }

    /// What it is worth that a card from the top of a deck goes somewhere.
    fn sorted(&self, fortune: Fortune, id: CardId) -> f64 {
        let own = self.state.card(id).owner == self.seat;
        let kept = matches!(fortune, Fortune::OnTop | Fortune::ToHand);
        let worth = self.keeping(id) - 0.8;
        if own == kept { worth } else { -worth }
    }

    // ---- playing cards ------------------------------------------------------------------------------------------------

    /// A card that could be paid for only by giving up others stays in hand: who then does not give them up would try it
    /// for ever.
    fn play(&self, id: CardId, on: bool) -> f64 {
        if resources::can_pay_for(self.state, self.seat, id, on).is_err() {
            return -1.0;
        }
        let facts = self.state.facts(id);
        let resources = 2.0 * f64::from(facts.resources);
        match facts.card_type {
            CardType::Unit => 2.0 + 0.5 * f64::from(facts.cost) + 0.3 * self.power(id) + resources,
            _ => 1.0 + 0.3 * f64::from(facts.cost) + resources,
        }
    }

    /// Objectives and play areas pay before units that could fight; one resource of each before two of one.
    fn pay(&self, id: CardId, amount: u8) -> f64 {
        let fights = self.state.card(id).is_unit() && self.power(id) > 0.0;
        -f64::from(amount - 1) - if fights { 2.0 + self.power(id) } else { 0.0 }
    }

    fn attach(&self, by: CardId, id: CardId) -> f64 {
        let facts = self.state.facts(by);
        let curse = |boon: Boon, amount: Amount| {
            matches!(boon, Boon::Cannot(_)) || matches!(amount, Amount::N(number) if number < 0)
        };
        let says = |filter: &[Is], wanted: fn(&Is) -> bool| filter.iter().any(wanted);
        let mut on_host =
            facts.effects.constants.iter().filter(|constant| says(constant.on, |is| matches!(is, Is::Host)));
        let harms =
            on_host.any(|constant| curse(constant.boon, constant.amount)) || self.effect_on_host(by) > 0.0;
        let asks_for_enemy = matches!(facts.effects.attach, Some(Attach::To(filter)) if says(filter, |is| matches!(is, Is::Enemy)));
        let wanted = if harms || asks_for_enemy { 1.0 } else { -1.0 };
        let side = if self.is_enemy(id) { 1.0 } else { -1.0 };
        wanted * side * (1.0 + self.worth(id) + self.power(id))
    }

    // ---- the Force ----------------------------------------------------------------------------------------------------

    /// Force icons win the struggle. A committed unit strikes at twice the price, so whoever fights well stays free.
    fn commit(&self, id: CardId) -> f64 {
        let force = f64::from(constants::force_icons(self.state, id));
        force - 0.4 - COMMITTED_FIGHTER * self.power(id)
    }

    // ---- engagements --------------------------------------------------------------------------------------------------

    fn ready_fighters(&self, seat: Seat) -> impl Iterator<Item = CardId> {
        self.state.units(seat).filter(|id| self.state.card(*id).is_ready())
    }

    /// The Force icons that a unit holds in the struggle as long as it is ready.
    fn duty(&self, id: CardId) -> f64 {
        let committed = constants::is_committed(self.state, id);
        if committed { f64::from(constants::force_icons(self.state, id)) } else { 0.0 }
    }

    /// Ready units of one's own that hold nothing in the struggle for the Force.
    fn free_fighters(&self) -> impl Iterator<Item = CardId> {
        self.ready_fighters(self.seat).filter(|id| self.duty(*id) == 0.0)
    }

    fn blast(&self, id: CardId) -> f64 {
        let facts = self.state.facts(id);
        f64::from(facts.icons.blast) + 0.6 * f64::from(facts.edge_icons.blast)
    }

    fn engage(&self, objective: CardId) -> f64 {
        let own: Vec<CardId> = self.free_fighters().collect();
        if own.is_empty() {
            return -1.0;
        }
        let blast: f64 = own.iter().map(|id| self.blast(*id)).sum();
        let mine: f64 = own.iter().map(|id| self.power(*id)).sum();
        let theirs: f64 = self.ready_fighters(opponent(self.seat)).map(|id| self.power(id)).sum();
        let undefended = self.ready_fighters(opponent(self.seat)).next().is_none();
        let hits = if undefended { blast + 1.0 } else { 0.6 * blast + if mine > theirs { 0.5 } else { 0.0 } };
        let left = f64::from(damage::remaining(self.state, objective).max(1));
        let breaks = if hits >= left { 3.0 } else { 0.0 };
        let share = 3.0 * hits.min(left) / left;
        let risk = (theirs - mine).max(0.0) * 0.25;
        share + breaks - risk
    }

    fn attacker(&self, objective: CardId, id: CardId) -> f64 {
        if self.ready_fighters(opponent(self.seat)).next().is_none() {
            return self.raider(objective, id);
        }
        let blast = self.blast(id);
        let others = self.power(id) - 1.1 * blast;
        let left = f64::from(damage::remaining(self.state, objective));
        // Who does little there is of more use ready at home.
        blast.min(left) + others - HOME_GUARD - self.duty(id)
    }

    /// Without defenders every engagement is unopposed: as many units as destroy the objective, or else no more than leave
    /// some for the others.
    fn raider(&self, objective: CardId, id: CardId) -> f64 {
        let blast = |id: CardId| {
            let facts = self.state.facts(id);
            f64::from(facts.icons.blast + facts.edge_icons.blast)
        };
        let mut own: Vec<CardId> = self.free_fighters().collect();
        own.sort_by(|a, b| blast(*b).total_cmp(&blast(*a)).then(a.0.cmp(&b.0)));
        let left = f64::from(damage::remaining(self.state, objective));
        let mut dealt = 1.0;
        let enough = own.iter().position(|id| {
            dealt += blast(*id);
            dealt >= left
        });
        let open = self.state.engageable().filter(|id| !self.state.is_used_up(*id)).count();
        let wanted = enough.map_or(own.len().div_ceil(open + 1), |last| last + 1);
        match own.iter().position(|unit| *unit == id) {
            Some(rank) if rank < wanted => 1.0 + blast(id),
            _ => -1.0,
        }
    }

    fn defender(&self, objective: CardId, id: CardId) -> f64 {
        let attackers: Vec<CardId> = self.state.participants(self.state.attacker()).collect();
        let blast: f64 = attackers.iter().map(|id| self.blast(*id)).sum();
        let strength: f64 = attackers.iter().map(|id| self.power(*id)).sum();
        let threatened = blast + 1.0 >= f64::from(damage::remaining(self.state, objective));
        let own: f64 = self.ready_fighters(self.seat).map(|id| self.power(id)).sum();
        let odds = own / (own + strength).max(0.1);
        let gain = 0.5 + 0.8 * self.power(id) + if threatened { 2.0 } else { 0.0 };
        gain * (0.4 + odds) - 0.5 * self.worth(id) * (1.0 - odds)
    }

    /// Cards are placed until the own stack looks like the better one, and none at all where it cannot become that.
    fn edge_card(&self, id: CardId) -> f64 {
        let state = self.state;
        let other = opponent(self.seat);
        if !state.has_participant(other) {
            return -1.0;
        }
        if state.facts(id).card_type == CardType::Fate {
            return self.fate_card(id);
        }
        let keywords: u8 = state.participants(other).map(|id| constants::edge(state, id)).sum();
        let stack = state.player(other).edge_stack.len();
        let theirs = UNKNOWN_EDGE_CARD * stack as f64 + f64::from(keywords);
        let mine = f64::from(edge::force_icons(state, self.seat));
        let attacks = self.seat == state.attacker();
        let ahead = if attacks { mine > theirs + 0.5 } else { mine >= theirs };
        let placed = state.player(self.seat).edge_stack.len();
        let hand = &state.player(self.seat).hand;
        let reach: u32 = hand.iter().map(|id| u32::from(state.facts(*id).force)).sum();
        let force = f64::from(state.facts(id).force);
        // The defender needs nothing as long as the attacker has laid nothing.
        let idle = ahead && (placed > 0 || !attacks);
        if idle || placed >= 4 || force == 0.0 || mine + f64::from(reach) <= theirs {
            return -1.0;
        }
        let hand = hand.len() as f64;
        let scale = if self.is_dear(id) {
            1.0
        } else if hand > 4.0 {
            0.45
        } else {
            0.7
        };
        force.min(2.0) * (0.4 + 0.25 * self.stake().min(5.0)) - scale * self.keeping(id)
    }

    /// What there is to win in an edge battle: the combat icons that wait for it, on either side.
    fn stake(&self) -> f64 {
        let waiting = |id: CardId| {
            let icons = &self.state.facts(id).edge_icons;
            f64::from(icons.unit + icons.tactics + icons.blast)
        };
        let seats = [self.seat, opponent(self.seat)].into_iter();
        seats.flat_map(|seat| self.state.participants(seat)).map(waiting).sum()
    }

    /// A unit that can soon be played and is worth playing.
    fn is_dear(&self, id: CardId) -> bool {
        let facts = self.state.facts(id);
        facts.card_type == CardType::Unit && facts.cost >= DEAR && facts.cost <= self.income() + 1
    }

    /// Whether a fate card has the edge battle begin anew.
    fn begins_anew(&self, id: CardId) -> bool {
        self.state.facts(id).effects.fate.iter().any(|step| matches!(step, Do::CancelEdgeBattle))
    }

    /// A fate card is laid for what it does. One that begins the edge battle anew waits for a stack of the opponent's that
    /// is worth undoing.
    fn fate_card(&self, id: CardId) -> f64 {
        let effects = self.state.facts(id).effects;
        if self.begins_anew(id) {
            let stack = |seat| self.state.player(seat).edge_stack.len() as f64;
            return 0.6 * (stack(opponent(self.seat)) - stack(self.seat)) - 0.9;
        }
        let steps: f64 = effects.fate.iter().map(|step| self.step(id, step)).sum();
        let late = if effects.fate_if_won.is_empty() { 0.0 } else { 0.5 };
        let force = f64::from(self.state.facts(id).force);
        steps + late + 0.3 * force - 0.2
    }

    /// What damage to an enemy unit is worth.
    fn hit(&self, id: CardId, amount: u8) -> f64 {
        let left = damage::remaining(self.state, id).saturating_add(self.state.card(id).shields).max(1);
        let share = f64::from(amount.min(left)) / f64::from(left);
        let kills = if amount >= left { 1.5 } else { 0.0 };
        let strikes =
            if self.state.is_participating(id) && self.state.card(id).is_ready() { 0.5 } else { 0.0 };
        (share + kills) * self.worth(id) + strikes
    }

    /// What a focus token on an enemy unit is worth.
    fn exhaust(&self, id: CardId) -> f64 {
        let card = self.state.card(id);
        let now = if self.state.is_participating(id) { 1.0 } else { 0.4 };
        let ready = if card.is_ready() && card.shields == 0 { now } else { 0.1 };
        self.power(id) * ready + 0.05 * self.worth(id)
    }

    fn protect(&self, whom: CardId, by: CardId) -> f64 {
        let amount = self.state.now().map_or(0, |now| now.amount);
        let dies = damage::remaining(self.state, whom) <= amount;
        let holds = damage::remaining(self.state, by) > amount;
        match (dies, holds) {
            (true, true) => 2.0,
            (true, false) => 0.5 * (self.worth(whom) - self.worth(by)),
            (false, true) => 0.1 * (self.worth(whom) - self.worth(by)),
            (false, false) => -1.0,
        }
    }

    /// As much as it takes without falling.
    fn spare(&self, by: CardId, number: u8) -> f64 {
        let left = damage::remaining(self.state, by);
        if number < left { f64::from(number) } else { -1.0 }
    }

    /// Whether the player of this seat gains by the dial.
    fn dial(&self, steps: i8) -> f64 {
        let dark = if Side::of(self.seat) == Side::Dark { 1.0 } else { -1.0 };
        2.0 * dark * f64::from(steps)
    }

    /// Whether a player can easily pay so much.
    fn burden(&self, price: u8) -> f64 {
        0.25 * f64::from(price)
    }

    fn price(&self, id: CardId) -> u8 {
        resources::price(self.state, id, false)
    }
}
