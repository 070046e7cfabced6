//! What to lay in an edge battle: the cards that are worth more in the stack than in hand, by how likely they win it against
//! what is known of the opponent's stack and hand.

use super::{DEAR, Judge};
use crate::cards::atoms::Do;
use crate::cards::{Boon, CardType, constants};
use crate::conflict::edge;
use crate::state::{CardId, opponent};

/// How often an unknown card of an edge stack has so many Force icons.
const UNKNOWN_ICONS: [f64; 4] = [0.15, 0.5, 0.25, 0.1];
/// More icons than that lie in no stack that is worth a thought.
const MOST_ICONS: usize = 24;
/// So many cards of a hand are weighed against each other, and no more than that lie in a stack.
const WEIGHED: usize = 7;
const STACK: usize = 4;
/// What it is worth to win any edge battle: who has the edge strikes first and can answer.
const EDGE: f64 = 3.0;
/// The part of what a card is worth in hand that is lost with it: the hand is filled up again.
const FULL_HAND: f64 = 0.4;
const SMALL_HAND: f64 = 0.65;
/// The same of a unit that belongs on the table: it is missed beyond its worth.
const DEAR_CARD: f64 = 1.4;

/// The part of the stake of a lost edge battle that is hoped for when it begins anew.
const ANEW: f64 = 0.15;

/// How likely the Force icons of the opponent come to each number.
#[derive(Clone, Copy)]
struct Icons([f64; MOST_ICONS]);

impl Icons {
    fn of(known: usize) -> Icons {
        let mut odds = [0.0; MOST_ICONS];
        odds[known.min(MOST_ICONS - 1)] = 1.0;
        Icons(odds)
    }
    /// With one more card that comes with some probability.
    fn and_one(self, chance: f64) -> Icons {
        let mut odds = self.0.map(|own| own * (1.0 - chance));
        for (icons, own) in self.0.iter().enumerate() {
            for (more, likely) in UNKNOWN_ICONS.iter().enumerate() {
                odds[(icons + more).min(MOST_ICONS - 1)] += own * chance * likely;
            }
        }
        Icons(odds)
    }
    /// How likely a total beats them.
    fn beaten(&self, total: usize, ties: bool) -> f64 {
        let below = total + usize::from(ties);
        self.0[..below.min(MOST_ICONS)].iter().sum()
    }
}

/// A card that could be laid.
struct Bid {
    id: CardId,
    icons: usize,
    price: f64,
}

