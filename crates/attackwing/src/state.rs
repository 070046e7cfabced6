//! The position: ships, tokens, the damage deck and where the round stands. Plain data, no rules.

use arrayvec::ArrayVec;
use flightpath::{DamageDeck, Maneuver, Pool};
use geometry::{Pose, Shape, Vec2};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Member, Seat, Seats, Set};

use crate::cards::{CaptainId, ClassId, DamageId, Hooks, ShipCardId, UpgradeId};
use crate::missions::{Feat, Mission, MissionId, Special};

/// The most ships and players that fit on one table.
pub const MAX_SHIPS: usize = 16;
pub const MAX_PLAYERS: usize = 6;

/// Side of a ship's square base, in millimetres.
pub const BASE: f64 = 40.0;
/// Diameters of the tokens on the table; their real outlines are not known.
pub const PLANET_DIAMETER: f64 = 100.0;
pub const MINEFIELD_DIAMETER: f64 = 50.0;
pub const OBSTACLE_DIAMETER: f64 = 40.0;
/// Width of the range ruler; taken to be that of the maneuver templates (`attackwing.known.ruler.width`).
pub const RULER_WIDTH: f64 = flightpath::TEMPLATE_WIDTH;

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
    Ship,
    Captain,
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
    /// Its effect is waiting or lasting.
    pub active: bool,
    /// Its once-per-round abilities that were used.
    pub spent: bool,
    pub amount: i8,
    pub target: Option<ShipId>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Captain {
    pub card: CaptainId,
    pub disabled: bool,
    pub memo: Memo,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Upgrade {
    pub card: UpgradeId,
    pub disabled: bool,
    pub discarded: bool,
    pub memo: Memo,
}

/// A damage card. Its kind is known to nobody while it lies face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Damage {
    /// `None` in the view of somebody who may not know it, and for damage without a card.
    pub kind: Option<DamageId>,
    pub face_up: bool,
    /// The round in which it was received.
    pub round: u16,
    /// Its action was performed this round.
    pub acted: bool,
}

/// The cloak token of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cloak {
    #[default]
    Off,
    /// On the base: cloaked this round.
    Fresh { red: bool },
    /// Beside the base: cloaked since an earlier round.
    Standing { red: bool },
}

impl Cloak {
    pub fn is_on(self) -> bool {
        self != Cloak::Off
    }
    pub fn is_red(self) -> bool {
        matches!(self, Cloak::Fresh { red: true } | Cloak::Standing { red: true })
    }
    pub fn is_standing(self) -> bool {
        matches!(self, Cloak::Standing { .. })
    }
    pub fn reddened(self) -> Cloak {
        match self {
            Cloak::Off => Cloak::Off,
            Cloak::Fresh { .. } => Cloak::Fresh { red: true },
            Cloak::Standing { .. } => Cloak::Standing { red: true },
        }
    }
}

/// A basic action, or one that a card, a damage card or a mission gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Evade,
    TargetLock,
    Scan,
    BattleStations,
    Cloak,
    SensorEcho,
    /// Removes a disabled token from an upgrade.
    Enable,
    Card(CardRef),
    /// What the mission lets ships perform.
    #[serde(untagged)]
    Special(Feat),
}

/// What a mission puts on and beside a ship and its cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct MissionMarks {
    pub on_captain: u8,
    pub on_ship: u8,
    pub beside: u8,
    /// Objective tokens from which this ship has taken a mission token, one bit each.
    pub taken_from: u8,
    /// The crew upgrade that is on the planet together with the captain.
    pub away: Option<u8>,
    /// The round in which the away team beamed down, and how many teams were on the planet before it.
    pub away_since: (u16, u8),
    /// Parts of the code that were on the ship when the away team beamed down.
    pub away_with: u8,
}

