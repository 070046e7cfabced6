//! The word index of one book, built once: each form of each word with its stem, the words it is made of, and how much
//! it weighs in which rule. This module owns how well one word of a query fits a rule; it does not know queries.

use rustc_hash::FxHashMap;

use crate::{
    Entry, Kind, Lang, Place, Ruling,
    terms::{self, Usage, fold, stem},
};

/// How much of a rule's length is held against its words.
const LENGTH: f32 = 0.45;

/// How well a word of the query fits a word of a rule.
mod fit {
    /// It is the word, or another form of it.
    pub const SAME: f32 = 1.0;
    pub const FORM: f32 = 0.9;
    /// It is another word for the thing.
    pub const MEANING: f32 = 0.6;
    /// One of them is a part of the other, a compound.
    pub const PART: f32 = 0.45;
    /// It begins the word: perhaps it is not typed to the end.
    pub const BEGUN: f32 = 0.25;
}

/// What a rule is searched by.
#[derive(Clone, Copy)]
enum Field {
    Id,
    Title,
    Card,
    Text,
    Ruling,
}

impl Field {
    const COUNT: usize = 5;

    const fn weight(self) -> f32 {
        match self {
            Field::Title => 2.5,
            Field::Id => 1.0,
            Field::Card => 1.5,
            Field::Text => 1.0,
            Field::Ruling => 0.3,
        }
    }

    const fn place(self) -> Place {
        match self {
            Field::Id => Place::IdPart,
            Field::Title => Place::Title,
            Field::Card | Field::Text | Field::Ruling => Place::Text,
        }
    }
}

/// One form of a word in one language, or of an id, which belongs to both.
#[derive(Debug)]
struct Word {
    text: String,
    lang: Option<Lang>,
    stem: u32,
    /// The stems of the words it is made of.
    parts: Vec<u32>,
    postings: Vec<Posting>,
}

/// How much a word weighs in a rule, and the best place where it stands.
#[derive(Clone, Copy, Debug)]
struct Posting {
    entry: u32,
    weight: f32,
    place: Place,
}

/// What a word of the query is worth in one rule in one language.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Worth {
    pub weight: f32,
    pub place: Option<Place>,
    /// The word itself stands there, or another form of it.
    pub own: bool,
}

/// A word of a query with all that it may stand for.
pub(crate) struct Asked {
    /// As it was typed, in small letters.
    pub typed: String,
    pub folded: String,
    /// Whether it may be the beginning of a word.
    pub open: bool,
}

#[derive(Debug)]
pub(crate) struct Index {
    words: Vec<Word>,
    stems: FxHashMap<(Lang, String), u32>,
    stem_texts: Vec<String>,
    /// The stem of each folded form.
    forms: FxHashMap<(Lang, String), u32>,
    /// The folded titles of each rule.
    titles: Vec<[String; 2]>,
    /// For each rule on single cards, the words of the cards' names in both languages.
    cards: Vec<Vec<Vec<String>>>,
}

impl Index {
    pub(crate) fn of(entries: &[Entry], rulings: &[Ruling], usage: &Usage) -> Self {
        let mut questions: FxHashMap<&str, Vec<&Ruling>> = FxHashMap::default();
        for ruling in rulings {
            ruling.rules.iter().for_each(|rule| questions.entry(rule).or_default().push(ruling));
        }
        let mut gathered = Gathered::default();
        for (at, entry) in entries.iter().enumerate() {
            gathered.add(at, Field::Id, None, [entry.id.as_str()]);
            for lang in Lang::ALL {
                gathered.add(at, Field::Title, Some(lang), [entry.title.in_(lang)]);
                gathered.add(at, Field::Text, Some(lang), [entry.in_(lang)]);
                gathered.add(at, Field::Card, Some(lang), entry.cards.iter().map(|card| card.in_(lang)));
                let asked = questions.get(entry.id.as_str()).into_iter().flatten();
                gathered.add(at, Field::Ruling, Some(lang), asked.map(|ruling| ruling.question.in_(lang)));
            }
        }
        let mut index = gathered.index();
        index.titles =
            entries.iter().map(|entry| Lang::ALL.map(|lang| fold(entry.title.in_(lang)))).collect();
        index.cards = entries.iter().map(|entry| names(entry, usage)).collect();
        index.find_parts(usage);
        index
    }

