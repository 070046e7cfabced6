//! Which games a list shows, and the one query for it. The query has only the conditions that are asked for, because an index
//! serves a condition that is there, not one that may be there.

use crate::{GameId, StoreError, Summary, check};

/// The most games one list shows.
pub const MAX_LISTED: u32 = 1000;

/// Which games, latest change first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    pub status: Option<String>,
    pub game: Option<String>,
    pub listed_only: bool,
    /// Only games with a person, so that those of agents do not push them out of a short list.
    pub people_only: bool,
    /// Only games in which this holder has a seat.
    pub held_by: Option<String>,
    /// At most [`MAX_LISTED`].
    pub limit: u32,
    /// `updated` and `id` of the last game of the page before ([`Listed::place`]); the id, because games may share a millisecond.
    pub before: Option<(i64, GameId)>,
}

impl Default for Filter {
    fn default() -> Self {
        Filter {
            status: None,
            game: None,
            listed_only: false,
            people_only: false,
            held_by: None,
            limit: 100,
            before: None,
        }
    }
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: GameId,
    /// When it last changed, in unix milliseconds.
    pub updated: i64,
    /// The length of its stream.
    pub next: u64,
    pub summary: Summary,
}

impl Listed {
    /// For [`Filter::before`], to go on after this game.
    pub fn place(&self) -> (i64, GameId) {
        (self.updated, self.id.clone())
    }
}

pub const COLUMNS: &str = "id, updated, next, game, status, listed, people, summary";

pub enum Value<'a> {
    Text(&'a str),
    Number(i64),
}

/// The query and its parameters, which are marked `?1` or `$1`.
pub fn query(filter: &Filter, mark: char) -> (String, Vec<Value<'_>>) {
    let mut sql = format!("SELECT {COLUMNS} FROM games WHERE true");
    let mut values = Vec::new();
    if let Some(status) = &filter.status {
        values.push(Value::Text(status));
        sql += &format!(" AND status = {mark}{}", values.len());
    }
    if let Some(game) = &filter.game {
        values.push(Value::Text(game));
        sql += &format!(" AND game = {mark}{}", values.len());
    }
    if filter.listed_only {
        sql += " AND listed";
    }
    if filter.people_only {
        sql += " AND people";
    }
    if let Some(holder) = &filter.held_by {
        values.push(Value::Text(holder));
        sql += &format!(" AND id IN (SELECT game FROM seats WHERE holder = {mark}{})", values.len());
    }
    if let Some((updated, id)) = &filter.before {
        values.push(Value::Number(*updated));
        values.push(Value::Text(id));
        sql += &format!(" AND (updated, id) < ({mark}{}, {mark}{})", values.len() - 1, values.len());
    }
    values.push(Value::Number(filter.limit.min(MAX_LISTED).into()));
    sql += &format!(" ORDER BY updated DESC, id DESC LIMIT {mark}{}", values.len());
    (sql, values)
}

/// Refuses what no database could compare.
pub fn check(filter: &Filter) -> Result<(), StoreError> {
    let texts = [&filter.status, &filter.game, &filter.held_by].into_iter().flatten();
    texts.chain(filter.before.iter().map(|(_, id)| id)).try_for_each(|text| check::body(text))
}
