//! Cards by the names that people and programs give them: ids of the exchange format, names in both languages, our own
//! ids, shorthand, parts of names and names with a slip of the pen. Several cards may go by one name; who asks decides what
//! else is known of the card.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;
use std::thread::LocalKey;

use rulebook::{Lang, Name, Text};
use table::spelling::{self, Spelt, forgiven, loose, words};

use super::shorthand;
use crate::cards::{Faction, PilotId, ShipTypeId, UpgradeId, UpgradeSlot, library};

pub use table::spelling::plain;

/// The part of an exchange id that tells a card from an older one of the same name: `swx57` of `poedameron-swx57`.
pub fn suffix(xws: &str) -> Option<&str> {
    xws.rsplit_once('-').map(|(_, suffix)| suffix)
}

/// All names of the cards of one kind.
struct Index<Id> {
    /// By id of the exchange format and by plain name.
    exact: HashMap<String, Vec<Id>>,
    /// By the name without what means nothing in it, and by its words in another order.
    loose: HashMap<String, Vec<Id>>,
    shorthand: HashMap<&'static str, &'static str>,
    /// Each name as it stands on a card.
    written: Vec<(Spelt, Id)>,
    /// By each word of the names: their places there.
    words: BTreeMap<String, Vec<usize>>,
}

/// Words that tell no card from another.
const TELLS_NOTHING: [&str; 14] = [
    "and", "the", "with", "und", "der", "die", "das", "mit", "upgrade", "upgrades", "pilot", "pilots",
    "squadron", "staffel",
];

/// Longer texts are no names of cards.
pub const LONGEST_NAME: usize = 100;

/// How many cards a part of a name may stand for.
const MOST_MEANT: usize = 8;

/// How sure it is that these cards are meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    /// The name is theirs.
    Named,
    /// The name is theirs but for what means nothing, shorthand of theirs, or words of it.
    Meant,
    /// The name begins like words of theirs, or it has a slip of the pen.
    Guessed,
}

/// The cards that a name may stand for.
#[derive(Clone, Debug)]
pub struct Found<Id> {
    pub ids: Vec<Id>,
    pub how: How,
}

impl<Id: Copy + PartialEq> Index<Id> {
    fn new(short: &[(&'static str, &'static str)]) -> Self {
        let shorthand = short.iter().copied().collect();
        Index {
            exact: HashMap::new(),
            loose: HashMap::new(),
            shorthand,
            written: Vec::new(),
            words: BTreeMap::new(),
        }
    }

    fn enter(&mut self, id: Id, name: &Name, ids: [String; 2]) {
        let names = Lang::ALL.map(|lang| name.in_(lang));
        let mut add = |name: String, exact: bool| {
            let index = if exact { &mut self.exact } else { &mut self.loose };
            let known = index.entry(name).or_default();
            if !known.contains(&id) {
                known.push(id);
            }
        };
        for id in ids {
            add(plain(&id), true);
            add(id, true);
        }
        for name in names {
            add(plain(name), true);
            add(loose(name), false);
            add(in_any_order(name), false);
            let spelt = Spelt::from(name);
            for word in &spelt.words {
                self.words.entry(word.clone()).or_default().push(self.written.len());
            }
            self.written.push((spelt, id));
        }
    }

    /// Everything that has a name; an exact id of the exchange format comes before what merely sounds like it.
    fn named(&self, name: &str) -> Vec<Id> {
        let bare = plain(name);
        let exact = self.exact.get(&name.trim().to_lowercase()).or_else(|| self.exact.get(&bare));
        exact.filter(|_| !bare.is_empty()).cloned().unwrap_or_default()
    }

