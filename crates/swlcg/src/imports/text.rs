//! Decks as plain text: the affiliation on a line of its own, then one objective set a line, by name or number, with how
//! many copies there are before or after it. Deck builders add the product in brackets, the cards of each set below it, or
//! the columns of a table as lines of their own.

use std::collections::HashSet;
use std::sync::LazyLock;

use table::prose::{self, greets, is_prose, left_over, unslanted, untagged, visible, without_struck};
use table::spelling::{distance, forgiven, loose, plain};
use table::{Fault, Lang, Text};

use super::{
    Entry, MOST_COPIES, MOST_ENTRIES, Reading, affiliation_named, counted, is_nearly_known, names_of,
    set_named, slip_of_set,
};
use crate::cards::{CardType, Kind, ObjectiveSet, library};
use crate::lists::{DeckList, SETS_WITHOUT_DATA};

/// Words that other programs put over the parts of a deck.
const HEADINGS: [&str; 25] = [
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
    "total",
    "totals",
    "gesamt",
    "summe",
    "insgesamt",
];

/// What stands above the columns of a table.
const COLUMNS: [&str; 9] =
    ["set", "name", "qty", "quantity", "copies", "count", "number", "anzahl", "nummer"];

/// What may stand before the affiliation.
const SIDES: [&str; 8] = ["ds", "ls", "darkside", "lightside", "dunkleseite", "helleseite", "dark", "light"];

/// More lines, and longer ones, are no deck either.
const MOST_LINES: usize = 2000;
const LONGEST_LINE: usize = 1000;

/// How much of a line a message quotes.
const LONGEST_QUOTE: usize = 200;

/// What is being read.
#[derive(Default)]
struct Page {
    reading: Reading,
    /// The set of the line above, whose cards may follow.
    above: Option<&'static ObjectiveSet>,
    /// A number on a line of its own, until the next line tells what it stands for.
    number: Option<u16>,
    /// What lines say that everything comes to.
    totals: Vec<(usize, usize, Vec<String>)>,
}

pub fn read_text(text: &str) -> Reading {
    let mut page = Page::default();
    let text = untagged(&visible(text));
    for (place, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
        if page.reading.entries.len() > MOST_ENTRIES {
            break;
        }
        if place >= MOST_LINES {
            too_many_lines(&mut page.reading);
            break;
        }
        if line.len() > LONGEST_LINE {
            let beginning: String = line.chars().take(LONGEST_QUOTE).collect();
            not_understood(&mut page, &format!("{beginning}…"));
            continue;
        }
        let (line, struck) = without_struck(line);
        struck.iter().for_each(|words| pass_over(&mut page, place, words));
        let line = unslanted(without_comment(&mut page, place, line.trim()), ["", ""]);
        if !line.trim().is_empty() {
            read_line(&mut page, place, line.trim());
        }
    }
    settle_number(&mut page, None);
    find_affiliation(&mut page.reading);
    compare_totals(&mut page);
    page.reading
}

/// A line without the remark behind it: `// x`, `# x`. It is noted.
fn without_comment<'a>(page: &mut Page, place: usize, line: &'a str) -> &'a str {
    let behind = || [" // ", " # "].into_iter().filter_map(|mark| line.find(mark)).min();
    let (kept, words) = match line.strip_prefix("//") {
        Some(words) => ("", words),
        None => match behind() {
            Some(mark) => (line[..mark].trim(), &line[mark..]),
            None => return line,
        },
    };
    let words = words.trim().trim_start_matches(['/', '#']).trim();
    if words.is_empty() || find(words).is_some() {
        return line;
    }
    pass_over(page, place, words);
    kept
}

/// Says that a deck is said to have another number of sets, or of cards, than it has.
fn compare_totals(page: &mut Page) {
    let sets = page.reading.entries.iter().filter(|entry| matches!(entry, Entry::Set(_))).count();
    for (place, said, words) in std::mem::take(&mut page.totals) {
        // Five command cards come with each objective.
        let fits = if words.iter().any(|word| word.starts_with("set") || word.starts_with("objective")) {
            said == sets
        } else {
            [sets, 5 * sets, 6 * sets].contains(&said)
        };
        if fits {
            continue;
        }
        let (en, de) = (
            format!("the text says {said} in total; {sets} objective sets were read"),
            format!("der Text nennt insgesamt {said}; gelesen wurden {sets} Einsatzsets"),
        );
        page.reading.notes.push(Fault::new("", None, en, de).at(line_text(place)));
    }
}

/// Words beside the name of a set or an affiliation card that say nothing about the deck.
const BESIDE_NAMES: &str = "set sets core cycle pack force deluxe expansion affiliation fraktion objective objectives number \
    x of the a an each je ds ls dark light side dunkle helle seite deck qty quantity copies and und no nr";

