//! Pilots of Scum and Villainy.

use flightpath::{Colour, Face, Maneuver, Pool};
use geometry::Travel;
use table::timing::{Ability, Modifier};
use table::{Denial, Play, denial};

use crate::actions::{
    assign, could_lock, offer_lock, pay_stress, receive_stress, remove_lock, remove_stress, remove_token,
    spend_lock, take_lock,
};
use crate::attack::{Roll, add_result, agility, could_attack, extra_attack, may_modify, weapons};
use crate::bombs::{drop_from, may_drop};
use crate::cards::patterns::{
    able, able_once, allows, attack_dice, changes, drops, free_action, may, may_once, must,
    one_more_attack_die, picks, rerolls_as_many,
};
use crate::cards::tokens::{
    any, attacks, choose_and_reroll, choose_one_and_reroll, choose_ship, concerns, defends, enemy_at,
    has_tokens, just_flown, mark_attack, marked, may_reroll, opponent_of, other_friend_at, rerolls_own,
    take_token, target_of, unstressed,
};
use crate::cards::upgrades::bombs::pay_for_bomb;
use crate::cards::{
    ArcName, Effects, Quantity, Registry, Topic, UpgradeSlot, Window, effects, library, register_all,
    templates, upgrade_facts, usable,
};
use crate::damage::{deal, discard_card, lose_shield, recover_shield, suffer, suffer_by_attack};
use crate::maneuvers::change_dial;
use crate::measure::{in_firing_arc, in_named_arc, in_range, measured_over_bomb};
use crate::rolls::change_cast;
use crate::state::{Action, CardRef, Moment, Section, ShipId, Slot, State, Token, Weapon};
use crate::{Ask, Choice, Event, Table, XWing};

const USED: Denial = denial(
    "xwing.core.golden-rule.1",
    "The ability was already used this round.",
    "Die Fähigkeit wurde in dieser Runde schon genutzt.",
);

const STRESSED: Denial = denial(
    "xwing.core.golden-rule.1",
    "A stressed pilot cannot use this ability.",
    "Ein gestresster Pilot kann diese Fähigkeit nicht nutzen.",
);

pub const EFFECTS: Registry = &[
    (
        "boba-fett-scum",
        able(&[rerolls_as_many!(Attack, enemies_near), rerolls_as_many!(Defense, enemies_near)]),
    ),
    ("kath-scarlet-scum", changes(&[KATH])),
    // Skill and ability come with the pilot whose ship it leaves.
    ("nashtah-pup-pilot", Effects::FACTS),
    ("prince-xizor", able(&[XIZOR])),
    ("guri", able(&[GURI])),
    ("dalan-oberos-starviper", able(&[DALAN])),
    ("ndru-suhlak", changes(&[NDRU])),
    ("kaato-leeachos", able(&[KAATO])),
    ("serissu", able(&[SERISSU])),
    ("laetin-ashera", able(&[LAETIN])),
    ("genesis-red", able(&[GENESIS_RED])),
    ("inaldra", able(&[INALDRA_ATTACKS, INALDRA_DEFENDS])),
    ("quinn-jast", able(&[QUINN])),
    ("ig-88a", able(&[IG_88A])),
    ("ig-88b", able(&[IG_88B_AT_ONCE, IG_88B_LAST])),
    ("ig-88c", able(&[IG_88C])),
    ("ig-88d", changes(&[IG_88D])),
    ("drea-renthal", able(&[DREA])),
    ("kavil", changes(&[KAVIL])),
    ("palob-godalhi", able(&[PALOB])),
    ("torkil-mux", able(&[TORKIL])),
    ("dace-bonearm", able(&[DACE])),
    ("bossk", able(&[BOSSK])),
    ("latts-razzi", Effects { modifiers: &[LATTS_PINS], ..able(&[LATTS]) }),
    ("moralo-eval", Effects::FACTS),
    ("graz-the-hunter", changes(&[GRAZ])),
    ("talonbane-cobra", changes(&[TALONBANE_ATTACKS, TALONBANE_DEFENDS])),
    ("viktor-hel", able(&[VIKTOR])),
    ("dengar", able(&[DENGAR])),
    ("manaroo", able(&[MANAROO])),
    ("tel-trevura", able(&[TEL])),
    ("zuckuss", able(&[ZUCKUSS])),
    ("4-lom", able(&[FOUR_LOM])),
    ("fenn-rau-protectorate", able(&[FENN_ATTACKS, FENN_DEFENDS])),
    ("kad-solus", able(&[KAD])),
    ("old-teroch", able(&[TEROCH])),
    ("sabine-wren-lancer", able(&[SABINE])),
    ("asajj-ventress", able(&[ASAJJ])),
    ("sarco-plank", able(&[SARCO])),
    ("emon-azzameen", changes(&[drops!(STRAIGHT_3, TURN_3)])),
    ("sol-sixxa", changes(&[drops!(TURN_1)])),
    ("constable-zuvio", able(&[ZUVIO])),
    ("captain-jostero", able_once(&[JOSTERO], USED)),
    ("sunny-bounder", able_once(&[SUNNY_ATTACKS, SUNNY_DEFENDS, SUNNY_REROLLS, SUNNY_ROLLS], USED)),
    ("captain-nym-scum", Effects { modifiers: &[allows!(IgnoreFriendlyBombs)], ..able(&[NYM]) }),
];

