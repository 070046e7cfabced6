//! Squads as players write them to each other, one ship per line: `Fenn Rau + Push the Limit + Autothrusters (34)`,
//! `Rey [Push the Limit, Finn] (61)`, `Vader w/ PtL, Engine`, `2 Academy Pilot`, `Academy Pilot x2`; several ships on one
//! line between commas or semicolons; or a pilot on a line and the upgrades on the lines below.
//!
//! This file takes lines apart; which cards are meant is decided in [`super::meant`].

use table::{Fault, Text};

use super::meant::{self, named_pilots, pilot_notes, upgrade_notes};
use super::names::{self, How, plain, suffix};
use super::{Reading, numbered};
use crate::cards::{Faction, PilotCard, ShipTypeId, UpgradeCard, library};
use crate::lists::{self, Squad};

/// The most copies that one line stands for, and the most ships of a list.
const MOST_COPIES: usize = 20;
const MOST_SHIPS: usize = 200;

// ---- reading ------------------------------------------------------------------------------------------------------------

/// A name with the remarks in parentheses behind it, the number among them, and how many there are.
#[derive(Clone, Default)]
pub(super) struct Written {
    pub name: String,
    pub notes: Vec<String>,
    pub points: Option<i32>,
    pub copies: usize,
}

impl Written {
    fn new(text: &str) -> Written {
        let (copies, text) = copies(clean(text));
        let mut written = Written { name: text.to_string(), copies, ..Written::default() };
        while let Some((before, note)) = written.name.strip_suffix(')').and_then(|text| text.rsplit_once('('))
        {
            match number(note) {
                Some(points) if written.points.is_none() => written.points = Some(points),
                // A name may have parentheses of its own.
                _ if is_known(&written.name) => break,
                _ => written.notes.insert(0, note.trim().to_string()),
            }
            written.name = before.trim_end().to_string();
        }
        let (more, name) = self::copies(&written.name);
        (written.copies, written.name) = (written.copies.max(more), name.to_string());
        written
    }
    /// The words as they came, without the points.
    pub fn raw(&self) -> String {
        let notes: String = self.notes.iter().map(|note| format!(" ({note})")).collect();
        format!("{}{notes}", self.name)
    }
}

fn is_known(name: &str) -> bool {
    !names::pilots(name).is_empty() || !names::upgrades(name).is_empty()
}

/// `34`, `34 points`, `+1`.
fn number(note: &str) -> Option<i32> {
    let word = note.trim();
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic() || c == '.').trim_end();
    let unit = plain(&word[digits.len()..]);
    let is_unit = ["", "p", "pt", "pts", "point", "points", "punkt", "punkte"].contains(&&*unit);
    digits.parse().ok().filter(|_| is_unit)
}

/// A line without what merely decorates it.
fn clean(line: &str) -> &str {
    let decoration = |c: char| c.is_whitespace() || "•·*-–—_=#>".contains(c);
    line.trim_start_matches(decoration).trim_end_matches(|c: char| c.is_whitespace() || "*,;_=:".contains(c))
}

/// How many of them there are: `3x`, `3 x` or a bare `3` in front, `x3` behind.
fn copies(text: &str) -> (usize, &str) {
    let bounded = |count: usize, rest| (usize::clamp(count, 1, MOST_COPIES), clean(rest));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if let Ok(count) = text[..digits].parse() {
        let rest = text[digits..].trim_start();
        if let Some(rest) = rest.strip_prefix(['x', 'X', '×'])
            && rest.starts_with(' ')
        {
            return bounded(count, rest);
        }
        if text[digits..].starts_with(' ') && !is_known(text) && rest.starts_with(char::is_alphabetic) {
            return bounded(count, rest);
        }
    }
    let behind = text.trim_end_matches(')');
    let digits = behind.bytes().rev().take_while(u8::is_ascii_digit).count();
    if let Ok(count) = behind[behind.len() - digits..].parse()
        && let before = behind[..behind.len() - digits].trim_end()
        && let Some(before) = before.strip_suffix(['x', 'X', '×'])
        && before.ends_with([' ', '('])
    {
        return bounded(count, before.trim_end_matches('('));
    }
    (1, text)
}

