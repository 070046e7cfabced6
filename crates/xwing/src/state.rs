//! The position: ships, obstacles, bombs, damage decks and where the round stands. Plain data, no rules.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Maneuver, Pool, Ships, Way};
use geometry::Pose;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Member, Seat, Seats, Set};

use crate::cards::{ConditionId, DamageId, Hooks, ObstacleId, PilotId, ShipTypeId, UpgradeId};
use crate::missions::{Feat, Mission, Special};
use crate::options::{HulkName, Options};

/// The most ships that fit on one table.
pub const MAX_SHIPS: usize = 48;
/// The two sides; each is one player, or several in team play.
pub const PLAYERS: usize = 2;
/// The most players of both sides together.
pub const MAX_SEATS: usize = 4;
/// The most obstacles that are set out before the game.
pub const MAX_SET_OUT: usize = 12;
/// The most obstacles on one table, with those that cards add.
pub const MAX_OBSTACLES: usize = 20;

/// The most upgrades that a ship has, those of both sections of a huge ship together.
pub const MAX_UPGRADES: usize = 14;

/// The most kinds of damage cards of all decks together.
const DAMAGE_KINDS: usize = 64;
pub type DamageDeck = table::Deck<DamageId, DAMAGE_KINDS>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShipId(pub u8);

impl ShipId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
    /// The ship's bit in a set of ships.
    pub fn bit(self) -> Ships {
        1 << self.0
    }
}

/// A card in play, or another source of effects on a ship.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CardRef {
    pub ship: ShipId,
    pub slot: Slot,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    Pilot,
    Upgrade(u8),
    Damage(u8),
    Condition(u8),
    /// The ability of that ship's pilot, which the upgrade in that place lets this ship have.
    Borrowed(u8, ShipId),
    /// The tokens beside the ship, which the rules themselves give abilities.
    Tokens,
    /// The action on the upgrade in that place of that ship, whose pilot lets this ship perform it.
    Shared(u8, ShipId),
}

/// What a card remembers within a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Memo {
    /// Its action was performed this round.
    pub acted: bool,
    /// Its effect lasts.
    pub active: bool,
    /// Its once-per-round ability was used.
    pub spent: bool,
    pub amount: i8,
    pub target: Option<ShipId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Upgrade {
    pub card: UpgradeId,
    /// Flipped face down and out of play.
    pub discarded: bool,
    /// It lies under a damage card that keeps it from being used.
    pub covered: bool,
    /// A card with two sides shows its back.
    pub turned: bool,
    /// Tokens on the card; they stay from round to round.
    pub tokens: u8,
    pub memo: Memo,
}

/// An action on another ship's upgrade that a ship has performed this round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Shared {
    /// The ship that has the upgrade, and its place there.
    pub from: ShipId,
    pub slot: u8,
    /// What the card would remember if it lay beside this ship.
    pub memo: Memo,
}

/// How many such actions a ship can have performed in a round.
pub const MAX_SHARED: usize = 2;

/// A damage card. Its kind is known to nobody while it lies face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Damage {
    /// `None` in the view of somebody who may not know it, and for damage without a card.
    pub kind: Option<DamageId>,
    pub face_up: bool,
    /// The round in which it was received or turned up.
    pub round: u16,
    /// Its action was performed this round.
    pub acted: bool,
    /// Dealt by the attack that is being resolved.
    pub fresh: bool,
    /// It belongs to the aft section of a huge ship.
    pub aft: bool,
}

impl Damage {
    /// The section of a huge ship that it belongs to.
    pub fn section(&self) -> Section {
        if self.aft { Section::Aft } else { Section::Fore }
    }
}

/// A condition card assigned to a ship.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Condition {
    pub card: ConditionId,
    /// The ship whose card assigned it.
    pub by: ShipId,
    /// The damage card that lies on it.
    pub damage: Option<DamageId>,
    pub memo: Memo,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    Small,
    Large,
    Huge,
    /// A huge ship as long as a corvette.
    Corvette,
}

impl Size {
    pub fn is_huge(self) -> bool {
        matches!(self, Size::Huge | Size::Corvette)
    }
}

/// One half of a huge ship: a base and its half of the ship token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    Fore,
    Aft,
}

impl Section {
    pub const BOTH: [Section; 2] = [Section::Fore, Section::Aft];

