//! Fate cards. Both sides have their own printing of the same card, with its own priority.

use table::Play;

use super::{Effects, Registry, is_enemy_unit, source};
use crate::state::{CardId, CardRef, State};
use crate::{Ask, Choice, Table, damage};

const TWIST_OF_FATE: Effects = Effects { fate: Some(twist_of_fate), ..Effects::NONE };
const HEAT_OF_BATTLE: Effects = Effects { fate: Some(heat_of_battle), ..Effects::NONE };
const TARGET_OF_OPPORTUNITY: Effects = Effects { fate: Some(target_of_opportunity), ..Effects::NONE };

pub const EFFECTS: Registry = &[
    ("twist-of-fate-dark", TWIST_OF_FATE),
    ("twist-of-fate-light", TWIST_OF_FATE),
    ("heat-of-battle-dark", HEAT_OF_BATTLE),
    ("heat-of-battle-light", HEAT_OF_BATTLE),
    ("target-of-opportunity-dark", TARGET_OF_OPPORTUNITY),
    ("target-of-opportunity-light", TARGET_OF_OPPORTUNITY),
];

fn twist_of_fate(t: &mut Table, _: CardRef) -> Play {
    if let Some(engagement) = &mut t.state.engagement {
        engagement.edge_canceled = true;
    }
    Ok(())
}

fn heat_of_battle(t: &mut Table, card: CardRef) -> Play {
    let seat = t.state.controller(card);
    let legal = |state: &State, id: CardId| is_enemy_unit(state, card, id) && state.is_participating(id);
    if !t.state.in_play().any(|id| legal(&t.state, id)) {
        return Ok(());
    }
    let choice = t.ask(seat, Ask::Target(card), |state, offer| {
        state.in_play().filter(|id| legal(state, *id)).for_each(|id| offer.add(Choice::Card(id)));
    })?;
    match choice {
        Choice::Card(target) => damage::deal(t, target, 1, source(&t.state, card)),
        _ => Ok(()),
    }
}

fn target_of_opportunity(t: &mut Table, card: CardRef) -> Play {
    let seat = t.state.controller(card);
    match t.state.engaged_objective() {
        Some(objective) if seat == t.state.attacker() => {
            damage::deal(t, objective, 1, source(&t.state, card))
        }
        _ => Ok(()),
    }
}
