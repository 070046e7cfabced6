//! Decks as plain text: the affiliation on a line of its own, then one objective set a line, by name or number, with how
//! many copies there are before or after it.

use table::Lang;

use super::{Entry, Reading, affiliation_named, counted, set_named};
use crate::cards::library;
use crate::lists::{DeckList, SETS_WITHOUT_DATA};

/// Words that other programs put over the parts of a deck.
const HEADINGS: [&str; 8] = [
    "affiliation",
    "objective sets",
    "objectives",
    "objective deck",
    "fraktion",
    "einsatzsets",
    "einsatzziele",
    "einsatzdeck",
];

pub fn read_text(text: &str) -> Reading {
    let mut reading = Reading::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let key = |line: &str| line.trim_end_matches(':').trim().to_lowercase();
        if let Some((head, value)) = line.split_once(':') {
            let (head, value) = (head.trim().to_lowercase(), value.trim());
            if head == "name" || head == "deck" {
                reading.name = value.to_string();
                continue;
            }
            if ["affiliation", "fraktion"].contains(&&*head) && !value.is_empty() {
                add(&mut reading, value);
                continue;
            }
        }
        if line.starts_with("Total") || HEADINGS.contains(&&*key(line)) {
            continue;
        }
        add(&mut reading, line);
    }
    reading
}

fn add(reading: &mut Reading, line: &str) {
    let (copies, name) = with_copies(line);
    let found = entry(name).map(|entry| (copies, entry));
    match found.or_else(|| bare_copies(line).and_then(|(copies, name)| Some((copies, entry(name)?)))) {
        Some((copies, entry)) => reading.add(entry, copies),
        None => reading.unknown(line),
    }
}

/// What a name or a number stands for.
fn entry(name: &str) -> Option<Entry> {
    let bare = name.trim_start_matches("Set ").trim_start_matches('#').trim();
    let number = bare.parse().ok();
    if let Some(number) = number.filter(|number| SETS_WITHOUT_DATA.contains(number)) {
        return Some(Entry::Set(number));
    }
    let by_number = number.and_then(|number| library().set(number));
    // "A Hero's Journey (1)" and "A Hero's Journey (Core Set)" mean the same as the bare name.
    let before = name.rsplit_once(" (").map_or(name, |(name, _)| name);
    let set = set_named(name).or_else(|| set_named(before)).or(by_number);
    let affiliation = affiliation_named(name).map(|id| Entry::Affiliation(id.to_string()));
    affiliation.or(set.map(|set| Entry::Set(set.number)))
}

/// A line without the dot or dash of a list. A dash right before a number is a minus.
fn undotted(line: &str) -> &str {
    let rest = line.trim_start_matches(['-', '*', '•', '·']);
    let is_minus = line.starts_with('-') && rest.starts_with(|c: char| c.is_ascii_digit());
    if is_minus { line } else { rest.trim() }
}

/// "2 Name": a number of copies without a sign behind it, unless a number follows.
fn bare_copies(line: &str) -> Option<(usize, &str)> {
    let (number, name) = undotted(line).split_once(char::is_whitespace)?;
    let copies = number.parse().ok().filter(|copies| *copies > 0)?;
    name.trim().parse::<u32>().is_err().then(|| (copies, name.trim()))
}

/// "2x Name", "2 × Name", "Name x2" and the bare name.
fn with_copies(line: &str) -> (usize, &str) {
    let line = undotted(line);
    let times = |text: &str| -> Option<usize> { text.trim().parse().ok().filter(|copies| *copies > 0) };
    for sign in ['x', 'X', '×'] {
        if let Some((number, name)) = line.split_once(sign)
            && let Some(copies) = times(number)
            && name.starts_with(' ')
        {
            return (copies, name.trim());
        }
        if let Some((name, number)) = line.rsplit_once(sign)
            && let Some(copies) = times(number)
            && name.ends_with([' ', '('])
        {
            return (copies, name.trim_end_matches('(').trim());
        }
    }
    (1, line)
}

pub fn write_text(name: &str, deck: &DeckList, lang: Lang) -> String {
    let mut text = String::new();
    if !name.is_empty() {
        text.push_str(&format!("Name: {name}\n"));
    }
    if let Some((_, card)) = deck.affiliation_card() {
        let head = if lang == Lang::En { "Affiliation" } else { "Fraktion" };
        text.push_str(&format!("{head}: {}\n\n", card.name.in_(lang)));
    }
    for (number, copies) in counted(deck) {
        let Some(set) = library().set(number) else { continue };
        let name = library().card(set.cards[0]).name.in_(lang);
        text.push_str(&format!("{copies}x {name} ({number})\n"));
    }
    text
}