    pub fn index(self) -> usize {
        self as usize
    }
    pub fn other(self) -> Section {
        Section::BOTH[1 - self.index()]
    }
}

/// What a huge ship has beyond what every ship has.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Huge {
    pub ship: ShipId,
    /// The damage decks of its sections.
    pub decks: [DamageDeck; 2],
    /// Energy tokens on the ship card, on the aft one of two.
    pub energy: u8,
    /// Reinforce tokens beside the sections.
    pub reinforced: [bool; 2],
    /// The ships whose lock lies on each section, one bit each.
    pub locked_by: [Ships; 2],
    /// The section that damage is being dealt to.
    pub struck: Section,
    /// Weapons fired in this Combat Phase: the lowest bit for the primary weapon, then one for each upgrade.
    pub fired: u32,
    /// The second ship card, of ships that have two.
    pub aft: Option<AftCard>,
}

/// The ship card of the aft section, and what only ships with two ship cards have.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AftCard {
    pub pilot: PilotId,
    pub shields: u8,
    /// Upgrades from this number on belong to the aft section.
    pub upgrades_from: u8,
    pub crippled: [bool; 2],
    /// Sections that are crippled as soon as the ship has had its attacks.
    pub falling: [bool; 2],
}

/// An action of the action bar, or one that a card gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Focus,
    Evade,
    TargetLock,
    BarrelRoll,
    Boost,
    Cloak,
    Slam,
    Reload,
    RotateArc,
    Reinforce,
    Coordinate,
    Jam,
    Recover,
    /// "Action: …" on an upgrade or a damage card.
    Card(CardRef),
    /// What the mission lets ships perform.
    #[serde(untagged)]
    Special(Feat),
}

/// The actions of the action bar.
impl Member for Action {
    const ALL: &'static [Action] = &[
        Action::Focus,
        Action::Evade,
        Action::TargetLock,
        Action::BarrelRoll,
        Action::Boost,
        Action::Cloak,
        Action::Slam,
        Action::Reload,
        Action::RotateArc,
        Action::Reinforce,
        Action::Coordinate,
        Action::Jam,
        Action::Recover,
        Action::Special(Feat::Protect),
    ];

    fn bit(self) -> u32 {
        match self {
            Action::Focus => 1,
            Action::Evade => 1 << 1,
            Action::TargetLock => 1 << 2,
            Action::BarrelRoll => 1 << 3,
            Action::Boost => 1 << 4,
            Action::Cloak => 1 << 5,
            Action::Slam => 1 << 6,
            Action::Reload => 1 << 7,
            Action::RotateArc => 1 << 8,
            Action::Reinforce => 1 << 9,
            Action::Coordinate => 1 << 10,
            Action::Jam => 1 << 11,
            Action::Recover => 1 << 12,
            Action::Card(_) => 0,
            Action::Special(feat) => 1 << (13 + feat as u32),
        }
    }
}

/// What the equipped upgrades and conditions add to the printed values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bonus {
    pub skill: i8,
    pub attack: i8,
    pub agility: i8,
    pub hull: i8,
    pub shields: i8,
    pub energy: i8,
    /// Action icons.
    pub actions: Set<Action>,
}

