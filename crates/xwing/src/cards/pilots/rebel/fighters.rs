//! Pilots of the Rebel Alliance in fighters and small craft.

use flightpath::Face;
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, denial};

use crate::actions::{
    acquire_lock, assign, could_lock, may_lock_that, offer_lock, pay_stress, remove_lock, remove_stress,
    remove_token,
};
use crate::attack::{
    Roll, attack_dice, could_attack, could_target, extra_attack, shows, turn_all, turn_one, weapons,
};
use crate::cards::patterns::{
    ACTS_UNDER_STRESS, able, able_once, changes, free_action, lends, may, may_once, must, picks, rerolls,
    target_agility, turns,
};
use crate::cards::tokens::{
    BOOST_OR_ROLL, any, attacks, attacks_at, blank, can_act, choose_ship, concerns, enemy_at, flip,
    is_focused, is_stressed, just_moved_aside, let_act, other_friend_at, roll_one, take_effect, target_of,
    unstressed,
};
use crate::cards::{Deed, Effects, FOR_ALL, Quantity, Registry, Topic, UpgradeSlot, Window, library};
use crate::damage::{deal, doom, lose_shield, recover_shield, shield_value};
use crate::measure::{in_range, range_in_arc};
use crate::state::{Action, CardRef, Cursor, Doom, Moment, ShipId, Slot, State, Token, Upgrade, side_of};
use crate::{Ask, Choice, Event, XWing};

const BIGGS_FIRST: Denial = denial(
    "xwing.card.biggs-darklighter.text",
    "Biggs Darklighter could be targeted and draws the fire.",
    "Biggs Darklighter könnte angegriffen werden und zieht das Feuer auf sich.",
);
const USED: Denial = denial(
    "xwing.core.golden-rule.1",
    "The ability was already used this round.",
    "Die Fähigkeit wurde in dieser Runde schon genutzt.",
);

pub const EFFECTS: Registry = &[
    ("wedge-antilles", changes(&[WEDGE])),
    ("luke-skywalker", able(&[LUKE])),
    ("biggs-darklighter", Effects { prohibitions: &[BIGGS], abilities: &[BIGGS_ONCE], ..Effects::NONE }),
    ("wes-janson", able(&[WES])),
    ("tycho-celchu", changes(&[ACTS_UNDER_STRESS])),
    ("garven-dreis", able(&[GARVEN])),
    ("jek-porkins", able(&[JEK])),
    ("hobbie-klivian", able(&[HOBBIE_ACQUIRES, HOBBIE_SPENDS])),
    ("tarn-mison", able(&[TARN])),
    ("dutch-vander", able(&[DUTCH])),
    ("horton-salm", able(&[HORTON])),
    ("arvel-crynyd", changes(&[ARVEL])),
    ("jake-farrell", able(&[JAKE])),
    ("gemmer-sojan", changes(&[GEMMER])),
    ("ten-numb", able(&[TEN_NUMB])),
    ("ibtisam", able(&[IBTISAM_ATTACKS, IBTISAM_DEFENDS])),
    ("keyan-farlander", able(&[KEYAN])),
    ("roark-garnet", able(&[ROARK])),
    ("kyle-katarn", able(&[KYLE])),
    ("jan-ors-pilot", able(&[JAN])),
    ("lieutenant-blount", able(&[BLOUNT])),
    ("airen-cracken", able(&[AIREN])),
    ("etahn-abaht", able(&[ETAHN])),
    ("corran-horn", able(&[CORRAN, CORRAN_KEPT])),
    ("miranda-doni", able(&[MIRANDA])),
    ("leevan-tenza", able(&[LEEVAN])),
    ("nera-dantels", Effects::FACTS),
    ("edrio-two-tubes", able(&[EDRIO])),
    ("kullbee-sperado", able(&[KULLBEE])),
    ("captain-nym-rebel", able_once(&[NYM], USED)),
    ("esege-tuketu", changes(&[lends!(Focus, FOR_ALL)])),
];

// ---- X-wing -----------------------------------------------------------------------------------------------------------

const WEDGE: Modifier<XWing> = target_agility!(-1, |_, _, _| true);

const LUKE: Ability<XWing> = turns!(Defense, Eye as Evade);

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
const BIGGS_ONCE: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(state.options.rules().drawing_fire_once && !state.ship(card.ship).pilot_spent),
    |t, card| {
        t.state.ship_mut(card.ship).pilot_spent = true;
        take_effect(t, card)
    },
);

