//! Condition cards, and how ships come by them and lose them. A unique condition that is assigned again moves.

use arrayvec::ArrayVec;
use flightpath::Face;
use table::timing::{Ability, Force, Limit, Prohibition};
use table::{Denial, Play, denial};

use super::tokens::{concerns, defends, roll_one, target_of};
use super::{Deed, Effects, Procedure, Registry, Window, library, register_all, upgrade_facts};
use crate::measure::in_range;
use crate::state::{CardRef, Condition, MAX_SHIPS, Memo, ShipId, Slot, State};
use crate::{Event, Table, XWing, damage};

const SCRAMBLED: Denial = denial(
    "xwing.core.condition-cards",
    "Scrambled: against this ship no attack dice are modified at range 1.",
    "Gestört: Gegen dieses Schiff werden in Reichweite 1 keine Angriffswürfel modifiziert.",
);

pub const EFFECTS: Registry = &[
    (
        "harpooned",
        Effects {
            abilities: &[HARPOON_TORN, HARPOON_DESTROYED],
            action: Some(Procedure { may: |_, _| Ok(()), perform: pull_out_harpoon }),
            ..Effects::NONE
        },
    ),
    ("scrambled", Effects { abilities: &[UNSCRAMBLED], prohibitions: &[NO_MODIFYING], ..Effects::NONE }),
];

/// A ship is assigned the condition that an upgrade hands out.
pub fn assign_condition(t: &mut Table, card: CardRef, target: ShipId) {
    let Some(kind) = upgrade_facts(&t.state, card).and_then(|row| row.assigns) else { return };
    if !t.state.ship(target).in_play() {
        return;
    }
    let unique = library().condition(kind).unique;
    let has = |id: ShipId, state: &State| state.ship(id).conditions.iter().position(|held| held.card == kind);
    for id in t.state.ids() {
        // A ship holds a condition once; a unique one lies on one ship only.
        if (unique || id == target)
            && let Some(place) = has(id, &t.state)
        {
            take_away(t, CardRef { ship: id, slot: Slot::Condition(place as u8) });
        }
    }
    let held = &mut t.state.ship_mut(target).conditions;
    if !held.is_full() {
        held.push(Condition { card: kind, by: card.ship, memo: Memo::default() });
        t.emit(Event::ConditionAssigned(target, kind));
        register_all(&mut t.state, target);
    }
}

fn take_away(t: &mut Table, card: CardRef) {
    let Slot::Condition(place) = card.slot else { return };
    if (place as usize) < t.state.ship(card.ship).conditions.len() {
        let kind = t.state.ship_mut(card.ship).conditions.remove(place as usize).card;
        t.emit(Event::ConditionRemoved(card.ship, kind));
        register_all(&mut t.state, card.ship);
    }
}

// ---- Harpooned! -------------------------------------------------------------------------------------------------------

fn hurt_others(t: &mut Table, id: ShipId) -> Play {
    let near = |other: &ShipId| *other != id && in_range(&t.state, id, *other, 1);
    let others: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(near).collect();
    others.into_iter().try_for_each(|other| damage::suffer(t, other, 1, 0))
}

const HARPOON_TORN: Ability<XWing> = Ability {
    window: Window::Hit,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(defends(state, card) && state.attack().is_some_and(|attack| attack.criticals > 0)),
    effect: |t, card| {
        hurt_others(t, card.ship)?;
        take_away(t, card);
        damage::deal(t, card.ship, false)
    },
};

const HARPOON_DESTROYED: Ability<XWing> = Ability {
    window: Window::ShipDestroyed,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card)),
    effect: |t, card| hurt_others(t, card.ship),
};

fn pull_out_harpoon(t: &mut Table, card: CardRef) -> Play {
    let rolled = roll_one(t, card)?;
    take_away(t, card);
    if matches!(rolled, Face::Hit | Face::Critical) { damage::suffer(t, card.ship, 1, 0) } else { Ok(()) }
}

// ---- Scrambled --------------------------------------------------------------------------------------------------------

/// Whether this card's ship attacks the ship that scrambled it, at range 1.
fn is_scrambled(state: &State, card: CardRef) -> bool {
    let Slot::Condition(place) = card.slot else { return false };
    let by = state.ship(card.ship).conditions.get(place as usize).map(|condition| condition.by);
    let close = state.attack().is_some_and(|attack| attack.range == 1);
    close && target_of(state, card).is_some() && target_of(state, card) == by
}

const NO_MODIFYING: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let own =
            matches!(deed, Deed::ModifyAttack(ship) | Deed::SpendFocusAgainst(ship, _) if *ship == card.ship);
        (own && is_scrambled(state, card)).then_some(SCRAMBLED)
    },
};

const UNSCRAMBLED: Ability<XWing> = Ability {
    window: Window::EndOfCombat,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |_, _| Ok(true),
    effect: |t, card| {
        take_away(t, card);
        Ok(())
    },
};
