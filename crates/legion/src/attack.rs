//! Ranged attacks: declaring defenders, forming attack pools, and resolving one pool after the other. What the defender
//! does is in [`crate::defense`].

use arrayvec::ArrayVec;
use table::timing::total;
use table::{Denial, Play, denial};

use crate::cards::{Quantity, Surge, Weapon, WeaponFacts, Window};
use crate::dice::{AttackFace, Colour};
use crate::measure::{attack_range, sees_unit};
use crate::state::{Attack, MiniId, Pool, State, UnitId, WeaponId};
use crate::{Ask, Choice, Event, Legion, Table, defense};

const OUT_OF_RANGE: Denial = denial(
    "legion.attack-pool.range-condition",
    "The attack range is not within the range of the weapon.",
    "Die Angriffsreichweite liegt nicht in der Reichweite der Waffe.",
);
const NO_SIGHT: Denial = denial(
    "legion.attack-pool.los-condition",
    "The miniature does not see any miniature of the defender.",
    "Die Miniatur sieht keine Miniatur des Verteidigers.",
);
const OTHER_POOL: Denial = denial(
    "legion.attack-pool.same-weapon-name",
    "Weapons of this name already contribute to another attack pool.",
    "Waffen dieses Namens tragen schon zu einem anderen Angriffspool bei.",
);
const USED: Denial = denial(
    "legion.attack.3-one-pool-per-mini",
    "The miniature has already added a weapon to an attack pool.",
    "Die Miniatur hat schon eine Waffe in einen Angriffspool gegeben.",
);
const ONE_POOL: Denial = denial(
    "legion.attack-pool.one-per-defender",
    "There already is an attack pool against this unit.",
    "Gegen diese Einheit gibt es schon einen Angriffspool.",
);
const MELEE_WEAPON: Denial = denial(
    "legion.attack.ranged",
    "A melee weapon cannot be used in a ranged attack.",
    "Eine Nahkampfwaffe kann nicht in einem Fernkampfangriff eingesetzt werden.",
);
const NO_TARGET: Denial = denial(
    "legion.attack.2b-choose-weapons",
    "There is no enemy that a weapon of the unit reaches.",
    "Es gibt keinen Feind, den eine Waffe der Einheit erreicht.",
);

/// Whether a unit can attack anybody.
pub fn may_attack_any(state: &State, unit: UnitId) -> Result<(), Denial> {
    match state.enemies(unit).any(|enemy| may_attack(state, unit, enemy).is_ok()) {
        true => Ok(()),
        false => Err(NO_TARGET),
    }
}

/// The whole attack. Every pool is an attack of its own for all effects.
pub fn perform(t: &mut Table, unit: UnitId) -> Play {
    t.state.attack = Some(Attack { attacker: unit, pools: Default::default(), current: 0 });
    while declare_defender(t, unit)? {
        while add_weapon(t, unit)? {}
    }
    while let Some(next) = choose_pool(t, unit)? {
        if let Some(attack) = &mut t.state.attack {
            attack.current = next;
        }
        resolve_pool(t, unit)?;
    }
    defense::gain_suppression(t);
    t.state.attack = None;
    Ok(())
}

fn pools(state: &State) -> &[Pool] {
    state.attack.as_ref().map_or(&[], |attack| &attack.pools)
}

fn pool_mut(t: &mut Table) -> Option<&mut Pool> {
    t.state.attack.as_mut().map(Attack::pool_mut)
}

/// Steps 1 and 3: an enemy unit becomes a defender; false if there is none, or none more.
fn declare_defender(t: &mut Table, unit: UnitId) -> Play<bool> {
    let choice = t.ask(t.state.unit(unit).owner, Ask::Defender(unit), |state, offer| {
        for enemy in state.enemies(unit) {
            offer.judge(Choice::Unit(enemy), may_attack(state, unit, enemy));
        }
        if !pools(state).is_empty() {
            offer.pass(Choice::Pass);
        }
    })?;
    let Choice::Unit(defender) = choice else { return Ok(false) };
    let range = attack_range(&t.state, unit, defender).unwrap_or(0);
    if let Some(attack) = &mut t.state.attack {
        attack.current = attack.pools.len() as u8;
        attack.pools.push(Pool {
            defender,
            range,
            weapons: Default::default(),
            dice: Default::default(),
            defense: Default::default(),
            cover: None,
            dodged: 0,
            threatening: false,
            resolved: false,
        });
    }
    t.emit(Event::Attacks { attacker: unit, defender, range });
    Ok(true)
}

