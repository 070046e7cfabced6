//! What this game asks, offers and tells.

use geometry::{Pose, Side, Vec2};
use serde::{Deserialize, Serialize};
use table::Seat;

use crate::cards::{DamageKind, Window};
use crate::dice::{Colour, Die};
use crate::state::{CardRef, Range, ShipId, SquadronId, TokenType, Zone};

/// A question to a player or to chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    // chance
    Roll(Colour),
    DamageCard(ShipId),
    // timing
    Window(Window),
    /// A die for the effect of a card.
    DieFor(CardRef),
    // maneuver
    Navigate(ShipId),
    Joint(ShipId, u8),
    ToolSide(ShipId),
    /// Which of equally close ships is the closest.
    Closest(ShipId),
    NextSquadron(ShipId),
    PlaceSquadron(SquadronId),
    // attack
    Attack(ShipId),
    ObstructedDie,
    Accuracy,
    DefenseToken(ShipId),
    EvadeDie,
    EvadeMore,
    RedirectTo,
    RedirectAmount(Zone),
    Critical,
    DiscardToken(ShipId),
}

/// What a change of speed is paid with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    Dial,
    Token,
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Pass,
    /// The ability with that number of a card.
    Use(CardRef, u8),
    DamageCard(DamageKind),
    /// A new speed.
    Speed(u8, Means),
    /// Clicks of a joint, to the right positive.
    Clicks(u8, i8),
    ToolSide(Side),
    Ship(ShipId),
    Squadron(SquadronId),
    /// From a hull zone at a hull zone of a ship.
    Fire(Zone, ShipId, Zone),
    Colour(Colour),
    /// A die of the attack pool and what it shows.
    Die(u8, Die),
    /// A defense token of a ship.
    Token(ShipId, u8),
    Zone(Zone),
    Amount(u8),
    StandardCritical,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    SpeedChanged(ShipId, u8),
    YawIncreased(ShipId, u8),
    SlowedByOverlap {
        ship: ShipId,
        on: ShipId,
        speed: u8,
    },
    Moved(ShipId, Pose),
    Stayed(ShipId),
    LeftPlayArea(ShipId),
    MovedAside(SquadronId),
    SquadronPlaced(SquadronId, Vec2),
    Attacks {
        attacker: ShipId,
        zone: Zone,
        defender: ShipId,
        target: Zone,
        range: Range,
    },
    Obstructed(Colour),
    Rolled(Vec<Die>),
    DieChanged(Die, Die),
    DieCanceled(Die),
    AllCanceled,
    AccuracySpent(ShipId, u8),
    /// A token was spent: with the number of its place, its type, and whether it was discarded.
    TokenSpent {
        ship: ShipId,
        token: u8,
        kind: TokenType,
        discarded: bool,
    },
    TokenDiscarded(ShipId, TokenType),
    DamageTotal(u8),
    Redirected(ShipId, Zone, u8),
    ShieldLost(ShipId, Zone),
    Damage {
        ship: ShipId,
        kind: Option<DamageKind>,
        face_up: bool,
    },
    DamageTurnedDown(ShipId, DamageKind),
    Reshuffled,
    Destroyed(ShipId),
    ActivationOver(Seat),
}
