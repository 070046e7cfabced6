//! Pilots of the Galactic Empire and the First Order.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Face, Maneuver};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition, permitted};
use table::{Denial, Play, denial};

use super::{
    able, attacks_at, can_act, changes, choose_damage, dealt_face_up, forbids, let_act, may, may_once,
    may_spend_focus, must, rerolls_own,
};
use crate::actions::{
    acquire_lock, assign, can_barrel_roll, free_action, may_lock_that, may_perform, pay_stress, perform,
    receive_stress, remove_lock, remove_stress, spend, spend_lock, take_lock,
};
use crate::attack::{Roll, add_result, change, could_attack, extra_attack, may_modify, shows, turn_one};
use crate::cards::tokens::{
    any, any_possible, attacks, choose_and_reroll, choose_ship, concerns, defends, enemy_at, friend_at,
    may_reroll, may_spend_lock, other_friend_at, take_effect, target_of,
};
use crate::cards::{ArcName, Deed, Effects, Quantity, Registry, Sidestep, Source, Topic, Window, templates};
use crate::damage::{deal, doom, random_face_down, suffer, turn_up};
use crate::maneuvers::{change_dial, dial};
use crate::measure::{in_firing_arc, in_named_arc, range};
use crate::state::{Action, CardRef, Doom, Moment, ShipId, State, Token};
use crate::{Ask, Choice, Event, Table, XWing};

const DARK_CURSED: Denial = denial(
    "xwing.card.dark-curse.text",
    "The defender lets nobody spend focus tokens or reroll attack dice against it.",
    "Gegen diesen Verteidiger können keine Fokusmarker ausgegeben und keine Angriffswürfel neu gewürfelt werden.",
);

const KAGI_FIRST: Denial = denial(
    "xwing.card.captain-kagi.text",
    "Captain Kagi could be locked and must be.",
    "Captain Kagi könnte erfasst werden und muss es auch.",
);
const JAX_NEAR: Denial = denial(
    "xwing.core.golden-rule.2",
    "Carnor Jax is at range 1: no focus or evade, neither as an action nor as a token to spend.",
    "Carnor Jax ist in Reichweite 1: kein Fokus und kein Ausweichen, weder als Aktion noch als Marker zum Ausgeben.",
);
const OUTWITTED: Denial = denial(
    "xwing.core.golden-rule.2",
    "“Omega Leader” has it locked: it cannot modify dice in this attack.",
    "„Omega Leader“ hat es erfasst: In diesem Angriff kann es keine Würfel modifizieren.",
);
const STRESSED_ALREADY: Denial = denial(
    "xwing.clar.stressed",
    "Not while the ship is stressed.",
    "Nicht, solange das Schiff gestresst ist.",
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
        Effects {
            abilities: &[LORRIR, LORRIR_WITHOUT_CHOICE],
            modifiers: &[LORRIRS_TEMPLATES],
            ..Effects::NONE
        },
    ),
    ("kir-kanos", able(&[KIR_KANOS])),
    ("carnor-jax", forbids(&[CARNOR_JAX])),
    ("boba-fett", able(&[BOBA_FETT])),
    ("kath-scarlet", able(&[KATH_HITS, KATH_MISSES])),
    ("krassis-trelix", able(&[KRASSIS])),
    ("captain-jonus", able(&[JONUS])),
    ("major-rhymer", changes(&[RHYMER])),
    ("captain-kagi", forbids(&[KAGI])),
    ("colonel-jendon", able(&[JENDON])),
    ("captain-yorr", able(&[YORR])),
    ("colonel-vessery", able(&[VESSERY])),
    ("rexler-brath", able(&[REXLER])),
    ("countess-ryad", able(&[RYAD])),
    ("whisper", able(&[WHISPER])),
    ("echo", changes(&[ECHO])),
    ("rear-admiral-chiraneau", able(&[CHIRANEAU])),
    ("captain-oicunn", able(&[OICUNN])),
    ("commander-kenkirk", changes(&[KENKIRK])),
    ("the-inquisitor", able(&[INQUISITOR])),
    ("valen-rudor", able(&[RUDOR])),
    ("countdown", able(&[COUNTDOWN])),
    ("pure-sabacc", changes(&[PURE_SABACC])),
    ("lieutenant-kestal", able(&[KESTAL])),
    ("double-edge", able(&[DOUBLE_EDGE_AT_ONCE, DOUBLE_EDGE_LAST])),
    ("epsilon-leader", able(&[EPSILON_LEADER])),
    ("epsilon-ace", changes(&[EPSILON_ACE])),
    ("omega-ace", able(&[OMEGA_ACE])),
    ("omega-leader", forbids(&[OMEGA_LEADER])),
    ("zeta-leader", able(&[ZETA_LEADER])),
    ("zeta-ace", changes(&[ZETA_ACE])),
    ("quickdraw", able(&[QUICKDRAW])),
    ("backdraft", able(&[BACKDRAFT])),
    ("test-pilot-blackout", changes(&[BLACKOUT])),
];

