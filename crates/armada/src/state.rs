//! The position: ships with their dials, tokens and damage, squadrons, the damage deck, and whatever is just happening.
//! Plain data, no rules.

use arrayvec::ArrayVec;
use geometry::{Area, Pose, Side, Vec2};
use serde::{Deserialize, Serialize};
use table::{Deck, Seat};

use crate::cards::{DamageKind, ShipFacts, ShipKind, SquadronKind, UpgradeKind, library};
use crate::dice::Pool;

/// The most joints of the maneuver tool, and so the highest speed.
pub const JOINTS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShipId(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SquadronId(pub u8);

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

/// The other player.
pub fn opponent(seat: Seat) -> Seat {
    Seat(1 - seat.0.min(1))
}

/// A hull zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    Front,
    Left,
    Right,
    Rear,
}

impl Zone {
    pub const ALL: [Zone; 4] = [Zone::Front, Zone::Left, Zone::Right, Zone::Rear];

    pub fn index(self) -> usize {
        self as usize
    }
    /// Whether two zones share a firing arc line.
    pub fn is_adjacent(self, other: Zone) -> bool {
        let flank = |zone| matches!(zone, Zone::Left | Zone::Right);
        flank(self) != flank(other)
    }
}

/// A band of the ruler's range side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Range {
    Close,
    Medium,
    Long,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    Navigate,
    Squadron,
    Repair,
    ConcentrateFire,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenType {
    Evade,
    Brace,
    Redirect,
    Scatter,
    Contain,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenSide {
    Readied,
    Exhausted,
    Discarded,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DefenseToken {
    pub kind: TokenType,
    pub side: TokenSide,
}

/// A damage card of a ship. A face-down one has no kind in the view of anybody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Damage {
    pub kind: Option<DamageKind>,
    pub face_up: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ship {
    pub kind: ShipKind,
    pub owner: Seat,
    /// The middle of its base.
    pub pose: Pose,
    /// What its speed dial shows.
    pub speed: u8,
    /// By hull zone.
    pub shields: [u8; 4],
    pub tokens: ArrayVec<DefenseToken, 8>,
    pub upgrades: ArrayVec<UpgradeKind, 10>,
    pub damage: ArrayVec<Damage, 24>,
    /// The revealed command dial, until it is spent.
    pub dial: Option<Command>,
    /// A navigate token lies beside the ship.
    pub navigate_token: bool,
    pub destroyed: bool,
}

impl Ship {
    pub fn facts(&self) -> &'static ShipFacts {
        library().ship(self.kind)
    }
    pub fn in_play(&self) -> bool {
        !self.destroyed
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Squadron {
    pub kind: SquadronKind,
    pub owner: Seat,
    pub at: Vec2,
    pub hull: u8,
    /// Moved aside by a ship and not yet placed again.
    pub aside: bool,
}

/// A source of effects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CardRef {
    pub ship: ShipId,
    pub slot: Slot,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    Upgrade(u8),
    Damage(u8),
}

/// The maneuver tool while a ship's course is determined and the ship is moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Course {
    pub ship: ShipId,
    /// Where the maneuver began.
    pub start: Pose,
    /// The speed that the ship moves at; after an overlap less than its dial shows.
    pub speed: u8,
    /// Clicks of every joint, to the right positive.
    pub clicks: [i8; JOINTS],
    /// The side that the tool is attached to, once that is settled.
    pub side: Option<Side>,
    /// A navigate dial is being resolved.
    pub dial: bool,
    /// The joint whose yaw the dial has increased.
    pub extra: Option<u8>,
}

/// The attack that is being resolved.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: ShipId,
    pub zone: Zone,
    pub defender: ShipId,
    pub target: Zone,
    pub range: Range,
    pub obstructed: bool,
    pub pool: Pool,
    /// Tokens of the defender that accuracies were spent on, one bit each.
    pub targeted: u8,
    /// Tokens that the defender has spent, one bit each.
    pub spent: u8,
    pub braced: bool,
    pub contained: bool,
    /// Hull zones that a redirect token has chosen.
    pub redirected: ArrayVec<Zone, 3>,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cursor {
    /// The attack step; hull zones that have attacked, one bit each.
    Attack {
        used: u8,
    },
    Maneuver,
    Over,
}

/// Room for the kinds of damage cards.
pub type DamageDeck = Deck<DamageKind, 24>;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub area: Area,
    /// Who has the initiative.
    pub first: Seat,
    pub ships: ArrayVec<Ship, 16>,
    pub squadrons: ArrayVec<Squadron, 24>,
    pub deck: DamageDeck,
    /// The activated ship.
    pub active: ShipId,
    pub cursor: Cursor,
    pub course: Option<Course>,
    pub attack: Option<Attack>,
}

impl State {
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.0 as usize]
    }
    pub fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.0 as usize]
    }
    pub fn squadron(&self, id: SquadronId) -> &Squadron {
        &self.squadrons[id.0 as usize]
    }
    pub fn squadron_mut(&mut self, id: SquadronId) -> &mut Squadron {
        &mut self.squadrons[id.0 as usize]
    }
    /// Ships in play.
    pub fn in_play(&self) -> impl Iterator<Item = ShipId> {
        (0..self.ships.len() as u8).map(ShipId).filter(|id| self.ship(*id).in_play())
    }
    pub fn others(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        self.in_play().filter(move |other| *other != id)
    }
    /// Squadrons that stand on the play area.
    pub fn standing(&self) -> impl Iterator<Item = SquadronId> {
        (0..self.squadrons.len() as u8).map(SquadronId).filter(|id| !self.squadron(*id).aside)
    }
    /// Squadrons that wait to be placed.
    pub fn aside(&self) -> impl Iterator<Item = SquadronId> {
        (0..self.squadrons.len() as u8).map(SquadronId).filter(|id| self.squadron(*id).aside)
    }
}
