//! Decks of OCTGN: an XML file with single cards. Every card of every objective set has an id of its own there, so that
//! objectives say which sets there are, and the other cards whether they are whole.

use roxmltree::{Document, Node};

use table::spelling::{loose, plain};

use super::{Entry, Reading, affiliation_named, counted, fault, set_named};
use crate::cards::{CardType, Kind, ObjectiveSet, library};
use crate::lists::DeckList;
use table::{Fault, Lang};

/// The ids of the game and of its cards; those of cards end in a number.
pub const GAME: &str = "d5cf89e5-1984-4873-8ae0-f06eea411bb3";
const CARDS: &str = "ff4fb461-8060-457a-9c16-";

/// The parts of a deck there, plainly spelt.
const SECTIONS: [&str; 3] = ["affiliation", "commanddeck", "objectivedeck"];

/// Numbers of the affiliation cards.
const AFFILIATIONS: [(u32, &str); 18] = [
    (93, "scum-and-villainy"),
    (94, "sith"),
    (95, "imperial-navy"),
    (143, "jedi"),
    (173, "rebel-alliance"),
    (216, "smugglers-and-spies"),
    (1669, "guardians-of-justice"),
    (1670, "no-questions-asked"),
    (1671, "fighters-for-freedom"),
    (1672, "information-network"),
    (1673, "desperate-allies"),
    (1674, "mercenary-contacts"),
    (1675, "galactic-enforcers"),
    (1676, "expendable-allies"),
    (1677, "dark-masters"),
    (1678, "any-methods-necessary"),
    (1679, "promise-of-power"),
    (1680, "imperial-contractors"),
];

/// A line of the file.
struct Line {
    /// As it is written, if it is no number.
    copies: Result<usize, String>,
    number: Option<u32>,
    name: String,
}

/// Cards that belong to no set yet. One without an id of this game goes by its name.
struct Cards(Vec<Loose>);

struct Loose {
    number: Option<u32>,
    copies: usize,
    name: String,
}

impl Cards {
    fn add(&mut self, number: Option<u32>, copies: usize, name: String) {
        let same = |one: &&mut Loose| match number {
            Some(_) => one.number == number,
            None => one.number.is_none() && loose(&one.name) == loose(&name),
        };
        match self.0.iter_mut().find(same) {
            Some(one) => one.copies = one.copies.saturating_add(copies),
            None => self.0.push(Loose { number, copies, name }),
        }
    }

    /// Takes at most so many copies of the card with that id.
    fn take_by_id(&mut self, number: u32, copies: usize) -> usize {
        self.take(copies, |one| one.number == Some(number))
    }

    /// Takes at most so many copies of what has no id of its own, but the name of this card.
    fn take_by_name(&mut self, kind: Kind, copies: usize) -> usize {
        let names = [Lang::En, Lang::De].map(|lang| loose(library().card(kind).name.in_(lang)));
        self.take(copies, |one| one.number.is_none() && names.contains(&loose(&one.name)))
    }

    /// Takes at most so many copies of what goes by the name of this card, whatever its id.
    fn take_by_title(&mut self, kind: Kind, copies: usize) -> usize {
        self.take(copies, |one| is_called(one, kind))
    }

    /// How many copies there are of the card of a place, by its id or its name.
    fn count(&self, kind: Kind, number: u32) -> usize {
        let is_it = |one: &&Loose| one.number == Some(number) || is_called(one, kind);
        self.0.iter().filter(is_it).map(|one| one.copies).fold(0, usize::saturating_add)
    }

    fn take(&mut self, copies: usize, is_meant: impl Fn(&Loose) -> bool) -> usize {
        let mut taken = 0;
        for one in self.0.iter_mut().filter(|one| is_meant(one)) {
            let more = one.copies.min(copies - taken);
            one.copies -= more;
            taken += more;
        }
        taken
    }
}

/// Whether a line goes by the name of a card; one without a name by that of the card with its id.
fn is_called(one: &Loose, kind: Kind) -> bool {
    let names = [Lang::En, Lang::De].map(|lang| library().card(kind).name.in_(lang));
    if !one.name.is_empty() {
        return names.iter().any(|name| loose(name) == loose(&one.name));
    }
    let own = one.number.and_then(|number| {
        let place = |set: &ObjectiveSet| Some(set.cards[set.octgn.iter().position(|own| *own == number)?]);
        library().sets().iter().find_map(place)
    });
    own.is_some_and(|own| library().card(own).name.in_(Lang::En) == names[0])
}

