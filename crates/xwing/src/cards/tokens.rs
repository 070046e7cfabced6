//! What the rules let a ship do with its tokens. These count as abilities like those of cards, so that tokens and cards
//! are used in any order. A token may be spent even if that changes nothing; that is asked only where a card notices that a
//! token is spent, because nothing else could come of it. Also what cards ask about dice and attacks.

use flightpath::{Colour, Face, Pool};
use table::timing::{Ability, Force, Limit, Timed, permitted, total};
use table::{Denial, Picks, Play, denial};

use super::{Deed, Effects, FOR_ALL, Liberty, Quantity, Source, Window, allows, hears, register_all};
use crate::actions::{
    all_actions, assign, free_action, has_focus, lock_lenders, may_perform, offer_actions, remove_token,
    spend, spend_lock,
};
use crate::attack::{Roll, add_result, cancellable, hits_stand, lies, may_modify, reroll, shows, turn_all};
use crate::measure::in_range;
use crate::rolls::roll_for;
use crate::state::{Action, CardRef, Moment, ShipId, Slot, State, Token, Weapon};
use crate::{Ask, Choice, Event, Table, XWing, cloak};

pub static EFFECTS: Effects = Effects {
    abilities: &[TARGET_LOCK, FOCUS_ATTACK, FOCUS_DEFENSE, EVADE, DECLOAK, IDLE_ATTACK, IDLE_DEFENSE],
    ..Effects::NONE
};

/// Positions in the list above.
pub const TARGET_LOCK_INDEX: u8 = 0;
pub const EVADE_INDEX: u8 = 3;
pub const DECLOAK_INDEX: u8 = 4;
pub const IDLE_INDICES: [u8; 2] = [5, 6];

/// Whether a ship rolled these dice.
pub fn rolled(state: &State, card: CardRef, roll: Roll) -> bool {
    state.attack().is_some_and(|attack| attack.roller(roll) == card.ship)
}

/// Whether this card is the weapon of the attack being resolved.
pub fn fired(state: &State, card: CardRef) -> bool {
    state.attack().is_some_and(|attack| attack.weapon == Weapon::Secondary(card))
}

/// Whether this card's ship is the attacker.
pub fn attacks(state: &State, card: CardRef) -> bool {
    rolled(state, card, Roll::Attack)
}

/// Whether this card's ship is the defender.
pub fn defends(state: &State, card: CardRef) -> bool {
    rolled(state, card, Roll::Defense)
}

/// Whether what is being asked about happens to this card's ship.
pub fn concerns(state: &State, card: CardRef) -> bool {
    state.moment().is_some_and(|moment| moment.ship() == card.ship)
}

/// The ship that this card's ship attacks.
pub fn target_of(state: &State, card: CardRef) -> Option<ShipId> {
    state.attack().filter(|attack| attack.attacker == card.ship).map(|attack| attack.defender)
}

/// Whether a roll shows a die that may still be rerolled and that `wanted` accepts; refused if somebody forbids it.
pub fn may_reroll(state: &State, roll: Roll, wanted: fn(Face) -> bool) -> Result<bool, Denial> {
    let Some(attack) = state.attack() else { return Ok(false) };
    let pool = attack.pool(roll);
    if !pool.rerollable().any(|die| wanted(pool.0[die].face)) || rerolls_left(state, roll) == 0 {
        return Ok(false);
    }
    may_modify(state, attack, roll)?;
    if roll == Roll::Attack {
        permitted::<XWing>(state, Deed::RerollAttack(attack.attacker))?;
    }
    Ok(true)
}

/// How many dice of a roll may still be rerolled as far as cards limit that.
pub fn rerolls_left(state: &State, roll: Roll) -> usize {
    let Some(attack) = state.attack().filter(|_| roll == Roll::Attack) else { return usize::MAX };
    let most = total::<XWing>(state, Quantity::Rerolls, i32::MAX) as usize;
    most.saturating_sub(attack.attack.0.iter().filter(|die| die.rerolled).count())
}

