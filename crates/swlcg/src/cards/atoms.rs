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
//! * An effect that the words cannot say is a [`Do::Special`] with a function that says whether it could do anything.

use serde::{Deserialize, Serialize};
use table::timing::{Ability as KernelAbility, Force, Limit as KernelLimit};
use table::{Play, Seat};

use super::traits::Trait;
use super::{Affiliation, Keyword};
use crate::state::{CardId, Icon, Manner, Phase, Side, State, Until};
use crate::{Swlcg, Table};

/// Moments at which cards get their say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    Action,
    /// Before something takes place.
    Interrupt(Trigger),
    /// After it has taken place.
    Reaction(Trigger),
}

/// What interrupts and reactions answer. *card*, *source*, *seat* and *amount* are fields of the
/// [`Occurrence`](crate::state::Occurrence).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The turn of *seat* begins.
    TurnBegins,
    TurnEnds,
    /// The phase that the position names begins; *seat* is the active player.
    PhaseBegins,
    PhaseEnds,
    /// *seat* has finished the three steps of the refresh phase.
    Refreshed,
    /// *seat* is about to pay for *card*, which is being played. Only interrupts.
    Paying,
    /// *seat* uses an ability of *card*; with an event, or with a manner of `Deploy`, the card is played.
    Used,
    /// *card* enters play under the control of *seat*.
    EntersPlay,
    /// *card* leaves play, *source* if it was attached to that; *amount* 1: it is destroyed, 2: sacrificed.
    LeavesPlay,
    /// *card* is destroyed.
    Destroyed,
    /// *amount* damage of *source* and *seat* is taken by *card*.
    Damage,
    /// A focus token is placed on *card*, by an effect of *source* and *seat* or for a cost or a strike; *amount* were placed.
    FocusPlaced,
    /// *card* loses a focus token.
    FocusRemoved,
    /// *card* generates resources for *seat*.
    Generates,
    /// The engagement against *card* is declared: objective and attackers are chosen.
    Engaged,
    /// The defenders are declared.
    DefendersDeclared,
    EdgeStacksRevealed,
    /// The fate card *card* of *seat* resolves.
    FateCard,
    /// *seat* wins the edge battle by *amount* Force icons.
    EdgeWon,
    /// *card* is focused to strike.
    FocusedToStrike,
    /// The strike of *card* is resolved.
    StrikeResolved,
    /// The engagement against *card* is over; its units still stand in it.
    EngagementEnds,
    /// *seat* commits *card* to the Force.
    Committed,
    /// *seat* wins the Force struggle by *amount* Force icons; a tie goes to who has the balance.
    StruggleWon,
    /// *seat* captures *card*; *amount* 1: it was in play.
    Captured,
    Rescued,
    /// *seat* draws *card*.
    Drawn,
    /// *seat* discards *card* from hand.
    Discarded,
    /// The dial advances by *amount*.
    DialAdvances,
    /// The mission *card* has entered the victory pile of *seat*.
    Completed,
    /// *seat* takes control of *card*, which somebody else controlled before.
    ControlTaken,
    /// The Balance of the Force moves to the side of *seat*.
    BalanceMoves,
    /// *seat* is about to put a card into an edge stack. Only interrupts.
    EdgePlacing,
    /// *seat* has put *card* into an edge stack.
    EdgePlaced,
    /// The edge stack of *seat* is discarded.
    EdgeDiscarded,
    /// The enhancement *card* is attached to *source*, by entering play or by being moved.
    Attached,
    /// The commitment of *card* to the Force has been ended by *source*.
    Uncommitted,
    /// The Force struggle is about to be resolved. Only interrupts.
    Struggle,
}

