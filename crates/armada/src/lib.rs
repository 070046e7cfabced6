//! Star Wars: Armada. For now the activation of one ship in the middle of a game: its attacks on ships and its maneuver,
//! with everything that follows from them. Each module is a part of the rulebook; the cards are in [`cards`].
//!
//! Rules know only the kernel and geometry; they know no clock, file, screen or random source.

mod asks;
mod attack;
pub mod cards;
mod damage;
mod defense;
mod dice;
pub mod lists;
mod maneuvers;
mod measure;
mod overlap;
mod phases;
pub mod scene;
pub mod script;
mod setup;
mod show;
mod state;
mod tool;

pub use asks::{Ask, Choice, Event};
pub use dice::{BLACK_DIE, BLUE_DIE, Colour, Die, Face, Pool, RED_DIE};
pub use setup::{Placed, PlacedSquadron, Setup};
pub use show::View;
pub use state::*;

use rulebook::RuleId;
use table::{Fault, Game, Outcome, Play, Seats};

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub enum Armada {}

/// The table as the rules of this game see it.
pub type Table = table::Table<Armada>;

impl Game for Armada {
    const ID: &'static str = "armada";
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
            Cursor::Attack { .. } => phases::attack_step(t),
            Cursor::Maneuver => phases::maneuver_step(t),
            Cursor::Over => t.over(),
        }
    }

    /// The table plays one activation; nobody wins by it.
    fn outcome(state: &State) -> Option<Outcome> {
        let over = state.cursor == Cursor::Over;
        over.then_some(Outcome { winners: Seats::NONE, rule: RuleId("armada.ship-activation.maneuver-step") })
    }

    fn players(_: &State) -> usize {
        2
    }
}
