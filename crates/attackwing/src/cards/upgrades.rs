//! Upgrade cards.

use arrayvec::ArrayVec;
use flightpath::{ATTACK_FACES, Colour, Face, Pool};
use geometry::{Heading, Pose, Shape, gap_in_arc, overlaps};
use table::timing::{Ability, Force, Limit, Modifier, Prohibition};
use table::{Denial, Picks, Play, denial};

use super::captains::{attacker_shows, change_one, lie_in_wait};
use super::{
    Deed, Effects, Procedure, Registry, Topic, UpgradeType, WeaponRules, Window, is_in_reach, library,
};
use crate::actions::{disable_all_shields, discard, set_disabled};
use crate::attack::{ATTACK_DIE, begin, can_fire_at, faces_of, free_attack, reroll};
use crate::maneuvers::{colour_for, dial, enter_minefield, execute, may_set};
use crate::measure::{footprint, in_forward_arc, range, rear_arc};
use crate::state::{Action, CardRef, MINEFIELD_DIAMETER, ShipId, Slot, State, Token, TokenKind, Upgrade};
use crate::{Ask, AttackWing, Choice, Event, Table, damage};

const NO_GREEN: Denial = denial(
    "attackwing.known.upgrade.engage",
    "The ship has executed no green maneuver this round.",
    "Das Schiff hat in dieser Runde kein grünes Manöver ausgeführt.",
);
const NOBODY_TO_SABOTAGE: Denial = denial(
    "attackwing.known.upgrade.obrien",
    "No other ship at range 1–3 has an upgrade that could be disabled.",
    "Kein anderes Schiff in Reichweite 1–3 hat eine Aufwertung, die deaktiviert werden könnte.",
);
const NOBODY_FOR_KLAG: Denial = denial(
    "attackwing.known.upgrade.klag",
    "No ship at range 1–2 without cloak and active shields has crew to lose.",
    "Kein Schiff ohne Tarnung und aktivierte Schilde in Reichweite 1–2 hat Crew zu verlieren.",
);
const NOBODY_FOR_BOCHRA: Denial = denial(
    "attackwing.known.upgrade.bochra",
    "No ship at range 1–2 without cloak and active shields has crew to lose.",
    "Kein Schiff ohne Tarnung und aktivierte Schilde in Reichweite 1–2 hat Crew zu verlieren.",
);
const NOBODY_TO_HOLD: Denial = denial(
    "attackwing.known.upgrade.tractor-beam",
    "No other ship is at range 1.",
    "Kein anderes Schiff ist in Reichweite 1.",
);
const EVADED_BEFORE: Denial = denial(
    "attackwing.known.faq.data-no-prior-evade",
    "The ship has already performed Evade this round.",
    "Das Schiff hat in dieser Runde bereits ein Ausweichmanöver ausgeführt.",
);
const NO_EVADE_NOW: Denial = denial(
    "attackwing.known.upgrade.data",
    "The ship cannot perform Evade this round.",
    "Das Schiff kann in dieser Runde kein Ausweichmanöver ausführen.",
);
const CLOAKED: Denial = denial(
    "attackwing.cloak.actions-if-not-cloaked",
    "The action cannot be performed while the ship is cloaked.",
    "Die Aktion ist nicht möglich, solange das Schiff getarnt ist.",
);
const NO_SHIELD_LOST: Denial = denial(
    "attackwing.setup.7.shield-maximum",
    "The ship has lost no shield.",
    "Das Schiff hat keinen Schild verloren.",
);
const NO_ACTIVE_SHIELD: Denial = denial(
    "attackwing.shields.disable-specific-number",
    "The ship has no active shield to disable.",
    "Das Schiff hat keinen aktivierten Schild, der deaktiviert werden könnte.",
);
const NO_REAR_ARC: Denial = denial(
    "attackwing.known.upgrade.antimatter-mines",
    "The ship has no rear firing arc.",
    "Das Schiff hat keinen hinteren Feuerwinkel.",
);
const NOT_BEHIND: Denial = denial(
    "attackwing.known.faq.mines-placement",
    "The minefield must lie at least partly in the rear firing arc at range 1.",
    "Das Minenfeld muss wenigstens teilweise im hinteren Feuerwinkel in Reichweite 1 liegen.",
);

