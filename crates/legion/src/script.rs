//! The words of this game in scenarios: positions in the `given` part, and claims about units, terrain, the attack and
//! the dice. Described in `docs/scenarios.md`.

use geometry::{Compound, Pose, Shape, Vec2};
use scenario::words::{attributes, few, find, number, parse, parse_pose, position, simple, text, words, yes};
use scenario::{Doubt, Scripted};
use table::{Fault, Lang};

use crate::cards::{UnitType, Weapon, library};
use crate::dice::{BLACK, RED, RED_DEFENSE, WHITE, WHITE_DEFENSE};
use crate::measure::{TOOLS, attack_range, level, sees_mini, sees_unit};
use crate::setup::{PlacedMini, PlacedTerrain, PlacedUnit, Setup, begin, beside};
use crate::show::unit_name;
use crate::state::*;
use crate::{Legion, View, cover, moves};

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

fn parse_cover(name: &str) -> Result<Cover, String> {
    let named = |cover: &Cover| simple(&format!("{cover:?}")) == name;
    Cover::ALL.into_iter().find(named).ok_or_else(|| format!("there is no cover {name:?}"))
}

fn parse_passage(name: &str) -> Result<Passage, String> {
    match name {
        "open" => Ok(Passage::Open),
        "difficult" => Ok(Passage::Difficult),
        "impassable" => Ok(Passage::Impassable),
        _ => Err(format!("terrain is not {name:?}")),
    }
}

fn parse_action(name: &str) -> Result<Action, String> {
    let all = [Action::Move, Action::Attack, Action::Aim, Action::Dodge];
    let named = |action: &Action| simple(&format!("{action:?}")) == name;
    all.into_iter().find(named).ok_or_else(|| format!("there is no action {name:?}"))
}

fn parse_at(text: &str) -> Result<Vec2, String> {
    Ok(parse_pose(text)?.at)
}

/// `NAME for PLAYER: attribute, …`
fn given_unit(setup: &mut Setup, line: &str) -> Result<(), String> {
    let (head, rest) = line.split_once(':').ok_or("`unit NAME for PLAYER: …`")?;
    let (name, owner) = head.rsplit_once(" for ").ok_or("`unit NAME for PLAYER: …`")?;
    let cards = &library().units;
    let card = &cards[find("unit", name, cards.iter().map(|card| (&*card.id, &*card.name.en)))?];
    let mut unit = PlacedUnit::in_line(&card.id, parse_faction(owner)?, Vec2::ZERO, &[]);
    unit.minis.clear();
    let mut leader = Vec2::ZERO;
    for attribute in attributes(rest) {
        let (word, rest) = words(attribute);
        match word {
            "at" => leader = parse_at(rest)?,
            "mini" => {
                if unit.minis.is_empty() {
                    unit.minis.push(PlacedMini { at: leader, upgrade: None, wounds: 0 });
                }
                unit.minis.push(PlacedMini { at: parse_at(rest)?, upgrade: None, wounds: 0 });
            }
            "alone" => unit.minis.push(PlacedMini { at: leader, upgrade: None, wounds: 0 }),
            "upgrade" => {
                line_up(&mut unit, card.minis, leader);
                let (name, place) =
                    rest.rsplit_once(" at ").map_or((rest, None), |(name, at)| (name, Some(at)));
                let cards = &library().upgrades;
                let card =
                    &cards[find("upgrade", name, cards.iter().map(|card| (&*card.id, &*card.name.en)))?];
                unit.upgrades.push(card.id.clone());
                if card.adds_mini {
                    let at = match place {
                        Some(place) => parse_at(place)?,
                        None => leader + beside(unit.minis.len()),
                    };
                    unit.minis.push(PlacedMini { at, upgrade: Some(card.id.clone()), wounds: 0 });
                }
            }
            "wounds" => {
                line_up(&mut unit, card.minis, leader);
                let (mini, wounds) = words(rest);
                let index = parse::<usize>(mini)?.wrapping_sub(1);
                unit.minis.get_mut(index).ok_or("there is no such miniature")?.wounds = few(wounds)?;
            }
            "aim" => unit.aim = few(rest)?,
            "dodge" => unit.dodge = few(rest)?,
            "suppression" => unit.suppression = few(rest)?,
            _ => return Err(format!("{attribute:?} is not known")),
        }
    }
    line_up(&mut unit, card.minis, leader);
    setup.units.push(unit);
    Ok(())
}

