//! The commands. Each returns whether all is well, or what went wrong with the call itself.

pub mod cards;
pub mod conformance;
pub mod demo;
pub mod health;
pub mod list;
pub mod replay;
pub mod rules;
pub mod scenario;
pub mod serve;
pub mod simulate;
pub mod store;

use std::io::Read;
use std::path::Path;

use table::lobby::Agreed;
use table::{Fault, Lang};

use crate::games::{self, AnyGame};

/// `Ok(false)` is a finding (exit code 1), `Err` a call that cannot be carried out (exit code 2).
pub type Done = Result<bool, String>;

/// Writes to the standard output; a closed pipe is no error.
pub fn say(text: impl std::fmt::Display) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// The text of a file; `-` is the standard input.
pub fn read_file(path: &Path) -> Result<String, String> {
    let bytes = match path.to_str() {
        Some("-") => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        _ => std::fs::read(path),
    };
    let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
    decoded(bytes).ok_or_else(|| {
        format!("{}: this is no text in UTF-8 or UTF-16; save it as UTF-8 and try again", path.display())
    })
}

/// A text in UTF-8, or in UTF-16 if it begins with its mark, as some editors write it.
fn decoded(bytes: Vec<u8>) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes.get(..2) {
        Some([0xff, 0xfe]) => u16::from_le_bytes,
        Some([0xfe, 0xff]) => u16::from_be_bytes,
        _ => return String::from_utf8(bytes).ok(),
    };
    let (pairs, []) = bytes[2..].as_chunks::<2>() else { return None };
    String::from_utf16(&pairs.iter().map(|pair| unit(*pair)).collect::<Vec<u16>>()).ok()
}

/// Options of the table from the command line, each written as `NAME=VALUE`.
pub fn agreed(id: &str, options: &[String]) -> Result<Agreed, String> {
    if options.is_empty() {
        return Ok(Agreed::new());
    }
    let fields = hosted(id)?.offer(Lang::En).fields;
    let known = |names: Vec<&str>| names.join(", ");
    let mut agreed = Agreed::new();
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let field = fields.iter().find(|field| field.id == name).ok_or_else(|| {
            let names = known(fields.iter().map(|field| &*field.id).collect());
            format!("{id} has no option {name:?}; there are {names}")
        })?;
        if !field.values.iter().any(|one| one.id == value) {
            let values = known(field.values.iter().map(|value| &*value.id).collect());
            return Err(format!("the option {name} has no value {value:?}; there are {values}"));
        }
        agreed.insert(name.to_string(), value.to_string());
    }
    Ok(agreed)
}

pub fn game(id: &str) -> Result<&'static dyn AnyGame, String> {
    games::find(id).ok_or_else(|| {
        let playable = games::all().into_iter().filter(|game| game.is_playable());
        let known: Vec<&str> = playable.map(|game| game.id()).collect();
        match rulebook::Rulebook::of(id) {
            Some(_) => format!("{id} can be looked up but not yet played; playable: {}", known.join(", ")),
            None => format!("there is no game {id:?}; playable: {}", known.join(", ")),
        }
    })
}

/// A game with everything that belongs to its table: cards, lists, options.
pub fn hosted(id: &str) -> Result<&'static dyn server::games::AnyGame, String> {
    games::hosted().iter().copied().find(|game| game.id() == id).ok_or_else(|| {
        let known: Vec<&str> = games::hosted().iter().map(|game| game.id()).collect();
        format!("there is no table for {id:?} yet; there is one for {}", known.join(", "))
    })
}

pub fn language(code: &str) -> Result<Lang, String> {
    code.parse().map_err(|error: rulebook::UnknownLang| error.to_string())
}

pub fn faults_in(path: &Path, faults: &[Fault], lang: Lang) -> String {
    let lines: Vec<String> =
        faults.iter().map(|fault| format!("{}: {}", path.display(), fault.text(lang))).collect();
    lines.join("\nsandtable: ")
}

/// A progress bar that only shows on a terminal and only after a second.
pub fn progress(count: u64) -> indicatif::ProgressBar {
    let bar = indicatif::ProgressBar::new(count);
    let style = indicatif::ProgressStyle::with_template("{wide_bar} {pos}/{len} {per_sec} {eta}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