impl MissionMarks {
    /// Parts of the code: one from each objective token, however many mission tokens lie on the ship card.
    pub fn parts(&self) -> u8 {
        self.taken_from.count_ones() as u8
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ship {
    pub owner: Seat,
    pub card: ShipCardId,
    pub class: ClassId,
    pub captain: Captain,
    pub upgrades: ArrayVec<Upgrade, 8>,
    pub pose: Pose,
    pub placed: bool,
    pub destroyed: bool,
    /// Active and disabled shield tokens.
    pub shields: u8,
    pub lowered: u8,
    pub damage: SmallVec<[Damage; 16]>,
    pub evade: u8,
    pub scan: u8,
    pub battle_stations: u8,
    pub auxiliary: u8,
    pub cloak: Cloak,
    /// The ship that this one has locked.
    pub lock: Option<ShipId>,
    pub dial: Option<Maneuver>,
    /// The dial lies face up.
    pub revealed: bool,
    /// The maneuver executed this round, in the colour it counted as.
    pub flown: Option<Maneuver>,
    /// The Perform Action step is skipped this round.
    pub no_action: bool,
    /// Basic and mission actions performed this round.
    pub performed: Set<Action>,
    /// Destroyed, but still to attack at the same time as its destroyer.
    pub doomed: bool,
    /// Highest speed that may be chosen, if something limits it.
    pub speed_limit: Option<u8>,
    /// Captain skill when the phase began.
    pub phase_skill: u8,
    pub mission: MissionMarks,
    /// The last maneuver made the ship itself, not only its template, overlap another ship or an obstacle.
    pub bumped: bool,
    /// What its cards listen to; made anew from them.
    #[serde(skip)]
    pub hooks: Hooks,
}

impl Ship {
    pub fn in_play(&self) -> bool {
        self.placed && !self.destroyed
    }
    pub fn has_performed(&self, action: Action) -> bool {
        self.performed.holds(action)
    }
    pub fn mark_performed(&mut self, action: Action) {
        self.performed.put(action);
    }
    pub fn crew_aboard(&self, slot: u8) -> bool {
        self.mission.away != Some(slot)
    }
    pub fn away_team(&self) -> bool {
        self.mission.away.is_some()
    }
}

/// The actions that a ship remembers; cards remember theirs themselves.
impl Member for Action {
    const ALL: &'static [Action] = &[
        Action::Evade,
        Action::TargetLock,
        Action::Scan,
        Action::BattleStations,
        Action::Cloak,
        Action::SensorEcho,
        Action::Enable,
        Action::Special(Feat::BeamDown),
        Action::Special(Feat::BeamUp),
        Action::Special(Feat::Decode),
    ];

    fn bit(self) -> u32 {
        let place = Action::ALL.iter().position(|remembered| *remembered == self);
        place.map_or(0, |place| 1 << place) // audit: same (1 to 2) — every action has a bit of its own
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Player {
    pub team: u8,
    /// Squadron points spent, for initiative; `None` with a fixed loadout.
    pub spent: Option<u16>,
    /// Place in the random order that breaks the last ties.
    pub draw: u8,
    pub area: u8,
    /// Lost by a rule of the mission, whatever ships are left.
    pub lost: bool,
}

/// Something that lies on the table and is no ship.
#[derive(Clone, Copy, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct Token {
    pub kind: TokenKind,
    pub at: Vec2,
}

impl Eq for Token {}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenKind {
    Planet,
    Obstacle,
    /// Laid by this card, whose effect it has.
    Minefield(UpgradeId),
    /// A position in space with that many mission tokens on it.
    Objective(u8),
}

impl Token {
    pub fn radius(&self) -> f64 {
        match self.kind {
            TokenKind::Planet => PLANET_DIAMETER / 2.0,
            TokenKind::Minefield(_) => MINEFIELD_DIAMETER / 2.0,
            TokenKind::Obstacle | TokenKind::Objective(_) => OBSTACLE_DIAMETER / 2.0,
        }
    }
    /// Whether it bars or obstructs fire through it.
    pub fn bars_fire(&self) -> bool {
        match self.kind {
            TokenKind::Planet | TokenKind::Obstacle | TokenKind::Minefield(_) => true,
            TokenKind::Objective(_) => false,
        }
    }
    pub fn shape(&self) -> Shape {
        Shape::Circle { centre: self.at, radius: self.radius() }
    }
}

/// The weapon of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weapon {
    Primary,
    /// A primary weapon attack as a card redefines it.
    PrimaryBy(CardRef),
    Secondary(CardRef),
}

impl Weapon {
    pub fn is_primary(self) -> bool {
        !matches!(self, Weapon::Secondary(_))
    }
}

/// An attack while it is being resolved.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub attacker: ShipId,
    pub defender: ShipId,
    pub weapon: Weapon,
    pub range: u8,
    pub obstructed: bool,
    pub attack: Pool,
    pub defense: Pool,
    /// Uncancelled results, once they are compared.
    pub hits: u8,
    pub criticals: u8,
    /// Shields or hull of the defender were damaged.
    pub damaged: bool,
    /// A weapon that explodes under the defender: tokens do not help either side.
    pub mine: bool,
}

/// Where the planet token lies in a game without a mission.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Planet {
    Centre,
    At(u16, u16),
}

