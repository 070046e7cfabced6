//! Bilingual words. This module owns the two languages of the table and the types that hold a sentence in both;
//! it does not know what the sentences are about.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A language of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    #[default]
    En,
    De,
}

impl Lang {
    pub const ALL: [Lang; 2] = [Lang::En, Lang::De];

    /// The two-letter code, as in the files and in web requests.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::De => "de",
        }
    }

    /// The one of two texts that is in this language.
    pub const fn pick<'a>(self, en: &'a str, de: &'a str) -> &'a str {
        match self {
            Lang::En => en,
            Lang::De => de,
        }
    }

    /// Names in a row: "A, B and C".
    pub fn list(self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [some @ .., last] => format!("{} {} {last}", some.join(", "), self.pick("and", "und")),
        }
    }

    /// The name of a card within a sentence. In German it stands in quotation marks, so that it need not be declined.
    pub fn quoted(self, name: &str) -> String {
        match self {
            Lang::De if !name.is_empty() && !name.contains(['„', '“']) => {
                format!("„{}“", paired(name, '‚', '‘'))
            }
            _ => name.to_string(),
        }
    }

    /// A name with the quotation marks of the language instead of straight ones.
    pub fn typeset(self, name: &str) -> String {
        match self {
            Lang::En => paired(name, '“', '”'),
            Lang::De => paired(name, '„', '“'),
        }
    }

    /// The kind of a card, with a note if the name that it is shown under is our own translation.
    pub fn noting_own_name(self, kind: &str, own: bool) -> String {
        if own { format!("{kind} · Name: eigene Übersetzung") } else { kind.to_string() }
    }

    /// A number with one decimal place, with the sign of the language between.
    pub fn decimal(self, number: f64) -> String {
        let text = format!("{number:.1}");
        match self {
            Lang::En => text,
            Lang::De => text.replace('.', ","),
        }
    }
}

/// A text whose straight quotation marks open and close in turn.
fn paired(text: &str, open: char, close: char) -> String {
    let mut inside = false;
    let mut mark = |c| {
        if c != '"' {
            return c;
        }
        inside = !inside;
        if inside { open } else { close }
    };
    text.chars().map(&mut mark).collect()
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// The text given is not the code of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLang(pub String);

impl fmt::Display for UnknownLang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown language {:?} (expected \"en\" or \"de\")", self.0)
    }
}

impl std::error::Error for UnknownLang {}

impl FromStr for Lang {
    type Err = UnknownLang;

    /// Accepts a code in any case and with a region, such as `de-AT`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let primary = text.trim().split(['-', '_']).next().unwrap_or_default();
        Lang::ALL
            .into_iter()
            .find(|lang| primary.eq_ignore_ascii_case(lang.code()))
            .ok_or_else(|| UnknownLang(text.to_owned()))
    }
}

/// A sentence in both languages, fixed in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Words {
    pub en: &'static str,
    pub de: &'static str,
}

impl Words {
    pub const fn new(en: &'static str, de: &'static str) -> Self {
        Words { en, de }
    }

    pub const fn in_(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::De => self.de,
        }
    }
}

/// A sentence in both languages, read from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    pub en: String,
    pub de: String,
}

impl Text {
    pub fn new(en: impl Into<String>, de: impl Into<String>) -> Text {
        Text { en: en.into(), de: de.into() }
    }

    pub fn in_(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::De => &self.de,
        }
    }

    /// Whether both languages say something.
    pub fn is_complete(&self) -> bool {
        Lang::ALL.into_iter().all(|lang| !self.in_(lang).trim().is_empty())
    }
}

/// A proper name, read from a file. The German one is left out where it is not known, and marked where it does not come
/// from a German document but is our own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    pub en: String,
    de: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    own: bool,
}

impl Name {
    pub fn in_(&self, lang: Lang) -> &str {
        match (lang, &self.de) {
            (Lang::De, Some(de)) => de,
            _ => &self.en,
        }
    }

    /// Whether the name in a language is our own translation.
    pub fn is_own(&self, lang: Lang) -> bool {
        lang == Lang::De && self.own && self.de.is_some()
    }

    /// The language that the name is shown in, where that is not the one it is asked for in.
    pub fn foreign(&self, lang: Lang) -> Option<Lang> {
        (lang == Lang::De && self.de.is_none()).then_some(Lang::En)
    }
}

impl From<Words> for Text {
    fn from(words: Words) -> Text {
        Text::new(words.en, words.de)
    }
}

impl From<&Name> for Text {
    fn from(name: &Name) -> Text {
        Text::new(name.in_(Lang::En), name.in_(Lang::De))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_read_and_written_by_their_code() {
        for lang in Lang::ALL {
            assert_eq!(lang.to_string().parse(), Ok(lang));
        }
        assert_eq!("DE-at".parse(), Ok(Lang::De));
        assert_eq!("fr".parse::<Lang>(), Err(UnknownLang("fr".into())));
    }

    #[test]
    fn words_can_be_constants() {
        const HELLO: Words = Words::new("hello", "hallo");
        const GERMAN: &str = HELLO.in_(Lang::De);
        assert_eq!(GERMAN, "hallo");
    }
}
