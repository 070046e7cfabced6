//! Cannons, turrets, torpedoes and missiles.

use arrayvec::ArrayVec;
use flightpath::Face;
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::bombs::{SPEND_ORDNANCE, stock};
use crate::actions::{acquire_lock, assign, may_lock_that, receive_stress, use_up};
use crate::attack::{Roll, agility, cancel_all, primary, shows, turn_all, turn_some};
use crate::cards::conditions::assign_condition;
use crate::cards::patterns::{able, acts, changes, forbids, may, must, rerolls, turns};
use crate::cards::tokens::{
    any, choose_and_reroll, choose_ship, fired, flip, is_turned, may_reroll, roll_attack,
};
use crate::cards::{Deed, Effects, Registry, Topic, UpgradeSlot, WeaponRules, Window, upgrade_facts};
use crate::measure::{arc_to_obstacle, in_primary_arc, in_range, near_target, range_to_obstacle};
use crate::state::{CardRef, MAX_SHIPS, ShipId, State, Token, Weapon};
use crate::{Ask, Choice, Event, Table, XWing, damage};

const NO_EVADE_TOKENS: Denial = denial(
    "xwing.card.homing-missiles.text",
    "Against this weapon no evade tokens can be spent.",
    "Gegen diese Waffe können keine Ausweichmarker ausgegeben werden.",
);
const ONLY_FOCUS: Denial = denial(
    "xwing.core.attack.3.options",
    "The dice of this weapon are modified only by spending focus.",
    "Die Würfel dieser Waffe werden nur durch das Ausgeben von Fokus modifiziert.",
);
const RECHARGING: Denial = denial(
    "xwing.core.attack.1.secondary",
    "The weapon has to recharge first.",
    "Die Waffe muss erst aufladen.",
);
const NO_OBSTACLE: Denial = denial(
    "xwing.core.range.token",
    "No obstacle is at range 1–2 inside the primary firing arc.",
    "Kein Hindernis ist in Reichweite 1–2 im Primärfeuerwinkel.",
);

/// Targets of at most this hull value are stressed by flechettes.
const FLECHETTE_HULL: u8 = 4;
/// The most dice that proton rockets add for agility, and cruise missiles for speed.
const ROCKET_DICE: i32 = 3;
const CRUISE_DICE: u8 = 4;
/// The most blanks that advanced proton torpedoes turn.
const TURNED_BLANKS: u8 = 3;

pub const EFFECTS: Registry = &[
    // torpedoes
    ("proton-torpedoes", fires(&[ONE_FOCUS_CRITICAL])),
    ("advanced-proton-torpedoes", fires(&[BLANKS_FOCUS])),
    ("flechette-torpedoes", fires(&[FLECHETTES])),
    ("ion-torpedoes", fires(&[ION_CLOUD])),
    ("plasma-torpedoes", fires(&[PLASMA])),
    ("bomb-loadout", Effects::FACTS),
    ("renegade-refit", Effects::FACTS),
    (
        "extra-munitions",
        Effects { abilities: &[SPEND_ORDNANCE], equipped: Some(stow_extra_munitions), ..Effects::NONE },
    ),
    ("seismic-torpedo", acts(may_shatter, shatter)),
    // missiles
    ("concussion-missiles", fires(&[ONE_BLANK_HIT])),
    ("cluster-missiles", Effects { weapon: WeaponRules { times: 2, ..WeaponRules::PLAIN }, ..Effects::NONE }),
    ("homing-missiles", forbids(&[NO_EVADING])),
    ("assault-missiles", fires(&[SHRAPNEL])),
    ("ion-pulse-missiles", fires(&[ION_PULSE])),
    ("chardaan-refit", Effects::FACTS),
    ("proton-rockets", fires(&[ROCKETS])),
    ("advanced-homing-missiles", fires(&[PAST_THE_SHIELDS])),
    ("xx-23-s-thread-tracers", fires(&[TRACERS])),
    ("unguided-rockets", forbids(&[UNGUIDED])),
    ("cruise-missiles", fires(&[CRUISE])),
    ("harpoon-missiles", fires(&[HARPOON])),
    // cannons
    ("ion-cannon", fires(&[ION_HIT])),
    ("heavy-laser-cannon", fires(&[NO_ROLLED_CRITICALS])),
    ("autoblaster", Effects { weapon: HITS_STAND, ..Effects::NONE }),
    ("flechette-cannon", fires(&[FLECHETTE_HIT])),
    ("mangler-cannon", fires(&[ONE_HIT_CRITICAL])),
    (
        "arc-caster",
        Effects {
            abilities: &[ARC, ARC_SPENT, ARC_RECHARGED],
            prohibitions: &[NO_ARC_WHILE_RECHARGING],
            ..Effects::NONE
        },
    ),
    ("linked-battery", fires(&[LINKED_BATTERY])),
    // turrets
    ("ion-cannon-turret", fires(&[ION_HIT])),
    ("blaster-turret", Effects::FACTS),
    ("autoblaster-turret", Effects { weapon: HITS_STAND, ..Effects::NONE }),
    (
        "twin-laser-turret",
        Effects {
            abilities: &[ONE_DAMAGE],
            weapon: WeaponRules { times: 2, ..WeaponRules::PLAIN },
            ..Effects::NONE
        },
    ),
    ("dorsal-turret", changes(&[DORSAL])),
    ("synced-turret", fires(&[SYNCED])),
    ("jamming-beam", able(&[JAMS])),
    ("scrambler-missiles", able(&[SCRAMBLES])),
];

