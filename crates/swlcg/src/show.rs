//! How the game is told: names of questions, options and events in both languages, and what each seat may see.

use rand_core::Rng;
use serde::Serialize;
use table::Resample;
use table::{Lang, Seat, Show};

use crate::cards::{Kind, PLAY, PLAY_ON, Trigger, Way, Window, library, listening, text_of};
use crate::state::{Card, CardId, Cursor, Ending, Place, Side, State};
use crate::words::{card_type_name, held_name, icon_name, trait_name};
use crate::zones::is_hidden;
use crate::{Ask, Choice, Event, Fortune, Swlcg, damage, hints, resources};

/// What a seat may see of a position: the position with everything hidden taken out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub seat: Option<Seat>,
    /// Cards in decks, other hands and face-down edge stacks are [`CardId::HIDDEN`]; their numbers are open.
    pub state: State,
}

/// Whether a card is a captured Force card, which everybody knows.
fn is_force_card(state: &State, id: CardId) -> bool {
    state.cards.get(id.0 as usize).is_some_and(|card| card.kind == Kind::FORCE_CARD)
}

impl Show for Swlcg {
    type View = View;

    fn view(state: &State, seat: Option<Seat>) -> View {
        let mut seen = state.clone();
        seen.attention = state.attention.open();
        for id in (0..state.cards.len() as u8).map(CardId) {
            if is_hidden(state, id, seat) {
                let card = state.card(id);
                // A player knows which cards are in the own deck, but neither their order nor who was captured from it.
                let kind = if seat == Some(card.owner) { card.kind } else { Kind::HIDDEN };
                *seen.card_mut(id) = Card::new(kind, card.owner, Place::Hidden);
            }
        }
        for (number, player) in seen.players.iter_mut().enumerate() {
            for deck in [&mut player.deck, &mut player.objective_deck] {
                let unseen = deck.cards.iter_mut().filter(|id| !deck.shown.contains(**id));
                unseen.for_each(|id| *id = CardId::HIDDEN);
                (deck.bottom, deck.top) = (0, 0);
            }
            let unseen = player.hand.iter_mut().filter(|id| is_hidden(state, **id, seat));
            unseen.for_each(|id| *id = CardId::HIDDEN);
            if seat != Some(Seat(number as u8)) {
                player.objectives.fill(CardId::HIDDEN);
            }
            let unseen = player.edge_stack.iter_mut().filter(|edge| is_hidden(state, edge.card, seat));
            unseen.for_each(|edge| edge.card = CardId::HIDDEN);
        }
        View { seat, state: seen }
    }

    fn see(state: &State, event: &Event, viewer: Option<Seat>) -> Option<Event> {
        Some(match event {
            Event::Placed { seat, face_up: false, .. } if viewer != Some(*seat) => {
                Event::Placed { seat: *seat, card: CardId::HIDDEN, face_up: false }
            }
            Event::Drawn(seat, _) if viewer != Some(*seat) => Event::Drawn(*seat, CardId::HIDDEN),
            Event::HandSeen { by, of, .. } if viewer != Some(*by) && viewer != Some(*of) => {
                Event::HandSeen { by: *by, of: *of, cards: Vec::new() }
            }
            Event::TopSeen { by, of, .. } if viewer != Some(*by) => {
                Event::TopSeen { by: *by, of: *of, cards: Vec::new() }
            }
            // Whoever only watches sees what both players know.
            Event::ToHand(_, known)
                if !Side::ALL
                    .map(Side::seat)
                    .into_iter()
                    .all(|seat| known.contains(seat) || viewer.is_some_and(|viewer| viewer != seat)) =>
            {
                Event::ToHand(CardId::HIDDEN, *known)
            }
            Event::Stowed(card, host) if viewer != Some(state.card(*card).owner) => {
                Event::Stowed(CardId::HIDDEN, *host)
            }
            Event::Captured(id) if viewer != Some(Side::Dark.seat()) && !is_force_card(state, *id) => {
                Event::Captured(CardId::HIDDEN)
            }
            other => other.clone(),
        })
    }

    fn seat_name(_: &State, seat: Seat) -> String {
        if seat == Seat::CHANCE {
            return "chance".to_string();
        }
        format!("{:?}", Side::of(seat))
    }

    fn side_name(_: &State, seat: Seat, lang: Lang) -> String {
        Side::of(seat).words().in_(lang).to_string()
    }

    fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
        let pick = |en: &'static str, de: &'static str| if lang == Lang::En { en } else { de };
        let card = |id: &CardId| said(state, *id, lang);
        let about = |en, de, id: &CardId| format!("{} {}", pick(en, de), card(id));
        // In German the card stands within the question.
        let within = |en: &str, before: &str, id: &CardId, after: &str| match lang {
            Lang::En => format!("{en} {}?", card(id)),
            // "von" and "auf" take the dative here, the verbs the accusative; names are the same in both.
            Lang::De if before.ends_with(" von") || before.ends_with(" auf") => {
                format!("{before} {}{after}?", said_in_dative(state, *id))
            }
            Lang::De => format!("{before} {}{after}?", card(id)),
        };
        match ask {
            Ask::Draw(seat) => {
                format!("{} {}", pick("Draw a card for", "Karte ziehen für"), whom(state, *seat, lang))
            }
            Ask::DrawObjective(seat) => {
                let words = pick("Draw an objective for", "Einsatzziel ziehen für");
                format!("{words} {}", whom(state, *seat, lang))
            }
            Ask::Random(id) => about("A random card for", "Eine zufällige Karte für", id),
            Ask::RandomCard(seat) => {
                let words = pick("A random card from the hand of", "Eine zufällige Handkarte");
                format!("{words} {}", of(state, *seat, lang))
            }
            Ask::SpareObjective => pick(
                "Which objective goes under your objective deck?",
                "Welches Einsatzziel kommt unter dein Einsatzdeck?",
            )
            .to_string(),
            Ask::Mulligan => pick("Keep your starting hand?", "Starthand behalten?").to_string(),
            Ask::RevealObjective => {
                pick("Which objective do you reveal next?", "Welches Einsatzziel deckst du als Nächstes auf?")
                    .to_string()
            }
            Ask::Window(window) => window_text(state, *window, lang),
            Ask::Target(id) => about("Choose a target for", "Wähle ein Ziel für", id),
            Ask::Choose(id) => about("Choose a card for", "Wähle eine Karte für", id),
            Ask::SortTo(_, fortune) => fortune_name(*fortune, lang).to_string(),
            Ask::May(id) => within("Use the effect of", "Den Effekt von", id, " nutzen"),
            Ask::Way(id) => about("Choose what to do:", "Wähle, was geschieht:", id),
            Ask::Name(id) => about("Name a card for", "Nenne eine Karte für", id),
            Ask::Number(id) => about("How many:", "Wie viele:", id),
            Ask::Numeral(id) => {
                within("Which number changes on", "Welcher Zahlenwert ändert sich auf", id, "")
            }
            Ask::Pay(id, bill) if lang == Lang::En => format!("Pay {} for {}", bill.sum, card(id)),
            Ask::Pay(id, bill) => format!("Bezahle {} für {}", bill.sum, card(id)),
            Ask::CostCard(id) => about("Choose a card to pay for", "Wähle eine Karte als Kosten für", id),
            Ask::Attach(id) if lang == Lang::En => format!("Attach {} to what?", card(id)),
            Ask::Attach(id) => format!("Woran wird {} angelegt?", card(id)),
            Ask::PilotStays(id) => within("Which pilot stays on", "Welcher Pilot bleibt auf", id, ""),
            Ask::BalanceDamage => pick(
                "Balance of the Force: damage an objective?",
                "Gleichgewicht der Macht: einem Einsatzziel Schaden zufügen?",
            )
            .to_string(),
            Ask::DiscardOne => {
                pick("Discard a card before drawing?", "Vor dem Ziehen eine Karte ablegen?").to_string()
            }
            Ask::DiscardDown => {
                pick("Discard down to your reserve value", "Lege bis auf deinen Reservewert ab").to_string()
            }
            Ask::Commit => {
                pick("Commit a unit to the Force?", "Soll sich eine Einheit der Macht verpflichten?")
                    .to_string()
            }
            Ask::Engage => pick("Engage an objective?", "Ein Einsatzziel bekämpfen?").to_string(),
            Ask::Attackers(id) => within("Who attacks", "Wer greift", id, " an"),
            Ask::Defenders(id) => format!("{}?", about("Who defends", "Wer verteidigt", id)),
            Ask::Shielding(id) => about("Place a shield with", "Schild legen:", id),
            Ask::EdgeCard => {
                pick("Place a card in your edge stack", "Lege eine Karte auf deinen Kampfvorteilsstapel")
                    .to_string()
            }
            Ask::OpenEdgeCard => pick(
                "Place the first card of your edge stack, face up",
                "Lege die erste Karte deines Kampfvorteilsstapels offen hin",
            )
            .to_string(),
            Ask::FateCard => {
                pick("Which fate card is next?", "Welche Schicksalskarte ist als Nächste dran?").to_string()
            }
            Ask::Strike => {
                pick("Which unit strikes?", "Welche Einheit führt einen Angriffsschlag durch?").to_string()
            }
            Ask::IconOrder(id) => about("Order of the icons of", "Reihenfolge der Symbole:", id),
            Ask::UnitDamage(id) if lang == Lang::En => format!("Who takes the damage of {}?", card(id)),
            Ask::UnitDamage(id) => format!("Wen trifft der Schaden von {}?", said_in_dative(state, *id)),
            Ask::Tactics(id) => {
                within("Who receives a focus token from", "Wer bekommt einen Fokusmarker von", id, "")
            }
            Ask::Shield(id) if lang == Lang::En => format!("Use the shield of {}?", card(id)),
            Ask::Shield(id) => format!("Den Schild von {} einsetzen?", said_in_dative(state, *id)),
            Ask::Protect(id) => format!("{}?", about("Who protects", "Wer beschützt", id)),
            Ask::ProtectAmount(id) => within("How much damage goes to", "Wie viel Schaden geht an", id, ""),
            Ask::CaptureAt(id) if lang == Lang::En => format!("Where is {} held captive?", card(id)),
            Ask::CaptureAt(id) => format!("Wo wird {} gefangen gehalten?", card(id)),
        }
    }

    fn part_text(state: &State, ask: &Ask, part: usize, lang: Lang) -> String {
        let Ask::Pay(_, bill) = ask else { return String::new() };
        resources::source(state, *bill, part).map_or(String::new(), |id| card_name(state, id, lang))
    }

    fn sum(ask: &Ask) -> Option<u32> {
        if let Ask::Pay(_, bill) = ask { Some(bill.sum.into()) } else { None }
    }

    fn adds(choice: &Choice) -> u32 {
        if let Choice::Pay(_, amount) = choice { u32::from(*amount) } else { 0 }
    }

    fn sequence(view: &View, ask: &Ask) -> Option<u32> {
        matches!(ask, Ask::EdgeCard | Ask::OpenEdgeCard).then(|| hints::as_others_left_it(view))
    }

    /// Beside the card that pays stands only how much.
    fn option_text(state: &State, ask: &Ask, choice: &Choice, lang: Lang) -> String {
        match (ask, choice) {
            (Ask::Pay(..), Choice::Pay(_, amount)) => amount.to_string(),
            _ => Self::choice_text(state, choice, lang),
        }
    }

    fn choice_text(state: &State, choice: &Choice, lang: Lang) -> String {
        let pick = |en: &str, de: &str| if lang == Lang::En { en.to_string() } else { de.to_string() };
        match choice {
            Choice::Pass => pick("Pass", "Passen"),
            Choice::Yes => pick("Yes", "Ja"),
            Choice::Card(id) => card_name(state, *id, lang),
            Choice::Use(id, PLAY) => match lang {
                Lang::En => format!("Play {}", said(state, *id, lang)),
                Lang::De => format!("{} ausspielen", said(state, *id, lang)),
            },
            Choice::Use(id, PLAY_ON) => match lang {
                Lang::En => format!("Play {} as an enhancement", said(state, *id, lang)),
                Lang::De => format!("{} als Verstärkung ausspielen", said(state, *id, lang)),
            },
            Choice::Use(id, index) => ability_name(state, *id, text_of(*id, *index), lang),
            Choice::Pay(id, amount) => {
                let what = match (lang, amount) {
                    (Lang::En, _) => "from",
                    (Lang::De, 1) => "Ressource von",
                    (Lang::De, _) => "Ressourcen von",
                };
                format!("{amount} {what} {}", said(state, *id, lang))
            }
            Choice::Icon(icon) => icon_name(*icon, lang).to_string(),
            Choice::EdgeIcon(icon) => format!("({})", icon_name(*icon, lang)),
            Choice::Keyword(held) => held_name(*held, lang),
            Choice::Number(number) => number.to_string(),
            Choice::Way(way) => way_name(*way, lang).to_string(),
            Choice::Numeral(numeral, to) => format!("{}: {to}", numeral.name(lang)),
            Choice::Type(named) => card_type_name(*named, lang).to_string(),
            Choice::Trait(named) => trait_name(*named, lang).to_string(),
            Choice::UseShield => pick("Use the shield", "Schild einsetzen"),
            Choice::FocusToken => pick("Focus token", "Fokusmarker"),
            Choice::DamageToken => pick("Damage token", "Schadensmarker"),
            Choice::ShieldToken => pick("Shield", "Schildmarker"),
            Choice::AsUnit => pick("As a unit", "Als Einheit"),
            Choice::Drawn(kind) => kind_name(*kind, lang),
            Choice::DrawnOf(kind, set) => name_of_set(state, *kind, *set, lang),
            Choice::KeepHand => pick("Keep", "Behalten"),
            Choice::NewHand => pick("New hand", "Neue Hand"),
        }
    }

    fn event_text(state: &State, event: &Event, lang: Lang) -> String {
        let text = match lang {
            Lang::En => event_en(state, event),
            Lang::De => event_de(state, event),
        };
        // A sentence may begin with "a card".
        capitalized(&text)
    }

    fn scene(view: &View, lang: Lang) -> scene::Scene {
        crate::scene::scene(view, lang)
    }

    fn about(view: &View, _: &Ask, choice: &Choice, _: Lang) -> scene::About {
        hints::about(view, choice)
    }

    fn hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> scene::Hint {
        hints::hint(view, ask, choice, lang)
    }

    fn cause_name(state: &State, card: &CardId, seat: Option<Seat>, lang: Lang) -> Option<String> {
        (!is_hidden(state, *card, seat)).then(|| card_name(state, *card, lang))
    }

    fn log_line(state: &State, event: &Event, lang: Lang) -> scene::LogLine {
        hints::log_line(state, event, lang)
    }
}

