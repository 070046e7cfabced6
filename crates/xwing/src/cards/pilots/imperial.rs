//! Pilots of the Galactic Empire and the First Order.

pub mod fighters;
pub mod first_order;
pub mod specialists;
