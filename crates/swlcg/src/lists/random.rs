//! Decks made by chance, legal ones only: for tests, for simulations and for anybody without a list.

use rand_core::Rng;

use super::{ALLIANCES, DeckList, FEWEST_SETS};
use crate::cards::{Affiliation, CardType, ObjectiveSet, library};
use crate::state::{Options, Side};

/// How many sets more than needed a deck has at most.
const MORE_SETS: usize = 4;
/// How often a set is drawn for a deck before another affiliation is tried.
const TRIES: usize = 300;

/// A legal deck of a side, of any affiliation card and of all sets that the options allow.
pub fn random_deck(luck: &mut dyn Rng, side: Side, options: &Options) -> DeckList {
    let mut below = |bound: usize| (luck.next_u64() % bound.max(1) as u64) as usize;
    let is_played = |set: &&ObjectiveSet| {
        let is_gap = set.cards.iter().any(|kind| library().card(*kind).gap);
        library().card(set.cards[0]).side == side && (options.blank_gaps || !is_gap)
    };
    let sets: Vec<&ObjectiveSet> = library().sets().iter().filter(is_played).collect();
    let heads: Vec<&str> = library()
        .kinds()
        .filter(|(_, card)| card.card_type == CardType::Affiliation && card.side == side)
        .map(|(_, card)| card.id.as_str())
        .collect();
    loop {
        let head = heads[below(heads.len())];
        let alliance = ALLIANCES.iter().find(|(id, ..)| *id == head);
        let wanted = alliance.map_or(FEWEST_SETS + below(MORE_SETS + 1), |(.., number)| 2 * number);
        let mut deck = DeckList::new(head, &[]);
        for _ in 0..TRIES {
            if deck.sets.len() == wanted {
                break;
            }
            deck.sets.push(sets[below(sets.len())].number);
            if !deck.could_grow(side, options) {
                deck.sets.pop();
            }
        }
        if deck.check(side, options).is_empty() {
            return deck;
        }
    }
}

impl DeckList {
    /// Whether nothing is wrong except that sets are missing.
    fn could_grow(&self, side: Side, options: &Options) -> bool {
        let is_missing = |rule: &str| {
            matches!(rule, "swlcg.core.deck.min-ten-sets" | "swlcg.core.deck.alliance-affiliation-cards")
        };
        let faults = self.check(side, options);
        faults.iter().all(|fault| fault.rule.is_some_and(|rule| is_missing(rule.0)))
            && self.gaps(options).is_empty()
            && self.has_room_for_both()
    }

    /// Whether neither group of an alliance has too many objectives.
    fn has_room_for_both(&self) -> bool {
        let Some((_, partner, number)) = ALLIANCES.iter().find(|(id, ..)| *id == self.affiliation) else {
            return true;
        };
        let own = self.affiliation_card().map(|(_, card)| card.affiliation);
        let group = |of: &dyn Fn(Affiliation) -> bool| {
            self.objective_sets().filter(|set| of(library().card(set.cards[0]).affiliation)).count()
        };
        let others = group(&|it| it == *partner || it == Affiliation::Neutral);
        let mine = group(&|it| Some(it) == own);
        mine <= *number && others <= *number && mine + others == self.sets.len()
    }
}
