//! Crew members.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Face, Maneuver};
use table::timing::{Ability, Force, Limit, Modifier};
use table::{Denial, Play, denial};

use crate::actions::{
    acquire_lock, assign, discard, may_lock, may_lock_that, may_perform, perform, receive_stress,
    remove_stress, remove_token, spend_lock,
};
use crate::attack::{
    Roll, add_result, could_attack, defense_dice, last_attack, reroll, shows, turn_all, turn_one,
};
use crate::cards::tokens::{
    any, are_copies, attacks, choose_and_reroll, choose_dice, choose_ship, concerns, could_lock, defends,
    enemy_at, eye, friend_at, has_dice, just_flown, may_reroll, may_spend_lock, offer_lock, other_friend_at,
    roll_defense, roll_one, take_effect, target_of,
};
use crate::cards::{
    ArcName, Effects, Procedure, Quantity, Registry, Source, Topic, UpgradeSlot, Window, difficulty, library,
};
use crate::damage::{
    doom, put_back, random_face_down, recover_shield, shield_value, suffer, turn_down, turn_up,
};
use crate::maneuvers::{change_dial, colour_for, dial};
use crate::measure::{in_firing_arc, in_primary_arc, in_range, range_in_arc};
use crate::phases::skill;
use crate::state::{
    Action, Attack, CardRef, Cursor, Doom, MAX_SHIPS, Moment, ShipId, Size, Slot, State, Token, Weapon,
};
use crate::{Ask, Choice, Event, Table, XWing};