    /// Marks the German compounds whose parts the book knows as words of their own.
    fn find_parts(&mut self, usage: &Usage) {
        let known = |part: &str| {
            let german = (Lang::De, part.to_owned());
            let stem = self.forms.get(&german).or_else(|| self.stems.get(&german));
            stem.copied().filter(|_| !usage.is_filler(part))
        };
        let compound = |word: &Word| match word.lang {
            Some(Lang::De) => {
                terms::parts(&word.text, known).into_iter().filter(|part| *part != word.stem).collect()
            }
            _ => Vec::new(),
        };
        let parts: Vec<Vec<u32>> = self.words.iter().map(compound).collect();
        self.words.iter_mut().zip(parts).for_each(|(word, parts)| word.parts = parts);
    }

    /// What a word of a query is worth in each rule, in each language.
    pub(crate) fn worth(&self, asked: &Asked, usage: &Usage) -> [Vec<Worth>; 2] {
        let mut worth = Lang::ALL.map(|_| vec![Worth::default(); self.cards.len()]);
        let stem_of = |lang, word: &str| self.stems.get(&(lang, stem(word, lang))).copied();
        for (lang, worth) in Lang::ALL.into_iter().zip(&mut worth) {
            let own = stem_of(lang, &asked.typed);
            let same: Vec<u32> = usage.same(&asked.folded).filter_map(|word| stem_of(lang, word)).collect();
            let halves = match own {
                None if same.is_empty() => self.halves(lang, asked, usage),
                _ => Vec::new(),
            };
            let open = asked.open || (own.is_none() && same.is_empty());
            for word in self.words.iter().filter(|word| word.lang.is_none_or(|its| its == lang)) {
                let begun = || {
                    let begins = |text: &str| text.starts_with(&asked.folded);
                    open && (begins(&word.text)
                        || word.parts.iter().any(|part| begins(&self.stem_texts[*part as usize])))
                };
                let own_language = word.lang.is_some() || lang == Lang::En;
                let fit = if word.text == asked.folded {
                    fit::SAME
                } else if own_language && own == Some(word.stem) {
                    fit::FORM
                } else if own_language && same.contains(&word.stem) {
                    fit::MEANING
                } else if own.is_some_and(|own| word.parts.contains(&own)) || halves.contains(&word.stem) {
                    fit::PART
                } else if begun() {
                    fit::BEGUN
                } else {
                    continue;
                };
                for posting in &word.postings {
                    let worth = &mut worth[posting.entry as usize];
                    worth.weight += fit * posting.weight;
                    worth.place = Some(worth.place.map_or(posting.place, |place| place.min(posting.place)));
                    worth.own |= fit >= fit::FORM;
                }
            }
        }
        worth
    }

    /// The stems of the known halves of a compound that the book does not know.
    fn halves(&self, lang: Lang, asked: &Asked, usage: &Usage) -> Vec<u32> {
        let known = |part: &str| {
            let stem =
                self.forms.get(&(lang, part.to_owned())).or_else(|| self.stems.get(&(lang, part.to_owned())));
            stem.copied().filter(|_| !usage.is_filler(part))
        };
        match lang {
            Lang::De => terms::known_ends(&asked.folded, known),
            Lang::En => Vec::new(),
        }
    }

    /// Whether a folded query is the whole title of a rule.
    pub(crate) fn is_title(&self, entry: usize, query: &str, only: Option<Lang>) -> bool {
        let titles = Lang::ALL.into_iter().zip(&self.titles[entry]);
        titles.filter(|(lang, _)| only.is_none_or(|only| only == *lang)).any(|(_, title)| title == query)
    }

    /// Whether a query names a card of which this rule speaks.
    pub(crate) fn names_card(&self, entry: usize, query: &[Asked]) -> bool {
        let asked = |word: &String| query.iter().any(|asked| asked.folded == *word);
        self.cards[entry].iter().any(|name| name.iter().all(asked))
    }

