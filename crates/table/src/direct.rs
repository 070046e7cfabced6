//! The direct driver: a policy answers at once, and a whole game is one ordinary call.

use geometry::Pose;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::table::{Driver, Luck, below};
use crate::{Entry, Game, Logged, Pause, Picks, Plan, Seat, Show, Table};

/// A question as a policy sees it. The position behind it is reachable only through the seat's own view.
pub struct Decision<'a, G: Game> {
    pub seat: Seat,
    pub ask: &'a G::Ask,
    pub options: &'a [G::Choice],
    /// Which option means doing nothing.
    pub passive: Option<usize>,
    state: &'a G::State,
}

impl<'a, G: Game> Decision<'a, G> {
    pub(crate) fn new(
        seat: Seat,
        ask: &'a G::Ask,
        options: &'a [G::Choice],
        passive: Option<usize>,
        state: &'a G::State,
    ) -> Self {
        Decision { seat, ask, options, passive, state }
    }

    /// What the deciding seat may see.
    pub fn view(&self) -> G::View
    where
        G: Show,
    {
        G::view(self.state, Some(self.seat))
    }
}

/// Answers for players. An answer out of bounds stops the game with [`Pause::Refused`].
pub trait Policy<G: Game>: Send {
    /// The position of one option.
    fn choose(&mut self, decision: &Decision<G>) -> usize;
    /// The positions of between `min` and `max` options, in ascending order.
    fn pick(&mut self, decision: &Decision<G>, min: usize, max: usize) -> Picks<u16>;
    /// Rearranges `places`, which comes as 0, 1, 2, …
    fn order(&mut self, decision: &Decision<G>, places: &mut [u16]);
    /// One of the candidates, or any other pose.
    fn place(&mut self, decision: &Decision<G>, candidates: &[Pose]) -> Pose;
    /// One of the plans, or any other. Somebody without an opinion takes the first, as it is suggested to people.
    fn plan(&mut self, _: &Decision<G>, plans: &[Plan]) -> Plan {
        plans.first().cloned().unwrap_or_default()
    }
}

/// Between `min` and `max` of the numbers below `count`, in ascending order: every number of them is as likely as another,
/// and so is every selection of that many.
pub(crate) fn some_below(luck: &mut dyn Rng, count: usize, min: usize, max: usize) -> Picks<u16> {
    let mut wanted = min + below(luck, (max - min) as u32 + 1) as usize;
    let mut picks = Picks::new();
    for number in 0..count {
        if (below(luck, (count - number) as u32) as usize) < wanted {
            picks.push(number as u16);
            wanted -= 1;
        }
    }
    picks
}

/// Chooses every option with the same probability.
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Game> Policy<G> for Random {
    fn choose(&mut self, decision: &Decision<G>) -> usize {
        below(&mut self.0, decision.options.len() as u32) as usize
    }

    fn pick(&mut self, decision: &Decision<G>, min: usize, max: usize) -> Picks<u16> {
        some_below(&mut self.0, decision.options.len(), min, max)
    }

    fn order(&mut self, _: &Decision<G>, places: &mut [u16]) {
        for last in (1..places.len()).rev() {
            places.swap(last, below(&mut self.0, last as u32 + 1) as usize);
        }
    }

    fn place(&mut self, _: &Decision<G>, candidates: &[Pose]) -> Pose {
        candidates[below(&mut self.0, candidates.len() as u32) as usize]
    }

    fn plan(&mut self, _: &Decision<G>, plans: &[Plan]) -> Plan {
        plans[below(&mut self.0, plans.len() as u32) as usize].clone()
    }
}

/// One policy for each seat.
pub struct Seated<G: Game>(pub Vec<Box<dyn Policy<G>>>);

impl<G: Game> Seated<G> {
    /// Seats that nobody was named for are played like the first ones, in turn.
    fn at(&mut self, seat: Seat) -> &mut dyn Policy<G> {
        let count = self.0.len().max(1);
        &mut *self.0[seat.index() % count]
    }
}

impl<G: Game> Policy<G> for Seated<G> {
    fn choose(&mut self, decision: &Decision<G>) -> usize {
        self.at(decision.seat).choose(decision)
    }
    fn pick(&mut self, decision: &Decision<G>, min: usize, max: usize) -> Picks<u16> {
        self.at(decision.seat).pick(decision, min, max)
    }
    fn order(&mut self, decision: &Decision<G>, places: &mut [u16]) {
        self.at(decision.seat).order(decision, places)
    }
    fn place(&mut self, decision: &Decision<G>, candidates: &[Pose]) -> Pose {
        self.at(decision.seat).place(decision, candidates)
    }
    fn plan(&mut self, decision: &Decision<G>, plans: &[Plan]) -> Plan {
        self.at(decision.seat).plan(decision, plans)
    }
}

/// A generator of chance from a seed; the same seed gives the same chance everywhere.
pub fn luck(seed: u64) -> Luck {
    Box::new(Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x5a4d_7ab1_e0dd_5eed))
}

/// A game that was played to its end.
pub struct Played<G: Game> {
    pub state: G::State,
    /// Questions answered by players.
    pub decisions: u64,
    /// The answers, if they were recorded.
    pub journal: Option<Vec<Entry>>,
}

/// Plays from `state` to the end of the game.
pub fn play<G: Game>(
    state: G::State,
    policy: Box<dyn Policy<G>>,
    luck: Luck,
    record: bool,
) -> Result<Played<G>, Pause> {
    let mut table = Table::direct(state, policy, luck);
    if let Driver::Policy { record: journal, .. } = &mut table.driver {
        *journal = record.then(Vec::new);
    }
    run(&mut table)?;
    let decisions = table.decisions();
    let journal = match table.driver {
        Driver::Policy { record, .. } => record,
        Driver::Tape(_) => None,
    };
    Ok(Played { state: table.state, decisions, journal })
}

/// Plays from `state` to the end of the game and shows each of its steps: the position after it and what happened in it.
pub fn watch<G: Game>(
    state: G::State,
    policy: Box<dyn Policy<G>>,
    luck: Luck,
    mut see: impl FnMut(&G::State, &[Logged<G>]),
) -> Result<G::State, Pause> {
    let mut table = Table::direct(state, policy, luck);
    table.logging = true;
    while G::outcome(&table.state).is_none() {
        let step = G::advance(&mut table);
        see(&table.state, &table.log);
        table.log.clear();
        match step {
            Ok(()) => {}
            Err(Pause::Over) => break,
            Err(other) => return Err(other),
        }
    }
    Ok(table.state)
}

/// Plays on until the game is over.
pub fn run<G: Game>(table: &mut Table<G>) -> Result<(), Pause> {
    while G::outcome(&table.state).is_none() {
        match G::advance(table) {
            Ok(()) => {}
            Err(Pause::Over) => break,
            Err(other) => return Err(other),
        }
    }
    Ok(())
}
