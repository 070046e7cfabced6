//! Damage in its four steps, destruction, shields and focus tokens.

use table::{Denial, Picks, Play, Seat};

use crate::cards::{Boon, CardType, Deed, Trait, Trigger, Window, constants};
use crate::state::{CardId, CardSet, Lasting, Occurrence, Side, Source, State, Until, opponent};
use crate::timing::{happened, interrupted, occur};
use crate::zones::{DESTROYED, Destination, SACRIFICED, diverted, forget_form, leave_play_as};
use crate::{Ask, Choice, Event, Table, victory};

/// How much more damage a card takes before it is destroyed.
pub fn remaining(state: &State, id: CardId) -> u8 {
    constants::capacity(state, id).saturating_sub(state.card(id).damage)
}

pub fn can_be_damaged(state: &State, id: CardId) -> bool {
    is_breakable(state, id) && constants::may(state, id, Deed::BeDamaged).is_ok()
}

fn is_breakable(state: &State, id: CardId) -> bool {
    let card = state.card(id);
    state.is_in_play(id) && (card.is_unit() || card.is_objective()) && !card.face_down
}

fn may_be_hit(state: &State, id: CardId, source: Source) -> Result<(), Denial> {
    let enemy = source.seat != state.card(id).controller;
    let vehicle = source.card.is_some_and(|card| state.facts(card).traits.has(Trait::Vehicle));
    let free = |applies: bool, deed| if applies { constants::may(state, id, deed) } else { Ok(()) };
    free(true, Deed::BeDamaged)
        .and_then(|()| free(enemy, Deed::BeDamagedByEnemies))
        .and_then(|()| free(vehicle, Deed::BeDamagedByVehicles))
}

/// Whether a card can be chosen to take damage of a source.
pub fn may_be_dealt(state: &State, id: CardId, source: Source) -> Result<(), Denial> {
    if is_breakable(state, id) { may_be_hit(state, id, source) } else { Err(constants::FORBIDDEN) }
}

/// Damage of one source beside the cards that are to take it.
pub type Shares = Picks<(CardId, u8)>;

/// Damage that was dealt, card by card. What a card with Protect has taken was dealt to that card and not to the one that
/// it protects (`swlcg.def.4-12.damage-as-cost-full`).
pub struct Dealt(Shares);

impl Dealt {
    /// How much landed on a card.
    pub fn to(&self, id: CardId) -> u8 {
        let own = self.0.iter().filter(|(other, _)| *other == id);
        own.fold(0, |sum: u8, (_, share)| sum.saturating_add(*share))
    }

    /// How much landed on these cards together.
    pub fn to_all(&self, ids: impl IntoIterator<Item = CardId>) -> u8 {
        ids.into_iter().fold(0, |sum: u8, id| sum.saturating_add(self.to(id)))
    }
}

/// Deals damage to a card; says how much landed on it.
pub fn deal(t: &mut Table, target: CardId, amount: u8, source: Source) -> Play<u8> {
    Ok(deal_all(t, std::iter::once((target, amount)).collect(), source)?.to(target))
}

/// Deals damage of one source to several cards at the same time.
pub fn deal_all(t: &mut Table, mut assigned: Shares, source: Source) -> Play<Dealt> {
    // Step 1: the damage is assigned.
    if let Some(card) = source.card {
        let doubled = |id: CardId| constants::doubles_damage(&t.state, card, id);
        assigned
            .iter_mut()
            .filter(|(id, _)| doubled(*id))
            .for_each(|(_, amount)| *amount = amount.saturating_mul(2));
    }
    assigned.retain(|(id, _)| may_be_dealt(&t.state, *id, source).is_ok());
    // Step 2: cards with Protect may take a part of it.
    let has = |state: &State, boon| source.card.is_some_and(|card| constants::has(state, card, boon));
    let certain = has(&t.state, Boon::SureDamage);
    let mut protected = Shares::new();
    if !(certain || (source.icon && has(&t.state, Boon::PiercesProtect))) {
        protected = protect(t, &mut assigned, Some(source.seat))?;
    }
    // Step 3: shields.
    let own = source.card.is_some_and(|card| constants::own(&t.state, card, Boon::PiercesShields) > 0);
    let pierces = certain || own || has(&t.state, Boon::PiercesShields);
    let mut shielded: Picks<CardId> = Picks::new();
    for share in &mut assigned {
        while share.1 > 0 && !pierces && use_shield(t, share.0, source)? {
            share.1 -= 1;
            shielded.push(share.0);
        }
    }
    for id in shielded {
        shield_is_gone(t, id, t.state.card(id).controller)?;
    }
    // Interrupts come right before the damage is taken.
    for share in &mut assigned {
        let coming = Occurrence::new(Trigger::Damage).of(share.0).by_source(source);
        let coming = Occurrence { certain, ..coming };
        if share.1 > 0 {
            let coming = interrupted(t, coming.amount(share.1))?;
            share.1 = if coming.prevented { 0 } else { coming.amount };
        }
    }
    // Step 4: the damage is taken.
    for (id, amount) in &mut assigned {
        *amount = take(t, *id, *amount);
    }
    let taken = Occurrence::new(Trigger::Damage).by_source(source);
    fall(t, &assigned, taken)?;
    tell_protectors(t, &protected, &assigned)?;
    Ok(Dealt(assigned))
}