/// A place of a set that is in the deck, and how many copies of its card are still missing there.
struct Place {
    set: u16,
    kind: Kind,
    number: u32,
    missing: usize,
}

pub fn read_octgn(text: &str) -> Result<Reading, Vec<Fault>> {
    let file = Document::parse(text).map_err(|error| {
        let line = error.pos().row;
        fault(format!("this is no XML file: {error}"), format!("das ist keine XML-Datei (Zeile {line})"))
    })?;
    let game = file.root_element().attribute("game");
    if game.is_none_or(|game| !game.eq_ignore_ascii_case(GAME)) {
        return Err(fault("this is no OCTGN deck of this game", "das ist kein OCTGN-Deck dieses Spiels"));
    }
    let lines = lines(&file);
    if lines.is_empty() {
        return Err(fault("the deck has no cards", "das Deck hat keine Karten"));
    }
    let mut reading = Reading::default();
    note_sections(&file, &mut reading);
    let mut loose = Cards(Vec::new());
    for mut line in lines {
        if line.number.is_some_and(|number| !goes_with(number, &line.name)) {
            line.number = None;
            let name = &line.name;
            reading.note(
                name,
                "has the id of another card or of none; it is read by its name",
                "hat die id einer anderen Karte oder gar keiner; gelesen wird der Name",
            );
        }
        let copies = match line.copies {
            Ok(copies) => copies,
            Err(words) => {
                reading.unknown(format!("× {words} · {}", line.name));
                continue;
            }
        };
        let by_number = line.number.and_then(|number| AFFILIATIONS.iter().find(|(own, _)| *own == number));
        let by_name = || affiliation_named(&line.name).filter(|_| line.number.is_none());
        match by_number.map(|(_, id)| *id).or_else(by_name) {
            Some(id) => reading.add(Entry::Affiliation(id.to_string()), copies),
            None => loose.add(line.number, copies, line.name),
        }
    }
    regroup(&mut reading, loose);
    Ok(reading)
}

/// Whether an id is that of a card with such a name. Without a name the id alone tells; a name that no card has tells nothing.
fn goes_with(number: u32, name: &str) -> bool {
    let affiliation = AFFILIATIONS.iter().find(|(own, _)| *own == number).map(|(_, id)| *id);
    let set = library().sets().iter().find_map(|set| {
        let place = set.octgn.iter().position(|own| *own == number)?;
        set.cards.get(place).copied()
    });
    let of = affiliation.and_then(|id| library().find(id)).map(|(kind, _)| kind).or(set);
    let is_named = |kind: Kind| {
        [Lang::En, Lang::De].iter().any(|lang| loose(library().card(kind).name.in_(*lang)) == loose(name))
    };
    match of {
        _ if name.is_empty() => true,
        Some(kind) => is_named(kind) || !library().kinds().any(|(other, _)| is_named(other)),
        None => false,
    }
}

/// Puts single cards back into their sets. A set that is not whole, and a card without its set, are said to be so.
fn regroup(reading: &mut Reading, mut loose: Cards) {
    let mut places: Vec<Place> = Vec::new();
    for (set, copies) in sets_there(&mut loose) {
        reading.add(Entry::Set(set.number), copies);
        let others = set.cards.iter().zip(&set.octgn).skip(1);
        let place = |(kind, number): (&Kind, &u32)| Place {
            set: set.number,
            kind: *kind,
            number: *number,
            missing: copies,
        };
        places.extend(others.map(place));
    }
    // An id tells the set, a name may be that of cards in several: what has an id finds its place first.
    for place in &mut places {
        place.missing -= loose.take_by_id(place.number, place.missing);
    }
    for place in &mut places {
        place.missing -= loose.take_by_name(place.kind, place.missing);
    }
    // A deck may give one id for both copies of a card in a set, or that of another printing.
    for place in &mut places {
        place.missing -= loose.take_by_title(place.kind, place.missing);
    }
    for Place { set, kind, missing, .. } in places.into_iter().filter(|place| place.missing > 0) {
        let card = library().card(kind).name.in_(Lang::En);
        reading.unknown(format!("− {missing} × {card} (Set {set})"));
    }
    for Loose { number, copies, name } in loose.0.into_iter().filter(|one| one.copies > 0) {
        let set =
            library().sets().iter().find(|set| number.is_some_and(|number| set.octgn.contains(&number)));
        let of = set.map_or(String::new(), |set| format!(" (Set {})", set.number));
        let name = match number {
            Some(number) if name.is_empty() => format!("{CARDS}{number:012}"),
            _ => name,
        };
        reading.unknown(format!("+ {copies} × {name}{of}"));
    }
}

