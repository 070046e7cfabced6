//! Pilots of the Galactic Empire in all other ships.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Face, Maneuver};
use table::timing::{Ability, Modifier, Prohibition, permitted};
use table::{Denial, Play, denial};

use crate::actions::{
    acquire_lock, assign, may_lock_that, pay_stress, receive_stress, remove_lock, remove_token, spend,
    take_lock, upgrade_actions,
};
use crate::attack::{Roll, add_result, change, could_attack, extra_attack, shows, turn_one};
use crate::cards::patterns::{
    able, allows, attack_dice, changes, drops, forbids, free_action, may, may_once, must, must_once, own,
    turns,
};
use crate::cards::tokens::{
    act, any, attacks, attacks_at, can_act, choose_and_reroll, choose_one_and_reroll, choose_ship, concerns,
    defends, has_tokens, let_act, may_act, may_act_again, may_reroll, may_spend_focus, other_friend_at,
    rerolls_own, take_token, target_of, touches, unstressed,
};
use crate::cards::upgrades::docking::LAUNCH;
use crate::cards::{
    Deed, Effects, Quantity, Registry, Sidestep, Topic, UpgradeSlot, Window, templates, upgrade_facts,
};
use crate::damage::{suffer, turn_up};
use crate::maneuvers::change_dial;
use crate::state::{Action, Attack, CardRef, Moment, Section, ShipId, State, Token};
use crate::{Ask, Choice, Event, Table, XWing, huge};

const KAGI_FIRST: Denial = denial(
    "xwing.card.captain-kagi.text",
    "Captain Kagi can be locked and so must be chosen.",
    "Captain Kagi ist erfassbar und muss deshalb gewählt werden.",
);
pub const EFFECTS: Registry = &[
    ("raider-class-corvette-fore", able(&[SECOND_SALVO])),
    ("gozanti-class-cruiser", able(&[LAUNCH])),
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
    ("deathfire", able(&[DEATHFIRE_REVEALS, DEATHFIRE_ACTS])),
    ("tomax-bren", able(&[TOMAX])),
    ("duchess", changes(&[allows!(IgnoreTitle)])),
    ("redline", Effects { modifiers: &[REDLINES_LOCKS, REDLINES_AIM], ..able(&[REDLINE]) }),
    ("deathrain", Effects { modifiers: &[drops!(FRONT)], ..able(&[DEATHRAIN]) }),
    ("major-vynder", changes(&[VYNDER])),
    ("lieutenant-karsabi", able(&[KARSABI])),
    ("major-vermeil", able(&[VERMEIL])),
    ("captain-feroph", able(&[FEROPH])),
    ("vizier", able(&[VIZIER])),
];

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
    |t, card| choose_one_and_reroll(t, card, Roll::Attack, any),
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

const RHYMER: Modifier<XWing> = own!(WeaponReach + 1);

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

const CHIRANEAU: Ability<XWing> =
    turns!(Attack, Eye as Critical, |state, card| attacks_at(state, card, 1..=2));

const OICUNN: Ability<XWing> = must(
    Window::AfterManeuver,
    |state, card| Ok(concerns(state, card) && state.enemies_of(card.ship).any(|id| touches(state, card, id))),
    |t, card| {
        for id in t.state.ids() {
            if touches(&t.state, card, id) && !t.state.are_friends(card.ship, id) {
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
        // audit: same (3 to 4) — the ruler ends at range 3
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
        unstressed(state, card, "xwing.clar.stressed")
    },
    |t, card| {
        suffer(t, card.ship, 1, 0)?;
        change(t, Roll::Attack, |pool| pool.0.clear());
        change(t, Roll::Defense, |pool| pool.0.clear());
        receive_stress(t, card.ship)
    },
);

const PURE_SABACC: Modifier<XWing> = attack_dice!(1, |state, card| state.ship(card.ship).damage.len() <= 1);

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

// ---- huge ships -------------------------------------------------------------------------------------------------------

/// The fore section of the Raider, unless it is crippled, may spend energy to fire its primary weapon again.
const SECOND_SALVO: Ability<XWing> = may_once(
    Window::AfterAttack,
    |state, card| {
        let primary = state.attack().is_some_and(|attack| attack.weapon.is_primary());
        let able = primary && attacks(state, card) && !huge::is_crippled(state, card.ship, Section::Fore);
        let again = || could_attack(state, card.ship, |weapon, _| weapon.is_primary());
        Ok(able && huge::may_spend(state, card.ship, 2).is_ok() && again())
    },
    |t, card| {
        huge::spend(t, card.ship, 2);
        extra_attack(t, card, card.ship, |weapon, _| weapon.is_primary()).map(|_| ())
    },
);

// ---- TIE bomber, TIE punisher -----------------------------------------------------------------------------------------

/// The actions of his bombs.
fn bomb_actions(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    upgrade_actions(state, id).filter(move |action| {
        matches!(action, Action::Card(card)
            if upgrade_facts(state, *card).is_some_and(|row| row.slot == UpgradeSlot::Bomb))
    })
}

fn drop_for_free(t: &mut Table, card: CardRef) -> Play {
    let actions: Vec<Action> = bomb_actions(&t.state, card.ship).collect();
    act(t, card, actions.into_iter())
}

const DEATHFIRE_REVEALS: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        if concerns(state, card) { may_act(state, card, bomb_actions(state, card.ship)) } else { Ok(false) }
    },
    drop_for_free,
);
const DEATHFIRE_ACTS: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| may_act_again(state, card, bomb_actions(state, card.ship)),
    drop_for_free,
);

