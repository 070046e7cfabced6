//! What this game asks, offers and tells.

use flightpath::{Face, Maneuver};
use geometry::Pose;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Seat;

use crate::cards::{DamageId, Window};
use crate::state::{Action, CardRef, Ending, ShipId, Weapon};

/// A question to a player or to chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    // chance
    DealFaction(Seat),
    DrawLots,
    AttackRoll,
    DefenseRoll,
    Reroll,
    /// A roll for a card's effect.
    CardRoll(CardRef),
    MinefieldRoll(ShipId),
    ObstacleRoll(ShipId),
    DecodeRoll(ShipId),
    DamageCard(ShipId),
    // set-up
    PlaceObstacle,
    ChooseArea,
    PlaceShip(ShipId),
    WhoIsNext,
    // planning and activation
    Dial(ShipId),
    /// An opponent sets another maneuver for a ship that may not fly its red one.
    Overrule(ShipId),
    Action(ShipId),
    LockWhom(ShipId),
    EchoTo(ShipId),
    EnableWhich(ShipId),
    BeamWhom(ShipId),
    /// A ship that a card's effect is directed at.
    CardTarget(CardRef),
    /// A card that a card's effect is directed at.
    CardVictim(CardRef),
    /// A maneuver that a card lets a ship fly.
    CardManeuver(CardRef),
    LayMinefield(CardRef),
    // combat
    Attack(ShipId),
    Dice(CardRef),
    /// A result of the attack roll that a card cancels.
    Cancel(CardRef),
    Window(Window),
    // end
    CloakOrShields(ShipId),
    Shields(ShipId),
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Pass,
    Seat(Seat),
    /// The squadron that this player brought.
    Squadron(Seat),
    Area(u8),
    Ship(ShipId),
    Maneuver(Maneuver),
    Action(Action),
    /// An action that a card gives for free.
    Free(Action, CardRef),
    /// An attack on a ship.
    Fire(Weapon, ShipId),
    /// An attack that a card defines and that has no target.
    Launch(CardRef),
    Card(CardRef),
    Die(u8),
    /// The ability with that number of a card.
    Use(CardRef, u8),
    DamageCard(DamageId),
    RaiseShields,
    LeaveShieldsDown,
    KeepCloak,
    DropCloak,
}

/// Faces of dice as they lie.
pub type Dice = SmallVec<[Face; 16]>;

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Round(u16),
    Phase(Phase),
    LotsDrawn(Seat, u8),
    AreaChosen(Seat, u8),
    ObstaclePlaced(f64, f64),
    Placed(ShipId, Pose),
    Revealed(ShipId, Maneuver),
    Overruled(ShipId, Maneuver),
    Moved(ShipId, Maneuver, Pose),
    BecameStraight(ShipId),
    Overlap(ShipId, Blocker),
    SkipsAction(ShipId),
    AuxiliaryGained(ShipId),
    AuxiliaryRemoved(ShipId, u8),
    Performs(ShipId, Action),
    PerformsFree(ShipId, Action),
    Passes(ShipId),
    Locks(ShipId, ShipId),
    LockLost(ShipId, ShipId),
    Cloaks(ShipId),
    Decloaks(ShipId),
    CloakTurnsRed(ShipId),
    CloakKept(ShipId),
    Echoes(ShipId, Pose),
    Attacks(ShipId, ShipId, Weapon, u8),
    Obstructed,
    AttackRoll(Dice),
    DefenseRoll(Dice),
    Rerolled(Dice),
    AttackResult(Dice),
    Rolled(ShipId, Dice),
    Misses(ShipId, ShipId),
    Hits(ShipId, u8, u8),
    TokenSpent(ShipId, SpentToken),
    ShieldLost(ShipId),
    ShieldsDisabled(ShipId, u8),
    ShieldsRaised(ShipId, u8),
    ShieldRepaired(ShipId),
    Damage { ship: ShipId, kind: Option<DamageId>, face_up: bool },
    DamageTurnedDown(ShipId, DamageId),
    Reshuffled,
    Doomed(ShipId),
    Destroyed(ShipId),
    Fled(ShipId),
    CardDisabled(CardRef),
    CardEnabled(CardRef),
    CardDiscarded(CardRef),
    MinefieldLaid(f64, f64),
    MissionToken(ShipId, u8),
    BeamsDown(ShipId),
    BeamsUp(ShipId),
    Decoded(ShipId, bool),
    WarpsOut(ShipId),
    Ended(Ending),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Planning,
    Activation,
    Combat,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Blocker {
    Ship(ShipId),
    Planet,
    Obstacle,
    Minefield,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpentToken {
    TargetLock,
    BattleStations,
    Evade,
}
