//! Setting up a position: an engagement whose defenders are declared, or a later step of it.

use serde::{Deserialize, Serialize};
use table::{Fault, Lang, Seat, Text};

use crate::cards::{CardType, Facts, Kind, library};
use crate::state::{CardId, Cursor, Engagement, InPlay, Options, Player, Side, State};

/// A position in an engagement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    pub attacker: Side,
    pub step: Cursor,
    /// Who has the edge, once its battle is over.
    pub edge: Option<Side>,
    pub dial: u8,
    pub options: Options,
    pub dark: SideSetup,
    pub light: SideSetup,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            attacker: Side::Dark,
            step: Cursor::DefendersDeclared,
            edge: None,
            dial: 0,
            options: Options::default(),
            dark: SideSetup::default(),
            light: SideSetup::default(),
        }
    }
}

/// The cards of one player, by id.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SideSetup {
    pub in_play: Vec<Placed>,
    pub hand: Vec<String>,
    pub deck: Vec<String>,
    /// The last one lies on top.
    pub discard: Vec<String>,
    pub victory_pile: Vec<String>,
}

/// A card in play and what lies on it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Placed {
    pub card: String,
    pub focus: u8,
    pub damage: u8,
    pub shields: u8,
    pub committed: bool,
    pub participating: bool,
    /// The objective of the engagement.
    pub engaged: bool,
    /// The card that an enhancement is attached to.
    pub on: Option<String>,
}

impl Placed {
    pub fn new(card: &str) -> Self {
        Placed { card: card.to_string(), ..Placed::default() }
    }
    pub fn participating(card: &str) -> Self {
        Placed { participating: true, ..Placed::new(card) }
    }
    pub fn engaged(card: &str) -> Self {
        Placed { engaged: true, ..Placed::new(card) }
    }
    pub fn attached(card: &str, host: &str) -> Self {
        Placed { on: Some(host.to_string()), ..Placed::new(card) }
    }
}

impl Setup {
    pub fn side(&self, side: Side) -> &SideSetup {
        match side {
            Side::Dark => &self.dark,
            Side::Light => &self.light,
        }
    }
    pub fn side_mut(&mut self, side: Side) -> &mut SideSetup {
        match side {
            Side::Dark => &mut self.dark,
            Side::Light => &mut self.light,
        }
    }

    /// An engagement with something of everything that the table knows.
    pub fn standard() -> Setup {
        let cards = |ids: &[&str]| ids.iter().map(|id| id.to_string()).collect();
        Setup {
            dark: SideSetup {
                in_play: vec![
                    Placed::new("affiliation-sith"),
                    Placed::new("shadows-of-dathomir"),
                    Placed::participating("darth-vader"),
                    Placed::participating("tie-attack-squadron"),
                    Placed::participating("kuati-security-team"),
                    Placed::new("advisor-to-the-emperor"),
                    Placed::attached("intimidated", "jedi-in-hiding"),
                ],
                hand: cards(&[
                    "twist-of-fate-dark",
                    "heat-of-battle-dark",
                    "target-of-opportunity-dark",
                    "force-choke",
                    "force-choke",
                    "its-worse",
                    "human-replica-droid",
                    "tie-fighter",
                ]),
                deck: cards(&["espo-trooper", "espo-trooper", "stormtrooper-elite", "dark-side-apprentice"]),
                ..SideSetup::default()
            },
            light: SideSetup {
                in_play: vec![
                    Placed::new("affiliation-jedi"),
                    Placed::engaged("a-heros-journey"),
                    Placed::new("hit-and-run"),
                    Placed::participating("yoda"),
                    Placed::participating("jedi-in-hiding"),
                    Placed::participating("a-wing"),
                    Placed::participating("x-wing-escort"),
                    Placed::new("c-3po"),
                    Placed { focus: 1, ..Placed::new("red-two") },
                    Placed::attached("trust-your-feelings", "yoda"),
                    Placed::attached("jedi-lightsaber", "yoda"),
                ],
                hand: cards(&[
                    "twist-of-fate-light",
                    "heat-of-battle-light",
                    "lightsaber-deflection",
                    "counter-stroke",
                    "it-could-be-worse",
                    "double-strike",
                    "our-most-desperate-hour",
                ]),
                deck: cards(&["x-wing", "x-wing", "rookie-pilot", "obi-wan-kenobi", "mon-mothma"]),
                ..SideSetup::default()
            },
            ..Setup::default()
        }
    }
}

/// Collects what is wrong with a set-up.
struct Check {
    faults: Vec<Fault>,
}

impl Check {
    fn fault(&mut self, place: &str, rule: Option<&'static str>, en: &str, de: &str) {
        self.faults.push(Fault::new(place, rule, en, de));
    }

    /// A card of a side by its id.
    fn card(&mut self, side: Side, id: &str) -> Option<(Kind, &'static Facts)> {
        match library().kinds().find(|(_, card)| card.id == id) {
            Some((kind, facts)) if facts.side == side => Some((kind, facts)),
            Some((_, facts)) => {
                let (name, side) = (&facts.name, facts.side);
                let of = match side {
                    Side::Dark => "Dunklen",
                    Side::Light => "Hellen",
                };
                self.fault(
                    id,
                    Some("swlcg.core.deck.one-side"),
                    &format!("{} is a card of the {side:?} side", name.in_(Lang::En)),
                    &format!("{} ist eine Karte der {of} Seite", name.in_(Lang::De)),
                );
                None
            }
            None => {
                self.fault(
                    id,
                    None,
                    &format!("there is no card {id:?}"),
                    &format!("es gibt keine Karte {id:?}"),
                );
                None
            }
        }
    }

