//! What is paid for an ability before its targets are chosen. Whether a cost can be paid and how, `cards::costs` knows.

use table::{Denial, Play};

use super::super::Affiliation;
use super::{Ctx, Filter};
use crate::Table;
use crate::state::State;

/// What must be done first ("do X to do Y").
#[derive(Clone, Copy)]
pub enum Cost {
    FocusThis,
    SacrificeThis,
    DamageThis(u8),
    /// Focus one such ready card of yours.
    Focus(Filter),
    Sacrifice(Filter),
    Resources(u8),
    /// Discard that many cards from hand.
    Discard(u8),
    /// Discard such a card from hand.
    DiscardSuch(Filter),
    /// This card, which is in hand.
    DiscardThis,
    FocusThisTwice,
    /// Focus so many such ready cards.
    FocusSome(u8, Filter),
    /// Damage such a card of yours.
    Damage(u8, Filter),
    /// Deal 1 damage each to as many such cards of yours as you like. It saves 1 resource each of the card that is being played.
    DamageToSave(Filter),
    /// A shield of such a card of yours.
    RemoveShield(Filter),
    ShuffleThis,
    /// Discard such an enhancement.
    DiscardEnhancement(Filter),
    /// Show such a card of your hand.
    Reveal(Filter),
    /// Resources of one affiliation only.
    ResourcesOf(Affiliation, u8),
    /// Take this unit out of the engagement.
    LeaveEngagement,
    Dial(u8),
    /// The reserve value is lower for this phase.
    Reserve(u8),
    Special(&'static SpecialCost),
}

/// A cost that only one card has.
pub struct SpecialCost {
    pub can_pay: fn(&State, &Ctx) -> Result<(), Denial>,
    /// False if it turned out that it could not be paid in full.
    pub pay: fn(&mut Table, &mut Ctx) -> Play<bool>,
}
