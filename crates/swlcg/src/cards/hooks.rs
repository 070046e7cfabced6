//! How the kernel's timing finds the cards of this game: which abilities answer a window, in which order players use them,
//! and what using one takes. Playing a card from hand is offered like an ability.

use table::timing::{
    Ability as KernelAbility, Force, Limit as KernelLimit, Modifier, Prohibition, Timed, Turns,
};
use table::{Denial, Play, Seat, denial};

use super::atoms::Deed;
use super::atoms::{Ability, Cost, Ctx, Do, From, Limit, Window};
use super::constants::{FORBIDDEN, is_blank, is_unaffected, may, may_be_played, of_player};
use super::costs::{can_pay, could_save_by_damage};
use super::filters::{all, all_hold, count};
use super::listening::{is_lent, speaks_while_leaving};
use super::{Boon, CardType, Keyword, Trigger, could};
use crate::state::{CardId, Lasting, MOST_CARDS, Occurrence, Phase, Place, State, opponent};
use crate::zones::{held, holds_cards, may_enter, play_area_of, set_aside};
use crate::{Ask, Choice, Swlcg, Table, phases, resources, timing, zones};

const NO_EFFECT: Denial = denial(
    "swlcg.rule.3-6.must-be-able-to-change-something",
    "It could not do anything now.",
    "Das hätte jetzt keine Wirkung.",
);
const ONCE: Denial = denial(
    "swlcg.def.4-8.limit-once-per-x",
    "The card has already done this.",
    "Die Karte hat das bereits getan.",
);
const ONE_COPY: Denial = denial(
    "swlcg.def.4-8.limit-1-per-x",
    "A card of this title was already played.",
    "Eine Karte dieses Titels wurde bereits gespielt.",
);
const LIMITED: Denial = denial(
    "swlcg.core.keyword.limited",
    "Only one card with Limited can be played each turn.",
    "Pro Zug kann nur eine limitierte Karte gespielt werden.",
);
const NO_HOST: Denial = denial(
    "swlcg.core.enhancement.enhance-text",
    "There is nothing that it could enhance.",
    "Es gibt nichts, was sie verstärken könnte.",
);

const NO_STALLING: Denial = denial(
    "swlcg.rule.2-1.loop.no-stalling",
    "It has been repeated so often that it would only delay the game.",
    "Es wurde so oft wiederholt, dass es nur noch das Spiel verzögern würde.",
);

/// The number of the ability that stands for playing a card.
pub const PLAY: u8 = 255;
/// The number that stands for playing a unit as an enhancement.
pub const PLAY_ON: u8 = 254;

static PLAYING: KernelAbility<Swlcg> = KernelAbility {
    window: Window::Action,
    force: Force::May,
    limit: KernelLimit::Repeatable,
    when: |_, _| Ok(true),
    effect: |_, _| Ok(()),
};

/// An interrupt without which a card that is being played could not be paid for.
static SAVING: KernelAbility<Swlcg> = KernelAbility {
    window: Window::Interrupt(Trigger::Paying),
    force: Force::Must,
    limit: KernelLimit::PerWindow,
    when: |_, _| Ok(true),
    effect: |_, _| Ok(()),
};

/// Whether the card that is being played cannot be paid for yet: whoever plays it has begun to and saves what is lacking.
fn has_to_save(state: &State, window: Window, seat: Seat) -> bool {
    let paying = state.now().filter(|now| window == SAVING.window && now.seat == Some(seat));
    let card = paying.and_then(|paying| paying.card);
    card.is_some_and(|card| resources::can_pay_for(state, seat, card, false).is_err())
}

