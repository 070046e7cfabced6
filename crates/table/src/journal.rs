//! What is recorded of a game: answers, each with the fingerprint of the question it answered.

use geometry::Pose;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::whole::{Kept, Part, Plan};
use crate::{Denial, Die, Faces, Game, Refusal, Seat};

/// An answer in the form in which it is recorded: positions among the legal options, a pose, or faces of dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    One(u16),
    Some(Vec<u16>),
    Order(Vec<u16>),
    Place(Pose),
    Plan(Plan),
    Roll(Faces),
}

/// Several of something that was offered, without a limit; a few need no memory of their own.
pub type Picks<T> = SmallVec<[T; 16]>;

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
    /// A setting of all parts that the rule's checker accepts; these are good ones.
    Whole {
        plans: Vec<Plan>,
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
    /// The parts of a question that is answered as a whole.
    pub parts: Vec<Part<G>>,
    pub refused: Vec<(G::Choice, Denial)>,
    /// Which option means doing nothing.
    pub passive: Option<usize>,
    /// Relative weights of the options, for questions to chance.
    pub weights: Vec<u32>,
    pub fingerprint: u32,
    pub(crate) kept: Option<Kept<G>>,
}

impl<G: Game> Pending<G> {
    /// Whether this answer would be taken.
    pub(crate) fn takes(&self, state: &G::State, answer: &Answer) -> Result<(), Refusal> {
        if let Some(kept) = &self.kept {
            return kept.0.judge(state, answer);
        }
        let count = self.options.len();
        let fits = match (&self.kind, answer) {
            (Kind::One, Answer::One(place)) => usize::from(*place) < count,
            (Kind::Some { min, max }, Answer::Some(places)) => {
                (*min..=*max).contains(&places.len())
                    && places.windows(2).all(|pair| pair[0] < pair[1])
                    && places.last().is_none_or(|last| usize::from(*last) < count)
            }
            (Kind::Order, Answer::Order(places)) => {
                let mut sorted = places.clone();
                sorted.sort_unstable();
                sorted.len() == count && (0u16..).zip(sorted).all(|(place, given)| place == given)
            }
            (Kind::Roll { die, count }, Answer::Roll(faces)) => {
                faces.len() == *count && faces.iter().all(|face| usize::from(*face) < die.faces.len())
            }
            _ => false,
        };
        if fits {
            Ok(())
        } else {
            Err(Refusal::Malformed("the answer does not have the form that the question wants"))
        }
    }
}
