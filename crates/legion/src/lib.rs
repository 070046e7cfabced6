//! Star Wars: Legion. For now the actions of one unit in the middle of a game: standard moves, climbing and clambering
//! with cohesion, and ranged attacks on one or several defenders. Each module is a part of the rulebook; the cards are in
//! [`cards`].
//!
//! Rules know only the kernel and geometry; they know no clock, file, screen or random source.

mod asks;
mod attack;
pub mod cards;
mod climbing;
mod cohesion;
mod cover;
mod damage;
mod defense;
mod dice;
mod ground;
pub mod lists;
mod measure;
mod moves;
mod phases;
pub mod scene;
pub mod script;
mod setup;
mod show;
mod site;
mod state;

pub use asks::{Ask, Choice, Event};
pub use dice::{Attack as AttackDie, AttackFace, Colour, Defense as DefenseDie, DefenseColour, DefenseFace};
pub use ground::{Ground, Terrain};
pub use setup::{PlacedMini, PlacedTerrain, PlacedUnit, Setup};
pub use show::View;
pub use state::*;

use rulebook::RuleId;
use table::{Board, Fault, Game, Outcome, Play, Seats};

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub enum Legion {}

/// The table as the rules of this game see it.
pub type Table = table::Table<Legion>;

impl Game for Legion {
    const ID: &'static str = "legion";
    const RULES_VERSION: u32 = 2;

    type Setup = Setup;
    type State = State;
    type Ask = Ask;
    type Choice = Choice;
    type Card = CardRef;
    type Event = Event;

    fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
        setup::begin(setup)
    }

    fn complete(setup: &Setup, state: &mut State) -> Result<(), Vec<Fault>> {
        state.board = Board::new(setup::ground(setup)?);
        Ok(())
    }

    fn advance(t: &mut Table) -> Play {
        match t.state.cursor {
            Cursor::Actions => phases::perform_action(t),
            Cursor::Over => t.over(),
        }
    }

    /// The table plays the actions of one activation; nobody wins by them.
    fn outcome(state: &State) -> Option<Outcome> {
        let over = state.cursor == Cursor::Over;
        over.then_some(Outcome { winners: Seats::NONE, rule: RuleId("legion.activation.step-3-actions") })
    }

    fn players(_: &State) -> usize {
        2
    }
}
