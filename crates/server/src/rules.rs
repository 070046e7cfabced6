//! The rules reference: every rule of every game, in both languages, with rulings.

use axum::extract::State;
use axum::response::Response;
use rulebook::{Book, Cell, Chart, Entry, Filter, Kind, Rulebook, Source};
use serde::Deserialize;
use table::Lang;

use crate::http::{Shared, json, json_text};
use crate::openapi::Refused;
use crate::prepared::{Asked, Item};
use crate::protocol::{
    ChartInfo, GameHits, KindInfo, LinesInfo, RuleBrief, RuleHits, RuleInfo, RulebookInfo, RulingInfo,
};
use crate::refusal::{Told, Trouble};
use crate::request::{Path, Query, Visitor};

/// What a search may ask for, and how long it may be.
const MOST_HITS: u32 = 200;
const LONGEST_QUERY: usize = 400;

/// The rulebooks, with how many rules of each kind they have.
#[utoipa::path(get, path = "/rulebooks",
    responses((status = 200, description = "The rulebooks", body = Vec<RulebookInfo>), (status = 304, description = "What you have still holds")))]
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

#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RuleQuery {
    /// Words or a question; all rules in reading order without.
    #[serde(default)]
    #[param(max_length = 400)]
    q: String,
    /// Only rules of this game.
    game: Option<String>,
    /// Only rules of this kind.
    kind: Option<String>,
    /// How many of them.
    #[param(maximum = 200)]
    limit: Option<u32>,
    /// How many to leave out at the beginning.
    #[serde(default)]
    offset: u32,
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
#[utoipa::path(get, path = "/rules",
    params(RuleQuery),
    responses((status = 200, description = "The rules", body = RuleHits), Refused::<422>))]
pub async fn search(
    State(app): Shared,
    visitor: Visitor,
    Query(query): Query<RuleQuery>,
) -> Result<Response, Told> {
    let empty = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let kind = empty(&query.kind).map(|kind| kind.parse::<Kind>()).transpose();
    let kind = kind.map_err(|error| visitor.refuse(Trouble::unfit(error)))?;
    if query.q.chars().count() > LONGEST_QUERY || query.limit.is_some_and(|limit| limit > MOST_HITS) {
        return Err(visitor.refuse(Trouble::wrong(
            format!("A search can have at most {LONGEST_QUERY} characters and find {MOST_HITS} rules at once."),
            format!(
                "Eine Suche kann höchstens {LONGEST_QUERY} Zeichen haben und {MOST_HITS} Regeln auf einmal finden."
            ),
        )));
    }
    let (game, lang) = (empty(&query.game), visitor.lang);
    if let Some(unknown) = game.as_deref().filter(|game| Rulebook::of(game).is_none()) {
        return Err(visitor.refuse(Trouble::unfit(format!("there is no game {unknown:?}"))));
    }
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
    let games = Rulebook::games().iter().map(|game| GameHits {
        game: game.id.to_string(),
        rules: of_kind(&query.q, Some(game.id), kind) as u32,
    });
    found.retain(|hit| kind.is_none_or(|kind| hit.entry.kind == kind));
    let everywhere = if game.is_none() { found.len() } else { of_kind(&query.q, None, kind) };
    let limit = query.limit.unwrap_or(50);
    let page = found.iter().skip(query.offset as usize).take(limit as usize);
    RuleHits {
        total: found.len() as u32,
        kinds,
        games: games.collect(),
        everywhere: everywhere as u32,
        complete,
        unknown: answer.unknown,
        hits: page.map(|hit| brief(hit.entry, lang)).collect(),
    }
}

/// How many rules a search finds in a game, or in all of them.
fn of_kind(words: &str, game: Option<&str>, kind: Option<Kind>) -> usize {
    let filter = Filter { game, kind: None, lang: None, limit: usize::MAX };
    let hits = rulebook::search(words, &filter).hits;
    hits.iter().filter(|hit| kind.is_none_or(|kind| hit.entry.kind == kind)).count()
}

/// One rule with its rulings and its neighbours.
#[utoipa::path(get, path = "/rules/{id}",
    params(("id" = String, Path, description = "The rule, such as `xwing.g007`")),
    responses((status = 200, description = "The rule", body = RuleInfo), (status = 304, description = "What you have still holds")))]
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
        reason: ruling.reason_in(lang),
    });
    Some(RuleInfo {
        id: entry.id.clone(),
        game: book.id.clone(),
        game_name: book.name.in_(lang).to_string(),
        kind: entry.kind.code().to_string(),
        kind_name: entry.kind.label().in_(lang).to_string(),
        title: entry.title.in_(lang).to_string(),
        text: entry.in_(lang).to_string(),
        lines: lines(entry.source),
        note: entry.note.as_ref().map(|note| note.in_(lang).to_string()),
        example: entry.example.as_ref().map(|example| example.in_(lang).to_string()),
        chart: entry.chart.as_ref().map(|chart| chart_info(chart, lang)),
        cards: entry.cards.iter().map(|card| card.in_(lang).to_string()).collect(),
        rulings: rulings.collect(),
        previous: neighbour(at.checked_sub(1)),
        next: neighbour(Some(at + 1)),
    })
}

fn lines(source: Source) -> Option<LinesInfo> {
    match source {
        Source::Lines { first, last } => Some(LinesInfo { first, last }),
        Source::Known => None,
    }
}

fn chart_info(chart: &Chart, lang: Lang) -> ChartInfo {
    let row = |cells: &[Cell]| cells.iter().map(|cell| cell.in_(lang).to_string()).collect();
    ChartInfo { head: row(&chart.head), rows: chart.rows.iter().map(|cells| row(cells)).collect() }
}