const NOBODY_NEAR: Denial = denial(
    "xwing.card.saboteur.text",
    "No enemy ship is at range 1.",
    "Kein feindliches Schiff ist in Reichweite 1.",
);
const NO_FRIEND_NEAR: Denial = denial(
    "xwing.core.action.one",
    "No friendly ship is at range 1-2.",
    "Kein freundliches Schiff ist in Reichweite 1-2.",
);
const RED_WHILE_STRESSED: Denial = denial(
    "xwing.card.navigator.text",
    "A stressed ship cannot rotate its dial to a red maneuver.",
    "Ein gestresstes Schiff darf sein Rad nicht auf ein rotes Manöver drehen.",
);
const GUESSED: Denial = denial(
    "xwing.card.c-3po.text",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const SWAPPED: Denial = denial(
    "xwing.card.jan-ors-crew.errata",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);
const USED: Denial = denial(
    "xwing.core.golden-rule.1",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);

pub const EFFECTS: Registry = &[
    // further attacks
    ("gunner", Effects { abilities: &[GUNNER], ..Effects::NONE }),
    ("luke-skywalker-crew", Effects { abilities: &[GUNNER, LUKE], ..Effects::NONE }),
    ("baze-malbus", Effects { abilities: &[BAZE], ..Effects::NONE }),
    // dice
    ("mercenary-copilot", Effects { abilities: &[MERCENARY_COPILOT], ..Effects::NONE }),
    ("bistan", Effects { abilities: &[BISTAN], ..Effects::NONE }),
    ("flight-instructor", Effects { abilities: &[FLIGHT_INSTRUCTOR], ..Effects::NONE }),
    ("c-3po", Effects { abilities: &[GUESS, GUESSED_RIGHT], once_per_round: Some(GUESSED), ..Effects::NONE }),
    ("han-solo-crew", Effects { abilities: &[HAN], ..Effects::NONE }),
    ("ezra-bridger-crew", Effects { abilities: &[EZRA], ..Effects::NONE }),
    ("dengar-crew", Effects { abilities: &[DENGAR], ..Effects::NONE }),
    ("wookiee-commandos", Effects { abilities: &[WOOKIEES], ..Effects::NONE }),
    ("saw-gerrera-crew", Effects { abilities: &[SAW], ..Effects::NONE }),
    ("latts-razzi-crew", Effects { abilities: &[LATTS], ..Effects::NONE }),
    ("zuckuss-crew", Effects { abilities: &[ZUCKUSS], ..Effects::NONE }),
    ("maul", Effects { abilities: &[MAUL, MAUL_RELAXES], ..Effects::NONE }),
    ("agent-kallus", Effects { abilities: &[KALLUS_MARKS, KALLUS_ATTACKS, KALLUS_DEFENDS], ..Effects::NONE }),
    ("tail-gunner", Effects { modifiers: &[TAIL_GUNNER], ..Effects::NONE }),
    ("dash-rendar-crew", Effects { modifiers: &[DASH], ..Effects::NONE }),
    // damage
    (
        "saboteur",
        Effects { action: Some(Procedure { may: may_sabotage, perform: sabotage }), ..Effects::NONE },
    ),
    ("darth-vader-crew", Effects { abilities: &[VADER, VADER_FIGHTS_ON], ..Effects::NONE }),
    ("chewbacca-crew", Effects { abilities: &[CHEWBACCA], ..Effects::NONE }),
    ("r2-d2-crew", Effects { abilities: &[R2_D2], ..Effects::NONE }),
    ("moff-jerjerrod", Effects { abilities: &[JERJERROD], ..Effects::NONE }),
    ("greedo", Effects { abilities: &[GREEDO_IS_ATTACKED, GREEDO], ..Effects::NONE }),
    ("boba-fett-crew", Effects { abilities: &[BOBA], ..Effects::NONE }),
    // stress
    ("tactician", Effects { abilities: &[TACTICIAN], ..Effects::NONE }),
    ("rebel-captive", Effects { abilities: &[REBEL_CAPTIVE], ..Effects::NONE }),
    ("death-troopers", Effects { abilities: &[DEATH_TROOPERS], ..Effects::NONE }),
    ("mara-jade", Effects { abilities: &[MARA], ..Effects::NONE }),
    ("kyle-katarn-crew", Effects { abilities: &[KYLE], ..Effects::NONE }),
    ("kanan-jarrus-crew", Effects { abilities: &[KANAN], once_per_round: Some(USED), ..Effects::NONE }),
    ("inspiring-recruit", Effects { abilities: &[RECRUIT], once_per_round: Some(USED), ..Effects::NONE }),
    // tokens
    ("recon-specialist", Effects { abilities: &[RECON_SPECIALIST], ..Effects::NONE }),
    ("jan-ors-crew", Effects { abilities: &[JAN], once_per_round: Some(SWAPPED), ..Effects::NONE }),
    (
        "lando-calrissian-crew",
        Effects { action: Some(Procedure { may: |_, _| Ok(()), perform: gamble }), ..Effects::NONE },
    ),
    (
        "fleet-officer",
        Effects { action: Some(Procedure { may: |_, _| Ok(()), perform: give_orders }), ..Effects::NONE },
    ),
    ("jyn-erso", Effects { action: Some(Procedure { may: may_inspire, perform: inspire }), ..Effects::NONE }),
    ("ysanne-isard", Effects { abilities: &[YSANNE], ..Effects::NONE }),
    ("captain-rex-crew", Effects { abilities: &[REX], ..Effects::NONE }),
    ("operations-specialist", Effects { abilities: &[OPERATIONS], ..Effects::NONE }),
    ("bossk-crew", Effects { abilities: &[BOSSK], ..Effects::NONE }),
    ("rey-crew", Effects { abilities: &[REY_STORES, REY_GIVES], ..Effects::NONE }),
    ("outlaw-tech", Effects { abilities: &[OUTLAW_TECH], ..Effects::NONE }),
    // locks
    ("weapons-engineer", Effects { abilities: &[SECOND_LOCK], modifiers: &[TWO_LOCKS], ..Effects::NONE }),
    ("k4-security-droid", Effects { abilities: &[K4], ..Effects::NONE }),
    ("systems-officer", Effects { abilities: &[SYSTEMS_OFFICER], ..Effects::NONE }),
    ("magva-yarro-crew", Effects { abilities: &[MAGVA], ..Effects::NONE }),
    // maneuvers and actions
    ("nien-nunb", Effects { modifiers: &[NIEN], ..Effects::NONE }),
    ("navigator", Effects { abilities: &[NAVIGATOR], ..Effects::NONE }),
    ("leia-organa", Effects { abilities: &[LEIA], modifiers: &[LEIA_LEADS], ..Effects::NONE }),
    ("leebo-crew", Effects { action: Some(Procedure { may: may_leap, perform: leap }), ..Effects::NONE }),
    ("tactical-officer", Effects::FACTS),
];

/// The attack that this card's ship makes.
fn own_attack(state: &State, card: CardRef) -> Option<&Attack> {
    state.attack().filter(|attack| attack.attacker == card.ship)
}

/// The attack on this card's ship.
fn attack_on(state: &State, card: CardRef) -> Option<&Attack> {
    state.attack().filter(|attack| attack.defender == card.ship)
}

/// Whether this card's ship has attacked and missed.
fn has_missed(state: &State, card: CardRef) -> bool {
    own_attack(state, card).is_some_and(|attack| !attack.hit)
}

// ---- further attacks --------------------------------------------------------------------------------------------------

/// Whether the attack has missed for good: by the later rules both attacks of a double attack have to.
fn may_fire_again(state: &State, card: CardRef) -> bool {
    let last = state.options.rules().extra_attacks_last;
    own_attack(state, card)
        .is_some_and(|attack| !attack.hit && !(last && (attack.more || attack.earlier_hit)))
}

const GUNNER: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(may_fire_again(state, card) && could_attack(state, card.ship, |weapon, _| weapon.is_primary()))
    },
    effect: |t, card| last_attack(t, card, card.ship, |weapon, _| weapon.is_primary()).map(|_| ()),
};

