//! The words of this game in scenarios: positions in the `given` part, and claims about ships, the attack and the table.
//! Described in `docs/scenarios.md`.

mod claims;

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Maneuver};
use geometry::{Pose, inside, overlaps};
use scenario::words::{attributes, few, find, parse, parse_pose, simple, words};
use scenario::{Doubt, Scripted};
use table::{Fault, Lang, Seat};

use crate::cards::{DamageId, library, register_all};
use crate::damage::{hull, shield_value, suffered};
use crate::lists::{Format, Loadout, Squad, SquadShip, Terms};
use crate::measure::{footprint, play_area};
use crate::missions::MissionId;
use crate::options::{BothLost, DeckName, HulkName, Options, RulesetName};
use crate::setup::{PlayerSetup, Setup, begin, is_stern, lay_out, six_asteroids};
use crate::show::{bearing_name, maneuver_name};
use crate::state::*;
use crate::{View, XWing, docking, huge, lists};

use claims::*;

/// A position while it is being described.
#[derive(Default)]
pub struct Given {
    players: Vec<String>,
    ships: Vec<GivenShip>,
    obstacles: Vec<Obstacle>,
    hulk: Option<Hulk>,
    satellites: Vec<Pose>,
    bombs: Vec<(String, usize, Pose)>,
    initiative: Option<String>,
    phase: Option<String>,
    round: u16,
    options: Options,
    supply: Option<Vec<String>>,
    deck: Option<Vec<(DamageId, u8)>>,
}

/// A ship and everything beside it.
struct GivenShip {
    owner: u8,
    loadout: Loadout,
    pose: Pose,
    shields: Option<u8>,
    tokens: [u8; 6],
    cloaked: bool,
    locks: Vec<usize>,
    touching: Vec<usize>,
    damage: Vec<(DamageId, Section, bool)>,
    mobile_arc: u8,
    conditions: Vec<(crate::cards::ConditionId, usize)>,
    acted: Vec<u8>,
    discarded: Vec<u8>,
    turned: Vec<u8>,
    dial: Option<Maneuver>,
    flown: Option<Maneuver>,
    done: bool,
    /// The ship that it is docked at.
    docked: Option<usize>,
    /// In missions: the disabled ship, and satellites that it has scanned.
    disabled: bool,
    scanned: u8,
    /// Of huge ships: energy, reinforced sections, sections locked by ships of lines above, and the aft ship card.
    energy: Option<u8>,
    reinforced: Vec<Section>,
    lock_sections: Vec<(usize, Section)>,
    aft_shields: Option<u8>,
    aft_upgrades_from: Option<u8>,
    lost: [u8; 2],
    on_card: Vec<(u8, u8)>,
}

fn find_pilot(name: &str) -> Result<usize, String> {
    find("pilot", name, library().pilots.iter().map(|card| (&*card.id, &*card.name.en)))
}
fn find_upgrade(name: &str) -> Result<usize, String> {
    find("upgrade", name, library().upgrades.iter().map(|card| (&*card.id, &*card.name.en)))
}
fn find_condition(name: &str) -> Result<crate::cards::ConditionId, String> {
    let cards = library().conditions.iter().map(|card| (&*card.id, &*card.name.en));
    find("condition", name, cards).map(|place| crate::cards::ConditionId(place as u8))
}
/// A damage card of a deck.
fn find_damage(deck: DeckName, name: &str) -> Result<DamageId, String> {
    let kinds: Vec<DamageId> = library().deck(deck).collect();
    let cards = kinds.iter().map(|kind| library().damage(*kind));
    let place = find("damage card", name, cards.map(|card| (&*card.id, &*card.name.en)))?;
    Ok(kinds[place])
}

