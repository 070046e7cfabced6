//! What scenarios claim about a position, a card or a template.

use flightpath::Maneuver;
use geometry::Pose;
use scenario::words::{equal, find, number, parse_pose, position, simple, text, words, yes};
use scenario::{Doubt, Scripted};
use table::{Lang, Seat};

use super::{
    any_maneuver, find_condition, find_damage, find_damage_of, find_maneuver, find_pilot, find_quarter,
    find_section, find_upgrade,
};
use crate::attack::{Roll, agility, attack_dice, defense_dice, faces_of, primary};
use crate::cards::{ArcName, ObstacleKind, library};
use crate::damage::{hull, suffered};
use crate::maneuvers::{colour_for, dial, has_template};
use crate::measure::obstacle_shape;
use crate::setup::strip;
use crate::show::{card_name, colour_name, dice_text, maneuver_name, ship_name};
use crate::state::*;
use crate::{XWing, huge, lists, measure, phases, victory};

/// The ship that a name means.
pub(super) fn named_ship(state: &State, name: &str) -> Result<ShipId, String> {
    let names: Vec<String> = state.ids().map(|id| ship_name(state, id, Lang::En)).collect();
    find("ship", name, names.iter().map(|name| (&**name, &**name))).map(|index| ShipId(index as u8))
}

