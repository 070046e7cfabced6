//! A position as it is kept in a store: where a game goes on without its first answers, under later rules too.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::session::ResumeError;
use crate::table::Luck;
use crate::{Entry, Game, Session};

/// A position, and how much of the journal led to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// What the parts of the position are called and mean; 0 before there were numbers for that.
    #[serde(default)]
    pub schema: u32,
    /// The version of the rules that were played.
    pub rules: u32,
    pub at: usize,
    pub state: Value,
}

/// A position as it is kept, read again.
pub fn read_state<G: Game>(setup: &G::Setup, state: &Value) -> Result<G::State, ResumeError> {
    let mut state = G::State::deserialize(state).map_err(|error| ResumeError::Position(error.to_string()))?;
    G::complete(setup, &mut state).map_err(ResumeError::Setup)?;
    Ok(state)
}

impl<G: Game> Session<G> {
    /// The last position that alone says what comes next.
    pub fn saved(&self) -> Saved {
        let checkpoint = self.checkpoint();
        let state = serde_json::to_value(&checkpoint.state).expect("a position is plain data");
        Saved { schema: G::SCHEMA, rules: G::RULES_VERSION, at: checkpoint.at, state }
    }

    /// A game continued from a position that was kept.
    pub fn go_on(
        setup: &G::Setup,
        saved: &Saved,
        journal: Vec<Entry>,
        luck: Option<Luck>,
    ) -> Result<Self, ResumeError> {
        if saved.schema != G::SCHEMA {
            return Err(ResumeError::Schema(saved.schema));
        }
        let state = read_state::<G>(setup, &saved.state)?;
        Self::restore(setup, state, saved.at, journal, luck)
    }
}
