//! Squads as players write them to each other, one ship per line: `Fenn Rau + Push the Limit + Autothrusters (34)`,
//! `Rey [Push the Limit, Finn] (61)`, `Vader w/ PtL, Engine`, `2 Academy Pilot`, `Academy Pilot x2`; several ships on one
//! line between commas or semicolons; or a pilot on a line and the upgrades on the lines below.
//!
//! A single line is taken apart in [`super::lines`]; which cards are meant is decided in [`super::meant`].

use table::prose::{self, untagged, visible};
use table::spelling;
use table::{Fault, Lang, Text};

use super::doubts;
use super::lines::{
    Line, Written, clean, in_usual_signs, is_doubtful, is_kind_alone, is_pilot, number, numberless, split_at,
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
/// How much of a line a message quotes.
const LONGEST_QUOTE: usize = 200;
/// No ship costs less, and no squad.
const FEWEST_POINTS: i32 = 8;
/// Longer lines have some form.
const LONGEST_LOOSE_LINE: usize = 1000;

#[derive(Default)]
struct Document {
    name: String,
    faction: Option<Faction>,
    lines: Vec<Line>,
    /// A first line that names no pilot but has points: a heading if the points are those of the squad.
    heading: Option<(Line, String)>,
    /// A type of ship that stands above its pilot, with what stands behind it.
    waiting: Option<Line>,
    /// Nothing stands between the line above and this one.
    is_after_gap: bool,
    /// How far the line is from the left margin.
    indent: usize,
    totals: Vec<Total>,
    /// What was not read, line by line.
    notes: Vec<Fault>,
}

/// What a line says that everything comes to, or the ship above it.
struct Total {
    number: usize,
    said: i32,
    /// How many lines stand above it.
    below: usize,
    is_of_ship: bool,
}

impl Document {
    fn push(&mut self, number: usize, mut ship: Line) {
        (ship.number, ship.indent, ship.is_after_gap) = (number, self.indent, self.is_after_gap);
        if ship.copies > MOST_COPIES {
            let copies = std::mem::replace(&mut ship.copies, MOST_COPIES);
            let (en, de) = (
                format!("{copies} copies are more than any squad has; {MOST_COPIES} of them are read"),
                format!("{copies} Stück hat keine Staffel; gelesen werden {MOST_COPIES} davon"),
            );
            self.notes.push(Fault::new("", None, en, de).at(numbered("line", "Zeile", number)));
        }
        if ship.kinds.is_empty()
            && let Some(waiting) = self.waiting.take()
        {
            ship.kinds = names::ships(&waiting.pilot.name);
            ship.upgrades.extend(waiting.upgrades);
        }
        self.lines.extend(ship.each());
    }

    fn take(&mut self, number: usize, line: &str, said: Said) {
        match said {
            Said::Nothing => {}
            Said::Name(name, faction) => {
                self.faction = self.faction.or(faction.map(Faction::side));
                let other = std::mem::replace(&mut self.name, name);
                if !other.is_empty() {
                    self.pass_over(number, &other);
                }
            }
            Said::Faction(faction) => self.faction = Some(faction.side()),
            Said::Aside => self.pass_over(number, line),
            Said::Row(Row { before, ships, kind }) => {
                let is_below = ships.is_empty();
                match self.lines.last_mut() {
                    Some(above) => before.into_iter().for_each(|card| above.take(card)),
                    None => before.iter().for_each(|card| self.pass_over(number, &card.raw())),
                }
                ships.into_iter().for_each(|ship| self.push(number, ship));
                match kind {
                    Some(kind) if is_below => self.take_kind(number, kind),
                    Some(kind) => self.wait(number, kind),
                    None => {}
                }
            }
            Said::Kind(kind) => self.take_kind(number, kind),
            Said::Heading(ship) => self.heading = Some((ship, line.to_string())),
        }
    }

    /// A type of ship on a line of its own belongs to the pilot above who could fly it, or else to the one below; so does
    /// what stands behind it.
    fn take_kind(&mut self, number: usize, kind: Line) {
        let above = self.lines.last_mut().filter(|above| above.is_open && above.kinds.is_empty());
        if let Some(above) = above.filter(|_| !self.is_after_gap) {
            let kinds = names::ships(&kind.pilot.name);
            let with = Line { kinds: kinds.clone(), ..above.clone() };
            if !named_pilots(&with).ids.is_empty() {
                above.kinds = kinds;
                above.upgrades.extend(kind.upgrades);
                return;
            }
        }
        self.wait(number, kind);
    }

    /// Waits for the pilot of a ship. A ship that has waited till now has none.
    fn wait(&mut self, number: usize, kind: Line) {
        self.no_pilot();
        self.waiting = Some(Line { number, ..kind });
    }

    fn no_pilot(&mut self) {
        let Some(kind) = self.waiting.take() else { return };
        let cards: Vec<String> =
            std::iter::once(&kind.pilot).chain(&kind.upgrades).map(Written::raw).collect();
        let cards = cards.join(", ");
        let (en, de) =
            (format!("{cards}: there is no pilot for it"), format!("{cards}: Dafür steht kein Pilot da"));
        self.notes.push(Fault::new("", None, en, de).at(numbered("line", "Zeile", kind.number)));
    }

    /// Says that something of a line is not part of the squad.
    fn pass_over(&mut self, number: usize, words: &str) {
        let words: String = words.chars().take(LONGEST_QUOTE).collect();
        let (en, de) = (format!("{words:?} is not read"), format!("{words:?} wird nicht gelesen"));
        self.notes.push(Fault::new("", None, en, de).at(numbered("line", "Zeile", number)));
    }
}

/// The squads of a text: several if they have headings of their own.
pub fn read_texts(text: &str) -> Result<Vec<Reading>, Vec<Fault>> {
    let parts = prose::several(text);
    if parts.len() > 1 {
        let each: Vec<Result<Reading, _>> = parts.iter().map(|part| read_text(part)).collect();
        if each.iter().filter(|read| read.is_ok()).count() > 1 {
            return each.into_iter().collect();
        }
    }
    Ok(vec![read_text(text)?])
}

pub fn read_text(text: &str) -> Result<Reading, Vec<Fault>> {
    let mut document = Document::default();
    let mut faults = Vec::new();
    for (number, line) in untagged(&visible(text)).lines().enumerate() {
        if let Some(fault) = too_much(&document, number, line) {
            faults.push(fault.at(numbered("line", "Zeile", number)));
            break;
        }
        document.indent = indent(line);
        let (line, struck) = prose::without_struck(line);
        struck.iter().for_each(|words| document.pass_over(number, words));
        let line = in_usual_signs(without_comment(&mut document, number, &line));
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
    let (mut reading, mut lines) = squad(&document, &document.lines);
    reading.squad.name = std::mem::take(&mut document.name);
    if let Some((heading, line)) = document.heading.take() {
        let points = lists::check_by(&reading.squad, lists::Terms::standard(u16::MAX)).points;
        // Points of the squad, or the usual ones that it may have: no ship costs so many.
        let is_limit = heading.points.is_some_and(|said| [100, 150, 200, 300].contains(&said));
        let words = spelling::words(&heading.pilot.name);
        let is_called_list = ["list", "liste", "squad", "squadron", "staffel", "fleet", "build"]
            .iter()
            .any(|word| words.last().is_some_and(|last| last == word));
        let is_heading = is_limit || is_called_list || heading.points == Some(points.into());
        if is_heading && !document.lines.is_empty() {
            // `Squad 1` has a number and no points.
            let is_number = heading.points.is_some_and(|points| points < FEWEST_POINTS);
            let name = if is_number { line } else { heading.pilot.raw() };
            let other = std::mem::replace(&mut reading.squad.name, name);
            if !other.is_empty() {
                document.pass_over(heading.number, &other);
            }
        } else {
            document.lines.insert(0, heading);
            document.totals.iter_mut().for_each(|total| total.below += 1);
            let name = reading.squad.name;
            (reading, lines) = squad(&document, &document.lines);
            reading.squad.name = name;
        }
    }
    document.no_pilot();
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
        let mut faults = vec![fault.at(Text { en: "line 1".to_string(), de: "Zeile 1".to_string() })];
        faults.extend(document.notes);
        return Err(faults);
    }
    reading.squad = reading.squad.tidy();
    reading.notes.extend(other_totals(&document.totals, &lines, &reading));
    reading.notes.extend(document.notes);
    Ok(reading)
}

/// The squad of the lines after it was decided which of them are cards of the ship above; and those that are ships.
fn squad(document: &Document, lines: &[Line]) -> (Reading, Vec<Line>) {
    let (lines, notes) = doubts::settled(lines.to_vec(), document.faction);
    let mut reading = meant::squad(&lines, document.faction);
    reading.notes.extend(notes);
    (reading, lines)
}

/// How far a line is from the left margin. What has a bullet is below what has none.
fn indent(line: &str) -> usize {
    let bare = line.trim_start();
    let gaps = line[..line.len() - bare.len()].chars().map(|gap| if gap == '\t' { 4 } else { 1 });
    gaps.sum::<usize>() + usize::from(bare.starts_with(['-', '*', '•', '·', '–', '+']))
}

/// A line without the remark behind it that names no card: `// x`, `# x`. It is noted.
fn without_comment<'a>(document: &mut Document, number: usize, line: &'a str) -> &'a str {
    let start = line.trim_start();
    let is_begun = !document.lines.is_empty() || !document.name.is_empty();
    let whole = start.strip_prefix("//").or_else(|| start.strip_prefix('#').filter(|_| is_begun));
    let behind = || {
        let mark = [" // ", " # "].into_iter().filter_map(|mark| line.find(mark)).min()?;
        Some((&line[..mark], &line[mark..]))
    };
    let (kept, words) = match whole {
        Some(words) => ("", words),
        None => match behind() {
            Some((kept, words)) => (kept, words),
            None => return line,
        },
    };
    let words = words.trim().trim_start_matches(['/', '#']).trim();
    if words.is_empty() || row(&loosely(words, true), None).counted().0 > 0 {
        return line;
    }
    document.pass_over(number, words);
    kept
}

