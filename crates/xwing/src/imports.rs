//! Squads that players paste and copy: XWS of the squad builders, squads as plain text, and the project's own files.
//!
//! A list is accepted first and judged later. Whatever it names that this game does not know stays in it under the name
//! it came with, so that the check of the squad names it; nothing is left out silently.

mod doubts;
mod lines;
mod meant;
mod names;
mod rows;
mod shorthand;
mod text;
mod writing;
mod xws;

use serde_json::{Map, Value};
use table::lobby::Agreed;
use table::{Fault, Text};

use crate::cards::library;
use crate::lists::{self, Squad, SquadShip};

pub(crate) use names::{near_pilots, near_upgrades};
pub use text::read_text;
pub use writing::{write_brackets, write_text};
pub use xws::{Xws, read_xws, write_xws};

/// A squad that could be read, and what was odd about the document although it could.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    pub squad: Squad,
    pub notes: Vec<Fault>,
    /// What the squad is to be judged by, if the document says so.
    pub agreed: Agreed,
    /// What the document says besides, as it is written again in the exchange format.
    pub aside: Map<String, Value>,
    /// The same for each ship.
    pub asides: Vec<Map<String, Value>>,
}

fn fault(en: impl Into<String>, de: impl Into<String>) -> Vec<Fault> {
    vec![Fault::new("", None, en, de)]
}

/// Something that is counted from one.
fn numbered(en: &str, de: &str, index: usize) -> Text {
    Text { en: format!("{en} {}", index + 1), de: format!("{de} {}", index + 1) }
}

/// Whether a text bears marks of squads that lists of no other game have: the keys of the exchange format or of our own.
pub fn has_marks(text: &str) -> bool {
    let is_json = text.trim_start().starts_with(['{', '[']) && text.contains("\"pilots\"");
    let is_own = text.contains("[[ship]]") && text.lines().any(|line| line.trim_start().starts_with("pilot"));
    is_json || is_own
}

/// Reads squads in any of the forms. Only containers of the exchange format hold several.
pub fn read(text: &str) -> Result<Vec<Reading>, Vec<Fault>> {
    let own_file = || {
        let (squad, agreed) = lists::read(text)?;
        Ok(vec![Reading { agreed, ..by_names(squad) }])
    };
    // Squads in brackets and files of our own may begin with a bracket as well.
    let is_array = || text.starts_with('[') && table::files::read_loose_json(text).is_ok();
    // `{R2-D2}` is no object.
    let is_object = text.strip_prefix('{').is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.is_empty() || rest.starts_with(['"', '\'', '“', '‘', '}'])
    });
    if is_object || is_array() {
        let values = table::files::read_loose_jsons(text)?;
        if let [value] = &*values
            && value.get("ship").is_some()
        {
            return own_file();
        }
        let mut squads = Vec::new();
        for value in values {
            squads.extend(xws::from_value(value)?.into_iter().map(Reading::from));
        }
        return Ok(squads);
    }
    if !text.contains(char::is_whitespace) && (text.contains("://") || text.contains("?f=")) {
        return Err(not_a_list(text));
    }
    if text.lines().any(|line| line.trim() == "[[ship]]") {
        return own_file();
    }
    text::read_texts(text)
}

/// A squad of our own file; cards that it names otherwise than by their ids are found by their names.
fn by_names(squad: Squad) -> Reading {
    let library = library();
    let is_known = |ship: &SquadShip| {
        library.find_pilot(&ship.pilot).is_some()
            && ship.upgrades.iter().all(|card| library.find_upgrade(card).is_some())
    };
    if squad.ships.iter().all(is_known) {
        return Reading { squad: squad.tidy(), ..Reading::default() };
    }
    let line = |(number, ship): (usize, &SquadShip)| {
        let upgrades = ship.upgrades.iter().map(|card| lines::Written::new(card)).collect();
        lines::Line { number, upgrades, ..lines::Line::new(&ship.pilot) }
    };
    let lines: Vec<lines::Line> = squad.ships.iter().enumerate().map(line).collect();
    let mut reading = meant::squad(&lines, None);
    // Lines of a text they are not.
    reading.notes = reading.notes.into_iter().map(|note| note.at(Text::default())).collect();
    reading.squad.name = squad.name;
    reading.squad = reading.squad.tidy();
    reading
}

/// Why a link is no squad, and what to do instead.
fn not_a_list(link: &str) -> Vec<Fault> {
    let parts = || link.split(['?', '&', '#']);
    let value = |key: &str| parts().find_map(|part| part.strip_prefix(key)?.strip_prefix('='));
    // The squad itself stands in the link, but as numbers of cards that only the squad builder knows.
    let Some(squad) = value("d").filter(|squad| squad.starts_with('v')) else {
        return fault(
            "links to squads cannot be read: paste the squad itself as XWS or as text",
            "Links zu Staffeln lassen sich nicht lesen: füge die Staffel selbst als XWS oder als Text ein",
        );
    };
    // Later editions part the squad with `Z`: `v8ZhZ200Z…`.
    let is_later = squad[1..].trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('Z');
    if is_later {
        return fault(
            "this link is of a squad builder for a later edition of the game, whose squads are not for this one",
            "dieser Link gehört zu einem Staffelbaukasten für eine spätere Edition des Spiels, deren Staffeln hier nicht passen",
        );
    }
    fault(
        "the link names cards by numbers that only its squad builder knows: open it there, export the squad as XWS or as text, and paste that",
        "der Link nennt die Karten mit Nummern, die nur sein Staffelbaukasten kennt: öffne ihn dort, exportiere die Staffel als XWS oder als Text und füge das ein",
    )
}
