//! Actions: the Perform Action step, free actions, what each action does and why one is not possible; tokens and locks.
//!
//! However an action comes about, [`perform`] carries it out and then lets the cards speak that wait for it. So a free
//! action in the middle of a card's effect is followed by everything that follows an action, and the effect goes on
//! where it was interrupted.

mod declared;
mod locks;
mod moves;
mod tokens;

use arrayvec::ArrayVec;
use flightpath::Maneuver;
use table::timing::{permitted, total};
use table::{Capacity, Denial, Offers, Play, Put, capacity, denial};

use crate::cards::{
    Deed, Liberty, Quantity, Source, UpgradeSlot, Window, allows, effects, is_sharing, library, register_all,
    usable,
};
use crate::maneuvers::{dial, execute};
use crate::measure::{QUARTERS, in_range};
use crate::phases::during;
use crate::state::{
    Action, CardRef, Declared, MAX_SHARED, MAX_SHIPS, Memo, Moment, Section, Shared, Ship, ShipId, Slot,
    State, Token, Upgrade,
};
use crate::{Ask, Choice, Event, Table, XWing, huge};

pub use declared::*;
pub use locks::*;
pub use moves::*;
pub use tokens::*;

const STRESSED: Denial = denial(
    "xwing.core.stress.no-actions",
    "A stressed ship performs no actions, not even free ones.",
    "Ein gestresstes Schiff führt keine Aktionen aus, auch keine freien.",
);
const NOT_TWICE: Denial = denial(
    "xwing.core.action.once",
    "A ship performs the same action only once in a round.",
    "Ein Schiff führt dieselbe Aktion nur einmal pro Runde aus.",
);
const CARD_NOT_TWICE: Denial = denial(
    "xwing.faq.actions.card-action-once",
    "The action of a card is performed only once in a round, however many copies there are.",
    "Die Aktion einer Karte wird nur einmal pro Runde ausgeführt, wie viele Exemplare es auch gibt.",
);
const NO_ACTION: Denial =
    denial("xwing.core.action.one", "The card has no action.", "Die Karte hat keine Aktion.");
const LOCK_RANGE: Denial = denial(
    "xwing.core.action.lock.1",
    "No ship that could be locked is at range 1–3.",
    "Kein erfassbares Schiff ist in Reichweite 1–3.",
);
const CLOAKED_ALREADY: Denial =
    denial("xwing.exp.cloak.2", "The ship is already cloaked.", "Das Schiff ist bereits getarnt.");
const NO_SLAM: Denial = denial(
    "xwing.core.action.slam",
    "The dial has no maneuver of the speed that was flown this round.",
    "Das Manöverrad hat kein Manöver der in dieser Runde geflogenen Geschwindigkeit.",
);
const NO_FREE_SLAM: Denial =
    denial("xwing.core.action.slam", "SLAM is never a free action.", "SLAM ist niemals eine freie Aktion.");
const NOTHING_TO_RELOAD: Denial = denial(
    "xwing.core.action.one",
    "No torpedoes or missiles have been used up.",
    "Es sind keine Torpedos oder Raketen verbraucht.",
);
const NOBODY_TO_COORDINATE: Denial = denial(
    "xwing.huge.action.coordinate",
    "No other friendly ship is at range 1–2.",
    "Kein anderes freundliches Schiff ist in Reichweite 1–2.",
);
const NOBODY_TO_JAM: Denial = denial(
    "xwing.core.action.one",
    "No enemy ship is at range 1–2.",
    "Kein feindliches Schiff ist in Reichweite 1–2.",
);

/// The icon of action bars that small and large ships do not play yet. Ships that have it are gaps.
pub const UNPLAYED: Action = Action::Recover;

/// How far small and large ships jam.
const JAM_REACH: u8 = 2;