impl Trigger {
    pub const fn bit(self) -> u64 {
        1 << self as u64
    }
}

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
    /// Carries at least so many enhancements.
    EnhancedBy(u8),
    DamageAtLeast(u8),
    DamageAtMost(u8),
    FocusAtLeast(u8),
    /// Has the keyword Pilot.
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
    /// The card that a cost was paid with.
    Paid,
    FirstTarget,
    /// The same title as such a card.
    CopyOf(&'static Who),
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
    YouShowedFate,
    Balance(Side),
    /// At least that many such cards are in play.
    AtLeast(u8, Filter),
    /// No such card was played by you this turn.
    FirstThisTurn(Filter),
    /// No such card was played by the opponent this turn.
    TheirFirstThisTurn(Filter),
    DialAtLeast(u8),
    DialAtMost(u8),
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
    /// Printed Force icons of the card of the last step.
    ForceOfIt,
    /// Focus tokens on such a card.
    FocusOn(&'static Who),
    /// Objectives in a victory pile.
    VictoryPile(Whose),
    AtMost(i8, &'static Amount),
    Times(i8, &'static Amount),
    Sum(&'static [Amount]),
    /// The first number if something is so, else the second.
    If(When, i8, i8),
    Special(fn(&State, &Ctx) -> i8),
}

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
    /// Resources of one affiliation only.
    ResourcesOf(Affiliation, u8),
    /// Discard captured cards of your objectives.
    DiscardCaptives(u8),
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
    /// You choose one when the effect is resolved.
    Choose(Filter),
    /// Your opponent chooses one.
    TheyChoose(Filter),
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
    HealUpTo(u8),
    Shield,
    /// A shield even beside another one.
    ExtraShield,
    Destroy,
    Sacrifice,
    Discard,
    ToHand,
    UnderDeck,
    UnderObjectiveDeck,
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
    /// You take control of it, and it takes part in the engagement on your side.
    WinOver(Until),
    /// The engagement goes on against this objective instead.
    Engage,
    /// It may be engaged once more this turn.
    MayBeEngagedAgain,
    Commit,
    Uncommit,
    LeaveEngagement,
    /// Takes part in the engagement on its controller's side.
    JoinEngagement,
    ShuffleIntoDeck,
    RemoveShield,
    RemoveShields,
    /// An enhancement that is a unit becomes one.
    BecomeUnit,
    /// Strikes at once.
    Strike,
    /// An enhancement moves to another card that it may enhance, of the same player.
    MoveElsewhere,
    /// Enters play under your control.
    PutIntoPlayAsYours,
    /// Enters play as a Pilot enhancement.
    PutIntoPlayAsPilot,
    PutIntoEdgeStack,
    /// What happens to it later, if it is still in play then.
    Later(Until, Doom),
    RemoveFromGame,
    /// It is not refreshed in this refresh phase.
    NotRefreshed,
    /// Takes one token of any kind off, as the player chooses.
    TakeToken,
    /// Becomes a captured card at this card's objective, at an enemy objective of the player's choice.
    PlantAsCaptive,
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
    DiscardHand(Whose, u8),
    DiscardRandom(Whose, u8),
    Dial(i8),
    /// The dial goes back, but not below the second number.
    DialBack(u8, u8),
    /// The player has something for a time.
    Gain(Boon, Amount, Until),
    /// Cancels the effects of the ability that this answers.
    Cancel,
    /// The edge battle is canceled.
    CancelEdgeBattle,
    /// Prevents that much of the damage that this answers.
    Prevent(u8),
    /// That much of the damage that this answers is dealt to somebody else.
    Redirect(u8, Who),
    /// What this answers does not take place; this happens instead.
    Instead(Who, Act),
    /// Moves damage from the first to the second.
    MoveDamage(u8, Who, Who),
    /// You lose the game.
    Lose,
    /// Moves focus tokens.
    MoveFocus(u8, Who, Who),
    /// Moves any number of focus tokens.
    MoveAnyFocus(Who, Who),
    /// Moves any number of damage tokens.
    MoveAnyDamage(Who, Who),
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
    /// Draw until the hand reaches the reserve value.
    DrawToReserve,
    /// You choose one; those that could not do anything are not offered.
    ChooseOne(&'static [(Way, &'static [Do])]),
    /// Your opponent chooses one.
    TheyChooseOne(&'static [(Way, &'static [Do])]),
    /// The opponent may pay that many resources; otherwise the rest happens.
    UnlessTheyPay(u8, &'static [Do]),
    /// The same, by discarding random cards.
    UnlessTheyDiscard(u8, &'static [Do]),
    /// If you pay that many resources.
    IfYouPay(u8, &'static [Do]),
    /// You pay resources of one affiliation.
    Pay(Affiliation, u8),
    PreventAmount(Amount),
    /// The card that leaves play goes there.
    Divert(Doom),
    /// All of the damage is dealt to somebody else.
    RedirectAll(Who),
    If(When, &'static [Do]),
    /// The first if something is so, else the second.
    IfElse(When, &'static [Do], &'static [Do]),
    May(&'static [Do]),
    /// What follows happens only if something happened before.
    Then,
    Special(&'static Special),
}

/// An effect that needs a function of its own.
pub struct Special {
    /// Whether it could do anything.
    pub could: fn(&State, &Ctx) -> bool,
    pub effect: fn(&mut Table, &mut Ctx) -> Play<bool>,
}

/// What a card or a player can have, by a constant effect or for a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Boon {
    Icon(Icon),
    EdgeIcon(Icon),
    Capacity,
    ForceIcons,
    Resources,
    Cost,
    /// Edge (X).
    Edge,
    Keyword(Keyword),
    /// The damage of unit damage icons may be split among participating enemies.
    SplitDamage,
    /// Resources of this card match every affiliation.
    MatchesAll,
    /// Its resources match this affiliation too.
    MatchesFor(Affiliation),
    /// This card is captured by the opponent if it leaves play.
    CapturedWhenLeaving,
    Cannot(Deed),
    /// A player controls this card who does not own it.
    Controlled,
    /// The resource value is doubled.
    DoubleResources,
    /// Damage that the card with this effect deals to such cards is doubled.
    DoubleDamage,
    // of a player
    Reserve,
    /// Force icons in the Force struggle.
    Struggle,
    EdgeTotal,
    /// Cards played from hand need no matching resource.
    NoMatch,
    /// The next card costs 1 less and needs no matching resource.
    NextCardCheaper,
    /// Fate cards may be resolved once more.
    FateAgain,
    /// The first card of the edge stack is placed face up.
    FirstEdgeCardFaceUp,
    /// The most attackers that can be declared against this objective.
    MostAttackers,
    // of a card
    /// Its printed text is gone, its traits are not.
    Blank,
    LacksKeyword(Keyword),
    LacksProtect,
    Protects(Guard),
    /// Force icons of a card in an edge stack.
    EdgeForce,
    /// Its Force icons count in the struggle even if it is exhausted.
    CountsExhausted,
    /// Counts as committed to the Force.
    CountsCommitted,
    /// Its Force icons count in the struggle though it is not committed, exhausted or not.
    CountsUncommitted,
    /// Shields do not stop its damage.
    PiercesShields,
    /// Keeps its focus tokens in the refresh phase.
    KeepsFocus,
    /// Its icons that need the edge count without it.
    EdgeIconsCount,
    /// All its icons need the edge.
    NeedsEdge,
    /// Has no icons of this type.
    NoIcons(Icon),
    /// Has no icons but printed ones.
    NoGainedIcons,
    /// Has twice as many icons of this type.
    DoubleIcons(Icon),
    DoubleForce,
    /// Costs nothing, whatever changes its cost.
    Free,
    /// Needs no matching resource.
    MatchesItself,
    Trait(Trait),
    /// What awaits it.
    Awaits(Doom),
    /// Has to attack or defend if it can.
    MustDefend,
    /// Its resources pay for such cards only.
    PaysOnlyFor(Sort),
    /// Its combat icons are not resolved.
    ForgoesIcons,
    /// Protect does not move its combat damage.
    PiercesProtect,
    /// Can become neither more nor fewer.
    FixedIcons,
    // of a player
    /// The Force icons of units in the struggle.
    StruggleIcons,
    /// Comes into play with a focus token if it is played.
    EntersFocused,
    /// Counts as having so many more Hoth objectives, neither damaged nor undamaged.
    MoreHothObjectives,
    /// More damage for an unopposed attack.
    UnopposedDamage,
    /// Wins ties in edge battles.
    WinsTies,
    /// Strikes first.
    StrikesFirst,
    /// The next such card costs less.
    NextCost(Sort),
    /// All such cards cost less.
    CostOf(Sort),
    /// Counts as having so many more cards in hand.
    HandSize,
    /// Draws no cards by card effects.
    NoDraw,
    /// Fate cards have no effect.
    NoFate,
    /// Triggers no abilities.
    NoAbilities,
}

/// Whom a card protects by a card effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    Character,
    Vehicle,
    Unit,
    ExhaustedRebel,
    ObsidianLeader,
}

/// Cards whose cost changes for a time, or that certain resources pay for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    Any,
    Event,
    Unit,
    Jedi,
    Sith,
    SithUnit,
    CapitalShip,
    BlackSquadron,
    VehicleUnit,
    NotRebel,
    Ewok,
    PilotOrVehicle,
    Sithspawn,
    DearNavy,
    DearRebel,
    VehicleOrDroid,
    StationOrCapital,
}

impl Boon {
    /// One bit for each kind of boon.
    pub const fn bit(self) -> u64 {
        1 << match self {
            Boon::Icon(_) => 0,
            Boon::EdgeIcon(_) => 1,
            Boon::Capacity => 2,
            Boon::ForceIcons => 3,
            Boon::Resources => 4,
            Boon::Cost => 5,
            Boon::Edge => 6,
            Boon::Keyword(_) => 7,
            Boon::SplitDamage => 8,
            Boon::MatchesAll | Boon::MatchesFor(_) => 9,
            Boon::CapturedWhenLeaving => 10,
            Boon::Cannot(_) => 11,
            Boon::Reserve => 12,
            Boon::Struggle | Boon::StruggleIcons => 13,
            Boon::EdgeTotal => 14,
            Boon::NoMatch => 15,
            Boon::NextCardCheaper => 16,
            Boon::FateAgain => 17,
            Boon::FirstEdgeCardFaceUp => 18,
            Boon::MostAttackers => 19,
            Boon::Controlled => 43,
            Boon::DoubleResources => 44,
            Boon::DoubleDamage => 45,
            Boon::Blank => 20,
            Boon::LacksKeyword(_) | Boon::LacksProtect => 21,
            Boon::Protects(_) => 22,
            Boon::EdgeForce => 23,
            Boon::CountsExhausted | Boon::CountsCommitted | Boon::CountsUncommitted => 24,
            Boon::PiercesShields | Boon::PiercesProtect => 25,
            Boon::KeepsFocus | Boon::EntersFocused => 26,
            Boon::EdgeIconsCount | Boon::NeedsEdge => 27,
            Boon::NoIcons(_)
            | Boon::NoGainedIcons
            | Boon::DoubleIcons(_)
            | Boon::FixedIcons
            | Boon::ForgoesIcons => 28,
            Boon::DoubleForce => 29,
            Boon::Free => 30,
            Boon::MatchesItself => 31,
            Boon::Trait(_) => 32,
            Boon::Awaits(_) => 33,
            Boon::MustDefend => 34,
            Boon::PaysOnlyFor(_) => 35,
            Boon::UnopposedDamage => 36,
            Boon::WinsTies | Boon::StrikesFirst => 37,
            Boon::NextCost(_) | Boon::CostOf(_) => 38,
            Boon::NoDraw | Boon::HandSize => 39,
            Boon::NoFate => 40,
            Boon::NoAbilities => 41,
            Boon::MoreHothObjectives => 42,
        }
    }
}

/// Things that cards forbid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    Attack,
    Defend,
    /// Attack the objective that forbids it.
    AttackThis,
    BeDamaged,
    BeTargeted,
    BeTargetedByEnemies,
    BeTargetedByEvents,
    BeTargetedByEnemyEvents,
    /// Damage by enemy card effects and combat icons.
    BeDamagedByEnemies,
    /// Focus tokens by enemy card effects and combat icons.
    BeFocusedByEnemies,
    /// Be struck by enemy combat icons.
    BeStruck,
    BeCommitted,
    BeDestroyed,
    /// Have its abilities used.
    BeTriggered,
    /// Be played by the player who has it.
    BePlayed,
    /// Damage by Vehicles.
    BeDamagedByVehicles,
    /// Be healed.
    BeHealed,
    /// Have damage moved away by Protect.
    BeProtected,
}

/// A constant effect.
pub struct Constant {
    pub when: &'static [When],
    /// Which cards have it; of a boon of players, whose cards count.
    pub on: Filter,
    pub whose: Whose,
    pub boon: Boon,
    pub amount: Amount,
}

impl Constant {
    pub const fn when(self, when: &'static [When]) -> Self {
        Constant { when, ..self }
    }
}

/// Such cards have a boon.
pub const fn gives(on: Filter, boon: Boon, amount: Amount) -> Constant {
    Constant { when: &[], on, whose: Whose::You, boon, amount }
}
/// Such cards cannot do something.
pub const fn forbids(on: Filter, deed: Deed) -> Constant {
    gives(on, Boon::Cannot(deed), Amount::N(1))
}
/// You have a boon.
pub const fn yours(boon: Boon, amount: Amount) -> Constant {
    Constant { when: &[], on: &[], whose: Whose::You, boon, amount }
}
/// Your opponent has a boon.
pub const fn theirs(boon: Boon, amount: Amount) -> Constant {
    Constant { when: &[], on: &[], whose: Whose::Opponent, boon, amount }
}

/// A span of time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// As often as it comes up.
    None,
    /// "Limit once per …": this ability of this card.
    Once(Until),
    /// "Limit 1 per …": one card of this title for each player.
    OneCopy(Until),
    /// This ability of this card so many times, at most three.
    Times(u8, Until),
}