/// A damage card of a huge ship's own decks (`aft Deck Breach` if both have it), or of a deck of the core sets.
fn find_damage_of(
    deck: DeckName,
    pilot: crate::cards::PilotId,
    name: &str,
) -> Result<(DamageId, Section), String> {
    let kind = library().pilot(pilot).kind;
    if library().section_deck(kind, Section::Fore).is_empty() {
        return Ok((find_damage(deck, name)?, Section::Fore));
    }
    let (word, rest) = words(name.trim());
    let (sections, name) = match find_section(word) {
        Ok(section) => (vec![section], rest),
        Err(_) => (Section::BOTH.to_vec(), name),
    };
    let own = |section: Section| {
        library().section_deck(kind, section).iter().map(move |(kind, _)| (*kind, section))
    };
    let own: Vec<(DamageId, Section)> = sections.into_iter().flat_map(own).collect();
    let named = |(kind, _): &&(DamageId, Section)| simple(&library().damage(*kind).name.en) == simple(name);
    own.iter().find(named).copied().ok_or_else(|| format!("its decks have no {name:?}"))
}

fn find_hulk(name: &str) -> Result<HulkName, String> {
    let named = |hulk: &HulkName| hulk.id() == name.trim();
    HulkName::ALL.into_iter().find(named).ok_or_else(|| format!("no huge ship {name:?} lies about"))
}

fn find_section(name: &str) -> Result<Section, String> {
    match name.trim() {
        "fore" => Ok(Section::Fore),
        "aft" => Ok(Section::Aft),
        other => Err(format!("a huge ship has a fore and an aft section, not {other:?}")),
    }
}

/// Where a mobile arc points: quarters clockwise from the front.
fn find_quarter(name: &str) -> Result<u8, String> {
    let place = ["front", "right", "rear", "left"].iter().position(|quarter| *quarter == name.trim());
    place.map(|place| place as u8).ok_or_else(|| format!("an arc does not point {name:?}"))
}

/// A maneuver of a dial by its name, in the colour that is printed there.
fn find_maneuver(maneuvers: &[Maneuver], name: &str) -> Result<Maneuver, String> {
    let named = |maneuver: &&Maneuver| simple(&maneuver_name(**maneuver, Lang::En)) == simple(name);
    maneuvers.iter().find(named).copied().ok_or_else(|| format!("the dial has no {name:?}"))
}

/// Any maneuver, whether or not a dial has it.
fn any_maneuver(name: &str) -> Result<Maneuver, String> {
    let (bearing, speed) = name.trim().rsplit_once(' ').ok_or("a maneuver is a bearing and a speed")?;
    let named = |other: &&Bearing| simple(bearing_name(**other, Lang::En)) == simple(bearing);
    let bearing =
        Bearing::ALL.iter().find(named).ok_or_else(|| format!("there is no bearing {bearing:?}"))?;
    Ok(Maneuver { bearing: *bearing, speed: parse(speed)?, colour: Colour::White })
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
                let token = crate::cards::ObstacleId(find("obstacle", token, tokens)? as u8);
                given.obstacles.push(Obstacle { token, pose: parse_pose(place)? });
            }
            "bomb" => {
                let (card, place) = rest.split_once(" at ").ok_or("`bomb CARD of SHIP at X Y`")?;
                let (card, ship) = card.split_once(" of ").ok_or("`bomb CARD of SHIP at X Y`")?;
                let card = library().upgrades[find_upgrade(card)?].id.clone();
                given.bombs.push((card, earlier_ship(given, ship)?, parse_pose(place)?));
            }
            "initiative" => given.initiative = Some(rest.trim().to_string()),
            "phase" => given.phase = Some(rest.trim().to_string()),
            "round" => given.round = parse(rest)?,
            "satellite" => given.satellites.push(parse_pose(rest.trim_start_matches("at "))?),
            "hulk" => {
                let (name, place) = rest.split_once(" at ").ok_or("`hulk transport at X Y`")?;
                given.hulk = Some(Hulk { name: find_hulk(name)?, pose: parse_pose(place)? });
            }
            "obstacles" => given.supply = Some(attributes(rest).map(str::to_string).collect()),
            "deck" => given_deck(given, rest)?,
            "option" => given_option(&mut given.options, rest)?,
            _ => {
                let known = "ship, obstacle, obstacles, hulk, satellite, bomb, initiative, phase, round, deck or option";
                return Err(format!("expected {known}"));
            }
        }
        Ok(())
    }

    fn seats(given: &Given) -> Vec<String> {
        given.players.clone()
    }

    fn position(given: &Given) -> Result<(Setup, State), Vec<Fault>> {
        let setup = the_setup(given);
        let phase = given.phase.as_deref().unwrap_or("activation");
        if phase == "setup" {
            let state = begin(&setup)?;
            return Ok((setup, state));
        }
        let state = the_position(given, phase)?;
        Ok((setup, state))
    }

    fn claim(state: &State, thing: &str, claim: &str) -> Result<(), Doubt> {
        let (kind, name) = words(thing);
        match thing {
            "table" => return table_claim(state, claim),
            "attack" => return attack_claim(state, claim),
            "attack die" => return die_claim(&flightpath::ATTACK_FACES, claim),
            "defense die" => return die_claim(&flightpath::DEFENSE_FACES, claim),
            "obstacles" => return obstacles_claim(claim),
            _ => {}
        }
        if let Some(seat) = state.seats().find(|seat| seat_named(state, *seat, thing)) {
            return player_claim(state, seat, claim);
        }
        match kind {
            "card" => card_claim(name, claim),
            "damage-card" => damage_card_claim(state, name, claim),
            "type" => type_claim(name, claim),
            "dial" => dial_claim(name, claim),
            "template" => template_claim(name, claim),
            _ => ship_claim(state, named_ship(state, thing)?, claim),
        }
    }

    fn seen(view: &View, thing: &str, claim: &str) -> Result<(), Doubt> {
        XWing::claim(&view.state, thing, claim)
    }

    fn reached(state: &State, place: &str) -> Option<bool> {
        if let Some(round) = place.strip_prefix("round ") {
            return Some(state.round >= round.trim().parse().ok()?);
        }
        Some(match place {
            "setup" => matches!(
                state.cursor,
                Cursor::Initiative
                    | Cursor::PlaceObstacles
                    | Cursor::ChooseEdges
                    | Cursor::PlaceShips
                    | Cursor::MissionSetup
            ),
            "planning" => matches!(state.cursor, Cursor::Planning),
            "activation" => matches!(
                state.cursor,
                Cursor::Decloaking { .. } | Cursor::Activation { .. } | Cursor::EndOfActivation
            ),
            "combat" => matches!(state.cursor, Cursor::Combat { .. }),
            "end" => matches!(state.cursor, Cursor::End),
            "over" => matches!(state.cursor, Cursor::Over),
            _ => return None,
        })
    }
}