impl Resample for Swlcg {
    /// Deals everything anew that a seat may not see: other hands, face-down edge cards, decks, captured cards.
    fn resample(state: &State, seat: Option<Seat>, luck: &mut dyn Rng) -> State {
        let mut other = state.clone();
        for owner in Side::ALL.map(Side::seat) {
            for objectives in [false, true] {
                let all = (0..state.cards.len() as u8).map(CardId);
                let hidden: Vec<CardId> = all
                    .filter(|id| {
                        state.card(*id).owner == owner
                            && state.facts(*id).is_command_card() != objectives
                            && is_hidden(state, *id, seat)
                    })
                    .collect();
                let mut dealt = hidden.clone();
                for last in (1..dealt.len()).rev() {
                    dealt.swap(last, luck.next_u32() as usize % (last + 1));
                }
                deal_anew(&mut other, state, owner, &hidden, &dealt);
            }
        }
        other
    }

    fn invariants(state: &State) -> Result<(), String> {
        if !listening::is_up_to_date(state) {
            return Err("a card has come or gone unheard".to_string());
        }
        for id in state.in_play() {
            let card = state.card(id);
            let breakable = card.is_unit() || card.is_objective();
            if breakable
                && !card.face_down
                && damage::remaining(state, id) == 0
                && !damage::is_falling(state, id)
            {
                let name = &card.facts().name.en;
                return Err(format!("card {} ({name}) should be destroyed", id.0));
            }
            if card.place != Place::Play {
                return Err(format!("card {} lies on the table and is not in play", id.0));
            }
            if card.attached.is_some_and(|host| !state.is_in_play(host)) {
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
        // Cards of one player can lie in the edge stack of the other.
        let stacked = state.players.iter().map(|player| player.edge_stack.len()).sum::<usize>();
        if state.cards.iter().filter(|card| card.place == Place::EdgeStack).count() != stacked {
            return Err("edge stacks do not hold the cards that lie there".to_string());
        }
        for seat in Side::ALL.map(Side::seat) {
            let player = state.player(seat);
            if !player.deck.unknown().is_sorted() || !player.objective_deck.unknown().is_sorted() {
                return Err("a deck tells its order".to_string());
            }
            let counted = [
                (Place::Hand, player.hand.len()),
                (Place::Deck, player.deck.len()),
                (Place::ObjectiveDeck, player.objective_deck.len()),
                (Place::Discard, player.discard.len()),
            ];
            for (place, number) in counted {
                let there =
                    state.cards.iter().filter(|card| card.owner == seat && card.place == place).count();
                if there != number {
                    return Err(format!("{there} cards in {place:?}, but {number} are listed"));
                }
            }
            let committed = state.units(seat).filter(|id| state.card(*id).committed).count();
            if committed > 3 {
                return Err("more units are committed than there are Force cards".to_string());
            }
            let twin = |id: &CardId, other: &CardId| {
                id != other
                    && state.facts(*id).unique
                    && state.facts(*id).title == state.facts(*other).title
                    && state.card(*id).controller == state.card(*other).controller
            };
            if state.in_play().any(|id| state.in_play().any(|other| twin(&id, &other))) {
                return Err("a unique card is in play twice".to_string());
            }
        }
        Ok(())
    }
}

/// Puts the cards of one list where those of the other were.
fn deal_anew(other: &mut State, state: &State, owner: Seat, hidden: &[CardId], dealt: &[CardId]) {
    let new = |id: &CardId| hidden.iter().position(|old| old == id).map_or(*id, |place| dealt[place]);
    for id in hidden {
        let card = *state.card(*id);
        let Card { kind, set, .. } = *state.card(new(id));
        *other.card_mut(new(id)) = Card { kind, set, ..card };
    }
    let (before, player) = (state.player(owner), other.player_mut(owner));
    let objectives = hidden.first().is_some_and(|id| !state.facts(*id).is_command_card());
    if objectives {
        player.objectives = before.objectives.iter().map(new).collect();
    } else {
        player.hand = before.hand.iter().map(new).collect();
    }
    let (deck, was) = if objectives {
        (&mut player.objective_deck, &before.objective_deck)
    } else {
        (&mut player.deck, &before.deck)
    };
    deck.cards = was.cards.iter().map(new).collect();
    deck.sort_unknown();
    for (player, before) in other.players.iter_mut().zip(&state.players) {
        let stacks = player.edge_stack.iter_mut().zip(&before.edge_stack);
        for (edge, was) in stacks.filter(|(_, was)| hidden.contains(&was.card)) {
            edge.card = new(&was.card);
        }
    }
    listening::take_stock(other);
}

pub fn kind_name(kind: Kind, lang: Lang) -> String {
    let name = library().card(kind).name.in_(lang);
    // Scenarios write the marks of English names as the data does.
    if lang == Lang::De { lang.typeset(name) } else { name.to_string() }
}

/// A kind of card, with the number of its objective set where that matters and copies differ in it.
fn name_of_set(state: &State, kind: Kind, set: u16, lang: Lang) -> String {
    let name = kind_name(kind, lang);
    let differs = |card: &Card| card.kind == kind && card.set != set && card.set != 0;
    if !state.attention.minds_sets() || set == 0 || !state.cards.iter().any(differs) {
        return name;
    }
    format!("{name} ({} {set})", if lang == Lang::En { "set" } else { "Set" })
}

/// A card within a sentence.
fn said(state: &State, id: CardId, lang: Lang) -> String {
    let name = card_name(state, id, lang);
    let kind = state.cards.get(id.0 as usize).map_or(Kind::HIDDEN, |card| card.kind);
    if matches!(kind, Kind::HIDDEN | Kind::FORCE_CARD) { name } else { lang.quoted(&name) }
}

/// A card in a German sentence after "von" or "an". A name in quotation marks is not declined, "eine Karte" is.
fn said_in_dative(state: &State, id: CardId) -> String {
    let said = said(state, id, Lang::De);
    said.strip_prefix("eine ").map_or(said.clone(), |noun| format!("einer {noun}"))
}

/// A sentence with a capital letter at its beginning.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// An ability of a card within a sentence.
fn said_ability(state: &State, card: CardId, text: CardId, lang: Lang) -> String {
    let name = said(state, card, lang);
    if text == card { name } else { format!("{name} ({})", said(state, text, lang)) }
}

/// An ability of a card; one that the card only has from another one is named after both.
fn ability_name(state: &State, card: CardId, text: CardId, lang: Lang) -> String {
    let name = card_name(state, card, lang);
    if text == card { name } else { format!("{name} ({})", card_name(state, text, lang)) }
}

/// A card; several of one name in play are numbered.
pub fn card_name(state: &State, id: CardId, lang: Lang) -> String {
    let Some(card) = state.cards.get(id.0 as usize) else { return kind_name(Kind::HIDDEN, lang) };
    let name = name_of_set(state, card.kind, card.set, lang);
    let twins = state.in_play().filter(|other| state.alike(*other, id));
    if card.place != Place::Play || twins.clone().count() < 2 {
        return name;
    }
    let number = twins.take_while(|other| *other != id).count() + 1;
    format!("{name} {number}")
}

fn way_name(way: Way, lang: Lang) -> &'static str {
    let (en, de) = match way {
        Way::Damage => ("Deal damage", "Schaden zufügen"),
        Way::Heal => ("Remove damage", "Schaden entfernen"),
        Way::Focus => ("Place focus", "Fokusmarker legen"),
        Way::Unfocus => ("Remove focus", "Fokusmarker entfernen"),
        Way::Commit => ("Commit to the Force", "Der Macht verpflichten"),
        Way::Uncommit => ("End the commitment", "Verpflichtung beenden"),
        Way::Discard => ("Discard", "Ablegen"),
        Way::Return => ("Return to hand", "Auf die Hand zurück"),
        Way::Mill => ("Discard from the deck", "Vom Deck ablegen"),
        Way::Pay => ("Pay resources", "Ressourcen zahlen"),
        Way::Destroy => ("Destroy", "Zerstören"),
        Way::Sacrifice => ("Sacrifice", "Opfern"),
        Way::Elite => ("Elite", "Elite"),
        Way::Shielding => ("Shielding", "Schutzschild"),
        Way::Edge => ("Edge (1)", "Kampfvorteil (1)"),
        Way::Draw => ("Draw", "Ziehen"),
        Way::You => ("You", "Du selbst"),
        Way::They => ("Your opponent", "Dein Gegner"),
        Way::YourDeck => ("Your deck", "Eigenes Deck"),
        Way::TheirDeck => ("Your opponent's deck", "Deck des Gegners"),
        Way::YourObjectives => ("Your objective deck", "Eigenes Einsatzdeck"),
        Way::TheirObjectives => ("Your opponent's objective deck", "Einsatzdeck des Gegners"),
        Way::Nothing => ("Nothing", "Nichts"),
        Way::End => ("End the engagement", "Kampf beenden"),
    };
    if lang == Lang::En { en } else { de }
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
    let what = trigger_text(state, trigger, lang);
    // After the colon a German sentence begins with a capital letter.
    format!("{verb}: {}", if en { what } else { capitalized(&what) })
}

fn fortune_name(fortune: Fortune, lang: Lang) -> &'static str {
    let (en, de) = match fortune {
        Fortune::Discarded => ("Which card is discarded?", "Welche Karte wird abgelegt?"),
        Fortune::Under => ("Which card goes under the deck?", "Welche Karte kommt unter das Deck?"),
        Fortune::OnTop => ("Which card stays on top?", "Welche Karte bleibt oben?"),
        Fortune::ToHand => ("Which card goes to hand?", "Welche Karte kommt auf die Hand?"),
        Fortune::Captured => ("Which card is captured?", "Welche Karte wird gefangen genommen?"),
    };
    if lang == Lang::En { en } else { de }
}

