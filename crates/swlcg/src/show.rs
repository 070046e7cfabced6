//! How the game is told: names of questions, options and events in both languages, and what each seat may see.

use rand_core::Rng;
use serde::Serialize;
use table::harness::Resample;
use table::{Lang, Seat, Show};

use crate::cards::{Kind, Trigger, Window, library};
use crate::state::{CardId, CardRef, Cursor, Ending, Icon, Player, Side, State, What};
use crate::{Ask, Choice, Event, Swlcg, damage};

/// What a seat may see of a position: the position with everything hidden taken out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub seat: Option<Seat>,
    /// Cards in decks, other hands and face-down edge stacks are [`Kind::HIDDEN`]; their numbers are open.
    pub state: State,
}

impl Show for Swlcg {
    type View = View;

    fn view(state: &State, seat: Option<Seat>) -> View {
        let mut seen = state.clone();
        for (number, player) in seen.players.iter_mut().enumerate() {
            player.deck.fill(Kind::HIDDEN);
            if seat != Some(Seat(number as u8)) {
                player.hand.fill(Kind::HIDDEN);
                let facedown = player.edge_stack.iter_mut().filter(|card| !card.face_up);
                facedown.for_each(|card| card.kind = Kind::HIDDEN);
            }
        }
        View { seat, state: seen }
    }

    fn see(_: &State, event: &Event, viewer: Option<Seat>) -> Option<Event> {
        Some(match event {
            Event::Placed { seat, face_up: false, .. } if viewer != Some(*seat) => {
                Event::Placed { seat: *seat, kind: Kind::HIDDEN, face_up: false }
            }
            Event::Drawn(seat, _) if viewer != Some(*seat) => Event::Drawn(*seat, Kind::HIDDEN),
            other => other.clone(),
        })
    }

    fn seat_name(_: &State, seat: Seat) -> String {
        if seat == Seat::CHANCE {
            return "chance".to_string();
        }
        format!("{:?}", Side::of(seat))
    }

    fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
        let en = lang == Lang::En;
        let pick = |en_text: &str, de: &str| if en { en_text.to_string() } else { de.to_string() };
        let by = |card: &CardRef| ref_name(state, *card, lang);
        let unit = |id: &CardId| card_name(state, *id, lang);
        match ask {
            Ask::Draw(seat) => {
                format!("{} {}", pick("Draw a card for", "Karte ziehen für"), Self::seat_name(state, *seat))
            }
            Ask::Window(window) => window_text(state, *window, lang),
            Ask::Target(card) => {
                format!("{} {}", pick("Choose a target for", "Wähle ein Ziel für"), by(card))
            }
            Ask::Pay(card, left) if en => format!("Pay {left} for {}", by(card)),
            Ask::Pay(card, left) => format!("Bezahle {left} für {}", by(card)),
            Ask::Sacrifice(card) => {
                format!("{} {}", pick("Choose a sacrifice for", "Wähle ein Opfer für"), by(card))
            }
            Ask::EdgeCard => {
                pick("Place a card in your edge stack", "Lege eine Karte auf deinen Kampfvorteilsstapel")
            }
            Ask::FateCard => pick("Which fate card is next?", "Welche Schicksalskarte ist als nächste dran?"),
            Ask::Strike => pick("Which unit strikes?", "Welche Einheit führt einen Angriffsschlag durch?"),
            Ask::IconOrder(id) => {
                format!("{} {}", pick("Order of the icons of", "Reihenfolge der Symbole von"), unit(id))
            }
            Ask::UnitDamage(id) => {
                format!("{} {}", pick("Who takes the damage of", "Wer nimmt den Schaden von"), unit(id))
            }
            Ask::Tactics(id) => {
                format!(
                    "{} {}",
                    pick("Who gets a focus token from", "Wer bekommt einen Fokusmarker von"),
                    unit(id)
                )
            }
            Ask::Shield(id) => format!("{} {}?", pick("Use the shield of", "Schild einsetzen:"), unit(id)),
        }
    }

    fn choice_text(state: &State, choice: &Choice, lang: Lang) -> String {
        let pick = |en: &str, de: &str| if lang == Lang::En { en.to_string() } else { de.to_string() };
        match choice {
            Choice::Pass => pick("Pass", "Passen"),
            Choice::Place(kind) | Choice::Fate(kind) | Choice::Drawn(kind) => kind_name(*kind, lang),
            Choice::Card(id) => card_name(state, *id, lang),
            Choice::Use(card, _) => ref_name(state, *card, lang),
            Choice::Pay(id, amount) => {
                format!("{amount} {} {}", pick("from", "von"), card_name(state, *id, lang))
            }
            Choice::Icon(icon) => icon_name(*icon, lang).to_string(),
            Choice::UseShield => pick("Use the shield", "Schild einsetzen"),
        }
    }

    fn event_text(state: &State, event: &Event, lang: Lang) -> String {
        match lang {
            Lang::En => event_en(state, event),
            Lang::De => event_de(state, event),
        }
    }

    fn card_text(state: &State, card: &CardRef, lang: Lang) -> String {
        match state.kind(*card) {
            Kind::HIDDEN => String::new(),
            kind => library().card(kind).text.in_(lang).to_string(),
        }
    }

    fn scene(view: &View, lang: Lang) -> scene::Scene {
        crate::scene::scene(view, lang)
    }
}