// ---- Firespray, StarViper, Z-95 ---------------------------------------------------------------------------------------

fn enemies_near(state: &State, card: CardRef) -> usize {
    state.in_play().filter(|id| enemy_at(state, card, *id, 1)).count()
}

const KATH: Modifier<XWing> = attack_dice!(1, |state, card| {
    target_of(state, card).is_some_and(|target| in_named_arc(state, card.ship, ArcName::Rear, target))
});

/// The red Tallon roll that he may make of what he has revealed: to the same side, with the same template and speed.
fn rolled(state: &State, card: CardRef) -> Option<Maneuver> {
    let dial = state.ship(card.ship).dial.filter(|_| concerns(state, card))?;
    let bearing = dial.bearing.rolled()?;
    Some(Maneuver { bearing, speed: dial.speed, colour: Colour::Red })
}

const DALAN: Ability<XWing> = may(
    Window::Revealed,
    |state, card| match rolled(state, card) {
        Some(_) if state.ship(card.ship).is_stressed() => Err(STRESSED),
        rolled => Ok(rolled.is_some()),
    },
    |t, card| {
        if let Some(roll) = rolled(&t.state, card) {
            change_dial(t, card.ship, roll);
        }
        Ok(())
    },
);

/// Another ship takes one of the results that are left; which one is his choice.
const XIZOR: Ability<XWing> = may(
    Window::Hit,
    |state, card| {
        let left = state.attack().is_some_and(|attack| attack.hits + attack.criticals > 0);
        Ok(defends(state, card) && left && state.in_play().any(|id| other_friend_at(state, card, id, 1)))
    },
    |t, card| {
        let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 1))? else {
            return Ok(());
        };
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let Some(attack) = state.attack() else { return };
            if attack.hits > 0 {
                offer.add(Choice::Face(Face::Hit));
            }
            if attack.criticals > 0 {
                offer.add(Choice::Face(Face::Critical));
            }
        })?;
        let critical = choice == Choice::Face(Face::Critical);
        let Some(attack) = t.state.attack_mut() else { return Ok(()) };
        if critical {
            attack.criticals = attack.criticals.saturating_sub(1);
            suffer_by_attack(t, friend, 0, 1)
        } else {
            attack.hits = attack.hits.saturating_sub(1);
            suffer_by_attack(t, friend, 1, 0)
        }
    },
);

const GURI: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(enemies_near(state, card) > 0),
    |t, card| assign(t, card.ship, Token::Focus),
);

const NDRU: Modifier<XWing> = attack_dice!(1, |state, card| {
    let alone = || !state.in_play().any(|id| other_friend_at(state, card, id, 2));
    alone()
});

