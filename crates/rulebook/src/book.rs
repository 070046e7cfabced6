//! The books: embedded files become one `Book` per game, each parsed when it is first asked for. This module owns
//! the file layout below `rules/`; it does not know what the rules say.

use std::{fmt, sync::OnceLock};

use include_dir::{Dir, include_dir};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::{Entry, NotApplicable, Ruling, Text, index::Index, terms::Usage};

static RULES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../rules");

const GAME: &str = "game";
const RULINGS: &str = "rulings";
const NOT_APPLICABLE: &str = "not-applicable";
/// The words of players, which are the same for all games.
const WORDS: &str = "words";

/// What a game is called and which document decides its rules.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// The name of the game's folder, and the first part of all its rule ids.
    pub id: &'static str,
    pub name: Text,
    pub authority: Text,
}

/// The rulebook of one game.
#[derive(Debug)]
pub struct Book {
    pub id: String,
    pub name: Text,
    pub authority: Text,
    /// The rules, chapter by chapter and in the order of the document.
    pub entries: Vec<Entry>,
    pub rulings: Vec<Ruling>,
    pub not_applicable: Vec<NotApplicable>,
    by_id: FxHashMap<String, usize>,
    index: OnceLock<Index>,
}

/// All rulebooks, embedded in the program.
///
/// The embedded files are checked by this crate's tests. Should one be unreadable all the same, the first use of its
/// game panics with the file's name.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook;

struct Shelf {
    info: GameInfo,
    dir: &'static Dir<'static>,
    book: OnceLock<Book>,
}

fn shelves() -> &'static [Shelf] {
    static SHELVES: OnceLock<Vec<Shelf>> = OnceLock::new();
    SHELVES.get_or_init(|| {
        let mut shelves: Vec<Shelf> = RULES.dirs().map(Shelf::new).collect();
        shelves.sort_by_key(|shelf| shelf.info.id);
        shelves
    })
}

impl Shelf {
    fn new(dir: &'static Dir<'static>) -> Self {
        let id = dir.path().file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let text = files(dir).find(|(stem, _)| *stem == GAME).map_or("", |(_, text)| text);
        let GameFile { name, authority, .. } =
            read(GAME, text).unwrap_or_else(|error| panic!("rules/{id}/{error}"));
        Shelf { info: GameInfo { id, name, authority }, dir, book: OnceLock::new() }
    }

    fn book(&'static self) -> &'static Book {
        let id = self.info.id;
        self.book.get_or_init(|| {
            Book::parse(id, files(self.dir)).unwrap_or_else(|error| panic!("rules/{id}/{error}"))
        })
    }
}

/// The TOML files of a folder with their names, without the extension.
fn files(dir: &'static Dir<'static>) -> impl Iterator<Item = (&'static str, &'static str)> {
    dir.files()
        .filter(|file| file.path().extension().is_some_and(|ext| ext == "toml"))
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
}

impl Rulebook {
    /// The games on the shelf, in the order of their ids.
    pub fn games() -> &'static [GameInfo] {
        static GAMES: OnceLock<Vec<GameInfo>> = OnceLock::new();
        GAMES.get_or_init(|| shelves().iter().map(|shelf| shelf.info.clone()).collect())
    }

    /// The book of one game.
    pub fn of(game: &str) -> Option<&'static Book> {
        shelves().iter().find(|shelf| shelf.info.id == game).map(Shelf::book)
    }

    /// How players ask about rules.
    pub(crate) fn usage() -> &'static Usage {
        static USAGE: OnceLock<Usage> = OnceLock::new();
        USAGE.get_or_init(|| {
            let text = files(&RULES).find(|(stem, _)| *stem == WORDS).map_or("", |(_, text)| text);
            Usage::read(text).unwrap_or_else(|error| panic!("rules/{WORDS}.toml: {error}"))
        })
    }

    /// The rule with this id, whichever game it belongs to.
    pub fn rule(id: &str) -> Option<&'static Entry> {
        Rulebook::of(id.split_once('.')?.0)?.entry(id)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameFile {
    name: Text,
    authority: Text,
    /// The files with rules, in reading order.
    chapters: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    rule: Vec<Entry>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RulingsFile {
    ruling: Vec<Ruling>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct NotApplicableFile {
    rule: Vec<NotApplicable>,
}

/// Why a folder is no rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The file at fault, without the extension.
    pub file: String,
    pub why: String,
}

impl ParseError {
    fn new(file: &str, why: impl fmt::Display) -> Self {
        ParseError { file: file.to_owned(), why: why.to_string() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.toml: {}", self.file, self.why)
    }
}

impl std::error::Error for ParseError {}

fn read<'a, T: Deserialize<'a>>(file: &str, text: &'a str) -> Result<T, ParseError> {
    toml::from_str(text).map_err(|error| ParseError::new(file, error))
}

impl Book {
    /// Reads a book from its files, given by name without extension, and text.
    ///
    /// Guarantees that each id begins with the game's id and occurs once, and that every file is either listed as
    /// a chapter or one of the three files each game has besides; not that texts are complete.
    pub fn parse<'a>(
        id: &str,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Book, ParseError> {
        let mut files: FxHashMap<&str, &str> = files.into_iter().collect();
        let mut take = |file: &str| files.remove(file).ok_or_else(|| ParseError::new(file, "missing"));

        let game: GameFile = read(GAME, take(GAME)?)?;
        let rulings: RulingsFile = read(RULINGS, take(RULINGS)?)?;
        let not_applicable: NotApplicableFile = read(NOT_APPLICABLE, take(NOT_APPLICABLE)?)?;

        let mut entries = Vec::new();
        let mut by_id = FxHashMap::default();
        for chapter in &game.chapters {
            for entry in read::<Chapter>(chapter, take(chapter)?)?.rule {
                if entry.id.split_once('.').is_none_or(|(prefix, _)| prefix != id) {
                    return Err(ParseError::new(chapter, format!("{} is not a rule of {id}", entry.id)));
                }
                if by_id.insert(entry.id.clone(), entries.len()).is_some() {
                    return Err(ParseError::new(chapter, format!("{} occurs twice", entry.id)));
                }
                entries.push(entry);
            }
        }
        if let Some(stray) = files.keys().min() {
            return Err(ParseError::new(stray, "not listed among the chapters"));
        }
        Ok(Book {
            id: id.to_owned(),
            name: game.name,
            authority: game.authority,
            entries,
            rulings: rulings.ruling,
            not_applicable: not_applicable.rule,
            by_id,
            index: OnceLock::new(),
        })
    }

    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.by_id.get(id).map(|&at| &self.entries[at])
    }

    /// The rulings that concern a rule.
    pub fn rulings_on(&self, id: &str) -> impl Iterator<Item = &Ruling> {
        self.rulings.iter().filter(move |ruling| ruling.rules.iter().any(|rule| rule == id))
    }

    pub(crate) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(&self.entries, &self.rulings, Rulebook::usage()))
    }
}
