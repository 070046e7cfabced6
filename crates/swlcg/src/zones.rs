//! How cards move: into play, out of it, into hands, piles and decks, and into captivity.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use table::{Denial, Play, Seat, Seats, denial};

use crate::cards::atoms::{Ctx, Deed, Filter, Is};
use crate::cards::{Boon, CardType, Doom, Keyword, Kind, Trait, Trigger, constants, listening};
use crate::state::{
    Card, CardId, Cards, Deck, Ending, Lasting, MOST_COMMAND_CARDS, Manner, Occurrence, Phase, Place, Side,
    State, Until, opponent,
};
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
    /// Face down at an objective, without being captured.
    Beneath(CardId),
    ShuffledIntoObjectiveDeck,
    /// Face down at a card, for its player to use.
    Stowed(CardId),
    Removed,
}

/// Takes a card out of the list of its place.
fn take_out(state: &mut State, id: CardId) {
    let card = *state.card(id);
    state.revealed.remove(id);
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
            let mut stacks = state.players.iter().flat_map(|player| &player.edge_stack);
            if let Some(edge) = stacks.find(|edge| edge.card == id).copied() {
                conflict::edge::note_fate(state, edge);
            }
            state.players.iter_mut().for_each(|player| player.edge_stack.retain(|other| other.card != id));
            state.lasting.retain(|lasting| lasting.card != Some(id));
        }
        Place::VictoryPile => {
            // audit: same — nothing takes a card out of a victory pile so far
            state.players.iter_mut().for_each(|player| player.victory_pile.retain(|other| *other != id));
            listening::recount_table(state);
        }
        Place::Captured => {
            if let Some(host) = card.attached {
                let captives = &mut state.card_mut(host).captives;
                *captives = captives.saturating_sub(1);
            }
        }
        Place::Stowed => {
            if let Some(host) = card.attached {
                let stowed = &mut state.card_mut(host).stowed;
                *stowed = stowed.saturating_sub(1);
            }
            state.card_mut(id).place = Place::Aside;
            listening::recount_hand(state, card.owner);
        }
        Place::Play => {
            state.table.retain(|other| *other != id);
            listening::recount_table(state);
            let lent_by_it = |lasting: &Lasting| lasting.boon == Boon::LentSpent && lasting.source == id;
            state.lasting.retain(|lasting| lasting.card != Some(id) && !lent_by_it(lasting));
            let_go(state, id);
            leave_engagement(state, id);
        }
        Place::Beneath => {
            if let Some(host) = card.attached {
                let beneath = &mut state.card_mut(host).beneath;
                *beneath = beneath.saturating_sub(1);
            }
        }
        Place::Aside | Place::Looked | Place::Removed | Place::Hidden => {}
    }
    player_objectives(state, card.owner, id);
    // A card that comes back is a new one. That it was a unit is forgotten a moment later (`forget_form`).
    let blank = Card::new(card.kind, card.owner, Place::Aside);
    *state.card_mut(id) = Card { set: card.set, as_unit: card.as_unit, ..blank };
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
    // A Force card that is captured no more is back in the supply.
    let supply = state.card(id).kind == Kind::FORCE_CARD && !matches!(destination, Destination::Captured(_));
    let destination = if supply { Destination::Removed } else { destination };
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
            listening::recount_table(state);
            Place::VictoryPile
        }
        Destination::Stowed(host) => {
            state.card_mut(host).stowed += 1;
            let card = state.card_mut(id);
            card.attached = Some(host);
            card.face_down = true;
            Place::Stowed
        }
        Destination::Captured(host) => {
            state.card_mut(host).captives += 1;
            let card = state.card_mut(id);
            card.attached = Some(host);
            card.face_down = true;
            Place::Captured
        }
        Destination::Beneath(host) => {
            state.card_mut(host).beneath += 1;
            let card = state.card_mut(id);
            card.attached = Some(host);
            card.face_down = true;
            Place::Beneath
        }
    };
    state.card_mut(id).place = place;
    if matches!(place, Place::Hand | Place::Stowed) {
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

/// Whether a card keeps another one in its discard pile.
pub fn stays_discarded(state: &State, id: CardId) -> bool {
    let card = state.card(id);
    card.place == Place::Discard && constants::of_player(state, card.owner, Boon::DiscardStays) > 0
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
    if may_enter(&t.state, id, seat).is_err() {
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
        command_hosts(t)?;
        keep_one_pilot_each(t)?;
        // A printed X that nothing defines is 0; and others may count this card for theirs.
        damage::check_capacities(t)?;
        victory::check_reading(t)
    })?;
    if joins {
        conflict::joined(t, id)?;
    }
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
    damage::check_capacities(t)?;
    happened(t, Occurrence::new(Trigger::ControlTaken).of(id).by(seat))?;
    if joins {
        conflict::joined(t, id)?;
    }
    Ok(true)
}

