//! Squads: what they consist of, what they cost, and every rule of squad building that a squad may break.
//!
//! A squad is read first and judged then: whatever stands on a list stays on it, and the check names it. Which card takes
//! which place of the upgrade bar is in `slots`, what errata changed in `errata`, ready-made squads are in [`ready`],
//! squads made by chance in [`random`].

mod errata;
pub mod random;
pub mod ready;
mod slots;

use rulebook::{Lang, Name, Text};
use serde::{Deserialize, Serialize};
use table::Fault;
use table::lobby::{Agreed, FileOptions};

use crate::cards::{
    Faction, Library, PilotCard, PilotId, ShipType, UpgradeCard, UpgradeId, UpgradeSlot, library,
};
use crate::imports;
use crate::options::Options;
use crate::state::{MAX_SHIPS, MAX_UPGRADES, ShipId, Size, State, Upgrade};
use errata::Errata;

pub use random::{Pool, random_squad};
pub use ready::{STARTERS, starter};

/// A squad as players write it: ids of cards. The order of the upgrades on a ship means nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(rename = "ship", default)]
    pub ships: Vec<SquadShip>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquadShip {
    pub pilot: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<String>,
}

impl SquadShip {
    pub fn new(pilot: &str, upgrades: &[&str]) -> SquadShip {
        let upgrades = upgrades.iter().map(|id| id.to_string()).collect();
        SquadShip { pilot: pilot.to_string(), upgrades }
    }
}

impl Squad {
    /// The same squad with the upgrades of each ship in the order of the upgrade bar, unknown ones first.
    pub fn tidy(mut self) -> Squad {
        let library = library();
        let slot = |id: &String| library.find_upgrade(id).map(|card| library.upgrade(card).slot);
        for ship in &mut self.ships {
            ship.upgrades.sort_by_cached_key(|id| (slot(id), id.clone()));
        }
        self
    }

    /// The faction that the first known pilot flies for.
    pub fn faction(&self) -> Option<Faction> {
        let mut pilots = self.ships.iter().filter_map(|ship| library().find_pilot(&ship.pilot));
        pilots.next().map(|pilot| library().pilot(pilot).faction.side())
    }
}

/// What a squad is built for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    #[default]
    Standard,
    /// Epic play of one against one.
    Epic,
    /// Epic play in teams; the limits are those of each player.
    TeamEpic,
}

/// What epic play limits.
struct EpicLimits {
    points: u16,
    epic_points: f64,
    /// Ships of one type.
    small: usize,
    large: usize,
}

impl Format {
    const fn limits(self) -> Option<EpicLimits> {
        match self {
            Format::Standard => None,
            Format::Epic => Some(EpicLimits { points: 300, epic_points: 5.0, small: 12, large: 6 }),
            Format::TeamEpic => Some(EpicLimits { points: 200, epic_points: 3.0, small: 8, large: 4 }),
        }
    }
}

/// What a squad is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Squad points per player.
    pub points: u16,
    pub format: Format,
    /// By the cards as they are printed, without errata.
    pub as_printed: bool,
}

impl Terms {
    pub fn standard(points: u16) -> Terms {
        Terms { points, format: Format::Standard, as_printed: false }
    }
    /// The usual terms of a format.
    pub fn of(format: Format) -> Terms {
        let points = format.limits().map_or(100, |limits| limits.points);
        Terms { format, ..Terms::standard(points) }
    }
    fn errata(self) -> Errata {
        if self.as_printed { Errata::None } else { Errata::All }
    }
}

impl From<&Options> for Terms {
    fn from(options: &Options) -> Terms {
        Terms { points: options.points, format: options.format, as_printed: options.as_printed }
    }
}

/// A ship of a squad, cards as numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loadout {
    pub pilot: PilotId,
    pub upgrades: Vec<UpgradeId>,
}

