//! A face-down deck that nobody may look into, and its discard pile: how many cards of each kind are left in either.
//!
//! The order of a shuffled deck is decided when a card is drawn, which comes to the same and leaves nothing to peek at.

use serde::{Deserialize, Serialize};

/// A deck of cards of at most `KINDS` kinds.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Deck<const KINDS: usize> {
    #[serde(with = "counts")]
    pub deck: [u8; KINDS],
    #[serde(with = "counts")]
    pub discard: [u8; KINDS],
}

impl<const KINDS: usize> Deck<KINDS> {
    pub fn new(copies: impl IntoIterator<Item = u8>) -> Self {
        let mut deck = [0; KINDS];
        for (place, count) in deck.iter_mut().zip(copies) {
            *place = count;
        }
        Deck { deck, discard: [0; KINDS] }
    }

    pub fn left(&self) -> u32 {
        self.deck.iter().map(|count| u32::from(*count)).sum()
    }

    pub fn discarded(&self) -> u32 {
        self.discard.iter().map(|count| u32::from(*count)).sum()
    }

    /// An empty deck is made anew from the discard pile.
    pub fn replenish(&mut self) {
        if self.left() == 0 {
            std::mem::swap(&mut self.deck, &mut self.discard);
        }
    }

    pub fn take(&mut self, kind: u8) {
        let left = &mut self.deck[kind as usize];
        *left = left.saturating_sub(1);
    }

    pub fn put_back(&mut self, kind: u8) {
        self.discard[kind as usize] += 1;
    }

    /// Exchanges a card that nobody has seen for one of the face-down deck, any of them as likely as another if `lot` is
    /// any number: what those who have not seen it must hold for as possible.
    pub fn exchange(&mut self, kind: u8, lot: u32) -> u8 {
        let Some(mut nth) = lot.checked_rem(self.left()) else { return kind };
        let drawn = self.deck.iter().position(|count| {
            let here = nth < u32::from(*count);
            nth = nth.saturating_sub(u32::from(*count));
            here
        });
        let drawn = drawn.map_or(kind, |drawn| drawn as u8);
        self.take(drawn);
        self.deck[kind as usize] += 1;
        drawn
    }
}

/// Arrays of any length as lists of numbers.
mod counts {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer, const N: usize>(counts: &[u8; N], out: S) -> Result<S::Ok, S::Error> {
        counts.as_slice().serialize(out)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, const N: usize>(from: D) -> Result<[u8; N], D::Error> {
        let counts = Vec::<u8>::deserialize(from)?;
        counts.try_into().map_err(|_| D::Error::custom("a deck of another number of kinds"))
    }
}