const HOWLRUNNER: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let friend = attack.attacker != card.ship && state.are_friends(card.ship, attack.attacker);
        if friend && attack.weapon.is_primary() && range(state, card.ship, attack.attacker) == Some(1) {
            may_reroll(state, Roll::Attack, any)
        } else {
            Ok(false)
        }
    },
    effect: |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=1, any),
};

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

const SOONTIR: Ability<XWing> = Ability {
    window: Window::Stressed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card)),
    effect: |t, card| assign(t, card.ship, Token::Focus),
};

const TURR: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if !attacks(state, card) {
            return Ok(false);
        }
        any_possible(TURRS_ACTIONS.iter().map(|action| may_perform(state, card.ship, *action, Source::Own)))
    },
    effect: |t, card| {
        free_action(t, card, card.ship, |state, offer| {
            for action in TURRS_ACTIONS {
                offer.judge(Choice::Action(action), may_perform(state, card.ship, action, Source::Own));
            }
        })
    },
};
const TURRS_ACTIONS: [Action; 2] = [Action::Boost, Action::BarrelRoll];

const MAULER: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        let close = state.attack().is_some_and(|attack| attack.range == 1);
        if close && attacks(state, card) { dice + 1 } else { dice }
    },
};

const NIGHT_BEAST: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let green = state.ship(card.ship).flown.is_some_and(|flown| flown.colour == Colour::Green);
        if !(green && concerns(state, card)) {
            return Ok(false);
        }
        may_perform(state, card.ship, Action::Focus, Source::Own).map(|()| true)
    },
    effect: |t, card| perform(t, card.ship, Action::Focus),
};

/// The bank of the same speed to the other side.
fn other_bank(state: &State, id: ShipId) -> Option<Maneuver> {
    let set = state.ship(id).dial.filter(|set| set.bearing.is_bank())?;
    let other = |entry: &&Maneuver| entry.speed == set.speed && entry.bearing == set.bearing.mirrored();
    dial(state, id).iter().find(other).copied()
}

const BOBA_FETT: Ability<XWing> = Ability {
    window: Window::Revealed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card) && other_bank(state, card.ship).is_some()),
    effect: |t, card| {
        if let Some(other) = other_bank(&t.state, card.ship) {
            change_dial(t, card.ship, other);
        }
        Ok(())
    },
};

// ---- TIE fighter ------------------------------------------------------------------------------------------------------

/// The printed arc counts, whatever turrets the defender has.
const BACKSTABBER: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        let unseen = target_of(state, card).is_some_and(|target| !in_firing_arc(state, target, card.ship));
        if unseen { dice + 1 } else { dice }
    },
};