/// What is known of a squad after checking it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Report {
    pub points: u16,
    /// Points of each ship with its upgrades; 0 for one whose pilot is unknown.
    pub ships: Vec<u16>,
    /// Every rule of squad building that it breaks, and what nobody knows.
    pub faults: Vec<Fault>,
    /// Its cards that cannot be played with yet.
    pub gaps: Vec<Fault>,
    #[serde(skip)]
    pub loadouts: Vec<Loadout>,
}

impl Report {
    /// The squad keeps all rules of squad building, even if some of its cards cannot be played yet.
    pub fn is_legal(&self) -> bool {
        self.faults.is_empty()
    }
    /// It can be played with.
    pub fn is_playable(&self) -> bool {
        self.is_legal() && self.gaps.is_empty()
    }
}

/// One ship of a squad with the facts of its cards.
struct Fitted<'a> {
    /// Its place on the list.
    number: usize,
    pilot: &'a PilotCard,
    kind: &'a ShipType,
    /// The upgrade bar.
    slots: &'a [UpgradeSlot],
    upgrades: Vec<&'a UpgradeCard>,
    /// The same upgrades by their numbers.
    ids: &'a [UpgradeId],
    errata: Errata,
}

impl<'a> Fitted<'a> {
    fn new(library: &'a Library, number: usize, loadout: &'a Loadout, errata: Errata) -> Fitted<'a> {
        let pilot = library.pilot(loadout.pilot);
        let upgrades = loadout.upgrades.iter().map(|id| library.upgrade(*id)).collect();
        let (kind, slots) = (library.ship(pilot.kind), errata.slots(loadout.pilot));
        Fitted { number, pilot, kind, slots, upgrades, ids: &loadout.upgrades, errata }
    }
    /// The upgrades with their numbers.
    fn equipped(&self) -> impl Iterator<Item = (UpgradeId, &'a UpgradeCard)> {
        self.ids.iter().copied().zip(self.upgrades.iter().copied())
    }
    fn points(&self) -> u16 {
        points(self.pilot, self.upgrades.iter().copied())
    }
}

/// The points of a ship with its upgrades.
pub fn loadout_points(loadout: &Loadout) -> u16 {
    let upgrades = loadout.upgrades.iter().map(|id| library().upgrade(*id));
    points(library().pilot(loadout.pilot), upgrades)
}

/// The points of a ship in a game with both of its ship cards; discarded upgrades still count.
pub fn ship_points(state: &State, id: ShipId) -> u16 {
    let ship = state.ship(id);
    let cost = |pilot: PilotId, upgrades: &[Upgrade]| {
        points(library().pilot(pilot), upgrades.iter().map(|upgrade| library().upgrade(upgrade.card)))
    };
    match state.huge(id).and_then(|huge| huge.aft.as_ref()) {
        Some(aft) => {
            let (own, theirs) =
                ship.upgrades.split_at(usize::from(aft.upgrades_from).min(ship.upgrades.len()));
            cost(ship.pilot, own) + cost(aft.pilot, theirs)
        }
        None => cost(ship.pilot, &ship.upgrades),
    }
}

/// Points off make a card at best free; a card with a negative cost makes its ship cheaper.
fn points<'a>(pilot: &PilotCard, upgrades: impl Iterator<Item = &'a UpgradeCard> + Clone) -> u16 {
    let cost = |card: &UpgradeCard| {
        let concerns = |other: &&UpgradeCard| other.discount.slot.is_none_or(|slot| slot == card.slot);
        let off: i16 = upgrades.clone().filter(concerns).map(|other| other.discount.points).sum();
        if card.points > 0 { (card.points - off).max(0) } else { card.points }
    };
    upgrades.clone().map(cost).fold(pilot.points, i16::saturating_add).max(0).unsigned_abs()
}