/// A ship as it is written.
#[derive(Clone, Default)]
pub(super) struct Line {
    /// Where it stands, counted from nought.
    pub number: usize,
    pub pilot: Written,
    /// The type of ship beside the pilot.
    pub kinds: Vec<ShipTypeId>,
    pub upgrades: Vec<Written>,
    pub points: Option<i32>,
    pub copies: usize,
    /// Upgrades follow on lines of their own.
    is_open: bool,
}

impl Line {
    /// `2x Ship: Pilot (points)`, `Pilot in a Ship x2`
    fn new(text: &str) -> Line {
        let (copies, text) = copies(clean(text));
        let (mut kinds, text) = match text.split_once(':') {
            Some((kind, pilot)) if !names::ships(kind).is_empty() => (names::ships(kind), pilot),
            _ => (Vec::new(), text),
        };
        let mut pilot = Written::new(text);
        for article in [" in a ", " in an ", " in the ", " im ", " in einem "] {
            if let Some((name, kind)) = pilot.name.split_once(article)
                && !names::ships(kind).is_empty()
            {
                kinds = names::ships(kind);
                pilot.name = name.trim().to_string();
                break;
            }
        }
        let points = pilot.points.take();
        let copies = copies.max(pilot.copies);
        Line { pilot, kinds, points, copies, ..Line::default() }
    }

    /// The ships of a line that stands for several pilots: `IG-88A&B`.
    fn each(self) -> Vec<Line> {
        let pieces: Vec<&str> = self.pilot.name.split('&').map(str::trim).collect();
        if pieces.len() < 2 || is_known(&self.pilot.name) {
            return vec![self];
        }
        let whole = pieces[0];
        let name = |piece: &str| {
            let cut = whole.chars().count().saturating_sub(piece.chars().count());
            if piece.chars().count() > 2 {
                piece.to_string()
            } else {
                whole.chars().take(cut).chain(piece.chars()).collect()
            }
        };
        let named: Vec<String> = pieces.iter().map(|piece| name(piece)).collect();
        if named.iter().any(|name| names::meant_pilots(name).ids.is_empty()) {
            return vec![self];
        }
        let one = |name: String| {
            let pilot = Written { name, ..self.pilot.clone() };
            // Points of several ships say nothing about one.
            Line { pilot, points: None, ..self.clone() }
        };
        named.into_iter().map(one).collect()
    }
}

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
}

impl Document {
    fn push(&mut self, number: usize, mut ship: Line) {
        ship.number = number;
        if ship.kinds.is_empty() {
            ship.kinds = std::mem::take(&mut self.kinds);
        }
        self.lines.extend(ship.each());
    }
}

