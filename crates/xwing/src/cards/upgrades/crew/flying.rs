//! Crew members who fly: maneuvers, dials and actions.

use flightpath::{Bearing, Colour, Maneuver};
use table::timing::{Ability, Modifier};
use table::{Denial, Play, denial};

use crate::actions::{assign, discard, may_perform, perform};
use crate::cards::patterns::{ACTS_UNDER_STRESS, able, acts, changes, may, must, own, picks};
use crate::cards::tokens::{
    can_act, choose_setup_skill, concerns, enemy_at, just_acted, let_act, take_effect,
};
use crate::cards::{Effects, Quantity, Registry, Source, Topic, Window, difficulty};
use crate::damage::suffer;
use crate::maneuvers::{change_dial, colour_for, dial, neighbours};
use crate::phases::may_set;
use crate::state::{Action, CardRef, Cursor, Moment, ShipId, State, Token};
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
    ("leebo-crew", Effects { begins_with: Some(Action::Boost), ..acts(may_leap, leap) }),
    ("tactical-officer", Effects::FACTS),
    ("hera-syndulla-crew", changes(&[own!(RedStress = 0)])),
    ("chopper-crew", Effects { modifiers: &[ACTS_UNDER_STRESS], ..able(&[CHOPPER]) }),
    ("unkar-plutt-crew", able(&[UNKAR])),
    ("intelligence-agent", able(&[INTELLIGENCE_AGENT])),
    ("cassian-andor-crew", able(&[CASSIAN])),
    ("boshek", Effects { modifiers: &[TURNED_ON], ..able(&[BOSHEK]) }),
    ("courier-droid", able(&[COURIER_DROID])),
    ("ig-88d-crew", Effects { borrows: true, ..Effects::NONE }),
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

// ---- actions ----------------------------------------------------------------------------------------------------------

const CHOPPER: Ability<XWing> = must(
    Window::AfterAction,
    |state, card| Ok(just_acted(state, card) && state.ship(card.ship).acted_stressed),
    |t, card| suffer(t, card.ship, 1, 0),
);

const UNKAR: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let ship = state.ship(card.ship);
        let rammed = |id: ShipId| ship.touching & id.bit() != 0;
        if concerns(state, card) && ship.overlapped_ship && state.enemies_of(card.ship).any(rammed) {
            can_act(state, card.ship)
        } else {
            Ok(false)
        }
    },
    |t, card| {
        suffer(t, card.ship, 1, 0)?;
        if t.state.ship(card.ship).in_play() { let_act(t, card, card.ship) } else { Ok(()) }
    },
);

// ---- dials of enemies -------------------------------------------------------------------------------------------------

fn has_dial_near(state: &State, card: CardRef, id: ShipId) -> bool {
    enemy_at(state, card, id, 2) && state.ship(id).dial.is_some()
}

const INTELLIGENCE_AGENT: Ability<XWing> =
    picks!(may, ActivationStart, |_, _| true, has_dial_near, |t, _, enemy| {
        t.state.ship_mut(enemy).dial_seen = true;
        Ok(())
    });

/// The ship that is being activated, if this card's ship touches it and it has a dial.
fn activated_beside(state: &State, card: CardRef) -> Option<ShipId> {
    match state.moment() {
        Some(Moment::Turn(ship))
            if state.ship(card.ship).touching & ship.bit() != 0 && state.ship(ship).dial.is_some() =>
        {
            Some(ship)
        }
        _ => None,
    }
}

/// The dial is seen, and then its owner has to turn it on by one maneuver, either way. Nobody sees where to.
const BOSHEK: Ability<XWing> = may(
    Window::ActivationTurn,
    |state, card| Ok(activated_beside(state, card).is_some()),
    |t, card| {
        let Some(ship) = activated_beside(&t.state, card) else { return Ok(()) };
        let Some(set) = t.state.ship(ship).dial else { return Ok(()) };
        t.state.ship_mut(ship).dial_seen = true;
        let owner = t.state.ship(ship).owner;
        let choice = t.ask(owner, Ask::Dial(ship), |state, offer| {
            neighbours(state, ship, set).into_iter().for_each(|next| offer.add(Choice::Maneuver(next)));
        })?;
        t.state.ship_mut(ship).dial_seen = false;
        if let Choice::Maneuver(next) = choice {
            t.state.ship_mut(ship).dial = Some(next);
        }
        if let Some(memo) = t.state.memo_mut(card) {
            memo.target = Some(ship);
        }
        Ok(())
    },
);

/// The maneuver that the dial was turned to may be flown in spite of stress.
const TURNED_ON: Modifier<XWing> = Modifier {
    of: Topic::RedStress,
    sets: true,
    apply: |state, card, quantity, stress| match quantity {
        Quantity::RedStress(ship) if state.memo(card).target == Some(*ship) => 0,
        _ => stress,
    },
};

const CASSIAN: Ability<XWing> = picks!(may, ActivationStart, |_, _| true, has_dial_near, guess_maneuver);

/// Bearing and speed are guessed; whoever guesses right may set the own dial anew.
fn guess_maneuver(t: &mut Table, card: CardRef, enemy: ShipId) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let guess = t.ask(owner, Ask::CardManeuver(card), |state, offer| {
        dial(state, enemy).iter().for_each(|maneuver| offer.add(Choice::Maneuver(*maneuver)));
    })?;
    t.state.ship_mut(enemy).dial_seen = true;
    let alike = |a: Maneuver, b: Maneuver| a.bearing == b.bearing && a.speed == b.speed;
    let right = match (guess, t.state.ship(enemy).dial) {
        (Choice::Maneuver(guess), Some(set)) => alike(guess, set),
        _ => false,
    };
    if !right || t.state.ship(card.ship).dial.is_none() {
        return Ok(());
    }
    let choice = t.ask(owner, Ask::Dial(card.ship), |state, offer| {
        for maneuver in dial(state, card.ship) {
            offer.judge(Choice::Maneuver(*maneuver), may_set(state, card.ship, *maneuver));
        }
        offer.pass(Choice::Pass);
    })?;
    if let Choice::Maneuver(maneuver) = choice {
        t.state.ship_mut(card.ship).dial = Some(maneuver);
    }
    Ok(())
}

const COURIER_DROID: Ability<XWing> =
    may(Window::BeforeForces, |_, _| Ok(true), |t, card| choose_setup_skill(t, card, &[0, 8]));
