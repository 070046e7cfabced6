//! The words of this game in scenarios: positions in the `given` part, and claims about ships, squadrons, the attack and
//! the maneuver. Described in `docs/scenarios.md`.

use geometry::Side;
use scenario::words::{attributes, find, number, parse, parse_pose, position, simple, text, words, yes};
use scenario::{Doubt, Scripted};
use table::{Fault, Lang};

use crate::cards::{DamageKind, library};
use crate::measure::{body_of, shot, squadron};
use crate::overlap::touches_ship;
use crate::setup::{Placed, PlacedSquadron, Setup, begin};
use crate::show::{range_name, ship_name, squadron_name, type_name};
use crate::state::*;
use crate::{Armada, View, attack, maneuvers};

/// A position while it is being described.
#[derive(Default)]
pub struct Given {
    setup: Setup,
    active: Option<String>,
}

fn parse_faction(name: &str) -> Result<Faction, String> {
    let named = |faction: &Faction| simple(&format!("{faction:?}")) == simple(name);
    Faction::ALL.into_iter().find(named).ok_or_else(|| format!("a player is Rebel or Empire, not {name:?}"))
}

fn parse_zone(name: &str) -> Result<Zone, String> {
    let named = |zone: &Zone| simple(&format!("{zone:?}")) == simple(name);
    Zone::ALL.into_iter().find(named).ok_or_else(|| format!("there is no hull zone {name:?}"))
}

fn parse_side(name: &str) -> Result<Side, String> {
    match name {
        "left" => Ok(Side::Left),
        "right" => Ok(Side::Right),
        _ => Err(format!("a side is left or right, not {name:?}")),
    }
}

const TOKENS: [TokenType; 5] =
    [TokenType::Evade, TokenType::Brace, TokenType::Redirect, TokenType::Scatter, TokenType::Contain];

/// `brace`, or `brace exhausted`.
fn parse_token(words: &str) -> Result<DefenseToken, String> {
    let (name, state) = words.split_once(' ').unwrap_or((words, "readied"));
    let named = |kind: &TokenType| simple(type_name(*kind, Lang::En)) == simple(name);
    let kind = TOKENS.into_iter().find(named).ok_or_else(|| format!("there is no token {name:?}"))?;
    let side = match state {
        "readied" => TokenSide::Readied,
        "exhausted" => TokenSide::Exhausted,
        "discarded" => TokenSide::Discarded,
        _ => return Err(format!("a token is not {state:?}")),
    };
    Ok(DefenseToken { kind, side })
}

fn parse_command(name: &str) -> Result<Command, String> {
    Ok(match name {
        "navigate" => Command::Navigate,
        "squadron" => Command::Squadron,
        "repair" => Command::Repair,
        "concentrate-fire" => Command::ConcentrateFire,
        _ => return Err(format!("there is no command {name:?}")),
    })
}

fn parse_step(name: &str) -> Result<Cursor, String> {
    Ok(match name {
        "attack" => Cursor::Attack { used: 0 },
        "maneuver" => Cursor::Maneuver,
        "over" => Cursor::Over,
        _ => return Err(format!("there is no step {name:?}")),
    })
}

/// `NAME for PLAYER: attribute, …`
fn given_ship(setup: &mut Setup, line: &str) -> Result<(), String> {
    let (head, rest) = line.split_once(':').ok_or("`ship NAME for PLAYER: …`")?;
    let (name, owner) = head.rsplit_once(" for ").ok_or("`ship NAME for PLAYER: …`")?;
    let cards = &library().ships;
    let card = &cards[find("ship", name, cards.iter().map(|card| (&*card.id, &*card.name.en)))?];
    let mut placed = Placed::new(&card.id, parse_faction(owner)?, parse_pose("0 0")?, 1);
    let mut shields = card.shields.array();
    for attribute in attributes(rest) {
        let (word, rest) = words(attribute);
        match word {
            "at" => placed.pose = parse_pose(rest)?,
            "speed" => placed.speed = parse(rest)?,
            "shields" => {
                let (zone, count) = words(rest);
                shields[parse_zone(zone)?.index()] = parse(count)?;
            }
            "token" => placed.tokens.get_or_insert_default().push(parse_token(rest)?),
            "no" if rest == "tokens" => placed.tokens = Some(Vec::new()),
            "upgrade" => {
                let cards = &library().upgrades;
                let card = find("upgrade", rest, cards.iter().map(|card| (&*card.id, &*card.name.en)))?;
                placed.upgrades.push(cards[card].id.clone());
            }
            "damage" => {
                let (name, face_up) = match rest.rsplit_once(' ') {
                    Some((name, "up")) => (name, true),
                    Some((name, "down")) => (name, false),
                    _ => return Err("`damage NAME up` or `down`".to_string()),
                };
                placed.damage.push((library().damage(find_damage(name)?).id.clone(), face_up));
            }
            "dial" => placed.dial = Some(parse_command(rest)?),
            "navigate-token" => placed.navigate_token = true,
            _ => return Err(format!("{attribute:?} is not known")),
        }
    }
    placed.shields = Some(shields);
    setup.ships.push(placed);
    Ok(())
}

