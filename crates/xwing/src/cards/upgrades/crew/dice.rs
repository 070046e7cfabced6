//! Crew members who shoot, help to aim and help to evade.

use flightpath::{Face, Pool};
use table::timing::{Ability, Modifier, Prohibition};
use table::{Denial, Play, denial};

use super::{attack_on, own_attack};
use crate::actions::{assign, receive_stress, remove_stress, spend_lock};
use crate::attack::{
    Roll, add_result, change, could_attack, defense_dice, last_attack, reroll, shows, turn_all,
};
use crate::cards::patterns::{
    able, able_once, changes, may, may_once, must, own, rerolls, target_agility, turns,
};
use crate::cards::tokens::{
    any, attacks, attacks_at, choose_and_reroll, choose_dice, choose_ship, defends, eye, focus, has_dice,
    has_tokens, mark_attack, marked, may_focus, may_reroll, may_spend_lock, target_of,
};
use crate::cards::{ArcName, Deed, Effects, Quantity, Registry, Topic, Window, library};
use crate::damage::suffer;
use crate::measure::{in_firing_arc, in_primary_arc};
use crate::phases::skill;
use crate::rolls::change_cast;
use crate::state::{Attack, CardRef, Moment, ShipId, Size, Slot, State, Token, Weapon};
use crate::{Ask, Choice, Event, Table, XWing};

const GUESSED: Denial = denial(
    "xwing.card.c-3po.text",
    "The card was already used this round.",
    "Die Karte wurde in dieser Runde schon genutzt.",
);

const BARRED: Denial = denial(
    "xwing.core.golden-rule.2",
    "A card bars this token in this attack.",
    "Eine Karte sperrt diesen Marker in diesem Angriff.",
);

pub const EFFECTS: Registry = &[
    ("gunner", able(&[GUNNER, GUNNER_LAST])),
    ("luke-skywalker-crew", able(&[GUNNER, GUNNER_LAST, LUKE])),
    ("baze-malbus", able(&[BAZE, BAZE_LAST])),
    ("mercenary-copilot", able(&[MERCENARY_COPILOT])),
    ("bistan", able(&[BISTAN])),
    ("flight-instructor", able(&[FLIGHT_INSTRUCTOR])),
    ("c-3po", able_once(&[GUESS, GUESSED_RIGHT], GUESSED)),
    ("han-solo-crew", able(&[HAN])),
    ("ezra-bridger-crew", able(&[EZRA])),
    ("dengar-crew", able(&[DENGAR])),
    ("wookiee-commandos", able(&[WOOKIEES])),
    ("saw-gerrera-crew", able(&[SAW])),
    ("latts-razzi-crew", able(&[LATTS])),
    ("zuckuss-crew", able(&[ZUCKUSS])),
    ("maul", able(&[MAUL, MAUL_RELAXES])),
    ("agent-kallus", able(&[KALLUS_MARKS, KALLUS_ATTACKS, KALLUS_DEFENDS])),
    ("tail-gunner", changes(&[TAIL_GUNNER])),
    ("dash-rendar-crew", changes(&[DASH])),
    ("finn", able(&[FINN_ATTACKS, FINN_DEFENDS])),
    ("hotshot-co-pilot", able(&[HOTSHOT_SEES_FOCUS, HOTSHOT_DEFENDS, HOTSHOT_ATTACKS])),
    ("4-lom-crew", Effects { prohibitions: &[TOKEN_IS_BARRED], ..able(&[FOUR_LOM]) }),
    ("zeb-orrelios-crew", changes(&[ZEB])),
    (
        "emperor-palpatine",
        able_once(
            &[PALPATINE_ATTACK, PALPATINE_DEFENSE, PALPATINE_CAST, SEEN_ATTACK, SEEN_DEFENSE, SEEN_CAST],
            GUESSED,
        ),
    ),
];

// ---- further attacks -------------------------------------------------------------------------------------------------

/// Whether the attack has missed and the time for another one has come: right after it, or by the later rules last of all,
/// when both attacks of a double attack have missed.
fn may_fire_again(state: &State, card: CardRef, last: bool) -> bool {
    state.options.rules().extra_attacks_last == last
        && own_attack(state, card)
            .is_some_and(|attack| !attack.hit && !(last && (attack.more || attack.earlier_hit)))
}

fn gunner_fires(state: &State, card: CardRef, last: bool) -> bool {
    may_fire_again(state, card, last) && could_attack(state, card.ship, |weapon, _| weapon.is_primary())
}

