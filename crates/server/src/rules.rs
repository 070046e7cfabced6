//! The rules reference: every rule of every game, in both languages, with rulings.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use rulebook::{Book, Entry, Filter, Kind, Rulebook};
use serde::Deserialize;
use table::Lang;

use crate::http::{Shared, Visitor, json, json_text};
use crate::prepared::{Asked, Item};
use crate::protocol::{KindInfo, RuleBrief, RuleHits, RuleInfo, RulebookInfo, RulingInfo};
use crate::refusal::{Told, Trouble};

const MOST_HITS: usize = 200;

/// The rulebooks, with how many rules of each kind they have.
#[utoipa::path(get, path = "/api/rulebooks", responses((status = 200, body = Vec<RulebookInfo>)))]
pub async fn books(State(app): Shared, asked: Asked) -> Result<Response, Told> {
    let lang = asked.lang;
    let books = move || -> Vec<RulebookInfo> {
        let books = Rulebook::games().iter().filter_map(|game| Rulebook::of(game.id));
        books.map(|book| book_info(book, lang)).collect()
    };
    asked.once(&app.catalogues, Item::Rulebooks, books).await
}

fn book_info(book: &Book, lang: Lang) -> RulebookInfo {
    let kind = |kind: &Kind| KindInfo {
        kind: kind.code().to_string(),
        name: kind.label().in_(lang).to_string(),
        rules: book.entries.iter().filter(|entry| entry.kind == *kind).count() as u32,
    };
    RulebookInfo {
        game: book.id.clone(),
        name: book.name.in_(lang).to_string(),
        authority: book.authority.in_(lang).to_string(),
        rules: book.entries.len() as u32,
        kinds: Kind::ALL.iter().map(kind).filter(|kind| kind.rules > 0).collect(),
    }
}

#[derive(Deserialize)]
pub struct RuleQuery {
    #[serde(default)]
    q: String,
    game: Option<String>,
    kind: Option<String>,
    limit: Option<usize>,
    offset: Option<usize>,
}

fn game_of(entry: &Entry) -> &str {
    entry.id.split('.').next().unwrap_or_default()
}

fn brief(entry: &Entry, lang: Lang) -> RuleBrief {
    RuleBrief {
        id: entry.id.clone(),
        game: game_of(entry).to_string(),
        kind: entry.kind.code().to_string(),
        kind_name: entry.kind.label().in_(lang).to_string(),
        title: entry.title.in_(lang).to_string(),
        text: entry.in_(lang).to_string(),
    }
}

/// Rules that fit the words or the question `q`, the best first; all in reading order without `q`.
#[utoipa::path(get, path = "/api/rules", params(("q" = Option<String>, Query), ("game" = Option<String>, Query),
    ("kind" = Option<String>, Query), ("limit" = Option<usize>, Query), ("offset" = Option<usize>, Query)),
    responses((status = 200, body = RuleHits)))]
pub async fn search(
    State(app): Shared,
    visitor: Visitor,
    Query(query): Query<RuleQuery>,
) -> Result<Response, Told> {
    let empty = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let kind = empty(&query.kind).map(|kind| kind.parse::<Kind>()).transpose();
    let kind = kind.map_err(|error| visitor.refuse(Trouble::malformed(error)))?;
    if query.q.len() > 400 {
        return Err(visitor.refuse(Trouble::TooLarge));
    }
    let (game, lang) = (empty(&query.game), visitor.lang);
    let found = app.chores.work(move || json_text(&hits(&query, game.as_deref(), kind, lang))).await;
    found.map(json).map_err(|trouble| visitor.refuse(trouble))
}

fn hits(query: &RuleQuery, game: Option<&str>, kind: Option<Kind>, lang: Lang) -> RuleHits {
    let filter = Filter { game, kind: None, lang: None, limit: usize::MAX };
    let answer = rulebook::search(&query.q, &filter);
    let complete = answer.is_complete();
    let mut found = answer.hits;
    let count = |kind: &Kind| KindInfo {
        kind: kind.code().to_string(),
        name: kind.label().in_(lang).to_string(),
        rules: found.iter().filter(|hit| hit.entry.kind == *kind).count() as u32,
    };
    let kinds = Kind::ALL.iter().map(count).filter(|kind| kind.rules > 0).collect();
    found.retain(|hit| kind.is_none_or(|kind| hit.entry.kind == kind));
    let limit = query.limit.unwrap_or(50).min(MOST_HITS);
    let page = found.iter().skip(query.offset.unwrap_or(0)).take(limit);
    RuleHits {
        total: found.len() as u32,
        kinds,
        complete,
        unknown: answer.unknown,
        hits: page.map(|hit| brief(hit.entry, lang)).collect(),
    }
}

/// One rule with its rulings and its neighbours.
#[utoipa::path(get, path = "/api/rules/{id}", params(("id" = String, Path)), responses((status = 200, body = RuleInfo)))]
pub async fn rule(asked: Asked, Path(id): Path<String>) -> Result<Response, Told> {
    let info = rule_info(&id, asked.lang).ok_or_else(|| asked.refuse(Trouble::NotFound))?;
    Ok(asked.at_once(&info))
}

fn rule_info(id: &str, lang: Lang) -> Option<RuleInfo> {
    let (game, _) = id.split_once('.')?;
    let book = Rulebook::of(game)?;
    let at = book.entries.iter().position(|entry| entry.id == id)?;
    let entry = &book.entries[at];
    let neighbour = |at: Option<usize>| at.and_then(|at| book.entries.get(at)).map(|entry| entry.id.clone());
    let rulings = book.rulings_on(&entry.id).map(|ruling| RulingInfo {
        question: ruling.question.in_(lang).to_string(),
        decision: ruling.decision.in_(lang).to_string(),
        reason: ruling.reason.in_(lang).to_string(),
    });
    Some(RuleInfo {
        id: entry.id.clone(),
        game: book.id.clone(),
        game_name: book.name.in_(lang).to_string(),
        kind: entry.kind.code().to_string(),
        kind_name: entry.kind.label().in_(lang).to_string(),
        title: entry.title.in_(lang).to_string(),
        text: entry.in_(lang).to_string(),
        source: entry.source.clone(),
        note: entry.note.clone(),
        example: entry.example.clone(),
        cards: entry.cards.iter().map(|card| card.in_(lang).to_string()).collect(),
        rulings: rulings.collect(),
        previous: neighbour(at.checked_sub(1)),
        next: neighbour(Some(at + 1)),
    })
}