fn find_damage(name: &str) -> Result<DamageKind, String> {
    let found = find("damage card", name, library().damage.iter().map(|card| (&*card.id, &*card.name.en)))?;
    Ok(DamageKind(found as u8))
}

fn given_squadron(setup: &mut Setup, line: &str) -> Result<(), String> {
    let (head, place) = line.split_once(": at ").ok_or("`squadron NAME for PLAYER: at X Y`")?;
    let (name, owner) = head.rsplit_once(" for ").ok_or("`squadron NAME for PLAYER: at X Y`")?;
    let cards = &library().squadrons;
    let card = &cards[find("squadron", name, cards.iter().map(|card| (&*card.id, &*card.name.en)))?];
    let at = parse_pose(place)?.at;
    setup.squadrons.push(PlacedSquadron { squadron: card.id.clone(), owner: parse_faction(owner)?, at });
    Ok(())
}

fn find_ship(state: &State, name: &str) -> Result<ShipId, String> {
    let names: Vec<String> =
        (0..state.ships.len() as u8).map(|id| ship_name(state, ShipId(id), Lang::En)).collect();
    Ok(ShipId(find("ship", name, names.iter().map(|name| ("", &**name)))? as u8))
}

fn find_squadron(state: &State, name: &str) -> Result<SquadronId, String> {
    let names: Vec<String> =
        (0..state.squadrons.len() as u8).map(|id| squadron_name(state, SquadronId(id), Lang::En)).collect();
    Ok(SquadronId(find("squadron", name, names.iter().map(|name| ("", &**name)))? as u8))
}

impl Scripted for Armada {
    type Given = Given;

    fn given(given: &mut Given, line: &str) -> Result<(), String> {
        let (word, rest) = words(line);
        match word {
            "ship" => given_ship(&mut given.setup, rest)?,
            "squadron" => given_squadron(&mut given.setup, rest)?,
            "active" => given.active = Some(rest.to_string()),
            "step" => given.setup.step = parse_step(rest)?,
            "first" => given.setup.first = parse_faction(rest)?,
            "area" => {
                let size = parse_pose(rest)?.at;
                given.setup.area = (size.x, size.y);
            }
            _ => return Err("expected ship, squadron, active, step, first or area".to_string()),
        }
        Ok(())
    }

    fn seats(_: &Given) -> Vec<String> {
        Faction::ALL.iter().map(|faction| format!("{faction:?}")).collect()
    }

    fn position(given: &Given) -> Result<(Setup, State), Vec<Fault>> {
        let mut setup = given.setup.clone();
        if let Some(name) = &given.active {
            let fault = |what| {
                let de = format!("{name:?} bezeichnet keines oder mehrere der Schiffe");
                vec![Fault::new("active", None, what, de)]
            };
            setup.active = find_ship(&begin(&setup)?, name).map_err(fault)?.0;
        }
        let state = begin(&setup)?;
        Ok((setup, state))
    }

    fn claim(state: &State, thing: &str, claim: &str) -> Result<(), Doubt> {
        let (word, rest) = words(claim);
        match thing {
            "attack" => attack_claim(state, word, rest),
            "deck" => match word {
                "left" => number(state.deck.left(), rest),
                "discarded" => number(state.deck.discarded(), rest),
                _ => Err(unknown(word)),
            },
            "table" => match word {
                "over" => yes(state.cursor == Cursor::Over, "the activation is over"),
                _ => Err(unknown(word)),
            },
            _ => match find_ship(state, thing) {
                Ok(id) => ship_claim(state, id, word, rest),
                Err(_) => squadron_claim(state, find_squadron(state, thing)?, word, rest),
            },
        }
    }

    fn seen(view: &View, thing: &str, claim: &str) -> Result<(), Doubt> {
        Self::claim(&view.state, thing, claim)
    }

    fn reached(state: &State, place: &str) -> Option<bool> {
        let step = parse_step(place).ok()?;
        Some(std::mem::discriminant(&state.cursor) == std::mem::discriminant(&step))
    }
}

fn unknown(word: &str) -> Doubt {
    Doubt::NotUnderstood(format!("{word:?} cannot be claimed here"))
}

