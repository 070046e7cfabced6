//! Whom and what a card text means: filters over cards, players as the player of the effect sees them, conditions, and
//! amounts. They only ask; the answers are in `filters`.

use super::super::traits::Trait;
use super::super::{Affiliation, Keyword};
use super::{Ctx, Who};
use crate::state::{CardId, Manner, Phase, Side, State};

/// What a card must be to be meant. A filter is a list of these; all of them must hold.
#[derive(Clone, Copy)]
pub enum Is {
    Unit,
    Objective,
    Enhancement,
    Event,
    Fate,
    /// An objective that came out of a command deck.
    Mission,
    /// Under the control of the player of the effect.
    Friendly,
    Enemy,
    Trait(Trait),
    Affiliation(Affiliation),
    Keyword(Keyword),
    InPlay,
    /// The printed title.
    Named(&'static str),
    Unique,
    /// Shares an affiliation with the affiliation card of its controller.
    InFaction,
    /// Printed Force icons.
    ForceAtMost(u8),
    /// Printed cost.
    CostAtMost(u8),
    CostAtLeast(u8),
    /// Printed cost at most that of such a card.
    CostAtMostOf(&'static Who),
    /// Printed cost lower than that of such a card.
    CheaperThan(&'static Who),
    /// Shares no affiliation with the affiliation card of its controller.
    OutOfFaction,
    /// A card of this side.
    Of(Side),
    /// Provides resources.
    Provides,
    Ready,
    Exhausted,
    Damaged,
    Undamaged,
    Shielded,
    Committed,
    Enhanced,
    DamageAtLeast(u8),
    DamageAtMost(u8),
    FocusAtLeast(u8),
    /// Has the trait Pilot.
    Pilot,
    /// A Vehicle with a Pilot enhancement on it.
    Piloted,
    /// An enhancement on another card.
    Attached,
    /// Was declared by the last declaration of attackers or defenders.
    Declared,
    /// Holds captured cards.
    Guarding,
    Participating,
    Attacking,
    Defending,
    /// The engaged objective.
    Engaged,
    /// This card.
    This,
    /// The card that this one is attached to.
    Host,
    /// Attached to this card.
    OnThis,
    /// The card of the trigger.
    Subject,
    /// The card that brought the trigger about.
    Cause,
    /// The card that the last step concerned.
    It,
    FirstTarget,
    /// The same title as such a card.
    CopyOf(&'static Who),
    /// Printed cost higher than that of such a card.
    DearerThan(&'static Who),
    /// An engagement was declared against it this turn.
    WasEngaged,
    /// The same printed cost as such a card.
    CostsAsMuchAs(&'static Who),
    /// Has no affiliation in common with such a card. Being neutral is no affiliation.
    SharesNoAffiliationWith(&'static Who),
    SharesTraitWith(&'static Who),
    /// Has the number of its objective set in common with such a card. A card that asks for it says `minds_sets`.
    SharesSetWith(&'static Who),
    /// Attached to such a card.
    On(&'static Who),
    /// There is such a card in play; in its filter, *it* is the card that is asked about.
    IfSome(Filter),
    /// Under the control of the player who controls such a card.
    WithOwnerOf(&'static Who),
    Special(fn(&State, &Ctx, CardId) -> bool),
    Not(Filter),
    Any(&'static [Filter]),
}

pub type Filter = &'static [Is];

/// Players, as the player of the effect sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    You,
    Opponent,
    Each,
}

/// What must be so.
#[derive(Clone, Copy)]
pub enum When {
    /// The seat of the trigger.
    By(Whose),
    /// The card of the trigger.
    SubjectIs(Filter),
    /// The card that brought the trigger about.
    CauseIs(Filter),
    /// The trigger is the playing of such a card.
    Played(Filter),
    /// The trigger is the use of an ability in this manner.
    Used(Manner),
    /// The effects of the ability used are not canceled already.
    NotCanceled,
    /// The amount of the trigger.
    AmountAtLeast(u8),
    ThisIs(Filter),
    HostIs(Filter),
    YourTurn,
    OpponentsTurn,
    In(Phase),
    InEngagement,
    /// You are the attacking player.
    YouAttack,
    YouDefend,
    YouHaveEdge,
    /// The engagement is unopposed.
    Unopposed,
    /// Every player had at least one Force icon in the edge battle.
    Contested,
    /// You had at least twice as many Force icons in the edge battle as your opponent.
    TwiceTheForce,
    /// A fate card was in your edge stack in this engagement.
    YouPlacedFate,
    Balance(Side),
    /// Such a card is in play; the text has no figure for it.
    There(Filter),
    /// At least that many such cards are in play.
    AtLeast(u8, Filter),
    /// No such card was played by you this turn.
    FirstThisTurn(Filter),
    /// Exactly that many such cards are in play.
    Exactly(u8, Filter),
    /// The first number is higher.
    More(&'static Amount, &'static Amount),
    /// The engaged objective is such a card.
    EngagedIs(Filter),
    /// The ability of the trigger has such a target.
    Targets(Filter),
    /// The trigger is an ability of a card of this kind.
    UsedBy(Filter),
    /// The card of the trigger leaves play because it is destroyed.
    WasDestroyed,
    WasSacrificed,
    /// The card of the trigger is the only one that was declared.
    DeclaredAlone,
    /// The card of the last step is such a card.
    ItIs(Filter),
    /// No such unit has struck in this engagement before.
    FirstToStrike(Filter),
    /// A combat icon brings the trigger about.
    ByIcon,
    /// The card of the trigger was put into play by an effect, not played.
    PutIntoPlay,
    /// Your edge stack holds such a card.
    InYourEdgeStack(Filter),
    InTheirEdgeStack(Filter),
    Any(&'static [When]),
    Not(&'static When),
    Special(fn(&State, &Ctx) -> bool),
}

/// How much.
#[derive(Clone, Copy)]
pub enum Amount {
    N(i8),
    /// A figure that the text has several times, and how many equal ones stand before it.
    Nth(i8, u8),
    All,
    /// As many as there are such cards in play.
    Count(Filter),
    /// The amount of the trigger.
    OfTrigger,
    /// Cards in a hand.
    Hand(Whose),
    /// Cards captured at this card.
    CapturedHere,
    /// Cards captured at such cards.
    CapturedAt(Filter),
    Dial,
    /// Cards of a discard pile.
    Discarded(Whose, Filter),
    /// Printed Force icons of the card that a cost was paid with.
    ForceOfPaid,
    /// How much damage a cost has dealt.
    DealtForCost,
    /// The printed cost of such a card.
    CostOf(&'static Who),
    /// The different affiliations of cards in play. Being neutral is none.
    Affiliations(Whose),
    AtMost(i8, &'static Amount),
    Times(i8, &'static Amount),
    /// The first number if something is so, else the second.
    If(When, i8, i8),
    Special(fn(&State, &Ctx) -> i8),
}

impl Amount {
    /// What a card has of which there are no numbers: it has it.
    pub const YES: Amount = Amount::N(1);
}
