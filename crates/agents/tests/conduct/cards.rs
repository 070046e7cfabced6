//! What is counted at the card game.

use std::fmt;

use swlcg::cards::CardType;
use swlcg::{CardId, Cursor, Event, State, Swlcg};
use table::{Logged, Seat};

use super::{Watch, mean, share};

#[derive(Default, Debug)]
pub struct Duels {
    pub games: u64,
    pub rounds: u64,
    pub light_wins: u64,
    /// Engagements, those in which the defender had a ready unit, and those that were defended.
    pub engagements: u64,
    pub defensible: u64,
    pub defended: u64,
    /// Defenses by a player with two or more ready units, and those with all of them.
    pub choices: u64,
    pub all_in: u64,
    /// Engagements that nobody was left for who had defended before in the same turn, and objectives lost in them.
    pub left_open: u64,
    pub lost_open: u64,
    /// Defenses that neither saved the objective nor hurt an attacker.
    pub in_vain: u64,
    /// Conflict phases that a player ended with a ready unit with combat icons and an objective to engage; those of them where
    /// nobody could have defended, and where the enemy had no unit at all.
    pub passed: u64,
    pub idle: u64,
    pub idle_unopposed: u64,
    /// Attackers who laid cards and lost the edge battle on a tie; stacks of three or more cards, and those that lost.
    pub attackers_bids: u64,
    pub lost_ties: u64,
    pub tall: u64,
    pub tall_lost: u64,
    /// Players who could place cards in an edge battle against somebody, those who did, and those of these who won it.
    pub bids: u64,
    pub bids_made: u64,
    /// Those of them whose battle was decided, not annulled.
    pub bids_decided: u64,
    pub bids_won: u64,
    /// Cards in edge stacks; those that are units of a cost of three or more, and fate cards.
    pub placed: u64,
    pub dear_units: u64,
    pub fate: u64,
    /// Cards with which an edge battle begins anew: laid against how many cards, and discarded from hand unused.
    pub twists: u64,
    pub twisted: u64,
    pub twists_discarded: u64,
    pub commitments: u64,
    /// Combat icons of units that were committed.
    pub committed_icons: u64,
    attackers: u64,
    defenders: u64,
    /// The cards in the edge stacks.
    bidders: [u64; 2],
    engagement: Engagement,
    cursor: Option<Cursor>,
}

/// What has come of an engagement so far.
#[derive(Default, Debug)]
struct Engagement {
    objective: Option<CardId>,
    /// The ready units of the defender, and whether he has defended in this turn before.
    ready: u64,
    defended_before: bool,
    fell: bool,
    hurt: bool,
}

impl Duels {
    pub fn defended_share(&self) -> f64 {
        share(self.defended, self.defensible)
    }
    pub fn bid_share(&self) -> f64 {
        share(self.bids_made, self.bids)
    }
    pub fn mean_committed_icons(&self) -> f64 {
        mean(self.committed_icons as f64, self.commitments)
    }

    pub fn idle_share(&self) -> f64 {
        share(self.idle, self.passed)
    }
    pub fn lost_tie_share(&self) -> f64 {
        share(self.lost_ties, self.attackers_bids)
    }

    fn engaged(&mut self, state: &State, objective: CardId) {
        self.over();
        let ready = state.units(state.defender()).filter(|id| state.card(*id).is_ready()).count() as u64;
        let defended_before = self.engagement.defended_before || self.defenders > 0;
        (self.attackers, self.defenders) = (0, 0);
        self.engagements += 1;
        self.defensible += u64::from(ready > 0);
        self.left_open += u64::from(ready == 0 && defended_before);
        self.engagement =
            Engagement { objective: Some(objective), ready, defended_before, ..Engagement::default() };
    }

    /// The engagement is over, or another one begins.
    fn over(&mut self) {
        let Engagement { objective, ready, defended_before, fell, hurt } = self.engagement;
        if objective.is_none() {
            return;
        }
        self.choices += u64::from(self.defenders > 0 && ready > 1);
        self.all_in += u64::from(self.defenders == ready && ready > 1);
        self.lost_open += u64::from(ready == 0 && defended_before && fell);
        self.in_vain += u64::from(self.defenders > 0 && fell && !hurt);
        self.engagement.objective = None;
    }

    /// The conflict phase ends because its player wants no more.
    fn passed(&mut self, state: &State) {
        let (own, enemy) = (state.attacker(), state.defender());
        let fights = |id: &CardId| {
            let icons = &state.facts(*id).icons;
            state.card(*id).is_ready() && icons.unit + icons.blast > 0
        };
        let open = state.objectives(enemy).any(|id| !state.is_used_up(id));
        if !open || !state.units(own).any(|id| fights(&id)) {
            return;
        }
        self.passed += 1;
        self.idle += u64::from(!state.units(enemy).any(|id| state.card(id).is_ready()));
        self.idle_unopposed += u64::from(state.units(enemy).next().is_none());
    }

    fn totaled(&mut self, state: &State, totals: [u8; 2]) {
        if self.attackers == 0 || self.defenders == 0 {
            return;
        }
        let laid = self.bidders[state.attacker().index()];
        self.attackers_bids += u64::from(laid > 0);
        self.lost_ties += u64::from(laid > 0 && totals[0] == totals[1]);
    }

