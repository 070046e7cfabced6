//! Cards of huge ships that lead or shield a fleet: crew who see and give orders, cargo that stands in the line of fire, and
//! what recovering, jamming and coordinating bring besides.

use flightpath::Colour;
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, Play, denial};

use crate::actions::{assign, could_lock, lock_among, receive_stress, remove_lock, remove_token, take_lock};
use crate::attack::{could_attack, could_target, weapons};
use crate::cards::patterns::{able, allows, changes, may, may_once, must, must_once, own, picks};
use crate::cards::tokens::{choose_ship, concerns, enemy_at, other_friend_at};
use crate::cards::{Deed, Effects, Procedure, Registry, Topic, Window, sections};
use crate::damage::discard_card;
use crate::maneuvers::colour_for;
use crate::measure::{in_range, stands_between, within};
use crate::state::{CardRef, Moment, Section, ShipId, Slot, State, Token};
use crate::{Ask, Choice, Event, Table, XWing, huge};

const NOBODY_NEAR: Denial = denial(
    "xwing.huge.action.range",
    "No other friendly ship is at range 1–2.",
    "Kein anderes freundliches Schiff ist in Reichweite 1–2.",
);
const NOTHING_TO_LOCK: Denial =
    denial("xwing.core.action.lock.1", "No ship can be locked.", "Kein Schiff kann erfasst werden.");
const DRAWN_OFF: Denial = denial(
    "xwing.core.golden-rule.2",
    "A projected shield draws the attack onto its own ship.",
    "Ein projizierter Schild zieht den Angriff auf sein eigenes Schiff.",
);

pub const EFFECTS: Registry = &[
    // crew
    ("grand-moff-tarkin", able(&[TARKIN])),
    ("raymus-antilles", able(&[RAYMUS])),
    ("captain-needa", changes(&[allows!(DodgeObstacles)])),
    ("shield-technician", changes(&[allows!(SpareEnergy)])),
    ("construction-droid", able(&[REPAIR_WHILE_RECOVERING])),
    (
        "targeting-coordinator",
        Effects {
            energy: Some(Procedure { may: may_hand_over_lock, perform: hand_over_lock }),
            ..Effects::NONE
        },
    ),
    // cargo
    ("shield-projector", Effects { prohibitions: &[ONLY_THIS_SHIP], ..able(&[DRAW_OFF, DRAWN]) }),
    ("expanded-cargo-hold", able(&[OTHER_DECK])),
    ("em-emitter", changes(&[DENSE])),
    ("frequency-jammer", able(&[NOISE])),
    // modifications
    ("optimized-generators", able(&[GENERATE])),
    // titles
    ("dodonnas-pride", changes(&[own!(Coordinations + 1)])),
];

// ---- orders -----------------------------------------------------------------------------------------------------------

fn tarkin_reaches(state: &State, card: CardRef, id: ShipId) -> bool {
    id != card.ship && within(state, card.ship, id, 4)
}

/// A focus token is given to a ship or taken from it.
const TARKIN: Ability<XWing> = picks!(may, CombatStart, |_, _| true, tarkin_reaches, |t, card, id| {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
        offer.add(Choice::Give(Token::Focus));
        if state.ship(id).focus > 0 {
            offer.add(Choice::Take(Token::Focus));
        }
    })?;
    if choice == Choice::Take(Token::Focus) {
        remove_token(t, id, Token::Focus);
        return Ok(());
    }
    assign(t, id, Token::Focus)
});

/// The dial of an enemy is seen, and a white maneuver brings it stress.
const RAYMUS: Ability<XWing> = picks!(
    must,
    ActivationStart,
    |_, _| true,
    |state, card, id| enemy_at(state, card, id, 3),
    |t, _, enemy| {
        t.state.ship_mut(enemy).dial_seen = true;
        let set = t.state.ship(enemy).dial.map(|set| colour_for(&t.state, enemy, set));
        if set == Some(Colour::White) { receive_stress(t, enemy) } else { Ok(()) }
    }
);

fn may_hand_over_lock(state: &State, card: CardRef) -> Result<(), Denial> {
    huge::may_spend(state, card.ship, 1)?;
    if !could_lock(state, card.ship) {
        return Err(NOTHING_TO_LOCK);
    }
    let near = state.in_play().any(|id| other_friend_at(state, card, id, 2));
    if near { Ok(()) } else { Err(NOBODY_NEAR) }
}

/// A lock is acquired, and a friend has it from then on.
fn hand_over_lock(t: &mut Table, card: CardRef) -> Play {
    huge::spend(t, card.ship, 1);
    let before = t.state.ship(card.ship).locks.clone();
    lock_among(t, card.ship, |_| true)?;
    let locks = &t.state.ship(card.ship).locks;
    let Some(target) = locks.last().copied().filter(|_| *locks != before) else { return Ok(()) };
    let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 2))? else {
        return Ok(());
    };
    remove_lock(t, card.ship, target);
    t.emit(Event::LockLost(card.ship, target));
    take_lock(t, friend, target)
}

