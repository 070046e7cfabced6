//! Units, upgrades, keywords and kinds of terrain: facts from the data files, and what each keyword does, registered
//! under its id. No rule procedure knows a card or keyword by name.

mod hooks;
mod keywords;

use std::sync::OnceLock;

use rulebook::{Name, Text};
use serde::{Deserialize, Serialize};
use table::timing::{Ability, Modifier, Prohibition};

use crate::Legion;
use crate::attack::weapon;
use crate::dice::{Colour, DefenseColour};
use crate::state::{CardRef, Cover, Faction, Form, Passage, Slot, State, UnitId};

macro_rules! kinds {
    ($($name:ident),*) => {$(
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u16);
    )*};
}
kinds!(UnitKind, UpgradeKind, TerrainKind);

/// Moments at which keywords get their say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// Step 5, before tokens are spent and cover is applied.
    DodgeAndCover,
    /// Step 6: first the attacker, then the defender.
    ModifyAttackDice,
    /// Step 8: first the defender, then the attacker.
    ModifyDefenseDice,
    /// A pool has been resolved.
    AfterDefending,
}

/// Numbers that keywords change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The maximum speed.
    Speed(UnitId),
    /// By how much difficult terrain slows.
    DifficultTerrain(UnitId),
    /// White defense dice of each miniature that clambers.
    ClamberDice(UnitId),
    /// Dice that an aim token rerolls.
    AimDice(UnitId),
    /// The cover of a defender, in steps.
    Cover(UnitId),
    /// By how much an attacker reduces cover.
    CoverReduction(UnitId),
}

/// Kinds of numbers that keywords change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Speed,
    DifficultTerrain,
    ClamberDice,
    AimDice,
    Cover,
    CoverReduction,
}

impl Quantity {
    pub fn unit(self) -> UnitId {
        match self {
            Quantity::Speed(unit)
            | Quantity::DifficultTerrain(unit)
            | Quantity::ClamberDice(unit)
            | Quantity::AimDice(unit)
            | Quantity::Cover(unit)
            | Quantity::CoverReduction(unit) => unit,
        }
    }
}

/// Things that keywords forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    SpendDodge(UnitId),
}

/// Everything a keyword does.
pub struct Effects {
    pub abilities: &'static [Ability<Legion>],
    pub modifiers: &'static [Modifier<Legion>],
    pub prohibitions: &'static [Prohibition<Legion>],
}

impl Effects {
    pub const NONE: Effects = Effects { abilities: &[], modifiers: &[], prohibitions: &[] };
}

static NOTHING: Effects = Effects::NONE;

fn nothing() -> &'static Effects {
    &NOTHING
}

/// The type of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitType {
    Trooper,
    /// A subtype: whatever concerns troopers concerns them.
    WookieeTrooper,
    GroundVehicle,
}

impl UnitType {
    pub fn is_trooper(self) -> bool {
        matches!(self, UnitType::Trooper | UnitType::WookieeTrooper)
    }
}

/// The size of a base.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BaseSize {
    Small,
    Large,
}

impl BaseSize {
    pub fn radius(self) -> f64 {
        match self {
            BaseSize::Small => 13.5,
            BaseSize::Large => 35.0,
        }
    }
}

/// What an attack surge becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surge {
    Hit,
    Critical,
}

/// Attack dice by colour.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Dice {
    red: u8,
    black: u8,
    white: u8,
}

impl Dice {
    pub fn of(&self, colour: Colour) -> u8 {
        match colour {
            Colour::Red => self.red,
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }
}

/// A keyword with its value X, written `precise 1`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Keyword {
    pub id: String,
    pub x: u8,
}

impl TryFrom<String> for Keyword {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.rsplit_once(' ') {
            Some((id, x)) => {
                let x = x.parse().map_err(|_| format!("{text:?}: X is a number"))?;
                Ok(Keyword { id: id.to_string(), x })
            }
            None => Ok(Keyword { id: text, x: 0 }),
        }
    }
}