/// What the players agreed on, and how doubtful rules are decided at this table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Width and depth of the play area in millimetres.
    pub area: (u16, u16),
    pub mission: Option<MissionId>,
    /// How many obstacles the players place.
    pub obstacles: u8,
    /// A planet in the middle of the play area, or where the players agree.
    pub planet: Option<Planet>,
    /// The squadrons are dealt to the players at random.
    pub random_factions: bool,
    /// The later official FAQ applies.
    pub tournament: bool,
    /// A green maneuver removes all auxiliary power tokens, not one.
    pub green_clears_auxiliary: bool,
    /// The defender modifies the defense roll before the attacker.
    pub defender_modifies_defense_first: bool,
    /// Squadron points per team; `None` without squadron building.
    pub points: Option<u16>,
    /// Ships and cards of different factions are not mixed in one squadron.
    pub pure_factions: bool,
    /// Ships, cards and obstacles are limited to so many base sets.
    pub base_sets: Option<u8>,
    /// The game is a draw after so many rounds.
    pub rounds: Option<u16>,
}

impl Options {
    /// The mission that was agreed on.
    pub fn mission(&self) -> Option<&'static Mission> {
        self.mission.map(|chosen| chosen.0)
    }
    /// Squadron points per team, if squadrons are built: what was agreed on, or what the mission allows.
    pub fn point_limit(&self) -> Option<u16> {
        self.points.or(self.mission().map(|mission| mission.points))
    }
    /// Width and depth of the play area.
    pub fn size(&self) -> (f64, f64) {
        (self.area.0.into(), self.area.1.into())
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            area: (900, 900),
            mission: None,
            obstacles: 0,
            planet: None,
            random_factions: false,
            tournament: false,
            green_clears_auxiliary: false,
            defender_modifies_defense_first: false,
            points: None,
            pure_factions: false,
            base_sets: None,
            rounds: None,
        }
    }
}

/// Where the game stands. Together with the rest of the position it says what comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cursor {
    /// Players whose initiative is tied draw lots.
    DrawLots,
    PlaceObstacles,
    ChooseAreas,
    PlaceShips,
    Planning,
    Activation {
        done: u16,
    },
    Combat {
        done: u16,
    },
    End {
        done: u16,
    },
    Over,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    LastPlayer,
    /// All ships were destroyed at once; initiative decides.
    Initiative,
    /// All ships were destroyed by an effect of a destroyed ship.
    LastEffect,
    WarpOut,
    AwayTeam,
    /// Everybody else has failed the mission.
    OthersFailed,
    /// The agreed number of rounds is over.
    RoundLimit,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub options: Options,
    pub cursor: Cursor,
    pub round: u16,
    pub players: ArrayVec<Player, MAX_PLAYERS>,
    pub ships: ArrayVec<Ship, MAX_SHIPS>,
    pub tokens: SmallVec<[Token; 16]>,
    pub deck: DamageDeck<DamageId>,
    /// Attacks being resolved; a later one interrupts an earlier one.
    pub attacks: Vec<Attack>,
    /// A ship that has just damaged another by a card and not by its attack, and the damaged one.
    pub struck: Option<(ShipId, ShipId)>,
    /// The ship whose steps are being carried out.
    pub active: Option<ShipId>,
    /// Ships destroyed since the last step of the game, one bit each.
    pub fallen: u16,
    /// Players who failed the mission in this step.
    pub failed: Seats,
    /// Owner of the effect of a destroyed ship that destroyed other ships.
    pub avenger: Option<Seat>,
    /// Mission tokens in the supply.
    pub mission_supply: u8,
    pub result: Option<(Seats, Ending)>,
}

impl State {
    /// The mission that is being played.
    pub fn mission(&self) -> Option<&'static Mission> {
        self.options.mission()
    }
    /// An action that it lets ships perform.
    pub fn special(&self, feat: Feat) -> Option<&'static Special> {
        self.mission().and_then(|mission| mission.special(feat))
    }
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
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }
    pub fn team(&self, seat: Seat) -> u8 {
        self.players[seat.index()].team
    }
    pub fn are_friends(&self, a: ShipId, b: ShipId) -> bool {
        self.team(self.ship(a).owner) == self.team(self.ship(b).owner)
    }
    pub fn enemies_of(&self, id: ShipId) -> impl Iterator<Item = ShipId> {
        self.in_play().filter(move |other| !self.are_friends(id, *other))
    }
    pub fn memo(&self, card: CardRef) -> Memo {
        let ship = self.ship(card.ship);
        match card.slot {
            Slot::Captain => ship.captain.memo,
            Slot::Upgrade(i) => ship.upgrades.get(i as usize).map(|upgrade| upgrade.memo).unwrap_or_default(),
            Slot::Ship | Slot::Damage(_) | Slot::Tokens => Memo::default(),
        }
    }
    pub fn memo_mut(&mut self, card: CardRef) -> Option<&mut Memo> {
        let ship = self.ship_mut(card.ship);
        match card.slot {
            Slot::Captain => Some(&mut ship.captain.memo),
            Slot::Upgrade(i) => ship.upgrades.get_mut(i as usize).map(|upgrade| &mut upgrade.memo),
            Slot::Ship | Slot::Damage(_) | Slot::Tokens => None,
        }
    }
}
