//! What an option leads to, before it is chosen: the cards it is about, and a sentence. Also whose a line of the log is.

use scene::{About, Hint, LogLine, Tone};
use table::{Lang, Seat, Show};

use crate::cards::{CardType, Kind, PLAY, PLAY_ON, constants, text_of};
use crate::conflict::edge;
use crate::scene::card_id;
use crate::state::{CardId, Icon, State};
use crate::words::{icons_text, keywords_text};
use crate::{Ask, Choice, Event, Swlcg, View, damage, explain, resources};

struct Hints<'a> {
    state: &'a State,
    seat: Option<Seat>,
    lang: Lang,
}

/// How an option looks among the others.
pub fn about(view: &View, choice: &Choice) -> About {
    let tone = match choice {
        Choice::Use(..) => Tone::Gold,
        _ => Tone::Plain,
    };
    About { tone, pieces: cards_of(&view.state, choice), ..About::default() }
}

/// A number for everything on the table but what a player adds to an edge stack: while it stays the same, nobody else has
/// done anything.
pub fn as_others_left_it(view: &View) -> u32 {
    let state = &view.state;
    let others = state.players.iter().enumerate().filter(|(seat, _)| view.seat != Some(Seat(*seat as u8)));
    let held: Vec<(usize, usize, usize)> = others
        .map(|(_, player)| (player.hand.len(), player.edge_stack.len(), player.discard.len()))
        .collect();
    let on_table: Vec<(CardId, u8, u8, u8, bool)> = state
        .in_play()
        .map(|id| (id, state.card(id)))
        .map(|(id, card)| (id, card.focus, card.damage, card.shields, state.is_participating(id)))
        .collect();
    let hash = table::stable_hash(&(held, on_table));
    (hash ^ hash >> 32) as u32
}

/// What an option leads to.
pub fn hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> Hint {
    let hints = Hints { state: &view.state, seat: view.seat, lang };
    Hint { detail: hints.detail(ask, choice), pieces: cards_of(&view.state, choice), marks: Vec::new() }
}

fn is_known(state: &State, id: CardId) -> bool {
    usize::from(id.0) < state.cards.len()
}

/// The card that an option is about.
fn cards_of(state: &State, choice: &Choice) -> Vec<String> {
    let card = match *choice {
        Choice::Card(id) | Choice::Use(id, _) | Choice::Pay(id, _) => Some(id),
        _ => None,
    };
    card.into_iter().filter(|id| is_known(state, *id)).map(card_id).collect()
}

