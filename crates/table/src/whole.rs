//! Questions that are answered as a whole: several parts that are set freely, seen together and confirmed once.
//!
//! The course of a maneuver tool, a payment, the move of a unit, a pool of weapons shared out among targets: each is one
//! decision, one entry of the journal and one choice for an agent. While such a question, or one for a place, is open, the
//! session keeps its judge, so that whoever drags something about is told at once whether it can stand there, and why not.

use std::fmt;
use std::sync::Arc;

use geometry::Pose;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{Answer, Denial, Game, Refusal};

/// A question with parts.
pub trait Whole<G: Game>: Send + Sync + 'static {
    /// What the rule goes on with.
    type Value;

    /// The parts, always in the same order, and what each can be set to.
    fn parts(&self, state: &G::State, parts: &mut Parts<G>);
    /// What a plan comes to, or why it cannot stand. Every part of the plan is set to something that it can be set to.
    fn judge(&self, state: &G::State, plan: &Plan) -> Result<Self::Value, Denial>;
    /// Good plans, each of which stands; the first is shown to people as a beginning. There is at least one.
    fn suggest(&self, state: &G::State, plans: &mut Vec<Plan>);
    /// The plan that is the only one to stand, if there is no other: it is carried out without asking.
    fn only(&self, _state: &G::State) -> Option<Plan> {
        None
    }
    /// The nearest plan that stands, for one that does not: a place that just touches, a speed that can be had.
    fn settle(&self, _state: &G::State, _plan: &Plan) -> Option<Plan> {
        None
    }
}

/// What the parts of a question are set to: one option of each part that has options, and a pose for each that is a place, both
/// in the order of the parts.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub picks: SmallVec<[u8; 16]>,
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub poses: SmallVec<[Pose; 1]>,
}

impl Plan {
    /// A plan of options alone.
    pub fn of(picks: impl IntoIterator<Item = u8>) -> Plan {
        Plan { picks: picks.into_iter().collect(), poses: SmallVec::new() }
    }
}

/// One part of a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Part<G: Game> {
    /// One of these.
    One(Vec<G::Choice>),
    /// Somewhere on the table.
    Place,
}

/// The parts of a question while a rule puts them together.
#[derive(Clone, PartialEq, Debug)]
pub struct Parts<G: Game>(pub(crate) Vec<Part<G>>);

impl<G: Game> Parts<G> {
    /// A part that is set to one of these options.
    pub fn one(&mut self, options: impl IntoIterator<Item = G::Choice>) {
        self.0.push(Part::One(options.into_iter().collect()));
    }

    /// A part that is a place on the table.
    pub fn place(&mut self) {
        self.0.push(Part::Place);
    }

    /// Whether a plan sets each part, and to something that it can be set to.
    pub(crate) fn fit(&self, plan: &Plan) -> bool {
        let (mut picks, mut poses) = (plan.picks.iter(), plan.poses.iter());
        let each = self.0.iter().all(|part| match part {
            Part::One(options) => picks.next().is_some_and(|pick| usize::from(*pick) < options.len()),
            Part::Place => poses.next().is_some_and(|pose| pose.at.is_finite()),
        });
        each && picks.next().is_none() && poses.next().is_none()
    }
}

/// What an open question knows of answers beside its options: whether they stand, and what is near to one that does not.
pub(crate) trait Knowing<G: Game>: Send + Sync {
    fn judge(&self, state: &G::State, answer: &Answer) -> Result<(), Refusal>;
    fn settle(&self, state: &G::State, answer: &Answer) -> Option<Answer>;
}

/// The judge of an open question.
pub(crate) struct Kept<G: Game>(pub Arc<dyn Knowing<G>>);

impl<G: Game> Clone for Kept<G> {
    fn clone(&self) -> Self {
        Kept(self.0.clone())
    }
}

impl<G: Game> fmt::Debug for Kept<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a judge")
    }
}

/// The judge of a question for a place.
pub(crate) struct AtPlace<J, S> {
    pub judge: J,
    pub settle: S,
}

impl<G, J, S> Knowing<G> for AtPlace<J, S>
where
    G: Game,
    J: Fn(&G::State, &Pose) -> Result<(), Denial> + Send + Sync,
    S: Fn(&G::State, &Pose) -> Option<Pose> + Send + Sync,
{
    fn judge(&self, state: &G::State, answer: &Answer) -> Result<(), Refusal> {
        match answer {
            Answer::Place(pose) if pose.at.is_finite() => (self.judge)(state, pose).map_err(Refusal::Denied),
            Answer::Place(_) => Err(Refusal::Malformed(NOT_FINITE)),
            _ => Err(Refusal::Malformed(NO_PLACE)),
        }
    }

    fn settle(&self, state: &G::State, answer: &Answer) -> Option<Answer> {
        match answer {
            Answer::Place(pose) if pose.at.is_finite() => (self.settle)(state, pose).map(Answer::Place),
            _ => None,
        }
    }
}

/// The judge of a question with parts.
pub(crate) struct OfParts<G: Game, W> {
    pub parts: Parts<G>,
    pub whole: W,
}

impl<G: Game<Choice: Send + Sync>, W: Whole<G>> Knowing<G> for OfParts<G, W> {
    fn judge(&self, state: &G::State, answer: &Answer) -> Result<(), Refusal> {
        match answer {
            Answer::Plan(plan) if self.parts.fit(plan) => {
                self.whole.judge(state, plan).map(drop).map_err(Refusal::Denied)
            }
            _ => Err(Refusal::Malformed(UNFIT_PLAN)),
        }
    }

    fn settle(&self, state: &G::State, answer: &Answer) -> Option<Answer> {
        match answer {
            Answer::Plan(plan) if self.parts.fit(plan) => self.whole.settle(state, plan).map(Answer::Plan),
            _ => None,
        }
    }
}

pub(crate) const NO_PLACE: &str = "a position has to be given";
pub(crate) const NOT_FINITE: &str = "a position has to be given in finite numbers";
pub(crate) const UNFIT_PLAN: &str =
    "every part of the question has to be set to something that it can be set to";