/// Why a wrecked ship is still in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Doom {
    #[default]
    None,
    /// It still has its attack at the same time as its destroyer.
    AfterItsTurn,
    /// A card keeps it until a Combat Phase ends.
    EndOfCombat,
    /// It is being taken off the table, as soon as the ships docked at it, or at another that was run over with it, have
    /// left.
    Leaving,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ship {
    pub owner: Seat,
    pub pilot: PilotId,
    pub kind: ShipTypeId,
    pub size: Size,
    /// The pilot skill on the pilot's card, or that of the pilot who has come aboard.
    pub printed_skill: u8,
    /// The pilot whose ability it has: its own, unless a card gives it another's.
    pub ability: PilotId,
    /// What the pilot's card remembers.
    pub memo: Memo,
    /// The pilot's once-per-game ability was used.
    pub pilot_spent: bool,
    pub upgrades: ArrayVec<Upgrade, MAX_UPGRADES>,
    pub shared: ArrayVec<Shared, MAX_SHARED>,
    pub conditions: SmallVec<[Condition; 3]>,
    pub damage: SmallVec<[Damage; 16]>,
    pub pose: Pose,
    pub placed: bool,
    /// The ship that it is docked at.
    pub docked: Option<ShipId>,
    /// The round in which it was deployed from there, which was its activation.
    pub deployed_in: u16,
    pub destroyed: bool,
    pub doom: Doom,
    pub shields: u8,
    pub focus: u8,
    pub evade: u8,
    pub stress: u8,
    pub ion: u8,
    pub tractor: u8,
    /// A tractor beam token was assigned to it this round.
    pub tractored: bool,
    pub weapons_disabled: u8,
    /// The side that a reinforce token lies at, of ships that are not huge.
    pub reinforced: Option<Section>,
    pub jam: u8,
    pub cloaked: bool,
    /// It was cloaked when its activation began: it may decloak before its dial is revealed.
    pub may_decloak: bool,
    /// The ships that this one has locked.
    pub locks: SmallVec<[ShipId; 2]>,
    pub dial: Option<Maneuver>,
    /// The dial lies face up.
    pub revealed: bool,
    /// The opponent has looked at the dial, which lies face down.
    pub dial_seen: bool,
    /// The maneuver executed this round, in the colour it counted as.
    pub flown: Option<Maneuver>,
    /// It has drifted ionized this round.
    pub drifted: bool,
    /// The Perform Action step is skipped this round.
    pub no_action: bool,
    /// Check Pilot Stress for a maneuver of that colour waits for the end of the Perform Action step.
    pub late_check: Option<Colour>,
    /// Actions of the action bar performed this round.
    pub performed: Set<Action>,
    /// It was stressed when it began the action that it has just performed.
    pub acted_stressed: bool,
    /// Ships that it touches since one of both overlapped the other, one bit each.
    pub touching: Ships,
    /// The last maneuver made it overlap a ship.
    pub overlapped_ship: bool,
    /// The last maneuver made it end on an obstacle.
    pub overlapped_obstacle: bool,
    /// The last maneuver led it onto or over an obstacle.
    pub met_obstacle: bool,
    /// Attacks performed this round.
    pub attacks_made: u8,
    /// It cannot attack (again) this round.
    pub no_attack: bool,
    /// It cannot attack in this round, which is still to come.
    pub silent_in: u16,
    /// A bomb was dropped this round.
    pub dropped: bool,
    /// The pilot skill that an effect gives it until the Combat Phase ends: the latest one counts.
    pub skill_set: Option<u8>,
    /// Where a mobile arc points: quarters clockwise from the front.
    pub mobile_arc: u8,
    /// What its cards add and what they listen to; made anew from them.
    #[serde(skip)]
    pub bonus: Bonus,
    #[serde(skip)]
    pub hooks: Hooks,
}

impl Ship {
    /// The side of its player.
    pub fn side(&self) -> Seat {
        side_of(self.owner)
    }
    pub fn in_play(&self) -> bool {
        self.placed && !self.destroyed
    }
    /// Whether it is still to be placed on the table during set-up.
    pub fn is_to_be_placed(&self) -> bool {
        !self.placed && self.docked.is_none()
    }
    pub fn is_stressed(&self) -> bool {
        self.stress > 0
    }
    /// Whether the ion tokens beside it are enough to have their effect.
    pub fn is_ionized(&self) -> bool {
        match self.size {
            Size::Small => self.ion >= 1,
            Size::Large => self.ion >= 2,
            Size::Huge | Size::Corvette => false,
        }
    }
    pub fn is_doomed(&self) -> bool {
        self.doom != Doom::None
    }
    pub fn has_performed(&self, action: Action) -> bool {
        self.performed.holds(action)
    }
    pub fn mark_performed(&mut self, action: Action) {
        self.performed.put(action);
    }
    pub fn has_locked(&self, target: ShipId) -> bool {
        self.locks.contains(&target)
    }
}

/// What a mission notes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Notes {
    /// The player of the Rebels.
    pub rebels: Seat,
    /// The ship that it is about.
    pub ward: Option<ShipId>,
    pub satellites: ArrayVec<Satellite, 4>,
    /// Destroyed ships for which reinforcements have come, one bit each.
    pub replaced: Ships,
}

/// Side of a satellite token. Certainty low.
pub const SATELLITE: f64 = 30.0;

#[derive(Clone, Copy, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct Satellite {
    pub pose: Pose,
    pub signal: Signal,
}