fn trigger_text(state: &State, trigger: Trigger, lang: Lang) -> String {
    let pick = |en: &str, de: &str| if lang == Lang::En { en.to_string() } else { de.to_string() };
    let now = state.now();
    // A window that is over does not know any more what it was about.
    let card = now.and_then(|now| now.card);
    let card = card.map_or_else(|| pick("a card", "eine Karte"), |id| said(state, id, lang));
    let seat = now.and_then(|now| now.seat);
    let seat = seat.map_or_else(|| pick("a player", "ein Spieler"), |seat| whom(state, seat, lang));
    let amount = now.map_or(0, |now| now.amount);
    let card_does = |en: &str, de: &str| format!("{card} {}", pick(en, de));
    let seat_does = |en: &str, de: &str| format!("{seat} {}", pick(en, de));
    match trigger {
        Trigger::TurnBegins => seat_does("begins the turn", "beginnt den Zug"),
        Trigger::TurnEnds => seat_does("ends the turn", "beendet den Zug"),
        Trigger::PhaseBegins => format!("{} {}", phase_said(state.cursor, lang), pick("begins", "beginnt")),
        Trigger::PhaseEnds => format!("{} {}", phase_said(state.cursor, lang), pick("ends", "endet")),
        Trigger::Refreshed => seat_does("has refreshed", "hat aufgefrischt"),
        Trigger::Paying => card_does("is being paid for", "wird bezahlt"),
        Trigger::Used => card,
        Trigger::EntersPlay => card_does("enters play", "kommt ins Spiel"),
        Trigger::LeavesPlay => card_does("leaves play", "verlässt das Spiel"),
        Trigger::Destroyed => card_does("is destroyed", "wird zerstört"),
        Trigger::Damage => match lang {
            Lang::En => format!("{amount} damage to {card}"),
            Lang::De => format!("{card} erleidet {amount} Schaden"),
        },
        Trigger::FocusPlaced => card_does("receives a focus token", "bekommt einen Fokusmarker"),
        Trigger::FocusRemoved => card_does("loses a focus token", "verliert einen Fokusmarker"),
        Trigger::ShieldRemoved => card_does("loses its shield", "verliert den Schild"),
        Trigger::Generates => card_does("generates resources", "bringt Ressourcen ein"),
        Trigger::Engaged => card_does("is engaged", "wird umkämpft"),
        Trigger::Joined => card_does("joins the engagement", "nimmt am Kampf teil"),
        Trigger::Declaring => seat_does("is about to declare an engagement", "deklariert einen Kampf"),
        Trigger::DefendersDeclared => pick("defenders are declared", "Verteidiger sind deklariert"),
        Trigger::EdgeStacksRevealed => {
            pick("edge stacks are revealed", "die Kampfvorteilsstapel werden aufgedeckt")
        }
        Trigger::FateCard | Trigger::FateEffect => card,
        Trigger::EdgeWon => seat_does("wins the edge battle", "gewinnt den Kampfvorteil"),
        Trigger::ChosenToStrike => card_does("is about to strike", "soll einen Angriffsschlag durchführen"),
        Trigger::Unopposed => pick("the engagement is unopposed", "der Angriff bleibt unverteidigt"),
        Trigger::FocusedToStrike => {
            card_does("is focused to strike", "wird für einen Angriffsschlag fokussiert")
        }
        Trigger::StrikeResolved => card_does("has struck", "hat den Angriffsschlag durchgeführt"),
        Trigger::EngagementEnds => pick("the engagement ends", "der Kampf endet"),
        Trigger::Committed => card_does("is committed to the Force", "verpflichtet sich der Macht"),
        Trigger::StruggleWon => seat_does("wins the Force struggle", "gewinnt das Machtduell"),
        Trigger::Captured => card_does("is captured", "wird gefangen genommen"),
        Trigger::Rescued => card_does("is rescued", "wird befreit"),
        Trigger::Drawn => seat_does("draws a card", "zieht eine Karte"),
        Trigger::Discarded => card_does("is discarded", "wird abgelegt"),
        Trigger::Completed => card_does("is completed", "ist erfüllt"),
        Trigger::ControlTaken => card_does("has a new controller", "steht unter neuem Kommando"),
        Trigger::BalanceMoves => {
            pick("the Balance of the Force moves", "das Gleichgewicht der Macht wechselt")
        }
        Trigger::EdgePlacing => {
            seat_does("is about to place an edge card", "legt eine Karte für den Kampfvorteil")
        }
        Trigger::EdgeChoosing => {
            seat_does("chooses an edge card from hand", "wählt eine Handkarte für den Kampfvorteil")
        }
        Trigger::EdgePlaced => {
            seat_does("places an edge card", "legt eine Karte auf den Kampfvorteilsstapel")
        }
        Trigger::EdgeDiscarded => seat_does("discards the edge stack", "legt den Kampfvorteilsstapel ab"),
        Trigger::EdgeCardDiscarded => {
            card_does("is discarded from an edge stack", "wird aus dem Kampfvorteilsstapel abgelegt")
        }
        Trigger::Attached => card_does("is attached", "wird angelegt"),
        Trigger::Uncommitted => card_does("is no longer committed", "ist der Macht nicht mehr verpflichtet"),
        Trigger::Struggle => pick("the Force struggle begins", "das Machtduell beginnt"),
        Trigger::Protected => card_does("has protected another card", "hat eine andere Karte beschützt"),
        Trigger::ResolvesBlastDamage => card_does("has dealt blast damage", "hat Explosionsschaden zugefügt"),
        Trigger::ResolvesUnitDamage => card_does("deals its unit damage", "fügt Einheitenschaden zu"),
        Trigger::DialAdvances => pick("the Death Star dial advances", "der Todessternanzeiger rückt vor"),
    }
}

