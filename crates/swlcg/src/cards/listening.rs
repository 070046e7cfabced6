//! Who has something to say: which windows each card answers, and what the cards on the table and in the hands of a position
//! answer together. Windows open all the time and are answered seldom, so this is counted when a card comes or goes and not
//! whenever somebody might speak. It only spares looking; whether an ability may be used is decided elsewhere.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::Seat;
use table::timing::Force;

use super::atoms::{Boon, Effects, From, Loan, Window};
use super::filters::{every_card, lying};
use super::{CardType, Facts, library};
use crate::state::{CardId, Lasting, MOST_CARDS, MOST_COMMAND_CARDS, Place, Side, State};
use crate::zones;

/// The windows that something answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Listening {
    /// The windows of each kind, one bit each.
    windows: [u64; 3],
    /// It can be played outside the deployment phase.
    pub ambush: bool,
    /// It can be played from the discard pile.
    pub returns: bool,
}

/// The same of a card, for each place from which it can speak.
#[derive(Clone, Copy, Debug, Default)]
pub struct Voice {
    pub in_play: Listening,
    pub in_hand: Listening,
    pub in_discard: Listening,
    /// What those answer to whom it lends an ability.
    pub lent: Listening,
    /// The windows that it must answer.
    pub forced: Listening,
}

impl Listening {
    fn add(&mut self, window: Window) {
        let (kind, bit) = window.place();
        self.windows[kind] |= bit;
    }

    fn with(self, other: Listening) -> Listening {
        Listening {
            windows: std::array::from_fn(|kind| self.windows[kind] | other.windows[kind]),
            ambush: self.ambush || other.ambush,
            returns: self.returns || other.returns,
        }
    }

    pub fn to(&self, window: Window) -> bool {
        let (kind, bit) = window.place();
        self.windows[kind] & bit != 0
    }
}

impl Voice {
    pub fn of(card_type: CardType, effects: &Effects) -> Voice {
        let mut voice = Voice::default();
        for ability in effects.abilities {
            let place = match ability.from {
                From::Discard => &mut voice.in_discard,
                From::Play if card_type != CardType::Event => &mut voice.in_play,
                _ => &mut voice.in_hand,
            };
            place.add(ability.window());
            if ability.force() == Force::Must {
                voice.forced.add(ability.window());
            }
        }
        if let Some(Loan { ability, .. }) = &effects.lends {
            voice.lent.add(ability.window());
            // audit: same (== to !=) — nothing else answers the strikes of those who have the only forced loan
            if ability.force() == Force::Must {
                voice.forced.add(ability.window());
            }
        }
        voice.in_hand.ambush = effects.played_outside();
        voice.in_hand.returns = effects.from_discard || effects.action_from_discard;
        voice
    }
}

/// What the cards of a position answer. Apart from what lies on the table it tells of hidden cards and is part of nobody's
/// view.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Attention {
    /// The cards in play of each player.
    table: [Listening; 2],
    /// The cards in hand.
    hand: [Listening; 2],
    /// What all cards of a deck would answer from hand.
    deck: [Listening; 2],
    /// What all cards of a deck would answer from the discard pile.
    discard: [Listening; 2],
    /// What cards in play lend to whomever.
    lent: Listening,
    /// What cards of this game could answer from anywhere, and what they must.
    ever: Listening,
    forced: Listening,
    /// The cards of each deck that can be used from hand, copies beside each other.
    callers: [ArrayVec<CardId, MOST_CARDS>; 2],
    /// Which kinds of boons the cards in play give by constant effects, one bit each.
    given: u64,
    /// The cards in play that answer anything, and those with constant effects, in the order in which they came.
    speakers: ArrayVec<CardId, MOST_CARDS>,
    givers: ArrayVec<CardId, MOST_CARDS>,
    /// The cards in play that lend an ability.
    lenders: ArrayVec<CardId, MOST_CARDS>,
    /// The cards in play with a printed resource value.
    providers: ArrayVec<CardId, MOST_CARDS>,
    /// The cards in victory piles with constant effects.
    scored: ArrayVec<CardId, MOST_CARDS>,
    /// A card of this game asks with which objective set others came.
    minds_sets: bool,
}

