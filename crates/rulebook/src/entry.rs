//! The rows of a rulebook: rules, rulings and rules that do not apply to a digital table. This module owns their shape as data;
//! it does not know where they are stored.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::{Chart, Lang, Rulebook, Source, Text, Words};

/// The id of a rule, such as a refusal cites: `<game>.<section>.<rest>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl RuleId {
    /// The rulebook's entry under this id.
    pub fn entry(self) -> Option<&'static Entry> {
        Rulebook::rule(self.0)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// No rulebook has an entry under this id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRule(pub String);

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rulebook has a rule {:?}", self.0)
    }
}

impl std::error::Error for UnknownRule {}

impl FromStr for RuleId {
    type Err = UnknownRule;

    /// Finds the rule in the rulebooks, so only ids of existing rules can be read.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Rulebook::rule(text).map(Entry::rule_id).ok_or_else(|| UnknownRule(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident $code:literal $en:literal $de:literal;)*) => {
        /// What a rule is about. The set is closed; `rules/README.md` describes each kind.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Kind { $($(#[$doc])* $variant,)* }

        impl Kind {
            pub const ALL: &'static [Kind] = &[$(Kind::$variant,)*];

            /// The word the files use.
            pub const fn code(self) -> &'static str {
                match self { $(Kind::$variant => $code,)* }
            }

            /// The heading shown to players.
            pub const fn label(self) -> Words {
                match self { $(Kind::$variant => Words::new($en, $de),)* }
            }
        }
    };
}

kinds! {
    Action "action" "Actions" "Aktionen";
    Attack "attack" "Attacks" "Angriffe";
    Campaign "campaign" "Campaign" "Kampagne";
    Card "card" "Cards" "Karten";
    Concept "concept" "Terms" "Begriffe";
    Construction "construction" "List building" "Listenbau";
    Damage "damage" "Damage" "Schaden";
    Dice "dice" "Dice" "Würfel";
    Errata "errata" "Errata" "Errata";
    Faq "faq" "Questions and answers" "Fragen und Antworten";
    Format "format" "Formats" "Spielformate";
    Geometry "geometry" "Measuring and shapes" "Maße und Formen";
    Keyword "keyword" "Keywords" "Schlüsselwörter";
    Objective "objective" "Objectives" "Einsatzziele";
    Optional "optional" "Optional rules" "Optionale Regeln";
    Phase "phase" "Rounds and phases" "Runden und Phasen";
    Points "points" "Points" "Punkte";
    Setup "setup" "Setup" "Aufbau";
    Terrain "terrain" "Terrain and obstacles" "Gelände und Hindernisse";
    Timing "timing" "Timing and precedence" "Reihenfolge und Vorrang";
    Token "token" "Tokens" "Marker";
    Victory "victory" "Victory" "Sieg";
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Kind::ALL.iter().copied().find(|kind| kind.code() == text);
        found.ok_or_else(|| format!("unknown kind of rule {text:?}"))
    }
}

/// A card that a rule speaks of; a name that is not known in a language is absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardName {
    pub en: Option<String>,
    pub de: Option<String>,
}

impl CardName {
    /// The name in this language, or else in the other one.
    pub fn in_(&self, lang: Lang) -> &str {
        let (first, second) = match lang {
            Lang::En => (&self.en, &self.de),
            Lang::De => (&self.de, &self.en),
        };
        first.as_deref().or(second.as_deref()).unwrap_or_default()
    }
}

/// One rule.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    pub kind: Kind,
    pub title: Text,
    /// The rule in English, in our own words.
    pub en: String,
    /// The rule in German, in our own words.
    pub de: String,
    pub source: Source,
    /// What a player should know besides: how sure a value is, which reading was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<Text>,
    /// What the rule lists in rows and columns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<Chart>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardName>,
    /// Numbers and names the rule fixes, for reference; their keys are free.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub facts: toml::Table,
}

impl Entry {
    pub fn rule_id(&'static self) -> RuleId {
        RuleId(&self.id)
    }

    /// The rule's text.
    pub fn in_(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::De => &self.de,
        }
    }
}

/// How a doubtful rule was decided.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    pub question: Text,
    pub decision: Text,
    pub reason: Text,
    /// The rules concerned.
    pub rules: Vec<String>,
}

impl Ruling {
    /// The reason without the number of the principle, which only `rules/README.md` explains.
    pub fn reason_in(&self, lang: Lang) -> String {
        let reason = self.reason.in_(lang);
        let numbered = reason.strip_prefix(lang.pick("Principle ", "Grundsatz "));
        let bare = numbered.and_then(|rest| rest.split_once(": "));
        let bare = bare.filter(|(number, _)| number.chars().all(|digit| digit.is_ascii_digit()));
        let mut letters = bare.map_or(reason, |(_, bare)| bare).chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }
}

/// A rule that no scenario can prove, because a digital table has nothing to which it could apply.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotApplicable {
    pub id: String,
    pub reason: Text,
}
