//! Bombs and mines: dropping them behind a ship, and what sets them off.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Maneuver};
use geometry::{Base, Footprint, Pose, Shape, Turn, closest, overlaps};
use table::timing::total;
use table::{Denial, Play, Seat, denial};

use crate::cards::{Fuse, Liberty, Quantity, UpgradeId, Window, allows, drops, library};
use crate::damage::suffered;
use crate::measure::{BOMB, bomb_shapes, footprint, lies_on, range_to_bomb, side};
use crate::phases::{begin, during, instead};
use crate::state::{Bomb, CardRef, MAX_SEATS, MAX_SHIPS, Moment, Section, ShipId, Slot, State, side_of};
use crate::{Ask, Choice, Event, Table, XWing};

const NOT_BESIDE: Denial = denial(
    "xwing.exp.bomb.drop.2",
    "The token has to touch the ship.",
    "Der Marker muss das Schiff berühren.",
);
pub const ONE_PER_ROUND: Denial = denial(
    "xwing.exp.bomb.one-per-round",
    "A ship drops at most one bomb in a round.",
    "Ein Schiff legt höchstens eine Bombe pro Runde ab.",
);

/// The template that bombs are dropped with.
const DROP: Maneuver = Maneuver { bearing: Bearing::Straight, speed: 1, colour: Colour::White };
/// How close to a ship a bomb lies that touches it.
const BESIDE: f64 = 0.5;

/// Whether a ship may drop a bomb now.
pub fn may_drop(state: &State, id: ShipId) -> Result<(), Denial> {
    if state.ship(id).dropped { Err(ONE_PER_ROUND) } else { Ok(()) }
}

/// Where a bomb dropped by a ship usually comes to lie: at the other end of the straight 1 behind its rear guides.
pub fn drop_place(state: &State, id: ShipId) -> Pose {
    place_at_end(state, id, DROP, Section::Aft, BOMB / 2.0)
}

/// Where something else that is dropped comes to lie whose front is so far from its middle.
pub fn behind_template(state: &State, id: ShipId, front: f64) -> Pose {
    place_at_end(state, id, DROP, Section::Aft, front)
}

/// The place of a token, whose front is so far from its middle, at the other end of a template between the front or the rear
/// guides of a ship. Behind the ship a template bent to one side leads to that side.
fn place_at_end(state: &State, id: ShipId, template: Maneuver, guides: Section, front: f64) -> Pose {
    let ship = state.ship(id);
    let Some(path) = template.path() else { return ship.pose };
    let edge = side(ship.size) / 2.0;
    let end = match guides {
        Section::Fore => path.end(ship.pose.ahead(edge), 0.0),
        Section::Aft => path.mirrored().end(ship.pose.ahead(-edge).turned(Turn::About), 0.0),
    };
    end.ahead(front).turned(Turn::About)
}

/// What cards add to how a ship drops bombs.
fn drop_set(state: &State, id: ShipId) -> i32 {
    total::<XWing>(state, Quantity::Drops(id), 0)
}

/// The templates with which a ship may drop bombs.
fn drop_templates(set: i32) -> ArrayVec<Maneuver, 7> {
    let mut templates = ArrayVec::new();
    let mut add = |bearing, speed| templates.push(Maneuver { bearing, speed, ..DROP });
    add(Bearing::Straight, 1);
    for (flag, speed) in [(drops::STRAIGHT_2, 2), (drops::STRAIGHT_3, 3)] {
        if set & flag != 0 {
            add(Bearing::Straight, speed);
        }
    }
    for (flag, speed) in [(drops::TURN_1, 1), (drops::TURN_3, 3)] {
        if set & flag != 0 {
            add(Bearing::TurnLeft, speed);
            add(Bearing::TurnRight, speed);
        }
    }
    templates
}

/// Drops the bomb of a card behind its ship, or where else cards let it. A mine that lands on a ship goes off at once.
pub fn drop_bomb(t: &mut Table, card: CardRef) -> Play {
    let set = drop_set(&t.state, card.ship);
    let guides = if set & drops::FRONT != 0 { choose_guides(t, card)? } else { Section::Aft };
    drop_from(t, card, guides)
}

