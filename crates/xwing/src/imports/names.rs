//! Cards by the names that people and programs give them: ids of the exchange format, names in both languages, our own
//! ids. Several cards may go by one name; who asks decides what else is known of the card.

use std::collections::HashMap;
use std::sync::OnceLock;

use rulebook::Lang;

use crate::cards::{Faction, PilotId, ShipTypeId, UpgradeId, UpgradeSlot, library};

/// A name as it is compared: small letters and digits only, without accents.
pub fn plain(name: &str) -> String {
    let letter = |c: char| match c {
        'á' | 'à' | 'â' | 'ä' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        other => other,
    };
    name.chars().flat_map(char::to_lowercase).map(letter).filter(char::is_ascii_alphanumeric).collect()
}

/// The part of an exchange id that tells a card from an older one of the same name: `swx57` of `poedameron-swx57`.
pub fn suffix(xws: &str) -> Option<&str> {
    xws.rsplit_once('-').map(|(_, suffix)| suffix)
}

type Index<Id> = HashMap<String, Vec<Id>>;

/// All names of all cards.
struct Names {
    ships: Index<ShipTypeId>,
    pilots: Index<PilotId>,
    upgrades: Index<UpgradeId>,
    conditions: Vec<String>,
}

fn enter<Id: PartialEq + Copy>(index: &mut Index<Id>, names: impl IntoIterator<Item = String>, id: Id) {
    for name in names.into_iter().filter(|name| !name.is_empty()) {
        let known = index.entry(name).or_default();
        if !known.contains(&id) {
            known.push(id);
        }
    }
}

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let library = library();
        let both = |name: &rulebook::Name| Lang::ALL.map(|lang| plain(name.in_(lang)));
        let (mut ships, mut pilots, mut upgrades) = (Index::new(), Index::new(), Index::new());
        for (index, card) in library.ships.iter().enumerate() {
            let id = ShipTypeId(index as u8);
            enter(&mut ships, both(&card.name), id);
            enter(&mut ships, [card.xws(), plain(&card.xws()), plain(&card.id)], id);
        }
        for (index, card) in library.pilots.iter().enumerate() {
            let id = PilotId(index as u16);
            enter(&mut pilots, both(&card.name), id);
            enter(&mut pilots, [card.xws(), plain(&card.xws()), plain(&card.id)], id);
        }
        for (index, card) in library.upgrades.iter().enumerate() {
            let id = UpgradeId(index as u16);
            enter(&mut upgrades, both(&card.name), id);
            enter(&mut upgrades, [card.xws(), plain(&card.xws()), plain(&card.id)], id);
            if let Some(other) = &card.other_side {
                enter(&mut upgrades, both(&other.name), id);
            }
        }
        let conditions = library
            .conditions
            .iter()
            .flat_map(|card| both(&card.name).into_iter().chain([plain(&card.xws())]));
        Names { ships, pilots, upgrades, conditions: conditions.collect() }
    })
}

/// Everything that goes by a name; an exact id of the exchange format comes before what merely sounds like it.
fn known<Id: Copy>(index: &Index<Id>, name: &str) -> Vec<Id> {
    let exact = index.get(&name.trim().to_lowercase());
    exact.or_else(|| index.get(&plain(name))).cloned().unwrap_or_default()
}

pub fn ships(name: &str) -> Vec<ShipTypeId> {
    known(&names().ships, name)
}

pub fn pilots(name: &str) -> Vec<PilotId> {
    known(&names().pilots, name)
}

pub fn upgrades(name: &str) -> Vec<UpgradeId> {
    known(&names().upgrades, name)
}

pub fn is_condition(name: &str) -> bool {
    names().conditions.contains(&plain(name))
}

/// A faction by any of the names that programs have given it. The Resistance and the First Order are sides of squads too.
pub fn faction(name: &str) -> Option<Faction> {
    Some(match &*plain(name) {
        "rebel" | "rebels" | "rebelalliance" | "rebellen" | "rebellenallianz" => Faction::Rebel,
        "resistance" | "widerstand" => Faction::Resistance,
        "imperial" | "imperials" | "empire" | "galacticempire" | "imperium" | "galaktischesimperium" => {
            Faction::Imperial
        }
        "firstorder" | "ersteordnung" => Faction::FirstOrder,
        "scum" | "scumandvillainy" | "abschaum" | "abschaumundkriminelle" | "abschaumkriminelle" => {
            Faction::Scum
        }
        _ => return None,
    })
}

/// The key of the exchange format for upgrades of a slot.
pub fn slot_key(slot: UpgradeSlot) -> &'static str {
    match slot {
        UpgradeSlot::Elite => "ept",
        UpgradeSlot::Astromech => "amd",
        UpgradeSlot::SalvagedAstromech => "samd",
        UpgradeSlot::Torpedo => "torpedo",
        UpgradeSlot::Missile => "missile",
        UpgradeSlot::Cannon => "cannon",
        UpgradeSlot::Turret => "turret",
        UpgradeSlot::Bomb => "bomb",
        UpgradeSlot::Crew => "crew",
        UpgradeSlot::System => "system",
        UpgradeSlot::Tech => "tech",
        UpgradeSlot::Illicit => "illicit",
        UpgradeSlot::Hardpoint => "hardpoint",
        UpgradeSlot::Cargo => "cargo",
        UpgradeSlot::Team => "team",
        UpgradeSlot::Modification => "mod",
        UpgradeSlot::Title => "title",
    }
}

/// A slot by its key in any version of the exchange format, or by its name.
pub fn slot(key: &str) -> Option<UpgradeSlot> {
    let key = plain(key);
    let own = |slot: &UpgradeSlot| {
        slot_key(*slot) == key || Lang::ALL.iter().any(|lang| plain(slot.name().in_(*lang)) == key)
    };
    UpgradeSlot::ALL.into_iter().find(own).or(match &*key {
        "elitepilottalent" | "talent" => Some(UpgradeSlot::Elite),
        "astromechdroid" => Some(UpgradeSlot::Astromech),
        "salvagedastromechdroid" => Some(UpgradeSlot::SalvagedAstromech),
        "sensor" => Some(UpgradeSlot::System),
        "device" => Some(UpgradeSlot::Bomb),
        _ => None,
    })
}

/// Keeps what suits, unless nothing does.
pub fn prefer<Id>(ids: &mut Vec<Id>, suits: impl Fn(&Id) -> bool) {
    if ids.iter().any(&suits) {
        ids.retain(suits);
    }
}
