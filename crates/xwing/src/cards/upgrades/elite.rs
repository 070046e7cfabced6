//! Elite talents, by what they do.

pub mod dice;
pub mod flying;
pub mod squad;