const POINTS: &str = "xwing.core.squad.points";
const ONE_FACTION: &str = "xwing.core.squad.faction";
const ICONS: &str = "xwing.core.squad.upgrade-icons";
const DUPLICATES: &str = "xwing.core.squad.duplicate-upgrades";
const RESTRICTED: &str = "xwing.core.squad.restricted";
const FACTION_ONLY: &str = "xwing.exp.faction-only";
const UNIQUE: &str = "xwing.exp.unique-names.1";
const UNIQUE_ACROSS: &str = "xwing.exp.unique-names.2";
const ONE_EACH: &str = "xwing.exp.modification-title.2";
const HUGE_ONLY: &str = "xwing.huge.upgrade-restriction";
const HUGE_MODIFICATIONS: &str = "xwing.huge.modifications";
const EPIC_ICON: &str = "xwing.epic.icon";
const EPIC_POINTS: &str = "xwing.core.epic.points";
const EPIC_LIMITS: &str = "xwing.core.epic.limits";
const TWO_CARDS: &str = "xwing.core.epic.two-card-huge";

/// Whether a fault is one of faction or unique names, which a team shares even if its players have points of their own.
pub fn concerns_team(fault: &Fault) -> bool {
    fault.rule.is_some_and(|rule| [ONE_FACTION, UNIQUE, UNIQUE_ACROSS].contains(&rule.0))
}

/// Faults as they are found.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, rule: impl Into<Option<&'static str>>, en: String, de: String) {
        self.0.push(Fault::new("", rule.into(), en, de));
    }
    fn at(&mut self, number: usize, rule: impl Into<Option<&'static str>>, en: String, de: String) {
        self.0.push(Fault::new("", rule.into(), en, de).at(place_of_ship(number)));
    }
    fn unknown(&mut self, number: usize, en: String, de: String, near: Vec<Text>) {
        self.0.push(Fault::new("", None, en, de).at(place_of_ship(number)).with_near(near));
    }
}

/// A ship of a list, counted from one.
pub(crate) fn place_of_ship(number: usize) -> Text {
    Text { en: format!("ship {}", number + 1), de: format!("Schiff {}", number + 1) }
}

fn german(name: &Name) -> &str {
    name.in_(Lang::De)
}

/// Checks a squad under what the players agreed on.
pub fn check(squad: &Squad, options: &Options) -> Report {
    check_by(squad, options.into())
}

/// Checks the squad of one player.
pub fn check_by(squad: &Squad, terms: Terms) -> Report {
    let library = library();
    let mut report = Report::default();
    let mut faults = Faults::default();
    if squad.ships.is_empty() {
        faults.add(POINTS, "the squad has no ship".to_string(), "die Staffel hat kein Schiff".to_string());
    }
    if squad.ships.len() > MAX_SHIPS {
        let count = squad.ships.len();
        faults.add(
            None,
            format!("the squad has {count} ships, the table holds {MAX_SHIPS}"),
            format!("die Staffel hat {count} Schiffe, auf den Tisch passen {MAX_SHIPS}"),
        );
    }
    let mut ships: Vec<(usize, Loadout)> = Vec::new();
    for (number, entry) in squad.ships.iter().enumerate().take(MAX_SHIPS) {
        let Some(loadout) = read_ship(library, number, entry, &mut faults) else {
            report.ships.push(0);
            continue;
        };
        report.ships.push(loadout_points(&loadout));
        ships.push((number, loadout));
    }
    report.points = report.ships.iter().sum();
    let judged = |errata| judge(&ships, terms, errata);
    let mut broken = judged(terms.errata());
    if !terms.as_printed {
        errata::name(&mut broken, &ships, judged);
    }
    report.faults = faults.0;
    report.faults.extend(broken);
    report.gaps = fitted(&ships, terms.errata()).iter().flat_map(gaps).collect();
    report.loadouts = ships.into_iter().map(|(_, ship)| ship).collect();
    report
}

