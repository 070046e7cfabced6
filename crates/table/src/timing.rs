//! Timing: windows in which abilities get their say, modifiers, prohibitions and replacements.
//!
//! A game names its windows and says whose turn it is in each ([`Timed::turns`]); its cards register what they do as
//! [`Ability`], [`Modifier`] and [`Prohibition`] values. The kernel asks the players in order, keeps limits, lets
//! mandatory abilities not be skipped, and marks everything an ability does with its source. A prohibition beats every
//! permission.

use arrayvec::ArrayVec;

use crate::mission::Mission;
use crate::{Denial, Game, Picks, Play, Seat, Table};

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
    /// As often as its condition holds, but not without end: see [`MOST_REPEATS`].
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
    /// What kind of quantity it changes.
    pub of: G::Topic,
    /// All additions are made before any modifier that sets a value.
    pub sets: bool,
    pub apply: fn(&G::State, G::Card, &G::Quantity, i32) -> i32,
}

/// Why a card forbids a deed, if it does.
pub type Verdict<G> = fn(&<G as Game>::State, <G as Game>::Card, &<G as Timed>::Deed) -> Option<Denial>;

/// Something a card forbids as long as it is in play.
pub struct Prohibition<G: Timed> {
    pub forbids: Verdict<G>,
}

/// Who gets a say in a window, in which order, and whether everyone uses all abilities before the next player or the
/// players take turns with one ability each until all pass in a row.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    pub seats: ArrayVec<Seat, 8>,
    pub alternate: bool,
    /// Mandatory abilities of all seats come before any optional one.
    pub forced_first: bool,
    /// Who decides in which order the mandatory abilities of all seats are used. Without such a seat they take turns.
    pub orders: Option<Seat>,
}

/// A game with windows and cards.
pub trait Timed: Game {
    type Window: Copy + PartialEq + std::fmt::Debug;
    /// A number that cards may change, and what kind of number it is.
    type Quantity: Copy + std::fmt::Debug;
    type Topic: Copy + PartialEq + std::fmt::Debug;
    fn topic(quantity: &Self::Quantity) -> Self::Topic;
    /// Something that cards may forbid.
    type Deed: Copy + std::fmt::Debug;

    /// Whether the order of several copies of one mandatory effect never makes a difference, so that nobody is asked.
    const COPIES_ARE_ALIKE: bool = false;
    /// What a player is told who would repeat an ability more than [`MOST_REPEATS`] times in one window.
    const STALLING: Option<Denial> = None;
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
    /// Whether an ability may be used now. A game whose abilities have costs or targets checks them here too.
    fn may(
        state: &Self::State,
        card: Self::Card,
        _index: u8,
        ability: &'static Ability<Self>,
    ) -> Result<bool, Denial> {
        (ability.when)(state, card)
    }
    /// Uses an ability. A game whose abilities have costs or targets, or can themselves be answered, does all that here.
    fn perform(t: &mut Table<Self>, card: Self::Card, _index: u8, ability: &'static Ability<Self>) -> Play {
        (ability.effect)(t, card)
    }
    /// Whether a seat that can only pass is asked nevertheless, because being asked would tell the others what it holds.
    fn conceals(_state: &Self::State, _window: Self::Window, _seat: Seat) -> bool {
        false
    }
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
    /// How often an ability may be used at this table: as it says, unless the players have agreed otherwise.
    fn limit(_state: &Self::State, _card: Self::Card, ability: &'static Ability<Self>) -> Limit {
        ability.limit
    }
    /// The mission that is being played, if any.
    fn mission(_state: &Self::State) -> Option<&'static Mission<Self>> {
        None
    }
    /// The card as which a seat uses what the mission lets it use. Without one the missions of a game have no abilities.
    fn mission_card(_state: &Self::State, _seat: Seat) -> Option<Self::Card> {
        None
    }
    /// Marks for [`Limit::PerRound`].
    fn is_spent(state: &Self::State, card: Self::Card, index: u8) -> bool;
    fn spend(state: &mut Self::State, card: Self::Card, index: u8);
    /// What a player is told of an ability that is spent. Without a reason it is not mentioned.
    fn spent_reason(_state: &Self::State, _card: Self::Card) -> Option<Denial> {
        None
    }
}

