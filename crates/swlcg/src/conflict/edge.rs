//! The edge battle: placing cards, revealing them, resolving fate cards, counting Force icons.

use table::{Denial, Play, Seat, denial};

use crate::cards::atoms::{Ctx, Do};
use crate::cards::{Boon, CardType, Trigger, constants, could, with_targets};
use crate::state::{CardId, EdgeCard, Lasting, Occurrence, Place, Side, State, Until, opponent, whole};
use crate::timing::{announce, end_of, happened, interrupted, occur};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table};

const NO_PARTICIPANT: Denial = denial(
    "swlcg.core.edge.needs-participant",
    "Without a participating unit no cards are placed.",
    "Ohne teilnehmende Einheit werden keine Karten gelegt.",
);

/// Step 4 of an engagement. A canceled battle is followed by a new one.
pub fn battle(t: &mut Table) -> Play {
    loop {
        // What counts is who has units when the battle begins; losing them to fate cards changes nothing.
        let defended = t.state.has_participant(t.state.defender());
        place_cards(t)?;
        occur(t, Occurrence::new(Trigger::EdgeStacksRevealed), reveal)?;
        resolve_fate_cards(t)?;
        if take_cancellation(t) {
            end_of(&mut t.state, Until::EndOfEdgeBattle);
            t.emit(Event::EdgeCanceled);
            discard_stacks(t)?;
            continue;
        }
        let (winner, lead) = winner(t, defended);
        occur(t, Occurrence::new(Trigger::EdgeWon).by(winner).amount(lead), |t| {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.edge = Some(winner);
            }
            t.emit(Event::EdgeWon(winner));
            Ok(())
        })?;
        come_due(t, winner)?;
        discard_stacks(t)?;
        // What was limited to once per edge battle may be used in the next one.
        end_of(&mut t.state, Until::EndOfEdgeBattle);
        return Ok(());
    }
}

/// Beginning with the attacker the players place one card or pass, until both pass in a row.
fn place_cards(t: &mut Table) -> Play {
    let seats = [t.state.attacker(), t.state.defender()];
    let mut passes = 0;
    for seat in seats.into_iter().cycle() {
        passes = if place_card(t, seat)? { 0 } else { passes + 1 };
        if passes == seats.len() {
            break;
        }
    }
    Ok(())
}

/// Any card from hand, face down; false for a pass.
fn place_card(t: &mut Table, seat: Seat) -> Play<bool> {
    // A card may put something else into the stack instead.
    if t.state.has_participant(seat) && !occur(t, Occurrence::new(Trigger::EdgePlacing).by(seat), |_| Ok(()))?
    {
        return Ok(true);
    }
    let ask = if lies_open(&t.state, seat) { Ask::OpenEdgeCard } else { Ask::EdgeCard };
    let choice = t.ask(seat, ask, |state, offer| {
        let verdict = if state.has_participant(seat) { Ok(()) } else { Err(NO_PARTICIPANT) };
        for id in zones::held_kinds(state, seat) {
            offer.judge(Choice::Card(id), verdict);
        }
        for id in zones::kinds(state, &laid_ready(state, seat)) {
            offer.judge(Choice::Card(id), verdict);
        }
        offer.pass(Choice::Pass);
    })?;
    let Choice::Card(card) = choice else {
        t.emit(Event::PassedEdge(seat));
        return Ok(false);
    };
    let card = if t.state.card(card).place == Place::Hand { from_hand(t, seat, card)? } else { card };
    lay(t, seat, card)?;
    Ok(true)
}

/// The card that a player has chosen from hand, unless a card leaves the choice to chance. Which one it was to be nobody
/// learns.
fn from_hand(t: &mut Table, seat: Seat, chosen: CardId) -> Play<CardId> {
    let choosing = interrupted(t, Occurrence::new(Trigger::EdgeChoosing).by(seat))?;
    if !choosing.prevented {
        return Ok(chosen);
    }
    Ok(zones::random_card(t, seat)?.unwrap_or(chosen))
}

/// The cards at objectives of a player that he may place instead of those in hand.
fn laid_ready(state: &State, seat: Seat) -> Vec<CardId> {
    if !state.attention.gives(Boon::EdgeCardsBeneath.bit()) {
        return Vec::new();
    }
    let open = |id: &CardId| constants::has(state, *id, Boon::EdgeCardsBeneath);
    let objectives = state.objectives(seat).filter(open);
    objectives.flat_map(|objective| zones::beneath(state, objective)).collect()
}

/// Whether the next card of an edge stack lies face up.
fn lies_open(state: &State, seat: Seat) -> bool {
    let first = state.player(seat).edge_stack.is_empty();
    first && constants::of_player(state, seat, Boon::FirstEdgeCardFaceUp) > 0
}

