//! The Force phase: committing units, and the struggle for the Balance of the Force.

use table::{Denial, Play, Put, Seat, denial};

use crate::cards::{Boon, Deed, Kind, Trigger, constants};
use crate::state::{CARDS, Card, CardId, Icon, Occurrence, Place, Side, State, opponent, whole};
use crate::timing::{happened, occur};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, Table, damage};

/// How many units a player can have committed.
pub const FORCE_CARDS: usize = 3;

const COMMITTED: Denial = denial(
    "swlcg.core.force.commit",
    "The unit is committed to the Force already.",
    "Die Einheit hat sich der Macht schon verpflichtet.",
);

fn committed(state: &State, seat: Seat) -> usize {
    state.units(seat).filter(|id| state.card(*id).committed).count()
}

/// The Force cards that a player has left.
pub fn free_cards(state: &State, seat: Seat) -> usize {
    FORCE_CARDS.saturating_sub(committed(state, seat) + captured(state, seat))
}

/// The captured Force cards of a player.
fn captured(state: &State, seat: Seat) -> usize {
    let cards = state.cards.iter().filter(|card| card.kind == Kind::FORCE_CARD && card.owner == seat);
    cards.filter(|card| card.place == Place::Captured).count()
}

/// A Force card out of the supply of a player is captured at an objective of the other one.
pub fn capture_card(t: &mut Table, seat: Seat, at: CardId) -> Play<bool> {
    let card = Card::new(Kind::FORCE_CARD, seat, Place::Removed);
    let place = t.state.cards.iter().position(|other| *other == card).unwrap_or(t.state.cards.len());
    if place == t.state.cards.len() {
        t.state.cards.put(card, &CARDS)?;
    }
    zones::capture(t, CardId(place as u8), at)
}

/// The active player commits as many units as he wants and has Force cards for.
pub fn commit_units(t: &mut Table) -> Play {
    let seat = t.state.active;
    while free_cards(&t.state, seat) > 0 {
        let choice = t.ask(seat, Ask::Commit, |state, offer| {
            for id in state.units(seat) {
                let free = if constants::is_committed(state, id) { Err(COMMITTED) } else { Ok(()) };
                let verdict = free.and_then(|()| constants::may(state, id, Deed::BeCommitted));
                offer.judge(Choice::Card(id), verdict);
            }
            offer.pass(Choice::Pass);
        })?;
        let Choice::Card(id) = choice else { break };
        commit(t, id, seat)?;
    }
    Ok(())
}

/// Whether a unit can be committed now: it is not, nothing forbids it, and its player has a Force card left.
pub fn can_commit(state: &State, id: CardId) -> bool {
    let card = state.card(id);
    card.is_unit()
        && !constants::is_committed(state, id)
        && free_cards(state, card.controller) > 0
        && constants::may(state, id, Deed::BeCommitted).is_ok()
}

/// A card effect ends the commitment of a unit to the Force.
pub fn uncommit(t: &mut Table, id: CardId, source: CardId) -> Play<bool> {
    if !t.state.card(id).committed {
        return Ok(false);
    }
    t.state.card_mut(id).committed = false;
    t.emit(Event::Uncommitted(id));
    happened(t, Occurrence::new(Trigger::Uncommitted).of(id).from(Some(source)))?;
    Ok(true)
}

/// The Balance of the Force moves to a side.
pub fn move_balance(t: &mut Table, side: Side) -> Play<bool> {
    if t.state.balance == side {
        return Ok(false);
    }
    t.state.balance = side;
    t.emit(Event::Balance(side));
    if constants::capacities_change(&t.state) {
        damage::check_capacities(t)?;
    }
    happened(t, Occurrence::new(Trigger::BalanceMoves).by(side.seat()))?;
    Ok(true)
}

/// A player commits a unit, by an effect perhaps one of the opponent.
pub fn commit(t: &mut Table, id: CardId, seat: Seat) -> Play {
    occur(t, Occurrence::new(Trigger::Committed).of(id).by(seat), |t| {
        t.state.card_mut(id).committed = true;
        t.emit(Event::Committed(id));
        Ok(())
    })?;
    Ok(())
}

