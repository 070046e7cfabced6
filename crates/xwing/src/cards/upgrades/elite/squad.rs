//! Elite talents that help friends, deal with damage and bring tokens.

use arrayvec::ArrayVec;
use table::timing::{Ability, Modifier, permitted};
use table::{Denial, Play, denial};

use crate::actions::{assign, free_action, offer_actions, receive_stress, remove_stress, spend, use_up};
use crate::cards::patterns::{able, acts, changes, may, must, own, picks};
use crate::cards::tokens::{
    are_copies, choose_ship, choose_token, concerns, flip, has_friend_at, is_turned, other_friend_at,
};
use crate::cards::{Deed, Effects, Quantity, Registry, Topic, Trait, Window, library, usable};
use crate::damage::{discard_card, suffer_by_attack};
use crate::measure::in_range;
use crate::phases::skill;
use crate::state::{Action, Attack, CardRef, MAX_SHIPS, Moment, ShipId, Slot, State, Token};
use crate::{Ask, Choice, Event, Table, XWing};

const NOBODY_TO_LEAD: Denial = denial(
    "xwing.core.card.squad-leader",
    "No friendly ship of lower skill is at range 1–2.",
    "Kein freundliches Schiff mit niedrigerem Pilotenwert ist in Reichweite 1–2.",
);

pub const EFFECTS: Registry = &[
    ("determination", able(&[DETERMINATION])),
    ("squad-leader", acts(may_lead, lead)),
    ("swarm-tactics", able(&[SWARM_TACTICS])),
    ("decoy", able(&[DECOY])),
    ("wingman", able(&[WINGMAN])),
    ("bodyguard", Effects { modifiers: &[GUARDED], ..able(&[BODYGUARD]) }),
    ("draw-their-fire", able(&[DRAW_THEIR_FIRE])),
    ("selflessness", able(&[SELFLESSNESS])),
    ("cool-hand", able(&[COOL_HAND])),
    ("attanni-mindlink", able(&[LINKED_FOCUS, LINKED_STRESS])),
    ("intensity", able(&[INTENSITY, CALM_DOWN])),
    ("deadeye", changes(&[DEADEYE])),
    ("adaptability", able(&[ADAPTABILITY])),
];

// ---- Squad Leader -----------------------------------------------------------------------------------------------------

fn followers(state: &State, leader: ShipId) -> impl Iterator<Item = ShipId> {
    state
        .friends_of(leader)
        .filter(move |id| in_range(state, leader, *id, 2))
        .filter(move |id| skill(state, *id) < skill(state, leader))
}

fn may_lead(state: &State, card: CardRef) -> Result<(), Denial> {
    if followers(state, card.ship).next().is_some() { Ok(()) } else { Err(NOBODY_TO_LEAD) }
}

fn lead(t: &mut Table, card: CardRef) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardTarget(card), |state, offer| {
        followers(state, card.ship).for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    let Choice::Ship(follower) = choice else { return Ok(()) };
    free_action(t, card, follower, |state, offer| {
        offer_actions(state, follower, offer);
        offer.pass(Choice::Pass);
    })
}

// ---- damage -----------------------------------------------------------------------------------------------------------

/// The place of a face-up damage card of the pilot trait that this card's ship was just dealt.
fn pilot_damage(state: &State, card: CardRef) -> Option<u8> {
    let Some(Moment::Dealt(ship, slot)) = state.moment() else { return None };
    let kind = state.ship(ship).damage.get(slot as usize)?.kind?;
    (ship == card.ship && library().damage(kind).concerns == Trait::Pilot).then_some(slot)
}

const DETERMINATION: Ability<XWing> = must(
    Window::DealtFaceUp,
    |state, card| Ok(pilot_damage(state, card).is_some()),
    |t, card| {
        if let Some(slot) = pilot_damage(&t.state, card) {
            discard_card(t, card.ship, slot);
        }
        Ok(())
    },
);

// ---- the start of combat ----------------------------------------------------------------------------------------------

fn set_skill(t: &mut Table, id: ShipId, skill: u8) {
    t.state.ship_mut(id).skill_set = Some(skill);
    t.emit(Event::SkillSet(id, skill));
}

/// What the ship passes on may itself have been passed on to it.
const SWARM_TACTICS: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(has_friend_at(state, card, 1)),
    |t, card| {
        if let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 1))? {
            let own = skill(&t.state, card.ship);
            set_skill(t, friend, own);
        }
        Ok(())
    },
);

const DECOY: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| Ok(has_friend_at(state, card, 2)),
    |t, card| {
        if let Some(friend) = choose_ship(t, card, |state, id| other_friend_at(state, card, id, 2))? {
            let (own, theirs) = (skill(&t.state, card.ship), skill(&t.state, friend));
            set_skill(t, card.ship, theirs);
            set_skill(t, friend, own);
        }
        Ok(())
    },
);

fn needs_wingman(state: &State, card: CardRef, id: ShipId) -> bool {
    state.ship(id).is_stressed() && other_friend_at(state, card, id, 1)
}

const WINGMAN: Ability<XWing> =
    picks!(must, CombatStart, |_, _| true, needs_wingman, |t, _, friend| remove_stress(t, friend));

fn may_be_guarded(state: &State, card: CardRef, id: ShipId) -> bool {
    other_friend_at(state, card, id, 1) && skill(state, id) > skill(state, card.ship)
}

const BODYGUARD: Ability<XWing> = may(
    Window::CombatStart,
    |state, card| {
        if state.ship(card.ship).focus == 0 || !state.in_play().any(|id| may_be_guarded(state, card, id)) {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::SpendFocus(card.ship)).map(|()| true)
    },
    |t, card| {
        spend(t, card.ship, Token::Focus)?;
        let guarded = choose_ship(t, card, |state, id| may_be_guarded(state, card, id))?;
        if let Some(memo) = t.state.memo_mut(card) {
            memo.target = guarded;
        }
        Ok(())
    },
);