/// Whether any weapon of a unit can be used against an enemy; if none can, why the last one cannot.
fn may_attack(state: &State, unit: UnitId, enemy: UnitId) -> Result<(), Denial> {
    if pools(state).iter().any(|pool| pool.defender == enemy) {
        return Err(ONE_POOL);
    }
    let range = attack_range(state, unit, enemy);
    let mut verdict = Err(OUT_OF_RANGE);
    for (weapon, facts) in weapons(state, unit) {
        if !matches!(facts.range, Weapon::Ranged(..)) {
            continue;
        }
        for mini in state.standing(unit) {
            match may_use(state, mini, weapon, enemy, range) {
                Ok(()) => return Ok(()),
                Err(denial) if denial != OUT_OF_RANGE => verdict = Err(denial),
                Err(_) => {}
            }
        }
    }
    verdict
}

/// The weapons of a unit.
pub fn weapons(state: &State, unit: UnitId) -> impl Iterator<Item = (WeaponId, &'static WeaponFacts)> {
    let unit = state.unit(unit);
    let upgrades = unit.upgrades.iter().flat_map(|kind| &crate::cards::library().upgrade(*kind).weapon);
    let all = unit.facts().weapons.iter().chain(upgrades);
    all.enumerate().map(|(index, facts)| (WeaponId(index as u8), facts))
}

/// The facts of a weapon, and the upgrade that it comes from.
pub fn weapon(state: &State, unit: UnitId, weapon: WeaponId) -> Option<(&'static WeaponFacts, Option<u8>)> {
    let own = &state.unit(unit).facts().weapons;
    if let Some(facts) = own.get(weapon.0 as usize) {
        return Some((facts, None));
    }
    let upgrades = state.unit(unit).upgrades.iter().enumerate();
    let with_weapon = upgrades.filter_map(|(index, kind)| {
        let facts = crate::cards::library().upgrade(*kind).weapon.as_ref()?;
        Some((facts, Some(index as u8)))
    });
    with_weapon.into_iter().nth(weapon.0 as usize - own.len())
}

/// Whether a miniature has a weapon at all: a weapon that came with a miniature is carried by it alone.
fn carries(state: &State, mini: MiniId, id: WeaponId) -> bool {
    let Some((_, upgrade)) = weapon(state, mini.unit, id) else { return false };
    let adds = |upgrade: u8| {
        let kind = state.unit(mini.unit).upgrades[upgrade as usize];
        crate::cards::library().upgrade(kind).adds_mini
    };
    upgrade.is_none_or(|upgrade| !adds(upgrade) || state.mini(mini).upgrade == Some(upgrade))
}

/// Step 2: whether a miniature can add a weapon to the pool against an enemy at a range.
fn may_use(
    state: &State,
    mini: MiniId,
    id: WeaponId,
    enemy: UnitId,
    range: Option<u8>,
) -> Result<(), Denial> {
    let Some((facts, _)) = weapon(state, mini.unit, id) else { return Err(OUT_OF_RANGE) };
    let Weapon::Ranged(min, max) = facts.range else { return Err(MELEE_WEAPON) };
    if !carries(state, mini, id) || !range.is_some_and(|range| (min..=max).contains(&range)) {
        return Err(OUT_OF_RANGE);
    }
    let named =
        |other: WeaponId| weapon(state, mini.unit, other).is_some_and(|(other, _)| other.name == facts.name);
    for pool in pools(state) {
        if pool.weapons.iter().any(|(user, _)| *user == mini.mini) {
            return Err(USED);
        }
        if pool.defender != enemy && pool.weapons.iter().any(|(_, other)| named(*other)) {
            return Err(OTHER_POOL);
        }
    }
    if sees_unit(state, mini, enemy) { Ok(()) } else { Err(NO_SIGHT) }
}

