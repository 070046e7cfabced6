//! What the games of the flight-path family share: dials and maneuvers, the movement templates, moving with overlaps,
//! rolling to the side, the red and green dice and their chances, damage decks, what judges of maneuvers have in common, and how all that looks and
//! reads. It must
//! not know any game, ship or card of the family by name.

pub mod aid;
mod deck;
mod dice;
mod flight;
pub mod judging;
mod maneuver;
pub mod odds;
pub mod preview;
mod roll;
mod ruler;
mod swerve;
pub mod words;

pub use deck::DamageDeck;
pub use dice::{ATTACK_FACES, DEFENSE_FACES, Face, Pool, Result as Rolled, cancel};
pub use flight::{Blocker, Flight, Flown, Flyer, Part, Ships, Trail, fly};
pub use maneuver::{Bearing, Colour, Maneuver, TEMPLATE_WIDTH, colour, difficulty};
pub use roll::{Roll, RollTemplate, Stretch, Stretches, Unfit};
pub use ruler::{SECTION, SECTIONS, band};
pub use swerve::{Lean, Sideways, Swerve, Way};