/// Dice of an antimatter minefield.
const MINE_DICE: usize = 4;

pub const EFFECTS: Registry = &[
    // Elite Talents
    ("engage", Effects { action: Some(Procedure { may: may_engage, perform: engage }), ..Effects::NONE }),
    (
        "counter-attack",
        Effects {
            action: Some(Procedure { may: |_, _| Ok(()), perform: lie_in_wait }),
            abilities: &[COUNTER_ATTACK, COUNTER_ANY_DAMAGE],
            ..Effects::NONE
        },
    ),
    // Crew
    ("worf", Effects { abilities: &[WORF], ..Effects::NONE }),
    ("obrien", Effects { action: Some(Procedure { may: may_sabotage, perform: sabotage }), ..Effects::NONE }),
    ("geordi", Effects { abilities: &[GEORDI], by_scan: true, ..Effects::NONE }),
    ("mr-spock", Effects { abilities: &[SPOCK], by_scan: true, ..Effects::NONE }),
    ("brunt", Effects { abilities: &[BRUNT], ..Effects::NONE }),
    (
        "data",
        Effects {
            action: Some(Procedure { may: may_calculate, perform: calculate }),
            modifiers: &[LASTING_ATTACK_DICE],
            prohibitions: &[DATA_NO_EVADE],
            ..Effects::NONE
        },
    ),
    ("konmel", Effects { action: Some(Procedure { may: may_repair, perform: repair }), ..Effects::NONE }),
    (
        "klag",
        Effects {
            action: Some(Procedure {
                may: |state, card| may_board(state, card, NOBODY_FOR_KLAG),
                perform: board,
            }),
            ..Effects::NONE
        },
    ),
    (
        "bochra",
        Effects {
            action: Some(Procedure {
                may: |state, card| may_board(state, card, NOBODY_FOR_BOCHRA),
                perform: board,
            }),
            ..Effects::NONE
        },
    ),
    (
        "nvek",
        Effects {
            action: Some(Procedure { may: may_divert, perform: divert_power }),
            modifiers: &[LASTING_ATTACK_DICE],
            abilities: &[USE_DICE_POOL],
            ..Effects::NONE
        },
    ),
    // Weapons
    (
        "photon-torpedoes-federation",
        Effects {
            weapon: Some(WeaponRules { rear: true, target_lock: true }),
            abilities: &[PHOTON_CONVERT],
            ..Effects::NONE
        },
    ),
    (
        "photon-torpedoes-klingon",
        Effects {
            weapon: Some(WeaponRules { rear: false, target_lock: true }),
            modifiers: &[FITTING_LAUNCHER],
            ..Effects::NONE
        },
    ),
    (
        "plasma-torpedoes",
        Effects {
            weapon: Some(WeaponRules { rear: true, target_lock: true }),
            abilities: &[PLASMA_REROLL],
            ..Effects::NONE
        },
    ),
    (
        "antimatter-mines",
        Effects {
            attack: Some(Procedure { may: may_lay_mines, perform: lay_mines }),
            minefield: Some(mines_explode),
            ..Effects::NONE
        },
    ),
    // Tech
    (
        "tractor-beam",
        Effects {
            action: Some(Procedure { may: may_tractor, perform: tractor }),
            modifiers: &[TRACTORED],
            abilities: &[TRACTOR_ENDS],
            ..Effects::NONE
        },
    ),
    ("reinforced-hull-plating", Effects { abilities: &[HULL_PLATING], ..Effects::NONE }),
    ("advanced-weapon-system", Effects { abilities: &[FIRE_FROM_CLOAK], ..Effects::NONE }),
    ("artificial-quantum-singularity", Effects { modifiers: &[SCAN_PROOF], ..Effects::NONE }),
];

// ---- Engage -----------------------------------------------------------------------------------------------------------

fn may_engage(state: &State, card: CardRef) -> Result<(), Denial> {
    let green = state.ship(card.ship).flown.is_some_and(|maneuver| maneuver.colour == Colour::Green);
    if green { Ok(()) } else { Err(NO_GREEN) }
}