impl Hints<'_> {
    fn pick<'b>(&self, en: &'b str, de: &'b str) -> &'b str {
        if self.lang == Lang::En { en } else { de }
    }

    fn text(&self, id: CardId) -> String {
        let facts = self.state.facts(id);
        let parts = [keywords_text(facts, self.lang), facts.text.in_(self.lang).to_string()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn card(&self, id: CardId) -> String {
        if self.state.card(id).kind == Kind::HIDDEN {
            return self
                .pick("This card is hidden from you.", "Diese Karte liegt für dich verdeckt.")
                .to_string();
        }
        let text = self.text(id);
        let none = self.pick("This card has no text.", "Diese Karte hat keinen Text.");
        if text.is_empty() { none.to_string() } else { text }
    }

    fn detail(&self, ask: &Ask, choice: &Choice) -> String {
        match (ask, *choice) {
            (_, Choice::Use(id, how @ (PLAY | PLAY_ON))) => self.play(id, how == PLAY_ON),
            (_, Choice::Use(id, index)) => self.use_ability(text_of(id, index)),
            (Ask::Engage | Ask::BalanceDamage | Ask::CaptureAt(_), Choice::Card(id)) => self.objective(id),
            (Ask::Attackers(_) | Ask::Defenders(_) | Ask::Strike, Choice::Card(id)) => self.fighter(id),
            (Ask::UnitDamage(by), Choice::Card(id)) => self.hit(*by, id),
            (Ask::EdgeCard | Ask::OpenEdgeCard, Choice::Card(id)) => self.edge_card(id),
            (Ask::Commit, Choice::Card(id)) => self.commit(id),
            (Ask::EdgeCard | Ask::OpenEdgeCard, Choice::Pass) => self
                .pick(
                    "When both pass in a row, the stacks are revealed.",
                    "Passen beide nacheinander, werden die Stapel aufgedeckt.",
                )
                .to_string(),
            (Ask::Window(crate::cards::Window::Action), Choice::Pass) => self
                .pick(
                    "When both pass in a row, the window closes.",
                    "Passen beide nacheinander, endet das Aktionsfenster.",
                )
                .to_string(),
            (Ask::Mulligan, Choice::NewHand) => self
                .pick(
                    "The whole hand is shuffled back and drawn anew; only once.",
                    "Die ganze Hand wird zurückgemischt und neu gezogen; nur einmal.",
                )
                .to_string(),
            (_, Choice::Card(id)) if is_known(self.state, id) => self.card(id),
            _ => String::new(),
        }
    }

    fn play(&self, id: CardId, on: bool) -> String {
        let price = resources::price(self.state, id, on);
        let head = format!("{} {price}.", self.pick("Costs", "Kostet"));
        let icons =
            icons_text(self.state.facts(id), self.lang).map_or(String::new(), |icons| format!(" {icons}."));
        format!("{head}{icons} {}", self.text(id)).trim().to_string()
    }

    fn use_ability(&self, id: CardId) -> String {
        let facts = self.state.facts(id);
        let price = resources::price(self.state, id, false);
        let head = match facts.card_type {
            CardType::Event if price > 0 => format!("{} {price}. ", self.pick("Costs", "Kostet")),
            _ => String::new(),
        };
        format!("{head}{}", facts.text.in_(self.lang))
    }

    fn objective(&self, id: CardId) -> String {
        let left = damage::remaining(self.state, id);
        match self.lang {
            Lang::En => format!("{left} more damage destroys it."),
            Lang::De => format!("Noch {left} Schaden, und es ist zerstört."),
        }
    }

    /// Icons with what the edge would add, and what it can take.
    fn fighter(&self, id: CardId) -> String {
        let facts = self.state.facts(id);
        let icons = icons_text(facts, self.lang);
        let icons = icons.unwrap_or_else(|| self.pick("No combat icons", "Keine Kampfsymbole").to_string());
        let left = damage::remaining(self.state, id);
        let price = if self.state.card(id).committed {
            self.pick(" Striking takes two focus tokens.", " Ein Angriffsschlag kostet zwei Fokusmarker.")
        } else {
            ""
        };
        match self.lang {
            Lang::En => format!("{icons}. Takes {left} more damage.{price}"),
            Lang::De => format!("{icons}. Hält noch {left} Schaden aus.{price}"),
        }
    }

    fn hit(&self, by: CardId, id: CardId) -> String {
        let amount = constants::icons(self.state, by, Icon::UnitDamage);
        let left = damage::remaining(self.state, id);
        let shield = self.state.card(id).shields > 0;
        match (self.lang, amount >= left, shield) {
            (Lang::En, true, false) => format!("{amount} damage destroys it ({left} left)."),
            (Lang::En, ..) => format!("{amount} damage of {left} that it can take."),
            (Lang::De, true, false) => format!("{amount} Schaden: wird zerstört (hält noch {left} aus)."),
            (Lang::De, ..) => format!("{amount} Schaden; hält noch {left} aus."),
        }
    }

    /// What the own stack would count.
    fn edge_card(&self, id: CardId) -> String {
        let facts = self.state.facts(id);
        let own = self.seat.map_or(0, |seat| edge::force_icons(self.state, seat));
        let (force, total) = (facts.force, own.saturating_add(facts.force));
        let fate = if facts.card_type == CardType::Fate {
            format!(" {}", facts.text.in_(self.lang))
        } else {
            String::new()
        };
        let icons = self.force_icons(force);
        match self.lang {
            Lang::En => format!("{icons}: your stack counts {total}.{fate}"),
            Lang::De => format!("{icons}: Dein Stapel zählt {total}.{fate}"),
        }
    }

    fn commit(&self, id: CardId) -> String {
        let force = constants::force_icons(self.state, id);
        let icons = self.force_icons(force);
        match self.lang {
            Lang::En => format!("{icons} in each struggle; its strikes take two focus tokens."),
            Lang::De => {
                format!("{icons} in jedem Machtduell; ihre Angriffsschläge kosten zwei Fokusmarker.")
            }
        }
    }

    /// So many Force icons, in words.
    fn force_icons(&self, number: u8) -> String {
        let icons = match number {
            1 => self.lang.pick("Force icon", "Machtsymbol"),
            _ => self.lang.pick("Force icons", "Machtsymbole"),
        };
        format!("{number} {icons}")
    }
}

/// An event with the side it belongs to; turns begin chapters.
pub fn log_line(state: &State, event: &Event, lang: Lang) -> LogLine {
    let of_card = |id: &CardId| state.cards.get(usize::from(id.0)).map(|card| card.controller);
    let seat = match event {
        Event::Turn(seat, _)
        | Event::Mulligan(seat)
        | Event::Placed { seat, .. }
        | Event::PassedEdge(seat)
        | Event::Revealed(seat, _)
        | Event::FateResolves(seat, _)
        | Event::EdgeWon(seat)
        | Event::Played(seat, _)
        | Event::Named(seat, _)
        | Event::Announced { seat, .. }
        | Event::ShieldsRemoved(seat)
        | Event::Discarded(seat, _)
        | Event::Drawn(seat, _) => Some(*seat),
        Event::ObjectiveRevealed(id)
        | Event::Engages(id)
        | Event::Attacks(id)
        | Event::Defends(id)
        | Event::Strikes(id)
        | Event::Focused(id, _)
        | Event::FocusRemoved(id, _)
        | Event::ShieldPlaced(id)
        | Event::ShieldUsed(id)
        | Event::Damaged(id, _)
        | Event::Healed(id, _)
        | Event::Prevented(id, _)
        | Event::Protected(id, ..)
        | Event::Destroyed(id)
        | Event::LeftPlay(id)
        | Event::EnteredPlay(id)
        | Event::Attached(id, _)
        | Event::BecameUnit(id)
        | Event::Paid(id, _)
        | Event::Committed(id) => of_card(id),
        Event::Balance(side) => Some(side.seat()),
        Event::Dial(_) => Some(crate::Side::Dark.seat()),
        _ => None,
    };
    LogLine {
        side: seat.filter(|seat| seat.is_player()).map(|seat| seat.index()),
        text: Swlcg::event_text(state, event, lang),
        rules: explain::rule(event).map(str::to_string).into_iter().collect(),
        chapter: matches!(event, Event::Turn(..)),
        ..LogLine::default()
    }
}
