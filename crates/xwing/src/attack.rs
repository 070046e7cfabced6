//! Attacks: who may fire what at whom, and the seven steps from declaring the target to dealing damage.

use flightpath::{ATTACK_FACES, DEFENSE_FACES, Face, Pool};
use table::timing::{permitted, total};
use table::{Capacity, Denial, Die, Offers, Play, capacity, denial};

use crate::actions::{has_focus, lock_lenders, spend, spend_lock, use_up};
use crate::asks::Dice;
use crate::cards::{
    Cost, Deed, FOR_WEAPONS, Header, Liberty, ObstacleKind, Quantity, Window, allows, effects, hears,
    library, upgrade_facts, usable,
};
use crate::measure::{Shot, in_firing_arc, is_on_obstacle, shot, shot_at};
use crate::missions::Instead;
use crate::phases::{counts, during, window};
use crate::state::{Attack, CardRef, Moment, Section, ShipId, Slot, State, Token, Weapon};
use crate::{Ask, Choice, Event, Table, XWing, damage, huge};

/// The red die.
pub static ATTACK_DIE: Die =
    Die { name: "attack", faces: &["hit", "hit", "hit", "critical", "focus", "focus", "blank", "blank"] };
/// The green die.
pub static DEFENSE_DIE: Die =
    Die { name: "defense", faces: &["evade", "evade", "evade", "focus", "focus", "blank", "blank", "blank"] };

/// What a cloak adds to the agility.
const CLOAK_AGILITY: i32 = 2;

const ON_ASTEROID: Denial = denial(
    "xwing.core.obstacle.asteroid.3",
    "A ship on an asteroid cannot attack.",
    "Ein Schiff auf einem Asteroiden kann nicht angreifen.",
);
const CLOAKED: Denial = denial(
    "xwing.exp.cloak.4",
    "A cloaked ship cannot attack.",
    "Ein getarntes Schiff kann nicht angreifen.",
);
const TOUCHING: Denial = denial(
    "xwing.core.overlap.3",
    "Ships that touch cannot attack each other.",
    "Schiffe, die sich berühren, können einander nicht angreifen.",
);
const NO_MORE_ATTACKS: Denial = denial(
    "xwing.errata.attack.one-per-ship",
    "The ship cannot attack again this round.",
    "Das Schiff kann in dieser Runde nicht noch einmal angreifen.",
);
const WEAPONS_DISABLED: Denial =
    denial("xwing.core.action.slam", "The weapons are disabled.", "Die Waffen sind deaktiviert.");
const NO_PRIMARY: Denial = denial(
    "xwing.huge.attack.no-primary",
    "The ship has no primary weapon.",
    "Das Schiff hat keine Primärwaffe.",
);
const NEEDS_LOCK: Denial = denial(
    "xwing.core.weapon.header-lock",
    "The weapon needs a target lock on the target.",
    "Die Waffe braucht eine Zielerfassung auf dem Ziel.",
);
const NEEDS_ENERGY: Denial = denial(
    "xwing.core.hardpoint",
    "There is too little energy on the weapon.",
    "Auf der Waffe liegt zu wenig Energie.",
);
const NEEDS_FOCUS: Denial = denial(
    "xwing.core.weapon.header-focus",
    "The weapon needs a focus token.",
    "Die Waffe braucht einen Fokusmarker.",
);

/// A ship's turn in the Combat Phase: it may make one attack.
pub fn combat_turn(t: &mut Table, ship: ShipId) -> Play {
    // A huge ship fires each of its weapons, one after the other.
    let is_huge = t.state.ship(ship).size.is_huge();
    loop {
        if !t.state.ship(ship).in_play() {
            return Ok(());
        }
        let owner = t.state.ship(ship).owner;
        let choice = t.ask(owner, Ask::Attack(ship), |state, offer| {
            offer_attacks(state, ship, offer, true, |_, _| true);
            if let Some(instead) = in_place_of_attacks(state) {
                (instead.offer)(state, ship, ready_to_fire(state, ship), offer);
            }
            offer.pass(Choice::Pass);
        })?;
        if in_place_of_attacks(&t.state).is_some_and(|instead| (instead.perform)(t, ship, choice)) {
            return Ok(());
        }
        let drawn_off = aimed(t, ship, &choice, |t| {
            t.ask(owner, Ask::Attack(ship), |state, offer| {
                offer_attacks(state, ship, offer, true, |_, _| true)
            })
        })?;
        let Some((weapon, target, section)) = fired_at(&drawn_off) else { return Ok(()) };
        if let Some(huge) = t.state.huge_mut(ship) {
            huge.fired |= huge::weapon_bit(weapon);
        }
        fire(t, ship, weapon, (target, section), None, false)?;
        if !is_huge {
            return Ok(());
        }
    }
}

