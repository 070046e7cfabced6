//! Pilots of the Rebel Alliance and the Resistance.

pub mod fighters;
pub mod freighters;
pub mod resistance;