    /// Everything that a name may mean. The surest reading counts.
    fn find(&self, name: &str) -> Found<Id> {
        if is_no_number(name) {
            return Found { ids: Vec::new(), how: How::Guessed };
        }
        let ids = self.named(name);
        if !ids.is_empty() || name.len() > LONGEST_NAME {
            return Found { ids, how: How::Named };
        }
        let short = self.shorthand.get(&*plain(name)).map(|full| self.named(full));
        let loosely = || {
            let loosely = self.loose.get(&loose(name)).or_else(|| self.loose.get(&in_any_order(name)));
            loosely.filter(|_| plain(name).len() > 1).cloned().unwrap_or_default()
        };
        let found = |ids: Vec<Id>, how| (!ids.is_empty()).then_some(Found { ids, how });
        found(short.unwrap_or_default(), How::Meant)
            .or_else(|| found(loosely(), How::Meant))
            .or_else(|| found(self.named(&spelt_out(name)), How::Meant))
            .or_else(|| found(self.slips(name), How::Guessed))
            .or_else(|| found(self.parts(name, true), How::Meant))
            .or_else(|| found(self.parts(name, false), How::Guessed))
            .unwrap_or(Found { ids: Vec::new(), how: How::Guessed })
    }

    /// Names that differ by a slip or two; the nearest alone.
    fn slips(&self, name: &str) -> Vec<Id> {
        let bare = plain(name);
        let most = forgiven(bare.len());
        if most == 0 {
            return Vec::new();
        }
        // A number is never a slip of the pen: it may say how many there are.
        let digits = |name: &str| name.bytes().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
        let own = digits(&bare);
        let slips = |known: &str| spelling::distance(&bare, known, most).filter(|_| digits(known) == own);
        let near = self.written.iter().filter_map(|(known, id)| Some((slips(&known.plain)?, *id)));
        let near: Vec<(usize, Id)> = near.collect();
        let fewest = near.iter().map(|(slips, _)| *slips).min();
        once_each(near.into_iter().filter(|(slips, _)| Some(*slips) == fewest).map(|(_, id)| id))
    }

    /// Names of which this is a part: each of its words is a word of theirs, or begins one, in that order.
    fn parts(&self, name: &str, are_whole: bool) -> Vec<Id> {
        let wanted = words(name);
        let tells = |word: &&String| !TELLS_NOTHING.contains(&&***word);
        if wanted.iter().filter(tells).map(String::len).max().unwrap_or_default() < 3 {
            return Vec::new();
        }
        let is = |known: &str, word: &str| {
            let is = |word| if are_whole { known == word } else { known.starts_with(word) };
            is(word) || word.strip_suffix('s').is_some_and(|one| one.len() > 3 && is(one))
        };
        let in_order = |known: &Spelt| {
            let mut known = known.words.iter();
            wanted.iter().all(|word| known.any(|other| is(other, word)))
        };
        let names = self.beginning_like(&wanted[0]).into_iter().map(|place| &self.written[place]);
        let ids = once_each(names.filter(|(known, _)| in_order(known)).map(|(_, id)| *id));
        // A word that many names have means none of them.
        if ids.len() > MOST_MEANT { Vec::new() } else { ids }
    }

