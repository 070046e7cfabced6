//! Squads that players paste and copy: XWS of the squad builders, squads as plain text, and the project's own files.
//!
//! A list is accepted first and judged later. Whatever it names that this game does not know stays in it under the name
//! it came with, so that the check of the squad names it; nothing is left out silently.

mod meant;
mod names;
mod shorthand;
mod text;
mod xws;

use serde_json::{Map, Value};
use table::lobby::Agreed;
use table::{Fault, Text};

use crate::lists::{self, Squad};

pub(crate) use names::{near_pilots, near_upgrades};
pub use text::{read_text, write_brackets, write_text};
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

/// Reads squads in any of the forms. Only containers of the exchange format hold several.
pub fn read(text: &str) -> Result<Vec<Reading>, Vec<Fault>> {
    let own_file = || {
        let (squad, agreed) = lists::read(text)?;
        Ok(vec![Reading { squad: squad.tidy(), agreed, ..Reading::default() }])
    };
    // Squads in brackets and files of our own may begin with a bracket as well.
    let is_array = || text.starts_with('[') && table::files::read_loose_json(text).is_ok();
    if text.starts_with('{') || is_array() {
        let value = table::files::read_loose_json(text)?;
        if value.get("ship").is_some() {
            return own_file();
        }
        return Ok(xws::from_value(value)?.into_iter().map(Reading::from).collect());
    }
    if !text.contains(char::is_whitespace) && (text.contains("://") || text.contains("?f=")) {
        return Err(fault(
            "links of squad builders cannot be read: paste the squad as XWS or as text",
            "Links von Staffelbaukästen lassen sich nicht lesen: füge die Staffel als XWS oder als Text ein",
        ));
    }
    if text.lines().any(|line| line.trim() == "[[ship]]") {
        return own_file();
    }
    Ok(vec![read_text(text)?])
}
