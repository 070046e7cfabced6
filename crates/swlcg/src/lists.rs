//! Decks: an affiliation card and objective sets, and the rules that they obey.

mod random;
pub mod ready;

use serde::{Deserialize, Serialize};
use table::lobby::Counted;
use table::{Fault, Lang, Text, Words};

use crate::cards::{Affiliation, CardType, Facts, Kind, ObjectiveSet, library};
use crate::state::{MOST_SETS, Options, Side};

pub use random::random_deck;

/// A deck by the id of its affiliation card and the numbers of its sets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DeckList {
    pub affiliation: String,
    pub sets: Vec<u16>,
}

/// Objective sets that exist, but of whose cards the sources tell nothing.
pub const SETS_WITHOUT_DATA: std::ops::RangeInclusive<u16> = 285..=290;

/// Why they cannot be played.
pub const NO_DATA: (&str, &str) = (
    "the sources hold no data of its cards, not even of which side they are",
    "zu seinen Karten enthalten die Quellen keine Angaben, nicht einmal zur Seite",
);

/// The rule about sets and cards that the sources know.
const COVERAGE: &str = "swlcg.core.components.card-data-coverage";

/// How many sets a deck has at least.
const FEWEST_SETS: usize = 10;

/// The decks that come ready-made with the core set; they may be smaller than others.
pub const STARTERS: [(&str, &str, [u16; 8]); 4] = [
    ("starter-jedi", "jedi", [1, 2, 3, 4, 5, 6, 7, 18]),
    ("starter-rebel-alliance", "rebel-alliance", [8, 9, 10, 11, 12, 13, 14, 18]),
    ("starter-sith", "sith", [19, 20, 21, 22, 23, 24, 25, 36]),
    ("starter-imperial-navy", "imperial-navy", [26, 27, 28, 29, 30, 31, 32, 36]),
];

/// Sets that only an erratum limits to one per deck, with its rule.
const ONCE_BY_ERRATUM: [(u16, &str); 1] = [(109, "swlcg.errata.card.along-the-gamor-run")];

/// The document that has the errata, and its day.
pub const ERRATA: Words = Words::new("FAQ 3.6d of 23 April 2018", "FAQ 3.6d vom 23. April 2018");

/// The day of the restricted list.
pub const RESTRICTED_SINCE: Words = Words::new("23 April 2018", "23. April 2018");

/// The groups of the restricted list by their rules: of each group a deck uses one entry at most. An entry is an objective set
/// with all its cards.
const RESTRICTED: [(&str, &[u16]); 12] = [
    ("swlcg.restricted.ls-1", &[99, 103]),
    ("swlcg.restricted.ls-2", &[112, 128]),
    ("swlcg.restricted.ls-3", &[97, 229]),
    ("swlcg.restricted.ls-4", &[103, 237]),
    (WITH_GUARDIANS, &[112, 229]),
    ("swlcg.restricted.ls-6", &[10, 131]),
    ("swlcg.restricted.ls-7", &[196, 256]),
    ("swlcg.restricted.ds-1", &[46, 180]),
    ("swlcg.restricted.ds-2", &[135, 195]),
    ("swlcg.restricted.ds-3", &[126, 240]),
    ("swlcg.restricted.ds-4", &[205, 259]),
    ("swlcg.restricted.ds-5", &[240, 289]),
];
/// The group with a third entry that is no set, but an affiliation card.
const WITH_GUARDIANS: &str = "swlcg.restricted.ls-5";
const GUARDIANS: &str = "guardians-of-justice";

/// Affiliation cards that ask for exactly so many objectives of their own affiliation, and as many of another one or neutral.
const ALLIANCES: [(&str, Affiliation, usize); 12] = [
    (GUARDIANS, Affiliation::RebelAlliance, 6),
    ("no-questions-asked", Affiliation::SmugglersAndSpies, 5),
    ("fighters-for-freedom", Affiliation::Jedi, 5),
    ("information-network", Affiliation::SmugglersAndSpies, 5),
    ("desperate-allies", Affiliation::Jedi, 5),
    ("mercenary-contacts", Affiliation::RebelAlliance, 6),
    ("galactic-enforcers", Affiliation::ImperialNavy, 6),
    ("expendable-allies", Affiliation::ScumAndVillainy, 5),
    ("dark-masters", Affiliation::Sith, 5),
    ("any-methods-necessary", Affiliation::ScumAndVillainy, 5),
    ("promise-of-power", Affiliation::Sith, 5),
    ("imperial-contractors", Affiliation::ImperialNavy, 6),
];

impl DeckList {
    pub fn new(affiliation: &str, sets: &[u16]) -> DeckList {
        DeckList { affiliation: affiliation.to_string(), sets: sets.to_vec() }
    }

    /// A ready-made deck of the core set.
    pub fn starter(id: &str) -> Option<DeckList> {
        let (_, affiliation, sets) = STARTERS.iter().find(|(name, ..)| *name == id)?;
        Some(DeckList::new(affiliation, sets))
    }