pub fn read_text(text: &str) -> Result<Reading, Vec<Fault>> {
    let mut document = Document::default();
    let mut faults = Vec::new();
    for (number, line) in untagged(text).lines().enumerate() {
        for part in split_at(numberless(clean(line)), ';') {
            if let Err(fault) = read_line(&mut document, number, clean(part)) {
                faults.push(fault.at(numbered("line", "Zeile", number)));
            }
        }
        document.is_after_gap = line.trim().is_empty();
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut reading = meant::squad(&document.lines, document.faction);
    reading.squad.name = document.name;
    if let Some(heading) = document.heading.take() {
        let points = lists::check_by(&reading.squad, lists::Terms::standard(u16::MAX)).points;
        if heading.points == Some(points.into()) && !document.lines.is_empty() {
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
    Ok(reading)
}

/// A text without the tags of forums and pages. Upgrades stand in brackets too; those stay.
fn untagged(text: &str) -> String {
    const BRACKETED: [&str; 12] =
        ["b", "i", "u", "s", "url", "color", "size", "quote", "spoiler", "code", "center", "font"];
    let mut plain_text = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(['[', '<']) {
        let close = if rest[open..].starts_with('[') { ']' } else { '>' };
        let (before, tag) = rest.split_at(open);
        plain_text.push_str(before);
        let end = tag.find([close, '\n']).filter(|end| tag[*end..].starts_with(close));
        let inner = end.map_or("", |end| &tag[1..end]);
        let name = inner.trim_start_matches('/').split(['=', ' ', '/']).next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        let is_tag = match close {
            ']' => BRACKETED.contains(&&*name),
            _ => !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphanumeric()),
        };
        match end {
            Some(end) if is_tag => {
                if ["br", "p", "li", "tr", "div"].contains(&&*name) {
                    plain_text.push('\n');
                }
                rest = &tag[end + 1..];
            }
            _ => {
                plain_text.push_str(&tag[..1]);
                rest = &tag[1..];
            }
        }
    }
    plain_text.push_str(rest);
    plain_text.replace("**", "").replace("&amp;", "&").replace("&quot;", "\"").replace("&#39;", "'")
}

/// A line without its number in a list: `1. Luke`, `2) Han`.
fn numberless(line: &str) -> &str {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '));
    rest.filter(|_| digits > 0).map_or(line, clean)
}

fn read_line(document: &mut Document, number: usize, line: &str) -> Result<(), Fault> {
    if says_nothing(line) {
        return Ok(());
    }
    if document.lines.len() >= MOST_SHIPS {
        return Err(Fault::new(
            "",
            None,
            "more ships than any squad has",
            "mehr Schiffe, als eine Staffel hat",
        ));
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
            _ => {}
        }
    }
    let alone = Written::new(line);
    if let Some(faction) = names::faction(&alone.name).filter(|_| document.faction.is_none()) {
        document.faction = Some(faction.side());
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

/// Totals, headings of parts, rules between ships and links.
fn says_nothing(line: &str) -> bool {
    let words = plain(line);
    let is_total = ["total", "shiptotal", "squadtotal", "points", "halfpoints", "gesamt", "summe", "punkte"]
        .iter()
        .any(|total| {
            words.strip_prefix(total).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        });
    let is_heading = ["pilots", "ships", "upgrades", "piloten", "schiffe", "aufwertungen"].contains(&&*words);
    let link = line.contains("://") && line.split_whitespace().count() < 3;
    words.is_empty() || is_total || is_heading || link || number(line.trim_matches(['(', ')'])).is_some()
}

/// A whole ship on a line, if it is one: with pluses, or with upgrades in brackets.
fn split_ship(line: &str) -> Result<Option<Line>, Fault> {
    if let Some((pilot, rest)) = line.split_once('[') {
        let Some((upgrades, rest)) = rest.rsplit_once(']') else {
            let rest: String = rest.chars().take(60).collect();
            let (en, de) = (
                format!("the bracket before {rest:?} is not closed"),
                format!("die Klammer vor {rest:?} ist nicht geschlossen"),
            );
            return Err(Fault::new("", None, en, de));
        };
        let mut ship = Line::new(&format!("{pilot} {rest}"));
        ship.upgrades = split_outside(upgrades, &[',']);
        return Ok(Some(ship));
    }
    let mut parts = split_at(line, '+');
    if parts.len() < 2 {
        return Ok(None);
    }
    let mut ship = Line::new(parts.remove(0));
    ship.upgrades = parts.into_iter().filter(|part| !clean(part).is_empty()).map(Written::new).collect();
    close(&mut ship);
    Ok(Some(ship))
}

/// Points and a number of copies behind the last upgrade are those of the ship.
fn close(ship: &mut Line) {
    let Some(last) = ship.upgrades.last_mut() else { return };
    if ship.points.is_none() {
        ship.points = last.points.take();
    }
    if ship.copies == 1 {
        ship.copies = std::mem::replace(&mut last.copies, 1);
    }
}

/// The parts between separators that stand in no parentheses.
fn split_at(text: &str, separator: char) -> Vec<&str> {
    split_at_any(text, &[separator])
}

fn split_at_any<'a>(text: &'a str, separators: &[char]) -> Vec<&'a str> {
    let mut depth = 0i32;
    text.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = (depth - 1).max(0),
            _ => {}
        }
        separators.contains(&c) && depth == 0
    })
    .collect()
}

