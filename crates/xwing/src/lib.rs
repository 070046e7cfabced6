//! Star Wars: X-Wing, first edition. For now one round from the actions after the maneuvers to its end: actions with
//! everything that waits for them, barrel rolls and boosts, attacks with all dice modification, and damage. Each module
//! is a part of the rulebook; the cards are in [`cards`].
//!
//! Rules know the kernel, geometry and the flight-path family; they know no clock, file, screen or random source.

mod actions;
mod asks;
mod attack;
pub mod cards;
mod damage;
mod measure;
mod phases;
pub mod scene;
pub mod script;
mod setup;
mod show;
mod state;
mod victory;

pub use asks::{Ask, Choice, Event};
pub use setup::{DamageSetup, ObstacleSetup, Setup, ShipSetup};
pub use show::View;
pub use state::*;

use rulebook::RuleId;
use table::{Fault, Game, Outcome, Play};

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub enum XWing {}

/// The table as the rules of this game see it.
pub type Table = table::Table<XWing>;

impl Game for XWing {
    const ID: &'static str = "xwing";
    const RULES_VERSION: u32 = 1;

    type Setup = Setup;
    type State = State;
    type Ask = Ask;
    type Choice = Choice;
    type Card = CardRef;
    type Event = Event;

    fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
        setup::begin(setup)
    }

    fn advance(t: &mut Table) -> Play {
        match t.state.cursor {
            Cursor::Activation { done } => phases::activation(t, done),
            Cursor::Combat { done } => phases::combat(t, done),
            Cursor::End => phases::end(t),
            Cursor::Over => t.over(),
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (winners, ending) = state.result?;
        Some(Outcome { winners, rule: RuleId(victory::rule_of(ending)) })
    }

    fn players(_: &State) -> usize {
        PLAYERS
    }
}
