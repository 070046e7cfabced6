//! Condition cards, and how ships come by them and lose them. A unique condition that is assigned again moves.

use arrayvec::ArrayVec;
use flightpath::Face;
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::patterns::{able, may, must};
use super::tokens::{attacks, concerns, defends, roll_one, target_of};
use super::{
    ConditionId, DamageId, Deed, Effects, Procedure, Registry, Topic, Trait, Window, effects, library,
    register_all, upgrade_facts,
};
use crate::actions::{acquire_lock, may_lock_that};
use crate::attack::{Roll, change, shows, turn_one};
use crate::measure::in_range;
use crate::state::{CardRef, Condition, Damage, MAX_SHIPS, Memo, Moment, Section, ShipId, Slot, State};
use crate::{Ask, Choice, Event, Table, XWing, damage, huge};

const SCRAMBLED: Denial = denial(
    "xwing.core.condition-cards",
    "Scrambled: against this ship no attack dice are modified at range 1.",
    "Gestört: Gegen dieses Schiff werden in Reichweite 1 keine Angriffswürfel modifiziert.",
);

const DEVOTED: Denial = denial(
    "xwing.core.condition-cards",
    "Fanatical Devotion: the ship spends no focus tokens in defense.",
    "Fanatische Ergebenheit: In der Verteidigung gibt das Schiff keine Fokusmarker aus.",
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
    ("a-debt-to-pay", able(&[DEBT])),
    ("suppressive-fire", Effects { modifiers: &[SUPPRESSED], ..able(&[ANSWERED, SILENCED, SLACKENED]) }),
    (
        "fanatical-devotion",
        Effects { prohibitions: &[NO_FOCUS_IN_DEFENSE], ..able(&[ONE_HIT_STANDS, DEVOTION_ENDS]) },
    ),
    (
        "rattled",
        Effects { action: Some(Procedure { may: |_, _| Ok(()), perform: calm_down }), ..able(&[RATTLED]) },
    ),
    (
        "ill-show-you-the-dark-side",
        Effects { received: Some(search_the_deck), ..able(&[DARK_SIDE, DARK_SIDE_LOST]) },
    ),
    (
        "optimized-prototype",
        Effects { received: Some(raise_shields), ..able(&[SHIELD_STRIPPED, LOCK_FOR_THE_DIRECTOR]) },
    ),
    // What these two do is done by the pilot who assigns them.
    ("mimicked", Effects::FACTS),
    ("shadowed", Effects::FACTS),
    ("scrambled", Effects { abilities: &[UNSCRAMBLED], prohibitions: &[NO_MODIFYING], ..Effects::NONE }),
];

/// A ship is assigned the condition that an upgrade hands out, one that does nothing at once.
pub fn assign_condition(t: &mut Table, card: CardRef, target: ShipId) {
    if let Some(kind) = upgrade_facts(&t.state, card).and_then(|row| row.assigns) {
        lay(t, card, kind, target);
    }
}

/// A ship is assigned a condition by a card, and what it does at once is done.
pub fn give(t: &mut Table, by: CardRef, kind: ConditionId, target: ShipId) -> Play {
    let Some(card) = lay(t, by, kind, target) else { return Ok(()) };
    match effects(&t.state, card).received {
        Some(received) => t.because(card, |t| received(t, card)),
        None => Ok(()),
    }
}

/// Lays a condition beside a ship, with what lies on it if it was beside another.
fn lay(t: &mut Table, by: CardRef, kind: ConditionId, target: ShipId) -> Option<CardRef> {
    if t.state.ship(target).destroyed {
        return None;
    }
    let unique = library().condition(kind).unique;
    let (mut amount, mut damage) = (0, None);
    for id in t.state.ids() {
        // A ship holds a condition once; a unique one lies on one ship only.
        let held = t.state.ship(id).conditions.iter().position(|held| held.card == kind);
        if let Some(place) = held.filter(|_| unique || id == target) {
            let held = t.state.ship(id).conditions[place];
            (amount, damage) = (held.memo.amount, held.damage);
            take_away(t, CardRef { ship: id, slot: Slot::Condition(place as u8) });
        }
    }
    let held = &mut t.state.ship_mut(target).conditions;
    held.push(Condition { card: kind, by: by.ship, damage, memo: Memo { amount, ..Memo::default() } });
    let slot = Slot::Condition(held.len() as u8 - 1);
    t.emit(Event::ConditionAssigned(target, kind));
    register_all(&mut t.state, target);
    Some(CardRef { ship: target, slot })
}

pub fn take_away(t: &mut Table, card: CardRef) {
    let Slot::Condition(place) = card.slot else { return };
    let Some(kind) = condition(&t.state, card).map(|held| held.card) else { return };
    t.state.ship_mut(card.ship).conditions.remove(place as usize);
    t.emit(Event::ConditionRemoved(card.ship, kind));
    register_all(&mut t.state, card.ship);
    damage::fit_shields(t, card.ship);
}