/// The owner of `card` chooses dice that may still be rerolled.
pub fn choose_dice(
    t: &mut Table,
    card: CardRef,
    roll: Roll,
    count: std::ops::RangeInclusive<usize>,
    wanted: fn(Face) -> bool,
) -> Play<Picks<usize>> {
    let owner = t.state.ship(card.ship).owner;
    let most = rerolls_left(&t.state, roll).min(*count.end());
    let picks = t.ask_some(owner, Ask::Dice(card), (*count.start()).min(most), most, |state, offer| {
        let Some(attack) = state.attack() else { return };
        let pool = attack.pool(roll);
        let dice = pool.rerollable().filter(|die| wanted(pool.0[*die].face));
        dice.for_each(|die| offer.add(Choice::Die(die as u8)));
    })?;
    let die = |pick: &Choice| if let Choice::Die(die) = pick { Some(usize::from(*die)) } else { None };
    Ok(picks.iter().filter_map(die).collect())
}

/// The owner of `card` chooses dice, all of them before any is rolled, and they are rerolled. Each die only once.
pub fn choose_and_reroll(
    t: &mut Table,
    card: CardRef,
    roll: Roll,
    count: std::ops::RangeInclusive<usize>,
    wanted: fn(Face) -> bool,
) -> Play {
    let dice = choose_dice(t, card, roll, count, wanted)?;
    if dice.is_empty() { Ok(()) } else { reroll(t, roll, &dice) }
}

/// The owner of `card` chooses one die, and it is rerolled.
pub fn choose_one_and_reroll(t: &mut Table, card: CardRef, roll: Roll, wanted: fn(Face) -> bool) -> Play {
    let one = 1;
    choose_and_reroll(t, card, roll, one..=one, wanted)
}

/// Whether a roll shows a die that may still be rerolled, whoever wants it rerolled.
pub fn has_dice(state: &State, roll: Roll) -> bool {
    state.attack().is_some_and(|attack| attack.pool(roll).rerollable().next().is_some())
}

/// The two actions that move a ship aside or ahead.
pub const BOOST_OR_ROLL: [Action; 2] = [Action::Boost, Action::BarrelRoll];

/// Whether this card's ship is stressed.
pub fn is_stressed(state: &State, card: CardRef) -> bool {
    state.ship(card.ship).is_stressed()
}

/// Whether this card's ship has a focus token.
pub fn is_focused(state: &State, card: CardRef) -> bool {
    has_focus(state, card.ship)
}

/// Whether another friendly ship is at range 1 to `most`.
pub fn has_friend_at(state: &State, card: CardRef, most: u8) -> bool {
    state.friends_of(card.ship).any(|id| in_range(state, card.ship, id, most))
}

pub fn any(_: Face) -> bool {
    true
}

pub fn blank(face: Face) -> bool {
    face == Face::Blank
}

pub fn eye(face: Face) -> bool {
    face == Face::Eye
}

/// Whether a ship is friendly to this card's ship, which may be that ship itself, and at range 1 to `most` of it, or counts
/// as being there.
pub fn friend_at(state: &State, card: CardRef, id: ShipId, most: u8) -> bool {
    let counts =
        || matches!(card.slot, Slot::Upgrade(_)) && allows(state, card.ship, Liberty::FriendsAreNear);
    state.are_friends(card.ship, id)
        // audit: same (3 to 4) — the ruler ends at range 3
        && (in_range(state, card.ship, id, most) || counts() && in_range(state, card.ship, id, 3))
}

/// Whether a ship is another friendly one at range 1 to `most`.
pub fn other_friend_at(state: &State, card: CardRef, id: ShipId, most: u8) -> bool {
    id != card.ship && friend_at(state, card, id, most)
}

/// Whether a ship is an enemy at range 1 to `most`.
pub fn enemy_at(state: &State, card: CardRef, id: ShipId, most: u8) -> bool {
    !state.are_friends(card.ship, id) && in_range(state, card.ship, id, most)
}

