//! Crew members who fly: maneuvers, dials and actions.

use flightpath::{Bearing, Colour, Maneuver};
use table::timing::{Ability, Modifier};
use table::{Denial, Play, denial};

use crate::actions::{assign, discard, may_perform, perform};
use crate::cards::patterns::{able, acts, changes, may};
use crate::cards::tokens::{concerns, take_effect};
use crate::cards::{Effects, Quantity, Registry, Source, Topic, Window, difficulty};
use crate::maneuvers::{change_dial, colour_for, dial};
use crate::state::{Action, CardRef, Cursor, ShipId, State, Token};
use crate::{Ask, Choice, Table, XWing};

const RED_WHILE_STRESSED: Denial = denial(
    "xwing.card.navigator.text",
    "A stressed ship cannot rotate its dial to a red maneuver.",
    "Ein gestresstes Schiff darf sein Rad nicht auf ein rotes Manöver drehen.",
);

pub const EFFECTS: Registry = &[
    ("nien-nunb", changes(&[NIEN])),
    ("navigator", able(&[NAVIGATOR])),
    ("leia-organa", Effects { modifiers: &[LEIA_LEADS], ..able(&[LEIA]) }),
    ("leebo-crew", acts(may_leap, leap)),
    ("tactical-officer", Effects::FACTS),
];

/// A Koiogran turn that fails is still no straight maneuver.
const NIEN: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |_, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, maneuver)
            if *ship == card.ship && maneuver.bearing == Bearing::Straight =>
        {
            difficulty(Colour::Green)
        }
        _ => colour,
    },
};

/// The other maneuvers of the dial with the bearing of the one that was revealed.
fn of_same_bearing(state: &State, id: ShipId) -> impl Iterator<Item = Maneuver> {
    let set = state.ship(id).dial;
    let alike = move |entry: &Maneuver| {
        set.is_some_and(|set| entry.bearing == set.bearing && entry.speed != set.speed)
    };
    dial(state, id).iter().copied().filter(alike)
}

fn may_rotate_to(state: &State, id: ShipId, maneuver: Maneuver) -> Result<(), Denial> {
    let red = colour_for(state, id, maneuver) == Colour::Red;
    if state.ship(id).is_stressed() && red { Err(RED_WHILE_STRESSED) } else { Ok(()) }
}

const NAVIGATOR: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        let allowed = |entry| may_rotate_to(state, card.ship, entry).is_ok();
        Ok(concerns(state, card) && of_same_bearing(state, card.ship).any(allowed))
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardManeuver(card), |state, offer| {
            for entry in of_same_bearing(state, card.ship) {
                offer.judge(Choice::Maneuver(entry), may_rotate_to(state, card.ship, entry));
            }
        })?;
        if let Choice::Maneuver(maneuver) = choice {
            change_dial(t, card.ship, maneuver);
        }
        Ok(())
    },
);

const LEIA: Ability<XWing> = may(
    Window::ActivationStart,
    |state, card| Ok(!state.memo(card).active),
    |t, card| {
        discard(t, card);
        take_effect(t, card)
    },
);

/// Red maneuvers of all friendly ships, as long as the Activation Phase lasts.
const LEIA_LEADS: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |state, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, _)
            if state.memo(card).active
                && state.are_friends(card.ship, *ship)
                && matches!(state.cursor, Cursor::Decloaking { .. } | Cursor::Activation { .. }) =>
        {
            colour.min(difficulty(Colour::White))
        }
        _ => colour,
    },
};

fn may_leap(state: &State, card: CardRef) -> Result<(), Denial> {
    may_perform(state, card.ship, Action::Boost, Source::Granted)
}

fn leap(t: &mut Table, card: CardRef) -> Play {
    perform(t, card.ship, Action::Boost)?;
    assign(t, card.ship, Token::Ion)
}