/// Drops the bomb of a card from the front or the rear guides of its ship.
pub fn drop_from(t: &mut Table, card: CardRef, guides: Section) -> Play {
    let Slot::Upgrade(slot) = card.slot else { return Ok(()) };
    let Some(upgrade) = t.state.ship(card.ship).upgrades.get(slot as usize) else { return Ok(()) };
    let kind = upgrade.card;
    let set = drop_set(&t.state, card.ship);
    let revealed = matches!(t.state.moment(), Some(Moment::Dial(ship)) if ship == card.ship);
    let middle = if set & drops::BESIDE != 0 && revealed {
        choose_place_beside(t, card)?
    } else {
        let template = choose_template(t, card, &drop_templates(set))?;
        place_at_end(&t.state, card.ship, template, guides, BOMB / 2.0)
    };
    let rules = library().upgrade(kind).effects.bomb.as_ref();
    for aside in rules.map_or(&[0.0][..], |rules| rules.spread) {
        place_bomb(t, card.ship, kind, middle.aside(*aside))?;
    }
    during(t, Moment::Dropped(card.ship), Window::BombDropped)
}

fn choose_guides(t: &mut Table, card: CardRef) -> Play<Section> {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |_, offer| {
        [Section::Aft, Section::Fore].into_iter().for_each(|section| offer.add(Choice::Section(section)));
    })?;
    Ok(if let Choice::Section(section) = choice { section } else { Section::Aft })
}

fn choose_template(t: &mut Table, card: CardRef, templates: &[Maneuver]) -> Play<Maneuver> {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardManeuver(card), |_, offer| {
        templates.iter().for_each(|template| offer.add(Choice::Maneuver(*template)));
    })?;
    Ok(if let Choice::Maneuver(template) = choice { template } else { DROP })
}

/// A place where the token touches its ship, or the usual one.
fn choose_place_beside(t: &mut Table, card: CardRef) -> Play<Pose> {
    let id = card.ship;
    t.place(
        t.state.ship(id).owner,
        Ask::CardPlace(card),
        move |state, pose| {
            let (ship, usual) = (state.ship(id), drop_place(state, id));
            let token = Footprint::new(Base::square(BOMB), *pose);
            let base = footprint(ship.size, ship.pose);
            // audit: same (< to <=) — within the tolerance, or just not
            let touches = closest(&token, &base).distance < BESIDE && !overlaps(&token, &base);
            // audit: same (< to <=) — within the tolerance, or just not
            let is_usual = pose.at.distance(usual.at) < BESIDE;
            if touches || is_usual { Ok(()) } else { Err(NOT_BESIDE) }
        },
        |state, places| suggest_beside(state, id, places),
    )
}

/// The usual place and the middles of the four sides.
// audit: no rule — any place may be chosen that the rules allow; these are offered to look at
fn suggest_beside(state: &State, id: ShipId, places: &mut Vec<Pose>) {
    let ship = state.ship(id);
    let beside = (side(ship.size) + BOMB) / 2.0 + BESIDE / 2.0;
    places.push(drop_place(state, id));
    places.extend([ship.pose.ahead(-beside), ship.pose.aside(beside), ship.pose.aside(-beside)]);
    places.push(ship.pose.ahead(beside));
}

/// Puts a bomb token on the table.
pub fn place_bomb(t: &mut Table, by: ShipId, card: UpgradeId, pose: Pose) -> Play {
    let owner = t.state.ship(by).owner;
    t.state.ship_mut(by).dropped = true;
    t.state.bombs.push(Bomb { card, owner, by, pose, spared_in: 0 });
    t.emit(Event::BombDropped(by, card, pose));
    let index = t.state.bombs.len() - 1;
    if fuse(&t.state, index) == Some(Fuse::Overlap) { land(t, owner, index) } else { Ok(()) }
}

/// A mine that was dropped on ships goes off under one of them, which its player chooses.
fn land(t: &mut Table, owner: Seat, index: usize) -> Play {
    let shapes = bomb_shapes(&t.state, &t.state.bombs[index]);
    let under = |id: &ShipId| {
        let ship = t.state.ship(*id);
        shapes.iter().any(|shape| lies_on(ship.size, ship.pose, shape))
    };
    let ships: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(under).collect();
    if ships.is_empty() {
        return Ok(());
    }
    let choice = t.ask(owner, Ask::MineVictim, |_, offer| {
        ships.iter().for_each(|id| offer.add(Choice::Ship(*id)));
    })?;
    if let Choice::Ship(id) = choice { detonate(t, index, Some(id)) } else { Ok(()) }
}

fn fuse(state: &State, index: usize) -> Option<Fuse> {
    library().upgrade(state.bombs[index].card).effects.bomb.as_ref().map(|rules| rules.fuse)
}

