//! Squadrons: what they consist of, what they cost, and every rule that a squadron may break.

pub mod pool;
mod random;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use table::lobby::{Agreed, FileOptions};
use table::spelling::{Spelt, nearest, plain};
use table::{Fault, Lang, Name, Text};

use crate::cards::{CaptainId, Faction, Library, ShipCardId, UpgradeId, UpgradeType, library};
use crate::state::{Options, Ship};
use pool::PoolCard;
pub use random::random_fleet;

/// A squadron as players write it: ids of cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleet {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(rename = "ship")]
    pub ships: Vec<FleetShip>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FleetShip {
    pub ship: String,
    /// Every ship has exactly one captain; a list that names none or several is read and then judged.
    #[serde(default)]
    pub captain: Captains,
    #[serde(default)]
    pub upgrades: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Captains {
    One(String),
    Several(Vec<String>),
}

impl Default for Captains {
    fn default() -> Self {
        Captains::Several(Vec::new())
    }
}

impl Captains {
    pub fn ids(&self) -> &[String] {
        match self {
            Captains::One(id) => std::slice::from_ref(id),
            Captains::Several(ids) => ids,
        }
    }
}

/// A ship whose cards are all known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loadout {
    pub ship: ShipCardId,
    pub captain: CaptainId,
    pub upgrades: Vec<UpgradeId>,
}

/// What is known of a squadron after checking it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    pub points: u16,
    pub faults: Vec<Fault>,
    /// Cards of the game that cannot be played with yet.
    pub gaps: Vec<Fault>,
    #[serde(skip)]
    pub loadouts: Vec<Loadout>,
}

impl Report {
    pub fn is_legal(&self) -> bool {
        self.faults.is_empty()
    }
    pub fn is_playable(&self) -> bool {
        self.is_legal() && self.gaps.is_empty()
    }
    pub fn fault(&mut self, rule: &'static str, en: impl Into<String>, de: impl Into<String>) {
        self.faults.push(Fault::new("", Some(rule), en, de));
    }
    fn fault_at(&mut self, place: Text, rule: &'static str, en: String, de: String) {
        self.faults.push(Fault::new("", Some(rule), en, de).at(place));
    }
    /// Says of a card that is not built in whether it is one of the game; whether it is.
    fn unknown(&mut self, place: &Text, (en, de): (&str, &str), id: &str) -> bool {
        if let Some(gap) = pool::gap(id) {
            self.gaps.push(Fault::new("", None, gap.en, gap.de).at(place.clone()));
            return true;
        }
        // What stands for a captain is marked as one when it is read.
        let name = id.strip_prefix("captain:").unwrap_or(id);
        let fault = Fault::new(
            "",
            None,
            format!("there is no {en} {name:?}"),
            format!("es gibt keine {de} „{name}“"),
        );
        self.faults.push(fault.at(place.clone()).with_near(near(id)));
        false
    }
}

/// The names of all cards, prepared once for comparing.
static NAMES: LazyLock<Vec<(Spelt, Text)>> = LazyLock::new(|| {
    let library = library();
    let own = (library.ships.iter().map(|card| &card.name))
        .chain(library.captains.iter().map(|card| &card.name))
        .chain(library.upgrades.iter().map(|card| &card.name));
    let own = own.map(Text::from);
    let own =
        own.flat_map(|name| [(Spelt::from(&*name.en), name.clone()), (Spelt::from(&*name.de), name.clone())]);
    let others = pool::pool().iter().filter(|card| !card.is_built_in());
    let others = others.map(|card| (Spelt::from(&*card.name), Text::new(&card.name, &card.name)));
    own.chain(others).collect()
});

/// The cards whose names are nearest to one that no card has.
fn near(written: &str) -> Vec<Text> {
    let near = nearest(pool::bare(written), NAMES.iter().map(|(spelt, name)| (spelt, name)));
    // One of that very name is a card of another kind.
    let wanted = plain(pool::bare(written));
    near.into_iter().filter(|name| plain(&name.en) != wanted).cloned().collect()
}

