//! Ships, squadrons, upgrades and damage cards: facts from the data file, and what each card does, registered under its
//! id. No rule procedure knows a card by name.

mod damage;
mod hooks;
mod upgrades;

use std::sync::OnceLock;

use geometry::{Base, Polygon, Vec2};
use rulebook::{Name, Text};
use serde::{Deserialize, Serialize};
use table::Play;
use table::timing::{Ability, Modifier, Prohibition};

use crate::dice::Colour;
use crate::state::{CardRef, Range, ShipId, Slot, State, TokenType, Zone};
use crate::{Armada, Table, measure};

table::rows!(library():
    ShipKind(u16) of ships by id,
    SquadronKind(u16) of squadrons by id,
    UpgradeKind(u16) of upgrades by id,
    DamageKind(u8) of damage by id,
);

/// Moments at which cards get their say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// Resolve Attack Effects: the attacker modifies the dice.
    ModifyDice,
    /// The moving ship has overlapped a ship.
    Overlap,
}

/// Numbers that cards change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Dice of a colour in the battery of a hull zone.
    Battery(ShipId, Zone, Colour),
    /// How many hull zones a redirect token may choose; if more than one, also ones that are not adjacent.
    RedirectZones,
    /// The most damage that a redirect token takes to one other hull zone.
    RedirectAmount,
}

/// Kinds of numbers that cards change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Battery,
    RedirectZones,
    RedirectAmount,
}

/// Things that cards forbid to a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    AttackAt(ShipId, Range),
    SpendAccuracy(ShipId),
    SpendToken(ShipId, u8),
    ResolveCritical(ShipId),
}

impl Deed {
    pub fn ship(self) -> ShipId {
        match self {
            Deed::AttackAt(ship, _)
            | Deed::SpendAccuracy(ship)
            | Deed::SpendToken(ship, _)
            | Deed::ResolveCritical(ship) => ship,
        }
    }
}

/// Everything a card does.
pub struct Effects {
    pub abilities: &'static [Ability<Armada>],
    pub modifiers: &'static [Modifier<Armada>],
    pub prohibitions: &'static [Prohibition<Armada>],
    /// What a damage card does when it is dealt face up.
    pub dealt: Option<fn(&mut Table, CardRef) -> Play>,
}

impl Effects {
    pub const NONE: Effects = Effects { abilities: &[], modifiers: &[], prohibitions: &[], dealt: None };
}

static NOTHING: Effects = Effects::NONE;

fn nothing() -> &'static Effects {
    &NOTHING
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    Small,
    Medium,
    Large,
}

impl Size {
    /// The plastic base.
    pub fn base(self) -> Base {
        let (width, length) = match self {
            Size::Small => (43.0, 71.0),
            Size::Medium => (63.0, 102.0),
            Size::Large => (77.5, 129.0),
        };
        Base::Rect { width, length }
    }
    /// Half the width and length of the cardboard token on it.
    pub fn token(self) -> Vec2 {
        match self {
            Size::Small => Vec2::new(38.5, 70.25) / 2.0,
            Size::Medium => Vec2::new(58.5, 101.5) / 2.0,
            Size::Large => Vec2::new(73.0, 128.4) / 2.0,
        }
    }
}

/// Something for each hull zone.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByZone<T> {
    front: T,
    left: T,
    right: T,
    rear: T,
}

impl<T: Copy> ByZone<T> {
    pub fn of(&self, zone: Zone) -> T {
        self.array()[zone.index()]
    }
    /// In the order of [`Zone::ALL`].
    pub fn array(&self) -> [T; 4] {
        [self.front, self.left, self.right, self.rear]
    }
}

/// Dice by colour.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Armament {
    red: u8,
    blue: u8,
    black: u8,
}

impl Armament {
    pub fn of(&self, colour: Colour) -> u8 {
        match colour {
            Colour::Red => self.red,
            Colour::Blue => self.blue,
            Colour::Black => self.black,
        }
    }
}