fn fire_gun(t: &mut Table, card: CardRef) -> Play {
    last_attack(t, card, card.ship, |weapon, _| weapon.is_primary()).map(|_| ())
}

const GUNNER: Ability<XWing> =
    may(Window::AfterAttack, |state, card| Ok(gunner_fires(state, card, false)), fire_gun);
const GUNNER_LAST: Ability<XWing> =
    may(Window::AttackDone, |state, card| Ok(gunner_fires(state, card, true)), fire_gun);

/// In the attack that he has granted himself.
const LUKE: Ability<XWing> = turns!(Attack, Eye as Hit, |state, card| {
    state.attack().is_some_and(|attack| attack.granted_by == Some(card))
});

fn baze_fires(state: &State, card: CardRef, last: bool) -> bool {
    let missed = target_of(state, card);
    let another = |weapon: Weapon, target| weapon.is_primary() && Some(target) != missed;
    may_fire_again(state, card, last) && could_attack(state, card.ship, another)
}

fn fire_at_another(t: &mut Table, card: CardRef) -> Play {
    let missed = target_of(&t.state, card);
    let another = |weapon: Weapon, target| weapon.is_primary() && Some(target) != missed;
    last_attack(t, card, card.ship, another).map(|_| ())
}

const BAZE: Ability<XWing> =
    may(Window::AfterAttack, |state, card| Ok(baze_fires(state, card, false)), fire_at_another);
const BAZE_LAST: Ability<XWing> =
    may(Window::AttackDone, |state, card| Ok(baze_fires(state, card, true)), fire_at_another);

// ---- attack dice -----------------------------------------------------------------------------------------------------

const MERCENARY_COPILOT: Ability<XWing> =
    turns!(Attack, Hit as Critical, |state, card| attacks_at(state, card, 3..=3));

const BISTAN: Ability<XWing> = turns!(Attack, Hit as Critical, |state, card| attacks_at(state, card, 1..=2));

const HAN: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| match target_of(state, card) {
        Some(target) if shows(state, Roll::Attack, Face::Eye) => may_spend_lock(state, card.ship, target),
        _ => Ok(false),
    },
    |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        turn_all(t, Roll::Attack, Face::Eye, Face::Hit);
        spend_lock(t, card.ship, target)
    },
);

const EZRA: Ability<XWing> =
    turns!(Attack, Eye as Critical, |state, card| state.ship(card.ship).is_stressed());

const DENGAR: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| if attacks(state, card) { may_reroll(state, Roll::Attack, any) } else { Ok(false) },
    |t, card| {
        let famous = |target: ShipId| library().pilot(t.state.ship(target).pilot).unique;
        let most = if target_of(&t.state, card).is_some_and(famous) { 2 } else { 1 };
        choose_and_reroll(t, card, Roll::Attack, 1..=most, any)
    },
);

const WOOKIEES: Ability<XWing> = rerolls!(Attack, 1..=32, eye);

const SAW: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(attacks(state, card) && shows(state, Roll::Attack, Face::Eye)),
    |t, card| {
        suffer(t, card.ship, 1, 0)?;
        turn_all(t, Roll::Attack, Face::Eye, Face::Critical);
        Ok(())
    },
);

/// As many dice as the ship takes stress tokens.
const MAUL: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let calm = !state.ship(card.ship).is_stressed();
        if calm && attacks(state, card) { may_reroll(state, Roll::Attack, any) } else { Ok(false) }
    },
    |t, card| stress_for_dice(t, card, Roll::Attack),
);

const MAUL_RELAXES: Ability<XWing> = may(
    Window::AfterAttack,
    |state, card| {
        let hit = own_attack(state, card).is_some_and(|attack| attack.hit);
        Ok(hit && state.ship(card.ship).is_stressed())
    },
    |t, card| remove_stress(t, card.ship),
);

const ZUCKUSS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        let calm = !state.ship(card.ship).is_stressed();
        Ok(calm && attacks(state, card) && has_dice(state, Roll::Defense))
    },
    |t, card| stress_for_dice(t, card, Roll::Defense),
);

fn stress_for_dice(t: &mut Table, card: CardRef, roll: Roll) -> Play {
    let dice = choose_dice(t, card, roll, 1..=usize::MAX, any)?;
    for _ in &dice {
        receive_stress(t, card.ship)?;
    }
    reroll(t, roll, &dice)
}

// ---- one enemy above all ---------------------------------------------------------------------------------------------

