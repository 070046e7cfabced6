//! More cards of huge ships, most of them of the corvettes and cruisers: hardpoints, cargo, teams, crew, titles and
//! modifications that do more than their row says.

use arrayvec::ArrayVec;
use flightpath::{Bearing, Colour, Face, Maneuver};
use geometry::overlaps;
use table::timing::{Ability, Modifier};
use table::{Denial, Play, denial};

use crate::actions::{
    assign, could_lock, may_perform, offer_lock, perform, remove_lock, remove_token, use_up,
};
use crate::attack::{Roll, add_result, cancel_all, could_attack, extra_attack, shows, turn_one};
use crate::cards::patterns::{able, able_once, acts, always, changes, may, may_once, must, own, turns};
use crate::cards::tokens::{
    attacks, defends, enemy_at, fired, mark_attack, marked, other_friend_at, roll_attack,
};
use crate::cards::{
    Effects, Procedure, Quantity, Registry, Source, Topic, UpgradeSlot, Window, upgrade_facts,
};
use crate::measure::{footprint, in_range, near_target};
use crate::state::{Action, CardRef, Cursor, MAX_SHIPS, Moment, Section, ShipId, Slot, State, Token, Weapon};
use crate::{Ask, Choice, Table, XWing, damage, huge, maneuvers};

const NOT_CHARGED: Denial =
    denial("xwing.huge.energy.use", "The card needs 5 energy.", "Die Karte braucht 5 Energie.");
const NOBODY_THERE: Denial = denial(
    "xwing.huge.action.range",
    "No ship that it concerns is in range.",
    "Kein Schiff, das es betrifft, ist in Reichweite.",
);
const NO_SHIELDS: Denial = denial(
    "xwing.core.golden-rule.2",
    "There are no shields left to turn into energy.",
    "Es sind keine Schilde mehr da, die zu Energie werden könnten.",
);
const ONCE: Denial = denial(
    "xwing.core.golden-rule.2",
    "The card is used once in a round.",
    "Die Karte wird einmal pro Runde benutzt.",
);

const SLOWLY_AHEAD: Maneuver = Maneuver { bearing: Bearing::Straight, speed: 1, colour: Colour::White };

pub const EFFECTS: Registry = &[
    // hardpoints
    ("quad-laser-cannons", able(&[FIRE_AGAIN])),
    ("ion-cannon-battery", able(&[IONIZE])),
    ("dual-laser-turret", Effects::FACTS),
    ("heavy-laser-turret", Effects::FACTS),
    // cargo
    ("slicer-tools", acts(may_slice, slice)),
    (
        "ionization-reactor",
        Effects { energy: Some(Procedure { may: is_charged, perform: discharge }), ..Effects::NONE },
    ),
    ("engine-booster", able(&[BOOST_AHEAD])),
    ("cluster-bombs", able(&[CLUSTER])),
    ("supercharged-power-cells", able(&[OVERCHARGE])),
    // teams
    ("gunnery-team", able_once(&[GUNNERS_AIM], ONCE)),
    ("ordnance-experts", able_once(&[EXPERTS_AIM], ONCE)),
    ("ig-rm-thug-droids", able(&[turns!(Attack, Hit as Critical)])),
    // crew
    ("toryn-farr", acts(may_disturb, disturb)),
    ("carlist-rieekan", Effects { abilities: &[EVERYBODY_FIRST], modifiers: &[AT_TWELVE], ..Effects::NONE }),
    ("jan-dodonna", able(&[FRIENDS_HIT_HARDER])),
    (
        "admiral-ozzel",
        Effects { energy: Some(Procedure { may: has_shields, perform: drain_shields }), ..Effects::NONE },
    ),
    ("rear-admiral-chiraneau-crew", acts(always, |t, card| maneuvers::execute(t, card.ship, SLOWLY_AHEAD))),
    // modifications
    ("automated-protocols", able_once(&[PROTOCOL], ONCE)),
    ("ordnance-tubes", able(&[TUBES_RELOAD])),
    // titles
    ("tantive-iv", Effects::FACTS),
    ("merchant-one", Effects::FACTS),
    ("jainas-light", able(&[SWAP_DAMAGE])),
    ("assailer", able(&[turns!(Defense, Eye as Evade, reinforced_where_attacked)])),
    ("instigator", changes(&[own!(Recovery + 1)])),
    ("impetuous", able(&[LOCK_THE_NEXT])),
    ("suppressor", able_once(&[SUPPRESS], ONCE)),
    ("broken-horn", able(&[ONE_MORE_EVADE, TOKEN_GOES])),
    ("insatiable-worrt", able(&[WORRT_FEEDS])),
];

