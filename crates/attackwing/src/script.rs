//! The words of this game in scenarios: positions in the `given` part, and claims about ships, cards and the table.
//! Described in `docs/scenarios.md`.

mod claims;

use flightpath::{Bearing, Colour, DamageDeck, Maneuver};
use geometry::{Heading, Pose, Vec2};
use scenario::words::{few, find, number, parse, parse_pose, position, simple};
use scenario::{Doubt, Scripted};
use table::{Fault, Lang, Seat, Show};

use crate::cards::{DamageId, UpgradeId, library, register_all};
use crate::lists::{Captains, Fleet, FleetShip};
use crate::missions::MissionId;
use crate::setup::{MISSION_TOKENS, PlayerSetup, Setup, begin};
use crate::show::{colour_name, maneuver_name, ship_name};
use crate::state::*;
use crate::{AttackWing, View, attack, measure, phases};

/// Positions agree if they are this close, in millimetres and degrees.
const CLOSE: f64 = 0.01;

/// A position while it is being described.
#[derive(Default)]
pub struct Given {
    players: Vec<(String, Option<u8>)>,
    ships: Vec<GivenShip>,
    tokens: Vec<Token>,
    options: Options,
    round: Option<u16>,
    phase: Option<String>,
    deck: Option<Vec<(DamageId, u8)>>,
    discard: Option<Vec<(DamageId, u8)>>,
    /// Ready-made squadrons by seat.
    starters: Vec<(usize, String)>,
}

struct GivenShip {
    owner: usize,
    entry: FleetShip,
    attributes: Vec<String>,
}

fn find_ship(name: &str) -> Result<usize, String> {
    find("ship card", name, library().ships.iter().map(|card| (&*card.id, &*card.name.en)))
}
fn find_captain(name: &str) -> Result<usize, String> {
    find("captain", name, library().captains.iter().map(|card| (&*card.id, &*card.name.en)))
}
fn find_upgrade(name: &str) -> Result<usize, String> {
    find("upgrade", name, library().upgrades.iter().map(|card| (&*card.id, &*card.name.en)))
}
fn find_damage(name: &str) -> Result<DamageId, String> {
    let found = find("damage card", name, library().damage.iter().map(|card| (&*card.id, &*card.name.en)))?;
    Ok(DamageId(found as u8))
}

/// A maneuver by its name and, if it matters, its colour.
fn parse_maneuver(text: &str, dial: &[Maneuver]) -> Result<Maneuver, String> {
    let wanted = text.to_lowercase();
    let named = |maneuver: &&Maneuver| {
        let name = maneuver_name(**maneuver, Lang::En).to_lowercase();
        wanted == name || wanted == format!("{name} {}", colour_name(maneuver.colour, Lang::En))
    };
    match dial.iter().find(named) {
        Some(maneuver) => Ok(*maneuver),
        None => Err(format!("the dial has no {text:?}")),
    }
}

impl Scripted for AttackWing {
    type Given = Given;

