//! Why something is not possible. A denial always cites the rulebook entry it rests on.

use rulebook::{Lang, RuleId, Words};
use serde::Serialize;

/// A refusal by the rules: the entry that forbids it and one sentence that says why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Denial {
    pub rule: RuleId,
    pub why: Words,
}

/// Shorthand for constants: `const NO_SHIELD: Denial = denial("game.rule.id", "English", "Deutsch");`
pub const fn denial(rule: &'static str, en: &'static str, de: &'static str) -> Denial {
    Denial { rule: RuleId(rule), why: Words { en, de } }
}

impl Denial {
    pub fn text(&self, lang: Lang) -> String {
        format!("{} [{}]", self.why.in_(lang), self.rule)
    }
}

impl std::fmt::Display for Denial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.why.en, self.rule)
    }
}

/// Why an answer was not taken. Nothing has changed when one of these comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody asked this seat (or this track of a sealed question).
    NotAsked,
    /// The answer has the wrong form: an unknown option, too many or too few, not a permutation, not a number.
    Malformed(&'static str),
    /// The answer was given to another question than the one that is open.
    Outdated,
    /// The rules forbid it.
    Denied(Denial),
    /// The game is over.
    Over,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::NotAsked => write!(f, "this seat is not asked anything now"),
            Refusal::Malformed(what) => write!(f, "{what}"),
            Refusal::Outdated => write!(f, "the answer belongs to another question than the open one"),
            Refusal::Denied(denial) => write!(f, "{denial}"),
            Refusal::Over => write!(f, "the game is over"),
        }
    }
}

impl std::error::Error for Refusal {}

/// A fault in a list, a set-up or another document: where it is, which rule it breaks if any, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    pub place: String,
    pub rule: Option<RuleId>,
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}", self.what)?;
        match self.rule {
            Some(rule) => write!(f, " [{rule}]"),
            None => Ok(()),
        }
    }
}
