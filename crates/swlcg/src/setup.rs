//! Setting up: two decks for a whole game with its first steps, or a position somewhere in the middle of one.

use serde::{Deserialize, Serialize};
use table::{Fault, Lang, Play, Seat, Text};

use crate::cards::{CardType, Facts, Kind, ObjectiveSet, constants, library, listening};
use crate::lists::DeckList;
use crate::state::{
    Card, CardId, Cards, Cursor, Deck, Engagement, Options, Phase, Place, Player, Side, State, opponent,
};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table, phases};

/// What the players agree on: their decks, or a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    pub options: Options,
    pub dark: DeckList,
    pub light: DeckList,
    /// Begins in the middle of a game instead.
    pub position: Option<Position>,
}

/// A position in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    pub active: Side,
    pub turn: Option<u16>,
    pub step: Cursor,
    /// Who has the edge, once its battle is over.
    pub edge: Option<Side>,
    pub dial: u8,
    pub balance: Side,
    /// Cards that lack their text in this game, or one part of it, by id: what differs without it is its doing.
    pub blank: Vec<(String, usize)>,
    pub dark: SidePosition,
    pub light: SidePosition,
}

impl Default for Position {
    fn default() -> Self {
        Position {
            active: Side::Dark,
            turn: None,
            step: Cursor::DefendersDeclared,
            edge: None,
            dial: 0,
            balance: Side::Light,
            blank: Vec::new(),
            dark: SidePosition::default(),
            light: SidePosition::default(),
        }
    }
}

/// The cards of one player, by id.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SidePosition {
    pub in_play: Vec<Placed>,
    pub hand: Vec<String>,
    /// Shuffled.
    pub deck: Vec<String>,
    pub objective_deck: Vec<String>,
    /// The last one lies on top.
    pub discard: Vec<String>,
    /// Objectives of the opponent.
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
    /// Under the control of the opponent.
    pub taken: bool,
    /// The objective set that it came with, if it is not the first that has it.
    pub set: Option<u16>,
    /// The card that an enhancement is attached to.
    pub on: Option<String>,
    /// Cards of the light side that are captured here.
    pub captives: Vec<String>,
    /// Cards of its owner that lie face down here without being captured.
    pub beneath: Vec<String>,
}

impl Placed {
    pub fn new(card: &str) -> Self {
        Placed { card: card.to_string(), ..Placed::default() }
    }
}

impl Position {
    pub fn side(&self, side: Side) -> &SidePosition {
        match side {
            Side::Dark => &self.dark,
            Side::Light => &self.light,
        }
    }
    pub fn side_mut(&mut self, side: Side) -> &mut SidePosition {
        match side {
            Side::Dark => &mut self.dark,
            Side::Light => &mut self.light,
        }
    }
}

impl Setup {
    /// The decks that the core set begins with: Sith against Jedi.
    pub fn standard() -> Setup {
        let starter = |id| DeckList::starter(id).unwrap_or_default();
        Setup { dark: starter("starter-sith"), light: starter("starter-jedi"), ..Setup::default() }
    }

    pub fn deck(&self, side: Side) -> &DeckList {
        match side {
            Side::Dark => &self.dark,
            Side::Light => &self.light,
        }
    }
}

fn empty(options: Options) -> State {
    State {
        options,
        players: [Player::default(), Player::default()],
        cards: Default::default(),
        table: Default::default(),
        active: Side::Dark.seat(),
        turn: 1,
        dial: 0,
        dial_damage: 0,
        balance: Side::Light,
        engagement: None,
        strikers: Default::default(),
        engagements: 0,
        once_more: Default::default(),
        led_to: Default::default(),
        engaged: Default::default(),
        occurrences: Default::default(),
        lasting: Default::default(),
        revealed: Default::default(),
        targets: Default::default(),
        no_force_phase: false,
        drawn: Default::default(),
        cursor: Cursor::ObjectivesDrawn,
        result: None,
        attention: Default::default(),
    }
}

/// The position before the first question, or everything that is wrong.
pub fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let mut state = empty(setup.options);
    match &setup.position {
        Some(position) => place_position(&mut state, position)?,
        None => place_decks(&mut state, setup)?,
    }
    listening::take_stock(&mut state);
    Ok(state)
}

// ---- a whole game -------------------------------------------------------------------------------------------------------

fn side_text(side: Side) -> Text {
    match side {
        Side::Dark => Text::new("Dark side:", "Dunkle Seite:"),
        Side::Light => Text::new("Light side:", "Helle Seite:"),
    }
}