impl Attention {
    /// Whether cards in play of a player answer a window.
    pub fn on_table(&self, seat: Seat, window: Window) -> bool {
        self.table[seat.index()].to(window)
    }
    // audit: same (returns true at once) — every card in hand is asked again what it answers
    pub fn in_hand(&self, seat: Seat, window: Window) -> bool {
        self.hand[seat.index()].to(window)
    }
    /// Whether a card of the deck could answer a window from hand.
    // audit: same (returns true at once) — every card of the deck is asked again what it answers
    pub fn in_deck(&self, seat: Seat, window: Window) -> bool {
        self.deck[seat.index()].to(window)
    }
    /// Whether a card of the deck could answer a window from the discard pile.
    // audit: same (returns true at once) — every card of the pile is asked again what it answers
    pub fn in_discard(&self, seat: Seat, window: Window) -> bool {
        self.discard[seat.index()].to(window)
    }
    // audit: same (returns true at once) — every card in hand is asked again whether it may be played
    pub fn holds_ambush(&self, seat: Seat) -> bool {
        self.hand[seat.index()].ambush
    }
    // audit: same (returns true at once) — every card of the pile is asked again whether it may be played
    pub fn plays_from_discard(&self, seat: Seat) -> bool {
        self.deck[seat.index()].returns
    }
    // audit: same (returns true at once) — where nothing is forced, forced abilities are looked for in vain
    pub fn is_forced(&self, window: Window) -> bool {
        self.forced.to(window)
    }
    pub fn callers(&self, seat: Seat) -> &[CardId] {
        &self.callers[seat.index()]
    }
    /// Whether cards in play give a boon, by its bit.
    // audit: same (returns true at once) — what nobody gives is counted in vain
    pub fn gives(&self, boon: u64) -> bool {
        self.given & boon != 0
    }
    /// The cards in play that answer anything.
    pub fn speakers(&self) -> &[CardId] {
        &self.speakers
    }
    /// The cards in play with constant effects.
    pub fn givers(&self) -> &[CardId] {
        &self.givers
    }
    /// The cards in play that lend an ability.
    pub fn lenders(&self) -> &[CardId] {
        &self.lenders
    }
    /// Whether a card of this game asks with which objective set others came.
    pub fn minds_sets(&self) -> bool {
        self.minds_sets
    }
    /// The cards in victory piles with constant effects.
    pub fn scored(&self) -> &[CardId] {
        &self.scored
    }
    /// The cards in play with a printed resource value.
    pub fn providers(&self) -> &[CardId] {
        &self.providers
    }
    /// What everybody may know.
    pub fn open(&self) -> Attention {
        let hidden = Attention::default();
        Attention {
            hand: hidden.hand,
            deck: hidden.deck,
            discard: hidden.discard,
            // audit: same (0 to 1) — in what somebody sees nothing is answered
            ever: self.table[0].with(self.table[1]).with(self.lent),
            forced: hidden.forced,
            callers: hidden.callers,
            minds_sets: hidden.minds_sets,
            ..self.clone()
        }
    }
}

/// Counts everything anew.
pub fn take_stock(state: &mut State) {
    let mut attention = Attention::default();
    for id in every_card(state) {
        let card = state.card(id);
        let (voice, seat) = (&card.facts().voice, card.owner.index());
        let Voice { in_play, in_hand, in_discard, lent, forced } = *voice;
        attention.minds_sets |= card.facts().effects.minds_sets;
        attention.ever = attention.ever.with(in_play).with(in_hand).with(in_discard).with(lent);
        attention.forced = attention.forced.with(forced);
        attention.deck[seat] = attention.deck[seat].with(in_hand);
        attention.discard[seat] = attention.discard[seat].with(in_discard);
        let callers = &mut attention.callers[seat];
        if in_hand != Listening::default() {
            callers.push(id);
        }
    }
    for callers in &mut attention.callers {
        callers.sort_unstable_by_key(|id| (state.facts(*id).cost, state.card(*id).kind, *id));
    }
    state.attention = attention;
    recount_table(state);
    for seat in [Seat(0), Seat(1)] {
        recount_hand(state, seat);
    }
}

/// A card has left the table, its controller or a victory pile, or has come to such a pile.
pub fn recount_table(state: &mut State) {
    let attention = &mut state.attention;
    (attention.table, attention.given, attention.lent) = Default::default();
    attention.speakers.clear();
    attention.givers.clear();
    attention.lenders.clear();
    attention.providers.clear();
    attention.scored.clear();
    for place in 0..state.table.len() {
        add_to_table(state, state.table[place]);
    }
    for id in state.players.iter().flat_map(|player| &player.victory_pile) {
        let facts = state.cards[id.0 as usize].facts();
        if !facts.effects.scored.is_empty() {
            state.attention.given |= facts.gives;
            state.attention.scored.push(*id);
        }
    }
}