    fn is_starter(&self) -> bool {
        let mut sets = self.sets.clone();
        sets.sort_unstable();
        STARTERS.iter().any(|(_, affiliation, starter)| *affiliation == self.affiliation && sets == *starter)
    }

    /// The sets that are known.
    pub fn objective_sets(&self) -> impl Iterator<Item = &'static ObjectiveSet> {
        self.sets.iter().filter_map(|number| library().set(*number))
    }

    /// The affiliation card, if it is one.
    pub fn affiliation_card(&self) -> Option<(Kind, &'static Facts)> {
        library().find(&self.affiliation).filter(|(_, card)| card.card_type == CardType::Affiliation)
    }

    /// Every rule that the deck breaks.
    pub fn check(&self, side: Side, options: &Options) -> Vec<Fault> {
        let mut faults = Vec::new();
        let wrong = match self.affiliation_card() {
            Some((_, card)) if card.side == side => None,
            Some((_, card)) => {
                let (name, [en, de]) = (&card.name, ["light", "Hellen"]);
                let [en, de] = if side == Side::Light { ["dark", "Dunklen"] } else { [en, de] };
                Some((
                    format!("{} belongs to the {en} side", name.in_(Lang::En)),
                    format!("{} gehört zur {de} Seite", name.in_(Lang::De)),
                ))
            }
            None if self.affiliation.is_empty() => {
                Some(("the affiliation card is missing".into(), "die Fraktionskarte fehlt".into()))
            }
            None => Some((
                format!("there is no affiliation card “{}”", self.affiliation),
                format!("eine Fraktionskarte „{}“ gibt es nicht", self.affiliation),
            )),
        };
        if let Some((en, de)) = wrong {
            faults.push(Fault::new("", Some("swlcg.core.deck.one-affiliation-card"), en, de));
        }
        if self.sets.len() < FEWEST_SETS && !self.is_starter() {
            faults.push(Fault::new(
                "",
                Some("swlcg.core.deck.min-ten-sets"),
                format!("{}, but at least {FEWEST_SETS} are needed", counted(self.sets.len(), Lang::En)),
                format!("{}, mindestens {FEWEST_SETS} sind nötig", counted(self.sets.len(), Lang::De)),
            ));
        }
        if self.sets.len() > MOST_SETS {
            faults.push(Fault::new(
                "",
                Some("swlcg.core.deck.min-ten-sets"),
                format!("this table takes decks of at most {MOST_SETS} objective sets"),
                format!("dieser Tisch fasst Decks von höchstens {MOST_SETS} Einsatzsets"),
            ));
        }
        let mut unknown: Vec<u16> = Vec::new();
        for number in &self.sets {
            let is_known = library().set(*number).is_some() || SETS_WITHOUT_DATA.contains(number);
            if !is_known && !unknown.contains(number) {
                unknown.push(*number);
                let (en, de) = ("there is no such objective set", "ein solches Einsatzset gibt es nicht");
                faults.push(Fault::new(number.to_string(), Some(COVERAGE), en, de));
            }
        }
        self.check_alliance(&mut faults);
        let mut seen: Vec<u16> = Vec::new();
        for set in self.objective_sets() {
            if !seen.contains(&set.number) {
                seen.push(set.number);
                self.check_set(set, side, options, &mut faults);
            }
        }
        if options.restricted_list {
            faults.extend(self.check_restricted());
        }
        faults
    }

    /// What is forbidden at tournaments: of each restricted group one entry at most, with as many copies as usual.
    pub fn check_restricted(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (rule, group) in RESTRICTED {
            let used = |lang: Lang| -> Vec<String> {
                let there = group.iter().filter(|number| self.sets.contains(number));
                let mut used: Vec<String> = there.map(|number| set_title(*number, lang)).collect();
                let guardians = self.affiliation_card().filter(|(_, card)| card.id == GUARDIANS);
                used.extend(
                    guardians
                        .filter(|_| rule == WITH_GUARDIANS)
                        .map(|(_, card)| card.name.in_(lang).to_string()),
                );
                used
            };
            if used(Lang::En).len() > 1 {
                let fault = Fault::new(
                    "",
                    Some(rule),
                    format!(
                        "a tournament deck may use only one of them (restricted list of {})",
                        RESTRICTED_SINCE.in_(Lang::En)
                    ),
                    format!(
                        "ein Turnierdeck darf nur eins davon verwenden (eingeschränkte Karten, Stand {})",
                        RESTRICTED_SINCE.in_(Lang::De)
                    ),
                );
                let places = [Lang::En, Lang::De].map(|lang| used(lang).join(", "));
                let [en, de] = places;
                faults.push(fault.at(Text { en, de }));
            }
        }
        faults
    }

    /// Some affiliation cards fix how many objectives of which affiliation there are.
    fn check_alliance(&self, faults: &mut Vec<Fault>) {
        let Some((_, partner, number)) = ALLIANCES.iter().find(|(id, ..)| *id == self.affiliation) else {
            return;
        };
        let Some((_, card)) = self.affiliation_card() else { return };
        let of = |wanted: Affiliation| {
            self.objective_sets().filter(|set| library().card(set.cards[0]).affiliation == wanted).count()
        };
        let (own, others) = (of(card.affiliation), of(*partner) + of(Affiliation::Neutral));
        if own != *number || others != *number || self.sets.len() != 2 * number {
            faults.push(
                Fault::new(
                    "",
                    Some("swlcg.core.deck.alliance-affiliation-cards"),
                    format!("asks for exactly {number} and {number} objectives of its two groups"),
                    format!("verlangt genau {number} und {number} Einsatzziele der beiden Gruppen"),
                )
                .at(Text::new(card.name.in_(Lang::En), card.name.in_(Lang::De))),
            );
        }
    }

    fn check_set(&self, set: &ObjectiveSet, side: Side, options: &Options, faults: &mut Vec<Fault>) {
        let objective = library().card(set.cards[0]);
        let copies = self.sets.iter().filter(|number| **number == set.number).count();
        let mut fault = |rule: &'static str, en: &str, de: &str| {
            let place = Text::new(objective.name.in_(Lang::En), objective.name.in_(Lang::De));
            faults.push(Fault::new("", Some(rule), en, de).at(place));
        };
        if objective.side != side {
            fault("swlcg.core.deck.one-side", "belongs to the other side", "gehört zur anderen Seite");
        }
        if copies > 2 {
            fault(
                "swlcg.core.deck.max-two-copies",
                "is included more than twice",
                "ist mehr als zweimal dabei",
            );
        }
        let erratum = ONCE_BY_ERRATUM.iter().find(|(number, _)| *number == set.number);
        match erratum {
            _ if !objective.one_per_objective_deck || copies < 2 => {}
            Some(_) if options.as_printed => {}
            Some((_, rule)) => {
                let (en, de) = (ERRATA.in_(Lang::En), ERRATA.in_(Lang::De));
                fault(
                    rule,
                    &format!("may be there only once (erratum: {en})"),
                    &format!("darf nur einmal dabei sein (Erratum: {de})"),
                );
            }
            None => fault(
                "swlcg.core.deck.limit-1-per-objective-deck",
                "may be there only once",
                "darf nur einmal dabei sein",
            ),
        }
        let own = self.affiliation_card().map(|(_, card)| card.affiliation);
        if objective.affiliation_only && own != Some(objective.affiliation) {
            fault(
                "swlcg.core.deck.affiliation-only",
                "needs an affiliation card of its own affiliation",
                "braucht eine Fraktionskarte der eigenen Fraktion",
            );
        }
    }

    /// What cannot be played with yet, which does not make the deck illegal.
    pub fn gaps(&self, options: &Options) -> Vec<Fault> {
        let mut sets = self.sets.clone();
        sets.sort_unstable();
        sets.dedup();
        let mut gaps = Vec::new();
        for number in sets {
            if SETS_WITHOUT_DATA.contains(&number) {
                gaps.push(Fault::new(number.to_string(), Some(COVERAGE), NO_DATA.0, NO_DATA.1));
            }
            let set = library().set(number).filter(|_| !options.blank_gaps);
            gaps.extend(set.into_iter().flat_map(gaps_of));
        }
        gaps
    }
}