    /// Whether a rule is only about single cards.
    pub(crate) fn is_on_cards(&self, entry: usize, kind: Kind) -> bool {
        !self.cards[entry].is_empty() || matches!(kind, Kind::Card | Kind::Errata | Kind::Points)
    }
}

/// The names of a rule's cards, each as folded words without fillers.
fn names(entry: &Entry, usage: &Usage) -> Vec<Vec<String>> {
    let mut names: Vec<Vec<String>> = Vec::new();
    for (card, lang) in entry.cards.iter().flat_map(|card| Lang::ALL.map(|lang| (card, lang))) {
        let words =
            terms::words(card.in_(lang)).map(|word| fold(&word)).filter(|word| !usage.is_filler(word));
        let name: Vec<String> = words.collect();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// How often something is in each field of a rule.
type Counts = [u16; Field::COUNT];

/// The words of a book before their weights are known.
#[derive(Default)]
struct Gathered {
    words: FxHashMap<(String, Option<Lang>), Form>,
    /// How many words each field of each rule has.
    lengths: FxHashMap<(u32, Option<Lang>), Counts>,
}

/// A folded form of a word.
struct Form {
    /// As it was met first, in small letters.
    spelling: String,
    counts: FxHashMap<u32, Counts>,
}

impl Gathered {
    fn add<'a>(
        &mut self,
        at: usize,
        field: Field,
        lang: Option<Lang>,
        texts: impl IntoIterator<Item = &'a str>,
    ) {
        for word in texts.into_iter().flat_map(terms::words) {
            let entry = self
                .words
                .entry((fold(&word), lang))
                .or_insert_with(|| Form { spelling: word, counts: FxHashMap::default() });
            entry.counts.entry(at as u32).or_default()[field as usize] += 1;
            self.lengths.entry((at as u32, lang)).or_default()[field as usize] += 1;
        }
    }

    fn index(self) -> Index {
        let usual = self.usual_lengths();
        let mut index = Index {
            words: Vec::with_capacity(self.words.len()),
            stems: FxHashMap::default(),
            stem_texts: Vec::new(),
            forms: FxHashMap::default(),
            titles: Vec::new(),
            cards: Vec::new(),
        };
        let mut words: Vec<_> = self.words.into_iter().collect();
        words.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        for ((text, lang), Form { spelling, counts }) in words {
            let read_as = lang.unwrap_or(Lang::En);
            let stem = stem(&spelling, read_as);
            let number = *index.stems.entry((read_as, stem.clone())).or_insert_with(|| {
                index.stem_texts.push(stem);
                index.stem_texts.len() as u32 - 1
            });
            index.forms.insert((read_as, text.clone()), number);
            let mut postings: Vec<Posting> = counts
                .into_iter()
                .map(|(entry, counts)| posting(entry, &counts, &self.lengths[&(entry, lang)], &usual))
                .collect();
            postings.sort_unstable_by_key(|posting| posting.entry);
            index.words.push(Word { text, lang, stem: number, parts: Vec::new(), postings });
        }
        index
    }

    /// The usual number of words of each field, where it has any.
    fn usual_lengths(&self) -> [f32; Field::COUNT] {
        std::array::from_fn(|field| {
            let lengths = self.lengths.values().map(|lengths| lengths[field]).filter(|length| *length > 0);
            let (sum, count) =
                lengths.fold((0.0, 0.0), |(sum, count), length| (sum + f32::from(length), count + 1.0));
            if count > 0.0 { sum / count } else { 1.0 }
        })
    }
}

/// The weight of a word in a rule: how often it stands in each field, held against the field's length.
fn posting(entry: u32, counts: &Counts, lengths: &Counts, usual: &[f32; Field::COUNT]) -> Posting {
    let mut found = Posting { entry, weight: 0.0, place: Place::Text };
    for field in [Field::Id, Field::Title, Field::Card, Field::Text, Field::Ruling] {
        let at = field as usize;
        if counts[at] > 0 {
            let length = 1.0 - LENGTH + LENGTH * f32::from(lengths[at]) / usual[at];
            found.weight += field.weight() * f32::from(counts[at]) / length;
            found.place = found.place.min(field.place());
        }
    }
    found
}
