//! How cards move: into play, out of it, into hands, piles and decks, and into captivity.

use table::{Denial, Play, Seat, Seats, denial};

use crate::cards::atoms::{Ctx, Deed, Filter, Is};
use crate::cards::{Boon, CardType, Doom, Keyword, Trait, Trigger, constants, listening};
use crate::state::{Card, CardId, Deck, Ending, Manner, Occurrence, Phase, Place, Side, State, opponent};
use crate::timing::{happened, interrupted, occur, settle};
use crate::{Ask, Choice, Event, Table, conflict, damage, victory};

const UNIQUE: Denial = denial(
    "swlcg.core.card.unique.one-copy",
    "A card of this title is already in play on this side, and it is unique.",
    "Eine Karte dieses Titels ist auf dieser Seite schon im Spiel, und sie ist einzigartig.",
);
const ONE_MISSION: Denial = denial(
    "swlcg.extra.mission.one-per-play-area",
    "There is a mission in that play area already.",
    "In diesem Spielbereich liegt schon eine Mission.",
);

pub const VEHICLES: Filter = &[Is::Unit, Is::Trait(Trait::Vehicle)];

/// Where a card goes that leaves its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination {
    Discard,
    Hand,
    OnDeck,
    UnderDeck,
    ShuffledIntoDeck,
    UnderObjectiveDeck,
    OnObjectiveDeck,
    VictoryPile(Seat),
    Captured(CardId),
    ShuffledIntoObjectiveDeck,
    Removed,
}

/// Takes a card out of the list of its place.
fn take_out(state: &mut State, id: CardId) {
    let card = *state.card(id);
    let player = state.player_mut(card.owner);
    match card.place {
        Place::Hand => {
            player.hand.retain(|other| *other != id);
            listening::recount_hand(state, card.owner);
        }
        Place::Deck => player.deck.take(id),
        Place::ObjectiveDeck => player.objective_deck.take(id),
        Place::Discard => player.discard.retain(|other| *other != id),
        Place::EdgeStack => {
            // It may lie in the stack of the other player.
            state.players.iter_mut().for_each(|player| player.edge_stack.retain(|other| other.card != id));
            state.lasting.retain(|lasting| lasting.card != Some(id));
        }
        Place::VictoryPile => {
            state.players.iter_mut().for_each(|player| player.victory_pile.retain(|other| *other != id));
        }
        Place::Captured => {
            if let Some(host) = card.attached {
                let captives = &mut state.card_mut(host).captives;
                *captives = captives.saturating_sub(1);
            }
        }
        Place::Play => {
            state.table.retain(|other| *other != id);
            listening::recount_table(state);
            state.lasting.retain(|lasting| lasting.card != Some(id));
            leave_engagement(state, id);
        }
        Place::Aside | Place::Looked | Place::Removed | Place::Hidden => {}
    }
    player_objectives(state, card.owner, id);
    // A card that comes back is a new one.
    *state.card_mut(id) = Card::new(card.kind, card.owner, Place::Aside);
}

fn player_objectives(state: &mut State, owner: Seat, id: CardId) {
    state.player_mut(owner).objectives.retain(|other| *other != id);
}

pub fn leave_engagement(state: &mut State, id: CardId) {
    if let Some(engagement) = &mut state.engagement {
        engagement.participants.retain(|unit| *unit != id);
    }
}

/// An event that is being played, or a card that somebody looks at, is nowhere.
pub fn set_aside(state: &mut State, id: CardId) {
    take_out(state, id);
}

