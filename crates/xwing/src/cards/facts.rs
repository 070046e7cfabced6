//! The rows of the data files: ships with their dials, pilots, upgrades, conditions, damage cards and obstacles. Owns how
//! a row is read; what the cards do is joined to them by the library.

use std::collections::BTreeMap;

use flightpath::{Colour, Maneuver};
use geometry::{Polygon, Vec2};
use rulebook::{Name, Text, Words};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

use super::{Effects, library, nothing};
use crate::options::DeckName;
use crate::state::{Action, Section, Size};

table::rows!(library():
    ShipTypeId(u8) of ships by id,
    PilotId(u16) of pilots by id,
    UpgradeId(u16) of upgrades by id,
    ConditionId(u8) of conditions by id,
    DamageId(u8) of damage by key,
    ObstacleId(u8) of obstacles by id,
);

/// Who flies a ship. The Resistance plays with the Rebels, the First Order with the Empire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faction {
    Rebel,
    Resistance,
    Imperial,
    FirstOrder,
    Scum,
}

impl Faction {
    /// The faction under which squads are built.
    pub fn side(self) -> Faction {
        match self {
            Faction::Rebel | Faction::Resistance => Faction::Rebel,
            Faction::Imperial | Faction::FirstOrder => Faction::Imperial,
            Faction::Scum => Faction::Scum,
        }
    }
    /// What its players are called.
    pub const fn name(self) -> Words {
        match self {
            Faction::Rebel => Words::new("Rebel", "Rebellen"),
            Faction::Resistance => Words::new("Resistance", "Widerstand"),
            Faction::Imperial => Words::new("Imperial", "Imperium"),
            Faction::FirstOrder => Words::new("First Order", "Erste Ordnung"),
            Faction::Scum => Words::new("Scum", "Abschaum und Kriminelle"),
        }
    }
}

/// The icons of upgrade bars.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpgradeSlot {
    Elite,
    Astromech,
    SalvagedAstromech,
    Torpedo,
    Missile,
    Cannon,
    Turret,
    Bomb,
    Crew,
    System,
    Tech,
    Illicit,
    Hardpoint,
    Cargo,
    Team,
    Modification,
    Title,
}

impl UpgradeSlot {
    pub const ALL: [UpgradeSlot; 17] = [
        UpgradeSlot::Elite,
        UpgradeSlot::Astromech,
        UpgradeSlot::SalvagedAstromech,
        UpgradeSlot::Torpedo,
        UpgradeSlot::Missile,
        UpgradeSlot::Cannon,
        UpgradeSlot::Turret,
        UpgradeSlot::Bomb,
        UpgradeSlot::Crew,
        UpgradeSlot::System,
        UpgradeSlot::Tech,
        UpgradeSlot::Illicit,
        UpgradeSlot::Hardpoint,
        UpgradeSlot::Cargo,
        UpgradeSlot::Team,
        UpgradeSlot::Modification,
        UpgradeSlot::Title,
    ];

    pub const fn name(self) -> Words {
        match self {
            UpgradeSlot::Elite => Words::new("Elite", "Elite"),
            UpgradeSlot::Astromech => Words::new("Astromech", "Astromech"),
            UpgradeSlot::SalvagedAstromech => Words::new("Salvaged astromech", "Geborgener Astromech"),
            UpgradeSlot::Torpedo => Words::new("Torpedo", "Torpedo"),
            UpgradeSlot::Missile => Words::new("Missile", "Rakete"),
            UpgradeSlot::Cannon => Words::new("Cannon", "Kanone"),
            UpgradeSlot::Turret => Words::new("Turret", "Geschütz"),
            UpgradeSlot::Bomb => Words::new("Bomb", "Bombe"),
            UpgradeSlot::Crew => Words::new("Crew", "Crew"),
            UpgradeSlot::System => Words::new("System", "System"),
            UpgradeSlot::Tech => Words::new("Tech", "Technik"),
            UpgradeSlot::Illicit => Words::new("Illicit", "Illegal"),
            UpgradeSlot::Hardpoint => Words::new("Hardpoint", "Geschützstellung"),
            UpgradeSlot::Cargo => Words::new("Cargo", "Fracht"),
            UpgradeSlot::Team => Words::new("Team", "Team"),
            UpgradeSlot::Modification => Words::new("Modification", "Modifikation"),
            UpgradeSlot::Title => Words::new("Title", "Titel"),
        }
    }
}