const HITS_STAND: WeaponRules = WeaponRules { hits_stand: true, ..WeaponRules::PLAIN };

const fn fires(abilities: &'static [Ability<XWing>]) -> Effects {
    Effects { abilities, ..Effects::NONE }
}

/// The ship that this weapon has hit or been fired at.
fn target(state: &State, card: CardRef) -> Option<ShipId> {
    state.attack().filter(|_| fired(state, card)).map(|attack| attack.defender)
}

/// Other ships at range 1 of a target, of a huge one at range 1 of the section that is attacked.
fn around(state: &State, id: ShipId) -> ArrayVec<ShipId, MAX_SHIPS> {
    state.in_play().filter(|other| *other != id && near_target(state, id, *other, 1)).collect()
}

// ---- attack dice ------------------------------------------------------------------------------------------------------

const ONE_FOCUS_CRITICAL: Ability<XWing> = turns!(Attack, Eye as Critical, fired);

const ONE_BLANK_HIT: Ability<XWing> = turns!(Attack, Blank as Hit, fired);

const ONE_HIT_CRITICAL: Ability<XWing> = turns!(Attack, Hit as Critical, fired);

const BLANKS_FOCUS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(fired(state, card) && shows(state, Roll::Attack, Face::Blank)),
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let Some(blanks) = t.state.attack().map(|attack| attack.attack.count(Face::Blank)) else {
            return Ok(());
        };
        let choice = t.ask(owner, Ask::CardChoice(card), |_, offer| {
            (1..=blanks.min(TURNED_BLANKS)).rev().for_each(|number| offer.add(Choice::Number(number)));
        })?;
        if let Choice::Number(number) = choice {
            turn_some(t, Roll::Attack, Face::Blank, Face::Eye, number.into());
        }
        Ok(())
    },
);

const NO_ROLLED_CRITICALS: Ability<XWing> = must(
    Window::AttackRolled,
    |state, card| Ok(fired(state, card) && shows(state, Roll::Attack, Face::Critical)),
    |t, _| {
        turn_all(t, Roll::Attack, Face::Critical, Face::Hit);
        Ok(())
    },
);

const LINKED_BATTERY: Ability<XWing> = rerolls!(Attack, 1..=1, any, |state, _| {
    let linked = |weapon| match weapon {
        Weapon::Primary => true,
        Weapon::Secondary(other) => {
            upgrade_facts(state, other).is_some_and(|row| row.slot == UpgradeSlot::Cannon)
        }
    };
    state.attack().is_some_and(|attack| linked(attack.weapon))
});

const SYNCED: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let ahead = target(state, card).is_some_and(|target| in_primary_arc(state, card.ship, target));
        if ahead && primary(state, card.ship) > 0 { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    |t, card| {
        let most = primary(&t.state, card.ship) as usize;
        choose_and_reroll(t, card, Roll::Attack, 1..=most, any)
    },
);

const DORSAL: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        let close = fired(state, card) && state.attack().is_some_and(|attack| attack.range == 1);
        if close { dice + 1 } else { dice }
    },
};