/// Puts a card somewhere out of play; always to its owner.
pub fn put(state: &mut State, id: CardId, destination: Destination) {
    take_out(state, id);
    let owner = state.card(id).owner;
    let player = &mut state.players[owner.index()];
    let place = match destination {
        Destination::Discard => {
            player.discard.push(id);
            Place::Discard
        }
        Destination::Hand => {
            player.hand.push(id);
            Place::Hand
        }
        Destination::OnDeck => {
            player.deck.put_on_top(id);
            Place::Deck
        }
        Destination::UnderDeck => {
            player.deck.put_under(id);
            Place::Deck
        }
        Destination::ShuffledIntoDeck => {
            player.deck.shuffle_in(id);
            Place::Deck
        }
        Destination::UnderObjectiveDeck => {
            player.objective_deck.put_under(id);
            Place::ObjectiveDeck
        }
        Destination::OnObjectiveDeck => {
            player.objective_deck.put_on_top(id);
            Place::ObjectiveDeck
        }
        Destination::ShuffledIntoObjectiveDeck => {
            player.objective_deck.shuffle_in(id);
            Place::ObjectiveDeck
        }
        Destination::Removed => Place::Removed,
        Destination::VictoryPile(seat) => {
            state.player_mut(seat).victory_pile.push(id);
            Place::VictoryPile
        }
        Destination::Captured(host) => {
            state.card_mut(host).captives += 1;
            let card = state.card_mut(id);
            card.attached = Some(host);
            card.face_down = true;
            Place::Captured
        }
    };
    state.card_mut(id).place = place;
    if place == Place::Hand {
        listening::add_to_hand(state, id);
    }
}

/// Whether a card may come into play under a player's control.
pub fn may_enter(state: &State, id: CardId, seat: Seat) -> Result<(), Denial> {
    let facts = state.facts(id);
    let mut own = state.in_play().filter(|other| state.card(*other).controller == seat && *other != id);
    if facts.unique && own.clone().any(|other| state.facts(other).title == facts.title) {
        return Err(UNIQUE);
    }
    if facts.card_type == CardType::Mission && own.any(|other| state.card(other).is_mission()) {
        return Err(ONE_MISSION);
    }
    Ok(())
}

/// In whose play area a card comes into play: a mission in that of the opponent.
pub fn play_area_of(state: &State, id: CardId) -> Seat {
    let owner = state.card(id).owner;
    if state.facts(id).card_type == CardType::Mission { opponent(owner) } else { owner }
}

pub fn may_be_enhanced(state: &State, id: CardId) -> bool {
    !constants::has_keyword(state, id, Keyword::NoEnhancements)
}

/// A card comes into play, ready and face up, perhaps attached to another one. `joins`: it takes part in the engagement.
pub fn enter_play(t: &mut Table, id: CardId, host: Option<CardId>, joins: bool) -> Play {
    let seat = play_area_of(&t.state, id);
    enter_play_under(t, id, host, joins, seat)
}

/// A card comes into play under the control of a player.
pub fn enter_play_under(t: &mut Table, id: CardId, host: Option<CardId>, joins: bool, seat: Seat) -> Play {
    enter_play_with(t, id, host, joins, seat, 0)
}

/// The same, with focus tokens on it.
pub fn enter_play_with(
    t: &mut Table,
    id: CardId,
    host: Option<CardId>,
    joins: bool,
    seat: Seat,
    focus: u8,
) -> Play {
    if may_enter(&t.state, id, seat).is_err() || t.state.table.is_full() {
        if t.state.card(id).place == Place::Aside {
            put(&mut t.state, id, Destination::Discard);
        }
        return Ok(());
    }
    let entering = Occurrence::new(Trigger::EntersPlay).of(id).by(seat);
    occur(t, entering, |t| {
        lay(&mut t.state, id, seat);
        t.state.card_mut(id).attached = host;
        t.state.card_mut(id).focus = focus;
        t.emit(Event::EnteredPlay(id));
        if joins {
            conflict::enter(&mut t.state, id);
        }
        if let Some(host) = host {
            t.emit(Event::Attached(id, host));
        }
        keep_one_pilot(t, host)?;
        recheck_capacities(t, id)?;
        // A printed X that nothing defines is 0.
        damage::check_capacity(t, id)
    })?;
    if let Some(host) = host.filter(|_| t.state.is_in_play(id)) {
        happened(t, Occurrence::new(Trigger::Attached).of(id).by(seat).from(Some(host)))?;
    }
    settle(t)
}

/// A player takes control of a card. Its Force card goes back, and it leaves the engagement unless it `joins` it on the side
/// of its new controller. What enhances it stays with whoever controls that.
pub fn take_control(t: &mut Table, id: CardId, seat: Seat, joins: bool) -> Play<bool> {
    if t.state.card(id).controller == seat || may_enter(&t.state, id, seat).is_err() {
        return Ok(false);
    }
    hand_over(&mut t.state, id, seat);
    t.emit(Event::ControlTaken(seat, id));
    if joins {
        conflict::enter(&mut t.state, id);
    }
    settle(t)?;
    recheck_capacities(t, id)?;
    happened(t, Occurrence::new(Trigger::ControlTaken).of(id).by(seat))?;
    Ok(true)
}

