//! Pilots of the Rebel Alliance and the Resistance.

use flightpath::{Bearing, Colour, Face, Maneuver};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::{
    able, attacks_at, can_act, changes, choose_damage, dealt_face_up, let_act, may, may_once,
    may_spend_focus, must, opponent_of, rerolls_own,
};
use crate::actions::{
    acquire_lock, action_bar, assign, free_action, may_lock_that, may_perform, pay_stress, receive_stress,
    remove_lock, remove_stress, remove_token, spend, spend_lock,
};
use crate::attack::{
    Roll, add_result, attack_dice, could_attack, could_target, extra_attack, may_modify, reroll, shows,
    turn_all, turn_one, turn_some, weapons,
};
use crate::cards::tokens::{
    act, any, attacks, blank, choose_and_reroll, choose_ship, concerns, could_lock, defends, enemy_at,
    friend_at, just_flown, may_act, may_reroll, may_spend_lock, offer_lock, other_friend_at, roll_one,
    take_effect, target_of,
};
use crate::cards::{
    Deed, Effects, Quantity, Registry, Sidestep, Source, Topic, Window, difficulty, templates,
};
use crate::damage::{deal, doom, lose_shield, recover_shield, shield_value, turn_down};
use crate::maneuvers::{change_dial, colour_for, dial};
use crate::measure::{in_firing_arc, in_range, is_outside, range_in_arc, range_to_bomb};
use crate::state::{Action, CardRef, Cursor, Doom, Moment, Section, ShipId, Slot, State, Token};
use crate::{Ask, Choice, Event, Table, XWing, huge};

const BIGGS_FIRST: Denial = denial(
    "xwing.card.biggs-darklighter.text",
    "Biggs Darklighter could be targeted and draws the fire.",
    "Biggs Darklighter könnte angegriffen werden und zieht das Feuer auf sich.",
);

const STRESSED_ALREADY: Denial = denial(
    "xwing.card.jan-ors-pilot.text",
    "Not while the ship is stressed.",
    "Nicht, solange das Schiff gestresst ist.",
);

