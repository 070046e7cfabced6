//! Squads as players write them to each other, one ship per line: `Fenn Rau + Push the Limit + Autothrusters (34)`,
//! `Rey [Push the Limit, Finn] (61)`, `Vader w/ PtL, Engine`, `2 Academy Pilot`, `Academy Pilot x2`; several ships on one
//! line between commas or semicolons; or a pilot on a line and the upgrades on the lines below.
//!
//! A single line is taken apart in [`super::lines`]; which cards are meant is decided in [`super::meant`].

use table::files::{untagged, visible};
use table::spelling;
use table::{Fault, Text};

use super::lines::{
    Line, Written, clean, close, in_usual_signs, is_known, is_pilot, number, numberless, pieces, split_at,
    split_outside, split_ship, with_upgrades,
};
use super::meant::{self, named_pilots};
use super::names::{self, plain};
use super::{Reading, numbered};
use crate::cards::{Faction, ShipTypeId, library};
use crate::lists;

/// The most copies that one line stands for, the most ships of a list, and the most upgrades of a ship. Longer texts and
/// lines are no squads either.
const MOST_COPIES: usize = 20;
pub(super) const MOST_SHIPS: usize = 200;
pub(super) const MOST_UPGRADES: usize = 60;
const MOST_LINES: usize = 1000;
const LONGEST_LINE: usize = 4000;

#[derive(Default)]
struct Document {
    name: String,
    faction: Option<Faction>,
    lines: Vec<Line>,
    /// A first line that names no pilot but has points: a heading if the points are those of the squad.
    heading: Option<Line>,
    /// A type of ship that stands above its pilot.
    kinds: Vec<ShipTypeId>,
    /// Nothing stands between the line above and this one.
    is_after_gap: bool,
    /// What was not read, line by line.
    notes: Vec<Fault>,
}

impl Document {
    fn push(&mut self, number: usize, mut ship: Line) {
        ship.number = number;
        if ship.copies > MOST_COPIES {
            let copies = std::mem::replace(&mut ship.copies, MOST_COPIES);
            let (en, de) = (
                format!("{copies} copies are more than any squad has; {MOST_COPIES} of them are read"),
                format!("{copies} Stück hat keine Staffel; gelesen werden {MOST_COPIES} davon"),
            );
            self.notes.push(Fault::new("", None, en, de).at(numbered("line", "Zeile", number)));
        }
        if ship.kinds.is_empty() {
            ship.kinds = std::mem::take(&mut self.kinds);
        }
        self.lines.extend(ship.each());
    }

    /// Says that something of a line is not part of the squad.
    fn pass_over(&mut self, number: usize, words: &str) {
        let words: String = words.chars().take(60).collect();
        let (en, de) = (format!("{words:?} is not read"), format!("{words:?} wird nicht gelesen"));
        self.notes.push(Fault::new("", None, en, de).at(numbered("line", "Zeile", number)));
    }
}

