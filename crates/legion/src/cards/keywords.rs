//! What keywords do. X is the value that is printed with the keyword.

use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, denial};

use super::{Deed, Effects, Registry, Topic, Window, keyword, library};
use crate::attack::weapon;
use crate::defense;
use crate::dice::{AttackFace, DefenseFace, blocks, count};
use crate::state::{Attack, CardRef, Pool, State, UnitId};
use crate::{Event, Table};

fn pool(state: &State) -> Option<&Pool> {
    state.attack.as_ref().map(Attack::pool)
}

fn x(state: &State, card: CardRef) -> i32 {
    keyword(state, card).map_or(0, |keyword| keyword.x.into())
}

fn defends(state: &State, card: CardRef) -> bool {
    pool(state).is_some_and(|pool| pool.defender == card.unit)
}

fn hits(state: &State) -> u8 {
    pool(state).map_or(0, |pool| count(&pool.dice, AttackFace::Hit))
}

/// Whether a unit has a keyword on its unit card or on an upgrade.
fn has(state: &State, unit: UnitId, id: &str) -> bool {
    let unit = state.unit(unit);
    let upgrades = unit.upgrades.iter().flat_map(|kind| &library().upgrade(*kind).keywords);
    unit.facts().keywords.iter().chain(upgrades).any(|keyword| keyword.id == id)
}

/// Adds X to a number.
const fn adds_x(of: Topic) -> Modifier<crate::Legion> {
    Modifier { of, sets: false, apply: |state, card, _, value| value + x(state, card) }
}

const fn may(
    window: Window,
    when: fn(&State, CardRef) -> Result<bool, Denial>,
    effect: fn(&mut Table, CardRef) -> table::Play,
) -> Ability<crate::Legion> {
    Ability { window, force: Force::May, limit: Limit::PerWindow, when, effect }
}

/// Difficult terrain does not slow the unit.
const NOT_SLOWED: Modifier<crate::Legion> =
    Modifier { of: Topic::DifficultTerrain, sets: true, apply: |_, _, _, _| 0 };

/// The unit clambers without rolling dice.
const NO_CLAMBER_DICE: Modifier<crate::Legion> =
    Modifier { of: Topic::ClamberDice, sets: true, apply: |_, _, _, _| 0 };

const HIGH_VELOCITY: Denial = denial(
    "legion.keyword.high-velocity.1",
    "All weapons of the pool have High Velocity: no dodge tokens can be spent.",
    "Alle Waffen des Pools haben Hochgeschwindigkeit: Es können keine Ausweichmarker ausgegeben werden.",
);

pub const EFFECTS: Registry = &[
    (
        "nimble",
        Effects {
            abilities: &[Ability {
                window: Window::AfterDefending,
                force: Force::Must,
                limit: Limit::PerWindow,
                when: |state, card| {
                    let dodged = pool(state).is_some_and(|pool| pool.dodged > 0);
                    Ok(defends(state, card) && dodged && !state.unit(card.unit).is_defeated())
                },
                effect: |t, card| {
                    t.state.unit_mut(card.unit).dodge += 1;
                    t.emit(Event::DodgeGained(card.unit, 1));
                    Ok(())
                },
            }],
            ..Effects::NONE
        },
    ),
    ("precise", Effects { modifiers: &[adds_x(Topic::AimDice)], ..Effects::NONE }),
    ("sharpshooter", Effects { modifiers: &[adds_x(Topic::CoverReduction)], ..Effects::NONE }),
    (
        "low-profile",
        Effects {
            modifiers: &[Modifier {
                of: Topic::Cover,
                sets: true,
                apply: |_, _, _, cover| if cover == 1 { 2 } else { cover },
            }],
            ..Effects::NONE
        },
    ),
    ("unhindered", Effects { modifiers: &[NOT_SLOWED], ..Effects::NONE }),
    ("expert-climber", Effects { modifiers: &[NO_CLAMBER_DICE], ..Effects::NONE }),
    ("scale", Effects { modifiers: &[NOT_SLOWED, NO_CLAMBER_DICE], ..Effects::NONE }),
    (
        "armor",
        Effects {
            abilities: &[may(
                Window::ModifyAttackDice,
                |state, card| Ok(defends(state, card) && hits(state) > 0),
                |t, _| {
                    let canceled = defense::cancel_hits(t, u8::MAX);
                    t.emit(Event::HitsCanceled(canceled));
                    Ok(())
                },
            )],
            ..Effects::NONE
        },
    ),
    (
        "impact",
        Effects {
            abilities: &[may(
                Window::ModifyAttackDice,
                |state, _| {
                    let armored = pool(state).is_some_and(|pool| has(state, pool.defender, "armor"));
                    Ok(armored && hits(state) > 0)
                },
                turn_to_critical,
            )],
            ..Effects::NONE
        },
    ),
    (
        "pierce",
        Effects {
            abilities: &[may(
                Window::ModifyDefenseDice,
                |state, _| Ok(pool(state).is_some_and(|pool| blocks(&pool.defense) > 0)),
                cancel_blocks,
            )],
            ..Effects::NONE
        },
    ),
    (
        "high-velocity",
        Effects {
            prohibitions: &[Prohibition {
                forbids: |state, card, deed| {
                    let Deed::SpendDodge(_) = deed;
                    let own = keyword(state, card)?;
                    let fast = |(_, id): &(u8, crate::WeaponId)| {
                        weapon(state, card.unit, *id)
                            .is_some_and(|(facts, _)| facts.keywords.iter().any(|other| other.id == own.id))
                    };
                    pool(state)?.weapons.iter().all(fast).then_some(HIGH_VELOCITY)
                },
            }],
            ..Effects::NONE
        },
    ),
    (
        "duck-and-cover",
        Effects {
            abilities: &[may(
                Window::DodgeAndCover,
                // Against ranged attacks; there are no others yet.
                |state, card| Ok(defends(state, card)),
                |t, card| {
                    defense::suppress(t, card.unit);
                    Ok(())
                },
            )],
            ..Effects::NONE
        },
    ),
];

fn turn_to_critical(t: &mut Table, card: CardRef) -> table::Play {
    let most = x(&t.state, card) as usize;
    let Some(attack) = &mut t.state.attack else { return Ok(()) };
    let hits = attack.pool_mut().dice.iter_mut().filter(|die| die.face == AttackFace::Hit);
    let mut changed = 0;
    for die in hits.take(most) {
        die.face = AttackFace::Critical;
        changed += 1;
    }
    t.emit(Event::HitsToCriticals(changed));
    Ok(())
}

fn cancel_blocks(t: &mut Table, card: CardRef) -> table::Play {
    let most = x(&t.state, card);
    let Some(attack) = &mut t.state.attack else { return Ok(()) };
    let dice = &mut attack.pool_mut().defense;
    let mut canceled = 0;
    while i32::from(canceled) < most
        && let Some(index) = dice.iter().position(|die| die.face == DefenseFace::Block)
    {
        dice.remove(index);
        canceled += 1;
    }
    t.emit(Event::BlocksCanceled(canceled));
    Ok(())
}