/// The printed starter loadouts and their variants, by name.
pub fn starter(name: &str) -> Option<Fleet> {
    let fleet = |name: &str, ship: &str, captain: &str, upgrades: &[&str]| Fleet {
        name: name.to_string(),
        ships: vec![FleetShip {
            ship: ship.to_string(),
            captain: Captains::One(captain.to_string()),
            upgrades: upgrades.iter().map(|id| id.to_string()).collect(),
        }],
    };
    Some(match name {
        "federation" => fleet("Federation", "enterprise-d", "picard", &["geordi", "obrien"]),
        "klingon" => {
            fleet("Klingon", "maht-ha", "nudaq", &["konmel", "tractor-beam", "photon-torpedoes-klingon"])
        }
        "klingon-40" => {
            fleet("Klingon (40)", "maht-ha", "nudaq", &["klag", "tractor-beam", "photon-torpedoes-klingon"])
        }
        "romulan" => fleet("Romulan", "khazara", "toreth", &["bochra", "plasma-torpedoes"]),
        _ => return None,
    })
}

/// The names that [`starter`] knows.
pub const STARTERS: [&str; 4] = ["federation", "klingon", "klingon-40", "romulan"];

/// What a card costs: 1 more on a ship of another faction.
fn card_cost(points: u16, is_own: bool) -> u16 {
    if is_own { points } else { points + 1 }
}

/// The cards of a ship that are built in, and what is known of the others; the ship itself may be one that is not.
#[derive(Default)]
struct Parts {
    ship: Option<ShipCardId>,
    /// The factions of a ship that is not built in; none if nothing is known of it.
    strange: Vec<String>,
    captains: Vec<CaptainId>,
    upgrades: Vec<UpgradeId>,
    /// Unique cards that are not built in.
    unique: Vec<&'static PoolCard>,
}

impl From<&Loadout> for Parts {
    fn from(loadout: &Loadout) -> Self {
        let upgrades = loadout.upgrades.clone();
        Parts { ship: Some(loadout.ship), captains: vec![loadout.captain], upgrades, ..Parts::default() }
    }
}

impl Parts {
    fn find(library: &Library, entry: &FleetShip) -> Self {
        let ship = library.ships.iter().position(|card| card.id == entry.ship);
        let strange = pool::not_built_in(&entry.ship).filter(|_| ship.is_none());
        let captain = |id: &String| library.captains.iter().position(|card| card.id == *id);
        let upgrade = |id: &String| library.upgrades.iter().position(|card| card.id == *id);
        let all = std::iter::once(&entry.ship).chain(entry.captain.ids()).chain(&entry.upgrades);
        let unique = all.filter_map(|written| pool::not_built_in(written)).filter(|card| card.unique);
        let captains = entry.captain.ids().iter().filter_map(captain);
        let upgrades = entry.upgrades.iter().filter_map(upgrade);
        Parts {
            ship: ship.map(|index| ShipCardId(index as u8)),
            strange: strange.map(|card| card.factions.clone()).unwrap_or_default(),
            captains: captains.map(|index| CaptainId(index as u8)).collect(),
            upgrades: upgrades.map(|index| UpgradeId(index as u8)).collect(),
            unique: unique.collect(),
        }
    }

    fn cost(&self, library: &Library) -> u16 {
        let ship = self.ship.map(|id| library.ship(id));
        // Where nobody knows the faction of the ship, no card is known to be a strange one.
        let is_own = |faction: Faction| match ship {
            Some(ship) => ship.faction == faction,
            None => self.strange.is_empty() || self.strange.contains(&faction.id()),
        };
        let captains = self.captains.iter().map(|id| library.captain(*id));
        // A captain that costs nothing is at home everywhere.
        let captains = captains.map(|card| card_cost(card.points, is_own(card.faction) || card.points == 0));
        let upgrades = self.upgrades.iter().map(|id| library.upgrade(*id));
        let upgrades = upgrades.map(|card| card_cost(card.points, is_own(card.faction)));
        captains.chain(upgrades).fold(ship.map_or(0, |ship| ship.points), u16::saturating_add)
    }

