//! What an effect does: its steps, whom each of them concerns, and what is done to a card. The steps are played by
//! `resolve`, which can also say of each whether it could do anything.

use serde::{Deserialize, Serialize};
use table::Play;

use super::super::{Affiliation, Trait};
use super::{Amount, Boon, Ctx, Filter, When, Whose};
use crate::Table;
use crate::state::{CardId, Icon, Side, State, Until};

/// Where cards are chosen that are not in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pool {
    YourHand,
    YourDiscard,
    /// A search: the deck is shuffled afterwards, and nothing need be found.
    YourDeck,
    YourObjectiveDeck,
    OpponentsHand,
    OpponentsDiscard,
    Captured,
    /// The cards that are being looked at.
    Looked,
    YourHandOrDiscard,
    YourDeckOrDiscard,
    EitherDiscard,
    YourEdgeStack,
    OpponentsEdgeStack,
    EitherEdgeStack,
}

/// Whom a step concerns.
#[derive(Clone, Copy)]
pub enum Who {
    This,
    Host,
    Subject,
    Cause,
    /// The card that the step before concerned.
    It,
    Engaged,
    /// A target.
    Target(Filter),
    /// Up to that many targets.
    Targets(u8, Filter),
    /// Up to as many targets as a number says that is counted when they are chosen.
    TargetsBy(&'static Amount, Filter),
    /// You choose one when the effect is resolved.
    Choose(Filter),
    /// Your opponent chooses one.
    TheyChoose(Filter),
    /// Each player chooses one of the own, you first; all of them are chosen before anything is done to them.
    EachChooses(Filter),
    Each(Filter),
    /// You choose one out of play.
    From(Pool, Filter),
    /// A captured card: the place is chosen, which of the face-down cards there is left to chance.
    Captive,
    /// One card of a hand at random.
    Random(Pool),
    /// The top card of your discard pile.
    TopDiscard,
    /// The topmost such card of your discard pile.
    TopmostDiscard(Filter),
    /// You choose up to that many when the effect is resolved.
    ChooseUpTo(u8, Filter),
    /// Every such card of a pool.
    EachFrom(Pool, Filter),
    /// A target out of play.
    TargetFrom(Pool, Filter),
    /// Up to that many targets out of play.
    TargetsFrom(u8, Pool, Filter),
    /// The card that a cost was paid with.
    Paid,
    /// The first target.
    FirstTarget,
    /// A captured card at such an objective; chance decides which of several.
    CaptiveAt(Filter),
}

/// What is done to a card.
#[derive(Clone, Copy)]
pub enum Act {
    Damage(Amount),
    Heal(Amount),
    Focus(Amount),
    Unfocus(Amount),
    /// As many tokens as the player likes, up to a number.
    UnfocusUpTo(u8),
    Shield,
    /// A shield even beside another one.
    ExtraShield,
    Destroy,
    Sacrifice,
    Discard,
    ToHand,
    UnderDeck,
    OnDeck,
    /// Captured at an objective of the dark side player's choice.
    Capture,
    /// Captured at this card.
    CaptureHere,
    Rescue,
    PutIntoPlay,
    /// Put into play in the engagement on your side.
    PutIntoEngagement,
    Gain(Boon, Amount, Until),
    /// You take control of it.
    TakeControl(Until),
    /// The engagement goes on against this objective instead.
    Engage,
    /// A hand card is attached face down to this card, for its player to use; it is shown before, if so.
    StowHere(bool),
    Commit,
    Uncommit,
    LeaveEngagement,
    /// Takes part in the engagement on its controller's side.
    JoinEngagement,
    ShuffleIntoDeck,
    RemoveShield,
    /// An enhancement that is a unit becomes one.
    BecomeUnit,
    /// Strikes at once.
    Strike,
    /// An enhancement moves to another card that it may enhance, of the same player.
    MoveElsewhere,
    /// Enters play under your control.
    PutIntoPlayAsYours,
    /// The icons that this answers are resolved once more, against it.
    StruckAgain,
    PutIntoEdgeStack,
    /// What happens to it later, if it is still in play then.
    Later(Until, Doom),
    RemoveFromGame,
    /// Takes one token of any kind off, as the player chooses.
    TakeToken,
    /// Becomes a captured card at this card's objective, at an enemy objective of the player's choice.
    PlantAsCaptive,
    Special(&'static SpecialAct),
}

/// What awaits a card at the end of a span of time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doom {
    Discard,
    Sacrifice,
    ToHand,
    UnderDeck,
    OnDeck,
    Remove,
    /// The dial advances by 2 if nobody has engaged it.
    DialUnlessEngaged,
    /// Takes part in the engagement no more.
    LeaveEngagement,
    /// As many focus tokens are placed on it as the amount says.
    Focus,
    /// All units of the player with this trait are discarded.
    DiscardAll(Trait),
}

/// What happens to the other cards that were looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Shuffled into the deck.
    Shuffled,
    /// On top in any order.
    OnTop,
    /// Under the deck in any order.
    Under,
    Discarded,
    /// On top, as they were.
    AsTheyLay,
}

/// Names of alternatives among which a player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    Damage,
    Heal,
    Focus,
    Unfocus,
    Commit,
    Uncommit,
    Discard,
    Return,
    Mill,
    Pay,
    Destroy,
    Sacrifice,
    Elite,
    Shielding,
    Edge,
    Draw,
    YourDeck,
    TheirDeck,
    YourObjectives,
    TheirObjectives,
    You,
    They,
    End,
    /// None of them.
    Nothing,
}

