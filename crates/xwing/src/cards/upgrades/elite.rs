//! Elite talents.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Face, Maneuver};
use geometry::Turn;
use table::timing::{Ability, Force, Limit, Modifier, permitted};
use table::{Denial, Play, denial};

use crate::actions::{
    action_bar, assign, discard, free_action, has_icon, may_perform, offer_actions, pay_stress, perform,
    receive_stress, remove_lock, remove_stress, remove_token, spend,
};
use crate::attack::{Roll, add_result, agility, cancel_one, lies, may_modify, shows, turn_all, turn_one};
use crate::cards::tokens::{
    any, are_copies, attacks, blank, choose_and_reroll, choose_ship, choose_token, concerns, defends, eye,
    just_flown, may_act_again, may_focus, may_reroll, other_friend_at, roll_attack, take_effect, target_of,
};
use crate::cards::{
    Deed, Effects, Procedure, Quantity, Registry, Source, Topic, Trait, UpgradeSlot, Window, difficulty,
    library, register_all, upgrade_facts, usable,
};
use crate::damage::{discard_card, suffer};
use crate::maneuvers::{change_dial, colour_for, dial, execute, move_to};
use crate::measure::{in_firing_arc, in_range, range_in_arc, range_to_obstacle};
use crate::phases::skill;
use crate::state::{Action, Attack, CardRef, MAX_SHIPS, Moment, ShipId, Slot, State, Token, Weapon};
use crate::{Ask, Choice, Event, Table, XWing};

const PUSHED_ONCE: Denial = denial(
    "xwing.card.push-the-limit.text",
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

const RED_WHILE_STRESSED: Denial = denial(
    "xwing.card.stay-on-target.errata-2",
    "The maneuver would be red, and the ship is stressed.",
    "Das Manöver wäre rot, und das Schiff ist gestresst.",
);
const RED_FOR_GOOD: Denial = denial(
    "xwing.card.adrenaline-rush.faq-2",
    "Something else makes the maneuver red; the card does not help against that.",
    "Etwas anderes macht das Manöver rot; dagegen hilft die Karte nicht.",
);
const NO_OBSTACLE_NEAR: Denial =
    denial("xwing.core.action.one", "No obstacle is at range 1.", "Kein Hindernis ist in Reichweite 1.");

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
            action: Some(Procedure { may: |_, _| Ok(()), perform: take_effect }),
            abilities: &[MARKSMANSHIP],
            ..Effects::NONE
        },
    ),
    ("lone-wolf", Effects { abilities: &[LONE_WOLF_ATTACK, LONE_WOLF_DEFENSE], ..Effects::NONE }),
    ("opportunist", Effects { abilities: &[OPPORTUNIST], ..Effects::NONE }),
    ("predator", Effects { abilities: &[PREDATOR], ..Effects::NONE }),
    ("elusiveness", Effects { abilities: &[ELUSIVENESS], ..Effects::NONE }),
    ("veteran-instincts", Effects::FACTS),
    ("determination", Effects { abilities: &[DETERMINATION], ..Effects::NONE }),
    ("squad-leader", Effects { action: Some(Procedure { may: may_lead, perform: lead }), ..Effects::NONE }),
    ("swarm-tactics", Effects { abilities: &[SWARM_TACTICS], ..Effects::NONE }),
    ("decoy", Effects { abilities: &[DECOY], ..Effects::NONE }),
    ("wingman", Effects { abilities: &[WINGMAN], ..Effects::NONE }),
    ("bodyguard", Effects { abilities: &[BODYGUARD], modifiers: &[GUARDED], ..Effects::NONE }),
    ("daredevil", Effects { action: Some(Procedure { may: |_, _| Ok(()), perform: dare }), ..Effects::NONE }),
    (
        "expose",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: take_effect }),
            modifiers: &[MORE_FIREPOWER, LESS_AGILITY],
            ..Effects::NONE
        },
    ),
    (
        "rage",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: rage }),
            abilities: &[RAGE],
            ..Effects::NONE
        },
    ),
    (
        "debris-gambit",
        Effects { action: Some(Procedure { may: may_gamble, perform: gamble }), ..Effects::NONE },
    ),
    ("stay-on-target", Effects { abilities: &[STAY_ON_TARGET], modifiers: &[ALWAYS_RED], ..Effects::NONE }),
    ("adrenaline-rush", Effects { abilities: &[ADRENALINE_RUSH], ..Effects::NONE }),
    ("lightning-reflexes", Effects { abilities: &[TURN_ABOUT, TURNED_ABOUT], ..Effects::NONE }),
    ("draw-their-fire", Effects { abilities: &[DRAW_THEIR_FIRE], ..Effects::NONE }),
    ("selflessness", Effects { abilities: &[SELFLESSNESS], ..Effects::NONE }),
    ("outmaneuver", Effects { modifiers: &[OUTMANEUVER], ..Effects::NONE }),
    ("intimidation", Effects { modifiers: &[INTIMIDATION], ..Effects::NONE }),
    ("wired", Effects { abilities: &[WIRED_ATTACK, WIRED_DEFENSE], ..Effects::NONE }),
    ("calculation", Effects { abilities: &[CALCULATION], ..Effects::NONE }),
    ("expertise", Effects { abilities: &[EXPERTISE], ..Effects::NONE }),
    ("fearlessness", Effects { abilities: &[FEARLESSNESS], ..Effects::NONE }),
    ("juke", Effects { abilities: &[JUKE], ..Effects::NONE }),
    ("crack-shot", Effects { abilities: &[CRACK_SHOT], ..Effects::NONE }),
    ("trick-shot", Effects { abilities: &[TRICK_SHOT], ..Effects::NONE }),
    ("swarm-leader", Effects { abilities: &[SWARM_LEADER], ..Effects::NONE }),
    ("ruthlessness", Effects { abilities: &[RUTHLESSNESS], ..Effects::NONE }),
    ("saturation-salvo", Effects { abilities: &[SATURATION_SALVO], ..Effects::NONE }),
    ("cool-hand", Effects { abilities: &[COOL_HAND], ..Effects::NONE }),
    ("attanni-mindlink", Effects { abilities: &[LINKED_FOCUS, LINKED_STRESS], ..Effects::NONE }),
    ("intensity", Effects { abilities: &[INTENSITY, CALM_DOWN], ..Effects::NONE }),
    ("deadeye", Effects { modifiers: &[DEADEYE], ..Effects::NONE }),
];

