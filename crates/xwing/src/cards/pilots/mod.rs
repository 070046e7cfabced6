//! Pilots with an ability, by faction, and the words in which their abilities are told.

mod imperial;
mod rebel;
mod scum;

use arrayvec::ArrayVec;
use table::Play;

use super::{DamageId, Registry};
use crate::damage::{draw, put_back};
use crate::state::{CardRef, Moment, ShipId, State};
use crate::{Ask, Choice, Table};

pub const EFFECTS: &[Registry] = &[
    rebel::fighters::EFFECTS,
    rebel::freighters::EFFECTS,
    rebel::resistance::EFFECTS,
    imperial::fighters::EFFECTS,
    imperial::specialists::EFFECTS,
    imperial::first_order::EFFECTS,
    scum::EFFECTS,
    super::bullseye::PILOTS,
    super::condition_givers::PILOTS,
    super::tractor::PILOTS,
];

/// Whether the damage card about to be dealt to a ship lies face up.
fn dealt_face_up(state: &State) -> Option<ShipId> {
    match state.moment() {
        Some(Moment::Dealing { ship, kind: Some(_), face_up: true }) => Some(ship),
        _ => None,
    }
}

/// More damage cards are drawn; the owner of `card` chooses which one is dealt, and the others are discarded.
fn choose_damage(t: &mut Table, card: CardRef, more: usize) -> Play {
    let Some(Moment::Dealing { ship, kind: Some(first), .. }) = t.state.moment() else { return Ok(()) };
    let mut kinds = ArrayVec::<DamageId, 4>::new();
    kinds.push(first);
    for _ in 0..more {
        kinds.extend(draw(t, ship)?);
    }
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |_, offer| {
        let copies = |i: usize| kinds[..i].contains(&kinds[i]);
        (0..kinds.len()).filter(|i| !copies(*i)).for_each(|i| offer.add(Choice::DamageCard(kinds[i])));
    })?;
    let chosen = if let Choice::DamageCard(kind) = choice { kind } else { first };
    if let Some(place) = kinds.iter().position(|kind| *kind == chosen) {
        kinds.remove(place);
    }
    kinds.into_iter().for_each(|kind| put_back(t, ship, kind));
    if let Some(Moment::Dealing { kind, .. }) = t.state.moments.last_mut() {
        *kind = Some(chosen);
    }
    Ok(())
}