/// A focus or evade token of a ship becomes this pilot's own.
fn rob(t: &mut Table, card: CardRef, victim: impl Fn(&State, ShipId) -> bool) -> Play {
    let Some(from) = choose_ship(t, card, victim)? else { return Ok(()) };
    match take_token(t, card, from)? {
        Some(token) => assign(t, card.ship, token),
        None => Ok(()),
    }
}

const KAATO: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| other_friend_at(state, card, id, 2) && has_tokens(state, id))),
    |t, card| rob(t, card, |state, id| other_friend_at(state, card, id, 2) && has_tokens(state, id)),
);

const PALOB: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| enemy_at(state, card, id, 2) && has_tokens(state, id))),
    |t, card| rob(t, card, |state, id| enemy_at(state, card, id, 2) && has_tokens(state, id)),
);

// ---- M3-A interceptor -------------------------------------------------------------------------------------------------

const SERISSU: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let friend = state.attack().is_some_and(|attack| other_friend_at(state, card, attack.defender, 1));
        if friend { may_reroll(state, Roll::Defense, any) } else { Ok(false) }
    },
    |t, card| choose_one_and_reroll(t, card, Roll::Defense, any),
);

const LAETIN: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| Ok(defends(state, card) && state.attack().is_some_and(|attack| !attack.hit)),
    |t, card| assign(t, card.ship, Token::Evade),
);

const GENESIS_RED: Ability<XWing> = must(
    Window::AcquiredLock,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        let Some(Moment::Acquired(_, target)) = t.state.moment() else { return Ok(()) };
        let (focus, evade) = (t.state.ship(target).focus, t.state.ship(target).evade);
        for _ in t.state.ship(card.ship).focus..focus {
            assign(t, card.ship, Token::Focus)?;
        }
        for _ in t.state.ship(card.ship).evade..evade {
            assign(t, card.ship, Token::Evade)?;
        }
        Ok(())
    },
);

fn has_a_shield(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    if state.ship(card.ship).shields > 0 { rerolls_own(state, card, roll, any) } else { Ok(false) }
}

const INALDRA_ATTACKS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| has_a_shield(state, card, Roll::Attack),
    |t, card| {
        lose_shield(t, card.ship)?;
        choose_and_reroll(t, card, Roll::Attack, 1..=usize::MAX, any)
    },
);
const INALDRA_DEFENDS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| has_a_shield(state, card, Roll::Defense),
    |t, card| {
        lose_shield(t, card.ship)?;
        choose_and_reroll(t, card, Roll::Defense, 1..=usize::MAX, any)
    },
);

/// The discarded torpedoes and missiles of a ship.
fn spent_ordnance(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let upgrades = state.ship(id).upgrades.iter().enumerate();
    let spent = upgrades.filter(|(_, upgrade)| {
        let slot = library().upgrade(upgrade.card).slot;
        upgrade.discarded && matches!(slot, UpgradeSlot::Torpedo | UpgradeSlot::Missile)
    });
    spent.map(move |(i, _)| CardRef { ship: id, slot: Slot::Upgrade(i as u8) })
}

const QUINN: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(spent_ordnance(state, card.ship).next().is_some()),
    |t, card| {
        assign(t, card.ship, Token::WeaponsDisabled)?;
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            spent_ordnance(state, card.ship).for_each(|spent| offer.add(Choice::Card(spent)));
        })?;
        if let Choice::Card(CardRef { slot: Slot::Upgrade(i), .. }) = choice {
            t.state.ship_mut(card.ship).upgrades[i as usize].discarded = false;
            t.emit(Event::CardTurned(CardRef { ship: card.ship, slot: Slot::Upgrade(i) }));
            register_all(&mut t.state, card.ship);
        }
        Ok(())
    },
);

// ---- Aggressor --------------------------------------------------------------------------------------------------------

const IG_88A: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let gone = |target| state.ship(target).destroyed || state.ship(target).is_doomed();
        let damaged = state.ship(card.ship).shields < crate::damage::shield_value(state, card.ship);
        Ok(damaged && target_of(state, card).is_some_and(gone))
    },
    |t, card| {
        recover_shield(t, card.ship);
        Ok(())
    },
);

