//! Pilots and upgrades that assign condition cards.

use arrayvec::ArrayVec;
use flightpath::Face;
use table::timing::{Ability, Force, Limit, Modifier};
use table::{Denial, Play, denial};

use super::conditions::{focus_becomes_critical, give};
use super::patterns::{able, may, must};
use super::tokens::{attacks, choose_ship, defends, enemy_at, friend_at, target_of};
use super::{
    ConditionId, Effects, Faction, Procedure, Quantity, Registry, Topic, Window, library, register_all,
    upgrade_facts,
};
use crate::actions::{assign, receive_stress};
use crate::attack::{Roll, cancel_one, lies, may_modify, shows};
use crate::damage::shield_value;
use crate::measure::in_firing_arc;
use crate::state::{CardRef, ShipId, State, Token};
use crate::{Ask, Choice, Event, Table, XWing};

const NO_ENEMY_NEAR: Denial = denial(
    "xwing.core.condition-cards",
    "No enemy ship is at range 1–3.",
    "Kein feindliches Schiff ist in Reichweite 1–3.",
);

/// Ships whom the general rallies at most.
const RALLIED: usize = 3;
/// The most shields of a ship that is made a prototype.
const PROTOTYPE_SHIELDS: u8 = 3;

pub const PILOTS: Registry = &[
    ("kylo-ren-upsilon", able(&[KYLO])),
    ("kylo-ren-silencer", able(&[KYLO])),
    ("captain-rex", able(&[REX])),
    ("crimson-leader", able(&[CRIMSON_LEADER])),
    ("thweek", Effects { modifiers: &[SHADOWED_SKILL], ..able(&[THWEEK]) }),
];

pub const UPGRADES: Registry = &[
    ("a-score-to-settle", able(&[MARK_A_DEBTOR, SETTLE])),
    ("director-krennic", able(&[KRENNIC])),
    ("kylo-ren-crew", Effects { action: Some(Procedure { may: may_show, perform: show }), ..Effects::NONE }),
    (
        "general-hux",
        Effects { action: Some(Procedure { may: |_, _| Ok(()), perform: rally }), ..Effects::NONE },
    ),
];

/// The conditions that a pilot assigns; none if the ability is borrowed from somebody else.
fn own_conditions(state: &State, card: CardRef) -> &'static [ConditionId] {
    let ship = state.ship(card.ship);
    if ship.ability == ship.pilot { &library().pilot(ship.pilot).assigns } else { &[] }
}

/// A pilot assigns the first of his conditions.
fn give_own(t: &mut Table, card: CardRef, target: Option<ShipId>) -> Play {
    match (own_conditions(&t.state, card).first(), target) {
        (Some(kind), Some(target)) => give(t, card, *kind, target),
        _ => Ok(()),
    }
}

/// A ship is assigned the condition of an upgrade.
fn give_of(t: &mut Table, card: CardRef, target: Option<ShipId>) -> Play {
    match (upgrade_facts(&t.state, card).and_then(|row| row.assigns), target) {
        (Some(kind), Some(target)) => give(t, card, kind, target),
        _ => Ok(()),
    }
}

/// The owner of a card chooses a ship before forces are placed.
fn choose_before(
    t: &mut Table,
    card: CardRef,
    wanted: impl Fn(&State, ShipId) -> bool,
) -> Play<Option<ShipId>> {
    if !t.state.ids().any(|id| wanted(&t.state, id)) {
        return Ok(None);
    }
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardTarget(card), |state, offer| {
        state.ids().filter(|id| wanted(state, *id)).for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    let Choice::Ship(id) = choice else { return Ok(None) };
    t.emit(Event::Chosen(card, id));
    Ok(Some(id))
}

const KYLO: Ability<XWing> = Ability {
    window: Window::Hit,
    force: Force::Must,
    limit: Limit::PerRound,
    when: |state, card| Ok(defends(state, card)),
    effect: |t, card| {
        let attacker = t.state.attack().map(|attack| attack.attacker);
        give_own(t, card, attacker)
    },
};

const REX: Ability<XWing> = must(
    Window::AfterAttack,
    |state, card| Ok(attacks(state, card)),
    |t, card| {
        let target = target_of(&t.state, card);
        give_own(t, card, target)
    },
);

const CRIMSON_LEADER: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let Some(attack) = state.attack().filter(|attack| attack.attacker == card.ship) else {
            return Ok(false);
        };
        let hit = [Face::Hit, Face::Critical].into_iter().any(|face| lies(state, Roll::Attack, face));
        if !hit || !in_firing_arc(state, card.ship, attack.defender) {
            return Ok(false);
        }
        may_modify(state, attack, Roll::Attack).map(|()| true)
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let faces = [Face::Hit, Face::Critical].into_iter();
            faces
                .filter(|face| lies(state, Roll::Attack, *face))
                .for_each(|face| offer.add(Choice::Face(face)));
        })?;
        if let Choice::Face(face) = choice {
            cancel_one(t, Roll::Attack, face);
        }
        let target = target_of(&t.state, card);
        give_own(t, card, target)
    },
);

