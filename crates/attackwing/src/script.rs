//! The words of this game in scenarios: positions in the `given` part, and claims about ships, cards and the table.
//! Described in `docs/scenarios.md`.

use flightpath::{Bearing, Colour, Maneuver};
use geometry::{Heading, Pose, Vec2};
use scenario::words::{few, find, number, parse, parse_pose, position, simple};
use scenario::{Doubt, Scripted};
use table::{Fault, Lang, Seat, Show};

use crate::cards::{UpgradeId, library, register_all};
use crate::lists::{Captains, Fleet, FleetShip};
use crate::setup::{PlayerSetup, Setup, begin};
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
    deck: Option<Vec<(u8, u8)>>,
    discard: Option<Vec<(u8, u8)>>,
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
fn find_damage(name: &str) -> Result<u8, String> {
    let found = find("damage card", name, library().damage.iter().map(|card| (&*card.id, &*card.name.en)))?;
    Ok(found as u8)
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
        let fault = |what: String| vec![Fault { place: "given".into(), rule: None, what }];
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
            options.mission = Some(match value {
                "dilithium" => Mission::Dilithium,
                "chase" => Mission::Chase,
                _ => return Err(format!("there is no mission {value:?}")),
            })
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
fn parse_cards(text: &str) -> Result<Vec<(u8, u8)>, String> {
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

/// Puts the ships and everything else where the description says.
fn arrange(given: &Given, phase: &str, state: &mut State) -> Result<(), String> {
    // Fleets are laid out player by player.
    let mut order: Vec<&GivenShip> = given.ships.iter().collect();
    order.sort_by_key(|ship| ship.owner);
    state.tokens.extend(given.tokens.iter().copied());
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
    state.round = given.round.unwrap_or(1);
    if let Some(cards) = &given.deck {
        fill(&mut state.deck.deck, cards);
    }
    if let Some(cards) = &given.discard {
        fill(&mut state.deck.discard, cards);
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

fn fill(pile: &mut [u8], cards: &[(u8, u8)]) {
    pile.fill(0);
    for (kind, count) in cards {
        pile[*kind as usize] = *count;
    }
}

fn set_attribute(state: &mut State, id: ShipId, text: &str) -> Result<(), String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let target = if word == "lock" { Some(named_ship(state, rest)?) } else { None };
    let round = state.round;
    let class = state.ship(id).class;
    let dial = &library().class(class).maneuvers;
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
            ship.damage.try_push(card).map_err(|_| "no ship takes so many damage cards")?;
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
            ship.mission.away_with = ship.mission.on_ship;
        }
        "tokens-on-captain" => ship.mission.on_captain = few(rest)?,
        "tokens-on-ship" => ship.mission.on_ship = few(rest)?,
        "tokens-beside" => ship.mission.beside = few(rest)?,
        "taken-from" => ship.mission.taken_from |= 1 << few(rest)?.min(7),
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

/// Claims about the game that scenarios make.
mod claims {
    use scenario::words::{equal, text, words, yes};

    use super::*;

    pub fn check(state: &State, thing: &str, claim: &str) -> Result<(), Doubt> {
        match thing {
            "table" => table_claim(state, claim),
            "deck" => deck_claim(state, claim),
            "attack" => attack_claim(state, claim),
            "attack die" => die_claim(&flightpath::ATTACK_FACES, claim),
            "defense die" => die_claim(&flightpath::DEFENSE_FACES, claim),
            "box" => box_claim(claim),
            "factions" => factions_claim(claim),
            _ => {
                if let Some(name) = thing.strip_prefix("card ") {
                    return card_claim(name, claim);
                }
                if let Some(name) = thing.strip_prefix("dial ") {
                    return dial_claim(name, claim);
                }
                if let Some(name) = thing.strip_prefix("template ") {
                    return template_claim(name, claim);
                }
                let seats = (0..state.players.len() as u8).map(Seat);
                for seat in seats {
                    if AttackWing::seat_name(state, seat).eq_ignore_ascii_case(thing) {
                        return player_claim(state, seat, claim);
                    }
                }
                ship_claim(state, named_ship(state, thing)?, claim)
            }
        }
    }

    fn table_claim(state: &State, claim: &str) -> Result<(), Doubt> {
        let count = |wanted: fn(&TokenKind) -> bool| {
            state.tokens.iter().filter(|token| wanted(&token.kind)).count() as i64
        };
        let (key, rest) = words(claim);
        match key {
            "round" => number(state.round, rest),
            "phase" => {
                let reached =
                    AttackWing::reached(state, rest).ok_or_else(|| format!("there is no phase {rest:?}"))?;
                yes(reached, &format!("{:?}", state.cursor))
            }
            "players" => number(state.players.len() as i64, rest),
            "ships" => number(state.ships.len() as i64, rest),
            "ships-in-play" => number(state.in_play().count() as i64, rest),
            "planets" => number(count(|kind| *kind == TokenKind::Planet), rest),
            "obstacles" => number(count(|kind| *kind == TokenKind::Obstacle), rest),
            "minefields" => number(count(|kind| matches!(kind, TokenKind::Minefield(_))), rest),
            "objectives" => number(count(|kind| matches!(kind, TokenKind::Objective(_))), rest),
            "mission-supply" => number(state.mission_supply, rest),
            "area" => text(&format!("{} {}", state.options.area.0, state.options.area.1), rest),
            "active" => match state.active {
                Some(id) if rest != "none" => equal(id.0, named_ship(state, rest)?.0),
                active => yes(active.is_none() && rest == "none", "active"),
            },
            "templates" => box_claim(claim),
            "template" => yes(any_maneuver(rest)?.path().is_some(), rest),
            "objective" if !rest.starts_with("at ") => {
                let (left, place) = rest.split_once(" at ").ok_or("`objective COUNT at X Y`")?;
                let (left, at) = (parse::<u8>(left)?, parse_pose(place)?.at);
                let here = |token: &Token| {
                    (token.at - at).length() < CLOSE && token.kind == TokenKind::Objective(left)
                };
                yes(state.tokens.iter().any(here), claim)
            }
            "planet" | "obstacle" | "minefield" | "objective" => {
                let wanted = parse_pose(rest.trim_start_matches("at "))?.at;
                let near =
                    |token: &Token| (token.at - wanted).length() < CLOSE && token_word(token.kind) == key;
                let there: Vec<String> = state
                    .tokens
                    .iter()
                    .map(|token| format!("{} at {} {}", token_word(token.kind), token.at.x, token.at.y))
                    .collect();
                yes(state.tokens.iter().any(near), &there.join(", "))
            }
            _ => Err(format!("the table has no {key:?}").into()),
        }
    }

    fn token_word(kind: TokenKind) -> &'static str {
        match kind {
            TokenKind::Planet => "planet",
            TokenKind::Obstacle => "obstacle",
            TokenKind::Minefield(_) => "minefield",
            TokenKind::Objective(_) => "objective",
        }
    }

    fn deck_claim(state: &State, claim: &str) -> Result<(), Doubt> {
        let (key, rest) = words(claim);
        match key {
            "left" => number(state.deck.left(), rest),
            "discarded" => number(state.deck.discarded(), rest),
            "kinds" => number(library().damage.len() as i64, rest),
            _ => {
                let (name, count) = claim.rsplit_once(' ').ok_or("`deck has CARD COUNT`")?;
                number(state.deck.deck[find_damage(name)? as usize], count)
            }
        }
    }

    fn attack_claim(state: &State, claim: &str) -> Result<(), Doubt> {
        let attack = state.attack().ok_or("no attack is being resolved")?;
        let (key, rest) = words(claim);
        match key {
            "range" => number(attack.range, rest),
            "obstructed" => yes(attack.obstructed, "obstructed"),
            "attack-dice" => number(attack.attack.0.len() as i64, rest),
            "defense-dice" => number(attack.defense.0.len() as i64, rest),
            "attacker" => equal(attack.attacker.0, named_ship(state, rest)?.0),
            "defender" => equal(attack.defender.0, named_ship(state, rest)?.0),
            "results" => {
                let faces = attack::faces_of(&attack.attack);
                text(&faces.iter().map(face_word).collect::<Vec<_>>().join(" "), rest)
            }
            "defense-results" => {
                let faces = attack::faces_of(&attack.defense);
                text(&faces.iter().map(face_word).collect::<Vec<_>>().join(" "), rest)
            }
            _ => Err(format!("an attack has no {key:?}").into()),
        }
    }

    fn face_word(face: &flightpath::Face) -> &'static str {
        use flightpath::Face;
        match face {
            Face::Hit => "hit",
            Face::Critical => "critical",
            Face::Evade => "evade",
            Face::Eye => "battle",
            Face::Blank => "blank",
        }
    }

    /// What counts in play, not what the faces are called.
    fn die_claim(faces: &[flightpath::Face], claim: &str) -> Result<(), Doubt> {
        let (name, count) = words(claim);
        match name {
            "faces" => number(faces.len() as i64, count),
            "hit" | "critical" | "evade" | "battle" | "blank" => {
                number(faces.iter().filter(|face| face_word(face) == name).count() as i64, count)
            }
            _ => Err(format!("a die has no {name:?}").into()),
        }
    }

    /// Templates: a curve to the left is the same template as to the right.
    fn templates(bearings: &[Bearing]) -> i64 {
        let there = |bearing: &Bearing, speed: u8| {
            Maneuver { bearing: *bearing, speed, colour: Colour::White }.path().is_some()
        };
        bearings.iter().map(|bearing| (0..20).filter(|speed| there(bearing, *speed)).count() as i64).sum()
    }

    fn box_claim(claim: &str) -> Result<(), Doubt> {
        let (key, count) = words(claim);
        let library = library();
        match key {
            "ship-cards" => number(library.ships.len() as i64, count),
            "captain-cards" => number(library.captains.len() as i64, count),
            "upgrade-cards" => number(library.upgrades.len() as i64, count),
            "federation-upgrades" | "klingon-upgrades" | "romulan-upgrades" => {
                let of_faction = |card: &&crate::cards::UpgradeCard| {
                    format!("{:?}-upgrades", card.faction).eq_ignore_ascii_case(key)
                };
                number(library.upgrades.iter().filter(of_faction).count() as i64, count)
            }
            "damage-cards" => {
                number(library.damage.iter().map(|card| i64::from(card.copies)).sum::<i64>(), count)
            }
            "maneuver-cards" | "dials" => number(library.classes.len() as i64, count),
            "templates" => {
                number(templates(&[Bearing::Straight, Bearing::BankLeft, Bearing::TurnLeft]), count)
            }
            "straight-templates" => number(templates(&[Bearing::Straight]), count),
            "bank-templates" => number(templates(&[Bearing::BankRight]), count),
            "turn-templates" => number(templates(&[Bearing::TurnRight]), count),
            _ => match library.contents.get(key) {
                Some(actual) => number(*actual, count),
                None => Err(format!("there are no {key:?} in the box").into()),
            },
        }
    }

    /// The order in which factions have the initiative.
    fn factions_claim(claim: &str) -> Result<(), Doubt> {
        let order = claim.strip_prefix("order ").ok_or("`factions has order …`")?;
        let mut factions = crate::cards::Faction::ALL.to_vec();
        factions.sort();
        let names: Vec<String> = factions.iter().map(|faction| format!("{faction:?}")).collect();
        text(&names.join(" "), order)
    }

    /// Any maneuver, whether or not a dial has it.
    fn any_maneuver(name: &str) -> Result<Maneuver, Doubt> {
        let (bearing, speed) = name.rsplit_once(' ').ok_or("a maneuver is a bearing and a speed")?;
        let bearings = [
            Bearing::Straight,
            Bearing::BankLeft,
            Bearing::BankRight,
            Bearing::TurnLeft,
            Bearing::TurnRight,
            Bearing::ComeAbout,
            Bearing::Reverse,
        ];
        let white = |bearing: Bearing, speed| Maneuver { bearing, speed, colour: Colour::White };
        let named = |other: &&Bearing| {
            simple(&maneuver_name(white(**other, 0), Lang::En)) == format!("{}0", simple(bearing))
        };
        let bearing =
            bearings.iter().find(named).ok_or_else(|| format!("there is no bearing {bearing:?}"))?;
        Ok(white(*bearing, parse(speed)?))
    }

    /// Where a ship that stands at 0 0 facing north ends.
    fn template_claim(name: &str, claim: &str) -> Result<(), Doubt> {
        let wanted = claim.strip_prefix("end ").ok_or("`template NAME has end X Y facing D`")?;
        let start = Pose::new(Vec2::new(0.0, 0.0), Heading::NORTH);
        let blockers: [geometry::Footprint; 0] = [];
        match flightpath::fly(start, measure::base(), any_maneuver(name)?, &blockers) {
            Some(flight) => position(flight.pose, wanted),
            None => Err(Doubt::NotSo("there is no such template".to_string())),
        }
    }

    fn dial_claim(name: &str, claim: &str) -> Result<(), Doubt> {
        let classes = library().classes.iter().map(|class| (&*class.id, &*class.name.en));
        let class = &library().classes[find("class", name, classes)?];
        let (key, rest) = words(claim);
        match key {
            "maneuvers" => number(class.maneuvers.len() as i64, rest),
            "bearings" => {
                let mut bearings: Vec<Bearing> =
                    class.maneuvers.iter().map(|maneuver| maneuver.bearing).collect();
                bearings.sort();
                bearings.dedup();
                number(bearings.len() as i64, rest)
            }
            "rear-arc" => yes(class.rear_arc, "rear arc"),
            "bearing" => {
                let wanted = simple(rest);
                let has = class.maneuvers.iter().any(|maneuver| {
                    simple(&maneuver_name(Maneuver { speed: 0, ..*maneuver }, Lang::En))
                        == format!("{wanted}0")
                });
                yes(has, rest)
            }
            _ => {
                let (maneuver, colour) = claim.rsplit_once(' ').ok_or("`dial CLASS has MANEUVER COLOUR`")?;
                let wanted = any_maneuver(maneuver)?;
                let on_dial = |found: &Maneuver| {
                    found.bearing == wanted.bearing
                        && found.speed == wanted.speed
                        && colour_name(found.colour, Lang::En) == colour
                };
                if !["green", "white", "red"].contains(&colour) {
                    return Err(format!("there is no colour {colour:?}").into());
                }
                yes(class.maneuvers.iter().any(on_dial), claim)
            }
        }
    }

    fn card_claim(name: &str, claim: &str) -> Result<(), Doubt> {
        let (key, rest) = words(claim);
        // A captain called like a part of an upgrade's name is still meant by that name.
        let wanted = simple(name);
        let named = |id: &str, full: &str| simple(id) == wanted || simple(full) == wanted;
        let is_captain = library().captains.iter().any(|card| named(&card.id, &card.name.en));
        if let (Ok(index), false) = (find_upgrade(name), is_captain) {
            let card = &library().upgrades[index];
            return match key {
                "points" => number(card.points, rest),
                "type" => text(&format!("{:?}", card.kind), rest),
                "faction" => text(&format!("{:?}", card.faction), rest),
                "unique" => yes(card.unique, "unique"),
                "attack" => number(card.attack, rest),
                "range" => text(&format!("{}-{}", card.range.0, card.range.1), rest),
                "ability" => yes(!card.text.en.is_empty(), "ability"),
                _ => Err(format!("an upgrade has no {key:?}").into()),
            };
        }
        if let Ok(index) = find_captain(name) {
            let card = &library().captains[index];
            return match key {
                "points" => number(card.points, rest),
                "skill" => number(card.skill, rest),
                "talents" => number(card.talents, rest),
                "faction" => text(&format!("{:?}", card.faction), rest),
                "unique" => yes(card.unique, "unique"),
                "ability" => yes(!card.text.en.is_empty(), "ability"),
                _ => Err(format!("a captain has no {key:?}").into()),
            };
        }
        if let Ok(index) = find_damage(name) {
            let card = library().damage(index);
            return match key {
                "copies" => number(card.copies, rest),
                _ => Err(format!("a damage card has no {key:?}").into()),
            };
        }
        let card = &library().ships[find_ship(name)?];
        match key {
            "points" => number(card.points, rest),
            "attack" => number(card.attack, rest),
            "agility" => number(card.agility, rest),
            "hull" => number(card.hull, rest),
            "shields" => number(card.shields, rest),
            "crew-slots" => number(card.slots.crew, rest),
            "weapon-slots" => number(card.slots.weapon, rest),
            "tech-slots" => number(card.slots.tech, rest),
            "class" => text(&library().class(card.class_id).name.en, rest),
            "faction" => text(&format!("{:?}", card.faction), rest),
            "unique" => yes(card.unique, "unique"),
            "ability" => yes(!card.text.en.is_empty(), "ability"),
            "actions" => {
                let names: Vec<String> = card.actions.iter().map(|action| format!("{action:?}")).collect();
                text(&names.join(" "), rest)
            }
            _ => Err(format!("a ship card has no {key:?}").into()),
        }
    }

    fn player_claim(state: &State, seat: Seat, claim: &str) -> Result<(), Doubt> {
        let player = &state.players[seat.index()];
        let (key, rest) = words(claim);
        match key {
            "points" => {
                let own = state.ships.iter().filter(|ship| ship.owner == seat);
                number(own.map(|ship| i64::from(crate::lists::ship_cost(ship))).sum::<i64>(), rest)
            }
            "ships" => {
                number(state.in_play().filter(|id| state.ship(*id).owner == seat).count() as i64, rest)
            }
            "lost" => yes(player.lost, "lost"),
            "team" => number(player.team, rest),
            "initiative" => {
                let order = phases::players_by_initiative(state);
                number(order.iter().position(|other| *other == seat).unwrap_or(0) as i64 + 1, rest)
            }
            "area" => {
                let area = crate::setup::start_area(state, player.area);
                text(&format!("{} {} to {} {}", area.min.x, area.min.y, area.max.x, area.max.y), rest)
            }
            _ => Err(format!("a player has no {key:?}").into()),
        }
    }

    fn ship_claim(state: &State, id: ShipId, claim: &str) -> Result<(), Doubt> {
        let ship = state.ship(id);
        let facts = library().ship(ship.card);
        let (key, rest) = words(claim);
        match key {
            "shields" => number(ship.shields, rest),
            "lowered" => number(ship.lowered, rest),
            "hull" => number(i64::from(facts.hull) - ship.damage.len() as i64, rest),
            "damage" => number(ship.damage.len() as i64, rest),
            "face-up" => match rest.parse::<i64>() {
                Ok(count) => equal(ship.damage.iter().filter(|damage| damage.face_up).count() as i64, count),
                Err(_) => {
                    let kind = find_damage(rest)?;
                    yes(ship.damage.iter().any(|damage| damage.face_up && damage.kind == Some(kind)), claim)
                }
            },
            "face-down" => match rest.parse::<i64>() {
                Ok(count) => equal(ship.damage.iter().filter(|damage| !damage.face_up).count() as i64, count),
                Err(_) => {
                    let kind = find_damage(rest)?;
                    yes(ship.damage.iter().any(|damage| !damage.face_up && damage.kind == Some(kind)), claim)
                }
            },
            "critical" => {
                let shown = crate::scene::critical_tokens(ship);
                number(shown, rest)
            }
            "evade" => number(ship.evade, rest),
            "scan" => number(ship.scan, rest),
            "battle" => number(ship.battle_stations, rest),
            "auxiliary" => number(ship.auxiliary, rest),
            "cloak" => {
                let word = match ship.cloak {
                    Cloak::Off => "off",
                    Cloak::Fresh { red: false } => "fresh",
                    Cloak::Fresh { red: true } => "fresh red",
                    Cloak::Standing { red: false } => "standing",
                    Cloak::Standing { red: true } => "standing red",
                };
                text(word, rest)
            }
            "lock" => match ship.lock {
                Some(target) => text(&ship_name(state, target), &ship_or_none(state, rest)),
                None => text("none", rest),
            },
            "dial" => match ship.dial {
                Some(maneuver) => text(&maneuver_name(maneuver, Lang::En), rest),
                None => text("none", rest),
            },
            "flown" => match ship.flown {
                Some(maneuver) => {
                    let full = format!(
                        "{} {}",
                        maneuver_name(maneuver, Lang::En),
                        colour_name(maneuver.colour, Lang::En)
                    );
                    text(&full, rest)
                }
                None => text("none", rest),
            },
            "position" => position(ship.pose, rest),
            "placed" => yes(ship.placed, claim),
            "destroyed" => yes(ship.destroyed, claim),
            "doomed" => yes(ship.doomed, claim),
            "skill" => number(phases::skill(state, id), rest),
            "card" => {
                let (name, wanted) = rest.rsplit_once(' ').ok_or("`has card NAME STATE`")?;
                let card = UpgradeId(find_upgrade(name)? as u8);
                let slot = ship.upgrades.iter().position(|upgrade| upgrade.card == card);
                let slot = slot.ok_or_else(|| Doubt::NotSo(format!("it does not have {name}")))?;
                let upgrade = &ship.upgrades[slot];
                let actual = if upgrade.discarded {
                    "discarded"
                } else if !ship.crew_aboard(slot as u8) {
                    "away"
                } else if upgrade.disabled {
                    "disabled"
                } else {
                    "enabled"
                };
                text(actual, wanted)
            }
            "captain" if ["disabled", "enabled"].contains(&rest) => {
                text(if ship.captain.disabled { "disabled" } else { "enabled" }, rest)
            }
            "captain" => equal(usize::from(ship.captain.card.0), find_captain(rest)?),
            "tokens-on-captain" => number(ship.mission.on_captain, rest),
            "tokens-on-ship" => number(ship.mission.on_ship, rest),
            "tokens-beside" => number(ship.mission.beside, rest),
            "away-team" => yes(ship.away_team(), claim),
            "range" => {
                let (wanted, other) = rest.split_once(" to ").ok_or("`has range N to SHIP`")?;
                let range = measure::range(state, id, named_ship(state, other)?);
                text(&range.map_or("none".to_string(), |range| range.to_string()), wanted)
            }
            "in-arc" => yes(measure::in_forward_arc(state, id, named_ship(state, rest)?), claim),
            "colour" => {
                let (maneuver, wanted) = rest.rsplit_once(' ').ok_or("`has colour MANEUVER COLOUR`")?;
                let maneuver = parse_maneuver(maneuver, crate::maneuvers::dial(state, id))?;
                let colour: Colour = crate::maneuvers::colour_for(state, id, maneuver);
                text(colour_name(colour, Lang::En), wanted)
            }
            "overlap" => {
                let base = measure::footprint(ship.pose);
                let shapes: Vec<bool> = state
                    .tokens
                    .iter()
                    .filter(|token| token_word(token.kind) == rest)
                    .map(|token| geometry::overlaps(&base, &token.shape()))
                    .collect();
                let known = ["planet", "obstacle", "minefield", "objective"].contains(&rest);
                if known {
                    yes(shapes.contains(&true), claim)
                } else {
                    Err(format!("there is no {rest:?}").into())
                }
            }
            "contact" => {
                let other = state.ship(named_ship(state, rest)?).pose;
                let gap = geometry::closest(&measure::footprint(ship.pose), &measure::footprint(other));
                yes(gap.distance < 0.001, &format!("they are {} mm apart", gap.distance))
            }
            _ => Err(format!("a ship has no {key:?}").into()),
        }
    }

    fn ship_or_none(state: &State, name: &str) -> String {
        named_ship(state, name).map_or(name.to_string(), |id| ship_name(state, id))
    }
}