const GUNDARK: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(attacks_at(state, card, 1..=1) && shows(state, Roll::Attack, Face::Hit)),
    |t, _| {
        turn_one(t, Roll::Attack, Face::Hit, Face::Critical);
        Ok(())
    },
);

const SCOURGE: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        let hurt = target_of(state, card).is_some_and(|target| !state.ship(target).damage.is_empty());
        if hurt { dice + 1 } else { dice }
    },
};

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

// ---- TIE advanced -----------------------------------------------------------------------------------------------------

const VADER: Modifier<XWing> = Modifier {
    of: Topic::Actions,
    sets: false,
    apply: |_, card, quantity, actions| {
        if *quantity == Quantity::Actions(card.ship) { actions + 1 } else { actions }
    },
};

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
    let set = state.ship(id).dial.filter(|set| set.speed > 0);
    let speeds =
        set.into_iter().flat_map(|set| [set.speed - 1, set.speed + 1].map(|speed| Maneuver { speed, ..set }));
    speeds.filter(|other| other.speed >= 1 && other.path().is_some())
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

const ALOZEN: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| alozens_prey(state, card, id))),
    |t, card| match choose_ship(t, card, |state, id| alozens_prey(state, card, id))? {
        Some(enemy) => acquire_lock(t, card.ship, enemy),
        None => Ok(()),
    },
);

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

/// Whether Lorrir, who is about to roll, could do so with the straight 1.
fn lorrir_rolls(state: &State, card: CardRef, straight: bool) -> bool {
    let rolling = state.moment() == Some(Moment::Rolling(card.ship)) && !state.memo(card).active;
    rolling && can_barrel_roll(state, card.ship) == straight
}

fn swerve(t: &mut Table, card: CardRef) -> Play {
    if pay_stress(t, card.ship)? { take_effect(t, card) } else { Ok(()) }
}

const LORRIR: Ability<XWing> =
    may(Window::Rolling, |state, card| Ok(lorrir_rolls(state, card, true)), swerve);
const LORRIR_WITHOUT_CHOICE: Ability<XWing> =
    must(Window::Rolling, |state, card| Ok(lorrir_rolls(state, card, false)), swerve);

const KIR_KANOS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
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

// ---- Firespray, TIE bomber, Lambda shuttle ----------------------------------------------------------------------------

/// Critical hits that the defender's evades have cancelled, not those that a card has.
fn lost_criticals(state: &State, card: CardRef) -> bool {
    attacks(state, card) && state.attack().is_some_and(|attack| attack.cancelled_criticals > 0)
}

fn frighten(t: &mut Table, card: CardRef) -> Play {
    match target_of(&t.state, card) {
        Some(target) => receive_stress(t, target),
        None => Ok(()),
    }
}

const KATH_HITS: Ability<XWing> = must(Window::Hit, |state, card| Ok(lost_criticals(state, card)), frighten);
const KATH_MISSES: Ability<XWing> =
    must(Window::Missed, |state, card| Ok(lost_criticals(state, card)), frighten);

const KRASSIS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let secondary = state.attack().is_some_and(|attack| !attack.weapon.is_primary());
        if secondary { rerolls_own(state, card, Roll::Attack, any) } else { Ok(false) }
    },
    |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=1, any),
);

const JONUS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        if !attack.weapon.is_primary() && other_friend_at(state, card, attack.attacker, 1) {
            may_reroll(state, Roll::Attack, any)
        } else {
            Ok(false)
        }
    },
    |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=2, any),
);

const RHYMER: Modifier<XWing> = Modifier {
    of: Topic::WeaponReach,
    sets: false,
    apply: |_, card, quantity, shift| {
        if *quantity == Quantity::WeaponReach(card.ship) { shift + 1 } else { shift }
    },
};

/// Whoever may choose and could lock him cannot lock anybody else. An effect that names its target leaves no choice.
const KAGI: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let Deed::Lock(ship, target) = deed else { return None };
        let elsewhere = *target != card.ship && !state.are_friends(*ship, card.ship);
        let possible =
            || !state.ship(*ship).has_locked(card.ship) && may_lock_that(state, *ship, card.ship).is_ok();
        (elsewhere && possible()).then_some(KAGI_FIRST)
    },
};