/// A unit whose miniatures are not named stands in a line.
fn line_up(unit: &mut PlacedUnit, minis: u8, leader: Vec2) {
    if unit.minis.is_empty() {
        let places = (0..usize::from(minis)).map(|index| leader + beside(index));
        unit.minis = places.map(|at| PlacedMini { at, upgrade: None, wounds: 0 }).collect();
    }
}

/// `KIND: box X Y to X Y, attribute, …`
fn given_terrain(setup: &mut Setup, line: &str) -> Result<(), String> {
    let (name, rest) = line.split_once(':').ok_or("`terrain KIND: box X Y to X Y, …`")?;
    let kinds = &library().terrain;
    let kind = &kinds[find("kind of terrain", name, kinds.iter().map(|kind| (&*kind.id, &*kind.name.en)))?];
    let nowhere = Shape::Circle { centre: Vec2::ZERO, radius: 1.0 };
    let mut piece = PlacedTerrain::new(&kind.id, nowhere);
    let mut parts: Vec<Shape> = Vec::new();
    for attribute in attributes(rest) {
        let (word, rest) = words(attribute);
        match word {
            "box" => {
                let (one, two) = rest.split_once(" to ").ok_or("`box X Y to X Y`")?;
                let (one, two) = (parse_at(one)?, parse_at(two)?);
                let corners = [one, Vec2::new(two.x, one.y), two, Vec2::new(one.x, two.y)];
                parts.extend(outlined(&corners)?);
            }
            "corners" => {
                let corners: Result<Vec<Vec2>, String> = rest.split(" to ").map(parse_at).collect();
                parts.extend(outlined(&corners?)?);
            }
            "disc" => {
                let (at, radius) = rest.split_once(" radius ").ok_or("`disc X Y radius R`")?;
                parts.push(Shape::Circle { centre: parse_at(at)?, radius: parse(radius)? });
            }
            "height" => piece.height = Some(parse(rest)?),
            "cover" => piece.cover = Some(parse_cover(rest)?),
            "open" | "difficult" | "impassable" => piece.troopers = Some(parse_passage(word)?),
            "flat-top" => piece.flat_top = Some(true),
            "no-top" => piece.flat_top = Some(false),
            "ladder" => piece.ladder = true,
            _ => return Err(format!("{attribute:?} is not known")),
        }
    }
    piece.outline = Compound::new(parts).map_err(|error| error.to_string())?;
    setup.terrain.push(piece);
    Ok(())
}

/// The convex parts of an outline.
fn outlined(corners: &[Vec2]) -> Result<Vec<Shape>, String> {
    Ok(Compound::simple(corners).map_err(|error| error.to_string())?.into())
}

fn find_unit(state: &State, name: &str) -> Result<UnitId, String> {
    let names: Vec<String> =
        (0..state.units.len() as u8).map(|id| unit_name(state, UnitId(id), Lang::En)).collect();
    Ok(UnitId(find("unit", name, names.iter().map(|name| ("", &**name)))? as u8))
}

impl Scripted for Legion {
    type Given = Given;

