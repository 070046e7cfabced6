//! The words of this game in scenarios: positions in the `given` part, and claims about ships, the attack and the table.
//! Described in `docs/scenarios.md`.

use scenario::words::{attributes, equal, find, number, parse, parse_pose, position, text, words, yes};
use scenario::{Doubt, Scripted};
use table::{Fault, Lang, Seat};

use crate::attack::{Roll, agility, attack_dice, defense_dice, faces_of};
use crate::cards::library;
use crate::damage::suffered;
use crate::setup::{DamageSetup, ObstacleSetup, Setup, ShipSetup, begin};
use crate::show::{dice_text, ship_name};
use crate::state::{Attack, Cursor, ShipId, State};
use crate::{View, XWing, measure, phases};

/// A position while it is being described.
#[derive(Default)]
pub struct Given {
    setup: Setup,
    players: Vec<String>,
    initiative: Option<String>,
    phase: Option<String>,
    /// Ships that have had their turn in the phase.
    done: u16,
}

fn find_pilot(name: &str) -> Result<usize, String> {
    find("pilot", name, library().pilots.iter().map(|card| (&*card.id, &*card.name.en)))
}
fn find_upgrade(name: &str) -> Result<usize, String> {
    find("upgrade", name, library().upgrades.iter().map(|card| (&*card.id, &*card.name.en)))
}
fn find_damage(name: &str) -> Result<usize, String> {
    find("damage card", name, library().damage.iter().map(|card| (&*card.id, &*card.name.en)))
}

impl Scripted for XWing {
    type Given = Given;

    fn given(given: &mut Given, line: &str) -> Result<(), String> {
        let (word, rest) = words(line);
        match word {
            "ship" => given_ship(given, rest)?,
            "obstacle" => {
                let (token, place) = rest.split_once(" at ").ok_or("`obstacle TOKEN at X Y`")?;
                let tokens = library().obstacles.iter().map(|token| (&*token.id, &*token.name.en));
                let token = library().obstacles[find("obstacle", token, tokens)?].id.clone();
                let pose = parse_pose(place)?;
                let at = (pose.at.x, pose.at.y);
                given.setup.obstacles.push(ObstacleSetup { token, at, facing: pose.heading.to_degrees() });
            }
            "initiative" => given.initiative = Some(rest.trim().to_string()),
            "phase" => given.phase = Some(rest.trim().to_string()),
            "round" => given.setup.round = parse(rest)?,
            _ => return Err("expected ship, obstacle, initiative, phase or round".to_string()),
        }
        Ok(())
    }

    fn seats(given: &Given) -> Vec<String> {
        given.players.clone()
    }

    fn position(given: &Given) -> Result<(Setup, State), Vec<Fault>> {
        let fault = |what: String| vec![Fault { place: "given".into(), rule: None, what }];
        let mut setup = given.setup.clone();
        if let Some(name) = &given.initiative {
            let seat = given.players.iter().position(|player| player == name);
            setup.initiative = Seat(seat.ok_or_else(|| fault(format!("there is no player {name:?}")))? as u8);
        }
        let done = given.done;
        setup.cursor = match given.phase.as_deref().unwrap_or("activation") {
            "activation" => Cursor::Activation { done },
            "combat" => Cursor::Combat { done },
            "end" => Cursor::End,
            other => return Err(fault(format!("there is no phase {other:?}"))),
        };
        let state = begin(&setup)?;
        Ok((setup, state))
    }

    fn claim(state: &State, thing: &str, claim: &str) -> Result<(), Doubt> {
        match thing {
            "table" => table_claim(state, claim),
            "attack" => attack_claim(state, claim),
            "attack die" => die_claim(&flightpath::ATTACK_FACES, claim),
            "defense die" => die_claim(&flightpath::DEFENSE_FACES, claim),
            _ => ship_claim(state, named_ship(state, thing)?, claim),
        }
    }

    fn seen(view: &View, thing: &str, claim: &str) -> Result<(), Doubt> {
        XWing::claim(&view.state, thing, claim)
    }

    fn reached(state: &State, place: &str) -> Option<bool> {
        Some(match place {
            "activation" => matches!(state.cursor, Cursor::Activation { .. }),
            "combat" => matches!(state.cursor, Cursor::Combat { .. }),
            "end" => matches!(state.cursor, Cursor::End),
            "over" => matches!(state.cursor, Cursor::Over),
            _ => return None,
        })
    }
}

