//! Where words may be broken at the end of a line, by the patterns of their language.

use crate::Lang;

/// A break that nobody sees unless a line ends there.
const SOFT_HYPHEN: char = '\u{ad}';

/// So many letters stay together at both ends of a word.
const LEAST: usize = 3;

/// Names and words of the games that the patterns break in the wrong place, or that no pattern of the language fits:
/// broken as written here, whatever the language of the text.
const BROKEN: &[&str] = &[
    "Back-stabber",
    "Battle-droid",
    "Dark-lighter",
    "Death-watch",
    "Fighter",
    "Fire-spray",
    "Howl-runner",
    "Imper-ial",
    "Inter-dictor",
    "Inter-ro-ga-tion",
    "Inter-ro-ga-tor",
    "Inter-ro-ga-tors",
    "Kashyyyk",
    "Kreisch-läu-fer",
    "Mandalor-ian",
    "Mil-len-nium",
    "Night-sister",
    "Night-sisters",
    "Sky-walker",
    "Snow-speeder",
    "Snow-trooper",
    "Snow-troopers",
    "Star-fighter",
    "Storm-trooper",
    "Storm-troopers",
    "Wookiee",
];

impl Lang {
    /// A word with soft hyphens wherever it may be broken; nothing if it may not be.
    pub fn broken(self, word: &str) -> Option<String> {
        let language = match self {
            Lang::En => hypher::Lang::English,
            Lang::De => hypher::Lang::German,
        };
        let same = |known: &&&str| known.chars().filter(|c| *c != '-').eq(word.chars());
        if let Some(known) = BROKEN.iter().find(same) {
            return known.contains('-').then(|| known.replace('-', "\u{ad}"));
        }
        let letters = word.chars().count();
        let (mut text, mut before, mut last) = (String::new(), 0, 0);
        let parts: Vec<&str> = hypher::hyphenate(word, language).collect();
        for (at, part) in parts.iter().enumerate() {
            // No letter stands alone between two breaks: it goes with what comes before it.
            let lonely = part.chars().count() == 1 && at + 1 < parts.len();
            if before >= LEAST && letters - before >= LEAST && before - last > 1 && !lonely {
                text.push(SOFT_HYPHEN);
                last = before;
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

    /// What the patterns get wrong, in texts of either language.
    #[test]
    fn names_of_the_games_break_as_they_are_spoken() {
        for word in ["Kreisch-läu-fer", "Imper-ial", "Kashyyyk", "Fighter", "Dark-lighter", "Mil-len-nium"] {
            for lang in Lang::ALL {
                assert_eq!(broken(&word.replace('-', ""), lang), word);
            }
        }
        for word in
            ["Interrogators", "Interrogation", "Individualist", "Imperialisten", "Kommunikationsanlage"]
        {
            for lang in Lang::ALL {
                assert!(broken(word, lang).split('-').all(|part| part.chars().count() > 1), "{word}");
            }
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
