//! The game before it begins: what players agree on, squadrons ready to play, and the cards that squadrons are built
//! of. Reading the lists of other programs is in [`crate::imports`].

use flightpath::aid;
use rand_core::Rng;
use table::lobby::{
    Agreed, Catalogue, CatalogueCard, CatalogueName, Field, FieldValue, List, ListReport, ListUnit, Lobby,
    ReadList, ReadyList, WrittenList, agreed_values,
};
use table::{Fault, Game, Lang, Seat, Text, Words};

use crate::cards::{Faction, UpgradeType, library};
use crate::lists::pool::{PoolCard, pool};
use crate::lists::{self, Captains, Fleet, FleetShip, random_fleet};
use crate::missions::MissionId;
use crate::show::upgrade_type_name;
use crate::state::{Options, Planet};
use crate::{AttackWing, PlayerSetup, Setup, imports};

impl Lobby for AttackWing {
    fn title() -> Text {
        Text::new("Star Trek: Attack Wing", "Star Trek: Attack Wing")
    }

    /// Four players play two against two.
    fn tables() -> &'static [u8] {
        &[3, 2, 4]
    }

    fn fields() -> Vec<Field> {
        fields()
    }

    fn planning_aid(agreed: &Agreed) -> bool {
        aid::is_on(agreed, options(agreed).0.tournament)
    }

    fn ready_lists() -> Vec<ReadyList> {
        READY.iter().map(ready_list).collect()
    }

    fn random_list(_seat: Seat, agreed: &Agreed, luck: &mut dyn Rng) -> Option<List> {
        Some(list_of(&random_fleet(luck, &options(agreed).0)))
    }

    fn catalogue() -> Catalogue {
        catalogue()
    }

    fn not_built_in() -> Vec<CatalogueCard> {
        pool().iter().filter(|card| !card.is_built_in()).map(pool_card).collect()
    }

    fn check_list(list: &List, agreed: &Agreed) -> ListReport {
        let (options, mut faults) = options(agreed);
        let fleet = fleet_of(list);
        let report = lists::check(&fleet, &options);
        faults.extend(report.faults);
        let units: Vec<u16> = fleet.ships.iter().map(lists::entry_cost).collect();
        ListReport {
            points: units.iter().fold(0, |sum, unit| sum.saturating_add(*unit)),
            limit: options.point_limit(),
            units,
            faults,
            // Of a card that is not built in nobody knows where it may be, and some change what others cost.
            is_open: !report.gaps.is_empty(),
            gaps: report.gaps,
            tournament: Vec::new(),
        }
    }

    fn read_form(text: &str) -> Result<Vec<ReadList>, Vec<Fault>> {
        imports::read(text)
    }

    fn write_list(list: &List) -> Vec<WrittenList> {
        // A squadron is nothing but text, which TOML always holds.
        let text = toml::to_string(&fleet_of(list)).unwrap_or_default();
        vec![WrittenList { form: "toml", name: Words::new("TOML", "TOML"), suffix: "toml", text }]
    }

    fn assemble(lists: &[List], agreed: &Agreed) -> Result<Setup, Vec<Fault>> {
        let (options, faults) = options(agreed);
        if !faults.is_empty() {
            return Err(faults);
        }
        let team = |number: usize| (lists.len() > 3).then_some(number as u8 % 2);
        let players = lists.iter().enumerate().map(|(number, list)| PlayerSetup {
            name: list.name.clone(),
            team: team(number),
            ..PlayerSetup::fleet(fleet_of(list))
        });
        let setup = Setup { players: players.collect(), options };
        AttackWing::begin(&setup)?;
        Ok(setup)
    }

    fn side_of(list: &List, lang: Lang) -> String {
        side(list).map_or(String::new(), |faction| faction.name().in_(lang).to_string())
    }
}

// ---- what players agree on ----------------------------------------------------------------------------------------------

const NONE: &str = "none";
const YES: &str = "yes";
const NO: &str = "no";