impl Resample for Swlcg {
    /// Shuffles other players' hands and face-down edge cards into their decks and deals them anew.
    fn resample(state: &State, seat: Option<Seat>, luck: &mut dyn Rng) -> State {
        let mut other = state.clone();
        for (number, player) in other.players.iter_mut().enumerate() {
            if seat != Some(Seat(number as u8)) {
                deal_anew(player, luck);
            }
        }
        other
    }

    fn invariants(state: &State) -> Result<(), String> {
        for id in state.in_play() {
            let card = state.card(id);
            if card.facts().capacity > 0
                && card.damage >= damage::capacity(state, id)
                && !is_falling(state, id)
            {
                return Err(format!("card {} should be destroyed", id.0));
            }
            if card.attached_to.is_some_and(|host| !state.is_in_play(host)) {
                return Err(format!("card {} is attached to nothing", id.0));
            }
        }
        if let Some(engagement) = &state.engagement
            && engagement.participants.iter().any(|id| !state.is_in_play(*id))
        {
            return Err("somebody fights who is not in play".to_string());
        }
        let edge_is_open = matches!(state.cursor, Cursor::EdgeBattle);
        if !edge_is_open && state.players.iter().any(|player| !player.edge_stack.is_empty()) {
            return Err("an edge stack is left over".to_string());
        }
        if state.players.iter().any(|player| !player.deck.is_sorted()) {
            return Err("a deck tells its order".to_string());
        }
        Ok(())
    }
}

/// Whether a card is about to leave play.
fn is_falling(state: &State, id: CardId) -> bool {
    state.occurrences.iter().any(|occurrence| match occurrence.what {
        What::LeavesPlay { card } => card == id,
        What::ObjectiveDestroyed { objective } => objective == id,
        _ => false,
    })
}

fn deal_anew(player: &mut Player, luck: &mut dyn Rng) {
    let facedown = player.edge_stack.iter_mut().filter(|card| !card.face_up).map(|card| &mut card.kind);
    let mut hidden: Vec<&mut Kind> =
        player.hand.iter_mut().chain(facedown).chain(player.deck.iter_mut()).collect();
    for last in (1..hidden.len()).rev() {
        let chosen = luck.next_u32() as usize % (last + 1);
        let (a, b) = (*hidden[last], *hidden[chosen]);
        (*hidden[last], *hidden[chosen]) = (b, a);
    }
    player.deck.sort_unstable();
}

pub fn kind_name(kind: Kind, lang: Lang) -> String {
    match (kind, lang) {
        (Kind::HIDDEN, Lang::En) => "a card".to_string(),
        (Kind::HIDDEN, Lang::De) => "eine Karte".to_string(),
        _ => library().card(kind).name.in_(lang).to_string(),
    }
}

