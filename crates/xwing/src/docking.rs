//! Ships that begin the game docked at another: who is docked where, and how they are deployed. While docked a ship is
//! not in play and its cards say nothing; what it does for its carrier is on the carrier's cards.

use geometry::{Pose, Turn};
use table::{Denial, Play, denial};

use crate::actions::perform_action_step;
use crate::cards::{ArcName, Carries, Window, library, register_all};
use crate::damage::{deal, remove, shield_value};
use crate::lists::Loadout;
use crate::maneuvers::{dial, execute, flight};
use crate::measure::{length, overlaps_ships, side};
use crate::phases::during;
use crate::setup::new_ship;
use crate::state::{Doom, Moment, Section, ShipId, State};
use crate::{Ask, Choice, Event, Table};

const OTHER_TYPE: Denial = denial(
    "xwing.core.golden-rule.1",
    "All ships that are docked here must be of one type.",
    "Alle hier angedockten Schiffe müssen vom selben Typ sein.",
);

/// The ships that are docked at a ship.
pub fn docked_at(state: &State, carrier: ShipId) -> impl Iterator<Item = ShipId> {
    state.ids().filter(move |id| state.ship(*id).docked == Some(carrier))
}

/// What the cards of a ship let it carry.
fn carries(state: &State, id: ShipId) -> Option<&'static Carries> {
    state.ship(id).upgrades.iter().find_map(|upgrade| library().upgrade(upgrade.card).carries.as_ref())
}

/// Whether a card names a ship as one that may be docked.
fn fits(state: &State, carries: &Carries, id: ShipId) -> bool {
    let ship = state.ship(id);
    let is_titled =
        |title: &String| ship.upgrades.iter().any(|upgrade| library().upgrade(upgrade.card).id == *title);
    carries.ships.contains(&library().ship(ship.kind).id) || carries.title.as_ref().is_some_and(is_titled)
}

/// The arcs that ships docked at a ship add to its primary weapon.
pub fn arcs_of_docked(state: &State, carrier: ShipId) -> impl Iterator<Item = ArcName> {
    let cards = docked_at(state, carrier).flat_map(|id| state.ship(id).upgrades.iter());
    cards.filter_map(|upgrade| library().upgrade(upgrade.card).effects.docked_arc)
}

// ---- docking ----------------------------------------------------------------------------------------------------------

/// Ships that a card brings along without their being bought: they begin docked at its ship.
pub fn bring_along(state: &mut State) {
    for carrier in state.ids() {
        let pilot = carries(state, carrier).and_then(|carries| library().find_pilot(carries.pilot.as_ref()?));
        let Some(pilot) = pilot else { continue };
        let mut ship = new_ship(state.ship(carrier).owner, &Loadout { pilot, upgrades: Vec::new() });
        ship.docked = Some(carrier);
        if let Some(id) = state.join(ship) {
            register_all(state, id);
            let shields = shield_value(state, id);
            state.ship_mut(id).shields = shields;
        }
    }
}

/// Before forces are placed: whoever a card names begins docked; which of many ships do is their player's choice.
pub fn dock_all(t: &mut Table) -> Play {
    for carrier in t.state.ids() {
        let Some(carries) = carries(&t.state, carrier) else { continue };
        for _ in 0..carries.count {
            let Some(id) = next_to_dock(t, carrier, carries)? else { break };
            t.state.ship_mut(id).docked = Some(carrier);
            t.emit(Event::Docked(id, carrier));
        }
    }
    Ok(())
}

fn next_to_dock(t: &mut Table, carrier: ShipId, carries: &'static Carries) -> Play<Option<ShipId>> {
    let free = |state: &State, id: ShipId| {
        let ship = state.ship(id);
        id != carrier
            && ship.docked.is_none()
            && !ship.placed
            && state.are_friends(carrier, id)
            && fits(state, carries, id)
    };
    if carries.ships.is_empty() {
        return Ok(t.state.ids().find(|id| free(&t.state, *id)));
    }
    let owner = t.state.ship(carrier).owner;
    let choice = t.ask(owner, Ask::Dock(carrier), |state, offer| {
        let kind = docked_at(state, carrier).next().map(|id| state.ship(id).kind);
        for id in state.ids().filter(|id| free(state, *id)) {
            let same = kind.is_none_or(|kind| kind == state.ship(id).kind);
            offer.judge(Choice::Ship(id), if same { Ok(()) } else { Err(OTHER_TYPE) });
        }
        offer.pass(Choice::Pass);
    })?;
    Ok(if let Choice::Ship(id) = choice { Some(id) } else { None })
}

// ---- deploying --------------------------------------------------------------------------------------------------------

/// Where a docked ship starts from: as if its front guides were those guides of its carrier.
pub fn slip(state: &State, id: ShipId, guides: Section) -> Option<Pose> {
    let ship = state.ship(id);
    let carrier = state.ship(ship.docked?);
    let outward = match guides {
        Section::Fore => carrier.pose,
        Section::Aft => carrier.pose.turned(Turn::About),
    };
    Some(outward.ahead((length(carrier.size) - side(ship.size)) / 2.0))
}