/// In the attack that he has granted himself.
const LUKE: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let granted = state.attack().is_some_and(|attack| attack.granted_by == Some(card));
        Ok(granted && shows(state, Roll::Attack, Face::Eye))
    },
    effect: |t, _| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Hit);
        Ok(())
    },
};

const BAZE: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let missed = target_of(state, card);
        let other = |target| Some(target) != missed;
        Ok(may_fire_again(state, card)
            && could_attack(state, card.ship, |weapon, target| weapon.is_primary() && other(target)))
    },
    effect: |t, card| {
        let missed = target_of(&t.state, card);
        let allowed = |weapon: Weapon, target| weapon.is_primary() && Some(target) != missed;
        last_attack(t, card, card.ship, allowed).map(|_| ())
    },
};

// ---- attack dice ------------------------------------------------------------------------------------------------------

const MERCENARY_COPILOT: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let far = own_attack(state, card).is_some_and(|attack| attack.range == 3);
        Ok(far && shows(state, Roll::Attack, Face::Hit))
    },
    effect: |t, _| {
        turn_one(t, Roll::Attack, Face::Hit, Face::Critical);
        Ok(())
    },
};

const BISTAN: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let near = own_attack(state, card).is_some_and(|attack| attack.range <= 2);
        Ok(near && shows(state, Roll::Attack, Face::Hit))
    },
    effect: |t, _| {
        turn_one(t, Roll::Attack, Face::Hit, Face::Critical);
        Ok(())
    },
};

const HAN: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| match target_of(state, card) {
        Some(target) if shows(state, Roll::Attack, Face::Eye) => may_spend_lock(state, card.ship, target),
        _ => Ok(false),
    },
    effect: |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        turn_all(t, Roll::Attack, Face::Eye, Face::Hit);
        spend_lock(t, card.ship, target)
    },
};

const EZRA: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let stressed = state.ship(card.ship).is_stressed();
        Ok(stressed && attacks(state, card) && shows(state, Roll::Attack, Face::Eye))
    },
    effect: |t, _| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Critical);
        Ok(())
    },
};

const DENGAR: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| if attacks(state, card) { may_reroll(state, Roll::Attack, any) } else { Ok(false) },
    effect: |t, card| {
        let famous = |target: ShipId| library().pilot(t.state.ship(target).pilot).unique;
        let most = if target_of(&t.state, card).is_some_and(famous) { 2 } else { 1 };
        choose_and_reroll(t, card, Roll::Attack, 1..=most, any)
    },
};

const WOOKIEES: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| if attacks(state, card) { may_reroll(state, Roll::Attack, eye) } else { Ok(false) },
    effect: |t, card| choose_and_reroll(t, card, Roll::Attack, 1..=32, eye),
};

const SAW: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(attacks(state, card) && shows(state, Roll::Attack, Face::Eye)),
    effect: |t, card| {
        suffer(t, card.ship, 1, 0)?;
        turn_all(t, Roll::Attack, Face::Eye, Face::Critical);
        Ok(())
    },
};

/// As many dice as the ship takes stress tokens.
const MAUL: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let calm = !state.ship(card.ship).is_stressed();
        if calm && attacks(state, card) { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    effect: |t, card| stress_for_dice(t, card, Roll::Attack),
};

const MAUL_RELAXES: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let hit = own_attack(state, card).is_some_and(|attack| attack.hit);
        Ok(hit && state.ship(card.ship).is_stressed())
    },
    effect: |t, card| remove_stress(t, card.ship),
};

const ZUCKUSS: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let calm = !state.ship(card.ship).is_stressed();
        Ok(calm && attacks(state, card) && has_dice(state, Roll::Defense))
    },
    effect: |t, card| stress_for_dice(t, card, Roll::Defense),
};

fn stress_for_dice(t: &mut Table, card: CardRef, roll: Roll) -> Play {
    let dice = choose_dice(t, card, roll, 1..=32, any)?;
    for _ in &dice {
        receive_stress(t, card.ship)?;
    }
    reroll(t, roll, &dice)
}

// ---- one enemy above all ----------------------------------------------------------------------------------------------

/// The tokens on the card tell which ship was chosen for the game: its number and 1.
fn marked_enemy(state: &State, card: CardRef) -> Option<ShipId> {
    let Slot::Upgrade(i) = card.slot else { return None };
    let tokens = state.ship(card.ship).upgrades.get(i as usize)?.tokens;
    tokens.checked_sub(1).map(ShipId)
}

const KALLUS_MARKS: Ability<XWing> = Ability {
    window: Window::PlanningStart,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.round == 1 && marked_enemy(state, card).is_none()),
    effect: |t, card| {
        let small_enough = |state: &State, id: ShipId| {
            !state.are_friends(card.ship, id) && state.ship(id).size != Size::Huge
        };
        if let (Some(enemy), Slot::Upgrade(i)) = (choose_ship(t, card, small_enough)?, card.slot)
            && let Some(upgrade) = t.state.ship_mut(card.ship).upgrades.get_mut(i as usize)
        {
            upgrade.tokens = enemy.0 + 1;
        }
        Ok(())
    },
};

