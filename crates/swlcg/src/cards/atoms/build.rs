//! Abilities and whole cards, put together from the other words: a triggered ability with its window, costs and limit, and
//! everything that a card does.

use table::timing::{Ability as KernelAbility, Force, Limit as KernelLimit};

use super::super::{Affiliation, Icons};
use super::{Amount, Constant, Cost, Do, Filter, Trigger, When, Window};
use crate::Swlcg;
use crate::state::{Manner, Until};

/// How often an ability may be used.
#[derive(Clone, Copy)]
pub enum Limit {
    /// As often as it comes up.
    None,
    /// "Limit once per …": this ability of this card.
    Once(Until),
    /// "Limit 1 per …": one card of this title for each player.
    OneCopy(Until),
    /// This ability of this card so many times, at most three.
    Times(u8, Until),
    /// The same, as many times as a number says that is counted whenever it could be used.
    TimesBy(&'static Amount, Until),
    /// Once together with the ability of this number: several moments start what is one ability on the card.
    With(u8),
}

impl Limit {
    /// Whether the limit is for such a span of time or a shorter one.
    pub fn ends_with(self, span: Until) -> bool {
        match self {
            Limit::None | Limit::With(_) => false,
            Limit::Once(until)
            | Limit::OneCopy(until)
            | Limit::Times(_, until)
            | Limit::TimesBy(_, until) => until <= span,
        }
    }
}

/// From where an ability can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    Play,
    Hand,
    Discard,
}

/// A triggered ability.
pub struct Ability {
    pub(in crate::cards) kernel: KernelAbility<Swlcg>,
    pub from: From,
    pub when: &'static [When],
    pub costs: &'static [Cost],
    pub effect: &'static [Do],
    pub limit: Limit,
    /// A constant text that comes true at this moment, and no ability that anybody uses: nothing answers or cancels it.
    pub constant: bool,
}

impl Ability {
    const fn new(window: Window, when: &'static [When], effect: &'static [Do]) -> Self {
        let limit = match window {
            Window::Action => KernelLimit::Repeatable,
            _ => KernelLimit::PerWindow,
        };
        let kernel =
            KernelAbility { window, force: Force::May, limit, when: |_, _| Ok(true), effect: |_, _| Ok(()) };
        Ability { kernel, from: From::Play, when, costs: &[], effect, limit: Limit::None, constant: false }
    }
    fn copy(&self) -> Self {
        let KernelAbility { window, force, limit, when, effect } = self.kernel;
        Ability { kernel: KernelAbility { window, force, limit, when, effect }, ..*self }
    }
    const fn limited(self, limit: Limit) -> Self {
        let kernel = KernelAbility { limit: KernelLimit::PerRound, ..self.kernel };
        Ability { kernel, limit, ..self }
    }
    pub const fn once_per_turn(self) -> Self {
        self.limited(Limit::Once(Until::EndOfTurn))
    }
    pub const fn once_per(self, span: Until) -> Self {
        self.limited(Limit::Once(span))
    }
    pub const fn one_copy_per_turn(self) -> Self {
        self.limited(Limit::OneCopy(Until::EndOfTurn))
    }
    pub const fn one_copy_per(self, span: Until) -> Self {
        self.limited(Limit::OneCopy(span))
    }
    pub const fn forced(self) -> Self {
        Ability { kernel: KernelAbility { force: Force::Must, ..self.kernel }, ..self }
    }
    /// What a constant text does at this moment.
    pub const fn constantly(self) -> Self {
        Ability { constant: true, ..self.forced() }
    }
    /// What a constant text lets its player do at this moment.
    pub const fn constant_choice(self) -> Self {
        Ability { constant: true, ..self }
    }
    pub const fn costs(self, costs: &'static [Cost]) -> Self {
        Ability { costs, ..self }
    }
    pub const fn from_discard(self) -> Self {
        Ability { from: From::Discard, ..self }
    }
    /// So many times in a span of time.
    pub const fn times_per(self, times: u8, span: Until) -> Self {
        self.limited(Limit::Times(times, span))
    }
    /// As many times in a span of time as a number says.
    pub const fn times_by(self, times: &'static Amount, span: Until) -> Self {
        self.limited(Limit::TimesBy(times, span))
    }
    /// Once together with the ability of this number, in the span of time that it names.
    pub const fn once_with(self, other: u8) -> Self {
        self.limited(Limit::With(other))
    }
    /// Used from hand. Events are so without saying it.
    pub const fn from_hand(self) -> Self {
        Ability { from: From::Hand, ..self }
    }
    pub fn window(&self) -> Window {
        self.kernel.window
    }
    pub fn force(&self) -> Force {
        self.kernel.force
    }
    pub fn manner(&self) -> Manner {
        match self.kernel.window {
            Window::Action => Manner::Action,
            Window::Interrupt(_) => Manner::Interrupt,
            Window::Reaction(_) => Manner::Reaction,
        }
    }
}

