//! The rulebook of every game on the table: what the in-game reference shows and searches, what a refusal cites,
//! and what conformance counts. The texts lie in `rules/`, one folder per game, and are embedded in the program.
//!
//! This crate owns the format of those files and nothing else: it does not know any game by name, how a rule is
//! played, or where scenarios come from.

mod book;
mod chart;
pub mod conformance;
mod entry;
mod hyphens;
mod index;
mod search;
mod source;
mod terms;
mod words;

pub use book::{Book, GameInfo, ParseError, Rulebook};
pub use chart::{Cell, Chart};
pub use entry::{CardName, Entry, Kind, NotApplicable, RuleId, Ruling, UnknownRule};
pub use search::{Filter, Found, Hit, Place, search};
pub use source::{Source, UnknownSource};
pub use words::{Lang, Name, Text, UnknownLang, Words};
