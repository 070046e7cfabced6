//! What the effects of cards are worth, read off the words they are written in.

use super::Judge;
use crate::cards::atoms::{Act, Amount, Boon, Cost, Ctx, Do, Limit, When, Who, Whose, Window};
use crate::cards::filters::{amount, is_so, matches};
use crate::cards::{CardType, Trigger, ability_of};
use crate::state::{CardId, Place, opponent};

/// An effect that has no words of its own is worth trying.
const UNKNOWN: f64 = 0.6;

impl Judge<'_> {
    /// What using an ability is worth, after its price.
    pub fn ability(&self, card: CardId, index: u8) -> f64 {
        let Some(ability) = ability_of(self.state, card, index) else { return 0.0 };
        let is_event = self.state.facts(card).card_type == CardType::Event;
        let own = if is_event { 0.45 + self.burden(self.price(card)) } else { 0.0 };
        // What costs nothing and can be repeated would be repeated for ever.
        let free = ability.costs.is_empty() && matches!(ability.limit, Limit::None);
        if ability.window() == Window::Action && free && !is_event {
            return -0.1;
        }
        let costs: f64 = ability.costs.iter().map(|cost| self.cost(card, cost)).sum();
        self.steps(card, ability.effect) - own - costs - 0.05
    }

    fn cost(&self, card: CardId, cost: &Cost) -> f64 {
        match cost {
            Cost::FocusThis if self.state.card(card).is_unit() => 0.3 + 0.4 * self.power(card),
            Cost::FocusThis => 0.1,
            Cost::SacrificeThis => self.worth(card),
            Cost::DamageThis(number) => 0.4 * f64::from(*number),
            Cost::Focus(_) => 0.4,
            Cost::Sacrifice(_) => 1.5,
            Cost::Resources(number) => self.burden(*number),
            Cost::Discard(number) => 0.7 * f64::from(*number),
            Cost::Reserve(number) => 0.6 * f64::from(*number),
            _ => 0.5,
        }
    }

    fn steps(&self, card: CardId, steps: &[Do]) -> f64 {
        steps.iter().map(|step| self.step(card, step)).sum()
    }

    fn count(&self, card: CardId, wanted: &Amount) -> f64 {
        match wanted {
            Amount::N(number) | Amount::Nth(number, _) => f64::from(*number),
            Amount::All => 2.0,
            other => f64::from(amount(self.state, &Ctx::new(card, self.seat), other)),
        }
    }

    fn whose(&self, whose: Whose) -> f64 {
        match whose {
            Whose::You => 1.0,
            Whose::Opponent => -1.0,
            Whose::Each => 0.0,
        }
    }

    pub fn step(&self, card: CardId, step: &Do) -> f64 {
        match step {
            Do::To(who, act) => self.best(card, who, act),
            Do::Draw(whose, number) => 0.9 * self.whose(*whose) * self.count(card, number),
            Do::DiscardHand(whose, number) | Do::DiscardRandom(whose, number) => {
                -0.8 * self.whose(*whose) * self.count(card, number)
            }
            Do::Dial(steps) => self.dial(self.count(card, steps) as i8),
            Do::DialBack(steps, _) => self.dial(-self.count(card, steps) as i8),
            Do::Gain(boon, number, _) => 0.6 * self.boon(card, *boon, number),
            Do::Cancel => 1.4 * self.threat(),
            Do::Prevent(number) | Do::Redirect(number, _) => {
                0.9 * self.threat() * self.count(card, number).min(3.0)
            }
            Do::Instead(..) => self.threat(),
            Do::MoveDamage(number, ..) => 0.8 * f64::from(*number),
            // What is asked for can often be told at once.
            Do::If(when, inner) => {
                let told = !self.is_unseen(when) && is_so(self.state, &Ctx::new(card, self.seat), when);
                let likely = if told { 1.0 } else { 0.3 };
                likely * self.steps(card, inner)
            }
            Do::May(inner) => self.steps(card, inner).max(0.0),
            Do::Special(_) => UNKNOWN,
            _ => 0.0,
        }
    }

    /// Whether a condition is about cards that this player does not see.
    fn is_unseen(&self, when: &When) -> bool {
        match when {
            When::InTheirEdgeStack(_) => {
                let stack = &self.state.player(opponent(self.seat)).edge_stack;
                stack.iter().any(|edge| edge.card == CardId::HIDDEN)
            }
            When::Any(conditions) => conditions.iter().any(|when| self.is_unseen(when)),
            When::Not(inner) => self.is_unseen(inner),
            _ => false,
        }
    }

    /// Whether what is happening is bad for this player, so that it should be averted (1), or good (-1): something befalls a
    /// card of one of the players, or else one of them does something.
    fn threat(&self) -> f64 {
        let Some(now) = self.state.now() else { return 1.0 };
        let befalls = matches!(
            now.trigger,
            Trigger::Damage
                | Trigger::FocusPlaced
                | Trigger::LeavesPlay
                | Trigger::Destroyed
                | Trigger::Captured
                | Trigger::Unopposed
        );
        let is_bad = if befalls {
            now.card.is_none_or(|id| !self.is_enemy(id))
        } else {
            now.seat.is_none_or(|seat| seat != self.seat)
        };
        if is_bad { 1.0 } else { -1.0 }
    }

    /// How good it is to have something.
    fn boon(&self, card: CardId, boon: Boon, number: &Amount) -> f64 {
        let sign = match boon {
            Boon::Cannot(_) | Boon::CapturedWhenLeaving | Boon::Cost | Boon::MostAttackers => -1.0,
            _ => 1.0,
        };
        sign * self.count(card, number)
    }

    /// How bad it is for a card if that is done to it.
    fn harm(&self, card: CardId, id: CardId, act: &Act) -> f64 {
        let fighting = self.state.is_participating(id);
        match act {
            Act::Damage(number) if self.state.card(id).is_objective() => 0.9 * self.count(card, number),
            Act::Damage(number) => self.hit(id, self.count(card, number).clamp(0.0, 9.0) as u8),
            Act::Heal(number) => -0.6 * self.count(card, number).min(f64::from(self.state.card(id).damage)),
            Act::Focus(number) => self.exhaust(id) * self.count(card, number).clamp(0.0, 2.0),
            Act::Unfocus(number) => {
                let tokens = f64::from(self.state.card(id).focus);
                -(0.3 + 0.5 * self.power(id)) * self.count(card, number).min(tokens)
            }
            Act::Shield | Act::ExtraShield => -if fighting { 0.9 } else { 0.3 },
            Act::Destroy | Act::Sacrifice => 1.3 * self.worth(id),
            Act::Capture | Act::CaptureHere => 1.2 * self.worth(id),
            Act::Discard | Act::UnderDeck | Act::OnDeck => self.worth(id),
            Act::ToHand if self.state.is_in_play(id) => 0.7 * self.worth(id),
            Act::ToHand => -1.0,
            Act::Rescue => -1.5,
            Act::PutIntoPlay | Act::PutIntoEngagement => -self.worth(id),
            Act::Gain(boon, number, _) => {
                let useful = if fighting || !self.state.card(id).is_unit() { 1.0 } else { 0.2 };
                -0.7 * useful * self.boon(card, *boon, number)
            }
            _ => 0.0,
        }
    }

    fn gain(&self, card: CardId, id: CardId, act: &Act) -> f64 {
        let harm = self.harm(card, id, act);
        if self.is_enemy(id) { harm } else { -harm }
    }

    /// What a step does to whomever one would choose.
    fn best(&self, card: CardId, who: &Who, act: &Act) -> f64 {
        let ctx = Ctx::new(card, self.seat);
        let meant = |filter| self.state.in_play().filter(move |id| matches(self.state, &ctx, *id, filter));
        let gains = |filter| meant(filter).map(|id| self.gain(card, id, act));
        match who {
            Who::This if self.state.is_in_play(card) => self.gain(card, card, act),
            Who::Host => self.state.card(card).attached.map_or(0.0, |host| self.gain(card, host, act)),
            Who::Subject => self.known(self.state.now().and_then(|now| now.card), card, act),
            Who::Cause => self.known(self.state.now().and_then(|now| now.source), card, act),
            Who::Engaged => self.known(self.state.engaged_objective(), card, act),
            Who::Target(filter) | Who::Targets(_, filter) | Who::Choose(filter) => {
                gains(*filter).max_by(f64::total_cmp).unwrap_or(0.0)
            }
            Who::TheyChoose(filter) => gains(*filter).min_by(f64::total_cmp).unwrap_or(0.0),
            Who::Each(filter) => gains(*filter).sum(),
            Who::From(..) | Who::Captive | Who::Random(_) | Who::TopDiscard => 0.9,
            _ => 0.0,
        }
    }

    fn known(&self, id: Option<CardId>, card: CardId, act: &Act) -> f64 {
        id.filter(|id| self.state.is_in_play(*id)).map_or(0.0, |id| self.gain(card, id, act))
    }

    /// What choosing this card is worth to an effect of that one.
    pub fn target(&self, by: CardId, id: CardId) -> f64 {
        let effects = self.state.facts(by).effects;
        let abilities = effects.abilities.iter().flat_map(|ability| ability.effect);
        let steps = abilities.chain(effects.fate);
        let worth: f64 = steps.map(|step| self.chosen(by, id, step)).sum();
        if worth != 0.0 || self.state.card(id).place == Place::Play { worth } else { self.keeping(id) }
    }

    fn chosen(&self, by: CardId, id: CardId, step: &Do) -> f64 {
        let ctx = Ctx::new(by, self.seat);
        match step {
            Do::To(Who::Target(filter) | Who::Targets(_, filter) | Who::Choose(filter), act)
                if self.state.is_in_play(id) && matches(self.state, &ctx, id, filter) =>
            {
                self.gain(by, id, act)
            }
            Do::To(Who::From(..), act) => match act {
                Act::Discard | Act::UnderDeck | Act::Sacrifice => -self.keeping(id),
                _ => self.keeping(id),
            },
            Do::If(_, inner) | Do::May(inner) => inner.iter().map(|step| self.chosen(by, id, step)).sum(),
            _ => 0.0,
        }
    }

    /// Whether an effect that may be used should be.
    pub fn may(&self, by: CardId) -> f64 {
        let effects = self.state.facts(by).effects;
        let abilities = effects.abilities.iter().flat_map(|ability| ability.effect);
        let worth: f64 = abilities.chain(effects.fate).map(|step| self.step(by, step)).sum();
        worth + 0.1
    }

    /// How bad an enhancement's abilities are for the card that carries it.
    pub fn effect_on_host(&self, by: CardId) -> f64 {
        let effects = self.state.facts(by).effects;
        let steps = effects.abilities.iter().flat_map(|ability| ability.effect);
        let harm = steps.map(|step| match step {
            Do::To(Who::Host, Act::Damage(_) | Act::Focus(_) | Act::Destroy | Act::Sacrifice) => 1.0,
            Do::To(Who::Host, _) => -1.0,
            _ => 0.0,
        });
        harm.sum()
    }
}
