//! The `sandtable` program: what each command does. Games are known here only through [`games::AnyGame`].

pub mod commands;
pub mod games;

/// The scenarios that come with the program.
pub static SCENARIOS: include_dir::Dir = include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../scenarios");
