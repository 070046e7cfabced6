//! Who decides: the players' seats, and chance, which is a seat like any other.

use serde::{Deserialize, Serialize};

/// A place at the table. Players are numbered from 0; dice, draws and shuffles are decided by [`Seat::CHANCE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    pub const CHANCE: Seat = Seat(u8::MAX);

    pub fn is_player(self) -> bool {
        self != Self::CHANCE
    }

    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of player seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(u16);

impl Seats {
    pub const NONE: Seats = Seats(0);

    pub fn with(self, seat: Seat) -> Seats {
        if seat.0 < 16 { Seats(self.0 | 1 << seat.0) } else { self }
    }

    pub fn contains(self, seat: Seat) -> bool {
        seat.0 < 16 && self.0 >> seat.0 & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}