/// A quantity after all modifiers in play, and what the mission makes of it.
pub fn total<G: Timed>(state: &G::State, quantity: G::Quantity, base: i32) -> i32 {
    let topic = G::topic(&quantity);
    let mut value = base;
    let mut sets = false;
    G::each_modifier(state, &quantity, &mut |card, modifier| {
        let concerned = modifier.of == topic;
        if concerned && modifier.sets {
            sets = true;
        } else if concerned {
            value = (modifier.apply)(state, card, &quantity, value);
        }
    });
    if sets {
        G::each_modifier(state, &quantity, &mut |card, modifier| {
            if modifier.of == topic && modifier.sets {
                value = (modifier.apply)(state, card, &quantity, value);
            }
        });
    }
    overruled::<G>(state, quantity, value)
}

/// What the mission makes of a quantity that is settled otherwise.
pub fn overruled<G: Timed>(state: &G::State, quantity: G::Quantity, value: i32) -> i32 {
    match G::mission(state) {
        Some(mission) => mission.change(state, &quantity, value),
        None => value,
    }
}

/// Every card that changes a quantity, with its share, in the order in which the changes are made.
pub fn breakdown<G: Timed>(state: &G::State, quantity: G::Quantity, base: i32) -> Vec<(G::Card, i32)> {
    let mut value = base;
    let mut shares = Vec::new();
    for sets in [false, true] {
        G::each_modifier(state, &quantity, &mut |card, modifier| {
            if modifier.of == G::topic(&quantity) && modifier.sets == sets {
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

/// Whether the mission or any card in play forbids a deed, and why.
pub fn permitted<G: Timed>(state: &G::State, deed: G::Deed) -> Result<(), Denial> {
    if let Some(denial) = G::mission(state).and_then(|mission| mission.forbids(state, &deed)) {
        return Err(denial);
    }
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

/// How often an ability may be repeated in one window. Whoever goes on would only delay the game.
pub const MOST_REPEATS: u8 = 64;

/// How often each ability was used in a window.
struct Used<G: Timed>(Picks<(G::Card, u8, u8)>);

impl<G: Timed> Used<G> {
    fn none() -> Self {
        Used(Picks::new())
    }
    fn times(&self, card: G::Card, index: u8) -> u8 {
        self.0.iter().find(|used| (used.0, used.1) == (card, index)).map_or(0, |used| used.2)
    }
    fn note(&mut self, card: G::Card, index: u8) {
        match self.0.iter_mut().find(|used| (used.0, used.1) == (card, index)) {
            Some(used) => used.2 = used.2.saturating_add(1),
            None => self.0.push((card, index, 1)),
        }
    }
}

/// Visits the abilities of a seat in a window, those of its cards and those that the mission lets it use.
fn each_ability<G: Timed>(
    state: &G::State,
    window: G::Window,
    seat: Seat,
    visit: &mut dyn FnMut(G::Card, u8, &'static Ability<G>),
) {
    G::each_ability(state, window, seat, visit);
    let Some(mission) = G::mission(state) else { return };
    let Some(card) = G::mission_card(state, seat) else { return };
    for (index, ability) in mission.abilities.iter().enumerate().filter(|(_, own)| own.window == window) {
        visit(card, index as u8, ability);
    }
}

/// The ability that one of some seats has chosen.
fn ability<G: Timed>(
    state: &G::State,
    owners: &[Seat],
    card: G::Card,
    index: u8,
) -> Option<&'static Ability<G>> {
    match G::mission(state) {
        Some(mission) if owners.iter().any(|seat| G::mission_card(state, *seat) == Some(card)) => {
            mission.abilities.get(index as usize)
        }
        _ => G::ability(state, card, index),
    }
}

/// Which abilities are offered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    All,
    OnlyForced,
}

impl<G: Timed> Table<G> {
    /// Opens a window: every seat that the game names uses the abilities it must and those it wants; then the mission does
    /// what it does there.
    pub fn window(&mut self, window: G::Window) -> Play {
        let turns = G::turns(&self.state, window);
        let mut used = Used::none();
        if turns.alternate {
            self.take_turns(window, &turns, &mut used)?;
        } else {
            for seat in turns.seats.iter() {
                if turns.forced_first {
                    self.use_forced(window, &turns, &mut used)?;
                }
                while self.offer_ability(window, *seat, &[*seat], Which::All, &mut used)? {}
            }
        }
        let Some(mission) = G::mission(&self.state) else { return Ok(()) };
        let mut clauses = mission.windows.iter().filter(|(heard, _)| *heard == window);
        clauses.try_for_each(|(_, carry_out)| carry_out(self))
    }

    /// One ability each in turn, until all seats have passed in a row.
    fn take_turns(&mut self, window: G::Window, turns: &Turns, used: &mut Used<G>) -> Play {
        let mut passes = 0;
        for seat in turns.seats.iter().cycle() {
            if turns.forced_first {
                self.use_forced(window, turns, used)?;
            }
            passes =
                if self.offer_ability(window, *seat, &[*seat], Which::All, used)? { 0 } else { passes + 1 };
            if passes == turns.seats.len() {
                break;
            }
        }
        Ok(())
    }

    /// The mandatory abilities, one of each seat in turn or in the order that one seat wants, until none is left.
    fn use_forced(&mut self, window: G::Window, turns: &Turns, used: &mut Used<G>) -> Play {
        if let Some(seat) = turns.orders {
            while self.offer_ability(window, seat, &turns.seats, Which::OnlyForced, used)? {}
            return Ok(());
        }
        let mut more = true;
        while more {
            more = false;
            for seat in turns.seats.iter() {
                more |= self.offer_ability(window, *seat, &[*seat], Which::OnlyForced, used)?;
            }
        }
        Ok(())
    }

    /// Opens a window in which one ability may take the place of what would happen; true if one did.
    pub fn replaced(&mut self, window: G::Window) -> Play<bool> {
        let turns = G::turns(&self.state, window);
        let mut used = Used::none();
        for seat in turns.seats.iter() {
            if self.offer_ability(window, *seat, &[*seat], Which::All, &mut used)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One ability of one seat, or one of all `owners` that the seat chooses; false if it uses none.
    fn offer_ability(
        &mut self,
        window: G::Window,
        seat: Seat,
        owners: &[Seat],
        which: Which,
        used: &mut Used<G>,
    ) -> Play<bool> {
        let choice = self.ask(seat, G::window_ask(window), |state, offer| {
            let mut must = false;
            let mut first: Option<&'static Ability<G>> = None;
            let mut all_alike = true;
            let mut visit = |card, index, ability: &'static Ability<G>| {
                if which == Which::OnlyForced && ability.force == Force::May {
                    return;
                }
                let times = used.times(card, index);
                let limit = G::limit(state, card, ability);
                let spent = match limit {
                    Limit::PerWindow => times > 0,
                    Limit::PerRound => times > 0 || G::is_spent(state, card, index),
                    Limit::Repeatable => times >= MOST_REPEATS,
                };
                let reason = match limit {
                    _ if !spent => None,
                    Limit::Repeatable => G::STALLING,
                    _ => G::spent_reason(state, card),
                };
                if spent && reason.is_none() {
                    return;
                }
                match (G::may(state, card, index, ability), reason) {
                    (Ok(true), None) => {
                        offer.add(G::invoke(card, index));
                        must |= ability.force == Force::Must;
                        all_alike &= std::ptr::eq(*first.get_or_insert(ability), ability);
                    }
                    (Ok(false), _) => {}
                    (Ok(true), Some(denial)) | (Err(denial), _) => {
                        offer.refuse(G::invoke(card, index), denial)
                    }
                }
            };
            owners.iter().for_each(|owner| each_ability(state, window, *owner, &mut visit));
            if !must {
                offer.pass(G::DONE);
            } else if all_alike && G::COPIES_ARE_ALIKE {
                offer.keep_first();
            }
            if which == Which::All && offer.leaves_no_choice() && G::conceals(state, window, seat) {
                offer.ask_anyway();
            }
        })?;
        let Some((card, index)) = G::invoked(&choice) else { return Ok(false) };
        let Some(ability) = ability(&self.state, owners, card, index) else { return Ok(false) };
        used.note(card, index);
        if G::limit(&self.state, card, ability) == Limit::PerRound {
            G::spend(&mut self.state, card, index);
        }
        self.because(card, |t| G::perform(t, card, index, ability))?;
        Ok(true)
    }
}
