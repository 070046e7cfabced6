//! Claims are tried by breaking: the rule code of a game is broken in one place after the other, and a break that no scenario
//! notices is a claim that nobody made. All breaks are built into one copy of the game, so that a break costs a run and no build.
//!
//! It knows Rust and the folders of the workspace, but no game: what is rule code is said in [`sources`].

pub mod copy;
pub mod marks;
pub mod places;
pub mod rewrite;
pub mod sources;
pub mod tables;
pub mod trial;