/// How much a player can save by interrupts to paying for a card (what they say, or a resource for each other hand card), and
/// whether damage would save enough.
pub fn could_save(state: &State, seat: Seat, card: CardId) -> (u8, bool) {
    let speaks = state.facts(card).voice.in_play.to(SAVING.window);
    if !(speaks || state.attention.on_table(seat, SAVING.window)) {
        return (0, false);
    }
    let mut paying = state.clone();
    set_aside(&mut paying, card);
    paying.occurrences.push(Occurrence::new(Trigger::Paying).of(card).by(seat));
    let (mut said, mut discards, mut by_damage) = (0u8, false, false);
    Swlcg::each_ability(&paying, SAVING.window, seat, &mut |saver, index, ability| {
        if Swlcg::is_spent(&paying, saver, index) || Swlcg::may(&paying, saver, index, ability) != Ok(true) {
            return;
        }
        let Some(ability) = ability_of(&paying, saver, index) else { return };
        let hurts = ability.costs.iter().find(|cost| matches!(cost, Cost::DamageToSave(_)));
        match (hurts, ability.effect) {
            (Some(cost), _) => {
                by_damage |= could_save_by_damage(&paying, &Ctx::new(saver, seat), cost, card);
            }
            (None, [Do::Save(number)]) => said = said.saturating_add(*number),
            _ => discards = true,
        }
    });
    let hand = state.player(seat).hand.iter().filter(|id| **id != card).count() as u8;
    (said.saturating_add(if discards { hand } else { 0 }), by_damage)
}

/// Abilities with lower numbers are printed on the card; a higher one says which card lends the ability.
pub const LENT: u8 = 8;

const _: () = assert!(LENT as usize + MOST_CARDS <= PLAY_ON as usize);

/// The number under which a card has the ability that another one lends it.
fn lent_by(lender: CardId) -> u8 {
    LENT + lender.0
}

/// The card on which an ability of a card is printed.
pub fn text_of(card: CardId, index: u8) -> CardId {
    if (LENT..PLAY_ON).contains(&index) { CardId(index - LENT) } else { card }
}

/// An ability of a card, with its terms.
pub fn ability_of(state: &State, card: CardId, index: u8) -> Option<&'static Ability> {
    let effects = state.cards.get(text_of(card, index).0 as usize)?.facts().effects;
    match index {
        PLAY | PLAY_ON => None,
        ..LENT => effects.abilities.get(index as usize),
        _ => effects.lends.as_ref().map(|loan| &loan.ability),
    }
}