/// Puts a card into an edge stack.
pub fn lay(t: &mut Table, seat: Seat, card: CardId) -> Play {
    let face_up = lies_open(&t.state, seat);
    zones::set_aside(&mut t.state, card);
    t.state.card_mut(card).place = Place::EdgeStack;
    t.state.player_mut(seat).edge_stack.push(EdgeCard::new(card, seat, face_up));
    t.emit(Event::Placed { seat, card, face_up });
    happened(t, Occurrence::new(Trigger::EdgePlaced).of(card).by(seat))
}

/// Both stacks are turned over at the same time.
fn reveal(t: &mut Table) -> Play {
    for seat in [t.state.attacker(), t.state.defender()] {
        let stack = &mut t.state.player_mut(seat).edge_stack;
        stack.iter_mut().for_each(|card| card.face_up = true);
        let stack = stack.clone();
        stack.iter().for_each(|edge| note_fate(&mut t.state, *edge));
        t.emit(Event::Revealed(seat, stack.iter().map(|edge| edge.card).collect()));
    }
    Ok(())
}

/// Remembers that a player has placed a card if it is a fate card, whatever becomes of it
/// (`swlcg.faq.tie-attack-squadron.twist-of-fate`). Before the card is revealed or leaves the stack nobody can know.
pub fn note_fate(state: &mut State, edge: EdgeCard) {
    let fate = is_fate(state, edge.card);
    if let (Some(engagement), true) = (&mut state.engagement, fate) {
        engagement.fate_placed = engagement.fate_placed.with(edge.by);
    }
}

/// The cards of an edge stack, and the fate cards that work as if they lay there because a unit in the engagement brings them.
fn cards(state: &State, seat: Seat) -> impl Iterator<Item = EdgeCard> {
    let stack = state.player(seat).edge_stack.iter().copied();
    let given = state.attention.gives(Boon::BringsFate.bit());
    let units =
        state.participants(seat).filter(move |id| given && constants::has(state, *id, Boon::BringsFate));
    let brought = units.flat_map(|unit| state.attachments(unit)).filter(|id| is_fate(state, *id));
    stack.chain(brought.map(|id| brought_card(state, id)))
}

/// An attached fate card as if it lay in an edge stack. What has become of it in this edge battle lasts as long as that.
fn brought_card(state: &State, id: CardId) -> EdgeCard {
    let mark = |boon| state.lasting.iter().find(move |mark| mark.card == Some(id) && mark.boon == boon);
    EdgeCard {
        card: id,
        by: state.card(id).controller,
        face_up: true,
        resolved: mark(Boon::FateResolved).is_some(),
        late_done: mark(Boon::FateSettled).is_some(),
        copied: mark(Boon::FateCopied).map(|mark| (mark.source, mark.amount as u8)),
    }
}

/// Changes what has become of a card of an edge stack, or of an attached fate card.
fn change(state: &mut State, seat: Seat, fate: CardId, to: impl FnOnce(&mut EdgeCard)) {
    let stack = &mut state.player_mut(seat).edge_stack;
    if let Some(card) = stack.iter_mut().find(|card| card.card == fate) {
        return to(card);
    }
    if !state.is_in_play(fate) {
        return;
    }
    let mut card = brought_card(state, fate);
    to(&mut card);
    let is_mark = |boon| matches!(boon, Boon::FateResolved | Boon::FateSettled | Boon::FateCopied);
    state.lasting.retain(|mark| mark.card != Some(fate) || !is_mark(mark.boon));
    let mark = |source, boon| Lasting::mark(source, fate, seat, boon, Until::EndOfEdgeBattle);
    if card.resolved {
        state.lasting.push(mark(fate, Boon::FateResolved));
    }
    if card.late_done {
        state.lasting.push(mark(fate, Boon::FateSettled));
    }
    if let Some((model, times)) = card.copied {
        state.lasting.push(Lasting { amount: times as i8, ..mark(model, Boon::FateCopied) });
    }
}

fn is_fate(state: &State, card: CardId) -> bool {
    state.facts(card).card_type == CardType::Fate
}

/// One at a time in ascending order of priority.
fn resolve_fate_cards(t: &mut Table) -> Play {
    while let Some((seat, fate)) = next_fate_card(t)? {
        change(&mut t.state, seat, fate, |card| card.resolved = true);
        occur(t, Occurrence::new(Trigger::FateCard).of(fate).by(seat), |t| {
            resolve_fate(t, seat, fate)?;
            for _ in 0..times_again(t, seat, fate, false)? {
                resolve_fate(t, seat, fate)?;
            }
            Ok(())
        })?;
        if t.state.engagement.as_ref().is_some_and(|engagement| engagement.edge_canceled) {
            break;
        }
    }
    Ok(())
}