pub const EFFECTS: Registry = &[
    ("cr90-corvette-fore", Effects { abilities: &[CHARGED_SHOT], ..Effects::NONE }),
    ("wedge-antilles", changes(&[WEDGE])),
    ("luke-skywalker", able(&[LUKE])),
    ("biggs-darklighter", Effects { prohibitions: &[BIGGS], abilities: &[BIGGS_ONCE], ..Effects::NONE }),
    ("wes-janson", able(&[WES])),
    ("tycho-celchu", changes(&[TYCHO])),
    ("garven-dreis", able(&[GARVEN])),
    ("jek-porkins", able(&[JEK])),
    ("hobbie-klivian", able(&[HOBBIE_ACQUIRES, HOBBIE_SPENDS])),
    ("tarn-mison", able(&[TARN])),
    ("dutch-vander", able(&[DUTCH])),
    ("horton-salm", able(&[HORTON])),
    ("arvel-crynyd", changes(&[ARVEL])),
    ("jake-farrell", able(&[JAKE])),
    ("gemmer-sojan", changes(&[GEMMER])),
    ("chewbacca-pilot", able(&[CHEWBACCA])),
    ("lando-calrissian", able(&[LANDO])),
    ("han-solo", able(&[HAN])),
    ("chewbacca-resistance", able(&[CHEWBACCA_AVENGES])),
    ("rey", able(&[REY_ATTACKS, REY_DEFENDS])),
    ("ten-numb", able(&[TEN_NUMB])),
    ("ibtisam", able(&[IBTISAM_ATTACKS, IBTISAM_DEFENDS])),
    ("keyan-farlander", able(&[KEYAN])),
    ("nera-dantels", Effects::FACTS),
    ("roark-garnet", able(&[ROARK])),
    ("kyle-katarn", able(&[KYLE])),
    ("jan-ors-pilot", able(&[JAN])),
    ("lieutenant-blount", able(&[BLOUNT])),
    ("airen-cracken", able(&[AIREN])),
    ("etahn-abaht", able(&[ETAHN])),
    ("corran-horn", able(&[CORRAN, CORRAN_KEPT])),
    ("dash-rendar", changes(&[DASH])),
    ("leebo-pilot", able(&[LEEBO])),
    ("eaden-vrill", changes(&[EADEN])),
    ("miranda-doni", able(&[MIRANDA])),
    ("poe-dameron", able(&[POE_ATTACKS, POE_DEFENDS])),
    ("poe-dameron-skill-9", able(&[POE_ATTACKS, POE_DEFENDS])),
    ("red-ace", able(&[RED_ACE])),
    ("blue-ace", changes(&[BLUE_ACE])),
    ("ello-asty", changes(&[ELLO])),
    ("jess-pava", able(&[JESS_ATTACKS, JESS_DEFENDS])),
    ("nien-nunb-pilot", able(&[NIEN])),
    ("snap-wexley", able(&[SNAP])),
    ("hera-syndulla-vcx-100", able(&[HERA])),
    ("hera-syndulla-attack-shuttle", able(&[HERA])),
    ("chopper", able(&[CHOPPER])),
    ("kanan-jarrus", able(&[KANAN])),
    ("ezra-bridger-attack-shuttle", able(&[EZRA])),
    ("ezra-bridger-sheathipede", able(&[EZRA])),
    ("sabine-wren-attack-shuttle", able(&[SABINE])),
    ("sabine-wren-tie-fighter", able(&[SABINE])),
    ("zeb-orrelios-attack-shuttle", able(&[ZEB])),
    ("zeb-orrelios-tie-fighter", able(&[ZEB])),
    ("zeb-orrelios-sheathipede", able(&[ZEB])),
    ("ahsoka-tano", able(&[AHSOKA])),
    ("norra-wexley", able(&[NORRA_ATTACKS, NORRA_DEFENDS])),
    ("braylen-stramm", able(&[BRAYLEN])),
    ("thane-kyrell", able(&[THANE])),
    ("cassian-andor", able(&[CASSIAN])),
    ("heff-tobber", able(&[HEFF])),
    ("saw-gerrera", able(&[SAW])),
    ("benthic-two-tubes", able(&[BENTHIC])),
    ("leevan-tenza", able(&[LEEVAN])),
    ("cobalt-leader", changes(&[COBALT_LEADER])),
];

const BOOST_OR_ROLL: [Action; 2] = [Action::Boost, Action::BarrelRoll];

// ---- X-wing -----------------------------------------------------------------------------------------------------------

const WEDGE: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| match state.attack() {
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
    when: |state, card| Ok(defends(state, card) && shows(state, Roll::Defense, Face::Eye)),
    effect: |t, _| {
        turn_one(t, Roll::Defense, Face::Eye, Face::Evade);
        Ok(())
    },
};

const TYCHO: Modifier<XWing> = Modifier {
    of: Topic::HinderingStress,
    sets: true,
    apply: |_, card, quantity, stress| {
        if matches!(quantity, Quantity::HinderingStress(ship, _) if *ship == card.ship) { 0 } else { stress }
    },
};

/// Whoever could target him with any weapon cannot attack his neighbours.
const BIGGS: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let Deed::Attack(attacker, _, target) = deed else { return None };
        let draws = !state.options.rules().drawing_fire_once || state.memo(card).active;
        let neighbour = *target != card.ship
            && state.are_friends(*target, card.ship)
            && in_range(state, card.ship, *target, 1);
        let exposed = || {
            weapons(state, *attacker).any(|weapon| could_target(state, *attacker, weapon, card.ship).is_ok())
        };
        (draws && neighbour && exposed()).then_some(BIGGS_FIRST)
    },
};

/// By the later rules he does so in one Combat Phase of the game.
const BIGGS_ONCE: Ability<XWing> = Ability {
    window: Window::CombatStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.options.rules().drawing_fire_once && !state.ship(card.ship).pilot_spent),
    effect: |t, card| {
        t.state.ship_mut(card.ship).pilot_spent = true;
        take_effect(t, card)
    },
};