/// `PILOT for PLAYER: attribute, …`
fn given_ship(given: &mut Given, line: &str) -> Result<(), String> {
    let (head, list) = line.split_once(':').unwrap_or((line, ""));
    let (pilot, player) = head.split_once(" for ").ok_or("`ship PILOT for PLAYER: …`")?;
    let player = player.trim().to_string();
    let owner = given.players.iter().position(|other| *other == player).unwrap_or_else(|| {
        given.players.push(player);
        given.players.len() - 1
    });
    let pilot = &library().pilots[find_pilot(pilot)?].id;
    let mut ship = ShipSetup::new(owner as u8, pilot, (0.0, 0.0), 0.0);
    for attribute in attributes(list) {
        let (word, rest) = words(attribute);
        match word {
            "upgrade" => {
                let (name, acted) = match rest.strip_suffix(" acted") {
                    Some(name) => (name, true),
                    None => (rest, false),
                };
                let id = &library().upgrades[find_upgrade(name)?].id;
                ship.upgrades.push(id.clone());
                if acted {
                    ship.acted.push(id.clone());
                }
            }
            "at" => {
                let pose = parse_pose(rest)?;
                (ship.at, ship.facing) = ((pose.at.x, pose.at.y), pose.heading.to_degrees());
            }
            "shields" => ship.shields = Some(parse(rest)?),
            "focus" => ship.focus = parse(rest)?,
            "evade" => ship.evade = parse(rest)?,
            "stress" => ship.stress = parse(rest)?,
            "lock" => {
                let earlier = given.setup.ships.iter().map(|ship| (&*ship.pilot, &*ship.pilot));
                ship.lock = Some(find("ship of a line above", rest, earlier)? as u8);
            }
            "damage" => {
                let (name, side) = rest.rsplit_once(' ').ok_or("`damage CARD up` or `damage CARD down`")?;
                let face_up = match side {
                    "up" => true,
                    "down" => false,
                    _ => return Err("a damage card lies up or down".to_string()),
                };
                let card = library().damage[find_damage(name)?].id.clone();
                ship.damage.push(DamageSetup { card, face_up });
            }
            "done" => given.done |= 1 << given.setup.ships.len(),
            _ => return Err(format!("{attribute}: not understood")),
        }
    }
    given.setup.ships.push(ship);
    Ok(())
}

/// The ship in play that a name means.
fn named_ship(state: &State, name: &str) -> Result<ShipId, String> {
    let names: Vec<String> = state.ids().map(|id| ship_name(state, id, Lang::En)).collect();
    find("ship", name, names.iter().map(|name| (&**name, &**name))).map(|index| ShipId(index as u8))
}

fn ship_claim(state: &State, id: ShipId, claim: &str) -> Result<(), Doubt> {
    let ship = state.ship(id);
    let facts = library().ship_of(ship.pilot);
    let (key, rest) = words(claim);
    let cards = |face_up: bool| -> Result<(), Doubt> {
        let lying = ship.damage.iter().filter(|damage| damage.face_up == face_up);
        match rest.parse::<i64>() {
            Ok(count) => equal(lying.count() as i64, count),
            Err(_) => {
                let kind = find_damage(rest)? as u8;
                yes(lying.into_iter().any(|damage| damage.kind == Some(kind)), claim)
            }
        }
    };
    match key {
        "shields" => number(ship.shields, rest),
        "hull" => number(i64::from(facts.hull) - i64::from(suffered(ship)), rest),
        "damage" => number(ship.damage.len() as i64, rest),
        "face-up" => cards(true),
        "face-down" => cards(false),
        "focus" => number(ship.focus, rest),
        "evade" => number(ship.evade, rest),
        "stress" => number(ship.stress, rest),
        "lock" => {
            let lock = ship.lock.map_or("none".to_string(), |target| ship_name(state, target, Lang::En));
            let wanted =
                named_ship(state, rest).map_or(rest.to_string(), |id| ship_name(state, id, Lang::En));
            text(&lock, &wanted)
        }
        "position" => position(ship.pose, rest),
        "destroyed" => yes(ship.destroyed, claim),
        "doomed" => yes(ship.doomed, claim),
        "skill" => number(phases::skill(state, id), rest),
        "agility" => number(agility(state, id), rest),
        "range" => {
            let (wanted, other) = rest.split_once(" to ").ok_or("`has range N to SHIP`")?;
            let range = measure::range(state, id, named_ship(state, other)?);
            text(&range.map_or("none".to_string(), |range| range.to_string()), wanted)
        }
        "in-arc" => yes(measure::in_firing_arc(state, id, named_ship(state, rest)?), claim),
        _ => Err(format!("a ship has no {key:?}").into()),
    }
}

fn attack_claim(state: &State, claim: &str) -> Result<(), Doubt> {
    let Some(attack) = &state.attack else { return Err(Doubt::NotSo("there is no attack".to_string())) };
    let (key, rest) = words(claim);
    let results = |attack: &Attack, roll| dice_text(&faces_of(attack.pool(roll)), Lang::En);
    match key {
        "range" => number(attack.range, rest),
        "obstructed" => yes(attack.obstructed, claim),
        "attack-dice" => number(attack_dice(state, attack) as i64, rest),
        "defense-dice" => number(defense_dice(state, attack) as i64, rest),
        "results" => text(&results(attack, Roll::Attack), rest),
        "defense-results" => text(&results(attack, Roll::Defense), rest),
        _ => Err(format!("an attack has no {key:?}").into()),
    }
}

fn die_claim(faces: &[flightpath::Face], claim: &str) -> Result<(), Doubt> {
    let (face, wanted) = words(claim);
    if face == "faces" {
        return number(faces.len() as i64, wanted);
    }
    let named = |other: &&flightpath::Face| dice_text(&[**other], Lang::En) == face;
    number(faces.iter().filter(named).count() as i64, wanted)
}

fn table_claim(state: &State, claim: &str) -> Result<(), Doubt> {
    let (key, rest) = words(claim);
    match key {
        "ships-in-play" => number(state.in_play().count() as i64, rest),
        "deck" => number(i64::from(state.deck.left()), rest),
        "discarded" => number(i64::from(state.deck.discarded()), rest),
        "phase" => {
            let reached = XWing::reached(state, rest).ok_or_else(|| format!("there is no phase {rest:?}"))?;
            yes(reached, &format!("{:?}", state.cursor))
        }
        _ => Err(format!("the table has no {key:?}").into()),
    }
}
