//! Upgrade cards, by group.

mod astromech;
mod bombs;
mod crew;
mod elite;
mod epic;
mod modifications;
mod systems;
mod titles;
mod weapons;

use super::Registry;

pub const EFFECTS: &[Registry] = &[
    elite::EFFECTS,
    astromech::EFFECTS,
    crew::EFFECTS,
    weapons::EFFECTS,
    bombs::EFFECTS,
    systems::EFFECTS,
    titles::EFFECTS,
    modifications::EFFECTS,
    epic::EFFECTS,
];