/// A condition that ends.
fn end(t: &mut Table, card: CardRef) -> Play {
    take_away(t, card);
    Ok(())
}

fn condition(state: &State, card: CardRef) -> Option<&Condition> {
    let Slot::Condition(place) = card.slot else { return None };
    state.ship(card.ship).conditions.get(place as usize)
}

fn condition_mut(state: &mut State, card: CardRef) -> Option<&mut Condition> {
    let Slot::Condition(place) = card.slot else { return None };
    state.ship_mut(card.ship).conditions.get_mut(place as usize)
}

/// The ship whose card assigned a condition.
fn giver(state: &State, card: CardRef) -> Option<ShipId> {
    condition(state, card).map(|condition| condition.by)
}

/// Whether this card's ship attacks the ship whose card assigned the condition.
fn attacks_giver(state: &State, card: CardRef) -> bool {
    target_of(state, card).is_some_and(|target| giver(state, card) == Some(target))
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
    state.attack().is_some_and(|attack| attack.range == 1) && attacks_giver(state, card)
}

const NO_MODIFYING: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let own =
            matches!(deed, Deed::ModifyAttack(ship) | Deed::SpendFocusAgainst(ship, _) if *ship == card.ship);
        (own && is_scrambled(state, card)).then_some(SCRAMBLED)
    },
};

const UNSCRAMBLED: Ability<XWing> = must(Window::EndOfCombat, |_, _| Ok(true), end);

// ---- A Debt to Pay ----------------------------------------------------------------------------------------------------

const DEBT: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(attacks_giver(state, card) && shows(state, Roll::Attack, Face::Eye)),
    focus_becomes_critical,
);

/// One focus result of the attack becomes a critical hit.
pub fn focus_becomes_critical(t: &mut Table, _: CardRef) -> Play {
    turn_one(t, Roll::Attack, Face::Eye, Face::Critical);
    Ok(())
}

// ---- Suppressive Fire -------------------------------------------------------------------------------------------------

const SUPPRESSED: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| match target_of(state, card) {
        // audit: same (guard always true) — as the target he ends it before dice are counted; only forecasts need the guard
        Some(target) if Some(target) != giver(state, card) => dice - 1,
        _ => dice,
    },
};

const ANSWERED: Ability<XWing> = must(Window::Declared, |state, card| Ok(attacks_giver(state, card)), end);

const SILENCED: Ability<XWing> = must(
    Window::ShipDestroyed,
    |state, card| Ok(state.moment().is_some_and(|moment| Some(moment.ship()) == giver(state, card))),
    end,
);

const SLACKENED: Ability<XWing> = must(
    Window::EndOfCombat,
    |state, card| Ok(giver(state, card).is_some_and(|by| state.ship(by).attacks_made == 0)),
    end,
);

// ---- Fanatical Devotion -----------------------------------------------------------------------------------------------

const NO_FOCUS_IN_DEFENSE: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        (*deed == Deed::SpendFocus(card.ship) && defends(state, card)).then_some(DEVOTED)
    },
};

const ONE_HIT_STANDS: Ability<XWing> = must(
    Window::BeforeCompare,
    |state, card| Ok(attacks(state, card) && state.attack().is_some_and(|attack| attack.focused > 0)),
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.standing_hits = 1;
        }
        Ok(())
    },
);

const DEVOTION_ENDS: Ability<XWing> = must(Window::EndPhase, |_, _| Ok(true), end);

// ---- Rattled ----------------------------------------------------------------------------------------------------------

const RATTLED: Ability<XWing> = must(
    Window::AfterBomb,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        take_away(t, card);
        damage::suffer(t, card.ship, 0, 1)
    },
);

fn calm_down(t: &mut Table, card: CardRef) -> Play {
    if matches!(roll_one(t, card)?, Face::Eye | Face::Hit) {
        take_away(t, card);
    }
    Ok(())
}

// ---- I'll Show You the Dark Side --------------------------------------------------------------------------------------

/// Whether a damage card of the pilot trait may lie in the deck of a ship, as far as anybody can know who has not looked at
/// the cards that lie face down.
fn may_be_found(state: &mut State, id: ShipId, kind: DamageId) -> bool {
    let hidden = |damage: &Damage| !damage.face_up && damage.kind == Some(kind);
    library().damage(kind).concerns == Trait::Pilot
        && (state.ships.iter().any(|ship| ship.damage.iter().any(hidden))
            || state.damage_deck(id, Section::Fore).left_of(kind) > 0)
}