/// Where a weapon may be fired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArcName {
    Front,
    Rear,
    #[serde(rename = "front-180")]
    Half,
    Bullseye,
    Mobile,
    /// In any direction.
    Turret,
    Port,
    Starboard,
}

/// Arcs in which weapons of a slot may be fired besides the front one.
pub type WeaponArcs = BTreeMap<UpgradeSlot, Vec<ArcName>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipType {
    pub id: String,
    #[serde(default)]
    xws: Option<String>,
    pub name: Name,
    pub size: Size,
    pub factions: Vec<Faction>,
    #[serde(default)]
    pub attack: Option<u8>,
    #[serde(default, deserialize_with = "optional_range")]
    pub primary_range: Option<(u8, u8)>,
    pub agility: u8,
    pub hull: u8,
    pub shields: u8,
    #[serde(default)]
    pub energy: Option<u8>,
    #[serde(deserialize_with = "actions")]
    pub actions: Vec<Action>,
    pub arcs: Vec<ArcName>,
    #[serde(default)]
    pub weapon_arcs: WeaponArcs,
    #[serde(default)]
    green: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
    #[serde(default)]
    red: Vec<String>,
    /// The dial of a huge ship, as it is written.
    #[serde(default)]
    pub energy_dial: Vec<String>,
    #[serde(default)]
    pub section: Option<String>,
    #[serde(default)]
    pub other_section: Option<String>,
    #[serde(default)]
    pub epic_points: f64,
    /// The other side of the ship card of a section.
    #[serde(default)]
    pub crippled: Crippled,
    #[serde(skip)]
    pub dial: Vec<Maneuver>,
    /// What each maneuver of a huge ship's dial brings.
    #[serde(skip)]
    gains: Vec<(Maneuver, u8)>,
}

impl ShipType {
    /// The energy that a maneuver of the dial brings.
    pub fn energy_of(&self, maneuver: Maneuver) -> u8 {
        let same = |other: &Maneuver| (other.bearing, other.speed) == (maneuver.bearing, maneuver.speed);
        self.gains.iter().find(|(own, _)| same(own)).map(|(_, energy)| *energy).unwrap_or_default()
    }
}

/// What the crippled side of a ship card says. It has no actions.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Crippled {
    pub attack: u8,
    pub energy: u8,
    pub slots: Vec<UpgradeSlot>,
    /// Maneuvers that can be neither chosen nor executed.
    forbids: Vec<String>,
    #[serde(skip)]
    pub without: Vec<Maneuver>,
}

/// Values of one pilot's ship that differ from the ship type.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnStats {
    pub attack: Option<u8>,
    pub agility: Option<u8>,
    pub hull: Option<u8>,
    pub shields: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PilotCard {
    pub id: String,
    #[serde(default)]
    xws: Option<String>,
    pub name: Name,
    pub(super) ship: String,
    #[serde(default)]
    pub stats: OwnStats,
    pub faction: Faction,
    #[serde(default)]
    pub skill: u8,
    #[serde(default)]
    pub points: i16,
    pub unique: bool,
    #[serde(default)]
    pub slots: Vec<UpgradeSlot>,
    #[serde(default)]
    pub text: Text,
    #[serde(default)]
    pub conditions: Vec<String>,
    #[serde(default)]
    pub weapon_arcs: WeaponArcs,
    /// It takes part in missions only.
    #[serde(default)]
    pub mission: bool,
    /// Those conditions.
    #[serde(skip)]
    pub assigns: Vec<ConditionId>,
    #[serde(skip)]
    pub kind: ShipTypeId,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
    /// Its text is not played yet.
    #[serde(skip)]
    pub gap: bool,
}

/// What an upgrade or a condition adds to a ship.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Grants {
    pub skill: i8,
    pub attack: i8,
    pub agility: i8,
    pub hull: i8,
    pub shields: i8,
    pub energy: i8,
    #[serde(deserialize_with = "actions")]
    pub actions: Vec<Action>,
}

/// What a card's use begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Header {
    Action,
    Energy,
    Attack,
    AttackTargetLock,
    AttackFocus,
    AttackEnergy,
}

/// What an attack with a weapon costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    TargetLock,
    Focus,
    /// The card itself is discarded.
    Card,
    Energy(u8),
}

