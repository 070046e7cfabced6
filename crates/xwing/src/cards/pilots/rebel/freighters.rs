//! Pilots of the Rebel Alliance in freighters, gunships and what belongs to them; rebel cells.

use flightpath::{Colour, Face, Maneuver};
use geometry::Pose;
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::super::{choose_damage, dealt_face_up};
use crate::actions::{
    action_bar, assign, free_action, may_perform, pay_stress, receive_stress, remove_stress, remove_token,
    spend, spend_lock, spend_reinforce,
};
use crate::attack::{Roll, add_result, could_attack, extra_attack, may_modify};
use crate::cards::patterns::{
    able, attack_dice, changes, free_action, lends, may, must, own, picks, rerolls, turns,
};
use crate::cards::tokens::{
    BOOST_OR_ROLL, any, attacks, blank, can_act, choose_and_reroll, choose_one_and_reroll, choose_ship,
    concerns, defends, enemy_at, friend_at, is_stressed, just_flown, let_act, may_reroll, may_spend_focus,
    may_spend_lock, opponent_of, other_friend_at, rerolls_left, rerolls_own, roll_one, target_of, touches,
};
use crate::cards::{Deed, Effects, FOR_ALL, Liberty, Quantity, Registry, Source, Topic, Window};
use crate::damage::turn_down;
use crate::maneuvers::{change_dial, colour_for, dial};
use crate::measure::{in_firing_arc, in_range, is_outside, range_in_arc, range_to_place};
use crate::state::{Action, CardRef, Moment, Section, ShipId, Slot, State, Token};
use crate::{Ask, Choice, Table, XWing, huge};

const WATCHED: Denial = denial(
    "xwing.core.golden-rule.2",
    "Fenn Rau watches it: it spends no tokens to modify its attack dice this round.",
    "Fenn Rau beobachtet es: Es gibt in dieser Runde keine Marker aus, um seine Angriffswürfel zu modifizieren.",
);

pub const EFFECTS: Registry = &[
    ("cr90-corvette-fore", able(&[CHARGED_SHOT])),
    ("chewbacca-pilot", able(&[CHEWBACCA])),
    ("lando-calrissian", able(&[LANDO])),
    ("han-solo", able(&[HAN])),
    ("chewbacca-resistance", able(&[CHEWBACCA_AVENGES])),
    ("rey", able(&[REY_ATTACKS, REY_DEFENDS])),
    ("dash-rendar", changes(&[DASH])),
    ("leebo-pilot", able(&[LEEBO])),
    ("eaden-vrill", changes(&[EADEN])),
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
    ("bodhi-rook", changes(&[BODHI])),
    ("magva-yarro", changes(&[MAGVA])),
    ("ap-5", able(&[AP_5])),
    ("fenn-rau-sheathipede", Effects { prohibitions: &[FENN_WATCHES], ..able(&[FENN]) }),
    ("wullffwarro", changes(&[WULLFFWARRO])),
    ("lowhhrick", able(&[LOWHHRICK])),
    ("shara-bey", changes(&[SHARA])),
    ("han-solo-resistance", Effects { placing: Some(beyond_all_enemies), ..Effects::NONE }),
];

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

fn follows_lando(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 1) && has_bar_action(state, id)
}

const LANDO: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let green = just_flown(state, card) == Some(Colour::Green);
        Ok(green && state.in_play().any(|id| follows_lando(state, card, id)))
    },
    |t, card| {
        let Some(friend) = choose_ship(t, card, |state, id| follows_lando(state, card, id))? else {
            return Ok(());
        };
        free_action(t, card, friend, |state, offer| {
            for action in action_bar(state, friend) {
                offer.judge(Choice::Action(action), may_perform(state, friend, action, Source::Own));
            }
            offer.pass(Choice::Pass);
        })
    },
);

/// All dice that have not been rerolled yet, or as many of them as cards leave him.
const HAN: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| rerolls_own(state, card, Roll::Attack, any),
    |t, card| {
        let left = rerolls_left(&t.state, Roll::Attack);
        choose_and_reroll(t, card, Roll::Attack, left..=left, any)
    },
);

/// A friend was destroyed, and did not flee.
const CHEWBACCA_AVENGES: Ability<XWing> = may(
    Window::ShipDestroyed,
    |state, card| {
        let Some(Moment::Destroyed(gone)) = state.moment() else { return Ok(false) };
        let ship = state.ship(gone);
        // audit: same (3 to 4) — the ruler ends at range 3
        let fell = other_friend_at(state, card, gone, 3) && !is_outside(state, ship.size, ship.pose);
        Ok(fell && could_attack(state, card.ship, |_, _| true))
    },
    |t, card| extra_attack(t, card, card.ship, |_, _| true).map(|_| ()),
);

fn rey_sees(state: &State, card: CardRef) -> bool {
    opponent_of(state, card).is_some_and(|other| in_firing_arc(state, card.ship, other))
}

const REY_ATTACKS: Ability<XWing> = rerolls!(Attack, 1..=2, blank, rey_sees);
const REY_DEFENDS: Ability<XWing> = rerolls!(Defense, 1..=2, blank, rey_sees);

/// Ignoring obstacles never harms: he always does, in the Activation Phase and in actions.
const DASH: Modifier<XWing> = own!(Obstacles = 0);

const LEEBO: Ability<XWing> = must(
    Window::Dealing,
    |state, card| Ok(dealt_face_up(state) == Some(card.ship)),
    |t, card| choose_damage(t, card, 1),
);

