//! Decks as plain text: the affiliation on a line of its own, then one objective set a line, by name or number, with how
//! many copies there are before or after it. Deck builders add the product in brackets, the cards of each set below it, or
//! the columns of a table as lines of their own.

use table::files::{greets, is_prose, untagged, visible};
use table::spelling::{distance, forgiven, loose, plain};
use table::{Fault, Lang, Text};

use super::{
    Entry, MOST_COPIES, MOST_ENTRIES, Reading, affiliation_named, counted, is_nearly_known, set_named,
    slip_of_set,
};
use crate::cards::{ObjectiveSet, library};
use crate::lists::{DeckList, SETS_WITHOUT_DATA};

/// Words that other programs put over the parts of a deck.
const HEADINGS: [&str; 20] = [
    "affiliation",
    "affiliationcard",
    "objectivesets",
    "objectives",
    "objectivedeck",
    "commanddeck",
    "lightside",
    "darkside",
    "units",
    "events",
    "enhancements",
    "fate",
    "decklist",
    "fraktion",
    "fraktionskarte",
    "einsatzsets",
    "einsatzziele",
    "einsatzdeck",
    "helleseite",
    "dunkleseite",
];

/// What stands above the columns of a table.
const COLUMNS: [&str; 9] =
    ["set", "name", "qty", "quantity", "copies", "count", "number", "anzahl", "nummer"];

/// What may stand before the affiliation.
const SIDES: [&str; 8] = ["ds", "ls", "darkside", "lightside", "dunkleseite", "helleseite", "dark", "light"];

/// More lines, and longer ones, are no deck either.
const MOST_LINES: usize = 2000;
const LONGEST_LINE: usize = 1000;

/// What is being read.
#[derive(Default)]
struct Page {
    reading: Reading,
    /// The set of the line above, whose cards may follow.
    above: Option<&'static ObjectiveSet>,
    /// A number on a line of its own, until the next line tells what it stands for.
    number: Option<u16>,
}

pub fn read_text(text: &str) -> Reading {
    let mut page = Page::default();
    let text = untagged(&visible(text));
    for (place, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
        if page.reading.entries.len() > MOST_ENTRIES {
            break;
        }
        if place >= MOST_LINES || line.len() > LONGEST_LINE {
            page.reading.unknown("…");
            break;
        }
        read_line(&mut page, place, line);
    }
    settle_number(&mut page, None);
    find_affiliation(&mut page.reading);
    page.reading
}

/// Where no line names the affiliation, the name of the deck may: `My first deck – Jedi`.
fn find_affiliation(reading: &mut Reading) {
    if reading.entries.iter().any(|entry| matches!(entry, Entry::Affiliation(_))) {
        return;
    }
    let parts = reading.name.split(['-', '–', '—', ':', '|', '(', ')', ',', '[', ']']);
    let Some((name, id)) = parts.filter_map(|part| Some((part.trim(), affiliation_named(part)?))).next()
    else {
        return;
    };
    let (en, de) =
        (format!("{name:?} is read as the affiliation"), format!("{name:?} wird als Fraktion gelesen"));
    reading.notes.push(Fault::new("", None, en, de));
    reading.entries.insert(0, Entry::Affiliation(id.to_string()));
}

fn read_line(page: &mut Page, place: usize, line: &str) {
    if let Some((head, value)) = line.split_once(':').or_else(|| line.split_once(" - ")) {
        let (head, value) = (plain(head), value.trim());
        let bare = head.trim_end_matches(|c: char| c.is_ascii_digit());
        if bare == "name" || bare == "deck" {
            if page.reading.name.is_empty() {
                page.reading.name = value.to_string();
            } else {
                pass_over(page, place, line);
            }
            return;
        }
        if ["affiliation", "affiliationcard", "fraktion", "fraktionskarte"].contains(&bare)
            && !value.is_empty()
        {
            return add(page, place, value);
        }
    }
    let bare: String = plain(line).chars().filter(|c| !c.is_ascii_digit()).collect();
    let is_rule = !line.contains(char::is_alphanumeric);
    let is_columns = line.contains('|') && cells(line).all(|cell| COLUMNS.contains(&&*plain(cell)));
    if is_rule || is_columns || bare.starts_with("total") || HEADINGS.contains(&&*bare) {
        return;
    }
    if let Some((copies, entry)) = row_of_table(line) {
        return found(page, copies, entry);
    }
    // `Jedi: A Hero's Journey x2, …`, `Dark Side: Sith`
    if let Some((head, rest)) = line.split_once(':')
        && find(line).is_none()
        && (affiliation_named(head).is_some() || SIDES.contains(&&*plain(head)))
    {
        if affiliation_named(head).is_some() {
            add(page, place, head.trim());
        }
        if !rest.trim().is_empty() {
            read_line(page, place, rest.trim());
        }
        return;
    }
    // A whole deck on a line, between commas.
    let parts: Vec<&str> = line.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let known = parts.iter().filter(|part| find(part).is_some()).count();
    if parts.len() > 1 && find(line).is_none() && known * 2 > parts.len() {
        return parts.into_iter().for_each(|part| add(page, place, part));
    }
    if line.contains("://") && line.split_whitespace().count() < 3 {
        return pass_over(page, place, line);
    }
    add(page, place, line);
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split('|').map(str::trim).filter(|cell| !cell.is_empty())
}