fn attack_claim(state: &State, word: &str, rest: &str) -> Result<(), Doubt> {
    let Some(attack) = &state.attack else {
        return Err(Doubt::NotSo("nobody attacks".to_string()));
    };
    match word {
        "range" => text(range_name(attack.range, Lang::En), rest),
        "obstructed" => yes(attack.obstructed, "the attack is obstructed"),
        "dice" => number(attack.pool.0.len() as u32, rest),
        "results" => {
            let faces: Vec<&str> = attack.pool.0.iter().map(|die| die.face.name()).collect();
            text(&faces.join(" "), rest)
        }
        _ => Err(unknown(word)),
    }
}

fn ship_claim(state: &State, id: ShipId, word: &str, rest: &str) -> Result<(), Doubt> {
    let ship = state.ship(id);
    match word {
        "position" => position(ship.pose, rest),
        "speed" => number(ship.speed, rest),
        "shields" => {
            let (zone, count) = words(rest);
            number(ship.shields[parse_zone(zone)?.index()], count)
        }
        "damage" => number(ship.damage.len() as u32, rest),
        "face-down" => number(ship.damage.iter().filter(|damage| !damage.face_up).count() as u32, rest),
        "face-up" => match rest.parse::<u32>() {
            Ok(_) => number(ship.damage.iter().filter(|damage| damage.face_up).count() as u32, rest),
            Err(_) => {
                let kind = find_damage(rest)?;
                yes(ship.damage.iter().any(|damage| damage.face_up && damage.kind == Some(kind)), rest)
            }
        },
        // What lies face down, which nobody is shown.
        "hidden" => {
            let kind = find_damage(rest)?;
            yes(ship.damage.iter().any(|damage| !damage.face_up && damage.kind == Some(kind)), rest)
        }
        "destroyed" => yes(ship.destroyed, "it is destroyed"),
        "dial" => text(&ship.dial.map_or("none".to_string(), |dial| format!("{dial:?}")), rest),
        "navigate-token" => yes(ship.navigate_token, "it has a navigate token"),
        "token" => {
            let token = parse_token(rest)?;
            let there: Vec<String> =
                ship.tokens.iter().map(|token| format!("{:?} {:?}", token.kind, token.side)).collect();
            yes(ship.tokens.contains(&token), &there.join(", "))
        }
        "tokens" => {
            number(ship.tokens.iter().filter(|token| token.side != TokenSide::Discarded).count() as u32, rest)
        }
        // Where the ship would end with the tool as it is set now: `ghost left 100 200 facing 45`.
        "ghost" => {
            let (side, place) = words(rest);
            match maneuvers::ghost(state, parse_side(side)?) {
                Some(pose) => position(pose, place),
                None => Err(Doubt::NotSo("no maneuver is being executed".to_string())),
            }
        }
        // `battery left red 2 at long`
        "battery" => {
            let (armament, range) = rest.split_once(" at ").unwrap_or((rest, "close"));
            let parts: Vec<&str> = armament.split(' ').collect();
            let [zone, colour, count] = parts[..] else { return Err("`battery ZONE COLOUR N`".into()) };
            let named = |wanted: &crate::Colour| wanted.die().name == colour;
            let colour = crate::Colour::ALL.into_iter().find(named).ok_or("there is no such colour")?;
            number(attack::gathered(state, id, parse_zone(zone)?, colour, parse_range(range)?), count)
        }
        // `range long from front to Victory left`
        "range" => {
            let (range, zones) = rest.split_once(" from ").ok_or("`range BAND from ZONE to SHIP ZONE`")?;
            let (from, to) = zones.split_once(" to ").ok_or("`range BAND from ZONE to SHIP ZONE`")?;
            let (other, target) = to.rsplit_once(' ').ok_or("`range BAND from ZONE to SHIP ZONE`")?;
            let (from, to) = ((id, parse_zone(from)?), (find_ship(state, other)?, parse_zone(target)?));
            match shot(state, from, to) {
                Ok(shot) => text(range_name(shot.range, Lang::En), range),
                Err(denial) => Err(Doubt::NotSo(denial.to_string())),
            }
        }
        _ => Err(unknown(word)),
    }
}

fn parse_range(name: &str) -> Result<Range, String> {
    let bands = [Range::Close, Range::Medium, Range::Long];
    bands
        .into_iter()
        .find(|band| range_name(*band, Lang::En) == name)
        .ok_or_else(|| format!("no range {name:?}"))
}

fn squadron_claim(state: &State, id: SquadronId, word: &str, rest: &str) -> Result<(), Doubt> {
    let squad = state.squadron(id);
    let disc = squadron(squad.at);
    match word {
        "position" => position(disc.pose(), rest),
        "aside" => yes(squad.aside, "it is moved aside"),
        "contact" => {
            let ship = body_of(state, find_ship(state, rest)?);
            yes(touches_ship(&ship, squad.at), "it touches the ship")
        }
        _ => Err(unknown(word)),
    }
}