/// A card in play; several of one name and side are numbered.
pub fn card_name(state: &State, id: CardId, lang: Lang) -> String {
    let card = state.card(id);
    let name = kind_name(card.kind, lang);
    let twins =
        (0..state.cards.len() as u16).map(CardId).filter(|other| state.card(*other).kind == card.kind);
    if twins.clone().count() < 2 {
        return name;
    }
    let number = twins.take_while(|other| *other != id).count() + 1;
    format!("{name} {number}")
}

pub fn ref_name(state: &State, card: CardRef, lang: Lang) -> String {
    match card {
        CardRef::Play(id) => card_name(state, id, lang),
        CardRef::Hand(_, kind) | CardRef::Edge(_, kind) => kind_name(kind, lang),
    }
}

fn icon_name(icon: Icon, lang: Lang) -> &'static str {
    match (icon, lang) {
        (Icon::UnitDamage, Lang::En) => "Unit damage",
        (Icon::Tactics, Lang::En) => "Tactics",
        (Icon::BlastDamage, Lang::En) => "Blast damage",
        (Icon::UnitDamage, Lang::De) => "Einheitenschaden",
        (Icon::Tactics, Lang::De) => "Taktik",
        (Icon::BlastDamage, Lang::De) => "Explosionsschaden",
    }
}

/// What a window is about, as far as the position says.
fn window_text(state: &State, window: Window, lang: Lang) -> String {
    let en = lang == Lang::En;
    let (before, trigger) = match window {
        Window::Action => return if en { "Take an action" } else { "Führe eine Aktion durch" }.to_string(),
        Window::Interrupt(trigger) => (true, trigger),
        Window::Reaction(trigger) => (false, trigger),
    };
    let verb = match (before, en) {
        (true, true) => "Interrupt",
        (false, true) => "React",
        (true, false) => "Unterbrechen",
        (false, false) => "Reagieren",
    };
    let what = match state.now() {
        Some(What::Used { card, .. }) => ref_name(state, card, lang),
        Some(What::Damage { target, amount, .. }) if en => {
            format!("{amount} damage to {}", card_name(state, target, lang))
        }
        Some(What::Damage { target, amount, .. }) => {
            format!("{amount} Schaden an {}", card_name(state, target, lang))
        }
        Some(What::LeavesPlay { card }) if en => format!("{} leaves play", card_name(state, card, lang)),
        Some(What::LeavesPlay { card }) => format!("{} verlässt das Spiel", card_name(state, card, lang)),
        Some(What::ObjectiveDestroyed { objective }) if en => {
            format!("{} is destroyed", card_name(state, objective, lang))
        }
        Some(What::ObjectiveDestroyed { objective }) => {
            format!("{} wird zerstört", card_name(state, objective, lang))
        }
        Some(What::FateCard { kind, .. }) => kind_name(kind, lang),
        Some(What::EdgeWon { seat }) if en => {
            format!("{} wins the edge battle", Swlcg::seat_name(state, seat))
        }
        Some(What::EdgeWon { seat }) => format!("{} gewinnt den Kampfvorteil", Swlcg::seat_name(state, seat)),
        Some(What::FocusedToStrike { unit }) if en => {
            format!("{} is focused to strike", card_name(state, unit, lang))
        }
        Some(What::FocusedToStrike { unit }) => format!("{} wird fokussiert", card_name(state, unit, lang)),
        Some(What::EdgeStacksRevealed) | None => trigger_name(trigger, lang).to_string(),
    };
    format!("{verb}: {what}")
}

fn trigger_name(trigger: Trigger, lang: Lang) -> &'static str {
    match (trigger, lang) {
        (Trigger::EdgeStacksRevealed, Lang::En) => "edge stacks are revealed",
        (Trigger::EdgeStacksRevealed, Lang::De) => "die Kampfvorteilsstapel werden aufgedeckt",
        (_, Lang::En) => "what happens",
        (_, Lang::De) => "was geschieht",
    }
}

