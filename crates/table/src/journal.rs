//! What is recorded of a game: answers, each with the fingerprint of the question it answered.

use arrayvec::ArrayVec;
use geometry::Pose;
use serde::{Deserialize, Serialize};

use crate::{Denial, Die, Faces, Game, Seat};

/// An answer in the form in which it is recorded: positions among the legal options, a pose, or faces of dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    One(u16),
    Some(ArrayVec<u16, 32>),
    Order(Vec<u16>),
    Place(Pose),
    Roll(Faces),
}

/// One recorded answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub seat: Seat,
    /// Which of several questions asked together; `None` outside such a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<u8>,
    /// Fingerprint of the question: seat, what was asked, and every legal option.
    pub question: u32,
    pub answer: Answer,
}

/// The form of an open question and what it offers.
#[derive(Clone, Debug)]
pub enum Kind {
    One,
    /// Between `min` and `max` of the options.
    Some {
        min: usize,
        max: usize,
    },
    /// All options, in an order.
    Order,
    /// A pose that the rule's checker accepts; these are good ones.
    Place {
        candidates: Vec<Pose>,
    },
    /// Faces of that many dice (asked of chance only).
    Roll {
        die: &'static Die,
        count: usize,
    },
}

/// An open question.
#[derive(Clone, Debug)]
pub struct Pending<G: Game> {
    pub seat: Seat,
    pub track: Option<u8>,
    pub ask: G::Ask,
    pub kind: Kind,
    pub options: Vec<G::Choice>,
    pub refused: Vec<(G::Choice, Denial)>,
    /// Which option means doing nothing.
    pub passive: Option<usize>,
    /// Relative weights of the options, for questions to chance.
    pub weights: Vec<u32>,
    pub fingerprint: u32,
}