impl<'de> Deserialize<'de> for Cost {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        match text.as_str() {
            "target-lock" => Ok(Cost::TargetLock),
            "focus" => Ok(Cost::Focus),
            "card" => Ok(Cost::Card),
            other => other
                .strip_prefix("energy ")
                .and_then(|amount| amount.parse().ok())
                .map(Cost::Energy)
                .ok_or_else(|| D::Error::custom(format!("unknown cost {other:?}"))),
        }
    }
}

/// The back of a card with two sides.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherSide {
    pub name: Name,
    pub text: Text,
    #[serde(default)]
    pub grants: Grants,
}

/// Points off the upgrades of a slot, or off all.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Discount {
    pub slot: Option<UpgradeSlot>,
    pub points: i16,
}

/// What a ship may carry docked.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Carries {
    pub count: u8,
    pub ships: Vec<String>,
    pub title: Option<String>,
    pub pilot: Option<String>,
}

/// An upgrade. What each field says is told at the top of the data file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeCard {
    pub id: String,
    #[serde(default)]
    xws: Option<String>,
    pub name: Name,
    pub slot: UpgradeSlot,
    #[serde(default)]
    pub also_takes: Vec<UpgradeSlot>,
    pub points: i16,
    pub unique: bool,
    #[serde(default)]
    pub limited: bool,
    #[serde(default)]
    pub max_per_squad: Option<u8>,
    #[serde(default)]
    pub factions: Vec<Faction>,
    #[serde(default)]
    pub waived_by: Option<String>,
    #[serde(default)]
    pub ships: Vec<String>,
    #[serde(default)]
    pub sizes: Vec<Size>,
    #[serde(default)]
    pub min_skill: Option<u8>,
    #[serde(default)]
    pub max_hull: Option<u8>,
    #[serde(default)]
    pub max_agility: Option<u8>,
    #[serde(default)]
    pub needs_shields: Option<u8>,
    #[serde(default, deserialize_with = "optional_action")]
    pub needs_action: Option<Action>,
    #[serde(default)]
    pub needs_slots: Vec<UpgradeSlot>,
    #[serde(default)]
    pub without_slot: Option<UpgradeSlot>,
    #[serde(default)]
    pub must_equip: Vec<String>,
    #[serde(default)]
    pub gives: Vec<UpgradeSlot>,
    #[serde(default)]
    pub gives_one_of: Vec<UpgradeSlot>,
    #[serde(default)]
    pub loses: Vec<UpgradeSlot>,
    #[serde(default)]
    pub holds: BTreeMap<UpgradeSlot, Vec<UpgradeSlot>>,
    #[serde(default)]
    pub modifications: Option<u8>,
    #[serde(default)]
    pub titles: Option<u8>,
    #[serde(default)]
    pub extra_modification: Option<i16>,
    #[serde(default)]
    pub different: Vec<UpgradeSlot>,
    #[serde(default)]
    pub only_unique: Vec<UpgradeSlot>,
    #[serde(default)]
    pub max_points: BTreeMap<UpgradeSlot, i16>,
    #[serde(default)]
    pub discount: Discount,
    #[serde(default)]
    pub grants: Grants,
    #[serde(default)]
    pub carries: Option<Carries>,
    #[serde(default)]
    pub header: Option<Header>,
    #[serde(default)]
    pub spends: Vec<Cost>,
    #[serde(default)]
    pub attack: Option<u8>,
    #[serde(default, deserialize_with = "optional_range")]
    pub range: Option<(u8, u8)>,
    #[serde(default)]
    pub turret: bool,
    #[serde(default)]
    pub energy: Option<u8>,
    pub text: Text,
    #[serde(default)]
    pub token: Option<Text>,
    #[serde(default)]
    pub conditions: Vec<String>,
    /// The obstacle that it puts on the table.
    #[serde(default)]
    pub obstacle: Option<String>,
    #[serde(default)]
    pub other_side: Option<OtherSide>,
    /// The first of its conditions.
    #[serde(skip)]
    pub assigns: Option<ConditionId>,
    /// The same as a number.
    #[serde(skip)]
    pub lays: Option<ObstacleId>,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
    /// Its text is not played yet.
    #[serde(skip)]
    pub gap: bool,
}

