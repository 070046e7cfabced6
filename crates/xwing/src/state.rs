//! The position: ships, obstacles, the damage deck and where the round stands. Plain data, no rules.

use arrayvec::ArrayVec;
use flightpath::{DamageDeck, Pool};
use geometry::Pose;
use serde::{Deserialize, Serialize};
use table::{Seat, Seats};

use crate::cards::{ObstacleId, PilotId, UpgradeId};

/// The most ships that fit on one table.
pub const MAX_SHIPS: usize = 16;
pub const PLAYERS: usize = 2;

/// Side of the square base of a small ship, in millimetres.
pub const BASE: f64 = 40.0;
/// Side of the square play area: three feet.
pub const PLAY_AREA: f64 = 914.4;
/// How far the four guides stick out of a small base, and how wide they are. They stand beside the gap for the template.
/// Certainty low.
pub const GUIDE_LENGTH: f64 = 3.2;
pub const GUIDE_WIDTH: f64 = 2.0;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShipId(pub u8);

impl ShipId {
    pub fn index(self) -> usize {
        self.0 as usize
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
    /// The tokens beside the ship, which the rules themselves give abilities.
    Tokens,
}

/// What a card remembers within a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Memo {
    /// Its action was performed this round.
    pub acted: bool,
    /// Its effect lasts.
    pub active: bool,
    /// Its once-per-round ability was used.
    pub spent: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Upgrade {
    pub card: UpgradeId,
    pub memo: Memo,
}

/// A damage card. Its kind is known to nobody while it lies face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Damage {
    /// `None` in the view of somebody who may not know it, and for damage without a card.
    pub kind: Option<u8>,
    pub face_up: bool,
    /// The round in which it was received.
    pub round: u16,
    /// Its action was performed this round.
    pub acted: bool,
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
    /// "Action: …" on an upgrade or a damage card.
    Card(CardRef),
}

impl Action {
    /// The bit that marks an action of the action bar as performed.
    fn bit(self) -> u8 {
        match self {
            Action::Focus => 1,
            Action::Evade => 1 << 1,
            Action::TargetLock => 1 << 2,
            Action::BarrelRoll => 1 << 3,
            Action::Boost => 1 << 4,
            Action::Card(_) => 0,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ship {
    pub owner: Seat,
    pub pilot: PilotId,
    pub upgrades: ArrayVec<Upgrade, 8>,
    pub pose: Pose,
    pub destroyed: bool,
    /// Destroyed, but still to attack at the same time as its destroyer.
    pub doomed: bool,
    pub shields: u8,
    pub damage: ArrayVec<Damage, 16>,
    pub focus: u8,
    pub evade: u8,
    pub stress: u8,
    /// The ship that this one has locked.
    pub lock: Option<ShipId>,
    /// Actions of the action bar performed this round, one bit each.
    pub performed: u8,
}

impl Ship {
    pub fn in_play(&self) -> bool {
        !self.destroyed
    }
    pub fn is_stressed(&self) -> bool {
        self.stress > 0
    }
    pub fn has_performed(&self, action: Action) -> bool {
        self.performed & action.bit() != 0
    }
    pub fn mark_performed(&mut self, action: Action) {
        self.performed |= action.bit();
    }
}

/// An asteroid or a debris cloud.
#[derive(Clone, Copy, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    pub token: ObstacleId,
    pub pose: Pose,
}

impl Eq for Obstacle {}

/// Something that has just happened and that cards may wait for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    Performed(ShipId, Action),
    ReceivedStress(ShipId),
}

/// An attack while it is being resolved.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: ShipId,
    pub defender: ShipId,
    pub range: u8,
    pub obstructed: bool,
    /// Attack dice that abilities have added before the roll.
    pub added_dice: u8,
    pub attack: Pool,
    pub defense: Pool,
    /// Uncancelled results, once they are compared.
    pub hits: u8,
    pub criticals: u8,
}

/// Where the game stands. Together with the rest of the position it says what comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cursor {
    /// Ships have flown their maneuvers and perform their actions one by one.
    Activation {
        done: u16,
    },
    Combat {
        done: u16,
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
    /// The round is over.
    RoundOver,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub cursor: Cursor,
    pub round: u16,
    pub initiative: Seat,
    pub ships: ArrayVec<Ship, MAX_SHIPS>,
    pub obstacles: ArrayVec<Obstacle, 12>,
    pub deck: DamageDeck,
    /// What cards are being asked about; a later one interrupts an earlier one.
    pub moments: ArrayVec<Moment, 32>,
    /// The attack being resolved.
    pub attack: Option<Attack>,
    /// The ship whose turn it is.
    pub active: Option<ShipId>,
    pub result: Option<(Seats, Ending)>,
}

impl State {
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }
    pub fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.index()]
    }
    pub fn ids(&self) -> impl Iterator<Item = ShipId> + Clone + use<> {
        (0..self.ships.len() as u8).map(ShipId)
    }
    /// Ships on the play area.
    pub fn in_play(&self) -> impl Iterator<Item = ShipId> {
        self.ids().filter(|id| self.ship(*id).in_play())
    }
    pub fn are_friends(&self, a: ShipId, b: ShipId) -> bool {
        self.ship(a).owner == self.ship(b).owner
    }
    pub fn enemies_of(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        self.in_play().filter(move |other| !self.are_friends(id, *other))
    }
    /// Other ships on the same side.
    pub fn friends_of(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        self.in_play().filter(move |other| *other != id && self.are_friends(id, *other))
    }
    /// The player with initiative, then the other.
    pub fn by_initiative(&self) -> [Seat; PLAYERS] {
        [self.initiative, Seat(1 - self.initiative.0)]
    }
    pub fn memo(&self, card: CardRef) -> Memo {
        match card.slot {
            Slot::Upgrade(i) => self.ship(card.ship).upgrades[i as usize].memo,
            Slot::Pilot | Slot::Damage(_) | Slot::Tokens => Memo::default(),
        }
    }
    pub fn memo_mut(&mut self, card: CardRef) -> Option<&mut Memo> {
        match card.slot {
            Slot::Upgrade(i) => {
                self.ship_mut(card.ship).upgrades.get_mut(i as usize).map(|upgrade| &mut upgrade.memo)
            }
            Slot::Pilot | Slot::Damage(_) | Slot::Tokens => None,
        }
    }
}
