//! The position as a card table: for each player the hand, the piles, the objectives and the units, and the engagement
//! between them.

use scene::{Captions, Card, CardRow, Chip, Phase, Pile, PipShape, Pips, Scene, Side, Slot, Tone, Value};
use table::{Lang, Seat, Show};

use crate::cards::{CardType, constants};
use crate::conflict::edge;
use crate::show::{card_name, cursor_name, ending_name};
use crate::state::{CardId, Icon, Phase as TurnPhase, State};
use crate::{Swlcg, View, opponent};

/// A card on the table, wherever it is.
pub fn card_id(id: CardId) -> String {
    format!("card-{}", id.0)
}

/// Draws what a seat sees, its own cards at the bottom.
pub fn scene(view: &View, lang: Lang) -> Scene {
    let table = Drawing { state: &view.state, lang };
    let near = view.seat.unwrap_or(Seat(1));
    let far = opponent(near);
    let mut rows = vec![table.hand(far), table.base(far), table.reserve(far), table.fighters(far)];
    rows.extend([table.fighters(near), table.reserve(near), table.base(near), table.hand(near)]);
    Scene {
        title: "Star Wars: The Card Game".to_string(),
        status: table.status(),
        phases: table.phases(),
        rows,
        sides: [Seat(0), Seat(1)]
            .iter()
            .map(|seat| Side {
                name: Swlcg::seat_name(&view.state, *seat),
                colour: seat.index(),
                you: view.seat == Some(*seat),
            })
            .collect(),
        captions: if lang == Lang::En { Captions::english() } else { Captions::german() },
        ..Scene::default()
    }
}

struct Drawing<'a> {
    state: &'a State,
    lang: Lang,
}