impl UpgradeCard {
    /// What is left of it without its text: name, slot, points, whom it is for, and the numbers of a weapon.
    // audit: no rule — for the test of the cards
    pub(super) fn leave_blank(&mut self) {
        self.effects = nothing();
        self.must_equip.clear();
        self.gives.clear();
        self.gives_one_of.clear();
        self.loses.clear();
        self.holds.clear();
        (self.modifications, self.titles, self.extra_modification) = (None, None, None);
        self.different.clear();
        self.only_unique.clear();
        self.max_points.clear();
        self.discount = Discount::default();
        self.grants = Grants::default();
        self.carries = None;
        self.header = self.header.and(self.attack).map(|_| Header::Attack);
        self.spends.clear();
        self.turret = false;
    }
    /// The energy that an attack with it costs.
    pub fn energy_cost(&self) -> u8 {
        let energy = |cost: &Cost| if let Cost::Energy(amount) = cost { Some(*amount) } else { None };
        self.spends.iter().filter_map(energy).sum()
    }
    /// Whether it is a secondary weapon. Bombs are none.
    pub fn is_weapon(&self) -> bool {
        self.attack.is_some()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionCard {
    pub id: String,
    #[serde(default)]
    xws: Option<String>,
    pub name: Name,
    pub unique: bool,
    #[serde(default)]
    pub grants: Grants,
    pub text: Text,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
    /// Its text is not played yet.
    #[serde(skip)]
    pub gap: bool,
}

/// Damage cards concern the pilot or the ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trait {
    Pilot,
    Ship,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageCard {
    pub id: String,
    /// Its id together with its deck, as cards of several decks have one name.
    #[serde(skip)]
    pub key: String,
    pub name: Name,
    /// How many there are in a deck of the core sets.
    #[serde(default)]
    pub copies: u8,
    #[serde(rename = "trait")]
    pub concerns: Trait,
    /// Its printed text is not known: what it does is a ruling of ours.
    #[serde(default)]
    pub ours: bool,
    pub text: Text,
    /// The deck of a core set that it belongs to; none for the cards of huge ships.
    #[serde(skip)]
    pub deck: Option<DeckName>,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
    /// Its text is not played yet.
    #[serde(skip)]
    pub gap: bool,
}

/// The damage deck of a section of a huge ship.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionDeck {
    pub(super) ship: String,
    pub section: Section,
    pub(super) cards: BTreeMap<String, u8>,
    #[serde(skip)]
    pub kind: ShipTypeId,
    /// The kinds of its cards, and how many there are of each.
    #[serde(skip)]
    pub copies: Vec<(DamageId, u8)>,
}

/// The damage cards and decks of huge ships.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HugeDamage {
    #[serde(rename = "damage")]
    pub cards: Vec<DamageCard>,
    #[serde(rename = "deck")]
    pub decks: Vec<SectionDeck>,
}