    fn cards(&mut self, side: Side, ids: &[String]) -> Vec<Kind> {
        ids.iter().filter_map(|id| self.card(side, id)).map(|(kind, _)| kind).collect()
    }

    /// Command cards, which hands, decks and discard piles consist of.
    fn command_cards(&mut self, side: Side, ids: &[String]) -> Vec<Kind> {
        let kinds = self.cards(side, ids);
        for kind in &kinds {
            let card = library().card(*kind);
            if matches!(card.card_type, CardType::Objective | CardType::Affiliation) {
                self.fault(
                    &card.id,
                    Some("swlcg.core.card.type.command-cards"),
                    "not a command card",
                    "keine Kommandokarte",
                );
            }
        }
        kinds
    }
}

/// The position, or everything that is wrong with it.
pub fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let mut check = Check { faults: Vec::new() };
    let mut state = State {
        options: setup.options,
        players: [Player::default(), Player::default()],
        active: setup.attacker.seat(),
        cards: Vec::new(),
        dial: setup.dial,
        engagement: None,
        occurrences: Vec::new(),
        cursor: setup.step,
        result: None,
    };
    for side in Side::ALL {
        let cards = setup.side(side);
        let player = state.player_mut(side.seat());
        player.hand = check.command_cards(side, &cards.hand);
        player.deck = check.command_cards(side, &cards.deck);
        player.deck.sort_unstable();
        player.discard = check.command_cards(side, &cards.discard);
        player.victory_pile =
            check.cards(if side == Side::Dark { Side::Light } else { Side::Dark }, &cards.victory_pile);
        for placed in &cards.in_play {
            place(&mut check, &mut state, side, placed);
        }
    }
    for side in Side::ALL {
        attach(&mut check, &mut state, side, setup.side(side));
    }
    engage(&mut check, &mut state, setup);
    if check.faults.is_empty() { Ok(state) } else { Err(check.faults) }
}

fn place(check: &mut Check, state: &mut State, side: Side, placed: &Placed) {
    let Some((kind, facts)) = check.card(side, &placed.card) else { return };
    if matches!(facts.card_type, CardType::Event | CardType::Fate) {
        check.fault(&facts.id, None, "stays in play for no moment", "bleibt keinen Augenblick im Spiel");
    }
    if facts.capacity > 0 && placed.damage >= facts.capacity {
        check.fault(
            &facts.id,
            Some("swlcg.def.4-12.destroy-at-capacity"),
            "has more damage than it can take",
            "hat mehr Schaden, als sie aushält",
        );
    }
    if placed.participating && facts.card_type != CardType::Unit {
        check.fault(
            &facts.id,
            Some("swlcg.core.conflict.participating"),
            "only units take part in engagements",
            "nur Einheiten nehmen an Kämpfen teil",
        );
    }
    let twin = |card: &InPlay| card.kind == kind && facts.unique;
    if state.cards.iter().any(twin) {
        check.fault(
            &facts.id,
            Some("swlcg.core.card.unique.one-copy"),
            "is unique and already in play",
            "ist einzigartig und schon im Spiel",
        );
    }
    state.cards.push(InPlay {
        focus: placed.focus,
        damage: placed.damage,
        shields: placed.shields,
        committed: placed.committed,
        ..InPlay::new(kind, side.seat())
    });
}

/// The number of the first card in play with this id that is not the one asking.
fn find(state: &State, id: &str) -> Option<CardId> {
    state.in_play().find(|card| state.card(*card).facts().id == id)
}

fn attach(check: &mut Check, state: &mut State, side: Side, cards: &SideSetup) {
    for placed in &cards.in_play {
        let Some(host) = &placed.on else { continue };
        let loose = state.in_play().find(|id| {
            let card = state.card(*id);
            card.facts().id == placed.card && card.owner == side.seat() && card.attached_to.is_none()
        });
        match (loose, find(state, host)) {
            (Some(id), Some(host)) => state.card_mut(id).attached_to = Some(host),
            _ => check.fault(
                &placed.card,
                None,
                &format!("{host:?} is not in play"),
                &format!("{host:?} ist nicht im Spiel"),
            ),
        }
    }
}

fn engage(check: &mut Check, state: &mut State, setup: &Setup) {
    let placed: Vec<&Placed> = Side::ALL.iter().flat_map(|side| &setup.side(*side).in_play).collect();
    if placed.len() != state.cards.len() {
        return;
    }
    let chosen = |wanted: fn(&Placed) -> bool| -> Vec<CardId> {
        let numbers = placed.iter().enumerate().filter(|(_, placed)| wanted(placed));
        numbers.map(|(number, _)| CardId(number as u16)).collect()
    };
    let (engaged, participants) = (chosen(|placed| placed.engaged), chosen(|placed| placed.participating));
    let [objective] = engaged[..] else {
        let fault = Fault::new(
            "",
            Some("swlcg.core.conflict.1-objective"),
            "exactly one objective is engaged",
            "genau ein Einsatzziel wird bekämpft",
        );
        let place = Text { en: "engagement".to_string(), de: "Kampf".to_string() };
        return check.faults.push(fault.at(place));
    };
    let card = state.card(objective);
    let id = &card.facts().id;
    if !card.is_objective() {
        check.fault(
            id,
            Some("swlcg.core.conflict.1-objective"),
            "only an objective is engaged",
            "nur ein Einsatzziel wird bekämpft",
        );
    } else if card.controller == state.active {
        check.fault(
            id,
            Some("swlcg.rule.2-3.not-own-objective"),
            "belongs to the attacker",
            "gehört dem Angreifer",
        );
    }
    let edge: Option<Seat> = setup.edge.map(Side::seat);
    state.engagement = Some(Engagement {
        objective,
        participants,
        edge,
        edge_canceled: false,
        fate_shown: Default::default(),
        struck: None,
    });
}