// ---- hardpoints -------------------------------------------------------------------------------------------------------

/// An attack with this card on the ship that is being attacked.
fn same_attack(state: &State, card: CardRef) -> impl Fn(Weapon, ShipId) -> bool + use<> {
    let defender = state.attack().map(|attack| attack.defender);
    move |weapon, target| weapon == Weapon::Secondary(card) && Some(target) == defender
}

/// After a miss the same attack once more, for energy of the card. It never holds enough for a third one.
const FIRE_AGAIN: Ability<XWing> = may(
    Window::Missed,
    |state, card| Ok(fired(state, card) && could_attack(state, card.ship, same_attack(state, card))),
    |t, card| {
        let again = same_attack(&t.state, card);
        extra_attack(t, card, card.ship, again).map(|_| ())
    },
);

const IONIZE: Ability<XWing> = must(
    Window::Hit,
    |state, card| Ok(fired(state, card)),
    |t, _| {
        let Some(target) = t.state.attack().map(|attack| attack.defender) else { return Ok(()) };
        cancel_all(t);
        damage::suffer(t, target, 0, 1)?;
        assign(t, target, Token::Ion)
    },
);

// ---- cargo ------------------------------------------------------------------------------------------------------------

fn stressed_near(state: &State, card: CardRef, id: ShipId) -> bool {
    // audit: same (3 to 4) — the ruler ends at range 3
    id != card.ship && state.ship(id).is_stressed() && in_range(state, card.ship, id, 3)
}

fn may_slice(state: &State, card: CardRef) -> Result<(), Denial> {
    huge::may_spend_in_action(state, card.ship, 1)?;
    if state.in_play().any(|id| stressed_near(state, card, id)) { Ok(()) } else { Err(NOBODY_THERE) }
}

/// Any number of stressed ships: each takes 1 damage for 1 energy.
fn slice(t: &mut Table, card: CardRef) -> Play {
    one_by_one(t, card, stressed_near, |t, id| damage::suffer(t, id, 1, 0))
}

/// For 1 energy each, ships are chosen one after the other, the first one at least, and something happens to them.
fn one_by_one(
    t: &mut Table,
    card: CardRef,
    whom: fn(&State, CardRef, ShipId) -> bool,
    then: fn(&mut Table, ShipId) -> Play,
) -> Play {
    let mut chosen = 0;
    loop {
        let open = |state: &State, id: ShipId| chosen & id.bit() == 0 && whom(state, card, id);
        let more = t.state.in_play().any(|id| open(&t.state, id));
        if !more || huge::may_spend(&t.state, card.ship, 1).is_err() {
            return Ok(());
        }
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardTarget(card), |state, offer| {
            state.in_play().filter(|id| open(state, *id)).for_each(|id| offer.add(Choice::Ship(id)));
            if chosen != 0 {
                offer.pass(Choice::Pass);
            }
        })?;
        let Choice::Ship(id) = choice else { return Ok(()) };
        chosen |= id.bit();
        huge::spend(t, card.ship, 1);
        then(t, id)?;
    }
}

fn is_charged(state: &State, card: CardRef) -> Result<(), Denial> {
    let Slot::Upgrade(i) = card.slot else { return Err(NOT_CHARGED) };
    let upgrade = state.ship(card.ship).upgrades.get(i as usize);
    if upgrade.is_some_and(|upgrade| upgrade.tokens >= 5) { Ok(()) } else { Err(NOT_CHARGED) }
}

/// All other ships at range 1 take 1 damage and an ion token.
fn discharge(t: &mut Table, card: CardRef) -> Play {
    if let Slot::Upgrade(i) = card.slot {
        t.state.ship_mut(card.ship).upgrades[i as usize].tokens = 0;
    }
    use_up(t, card)?;
    let near = |id: &ShipId| *id != card.ship && in_range(&t.state, card.ship, *id, 1);
    let others: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(near).collect();
    for other in others {
        damage::suffer(t, other, 1, 0)?;
        if t.state.ship(other).in_play() {
            assign(t, other, Token::Ion)?;
        }
    }
    Ok(())
}

