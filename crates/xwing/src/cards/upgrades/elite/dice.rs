//! Elite talents for attack and defense.

use arrayvec::ArrayVec;
use flightpath::Face;
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, denial};

use crate::actions::{pay_stress, remove_token, spend, use_up};
use crate::attack::{
    Roll, add_result, agility, cancel_one, could_attack, extra_attack, lies, may_modify, shows, turn_all,
    turn_one,
};
use crate::cards::patterns::{
    able, changes, may, must, one_more_attack_die, picks, rerolls, target_agility, turns,
};
use crate::cards::tokens::{
    any, attacks, blank, choose_and_reroll, defends, eye, fired, has_friend_at, is_stressed, may_focus,
    may_reroll, roll_attack, take_effect, target_of,
};
use crate::cards::{Deed, Effects, Procedure, Quantity, Registry, Topic, UpgradeSlot, Window, upgrade_facts};
use crate::damage::suffer;
use crate::measure::{in_firing_arc, in_range, range_in_arc};
use crate::phases::skill;
use crate::state::{CardRef, Cursor, MAX_SHIPS, Moment, ShipId, State, Token, Weapon};
use crate::{Ask, Choice, XWing};

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

const SNAP_DICE: Denial = denial(
    "xwing.core.attack.3.options",
    "The dice of this attack cannot be modified.",
    "Die Würfel dieses Angriffs können nicht modifiziert werden.",
);
const SNAPPED: Denial = denial(
    "xwing.errata.attack.one-per-ship",
    "The ship cannot attack again in this phase.",
    "Das Schiff kann in dieser Phase nicht noch einmal angreifen.",
);

pub const EFFECTS: Registry = &[
    (
        "marksmanship",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: take_effect }),
            abilities: &[MARKSMANSHIP],
            ..Effects::NONE
        },
    ),
    ("lone-wolf", able(&[LONE_WOLF_ATTACK, LONE_WOLF_DEFENSE])),
    ("opportunist", able(&[OPPORTUNIST])),
    ("predator", able(&[PREDATOR])),
    ("elusiveness", able(&[ELUSIVENESS])),
    ("outmaneuver", changes(&[OUTMANEUVER])),
    ("intimidation", changes(&[INTIMIDATION])),
    ("wired", able(&[WIRED_ATTACK, WIRED_DEFENSE])),
    ("calculation", able(&[CALCULATION])),
    ("expertise", able(&[EXPERTISE])),
    ("fearlessness", able(&[FEARLESSNESS])),
    ("juke", able(&[JUKE])),
    ("crack-shot", able(&[CRACK_SHOT])),
    ("trick-shot", able(&[TRICK_SHOT])),
    ("swarm-leader", able(&[SWARM_LEADER])),
    ("ruthlessness", able(&[RUTHLESSNESS])),
    ("saturation-salvo", able(&[SATURATION_SALVO])),
    ("veteran-instincts", Effects::FACTS),
    ("snap-shot", Effects { prohibitions: &[SNAP_SHOT_LIMITS], ..able(&[SNAP_SHOT, SNAP_SHOT_FIRED]) }),
];

// ---- dice -------------------------------------------------------------------------------------------------------------

/// All or nothing: one focus result becomes a critical hit before any becomes a hit.
const MARKSMANSHIP: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        Ok(state.memo(card).active && attacks(state, card) && shows(state, Roll::Attack, Face::Eye))
    },
    |t, _| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Critical);
        turn_all(t, Roll::Attack, Face::Eye, Face::Hit);
        Ok(())
    },
);

fn is_alone(state: &State, card: CardRef) -> bool {
    !has_friend_at(state, card, 2)
}

const LONE_WOLF_ATTACK: Ability<XWing> = rerolls!(Attack, 1..=1, blank, is_alone);
const LONE_WOLF_DEFENSE: Ability<XWing> = rerolls!(Defense, 1..=1, blank, is_alone);

const OPPORTUNIST: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| {
        let helpless = |id| state.ship(id).focus == 0 && state.ship(id).evade == 0;
        if !target_of(state, card).is_some_and(helpless) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(OPPORTUNITY_STRESSED) } else { Ok(true) }
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

const PREDATOR: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        if attacks(state, card) { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    |t, card| {
        let easy = target_of(&t.state, card).is_some_and(|target| skill(&t.state, target) <= EASY_PREY);
        choose_and_reroll(t, card, Roll::Attack, 1..=if easy { 2 } else { 1 }, any)
    },
);

const ELUSIVENESS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        if !(defends(state, card) && may_reroll(state, Roll::Attack, any)?) {
            return Ok(false);
        }
        if state.ship(card.ship).is_stressed() { Err(ELUSIVE_STRESSED) } else { Ok(true) }
    },
    |t, card| {
        let one = 1;
        if pay_stress(t, card.ship)? {
            choose_and_reroll(t, card, Roll::Attack, one..=one, any)
        } else {
            Ok(())
        }
    },
);

// ---- agility ----------------------------------------------------------------------------------------------------------

/// Printed firing arcs count, auxiliary ones too; turrets have none.
const OUTMANEUVER: Modifier<XWing> = target_agility!(-1, |state, card, target| {
    in_firing_arc(state, card.ship, target) && !in_firing_arc(state, target, card.ship)
});

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

const WIRED_ATTACK: Ability<XWing> = rerolls!(Attack, 1..=32, eye, is_stressed);
const WIRED_DEFENSE: Ability<XWing> = rerolls!(Defense, 1..=32, eye, is_stressed);

