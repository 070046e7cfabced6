//! Pilots of the Galactic Empire in TIE fighters, advanced and interceptors.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Face, Lean, Maneuver};
use table::timing::{Ability, Modifier, Prohibition, permitted};
use table::{Denial, Play, denial};

use super::super::{choose_damage, dealt_face_up};
use crate::actions::{
    acquire_lock, assign, can_barrel_roll, may_lock_that, may_swerve, pay_stress, spend, spend_lock,
};
use crate::attack::{Roll, add_result, change, may_modify};
use crate::cards::patterns::{
    able, attack_dice, changes, forbids, free_action, may, must, own, picks, turns,
};
use crate::cards::tokens::{
    any, attacks, attacks_at, choose_one_and_reroll, choose_ship, concerns, enemy_at, just_flown, may_reroll,
    other_friend_at, take_effect, target_of,
};
use crate::cards::{
    Deed, Effects, Quantity, Registry, Sharing, Sidestep, Topic, UpgradeSlot, Window, templates,
};
use crate::damage::{deal, doom, random_face_down, turn_up};
use crate::maneuvers::{change_dial, dial};
use crate::measure::{has_firing_arc, in_firing_arc, in_range, range};
use crate::state::{Action, CardRef, Doom, Moment, ShipId, State, Token};
use crate::{Ask, Choice, Table, XWing};

const DARK_CURSED: Denial = denial(
    "xwing.card.dark-curse.text",
    "The defender lets nobody spend focus tokens or reroll attack dice against it.",
    "Gegen diesen Verteidiger können keine Fokusmarker ausgegeben und keine Angriffswürfel neu gewürfelt werden.",
);
const JAX_NEAR: Denial = denial(
    "xwing.core.golden-rule.2",
    "Carnor Jax is at range 1: no focus or evade, neither as an action nor as a token to spend.",
    "Carnor Jax ist in Reichweite 1: kein Fokus und kein Ausweichen, weder als Aktion noch als Marker zum Ausgeben.",
);

const TOO_FAR_TO_LEARN: Denial = denial(
    "xwing.core.golden-rule.1",
    "The ship that has the card is not at range 1–3.",
    "Das Schiff mit der Karte ist nicht in Reichweite 1–3.",
);

pub const EFFECTS: Registry = &[
    ("howlrunner", able(&[HOWLRUNNER])),
    ("dark-curse", forbids(&[DARK_CURSE])),
    ("mauler-mithel", changes(&[MAULER])),
    ("night-beast", able(&[NIGHT_BEAST])),
    ("backstabber", changes(&[BACKSTABBER])),
    ("winged-gundark", able(&[GUNDARK])),
    ("scourge", changes(&[SCOURGE])),
    ("wampa", able(&[WAMPA])),
    ("chaser", able(&[CHASER])),
    ("youngster", Effects { shares: Some(YOUNGSTER), ..Effects::NONE }),
    ("darth-vader", changes(&[VADER])),
    ("maarek-stele", able(&[MAAREK])),
    ("maarek-stele-tie-defender", able(&[MAAREK])),
    ("juno-eclipse", able(&[JUNO])),
    ("zertik-strom", changes(&[ZERTIK])),
    ("commander-alozen", able(&[ALOZEN])),
    ("lieutenant-colzet", able(&[COLZET])),
    ("soontir-fel", able(&[SOONTIR])),
    ("turr-phennir", able(&[TURR])),
    ("fels-wrath", able(&[FELS_WRATH])),
    ("tetran-cowall", able(&[TETRAN])),
    (
        "lieutenant-lorrir",
        Effects { modifiers: &[LORRIRS_TEMPLATES], ..able(&[LORRIR, LORRIR_WITHOUT_CHOICE]) },
    ),
    ("kir-kanos", able(&[KIR_KANOS])),
    ("carnor-jax", forbids(&[CARNOR_JAX])),
    ("boba-fett", able(&[BOBA_FETT])),
];

const HOWLRUNNER: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let friend = attack.attacker != card.ship && state.are_friends(card.ship, attack.attacker);
        if friend && attack.weapon.is_primary() && range(state, card.ship, attack.attacker) == Some(1) {
            may_reroll(state, Roll::Attack, any)
        } else {
            Ok(false)
        }
    },
    |t, card| choose_one_and_reroll(t, card, Roll::Attack, any),
);

const DARK_CURSE: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let cursed = match deed {
            Deed::SpendFocusAgainst(_, target) => *target == card.ship,
            Deed::RerollAttack(ship) => {
                state.attack().is_some_and(|attack| attack.defender == card.ship && attack.attacker == *ship)
            }
            _ => false,
        };
        cursed.then_some(DARK_CURSED)
    },
};

const SOONTIR: Ability<XWing> = may(
    Window::Stressed,
    |state, card| Ok(concerns(state, card)),
    |t, card| assign(t, card.ship, Token::Focus),
);

