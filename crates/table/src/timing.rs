//! Timing: windows in which abilities get their say, modifiers, prohibitions and replacements.
//!
//! A game names its windows and says whose turn it is in each ([`Timed::turns`]); its cards register what they do as
//! [`Ability`], [`Modifier`] and [`Prohibition`] values. The kernel asks the players in order, keeps limits, lets
//! mandatory abilities not be skipped, and marks everything an ability does with its source. A prohibition beats every
//! permission.

use arrayvec::ArrayVec;

use crate::{Denial, Game, Play, Seat, Table};

/// Whether an ability has to be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Force {
    Must,
    May,
}

/// How often an ability may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Once each time its window opens.
    PerWindow,
    /// Once until the game clears its marks (a round, in most games).
    PerRound,
    /// As often as its condition holds.
    Repeatable,
}

/// Something a card does in a window.
pub struct Ability<G: Timed> {
    pub window: G::Window,
    pub force: Force,
    pub limit: Limit,
    /// Usable now; or not concerned; or concerned but refused, which the player is told.
    pub when: fn(&G::State, G::Card) -> Result<bool, Denial>,
    pub effect: fn(&mut Table<G>, G::Card) -> Play,
}

/// A continuous change of a quantity.
pub struct Modifier<G: Timed> {
    /// All additions are made before any modifier that sets a value.
    pub sets: bool,
    pub apply: fn(&G::State, G::Card, &G::Quantity, i32) -> i32,
}

/// Something a card forbids as long as it is in play.
pub struct Prohibition<G: Timed> {
    pub forbids: fn(&G::State, G::Card, &G::Deed) -> Option<Denial>,
}

/// Who gets a say in a window, in which order, and whether everyone uses all abilities before the next player or the
/// players take turns with one ability each until all pass.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    pub seats: ArrayVec<Seat, 8>,
    pub alternate: bool,
}

/// A game with windows and cards.
pub trait Timed: Game {
    type Window: Copy + PartialEq + std::fmt::Debug;
    /// A number that cards may change.
    type Quantity: Copy + std::fmt::Debug;
    /// Something that cards may forbid.
    type Deed: Copy + std::fmt::Debug;

    /// The option of using no (further) ability.
    const DONE: Self::Choice;
    /// The option that stands for an ability of a card, and back.
    fn invoke(card: Self::Card, index: u8) -> Self::Choice;
    fn invoked(choice: &Self::Choice) -> Option<(Self::Card, u8)>;
    fn window_ask(window: Self::Window) -> Self::Ask;

