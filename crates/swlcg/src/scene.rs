//! The position as a card table: for each player the piles, the objectives, the units and the hand, and the engagement
//! between them. Beside it stands what a player counts: the dial, resources, Force icons, cards.

mod faces;

use scene::{
    Captions, Card, CardRow, Chip, Phase, Pile, PipShape, Pips, Roster, Scene, Side, Slot, Tone, Value,
};
use table::lobby::Lobby;
use table::{Lang, Seat, Show};

use crate::cards::{CardType, constants};
use crate::conflict::edge;
use crate::show::{cursor_name, ending_name};
use crate::state::{CardId, Phase as TurnPhase, Place, State};
use crate::{Swlcg, View, force, opponent, phases, victory, zones};
use faces::Faces;

/// A card on the table, wherever it is.
pub fn card_id(id: CardId) -> String {
    format!("card-{}", id.0)
}

/// Draws what a seat sees, its own cards at the bottom.
pub fn scene(view: &View, lang: Lang) -> Scene {
    let table =
        Drawing { state: &view.state, faces: Faces { state: &view.state, lang }, viewer: view.seat, lang };
    let near = view.seat.unwrap_or(Seat(1));
    let far = opponent(near);
    let mut rows = vec![table.base(far), table.reserve(far), table.fighters(far)];
    rows.extend([
        table.revealed(),
        table.fighters(near),
        table.reserve(near),
        table.base(near),
        table.drawn(near),
        table.hand(near),
    ]);
    rows.retain(|row| !row.slots.is_empty());
    Scene {
        title: table.pick("Star Wars: The Card Game", "Star Wars: Das Kartenspiel").to_string(),
        status: table.status(),
        phases: table.phases(),
        rows,
        sides: [Seat(0), Seat(1)]
            .iter()
            .map(|seat| Side {
                name: Swlcg::side_name(&view.state, *seat, lang),
                color: Swlcg::seat_colour(*seat),
                you: view.seat == Some(*seat),
            })
            .collect(),
        rosters: [far, near].map(|seat| table.roster(seat)).into(),
        captions: if lang == Lang::En { Captions::english() } else { Captions::german() },
        ..Scene::default()
    }
}

struct Drawing<'a> {
    state: &'a State,
    faces: Faces<'a>,
    viewer: Option<Seat>,
    lang: Lang,
}