// ---- free actions after an action -------------------------------------------------------------------------------------

const PUSH_THE_LIMIT: Ability<XWing> = Ability {
    window: Window::AfterAction,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| may_act_again(state, card, action_bar(state, card.ship)),
    effect: |t, card| {
        free_action(t, card, card.ship, |state, offer| {
            for action in action_bar(state, card.ship) {
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
    if !has_icon(&t.state, card.ship, Action::BarrelRoll) {
        receive_stress(t, card.ship)?;
    }
    shake_off_a_lock(t, card)
}

pub(super) fn shake_off_a_lock(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::ShakeOff(card), |state, offer| {
        let enemies = state.enemies_of(card.ship).filter(|enemy| state.ship(*enemy).has_locked(card.ship));
        enemies.for_each(|enemy| offer.add(Choice::Ship(enemy)));
        offer.pass(Choice::Pass);
    })?;
    if let Choice::Ship(enemy) = choice {
        remove_lock(t, enemy, card.ship);
        t.emit(Event::LockLost(enemy, card.ship));
    }
    Ok(())
}

// ---- Squad Leader -----------------------------------------------------------------------------------------------------

fn followers(state: &State, leader: ShipId) -> impl Iterator<Item = ShipId> {
    state
        .friends_of(leader)
        .filter(move |id| in_range(state, leader, *id, 2))
        .filter(move |id| skill(state, *id) < skill(state, leader))
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

/// All or nothing: one focus result becomes a critical hit before any becomes a hit.
const MARKSMANSHIP: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(state.memo(card).active && attacks(state, card) && shows(state, Roll::Attack, Face::Eye))
    },
    effect: |t, _| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Critical);
        turn_all(t, Roll::Attack, Face::Eye, Face::Hit);
        Ok(())
    },
};

fn may_howl(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    let own = match roll {
        Roll::Attack => attacks(state, card),
        Roll::Defense => defends(state, card),
    };
    let alone = || !state.friends_of(card.ship).any(|id| in_range(state, card.ship, id, 2));
    if own && alone() { may_reroll(state, roll, blank) } else { Ok(false) }
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
        if !target_of(state, card).is_some_and(helpless) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(OPPORTUNITY_STRESSED) } else { Ok(true) }
    },
    effect: |t, card| {
        if pay_stress(t, card.ship)?
            && let Some(attack) = t.state.attack_mut()
        {
            attack.added_attack += 1;
        }
        Ok(())
    },
};