fn engage(t: &mut Table, card: CardRef) -> Play {
    let (id, owner) = (card.ship, t.state.ship(card.ship).owner);
    let choice = t.ask(owner, Ask::CardManeuver(card), |state, offer| {
        for maneuver in dial(state, id) {
            if colour_for(state, id, *maneuver) == Colour::Green {
                offer.judge(Choice::Maneuver(*maneuver), may_set(state, id, *maneuver));
            }
        }
    })?;
    if let Choice::Maneuver(maneuver) = choice {
        execute(t, id, maneuver)?;
    }
    if t.state.ship(id).in_play() {
        t.state.ship_mut(id).auxiliary += 1;
        t.emit(Event::AuxiliaryGained(id));
    }
    Ok(())
}

// ---- Counter Attack ---------------------------------------------------------------------------------------------------

/// Whether the ship may answer damage by another one: its action was performed, and it can fire ahead at that ship.
fn may_answer(state: &State, card: CardRef, by: ShipId) -> bool {
    let ship = state.ship(card.ship);
    state.memo(card).active
        && ship.in_play()
        && !ship.doomed
        && state.ship(by).in_play()
        && !state.are_friends(card.ship, by)
        && in_forward_arc(state, card.ship, by)
        && can_fire_at(state, card.ship, by)
}

const COUNTER_ATTACK: Ability<AttackWing> = Ability {
    window: Window::AfterAttack,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| {
        let damaged_by = state.attack().filter(|attack| attack.defender == card.ship && attack.damaged);
        Ok(damaged_by.is_some_and(|attack| may_answer(state, card, attack.attacker)))
    },
    effect: |t, card| {
        let Some(attacker) = t.state.attack().map(|attack| attack.attacker) else { return Ok(()) };
        free_attack(t, card.ship, attacker)
    },
};

/// The card asks for damage by a ship, not for an attack.
const COUNTER_ANY_DAMAGE: Ability<AttackWing> = Ability {
    window: Window::Struck,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| Ok(state.struck.is_some_and(|(by, _)| may_answer(state, card, by))),
    effect: |t, card| {
        let Some((by, _)) = t.state.struck else { return Ok(()) };
        free_attack(t, card.ship, by)
    },
};

// ---- Crew -------------------------------------------------------------------------------------------------------------

const WORF: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let attacking = |attack: &crate::Attack| {
            let dice = attack.attack.0.len();
            attack.attacker == card.ship && dice > 0 && attack.attack.rerollable().count() == dice
        };
        Ok(state.attack().is_some_and(attacking))
    },
    effect: |t, card| {
        set_disabled(t, card, true);
        let dice: Picks<usize> =
            t.state.attack().map(|attack| attack.attack.rerollable().collect()).unwrap_or_default();
        reroll(t, true, &dice)
    },
};

/// Upgrades of a ship that an effect can be directed at.
fn upgrades_aboard(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    let ship = state.ship(id);
    let upgrades = ship.upgrades.iter().enumerate();
    upgrades
        .filter(|(_, upgrade)| !upgrade.discarded)
        .map(move |(i, _)| CardRef { ship: id, slot: Slot::Upgrade(i as u8) })
        .filter(|card| is_in_reach(state, *card))
}

fn upgrade(state: &State, card: CardRef) -> Option<&Upgrade> {
    let Slot::Upgrade(i) = card.slot else { return None };
    state.ship(card.ship).upgrades.get(i as usize)
}

fn in_range(state: &State, from: ShipId, to: ShipId, most: u8) -> bool {
    range(state, from, to).is_some_and(|range| range <= most)
}

/// O'Brien: another ship at range 1–3 that has an upgrade which is not yet disabled.
fn sabotage_targets(state: &State, card: CardRef) -> impl Iterator<Item = ShipId> {
    state.in_play().filter(move |id| {
        let working = |card: CardRef| upgrade(state, card).is_some_and(|upgrade| !upgrade.disabled);
        *id != card.ship && range(state, card.ship, *id).is_some() && upgrades_aboard(state, *id).any(working)
    })
}