fn place_decks(state: &mut State, setup: &Setup) -> Result<(), Vec<Fault>> {
    let mut faults = Vec::new();
    for side in Side::ALL {
        let deck = setup.deck(side);
        let found = deck.check(side, &setup.options).into_iter().chain(deck.gaps(&setup.options));
        faults.extend(found.map(|fault| fault.within(&side_text(side))));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for side in Side::ALL {
        let (deck, seat) = (setup.deck(side), side.seat());
        if let Some((kind, _)) = deck.affiliation_card() {
            let id = add(state, kind, seat, Place::Play);
            state.table.push(id);
        }
        let with_set = |set: &'static ObjectiveSet| set.cards.iter().map(|kind| (*kind, set.number));
        let mut objectives: Vec<(Kind, u16)> =
            deck.objective_sets().flat_map(|set| with_set(set).take(1)).collect();
        let mut commands: Vec<(Kind, u16)> =
            deck.objective_sets().flat_map(|set| with_set(set).skip(1)).collect();
        objectives.sort_unstable();
        commands.sort_unstable();
        let mut pile = |kinds: Vec<(Kind, u16)>, place: Place| -> Cards {
            kinds.into_iter().map(|(kind, set)| add_of_set(state, kind, set, seat, place)).collect()
        };
        let objective_deck = pile(objectives, Place::ObjectiveDeck);
        let command_deck = pile(commands, Place::Deck);
        let player = state.player_mut(seat);
        player.objective_deck = Deck::shuffled(objective_deck);
        player.deck = Deck::shuffled(command_deck);
    }
    Ok(())
}

/// A card of the first objective set that has it.
fn add(state: &mut State, kind: Kind, owner: Seat, place: Place) -> CardId {
    let set = library().sets().iter().find(|set| set.cards.contains(&kind)).map(|set| set.number);
    add_of_set(state, kind, set.unwrap_or_default(), owner, place)
}

fn add_of_set(state: &mut State, kind: Kind, set: u16, owner: Seat, place: Place) -> CardId {
    let id = CardId(state.cards.len() as u8);
    state.cards.push(Card { set, ..Card::new(kind, owner, place) });
    id
}

const SEATS: [Side; 2] = Side::ALL;

/// Step 6: each player draws four objectives and puts one of them under the objective deck.
pub fn draw_objectives(t: &mut Table) -> Play {
    for side in SEATS {
        for _ in 0..phases::OBJECTIVES + 1 {
            let id = zones::draw_objective(t, side.seat())?;
            t.state.player_mut(side.seat()).objectives.push(id);
        }
    }
    t.together(
        SEATS.len(),
        |t, track| {
            let seat = SEATS[track].seat();
            t.ask(seat, Ask::SpareObjective, |state, offer| {
                state.player(seat).objectives.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })
        },
        |state, track, choice| {
            if let Choice::Card(id) = choice {
                let seat = SEATS[track].seat();
                zones::set_aside(state, id);
                state.card_mut(id).place = Place::ObjectiveDeck;
                state.player_mut(seat).objective_deck.put_under(id);
            }
        },
    )?;
    phases::go_to(t, Cursor::StartingHands)
}

/// Step 7: starting hands.
pub fn draw_hands(t: &mut Table) -> Play {
    for side in SEATS {
        draw_hand(t, side.seat(), phases::reserve(&t.state, side.seat()))?;
    }
    phases::go_to(t, Cursor::Mulligan)
}

fn draw_hand(t: &mut Table, seat: Seat, cards: usize) -> Play {
    for _ in 0..cards {
        zones::draw(t, seat)?;
    }
    Ok(())
}

/// Each player may once exchange the whole hand; the dark side decides first.
pub fn mulligans(t: &mut Table) -> Play {
    for side in SEATS {
        let seat = side.seat();
        let choice = t.ask(seat, Ask::Mulligan, |_, offer| {
            offer.pass(Choice::KeepHand);
            offer.add(Choice::NewHand);
        })?;
        if choice == Choice::NewHand {
            let hand = t.state.player(seat).hand.clone();
            hand.iter().for_each(|id| zones::put(&mut t.state, *id, Destination::ShuffledIntoDeck));
            t.emit(Event::Mulligan(seat));
            draw_hand(t, seat, hand.len())?;
        }
    }
    phases::go_to(t, Cursor::ObjectivesRevealed)
}

/// Step 8: each player reveals the three objectives one at a time, the dark side first.
pub fn reveal_objectives(t: &mut Table) -> Play {
    for side in SEATS {
        let seat = side.seat();
        while !t.state.player(seat).objectives.is_empty() {
            let choice = t.ask(seat, Ask::RevealObjective, |state, offer| {
                state.player(seat).objectives.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            let Choice::Card(id) = choice else { break };
            zones::set_aside(&mut t.state, id);
            t.emit(Event::ObjectiveRevealed(id));
            zones::enter_play(t, id, None, false)?;
        }
    }
    phases::go_to(t, Cursor::TurnBegins)
}

// ---- a position ---------------------------------------------------------------------------------------------------------

/// Collects what is wrong with a position.
struct Check {
    faults: Vec<Fault>,
    blank_gaps: bool,
}

impl Check {
    fn fault(&mut self, place: &str, rule: Option<&'static str>, en: &str, de: &str) {
        self.faults.push(Fault::new(place, rule, en, de));
    }

    /// A card of a side by its id.
    // audit: no rule — finds the card that a name means, and says what is wrong with the name
    fn card(&mut self, side: Side, id: &str) -> Option<(Kind, &'static Facts)> {
        match library().find(id) {
            Some((_, facts)) if facts.gap && !self.blank_gaps => {
                self.fault(
                    id,
                    None,
                    "the table does not know the text of this card yet",
                    "den Text dieser Karte kennt der Tisch noch nicht",
                );
                None
            }
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
                    &format!("es gibt keine Karte „{id}“"),
                );
                None
            }
        }
    }

    /// Cards of a pile.
    fn pile(&mut self, state: &mut State, side: Side, ids: &[String], place: Place) -> Vec<CardId> {
        let mut cards = Vec::new();
        for id in ids {
            let Some((kind, facts)) = self.card(side, id) else { continue };
            let objective = matches!(place, Place::ObjectiveDeck | Place::VictoryPile);
            if facts.is_command_card() == objective {
                self.fault(
                    id,
                    Some("swlcg.core.card.type.command-cards"),
                    "does not belong to this pile",
                    "gehört nicht in diesen Stapel",
                );
            }
            if !fits(state, cards.len()) {
                self.fault(id, None, "too many cards", "zu viele Karten");
                break;
            }
            cards.push(add(state, kind, side.seat(), place));
        }
        cards
    }
}

/// Whether there is room for one more card in a pile.
// audit: no rule — how much a table holds
fn fits(state: &State, in_pile: usize) -> bool {
    !state.cards.is_full() && in_pile < Cards::new().capacity()
}

/// Whether there is room for one more card in play, with what may lie at it, and for the piles.
// audit: no rule — how much a table holds
fn fits_in_play(state: &State) -> bool {
    state.cards.len() + 100 <= state.cards.capacity()
}

fn place_position(state: &mut State, position: &Position) -> Result<(), Vec<Fault>> {
    let mut check = Check { faults: Vec::new(), blank_gaps: state.options.blank_gaps };
    state.active = position.active.seat();
    state.turn = position.turn.unwrap_or(if position.active == Side::Dark { 3 } else { 4 });
    state.cursor = position.step;
    state.dial = position.dial;
    state.balance = position.balance;
    let mut placed_ids: Vec<(Side, CardId, &Placed)> = Vec::new();
    for side in Side::ALL {
        let cards = position.side(side);
        for placed in &cards.in_play {
            if let Some(id) = place(&mut check, state, side, placed) {
                placed_ids.push((side, id, placed));
            }
        }
        let hand = check.pile(state, side, &cards.hand, Place::Hand);
        let mut deck = check.pile(state, side, &cards.deck, Place::Deck);
        let objective_deck = check.pile(state, side, &cards.objective_deck, Place::ObjectiveDeck);
        let discard = check.pile(state, side, &cards.discard, Place::Discard);
        let victory_pile = check.pile(state, side.other(), &cards.victory_pile, Place::VictoryPile);
        deck.sort_unstable();
        let player = state.player_mut(side.seat());
        player.hand = hand.into_iter().collect();
        player.deck = Deck::shuffled(deck.into_iter().collect());
        player.objective_deck = Deck::shuffled(objective_deck.into_iter().collect());
        player.discard = discard.into_iter().collect();
        player.victory_pile = victory_pile.into_iter().collect();
    }
    for (_, id, placed) in &placed_ids {
        attach(&mut check, state, *id, placed);
    }
    if position.step.phase() == Phase::Conflict
        && !matches!(position.step, Cursor::ConflictBegins | Cursor::Engage | Cursor::ConflictEnds)
    {
        engage(&mut check, state, position, &placed_ids);
    }
    position.blank.iter().for_each(|(id, part)| take_text(&mut check, state, id, *part));
    listening::take_stock(state);
    for (_, id, _) in &placed_ids {
        let card = state.card(*id);
        let breakable = card.is_unit() || card.is_objective();
        if breakable && card.damage >= constants::capacity(state, *id) {
            check.fault(
                &card.facts().id,
                Some("swlcg.def.4-12.destroy-at-capacity"),
                "has more damage than it can take",
                "hat mehr Schaden, als sie aushält",
            );
        }
    }
    if check.faults.is_empty() { Ok(()) } else { Err(check.faults) }
}

/// Cards with this id lack their text, or a part of it, from here on.
// audit: no rule — for the test of the cards
fn take_text(check: &mut Check, state: &mut State, id: &str, part: usize) {
    let lessened = library().find(id).and_then(|(kind, _)| library().lessened(kind, part));
    let Some(lessened) = lessened else {
        return check.fault(id, None, "has no such part of a text", "hat keinen solchen Teil eines Textes");
    };
    for card in state.cards.iter_mut().filter(|card| card.facts().id == id) {
        card.kind = lessened;
    }
}

fn place(check: &mut Check, state: &mut State, side: Side, placed: &Placed) -> Option<CardId> {
    let (kind, facts) = check.card(side, &placed.card)?;
    let fleeting = match facts.card_type {
        CardType::Event => Some("swlcg.core.card.type.event"),
        CardType::Fate if placed.on.is_none() => Some("swlcg.core.card.type.fate"),
        _ => None,
    };
    if fleeting.is_some() {
        check.fault(&facts.id, fleeting, "stays in play for no moment", "bleibt keinen Augenblick im Spiel");
    }
    if placed.participating && facts.card_type != CardType::Unit {
        check.fault(
            &facts.id,
            Some("swlcg.core.conflict.participating"),
            "only units take part in engagements",
            "nur Einheiten nehmen an Kämpfen teil",
        );
    }
    let seat = side.seat();
    if !fits_in_play(state) {
        check.fault(&facts.id, None, "too many cards", "zu viele Karten");
        return None;
    }
    let id = add(state, kind, seat, Place::Play);
    let area = zones::play_area_of(state, id);
    let controller = if placed.taken { opponent(area) } else { area };
    let twin = |other: &CardId| {
        state.card(*other).controller == controller && state.facts(*other).title == facts.title
    };
    if facts.unique && state.table.iter().any(twin) {
        check.fault(
            &facts.id,
            Some("swlcg.core.card.unique.one-copy"),
            "is unique and already in play",
            "ist einzigartig und schon im Spiel",
        );
    }
    state.table.push(id);
    let card = state.card_mut(id);
    card.controller = controller;
    card.set = placed.set.unwrap_or(card.set);
    card.focus = placed.focus;
    card.damage = placed.damage;
    card.shields = placed.shields;
    card.committed = placed.committed;
    for captive in &placed.captives {
        if let Some((kind, _)) = check.card(Side::Light, captive) {
            let captive = add(state, kind, Side::Light.seat(), Place::Aside);
            zones::put(state, captive, Destination::Captured(id));
        }
    }
    for other in &placed.beneath {
        if let Some((kind, _)) = check.card(side, other) {
            let other = add(state, kind, seat, Place::Aside);
            zones::put(state, other, Destination::Beneath(id));
        }
    }
    Some(id)
}

fn attach(check: &mut Check, state: &mut State, id: CardId, placed: &Placed) {
    let Some(host) = &placed.on else { return };
    let named = state.in_play().find(|other| state.facts(*other).id == *host && *other != id);
    match named {
        Some(host) => state.card_mut(id).attached = Some(host),
        None => check.fault(
            &placed.card,
            None,
            &format!("{host:?} is not in play"),
            &format!("{host:?} ist nicht im Spiel"),
        ),
    }
}

fn engage(check: &mut Check, state: &mut State, position: &Position, placed: &[(Side, CardId, &Placed)]) {
    let chosen = |wanted: fn(&Placed) -> bool| -> Vec<CardId> {
        placed.iter().filter(|(_, _, placed)| wanted(placed)).map(|(_, id, _)| *id).collect()
    };
    let (engaged, participants) = (chosen(|placed| placed.engaged), chosen(|placed| placed.participating));
    let [objective] = engaged[..] else {
        let fault = Fault::new(
            "",
            Some("swlcg.core.conflict.1-objective"),
            "exactly one objective is engaged",
            "genau ein Einsatzziel wird bekämpft",
        );
        return check.faults.push(fault.at(Text::new("engagement", "Kampf")));
    };
    let card = state.card(objective);
    let id = &card.facts().id;
    if !card.is_objective() && !state.stands_for_dial(objective) {
        check.fault(
            id,
            Some("swlcg.core.conflict.1-objective"),
            "only an objective is engaged",
            "nur ein Einsatzziel wird bekämpft",
        );
    } else if card.controller == state.active && card.is_objective() {
        check.fault(
            id,
            Some("swlcg.rule.2-3.not-own-objective"),
            "belongs to the attacker",
            "gehört dem Angreifer",
        );
    }
    let mut engagement = Engagement::against(objective);
    engagement.participants = participants.into_iter().collect();
    engagement.edge = position.edge.map(Side::seat);
    state.engagement = Some(engagement);
    state.engaged.push(objective);
    state.engagements = state.engaged.len() as u8;
}