/// After his attack the defender loses a token of his choice.
const WES: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let has_tokens = |id| {
            let ship = state.ship(id);
            ship.focus > 0 || ship.evade > 0 || !ship.locks.is_empty()
        };
        Ok(attacks(state, card) && target_of(state, card).is_some_and(has_tokens))
    },
    effect: |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let ship = state.ship(target);
            if ship.focus > 0 {
                offer.add(Choice::Token(Token::Focus));
            }
            if ship.evade > 0 {
                offer.add(Choice::Token(Token::Evade));
            }
            ship.locks.iter().for_each(|locked| offer.add(Choice::Ship(*locked)));
        })?;
        match choice {
            Choice::Token(token) => remove_token(t, target, token),
            Choice::Ship(locked) => {
                remove_lock(t, target, locked);
                t.emit(Event::LockLost(target, locked));
            }
            _ => {}
        }
        Ok(())
    },
};

const GARVEN: Ability<XWing> = may(
    Window::SpentToken,
    |state, card| {
        let spent = state.moment() == Some(Moment::Spent(card.ship, Token::Focus));
        Ok(spent && state.in_play().any(|id| other_friend_at(state, card, id, 2)))
    },
    |t, card| match choose_ship(t, card, |state, id| other_friend_at(state, card, id, 2))? {
        Some(friend) => assign(t, friend, Token::Focus),
        None => Ok(()),
    },
);

const JEK: Ability<XWing> = may(
    Window::Stressed,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        remove_stress(t, card.ship)?;
        if roll_one(t, card)? == Face::Hit { deal(t, card.ship, false) } else { Ok(()) }
    },
);

const HOBBIE_ACQUIRES: Ability<XWing> = may(
    Window::AcquiredLock,
    |state, card| Ok(concerns(state, card) && state.ship(card.ship).is_stressed()),
    |t, card| remove_stress(t, card.ship),
);

const HOBBIE_SPENDS: Ability<XWing> = may(
    Window::SpentToken,
    |state, card| {
        let spent = state.moment() == Some(Moment::Spent(card.ship, Token::TargetLock));
        Ok(spent && state.ship(card.ship).is_stressed())
    },
    |t, card| remove_stress(t, card.ship),
);

const TARN: Ability<XWing> = may(
    Window::Declared,
    |state, card| {
        let attacker =
            state.attack().filter(|attack| attack.defender == card.ship).map(|attack| attack.attacker);
        Ok(attacker.is_some_and(|attacker| may_lock_that(state, card.ship, attacker).is_ok()))
    },
    |t, card| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => acquire_lock(t, card.ship, attacker),
        None => Ok(()),
    },
);

const LEEVAN: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| Ok(state.moment() == Some(Moment::Performed(card.ship, Action::Boost))),
    |t, card| if pay_stress(t, card.ship)? { assign(t, card.ship, Token::Evade) } else { Ok(()) },
);

// ---- Y-wing, A-wing, B-wing -------------------------------------------------------------------------------------------

const DUTCH: Ability<XWing> = may(
    Window::AcquiredLock,
    |state, card| Ok(concerns(state, card) && state.in_play().any(|id| follows_dutch(state, card, id))),
    |t, card| match choose_ship(t, card, |state, id| follows_dutch(state, card, id))? {
        Some(friend) => offer_lock(t, friend),
        None => Ok(()),
    },
);

fn follows_dutch(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 2) && could_lock(state, id)
}

const HORTON: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        if attacks_at(state, card, 2..=3) { may_reroll(state, Roll::Attack, blank) } else { Ok(false) }
    },
    |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=32, blank),
);

const ARVEL: Modifier<XWing> = Modifier {
    of: Topic::Touching,
    sets: true,
    apply: |_, card, quantity, hinders| if *quantity == Quantity::Touching(card.ship) { 0 } else { hinders },
};

/// A focus action assigns a focus token, so that one moment covers both.
const JAKE: Ability<XWing> = may(
    Window::Assigned,
    |state, card| {
        let focused = state.moment() == Some(Moment::Assigned(card.ship, Token::Focus));
        if focused { may_act(state, card, BOOST_OR_ROLL.into_iter()) } else { Ok(false) }
    },
    |t, card| act(t, card, BOOST_OR_ROLL.into_iter()),
);