fn yes_or_no(id: &'static str, name: (&str, &str), about: (&str, &str)) -> Field {
    let values = vec![FieldValue::new(NO, "no", "nein"), FieldValue::new(YES, "yes", "ja")];
    Field::new(id, name, about, values)
}

fn fields() -> Vec<Field> {
    let or_none = |en: &str, de: &str, mut others: Vec<FieldValue>| {
        others.insert(0, FieldValue::new(NONE, en, de));
        others
    };
    vec![
        Field::new(
            "mission",
            ("Mission", "Mission"),
            (
                "A mission for three players, one of each faction, with squadrons of 40 points.",
                "Eine Mission für drei Spieler, je einer pro Fraktion, mit Geschwadern zu 40 Punkten.",
            ),
            or_none(
                "none",
                "keine",
                MissionId::all()
                    .map(|mission| FieldValue::new(mission.id(), mission.name().en, mission.name().de))
                    .collect(),
            ),
        ),
        Field::new(
            "points",
            ("Squadron points", "Geschwaderpunkte"),
            (
                "How many points each side may spend; without a limit any squadron may play.",
                "Wie viele Punkte jede Seite ausgeben darf; ohne Grenze darf jedes Geschwader antreten.",
            ),
            or_none("no limit", "ohne Grenze", FieldValue::numbers(&[40, 60, 80, 100], " points", " Punkte")),
        ),
        Field::new(
            "obstacles",
            ("Obstacles", "Hindernisse"),
            (
                "How many obstacles the players place in turn before the ships.",
                "Wie viele Hindernisse die Spieler abwechselnd vor den Schiffen legen.",
            ),
            FieldValue::numbers(&[0, 1, 2, 3, 4, 5, 6], "", ""),
        ),
        Field::new(
            "planet",
            ("Planet", "Planet"),
            (
                "A planet that stops ships and blocks shots; missions bring their own.",
                "Ein Planet, der Schiffe aufhält und die Schussbahn versperrt; Missionen bringen ihren eigenen mit.",
            ),
            vec![
                FieldValue::new(NONE, "none", "keiner"),
                FieldValue::new("center", "in the middle", "in der Mitte"),
            ],
        ),
        Field::new(
            "area",
            ("Play area", "Spielfläche"),
            ("The size of the table.", "Die Größe der Fläche."),
            vec![
                FieldValue::new("900x900", "90 × 90 cm", "90 × 90 cm"),
                FieldValue::new("1200x900", "120 × 90 cm", "120 × 90 cm"),
                FieldValue::new("1200x1200", "120 × 120 cm", "120 × 120 cm"),
            ],
        ),
        yes_or_no(
            "pure_factions",
            ("Pure factions", "Reine Fraktionen"),
            (
                "Ships and cards of different factions are not mixed in one squadron.",
                "Schiffe und Karten verschiedener Fraktionen werden nicht in einem Geschwader gemischt.",
            ),
        ),
        yes_or_no(
            "random_factions",
            ("Deal the squadrons", "Geschwader verteilen"),
            (
                "The squadrons are dealt to the players at random.",
                "Die Geschwader werden den Spielern zufällig zugeteilt.",
            ),
        ),
        yes_or_no(
            "tournament",
            ("Tournament FAQ", "Turnier-FAQ"),
            ("The later official answers apply.", "Die späteren offiziellen Antworten gelten."),
        ),
        yes_or_no(
            "green_clears_auxiliary",
            ("Green clears all", "Grün entfernt alles"),
            (
                "A green maneuver removes all auxiliary power tokens instead of one.",
                "Ein grünes Manöver entfernt alle Notenergie-Marker statt nur eines.",
            ),
        ),
        yes_or_no(
            "defender_modifies_defense_first",
            ("Defender first", "Verteidiger zuerst"),
            (
                "The defender modifies the defense roll before the attacker does.",
                "Der Verteidiger modifiziert den Verteidigungswurf vor dem Angreifer.",
            ),
        ),
        Field::new(
            "rounds",
            ("Round limit", "Rundengrenze"),
            (
                "The game is a draw after so many rounds.",
                "Nach so vielen Runden endet das Spiel unentschieden.",
            ),
            or_none("none", "keine", FieldValue::numbers(&[10, 20, 50], " rounds", " Runden")),
        ),
        aid::field(),
    ]
}

