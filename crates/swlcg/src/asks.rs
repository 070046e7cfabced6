//! What this game asks, offers and tells.

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::cards::{Kind, Window};
use crate::state::{CardId, CardRef, Cursor, Ending, Icon};

/// A question to a player or to chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    // chance
    Draw(Seat),
    // timing
    Window(Window),
    Target(CardRef),
    /// That many resources are left to be paid for a card.
    Pay(CardRef, u8),
    Sacrifice(CardRef),
    // edge battle
    EdgeCard,
    FateCard,
    // strikes
    Strike,
    IconOrder(CardId),
    UnitDamage(CardId),
    Tactics(CardId),
    /// Discard a shield to prevent one damage or focus token?
    Shield(CardId),
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Pass,
    /// A card from hand, for the edge stack.
    Place(Kind),
    Fate(Kind),
    Card(CardId),
    /// The ability with that number of a card.
    Use(CardRef, u8),
    /// That many resources from a card.
    Pay(CardId, u8),
    Icon(Icon),
    UseShield,
    Drawn(Kind),
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Step(Cursor),
    /// A card was put into an edge stack; its kind is hidden from the opponent unless it lies face up.
    Placed {
        seat: Seat,
        kind: Kind,
        face_up: bool,
    },
    PassedEdge(Seat),
    Revealed(Seat, Vec<Kind>),
    FateResolves(Seat, Kind),
    EdgeCanceled,
    EdgeTotals(u8, u8),
    EdgeWon(Seat),
    Announced(CardRef, Option<CardId>),
    EffectsCanceled(CardRef),
    Paid(CardId, u8),
    Strikes(CardId),
    Focused(CardId, u8),
    FocusRemoved(CardId, u8),
    ShieldPlaced(CardId),
    ShieldUsed(CardId),
    Damaged(CardId, u8),
    Prevented(CardId, u8),
    Destroyed(CardId),
    LeftPlay(CardId),
    EnteredPlay(CardId),
    Discarded(Seat, Kind),
    /// A drawn card; its kind is hidden from the opponent.
    Drawn(Seat, Kind),
    Dial(u8),
    Unopposed,
    Ended(Ending),
}