const GEMMER: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| {
        let close = || state.in_play().any(|id| enemy_at(state, card, id, 1));
        if *quantity == Quantity::Agility(card.ship) && close() { agility + 1 } else { agility }
    },
};

const TEN_NUMB: Ability<XWing> = must(
    Window::BeforeCompare,
    |state, card| Ok(attacks(state, card)),
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.standing_criticals += 1;
        }
        Ok(())
    },
);

fn under_stress(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    if state.ship(card.ship).is_stressed() { rerolls_own(state, card, roll, any) } else { Ok(false) }
}

const IBTISAM_ATTACKS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| under_stress(state, card, Roll::Attack),
    |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=1, any),
);
const IBTISAM_DEFENDS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| under_stress(state, card, Roll::Defense),
    |t, card| choose_and_reroll(t, card, Roll::Defense, 1..=1, any),
);

/// Also without any focus result.
const KEYAN: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(attacks(state, card) && state.ship(card.ship).is_stressed()),
    |t, card| {
        remove_stress(t, card.ship)?;
        if shows(&t.state, Roll::Attack, Face::Eye) {
            turn_all(t, Roll::Attack, Face::Eye, Face::Hit);
        }
        Ok(())
    },
);

// ---- YT-1300, YT-2400 -------------------------------------------------------------------------------------------------

const CHEWBACCA: Ability<XWing> = must(
    Window::DealtFaceUp,
    |state, card| Ok(concerns(state, card)),
    |t, _| {
        if let Some(Moment::Dealt(ship, slot)) = t.state.moment() {
            turn_down(t, CardRef { ship, slot: Slot::Damage(slot) });
        }
        Ok(())
    },
);

fn has_bar_action(state: &State, id: ShipId) -> bool {
    action_bar(state, id).any(|action| may_perform(state, id, action, Source::Own).is_ok())
}

const LANDO: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let green = just_flown(state, card) == Some(Colour::Green);
        let follows = |id| other_friend_at(state, card, id, 1) && has_bar_action(state, id);
        Ok(green && state.in_play().any(follows))
    },
    |t, card| {
        let follows = |state: &State, id| other_friend_at(state, card, id, 1) && has_bar_action(state, id);
        let Some(friend) = choose_ship(t, card, follows)? else { return Ok(()) };
        free_action(t, card, friend, |state, offer| {
            for action in action_bar(state, friend) {
                offer.judge(Choice::Action(action), may_perform(state, friend, action, Source::Own));
            }
            offer.pass(Choice::Pass);
        })
    },
);

/// All dice that have not been rerolled yet.
const HAN: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| rerolls_own(state, card, Roll::Attack, any),
    |t, _| {
        let dice: Option<arrayvec::ArrayVec<usize, 32>> =
            t.state.attack().map(|attack| attack.attack.rerollable().collect());
        reroll(t, Roll::Attack, &dice.unwrap_or_default())
    },
);

/// A friend was destroyed, and did not flee.
const CHEWBACCA_AVENGES: Ability<XWing> = may(
    Window::ShipDestroyed,
    |state, card| {
        let Some(Moment::Destroyed(gone)) = state.moment() else { return Ok(false) };
        let ship = state.ship(gone);
        let fell = other_friend_at(state, card, gone, 3) && !is_outside(state, ship.size, ship.pose);
        Ok(fell && could_attack(state, card.ship, |_, _| true))
    },
    |t, card| extra_attack(t, card, card.ship, |_, _| true).map(|_| ()),
);

fn rey_sees(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    let ahead = opponent_of(state, card).is_some_and(|other| in_firing_arc(state, card.ship, other));
    if ahead { rerolls_own(state, card, roll, blank) } else { Ok(false) }
}

