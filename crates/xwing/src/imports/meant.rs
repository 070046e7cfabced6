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

/// What the squads of most games are built for.
const USUAL_POINTS: i32 = 100;

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

/// Whether a name is that of a title which one of the pilots may have, rather than that of the type of ship that is called
/// like it: `Ghost`, `Slave I`, `IG-2000`.
pub fn is_title(name: &str, pilots: &[PilotId]) -> bool {
    let library = library();
    let titles = names::called_upgrades(name);
    titles.into_iter().any(|card| {
        let card_facts = library.upgrade(card);
        card_facts.slot == UpgradeSlot::Title && !card_facts.ships.is_empty() && suits_one(card, pilots)
    })
}

/// A name with the type of ship behind it, as in `Blue Squadron B-wing`.
pub fn without_ship(name: &str) -> Option<(&str, &str)> {
    if name.len() > names::LONGEST_NAME {
        return None;
    }
    let gaps = name.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(place, _)| place);
    let mut parts = gaps.map(|place| (name[..place].trim(), name[place..].trim()));
    // A sign between them parts a pilot from its upgrades.
    let is_whole = |name: &str, kind: &str| {
        name.ends_with(|c: char| c.is_alphanumeric() || "\"”'’.".contains(c))
            && kind.starts_with(|c: char| c.is_alphanumeric())
    };
    parts.find(|(name, kind)| is_whole(name, kind) && !names::ships(kind).is_empty())
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
    let best = within_limit(best, lines, faction);
    let mut reading = Reading::default();
    let costs: Vec<Option<i32>> = best.iter().map(|ship| cost(&ship.ship)).collect();
    let copies = |line: &Line| line.copies.max(1) as i32;
    let total: i32 = costs.iter().zip(lines).map(|(cost, line)| cost.unwrap_or(0) * copies(line)).sum();
    for ((ship, line), cost) in best.into_iter().zip(lines).zip(costs) {
        let place = numbered("line", "Zeile", line.number);
        let mut notes = ship.notes;
        notes.extend(one_of_several(line, &ship.ship, faction, lines));
        notes.extend(cost.and_then(|cost| other_points(line, &ship.ship, cost, total)));
        for note in notes.into_iter().map(|note| note.at(place.clone())) {
            // A line may stand for several ships.
            if !reading.notes.contains(&note) {
                reading.notes.push(note);
            }
        }
        reading.squad.ships.extend(vec![ship.ship; line.copies.max(1)]);
    }
    reading
}

/// Where a squad has too many points, the cheaper ones of pilots of one name, if they go with the rest as well and make
/// it a squad of the usual size.
fn within_limit(mut ships: Vec<Meant>, lines: &[Line], faction: Option<Faction>) -> Vec<Meant> {
    let library = library();
    let copies = |line: &Line| line.copies.max(1) as i32;
    let total = |ships: &[Meant]| -> i32 {
        ships.iter().zip(lines).map(|(ship, line)| cost(&ship.ship).unwrap_or(0) * copies(line)).sum()
    };
    let side = |ship: &Meant| {
        let pilot = library.find_pilot(&ship.ship.pilot)?;
        Some(library.pilot(pilot).faction.side())
    };
    for (place, line) in lines.iter().enumerate() {
        let sum = total(&ships);
        let Some(own) = side(&ships[place]).filter(|_| sum > USUAL_POINTS && line.points.is_none()) else {
            continue;
        };
        for pilot in named_pilots(line).ids {
            let kinds = vec![library.pilot(pilot).kind];
            let other = meant_ship(&Line { kinds, ..line.clone() }, faction.map_or(own, Faction::side));
            let is_as_good = other.misfit[..3] <= ships[place].misfit[..3] && side(&other) == Some(own);
            let saved = cost(&ships[place].ship).zip(cost(&other.ship)).map(|(one, other)| one - other);
            if is_as_good
                && saved.is_some_and(|saved| saved > 0 && sum - saved * copies(line) <= USUAL_POINTS)
            {
                ships[place] = other;
                break;
            }
        }
    }
    ships
}

