//! Load, faults and abuse for a server, and the judgement of what it did with them. It is a client like any other: it knows the
//! protocol as a browser meets it and the form of a table's records, but no game and nothing of the server's inside. The program
//! that serves the table must not depend on it.

mod checker;
pub mod crowd;
mod desk;
pub mod faults;
pub mod flood;
pub mod http;
mod ledger;
mod look;
mod luck;
pub mod node;
mod offers;
mod pace;
mod page;
mod player;
pub mod process;
mod report;
pub mod run;
mod socket;
mod spectator;
mod tally;
mod visit;

pub use checker::{Found, Violation};
pub use report::{Report, Spread};