impl Drawing<'_> {
    fn pick<'b>(&self, en: &'b str, de: &'b str) -> &'b str {
        if self.lang == Lang::En { en } else { de }
    }

    fn status(&self) -> String {
        if let Some((winners, ending)) = self.state.result {
            let side = |seat| Swlcg::side_name(self.state, seat, self.lang);
            let names: Vec<String> = winners.iter().map(side).collect();
            let won = if names.is_empty() {
                self.pick("No winner", "Kein Sieg").to_string()
            } else {
                format!("{} {}", self.pick("Winner:", "Sieg:"), names.join(", "))
            };
            return format!("{won} · {}", ending_name(ending, self.lang));
        }
        let step = cursor_name(self.state.cursor, self.lang);
        if self.state.phase() == TurnPhase::Setup {
            return step.to_string();
        }
        let active = Swlcg::side_name(self.state, self.state.active, self.lang);
        format!("{} {}: {active} · {step}", self.pick("Turn", "Zug"), self.state.turn)
    }

    fn phases(&self) -> Vec<Phase> {
        let steps = [
            (TurnPhase::Balance, "Balance", "Gleichgewicht"),
            (TurnPhase::Refresh, "Refresh", "Auffrischen"),
            (TurnPhase::Draw, "Draw", "Nachziehen"),
            (TurnPhase::Deployment, "Deployment", "Aufmarsch"),
            (TurnPhase::Conflict, "Conflict", "Konflikt"),
            (TurnPhase::Force, "Force", "Macht"),
        ];
        let now = self.state.phase();
        let phase = |(phase, en, de)| Phase { name: self.pick(en, de).to_string(), active: phase == now };
        steps.into_iter().map(phase).collect()
    }

    // ---- rows -----------------------------------------------------------------------------------------------------------

    fn row(&self, seat: Seat, name: &str, slots: Vec<Slot>) -> CardRow {
        CardRow { name: name.to_string(), side: Some(seat.index()), slots, ..CardRow::default() }
    }

    fn is_open(&self, seat: Seat) -> bool {
        self.viewer == Some(seat)
    }

    fn pile(&self, seat: Seat, id: &str, name: &str, cards: &[CardId], hidden: bool) -> Slot {
        let top = cards.last().filter(|_| !hidden);
        let seen = cards.iter().filter(|card| !hidden && **card != CardId::HIDDEN);
        Slot::Pile(Pile {
            id: format!("{id}-{}", seat.0),
            name: name.to_string(),
            count: cards.len() as u32,
            top: top.map(|top| self.faces.loose(format!("{id}-top-{}", seat.0), *top, false)),
            cards: seen.rev().map(|card| self.faces.title(*card)).collect(),
            hidden,
        })
    }

    /// The hand, with what lies face down elsewhere for use as from hand.
    fn hand(&self, seat: Seat) -> CardRow {
        self.held(seat, self.pick("Hand", "Hand"), &zones::held(self.state, seat))
    }

    /// At set-up, the objectives of which one stays behind.
    fn drawn(&self, seat: Seat) -> CardRow {
        self.held(seat, self.pick("Drawn", "Gezogen"), &self.state.player(seat).objectives)
    }

    /// Cards that only their player sees.
    fn held(&self, seat: Seat, name: &str, cards: &[CardId]) -> CardRow {
        if !self.is_open(seat) {
            return CardRow::default();
        }
        let slots = cards.iter().map(|id| Slot::Card(self.faces.loose(String::new(), *id, false)));
        self.row(seat, name, slots.collect())
    }

    /// Revealed cards, as long as they lie open. What its viewer holds lies in his hand.
    fn revealed(&self) -> CardRow {
        let all = (0..self.state.cards.len() as u8).map(CardId);
        let open = all.filter(|id| {
            let card = self.state.card(*id);
            let held = matches!(card.place, Place::Hand | Place::Stowed) && self.is_open(card.owner);
            self.state.revealed.contains(*id) && !held
        });
        let slots = open.map(|id| Slot::Card(self.faces.loose(String::new(), id, false))).collect();
        CardRow { name: self.pick("Revealed", "Aufgedeckt").to_string(), slots, ..CardRow::default() }
    }

    /// Affiliation, objectives and piles.
    fn base(&self, seat: Seat) -> CardRow {
        let player = self.state.player(seat);
        let own = self.state.in_play().filter(|id| {
            let card = self.state.card(*id);
            let standing = matches!(card.card_type(), CardType::Affiliation | CardType::Objective);
            standing && card.controller == seat
        });
        let mut slots: Vec<Slot> = own.map(|id| Slot::Card(self.faces.card(id))).collect();
        slots.push(Slot::Gap);
        if !self.is_open(seat) {
            slots.push(self.pile(seat, "hand", self.pick("Hand", "Hand"), &player.hand, true));
            if !player.objectives.is_empty() {
                let name = self.pick("Drawn", "Gezogen");
                slots.push(self.pile(seat, "drawn", name, &player.objectives, true));
            }
        }
        let unseen = player.deck.cards.last().is_none_or(|top| *top == CardId::HIDDEN);
        slots.extend([
            self.pile(seat, "deck", self.pick("Deck", "Deck"), &player.deck.cards, unseen),
            self.pile(
                seat,
                "objectives",
                self.pick("Objectives", "Einsatzziele"),
                &player.objective_deck.cards,
                true,
            ),
            self.pile(seat, "discard", self.pick("Discard", "Ablage"), &player.discard, false),
        ]);
        if !player.victory_pile.is_empty() {
            let name = self.pick("Victory", "Siege");
            slots.push(self.pile(seat, "victory", name, &player.victory_pile, false));
        }
        CardRow { slim: true, ..self.row(seat, self.pick("Objectives", "Einsatzziele"), slots) }
    }

    /// Units and enhancements outside the engagement.
    fn reserve(&self, seat: Seat) -> CardRow {
        let own = self.state.in_play().filter(|id| {
            let card = self.state.card(*id);
            let loose =
                card.is_unit() || (card.card_type() == CardType::Enhancement && card.attached.is_none());
            loose && card.controller == seat && !self.state.is_participating(*id)
        });
        self.row(
            seat,
            self.pick("In play", "Im Spiel"),
            own.map(|id| Slot::Card(self.faces.card(id))).collect(),
        )
    }

    /// Units in the engagement and the edge stack.
    fn fighters(&self, seat: Seat) -> CardRow {
        if self.state.engagement.is_none() {
            return CardRow::default();
        }
        let mut slots: Vec<Slot> =
            self.state.participants(seat).map(|id| Slot::Card(self.faces.card(id))).collect();
        let stack = &self.state.player(seat).edge_stack;
        if !stack.is_empty() {
            slots.push(Slot::Gap);
        }
        for (place, card) in stack.iter().enumerate() {
            let id = format!("edge-{}-{place}", seat.0);
            slots.push(Slot::Card(self.faces.loose(id, card.card, !card.face_up)));
        }
        let attacks = seat == self.state.attacker();
        let name =
            if attacks { self.pick("Attack", "Angriff") } else { self.pick("Defense", "Verteidigung") };
        let note = if self.state.has_edge(seat) {
            self.pick("has the edge", "hat den Kampfvorteil").to_string()
        } else if !stack.is_empty() && stack.iter().all(|card| card.card != CardId::HIDDEN) {
            let icons = edge::force_icons(self.state, seat);
            format!("{} {icons}", self.pick("Edge stack:", "Kampfvorteil:"))
        } else {
            String::new()
        };
        CardRow { note, ..self.row(seat, name, slots) }
    }

    // ---- what is counted --------------------------------------------------------------------------------------------------

    fn roster(&self, seat: Seat) -> Roster {
        let (state, player) = (self.state, self.state.player(seat));
        let side = crate::Side::of(seat);
        let affiliation = state.affiliation_card(seat);
        let value = |en, de, value: String, tone| Value {
            label: self.pick(en, de).to_string(),
            value,
            tone,
            ..Value::default()
        };
        let own = state.in_play().filter(|id| state.card(*id).controller == seat);
        let (mut ready, mut all) = (0u32, 0u32);
        for id in own {
            let resources = u32::from(constants::resources(state, id));
            all += resources;
            ready += if state.card(id).is_ready() { resources } else { 0 };
        }
        let values = vec![
            value(
                "Hand",
                "Hand",
                format!("{}/{}", player.hand.len(), phases::reserve(state, seat)),
                Tone::Plain,
            ),
            value("Resources", "Ressourcen", format!("{ready}/{all}"), Tone::Gold),
            value("Force", "Macht", force::total(state, seat).to_string(), Tone::Blue),
            value("Deck", "Deck", player.deck.len().to_string(), Tone::Plain),
        ];
        let pips = |en, de, now: u8, most: u8, tone| Pips {
            label: self.pick(en, de).to_string(),
            full: now.min(most).into(),
            empty: most.saturating_sub(now).into(),
            tone,
            shape: PipShape::Round,
            ..Pips::default()
        };
        let goal = match side {
            crate::Side::Dark => pips(
                "Death Star dial",
                "Todessternanzeiger",
                victory::dial(state),
                victory::DIAL_END,
                Tone::Red,
            ),
            crate::Side::Light => {
                let won =
                    player.victory_pile.iter().filter(|id| state.card(**id).owner != seat).count() as u8;
                pips(
                    "Destroyed objectives",
                    "Zerstörte Einsatzziele",
                    won,
                    victory::OBJECTIVES_TO_WIN as u8,
                    Tone::Blue,
                )
            }
        };
        let balance = (state.balance == side).then(|| Chip {
            text: "☯".to_string(),
            tone: Tone::Gold,
            title: self.pick("Balance of the Force", "Gleichgewicht der Macht").to_string(),
        });
        let name = affiliation.map_or(String::new(), |id| state.facts(id).name.in_(self.lang).to_string());
        let card = Card {
            id: affiliation.map_or(format!("side-{}", seat.0), card_id),
            title: name,
            subtitle: balance.as_ref().map_or(String::new(), |chip| chip.title.clone()),
            values,
            pips: vec![goal],
            chips: balance.into_iter().collect(),
            active: state.active == seat && state.result.is_none() && state.phase() != TurnPhase::Setup,
            ..Card::default()
        };
        Roster { side: seat.index(), entries: vec![card] }
    }
}