/// A card that was a unit for a time is an enhancement again. It keeps its damage.
pub fn end_as_unit(state: &mut State, id: CardId) {
    leave_engagement(state, id);
    let card = state.card_mut(id);
    (card.as_unit, card.committed, card.shields) = (false, false, 0);
}

/// Puts a card under the control of another player and nothing else.
pub fn hand_over(state: &mut State, id: CardId, seat: Seat) {
    leave_engagement(state, id);
    let card = state.card_mut(id);
    card.controller = seat;
    card.committed = false;
    listening::recount_table(state);
}

/// What the card that carries an enhancement has as long as it does so ends. Whoever has controlled it for this time gives it
/// back.
fn let_go(state: &mut State, enhancement: CardId) {
    let ends = |lasting: &Lasting| lasting.until == Until::WhileAttached && lasting.source == enhancement;
    let held = |lasting: &&Lasting| ends(lasting) && lasting.boon == Boon::Controlled;
    let host = state.lasting.iter().find(held).and_then(|lasting| lasting.card);
    state.lasting.retain(|lasting| !ends(lasting));
    if let Some(host) = host {
        let owner = state.card(host).owner;
        hand_over(state, host, owner);
    }
}

/// Enhancements that put the unit which carries them under the control of their player do so, once for each time that they
/// are attached and speak.
pub fn command_hosts(t: &mut Table) -> Play {
    let boon = Boon::CommandsHost;
    if !t.state.attention.gives(boon.bit()) {
        return Ok(());
    }
    for id in t.state.attention.givers().to_vec() {
        let Card { attached: Some(host), controller: seat, place: Place::Play, .. } = *t.state.card(id)
        else {
            continue;
        };
        // audit: same (&& to ||) — nothing else lasts like this, and nothing else comes from such a card
        let held = |lasting: &Lasting| lasting.until == Until::WhileAttached && lasting.source == id;
        let (holds, commands) = (t.state.lasting.iter().any(held), constants::has(&t.state, id, boon));
        if holds && !commands {
            let_go(&mut t.state, id);
        }
        let proof = constants::is_proof_against(&t.state, &Ctx::new(id, seat), host);
        if commands && !holds && !proof && t.state.card(host).controller != seat {
            let until = Until::WhileAttached;
            t.state.lasting.push(Lasting::mark(id, host, seat, Boon::Controlled, until));
            if !take_control(t, host, seat, false)? {
                t.state.lasting.retain(|lasting| !held(lasting));
            }
        }
    }
    Ok(())
}

/// An enhancement moves to another card.
pub fn move_enhancement(t: &mut Table, id: CardId, host: CardId) -> Play {
    let_go(&mut t.state, id);
    t.state.card_mut(id).attached = Some(host);
    t.emit(Event::Attached(id, host));
    keep_one_pilot_each(t)?;
    if t.state.is_in_play(id) {
        let seat = t.state.card(id).controller;
        happened(t, Occurrence::new(Trigger::Attached).of(id).by(seat).from(Some(host)))?;
    }
    damage::check_capacities(t)?;
    settle(t)
}

/// Puts a card on the table and nothing else.
pub fn lay(state: &mut State, id: CardId, controller: Seat) {
    take_out(state, id);
    let card = state.card_mut(id);
    card.place = Place::Play;
    card.controller = controller;
    card.as_unit = false;
    state.table.push(id);
    listening::add_to_table(state, id);
}

/// The pilots of a unit that count for the limit. Whoever has the trait is one, with the keyword or without it.
fn pilots(state: &State, host: CardId) -> impl Iterator<Item = CardId> {
    let counts = |id: &CardId| {
        state.facts(*id).traits.has(Trait::Pilot) && !constants::has(state, *id, Boon::FurtherPilot)
    };
    state.attachments(host).filter(counts)
}

