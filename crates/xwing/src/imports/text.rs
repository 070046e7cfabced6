//! Squads as players write them to each other, one ship per line: `Fenn Rau + Push the Limit + Autothrusters (34)`,
//! `Rey [Push the Limit, Finn] (61)`, `Vader w/ PtL, Engine`, `2 Academy Pilot`, `Academy Pilot x2`; several ships on one
//! line between commas or semicolons; or a pilot on a line and the upgrades on the lines below.
//!
//! A single line is taken apart in [`super::lines`]; which cards are meant is decided in [`super::meant`].

use table::files::{self, untagged, visible};
use table::spelling;
use table::{Fault, Lang, Text};

use super::lines::{
    Line, Written, clean, in_usual_signs, is_kind_alone, is_pilot, number, numberless, split_at,
    split_outside, split_ship, with_upgrades,
};
use super::meant::{self, named_pilots};
use super::names::{self, plain};
use super::rows::{Row, between_commas, loosely, row};
use super::{Reading, numbered};
use crate::cards::{Faction, ShipTypeId, library};
use crate::lists;

/// The most copies that one line stands for, the most ships of a list, and the most upgrades of a ship. Longer texts and
/// lines are no squads either.
const MOST_COPIES: usize = 20;
pub(super) const MOST_SHIPS: usize = 200;
pub(super) const MOST_UPGRADES: usize = 60;
const MOST_LINES: usize = 1000;
const LONGEST_LINE: usize = 2000;
/// Longer lines have some form.
const LONGEST_LOOSE_LINE: usize = 1000;