/// Whether ships with these cards are a squad that keeps all rules.
pub fn is_legal(loadouts: &[Loadout], terms: Terms) -> bool {
    !loadouts.is_empty() && broken(loadouts, terms).is_empty()
}

/// How many rules ships with these cards break, whatever they cost.
pub(crate) fn count_faults(loadouts: &[Loadout]) -> usize {
    broken(loadouts, Terms::standard(u16::MAX)).len()
}

fn broken(loadouts: &[Loadout], terms: Terms) -> Vec<Fault> {
    let ships: Vec<(usize, Loadout)> = loadouts.iter().cloned().enumerate().collect();
    judge(&ships, terms, terms.errata())
}

/// Turns ids into cards; says which it does not know.
fn read_ship(library: &Library, number: usize, ship: &SquadShip, faults: &mut Faults) -> Option<Loadout> {
    let pilot = library.find_pilot(&ship.pilot);
    if pilot.is_none() {
        let id = &ship.pilot;
        let (en, de) = (format!("there is no pilot {id:?}"), format!("es gibt keinen Piloten „{id}“"));
        faults.unknown(number, en, de, imports::near_pilots(id));
    }
    let mut upgrades = Vec::new();
    for id in &ship.upgrades {
        match library.find_upgrade(id) {
            Some(card) => upgrades.push(card),
            None => {
                let (en, de) =
                    (format!("there is no upgrade {id:?}"), format!("es gibt keine Aufwertung „{id}“"));
                faults.unknown(number, en, de, imports::near_upgrades(id));
            }
        }
    }
    if upgrades.len() > MAX_UPGRADES {
        faults.at(
            number,
            None,
            format!("a ship has room for {MAX_UPGRADES} upgrades, not for {}", upgrades.len()),
            format!("ein Schiff hat Platz für {MAX_UPGRADES} Aufwertungen, nicht für {}", upgrades.len()),
        );
        upgrades.truncate(MAX_UPGRADES);
    }
    Some(Loadout { pilot: pilot?, upgrades })
}

/// Names the cards of a ship that cannot be played with yet.
fn gaps(ship: &Fitted) -> Vec<Fault> {
    let pilot = ship.pilot.gap.then_some(&ship.pilot.name);
    let upgrades = ship.upgrades.iter().filter(|card| card.gap).map(|card| &card.name);
    let gap = |name: &Name| {
        let (en, de) = (&name.en, german(name));
        let fault = Fault::new(
            "",
            None,
            format!("{en} cannot be played with yet: what the card does is not built in"),
            format!(
                "Mit {de} kann noch nicht gespielt werden: was die Karte bewirkt, ist noch nicht eingebaut"
            ),
        );
        fault.at(place_of_ship(ship.number))
    };
    pilot.into_iter().chain(upgrades).map(gap).collect()
}

/// Ships with the facts of their cards, each with its place on the list.
fn fitted(ships: &[(usize, Loadout)], errata: Errata) -> Vec<Fitted<'_>> {
    ships.iter().map(|(number, ship)| Fitted::new(library(), *number, ship, errata)).collect()
}

/// Every rule of squad building.
fn judge(ships: &[(usize, Loadout)], terms: Terms, errata: Errata) -> Vec<Fault> {
    let library = library();
    let ships: &[Fitted] = &fitted(ships, errata);
    let mut found = Faults::default();
    let faults = &mut found;
    for ship in ships {
        slots::check(library, ship, faults);
        check_together(ship, faults);
        for (id, card) in ship.equipped() {
            check_restrictions(ship, id, card, faults);
            check_faction_only(ships, ship, card, faults);
        }
    }
    check_faction(ships, faults);
    check_names(ships, faults);
    check_copies(ships, errata, faults);
    check_sections(library, ships, faults);
    check_format(library, ships, terms.format, faults);
    check_points(ships, terms, faults);
    found.0
}

// ---- one ship -----------------------------------------------------------------------------------------------------------