/// "Action: …"
pub const fn action(when: &'static [When], effect: &'static [Do]) -> Ability {
    Ability::new(Window::Action, when, effect)
}
/// "Interrupt: When …"
pub const fn interrupt(trigger: Trigger, when: &'static [When], effect: &'static [Do]) -> Ability {
    Ability::new(Window::Interrupt(trigger), when, effect)
}
/// "Reaction: After …"
pub const fn reaction(trigger: Trigger, when: &'static [When], effect: &'static [Do]) -> Ability {
    Ability::new(Window::Reaction(trigger), when, effect)
}

/// An ability that a card lends: others have it as their own.
pub struct Loan {
    /// The cards in play that have it; nobody, if an effect of the card gives it for a time ([`Boon::Lent`]).
    pub to: Filter,
    pub ability: Ability,
}

impl Loan {
    fn copy(&self) -> Self {
        Loan { to: self.to, ability: self.ability.copy() }
    }
}

/// Where an enhancement may be.
#[derive(Clone, Copy)]
pub enum Attach {
    PlayArea,
    /// The Death Star dial, which can then be engaged as if it were an objective.
    Dial,
    To(Filter),
}

/// What an enhancement is while it is a unit.
#[derive(Clone, Copy)]
pub struct Form {
    pub capacity: u8,
    pub icons: Icons,
}

/// Everything a card does.
pub struct Effects {
    pub attach: Option<Attach>,
    pub abilities: &'static [Ability],
    /// The ability that it lends, if any. Whoever has it uses it: *this* is the card that has it, *you* its controller.
    pub lends: Option<Loan>,
    pub constants: &'static [Constant],
    /// What it gives as long as it lies in the victory pile of its owner.
    pub scored: &'static [Constant],
    /// What a fate card does when its priority comes up.
    pub fate: &'static [Do],
    /// What it does once its player has won the edge battle.
    pub fate_if_won: &'static [Do],
    /// Actions that may be taken with the card from hand: it is played in an engagement, on its player's side.
    pub ambush: bool,
    /// It may be played from the discard pile as well.
    pub from_discard: bool,
    /// Playing it from the discard pile is an action, in every action window.
    pub action_from_discard: bool,
    /// It may be played in the conflict phase as well.
    pub in_conflict: bool,
    /// It may be played in every action window.
    pub any_time: bool,
    /// As an enhancement it costs so much less.
    pub rides_cheaper: u8,
    /// It needs no matching resource.
    pub needs_no_match: bool,
    /// Resources of this affiliation match it too.
    pub also_matched_by: Option<Affiliation>,
    /// It can enter play as an enhancement of such a unit.
    pub rides: Option<Filter>,
    /// In a victory pile it counts as two objectives.
    pub counts_twice: bool,
    /// It asks with which objective set cards came.
    pub minds_sets: bool,
    /// What it is while it is a unit, if it is an enhancement that can become one.
    pub form: Option<Form>,
}

// audit: no rule — texts lack a part only where scenarios are tried without it
fn all_but<T>(parts: &[T], at: usize, copy: impl Fn(&T) -> T) -> &'static [T] {
    let others = parts.iter().enumerate().filter(|(place, _)| *place != at);
    others.map(|(_, part)| copy(part)).collect::<Vec<T>>().leak()
}

impl Effects {
    pub const NONE: Effects = Effects {
        attach: None,
        abilities: &[],
        lends: None,
        constants: &[],
        scored: &[],
        fate: &[],
        fate_if_won: &[],
        ambush: false,
        from_discard: false,
        action_from_discard: false,
        in_conflict: false,
        any_time: false,
        rides_cheaper: 0,
        needs_no_match: false,
        also_matched_by: None,
        rides: None,
        counts_twice: false,
        minds_sets: false,
        form: None,
    };

    fn copy(&self) -> Self {
        Effects { lends: self.lends.as_ref().map(Loan::copy), ..*self }
    }

