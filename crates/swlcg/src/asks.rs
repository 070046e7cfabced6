//! What this game asks, offers and tells.

use serde::{Deserialize, Serialize};
use table::{Seat, Seats};

use crate::cards::atoms::Act;
use crate::cards::numerals::Numeral;
use crate::cards::{CardType, Held, Kind, Trait, Way, Window};
use crate::resources::Bill;
use crate::state::{CardId, Cursor, Ending, Icon, Side};

/// A question to a player or to chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    // chance
    Draw(Seat),
    DrawObjective(Seat),
    RandomCard(Seat),
    /// Chance chooses a card that is not in a hand, for the effect of this one.
    Random(CardId),
    // set-up
    /// Which of four objectives goes under the objective deck?
    SpareObjective,
    Mulligan,
    RevealObjective,
    // timing and effects
    Window(Window),
    Target(CardId),
    /// A choice while an effect is resolved.
    Choose(CardId),
    /// Which of the cards that are looked at goes there?
    SortTo(CardId, Fortune),
    May(CardId),
    /// Which of several ways?
    Way(CardId),
    /// Which card does the player name?
    Name(CardId),
    /// How many tokens or cards?
    Number(CardId),
    /// Which figure on a card becomes which?
    Numeral(CardId),
    /// With which resources is a card paid for, or one of its abilities?
    Pay(CardId, Bill),
    /// The card that is focused, sacrificed or discarded for an ability.
    CostCard(CardId),
    /// What an enhancement is attached to.
    Attach(CardId),
    /// Which of several pilots of a unit stays?
    PilotStays(CardId),
    // phases
    BalanceDamage,
    DiscardOne,
    DiscardDown,
    Commit,
    // conflict
    Engage,
    Attackers(CardId),
    Defenders(CardId),
    Shielding(CardId),
    EdgeCard,
    /// The first card of an edge stack, where an effect has it lie open.
    OpenEdgeCard,
    FateCard,
    Strike,
    IconOrder(CardId),
    UnitDamage(CardId),
    Tactics(CardId),
    /// Discard a shield to prevent one damage or focus token?
    Shield(CardId),
    /// Which card with Protect takes damage for this one?
    Protect(CardId),
    /// How much of it?
    ProtectAmount(CardId),
    /// At which objective is a card captured?
    CaptureAt(CardId),
}

/// What becomes of a card that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fortune {
    Discarded,
    Under,
    OnTop,
    ToHand,
    Captured,
}

impl Fortune {
    pub fn of(act: &Act) -> Fortune {
        match act {
            Act::Discard => Fortune::Discarded,
            Act::UnderDeck => Fortune::Under,
            Act::ToHand => Fortune::ToHand,
            Act::Capture => Fortune::Captured,
            _ => Fortune::OnTop,
        }
    }
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Pass,
    Yes,
    Card(CardId),
    /// The ability with that number of a card; also playing the card.
    Use(CardId, u8),
    /// That many resources from a card; perhaps none.
    Pay(CardId, u8),
    Icon(Icon),
    EdgeIcon(Icon),
    Keyword(Held),
    Number(u8),
    Way(Way),
    /// A figure on a card becomes another one.
    Numeral(Numeral, u8),
    Trait(Trait),
    Type(CardType),
    UseShield,
    FocusToken,
    DamageToken,
    ShieldToken,
    /// A card that could enter play as an enhancement does so as a unit.
    AsUnit,
    Drawn(Kind),
    /// The same, of an objective set.
    DrawnOf(Kind, u16),
    KeepHand,
    NewHand,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Turn(Seat, u16),
    Step(Cursor),
    Mulligan(Seat),
    ObjectiveRevealed(CardId),
    Engages(CardId),
    Attacks(CardId),
    Defends(CardId),
    /// A card was put into an edge stack; hidden from the opponent unless it lies face up.
    Placed {
        seat: Seat,
        card: CardId,
        face_up: bool,
    },
    PassedEdge(Seat),
    Revealed(Seat, Vec<CardId>),
    FateResolves(Seat, CardId),
    EdgeCanceled,
    EdgeTotals(u8, u8),
    EdgeWon(Seat),
    Played(Seat, CardId),
    /// A player uses an ability of a card, which stands on that card or on another one.
    Announced {
        seat: Seat,
        card: CardId,
        text: CardId,
        target: Option<CardId>,
    },
    EffectsCanceled(CardId),
    Paid(CardId, u8),
    Strikes(CardId),
    Focused(CardId, u8),
    FocusRemoved(CardId, u8),
    ShieldPlaced(CardId),
    ShieldUsed(CardId),
    ShieldsRemoved(Seat),
    Damaged(CardId, u8),
    Healed(CardId, u8),
    Prevented(CardId, u8),
    Protected(CardId, CardId, u8),
    Destroyed(CardId),
    LeftPlay(CardId),
    EnteredPlay(CardId),
    Attached(CardId, CardId),
    /// An enhancement is a unit for a time.
    BecameUnit(CardId),
    Discarded(Seat, CardId),
    /// A drawn card; hidden from the opponent.
    Drawn(Seat, CardId),
    /// A card is attached face down to another one.
    Stowed(CardId, CardId),
    /// A card that was not in play goes to its owner's hand; hidden from those who do not know it.
    ToHand(CardId, Seats),
    ControlTaken(Seat, CardId),
    Captured(CardId),
    Rescued(CardId),
    Committed(CardId),
    Uncommitted(CardId),
    LeftEngagement(CardId),
    JoinedEngagement(CardId),
    /// A player names a card.
    Named(Seat, Kind),
    /// A player sees the hand of another one.
    HandSeen {
        by: Seat,
        of: Seat,
        cards: Vec<CardId>,
    },
    /// A player sees the top cards of a deck.
    TopSeen {
        by: Seat,
        of: Seat,
        cards: Vec<CardId>,
    },
    Struggle(u8, u8),
    Balance(Side),
    Dial(u8),
    DialDamaged(u8),
    Unopposed,
    Ended(Ending),
}