/// After his attack the defender loses a token of his choice.
const WES: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let has_tokens = |id| {
            let ship = state.ship(id);
            ship.focus > 0 || ship.evade > 0 || !ship.locks.is_empty()
        };
        Ok(target_of(state, card).is_some_and(has_tokens))
    },
    |t, card| {
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
);

const GARVEN: Ability<XWing> = picks!(
    may,
    SpentToken,
    |state, card| state.moment() == Some(Moment::Spent(card.ship, Token::Focus)),
    |state, card, id| other_friend_at(state, card, id, 2),
    |t, _, friend| assign(t, friend, Token::Focus)
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

const DUTCH: Ability<XWing> =
    picks!(may, AcquiredLock, concerns, follows_dutch, |t, _, friend| offer_lock(t, friend));

fn follows_dutch(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 2) && could_lock(state, id)
}

const HORTON: Ability<XWing> = rerolls!(Attack, 1..=32, blank, |state, card| attacks_at(state, card, 2..=3));

const ARVEL: Modifier<XWing> = Modifier {
    of: Topic::Touching,
    sets: true,
    apply: |_, card, quantity, hinders| match quantity {
        Quantity::Touching(attacker, _) if *attacker == card.ship => 0,
        _ => hinders,
    },
};

/// A focus action assigns a focus token, so that one moment covers both.
const JAKE: Ability<XWing> = free_action!(Assigned, BOOST_OR_ROLL, |state, card| {
    state.moment() == Some(Moment::Assigned(card.ship, Token::Focus))
});

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

const IBTISAM_ATTACKS: Ability<XWing> = rerolls!(Attack, 1..=1, any, is_stressed);
const IBTISAM_DEFENDS: Ability<XWing> = rerolls!(Defense, 1..=1, any, is_stressed);

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

// ---- HWK-290, Z-95, E-wing, K-wing ------------------------------------------------------------------------------------

const ROARKS_SKILL: u8 = 12;

const ROARK: Ability<XWing> = must(
    Window::CombatStart,
    // audit: same (3 to 4) — the ruler ends at range 3
    |state, card| Ok(state.in_play().any(|id| other_friend_at(state, card, id, 3))),
    |t, card| {
        // audit: same (3 to 4) — the ruler ends at range 3
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
        // audit: same (3 to 4) — the ruler ends at range 3
        Ok(state.ship(card.ship).focus > 0 && state.in_play().any(|id| other_friend_at(state, card, id, 3)))
    },
    |t, card| {
        // audit: same (3 to 4) — the ruler ends at range 3
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
        // audit: same (3 to 4) — the ruler ends at range 3
        let helps = |attack: &crate::state::Attack| other_friend_at(state, card, attack.attacker, 3);
        if !state.attack().is_some_and(helps) {
            return Ok(false);
        }
        unstressed(state, card, "xwing.card.jan-ors-pilot.text")
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

const AIREN: Ability<XWing> =
    picks!(may, AfterAttack, attacks, follows_airen, |t, card, friend| let_act(t, card, friend));

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
            by.slot == Slot::Pilot && state.ship(by.ship).pilot == state.ship(card.ship).pilot
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
    |state, card| Ok(attacks(state, card)),
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

// ---- partisans --------------------------------------------------------------------------------------------------------

const EDRIO: Ability<XWing> = may(
    Window::ActivationTurn,
    |state, card| {
        if concerns(state, card) && is_focused(state, card) { can_act(state, card.ship) } else { Ok(false) }
    },
    |t, card| let_act(t, card, card.ship),
);

/// His modification with two sides.
fn foils(state: &State, id: ShipId) -> Option<CardRef> {
    let two_sided = |upgrade: &Upgrade| {
        let row = library().upgrade(upgrade.card);
        row.slot == UpgradeSlot::Modification && row.other_side.is_some() && !upgrade.discarded
    };
    let place = state.ship(id).upgrades.iter().position(two_sided)?;
    Some(CardRef { ship: id, slot: Slot::Upgrade(place as u8) })
}

const KULLBEE: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| Ok(just_moved_aside(state, card) && foils(state, card.ship).is_some()),
    |t, card| {
        if let Some(foils) = foils(&t.state, card.ship) {
            flip(t, foils);
        }
        Ok(())
    },
);

// ---- Scurrg bomber ----------------------------------------------------------------------------------------------------

/// The token stays where it lies.
const NYM: Ability<XWing> = may_once(
    Window::WouldDetonate,
    |state, card| {
        let Some(Moment::BombToken(_, index)) = state.moment() else { return Ok(false) };
        let side = state.ship(card.ship).side();
        Ok(state.bombs.get(index as usize).is_some_and(|bomb| side_of(bomb.owner) == side))
    },
    |_, _| Ok(()),
);