/// The mines that a template lies on.
pub fn crossed(state: &State, crosses: impl Fn(&Shape) -> bool) -> ArrayVec<u8, 12> {
    (0..state.bombs.len())
        .filter(|index| fuse(state, *index) == Some(Fuse::Overlap))
        .filter(|index| bomb_shapes(state, &state.bombs[*index]).iter().any(&crosses))
        .map(|index| index as u8)
        .collect()
}

/// Sets off all mines under a ship that has moved, and those under its template, even if one of them destroys it.
pub fn set_off(t: &mut Table, id: ShipId, crosses: impl Fn(&Shape) -> bool) -> Play {
    if t.state.bombs.is_empty() {
        return Ok(());
    }
    let mined = crossed(&t.state, crosses);
    set_off_those(t, id, &mined)
}

/// Sets off these mines and all under a ship.
pub fn set_off_those(t: &mut Table, id: ShipId, mined: &[u8]) -> Play {
    if t.state.bombs.is_empty() {
        return Ok(());
    }
    let (size, pose) = (t.state.ship(id).size, t.state.ship(id).pose);
    let under = crossed(&t.state, |shape| lies_on(size, pose, shape));
    for index in (0..t.state.bombs.len()).rev() {
        let met = mined.contains(&(index as u8)) || under.contains(&(index as u8));
        if met && !ignores(&t.state, id, &t.state.bombs[index]) {
            detonate(t, index, Some(id))?;
        }
    }
    Ok(())
}

/// Whether a bomb does nothing to a ship.
fn ignores(state: &State, id: ShipId, bomb: &Bomb) -> bool {
    side_of(bomb.owner) == state.ship(id).side() && allows(state, id, Liberty::IgnoreFriendlyBombs)
}

/// A token goes off: on one ship, or on every ship at range 1. Friend and foe suffer alike.
fn detonate(t: &mut Table, index: usize, victim: Option<ShipId>) -> Play {
    let Some(bomb) = t.state.bombs.get(index).copied() else { return Ok(()) };
    let token = Moment::BombToken(bomb.by, index as u8);
    if instead(t, token, Window::WouldDetonate)? {
        t.state.bombs[index].spared_in = t.state.round;
        return Ok(());
    }
    t.emit(Event::BombDetonates(bomb.card));
    let Some(rules) = &library().upgrade(bomb.card).effects.bomb else { return Ok(()) };
    let near = |id: &ShipId| match victim {
        Some(victim) => *id == victim,
        None => range_to_bomb(&t.state, *id, &bomb) == Some(1),
    };
    let minds = |id: &ShipId| !ignores(&t.state, *id, &bomb);
    let victims: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(near).filter(minds).collect();
    for id in victims {
        if instead(t, Moment::Bombed(id, bomb.by), Window::WouldSufferBomb)? {
            continue;
        }
        let before = hardiness(&t.state, id);
        begin(t, Moment::Bombed(id, bomb.by))?;
        (rules.effect)(t, bomb.card, id)?;
        t.state.moments.pop();
        if hardiness(&t.state, id) < before {
            during(t, Moment::Bombed(id, bomb.by), Window::AfterBomb)?;
        }
    }
    let place = |state: &State| state.bombs.iter().position(|token| *token == bomb);
    if let Some(index) = place(&t.state) {
        during(t, Moment::BombToken(bomb.by, index as u8), Window::BombLeaves)?;
    }
    if let Some(index) = place(&t.state) {
        t.state.bombs.remove(index);
    }
    Ok(())
}

/// Shields and hull that a ship has left.
fn hardiness(state: &State, id: ShipId) -> i32 {
    let ship = state.ship(id);
    i32::from(ship.shields) - i32::from(suffered(ship))
}

/// The end of the Activation Phase: the players let their bombs go off, the player with initiative first.
pub fn detonate_all(t: &mut Table) -> Play {
    let order = t.state.by_initiative().into_iter().flat_map(|seat| t.state.team(seat));
    for seat in order.collect::<ArrayVec<Seat, MAX_SEATS>>() {
        loop {
            let due: ArrayVec<u8, 12> = (0..t.state.bombs.len())
                .filter(|index| t.state.bombs[*index].owner == seat)
                .filter(|index| t.state.bombs[*index].spared_in != t.state.round)
                .filter(|index| fuse(&t.state, *index) == Some(Fuse::EndOfActivation))
                .map(|index| index as u8)
                .collect();
            if due.is_empty() {
                break;
            }
            let choice = t.ask(seat, Ask::WhichBomb, |_, offer| {
                due.iter().for_each(|index| offer.add(Choice::Bomb(*index)));
            })?;
            let Choice::Bomb(index) = choice else { break };
            detonate(t, index as usize, None)?;
        }
    }
    Ok(())
}
