//! Errata that changed how squads are built: what the cards say with them, and what was printed.

use std::sync::OnceLock;

use serde::Deserialize;
use table::{Fault, Text};

use crate::cards::{PilotId, UpgradeId, UpgradeSlot, library};
use crate::lists::Loadout;
use crate::state::Size;

/// A row of the data file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    source: Text,
    cards: Vec<String>,
    printed: Printed,
}

/// What cards say without an erratum; what is left out it did not change.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    slots: Option<Vec<UpgradeSlot>>,
    sizes: Option<Vec<Size>>,
    #[serde(default)]
    any_number: bool,
}

struct Erratum {
    /// Its name and date.
    source: Text,
    pilots: Vec<PilotId>,
    upgrades: Vec<UpgradeId>,
    printed: Printed,
}

fn errata() -> &'static [Erratum] {
    #[derive(Deserialize)]
    struct Rows {
        erratum: Vec<Row>,
    }
    static ERRATA: OnceLock<Vec<Erratum>> = OnceLock::new();
    ERRATA.get_or_init(|| {
        let rows: Rows = toml::from_str(include_str!("../../data/errata.toml")).expect("our own data file");
        let erratum = |row: Row| {
            let pilots: Vec<PilotId> = row.cards.iter().filter_map(|id| library().find_pilot(id)).collect();
            let upgrades: Vec<UpgradeId> =
                row.cards.iter().filter_map(|id| library().find_upgrade(id)).collect();
            assert_eq!(pilots.len() + upgrades.len(), row.cards.len(), "an erratum is about known cards");
            Erratum { source: row.source, pilots, upgrades, printed: row.printed }
        };
        rows.erratum.into_iter().map(erratum).collect()
    })
}

/// Which errata hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Errata {
    All,
    /// All but one: what is refused without it rests on it.
    AllBut(usize),
    /// Cards are as they were printed.
    None,
}

impl Errata {
    /// Those that do not hold.
    fn lifted(self) -> &'static [Erratum] {
        match self {
            Errata::All => &[],
            Errata::AllBut(one) => &errata()[one..=one],
            Errata::None => errata(),
        }
    }

    /// The upgrade bar of a pilot.
    pub fn slots(self, id: PilotId) -> &'static [UpgradeSlot] {
        let mut lifted = self.lifted().iter().filter(|erratum| erratum.pilots.contains(&id));
        let printed = lifted.find_map(|erratum| erratum.printed.slots.as_deref());
        printed.unwrap_or(&library().pilot(id).slots)
    }

    /// The sizes of ships that an upgrade is for; none if it is for all of them.
    pub fn sizes(self, id: UpgradeId) -> &'static [Size] {
        let mut lifted = self.lifted().iter().filter(|erratum| erratum.upgrades.contains(&id));
        let printed = lifted.find_map(|erratum| erratum.printed.sizes.as_deref());
        printed.unwrap_or(&library().upgrade(id).sizes)
    }

    /// How many of an upgrade a squad may have.
    pub fn max_per_squad(self, id: UpgradeId) -> Option<u8> {
        let is_free = |erratum: &Erratum| erratum.printed.any_number && erratum.upgrades.contains(&id);
        library().upgrade(id).max_per_squad.filter(|_| !self.lifted().iter().any(is_free))
    }
}

/// Names the erratum in every refusal that would not be one without it.
pub(super) fn name(faults: &mut [Fault], ships: &[(usize, Loadout)], judged: impl Fn(Errata) -> Vec<Fault>) {
    let judged_by_all = faults.to_vec();
    for (number, erratum) in errata().iter().enumerate() {
        let concerns = |(_, ship): &(usize, Loadout)| {
            erratum.pilots.contains(&ship.pilot)
                || ship.upgrades.iter().any(|card| erratum.upgrades.contains(card))
        };
        if faults.is_empty() || !ships.iter().any(concerns) {
            continue;
        }
        let mut without = judged(Errata::AllBut(number));
        for (fault, plain) in faults.iter_mut().zip(&judged_by_all) {
            // Of several equal refusals as many stay as there are without the erratum.
            if let Some(place) = without.iter().position(|other| other == plain) {
                without.remove(place);
                continue;
            }
            let Text { en, de } = &erratum.source;
            fault.what.en += &format!(" (erratum: {en})");
            fault.what.de += &format!(" (Erratum: {de})");
        }
    }
}
