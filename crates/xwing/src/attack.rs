//! Attacks: who may fire at whom, and the seven steps from declaring the target to dealing damage.

use flightpath::{ATTACK_FACES, DEFENSE_FACES, Face, Pool, cancel};
use table::timing::total;
use table::{Denial, Die, Play};

use crate::asks::Dice;
use crate::cards::{Quantity, Window, library};
use crate::measure::{Shot, shot};
use crate::state::{Attack, ShipId, State};
use crate::{Ask, Choice, Event, Table, XWing, damage};

/// The red die.
pub static ATTACK_DIE: Die =
    Die { name: "attack", faces: &["hit", "hit", "hit", "critical", "focus", "focus", "blank", "blank"] };
/// The green die.
pub static DEFENSE_DIE: Die =
    Die { name: "defense", faces: &["evade", "evade", "evade", "focus", "focus", "blank", "blank", "blank"] };

/// A ship's turn in the Combat Phase: it may make one attack.
pub fn combat_turn(t: &mut Table, ship: ShipId) -> Play {
    let owner = t.state.ship(ship).owner;
    let choice = t.ask(owner, Ask::Attack(ship), |state, offer| {
        for enemy in state.enemies_of(ship) {
            offer.judge(Choice::Fire(enemy), may_fire(state, ship, enemy).map(|_| ()));
        }
        offer.pass(Choice::Pass);
    })?;
    let Choice::Fire(target) = choice else { return Ok(()) };
    let Ok(shot) = may_fire(&t.state, ship, target) else { return Ok(()) };
    resolve(t, ship, target, shot)
}

/// Step 1: whether the target may be declared.
fn may_fire(state: &State, ship: ShipId, target: ShipId) -> Result<Shot, Denial> {
    shot(state, ship, target)
}

/// The seven steps of an attack.
fn resolve(t: &mut Table, attacker: ShipId, defender: ShipId, shot: Shot) -> Play {
    t.state.attack = Some(Attack {
        attacker,
        defender,
        range: shot.range,
        obstructed: shot.obstructed,
        added_dice: 0,
        attack: Pool::default(),
        defense: Pool::default(),
        hits: 0,
        criticals: 0,
    });
    t.emit(Event::Attacks(attacker, defender, shot.range));
    if shot.obstructed {
        t.emit(Event::Obstructed);
    }
    roll_attack_dice(t)?;
    t.window(Window::ModifyAttack)?;
    roll_defense_dice(t)?;
    t.window(Window::ModifyDefense)?;
    compare_results(t);
    deal_damage(t)?;

    t.window(Window::AfterAttack)?;
    t.state.attack = None;
    Ok(())
}

/// How many attack dice are rolled.
pub fn attack_dice(state: &State, attack: &Attack) -> usize {
    let printed = library().ship_of(state.ship(attack.attacker).pilot).attack.into();
    let mut dice = total::<XWing>(state, Quantity::Primary(attack.attacker), printed).max(0);
    if attack.range == 1 {
        dice += 1;
    }
    dice += i32::from(attack.added_dice);
    total::<XWing>(state, Quantity::AttackDice, dice).max(0) as usize
}

/// Step 2. Every die that is added is added before the roll.
fn roll_attack_dice(t: &mut Table) -> Play {
    t.window(Window::AttackDice)?;
    let Some(attack) = &t.state.attack else { return Ok(()) };
    let dice = attack_dice(&t.state, attack);
    let faces = t.roll(Ask::AttackRoll, &ATTACK_DIE, dice)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    t.emit(Event::AttackRoll(faces_of(&pool)));
    if let Some(attack) = &mut t.state.attack {
        attack.attack = pool;
    }
    Ok(())
}

/// How many defense dice the defender rolls.
pub fn defense_dice(state: &State, attack: &Attack) -> usize {
    let mut dice = agility(state, attack.defender);
    if attack.range == 3 {
        dice += 1;
    }
    if attack.obstructed {
        dice += 1;
    }
    dice as usize
}

/// A ship's agility after everything that raises and lowers it; only the result cannot fall below 0.
pub fn agility(state: &State, id: ShipId) -> i32 {
    let printed = library().ship_of(state.ship(id).pilot).agility.into();
    total::<XWing>(state, Quantity::Agility(id), printed).max(0)
}

/// Step 4.
fn roll_defense_dice(t: &mut Table) -> Play {
    let Some(attack) = &t.state.attack else { return Ok(()) };
    let dice = defense_dice(&t.state, attack);
    let faces = t.roll(Ask::DefenseRoll, &DEFENSE_DIE, dice)?;
    let pool = Pool::of(&faces, &DEFENSE_FACES);
    t.emit(Event::DefenseRoll(faces_of(&pool)));
    if let Some(attack) = &mut t.state.attack {
        attack.defense = pool;
    }
    Ok(())
}

/// Step 6: evades cancel hits, then critical hits.
fn compare_results(t: &mut Table) {
    let Some(attack) = &mut t.state.attack else { return };
    let evades = attack.defense.count(Face::Evade);
    cancel(&mut attack.attack, evades);
    (attack.hits, attack.criticals) = (attack.attack.count(Face::Hit), attack.attack.count(Face::Critical));
    let event = if attack.hits + attack.criticals == 0 {
        Event::Misses(attack.attacker, attack.defender)
    } else {
        Event::Hits(attack.defender, attack.hits, attack.criticals)
    };
    t.emit(event);
}

/// Step 7.
fn deal_damage(t: &mut Table) -> Play {
    let Some(attack) = &t.state.attack else { return Ok(()) };
    let (defender, hits, criticals) = (attack.defender, attack.hits, attack.criticals);
    if hits + criticals == 0 {
        return Ok(());
    }
    damage::suffer(t, defender, hits, criticals)
}

/// The two rolls of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roll {
    Attack,
    Defense,
}

impl Attack {
    pub fn pool(&self, roll: Roll) -> &Pool {
        match roll {
            Roll::Attack => &self.attack,
            Roll::Defense => &self.defense,
        }
    }
    pub fn pool_mut(&mut self, roll: Roll) -> &mut Pool {
        match roll {
            Roll::Attack => &mut self.attack,
            Roll::Defense => &mut self.defense,
        }
    }
    /// The ship whose dice these are.
    pub fn roller(&self, roll: Roll) -> ShipId {
        match roll {
            Roll::Attack => self.attacker,
            Roll::Defense => self.defender,
        }
    }
}

/// Rerolls dice.
pub fn reroll(t: &mut Table, roll: Roll, dice: &[usize]) -> Play {
    let (die, faces_on_die) = match roll {
        Roll::Attack => (&ATTACK_DIE, &ATTACK_FACES),
        Roll::Defense => (&DEFENSE_DIE, &DEFENSE_FACES),
    };
    let faces = t.roll(Ask::Reroll, die, dice.len())?;
    if let Some(attack) = &mut t.state.attack {
        attack.pool_mut(roll).reroll(dice, &faces, faces_on_die);
    }
    t.emit(Event::Rerolled(faces_of(&Pool::of(&faces, faces_on_die))));
    Ok(())
}

/// Changes results and tells how the dice lie then.
pub fn change(t: &mut Table, roll: Roll, change: impl FnOnce(&mut Pool)) {
    let Some(attack) = &mut t.state.attack else { return };
    let pool = attack.pool_mut(roll);
    change(pool);
    let faces = faces_of(pool);
    t.emit(match roll {
        Roll::Attack => Event::AttackResult(faces),
        Roll::Defense => Event::DefenseResult(faces),
    });
}

pub fn faces_of(pool: &Pool) -> Dice {
    pool.0.iter().map(|result| result.face).collect()
}