/// From where an ability can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    Play,
    Hand,
    Discard,
}

/// A triggered ability.
pub struct Ability {
    pub(super) kernel: KernelAbility<Swlcg>,
    pub from: From,
    pub when: &'static [When],
    pub costs: &'static [Cost],
    pub effect: &'static [Do],
    pub limit: Limit,
}

impl Ability {
    const fn new(window: Window, when: &'static [When], effect: &'static [Do]) -> Self {
        let limit = match window {
            Window::Action => KernelLimit::Repeatable,
            _ => KernelLimit::PerWindow,
        };
        let kernel =
            KernelAbility { window, force: Force::May, limit, when: |_, _| Ok(true), effect: |_, _| Ok(()) };
        Ability { kernel, from: From::Play, when, costs: &[], effect, limit: Limit::None }
    }
    const fn limited(self, limit: Limit) -> Self {
        let kernel = KernelAbility { limit: KernelLimit::PerRound, ..self.kernel };
        Ability { kernel, limit, ..self }
    }
    pub const fn once_per_turn(self) -> Self {
        self.limited(Limit::Once(Until::EndOfTurn))
    }
    pub const fn once_per(self, span: Until) -> Self {
        self.limited(Limit::Once(span))
    }
    pub const fn one_copy_per_turn(self) -> Self {
        self.limited(Limit::OneCopy(Until::EndOfTurn))
    }
    pub const fn one_copy_per(self, span: Until) -> Self {
        self.limited(Limit::OneCopy(span))
    }
    pub const fn forced(self) -> Self {
        Ability { kernel: KernelAbility { force: Force::Must, ..self.kernel }, ..self }
    }
    pub const fn costs(self, costs: &'static [Cost]) -> Self {
        Ability { costs, ..self }
    }
    pub const fn from_discard(self) -> Self {
        Ability { from: From::Discard, ..self }
    }
    /// So many times in a span of time.
    pub const fn times_per(self, times: u8, span: Until) -> Self {
        self.limited(Limit::Times(times, span))
    }
    /// Used from hand. Events are so without saying it.
    pub const fn from_hand(self) -> Self {
        Ability { from: From::Hand, ..self }
    }
    pub fn window(&self) -> Window {
        self.kernel.window
    }
    pub fn force(&self) -> Force {
        self.kernel.force
    }
    pub fn manner(&self) -> Manner {
        match self.kernel.window {
            Window::Action => Manner::Action,
            Window::Interrupt(_) => Manner::Interrupt,
            Window::Reaction(_) => Manner::Reaction,
        }
    }
}