fn is_cannon(state: &State, weapon: Weapon) -> bool {
    let Weapon::Secondary(card) = weapon else { return false };
    upgrade_facts(state, card).is_some_and(|row| row.slot == UpgradeSlot::Cannon)
}

fn missed_with_cannons(state: &State, card: CardRef, last: bool) -> bool {
    let missed = attacks(state, card) && state.attack().is_some_and(|attack| !attack.hit);
    missed
        && state.options.rules().extra_attacks_last == last
        && could_attack(state, card.ship, |weapon, _| is_cannon(state, weapon))
}

fn fire_a_cannon(t: &mut Table, card: CardRef) -> Play {
    let cannons: Vec<Weapon> =
        weapons(&t.state, card.ship).filter(|weapon| is_cannon(&t.state, *weapon)).collect();
    extra_attack(t, card, card.ship, |weapon, _| cannons.contains(&weapon)).map(|_| ())
}

const IG_88B_AT_ONCE: Ability<XWing> =
    may_once(Window::Missed, |state, card| Ok(missed_with_cannons(state, card, false)), fire_a_cannon);
const IG_88B_LAST: Ability<XWing> =
    may_once(Window::AttackDone, |state, card| Ok(missed_with_cannons(state, card, true)), fire_a_cannon);

const IG_88C: Ability<XWing> = free_action!(AfterAction, [Action::Evade], |state, card| {
    state.moment() == Some(Moment::Performed(card.ship, Action::Boost))
});

/// The speed of the loop that he may fly with the template of a turn.
const TIGHT_LOOP: u8 = 3;

const IG_88D: Modifier<XWing> = Modifier {
    of: Topic::FlownWith,
    sets: false,
    apply: |_, card, quantity, set| match quantity {
        Quantity::FlownWith(id, Maneuver { speed: TIGHT_LOOP, bearing, .. })
            if *id == card.ship && bearing.along_turn().is_some() =>
        {
            set | templates::TURN
        }
        _ => set,
    },
};

// ---- Y-wing, HWK-290, YV-666 ------------------------------------------------------------------------------------------

const DREA: Ability<XWing> = may(
    Window::SpentToken,
    |state, card| {
        let spent = state.moment() == Some(Moment::Spent(card.ship, Token::TargetLock));
        Ok(spent && could_lock(state, card.ship))
    },
    |t, card| if pay_stress(t, card.ship)? { offer_lock(t, card.ship) } else { Ok(()) },
);

const KAVIL: Modifier<XWing> = attack_dice!(1, |state, card| {
    target_of(state, card).is_some_and(|target| !in_firing_arc(state, card.ship, target))
});

const TORKIL: Ability<XWing> = picks!(
    must,
    EndOfActivation,
    |_, _| true,
    |state, card, id| enemy_at(state, card, id, 2),
    |t, _, enemy| {
        t.state.ship_mut(enemy).skill_set = Some(0);
        t.emit(Event::SkillSet(enemy, 0));
        Ok(())
    }
);

const DACE: Ability<XWing> = may(
    Window::Assigned,
    |state, card| {
        let Some(Moment::Assigned(victim, Token::Ion)) = state.moment() else { return Ok(false) };
        // audit: same (3 to 4) — the ruler ends at range 3
        if !enemy_at(state, card, victim, 3) {
            return Ok(false);
        }
        unstressed(state, card, "xwing.clar.stressed")
    },
    |t, card| {
        let Some(Moment::Assigned(victim, _)) = t.state.moment() else { return Ok(()) };
        if pay_stress(t, card.ship)? { suffer(t, victim, 1, 0) } else { Ok(()) }
    },
);

const BOSSK: Ability<XWing> = may(
    Window::Hit,
    |state, card| Ok(attacks(state, card) && state.attack().is_some_and(|attack| attack.criticals > 0)),
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.criticals -= 1;
            attack.hits += 2;
        }
        Ok(())
    },
);