/// The cards of a set that the table does not know yet.
fn gaps_of(set: &ObjectiveSet) -> Vec<Fault> {
    let mut gaps: Vec<Kind> = set.cards.iter().copied().filter(|kind| library().card(*kind).gap).collect();
    gaps.dedup();
    let gap = |card: &Facts| {
        let place = |lang| {
            let title = set_title(set.number, lang);
            let is_objective = card.id == library().card(set.cards[0]).id;
            if is_objective { title } else { format!("{}, {title}", card.name.in_(lang)) }
        };
        let gap = Fault::new(
            "",
            Some("swlcg.core.deck.whole-sets-only"),
            "the table does not know the text of this card yet, and sets come whole",
            "den Text dieser Karte kennt der Tisch noch nicht, und Sets gibt es nur ganz",
        );
        gap.at(Text { en: place(Lang::En), de: place(Lang::De) })
    };
    gaps.into_iter().map(|kind| gap(library().card(kind))).collect()
}

/// What is counted of a deck.
pub const OBJECTIVE_SETS: Counted = Counted {
    one: Words::new("objective set", "Einsatzset"),
    many: Words::new("objective sets", "Einsatzsets"),
};

fn counted(sets: usize, lang: Lang) -> String {
    format!("{sets} {}", OBJECTIVE_SETS.in_(lang, sets))
}

/// A set by its objective and its number.
fn set_title(number: u16, lang: Lang) -> String {
    let objective = library().set(number).map(|set| library().card(set.cards[0]).name.in_(lang));
    objective.map_or(format!("Set {number}"), |name| format!("{name} (Set {number})"))
}
