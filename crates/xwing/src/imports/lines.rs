//! A ship as it stands on a line: the pilot with copies, points and remarks, and the upgrades behind it, in all the ways in
//! which people part them. What the lines of a text are together is in [`super::text`].

use table::{Fault, prose};

use super::meant::without_ship;
use super::meant::{is_title, named_pilots, tells_pilots};
use super::names::{self, How, plain};
use crate::cards::{ShipTypeId, UpgradeSlot};

/// What stands between a name and the next.
const JOINTS: [&str; 8] = [" – ", " — ", " - ", " | ", " • ", " · ", " / ", " ~ "];

/// The most remarks behind a name.
const MOST_NOTES: usize = 6;

/// A name with the remarks in parentheses behind it, the number among them, and how many there are.
#[derive(Clone, Default)]
pub struct Written {
    pub name: String,
    pub notes: Vec<String>,
    pub points: Option<i32>,
    pub copies: usize,
}

impl Written {
    pub fn new(text: &str) -> Written {
        let (copies, text) = copies(clean(text));
        let (text, points) = without_points(text);
        let mut written = Written { name: text.to_string(), copies, points, ..Written::default() };
        while let Some((before, note)) = written.name.strip_suffix(')').and_then(|text| text.rsplit_once('('))
            && written.notes.len() < MOST_NOTES
        {
            match number(note) {
                // Behind the points of the card those of the ship may stand.
                Some(points) => written.points = written.points.or(Some(points)),
                // A name may have parentheses of its own.
                None if is_known(&written.name) => break,
                None => written.notes.insert(0, note.trim().to_string()),
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

pub fn is_known(name: &str) -> bool {
    !names::pilots(name).is_empty() || !names::upgrades(name).is_empty()
}

/// What points are called.
fn is_unit(word: &str) -> bool {
    let units = ["p", "pt", "pts", "point", "points", "punkt", "punkte", "each", "ea", "je", "ptseach"];
    units.contains(&&*plain(word))
}

/// `34`, `34 points`, `+1`, `34 each`.
pub fn number(note: &str) -> Option<i32> {
    let word = note.trim();
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic() || c == '.' || c == ' ');
    let unit = &word[digits.len()..];
    digits.parse().ok().filter(|_| plain(unit).is_empty() || is_unit(unit))
}

/// A name without the points behind it that stand in no parentheses: `Luke - 28`, `Luke = 28`, `Luke ... 28`, `Luke 28 pts`.
fn without_points(text: &str) -> (&str, Option<i32>) {
    let none = (text, None);
    let word = text.trim_end_matches(char::is_alphabetic).len();
    let (front, has_unit) =
        if is_unit(&text[word..]) { (text[..word].trim_end(), true) } else { (text, false) };
    let digits = front.bytes().rev().take_while(u8::is_ascii_digit).count();
    let before = &front[..front.len() - digits];
    let signs = |c: char| c.is_whitespace() || "-–—=.:|…·".contains(c);
    let name = before.trim_end_matches(signs);
    let Some(points) = front[before.len()..].parse::<u16>().ok().filter(|_| before.ends_with([' ', '=']))
    else {
        return none;
    };
    // A name may end in a number itself.
    let is_own = is_known(text) || names::is_shorthand(text) || !names::ships(text).is_empty();
    let is_parted = has_unit || name.len() + 1 < before.len() || before.ends_with('=');
    // A small number behind a pilot may be how many there are.
    let is_pilot = || !names::meant_pilots(name).ids.is_empty();
    let is_upgrade = || !names::meant_upgrades(name).ids.is_empty();
    let is_meant = || is_parted || is_upgrade() || (points >= 10 && is_pilot());
    if name.is_empty() || is_own || !is_meant() { none } else { (name, Some(points.into())) }
}

/// A line without what merely decorates it.
pub fn clean(line: &str) -> &str {
    let decoration = |c: char| c.is_whitespace() || "•·*-–—_=#>|".contains(c);
    line.trim_start_matches(decoration).trim_end_matches(|c: char| c.is_whitespace() || "*,;_=:|".contains(c))
}

/// Numbers in words, from two on.
const NUMBERS: [(&str, &str); 7] = [
    ("two", "zwei"),
    ("three", "drei"),
    ("four", "vier"),
    ("five", "fünf"),
    ("six", "sechs"),
    ("seven", "sieben"),
    ("eight", "acht"),
];

/// How many of them there are: `3x`, `3 x`, `3 *`, `(3)` or a bare `3` in front, `x3`, `3x` or `* 3` behind.
fn copies(text: &str) -> (usize, &str) {
    let some = |count: &usize| *count > 0;
    if let Some((count, rest)) = text.strip_prefix('(').and_then(|text| text.split_once(')'))
        && let Some(count) = count.trim().trim_end_matches(['x', 'X', '×']).parse().ok().filter(some)
        && !rest.trim().is_empty()
    {
        return (count, clean(rest));
    }
    if let Some((word, rest)) = text.split_once(' ')
        && let Some(count) = NUMBERS.iter().position(|(en, de)| [*en, *de].contains(&&*word.to_lowercase()))
        && !is_known(text)
        && !names::meant_pilots(rest).ids.is_empty()
    {
        return (count + 2, clean(rest));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(count) = text[..digits].parse().ok().filter(some) {
        let rest = text[digits..].trim_start();
        if let Some(rest) = rest.strip_prefix(['x', 'X', '×', '*'])
            && rest.starts_with(' ')
        {
            return (count, clean(rest));
        }
        if text[digits..].starts_with(' ') && !is_known(text) && rest.starts_with(char::is_alphabetic) {
            return (count, clean(rest));
        }
    }
    if is_known(text) {
        return (1, text);
    }
    if let Some(before) = text.trim_end_matches(')').strip_suffix(['x', 'X', '×', '*'])
        && let before = before.trim_end()
        && let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count()
        && let Some(count) = before[before.len() - digits..].parse().ok().filter(some)
        && let before = &before[..before.len() - digits]
        && before.ends_with([' ', '('])
        && is_name_before(before)
    {
        return (count, clean(before.trim_end_matches('(')));
    }
    let behind = text.trim_end_matches(')');
    let digits = behind.bytes().rev().take_while(u8::is_ascii_digit).count();
    if let Some(count) = behind[behind.len() - digits..].parse().ok().filter(some)
        && let before = behind[..behind.len() - digits].trim_end()
        && let Some(before) = before.strip_suffix(['x', 'X', '×', '*'])
        && before.ends_with([' ', '('])
        && is_name_before(before)
    {
        return (count, clean(before.trim_end_matches('(')));
    }
    (1, text)
}

/// Whether a name stands there, whose copies are counted. Behind a comma `x1` is an upgrade: TIE/x1.
fn is_name_before(text: &str) -> bool {
    !text.trim_end().ends_with([',', '+', ':', '-', '–', '—', '/', '|', '&', '•', '·', '~'])
        && !text.trim().is_empty()
}

/// A ship as it is written.
#[derive(Clone, Default)]
pub struct Line {
    /// Where it stands, counted from nought.
    pub number: usize,
    pub pilot: Written,
    /// The type of ship beside the pilot.
    pub kinds: Vec<ShipTypeId>,
    pub upgrades: Vec<Written>,
    pub points: Option<i32>,
    pub copies: usize,
    /// Upgrades follow on lines of their own.
    pub is_open: bool,
    /// How far it is from the left margin, and whether nothing stands on the line above it.
    pub indent: usize,
    pub is_after_gap: bool,
    /// It stands below a ship, and its name is that of a pilot as well as that of an upgrade.
    pub is_doubtful: bool,
}

impl Line {
    /// `2x Ship: Pilot (points)`, `Ship - Pilot`, `PS9 Pilot`, `Pilot in a Ship x2`
    pub fn new(text: &str) -> Line {
        let (copies, text) = copies(clean(text));
        let (mut kinds, text) = kind_before(text);
        let (skill, text) = skill_before(text);
        let mut pilot = Written::new(text);
        pilot.notes.extend(skill.map(|skill| format!("PS {skill}")));
        for article in [" in a ", " in an ", " in the ", " im ", " in einem "] {
            if let Some((name, kind)) = pilot.name.split_once(article)
                && !names::ships(kind).is_empty()
            {
                kinds = names::ships(kind);
                pilot.name = name.trim().to_string();
                break;
            }
        }
        if let Some((name, skill)) = skill_behind(&pilot.name) {
            pilot.notes.push(format!("PS {skill}"));
            pilot.name = name.to_string();
        }
        let points = pilot.points.take();
        let copies = copies.max(pilot.copies);
        if let Some((kind, flown)) = pilot_in_remark(&pilot) {
            return Line { kinds: kind, points, copies: copies.max(flown.copies), ..flown };
        }
        // What is a pilot is said by the place.
        pilot.notes.retain(|note| plain(note) != "pilot");
        let mut ship = Line { pilot, kinds, points, copies, ..Line::default() };
        ship.take_title();
        ship.take_remarks();
        ship
    }

    /// `Boba Fett Slave I`: the title that this pilot may have rather than the type of ship called like it.
    fn take_title(&mut self) {
        if is_known(&self.pilot.name) {
            return;
        }
        let Some((name, title)) = without_ship(&self.pilot.name) else { return };
        if is_title(title, &names::meant_pilots(name).ids) {
            self.upgrades.push(Written::new(title));
            self.pilot.name = name.to_string();
        }
    }

    /// Remarks behind a pilot that name upgrades: `Epsilon Ace (Juke)`, `Boba Fett (Slave I)`, `Luke (28 pts, with R2-D2)`.
    fn take_remarks(&mut self) {
        let notes = std::mem::take(&mut self.pilot.notes);
        let pilots = named_pilots(self).ids;
        for note in notes {
            let bare =
                ["with ", "w/", "mit "].iter().find_map(|join| note.strip_prefix(join)).unwrap_or(&note);
            let is_card = |card: &Written| !names::meant_upgrades(&card.name).ids.is_empty();
            let (sums, cards): (Vec<&str>, Vec<&str>) =
                split_at_any(bare, &[',', '+']).into_iter().partition(|part| number(part).is_some());
            let cards = split_outside(&cards.join(","), &[',']);
            let are_cards = !cards.is_empty() && cards.iter().all(is_card);
            if is_title(&note, &pilots) || (are_cards && !tells_pilots(&note)) {
                self.points = self.points.or(sums.first().and_then(|sum| number(sum)));
                self.upgrades.extend(cards);
            } else {
                self.pilot.notes.push(note);
            }
        }
    }

    /// Something that stands behind the pilot: an upgrade, or else the type of ship or its points.
    pub fn take(&mut self, part: Written) {
        let kinds = names::ships(&part.name);
        if let Some(points) = number(&part.name) {
            self.points = self.points.or(Some(points));
        } else if kinds.is_empty()
            || !names::upgrades(&part.name).is_empty()
            || is_title(&part.name, &named_pilots(self).ids)
        {
            self.upgrades.push(part);
        } else {
            self.kinds = kinds;
        }
    }

    /// How many upgrades it has.
    pub fn cards(&self) -> usize {
        self.upgrades.iter().fold(0, |sum: usize, card| sum.saturating_add(card.copies.max(1)))
    }

    /// The ships of a line that stands for several pilots: `IG-88A&B`.
    pub fn each(self) -> Vec<Line> {
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

/// A pilot behind a type of ship, with or without upgrades: `X-wing (Luke)`, `X-wing (Luke, R2-D2)`.
fn pilot_in_remark(kind: &Written) -> Option<(Vec<ShipTypeId>, Line)> {
    let kinds = names::ships(&kind.name);
    let [remark] = &*kind.notes else { return None };
    if kinds.is_empty() || !names::pilots(&kind.name).is_empty() {
        return None;
    }
    let mut parts = split_at(remark, ',').into_iter();
    let mut ship = Line::new(parts.next()?);
    parts.flat_map(pieces).for_each(|part| ship.take(part));
    let with = Line { kinds: kinds.clone(), ..ship.clone() };
    (!named_pilots(&with).ids.is_empty()).then_some((kinds, ship))
}

/// `Poe PS8`
fn skill_behind(name: &str) -> Option<(&str, u8)> {
    let (name, last) = name.rsplit_once(char::is_whitespace)?;
    let skill = last.strip_prefix("PS").or_else(|| last.strip_prefix("ps"))?;
    Some((name.trim_end(), skill.parse().ok()?))
}

/// A type of ship before its pilot: `X-wing: Luke`, `X-wing - Luke`. Huge ships have the names of their pilots.
fn kind_before(text: &str) -> (Vec<ShipTypeId>, &str) {
    for joint in [":"].into_iter().chain(JOINTS) {
        if let Some((kind, pilot)) = text.split_once(joint)
            && !names::ships(kind).is_empty()
            && if joint == ":" { names::pilots(kind).is_empty() } else { !is_known(kind) }
        {
            return (names::ships(kind), clean(pilot));
        }
    }
    (Vec::new(), text)
}

/// A pilot skill before its pilot: `PS9 Luke`, `PS 9: Luke`, `(PS 9) Luke`.
fn skill_before(text: &str) -> (Option<u8>, &str) {
    let bare = text.trim_start_matches('(');
    let Some((_, rest)) = bare.split_at_checked(2).filter(|(word, _)| word.eq_ignore_ascii_case("ps")) else {
        return (None, text);
    };
    let rest = rest.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let name = rest[digits..].trim_start_matches(|c: char| c.is_whitespace() || ":.)-–—".contains(c));
    match rest[..digits].parse() {
        Ok(skill) if !name.is_empty() && name.len() < rest[digits..].len() => (Some(skill), name),
        _ => (None, text),
    }
}

/// A line with the usual signs for what others write with other ones: arrows, curly brackets, columns, points in square
/// brackets, and an upgrade right behind the points of a card.
pub fn in_usual_signs(line: &str) -> String {
    let line = prose::unslanted(line.trim(), ["[", "]"]);
    let mut line = line.replace('{', "[").replace('}', "]").replace('\t', " | ");
    for arrow in ["→", "⇒", "=>", "->", "»", " >> "] {
        line = line.replace(arrow, " : ");
    }
    line = line.replace(" -- ", " - ").replace(" // ", " ; ");
    while let Some((before, (inner, behind))) =
        line.split_once('<').and_then(|(before, rest)| Some((before, rest.split_once('>')?)))
    {
        line = format!("{before}[{inner}]{behind}");
    }
    let mut usual = String::with_capacity(line.len());
    let mut rest = &*line;
    while let Some(open) = rest.find(['(', '[']) {
        let close = if rest[open..].starts_with('(') { ')' } else { ']' };
        let Some(end) = rest[open..].find(close).map(|end| open + end) else { break };
        let inner = &rest[open + 1..end];
        usual.push_str(&rest[..open]);
        rest = &rest[end + 1..];
        let is_skill = skill_behind(&format!("x {}", inner.replace(' ', ""))).is_some();
        if number(inner).is_none() && !is_skill {
            usual.extend([if close == ')' { "(" } else { "[" }, inner, if close == ')' { ")" } else { "]" }]);
            continue;
        }
        let is_first = clean(&usual).is_empty();
        usual.extend(["(", inner, ")"]);
        if is_next_card(rest) && !is_first {
            usual.push_str(" +");
        }
    }
    usual.push_str(rest);
    usual
}

/// Whether what stands behind the points of a card is the next card.
fn is_next_card(rest: &str) -> bool {
    let Some(word) = rest.strip_prefix(' ').and_then(|rest| rest.split_whitespace().next()) else {
        return false;
    };
    let is_count = |word: &str| word.trim_start_matches(['x', 'X']).parse::<u8>().is_ok();
    let joins = ["w/", "with", "mit", "and", "und", "in", "im", "x", "each", "je"];
    word.starts_with(|c: char| c.is_alphanumeric() || "\"'“„«".contains(c))
        && !joins.contains(&&*word.to_lowercase())
        && !word.starts_with("w/")
        && !is_count(word)
        && !is_unit(word)
}

/// A line without its number in a list: `1. Luke`, `2) Han`.
pub fn numberless(line: &str) -> &str {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '));
    rest.filter(|_| digits > 0).map_or(line, clean)
}

/// A whole ship on a line, if it is one: with pluses, or with upgrades in brackets.
pub fn split_ship(line: &str) -> Result<Option<Line>, Fault> {
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
        split_outside(upgrades, &[',']).into_iter().for_each(|part| ship.take(part));
        return Ok(Some(ship));
    }
    let mut parts = split_at(line, '+');
    if parts.len() < 2 {
        return Ok(None);
    }
    let first = parts.remove(0);
    let mut ship = Line::new(first);
    if named_pilots(&ship).ids.is_empty() {
        ship = with_upgrades(first).or_else(|| behind_commas(first)).unwrap_or(ship);
    }
    let parts = parts.into_iter().filter(|part| !clean(part).is_empty());
    parts.flat_map(pieces).for_each(|part| ship.take(part));
    close(&mut ship);
    Ok(Some(ship))
}

/// `Pilot, A, B`, where more upgrades follow behind a plus.
fn behind_commas(text: &str) -> Option<Line> {
    let mut parts = split_at(text, ',').into_iter();
    let mut ship = Line::new(parts.next()?);
    parts.filter(|part| !clean(part).is_empty()).flat_map(pieces).for_each(|part| ship.take(part));
    (!named_pilots(&ship).ids.is_empty()).then_some(ship)
}

/// One upgrade, or several between signs that may also be part of a name: `PtL/Title/AT`, `Gunner & Luke`.
pub fn pieces(part: &str) -> Vec<Written> {
    let whole = Written::new(part);
    if !names::meant_upgrades(&whole.name).ids.is_empty() || !names::ships(&whole.name).is_empty() {
        return vec![whole];
    }
    let text = part.replace(" and ", " & ").replace(" und ", " & ").replace(" w/ ", " & ");
    for signs in [&['&'] as &[char], &['/'], &['/', '&', ',']] {
        let pieces: Vec<Written> = split_at_any(&text, signs)
            .into_iter()
            .filter(|part| !clean(part).is_empty())
            .map(Written::new)
            .collect();
        let is_card = |piece: &Written| {
            !names::meant_upgrades(&piece.name).ids.is_empty()
                || names::slot(&piece.name) == Some(UpgradeSlot::Title)
        };
        if pieces.len() > 1 && pieces.iter().all(is_card) {
            return pieces;
        }
    }
    vec![whole]
}

/// Points and a number of copies behind the last upgrade are those of the ship.
pub fn close(ship: &mut Line) {
    let Some(last) = ship.upgrades.last_mut() else { return };
    if ship.points.is_none() {
        ship.points = last.points.take();
    }
    if ship.copies == 1 {
        ship.copies = std::mem::replace(&mut last.copies, 1);
    }
}

/// The parts between separators that stand in no parentheses.
pub fn split_at(text: &str, separator: char) -> Vec<&str> {
    split_at_any(text, &[separator])
}

pub fn split_at_any<'a>(text: &'a str, separators: &[char]) -> Vec<&'a str> {
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

pub fn split_outside(text: &str, separators: &[char]) -> Vec<Written> {
    let parts = split_at_any(text, separators).into_iter().filter(|part| !clean(part).is_empty());
    parts.flat_map(pieces).collect()
}

/// Whether a name is rather a pilot's than an upgrade's. Below a pilot shorthand is rather for upgrades.
pub fn is_pilot(ship: &Line, is_below: bool) -> bool {
    let pilots = named_pilots(ship);
    let upgrades = names::meant_upgrades(&ship.pilot.name);
    if pilots.ids.is_empty() {
        return false;
    }
    match (pilots.how, upgrades.how) {
        _ if upgrades.ids.is_empty() || has_ship(ship) => true,
        (How::Named, How::Named) => true,
        (How::Named, _) => true,
        (_, How::Named) => false,
        _ => !is_below,
    }
}

/// Whether a name may be a pilot's as well as an upgrade's. Only a pilot has a ship.
pub fn is_doubtful(ship: &Line) -> bool {
    let (pilots, upgrades) = (named_pilots(ship), names::meant_upgrades(&ship.pilot.name));
    !pilots.ids.is_empty() && !upgrades.ids.is_empty() && pilots.how == upgrades.how && !has_ship(ship)
}

/// Whether it is said which ship the pilot flies.
fn has_ship(ship: &Line) -> bool {
    !ship.kinds.is_empty() || ship.pilot.notes.iter().any(|note| !names::nearly_ships(note).is_empty())
}

/// `Pilot w/ A, B and C`, `Pilot: A, B`, `Pilot - A - B`.
pub fn with_upgrades(line: &str) -> Option<Line> {
    let (copies, line) = copies(clean(line));
    let (kinds, line) = kind_before(line);
    for joint in [" w/ ", " w/", " w. ", " w ", " with ", " mit ", ": "].into_iter().chain(JOINTS) {
        let Some((pilot, upgrades)) = line.split_once(joint) else { continue };
        let mut ship = Line::new(pilot);
        ship.copies = ship.copies.max(copies);
        ship.kinds.extend(&kinds);
        if named_pilots(&ship).ids.is_empty() {
            continue;
        }
        let upgrades = JOINTS
            .iter()
            .chain(&[" and ", " und ", " & "])
            .fold(upgrades.to_string(), |text, and| text.replace(and, ", "));
        for part in split_outside(&upgrades, &[',']) {
            ship.take(part);
        }
        ship.is_open = ship.upgrades.is_empty();
        close(&mut ship);
        return Some(ship);
    }
    None
}

/// A type of ship and nothing else.
pub fn is_kind_alone(ship: &Line) -> bool {
    let Written { name, notes, .. } = &ship.pilot;
    ship.kinds.is_empty()
        && notes.is_empty()
        && ship.copies == 1
        && !names::ships(name).is_empty()
        && !is_known(name)
}