fn takes_a_lock(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 1) && state.ship(id).locks.is_empty()
}

/// The blue token changes hands; that is not acquiring a lock.
const JENDON: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| {
        let locked = !state.ship(card.ship).locks.is_empty();
        Ok(locked && state.in_play().any(|id| takes_a_lock(state, card, id)))
    },
    |t, card| {
        let Some(friend) = choose_ship(t, card, |state, id| takes_a_lock(state, card, id))? else {
            return Ok(());
        };
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::GiveUpLock(card.ship), |state, offer| {
            state.ship(card.ship).locks.iter().for_each(|locked| offer.add(Choice::Ship(*locked)));
        })?;
        if let Choice::Ship(target) = choice {
            remove_lock(t, card.ship, target);
            t.emit(Event::LockLost(card.ship, target));
            take_lock(t, friend, target)?;
        }
        Ok(())
    },
);

const YORRS_NERVES: u8 = 2;

const YORR: Ability<XWing> = may(
    Window::WouldReceiveStress,
    |state, card| {
        let calm = state.ship(card.ship).stress <= YORRS_NERVES;
        Ok(calm && state.moment().is_some_and(|moment| other_friend_at(state, card, moment.ship(), 2)))
    },
    |t, card| receive_stress(t, card.ship),
);

// ---- TIE defender, TIE phantom ----------------------------------------------------------------------------------------

const VESSERY: Ability<XWing> = may(
    Window::AttackRolled,
    |state, card| {
        let Some(target) = target_of(state, card) else { return Ok(false) };
        let locked = state.in_play().any(|id| state.ship(id).has_locked(target));
        Ok(locked && may_lock_that(state, card.ship, target).is_ok())
    },
    |t, card| match target_of(&t.state, card) {
        Some(target) => acquire_lock(t, card.ship, target),
        None => Ok(()),
    },
);

fn fresh_and_hidden(state: &State, id: ShipId) -> impl Iterator<Item = u8> {
    let damage = state.ship(id).damage.iter().enumerate();
    damage
        .filter(|(_, damage)| damage.fresh && !damage.face_up && damage.kind.is_some())
        .map(|(i, _)| i as u8)
}

/// All cards that the attack dealt, those too that were carried out and turned down.
const REXLER: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| match target_of(state, card) {
        Some(target) if fresh_and_hidden(state, target).next().is_some() => may_spend_focus(state, card.ship),
        _ => Ok(false),
    },
    |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        spend(t, card.ship, Token::Focus)?;
        let slots: ArrayVec<u8, 16> = fresh_and_hidden(&t.state, target).collect();
        for slot in slots {
            turn_up(t, target, slot)?;
        }
        Ok(())
    },
);

/// In the colour of the straight.
const RYAD: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        let straight = state.ship(card.ship).dial.is_some_and(|set| set.bearing == Bearing::Straight);
        Ok(straight && concerns(state, card))
    },
    |t, card| {
        if let Some(set) = t.state.ship(card.ship).dial {
            change_dial(t, card.ship, Maneuver { bearing: Bearing::ComeAbout, ..set });
        }
        Ok(())
    },
);

const ECHO: Modifier<XWing> = Modifier {
    of: Topic::Templates,
    sets: true,
    apply: |_, card, quantity, set| {
        if *quantity == Quantity::Templates(card.ship, Sidestep::Decloak) { templates::BANK } else { set }
    },
};

const WHISPER: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| Ok(attacks(state, card) && state.attack().is_some_and(|attack| attack.hit)),
    |t, card| assign(t, card.ship, Token::Focus),
);

// ---- VT-49, TIE advanced prototype, TIE striker, TIE aggressor --------------------------------------------------------