/// A card has left a hand.
pub fn recount_hand(state: &mut State, seat: Seat) {
    let mut lent: ArrayVec<CardId, MOST_COMMAND_CARDS> = ArrayVec::new();
    // audit: same (> to >=) — it only spares looking
    if state.table.iter().any(|id| state.card(*id).stowed > 0) {
        let own = lying(state, Place::Stowed).filter(|id| state.card(*id).owner == seat);
        lent.extend(own.take(MOST_COMMAND_CARDS));
    }
    let hand = state.player(seat).hand.iter().chain(&lent);
    let all = hand.fold(Listening::default(), |all, id| all.with(state.facts(*id).voice.in_hand));
    state.attention.hand[seat.index()] = all;
}

/// A card has come to the table.
pub fn add_to_table(state: &mut State, id: CardId) {
    let card = state.card(id);
    let seat = card.controller.index();
    let Facts { voice: Voice { in_play: voice, lent, .. }, gives, resources, .. } = *card.facts();
    let attention = &mut state.attention;
    if voice != Listening::default() {
        attention.table[seat] = attention.table[seat].with(voice);
        attention.speakers.push(id);
    }
    if lent != Listening::default() {
        attention.lent = attention.lent.with(lent);
        attention.lenders.push(id);
    }
    if gives != 0 {
        attention.given |= gives;
        attention.givers.push(id);
    }
    // audit: same (> to >=) — a card that provides nothing is only looked at in vain
    if resources > 0 {
        attention.providers.push(id);
    }
}

/// A card has come to a hand.
pub fn add_to_hand(state: &mut State, id: CardId) {
    let card = state.card(id);
    let (kind, seat) = (card.kind, card.owner.index());
    let hand = &mut state.attention.hand[seat];
    *hand = hand.with(library().card(kind).voice.in_hand);
}

/// Whether anybody may have something to say in a window about a card.
#[inline]
// audit: same (returns true at once) — a window that nobody answers passes without a question
pub fn may_be_answered(state: &State, window: Window, about: Option<CardId>) -> bool {
    // audit: same (&& to ||) — a window that nobody answers passes without a question
    state.attention.ever.to(window) && is_listened_to(state, window, about)
}

// audit: same (returns true at once) — a window that nobody answers passes without a question
fn is_listened_to(state: &State, window: Window, about: Option<CardId>) -> bool {
    let attention = &state.attention;
    let anybody = |of: &[Listening; 2]| of.iter().any(|some| some.to(window));
    // audit: same (&& to ||) — who is asked for the sake of secrecy is decided when the window is open
    let holds = |seat: Seat| attention.in_deck(seat, window) && zones::holds_cards(state, seat);
    anybody(&attention.table)
        || anybody(&attention.hand)
        || anybody(&attention.discard)
        || is_lent(state, window)
        // audit: same (&& to ||) — who is asked for the sake of secrecy is decided when the window is open
        || (state.options.poker_face && Side::ALL.iter().any(|side| holds(side.seat())))
        || about.is_some_and(|id| speaks_while_leaving(state, window, id))
}

/// Whether somebody may have an ability of another card that answers a window.
// audit: same (returns true at once) — every loan is asked again for its window
pub fn is_lent(state: &State, window: Window) -> bool {
    let lasts =
        // audit: same — every loan is asked again for its window
        |lasting: &Lasting| lasting.boon == Boon::Lent && state.facts(lasting.source).voice.lent.to(window);
    state.attention.lent.to(window)
        // audit: same (&& to ||) — every loan is asked again for its window
        || (state.lasting.lends(Boon::Lent.bit()) && state.lasting.iter().any(lasts))
}

/// A card that is just leaving play has its say as well, from wherever it is by now.
pub fn speaks_while_leaving(state: &State, window: Window, id: CardId) -> bool {
    !state.is_in_play(id) && state.facts(id).voice.in_play.to(window)
}

/// Whether what was counted is what there is.
// audit: no rule — games played at random check with it that nothing was forgotten
pub fn is_up_to_date(state: &State) -> bool {
    let mut counted = state.clone();
    take_stock(&mut counted);
    counted.attention == state.attention
}
