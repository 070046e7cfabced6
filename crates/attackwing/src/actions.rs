//! Actions: the Perform Action step, what each basic action does, and why an action is not possible.

use arrayvec::ArrayVec;
use flightpath::{Part, Roll, RollTemplate, Unfit};
use geometry::{Footprint, Pose, Shape, overlaps};
use table::timing::permitted;
use table::{Denial, Offers, Play, denial};

use crate::cards::{Deed, Window, effects, is_in_reach, library, usable};
use crate::maneuvers::enter_minefield;
use crate::measure::{base, footprint, other_bases, play_area, range};
use crate::state::{Action, CardRef, Cloak, ShipId, Slot, State, TokenKind};
use crate::{Ask, AttackWing, Blocker, Choice, Event, Table};

const AUXILIARY: Denial = denial(
    "attackwing.aux-power.restrictions",
    "A ship with an auxiliary power token performs no actions.",
    "Ein Schiff mit Notenergie-Marker führt keine Aktionen aus.",
);
const NO_SUCH_ACTION: Denial = denial(
    "attackwing.mission.rules-apply",
    "The mission has no such action.",
    "Die Mission kennt diese Aktion nicht.",
);
const NOT_TWICE: Denial = denial(
    "attackwing.action.no-repeat",
    "A ship performs the same action only once in a round.",
    "Ein Schiff führt dieselbe Aktion nur einmal pro Runde aus.",
);
const NO_SHIELD_TO_CLOAK: Denial = denial(
    "attackwing.action.cloak.requires-shield",
    "Cloaking needs at least 1 active shield.",
    "Zum Tarnen ist mindestens 1 aktivierter Schild nötig.",
);
const NOBODY_TO_LOCK: Denial = denial(
    "attackwing.action.target-lock.range",
    "No enemy ship that could be locked is at range 1–3.",
    "Kein erfassbares feindliches Schiff ist in Reichweite 1–3.",
);
const LOCK_RANGE: Denial = denial(
    "attackwing.action.target-lock.range",
    "The ship is not at range 1–3.",
    "Das Schiff ist nicht in Reichweite 1–3.",
);
const LOCK_CLOAKED: Denial = denial(
    "attackwing.action.target-lock.cloaked-this-round",
    "A ship that has been cloaked since an earlier round cannot be locked.",
    "Ein Schiff, das seit einer früheren Runde getarnt ist, kann nicht erfasst werden.",
);
const ECHO_NEEDS_CLOAK: Denial = denial(
    "attackwing.action.sensor-echo.requires-previous-cloak",
    "Sensor Echo needs a ship that has been cloaked since an earlier round.",
    "Für ein Sensor Echo muss das Schiff seit einer früheren Runde getarnt sein.",
);
const ECHO_BLOCKED: Denial = denial(
    "attackwing.action.sensor-echo.no-overlap",
    "The ship would overlap another ship or an obstacle, or the template an obstacle.",
    "Das Schiff würde ein anderes Schiff oder ein Hindernis überschneiden oder die Schablone ein Hindernis.",
);
const ECHO_PLACE: Denial = denial(
    "attackwing.action.sensor-echo.place",
    "The ship has to end at the other end of a straight 1 or straight 2 template laid on its side, facing as before.",
    "Das Schiff muss am anderen Ende einer seitlich angelegten Geraden 1 oder 2 stehen, ohne sich zu drehen.",
);
const ECHO_OFF_AREA: Denial = denial(
    "attackwing.movement.cowardice",
    "The ship would leave the play area.",
    "Das Schiff würde die Spielfläche verlassen.",
);
const NOTHING_DISABLED: Denial = denial(
    "attackwing.upgrade.enable-action",
    "No upgrade of this ship is disabled.",
    "Keine Aufwertung dieses Schiffs ist deaktiviert.",
);
const FREE_ONCE: Denial = denial(
    "attackwing.action.free-action",
    "The free action of this card was taken this round.",
    "Die freie Aktion dieser Karte wurde in dieser Runde schon genutzt.",
);