    /// The same without one of its abilities or constant effects each.
    // audit: no rule — texts lack a part only where scenarios are tried without it
    pub fn less_one_part(&self) -> Vec<Effects> {
        // An ability without an effect stays in its place: others may share its limit.
        let abilities = (0..self.abilities.len()).map(|at| {
            let silent = |(place, ability): (usize, &Ability)| {
                let effect = if place == at { &[] } else { ability.effect };
                Ability { effect, ..ability.copy() }
            };
            let abilities: Vec<Ability> = self.abilities.iter().enumerate().map(silent).collect();
            Effects { abilities: abilities.leak(), ..self.copy() }
        });
        let constants = (0..self.constants.len()).map(|at| Effects {
            constants: all_but(self.constants, at, |it| Constant { ..*it }),
            ..self.copy()
        });
        let scored = (0..self.scored.len())
            .map(|at| Effects { scored: all_but(self.scored, at, |it| Constant { ..*it }), ..self.copy() });
        let others = [
            self.lends.is_some().then_some(Effects { lends: None, ..self.copy() }),
            (!self.fate.is_empty()).then_some(Effects { fate: &[], ..self.copy() }),
            (!self.fate_if_won.is_empty()).then_some(Effects { fate_if_won: &[], ..self.copy() }),
            self.ambush.then_some(Effects { ambush: false, ..self.copy() }),
            self.from_discard.then_some(Effects { from_discard: false, ..self.copy() }),
            self.action_from_discard.then_some(Effects { action_from_discard: false, ..self.copy() }),
            self.in_conflict.then_some(Effects { in_conflict: false, ..self.copy() }),
            self.any_time.then_some(Effects { any_time: false, ..self.copy() }),
            (self.rides_cheaper > 0).then_some(Effects { rides_cheaper: 0, ..self.copy() }),
            self.needs_no_match.then_some(Effects { needs_no_match: false, ..self.copy() }),
            self.also_matched_by.is_some().then_some(Effects { also_matched_by: None, ..self.copy() }),
            self.rides.is_some().then_some(Effects { rides: None, ..self.copy() }),
            self.counts_twice.then_some(Effects { counts_twice: false, ..self.copy() }),
            self.form.is_some().then_some(Effects { form: None, ..self.copy() }),
        ];
        abilities.chain(constants).chain(scored).chain(others.into_iter().flatten()).collect()
    }

    pub const fn always(self, constants: &'static [Constant]) -> Self {
        Effects { constants, ..self }
    }
    /// "Such a unit has: …"
    pub const fn lends(self, to: Filter, ability: Ability) -> Self {
        Effects { lends: Some(Loan { to, ability }), ..self }
    }
    pub const fn once_scored(self, scored: &'static [Constant]) -> Self {
        Effects { scored, ..self }
    }
    pub const fn ambush(self) -> Self {
        Effects { ambush: true, ..self }
    }
    pub const fn in_conflict(self) -> Self {
        Effects { in_conflict: true, ..self }
    }
    pub const fn any_time(self) -> Self {
        Effects { any_time: true, ..self }
    }
    pub const fn from_discard(self) -> Self {
        Effects { from_discard: true, ..self }
    }
    pub const fn action_from_discard(self) -> Self {
        Effects { action_from_discard: true, ..self }
    }
    pub const fn minds_sets(self) -> Self {
        Effects { minds_sets: true, ..self }
    }
    pub const fn also_matched_by(self, affiliation: Affiliation) -> Self {
        Effects { also_matched_by: Some(affiliation), ..self }
    }
    pub const fn form(self, capacity: u8, icons: Icons) -> Self {
        Effects { form: Some(Form { capacity, icons }), ..self }
    }
    /// Whether it may be played outside the deployment phase of its player.
    // audit: same (returns true at once) — whether it may be played now is asked again
    pub fn played_outside(&self) -> bool {
        self.ambush || self.in_conflict || self.any_time
    }
    pub const fn rides(self, units: Filter) -> Self {
        Effects { rides: Some(units), ..self }
    }
}

/// A card with triggered abilities.
pub const fn does(abilities: &'static [Ability]) -> Effects {
    Effects { abilities, ..Effects::NONE }
}
/// A card with constant effects.
pub const fn constant(constants: &'static [Constant]) -> Effects {
    Effects { constants, ..Effects::NONE }
}
/// An enhancement of such cards.
pub const fn attaches(to: Filter, abilities: &'static [Ability]) -> Effects {
    Effects { attach: Some(Attach::To(to)), abilities, ..Effects::NONE }
}
/// An enhancement of the play area.
pub const fn play_area(abilities: &'static [Ability]) -> Effects {
    Effects { attach: Some(Attach::PlayArea), abilities, ..Effects::NONE }
}
/// An enhancement of the Death Star dial.
pub const fn on_the_dial(abilities: &'static [Ability]) -> Effects {
    Effects { attach: Some(Attach::Dial), abilities, ..Effects::NONE }
}
/// A fate card.
pub const fn fate(effect: &'static [Do]) -> Effects {
    Effects { fate: effect, ..Effects::NONE }
}

/// A fate card that does something if its player wins the edge battle.
pub const fn fate_if_won(effect: &'static [Do]) -> Effects {
    Effects { fate_if_won: effect, ..Effects::NONE }
}
