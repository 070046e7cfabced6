//! Attacks: who may fire at whom with what, and the seven steps from declaring the target to dealing damage.

use flightpath::{ATTACK_FACES, DEFENSE_FACES, Face, Pool, cancel};
use table::timing::total;
use table::{Capacity, Denial, Die, Offers, Play, capacity, denial};

use crate::actions::set_disabled;
use crate::asks::Dice;
use crate::cards::{Quantity, Window, effects, library, usable};
use crate::measure::{Arcs, Shot, shot};
use crate::state::{Attack, CardRef, Cursor, ShipId, Slot, State, Weapon};
use crate::{Ask, AttackWing, Choice, Event, SpentToken, Table, damage, phases};

/// The red die.
pub static ATTACK_DIE: Die =
    Die { name: "attack", faces: &["hit", "hit", "hit", "critical", "battle", "battle", "blank", "blank"] };
/// The green die.
pub static DEFENSE_DIE: Die = Die {
    name: "defense",
    faces: &["evade", "evade", "evade", "battle", "battle", "blank", "blank", "blank"],
};

/// Ranges at which every primary weapon fires.
// audit: same (3 to 4) — the ruler ends at range 3
const PRIMARY_RANGE: (u8, u8) = (1, 3);
/// Defense dice that a cloak adds.
const CLOAK_DICE: i32 = 4;

const NEEDS_LOCK: Denial = denial(
    "attackwing.secondary.photon-target-lock",
    "The weapon needs a target lock on the target.",
    "Die Waffe braucht eine Zielerfassung auf dem Ziel.",
);

/// A ship's turn in the Combat Phase: it may make one attack.
pub fn combat_turn(t: &mut Table, ship: ShipId) -> Play {
    let owner = t.state.ship(ship).owner;
    let choice = t.ask(owner, Ask::Attack(ship), |state, offer| {
        for enemy in state.enemies_of(ship) {
            offer_shots(state, ship, enemy, offer);
        }
        offer_launches(state, ship, offer);
        offer.pass(Choice::Pass);
    })?;
    carry_out(t, ship, choice)
}

/// An attack outside the ship's own turn, at one given ship. The player has already decided to make it.
pub fn free_attack(t: &mut Table, ship: ShipId, target: ShipId) -> Play {
    let owner = t.state.ship(ship).owner;
    let choice = t.ask(owner, Ask::Attack(ship), |state, offer| {
        offer_shots(state, ship, target, offer);
        if offer.is_empty() {
            offer.pass(Choice::Pass);
        }
    })?;
    carry_out(t, ship, choice)
}

/// Whether a ship can fire anything at another.
pub fn can_fire_at(state: &State, ship: ShipId, target: ShipId) -> bool {
    weapons(state, ship).any(|weapon| may_fire(state, ship, weapon, target).is_ok())
}

