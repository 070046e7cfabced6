//! Actions: the Perform Action step, free actions, what each action does and why one is not possible; tokens and locks.
//!
//! However an action comes about, [`perform`] carries it out and then lets the cards speak that wait for it. So a free
//! action in the middle of a card's effect is followed by everything that follows an action, and the effect goes on
//! where it was interrupted.

use arrayvec::ArrayVec;
use flightpath::{
    Bearing, Colour, Maneuver, Roll, RollTemplate, SECTIONS, Sideways, Swerve, TEMPLATE_WIDTH, Unfit,
};
use geometry::{Attach, Footprint, Path, Pose, Region, Shape, Template, Travel, template_overlaps};
use table::timing::{permitted, total};
use table::{Denial, Offers, Play, denial};

use crate::cards::{
    ANYWHERE, Deed, FOR_ALL, FOR_WEAPONS, Liberty, Quantity, Sidestep, Source, UpgradeSlot, Window, allows,
    effects, hears, library, templates, usable,
};
use crate::maneuvers::{dial, execute, move_to};
use crate::measure::{
    base, each_blocker, in_range, is_outside, lies_on, minds_obstacles, obstacle_shape, obstacles_near,
    overlaps_ships, parts, range,
};
use crate::phases::{during, instead};
use crate::state::{
    Action, CardRef, Cursor, MAX_OBSTACLES, MAX_SHIPS, Moment, Section, Ship, ShipId, Size, Slot, State,
    Token, Upgrade,
};
use crate::{Ask, Choice, Event, Table, XWing, bombs, huge, missions, victory};

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
    "No ship that could be locked is at range 1-3.",
    "Kein erfassbares Schiff ist in Reichweite 1-3.",
);
const LOCKED_ALREADY: Denial = denial(
    "xwing.faq.actions.relock",
    "The ship already has a lock on it.",
    "Das Schiff hat es bereits erfasst.",
);
const LOCK_FRIEND: Denial = denial(
    "xwing.core.action.lock.4",
    "Friendly ships cannot be locked.",
    "Freundliche Schiffe können nicht erfasst werden.",
);
const ROLL_PLACE: Denial = denial(
    "xwing.core.barrel-roll.small",
    "The ship has to end 80 mm aside and no more than 20 mm ahead or behind, facing as before.",
    "Das Schiff muss 80 mm seitlich und höchstens 20 mm nach vorn oder hinten versetzt stehen, ohne sich zu drehen.",
);
const LARGE_ROLL_PLACE: Denial = denial(
    "xwing.core.barrel-roll.large",
    "The ship has to end 100 mm aside and no more than 40 mm ahead or behind, facing as before.",
    "Das Schiff muss 100 mm seitlich und höchstens 40 mm nach vorn oder hinten versetzt stehen, ohne sich zu drehen.",
);
const ROLL_ON_SHIP: Denial = denial(
    "xwing.errata.barrel-roll.1",
    "The ship would overlap another ship.",
    "Das Schiff würde ein anderes Schiff überschneiden.",
);
const ROLL_ON_OBSTACLE: Denial = denial(
    "xwing.errata.barrel-roll.2",
    "The ship would overlap an obstacle.",
    "Das Schiff würde ein Hindernis überschneiden.",
);
const ROLL_OVER_OBSTACLE: Denial = denial(
    "xwing.errata.barrel-roll.3",
    "The template would overlap an obstacle.",
    "Die Schablone würde ein Hindernis überschneiden.",
);
const BOOST_ON_SHIP: Denial = denial(
    "xwing.errata.boost.1",
    "The ship would overlap another ship.",
    "Das Schiff würde ein anderes Schiff überschneiden.",
);
const BOOST_ON_OBSTACLE: Denial = denial(
    "xwing.errata.boost.2",
    "The ship would overlap an obstacle.",
    "Das Schiff würde ein Hindernis überschneiden.",
);
const BOOST_OVER_OBSTACLE: Denial = denial(
    "xwing.errata.boost.3",
    "The template would overlap an obstacle.",
    "Die Schablone würde ein Hindernis überschneiden.",
);
const OFF_THE_AREA: Denial = denial(
    "xwing.core.ruleset",
    "By the later rules the ship must not leave the play area this way.",
    "Nach den späteren Regeln darf das Schiff die Spielfläche so nicht verlassen.",
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
    "No other friendly ship is at range 1-2.",
    "Kein anderes freundliches Schiff ist in Reichweite 1-2.",
);
const NOBODY_TO_JAM: Denial = denial(
    "xwing.core.action.one",
    "No enemy ship is at range 1-2.",
    "Kein feindliches Schiff ist in Reichweite 1-2.",
);
const NOT_PLAYED: Denial = denial(
    "xwing.core.action.one",
    "This action is not played yet.",
    "Diese Aktion wird noch nicht gespielt.",
);

