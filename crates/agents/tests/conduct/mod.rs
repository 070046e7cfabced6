//! How greedy players conduct themselves, counted from what happens at the table: rams among friends, obstacles, ships
//! that leave the table, formations; engagements, edge battles, what is committed to the Force.

pub mod cards;
pub mod flight;

use agents::Greedy;
use table::direct::{self, Seated};
use table::lobby::{Agreed, Lobby};
use table::{Appraise, Game, Logged, Policy};

/// Something that watches games and counts.
pub trait Watch<G: Game>: Default {
    fn begin(&mut self);
    fn see(&mut self, state: &G::State, happened: &[Logged<G>]);
}

/// Every game between two of the ready-made lists that the rules allow, in an order that mixes them.
pub fn matches<G: Lobby>() -> Vec<G::Setup> {
    let lists: Vec<_> = G::ready_lists().into_iter().filter(|list| list.agreed.is_empty()).collect();
    let fits = |list: usize, seat| G::seat_of(&lists[list].list).is_none_or(|own| own == seat);
    let count = lists.len();
    let pairs = (0..count).flat_map(|apart| (0..count).map(move |first| (first, (first + apart) % count)));
    pairs
        .filter(|(first, second)| fits(*first, 0) && fits(*second, 1))
        .filter_map(|(first, second)| {
            G::assemble(&[lists[first].list.clone(), lists[second].list.clone()], &Agreed::default()).ok()
        })
        .collect()
}

/// Greedy against greedy: game n is played between the n-th pair of lists, with its own seed.
pub fn watch<G, W>(setups: &[G::Setup], games: u64, seed: u64) -> W
where
    G: Appraise,
    W: Watch<G>,
{
    let mut counts = W::default();
    for number in 0..games {
        let start = G::begin(&setups[number as usize % setups.len()]).expect("a legal set-up");
        let seed = seed + number;
        let players = (0..G::players(&start) as u64)
            .map(|seat| -> Box<dyn Policy<G>> { Box::new(Greedy::new(seed * 8 + seat)) });
        let policy = Box::new(Seated(players.collect()));
        counts.begin();
        direct::watch::<G>(start, policy, direct::luck(seed), |state, log| counts.see(state, log))
            .expect("the game ends");
    }
    counts
}

pub fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

pub fn mean(sum: f64, count: u64) -> f64 {
    sum / count.max(1) as f64
}

/// The set-ups of X-Wing that are counted: ended after sixty rounds.
pub fn xwing_setups() -> Vec<xwing::Setup> {
    let mut setups = matches::<xwing::XWing>();
    setups.iter_mut().for_each(|setup| setup.options.rounds = Some(60));
    setups
}

/// The set-ups of Attack Wing that are counted: with obstacles, ended after two hundred rounds.
pub fn attackwing_setups() -> Vec<attackwing::Setup> {
    let mut setups = matches::<attackwing::AttackWing>();
    for setup in &mut setups {
        setup.options.rounds = Some(200);
        setup.options.obstacles = 4;
    }
    setups
}
