//! A face-down deck that nobody may look into, and its discard pile: how many cards of each kind are left in either.
//!
//! The order of a shuffled deck is decided when a card is drawn, which comes to the same and leaves nothing to peek at.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Row;

/// A deck of cards of at most `KINDS` kinds, and its discard pile.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(bound = "K: Row")]
pub struct Deck<K, const KINDS: usize> {
    deck: Pile<K, KINDS>,
    discard: Pile<K, KINDS>,
}

/// How many cards of each kind lie somewhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Pile<K, const KINDS: usize> {
    counts: [u8; KINDS],
    kinds: PhantomData<K>,
}

impl<K: Row, const KINDS: usize> Pile<K, KINDS> {
    const EMPTY: Self = Pile { counts: [0; KINDS], kinds: PhantomData };

    fn of(copies: impl IntoIterator<Item = (K, u8)>) -> Self {
        let mut pile = Pile::EMPTY;
        copies.into_iter().for_each(|(kind, count)| pile.counts[kind.number()] += count);
        pile
    }

    fn all(&self) -> u32 {
        self.counts.iter().map(|count| u32::from(*count)).sum()
    }

    fn each(&self) -> impl Iterator<Item = (K, u8)> {
        let counts = self.counts.iter().copied().enumerate();
        counts.filter(|(_, count)| *count > 0).map(|(number, count)| (K::from_number(number), count))
    }
}

impl<K: Row, const KINDS: usize> Deck<K, KINDS> {
    /// A deck of so many cards of each kind.
    pub fn new(copies: impl IntoIterator<Item = (K, u8)>) -> Self {
        Deck { deck: Pile::of(copies), discard: Pile::EMPTY }
    }

    /// The same deck with these cards as its discard pile.
    pub fn with_discarded(self, copies: impl IntoIterator<Item = (K, u8)>) -> Self {
        Deck { discard: Pile::of(copies), ..self }
    }

    pub fn left(&self) -> u32 {
        self.deck.all()
    }

    pub fn discarded(&self) -> u32 {
        self.discard.all()
    }

    /// How many cards of a kind are left in the deck.
    pub fn left_of(&self, kind: K) -> u8 {
        self.deck.counts[kind.number()]
    }

    pub fn discarded_of(&self, kind: K) -> u8 {
        self.discard.counts[kind.number()]
    }

    /// The kinds of which cards are left in the deck, and how many.
    pub fn kinds_left(&self) -> impl Iterator<Item = (K, u8)> {
        self.deck.each()
    }

    /// An empty deck is made anew from the discard pile.
    pub fn replenish(&mut self) {
        if self.left() == 0 {
            std::mem::swap(&mut self.deck, &mut self.discard);
        }
    }

    pub fn take(&mut self, kind: K) {
        let left = &mut self.deck.counts[kind.number()];
        *left = left.saturating_sub(1);
    }

    /// Puts a card on the discard pile.
    pub fn put_back(&mut self, kind: K) {
        self.discard.counts[kind.number()] += 1;
    }

    /// Puts a card back among those that are left.
    pub fn shuffle_in(&mut self, kind: K) {
        self.deck.counts[kind.number()] += 1;
    }

    /// Exchanges a card that nobody has seen for one of the face-down deck, any of them as likely as another if `lot` is
    /// any number: what those who have not seen it must hold for as possible.
    pub fn exchange(&mut self, kind: K, lot: u32) -> K {
        let Some(mut nth) = lot.checked_rem(self.left()) else { return kind };
        let drawn = self.kinds_left().find(|(_, count)| {
            let here = nth < u32::from(*count);
            nth = nth.saturating_sub(u32::from(*count));
            here
        });
        let drawn = drawn.map_or(kind, |(drawn, _)| drawn);
        self.take(drawn);
        self.shuffle_in(kind);
        drawn
    }
}

/// In files: how many cards there are by the id of their kind.
impl<K: Row, const KINDS: usize> Serialize for Pile<K, KINDS> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(self.each().map(|(kind, count)| (kind.id(), count)))
    }
}

impl<'de, K: Row, const KINDS: usize> Deserialize<'de> for Pile<K, KINDS> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut pile = Pile::EMPTY;
        for (id, count) in BTreeMap::<String, u8>::deserialize(from)? {
            let kind =
                K::find(&id).ok_or_else(|| D::Error::custom(format!("no card here is called `{id}`")))?;
            pile.counts[kind.number()] = count;
        }
        Ok(pile)
    }
}
