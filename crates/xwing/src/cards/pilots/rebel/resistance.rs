//! Pilots of the Resistance.

use flightpath::{Colour, Maneuver};
use table::timing::{Ability, Modifier};

use crate::XWing;
use crate::actions::{assign, remove_stress};
use crate::cards::patterns::{able, changes, drops, free_action, may, must_once, rerolls_as_many, turns};
use crate::cards::tokens::{concerns, is_focused, other_friend_at, target_of};
use crate::cards::{Quantity, Registry, Sidestep, Topic, Window, difficulty, templates};
use crate::measure::{range_in_arc, range_to_bomb};
use crate::state::{Action, CardRef, ShipId, State, Token};

pub const EFFECTS: Registry = &[
    ("poe-dameron", able(&[POE_ATTACKS, POE_DEFENDS])),
    ("poe-dameron-skill-9", able(&[POE_ATTACKS, POE_DEFENDS])),
    ("red-ace", able(&[RED_ACE])),
    ("blue-ace", changes(&[BLUE_ACE])),
    ("ello-asty", changes(&[ELLO])),
    ("jess-pava", able(&[rerolls_as_many!(Attack, wingmates), rerolls_as_many!(Defense, wingmates)])),
    ("nien-nunb-pilot", able(&[NIEN])),
    ("snap-wexley", able(&[SNAP])),
    ("cobalt-leader", changes(&[COBALT_LEADER])),
    ("crimson-specialist", changes(&[drops!(BESIDE)])),
];

/// The token is not spent.
const POE_ATTACKS: Ability<XWing> = turns!(Attack, Eye as Hit, is_focused);
const POE_DEFENDS: Ability<XWing> = turns!(Defense, Eye as Evade, is_focused);

const RED_ACE: Ability<XWing> = must_once(
    Window::ShieldLost,
    |state, card| Ok(concerns(state, card)),
    |t, card| assign(t, card.ship, Token::Evade),
);

const BLUE_ACE: Modifier<XWing> = Modifier {
    of: Topic::Templates,
    sets: false,
    apply: |_, card, quantity, set| {
        if *quantity == Quantity::Templates(card.ship, Sidestep::Boost) { set | templates::TURN } else { set }
    },
};

const ELLO: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |state, card, quantity, colour| match quantity {
        Quantity::Difficulty(id, Maneuver { bearing, .. })
            if *id == card.ship && bearing.rolls().is_some() && !state.ship(card.ship).is_stressed() =>
        {
            difficulty(Colour::White)
        }
        _ => colour,
    },
};

fn wingmates(state: &State, card: CardRef) -> usize {
    state.in_play().filter(|id| other_friend_at(state, card, *id, 1)).count()
}

const NIEN: Ability<XWing> = may(
    Window::Stressed,
    |state, card| {
        let ahead =
            |id: ShipId| !state.are_friends(card.ship, id) && range_in_arc(state, card.ship, id) == Some(1);
        Ok(concerns(state, card) && state.in_play().any(ahead))
    },
    |t, card| remove_stress(t, card.ship),
);

const SNAP: Ability<XWing> = free_action!(AfterManeuver, [Action::Boost], |state, card| {
    let ship = state.ship(card.ship);
    let fast = ship.flown.is_some_and(|flown| (2..=4).contains(&flown.speed));
    concerns(state, card) && fast && ship.touching == 0
});

const COBALT_LEADER: Modifier<XWing> = Modifier {
    of: Topic::DefenseDice,
    sets: false,
    apply: |state, card, _, dice| {
        let near_a_bomb =
            |target| state.bombs.iter().any(|bomb| range_to_bomb(state, target, bomb) == Some(1));
        if target_of(state, card).is_some_and(near_a_bomb) { dice - 1 } else { dice }
    },
};