/// What damage that was taken leads to: cards that have as much as they can take are destroyed, then come the reactions.
fn fall(t: &mut Table, shares: &Shares, taken: Occurrence) -> Play {
    let blow = Blow { card: taken.source, icon: taken.icon };
    let hurt = || shares.iter().filter(|(_, amount)| *amount > 0);
    let taken = |(id, amount): &(CardId, u8)| taken.of(*id).amount(*amount);
    // While one of them is destroyed, the others stand there as fallen.
    let open = t.state.occurrences.len();
    t.state.occurrences.extend(hurt().map(taken));
    for (id, _) in hurt() {
        destroy_if_full(t, *id, blow)?;
    }
    t.state.occurrences.truncate(open);
    victory::check(t)?;
    for share in hurt() {
        happened(t, taken(share))?;
    }
    Ok(())
}

/// The objectives that the damage which is just destroying a card is about to destroy as well.
pub fn falling_objectives(state: &State) -> impl Iterator<Item = CardId> {
    let is_damage = |open: &&Occurrence| open.trigger == Trigger::Damage;
    let together =
        state.occurrences.iter().rev().skip_while(move |open| !is_damage(open)).take_while(is_damage);
    let hurt = together.filter_map(|open| open.card);
    hurt.filter(|id| state.is_in_play(*id) && state.card(*id).is_objective() && remaining(state, *id) == 0)
}

/// Step 2: the controller may give any part of the damage to friendly cards that protect an affected one, up to what they
/// can still take beside their own share. Damage moved like this is not moved again. A card that `by` damages at the same
/// time takes over what comes directly from an enemy, and nothing of its own player's
/// (`swlcg.faq.protect.direct-enemy-source`).
fn protect(t: &mut Table, assigned: &mut Shares, by: Option<Seat>) -> Play<Shares> {
    let affected = assigned.len();
    let struck: Picks<CardId> = assigned.iter().map(|(id, _)| *id).collect();
    for place in 0..affected {
        let target = assigned[place].0;
        let controller = t.state.card(target).controller;
        let mut asked: Picks<CardId> = Picks::new();
        while assigned[place].1 > 0 {
            let friendly = by == Some(controller);
            let able = |state: &State, id: CardId| {
                !asked.contains(&id) && room(state, assigned, id) > 0 && !(friendly && struck.contains(&id))
            };
            if !protectors(&t.state, target).any(|id| able(&t.state, id)) {
                break;
            }
            let choice = t.ask(controller, Ask::Protect(target), |state, offer| {
                let able = protectors(state, target).filter(|id| able(state, *id));
                able.for_each(|id| offer.add(Choice::Card(id)));
                offer.pass(Choice::Pass);
            })?;
            let Choice::Card(protector) = choice else { break };
            let most = assigned[place].1.min(room(&t.state, assigned, protector));
            let choice = t.ask(controller, Ask::ProtectAmount(protector), |_, offer| {
                (1..=most).rev().for_each(|number| offer.add(Choice::Number(number)));
            })?;
            let Choice::Number(taken) = choice else { break };
            asked.push(protector);
            assigned[place].1 -= taken;
            assigned.push((protector, taken));
            t.emit(Event::Protected(protector, target, taken));
        }
    }
    let protected = assigned[affected..].iter().copied().collect();
    // What was moved to a card joins what it takes anyway: it has one shield against both, and one moment to answer.
    for place in (affected..assigned.len()).rev() {
        let (id, moved) = assigned[place];
        if let Some(first) = assigned[..place].iter().position(|(other, _)| *other == id) {
            assigned[first].1 += moved;
            assigned.remove(place);
        }
    }
    Ok(protected)
}