const PREDATOR: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if attacks(state, card) { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    effect: |t, card| {
        let easy = target_of(&t.state, card).is_some_and(|target| skill(&t.state, target) <= EASY_PREY);
        choose_and_reroll(t, card, Roll::Attack, 1..=if easy { 2 } else { 1 }, any)
    },
};

const ELUSIVENESS: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if !(defends(state, card) && may_reroll(state, Roll::Attack, any)?) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(ELUSIVE_STRESSED) } else { Ok(true) }
    },
    effect: |t, card| {
        if pay_stress(t, card.ship)? { choose_and_reroll(t, card, Roll::Attack, 1..=1, any) } else { Ok(()) }
    },
};

// ---- damage -----------------------------------------------------------------------------------------------------------

/// The place of a face-up damage card of the pilot trait that this card's ship was just dealt.
fn pilot_damage(state: &State, card: CardRef) -> Option<u8> {
    let Some(Moment::Dealt(ship, slot)) = state.moment() else { return None };
    let kind = state.ship(ship).damage.get(slot as usize)?.kind?;
    (ship == card.ship && library().damage(kind).concerns == Trait::Pilot).then_some(slot)
}

const DETERMINATION: Ability<XWing> = Ability {
    window: Window::DealtFaceUp,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(pilot_damage(state, card).is_some()),
    effect: |t, card| {
        if let Some(slot) = pilot_damage(&t.state, card) {
            discard_card(t, card.ship, slot);
        }
        Ok(())
    },
};

// ---- the start of combat ----------------------------------------------------------------------------------------------

fn set_skill(t: &mut Table, id: ShipId, skill: u8) {
    t.state.ship_mut(id).skill_set = Some(skill);
    t.emit(Event::SkillSet(id, skill));
}

fn has_friend_at(state: &State, card: CardRef, most: u8) -> bool {
    state.friends_of(card.ship).any(|id| in_range(state, card.ship, id, most))
}

/// What the ship passes on may itself have been passed on to it.
const SWARM_TACTICS: Ability<XWing> = Ability {
    window: Window::CombatStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(has_friend_at(state, card, 1)),
    effect: |t, card| {
        if let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 1))? {
            let own = skill(&t.state, card.ship);
            set_skill(t, friend, own);
        }
        Ok(())
    },
};

const DECOY: Ability<XWing> = Ability {
    window: Window::CombatStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(has_friend_at(state, card, 2)),
    effect: |t, card| {
        if let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 2))? {
            let (own, theirs) = (skill(&t.state, card.ship), skill(&t.state, friend));
            set_skill(t, card.ship, theirs);
            set_skill(t, friend, own);
        }
        Ok(())
    },
};

fn needs_wingman(state: &State, card: CardRef, id: ShipId) -> bool {
    state.ship(id).is_stressed() && other_friend_at(state, card, id, 1)
}

const WINGMAN: Ability<XWing> = Ability {
    window: Window::CombatStart,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.in_play().any(|id| needs_wingman(state, card, id))),
    effect: |t, card| match choose_ship(t, card, |state, id| needs_wingman(state, card, id))? {
        Some(friend) => remove_stress(t, friend),
        None => Ok(()),
    },
};

fn may_be_guarded(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 1) && skill(state, id) > skill(state, card.ship)
}

const BODYGUARD: Ability<XWing> = Ability {
    window: Window::CombatStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if state.ship(card.ship).focus == 0 || !state.in_play().any(|id| may_be_guarded(state, card, id)) {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::SpendFocus(card.ship)).map(|()| true)
    },
    effect: |t, card| {
        spend(t, card.ship, Token::Focus)?;
        let guarded = choose_ship(t, card, |state, id| may_be_guarded(state, card, id))?;
        if let Some(memo) = t.state.memo_mut(card) {
            memo.target = guarded;
        }
        Ok(())
    },
};

const GUARDED: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| match state.memo(card).target {
        Some(guarded) if *quantity == Quantity::Agility(guarded) => agility + 1,
        _ => agility,
    },
};

// ---- actions ----------------------------------------------------------------------------------------------------------

