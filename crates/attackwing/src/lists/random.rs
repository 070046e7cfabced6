//! Squadrons made by chance, legal ones only: for tests, for simulations and for anybody without a list.

use rand_core::Rng;

use super::{Captains, Fleet, FleetShip, check};
use crate::cards::{UpgradeType, library};
use crate::state::Options;

/// How many ships are tried.
const SHIPS: usize = 3;
/// How many cards are tried on each.
const CARDS: usize = 8;

/// A legal squadron of at least one ship. Cards are added by chance as long as it stays legal.
pub fn random_fleet(luck: &mut dyn Rng, options: &Options) -> Fleet {
    loop {
        let fleet = some_fleet(luck, options);
        if !fleet.ships.is_empty() {
            return fleet;
        }
    }
}

/// The same, with luck of the first draws perhaps without any ship.
fn some_fleet(luck: &mut dyn Rng, options: &Options) -> Fleet {
    let library = library();
    let mut below = |bound: usize| (luck.next_u64() % bound as u64) as usize;
    let legal = |fleet: &Fleet| check(fleet, options).is_legal();
    let mut fleet = Fleet::default();
    for _ in 0..SHIPS {
        let ship = &library.ships[below(library.ships.len())];
        let captain = &library.captains[below(library.captains.len())];
        fleet.ships.push(FleetShip {
            ship: ship.id.clone(),
            captain: Captains::One(captain.id.clone()),
            upgrades: Vec::new(),
        });
        if !legal(&fleet) {
            fleet.ships.pop();
            continue;
        }
        let last = fleet.ships.len() - 1;
        for _ in 0..CARDS {
            let card = &library.upgrades[below(library.upgrades.len())];
            // Talents fit on nearly every ship and would be on all of them.
            if card.kind == UpgradeType::Talent && below(2) == 0 {
                continue;
            }
            fleet.ships[last].upgrades.push(card.id.clone());
            if !legal(&fleet) {
                fleet.ships[last].upgrades.pop();
            }
        }
    }
    fleet
}