/// What the mission lets ships do in place of their attacks.
fn in_place_of_attacks(state: &State) -> Option<&'static Instead> {
    state.mission().and_then(|mission| mission.instead_of_attack.as_ref())
}

/// The attack that a ship makes after cards have had their say about its target: the one chosen, or if that is forbidden now
/// another one, which is chosen `again`.
fn aimed(
    t: &mut Table,
    ship: ShipId,
    choice: &Choice,
    again: impl FnOnce(&mut Table) -> Play<Choice>,
) -> Play<Choice> {
    let Some((weapon, target, _)) = fired_at(choice) else { return Ok(*choice) };
    during(t, Moment::Aiming(ship, target), Window::Aiming)?;
    if permitted::<XWing>(&t.state, Deed::Attack(ship, weapon, target)).is_ok() {
        Ok(*choice)
    } else {
        again(t)
    }
}

/// What an attack is made with and at.
fn fired_at(choice: &Choice) -> Option<(Weapon, ShipId, Option<Section>)> {
    match choice {
        Choice::Fire(weapon, target) => Some((*weapon, *target, None)),
        Choice::FireAt(weapon, target, section) => Some((*weapon, *target, Some(*section))),
        _ => None,
    }
}

/// An attack that a card grants beyond the ship's own: with the weapons and at the targets that `allowed` accepts. The
/// player has already decided to make it if there is one; true if there was.
pub fn extra_attack(
    t: &mut Table,
    card: CardRef,
    ship: ShipId,
    allowed: impl Fn(Weapon, ShipId) -> bool,
) -> Play<bool> {
    attack_once_more(t, card, ship, allowed, false)
}

/// An [`extra_attack`] that is the ship's last one this round.
pub fn last_attack(
    t: &mut Table,
    card: CardRef,
    ship: ShipId,
    allowed: impl Fn(Weapon, ShipId) -> bool,
) -> Play<bool> {
    attack_once_more(t, card, ship, allowed, true)
}

fn attack_once_more(
    t: &mut Table,
    card: CardRef,
    ship: ShipId,
    allowed: impl Fn(Weapon, ShipId) -> bool,
    last: bool,
) -> Play<bool> {
    let owner = t.state.ship(ship).owner;
    let choice = t.ask(owner, Ask::ExtraAttack(card, ship), |state, offer| {
        offer_attacks(state, ship, offer, false, &allowed);
        if offer.is_empty() {
            offer.pass(Choice::Pass);
        }
    })?;
    let drawn_off = aimed(t, ship, &choice, |t| {
        t.ask(owner, Ask::ExtraAttack(card, ship), |state, offer| {
            offer_attacks(state, ship, offer, false, &allowed);
        })
    })?;
    let Some((weapon, target, section)) = fired_at(&drawn_off) else { return Ok(false) };
    fire(t, ship, weapon, (target, section), Some(card), last)?;
    Ok(true)
}

/// Whether a ship could attack anybody, with weapons and at targets that `allowed` accepts.
pub fn could_attack(state: &State, ship: ShipId, allowed: impl Fn(Weapon, ShipId) -> bool) -> bool {
    weapons(state, ship).any(|weapon| {
        targets(state, ship)
            .any(|target| allowed(weapon, target) && may_fire(state, ship, weapon, target).is_ok())
    })
}

/// The ships that a ship may attack: enemies, unless a card says otherwise.
pub fn targets(state: &State, id: ShipId) -> impl Iterator<Item = ShipId> {
    let friends_too = allows(state, id, Liberty::AttackFriends);
    state.others(id).filter(move |other| friends_too || !state.are_friends(id, *other))
}

