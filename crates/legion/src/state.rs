//! The position: units with their miniatures and tokens, and whatever is just happening. Plain data, no rules. The terrain
//! below it never changes and stands in [`crate::ground`].

use arrayvec::ArrayVec;
use geometry::{Vec2, Way};
use serde::{Deserialize, Serialize};
use table::{Board, Seat};

use crate::cards::{UnitFacts, UnitKind, UnitType, UpgradeKind, library};
use crate::dice::{Attack as AttackDie, Defense as DefenseDie};
use crate::ground::{Ground, Terrain};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TerrainId(pub u8);

/// A miniature of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct MiniId {
    pub unit: UnitId,
    pub mini: u8,
}

/// A weapon of a unit: those of its unit card come first, then those of its upgrades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WeaponId(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faction {
    Rebel,
    Empire,
}

impl Faction {
    pub const ALL: [Faction; 2] = [Faction::Rebel, Faction::Empire];

    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }
    pub fn of(seat: Seat) -> Faction {
        if seat.0 == 0 { Faction::Rebel } else { Faction::Empire }
    }
}

/// Cover, and what terrain gives of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    None,
    Light,
    Heavy,
}

impl Cover {
    pub const ALL: [Cover; 3] = [Cover::None, Cover::Light, Cover::Heavy];

    /// The cover that is so many steps better than none.
    pub fn of(steps: i32) -> Cover {
        Cover::ALL[steps.clamp(0, 2) as usize]
    }
    pub fn steps(self) -> i32 {
        self as i32
    }
}

/// How terrain restricts movement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passage {
    Open,
    Difficult,
    Impassable,
}

/// What a piece of terrain is like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A zone that reaches up to its highest feature. One can see through it.
    Area,
    /// A line to shoot over: no place to stand on.
    Barricade,
    /// A depression.
    Pit,
    /// A solid object.
    Large,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Standing,
    /// Set aside until it is placed in cohesion.
    Aside,
    Defeated,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Mini {
    /// The middle of its base. A miniature that is set aside remembers where it stood.
    pub at: Vec2,
    /// The upgrade that added it, by its number among the unit's upgrades.
    pub upgrade: Option<u8>,
    pub wounds: u8,
    pub place: Place,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    pub kind: UnitKind,
    pub owner: Seat,
    pub minis: ArrayVec<Mini, 12>,
    /// The number of the unit leader.
    pub leader: u8,
    pub upgrades: ArrayVec<UpgradeKind, 6>,
    pub aim: u8,
    pub dodge: u8,
    pub suppression: u8,
}

impl Unit {
    pub fn facts(&self) -> &'static UnitFacts {
        library().unit(self.kind)
    }
    pub fn leader(&self) -> &Mini {
        &self.minis[self.leader as usize]
    }
    /// The numbers of its miniatures that are not defeated.
    pub fn alive(&self) -> impl Iterator<Item = u8> + Clone {
        (0..self.minis.len() as u8).filter(|mini| self.minis[*mini as usize].place != Place::Defeated)
    }
    pub fn is_defeated(&self) -> bool {
        self.alive().next().is_none()
    }
    /// The numbers of its miniatures that stand on the battlefield.
    pub fn standing(&self) -> impl Iterator<Item = u8> + Clone {
        (0..self.minis.len() as u8).filter(|mini| self.minis[*mini as usize].place == Place::Standing)
    }
}

/// A source of effects: a keyword of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CardRef {
    pub unit: UnitId,
    pub slot: Slot,
}

/// Where a keyword stands; the last number is its place there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    UnitCard(u8),
    Upgrade(u8, u8),
    /// Of a weapon that a miniature has added to an attack pool.
    Weapon(u8, WeaponId, u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    Move,
    Attack,
    Aim,
    Dodge,
}

/// A climb or clamber that has just been made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Climb {
    pub terrain: TerrainId,
    pub up: bool,
    /// Clambered, not climbed.
    pub clamber: bool,
}

/// The move that is being performed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Move {
    pub unit: UnitId,
    /// Where the unit leader began.
    pub start: Vec2,
    /// The speed of the movement tool; 0 if none is used.
    pub speed: u8,
    /// The tool as it was bent, once the unit leader has moved.
    pub way: Option<Way>,
    pub climb: Option<Climb>,
}

/// The dice against one defender.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pool {
    pub defender: UnitId,
    pub range: u8,
    /// Which miniature uses which weapon.
    pub weapons: ArrayVec<(u8, WeaponId), 12>,
    pub dice: ArrayVec<AttackDie, 48>,
    pub defense: ArrayVec<DefenseDie, 48>,
    /// The cover of the defender, once it has been determined.
    pub cover: Option<Cover>,
    /// Dodge tokens that the defender has spent.
    pub dodged: u8,
    /// The dice have shown a hit or critical hit.
    pub threatening: bool,
    pub resolved: bool,
}

/// The attack that is being resolved.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: UnitId,
    pub pools: ArrayVec<Pool, 8>,
    /// The pool that is being formed or resolved.
    pub current: u8,
}

impl Attack {
    pub fn pool(&self) -> &Pool {
        &self.pools[self.current as usize]
    }
    pub fn pool_mut(&mut self) -> &mut Pool {
        &mut self.pools[self.current as usize]
    }
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cursor {
    Actions,
    Over,
}

/// Two armies of the most units that the ranks allow in a standard battle (18 each), and some to spare.
pub const MOST_UNITS: usize = 40;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    #[serde(skip)]
    pub board: Board<Ground>,
    pub units: ArrayVec<Unit, MOST_UNITS>,
    /// The activated unit.
    pub active: UnitId,
    /// Actions that it can still perform.
    pub actions: u8,
    /// Actions that it has performed.
    pub performed: ArrayVec<Action, 4>,
    pub cursor: Cursor,
    pub moving: Option<Move>,
    pub attack: Option<Attack>,
}

impl State {
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.0 as usize]
    }
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.0 as usize]
    }
    pub fn mini(&self, id: MiniId) -> &Mini {
        &self.unit(id.unit).minis[id.mini as usize]
    }
    pub fn mini_mut(&mut self, id: MiniId) -> &mut Mini {
        &mut self.unit_mut(id.unit).minis[id.mini as usize]
    }
    pub fn leader(&self, unit: UnitId) -> MiniId {
        MiniId { unit, mini: self.unit(unit).leader }
    }
    pub fn piece(&self, id: TerrainId) -> &Terrain {
        self.board.piece(id)
    }
    pub fn pieces(&self) -> impl Iterator<Item = TerrainId> + use<> {
        self.board.pieces()
    }
    /// The units of ground vehicles.
    pub fn vehicles(&self) -> impl Iterator<Item = UnitId> + Clone {
        self.in_play().filter(|id| self.unit(*id).facts().kind == UnitType::GroundVehicle)
    }
    /// Units that are not defeated.
    pub fn in_play(&self) -> impl Iterator<Item = UnitId> + Clone {
        (0..self.units.len() as u8).map(UnitId).filter(|id| !self.unit(*id).is_defeated())
    }
    pub fn enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + Clone {
        let owner = self.unit(unit).owner;
        self.in_play().filter(move |other| self.unit(*other).owner != owner)
    }
    /// The miniatures of a unit that stand on the battlefield.
    pub fn standing(&self, unit: UnitId) -> impl Iterator<Item = MiniId> + Clone {
        self.unit(unit).standing().map(move |mini| MiniId { unit, mini })
    }
    /// All miniatures on the battlefield.
    pub fn all_standing(&self) -> impl Iterator<Item = MiniId> + Clone {
        self.in_play().flat_map(|unit| self.standing(unit))
    }
}