/// Whether this card's ship touches another ship.
pub fn touches(state: &State, card: CardRef, id: ShipId) -> bool {
    state.ship(card.ship).touching & id.bit() != 0
}

/// The price of the card is stress, so only a ship without any can pay it.
pub fn unstressed(state: &State, card: CardRef, rule: &'static str) -> Result<bool, Denial> {
    if state.ship(card.ship).is_stressed() {
        return Err(denial(
            rule,
            "Not while the ship is stressed.",
            "Nicht, solange das Schiff gestresst ist.",
        ));
    }
    Ok(true)
}

/// Whether two upgrades in play are copies of one card.
pub fn are_copies(state: &State, a: CardRef, b: CardRef) -> bool {
    let card = |card: CardRef| match card.slot {
        Slot::Upgrade(i) => state.ship(card.ship).upgrades.get(i as usize).map(|upgrade| upgrade.card),
        _ => None,
    };
    card(a).is_some() && card(a) == card(b)
}

/// The colour of the maneuver that this card's ship has just executed.
pub fn just_flown(state: &State, card: CardRef) -> Option<Colour> {
    state.ship(card.ship).flown.filter(|_| concerns(state, card)).map(|flown| flown.colour)
}

/// Whether this card's ship has just performed an action.
pub fn just_acted(state: &State, card: CardRef) -> bool {
    matches!(state.moment(), Some(Moment::Performed(ship, _)) if ship == card.ship)
}

/// Whether this card's ship has just performed a boost or barrel roll action.
pub fn just_moved_aside(state: &State, card: CardRef) -> bool {
    matches!(state.moment(), Some(Moment::Performed(ship, action)) if ship == card.ship && BOOST_OR_ROLL.contains(&action))
}

/// Usable if any of several things is possible; otherwise refused for the reason of the first.
pub fn any_possible(verdicts: impl Iterator<Item = Result<(), Denial>>) -> Result<bool, Denial> {
    match verdicts.reduce(Result::or) {
        Some(verdict) => verdict.map(|()| true),
        None => Ok(false),
    }
}

/// A ship may perform one of some actions after an action.
pub fn may_act_again(
    state: &State,
    card: CardRef,
    actions: impl Iterator<Item = Action>,
) -> Result<bool, Denial> {
    if !just_acted(state, card) {
        return Ok(false);
    }
    any_possible(actions.map(|action| may_perform(state, card.ship, action, Source::Own)))
}

/// The card's effect lasts for the rest of the round.
pub fn take_effect(t: &mut Table, card: CardRef) -> Play {
    if let Some(memo) = t.state.memo_mut(card) {
        memo.active = true;
    }
    Ok(())
}

/// Whether a card with two sides shows its back.
pub fn is_turned(state: &State, card: CardRef) -> bool {
    let Slot::Upgrade(i) = card.slot else { return false };
    state.ship(card.ship).upgrades.get(i as usize).is_some_and(|upgrade| upgrade.turned)
}

/// Turns a card with two sides.
pub fn flip(t: &mut Table, card: CardRef) {
    if let Slot::Upgrade(i) = card.slot
        && let Some(upgrade) = t.state.ship_mut(card.ship).upgrades.get_mut(i as usize)
    {
        upgrade.turned = !upgrade.turned;
        t.emit(Event::CardTurned(card));
        register_all(&mut t.state, card.ship);
    }
}

/// The card's effect lasts until the attack is over.
pub fn mark_attack(t: &mut Table, card: CardRef) {
    if let Some(attack) = t.state.attack_mut() {
        attack.marks.push(card);
    }
}

/// Whether the card was used in this attack for an effect that lasts until it is over.
pub fn marked(state: &State, card: CardRef) -> bool {
    state.attack().is_some_and(|attack| attack.marks.contains(&card))
}

/// A ship may perform one of some free actions.
pub fn may_act(state: &State, card: CardRef, actions: impl Iterator<Item = Action>) -> Result<bool, Denial> {
    any_possible(actions.map(|action| may_perform(state, card.ship, action, Source::Own)))
}

