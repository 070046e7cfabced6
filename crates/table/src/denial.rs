//! Why something is not possible. A denial always cites the rulebook entry it rests on.

use arrayvec::ArrayVec;
use rulebook::{Lang, RuleId, Text, Words};
use serde::{Serialize, Serializer};

use crate::{Pause, Play};

/// A refusal by the rules: the entry that forbids it and one sentence that says why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Denial {
    pub rule: RuleId,
    pub why: Words,
}

/// Shorthand for constants: `const NO_SHIELD: Denial = denial("game.rule.id", "English", "Deutsch");`
pub const fn denial(rule: &'static str, en: &'static str, de: &'static str) -> Denial {
    Denial { rule: RuleId(rule), why: Words { en, de } }
}

impl Denial {
    pub fn text(&self, lang: Lang) -> String {
        format!("{} [{}]", self.why.in_(lang), self.rule)
    }
}

impl std::fmt::Display for Denial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.why.en, self.rule)
    }
}

/// Something that the program has room for so many of and no more. The rules know no such limit, so reaching it is said
/// and never passed over: the answer that would lead there is refused.
#[derive(PartialEq, Eq, Debug)]
pub struct Capacity {
    pub most: usize,
    /// What there is room for, in the plural.
    pub of: Words,
}

/// Shorthand for constants: `static NESTED: Capacity = capacity(8, "attacks within attacks", "…");`
pub const fn capacity(most: usize, en: &'static str, de: &'static str) -> Capacity {
    Capacity { most, of: Words { en, de } }
}

impl Capacity {
    /// Whether there is room for one more than so many.
    pub fn holds_more_than(&'static self, count: usize) -> Play {
        if count < self.most { Ok(()) } else { Err(Pause::TooMany(self)) }
    }

    pub fn text(&self) -> Text {
        let Capacity { most, of } = self;
        Text::new(
            format!("This would take more than {most} {}, and the program has no room for more.", of.en),
            format!(
                "Dazu bräuchte es mehr als {most} {}, und für mehr hat das Programm keinen Platz.",
                of.de
            ),
        )
    }
}

/// Putting something where there may be no room for it.
pub trait Put<T> {
    /// Puts `item` at the end, or stops the rules with what there is no room for.
    fn put(&mut self, item: T, capacity: &'static Capacity) -> Play;
}

impl<T, const N: usize> Put<T> for ArrayVec<T, N> {
    fn put(&mut self, item: T, capacity: &'static Capacity) -> Play {
        debug_assert_eq!(N, capacity.most, "a capacity says how many {} there is room for", capacity.of.en);
        self.try_push(item).map_err(|_| Pause::TooMany(capacity))
    }
}

/// Why an answer was not taken. Nothing has changed when one of these comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody asked this seat (or this track of a sealed question).
    NotAsked,
    /// The answer has the wrong form: an unknown option, too many or too few, not a permutation, not a number.
    Malformed(&'static str),
    /// The answer was given to another question than the one that is open.
    Outdated,
    /// The rules forbid it.
    Denied(Denial),
    /// The rules allow it, but the program has no room for it.
    TooMany(&'static Capacity),
    /// The game is over.
    Over,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::NotAsked => write!(f, "this seat is not asked anything now"),
            Refusal::Malformed(what) => write!(f, "{what}"),
            Refusal::Outdated => write!(f, "the answer belongs to another question than the open one"),
            Refusal::Denied(denial) => write!(f, "{denial}"),
            Refusal::TooMany(capacity) => write!(f, "{}", capacity.text().en),
            Refusal::Over => write!(f, "the game is over"),
        }
    }
}

impl std::error::Error for Refusal {}

/// A fault in a list, a set-up or another document: where it is, which rule it breaks if any, and what is wrong.
/// Written to a file it is English, like its `Display`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    #[serde(serialize_with = "in_english")]
    pub place: Text,
    pub rule: Option<RuleId>,
    #[serde(serialize_with = "in_english")]
    pub what: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<Box<Near>>,
}

/// The names that may be meant by one that is not known, the nearest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
struct Near(#[serde(serialize_with = "all_in_english")] Vec<Text>);

fn in_english<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.en)
}

fn all_in_english<S: Serializer>(texts: &[Text], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(texts.iter().map(|text| &text.en))
}

impl Fault {
    /// A fault at a place that is called the same in both languages: an id, a key of the document, or nothing at all.
    pub fn new(
        place: impl Into<String>,
        rule: Option<&'static str>,
        en: impl Into<String>,
        de: impl Into<String>,
    ) -> Fault {
        let place = place.into();
        Fault {
            place: Text { en: place.clone(), de: place },
            rule: rule.map(RuleId),
            what: Text { en: en.into(), de: de.into() },
            near: None,
        }
    }

    /// The same fault at a place that has a name in each language.
    pub fn at(self, place: Text) -> Fault {
        Fault { place, ..self }
    }

    /// The same fault with the names that may be meant.
    pub fn with_near(self, near: Vec<Text>) -> Fault {
        Fault { near: (!near.is_empty()).then(|| Box::new(Near(near))), ..self }
    }

    /// For a name that is not known: the names that may be meant, the nearest first.
    pub fn near(&self) -> &[Text] {
        self.near.as_ref().map_or(&[], |near| &near.0)
    }

    /// The same fault as part of something larger, which is named before its own place.
    pub fn within(self, whole: &Text) -> Fault {
        let join = |whole: &str, part: &str| format!("{whole} {part}").trim().to_string();
        let place = Text::new(join(&whole.en, &self.place.en), join(&whole.de, &self.place.de));
        self.at(place)
    }

    /// The question whether one of the near names is meant; empty if there is none.
    pub fn question(&self, lang: Lang) -> String {
        let names: Vec<&str> = self.near().iter().map(|name| name.in_(lang)).collect();
        is_one_meant(&names, lang)
    }

    /// Place, sentence, question and rule in one line.
    pub fn text(&self, lang: Lang) -> String {
        let place = match self.place.in_(lang) {
            "" => String::new(),
            place => format!("{place}: "),
        };
        let rule = self.rule.map_or(String::new(), |rule| format!(" [{rule}]"));
        let question = match self.question(lang) {
            question if question.is_empty() => question,
            question => format!("; {question}"),
        };
        format!("{place}{}{question}{rule}", self.what.in_(lang))
    }
}

/// The question whether one of these names is meant; empty if there is none.
pub fn is_one_meant(names: &[impl AsRef<str>], lang: Lang) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let Some((last, others)) = names.split_last() else { return String::new() };
    let (ask, or) = match lang {
        Lang::En => ("did you mean", "or"),
        Lang::De => ("meintest du", "oder"),
    };
    match others {
        [] => format!("{ask} {last}?"),
        others => format!("{ask} {} {or} {last}?", others.join(", ")),
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.text(Lang::En))
    }
}