/// Whether the ship could move straight ahead by 1 without ending on another ship.
fn is_clear_ahead(state: &State, id: ShipId) -> bool {
    let Some(flown) = maneuvers::flight(state, id, SLOWLY_AHEAD) else { return false };
    let there = footprint(state.ship(id).size, flown.pose);
    let on = |other: ShipId| overlaps(&there, &footprint(state.ship(other).size, state.ship(other).pose));
    flown.touched == 0 && !state.in_play().any(|other| other != id && on(other))
}

const BOOST_AHEAD: Ability<XWing> = may(
    Window::BeforeReveal,
    |state, card| {
        let own = state.moment() == Some(Moment::Dial(card.ship));
        Ok(own && huge::may_spend(state, card.ship, 1).is_ok() && is_clear_ahead(state, card.ship))
    },
    |t, card| {
        huge::spend(t, card.ship, 1);
        maneuvers::execute(t, card.ship, SLOWLY_AHEAD)
    },
);

/// Every other ship at range 1 of the attacked section rolls 2 attack dice and suffers what they show.
const CLUSTER: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| Ok(defends(state, card)),
    |t, card| {
        use_up(t, card)?;
        let near = |id: &ShipId| *id != card.ship && near_target(&t.state, card.ship, *id, 1);
        let others: ArrayVec<ShipId, MAX_SHIPS> = t.state.in_play().filter(near).collect();
        for other in others {
            let pool = roll_attack(t, card, 2)?;
            damage::suffer(t, other, pool.count(Face::Hit), pool.count(Face::Critical))?;
        }
        Ok(())
    },
);

const OVERCHARGE: Ability<XWing> = may(
    Window::AttackDice,
    |state, card| Ok(attacks(state, card)),
    |t, card| {
        use_up(t, card)?;
        crate::cards::patterns::add_attack_dice(t, 2);
        Ok(())
    },
);

// ---- teams ------------------------------------------------------------------------------------------------------------

const GUNNERS_AIM: Ability<XWing> = may_once(
    Window::ModifyAttack,
    |state, card| {
        let secondary = state.attack().is_some_and(|attack| !attack.weapon.is_primary());
        let aims = secondary && attacks(state, card) && shows(state, Roll::Attack, Face::Blank);
        Ok(aims && huge::may_spend(state, card.ship, 1).is_ok())
    },
    |t, card| {
        huge::spend(t, card.ship, 1);
        turn_one(t, Roll::Attack, Face::Blank, Face::Hit);
        Ok(())
    },
);

const EXPERTS_AIM: Ability<XWing> = may_once(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let Weapon::Secondary(weapon) = attack.weapon else { return Ok(false) };
        let slot = upgrade_facts(state, weapon).map(|facts| facts.slot);
        let ordnance = matches!(slot, Some(UpgradeSlot::Torpedo | UpgradeSlot::Missile));
        let friend = state.are_friends(card.ship, attack.attacker);
        // audit: same (3 to 4) — the ruler ends at range 3
        let near = friend && in_range(state, card.ship, attack.attacker, 3);
        Ok(ordnance && near && shows(state, Roll::Attack, Face::Blank))
    },
    |t, _| {
        turn_one(t, Roll::Attack, Face::Blank, Face::Hit);
        Ok(())
    },
);

// ---- crew -------------------------------------------------------------------------------------------------------------

fn has_tokens_near(state: &State, card: CardRef, id: ShipId) -> bool {
    let ship = state.ship(id);
    enemy_at(state, card, id, 2) && (ship.focus > 0 || ship.evade > 0 || !ship.locks.is_empty())
}

fn may_disturb(state: &State, card: CardRef) -> Result<(), Denial> {
    huge::may_spend_in_action(state, card.ship, 1)?;
    if state.in_play().any(|id| has_tokens_near(state, card, id)) { Ok(()) } else { Err(NOBODY_THERE) }
}

