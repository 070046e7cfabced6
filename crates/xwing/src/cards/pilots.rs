//! Pilots with an ability.

use flightpath::Face;
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, denial};

use super::tokens::{any, choose_and_reroll, may_reroll, rolled};
use super::upgrades::any_possible;
use super::{Deed, Effects, Quantity, Registry, Source, Topic, Window};
use crate::actions::{free_action, may_perform};
use crate::attack::{Roll, change};
use crate::measure::range;
use crate::state::{Action, Moment};
use crate::{Choice, Event, XWing};

const DARK_CURSED: Denial = denial(
    "xwing.card.dark-curse.text",
    "The defender lets nobody spend focus tokens or reroll attack dice against it.",
    "Gegen diesen Verteidiger können keine Fokusmarker ausgegeben und keine Angriffswürfel neu gewürfelt werden.",
);

pub const EFFECTS: Registry = &[
    ("wedge-antilles", Effects { modifiers: &[WEDGE], ..Effects::NONE }),
    ("luke-skywalker", Effects { abilities: &[LUKE], ..Effects::NONE }),
    ("tycho-celchu", Effects { modifiers: &[TYCHO], ..Effects::NONE }),
    ("howlrunner", Effects { abilities: &[HOWLRUNNER], ..Effects::NONE }),
    ("dark-curse", Effects { prohibitions: &[DARK_CURSE], ..Effects::NONE }),
    ("soontir-fel", Effects { abilities: &[SOONTIR], ..Effects::NONE }),
    ("turr-phennir", Effects { abilities: &[TURR], ..Effects::NONE }),
];

const WEDGE: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| match &state.attack {
        Some(attack) if attack.attacker == card.ship && *quantity == Quantity::Agility(attack.defender) => {
            agility - 1
        }
        _ => agility,
    },
};

const LUKE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let shows = state.attack.as_ref().is_some_and(|attack| attack.defense.has(Face::Eye));
        Ok(shows && rolled(state, card, Roll::Defense))
    },
    effect: |t, _| {
        change(t, Roll::Defense, |pool| pool.change_one(Face::Eye, Face::Evade));
        Ok(())
    },
};

const TYCHO: Modifier<XWing> = Modifier {
    of: Topic::HinderingStress,
    sets: true,
    apply: |_, card, quantity, stress| {
        if *quantity == Quantity::HinderingStress(card.ship) { 0 } else { stress }
    },
};

const HOWLRUNNER: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let near = |attacker| {
            state.friends_of(card.ship).any(|id| id == attacker)
                && range(state, card.ship, attacker) == Some(1)
        };
        if state.attack.as_ref().is_some_and(|attack| near(attack.attacker)) {
            may_reroll(state, Roll::Attack, any)
        } else {
            Ok(false)
        }
    },
    effect: |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=1, any),
};

const DARK_CURSE: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let attack = state.attack.as_ref().filter(|attack| attack.defender == card.ship)?;
        let cursed = match deed {
            Deed::SpendFocus(ship) | Deed::RerollAttack(ship) => *ship == attack.attacker,
            Deed::Perform(..) | Deed::UseCard(_) => false,
        };
        cursed.then_some(DARK_CURSED)
    },
};

const SOONTIR: Ability<XWing> = Ability {
    window: Window::Stressed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.moments.last() == Some(&Moment::ReceivedStress(card.ship))),
    effect: |t, card| {
        t.state.ship_mut(card.ship).focus += 1;
        t.emit(Event::FocusAssigned(card.ship));
        Ok(())
    },
};

const TURR: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if !rolled(state, card, Roll::Attack) {
            return Ok(false);
        }
        any_possible(TURRS_ACTIONS.iter().map(|action| may_perform(state, card.ship, *action, Source::Own)))
    },
    effect: |t, card| {
        free_action(t, card, card.ship, |state, offer| {
            for action in TURRS_ACTIONS {
                offer.judge(Choice::Action(action), may_perform(state, card.ship, action, Source::Own));
            }
        })
    },
};
const TURRS_ACTIONS: [Action; 2] = [Action::Boost, Action::BarrelRoll];