/// "Action: …"
pub const fn action(when: &'static [When], effect: &'static [Do]) -> Ability {
    Ability::new(Window::Action, when, effect)
}
/// "Interrupt: When …"
pub const fn interrupt(trigger: Trigger, when: &'static [When], effect: &'static [Do]) -> Ability {
    Ability::new(Window::Interrupt(trigger), when, effect)
}
/// "Reaction: After …"
pub const fn reaction(trigger: Trigger, when: &'static [When], effect: &'static [Do]) -> Ability {
    Ability::new(Window::Reaction(trigger), when, effect)
}

/// Where an enhancement may be.
#[derive(Clone, Copy)]
pub enum Attach {
    PlayArea,
    /// The Death Star dial, which can then be engaged as if it were an objective.
    Dial,
    To(Filter),
}

/// Everything a card does.
pub struct Effects {
    pub attach: Option<Attach>,
    pub abilities: &'static [Ability],
    pub constants: &'static [Constant],
    /// What a fate card does when its priority comes up.
    pub fate: &'static [Do],
    /// What it does once its player has won the edge battle.
    pub fate_if_won: &'static [Do],
    /// Actions that may be taken with the card from hand: it is played in an engagement, on its player's side.
    pub ambush: bool,
    /// It may be played from the discard pile as well.
    pub from_discard: bool,
    /// It may be played in the conflict phase as well.
    pub in_conflict: bool,
    /// It may be played in every action window.
    pub any_time: bool,
    /// As an enhancement it costs so much less.
    pub rides_cheaper: u8,
    /// It needs no matching resource.
    pub needs_no_match: bool,
    /// Resources of this affiliation match it too.
    pub also_matched_by: Option<Affiliation>,
    /// It can enter play as an enhancement of such a unit.
    pub rides: Option<Filter>,
}