fn may_sabotage(state: &State, card: CardRef) -> Result<(), Denial> {
    sabotage_targets(state, card).next().map(|_| ()).ok_or(NOBODY_TO_SABOTAGE)
}

fn sabotage(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
        for target in sabotage_targets(state, card) {
            for victim in upgrades_aboard(state, target) {
                if upgrade(state, victim).is_some_and(|upgrade| !upgrade.disabled) {
                    offer.add(Choice::Card(victim));
                }
            }
        }
    })?;
    discard(t, card);
    if let Choice::Card(victim) = choice {
        set_disabled(t, victim, true);
    }
    Ok(())
}

const GEORDI: Ability<AttackWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| {
        let attacking = |attack: &crate::Attack| {
            attack.attacker == card.ship && attack.defense.rerollable().next().is_some()
        };
        Ok(has_scan_for(state, card.ship) && state.attack().is_some_and(attacking))
    },
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::Dice(card), |state, offer| {
            if let Some(attack) = state.attack() {
                attack.defense.rerollable().for_each(|die| offer.add(Choice::Die(die as u8)));
            }
        })?;
        let Choice::Die(die) = choice else { return Ok(()) };
        reroll(t, false, &[die as usize])
    },
};

/// Whether a scan token lies beside a ship that has set off no card this round: each does so once
/// (`attackwing.upgrade.token-triggers-once`).
fn has_scan_for(state: &State, id: ShipId) -> bool {
    let ship = state.ship(id);
    let set_off = |upgrade: &&Upgrade| upgrade.memo.spent && library().upgrade(upgrade.card).effects.by_scan;
    usize::from(ship.scan) > ship.upgrades.iter().filter(set_off).count()
}

const SPOCK: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerRound,
    when: |state, card| Ok(has_scan_for(state, card.ship) && attacker_shows(state, card, Face::Eye)),
    effect: |t, _| {
        if let Some(attack) = t.state.attacks.last_mut() {
            attack.attack.change_all(Face::Eye, Face::Hit);
            let faces = faces_of(&attack.attack);
            t.emit(Event::AttackResult(faces));
        }
        Ok(())
    },
};

fn enemies_in_range(state: &State, id: ShipId) -> impl Iterator<Item = ShipId> {
    state.enemies_of(id).filter(move |enemy| range(state, id, *enemy).is_some())
}

const BRUNT: Ability<AttackWing> = Ability {
    window: Window::EndPhase,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(enemies_in_range(state, card.ship).next().is_some()),
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardTarget(card), |state, offer| {
            enemies_in_range(state, card.ship).for_each(|enemy| offer.add(Choice::Ship(enemy)));
        })?;
        discard(t, card);
        if let Choice::Ship(target) = choice {
            t.state.ship_mut(target).auxiliary += 1;
            t.emit(Event::AuxiliaryGained(target));
        }
        Ok(())
    },
};

fn may_calculate(state: &State, card: CardRef) -> Result<(), Denial> {
    if state.ship(card.ship).has_performed(Action::Evade) { Err(EVADED_BEFORE) } else { Ok(()) }
}

fn calculate(t: &mut Table, card: CardRef) -> Play {
    t.state.ship_mut(card.ship).evade += 2;
    last(t, card, -2)?;
    use_pool(t, card);
    Ok(())
}

/// The card changes the ship's attack dice this round.
fn last(t: &mut Table, card: CardRef, dice: i8) -> Play {
    if let Some(memo) = t.state.memo_mut(card) {
        memo.active = true;
        memo.amount = dice;
    }
    Ok(())
}

fn attacking(state: &State, card: CardRef) -> bool {
    state.attack().is_some_and(|attack| attack.attacker == card.ship)
}

/// Dice "this round" count for every attack of the round; by the later FAQ they are a pool that one attack uses up. No ship
/// that has them makes a second attack: that takes another card's action, so the pool need not be emptied.
const LASTING_ATTACK_DICE: Modifier<AttackWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        let memo = state.memo(card);
        let waits = state.options.tournament && memo.target.is_none();
        if attacking(state, card) && memo.active && !waits { dice + i32::from(memo.amount) } else { dice }
    },
};

