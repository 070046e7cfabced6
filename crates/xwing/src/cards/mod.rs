//! The cards: facts from the data file, and what each card does, registered under its id.
//!
//! A card's effects are an [`Effects`] value in `pilots`, `upgrades` or `damage`. At start every id of the data file is
//! joined with its effects once; afterwards cards are numbers. No rule procedure knows a card by name.

mod damage;
mod hooks;
mod pilots;
pub mod tokens;
mod upgrades;

use std::sync::OnceLock;

use geometry::{Polygon, Vec2};
use rulebook::Text;
use serde::{Deserialize, Serialize};
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, Play};

use crate::state::{Action, CardRef, ShipId, Slot, State};
use crate::{Table, XWing};

pub use hooks::usable;

macro_rules! ids {
    ($($name:ident),*) => {$(
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u8);
    )*};
}
ids!(PilotId, UpgradeId, ObstacleId);

/// Moments at which cards get their say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// A ship has performed an action, free or not.
    AfterAction,
    /// A ship has received a stress token.
    Stressed,
    CombatStart,
    /// Attack dice are being counted, before they are rolled.
    AttackDice,
    ModifyAttack,
    ModifyDefense,
    AfterAttack,
}

/// Numbers that cards change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Dice of the attack being resolved.
    AttackDice,
    Primary(ShipId),
    Agility(ShipId),
    Skill(ShipId),
    /// Stress tokens as far as they keep a ship from performing actions.
    HinderingStress(ShipId),
}

/// Kinds of numbers that cards change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    AttackDice,
    Primary,
    Agility,
    Skill,
    HinderingStress,
}

/// Where an action comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The ship's own action bar and cards.
    Own,
    /// Part of what an "Action:" on an upgrade does, whatever the action bar says.
    Granted,
}

/// Things that cards forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Perform(ShipId, Action, Source),
    UseCard(CardRef),
    SpendFocus(ShipId),
    /// Rerolling dice of one's own attack.
    RerollAttack(ShipId),
}

/// An action that a card describes.
pub struct Procedure {
    pub may: fn(&State, CardRef) -> Result<(), Denial>,
    pub perform: fn(&mut Table, CardRef) -> Play,
}

/// Everything a card does.
pub struct Effects {
    pub abilities: &'static [Ability<XWing>],
    pub modifiers: &'static [Modifier<XWing>],
    pub prohibitions: &'static [Prohibition<XWing>],
    /// What a player is told who wants to use a once-per-round ability again.
    pub once_per_round: Option<Denial>,
    /// "Action: …"
    pub action: Option<Procedure>,
    /// What a damage card does when it is received face up.
    pub received: Option<fn(&mut Table, CardRef) -> Play>,
    /// How much damage a face-up damage card stands for.
    pub damage: u8,
}

impl Effects {
    pub const NONE: Effects = Effects {
        abilities: &[],
        modifiers: &[],
        prohibitions: &[],
        once_per_round: None,
        action: None,
        received: None,
        damage: 1,
    };
}