pub fn cursor_name(cursor: Cursor, lang: Lang) -> &'static str {
    let (en, de) = match cursor {
        Cursor::ObjectivesDrawn => ("Set-up: objectives", "Spielaufbau: Einsatzziele"),
        Cursor::StartingHands => ("Set-up: starting hands", "Spielaufbau: Starthände"),
        Cursor::Mulligan => ("Set-up: mulligan", "Spielaufbau: Mulligan"),
        Cursor::ObjectivesRevealed => ("Set-up: revealing", "Spielaufbau: Aufdecken"),
        Cursor::TurnBegins => ("Beginning of the turn", "Zugbeginn"),
        Cursor::Balance => ("Balance phase", "Gleichgewichts-Phase"),
        Cursor::Refresh => ("Refresh phase", "Auffrischen-Phase"),
        Cursor::Draw => ("Draw phase", "Nachziehen-Phase"),
        Cursor::Deployment => ("Deployment phase", "Aufmarsch-Phase"),
        Cursor::ConflictBegins => ("Conflict phase", "Konflikt-Phase"),
        Cursor::Engage => ("Declaring engagements", "Kämpfe deklarieren"),
        Cursor::AttackersDeclared => ("Attackers declared", "Angreifer deklariert"),
        Cursor::DeclareDefenders => ("Declaring defenders", "Verteidiger deklarieren"),
        Cursor::DefendersDeclared => ("Defenders declared", "Verteidiger deklariert"),
        Cursor::EdgeBattle => ("Edge battle", "Ringen um den Kampfvorteil"),
        Cursor::EdgeDecided => ("Edge decided", "Kampfvorteil entschieden"),
        Cursor::Strikes => ("Strikes", "Angriffsschläge"),
        Cursor::Unopposed => ("Unopposed", "Unverteidigter Angriff"),
        Cursor::EngagementOver => ("End of the engagement", "Ende des Kampfes"),
        Cursor::ConflictEnds => ("End of the conflict phase", "Ende der Konflikt-Phase"),
        Cursor::Commit => ("Force phase", "Macht-Phase"),
        Cursor::ForceStruggle => ("Force struggle", "Machtduell"),
        Cursor::TurnEnds => ("End of the turn", "Zugende"),
        Cursor::Over => ("Game over", "Spielende"),
    };
    if lang == Lang::En { en } else { de }
}