/// Notes the words of a line that are part of nothing that was read of it. Products are no part of the deck.
fn note_left_over(page: &mut Page, place: usize, line: &str, read: &[&str]) {
    static PRODUCTS: LazyLock<String> = LazyLock::new(|| {
        let in_both =
            |set: &ObjectiveSet| Lang::ALL.map(|lang| crate::lobby::product_name(&set.product, lang));
        let names = library().sets().iter().flat_map(in_both);
        let cycles = library().kinds().filter(|(_, card)| card.card_type == CardType::Affiliation);
        let affiliations = cycles.flat_map(|(kind, _)| names_of(kind)).map(str::to_string);
        names.chain(affiliations).collect::<Vec<_>>().join(" ")
    });
    let known: Vec<&str> = read.iter().copied().chain([BESIDE_NAMES, &PRODUCTS]).collect();
    let left = left_over(line, &known);
    if !left.is_empty() {
        pass_over(page, place, &left.join(" "));
    }
}

fn too_many_lines(reading: &mut Reading) {
    reading.unknown("…");
    reading.notes.push(Fault::new(
        "",
        None,
        format!("only the first {MOST_LINES} lines were read"),
        format!("nur die ersten {MOST_LINES} Zeilen wurden gelesen"),
    ));
}

/// Where no line names the affiliation, the name of the deck may: `My first deck – Jedi`.
fn find_affiliation(reading: &mut Reading) {
    if reading.entries.iter().any(|entry| matches!(entry, Entry::Affiliation(_))) {
        return;
    }
    let parts = reading.name.split(['-', '–', '—', ':', '|', '(', ')', ',', '[', ']']);
    let words: Vec<&str> = reading.name.split_whitespace().collect();
    let runs =
        (1..=words.len().min(4)).rev().flat_map(|length| words.windows(length)).map(|run| run.join(" "));
    let named = parts.map(str::to_string).chain(runs);
    let found = named.filter_map(|part| Some((part.trim().to_string(), affiliation_named(&part)?))).next();
    let Some((name, id)) = found else { return };
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
    if let Some(total) = prose::total(line).filter(|_| find(line).is_none()) {
        page.totals.push((place, total.said as usize, total.words.clone()));
        if !total.rest.is_empty() {
            read_line(page, place, total.rest);
        }
        return;
    }
    let bare: String = plain(line).chars().filter(|c| !c.is_ascii_digit()).collect();
    let is_rule = !line.contains(char::is_alphanumeric);
    let table = line.replace('\t', " | ");
    let is_columns = table.contains('|') && cells(&table).all(|cell| COLUMNS.contains(&&*plain(cell)));
    if is_rule || is_columns || HEADINGS.contains(&&*bare) {
        return;
    }
    if let Some((copies, name, entry)) = row_of_table(&table) {
        note_left_over(page, place, &table, &[&*in_full(Written::new(name).name, &entry)]);
        return found(page, copies, entry);
    }
    // `Jedi - Guardians of Justice` names two affiliation cards, `Core - Jedi` one.
    if let Some((one, other)) = line.split_once(" - ")
        && affiliation_named(one).is_some()
        && affiliation_named(other).is_some()
    {
        add(page, place, one);
        return add(page, place, other);
    }
    if let Some((copies, sets)) = copies_of_each(line) {
        let each = format!("{copies}x ");
        return between_commas(sets).iter().for_each(|part| add(page, place, &format!("{each}{part}")));
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
    // `2x A Hero's Journey: Luke Skywalker, …`, a set and its cards.
    if let Some((head, cards)) = line.split_once(": ")
        && find(line).is_none()
        && let Some((_, Entry::Set(_))) = find(head)
    {
        add(page, place, head.trim());
        return between_commas(cards).iter().for_each(|part| add(page, place, part));
    }
    // A whole deck on a line, between commas.
    let parts = between_commas(line);
    let known = parts.iter().filter(|part| find(part).is_some()).count();
    if parts.len() > 1 && find(line).is_none() && known * 2 > parts.len() {
        return parts.iter().for_each(|part| add(page, place, part));
    }
    if line.contains("://") {
        if line.split_whitespace().count() < 3 {
            return pass_over(page, place, line);
        }
        // A link behind a name or a sentence is no part of it.
        let (links, words): (Vec<&str>, Vec<&str>) =
            line.split_whitespace().partition(|word| word.contains("://"));
        links.into_iter().for_each(|link| pass_over(page, place, link));
        return read_line(page, place, &words.join(" "));
    }
    add(page, place, line);
}

/// The parts of a line between commas and semicolons. A name may have a comma of its own: `I Don't Like You, Either`.
fn between_commas(line: &str) -> Vec<String> {
    let parts: Vec<&str> = line.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let mut names: Vec<String> = Vec::new();
    let mut rest = &*parts;
    while let [first, behind @ ..] = rest {
        let whole = behind.first().map(|next| format!("{first}, {next}"));
        let is_one = |whole: &String| {
            let name = Written::new(whole).name;
            !is_card(Written::new(first).name)
                && (is_card(name) || find(whole).is_some() && find(first).is_none())
        };
        rest = match whole.filter(is_one) {
            Some(whole) => {
                names.push(whole);
                &behind[1..]
            }
            None => {
                names.push(first.to_string());
                behind
            }
        };
    }
    names
}

/// `A, B (2 each)`, `2 each: A, B`
fn copies_of_each(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_end_matches(')').trim_end();
    let words = ["each", "je"];
    if let Some((head, sets)) = line.split_once(':') {
        let (number, word) = head.trim().split_once(' ')?;
        let number =
            if words.contains(&word) { number } else { Some(word).filter(|_| words.contains(&number))? };
        return Some((number.trim_end_matches('x').parse().ok()?, sets.trim()));
    }
    let (before, _) = line.rsplit_once(' ').filter(|(_, word)| words.contains(word))?;
    let (sets, number) = before.rsplit_once([' ', '('])?;
    let copies = number.trim_start_matches('(').trim_end_matches('x').parse().ok()?;
    let sets = sets.trim_end_matches([' ', '(']);
    between_commas(sets).iter().all(|set| find(set).is_some()).then_some((copies, sets))
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split('|').map(str::trim).filter(|cell| !cell.is_empty())
}

/// A row of a table: the name of a set, before it its number or how many there are, and behind it how many there are.
fn row_of_table(line: &str) -> Option<(usize, &str, Entry)> {
    let cells: Vec<&str> = cells(line).collect();
    let place = cells.iter().position(|cell| cell.parse::<u16>().is_err() && find(cell).is_some())?;
    let (_, entry) = find(cells[place]).filter(|_| line.contains('|'))?;
    let number = |cell: &&str| cell.trim_matches(['x', 'X', '×']).parse().ok().filter(|number| *number > 0);
    let is_own = |number: &usize| u16::try_from(*number).is_ok_and(|number| entry == Entry::Set(number));
    let before = cells[..place].iter().filter_map(number).find(|number| !is_own(number));
    let copies = cells[place + 1..].iter().filter_map(number).next().or(before);
    Some((copies.unwrap_or(1), cells[place], entry))
}

/// Says that a line is no part of the deck.
fn pass_over(page: &mut Page, place: usize, line: &str) {
    let line: String = line.chars().take(LONGEST_QUOTE).collect();
    let (en, de) = (format!("{line:?} is not read"), format!("{line:?} wird nicht gelesen"));
    page.reading.notes.push(Fault::new("", None, en, de).at(line_text(place)));
}

/// What a line names, and how often.
fn find(line: &str) -> Option<(usize, Entry)> {
    if let Some(found) = between_numbers(line) {
        return Some(found);
    }
    let written = Written::new(line);
    let found = written.entry().map(|entry| (written.copies.unwrap_or(1), entry));
    let counted = |(copies, name)| {
        let written = Written { copies: Some(copies), ..Written::new(name) };
        Some((copies, written.entry()?))
    };
    found.or_else(|| bare_copies(line).and_then(counted)).or_else(|| copies_behind(line).and_then(counted))
}

/// A set between its number and how many there are, as in a table: `4 - A Journey to Dagobah - 2`, `6, Name, 2x`.
fn between_numbers(line: &str) -> Option<(usize, Entry)> {
    let is_sign = |c: char| c.is_whitespace() || ",;:.-–—|#()".contains(c);
    let times = ['x', 'X', '×'];
    let line = line.trim_start_matches('#');
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number: u16 = line[..digits].parse().ok()?;
    let rest = line[digits..].strip_prefix(is_sign)?;
    let rest = rest.trim_end_matches(is_sign).trim_end_matches(times).trim_end();
    let name = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let copies = rest[name.len()..].parse().ok().filter(|copies| (1..=MOST_COPIES).contains(copies))?;
    let name = name.trim_end_matches(times);
    let name = name.ends_with(is_sign).then(|| name.trim_matches(is_sign))?;
    let set = set_named(name)?;
    let is_own = library().set(number).is_some_and(|own| name_of(own, Lang::En) == name_of(set, Lang::En));
    is_own.then_some((copies, Entry::Set(number)))
}

/// Numbers of a line that contradict how often its set was read.
fn note_numbers(page: &mut Page, place: usize, line: &str, copies: usize, written: &Written, entry: &Entry) {
    let Entry::Set(number) = entry else { return };
    if set_named(line).is_some() || between_numbers(line).is_some() {
        return;
    }
    let bare = line.replacen(written.name, " ", 1);
    let words = bare.split(|c: char| !c.is_alphanumeric() && c != '×' && c != '-');
    let number_of = |word: &str| word.trim_matches(['x', 'X', '×']).parse::<usize>().ok();
    let numbers: Vec<usize> = words.filter_map(number_of).collect();
    let is_meant = |said: &&usize| **said == copies || **said == usize::from(*number);
    let Some(other) = numbers.iter().find(|said| !is_meant(said)) else { return };
    let (en, de) = (
        format!("{line:?} says {copies} and {other}; the number of copies read is {copies}"),
        format!("„{line}“ nennt {copies} und {other}; gelesen wird die Anzahl {copies}"),
    );
    page.reading.notes.push(Fault::new("", None, en, de).at(line_text(place)));
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
        let names = page.above.iter().flat_map(|set| &set.cards).flat_map(|kind| names_of(*kind));
        let read: Vec<&str> = names.chain(nearly_card(page.above, &written)).collect();
        note_left_over(page, place, line, &read);
        return note_copies(page, place, &written);
    }
    match find(line) {
        Some((copies, entry)) => {
            let name = bare_copies(line).or_else(|| copies_behind(line)).map(|(_, name)| Written::new(name));
            let name = Some(written).filter(|written| written.entry().is_some()).or(name).unwrap_or(written);
            note_left_over(page, place, line, &[&*in_full(name.name, &entry)]);
            note_numbers(page, place, line, copies, &name, &entry);
            found(page, copies, entry);
        }
        None => not_found(page, place, line, &written),
    }
}