/// The Perform Action step: one action, or none; some pilots have more.
pub fn perform_action_step(t: &mut Table, id: ShipId) -> Play {
    if t.state.ship(id).no_action {
        t.emit(Event::SkipsAction(id));
        return Ok(());
    }
    for _ in 0..total::<XWing>(&t.state, Quantity::Actions(id), 1) {
        if !t.state.ship(id).in_play() || !act_or_pass(t, id, offer_actions)? {
            break;
        }
    }
    Ok(())
}

/// A ship performs one of the actions that it is offered, or none: then false. After one that was declared in vain the player
/// chooses again.
pub fn act_or_pass(
    t: &mut Table,
    id: ShipId,
    fill: impl Fn(&State, ShipId, &mut Offers<XWing>),
) -> Play<bool> {
    let owner = t.state.ship(id).owner;
    loop {
        let choice = t.ask(owner, Ask::Action(id), |state, offer| {
            fill(state, id, offer);
            offer.pass(Choice::Pass);
        })?;
        let Choice::Action(action) = choice else {
            t.emit(Event::Passes(id));
            return Ok(false);
        };
        if attempt(t, id, action)? {
            return Ok(true);
        }
    }
}

/// The actions in a ship's action bar: the printed ones and those that upgrades have added.
pub fn action_bar(state: &State, id: ShipId) -> impl Iterator<Item = Action> + Clone + use<> {
    const ADDED: [Action; 9] = [
        Action::Focus,
        Action::Evade,
        Action::TargetLock,
        Action::BarrelRoll,
        Action::Boost,
        Action::Cloak,
        Action::Slam,
        Action::Coordinate,
        Action::Jam,
    ];
    let ship = state.ship(id);
    let printed: &'static [Action] = &library().ship(ship.kind).actions;
    let bonus = ship.bonus.actions;
    let added = ADDED.into_iter().filter(move |action| bonus.holds(*action) && !printed.contains(action));
    printed.iter().copied().chain(added)
}

/// Whether a ship has an action icon.
pub fn has_icon(state: &State, id: ShipId, action: Action) -> bool {
    action_bar(state, id).any(|own| own == action)
}

/// The "Action:" headers on a ship's upgrades.
pub fn upgrade_actions(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    let slots = (0..state.ship(id).upgrades.len() as u8).map(Slot::Upgrade);
    slots
        .map(move |slot| CardRef { ship: id, slot })
        .filter(|card| effects(state, *card).action.is_some())
        .map(Action::Card)
}

/// The "Action:" headers on a ship's face-up damage cards and conditions.
fn other_actions(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    let ship = state.ship(id);
    let damage = ship.damage.iter().enumerate().filter(|(_, damage)| damage.face_up);
    let damage = damage.map(|(i, _)| Slot::Damage(i as u8));
    let conditions = (0..ship.conditions.len() as u8).map(Slot::Condition);
    damage
        .chain(conditions)
        .map(move |slot| CardRef { ship: id, slot })
        .filter(|card| effects(state, *card).action.is_some())
        .map(Action::Card)
}

/// The "Action:" headers on upgrades of other ships whose pilots share them with this one.
fn shared_actions(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    let sharing = is_sharing(state).then(|| state.friends_of(id));
    let slots = sharing.into_iter().flatten().flat_map(|from| {
        let upgrades = 0..state.ship(from).upgrades.len() as u8;
        upgrades.map(move |slot| Slot::Shared(slot, from))
    });
    slots
        .map(move |slot| CardRef { ship: id, slot })
        .filter(|card| effects(state, *card).action.is_some() && may_share(state, *card) != Ok(false))
        .map(Action::Card)
}

/// Whether the pilot of the ship that has an upgrade shares its action with another; `Ok(false)` if that ship is not concerned.
fn may_share(state: &State, card: CardRef) -> Result<bool, Denial> {
    let Slot::Shared(_, from) = card.slot else { return Ok(false) };
    let pilot = CardRef { ship: from, slot: Slot::Pilot };
    let (Some(sharing), Some(upgrade)) = (&effects(state, pilot).shares, state.upgrade_of(card)) else {
        return Ok(false);
    };
    if library().upgrade(upgrade).slot == sharing.slot {
        (sharing.with)(state, pilot, card.ship)
    } else {
        Ok(false)
    }
}