/// A card that is turned up again at once was as good as not discarded.
const TOMAX: Ability<XWing> = must_once(
    Window::WouldDiscard,
    |state, card| match state.moment() {
        Some(Moment::Discarding(other)) if other.ship == card.ship => {
            Ok(upgrade_facts(state, other).is_some_and(|row| row.slot == UpgradeSlot::Elite))
        }
        _ => Ok(false),
    },
    |_, _| Ok(()),
);

const REDLINES_LOCKS: Modifier<XWing> = own!(Locks + 1);
const REDLINES_AIM: Modifier<XWing> = own!(LocksOnOne + 1);

/// The ship that he has just locked, if he may lock it once more.
fn locked_once(state: &State, card: CardRef) -> Option<ShipId> {
    match state.moment() {
        Some(lock @ Moment::Acquired(ship, target)) if ship == card.ship => {
            // The second lock, for which he may have given up the first, leads to no third.
            let is_first = state.moments.iter().filter(|moment| **moment == lock).count() == 1;
            let again = is_first && may_lock_that(state, ship, target).is_ok();
            again.then_some(target)
        }
        _ => None,
    }
}

const REDLINE: Ability<XWing> = may(
    Window::AcquiredLock,
    |state, card| Ok(locked_once(state, card).is_some()),
    |t, card| match locked_once(&t.state, card) {
        Some(target) => acquire_lock(t, card.ship, target),
        None => Ok(()),
    },
);

const DEATHRAIN: Ability<XWing> = free_action!(BombDropped, [Action::BarrelRoll], concerns);

// ---- Alpha-class star wing, TIE reaper --------------------------------------------------------------------------------

const VYNDER: Modifier<XWing> = Modifier {
    of: Topic::DefenseDice,
    sets: false,
    apply: |state, card, _, dice| {
        let disarmed = state.ship(card.ship).weapons_disabled > 0;
        if disarmed && defends(state, card) { dice + 1 } else { dice }
    },
};

const KARSABI: Ability<XWing> = may(
    Window::Assigned,
    |state, card| {
        let disarmed = state.moment() == Some(Moment::Assigned(card.ship, Token::WeaponsDisabled));
        Ok(disarmed && !state.ship(card.ship).is_stressed())
    },
    |t, card| {
        if pay_stress(t, card.ship)? {
            remove_token(t, card.ship, Token::WeaponsDisabled);
        }
        Ok(())
    },
);

const POOR_RESULTS: [Face; 2] = [Face::Blank, Face::Eye];

const VERMEIL: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let helpless = target_of(state, card).is_some_and(|target| !has_tokens(state, target));
        Ok(helpless && POOR_RESULTS.iter().any(|face| shows(state, Roll::Attack, *face)))
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let shown = POOR_RESULTS.iter().filter(|face| shows(state, Roll::Attack, **face));
            shown.for_each(|face| offer.add(Choice::Face(*face)));
        })?;
        if let Choice::Face(face) = choice {
            turn_one(t, Roll::Attack, face, Face::Hit);
        }
        Ok(())
    },
);

const FEROPH: Ability<XWing> = must(
    Window::ModifyDefense,
    |state, card| {
        let jammed = |attack: &Attack| attack.defender == card.ship && state.ship(attack.attacker).jam > 0;
        Ok(state.attack().is_some_and(jammed))
    },
    |t, _| {
        add_result(t, Roll::Defense, Face::Evade);
        Ok(())
    },
);

const VIZIER: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let Some(Moment::Maneuver(id)) = state.moment() else { return Ok(false) };
        let ship = state.ship(id);
        let slow = ship.flown.is_some_and(|flown| flown.speed == 1) && !ship.overlapped_ship;
        Ok(slow && has_tokens(state, card.ship) && other_friend_at(state, card, id, 1))
    },
    |t, card| {
        let Some(Moment::Maneuver(id)) = t.state.moment() else { return Ok(()) };
        match take_token(t, card, card.ship)? {
            Some(token) => assign(t, id, token),
            None => Ok(()),
        }
    },
);
