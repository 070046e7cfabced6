//! Attacks of ships on ships: declaring the target, rolling dice, resolving attack effects and resolving damage. Spending
//! defense tokens is in [`crate::defense`].

use table::timing::{permitted, total};
use table::{Denial, Play, denial};

use crate::cards::{Deed, Quantity, Window};
use crate::dice::{Colour, Die, Face, Pool};
use crate::measure::{Shot, shot};
use crate::state::{Attack, Range, ShipId, State, TokenSide, Zone};
use crate::{Armada, Ask, Choice, Event, Table, damage, defense};

const ZONE_USED: Denial = denial(
    "armada.attack.two-attacks-different-zones",
    "This hull zone has already attacked in this activation.",
    "Diese Hüllensektion hat in dieser Aktivierung schon angegriffen.",
);
const BEYOND_DICE: Denial = denial(
    "armada.attack-range.max-by-dice-color",
    "No die of this battery reaches that far.",
    "Kein Würfel dieser Batterie reicht so weit.",
);
const CONTAINED: Denial = denial(
    "armada.defense-token.contain",
    "The defender contains the damage: no standard critical effect.",
    "Der Verteidiger dämmt den Schaden ein: kein normaler kritischer Effekt.",
);

/// One attack of a ship; tells the hull zone it was made from, or that the ship makes none.
pub fn perform(t: &mut Table, ship: ShipId, used: u8) -> Play<Option<Zone>> {
    if !t.state.ship(ship).in_play() {
        return Ok(None);
    }
    let choice = t.ask(t.state.ship(ship).owner, Ask::Attack(ship), |state, offer| {
        let owner = state.ship(ship).owner;
        for enemy in state.others(ship).filter(|other| state.ship(*other).owner != owner) {
            for zone in Zone::ALL {
                for target in Zone::ALL {
                    let verdict = may_attack(state, ship, used, zone, enemy, target).map(|_| ());
                    offer.judge(Choice::Fire(zone, enemy, target), verdict);
                }
            }
        }
        offer.pass(Choice::Pass);
    })?;
    let Choice::Fire(zone, defender, target) = choice else { return Ok(None) };
    let Ok(shot) = may_attack(&t.state, ship, used, zone, defender, target) else { return Ok(None) };
    resolve(t, ship, zone, defender, target, shot)?;
    Ok(Some(zone))
}

/// Step 1: whether a target may be declared.
fn may_attack(
    state: &State,
    ship: ShipId,
    used: u8,
    zone: Zone,
    enemy: ShipId,
    target: Zone,
) -> Result<Shot, Denial> {
    if used >> zone.index() & 1 == 1 {
        return Err(ZONE_USED);
    }
    let shot = shot(state, (ship, zone), (enemy, target))?;
    if Colour::ALL.iter().all(|colour| gathered(state, ship, zone, *colour, shot.range) == 0) {
        return Err(BEYOND_DICE);
    }
    permitted::<Armada>(state, Deed::AttackAt(ship, shot.range))?;
    Ok(shot)
}

/// Dice of a colour that a hull zone gathers at a range.
pub fn gathered(state: &State, ship: ShipId, zone: Zone, colour: Colour, range: Range) -> u8 {
    if range > colour.reach() {
        return 0;
    }
    let printed = state.ship(ship).facts().battery.of(zone).of(colour);
    total::<Armada>(state, Quantity::Battery(ship, zone, colour), printed.into()).clamp(0, 8) as u8
}

/// Steps 2 to 5.
fn resolve(t: &mut Table, attacker: ShipId, zone: Zone, defender: ShipId, target: Zone, shot: Shot) -> Play {
    t.state.attack = Some(Attack {
        attacker,
        zone,
        defender,
        target,
        range: shot.range,
        obstructed: shot.obstructed,
        pool: Pool::default(),
        targeted: 0,
        spent: 0,
        braced: false,
        contained: false,
        redirected: Default::default(),
    });
    t.emit(Event::Attacks { attacker, zone, defender, target, range: shot.range });
    roll_attack_dice(t, attacker, zone, shot)?;
    // The attacker may mix modifying dice and spending accuracies; nothing here makes the order matter.
    t.window(Window::ModifyDice)?;
    while spend_accuracy(t, attacker, defender)? {}
    defense::spend_tokens(t, defender)?;
    resolve_damage(t, attacker, defender, target)?;
    t.state.attack = None;
    Ok(())
}