/// Puts a card under the control of another player and nothing else.
pub fn hand_over(state: &mut State, id: CardId, seat: Seat) {
    leave_engagement(state, id);
    let card = state.card_mut(id);
    card.controller = seat;
    card.committed = false;
    listening::recount_table(state);
}

/// An enhancement moves to another card.
pub fn move_enhancement(t: &mut Table, id: CardId, host: CardId) -> Play {
    t.state.card_mut(id).attached = Some(host);
    t.emit(Event::Attached(id, host));
    keep_one_pilot(t, Some(host))?;
    if t.state.is_in_play(id) {
        let seat = t.state.card(id).controller;
        happened(t, Occurrence::new(Trigger::Attached).of(id).by(seat).from(Some(host)))?;
    }
    recheck_capacities(t, id)?;
    settle(t)
}

/// A card has come or gone that changes damage capacities, or that others count for theirs: some card may have more damage
/// now than it can take.
fn recheck_capacities(t: &mut Table, id: CardId) -> Play {
    let changes =
        t.state.facts(id).gives & Boon::Capacity.bit() != 0 || constants::capacities_change(&t.state);
    if changes { damage::check_capacities(t) } else { Ok(()) }
}

/// Puts a card on the table and nothing else.
pub fn lay(state: &mut State, id: CardId, controller: Seat) {
    take_out(state, id);
    let card = state.card_mut(id);
    card.place = Place::Play;
    card.controller = controller;
    state.table.push(id);
    listening::add_to_table(state, id);
}

/// All pilots of a unit but one are discarded. Whoever has the trait is one, with the keyword or without it.
fn keep_one_pilot(t: &mut Table, host: Option<CardId>) -> Play {
    let Some(host) = host else { return Ok(()) };
    let pilots = |state: &State| -> Vec<CardId> {
        let counts = |id: &CardId| {
            state.facts(*id).traits.has(Trait::Pilot) && !state.facts(*id).effects.further_pilot
        };
        state.attachments(host).filter(counts).collect()
    };
    let riding = pilots(&t.state);
    if riding.len() < 2 {
        return Ok(());
    }
    let choice = t.ask(t.state.card(host).controller, Ask::PilotStays(host), |_, offer| {
        riding.iter().for_each(|id| offer.add(Choice::Card(*id)));
    })?;
    for id in riding {
        if choice != Choice::Card(id) {
            leave_play(t, id, Destination::Discard)?;
        }
    }
    Ok(())
}

/// How a card leaves play: what the amount of the occurrence says.
pub const DESTROYED: u8 = 1;
pub const SACRIFICED: u8 = 2;

/// A card leaves play otherwise than by being destroyed or sacrificed.
pub fn leave_play(t: &mut Table, id: CardId, destination: Destination) -> Play {
    leave_play_as(t, id, destination, 0)
}

/// A card leaves play. Its enhancements are discarded, its captives are free, its tokens and its Force card go back.
pub fn leave_play_as(t: &mut Table, id: CardId, destination: Destination, how: u8) -> Play {
    // What happens instead of leaving in another way is not leaving a second time.
    let again = |open: &Occurrence| open.trigger == Trigger::LeavesPlay && open.card == Some(id);
    if t.state.occurrences.iter().any(again) && t.state.is_in_play(id) {
        return move_out(t, id, destination);
    }
    let card = t.state.card(id);
    let leaving =
        Occurrence::new(Trigger::LeavesPlay).of(id).by(card.controller).from(card.attached).amount(how);
    let leaving = Occurrence { fighting: t.state.is_participating(id), ..leaving };
    occur(t, leaving, |t| {
        if !t.state.is_in_play(id) {
            return Ok(());
        }
        let destination = diverted(&t.state, destination);
        move_out(t, id, destination)
    })?;
    Ok(())
}

