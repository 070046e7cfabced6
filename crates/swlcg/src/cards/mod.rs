//! The cards: facts from the data file, and what each card does, registered under its id.
//!
//! A card's effects are an [`Effects`] value in `units`, `events`, `enhancements`, `objectives` or `fate`. At start every id
//! of the data file is joined with its effects once; afterwards cards are numbers. No rule procedure knows a card by name.

mod enhancements;
mod events;
mod fate;
mod hooks;
mod objectives;
mod units;

use std::sync::OnceLock;

use rulebook::{Name, Text};
use serde::{Deserialize, Serialize};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play, Seat};

use crate::state::{CardId, CardRef, Icon, Side, Source, State, What};
use crate::{Swlcg, Table, damage};

pub use hooks::ability_of;

/// A card by its number in the data file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kind(pub u16);

impl Kind {
    /// What somebody sees of a card that is hidden from them.
    pub const HIDDEN: Kind = Kind(u16::MAX);
}

/// Moments at which cards get their say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    Action,
    /// Before something takes place.
    Interrupt(Trigger),
    /// After it has taken place.
    Reaction(Trigger),
}

/// What interrupts and reactions answer. The position says more about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    AbilityUsed,
    Damage,
    LeavesPlay,
    ObjectiveDestroyed,
    EdgeStacksRevealed,
    FateCard,
    EdgeWon,
    FocusedToStrike,
}

impl What {
    pub fn trigger(self) -> Trigger {
        match self {
            What::Used { .. } => Trigger::AbilityUsed,
            What::Damage { .. } => Trigger::Damage,
            What::LeavesPlay { .. } => Trigger::LeavesPlay,
            What::ObjectiveDestroyed { .. } => Trigger::ObjectiveDestroyed,
            What::EdgeStacksRevealed => Trigger::EdgeStacksRevealed,
            What::FateCard { .. } => Trigger::FateCard,
            What::EdgeWon { .. } => Trigger::EdgeWon,
            What::FocusedToStrike { .. } => Trigger::FocusedToStrike,
        }
    }
}

/// Numbers that cards change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    Capacity(CardId),
    /// Combat icons that a unit can use now.
    Icons(CardId, Icon),
    /// More than 0: the unit has the keyword.
    TargetedStrike(CardId),
    /// Force icons of a player in the edge battle.
    EdgeTotal(Seat),
}

/// What kind of number a [`Quantity`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    Capacity,
    Icons,
    TargetedStrike,
    EdgeTotal,
}

/// Things that cards forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Placing the next card of the edge stack face down.
    PlaceFacedown(Seat),
}

/// What using an ability costs beyond the printed cost of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    Nothing,
    /// Focus this card.
    Focus,
    /// Sacrifice this card.
    Sacrifice,
}

/// From where an ability can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    Play,
    Hand,
}

type When = fn(&State, CardRef) -> Result<bool, Denial>;
type Target = fn(&State, CardRef, CardId) -> bool;
type Effect = fn(&mut Table, CardRef) -> Play;

/// A triggered ability and its terms.
pub struct CardAbility {
    pub ability: Ability<Swlcg>,
    pub zone: Zone,
    pub cost: Cost,
    /// Which cards in play it may be directed at, if it is directed at one.
    pub target: Option<Target>,
}

impl CardAbility {
    const fn new(window: Window, limit: Limit, when: When, effect: Effect) -> Self {
        let ability = Ability { window, force: Force::May, limit, when, effect };
        CardAbility { ability, zone: Zone::Play, cost: Cost::Nothing, target: None }
    }
    const fn limited(self, limit: Limit) -> Self {
        CardAbility { ability: Ability { limit, ..self.ability }, ..self }
    }
    /// The card is an event, or the text allows use from hand. Copies in hand are limited by their number.
    pub const fn from_hand(self) -> Self {
        CardAbility { zone: Zone::Hand, ..self.limited(Limit::Repeatable) }
    }
    /// Once a turn for this card; for an event, once a turn for its title.
    pub const fn once_per_turn(self) -> Self {
        self.limited(Limit::PerRound)
    }
    pub const fn forced(self) -> Self {
        CardAbility { ability: Ability { force: Force::Must, ..self.ability }, ..self }
    }
    pub const fn costing(self, cost: Cost) -> Self {
        CardAbility { cost, ..self }
    }
    pub const fn at(self, target: Target) -> Self {
        CardAbility { target: Some(target), ..self }
    }
}