/// The tokens on the card tell which ship was chosen for the game: its number and 1.
fn marked_enemy(state: &State, card: CardRef) -> Option<ShipId> {
    let Slot::Upgrade(i) = card.slot else { return None };
    let tokens = state.ship(card.ship).upgrades.get(i as usize)?.tokens;
    tokens.checked_sub(1).map(ShipId)
}

const KALLUS_MARKS: Ability<XWing> = must(
    Window::PlanningStart,
    |state, _| Ok(state.round == 1),
    |t, card| {
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
);

const KALLUS_ATTACKS: Ability<XWing> = turns!(Attack, Eye as Hit, |state, card| {
    let enemy = own_attack(state, card).map(|attack| attack.defender);
    enemy.is_some() && enemy == marked_enemy(state, card)
});

const KALLUS_DEFENDS: Ability<XWing> = turns!(Defense, Eye as Evade, |state, card| {
    let enemy = attack_on(state, card).map(|attack| attack.attacker);
    enemy.is_some() && enemy == marked_enemy(state, card)
});

// ---- defense ---------------------------------------------------------------------------------------------------------

/// Against attackers of this skill or less a blank may be rerolled in place of a focus result.
const EASY_LESSON: u8 = 2;

fn eye_or_blank(face: Face) -> bool {
    matches!(face, Face::Eye | Face::Blank)
}

fn lesson(state: &State) -> fn(Face) -> bool {
    let easy = state.attack().is_some_and(|attack| skill(state, attack.attacker) <= EASY_LESSON);
    if easy { eye_or_blank } else { eye }
}

const FLIGHT_INSTRUCTOR: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        if defends(state, card) { may_reroll(state, Roll::Defense, lesson(state)) } else { Ok(false) }
    },
    |t, card| {
        let wanted = lesson(&t.state);
        let one = 1;
        choose_and_reroll(t, card, Roll::Defense, one..=one, wanted)
    },
);

const GUESS: Ability<XWing> = may_once(
    Window::DefenseDice,
    |state, card| Ok(attack_on(state, card).is_some_and(|attack| defense_dice(state, attack) > 0)),
    |t, card| {
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let Some(dice) = state.attack().map(|attack| defense_dice(state, attack)) else { return };
            (0..=dice as u8).for_each(|number| offer.add(Choice::Number(number)));
        })?;
        let Choice::Number(number) = choice else { return Ok(()) };
        t.emit(Event::Named(card, number));
        if let Some(memo) = t.state.memo_mut(card) {
            (memo.active, memo.amount) = (true, number as i8);
        }
        Ok(())
    },
);

/// What the dice show before anybody modifies them is compared with the number that was named.
const GUESSED_RIGHT: Ability<XWing> = must(
    Window::DefenseRolled,
    |state, card| Ok(state.memo(card).active && defends(state, card)),
    |t, card| {
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
);

const LATTS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| Ok(attack_on(state, card).is_some_and(|attack| state.ship(attack.attacker).is_stressed())),
    |t, _| {
        let Some(attacker) = t.state.attack().map(|attack| attack.attacker) else { return Ok(()) };
        remove_stress(t, attacker)?;
        add_result(t, Roll::Defense, Face::Evade);
        Ok(())
    },
);

/// Out of the rear arc means: at a target that the front arc does not hold.
const TAIL_GUNNER: Modifier<XWing> = target_agility!(-1, |state, card, target| {
    library().ship(state.ship(card.ship).kind).arcs.contains(&ArcName::Rear)
        && in_firing_arc(state, card.ship, target)
        && !in_primary_arc(state, card.ship, target)
});

const DASH: Modifier<XWing> = own!(Obstruction = 0);

// ---- what the other ship may and must do ------------------------------------------------------------------------------

const FINN_ATTACKS: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| {
        let ahead =
            |attack: &Attack| attack.weapon.is_primary() && in_firing_arc(state, card.ship, attack.defender);
        Ok(own_attack(state, card).is_some_and(ahead))
    },
    |t, _| {
        add_result(t, Roll::Attack, Face::Blank);
        Ok(())
    },
);

const FINN_DEFENDS: Ability<XWing> = may(
    Window::ModifyDefense,
    |state, card| {
        Ok(attack_on(state, card).is_some_and(|attack| in_firing_arc(state, card.ship, attack.attacker)))
    },
    |t, _| {
        add_result(t, Roll::Defense, Face::Blank);
        Ok(())
    },
);

