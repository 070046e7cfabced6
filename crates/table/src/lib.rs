//! The table kernel: everything that playing a game needs and no game owns.
//!
//! Rules are straight-line code that *asks* ([`Table::ask`] and its siblings) whenever a person or chance has to
//! decide; `?` carries the pause. Two drivers answer: a [`Policy`] plays a whole game in one ordinary call
//! ([`direct`]), a journal replays recorded answers and stops at the first question that has none ([`Session`]).
//! This crate must not know any game, card or rule by name.

mod board;
mod chance;
mod deck;
mod denial;
pub mod direct;
pub mod files;
mod fork;
mod game;
pub mod harness;
mod hash;
mod journal;
pub mod lobby;
pub mod mission;
mod offer;
pub mod prose;
pub mod replay;
pub mod row;
mod saved;
mod seat;
mod session;
mod set;
pub mod spelling;
mod table;
pub mod timing;
mod whole;

pub use board::Board;
pub use chance::{Die, Faces};
pub use deck::Deck;
pub use denial::{Capacity, Denial, Fault, Put, Refusal, capacity, denial, is_one_meant};
pub use direct::{Decision, Policy};
pub use fork::{Branch, Fork};
pub use game::{Appraise, Game, Outcome, Resample, Show, hyphenate};
pub use geometry::Pose;
pub use hash::stable_hash;
pub use journal::{Answer, Entry, Kind, Pending, Picks};
pub use offer::{Offers, Options};
pub use row::Row;
pub use rulebook::{Lang, Name, RuleId, Text, Words};
pub use saved::{Saved, read_state};
pub use seat::{Seat, Seats};
pub use session::{Checkpoint, ResumeError, Session, Status};
pub use set::{Member, Set};
pub use table::{Logged, Luck, Pause, Play, Step, Table};
pub use whole::{Part, Parts, Plan, Whole};