/// Cards that have taken damage for others get their say.
fn tell_protectors(t: &mut Table, protected: &Shares, taken: &Shares) -> Play {
    for (place, (id, _)) in protected.iter().enumerate() {
        let own = |(other, _): &&(CardId, u8)| other == id;
        if protected[..place].iter().any(|share| own(&share)) {
            continue;
        }
        let sum = |shares: &Shares| {
            shares.iter().filter(own).fold(0, |sum: u8, (_, share)| sum.saturating_add(*share))
        };
        let amount = sum(protected).min(sum(taken));
        if amount > 0 && t.state.is_in_play(*id) {
            let seat = t.state.card(*id).controller;
            happened(t, Occurrence::new(Trigger::Protected).of(*id).by(seat).amount(amount))?;
        }
    }
    Ok(())
}

/// How much a card can take beside what is assigned to it.
fn room(state: &State, assigned: &Shares, id: CardId) -> u8 {
    let own = assigned
        .iter()
        .filter(|(other, _)| *other == id)
        .fold(0, |sum: u8, (_, share)| sum.saturating_add(*share));
    remaining(state, id).saturating_sub(own)
}

/// The cards that can take damage for another one.
fn protectors(state: &State, target: CardId) -> impl Iterator<Item = CardId> {
    let controller = state.card(target).controller;
    state.in_play().filter(move |id| {
        let card = state.card(*id);
        *id != target
            && card.controller == controller
            && card.is_unit()
            && can_be_damaged(state, *id)
            && constants::protects(state, *id, target)
    })
}

/// Step 4: tokens are placed up to the card's capacity; the rest is ignored. Says how many.
fn take(t: &mut Table, id: CardId, amount: u8) -> u8 {
    let placed = if can_be_damaged(&t.state, id) { amount.min(remaining(&t.state, id)) } else { 0 };
    if placed > 0 {
        t.state.card_mut(id).damage += placed;
        t.emit(Event::Damaged(id, placed));
    }
    placed
}

/// What destroys a card.
#[derive(Clone, Copy, Default)]
struct Blow {
    card: Option<CardId>,
    /// With its combat icons.
    icon: bool,
}

fn destroy_if_full(t: &mut Table, id: CardId, blow: Blow) -> Play {
    let doomed = can_be_damaged(&t.state, id) && remaining(&t.state, id) == 0;
    if doomed { destroy_by(t, id, blow) } else { Ok(()) }
}

/// Cards whose capacity has fallen to their damage are destroyed. One that cannot be keeps no other one alive.
pub fn check_capacities(t: &mut Table) -> Play {
    let is_doomed = |state: &State, id: CardId| {
        let card = state.card(id);
        (card.is_unit() || card.is_objective())
            && !card.face_down
            && (remaining(state, id) == 0 || fades(state, id))
    };
    let mut seen = CardSet::default();
    loop {
        let ready =
            |id: &CardId| is_doomed(&t.state, *id) && !is_falling(&t.state, *id) && !seen.contains(*id);
        let doomed: Picks<CardId> = t.state.in_play().filter(ready).collect();
        if doomed.is_empty() {
            return Ok(());
        }
        // While one of them is destroyed, the others stand there as fallen.
        let open = t.state.occurrences.len();
        t.state.occurrences.extend(doomed.iter().map(|id| Occurrence::new(Trigger::Damage).of(*id)));
        for id in doomed {
            seen.insert(id);
            if t.state.is_in_play(id) && is_doomed(&t.state, id) {
                destroy(t, id)?;
            }
        }
        t.state.occurrences.truncate(open);
        victory::check(t)?;
    }
}

/// Puts a damage token on a card without dealing damage.
pub fn place_token(t: &mut Table, id: CardId) {
    let card = t.state.card_mut(id);
    card.damage = card.damage.saturating_add(1);
    t.emit(Event::Damaged(id, 1));
}

/// Whether a unit is destroyed for want of Force icons.
fn fades(state: &State, id: CardId) -> bool {
    constants::has(state, id, Boon::FadesWithoutForce) && constants::force_icons(state, id) == 0
}

/// Whether a card is about to leave play.
pub fn is_falling(state: &State, id: CardId) -> bool {
    let ends = |trigger| matches!(trigger, Trigger::Destroyed | Trigger::LeavesPlay | Trigger::Damage);
    state.occurrences.iter().any(|occurrence| ends(occurrence.trigger) && occurrence.card == Some(id))
}

/// The controller of a shielded card may discard the shield against one damage or focus token of an enemy.
fn use_shield(t: &mut Table, target: CardId, source: Source) -> Play<bool> {
    let card = t.state.card(target);
    if card.shields == 0 || card.controller == source.seat {
        return Ok(false);
    }
    let choice = t.ask(card.controller, Ask::Shield(target), |_, offer| {
        offer.add(Choice::UseShield);
        offer.pass(Choice::Pass);
    })?;
    if choice == Choice::UseShield {
        t.state.card_mut(target).shields -= 1;
        t.emit(Event::ShieldUsed(target));
    }
    Ok(choice == Choice::UseShield)
}