/// Step 6 of an activation: one action, and any free actions, in any order. A ship that skips the step has lost the one
/// action; a free action does not count as that (`attackwing.action.free-action`), and is lost by the later FAQ only.
pub fn perform_action_step(t: &mut Table, ship: ShipId) -> Play {
    let skipped = t.state.ship(ship).no_action;
    if skipped {
        t.emit(Event::SkipsAction(ship));
        if t.state.options.tournament {
            return Ok(());
        }
    }
    let owner = t.state.ship(ship).owner;
    let mut acted = skipped;
    loop {
        let choice = t.ask(owner, Ask::Action(ship), |state, offer| {
            if !acted {
                offer_actions(state, ship, offer);
            }
            offer_free_actions(state, ship, offer);
            offer.pass(Choice::Pass);
        })?;
        match choice {
            Choice::Action(action) => {
                acted = true;
                t.emit(Event::Performs(ship, action));
                perform(t, ship, action)?;
            }
            Choice::Free(action, card) => {
                if let Some(memo) = t.state.memo_mut(card) {
                    memo.spent = true;
                }
                t.emit(Event::PerformsFree(ship, action));
                t.because(card, |t| perform(t, ship, action))?;
            }
            _ => {
                if !acted {
                    t.emit(Event::Passes(ship));
                }
                return Ok(());
            }
        }
        if !t.state.ship(ship).in_play() {
            return Ok(());
        }
    }
}

fn offer_actions(state: &State, id: ShipId, offer: &mut Offers<AttackWing>) {
    let ship = state.ship(id);
    for action in &library().ship(ship.card).actions {
        offer.judge(Choice::Action(*action), may_perform(state, id, *action));
    }
    let disabled = ship.captain.disabled || ship.upgrades.iter().any(|upgrade| upgrade.disabled);
    if disabled {
        offer.judge(Choice::Action(Action::Enable), may_perform(state, id, Action::Enable));
    }
    let mut card_action = |slot| {
        let card = CardRef { ship: id, slot };
        if effects(state, card).action.is_some() {
            let action = Action::Card(card);
            offer.judge(Choice::Action(action), may_perform(state, id, action));
        }
    };
    card_action(Slot::Ship);
    card_action(Slot::Captain);
    (0..ship.upgrades.len() as u8).for_each(|i| card_action(Slot::Upgrade(i)));
    for (i, damage) in ship.damage.iter().enumerate() {
        if damage.face_up {
            card_action(Slot::Damage(i as u8));
        }
    }
    for special in state.mission().into_iter().flat_map(|mission| mission.actions) {
        let action = Action::Special(special.feat);
        offer.judge(Choice::Action(action), may_perform(state, id, action));
    }
}

fn offer_free_actions(state: &State, id: ShipId, offer: &mut Offers<AttackWing>) {
    let slots = 0..state.ship(id).upgrades.len() as u8; // audit: same — no upgrade of the box gives a free action
    for slot in [Slot::Ship, Slot::Captain].into_iter().chain(slots.map(Slot::Upgrade)) {
        let card = CardRef { ship: id, slot };
        for action in effects(state, card).free_actions {
            let once = if state.memo(card).spent { Err(FREE_ONCE) } else { Ok(()) };
            let verdict = usable(state, card).and(once).and_then(|()| may_perform(state, id, *action));
            offer.judge(Choice::Free(*action, card), verdict);
        }
    }
}

/// Whether a ship may perform an action, wherever the action comes from.
pub fn may_perform(state: &State, id: ShipId, action: Action) -> Result<(), Denial> {
    let ship = state.ship(id);
    if ship.auxiliary > 0 {
        return Err(AUXILIARY);
    }
    if ship.has_performed(action) {
        return Err(NOT_TWICE);
    }
    permitted::<AttackWing>(state, Deed::Action(id, action))?;
    match action {
        Action::Evade | Action::Scan | Action::BattleStations => Ok(()),
        Action::Cloak if ship.shields == 0 => Err(NO_SHIELD_TO_CLOAK),
        Action::Cloak => Ok(()),
        Action::TargetLock => {
            let verdicts = || state.enemies_of(id).map(|enemy| may_lock(state, id, enemy));
            if verdicts().any(|verdict| verdict.is_ok()) {
                return Ok(());
            }
            let cloaked = verdicts().any(|verdict| verdict == Err(LOCK_CLOAKED));
            Err(if cloaked { LOCK_CLOAKED } else { NOBODY_TO_LOCK })
        }
        Action::SensorEcho => {
            let since_before = ship.cloak.is_standing() || (state.options.tournament && ship.cloak.is_on());
            if !since_before {
                return Err(ECHO_NEEDS_CLOAK);
            }
            if can_echo(state, id) { Ok(()) } else { Err(ECHO_BLOCKED) }
        }
        Action::Enable => {
            if enable_options(state, id).next().is_some() {
                Ok(())
            } else {
                Err(NOTHING_DISABLED)
            }
        }
        Action::Card(card) => {
            usable(state, card)?;
            if acted(state, card) {
                return Err(NOT_TWICE);
            }
            match &effects(state, card).action {
                Some(procedure) => (procedure.may)(state, card),
                None => Err(NOT_TWICE),
            }
        }
        Action::Special(feat) => {
            state.special(feat).map_or(Err(NO_SUCH_ACTION), |special| (special.may)(state, id))
        }
    }
}