const USE_DICE_POOL: Ability<AttackWing> = Ability {
    window: Window::AttackDice,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(state.options.tournament && attacking(state, card) && state.memo(card).active),
    effect: |t, card| {
        use_pool(t, card);
        Ok(())
    },
};

/// The pool goes to the next attack of the ship.
fn use_pool(t: &mut Table, card: CardRef) {
    if let Some(memo) = t.state.memo_mut(card) {
        memo.target = Some(card.ship);
    }
}

const DATA_NO_EVADE: Prohibition<AttackWing> = Prohibition {
    forbids: |state, card, deed| {
        let evade = matches!(deed, Deed::Action(_, Action::Evade));
        (evade && state.memo(card).active).then_some(NO_EVADE_NOW)
    },
};

fn may_repair(state: &State, card: CardRef) -> Result<(), Denial> {
    let ship = state.ship(card.ship);
    if ship.cloak.is_on() {
        return Err(CLOAKED);
    }
    let whole = ship.shields + ship.lowered >= library().ship(ship.card).shields;
    if whole { Err(NO_SHIELD_LOST) } else { Ok(()) }
}

fn repair(t: &mut Table, card: CardRef) -> Play {
    t.state.ship_mut(card.ship).shields += 1;
    t.emit(Event::ShieldRepaired(card.ship));
    Ok(())
}

/// Klag and Bochra: a ship at range 1–2 that is not cloaked, has no active shields, and has crew to lose.
fn boarding_targets(state: &State, card: CardRef) -> impl Iterator<Item = ShipId> {
    state.in_play().filter(move |id| {
        let target = state.ship(*id);
        *id != card.ship
            && !target.cloak.is_on()
            && target.shields == 0
            && in_range(state, card.ship, *id, 2)
            && crew_aboard(state, *id).next().is_some()
    })
}

fn crew_aboard(state: &State, id: ShipId) -> impl Iterator<Item = CardRef> {
    upgrades_aboard(state, id).filter(move |card| {
        upgrade(state, *card).is_some_and(|upgrade| library().upgrade(upgrade.card).kind == UpgradeType::Crew)
    })
}

fn may_board(state: &State, card: CardRef, nobody: Denial) -> Result<(), Denial> {
    if state.ship(card.ship).cloak.is_on() {
        return Err(CLOAKED);
    }
    boarding_targets(state, card).next().map(|_| ()).ok_or(nobody)
}

fn board(t: &mut Table, card: CardRef) -> Play {
    disable_all_shields(t, card.ship);
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardVictim(card), |state, offer| {
        for target in boarding_targets(state, card) {
            crew_aboard(state, target).for_each(|victim| offer.add(Choice::Card(victim)));
        }
    })?;
    discard(t, card);
    if let Choice::Card(victim) = choice {
        discard(t, victim);
    }
    Ok(())
}

fn may_divert(state: &State, card: CardRef) -> Result<(), Denial> {
    if state.ship(card.ship).shields > 0 { Ok(()) } else { Err(NO_ACTIVE_SHIELD) }
}

fn divert_power(t: &mut Table, card: CardRef) -> Play {
    let ship = t.state.ship_mut(card.ship);
    ship.shields -= 1;
    ship.lowered += 1;
    t.emit(Event::ShieldsDisabled(card.ship, 1));
    last(t, card, 1)
}

// ---- Weapons ----------------------------------------------------------------------------------------------------------

fn fired(state: &State, card: CardRef) -> bool {
    state.attack().is_some_and(|attack| attack.weapon == crate::Weapon::Secondary(card))
}

const PHOTON_CONVERT: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(fired(state, card) && attacker_shows(state, card, Face::Eye)),
    effect: |t, _| change_one(t, Face::Eye, Face::Critical),
};

/// One more die from the class of ship that the weapon was made for.
const FITTING_LAUNCHER: Modifier<AttackWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| {
        let launcher = upgrade(state, card).and_then(|upgrade| library().upgrade(upgrade.card).launcher);
        let fitting = launcher == Some(state.ship(card.ship).class);
        if fitting && fired(state, card) { dice + 1 } else { dice }
    },
};