/// The printed firing arc lines of the right side: where they begin and where they leave the token.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArcLines {
    pub apex: Vec2,
    pub front: Vec2,
    pub rear: Vec2,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipFacts {
    pub id: String,
    pub name: Name,
    pub size: Size,
    pub points: u16,
    pub hull: u8,
    pub shields: ByZone<u8>,
    pub battery: ByZone<Armament>,
    pub tokens: Vec<TokenType>,
    /// Yaw values: one row per speed from 1 on, one value per joint.
    pub chart: Vec<Vec<u8>>,
    pub token: ArcLines,
    /// The targeting points.
    pub dots: ByZone<Vec2>,
    /// The hull zones on the token, in the order of [`Zone::ALL`].
    #[serde(skip)]
    pub zones: Vec<Polygon>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquadronFacts {
    pub id: String,
    pub name: Name,
    pub points: u16,
    pub hull: u8,
    pub speed: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeFacts {
    pub id: String,
    pub name: Name,
    pub points: u16,
    pub text: Text,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageFacts {
    pub id: String,
    pub name: Name,
    pub copies: u8,
    /// What its text speaks of and is not in the game yet.
    #[serde(default)]
    pub later: Vec<String>,
    pub text: Text,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    #[serde(rename = "ship")]
    pub ships: Vec<ShipFacts>,
    #[serde(rename = "squadron")]
    pub squadrons: Vec<SquadronFacts>,
    #[serde(rename = "upgrade")]
    pub upgrades: Vec<UpgradeFacts>,
    pub damage: Vec<DamageFacts>,
}

/// All cards.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::load(include_str!("../../data/cards.toml")))
}

impl Library {
    /// Joins the facts with the effects. The data file is part of the program: an error in it is an error of ours.
    fn load(text: &str) -> Library {
        let mut library: Library = toml::from_str(text).expect("the data file of the cards is well formed");
        for ship in &mut library.ships {
            let zones = Zone::ALL.map(|zone| measure::zone_of_token(ship.size.token(), &ship.token, zone));
            ship.zones = zones.to_vec();
        }
        for card in &mut library.upgrades {
            card.effects = find(upgrades::EFFECTS, &card.id);
        }
        for card in &mut library.damage {
            card.effects = find(damage::EFFECTS, &card.id);
        }
        library
    }

    pub fn ship(&self, kind: ShipKind) -> &ShipFacts {
        &self.ships[kind.0 as usize]
    }
    pub fn squadron(&self, kind: SquadronKind) -> &SquadronFacts {
        &self.squadrons[kind.0 as usize]
    }
    pub fn upgrade(&self, kind: UpgradeKind) -> &UpgradeFacts {
        &self.upgrades[kind.0 as usize]
    }
    pub fn damage(&self, kind: DamageKind) -> &DamageFacts {
        &self.damage[kind.0 as usize]
    }
}

type Registry = &'static [(&'static str, Effects)];

fn find(registry: Registry, id: &str) -> &'static Effects {
    registry.iter().find(|(name, _)| *name == id).map_or(&NOTHING, |(_, effects)| effects)
}

/// What a card does; a face-down damage card does nothing.
pub fn effects(state: &State, card: CardRef) -> &'static Effects {
    let ship = state.ship(card.ship);
    match card.slot {
        Slot::Upgrade(i) => {
            ship.upgrades.get(i as usize).map_or(&NOTHING, |kind| library().upgrade(*kind).effects)
        }
        Slot::Damage(i) => match ship.damage.get(i as usize) {
            Some(damage) if damage.face_up => {
                damage.kind.map_or(&NOTHING, |kind| library().damage(kind).effects)
            }
            _ => &NOTHING,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_effect_belongs_to_a_card() {
        for (id, _) in upgrades::EFFECTS {
            assert!(library().upgrades.iter().any(|card| card.id == *id), "{id} is no upgrade");
        }
        for (id, _) in damage::EFFECTS {
            assert!(library().damage.iter().any(|card| card.id == *id), "{id} is no damage card");
        }
    }

    #[test]
    fn every_card_with_a_text_does_something() {
        let upgrades = library().upgrades.iter().map(|card| (&card.id, &card.text, upgrades::EFFECTS));
        let damage = library().damage.iter().map(|card| (&card.id, &card.text, damage::EFFECTS));
        for (id, text, registry) in upgrades.chain(damage) {
            assert!(registry.iter().any(|(name, _)| name == id), "{id} has a text but no effect");
            assert!(text.is_complete(), "the text of {id} is not in both languages");
        }
    }

    #[test]
    fn ships_are_plausible() {
        for ship in &library().ships {
            assert_eq!(ship.zones.len(), 4, "{}", ship.id);
            for (speed, row) in ship.chart.iter().enumerate() {
                assert_eq!(row.len(), speed + 1, "{}: one yaw value per joint", ship.id);
                assert!(row.iter().all(|yaw| *yaw <= 2), "{}: yaw", ship.id);
            }
        }
    }
}