pub fn cursor_name(cursor: Cursor, lang: Lang) -> &'static str {
    match (cursor, lang) {
        (Cursor::DefendersDeclared, Lang::En) => "Defenders declared",
        (Cursor::EdgeBattle, Lang::En) => "Edge battle",
        (Cursor::EdgeDecided, Lang::En) => "Edge decided",
        (Cursor::Strikes, Lang::En) => "Strikes",
        (Cursor::Unopposed, Lang::En) => "Unopposed",
        (Cursor::EngagementOver, Lang::En) => "Engagement over",
        (Cursor::Over, Lang::En) => "Game over",
        (Cursor::DefendersDeclared, Lang::De) => "Verteidiger bestimmt",
        (Cursor::EdgeBattle, Lang::De) => "Ringen um den Kampfvorteil",
        (Cursor::EdgeDecided, Lang::De) => "Kampfvorteil entschieden",
        (Cursor::Strikes, Lang::De) => "Angriffsschläge",
        (Cursor::Unopposed, Lang::De) => "Ohne Gegenwehr",
        (Cursor::EngagementOver, Lang::De) => "Kampf vorbei",
        (Cursor::Over, Lang::De) => "Spiel vorbei",
    }
}

pub fn ending_name(ending: Ending, lang: Lang) -> &'static str {
    match (ending, lang) {
        (Ending::Dial, Lang::En) => "the Death Star dial has reached its end",
        (Ending::Objectives, Lang::En) => "three dark side objectives are destroyed",
        (Ending::DeckOut, Lang::En) => "a command deck is empty",
        (Ending::Engagement, Lang::En) => "the engagement is over",
        (Ending::Dial, Lang::De) => "die Todesstern-Scheibe ist am Ende",
        (Ending::Objectives, Lang::De) => "drei Einsatzziele der Dunklen Seite sind zerstört",
        (Ending::DeckOut, Lang::De) => "ein Kommandodeck ist leer",
        (Ending::Engagement, Lang::De) => "der Kampf ist vorbei",
    }
}

fn names(kinds: &[Kind], lang: Lang) -> String {
    match kinds {
        [] if lang == Lang::En => "nothing".to_string(),
        [] => "nichts".to_string(),
        _ => kinds.iter().map(|kind| kind_name(*kind, lang)).collect::<Vec<_>>().join(", "),
    }
}

fn event_en(state: &State, event: &Event) -> String {
    let lang = Lang::En;
    let who = |seat: &Seat| Swlcg::seat_name(state, *seat);
    let card = |id: &CardId| card_name(state, *id, lang);
    let kind = |kind: &Kind| kind_name(*kind, lang);
    match event {
        Event::Step(cursor) => cursor_name(*cursor, lang).to_string(),
        Event::Placed { seat, kind: placed, face_up: false } => {
            format!("{} places {} face down", who(seat), kind(placed))
        }
        Event::Placed { seat, kind: placed, face_up: true } => {
            format!("{} places {} face up", who(seat), kind(placed))
        }
        Event::PassedEdge(seat) => format!("{} places no card", who(seat)),
        Event::Revealed(seat, kinds) => format!("{} reveals {}", who(seat), names(kinds, lang)),
        Event::FateResolves(seat, fate) => format!("{} of {} resolves", kind(fate), who(seat)),
        Event::EdgeCanceled => "The edge battle is canceled".to_string(),
        Event::EdgeTotals(attacker, defender) => format!("Force icons: {attacker} against {defender}"),
        Event::EdgeWon(seat) => format!("{} wins the edge battle", who(seat)),
        Event::Announced(by, None) => {
            format!("{} uses {}", who(&state.controller(*by)), ref_name(state, *by, lang))
        }
        Event::Announced(by, Some(target)) => {
            format!("{} uses {} on {}", who(&state.controller(*by)), ref_name(state, *by, lang), card(target))
        }
        Event::EffectsCanceled(by) => format!("The effects of {} are canceled", ref_name(state, *by, lang)),
        Event::Paid(id, amount) => format!("{} provides {amount}", card(id)),
        Event::Strikes(id) => format!("{} strikes", card(id)),
        Event::Focused(id, tokens) => format!("{} gets {tokens} focus", card(id)),
        Event::FocusRemoved(id, tokens) => format!("{} loses {tokens} focus", card(id)),
        Event::ShieldPlaced(id) => format!("{} gets a shield", card(id)),
        Event::ShieldUsed(id) => format!("{} loses its shield", card(id)),
        Event::Damaged(id, amount) => format!("{} takes {amount} damage", card(id)),
        Event::Prevented(id, amount) => format!("{amount} damage to {} is averted", card(id)),
        Event::Destroyed(id) => format!("{} is destroyed", card(id)),
        Event::LeftPlay(id) => format!("{} leaves play", card(id)),
        Event::EnteredPlay(id) => format!("{} enters play", card(id)),
        Event::Discarded(seat, discarded) => format!("{} discards {}", who(seat), kind(discarded)),
        Event::Drawn(seat, drawn) => format!("{} draws {}", who(seat), kind(drawn)),
        Event::Dial(value) => format!("The dial moves to {value}"),
        Event::Unopposed => "The engagement is unopposed".to_string(),
        Event::Ended(ending) => format!("Game over: {}", ending_name(*ending, lang)),
    }
}