static NOTHING: Effects = Effects::NONE;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faction {
    Rebel,
    Imperial,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpgradeSlot {
    Elite,
    Modification,
    Title,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObstacleKind {
    Asteroid,
    Debris,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipType {
    pub id: String,
    pub name: Text,
    pub attack: u8,
    pub agility: u8,
    pub hull: u8,
    pub shields: u8,
    #[serde(rename = "actions")]
    action_names: Vec<String>,
    #[serde(skip)]
    pub actions: Vec<Action>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PilotCard {
    pub id: String,
    pub name: Text,
    ship: String,
    pub faction: Faction,
    pub skill: u8,
    pub points: u16,
    pub unique: bool,
    #[serde(default)]
    pub text: Text,
    /// Place in the list of ship types.
    #[serde(skip)]
    ship_type: usize,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeCard {
    pub id: String,
    pub name: Text,
    pub slot: UpgradeSlot,
    pub points: u16,
    pub unique: bool,
    pub text: Text,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageCard {
    pub id: String,
    pub name: Text,
    pub copies: u8,
    pub text: Text,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
}

#[derive(Deserialize)]
#[serde(try_from = "ObstacleFacts")]
pub struct ObstacleToken {
    pub id: String,
    pub name: Text,
    pub kind: ObstacleKind,
    pub polygon: Polygon,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObstacleFacts {
    id: String,
    name: Text,
    kind: ObstacleKind,
    outline: Vec<(f64, f64)>,
}

impl TryFrom<ObstacleFacts> for ObstacleToken {
    type Error = geometry::PolygonError;

    fn try_from(facts: ObstacleFacts) -> Result<Self, Self::Error> {
        let corners: Vec<Vec2> = facts.outline.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
        let ObstacleFacts { id, name, kind, .. } = facts;
        Ok(ObstacleToken { id, name, kind, polygon: Polygon::new(&corners)? })
    }
}

fn nothing() -> &'static Effects {
    &NOTHING
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    #[serde(rename = "ship")]
    pub ships: Vec<ShipType>,
    #[serde(rename = "pilot")]
    pub pilots: Vec<PilotCard>,
    #[serde(rename = "upgrade")]
    pub upgrades: Vec<UpgradeCard>,
    pub damage: Vec<DamageCard>,
    #[serde(rename = "obstacle")]
    pub obstacles: Vec<ObstacleToken>,
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
            ship.actions = ship.action_names.iter().map(|name| bar_action(name)).collect();
        }
        for pilot in &mut library.pilots {
            let ship = library.ships.iter().position(|ship| ship.id == pilot.ship);
            pilot.ship_type = ship.expect("a pilot flies a known ship");
            pilot.effects = find(pilots::EFFECTS, &pilot.id);
        }
        for upgrade in &mut library.upgrades {
            upgrade.effects = find(upgrades::EFFECTS, &upgrade.id);
        }
        for card in &mut library.damage {
            card.effects = find(damage::EFFECTS, &card.id);
        }
        library
    }

    pub fn pilot(&self, id: PilotId) -> &PilotCard {
        &self.pilots[id.0 as usize]
    }
    /// The ship that a pilot flies.
    pub fn ship_of(&self, id: PilotId) -> &ShipType {
        &self.ships[self.pilot(id).ship_type]
    }
    pub fn upgrade(&self, id: UpgradeId) -> &UpgradeCard {
        &self.upgrades[id.0 as usize]
    }
    pub fn damage(&self, kind: u8) -> &DamageCard {
        &self.damage[kind as usize]
    }
    pub fn obstacle(&self, id: ObstacleId) -> &ObstacleToken {
        &self.obstacles[id.0 as usize]
    }
}

type Registry = &'static [(&'static str, Effects)];

fn find(registry: Registry, id: &str) -> &'static Effects {
    registry.iter().find(|(name, _)| *name == id).map_or(&NOTHING, |(_, effects)| effects)
}

fn bar_action(name: &str) -> Action {
    match name {
        "focus" => Action::Focus,
        "evade" => Action::Evade,
        "target-lock" => Action::TargetLock,
        "barrel-roll" => Action::BarrelRoll,
        "boost" => Action::Boost,
        other => panic!("unknown action {other} in the data file of the cards"),
    }
}

/// The effects of a card in play.
pub fn effects(state: &State, card: CardRef) -> &'static Effects {
    let ship = state.ship(card.ship);
    match card.slot {
        Slot::Pilot => library().pilot(ship.pilot).effects,
        Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
            Some(upgrade) => library().upgrade(upgrade.card).effects,
            None => &NOTHING,
        },
        Slot::Damage(i) => match ship.damage.get(i as usize).and_then(|damage| damage.kind) {
            Some(kind) => library().damage(kind).effects,
            None => &NOTHING,
        },
        Slot::Tokens => &tokens::EFFECTS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cards whose text has no place yet in what is played: squad building and maneuvers.
    const GAPS: [&str; 4] = ["a-wing-test-pilot", "damaged-engine", "minor-hull-breach", "stunned-pilot"];

    #[test]
    fn every_effect_belongs_to_a_card() {
        let library = library();
        let known: Vec<&str> = (library.pilots.iter().map(|card| &*card.id))
            .chain(library.upgrades.iter().map(|card| &*card.id))
            .chain(library.damage.iter().map(|card| &*card.id))
            .collect();
        for (id, _) in [pilots::EFFECTS, upgrades::EFFECTS, damage::EFFECTS].into_iter().flatten() {
            assert!(known.contains(id), "effects are registered for {id}, which is no card");
        }
    }

    #[test]
    fn every_card_with_a_text_does_something_or_is_a_known_gap() {
        let registered = |registry: Registry, id: &str| registry.iter().any(|(name, _)| *name == id);
        let library = library();
        let pilots = library.pilots.iter().filter(|card| !card.text.en.is_empty());
        let pilots = pilots.map(|card| (&card.id, registered(pilots::EFFECTS, &card.id)));
        let upgrades =
            library.upgrades.iter().map(|card| (&card.id, registered(upgrades::EFFECTS, &card.id)));
        let damage = library.damage.iter().map(|card| (&card.id, registered(damage::EFFECTS, &card.id)));
        for (id, registered) in pilots.chain(upgrades).chain(damage) {
            assert_ne!(registered, GAPS.contains(&id.as_str()), "{id}: either an effect or a gap");
        }
    }

    #[test]
    fn the_damage_deck_is_complete() {
        assert_eq!(library().damage.iter().map(|card| u32::from(card.copies)).sum::<u32>(), 33);
    }
}
