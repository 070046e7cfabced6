//! Upgrade cards, by group.

mod astromech;
pub(in crate::cards) mod bombs;
mod cargo;
mod corvettes;
mod crew;
pub(in crate::cards) mod docking;
mod elite;
mod epic;
mod fleet;
mod modifications;
mod systems;
mod titles;
mod weapons;

use super::Registry;

pub const EFFECTS: &[Registry] = &[
    elite::dice::EFFECTS,
    elite::flying::EFFECTS,
    elite::squad::EFFECTS,
    astromech::EFFECTS,
    crew::damage::EFFECTS,
    crew::dice::EFFECTS,
    crew::flying::EFFECTS,
    crew::tokens::EFFECTS,
    weapons::EFFECTS,
    bombs::EFFECTS,
    cargo::EFFECTS,
    systems::EFFECTS,
    titles::EFFECTS,
    modifications::EFFECTS,
    epic::EFFECTS,
    fleet::EFFECTS,
    corvettes::EFFECTS,
    docking::EFFECTS,
    super::bullseye::UPGRADES,
    super::condition_givers::UPGRADES,
    super::tractor::UPGRADES,
];
