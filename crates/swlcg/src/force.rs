//! The Force phase: committing units, and the struggle for the Balance of the Force.

use table::{Denial, Play, Seat, denial};

use crate::cards::{Boon, Trigger, constants};
use crate::state::{CardId, Occurrence, Side, State, opponent};
use crate::timing::{happened, occur};
use crate::{Ask, Choice, Event, Table};

/// How many units a player can have committed.
const FORCE_CARDS: usize = 3;

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
    FORCE_CARDS.saturating_sub(committed(state, seat))
}

/// The active player commits as many units as he wants and has Force cards for.
pub fn commit_units(t: &mut Table) -> Play {
    let seat = t.state.active;
    while free_cards(&t.state, seat) > 0 {
        let choice = t.ask(seat, Ask::Commit, |state, offer| {
            for id in state.units(seat) {
                let free = !state.card(id).committed;
                offer.judge(Choice::Card(id), if free { Ok(()) } else { Err(COMMITTED) });
            }
            offer.pass(Choice::Pass);
        })?;
        let Choice::Card(id) = choice else { break };
        commit(t, id)?;
    }
    Ok(())
}

pub fn commit(t: &mut Table, id: CardId) -> Play {
    let seat = t.state.card(id).controller;
    occur(t, Occurrence::new(Trigger::Committed).of(id).by(seat), |t| {
        t.state.card_mut(id).committed = true;
        t.emit(Event::Committed(id));
        Ok(())
    })?;
    Ok(())
}

/// The Force icons of a player in the struggle: those of ready units that are committed, and what cards add.
pub fn total(state: &State, seat: Seat) -> u8 {
    let units = state.units(seat).filter(|id| state.card(*id).committed && state.card(*id).is_ready());
    let icons: i32 = units.map(|id| i32::from(constants::force_icons(state, id))).sum();
    (icons + constants::of_player(state, seat, Boon::Struggle)).clamp(0, 255) as u8
}

/// The higher total takes the Balance of the Force to its side; on a tie it stays, and whoever has it has won.
pub fn struggle(t: &mut Table) -> Play {
    let (active, other) = (t.state.active, opponent(t.state.active));
    let totals = [total(&t.state, active), total(&t.state, other)];
    t.emit(Event::Struggle(totals[0], totals[1]));
    let winner = match totals[0].cmp(&totals[1]) {
        std::cmp::Ordering::Greater => active,
        std::cmp::Ordering::Less => other,
        std::cmp::Ordering::Equal => t.state.balance.seat(),
    };
    if t.state.balance != Side::of(winner) {
        t.state.balance = Side::of(winner);
        t.emit(Event::Balance(t.state.balance));
    }
    happened(t, Occurrence::new(Trigger::StruggleWon).by(winner))
}
