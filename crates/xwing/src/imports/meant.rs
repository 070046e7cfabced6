//! Which cards are meant by what somebody has written.
//!
//! Several cards may have one name. Of these the ones are taken that go best with the rest of the squad: its faction, the
//! rules of squad building, the points that the line names; or those that a remark in parentheses names, as in
//! `R2-D2 (Crew)`, `Maarek Stele (TIE Defender)` or `TIE Defender: Maarek Stele`.

use rulebook::Lang;
use table::Fault;

use super::lines::{Line, Written};
use super::names::{self, Found, How, plain, prefer, suffix};
use super::{Reading, numbered};
use crate::cards::{Faction, PilotCard, PilotId, UpgradeCard, UpgradeId, UpgradeSlot, library};
use crate::lists::{self, Loadout, SquadShip};

/// How many combinations of cards of the same name are weighed for one ship.
const MOST_WAYS: usize = 64;

/// The pilots that a line may mean.
pub fn named_pilots(line: &Line) -> Found<PilotId> {
    let library = library();
    let mut found = names::meant_pilots(&line.pilot.name);
    let mut kinds = line.kinds.clone();
    if found.ids.is_empty()
        && let Some((name, kind)) = without_ship(&line.pilot.name)
    {
        found = Found { how: How::Meant, ..names::meant_pilots(name) };
        kinds.extend(names::ships(kind));
    }
    if !kinds.is_empty() {
        found.ids.retain(|pilot| kinds.contains(&library.pilot(*pilot).kind));
    }
    for note in line.pilot.notes.iter().filter(|note| tells_pilots(note)) {
        // Upgrades change a pilot skill.
        if is_skill(note) {
            prefer(&mut found.ids, |pilot| fits_pilot(note, library.pilot(*pilot)));
        } else {
            found.ids.retain(|pilot| fits_pilot(note, library.pilot(*pilot)));
        }
    }
    found
}

/// A name with the type of ship behind it, as in `Blue Squadron B-wing`.
fn without_ship(name: &str) -> Option<(&str, &str)> {
    if name.len() > names::LONGEST_NAME {
        return None;
    }
    let gaps = name.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(place, _)| place);
    let mut parts = gaps.map(|place| (name[..place].trim(), name[place..].trim()));
    parts.find(|(_, kind)| !names::ships(kind).is_empty())
}

/// What tells pilots of one name apart, as it is compared.
pub fn pilot_notes(card: &PilotCard) -> Vec<String> {
    let library = library();
    let ship = library.ship(card.kind);
    let mut notes = vec![plain(&ship.xws())];
    for lang in Lang::ALL {
        notes.extend([ship.name.in_(lang), card.faction.name().in_(lang)].map(plain));
    }
    notes.push(format!("ps{}", card.skill));
    notes
}

fn fits_pilot(note: &str, card: &PilotCard) -> bool {
    if let Some((faction, kind)) = faction_and_kind(note) {
        return fits_pilot(faction, card) && fits_pilot(kind, card);
    }
    pilot_notes(card).contains(&plain(note))
        || names::nearly_ships(note).contains(&card.kind)
        || names::faction(note).is_some_and(|faction| faction.side() == card.faction.side())
}

/// `Scum Firespray`
fn faction_and_kind(note: &str) -> Option<(&str, &str)> {
    let (faction, kind) = note.trim().split_once(char::is_whitespace)?;
    (names::faction(faction).is_some() && !names::nearly_ships(kind).is_empty()).then_some((faction, kind))
}

fn is_skill(note: &str) -> bool {
    plain(note).strip_prefix("ps").is_some_and(|skill| skill.parse::<u8>().is_ok())
}

/// Whether a remark is one that could tell pilots apart.
pub fn tells_pilots(note: &str) -> bool {
    is_skill(note)
        || !names::nearly_ships(note).is_empty()
        || names::faction(note).is_some()
        || faction_and_kind(note).is_some()
}

pub fn upgrade_notes(card: &UpgradeCard) -> Vec<String> {
    let mut notes: Vec<String> = Lang::ALL.map(|lang| plain(card.slot.name().in_(lang))).into();
    notes.extend(suffix(&card.xws()).map(plain));
    notes
}

/// A name with its kind of upgrade before or behind it: `Luke crew`, `crew Luke`.
pub fn with_slot(name: &str) -> Option<(&str, UpgradeSlot)> {
    let behind =
        || name.rsplit_once(char::is_whitespace).and_then(|(name, last)| Some((name, names::slot(last)?)));
    let before =
        || name.split_once(char::is_whitespace).and_then(|(first, name)| Some((name, names::slot(first)?)));
    behind().or_else(before)
}