const CHIRANEAU: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(attacks_at(state, card, 1..=2) && shows(state, Roll::Attack, Face::Eye)),
    |t, _| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Critical);
        Ok(())
    },
);

const OICUNN: Ability<XWing> = must(
    Window::AfterManeuver,
    |state, card| {
        let rammed = |id: ShipId| state.ship(card.ship).touching & id.bit() != 0;
        Ok(concerns(state, card) && state.enemies_of(card.ship).any(rammed))
    },
    |t, card| {
        let touched = t.state.ship(card.ship).touching;
        for id in t.state.ids() {
            if touched & id.bit() != 0 && !t.state.are_friends(card.ship, id) {
                suffer(t, id, 1, 0)?;
            }
        }
        Ok(())
    },
);

const KENKIRK: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| {
        let ship = state.ship(card.ship);
        let hurt = ship.shields == 0 && !ship.damage.is_empty();
        if *quantity == Quantity::Agility(card.ship) && hurt { agility + 1 } else { agility }
    },
};

const INQUISITOR: Ability<XWing> = must(
    Window::Declared,
    |state, card| {
        let primary = state.attack().is_some_and(|attack| attack.weapon.is_primary());
        Ok(primary && attacks_at(state, card, 2..=3))
    },
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.range = 1;
        }
        Ok(())
    },
);

const RUDOR: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        if defends(state, card) && state.ship(card.ship).in_play() {
            can_act(state, card.ship)
        } else {
            Ok(false)
        }
    },
    |t, card| let_act(t, card, card.ship),
);

const COUNTDOWN: Ability<XWing> = may(
    Window::BeforeCompare,
    |state, card| {
        if !defends(state, card) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(STRESSED_ALREADY) } else { Ok(true) }
    },
    |t, card| {
        suffer(t, card.ship, 1, 0)?;
        change(t, Roll::Attack, |pool| pool.0.clear());
        change(t, Roll::Defense, |pool| pool.0.clear());
        receive_stress(t, card.ship)
    },
);

const PURE_SABACC: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        if attacks(state, card) && state.ship(card.ship).damage.len() <= 1 { dice + 1 } else { dice }
    },
};

const KESTAL: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship) else {
            return Ok(false);
        };
        if !(attack.defense.has(Face::Blank) || attack.defense.has(Face::Eye)) {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::SpendFocusAgainst(card.ship, attack.defender))?;
        may_spend_focus(state, card.ship)
    },
    |t, card| {
        spend(t, card.ship, Token::Focus)?;
        change(t, Roll::Defense, |pool| {
            pool.0.retain(|result| !matches!(result.face, Face::Blank | Face::Eye))
        });
        Ok(())
    },
);

/// A secondary weapon missed; another weapon could be fired.
fn double_edged(state: &State, card: CardRef, last: bool) -> bool {
    let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship && !attack.hit) else {
        return false;
    };
    state.options.rules().extra_attacks_last == last
        && !attack.weapon.is_primary()
        && could_attack(state, card.ship, |weapon, _| weapon != attack.weapon)
}

fn other_edge(t: &mut Table, card: CardRef) -> Play {
    let Some(weapon) = t.state.attack().map(|attack| attack.weapon) else { return Ok(()) };
    extra_attack(t, card, card.ship, |other, _| other != weapon).map(|_| ())
}

const DOUBLE_EDGE_AT_ONCE: Ability<XWing> =
    may_once(Window::Missed, |state, card| Ok(double_edged(state, card, false)), other_edge);
const DOUBLE_EDGE_LAST: Ability<XWing> =
    may_once(Window::AttackDone, |state, card| Ok(double_edged(state, card, true)), other_edge);

// ---- First Order ------------------------------------------------------------------------------------------------------

fn is_calmed(state: &State, card: CardRef, id: ShipId) -> bool {
    friend_at(state, card, id, 1) && state.ship(id).is_stressed()
}