const TURR: Ability<XWing> = free_action!(AfterAttack, [Action::Boost, Action::BarrelRoll], attacks);

const MAULER: Modifier<XWing> = attack_dice!(1, |state, card| attacks_at(state, card, 1..=1));

const NIGHT_BEAST: Ability<XWing> = free_action!(AfterManeuver, [Action::Focus], |state, card| {
    just_flown(state, card) == Some(Colour::Green)
});

/// The bank of the same speed to the other side.
fn other_bank(state: &State, id: ShipId) -> Option<Maneuver> {
    let set = state.ship(id).dial.filter(|set| set.bearing.is_bank())?;
    let other = |entry: &&Maneuver| entry.speed == set.speed && entry.bearing == set.bearing.mirrored();
    dial(state, id).iter().find(other).copied()
}

const BOBA_FETT: Ability<XWing> = may(
    Window::Revealed,
    |state, card| Ok(concerns(state, card) && other_bank(state, card.ship).is_some()),
    |t, card| {
        if let Some(other) = other_bank(&t.state, card.ship) {
            change_dial(t, card.ship, other);
        }
        Ok(())
    },
);

// ---- TIE fighter ------------------------------------------------------------------------------------------------------

/// The printed arc counts, whatever turrets the defender has.
const BACKSTABBER: Modifier<XWing> = attack_dice!(1, |state, card| {
    target_of(state, card)
        .is_some_and(|target| has_firing_arc(state, target) && !in_firing_arc(state, target, card.ship))
});

const GUNDARK: Ability<XWing> = turns!(Attack, Hit as Critical, |state, card| attacks_at(state, card, 1..=1));

const SCOURGE: Modifier<XWing> = attack_dice!(1, |state, card| {
    target_of(state, card).is_some_and(|target| !state.ship(target).damage.is_empty())
});

const WAMPA: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship) else {
            return Ok(false);
        };
        if attack.attack.0.is_empty() {
            return Ok(false);
        }
        may_modify(state, attack, Roll::Attack).map(|()| true)
    },
    |t, card| {
        let critical = t.state.attack().is_some_and(|attack| attack.attack.has(Face::Critical));
        change(t, Roll::Attack, |pool| pool.0.clear());
        match target_of(&t.state, card) {
            Some(target) if critical => deal(t, target, false),
            _ => Ok(()),
        }
    },
);

const CHASER: Ability<XWing> = must(
    Window::SpentToken,
    |state, card| match state.moment() {
        Some(Moment::Spent(ship, Token::Focus)) => Ok(other_friend_at(state, card, ship, 1)),
        _ => Ok(false),
    },
    |t, card| assign(t, card.ship, Token::Focus),
);

/// Ships of the same type learn what he knows.
const YOUNGSTER: Sharing = Sharing {
    slot: UpgradeSlot::Elite,
    with: |state, card, id| {
        let alike = state.ship(id).kind == state.ship(card.ship).kind;
        // audit: same (3 to 4) — the ruler ends at range 3
        if alike && !in_range(state, card.ship, id, 3) { Err(TOO_FAR_TO_LEARN) } else { Ok(alike) }
    },
};

// ---- TIE advanced -----------------------------------------------------------------------------------------------------

const VADER: Modifier<XWing> = own!(Actions + 1);

const MAAREK: Ability<XWing> = must(
    Window::Dealing,
    |state, card| {
        let by_him = state.attack().is_some_and(|attack| {
            attack.attacker == card.ship && attack.compared && dealt_face_up(state) == Some(attack.defender)
        });
        Ok(by_him)
    },
    |t, card| choose_damage(t, card, 2),
);

/// The maneuver that is set, one speed faster or slower, if there is such a template.
fn other_speeds(state: &State, id: ShipId) -> impl Iterator<Item = Maneuver> {
    let speeds = state.ship(id).dial.into_iter().flat_map(|set| {
        let other = [set.speed.checked_sub(1), set.speed.checked_add(1)];
        other.into_iter().flatten().map(move |speed| Maneuver { speed, ..set })
    });
    speeds.filter(|other| other.path().is_some())
}

fn choose_maneuver(t: &mut Table, card: CardRef, options: &[Maneuver]) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardManeuver(card), |_, offer| {
        options.iter().for_each(|maneuver| offer.add(Choice::Maneuver(*maneuver)));
    })?;
    if let Choice::Maneuver(maneuver) = choice {
        change_dial(t, card.ship, maneuver);
    }
    Ok(())
}

const JUNO: Ability<XWing> = may(
    Window::Revealed,
    |state, card| Ok(concerns(state, card) && other_speeds(state, card.ship).next().is_some()),
    |t, card| {
        let speeds: ArrayVec<Maneuver, 2> = other_speeds(&t.state, card.ship).collect();
        choose_maneuver(t, card, &speeds)
    },
);

