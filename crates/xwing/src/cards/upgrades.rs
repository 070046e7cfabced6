//! Upgrade cards.

use flightpath::Face;
use table::timing::{Ability, Force, Limit};
use table::{Denial, Play, denial};

use super::tokens::{any, choose_and_reroll, may_reroll, rolled};
use super::{Effects, Procedure, Registry, Source, Window};
use crate::actions::{
    action_bar, free_action, may_perform, offer_actions, perform, receive_stress, remove_lock,
    upgrade_actions,
};
use crate::attack::{Roll, change};
use crate::measure::range;
use crate::phases::skill;
use crate::state::{Action, CardRef, Moment, ShipId, State};
use crate::{Ask, Choice, Table, XWing};

const PUSHED_ONCE: Denial = denial(
    "xwing.card.push-the-limit.text",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const INTERFACED_ONCE: Denial = denial(
    "xwing.card.experimental-interface.text",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const NOBODY_TO_LEAD: Denial = denial(
    "xwing.core.card.squad-leader",
    "No friendly ship of lower skill is at range 1-2.",
    "Kein befreundetes Schiff mit niedrigerem Pilotenwert ist in Reichweite 1-2.",
);
const OPPORTUNITY_STRESSED: Denial = denial(
    "xwing.core.card.opportunist",
    "Not while the ship is stressed.",
    "Nicht, solange das Schiff gestresst ist.",
);
const ELUSIVE_STRESSED: Denial = denial(
    "xwing.clar.stressed",
    "Not while the ship is stressed.",
    "Nicht, solange das Schiff gestresst ist.",
);

/// Against pilots of this skill or less Predator rerolls more dice.
const EASY_PREY: u8 = 2;

pub const EFFECTS: Registry = &[
    (
        "push-the-limit",
        Effects { abilities: &[PUSH_THE_LIMIT], once_per_round: Some(PUSHED_ONCE), ..Effects::NONE },
    ),
    (
        "expert-handling",
        Effects { action: Some(Procedure { may: may_handle, perform: handle }), ..Effects::NONE },
    ),
    (
        "marksmanship",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: take_aim }),
            abilities: &[MARKSMANSHIP],
            ..Effects::NONE
        },
    ),
    ("lone-wolf", Effects { abilities: &[LONE_WOLF_ATTACK, LONE_WOLF_DEFENSE], ..Effects::NONE }),
    ("opportunist", Effects { abilities: &[OPPORTUNIST], ..Effects::NONE }),
    ("predator", Effects { abilities: &[PREDATOR], ..Effects::NONE }),
    ("elusiveness", Effects { abilities: &[ELUSIVENESS], ..Effects::NONE }),
    ("squad-leader", Effects { action: Some(Procedure { may: may_lead, perform: lead }), ..Effects::NONE }),
    (
        "experimental-interface",
        Effects {
            abilities: &[EXPERIMENTAL_INTERFACE],
            once_per_round: Some(INTERFACED_ONCE),
            ..Effects::NONE
        },
    ),
];

// ---- free actions after an action -------------------------------------------------------------------------------------

/// Whether this card's ship has just performed an action.
fn has_just_acted(state: &State, card: CardRef) -> bool {
    matches!(state.moments.last(), Some(Moment::Performed(ship, _)) if *ship == card.ship)
}

/// Usable if any of several things is possible; otherwise refused for the reason of the first.
pub fn any_possible(verdicts: impl Iterator<Item = Result<(), Denial>>) -> Result<bool, Denial> {
    match verdicts.reduce(Result::or) {
        Some(verdict) => verdict.map(|()| true),
        None => Ok(false),
    }
}

/// A ship may perform one of some actions after an action and pays with stress.
fn may_act_again(
    state: &State,
    card: CardRef,
    actions: impl Iterator<Item = Action>,
) -> Result<bool, Denial> {
    if !has_just_acted(state, card) {
        return Ok(false);
    }
    any_possible(actions.map(|action| may_perform(state, card.ship, action, Source::Own)))
}

const PUSH_THE_LIMIT: Ability<XWing> = Ability {
    window: Window::AfterAction,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| may_act_again(state, card, action_bar(state, card.ship).iter().copied()),
    effect: |t, card| {
        free_action(t, card, card.ship, |state, offer| {
            for action in action_bar(state, card.ship) {
                offer.judge(Choice::Action(*action), may_perform(state, card.ship, *action, Source::Own));
            }
        })?;
        receive_stress(t, card.ship)
    },
};

const EXPERIMENTAL_INTERFACE: Ability<XWing> = Ability {
    window: Window::AfterAction,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| may_act_again(state, card, upgrade_actions(state, card.ship)),
    effect: |t, card| {
        free_action(t, card, card.ship, |state, offer| {
            for action in upgrade_actions(state, card.ship) {
                offer.judge(Choice::Action(action), may_perform(state, card.ship, action, Source::Own));
            }
        })?;
        receive_stress(t, card.ship)
    },
};