/// Offers attacks. In its own turn a huge ship fires each weapon once.
fn offer_attacks(
    state: &State,
    ship: ShipId,
    offer: &mut Offers<XWing>,
    own_turn: bool,
    allowed: impl Fn(Weapon, ShipId) -> bool,
) {
    let ready = ready_to_fire(state, ship);
    for enemy in targets(state, ship) {
        for weapon in weapons(state, ship).filter(|weapon| allowed(*weapon, enemy)) {
            let again = if own_turn { huge::may_fire(state, ship, weapon) } else { Ok(()) };
            let ready = ready.and(again);
            if state.ship(enemy).size.is_huge() {
                for section in Section::BOTH {
                    let verdict = ready.and_then(|()| may_declare(state, ship, weapon, enemy, Some(section)));
                    offer.judge(Choice::FireAt(weapon, enemy, section), verdict.map(|_| ()));
                }
                continue;
            }
            let verdict = ready.and_then(|()| may_declare(state, ship, weapon, enemy, None)).map(|_| ());
            offer.judge(Choice::Fire(weapon, enemy), verdict);
        }
    }
}

/// The weapons of a ship, usable or not.
pub fn weapons(state: &State, id: ShipId) -> impl Iterator<Item = Weapon> {
    let ship = state.ship(id);
    let primary = library().ship(ship.kind).attack.map(|_| Weapon::Primary);
    let weapon = move |i: u8| {
        let upgrade = ship.upgrades[i as usize];
        let fires = library().upgrade(upgrade.card).is_weapon() && !upgrade.discarded;
        fires.then_some(Weapon::Secondary(CardRef { ship: id, slot: Slot::Upgrade(i) }))
    };
    primary.into_iter().chain((0..ship.upgrades.len() as u8).filter_map(weapon))
}

/// Step 1: whether the target may be declared for this weapon.
pub fn may_fire(state: &State, id: ShipId, weapon: Weapon, target: ShipId) -> Result<Shot, Denial> {
    ready_to_fire(state, id)?;
    is_armed(state, id, weapon, target)?;
    let shot = could_target(state, id, weapon, target)?;
    permitted::<XWing>(state, Deed::Attack(id, weapon, target))?;
    Ok(shot)
}

/// Whether a ship can attack at all.
fn ready_to_fire(state: &State, id: ShipId) -> Result<(), Denial> {
    let ship = state.ship(id);
    if ship.no_attack {
        return Err(NO_MORE_ATTACKS);
    }
    if ship.cloaked {
        return Err(CLOAKED);
    }
    if !state.obstacles.is_empty()
        && is_on_obstacle(state, id, ObstacleKind::Asteroid)
        && counts(state, Quantity::Obstruction(id))
    {
        return Err(ON_ASTEROID);
    }
    Ok(())
}

/// Whether a weapon may be fired in spite of weapons disabled tokens.
fn is_armed(state: &State, id: ShipId, weapon: Weapon, target: ShipId) -> Result<(), Denial> {
    let disabled =
        state.ship(id).weapons_disabled > 0 && counts(state, Quantity::Disabled(id, weapon, target));
    if disabled { Err(WEAPONS_DISABLED) } else { Ok(()) }
}

fn may_declare(
    state: &State,
    id: ShipId,
    weapon: Weapon,
    target: ShipId,
    section: Option<Section>,
) -> Result<Shot, Denial> {
    is_armed(state, id, weapon, target)?;
    could_use(state, id, weapon, target)?;
    needs_lock(state, id, weapon, target, section)?;
    let shot = shot_at(state, id, weapon, target, section)?;
    permitted::<XWing>(state, Deed::Attack(id, weapon, target))?;
    Ok(shot)
}

/// Whether a target is valid for a weapon and its costs can be paid, before cards forbid it.
pub fn could_target(state: &State, id: ShipId, weapon: Weapon, target: ShipId) -> Result<Shot, Denial> {
    could_use(state, id, weapon, target)?;
    shot(state, id, weapon, target)
}

/// A lock on a huge ship serves only against the section that it lies on.
fn needs_lock(
    state: &State,
    id: ShipId,
    weapon: Weapon,
    target: ShipId,
    section: Option<Section>,
) -> Result<(), Denial> {
    let needs =
        |card| upgrade_facts(state, card).is_some_and(|row| row.header == Some(Header::AttackTargetLock));
    match weapon {
        Weapon::Secondary(card)
            if needs(card)
                && !huge::lock_counts(state, id, target, section)
                && !lock_lenders(state, id, target, FOR_WEAPONS)
                    .any(|other| huge::lock_counts(state, other, target, section)) =>
        {
            Err(huge::LOCK_ON_OTHER_SECTION)
        }
        _ => Ok(()),
    }
}