/// Where a weapon reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    Melee,
    /// Minimum and maximum range.
    Ranged(u8, u8),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponFacts {
    pub name: Name,
    pub range: Weapon,
    pub dice: Dice,
    #[serde(default)]
    pub keywords: Vec<Keyword>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFacts {
    pub id: String,
    pub name: Name,
    pub faction: Faction,
    #[serde(rename = "type")]
    pub kind: UnitType,
    pub points: u16,
    pub minis: u8,
    pub wounds: u8,
    /// Without it the unit is never suppressed.
    pub courage: Option<u8>,
    pub defense: DefenseColour,
    pub attack_surge: Option<Surge>,
    /// A defense surge is a block.
    #[serde(default)]
    pub defense_surge: bool,
    pub speed: u8,
    pub base: BaseSize,
    /// Of a miniature, in millimetres.
    pub height: u8,
    /// What it gives to miniatures that it obscures.
    #[serde(default = "no_cover")]
    pub gives_cover: Cover,
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// Keywords of the card that are not in the game yet.
    #[serde(default)]
    pub later: Vec<String>,
    pub weapons: Vec<WeaponFacts>,
}

fn no_cover() -> Cover {
    Cover::None
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeFacts {
    pub id: String,
    pub name: Name,
    pub points: u16,
    /// It adds a miniature, which alone carries its weapon.
    #[serde(default)]
    pub adds_mini: bool,
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    pub weapon: Option<WeaponFacts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeywordFacts {
    pub id: String,
    pub name: Name,
    pub text: Text,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
}

/// A row of the terrain table: what a piece is if the players do not agree otherwise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainFacts {
    pub id: String,
    pub name: Name,
    pub form: Form,
    pub cover: Cover,
    pub trooper: Passage,
    pub ground: Passage,
    pub repulsor: Passage,
    /// In millimetres.
    pub height: u16,
    #[serde(default)]
    pub flat_top: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    #[serde(rename = "unit")]
    pub units: Vec<UnitFacts>,
    #[serde(rename = "upgrade")]
    pub upgrades: Vec<UpgradeFacts>,
    #[serde(rename = "keyword")]
    pub keywords: Vec<KeywordFacts>,
    #[serde(skip)]
    pub terrain: Vec<TerrainFacts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainTable {
    terrain: Vec<TerrainFacts>,
}

/// All cards.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        Library::load(include_str!("../../data/cards.toml"), include_str!("../../data/terrain.toml"))
    })
}

impl Library {
    /// Joins the facts with the effects. The data files are part of the program: an error in them is an error of ours.
    fn load(cards: &str, terrain: &str) -> Library {
        let mut library: Library = toml::from_str(cards).expect("the data file of the cards is well formed");
        let table: TerrainTable = toml::from_str(terrain).expect("the terrain table is well formed");
        library.terrain = table.terrain;
        for keyword in &mut library.keywords {
            let registered = keywords::EFFECTS.iter().find(|(id, _)| *id == keyword.id);
            keyword.effects = registered.map_or(&NOTHING, |(_, effects)| effects);
        }
        library
    }

    pub fn unit(&self, kind: UnitKind) -> &UnitFacts {
        &self.units[kind.0 as usize]
    }
    pub fn upgrade(&self, kind: UpgradeKind) -> &UpgradeFacts {
        &self.upgrades[kind.0 as usize]
    }
    pub fn terrain(&self, kind: TerrainKind) -> &TerrainFacts {
        &self.terrain[kind.0 as usize]
    }
    pub fn keyword(&self, id: &str) -> Option<&KeywordFacts> {
        self.keywords.iter().find(|keyword| keyword.id == id)
    }
}

type Registry = &'static [(&'static str, Effects)];

/// The keyword that a reference means.
pub fn keyword(state: &State, card: CardRef) -> Option<&'static Keyword> {
    let unit = state.unit(card.unit);
    match card.slot {
        Slot::UnitCard(index) => unit.facts().keywords.get(index as usize),
        Slot::Upgrade(upgrade, index) => {
            let kind = unit.upgrades.get(upgrade as usize)?;
            library().upgrade(*kind).keywords.get(index as usize)
        }
        Slot::Weapon(_, id, index) => weapon(state, card.unit, id)?.0.keywords.get(index as usize),
    }
}

/// What a keyword does.
pub fn effects(state: &State, card: CardRef) -> &'static Effects {
    let facts = keyword(state, card).and_then(|keyword| library().keyword(&keyword.id));
    facts.map_or(&NOTHING, |facts| facts.effects)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used() -> impl Iterator<Item = &'static Keyword> {
        let units = library().units.iter();
        let upgrades = library().upgrades.iter();
        let weapons = units.clone().flat_map(|unit| &unit.weapons);
        let weapons = weapons.chain(upgrades.clone().flat_map(|upgrade| &upgrade.weapon));
        let cards = units.flat_map(|unit| &unit.keywords).chain(upgrades.flat_map(|card| &card.keywords));
        cards.chain(weapons.flat_map(|weapon| &weapon.keywords))
    }

    #[test]
    fn every_keyword_of_a_card_is_known_and_does_something() {
        for keyword in used() {
            assert!(library().keyword(&keyword.id).is_some(), "{} is not described", keyword.id);
            assert!(keywords::EFFECTS.iter().any(|(id, _)| *id == keyword.id), "{} does nothing", keyword.id);
        }
    }

    #[test]
    fn every_effect_belongs_to_a_keyword() {
        for (id, _) in keywords::EFFECTS {
            let known = library().keyword(id).unwrap_or_else(|| panic!("{id} is no keyword"));
            assert!(known.text.is_complete(), "the text of {id} is not in both languages");
            assert!(used().any(|keyword| keyword.id == *id), "no card has {id}");
        }
    }
}