    fn given(given: &mut Given, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "option" => given_option(&mut given.options, rest),
            "player" => {
                let (name, team) = match rest.split_once(" team ") {
                    Some((name, team)) => (name, Some(parse(team)?)),
                    None => (rest, None),
                };
                given.players.push((name.trim().to_string(), team));
                Ok(())
            }
            "ship" => given_ship(given, rest),
            "starter" => given_starter(given, rest),
            "token" => {
                let (kind, place) = rest.split_once(" at ").ok_or("`token KIND at X Y`")?;
                let kind = match kind.split_once(' ').unwrap_or((kind, "")) {
                    ("planet", _) => TokenKind::Planet,
                    ("obstacle", _) => TokenKind::Obstacle,
                    ("minefield", _) => {
                        TokenKind::Minefield(UpgradeId(find_upgrade("antimatter-mines")? as u8))
                    }
                    ("objective", count) => TokenKind::Objective(few(count)?),
                    _ => return Err(format!("there is no token {kind:?}")),
                };
                if given.tokens.len() >= 12 {
                    return Err("no table has so many tokens".into());
                }
                given.tokens.push(Token { kind, at: parse_pose(place)?.at });
                Ok(())
            }
            "round" => {
                let round: u16 = parse(rest)?;
                if !(1..=1000).contains(&round) {
                    return Err("rounds are counted from 1 to 1000".into());
                }
                given.round = Some(round);
                Ok(())
            }
            "phase" => {
                given.phase = Some(rest.trim().to_string());
                Ok(())
            }
            "deck" => {
                given.deck = Some(parse_cards(rest)?);
                Ok(())
            }
            "discard" => {
                given.discard = Some(parse_cards(rest)?);
                Ok(())
            }
            _ => {
                Err("expected option, player, ship, starter, token, round, phase, deck or discard"
                    .to_string())
            }
        }
    }

    fn seats(given: &Given) -> Vec<String> {
        given.players.iter().map(|(name, _)| name.clone()).collect()
    }

    fn position(given: &Given) -> Result<(Setup, State), Vec<Fault>> {
        let fault = |what: String| {
            let de = format!("so lässt sich die Stellung nicht aufbauen (gemeldet wird: {what})");
            vec![Fault::new("given", None, what, de)]
        };
        let mut players: Vec<PlayerSetup> = Vec::new();
        for (seat, (name, team)) in given.players.iter().enumerate() {
            let own = given.ships.iter().filter(|ship| ship.owner == seat);
            let ships = own.map(|ship| ship.entry.clone()).collect();
            let mut player = match given.starters.iter().find(|(owner, _)| *owner == seat) {
                Some((_, starter)) => PlayerSetup::starter(starter),
                None => PlayerSetup::fleet(Fleet { name: String::new(), ships }),
            };
            player.name.clone_from(name);
            player.team = *team;
            players.push(player);
        }
        let setup = Setup { players, options: given.options };
        let mut state = begin(&setup)?;
        let phase = given.phase.as_deref().unwrap_or("planning");
        if phase != "setup" {
            arrange(given, phase, &mut state).map_err(fault)?;
        }
        Ok((setup, state))
    }

    fn claim(state: &State, thing: &str, claim: &str) -> Result<(), Doubt> {
        claims::check(state, thing, claim)
    }

    fn seen(view: &View, thing: &str, claim: &str) -> Result<(), Doubt> {
        match (thing, claim.split_once(' ')) {
            ("deck", Some(("left", wanted))) => number(view.deck_left, wanted),
            _ => claims::check(&view.state, thing, claim),
        }
    }

    fn reached(state: &State, place: &str) -> Option<bool> {
        if let Some(round) = place.strip_prefix("round ") {
            return round.parse::<u16>().ok().map(|round| state.round >= round);
        }
        Some(match place {
            "planning" => matches!(state.cursor, Cursor::Planning),
            "activation" => matches!(state.cursor, Cursor::Activation { .. }),
            "combat" => matches!(state.cursor, Cursor::Combat { .. }),
            "end" => matches!(state.cursor, Cursor::End { .. }),
            "over" => matches!(state.cursor, Cursor::Over),
            _ => return None,
        })
    }
}

fn given_option(options: &mut Options, text: &str) -> Result<(), String> {
    let (name, value) = text.split_once(' ').unwrap_or((text, ""));
    let flags = [
        "tournament",
        "pure-factions",
        "random-factions",
        "green-clears-auxiliary",
        "defender-modifies-defense-first",
    ];
    if flags.contains(&name) && !value.is_empty() {
        return Err(format!("the option {name} takes no value"));
    }
    match name {
        "tournament" => options.tournament = true,
        "planet" if value.is_empty() => options.planet = Some(Planet::Centre),
        "planet" => {
            let (x, y) = value.trim_start_matches("at ").split_once(' ').ok_or("`option planet at X Y`")?;
            options.planet = Some(Planet::At(parse(x)?, parse(y)?));
        }
        "random-factions" => options.random_factions = true,
        "obstacles" => options.obstacles = parse(value)?,
        "points" => options.points = Some(parse(value)?),
        "rounds" => options.rounds = Some(parse(value)?),
        "base-sets" => options.base_sets = Some(parse(value)?),
        "pure-factions" => options.pure_factions = true,
        "green-clears-auxiliary" => options.green_clears_auxiliary = true,
        "defender-modifies-defense-first" => options.defender_modifies_defense_first = true,
        "area" => {
            let (width, depth) = value.split_once(' ').ok_or("`option area WIDTH DEPTH`")?;
            options.area = (parse(width)?, parse(depth)?);
        }
        "mission" => {
            let found = MissionId::find(value);
            options.mission = Some(found.ok_or_else(|| format!("there is no mission {value:?}"))?);
        }
        _ => return Err(format!("there is no option {name:?}")),
    }
    Ok(())
}

/// The seat of a player, who sits down on being named for the first time.
fn player(given: &mut Given, name: &str) -> usize {
    if let Some(index) = given.players.iter().position(|(other, _)| other == name.trim()) {
        return index;
    }
    given.players.push((name.trim().to_string(), None));
    given.players.len() - 1
}