fn seat_named(state: &State, seat: Seat, name: &str) -> bool {
    use table::Show;
    XWing::seat_name(state, seat) == name
}

/// A ship of a line above, by its pilot and, where there are several, its number.
fn earlier_ship(given: &Given, name: &str) -> Result<usize, String> {
    let pilots: Vec<&str> =
        given.ships.iter().map(|ship| &*library().pilot(ship.loadout.pilot).name.en).collect();
    let names: Vec<String> = (0..pilots.len())
        .map(|i| {
            let twins = pilots.iter().filter(|other| **other == pilots[i]).count();
            let number = pilots[..=i].iter().filter(|other| **other == pilots[i]).count();
            if twins > 1 { format!("{} {number}", pilots[i]) } else { pilots[i].to_string() }
        })
        .collect();
    let ids = given.ships.iter().map(|ship| &*library().pilot(ship.loadout.pilot).id);
    find("ship of a line above", name, ids.zip(names.iter().map(|name| &**name)))
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
    let pilot = crate::cards::PilotId(find_pilot(pilot)? as u16);
    let mut ship = GivenShip {
        owner: owner as u8,
        loadout: Loadout { pilot, upgrades: Vec::new() },
        pose: Pose::new(geometry::Vec2::ZERO, geometry::Heading::NORTH),
        shields: None,
        tokens: [0; 6],
        cloaked: false,
        locks: Vec::new(),
        touching: Vec::new(),
        damage: Vec::new(),
        mobile_arc: 0,
        conditions: Vec::new(),
        acted: Vec::new(),
        discarded: Vec::new(),
        turned: Vec::new(),
        dial: None,
        flown: None,
        docked: None,
        done: false,
        disabled: false,
        scanned: 0,
        energy: None,
        reinforced: Vec::new(),
        lock_sections: Vec::new(),
        aft_shields: None,
        aft_upgrades_from: None,
        lost: [0; 2],
        on_card: Vec::new(),
    };
    let own_dial = &library().ship(library().pilot(pilot).kind).dial;
    for attribute in attributes(list) {
        let (word, rest) = words(attribute);
        match word {
            "upgrade" => {
                let place = ship.loadout.upgrades.len() as u8;
                let mut name = rest;
                if let Some(plain) = rest.strip_suffix(" acted") {
                    name = plain;
                    ship.acted.push(place);
                } else if let Some(plain) = rest.strip_suffix(" discarded") {
                    name = plain;
                    ship.discarded.push(place);
                } else if let Some(plain) = rest.strip_suffix(" turned") {
                    name = plain;
                    ship.turned.push(place);
                }
                ship.loadout.upgrades.push(crate::cards::UpgradeId(find_upgrade(name)? as u16));
            }
            "at" => ship.pose = parse_pose(rest)?,
            "shields" => ship.shields = Some(few(rest)?),
            "focus" => ship.tokens[0] = few(rest)?,
            "evade" => ship.tokens[1] = few(rest)?,
            "stress" => ship.tokens[2] = few(rest)?,
            "ion" => ship.tokens[3] = few(rest)?,
            "tractor" => ship.tokens[4] = few(rest)?,
            "weapons-disabled" => ship.tokens[5] = 1,
            "cloaked" => ship.cloaked = true,
            "lock" => ship.locks.push(earlier_ship(given, rest)?),
            "touching" => ship.touching.push(earlier_ship(given, rest)?),
            "dial" => ship.dial = Some(find_maneuver(own_dial, rest)?),
            "flown" => ship.flown = Some(find_maneuver(own_dial, rest)?),
            "damage" => {
                let (name, side) = rest.rsplit_once(' ').ok_or("`damage CARD up` or `damage CARD down`")?;
                let face_up = match side {
                    "up" => true,
                    "down" => false,
                    _ => return Err("a damage card lies up or down".to_string()),
                };
                let (kind, section) = find_damage_of(given.options.deck(), pilot, name)?;
                ship.damage.push((kind, section, face_up));
            }
            "condition" => {
                let (name, by) = rest.split_once(" of ").ok_or("`condition CARD of SHIP`")?;
                ship.conditions.push((find_condition(name)?, earlier_ship(given, by)?));
            }
            "mobile-arc" => ship.mobile_arc = find_quarter(rest)?,
            "energy" => ship.energy = Some(few(rest)?),
            "reinforced" => ship.reinforced.push(find_section(rest)?),
            "lock-section" => {
                let (section, target) = words(rest);
                let (section, target) = (find_section(section)?, earlier_ship(given, target)?);
                ship.locks.push(target);
                ship.lock_sections.push((target, section));
            }
            "aft-shields" => ship.aft_shields = Some(few(rest)?),
            "aft-upgrades" => ship.aft_upgrades_from = Some(ship.loadout.upgrades.len() as u8),
            "lost" => {
                let (section, count) = words(rest);
                ship.lost[find_section(section)?.index()] = few(count)?;
            }
            "energy-on-last" => {
                let last = ship.loadout.upgrades.len().checked_sub(1).ok_or("there is no upgrade before")?;
                ship.on_card.push((last as u8, few(rest)?));
            }
            "docked" => ship.docked = Some(earlier_ship(given, rest)?),
            "done" => ship.done = true,
            "disabled" => ship.disabled = true,
            "scanned" => ship.scanned = few(rest)?,
            _ => return Err(format!("{attribute}: not understood")),
        }
    }
    given.ships.push(ship);
    Ok(())
}

