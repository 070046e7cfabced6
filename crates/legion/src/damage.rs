//! Wounds: which miniatures suffer them, defeated miniatures, and new unit leaders.

use table::{Denial, Play, denial};

use crate::state::{MiniId, Place, State, UnitId};
use crate::{Ask, Choice, Event, Table};

const UNSEEN: Denial = denial(
    "legion.wounds.5",
    "No attacking miniature sees this one.",
    "Keine angreifende Miniatur sieht diese.",
);
const WOUNDED_FIRST: Denial = denial(
    "legion.wounds.6",
    "Wounded miniatures have to be chosen before unwounded ones.",
    "Verwundete Miniaturen müssen vor unverwundeten gewählt werden.",
);
const WOUNDED_LEADER: Denial = denial(
    "legion.wounds.7",
    "The wounded unit leader has to be chosen before unwounded miniatures.",
    "Der verwundete Einheitenführer muss vor unverwundeten Miniaturen gewählt werden.",
);
const MOST_WOUNDS: Denial = denial(
    "legion.wounds.8",
    "The miniature with the most wound tokens has to be chosen first.",
    "Die Miniatur mit den meisten Wundenmarkern muss zuerst gewählt werden.",
);
const LEADER_LAST: Denial = denial(
    "legion.wounds.4",
    "The unit leader cannot be chosen as long as others can.",
    "Der Einheitenführer kann nicht gewählt werden, solange es andere gibt.",
);

/// A unit suffers wounds: its player chooses a miniature until all are suffered. `seen` are the miniatures that can
/// suffer them, one bit each; without it all can.
pub fn suffer(t: &mut Table, unit: UnitId, wounds: u8, seen: Option<u16>) -> Play {
    if wounds > 0 {
        t.emit(Event::WoundsSuffered(unit, wounds));
    }
    let mut left = wounds;
    while left > 0 && t.state.unit(unit).alive().any(|mini| is_seen(seen, mini)) {
        let choice = t.ask(t.state.unit(unit).owner, Ask::Wound(unit), |state, offer| {
            for mini in state.unit(unit).alive() {
                let verdict = may_suffer(state, unit, mini, seen);
                offer.judge(Choice::Mini(MiniId { unit, mini }), verdict);
            }
        })?;
        let Choice::Mini(id) = choice else { return Ok(()) };
        left -= wound(t, id, left);
        if t.state.mini(id).place == Place::Defeated {
            defeat(t, id)?;
        }
    }
    Ok(())
}

fn is_seen(seen: Option<u16>, mini: u8) -> bool {
    seen.is_none_or(|seen| seen >> mini & 1 == 1)
}

fn may_suffer(state: &State, unit: UnitId, mini: u8, seen: Option<u16>) -> Result<(), Denial> {
    let wounds = |mini: u8| state.unit(unit).minis[mini as usize].wounds;
    let leader = state.unit(unit).leader;
    if !is_seen(seen, mini) {
        return Err(UNSEEN);
    }
    let others = state.unit(unit).alive().filter(|other| *other != mini && is_seen(seen, *other));
    let most = others.clone().map(wounds).max().unwrap_or(0);
    if wounds(mini) < most {
        return Err(match wounds(mini) {
            0 if is_seen(seen, leader) && wounds(leader) == most => WOUNDED_LEADER,
            0 => WOUNDED_FIRST,
            _ => MOST_WOUNDS,
        });
    }
    if mini == leader && others.into_iter().any(|other| wounds(other) == wounds(mini)) {
        return Err(LEADER_LAST);
    }
    Ok(())
}

/// Assigns up to so many wounds to a miniature; tells how many.
fn wound(t: &mut Table, id: MiniId, most: u8) -> u8 {
    let threshold = t.state.unit(id.unit).facts().wounds;
    let mini = t.state.mini_mut(id);
    let taken = most.min(threshold.saturating_sub(mini.wounds)).max(1);
    mini.wounds += taken;
    if mini.wounds >= threshold {
        mini.place = Place::Defeated;
    }
    t.emit(Event::Wounded(id, taken));
    taken
}

/// A defeated miniature has left the battlefield. If it was the unit leader, another takes its place: the leader's
/// miniature is put where that one stood.
fn defeat(t: &mut Table, id: MiniId) -> Play {
    t.emit(Event::MiniDefeated(id));
    if t.state.unit(id.unit).is_defeated() {
        t.emit(Event::UnitDefeated(id.unit));
        return Ok(());
    }
    if t.state.unit(id.unit).leader != id.mini {
        return Ok(());
    }
    let choice = t.ask(t.state.unit(id.unit).owner, Ask::NewLeader(id.unit), |state, offer| {
        for mini in state.unit(id.unit).alive() {
            offer.add(Choice::Mini(MiniId { unit: id.unit, mini }));
        }
    })?;
    if let Choice::Mini(heir) = choice {
        let upgrade = t.state.mini(id).upgrade;
        t.state.mini_mut(heir).upgrade = upgrade;
        t.state.unit_mut(id.unit).leader = heir.mini;
        t.emit(Event::NewLeader(heir));
    }
    Ok(())
}