    fn revealed(&mut self, state: &State, seat: Seat, cards: &[CardId], other: usize) {
        if self.attackers == 0 || self.defenders == 0 {
            return;
        }
        self.bids += 1;
        self.bids_made += u64::from(!cards.is_empty());
        self.bidders[seat.index()] = cards.len() as u64;
        for card in cards {
            let facts = state.facts(*card);
            self.placed += 1;
            self.dear_units += u64::from(facts.card_type == CardType::Unit && facts.cost >= 3);
            self.fate += u64::from(facts.card_type == CardType::Fate);
            if facts.id.starts_with(TWIST) {
                self.twists += 1;
                self.twisted += other as u64;
            }
        }
    }
}

const TWIST: &str = "twist-of-fate";

impl Watch<Swlcg> for Duels {
    fn begin(&mut self) {
        self.games += 1;
    }

    fn see(&mut self, state: &State, happened: &[Logged<Swlcg>]) {
        let before = self.cursor.replace(state.cursor);
        if before == Some(Cursor::Engage) && state.cursor == Cursor::ConflictEnds {
            self.passed(state);
        }
        for (place, Logged { event, .. }) in happened.iter().enumerate() {
            match event {
                Event::Turn(..) => {
                    self.rounds += 1;
                    self.over();
                    (self.defenders, self.engagement.defended_before) = (0, false);
                }
                Event::Engages(objective) => self.engaged(state, *objective),
                Event::Destroyed(card) => self.engagement.fell |= self.engagement.objective == Some(*card),
                Event::Damaged(card, _) => {
                    let card = state.card(*card);
                    self.engagement.hurt |= card.controller == state.attacker() && card.is_unit();
                }
                Event::EdgeTotals(attacking, defending) => self.totaled(state, [*attacking, *defending]),
                Event::Attacks(_) => self.attackers += 1,
                Event::Defends(_) => {
                    self.defended += u64::from(self.defenders == 0);
                    self.defenders += 1;
                }
                Event::Revealed(seat, cards) => {
                    // Both stacks are revealed one after the other.
                    let others = happened[place.saturating_sub(1)..].iter().take(3);
                    let other = others.filter_map(|logged| match &logged.event {
                        Event::Revealed(whose, cards) if whose != seat => Some(cards.len()),
                        _ => None,
                    });
                    self.revealed(state, *seat, cards, other.max().unwrap_or_default());
                }
                Event::EdgeWon(seat) if self.attackers > 0 && self.defenders > 0 => {
                    self.bids_won += u64::from(self.bidders[seat.index()] > 0);
                    self.bids_decided += self.bidders.iter().filter(|cards| **cards > 0).count() as u64;
                    for (place, cards) in self.bidders.iter().enumerate() {
                        self.tall += u64::from(*cards >= 3);
                        self.tall_lost += u64::from(*cards >= 3 && place != seat.index());
                    }
                }
                Event::Discarded(_, card) => {
                    self.twists_discarded += u64::from(state.facts(*card).id.starts_with(TWIST));
                }
                Event::Committed(card) => {
                    let icons = &state.facts(*card).icons;
                    self.commitments += 1;
                    self.committed_icons += u64::from(icons.unit + icons.tactics + icons.blast);
                }
                Event::Ended(_) => {
                    let light = swlcg::Side::Light.seat();
                    let outcome = <Swlcg as table::Game>::outcome(state);
                    self.light_wins += u64::from(outcome.is_some_and(|it| it.winners.contains(light)));
                }
                _ => {}
            }
        }
    }
}

impl fmt::Display for Duels {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let turns = mean(self.rounds as f64, self.games);
        let light = share(self.light_wins, self.games);
        writeln!(f, "{} games of {turns:.1} turns, {light:.1} % won by the light side", self.games)?;
        writeln!(
            f,
            "  engagements     {}, {:.1} % of the {} that could be defended were",
            self.engagements,
            self.defended_share(),
            self.defensible,
        )?;
        writeln!(
            f,
            "  defense         {} of {} with two or more ready units with all of them, {} in vain; {} engagements left open, {} objectives lost",
            self.all_in, self.choices, self.in_vain, self.left_open, self.lost_open,
        )?;
        writeln!(
            f,
            "  phases ended    {} with a unit that could fight, {:.1} % where nobody could defend, {} where the enemy had no unit",
            self.passed,
            self.idle_share(),
            self.idle_unopposed,
        )?;
        writeln!(
            f,
            "  attackers bids  {}, {:.1} % lost on a tie; {} of {} stacks of three or more cards lost",
            self.attackers_bids,
            self.lost_tie_share(),
            self.tall_lost,
            self.tall,
        )?;
        writeln!(
            f,
            "  edge battles    {:.1} % of {} players with somebody to fight laid cards; {:.1} % of them won what was decided",
            self.bid_share(),
            self.bids,
            share(self.bids_won, self.bids_decided),
        )?;
        writeln!(
            f,
            "  edge stacks     {} cards, {:.1} % fate cards, {:.1} % units of a cost of 3 or more",
            self.placed,
            share(self.fate, self.placed),
            share(self.dear_units, self.placed),
        )?;
        writeln!(
            f,
            "  Twist of Fate   {} laid against {:.1} cards, {} discarded from hand",
            self.twists,
            mean(self.twisted as f64, self.twists),
            self.twists_discarded,
        )?;
        writeln!(
            f,
            "  the Force       {} units committed, with {:.2} combat icons",
            self.commitments,
            self.mean_committed_icons(),
        )
    }
}