/// A name with those of the card that it stands for.
fn in_full(name: &str, entry: &Entry) -> String {
    let kind = match entry {
        Entry::Set(number) => library().set(*number).map(|set| set.cards[0]),
        Entry::Affiliation(id) => library().find(id).map(|(kind, _)| kind),
        Entry::Unknown(_) => None,
    };
    kind.map_or(name.to_string(), |kind| {
        let [en, de] = names_of(kind);
        // What stands behind a dash or in brackets was not needed to find it.
        let short = if entry_of(name).is_some() { name } else { "" };
        format!("{short} {en} {de}")
    })
}

/// The name of a line whose card was found although it has a slip of the pen.
fn nearly_card<'a>(above: Option<&ObjectiveSet>, written: &Written<'a>) -> Option<&'a str> {
    let most = forgiven(plain(written.name).len());
    let wanted = loose(written.name);
    let is = |kind: &Kind| names_of(*kind).iter().any(|name| distance(&loose(name), &wanted, most).is_some());
    above.is_some_and(|set| set.cards.iter().any(is)).then_some(written.name)
}

/// Cards come with their set: how many of one a line wants changes nothing. Builders write the copies of the set there, or
/// those within it.
fn note_copies(page: &mut Page, place: usize, written: &Written) {
    let (Some(set), Some(copies)) = (page.above, written.copies) else { return };
    let sets = page.reading.entries.iter().filter(|entry| **entry == Entry::Set(set.number)).count();
    let wanted = loose(written.name);
    let is_it = |kind: &&Kind| names_of(**kind).iter().any(|name| loose(name) == wanted);
    let within = set.cards.iter().skip(1).filter(is_it).count().max(1);
    if [1, within, sets, within * sets].contains(&copies) {
        return;
    }
    let (en, de) = (name_of(set, Lang::En), name_of(set, Lang::De));
    let note = Fault::new(
        "",
        None,
        format!("{:?} comes with {en}; the number of copies is not read", written.name),
        format!("„{}“ gehört zu {de}; die Anzahl wird nicht gelesen", written.name),
    );
    page.reading.notes.push(note.at(line_text(place)));
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
        note_left_over(page, place, line, &[written.name]);
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
    static CARDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let names = library().kinds().flat_map(|(kind, _)| names_of(kind));
        names.map(loose).collect()
    });
    CARDS.contains(&loose(name))
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
        let (before, note) =
            match in_brackets('(', ')').or_else(|| in_brackets('[', ']')).or_else(|| in_brackets('<', '>')) {
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
        entry_of(self.name)
    }
}

/// A name without the product behind a dash: `Fall of the Jedi - Core`.
fn without_product(name: &str) -> &str {
    let bare =
        [" - ", " – ", " — "].iter().find_map(|dash| name.rsplit_once(dash)).map(|(bare, _)| bare.trim());
    bare.filter(|bare| entry_of(name).is_none() && entry_of(bare).is_some()).unwrap_or(name)
}

/// The name in a line that nobody understood.
pub fn name_alone(line: &str) -> &str {
    Written::new(line).name
}

/// What a name or a number stands for.
fn entry_of(name: &str) -> Option<Entry> {
    let name = name.trim_matches(['[', ']', '<', '>', '"', '“', '”', '„']).trim();
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