const ZERTIK: Modifier<XWing> = Modifier {
    of: Topic::AttackRangeBonus,
    sets: true,
    apply: |state, card, _, bonus| {
        let near = state.attack().is_some_and(|attack| enemy_at(state, card, attack.attacker, 1));
        if near { 0 } else { bonus }
    },
};

fn alozens_prey(state: &State, card: CardRef, id: ShipId) -> bool {
    enemy_at(state, card, id, 1) && may_lock_that(state, card.ship, id).is_ok()
}

const ALOZEN: Ability<XWing> =
    picks!(may, CombatStart, |_, _| true, alozens_prey, |t, card, enemy| acquire_lock(t, card.ship, enemy));

fn colzets_prey(state: &State, card: CardRef, id: ShipId) -> bool {
    let hidden = state.ship(id).damage.iter().any(|damage| !damage.face_up && damage.kind.is_some());
    hidden && state.ship(card.ship).has_locked(id)
}

const COLZET: Ability<XWing> = may(
    Window::EndPhaseStart,
    |state, card| Ok(state.in_play().any(|id| colzets_prey(state, card, id))),
    |t, card| {
        let Some(enemy) = choose_ship(t, card, |state, id| colzets_prey(state, card, id))? else {
            return Ok(());
        };
        spend_lock(t, card.ship, enemy)?;
        match random_face_down(t, enemy)? {
            Some(slot) => turn_up(t, enemy, slot),
            None => Ok(()),
        }
    },
);

// ---- TIE interceptor --------------------------------------------------------------------------------------------------

const FELS_WRATH: Ability<XWing> = must(
    Window::WouldBeDestroyed,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        doom(t, card.ship, Doom::EndOfCombat);
        Ok(())
    },
);

const TETRANS_SPEEDS: [u8; 3] = [1, 3, 5];

fn tetrans_turn(state: &State, card: CardRef) -> Option<Maneuver> {
    state.ship(card.ship).dial.filter(|set| set.bearing == Bearing::ComeAbout && concerns(state, card))
}

const TETRAN: Ability<XWing> = may(
    Window::Revealed,
    |state, card| Ok(tetrans_turn(state, card).is_some()),
    |t, card| {
        let Some(set) = tetrans_turn(&t.state, card) else { return Ok(()) };
        let other = TETRANS_SPEEDS.into_iter().filter(|speed| *speed != set.speed);
        let turns: ArrayVec<Maneuver, 3> = other.map(|speed| Maneuver { speed, ..set }).collect();
        choose_maneuver(t, card, &turns)
    },
);

/// The straight 1, and for a stress token the bank 1 instead. Before he rolls both count as possible.
const LORRIRS_TEMPLATES: Modifier<XWing> = Modifier {
    of: Topic::Templates,
    sets: true,
    apply: |state, card, quantity, set| {
        if *quantity != Quantity::Templates(card.ship, Sidestep::BarrelRoll) {
            set
        } else if state.memo(card).active {
            templates::BANK
        } else if state.moments.contains(&Moment::Rolling(card.ship)) {
            set
        } else {
            set | templates::BANK
        }
    },
};

/// Whether Lorrir, who is about to roll, has the choice, or has to take the bank: there is no room for the straight 1, or the
/// bank was declared.
fn lorrir_rolls(state: &State, card: CardRef, has_choice: bool) -> bool {
    let rolling = state.moment() == Some(Moment::Rolling(card.ship)) && !state.memo(card).active;
    rolling
        && match state.declaration.way(card.ship) {
            Some(way) => !has_choice && way.lean != Lean::Straight,
            None => can_barrel_roll(state, card.ship) == has_choice,
        }
}

fn swerve(t: &mut Table, card: CardRef) -> Play {
    if pay_stress(t, card.ship)? { take_effect(t, card) } else { Ok(()) }
}

/// A roll that finds no room cannot be declared.
const LORRIR: Ability<XWing> = may(
    Window::Rolling,
    |state, card| {
        if lorrir_rolls(state, card, true) { may_swerve(state, card.ship).map(|()| true) } else { Ok(false) }
    },
    swerve,
);
const LORRIR_WITHOUT_CHOICE: Ability<XWing> =
    must(Window::Rolling, |state, card| Ok(lorrir_rolls(state, card, false)), swerve);

const KIR_KANOS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        // audit: same (3 to 4) — the ruler ends at range 3
        if !attacks_at(state, card, 2..=3) || state.ship(card.ship).evade == 0 {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::SpendEvade(card.ship))?;
        may_modify(state, attack, Roll::Attack).map(|()| true)
    },
    |t, card| {
        spend(t, card.ship, Token::Evade)?;
        add_result(t, Roll::Attack, Face::Hit);
        Ok(())
    },
);

const CARNOR_JAX: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let ship = match deed {
            Deed::Perform(ship, Action::Focus | Action::Evade, _) => *ship,
            Deed::SpendFocus(ship) | Deed::SpendEvade(ship) => *ship,
            _ => return None,
        };
        enemy_at(state, card, ship, 1).then_some(JAX_NEAR)
    },
};