/// A ready-made squadron; attributes are those of its only ship.
fn given_starter(given: &mut Given, text: &str) -> Result<(), String> {
    let (head, attributes) = text.split_once(':').unwrap_or((text, ""));
    let (name, owner) = head.split_once(" for ").ok_or("`starter NAME for PLAYER`")?;
    let owner = player(given, owner);
    let fleet = crate::lists::starter(name.trim()).ok_or_else(|| format!("there is no starter {name:?}"))?;
    let attributes: Vec<String> =
        attributes.split(',').map(|text| text.trim().to_string()).filter(|text| !text.is_empty()).collect();
    given.ships.extend(fleet.ships.into_iter().map(|entry| GivenShip {
        owner,
        entry,
        attributes: attributes.clone(),
    }));
    given.starters.push((owner, name.trim().to_string()));
    Ok(())
}

fn given_ship(given: &mut Given, text: &str) -> Result<(), String> {
    let (head, attributes) = text.split_once(':').unwrap_or((text, ""));
    let (ship, owner) = head.split_once(" for ").ok_or("`ship NAME for PLAYER: …`")?;
    let owner = player(given, owner);
    let facts = &library().ships[find_ship(ship)?];
    let attributes: Vec<String> =
        attributes.split(',').map(|text| text.trim().to_string()).filter(|text| !text.is_empty()).collect();
    let mut captains = Vec::new();
    let mut upgrades = Vec::new();
    for attribute in &attributes {
        if attribute == "no captain" {
            continue;
        }
        if let Some(name) = attribute.strip_prefix("captain ") {
            captains.push(library().captains[find_captain(name)?].id.clone());
        }
        if let Some(name) = attribute.strip_prefix("upgrade ") {
            let name = name.trim_end_matches(" disabled").trim_end_matches(" discarded");
            upgrades.push(library().upgrades[find_upgrade(name)?].id.clone());
        }
    }
    if captains.is_empty() && !attributes.iter().any(|attribute| attribute == "no captain") {
        let generic = library().captains.iter().find(|card| card.faction == facts.faction && !card.unique);
        captains.extend(generic.map(|card| card.id.clone()));
    }
    let captain = match captains.len() {
        1 => Captains::One(captains.remove(0)),
        _ => Captains::Several(captains),
    };
    let entry = FleetShip { ship: facts.id.clone(), captain, upgrades };
    given.ships.push(GivenShip { owner, entry, attributes });
    Ok(())
}

/// `Direct Hit 2 + Console Fire`, or `empty`.
fn parse_cards(text: &str) -> Result<Vec<(DamageId, u8)>, String> {
    if text.trim() == "empty" {
        return Ok(Vec::new());
    }
    text.split(" + ")
        .map(|item| {
            let (name, count) = match item.trim().rsplit_once(' ') {
                Some((name, count)) if count.parse::<u8>().is_ok() => (name, few(count)?),
                _ => (item, 1),
            };
            Ok((find_damage(name)?, count))
        })
        .collect()
}

/// Lays out the tokens of a position. The mission has laid out its own: lines that name such tokens say
/// where they are, and add none.
fn lay_given_tokens(given: &[Token], state: &mut State) {
    let same = |a: TokenKind, b: TokenKind| std::mem::discriminant(&a) == std::mem::discriminant(&b);
    if state.mission().is_some() {
        state.tokens.retain(|laid| !given.iter().any(|token| same(token.kind, laid.kind)));
    }
    state.tokens.extend(given.iter().copied());
}

/// Mission tokens that lie nowhere else are in the supply.
fn count_mission_tokens(state: &mut State) {
    let with_ships = state.ships.iter().map(|ship| {
        let marks = &ship.mission;
        [marks.on_captain, marks.on_ship, marks.beside].map(u32::from).iter().sum::<u32>()
    });
    let on_objectives = state.tokens.iter().map(|token| match token.kind {
        TokenKind::Objective(left) => left.into(),
        _ => 0,
    });
    let elsewhere: u32 = with_ships.chain(on_objectives).sum();
    state.mission_supply = MISSION_TOKENS.saturating_sub(elsewhere.min(255) as u8);
}

/// Puts the ships and everything else where the description says.
fn arrange(given: &Given, phase: &str, state: &mut State) -> Result<(), String> {
    // Fleets are laid out player by player.
    let mut order: Vec<&GivenShip> = given.ships.iter().collect();
    order.sort_by_key(|ship| ship.owner);
    lay_given_tokens(&given.tokens, state);
    let mut done = 0;
    for (index, ship) in order.iter().enumerate() {
        state.ships[index].placed = true;
        for attribute in &ship.attributes {
            if attribute == "done" {
                done |= 1 << index;
            } else {
                set_attribute(state, ShipId(index as u8), attribute)
                    .map_err(|what| format!("{attribute}: {what}"))?;
            }
        }
    }
    count_mission_tokens(state);
    state.round = given.round.unwrap_or(1);
    if let Some(cards) = &given.deck {
        state.deck = DamageDeck::new(cards.iter().copied());
    }
    if let Some(cards) = &given.discard {
        state.deck = state.deck.clone().with_discarded(cards.iter().copied());
    }
    state.cursor = match phase {
        "planning" => {
            state.round -= 1;
            Cursor::Planning
        }
        "activation" => Cursor::Activation { done },
        "combat" => Cursor::Combat { done },
        "end" => Cursor::End { done },
        _ => return Err(format!("there is no phase {phase:?}")),
    };
    phases::freeze_skills(state);
    Ok(())
}