const REY_ATTACKS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| rey_sees(state, card, Roll::Attack),
    |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=2, blank),
);
const REY_DEFENDS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| rey_sees(state, card, Roll::Defense),
    |t, card| choose_and_reroll(t, card, Roll::Defense, 1..=2, blank),
);

/// Ignoring obstacles never harms: he always does, in the Activation Phase and in actions.
const DASH: Modifier<XWing> = Modifier {
    of: Topic::Obstacles,
    sets: true,
    apply: |_, card, quantity, counts| if *quantity == Quantity::Obstacles(card.ship) { 0 } else { counts },
};

const LEEBO: Ability<XWing> = must(
    Window::Dealing,
    |state, card| Ok(dealt_face_up(state) == Some(card.ship)),
    |t, card| choose_damage(t, card, 1),
);

const EADEN: Modifier<XWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        let primary = state.attack().is_some_and(|attack| attack.weapon.is_primary());
        let stressed = target_of(state, card).is_some_and(|target| state.ship(target).is_stressed());
        if primary && stressed { dice + 1 } else { dice }
    },
};

// ---- HWK-290, Z-95, E-wing, K-wing ------------------------------------------------------------------------------------

const ROARKS_SKILL: u8 = 12;

const ROARK: Ability<XWing> = must(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| other_friend_at(state, card, id, 3))),
    |t, card| {
        if let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 3))? {
            t.state.ship_mut(friend).skill_set = Some(ROARKS_SKILL);
            t.emit(Event::SkillSet(friend, ROARKS_SKILL));
        }
        Ok(())
    },
);

const KYLE: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| {
        Ok(state.ship(card.ship).focus > 0 && state.in_play().any(|id| other_friend_at(state, card, id, 3)))
    },
    |t, card| {
        let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 3))? else {
            return Ok(());
        };
        remove_token(t, card.ship, Token::Focus);
        assign(t, friend, Token::Focus)
    },
);

const JAN: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| {
        let helps = |attack: &crate::state::Attack| other_friend_at(state, card, attack.attacker, 3);
        if !state.attack().is_some_and(helps) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(STRESSED_ALREADY) } else { Ok(true) }
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

const BLOUNT: Ability<XWing> = must(
    Window::BeforeCompare,
    |state, card| Ok(attacks(state, card)),
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.hits_anyway = true;
        }
        Ok(())
    },
);

fn follows_airen(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 1) && can_act(state, id) == Ok(true)
}

const AIREN: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| Ok(attacks(state, card) && state.in_play().any(|id| follows_airen(state, card, id))),
    |t, card| match choose_ship(t, card, |state, id| follows_airen(state, card, id))? {
        Some(friend) => let_act(t, card, friend),
        None => Ok(()),
    },
);

/// Whoever attacks the enemy in his arc, himself included.
const ETAHN: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let in_sight = state.attack().is_some_and(|attack| {
            !state.are_friends(card.ship, attack.defender)
                && range_in_arc(state, card.ship, attack.defender).is_some()
        });
        Ok(in_sight && shows(state, Roll::Attack, Face::Hit))
    },
    |t, _| {
        turn_one(t, Roll::Attack, Face::Hit, Face::Critical);
        Ok(())
    },
);

const CORRAN: Ability<XWing> = may(
    Window::EndPhaseStart,
    |state, card| Ok(could_attack(state, card.ship, |_, _| true)),
    |t, card| {
        take_effect(t, card)?;
        if extra_attack(t, card, card.ship, |_, _| true)? {
            let next = t.state.round + 1;
            t.state.ship_mut(card.ship).silent_in = next;
        }
        Ok(())
    },
);

/// Wrecked by his double on the other side he still has his own chance, unless he has used it.
const CORRAN_KEPT: Ability<XWing> = must(
    Window::WouldBeDestroyed,
    |state, card| {
        let by_his_double = state.attack().and_then(|attack| attack.granted_by).is_some_and(|by| {
            by.slot == Slot::Pilot
                && by.ship != card.ship
                && state.ship(by.ship).pilot == state.ship(card.ship).pilot
        });
        let in_end_phase = matches!(state.cursor, Cursor::End);
        Ok(concerns(state, card) && in_end_phase && by_his_double && !state.memo(card).active)
    },
    |t, card| {
        doom(t, card.ship, Doom::AfterItsTurn);
        Ok(())
    },
);

