//! Pilots of the First Order.

use arrayvec::ArrayVec;
use flightpath::Face;
use geometry::Pose;
use table::timing::{Ability, Modifier, Prohibition, permitted};
use table::{Denial, denial};

use crate::XWing;
use crate::actions::{pay_stress, remove_stress, spend, spend_lock};
use crate::attack::{Roll, add_result, change, could_attack, extra_attack, may_modify};
use crate::cards::patterns::{able, allows, changes, forbids, may, may_once, must};
use crate::cards::tokens::{
    attacks, concerns, friend_at, may_spend_focus, may_spend_lock, target_of, unstressed,
};
use crate::cards::{ArcName, Deed, Effects, Quantity, Registry, Sidestep, Topic, Window, templates};
use crate::measure::{in_named_arc, range_to_place};
use crate::state::{CardRef, ShipId, State, Token};

const OUTWITTED: Denial = denial(
    "xwing.core.golden-rule.2",
    "“Omega Leader” has it locked: it cannot modify dice in this attack.",
    "„Omega Leader“ hat es erfasst: In diesem Angriff kann es keine Würfel modifizieren.",
);
pub const EFFECTS: Registry = &[
    ("epsilon-leader", able(&[EPSILON_LEADER])),
    ("epsilon-ace", changes(&[EPSILON_ACE])),
    ("omega-ace", able(&[OMEGA_ACE])),
    ("omega-leader", forbids(&[OMEGA_LEADER])),
    ("zeta-leader", able(&[ZETA_LEADER])),
    ("zeta-ace", changes(&[ZETA_ACE])),
    ("quickdraw", able(&[QUICKDRAW])),
    ("backdraft", able(&[BACKDRAFT])),
    ("test-pilot-blackout", changes(&[BLACKOUT])),
    ("major-stridan", changes(&[allows!(FriendsAreNear)])),
    ("lieutenant-dormitz", Effects { placing: Some(near_the_shuttle), ..Effects::NONE }),
];

fn is_calmed(state: &State, card: CardRef, id: ShipId) -> bool {
    friend_at(state, card, id, 1) && state.ship(id).is_stressed()
}

const EPSILON_LEADER: Ability<XWing> = must(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| is_calmed(state, card, id))),
    |t, card| {
        let calmed: ArrayVec<ShipId, 20> =
            t.state.in_play().filter(|id| is_calmed(&t.state, card, *id)).collect();
        for id in calmed {
            remove_stress(t, id)?;
        }
        Ok(())
    },
);

const EPSILON_ACES_SKILL: i32 = 12;

const EPSILON_ACE: Modifier<XWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |state, card, quantity, skill| {
        let unhurt = state.ship(card.ship).damage.is_empty();
        if *quantity == Quantity::Skill(card.ship) && unhurt { EPSILON_ACES_SKILL } else { skill }
    },
};

const OMEGA_ACE: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(target) = target_of(state, card) else { return Ok(false) };
        if !may_spend_lock(state, card.ship, target)? {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::ModifyAttack(card.ship))?;
        permitted::<XWing>(state, Deed::SpendFocusAgainst(card.ship, target))?;
        may_spend_focus(state, card.ship)
    },
    |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        spend(t, card.ship, Token::Focus)?;
        spend_lock(t, card.ship, target)?;
        let added = t.state.options.rules().added_results_modifiable;
        change(t, Roll::Attack, |pool| {
            let dice = pool.0.iter_mut().filter(|result| added || !result.added);
            dice.for_each(|result| result.face = Face::Critical);
        });
        Ok(())
    },
);

/// Spending focus, evades and locks for dice is modifying them, too.
const OMEGA_LEADER: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let ship = match deed {
            Deed::ModifyAttack(ship)
            | Deed::ModifyDefense(ship)
            | Deed::RerollAttack(ship)
            | Deed::SpendFocus(ship)
            | Deed::SpendEvade(ship)
            | Deed::SpendLock(ship) => *ship,
            _ => return None,
        };
        let between = state.attack().is_some_and(|attack| {
            [(attack.attacker, attack.defender), (attack.defender, attack.attacker)]
                .contains(&(ship, card.ship))
        });
        (between && state.ship(card.ship).has_locked(ship)).then_some(OUTWITTED)
    },
};

const ZETA_LEADER: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| {
        if !attacks(state, card) {
            return Ok(false);
        }
        unstressed(state, card, "xwing.clar.stressed")
    },
    |t, card| {
        if pay_stress(t, card.ship)?
            && let Some(attack) = t.state.attack_mut()
        {
            attack.added_attack += 1;
        }
        Ok(())
    },
);

const ZETA_ACE: Modifier<XWing> = Modifier {
    of: Topic::Templates,
    sets: false,
    apply: |_, card, quantity, set| {
        if *quantity == Quantity::Templates(card.ship, Sidestep::BarrelRoll) {
            set | templates::LONGER
        } else {
            set
        }
    },
};

const QUICKDRAW: Ability<XWing> = may_once(
    Window::ShieldLost,
    |state, card| Ok(concerns(state, card) && could_attack(state, card.ship, |weapon, _| weapon.is_primary())),
    |t, card| extra_attack(t, card, card.ship, |weapon, _| weapon.is_primary()).map(|_| ()),
);

const BACKDRAFT: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let behind = |target| in_named_arc(state, card.ship, ArcName::Rear, target);
        match (target_of(state, card), state.attack()) {
            (Some(target), Some(attack)) if behind(target) => {
                may_modify(state, attack, Roll::Attack).map(|()| true)
            }
            _ => Ok(false),
        }
    },
    |t, _| {
        add_result(t, Roll::Attack, Face::Critical);
        Ok(())
    },
);

const BLACKOUT: Modifier<XWing> = Modifier {
    of: Topic::DefenseDice,
    sets: false,
    apply: |state, card, _, dice| {
        let obstructed = state.attack().is_some_and(|attack| attack.obstructed);
        if attacks(state, card) && obstructed { dice - 2 } else { dice }
    },
};

/// Friends may be placed anywhere at range 1–2 of him.
fn near_the_shuttle(state: &State, card: CardRef, id: ShipId, pose: &Pose) -> bool {
    let range = || range_to_place(state, card.ship, state.ship(id).size, *pose);
    card.ship != id && range().is_some_and(|range| range <= 2)
}