/// Icons of action bars that small and large ships do not play yet. Ships that have one are gaps.
pub const UNPLAYED: u16 = Action::Recover.bit();

/// How far small and large ships jam.
const JAM_REACH: u8 = 2;

/// The Perform Action step: one action, or none; some pilots have more.
pub fn perform_action_step(t: &mut Table, id: ShipId) -> Play {
    if t.state.ship(id).no_action {
        t.emit(Event::SkipsAction(id));
        return Ok(());
    }
    let owner = t.state.ship(id).owner;
    for _ in 0..total::<XWing>(&t.state, Quantity::Actions(id), 1) {
        if !t.state.ship(id).in_play() {
            break;
        }
        let choice = t.ask(owner, Ask::Action(id), |state, offer| {
            offer_actions(state, id, offer);
            offer.pass(Choice::Pass);
        })?;
        let Choice::Action(action) = choice else {
            t.emit(Event::Passes(id));
            break;
        };
        perform(t, id, action)?;
    }
    Ok(())
}

/// The actions in a ship's action bar: the printed ones and those that upgrades have added.
pub fn action_bar(state: &State, id: ShipId) -> impl Iterator<Item = Action> + use<> {
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
    let added =
        ADDED.into_iter().filter(move |action| bonus & action.bit() != 0 && !printed.contains(action));
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

/// Everything that a ship could choose as its action, possible or not.
pub fn all_actions(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    let protect = missions::has_protect(state, id).then_some(Action::Protect);
    action_bar(state, id).chain(upgrade_actions(state, id)).chain(other_actions(state, id)).chain(protect)
}

/// Offers everything that a ship could choose as its action.
pub fn offer_actions(state: &State, id: ShipId, offer: &mut Offers<XWing>) {
    for action in all_actions(state, id) {
        offer.judge(Choice::Action(action), may_perform(state, id, action, Source::Own));
    }
}

/// A card lets a ship perform one of some actions for free. The player has already decided to do so.
pub fn free_action(
    t: &mut Table,
    card: CardRef,
    id: ShipId,
    fill: impl FnOnce(&State, &mut Offers<XWing>),
) -> Play {
    if t.state.ship(id).size.is_huge() {
        // Huge ships perform no free actions.
        return Ok(());
    }
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::FreeAction(card, id), fill)?;
    match choice {
        Choice::Action(action) => perform(t, id, action),
        _ => Ok(()),
    }
}

/// Whether a ship may perform an action, wherever the action comes from.
pub fn may_perform(state: &State, id: ShipId, action: Action, source: Source) -> Result<(), Denial> {
    let ship = state.ship(id);
    if ship.stress > 0 && total::<XWing>(state, Quantity::HinderingStress(id, action), ship.stress.into()) > 0
    {
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
            let mut verdicts = state.others(id).map(|other| may_lock(state, id, other));
            if verdicts.any(|verdict| verdict.is_ok()) { Ok(()) } else { Err(LOCK_RANGE) }
        }
        Action::BarrelRoll => {
            with_barrel_roll(state, id, |roll| can_roll(state, id, roll, roll_denial(ship.size)))
        }
        Action::Boost => boosts(state, id)
            .map(|bearing| may_boost(state, id, bearing, 1))
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
        Action::Recover if ship.size.is_huge() => huge::may_recover(state, id),
        Action::Jam if jammable(state, id).next().is_none() => Err(NOBODY_TO_JAM),
        Action::Jam => Ok(()),
        Action::Recover => Err(NOT_PLAYED),
        Action::Protect => missions::may_protect(state, id),
        Action::Card(card) => {
            usable(state, card)?;
            if has_acted(state, card) {
                return Err(CARD_NOT_TWICE);
            }
            let procedure = effects(state, card).action.as_ref().ok_or(NO_ACTION)?;
            (procedure.may)(state, card)
        }
    }
}

