//! What this game asks, offers and tells.

use flightpath::{Bearing, Face, Maneuver, Way};
use geometry::Pose;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Seat;

use crate::cards::{ConditionId, DamageId, ObstacleId, UpgradeId, Window};
use crate::state::{Action, CardRef, Declared, Ending, Score, Section, ShipId, Token, Weapon};

/// A question to a player or to chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    // chance
    /// Who has initiative where nothing decides it.
    DrawLots,
    AttackRoll,
    DefenseRoll,
    Reroll,
    /// A roll for a card's effect.
    CardRoll(CardRef),
    ObstacleRoll(ShipId),
    /// A roll for a ship that has flown into a huge one, or the other way round.
    RamRoll(ShipId),
    /// A roll for the bomb token of that card.
    BombRoll(UpgradeId, ShipId),
    FinalSalvo(Seat),
    DamageCard(ShipId),
    /// One of a ship's face-down damage cards at random.
    FaceDownCard(ShipId),
    // set-up
    Initiative,
    ObstacleToken,
    PlaceObstacle(ObstacleId),
    /// Where the huge ship lies that is an obstacle.
    PlaceHulk,
    Edge,
    PlaceShip(ShipId),
    /// Which ship begins docked at that one.
    Dock(ShipId),
    // missions
    PlaceSatellite,
    /// Which ship is the disabled one.
    Disabled,
    /// Where the senator's shuttle flies.
    ShuttleCourse(ShipId),
    // planning and activation
    WhoIsNext,
    Dial(ShipId),
    /// The opponent sets another maneuver for a stressed ship that may not fly its red one.
    Overrule(ShipId),
    /// Which obstacle of several has its effect.
    WhichObstacle(ShipId),
    /// Which bomb goes off next.
    WhichBomb,
    /// Whom a mine hits that was dropped on several ships.
    MineVictim,
    /// With which template a ship flies its maneuver, where cards leave the choice.
    FlyWith(ShipId),
    /// Where a ship ends that rolls after its turn.
    RollAfterTurn(ShipId),
    /// Which of the ships docked at that one is deployed.
    WhoDeploys(ShipId),
    /// At which guides of its carrier a ship is deployed, and with which maneuver.
    Guides(ShipId),
    Deploy(ShipId, Section),
    Action(ShipId),
    FreeAction(CardRef, ShipId),
    LockWhom(ShipId),
    /// Which lock is given up for a new one.
    GiveUpLock(ShipId),
    /// Which token goes with a jam token.
    GiveUpToken(ShipId),
    /// To which side a ship rolls: declared before it is measured.
    RollSide(ShipId),
    RollTo(ShipId),
    BoostWith(ShipId),
    DecloakHow(ShipId),
    DecloakTo(ShipId),
    /// How a tractor beam drags a ship, and where it ends aside.
    Drag(ShipId),
    DragTo(ShipId),
    /// Where the mobile arc is turned.
    TurnArc(ShipId),
    /// Whose lock on this card's ship is removed.
    ShakeOff(CardRef),
    /// A ship that a card's effect is directed at.
    CardTarget(CardRef),
    /// A card that a card's effect is directed at.
    CardVictim(CardRef),
    /// The card that comes in place of an upgrade.
    Replacement(CardRef),
    /// A maneuver that a card lets a ship fly or set.
    CardManeuver(CardRef),
    /// A number, a side or another choice that a card leaves.
    CardChoice(CardRef),
    /// A place that a card lets something be put.
    CardPlace(CardRef),
    // huge ships
    /// Which section of a huge ship.
    Section(ShipId),
    AllocateEnergy(ShipId),
    UseEnergy(ShipId),
    /// Which upgrade a crippled section loses.
    LoseUpgrade(ShipId),
    // combat
    Attack(ShipId),
    /// An attack that a card grants.
    ExtraAttack(CardRef, ShipId),
    Dice(CardRef),
    Window(Window),
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Pass,
    Seat(Seat),
    Edge(u8),
    Obstacle(ObstacleId),
    /// An obstacle on the table.
    ObstacleThere(u8),
    Bomb(u8),
    Ship(ShipId),
    Maneuver(Maneuver),
    Action(Action),
    /// The template of a boost.
    Boost(Bearing),
    /// The template with which a ship decloaks ahead.
    Decloak(Bearing),
    /// Decloaking to the side.
    RollAside,
    /// A side to roll or decloak to, declared before it is measured.
    Aside(Way),
    /// Quarters clockwise from the front.
    Quarter(u8),
    /// An attack on a ship.
    Fire(Weapon, ShipId),
    /// An attack on a section of a huge ship.
    FireAt(Weapon, ShipId, Section),
    Section(Section),
    Die(u8),
    /// The ability with that number of a card.
    Use(CardRef, u8),
    Card(CardRef),
    /// A card that is not in play yet.
    Upgrade(UpgradeId),
    DamageCard(DamageId),
    /// A damage card of a ship by its place.
    DamageThere(u8),
    Number(u8),
    Token(Token),
    /// A token is assigned to a ship, or taken from it.
    Give(Token),
    Take(Token),
    /// A result of a die.
    Face(Face),
    Condition(ConditionId),
    /// Scanning a satellite in place of an attack.
    Scan(u8),
    /// Suffering a damage, or losing focus and evade tokens instead.
    TakeDamage,
    LoseTokens,
    /// A token is put on a card, or taken from it for its use.
    Store,
    Release,
}