/// A row of a table: the name of a set, before it its number or how many there are, and behind it how many there are.
fn row_of_table(line: &str) -> Option<(usize, Entry)> {
    let cells: Vec<&str> = cells(line).collect();
    let place = cells.iter().position(|cell| cell.parse::<u16>().is_err() && find(cell).is_some())?;
    let (_, entry) = find(cells[place]).filter(|_| line.contains('|'))?;
    let number = |cell: &&str| cell.trim_matches(['x', 'X', '×']).parse().ok().filter(|number| *number > 0);
    let is_own = |number: &usize| u16::try_from(*number).is_ok_and(|number| entry == Entry::Set(number));
    let before = cells[..place].iter().filter_map(number).find(|number| !is_own(number));
    let copies = cells[place + 1..].iter().filter_map(number).next().or(before);
    Some((copies.unwrap_or(1), entry))
}

/// Says that a line is no part of the deck.
fn pass_over(page: &mut Page, place: usize, line: &str) {
    let line: String = line.chars().take(60).collect();
    let (en, de) = (format!("{line:?} is not read"), format!("{line:?} wird nicht gelesen"));
    page.reading.notes.push(Fault::new("", None, en, de).at(line_text(place)));
}

/// What a line names, and how often.
fn find(line: &str) -> Option<(usize, Entry)> {
    let written = Written::new(line);
    let found = written.entry().map(|entry| (written.copies.unwrap_or(1), entry));
    let counted = |(copies, name)| {
        let written = Written { copies: Some(copies), ..Written::new(name) };
        Some((copies, written.entry()?))
    };
    found.or_else(|| bare_copies(line).and_then(counted)).or_else(|| copies_behind(line).and_then(counted))
}

fn add(page: &mut Page, place: usize, line: &str) {
    // A column of a table: the number of the set, its name, and how many there are, each on a line of its own.
    if let Ok(number) = line.parse() {
        settle_number(page, None);
        page.number = Some(number);
        return;
    }
    if let Some(copies) = copies_alone(line) {
        return add_copies(page, line, copies);
    }
    let written = Written::new(line);
    // A set may have the name of a card in another one.
    let is_set = written.copies.is_some() && set_named(written.name).is_some();
    if !is_set && is_card_of(page.above, &written) {
        return;
    }
    match find(line) {
        Some((copies, entry)) => found(page, copies, entry),
        None => not_found(page, place, line, &written),
    }
}

fn found(page: &mut Page, copies: usize, entry: Entry) {
    settle_number(page, Some(&entry));
    page.above = if let Entry::Set(number) = entry { library().set(number) } else { None };
    page.reading.add(entry, copies);
}

/// A number on a line of its own is the number of the set that the next line names, or else a set itself.
fn settle_number(page: &mut Page, next: Option<&Entry>) {
    let Some(number) = page.number.take() else { return };
    if next == Some(&Entry::Set(number)) {
        return;
    }
    match library().set(number).is_some() || SETS_WITHOUT_DATA.contains(&number) {
        true => page.reading.add(Entry::Set(number), 1),
        false => page.reading.unknown(number.to_string()),
    }
}

/// "2x" below the name of a set.
fn copies_alone(line: &str) -> Option<usize> {
    let number = line.trim_start_matches(['x', 'X', '×']).trim_end_matches(['x', 'X', '×']).trim();
    number.parse().ok().filter(|copies| *copies > 0 && number.len() < line.len())
}

fn add_copies(page: &mut Page, line: &str, copies: usize) {
    match page.above {
        Some(set) => page.reading.add(Entry::Set(set.number), copies - 1),
        None => not_understood(page, line),
    }
}