pub(super) fn ship_claim(state: &State, id: ShipId, claim: &str) -> Result<(), Doubt> {
    let ship = state.ship(id);
    let (key, rest) = words(claim);
    let cards = |face_up: bool| -> Result<(), Doubt> {
        let lying = ship.damage.iter().filter(|damage| damage.face_up == face_up);
        match rest.parse::<i64>() {
            Ok(count) => equal(lying.count() as i64, count),
            Err(_) => {
                let (kind, _) = find_damage_of(state.options.deck(), ship.pilot, rest)?;
                yes(lying.into_iter().any(|damage| damage.kind == Some(kind)), claim)
            }
        }
    };
    let maneuver = |maneuver: Option<Maneuver>, coloured: bool| match maneuver {
        None => "none".to_string(),
        Some(maneuver) if coloured => {
            format!("{} {}", maneuver_name(maneuver, Lang::En), colour_name(maneuver.colour, Lang::En))
        }
        Some(maneuver) => maneuver_name(maneuver, Lang::En),
    };
    match key {
        "shields" => number(ship.shields, rest),
        "hull" => number(i64::from(hull(state, id)) - i64::from(suffered(ship)), rest),
        "energy" => number(huge::energy(state, id), rest),
        "copies" => {
            let (name, wanted) = rest.rsplit_once(' ').ok_or("`has copies CARD N`")?;
            let (kind, section) = find_damage_of(state.options.deck(), ship.pilot, name)?;
            number(state.huge(id).map_or(0, |huge| huge.decks[section.index()].left_of(kind)), wanted)
        }
        "cards-in" => {
            let (section, wanted) = words(rest);
            let section = find_section(section)?;
            number(state.huge(id).map_or(0, |huge| i64::from(huge.decks[section.index()].left())), wanted)
        }
        "discarded-in" => {
            let (section, wanted) = words(rest);
            let section = find_section(section)?;
            number(
                state.huge(id).map_or(0, |huge| i64::from(huge.decks[section.index()].discarded())),
                wanted,
            )
        }
        "energy-limit" => number(huge::energy_limit(state, id), rest),
        "shields-of" => {
            let (section, count) = words(rest);
            number(huge::shields(state, id, find_section(section)?), count)
        }
        "damage-of" => {
            let (section, count) = words(rest);
            number(huge::suffered(state, id, find_section(section)?), count)
        }
        "reinforced" => {
            let section = find_section(rest)?;
            let beside = state.huge(id).is_some_and(|huge| huge.reinforced[section.index()]);
            yes(beside || ship.reinforced == Some(section), claim)
        }
        "crippled" => yes(huge::is_crippled(state, id, find_section(rest)?), claim),
        "locked" => {
            let (section, by) = words(rest);
            let (section, by) = (find_section(section)?, named_ship(state, by)?);
            yes(state.huge(id).is_some_and(|huge| huge.locked_by[section.index()] & by.bit() != 0), claim)
        }
        "hull-value" => number(hull(state, id), rest),
        "damage" => number(ship.damage.len() as i64, rest),
        "face-up" => cards(true),
        "face-down" => cards(false),
        "focus" => number(ship.focus, rest),
        "evade" => number(ship.evade, rest),
        "stress" => number(ship.stress, rest),
        "ion" => number(ship.ion, rest),
        "tractor" => number(ship.tractor, rest),
        "weapons-disabled" => yes(ship.weapons_disabled > 0, claim),
        "jam" => number(ship.jam, rest),
        "cloaked" => yes(ship.cloaked, claim),
        "lock" if rest == "none" => yes(ship.locks.is_empty(), claim),
        "lock" => yes(ship.has_locked(named_ship(state, rest)?), claim),
        "locks" => number(ship.locks.len() as i64, rest),
        "touching" if rest == "none" => yes(ship.touching == 0, claim),
        "touching" => yes(ship.touching & named_ship(state, rest)?.bit() != 0, claim),
        "dial" => text(&maneuver(ship.dial, false), rest),
        "flown" => text(&maneuver(ship.flown, true), rest),
        "colour" => {
            let (name, wanted) = rest.rsplit_once(' ').ok_or("`has colour MANEUVER COLOUR`")?;
            let entry = find_maneuver(dial(state, id), name)?;
            text(colour_name(colour_for(state, id, entry), Lang::En), wanted)
        }
        "position" => position(ship.pose, rest),
        "placed" => yes(ship.placed, claim),
        "docked" => yes(ship.docked == Some(named_ship(state, rest)?), claim),
        "destroyed" => yes(ship.destroyed, claim),
        "doomed" => yes(ship.is_doomed(), claim),
        "skill" => number(phases::skill(state, id), rest),
        "agility" => number(agility(state, id), rest),
        "primary" => number(primary(state, id), rest),
        "points" => number(lists::ship_points(state, id), rest),
        "attacks" => number(ship.attacks_made, rest),
        "card" => {
            let (name, wanted) = rest.rsplit_once(' ').ok_or("`has card CARD discarded` or `in-play`")?;
            let slots: Vec<CardRef> = (0..ship.upgrades.len() as u8)
                .map(|i| CardRef { ship: id, slot: Slot::Upgrade(i) })
                .collect();
            let names: Vec<String> = slots.iter().map(|card| card_name(state, *card, Lang::En)).collect();
            let place = find("upgrade of the ship", name, names.iter().map(|name| (&**name, &**name)))?;
            let upgrade = ship.upgrades[place];
            match wanted {
                "discarded" => yes(upgrade.discarded, claim),
                "in-play" => yes(!upgrade.discarded, claim),
                "turned" => yes(upgrade.turned, claim),
                _ => Err(format!("a card is not {wanted:?}").into()),
            }
        }
        "tokens-on" => {
            let (name, wanted) = rest.rsplit_once(' ').ok_or("`has tokens-on CARD N`")?;
            let names = ship.upgrades.iter().map(|upgrade| &library().upgrade(upgrade.card).name.en);
            let place = find("upgrade of the ship", name, names.map(|name| (&**name, &**name)))?;
            number(ship.upgrades[place].tokens, wanted)
        }
        "condition" => {
            let kind = find_condition(rest)?;
            yes(ship.conditions.iter().any(|condition| condition.card == kind), claim)
        }
        "range" => {
            let (wanted, other) = rest.split_once(" to ").ok_or("`has range N to SHIP`")?;
            let range = measure::range(state, id, named_ship(state, other)?);
            text(&range.map_or("none".to_string(), |range| range.to_string()), wanted)
        }
        "in-arc" => yes(measure::in_firing_arc(state, id, named_ship(state, rest)?), claim),
        "disabled" => {
            let ward = state.notes.as_ref().and_then(|notes| notes.ward);
            yes(ward == Some(id), claim)
        }
        "satellites" => number(count_satellites(state, Signal::With(id)), rest),
        "in-bullseye-arc" => {
            yes(measure::in_named_arc(state, id, ArcName::Bullseye, named_ship(state, rest)?), claim)
        }
        "in-mobile-arc" => {
            yes(measure::in_named_arc(state, id, ArcName::Mobile, named_ship(state, rest)?), claim)
        }
        "mobile-arc" => yes(ship.mobile_arc == find_quarter(rest)?, claim),
        "in-primary-arc" => yes(measure::in_primary_arc(state, id, named_ship(state, rest)?), claim),
        "on" => {
            let wanted = match rest {
                "asteroid" => ObstacleKind::Asteroid,
                "debris" => ObstacleKind::Debris,
                other => return Err(format!("there is no obstacle {other:?}").into()),
            };
            let on = state.obstacles.iter().any(|obstacle| {
                library().obstacle(obstacle.token).kind == wanted
                    && measure::lies_on(ship.size, ship.pose, &obstacle_shape(obstacle))
            });
            yes(on, claim)
        }
        _ => Err(format!("a ship has no {key:?}").into()),
    }
}