/// Whether this card's action, or that of another copy of it, was performed this round.
fn has_acted(state: &State, card: CardRef) -> bool {
    let ship = state.ship(card.ship);
    match card.slot {
        Slot::Upgrade(i) => {
            let kind = ship.upgrades[i as usize].card;
            ship.upgrades.iter().any(|copy| copy.card == kind && copy.memo.acted)
        }
        Slot::Damage(i) => {
            let kind = ship.damage[i as usize].kind;
            ship.damage.iter().any(|copy| copy.kind == kind && copy.acted)
        }
        Slot::Pilot | Slot::Condition(_) | Slot::Borrowed(..) | Slot::Tokens => state.memo(card).acted,
    }
}

fn mark_performed(state: &mut State, id: ShipId, action: Action) {
    match action {
        Action::Card(CardRef { slot: Slot::Damage(i), .. }) => {
            state.ship_mut(id).damage[i as usize].acted = true;
        }
        Action::Card(card) => {
            if let Some(memo) = state.memo_mut(card) {
                memo.acted = true;
            }
        }
        _ => state.ship_mut(id).mark_performed(action),
    }
}

/// Performs an action that is possible, and then whatever waits for it.
pub fn perform(t: &mut Table, id: ShipId, action: Action) -> Play {
    t.emit(Event::Performs(id, action));
    let stressed = t.state.ship(id).is_stressed();
    mark_performed(&mut t.state, id, action);
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
        Action::Protect => missions::protect(t, id)?,
        Action::Reload => reload(t, id)?,
        Action::Card(card) => {
            if let Some(procedure) = &effects(&t.state, card).action {
                t.because(card, |t| (procedure.perform)(t, card))?;
            }
        }
    }
    if t.state.ship(id).in_play() {
        t.state.ship_mut(id).acted_stressed = stressed;
        during(t, Moment::Performed(id, action), Window::AfterAction)?;
    }
    Ok(())
}

// ---- tokens -----------------------------------------------------------------------------------------------------------

fn count(ship: &mut Ship, token: Token) -> Option<&mut u8> {
    Some(match token {
        Token::Focus => &mut ship.focus,
        Token::Evade => &mut ship.evade,
        Token::Stress => &mut ship.stress,
        Token::Ion => &mut ship.ion,
        Token::Tractor => &mut ship.tractor,
        Token::WeaponsDisabled => &mut ship.weapons_disabled,
        Token::Jam => &mut ship.jam,
        Token::TargetLock | Token::Cloak => return None,
    })
}

/// A ship is assigned a token (not stress: that is [`receive_stress`]), unless a card makes something else of it.
pub fn assign(t: &mut Table, id: ShipId, token: Token) -> Play {
    if !t.state.ship(id).in_play() || instead(t, Moment::Assigned(id, token), Window::WouldBeAssigned)? {
        return Ok(());
    }
    if let Some(tokens) = count(t.state.ship_mut(id), token) {
        *tokens = tokens.saturating_add(1);
    }
    t.emit(Event::Assigned(id, token));
    if t.state.ship(id).size.is_huge() && matches!(token, Token::Focus | Token::Evade) {
        // These do nothing for a huge ship and go back at once.
        remove_token(t, id, token);
    }
    settle_jam(t, id)?;
    during(t, Moment::Assigned(id, token), Window::Assigned)
}

/// A jam token goes together with a focus, evade or target lock token of the ship's choice as soon as it has one.
pub fn settle_jam(t: &mut Table, id: ShipId) -> Play {
    while t.state.ship(id).jam > 0 {
        let ship = t.state.ship(id);
        if ship.focus == 0 && ship.evade == 0 && ship.locks.is_empty() {
            break;
        }
        remove_token(t, id, Token::Jam);
        let owner = t.state.ship(id).owner;
        let choice = t.ask(owner, Ask::GiveUpToken(id), |state, offer| {
            let ship = state.ship(id);
            if ship.focus > 0 {
                offer.add(Choice::Token(Token::Focus));
            }
            if ship.evade > 0 {
                offer.add(Choice::Token(Token::Evade));
            }
            ship.locks.iter().for_each(|locked| offer.add(Choice::Ship(*locked)));
        })?;
        match choice {
            Choice::Token(token) => remove_token(t, id, token),
            Choice::Ship(locked) => {
                remove_lock(t, id, locked);
                t.emit(Event::LockLost(id, locked));
            }
            _ => break,
        }
    }
    Ok(())
}

/// Friendly ships that lend a ship which attacks their tokens of a kind.
fn lenders(state: &State, id: ShipId, token: Token, least: i32) -> impl Iterator<Item = ShipId> {
    let attacks = match state.attack() {
        Some(attack) => attack.attacker == id,
        None => state.active == Some(id) && matches!(state.cursor, Cursor::Combat { .. }),
    };
    let friends = state.friends_of(id).filter(move |_| attacks);
    friends.filter(move |other| total::<XWing>(state, Quantity::Lends(*other, id, token), 0) >= least)
}

