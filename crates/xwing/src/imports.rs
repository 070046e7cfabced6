//! Squads that players paste and copy: XWS of the squad builders, squads as plain text, and the project's own files.
//!
//! A list is accepted first and judged later. Whatever it names that this game does not know stays in it under the name
//! it came with, so that the check of the squad names it; nothing is left out silently.

mod names;
mod text;
mod xws;

use serde_json::Value;
use table::{Fault, Text};

use crate::lists::{self, Squad};
use crate::options::Options;

pub use text::{read_text, write_brackets, write_text};
pub use xws::{Xws, read_xws, write_xws};

/// A squad that could be read, and what was odd about the document although it could.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    pub squad: Squad,
    pub notes: Vec<Fault>,
    /// What the squad is to be judged by, if the document says so.
    pub options: Options,
}

fn fault(en: impl Into<String>, de: impl Into<String>) -> Vec<Fault> {
    vec![Fault::new("", None, en, de)]
}

/// Something that is counted from one.
fn numbered(en: &str, de: &str, index: usize) -> Text {
    Text { en: format!("{en} {}", index + 1), de: format!("{de} {}", index + 1) }
}

/// Reads a squad in any of the forms.
pub fn read(text: &str) -> Result<Reading, Vec<Fault>> {
    let text = table::files::pasted(text)?;
    let own_file = || {
        lists::read(text).map(|(squad, options)| Reading {
            squad: squad.tidy(),
            options,
            ..Reading::default()
        })
    };
    // Squads in brackets and files of our own may begin with a bracket as well.
    let is_array = || text.starts_with('[') && serde_json::from_str::<Value>(text).is_ok();
    if text.starts_with('{') || is_array() {
        let value: Value = table::files::read_json(text)?;
        if value.get("ship").is_some() {
            return own_file();
        }
        let reading = |xws: Xws| Reading { squad: xws.squad, notes: xws.notes, ..Reading::default() };
        return xws::from_value(value).map(reading);
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
    read_text(text).map(|squad| Reading { squad, ..Reading::default() })
}