fn not_understood(page: &mut Page, line: &str) {
    settle_number(page, None);
    page.reading.unknown(line);
}

fn line_text(place: usize) -> Text {
    Text { en: format!("line {}", place + 1), de: format!("Zeile {}", place + 1) }
}

/// A first line is the name of the deck unless it nearly names a set; a slip of the pen is forgiven; a card below another
/// set than its own is told.
fn not_found(page: &mut Page, place: usize, line: &str, written: &Written) {
    if let Some(set) = slip_of_set(written.name, forgiven(plain(written.name).len())) {
        let (en, de) = (name_of(set, Lang::En), name_of(set, Lang::De));
        page.reading.notes.push(
            Fault::new(
                "",
                None,
                format!("{:?} is read as {en}", written.name),
                format!("{:?} wird als {de} gelesen", written.name),
            )
            .at(line_text(place)),
        );
        settle_number(page, Some(&Entry::Set(set.number)));
        page.above = Some(set);
        return page.reading.add(Entry::Set(set.number), written.copies.unwrap_or(1));
    }
    let is_begun = !page.reading.entries.is_empty() || !page.reading.name.is_empty();
    if written.copies.is_none()
        && is_prose(line)
        && (is_begun || greets(line))
        && !is_nearly_known(written.name)
    {
        return pass_over(page, place, line);
    }
    let is_first = !is_begun && page.number.is_none();
    if is_first && written.copies.is_none() && !is_nearly_known(written.name) {
        page.reading.name = line.to_string();
        return;
    }
    let is_card_line = line.starts_with(['•', '·']) || written.printed.is_some();
    if let (Some(set), true) = (page.above, is_card_line && is_card(written.name)) {
        let (en, de) = (name_of(set, Lang::En), name_of(set, Lang::De));
        page.reading.notes.push(
            Fault::new(
                "",
                None,
                format!("{:?} is no card of {en}, below which it stands; it is not read", written.name),
                format!(
                    "„{}“ ist keine Karte von {de}, worunter sie steht; sie wird nicht gelesen",
                    written.name
                ),
            )
            .at(line_text(place)),
        );
        return;
    }
    not_understood(page, line);
}

fn name_of(set: &ObjectiveSet, lang: Lang) -> &'static str {
    library().card(set.cards[0]).name.in_(lang)
}

/// Whether there is a card of that name.
fn is_card(name: &str) -> bool {
    let wanted = loose(name);
    let is = |lang| library().kinds().any(|(_, card)| loose(card.name.in_(lang)) == wanted);
    is(Lang::En) || is(Lang::De)
}

/// Whether a line below a set is one of its cards.
fn is_card_of(above: Option<&ObjectiveSet>, written: &Written) -> bool {
    let Some(set) = above else { return false };
    if let Some((number, card)) = written.printed
        && number == set.number
    {
        return card > 1;
    }
    let (wanted, most) = (loose(written.name), forgiven(plain(written.name).len()));
    let is = |name: &str| distance(&loose(name), &wanted, most).is_some();
    let named = |lang| set.cards.iter().skip(1).any(|kind| is(library().card(*kind).name.in_(lang)));
    named(Lang::En) || named(Lang::De)
}

/// A line with what it says beside the name.
#[derive(Clone, Copy)]
struct Written<'a> {
    name: &'a str,
    copies: Option<usize>,
    /// The printed number of a card: its set, and its place there.
    printed: Option<(u16, u16)>,
}

