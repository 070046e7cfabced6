//! Cards that hand out tractor beam tokens, and one that makes them stay.

use table::timing::{Ability, Force, Limit, Modifier};
use table::{Denial, Play, denial};

use super::patterns::{able, may, must};
use super::tokens::{attacks, choose_ship, enemy_at, fired, take_effect, target_of};
use super::{ArcName, Effects, Procedure, Quantity, Registry, Topic, Window};
use crate::attack::cancel_all;
use crate::measure::{in_firing_arc, in_named_arc, in_primary_arc, in_range};
use crate::state::{CardRef, MAX_SHIPS, ShipId, State, Token, opponent};
use crate::tractor::tractor;
use crate::{Table, XWing};

const NOBODY_TO_TUG: Denial = denial(
    "xwing.core.token.tractor",
    "No ship is at range 1 in the firing arc.",
    "Kein Schiff ist in Reichweite 1 im Feuerwinkel.",
);

pub const PILOTS: Registry = &[("ketsu-onyo", able(&[KETSU])), ("unkar-plutt", able(&[UNKAR]))];

pub const UPGRADES: Registry = &[
    ("tractor-beam", able(&[TRACTOR_BEAM])),
    ("ketsu-onyo-crew", Effects { modifiers: &[HELD], ..able(&[HOLD]) }),
    ("shadow-caster", able(&[SHADOW_CASTER])),
    ("mist-hunter", Effects::FACTS),
    (
        "spacetug-tractor-array",
        Effects { action: Some(Procedure { may: may_tug, perform: tug }), ..Effects::NONE },
    ),
];

const TRACTOR_BEAM: Ability<XWing> = must(
    Window::Hit,
    |state, card| Ok(fired(state, card)),
    |t, card| {
        cancel_all(t);
        match target_of(&t.state, card) {
            Some(target) => tractor(t, target, t.state.ship(card.ship).owner),
            None => Ok(()),
        }
    },
);

const SHADOW_CASTER: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let hit = attacks(state, card) && state.attack().is_some_and(|attack| attack.hit);
        let seen = |target: ShipId| {
            state.ship(target).in_play()
                && in_range(state, card.ship, target, 2)
                && in_named_arc(state, card.ship, ArcName::Mobile, target)
        };
        Ok(hit && target_of(state, card).is_some_and(seen))
    },
    |t, card| match target_of(&t.state, card) {
        Some(target) => tractor(t, target, t.state.ship(card.ship).owner),
        None => Ok(()),
    },
);

fn in_both_arcs(state: &State, card: CardRef, id: ShipId) -> bool {
    id != card.ship
        && in_range(state, card.ship, id, 1)
        && in_primary_arc(state, card.ship, id)
        && in_named_arc(state, card.ship, ArcName::Mobile, id)
}

const KETSU: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| in_both_arcs(state, card, id))),
    |t, card| match choose_ship(t, card, |state, id| in_both_arcs(state, card, id))? {
        Some(id) => tractor(t, id, opponent(t.state.ship(id).owner)),
        None => Ok(()),
    },
);

/// Everybody whom he touches is concerned, friends too; it is always the opponent who drags a ship.
const UNKAR: Ability<XWing> = must(
    Window::EndOfActivation,
    |state, card| Ok(state.ship(card.ship).touching != 0),
    |t, card| {
        let touching = t.state.ship(card.ship).touching;
        let touched: arrayvec::ArrayVec<ShipId, MAX_SHIPS> =
            t.state.in_play().filter(|id| touching & id.bit() != 0).collect();
        touched.into_iter().try_for_each(|id| tractor(t, id, opponent(t.state.ship(id).owner)))
    },
);

fn tuggable(state: &State, card: CardRef, id: ShipId) -> bool {
    id != card.ship && in_range(state, card.ship, id, 1) && in_firing_arc(state, card.ship, id)
}

fn may_tug(state: &State, card: CardRef) -> Result<(), Denial> {
    if state.in_play().any(|id| tuggable(state, card, id)) { Ok(()) } else { Err(NOBODY_TO_TUG) }
}

/// A friend is dragged by this ship's player, as an enemy would be.
fn tug(t: &mut Table, card: CardRef) -> Play {
    match choose_ship(t, card, |state, id| tuggable(state, card, id))? {
        Some(id) => tractor(t, id, t.state.ship(card.ship).owner),
        None => Ok(()),
    }
}

fn holdable(state: &State, card: CardRef, id: ShipId) -> bool {
    state.ship(id).tractor > 0 && enemy_at(state, card, id, 2) && in_firing_arc(state, card.ship, id)
}

const HOLD: Ability<XWing> = Ability {
    window: Window::EndPhaseStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.in_play().any(|id| holdable(state, card, id))),
    effect: |t, card| {
        let held = choose_ship(t, card, |state, id| holdable(state, card, id))?;
        if let Some(memo) = t.state.memo_mut(card) {
            memo.target = held;
        }
        take_effect(t, card)
    },
};

const HELD: Modifier<XWing> = Modifier {
    of: Topic::Keeps,
    sets: false,
    apply: |state, card, quantity, kept| match quantity {
        Quantity::Keeps(id, Token::Tractor) if state.memo(card).target == Some(*id) => i32::from(u8::MAX),
        _ => kept,
    },
};