/// Faces of dice as they lie.
pub type Dice = SmallVec<[Face; 16]>;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Planning,
    Activation,
    Combat,
    End,
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Round(u16),
    Phase(Phase),
    HasInitiative(Seat),
    /// What some damage cards of a huge ship do is our own ruling.
    RuledDamage(ShipId),
    EdgeChosen(Seat, u8),
    ObstaclePlaced(ObstacleId, Pose),
    ObstacleLeftOut(ObstacleId),
    HulkPlaced(Pose),
    Placed(ShipId, Pose),
    /// The first ship is docked at the second, or deployed from it.
    Docked(ShipId, ShipId),
    Deployed(ShipId, ShipId),
    /// A deployed ship finds no room for its base.
    NoRoom(ShipId),
    Revealed(ShipId, Maneuver),
    DialChanged(ShipId, Maneuver),
    Overruled(ShipId, Maneuver),
    Moved(ShipId, Maneuver, Pose),
    TurnFailed(ShipId),
    TurnsAbout(ShipId, Pose),
    Overlaps(ShipId, ShipId),
    /// A ship flies into the huge ship that is an obstacle.
    OverlapsHulk(ShipId),
    /// A huge ship flies over another.
    Rams(ShipId, ShipId),
    EnergyGained(ShipId, u8),
    EnergySpent(ShipId, u8),
    /// A token is moved from the ship card to an upgrade.
    EnergyMoved(CardRef),
    EnergyUsed(CardRef),
    Reinforces(ShipId, Section),
    ReinforceSpent(ShipId),
    Crippled(ShipId, Section),
    OnObstacle(ShipId, ObstacleId),
    SkipsAction(ShipId),
    Performs(ShipId, Action),
    Passes(ShipId),
    /// What a ship has declared proves impossible.
    DeclaredInVain(ShipId, Declared),
    Locks(ShipId, ShipId),
    LockLost(ShipId, ShipId),
    Rolls(ShipId, Pose),
    Boosts(ShipId, Pose),
    Cloaks(ShipId),
    Decloaks(ShipId, Pose),
    /// A tractor beam drags a ship.
    Dragged(ShipId, Pose),
    ArcTurned(ShipId, u8),
    Fled(ShipId),
    /// A ship has left the play area as its mission demands.
    Escapes(ShipId),
    SatellitePlaced(Pose),
    Scans(ShipId, u8),
    IsDisabled(ShipId),
    Assigned(ShipId, Token),
    TokenRemoved(ShipId, Token),
    TokenSpent(ShipId, Token),
    SkillSet(ShipId, u8),
    Attacks(ShipId, ShipId, Weapon, u8),
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
    ResultsCancelled,
    ShieldLost(ShipId),
    ShieldRecovered(ShipId),
    Damage {
        ship: ShipId,
        kind: Option<DamageId>,
        face_up: bool,
    },
    /// A damage card that comes face up was drawn for a ship.
    Drawn(ShipId, DamageId),
    DamageTurnedDown(ShipId, DamageId),
    DamageTurnedUp(ShipId, DamageId),
    DamageDiscarded(ShipId, DamageId),
    Reshuffled,
    Doomed(ShipId),
    Destroyed(ShipId),
    CardDiscarded(CardRef),
    CardTurned(CardRef),
    /// The first of two upgrades on a ship has made way for the second.
    CardReplaced(ShipId, UpgradeId, UpgradeId),
    ConditionAssigned(ShipId, ConditionId),
    ConditionRemoved(ShipId, ConditionId),
    /// A ship has put an obstacle on the table.
    ObstacleLaid(ShipId, ObstacleId, Pose),
    /// An obstacle is removed from the table.
    ObstacleGone(ObstacleId),
    /// A ship is chosen for a card.
    Chosen(CardRef, ShipId),
    /// A number is named for a card.
    Named(CardRef, u8),
    BombDropped(ShipId, UpgradeId, Pose),
    BombDetonates(UpgradeId),
    FinalSalvo(Seat, Dice),
    Ended(Ending),
    /// How the game counts in a tournament.
    Scored(Score),
}