/// What the mission lets a ship perform, possible or not.
fn special_actions(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    let specials = state.mission().into_iter().flat_map(|mission| mission.actions);
    let concerned = specials.filter(move |special| (special.may)(state, id) != Ok(false));
    concerned.map(|special| Action::Special(special.feat))
}

/// Everything that a ship could choose as its action, possible or not.
pub fn all_actions(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    let own = action_bar(state, id).chain(upgrade_actions(state, id)).chain(other_actions(state, id));
    own.chain(shared_actions(state, id)).chain(special_actions(state, id))
}

/// Offers everything that a ship could choose as its action.
pub fn offer_actions(state: &State, id: ShipId, offer: &mut Offers<XWing>) {
    for action in all_actions(state, id) {
        offer.judge(Choice::Action(action), may_perform(state, id, action, Source::Own));
    }
}

/// A card lets a ship perform one of some actions for free. The player has already decided to do so, but may do without it
/// after one that was declared in vain.
pub fn free_action(
    t: &mut Table,
    card: CardRef,
    id: ShipId,
    fill: impl Fn(&State, &mut Offers<XWing>),
) -> Play {
    if t.state.ship(id).size.is_huge() {
        // Huge ships perform no free actions.
        return Ok(());
    }
    let owner = t.state.ship(id).owner;
    let mut choice = t.ask(owner, Ask::FreeAction(card, id), &fill)?;
    while let Choice::Action(action) = choice {
        if attempt(t, id, action)? {
            break;
        }
        choice = t.ask(owner, Ask::FreeAction(card, id), |state, offer| {
            fill(state, offer);
            offer.pass(Choice::Pass);
        })?;
    }
    Ok(())
}

/// Whether a ship may perform an action, wherever the action comes from.
pub fn may_perform(state: &State, id: ShipId, action: Action, source: Source) -> Result<(), Denial> {
    let ship = state.ship(id);
    if total::<XWing>(state, Quantity::HinderingStress(id, action), ship.stress.into()) > 0 {
        return Err(STRESSED);
    }
    if ship.has_performed(action) {
        return Err(NOT_TWICE);
    }
    permitted::<XWing>(state, Deed::Perform(id, action, source))?;
    if ship.size.is_huge() {
        huge::may_pay_for_action(state, id)?;
    }
    match action {
        Action::Focus | Action::Evade | Action::RotateArc => Ok(()),
        Action::TargetLock => {
            let mut verdicts = state.others(id).map(|other| known(state, id, Declared::Lock(other)));
            if verdicts.any(|verdict| verdict.is_ok()) { Ok(()) } else { Err(LOCK_RANGE) }
        }
        // audit: same (guard always true) — way by way the same is known as of all at once
        Action::BarrelRoll if state.options.tournament => {
            let ways = with_barrel_roll(state, id, |roll| roll.ways());
            ways.map(|way| known(state, id, Declared::Roll(way))).reduce(Result::or).unwrap_or(Ok(()))
        }
        Action::BarrelRoll => {
            with_barrel_roll(state, id, |roll| can_roll(state, id, roll, roll_denial(ship.size)))
        }
        Action::Boost => boosts(state, id)
            .map(|bearing| known(state, id, Declared::Boost(bearing)))
            .reduce(Result::or)
            .unwrap_or(Ok(())),
        Action::Cloak if ship.cloaked => Err(CLOAKED_ALREADY),
        Action::Cloak => Ok(()),
        Action::Slam if !is_acting(state, id) => Err(NO_FREE_SLAM),
        Action::Slam => {
            if slams(state, id).next().is_some() {
                Ok(())
            } else {
                Err(NO_SLAM)
            }
        }
        Action::Coordinate => {
            let mut near = coordinated(state, id);
            if near.next().is_some() { Ok(()) } else { Err(NOBODY_TO_COORDINATE) }
        }
        Action::Reinforce => Ok(()),
        Action::Reload if used_up(ship).next().is_none() => Err(NOTHING_TO_RELOAD),
        Action::Reload => Ok(()),
        Action::Jam if ship.size.is_huge() => huge::may_jam(state, id),
        Action::Recover => huge::may_recover(state, id),
        Action::Jam if jammable(state, id).next().is_none() => Err(NOBODY_TO_JAM),
        Action::Jam => Ok(()),
        Action::Card(card) => {
            usable(state, card)?;
            if has_acted(state, card) {
                return Err(CARD_NOT_TWICE);
            }
            if matches!(card.slot, Slot::Shared(..)) {
                may_share(state, card)?;
            }
            let procedure = effects(state, card).action.as_ref().ok_or(NO_ACTION)?;
            (procedure.may)(state, card)
        }
        Action::Special(feat) => match state.special(feat).map(|special| (special.may)(state, id)) {
            Some(Ok(true)) => Ok(()),
            Some(Err(denial)) => Err(denial),
            Some(Ok(false)) | None => Err(NO_ACTION),
        },
    }
}