    fn given(given: &mut Given, line: &str) -> Result<(), String> {
        let (word, rest) = words(line);
        match word {
            "unit" => given_unit(&mut given.setup, rest)?,
            "terrain" => given_terrain(&mut given.setup, rest)?,
            "active" => given.active = Some(rest.to_string()),
            "actions" => given.setup.actions = few(rest)?,
            "performed" => given.setup.performed.push(parse_action(rest)?),
            "area" => {
                let size = parse_at(rest)?;
                given.setup.area = (size.x, size.y);
            }
            _ => return Err("expected unit, terrain, active, actions, performed or area".to_string()),
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
                let de = format!("{name:?} bezeichnet keine oder mehrere der Einheiten");
                vec![Fault::new("active", None, what, de)]
            };
            setup.active = find_unit(&begin(&setup)?, name).map_err(fault)?.0;
        }
        let state = begin(&setup)?;
        Ok((setup, state))
    }

    fn claim(state: &State, thing: &str, claim: &str) -> Result<(), Doubt> {
        let (word, rest) = words(claim);
        if let Some(die) = thing.strip_suffix(" die") {
            return die_claim(die, word, rest);
        }
        if let Some(speed) = thing.strip_prefix("tool ") {
            let length = TOOLS.get(parse::<usize>(speed)?.wrapping_sub(1)).ok_or("there is no such tool")?;
            return match word {
                "length" => number(*length as u32, rest),
                _ => Err(unknown(word)),
            };
        }
        if let Some(kind) = thing.strip_prefix("terrain ") {
            return terrain_claim(kind, word, rest);
        }
        if let Some(card) = thing.strip_prefix("card ") {
            return card_claim(card, word, rest);
        }
        match thing {
            "attack" => attack_claim(state, word, rest),
            "table" => match word {
                "over" => yes(state.cursor == Cursor::Over, "the activation is over"),
                "actions" => number(state.actions, rest),
                _ => Err(unknown(word)),
            },
            _ => unit_claim(state, find_unit(state, thing)?, word, rest),
        }
    }

    fn seen(view: &View, thing: &str, claim: &str) -> Result<(), Doubt> {
        Self::claim(&view.state, thing, claim)
    }

    fn reached(state: &State, place: &str) -> Option<bool> {
        match place {
            "actions" => {
                Some(state.cursor == Cursor::Actions && state.attack.is_none() && state.moving.is_none())
            }
            "attack" => Some(state.attack.is_some()),
            "over" => Some(state.cursor == Cursor::Over),
            _ => None,
        }
    }
}

fn unknown(word: &str) -> Doubt {
    Doubt::NotUnderstood(format!("{word:?} cannot be claimed here"))
}

fn die_claim(die: &str, word: &str, rest: &str) -> Result<(), Doubt> {
    let dice = [&RED, &BLACK, &WHITE, &RED_DEFENSE, &WHITE_DEFENSE];
    let die = dice.into_iter().find(|other| other.name == die).ok_or("there is no such die")?;
    match word {
        "faces" => number(die.faces.len() as u32, rest),
        face => number(die.faces.iter().filter(|other| **other == face).count() as u32, rest),
    }
}

fn terrain_claim(kind: &str, word: &str, rest: &str) -> Result<(), Doubt> {
    let kinds = &library().terrain;
    let kind = &kinds[find("kind of terrain", kind, kinds.iter().map(|kind| (&*kind.id, &*kind.name.en)))?];
    let passage = |passage: Passage| text(&format!("{passage:?}"), rest);
    match word {
        "cover" => text(&format!("{:?}", kind.cover), rest),
        "form" => text(&format!("{:?}", kind.form), rest),
        "troopers" => passage(kind.trooper),
        "ground-vehicles" => passage(kind.ground),
        "repulsor-vehicles" => passage(kind.repulsor),
        _ => Err(unknown(word)),
    }
}

fn card_claim(card: &str, word: &str, rest: &str) -> Result<(), Doubt> {
    let cards = &library().units;
    let card = &cards[find("unit", card, cards.iter().map(|card| (&*card.id, &*card.name.en)))?];
    match word {
        "points" => number(card.points, rest),
        "minis" => number(card.minis, rest),
        "type" => text(
            match card.kind {
                UnitType::Trooper => "trooper",
                UnitType::WookieeTrooper => "wookiee-trooper",
                UnitType::GroundVehicle => "ground-vehicle",
            },
            rest,
        ),
        "wounds" => number(card.wounds, rest),
        "speed" => number(card.speed, rest),
        "base" => number((card.base.radius() * 2.0) as u32, rest),
        "range" => {
            let (weapon, range) = rest.rsplit_once(' ').ok_or("`range WEAPON 1-3`")?;
            let found = card.weapons.iter().find(|other| simple(&other.name.en) == simple(weapon));
            match found.ok_or("there is no such weapon")?.range {
                Weapon::Melee => text("melee", range),
                Weapon::Ranged(min, max) => text(&format!("{min}-{max}"), range),
            }
        }
        _ => Err(unknown(word)),
    }
}