/// This card's ship performs one of some free actions.
pub fn act(t: &mut Table, card: CardRef, actions: impl Iterator<Item = Action> + Clone) -> Play {
    free_action(t, card, card.ship, |state, offer| {
        for action in actions.clone() {
            offer.judge(Choice::Action(action), may_perform(state, card.ship, action, Source::Own));
        }
    })
}

/// Attack dice for a card.
pub fn roll_attack(t: &mut Table, card: CardRef, count: usize) -> Play<Pool> {
    roll_for(t, Ask::CardRoll(card), card.ship, Roll::Attack, count)
}

/// Defense dice for a card.
pub fn roll_defense(t: &mut Table, card: CardRef, count: usize) -> Play<Pool> {
    roll_for(t, Ask::CardRoll(card), card.ship, Roll::Defense, count)
}

/// One attack die for a card.
pub fn roll_one(t: &mut Table, card: CardRef) -> Play<Face> {
    let pool = roll_attack(t, card, 1)?;
    Ok(pool.0.first().map_or(Face::Blank, |result| result.face))
}

/// The owner of a card chooses one of the ships that `wanted` accepts; none if there is none.
pub fn choose_ship(
    t: &mut Table,
    card: CardRef,
    wanted: impl Fn(&State, ShipId) -> bool,
) -> Play<Option<ShipId>> {
    if !t.state.in_play().any(|id| wanted(&t.state, id)) {
        return Ok(None);
    }
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardTarget(card), |state, offer| {
        state.in_play().filter(|id| wanted(state, *id)).for_each(|id| offer.add(Choice::Ship(id)));
    })?;
    let Choice::Ship(id) = choice else { return Ok(None) };
    t.emit(Event::Chosen(card, id));
    Ok(Some(id))
}

/// Whether a ship has a lock on what it attacks; one on a huge ship counts only for the section that it lies on.
fn has_lock_in_attack(state: &State, id: ShipId, target: ShipId) -> bool {
    let section = state.attack().filter(|attack| attack.defender == target).and_then(|attack| attack.section);
    let holds = |holder| crate::huge::lock_counts(state, holder, target, section);
    state.ship(id).has_locked(target) && holds(id) || lock_lenders(state, id, target, FOR_ALL).any(holds)
}

/// Whether a ship may spend its lock on another now.
pub fn may_spend_lock(state: &State, id: ShipId, target: ShipId) -> Result<bool, Denial> {
    if !has_lock_in_attack(state, id, target) {
        return Ok(false);
    }
    permitted::<XWing>(state, Deed::SpendLock(id)).map(|()| true)
}

/// The owner of a card chooses one of some tokens, which a ship is then assigned.
pub fn choose_token(t: &mut Table, card: CardRef, id: ShipId, tokens: &[Token]) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |_, offer| {
        tokens.iter().for_each(|token| offer.add(Choice::Token(*token)));
    })?;
    if let Choice::Token(token) = choice { assign(t, id, token) } else { Ok(()) }
}

/// Whether this card's ship attacks at one of some ranges.
pub fn attacks_at(state: &State, card: CardRef, ranges: std::ops::RangeInclusive<u8>) -> bool {
    attacks(state, card) && state.attack().is_some_and(|attack| ranges.contains(&attack.range))
}

/// The ship that this card's ship attacks or is attacked by.
pub fn opponent_of(state: &State, card: CardRef) -> Option<ShipId> {
    let attack = state.attack()?;
    if attack.attacker == card.ship {
        Some(attack.defender)
    } else {
        (attack.defender == card.ship).then_some(attack.attacker)
    }
}

/// Whether this card's ship rolled these dice and may reroll one of those that are wanted.
pub fn rerolls_own(
    state: &State,
    card: CardRef,
    roll: Roll,
    wanted: fn(Face) -> bool,
) -> Result<bool, Denial> {
    let own = match roll {
        Roll::Attack => attacks(state, card),
        Roll::Defense => defends(state, card),
    };
    if own { may_reroll(state, roll, wanted) } else { Ok(false) }
}