/// The abilities that the cards of a player have from others: from cards in play, or by an effect that lasts.
fn each_loan(
    state: &State,
    window: Window,
    seat: Seat,
    visit: &mut dyn FnMut(CardId, u8, &'static KernelAbility<Swlcg>),
) {
    let lent = |lender: CardId| {
        state.facts(lender).effects.lends.as_ref().filter(|loan| loan.ability.window() == window)
    };
    let has = |id: CardId| state.is_in_play(id) && state.card(id).controller == seat;
    for lender in state.attention.lenders().iter().copied().filter(|id| !state.card(*id).face_down) {
        let Some(loan) = lent(lender) else { continue };
        let ctx = Ctx::new(lender, state.card(lender).controller);
        for id in all(state, &ctx, loan.to).filter(|id| has(*id) && !is_unaffected(state, ctx.seat, *id)) {
            visit(id, lent_by(lender), &loan.ability.kernel);
        }
    }
    // audit: same (== to !=) — whoever has such a loan has a keyword from the same card for as long
    for lasting in state.lasting.iter().filter(|lasting| lasting.boon == Boon::Lent) {
        if let (Some(id), Some(loan)) = (lasting.card.filter(|id| has(*id)), lent(lasting.source)) {
            visit(id, lent_by(lasting.source), &loan.ability.kernel);
        }
    }
}

/// Whether a card has used up an ability that it has from another one.
fn is_loan_spent(state: &State, card: CardId, lender: CardId) -> bool {
    // audit: same (&& to ||) — only one card at a time has a loan that can be spent
    let spent = |lasting: &Lasting| lasting.boon == Boon::LentSpent && lasting.card == Some(card);
    state.lasting.iter().any(|lasting| spent(lasting) && lasting.source == lender)
}

/// Whose ability it is: the controller's. A card that has just left play counts as having gone to where its controller's
/// cards go, so whoever controlled it then has its say.
pub fn player_of(state: &State, card: CardId) -> Seat {
    let leaving = state.now().filter(|now| {
        let left = matches!(now.trigger, Trigger::LeavesPlay | Trigger::Destroyed);
        left && now.card == Some(card) && !state.is_in_play(card)
    });
    leaving.and_then(|now| now.seat).unwrap_or(state.card(card).controller)
}

/// Whether the text of a card counts as gone, or had gone when the card left play.
fn is_silent(state: &State, text: CardId) -> bool {
    let left_so = |now: &Occurrence| now.mute && now.card == Some(text);
    is_blank(state, text) || (!state.is_in_play(text) && state.now().is_some_and(left_so))
}

/// Whether a player triggers no abilities, forced ones included (`swlcg.def.4-13.triggered-abilities`).
fn may_not_trigger(state: &State, seat: Seat) -> bool {
    of_player(state, seat, Boon::NoAbilities) > 0
}

/// Whether a player initiates nothing at all: neither triggered abilities nor constant ones that begin at a moment
/// (`swlcg.rule.3-10.controller-initiates`).
fn may_not_initiate(state: &State, seat: Seat) -> bool {
    of_player(state, seat, Boon::NoInitiation) > 0
}

/// Step 1: whether the moment is right, the costs can be paid and something would happen.
fn may_use(state: &State, card: CardId, text: CardId, ability: &Ability) -> Result<bool, Denial> {
    let seat = player_of(state, card);
    let place = state.occurrences.len().checked_sub(1).filter(|_| ability.window() != Window::Action);
    let ctx = Ctx::new(card, seat).told_by(text).answering(place.map(|place| place as u8));
    if !all_hold(state, &ctx, ability.when) || is_silent(state, text) {
        return Ok(false);
    }
    if may_not_initiate(state, seat) || (!ability.constant && may_not_trigger(state, seat)) {
        return Err(FORBIDDEN);
    }
    if !ability.constant {
        may(state, card, Deed::BeTriggered)?;
    }
    if state.facts(card).card_type == CardType::Event && ability.from != From::Discard {
        limited(state, seat, card)?;
        may_be_played(state, seat, card)?;
        resources::can_pay_for(state, seat, card, false)?;
    }
    for cost in ability.costs {
        can_pay(state, &ctx, cost)?;
    }
    if could(state, &ctx, ability.effect) { Ok(true) } else { Err(NO_EFFECT) }
}

/// The number of the action with which a player could play an event now that is not in hand.
pub fn playable_action(state: &State, seat: Seat, card: CardId) -> Option<u8> {
    let facts = state.facts(card);
    // audit: same (|| to &&) — those who ask choose events of their own
    if facts.card_type != CardType::Event || state.card(card).controller != seat {
        return None;
    }
    let usable = |(index, ability): &(usize, &Ability)| {
        ability.window() == Window::Action
            && ability.from != From::Discard
            && !Swlcg::is_spent(state, card, *index as u8)
            && may_use(state, card, card, ability) == Ok(true)
    };
    facts.effects.abilities.iter().enumerate().find(usable).map(|(index, _)| index as u8)
}

/// One card with Limited each turn.
fn limited(state: &State, seat: Seat, card: CardId) -> Result<(), Denial> {
    let limited = |id: &CardId| state.facts(*id).keywords.has(Keyword::Limited);
    if limited(&card) && state.player(seat).played.iter().any(limited) { Err(LIMITED) } else { Ok(()) }
}

/// Whether a card lets a player play enhancements now, in the conflict phase.
fn plays_enhancements(state: &State, seat: Seat) -> bool {
    state.phase() == Phase::Conflict && of_player(state, seat, Boon::EnhancementsInConflict) > 0
}

/// Whether a card may be played from hand now, as what it is or as an enhancement.
fn may_play(state: &State, card: CardId, on: bool) -> Result<bool, Denial> {
    let (seat, facts) = (state.card(card).controller, state.facts(card));
    let ambush = (facts.effects.ambush && state.engagement.is_some() && !on)
        || facts.effects.any_time
        || (facts.effects.in_conflict && state.phase() == Phase::Conflict)
        || (facts.card_type == CardType::Enhancement && !on && plays_enhancements(state, seat));
    let discarded = state.card(card).place == Place::Discard;
    let playable = matches!(facts.card_type, CardType::Unit | CardType::Enhancement | CardType::Mission);
    let deploying = phases::is_deployment(state, seat);
    let open = match discarded {
        true => facts.effects.action_from_discard || (deploying && facts.effects.from_discard),
        false => deploying || ambush,
    };
    if !playable || !open {
        return Ok(false);
    }
    // Outside the deployment phase it is an action of the card that plays it.
    if !deploying && (may_not_trigger(state, seat) || may_not_initiate(state, seat)) {
        return Err(FORBIDDEN);
    }
    if zones::stays_discarded(state, card) {
        return Err(FORBIDDEN);
    }
    may_be_played(state, seat, card)?;
    limited(state, seat, card)?;
    may_enter(state, card, play_area_of(state, card))?;
    let attaches = on || facts.card_type == CardType::Enhancement;
    if attaches && timing::may_enhance(card, state).is_some() && timing::hosts(state, card).next().is_none() {
        return Err(NO_HOST);
    }
    resources::could_pay_for(state, seat, card, on)?;
    Ok(true)
}

/// From where an ability of a card is used. Events are used from hand without saying it.
fn used_from(state: &State, card: CardId, ability: &Ability) -> From {
    match ability.from {
        From::Play if state.facts(card).card_type == CardType::Event => From::Hand,
        from => from,
    }
}

/// The cards that a player may play: in the own deployment phase any, at other times those that say so. Whether one of them
/// may be played now is asked of each.
fn each_play(state: &State, seat: Seat, visit: &mut dyn FnMut(CardId, u8, &'static KernelAbility<Swlcg>)) {
    let (deploying, late) = (phases::is_deployment(state, seat), plays_enhancements(state, seat));
    let mut offer = |id: CardId| {
        let facts = state.facts(id);
        if deploying || late || facts.effects.played_outside() {
            visit(id, PLAY, &PLAYING);
        }
        if deploying && facts.card_type == CardType::Unit && timing::may_enhance(id, state).is_some() {
            visit(id, PLAY_ON, &PLAYING);
        }
    };
    if deploying || late || state.attention.holds_ambush(seat) {
        zones::kinds(state, &held(state, seat)).for_each(&mut offer);
    }
    if state.attention.plays_from_discard(seat) {
        let discard = &state.player(seat).discard;
        for (place, id) in discard.iter().enumerate() {
            let twin = |other: &CardId| state.alike(*other, *id);
            let effects = state.facts(*id).effects;
            let returns = effects.action_from_discard || effects.from_discard;
            if returns && !discard[..place].iter().any(twin) {
                visit(*id, PLAY, &PLAYING);
            }
        }
    }
}

impl Timed for Swlcg {
    type Window = Window;
    type Quantity = ();
    type Topic = ();
    type Deed = ();

    fn topic(_: &()) {}

    const STALLING: Option<Denial> = Some(NO_STALLING);
    const DONE: Choice = Choice::Pass;

    fn invoke(card: CardId, index: u8) -> Choice {
        Choice::Use(card, index)
    }

    fn invoked(choice: &Choice) -> Option<(CardId, u8)> {
        match choice {
            Choice::Use(card, index) => Some((*card, *index)),
            _ => None,
        }
    }

    fn window_ask(window: Window) -> Ask {
        Ask::Window(window)
    }

    /// Forced abilities first, in the order that the active player wants; then he and his opponent take turns until both pass
    /// in a row.
    fn turns(state: &State, window: Window) -> Turns {
        let seats = [state.active, opponent(state.active)].into_iter().collect();
        Turns {
            seats,
            alternate: true,
            forced_first: state.attention.is_forced(window),
            orders: Some(state.active),
        }
    }

    fn each_ability(
        state: &State,
        window: Window,
        seat: Seat,
        visit: &mut dyn FnMut(CardId, u8, &'static KernelAbility<Self>),
    ) {
        let must = has_to_save(state, window, seat);
        let mut offer = |card: CardId, from: From| {
            for (index, ability) in state.facts(card).effects.abilities.iter().enumerate() {
                if ability.window() == window && used_from(state, card, ability) == from {
                    visit(card, index as u8, if must { &SAVING } else { &ability.kernel });
                }
            }
        };
        if state.attention.on_table(seat, window) {
            for id in state.attention.speakers().iter().copied() {
                let card = state.card(id);
                let speaks = card.controller == seat && !card.face_down;
                if speaks && card.facts().voice.in_play.to(window) {
                    offer(id, From::Play);
                }
            }
        }
        if let Some(id) = state.now().and_then(|now| now.card)
            && player_of(state, id) == seat
            && !matches!(state.card(id).place, Place::Hand | Place::Stowed)
            && speaks_while_leaving(state, window, id)
        {
            offer(id, From::Play);
        }
        if state.attention.in_hand(seat, window) {
            let hand = held(state, seat);
            for (place, id) in hand.iter().enumerate() {
                let twin = |other: &CardId| state.alike(*other, *id);
                if state.facts(*id).voice.in_hand.to(window) && !hand[..place].iter().any(twin) {
                    offer(*id, From::Hand);
                }
            }
        }
        if state.attention.in_discard(seat, window) {
            let discard = &state.player(seat).discard;
            for (place, id) in discard.iter().enumerate() {
                let twin = |other: &CardId| state.alike(*other, *id);
                if state.facts(*id).voice.in_discard.to(window) && !discard[..place].iter().any(twin) {
                    offer(*id, From::Discard);
                }
            }
        }
        if is_lent(state, window) {
            each_loan(state, window, seat, visit);
        }
        if window == Window::Action {
            each_play(state, seat, visit);
        }
    }

    fn ability(state: &State, card: CardId, index: u8) -> Option<&'static KernelAbility<Self>> {
        if index == PLAY || index == PLAY_ON {
            return Some(&PLAYING);
        }
        ability_of(state, card, index).map(|ability| &ability.kernel)
    }

    fn may(state: &State, card: CardId, index: u8, _: &'static KernelAbility<Self>) -> Result<bool, Denial> {
        if index == PLAY || index == PLAY_ON {
            return may_play(state, card, index == PLAY_ON);
        }
        let text = text_of(card, index);
        ability_of(state, card, index).map_or(Ok(false), |ability| may_use(state, card, text, ability))
    }

    fn perform(t: &mut Table, card: CardId, index: u8, _: &'static KernelAbility<Self>) -> Play {
        timing::use_ability(t, card, index)
    }

    /// Whoever holds cards is asked wherever a card of his deck could be used from hand.
    fn conceals(state: &State, window: Window, seat: Seat) -> bool {
        if !state.options.poker_face || !holds_cards(state, seat) {
            return false;
        }
        if window == Window::Action && (phases::is_deployment(state, seat) || plays_enhancements(state, seat))
        {
            return true;
        }
        let ambush = window == Window::Action;
        if !ambush && !state.attention.in_deck(seat, window) {
            return false;
        }
        let could_be_used = |id: CardId, index: u8, ability: &Ability| {
            ability.window() == window
                && used_from(state, id, ability) == From::Hand
                && !Self::is_spent(state, id, index)
                && may_use(state, id, id, ability) == Ok(true)
        };
        // Of several copies one that may be in hand speaks for all.
        let same = |a: &CardId, b: &CardId| state.card(*a).kind == state.card(*b).kind;
        state.attention.callers(seat).chunk_by(same).any(|copies| {
            let voice = &state.facts(copies[0]).voice.in_hand;
            let (ambushes, speaks) = (ambush && voice.ambush, voice.to(window));
            if !ambushes && !speaks {
                return false;
            }
            // What is really held has just been judged and cannot be used.
            let is_at = |place: Place| move |id: &&CardId| state.card(**id).place == place;
            if copies.iter().any(|id| is_at(Place::Hand)(&id) || is_at(Place::Stowed)(&id)) {
                return false;
            }
            let id = *copies.iter().find(is_at(Place::Deck)).unwrap_or(&copies[0]);
            let mut abilities = (0..).zip(state.facts(id).effects.abilities);
            (ambushes && may_play(state, id, false) == Ok(true))
                || (speaks && abilities.any(|(index, ability)| could_be_used(id, index, ability)))
        })
    }

    fn each_modifier(_: &State, _: &(), _: &mut dyn FnMut(CardId, &'static Modifier<Self>)) {}

    fn each_prohibition(_: &State, _: &(), _: &mut dyn FnMut(CardId, &'static Prohibition<Self>)) {}

    fn is_spent(state: &State, card: CardId, index: u8) -> bool {
        match ability_of(state, card, index).map(|ability| ability.limit) {
            Some(Limit::OneCopy(_)) => {
                let (seat, title) = (state.card(card).controller, state.facts(card).title);
                state.player(seat).spent.contains(&(title, index))
            }
            // audit: same (>= to >) — the first card of a game, an affiliation card, lends nothing
            Some(Limit::Once(_)) if index >= LENT => is_loan_spent(state, card, text_of(card, index)),
            Some(Limit::Once(_)) => state.card(card).spent >> index & 1 == 1,
            Some(Limit::Times(times, _)) => state.card(card).times >= times,
            Some(Limit::TimesBy(times, _)) => {
                let ctx = Ctx::new(card, state.card(card).controller);
                state.card(card).times >= count(state, &ctx, times)
            }
            Some(Limit::With(other)) => Self::is_spent(state, card, other),
            Some(Limit::None) | None => false,
        }
    }

    fn spend(state: &mut State, card: CardId, index: u8) {
        match ability_of(state, card, index).map(|ability| ability.limit) {
            Some(Limit::OneCopy(_)) => {
                let (seat, title) = (state.card(card).controller, state.facts(card).title);
                let spent = &mut state.player_mut(seat).spent;
                spent.push((title, index));
            }
            // audit: same (>= to >) — the first card of a game, an affiliation card, lends nothing
            Some(Limit::Once(until)) if index >= LENT => {
                let (source, seat, boon) =
                    (text_of(card, index), state.card(card).controller, Boon::LentSpent);
                // audit: same (1 to 2) — it is spent or not
                state.lasting.push(Lasting { source, card: Some(card), seat, boon, amount: 1, until });
            }
            Some(Limit::Once(_)) => state.card_mut(card).spent |= 1 << index,
            Some(Limit::Times(..) | Limit::TimesBy(..)) => {
                let card = state.card_mut(card);
                card.times = card.times.saturating_add(1);
                // audit: same (1 to 2) — that it is not 0 any more is enough: such cards have no other ability
                card.spent |= 1 << index;
            }
            Some(Limit::With(other)) => Self::spend(state, card, other),
            Some(Limit::None) | None => {}
        }
    }

    fn spent_reason(state: &State, card: CardId) -> Option<Denial> {
        let one_copy =
            state.facts(card).effects.abilities.iter().any(|it| matches!(it.limit, Limit::OneCopy(_)));
        Some(if one_copy { ONE_COPY } else { ONCE })
    }
}