const PLASMA_REROLL: Ability<AttackWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| Ok(fired(state, card) && !blanks(state).is_empty()),
    effect: |t, _| {
        let dice = blanks(&t.state);
        reroll(t, true, &dice)
    },
};

/// Blank dice of the attack roll that may still be rerolled.
fn blanks(state: &State) -> Picks<usize> {
    let Some(attack) = state.attack() else { return Picks::new() };
    attack.attack.rerollable().filter(|die| attack.attack.0[*die].face == Face::Blank).collect()
}

fn may_lay_mines(state: &State, card: CardRef) -> Result<(), Denial> {
    let has_rear = library().class(state.ship(card.ship).class).rear_arc;
    if has_rear { Ok(()) } else { Err(NO_REAR_ARC) }
}

fn may_lie(state: &State, id: ShipId, pose: &Pose) -> Result<(), Denial> {
    let ship = state.ship(id).pose;
    let field = Shape::Circle { centre: pose.at, radius: MINEFIELD_DIAMETER / 2.0 };
    let gap = gap_in_arc(&footprint(ship), &rear_arc().placed(ship), &field).ok_or(NOT_BEHIND)?;
    if flightpath::band(gap.distance) == Some(1) { Ok(()) } else { Err(NOT_BEHIND) }
}

fn lay_mines(t: &mut Table, card: CardRef) -> Play {
    let (id, owner) = (card.ship, t.state.ship(card.ship).owner);
    let pose = t.place(
        owner,
        Ask::LayMinefield(card),
        move |state, pose| may_lie(state, id, pose),
        |state, places| {
            let ship = state.ship(id).pose;
            for aside in [0.0, -30.0, 30.0] {
                for back in [50.0, 90.0] {
                    places.push(Pose::new(ship.ahead(-back).aside(aside).at, Heading::NORTH));
                }
            }
        },
    )?;
    let Slot::Upgrade(i) = card.slot else { return Ok(()) };
    let kind = TokenKind::Minefield(t.state.ship(id).upgrades[i as usize].card);
    discard(t, card);
    let token = Token { kind, at: pose.at };
    t.state.tokens.push(token);
    t.emit(Event::MinefieldLaid(pose.at.x, pose.at.y));
    let under: ArrayVec<ShipId, 16> =
        t.state.in_play().filter(|id| overlaps(&footprint(t.state.ship(*id).pose), &token.shape())).collect();
    for ship in under {
        if t.state.options.tournament && ship != id {
            drop_on(t, card, ship)?;
        } else if let TokenKind::Minefield(mines) = kind {
            enter_minefield(t, ship, mines, Some(id))?;
        }
    }
    Ok(())
}

/// By the later FAQ cards may modify the dice of mines that are dropped directly on a ship; tokens never may.
fn drop_on(t: &mut Table, card: CardRef, target: ShipId) -> Play {
    let faces = t.roll(Ask::MinefieldRoll(target), &ATTACK_DIE, MINE_DICE)?;
    let attack = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::Rolled(target, faces_of(&attack)));
    let dropped = crate::Attack {
        attacker: card.ship,
        defender: target,
        weapon: crate::Weapon::Secondary(card),
        range: 1, // audit: same — nothing asks how far away mines go off
        obstructed: false,
        attack,
        defense: Pool::default(),
        hits: 0,      // audit: same — mines have no results to compare
        criticals: 0, // audit: same — mines have no results to compare
        damaged: false,
        mine: true,
    };
    begin(t, dropped)?;
    t.window(Window::ModifyAttack)?;
    let Some(drop) = t.state.attacks.pop() else { return Ok(()) };
    damage::strike(t, card.ship, target, drop.attack.count(Face::Hit), drop.attack.count(Face::Critical))
}

/// Mines damage a ship by themselves; a ship that drops them on another one does it with them.
fn mines_explode(t: &mut Table, id: ShipId, dropped_by: Option<ShipId>) -> Play {
    let faces = t.roll(Ask::MinefieldRoll(id), &ATTACK_DIE, MINE_DICE)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::Rolled(id, faces_of(&pool)));
    let (hits, criticals) = (pool.count(Face::Hit), pool.count(Face::Critical));
    match dropped_by {
        Some(ship) => damage::strike(t, ship, id, hits, criticals),
        None => damage::suffer(t, id, hits, criticals),
    }
}

