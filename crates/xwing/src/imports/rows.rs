//! Several cards on a line: ships between commas with the upgrades behind them, and lines that keep to no form at all, of
//! which whatever cards they name are taken one after the other.

use super::lines::{Line, Written, clean, close, is_kind_alone, is_pilot, number, pieces, split_at_any};
use super::meant::{named_pilots, suits_one, tells_pilots, tells_upgrades, with_slot};
use super::names::{self, How};
use crate::cards::{UpgradeSlot, library};

/// What joins upgrades to their pilot, and what merely parts one card from the next.
const JOINS: [&str; 6] = [" w/", " w. ", " w ", " with ", " mit ", ": "];
const PARTS: [&str; 13] =
    [" – ", " — ", " - ", " / ", " ~ ", " & ", " and ", " und ", " in a ", " in ", " im ", "  ", ")/"];

/// Longer parts are more than a card with its remarks.
const LONGEST_PART: usize = 200;

/// The most words that the name of a card has.
const LONGEST_NAME: usize = 6;

/// A piece of a line that names a card, or something about one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub text: String,
    /// It stands behind a plus or in brackets: rather an upgrade than another ship.
    pub is_joined: bool,
    /// Others have been joined before it.
    pub is_behind: bool,
}

/// The cards of a line.
#[derive(Default)]
pub struct Row {
    /// Upgrades of the ship above.
    pub before: Vec<Written>,
    pub ships: Vec<Line>,
    /// A type of ship at the end: its pilot stands below.
    pub kind: Option<Line>,
}

impl Row {
    /// How many cards are known and how many are not.
    pub fn counted(&self) -> (usize, usize) {
        let ships = self.ships.iter().chain(&self.kind);
        let upgrades = self.before.iter().chain(ships.flat_map(|ship| &ship.upgrades));
        let upgrades = upgrades.map(is_upgrade);
        let pilots = self.ships.iter().map(|ship| !named_pilots(ship).ids.is_empty());
        let (known, unknown): (Vec<bool>, Vec<bool>) = upgrades.chain(pilots).partition(|known| *known);
        (known.len(), unknown.len())
    }
}

/// Whether something is an upgrade, or says that the title of the ship is meant.
fn is_upgrade(part: &Written) -> bool {
    let is_title = |name: &str| names::slot(name) == Some(UpgradeSlot::Title);
    let is_card = |name: &str| !names::meant_upgrades(name).ids.is_empty() || is_title(name);
    is_card(&part.name) || with_slot(&part.name).is_some_and(|(name, _)| is_card(name))
}

/// Puts the parts of a line together. What may be an upgrade of the ship before it, or above the line, is one if that ship
/// has a place for it.
pub fn row(parts: &[Part], above: Option<&Line>) -> Row {
    let mut row = Row::default();
    for (place, part) in parts.iter().enumerate() {
        let is_head = parts.get(place + 1).is_some_and(|next| next.is_joined);
        let mut ship = Line::new(&part.text);
        if is_kind_alone(&ship) && !row.ships.last().is_some_and(|above| could_fly(above, &ship)) {
            row.kind = Some(ship);
            continue;
        }
        let is_next = match row.ships.last().or(above) {
            _ if row.kind.is_some() && !named_pilots(&ship).ids.is_empty() => true,
            Some(above) => is_next_ship(&ship, part, above, is_head),
            None => is_pilot(&ship, false) || !pieces(&part.text).iter().all(is_upgrade),
        };
        match row.ships.last_mut() {
            _ if is_next => {
                ship.kinds
                    .extend(row.kind.take().map(|kind| names::ships(&kind.pilot.name)).unwrap_or_default());
                row.ships.push(ship);
            }
            Some(above) => match copies_alone(&part.text) {
                Some(copies) if above.copies == 1 => above.copies = copies,
                _ => pieces(&part.text).into_iter().for_each(|part| above.take(part)),
            },
            // Points of an upgrade tell nothing about the ship above.
            None => {
                let cards = pieces(&part.text).into_iter().filter(|part| number(&part.name).is_none());
                match &mut row.kind {
                    Some(kind) => kind.upgrades.extend(cards),
                    None => row.before.extend(cards),
                }
            }
        }
    }
    row.ships.iter_mut().for_each(close);
    row
}

/// Whether the pilot of a ship flies one of a type, and it is not said yet which.
fn could_fly(ship: &Line, kind: &Line) -> bool {
    let with = Line { kinds: names::ships(&kind.pilot.name), ..ship.clone() };
    ship.kinds.is_empty() && !named_pilots(&with).ids.is_empty()
}