/// Says that the squad, or a ship, is said to come to other points than it costs: the best sign that something was misread.
fn other_totals(totals: &[Total], lines: &[Line], reading: &Reading) -> Vec<Fault> {
    let report = lists::check_by(&reading.squad, lists::Terms::standard(u16::MAX));
    let whole = i32::from(report.points);
    let note = |total: &Total| {
        // The ship above: as many ships as the lines before it stand for.
        let above = lines.iter().take_while(|line| line.number < total.number);
        let last = above.clone().last().map_or(1, |line| line.copies.max(1));
        let ships: usize = above.map(|line| line.copies.max(1)).sum();
        let each = ships.checked_sub(1).and_then(|ship| report.ships.get(ship)).map(|cost| i32::from(*cost));
        let of_ship = each.is_some_and(|each| [each, each * last as i32].contains(&total.said));
        let (en, de, costs) = match (total.is_of_ship, each) {
            (true, Some(each)) => ("the ship", "das Schiff", each),
            _ => ("the squad", "die Staffel", whole),
        };
        let fits = of_ship || (!total.is_of_ship && total.said == whole);
        let said = total.said;
        (!fits).then(|| {
            let (en, de) = (
                format!("{en} is said to come to {said} points; it costs {costs}"),
                format!("{de} soll auf {said} Punkte kommen; es sind {costs}"),
            );
            Fault::new("", None, en, de).at(numbered("line", "Zeile", total.number))
        })
    };
    totals.iter().filter(|total| total.below > 0 || total.said != 100).filter_map(note).collect()
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
    Kind(Line),
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
    // A link may stand behind the name of a squad.
    if line.contains("://") && !is_link(line) {
        let (links, words): (Vec<&str>, Vec<&str>) =
            line.split_whitespace().partition(|word| word.contains("://"));
        links.into_iter().for_each(|link| document.pass_over(number, link));
        return read_line(document, number, clean(&words.join(" ")));
    }
    if let Some(rest) = take_total(document, number, line) {
        return if rest.is_empty() { Ok(()) } else { read_line(document, number, rest) };
    }
    let said = understood(document, line)?;
    let said = more_loosely(document, line, &said).unwrap_or(said);
    for words in unread(line, &said) {
        document.pass_over(number, &words);
    }
    document.take(number, line, said);
    Ok(())
}