// ---- energy -----------------------------------------------------------------------------------------------------------

fn face_down(state: &State, id: ShipId) -> impl Iterator<Item = u8> {
    let damage = state.ship(id).damage.iter().enumerate();
    damage.filter(|(_, damage)| !damage.face_up).map(|(i, _)| i as u8)
}

/// 1 energy for a damage card that lies face down, before the rest brings back shields.
const REPAIR_WHILE_RECOVERING: Ability<XWing> = may(
    Window::Energy,
    |state, card| {
        let own = state.moment() == Some(Moment::Recovering(card.ship));
        Ok(own
            && face_down(state, card.ship).next().is_some()
            && huge::may_spend(state, card.ship, 1).is_ok())
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            face_down(state, card.ship)
                .for_each(|i| offer.add(Choice::Card(CardRef { ship: card.ship, slot: Slot::Damage(i) })));
        })?;
        let Choice::Card(CardRef { slot: Slot::Damage(i), .. }) = choice else { return Ok(()) };
        huge::spend(t, card.ship, 1);
        sections::uncover(t, CardRef { ship: card.ship, slot: Slot::Damage(i) })?;
        discard_card(t, card.ship, i);
        crate::cards::register_all(&mut t.state, card.ship);
        Ok(())
    },
);

const GENERATE: Ability<XWing> = must_once(
    Window::Energy,
    |state, card| Ok(matches!(state.moment(), Some(Moment::Allocated(to)) if to.ship == card.ship)),
    |t, card| {
        huge::gain(t, card.ship, 2);
        Ok(())
    },
);

fn hears_noise(state: &State, card: CardRef, id: ShipId) -> bool {
    let Some(Moment::Jammed(_, jammed)) = state.moment() else { return false };
    !state.are_friends(card.ship, id) && !state.ship(id).is_stressed() && in_range(state, jammed, id, 1)
}

const NOISE: Ability<XWing> =
    picks!(must, Jammed, concerns, hears_noise, |t, _, enemy| receive_stress(t, enemy));

// ---- damage and attacks -----------------------------------------------------------------------------------------------

/// A face-up damage card comes from the deck of the other section.
const OTHER_DECK: Ability<XWing> = may_once(
    Window::BeforeDraw,
    |state, card| {
        let face_up = |moment| matches!(moment, Moment::Dealing { face_up: true, .. });
        Ok(concerns(state, card) && state.moment().is_some_and(face_up))
    },
    |t, card| {
        if let Some(huge) = t.state.huge_mut(card.ship) {
            huge.struck = if huge.struck == Section::Fore { Section::Aft } else { Section::Fore };
        }
        Ok(())
    },
);

/// Where this ship obstructs an attack the defender has 3 more dice instead of 1.
const DENSE: Modifier<XWing> = Modifier {
    of: Topic::ObstructionDice,
    sets: false,
    apply: |state, card, _, dice| {
        let in_the_way = |attack| stands_between(state, attack, card.ship);
        if state.attack().is_some_and(in_the_way) { dice.max(3) } else { dice }
    },
};

/// The enemy ship that is about to attack a small or large ship.
fn aims_elsewhere(state: &State, card: CardRef) -> Option<ShipId> {
    match state.moment() {
        Some(Moment::Aiming(attacker, target))
            if !state.are_friends(attacker, card.ship) && !state.ship(target).size.is_huge() =>
        {
            Some(attacker)
        }
        _ => None,
    }
}

const DRAW_OFF: Ability<XWing> = may(
    Window::Aiming,
    |state, card| {
        let Some(attacker) = aims_elsewhere(state, card) else { return Ok(false) };
        let at_this = |_, target| target == card.ship;
        if !could_attack(state, attacker, at_this) {
            return Ok(false);
        }
        huge::may_spend(state, card.ship, 3).map(|()| true)
    },
    |t, card| {
        let attacker = aims_elsewhere(&t.state, card);
        huge::spend(t, card.ship, 3);
        if let Some(memo) = t.state.memo_mut(card) {
            memo.target = attacker;
        }
        Ok(())
    },
);

/// The attacker has no other target, if this ship is one.
const ONLY_THIS_SHIP: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let Deed::Attack(attacker, _, target) = *deed else { return None };
        let memo = state.memo(card);
        let draws = memo.target == Some(attacker) && target != card.ship;
        let exposed = || {
            weapons(state, attacker).any(|weapon| could_target(state, attacker, weapon, card.ship).is_ok())
        };
        (draws && exposed()).then_some(DRAWN_OFF)
    },
};

const DRAWN: Ability<XWing> = must(
    Window::Declared,
    |state, card| {
        let drawn = state.memo(card).target;
        Ok(state.attack().is_some_and(|attack| Some(attack.attacker) == drawn))
    },
    |t, card| {
        if let Some(memo) = t.state.memo_mut(card) {
            memo.target = None;
        }
        Ok(())
    },
);
