//! The damage deck of the family: a face-down deck of few kinds of cards.

/// The most kinds of cards that a damage deck has.
const KINDS: usize = 20;

pub type DamageDeck<K> = table::Deck<K, KINDS>;
