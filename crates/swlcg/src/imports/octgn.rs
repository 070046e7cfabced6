//! Decks of OCTGN: an XML file with single cards. Every card of every objective set has an id of its own there, so that
//! objectives say which sets there are, and the other cards whether they are whole.

use roxmltree::{Document, Node};

use table::spelling::{loose, plain};

use super::{Entry, Reading, affiliation_named, counted, fault, set_named};
use crate::cards::{CardType, Kind, library};
use crate::lists::DeckList;
use table::{Fault, Lang};

/// The ids of the game and of its cards; those of cards end in a number.
const GAME: &str = "d5cf89e5-1984-4873-8ae0-f06eea411bb3";
const CARDS: &str = "ff4fb461-8060-457a-9c16-";

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

    /// Takes at most so many copies of a card: those with its id, then those with its name.
    fn take(&mut self, kind: Kind, number: u32, copies: usize, by_name: bool) -> usize {
        let names = [Lang::En, Lang::De].map(|lang| loose(library().card(kind).name.in_(lang)));
        let mut taken = 0;
        for one in &mut self.0 {
            let is_meant = match one.number {
                Some(own) => own == number,
                None => by_name && names.contains(&loose(&one.name)),
            };
            if is_meant {
                let more = one.copies.min(copies - taken);
                one.copies -= more;
                taken += more;
            }
        }
        taken
    }
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
    for set in library().sets() {
        // Of several objectives of one name the first is meant.
        let objective = library().card(set.cards[0]).name.in_(Lang::En);
        let is_first = set_named(objective).is_some_and(|first| first.number == set.number);
        let copies = loose.take(set.cards[0], set.octgn[0], usize::MAX, is_first);
        if copies == 0 {
            continue;
        }
        reading.add(Entry::Set(set.number), copies);
        for (kind, number) in set.cards.iter().zip(&set.octgn).skip(1) {
            let missing = copies - loose.take(*kind, *number, copies, true);
            if missing > 0 {
                let card = library().card(*kind).name.in_(Lang::En);
                reading.unknown(format!("− {missing} × {card} (Set {})", set.number));
            }
        }
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