/// All pilots of a unit but one are discarded, wherever there are more: a pilot may have come, or may count only now.
pub fn keep_one_pilot_each(t: &mut Table) -> Play {
    let crowded = |state: &State| {
        let carries_two = |host: &CardId| pilots(state, *host).nth(1).is_some();
        state.in_play().filter_map(|id| state.card(id).attached).find(carries_two)
    };
    while let Some(host) = crowded(&t.state) {
        keep_one_pilot(t, host)?;
    }
    Ok(())
}

fn keep_one_pilot(t: &mut Table, host: CardId) -> Play {
    let riding: Vec<CardId> = pilots(&t.state, host).collect();
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
    let (fighting, mute) = (t.state.is_participating(id), constants::is_blank(&t.state, id));
    let leaving = Occurrence { fighting, mute, ..leaving };
    occur(t, leaving, |t| {
        if !t.state.is_in_play(id) {
            return Ok(());
        }
        let destination = diverted(&t.state, destination);
        move_out(t, id, destination)
    })?;
    forget_form(&mut t.state, id);
    Ok(())
}

/// Once everybody has answered that it left play, nobody remembers that a card was a unit.
pub fn forget_form(state: &mut State, id: CardId) {
    let leaves = |trigger| matches!(trigger, Trigger::Destroyed | Trigger::LeavesPlay);
    let open = state.occurrences.iter().any(|open| leaves(open.trigger) && open.card == Some(id));
    if !open && !state.is_in_play(id) {
        state.card_mut(id).as_unit = false;
    }
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
    // audit: same (1 to 2) — only units say that they are captured when they leave
    let caught = 1 + u8::from(t.state.card(id).is_unit());
    let attached: Vec<CardId> = t.state.attachments(id).collect();
    for other in attached {
        leave_play(t, other, Destination::Discard)?;
    }
    free_captives(t, id)?;
    let laid: Vec<CardId> = stowed(&t.state, id).into_iter().chain(beneath(&t.state, id)).collect();
    for other in laid {
        put(&mut t.state, other, Destination::Discard);
        t.emit(Event::Discarded(t.state.card(other).owner, other));
    }
    put(&mut t.state, id, destination);
    t.emit(Event::LeftPlay(id));
    if matches!(destination, Destination::Captured(_)) {
        t.emit(Event::Captured(id));
        if let Some(captor) = captor {
            happened(t, Occurrence::new(Trigger::Captured).of(id).by(captor).amount(caught))?;
        }
    }
    // Others may have counted it for their capacity.
    damage::check_capacities(t)
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
    let guards = if chooser == captor { guards_for(&t.state, id, captor) } else { Vec::new() };
    if guards.is_empty() && t.state.objectives(captor).next().is_none() {
        return Ok(None);
    }
    let choice = t.ask(chooser, Ask::CaptureAt(id), |state, offer| {
        state.objectives(captor).for_each(|objective| offer.add(Choice::Card(objective)));
        guards.iter().for_each(|guard| offer.add(Choice::Card(*guard)));
    })?;
    Ok(if let Choice::Card(at) = choice { Some(at) } else { None })
}

/// Cards of the captor that may hold a unit which is captured from play.
fn guards_for(state: &State, id: CardId, captor: Seat) -> Vec<CardId> {
    if !state.attention.gives(Boon::TakesCaptives.bit()) || !state.is_in_play(id) || !state.card(id).is_unit()
    {
        return Vec::new();
    }
    let takes = |guard: &CardId| {
        state.card(*guard).controller == captor && constants::has(state, *guard, Boon::TakesCaptives)
    };
    state.in_play().filter(takes).collect()
}

/// Captures a card at an objective. Only the dark side captures, and only cards of the light side.
pub fn capture(t: &mut Table, id: CardId, at: CardId) -> Play<bool> {
    let captor = t.state.card(at).controller;
    // audit: same (|| to &&) — nobody captures cards of his own side
    if Side::of(captor) != Side::Dark || Side::of(t.state.card(id).owner) != Side::Light {
        return Ok(false);
    }
    let was_in_play = t.state.is_in_play(id);
    if was_in_play && interrupted(t, Occurrence::new(Trigger::Captured).of(id).by(captor))?.prevented {
        return Ok(false);
    }
    // Whatever was answered to that may have taken either card away.
    // audit: same (|| to &&) — the only answer so far stops the capture itself
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
    state.lying_at(at, Place::Captured).collect()
}

/// The cards that lie face down at a card for their player to use.
pub fn stowed(state: &State, at: CardId) -> Vec<CardId> {
    state.lying_at(at, Place::Stowed).collect()
}