/// The other ship of an attack with which it has to spend focus, and the roll that the focus is for.
fn hotshots_rival(state: &State, card: CardRef) -> Option<(ShipId, Roll)> {
    let fires = own_attack(state, card).filter(|attack| attack.weapon.is_primary());
    let is_target = attack_on(state, card).map(|attack| (attack.attacker, Roll::Attack));
    fires.map(|attack| (attack.defender, Roll::Defense)).or(is_target)
}

const HOTSHOT_SEES_FOCUS: Ability<XWing> = must(
    Window::SpentToken,
    |state, card| {
        let rival = hotshots_rival(state, card).map(|(rival, _)| rival);
        let spent = |id| state.moment() == Some(Moment::Spent(id, Token::Focus));
        Ok(rival.is_some_and(spent) && !marked(state, card))
    },
    |t, card| {
        mark_attack(t, card);
        Ok(())
    },
);

/// When the dice have been modified and no focus was spent, it is spent now.
fn compels(state: &State, card: CardRef, roll: Roll) -> bool {
    let tokens = |ship| CardRef { ship, slot: Slot::Tokens };
    hotshots_rival(state, card).is_some_and(|(rival, own)| {
        own == roll && !marked(state, card) && may_focus(state, tokens(rival), roll) == Ok(true)
    })
}

fn compel(t: &mut Table, card: CardRef) -> Play {
    let Some((rival, roll)) = hotshots_rival(&t.state, card) else { return Ok(()) };
    let becomes = if roll == Roll::Attack { Face::Hit } else { Face::Evade };
    focus(t, CardRef { ship: rival, slot: Slot::Tokens }, roll, becomes)
}

const HOTSHOT_DEFENDS: Ability<XWing> =
    must(Window::DefenseDice, |state, card| Ok(compels(state, card, Roll::Attack)), compel);
const HOTSHOT_ATTACKS: Ability<XWing> =
    must(Window::BeforeCompare, |state, card| Ok(compels(state, card, Roll::Defense)), compel);

const FOUR_LOM: Ability<XWing> = may(
    Window::ModifyAttack,
    |state, card| Ok(target_of(state, card).is_some_and(|target| has_tokens(state, target))),
    |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        assign(t, card.ship, Token::Ion)?;
        let owner = t.state.ship(card.ship).owner;
        let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
            let ship = state.ship(target);
            if ship.focus > 0 {
                offer.add(Choice::Token(Token::Focus));
            }
            if ship.evade > 0 {
                offer.add(Choice::Token(Token::Evade));
            }
        })?;
        // The kind of token that is barred is noted on the card.
        if let (Some(memo), Choice::Token(barred)) = (t.state.memo_mut(card), choice) {
            memo.amount = noted(barred);
        }
        mark_attack(t, card);
        Ok(())
    },
);

/// How a kind of token is noted.
fn noted(kind: Token) -> i8 {
    i8::from(kind == Token::Evade)
}

/// Only one token is barred: the defender may spend another of its kind.
const TOKEN_IS_BARRED: Prohibition<XWing> = Prohibition {
    forbids: |state, card, deed| {
        let (ship, kind, left) = match deed {
            Deed::SpendFocus(ship) => (*ship, Token::Focus, state.ship(*ship).focus),
            Deed::SpendEvade(ship) => (*ship, Token::Evade, state.ship(*ship).evade),
            _ => return None,
        };
        let barred = target_of(state, card) == Some(ship) && state.memo(card).amount == noted(kind);
        (barred && left <= 1 && marked(state, card)).then_some(BARRED)
    },
};

/// When ships attack, it does not touch the enemies in its firing arc.
const ZEB: Modifier<XWing> = Modifier {
    of: Topic::Touching,
    sets: true,
    apply: |state, card, quantity, hinders| {
        let Quantity::Touching(attacker, target) = quantity else { return hinders };
        let enemy = if *attacker == card.ship { *target } else { *attacker };
        let concerned = *attacker == card.ship || *target == card.ship;
        let apart =
            concerned && !state.are_friends(card.ship, enemy) && in_firing_arc(state, card.ship, enemy);
        if apart { 0 } else { hinders }
    },
};

// ---- Emperor Palpatine ------------------------------------------------------------------------------------------------

const ATTACK_RESULTS: [Face; 4] = [Face::Hit, Face::Critical, Face::Eye, Face::Blank];
const DEFENSE_RESULTS: [Face; 3] = [Face::Evade, Face::Eye, Face::Blank];
const ALL_RESULTS: [Face; 5] = [Face::Hit, Face::Critical, Face::Evade, Face::Eye, Face::Blank];