/// The phase or step as the subject of a heading: English headings do without the article.
fn phase_said(cursor: Cursor, lang: Lang) -> String {
    let name = cursor_name(cursor, lang);
    match (lang, cursor) {
        (Lang::En, Cursor::ConflictEnds) => "Conflict phase".to_string(),
        (Lang::En, _) => name.to_string(),
        (Lang::De, _) if name.ends_with("Phase") && !name.contains(' ') => format!("die {name}"),
        (Lang::De, Cursor::ConflictEnds) => "die Konflikt-Phase".to_string(),
        (Lang::De, Cursor::ForceStruggle) => "die Macht-Phase".to_string(),
        (Lang::De, _) => name.to_string(),
    }
}

pub fn ending_name(ending: Ending, lang: Lang) -> &'static str {
    match (ending, lang) {
        (Ending::Dial, Lang::En) => "the Death Star dial has reached its end",
        (Ending::Objectives, Lang::En) => "three dark side objectives are destroyed",
        (Ending::DeckOut, Lang::En) => "a command deck is empty",
        (Ending::ObjectiveDeckOut, Lang::En) => "an objective deck is empty",
        (Ending::DialDestroyed, Lang::En) => "the Death Star is destroyed",
        (Ending::Both, Lang::En) => "both sides would win, which is a draw",
        (Ending::Card, Lang::En) => "a card says so",
        (Ending::Dial, Lang::De) => "der Todessternanzeiger ist am Ende",
        (Ending::Objectives, Lang::De) => "drei Einsatzziele der Dunklen Seite sind zerstört",
        (Ending::DeckOut, Lang::De) => "ein Kommandodeck ist leer",
        (Ending::ObjectiveDeckOut, Lang::De) => "ein Einsatzdeck ist leer",
        (Ending::DialDestroyed, Lang::De) => "der Todesstern ist zerstört",
        (Ending::Both, Lang::De) => "beide Seiten würden gewinnen, also ein Unentschieden",
        (Ending::Card, Lang::De) => "eine Karte bestimmt es",
    }
}

/// A side at the beginning of a sentence.
fn who(state: &State, seat: Seat, lang: Lang) -> String {
    match (lang, Side::of(seat)) {
        (Lang::En, Side::Dark) => "The dark side".to_string(),
        (Lang::En, Side::Light) => "The light side".to_string(),
        (Lang::De, _) => format!("Die {}", Swlcg::side_name(state, seat, lang)),
    }
}

/// A side within a sentence, as its subject or object.
fn whom(state: &State, seat: Seat, lang: Lang) -> String {
    match (lang, Side::of(seat)) {
        (Lang::En, Side::Dark) => "the dark side".to_string(),
        (Lang::En, Side::Light) => "the light side".to_string(),
        (Lang::De, _) => format!("die {}", Swlcg::side_name(state, seat, lang)),
    }
}

/// A side that something belongs to; the English "of" stands before it.
fn of(state: &State, seat: Seat, lang: Lang) -> String {
    match (lang, Side::of(seat)) {
        (Lang::En, _) => whom(state, seat, lang),
        (Lang::De, Side::Dark) => "der Dunklen Seite".to_string(),
        (Lang::De, Side::Light) => "der Hellen Seite".to_string(),
    }
}

fn names(state: &State, cards: &[CardId], lang: Lang) -> String {
    match cards {
        [] if lang == Lang::En => "nothing".to_string(),
        [] => "nichts".to_string(),
        _ => cards.iter().map(|id| said(state, *id, lang)).collect::<Vec<_>>().join(", "),
    }
}