// ---- before forces are placed -----------------------------------------------------------------------------------------

/// He imitates an enemy: its skill, or its pilot's ability.
const THWEEK: Ability<XWing> = may(
    Window::BeforeForces,
    |_, _| Ok(true),
    |t, card| {
        let [mimicked, shadowed] = *own_conditions(&t.state, card) else { return Ok(()) };
        let Some(enemy) = choose_before(t, card, |state, id| !state.are_friends(card.ship, id))? else {
            return Ok(());
        };
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |_, offer| {
            [mimicked, shadowed].into_iter().for_each(|kind| offer.add(Choice::Condition(kind)));
        })?;
        let Choice::Condition(kind) = choice else { return Ok(()) };
        give(t, card, kind, enemy)?;
        if kind == mimicked {
            t.state.ship_mut(card.ship).ability = t.state.ship(enemy).pilot;
            register_all(&mut t.state, card.ship);
        }
        Ok(())
    },
);

/// The skill that the shadowed ship had when the game began, whatever has happened to it since.
const SHADOWED_SKILL: Modifier<XWing> = Modifier {
    of: Topic::Skill,
    sets: true,
    apply: |state, card, quantity, skill| {
        if *quantity != Quantity::Skill(card.ship) {
            return skill;
        }
        let shadowed = |kind: &ConditionId| own_conditions(state, card).get(1) == Some(kind);
        let ship = state.ships.iter().find(|ship| {
            ship.conditions.iter().any(|condition| condition.by == card.ship && shadowed(&condition.card))
        });
        ship.map_or(skill, |ship| {
            let equipped = ship.upgrades.iter().map(|upgrade| library().upgrade(upgrade.card).grants.skill);
            i32::from(ship.printed_skill) + equipped.map(i32::from).sum::<i32>()
        })
    },
};

const MARK_A_DEBTOR: Ability<XWing> = must(
    Window::BeforeForces,
    |_, _| Ok(true),
    |t, card| {
        let enemy = choose_before(t, card, |state, id| !state.are_friends(card.ship, id))?;
        give_of(t, card, enemy)
    },
);

/// Whether this card's ship attacks the ship that it has marked.
fn attacks_marked(state: &State, card: CardRef) -> bool {
    let kind = upgrade_facts(state, card).and_then(|row| row.assigns);
    let marked = |target: ShipId| {
        state
            .ship(target)
            .conditions
            .iter()
            .any(|condition| Some(condition.card) == kind && condition.by == card.ship)
    };
    target_of(state, card).is_some_and(marked)
}

const SETTLE: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(attacks_marked(state, card) && shows(state, Roll::Attack, Face::Eye)),
    focus_becomes_critical,
);

fn is_prototype(state: &State, card: CardRef, id: ShipId) -> bool {
    state.are_friends(card.ship, id)
        && library().pilot(state.ship(id).pilot).faction == Faction::Imperial
        && shield_value(state, id) <= PROTOTYPE_SHIELDS
}

const KRENNIC: Ability<XWing> = must(
    Window::BeforeForces,
    |state, card| Ok(state.ids().any(|id| is_prototype(state, card, id))),
    |t, card| {
        let friend = choose_before(t, card, |state, id| is_prototype(state, card, id))?;
        give_of(t, card, friend)
    },
);

// ---- actions ----------------------------------------------------------------------------------------------------------

fn may_show(state: &State, card: CardRef) -> Result<(), Denial> {
    // audit: same (3 to 4) — the ruler ends at range 3
    if state.in_play().any(|id| enemy_at(state, card, id, 3)) { Ok(()) } else { Err(NO_ENEMY_NEAR) }
}

fn show(t: &mut Table, card: CardRef) -> Play {
    // audit: same (3 to 4) — the ruler ends at range 3
    let enemy = choose_ship(t, card, |state, id| enemy_at(state, card, id, 3))?;
    give_of(t, card, enemy)
}

/// Friends receive focus tokens and one of them the condition; this ship receives stress.
fn rally(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let picks = t.ask_some(owner, Ask::CardTarget(card), 1, RALLIED, |state, offer| {
        let friends = state.in_play().filter(|id| friend_at(state, card, *id, 2));
        friends.for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    let ship = |pick: &Choice| if let Choice::Ship(id) = pick { Some(*id) } else { None };
    let friends: ArrayVec<ShipId, RALLIED> = picks.iter().filter_map(ship).take(RALLIED).collect();
    for id in &friends {
        assign(t, *id, Token::Focus)?;
    }
    let devoted = choose_ship(t, card, |_, id| friends.contains(&id))?;
    give_of(t, card, devoted)?;
    receive_stress(t, card.ship)
}
