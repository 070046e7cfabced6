//! Search by question, by word and by id, over all books or one. This module owns the order of the hits; it does not
//! know how words are indexed, nor how hits are shown.

use serde::Serialize;

use crate::{
    Book, Entry, Kind, Lang, Rulebook,
    index::{Asked, Worth},
    terms::{self, Usage, fold},
};

/// Words of a query beyond this number are ignored.
const MAX_WORDS: usize = 16;

/// So many words, with no fillers between, are meant as they stand: if some rules have all of them, the others are not
/// shown. Anything else is a question, which a rule may answer without saying all of it.
const MEANT_LITERALLY: usize = 2;

/// What a word is worth at least in a rule that lacks all the others.
const INCOMPLETE: f32 = 0.35;
/// How much of the best score a rule with some of the words must reach to be shown.
const WORTH_SHOWING: f32 = 0.25;

/// How soon more of the same word in a rule counts little.
const SATURATION: f32 = 1.2;

/// More than any words are worth: the query is the title of the rule.
const WHOLE_TITLE: f32 = 1000.0;

/// What a rule on single cards is worth to someone who did not name the card.
const ON_CARDS: f32 = 0.6;

/// Which rules to search, and how many hits to return.
#[derive(Clone, Copy, Debug)]
pub struct Filter<'a> {
    pub game: Option<&'a str>,
    pub kind: Option<Kind>,
    /// Titles, texts and card names are searched in this language only; ids always.
    pub lang: Option<Lang>,
    pub limit: usize,
}

impl Default for Filter<'_> {
    fn default() -> Self {
        Filter { game: None, kind: None, lang: None, limit: 50 }
    }
}

/// Where a query was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The query is the id.
    Id,
    /// The id begins with the query.
    IdPrefix,
    /// Each word is one of the words of the id.
    IdPart,
    /// Each word is in the title or the id.
    Title,
    /// Some word is only in the text, in the name of a card or in the question of a ruling.
    Text,
}

/// A rule that was found.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Hit {
    pub place: Place,
    /// Whether every word of the query that counts was found in it.
    pub complete: bool,
    pub entry: &'static Entry,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best first.
    pub hits: Vec<Hit>,
    /// The words of the query that no rule has, as they were typed.
    pub unknown: Vec<String>,
}

impl Found {
    /// Whether some rule has every word of the query that counts.
    pub fn is_complete(&self) -> bool {
        self.hits.is_empty() || self.hits.iter().any(|hit| hit.complete)
    }
}

/// Finds the rules that fit a query best; an empty query finds all, in the order of the books.
///
/// A query that is an id, or the beginning of one, finds the rules below it first, and one that is a title the rules
/// with that title. Otherwise its words are looked for,
/// also in other forms, in compounds and by other words for the same thing; words that only hold a question together
/// do not count. Rare words count more than usual ones, titles more than texts, and general rules more than those on
/// a single card, unless the query names it. Case does not matter, nor how umlauts are written (ä, ae or a).
pub fn search(query: &str, filter: &Filter) -> Found {
    let usage = Rulebook::usage();
    let id = query.trim().to_lowercase();
    let books: Vec<&'static Book> = Rulebook::games()
        .iter()
        .filter(|game| filter.game.is_none_or(|id| id == game.id))
        .filter_map(|game| Rulebook::of(game.id))
        .collect();
    if id.is_empty() {
        let all = books.iter().flat_map(|book| &book.entries).filter(|entry| filter.takes(entry));
        let hit = |entry| Hit { place: Place::Text, complete: true, entry };
        return Found { hits: all.map(hit).take(filter.limit).collect(), unknown: Vec::new() };
    }
    let whole = fold(&id);
    let (query, literal) = asked(&id, usage);
    let worths: Vec<Vec<[Vec<Worth>; 2]>> =
        books.iter().map(|book| query.iter().map(|word| book.index().worth(word, usage)).collect()).collect();
    let rarity: Vec<f32> = (0..query.len()).map(|word| rarity(word, &worths)).collect();
    let unknown = query.iter().zip(&rarity).filter(|(_, rarity)| **rarity == 0.0);
    let unknown: Vec<String> = unknown.map(|(word, _)| word.typed.clone()).collect();

    let mut ranked: Vec<(f32, Hit)> = Vec::new();
    for (book, worths) in books.iter().zip(&worths) {
        for (at, entry) in book.entries.iter().enumerate().filter(|(_, entry)| filter.takes(entry)) {
            if entry.id == id {
                ranked.push((f32::INFINITY, Hit { place: Place::Id, complete: true, entry }));
                continue;
            }
            if id.contains('.') && entry.id.starts_with(&id) {
                ranked.push((f32::MAX, Hit { place: Place::IdPrefix, complete: true, entry }));
                continue;
            }
            let langs = Lang::ALL.into_iter().enumerate();
            let langs = langs.filter(|(_, lang)| filter.lang.is_none_or(|only| only == *lang));
            let fits =
                langs.filter_map(|(lang, _)| score(worths.iter().map(|worth| worth[lang][at]), &rarity));
            if let Some(fit) = fits.max_by(|one, other| one.score.total_cmp(&other.score)) {
                let index = book.index();
                let in_general = !index.is_on_cards(at, entry.kind) || index.names_card(at, &query);
                let score = fit.score * if in_general { 1.0 } else { ON_CARDS };
                let score = if index.is_title(at, &whole, filter.lang) { score + WHOLE_TITLE } else { score };
                ranked.push((score, Hit { place: fit.place, complete: fit.complete, entry }));
            }
        }
    }
    ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    keep_the_good(&mut ranked, literal);
    Found { hits: ranked.into_iter().map(|(_, hit)| hit).take(filter.limit).collect(), unknown }
}

