//! What is written of a table.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Entry;
use table::lobby::{Agreed, List};

use crate::caller::KeyHash;

/// One thing that happened at a table. The order of records is the table's history.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    Created {
        game: String,
        rules: u32,
        seats: Vec<SeatRecord>,
        agreed: Agreed,
        listed: bool,
    },
    /// A person takes a seat.
    Joined {
        seat: u8,
        name: String,
        key: KeyHash,
        account: Option<String>,
        list: Option<List>,
    },
    /// Another browser holds the seat as well.
    Key {
        seat: u8,
        key: KeyHash,
    },
    Begun {
        setup: Value,
    },
    /// An answer, and how long the seat thought about it.
    Answer {
        entry: Entry,
        ms: u32,
        /// Which of the offered places was answered, if it was one of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        candidate: Option<u16>,
    },
    UndoAsked {
        seat: u8,
        to: usize,
    },
    UndoRefused {
        seat: u8,
    },
    Consented {
        seat: u8,
    },
    Undone {
        to: usize,
    },
    /// The answer in that place of the journal, which nobody had seen, was taken back by whoever gave it.
    Withdrawn {
        at: usize,
    },
    Conceded {
        seat: u8,
    },
    Rematch {
        table: String,
    },
}

impl Record {
    /// Says something of the table and its people, whatever has become of the game.
    pub fn is_of_the_table(&self) -> bool {
        matches!(self, Record::Key { .. } | Record::Conceded { .. } | Record::Rematch { .. })
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatRecord {
    pub name: String,
    pub list: List,
    #[serde(default)]
    pub agent: Option<String>,
    #[serde(default)]
    pub key: Option<KeyHash>,
    #[serde(default)]
    pub account: Option<String>,
}

/// Records as the store keeps them.
pub fn bodies(records: &[Record]) -> Vec<String> {
    records
        .iter()
        .map(|record| serde_json::to_string(record).expect("plain data always has a JSON text"))
        .collect()
}