const LATTS: Ability<XWing> = may(
    Window::Declared,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let locked = state.ship(card.ship).has_locked(attack.defender);
        Ok(locked && state.are_friends(card.ship, attack.attacker))
    },
    |t, card| {
        let Some(defender) = t.state.attack().map(|attack| attack.defender) else { return Ok(()) };
        spend_lock(t, card.ship, defender)?;
        mark_attack(t, card);
        Ok(())
    },
);

const LATTS_PINS: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| {
        let pinned = state.attack().is_some_and(|attack| *quantity == Quantity::Agility(attack.defender));
        if pinned && marked(state, card) { agility - 1 } else { agility }
    },
};

// ---- Kihraxz, JumpMaster, G-1A ----------------------------------------------------------------------------------------

const GRAZ: Modifier<XWing> = Modifier {
    of: Topic::DefenseDice,
    sets: false,
    apply: |state, card, _, dice| {
        let seen = state.attack().is_some_and(|attack| {
            attack.defender == card.ship && in_firing_arc(state, card.ship, attack.attacker)
        });
        if seen { dice + 1 } else { dice }
    },
};

const TALONBANE_ATTACKS: Modifier<XWing> = Modifier {
    of: Topic::AttackRangeBonus,
    sets: false,
    apply: |state, card, _, bonus| if attacks(state, card) { bonus * 2 } else { bonus },
};
const TALONBANE_DEFENDS: Modifier<XWing> = Modifier {
    of: Topic::DefenseRangeBonus,
    sets: false,
    apply: |state, card, _, bonus| if defends(state, card) { bonus * 2 } else { bonus },
};

const VIKTORS_DICE: usize = 2;

const VIKTOR: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| {
        let unusual = state.attack().is_some_and(|attack| {
            attack.defense.0.iter().filter(|result| !result.added).count() != VIKTORS_DICE
        });
        Ok(defends(state, card) && unusual)
    },
    |t, _| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => receive_stress(t, attacker),
        None => Ok(()),
    },
);

fn dengars_prey(state: &State, card: CardRef) -> Option<ShipId> {
    let attack = state.attack().filter(|attack| attack.defender == card.ship)?;
    in_firing_arc(state, card.ship, attack.attacker).then_some(attack.attacker)
}

const DENGAR: Ability<XWing> = may_once(
    Window::AfterAttack,
    |state, card| {
        let prey = dengars_prey(state, card).filter(|_| state.ship(card.ship).in_play());
        Ok(prey.is_some_and(|prey| could_attack(state, card.ship, |_, target| target == prey)))
    },
    |t, card| match dengars_prey(&t.state, card) {
        Some(prey) => extra_attack(t, card, card.ship, |_, target| target == prey).map(|_| ()),
        None => Ok(()),
    },
);

/// Locks that find no room on the other ship are lost.
const MANAROO: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| {
        let has = has_tokens(state, card.ship) || !state.ship(card.ship).locks.is_empty();
        Ok(has && state.in_play().any(|id| other_friend_at(state, card, id, 1)))
    },
    |t, card| {
        let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 1))? else {
            return Ok(());
        };
        for token in [Token::Focus, Token::Evade] {
            let ship = t.state.ship(card.ship);
            let count = if token == Token::Focus { ship.focus } else { ship.evade };
            for _ in 0..count {
                remove_token(t, card.ship, token);
                assign(t, friend, token)?;
            }
        }
        for target in t.state.ship(card.ship).locks.clone() {
            remove_lock(t, card.ship, target);
            t.emit(Event::LockLost(card.ship, target));
            take_lock(t, friend, target)?;
        }
        Ok(())
    },
);

const TELS_DAMAGE: u8 = 4;

const TEL: Ability<XWing> = must(
    Window::WouldBeDestroyed,
    |state, card| Ok(concerns(state, card) && !state.ship(card.ship).pilot_spent),
    |t, card| {
        t.state.ship_mut(card.ship).pilot_spent = true;
        while !t.state.ship(card.ship).damage.is_empty() {
            discard_card(t, card.ship, 0);
        }
        register_all(&mut t.state, card.ship);
        for _ in 0..TELS_DAMAGE {
            deal(t, card.ship, false)?;
        }
        Ok(())
    },
);

