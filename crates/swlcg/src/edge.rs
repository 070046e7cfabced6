//! The edge battle: placing cards, revealing them, resolving fate cards, counting Force icons.

use table::timing::{permitted, total};
use table::{Denial, Play, Seat, denial};

use crate::cards::{CardType, Deed, Kind, Quantity, library};
use crate::state::{CardRef, EdgeCard, State, What, opponent};
use crate::timing::occur;
use crate::{Ask, Choice, Event, Swlcg, Table};

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
        occur(t, What::EdgeStacksRevealed, reveal)?;
        resolve_fate_cards(t)?;
        if take_cancellation(t) {
            t.emit(Event::EdgeCanceled);
            discard_stacks(t);
            continue;
        }
        let winner = winner(t, defended);
        return occur(t, What::EdgeWon { seat: winner }, |t| {
            if let Some(engagement) = &mut t.state.engagement {
                engagement.edge = Some(winner);
            }
            t.emit(Event::EdgeWon(winner));
            discard_stacks(t);
            Ok(())
        });
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
    let choice = t.ask(seat, Ask::EdgeCard, |state, offer| {
        let verdict = if state.has_participant(seat) { Ok(()) } else { Err(NO_PARTICIPANT) };
        for kind in state.player(seat).hand_kinds() {
            offer.judge(Choice::Place(kind), verdict);
        }
        offer.pass(Choice::Pass);
    })?;
    let Choice::Place(kind) = choice else {
        t.emit(Event::PassedEdge(seat));
        return Ok(false);
    };
    let face_up = permitted::<Swlcg>(&t.state, Deed::PlaceFacedown(seat)).is_err();
    let player = t.state.player_mut(seat);
    player.take_from_hand(kind);
    player.edge_stack.push(EdgeCard { kind, face_up, resolved: false });
    t.emit(Event::Placed { seat, kind, face_up });
    Ok(true)
}

/// Both stacks are turned over at the same time.
fn reveal(t: &mut Table) -> Play {
    for seat in [t.state.attacker(), t.state.defender()] {
        let stack = &mut t.state.player_mut(seat).edge_stack;
        stack.iter_mut().for_each(|card| card.face_up = true);
        let kinds: Vec<Kind> = stack.iter().map(|card| card.kind).collect();
        let any_fate = kinds.iter().any(|kind| is_fate(*kind));
        if let (Some(engagement), true) = (&mut t.state.engagement, any_fate) {
            engagement.fate_shown = engagement.fate_shown.with(seat);
        }
        t.emit(Event::Revealed(seat, kinds));
    }
    Ok(())
}

fn is_fate(kind: Kind) -> bool {
    library().card(kind).card_type == CardType::Fate
}

/// One at a time in ascending order of priority; the attacker's before the defender's.
fn resolve_fate_cards(t: &mut Table) -> Play {
    while let Some((seat, kind)) = next_fate_card(t)? {
        let stack = &mut t.state.player_mut(seat).edge_stack;
        if let Some(card) = stack.iter_mut().find(|card| card.kind == kind && !card.resolved) {
            card.resolved = true;
        }
        occur(t, What::FateCard { seat, kind }, |t| {
            t.emit(Event::FateResolves(seat, kind));
            let card = CardRef::Edge(seat, kind);
            match library().card(kind).effects.fate {
                Some(effect) => t.because(card, |t| effect(t, card)),
                None => Ok(()),
            }
        })?;
        if t.state.engagement.as_ref().is_some_and(|engagement| engagement.edge_canceled) {
            break;
        }
    }
    Ok(())
}

/// The fate card that is next. A player with several different ones of the same priority chooses.
fn next_fate_card(t: &mut Table) -> Play<Option<(Seat, Kind)>> {
    let fate_cards =
        |seat: Seat| unresolved_fate(&t.state, seat).map(move |kind| (library().card(kind).priority, seat));
    let (attacker, defender) = (t.state.attacker(), t.state.defender());
    let first = fate_cards(attacker)
        .chain(fate_cards(defender))
        .min_by_key(|(priority, seat)| (*priority, *seat != attacker));
    let Some((priority, seat)) = first else { return Ok(None) };
    let choice = t.ask(seat, Ask::FateCard, |state, offer| {
        let mut kinds: Vec<Kind> =
            unresolved_fate(state, seat).filter(|kind| library().card(*kind).priority == priority).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.into_iter().for_each(|kind| offer.add(Choice::Fate(kind)));
    })?;
    Ok(match choice {
        Choice::Fate(kind) => Some((seat, kind)),
        _ => None,
    })
}

fn unresolved_fate(state: &State, seat: Seat) -> impl Iterator<Item = Kind> {
    let stack = state.player(seat).edge_stack.iter();
    stack.filter(|card| !card.resolved && is_fate(card.kind)).map(|card| card.kind)
}

fn take_cancellation(t: &mut Table) -> bool {
    t.state.engagement.as_mut().is_some_and(|engagement| std::mem::take(&mut engagement.edge_canceled))
}

/// The higher total wins, a tie goes to the defender; a defender who began the battle without a unit loses it.
fn winner(t: &mut Table, defended: bool) -> Seat {
    let (attacker, defender) = (t.state.attacker(), t.state.defender());
    let (attacking, defending) = (force_icons(&t.state, attacker), force_icons(&t.state, defender));
    t.emit(Event::EdgeTotals(attacking, defending));
    if !defended || attacking > defending { attacker } else { defender }
}

/// The Force icons of an edge stack, with the values of Edge (X) on participating units and other modifiers.
pub fn force_icons(state: &State, seat: Seat) -> u8 {
    let stack: i32 =
        state.player(seat).edge_stack.iter().map(|card| i32::from(library().card(card.kind).force)).sum();
    let keywords: i32 =
        state.participants(seat).map(|id| i32::from(state.card(id).facts().keywords.edge)).sum();
    total::<Swlcg>(state, Quantity::EdgeTotal(seat), stack + keywords).clamp(0, 255) as u8
}

fn discard_stacks(t: &mut Table) {
    for seat in [t.state.attacker(), opponent(t.state.attacker())] {
        let player = t.state.player_mut(seat);
        player.discard.extend(player.edge_stack.drain(..).map(|card| card.kind));
    }
}