/// Adds dice before the roll.
fn add_dice(t: &mut Table, dice: i32) -> Play {
    if let Some(attack) = t.state.attack_mut() {
        attack.added_attack += dice as i8;
    }
    Ok(())
}

fn rocket_dice(state: &State, card: CardRef) -> i32 {
    agility(state, card.ship).min(ROCKET_DICE)
}

const ROCKETS: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| Ok(fired(state, card) && rocket_dice(state, card) > 0),
    |t, card| {
        let dice = rocket_dice(&t.state, card);
        add_dice(t, dice)
    },
);

fn cruise_dice(state: &State, card: CardRef) -> i32 {
    state.ship(card.ship).flown.map_or(0, |flown| flown.speed.min(CRUISE_DICE)).into()
}

const CRUISE: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| Ok(fired(state, card) && cruise_dice(state, card) > 0),
    |t, card| {
        let dice = cruise_dice(&t.state, card);
        add_dice(t, dice)
    },
);

const UNGUIDED: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let own = matches!(deed, Deed::ModifyAttack(ship) if *ship == card.ship);
        (own && fired(state, card)).then_some(ONLY_FOCUS)
    },
};

const NO_EVADING: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let Deed::SpendEvade(ship) = deed else { return None };
        let defends = state.attack().is_some_and(|attack| attack.defender == *ship);
        (defends && fired(state, card)).then_some(NO_EVADE_TOKENS)
    },
};

// ---- hits -------------------------------------------------------------------------------------------------------------

/// Something that must happen when the weapon hits.
const fn on_hit(effect: fn(&mut Table, CardRef) -> Play) -> Ability<XWing> {
    must(Window::Hit, |state, card| Ok(fired(state, card)), effect)
}

/// On a hit: 1 damage and so many ion tokens, and nothing else of the roll counts.
fn ionize(t: &mut Table, card: CardRef, tokens: u8) -> Play {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    cancel_all(t);
    damage::suffer(t, target, 1, 0)?;
    for _ in 0..tokens {
        assign(t, target, Token::Ion)?;
    }
    Ok(())
}

const ION_HIT: Ability<XWing> = on_hit(|t, card| ionize(t, card, 1));
const ION_PULSE: Ability<XWing> = on_hit(|t, card| ionize(t, card, 2));
const ONE_DAMAGE: Ability<XWing> = on_hit(|t, card| ionize(t, card, 0));

const FLECHETTE_HIT: Ability<XWing> = on_hit(|t, card| {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    cancel_all(t);
    damage::suffer(t, target, 1, 0)?;
    if t.state.ship(target).is_stressed() { Ok(()) } else { receive_stress(t, target) }
});

const PAST_THE_SHIELDS: Ability<XWing> = on_hit(|t, card| {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    cancel_all(t);
    damage::deal(t, target, true)
});

const ION_CLOUD: Ability<XWing> = on_hit(|t, card| {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    let others = around(&t.state, target);
    assign(t, target, Token::Ion)?;
    others.into_iter().try_for_each(|other| assign(t, other, Token::Ion))
});

const SHRAPNEL: Ability<XWing> = on_hit(|t, card| {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    around(&t.state, target).into_iter().try_for_each(|other| damage::suffer_by_attack(t, other, 1, 0))
});

/// Friends nearby, this ship included, may lock the target, one after the other.
const TRACERS: Ability<XWing> = on_hit(|t, card| {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    let owner = t.state.ship(card.ship).owner;
    let mut asked = 0;
    loop {
        let choice = t.ask(owner, Ask::CardTarget(card), |state, offer| {
            let own = state.in_play().filter(|id| state.are_friends(card.ship, *id) && asked & id.bit() == 0);
            for id in own.filter(|id| in_range(state, card.ship, *id, 2)) {
                offer.judge(Choice::Ship(id), may_lock_that(state, id, target));
            }
            offer.pass(Choice::Pass);
        })?;
        let Choice::Ship(id) = choice else { break };
        asked |= id.bit();
        acquire_lock(t, id, target)?;
    }
    cancel_all(t);
    Ok(())
});

const PLASMA: Ability<XWing> = must(
    Window::DamageDealt,
    |state, card| Ok(target(state, card).is_some_and(|target| state.ship(target).shields > 0)),
    |t, card| {
        if let Some(target) = target(&t.state, card) {
            t.state.ship_mut(target).shields -= 1;
            t.emit(Event::ShieldLost(target));
        }
        Ok(())
    },
);