/// A player takes a shield off a card.
pub fn remove_shield(t: &mut Table, id: CardId, by: Seat) -> Play {
    let card = t.state.card_mut(id);
    if card.shields == 0 {
        return Ok(());
    }
    card.shields -= 1;
    t.emit(Event::ShieldUsed(id));
    shield_is_gone(t, id, by)
}

/// A player has taken a shield off a card.
pub fn shield_is_gone(t: &mut Table, id: CardId, by: Seat) -> Play {
    happened(t, Occurrence::new(Trigger::ShieldRemoved).of(id).by(by))
}

/// Places a shield. A card has only one, unless an effect says otherwise.
pub fn place_shield(t: &mut Table, id: CardId, beside_another: bool) -> bool {
    let card = t.state.card(id);
    // audit: same (|| to &&) — whoever places one has seen that there is none
    // audit: same (0 to 1) — whoever places one has seen that there is none
    if !(card.is_unit() || card.is_objective()) || (card.shields > 0 && !beside_another) {
        return false;
    }
    t.state.card_mut(id).shields += 1;
    t.emit(Event::ShieldPlaced(id));
    true
}

/// Focus tokens for a cost or a strike.
pub fn focus(t: &mut Table, id: CardId, tokens: u8) -> Play {
    let source = Source::rules(t.state.card(id).controller);
    place_tokens(t, id, tokens, source).map(|_| ())
}

/// Places focus tokens one after the other; says how many ended up there.
fn place_tokens(t: &mut Table, id: CardId, tokens: u8, source: Source) -> Play<u8> {
    let placing = Occurrence::new(Trigger::FocusPlaced).of(id).by_source(source);
    let mut placed = 0;
    for _ in 0..tokens {
        let coming = interrupted(t, placing)?;
        if !coming.prevented && t.state.is_in_play(id) {
            let card = t.state.card_mut(id);
            card.focus = card.focus.saturating_add(1);
            placed += 1;
        }
    }
    if placed > 0 {
        t.emit(Event::Focused(id, placed));
        note_tokens(&mut t.state, id, placed, source);
        happened(t, placing.amount(placed))?;
    }
    Ok(placed)
}

/// Remembers for this strike how many focus tokens a unit has put on another one, if that matters to it.
fn note_tokens(state: &mut State, id: CardId, placed: u8, source: Source) {
    let Some(striker) = source.card.filter(|_| source.icon) else { return };
    if state.facts(striker).voice.in_play.to(Window::Reaction(Trigger::FocusPlaced)) {
        let boon = Boon::FocusedInStrike;
        let (amount, until) = (i8::try_from(placed).unwrap_or(i8::MAX), Until::EndOfStrike);
        let lasting = Lasting { source: striker, card: Some(id), seat: source.seat, boon, amount, until };
        state.lasting.push(lasting);
    }
}

/// Focus tokens placed by an effect or an icon, also on an exhausted card. Each may be stopped by a shield.
pub fn place_focus(t: &mut Table, id: CardId, tokens: u8, source: Source) -> Play<bool> {
    let enemy = source.seat != t.state.card(id).controller;
    if enemy && constants::may(&t.state, id, Deed::BeFocusedByEnemies).is_err() {
        return Ok(false);
    }
    let mut left = tokens;
    while left > 0 && use_shield(t, id, source)? {
        left -= 1;
        shield_is_gone(t, id, t.state.card(id).controller)?;
    }
    // audit: same — nothing that a card says follows from focus tokens
    Ok(place_tokens(t, id, left, source)? > 0)
}

/// A player takes focus tokens off a card; says how many.
pub fn remove_focus(t: &mut Table, id: CardId, tokens: u8, by: Seat) -> Play<u8> {
    let card = t.state.card_mut(id);
    let removed = tokens.min(card.focus);
    card.focus -= removed;
    if removed > 0 {
        t.emit(Event::FocusRemoved(id, removed));
        happened(t, Occurrence::new(Trigger::FocusRemoved).of(id).by(by).amount(removed))?;
    }
    Ok(removed)
}

/// Takes damage off a card; says how much.
pub fn heal(t: &mut Table, id: CardId, amount: u8) -> u8 {
    if constants::may(&t.state, id, Deed::BeHealed).is_err() {
        // audit: same — no card says what follows from taking a token off
        return 0;
    }
    let card = t.state.card_mut(id);
    let removed = amount.min(card.damage);
    card.damage -= removed;
    // audit: same (> to >=) — whoever heals has seen damage
    if removed > 0 {
        t.emit(Event::Healed(id, removed));
    }
    removed
}