fn resolve_fate(t: &mut Table, seat: Seat, fate: CardId) -> Play {
    t.emit(Event::FateResolves(seat, fate));
    let silenced = [Boon::NoFate, Boon::NoInitiation];
    if silenced.iter().any(|boon| constants::of_player(&t.state, seat, *boon) > 0) {
        // Neither does anything come due later.
        settle_late(t, seat, fate);
        return Ok(());
    }
    resolve_effect(t, seat, fate, false)?;
    effect_resolved(t, seat, fate, false)
}

/// What a fate card does at its priority, or late: once its player has won the edge battle.
pub fn effect_of(state: &State, fate: CardId, late: bool) -> &'static [Do] {
    let effects = state.facts(fate).effects;
    if late { effects.fate_if_won } else { effects.fate }
}

/// Whether a card of an edge stack does something once its player has won the edge battle.
pub fn has_late_effect(state: &State, edge: &EdgeCard) -> bool {
    !effect_of(state, model_of(edge), true).is_empty()
}

/// The fate card whose effect a card of an edge stack has.
fn model_of(edge: &EdgeCard) -> CardId {
    edge.copied.map_or(edge.card, |(model, _)| model)
}

/// The effect of a fate card, as if it lay in the edge stack of this player.
pub fn resolve_effect(t: &mut Table, seat: Seat, fate: CardId, late: bool) -> Play {
    resolve_as(t, seat, fate, fate, late)
}

/// The effect of a fate card as if it were that of another one, which lies in the edge stack of this player.
fn resolve_as(t: &mut Table, seat: Seat, fate: CardId, model: CardId, late: bool) -> Play {
    let (mut ctx, effect) = (Ctx::new(fate, seat), effect_of(&t.state, model, late));
    // Whoever could do nothing is not asked for targets.
    if !could(&t.state, &ctx, effect) {
        return Ok(());
    }
    t.because(fate, |t| {
        with_targets(t, &mut ctx, effect)?;
        let used = Occurrence::new(Trigger::Used).of(fate).by(seat).amount(late.into());
        announce(t, used, &mut ctx, effect, |_| Ok(()))
    })
}

/// A fate card has the effect of another one, so many times. What that one does for the winner comes due as well.
pub fn copy_fate(t: &mut Table, seat: Seat, fate: CardId, model: CardId, times: u8) -> Play {
    for _ in 0..times {
        resolve_as(t, seat, fate, model, false)?;
        if t.state.engagement.as_ref().is_none_or(|engagement| engagement.edge_canceled) {
            return Ok(());
        }
    }
    change(&mut t.state, seat, fate, |card| {
        let before = card.copied.filter(|(other, _)| *other == model).map_or(0, |(_, times)| times);
        card.copied = Some((model, before + times));
    });
    Ok(())
}

fn effect_resolved(t: &mut Table, seat: Seat, fate: CardId, late: bool) -> Play {
    if effect_of(&t.state, fate, late).is_empty() {
        return Ok(());
    }
    happened(t, Occurrence::new(Trigger::FateEffect).of(fate).by(seat).amount(late.into()))
}

/// Nothing of a fate card comes due any more.
fn settle_late(t: &mut Table, seat: Seat, fate: CardId) {
    change(&mut t.state, seat, fate, |card| card.late_done = true);
}

/// How many more times a fate card is resolved: as often as cards say so, and once if its player may and wants to.
fn times_again(t: &mut Table, seat: Seat, fate: CardId, late: bool) -> Play<u8> {
    let canceled = t.state.engagement.as_ref().is_none_or(|engagement| engagement.edge_canceled);
    if canceled || effect_of(&t.state, fate, late).is_empty() {
        return Ok(0);
    }
    let times = whole(constants::of_player(&t.state, seat, Boon::FateTwice));
    if constants::of_player(&t.state, seat, Boon::FateAgain) <= 0 {
        return Ok(times);
    }
    let choice = t.ask(seat, Ask::May(fate), |_, offer| {
        offer.add(Choice::Yes);
        offer.pass(Choice::Pass);
    })?;
    Ok(times + u8::from(choice == Choice::Yes))
}

/// The fate card that is next. Among several different ones of the same priority, whosever they are, the active player
/// chooses (`swlcg.rule.2-9.conflicting-simultaneous`).
fn next_fate_card(t: &mut Table) -> Play<Option<(Seat, CardId)>> {
    let backwards =
        Side::ALL.iter().any(|side| constants::of_player(&t.state, side.seat(), Boon::FateBackwards) > 0);
    let priority = |state: &State, id: CardId| {
        let printed = state.facts(id).priority;
        if backwards { u8::MAX - printed } else { printed }
    };
    let mut waiting: Vec<(Seat, CardId)> = [t.state.attacker(), t.state.defender()]
        .into_iter()
        .flat_map(|seat| unresolved_fate(&t.state, seat).map(move |id| (seat, id)))
        .collect();
    let Some(due) = waiting.iter().map(|(_, id)| priority(&t.state, *id)).min() else { return Ok(None) };
    waiting.retain(|(_, id)| priority(&t.state, *id) == due);
    choose_next(t, &waiting)
}