/// A sharp turn that is executed like any other maneuver; without the boost icon it strains the hull.
fn dare(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardManeuver(card), |_, offer| {
        for bearing in [Bearing::TurnLeft, Bearing::TurnRight] {
            offer.add(Choice::Maneuver(Maneuver { bearing, speed: 1, colour: Colour::White }));
        }
    })?;
    let Choice::Maneuver(turn) = choice else { return Ok(()) };
    execute(t, card.ship, turn)?;
    receive_stress(t, card.ship)?;
    if !t.state.ship(card.ship).in_play() || has_icon(&t.state, card.ship, Action::Boost) {
        return Ok(());
    }
    let strain = roll_attack(t, card, 2)?;
    suffer(t, card.ship, strain.count(Face::Hit), strain.count(Face::Critical))
}

const MORE_FIREPOWER: Modifier<XWing> = Modifier {
    of: Topic::Primary,
    sets: false,
    apply: |state, card, quantity, value| {
        let own = *quantity == Quantity::Primary(card.ship);
        if own && state.memo(card).active { value + 1 } else { value }
    },
};

const LESS_AGILITY: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| {
        let own = *quantity == Quantity::Agility(card.ship);
        if own && state.memo(card).active { agility - 1 } else { agility }
    },
};

fn rage(t: &mut Table, card: CardRef) -> Play {
    assign(t, card.ship, Token::Focus)?;
    receive_stress(t, card.ship)?;
    receive_stress(t, card.ship)?;
    take_effect(t, card)
}

const RAGE: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let raging = state.memo(card).active && attacks(state, card);
        if raging { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    effect: |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=3, any),
};

fn obstacles_near(state: &State, card: CardRef) -> usize {
    state.obstacles.iter().filter(|obstacle| range_to_obstacle(state, card.ship, obstacle) == Some(1)).count()
}

fn may_gamble(state: &State, card: CardRef) -> Result<(), Denial> {
    if obstacles_near(state, card) > 0 { Ok(()) } else { Err(NO_OBSTACLE_NEAR) }
}

fn gamble(t: &mut Table, card: CardRef) -> Play {
    for _ in 0..obstacles_near(&t.state, card).min(2) {
        assign(t, card.ship, Token::Evade)?;
    }
    Ok(())
}

// ---- maneuvers --------------------------------------------------------------------------------------------------------

/// The other maneuvers of the dial with the speed of the one that was revealed.
fn of_same_speed(state: &State, id: ShipId) -> impl Iterator<Item = Maneuver> {
    let set = state.ship(id).dial;
    let alike = move |entry: &Maneuver| {
        set.is_some_and(|set| entry.speed == set.speed && entry.bearing != set.bearing)
    };
    dial(state, id).iter().copied().filter(alike)
}

const STAY_ON_TARGET: Ability<XWing> = Ability {
    window: Window::Revealed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if !concerns(state, card) || of_same_speed(state, card.ship).next().is_none() {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(RED_WHILE_STRESSED) } else { Ok(true) }
    },
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardManeuver(card), |state, offer| {
            of_same_speed(state, card.ship).for_each(|entry| offer.add(Choice::Maneuver(entry)));
        })?;
        if let Choice::Maneuver(maneuver) = choice {
            change_dial(t, card.ship, maneuver);
        }
        take_effect(t, card)
    },
};

/// Whatever the ship then flies, even if something else changes the maneuver again.
const ALWAYS_RED: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: true,
    apply: |state, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, _)
            if *ship == card.ship && state.memo(card).active && state.ship(*ship).flown.is_none() =>
        {
            difficulty(Colour::Red)
        }
        _ => colour,
    },
};

/// The maneuver on the dial becomes white, so that whatever else would make it red still does.
const ADRENALINE_RUSH: Ability<XWing> = Ability {
    window: Window::Revealed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let Some(set) = state.ship(card.ship).dial.filter(|_| concerns(state, card)) else {
            return Ok(false);
        };
        if colour_for(state, card.ship, set) != Colour::Red {
            return Ok(false);
        }
        let otherwise = colour_for(state, card.ship, Maneuver { colour: Colour::White, ..set });
        if otherwise == Colour::Red { Err(RED_FOR_GOOD) } else { Ok(true) }
    },
    effect: |t, card| {
        discard(t, card);
        if let Some(set) = t.state.ship(card.ship).dial {
            change_dial(t, card.ship, Maneuver { colour: Colour::White, ..set });
        }
        Ok(())
    },
};