/// Whether a ship has a focus token and may spend it.
pub fn may_spend_focus(state: &State, id: ShipId) -> Result<bool, Denial> {
    if state.ship(id).focus == 0 {
        return Ok(false);
    }
    permitted::<XWing>(state, Deed::SpendFocus(id)).map(|()| true)
}

/// Whether a ship could perform any free action.
pub fn can_act(state: &State, id: ShipId) -> Result<bool, Denial> {
    any_possible(all_actions(state, id).map(|action| may_perform(state, id, action, Source::Own)))
}

/// A card lets a ship perform any free action.
pub fn let_act(t: &mut Table, card: CardRef, id: ShipId) -> Play {
    free_action(t, card, id, |state, offer| {
        offer_actions(state, id, offer);
        offer.pass(Choice::Pass);
    })
}

/// The owner of a card chooses a focus or evade token of a ship, which is taken from it.
pub fn take_token(t: &mut Table, card: CardRef, from: ShipId) -> Play<Option<Token>> {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |state, offer| {
        let ship = state.ship(from);
        if ship.focus > 0 {
            offer.add(Choice::Token(Token::Focus));
        }
        if ship.evade > 0 {
            offer.add(Choice::Token(Token::Evade));
        }
    })?;
    let Choice::Token(token) = choice else { return Ok(None) };
    remove_token(t, from, token);
    Ok(Some(token))
}

/// Whether a ship has a focus or evade token.
pub fn has_tokens(state: &State, id: ShipId) -> bool {
    state.ship(id).focus > 0 || state.ship(id).evade > 0
}

/// The owner of a card may choose another pilot skill for its ship, which counts until all forces are placed.
pub fn choose_setup_skill(t: &mut Table, card: CardRef, skills: &[u8]) -> Play {
    let owner = t.state.ship(card.ship).owner;
    let choice = t.ask(owner, Ask::CardChoice(card), |_, offer| {
        skills.iter().for_each(|skill| offer.add(Choice::Number(*skill)));
    })?;
    if let Choice::Number(skill) = choice {
        t.state.ship_mut(card.ship).skill_set = Some(skill);
        t.emit(Event::SkillSet(card.ship, skill));
    }
    Ok(())
}

const TARGET_LOCK: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let Some(target) = target_of(state, card) else { return Ok(false) };
        if !has_lock_in_attack(state, card.ship, target) {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::SpendLock(card.ship))?;
        if is_noticed(state) {
            return Ok(true);
        }
        // Nothing is better than a critical hit, unless hits are safe from evades and critical hits are not.
        let improves: fn(Face) -> bool =
            if hits_stand(state) { any } else { |face: Face| face != Face::Critical };
        may_reroll(state, Roll::Attack, improves)
    },
    effect: |t, card| {
        let Some(target) = target_of(&t.state, card) else { return Ok(()) };
        spend_lock(t, card.ship, target)?;
        // Where dice cannot be modified the lock is spent all the same, and none is rerolled.
        match may_reroll(&t.state, Roll::Attack, any) {
            Ok(true) => choose_and_reroll(t, card, Roll::Attack, 0..=usize::MAX, any),
            _ => Ok(()),
        }
    },
};

/// Whether any ability of a window would be used, or could be, as things stand.
fn is_used(state: &State, window: Window) -> bool {
    let mut used = false;
    for seat in state.seats() {
        XWing::each_ability(state, window, seat, &mut |card, index, ability| {
            used |= XWing::may(state, card, index, ability) == Ok(true);
        });
    }
    used
}

/// Whether a card notices that a token is spent.
fn is_noticed(state: &State) -> bool {
    hears(state, Window::SpentToken)
}

/// Whether a ship may spend focus for dice of its own.
pub fn may_focus(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    if !rolled(state, card, roll) || !has_focus(state, card.ship) {
        return Ok(false);
    }
    if let Some(target) = target_of(state, card) {
        permitted::<XWing>(state, Deed::SpendFocusAgainst(card.ship, target))?;
    }
    permitted::<XWing>(state, Deed::SpendFocus(card.ship)).map(|()| true)
}