/// Where a card goes after what was answered to its destruction or its leaving.
pub fn diverted(state: &State, destination: Destination) -> Destination {
    match state.now().and_then(|now| now.divert) {
        Some(Doom::ToHand) => Destination::Hand,
        Some(Doom::UnderDeck) => Destination::UnderDeck,
        Some(Doom::OnDeck) => Destination::OnDeck,
        Some(Doom::Remove) => Destination::Removed,
        _ => destination,
    }
}

/// The leaving itself.
fn move_out(t: &mut Table, id: CardId, destination: Destination) -> Play {
    // A mission that is not destroyed is discarded.
    let destination = match destination {
        Destination::VictoryPile(_) => destination,
        _ if t.state.card(id).is_mission() => Destination::Discard,
        _ => destination,
    };
    let captor = captors(&t.state, id).filter(|_| !matches!(destination, Destination::Captured(_)));
    let chooses = if constants::has(&t.state, id, Boon::CapturedWhereItsPlayerLikes) {
        Some(t.state.card(id).controller)
    } else {
        captor
    };
    let destination = match captor.zip(chooses) {
        Some((captor, chooses)) => {
            choose_prison_for(t, id, captor, chooses)?.map_or(destination, Destination::Captured)
        }
        None => destination,
    };
    let attached: Vec<CardId> = t.state.attachments(id).collect();
    for other in attached {
        leave_play(t, other, Destination::Discard)?;
    }
    free_captives(t, id)?;
    put(&mut t.state, id, destination);
    t.emit(Event::LeftPlay(id));
    if matches!(destination, Destination::Captured(_)) {
        t.emit(Event::Captured(id));
        if let Some(captor) = captor {
            happened(t, Occurrence::new(Trigger::Captured).of(id).by(captor).amount(1))?;
        }
    }
    recheck_capacities(t, id)
}

/// Who captures a card that leaves play, if a card says so.
fn captors(state: &State, id: CardId) -> Option<Seat> {
    let captor = opponent(state.card(id).controller);
    let caught = constants::has(state, id, Boon::CapturedWhenLeaving)
        || constants::has(state, id, Boon::CapturedWhereItsPlayerLikes);
    (caught && Side::of(captor) == Side::Dark).then_some(captor)
}

/// The objective at which the dark side player captures a card.
pub fn choose_prison(t: &mut Table, id: CardId, captor: Seat) -> Play<Option<CardId>> {
    choose_prison_for(t, id, captor, captor)
}

/// The same, chosen by somebody.
fn choose_prison_for(t: &mut Table, id: CardId, captor: Seat, chooser: Seat) -> Play<Option<CardId>> {
    if t.state.objectives(captor).next().is_none() {
        return Ok(None);
    }
    let choice = t.ask(chooser, Ask::CaptureAt(id), |state, offer| {
        state.objectives(captor).for_each(|objective| offer.add(Choice::Card(objective)));
    })?;
    Ok(if let Choice::Card(objective) = choice { Some(objective) } else { None })
}

/// Captures a card at an objective. Only the dark side captures, and only cards of the light side.
pub fn capture(t: &mut Table, id: CardId, at: CardId) -> Play<bool> {
    let captor = t.state.card(at).controller;
    if Side::of(captor) != Side::Dark || Side::of(t.state.card(id).owner) != Side::Light {
        return Ok(false);
    }
    let was_in_play = t.state.is_in_play(id);
    if was_in_play && interrupted(t, Occurrence::new(Trigger::Captured).of(id).by(captor))?.prevented {
        return Ok(false);
    }
    // Whatever was answered to that may have taken either card away.
    if !t.state.is_in_play(at) || was_in_play != t.state.is_in_play(id) {
        return Ok(false);
    }
    let amount = u8::from(was_in_play) + u8::from(was_in_play && t.state.card(id).is_unit());
    if was_in_play {
        leave_play(t, id, Destination::Captured(at))?;
        if t.state.card(id).place != Place::Captured {
            return Ok(false);
        }
    } else {
        put(&mut t.state, id, Destination::Captured(at));
        t.emit(Event::Captured(id));
    }
    let captured = Occurrence::new(Trigger::Captured).of(id).by(captor).amount(amount);
    happened(t, captured)?;
    Ok(true)
}