// ---- after the attack -------------------------------------------------------------------------------------------------

/// Hit or miss: the hull value counts, whatever damage there is.
const FLECHETTES: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| Ok(target(state, card).is_some_and(|target| damage::hull(state, target) <= FLECHETTE_HULL)),
    |t, card| match target(&t.state, card) {
        Some(target) => receive_stress(t, target),
        None => Ok(()),
    },
);

const HARPOON: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| Ok(fired(state, card) && state.attack().is_some_and(|attack| attack.hit)),
    |t, card| {
        if let Some(target) = target(&t.state, card) {
            assign_condition(t, card, target);
        }
        Ok(())
    },
);

// ---- ARC Caster -------------------------------------------------------------------------------------------------------

const ARC: Ability<XWing> = on_hit(|t, card| {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    let near = |state: &State, id: ShipId| id != target && in_range(state, target, id, 1);
    match choose_ship(t, card, near)? {
        Some(other) => damage::suffer_by_attack(t, other, 1, 0),
        None => Ok(()),
    }
});

const ARC_SPENT: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| Ok(fired(state, card)),
    |t, card| {
        flip(t, card);
        Ok(())
    },
);

const ARC_RECHARGED: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(is_turned(state, card)),
    |t, card| {
        assign(t, card.ship, Token::WeaponsDisabled)?;
        flip(t, card);
        Ok(())
    },
);

const NO_ARC_WHILE_RECHARGING: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let own = matches!(deed, Deed::Attack(_, Weapon::Secondary(weapon), _) if *weapon == card);
        (own && is_turned(state, card)).then_some(RECHARGING)
    },
};

// ---- cards that are no weapons ----------------------------------------------------------------------------------------

fn stow_extra_munitions(state: &mut State, card: CardRef) {
    stock(state, card, &[UpgradeSlot::Torpedo, UpgradeSlot::Missile, UpgradeSlot::Bomb], 1);
}

/// The obstacles that a seismic torpedo reaches.
fn shatterable(state: &State, card: CardRef) -> impl Iterator<Item = u8> {
    let near = move |index: &u8| {
        let obstacle = &state.obstacles[*index as usize];
        arc_to_obstacle(state, card.ship, obstacle)
            && range_to_obstacle(state, card.ship, obstacle).is_some_and(|range| range <= 2)
    };
    (0..state.obstacles.len() as u8).filter(near)
}

fn may_shatter(state: &State, card: CardRef) -> Result<(), Denial> {
    if shatterable(state, card).next().is_some() { Ok(()) } else { Err(NO_OBSTACLE) }
}

/// All ships at range 1 of the obstacle roll a die, then it is gone.
fn shatter(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
        shatterable(state, card).for_each(|index| offer.add(Choice::ObstacleThere(index)));
    })?;
    let Choice::ObstacleThere(index) = choice else { return Ok(()) };
    use_up(t, card)?;
    let obstacle = t.state.obstacles[index as usize];
    let near = |id: &ShipId| range_to_obstacle(&t.state, *id, &obstacle) == Some(1);
    let victims: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(near).collect();
    for id in victims {
        let pool = roll_attack(t, card, 1)?;
        damage::suffer(t, id, pool.count(Face::Hit), pool.count(Face::Critical))?;
    }
    t.state.obstacles.retain(|other| *other != obstacle);
    t.emit(Event::ObstacleGone(obstacle.token));
    Ok(())
}

// ---- jam tokens -------------------------------------------------------------------------------------------------------

const JAMS: Ability<XWing> = on_hit(|t, card| {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    assign(t, target, Token::Jam)?;
    cancel_all(t);
    Ok(())
});

const SCRAMBLES: Ability<XWing> = on_hit(|t, card| {
    let Some(target) = target(&t.state, card) else { return Ok(()) };
    let near: ArrayVec<ShipId, MAX_SHIPS> =
        t.state.others(target).filter(|id| near_target(&t.state, target, *id, 1)).collect();
    assign(t, target, Token::Jam)?;
    for id in near {
        assign(t, id, Token::Jam)?;
    }
    cancel_all(t);
    Ok(())
});