/// Focus results become what the ship needs before anything happens to the token.
pub fn focus(t: &mut Table, card: CardRef, roll: Roll, becomes: Face) -> Play {
    if let Some(attack) = t.state.attack_mut().filter(|_| roll == Roll::Attack) {
        attack.focused = attack.focused.max(attack.attack.count(Face::Eye));
    }
    turn_all(t, roll, Face::Eye, becomes);
    spend(t, card.ship, Token::Focus)
}

/// Whether a ship may spend focus and something could come of it: there is a focus result to change, which in defense has
/// a hit to cancel, or a card notices.
fn may_focus_for(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    // audit: same (|| to &&) — `may_focus` asks again; this spares looking at the dice
    if !rolled(state, card, roll) || !has_focus(state, card.ship) {
        return Ok(false);
    }
    let changes = lies(state, roll, Face::Eye) && (roll == Roll::Attack || !is_evaded(state));
    if changes || is_noticed(state) { may_focus(state, card, roll) } else { Ok(false) }
}

const FOCUS_ATTACK: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| may_focus_for(state, card, Roll::Attack),
    effect: |t, card| focus(t, card, Roll::Attack, Face::Hit),
};

const FOCUS_DEFENSE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| may_focus_for(state, card, Roll::Defense),
    effect: |t, card| focus(t, card, Roll::Defense, Face::Evade),
};

/// Whether a ship may spend focus and leave its focus results as they are. That is asked only where a card notices that a
/// token is spent: nothing else could come of it. In the later rules whoever spends focus changes the results.
fn may_focus_idly(state: &State, card: CardRef, roll: Roll) -> Result<bool, Denial> {
    let noticed = is_noticed(state) && !state.options.rules().tokens_once_per_step;
    if noticed && shows(state, roll, Face::Eye) { may_focus(state, card, roll) } else { Ok(false) }
}

const IDLE_ATTACK: Ability<XWing> = Ability {
    window: Window::ModifyAttack,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| may_focus_idly(state, card, Roll::Attack),
    effect: |t, card| spend(t, card.ship, Token::Focus),
};

const IDLE_DEFENSE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| may_focus_idly(state, card, Roll::Defense),
    effect: |t, card| spend(t, card.ship, Token::Focus),
};

/// Whether no hit is left that another evade could cancel, whatever cards do before results are compared.
fn is_evaded(state: &State) -> bool {
    let Some(attack) = state.attack() else { return true };
    let (hits, criticals) = cancellable(state, attack);
    if hits + criticals == 0 {
        return true;
    }
    let enough = attack.defense.count(Face::Evade) >= hits + criticals;
    if !enough || !hears(state, Window::BeforeCompare) {
        return enough;
    }
    let mut further = state.clone();
    further.attack_mut().into_iter().for_each(|attack| attack.defense.add(Face::Evade));
    !is_used(&further, Window::BeforeCompare)
}

const EVADE: Ability<XWing> = Ability {
    window: Window::ModifyDefense,
    force: Force::May,
    limit: Limit::Repeatable,
    when: |state, card| {
        let has = state.ship(card.ship).evade > 0 && defends(state, card);
        if !has || is_evaded(state) && !is_noticed(state) {
            return Ok(false);
        }
        permitted::<XWing>(state, Deed::SpendEvade(card.ship)).map(|()| true)
    },
    effect: |t, card| {
        add_result(t, Roll::Defense, Face::Evade);
        spend(t, card.ship, Token::Evade)
    },
};

/// Immediately before its dial is revealed a cloaked ship may decloak; not if it has been cloaked only just now.
const DECLOAK: Ability<XWing> = Ability {
    window: Window::BeforeReveal,
    force: Force::May,
    limit: Limit::PerWindow,
    when: |state, card| {
        let may = state.ship(card.ship).may_decloak && concerns(state, card);
        if may { cloak::may_decloak(state, card.ship) } else { Ok(false) }
    },
    effect: |t, card| cloak::decloak(t, card.ship),
};