fn is_damaged(state: &State, id: ShipId) -> bool {
    state.ship(id).shields < shield_value(state, id)
}

/// One attack die more for a shield, or a shield for one attack die: she chooses the number of dice.
const MIRANDA: Ability<XWing> = may_once(
    Window::AttackDice,
    |state, card| {
        let any_way = state.ship(card.ship).shields > 0 || is_damaged(state, card.ship);
        Ok(attacks(state, card) && any_way)
    },
    |t, card| {
        let Some(dice) = t.state.attack().map(|attack| attack_dice(&t.state, attack) as u8) else {
            return Ok(());
        };
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            if state.ship(card.ship).shields > 0 {
                offer.add(Choice::Number(dice + 1));
            }
            if is_damaged(state, card.ship) {
                offer.add(Choice::Number(dice.saturating_sub(1)));
            }
        })?;
        let more = choice == Choice::Number(dice + 1);
        if let Some(attack) = t.state.attack_mut() {
            attack.added_attack += if more { 1 } else { -1 };
        }
        if more {
            lose_shield(t, card.ship)
        } else {
            recover_shield(t, card.ship);
            Ok(())
        }
    },
);

// ---- T-70 X-wing and B/SF-17 bomber -----------------------------------------------------------------------------------

/// The token is not spent.
const POE_ATTACKS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        Ok(attacks(state, card) && state.ship(card.ship).focus > 0 && shows(state, Roll::Attack, Face::Eye))
    },
    |t, _| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Hit);
        Ok(())
    },
);
const POE_DEFENDS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        Ok(defends(state, card) && state.ship(card.ship).focus > 0 && shows(state, Roll::Defense, Face::Eye))
    },
    |t, _| {
        turn_one(t, Roll::Defense, Face::Eye, Face::Evade);
        Ok(())
    },
);

const RED_ACE: Ability<XWing> = Ability {
    window: Window::ShieldLost,
    force: Force::Must,
    limit: Limit::PerRound,
    when: |state, card| Ok(concerns(state, card)),
    effect: |t, card| assign(t, card.ship, Token::Evade),
};

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
        Quantity::Difficulty(id, Maneuver { bearing: Bearing::RollLeft | Bearing::RollRight, .. })
            if *id == card.ship && !state.ship(card.ship).is_stressed() =>
        {
            difficulty(Colour::White)
        }
        _ => colour,
    },
};

fn wingmates(state: &State, card: CardRef) -> usize {
    state.in_play().filter(|id| other_friend_at(state, card, *id, 1)).count()
}

fn has_wingmates(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    if wingmates(state, card) > 0 { rerolls_own(state, card, roll, any) } else { Ok(false) }
}

const JESS_ATTACKS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| has_wingmates(state, card, Roll::Attack),
    |t, card| {
        let most = wingmates(&t.state, card);
        choose_and_reroll(t, card, Roll::Attack, 1..=most, any)
    },
);
const JESS_DEFENDS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| has_wingmates(state, card, Roll::Defense),
    |t, card| {
        let most = wingmates(&t.state, card);
        choose_and_reroll(t, card, Roll::Defense, 1..=most, any)
    },
);

const NIEN: Ability<XWing> = may(
    Window::Stressed,
    |state, card| {
        let ahead =
            |id: ShipId| !state.are_friends(card.ship, id) && range_in_arc(state, card.ship, id) == Some(1);
        Ok(concerns(state, card) && state.in_play().any(ahead))
    },
    |t, card| remove_stress(t, card.ship),
);

const SNAP: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let ship = state.ship(card.ship);
        let fast = ship.flown.is_some_and(|flown| (2..=4).contains(&flown.speed));
        if !(concerns(state, card) && fast && ship.touching == 0) {
            return Ok(false);
        }
        may_act(state, card, [Action::Boost].into_iter())
    },
    |t, card| act(t, card, [Action::Boost].into_iter()),
);

