//! Where words may be broken at the end of a line, by the patterns of their language.

use crate::Lang;

/// A break that nobody sees unless a line ends there.
const SOFT_HYPHEN: char = '\u{ad}';

/// So many letters stay together at both ends of a word.
const LEAST: usize = 3;

impl Lang {
    /// A word with soft hyphens wherever it may be broken; nothing if it may not be.
    pub fn broken(self, word: &str) -> Option<String> {
        let language = match self {
            Lang::En => hypher::Lang::English,
            Lang::De => hypher::Lang::German,
        };
        let letters = word.chars().count();
        let (mut text, mut before) = (String::new(), 0);
        for part in hypher::hyphenate(word, language) {
            if before >= LEAST && letters - before >= LEAST {
                text.push(SOFT_HYPHEN);
            }
            text.push_str(part);
            before += part.chars().count();
        }
        (text.len() > word.len()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(word: &str, lang: Lang) -> String {
        lang.broken(word).unwrap_or_else(|| word.to_string()).replace(SOFT_HYPHEN, "-")
    }

    #[test]
    fn german_words_break_where_german_does() {
        for word in [
            "Ziel-er-fas-sung",
            "Ver-tei-di-gungs-wür-fel",
            "Angriffs-wür-fel",
            "Aus-weich-mar-ker",
            "Kampf-vor-teil",
            "Ein-satz-ziel",
            "Manö-ver",
            "Schutz-schild",
            "Scha-dens-karte",
            "Stress-mar-ker",
            "Schuss-bahn",
            "Zwi-schen",
            "Haus",
        ] {
            assert_eq!(broken(&word.replace('-', ""), Lang::De), word);
        }
    }

    #[test]
    fn names_break_by_their_own_language() {
        assert_eq!(broken("Emperor", Lang::En), "Emperor");
        assert_eq!(broken("Commander", Lang::En), "Com-man-der");
        assert_eq!(broken("Lieutenant", Lang::En), "Lieu-tenant");
        assert_eq!(broken("extensive", Lang::En), "exten-sive");
        assert_eq!(broken("", Lang::En), "");
    }
}