/// Takes a line that says what everything comes to; what stands behind it is part of the squad.
fn take_total<'a>(document: &mut Document, number: usize, line: &'a str) -> Option<&'a str> {
    let prose::Total { said, words, rest } = prose::total(line)?;
    let has = |word: &str| words.iter().any(|one| one == word);
    // Half of the points, and the hull at which they count, say nothing about the cards.
    if !has("half") && !has("threshold") {
        let (said, below) = (i32::try_from(said).ok()?, document.lines.len());
        let is_of_ship = has("ship") || has("schiff");
        document.totals.push(Total { number, said, below, is_of_ship });
    }
    Some(clean(rest.trim_start_matches('+')))
}

/// Words that join cards, count them or say what they are.
const BESIDE_CARDS: &str = "w with mit and und plus in a an the im einem x each ea je p pt pts point points punkt punkte \
    pilot pilots upgrade upgrades ship ships schiff staffel squad title titel ps of total no none without ohne \
    aufwertung aufwertungen piloten squadron team name faction fraktion two three four five six seven eight \
    zwei drei vier fünf sechs sieben acht";

/// The words of which the names of factions consist.
const FACTIONS: &str = "rebel rebels alliance rebellen rebellenallianz allianz resistance widerstand imperial imperials imps \
    empire galactic imperium galaktisches first order erste ordnung scum villainy abschaum kriminelle firstorder \
    rebelalliance galacticempire scumandvillainy";