const EPSILON_LEADER: Ability<XWing> = must(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| is_calmed(state, card, id))),
    |t, card| {
        let calmed: ArrayVec<ShipId, 20> =
            t.state.in_play().filter(|id| is_calmed(&t.state, card, *id)).collect();
        for id in calmed {
            remove_stress(t, id)?;
        }
        Ok(())
    },
);

const EPSILON_ACES_SKILL: i32 = 12;

const EPSILON_ACE: Modifier<XWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |state, card, quantity, skill| {
        let unhurt = state.ship(card.ship).damage.is_empty();
        if *quantity == Quantity::Skill(card.ship) && unhurt { EPSILON_ACES_SKILL } else { skill }
    },
};

const OMEGA_ACE: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(target) = target_of(state, card) else { return Ok(false) };
        if !may_spend_lock(state, card.ship, target)? {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::ModifyAttack(card.ship))?;
        permitted::<XWing>(state, Deed::SpendFocusAgainst(card.ship, target))?;
        may_spend_focus(state, card.ship)
    },
    |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        spend(t, card.ship, Token::Focus)?;
        spend_lock(t, card.ship, target)?;
        let added = t.state.options.rules().added_results_modifiable;
        change(t, Roll::Attack, |pool| {
            let dice = pool.0.iter_mut().filter(|result| added || !result.added);
            dice.for_each(|result| result.face = Face::Critical);
        });
        Ok(())
    },
);

/// Spending focus, evades and locks for dice is modifying them, too.
const OMEGA_LEADER: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let ship = match deed {
            Deed::ModifyAttack(ship)
            | Deed::ModifyDefense(ship)
            | Deed::RerollAttack(ship)
            | Deed::SpendFocus(ship)
            | Deed::SpendEvade(ship)
            | Deed::SpendLock(ship) => *ship,
            _ => return None,
        };
        let between = state.attack().is_some_and(|attack| {
            [(attack.attacker, attack.defender), (attack.defender, attack.attacker)]
                .contains(&(ship, card.ship))
        });
        (between && state.ship(card.ship).has_locked(ship)).then_some(OUTWITTED)
    },
};

const ZETA_LEADER: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| {
        if !attacks(state, card) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(STRESSED_ALREADY) } else { Ok(true) }
    },
    |t, card| {
        if pay_stress(t, card.ship)?
            && let Some(attack) = t.state.attack_mut()
        {
            attack.added_attack += 1;
        }
        Ok(())
    },
);

const ZETA_ACE: Modifier<XWing> = Modifier {
    of: Topic::Templates,
    sets: false,
    apply: |_, card, quantity, set| {
        if *quantity == Quantity::Templates(card.ship, Sidestep::BarrelRoll) {
            set | templates::LONGER
        } else {
            set
        }
    },
};

const QUICKDRAW: Ability<XWing> = may_once(
    Window::ShieldLost,
    |state, card| Ok(concerns(state, card) && could_attack(state, card.ship, |weapon, _| weapon.is_primary())),
    |t, card| extra_attack(t, card, card.ship, |weapon, _| weapon.is_primary()).map(|_| ()),
);

const BACKDRAFT: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let behind = |target| in_named_arc(state, card.ship, ArcName::Rear, target);
        match (target_of(state, card), state.attack()) {
            (Some(target), Some(attack)) if behind(target) => {
                may_modify(state, attack, Roll::Attack).map(|()| true)
            }
            _ => Ok(false),
        }
    },
    |t, _| {
        add_result(t, Roll::Attack, Face::Critical);
        Ok(())
    },
);

const BLACKOUT: Modifier<XWing> = Modifier {
    of: Topic::DefenseDice,
    sets: false,
    apply: |state, card, _, dice| {
        let obstructed = state.attack().is_some_and(|attack| attack.obstructed);
        if attacks(state, card) && obstructed { dice - 2 } else { dice }
    },
};