#[derive(Default)]
struct Document {
    name: String,
    faction: Option<Faction>,
    lines: Vec<Line>,
    /// A first line that names no pilot but has points: a heading if the points are those of the squad.
    heading: Option<Line>,
    /// A type of ship that stands above its pilot, and its line.
    kinds: (usize, Vec<ShipTypeId>),
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
            ship.kinds = std::mem::take(&mut self.kinds.1);
        }
        self.lines.extend(ship.each());
    }

    fn take(&mut self, number: usize, line: &str, said: Said) {
        match said {
            Said::Nothing => {}
            Said::Name(name, faction) => {
                self.faction = self.faction.or(faction.map(Faction::side));
                self.name = name;
            }
            Said::Faction(faction) => self.faction = Some(faction.side()),
            Said::Aside => self.pass_over(number, line),
            Said::Row(Row { before, ships, kinds }) => {
                if let Some(above) = self.lines.last_mut() {
                    before.into_iter().for_each(|card| above.take(card));
                }
                ships.into_iter().for_each(|ship| self.push(number, ship));
                if !kinds.is_empty() {
                    self.expect(number, kinds);
                }
            }
            Said::Kind(kinds) => self.take_kinds(number, kinds),
            Said::Heading(ship) => self.heading = Some(ship),
        }
    }

    /// A type of ship on a line of its own belongs to the pilot above who could fly it, or else to the one below.
    fn take_kinds(&mut self, number: usize, kinds: Vec<ShipTypeId>) {
        let above = self.lines.last_mut().filter(|above| above.is_open && above.kinds.is_empty());
        if let Some(above) = above.filter(|_| !self.is_after_gap) {
            let with = Line { kinds: kinds.clone(), ..above.clone() };
            if !named_pilots(&with).ids.is_empty() {
                above.kinds = kinds;
                return;
            }
        }
        self.expect(number, kinds);
    }

    /// Waits for the pilot of a ship. A ship that has waited till now has none.
    fn expect(&mut self, number: usize, kinds: Vec<ShipTypeId>) {
        let (at, waiting) = std::mem::replace(&mut self.kinds, (number, kinds));
        if let Some(kind) = waiting.first() {
            let name = &library().ship(*kind).name;
            let (en, de) = (name.in_(Lang::En), name.in_(Lang::De));
            let (en, de) =
                (format!("{en}: there is no pilot for it"), format!("{de}: Dafür steht kein Pilot da"));
            self.notes.push(Fault::new("", None, en, de).at(numbered("line", "Zeile", at)));
        }
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
        let parts = if is_link(&line) { vec![&*line] } else { split_at(numberless(clean(&line)), ';') };
        for part in parts {
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
    reading.squad.name = std::mem::take(&mut document.name);
    if let Some(heading) = document.heading.take() {
        let points = lists::check_by(&reading.squad, lists::Terms::standard(u16::MAX)).points;
        // Points of the squad, or the usual ones that it may have: no ship costs so many.
        let is_limit = heading.points.is_some_and(|said| [100, 150, 200, 300].contains(&said));
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
    document.expect(0, Vec::new());
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

/// What a line says.
enum Said {
    Nothing,
    /// A name of the squad, and the faction behind it.
    Name(String, Option<Faction>),
    Faction(Faction),
    /// Something that is no part of the squad.
    Aside,
    Row(Row),
    /// A type of ship, whose pilot stands above or below.
    Kind(Vec<ShipTypeId>),
    /// A name of the squad if its points are those of the squad, or else a ship.
    Heading(Line),
}

impl Said {
    fn ship(ship: Line) -> Said {
        Said::Row(Row { ships: vec![ship], ..Row::default() })
    }
    fn below(upgrades: Vec<Written>) -> Said {
        Said::Row(Row { before: upgrades, ..Row::default() })
    }
}

fn read_line(document: &mut Document, number: usize, line: &str) -> Result<(), Fault> {
    // A name before all ships of a line: `Three Defenders: Ryad, …`
    if let Some((name, ships)) = line.split_once(": ")
        && document.lines.is_empty()
        && document.name.is_empty()
        && is_no_card(name)
        && let Row { before, ships: named, .. } = row(&loosely(ships, false), None)
        && before.is_empty()
        && named.first().is_some_and(|first| !named_pilots(first).ids.is_empty())
    {
        document.name = clean(name).to_string();
        return read_line(document, number, ships);
    }
    let said = understood(document, line)?;
    let said = more_loosely(document, line, &said).unwrap_or(said);
    document.take(number, line, said);
    Ok(())
}

/// Words before a colon: what follows is the name of the squad, or is no part of it.
const NAMES: [&str; 10] = [
    "name",
    "squad",
    "squadname",
    "squadron",
    "list",
    "listname",
    "liste",
    "staffel",
    "staffelname",
    "titel",
];
const ASIDE: [&str; 18] = [
    "obstacles",
    "hindernisse",
    "player",
    "spieler",
    "author",
    "autor",
    "date",
    "datum",
    "event",
    "turnier",
    "tournament",
    "format",
    "version",
    "notes",
    "comment",
    "comments",
    "kommentar",
    "kommentare",
];

/// A word without the number behind it: `Ship 2`.
fn unnumbered(key: &str) -> &str {
    key.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// Whether a word before a colon says what kind of card follows: `Pilot: …`, `EPT: …`, `Ship 2: …`
fn is_label(key: &str) -> bool {
    let key = unnumbered(key);
    let labels = ["pilot", "ship", "schiff", "upgrade", "upgrades", "aufwertung", "aufwertungen"];
    labels.contains(&key) || names::slot(key).is_some()
}

/// Whether something is neither a card nor a word that says what follows.
fn is_no_card(name: &str) -> bool {
    let line = Line::new(name);
    let key = &*plain(name);
    let is_key =
        NAMES.contains(&key) || ASIDE.contains(&key) || is_label(key) || names::faction(name).is_some();
    if is_key || ["faction", "fraktion"].contains(&key) {
        return false;
    }
    named_pilots(&line).ids.is_empty()
        && names::meant_upgrades(&line.pilot.name).ids.is_empty()
        && names::ships(&line.pilot.name).is_empty()
        && !names::is_nearly_pilot(name)
}

fn understood(document: &Document, line: &str) -> Result<Said, Fault> {
    if says_nothing(line) {
        return Ok(Said::Nothing);
    }
    if is_link(line) {
        return Ok(Said::Aside);
    }
    if let Some((key, value)) = line.split_once(':') {
        let value = value.trim();
        match &*plain(key) {
            key if NAMES.contains(&key) => return Ok(Said::Name(value.to_string(), None)),
            "faction" | "fraktion" => {
                let faction = names::faction(value).ok_or_else(|| {
                    let (en, de) = (
                        format!("there is no faction {value:?}"),
                        format!("es gibt keine Fraktion „{value}“"),
                    );
                    Fault::new("", None, en, de)
                })?;
                return Ok(Said::Faction(faction));
            }
            key if ASIDE.contains(&key) => return Ok(Said::Aside),
            key if names::slot(unnumbered(key)).is_some()
                && !value.is_empty()
                && !document.lines.is_empty() =>
            {
                return Ok(Said::below(split_outside(value, &[','])));
            }
            key if is_label(key) && !value.is_empty() => return understood(document, value),
            _ => {}
        }
    }
    let joins = ["w/", "w. ", "with ", "mit "];
    if let Some(rest) =
        joins.iter().find_map(|join| line.strip_prefix(join)).filter(|_| !document.lines.is_empty())
    {
        return understood(document, rest.trim_start());
    }
    let alone = Written::new(line);
    if let Some(faction) = names::faction(&alone.name).filter(|_| document.faction.is_none()) {
        return Ok(Said::Faction(faction));
    }
    if is_mixed_row(line) {
        return Ok(Said::Row(row(&between_commas(line), None)));
    }
    match split_ship(line)? {
        Some(ship) if ship.pilot.name.is_empty() && !document.lines.is_empty() => {
            Ok(Said::below(ship.upgrades))
        }
        Some(ship) if ship.pilot.name.is_empty() => {
            let line: String = line.chars().take(60).collect();
            let (en, de) =
                (format!("there is no pilot in {line:?}"), format!("in {line:?} steht kein Pilot"));
            Err(Fault::new("", None, en, de))
        }
        Some(ship) => Ok(Said::ship(ship)),
        None => Ok(name_alone(document, line)),
    }
}

/// A line that was not wholly understood, taken for nothing but the names of cards, if more of it is understood then.
fn more_loosely(document: &Document, line: &str, said: &Said) -> Option<Said> {
    let unknown = match said {
        Said::Row(row) => row.counted().1,
        Said::Name(name, _) if name == line => 1,
        Said::Heading(_) => 1,
        _ => 0,
    };
    if unknown == 0 || line.len() > LONGEST_LOOSE_LINE {
        return None;
    }
    let is_row = matches!(said, Said::Row(_));
    let loose = row(&loosely(line, is_row), document.lines.last());
    let (known, others) = loose.counted();
    // The name of a squad may have that of a pilot in it, but no upgrades.
    let has_upgrade = || loose.ships.iter().any(|ship| !ship.upgrades.is_empty());
    let is_better = if is_row {
        others < unknown
    } else {
        loose.before.is_empty() && has_upgrade() && others * 2 < known
    };
    is_better.then_some(Said::Row(loose))
}

/// A link, with no more than a few words before it.
fn is_link(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().filter(|word| !word.contains("://")).collect();
    line.contains("://")
        && (words.len() < 2 || (words.len() < 8 && words.last().is_some_and(|last| last.ends_with(':'))))
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
fn name_alone(document: &Document, line: &str) -> Said {
    let mut ship = Line::new(line);
    ship.is_open = ship.upgrades.is_empty();
    if is_kind_alone(&ship) {
        return Said::Kind(names::ships(&ship.pilot.name));
    }
    let is_below = document.lines.last().is_some_and(|above| above.is_open);
    if is_pilot(&ship, is_below && ship.is_open && !document.is_after_gap) {
        return Said::ship(ship);
    }
    if let Some(ship) = with_upgrades(line) {
        return Said::ship(ship);
    }
    let parts = split_outside(line, &[',']);
    let first = parts.first().map(|part| Line::new(&part.raw()));
    let second = || parts.get(1).map(|part| Line::new(&part.raw()));
    let begins = |first: &Line| {
        is_pilot(first, is_below)
            || (is_kind_alone(first) && second().is_some_and(|second| is_pilot(&second, false)))
    };
    if parts.len() > 1 && first.is_some_and(|first| begins(&first)) {
        return Said::Row(row(&between_commas(line), None));
    }
    let is_card = |part: &Written| !names::meant_upgrades(&part.name).ids.is_empty();
    let is_beside = !document.lines.is_empty() || !document.name.is_empty() || files::greets(line);
    if is_beside && is_prose(line) && !parts.iter().any(is_card) {
        return Said::Aside;
    }
    // An upgrade on a line of its own is one of the ship above, however that is written.
    let is_known = |part: &Written| !names::upgrades(&part.name).is_empty();
    let is_point = |part: &Written| number(&part.name).is_some();
    let is_below =
        is_below || (parts.iter().any(is_known) && parts.iter().all(|part| is_known(part) || is_point(part)));
    if is_below && !document.lines.is_empty() {
        return Said::below(parts);
    }
    let may_be_heading = document.lines.is_empty() && !names::is_nearly_pilot(&ship.pilot.name);
    if may_be_heading && ship.points.is_some() && document.heading.is_none() {
        Said::Heading(ship)
    } else if may_be_heading && document.name.is_empty() {
        let faction = ship.pilot.notes.iter().find_map(|note| names::faction(note));
        Said::Name(line.to_string(), faction)
    } else {
        Said::ship(ship)
    }
}

/// Whether a line is rather a sentence than a ship.
fn is_prose(line: &str) -> bool {
    files::is_prose(line) && !line.contains(['(', '[', '+']) && !names::is_nearly_pilot(line)
}