/// Whether a weapon's costs can be paid for an attack on a ship.
fn could_use(state: &State, id: ShipId, weapon: Weapon, target: ShipId) -> Result<(), Denial> {
    let ship = state.ship(id);
    if ship.touching & target.bit() != 0 && counts(state, Quantity::Touching(id, target)) {
        return Err(TOUCHING);
    }
    if let Weapon::Secondary(card) = weapon {
        usable(state, card)?;
        if let Some(row) = upgrade_facts(state, card) {
            match row.header {
                Some(Header::AttackTargetLock)
                    if !ship.has_locked(target)
                        && lock_lenders(state, id, target, FOR_WEAPONS).next().is_none()
                        && !has_focus_for_lock(state, id, target) =>
                {
                    return Err(NEEDS_LOCK);
                }
                Some(Header::AttackFocus) if !has_focus(state, id) => return Err(NEEDS_FOCUS),
                Some(Header::AttackEnergy) if energy_on(state, card) < row.energy_cost() => {
                    return Err(NEEDS_ENERGY);
                }
                _ => {}
            }
            if row.spends.contains(&Cost::Focus) {
                focus_against(state, id, target)?;
            }
        }
    } else if library().ship(ship.kind).attack.is_none() {
        return Err(NO_PRIMARY);
    }
    Ok(())
}

/// Energy tokens on a card.
fn energy_on(state: &State, card: CardRef) -> u8 {
    let upgrade = match card.slot {
        Slot::Upgrade(i) => state.ship(card.ship).upgrades.get(i as usize),
        _ => None,
    };
    upgrade.map(|upgrade| upgrade.tokens).unwrap_or_default()
}

/// Whether focus could be spent in an attack on that ship.
fn focus_against(state: &State, id: ShipId, target: ShipId) -> Result<(), Denial> {
    permitted::<XWing>(state, Deed::SpendFocus(id))?;
    permitted::<XWing>(state, Deed::SpendFocusAgainst(id, target))
}

/// Whether a ship has focus that a card lets take the place of a lock on the target.
fn has_focus_for_lock(state: &State, id: ShipId, target: ShipId) -> bool {
    has_focus(state, id)
        && total::<XWing>(state, Quantity::FocusForLock(id), 0) > 0
        && focus_against(state, id, target).is_ok()
}

/// Spends the lock that a weapon costs, or focus in its place.
fn pay_lock(t: &mut Table, card: CardRef, id: ShipId, target: ShipId) -> Play {
    if !has_focus_for_lock(&t.state, id, target) {
        return spend_lock(t, id, target);
    }
    let owner = t.state.ship(id).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
        let lent = || lock_lenders(state, id, target, FOR_WEAPONS).next().is_some();
        if state.ship(id).has_locked(target) || lent() {
            offer.add(Choice::Token(Token::TargetLock));
        }
        offer.add(Choice::Token(Token::Focus));
    })?;
    if choice == Choice::Token(Token::Focus) { spend(t, id, Token::Focus) } else { spend_lock(t, id, target) }
}

/// Attacks that follow from attacks which are not over yet.
static WITHIN_ATTACKS: Capacity =
    capacity(8, "attacks within one another", "ineinander verschachtelte Angriffe");