    /// The factions of everything that may not be mixed with others without an agreement.
    fn factions<'a>(&'a self, library: &'a Library) -> impl Iterator<Item = Faction> + 'a {
        let ship = self.ship.map(|id| library.ship(id).faction);
        let captains = self.captains.iter().map(|id| library.captain(*id)).filter(|card| card.points > 0);
        let upgrades = self.upgrades.iter().map(|id| library.upgrade(*id).faction);
        ship.into_iter().chain(captains.map(|card| card.faction)).chain(upgrades)
    }
}

/// What a ship of a list costs with all its cards that are built in.
pub fn entry_cost(entry: &FleetShip) -> u16 {
    Parts::find(library(), entry).cost(library())
}

/// What a ship in play cost with all its cards.
pub fn ship_cost(ship: &Ship) -> u16 {
    let loadout = Loadout {
        ship: ship.card,
        captain: ship.captain.card,
        upgrades: ship.upgrades.iter().map(|upgrade| upgrade.card).collect(),
    };
    Parts::from(&loadout).cost(library())
}

/// Checks a squadron of one player.
pub fn check(fleet: &Fleet, options: &Options) -> Report {
    let library = library();
    let mut report = Report::default();
    if fleet.ships.is_empty() {
        report.fault(
            "attackwing.setup.2.gather-forces",
            "the squadron has no ship",
            "das Geschwader hat kein Schiff",
        );
    }
    // A card that is not built in does not take the others of its ship out of the list.
    let mut all = Vec::new();
    for (number, entry) in fleet.ships.iter().enumerate() {
        name_strangers(library, number, entry, &mut report);
        let parts = Parts::find(library, entry);
        check_slots(library, number, &parts, &mut report);
        report.points = report.points.saturating_add(parts.cost(library));
        if let (Some(ship), Some(captain)) = (parts.ship, parts.captains.last()) {
            let upgrades = parts.upgrades.clone();
            report.loadouts.push(Loadout { ship, captain: *captain, upgrades });
        }
        all.push(parts);
    }
    check_unique(library, &all, &mut report);
    check_factions(library, options, &all, &mut report);
    if let Some(mission) = options.mission() {
        let upgrades = all.iter().flat_map(|parts| &parts.upgrades);
        let kinds: Vec<UpgradeType> = upgrades.map(|id| library.upgrade(*id).kind).collect();
        (mission.squadron)(&kinds, &mut report);
    }
    if let Some(limit) = options.point_limit()
        && report.points > limit
    {
        let points = report.points;
        let rule = match (options.points, options.mission()) {
            (None, Some(mission)) => mission.building,
            _ => "attackwing.building.choose",
        };
        report.fault(
            rule,
            format!("{points} squadron points are spent, {limit} are allowed"),
            format!("{points} Geschwaderpunkte sind ausgegeben, {limit} sind erlaubt"),
        );
    }
    report
}

/// One of several things in a document, counted from one.
pub(crate) fn numbered(en: &str, de: &str, index: usize) -> Text {
    Text { en: format!("{en} {}", index + 1), de: format!("{de} {}", index + 1) }
}

pub(crate) fn place_of_ship(index: usize) -> Text {
    numbered("ship", "Schiff", index)
}

/// Says which cards of a ship it does not know, and whether there is one captain.
fn name_strangers(library: &Library, number: usize, entry: &FleetShip, report: &mut Report) {
    let place = pool::place_beside(&entry.ship).unwrap_or_else(|| place_of_ship(number));
    let mut is_ship = true;
    if !library.ships.iter().any(|card| card.id == entry.ship) {
        let is_known = report.unknown(&place, ("ship card", "Schiffskarte"), &entry.ship);
        // A resource or a sideboard stands beside the ships.
        is_ship = !is_known || pool::is_ship(&entry.ship);
    }
    let captains = entry.captain.ids();
    if captains.len() != 1 && is_ship {
        let count = captains.len();
        report.fault_at(
            place.clone(),
            "attackwing.component.captain-exactly-one",
            format!("a ship has exactly one captain, this one has {count}"),
            format!("ein Schiff hat genau einen Captain, dieses hat {count}"),
        );
    }
    for id in captains.iter().filter(|id| !library.captains.iter().any(|card| card.id == **id)) {
        report.unknown(&place, ("captain card", "Captainkarte"), id);
    }
    for id in entry.upgrades.iter().filter(|id| !library.upgrades.iter().any(|card| card.id == **id)) {
        report.unknown(&place, ("upgrade card", "Aufwertungskarte"), id);
    }
}

