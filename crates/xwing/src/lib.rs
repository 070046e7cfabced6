//! Star Wars: X-Wing, first edition. Each module is a part of the rulebook: setting up, the phases of a round, maneuvers,
//! actions, cloaking, bombs, attacks, damage and squads; the cards are in [`cards`].
//!
//! Rules know the kernel, geometry and the flight-path family; they know no clock, file, screen or random source.

mod actions;
mod asks;
mod attack;
mod bombs;
pub mod cards;
mod cargo;
mod cloak;
mod damage;
mod docking;
mod explain;
mod figures;
mod foresight;
mod hints;
mod huge;
pub mod imports;
mod judge;
pub mod lists;
pub mod lobby;
mod maneuvers;
mod measure;
mod missions;
mod odds;
mod options;
mod phases;
mod refit;
mod rolls;
pub mod scene;
pub mod script;
mod setup;
mod show;
mod state;
mod tractor;
mod victory;

pub use asks::{Ask, Choice, Event, Phase};
pub use missions::MissionId;
pub use options::{BothLost, DeckName, HulkName, Options, Ruleset, RulesetName};
pub use setup::{PlayerSetup, Setup, SquadChoice};
pub use show::View;
pub use state::*;

use ::scene::Weight;
use rulebook::RuleId;
use table::{Fault, Game, Outcome, Play};

/// The game.
#[derive(Clone, PartialEq, Debug)]
pub enum XWing {}

/// The table as the rules of this game see it.
pub type Table = table::Table<XWing>;

impl Game for XWing {
    const ID: &'static str = "xwing";
    const RULES_VERSION: u32 = 6;

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
            Cursor::Initiative => setup::determine_initiative(t),
            Cursor::PlaceObstacles => setup::place_obstacle(t),
            Cursor::ChooseEdges => setup::choose_edges(t),
            Cursor::PlaceShips => setup::place_ship(t),
            Cursor::MissionSetup => setup::mission_step(t),
            Cursor::Planning => phases::planning(t),
            Cursor::Decloaking { done } => phases::decloaking(t, done),
            Cursor::Activation { done } => phases::activation(t, done),
            Cursor::EndOfActivation => phases::end_of_activation(t),
            Cursor::Combat { done, level } => phases::combat(t, done, level),
            Cursor::End => phases::end(t),
            Cursor::Over => t.over(),
        }
    }

    fn complete(_: &Setup, state: &mut State) -> Result<(), Vec<Fault>> {
        state.ids().for_each(|id| cards::register_all(state, id));
        Ok(())
    }

    // audit: no rule — what people look at
    fn weight(event: &Event) -> Weight {
        match event {
            Event::Round(_) | Event::Phase(_) | Event::HasInitiative(_) | Event::Scored(_) => Weight::Timing,
            Event::Moved(..)
            | Event::TurnsAbout(..)
            | Event::Rolls(..)
            | Event::Boosts(..)
            | Event::Decloaks(..)
            | Event::Dragged(..)
            | Event::Docked(..)
            | Event::Deployed(..)
            | Event::Attacks(..)
            | Event::AttackRoll(_)
            | Event::DefenseRoll(_)
            | Event::Rerolled(_)
            | Event::Rolled(..)
            | Event::Misses(..)
            | Event::Hits(..)
            | Event::ShieldLost(_)
            | Event::Damage { .. }
            | Event::DamageTurnedUp(..)
            | Event::Destroyed(_)
            | Event::Crippled(..)
            | Event::Fled(_)
            | Event::Escapes(_)
            | Event::ObstacleLaid(..)
            | Event::ObstacleGone(_)
            | Event::BombDropped(..)
            | Event::BombDetonates(_)
            | Event::FinalSalvo(..)
            | Event::Ended(_) => Weight::Headline,
            _ => Weight::Detail,
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        let (winners, ending) = state.result?;
        Some(Outcome { winners, rule: RuleId(victory::rule_of(ending)) })
    }

    // audit: no rule — how many seats a table has
    fn players(state: &State) -> usize {
        state.seats.into()
    }
}