/// Substeps 2b and 2c: one weapon of one miniature, or of all that can use it; false when no more is added.
fn add_weapon(t: &mut Table, unit: UnitId) -> Play<bool> {
    let choice = t.ask(t.state.unit(unit).owner, Ask::Weapon(unit), |state, offer| {
        let Some(pool) = state.attack.as_ref().map(Attack::pool) else { return };
        for (weapon, _) in weapons(state, unit) {
            let carriers = state.standing(unit).filter(|mini| carries(state, *mini, weapon));
            let judged: ArrayVec<_, 12> = carriers
                .map(|mini| (mini, may_use(state, mini, weapon, pool.defender, Some(pool.range))))
                .collect();
            let plain = |(mini, verdict): &&(MiniId, Result<(), Denial>)| {
                verdict.is_ok() && carries_no_other(state, *mini, weapon)
            };
            if judged.iter().filter(plain).count() > 1 {
                offer.add(Choice::Weapons(unit, weapon));
            }
            for (mini, verdict) in judged {
                offer.judge(Choice::Weapon(mini, weapon), verdict);
            }
        }
        if !pool.weapons.is_empty() {
            offer.pass(Choice::Pass);
        }
    })?;
    let Some(pool) = t.state.attack.as_ref().map(Attack::pool) else { return Ok(false) };
    let (added, weapon): (ArrayVec<MiniId, 12>, WeaponId) = match choice {
        Choice::Weapon(mini, weapon) => ([mini].into_iter().collect(), weapon),
        Choice::Weapons(_, weapon) => (plain_users(&t.state, unit, weapon, pool), weapon),
        _ => return Ok(false),
    };
    if let Some(pool) = pool_mut(t) {
        pool.weapons.extend(added.iter().map(|mini| (mini.mini, weapon)));
    }
    t.emit(Event::WeaponsAdded(unit, weapon, added.len() as u8));
    Ok(true)
}

/// The miniatures that can still add a weapon to the pool against an enemy and do not carry one of their own instead.
fn plain_users(state: &State, unit: UnitId, weapon: WeaponId, pool: &Pool) -> ArrayVec<MiniId, 12> {
    let plain = state.standing(unit).filter(|mini| carries_no_other(state, *mini, weapon));
    plain.filter(|mini| may_use(state, *mini, weapon, pool.defender, Some(pool.range)).is_ok()).collect()
}

fn carries_no_other(state: &State, mini: MiniId, id: WeaponId) -> bool {
    let own = state.mini(mini).upgrade;
    own.is_none() || weapon(state, mini.unit, id).is_some_and(|(_, upgrade)| upgrade == own)
}

/// The attacker picks the next pool to resolve.
fn choose_pool(t: &mut Table, unit: UnitId) -> Play<Option<u8>> {
    let waiting = |pool: &&Pool| !pool.resolved && !pool.weapons.is_empty();
    if !pools(&t.state).iter().any(|pool| waiting(&pool)) {
        return Ok(None);
    }
    let choice = t.ask(t.state.unit(unit).owner, Ask::Pool(unit), |state, offer| {
        pools(state).iter().filter(waiting).for_each(|pool| offer.add(Choice::Pool(pool.defender)));
    })?;
    let Choice::Pool(defender) = choice else { return Ok(None) };
    t.emit(Event::PoolChosen(defender));
    Ok(pools(&t.state).iter().position(|pool| pool.defender == defender).map(|index| index as u8))
}

/// Steps 4 to 9 with one pool.
fn resolve_pool(t: &mut Table, unit: UnitId) -> Play {
    let Some(defender) = t.state.attack.as_ref().map(|attack| attack.pool().defender) else { return Ok(()) };
    if let Some(pool) = pool_mut(t) {
        pool.resolved = true;
    }
    if t.state.unit(defender).is_defeated() {
        return Ok(());
    }
    roll_attack_dice(t, unit)?;
    while spend_aim(t, unit)? {}
    convert_surges(t, unit);
    defense::dodge_and_cover(t, unit, defender)?;
    t.window(Window::ModifyAttackDice)?;
    defense::roll(t, defender)?;
    t.window(Window::ModifyDefenseDice)?;
    defense::compare(t, unit, defender)?;
    t.window(Window::AfterDefending)
}