/// Who may equip a card. Values are the printed ones; pilot skill and action icons count wherever they come from.
fn check_restrictions(ship: &Fitted, id: UpgradeId, card: &UpgradeCard, faults: &mut Faults) {
    let (pilot, kind) = (ship.pilot, ship.kind);
    let mut misfit = |rule, en: String, de: String| {
        faults.at(
            ship.number,
            rule,
            format!("{} cannot equip {}: {en}", pilot.name.en, card.name.en),
            format!("{} kann {} nicht ausrüsten: {de}", german(&pilot.name), german(&card.name)),
        );
    };
    if !card.ships.is_empty() && !card.ships.contains(&kind.id) {
        let names = |lang| ship_names(&card.ships, lang);
        misfit(RESTRICTED, format!("only {}", names(Lang::En)), format!("nur {}", names(Lang::De)));
    }
    if let Some((rule, en, de)) = wrong_size(kind.size, ship.errata.sizes(id), card.slot) {
        misfit(rule, en.to_string(), de.to_string());
    }
    let hull = pilot.stats.hull.unwrap_or(kind.hull);
    let agility = pilot.stats.agility.unwrap_or(kind.agility);
    let shields = pilot.stats.shields.unwrap_or(kind.shields);
    if let Some(least) = card.min_skill.filter(|least| skill_beside(ship, card) < i16::from(*least)) {
        let (en, de) = (format!("pilot skill {least} or higher"), format!("nur ab Pilotenwert {least}"));
        misfit(RESTRICTED, en, de);
    }
    if let Some(most) = card.max_hull.filter(|most| hull > *most) {
        misfit(RESTRICTED, format!("hull {most} or lower"), format!("nur bis Hülle {most}"));
    }
    if let Some(most) = card.max_agility.filter(|most| agility > *most) {
        misfit(RESTRICTED, format!("agility {most} or lower"), format!("nur bis Wendigkeit {most}"));
    }
    if let Some(exactly) = card.needs_shields.filter(|exactly| shields != *exactly) {
        let (en, de) = (format!("shield value {exactly} only"), format!("nur mit Schildwert {exactly}"));
        misfit(RESTRICTED, en, de);
    }
    let gained = ship.upgrades.iter().flat_map(|other| &other.grants.actions);
    let has = |action| kind.actions.iter().chain(gained.clone()).any(|own| *own == action);
    if card.needs_action.is_some_and(|action| !has(action)) {
        misfit(
            RESTRICTED,
            "the action bar lacks the icon that the card asks for".to_string(),
            "in der Aktionsleiste fehlt das Symbol, das die Karte verlangt".to_string(),
        );
    }
    for id in card.must_equip.iter().filter(|id| ship.upgrades.iter().all(|other| other.id != **id)) {
        if let Some(wanted) = library().upgrades.iter().find(|other| other.id == *id) {
            misfit(
                RESTRICTED,
                format!("{} must be equipped too", wanted.name.en),
                format!("{} muss mit ausgerüstet werden", german(&wanted.name)),
            );
        }
    }
}

/// The pilot skill that a ship has besides a card: another upgrade raises it, unless that finds room only through
/// the card. Of several the last one counts (`xwing.clar.altered-ps`), which the player may choose.
fn skill_beside(ship: &Fitted, card: &UpgradeCard) -> i16 {
    let has_room =
        |other: &UpgradeCard| ship.slots.contains(&other.slot) || !card.gives.contains(&other.slot);
    let others = ship.upgrades.iter().filter(|other| other.id != card.id && has_room(other));
    // A card with two sides may lie as its player likes.
    let raises = |other: &UpgradeCard| {
        let back = other.other_side.as_ref().map_or(other.grants.skill, |back| back.grants.skill);
        i16::from(other.grants.skill.max(back))
    };
    i16::from(ship.pilot.skill) + others.map(|other| raises(other)).max().unwrap_or(0)
}