const COBALT_LEADER: Modifier<XWing> = Modifier {
    of: Topic::DefenseDice,
    sets: false,
    apply: |state, card, _, dice| {
        let near_a_bomb =
            |target| state.bombs.iter().any(|bomb| range_to_bomb(state, target, bomb) == Some(1));
        if target_of(state, card).is_some_and(near_a_bomb) { dice - 1 } else { dice }
    },
};

// ---- VCX-100, attack shuttle, Sheathipede, captured TIE fighter -------------------------------------------------------

/// Other maneuvers of the dial in the colour of the one that is set, if that is green or red.
fn heras_choice(state: &State, id: ShipId) -> impl Iterator<Item = Maneuver> {
    let set = state.ship(id).dial;
    let colour = set.map(|set| colour_for(state, id, set)).filter(|colour| *colour != Colour::White);
    let alike = move |entry: &&Maneuver| {
        Some(**entry) != set && colour.is_some_and(|own| colour_for(state, id, **entry) == own)
    };
    dial(state, id).iter().filter(alike).copied()
}

const HERA: Ability<XWing> = may(
    Window::Revealed,
    |state, card| Ok(concerns(state, card) && heras_choice(state, card.ship).next().is_some()),
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardManeuver(card), |state, offer| {
            heras_choice(state, card.ship).for_each(|maneuver| offer.add(Choice::Maneuver(maneuver)));
        })?;
        if let Choice::Maneuver(maneuver) = choice {
            change_dial(t, card.ship, maneuver);
        }
        Ok(())
    },
);

const CHOPPER: Ability<XWing> = must(
    Window::CombatStart,
    |state, card| Ok(state.enemies_of(card.ship).any(|id| state.ship(card.ship).touching & id.bit() != 0)),
    |t, card| {
        for id in t.state.ids() {
            let touched = t.state.ship(card.ship).touching & id.bit() != 0;
            if touched && !t.state.are_friends(card.ship, id) {
                receive_stress(t, id)?;
            }
        }
        Ok(())
    },
);

const KANAN: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| {
        let enemy = state.attack().is_some_and(|attack| enemy_at(state, card, attack.attacker, 2));
        if enemy { may_spend_focus(state, card.ship) } else { Ok(false) }
    },
    |t, card| {
        spend(t, card.ship, Token::Focus)?;
        if let Some(attack) = t.state.attack_mut() {
            attack.added_attack -= 1;
        }
        Ok(())
    },
);

const EZRA: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let stressed = state.ship(card.ship).is_stressed();
        Ok(defends(state, card) && stressed && shows(state, Roll::Defense, Face::Eye))
    },
    |t, _| {
        turn_some(t, Roll::Defense, Face::Eye, Face::Evade, 2);
        Ok(())
    },
);

const SABINE: Ability<XWing> = may(
    Window::BeforeReveal,
    |state, card| {
        if concerns(state, card) { may_act(state, card, BOOST_OR_ROLL.into_iter()) } else { Ok(false) }
    },
    |t, card| act(t, card, BOOST_OR_ROLL.into_iter()),
);

const ZEB: Ability<XWing> = may(
    Window::BeforeCompare,
    |state, card| {
        let mixed = state.attack().is_some_and(|attack| {
            attack.attack.has(Face::Hit)
                && attack.attack.has(Face::Critical)
                && attack.defense.has(Face::Evade)
        });
        Ok(defends(state, card) && mixed)
    },
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.criticals_first = true;
        }
        Ok(())
    },
);

fn follows_ahsoka(state: &State, card: CardRef, id: ShipId) -> bool {
    friend_at(state, card, id, 1) && can_act(state, id) == Ok(true)
}

const AHSOKA: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| {
        let somebody = state.in_play().any(|id| follows_ahsoka(state, card, id));
        if somebody { may_spend_focus(state, card.ship) } else { Ok(false) }
    },
    |t, card| {
        spend(t, card.ship, Token::Focus)?;
        match choose_ship(t, card, |state, id| follows_ahsoka(state, card, id))? {
            Some(friend) => let_act(t, card, friend),
            None => Ok(()),
        }
    },
);

