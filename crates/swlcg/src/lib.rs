//! Star Wars: The Card Game. For now one engagement from the declared defenders to its end, with everything that can be
//! played in it: edge battle, strikes, actions, interrupts and reactions. Each module is a part of the rulebook; the cards
//! are in [`cards`].
//!
//! Rules know only the kernel; they know no clock, file, screen or random source.

mod asks;
pub mod cards;
mod damage;
mod edge;
mod engagement;
mod phases;
mod resources;
pub mod scene;
pub mod script;
mod setup;
mod show;
mod state;
mod timing;
mod victory;
mod zones;

pub use asks::{Ask, Choice, Event};
pub use setup::{Placed, Setup, SideSetup};
pub use show::View;
pub use state::*;

use rulebook::RuleId;
use table::{Fault, Game, Outcome, Play};

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub enum Swlcg {}

/// The table as the rules of this game see it.
pub type Table = table::Table<Swlcg>;

impl Game for Swlcg {
    const ID: &'static str = "swlcg";
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
            Cursor::DefendersDeclared => phases::defenders_declared(t),
            Cursor::EdgeBattle => phases::edge_battle(t),
            Cursor::EdgeDecided => phases::edge_decided(t),
            Cursor::Strikes => phases::strikes(t),
            Cursor::Unopposed => phases::reward_unopposed(t),
            Cursor::EngagementOver => phases::engagement_over(t),
            Cursor::Over => t.over(),
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (winners, ending) = state.result?;
        Some(Outcome { winners, rule: RuleId(victory::rule_of(ending)) })
    }

    fn players(state: &State) -> usize {
        state.players.len()
    }
}