/// Whether this card's action, or that of another copy of it, was performed this round.
fn has_acted(state: &State, card: CardRef) -> bool {
    let ship = state.ship(card.ship);
    match card.slot {
        Slot::Upgrade(_) | Slot::Shared(..) => {
            let kind = state.upgrade_of(card);
            let shared = ship.shared.iter().map(|shared| Slot::Shared(shared.slot, shared.from));
            let cards = (0..ship.upgrades.len() as u8).map(Slot::Upgrade).chain(shared);
            cards
                .map(|slot| CardRef { ship: card.ship, slot })
                .any(|copy| state.upgrade_of(copy) == kind && state.memo(copy).acted)
        }
        Slot::Damage(i) => {
            let kind = ship.damage[i as usize].kind;
            ship.damage.iter().any(|copy| copy.kind == kind && copy.acted)
        }
        Slot::Pilot | Slot::Condition(_) | Slot::Borrowed(..) | Slot::Tokens => state.memo(card).acted,
    }
}

/// Actions on cards of other ships that one ship has performed in a round; pilots who share theirs are unique in a team.
static SHARED: Capacity = capacity(
    MAX_SHARED,
    "shared actions of one ship in a round",
    "geteilte Aktionen eines Schiffs in einer Runde",
);

fn mark_performed(state: &mut State, id: ShipId, action: Action) -> Play {
    match action {
        Action::Card(CardRef { slot: Slot::Damage(i), .. }) => {
            state.ship_mut(id).damage[i as usize].acted = true;
        }
        Action::Card(CardRef { slot: Slot::Shared(slot, from), .. }) => {
            let memo = Memo { acted: true, ..Memo::default() };
            state.ship_mut(id).shared.put(Shared { from, slot, memo }, &SHARED)?;
            register_all(state, id);
        }
        Action::Card(card) => {
            if let Some(memo) = state.memo_mut(card) {
                memo.acted = true;
            }
        }
        _ => state.ship_mut(id).mark_performed(action),
    }
    Ok(())
}

/// Performs an action, unless what is declared for it in competitive play turns out to be impossible: then false.
pub fn attempt(t: &mut Table, id: ShipId, action: Action) -> Play<bool> {
    let goes_ahead = declare_for(t, id, action)?;
    if goes_ahead {
        perform(t, id, action)?;
    }
    Ok(goes_ahead)
}