pub(super) fn count_satellites(state: &State, signal: Signal) -> i64 {
    let all = state.notes.iter().flat_map(|notes| &notes.satellites);
    all.filter(|satellite| satellite.signal == signal).count() as i64
}

pub(super) fn player_claim(state: &State, seat: Seat, claim: &str) -> Result<(), Doubt> {
    let (key, rest) = words(claim);
    match key {
        "points" => number(state.players[side_of(seat).index()].points, rest),
        "match-points" => {
            let score = victory::score(state).ok_or("the game has no score yet")?;
            let counts = score.winner.is_none_or(|winner| winner == side_of(seat));
            number(if counts { score.points } else { 0 }, rest)
        }
        "margin" => {
            let score = victory::score(state).filter(|score| score.winner == Some(side_of(seat)));
            number(score.ok_or("the player has not won")?.margin, rest)
        }
        "lost-points" => number(victory::lost_points(state, side_of(seat)), rest),
        "initiative" => yes(state.initiative == seat, claim),
        "ships" => {
            let own = state.in_play().filter(|id| state.ship(*id).owner == seat);
            number(own.count() as i64, rest)
        }
        "area" => {
            let area = strip(state, seat);
            let actual = format!("{} {} to {} {}", area.min.x, area.min.y, area.max.x, area.max.y);
            text(&actual, rest)
        }
        _ => Err(format!("a player has no {key:?}").into()),
    }
}

pub(super) fn attack_claim(state: &State, claim: &str) -> Result<(), Doubt> {
    let Some(attack) = state.attack() else { return Err(Doubt::NotSo("there is no attack".to_string())) };
    let (key, rest) = words(claim);
    let results = |attack: &Attack, roll| dice_text(&faces_of(attack.pool(roll)), Lang::En);
    match key {
        "range" => number(attack.range, rest),
        "obstructed" => yes(attack.obstructed, claim),
        "attack-dice" => number(attack_dice(state, attack) as i64, rest),
        "defense-dice" => number(defense_dice(state, attack) as i64, rest),
        "section" => yes(attack.section == Some(find_section(rest)?), claim),
        "attacker" => equal(attack.attacker.0, named_ship(state, rest)?.0),
        "defender" => equal(attack.defender.0, named_ship(state, rest)?.0),
        "results" => text(&results(attack, Roll::Attack), rest),
        "defense-results" => text(&results(attack, Roll::Defense), rest),
        _ => Err(format!("an attack has no {key:?}").into()),
    }
}

pub(super) fn die_claim(faces: &[flightpath::Face], claim: &str) -> Result<(), Doubt> {
    let (face, wanted) = words(claim);
    if face == "faces" {
        return number(faces.len() as i64, wanted);
    }
    let named = |other: &&flightpath::Face| dice_text(&[**other], Lang::En) == face;
    number(faces.iter().filter(named).count() as i64, wanted)
}