/// The names of ship types, with commas.
fn ship_names(ids: &[String], lang: Lang) -> String {
    let ships = library().ships.iter().filter(|ship| ids.contains(&ship.id));
    ships.map(|ship| ship.name.in_(lang)).collect::<Vec<_>>().join(", ")
}

/// Why a card is not for ships of a size, if it is not.
fn wrong_size(
    size: Size,
    sizes: &[Size],
    slot: UpgradeSlot,
) -> Option<(&'static str, &'static str, &'static str)> {
    let for_huge_only = sizes == [Size::Huge];
    if size == Size::Huge && slot == UpgradeSlot::Modification && sizes.is_empty() {
        return Some((
            HUGE_MODIFICATIONS,
            "huge ships take only modifications for huge ships",
            "riesige Schiffe nehmen nur Modifikationen für riesige Schiffe",
        ));
    }
    if sizes.is_empty() || sizes.contains(&size) {
        return None;
    }
    Some(match size {
        Size::Small | Size::Large if for_huge_only => {
            (HUGE_ONLY, "huge ship only", "nur für riesige Schiffe")
        }
        Size::Small => (RESTRICTED, "not for small ships", "nicht für kleine Schiffe"),
        Size::Large => (RESTRICTED, "not for large ships", "nicht für große Schiffe"),
        Size::Huge if slot == UpgradeSlot::Modification => {
            (HUGE_MODIFICATIONS, "not for huge ships", "nicht für riesige Schiffe")
        }
        Size::Huge | Size::Corvette => (RESTRICTED, "not for huge ships", "nicht für riesige Schiffe"),
    })
}

/// What the cards of one ship may not be together.
fn check_together(ship: &Fitted, faults: &mut Faults) {
    for (place, card) in ship.upgrades.iter().enumerate() {
        let (name, name_de) = (&card.name.en, german(&card.name));
        let is_second = ship.upgrades[..place].iter().filter(|other| other.id == card.id).count() == 1;
        if is_second && card.limited {
            faults.at(
                ship.number,
                DUPLICATES,
                format!("{name} is limited to one per ship"),
                format!("{name_de} ist limitiert: höchstens einmal je Schiff"),
            );
        }
        if is_second && ship.upgrades.iter().any(|other| wants_different(other, card.slot)) {
            faults.at(
                ship.number,
                RESTRICTED,
                format!("{name} is included more than once; the cards must be different"),
                format!("{name_de} ist mehrmals da; die Karten müssen verschieden sein"),
            );
        }
        for other in &ship.upgrades {
            let (by, by_de) = (&other.name.en, german(&other.name));
            if let Some(most) = other.max_points.get(&card.slot).filter(|most| card.points > **most) {
                faults.at(
                    ship.number,
                    RESTRICTED,
                    format!("{name} costs more than the {most} points that {by} allows"),
                    format!("{name_de} kostet mehr als die {most} Punkte, die {by_de} erlaubt"),
                );
            }
            if other.only_unique.contains(&card.slot) && !card.unique {
                faults.at(
                    ship.number,
                    RESTRICTED,
                    format!("{name} is not unique, which {by} asks for"),
                    format!("{name_de} ist nicht einzigartig, wie {by_de} es verlangt"),
                );
            }
        }
    }
}

/// Whether a card wants all upgrades of a slot on its ship to be different.
fn wants_different(card: &UpgradeCard, slot: UpgradeSlot) -> bool {
    let several = |allowed: Option<u8>| allowed.is_some_and(|most| most > 1);
    card.different.contains(&slot)
        || slot == UpgradeSlot::Modification && several(card.modifications)
        || slot == UpgradeSlot::Title && several(card.titles)
}

// ---- the whole squad ----------------------------------------------------------------------------------------------------