/// Whether a ship has a focus token, or may use that of another.
pub fn has_focus(state: &State, id: ShipId) -> bool {
    state.ship(id).focus > 0 || focus_lenders(state, id).next().is_some()
}

fn focus_lenders(state: &State, id: ShipId) -> impl Iterator<Item = ShipId> {
    lenders(state, id, Token::Focus, FOR_ALL).filter(|other| state.ship(*other).focus > 0)
}

/// Friendly ships whose lock on a target a ship that attacks it may use.
pub fn lock_lenders(state: &State, id: ShipId, target: ShipId, least: i32) -> impl Iterator<Item = ShipId> {
    lenders(state, id, Token::TargetLock, least).filter(move |other| state.ship(*other).has_locked(target))
}

/// Whose token a ship spends, its own or one that is lent to it.
fn choose_payer(t: &mut Table, id: ShipId, payers: &[ShipId]) -> Play<ShipId> {
    if payers.len() < 2 {
        return Ok(payers.first().copied().unwrap_or(id));
    }
    let owner = t.state.ship(id).owner;
    let own = CardRef { ship: id, slot: Slot::Tokens };
    let choice = t.ask(owner, Ask::CardTarget(own), |_, offer| {
        payers.iter().for_each(|payer| offer.add(Choice::Ship(*payer)));
    })?;
    Ok(if let Choice::Ship(payer) = choice { payer } else { id })
}

/// A ship spends a focus or evade token, its own or one that is lent to it.
pub fn spend(t: &mut Table, id: ShipId, token: Token) -> Play {
    let mut payers = ArrayVec::<ShipId, MAX_SHIPS>::new();
    if token == Token::Focus {
        payers.extend(Some(id).filter(|id| t.state.ship(*id).focus > 0));
        payers.extend(focus_lenders(&t.state, id));
    }
    let payer = choose_payer(t, id, &payers)?;
    if let Some(tokens) = count(t.state.ship_mut(payer), token) {
        *tokens = tokens.saturating_sub(1);
    }
    t.emit(Event::TokenSpent(payer, token));
    during(t, Moment::Spent(id, token), Window::SpentToken)
}

/// A token is taken from a ship without being spent.
pub fn remove_token(t: &mut Table, id: ShipId, token: Token) {
    if let Some(tokens) = count(t.state.ship_mut(id), token)
        && *tokens > 0
    {
        *tokens -= 1;
        t.emit(Event::TokenRemoved(id, token));
    }
}

/// A ship receives a stress token.
pub fn receive_stress(t: &mut Table, id: ShipId) -> Play {
    pay_stress(t, id).map(|_| ())
}

/// A ship receives a stress token as the price of something; false if another ship received it instead, so that nothing
/// was paid.
pub fn pay_stress(t: &mut Table, id: ShipId) -> Play<bool> {
    if !t.state.ship(id).in_play() {
        return Ok(false);
    }
    if instead(t, Moment::Stress(id), Window::WouldReceiveStress)? {
        return Ok(false);
    }
    let ship = t.state.ship_mut(id);
    ship.stress = ship.stress.saturating_add(1);
    t.emit(Event::Assigned(id, Token::Stress));
    if t.state.ship(id).size.is_huge() {
        remove_token(t, id, Token::Stress);
    }
    during(t, Moment::Stress(id), Window::Stressed)?;
    Ok(true)
}

/// A ship loses a stress token, if it has one.
pub fn remove_stress(t: &mut Table, id: ShipId) -> Play {
    if t.state.ship(id).stress == 0 {
        return Ok(());
    }
    t.state.ship_mut(id).stress -= 1;
    t.emit(Event::TokenRemoved(id, Token::Stress));
    during(t, Moment::Stress(id), Window::Unstressed)
}

/// Takes an upgrade out of play. It still counts for the ship's points.
pub fn discard(t: &mut Table, card: CardRef) {
    if let Slot::Upgrade(i) = card.slot
        && let Some(upgrade) = t.state.ship_mut(card.ship).upgrades.get_mut(i as usize)
        && !upgrade.discarded
    {
        upgrade.discarded = true;
        t.emit(Event::CardDiscarded(card));
        crate::cards::register_all(&mut t.state, card.ship);
        crate::damage::fit_shields(t, card.ship);
    }
}