/// Fires a weapon: pays for it, and performs the attack as often as the weapon says. After the last attack of the round
/// nothing that follows from it is another one.
fn fire(
    t: &mut Table,
    id: ShipId,
    weapon: Weapon,
    (target, section): (ShipId, Option<Section>),
    granted_by: Option<CardRef>,
    last: bool,
) -> Play {
    let ready = ready_to_fire(&t.state, id);
    let Ok(shot) = ready.and_then(|()| may_declare(&t.state, id, weapon, target, section)) else {
        return Ok(());
    };
    WITHIN_ATTACKS.holds_more_than(t.state.attacks.len())?;
    t.state.ship_mut(id).no_attack |= last;
    t.state.attacks.push(new_attack(id, weapon, target, shot, granted_by));
    t.emit(Event::Attacks(id, target, weapon, shot.range));
    if shot.obstructed {
        t.emit(Event::Obstructed);
    }
    let keeps = pay(t, id, weapon, target)?;
    let times = match weapon {
        Weapon::Primary => 1,
        Weapon::Secondary(card) => effects(&t.state, card).weapon.times,
    };
    let mut hit = false;
    for number in 0..times {
        if number > 0 {
            if t.state.ship(id).no_attack || !t.state.ship(target).in_play() {
                break;
            }
            t.state.attacks.push(new_attack(id, weapon, target, shot, granted_by));
            t.emit(Event::Attacks(id, target, weapon, shot.range));
        }
        if let Some(attack) = t.state.attack_mut() {
            (attack.more, attack.earlier_hit) = (number + 1 < times, hit);
        }
        hit |= resolve(t)?;
    }
    if let Weapon::Secondary(card) = weapon
        && keeps
        && hit
    {
        use_up(t, card)?;
    }
    Ok(())
}

fn new_attack(
    attacker: ShipId,
    weapon: Weapon,
    defender: ShipId,
    shot: Shot,
    granted_by: Option<CardRef>,
) -> Attack {
    Attack {
        attacker,
        defender,
        section: shot.section,
        weapon,
        range: shot.range,
        obstructed: shot.obstructed,
        granted_by,
        more: false,
        earlier_hit: false,
        added_attack: 0,
        added_defense: 0,
        attack: Pool::default(),
        defense: Pool::default(),
        compared: false,
        hit: false,
        hits: 0,      // audit: same — known only when the results are compared, and not read before
        criticals: 0, // audit: same — known only when the results are compared, and not read before
        cancelled_hits: 0, // audit: same — known only when the results are compared, and not read before
        cancelled_criticals: 0, // audit: same — known only when the results are compared, and not read before
        harms: defender.bit(),
        dealt: false,
        dealt_face_up: false,
        suffered: 0,
        marks: Default::default(),
        keeps_weapon: false,
        standing_criticals: 0,
        standing_hits: 0,
        focused: 0,
        criticals_first: false,
        hits_anyway: false,
    }
}

/// How many attack and defense dice a shot would be rolled with as everything stands.
// audit: no rule — a preview for players and agents
pub fn dice_of(state: &State, id: ShipId, weapon: Weapon, target: ShipId, shot: Shot) -> (usize, usize) {
    let mut foreseen = state.clone();
    foreseen.attacks.clear();
    foreseen.attacks.push(new_attack(id, weapon, target, shot, None));
    let attack = &foreseen.attacks[0];
    (attack_dice(&foreseen, attack), defense_dice(&foreseen, attack))
}

/// Pays for a secondary weapon; true if it is discarded only in case it hits.
fn pay(t: &mut Table, id: ShipId, weapon: Weapon, target: ShipId) -> Play<bool> {
    let Weapon::Secondary(card) = weapon else { return Ok(false) };
    let Some(row) = upgrade_facts(&t.state, card) else { return Ok(false) };
    for cost in &row.spends {
        match cost {
            Cost::TargetLock => pay_lock(t, card, id, target)?,
            Cost::Focus => spend(t, id, Token::Focus)?,
            Cost::Card if hears(&t.state, Window::DiscardWeapon) && t.replaced(Window::DiscardWeapon)? => {}
            Cost::Card => use_up(t, card)?,
            Cost::Energy(amount) => pay_energy(t, card, *amount),
        }
    }
    Ok(t.state.attack().is_some_and(|attack| attack.keeps_weapon))
}

/// Energy tokens on a weapon are spent.
fn pay_energy(t: &mut Table, card: CardRef, amount: u8) {
    if let Slot::Upgrade(i) = card.slot
        && let Some(upgrade) = t.state.ship_mut(card.ship).upgrades.get_mut(i as usize)
    {
        upgrade.tokens = upgrade.tokens.saturating_sub(amount);
        t.emit(Event::EnergySpent(card.ship, amount));
    }
}