/// Enemies lose their focus, evade and blue target lock tokens, each for 1 energy.
fn disturb(t: &mut Table, card: CardRef) -> Play {
    one_by_one(t, card, has_tokens_near, |t, id| {
        for token in [Token::Focus, Token::Evade] {
            let count = if token == Token::Focus { t.state.ship(id).focus } else { t.state.ship(id).evade };
            (0..count).for_each(|_| remove_token(t, id, token));
        }
        let locks = t.state.ship(id).locks.clone();
        locks.into_iter().for_each(|target| remove_lock(t, id, target));
        Ok(())
    })
}

const EVERYBODY_FIRST: Ability<XWing> = may(
    Window::ActivationStart,
    |_, _| Ok(true),
    |t, card| {
        use_up(t, card)?;
        crate::cards::tokens::take_effect(t, card)
    },
);

/// While the effect lasts all friendly ships have pilot skill 12 in the Activation Phase.
const AT_TWELVE: Modifier<XWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |state, card, quantity, skill| {
        let Quantity::Skill(id) = *quantity else { return skill };
        let phase = matches!(state.cursor, Cursor::Activation { .. } | Cursor::EndOfActivation);
        let lasts = phase && state.memo(card).active && state.are_friends(card.ship, id);
        if lasts { 12 } else { skill }
    },
};

const FRIENDS_HIT_HARDER: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let friend = |attack: &crate::state::Attack| other_friend_at(state, card, attack.attacker, 1);
        Ok(state.attack().is_some_and(friend) && shows(state, Roll::Attack, Face::Hit))
    },
    |t, _| {
        turn_one(t, Roll::Attack, Face::Hit, Face::Critical);
        Ok(())
    },
);

fn all_shields(state: &State, id: ShipId) -> u8 {
    let sections = if huge::has_two_cards(state, id) { &Section::BOTH[..] } else { &[Section::Fore] };
    sections.iter().map(|section| huge::shields(state, id, *section)).sum()
}

fn has_shields(state: &State, card: CardRef) -> Result<(), Denial> {
    if all_shields(state, card.ship) > 0 { Ok(()) } else { Err(NO_SHIELDS) }
}

/// Up to 3 shields become as much energy, one after the other.
fn drain_shields(t: &mut Table, card: CardRef) -> Play {
    let id = card.ship;
    for number in 0..3 {
        if all_shields(&t.state, id) == 0 {
            break;
        }
        let owner = t.state.ship(id).owner;
        let choice = t.ask(owner, Ask::Section(id), |state, offer| {
            let two = huge::has_two_cards(state, id);
            for section in Section::BOTH {
                if (two || section == Section::Fore) && huge::shields(state, id, section) > 0 {
                    offer.add(Choice::Section(section));
                }
            }
            if number > 0 {
                offer.pass(Choice::Pass);
            }
        })?;
        let Choice::Section(section) = choice else { break };
        *huge::shields_mut(&mut t.state, id, section) -= 1;
        t.emit(crate::Event::ShieldLost(id));
        huge::gain(t, id, 1);
    }
    Ok(())
}

// ---- modifications ----------------------------------------------------------------------------------------------------

const PROTOCOLS: [Action; 2] = [Action::Recover, Action::Reinforce];

/// After another action one of these two for 1 energy. That huge ships perform no free actions does not hinder the card.
const PROTOCOL: Ability<XWing> = may_once(
    Window::AfterAction,
    |state, card| {
        let Some(Moment::Performed(ship, action)) = state.moment() else { return Ok(false) };
        let possible = |action: &Action| may_perform(state, ship, *action, Source::Own).is_ok();
        let other = ship == card.ship && !PROTOCOLS.contains(&action);
        Ok(other && huge::may_spend_in_action(state, ship, 1).is_ok() && PROTOCOLS.iter().any(possible))
    },
    |t, card| {
        huge::spend(t, card.ship, 1);
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::FreeAction(card, card.ship), |state, offer| {
            for action in PROTOCOLS {
                offer.judge(Choice::Action(action), may_perform(state, card.ship, action, Source::Own));
            }
            offer.pass(Choice::Pass);
        })?;
        if let Choice::Action(action) = choice { perform(t, card.ship, action) } else { Ok(()) }
    },
);