fn event_en(state: &State, event: &Event) -> String {
    let lang = Lang::En;
    let who = |seat: &Seat| who(state, *seat, lang);
    let whose = |seat: &Seat| of(state, *seat, lang);
    let tokens =
        |number: &u8| if *number == 1 { "1 focus token".into() } else { format!("{number} focus tokens") };
    let card = |id: &CardId| card_name(state, *id, lang);
    match event {
        Event::Step(cursor) => cursor_name(*cursor, lang).to_string(),
        Event::Placed { seat, card: placed, face_up: false } => {
            format!("{} places {} face down", who(seat), card(placed))
        }
        Event::Placed { seat, card: placed, face_up: true } => {
            format!("{} places {} face up", who(seat), card(placed))
        }
        Event::PassedEdge(seat) => format!("{} places no card", who(seat)),
        Event::Revealed(seat, cards) => format!("{} reveals {}", who(seat), names(state, cards, lang)),
        Event::FateResolves(seat, fate) => format!("{} of {} resolves", card(fate), whose(seat)),
        Event::EdgeCanceled => "The edge battle is canceled".to_string(),
        Event::EdgeTotals(attacker, defender) => format!("Force icons: {attacker} against {defender}"),
        Event::EdgeWon(seat) => format!("{} wins the edge battle", who(seat)),
        Event::Announced { seat, card: by, text, target: None } => {
            format!("{} uses {}", who(seat), ability_name(state, *by, *text, lang))
        }
        Event::Announced { seat, card: by, text, target: Some(target) } => {
            format!("{} uses {} on {}", who(seat), ability_name(state, *by, *text, lang), card(target))
        }
        Event::EffectsCanceled(by) => format!("The effects of {} are canceled", card(by)),
        Event::Paid(id, 1) => format!("{} generates 1 resource", card(id)),
        Event::Paid(id, amount) => format!("{} generates {amount} resources", card(id)),
        Event::Strikes(id) => format!("{} strikes", card(id)),
        Event::Focused(id, number) => format!("{} receives {}", card(id), tokens(number)),
        Event::FocusRemoved(id, number) => format!("{} loses {}", card(id), tokens(number)),
        Event::ShieldPlaced(id) => format!("{} receives a shield", card(id)),
        Event::ShieldUsed(id) => format!("{} loses its shield", card(id)),
        Event::Damaged(id, amount) => format!("{} takes {amount} damage", card(id)),
        Event::Prevented(id, amount) => format!("{amount} damage to {} is averted", card(id)),
        Event::Destroyed(id) => format!("{} is destroyed", card(id)),
        Event::LeftPlay(id) => format!("{} leaves play", card(id)),
        Event::EnteredPlay(id) => format!("{} enters play", card(id)),
        Event::Discarded(seat, discarded) => format!("{} discards {}", who(seat), card(discarded)),
        Event::Drawn(seat, drawn) => format!("{} draws {}", who(seat), card(drawn)),
        Event::Turn(seat, number) => format!("Turn {number}: {}", Swlcg::side_name(state, *seat, lang)),
        Event::Mulligan(seat) => format!("{} takes a new hand", who(seat)),
        Event::ObjectiveRevealed(id) => format!("{} is revealed", card(id)),
        Event::Engages(id) => format!("{} is engaged", card(id)),
        Event::Attacks(id) => format!("{} attacks", card(id)),
        Event::Defends(id) => format!("{} defends", card(id)),
        Event::Played(seat, id) => format!("{} plays {}", who(seat), card(id)),
        Event::ShieldsRemoved(seat) => format!("The shields of {} are removed", whose(seat)),
        Event::Healed(id, amount) => format!("{} loses {amount} damage", card(id)),
        Event::Protected(by, id, amount) => format!("{} takes {amount} damage for {}", card(by), card(id)),
        Event::BecameUnit(id) => format!("{} becomes a unit", card(id)),
        Event::Attached(id, host) => format!("{} is attached to {}", card(id), card(host)),
        Event::ToHand(id, _) => format!("{} goes to its owner's hand", card(id)),
        Event::ControlTaken(seat, id) => format!("{} takes control of {}", who(seat), card(id)),
        Event::Captured(id) => format!("{} is captured", card(id)),
        Event::Stowed(id, host) => format!("{} is attached face down to {}", card(id), card(host)),
        Event::Rescued(id) => format!("{} is rescued", card(id)),
        Event::Committed(id) => format!("{} is committed to the Force", card(id)),
        Event::Uncommitted(id) => format!("{} is no longer committed to the Force", card(id)),
        Event::LeftEngagement(id) => format!("{} leaves the engagement", card(id)),
        Event::JoinedEngagement(id) => format!("{} joins the engagement", card(id)),
        Event::Named(seat, kind) => format!("{} names {}", who(seat), kind_name(*kind, lang)),
        Event::HandSeen { by, of, cards } => {
            format!("{} sees the hand of {}: {}", who(by), whose(of), names(state, cards, lang))
        }
        Event::TopSeen { by, of, cards } if cards.is_empty() => {
            format!("{} looks at the top of the deck of {}", who(by), whose(of))
        }
        Event::TopSeen { by, of, cards } => {
            format!("{} sees on the deck of {}: {}", who(by), whose(of), names(state, cards, lang))
        }
        Event::Struggle(active, other) => format!("Force struggle: {active} against {other}"),
        Event::Balance(Side::Dark) => "The Balance of the Force moves to the dark side".to_string(),
        Event::Balance(Side::Light) => "The Balance of the Force moves to the light side".to_string(),
        Event::DialDamaged(amount) => format!("The Death Star takes {amount} damage"),
        Event::Dial(value) => format!("The Death Star dial advances to {value}"),
        Event::Unopposed => "The engagement is unopposed".to_string(),
        Event::Ended(ending) => format!("Game over: {}", ending_name(*ending, lang)),
    }
}