fn captives(state: &State, at: CardId) -> Vec<CardId> {
    let all = (0..state.cards.len() as u8).map(CardId);
    all.filter(|id| state.card(*id).place == Place::Captured && state.card(*id).attached == Some(at))
        .collect()
}

fn free_captives(t: &mut Table, at: CardId) -> Play {
    for id in captives(&t.state, at) {
        rescue(t, id)?;
    }
    Ok(())
}

/// A rescued card goes to its owner's hand.
pub fn rescue(t: &mut Table, id: CardId) -> Play {
    put(&mut t.state, id, Destination::Hand);
    t.emit(Event::Rescued(id));
    happened(t, Occurrence::new(Trigger::Rescued).of(id).by(t.state.card(id).owner))
}

fn pile(state: &State, seat: Seat, objective: bool) -> &Deck {
    let player = state.player(seat);
    if objective { &player.objective_deck } else { &player.deck }
}

/// Takes the top card of a deck aside. None if there is none.
fn take_top(t: &mut Table, seat: Seat, objective: bool) -> Play<Option<CardId>> {
    let mut top = pile(&t.state, seat, objective).known_top();
    if top.is_none() && !pile(&t.state, seat, objective).is_empty() {
        let ask = if objective { Ask::DrawObjective(seat) } else { Ask::Draw(seat) };
        let choice = t.draw(ask, |state, offer| {
            let alike = |a: &CardId, b: &CardId| state.card(*a).kind == state.card(*b).kind;
            for copies in pile(state, seat, objective).unknown().chunk_by(alike) {
                offer.weigh(Choice::Drawn(state.card(copies[0]).kind), copies.len() as u32);
            }
        })?;
        let mut unknown = pile(&t.state, seat, objective).unknown().iter();
        top = unknown.find(|id| choice == Choice::Drawn(t.state.card(**id).kind)).copied();
    }
    if let Some(id) = top {
        set_aside(&mut t.state, id);
    }
    Ok(top)
}

/// Takes the bottom card of a command deck aside.
fn take_bottom(t: &mut Table, seat: Seat) -> Play<Option<CardId>> {
    let mut bottom = t.state.player(seat).deck.known_bottom();
    if bottom.is_none() && !t.state.player(seat).deck.is_empty() {
        let choice = t.draw(Ask::Draw(seat), |state, offer| {
            let alike = |a: &CardId, b: &CardId| state.card(*a).kind == state.card(*b).kind;
            for copies in state.player(seat).deck.unknown_below().chunk_by(alike) {
                offer.weigh(Choice::Drawn(state.card(copies[0]).kind), copies.len() as u32);
            }
        })?;
        let mut unknown = t.state.player(seat).deck.unknown_below().iter();
        bottom = unknown.find(|id| choice == Choice::Drawn(t.state.card(**id).kind)).copied();
    }
    if let Some(id) = bottom {
        set_aside(&mut t.state, id);
    }
    Ok(bottom)
}

/// The top card of a command deck, taken aside.
pub fn top_card(t: &mut Table, seat: Seat) -> Play<Option<CardId>> {
    take_top(t, seat, false)
}

/// How many cards a player draws in a draw phase where a card says few.
const FEW_DRAWS: u8 = 5;

/// Whether the active player has drawn as many cards in this draw phase as a card allows.
pub fn may_draw_no_more(state: &State) -> bool {
    state.drawn >= FEW_DRAWS && constants::of_player(state, state.active, Boon::FewDraws) > 0
}

/// Draws a card. A player who has to draw from an empty deck has lost.
pub fn draw(t: &mut Table, seat: Seat) -> Play {
    let phase = t.state.phase() == Phase::Draw && seat == t.state.active;
    if phase {
        if may_draw_no_more(&t.state) {
            return Ok(());
        }
        t.state.drawn = t.state.drawn.saturating_add(1);
    }
    let drawing = interrupted(t, Occurrence::new(Trigger::Drawn).by(seat))?;
    let from_below = drawing.divert == Some(Doom::UnderDeck);
    let drawn = if from_below { take_bottom(t, seat)? } else { take_top(t, seat, false)? };
    let Some(id) = drawn else {
        return victory::end_game(t, Seats::NONE.with(opponent(seat)), Ending::DeckOut);
    };
    put(&mut t.state, id, Destination::Hand);
    t.emit(Event::Drawn(seat, id));
    if let Some(reason) = resolving(&mut t.state) {
        reason.drew = true;
    }
    happened(t, Occurrence::new(Trigger::Drawn).of(id).by(seat))
}