    /// The places of all names with a word that begins like this one, singular or plural.
    fn beginning_like(&self, word: &str) -> Vec<usize> {
        let word = word.strip_suffix('s').filter(|one| one.len() > 3).unwrap_or(word);
        let words = self.words.range(word.to_string()..).take_while(|(known, _)| known.starts_with(word));
        let mut places: Vec<usize> = words.flat_map(|(_, places)| places).copied().collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The cards whose names are nearest to one that none has. What stands behind it in parentheses is a remark.
    fn near(&self, name: &str) -> Vec<Id> {
        let name = name.split(" (").next().unwrap_or(name);
        spelling::nearest(name, self.written.iter().map(|(known, id)| (known, *id)))
    }

    /// Whether a name is nearly that of a card.
    fn is_nearly_one(&self, name: &str) -> bool {
        let bare = plain(name);
        let most = (bare.len() / 4).max(1);
        bare.len() > 3
            && bare.len() <= LONGEST_NAME
            && self.written.iter().any(|(known, _)| spelling::distance(&bare, &known.plain, most).is_some())
    }
}

/// `x-1`, which is no number of copies, but no name of a card either.
fn is_no_number(name: &str) -> bool {
    let number =
        name.trim().strip_prefix(['x', 'X', '×']).and_then(|rest| rest.trim_start().strip_prefix('-'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Cards once each, in the order in which they come first.
fn once_each<Id: Copy + PartialEq>(cards: impl Iterator<Item = Id>) -> Vec<Id> {
    cards.fold(Vec::new(), |mut ids, id| {
        if !ids.contains(&id) {
            ids.push(id);
        }
        ids
    })
}

/// The words of a name whatever their order: `Gamma-Staffel Pilot` for `Pilot der Gamma-Staffel`. Single words have none.
fn in_any_order(name: &str) -> String {
    let mut words = words(name);
    words.retain(|word| !["the", "of", "der", "die", "das", "des"].contains(&&**word));
    for word in words.iter_mut().filter(|word| ["pilots", "piloten"].contains(&&***word)) {
        *word = "pilot".to_string();
    }
    words.sort();
    words.join(" ")
}

/// A name with its ranks and other usual abbreviations spelt out. Ids have no gaps between their words.
fn spelt_out(name: &str) -> String {
    const ABBREVIATED: [(&str, &str); 9] = [
        ("lt", "lieutenant"),
        ("col", "colonel"),
        ("capt", "captain"),
        ("cmdr", "commander"),
        ("sgt", "sergeant"),
        ("maj", "major"),
        ("adv", "advanced"),
        ("gen", "general"),
        ("lord", "darth"),
    ];
    let written = words(name);
    let full = |word: &str| ABBREVIATED.iter().find(|(short, _)| *short == word).map(|(_, full)| *full);
    if let [id] = &*written {
        let begins = ABBREVIATED.iter().find_map(|(short, full)| Some((full, id.strip_prefix(short)?)));
        return begins.map_or(id.clone(), |(full, rest)| format!("{full}{rest}"));
    }
    let spelt = written.iter().map(|word| match full(word) {
        Some(full) => full,
        None if ["sq", "sqd", "sqn", "squad"].contains(&&**word) => "squadron",
        None => word,
    });
    spelt.collect()
}

/// All names of all cards.
struct Names {
    ships: Index<ShipTypeId>,
    pilots: Index<PilotId>,
    upgrades: Index<UpgradeId>,
    conditions: Vec<String>,
}

fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let library = library();
        let mut ships = Index::new(shorthand::SHIPS);
        let mut pilots = Index::new(shorthand::PILOTS);
        let mut upgrades = Index::new(shorthand::UPGRADES);
        for (index, card) in library.ships.iter().enumerate() {
            let id = ShipTypeId(index as u8);
            ships.enter(id, &card.name, [card.xws(), card.id.clone()]);
            ships.enter(id, &card.name, [spelt_out(&card.name.en), card.id.clone()]);
        }
        for (index, card) in library.pilots.iter().enumerate() {
            pilots.enter(PilotId(index as u16), &card.name, [card.xws(), card.id.clone()]);
        }
        for (index, card) in library.upgrades.iter().enumerate() {
            let id = UpgradeId(index as u16);
            upgrades.enter(id, &card.name, [card.xws(), card.id.clone()]);
            if let Some(other) = &card.other_side {
                upgrades.enter(id, &other.name, [card.xws(), card.id.clone()]);
            }
        }
        let both = |name: &Name| Lang::ALL.map(|lang| plain(name.in_(lang)));
        let conditions = library
            .conditions
            .iter()
            .flat_map(|card| both(&card.name).into_iter().chain([plain(&card.xws())]));
        Names { ships, pilots, upgrades, conditions: conditions.collect() }
    })
}

/// Types of ships of that name, shorthand included.
pub fn ships(name: &str) -> Vec<ShipTypeId> {
    let index = &names().ships;
    let bare = plain(name);
    let named = index.named(name);
    let short = || index.shorthand.get(&*bare).map(|full| index.named(full));
    // `X-wings`, `TIE Fighters`
    let one = || bare.strip_suffix('s').map(|one| index.named(one));
    Some(named).filter(|ids| !ids.is_empty()).or_else(short).or_else(one).unwrap_or_default()
}

/// The same where nothing but a type of ship is meant: a part of its name will do, such as `Sheathipede`.
pub fn nearly_ships(name: &str) -> Vec<ShipTypeId> {
    let named = ships(name);
    let beginnings = || names().ships.parts(name, false);
    if named.is_empty() { beginnings() } else { named }
}

/// Whether something is shorthand for a card.
pub fn is_shorthand(name: &str) -> bool {
    let (names, name) = (names(), plain(name));
    names.upgrades.shorthand.contains_key(&*name) || names.pilots.shorthand.contains_key(&*name)
}

/// Pilots that have that name.
pub fn pilots(name: &str) -> Vec<PilotId> {
    names().pilots.named(name)
}

/// Upgrades that have that name.
pub fn upgrades(name: &str) -> Vec<UpgradeId> {
    names().upgrades.named(name)
}

/// Upgrades that have that name, or that players call so.
pub fn called_upgrades(name: &str) -> Vec<UpgradeId> {
    let index = &names().upgrades;
    let short = index.shorthand.get(&*plain(name)).map(|full| index.named(full));
    short.unwrap_or_else(|| index.named(name))
}

/// What names were found to mean. A name is looked for again and again while it is tried what a line may be.
type Memory<Id> = RefCell<HashMap<String, Found<Id>>>;

/// How many names are remembered.
const MOST_REMEMBERED: usize = 2000;

thread_local! {
    static PILOTS: Memory<PilotId> = Memory::default();
    static UPGRADES: Memory<UpgradeId> = Memory::default();
}

fn remembered<Id: Copy + PartialEq>(
    memory: &'static LocalKey<Memory<Id>>,
    index: &Index<Id>,
    name: &str,
) -> Found<Id> {
    if name.len() > LONGEST_NAME {
        return index.find(name);
    }
    memory.with_borrow_mut(|memory| {
        if memory.len() >= MOST_REMEMBERED {
            memory.clear();
        }
        memory.entry(name.to_string()).or_insert_with(|| index.find(name)).clone()
    })
}

/// Pilots that the name may mean.
pub fn meant_pilots(name: &str) -> Found<PilotId> {
    remembered(&PILOTS, &names().pilots, name)
}

/// Upgrades that the name may mean.
pub fn meant_upgrades(name: &str) -> Found<UpgradeId> {
    remembered(&UPGRADES, &names().upgrades, name)
}

/// Whether a name is nearly that of a pilot.
pub fn is_nearly_pilot(name: &str) -> bool {
    names().pilots.is_nearly_one(name)
}

/// The pilots whose names are nearest to one that nobody has.
pub fn near_pilots(name: &str) -> Vec<Text> {
    let mut near = names().pilots.near(name);
    // Where only a ship is named, its pilots without a name of their own may be meant.
    let kinds = ships_within(name);
    if near.is_empty() && !kinds.is_empty() {
        let pilots = library().pilots.iter().enumerate();
        let generic = pilots.filter(|(_, card)| !card.unique && kinds.contains(&card.kind));
        near = generic.map(|(index, _)| PilotId(index as u16)).collect();
    }
    in_words(near.into_iter().map(|id| Text::from(&library().pilot(id).name)))
}

/// Cards of one name are named once.
fn in_words(cards: impl Iterator<Item = Text>) -> Vec<Text> {
    cards.fold(Vec::new(), |mut names, name| {
        if !names.contains(&name) {
            names.push(name);
        }
        names
    })
}

/// The types of ship whose name some words are.
pub fn ships_within(text: &str) -> Vec<ShipTypeId> {
    let words: Vec<&str> = text.split_whitespace().take(8).collect();
    let parts = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
    let found = parts.map(|(from, to)| ships(&words[from..to].join(" ")));
    found.max_by_key(|kinds| !kinds.is_empty()).unwrap_or_default()
}

/// The upgrades whose names are nearest to one that nobody has.
pub fn near_upgrades(name: &str) -> Vec<Text> {
    let near = names().upgrades.near(name);
    in_words(near.into_iter().map(|id| Text::from(&library().upgrade(id).name)))
}

pub fn is_condition(name: &str) -> bool {
    names().conditions.contains(&plain(name))
}

/// A faction by any of the names that programs have given it. The Resistance and the First Order are sides of squads too.
pub fn faction(name: &str) -> Option<Faction> {
    Some(match &*plain(name) {
        "rebel" | "rebels" | "rebelalliance" | "alliance" | "rebellen" | "rebellenallianz" | "allianz" => {
            Faction::Rebel
        }
        "resistance" | "widerstand" => Faction::Resistance,
        "imperial"
        | "imperials"
        | "imps"
        | "empire"
        | "galacticempire"
        | "imperium"
        | "galaktischesimperium" => Faction::Imperial,
        "firstorder" | "ersteordnung" => Faction::FirstOrder,
        "scum"
        | "scumandvillainy"
        | "scumvillainy"
        | "abschaum"
        | "abschaumundkriminelle"
        | "abschaumkriminelle" => Faction::Scum,
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
    const OTHERS: [(&str, UpgradeSlot); 6] = [
        ("elitepilottalent", UpgradeSlot::Elite),
        ("talent", UpgradeSlot::Elite),
        ("astromechdroid", UpgradeSlot::Astromech),
        ("salvagedastromechdroid", UpgradeSlot::SalvagedAstromech),
        ("sensor", UpgradeSlot::System),
        ("device", UpgradeSlot::Bomb),
    ];
    static SLOTS: OnceLock<HashMap<String, UpgradeSlot>> = OnceLock::new();
    let slots = SLOTS.get_or_init(|| {
        let own = |slot: UpgradeSlot| {
            let names = Lang::ALL.map(|lang| plain(slot.name().in_(lang)));
            names.into_iter().chain([slot_key(slot).to_string()]).map(move |key| (key, slot))
        };
        let others = OTHERS.into_iter().map(|(key, slot)| (key.to_string(), slot));
        // The first slot of a name is meant.
        let mut slots: HashMap<String, UpgradeSlot> = HashMap::new();
        for (key, slot) in UpgradeSlot::ALL.into_iter().flat_map(own).chain(others) {
            slots.entry(key).or_insert(slot);
        }
        slots
    });
    slots.get(&plain(key)).copied()
}

/// Keeps what suits, unless nothing does.
pub fn prefer<Id>(ids: &mut Vec<Id>, suits: impl Fn(&Id) -> bool) {
    if ids.iter().any(&suits) {
        ids.retain(suits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorthand_stands_for_cards() {
        for (short, full) in shorthand::UPGRADES {
            assert!(!upgrades(full).is_empty() && plain(short) == *short, "{short}: {full}");
        }
        for (short, full) in shorthand::PILOTS {
            assert!(!pilots(full).is_empty() && plain(short) == *short, "{short}: {full}");
        }
        for (short, full) in shorthand::SHIPS {
            assert!(!names().ships.named(full).is_empty() && plain(short) == *short, "{short}: {full}");
        }
    }

    fn pilot(name: &str) -> Vec<&'static str> {
        meant_pilots(name).ids.iter().map(|id| &*library().pilot(*id).id).collect()
    }

    fn upgrade(name: &str) -> Vec<&'static str> {
        meant_upgrades(name).ids.iter().map(|id| &*library().upgrade(*id).id).collect()
    }

    #[test]
    fn names_are_found_as_people_write_them() {
        for (written, id) in [
            ("Vader", "darth-vader"),
            ("Corran", "corran-horn"),
            ("Lt. Blount", "lieutenant-blount"),
            ("ltblount", "lieutenant-blount"),
            ("colvessery", "colonel-vessery"),
            ("Omicron", "omicron-group-pilot"),
            ("Fel", "soontir-fel"),
            ("Bandits", "bandit-squadron-pilot"),
            ("Soontir Fell", "soontir-fel"),
        ] {
            assert_eq!(pilot(written), [id], "{written}");
        }
        for (written, id) in [
            ("PtL", "push-the-limit"),
            ("Palpatine", "emperor-palpatine"),
            ("Fire Control Systems", "fire-control-system"),
            ("C-3P0", "c-3po"),
            ("protontorpedos", "proton-torpedoes"),
            ("ionpulsemissile", "ion-pulse-missiles"),
            ("Flechette Canon", "flechette-cannon"),
            ("Twin Ion Engine Mk II", "twin-ion-engine-mk-ii"),
        ] {
            assert_eq!(upgrade(written), [id], "{written}");
        }
        assert!(pilot("Jar Jar Binks").is_empty() && upgrade("R9-D9").is_empty() && pilot("").is_empty());
    }
}