// ---- Expert Handling --------------------------------------------------------------------------------------------------

fn may_handle(state: &State, card: CardRef) -> Result<(), Denial> {
    may_perform(state, card.ship, Action::BarrelRoll, Source::Granted)
}

fn handle(t: &mut Table, card: CardRef) -> Play {
    perform(t, card.ship, Action::BarrelRoll)?;
    if !action_bar(&t.state, card.ship).contains(&Action::BarrelRoll) {
        receive_stress(t, card.ship)?;
    }
    shake_off_a_lock(t, card)
}

fn shake_off_a_lock(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::ShakeOff(card), |state, offer| {
        let enemies = state.enemies_of(card.ship).filter(|enemy| state.ship(*enemy).lock == Some(card.ship));
        enemies.for_each(|enemy| offer.add(Choice::Ship(enemy)));
        offer.pass(Choice::Pass);
    })?;
    if let Choice::Ship(enemy) = choice {
        remove_lock(t, enemy);
    }
    Ok(())
}

// ---- Squad Leader -----------------------------------------------------------------------------------------------------

fn followers(state: &State, leader: ShipId) -> impl Iterator<Item = ShipId> {
    let near = move |id: &ShipId| matches!(range(state, leader, *id), Some(1 | 2));
    state.friends_of(leader).filter(near).filter(move |id| skill(state, *id) < skill(state, leader))
}

fn may_lead(state: &State, card: CardRef) -> Result<(), Denial> {
    if followers(state, card.ship).next().is_some() { Ok(()) } else { Err(NOBODY_TO_LEAD) }
}

fn lead(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardTarget(card), |state, offer| {
        followers(state, card.ship).for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    let Choice::Ship(follower) = choice else { return Ok(()) };
    free_action(t, card, follower, |state, offer| {
        offer_actions(state, follower, offer);
        offer.pass(Choice::Pass);
    })
}

// ---- dice -------------------------------------------------------------------------------------------------------------

fn take_aim(t: &mut Table, card: CardRef) -> Play {
    if let Some(memo) = t.state.memo_mut(card) {
        memo.active = true;
    }
    Ok(())
}

/// All or nothing: one focus result becomes a critical hit before any becomes a hit.
const MARKSMANSHIP: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let shows = state.attack.as_ref().is_some_and(|attack| attack.attack.has(Face::Eye));
        Ok(state.memo(card).active && shows && rolled(state, card, Roll::Attack))
    },
    effect: |t, _| {
        change(t, Roll::Attack, |pool| {
            pool.change_one(Face::Eye, Face::Critical);
            pool.change_all(Face::Eye, Face::Hit);
        });
        Ok(())
    },
};

fn blank(face: Face) -> bool {
    face == Face::Blank
}

fn may_howl(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    let alone = || !state.friends_of(card.ship).any(|id| matches!(range(state, card.ship, id), Some(1 | 2)));
    if rolled(state, card, roll) && alone() { may_reroll(state, roll, blank) } else { Ok(false) }
}

const LONE_WOLF_ATTACK: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| may_howl(state, card, Roll::Attack),
    effect: |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=1, blank),
};

const LONE_WOLF_DEFENSE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| may_howl(state, card, Roll::Defense),
    effect: |t, card| choose_and_reroll(t, card, Roll::Defense, 1..=1, blank),
};

const OPPORTUNIST: Ability<XWing> = Ability {
    window: Window::AttackDice,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let helpless = |id| state.ship(id).focus == 0 && state.ship(id).evade == 0;
        let opportunity = state.attack.as_ref().is_some_and(|attack| helpless(attack.defender));
        if !(opportunity && rolled(state, card, Roll::Attack)) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(OPPORTUNITY_STRESSED) } else { Ok(true) }
    },
    effect: |t, card| {
        receive_stress(t, card.ship)?;
        if let Some(attack) = &mut t.state.attack {
            attack.added_dice += 1;
        }
        Ok(())
    },
};

const PREDATOR: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if rolled(state, card, Roll::Attack) { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    effect: |t, card| {
        let easy =
            t.state.attack.as_ref().is_some_and(|attack| skill(&t.state, attack.defender) <= EASY_PREY);
        choose_and_reroll(t, card, Roll::Attack, 1..=if easy { 2 } else { 1 }, any)
    },
};

const ELUSIVENESS: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if !(rolled(state, card, Roll::Defense) && may_reroll(state, Roll::Attack, any)?) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(ELUSIVE_STRESSED) } else { Ok(true) }
    },
    effect: |t, card| {
        receive_stress(t, card.ship)?;
        choose_and_reroll(t, card, Roll::Attack, 1..=1, any)
    },
};