/// The seven steps of the attack on top of the stack, which then leaves it; true if it hit.
fn resolve(t: &mut Table) -> Play<bool> {
    let Some(attack) = t.state.attack() else { return Ok(false) };
    let (attacker, defender) = (attack.attacker, attack.defender);
    t.state.ship_mut(attacker).attacks_made += 1;
    window(t, Window::Declared)?;
    roll_attack_dice(t)?;
    window(t, Window::AttackRolled)?;
    t.window(Window::ModifyAttack)?;
    roll_defense_dice(t)?;
    window(t, Window::DefenseRolled)?;
    reinforced(t);
    t.window(Window::ModifyDefense)?;
    window(t, Window::BeforeCompare)?;
    compare_results(t);
    let hit = t.state.attack().is_some_and(|attack| attack.hit);
    if hit {
        window(t, Window::Hit)?;
        deal_damage(t, defender)?;
        window(t, Window::DamageDealt)?;
    } else {
        window(t, Window::Missed)?;
    }
    if let Some(attack) = t.state.attack_mut() {
        attack.harms = 0;
    }
    window(t, Window::AfterAttack)?;
    window(t, Window::AttackDone)?;
    t.state.attacks.pop();
    t.state.ship_mut(defender).damage.iter_mut().for_each(|damage| damage.fresh = false);
    Ok(hit)
}

/// A ship's primary weapon value.
pub fn primary(state: &State, id: ShipId) -> i32 {
    let ship = state.ship(id);
    let facts = library().ship(ship.kind);
    let printed = match library().pilot(ship.pilot).stats.attack.or(facts.attack) {
        Some(_) if huge::is_crippled(state, id, Section::Fore) => facts.crippled.attack,
        printed => printed.unwrap_or_default(),
    };
    total::<XWing>(state, Quantity::Primary(id), i32::from(printed) + i32::from(ship.bonus.attack)).max(0)
}

/// How many attack dice are rolled.
pub fn attack_dice(state: &State, attack: &Attack) -> usize {
    let mut dice = match attack.weapon {
        Weapon::Primary => {
            let bonus = i32::from(attack.range == 1);
            primary(state, attack.attacker) + total::<XWing>(state, Quantity::AttackRangeBonus, bonus)
        }
        Weapon::Secondary(card) => {
            upgrade_facts(state, card).and_then(|row| row.attack).unwrap_or_default().into()
        }
    };
    dice += i32::from(attack.added_attack);
    total::<XWing>(state, Quantity::AttackDice, dice).max(0) as usize
}

/// Step 2. Every die that is added is added before the roll.
fn roll_attack_dice(t: &mut Table) -> Play {
    window(t, Window::AttackDice)?;
    let Some(attack) = t.state.attack() else { return Ok(()) };
    let dice = attack_dice(&t.state, attack);
    let faces = t.roll(Ask::AttackRoll, &ATTACK_DIE, dice)?;
    let pool = Pool::of(&faces, &ATTACK_FACES);
    let rolled = Event::AttackRoll(faces_of(&pool));
    if let Some(attack) = t.state.attack_mut() {
        attack.attack = pool;
    }
    t.emit(rolled);
    Ok(())
}

/// How many defense dice the defender rolls.
pub fn defense_dice(state: &State, attack: &Attack) -> usize {
    let mut dice = agility(state, attack.defender) + i32::from(attack.added_defense);
    if attack.weapon.is_primary() {
        let even = state.options.rules().even_range_bonus;
        let beyond = i32::from(attack.range.saturating_sub(2));
        let bonus = if even { beyond.min(1) } else { beyond };
        dice += total::<XWing>(state, Quantity::DefenseRangeBonus, bonus);
    }
    if attack.obstructed {
        dice += total::<XWing>(state, Quantity::ObstructionDice, 1);
    }
    total::<XWing>(state, Quantity::DefenseDice, dice).max(0) as usize
}

/// A ship's agility after everything that raises and lowers it; only the result cannot fall below 0.
pub fn agility(state: &State, id: ShipId) -> i32 {
    let ship = state.ship(id);
    let printed =
        library().pilot(ship.pilot).stats.agility.unwrap_or_else(|| library().ship(ship.kind).agility);
    let mut agility = i32::from(printed) + i32::from(ship.bonus.agility);
    if ship.cloaked {
        agility += CLOAK_AGILITY;
    }
    agility -= i32::from(ship.tractor);
    total::<XWing>(state, Quantity::Agility(id), agility).max(0)
}