const GUARDED: Modifier<XWing> = Modifier {
    of: Topic::Agility,
    sets: false,
    apply: |state, card, quantity, agility| match state.memo(card).target {
        Some(guarded) if *quantity == Quantity::Agility(guarded) => agility + 1,
        _ => agility,
    },
};

// ---- attacks on friends -----------------------------------------------------------------------------------------------

/// The attack that hits another friendly ship at range 1.
fn hits_neighbour(state: &State, card: CardRef) -> Option<&Attack> {
    state.attack().filter(|attack| other_friend_at(state, card, attack.defender, 1))
}

const DRAW_THEIR_FIRE: Ability<XWing> = may(
    Window::Hit,
    |state, card| Ok(hits_neighbour(state, card).is_some_and(|attack| attack.criticals > 0)),
    |t, card| {
        if let Some(attack) = t.state.attack_mut() {
            attack.criticals -= 1;
        }
        suffer_by_attack(t, card.ship, 0, 1)
    },
);

const SELFLESSNESS: Ability<XWing> = may(
    Window::Hit,
    |state, card| Ok(hits_neighbour(state, card).is_some_and(|attack| attack.hits > 0)),
    |t, card| {
        use_up(t, card)?;
        let Some(hits) = t.state.attack_mut().map(|attack| std::mem::take(&mut attack.hits)) else {
            return Ok(());
        };
        suffer_by_attack(t, card.ship, hits, 0)
    },
);

// ---- tokens -----------------------------------------------------------------------------------------------------------

const FOCUS_OR_EVADE: [Token; 2] = [Token::Focus, Token::Evade];

const COOL_HAND: Ability<XWing> = may(
    Window::Stressed,
    |state, card| Ok(concerns(state, card)),
    |t, card| {
        use_up(t, card)?;
        choose_token(t, card, card.ship, &FOCUS_OR_EVADE)
    },
);

/// Other friendly ships with a copy of this card that counts, and without the token that they would share.
fn linked(state: &State, card: CardRef, lacks: fn(&State, ShipId) -> bool) -> ArrayVec<ShipId, MAX_SHIPS> {
    let copy = |id: ShipId, i: u8| {
        let other = CardRef { ship: id, slot: Slot::Upgrade(i) };
        are_copies(state, card, other) && usable(state, other).is_ok()
    };
    let has_copy = |id: &ShipId| (0..state.ship(*id).upgrades.len() as u8).any(|i| copy(*id, i));
    state.friends_of(card.ship).filter(|id| lacks(state, *id)).filter(has_copy).collect()
}

fn without_focus(state: &State, id: ShipId) -> bool {
    state.ship(id).focus == 0
}

fn without_stress(state: &State, id: ShipId) -> bool {
    state.ship(id).stress == 0
}

const LINKED_FOCUS: Ability<XWing> = must(
    Window::Assigned,
    |state, card| {
        let focus = state.moment() == Some(Moment::Assigned(card.ship, Token::Focus));
        Ok(focus && !linked(state, card, without_focus).is_empty())
    },
    |t, card| {
        for id in linked(&t.state, card, without_focus) {
            assign(t, id, Token::Focus)?;
        }
        Ok(())
    },
);

const LINKED_STRESS: Ability<XWing> = must(
    Window::Stressed,
    |state, card| Ok(concerns(state, card) && !linked(state, card, without_stress).is_empty()),
    |t, card| {
        for id in linked(&t.state, card, without_stress) {
            receive_stress(t, id)?;
        }
        Ok(())
    },
);

const INTENSITY: Ability<XWing> = may(
    Window::AfterAction,
    |state, card| {
        let moved = matches!(
            state.moment(),
            Some(Moment::Performed(ship, Action::Boost | Action::BarrelRoll)) if ship == card.ship
        );
        Ok(moved && !is_turned(state, card))
    },
    |t, card| {
        choose_token(t, card, card.ship, &FOCUS_OR_EVADE)?;
        flip(t, card);
        Ok(())
    },
);

/// The token that the ship can spend to calm down.
fn may_calm_down(state: &State, card: CardRef, token: Token) -> bool {
    let ship = state.ship(card.ship);
    match token {
        Token::Focus => ship.focus > 0 && permitted::<XWing>(state, Deed::SpendFocus(card.ship)).is_ok(),
        _ => ship.evade > 0 && permitted::<XWing>(state, Deed::SpendEvade(card.ship)).is_ok(),
    }
}

const CALM_DOWN: Ability<XWing> = may(
    Window::EndOfCombat,
    |state, card| {
        Ok(is_turned(state, card) && FOCUS_OR_EVADE.iter().any(|token| may_calm_down(state, card, *token)))
    },
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let tokens = FOCUS_OR_EVADE.iter().filter(|token| may_calm_down(state, card, **token));
            tokens.for_each(|token| offer.add(Choice::Token(*token)));
        })?;
        if let Choice::Token(token) = choice {
            spend(t, card.ship, token)?;
            flip(t, card);
        }
        Ok(())
    },
);

/// Focus takes the place of a lock, as what a weapon asks for and as what is spent for it.
const DEADEYE: Modifier<XWing> = own!(FocusForLock + 1);

/// Which side counts is chosen before forces are placed.
const ADAPTABILITY: Ability<XWing> = may(
    Window::BeforeForces,
    |_, _| Ok(true),
    |t, card| {
        flip(t, card);
        Ok(())
    },
);