impl<'a> Written<'a> {
    fn new(line: &'a str) -> Written<'a> {
        let (mut copies, name) = with_copies(line);
        let in_brackets =
            |open, close| name.strip_suffix(close).and_then(|name: &str| name.rsplit_once(open));
        let (before, note) = match in_brackets('(', ')').or_else(|| in_brackets('[', ']')) {
            Some((before, note)) if !before.trim().is_empty() => (before.trim(), note.trim()),
            _ => return Written { name: without_product(name), copies, printed: None },
        };
        let printed =
            note.split_once('-').and_then(|(set, card)| Some((set.parse().ok()?, card.parse().ok()?)));
        // "A Hero's Journey (2)" is there twice, "2x A Hero's Journey (1)" says its number.
        if let (None, Ok(number)) = (copies, note.trim_matches(['x', 'X', '×']).parse::<usize>())
            && (1..=MOST_COPIES).contains(&number)
        {
            copies = Some(number);
        }
        // A name may have brackets of its own.
        let name = if set_named(name).is_some() { name } else { before };
        Written { name, copies, printed }
    }

    /// What the name or the number stands for.
    fn entry(&self) -> Option<Entry> {
        if let Some((number, 1)) = self.printed
            && let Some(set) = library().set(number)
            && loose(name_of(set, Lang::En)) == loose(self.name)
        {
            return Some(Entry::Set(number));
        }
        entry(self.name)
    }
}

/// A name without the product behind a dash: `Fall of the Jedi - Core`.
fn without_product(name: &str) -> &str {
    let bare =
        [" - ", " – ", " — "].iter().find_map(|dash| name.rsplit_once(dash)).map(|(bare, _)| bare.trim());
    bare.filter(|bare| entry(name).is_none() && entry(bare).is_some()).unwrap_or(name)
}

/// The name in a line that nobody understood.
pub fn name_alone(line: &str) -> &str {
    Written::new(line).name
}

/// What a name or a number stands for.
fn entry(name: &str) -> Option<Entry> {
    let name = name.trim_matches(['[', ']', '"', '“', '”', '„']);
    let bare = name.trim_start_matches("Set ").trim_start_matches('#').trim();
    // "#1 A Hero's Journey"
    if let Some((number, title)) = bare.split_once([' ', ':'])
        && let Some(set) = number.parse().ok().and_then(|number| library().set(number))
        && set_named(title.trim_start_matches(['-', '–', ':', ' ']))
            .is_some_and(|named| name_of(named, Lang::En) == name_of(set, Lang::En))
        && bare.len() < name.len()
    {
        return Some(Entry::Set(set.number));
    }
    let number = bare.parse().ok();
    if let Some(number) = number.filter(|number| SETS_WITHOUT_DATA.contains(number)) {
        return Some(Entry::Set(number));
    }
    let by_number = number.and_then(|number| library().set(number));
    let set = set_named(name).or(by_number);
    // "Jedi Affiliation" is the affiliation card of the Jedi.
    let of = ["Affiliation", "affiliation", "Fraktion"].iter().find_map(|word| name.strip_suffix(word));
    let affiliation = affiliation_named(name).or_else(|| affiliation_named(of?));
    affiliation.map(|id| Entry::Affiliation(id.to_string())).or(set.map(|set| Entry::Set(set.number)))
}

/// A line without the dot, the dash or the number of a list. A dash right before a number is a minus.
fn undotted(line: &str) -> &str {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = line[digits..].strip_prefix(['.', ')']).filter(|rest| digits > 0 && rest.starts_with(' '));
    let line = numbered.map_or(line, str::trim);
    let rest = line.trim_start_matches(['-', '*', '•', '·', '–']);
    let is_minus = line.starts_with('-') && rest.starts_with(|c: char| c.is_ascii_digit());
    if is_minus { line } else { rest.trim() }
}

/// "2 Name": a number of copies without a sign behind it, unless a number follows.
fn bare_copies(line: &str) -> Option<(usize, &str)> {
    let (number, name) = undotted(line).split_once(char::is_whitespace)?;
    let copies = number.parse().ok().filter(|copies| *copies > 0)?;
    name.trim().parse::<u32>().is_err().then(|| (copies, name.trim()))
}

/// "Name 2"
fn copies_behind(line: &str) -> Option<(usize, &str)> {
    let (name, number) = undotted(line).rsplit_once(char::is_whitespace)?;
    let copies = number.parse().ok().filter(|copies| (1..10).contains(copies))?;
    Some((copies, name.trim()))
}

/// "2x Name", "2 × Name", "2 of Name", "(2) Name", "Name x2", "Name *2" and the bare name.
fn with_copies(line: &str) -> (Option<usize>, &str) {
    let line = undotted(line);
    let times = |text: &str| -> Option<usize> { text.trim().parse().ok().filter(|copies| *copies > 0) };
    // "(2) Name"
    if let Some((number, name)) = line.strip_prefix('(').and_then(|line| line.split_once(')'))
        && let Some(copies) = times(number.trim_end_matches(['x', 'X', '×']))
        && !name.trim().is_empty()
    {
        return (Some(copies), name.trim());
    }
    for sign in ["x", "X", "×", "*", " of "] {
        if let Some((number, name)) = line.split_once(sign)
            && let Some(copies) = times(number)
            && (name.starts_with(' ') || sign.ends_with(' '))
        {
            return (Some(copies), name.trim());
        }
        if let Some((name, number)) = line.rsplit_once(sign)
            && let Some(copies) = times(number)
            && name.ends_with([' ', '('])
        {
            return (Some(copies), name.trim_end_matches('(').trim());
        }
    }
    (None, line)
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