/// An upgrade is discarded because an effect says so, unless something is discarded in its place.
pub fn use_up(t: &mut Table, card: CardRef) -> Play {
    if !instead(t, Moment::Discarding(card), Window::WouldDiscard)? {
        discard(t, card);
    }
    Ok(())
}

// ---- target lock ------------------------------------------------------------------------------------------------------

/// Whether a ship that is free to choose may acquire a lock on another.
pub fn may_lock(state: &State, id: ShipId, target: ShipId) -> Result<(), Denial> {
    may_lock_that(state, id, target)?;
    permitted::<XWing>(state, Deed::Lock(id, target))
}

/// Whether a ship could acquire a lock on the very ship that an effect names.
pub fn may_lock_that(state: &State, id: ShipId, target: ShipId) -> Result<(), Denial> {
    let reach = total::<XWing>(state, Quantity::LockReach(id), SECTIONS.into());
    if reach < ANYWHERE && range(state, id, target).is_none_or(|range| i32::from(range) > reach) {
        let seen = || state.friends_of(id).any(|friend| in_range(state, friend, target, SECTIONS));
        if !(allows(state, id, Liberty::LockThroughFriends) && seen()) {
            return Err(LOCK_RANGE);
        }
    }
    if state.are_friends(id, target) && !allows(state, id, Liberty::LockFriends) {
        return Err(LOCK_FRIEND);
    }
    if has_every_lock(state, id, target) && !state.options.rules().relocking {
        return Err(LOCKED_ALREADY);
    }
    Ok(())
}

/// Whether a ship has as many locks on another as it may have, which is one.
fn has_every_lock(state: &State, id: ShipId, target: ShipId) -> bool {
    let held = state.ship(id).locks.iter().filter(|locked| **locked == target).count();
    held > 0 && held >= total::<XWing>(state, Quantity::LocksOnOne(id), 1) as usize
}

/// The ships that a ship could think of locking, judged.
pub fn offer_locks(state: &State, id: ShipId, offer: &mut Offers<XWing>) {
    let friends_too = allows(state, id, Liberty::LockFriends);
    for other in state.others(id).filter(|other| friends_too || !state.are_friends(id, *other)) {
        offer.judge(Choice::Ship(other), may_lock(state, id, other));
    }
}

fn lock(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::LockWhom(id), |state, offer| offer_locks(state, id, offer))?;
    if let Choice::Ship(target) = choice { acquire_lock(t, id, target) } else { Ok(()) }
}

/// A ship acquires a lock.
pub fn acquire_lock(t: &mut Table, id: ShipId, target: ShipId) -> Play {
    take_lock(t, id, target)?;
    settle_jam(t, id)?;
    during(t, Moment::Acquired(id, target), Window::AcquiredLock)
}

/// A ship has a lock from now on. If it maintains as many as it may already, it gives one up.
pub fn take_lock(t: &mut Table, id: ShipId, target: ShipId) -> Play {
    if has_every_lock(&t.state, id, target) {
        remove_lock(t, id, target);
    }
    let most = total::<XWing>(&t.state, Quantity::Locks(id), 1).clamp(1, 2) as usize;
    if t.state.ship(id).locks.len() >= most {
        let owner = t.state.ship(id).owner;
        let choice = t.ask(owner, Ask::GiveUpLock(id), |state, offer| {
            state.ship(id).locks.iter().for_each(|locked| offer.add(Choice::Ship(*locked)));
        })?;
        if let Choice::Ship(old) = choice {
            t.emit(Event::LockLost(id, old));
            remove_lock(t, id, old);
        }
    }
    if !t.state.ship(id).locks.is_full() {
        t.state.ship_mut(id).locks.push(target);
    }
    huge::place_lock(t, id, target)?;
    t.emit(Event::Locks(id, target));
    Ok(())
}

/// Returns both tokens of a lock to the supply.
pub fn remove_lock(t: &mut Table, id: ShipId, target: ShipId) {
    let locks = &mut t.state.ship_mut(id).locks;
    if let Some(place) = locks.iter().position(|locked| *locked == target) {
        locks.remove(place);
    }
    if !t.state.ship(id).has_locked(target)
        && let Some(huge) = t.state.huge_mut(target)
    {
        huge.locked_by = huge.locked_by.map(|by| by & !id.bit());
    }
}