pub fn read_text(text: &str) -> Result<Reading, Vec<Fault>> {
    let mut document = Document::default();
    let mut faults = Vec::new();
    for (number, line) in untagged(&visible(text)).lines().enumerate() {
        if let Some(fault) = too_much(&document, number, line) {
            faults.push(fault.at(numbered("line", "Zeile", number)));
            break;
        }
        let line = in_usual_signs(line);
        for part in split_at(numberless(clean(&line)), ';') {
            if let Err(fault) = read_line(&mut document, number, clean(part)) {
                faults.push(fault.at(numbered("line", "Zeile", number)));
            }
        }
        document.is_after_gap = line.trim().is_empty();
    }
    for line in document.lines.iter().filter(|line| line.cards() > MOST_UPGRADES) {
        faults.push(too_many_upgrades(line.cards()).at(numbered("line", "Zeile", line.number)));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut reading = meant::squad(&document.lines, document.faction);
    reading.squad.name = document.name;
    if let Some(heading) = document.heading.take() {
        let points = lists::check_by(&reading.squad, lists::Terms::standard(u16::MAX)).points;
        // Points of the squad, or the usual ones that it may have.
        let is_limit =
            heading.points.is_some_and(|said| [100, 150, 200, 300].contains(&said) && said >= points.into());
        let words = spelling::words(&heading.pilot.name);
        let is_called_list = ["list", "liste", "squad", "squadron", "staffel", "fleet", "build"]
            .iter()
            .any(|word| words.last().is_some_and(|last| last == word));
        let is_heading = is_limit || is_called_list || heading.points == Some(points.into());
        if is_heading && !document.lines.is_empty() {
            reading.squad.name = heading.pilot.raw();
        } else {
            document.lines.insert(0, heading);
            let name = reading.squad.name;
            reading = meant::squad(&document.lines, document.faction);
            reading.squad.name = name;
        }
    }
    if reading.squad.ships.is_empty() {
        let what = text.lines().map(clean).find(|line| !line.is_empty()).unwrap_or_default();
        let what: String = what.chars().take(60).collect();
        let fault = Fault::new(
            "",
            None,
            format!("there is no pilot in it: {what:?} is none"),
            format!("es steht kein Pilot darin: „{what}“ ist keiner"),
        );
        let fault = fault.with_near(names::near_pilots(&what));
        return Err(vec![fault.at(Text { en: "line 1".to_string(), de: "Zeile 1".to_string() })]);
    }
    reading.squad = reading.squad.tidy();
    reading.notes.extend(document.notes);
    Ok(reading)
}

/// Why nobody reads on: there is more than any squad has.
fn too_much(document: &Document, number: usize, line: &str) -> Option<Fault> {
    let fault = |en: &str, de: &str| Some(Fault::new("", None, en, de));
    if document.lines.len() >= MOST_SHIPS {
        return fault("more ships than any squad has", "mehr Schiffe, als eine Staffel hat");
    }
    if number >= MOST_LINES {
        return fault("more lines than any squad has", "mehr Zeilen, als eine Staffel hat");
    }
    if line.len() > LONGEST_LINE {
        return fault("the line is longer than any squad", "die Zeile ist länger als jede Staffel");
    }
    let last = document.lines.last().filter(|ship| ship.cards() > MOST_UPGRADES);
    last.and_then(|_| fault("more upgrades than any ship has", "mehr Aufwertungen, als ein Schiff hat"))
}

pub(super) fn too_many_ships(count: usize) -> Fault {
    let (en, de) =
        (format!("{count} ships are more than any squad has"), format!("{count} Schiffe hat keine Staffel"));
    Fault::new("", None, en, de)
}

/// No ship has so many; nobody looks for their names.
pub(super) fn too_many_upgrades(count: usize) -> Fault {
    let (en, de) = (
        format!("{count} upgrades are more than any ship has"),
        format!("{count} Aufwertungen hat kein Schiff"),
    );
    Fault::new("", None, en, de)
}

fn read_line(document: &mut Document, number: usize, line: &str) -> Result<(), Fault> {
    if says_nothing(line) {
        return Ok(());
    }
    if line.contains("://") && line.split_whitespace().count() < 3 {
        document.pass_over(number, line);
        return Ok(());
    }
    if let Some((key, value)) = line.split_once(':') {
        match &*plain(key) {
            "name" | "squad" | "squadname" | "squadron" | "list" | "listname" | "staffel" => {
                document.name = value.trim().to_string();
                return Ok(());
            }
            "faction" | "fraktion" => {
                let value = value.trim();
                document.faction = Some(names::faction(value).map(Faction::side).ok_or_else(|| {
                    let (en, de) = (
                        format!("there is no faction {value:?}"),
                        format!("es gibt keine Fraktion „{value}“"),
                    );
                    Fault::new("", None, en, de)
                })?);
                return Ok(());
            }
            "obstacles" | "hindernisse" | "player" | "spieler" | "author" | "autor" | "date" | "datum"
            | "event" | "turnier" | "tournament" | "format" | "version" | "notes" | "comment"
            | "comments" | "kommentar" => {
                document.pass_over(number, line);
                return Ok(());
            }
            _ => {}
        }
    }
    let alone = Written::new(line);
    if let Some(faction) = names::faction(&alone.name).filter(|_| document.faction.is_none()) {
        document.faction = Some(faction.side());
        return Ok(());
    }
    if is_mixed_row(line) {
        read_row(document, number, line);
        return Ok(());
    }
    match split_ship(line)? {
        Some(ship) if ship.pilot.name.is_empty() => {
            let line: String = line.chars().take(60).collect();
            let (en, de) =
                (format!("there is no pilot in {line:?}"), format!("in {line:?} steht kein Pilot"));
            return Err(Fault::new("", None, en, de));
        }
        Some(ship) => document.push(number, ship),
        None => read_name(document, number, line),
    }
    Ok(())
}

/// Totals, headings of parts, rules between ships and words that join them.
fn says_nothing(line: &str) -> bool {
    let words = plain(line);
    let is_total = ["total", "shiptotal", "squadtotal", "points", "halfpoints", "gesamt", "summe", "punkte"]
        .iter()
        .any(|total| {
            words.strip_prefix(total).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        });
    let headings = [
        "pilot",
        "pilots",
        "ship",
        "ships",
        "upgrade",
        "upgrades",
        "points",
        "pts",
        "cost",
        "piloten",
        "schiff",
        "schiffe",
        "aufwertung",
        "aufwertungen",
        "punkte",
        "kosten",
    ];
    // Columns of a table.
    let is_heading = line.split('|').all(|part| headings.contains(&&*plain(part)));
    let joins = ["and", "und", "plus", "with", "mit"].contains(&&*words);
    let is_sum = line.trim_matches(['(', ')']).split('/').all(|part| number(part).is_some());
    words.is_empty() || is_total || is_heading || joins || is_sum
}

/// Several ships between commas, some of them with pluses: `Ezra, Chopper + FCS, Sabine`.
fn is_mixed_row(line: &str) -> bool {
    let begins_ship = |part: &&str| {
        let first = split_at(part, '+')[0];
        !clean(first).is_empty() && is_pilot(&Line::new(first), false)
    };
    let parts = split_at(line, ',');
    let has_plus = split_at(line, '+').len() > 1 && !line.contains('[');
    has_plus && parts.len() > 1 && begins_ship(&parts[0]) && parts[1..].iter().any(begins_ship)
}

/// A line that is no whole ship: a pilot, a pilot with upgrades, several ships, upgrades of the pilot above, or a heading.
fn read_name(document: &mut Document, number: usize, line: &str) {
    let mut ship = Line::new(line);
    ship.is_open = true;
    if is_kind_alone(&ship) {
        return read_kind(document, &ship);
    }
    let is_below = document.lines.last().is_some_and(|above| above.is_open);
    if is_pilot(&ship, is_below && !document.is_after_gap) {
        return document.push(number, ship);
    }
    if let Some(ship) = with_upgrades(line) {
        return document.push(number, ship);
    }
    let parts = split_outside(line, &[',']);
    let first = parts.first().map(|part| Line::new(&part.raw()));
    if parts.len() > 1 && first.is_some_and(|first| is_pilot(&first, is_below)) {
        return read_row(document, number, line);
    }
    let is_card = |part: &Written| !names::meant_upgrades(&part.name).ids.is_empty();
    if is_prose(line) && !document.lines.is_empty() && !parts.iter().any(is_card) {
        return document.pass_over(number, line);
    }
    // An upgrade on a line of its own is one of the ship above, however that is written.
    let is_below = is_below || parts.iter().all(|part| !names::upgrades(&part.name).is_empty());
    if let Some(above) = document.lines.last_mut().filter(|_| is_below) {
        parts.into_iter().for_each(|part| above.take(part));
        return;
    }
    let may_be_heading = document.lines.is_empty() && !names::is_nearly_pilot(&ship.pilot.name);
    if may_be_heading && ship.points.is_some() && document.heading.is_none() {
        document.heading = Some(ship);
    } else if may_be_heading && document.name.is_empty() {
        let faction = ship.pilot.notes.iter().find_map(|note| names::faction(note));
        document.faction = document.faction.or(faction.map(Faction::side));
        document.name = line.to_string();
    } else {
        document.push(number, ship);
    }
}

/// Whether a line is rather a sentence than a name.
fn is_prose(line: &str) -> bool {
    let words = line.split_whitespace().count();
    let is_sentence = line.ends_with(['.', '!', '?']) && words > 2;
    (is_sentence || words > 7) && !line.contains(['(', '[', '+']) && !names::is_nearly_pilot(line)
}

/// A type of ship and nothing else.
fn is_kind_alone(ship: &Line) -> bool {
    let name = &ship.pilot.name;
    ship.kinds.is_empty() && !names::ships(name).is_empty() && !is_known(name)
}

/// A type of ship on a line of its own belongs to the pilot above who could fly it, or else to the one below.
fn read_kind(document: &mut Document, ship: &Line) {
    let kinds = names::ships(&ship.pilot.name);
    let above = document.lines.last_mut().filter(|above| above.is_open && above.kinds.is_empty());
    if let Some(above) = above.filter(|_| !document.is_after_gap) {
        let with = Line { kinds: kinds.clone(), ..above.clone() };
        if !named_pilots(&with).ids.is_empty() {
            above.kinds = kinds;
            return;
        }
    }
    document.kinds = kinds;
}

/// Several ships, or a ship with its upgrades, between commas. What may be an upgrade of the ship before it is one if that
/// ship has a place for it.
fn read_row(document: &mut Document, number: usize, line: &str) {
    let library = library();
    let mut ships: Vec<Line> = Vec::new();
    for part in split_at(line, ',').into_iter().filter(|part| !clean(part).is_empty()) {
        // Behind a plus there are upgrades only.
        let mut plus = split_at(part, '+');
        let part = plus.remove(0);
        let plus = plus.into_iter().filter(|part| !clean(part).is_empty());
        let more: Vec<Written> = plus.flat_map(pieces).collect();
        let ship = Line::new(part);
        let upgrades = names::meant_upgrades(&ship.pilot.name);
        let Some(above) = ships.last_mut() else {
            ships.push(Line { upgrades: more, ..ship });
            continue;
        };
        let has_place = || {
            let pilots = named_pilots(above).ids;
            let slots = || pilots.iter().flat_map(|pilot| &library.pilot(*pilot).slots);
            upgrades.ids.iter().any(|card| slots().any(|slot| *slot == library.upgrade(*card).slot))
        };
        // Only a pilot has a ship or upgrades.
        let has_ship = !ship.kinds.is_empty()
            || !more.is_empty()
            || ship.pilot.notes.iter().any(|note| !names::ships(note).is_empty());
        let both = !upgrades.ids.is_empty() && !named_pilots(&ship).ids.is_empty();
        if if both { has_ship || !has_place() } else { is_pilot(&ship, true) } {
            ships.push(Line { upgrades: more, ..ship });
        } else {
            pieces(part).into_iter().chain(more).for_each(|part| above.take(part));
        }
    }
    for mut ship in ships {
        close(&mut ship);
        document.push(number, ship);
    }
}
