//! What is counted at the card game.

use std::fmt;

use swlcg::cards::CardType;
use swlcg::{CardId, Event, State, Swlcg};
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
    /// Players who could place cards in an edge battle against somebody, those who did, and those of these who won it.
    pub bids: u64,
    pub bids_made: u64,
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
    bidders: [bool; 2],
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

    fn engaged(&mut self, state: &State) {
        (self.attackers, self.defenders) = (0, 0);
        self.engagements += 1;
        let ready = |id: CardId| state.card(id).is_ready();
        self.defensible += u64::from(state.units(state.defender()).any(ready));
    }

    fn revealed(&mut self, state: &State, seat: Seat, cards: &[CardId], other: usize) {
        if self.attackers == 0 || self.defenders == 0 {
            return;
        }
        self.bids += 1;
        self.bids_made += u64::from(!cards.is_empty());
        self.bidders[seat.index()] = !cards.is_empty();
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
        for (place, Logged { event, .. }) in happened.iter().enumerate() {
            match event {
                Event::Turn(..) => self.rounds += 1,
                Event::Engages(_) => self.engaged(state),
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
                    self.bids_won += u64::from(self.bidders[seat.index()]);
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
            "  edge battles    {:.1} % of {} players with somebody to fight laid cards; {:.1} % of them won",
            self.bid_share(),
            self.bids,
            share(self.bids_won, self.bids_made),
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