/// "Action: …"
pub const fn action(when: When, effect: Effect) -> CardAbility {
    CardAbility::new(Window::Action, Limit::Repeatable, when, effect)
}
/// "Interrupt: When …"
pub const fn interrupt(trigger: Trigger, when: When, effect: Effect) -> CardAbility {
    CardAbility::new(Window::Interrupt(trigger), Limit::PerWindow, when, effect)
}
/// "Reaction: After …"
pub const fn reaction(trigger: Trigger, when: When, effect: Effect) -> CardAbility {
    CardAbility::new(Window::Reaction(trigger), Limit::PerWindow, when, effect)
}

/// Everything a card does.
pub struct Effects {
    pub abilities: &'static [CardAbility],
    pub modifiers: &'static [Modifier<Swlcg>],
    pub prohibitions: &'static [Prohibition<Swlcg>],
    /// What a fate card does when its priority comes up.
    pub fate: Option<Effect>,
}

impl Effects {
    pub const NONE: Effects = Effects { abilities: &[], modifiers: &[], prohibitions: &[], fate: None };
}

static NOTHING: Effects = Effects::NONE;

fn nothing() -> &'static Effects {
    &NOTHING
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardType {
    Objective,
    Unit,
    Enhancement,
    Event,
    Fate,
    Affiliation,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Affiliation {
    Neutral,
    Sith,
    ImperialNavy,
    ScumAndVillainy,
    Jedi,
    RebelAlliance,
    SmugglersAndSpies,
}

/// A number of combat icons of each type; in the data file one letter each: u(nit damage), t(actics), b(last damage).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Icons {
    pub unit: u8,
    pub tactics: u8,
    pub blast: u8,
}

impl Icons {
    fn parse(text: &str) -> Icons {
        let count = |letter| text.matches(letter).count() as u8;
        Icons { unit: count('u'), tactics: count('t'), blast: count('b') }
    }
    pub fn of(&self, icon: Icon) -> u8 {
        match icon {
            Icon::UnitDamage => self.unit,
            Icon::Tactics => self.tactics,
            Icon::BlastDamage => self.blast,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Keywords {
    /// Edge (X).
    pub edge: u8,
    pub elite: bool,
    pub targeted_strike: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    pub id: String,
    pub name: Name,
    pub side: Side,
    pub affiliation: Affiliation,
    #[serde(rename = "type")]
    pub card_type: CardType,
    #[serde(default)]
    pub unique: bool,
    #[serde(default)]
    pub cost: u8,
    #[serde(default)]
    pub capacity: u8,
    #[serde(default)]
    pub force: u8,
    #[serde(default)]
    pub resources: u8,
    /// Of a fate card.
    #[serde(default)]
    pub priority: u8,
    #[serde(default, rename = "icons")]
    icon_letters: String,
    #[serde(default, rename = "edge_icons")]
    edge_icon_letters: String,
    #[serde(default)]
    pub keywords: Keywords,
    #[serde(default)]
    traits: Vec<String>,
    #[serde(default)]
    pub text: Text,
    #[serde(skip)]
    pub icons: Icons,
    #[serde(skip)]
    pub edge_icons: Icons,
    #[serde(skip, default = "nothing")]
    pub effects: &'static Effects,
}

impl Facts {
    pub fn has_trait(&self, name: &str) -> bool {
        self.traits.iter().any(|own| own == name)
    }
    pub fn traits(&self) -> &[String] {
        &self.traits
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    #[serde(rename = "card")]
    cards: Vec<Facts>,
    /// Abilities that are used from hand.
    #[serde(skip)]
    pub hand_abilities: Vec<(Kind, u8)>,
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
        for card in &mut library.cards {
            card.icons = Icons::parse(&card.icon_letters);
            card.edge_icons = Icons::parse(&card.edge_icon_letters);
            card.effects = find(registry(card.card_type), &card.id);
        }
        for (kind, card) in library.cards.iter().enumerate() {
            for (index, ability) in card.effects.abilities.iter().enumerate() {
                if ability.zone == Zone::Hand {
                    library.hand_abilities.push((Kind(kind as u16), index as u8));
                }
            }
        }
        library
    }

    pub fn card(&self, kind: Kind) -> &Facts {
        &self.cards[kind.0 as usize]
    }
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, &Facts)> {
        self.cards.iter().enumerate().map(|(number, card)| (Kind(number as u16), card))
    }
}

type Registry = &'static [(&'static str, Effects)];