/// Substep 4a: the dice of all weapons in the pool.
fn roll_attack_dice(t: &mut Table, unit: UnitId) -> Play {
    let mut rolled = Vec::new();
    for colour in Colour::ALL {
        let Some(pool) = t.state.attack.as_ref().map(Attack::pool) else { return Ok(()) };
        let used = pool.weapons.iter().filter_map(|(_, id)| weapon(&t.state, unit, *id));
        let dice: usize = used.map(|(facts, _)| usize::from(facts.dice.of(colour))).sum();
        let faces = t.roll(Ask::RollAttack(colour), colour.die(), dice)?;
        rolled.extend(faces.iter().map(|face| colour.showing(*face)));
    }
    if let Some(pool) = pool_mut(t) {
        pool.dice.extend(rolled.iter().copied().take(48));
    }
    note_threat(t);
    t.emit(Event::AttackRolled(rolled));
    Ok(())
}

/// Remembers that the dice have shown a hit or critical hit.
fn note_threat(t: &mut Table) {
    if let Some(pool) = pool_mut(t) {
        let shown = |die: &crate::AttackDie| matches!(die.face, AttackFace::Hit | AttackFace::Critical);
        pool.threatening |= pool.dice.iter().any(shown);
    }
}

/// Substep 4b: an aim token lets the attacker reroll some dice; false when no more is spent.
fn spend_aim(t: &mut Table, unit: UnitId) -> Play<bool> {
    let owner = t.state.unit(unit).owner;
    let choice = t.ask(owner, Ask::Aim(unit), |state, offer| {
        if state.unit(unit).aim > 0 {
            offer.add(Choice::SpendToken);
        }
        offer.pass(Choice::Pass);
    })?;
    if choice != Choice::SpendToken {
        return Ok(false);
    }
    t.state.unit_mut(unit).aim -= 1;
    t.emit(Event::AimSpent(unit));
    let most = total::<Legion>(&t.state, Quantity::AimDice(unit), 2).max(0) as usize;
    let picked = t.ask_some(owner, Ask::RerollDice(unit, most as u8), 0, most, |state, offer| {
        let dice = state.attack.iter().flat_map(|attack| &attack.pool().dice);
        dice.enumerate().for_each(|(index, die)| offer.add(Choice::Die(index as u8, *die)));
    })?;
    reroll(t, &picked)?;
    Ok(true)
}

fn reroll(t: &mut Table, picked: &[Choice]) -> Play {
    let mut rolled = Vec::new();
    for colour in Colour::ALL {
        let of_colour: ArrayVec<u8, 32> = picked
            .iter()
            .filter_map(|choice| match choice {
                Choice::Die(index, die) if die.colour == colour => Some(*index),
                _ => None,
            })
            .collect();
        let faces = t.roll(Ask::RollAttack(colour), colour.die(), of_colour.len())?;
        for (index, face) in of_colour.iter().zip(faces.iter()) {
            let die = colour.showing(*face);
            rolled.push(die);
            if let Some(pool) = pool_mut(t) {
                pool.dice[*index as usize] = die;
            }
        }
    }
    note_threat(t);
    t.emit(Event::Rerolled(rolled));
    Ok(())
}

/// Substep 4c: attack surges become what the unit card says, or blanks.
fn convert_surges(t: &mut Table, unit: UnitId) {
    let to = match t.state.unit(unit).facts().attack_surge {
        Some(Surge::Hit) => AttackFace::Hit,
        Some(Surge::Critical) => AttackFace::Critical,
        None => AttackFace::Blank,
    };
    let Some(pool) = pool_mut(t) else { return };
    if pool.dice.iter().any(|die| die.face == AttackFace::Surge) {
        pool.dice.iter_mut().filter(|die| die.face == AttackFace::Surge).for_each(|die| die.face = to);
        let dice = pool.dice.to_vec();
        t.emit(Event::SurgesConverted(dice));
    }
    note_threat(t);
}