// audit: same (returns false at once) — a ship has one action a round, and no free action is a card's
fn acted(state: &State, card: CardRef) -> bool {
    match card.slot {
        Slot::Damage(i) => state.ship(card.ship).damage.get(i as usize).is_some_and(|damage| damage.acted),
        _ => state.memo(card).acted,
    }
}

// audit: same (returns () at once) — a ship has one action a round, and no free action is a card's
fn mark_acted(state: &mut State, card: CardRef) {
    match card.slot {
        Slot::Damage(i) => {
            if let Some(damage) = state.ship_mut(card.ship).damage.get_mut(i as usize) {
                damage.acted = true;
            }
        }
        _ => {
            if let Some(memo) = state.memo_mut(card) {
                memo.acted = true;
            }
        }
    }
}

/// Performs an action that is possible.
pub fn perform(t: &mut Table, id: ShipId, action: Action) -> Play {
    t.state.ship_mut(id).mark_performed(action);
    match action {
        Action::Evade => t.state.ship_mut(id).evade += 1,
        Action::Scan => t.state.ship_mut(id).scan += 1,
        Action::BattleStations => t.state.ship_mut(id).battle_stations += 1,
        Action::Cloak => {
            disable_all_shields(t, id);
            t.state.ship_mut(id).cloak = Cloak::Fresh { red: false };
            t.emit(Event::Cloaks(id));
        }
        Action::TargetLock => return lock(t, id),
        Action::SensorEcho => return echo(t, id),
        Action::Enable => return enable(t, id),
        Action::Card(card) => {
            mark_acted(&mut t.state, card);
            if let Some(procedure) = &effects(&t.state, card).action {
                return t.because(card, |t| (procedure.perform)(t, card));
            }
        }
        Action::Special(feat) => {
            if let Some(special) = t.state.special(feat) {
                return (special.perform)(t, id);
            }
        }
    }
    Ok(())
}

/// Turns all active shields of a ship to their disabled side.
pub fn disable_all_shields(t: &mut Table, id: ShipId) {
    let ship = t.state.ship_mut(id);
    let active = ship.shields;
    if active > 0 {
        ship.lowered += active;
        ship.shields = 0;
        t.emit(Event::ShieldsDisabled(id, active));
    }
}

pub fn may_lock(state: &State, id: ShipId, target: ShipId) -> Result<(), Denial> {
    range(state, id, target).ok_or(LOCK_RANGE)?;
    if state.ship(target).cloak.is_standing() { Err(LOCK_CLOAKED) } else { Ok(()) }
}

fn lock(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::LockWhom(id), |state, offer| {
        for enemy in state.enemies_of(id) {
            offer.judge(Choice::Ship(enemy), may_lock(state, id, enemy));
        }
    })?;
    if let Choice::Ship(target) = choice {
        if let Some(previous) = t.state.ship(id).lock.filter(|previous| *previous != target) {
            t.emit(Event::LockLost(id, previous));
        }
        t.state.ship_mut(id).lock = Some(target);
        t.emit(Event::Locks(id, target));
    }
    Ok(())
}

fn enable_options(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let ship = state.ship(id);
    let captain = ship.captain.disabled.then_some(Slot::Captain);
    let upgrades = ship.upgrades.iter().enumerate();
    let upgrades = upgrades
        .filter(|(_, upgrade)| upgrade.disabled && !upgrade.discarded)
        .map(|(i, _)| Slot::Upgrade(i as u8));
    let disabled = captain.into_iter().chain(upgrades).map(move |slot| CardRef { ship: id, slot });
    disabled.filter(|card| is_in_reach(state, *card))
}