/// Step 2: gathers the dice for the range, takes one off if the attack is obstructed, and rolls.
fn roll_attack_dice(t: &mut Table, attacker: ShipId, zone: Zone, shot: Shot) -> Play {
    let mut dice = Colour::ALL.map(|colour| gathered(&t.state, attacker, zone, colour, shot.range));
    if shot.obstructed {
        let removed = t.ask(t.state.ship(attacker).owner, Ask::ObstructedDie, |_, offer| {
            let there = Colour::ALL.into_iter().filter(|colour| dice[*colour as usize] > 0);
            there.for_each(|colour| offer.add(Choice::Colour(colour)));
        })?;
        if let Choice::Colour(colour) = removed {
            dice[colour as usize] -= 1;
            t.emit(Event::Obstructed(colour));
        }
    }
    let mut rolled = Vec::new();
    for colour in Colour::ALL {
        let faces = t.roll(Ask::Roll(colour), colour.die(), dice[colour as usize].into())?;
        rolled.extend(faces.iter().map(|face| Die { colour, face: colour.face(*face) }));
    }
    if let Some(attack) = &mut t.state.attack {
        attack.pool.0.extend(rolled.iter().copied());
    }
    t.emit(Event::Rolled(rolled));
    Ok(())
}

/// Step 3: spends an accuracy on a defense token, which cannot be spent during this attack; false when no more is spent.
fn spend_accuracy(t: &mut Table, attacker: ShipId, defender: ShipId) -> Play<bool> {
    let choice = t.ask(t.state.ship(attacker).owner, Ask::Accuracy, |state, offer| {
        let accurate = state.attack.as_ref().filter(|attack| attack.pool.has(Face::Accuracy));
        if let Some(attack) = accurate {
            let verdict = permitted::<Armada>(state, Deed::SpendAccuracy(attacker));
            for (index, token) in state.ship(defender).tokens.iter().enumerate() {
                if token.side != TokenSide::Discarded && attack.targeted >> index & 1 == 0 {
                    offer.judge(Choice::Token(defender, index as u8), verdict);
                }
            }
        }
        offer.pass(Choice::Pass);
    })?;
    let Choice::Token(_, index) = choice else { return Ok(false) };
    if let Some(attack) = &mut t.state.attack {
        attack.pool.spend(Face::Accuracy);
        attack.targeted |= 1 << index;
    }
    t.emit(Event::AccuracySpent(defender, index));
    Ok(true)
}

/// Step 5: a critical effect, the damage total, and the damage.
fn resolve_damage(t: &mut Table, attacker: ShipId, defender: ShipId, target: Zone) -> Play {
    let critical = choose_critical(t, attacker)?;
    let Some(attack) = &t.state.attack else { return Ok(()) };
    let total = attack.pool.hits() + attack.pool.criticals();
    let total = if attack.braced { total.div_ceil(2) } else { total };
    t.emit(Event::DamageTotal(total));
    let left = defense::redirect_damage(t, defender, total)?;
    damage::suffer(t, defender, target, left, critical)
}

/// The attacker may resolve one critical effect if the pool shows a critical icon. It costs no icon.
fn choose_critical(t: &mut Table, attacker: ShipId) -> Play<bool> {
    let choice = t.ask(t.state.ship(attacker).owner, Ask::Critical, |state, offer| {
        if let Some(attack) = state.attack.as_ref().filter(|attack| attack.pool.criticals() > 0) {
            let contained = if attack.contained { Err(CONTAINED) } else { Ok(()) };
            let verdict = contained.and(permitted::<Armada>(state, Deed::ResolveCritical(attacker)));
            offer.judge(Choice::StandardCritical, verdict);
        }
        offer.pass(Choice::Pass);
    })?;
    Ok(choice == Choice::StandardCritical)
}
