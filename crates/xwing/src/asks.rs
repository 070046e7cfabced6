//! What this game asks, offers and tells.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Face};
use geometry::Pose;
use serde::{Deserialize, Serialize};

use crate::cards::Window;
use crate::state::{Action, CardRef, Ending, ShipId};

/// A question to a player or to chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    // chance
    AttackRoll,
    DefenseRoll,
    Reroll,
    /// A roll for a card's effect.
    CardRoll(CardRef),
    DamageCard(ShipId),
    // activation
    WhoIsNext,
    Action(ShipId),
    /// A free action that a card gives.
    FreeAction(CardRef, ShipId),
    LockWhom(ShipId),
    RollTo(ShipId),
    BoostWith(ShipId),
    /// Which enemy's lock a card shakes off.
    ShakeOff(CardRef),
    /// A ship that a card's effect is directed at.
    CardTarget(CardRef),
    // combat
    Attack(ShipId),
    Dice(CardRef),
    Window(Window),
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Pass,
    Ship(ShipId),
    Action(Action),
    /// The template of a boost.
    Boost(Bearing),
    Fire(ShipId),
    Die(u8),
    /// The ability with that number of a card.
    Use(CardRef, u8),
    DamageCard(u8),
}

/// Faces of dice as they lie.
pub type Dice = ArrayVec<Face, 32>;

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    CombatPhase,
    EndPhase,
    Performs(ShipId, Action),
    Passes(ShipId),
    Locks(ShipId, ShipId),
    LockLost(ShipId, ShipId),
    Rolls(ShipId, Pose),
    Boosts(ShipId, Pose),
    Fled(ShipId),
    FocusAssigned(ShipId),
    StressReceived(ShipId),
    Attacks(ShipId, ShipId, u8),
    Obstructed,
    AttackRoll(Dice),
    DefenseRoll(Dice),
    Rerolled(Dice),
    AttackResult(Dice),
    DefenseResult(Dice),
    /// A roll that is no attack.
    Rolled(ShipId, Dice),
    Misses(ShipId, ShipId),
    Hits(ShipId, u8, u8),
    TokenSpent(ShipId, Token),
    ShieldLost(ShipId),
    Damage {
        ship: ShipId,
        kind: Option<u8>,
        face_up: bool,
    },
    DamageTurnedDown(ShipId, u8),
    Reshuffled,
    Doomed(ShipId),
    Destroyed(ShipId),
    Ended(Ending),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Token {
    Focus,
    Evade,
    TargetLock,
}
