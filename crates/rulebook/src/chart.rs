//! What a rule lists in rows and columns: the maneuvers of a dial, the end of each move. This module owns the shape
//! of such a list; it does not know what is listed.

use serde::{Deserialize, Serialize};

use crate::{Lang, Text};

/// Rows below a head, all equally long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Rows")]
pub struct Chart {
    pub head: Vec<Cell>,
    pub rows: Vec<Vec<Cell>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    head: Vec<Cell>,
    rows: Vec<Vec<Cell>>,
}

impl TryFrom<Rows> for Chart {
    type Error = String;

    fn try_from(Rows { head, rows }: Rows) -> Result<Self, Self::Error> {
        match rows.iter().position(|row| row.len() != head.len()) {
            Some(at) => Err(format!("row {} is not as long as the head", at + 1)),
            None => Ok(Chart { head, rows }),
        }
    }
}

/// What stands in one place of a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number or a name that is the same in both languages.
    Same(String),
    Each(Text),
}

impl Cell {
    pub fn in_(&self, lang: Lang) -> &str {
        match self {
            Cell::Same(text) => text,
            Cell::Each(text) => text.in_(lang),
        }
    }
}