/// Torpedoes and missiles of this ship are never discarded.
const TUBES_RELOAD: Ability<XWing> = must(
    Window::DiscardWeapon,
    |state, card| {
        let Some(attack) = state.attack() else { return Ok(false) };
        let Weapon::Secondary(weapon) = attack.weapon else { return Ok(false) };
        let slot = upgrade_facts(state, weapon).map(|facts| facts.slot);
        let ordnance = matches!(slot, Some(UpgradeSlot::Torpedo | UpgradeSlot::Missile));
        Ok(ordnance && attack.attacker == card.ship)
    },
    |_, _| Ok(()),
);

// ---- titles -----------------------------------------------------------------------------------------------------------

/// Once in each attack a face-up damage card may be discarded for the next one.
const SWAP_DAMAGE: Ability<XWing> = may(
    Window::Dealing,
    |state, card| {
        let dealt = matches!(state.moment(), Some(Moment::Dealing { ship, kind: Some(_), face_up: true }) if ship == card.ship);
        Ok(dealt && defends(state, card) && !marked(state, card))
    },
    |t, card| {
        mark_attack(t, card);
        let Some(Moment::Dealing { kind: Some(dealt), .. }) = t.state.moment() else { return Ok(()) };
        damage::put_back(t, card.ship, dealt);
        let next = damage::draw(t, card.ship)?;
        if let Some(Moment::Dealing { kind, .. }) = t.state.moments.last_mut() {
            *kind = next;
        }
        Ok(())
    },
);

fn reinforced_where_attacked(state: &State, card: CardRef) -> bool {
    let section = state.attack().and_then(|attack| attack.section);
    let huge = state.huge(card.ship);
    matches!((section, huge), (Some(section), Some(huge)) if huge.reinforced[section.index()])
}

const LOCK_THE_NEXT: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let gone = state.attack().is_some_and(|attack| state.ship(attack.defender).destroyed);
        Ok(gone && attacks(state, card) && could_lock(state, card.ship))
    },
    |t, card| offer_lock(t, card.ship),
);

/// The tokens that a locked enemy may lose.
fn lost_tokens(state: &State, id: ShipId) -> impl Iterator<Item = Token> {
    let ship = state.ship(id);
    [
        (ship.focus > 0, Token::Focus),
        (ship.evade > 0, Token::Evade),
        (!ship.locks.is_empty(), Token::TargetLock),
    ]
    .into_iter()
    .filter_map(|(there, token)| there.then_some(token))
}

fn just_locked(state: &State, card: CardRef) -> Option<ShipId> {
    match state.moment() {
        Some(Moment::Acquired(ship, target)) if ship == card.ship => Some(target),
        _ => None,
    }
}

const SUPPRESS: Ability<XWing> = may_once(
    Window::AcquiredLock,
    |state, card| {
        Ok(just_locked(state, card).is_some_and(|target| lost_tokens(state, target).next().is_some()))
    },
    |t, card| {
        let Some(target) = just_locked(&t.state, card) else { return Ok(()) };
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            lost_tokens(state, target).for_each(|token| offer.add(Choice::Token(token)));
        })?;
        match choice {
            Choice::Token(Token::TargetLock) => {
                let Some(locked) = t.state.ship(target).locks.first().copied() else { return Ok(()) };
                remove_lock(t, target, locked);
            }
            Choice::Token(token) => remove_token(t, target, token),
            _ => {}
        }
        Ok(())
    },
);

const ONE_MORE_EVADE: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| Ok(defends(state, card) && reinforced_where_attacked(state, card)),
    |t, card| {
        mark_attack(t, card);
        add_result(t, Roll::Defense, Face::Evade);
        Ok(())
    },
);

const TOKEN_GOES: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| Ok(marked(state, card)),
    |t, card| {
        let section = t.state.attack().and_then(|attack| attack.section);
        if let (Some(section), Some(huge)) = (section, t.state.huge_mut(card.ship)) {
            huge.reinforced[section.index()] = false;
        }
        Ok(())
    },
);

const WORRT_FEEDS: Ability<XWing> = must(
    Window::AfterAction,
    |state, card| Ok(state.moment() == Some(Moment::Performed(card.ship, Action::Recover))),
    |t, card| {
        // audit: same (3 to 4) — with this title the energy limit is 3
        huge::gain(t, card.ship, 3);
        Ok(())
    },
);
