//! Nobody is asked whether to spend a token where nothing can come of it: every question of random games is looked at.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flightpath::{Face, Pool};
use table::direct::{Decision, Policy, Random, luck, play};
use table::lobby::{Agreed, Lobby};
use table::{Appraise, Game, Picks, Pose};
use xwing::cards::{Window, hears, tokens};
use xwing::{Ask, CardRef, Choice, Setup, Slot, State, XWing};

/// Flies sensibly, so that ships meet, and does everything else at random; looks at every question first, and counts
/// those about tokens.
struct Watchful {
    random: Random,
    looked_at: Arc<AtomicU64>,
}

impl Policy<XWing> for Watchful {
    fn choose(&mut self, decision: &Decision<XWing>) -> usize {
        if let Ask::Window(window) = decision.ask {
            let state = decision.view().state;
            for choice in decision.options {
                if let Choice::Use(card, index) = choice
                    && card.slot == Slot::Tokens
                {
                    self.looked_at.fetch_add(1, Ordering::Relaxed);
                    let matters = matters(&state, *window, *card, *index);
                    assert!(matters, "{window:?} {index}: {:?}", state.attack());
                }
            }
        }
        if let Ask::Dial(_) = decision.ask {
            let appeals = XWing::appeals(&decision.view(), decision.ask, decision.options);
            let best = (0..appeals.len()).max_by(|a, b| appeals[*a].total_cmp(&appeals[*b]));
            return best.unwrap_or(0);
        }
        self.random.choose(decision)
    }
    fn pick(&mut self, decision: &Decision<XWing>, min: usize, max: usize) -> Picks<u16> {
        self.random.pick(decision, min, max)
    }
    fn order(&mut self, decision: &Decision<XWing>, places: &mut [u16]) {
        self.random.order(decision, places)
    }
    fn place(&mut self, decision: &Decision<XWing>, candidates: &[Pose]) -> Pose {
        self.random.place(decision, candidates)
    }
}

fn hits(pool: &Pool) -> u8 {
    pool.count(Face::Hit) + pool.count(Face::Critical)
}

/// Whether spending a token can change what an attack does. Where a card looks at tokens that are spent, or at results
/// before they are compared, anything may come of it; scenarios show those.
fn matters(state: &State, window: Window, card: CardRef, index: u8) -> bool {
    let Some(attack) = state.attack() else { return index == tokens::DECLOAK_INDEX };
    let heard = |window| hears(state, window);
    if heard(Window::SpentToken) {
        return true;
    }
    let ship = state.ship(card.ship);
    let hits = hits(&attack.attack);
    let open = hits > attack.defense.count(Face::Evade) || hits > 0 && heard(Window::BeforeCompare);
    match (window, index) {
        (Window::ModifyAttack, tokens::TARGET_LOCK_INDEX) => {
            // A die that may be rolled again and could come out better.
            let better = |die: usize| attack.attack.0[die].face != Face::Critical;
            attack.attack.rerollable().any(better) || !attack.weapon.is_primary() && hits > 0
        }
        (Window::ModifyAttack, _) => attack.attack.has(Face::Eye),
        (Window::ModifyDefense, tokens::EVADE_INDEX) => ship.evade > 0 && open,
        (Window::ModifyDefense, _) => attack.defense.has(Face::Eye) && open,
        _ => false,
    }
}

fn check(setup: &Setup, seed: u64) -> u64 {
    let start = XWing::begin(setup).expect("a legal set-up");
    let looked_at = Arc::new(AtomicU64::new(0));
    let policy = Watchful { random: Random::new(seed), looked_at: looked_at.clone() };
    play::<XWing>(start, Box::new(policy), luck(seed), false).expect("it ends");
    looked_at.load(Ordering::Relaxed)
}

/// Every ready-made list against the next ones.
#[test]
fn of_ready_made_lists() {
    let lists: Vec<_> = XWing::ready_lists().into_iter().filter(|list| list.agreed.is_empty()).collect();
    let mut looked_at = 0;
    for seed in 0..120_usize {
        let (first, second) = (seed % lists.len(), (seed * 7 + 1) % lists.len());
        let pair = [lists[first].list.clone(), lists[second].list.clone()];
        let Ok(mut setup) = XWing::assemble(&pair, &Agreed::default()) else { continue };
        setup.options.rounds = Some(20);
        looked_at += check(&setup, seed as u64);
    }
    assert!(looked_at > 500, "{looked_at} questions");
}