impl Effects {
    pub const NONE: Effects = Effects {
        attach: None,
        abilities: &[],
        constants: &[],
        fate: &[],
        fate_if_won: &[],
        ambush: false,
        from_discard: false,
        in_conflict: false,
        any_time: false,
        rides_cheaper: 0,
        needs_no_match: false,
        also_matched_by: None,
        rides: None,
    };

    pub const fn always(self, constants: &'static [Constant]) -> Self {
        Effects { constants, ..self }
    }
    pub const fn ambush(self) -> Self {
        Effects { ambush: true, ..self }
    }
    pub const fn in_conflict(self) -> Self {
        Effects { in_conflict: true, ..self }
    }
    pub const fn any_time(self) -> Self {
        Effects { any_time: true, ..self }
    }
    pub const fn from_discard(self) -> Self {
        Effects { from_discard: true, ..self }
    }
    pub const fn rides(self, units: Filter) -> Self {
        Effects { rides: Some(units), ..self }
    }
}

/// A card with triggered abilities.
pub const fn does(abilities: &'static [Ability]) -> Effects {
    Effects { abilities, ..Effects::NONE }
}
/// A card with constant effects.
pub const fn constant(constants: &'static [Constant]) -> Effects {
    Effects { constants, ..Effects::NONE }
}
/// An enhancement of such cards.
pub const fn attaches(to: Filter, abilities: &'static [Ability]) -> Effects {
    Effects { attach: Some(Attach::To(to)), abilities, ..Effects::NONE }
}
/// An enhancement of the play area.
pub const fn play_area(abilities: &'static [Ability]) -> Effects {
    Effects { attach: Some(Attach::PlayArea), abilities, ..Effects::NONE }
}
/// An enhancement of the Death Star dial.
pub const fn on_the_dial(abilities: &'static [Ability]) -> Effects {
    Effects { attach: Some(Attach::Dial), abilities, ..Effects::NONE }
}
/// A fate card.
pub const fn fate(effect: &'static [Do]) -> Effects {
    Effects { fate: effect, ..Effects::NONE }
}