// ---- ARC-170, U-wing --------------------------------------------------------------------------------------------------

fn norra(t: &mut Table, card: CardRef, roll: Roll) -> Play {
    let Some(other) = opponent_of(&t.state, card) else { return Ok(()) };
    spend_lock(t, card.ship, other)?;
    add_result(t, roll, Face::Eye);
    Ok(())
}

const NORRA_ATTACKS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| match (target_of(state, card), state.attack()) {
        (Some(target), Some(attack)) if may_spend_lock(state, card.ship, target)? => {
            may_modify(state, attack, Roll::Attack).map(|()| true)
        }
        _ => Ok(false),
    },
    |t, card| norra(t, card, Roll::Attack),
);
const NORRA_DEFENDS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| match state.attack() {
        Some(attack) if attack.defender == card.ship && state.ship(card.ship).has_locked(attack.attacker) => {
            may_modify(state, attack, Roll::Defense).map(|()| true)
        }
        _ => Ok(false),
    },
    |t, card| norra(t, card, Roll::Defense),
);

const BRAYLEN: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| Ok(concerns(state, card) && state.ship(card.ship).is_stressed()),
    |t, card| match roll_one(t, card)? {
        Face::Hit | Face::Critical => remove_stress(t, card.ship),
        _ => Ok(()),
    },
);

const THANE: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let friend = attack.defender != card.ship && state.are_friends(card.ship, attack.defender);
        let seen = range_in_arc(state, card.ship, attack.attacker).is_some();
        if friend && seen { can_act(state, card.ship) } else { Ok(false) }
    },
    |t, card| let_act(t, card, card.ship),
);

fn is_relieved(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 2) && state.ship(id).is_stressed()
}

const CASSIAN: Ability<XWing> = may(
    Window::ActivationStart,
    |state, card| Ok(state.in_play().any(|id| is_relieved(state, card, id))),
    |t, card| match choose_ship(t, card, |state, id| is_relieved(state, card, id))? {
        Some(friend) => remove_stress(t, friend),
        None => Ok(()),
    },
);

const HEFF: Ability<XWing> = may(
    Window::Overlapped,
    |state, card| {
        let Some(Moment::Maneuver(mover)) = state.moment() else { return Ok(false) };
        let ship = state.ship(mover);
        let bumped = ship.overlapped_ship && ship.touching & card.ship.bit() != 0;
        if bumped && !state.are_friends(card.ship, mover) { can_act(state, card.ship) } else { Ok(false) }
    },
    |t, card| let_act(t, card, card.ship),
);

const SAW: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let ship = state.ship(attack.attacker);
        let hurt = ship.is_stressed() || !ship.damage.is_empty();
        if hurt && friend_at(state, card, attack.attacker, 2) {
            may_reroll(state, Roll::Attack, any)
        } else {
            Ok(false)
        }
    },
    |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=1, any),
);

const BENTHIC: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| {
        let focused = state.moment() == Some(Moment::Performed(card.ship, Action::Focus));
        let somebody = || state.in_play().any(|id| other_friend_at(state, card, id, 2));
        Ok(focused && state.ship(card.ship).focus > 0 && somebody())
    },
    |t, card| {
        let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 2))? else {
            return Ok(());
        };
        remove_token(t, card.ship, Token::Focus);
        assign(t, friend, Token::Focus)
    },
);

/// The fore section of the CR90, unless it is crippled, may spend energy on its primary weapon.
const CHARGED_SHOT: Ability<XWing> = Ability {
    window: Window::AttackDice,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let primary = state.attack().is_some_and(|attack| attack.weapon == crate::state::Weapon::Primary);
        let able = primary && attacks(state, card) && !huge::is_crippled(state, card.ship, Section::Fore);
        Ok(able && huge::may_spend(state, card.ship, 1).is_ok())
    },
    effect: |t, card| {
        huge::spend(t, card.ship, 1);
        if let Some(attack) = t.state.attack_mut() {
            attack.added_attack += 1;
        }
        Ok(())
    },
};