const ZUCKUSS: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| Ok(attacks(state, card)),
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.added_attack += 1;
            attack.added_defense += 1;
        }
        Ok(())
    },
);

const FOUR_LOM: Ability<XWing> = may(
    Window::EndPhaseStart,
    |state, card| {
        let near = |id| id != card.ship && in_range(state, card.ship, id, 1);
        Ok(state.ship(card.ship).is_stressed() && state.in_play().any(near))
    },
    |t, card| {
        let near = |state: &State, id| id != card.ship && in_range(state, card.ship, id, 1);
        let Some(other) = choose_ship(t, card, near)? else { return Ok(()) };
        remove_stress(t, card.ship)?;
        receive_stress(t, other)
    },
);

// ---- Protectorate, Lancer, Quadjumper ---------------------------------------------------------------------------------

fn opponent_near(state: &State, card: CardRef) -> bool {
    opponent_of(state, card).is_some_and(|other| in_range(state, card.ship, other, 1))
}

const FENN_ATTACKS: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| Ok(attacks(state, card) && opponent_near(state, card)),
    one_more_attack_die,
);
const FENN_DEFENDS: Ability<XWing> = may(
    Window::DefenseDice,
    |state, card| Ok(defends(state, card) && opponent_near(state, card)),
    |t, _| {
        if let Some(attack) = t.state.attack_mut() {
            attack.added_defense += 1;
        }
        Ok(())
    },
);

const KAD: Ability<XWing> = must(
    Window::AfterManeuver,
    |state, card| Ok(just_flown(state, card) == Some(Colour::Red)),
    |t, card| {
        assign(t, card.ship, Token::Focus)?;
        assign(t, card.ship, Token::Focus)
    },
);

fn terochs_prey(state: &State, card: CardRef, id: ShipId) -> bool {
    enemy_at(state, card, id, 1) && in_firing_arc(state, id, card.ship) && has_tokens(state, id)
}

const TEROCH: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(state.in_play().any(|id| terochs_prey(state, card, id))),
    |t, card| {
        let Some(enemy) = choose_ship(t, card, |state, id| terochs_prey(state, card, id))? else {
            return Ok(());
        };
        while t.state.ship(enemy).focus > 0 {
            remove_token(t, enemy, Token::Focus);
        }
        while t.state.ship(enemy).evade > 0 {
            remove_token(t, enemy, Token::Evade);
        }
        Ok(())
    },
);

const SABINE: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.defender == card.ship) else {
            return Ok(false);
        };
        let seen = in_named_arc(state, card.ship, ArcName::Mobile, attack.attacker)
            && in_range(state, card.ship, attack.attacker, 2);
        if !seen {
            return Ok(false);
        }
        may_modify(state, attack, Roll::Defense).map(|()| true)
    },
    |t, _| {
        add_result(t, Roll::Defense, Face::Eye);
        Ok(())
    },
);

fn in_her_sights(state: &State, card: CardRef, id: ShipId) -> bool {
    id != card.ship
        && in_range(state, card.ship, id, 2)
        && in_named_arc(state, card.ship, ArcName::Mobile, id)
}

const ASAJJ: Ability<XWing> =
    picks!(may, CombatStart, |_, _| true, in_her_sights, |t, _, id| receive_stress(t, id));

/// As many dice as his speed in place of his agility.
const SARCO: Ability<XWing> = may(
    Window::DefenseDice,
    |state, card| Ok(defends(state, card) && state.ship(card.ship).flown.is_some()),
    |t, card| {
        let Some(flown) = t.state.ship(card.ship).flown else { return Ok(()) };
        let more = i32::from(flown.speed) - agility(&t.state, card.ship);
        if let Some(attack) = t.state.attack_mut() {
            attack.added_defense += more as i8;
        }
        Ok(())
    },
);

// ---- bombs and further attacks ----------------------------------------------------------------------------------------

