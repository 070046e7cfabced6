//! Scenarios: small text files that a player can read, and that prove rules.
//!
//! A file names the rules it proves, gives a position, and then says line by line who chooses what, what the dice show,
//! and what must be true. The language is described in `docs/scenarios.md`. This crate knows no game: a game teaches it
//! its positions and claims through [`Scripted`].

pub mod harness;
pub mod needed;
mod parse;
pub mod recorded;
mod run;
pub mod words;

pub use parse::{Expect, Line, ParseError, Scenario, Step};
pub use run::{Failure, run};

use table::{Fault, Show};

/// Why a claim does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It is otherwise; the words say how.
    NotSo(String),
    /// It is no claim that this game knows. Neither `has` nor `has not` is true of it.
    NotUnderstood(String),
}

impl From<String> for Doubt {
    fn from(what: String) -> Self {
        Doubt::NotUnderstood(what)
    }
}

impl From<&str> for Doubt {
    fn from(what: &str) -> Self {
        Doubt::NotUnderstood(what.to_string())
    }
}

/// A game that scenarios can be written for.
pub trait Scripted: Show {
    /// A position while its lines are being read.
    type Given: Default;

    /// Reads one line of the `given` part.
    fn given(given: &mut Self::Given, line: &str) -> Result<(), String>;
    /// The names of the players, by seat.
    fn seats(given: &Self::Given) -> Vec<String>;
    /// How events call a player whom scenarios know by this name, where that is another name.
    fn in_events(_name: &str) -> Option<&'static str> {
        None
    }
    /// The position, or what is wrong with it.
    fn position(given: &Self::Given) -> Result<(Self::Setup, Self::State), Vec<Fault>>;
    /// Whether a claim such as `shields 3` is true of a thing such as a ship.
    fn claim(state: &Self::State, thing: &str, claim: &str) -> Result<(), Doubt>;
    /// The same of what a seat sees.
    fn seen(view: &Self::View, thing: &str, claim: &str) -> Result<(), Doubt>;
    /// Whether the game has reached a place such as `combat` or `round 2`; `None` if there is no such place.
    fn reached(state: &Self::State, place: &str) -> Option<bool>;
}