/// The options that were agreed on, and what was agreed on that does not exist.
fn options(agreed: &Agreed) -> (Options, Vec<Fault>) {
    let mut options = Options::default();
    let (chosen, faults) = agreed_values(&fields(), agreed);
    for (id, chosen) in chosen {
        let yes = chosen == YES;
        match id {
            "mission" => options.mission = MissionId::find(chosen),
            "points" => options.points = chosen.parse().ok(),
            "obstacles" => options.obstacles = chosen.parse().unwrap_or_default(),
            "planet" => options.planet = (chosen == "center").then_some(Planet::Centre),
            "area" => {
                let size = chosen.split_once('x').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
                options.area = size.unwrap_or(options.area);
            }
            "pure_factions" => options.pure_factions = yes,
            "random_factions" => options.random_factions = yes,
            "tournament" => options.tournament = yes,
            "green_clears_auxiliary" => options.green_clears_auxiliary = yes,
            "defender_modifies_defense_first" => options.defender_modifies_defense_first = yes,
            "rounds" => options.rounds = chosen.parse().ok(),
            _ => {}
        }
    }
    (options, faults)
}

// ---- lists --------------------------------------------------------------------------------------------------------------

/// A list in the game's own form. What is no captain is taken for an upgrade, so that the check can name it.
pub fn fleet_of(list: &List) -> Fleet {
    let is_built_in = |id: &String| library().captains.iter().any(|card| card.id == *id);
    let is_captain =
        |id: &String| id.starts_with("captain:") || is_built_in(id) || lists::pool::is_captain(id);
    let ship = |unit: &ListUnit| {
        let (mut captains, upgrades): (Vec<String>, Vec<String>) =
            unit.carries.iter().cloned().partition(is_captain);
        let captain =
            if captains.len() == 1 { Captains::One(captains.remove(0)) } else { Captains::Several(captains) };
        FleetShip { ship: unit.card.clone(), captain, upgrades }
    };
    Fleet { name: list.name.clone(), ships: list.units.iter().map(ship).collect() }
}

/// A squadron in the form of every list builder.
pub fn list_of(fleet: &Fleet) -> List {
    let unit = |ship: &FleetShip| {
        ListUnit::new(&ship.ship, ship.captain.ids().iter().chain(&ship.upgrades).cloned().collect())
    };
    let units = fleet.ships.iter().map(unit).collect();
    List { name: fleet.name.clone(), units, ..List::default() }
}

/// The faction of a list's most expensive ship.
fn side(list: &List) -> Option<Faction> {
    let fleet = fleet_of(list);
    let mut best: Option<(u16, Faction)> = None;
    for ship in &fleet.ships {
        let Some(card) = library().ships.iter().find(|card| card.id == ship.ship) else { continue };
        let points = lists::entry_cost(ship);
        if best.is_none_or(|(most, _)| points > most) {
            best = Some((points, card.faction));
        }
    }
    best.map(|(_, faction)| faction)
}

struct Ready {
    id: &'static str,
    name: Words,
    /// Ships, each with its captain and upgrades.
    ships: &'static [(&'static str, &'static [&'static str])],
}

const fn ready(
    id: &'static str,
    en: &'static str,
    de: &'static str,
    ships: &'static [(&'static str, &'static [&'static str])],
) -> Ready {
    Ready { id, name: Words::new(en, de), ships }
}