pub(super) fn table_claim(state: &State, claim: &str) -> Result<(), Doubt> {
    let (key, rest) = words(claim);
    match key {
        "ships-in-play" => number(state.in_play().count() as i64, rest),
        "deck" => number(i64::from(state.decks[0].left()), rest),
        "discarded" => number(i64::from(state.decks[0].discarded()), rest),
        "decks" => number(state.decks.len() as i64, rest),
        "copies" => {
            let (name, wanted) = rest.rsplit_once(' ').ok_or("`has copies CARD N`")?;
            let kind = find_damage(state.options.deck(), name)?;
            number(state.decks[0].left_of(kind), wanted)
        }
        "round" => number(state.round, rest),
        "obstacles" => number(state.obstacles.len() as i64, rest),
        "hulk" => match &state.hulk {
            Some(hulk) => position(hulk.pose, rest.trim_start_matches("at ")),
            None => Err("nobody has placed one".into()),
        },
        "satellites" => number(count_satellites(state, Signal::There), rest),
        "bombs" => number(state.bombs.len() as i64, rest),
        "bomb" => {
            let place = parse_pose(rest.trim_start_matches("at "))?;
            yes(state.bombs.iter().any(|bomb| bomb.pose.at.distance(place.at) < 0.01), claim)
        }
        "area" => {
            let (width, depth) = state.options.size();
            text(&format!("{width} {depth}"), rest)
        }
        "phase" => {
            let reached = XWing::reached(state, rest).ok_or_else(|| format!("there is no phase {rest:?}"))?;
            yes(reached, &format!("{:?}", state.cursor))
        }
        _ => Err(format!("the table has no {key:?}").into()),
    }
}

/// Facts of a pilot or an upgrade.
pub(super) fn card_claim(name: &str, claim: &str) -> Result<(), Doubt> {
    let (key, rest) = words(claim);
    if let Ok(place) = find_pilot(name) {
        let card = &library().pilots[place];
        let ship = library().ship(card.kind);
        return match key {
            "skill" => number(card.skill, rest),
            "points" => number(card.points, rest),
            "unique" => yes(card.unique, claim),
            "ability" => yes(!card.text.en.is_empty(), claim),
            "ship" => text(&ship.name.en, rest),
            "attack" => number(card.stats.attack.or(ship.attack).unwrap_or(0), rest),
            "agility" => number(card.stats.agility.unwrap_or(ship.agility), rest),
            "hull" => number(card.stats.hull.unwrap_or(ship.hull), rest),
            "shields" => number(card.stats.shields.unwrap_or(ship.shields), rest),
            "faction" => text(card.faction.name().en, rest),
            "slots" => {
                let slots: Vec<&str> = card.slots.iter().map(|slot| slot.name().en).collect();
                text(&slots.join(" "), rest)
            }
            _ => Err(format!("a pilot has no {key:?}").into()),
        };
    }
    if let Ok(place) = find_upgrade(name) {
        let card = &library().upgrades[place];
        return match key {
            "points" => number(card.points, rest),
            "unique" => yes(card.unique, claim),
            "slot" => text(card.slot.name().en, rest),
            "attack" => number(card.attack.unwrap_or(0), rest),
            "range" => {
                let (low, high) = card.range.unwrap_or((0, 0));
                let actual = if low == high { format!("{low}") } else { format!("{low}-{high}") };
                text(&actual, rest)
            }
            "gap" => yes(card.gap, claim),
            _ => Err(format!("an upgrade has no {key:?}").into()),
        };
    }
    Err(format!("there is no card {name:?}").into())
}

/// Facts of a damage card.
pub(super) fn damage_card_claim(state: &State, name: &str, claim: &str) -> Result<(), Doubt> {
    let (key, rest) = words(claim);
    let card = library().damage(find_damage(state.options.deck(), name)?);
    match key {
        "trait" => text(&simple(&format!("{:?}", card.concerns)), rest),
        _ => Err(format!("a damage card has no {key:?}").into()),
    }
}

