//! Star Trek: Attack Wing, complete. Each module is a part of the rulebook: setting up, the phases of a round,
//! maneuvers, actions, attacks, damage, missions and fleet building; the cards are in [`cards`].
//!
//! Rules know the kernel, geometry and the flight-path family; they know no clock, file, screen or random source.

mod actions;
mod asks;
mod attack;
pub mod cards;
mod damage;
mod explain;
mod foresight;
mod hints;
pub mod imports;
mod judge;
pub mod lists;
mod lobby;
mod maneuvers;
mod measure;
mod missions;
mod phases;
pub mod scene;
pub mod script;
mod setup;
mod show;
mod state;
mod victory;

pub use asks::{Ask, Blocker, Choice, Event, Phase, SpentToken};
pub use missions::MissionId;
pub use setup::{PlayerSetup, Setup};
pub use show::View;
pub use state::*;

use ::scene::Weight;
use rulebook::RuleId;
use table::{Fault, Game, Outcome, Play};

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub enum AttackWing {}

/// The table as the rules of this game see it.
pub type Table = table::Table<AttackWing>;

impl Game for AttackWing {
    const ID: &'static str = "attackwing";
    const RULES_VERSION: u32 = 3;

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
            Cursor::DrawLots => setup::draw_lots(t),
            Cursor::PlaceObstacles => setup::place_obstacle(t),
            Cursor::ChooseAreas => setup::choose_areas(t),
            Cursor::PlaceShips => setup::place_ship(t),
            Cursor::Planning => phases::planning(t),
            Cursor::Activation { done } => phases::activation(t, done),
            Cursor::Combat { done } => phases::combat(t, done),
            Cursor::End { done } => phases::end(t, done),
            Cursor::Over => t.over(),
        }
    }

    fn complete(_: &Setup, state: &mut State) -> Result<(), Vec<Fault>> {
        (0..state.ships.len() as u8).for_each(|ship| cards::register_all(state, ShipId(ship)));
        Ok(())
    }

    // audit: no rule — what people look at
    fn weight(event: &Event) -> Weight {
        match event {
            Event::Round(_) | Event::Phase(_) | Event::LotsDrawn(..) => Weight::Timing,
            Event::Moved(..)
            | Event::Echoes(..)
            | Event::Attacks(..)
            | Event::AttackRoll(_)
            | Event::DefenseRoll(_)
            | Event::Rerolled(_)
            | Event::Rolled(..)
            | Event::Misses(..)
            | Event::Hits(..)
            | Event::ShieldLost(_)
            | Event::Damage { .. }
            | Event::Destroyed(_)
            | Event::Fled(_)
            | Event::MinefieldLaid(..)
            | Event::MissionToken(..)
            | Event::BeamsDown(_)
            | Event::BeamsUp(_)
            | Event::Decoded(..)
            | Event::WarpsOut(_)
            | Event::Ended(_) => Weight::Headline,
            _ => Weight::Detail,
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (winners, ending) = state.result?;
        Some(Outcome { winners, rule: RuleId(victory::rule_of(state, ending)) })
    }

    // audit: no rule — for tables and agents; the rules look at the players themselves
    fn players(state: &State) -> usize {
        state.players.len()
    }
}