/// The loadouts of the box, and squadrons of 60 and 100 points.
const READY: [Ready; 10] = [
    ready(
        "federation",
        "Enterprise-D (starter, 40)",
        "Enterprise-D (Starter, 40)",
        &[("enterprise-d", &["picard", "geordi", "obrien"])],
    ),
    ready(
        "klingon",
        "Maht-H'a (starter, 43)",
        "Maht-H'a (Starter, 43)",
        &[("maht-ha", &["nudaq", "konmel", "tractor-beam", "photon-torpedoes-klingon"])],
    ),
    ready(
        "romulan",
        "Khazara (starter, 40)",
        "Khazara (Starter, 40)",
        &[("khazara", &["toreth", "bochra", "plasma-torpedoes"])],
    ),
    ready(
        "klingon-40",
        "Maht-H'a (40)",
        "Maht-H'a (40)",
        &[("maht-ha", &["nudaq", "klag", "tractor-beam", "photon-torpedoes-klingon"])],
    ),
    ready(
        "federation-60",
        "Federation patrol (60)",
        "Patrouille der Föderation (60)",
        &[("federation-starship", &["riker", "geordi"]), ("federation-starship", &["federation-captain"])],
    ),
    ready(
        "klingon-60",
        "Klingon hunters (60)",
        "Klingonische Jäger (60)",
        &[("maht-ha", &["nudaq", "tractor-beam"]), ("klingon-starship", &["klingon-captain"])],
    ),
    ready(
        "romulan-60",
        "Romulan ambush (60)",
        "Romulanischer Hinterhalt (60)",
        &[("romulan-starship", &["toreth"]), ("romulan-starship", &["romulan-captain"])],
    ),
    ready(
        "federation-100",
        "Federation task force (100)",
        "Einsatzverband der Föderation (100)",
        &[
            ("enterprise-d", &["picard", "worf", "geordi", "photon-torpedoes-federation"]),
            ("federation-starship", &["federation-captain", "obrien"]),
            ("federation-starship", &["federation-captain"]),
        ],
    ),
    ready(
        "klingon-100",
        "Klingon battle group (100)",
        "Klingonische Kampfgruppe (100)",
        &[
            ("maht-ha", &["nudaq", "konmel", "tractor-beam", "photon-torpedoes-klingon"]),
            ("klingon-starship", &["klingon-captain", "photon-torpedoes-klingon"]),
            ("klingon-starship", &["klingon-captain"]),
        ],
    ),
    ready(
        "romulan-100",
        "Romulan fleet (100)",
        "Romulanische Flotte (100)",
        &[
            ("khazara", &["toreth", "counter-attack", "nvek", "plasma-torpedoes"]),
            ("romulan-starship", &["romulan-captain"]),
            ("romulan-starship", &["romulan-captain"]),
        ],
    ),
];

fn ready_list(ready: &Ready) -> ReadyList {
    let unit = |(ship, cards): &(&str, &[&str])| {
        ListUnit::new(*ship, cards.iter().map(|card| card.to_string()).collect())
    };
    let units = ready.ships.iter().map(unit).collect();
    let list = List { name: ready.name.en.to_string(), units, ..List::default() };
    let side = side(&list).map_or(String::new(), Faction::id);
    ReadyList { id: ready.id.to_string(), name: Text::from(ready.name), side, list, agreed: Agreed::new() }
}

// ---- the catalogue --------------------------------------------------------------------------------------------------------

const CAPTAIN: &str = "captain";

fn slot_id(kind: UpgradeType) -> &'static str {
    match kind {
        UpgradeType::Talent => "talent",
        UpgradeType::Crew => "crew",
        UpgradeType::Weapon => "weapon",
        UpgradeType::Tech => "tech",
    }
}

fn catalogue() -> Catalogue {
    const KINDS: [UpgradeType; 4] =
        [UpgradeType::Talent, UpgradeType::Crew, UpgradeType::Weapon, UpgradeType::Tech];
    let library = library();
    let name = |id: &str, words: Words| CatalogueName { id: id.to_string(), name: Text::from(words) };
    let ships = library.ships.iter().map(|card| card.faction);
    let captains = library.captains.iter().map(|card| card.faction);
    let upgrades = library.upgrades.iter().map(|card| card.faction);
    let mut factions: Vec<Faction> = ships.chain(captains).chain(upgrades).collect();
    factions.sort_unstable();
    factions.dedup();
    let captain = CatalogueName { id: CAPTAIN.to_string(), name: Text::new("Captain", "Captain") };
    let slots = KINDS.iter().map(|kind| name(slot_id(*kind), upgrade_type_name(*kind)));
    Catalogue {
        sides: factions.iter().map(|faction| name(&faction.id(), faction.name())).collect(),
        slots: [captain].into_iter().chain(slots).collect(),
        units: (0..library.ships.len()).map(unit_card).collect(),
        cards: (0..library.captains.len())
            .map(captain_card)
            .chain((0..library.upgrades.len()).map(upgrade_card))
            .collect(),
    }
}