impl Eq for Satellite {}

/// Where a satellite's data is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// The token lies on the table.
    There,
    /// That ship has scanned it.
    With(ShipId),
    /// The ship that had scanned it is destroyed.
    Lost,
}

/// An asteroid or a debris cloud.
#[derive(Clone, Copy, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    pub token: ObstacleId,
    pub pose: Pose,
}

impl Eq for Obstacle {}

/// A huge ship as an obstacle: nobody's, it neither moves nor suffers anything.
#[derive(Clone, Copy, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct Hulk {
    pub name: HulkName,
    pub pose: Pose,
}

impl Eq for Hulk {}

/// What stands for the hulk where ships are named that a ship flies into.
pub const HULK: ShipId = ShipId(MAX_SHIPS as u8);

/// A bomb or mine token on the table.
#[derive(Clone, Copy, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct Bomb {
    /// The card that it was dropped by, whose token it is.
    pub card: UpgradeId,
    pub owner: Seat,
    pub by: ShipId,
    pub pose: Pose,
    /// It does not go off in this round.
    pub spared_in: u16,
}

impl Eq for Bomb {}

/// A roll that belongs to no attack, while cards have their say about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cast {
    pub ship: ShipId,
    /// With attack dice; otherwise with defense dice.
    pub attack: bool,
    pub pool: Pool,
}

/// Tokens that ships are assigned and spend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Token {
    Focus,
    Evade,
    TargetLock,
    Stress,
    Ion,
    Tractor,
    WeaponsDisabled,
    Cloak,
    Jam,
}

/// What is happening or has just happened, and what cards are asked about. The latest one is the innermost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// A ship has performed an action, free or not.
    Performed(ShipId, Action),
    /// A ship is about to receive, or has received, or has lost a stress token.
    Stress(ShipId),
    /// A ship is about to be assigned, or was assigned a token.
    Assigned(ShipId, Token),
    /// A ship has spent a token.
    Spent(ShipId, Token),
    /// The first ship has acquired a lock on the second.
    Acquired(ShipId, ShipId),
    /// A ship's dial: before it is revealed, and after that.
    Dial(ShipId),
    /// A ship has executed a maneuver.
    Maneuver(ShipId),
    /// A ship's turn to act or to attack.
    Turn(ShipId),
    Decloaked(ShipId),
    /// A damage card is about to be dealt. `None`: it was discarded instead.
    Dealing {
        ship: ShipId,
        kind: Option<DamageId>,
        face_up: bool,
    },
    /// The damage card in that place was dealt face up and is about to be carried out.
    Dealt(ShipId, u8),
    /// A ship is about to suffer damage that is not an attack's.
    Suffering(ShipId),
    /// A ship is about to be, or was destroyed.
    Destroyed(ShipId),
    ShieldLost(ShipId),
    /// A ship is performing a barrel roll.
    Rolling(ShipId),
    /// An upgrade is about to be discarded.
    Discarding(CardRef),
    /// A ship is about to suffer what the second ship's bomb does.
    Bombed(ShipId, ShipId),
    /// A ship is about to roll, or has rolled dice that belong to no attack.
    Casting(ShipId),
    /// A ship has rerolled dice of an attack.
    Rerolled(ShipId),
    /// A ship has dropped a bomb.
    Dropped(ShipId),
    /// The bomb token in that place, dropped by a ship, is about to go off or to leave the table.
    BombToken(ShipId, u8),
    /// The first ship has jammed the second.
    Jammed(ShipId, ShipId),
    /// The second ship was deployed from the first.
    Deployed(ShipId, ShipId),
    /// The first ship coordinates; the second is about to perform a free action.
    Coordinated(ShipId, ShipId),
    /// A huge ship is about to recover shields for its energy.
    Recovering(ShipId),
    /// Energy was moved to an upgrade.
    Allocated(CardRef),
    /// The first ship is about to attack the second.
    Aiming(ShipId, ShipId),
}