const CALCULATION: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        if attacks(state, card) && shows(state, Roll::Attack, Face::Eye) {
            may_focus(state, card, Roll::Attack)
        } else {
            Ok(false)
        }
    },
    |t, card| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Critical);
        spend(t, card.ship, Token::Focus)
    },
);

const EXPERTISE: Ability<XWing> =
    turns!(Attack, all, Eye as Hit, |state, card| !state.ship(card.ship).is_stressed());

const FEARLESSNESS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship) else {
            return Ok(false);
        };
        let head_on = in_firing_arc(state, card.ship, attack.defender)
            && range_in_arc(state, attack.defender, card.ship) == Some(1);
        Ok(head_on && may_modify(state, attack, Roll::Attack).is_ok())
    },
    |t, _| {
        add_result(t, Roll::Attack, Face::Hit);
        Ok(())
    },
);

const JUKE: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let elusive = state.ship(card.ship).evade > 0;
        Ok(elusive && attacks(state, card) && lies(state, Roll::Defense, Face::Evade))
    },
    |t, _| {
        turn_one(t, Roll::Defense, Face::Evade, Face::Eye);
        Ok(())
    },
);

const CRACK_SHOT: Ability<XWing> = may(
    Window::BeforeCompare,
    |state, card| {
        let evaded = state.attack().is_some_and(|attack| attack.defense.has(Face::Evade));
        Ok(evaded && target_of(state, card).is_some_and(|target| in_firing_arc(state, card.ship, target)))
    },
    |t, card| {
        use_up(t, card)?;
        cancel_one(t, Roll::Defense, Face::Evade);
        Ok(())
    },
);

const TRICK_SHOT: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| Ok(attacks(state, card) && state.attack().is_some_and(|attack| attack.obstructed)),
    one_more_attack_die,
);

/// Other friendly ships with an evade token that have the target in their firing arc.
fn follows(state: &State, card: CardRef, id: ShipId) -> bool {
    let aims = |target| range_in_arc(state, id, target).is_some();
    id != card.ship
        && state.are_friends(card.ship, id)
        && state.ship(id).evade > 0
        && target_of(state, card).is_some_and(aims)
}

const SWARM_LEADER: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| {
        let primary = state.attack().is_some_and(|attack| attack.weapon.is_primary());
        Ok(primary && state.in_play().any(|id| follows(state, card, id)))
    },
    |t, card| {
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
);

// ---- after the attack -------------------------------------------------------------------------------------------------

/// Ships beside the target of a hit, except the attacker.
fn stands_by(state: &State, card: CardRef, id: ShipId) -> bool {
    let near = |target: ShipId| id != target && in_range(state, target, id, 1);
    id != card.ship && target_of(state, card).is_some_and(near)
}

const RUTHLESSNESS: Ability<XWing> = picks!(
    must,
    AfterAttack,
    |state, _| { state.attack().is_some_and(|attack| attack.hit && state.ship(attack.defender).in_play()) },
    stands_by,
    |t, _, id| suffer(t, id, 1, 0)
);

/// The points of the torpedo or missile that this card's ship has fired.
fn warhead_points(state: &State, card: CardRef) -> Option<i32> {
    let attack = state.attack().filter(|attack| attack.attacker == card.ship)?;
    let Weapon::Secondary(weapon) = attack.weapon else { return None };
    let row = upgrade_facts(state, weapon)?;
    matches!(row.slot, UpgradeSlot::Torpedo | UpgradeSlot::Missile).then_some(row.points.into())
}

const SATURATION_SALVO: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| {
        Ok(state.attack().is_some_and(|attack| !attack.hit) && warhead_points(state, card).is_some())
    },
    |t, card| {
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
);

// ---- Snap Shot --------------------------------------------------------------------------------------------------------

/// The enemy that has just executed a maneuver.
fn just_moved(state: &State, card: CardRef) -> Option<ShipId> {
    match state.moment() {
        Some(Moment::Maneuver(id)) if !state.are_friends(card.ship, id) => Some(id),
        _ => None,
    }
}

const SNAP_SHOT: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| {
        let enemy = just_moved(state, card);
        let allowed = |weapon, target| weapon == Weapon::Secondary(card) && Some(target) == enemy;
        Ok(could_attack(state, card.ship, allowed))
    },
    |t, card| {
        let enemy = just_moved(&t.state, card);
        let allowed = |weapon, target| weapon == Weapon::Secondary(card) && Some(target) == enemy;
        extra_attack(t, card, card.ship, allowed).map(|_| ())
    },
);

/// In the Combat Phase it is the ship's last attack of the round, before that its last one until combat.
const SNAP_SHOT_FIRED: Ability<XWing> = must(
    Window::Declared,
    |state, card| Ok(fired(state, card)),
    |t, card| {
        if matches!(t.state.cursor, Cursor::Combat { .. }) {
            t.state.ship_mut(card.ship).no_attack = true;
        }
        take_effect(t, card)
    },
);

const SNAP_SHOT_LIMITS: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| match deed {
        Deed::ModifyAttack(_) | Deed::RerollAttack(_) | Deed::SpendFocusAgainst(..) => {
            fired(state, card).then_some(SNAP_DICE)
        }
        Deed::Attack(ship, _, _) if *ship == card.ship && !matches!(state.cursor, Cursor::Combat { .. }) => {
            state.memo(card).active.then_some(SNAPPED)
        }
        _ => None,
    },
};
