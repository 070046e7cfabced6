//! What is paid for an ability before its targets are chosen. Whether a cost can be paid and how, `cards::costs` knows.

use super::super::Affiliation;
use super::Filter;

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
    /// Focus such a ready card with so many tokens.
    FocusWith(u8, Filter),
    /// Damage such a card of yours.
    Damage(u8, Filter),
    /// Damage every such card of yours.
    DamageEach(u8, Filter),
    /// Deal 1 damage each to as many such cards of yours as you like. It saves 1 resource each of the card that is being played.
    DamageToSave(Filter),
    /// A shield of such a card of yours.
    RemoveShield(Filter),
    ShuffleThis,
    /// Shuffle this objective into its deck.
    ShuffleThisObjective,
    ReturnThis,
    /// Return such a card of yours to hand.
    Return(Filter),
    /// Discard such an enhancement.
    DiscardEnhancement(Filter),
    /// Show such a card of your hand.
    Reveal(Filter),
    /// Show the card of the trigger.
    RevealSubject,
    /// Show such a captured card.
    RevealCaptive(Filter),
    /// Resources of one affiliation only.
    ResourcesOf(Affiliation, u8),
    /// Discard captured cards of your objectives.
    DiscardCaptives(u8),
    /// Discard such a captured card that you hold.
    DiscardCaptive(Filter),
    /// Put a damage token on this card.
    PlaceDamageHere,
    /// Pay what this card costs as a pilot.
    PilotCost,
    /// Pay what is printed on such a card of your discard pile that could come into play.
    PrintedCostOf(Filter),
    /// Discard a card that is captured here.
    DiscardCaptiveHere,
    /// Give a captured card back to its owner's hand.
    FreeCaptive,
    /// Put this card from hand into play.
    PutThisIntoPlay,
    /// Take this unit out of the engagement.
    LeaveEngagement,
    Dial(u8),
    /// The reserve value is lower for this phase.
    Reserve(u8),
}