fn event_de(state: &State, event: &Event) -> String {
    let lang = Lang::De;
    let who = |seat: &Seat| Swlcg::seat_name(state, *seat);
    let card = |id: &CardId| card_name(state, *id, lang);
    let kind = |kind: &Kind| kind_name(*kind, lang);
    match event {
        Event::Step(cursor) => cursor_name(*cursor, lang).to_string(),
        Event::Placed { seat, kind: placed, face_up: false } => {
            format!("{} legt {} verdeckt", who(seat), kind(placed))
        }
        Event::Placed { seat, kind: placed, face_up: true } => {
            format!("{} legt {} offen", who(seat), kind(placed))
        }
        Event::PassedEdge(seat) => format!("{} legt keine Karte", who(seat)),
        Event::Revealed(seat, kinds) => format!("{} deckt {} auf", who(seat), names(kinds, lang)),
        Event::FateResolves(seat, fate) => format!("{} von {} wird abgehandelt", kind(fate), who(seat)),
        Event::EdgeCanceled => "Das Ringen um den Kampfvorteil ist abgewendet".to_string(),
        Event::EdgeTotals(attacker, defender) => format!("Machtsymbole: {attacker} gegen {defender}"),
        Event::EdgeWon(seat) => format!("{} gewinnt den Kampfvorteil", who(seat)),
        Event::Announced(by, None) => {
            format!("{} nutzt {}", who(&state.controller(*by)), ref_name(state, *by, lang))
        }
        Event::Announced(by, Some(target)) => {
            format!(
                "{} nutzt {} gegen {}",
                who(&state.controller(*by)),
                ref_name(state, *by, lang),
                card(target)
            )
        }
        Event::EffectsCanceled(by) => {
            format!("Die Effekte von {} sind abgewendet", ref_name(state, *by, lang))
        }
        Event::Paid(id, amount) => format!("{} liefert {amount}", card(id)),
        Event::Strikes(id) => format!("{} führt einen Angriffsschlag durch", card(id)),
        Event::Focused(id, tokens) => format!("{} bekommt {tokens} Fokus", card(id)),
        Event::FocusRemoved(id, tokens) => format!("{} verliert {tokens} Fokus", card(id)),
        Event::ShieldPlaced(id) => format!("{} bekommt einen Schild", card(id)),
        Event::ShieldUsed(id) => format!("{} verliert den Schild", card(id)),
        Event::Damaged(id, amount) => format!("{} nimmt {amount} Schaden", card(id)),
        Event::Prevented(id, amount) => format!("{amount} Schaden an {} wird abgewehrt", card(id)),
        Event::Destroyed(id) => format!("{} wird zerstört", card(id)),
        Event::LeftPlay(id) => format!("{} verlässt das Spiel", card(id)),
        Event::EnteredPlay(id) => format!("{} kommt ins Spiel", card(id)),
        Event::Discarded(seat, discarded) => format!("{} legt {} ab", who(seat), kind(discarded)),
        Event::Drawn(seat, drawn) => format!("{} zieht {}", who(seat), kind(drawn)),
        Event::Dial(value) => format!("Die Scheibe rückt auf {value}"),
        Event::Unopposed => "Der Kampf bleibt ohne Gegenwehr".to_string(),
        Event::Ended(ending) => format!("Spielende: {}", ending_name(*ending, lang)),
    }
}
