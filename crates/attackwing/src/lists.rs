//! Squadrons: what they consist of, what they cost, and every rule that a squadron may break.

pub mod pool;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use table::lobby::{Agreed, FileOptions};
use table::spelling::{Spelt, nearest};
use table::{Fault, Lang, Name, Text};

use crate::cards::{CaptainId, Faction, Library, ShipCardId, UpgradeId, UpgradeType, library};
use crate::state::{Mission, Options, Ship};

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
    fn fault(&mut self, rule: &'static str, en: impl Into<String>, de: impl Into<String>) {
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
        let fault =
            Fault::new("", None, format!("there is no {en} {id:?}"), format!("es gibt keine {de} „{id}“"));
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
    near.into_iter().cloned().collect()
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

/// What a card costs on a ship of a faction: 1 more for a strange card, except for captains that cost nothing.
pub fn card_cost(points: u16, card: Faction, ship: Faction, free_captain: bool) -> u16 {
    if card == ship || free_captain { points } else { points + 1 }
}

pub fn loadout_cost(loadout: &Loadout) -> u16 {
    let library = library();
    let ship = library.ship(loadout.ship);
    let captain = library.captain(loadout.captain);
    let upgrades = loadout.upgrades.iter().map(|id| library.upgrade(*id));
    let captain = card_cost(captain.points, captain.faction, ship.faction, captain.points == 0);
    upgrades
        .map(|card| card_cost(card.points, card.faction, ship.faction, false))
        .fold(ship.points + captain, u16::saturating_add)
}

/// What a ship in play cost with all its cards.
pub fn ship_cost(ship: &Ship) -> u16 {
    loadout_cost(&Loadout {
        ship: ship.card,
        captain: ship.captain.card,
        upgrades: ship.upgrades.iter().map(|upgrade| upgrade.card).collect(),
    })
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
    for (number, entry) in fleet.ships.iter().enumerate() {
        if let Some(loadout) = read_ship(library, number, entry, &mut report) {
            check_slots(library, number, &loadout, &mut report);
            report.points = report.points.saturating_add(loadout_cost(&loadout));
            report.loadouts.push(loadout);
        }
    }
    check_unique(library, &report.loadouts.clone(), &mut report);
    check_factions(library, options, &mut report);
    check_mission(library, options, &mut report);
    if let Some(limit) = options.point_limit()
        && report.points > limit
    {
        let points = report.points;
        let rule = match (options.points, options.mission) {
            (None, Some(mission)) => mission_points_rule(mission),
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

/// Turns ids into cards; says which it does not know.
fn read_ship(library: &Library, number: usize, entry: &FleetShip, report: &mut Report) -> Option<Loadout> {
    let place = place_of_ship(number);
    let ship = library.ships.iter().position(|card| card.id == entry.ship);
    let mut is_ship = true;
    if ship.is_none() {
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
    let mut captain = None;
    for id in captains {
        captain = library.captains.iter().position(|card| &card.id == id);
        if captain.is_none() {
            report.unknown(&place, ("captain card", "Captainkarte"), id);
        }
    }
    let mut upgrades = Vec::new();
    for id in &entry.upgrades {
        match library.upgrades.iter().position(|card| &card.id == id) {
            Some(index) => upgrades.push(UpgradeId(index as u8)),
            None => drop(report.unknown(&place, ("upgrade card", "Aufwertungskarte"), id)),
        }
    }
    Some(Loadout { ship: ShipCardId(ship? as u8), captain: CaptainId(captain? as u8), upgrades })
}

fn check_slots(library: &Library, number: usize, loadout: &Loadout, report: &mut Report) {
    let ship = library.ship(loadout.ship);
    let captain = library.captain(loadout.captain);
    let count = |kind| loadout.upgrades.iter().filter(|id| library.upgrade(**id).kind == kind).count();
    const BAR: &str = "attackwing.upgrade.bar";
    const TALENT: &str = "attackwing.upgrade.elite-talent";
    for (kind, en, de, slots, rule) in [
        (UpgradeType::Crew, "crew", "Crew-Aufwertungen", ship.slots.crew, BAR),
        (UpgradeType::Weapon, "weapon", "Waffen-Aufwertungen", ship.slots.weapon, BAR),
        (UpgradeType::Tech, "tech", "Technik-Aufwertungen", ship.slots.tech, BAR),
        (UpgradeType::Talent, "Elite Talent", "Sonderfähigkeiten", captain.talents, TALENT),
    ] {
        let taken = count(kind);
        if taken > slots as usize {
            report.fault_at(
                place_of_ship(number),
                rule,
                format!("{} takes {slots} {en} upgrades, not {taken}", ship.name.en),
                format!("{} hat zu viele {de}: {taken} statt höchstens {slots}", ship.name.in_(Lang::De)),
            );
        }
    }
}

/// No unique name twice, on whatever kinds of cards.
fn check_unique(library: &Library, loadouts: &[Loadout], report: &mut Report) {
    for name in repeated_names(library, loadouts.iter()) {
        report.fault(
            "attackwing.unique.one-per-player",
            format!("{} is unique but appears in the squadron more than once", name.en),
            format!("{} ist einzigartig und steht mehr als einmal im Geschwader", name.in_(Lang::De)),
        );
    }
}

/// Unique names that are there more than once; cards have the same name if they have the same English one.
fn repeated_names<'a>(library: &Library, loadouts: impl Iterator<Item = &'a Loadout>) -> Vec<&Name> {
    let mut names: Vec<&Name> = Vec::new();
    for loadout in loadouts {
        let ship = library.ship(loadout.ship);
        let captain = library.captain(loadout.captain);
        names.extend(ship.unique.then_some(&ship.name));
        names.extend(captain.unique.then_some(&captain.name));
        let upgrades = loadout.upgrades.iter().map(|id| library.upgrade(*id));
        names.extend(upgrades.filter(|card| card.unique).map(|card| &card.name));
    }
    names.sort_by_key(|name| &name.en);
    let same = |pair: &&[&Name]| pair[0].en == pair[1].en;
    let mut repeated: Vec<&Name> = names.windows(2).filter(same).map(|pair| pair[0]).collect();
    repeated.dedup_by_key(|name| &name.en);
    repeated
}

fn check_factions(library: &Library, options: &Options, report: &mut Report) {
    if !options.pure_factions {
        return;
    }
    let mut factions: Vec<Faction> = Vec::new();
    for loadout in &report.loadouts {
        factions.push(library.ship(loadout.ship).faction);
        let captain = library.captain(loadout.captain);
        if captain.points > 0 {
            factions.push(captain.faction);
        }
        factions.extend(loadout.upgrades.iter().map(|id| library.upgrade(*id).faction));
    }
    if factions.windows(2).any(|pair| pair[0] != pair[1]) {
        report.fault(
            "attackwing.building.mixed-factions",
            "the players have not agreed on mixing factions",
            "die Spieler haben gemischte Fraktionen nicht vereinbart",
        );
    }
}

fn mission_points_rule(mission: Mission) -> &'static str {
    match mission {
        Mission::Dilithium => "attackwing.mission1.setup.points",
        Mission::Chase => "attackwing.mission2.setup.points",
    }
}

/// Missions want a crew member; that there is one player of each faction is checked by the set-up.
fn check_mission(library: &Library, options: &Options, report: &mut Report) {
    let Some(mission) = options.mission else { return };
    let crew =
        |loadout: &Loadout| loadout.upgrades.iter().any(|id| library.upgrade(*id).kind == UpgradeType::Crew);
    if !report.loadouts.iter().any(crew) {
        report.fault(
            mission_points_rule(mission),
            "the squadron needs at least one crew upgrade",
            "das Geschwader braucht wenigstens eine Crew-Aufwertung",
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
        let loadouts: Vec<Loadout> = members().flat_map(|report| report.loadouts.iter().cloned()).collect();
        if members().count() > 1 {
            for name in repeated_names(library, loadouts.iter()) {
                together.fault_at(
                    numbered("team", "Team", team.into()),
                    "attackwing.unique.team",
                    format!("{} is unique but appears in the team's squadrons more than once", name.en),
                    format!(
                        "{} ist einzigartig und steht mehr als einmal in den Geschwadern des Teams",
                        name.in_(Lang::De)
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

/// Reads a list file.
pub fn read(text: &str) -> Result<(Fleet, Agreed), Vec<Fault>> {
    let file: ListFile = table::files::read(text)?;
    Ok((Fleet { name: file.name, ships: file.ships }, file.options.into()))
}