/// The active player says which of several fate cards comes first.
fn choose_next(t: &mut Table, waiting: &[(Seat, CardId)]) -> Play<Option<(Seat, CardId)>> {
    if waiting.is_empty() {
        return Ok(None);
    }
    let choice = t.ask(t.state.active, Ask::FateCard, |state, offer| {
        for (place, (seat, id)) in waiting.iter().enumerate() {
            let twin = |(whose, other): &(Seat, CardId)| {
                whose == seat && state.card(*other).kind == state.card(*id).kind
            };
            if !waiting[..place].iter().any(twin) {
                offer.add(Choice::Card(*id));
            }
        }
    })?;
    Ok(waiting.iter().copied().find(|(_, id)| choice == Choice::Card(*id)))
}

fn unresolved_fate(state: &State, seat: Seat) -> impl Iterator<Item = CardId> {
    cards(state, seat).filter(|card| !card.resolved && is_fate(state, card.card)).map(|card| card.card)
}

fn take_cancellation(t: &mut Table) -> bool {
    t.state.engagement.as_mut().is_some_and(|engagement| std::mem::take(&mut engagement.edge_canceled))
}

/// The higher total wins, a tie goes to the defender; a defender who began the battle without a unit loses it.
fn winner(t: &mut Table, defended: bool) -> (Seat, u8) {
    let (attacker, defender) = (t.state.attacker(), t.state.defender());
    let (attacking, defending) = (force_icons(&t.state, attacker), force_icons(&t.state, defender));
    t.emit(Event::EdgeTotals(attacking, defending));
    if let Some(engagement) = &mut t.state.engagement {
        engagement.edge_totals = Some((attacking, defending));
    }
    let takes_ties = constants::of_player(&t.state, attacker, Boon::WinsTies) > 0;
    let wins = !defended || attacking > defending || (attacking == defending && takes_ties);
    (if wins { attacker } else { defender }, attacking.abs_diff(defending))
}

/// The Force icons of an edge stack, with the values of Edge (X) on participating units and other modifiers.
pub fn force_icons(state: &State, seat: Seat) -> u8 {
    let stack: i32 = cards(state, seat)
        .map(|card| {
            let printed = i32::from(state.facts(card.card).force);
            (printed + constants::extra(state, card.card, Boon::EdgeForce)).max(0)
        })
        .sum();
    let keywords: i32 = state.participants(seat).map(|id| i32::from(constants::edge(state, id))).sum();
    whole(stack + keywords + constants::of_player(state, seat, Boon::EdgeTotal))
}

fn discard_stacks(t: &mut Table) -> Play {
    for seat in [t.state.attacker(), opponent(t.state.attacker())] {
        occur(t, Occurrence::new(Trigger::EdgeDiscarded).by(seat), |_| Ok(()))?;
        let stack: Vec<CardId> = t.state.player(seat).edge_stack.iter().map(|card| card.card).collect();
        for card in &stack {
            zones::put(&mut t.state, *card, Destination::Discard);
        }
        for card in stack {
            happened(t, Occurrence::new(Trigger::EdgeCardDiscarded).of(card).by(seat))?;
        }
    }
    Ok(())
}

/// Fate cards that wait for the end of the edge battle have their effect now, if their player has won.
fn come_due(t: &mut Table, winner: Seat) -> Play {
    let waiting = |state: &State| -> Vec<EdgeCard> {
        let late = cards(state, winner).filter(|card| card.resolved && !card.late_done);
        late.filter(|card| has_late_effect(state, card)).collect()
    };
    loop {
        let late = waiting(&t.state);
        let all: Vec<(Seat, CardId)> = late.iter().map(|edge| (winner, edge.card)).collect();
        let Some((_, fate)) = choose_next(t, &all)? else { return Ok(()) };
        let Some(edge) = late.into_iter().find(|edge| edge.card == fate) else { return Ok(()) };
        let model = model_of(&edge);
        settle_late(t, winner, fate);
        for _ in 0..edge.copied.map_or(1, |(_, times)| times) {
            resolve_as(t, winner, fate, model, true)?;
        }
        for _ in 0..times_again(t, winner, fate, true)? {
            resolve_as(t, winner, fate, model, true)?;
        }
        effect_resolved(t, winner, fate, true)?;
    }
}