fn bombs_aboard(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let cards = (0..state.ship(id).upgrades.len() as u8).map(Slot::Upgrade);
    cards
        .map(move |slot| CardRef { ship: id, slot })
        .filter(|card| effects(state, *card).bomb.is_some() && usable(state, *card).is_ok())
}

const ZUVIO: Ability<XWing> = may(
    Window::Revealed,
    |state, card| {
        let astern = |set: Maneuver| set.bearing.travel() == Travel::Astern;
        let backs = concerns(state, card) && state.ship(card.ship).dial.is_some_and(astern);
        if backs && bombs_aboard(state, card.ship).next().is_some() {
            may_drop(state, card.ship).map(|()| true)
        } else {
            Ok(false)
        }
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            bombs_aboard(state, card.ship).for_each(|bomb| offer.add(Choice::Card(bomb)));
        })?;
        let Choice::Card(bomb) = choice else { return Ok(()) };
        pay_for_bomb(t, bomb)?;
        drop_from(t, bomb, Section::Fore)
    },
);

/// An enemy that has suffered damage without being the defender of an attack.
fn josteros_prey(state: &State, card: CardRef) -> Option<ShipId> {
    let Some(Moment::Suffering(id)) = state.moment() else { return None };
    let defends = state.attack().is_some_and(|attack| attack.defender == id);
    (!defends && !state.are_friends(card.ship, id)).then_some(id)
}

const JOSTERO: Ability<XWing> = may_once(
    Window::Suffered,
    |state, card| {
        let prey = josteros_prey(state, card);
        Ok(prey.is_some() && could_attack(state, card.ship, |_, target| Some(target) == prey))
    },
    |t, card| {
        let prey = josteros_prey(&t.state, card);
        extra_attack(t, card, card.ship, |_, target| Some(target) == prey).map(|_| ())
    },
);

/// The face that all dice of a roll show.
fn same_face(pool: &Pool) -> Option<Face> {
    let first = pool.0.first()?.face;
    pool.0.iter().all(|result| result.face == first).then_some(first)
}

/// The face that all her dice in an attack show.
fn sunnys_face(state: &State, card: CardRef) -> Option<(Roll, Face)> {
    let roll = if attacks(state, card) { Roll::Attack } else { Roll::Defense };
    let attack = state.attack().filter(|attack| attack.roller(roll) == card.ship)?;
    may_modify(state, attack, roll).ok()?;
    same_face(attack.pool(roll)).map(|face| (roll, face))
}

fn add_sunnys_face(t: &mut Table, card: CardRef) -> Play {
    if let Some((roll, face)) = sunnys_face(&t.state, card) {
        add_result(t, roll, face);
    }
    Ok(())
}

const SUNNY_ATTACKS: Ability<XWing> = may_once(
    Window::AttackRolled,
    |state, card| Ok(attacks(state, card) && sunnys_face(state, card).is_some()),
    add_sunnys_face,
);
const SUNNY_DEFENDS: Ability<XWing> = may_once(
    Window::DefenseRolled,
    |state, card| Ok(defends(state, card) && sunnys_face(state, card).is_some()),
    add_sunnys_face,
);
const SUNNY_REROLLS: Ability<XWing> = may_once(
    Window::Rerolled,
    |state, card| Ok(concerns(state, card) && sunnys_face(state, card).is_some()),
    add_sunnys_face,
);

fn cast_face(state: &State, card: CardRef) -> Option<Face> {
    let cast = state.casts.last().filter(|cast| cast.ship == card.ship)?;
    same_face(&cast.pool)
}

const SUNNY_ROLLS: Ability<XWing> = may_once(
    Window::Cast,
    |state, card| Ok(cast_face(state, card).is_some()),
    |t, card| {
        if let Some(face) = cast_face(&t.state, card) {
            change_cast(t, |pool| pool.add(face));
        }
        Ok(())
    },
);

const NYM: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let friend = state.attack().is_some_and(|attack| state.are_friends(card.ship, attack.defender));
        Ok(friend && measured_over_bomb(state, state.ship(card.ship).side()))
    },
    |t, _| {
        add_result(t, Roll::Defense, Face::Evade);
        Ok(())
    },
);