const TURN_ABOUT: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let calm = matches!(just_flown(state, card), Some(Colour::White | Colour::Green));
        Ok(calm && state.ship(card.ship).revealed && !state.memo(card).active)
    },
    effect: |t, card| {
        discard(t, card);
        let pose = t.state.ship(card.ship).pose.turned(Turn::About);
        move_to(&mut t.state, card.ship, pose, 0);
        t.emit(Event::TurnsAbout(card.ship, pose));
        take_effect(t, card)
    },
};

/// The stress for turning about comes after Check Pilot Stress.
const TURNED_ABOUT: Ability<XWing> = Ability {
    window: Window::ManeuverDone,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.memo(card).active && concerns(state, card)),
    effect: |t, card| {
        if let Some(memo) = t.state.memo_mut(card) {
            memo.active = false;
        }
        receive_stress(t, card.ship)
    },
};

// ---- attacks on friends -----------------------------------------------------------------------------------------------

/// The attack that hits another friendly ship at range 1.
fn hits_neighbour(state: &State, card: CardRef) -> Option<&Attack> {
    state.attack().filter(|attack| other_friend_at(state, card, attack.defender, 1))
}

const DRAW_THEIR_FIRE: Ability<XWing> = Ability {
    window: Window::Hit,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(hits_neighbour(state, card).is_some_and(|attack| attack.criticals > 0)),
    effect: |t, card| {
        if let Some(attack) = t.state.attack_mut() {
            attack.criticals -= 1;
        }
        suffer(t, card.ship, 0, 1)
    },
};

const SELFLESSNESS: Ability<XWing> = Ability {
    window: Window::Hit,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(hits_neighbour(state, card).is_some_and(|attack| attack.hits > 0)),
    effect: |t, card| {
        discard(t, card);
        let hits = t.state.attack_mut().map_or(0, |attack| std::mem::take(&mut attack.hits));
        suffer(t, card.ship, hits, 0)
    },
};

// ---- agility ----------------------------------------------------------------------------------------------------------

/// Printed firing arcs count, auxiliary ones too; turrets have none.
const OUTMANEUVER: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| match target_of(state, card) {
        Some(target)
            if *quantity == Quantity::Agility(target)
                && in_firing_arc(state, card.ship, target)
                && !in_firing_arc(state, target, card.ship) =>
        {
            agility - 1
        }
        _ => agility,
    },
};

const INTIMIDATION: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| match quantity {
        Quantity::Agility(ship)
            if state.ship(card.ship).touching & ship.bit() != 0 && !state.are_friends(card.ship, *ship) =>
        {
            agility - 1
        }
        _ => agility,
    },
};

// ---- more dice --------------------------------------------------------------------------------------------------------

fn may_rewire(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    let own = state.attack().is_some_and(|attack| attack.roller(roll) == card.ship);
    if own && state.ship(card.ship).is_stressed() { may_reroll(state, roll, eye) } else { Ok(false) }
}

const WIRED_ATTACK: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| may_rewire(state, card, Roll::Attack),
    effect: |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=32, eye),
};

const WIRED_DEFENSE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| may_rewire(state, card, Roll::Defense),
    effect: |t, card| choose_and_reroll(t, card, Roll::Defense, 1..=32, eye),
};

const CALCULATION: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if attacks(state, card) && shows(state, Roll::Attack, Face::Eye) {
            may_focus(state, card, Roll::Attack)
        } else {
            Ok(false)
        }
    },
    effect: |t, card| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Critical);
        spend(t, card.ship, Token::Focus)
    },
};

const EXPERTISE: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let calm = !state.ship(card.ship).is_stressed();
        Ok(calm && attacks(state, card) && shows(state, Roll::Attack, Face::Eye))
    },
    effect: |t, _| {
        turn_all(t, Roll::Attack, Face::Eye, Face::Hit);
        Ok(())
    },
};

const FEARLESSNESS: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship) else {
            return Ok(false);
        };
        let head_on = in_firing_arc(state, card.ship, attack.defender)
            && range_in_arc(state, attack.defender, card.ship) == Some(1);
        Ok(head_on && may_modify(state, attack, Roll::Attack).is_ok())
    },
    effect: |t, _| {
        add_result(t, Roll::Attack, Face::Hit);
        Ok(())
    },
};