/// Step 4.
fn roll_defense_dice(t: &mut Table) -> Play {
    window(t, Window::DefenseDice)?;
    let Some(attack) = t.state.attack() else { return Ok(()) };
    let dice = defense_dice(&t.state, attack);
    let faces = t.roll(Ask::DefenseRoll, &DEFENSE_DIE, dice)?;
    let pool = Pool::of(&faces, &DEFENSE_FACES);
    let rolled = Event::DefenseRoll(faces_of(&pool));
    if let Some(attack) = t.state.attack_mut() {
        attack.defense = pool;
    }
    t.emit(rolled);
    Ok(())
}

/// A reinforce token adds an evade: that of a huge ship beside the attacked section; that of another ship at the fore side
/// against attackers inside its firing arcs, at the aft side against all others.
fn reinforced(t: &mut Table) {
    let Some(attack) = t.state.attack() else { return };
    let (attacker, defender) = (attack.attacker, attack.defender);
    match t.state.ship(defender).reinforced {
        Some(section) if (section == Section::Fore) == in_firing_arc(&t.state, defender, attacker) => {
            add_result(t, Roll::Defense, Face::Evade);
        }
        _ => huge::reinforced(t),
    }
}

/// Step 6: every evade cancels one hit, and once no hit is left one critical hit. Hits of some weapons cannot be cancelled;
/// then critical hits are.
fn compare_results(t: &mut Table) {
    let Some(attack) = t.state.attack() else { return };
    let (weak_hits, weak_criticals) = cancellable(&t.state, attack);
    let Some(attack) = t.state.attack_mut() else { return };
    let evades = attack.defense.count(Face::Evade);
    let (hits, criticals) = (attack.attack.count(Face::Hit), attack.attack.count(Face::Critical));
    if attack.criticals_first {
        attack.cancelled_criticals = evades.min(weak_criticals);
        attack.cancelled_hits = (evades - attack.cancelled_criticals).min(weak_hits);
    } else {
        attack.cancelled_hits = evades.min(weak_hits);
        attack.cancelled_criticals = (evades - attack.cancelled_hits).min(weak_criticals);
    }
    (attack.hits, attack.criticals) = (hits - attack.cancelled_hits, criticals - attack.cancelled_criticals);
    attack.hit = attack.hits + attack.criticals > 0 || attack.hits_anyway;
    attack.compared = true;
    let event = if attack.hit {
        Event::Hits(attack.defender, attack.hits, attack.criticals)
    } else {
        Event::Misses(attack.attacker, attack.defender)
    };
    t.emit(event);
}

/// Whether the weapon of the attack has hits that cannot be cancelled.
pub fn hits_stand(state: &State) -> bool {
    match state.attack().map(|attack| attack.weapon) {
        Some(Weapon::Secondary(card)) => effects(state, card).weapon.hits_stand,
        _ => false,
    }
}

/// How many hits and critical hits of an attack evades can cancel.
pub fn cancellable(state: &State, attack: &Attack) -> (u8, u8) {
    let (hits, criticals) = (attack.attack.count(Face::Hit), attack.attack.count(Face::Critical));
    (
        if hits_stand(state) { 0 } else { hits.saturating_sub(attack.standing_hits) },
        criticals.saturating_sub(attack.standing_criticals),
    )
}

/// Step 7.
fn deal_damage(t: &mut Table, defender: ShipId) -> Play {
    let Some(attack) = t.state.attack() else { return Ok(()) };
    let (hits, criticals) = (attack.hits, attack.criticals);
    if hits + criticals == 0 { Ok(()) } else { damage::suffer(t, defender, hits, criticals) }
}

/// Cancels all results that are left: nothing more is suffered.
pub fn cancel_all(t: &mut Table) {
    if let Some(attack) = t.state.attack_mut() {
        (attack.hits, attack.criticals) = (0, 0);
        t.emit(Event::ResultsCancelled);
    }
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
    if let Some(attack) = t.state.attack_mut() {
        attack.pool_mut(roll).reroll(dice, &faces, faces_on_die);
    }
    t.emit(Event::Rerolled(faces_of(&Pool::of(&faces, faces_on_die))));
    match t.state.attack().map(|attack| attack.roller(roll)) {
        Some(roller) => during(t, Moment::Rerolled(roller), Window::Rerolled),
        None => Ok(()),
    }
}