/// The Resistance flies with the Rebels, the First Order with the Empire.
fn check_faction(ships: &[Fitted], faults: &mut Faults) {
    let Some(own) = ships.first().map(|ship| ship.pilot.faction.side()) else { return };
    for ship in ships.iter().filter(|ship| ship.pilot.faction.side() != own) {
        let (pilot, faction) = (&ship.pilot.name, own.name());
        faults.at(
            ship.number,
            ONE_FACTION,
            format!("{} does not belong to the faction {}", pilot.en, faction.en),
            format!("{} gehört nicht zur Fraktion {}", german(pilot), faction.de),
        );
    }
}

/// A card for one faction only; a name in the squad may lift that.
fn check_faction_only(ships: &[Fitted], ship: &Fitted, card: &UpgradeCard, faults: &mut Faults) {
    let side = ship.pilot.faction.side();
    if card.factions.is_empty() || card.factions.iter().any(|faction| faction.side() == side) {
        return;
    }
    let named = |name: &Name| Some(&name.en) == card.waived_by.as_ref();
    let has = |ship: &Fitted| named(&ship.pilot.name) || ship.upgrades.iter().any(|other| named(&other.name));
    if ships.iter().any(has) {
        return;
    }
    let names = |lang| card.factions.iter().map(|one| one.name().in_(lang)).collect::<Vec<_>>().join(", ");
    faults.at(
        ship.number,
        FACTION_ONLY,
        format!("{} is only for squads of the faction {}", card.name.en, names(Lang::En)),
        format!("{} ist nur für Staffeln der Fraktion {}", german(&card.name), names(Lang::De)),
    );
}

/// No unique name twice, on whatever kinds of cards. Cards have the same name if they have the same English one.
fn check_names(ships: &[Fitted], faults: &mut Faults) {
    let mut names: Vec<(&Name, bool)> = Vec::new();
    for ship in ships {
        names.extend(ship.pilot.unique.then_some((&ship.pilot.name, true)));
        names.extend(ship.upgrades.iter().filter(|card| card.unique).map(|card| (&card.name, false)));
    }
    names.sort_by_key(|(name, _)| &name.en);
    for same in names.chunk_by(|(a, _), (b, _)| a.en == b.en).filter(|same| same.len() > 1) {
        let (name, first_is_pilot) = same[0];
        let across = same.iter().any(|(_, is_pilot)| *is_pilot != first_is_pilot);
        faults.add(
            if across { UNIQUE_ACROSS } else { UNIQUE },
            format!("{} is unique but appears in the squad more than once", name.en),
            format!("{} ist einzigartig und steht mehr als einmal in der Staffel", german(name)),
        );
    }
}

/// Cards of which a squad may have only so many.
fn check_copies(ships: &[Fitted], errata: Errata, faults: &mut Faults) {
    let mut counted: Vec<(&UpgradeCard, u8, usize)> = Vec::new();
    for (id, card) in ships.iter().flat_map(Fitted::equipped) {
        let Some(most) = errata.max_per_squad(id) else { continue };
        match counted.iter_mut().find(|(other, ..)| other.id == card.id) {
            Some((.., count)) => *count += 1,
            None => counted.push((card, most, 1)),
        }
    }
    for (card, most, count) in counted {
        if count > most.into() {
            faults.add(
                RESTRICTED,
                format!("{} appears in the squad {count} times, {most} are allowed", card.name.en),
                format!("{} steht {count}-mal in der Staffel, erlaubt sind {most}", german(&card.name)),
            );
        }
    }
}