/// The upgrades that somebody may mean on a ship that one of these pilots flies.
fn named_upgrades(written: &Written, pilots: &[PilotId]) -> Found<UpgradeId> {
    let library = library();
    let mut found = names::meant_upgrades(&written.name);
    let mut slot = None;
    if found.ids.is_empty()
        && let Some((name, said)) = with_slot(&written.name)
    {
        slot = Some(said);
        found = Found { how: How::Meant, ..names::meant_upgrades(name) };
    }
    if found.ids.is_empty() && names::slot(&written.name) == Some(UpgradeSlot::Title) {
        let titles = library.upgrades.iter().enumerate();
        let titles = titles.filter(|(_, card)| card.slot == UpgradeSlot::Title && !card.ships.is_empty());
        found.ids = titles.map(|(index, _)| UpgradeId(index as u16)).collect();
        found.ids.retain(|card| suits_one(*card, pilots));
    }
    if let Some(slot) = slot {
        found.ids.retain(|card| library.upgrade(*card).slot == slot);
    }
    // A side of a card with two sides may be named.
    for note in written.notes.iter().filter(|note| tells_upgrades(note)) {
        found.ids.retain(|card| {
            let card = library.upgrade(*card);
            card.other_side.is_some() || upgrade_notes(card).contains(&plain(note))
        });
    }
    if found.how != How::Named {
        prefer(&mut found.ids, |card| suits_one(*card, pilots));
    }
    found
}

/// Whether the ship of one of the pilots may have the card at all.
pub fn suits_one(card: UpgradeId, pilots: &[PilotId]) -> bool {
    let library = library();
    let card = library.upgrade(card);
    let suits = |pilot: &PilotId| {
        let pilot = library.pilot(*pilot);
        let kind = library.ship(pilot.kind);
        let side = pilot.faction.side();
        (card.ships.is_empty() || card.ships.contains(&kind.id))
            && (card.factions.is_empty() || card.factions.iter().any(|one| one.side() == side))
    };
    pilots.iter().any(suits)
}

/// Whether a remark is one that could tell upgrades apart.
pub fn tells_upgrades(note: &str) -> bool {
    names::slot(note).is_some()
        || library().upgrades.iter().any(|card| suffix(&card.xws()) == Some(&*plain(note)))
}

/// The squad with the cards that go together best.
pub fn squad(lines: &[Line], faction: Option<Faction>) -> Reading {
    let sides = match faction {
        Some(faction) => vec![faction],
        None => vec![Faction::Rebel, Faction::Imperial, Faction::Scum],
    };
    let ways = sides.into_iter().map(|side| {
        let ships: Vec<Meant> = lines.iter().map(|line| meant_ship(line, side)).collect();
        let misfit = ships.iter().fold([0; 4], |sum, ship| std::array::from_fn(|i| sum[i] + ship.misfit[i]));
        (misfit, ships)
    });
    let best = ways.min_by_key(|(misfit, _)| *misfit).map(|(_, ships)| ships).unwrap_or_default();
    let mut reading = Reading::default();
    for (ship, line) in best.into_iter().zip(lines) {
        let place = numbered("line", "Zeile", line.number);
        reading.notes.extend(ship.notes.into_iter().map(|note| note.at(place.clone())));
        reading.squad.ships.extend(vec![ship.ship; line.copies.max(1)]);
    }
    reading
}

/// How badly cards go together: another faction, rules broken, other points than written, later printings.
type Misfit = [usize; 4];

/// A ship with the cards that are meant.
#[derive(Default)]
struct Meant {
    ship: SquadShip,
    misfit: Misfit,
    notes: Vec<Fault>,
}