/// A fate card that does something if its player wins the edge battle.
pub const fn fate_if_won(effect: &'static [Do]) -> Effects {
    Effects { fate_if_won: effect, ..Effects::NONE }
}

/// Whose effect is being looked at or resolved, and in answer to what.
#[derive(Clone, Copy, Debug)]
pub struct Ctx {
    pub card: CardId,
    pub seat: Seat,
    /// The place of the occurrence that is answered.
    pub answers: Option<u8>,
    /// The targets with the number of their step.
    pub targets: [Option<(u8, CardId)>; 6],
    /// The card that the last step concerned.
    pub it: Option<CardId>,
    /// The card that a cost was paid with.
    pub paid: Option<CardId>,
    /// The alternative that was chosen.
    pub way: Option<u8>,
}

impl Ctx {
    pub fn new(card: CardId, seat: Seat) -> Self {
        Ctx { card, seat, answers: None, targets: [None; 6], it: None, paid: None, way: None }
    }
    pub fn answering(self, place: Option<u8>) -> Self {
        Ctx { answers: place, ..self }
    }
}

impl Limit {
    /// Whether the limit is for such a span of time or a shorter one.
    pub fn ends_with(self, span: Until) -> bool {
        match self {
            Limit::None => false,
            Limit::Once(until) | Limit::OneCopy(until) | Limit::Times(_, until) => {
                until <= span && until != Until::EndOfGame
            }
        }
    }
}
