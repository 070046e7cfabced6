//! Actions: the Perform Action step, free actions, what each action does and why one is not possible.
//!
//! However an action comes about, [`perform`] carries it out and then lets the cards speak that wait for it. So a free
//! action in the middle of a card's effect is followed by everything that follows an action, and the effect goes on
//! where it was interrupted.

use flightpath::{Bearing, Colour, Maneuver, Roll, RollTemplate, TEMPLATE_WIDTH, Unfit};
use geometry::{Attach, Pose, Shape, Template, Travel, outside, overlaps, template_overlaps};
use table::timing::{permitted, total};
use table::{Denial, Offers, Play, denial};

use crate::cards::{Deed, Quantity, Source, Window, effects, library, usable};
use crate::measure::{Surroundings, base, body, footprint, play_area, range, surroundings};
use crate::state::{Action, CardRef, Moment, ShipId, Slot, State};
use crate::{Ask, Choice, Event, Table, XWing, damage};

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
const ROLL_PLACE: Denial = denial(
    "xwing.core.barrel-roll.small",
    "The ship has to end 80 mm aside and no more than 20 mm ahead or behind, facing as before.",
    "Das Schiff muss 80 mm seitlich und höchstens 20 mm nach vorn oder hinten versetzt stehen, ohne sich zu drehen.",
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

/// The Perform Action step: one action, or none.
pub fn perform_action_step(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::Action(id), |state, offer| {
        offer_actions(state, id, offer);
        offer.pass(Choice::Pass);
    })?;
    match choice {
        Choice::Action(action) => perform(t, id, action),
        _ => {
            t.emit(Event::Passes(id));
            Ok(())
        }
    }
}

/// The actions printed in a ship's action bar.
pub fn action_bar(state: &State, id: ShipId) -> &'static [Action] {
    &library().ship_of(state.ship(id).pilot).actions
}

/// The "Action:" headers on a ship's upgrades.
pub fn upgrade_actions(state: &State, id: ShipId) -> impl Iterator<Item = Action> {
    let slots = (0..state.ship(id).upgrades.len() as u8).map(Slot::Upgrade);
    slots
        .map(move |slot| CardRef { ship: id, slot })
        .filter(|card| has_action(state, *card))
        .map(Action::Card)
}

fn has_action(state: &State, card: CardRef) -> bool {
    effects(state, card).action.is_some()
}

/// Everything that a ship could choose as its action, possible or not.
pub fn offer_actions(state: &State, id: ShipId, offer: &mut Offers<XWing>) {
    let damage = state.ship(id).damage.iter().enumerate().filter(|(_, damage)| damage.face_up);
    let damage = damage.map(|(i, _)| CardRef { ship: id, slot: Slot::Damage(i as u8) });
    let repairs = damage.filter(|card| has_action(state, *card)).map(Action::Card);
    for action in action_bar(state, id).iter().copied().chain(upgrade_actions(state, id)).chain(repairs) {
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
    if total::<XWing>(state, Quantity::HinderingStress(id), ship.stress.into()) > 0 {
        return Err(STRESSED);
    }
    if ship.has_performed(action) {
        return Err(NOT_TWICE);
    }
    permitted::<XWing>(state, Deed::Perform(id, action, source))?;
    match action {
        Action::Focus | Action::Evade => Ok(()),
        Action::TargetLock => {
            let mut verdicts = state.enemies_of(id).map(|enemy| may_lock(state, id, enemy));
            if verdicts.any(|verdict| verdict.is_ok()) { Ok(()) } else { Err(LOCK_RANGE) }
        }
        Action::BarrelRoll => with_barrel_roll(state, id, |roll| roll.is_possible().map_err(roll_denial)),
        Action::Boost => {
            BOOSTS.iter().map(|bearing| may_boost(state, id, *bearing)).reduce(Result::or).unwrap_or(Ok(()))
        }
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
        Slot::Pilot | Slot::Tokens => false,
    }
}

fn mark_performed(state: &mut State, id: ShipId, action: Action) {
    let ship = state.ship_mut(id);
    match action {
        Action::Card(CardRef { slot: Slot::Upgrade(i), .. }) => ship.upgrades[i as usize].memo.acted = true,
        Action::Card(CardRef { slot: Slot::Damage(i), .. }) => ship.damage[i as usize].acted = true,
        _ => ship.mark_performed(action),
    }
}

/// Performs an action that is possible, and then whatever waits for it.
pub fn perform(t: &mut Table, id: ShipId, action: Action) -> Play {
    t.emit(Event::Performs(id, action));
    mark_performed(&mut t.state, id, action);
    match action {
        Action::Focus => t.state.ship_mut(id).focus += 1,
        Action::Evade => t.state.ship_mut(id).evade += 1,
        Action::TargetLock => lock(t, id)?,
        Action::BarrelRoll => barrel_roll(t, id)?,
        Action::Boost => boost(t, id)?,
        Action::Card(card) => {
            if let Some(procedure) = &effects(&t.state, card).action {
                t.because(card, |t| (procedure.perform)(t, card))?;
            }
        }
    }
    after(t, Moment::Performed(id, action), Window::AfterAction)
}

/// Opens a window for something that has just happened to a ship that is still there.
fn after(t: &mut Table, moment: Moment, window: Window) -> Play {
    let (Moment::Performed(id, _) | Moment::ReceivedStress(id)) = moment;
    if t.state.ship(id).in_play() {
        t.state.moments.push(moment);
        t.window(window)?;
        t.state.moments.pop();
    }
    Ok(())
}

/// A ship receives a stress token.
pub fn receive_stress(t: &mut Table, id: ShipId) -> Play {
    if !t.state.ship(id).in_play() {
        return Ok(());
    }
    t.state.ship_mut(id).stress += 1;
    t.emit(Event::StressReceived(id));
    after(t, Moment::ReceivedStress(id), Window::Stressed)
}

// ---- target lock ------------------------------------------------------------------------------------------------------

fn may_lock(state: &State, id: ShipId, target: ShipId) -> Result<(), Denial> {
    range(state, id, target).ok_or(LOCK_RANGE)?;
    if state.ship(id).lock == Some(target) { Err(LOCKED_ALREADY) } else { Ok(()) }
}

fn lock(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::LockWhom(id), |state, offer| {
        for enemy in state.enemies_of(id) {
            offer.judge(Choice::Ship(enemy), may_lock(state, id, enemy));
        }
    })?;
    if let Choice::Ship(target) = choice {
        remove_lock(t, id);
        t.state.ship_mut(id).lock = Some(target);
        t.emit(Event::Locks(id, target));
    }
    Ok(())
}