/// A huge ship with two ship cards is bought as both.
fn check_sections(library: &Library, ships: &[Fitted], faults: &mut Faults) {
    let count = |id: &str| ships.iter().filter(|ship| ship.kind.id == *id).count();
    for kind in &library.ships {
        let Some(other) = &kind.other_section else { continue };
        if count(&kind.id) > count(other) {
            let missing = library.ships.iter().find(|ship| ship.id == *other);
            let missing = missing.map_or(&kind.name, |ship| &ship.name);
            faults.add(
                TWO_CARDS,
                format!("{} is bought only together with {}", kind.name.en, missing.en),
                format!("{} kauft man nur zusammen mit {}", german(&kind.name), german(missing)),
            );
        }
        if kind.section.as_deref() != Some("fore") {
            continue;
        }
        let fores = ships.iter().filter(|ship| ship.kind.id == kind.id);
        for (fore, aft) in fores.zip(ships.iter().filter(|ship| ship.kind.id == *other)) {
            let count = fore.upgrades.len() + aft.upgrades.len();
            if count > MAX_UPGRADES {
                faults.at(
                    fore.number,
                    None,
                    format!("both sections together have room for {MAX_UPGRADES} upgrades, not for {count}"),
                    format!("beide Sektionen zusammen haben Platz für {MAX_UPGRADES} Aufwertungen, nicht für {count}"),
                );
            }
        }
    }
}

/// Huge ships fly only in epic play, which has limits of its own.
fn check_format(library: &Library, ships: &[Fitted], format: Format, faults: &mut Faults) {
    let Some(limits) = format.limits() else {
        for ship in ships.iter().filter(|ship| ship.kind.size == Size::Huge) {
            faults.at(
                ship.number,
                EPIC_ICON,
                format!("{} is only allowed in epic play", ship.pilot.name.en),
                format!("{} ist nur in epischen Spielen erlaubt", german(&ship.pilot.name)),
            );
        }
        return;
    };
    let spent: f64 = ships.iter().map(|ship| ship.kind.epic_points).sum();
    if spent > limits.epic_points {
        let most = limits.epic_points;
        faults.add(
            EPIC_POINTS,
            format!("{spent} epic points are spent, {most} are allowed"),
            format!("{spent} epische Punkte sind ausgegeben, {most} sind erlaubt"),
        );
    }
    for kind in &library.ships {
        let most = match kind.size {
            Size::Small => limits.small,
            Size::Large => limits.large,
            Size::Huge | Size::Corvette => continue,
        };
        let count = ships.iter().filter(|ship| ship.kind.id == kind.id).count();
        if count > most {
            faults.add(
                EPIC_LIMITS,
                format!("{}: {count} ships of this type, {most} are allowed", kind.name.en),
                format!("{}: {count} Schiffe dieses Typs, erlaubt sind {most}", german(&kind.name)),
            );
        }
    }
}

fn check_points(ships: &[Fitted], terms: Terms, faults: &mut Faults) {
    for ship in ships.iter().filter(|ship| ship.pilot.points == 0) {
        faults.at(
            ship.number,
            RESTRICTED,
            format!("{} cannot be bought: another card brings this ship", ship.pilot.name.en),
            format!(
                "{} kann man nicht kaufen: eine andere Karte bringt dieses Schiff",
                german(&ship.pilot.name)
            ),
        );
    }
    let (spent, limit) = (ships.iter().map(Fitted::points).sum::<u16>(), terms.points);
    if spent > limit {
        faults.add(
            if terms.format == Format::Standard { POINTS } else { EPIC_POINTS },
            format!("{spent} squad points are spent, {limit} are allowed"),
            format!("{spent} Kommandopunkte sind ausgegeben, {limit} sind erlaubt"),
        );
    }
}

// ---- list files ---------------------------------------------------------------------------------------------------------

/// A list file of the project: a squad and, if they matter, the options it is judged by. TOML or JSON.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListFile {
    #[serde(default)]
    name: String,
    #[serde(default)]
    options: FileOptions,
    #[serde(rename = "ship")]
    ships: Vec<SquadShip>,
}

/// Reads a list file of the project.
pub fn read(text: &str) -> Result<(Squad, Agreed), Vec<Fault>> {
    let file: ListFile = table::files::read(text)?;
    Ok((Squad { name: file.name, ships: file.ships }, file.options.into()))
}