/// Changes results and tells how the dice lie then.
pub fn change(t: &mut Table, roll: Roll, change: impl FnOnce(&mut Pool)) {
    let Some(attack) = t.state.attack_mut() else { return };
    let pool = attack.pool_mut(roll);
    change(pool);
    let faces = faces_of(pool);
    t.emit(match roll {
        Roll::Attack => Event::AttackResult(faces),
        Roll::Defense => Event::DefenseResult(faces),
    });
}

/// Whether a result may be turned: added results can only be cancelled, except in the later rules.
fn turnable(state: &State) -> impl Fn(&flightpath::Rolled) -> bool + use<> {
    let added = state.options.rules().added_results_modifiable;
    move |result| (added || !result.added) && !result.fixed
}

/// Whether a roll shows a face that its own ship may turn.
pub fn shows(state: &State, roll: Roll, face: Face) -> bool {
    lies(state, roll, face) && state.attack().is_some_and(|attack| may_modify(state, attack, roll).is_ok())
}

/// Whether a roll shows a face that may be turned, whoever wants to turn it.
pub fn lies(state: &State, roll: Roll, face: Face) -> bool {
    let may = turnable(state);
    let turnable =
        |attack: &Attack| attack.pool(roll).0.iter().any(|result| result.face == face && may(result));
    state.attack().is_some_and(turnable)
}

/// Whether cards may modify a roll.
pub fn may_modify(state: &State, attack: &Attack, roll: Roll) -> Result<(), Denial> {
    let deed = match roll {
        Roll::Attack => Deed::ModifyAttack(attack.attacker),
        Roll::Defense => Deed::ModifyDefense(attack.defender),
    };
    permitted::<XWing>(state, deed)
}

/// Rolls further dice to a roll.
pub fn roll_more(t: &mut Table, roll: Roll, count: usize) -> Play {
    let (die, faces_on_die, ask) = match roll {
        Roll::Attack => (&ATTACK_DIE, &ATTACK_FACES, Ask::AttackRoll),
        Roll::Defense => (&DEFENSE_DIE, &DEFENSE_FACES, Ask::DefenseRoll),
    };
    let faces = t.roll(ask, die, count)?;
    let more = Pool::of(&faces, faces_on_die);
    change(t, roll, |pool| pool.0.extend(more.0));
    Ok(())
}

/// The results of a roll that may be turned, with their places.
pub fn turnable_dice(state: &State, roll: Roll) -> impl Iterator<Item = (usize, Face)> {
    let may = turnable(state);
    let results = state.attack().into_iter().flat_map(move |attack| attack.pool(roll).0.iter().enumerate());
    results.filter(move |(_, result)| may(result)).map(|(place, result)| (place, result.face))
}

/// Turns the result in a place.
pub fn turn_die(t: &mut Table, roll: Roll, place: usize, face: Face) {
    change(t, roll, |pool| pool.0.iter_mut().skip(place).take(1).for_each(|result| result.face = face));
}

/// Turns up to `most` results that show a face.
pub fn turn_some(t: &mut Table, roll: Roll, from: Face, to: Face, most: usize) {
    let may = turnable(&t.state);
    change(t, roll, |pool| {
        let results = pool.0.iter_mut().filter(|result| result.face == from && may(result));
        results.take(most).for_each(|result| result.face = to);
    });
}

pub fn turn_one(t: &mut Table, roll: Roll, from: Face, to: Face) {
    turn_some(t, roll, from, to, 1);
}

pub fn turn_all(t: &mut Table, roll: Roll, from: Face, to: Face) {
    turn_some(t, roll, from, to, usize::MAX);
}

/// Adds a result to a roll. In the later rules it is a die like any other.
pub fn add_result(t: &mut Table, roll: Roll, face: Face) {
    let like_any = t.state.options.rules().added_results_modifiable;
    change(t, roll, |pool| {
        pool.add(face);
        if let Some(result) = pool.0.last_mut() {
            result.added = !like_any;
        }
    });
}

/// Cancels one result of a roll.
pub fn cancel_one(t: &mut Table, roll: Roll, face: Face) {
    change(t, roll, |pool| {
        if let Some(index) = pool.0.iter().position(|result| result.face == face) {
            pool.0.remove(index);
        }
    });
}

pub fn faces_of(pool: &Pool) -> Dice {
    pool.0.iter().map(|result| result.face).collect()
}