/// Returns both tokens of a ship's lock to the supply.
pub fn remove_lock(t: &mut Table, id: ShipId) {
    if let Some(target) = t.state.ship_mut(id).lock.take() {
        t.emit(Event::LockLost(id, target));
    }
}

// ---- barrel roll ------------------------------------------------------------------------------------------------------

/// Straight 1, with its short end against a small ship.
const ROLL_TEMPLATES: [RollTemplate; 1] = [RollTemplate::end_on(40.0)];

/// Lets `judge` look at a ship about to roll.
fn with_barrel_roll<T>(state: &State, id: ShipId, judge: impl FnOnce(&Roll) -> T) -> T {
    let Surroundings { ships, obstacles } = surroundings(state, id);
    judge(&Roll {
        start: state.ship(id).pose,
        base: base(),
        body,
        templates: &ROLL_TEMPLATES,
        ships: &ships,
        obstacles: &obstacles,
    })
}

fn roll_denial(unfit: Unfit) -> Denial {
    match unfit {
        Unfit::Place => ROLL_PLACE,
        Unfit::Ship => ROLL_ON_SHIP,
        Unfit::Obstacle => ROLL_ON_OBSTACLE,
        Unfit::Template => ROLL_OVER_OBSTACLE,
    }
}

fn barrel_roll(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let pose = t.place(
        owner,
        Ask::RollTo(id),
        |state, pose| with_barrel_roll(state, id, |roll| roll.judge(pose).map_err(roll_denial)),
        |state, places| with_barrel_roll(state, id, |roll| places.extend(roll.places())),
    )?;
    // The answer is exact to a hundredth of a millimetre; the heading is exactly the old one.
    let pose = Pose::new(pose.at, t.state.ship(id).pose.heading);
    t.state.ship_mut(id).pose = pose;
    t.emit(Event::Rolls(id, pose));
    flee_if_outside(t, id);
    Ok(())
}

/// A ship that has left the play area has fled and is destroyed.
fn flee_if_outside(t: &mut Table, id: ShipId) {
    if outside(&footprint(t.state.ship(id).pose), &play_area()) {
        t.emit(Event::Fled(id));
        damage::remove(t, id);
    }
}

// ---- boost ------------------------------------------------------------------------------------------------------------

const BOOSTS: [Bearing; 3] = [Bearing::BankLeft, Bearing::Straight, Bearing::BankRight];

/// The template of a boost, and where the ship ends.
fn boost_template(start: Pose, bearing: Bearing) -> Option<(Template, Pose)> {
    let path = Maneuver { bearing, speed: 1, colour: Colour::White }.path()?;
    Some((Template { path, width: TEMPLATE_WIDTH }, path.end(start, base().length())))
}

fn may_boost(state: &State, id: ShipId, bearing: Bearing) -> Result<(), Denial> {
    let start = state.ship(id).pose;
    let Some((template, end)) = boost_template(start, bearing) else { return Err(BOOST_ON_SHIP) };
    let Surroundings { ships, obstacles } = surroundings(state, id);
    let body = body(end);
    let lies_on = |shapes: &[Shape]| body.iter().any(|part| shapes.iter().any(|shape| overlaps(part, shape)));
    if lies_on(&ships) {
        return Err(BOOST_ON_SHIP);
    }
    if lies_on(&obstacles) {
        return Err(BOOST_ON_OBSTACLE);
    }
    let laid = template.laid(base(), start, Attach::Along(Travel::Ahead));
    let crosses = obstacles.iter().any(|obstacle| template_overlaps(&laid, obstacle));
    if crosses { Err(BOOST_OVER_OBSTACLE) } else { Ok(()) }
}

fn boost(t: &mut Table, id: ShipId) -> Play {
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::BoostWith(id), |state, offer| {
        for bearing in BOOSTS {
            offer.judge(Choice::Boost(bearing), may_boost(state, id, bearing));
        }
    })?;
    let Choice::Boost(bearing) = choice else { return Ok(()) };
    let Some((_, end)) = boost_template(t.state.ship(id).pose, bearing) else { return Ok(()) };
    t.state.ship_mut(id).pose = end;
    t.emit(Event::Boosts(id, end));
    flee_if_outside(t, id);
    Ok(())
}