const JUKE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let elusive = state.ship(card.ship).evade > 0;
        Ok(elusive && attacks(state, card) && lies(state, Roll::Defense, Face::Evade))
    },
    effect: |t, _| {
        turn_one(t, Roll::Defense, Face::Evade, Face::Eye);
        Ok(())
    },
};

const CRACK_SHOT: Ability<XWing> = Ability {
    window: Window::BeforeCompare,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let evaded = state.attack().is_some_and(|attack| attack.defense.has(Face::Evade));
        Ok(evaded && target_of(state, card).is_some_and(|target| in_firing_arc(state, card.ship, target)))
    },
    effect: |t, card| {
        discard(t, card);
        cancel_one(t, Roll::Defense, Face::Evade);
        Ok(())
    },
};

const TRICK_SHOT: Ability<XWing> = Ability {
    window: Window::AttackDice,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(attacks(state, card) && state.attack().is_some_and(|attack| attack.obstructed)),
    effect: |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.added_attack += 1;
        }
        Ok(())
    },
};

/// Other friendly ships with an evade token that have the target in their firing arc.
fn follows(state: &State, card: CardRef, id: ShipId) -> bool {
    let aims = |target| range_in_arc(state, id, target).is_some();
    id != card.ship
        && state.are_friends(card.ship, id)
        && state.ship(id).evade > 0
        && target_of(state, card).is_some_and(aims)
}

const SWARM_LEADER: Ability<XWing> = Ability {
    window: Window::AttackDice,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let primary = state.attack().is_some_and(|attack| attack.weapon.is_primary());
        Ok(primary && attacks(state, card) && state.in_play().any(|id| follows(state, card, id)))
    },
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let picks = t.ask_some(owner, Ask::CardTarget(card), 1, 2, |state, offer| {
            state.in_play().filter(|id| follows(state, card, *id)).for_each(|id| offer.add(Choice::Ship(id)));
        })?;
        for pick in picks {
            if let Choice::Ship(id) = pick {
                remove_token(t, id, Token::Evade);
                if let Some(attack) = t.state.attack_mut() {
                    attack.added_attack += 1;
                }
            }
        }
        Ok(())
    },
};

// ---- after the attack -------------------------------------------------------------------------------------------------

/// Ships beside the target of a hit, except the attacker.
fn stands_by(state: &State, card: CardRef, id: ShipId) -> bool {
    let near = |target: ShipId| id != target && in_range(state, target, id, 1);
    id != card.ship && target_of(state, card).is_some_and(near)
}

const RUTHLESSNESS: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let hit = state.attack().is_some_and(|attack| attack.hit && state.ship(attack.defender).in_play());
        Ok(hit && state.in_play().any(|id| stands_by(state, card, id)))
    },
    effect: |t, card| match choose_ship(t, card, |state, id| stands_by(state, card, id))? {
        Some(id) => suffer(t, id, 1, 0),
        None => Ok(()),
    },
};

/// The points of the torpedo or missile that this card's ship has fired.
fn warhead_points(state: &State, card: CardRef) -> Option<i32> {
    let attack = state.attack().filter(|attack| attack.attacker == card.ship)?;
    let Weapon::Secondary(weapon) = attack.weapon else { return None };
    let row = upgrade_facts(state, weapon)?;
    matches!(row.slot, UpgradeSlot::Torpedo | UpgradeSlot::Missile).then_some(row.points.into())
}

const SATURATION_SALVO: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(state.attack().is_some_and(|attack| !attack.hit) && warhead_points(state, card).is_some())
    },
    effect: |t, card| {
        let (Some(points), Some(target)) = (warhead_points(&t.state, card), target_of(&t.state, card)) else {
            return Ok(());
        };
        let caught = |id: &ShipId| in_range(&t.state, target, *id, 1) && agility(&t.state, *id) < points;
        let caught: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(caught).collect();
        for id in caught {
            if t.state.ship(id).in_play() {
                let shrapnel = roll_attack(t, card, 1)?;
                suffer(t, id, shrapnel.count(Face::Hit), shrapnel.count(Face::Critical))?;
            }
        }
        Ok(())
    },
};

// ---- tokens -----------------------------------------------------------------------------------------------------------

const FOCUS_OR_EVADE: [Token; 2] = [Token::Focus, Token::Evade];