/// Whether a friendly ship is about to roll or has rolled these dice of an attack.
fn friend_rolls(state: &State, card: CardRef, roll: Roll) -> bool {
    state.attack().is_some_and(|attack| state.are_friends(card.ship, attack.roller(roll)))
}

/// A result is named and noted on the card.
fn foresee(t: &mut Table, card: CardRef, roller: Option<ShipId>, results: &[Face]) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |_, offer| {
        results.iter().for_each(|face| offer.add(Choice::Face(*face)));
    })?;
    let Choice::Face(face) = choice else { return Ok(()) };
    let place = ALL_RESULTS.iter().position(|result| *result == face);
    if let (Some(memo), Some(place)) = (t.state.memo_mut(card), place) {
        (memo.active, memo.amount, memo.target) = (true, place as i8, roller);
    }
    Ok(())
}

const PALPATINE_ATTACK: Ability<XWing> = may_once(
    Window::AttackDice,
    |state, card| Ok(friend_rolls(state, card, Roll::Attack)),
    |t, card| {
        let roller = t.state.attack().map(|attack| attack.attacker);
        foresee(t, card, roller, &ATTACK_RESULTS)
    },
);
const PALPATINE_DEFENSE: Ability<XWing> = may_once(
    Window::DefenseDice,
    |state, card| Ok(friend_rolls(state, card, Roll::Defense)),
    |t, card| {
        let roller = t.state.attack().map(|attack| attack.defender);
        foresee(t, card, roller, &DEFENSE_RESULTS)
    },
);

/// Rolls that belong to no attack.
const PALPATINE_CAST: Ability<XWing> = may_once(
    Window::BeforeCast,
    |state, card| Ok(state.moment().is_some_and(|moment| state.are_friends(card.ship, moment.ship()))),
    |t, card| {
        let Some(cast) = t.state.casts.last() else { return Ok(()) };
        let results: &[Face] = if cast.attack { &ATTACK_RESULTS } else { &DEFENSE_RESULTS };
        let roller = Some(cast.ship);
        foresee(t, card, roller, results)
    },
);

/// One die is set to the result that was named, for good.
fn fulfil(t: &mut Table, card: CardRef, dice: usize, set: fn(&mut Table, usize, Face)) -> Play {
    let named = usize::try_from(t.state.memo(card).amount).ok().and_then(|place| ALL_RESULTS.get(place));
    if let Some(memo) = t.state.memo_mut(card) {
        memo.active = false;
    }
    if dice == 0 {
        return Ok(());
    }
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::Dice(card), |_, offer| {
        (0..dice).for_each(|die| offer.add(Choice::Die(die as u8)));
    })?;
    if let (Choice::Die(die), Some(named)) = (choice, named) {
        set(t, usize::from(die), *named);
    }
    Ok(())
}

/// Sets a die of a roll for good.
fn fix(pool: &mut Pool, die: usize, face: Face) {
    if let Some(result) = pool.0.get_mut(die) {
        (result.face, result.fixed) = (face, true);
    }
}

/// Whether what was named for a ship's roll is due.
fn is_due(state: &State, card: CardRef, roller: Option<ShipId>) -> bool {
    let memo = state.memo(card);
    memo.active && memo.target == roller
}

const SEEN_ATTACK: Ability<XWing> = must(
    Window::AttackRolled,
    |state, card| Ok(is_due(state, card, state.attack().map(|attack| attack.attacker))),
    |t, card| {
        let Some(dice) = t.state.attack().map(|attack| attack.attack.0.len()) else { return Ok(()) };
        fulfil(t, card, dice, |t, die, face| change(t, Roll::Attack, |pool| fix(pool, die, face)))
    },
);
const SEEN_DEFENSE: Ability<XWing> = must(
    Window::DefenseRolled,
    |state, card| Ok(is_due(state, card, state.attack().map(|attack| attack.defender))),
    |t, card| {
        let Some(dice) = t.state.attack().map(|attack| attack.defense.0.len()) else { return Ok(()) };
        fulfil(t, card, dice, |t, die, face| change(t, Roll::Defense, |pool| fix(pool, die, face)))
    },
);
const SEEN_CAST: Ability<XWing> = must(
    Window::Cast,
    |state, card| Ok(is_due(state, card, state.casts.last().map(|cast| cast.ship))),
    |t, card| {
        let Some(dice) = t.state.casts.last().map(|cast| cast.pool.0.len()) else { return Ok(()) };
        fulfil(t, card, dice, |t, die, face| change_cast(t, |pool| fix(pool, die, face)))
    },
);