// ---- Tech -------------------------------------------------------------------------------------------------------------

fn tractor_targets(state: &State, card: CardRef) -> impl Iterator<Item = ShipId> {
    state.in_play().filter(move |id| *id != card.ship && in_range(state, card.ship, *id, 1))
}

fn may_tractor(state: &State, card: CardRef) -> Result<(), Denial> {
    tractor_targets(state, card).next().map(|_| ()).ok_or(NOBODY_TO_HOLD)
}

fn tractor(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardTarget(card), |state, offer| {
        tractor_targets(state, card).for_each(|target| offer.add(Choice::Ship(target)));
    })?;
    let Choice::Ship(target) = choice else { return Ok(()) };
    let faces = t.roll(Ask::CardRoll(card), &ATTACK_DIE, 2)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::Rolled(card.ship, faces_of(&pool)));
    let hits = pool.count(Face::Hit) as i8;
    if let Some(memo) = t.state.memo_mut(card) {
        memo.active = true;
        memo.amount = -hits;
        memo.target = Some(target);
    }
    Ok(())
}

const TRACTORED: Modifier<AttackWing> = Modifier {
    of: Topic::DefenseDice,
    sets: false,
    apply: |state, card, _, dice| {
        let memo = state.memo(card);
        let held = state
            .attack()
            .is_some_and(|attack| attack.attacker == card.ship && memo.target == Some(attack.defender));
        if held { dice + i32::from(memo.amount) } else { dice }
    },
};

/// The beam holds for one attack only.
const TRACTOR_ENDS: Ability<AttackWing> = Ability {
    window: Window::AfterAttack,
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |state, card| {
        let own = state.attack().is_some_and(|attack| attack.attacker == card.ship);
        Ok(own && state.memo(card).active)
    },
    effect: |t, card| {
        if let Some(memo) = t.state.memo_mut(card) {
            memo.active = false;
            memo.target = None;
        }
        Ok(())
    },
};

/// One die of each result of the attack roll that can be canceled.
fn results_to_cancel(attack: &crate::Attack) -> impl Iterator<Item = u8> {
    let die = |face| attack.attack.0.iter().position(|result| result.face == face);
    [Face::Hit, Face::Critical].into_iter().filter_map(die).map(|die| die as u8)
}

const HULL_PLATING: Ability<AttackWing> = Ability {
    window: Window::Cancel,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let hurts = |attack: &crate::Attack| {
            let hits = attack.attack.count(Face::Hit) + attack.attack.count(Face::Critical);
            attack.defender == card.ship && hits > attack.defense.count(Face::Evade)
        };
        Ok(state.attack().is_some_and(hurts))
    },
    effect: |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::Cancel(card), |state, offer| {
            if let Some(attack) = state.attack() {
                results_to_cancel(attack).for_each(|die| offer.add(Choice::Die(die)));
            }
        })?;
        set_disabled(t, card, true);
        if let (Choice::Die(die), Some(attack)) = (choice, t.state.attacks.last_mut()) {
            attack.attack.0.remove(die as usize);
            let faces = faces_of(&attack.attack);
            t.emit(Event::AttackResult(faces));
        }
        Ok(())
    },
};

const FIRE_FROM_CLOAK: Ability<AttackWing> = Ability {
    window: Window::CloakTurnsRed,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let attacker = state.attack().map_or(state.active, |attack| Some(attack.attacker));
        Ok(attacker == Some(card.ship))
    },
    effect: |t, card| {
        set_disabled(t, card, true);
        Ok(())
    },
};

const SCAN_PROOF: Modifier<AttackWing> = Modifier {
    of: Topic::ScanPenalty,
    sets: true,
    apply: |state, card, _, dice| {
        let defending = state.attack().is_some_and(|attack| attack.defender == card.ship);
        let cloaked = state.ship(card.ship).cloak.is_on();
        if defending && cloaked { 0 } else { dice }
    },
};