/// `Direct Hit! 2 + Console Fire` or `empty`
fn given_deck(given: &mut Given, line: &str) -> Result<(), String> {
    let mut cards = Vec::new();
    if line.trim() != "empty" {
        for entry in line.split('+') {
            let entry = entry.trim();
            let (name, copies) = match entry.rsplit_once(' ') {
                Some((name, copies)) if copies.parse::<u8>().is_ok() => (name, few(copies)?),
                _ => (entry, 1),
            };
            cards.push((find_damage(given.options.deck(), name)?, copies));
        }
    }
    given.deck = Some(cards);
    Ok(())
}

fn given_option(options: &mut Options, line: &str) -> Result<(), String> {
    let (word, rest) = words(line.trim());
    match word {
        "later-rules" => options.ruleset = RulesetName::Later,
        "deck" => {
            options.deck = Some(match rest.trim() {
                "2012" => DeckName::Original,
                "2015" => DeckName::Revised,
                other => return Err(format!("there is no damage deck {other:?}")),
            });
        }
        "both-lost" => {
            let named = |way: &BothLost| way.id() == rest.trim();
            let found = BothLost::ALL.into_iter().find(named);
            options.both_lost = Some(found.ok_or_else(|| format!("nothing is called {rest:?}"))?);
        }
        "own-decks" => options.own_decks = true,
        "points" => options.points = parse(rest)?,
        "epic" | "team-epic" => {
            options.format = if word == "epic" { Format::Epic } else { Format::TeamEpic };
            (options.points, options.area) = (Terms::of(options.format).points, Options::epic().area);
        }
        "mission" => {
            let found = MissionId::find(rest.trim());
            options.mission = Some(found.ok_or_else(|| format!("there is no mission {rest:?}"))?);
        }
        "hulk" => options.hulk = Some(find_hulk(rest)?),
        "tournament" => options.tournament = true,
        "rounds" => options.rounds = Some(parse(rest)?),
        "area" => {
            let (width, depth) = words(rest.trim());
            let tenths = |size: &str| parse::<f64>(size).map(|size| (size * 10.0).round() as u16);
            options.area = (tenths(width)?, tenths(depth)?);
        }
        _ => return Err(format!("there is no option {word:?}")),
    }
    Ok(())
}

