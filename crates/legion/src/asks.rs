//! What this game asks, offers and tells.

use geometry::{Vec2, Way};
use serde::{Deserialize, Serialize};
use table::Seat;

use crate::cards::Window;
use crate::dice::{Attack as AttackDie, Colour, Defense as DefenseDie, DefenseColour};
use crate::state::{CardRef, Climb, Cover, MiniId, TerrainId, UnitId, WeaponId};

/// A question to a player or to chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    // chance
    RollAttack(Colour),
    RollDefense(DefenseColour),
    RollClamber(UnitId),
    // timing
    Window(Window),
    // actions
    Action(UnitId),
    // moving
    MoveLeader(UnitId, u8),
    PlaceMini(MiniId),
    // attacking
    Defender(UnitId),
    Weapon(UnitId),
    Pool(UnitId),
    Aim(UnitId),
    /// Up to so many dice.
    RerollDice(UnitId, u8),
    Dodge(UnitId),
    Wound(UnitId),
    NewLeader(UnitId),
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Pass,
    /// The ability with that number of a keyword.
    Use(CardRef, u8),
    /// A standard move with the tool of that speed.
    Move(u8),
    Climb(TerrainId),
    Clamber(TerrainId),
    Attack,
    Aim,
    Dodge,
    Unit(UnitId),
    /// The weapon of one miniature.
    Weapon(MiniId, WeaponId),
    /// The weapon of every miniature that can use it.
    Weapons(UnitId, WeaponId),
    /// The pool against a defender.
    Pool(UnitId),
    SpendToken,
    /// A die of the attack pool and what it shows.
    Die(u8, AttackDie),
    Mini(MiniId),
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    LeaderMoved(UnitId, u8, Way),
    Climbed(UnitId, Climb, Vec2),
    MiniPlaced(MiniId, Vec2),
    Aims(UnitId),
    Dodges(UnitId),
    Attacks {
        attacker: UnitId,
        defender: UnitId,
        range: u8,
    },
    /// So many miniatures add a weapon to the pool.
    WeaponsAdded(UnitId, WeaponId, u8),
    PoolChosen(UnitId),
    AttackRolled(Vec<AttackDie>),
    AimSpent(UnitId),
    Rerolled(Vec<AttackDie>),
    SurgesConverted(Vec<AttackDie>),
    DodgeSpent(UnitId),
    CoverApplied {
        unit: UnitId,
        cover: Cover,
        canceled: u8,
    },
    HitsToCriticals(u8),
    HitsCanceled(u8),
    DefenseRolled(Vec<DefenseDie>),
    DefenseSurgesConverted(Vec<DefenseDie>),
    BlocksCanceled(u8),
    ClamberRolled(Vec<DefenseDie>),
    WoundsSuffered(UnitId, u8),
    Wounded(MiniId, u8),
    MiniDefeated(MiniId),
    UnitDefeated(UnitId),
    NewLeader(MiniId),
    SuppressionGained(UnitId, u8),
    DodgeGained(UnitId, u8),
    ActivationOver(Seat),
}