const KALLUS_ATTACKS: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let enemy = own_attack(state, card).map(|attack| attack.defender);
        Ok(enemy.is_some() && enemy == marked_enemy(state, card) && shows(state, Roll::Attack, Face::Eye))
    },
    effect: |t, _| {
        turn_one(t, Roll::Attack, Face::Eye, Face::Hit);
        Ok(())
    },
};

const KALLUS_DEFENDS: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let enemy = attack_on(state, card).map(|attack| attack.attacker);
        Ok(enemy.is_some() && enemy == marked_enemy(state, card) && shows(state, Roll::Defense, Face::Eye))
    },
    effect: |t, _| {
        turn_one(t, Roll::Defense, Face::Eye, Face::Evade);
        Ok(())
    },
};

// ---- defense ----------------------------------------------------------------------------------------------------------

/// Against attackers of this skill or less a blank may be rerolled in place of a focus result.
const EASY_LESSON: u8 = 2;

fn eye_or_blank(face: Face) -> bool {
    matches!(face, Face::Eye | Face::Blank)
}

fn lesson(state: &State) -> fn(Face) -> bool {
    let easy = state.attack().is_some_and(|attack| skill(state, attack.attacker) <= EASY_LESSON);
    if easy { eye_or_blank } else { eye }
}

const FLIGHT_INSTRUCTOR: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        if defends(state, card) { may_reroll(state, Roll::Defense, lesson(state)) } else { Ok(false) }
    },
    effect: |t, card| {
        let wanted = lesson(&t.state);
        choose_and_reroll(t, card, Roll::Defense, 1..=1, wanted)
    },
};

const GUESS: Ability<XWing> = Ability {
    window: Window::DefenseDice,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| Ok(attack_on(state, card).is_some_and(|attack| defense_dice(state, attack) > 0)),
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let dice = state.attack().map_or(0, |attack| defense_dice(state, attack));
            (0..=dice as u8).for_each(|number| offer.add(Choice::Number(number)));
        })?;
        let Choice::Number(number) = choice else { return Ok(()) };
        t.emit(Event::Named(card, number));
        if let Some(memo) = t.state.memo_mut(card) {
            (memo.active, memo.amount) = (true, number as i8);
        }
        Ok(())
    },
};

/// What the dice show before anybody modifies them is compared with the number that was named.
const GUESSED_RIGHT: Ability<XWing> = Ability {
    window: Window::DefenseRolled,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.memo(card).active && defends(state, card)),
    effect: |t, card| {
        let guess = t.state.memo(card).amount;
        if let Some(memo) = t.state.memo_mut(card) {
            memo.active = false;
        }
        let evades = t.state.attack().map(|attack| attack.defense.count(Face::Evade) as i8);
        if evades == Some(guess) {
            add_result(t, Roll::Defense, Face::Evade);
        }
        Ok(())
    },
};

const LATTS: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(attack_on(state, card).is_some_and(|attack| state.ship(attack.attacker).is_stressed()))
    },
    effect: |t, _| {
        let Some(attacker) = t.state.attack().map(|attack| attack.attacker) else { return Ok(()) };
        remove_stress(t, attacker)?;
        add_result(t, Roll::Defense, Face::Evade);
        Ok(())
    },
};

/// Out of the rear arc means: at a target that the front arc does not hold.
const TAIL_GUNNER: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| match own_attack(state, card) {
        Some(attack)
            if *quantity == Quantity::Agility(attack.defender)
                && library().ship(state.ship(card.ship).kind).arcs.contains(&ArcName::Rear)
                && in_firing_arc(state, card.ship, attack.defender)
                && !in_primary_arc(state, card.ship, attack.defender) =>
        {
            agility - 1
        }
        _ => agility,
    },
};

const DASH: Modifier<XWing> = Modifier {
    of: Topic::Obstruction,
    sets: true,
    apply: |_, card, quantity, count| if *quantity == Quantity::Obstruction(card.ship) { 0 } else { count },
};

// ---- damage -----------------------------------------------------------------------------------------------------------

fn may_sabotage(state: &State, card: CardRef) -> Result<(), Denial> {
    if state.in_play().any(|id| enemy_at(state, card, id, 1)) { Ok(()) } else { Err(NOBODY_NEAR) }
}

/// On a hit or a critical hit one of the enemy's face-down damage cards is turned up.
fn sabotage(t: &mut Table, card: CardRef) -> Play {
    let Some(enemy) = choose_ship(t, card, |state, id| enemy_at(state, card, id, 1))? else { return Ok(()) };
    if matches!(roll_one(t, card)?, Face::Hit | Face::Critical)
        && let Some(slot) = random_face_down(t, enemy)?
    {
        turn_up(t, enemy, slot)?;
    }
    Ok(())
}