impl Moment {
    /// The ship that it is about.
    pub fn ship(self) -> ShipId {
        match self {
            Moment::Performed(ship, _)
            | Moment::Stress(ship)
            | Moment::Assigned(ship, _)
            | Moment::Spent(ship, _)
            | Moment::Acquired(ship, _)
            | Moment::Dial(ship)
            | Moment::Maneuver(ship)
            | Moment::Turn(ship)
            | Moment::Decloaked(ship)
            | Moment::Dealing { ship, .. }
            | Moment::Dealt(ship, _)
            | Moment::Suffering(ship)
            | Moment::Destroyed(ship)
            | Moment::ShieldLost(ship)
            | Moment::Recovering(ship)
            | Moment::Aiming(ship, _)
            | Moment::Rolling(ship) => ship,
            Moment::Discarding(card) | Moment::Allocated(card) => card.ship,
            Moment::Bombed(ship, _)
            | Moment::Coordinated(ship, _)
            | Moment::Casting(ship)
            | Moment::Rerolled(ship)
            | Moment::Dropped(ship)
            | Moment::BombToken(ship, _)
            | Moment::Jammed(ship, _)
            | Moment::Deployed(_, ship) => ship,
        }
    }
}

/// The weapon of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    Primary,
    Secondary(CardRef),
}

impl Weapon {
    pub fn is_primary(self) -> bool {
        self == Weapon::Primary
    }
}

/// An attack while it is being resolved.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: ShipId,
    pub defender: ShipId,
    /// The section of a huge ship that is attacked.
    pub section: Option<Section>,
    pub weapon: Weapon,
    pub range: u8,
    pub obstructed: bool,
    /// The card that granted it, if it is not the ship's own attack of the Combat Phase.
    pub granted_by: Option<CardRef>,
    /// Another attack with the same shot of the weapon follows.
    pub more: bool,
    /// An earlier attack of the same shot has hit.
    pub earlier_hit: bool,
    /// Dice that abilities have added before the roll.
    pub added_attack: i8,
    pub added_defense: i8,
    pub attack: Pool,
    pub defense: Pool,
    /// Results are compared; from here on `hits` and `criticals` count.
    pub compared: bool,
    /// The attack hits.
    pub hit: bool,
    /// Uncancelled results.
    pub hits: u8,
    pub criticals: u8,
    /// Results that the defender's evades have cancelled.
    pub cancelled_hits: u8,
    pub cancelled_criticals: u8,
    /// Ships that suffer damage by this attack and not by anything else: its defender, whom it strikes besides, and who takes
    /// over some of it. Nobody any more once it is over.
    pub harms: Ships,
    /// It dealt the defender a damage card, and one face up, whatever has become of them.
    pub dealt: bool,
    pub dealt_face_up: bool,
    /// Damage and critical damage that the defender has suffered, shields included.
    pub suffered: u8,
    /// Cards that were used in it and have an effect until it is over.
    pub marks: SmallVec<[CardRef; 4]>,
    /// The weapon is discarded only if the attack hits.
    pub keeps_weapon: bool,
    /// Critical hits that defense dice cannot cancel.
    pub standing_criticals: u8,
    /// Hits that defense dice cannot cancel.
    pub standing_hits: u8,
    /// Focus results that a focus token has turned into hits.
    pub focused: u8,
    /// The defender cancels critical hits before hits.
    pub criticals_first: bool,
    /// It hits even if all results are cancelled.
    pub hits_anyway: bool,
}

/// Where the game stands. Together with the rest of the position it says what comes next. `done` has a bit for every ship
/// that has had its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cursor {
    Initiative,
    PlaceObstacles,
    ChooseEdges,
    PlaceShips,
    /// What only missions set up.
    MissionSetup,
    Planning,
    /// Cloaked ships decide whether to decloak, in the later rules.
    Decloaking {
        done: Ships,
    },
    Activation {
        done: Ships,
    },
    /// What happens at the end of the Activation Phase.
    EndOfActivation,
    /// `level` is the pilot skill that the phase has come down to.
    Combat {
        done: Ships,
        level: u8,
    },
    End,
    Over,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// All ships of one player are destroyed.
    Destruction,
    /// The last ships of both are destroyed.
    Draw,
    /// The last ships of both are destroyed, and it was agreed that the player with initiative wins.
    Initiative,
    /// The agreed number of rounds is over.
    RoundLimit,
    /// The later rules let dice decide what would be a draw.
    FinalSalvo,
    /// The objective of a mission is fulfilled.
    Mission,
}