/// Whoever assigned the condition may search the damage deck for a card about the pilot; those of huge ships have none. A card that was expected there but
/// lies face down elsewhere is replaced by the first one that is found.
fn search_the_deck(t: &mut Table, card: CardRef) -> Play {
    let Some(condition) = condition(&t.state, card).copied() else { return Ok(()) };
    if condition.damage.is_some() {
        return Ok(());
    }
    let searcher = t.state.ship(condition.by).owner;
    let expected: ArrayVec<DamageId, 64> =
        library().damage_kinds().filter(|kind| may_be_found(&mut t.state, card.ship, *kind)).collect();
    let choice = t.ask(searcher, Ask::CardChoice(card), |_, offer| {
        expected.iter().for_each(|kind| offer.add(Choice::DamageCard(*kind)));
        offer.pass(Choice::Pass);
    })?;
    let deck = t.state.damage_deck(card.ship, Section::Fore);
    let there = |kind: &DamageId| deck.left_of(*kind) > 0;
    let found = match choice {
        Choice::DamageCard(kind) => {
            Some(kind).filter(there).or(expected.iter().copied().find(|kind| there(kind)))
        }
        _ => None,
    };
    let Some(found) = found else { return end(t, card) };
    t.state.damage_deck(card.ship, Section::Fore).take(found);
    if let Some(condition) = condition_mut(&mut t.state, card) {
        condition.damage = Some(found);
    }
    t.emit(Event::Drawn(card.ship, found));
    Ok(())
}

/// The next critical damage in an attack, whoever is its defender, is the card on the condition; the drawn one goes back to the deck.
const DARK_SIDE: Ability<XWing> = must(
    Window::Dealing,
    |state, card| {
        let dealt = matches!(state.moment(), Some(Moment::Dealing { ship, kind: Some(_), face_up: true }) if ship == card.ship);
        Ok(dealt && state.attack().is_some())
    },
    |t, card| {
        let Some(own) = condition(&t.state, card).and_then(|condition| condition.damage) else {
            return Ok(());
        };
        let Some(Moment::Dealing { kind, .. }) = t.state.moments.last_mut() else { return Ok(()) };
        if let Some(drawn) = kind.replace(own) {
            t.state.damage_deck(card.ship, Section::Fore).shuffle_in(drawn);
        }
        end(t, card)
    },
);

/// The card on the condition of a destroyed ship goes to the discard pile.
const DARK_SIDE_LOST: Ability<XWing> = must(
    Window::ShipDestroyed,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        if let Some(kind) = condition(&t.state, card).and_then(|condition| condition.damage) {
            damage::put_back(t, card.ship, kind);
        }
        end(t, card)
    },
);

// ---- Optimized Prototype ----------------------------------------------------------------------------------------------

fn raise_shields(t: &mut Table, card: CardRef) -> Play {
    t.state.ship_mut(card.ship).shields = damage::shield_value(&t.state, card.ship);
    Ok(())
}

/// The ship that is attacked with the primary weapon.
fn target_of_primary(state: &State, card: CardRef) -> Option<ShipId> {
    target_of(state, card).filter(|_| state.attack().is_some_and(|attack| attack.weapon.is_primary()))
}

const SHIELD_STRIPPED: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| {
        let Some(target) = target_of_primary(state, card) else { return Ok(false) };
        let Some(attack) = state.attack() else { return Ok(false) };
        let section = attack.section.unwrap_or(Section::Fore);
        Ok(huge::shields(state, target, section) > 0 && !attack.attack.0.is_empty())
    },
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::Dice(card), |state, offer| {
            let Some(attack) = state.attack() else { return };
            let dice = attack.attack.0.iter().enumerate();
            dice.for_each(|(die, _)| offer.add(Choice::Die(die as u8)));
        })?;
        let Choice::Die(die) = choice else { return Ok(()) };
        change(t, Roll::Attack, |pool| {
            pool.0.remove(die as usize);
        });
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        // A huge ship loses a shield of the section that is attacked.
        if let Some(section) = t.state.attack().and_then(|attack| attack.section)
            && let Some(huge) = t.state.huge_mut(target)
        {
            huge.struck = section;
        }
        damage::lose_shield(t, target)
    },
};

const LOCK_FOR_THE_DIRECTOR: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let (Some(target), Some(by)) = (target_of_primary(state, card), giver(state, card)) else {
            return Ok(false);
        };
        let near =
            state.ship(by).in_play() && state.ship(target).in_play() && in_range(state, card.ship, by, 2);
        if near { may_lock_that(state, by, target).map(|()| true) } else { Ok(false) }
    },
    |t, card| match (target_of(&t.state, card), giver(&t.state, card)) {
        (Some(target), Some(by)) => acquire_lock(t, by, target),
        _ => Ok(()),
    },
);