impl HugeDamage {
    pub(super) fn read(text: &str) -> HugeDamage {
        well_formed(toml::from_str(text))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObstacleKind {
    Asteroid,
    Debris,
}

#[derive(Deserialize)]
#[serde(try_from = "ObstacleFacts")]
pub struct ObstacleToken {
    pub id: String,
    pub name: Name,
    pub kind: ObstacleKind,
    /// A card puts it on the table; no player sets it out.
    pub by_card: bool,
    /// Its outline around its middle, which lies inside.
    pub polygon: Polygon,
    /// Radii around its middle of a circle that holds it, and of one that it holds.
    pub reach: f64,
    pub core: f64,
    /// How far its front lies from its middle.
    pub front: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObstacleFacts {
    id: String,
    name: Name,
    kind: ObstacleKind,
    #[serde(default)]
    by_card: bool,
    outline: Vec<(f64, f64)>,
}

impl TryFrom<ObstacleFacts> for ObstacleToken {
    type Error = geometry::PolygonError;

    fn try_from(facts: ObstacleFacts) -> Result<Self, Self::Error> {
        let corners: Vec<Vec2> = facts.outline.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
        let ObstacleFacts { id, name, kind, by_card, .. } = facts;
        let front = corners.iter().map(|corner| corner.y).fold(f64::MIN, f64::max);
        let reach = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        // audit: same (1 to 2) — a smaller circle than the largest costs no more than time
        let edges = corners.iter().zip(corners.iter().cycle().skip(1));
        let core = edges.map(|(a, b)| a.cross(*b).abs() / a.distance(*b)).fold(f64::MAX, f64::min);
        Ok(ObstacleToken { id, name, kind, by_card, polygon: Polygon::new(&corners)?, reach, core, front })
    }
}

macro_rules! xws {
    ($($card:ty),*) => {$(
        impl $card {
            /// The id of the squadron exchange format.
            pub fn xws(&self) -> String {
                self.xws.clone().unwrap_or_else(|| self.id.replace('-', ""))
            }
        }
    )*};
}
xws!(ShipType, PilotCard, UpgradeCard, ConditionCard);

macro_rules! files {
    ($($file:ident($key:literal, $row:ty)),*) => {$(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $file {
            #[serde(rename = $key)]
            rows: Vec<$row>,
        }
    )*};
}
files!(
    ShipRows("ship", ShipType),
    PilotRows("pilot", PilotCard),
    UpgradeRows("upgrade", UpgradeCard),
    ConditionRows("condition", ConditionCard),
    DamageRows("damage", DamageCard),
    ObstacleRows("obstacle", ObstacleToken)
);

fn well_formed<T>(read: Result<T, toml::de::Error>) -> T {
    read.unwrap_or_else(|error| panic!("an error in the data files of the cards: {}", error.message()))
}

macro_rules! plain_files {
    ($($file:ident($row:ty)),*) => {$(
        impl $file {
            pub(super) fn read(text: &str) -> Vec<$row> {
                let file: $file = well_formed(toml::from_str(text));
                file.rows
            }
        }
    )*};
}
plain_files!(
    PilotRows(PilotCard),
    UpgradeRows(UpgradeCard),
    ConditionRows(ConditionCard),
    DamageRows(DamageCard),
    ObstacleRows(ObstacleToken)
);

impl ShipRows {
    pub(super) fn read(text: &str) -> Vec<ShipType> {
        let mut file: ShipRows = well_formed(toml::from_str(text));
        for ship in &mut file.rows {
            for (colour, entries) in
                [(Colour::Green, &ship.green), (Colour::White, &ship.white), (Colour::Red, &ship.red)]
            {
                for entry in entries {
                    let maneuvers = Maneuver::parse_dial(entry, colour);
                    ship.dial.extend(maneuvers.expect("a dial lists known maneuvers"));
                }
            }
            for entry in &ship.energy_dial {
                let (maneuver, energy) =
                    entry.rsplit_once(' ').expect("a dial says what each maneuver brings");
                let energy: u8 = energy.parse().expect("energy is a number");
                let maneuvers =
                    Maneuver::parse_dial(maneuver, Colour::White).expect("a dial lists known maneuvers");
                ship.gains.extend(maneuvers.iter().map(|maneuver| (*maneuver, energy)));
            }
            ship.dial.extend(ship.gains.iter().map(|(maneuver, _)| *maneuver));
            for entry in &ship.crippled.forbids {
                let maneuvers = Maneuver::parse_dial(entry, Colour::White);
                ship.crippled.without.extend(maneuvers.expect("a dial lists known maneuvers"));
            }
            ship.dial.sort_by_key(|maneuver| (maneuver.speed, maneuver.bearing));
        }
        file.rows
    }
}

fn action_named(name: &str) -> Option<Action> {
    Some(match name {
        "focus" => Action::Focus,
        "evade" => Action::Evade,
        "target-lock" => Action::TargetLock,
        "barrel-roll" => Action::BarrelRoll,
        "boost" => Action::Boost,
        "cloak" => Action::Cloak,
        "slam" => Action::Slam,
        "reload" => Action::Reload,
        "rotate-arc" => Action::RotateArc,
        "reinforce" => Action::Reinforce,
        "coordinate" => Action::Coordinate,
        "jam" => Action::Jam,
        "recover" => Action::Recover,
        _ => return None,
    })
}

fn actions<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Action>, D::Error> {
    let names = Vec::<String>::deserialize(from)?;
    let known = |name: &String| {
        action_named(name).ok_or_else(|| D::Error::custom(format!("unknown action {name:?}")))
    };
    names.iter().map(known).collect()
}

fn optional_action<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Action>, D::Error> {
    let name = String::deserialize(from)?;
    action_named(&name).map(Some).ok_or_else(|| D::Error::custom(format!("unknown action {name:?}")))
}

/// `2-3` or `1`.
fn optional_range<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(u8, u8)>, D::Error> {
    let text = String::deserialize(from)?;
    let (low, high) = text.split_once('-').unwrap_or((&text, &text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) => Ok(Some((low, high))),
        _ => Err(D::Error::custom(format!("{text:?} is no range"))),
    }
}