/// Places for upgrades; those of a ship or captain that is not built in are not known.
fn check_slots(library: &Library, number: usize, parts: &Parts, report: &mut Report) {
    let Some(ship) = parts.ship.map(|id| library.ship(id)) else { return };
    let talents = parts.captains.last().map_or(u8::MAX, |id| library.captain(*id).talents);
    let count = |kind| parts.upgrades.iter().filter(|id| library.upgrade(**id).kind == kind).count();
    const BAR: &str = "attackwing.upgrade.bar";
    const TALENT: &str = "attackwing.upgrade.elite-talent";
    for (kind, en, de, slots, rule) in [
        (UpgradeType::Crew, "crew", "Crew-Aufwertungen", ship.slots.crew, BAR),
        (UpgradeType::Weapon, "weapon", "Waffen-Aufwertungen", ship.slots.weapon, BAR),
        (UpgradeType::Tech, "tech", "Technik-Aufwertungen", ship.slots.tech, BAR),
        (UpgradeType::Talent, "Elite Talent", "Sonderfähigkeiten", talents, TALENT),
    ] {
        let taken = count(kind);
        if taken > slots as usize {
            report.fault_at(
                place_of_ship(number),
                rule,
                format!("{} has too many {en} upgrades: {taken} instead of at most {slots}", ship.name.en),
                format!("{} hat zu viele {de}: {taken} statt höchstens {slots}", ship.name.in_(Lang::De)),
            );
        }
    }
}

/// No unique name twice, on whatever kinds of cards.
fn check_unique(library: &Library, all: &[Parts], report: &mut Report) {
    for name in repeated_names(library, all) {
        report.fault(
            "attackwing.unique.one-per-player",
            format!("{} is unique but appears in the squadron more than once", name.en),
            format!("{} ist einzigartig und steht mehr als einmal im Geschwader", name.de),
        );
    }
}

/// Unique names that are there more than once; cards have the same name if they have the same English one. Those that are not
/// built in count, too.
fn repeated_names(library: &Library, all: &[Parts]) -> Vec<Text> {
    let mut names: Vec<Text> = Vec::new();
    for parts in all {
        let ship = parts.ship.map(|id| library.ship(id));
        names.extend(ship.filter(|card| card.unique).map(|card| Text::from(&card.name)));
        let captains = parts.captains.iter().map(|id| library.captain(*id));
        names.extend(captains.filter(|card| card.unique).map(|card| Text::from(&card.name)));
        let upgrades = parts.upgrades.iter().map(|id| library.upgrade(*id));
        names.extend(upgrades.filter(|card| card.unique).map(|card| Text::from(&card.name)));
        names.extend(parts.unique.iter().map(|card| Text::new(&card.name, &card.name)));
    }
    // One that is built in has a German name and comes first.
    names.sort_by_key(|name| (plain(&name.en), name.en == name.de));
    let same = |pair: &&[Text]| plain(&pair[0].en) == plain(&pair[1].en);
    let mut repeated: Vec<Text> = names.windows(2).filter(same).map(|pair| pair[0].clone()).collect();
    repeated.dedup_by_key(|name| plain(&name.en));
    repeated
}

fn check_factions(library: &Library, options: &Options, all: &[Parts], report: &mut Report) {
    if !options.pure_factions {
        return;
    }
    let factions: Vec<Faction> = all.iter().flat_map(|parts| parts.factions(library)).collect();
    if factions.windows(2).any(|pair| pair[0] != pair[1]) {
        report.fault(
            "attackwing.building.mixed-factions",
            "the players have not agreed on mixing factions",
            "die Spieler haben gemischte Fraktionen nicht vereinbart",
        );
    }
}

