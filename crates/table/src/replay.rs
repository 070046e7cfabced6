//! Replay files: a set-up, a journal, and the hash that the final position must have.

use rulebook::Text;
use serde::{Deserialize, Serialize};

use crate::session::ResumeError;
use crate::{Entry, Game, Session};

/// Version of the file's own form.
const FORMAT: u32 = 1;

/// A game as a file. Everything else about it follows by playing it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Replay<S> {
    pub sandtable_replay: u32,
    pub game: String,
    /// The version of the game's rules under which it was played.
    pub rules: u32,
    pub setup: S,
    pub journal: Vec<Entry>,
    /// Hash of the final position, in hexadecimal.
    pub hash: String,
}

/// What a replay file says of itself before its set-up is understood.
#[derive(Clone, Debug, Deserialize)]
pub struct Header {
    pub sandtable_replay: u32,
    pub game: String,
    pub rules: u32,
}

impl<S: Serialize> Replay<S> {
    pub fn new<G: Game<Setup = S>>(setup: S, journal: Vec<Entry>, hash: u64) -> Self {
        Replay {
            sandtable_replay: FORMAT,
            game: G::ID.to_string(),
            rules: G::RULES_VERSION,
            setup,
            journal,
            hash: format!("{hash:016x}"),
        }
    }

    /// The file: one answer a line, so that two replays can be compared as text.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{{\"sandtable_replay\": {}, \"game\": {}, \"rules\": {},\n\"setup\": {},\n\"journal\": [",
            self.sandtable_replay,
            json(&self.game),
            self.rules,
            json(&self.setup),
        );
        for (i, entry) in self.journal.iter().enumerate() {
            text.push_str(if i == 0 { "\n" } else { ",\n" });
            text.push_str(&json(entry));
        }
        text.push_str(&format!("\n],\n\"hash\": {}}}\n", json(&self.hash)));
        text
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data always has a JSON text")
}

/// Why a replay cannot be shown or does not check out.
#[derive(Debug)]
pub enum ReplayError {
    /// Not a replay file: where and what.
    Malformed(String),
    Format(u32),
    OtherGame(String),
    /// Played under other rules than these.
    OtherRules {
        file: u32,
        here: u32,
    },
    Journal(ResumeError),
    Hash {
        file: String,
        here: String,
    },
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplayError::Malformed(what) => write!(f, "not a replay file: {what}"),
            ReplayError::Format(found) => {
                write!(f, "replay format {found} is not known here (known: {FORMAT})")
            }
            ReplayError::OtherGame(game) => write!(f, "a replay of another game: {game}"),
            ReplayError::OtherRules { file, here } => {
                write!(f, "played under version {file} of the rules; this is version {here}")
            }
            ReplayError::Journal(error) => write!(f, "{error}"),
            ReplayError::Hash { file, here } => {
                write!(f, "the final position has hash {here}, the file says {file}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl ReplayError {
    /// The same in whole sentences for people; what readers found is for those who write programs.
    pub fn text(&self) -> Text {
        match self {
            ReplayError::Malformed(_) => {
                Text::new("This is not a recording of a game.", "Das ist keine Aufzeichnung eines Spiels.")
            }
            ReplayError::Format(found) => Text::new(
                format!("Recordings in format {found} are not known here (known: {FORMAT})."),
                format!("Aufzeichnungen im Format {found} sind hier unbekannt (bekannt: {FORMAT})."),
            ),
            ReplayError::OtherGame(game) => Text::new(
                format!("This is a recording of another game: {game}."),
                format!("Das ist eine Aufzeichnung eines anderen Spiels: {game}."),
            ),
            ReplayError::OtherRules { file, here } => Text::new(
                format!("It was played under version {file} of the rules; this is version {here}."),
                format!("Gespielt wurde nach Version {file} der Regeln; hier gilt Version {here}."),
            ),
            ReplayError::Journal(_) => Text::new(
                "The rules do not allow what was recorded.",
                "Nach den Regeln ist der aufgezeichnete Verlauf nicht möglich.",
            ),
            ReplayError::Hash { .. } => Text::new(
                "What was recorded leads to another final position.",
                "Der aufgezeichnete Verlauf führt zu einer anderen Schlussstellung.",
            ),
        }
    }
}

/// Reads the head of a replay file.
pub fn header(text: &str) -> Result<Header, ReplayError> {
    let header: Header =
        serde_json::from_str(text).map_err(|error| ReplayError::Malformed(error.to_string()))?;
    if header.sandtable_replay != FORMAT {
        return Err(ReplayError::Format(header.sandtable_replay));
    }
    Ok(header)
}

/// Reads a replay file of this game. Says so if it was played under other rules instead of letting it diverge.
pub fn read<G: Game>(text: &str) -> Result<Replay<G::Setup>, ReplayError> {
    let header = header(text)?;
    if header.game != G::ID {
        return Err(ReplayError::OtherGame(header.game));
    }
    if header.rules != G::RULES_VERSION {
        return Err(ReplayError::OtherRules { file: header.rules, here: G::RULES_VERSION });
    }
    serde_json::from_str(text).map_err(|error| ReplayError::Malformed(error.to_string()))
}

/// Plays the whole replay and checks its final hash.
pub fn check<G: Game>(replay: &Replay<G::Setup>) -> Result<Session<G>, ReplayError> {
    let session =
        Session::resume(&replay.setup, replay.journal.clone(), None).map_err(ReplayError::Journal)?;
    let here = format!("{:016x}", session.hash());
    if here != replay.hash {
        return Err(ReplayError::Hash { file: replay.hash.clone(), here });
    }
    Ok(session)
}

/// The game after its first `count` journal entries.
pub fn at<G: Game>(replay: &Replay<G::Setup>, count: usize) -> Result<Session<G>, ReplayError> {
    let journal = replay.journal[..count.min(replay.journal.len())].to_vec();
    Session::resume(&replay.setup, journal, None).map_err(ReplayError::Journal)
}