fn number(en: &str, de: &str, value: impl ToString) -> (Text, String) {
    (Text::new(en, de), value.to_string())
}

fn unit_card(index: usize) -> CatalogueCard {
    let library = library();
    let card = &library.ships[index];
    // Places for Elite Talents belong to the captain.
    let slots =
        [(CAPTAIN, 1), ("crew", card.slots.crew), ("weapon", card.slots.weapon), ("tech", card.slots.tech)];
    CatalogueCard {
        id: card.id.clone(),
        name: Text::from(&card.name),
        own_name: card.name.is_own(Lang::De),
        line: library.class(card.class_id).name.clone(),
        side: card.faction.id(),
        points: card.points.into(),
        unique: card.unique,
        text: card.text.clone(),
        values: vec![
            number("Attack", "Angriff", card.attack),
            number("Agility", "Wendigkeit", card.agility),
            number("Hull", "Hülle", card.hull),
            number("Shields", "Schilde", card.shields),
        ],
        slots: slots.iter().filter(|slot| slot.1 > 0).map(|slot| (slot.0.to_string(), slot.1)).collect(),
        gives: Vec::new(),
        gap: None,
        ..CatalogueCard::default()
    }
}

fn captain_card(index: usize) -> CatalogueCard {
    let card = &library().captains[index];
    CatalogueCard {
        id: card.id.clone(),
        name: Text::from(&card.name),
        own_name: card.name.is_own(Lang::De),
        line: Text::new("Captain", "Captain"),
        side: card.faction.id(),
        points: card.points.into(),
        unique: card.unique,
        text: card.text.clone(),
        values: vec![
            number("Skill", "Erfahrung", card.skill),
            number("Elite Talents", "Sonderfähigkeiten", card.talents),
        ],
        slots: vec![(CAPTAIN.to_string(), 1)],
        gives: (card.talents > 0).then(|| ("talent".to_string(), card.talents)).into_iter().collect(),
        gap: None,
        ..CatalogueCard::default()
    }
}

fn upgrade_card(index: usize) -> CatalogueCard {
    let card = &library().upgrades[index];
    let mut values = Vec::new();
    if card.attack > 0 {
        values.push(number("Attack", "Angriff", card.attack));
        values.push(number("Range", "Reichweite", format!("{}–{}", card.range.0, card.range.1)));
    }
    CatalogueCard {
        id: card.id.clone(),
        name: Text::from(&card.name),
        own_name: card.name.is_own(Lang::De),
        line: Text::from(upgrade_type_name(card.kind)),
        side: card.faction.id(),
        points: card.points.into(),
        unique: card.unique,
        text: card.text.clone(),
        values,
        slots: vec![(slot_id(card.kind).to_string(), 1)],
        gives: Vec::new(),
        gap: None,
        ..CatalogueCard::default()
    }
}

/// A card of which only the name and what stands around it are known.
fn pool_card(card: &PoolCard) -> CatalogueCard {
    let (kind, factions, sets) = (card.kind.name(), card.belongs_to(), card.sets.join(", "));
    CatalogueCard {
        id: card.codes[0].clone(),
        name: Text::new(&card.name, &card.name),
        line: Text { en: dotted(&[kind.en, &card.class]), de: dotted(&[kind.de, &card.class]) },
        side: card.factions.first().cloned().unwrap_or_default(),
        unique: card.unique,
        points: card.points.into(),
        text: Text { en: dotted(&[&factions.en, &sets]), de: dotted(&[&factions.de, &sets]) },
        gap: Some(card.gap()),
        ..CatalogueCard::default()
    }
}

/// What there is of these, with dots between.
fn dotted(parts: &[&str]) -> String {
    parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}