/// How a game counts in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Score {
    /// Nobody: a draw.
    pub winner: Option<Seat>,
    /// Match points of the winner, or of both.
    pub points: u8,
    /// The margin of victory: 100 if both have lost as much.
    pub margin: i16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    /// Squad points, upgrades included.
    pub points: u16,
    /// The player's edge: 0 south, 1 north.
    pub edge: u8,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub options: Options,
    pub cursor: Cursor,
    pub round: u16,
    pub initiative: Seat,
    /// How many players take part.
    pub seats: u8,
    pub players: [Player; PLAYERS],
    pub ships: Vec<Ship>,
    /// What the huge ships among them have beyond that.
    pub huge: Vec<Huge>,
    /// What the mission notes, if one is played.
    #[serde(rename = "mission")]
    pub notes: Option<Box<Notes>>,
    /// Obstacles that are still to be placed.
    pub supply: ArrayVec<ObstacleId, MAX_SET_OUT>,
    pub obstacles: ArrayVec<Obstacle, MAX_OBSTACLES>,
    pub hulk: Option<Hulk>,
    pub bombs: Vec<Bomb>,
    /// One deck for all, or one for each player.
    pub decks: ArrayVec<DamageDeck, PLAYERS>,
    /// What cards are being asked about; a later one interrupts an earlier one.
    pub moments: Vec<Moment>,
    /// Attacks being resolved; a later one interrupts an earlier one.
    pub attacks: Vec<Attack>,
    /// Rolls that belong to no attack; a later one interrupts an earlier one.
    pub casts: Vec<Cast>,
    /// The ship whose turn it is.
    pub active: Option<ShipId>,
    pub declaration: Declaration,
    /// What any card in the game listens to; made anew from them.
    #[serde(skip)]
    pub hooks: Hooks,
    pub result: Option<(Seats, Ending)>,
}

/// What a ship declares in competitive play before it is measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Declared {
    Lock(ShipId),
    Roll(Way),
    Boost(Bearing),
    /// Ahead.
    Decloak(Bearing),
    DecloakAside(Way),
}

/// What a ship has declared since a ship moved last.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Declaration {
    pub ship: Option<ShipId>,
    /// What proved possible and is carried out.
    pub made: Option<Declared>,
    /// What did not.
    pub vain: Vec<Declared>,
}

impl Declaration {
    /// Whether a ship has declared something in vain.
    pub fn was_vain(&self, id: ShipId, declared: Declared) -> bool {
        self.ship == Some(id) && self.vain.contains(&declared)
    }
    /// What a ship has declared and carries out.
    pub fn of(&self, id: ShipId) -> Option<Declared> {
        self.made.filter(|_| self.ship == Some(id))
    }
    /// The way aside that a ship has declared.
    pub fn way(&self, id: ShipId) -> Option<Way> {
        match self.of(id) {
            Some(Declared::Roll(way) | Declared::DecloakAside(way)) => Some(way),
            _ => None,
        }
    }
}