fn enable(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::EnableWhich(id), |state, offer| {
        enable_options(state, id).for_each(|card| offer.add(Choice::Card(card)));
    })?;
    if let Choice::Card(card) = choice {
        set_disabled(t, card, false);
        t.window(Window::Enabled)?;
    }
    Ok(())
}

/// Puts a disabled token on a card or takes it off.
pub fn set_disabled(t: &mut Table, card: CardRef, disabled: bool) {
    let ship = t.state.ship_mut(card.ship);
    match card.slot {
        Slot::Captain => ship.captain.disabled = disabled,
        Slot::Upgrade(i) => {
            if let Some(upgrade) = ship.upgrades.get_mut(i as usize) {
                upgrade.disabled = disabled;
            }
        }
        Slot::Ship | Slot::Damage(_) | Slot::Tokens => return,
    }
    t.emit(if disabled { Event::CardDisabled(card) } else { Event::CardEnabled(card) });
}

/// Takes an upgrade out of the game.
pub fn discard(t: &mut Table, card: CardRef) {
    if let Slot::Upgrade(i) = card.slot
        && let Some(upgrade) = t.state.ship_mut(card.ship).upgrades.get_mut(i as usize)
    {
        upgrade.discarded = true;
        t.emit(Event::CardDiscarded(card));
    }
}

// ---- Sensor Echo ------------------------------------------------------------------------------------------------------

/// Straight 1 or straight 2, end on.
const ECHO_TEMPLATES: [RollTemplate; 2] = [RollTemplate::end_on(40.0), RollTemplate::end_on(80.0)];

/// Lets `judge` look at a ship about to roll with Sensor Echo.
pub fn with_echo<T>(state: &State, id: ShipId, judge: impl FnOnce(&Roll) -> T) -> T {
    let ships: ArrayVec<Footprint, 16> = other_bases(state, id).map(|(_, other)| other).collect();
    let solid = |kind| matches!(kind, TokenKind::Obstacle | TokenKind::Planet);
    let obstacles = state.tokens.iter().filter(|token| solid(token.kind));
    let obstacles: ArrayVec<Shape, 16> = obstacles.map(|token| token.shape()).collect();
    judge(&Roll {
        start: state.ship(id).pose,
        base: base(),
        parts: &[Part::whole(base())],
        templates: &ECHO_TEMPLATES,
        ships: &ships,
        obstacles: &obstacles,
    })
}

/// Whether a ship may be put there by Sensor Echo.
pub fn may_echo_to(state: &State, echo: &Roll, pose: &Pose) -> Result<(), Denial> {
    let verdict = echo.judge(pose);
    if verdict == Err(Unfit::Place) {
        return Err(ECHO_PLACE);
    }
    if geometry::outside(&footprint(*pose), &play_area(state)) {
        return Err(ECHO_OFF_AREA);
    }
    verdict.map_err(|_| ECHO_BLOCKED)
}

/// Whether there is any place for Sensor Echo.
fn can_echo(state: &State, id: ShipId) -> bool {
    with_echo(state, id, |echo| echo.places().any(|pose| may_echo_to(state, echo, &pose).is_ok()))
}

fn echo(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let pose = t.place(
        owner,
        Ask::EchoTo(id),
        move |state, pose| with_echo(state, id, |echo| may_echo_to(state, echo, pose)),
        |state, places| with_echo(state, id, |echo| places.extend(echo.places())),
    )?;
    // The answer is exact to a hundredth of a millimetre; the heading is exactly the old one.
    let start = t.state.ship(id).pose;
    let pose = Pose::new(pose.at, start.heading);
    t.state.ship_mut(id).pose = pose;
    t.emit(Event::Echoes(id, pose));
    enter_minefields(t, id, start)
}

/// Cards that lay minefields name every ship that enters one; only the rules of the token speak of maneuvers.
fn enter_minefields(t: &mut Table, id: ShipId, start: Pose) -> Play {
    for index in 0..t.state.tokens.len() {
        let token = t.state.tokens[index];
        let stands_on = |pose| overlaps(&footprint(pose), &token.shape());
        if let TokenKind::Minefield(card) = token.kind
            && stands_on(t.state.ship(id).pose)
            && !stands_on(start)
        {
            t.emit(Event::Overlap(id, Blocker::Minefield));
            enter_minefield(t, id, card, None)?;
        }
        if t.state.ship(id).destroyed {
            return Ok(());
        }
    }
    Ok(())
}