impl Filter<'_> {
    fn takes(&self, entry: &Entry) -> bool {
        self.kind.is_none_or(|kind| kind == entry.kind)
    }
}

/// The words of a query that count, which are all but the fillers, or all if there are only fillers; and whether they
/// are meant as they stand.
fn asked(query: &str, usage: &Usage) -> (Vec<Asked>, bool) {
    let words: Vec<String> = terms::words(query).collect();
    let last = words.len().saturating_sub(1);
    let mut asked: Vec<Asked> = Vec::new();
    for (at, typed) in words.into_iter().enumerate() {
        let folded = fold(&typed);
        let open = at == last && (folded.len() > 2 || last == 0);
        if !asked.iter().any(|earlier| earlier.folded == folded) {
            asked.push(Asked { typed, folded, open });
        }
    }
    let typed = asked.len();
    if asked.iter().any(|word| !usage.is_filler(&word.folded)) {
        asked.retain(|word| !usage.is_filler(&word.folded));
    }
    let literal = asked.len() == typed && typed <= MEANT_LITERALLY;
    asked.truncate(MAX_WORDS);
    (asked, literal)
}

/// How much a word tells: the more, the fewer rules have it, or stand for it if none has it; nothing if there are none.
fn rarity(word: usize, worths: &[Vec<[Vec<Worth>; 2]>]) -> f32 {
    let all: usize = worths.iter().map(|book| book[word][0].len()).sum();
    let most = |counts: fn(&Worth) -> bool| {
        let having = |lang: usize| {
            worths.iter().flat_map(|book| &book[word][lang]).filter(|worth| counts(worth)).count()
        };
        having(0).max(having(1))
    };
    let having = match most(|worth| worth.own) {
        0 => most(|worth| worth.place.is_some()),
        own => own,
    };
    if having == 0 { 0.0 } else { (1.0 + all as f32 / (having as f32 + 0.5)).ln() }
}

/// How well a rule fits a query in one language.
struct Fit {
    score: f32,
    place: Place,
    complete: bool,
}

/// How well a rule fits, by what each word of the query is worth in it; none if it has no word of it.
fn score(worths: impl Iterator<Item = Worth>, rarity: &[f32]) -> Option<Fit> {
    let (mut sum, mut covered, mut total, mut place, mut complete) = (0.0, 0.0, 0.0, None, true);
    for (worth, rarity) in worths.zip(rarity) {
        total += rarity;
        complete &= worth.place.is_some();
        if worth.place.is_some() {
            covered += rarity;
            sum += rarity * worth.weight / (SATURATION + worth.weight);
            place = place.max(worth.place);
        }
    }
    let place = place?;
    let share = if total > 0.0 { covered / total } else { 0.0 };
    Some(Fit { score: sum * (INCOMPLETE + (1.0 - INCOMPLETE) * share), place, complete })
}

/// Leaves out what has only some of the words, where others have all of them or much more.
fn keep_the_good(ranked: &mut Vec<(f32, Hit)>, literal: bool) {
    let best = ranked.iter().map(|(score, _)| *score).find(|score| *score < WHOLE_TITLE).unwrap_or_default();
    let literal = literal && ranked.iter().any(|(_, hit)| hit.complete);
    ranked.retain(|(score, hit)| hit.complete || (!literal && *score >= best * WORTH_SHOWING));
}