impl State {
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }
    pub fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.index()]
    }
    /// The mission that is being played.
    pub fn mission(&self) -> Option<&'static Mission> {
        self.options.mission()
    }
    /// An action that it lets ships perform.
    pub fn special(&self, feat: Feat) -> Option<&'static Special> {
        self.mission().and_then(|mission| mission.special(feat))
    }
    /// A ship joins those of the table, which may be full.
    pub fn join(&mut self, ship: Ship) -> Option<ShipId> {
        let id = ShipId(self.ships.len() as u8);
        (self.ships.len() < MAX_SHIPS).then(|| self.ships.push(ship)).map(|()| id)
    }
    pub fn ids(&self) -> impl Iterator<Item = ShipId> + Clone + use<> {
        (0..self.ships.len() as u8).map(ShipId)
    }
    /// Ships on the play area.
    pub fn in_play(&self) -> impl Iterator<Item = ShipId> {
        self.ids().filter(|id| self.ship(*id).in_play())
    }
    pub fn are_friends(&self, a: ShipId, b: ShipId) -> bool {
        self.ship(a).side() == self.ship(b).side()
    }
    pub fn enemies_of(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        self.in_play().filter(move |other| !self.are_friends(id, *other))
    }
    /// All other ships.
    pub fn others(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        self.in_play().filter(move |other| *other != id)
    }
    /// Other ships on the same side.
    pub fn friends_of(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        self.in_play().filter(move |other| *other != id && self.are_friends(id, *other))
    }
    /// All players.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat)
    }
    /// A player, then all others on the same side.
    pub fn team(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let mates = self.seats().filter(move |other| *other != seat && side_of(*other) == side_of(seat));
        std::iter::once(seat).chain(mates)
    }
    /// The side with initiative, then the other.
    pub fn by_initiative(&self) -> [Seat; PLAYERS] {
        [self.initiative, opponent(self.initiative)]
    }
    /// The attack being resolved.
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }
    pub fn attack_mut(&mut self) -> Option<&mut Attack> {
        self.attacks.last_mut()
    }
    /// What cards are being asked about.
    pub fn moment(&self) -> Option<Moment> {
        self.moments.last().copied()
    }
    /// What a huge ship has beyond other ships.
    pub fn huge(&self, id: ShipId) -> Option<&Huge> {
        self.huge.iter().find(|huge| huge.ship == id)
    }
    pub fn huge_mut(&mut self, id: ShipId) -> Option<&mut Huge> {
        self.huge.iter_mut().find(|huge| huge.ship == id)
    }
    /// The damage cards that are dealt to a ship: those of a huge ship's sections are their own.
    pub fn damage_deck(&mut self, id: ShipId, section: Section) -> &mut DamageDeck {
        let deck = self.deck_of(id);
        match self.huge.iter_mut().find(|huge| huge.ship == id) {
            Some(huge) => &mut huge.decks[section.index()],
            None => &mut self.decks[deck],
        }
    }
    pub fn deck_for(&self, id: ShipId, section: Section) -> &DamageDeck {
        self.huge(id).map_or(&self.decks[self.deck_of(id)], |huge| &huge.decks[section.index()])
    }
    /// The damage deck for a ship that is not huge.
    pub fn deck_of(&self, id: ShipId) -> usize {
        if self.decks.len() > 1 { self.ship(id).side().index() } else { 0 }
    }
    pub fn memo(&self, card: CardRef) -> Memo {
        let ship = self.ship(card.ship);
        match card.slot {
            Slot::Pilot => ship.memo,
            Slot::Upgrade(i) | Slot::Borrowed(i, _) => {
                ship.upgrades.get(i as usize).map(|upgrade| upgrade.memo).unwrap_or_default()
            }
            Slot::Condition(i) => ship.conditions.get(i as usize).map(|card| card.memo).unwrap_or_default(),
            Slot::Shared(slot, from) => {
                let entry = ship.shared.iter().find(|shared| (shared.slot, shared.from) == (slot, from));
                entry.map(|shared| shared.memo).unwrap_or_default()
            }
            Slot::Damage(_) | Slot::Tokens => Memo::default(),
        }
    }
    pub fn memo_mut(&mut self, card: CardRef) -> Option<&mut Memo> {
        let ship = self.ship_mut(card.ship);
        match card.slot {
            Slot::Pilot => Some(&mut ship.memo),
            Slot::Upgrade(i) | Slot::Borrowed(i, _) => {
                ship.upgrades.get_mut(i as usize).map(|upgrade| &mut upgrade.memo)
            }
            Slot::Condition(i) => ship.conditions.get_mut(i as usize).map(|card| &mut card.memo),
            Slot::Shared(slot, from) => {
                let mut shared = ship.shared.iter_mut();
                shared
                    .find(|shared| (shared.slot, shared.from) == (slot, from))
                    .map(|shared| &mut shared.memo)
            }
            Slot::Damage(_) | Slot::Tokens => None,
        }
    }
    /// The card of an upgrade, or of the one whose action is shared.
    pub fn upgrade_of(&self, card: CardRef) -> Option<UpgradeId> {
        let (ship, slot) = match card.slot {
            Slot::Upgrade(slot) => (card.ship, slot),
            Slot::Shared(slot, from) => (from, slot),
            _ => return None,
        };
        self.ship(ship).upgrades.get(slot as usize).map(|upgrade| upgrade.card)
    }
}

/// The side that a player is on, which goes by its first player: in team play every second player is on the same side.
pub fn side_of(seat: Seat) -> Seat {
    Seat(seat.0 & 1)
}

/// What effects make of a value, which never falls below nothing.
pub fn value(total: i32) -> u8 {
    total.clamp(0, u8::MAX.into()) as u8
}

/// The first player of the other side, who decides for it.
pub fn opponent(seat: Seat) -> Seat {
    Seat(1 - side_of(seat).0)
}