fn event_de(state: &State, event: &Event) -> String {
    let lang = Lang::De;
    let who = |seat: &Seat| who(state, *seat, lang);
    let of = |seat: &Seat| of(state, *seat, lang);
    let tokens = |number: &u8| format!("{number} Fokusmarker");
    let card = |id: &CardId| said(state, *id, lang);
    let of_card = |id: &CardId| said_in_dative(state, *id);
    match event {
        Event::Step(cursor) => cursor_name(*cursor, lang).to_string(),
        Event::Placed { seat, card: placed, face_up: false } => {
            format!("{} legt {} verdeckt", who(seat), card(placed))
        }
        Event::Placed { seat, card: placed, face_up: true } => {
            format!("{} legt {} offen", who(seat), card(placed))
        }
        Event::PassedEdge(seat) => format!("{} legt keine Karte", who(seat)),
        Event::Revealed(seat, cards) => format!("{} deckt {} auf", who(seat), names(state, cards, lang)),
        Event::FateResolves(seat, fate) => format!("{} {} wird abgehandelt", card(fate), of(seat)),
        Event::EdgeCanceled => "Das Ringen um den Kampfvorteil wird abgewendet".to_string(),
        Event::EdgeTotals(attacker, defender) => format!("Machtsymbole: {attacker} gegen {defender}"),
        Event::EdgeWon(seat) => format!("{} gewinnt den Kampfvorteil", who(seat)),
        Event::Announced { seat, card: by, text, target: None } => {
            format!("{} nutzt {}", who(seat), said_ability(state, *by, *text, lang))
        }
        Event::Announced { seat, card: by, text, target: Some(target) } => {
            let ability = said_ability(state, *by, *text, lang);
            format!("{} nutzt {ability}, Ziel: {}", who(seat), card(target))
        }
        Event::EffectsCanceled(by) => {
            format!("Die Effekte von {} werden abgewendet", of_card(by))
        }
        Event::Paid(id, 1) => format!("{} bringt 1 Ressource ein", card(id)),
        Event::Paid(id, amount) => format!("{} bringt {amount} Ressourcen ein", card(id)),
        Event::Strikes(id) => format!("{} führt einen Angriffsschlag durch", card(id)),
        Event::Focused(id, number) => format!("{} bekommt {}", card(id), tokens(number)),
        Event::FocusRemoved(id, number) => format!("{} verliert {}", card(id), tokens(number)),
        Event::ShieldPlaced(id) => format!("{} bekommt einen Schild", card(id)),
        Event::ShieldUsed(id) => format!("{} verliert den Schild", card(id)),
        Event::Damaged(id, amount) => format!("{} erleidet {amount} Schaden", card(id)),
        Event::Prevented(id, amount) => format!("{amount} Schaden an {} wird abgewehrt", of_card(id)),
        Event::Destroyed(id) => format!("{} wird zerstört", card(id)),
        Event::LeftPlay(id) => format!("{} verlässt das Spiel", card(id)),
        Event::EnteredPlay(id) => format!("{} kommt ins Spiel", card(id)),
        Event::Discarded(seat, discarded) => format!("{} legt {} ab", who(seat), card(discarded)),
        Event::Drawn(seat, drawn) => format!("{} zieht {}", who(seat), card(drawn)),
        Event::Turn(seat, number) => format!("Zug {number}: {}", Swlcg::side_name(state, *seat, lang)),
        Event::Mulligan(seat) => format!("{} nimmt eine neue Hand", who(seat)),
        Event::ObjectiveRevealed(id) => format!("{} wird aufgedeckt", card(id)),
        Event::Engages(id) => format!("Kampf gegen {}", card(id)),
        Event::Attacks(id) => format!("{} greift an", card(id)),
        Event::Defends(id) => format!("{} verteidigt", card(id)),
        Event::Played(seat, id) => format!("{} spielt {} aus", who(seat), card(id)),
        Event::ShieldsRemoved(seat) => format!("Die Schildmarker {} werden entfernt", of(seat)),
        Event::Healed(id, amount) => format!("{} verliert {amount} Schaden", card(id)),
        Event::Protected(by, id, amount) => {
            format!("{} erleidet {amount} Schaden für {}", card(by), card(id))
        }
        Event::BecameUnit(id) => format!("{} wird zu einer Einheit", card(id)),
        Event::Attached(id, host) => format!("{} wird an {} angelegt", card(id), card(host)),
        Event::ToHand(id, _) => format!("{} kommt auf die Hand des Besitzers", card(id)),
        Event::ControlTaken(seat, id) => format!("{} übernimmt das Kommando über {}", who(seat), card(id)),
        Event::Captured(id) => format!("{} wird gefangen genommen", card(id)),
        Event::Stowed(id, host) => format!("{} wird verdeckt an {} angelegt", card(id), card(host)),
        Event::Rescued(id) => format!("{} wird befreit", card(id)),
        Event::Committed(id) => format!("{} verpflichtet sich der Macht", card(id)),
        Event::Uncommitted(id) => format!("{} ist der Macht nicht mehr verpflichtet", card(id)),
        Event::LeftEngagement(id) => format!("{} verlässt den Kampf", card(id)),
        Event::JoinedEngagement(id) => format!("{} nimmt am Kampf teil", card(id)),
        Event::Named(seat, kind) => format!("{} nennt {}", who(seat), lang.quoted(&kind_name(*kind, lang))),
        Event::HandSeen { by, of: whose, cards } => {
            format!("{} sieht die Hand {}: {}", who(by), of(whose), names(state, cards, lang))
        }
        Event::TopSeen { by, of: whose, cards } if cards.is_empty() => {
            format!("{} sieht sich die obersten Karten im Deck {} an", who(by), of(whose))
        }
        Event::TopSeen { by, of: whose, cards } => {
            format!("{} sieht oben im Deck {}: {}", who(by), of(whose), names(state, cards, lang))
        }
        Event::Struggle(active, other) => format!("Machtduell: {active} gegen {other}"),
        Event::Balance(Side::Dark) => "Das Gleichgewicht der Macht wechselt zur Dunklen Seite".to_string(),
        Event::Balance(Side::Light) => "Das Gleichgewicht der Macht wechselt zur Hellen Seite".to_string(),
        Event::DialDamaged(amount) => format!("Der Todesstern erleidet {amount} Schaden"),
        Event::Dial(value) => format!("Der Todessternanzeiger rückt auf {value} vor"),
        Event::Unopposed => "Der Angriff bleibt unverteidigt".to_string(),
        Event::Ended(ending) => format!("Spielende: {}", ending_name(*ending, lang)),
    }
}
