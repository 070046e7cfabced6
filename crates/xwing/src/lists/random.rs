//! Squads made by chance, legal ones only: for tests, for simulations and for anybody without a list.

use rand_core::Rng;

use super::{Loadout, Squad, SquadShip, Terms, is_legal, loadout_points};
use crate::cards::{Faction, PilotCard, PilotId, UpgradeCard, UpgradeId, UpgradeSlot, library};
use crate::state::Size;

/// The cards that squads are made of.
#[derive(Clone, Debug)]
pub struct Pool {
    pilots: Vec<PilotId>,
    upgrades: Vec<UpgradeId>,
}

impl Pool {
    /// All cards of which both say yes; never huge ships, which are for epic play, nor ships that nobody buys.
    pub fn of(pilots: impl Fn(&PilotCard) -> bool, upgrades: impl Fn(&UpgradeCard) -> bool) -> Pool {
        let library = library();
        let fits =
            |card: &PilotCard| library.ship(card.kind).size != Size::Huge && card.points > 0 && pilots(card);
        let pilot = |(index, _): (usize, &PilotCard)| PilotId(index as u16);
        let upgrade = |(index, _): (usize, &UpgradeCard)| UpgradeId(index as u16);
        Pool {
            pilots: library.pilots.iter().enumerate().filter(|(_, card)| fits(card)).map(pilot).collect(),
            upgrades: library
                .upgrades
                .iter()
                .enumerate()
                .filter(|(_, card)| upgrades(card))
                .map(upgrade)
                .collect(),
        }
    }
    /// Every card, playable or not.
    pub fn whole() -> Pool {
        Pool::of(|_| true, |_| true)
    }
    /// The cards that can be played.
    pub fn playable() -> Pool {
        Pool::of(|card| !card.gap, |card| !card.gap)
    }
}

/// The most ships of a squad: so many fit on the table twice.
const MOST_SHIPS: usize = 8;
/// The most upgrades of a ship, with room to spare for what a position holds.
const MOST_UPGRADES: usize = 8;
/// How often a card is drawn for a ship before it is left as it is.
const TRIES: usize = 16;

/// A legal squad of at most so many points from a pool; empty if the pool has no pilot that cheap.
pub fn random_squad(luck: &mut dyn Rng, points: u16, pool: &Pool) -> Squad {
    let library = library();
    let terms = Terms::standard(points);
    let mut below = |bound: usize| (luck.next_u64() % bound.max(1) as u64) as usize;
    let faction = [Faction::Rebel, Faction::Imperial, Faction::Scum][below(3)];
    let own = |pilot: &&PilotId| library.pilot(**pilot).faction.side() == faction;
    let mut pilots: Vec<PilotId> = pool.pilots.iter().filter(own).copied().collect();
    if pilots.is_empty() {
        pilots.clone_from(&pool.pilots);
    }
    let mut ships: Vec<Loadout> = Vec::new();
    let wanted = 1 + below(MOST_SHIPS);
    for _ in 0..wanted {
        let spent: u16 = ships.iter().map(loadout_points).sum();
        let room = usize::from(points.saturating_sub(spent));
        let is_cheap = |pilot: &PilotId| usize::from(library.pilot(*pilot).points.unsigned_abs()) <= room;
        let cheap: Vec<PilotId> = pilots.iter().copied().filter(is_cheap).collect();
        if cheap.is_empty() {
            break;
        }
        ships.push(Loadout { pilot: cheap[below(cheap.len())], upgrades: Vec::new() });
        if !is_legal(&ships, terms) {
            ships.pop();
            continue;
        }
        equip(&mut ships, pool, terms, &mut below);
    }
    squad(&ships).tidy()
}

/// Gives the last ship of a squad some upgrades.
fn equip(ships: &mut [Loadout], pool: &Pool, terms: Terms, below: &mut impl FnMut(usize) -> usize) {
    let library = library();
    let Some(last) = ships.len().checked_sub(1) else { return };
    let pilot = library.pilot(ships[last].pilot);
    let kind = library.ship(pilot.kind);
    // What could fit at all; the rules decide.
    let suits = |card: &UpgradeCard| {
        let side = pilot.faction.side();
        (card.ships.is_empty() || card.ships.contains(&kind.id))
            && (card.sizes.is_empty() || card.sizes.contains(&kind.size))
            && (card.factions.is_empty() || card.factions.contains(&side) || card.waived_by.is_some())
    };
    let cards: Vec<UpgradeId> =
        pool.upgrades.iter().copied().filter(|card| suits(library.upgrade(*card))).collect();
    for _ in 0..below(TRIES + 1) {
        let before = ships[last].upgrades.len();
        let has = |slot: UpgradeSlot| {
            let given = |card: &UpgradeCard| card.gives.contains(&slot) || card.gives_one_of.contains(&slot);
            pilot.slots.contains(&slot)
                || matches!(slot, UpgradeSlot::Modification | UpgradeSlot::Title)
                || ships[last].upgrades.iter().any(|card| given(library.upgrade(*card)))
        };
        let open: Vec<UpgradeId> =
            cards.iter().copied().filter(|card| has(library.upgrade(*card).slot)).collect();
        if open.is_empty() {
            return;
        }
        let card = open[below(open.len())];
        ships[last].upgrades.push(card);
        let wanted = library.upgrade(card).must_equip.iter().filter_map(|id| library.find_upgrade(id));
        ships[last].upgrades.extend(wanted.filter(|card| pool.upgrades.contains(card)));
        let is_legal = ships[last].upgrades.len() <= MOST_UPGRADES
            && is_legal(&ships[last..], terms)
            && is_legal(ships, terms);
        if !is_legal {
            ships[last].upgrades.truncate(before);
        }
    }
}

/// Cards as a list has them.
fn squad(ships: &[Loadout]) -> Squad {
    let library = library();
    let ship = |loadout: &Loadout| SquadShip {
        pilot: library.pilot(loadout.pilot).id.clone(),
        upgrades: loadout.upgrades.iter().map(|card| library.upgrade(*card).id.clone()).collect(),
    };
    Squad { ships: ships.iter().map(ship).collect(), ..Squad::default() }
}