/// By the later rules both attacks of a double attack come first.
const VADER: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let waits = state.options.rules().crew_damage_after_double_attack;
        let over = |attack: &Attack| !(waits && attack.more) && state.ship(attack.defender).in_play();
        Ok(own_attack(state, card).is_some_and(over) && !state.ship(card.ship).is_doomed())
    },
    effect: |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        suffer(t, card.ship, 2, 0)?;
        suffer(t, target, 0, 1)
    },
};

/// A ship that he destroys in the middle of its turn still makes the further attacks that it has.
const VADER_FIGHTS_ON: Ability<XWing> = Ability {
    window: Window::WouldBeDestroyed,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let at_once = !state.options.rules().crew_damage_after_double_attack;
        let own_turn = state.active == Some(card.ship) && matches!(state.cursor, Cursor::Combat { .. });
        Ok(at_once && own_turn && concerns(state, card) && attacks(state, card))
    },
    effect: |t, card| {
        doom(t, card.ship, Doom::AfterItsTurn);
        Ok(())
    },
};

/// A damage card that is being dealt to this card's ship. One that comes face up may be looked at first.
fn being_dealt(state: &State, card: CardRef) -> Option<u8> {
    match state.moment() {
        Some(Moment::Dealing { ship, kind, .. }) if ship == card.ship => kind,
        _ => None,
    }
}

const CHEWBACCA: Ability<XWing> = Ability {
    window: Window::Dealing,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(being_dealt(state, card).is_some()),
    effect: |t, card| {
        let Some(drawn) = being_dealt(&t.state, card) else { return Ok(()) };
        if let Some(Moment::Dealing { kind, .. }) = t.state.moments.last_mut() {
            *kind = None;
        }
        put_back(t, card.ship, drawn);
        t.emit(Event::DamageDiscarded(card.ship, drawn));
        recover_shield(t, card.ship);
        discard(t, card);
        Ok(())
    },
};

const R2_D2: Ability<XWing> = Ability {
    window: Window::EndPhase,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(crate::huge::is_bare(state, card) && shield_value(state, card.ship) > 0),
    effect: |t, card| {
        crate::huge::recover_shield(t, card);
        if roll_one(t, card)? == Face::Hit
            && let Some(slot) = random_face_down(t, card.ship)?
        {
            turn_up(t, card.ship, slot)?;
        }
        Ok(())
    },
};

/// The crew of a ship that is still in play.
fn crew(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let upgrades = state.ship(id).upgrades.iter().enumerate().filter(|(_, upgrade)| !upgrade.discarded);
    upgrades
        .filter(|(_, upgrade)| library().upgrade(upgrade.card).slot == UpgradeSlot::Crew)
        .map(move |(i, _)| CardRef { ship: id, slot: Slot::Upgrade(i as u8) })
}

const JERJERROD: Ability<XWing> = Ability {
    window: Window::DealtFaceUp,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card)),
    effect: |t, card| {
        let Some(Moment::Dealt(ship, slot)) = t.state.moment() else { return Ok(()) };
        let owner = t.state.ship(ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            crew(state, ship).for_each(|member| offer.add(Choice::Card(member)));
        })?;
        if let Choice::Card(member) = choice {
            discard(t, member);
            turn_down(t, CardRef { ship, slot: Slot::Damage(slot) });
        }
        Ok(())
    },
};

/// Counts the attacks on the ship this round.
const GREEDO_IS_ATTACKED: Ability<XWing> = Ability {
    window: Window::Declared,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(defends(state, card)),
    effect: |t, card| {
        if let Some(memo) = t.state.memo_mut(card) {
            memo.amount = memo.amount.saturating_add(1);
        }
        Ok(())
    },
};

/// In the ship's first attack and in its first defense of the round the first card comes face up.
const GREEDO: Ability<XWing> = Ability {
    window: Window::Dealing,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let (Some(attack), Some(Moment::Dealing { ship, kind: Some(_), face_up: false })) =
            (state.attack(), state.moment())
        else {
            return Ok(false);
        };
        let first_attack = attacks(state, card) && state.ship(card.ship).attacks_made == 1;
        let first_defense = defends(state, card) && state.memo(card).amount == 1;
        let first_card = attack.compared && attack.dealt == 0 && ship == attack.defender;
        Ok(first_card && (first_attack || first_defense))
    },
    effect: |t, _| {
        if let Some(Moment::Dealing { face_up, .. }) = t.state.moments.last_mut() {
            *face_up = true;
        }
        Ok(())
    },
};