/// The words of a line that nothing says of which it was read. A safety net: no word of a list is lost in silence.
fn unread(line: &str, said: &Said) -> Vec<String> {
    let Said::Row(Row { before, ships, kind }) = said else {
        let is_faction = matches!(said, Said::Faction(_));
        return if is_faction { prose::left_over(line, &[BESIDE_CARDS, FACTIONS]) } else { Vec::new() };
    };
    let lines = ships.iter().chain(kind);
    let cards = lines.flat_map(|ship| std::iter::once(&ship.pilot).chain(&ship.upgrades)).chain(before);
    let mut read: Vec<String> = cards.map(Written::raw).collect();
    read.push(BESIDE_CARDS.to_string());
    let read: Vec<&str> = read.iter().map(|words| &**words).collect();
    let left = prose::left_over(line, &read);
    // A type of ship, a slot and a faction are not kept in the words in which they stand there.
    let words = left.join(" ");
    let kinds = ships.iter().flat_map(|ship| &ship.kinds).copied();
    let kinds: Vec<ShipTypeId> = kinds.collect();
    let is_kind = |word: &str| names::nearly_ships(word).iter().any(|kind| kinds.contains(kind));
    if left.is_empty() || (!kinds.is_empty() && is_kind(&words)) {
        return Vec::new();
    }
    let is_part_of_kind = |word: &str| {
        let name = |kind: &ShipTypeId| {
            let name = &library().ship(*kind).name;
            plain(name.in_(Lang::En)).contains(&plain(word))
                || plain(name.in_(Lang::De)).contains(&plain(word))
        };
        kinds.iter().any(name) || is_kind(word)
    };
    let tells = |word: &String| {
        names::slot(word).is_some()
            || names::faction(word).is_some()
            || is_part_of_kind(word)
            || plain(word).strip_prefix("ps").is_some_and(|skill| skill.parse::<u8>().is_ok())
    };
    left.into_iter().filter(|word| !tells(word)).collect()
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
    let alone = Written::new(line.trim_matches(['(', ')', '[', ']']));
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
    if let Said::Row(Row { ships, .. }) = said
        && ships.iter().any(lacks_pilot)
    {
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

/// Whether several ships of a type are named, and no pilot: `4x TLT Y-wing`.
fn lacks_pilot(ship: &Line) -> bool {
    ship.copies > 1
        && named_pilots(ship).ids.is_empty()
        && names::meant_upgrades(&ship.pilot.name).ids.is_empty()
        && !names::ships_within(&ship.pilot.name).is_empty()
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
    let is_heading = line.split(['|', ',']).all(|part| headings.contains(&&*plain(part)));
    let joins = ["and", "und", "plus", "with", "mit"].contains(&&*words);
    let is_sum = line.trim_matches(['(', ')']).split('/').all(|part| number(part).is_some());
    words.is_empty() || is_heading || joins || is_sum
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
        return Said::Kind(ship);
    }
    let is_below = document.lines.last().is_some_and(|above| above.is_open);
    if is_below && is_doubtful(&ship) {
        return Said::ship(Line { is_doubtful: true, ..ship });
    }
    if is_pilot(&ship, is_below && ship.is_open && !document.is_after_gap) {
        return Said::ship(ship);
    }
    let is_card = !names::upgrades(&ship.pilot.name).is_empty() && names::pilots(&ship.pilot.name).is_empty();
    if is_card && ship.upgrades.is_empty() && !document.lines.is_empty() {
        return Said::below(split_outside(line, &[',']));
    }
    if let Some(ship) = with_upgrades(line) {
        let is_doubtful = is_below && is_doubtful(&ship);
        return Said::ship(Line { is_doubtful, ..ship });
    }
    if let Some(pilots) = joined_pilots(line) {
        return Said::Row(Row { ships: pilots, ..Row::default() });
    }
    let parts = split_outside(line, &[',']);
    let first = parts.first().map(|part| Line::new(&part.raw()));
    let second = || parts.get(1).map(|part| Line::new(&part.raw()));
    let begins = |first: &Line| {
        is_pilot(first, is_below)
            || (is_below && is_doubtful(first))
            || (is_kind_alone(first) && second().is_some_and(|second| is_pilot(&second, false)))
    };
    if let Some(first) = first.filter(|first| parts.len() > 1 && begins(first)) {
        let mut row = row(&between_commas(line), None);
        let is_doubtful = is_below && is_doubtful(&first);
        // What stands behind a card of the ship above may be another one.
        row.ships.iter_mut().for_each(|ship| ship.is_doubtful = is_doubtful && self::is_doubtful(ship));
        return Said::Row(row);
    }
    let is_card = |part: &Written| !names::meant_upgrades(&part.name).ids.is_empty();
    let is_beside = !document.lines.is_empty() || !document.name.is_empty() || prose::greets(line);
    if is_beside && is_prose(line) && !parts.iter().any(is_card) {
        return Said::Aside;
    }
    if lacks_pilot(&ship) {
        return Said::ship(ship);
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

/// Several pilots and nothing else: `Wedge & Luke and Biggs`.
fn joined_pilots(line: &str) -> Option<Vec<Line>> {
    let text = [" and ", " und "].iter().fold(line.to_string(), |text, join| text.replace(join, " & "));
    let pilots: Vec<Line> = text.split(" & ").map(Line::new).collect();
    let are_pilots = pilots.iter().all(|pilot| !named_pilots(pilot).ids.is_empty());
    (line.contains(['&']) || text != line).then_some(pilots).filter(|all| all.len() > 1 && are_pilots)
}

/// Whether a line is rather a sentence than a ship.
fn is_prose(line: &str) -> bool {
    prose::is_prose(line) && !line.contains(['(', '[', '+']) && !names::is_nearly_pilot(line)
}