/// Performs an action that is possible, and then whatever waits for it.
pub fn perform(t: &mut Table, id: ShipId, action: Action) -> Play {
    t.emit(Event::Performs(id, action));
    let stressed = t.state.ship(id).is_stressed();
    mark_performed(&mut t.state, id, action)?;
    if t.state.ship(id).size.is_huge() {
        huge::pay_for_action(t, id);
    }
    match action {
        Action::Focus => assign(t, id, Token::Focus)?,
        Action::Evade => assign(t, id, Token::Evade)?,
        Action::TargetLock => lock(t, id)?,
        Action::BarrelRoll => barrel_roll(t, id)?,
        Action::Boost => boost(t, id)?,
        Action::Cloak => cloak(t, id),
        Action::Slam => slam(t, id)?,
        Action::RotateArc => rotate_arc(t, id)?,
        Action::Coordinate => coordinate(t, id)?,
        Action::Reinforce => reinforce(t, id)?,
        Action::Jam if t.state.ship(id).size.is_huge() => huge::jam(t, id)?,
        Action::Jam => jam(t, id)?,
        Action::Recover => huge::recover(t, id)?,
        Action::Reload => reload(t, id)?,
        Action::Card(card) => {
            if let Some(procedure) = &effects(&t.state, card).action {
                t.because(card, |t| (procedure.perform)(t, card))?;
            }
        }
        Action::Special(feat) => {
            if let Some(special) = t.state.special(feat) {
                (special.perform)(t, id)?;
            }
        }
    }
    if t.state.ship(id).in_play() {
        t.state.ship_mut(id).acted_stressed = stressed;
        during(t, Moment::Performed(id, action), Window::AfterAction)?;
    }
    Ok(())
}

// ---- other actions ----------------------------------------------------------------------------------------------------

/// A ship is assigned a cloak token.
fn cloak(t: &mut Table, id: ShipId) {
    t.state.ship_mut(id).cloaked = true;
    t.emit(Event::Cloaks(id));
}

/// The maneuvers of a ship's dial that have the speed flown this round.
fn slams(state: &State, id: ShipId) -> impl Iterator<Item = Maneuver> {
    let speed = state.ship(id).flown.map(|flown| flown.speed);
    dial(state, id).iter().copied().filter(move |maneuver| Some(maneuver.speed) == speed)
}

fn slam(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::Dial(id), |state, offer| {
        slams(state, id).for_each(|maneuver| offer.add(Choice::Maneuver(maneuver)));
    })?;
    if let Choice::Maneuver(maneuver) = choice {
        execute(t, id, maneuver)?;
        assign(t, id, Token::WeaponsDisabled)?;
    }
    Ok(())
}

/// Whether a ship is performing the action of its Perform Action step, and not a free one.
fn is_acting(state: &State, id: ShipId) -> bool {
    state.active == Some(id) && state.moments.is_empty() && state.attacks.is_empty()
}

/// Reinforce: a token is placed at the fore or the aft side.
fn reinforce(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::Section(id), |_, offer| {
        Section::BOTH.into_iter().for_each(|section| offer.add(Choice::Section(section)));
    })?;
    let Choice::Section(section) = choice else { return Ok(()) };
    match t.state.huge_mut(id) {
        Some(huge) => huge.reinforced[section.index()] = true,
        None => t.state.ship_mut(id).reinforced = Some(section),
    }
    t.emit(Event::Reinforces(id, section));
    Ok(())
}

/// The torpedoes and missiles that a ship has used up.
fn used_up(ship: &Ship) -> impl Iterator<Item = u8> {
    let ordnance = |upgrade: &Upgrade| {
        upgrade.discarded
            && matches!(library().upgrade(upgrade.card).slot, UpgradeSlot::Torpedo | UpgradeSlot::Missile)
    };
    (0..ship.upgrades.len() as u8).filter(move |i| ordnance(&ship.upgrades[*i as usize]))
}

/// Reload: torpedoes and missiles that were used up are ready again, and the weapons are disabled.
fn reload(t: &mut Table, id: ShipId) -> Play {
    let ready: ArrayVec<u8, 12> = used_up(t.state.ship(id)).collect();
    ready.into_iter().for_each(|i| restore(t, CardRef { ship: id, slot: Slot::Upgrade(i) }));
    assign(t, id, Token::WeaponsDisabled)
}

/// Turns a discarded upgrade face up again.
pub fn restore(t: &mut Table, card: CardRef) {
    if let Slot::Upgrade(i) = card.slot {
        t.state.ship_mut(card.ship).upgrades[i as usize].discarded = false;
        t.emit(Event::CardTurned(card));
        register_all(&mut t.state, card.ship);
    }
}