/// The upgrades of a ship that can be discarded.
fn upgrades_in_play(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let upgrades = state.ship(id).upgrades.iter().enumerate().filter(|(_, upgrade)| !upgrade.discarded);
    upgrades.map(move |(i, _)| CardRef { ship: id, slot: Slot::Upgrade(i as u8) })
}

const BOBA: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let Some(target) = target_of(state, card).filter(|target| state.ship(*target).in_play()) else {
            return Ok(false);
        };
        let critical = state.ship(target).damage.iter().any(|damage| damage.fresh && damage.face_up);
        Ok(critical && upgrades_in_play(state, target).next().is_some())
    },
    effect: |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        discard(t, card);
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
            upgrades_in_play(state, target).for_each(|upgrade| offer.add(Choice::Card(upgrade)));
        })?;
        if let Choice::Card(upgrade) = choice {
            discard(t, upgrade);
        }
        Ok(())
    },
};

// ---- stress -----------------------------------------------------------------------------------------------------------

/// By the later rules range is measured inside the firing arc, and one such card on a ship is enough.
const TACTICIAN: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let Some(attack) = own_attack(state, card) else { return Ok(false) };
        let target = attack.defender;
        let at_two = if state.options.rules().stress_by_range_in_arc {
            range_in_arc(state, card.ship, target) == Some(2) && is_first_copy(state, card)
        } else {
            attack.range == 2 && in_firing_arc(state, card.ship, target)
        };
        Ok(at_two && state.ship(target).in_play())
    },
    effect: |t, card| match target_of(&t.state, card) {
        Some(target) => receive_stress(t, target),
        None => Ok(()),
    },
};

fn is_first_copy(state: &State, card: CardRef) -> bool {
    let Slot::Upgrade(place) = card.slot else { return true };
    let mut earlier = (0..place).map(|i| CardRef { ship: card.ship, slot: Slot::Upgrade(i) });
    !earlier.any(|other| are_copies(state, card, other))
}

const REBEL_CAPTIVE: Ability<XWing> = Ability {
    window: Window::Declared,
    force: Force::Must,
    limit: Limit::PerRound,
    when: |state, card| Ok(defends(state, card)),
    effect: |t, _| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => receive_stress(t, attacker),
        None => Ok(()),
    },
};

const DEATH_TROOPERS: Ability<XWing> = Ability {
    window: Window::Declared,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let covered = range_in_arc(state, attack.attacker, card.ship).is_some();
        Ok(covered && other_friend_at(state, card, attack.defender, 1))
    },
    effect: |t, _| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => receive_stress(t, attacker),
        None => Ok(()),
    },
};

const MARA: Ability<XWing> = Ability {
    window: Window::EndOfCombat,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |_, _| Ok(true),
    effect: |t, card| {
        let calm = |id: &ShipId| !t.state.ship(*id).is_stressed() && enemy_at(&t.state, card, *id, 1);
        let calm: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(calm).collect();
        for id in calm {
            receive_stress(t, id)?;
        }
        Ok(())
    },
};

const KYLE: Ability<XWing> = Ability {
    window: Window::Unstressed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(concerns(state, card)),
    effect: |t, card| assign(t, card.ship, Token::Focus),
};

/// The friendly ship that has just flown a white maneuver and is stressed.
fn flew_white(state: &State, card: CardRef) -> Option<ShipId> {
    let Some(Moment::Maneuver(id)) = state.moment() else { return None };
    let ship = state.ship(id);
    let white = ship.flown.is_some_and(|flown| flown.colour == Colour::White);
    (white && ship.is_stressed() && friend_at(state, card, id, 2)).then_some(id)
}

const KANAN: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| Ok(flew_white(state, card).is_some()),
    effect: |t, card| match flew_white(&t.state, card) {
        Some(id) => remove_stress(t, id),
        None => Ok(()),
    },
};

/// A friendly ship that has just lost a stress token and has another.
fn relaxes(state: &State, card: CardRef) -> Option<ShipId> {
    let Some(Moment::Stress(id)) = state.moment() else { return None };
    (state.ship(id).is_stressed() && friend_at(state, card, id, 2)).then_some(id)
}

const RECRUIT: Ability<XWing> = Ability {
    window: Window::Unstressed,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| Ok(relaxes(state, card).is_some()),
    effect: |t, card| match relaxes(&t.state, card) {
        Some(id) => remove_stress(t, id),
        None => Ok(()),
    },
};

// ---- tokens -----------------------------------------------------------------------------------------------------------

const RECON_SPECIALIST: Ability<XWing> = Ability {
    window: Window::AfterAction,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.moment() == Some(Moment::Performed(card.ship, Action::Focus))),
    effect: |t, card| assign(t, card.ship, Token::Focus),
};