/// Destroys a card.
pub fn destroy(t: &mut Table, id: CardId) -> Play {
    destroy_by(t, id, Blow::default())
}

/// What deals the damage that destroys a card destroys it.
fn destroy_by(t: &mut Table, id: CardId, blow: Blow) -> Play {
    if constants::may(&t.state, id, Deed::BeDestroyed).is_err() {
        return Ok(());
    }
    let falling = Occurrence::new(Trigger::Destroyed).of(id).by(t.state.card(id).controller).from(blow.card);
    let mute = constants::is_blank(&t.state, id);
    occur(t, Occurrence { mute, ..falling }, |t| {
        if !t.state.is_in_play(id) {
            return Ok(());
        }
        t.emit(Event::Destroyed(id));
        if t.state.card(id).is_objective() {
            if let Some(engagement) = t.state.engagement.as_mut().filter(|_| blow.icon) {
                engagement.felled = blow.card;
            }
            score_objective(t, id)
        } else {
            let destination = diverted(&t.state, Destination::Discard);
            leave_play_as(t, id, destination, DESTROYED)
        }
    })?;
    forget_form(&mut t.state, id);
    Ok(())
}

/// A destroyed objective goes to the opponent's victory pile, a mission to its owner's, which is the same player. One that
/// the dark side scores moves the dial on by the number of those scored so far.
fn score_objective(t: &mut Table, objective: CardId) -> Play {
    let winner = opponent(t.state.card(objective).controller);
    leave_play_as(t, objective, Destination::VictoryPile(winner), DESTROYED)?;
    if !t.state.player(winner).victory_pile.contains(&objective) {
        return Ok(());
    }
    if Side::of(winner) == Side::Dark {
        let scored = victory::scored(&t.state, winner) as u8;
        move_dial_on(t, scored, victory::check_after_scoring)?;
    }
    victory::check_after_scoring(t)?;
    if t.state.facts(objective).card_type == CardType::Mission {
        happened(t, Occurrence::new(Trigger::Completed).of(objective).by(winner))?;
    }
    Ok(())
}

/// The dial advances, and at its end the dark side has won, whatever else was to happen (`swlcg.core.victory.ds-dial`).
pub fn advance_dial(t: &mut Table, by: u8) -> Play {
    move_dial_on(t, by, victory::check)
}

fn move_dial_on(t: &mut Table, by: u8, check: fn(&mut Table) -> Play) -> Play {
    occur(t, Occurrence::new(Trigger::DialAdvances).amount(by), |t| {
        t.state.dial = t.state.dial.saturating_add(by).min(victory::DIAL_END);
        t.emit(Event::Dial(t.state.dial));
        check(t)
    })?;
    Ok(())
}

/// The dial goes back, but not below a number.
pub fn turn_dial_back(t: &mut Table, by: u8, least: u8) -> bool {
    let before = t.state.dial;
    let room = victory::dial(&t.state).saturating_sub(least);
    t.state.dial = before.saturating_sub(by.min(room));
    t.emit(Event::Dial(t.state.dial));
    // audit: same — nothing that a card says follows from it
    t.state.dial != before
}

/// Moves damage from one card to another. It is not dealt, so it has no source and nothing prevents it; but the other card
/// takes it, or a card that protects it.
pub fn move_damage(t: &mut Table, from: CardId, to: CardId, amount: u8) -> Play<u8> {
    let amount = amount.min(t.state.card(from).damage);
    let stuck = constants::may(&t.state, from, Deed::BeHealed).is_err();
    // audit: same (|| to &&) — whoever chooses the cards has seen that damage can go from one to the other
    if amount == 0 || stuck || !can_be_damaged(&t.state, to) {
        // audit: same — whoever chooses the cards has seen that damage can go from one to the other
        return Ok(0);
    }
    let mut assigned: Shares = std::iter::once((to, amount)).collect();
    let protected = protect(t, &mut assigned, None)?;
    let mut moved = 0;
    for (id, share) in &mut assigned {
        *share = take(t, *id, *share);
        moved += *share;
    }
    heal(t, from, moved);
    fall(t, &assigned, Occurrence::new(Trigger::Damage))?;
    tell_protectors(t, &protected, &assigned)?;
    Ok(moved)
}

/// Sacrificing is neither damage nor destruction.
pub fn sacrifice(t: &mut Table, id: CardId) -> Play {
    leave_play_as(t, id, Destination::Discard, SACRIFICED)
}