fn split_outside(text: &str, separators: &[char]) -> Vec<Written> {
    let parts = split_at_any(text, separators).into_iter().filter(|part| !clean(part).is_empty());
    parts.map(Written::new).collect()
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
    if let Some(above) = document.lines.last_mut().filter(|_| is_below) {
        for part in parts {
            match names::ships(&part.name) {
                kinds if kinds.is_empty() || !names::upgrades(&part.name).is_empty() => {
                    above.upgrades.push(part)
                }
                kinds => above.kinds = kinds,
            }
        }
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

/// Whether a name is rather a pilot's than an upgrade's. Below a pilot shorthand is rather for upgrades.
fn is_pilot(ship: &Line, is_below: bool) -> bool {
    let pilots = named_pilots(ship);
    let upgrades = names::meant_upgrades(&ship.pilot.name);
    if pilots.ids.is_empty() {
        return false;
    }
    match (pilots.how, upgrades.how) {
        _ if upgrades.ids.is_empty() => true,
        (How::Named, How::Named) => !(is_below && is_rather_upgrade(ship)),
        (How::Named, How::Meant) => true,
        (How::Meant, How::Named) => false,
        (How::Meant, How::Meant) => !is_below,
    }
}

/// Luke Skywalker for 7 points is the crew member.
fn is_rather_upgrade(ship: &Line) -> bool {
    let library = library();
    let costs = |points: i16| ship.points == Some(points.into());
    let as_pilot = named_pilots(ship).ids.iter().any(|pilot| costs(library.pilot(*pilot).points));
    let as_upgrade =
        names::upgrades(&ship.pilot.name).iter().any(|card| costs(library.upgrade(*card).points));
    as_upgrade && !as_pilot
}

/// `Pilot w/ A, B and C`, `Pilot: A, B`, `Pilot - A - B`.
fn with_upgrades(line: &str) -> Option<Line> {
    for joint in [" w/ ", " w/", " with ", " mit ", ": ", " – ", " — ", " - ", " | "] {
        let Some((pilot, upgrades)) = line.split_once(joint) else { continue };
        let mut ship = Line::new(pilot);
        if named_pilots(&ship).ids.is_empty() {
            continue;
        }
        let upgrades = [" – ", " — ", " - ", " | ", " and ", " und ", " & ", " / "]
            .iter()
            .fold(upgrades.to_string(), |text, and| text.replace(and, ", "));
        for part in split_outside(&upgrades, &[',']) {
            match names::ships(&part.name) {
                kinds if kinds.is_empty() || !names::upgrades(&part.name).is_empty() => {
                    ship.upgrades.push(part)
                }
                kinds => ship.kinds = kinds,
            }
        }
        close(&mut ship);
        return Some(ship);
    }
    None
}

/// Several ships, or a ship with its upgrades, between commas. What may be an upgrade of the ship before it is one if that
/// ship has a place for it.
fn read_row(document: &mut Document, number: usize, line: &str) {
    let library = library();
    let mut ships: Vec<Line> = Vec::new();
    for part in split_at(line, ',').into_iter().filter(|part| !clean(part).is_empty()) {
        let ship = Line::new(part);
        let upgrades = names::meant_upgrades(&ship.pilot.name);
        let Some(above) = ships.last_mut() else {
            ships.push(ship);
            continue;
        };
        let has_place = || {
            let pilots = named_pilots(above).ids;
            let slots = || pilots.iter().flat_map(|pilot| &library.pilot(*pilot).slots);
            upgrades.ids.iter().any(|card| slots().any(|slot| *slot == library.upgrade(*card).slot))
        };
        let both = !upgrades.ids.is_empty() && !named_pilots(&ship).ids.is_empty();
        if if both { !has_place() } else { is_pilot(&ship, true) } {
            ships.push(ship);
        } else {
            above.upgrades.push(Written::new(part));
        }
    }
    for mut ship in ships {
        close(&mut ship);
        document.push(number, ship);
    }
}

// ---- writing ------------------------------------------------------------------------------------------------------------

/// One ship per line: `Fenn Rau + Push the Limit + Autothrusters (34)`.
pub fn write_text(squad: &Squad) -> String {
    write(squad, |pilot, upgrades| {
        let upgrades: String = upgrades.iter().map(|upgrade| format!(" + {upgrade}")).collect();
        format!("{pilot}{upgrades}")
    })
}

/// One ship per line: `Rey [Push the Limit, Finn] (61)`.
pub fn write_brackets(squad: &Squad) -> String {
    write(squad, |pilot, upgrades| {
        if upgrades.is_empty() { pilot.to_string() } else { format!("{pilot} [{}]", upgrades.join(", ")) }
    })
}

fn write(squad: &Squad, ship_line: impl Fn(&str, &[String]) -> String) -> String {
    let points = lists::check_by(squad, lists::Terms::standard(u16::MAX)).ships;
    let mut text = String::new();
    if !squad.name.trim().is_empty() {
        text += &format!("Name: {}\n", squad.name.replace(['\n', '\r'], " ").trim());
    }
    for (number, ship) in squad.ships.iter().enumerate() {
        let upgrades: Vec<String> = ship.upgrades.iter().map(|id| upgrade_name(id)).collect();
        let line = ship_line(&pilot_name(&ship.pilot), &upgrades);
        text += &format!("{line} ({})\n", points.get(number).unwrap_or(&0));
    }
    text
}

/// The name of a pilot, with a note if others have it too.
fn pilot_name(id: &str) -> String {
    let library = library();
    let Some(own) = library.find_pilot(id) else { return id.to_string() };
    let card = library.pilot(own);
    let others: Vec<&PilotCard> = library
        .pilots
        .iter()
        .filter(|other| other.id != card.id && plain(&other.name.en) == plain(&card.name.en))
        .collect();
    if others.is_empty() {
        return card.name.en.clone();
    }
    let notes = [
        library.ship(card.kind).name.en.clone(),
        card.faction.name().en.to_string(),
        format!("PS {}", card.skill),
    ];
    let tells = |note: &&String| others.iter().all(|other| !pilot_notes(other).contains(&plain(note)));
    // Where no single note does, all of them do.
    match notes.iter().find(tells) {
        Some(note) => format!("{} ({note})", card.name.en),
        None => format!("{} ({})", card.name.en, notes.join(") (")),
    }
}

/// The name of an upgrade, with a note if others have it too.
fn upgrade_name(id: &str) -> String {
    let library = library();
    let Some(own) = library.find_upgrade(id) else { return id.to_string() };
    let card = library.upgrade(own);
    let others: Vec<&UpgradeCard> = library
        .upgrades
        .iter()
        .filter(|other| other.id != card.id && plain(&other.name.en) == plain(&card.name.en))
        .collect();
    let slot = card.slot.name().en.to_string();
    let notes = [Some(slot), suffix(&card.xws()).map(str::to_string)];
    let tells = |note: &&String| others.iter().all(|other| !upgrade_notes(other).contains(&plain(note)));
    match notes.iter().flatten().find(tells) {
        Some(note) if !others.is_empty() => format!("{} ({note})", card.name.en),
        // Without a note the oldest card of that name is meant.
        _ => card.name.en.clone(),
    }
}