const EADEN: Modifier<XWing> = attack_dice!(1, |state, card| {
    let primary = state.attack().is_some_and(|attack| attack.weapon.is_primary());
    let stressed = target_of(state, card).is_some_and(|target| state.ship(target).is_stressed());
    primary && stressed
});

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
    |state, card| Ok(state.enemies_of(card.ship).any(|id| touches(state, card, id))),
    |t, card| {
        for id in t.state.ids() {
            if touches(&t.state, card, id) && !t.state.are_friends(card.ship, id) {
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

const EZRA: Ability<XWing> = turns!(Defense, 2, Eye as Evade, is_stressed);

const SABINE: Ability<XWing> = free_action!(BeforeReveal, BOOST_OR_ROLL, concerns);

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

const CASSIAN: Ability<XWing> =
    picks!(may, ActivationStart, |_, _| true, is_relieved, |t, _, friend| remove_stress(t, friend));

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
    |t, card| choose_one_and_reroll(t, card, Roll::Attack, any),
);

fn takes_benthics_focus(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 2)
}

const BENTHIC: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| {
        let focused = state.moment() == Some(Moment::Performed(card.ship, Action::Focus));
        let somebody = || state.in_play().any(|id| takes_benthics_focus(state, card, id));
        Ok(focused && state.ship(card.ship).focus > 0 && somebody())
    },
    |t, card| {
        let Some(friend) = choose_ship(t, card, |state, id| takes_benthics_focus(state, card, id))? else {
            return Ok(());
        };
        remove_token(t, card.ship, Token::Focus);
        assign(t, friend, Token::Focus)
    },
);

/// The fore section of the CR90, unless it is crippled, may spend energy on its primary weapon.
const CHARGED_SHOT: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| {
        let primary = state.attack().is_some_and(|attack| attack.weapon == crate::state::Weapon::Primary);
        let able = primary && attacks(state, card) && !huge::is_crippled(state, card.ship, Section::Fore);
        Ok(able && huge::may_spend(state, card.ship, 1).is_ok())
    },
    |t, card| {
        huge::spend(t, card.ship, 1);
        if let Some(attack) = t.state.attack_mut() {
            attack.added_attack += 1;
        }
        Ok(())
    },
);

const BODHI: Modifier<XWing> = Modifier {
    of: Topic::Liberty,
    sets: false,
    apply: |state, card, quantity, allowed| match quantity {
        // audit: same (1 to 2) — a liberty is had or not
        Quantity::Liberty(ship, Liberty::LockThroughFriends) if state.are_friends(card.ship, *ship) => 1,
        _ => allowed,
    },
};

const MAGVA: Modifier<XWing> = Modifier {
    of: Topic::Rerolls,
    sets: true,
    apply: |state, card, _, dice| {
        let defender = state.attack().map(|attack| attack.defender);
        let near = |id| id != card.ship && in_range(state, card.ship, id, 2);
        if defender.is_some_and(near) { dice.min(1) } else { dice }
    },
};

const AP_5: Ability<XWing> = may(
    Window::Coordinating,
    |state, card| match state.moment() {
        Some(Moment::Coordinated(ship, other)) => Ok(ship == card.ship && state.ship(other).is_stressed()),
        _ => Ok(false),
    },
    |t, card| {
        let Some(Moment::Coordinated(_, other)) = t.state.moment() else { return Ok(()) };
        receive_stress(t, card.ship)?;
        receive_stress(t, card.ship)?;
        remove_stress(t, other)
    },
);

const FENN: Ability<XWing> = may(
    Window::CombatTurn,
    |state, card| {
        let Some(Moment::Turn(enemy)) = state.moment() else { return Ok(false) };
        let calm = !state.ship(card.ship).is_stressed();
        let seen = || range_in_arc(state, card.ship, enemy).is_some();
        Ok(calm && !state.are_friends(card.ship, enemy) && seen())
    },
    |t, card| {
        let Some(Moment::Turn(enemy)) = t.state.moment() else { return Ok(()) };
        if pay_stress(t, card.ship)?
            && let Some(memo) = t.state.memo_mut(card)
        {
            memo.target = Some(enemy);
        }
        Ok(())
    },
);

/// Tokens may still pay for a weapon, which is before the attack, and change the dice of others.
const FENN_WATCHES: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let (Deed::SpendFocusAgainst(ship, _) | Deed::SpendLock(ship)) = deed else { return None };
        let attacks = state.attack().is_some_and(|attack| attack.attacker == *ship);
        (attacks && state.memo(card).target == Some(*ship)).then_some(WATCHED)
    },
};

const SHARA: Modifier<XWing> = lends!(TargetLock, FOR_ALL);

/// Farther than range 3 from all enemies that have been placed.
fn beyond_all_enemies(state: &State, card: CardRef, id: ShipId, pose: &Pose) -> bool {
    let near = |enemy: ShipId| range_to_place(state, enemy, state.ship(id).size, *pose).is_some();
    card.ship == id && !state.enemies_of(id).any(near)
}

// ---- Auzituck gunship -------------------------------------------------------------------------------------------------

const WULLFFWARRO: Modifier<XWing> = attack_dice!(1, |state, card| {
    let ship = state.ship(card.ship);
    ship.shields == 0 && !ship.damage.is_empty()
});

const LOWHHRICK: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let beside = state.attack().is_some_and(|attack| other_friend_at(state, card, attack.defender, 1));
        Ok(beside && state.ship(card.ship).reinforced.is_some())
    },
    |t, card| {
        spend_reinforce(t, card.ship);
        add_result(t, Roll::Defense, Face::Evade);
        Ok(())
    },
);