/// The cards that lie face down at a card without being captured.
pub fn beneath(state: &State, at: CardId) -> impl Iterator<Item = CardId> {
    state.lying_at(at, Place::Beneath)
}

fn free_captives(t: &mut Table, at: CardId) -> Play {
    for id in captives(&t.state, at) {
        rescue(t, id)?;
    }
    Ok(())
}

/// A rescued card goes to its owner's hand.
pub fn rescue(t: &mut Table, id: CardId) -> Play {
    let from = t.state.card(id).attached;
    put(&mut t.state, id, Destination::Hand);
    t.emit(Event::Rescued(id));
    happened(t, Occurrence::new(Trigger::Rescued).of(id).by(t.state.card(id).owner).from(from))
}

fn pile(state: &State, seat: Seat, objective: bool) -> &Deck {
    let player = state.player(seat);
    if objective { &player.objective_deck } else { &player.deck }
}

/// What chance draws: a kind of card, and of which objective set where that matters.
fn drawn(state: &State, id: CardId) -> Choice {
    let Card { kind, set, .. } = *state.card(id);
    if state.attention.minds_sets() { Choice::DrawnOf(kind, set) } else { Choice::Drawn(kind) }
}

/// Takes the top card of a deck aside. None if there is none.
fn take_top(t: &mut Table, seat: Seat, objective: bool) -> Play<Option<CardId>> {
    let mut top = pile(&t.state, seat, objective).known_top();
    if top.is_none() && !pile(&t.state, seat, objective).is_empty() {
        // audit: same — only chance is asked
        let ask = if objective { Ask::DrawObjective(seat) } else { Ask::Draw(seat) };
        let choice = t.draw(ask, |state, offer| {
            let alike = |a: &CardId, b: &CardId| state.alike(*a, *b);
            for copies in pile(state, seat, objective).unknown().chunk_by(alike) {
                offer.weigh(drawn(state, copies[0]), copies.len() as u32);
            }
        })?;
        let mut unknown = pile(&t.state, seat, objective).unknown().iter();
        top = unknown.find(|id| choice == drawn(&t.state, **id)).copied();
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
            let alike = |a: &CardId, b: &CardId| state.alike(*a, *b);
            for copies in state.player(seat).deck.unknown().chunk_by(alike) {
                offer.weigh(drawn(state, copies[0]), copies.len() as u32);
            }
        })?;
        let mut unknown = t.state.player(seat).deck.unknown().iter();
        bottom = unknown.find(|id| choice == drawn(&t.state, **id)).copied();
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

/// Whether a seat may not know which card an entry of [`State::cards`] is, or not where it is.
pub fn is_hidden(state: &State, id: CardId, seat: Option<Seat>) -> bool {
    if state.revealed.contains(id) {
        return false;
    }
    let card = state.card(id);
    let own = seat == Some(card.owner);
    match card.place {
        Place::Deck => !state.player(card.owner).deck.shown.contains(id),
        Place::ObjectiveDeck => true,
        Place::Hand => !(own || (seat.is_some() && state.player(card.owner).hand_is_seen)),
        Place::Stowed | Place::Beneath => !own,
        Place::Captured => seat != Some(Side::Dark.seat()) && card.kind != Kind::FORCE_CARD,
        Place::Looked => seat != Some(card.controller),
        Place::Aside => !own && state.player(card.owner).objectives.contains(&id),
        Place::EdgeStack => {
            // It may lie in the stack of the other player, who knows no more of it there.
            let mut stacks = state.players.iter().flat_map(|player| &player.edge_stack);
            !own && stacks.any(|edge| edge.card == id && !edge.face_up)
        }
        _ => false,
    }
}

/// A card that is not in play goes to its owner's hand. Whoever knows it where it lies knows that it does, and all do if it
/// is shown.
pub fn to_hand(t: &mut Table, id: CardId, shown: bool) {
    let owner = t.state.card(id).owner;
    let knows = |seat: &Seat| shown || *seat == owner || !is_hidden(&t.state, id, Some(*seat));
    let known = Side::ALL.map(Side::seat).into_iter().filter(knows).fold(Seats::NONE, Seats::with);
    put(&mut t.state, id, Destination::Hand);
    t.emit(Event::ToHand(id, known));
}

