//! Pilots with an ability, by faction, and the words in which their abilities are told.

mod imperial;
mod rebel;
mod scum;

use arrayvec::ArrayVec;
use flightpath::Face;
use table::timing::{Ability, Force, Limit, Modifier, Prohibition, permitted};
use table::{Denial, Play};

use super::tokens::{any_possible, attacks, defends, may_reroll};
use super::{Deed, Effects, Registry, Source, Window};
use crate::actions::{all_actions, free_action, may_perform, offer_actions, remove_token};
use crate::attack::Roll;
use crate::damage::{draw, put_back};
use crate::state::{CardRef, Moment, ShipId, State, Token};
use crate::{Ask, Choice, Table, XWing};

pub const EFFECTS: &[Registry] = &[rebel::EFFECTS, imperial::EFFECTS, scum::EFFECTS];

type When = fn(&State, CardRef) -> Result<bool, Denial>;
type Effect = fn(&mut Table, CardRef) -> Play;

/// Something a pilot may do, once each time the window opens.
const fn may(window: Window, when: When, effect: Effect) -> Ability<XWing> {
    Ability { window, force: Force::May, limit: Limit::PerWindow, when, effect }
}

/// Something that happens each time the window opens.
const fn must(window: Window, when: When, effect: Effect) -> Ability<XWing> {
    Ability { window, force: Force::Must, limit: Limit::PerWindow, when, effect }
}

/// Something a pilot may do once per round.
const fn may_once(window: Window, when: When, effect: Effect) -> Ability<XWing> {
    Ability { window, force: Force::May, limit: Limit::PerRound, when, effect }
}

const fn able(abilities: &'static [Ability<XWing>]) -> Effects {
    Effects { abilities, ..Effects::NONE }
}

const fn changes(modifiers: &'static [Modifier<XWing>]) -> Effects {
    Effects { modifiers, ..Effects::NONE }
}

const fn forbids(prohibitions: &'static [Prohibition<XWing>]) -> Effects {
    Effects { prohibitions, ..Effects::NONE }
}

/// Whether this pilot attacks at one of some ranges.
fn attacks_at(state: &State, card: CardRef, ranges: std::ops::RangeInclusive<u8>) -> bool {
    attacks(state, card) && state.attack().is_some_and(|attack| ranges.contains(&attack.range))
}

/// The ship that this pilot attacks or is attacked by.
fn opponent_of(state: &State, card: CardRef) -> Option<ShipId> {
    let attack = state.attack()?;
    if attack.attacker == card.ship {
        Some(attack.defender)
    } else {
        (attack.defender == card.ship).then_some(attack.attacker)
    }
}

/// Whether this pilot rolled these dice and may reroll one of those that are wanted.
fn rerolls_own(state: &State, card: CardRef, roll: Roll, wanted: fn(Face) -> bool) -> Result<bool, Denial> {
    let own = match roll {
        Roll::Attack => attacks(state, card),
        Roll::Defense => defends(state, card),
    };
    if own { may_reroll(state, roll, wanted) } else { Ok(false) }
}

/// Whether a ship has a focus token and may spend it.
fn may_spend_focus(state: &State, id: ShipId) -> Result<bool, Denial> {
    if state.ship(id).focus == 0 {
        return Ok(false);
    }
    permitted::<XWing>(state, Deed::SpendFocus(id)).map(|()| true)
}

/// Whether a ship could perform any free action.
fn can_act(state: &State, id: ShipId) -> Result<bool, Denial> {
    any_possible(all_actions(state, id).map(|action| may_perform(state, id, action, Source::Own)))
}

/// A card lets a ship perform any free action.
fn let_act(t: &mut Table, card: CardRef, id: ShipId) -> Play {
    free_action(t, card, id, |state, offer| {
        offer_actions(state, id, offer);
        offer.pass(Choice::Pass);
    })
}

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
    let mut kinds = ArrayVec::<u8, 4>::new();
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

/// The owner of a card chooses a focus or evade token of a ship, which is taken from it.
fn take_token(t: &mut Table, card: CardRef, from: ShipId) -> Play<Option<Token>> {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
        let ship = state.ship(from);
        if ship.focus > 0 {
            offer.add(Choice::Token(Token::Focus));
        }
        if ship.evade > 0 {
            offer.add(Choice::Token(Token::Evade));
        }
    })?;
    let Choice::Token(token) = choice else { return Ok(None) };
    remove_token(t, from, token);
    Ok(Some(token))
}

/// Whether a ship has a focus or evade token.
fn has_tokens(state: &State, id: ShipId) -> bool {
    state.ship(id).focus > 0 || state.ship(id).evade > 0
}