fn the_setup(given: &Given) -> Setup {
    let squad = |seat: usize| {
        let own = given.ships.iter().filter(|ship| usize::from(ship.owner) == seat);
        let ships = own.map(|ship| SquadShip {
            pilot: library().pilot(ship.loadout.pilot).id.clone(),
            upgrades: ship.loadout.upgrades.iter().map(|id| library().upgrade(*id).id.clone()).collect(),
        });
        Squad { name: String::new(), ships: ships.collect() }
    };
    Setup {
        players: (0..given.players.len().max(PLAYERS)).map(|seat| PlayerSetup::squad(squad(seat))).collect(),
        obstacles: given.supply.clone().unwrap_or_else(six_asteroids),
        options: given.options,
    }
}

fn unknown(en: &str, de: &str, name: &str) -> Vec<Fault> {
    vec![Fault::new(
        "given",
        None,
        format!("there is no {en} {name:?}"),
        format!("{de} {name:?} gibt es nicht"),
    )]
}

/// The position in the middle of a game; squads need not be legal.
fn the_position(given: &Given, phase: &str) -> Result<State, Vec<Fault>> {
    if given.ships.len() > MAX_SHIPS || given.obstacles.len() > MAX_OBSTACLES || given.bombs.len() > 12 {
        return Err(vec![Fault::new(
            "",
            None,
            "more ships, obstacles or bombs than fit on the table",
            "mehr Schiffe, Hindernisse oder Bomben, als auf den Tisch passen",
        )]);
    }
    if given.ships.iter().any(|ship| is_stern(&ship.loadout)) {
        return Err(vec![Fault::new(
            "",
            None,
            "a ship with two ship cards goes by the fore one here",
            "ein Schiff mit zwei Schiffskarten heißt hier nach seiner Bugkarte",
        )]);
    }
    // Ships are laid out in the order of their lines, whosever they are.
    let all: Vec<Loadout> = given.ships.iter().map(|ship| ship.loadout.clone()).collect();
    let mut state = lay_out(given.options, ArrayVec::new(), &[(0, all)]);
    state.seats = given.players.len().clamp(PLAYERS, MAX_SEATS) as u8;
    state.round = given.round.max(1);
    if let Some(name) = &given.initiative {
        let seat = given.players.iter().position(|player| player == name);
        state.initiative = Seat(seat.ok_or_else(|| unknown("player", "den Spieler", name))? as u8);
    }
    let done =
        given.ships.iter().enumerate().filter(|(_, ship)| ship.done).fold(0, |done, (i, _)| done | 1 << i);
    state.cursor = match phase {
        "planning" => Cursor::Planning,
        "decloaking" => Cursor::Decloaking { done },
        "activation" => Cursor::Activation { done },
        "end-of-activation" => Cursor::EndOfActivation,
        "combat" => Cursor::Combat { done, level: u8::MAX },
        "end" => Cursor::End,
        other => return Err(unknown("phase", "die Phase", other)),
    };
    if phase == "planning" {
        state.round -= 1;
    }
    let mut faults = Vec::new();
    for (index, entry) in given.ships.iter().enumerate() {
        if let Err(fault) = put_down(&mut state, ShipId(index as u8), entry) {
            faults.push(fault);
        }
    }
    docking::bring_along(&mut state);
    state.hulk = given.hulk;
    state.options.hulk = given.hulk.map(|hulk| hulk.name);
    state.obstacles.extend(given.obstacles.iter().copied());
    for (card, ship, pose) in &given.bombs {
        let by = ShipId(*ship as u8);
        let card = library().find_upgrade(card).unwrap_or(crate::cards::UpgradeId(0));
        state.bombs.push(Bomb { card, owner: state.ship(by).owner, by, pose: *pose, spared_in: 0 });
    }
    for player in 0..PLAYERS as u8 {
        let own = state.ids().filter(|id| state.ship(*id).side() == Seat(player));
        state.players[player as usize].points = own.map(|id| lists::ship_points(&state, id)).sum();
    }
    put_down_notes(&mut state, given);
    if let Some(cards) = &given.deck {
        for deck in &mut state.decks {
            *deck = DamageDeck::new(cards.iter().copied());
        }
    }
    if faults.is_empty() {
        faults.extend(check(&state));
    }
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

fn put_down(state: &mut State, id: ShipId, entry: &GivenShip) -> Result<(), Fault> {
    let name = library().pilot(entry.loadout.pilot).id.clone();
    let wrong = |en: &str, de: &str| Fault::new(&name, None, en, de);
    if entry.owner as usize >= MAX_SEATS {
        return Err(wrong("there are at most four players", "es gibt höchstens vier Spieler"));
    }
    let round = state.round;
    state.ship_mut(id).owner = Seat(entry.owner);
    for (kind, section, face_up) in &entry.damage {
        if state.damage_deck(id, *section).left_of(*kind) == 0 {
            return Err(wrong(
                "there are not so many of its damage cards",
                "so viele seiner Schadenskarten gibt es nicht",
            ));
        }
        state.damage_deck(id, *section).take(*kind);
        let damage = Damage {
            kind: Some(*kind),
            face_up: *face_up,
            round: round.saturating_sub(1),
            acted: false,
            fresh: false,
            aft: *section == Section::Aft,
        };
        state.ship_mut(id).damage.push(damage);
    }
    let ship = state.ship_mut(id);
    ship.docked = entry.docked.map(|carrier| ShipId(carrier as u8));
    (ship.pose, ship.placed) = (entry.pose, ship.docked.is_none());
    [ship.focus, ship.evade, ship.stress, ship.ion, ship.tractor, ship.weapons_disabled] = entry.tokens;
    (ship.cloaked, ship.mobile_arc) = (entry.cloaked, entry.mobile_arc);
    ship.reinforced = entry.reinforced.first().copied().filter(|_| !ship.size.is_huge());
    ship.locks = entry.locks.iter().take(2).map(|target| ShipId(*target as u8)).collect();
    (ship.dial, ship.flown) = (entry.dial, entry.flown);
    for place in &entry.acted {
        let memo = &mut ship.upgrades[*place as usize].memo;
        (memo.acted, memo.active) = (true, true);
    }
    for (card, by) in entry.conditions.iter().take(ship.conditions.capacity()) {
        ship.conditions.push(Condition {
            card: *card,
            by: ShipId(*by as u8),
            damage: None,
            memo: Memo::default(),
        });
    }
    for place in &entry.discarded {
        ship.upgrades[*place as usize].discarded = true;
    }
    for place in &entry.turned {
        ship.upgrades[*place as usize].turned = true;
    }
    for other in &entry.touching {
        let other = ShipId(*other as u8);
        state.ship_mut(id).touching |= other.bit();
        state.ship_mut(other).touching |= id.bit();
    }
    register_all(state, id);
    let value = shield_value(state, id);
    state.ship_mut(id).shields = entry.shields.unwrap_or(value);
    put_down_huge(state, id, entry);
    Ok(())
}

/// What the mission has noted.
fn put_down_notes(state: &mut State, given: &Given) {
    let ships = state.ships.len();
    let Some(mission) = state.mission() else { return };
    (mission.common.begin)(state);
    // Ships that the mission brings along have their own lines, where they take part.
    state.ships.truncate(ships);
    let Some(notes) = &mut state.notes else { return };
    let is_ward = |ship: &GivenShip| ship.disabled || library().pilot(ship.loadout.pilot).mission;
    notes.ward = given.ships.iter().position(is_ward).map(|place| ShipId(place as u8));
    for pose in &given.satellites {
        let _ = notes.satellites.try_push(Satellite { pose: *pose, signal: Signal::There });
    }
    for (number, ship) in given.ships.iter().enumerate() {
        for _ in 0..ship.scanned {
            let signal = Signal::With(ShipId(number as u8));
            let _ = notes.satellites.try_push(Satellite { pose: ship.pose, signal });
        }
    }
}

/// What a huge ship has beyond other ships. Damage without a card is lost hull of a section.
fn put_down_huge(state: &mut State, id: ShipId, entry: &GivenShip) {
    for (target, section) in &entry.lock_sections {
        if let Some(huge) = state.huge_mut(ShipId(*target as u8)) {
            huge.locked_by[section.index()] |= id.bit();
        }
    }
    for (place, tokens) in &entry.on_card {
        state.ship_mut(id).upgrades[*place as usize].tokens = *tokens;
    }
    let round = state.round.saturating_sub(1);
    for section in Section::BOTH {
        let aft = section == Section::Aft;
        for _ in 0..entry.lost[section.index()] {
            let lost = Damage { kind: None, face_up: false, round, acted: false, fresh: false, aft };
            state.ship_mut(id).damage.push(lost);
        }
    }
    let limit = huge::energy_limit(state, id);
    let Some(huge) = state.huge_mut(id) else { return };
    huge.energy = entry.energy.unwrap_or(limit).min(limit);
    for section in &entry.reinforced {
        huge.reinforced[section.index()] = true;
    }
    if let Some(aft) = &mut huge.aft {
        aft.shields = entry.aft_shields.unwrap_or(aft.shields);
        aft.upgrades_from = entry.aft_upgrades_from.unwrap_or(aft.upgrades_from);
    }
}

/// What cannot be so in a game.
fn check(state: &State) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut wrong = |id: ShipId, rule, en: &str, de: &str| {
        faults.push(Fault::new(&library().pilot(state.ship(id).pilot).id, rule, en, de));
    };
    for id in state.in_play() {
        let ship = state.ship(id);
        let base = footprint(ship.size, ship.pose);
        if ship.shields > shield_value(state, id) {
            wrong(
                id,
                Some("xwing.core.shield.recover"),
                "it has more shields than its value",
                "es hat mehr Schilde, als sein Schildwert erlaubt",
            );
        }
        if !huge::has_two_cards(state, id) && suffered(ship) >= hull(state, id) {
            wrong(id, Some("xwing.core.damage.destroyed"), "it is destroyed", "es ist zerstört");
        }
        if ship.locks.iter().any(|target| state.are_friends(id, *target)) {
            wrong(
                id,
                Some("xwing.core.action.lock.4"),
                "it locks a friendly ship",
                "seine Zielerfassung liegt auf einem freundlichen Schiff",
            );
        }
        if !inside(&base, &play_area(state)) {
            wrong(
                id,
                Some("xwing.core.flee"),
                "it is outside the play area",
                "es steht außerhalb der Spielfläche",
            );
        }
        let on = |other: ShipId| overlaps(&base, &footprint(state.ship(other).size, state.ship(other).pose));
        if state.in_play().take_while(|other| *other != id).any(on) {
            wrong(id, None, "it overlaps another ship", "es überschneidet ein anderes Schiff");
        }
    }
    if [Seat(0), Seat(1)].iter().any(|seat| !state.ships.iter().any(|ship| ship.side() == *seat)) {
        faults.push(Fault::new("", None, "both players need a ship", "beide Spieler brauchen ein Schiff"));
    }
    faults
}