/// The table when a ship has left its carrier and is about to fly its first maneuver.
// audit: no rule — for previews and for what agents think of an option
pub fn about_to_fly(state: &State, id: ShipId, guides: Section) -> Option<State> {
    let start = slip(state, id, guides)?;
    let mut state = state.clone();
    let ship = state.ship_mut(id);
    (ship.pose, ship.placed, ship.docked) = (start, true, None);
    Some(state)
}

/// A carrier may deploy up to so many ships, one after the other.
pub fn deploy_up_to(t: &mut Table, carrier: ShipId, most: usize) -> Play {
    for _ in 0..most {
        let owner = t.state.ship(carrier).owner;
        let choice = t.ask(owner, Ask::WhoDeploys(carrier), |state, offer| {
            docked_at(state, carrier).for_each(|id| offer.add(Choice::Ship(id)));
            offer.pass(Choice::Pass);
        })?;
        let Choice::Ship(id) = choice else { break };
        deploy(t, id)?;
        if !t.state.ship(carrier).in_play() {
            break;
        }
    }
    Ok(())
}

/// A docked ship leaves its carrier: it flies a maneuver of its dial from the rear guides, of a huge ship also from the
/// front ones, and may then perform an action. That is its activation this round. Where there is no room for its base
/// along the template it is destroyed.
pub fn deploy(t: &mut Table, id: ShipId) -> Play {
    let Some(carrier) = t.state.ship(id).docked else { return Ok(()) };
    let guides = choose_guides(t, id, carrier)?;
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::Deploy(id, guides), |state, offer| {
        dial(state, id).iter().for_each(|maneuver| offer.add(Choice::Maneuver(*maneuver)));
    })?;
    let (Choice::Maneuver(maneuver), Some(start)) = (choice, slip(&t.state, id, guides)) else {
        return Ok(());
    };
    t.emit(Event::Deployed(id, carrier));
    let round = t.state.round;
    let ship = t.state.ship_mut(id);
    (ship.docked, ship.deployed_in) = (None, round);
    (ship.pose, ship.placed) = (start, true);
    register_all(&mut t.state, id);
    if flight(&t.state, id, maneuver).is_some_and(|flown| overlaps_ships(&t.state, id, flown.pose)) {
        t.emit(Event::NoRoom(id));
        return remove(t, id);
    }
    execute(t, id, maneuver)?;
    if t.state.ship(id).in_play() {
        during(t, Moment::Deployed(carrier, id), Window::Deployed)?;
    }
    if t.state.ship(id).in_play() { perform_action_step(t, id) } else { Ok(()) }
}

fn choose_guides(t: &mut Table, id: ShipId, carrier: ShipId) -> Play<Section> {
    if !t.state.ship(carrier).size.is_huge() {
        return Ok(Section::Aft);
    }
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::Guides(id), |_, offer| {
        Section::BOTH.into_iter().for_each(|section| offer.add(Choice::Section(section)));
    })?;
    Ok(if let Choice::Section(section) = choice { section } else { Section::Aft })
}

// ---- the end of a carrier ---------------------------------------------------------------------------------------------

/// A carrier is destroyed: before it leaves the table, every ship docked at it is dealt a damage card face down and must
/// deploy at once; a pilot who waited aboard may, unharmed. None of them attacks this round.
pub fn abandon(t: &mut Table, carrier: ShipId) -> Play {
    if docked_at(&t.state, carrier).next().is_none() {
        return Ok(());
    }
    t.state.ship_mut(carrier).doom = Doom::Leaving;
    let waits_aboard = carries(&t.state, carrier).is_some_and(|carries| carries.pilot.is_some());
    while let Some(id) = next_to_leave(t, carrier, waits_aboard)? {
        if waits_aboard {
            succeed(&mut t.state, id, carrier);
        } else {
            deal(t, id, false)?;
        }
        t.state.ship_mut(id).no_attack = true;
        if !t.state.ship(id).destroyed {
            deploy(t, id)?;
        }
        t.state.ship_mut(id).docked = None;
    }
    perish(t, carrier)
}

fn next_to_leave(t: &mut Table, carrier: ShipId, may_stay: bool) -> Play<Option<ShipId>> {
    if docked_at(&t.state, carrier).next().is_none() {
        return Ok(None);
    }
    let owner = t.state.ship(carrier).owner;
    let choice = t.ask(owner, Ask::WhoDeploys(carrier), |state, offer| {
        docked_at(state, carrier).for_each(|id| offer.add(Choice::Ship(id)));
        if may_stay {
            offer.pass(Choice::Pass);
        }
    })?;
    Ok(if let Choice::Ship(id) = choice { Some(id) } else { None })
}

/// The pilot of a destroyed ship flies on in the ship that was docked at it.
fn succeed(state: &mut State, id: ShipId, carrier: ShipId) {
    let (skill, ability) = (state.ship(carrier).printed_skill, state.ship(carrier).ability);
    let ship = state.ship_mut(id);
    (ship.printed_skill, ship.ability) = (skill, ability);
    register_all(state, id);
}

/// Ships that are still docked are lost with their carrier.
pub fn perish(t: &mut Table, carrier: ShipId) -> Play {
    for id in t.state.ids() {
        if t.state.ship(id).docked == Some(carrier) {
            t.state.ship_mut(id).docked = None;
            remove(t, id)?;
        }
    }
    Ok(())
}