fn set_attribute(state: &mut State, id: ShipId, text: &str) -> Result<(), String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let target = if word == "lock" { Some(named_ship(state, rest)?) } else { None };
    let round = state.round;
    let class = state.ship(id).class;
    let dial = &library().class(class).maneuvers;
    let is_objective = |at: &usize| matches!(state.tokens[*at].kind, TokenKind::Objective(_));
    let objectives: Vec<usize> = (0..state.tokens.len()).filter(is_objective).collect();
    let ship = state.ship_mut(id);
    match word {
        "captain" => {}
        "upgrade" => {
            if let Some(name) = rest.strip_suffix(" disabled") {
                let card = UpgradeId(find_upgrade(name)? as u8);
                ship.upgrades
                    .iter_mut()
                    .filter(|upgrade| upgrade.card == card)
                    .for_each(|upgrade| upgrade.disabled = true);
            }
            if let Some(name) = rest.strip_suffix(" discarded") {
                let card = UpgradeId(find_upgrade(name)? as u8);
                ship.upgrades
                    .iter_mut()
                    .filter(|upgrade| upgrade.card == card)
                    .for_each(|upgrade| upgrade.discarded = true);
            }
        }
        "captain-disabled" => ship.captain.disabled = true,
        "at" => ship.pose = parse_pose(rest)?,
        "shields" => ship.shields = few(rest)?,
        "lowered" => ship.lowered = few(rest)?,
        "evade" => ship.evade = few(rest)?,
        "scan" => ship.scan = few(rest)?,
        "battle" => ship.battle_stations = few(rest)?,
        "auxiliary" => ship.auxiliary = few(rest)?,
        "cloak" => {
            ship.cloak = match rest {
                "fresh" => Cloak::Fresh { red: false },
                "fresh red" => Cloak::Fresh { red: true },
                "standing" => Cloak::Standing { red: false },
                "standing red" => Cloak::Standing { red: true },
                _ => return Err("a cloak is fresh or standing, and may be red".into()),
            };
            ship.lowered += ship.shields;
            ship.shields = 0;
        }
        "lock" => ship.lock = target,
        "dial" => ship.dial = Some(parse_maneuver(rest, dial)?),
        "flown" => ship.flown = Some(parse_maneuver(rest, dial)?),
        "damage" => {
            let (name, face_up) = match (rest.strip_suffix(" up"), rest.strip_suffix(" down")) {
                (Some(name), _) => (name, true),
                (_, Some(name)) => (name, false),
                _ => return Err("a damage card lies up or down".into()),
            };
            let kind = find_damage(name)?;
            let card = Damage { kind: Some(kind), face_up, round: round.saturating_sub(1), acted: false };
            ship.damage.push(card);
            state.deck.take(kind);
            register_all(state, id);
        }
        "away" => {
            let card = UpgradeId(find_upgrade(rest)? as u8);
            let slot = ship
                .upgrades
                .iter()
                .position(|upgrade| upgrade.card == card)
                .ok_or("it has no such upgrade")?;
            ship.captain.disabled = true;
            ship.upgrades[slot].disabled = true;
            ship.mission.away = Some(slot as u8);
            ship.mission.away_with = ship.mission.parts();
        }
        "tokens-on-captain" => ship.mission.on_captain = few(rest)?,
        "tokens-on-ship" => ship.mission.on_ship = few(rest)?,
        "tokens-beside" => ship.mission.beside = few(rest)?,
        "taken-from" => {
            let number = usize::from(few(rest)?);
            let objective = number.checked_sub(1).and_then(|before| objectives.get(before));
            ship.mission.taken_from |= 1 << objective.ok_or("there is no such objective")?;
        }
        "no" => {}
        _ => return Err("not understood".into()),
    }
    Ok(())
}

/// The ship in play that a name means.
fn named_ship(state: &State, name: &str) -> Result<ShipId, String> {
    let names: Vec<String> = state.ids().map(|id| ship_name(state, id)).collect();
    let pairs = names.iter().map(|name| (name.as_str(), name.as_str()));
    find("ship in play", name, pairs).map(|index| ShipId(index as u8))
}