fn meant_ship(line: &Line, side: Faction) -> Meant {
    let library = library();
    let Found { ids: mut pilots, how } = named_pilots(line);
    prefer(&mut pilots, |pilot| library.pilot(*pilot).faction.side() == side);
    let mut written: Vec<&Written> = Vec::new();
    for upgrade in &line.upgrades {
        written.extend(std::iter::repeat_n(upgrade, upgrade.copies.max(1)));
    }
    let choices: Vec<Found<UpgradeId>> =
        written.iter().map(|upgrade| named_upgrades(upgrade, &pilots)).collect();
    let mut notes = Vec::new();
    notes.extend(line.pilot.notes.iter().filter(|note| !tells_pilots(note)).map(|note| remark(note)));
    let remarks = written.iter().flat_map(|upgrade| &upgrade.notes).filter(|note| !tells_upgrades(note));
    notes.extend(remarks.filter(|note| names::upgrades(note).is_empty()).map(|note| remark(note)));
    let way = best_way(&pilots, &choices, line.points, side);
    let mut cards = way.iter().flat_map(|(_, way)| &way.upgrades);
    let upgrades = written.iter().zip(&choices).map(|(upgrade, choice)| {
        // Without a pilot nothing can be weighed.
        let card = if choice.ids.is_empty() { None } else { cards.next().or(choice.ids.first()) };
        if let Some(card) = card.filter(|_| choice.how != How::Named) {
            notes.push(read_as(&upgrade.raw(), &library.upgrade(*card).name));
        }
        card.map_or_else(|| upgrade.raw(), |card| library.upgrade(*card).id.clone())
    });
    let mut ship = SquadShip { pilot: line.pilot.raw(), upgrades: upgrades.collect() };
    let Some((misfit, way)) = way else { return Meant { ship, misfit: [0; 4], notes } };
    let pilot = library.pilot(way.pilot);
    if how != How::Named {
        notes.insert(0, read_as(&line.pilot.raw(), &pilot.name));
    }
    ship.pilot = pilot.id.clone();
    notes.extend(fold_doubles(&mut ship));
    Meant { ship, misfit, notes }
}

/// Of all ways to read the names on a ship the one that fits best.
fn best_way(
    pilots: &[PilotId],
    choices: &[Found<UpgradeId>],
    said: Option<i32>,
    side: Faction,
) -> Option<(Misfit, Loadout)> {
    let library = library();
    let mut ways: Vec<Loadout> =
        pilots.iter().map(|pilot| Loadout { pilot: *pilot, upgrades: Vec::new() }).collect();
    for cards in choices.iter().map(|found| &found.ids).filter(|cards| !cards.is_empty()) {
        let with = |way: &Loadout, card: &UpgradeId| {
            let mut way = way.clone();
            way.upgrades.push(*card);
            way
        };
        let room = if ways.len() * cards.len() > MOST_WAYS { 1 } else { cards.len() };
        ways = ways.iter().flat_map(|way| cards[..room].iter().map(|card| with(way, card))).collect();
    }
    let misfit = |way: &Loadout| -> Misfit {
        let pilot = library.pilot(way.pilot);
        let later =
            way.upgrades.iter().filter(|card| suffix(&library.upgrade(**card).xws()).is_some()).count();
        let points = i32::from(lists::loadout_points(way));
        [
            usize::from(pilot.faction.side() != side),
            lists::count_faults(std::slice::from_ref(way)),
            usize::from(said.is_some_and(|said| said != points)),
            later + usize::from(suffix(&pilot.xws()).is_some()),
        ]
    };
    ways.into_iter().map(|way| (misfit(&way), way)).min_by_key(|(misfit, _)| *misfit)
}

/// Says that a name was read as that of a card.
pub fn read_as(written: &str, name: &rulebook::Name) -> Fault {
    let (en, de) = (name.in_(Lang::En), name.in_(Lang::De));
    Fault::new("", None, format!("{written:?} is read as {en}"), format!("{written:?} wird als {de} gelesen"))
}

fn remark(note: &str) -> Fault {
    Fault::new(
        "",
        None,
        format!("the remark {note:?} is not read"),
        format!("die Bemerkung {note:?} wird nicht gelesen"),
    )
}

/// A card that takes two places may be written once for each. It is read once if that alone makes it fit.
pub fn fold_doubles(ship: &mut SquadShip) -> Vec<Fault> {
    let library = library();
    let Some(pilot) = library.find_pilot(&ship.pilot) else { return Vec::new() };
    let faults = |upgrades: &[String]| {
        let upgrades = upgrades.iter().filter_map(|id| library.find_upgrade(id)).collect();
        lists::count_faults(&[Loadout { pilot, upgrades }])
    };
    let mut notes = Vec::new();
    for card in library.upgrades.iter().filter(|card| !card.also_takes.is_empty()) {
        if ship.upgrades.iter().filter(|id| **id == card.id).count() < 2 {
            continue;
        }
        let mut once = ship.upgrades.clone();
        if let Some(place) = once.iter().rposition(|id| *id == card.id) {
            once.remove(place);
        }
        if faults(&once) < faults(&ship.upgrades) {
            ship.upgrades = once;
            let (en, de) = (card.name.in_(Lang::En), card.name.in_(Lang::De));
            notes.push(Fault::new(
                "",
                None,
                format!("{en} takes two places and stands there twice: it is read once"),
                format!("{de} belegt zwei Plätze und steht zweimal da: gelesen wird die Karte einmal"),
            ));
        }
    }
    notes
}