/// Checks what squadrons of one team, or of all players, may not have together.
pub fn check_together(fleets: &[(u8, &Report)], options: &Options) -> Vec<Fault> {
    let library = library();
    let mut together = Report::default();
    let mut teams: Vec<u8> = fleets.iter().map(|(team, _)| *team).collect();
    teams.sort_unstable();
    teams.dedup();
    for team in teams {
        let members = || fleets.iter().filter(|(other, _)| *other == team).map(|(_, report)| *report);
        let all: Vec<Parts> = members().flat_map(|report| &report.loadouts).map(Parts::from).collect();
        if members().count() > 1 {
            for name in repeated_names(library, &all) {
                together.fault_at(
                    numbered("team", "Team", team.into()),
                    "attackwing.unique.team",
                    format!("{} is unique but appears in the team's squadrons more than once", name.en),
                    format!(
                        "{} ist einzigartig und steht mehr als einmal in den Geschwadern des Teams",
                        name.de
                    ),
                );
            }
            let points = members().map(|report| report.points).fold(0, u16::saturating_add);
            if let Some(limit) = options.point_limit()
                && points > limit
            {
                together.fault_at(
                    numbered("team", "Team", team.into()),
                    "attackwing.team.points",
                    format!("the team spends {points} squadron points, {limit} are allowed"),
                    format!("das Team gibt {points} Geschwaderpunkte aus, {limit} sind erlaubt"),
                );
            }
        }
    }
    if let Some(sets) = options.base_sets {
        check_components(library, fleets, options, sets.into(), &mut together);
    }
    together.faults
}

/// Everything that is limited by the contents of the box.
fn check_components(
    library: &Library,
    fleets: &[(u8, &Report)],
    options: &Options,
    sets: usize,
    report: &mut Report,
) {
    const RULE: &str = "attackwing.limit.hard-components";
    let loadouts: Vec<&Loadout> = fleets.iter().flat_map(|(_, report)| &report.loadouts).collect();
    let mut limit = |name: &Text, used: usize, there: usize| {
        if used > there {
            report.fault(
                RULE,
                format!("{} is used {used} times, there are only {there}", name.en),
                format!("{}: {used}-mal verwendet, nur {there}-mal vorhanden", name.de),
            );
        }
    };
    for (index, class) in library.classes.iter().enumerate() {
        let of_class = |loadout: &&&Loadout| library.ship(loadout.ship).class_id.0 as usize == index;
        let miniature = Text {
            en: format!("the {} miniature", class.name.en),
            de: format!("Miniatur der {}", class.name.de),
        };
        limit(&miniature, loadouts.iter().filter(of_class).count(), sets);
    }
    for (index, card) in library.ships.iter().enumerate() {
        let used = loadouts.iter().filter(|loadout| loadout.ship.0 as usize == index).count();
        limit(&Text::from(&card.name), used, sets);
    }
    for (index, card) in library.captains.iter().enumerate() {
        let used = loadouts.iter().filter(|loadout| loadout.captain.0 as usize == index).count();
        limit(&Text::from(&card.name), used, sets);
    }
    for (index, card) in library.upgrades.iter().enumerate() {
        let upgrades = loadouts.iter().flat_map(|loadout| &loadout.upgrades);
        limit(&Text::from(&card.name), upgrades.filter(|id| id.0 as usize == index).count(), sets);
    }
    let obstacle = Text { en: "an obstacle token".to_string(), de: "Hindernismarker".to_string() };
    limit(&obstacle, options.obstacles.into(), 6 * sets);
}

/// A list file: a squadron and, if they matter, the options it is judged by. TOML or JSON.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListFile {
    #[serde(default)]
    name: String,
    #[serde(default)]
    options: FileOptions,
    #[serde(rename = "ship")]
    ships: Vec<FleetShip>,
}

