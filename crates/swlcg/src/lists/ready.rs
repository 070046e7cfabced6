//! Decks that somebody can play with at once: the four that come with the core set, and one for each of the two affiliations
//! of which the core set has a single objective set; those take nine more from Edge of Darkness.

use table::Words;

use crate::lists::DeckList;

pub struct Ready {
    pub id: &'static str,
    pub name: Words,
    affiliation: &'static str,
    sets: &'static [u16],
}

impl Ready {
    pub fn deck(&self) -> DeckList {
        DeckList::new(self.affiliation, self.sets)
    }
}

/// The first ones of each side are played with if nobody says otherwise.
pub const READY: [Ready; 6] = [
    Ready {
        id: "sith",
        name: Words::new("Sith: core set", "Sith: Grundspiel"),
        affiliation: "sith",
        sets: &[19, 20, 21, 22, 23, 24, 25, 36],
    },
    Ready {
        id: "jedi",
        name: Words::new("Jedi: core set", "Jedi: Grundspiel"),
        affiliation: "jedi",
        sets: &[1, 2, 3, 4, 5, 6, 7, 18],
    },
    Ready {
        id: "imperial-navy",
        name: Words::new("Imperial Navy: core set", "Imperiale Flotte: Grundspiel"),
        affiliation: "imperial-navy",
        sets: &[26, 27, 28, 29, 30, 31, 32, 36],
    },
    Ready {
        id: "rebel-alliance",
        name: Words::new("Rebel Alliance: core set", "Rebellenallianz: Grundspiel"),
        affiliation: "rebel-alliance",
        sets: &[8, 9, 10, 11, 12, 13, 14, 18],
    },
    Ready {
        id: "scum-and-villainy",
        name: Words::new("Scum and Villainy: Jabba's hunters", "Abschaum und Kriminelle: Jabbas Jäger"),
        affiliation: "scum-and-villainy",
        sets: &[33, 80, 80, 81, 81, 82, 84, 84, 86, 86],
    },
    Ready {
        id: "smugglers-and-spies",
        name: Words::new(
            "Smugglers and Spies: friends in Cloud City",
            "Schmuggler und Spione: Freunde in der Wolkenstadt",
        ),
        affiliation: "smugglers-and-spies",
        sets: &[15, 69, 69, 70, 71, 71, 72, 72, 73, 74],
    },
];