/// How many obstacle tokens there are, and of how many shapes.
pub(super) fn obstacles_claim(claim: &str) -> Result<(), Doubt> {
    let (key, rest) = words(claim);
    let tokens: Vec<_> = library().set_out().collect();
    let of_kind = |kind| tokens.iter().filter(|token| token.kind == kind).count();
    match key {
        "asteroids" => number(of_kind(ObstacleKind::Asteroid) as i64, rest),
        "debris" => number(of_kind(ObstacleKind::Debris) as i64, rest),
        "shapes" => {
            let first = |i: &usize| tokens[..*i].iter().all(|other| other.polygon != tokens[*i].polygon);
            number((0..tokens.len()).filter(first).count() as i64, rest)
        }
        _ => Err(format!("obstacles have no {key:?}").into()),
    }
}

/// Facts of a ship type.
pub(super) fn type_claim(name: &str, claim: &str) -> Result<(), Doubt> {
    let (key, rest) = words(claim);
    let ships = library().ships.iter().map(|ship| (&*ship.id, &*ship.name.en));
    let ship = &library().ships[find("ship type", name, ships)?];
    match key {
        "attack" => number(ship.attack.unwrap_or(0), rest),
        "agility" => number(ship.agility, rest),
        "hull" => number(ship.hull, rest),
        "shields" => number(ship.shields, rest),
        "size" => text(&format!("{:?}", ship.size), rest),
        "actions" => {
            let actions: Vec<String> = ship.actions.iter().map(|action| format!("{action:?}")).collect();
            text(&actions.join(" "), rest)
        }
        "turret" => yes(ship.arcs.contains(&ArcName::Turret), claim),
        "rear-arc" => yes(ship.arcs.contains(&ArcName::Rear), claim),
        _ => Err(format!("a ship has no {key:?}").into()),
    }
}

pub(super) fn dial_claim(name: &str, claim: &str) -> Result<(), Doubt> {
    let ships = library().ships.iter().map(|ship| (&*ship.id, &*ship.name.en));
    let ship = &library().ships[find("ship", name, ships)?];
    let (key, rest) = words(claim);
    if key == "maneuvers" {
        return number(ship.dial.len() as i64, rest);
    }
    if key == "energy" {
        let (maneuver, wanted) = rest.rsplit_once(' ').ok_or("`has energy MANEUVER N`")?;
        return number(ship.energy_of(find_maneuver(&ship.dial, maneuver)?), wanted);
    }
    let (maneuver, colour) = claim.rsplit_once(' ').ok_or("`has MANEUVER COLOUR`")?;
    match find_maneuver(&ship.dial, maneuver) {
        Ok(entry) => text(colour_name(entry.colour, Lang::En), colour),
        Err(why) => Err(Doubt::NotSo(why)),
    }
}

/// `template small Bank right 2` and where a ship at 0 0 facing north ends.
pub(super) fn template_claim(name: &str, claim: &str) -> Result<(), Doubt> {
    let (size, name) = words(name);
    let size = match size {
        "small" => Size::Small,
        "large" => Size::Large,
        "huge" => Size::Huge,
        "corvette" => Size::Corvette,
        other => return Err(format!("there are small and large ships, not {other:?}").into()),
    };
    let start = Pose::new(geometry::Vec2::ZERO, geometry::Heading::NORTH);
    if size.is_huge() {
        let end = huge::template_end(size, any_maneuver(name)?);
        return match (words(claim), end) {
            (("end", rest), Some(pose)) => position(pose, rest),
            (("exists", _), end) => yes(end.is_some(), claim),
            _ => Err(Doubt::NotSo("there is no such template".to_string())),
        };
    }
    let flyer =
        flightpath::Flyer { start, base: measure::base(size), parts: measure::parts(size), by_middle: false };
    let maneuver = any_maneuver(name)?;
    let flown = flyer.fly(maneuver, &[]).filter(|_| has_template(maneuver));
    let (key, rest) = words(claim);
    match (key, flown) {
        ("end", Some(flown)) => position(flown.pose, rest),
        ("exists", flown) => yes(flown.is_some(), claim),
        ("end", None) => Err(Doubt::NotSo("there is no such template".to_string())),
        _ => Err(format!("a template has no {key:?}").into()),
    }
}