impl Judge<'_> {
    /// The cards to lay, and what that is worth: none if it is best to pass.
    pub fn bid(&self, offered: impl Iterator<Item = CardId>) -> Vec<(CardId, f64)> {
        let state = self.state;
        let other = opponent(self.seat);
        let own = state.player(self.seat).edge_stack.len();
        if !state.has_participant(other) || own >= STACK {
            return Vec::new();
        }
        let (anew, offered): (Vec<CardId>, Vec<CardId>) = offered.partition(|id| self.begins_anew(*id));
        let bids = self.bids(&offered);
        if bids.is_empty() && anew.is_empty() {
            return Vec::new();
        }
        let [if_passed, if_laid] = self.their_icons();
        let attacker = state.attacker();
        let takes_ties = constants::of_player(state, attacker, Boon::WinsTies) > 0;
        let ties = (self.seat == attacker) == takes_ties;
        let mine = usize::from(edge::force_icons(state, self.seat));
        let stake = EDGE + self.edge_worth().max(0.0);
        let now = if_passed.beaten(mine, ties);
        let mut best = (0.0, 0);
        for set in 1usize..1 << bids.len() {
            let laid = || {
                bids.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|(_, bid)| bid)
            };
            if own + set.count_ones() as usize > STACK {
                continue;
            }
            let total = mine + laid().map(|bid| bid.icons).sum::<usize>();
            let price: f64 = laid().map(|bid| bid.price).sum();
            let gain = stake * (if_laid.beaten(total, ties) - now) - price;
            if gain > best.0 {
                best = (gain, set);
            }
        }
        let (gain, set) = best;
        let chosen = bids.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        // The strongest first: what is laid against it may make the others needless.
        let chosen = chosen.map(|(_, bid)| (bid.id, gain + 0.01 * bid.icons as f64));
        let anew = anew.into_iter().map(|id| (id, self.anew(stake * (1.0 - now))));
        chosen.chain(anew).collect()
    }

    /// What the opponent's stack will come to if this player passes now, and if he lays something.
    fn their_icons(&self) -> [Icons; 2] {
        let state = self.state;
        let other = opponent(self.seat);
        let keywords: u8 = state.participants(other).map(|id| constants::edge(state, id)).sum();
        let (theirs, mine) = (&state.player(other).edge_stack, state.player(self.seat).edge_stack.len());
        let (seen, unseen): (Vec<CardId>, Vec<CardId>) =
            theirs.iter().map(|card| card.card).partition(|id| *id != CardId::HIDDEN);
        let seen: usize = seen.iter().map(|id| usize::from(state.facts(*id).force)).sum();
        let mut icons = Icons::of(usize::from(keywords) + seen);
        for _ in unseen {
            icons = icons.and_one(1.0);
        }
        let attacks = self.seat == state.attacker();
        // Who has laid less than he was asked for has passed, and the next pass ends it.
        let has_passed = theirs.len() < mine + usize::from(!attacks);
        let opening = attacks && mine == 0 && theirs.is_empty();
        let [first, second] = match state.player(other).hand.len() {
            0 => [0.0, 0.0],
            _ if has_passed => [0.2, 0.0],
            1 => [0.5, 0.0],
            _ if opening => [0.6, 0.3],
            _ => [0.4, 0.15],
        };
        let more = icons.and_one(first).and_one(second);
        [if has_passed { icons } else { more }, more]
    }

    /// The cards that could be laid, those first that give most for their price.
    fn bids(&self, offered: &[CardId]) -> Vec<Bid> {
        let state = self.state;
        let hand = &state.player(self.seat).hand;
        // Of several copies one is offered.
        let more = hand.iter().copied().filter(|id| !offered.contains(id) && !self.begins_anew(*id));
        let all = offered.iter().copied().chain(more);
        let mut bids: Vec<Bid> = all
            .map(|id| Bid { id, icons: usize::from(state.facts(id).force), price: self.bid_price(id) })
            .filter(|bid| bid.icons > 0 || bid.price < 0.0)
            .collect();
        let yield_of = |bid: &Bid| bid.icons as f64 * 0.7 - bid.price;
        bids.sort_by(|a, b| yield_of(b).total_cmp(&yield_of(a)));
        bids.truncate(WEIGHED);
        bids
    }

    /// What is lost with a card that is laid, after what it does there.
    fn bid_price(&self, id: CardId) -> f64 {
        if self.state.facts(id).card_type == CardType::Fate {
            return 0.2 - self.fate(id);
        }
        let part = if self.is_dear(id) {
            DEAR_CARD
        } else if self.state.player(self.seat).hand.len() > 4 {
            FULL_HAND
        } else {
            SMALL_HAND
        };
        part * self.keeping(id)
    }

    /// A unit that can soon be played and is worth playing.
    fn is_dear(&self, id: CardId) -> bool {
        let facts = self.state.facts(id);
        facts.card_type == CardType::Unit && facts.cost >= DEAR && facts.cost <= self.income() + 1
    }

    /// Whether a fate card has the edge battle begin anew.
    pub fn begins_anew(&self, id: CardId) -> bool {
        self.state.facts(id).effects.fate.iter().any(|step| matches!(step, Do::CancelEdgeBattle))
    }

    /// What it is worth to begin the edge battle anew: it waits for a stack of the opponent's that is worth undoing.
    fn anew(&self, lost: f64) -> f64 {
        let stack = |seat| self.state.player(seat).edge_stack.len() as f64;
        let theirs = stack(opponent(self.seat));
        let hope = if theirs >= 2.0 { ANEW * lost } else { 0.0 };
        0.6 * (theirs - stack(self.seat)) - 0.9 + hope
    }

    /// What a fate card does.
    fn fate(&self, id: CardId) -> f64 {
        let effects = self.state.facts(id).effects;
        let steps: f64 = effects.fate.iter().map(|step| self.step(id, step)).sum();
        steps + if effects.fate_if_won.is_empty() { 0.0 } else { 0.5 }
    }
}
