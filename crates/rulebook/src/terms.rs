//! What a word is to the search: its spelling made even, its stem, the parts of a German compound, and the words that
//! people use for the same thing (`rules/words.toml`). This module owns the forms of single words; it does not know
//! in which rules they occur.

use frostem::{Algorithm, Stemmer};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use crate::Lang;

/// The shortest part of a compound, so that endings are not taken for words.
const SHORTEST_PART: usize = 4;

/// Letters that German puts between the parts of a compound.
const JOINTS: [&str; 6] = ["", "s", "n", "en", "es", "e"];

/// Prefixes before which a participle has its "ge": `ab-ge-legt`, `gefangen-ge-nommen`.
const PREFIXES: [&str; 16] = [
    "zuruck", "wieder", "gegen", "nach", "fest", "auf", "aus", "bei", "ein", "her", "hin", "mit", "vor",
    "ab", "an", "zu",
];

/// The words of a text, in small letters.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// A word without case, accents and the ways to write an umlaut: ä, ae and a become one. The fold of a prefix is
/// a prefix of the fold.
pub(crate) fn fold(word: &str) -> String {
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

/// What the forms of a word in small letters have in common.
pub(crate) fn stem(word: &str, lang: Lang) -> String {
    match lang {
        Lang::En => fold(&Stemmer::new(Algorithm::English).stem(word)),
        Lang::De => {
            let word = without_participle(&fold(word));
            // Endings that the stemmer leaves: würfel-n, zerstör-t.
            let word = word.strip_suffix('n').filter(|bare| bare.ends_with("el")).unwrap_or(&word);
            let stem = Stemmer::new(Algorithm::German).stem(word);
            let bare = stem.strip_suffix("et").or_else(|| stem.strip_suffix('t'));
            bare.filter(|bare| bare.chars().count() >= 5).unwrap_or(&stem).to_owned()
        }
    }
}

/// The folded word without the "ge" of a participle with a separable prefix.
fn without_participle(word: &str) -> String {
    let split = PREFIXES.iter().find_map(|prefix| {
        let rest = word.strip_prefix(prefix)?.strip_prefix("ge")?;
        (rest.len() >= SHORTEST_PART).then(|| format!("{prefix}{rest}"))
    });
    split.unwrap_or_else(|| word.to_owned())
}

/// The known words of which a folded word is made: both halves at each place where both are known.
pub(crate) fn parts<T: Copy + PartialEq>(word: &str, known: impl Fn(&str) -> Option<T>) -> Vec<T> {
    let mut found = Vec::new();
    for (left, right) in halves(word) {
        let plural = || right.strip_suffix('n').and_then(&known);
        if let (Some(left), Some(right)) = (first_part(left, &known), known(right).or_else(plural)) {
            found.extend([left, right]);
        }
    }
    found.dedup();
    found
}

/// The longest known beginning and the longest known end of a folded word that is not known itself.
pub(crate) fn known_ends<T: Copy>(word: &str, known: impl Fn(&str) -> Option<T>) -> Vec<T> {
    let end = halves(word).find_map(|(_, right)| known(right));
    let start = halves(word).filter_map(|(left, _)| first_part(left, &known)).last();
    start.into_iter().chain(end).collect()
}

fn halves(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let cuts = word.char_indices().map(|(at, _)| at);
    cuts.map(|at| word.split_at(at))
        .filter(|(left, right)| left.len() >= SHORTEST_PART && right.len() >= SHORTEST_PART)
}

/// The word before the joint of a compound.
fn first_part<T>(left: &str, known: impl Fn(&str) -> Option<T>) -> Option<T> {
    let bare = JOINTS.iter().filter_map(|joint| left.strip_suffix(joint));
    bare.filter(|word| word.len() >= SHORTEST_PART).find_map(known)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WordsFile {
    /// Words that only hold a question together.
    fillers: Vec<String>,
    /// Words for one thing.
    same: Vec<Vec<String>>,
}

/// How people ask, from `rules/words.toml`.
pub(crate) struct Usage {
    fillers: FxHashSet<String>,
    /// For each folded word the lines in which it stands.
    lines: FxHashMap<String, Vec<usize>>,
    same: Vec<Vec<String>>,
}

impl Usage {
    pub(crate) fn read(text: &str) -> Result<Usage, toml::de::Error> {
        let WordsFile { fillers, same } = toml::from_str(text)?;
        let mut lines: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (at, line) in same.iter().enumerate() {
            for word in line {
                lines.entry(fold(word)).or_default().push(at);
            }
        }
        Ok(Usage { fillers: fillers.iter().map(|word| fold(word)).collect(), lines, same })
    }

    /// Whether a folded word says nothing about what is asked.
    pub(crate) fn is_filler(&self, word: &str) -> bool {
        self.fillers.contains(word)
    }

    /// Other words for the thing that a folded word stands for.
    pub(crate) fn same(&self, word: &str) -> impl Iterator<Item = &str> {
        let lines = self.lines.get(word).into_iter().flatten();
        lines.flat_map(|&at| &self.same[at]).map(String::as_str)
    }
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

    #[test]
    fn forms_of_a_word_share_a_stem() {
        for forms in [
            ["attack", "attacks", "attacking"],
            ["rescue", "rescued", "rescues"],
            ["token", "tokens", "tokens"],
        ] {
            assert!(forms.iter().all(|form| stem(form, Lang::En) == stem(forms[0], Lang::En)), "{forms:?}");
        }
        for forms in [
            ["zerstören", "zerstört", "zerstörung"],
            ["ablegen", "abgelegt", "ablegt"],
            ["bewegen", "bewegt", "bewegung"],
            ["würfel", "würfeln", "wuerfels"],
        ] {
            assert!(forms.iter().all(|form| stem(form, Lang::De) == stem(forms[0], Lang::De)), "{forms:?}");
        }
    }

    #[test]
    fn compounds_fall_into_known_words() {
        let known = |part: &str| {
            ["kampfvorteil", "stapel", "schild", "gefangen"].iter().position(|word| *word == part)
        };
        assert_eq!(parts("kampfvorteilsstapel", known), [0, 1]);
        assert!(parts("schildbox", known).is_empty());
        assert_eq!(known_ends("gefangennahme", known), [3]);
    }

    proptest! {
        #[test]
        fn a_folded_prefix_begins_the_folded_word(word in "[a-zäöüßA-ZÄÖÜ]{1,12}", cut in 0usize..12) {
            let prefix: String = word.chars().take(cut).collect();
            prop_assert!(fold(&word).starts_with(&fold(&prefix)));
        }

        #[test]
        fn every_word_has_a_stem(word in "\\w{1,12}", german in any::<bool>()) {
            let lang = if german { Lang::De } else { Lang::En };
            words(&word).for_each(|word| { stem(&word, lang); });
        }
    }
}