    /// The game's ordering policy.
    fn turns(state: &Self::State, window: Self::Window) -> Turns;
    /// Visits the abilities of one seat that belong to a window.
    fn each_ability(
        state: &Self::State,
        window: Self::Window,
        seat: Seat,
        visit: &mut dyn FnMut(Self::Card, u8, &'static Ability<Self>),
    );
    fn ability(state: &Self::State, card: Self::Card, index: u8) -> Option<&'static Ability<Self>>;
    /// Visits the modifiers in play that may concern a quantity.
    fn each_modifier(
        state: &Self::State,
        quantity: &Self::Quantity,
        visit: &mut dyn FnMut(Self::Card, &'static Modifier<Self>),
    );
    /// Visits the prohibitions in play that may concern a deed.
    fn each_prohibition(
        state: &Self::State,
        deed: &Self::Deed,
        visit: &mut dyn FnMut(Self::Card, &'static Prohibition<Self>),
    );
    /// Marks for [`Limit::PerRound`].
    fn is_spent(state: &Self::State, card: Self::Card, index: u8) -> bool;
    fn spend(state: &mut Self::State, card: Self::Card, index: u8);
}

/// A quantity after all modifiers in play.
pub fn total<G: Timed>(state: &G::State, quantity: G::Quantity, base: i32) -> i32 {
    let mut value = base;
    let mut sets = false;
    G::each_modifier(state, &quantity, &mut |card, modifier| {
        if modifier.sets {
            sets = true;
        } else {
            value = (modifier.apply)(state, card, &quantity, value);
        }
    });
    if sets {
        G::each_modifier(state, &quantity, &mut |card, modifier| {
            if modifier.sets {
                value = (modifier.apply)(state, card, &quantity, value);
            }
        });
    }
    value
}

/// Every card that changes a quantity, with its share, in the order in which the changes are made.
pub fn breakdown<G: Timed>(state: &G::State, quantity: G::Quantity, base: i32) -> Vec<(G::Card, i32)> {
    let mut value = base;
    let mut shares = Vec::new();
    for sets in [false, true] {
        G::each_modifier(state, &quantity, &mut |card, modifier| {
            if modifier.sets == sets {
                let next = (modifier.apply)(state, card, &quantity, value);
                if next != value {
                    shares.push((card, next - value));
                }
                value = next;
            }
        });
    }
    shares
}

/// Whether any card in play forbids a deed, and why.
pub fn permitted<G: Timed>(state: &G::State, deed: G::Deed) -> Result<(), Denial> {
    let mut verdict = Ok(());
    G::each_prohibition(state, &deed, &mut |card, prohibition| {
        if verdict.is_ok()
            && let Some(denial) = (prohibition.forbids)(state, card, &deed)
        {
            verdict = Err(denial);
        }
    });
    verdict
}

type Used<G> = ArrayVec<(<G as Game>::Card, u8), 32>;

impl<G: Timed> Table<G> {
    /// Opens a window: every seat that the game names uses the abilities it must and those it wants.
    pub fn window(&mut self, window: G::Window) -> Play {
        let turns = G::turns(&self.state, window);
        let mut used = Used::<G>::new();
        if turns.alternate {
            let mut passes = 0;
            while passes < turns.seats.len() {
                for seat in turns.seats.iter() {
                    let acted = self.offer_ability(window, *seat, &mut used)?;
                    passes = if acted { 0 } else { passes + 1 };
                    if passes >= turns.seats.len() {
                        break;
                    }
                }
            }
        } else {
            for seat in turns.seats.iter() {
                while self.offer_ability(window, *seat, &mut used)? {}
            }
        }
        Ok(())
    }

    /// Opens a window in which one ability may take the place of what would happen; true if one did.
    pub fn replaced(&mut self, window: G::Window) -> Play<bool> {
        let turns = G::turns(&self.state, window);
        let mut used = Used::<G>::new();
        for seat in turns.seats.iter() {
            if self.offer_ability(window, *seat, &mut used)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One ability of one seat; false if it uses none.
    fn offer_ability(&mut self, window: G::Window, seat: Seat, used: &mut Used<G>) -> Play<bool> {
        let choice = self.ask(seat, G::window_ask(window), |state, offer| {
            let mut must = false;
            G::each_ability(state, window, seat, &mut |card, index, ability| {
                let spent = match ability.limit {
                    Limit::PerWindow => used.contains(&(card, index)),
                    Limit::PerRound => used.contains(&(card, index)) || G::is_spent(state, card, index),
                    Limit::Repeatable => false,
                };
                if spent {
                    return;
                }
                match (ability.when)(state, card) {
                    Ok(true) => {
                        offer.add(G::invoke(card, index));
                        must |= ability.force == Force::Must;
                    }
                    Ok(false) => {}
                    Err(denial) => offer.refuse(G::invoke(card, index), denial),
                }
            });
            if !must {
                offer.pass(G::DONE);
            }
        })?;
        let Some((card, index)) = G::invoked(&choice) else { return Ok(false) };
        let Some(ability) = G::ability(&self.state, card, index) else { return Ok(false) };
        if !used.is_full() {
            used.push((card, index));
        }
        if ability.limit == Limit::PerRound {
            G::spend(&mut self.state, card, index);
        }
        self.because(card, |t| (ability.effect)(t, card))?;
        Ok(true)
    }
}
