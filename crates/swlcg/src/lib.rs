//! Star Wars: The Card Game. Each module is a part of the rulebook; the cards are in [`cards`].
//!
//! Rules know only the kernel; they know no clock, file, screen or random source.

mod asks;
pub mod cards;
mod conflict;
mod damage;
mod explain;
mod force;
mod hints;
pub mod imports;
mod judge;
pub mod lists;
pub mod lobby;
mod options;
mod phases;
mod resources;
pub mod scene;
pub mod script;
mod setup;
mod show;
mod state;
mod timing;
mod victory;
mod words;
mod zones;

pub use asks::{Ask, Choice, Event, Fortune};
pub use resources::Bill;
pub use setup::{Placed, Position, Setup, SidePosition};
pub use show::View;
pub use state::*;

use ::scene::Weight;
use rulebook::RuleId;
use table::{Fault, Game, Outcome, Play};

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub enum Swlcg {}

/// The table as the rules of this game see it.
pub type Table = table::Table<Swlcg>;

impl Game for Swlcg {
    const ID: &'static str = "swlcg";
    const RULES_VERSION: u32 = 6;

    type Setup = Setup;
    type State = State;
    type Ask = Ask;
    type Choice = Choice;
    type Card = CardId;
    type Event = Event;

    fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
        setup::begin(setup)
    }

    fn advance(t: &mut Table) -> Play {
        phases::step(t)
    }

    fn complete(_: &Setup, state: &mut State) -> Result<(), Vec<Fault>> {
        cards::listening::take_stock(state);
        Ok(())
    }

    // audit: no rule — what people look at
    fn weight(event: &Event) -> Weight {
        match event {
            Event::Turn(..) | Event::Step(_) => Weight::Timing,
            Event::ObjectiveRevealed(_)
            | Event::Engages(_)
            | Event::Revealed(..)
            | Event::FateResolves(..)
            | Event::EdgeCanceled
            | Event::EdgeWon(_)
            | Event::Played(..)
            | Event::Announced { .. }
            | Event::EffectsCanceled(_)
            | Event::Strikes(_)
            | Event::Damaged(..)
            | Event::Protected(..)
            | Event::Destroyed(_)
            | Event::EnteredPlay(_)
            | Event::LeftPlay(_)
            | Event::ControlTaken(..)
            | Event::Captured(_)
            | Event::Rescued(_)
            | Event::Committed(_)
            | Event::HandSeen { .. }
            | Event::Struggle(..)
            | Event::Balance(_)
            | Event::Dial(_)
            | Event::DialDamaged(_)
            | Event::Unopposed
            | Event::Ended(_) => Weight::Headline,
            _ => Weight::Detail,
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (winners, ending) = state.result?;
        Some(Outcome { winners, rule: RuleId(victory::rule_of(ending)) })
    }

    // audit: no rule — says how many play
    fn players(state: &State) -> usize {
        state.players.len()
    }
}