fn carry_out(t: &mut Table, ship: ShipId, choice: Choice) -> Play {
    match choice {
        Choice::Fire(weapon, target) => {
            let Ok(shot) = may_fire(&t.state, ship, weapon, target) else { return Ok(()) };
            resolve(t, ship, weapon, target, shot)
        }
        Choice::Launch(card) => match &effects(&t.state, card).attack {
            Some(procedure) => {
                turn_cloak_red(t, ship)?;
                t.because(card, |t| (procedure.perform)(t, card))
            }
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// All weapons of a ship, usable or not.
pub fn weapons(state: &State, id: ShipId) -> impl Iterator<Item = Weapon> {
    let own = CardRef { ship: id, slot: Slot::Ship };
    let other_primary = effects(state, own).primary.map(|_| Weapon::PrimaryBy(own));
    let upgrades =
        (0..state.ship(id).upgrades.len() as u8).map(move |i| CardRef { ship: id, slot: Slot::Upgrade(i) });
    let secondary = upgrades.filter(|card| effects(state, *card).weapon.is_some()).map(Weapon::Secondary);
    [Weapon::Primary].into_iter().chain(other_primary).chain(secondary)
}

fn offer_shots(state: &State, ship: ShipId, target: ShipId, offer: &mut Offers<AttackWing>) {
    for weapon in weapons(state, ship) {
        let verdict = may_fire(state, ship, weapon, target).map(|_| ());
        offer.judge(Choice::Fire(weapon, target), verdict);
    }
}

fn offer_launches(state: &State, id: ShipId, offer: &mut Offers<AttackWing>) {
    for slot in (0..state.ship(id).upgrades.len() as u8).map(Slot::Upgrade) {
        let card = CardRef { ship: id, slot };
        if let Some(procedure) = &effects(state, card).attack {
            let verdict = usable(state, card).and_then(|()| (procedure.may)(state, card));
            offer.judge(Choice::Launch(card), verdict);
        }
    }
}

/// Step 1: whether the target may be declared for this weapon.
pub fn may_fire(state: &State, id: ShipId, weapon: Weapon, target: ShipId) -> Result<Shot, Denial> {
    if needs_lock(state, weapon) && state.ship(id).lock != Some(target) {
        return Err(usable_weapon(state, weapon).err().unwrap_or(NEEDS_LOCK));
    }
    could_fire(state, id, weapon, target)
}

/// Whether a weapon reaches a target, with a lock on it if it needs one.
pub fn could_fire(state: &State, id: ShipId, weapon: Weapon, target: ShipId) -> Result<Shot, Denial> {
    usable_weapon(state, weapon)?;
    let (arcs, range) = reach(state, weapon);
    shot(state, id, target, arcs, range)
}

fn usable_weapon(state: &State, weapon: Weapon) -> Result<(), Denial> {
    if let Weapon::Secondary(card) = weapon { usable(state, card) } else { Ok(()) }
}

/// Whether a weapon needs a lock on its target, and spends it.
pub fn needs_lock(state: &State, weapon: Weapon) -> bool {
    let Weapon::Secondary(card) = weapon else { return false };
    effects(state, card).weapon.is_none_or(|rules| rules.target_lock)
}

/// The arcs and the ranges of a weapon.
pub fn reach(state: &State, weapon: Weapon) -> (Arcs, (u8, u8)) {
    match weapon {
        Weapon::Primary => (Arcs::Front, PRIMARY_RANGE),
        Weapon::PrimaryBy(card) => {
            (Arcs::AllRound, effects(state, card).primary.map_or(PRIMARY_RANGE, |rules| rules.range))
        }
        Weapon::Secondary(card) => {
            let rear = effects(state, card).weapon.is_some_and(|rules| rules.rear);
            // audit: same — a secondary weapon is an upgrade
            let Slot::Upgrade(i) = card.slot else { return (Arcs::Front, (0, 0)) };
            let upgrade = state.ship(card.ship).upgrades.get(i as usize);
            // audit: same — a secondary weapon is an upgrade of its ship
            let range = upgrade.map_or((0, 0), |upgrade| library().upgrade(upgrade.card).range);
            (if rear { Arcs::FrontAndRear } else { Arcs::Front }, range)
        }
    }
}

fn new_attack(attacker: ShipId, weapon: Weapon, defender: ShipId, shot: Shot) -> Attack {
    Attack {
        attacker,
        defender,
        weapon,
        range: shot.range,
        obstructed: shot.obstructed,
        attack: Pool::default(),
        defense: Pool::default(),
        hits: 0,      // audit: same — set when the results are compared
        criticals: 0, // audit: same — set when the results are compared
        damaged: false,
        mine: false,
    }
}

/// Attacks that follow from attacks which are not over yet.
static WITHIN_ATTACKS: Capacity =
    capacity(8, "attacks within one another", "ineinander verschachtelte Angriffe");

/// An attack begins, within those that are not over yet.
pub fn begin(t: &mut Table, attack: Attack) -> Play {
    WITHIN_ATTACKS.holds_more_than(t.state.attacks.len())?;
    t.state.attacks.push(attack);
    Ok(())
}

/// The seven steps of an attack.
fn resolve(t: &mut Table, attacker: ShipId, weapon: Weapon, defender: ShipId, shot: Shot) -> Play {
    begin(t, new_attack(attacker, weapon, defender, shot))?;
    t.emit(Event::Attacks(attacker, defender, weapon, shot.range));
    if shot.obstructed {
        t.emit(Event::Obstructed);
    }
    pay(t, attacker, weapon, defender);
    turn_cloak_red(t, attacker)?;

    roll_attack_dice(t)?;
    t.window(Window::ModifyAttack)?;
    roll_defense_dice(t)?;
    t.window(Window::ModifyDefense)?;
    t.window(Window::Cancel)?;
    compare_results(t);
    deal_damage(t)?;

    t.window(Window::AfterAttack)?;
    t.state.attacks.pop();
    Ok(())
}

/// What a secondary weapon costs: its lock, and it is disabled.
fn pay(t: &mut Table, attacker: ShipId, weapon: Weapon, defender: ShipId) {
    let Weapon::Secondary(card) = weapon else { return };
    if effects(&t.state, card).weapon.is_some_and(|rules| rules.target_lock) {
        spend_lock(t, attacker, defender);
    }
    set_disabled(t, card, true);
}

/// Returns both tokens of a lock to the supply.
pub fn spend_lock(t: &mut Table, ship: ShipId, target: ShipId) {
    if t.state.ship(ship).lock == Some(target) {
        t.state.ship_mut(ship).lock = None;
        t.emit(Event::TokenSpent(ship, SpentToken::TargetLock));
    }
}

/// A ship that fires while cloaked turns its token red; it counts as cloaked until the End Phase.
fn turn_cloak_red(t: &mut Table, ship: ShipId) -> Play {
    let cloak = t.state.ship(ship).cloak;
    if cloak.is_on() && !cloak.is_red() && !t.replaced(Window::CloakTurnsRed)? {
        t.state.ship_mut(ship).cloak = cloak.reddened();
        t.emit(Event::CloakTurnsRed(ship));
    }
    Ok(())
}

/// The dice of an attack's weapon at its range, before cards of the two ships change their number.
fn weapon_dice(state: &State, attack: &Attack) -> i32 {
    let ship = state.ship(attack.attacker);
    let dice = match attack.weapon {
        Weapon::Primary => {
            let printed = library().ship(ship.card).attack.into();
            total::<AttackWing>(state, Quantity::Primary(attack.attacker), printed).max(0)
        }
        // audit: same (0 to 1) — only such a card has this weapon
        Weapon::PrimaryBy(card) => effects(state, card).primary.map_or(0, |rules| rules.dice).into(),
        Weapon::Secondary(CardRef { slot: Slot::Upgrade(i), .. }) => {
            library().upgrade(ship.upgrades[i as usize].card).attack.into()
        }
        Weapon::Secondary(_) => 0, // audit: same — a secondary weapon is an upgrade
    };
    if attack.weapon.is_primary() && attack.range == 1 { dice + 1 } else { dice }
}

/// How many attack and defense dice a shot would be rolled with as everything stands.
// audit: no rule — a preview for players and agents
pub fn dice_of(
    state: &State,
    attacker: ShipId,
    weapon: Weapon,
    defender: ShipId,
    shot: Shot,
) -> (usize, usize) {
    let attack = new_attack(attacker, weapon, defender, shot);
    let mut foreseen = state.clone();
    foreseen.attacks.clear();
    foreseen.attacks.push(attack.clone());
    let dice = total::<AttackWing>(&foreseen, Quantity::AttackDice, weapon_dice(&foreseen, &attack)).max(0);
    (dice as usize, defense_dice(&foreseen, &attack))
}

/// Step 2.
fn roll_attack_dice(t: &mut Table) -> Play {
    let Some(attack) = t.state.attack() else { return Ok(()) };
    let dice = weapon_dice(&t.state, attack);
    t.window(Window::AttackDice)?;
    let dice = total::<AttackWing>(&t.state, Quantity::AttackDice, dice).max(0) as usize;
    let faces = t.roll(Ask::AttackRoll, &ATTACK_DIE, dice)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    let rolled = Event::AttackRoll(faces_of(&pool));
    if let Some(attack) = t.state.attacks.last_mut() {
        attack.attack = pool;
    }
    t.emit(rolled);
    Ok(())
}

/// How many defense dice the defender rolls.
pub fn defense_dice(state: &State, attack: &Attack) -> usize {
    let (attacker, defender) = (state.ship(attack.attacker), state.ship(attack.defender));
    let printed = library().ship(defender.card).agility.into();
    let mut dice = total::<AttackWing>(state, Quantity::Agility(attack.defender), printed).max(0);
    if defender.cloak.is_on() {
        dice += CLOAK_DICE;
    }
    if attack.weapon.is_primary() && attack.range == 3 {
        dice += 1;
    }
    if attack.obstructed {
        dice += 1;
    }
    dice -= total::<AttackWing>(state, Quantity::ScanPenalty, attacker.scan.into());
    total::<AttackWing>(state, Quantity::DefenseDice, dice).max(0) as usize
}

/// Step 4.
fn roll_defense_dice(t: &mut Table) -> Play {
    let Some(attack) = t.state.attack() else { return Ok(()) };
    let dice = defense_dice(&t.state, attack);
    let faces = t.roll(Ask::DefenseRoll, &DEFENSE_DIE, dice)?;
    let pool = Pool::of(&faces, &DEFENSE_FACES);
    let rolled = Event::DefenseRoll(faces_of(&pool));
    if let Some(attack) = t.state.attacks.last_mut() {
        attack.defense = pool;
    }
    t.emit(rolled);
    Ok(())
}

/// Step 6: evades cancel hits, then critical hits.
fn compare_results(t: &mut Table) {
    let Some(attack) = t.state.attacks.last_mut() else { return };
    let evades = attack.defense.count(Face::Evade);
    cancel(&mut attack.attack, evades);
    attack.hits = attack.attack.count(Face::Hit);
    attack.criticals = attack.attack.count(Face::Critical);
    let (attacker, defender, hits, criticals) =
        (attack.attacker, attack.defender, attack.hits, attack.criticals);
    t.emit(if hits + criticals == 0 {
        Event::Misses(attacker, defender)
    } else {
        Event::Hits(defender, hits, criticals)
    });
}

/// Step 7.
fn deal_damage(t: &mut Table) -> Play {
    let Some(attack) = t.state.attacks.last_mut() else { return Ok(()) };
    let (defender, hits, criticals) = (attack.defender, attack.hits, attack.criticals);
    attack.damaged = hits + criticals > 0;
    damage::suffer(t, defender, hits, criticals)
}

/// Whether a wrecked ship still gets its attack: it has the same skill as the ship whose turn it is, and its own turn
/// is still to come.
pub fn attacks_simultaneously(state: &State, id: ShipId) -> bool {
    let (Cursor::Combat { done }, Some(active)) = (state.cursor, state.active) else { return false };
    id != active && done >> id.0 & 1 == 0 && phases::skill(state, id) == phases::skill(state, active)
}

/// Rerolls dice of the attack roll or the defense roll.
pub fn reroll(t: &mut Table, attack_roll: bool, dice: &[usize]) -> Play {
    let (die, table) =
        if attack_roll { (&ATTACK_DIE, &ATTACK_FACES) } else { (&DEFENSE_DIE, &DEFENSE_FACES) };
    let faces = t.roll(Ask::Reroll, die, dice.len())?;
    if let Some(attack) = t.state.attacks.last_mut() {
        let pool = if attack_roll { &mut attack.attack } else { &mut attack.defense };
        pool.reroll(dice, &faces, table);
    }
    t.emit(Event::Rerolled(faces_of(&Pool::of(&faces, table))));
    Ok(())
}

pub fn faces_of(pool: &Pool) -> Dice {
    pool.0.iter().map(|result| result.face).collect()
}
