//! What the games of the flight-path family share: dials and maneuvers, the movement templates, moving with overlaps,
//! rolling to the side, the red and green dice, and damage decks. It must not know any game, ship or card of the family by name.

mod deck;
mod dice;
mod flight;
mod maneuver;
mod roll;
mod ruler;

pub use deck::DamageDeck;
pub use dice::{ATTACK_FACES, DEFENSE_FACES, Face, Pool, Result as Rolled, cancel};
pub use flight::{Flight, fly};
pub use maneuver::{Bearing, Colour, Maneuver, TEMPLATE_WIDTH};
pub use roll::{Body, Roll, RollTemplate, Stretch, Stretches, Unfit};
pub use ruler::{SECTION, SECTIONS, band};