/// The ability that is being resolved, if one is.
fn resolving(state: &mut State) -> Option<&mut Occurrence> {
    let used = |open: &&mut Occurrence| open.trigger == Trigger::Used && open.manner != Some(Manner::Deploy);
    state.occurrences.iter_mut().rev().find(used)
}

/// A card is discarded from hand, by an effect or by the rules.
pub fn discard(t: &mut Table, id: CardId) -> Play {
    let seat = t.state.card(id).owner;
    if let Some(reason) = resolving(&mut t.state) {
        reason.robbed |= reason.seat != Some(seat);
    }
    discard_to_pay(t, id)
}

/// A card is discarded from hand as a cost: no effect has made its player do so.
pub fn discard_to_pay(t: &mut Table, id: CardId) -> Play {
    let seat = t.state.card(id).owner;
    put(&mut t.state, id, Destination::Discard);
    t.emit(Event::Discarded(seat, id));
    happened(t, Occurrence::new(Trigger::Discarded).of(id).by(seat))
}

/// One card of a hand, chosen by chance.
pub fn random_card(t: &mut Table, seat: Seat) -> Play<Option<CardId>> {
    if t.state.player(seat).hand.is_empty() {
        return Ok(None);
    }
    let choice = t.draw(Ask::RandomCard(seat), |state, offer| {
        // audit: same (1 to 2) — all weigh the same
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

/// A player reveals cards: everybody sees them where they are.
pub fn reveal(t: &mut Table, seat: Seat, cards: &[CardId]) {
    cards.iter().for_each(|id| t.state.revealed.insert(*id));
    t.emit(Event::Revealed(seat, cards.to_vec()));
}

/// What is revealed meanwhile lies open until this is done, unless it has come to its place before
/// (`swlcg.rule.1-3.reveal-duration`).
pub fn revealing(t: &mut Table, deed: impl FnOnce(&mut Table) -> Play) -> Play {
    let open = t.state.revealed;
    deed(t)?;
    t.state.revealed.keep_only(open);
    Ok(())
}

/// The top card of a deck, looked at by a player.
pub fn look_at_top(t: &mut Table, seat: Seat, viewer: Seat) -> Play<Option<CardId>> {
    look_at_top_of(t, seat, viewer, false)
}

/// The top cards of a deck, looked at by a player: `N`, or as many as there are.
pub fn look_at_top_cards<const N: usize>(
    t: &mut Table,
    seat: Seat,
    viewer: Seat,
) -> Play<ArrayVec<CardId, N>> {
    let mut cards = ArrayVec::new();
    while !cards.is_full() {
        let Some(top) = look_at_top(t, seat, viewer)? else { break };
        cards.push(top);
    }
    Ok(cards)
}

/// The bottom card of a command deck, looked at by a player.
pub fn look_at_bottom(t: &mut Table, seat: Seat, viewer: Seat) -> Play<Option<CardId>> {
    let bottom = take_bottom(t, seat)?;
    if let Some(id) = bottom {
        let card = t.state.card_mut(id);
        card.place = Place::Looked;
        card.controller = viewer;
    }
    Ok(bottom)
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

/// The hand cards of a player, and those that he may use as if they were in hand.
pub fn held(state: &State, seat: Seat) -> Cow<'_, [CardId]> {
    if !constants::is_given(state, Boon::LendsCards) {
        return Cow::Borrowed(&state.player(seat).hand);
    }
    let mut cards = state.player(seat).hand.to_vec();
    let lends =
        |id: &CardId| state.card(*id).controller == seat && constants::has(state, *id, Boon::LendsCards);
    for host in state.in_play().filter(lends) {
        cards.extend(stowed(state, host).into_iter().filter(|id| state.card(*id).owner == seat));
    }
    Cow::Owned(cards)
}

/// Whether there are any.
pub fn holds_cards(state: &State, seat: Seat) -> bool {
    !held(state, seat).is_empty()
}

/// The different ones of them: one of each kind.
pub fn held_kinds(state: &State, seat: Seat) -> Cards {
    kinds(state, &held(state, seat)).take(MOST_COMMAND_CARDS).collect()
}

/// One of each kind of card.
pub fn kinds<'a>(state: &'a State, cards: &'a [CardId]) -> impl Iterator<Item = CardId> + 'a {
    cards.iter().enumerate().filter_map(move |(place, id)| {
        let twin = |other: &CardId| state.alike(*other, *id);
        (!cards[..place].iter().any(twin)).then_some(*id)
    })
}