/// What a ship costs, if all its cards are known.
fn cost(ship: &SquadShip) -> Option<i32> {
    let library = library();
    let pilot = library.find_pilot(&ship.pilot)?;
    let upgrades = ship.upgrades.iter().map(|card| library.find_upgrade(card)).collect::<Option<Vec<_>>>()?;
    Some(lists::loadout_points(&Loadout { pilot, upgrades }).into())
}

/// Says that other points stand beside a ship than it costs. They may be those of the pilot alone, of all copies, or of the
/// whole squad.
fn other_points(line: &Line, ship: &SquadShip, cost: i32, total: i32) -> Option<Fault> {
    let said = line.points?;
    let alone = library().find_pilot(&ship.pilot).map(|pilot| i32::from(library().pilot(pilot).points));
    let fits =
        said == cost || Some(said) == alone || said == cost * line.copies.max(1) as i32 || said == total;
    let name = line.pilot.raw();
    (!fits).then(|| {
        Fault::new(
            "",
            None,
            format!("{name:?} is said to cost {said} points; it costs {cost}"),
            format!("„{name}“ soll {said} Punkte kosten; es sind {cost}"),
        )
    })
}

/// Says which of several pilots of one name was taken, if nothing in the text tells: neither a ship nor a faction, nor the
/// other pilots, nor the points.
fn one_of_several(line: &Line, ship: &SquadShip, faction: Option<Faction>, lines: &[Line]) -> Option<Fault> {
    let library = library();
    let taken = library.find_pilot(&ship.pilot)?;
    let side_of = |pilot: &PilotId| library.pilot(*pilot).faction.side();
    let mut others = named_pilots(line).ids;
    let only_side = |line: &Line| {
        let sides: Vec<Faction> = named_pilots(line).ids.iter().map(side_of).collect();
        sides.first().copied().filter(|first| sides.iter().all(|side| side == first))
    };
    if let Some(side) = faction.or_else(|| lines.iter().find_map(only_side)) {
        others.retain(|pilot| side_of(pilot) == side);
    }
    for note in &line.pilot.notes {
        prefer(&mut others, |pilot| pilot_notes(library.pilot(*pilot)).contains(&plain(note)));
    }
    if let Some(said) = line.points {
        let costs = |pilot: &PilotId| {
            let ship = SquadShip { pilot: library.pilot(*pilot).id.clone(), ..ship.clone() };
            said == i32::from(library.pilot(*pilot).points) || cost(&ship) == Some(said)
        };
        prefer(&mut others, costs);
    }
    others.retain(|pilot| *pilot != taken);
    if others.is_empty() {
        return None;
    }
    let told = |pilot: &PilotId, lang: Lang| {
        let card = library.pilot(*pilot);
        let (ship, faction) = (library.ship(card.kind).name.in_(lang), card.faction.name().in_(lang));
        let points = if lang == Lang::De { "Punkte" } else { "points" };
        format!("{ship} ({faction}, {} {points})", card.points)
    };
    let list = |lang| others.iter().map(|pilot| told(pilot, lang)).collect::<Vec<_>>().join(", ");
    let name = line.pilot.raw();
    Some(Fault::new(
        "",
        None,
        format!(
            "{name:?} fits several pilots; read as: {}; also possible: {}",
            told(&taken, Lang::En),
            list(Lang::En)
        ),
        format!(
            "auf „{name}“ passen mehrere Piloten; gelesen wird: {}; möglich wäre auch: {}",
            told(&taken, Lang::De),
            list(Lang::De)
        ),
    ))
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
    let way = best_way(&pilots, &choices, line, side);
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
    line: &Line,
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
        let alone = i32::from(pilot.points);
        let whole = i32::from(lists::loadout_points(way));
        // Where the upgrades have prices of their own, or lines of their own, the points are rather those of the pilot.
        let is_alone = line.is_open || line.upgrades.iter().any(|card| card.points.is_some());
        let (likely, other) = if is_alone { (alone, whole) } else { (whole, alone) };
        let other_points = match line.points {
            None => 0,
            Some(said) if said == likely => 0,
            Some(said) if said == other => 1,
            Some(_) => 2,
        };
        [
            usize::from(pilot.faction.side() != side),
            lists::count_faults(std::slice::from_ref(way)),
            other_points,
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