const COOL_HAND: Ability<XWing> = Ability {
    window: Window::Stressed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card)),
    effect: |t, card| {
        discard(t, card);
        choose_token(t, card, card.ship, &FOCUS_OR_EVADE)
    },
};

/// Other friendly ships with a copy of this card that counts, and without the token that they would share.
fn linked(state: &State, card: CardRef, lacks: fn(&State, ShipId) -> bool) -> ArrayVec<ShipId, MAX_SHIPS> {
    let copy = |id: ShipId, i: u8| {
        let other = CardRef { ship: id, slot: Slot::Upgrade(i) };
        are_copies(state, card, other) && usable(state, other).is_ok()
    };
    let has_copy = |id: &ShipId| (0..state.ship(*id).upgrades.len() as u8).any(|i| copy(*id, i));
    state.friends_of(card.ship).filter(|id| lacks(state, *id)).filter(has_copy).collect()
}

fn without_focus(state: &State, id: ShipId) -> bool {
    state.ship(id).focus == 0
}

fn without_stress(state: &State, id: ShipId) -> bool {
    state.ship(id).stress == 0
}

const LINKED_FOCUS: Ability<XWing> = Ability {
    window: Window::Assigned,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let focus = state.moment() == Some(Moment::Assigned(card.ship, Token::Focus));
        Ok(focus && !linked(state, card, without_focus).is_empty())
    },
    effect: |t, card| {
        for id in linked(&t.state, card, without_focus) {
            assign(t, id, Token::Focus)?;
        }
        Ok(())
    },
};

const LINKED_STRESS: Ability<XWing> = Ability {
    window: Window::Stressed,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card) && !linked(state, card, without_stress).is_empty()),
    effect: |t, card| {
        for id in linked(&t.state, card, without_stress) {
            receive_stress(t, id)?;
        }
        Ok(())
    },
};

/// Whether a card with two sides shows its back.
fn is_turned(state: &State, card: CardRef) -> bool {
    let Slot::Upgrade(i) = card.slot else { return false };
    state.ship(card.ship).upgrades.get(i as usize).is_some_and(|upgrade| upgrade.turned)
}

fn turn_over(t: &mut Table, card: CardRef) {
    let Slot::Upgrade(i) = card.slot else { return };
    if let Some(upgrade) = t.state.ship_mut(card.ship).upgrades.get_mut(i as usize) {
        upgrade.turned = !upgrade.turned;
        t.emit(Event::CardTurned(card));
        register_all(&mut t.state, card.ship);
    }
}

const INTENSITY: Ability<XWing> = Ability {
    window: Window::AfterAction,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let moved = matches!(
            state.moment(),
            Some(Moment::Performed(ship, Action::Boost | Action::BarrelRoll)) if ship == card.ship
        );
        Ok(moved && !is_turned(state, card))
    },
    effect: |t, card| {
        choose_token(t, card, card.ship, &FOCUS_OR_EVADE)?;
        turn_over(t, card);
        Ok(())
    },
};

/// The token that the ship can spend to calm down.
fn may_calm_down(state: &State, card: CardRef, token: Token) -> bool {
    let ship = state.ship(card.ship);
    match token {
        Token::Focus => ship.focus > 0 && permitted::<XWing>(state, Deed::SpendFocus(card.ship)).is_ok(),
        _ => ship.evade > 0 && permitted::<XWing>(state, Deed::SpendEvade(card.ship)).is_ok(),
    }
}

const CALM_DOWN: Ability<XWing> = Ability {
    window: Window::EndOfCombat,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(is_turned(state, card) && FOCUS_OR_EVADE.iter().any(|token| may_calm_down(state, card, *token)))
    },
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let tokens = FOCUS_OR_EVADE.iter().filter(|token| may_calm_down(state, card, **token));
            tokens.for_each(|token| offer.add(Choice::Token(*token)));
        })?;
        if let Choice::Token(token) = choice {
            spend(t, card.ship, token)?;
            turn_over(t, card);
        }
        Ok(())
    },
};

/// Focus takes the place of a lock, as what a weapon asks for and as what is spent for it.
const DEADEYE: Modifier<XWing> = Modifier {
    of: Topic::FocusForLock,
    sets: false,
    apply: |_, card, quantity, value| {
        if *quantity == Quantity::FocusForLock(card.ship) { value + 1 } else { value }
    },
};