/// Takes the top objective. A player who has to and cannot has lost.
pub fn draw_objective(t: &mut Table, seat: Seat) -> Play<CardId> {
    match take_top(t, seat, true)? {
        Some(id) => Ok(id),
        None => {
            victory::end_game(t, Seats::NONE.with(opponent(seat)), Ending::ObjectiveDeckOut)?;
            t.over()
        }
    }
}

/// The ability that is being resolved, if one is.
fn resolving(state: &mut State) -> Option<&mut Occurrence> {
    let used = |open: &&mut Occurrence| open.trigger == Trigger::Used && open.manner != Some(Manner::Deploy);
    state.occurrences.iter_mut().rev().find(used)
}

/// A card is discarded from hand.
pub fn discard(t: &mut Table, id: CardId) -> Play {
    let seat = t.state.card(id).owner;
    put(&mut t.state, id, Destination::Discard);
    t.emit(Event::Discarded(seat, id));
    if let Some(reason) = resolving(&mut t.state) {
        reason.robbed |= reason.seat != Some(seat);
    }
    happened(t, Occurrence::new(Trigger::Discarded).of(id).by(seat))
}

/// One card of a hand, chosen by chance.
pub fn random_card(t: &mut Table, seat: Seat) -> Play<Option<CardId>> {
    if t.state.player(seat).hand.is_empty() {
        return Ok(None);
    }
    let choice = t.draw(Ask::RandomCard(seat), |state, offer| {
        state.player(seat).hand.iter().for_each(|id| offer.weigh(Choice::Card(*id), 1));
    })?;
    Ok(if let Choice::Card(id) = choice { Some(id) } else { None })
}

/// Whether the effect of a card may be directed at another one.
pub fn may_be_targeted(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let enemy = state.card(id).controller != ctx.seat;
    let event = state.facts(ctx.card).card_type == CardType::Event;
    let free = |deed: Deed, applies: bool| !applies || constants::may(state, id, deed).is_ok();
    !constants::is_proof_against(state, ctx, id)
        && free(Deed::BeTargeted, true)
        && free(Deed::BeTargetedByEnemies, enemy)
        && free(Deed::BeTargetedByEvents, event)
        && free(Deed::BeTargetedByEnemyEvents, event && enemy)
}

/// The top card of a deck, looked at by a player.
pub fn look_at_top(t: &mut Table, seat: Seat, viewer: Seat) -> Play<Option<CardId>> {
    look_at_top_of(t, seat, viewer, false)
}

/// The same with the objective deck, if so.
pub fn look_at_top_of(t: &mut Table, seat: Seat, viewer: Seat, objective: bool) -> Play<Option<CardId>> {
    let top = take_top(t, seat, objective)?;
    if let Some(id) = top {
        let card = t.state.card_mut(id);
        card.place = Place::Looked;
        card.controller = viewer;
    }
    Ok(top)
}

/// A player looks through a whole deck.
pub fn look_through(state: &mut State, seat: Seat, viewer: Seat) -> Vec<CardId> {
    let cards = state.player(seat).deck.cards.to_vec();
    for id in &cards {
        set_aside(state, *id);
        let card = state.card_mut(*id);
        card.place = Place::Looked;
        card.controller = viewer;
    }
    cards
}

/// The different cards of a hand: one of each kind.
pub fn hand_kinds(state: &State, seat: Seat) -> impl Iterator<Item = CardId> {
    kinds(state, &state.player(seat).hand)
}

/// One of each kind of card.
pub fn kinds<'a>(state: &'a State, cards: &'a [CardId]) -> impl Iterator<Item = CardId> + 'a {
    cards.iter().enumerate().filter_map(move |(place, id)| {
        let twin = |other: &CardId| state.card(*other).kind == state.card(*id).kind;
        (!cards[..place].iter().any(twin)).then_some(*id)
    })
}
