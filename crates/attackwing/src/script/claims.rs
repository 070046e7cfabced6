//! Claims about ships, cards, players and the table that scenarios make. Described in `docs/scenarios.md`.

use scenario::words::{equal, text, words, yes};

use super::*;
use crate::lists::pool::pool;

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
            let here =
                |token: &Token| (token.at - at).length() < CLOSE && token.kind == TokenKind::Objective(left);
            yes(state.tokens.iter().any(here), claim)
        }
        "planet" | "obstacle" | "minefield" | "objective" => {
            let wanted = parse_pose(rest.trim_start_matches("at "))?.at;
            let near = |token: &Token| (token.at - wanted).length() < CLOSE && token_word(token.kind) == key;
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
            number(state.deck.left_of(find_damage(name)?), count)
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

/// Whether a card is one of the base set.
fn in_the_box(id: &str) -> bool {
    let card = pool().iter().find(|card| card.id.as_deref() == Some(id));
    card.is_some_and(|card| card.sets.iter().any(|set| set == "Starter Set"))
}

fn box_claim(claim: &str) -> Result<(), Doubt> {
    let (key, count) = words(claim);
    let library = library();
    match key {
        "ship-cards" => number(library.ships.len() as i64, count),
        "captain-cards" => {
            number(library.captains.iter().filter(|card| in_the_box(&card.id)).count() as i64, count)
        }
        "upgrade-cards" => {
            number(library.upgrades.iter().filter(|card| in_the_box(&card.id)).count() as i64, count)
        }
        "federation-upgrades" | "klingon-upgrades" | "romulan-upgrades" => {
            let of_faction = |card: &&crate::cards::UpgradeCard| {
                format!("{:?}-upgrades", card.faction).eq_ignore_ascii_case(key)
            };
            let upgrades = library.upgrades.iter().filter(|card| in_the_box(&card.id));
            number(upgrades.filter(of_faction).count() as i64, count)
        }
        "damage-cards" => {
            number(library.damage.iter().map(|card| i64::from(card.copies)).sum::<i64>(), count)
        }
        "maneuver-cards" | "dials" => number(library.classes.len() as i64, count),
        "templates" => number(templates(&[Bearing::Straight, Bearing::BankLeft, Bearing::TurnLeft]), count),
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
    let bearing = bearings.iter().find(named).ok_or_else(|| format!("there is no bearing {bearing:?}"))?;
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
                simple(&maneuver_name(Maneuver { speed: 0, ..*maneuver }, Lang::En)) == format!("{wanted}0")
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
        "ships" => number(state.in_play().filter(|id| state.ship(*id).owner == seat).count() as i64, rest),
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
