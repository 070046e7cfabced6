//! Functions that cards of several files use: questions that they ask of the position, and deeds that no step describes.

mod deeds;
mod questions;
mod searches;

use super::atoms::Ctx;
use super::filters;
use crate::state::{CardId, State};
pub use deeds::*;
pub use questions::*;
pub use searches::*;

pub fn subject(state: &State, ctx: &Ctx) -> Option<CardId> {
    filters::answered(state, ctx).and_then(|occurrence| occurrence.card)
}
