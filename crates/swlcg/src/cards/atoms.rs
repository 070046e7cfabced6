//! The words that card texts are written in: timing, conditions, costs, whom an effect concerns, what it does, and what a
//! card changes as long as it is in play. A card is one [`Effects`] value made of these words; `resolve` plays them, `filters`
//! and `constants` answer questions about them. No word knows a card.
//!
//! # Writing a card
//!
//! "Reaction: After your opponent's turn begins, remove 1 focus token from this unit."
//!
//! ```text
//! ("luke-skywalker-1", does(&[reaction(TurnBegins, &[By(Opponent)], &[To(This, Unfocus(N(1)))])])),
//! ```
//!
//! "Enhance a Character unit. Action: Focus this enhancement to remove 1 focus token from enhanced unit."
//!
//! ```text
//! ("trust-your-feelings", attaches(&[Unit, Trait(Character)], &[action(&[], &[To(Host, Unfocus(N(1)))]).costs(&[FocusThis])])),
//! ```
//!
//! "Enhance a Force User unit. That unit gains a unit damage icon." and "Your reserve value is 1 higher."
//!
//! ```text
//! ("some-blade", attaches(&[Unit, Trait(ForceUser)], &[]).always(&[gives(&[Is::Host], Boon::Icon(UnitDamage), N(1))])),
//! ("some-objective", constant(&[yours(Boon::Reserve, N(1))])),
//! ```
//!
//! * The word *target* on a card is [`Who::Target`]: chosen before the effect begins, and without a legal one the ability
//!   cannot be used. Everything else is chosen while the effect is resolved ([`Who::Choose`]).
//! * Costs go to [`Ability::costs`], never into the effect.
//! * "Then": put [`Do::Then`] between the two halves.
//! * An effect that the words cannot say is a [`Do::Special`] with a function that says whether it could do anything; in the
//!   same way a card asks ([`When::Special`], [`Is::Special`]) and counts ([`Amount::Special`]). Such functions stand below
//!   the cards of the file; `specials` holds those that several files use.

mod boons;
mod build;
mod conditions;
mod costs;
mod steps;
mod triggers;

use table::Seat;

pub use boons::*;
pub use build::*;
pub use conditions::*;
pub use costs::*;
pub use steps::*;
pub use triggers::*;

use crate::state::CardId;

/// Whose effect is being looked at or resolved, and in answer to what.
#[derive(Clone, Copy, Debug)]
pub struct Ctx {
    pub card: CardId,
    pub seat: Seat,
    /// The card on which the text is printed: another one, if the card only has it from there.
    pub text: CardId,
    /// The place of the occurrence that is answered.
    pub answers: Option<u8>,
    /// The targets with the number of their step.
    pub targets: [Option<(u8, CardId)>; 6],
    /// Who has chosen each of them: somebody else may have.
    pub chosen_by: [Seat; 6],
    /// The card that the last step concerned.
    pub it: Option<CardId>,
    /// The card that a cost was paid with.
    pub paid: Option<CardId>,
    /// How much more damage that card could take when it was paid.
    pub strength: u8,
    /// How much damage a cost has dealt.
    pub dealt: u8,
    /// The alternative that was chosen.
    pub way: Option<u8>,
}

impl Ctx {
    pub fn new(card: CardId, seat: Seat) -> Self {
        Ctx {
            card,
            seat,
            text: card,
            answers: None,
            targets: [None; 6],
            chosen_by: [seat; 6],
            it: None,
            paid: None,
            // audit: same — a cost sets it before an effect asks for it
            strength: 0,
            // audit: same — a cost sets it before an effect asks for it
            dealt: 0,
            way: None,
        }
    }
    /// An ability that stands on another card.
    pub fn told_by(self, text: CardId) -> Self {
        Ctx { text, ..self }
    }
    pub fn answering(self, place: Option<u8>) -> Self {
        Ctx { answers: place, ..self }
    }
}