fn registry(card_type: CardType) -> Registry {
    match card_type {
        CardType::Objective => objectives::EFFECTS,
        CardType::Unit => units::EFFECTS,
        CardType::Enhancement => enhancements::EFFECTS,
        CardType::Event => events::EFFECTS,
        CardType::Fate => fate::EFFECTS,
        CardType::Affiliation => &[],
    }
}

fn find(registry: Registry, id: &str) -> &'static Effects {
    registry.iter().find(|(name, _)| *name == id).map_or(&NOTHING, |(_, effects)| effects)
}

// ---- words that card texts share ------------------------------------------------------------------------------------

/// Whether the card belongs to the player of an effect.
fn is_friendly(state: &State, by: CardRef, id: CardId) -> bool {
    state.card(id).controller == state.controller(by)
}

fn is_enemy_unit(state: &State, by: CardRef, id: CardId) -> bool {
    state.card(id).is_unit() && !is_friendly(state, by, id)
}

fn always(_: &State, _: CardRef) -> Result<bool, Denial> {
    Ok(true)
}

/// A modifier that adds to a quantity.
const fn adds(of: Topic, apply: fn(&State, CardRef, &Quantity, i32) -> i32) -> Modifier<Swlcg> {
    Modifier { of, sets: false, apply }
}

/// "Deal N damage to the target."
fn damage_target(t: &mut Table, card: CardRef, amount: u8) -> Play {
    match t.state.target() {
        Some(target) => damage::deal(t, target, amount, source(&t.state, card)),
        None => Ok(()),
    }
}

/// A card as the source of damage and tokens.
fn source(state: &State, card: CardRef) -> Source {
    Source { seat: state.controller(card), card: Some(card) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPES: [CardType; 5] =
        [CardType::Objective, CardType::Unit, CardType::Enhancement, CardType::Event, CardType::Fate];

    #[test]
    fn every_effect_belongs_to_a_card() {
        for card_type in TYPES {
            for (id, _) in registry(card_type) {
                let known = library().kinds().any(|(_, card)| card.card_type == card_type && card.id == *id);
                assert!(known, "effects are registered for {id}, which is no such card");
            }
        }
    }

    #[test]
    fn every_card_with_a_text_does_something() {
        for (_, card) in library().kinds().filter(|(_, card)| !card.text.en.is_empty()) {
            let registered = registry(card.card_type).iter().any(|(name, _)| *name == card.id);
            assert!(registered, "{} has a text but no effect", card.id);
            assert!(card.text.is_complete(), "the text of {} is not in both languages", card.id);
        }
    }

    #[test]
    fn ids_are_unique_and_numbers_are_plausible() {
        for (kind, card) in library().kinds() {
            assert!(
                library().kinds().all(|(other, twin)| other == kind || twin.id != card.id),
                "{} twice",
                card.id
            );
            assert_eq!(card.card_type == CardType::Fate, card.priority > 0, "{}: priority", card.id);
            let breakable = matches!(card.card_type, CardType::Unit | CardType::Objective);
            assert_eq!(breakable, card.capacity > 0, "{}: damage capacity", card.id);
        }
    }

    #[test]
    fn events_are_used_from_hand() {
        for (_, card) in library().kinds().filter(|(_, card)| card.card_type == CardType::Event) {
            assert!(card.effects.abilities.iter().all(|ability| ability.zone == Zone::Hand), "{}", card.id);
        }
    }
}
