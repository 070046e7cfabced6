//! Scenarios spoilt in all kinds of ways are refused or played, and never make the program panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rand_core::Rng;
use table::direct::luck;
use table::harness::spoil;

use crate::{Scenario, Scripted, run};

/// Spoils the scenarios of a folder so many times.
pub fn check_spoilt<G: Scripted>(folder: &Path, rounds: u64) -> Result<(), String> {
    let mut texts = Vec::new();
    read_all(folder, &mut texts).map_err(|error| format!("{}: {error}", folder.display()))?;
    for seed in 0..rounds {
        let mut luck = luck(seed);
        let text = spoil(&texts[luck.next_u32() as usize % texts.len()], &mut *luck);
        let play = || Scenario::parse(&text).map(|scenario| run::<G>(&scenario).is_ok());
        let outcome = catch_unwind(AssertUnwindSafe(play));
        if outcome.is_err() {
            return Err(format!("seed {seed}: this scenario panics:\n{text}"));
        }
    }
    Ok(())
}

/// The texts of all files in a folder and those below it, in the same order everywhere.
fn read_all(folder: &Path, texts: &mut Vec<String>) -> std::io::Result<()> {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path())).collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read_all(&path, texts)?;
        } else {
            texts.push(std::fs::read_to_string(path)?);
        }
    }
    Ok(())
}
