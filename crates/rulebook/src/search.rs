//! Search by word and by id, over all books or one. This module owns the word index and the order of the hits; it
//! does not know how hits are shown.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::{Entry, Kind, Lang, Rulebook};

/// Words of a query beyond this number are ignored.
const MAX_WORDS: usize = 16;

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

/// Where a query was found, best first.
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
    /// Some word is only in the text or in the name of a card.
    Text,
}

/// A rule that was found.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Hit {
    pub place: Place,
    pub entry: &'static Entry,
}

/// Finds the rules in which every word of the query occurs, or begins a word; an empty query finds all.
///
/// Case does not matter, nor how umlauts are written (ä, ae or a). The best place comes first, then the hit with more
/// whole words, then the order of the books.
pub fn search(query: &str, filter: &Filter) -> Vec<Hit> {
    let query = Query::of(query);
    let mut ranked = Vec::new();
    for game in Rulebook::games().iter().filter(|game| filter.game.is_none_or(|id| id == game.id)) {
        let Some(book) = Rulebook::of(game.id) else { continue };
        let found = book.index().find(&query, &book.entries, filter.lang).into_iter();
        ranked.extend(found.filter_map(|(at, rank)| {
            let entry = &book.entries[at];
            filter.kind.is_none_or(|kind| kind == entry.kind).then_some((rank, entry))
        }));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.truncate(filter.limit);
    ranked.into_iter().map(|(rank, entry)| Hit { place: rank.place, entry }).collect()
}

struct Query {
    /// The query as an id.
    id: String,
    words: Vec<String>,
}

impl Query {
    fn of(text: &str) -> Self {
        let id = text.trim().to_lowercase();
        let words = words(&id).take(MAX_WORDS).collect();
        Query { id, words }
    }
}

/// The order of hits: smaller is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    place: Place,
    whole_words: Reverse<usize>,
}

/// One occurrence of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Posting {
    entry: u32,
    place: Place,
    /// The language of the text, or none for a part of the id.
    lang: Option<Lang>,
}

/// All words of a book in alphabetical order, each with its occurrences.
#[derive(Debug)]
pub(crate) struct Index(Vec<(String, Vec<Posting>)>);

impl Index {
    pub(crate) fn of(entries: &[Entry]) -> Self {
        let mut index: FxHashMap<String, Vec<Posting>> = FxHashMap::default();
        let mut add = |at: usize, place, lang, text: &str| {
            for word in words(text) {
                index.entry(word).or_default().push(Posting { entry: at as u32, place, lang });
            }
        };
        for (at, entry) in entries.iter().enumerate() {
            add(at, Place::IdPart, None, &entry.id);
            for lang in Lang::ALL {
                add(at, Place::Title, Some(lang), entry.title.in_(lang));
                add(at, Place::Text, Some(lang), entry.in_(lang));
                entry.cards.iter().for_each(|card| add(at, Place::Text, Some(lang), card.in_(lang)));
            }
        }
        let mut index: Vec<_> = index.into_iter().collect();
        index.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        for (_, postings) in &mut index {
            postings.dedup();
        }
        Index(index)
    }

    /// The entries that fit, in their own order.
    fn find(&self, query: &Query, entries: &[Entry], lang: Option<Lang>) -> Vec<(usize, Rank)> {
        let rank = |place, whole| Rank { place, whole_words: Reverse(whole) };
        if query.id.is_empty() {
            return (0..entries.len()).map(|at| (at, rank(Place::Text, 0))).collect();
        }
        let by_word = self.find_words(&query.words, entries.len(), lang);
        let as_id = |at: usize| match &entries[at].id {
            id if *id == query.id => Some(rank(Place::Id, 0)),
            id if query.id.contains('.') && id.starts_with(&query.id) => Some(rank(Place::IdPrefix, 0)),
            _ => None,
        };
        (0..entries.len()).filter_map(|at| Some((at, as_id(at).or(by_word[at])?))).collect()
    }

    /// For each entry the rank of a query of these words, if all of them occur in it: the worst of the best places
    /// of each word.
    fn find_words(&self, words: &[String], entries: usize, lang: Option<Lang>) -> Vec<Option<Rank>> {
        let start = (!words.is_empty()).then_some(Rank { place: Place::Id, whole_words: Reverse(0) });
        let mut ranks = vec![start; entries];
        let mut best: Vec<Option<(Place, bool)>> = vec![None; entries];
        for word in words {
            best.fill(None);
            let from = self.0.partition_point(|(known, _)| known < word);
            for (known, postings) in
                self.0[from..].iter().take_while(|(known, _)| known.starts_with(word.as_str()))
            {
                for posting in
                    postings.iter().filter(|p| lang.is_none() || p.lang.is_none() || p.lang == lang)
                {
                    let (place, whole) = best[posting.entry as usize].unwrap_or((posting.place, false));
                    best[posting.entry as usize] = Some((place.min(posting.place), whole || known == word));
                }
            }
            for (rank, best) in ranks.iter_mut().zip(&best) {
                *rank = rank.zip(*best).map(|(Rank { place, whole_words: Reverse(count) }, (at, whole))| {
                    Rank { place: place.max(at), whole_words: Reverse(count + usize::from(whole)) }
                });
            }
        }
        ranks
    }
}

/// The words of a text, folded: see [`fold`].
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold)
}

/// A word without case, accents and the ways to write an umlaut: ä, ae and a become one. The fold of a prefix is
/// a prefix of the fold.
fn fold(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            'e' if folded.ends_with(['a', 'o', 'u']) => {}
            'ä' | 'à' | 'á' | 'â' | 'å' => folded.push('a'),
            'ö' | 'ò' | 'ó' | 'ô' => folded.push('o'),
            'ü' | 'ù' | 'ú' | 'û' => folded.push('u'),
            'é' | 'è' | 'ê' | 'ë' => folded.push('e'),
            'í' | 'ï' | 'î' => folded.push('i'),
            'ñ' => folded.push('n'),
            'ß' => folded.push_str("ss"),
            _ => folded.push(c),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn umlauts_may_be_written_in_three_ways() {
        assert_eq!(fold("Manöver"), fold("MANOEVER"));
        assert_eq!(fold("Manöver"), fold("manover"));
        assert_eq!(fold("Größe"), fold("groesse"));
    }

    proptest! {
        #[test]
        fn a_folded_prefix_begins_the_folded_word(word in "[a-zäöüßA-ZÄÖÜ]{1,12}", cut in 0usize..12) {
            let prefix: String = word.chars().take(cut).collect();
            prop_assert!(fold(&word).starts_with(&fold(&prefix)));
        }
    }
}