const JAN: Ability<XWing> = Ability {
    window: Window::WouldBeAssigned,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| match state.moment() {
        Some(Moment::Assigned(id, Token::Focus)) => Ok(friend_at(state, card, id, 3)),
        _ => Ok(false),
    },
    effect: |t, _| match t.state.moment() {
        Some(Moment::Assigned(id, _)) => assign(t, id, Token::Evade),
        _ => Ok(()),
    },
};

fn gamble(t: &mut Table, card: CardRef) -> Play {
    let roll = roll_defense(t, card, 2)?;
    for _ in 0..roll.count(Face::Eye) {
        assign(t, card.ship, Token::Focus)?;
    }
    for _ in 0..roll.count(Face::Evade) {
        assign(t, card.ship, Token::Evade)?;
    }
    Ok(())
}

fn give_orders(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let picks = t.ask_some(owner, Ask::CardTarget(card), 0, 2, |state, offer| {
        state
            .in_play()
            .filter(|id| friend_at(state, card, *id, 2))
            .for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    for pick in picks {
        if let Choice::Ship(id) = pick {
            assign(t, id, Token::Focus)?;
        }
    }
    receive_stress(t, card.ship)
}

fn may_inspire(state: &State, card: CardRef) -> Result<(), Denial> {
    if state.in_play().any(|id| friend_at(state, card, id, 2)) { Ok(()) } else { Err(NO_FRIEND_NEAR) }
}

fn inspire(t: &mut Table, card: CardRef) -> Play {
    let Some(friend) = choose_ship(t, card, |state, id| friend_at(state, card, id, 2))? else {
        return Ok(());
    };
    let enemies = t.state.enemies_of(card.ship).filter(|id| range_in_arc(&t.state, card.ship, *id).is_some());
    for _ in 0..enemies.count().min(3) {
        assign(t, friend, Token::Focus)?;
    }
    Ok(())
}

const YSANNE: Ability<XWing> = Ability {
    window: Window::CombatStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let ship = state.ship(card.ship);
        if ship.shields > 0 || ship.damage.is_empty() {
            return Ok(false);
        }
        may_perform(state, card.ship, Action::Evade, Source::Granted).map(|()| true)
    },
    effect: |t, card| perform(t, card.ship, Action::Evade),
};

const REX: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(has_missed(state, card)),
    effect: |t, card| assign(t, card.ship, Token::Focus),
};

const OPERATIONS: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(state.attack().is_some_and(|attack| !attack.hit && friend_at(state, card, attack.attacker, 2)))
    },
    effect: |t, card| {
        let near_attacker = |state: &State, id: ShipId| {
            let near = |attack: &Attack| in_range(state, attack.attacker, id, 3);
            state.are_friends(card.ship, id) && state.attack().is_some_and(near)
        };
        match choose_ship(t, card, near_attacker)? {
            Some(id) => assign(t, id, Token::Focus),
            None => Ok(()),
        }
    },
};

const BOSSK: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| Ok(has_missed(state, card) && !state.ship(card.ship).is_stressed()),
    effect: |t, card| {
        receive_stress(t, card.ship)?;
        assign(t, card.ship, Token::Focus)?;
        match target_of(&t.state, card) {
            Some(target) if may_lock_that(&t.state, card.ship, target).is_ok() => {
                acquire_lock(t, card.ship, target)
            }
            _ => Ok(()),
        }
    },
};

fn stored(state: &mut State, card: CardRef) -> Option<&mut u8> {
    let Slot::Upgrade(i) = card.slot else { return None };
    state.ship_mut(card.ship).upgrades.get_mut(i as usize).map(|upgrade| &mut upgrade.tokens)
}

const REY_STORES: Ability<XWing> = Ability {
    window: Window::EndPhaseStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.ship(card.ship).focus > 0),
    effect: |t, card| {
        remove_token(t, card.ship, Token::Focus);
        if let Some(tokens) = stored(&mut t.state, card) {
            *tokens = tokens.saturating_add(1);
        }
        Ok(())
    },
};

const REY_GIVES: Ability<XWing> = Ability {
    window: Window::CombatStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let Slot::Upgrade(i) = card.slot else { return Ok(false) };
        Ok(state.ship(card.ship).upgrades.get(i as usize).is_some_and(|upgrade| upgrade.tokens > 0))
    },
    effect: |t, card| {
        if let Some(tokens) = stored(&mut t.state, card) {
            *tokens -= 1;
        }
        assign(t, card.ship, Token::Focus)
    },
};

const OUTLAW_TECH: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(just_flown(state, card) == Some(Colour::Red)),
    effect: |t, card| assign(t, card.ship, Token::Focus),
};

// ---- locks ------------------------------------------------------------------------------------------------------------

const TWO_LOCKS: Modifier<XWing> = Modifier {
    of: Topic::Locks,
    sets: false,
    apply: |_, card, quantity, locks| {
        if *quantity == Quantity::Locks(card.ship) { locks.max(2) } else { locks }
    },
};