/// Spends a lock, one's own or one that is lent.
pub fn spend_lock(t: &mut Table, id: ShipId, target: ShipId) -> Play {
    let mut payers = ArrayVec::<ShipId, MAX_SHIPS>::new();
    payers.extend(Some(id).filter(|id| t.state.ship(*id).has_locked(target)));
    let pays_weapon = t.state.attack().is_some_and(|attack| attack.attack.0.is_empty());
    payers.extend(lock_lenders(&t.state, id, target, if pays_weapon { FOR_WEAPONS } else { FOR_ALL }));
    let payer = choose_payer(t, id, &payers)?;
    remove_lock(t, payer, target);
    t.emit(Event::TokenSpent(payer, Token::TargetLock));
    during(t, Moment::Spent(id, Token::TargetLock), Window::SpentToken)
}

// ---- barrel roll ------------------------------------------------------------------------------------------------------

/// Straight 1, with its short end against a small ship and its long side against a large one.
pub static SMALL_ROLL: [RollTemplate; 1] = [RollTemplate::end_on(40.0)];
static LARGE_ROLL: [RollTemplate; 1] = [RollTemplate::side_on(40.0)];
/// With the straight 2 besides.
static LONG_SMALL_ROLL: [RollTemplate; 2] = [RollTemplate::end_on(40.0), RollTemplate::end_on(80.0)];

/// Radius of the longest bank that ships roll with.
const WIDEST_BANK: f64 = 130.0;

/// Lets `judge` look at a ship about to perform a barrel roll.
pub fn with_barrel_roll<T>(state: &State, id: ShipId, judge: impl FnOnce(&Sideways) -> T) -> T {
    let set = total::<XWing>(state, Quantity::Templates(id, Sidestep::BarrelRoll), templates::STRAIGHT);
    let templates: &[RollTemplate] = match state.ship(id).size {
        Size::Small if set & templates::STRAIGHT == 0 => &[],
        Size::Small if set & templates::LONGER != 0 => &LONG_SMALL_ROLL,
        Size::Small => &SMALL_ROLL,
        Size::Large | Size::Huge | Size::Corvette => &LARGE_ROLL,
    };
    let bank = (set & templates::BANK != 0).then_some(1);
    with_roll(state, id, templates, bank, judge)
}

/// Whether a ship can barrel roll anywhere with the templates that it may use now.
pub fn can_barrel_roll(state: &State, id: ShipId) -> bool {
    let deny = roll_denial(state.ship(id).size);
    with_barrel_roll(state, id, |roll| can_roll(state, id, roll, deny)).is_ok()
}

/// Lets `judge` look at a ship about to roll with some straight templates, or with the bank of a speed.
pub fn with_roll<T>(
    state: &State,
    id: ShipId,
    templates: &[RollTemplate],
    bank: Option<u8>,
    judge: impl FnOnce(&Sideways) -> T,
) -> T {
    let curve = if bank.is_some() { WIDEST_BANK } else { 0.0 };
    let longest = templates.iter().map(|template| template.reach).fold(curve, f64::max);
    let obstacles = shapes_in_the_way(state, id, base(state.ship(id).size).length() * 1.5 + longest);
    with_roll_among(state, id, templates, bank, &obstacles, judge)
}

/// Lets `judge` look at a ship about to roll, with some obstacles in the way.
pub fn with_roll_among<T>(
    state: &State,
    id: ShipId,
    templates: &[RollTemplate],
    bank: Option<u8>,
    obstacles: &[Shape],
    judge: impl FnOnce(&Sideways) -> T,
) -> T {
    let ship = state.ship(id);
    let (start, base, parts) = (ship.pose, base(ship.size), parts(ship.size));
    let radius = bank.and_then(|speed| {
        match (Maneuver { bearing: Bearing::BankLeft, speed, colour: Colour::White }).path() {
            Some(Path::Curve { radius, .. }) => Some(radius),
            _ => None,
        }
    });
    let longest = templates.iter().map(|template| template.reach).fold(radius.unwrap_or(0.0), f64::max);
    let reach = base.length() * 1.5 + longest;
    let mut ships = ArrayVec::<Footprint, { 5 * MAX_SHIPS }>::new();
    each_blocker(state, id, reach, |blocker| ships.push(blocker.part));
    let curved = |radius| Swerve { start, base, parts, radius, ships: &ships, obstacles };
    judge(&Sideways {
        straight: Roll { start, base, parts, templates, ships: &ships, obstacles },
        curved: radius.map(curved),
    })
}