fn attack_claim(state: &State, word: &str, rest: &str) -> Result<(), Doubt> {
    let Some(attack) = &state.attack else {
        return Err(Doubt::NotSo("nobody attacks".to_string()));
    };
    if word == "pools" {
        return number(attack.pools.len() as u32, rest);
    }
    let Some(pool) = attack.pools.get(attack.current as usize) else {
        return Err(Doubt::NotSo("there is no pool yet".to_string()));
    };
    match word {
        "range" => number(pool.range, rest),
        "defender" => text(&unit_name(state, pool.defender, Lang::En), rest),
        "weapons" => number(pool.weapons.len() as u32, rest),
        "dice" => number(pool.dice.len() as u32, rest),
        "cover" => text(&pool.cover.map_or("undetermined".to_string(), |cover| format!("{cover:?}")), rest),
        "results" => {
            let faces: Vec<&str> = pool.dice.iter().map(|die| die.face.name()).collect();
            text(&faces.join(" "), rest)
        }
        "defense-results" => {
            let faces: Vec<&str> = pool.defense.iter().map(|die| die.face.name()).collect();
            text(&faces.join(" "), rest)
        }
        _ => Err(unknown(word)),
    }
}

/// `mini 2 at 100 200`, `mini 2 wounds 1`, `mini 2 defeated`, `mini 2 level 0`, `mini 2 sees UNIT`, ….
fn mini_claim(state: &State, unit: UnitId, rest: &str) -> Result<(), Doubt> {
    let (index, rest) = words(rest);
    let mini = parse::<u8>(index)?.wrapping_sub(1);
    let id = MiniId { unit, mini };
    let found = *state.unit(unit).minis.get(mini as usize).ok_or("there is no such miniature")?;
    let (word, rest) = words(rest);
    match word {
        "at" => position(Pose::new(found.at, geometry::Heading::NORTH), rest),
        "wounds" => number(found.wounds, rest),
        "defeated" => yes(found.place == Place::Defeated, "it is defeated"),
        "ordinary" => yes(found.upgrade.is_none(), "no upgrade added it"),
        "aside" => yes(found.place == Place::Aside, "it is set aside"),
        "level" => number(level(&state.board, found.at) as u32, rest),
        "sees" => match rest.split_once(" mini ") {
            Some((other, mini)) => {
                let mini = parse::<u8>(mini)?.wrapping_sub(1);
                let other = MiniId { unit: find_unit(state, other)?, mini };
                state.unit(other.unit).minis.get(mini as usize).ok_or("there is no such miniature")?;
                yes(sees_mini(state, id, other), "it sees it")
            }
            None => yes(sees_unit(state, id, find_unit(state, rest)?), "it sees it"),
        },
        _ => Err(unknown(word)),
    }
}

fn unit_claim(state: &State, id: UnitId, word: &str, rest: &str) -> Result<(), Doubt> {
    let unit = state.unit(id);
    match word {
        "mini" => mini_claim(state, id, rest),
        "minis" => number(unit.alive().count() as u32, rest),
        "leader" => number(unit.leader + 1, rest),
        "at" => position(Pose::new(unit.leader().at, geometry::Heading::NORTH), rest),
        "level" => number(level(&state.board, unit.leader().at) as u32, rest),
        "defeated" => yes(unit.is_defeated(), "it is defeated"),
        "aim" => number(unit.aim, rest),
        "dodge" => number(unit.dodge, rest),
        "suppression" => number(unit.suppression, rest),
        "speed" => number(moves::maximum_speed(state, id), rest),
        // `range 2 to Stormtroopers`; `none` beyond the ruler.
        "range" => {
            let (range, other) = rest.split_once(" to ").ok_or("`range N to UNIT`")?;
            let found = attack_range(state, id, find_unit(state, other)?);
            text(&found.map_or("none".to_string(), |range| range.to_string()), range)
        }
        // `cover heavy from Stormtroopers`: what terrain gives against them.
        "cover" => {
            let (cover, other) = rest.split_once(" from ").ok_or("`cover KIND from UNIT`")?;
            let found = cover::from_terrain(state, find_unit(state, other)?, id);
            text(&format!("{found:?}"), cover)
        }
        "sees" => {
            let other = find_unit(state, rest)?;
            yes(sees_unit(state, state.leader(id), other), "its leader sees it")
        }
        _ => Err(unknown(word)),
    }
}