/// Another ship that may be locked together with the one that was locked just now.
fn could_be_second(state: &State, card: CardRef, id: ShipId) -> bool {
    let Some(Moment::Acquired(ship, first)) = state.moment() else { return false };
    ship == card.ship && id != first && may_lock(state, ship, id).is_ok()
}

/// One acquisition, two locks; the second one does not bring a third.
const SECOND_LOCK: Ability<XWing> = Ability {
    window: Window::AcquiredLock,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        Ok(!state.memo(card).active && state.in_play().any(|id| could_be_second(state, card, id)))
    },
    effect: |t, card| {
        take_effect(t, card)?;
        if let Some(second) = choose_ship(t, card, |state, id| could_be_second(state, card, id))? {
            acquire_lock(t, card.ship, second)?;
        }
        if let Some(memo) = t.state.memo_mut(card) {
            memo.active = false;
        }
        Ok(())
    },
};

const K4: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(just_flown(state, card) == Some(Colour::Green) && could_lock(state, card.ship)),
    effect: |t, card| offer_lock(t, card.ship),
};

/// Another friendly ship at range 1 that could lock somebody.
fn may_be_told(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 1) && could_lock(state, id)
}

const SYSTEMS_OFFICER: Ability<XWing> = Ability {
    window: Window::AfterManeuver,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let green = just_flown(state, card) == Some(Colour::Green);
        Ok(green && state.in_play().any(|id| may_be_told(state, card, id)))
    },
    effect: |t, card| match choose_ship(t, card, |state, id| may_be_told(state, card, id))? {
        Some(friend) => offer_lock(t, friend),
        None => Ok(()),
    },
};

const MAGVA: Ability<XWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let lockable = |attack: &Attack| may_lock_that(state, card.ship, attack.attacker).is_ok();
        Ok(attack_on(state, card).is_some_and(lockable))
    },
    effect: |t, card| match t.state.attack().map(|attack| attack.attacker) {
        Some(attacker) => acquire_lock(t, card.ship, attacker),
        None => Ok(()),
    },
};

// ---- maneuvers and actions --------------------------------------------------------------------------------------------

/// A Koiogran turn that fails is still no straight maneuver.
const NIEN: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |_, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, maneuver)
            if *ship == card.ship && maneuver.bearing == Bearing::Straight =>
        {
            difficulty(Colour::Green)
        }
        _ => colour,
    },
};

/// The other maneuvers of the dial with the bearing of the one that was revealed.
fn of_same_bearing(state: &State, id: ShipId) -> impl Iterator<Item = Maneuver> {
    let set = state.ship(id).dial;
    let alike = move |entry: &Maneuver| {
        set.is_some_and(|set| entry.bearing == set.bearing && entry.speed != set.speed)
    };
    dial(state, id).iter().copied().filter(alike)
}

fn may_rotate_to(state: &State, id: ShipId, maneuver: Maneuver) -> Result<(), Denial> {
    let red = colour_for(state, id, maneuver) == Colour::Red;
    if state.ship(id).is_stressed() && red { Err(RED_WHILE_STRESSED) } else { Ok(()) }
}

const NAVIGATOR: Ability<XWing> = Ability {
    window: Window::Revealed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let allowed = |entry| may_rotate_to(state, card.ship, entry).is_ok();
        Ok(concerns(state, card) && of_same_bearing(state, card.ship).any(allowed))
    },
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardManeuver(card), |state, offer| {
            for entry in of_same_bearing(state, card.ship) {
                offer.judge(Choice::Maneuver(entry), may_rotate_to(state, card.ship, entry));
            }
        })?;
        if let Choice::Maneuver(maneuver) = choice {
            change_dial(t, card.ship, maneuver);
        }
        Ok(())
    },
};

const LEIA: Ability<XWing> = Ability {
    window: Window::ActivationStart,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(!state.memo(card).active),
    effect: |t, card| {
        discard(t, card);
        take_effect(t, card)
    },
};

/// Red maneuvers of all friendly ships, as long as the Activation Phase lasts.
const LEIA_LEADS: Modifier<XWing> = Modifier {
    of: Topic::Difficulty,
    sets: false,
    apply: |state, card, quantity, colour| match quantity {
        Quantity::Difficulty(ship, _)
            if state.memo(card).active
                && state.are_friends(card.ship, *ship)
                && matches!(state.cursor, Cursor::Decloaking { .. } | Cursor::Activation { .. }) =>
        {
            colour.min(difficulty(Colour::White))
        }
        _ => colour,
    },
};

fn may_leap(state: &State, card: CardRef) -> Result<(), Denial> {
    may_perform(state, card.ship, Action::Boost, Source::Granted)
}

fn leap(t: &mut Table, card: CardRef) -> Play {
    perform(t, card.ship, Action::Boost)?;
    assign(t, card.ship, Token::Ion)
}