impl Drawing<'_> {
    fn pick<'b>(&self, en: &'b str, de: &'b str) -> &'b str {
        if self.lang == Lang::En { en } else { de }
    }

    fn status(&self) -> String {
        match self.state.result {
            Some((_, ending)) => ending_name(ending, self.lang).to_string(),
            None => {
                let active = Swlcg::side_name(self.state, self.state.active, self.lang);
                let balance = Swlcg::side_name(self.state, self.state.balance.seat(), self.lang);
                format!(
                    "{} {}: {active} · {} · {} {} · {} {balance}",
                    self.pick("Turn", "Zug"),
                    self.state.turn,
                    cursor_name(self.state.cursor, self.lang),
                    self.pick("Dial", "Anzeiger"),
                    self.state.dial,
                    self.pick("Balance:", "Gleichgewicht:")
                )
            }
        }
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

    fn row(&self, seat: Seat, name: &str, slots: Vec<Slot>) -> CardRow {
        CardRow { name: name.to_string(), side: Some(seat.index()), slots }
    }

    fn hand(&self, seat: Seat) -> CardRow {
        let hand = self.state.player(seat).hand.iter().enumerate();
        let slots =
            hand.map(|(place, id)| Slot::Card(self.loose(format!("hand-{}-{place}", seat.0), *id, false)));
        self.row(seat, self.pick("Hand", "Hand"), slots.collect())
    }

    /// Affiliation, objectives and piles.
    fn base(&self, seat: Seat) -> CardRow {
        let player = self.state.player(seat);
        let pile = |id: &str, name: &str, cards: &[CardId], hidden: bool| {
            Slot::Pile(Pile {
                id: format!("{id}-{}", seat.0),
                name: name.to_string(),
                count: cards.len() as u32,
                top: cards
                    .last()
                    .filter(|_| !hidden)
                    .map(|top| self.loose(format!("{id}-top-{}", seat.0), *top, false)),
                hidden,
            })
        };
        let mut slots = vec![
            pile("deck", self.pick("Deck", "Deck"), &player.deck.cards, true),
            pile(
                "objectives",
                self.pick("Objective deck", "Einsatzdeck"),
                &player.objective_deck.cards,
                true,
            ),
            pile("discard", self.pick("Discard pile", "Ablagestapel"), &player.discard, false),
            pile("victory", self.pick("Victory pile", "Siegstapel"), &player.victory_pile, false),
            Slot::Gap,
        ];
        let own = self.state.in_play().filter(|id| {
            let card = self.state.card(*id);
            let standing = matches!(card.card_type(), CardType::Affiliation | CardType::Objective);
            standing && card.controller == seat
        });
        slots.extend(own.map(|id| Slot::Card(self.card(id))));
        self.row(seat, self.pick("Objectives", "Einsatzziele"), slots)
    }

    /// Units and enhancements outside the engagement.
    fn reserve(&self, seat: Seat) -> CardRow {
        let own = self.state.in_play().filter(|id| {
            let card = self.state.card(*id);
            let loose =
                card.is_unit() || (card.card_type() == CardType::Enhancement && card.attached.is_none());
            loose && card.controller == seat && !self.state.is_participating(*id)
        });
        self.row(seat, self.pick("Units", "Einheiten"), own.map(|id| Slot::Card(self.card(id))).collect())
    }

    /// Units in the engagement and the edge stack.
    fn fighters(&self, seat: Seat) -> CardRow {
        let mut slots: Vec<Slot> =
            self.state.participants(seat).map(|id| Slot::Card(self.card(id))).collect();
        let stack = &self.state.player(seat).edge_stack;
        if !stack.is_empty() {
            slots.push(Slot::Gap);
        }
        for (place, card) in stack.iter().enumerate() {
            slots.push(Slot::Card(self.loose(format!("edge-{}-{place}", seat.0), card.card, !card.face_up)));
        }
        let mut name = self.pick("Engagement", "Kampf").to_string();
        if self.state.has_edge(seat) {
            name.push_str(self.pick(" · has the edge", " · hat den Kampfvorteil"));
        } else if !stack.is_empty() && stack.iter().all(|card| card.face_up && card.card != CardId::HIDDEN) {
            name.push_str(&format!(
                " · {} {}",
                edge::force_icons(self.state, seat),
                self.pick("Force", "Macht")
            ));
        }
        self.row(seat, &name, slots)
    }

    /// A card that is not in play.
    fn loose(&self, id: String, card: CardId, facedown: bool) -> Card {
        if card == CardId::HIDDEN {
            return Card { id, hidden: true, ..Card::default() };
        }
        let id = card_id(card);
        let facts = self.state.facts(card);
        let value = |label: &str, value: u8| Value {
            label: label.to_string(),
            value: value.to_string(),
            tone: Tone::Plain,
        };
        let mut values = vec![value(self.pick("Force", "Macht"), facts.force)];
        match facts.card_type {
            CardType::Fate => values.push(value(self.pick("Priority", "Priorität"), facts.priority)),
            _ => values.push(value(self.pick("Cost", "Kosten"), facts.cost)),
        }
        Card {
            id,
            title: card_name(self.state, card, self.lang),
            subtitle: facts.trait_names.join(" · "),
            values,
            lines: vec![facts.text.in_(self.lang).to_string()],
            state: if facedown { self.pick("face down", "verdeckt").to_string() } else { String::new() },
            ..Card::default()
        }
    }

    fn card(&self, id: CardId) -> Card {
        let card = self.state.card(id);
        let facts = card.facts();
        let value =
            |label: &str, value: u8, tone| Value { label: label.to_string(), value: value.to_string(), tone };
        let mut values = Vec::new();
        if card.is_unit() {
            let icons = |icon| constants::icons(self.state, id, icon);
            values.push(value(self.pick("Unit", "Einheit"), icons(Icon::UnitDamage), Tone::Red));
            values.push(value(self.pick("Tactics", "Taktik"), icons(Icon::Tactics), Tone::Blue));
            values.push(value(self.pick("Blast", "Explosion"), icons(Icon::BlastDamage), Tone::Orange));
        }
        let resources = constants::resources(self.state, id);
        if resources > 0 {
            values.push(value(self.pick("Resources", "Ressourcen"), resources, Tone::Gold));
        }
        let mut pips = Vec::new();
        if card.is_unit() || card.is_objective() {
            let capacity = constants::capacity(self.state, id);
            pips.push(Pips {
                label: self.pick("Damage capacity", "Schadenslimit").to_string(),
                full: capacity.saturating_sub(card.damage).into(),
                empty: card.damage.into(),
                tone: Tone::Red,
                shape: PipShape::Square,
                ..Pips::default()
            });
        }
        let mut chips = Vec::new();
        let mut chip = |count: u8, text: &str, tone: Tone, title: &str| {
            for _ in 0..count.min(4) {
                chips.push(Chip { text: text.to_string(), tone, title: title.to_string() });
            }
        };
        chip(card.focus, "F", Tone::Violet, self.pick("Focus", "Fokus"));
        chip(card.shields, "S", Tone::Blue, self.pick("Shield", "Schild"));
        chip(
            u8::from(card.committed),
            "M",
            Tone::Gold,
            self.pick("Committed to the Force", "Der Macht verpflichtet"),
        );
        chip(card.captives, "C", Tone::Orange, self.pick("Captured card", "Gefangene Karte"));
        let attached = self.state.attachments(id);
        Card {
            id: format!("card-{}", id.0),
            title: card_name(self.state, id, self.lang),
            subtitle: facts.trait_names.join(" · "),
            values,
            pips,
            lines: vec![facts.text.in_(self.lang).to_string()],
            chips,
            turned: !card.is_ready(),
            active: self.state.engaged_objective() == Some(id),
            attached: attached.map(|other| self.card(other)).collect(),
            ..Card::default()
        }
    }
}
