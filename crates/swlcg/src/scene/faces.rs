//! Faces of cards: names, values with signs of our own, tokens, and the text in our own words.

use scene::{Card, Chip, Detail, Glyph, PipShape, Pips, Tone, Value};
use table::Lang;

use super::card_id;
use crate::cards::{CardType, Facts, constants};
use crate::lobby::affiliation_name;
use crate::show::card_name;
use crate::state::{CardId, Icon, State};
use crate::words::{card_type_name, icon_name, keywords_text, trait_names};

pub struct Faces<'a> {
    pub state: &'a State,
    pub lang: Lang,
}

impl Faces<'_> {
    fn pick<'b>(&self, en: &'b str, de: &'b str) -> &'b str {
        if self.lang == Lang::En { en } else { de }
    }

    fn value(&self, label: &str, value: u8, glyph: Glyph, tone: Tone) -> Value {
        Value { label: label.to_string(), value: value.to_string(), tone, glyph: Some(glyph) }
    }

    /// A card that is not in play.
    pub fn loose(&self, id: String, card: CardId, facedown: bool) -> Card {
        if card == CardId::HIDDEN {
            return Card { id, hidden: true, ..Card::default() };
        }
        let facts = self.state.facts(card);
        let mut values = Vec::new();
        match facts.card_type {
            CardType::Fate => values.push(self.value(
                self.pick("Priority", "Priorität"),
                facts.priority,
                Glyph::Hash,
                Tone::Plain,
            )),
            CardType::Objective | CardType::Affiliation => {}
            _ => values.push(self.value(self.pick("Cost", "Kosten"), facts.cost, Glyph::Coin, Tone::Plain)),
        }
        if facts.is_command_card() {
            values.push(self.force(facts.force));
        }
        values.extend(self.resources(facts.resources));
        self.combat(facts, &mut values, |icon| facts.icons.of(icon), true);
        let mut pips = Vec::new();
        if facts.capacity > 0 {
            pips.push(self.capacity(facts.capacity, 0));
        }
        Card {
            id: card_id(card),
            title: self.title(card),
            title_lang: self.title_lang(card),
            subtitle: self.kind(facts),
            values,
            pips,
            lines: self.lines(facts),
            state: if facedown { self.pick("face down", "verdeckt").to_string() } else { String::new() },
            details: vec![self.detail(facts)],
            ..Card::default()
        }
    }

    /// A card in play.
    pub fn card(&self, id: CardId) -> Card {
        let card = self.state.card(id);
        if card.face_down {
            return Card { id: card_id(id), hidden: true, ..Card::default() };
        }
        let facts = card.facts();
        let mut values = Vec::new();
        if card.is_unit() {
            values.push(self.force(constants::force_icons(self.state, id)));
        }
        values.extend(self.resources(constants::resources(self.state, id)));
        if card.is_unit() {
            let enabled = self.state.is_participating(id) && self.state.has_edge(card.controller);
            self.combat(facts, &mut values, |icon| constants::icons(self.state, id, icon), !enabled);
        }
        let mut pips = Vec::new();
        if card.is_unit() || card.is_objective() {
            pips.push(self.capacity(constants::capacity(self.state, id), card.damage));
        }
        let attached: Vec<CardId> = self.state.attachments(id).collect();
        let mut details = vec![self.detail(facts)];
        details.extend(attached.iter().map(|other| {
            let facts = self.state.facts(*other);
            Detail { title: self.title(*other), kind: self.kind(facts), ..self.detail(facts) }
        }));
        Card {
            id: card_id(id),
            title: self.title(id),
            title_lang: self.title_lang(id),
            subtitle: self.kind(facts),
            values,
            pips,
            lines: self.lines(facts),
            chips: self.tokens(id),
            state: if card.is_ready() {
                String::new()
            } else {
                self.pick("exhausted", "erschöpft").to_string()
            },
            faded: !card.is_ready(),
            active: self.state.engaged_objective() == Some(id),
            attached: attached.into_iter().map(|other| self.card(other)).collect(),
            details,
            ..Card::default()
        }
    }

    /// Unique cards carry a dot before their name.
    pub fn title(&self, id: CardId) -> String {
        let dot = if self.state.facts(id).unique { "•\u{a0}" } else { "" };
        format!("{dot}{}", card_name(self.state, id, self.lang))
    }

    fn title_lang(&self, id: CardId) -> String {
        let foreign = self.state.facts(id).name.foreign(self.lang);
        foreign.map_or(String::new(), |lang| lang.to_string())
    }

    fn kind(&self, facts: &Facts) -> String {
        let traits = trait_names(facts, self.lang);
        let kind = card_type_name(facts.card_type, self.lang);
        if traits.is_empty() { kind.to_string() } else { format!("{kind} · {traits}") }
    }

    /// The keywords and the text. Of a text that nobody has taught the table only that much is said.
    fn text(&self, facts: &Facts) -> String {
        let text = if facts.gap { self.not_built_in() } else { facts.text.in_(self.lang) };
        let parts = [keywords_text(facts, self.lang), text.to_string()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn not_built_in(&self) -> &str {
        self.pick("[text not built in]", "[Text nicht eingebaut]")
    }

    fn lines(&self, facts: &Facts) -> Vec<String> {
        Some(self.text(facts)).filter(|text| !text.is_empty()).into_iter().collect()
    }

    fn detail(&self, facts: &Facts) -> Detail {
        let mut title = affiliation_name(facts.affiliation).in_(self.lang).to_string();
        if facts.affiliation_only {
            title.push_str(self.pick(" only", " (nur für diese Fraktion)"));
        }
        let mut text = self.text(facts);
        if facts.gap {
            let blank = self.pick(
                "The card counts as having no text. On it stands:",
                "Die Karte gilt als ohne Text. Auf ihr steht:",
            );
            text = format!("{text} {blank} {}", facts.text.in_(self.lang));
        }
        Detail { title, text, ..Detail::default() }
    }

    fn force(&self, icons: u8) -> Value {
        self.value(self.pick("Force icons", "Machtsymbole"), icons, Glyph::Swirl, Tone::Blue)
    }

    fn resources(&self, resources: u8) -> Option<Value> {
        let label = self.pick("Resources", "Ressourcen");
        (resources > 0).then(|| self.value(label, resources, Glyph::Crystal, Tone::Gold))
    }

    /// The combat icons, and behind them those that need the edge.
    fn combat(&self, facts: &Facts, values: &mut Vec<Value>, now: impl Fn(Icon) -> u8, with_edge: bool) {
        let glyph = |icon| match icon {
            Icon::UnitDamage => Glyph::Blade,
            Icon::Tactics => Glyph::Rings,
            Icon::BlastDamage => Glyph::Burst,
        };
        for icon in Icon::ALL.into_iter().filter(|icon| now(*icon) > 0) {
            values.push(self.value(icon_name(icon, self.lang), now(icon), glyph(icon), Tone::Red));
        }
        let edge = self.pick("with the edge", "mit Kampfvorteil");
        for icon in Icon::ALL.into_iter().filter(|icon| with_edge && facts.edge_icons.of(*icon) > 0) {
            let label = format!("{} ({edge})", icon_name(icon, self.lang));
            values.push(self.value(&label, facts.edge_icons.of(icon), glyph(icon), Tone::Muted));
        }
    }

    fn capacity(&self, capacity: u8, damage: u8) -> Pips {
        Pips {
            label: self.pick("Damage capacity", "Schadenslimit").to_string(),
            full: capacity.saturating_sub(damage).into(),
            empty: damage.into(),
            tone: Tone::Red,
            shape: PipShape::Square,
            ..Pips::default()
        }
    }

    fn tokens(&self, id: CardId) -> Vec<Chip> {
        let card = self.state.card(id);
        let chip = |count: u8, letter: &str, tone: Tone, en: &str, de: &str| {
            (count > 0).then(|| Chip {
                text: if count > 1 { format!("{letter}{count}") } else { letter.to_string() },
                tone,
                title: format!("{count} × {}", self.pick(en, de)),
            })
        };
        let committed = card.committed.then(|| Chip {
            text: "☯".to_string(),
            tone: Tone::Gold,
            title: self.pick("committed to the Force", "der Macht verpflichtet").to_string(),
        });
        let chips = [
            chip(card.focus, "F", Tone::Violet, "focus token", "Fokusmarker"),
            chip(card.shields, "S", Tone::Blue, "shield", "Schildmarker"),
            chip(card.captives, self.pick("C", "G"), Tone::Orange, "captured card", "gefangene Karte"),
            chip(card.stowed, self.pick("D", "V"), Tone::Muted, "face-down card", "verdeckte Karte"),
            chip(
                card.beneath,
                self.pick("E", "K"),
                Tone::Gold,
                "card for the edge stack",
                "Karte für den Kampfvorteilsstapel",
            ),
            committed,
        ];
        chips.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::library;
    use crate::setup::{Placed, Position, Setup, begin};
    use crate::state::{Cursor, Options};

    #[test]
    fn a_text_that_is_not_built_in_is_marked_on_the_card_and_beside_it() {
        let gaps = |card: &Facts| card.gap && card.card_type == CardType::Unit && !card.text.en.is_empty();
        for (_, facts) in library().kinds().filter(|(_, card)| gaps(card)) {
            let mut position = Position { step: Cursor::Deployment, ..Position::default() };
            position.side_mut(facts.side).in_play.push(Placed::new(&facts.id));
            position.side_mut(facts.side).hand.push(facts.id.clone());
            let options = Options { blank_gaps: true, ..Options::default() };
            let setup = Setup { options, position: Some(position), ..Setup::default() };
            let state = begin(&setup).unwrap_or_else(|faults| panic!("{}: {faults:?}", facts.id));
            for (lang, mark) in [(Lang::En, "[text not built in]"), (Lang::De, "[Text nicht eingebaut]")] {
                let faces = Faces { state: &state, lang };
                let in_play = state.in_play().find(|id| state.facts(*id).id == facts.id);
                let in_hand = state.player(facts.side.seat()).hand.first().copied();
                let cards = [
                    in_play.map(|id| faces.card(id)),
                    in_hand.map(|id| faces.loose(String::new(), id, false)),
                ];
                for card in cards.map(|card| card.expect("both are there")) {
                    assert!(card.lines.iter().any(|line| line.contains(mark)), "{:?}", card.lines);
                    assert!(
                        !card.lines.iter().any(|line| line.contains(facts.text.in_(lang))),
                        "{:?}",
                        card.lines
                    );
                    assert!(
                        card.details.iter().any(|detail| detail.text.contains(mark)),
                        "{:?}",
                        card.details
                    );
                }
            }
        }
    }
}