/// One step of an effect.
#[derive(Clone, Copy)]
pub enum Do {
    To(Who, Act),
    Draw(Whose, Amount),
    /// Discard cards of their own choice from hand.
    DiscardHand(Whose, Amount),
    DiscardRandom(Whose, Amount),
    Dial(Amount),
    /// The card that is being played and paid for costs so much less, but not less than 1.
    Save(u8),
    /// The dial goes back, but not below the second number.
    DialBack(Amount, Amount),
    /// The player has something for a time.
    Gain(Boon, Amount, Until),
    /// The opponent has something for a time.
    TheyGain(Boon, Amount, Until),
    /// What this answers does not take place.
    Stop,
    /// The first comes into play as an enhancement on the second.
    PutOn(Who, Who),
    /// Loses one combat icon that you choose.
    LoseIcon(Who, Until),
    /// Has one more combat icon such as one of these cards has; only edge-enabled ones, or any.
    CopyIcon(Who, Filter, bool, Until),
    /// You look at as many top cards of a deck as there are acts, and choose one card for each act.
    Sort(Whose, &'static [Act]),
    /// You look at so many top cards of a command deck (or of an objective deck, if so) and may put up to so many of them under
    /// it; the rest goes back on top in any order.
    Peek {
        whose: Whose,
        objectives: bool,
        cards: u8,
        under: u8,
    },
    /// A captured card at such an objective moves to another one; the dark side, who knows it, chooses which.
    MoveCaptive(Filter, Who),
    /// The opponent may focus such a ready card of theirs: then the first happens, otherwise the second.
    TheyMayFocus(Filter, &'static [Do], &'static [Do]),
    /// The effect of the ability that this answers is resolved once more, as if you controlled it.
    ResolveAgain,
    /// Another card is what this answers is about.
    Exchange(Who),
    /// The damage of the icons that this answers is assigned to somebody else.
    AssignTo(Who),
    /// So much damage is divided among such cards as somebody likes.
    Divide(Whose, Amount, Filter),
    /// Up to so much damage moves from the first to the second.
    MoveDamageUpTo(Amount, Who, Who),
    /// Somebody chooses another legal target for the ability that this answers, in place of such a target; without a filter in
    /// place of its only one.
    Retarget(Whose, Option<Filter>),
    /// Cancels the effects of the ability that this answers.
    Cancel,
    /// The edge battle is canceled.
    CancelEdgeBattle,
    /// Prevents that much of the damage that this answers.
    Prevent(Amount),
    /// That much of the damage that this answers is dealt to somebody else.
    Redirect(Amount, Who),
    /// What this answers does not take place; this happens instead.
    Instead(Who, Act),
    /// Moves damage from the first to the second.
    MoveDamage(u8, Who, Who),
    /// Moves focus tokens.
    MoveFocus(u8, Who, Who),
    MoveShield(Who, Who),
    /// One combat icon of these types, as you choose.
    GainIcon(Who, &'static [Icon], Until),
    /// As many combat icons as that, all of different types.
    GainIcons(Who, Amount, Until),
    /// The top cards of a deck are discarded.
    Mill(Whose, Amount),
    /// The top card of the opponent's deck is captured: here, or where you choose.
    CaptureTop(bool),
    /// The Balance of the Force moves.
    BalanceTo(Side),
    /// There is no Force phase this turn.
    SkipForcePhase,
    EndEngagement,
    /// You see a hand.
    SeeHand(Whose),
    /// You look at the top cards of a deck: for such cards something is done, up to a number of them, and the rest goes
    /// somewhere.
    Look(Whose, Amount, u8, Filter, &'static Act, Rest),
    /// You choose one; those that could not do anything are not offered.
    ChooseOne(&'static [(Way, &'static [Do])]),
    /// The opponent may pay that many resources; otherwise the rest happens.
    UnlessTheyPay(u8, &'static [Do]),
    /// The same, by discarding random cards.
    UnlessTheyDiscard(u8, &'static [Do]),
    /// If you pay that many resources.
    IfYouPay(u8, &'static [Do]),
    /// The card that is being played costs so much less.
    Cheaper(Amount),
    /// You pay resources of one affiliation.
    Pay(Affiliation, u8),
    /// The card that leaves play goes there.
    Divert(Doom),
    If(When, &'static [Do]),
    /// The first if something is so, else the second.
    IfElse(When, &'static [Do], &'static [Do]),
    May(&'static [Do]),
    /// What follows happens only if something happened before.
    Then,
    Special(&'static Special),
    Aimed(&'static Aimed),
}

/// What only one card does to another.
pub struct SpecialAct {
    /// Whether it could be done to a card. Nothing is done to a card that is proof against the effect.
    pub could: fn(&State, &Ctx, CardId) -> bool,
    pub act: fn(&mut Table, &Ctx, CardId) -> Play<bool>,
}

/// An effect of only one card that concerns others: they are chosen as for any other step, targets before it begins.
pub struct Aimed {
    /// Whom it concerns, and what befalls them.
    pub aims: &'static [(Who, Option<Act>)],
    pub could: fn(&State, &Ctx) -> bool,
    /// What happens to those who were chosen, in the order of the aims.
    pub effect: fn(&mut Table, &mut Ctx, &[Option<CardId>]) -> Play<bool>,
}

/// An effect that needs a function of its own.
pub struct Special {
    /// Whether it could do anything.
    pub could: fn(&State, &Ctx) -> bool,
    pub effect: fn(&mut Table, &mut Ctx) -> Play<bool>,
}