/// Whether a part begins another ship, or else is a card of the ship before it.
fn is_next_ship(ship: &Line, part: &Part, above: &Line, is_head: bool) -> bool {
    let library = library();
    let (upgrades, pilots) = (names::meant_upgrades(&ship.pilot.name).ids, named_pilots(ship));
    if upgrades.is_empty() || pilots.ids.is_empty() {
        // Among upgrades a name that nobody has is rather one of theirs.
        let is_guess = pilots.how == How::Guessed && (part.is_joined || part.is_behind) && !is_head;
        return is_pilot(ship, true) && !is_guess;
    }
    let has_place = || {
        let pilots = named_pilots(above).ids;
        let slots = || pilots.iter().flat_map(|pilot| &library.pilot(*pilot).slots);
        let is_free = |slot| [UpgradeSlot::Title, UpgradeSlot::Modification].contains(&slot);
        upgrades.iter().any(|card| {
            let slot = library.upgrade(*card).slot;
            suits_one(*card, &pilots) && (is_free(slot) || slots().any(|other| *other == slot))
        })
    };
    // Only a pilot has a ship or upgrades.
    let has_ship = !ship.kinds.is_empty()
        || (is_head && !part.is_joined)
        || ship.pilot.notes.iter().any(|note| !names::ships(note).is_empty());
    has_ship || (!part.is_joined && !has_place())
}

/// `x3` on its own; `x1` is a title.
fn copies_alone(text: &str) -> Option<usize> {
    let bare = text.trim().trim_matches(['(', ')']);
    let number = bare.strip_prefix(['x', 'X', '×']).or_else(|| bare.strip_suffix(['x', 'X', '×']))?;
    number.trim().parse().ok().filter(|copies| *copies > 1)
}

/// The parts between commas, and those behind pluses.
pub fn between_commas(line: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for text in split_at_any(line, &[',']) {
        for (place, text) in split_at_any(text, &['+']).into_iter().enumerate() {
            if !clean(text).is_empty() {
                let is_behind = parts.last().is_some_and(|last| last.is_joined || last.is_behind);
                parts.push(Part { text: text.trim().to_string(), is_joined: place > 0, is_behind });
            }
        }
    }
    parts
}

/// Whatever a line names, however it is parted: by any of the signs and words that people put between cards, or, where all
/// words are names of cards and the line can be nothing else, by gaps alone.
pub fn loosely(line: &str, by_gaps: bool) -> Vec<Part> {
    let line = format!(" {} ", without_brackets(line));
    let line = JOINS.iter().fold(line, |line, join| line.replace(join, " + "));
    let line = line.replace(['|', '•', '·', ';', '='], ",");
    let each = |part: Part| {
        let texts = apart(&part.text, by_gaps).into_iter().enumerate();
        let text = |(place, text): (usize, &str)| Part {
            text: text.to_string(),
            is_joined: part.is_joined && place == 0,
            is_behind: part.is_behind,
        };
        texts.map(text).collect::<Vec<_>>()
    };
    between_commas(&line).into_iter().flat_map(each).collect()
}

/// A part that names no card as the ones it may consist of.
fn apart(text: &str, by_gaps: bool) -> Vec<&str> {
    if text.len() <= LONGEST_PART && names_something(text) {
        return vec![text];
    }
    for sign in PARTS.into_iter().chain(["/", "&"]) {
        if let Some((one, other)) = text.split_once(sign) {
            // Parentheses before a slash stay closed.
            let one = if sign.starts_with(')') { &text[..=one.len()] } else { one };
            let both = [one.trim(), other.trim()].into_iter().filter(|text| !clean(text).is_empty());
            return both.flat_map(|text| apart(text, by_gaps)).collect();
        }
    }
    words_apart(text).filter(|_| by_gaps).unwrap_or(vec![text])
}

fn names_something(text: &str) -> bool {
    let part = Written::new(text);
    is_upgrade(&part)
        || number(&part.name).is_some()
        || copies_alone(text).is_some()
        || !names::ships(&part.name).is_empty()
        || !named_pilots(&Line::new(text)).ids.is_empty()
}

/// A text all of whose words are names or shorthand of cards, one name after the other.
fn words_apart(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let gaps = rest.match_indices(char::is_whitespace).map(|(place, _)| place);
        let ends: Vec<usize> = gaps.take(LONGEST_NAME).chain([rest.len()]).collect();
        let is_first = found.is_empty();
        let is_name = |end: &&usize| {
            let name = &*Written::new(&rest[..**end]).name;
            !names::pilots(name).is_empty()
                || !names::upgrades(name).is_empty()
                || names::is_shorthand(name)
                || !names::ships(name).is_empty()
                || (is_first && !names::meant_pilots(name).ids.is_empty())
        };
        let end = *ends.iter().rev().find(is_name)?;
        found.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    Some(found)
}

/// A line with pluses for brackets around upgrades, and a comma behind the points of a card.
fn without_brackets(line: &str) -> String {
    let mut open = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find(['(', '[']) {
        let close = if rest[start..].starts_with('(') { ')' } else { ']' };
        let Some(end) = rest[start..].find(close).map(|end| start + end) else { break };
        let inner = &rest[start + 1..end];
        open.push_str(&rest[..start]);
        rest = &rest[end + 1..];
        let is_number = number(inner).is_some() || copies_alone(inner).is_some();
        let is_remark = tells_pilots(inner) || tells_upgrades(inner);
        let are_cards =
            || split_at_any(inner, &[',', '+', '/']).iter().all(|part| is_upgrade(&Written::new(part)));
        if is_number {
            open.extend([" (", inner, "), "]);
        } else if !is_remark && (close == ']' || are_cards()) {
            open.extend([" + ", &inner.replace(',', "+"), ", "]);
        } else {
            open.extend([" (", inner, ") "]);
        }
    }
    open.push_str(rest);
    open
}