/// Says which parts of the file the game does not have; their cards are read all the same.
fn note_sections(file: &Document, reading: &mut Reading) {
    let sections = file.descendants().filter(|node| node.has_tag_name("section") && node.has_children());
    let names = sections.filter_map(|section| section.attribute("name"));
    for name in names.filter(|name| !SECTIONS.contains(&&*plain(name))) {
        reading.note(
            name,
            "is no section of decks of this game; its cards are read as part of the deck",
            "ist kein Abschnitt von Decks dieses Spiels; die Karten darin werden als Teil des Decks gelesen",
        );
    }
}

/// The sets whose objectives are there, and how often. Of several objectives of one name the first is meant, unless an id
/// tells them apart.
fn sets_there(loose: &mut Cards) -> Vec<(&'static ObjectiveSet, usize)> {
    let sets = library().sets().iter();
    let mut there: Vec<_> = sets.map(|set| (set, loose.take_by_id(set.octgn[0], usize::MAX))).collect();
    for (set, copies) in &mut there {
        let objective = library().card(set.cards[0]).name.in_(Lang::En);
        if set_named(objective).is_some_and(|first| first.number == set.number) {
            *copies += loose.take_by_name(set.cards[0], usize::MAX - *copies);
        }
    }
    of_their_cards(&mut there, loose);
    there.retain(|(_, copies)| *copies > 0);
    there
}

/// Of sets whose objectives have one name those are meant whose other cards are there: an objective may have the id of
/// another printing.
fn of_their_cards(there: &mut [(&'static ObjectiveSet, usize)], loose: &Cards) {
    let title = |set: &ObjectiveSet| library().card(set.cards[0]).name.in_(Lang::En);
    let whole = |set: &ObjectiveSet| {
        let others = set.cards.iter().zip(&set.octgn).skip(1);
        others.map(|(kind, number)| loose.count(*kind, *number)).min().unwrap_or_default()
    };
    for place in 0..there.len() {
        let (set, copies) = there[place];
        let mut spare = copies.saturating_sub(whole(set));
        for other in 0..there.len() {
            let (namesake, has) = there[other];
            if other == place || spare == 0 || title(namesake) != title(set) {
                continue;
            }
            let more = whole(namesake).saturating_sub(has).min(spare);
            there[other].1 += more;
            there[place].1 -= more;
            spare -= more;
        }
    }
}

/// Every `<card qty id>name</card>`.
fn lines(file: &Document) -> Vec<Line> {
    let cards = file.descendants().filter(|node| node.has_tag_name("card"));
    let line = |card: Node| {
        let id = card.attribute("id").unwrap_or_default().to_ascii_lowercase();
        let copies = card.attribute("qty").unwrap_or("1").trim();
        Line {
            copies: copies.parse().map_err(|_| copies.to_string()),
            number: id.strip_prefix(CARDS).and_then(|number| number.parse().ok()),
            name: card.text().unwrap_or_default().trim().to_string(),
        }
    };
    cards.map(line).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The deck as single cards. Objectives and missions have piles of their own at that table.
pub fn write_octgn(deck: &DeckList) -> String {
    let mut objectives = String::new();
    let mut commands = String::new();
    let line = |number: u32, copies: usize, name: &str| {
        format!("    <card qty=\"{copies}\" id=\"{CARDS}{number:012}\">{}</card>\n", escape(name))
    };
    for (number, copies) in counted(deck) {
        let Some(set) = library().set(number) else { continue };
        for (kind, number) in set.cards.iter().zip(&set.octgn) {
            let card = library().card(*kind);
            let pile = if card.card_type == CardType::Objective { &mut objectives } else { &mut commands };
            pile.push_str(&line(*number, copies, card.name.in_(Lang::En)));
        }
    }
    let affiliation = AFFILIATIONS.iter().find(|(_, id)| plain(id) == plain(&deck.affiliation));
    let affiliation = affiliation.map_or(String::new(), |(number, id)| {
        line(*number, 1, library().find(id).map_or(id, |(_, card)| card.name.in_(Lang::En)))
    });
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n<deck game=\"{GAME}\">\n  \
         <section name=\"Affiliation\">\n{affiliation}  </section>\n  \
         <section name=\"Command Deck\">\n{commands}  </section>\n  \
         <section name=\"Objective Deck\">\n{objectives}  </section>\n</deck>\n"
    )
}