/// The obstacles near a ship, unless it ignores them.
pub fn shapes_in_the_way(state: &State, id: ShipId, reach: f64) -> ArrayVec<Shape, MAX_OBSTACLES> {
    if state.obstacles.is_empty()
        || !minds_obstacles(state, id)
        || allows(state, id, Liberty::RollOverObstacles)
    {
        return ArrayVec::new();
    }
    let mut shapes = ArrayVec::new();
    for (_, obstacle) in obstacles_near(state, state.ship(id).pose.at, reach) {
        shapes.push(obstacle_shape(obstacle));
    }
    shapes
}

fn roll_denial(size: Size) -> fn(Unfit) -> Denial {
    match size {
        Size::Small => |unfit| unfit_roll(unfit, ROLL_PLACE),
        Size::Large | Size::Huge | Size::Corvette => |unfit| unfit_roll(unfit, LARGE_ROLL_PLACE),
    }
}

fn unfit_roll(unfit: Unfit, place: Denial) -> Denial {
    match unfit {
        Unfit::Place => place,
        Unfit::Ship => ROLL_ON_SHIP,
        Unfit::Obstacle => ROLL_ON_OBSTACLE,
        Unfit::Template => ROLL_OVER_OBSTACLE,
    }
}

/// Whether a ship may roll to a place. In the later rules it must not leave the play area.
pub fn may_roll_to(
    state: &State,
    id: ShipId,
    roll: &Sideways,
    pose: &Pose,
    deny: fn(Unfit) -> Denial,
) -> Result<(), Denial> {
    roll.judge(pose).map_err(deny)?;
    stays_on_the_area(state, id, *pose)
}

pub fn stays_on_the_area(state: &State, id: ShipId, pose: Pose) -> Result<(), Denial> {
    let leaves = state.options.rules().no_fleeing_by_action && is_outside(state, state.ship(id).size, pose);
    if leaves { Err(OFF_THE_AREA) } else { Ok(()) }
}

/// Places worth considering for a roll.
pub fn places_to_roll(
    state: &State,
    id: ShipId,
    roll: &Sideways,
    deny: fn(Unfit) -> Denial,
) -> impl Iterator<Item = Pose> {
    roll.places().filter(move |pose| may_roll_to(state, id, roll, pose, deny).is_ok())
}

/// Whether a ship can roll anywhere.
pub fn can_roll(state: &State, id: ShipId, roll: &Sideways, deny: fn(Unfit) -> Denial) -> Result<(), Denial> {
    let room = roll.straight.ships.is_empty() && roll.straight.obstacles.is_empty();
    if room && !state.options.rules().no_fleeing_by_action {
        return Ok(());
    }
    if places_to_roll(state, id, roll, deny).next().is_some() {
        return Ok(());
    }
    roll.is_possible().map_err(deny)?;
    Err(OFF_THE_AREA)
}

fn barrel_roll(t: &mut Table, id: ShipId) -> Play {
    if !hears(&t.state, Window::Rolling) || t.state.moments.is_full() {
        return roll_aside(t, id);
    }
    t.state.moments.push(Moment::Rolling(id));
    t.window(Window::Rolling)?;
    if can_barrel_roll(&t.state, id) {
        roll_aside(t, id)?;
    }
    t.state.moments.pop();
    Ok(())
}

fn roll_aside(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let deny = roll_denial(t.state.ship(id).size);
    let pose = t.place_where(
        owner,
        Ask::RollTo(id),
        |state, pose| with_barrel_roll(state, id, |roll| may_roll_to(state, id, roll, pose, deny)),
        |state, places| {
            with_barrel_roll(state, id, |roll| places.extend(places_to_roll(state, id, roll, deny)))
        },
    )?;
    let pose = with_barrel_roll(&t.state, id, |roll| roll.settled(pose));
    let mined: ArrayVec<u8, 12> = if t.state.bombs.is_empty() {
        ArrayVec::new()
    } else {
        with_barrel_roll(&t.state, id, |roll| bombs::crossed(&t.state, |shape| roll.must_cross(&pose, shape)))
    };
    move_to(&mut t.state, id, pose, 0);
    t.emit(Event::Rolls(id, pose));
    arrive(t, id, &mined)
}

/// After a move that is no maneuver: a ship outside the play area has fled; mines that it met go off.
pub fn arrive(t: &mut Table, id: ShipId, mined: &[u8]) -> Play {
    let ship = t.state.ship(id);
    if is_outside(&t.state, ship.size, ship.pose) {
        return victory::flee(t, id);
    }
    bombs::set_off_those(t, id, mined)
}

// ---- boost ------------------------------------------------------------------------------------------------------------