/// Whether unit damage icons decide the struggle.
fn is_by_damage(state: &State) -> bool {
    Side::ALL.iter().any(|side| constants::of_player(state, side.seat(), Boon::StruggleByDamage) > 0)
}

/// Whether units count that are not committed to the Force, and committed ones do not.
fn uncommitted_count(state: &State) -> bool {
    Side::ALL.iter().any(|side| constants::of_player(state, side.seat(), Boon::UncommittedCount) > 0)
}

/// The revealed cards on top of a player's deck that count in the struggle.
fn fighting_cards(state: &State, seat: Seat) -> impl Iterator<Item = CardId> {
    let lasting = state.lasting.iter().filter(|lasting| lasting.boon == Boon::FightsForBalance);
    lasting.filter_map(|lasting| lasting.card).filter(move |id| state.player(seat).deck.shown.contains(*id))
}

/// They go to the hand of who has won, or else to the discard pile.
fn put_fighting_cards_away(t: &mut Table, winner: Seat) -> Play {
    for seat in Side::ALL.map(Side::seat) {
        let cards: Vec<CardId> = fighting_cards(&t.state, seat).collect();
        for id in cards {
            if seat == winner {
                zones::to_hand(t, id, true);
            } else {
                zones::put(&mut t.state, id, Destination::Discard);
                t.emit(Event::Discarded(seat, id));
                // audit: same (1 to 2) — whatever is not 0 says that it was not in hand
                happened(t, Occurrence::new(Trigger::Discarded).of(id).by(seat).amount(1))?;
            }
        }
    }
    t.state.lasting.retain(|lasting| lasting.boon != Boon::FightsForBalance);
    Ok(())
}

/// The Force icons of a player in the struggle: those of ready units that are committed, and what cards add.
pub fn total(state: &State, seat: Seat) -> u8 {
    if is_by_damage(state) {
        let ready = |id: &CardId| state.card(*id).is_ready() && constants::is_committed(state, *id);
        let icons = |id| i32::from(constants::icons(state, id, Icon::UnitDamage));
        return whole(state.units(seat).filter(ready).map(icons).sum());
    }
    let swapped = uncommitted_count(state);
    let counts = |id: &CardId| {
        if swapped {
            let ready = state.card(*id).is_ready() || constants::has(state, *id, Boon::CountsUncommitted);
            return ready && !constants::is_committed(state, *id);
        }
        let ready = state.card(*id).is_ready() || constants::has(state, *id, Boon::CountsExhausted);
        (ready && constants::is_committed(state, *id)) || constants::has(state, *id, Boon::CountsUncommitted)
    };
    let units = state.units(seat).filter(counts);
    let icons: i32 = units
        .map(|id| {
            let more = constants::extra(state, id, Boon::StruggleIcons);
            (i32::from(constants::force_icons(state, id)) + more).max(0)
        })
        .sum();
    let revealed: i32 = fighting_cards(state, seat).map(|id| i32::from(state.facts(id).force)).sum();
    whole(icons + revealed + constants::of_player(state, seat, Boon::Struggle))
}

/// The higher total takes the Balance of the Force to its side. On a tie it stays, and whoever has it has won.
pub fn struggle(t: &mut Table) -> Play {
    occur(t, Occurrence::new(Trigger::Struggle).by(t.state.active), |_| Ok(()))?;
    let (active, other) = (t.state.active, opponent(t.state.active));
    let totals = [total(&t.state, active), total(&t.state, other)];
    t.emit(Event::Struggle(totals[0], totals[1]));
    let winner = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => active,
        std::cmp::Ordering::Less => other,
        std::cmp::Ordering::Equal => t.state.balance.seat(),
    };
    // Nobody leads by Force icons that do not count.
    // audit: same (0 to 1) — whoever asks for a lead asks for 2 at least, and no figure of theirs changes here
    let lead = if is_by_damage(&t.state) { 0 } else { totals[0].abs_diff(totals[1]) };
    move_balance(t, Side::of(winner))?;
    put_fighting_cards_away(t, winner)?;
    happened(t, Occurrence::new(Trigger::StruggleWon).by(winner).amount(lead))
}