fn jammable(state: &State, id: ShipId) -> impl Iterator<Item = ShipId> {
    state.enemies_of(id).filter(move |enemy| in_range(state, id, *enemy, JAM_REACH))
}

/// Jam: an enemy is assigned a jam token.
fn jam(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let own = CardRef { ship: id, slot: Slot::Tokens };
    let choice = t.ask(owner, Ask::CardTarget(own), |state, offer| {
        jammable(state, id).for_each(|enemy| offer.add(Choice::Ship(enemy)));
    })?;
    let Choice::Ship(enemy) = choice else { return Ok(()) };
    assign(t, enemy, Token::Jam)?;
    during(t, Moment::Jammed(id, enemy), Window::Jammed)
}

/// A ship that is not huge spends its reinforce token.
pub fn spend_reinforce(t: &mut Table, id: ShipId) {
    if t.state.ship_mut(id).reinforced.take().is_some() {
        t.emit(Event::ReinforceSpent(id));
    }
}

/// The mobile arc of a ship is turned elsewhere.
pub fn rotate_arc(t: &mut Table, id: ShipId) -> Play {
    let now = t.state.ship(id).mobile_arc;
    turn_arc(t, id, |quarter| quarter != now)
}

/// The mobile arc of a ship is set for the first time.
pub fn set_arc(t: &mut Table, id: ShipId) -> Play {
    turn_arc(t, id, |_| true)
}

fn turn_arc(t: &mut Table, id: ShipId, allowed: impl Fn(u8) -> bool) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::TurnArc(id), |_, offer| {
        let quarters = (0..QUARTERS.len() as u8).filter(|quarter| allowed(*quarter));
        quarters.for_each(|quarter| offer.add(Choice::Quarter(quarter)));
    })?;
    if let Choice::Quarter(quarter) = choice {
        t.state.ship_mut(id).mobile_arc = quarter;
        t.emit(Event::ArcTurned(id, quarter));
    }
    Ok(())
}

/// Friendly ships that could be given a free action: huge ships perform none.
fn coordinated(state: &State, id: ShipId) -> impl Iterator<Item = ShipId> {
    // audit: same (3 to 4) — the ruler ends at range 3
    let reach = if allows(state, id, Liberty::FriendsAreNear) { 3 } else { 2 };
    state
        .friends_of(id)
        .filter(move |other| !state.ship(*other).size.is_huge() && in_range(state, id, *other, reach))
}

/// Other friendly ships, as a rule one, may perform a free action.
fn coordinate(t: &mut Table, id: ShipId) -> Play {
    let own = CardRef { ship: id, slot: Slot::Tokens };
    for other in choose_coordinated(t, id)? {
        during(t, Moment::Coordinated(id, other), Window::Coordinating)?;
        free_action(t, own, other, |state, offer| {
            offer_actions(state, other, offer);
            offer.pass(Choice::Pass);
        })?;
    }
    Ok(())
}

/// The ship that is to act, or as many as cards allow.
fn choose_coordinated(t: &mut Table, id: ShipId) -> Play<ArrayVec<ShipId, MAX_SHIPS>> {
    let (owner, own) = (t.state.ship(id).owner, CardRef { ship: id, slot: Slot::Tokens });
    let mut chosen = ArrayVec::<ShipId, MAX_SHIPS>::new();
    for _ in 0..total::<XWing>(&t.state, Quantity::Coordinations(id), 1) {
        if !coordinated(&t.state, id).any(|other| !chosen.contains(&other)) {
            break;
        }
        let choice = t.ask(owner, Ask::CardTarget(own), |state, offer| {
            let open = coordinated(state, id).filter(|other| !chosen.contains(other));
            open.for_each(|other| offer.add(Choice::Ship(other)));
            if !chosen.is_empty() {
                offer.pass(Choice::Pass);
            }
        })?;
        let Choice::Ship(other) = choice else { break };
        chosen.push(other);
    }
    Ok(chosen)
}