const BOOSTS: [Bearing; 3] = [Bearing::BankLeft, Bearing::Straight, Bearing::BankRight];

/// The templates with which a ship may boost.
pub fn boosts(state: &State, id: ShipId) -> impl Iterator<Item = Bearing> + use<> {
    let usual = templates::STRAIGHT | templates::BANK;
    let set = total::<XWing>(state, Quantity::Templates(id, Sidestep::Boost), usual);
    let turns = if set & templates::TURN != 0 { &[Bearing::TurnLeft, Bearing::TurnRight][..] } else { &[] };
    BOOSTS.into_iter().chain(turns.iter().copied())
}

/// The template of a move ahead, and where the ship ends.
pub fn move_ahead(state: &State, id: ShipId, bearing: Bearing, speed: u8) -> Option<(Region, Pose)> {
    let ship = state.ship(id);
    let path = Maneuver { bearing, speed, colour: Colour::White }.path()?;
    let template = Template { path, width: TEMPLATE_WIDTH };
    let laid = template.laid(base(ship.size), ship.pose, Attach::Along(Travel::Ahead));
    Some((laid, path.end(ship.pose, base(ship.size).length())))
}

/// Whether a ship may move ahead with a template: neither onto ships or obstacles, nor over obstacles.
pub fn may_move_ahead(
    state: &State,
    id: ShipId,
    bearing: Bearing,
    speed: u8,
    [on_ship, on_obstacle, over_obstacle]: [Denial; 3],
) -> Result<(), Denial> {
    let Some((template, end)) = move_ahead(state, id, bearing, speed) else { return Err(on_ship) };
    let reach = f64::from(speed) * 40.0 + 2.0 * base(state.ship(id).size).length();
    if overlaps_ships(state, id, end) {
        return Err(on_ship);
    }
    let obstacles = shapes_in_the_way(state, id, reach);
    if obstacles.iter().any(|shape| lies_on(state.ship(id).size, end, shape)) {
        return Err(on_obstacle);
    }
    if obstacles.iter().any(|shape| template_overlaps(&template, shape)) {
        return Err(over_obstacle);
    }
    stays_on_the_area(state, id, end)
}

pub fn may_boost(state: &State, id: ShipId, bearing: Bearing, speed: u8) -> Result<(), Denial> {
    may_move_ahead(state, id, bearing, speed, [BOOST_ON_SHIP, BOOST_ON_OBSTACLE, BOOST_OVER_OBSTACLE])
}

fn boost(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::BoostWith(id), |state, offer| {
        for bearing in boosts(state, id) {
            offer.judge(Choice::Boost(bearing), may_boost(state, id, bearing, 1));
        }
    })?;
    let Choice::Boost(bearing) = choice else { return Ok(()) };
    let Some((template, end)) = move_ahead(&t.state, id, bearing, 1) else { return Ok(()) };
    let mined = bombs::crossed(&t.state, |shape| template_overlaps(&template, shape));
    move_to(&mut t.state, id, end, 0);
    t.emit(Event::Boosts(id, end));
    arrive(t, id, &mined)
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
        crate::cards::register_all(&mut t.state, card.ship);
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
        (0..4).filter(|quarter| allowed(*quarter)).for_each(|quarter| offer.add(Choice::Quarter(quarter)));
    })?;
    if let Choice::Quarter(quarter) = choice {
        t.state.ship_mut(id).mobile_arc = quarter;
        t.emit(Event::ArcTurned(id, quarter));
    }
    Ok(())
}

/// Friendly ships that could be given a free action: huge ships perform none.
fn coordinated(state: &State, id: ShipId) -> impl Iterator<Item = ShipId> {
    let reach = if allows(state, id, Liberty::FriendsAreNear) { 3 } else { 2 };
    state
        .friends_of(id)
        .filter(move |other| !state.ship(*other).size.is_huge() && in_range(state, id, *other, reach))
}

/// Another friendly ship may perform a free action.
fn coordinate(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let own = CardRef { ship: id, slot: Slot::Tokens };
    let choice = t.ask(owner, Ask::CardTarget(own), |state, offer| {
        coordinated(state, id).for_each(|other| offer.add(Choice::Ship(other)));
    })?;
    let Choice::Ship(other) = choice else { return Ok(()) };
    during(t, Moment::Coordinated(id, other), Window::Coordinating)?;
    free_action(t, own, other, |state, offer| {
        offer_actions(state, other, offer);
        offer.pass(Choice::Pass);
    })
}