/// Reads a list file. Cards go by their ids or by their names.
pub fn read(text: &str) -> Result<(Fleet, Agreed), Vec<Fault>> {
    let file: ListFile = table::files::read(text)?;
    let ships = file.ships.into_iter().map(by_ids).collect();
    Ok((Fleet { name: file.name, ships }, file.options.into()))
}

/// Says of ships that are named and not written by their ids how many others of that name are not built in.
pub(crate) fn namesakes(text: &str, fleet: &Fleet) -> Vec<Fault> {
    let Ok(file) = table::files::read::<ListFile>(text) else { return Vec::new() };
    let ships = file.ships.iter().zip(&fleet.ships).enumerate();
    let named = ships.filter(|(_, (written, read))| written.ship != read.ship);
    let note = |(number, (written, _)): (usize, (&FleetShip, &FleetShip))| {
        let (name, count) = (&written.ship, pool::ships_called(&written.ship));
        (count > 0).then(|| {
            let (en, de) = (
                format!("{name:?} is read as the card that is built in; {count} others have that name"),
                format!("„{name}“ wird als die eingebaute Karte gelesen; {count} weitere heißen so"),
            );
            Fault::new("", None, en, de).at(place_of_ship(number))
        })
    };
    named.filter_map(note).collect()
}

/// A ship of a list with the ids of those cards that it names otherwise. Of several cards of one name the one of the ship's
/// faction is meant. What stands for a captain and is none of those that are built in is marked as one.
fn by_ids(entry: FleetShip) -> FleetShip {
    let library = library();
    let ships = || library.ships.iter().map(|card| (&*card.id, &card.name, card.faction));
    let captains = || library.captains.iter().map(|card| (&*card.id, &card.name, card.faction));
    let upgrades = || library.upgrades.iter().map(|card| (&*card.id, &card.name, card.faction));
    let ship = id_of(ships(), &entry.ship, None).unwrap_or(entry.ship);
    let faction = library.ships.iter().find(|card| card.id == ship).map(|card| card.faction);
    let captain = |written: &String| {
        let marked = || if pool::is_marked(written) { written.clone() } else { format!("captain:{written}") };
        id_of(captains(), written, faction).unwrap_or_else(marked)
    };
    let captain = match &entry.captain {
        Captains::One(written) => Captains::One(captain(written)),
        Captains::Several(all) => Captains::Several(all.iter().map(captain).collect()),
    };
    // A captain among the upgrades is found there, too, unless an upgrade of that name is meant that is not built in.
    let upgrade = |written: String| {
        let as_captain = || id_of(captains(), &written, faction);
        match id_of(upgrades(), &written, faction).or_else(as_captain) {
            Some(id) if library.captains.iter().any(|card| card.id == id) && pool::is_upgrade(&written) => {
                format!("upgrade:{written}")
            }
            Some(id) => id,
            None => written,
        }
    };
    FleetShip { ship, captain, upgrades: entry.upgrades.into_iter().map(upgrade).collect() }
}

/// The card that is written by its id or by its name in either language, with or without what stands there in parentheses;
/// generic captains are called after their faction, with or without the word `Captain`.
fn id_of<'a>(
    cards: impl Iterator<Item = (&'a str, &'a Name, Faction)> + Clone,
    written: &str,
    faction: Option<Faction>,
) -> Option<String> {
    let wanted = plain(written);
    let is_named = |name: &str| {
        let short = plain(name.split(" (").next().unwrap_or(name));
        plain(name) == wanted || short == wanted || format!("{short}captain") == wanted
    };
    let by_id = cards.clone().find(|(id, ..)| *id == written);
    let named: Vec<_> =
        cards.filter(|(_, name, _)| is_named(&name.en) || is_named(name.in_(Lang::De))).collect();
    let exact =
        named.iter().find(|(_, name, _)| plain(&name.en) == wanted || plain(name.in_(Lang::De)) == wanted);
    let own = named.iter().find(|(.., other)| Some(*other) == faction);
    let only = named.first().filter(|_| named.len() == 1);
    by_id.or(exact.or(own).or(only).copied()).map(|(id, ..)| id.to_string())
}
