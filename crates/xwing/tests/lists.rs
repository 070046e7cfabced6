//! Squads: every rule of squad building with a squad that breaks just that one, ready-made squads, and squads that go out
//! into the world and come back.

use rand_core::Rng;
use table::direct::luck;
use table::lobby::{Agreed, List, ListUnit, Lobby, ReadList};
use table::{Fault, Game, Lang};
use xwing::cards::{UpgradeSlot, library};
use xwing::imports::{self, Xws, read_xws, write_brackets, write_text, write_xws};
use xwing::lists::ready::READY;
use xwing::lists::{
    self, Format, Loadout, Pool, STARTERS, Squad, SquadShip, Terms, check_by, random_squad, starter,
};
use xwing::{DeckName, Options, RulesetName, XWing};

fn squad(ships: &[(&str, &[&str])]) -> Squad {
    let ships = ships.iter().map(|(pilot, upgrades)| SquadShip::new(pilot, upgrades));
    Squad { name: String::new(), ships: ships.collect() }.tidy()
}

/// The rules that a squad breaks; gaps are no rules.
fn broken(squad: &Squad, terms: Terms) -> Vec<&'static str> {
    let report = check_by(squad, terms);
    let rules = report.faults.iter().filter_map(|fault| fault.rule.map(|rule| rule.0));
    rules.collect()
}

const POINTS: &str = "xwing.core.squad.points";
const FACTION: &str = "xwing.core.squad.faction";
const ICONS: &str = "xwing.core.squad.upgrade-icons";
const DUPLICATES: &str = "xwing.core.squad.duplicate-upgrades";
const RESTRICTED: &str = "xwing.core.squad.restricted";
const FACTION_ONLY: &str = "xwing.exp.faction-only";
const UNIQUE: &str = "xwing.exp.unique-names.1";
const ACROSS: &str = "xwing.exp.unique-names.2";
const ONE_EACH: &str = "xwing.exp.modification-title.2";

type Ships<'a> = &'a [(&'a str, &'a [&'a str])];

/// Squads that break one rule, each beside one that is like it and keeps it.
const RULES: &[(&str, Ships, Ships)] = &[
    // Points, with negative costs and discounts.
    (
        POINTS,
        &[
            ("luke-skywalker", &["engine-upgrade"]),
            ("wedge-antilles", &[]),
            ("wes-janson", &["stealth-device", "r2-d2-astromech"]),
            ("rookie-pilot", &[]),
        ],
        &[
            ("luke-skywalker", &["engine-upgrade"]),
            ("wedge-antilles", &[]),
            ("wes-janson", &["stealth-device", "r2-d2-astromech"]),
        ],
    ),
    (
        POINTS,
        &[
            ("green-squadron-pilot", &[]),
            ("green-squadron-pilot", &[]),
            ("green-squadron-pilot", &[]),
            ("green-squadron-pilot", &[]),
            ("rookie-pilot", &[]),
            ("prototype-pilot", &[]),
        ],
        &[
            ("green-squadron-pilot", &["chardaan-refit"]),
            ("green-squadron-pilot", &["chardaan-refit"]),
            ("green-squadron-pilot", &["chardaan-refit"]),
            ("prototype-pilot", &["chardaan-refit"]),
            ("prototype-pilot", &["chardaan-refit"]),
        ],
    ),
    // One faction.
    (
        FACTION,
        &[("luke-skywalker", &[]), ("academy-pilot", &[])],
        &[("luke-skywalker", &[]), ("poe-dameron", &[])],
    ),
    (
        FACTION,
        &[("academy-pilot", &[]), ("boba-fett-scum", &[])],
        &[("academy-pilot", &[]), ("boba-fett", &[]), ("omega-ace", &[])],
    ),
    // Icons of the upgrade bar.
    (ICONS, &[("rookie-pilot", &["push-the-limit"])], &[("luke-skywalker", &["push-the-limit"])]),
    (
        ICONS,
        &[("luke-skywalker", &["r2-d2-astromech", "r5-astromech"])],
        &[("luke-skywalker", &["r2-d2-astromech"])],
    ),
    (
        ICONS,
        &[("omicron-group-pilot", &["gunner", "emperor-palpatine"])],
        &[("omicron-group-pilot", &["emperor-palpatine"])],
    ),
    (
        ICONS,
        &[("onyx-squadron-pilot", &["tie-x7", "ion-cannon"])],
        &[("onyx-squadron-pilot", &["ion-cannon"])],
    ),
    (
        ICONS,
        &[("cartel-spacer", &["ion-cannon"])],
        &[("cartel-spacer", &["heavy-scyk-interceptor", "ion-cannon"])],
    ),
    (
        ICONS,
        &[("cartel-spacer", &["heavy-scyk-interceptor", "ion-cannon", "proton-torpedoes"])],
        &[("cartel-spacer", &["heavy-scyk-interceptor", "proton-torpedoes"])],
    ),
    (
        ICONS,
        &[("gold-squadron-pilot", &["seismic-charges"])],
        &[("gold-squadron-pilot", &["seismic-charges", "bomb-loadout"])],
    ),
    (
        ICONS,
        &[("gamma-squadron-pilot", &["tie-shuttle", "proton-torpedoes"])],
        &[("gamma-squadron-pilot", &["tie-shuttle", "intelligence-agent", "mercenary-copilot"])],
    ),
    (
        ICONS,
        &[("ruthless-freelancer", &["tractor-beam"])],
        &[("ruthless-freelancer", &["tractor-beam", "mist-hunter"])],
    ),
    // Limited cards, and those of which ships or squads may have only so many.
    (
        DUPLICATES,
        &[("scimitar-squadron-pilot", &["extra-munitions", "extra-munitions"])],
        &[("scimitar-squadron-pilot", &["proton-torpedoes", "proton-torpedoes"])],
    ),
    (
        RESTRICTED,
        &[
            ("manaroo", &["attanni-mindlink"]),
            ("talonbane-cobra", &["attanni-mindlink"]),
            ("guri", &["attanni-mindlink"]),
        ],
        &[("manaroo", &["attanni-mindlink"]), ("talonbane-cobra", &["attanni-mindlink"])],
    ),
    (
        RESTRICTED,
        &[("green-squadron-pilot", &["a-wing-test-pilot", "outmaneuver", "outmaneuver"])],
        &[("green-squadron-pilot", &["a-wing-test-pilot", "outmaneuver", "push-the-limit"])],
    ),
    // Restrictions by ship, size, values, icons and other cards.
    (RESTRICTED, &[("luke-skywalker", &["royal-guard-tie"])], &[("soontir-fel", &["royal-guard-tie"])]),
    (RESTRICTED, &[("luke-skywalker", &["countermeasures"])], &[("han-solo", &["countermeasures"])]),
    (RESTRICTED, &[("han-solo", &["vectored-thrusters"])], &[("luke-skywalker", &["vectored-thrusters"])]),
    (
        RESTRICTED,
        &[("alpha-squadron-pilot", &["royal-guard-tie"])],
        &[("royal-guard-pilot", &["royal-guard-tie"])],
    ),
    (RESTRICTED, &[("academy-pilot", &["autothrusters"])], &[("alpha-squadron-pilot", &["autothrusters"])]),
    (
        RESTRICTED,
        &[("academy-pilot", &["lightweight-frame"])],
        &[("scimitar-squadron-pilot", &["lightweight-frame"])],
    ),
    (RESTRICTED, &[("rookie-pilot", &["pulsed-ray-shield"])], &[("spice-runner", &["pulsed-ray-shield"])]),
    (
        RESTRICTED,
        &[("rookie-pilot", &["long-range-scanners"])],
        &[("scimitar-squadron-pilot", &["long-range-scanners"])],
    ),
    (RESTRICTED, &[("luke-skywalker", &["r2-d6"])], &[("red-squadron-pilot", &["r2-d6"])]),
    (RESTRICTED, &[("rookie-pilot", &["r2-d6"])], &[("red-squadron-pilot", &["r2-d6", "push-the-limit"])]),
    (
        RESTRICTED,
        &[("ruthless-freelancer", &["mist-hunter"])],
        &[("ruthless-freelancer", &["tractor-beam", "mist-hunter"])],
    ),
    (
        RESTRICTED,
        &[("scimitar-squadron-pilot", &["tie-shuttle", "gunner"])],
        &[("scimitar-squadron-pilot", &["tie-shuttle", "intelligence-agent"])],
    ),
    (
        RESTRICTED,
        &[("lok-revenant", &["havoc", "salvaged-astromech"])],
        &[("lok-revenant", &["havoc", "r4-b11"])],
    ),
    (RESTRICTED, &[("nashtah-pup-pilot", &[])], &[("binayre-pirate", &[])]),
    // Cards for one faction.
    (
        FACTION_ONLY,
        &[("krassis-trelix", &["luke-skywalker-crew"])],
        &[("han-solo", &["luke-skywalker-crew"])],
    ),
    (FACTION_ONLY, &[("lothal-rebel", &["maul"])], &[("lothal-rebel", &["maul", "ezra-bridger-crew"])]),
    // Unique names.
    (
        UNIQUE,
        &[("luke-skywalker", &[]), ("luke-skywalker", &[])],
        &[("luke-skywalker", &[]), ("wedge-antilles", &[])],
    ),
    (
        UNIQUE,
        &[("poe-dameron", &[]), ("poe-dameron-skill-9", &[])],
        &[("poe-dameron", &[]), ("rookie-pilot", &[])],
    ),
    (
        UNIQUE,
        &[("rookie-pilot", &["r2-d2-astromech"]), ("outer-rim-smuggler", &["r2-d2-crew"])],
        &[("rookie-pilot", &["r2-d2-astromech"]), ("outer-rim-smuggler", &["chewbacca-crew"])],
    ),
    (
        ACROSS,
        &[("luke-skywalker", &[]), ("outer-rim-smuggler", &["luke-skywalker-crew"])],
        &[("wedge-antilles", &[]), ("outer-rim-smuggler", &["luke-skywalker-crew"])],
    ),
    // One modification and one title, unless cards say otherwise.
    (
        ONE_EACH,
        &[("luke-skywalker", &["engine-upgrade", "hull-upgrade"])],
        &[("luke-skywalker", &["engine-upgrade"])],
    ),
    (
        ONE_EACH,
        &[("soontir-fel", &["shield-upgrade", "hull-upgrade"])],
        &[("soontir-fel", &["royal-guard-tie", "shield-upgrade", "hull-upgrade"])],
    ),
    (
        RESTRICTED,
        &[("soontir-fel", &["royal-guard-tie", "shield-upgrade", "shield-upgrade"])],
        &[("soontir-fel", &["royal-guard-tie", "stealth-device", "shield-upgrade"])],
    ),
    (
        ONE_EACH,
        &[("cartel-spacer", &["light-scyk-interceptor", "stealth-device"])],
        &[("cartel-spacer", &["light-scyk-interceptor"])],
    ),
    (
        ONE_EACH,
        &[("outer-rim-smuggler", &["smuggling-compartment", "engine-upgrade"])],
        &[("outer-rim-smuggler", &["smuggling-compartment", "countermeasures"])],
    ),
    (ONE_EACH, &[("bounty-hunter", &["slave-i", "andrasta"])], &[("guri", &["starviper-mk-ii", "virago"])]),
];

#[test]
fn each_rule_is_kept_or_broken_alone() {
    for (rule, bad, good) in RULES {
        let (bad, good) = (squad(bad), squad(good));
        let limit = Terms::standard(100);
        let mut faults = broken(&bad, limit);
        faults.dedup();
        assert_eq!(faults, [*rule], "{bad:?}");
        let report = check_by(&good, limit);
        assert!(report.is_legal(), "{good:?}: {:?}", report.faults);
    }
}

#[test]
fn faults_are_told_in_both_languages() {
    for (_, bad, _) in RULES {
        for fault in check_by(&squad(bad), Terms::standard(100)).faults {
            let (en, de) = (fault.text(Lang::En), fault.text(Lang::De));
            assert_ne!(en, de);
            assert!(fault.what.is_complete(), "{fault}");
        }
    }
    let unknown = squad(&[("nobody", &["nothing"])]);
    let faults = lists::check(&unknown, &Options::default()).faults;
    for (fault, name) in faults.iter().zip(["nobody", "nothing"]) {
        assert!(fault.what.en.contains(name) && fault.what.de.contains(name), "{fault}");
        assert_eq!((&*fault.place.en, &*fault.place.de), ("ship 1", "Schiff 1"));
        assert_ne!(fault.what.en, fault.what.de);
    }
    assert_eq!(faults.len(), 2);
}

#[test]
fn epic_play_has_limits_of_its_own() {
    let corvette: Ships = &[("cr90-corvette-fore", &[]), ("cr90-corvette-aft", &[])];
    let transport: Ships = &[("gr-75-medium-transport", &[])];
    let of = |parts: &[Ships]| squad(&parts.concat());
    let standard = Terms { points: 300, format: Format::Standard };
    let (epic, team) = (Terms::of(Format::Epic), Terms::of(Format::TeamEpic));
    assert_eq!(broken(&of(&[transport]), standard), ["xwing.epic.icon"]);
    assert_eq!(broken(&of(&[transport, transport]), epic), [""; 0]);
    assert_eq!(broken(&of(&[transport, transport, transport]), epic), ["xwing.core.epic.points"]);
    assert_eq!(broken(&of(&[corvette, transport]), epic), [""; 0]);
    assert_eq!(broken(&of(&[corvette, transport]), team), ["xwing.core.epic.points"]);
    assert_eq!(broken(&of(&[&corvette[..1]]), epic), ["xwing.core.epic.two-card-huge"]);
    assert_eq!(check_by(&of(&[corvette]), epic).points, 90);
    let modified: Ships = &[("gr-75-medium-transport", &["engine-upgrade"])];
    assert_eq!(broken(&of(&[modified]), epic), ["xwing.huge.modifications"]);
    let modified: Ships = &[("gr-75-medium-transport", &["combat-retrofit"])];
    assert_eq!(broken(&of(&[modified]), epic), [""; 0]);
    assert_eq!(
        broken(&squad(&[("han-solo", &["optimized-generators"])]), epic),
        ["xwing.huge.upgrade-restriction"]
    );
    let swarm = |count| squad(&vec![("academy-pilot", &[] as &[&str]); count]);
    assert_eq!(broken(&swarm(12), epic), [""; 0]);
    assert_eq!(broken(&swarm(13), epic), ["xwing.core.epic.limits"]);
    assert_eq!(broken(&swarm(9), team), ["xwing.core.epic.limits"]);
    assert_eq!(
        broken(
            &squad(&[
                ("boba-fett", &[]),
                ("krassis-trelix", &[]),
                ("bounty-hunter", &[]),
                ("bounty-hunter", &[]),
                ("bounty-hunter", &[])
            ]),
            team
        ),
        ["xwing.core.epic.limits"]
    );
    let tubes: Ships = &[
        ("cr90-corvette-fore", &["ordnance-tubes", "proton-torpedoes", "assault-missiles"]),
        ("cr90-corvette-aft", &[]),
    ];
    assert_eq!(broken(&of(&[tubes]), epic), [""; 0]);
}

#[test]
fn points_are_added_up_as_the_cards_say() {
    for (ships, points) in [
        (&[("luke-skywalker", &["r2-d2-astromech", "push-the-limit"] as &[&str])] as Ships, 28 + 4 + 3),
        // A negative cost makes the ship cheaper.
        (&[("prototype-pilot", &["chardaan-refit"])], 17 - 2),
        // Four points off a system upgrade, never below nothing.
        (&[("darth-vader", &["tie-x1", "advanced-targeting-computer"])], 29 + 5 - 4),
        (&[("darth-vader", &["tie-x1", "fire-control-system"])], 29),
        // One point off every upgrade.
        (
            &[("black-sun-ace", &["vaksai", "engine-upgrade", "glitterstim", "stealth-device"])],
            23 + 3 + 1 + 2,
        ),
    ] {
        let report = check_by(&squad(ships), Terms::standard(100));
        assert_eq!((report.points, report.is_legal()), (points, true), "{ships:?}: {:?}", report.faults);
        assert_eq!(report.ships.iter().sum::<u16>(), points);
    }
}

/// Whether all upgrades find a place does not depend on the order in which they stand.
#[test]
fn the_order_of_upgrades_means_nothing() {
    let library = library();
    let mut both = [0; 2];
    for seed in 0..4000 {
        let mut luck = luck(seed);
        let mut below = |bound: usize| luck.next_u32() as usize % bound;
        let pilot = &library.pilots[below(library.pilots.len())];
        let wanted: Vec<&str> = library
            .upgrades
            .iter()
            .filter(|card| {
                card.ships.iter().any(|ship| *ship == library.ship(pilot.kind).id)
                    || pilot.slots.contains(&card.slot)
                    || card.slot == UpgradeSlot::Modification
            })
            .map(|card| &*card.id)
            .collect();
        let mut upgrades: Vec<&str> = (0..1 + below(4)).map(|_| wanted[below(wanted.len())]).collect();
        let one = Squad { name: String::new(), ships: vec![SquadShip::new(&pilot.id, &upgrades)] };
        upgrades.rotate_left(1);
        upgrades.reverse();
        let other = Squad { name: String::new(), ships: vec![SquadShip::new(&pilot.id, &upgrades)] };
        let terms = Terms::of(Format::Epic);
        let legal = [check_by(&one, terms).is_legal(), check_by(&other, terms).is_legal()];
        assert_eq!(legal[0], legal[1], "{one:?}");
        both[usize::from(legal[0])] += 1;
    }
    assert!(both[0] > 200 && both[1] > 200, "{both:?}");
}

#[test]
fn ready_squads_are_legal() {
    for ready in READY {
        let terms = Terms::of(if ready.is_epic { Format::Epic } else { Format::Standard });
        let report = check_by(&ready.squad(), terms);
        assert!(report.is_legal(), "{}: {:?}", ready.id, report.faults);
        assert_ne!(ready.name.en, ready.name.de);
        if !ready.id.ends_with("-core") {
            assert!(report.points + 5 >= terms.points, "{} costs {}", ready.id, report.points);
        }
        assert!(report.is_playable(), "{} waits for {}", ready.id, report.gaps.len());
        assert_eq!(starter(ready.id), Some(ready.squad()));
    }
    assert_eq!(STARTERS.len(), READY.len());
    assert_eq!(starter("nobody"), None);
}

#[test]
fn cards_that_cannot_be_played_are_named() {
    let Some(gap) = library().upgrades.iter().find(|card| {
        card.gap
            && card.slot == UpgradeSlot::Elite
            && card.ships.is_empty()
            && card.factions.is_empty()
            && card.sizes.is_empty()
    }) else {
        return;
    };
    let report = lists::check(&squad(&[("luke-skywalker", &[&gap.id])]), &Options::default());
    assert!(report.is_legal() && !report.is_playable());
    assert_eq!((report.gaps.len(), report.faults.len()), (1, 0));
    assert!(report.gaps[0].what.en.contains(&gap.name.en), "{:?}", report.gaps);
    assert_ne!(report.gaps[0].what.en, report.gaps[0].what.de);
}

// ---- squads that come back ----------------------------------------------------------------------------------------------

fn comes_back(squad: &Squad) {
    let xws = Xws::from(squad.clone());
    let text = write_xws(&xws);
    let again = read_xws(&text).expect("our own form");
    assert_eq!((&again.squad, &again.notes), (&xws.squad, &Vec::new()), "{text}");
    assert_eq!(write_xws(&again), text);
    assert_eq!(&xws.squad, squad);
    for text in [text, write_text(squad), write_brackets(squad)] {
        let reading = imports::read(&text).expect("a list").remove(0);
        assert_eq!(&reading.squad, squad, "{text}");
        assert_eq!(reading.notes, []);
    }
}

#[test]
fn ready_squads_come_back() {
    for ready in READY {
        comes_back(&ready.squad());
        comes_back(&Squad { name: String::new(), ..ready.squad() });
    }
}

#[test]
fn random_squads_are_legal_and_come_back() {
    let pool = Pool::whole();
    let (mut ships, mut slots) = (0, std::collections::BTreeSet::new());
    for seed in 0..2000 {
        let points = [60, 100, 100, 150][seed as usize % 4];
        let squad = random_squad(&mut *luck(seed), points, &pool);
        let report = check_by(&squad, Terms::standard(points));
        assert!(
            report.is_legal() && report.points <= points,
            "seed {seed}: {:?} in {squad:?}",
            report.faults
        );
        ships += squad.ships.len();
        let upgrades = squad.ships.iter().flat_map(|ship| &ship.upgrades);
        slots.extend(
            upgrades.filter_map(|id| library().find_upgrade(id)).map(|card| library().upgrade(card).slot),
        );
        comes_back(&squad);
    }
    assert!(ships > 4000, "only {ships} ships");
    // Hardpoints, cargo and teams are for huge ships.
    assert_eq!(slots.len(), UpgradeSlot::ALL.len() - 3, "{slots:?}");
}

#[test]
fn playable_squads_have_no_gaps() {
    let pool = Pool::playable();
    for seed in 0..300 {
        let squad = random_squad(&mut *luck(seed), 100, &pool);
        let report = lists::check(&squad, &Options::default());
        assert!(report.is_playable(), "seed {seed}: {:?}", report.faults);
    }
}

#[test]
fn every_card_comes_back() {
    for card in &library().pilots {
        comes_back(&squad(&[(&*card.id, &[])]));
    }
    // A ship that may have the card, for most cards.
    let mut left = Vec::new();
    for (index, card) in library().upgrades.iter().enumerate() {
        let fits = |pilot: &usize| {
            let upgrades = [xwing::cards::UpgradeId(index as u16)]
                .into_iter()
                .chain(card.must_equip.iter().filter_map(|id| library().find_upgrade(id)));
            let pilot = xwing::cards::PilotId(*pilot as u16);
            lists::is_legal(&[Loadout { pilot, upgrades: upgrades.collect() }], Terms::of(Format::Epic))
        };
        match (0..library().pilots.len()).find(fits) {
            Some(pilot) => comes_back(&squad(&[(&*library().pilots[pilot].id, &[&*card.id])])),
            None => left.push(&*card.id),
        }
    }
    println!("not alone on any ship: {left:?}");
    assert!(left.len() < 60, "{left:?}");
}

#[test]
fn sections_of_huge_ships_stay_together() {
    let two = squad(&[
        ("cr90-corvette-fore", &["gunnery-team"]),
        ("cr90-corvette-aft", &["engineering-team"]),
        ("cr90-corvette-fore", &[]),
        ("cr90-corvette-aft", &["quad-laser-cannons"]),
    ]);
    comes_back(&two);
    let text = write_xws(&Xws::from(two.clone()));
    // The same with the sections numbered crosswise: the second aft section belongs to the first fore section.
    let mut value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for (place, number) in [(1, 1), (3, 0)] {
        value["pilots"][place]["multisection_id"] = number.into();
    }
    let read = read_xws(&value.to_string()).expect("a squad").squad;
    assert_eq!(read.ships[1].upgrades, ["quad-laser-cannons"]);
    assert_eq!(read.ships[3].upgrades, ["engineering-team"]);
}

// ---- the forms that others write ----------------------------------------------------------------------------------------

fn read(text: &str) -> Squad {
    xwing::lobby::squad_of(&read_list(text).list)
}

fn read_list(text: &str) -> ReadList {
    XWing::read_list(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

#[test]
fn all_that_xws_programs_write_is_understood() {
    let luke = squad(&[("luke-skywalker", &["r2-d2-astromech", "push-the-limit"])]);
    let full = r#"{"faction":"rebel","version":"1.0.0","pilots":[{"name":"lukeskywalker","ship":"xwing","upgrades":{"amd":["r2d2"],"ept":["pushthelimit"]}}]}"#;
    assert_eq!(read(full), luke);
    for (from, to) in [
        ("\"rebel\"", "\"rebels\""),
        ("\"rebel\"", "\"rebelalliance\""),
        ("\"1.0.0\"", "\"0.3.0\""),
        ("\"name\":", "\"id\":"),
        ("\"name\":", "\"name\":\"Luke Skywalker\",\"id\":"),
        ("\"version\":\"1.0.0\",", ""),
        ("\"faction\":\"rebel\",", ""),
        (",\"ship\":\"xwing\"", ""),
        ("[\"r2d2\"]", "\"r2d2\""),
        ("[\"r2d2\"]", "[{\"id\":\"r2d2\"}]"),
        ("\"amd\"", "\"astromech\""),
        ("\"pilots\"", "\"points\":7,\"pilots\""),
        ("\"ship\"", "\"points\":\"many\",\"ship\""),
        ("lukeskywalker", "Luke Skywalker"),
        ("pushthelimit", "push-the-limit"),
    ] {
        let text = full.replace(from, to);
        assert_ne!(text, full);
        assert_eq!(read(&text), luke, "{text}");
    }
    for text in [format!("{{\"container\":[{full}]}}"), format!("[{full}]"), format!("\u{feff}{full}")] {
        assert_eq!(read(&text), luke, "{text}");
    }
    let none = r#"{"faction":"galacticempire","pilots":[{"name":"academypilot","ship":"tiefighter","upgrades":[]},{"name":"academypilot","ship":"tiefighter","upgrades":null}]}"#;
    assert_eq!(read(none), squad(&[("academy-pilot", &[]), ("academy-pilot", &[])]));
    // The same name on several cards: slot, ship, faction and suffix tell.
    for (faction, pilot, ship, key, card, ours) in [
        ("rebel", "hansolo", "yt1300", "crew", "r2d2", ("han-solo", "r2-d2-crew")),
        ("rebel", "hansolo-swx57", "yt1300", "crew", "r2d2-swx22", ("han-solo-resistance", "r2-d2-crew")),
        ("rebel", "poedameron-swx57", "t70xwing", "amd", "r2d2", ("poe-dameron-skill-9", "r2-d2-astromech")),
        ("imperial", "bobafett", "firespray31", "crew", "gunner", ("boba-fett", "gunner")),
        ("scumandvillainy", "bobafett", "firespray31", "crew", "gunner", ("boba-fett-scum", "gunner")),
        (
            "imperial",
            "maarekstele",
            "tiedefender",
            "mod",
            "stealthdevice",
            ("maarek-stele-tie-defender", "stealth-device"),
        ),
        (
            "imperial",
            "maarekstele",
            "tieadvanced",
            "system",
            "advtargetingcomputer",
            ("maarek-stele", "advanced-targeting-computer"),
        ),
        ("rebel", "herasyndulla", "vcx100", "crew", "chopper", ("hera-syndulla-vcx-100", "chopper-crew")),
        ("rebel", "hansolo", "yt1300", "title", "millenniumfalcon", ("han-solo", "millennium-falcon")),
        (
            "rebel",
            "hansolo",
            "yt1300",
            "title",
            "millenniumfalcon-swx57",
            ("han-solo", "millennium-falcon-tfa"),
        ),
        (
            "imperial",
            "blackeightsqpilot",
            "tiepunisher",
            "missile",
            "advhomingmissiles",
            ("black-eight-squadron-pilot", "advanced-homing-missiles"),
        ),
    ] {
        let text = format!(
            r#"{{"faction":"{faction}","pilots":[{{"name":"{pilot}","ship":"{ship}","upgrades":{{"{key}":["{card}"]}}}}]}}"#
        );
        assert_eq!(read(&text), squad(&[(ours.0, &[ours.1])]), "{text}");
    }
}

#[test]
fn what_others_wrote_is_kept() {
    let text = r#"{"faction":"rebel","name":"Demo","description":"To be flown\nwith care","damagedeck":"core2","league":[1,2.5,null],
        "obstacles":["core-asteroid-1","core2asteroid2","yt2400debris0"],"vendor":{"app":{"url":"https://example.org/1"}},
        "pilots":[{"name":"lukeskywalker","ship":"xwing","vendor":{"app":{"colour":"red"}},"upgrades":{"amd":["r2d2"],"condition":["harpooned"]}}]}"#;
    let xws = read_xws(text).expect("a squad");
    assert_eq!(xws.notes, []);
    assert_eq!(xws.deck, Some(DeckName::Revised));
    assert_eq!(xws.obstacles, ["coreasteroid1", "core2asteroid2", "yt2400debris0"]);
    assert_eq!(xws.squad.ships, [SquadShip::new("luke-skywalker", &["r2-d2-astromech"])]);
    let again = write_xws(&xws);
    assert_eq!(read_xws(&again).as_ref(), Ok(&xws));
    for part in
        ["https://example.org/1", "colour", "2.5", "harpooned", "with care", "core2\"", "\"points\": 32"]
    {
        assert!(again.contains(part), "{part} is missing in {again}");
    }
}

#[test]
fn odd_documents_are_read_and_told() {
    for (text, part, part_de) in [
        (
            r#"{"faction":"scum","pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#,
            "another faction",
            "andere Fraktion",
        ),
        (r#"{"faction":"gungans","pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#, "gungans", "gungans"),
        (
            r#"{"faction":"rebel","damagedeck":"tarot","pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#,
            "tarot",
            "tarot",
        ),
        (
            r#"{"faction":"rebel","obstacles":["moon","coreasteroid1","coreasteroid2"],"pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#,
            "moon",
            "moon",
        ),
        (
            r#"{"faction":"rebel","obstacles":["coreasteroid1"],"pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#,
            "three",
            "drei",
        ),
    ] {
        let xws = read_xws(text).expect("a squad");
        assert_eq!(xws.squad, squad(&[("luke-skywalker", &[])]), "{text}");
        let [note] = &*xws.notes else { panic!("{text}: {:?}", xws.notes) };
        assert!(note.what.en.contains(part) && note.what.de.contains(part_de), "{note}");
        assert_ne!(note.what.en, note.what.de);
        assert_eq!(read_xws(&write_xws(&xws)).as_ref(), Ok(&xws), "{text}");
    }
}

/// What is not understood, and where.
fn told(text: &str, lang: Lang) -> String {
    let faults: Vec<Fault> = match XWing::read_list(text) {
        Ok(read) => XWing::check_list(&read.list, &read.agreed).faults,
        Err(faults) => faults,
    };
    faults.iter().map(|fault| fault.text(lang)).collect::<Vec<_>>().join("; ")
}

#[test]
fn what_is_not_understood_is_named_with_its_place() {
    for (text, en, de) in [
        (
            r#"{"faction":"rebel","pilots":[{"name":"lukeskywalker","ship":"xwing"},{"name":"jarjar","ship":"gungan"}]}"#,
            &["ship 2", "jarjar"] as &[&str],
            &["Schiff 2", "jarjar"] as &[&str],
        ),
        (
            r#"{"faction":"rebel","pilots":[{"name":"lukeskywalker","ship":"ywing"}]}"#,
            &["ship 1", "lukeskywalker (ywing)"],
            &["Schiff 1"],
        ),
        (
            r#"{"faction":"rebel","pilots":[{"name":"lukeskywalker","ship":"xwing","upgrades":{"amd":["r9d9"]}}]}"#,
            &["ship 1", "r9d9"],
            &["Schiff 1", "Aufwertung"],
        ),
        (
            r#"{"faction":"rebel","pilots":[{"name":"lukeskywalker","ship":"xwing","upgrades":{"amd":["r2d2", 7]}}]}"#,
            &["pilot 1, amd 2", "7"],
            &["Pilot 1, amd 2"],
        ),
        (r#"{"faction":"rebel","pilots":[{"ship":"xwing"}]}"#, &["pilot 1", "no name"], &["Pilot 1"]),
        (r#"{"faction":"rebel","pilots":[3]}"#, &["pilot 1", "3"], &["Pilot 1"]),
        (r#"{"faction":"rebel","pilots":"luke"}"#, &["pilots", "luke"], &["Liste"]),
        (r#"{"faction":"rebel"}"#, &["pilots"], &["kommt darin nicht vor"]),
        (r#"{"faction":"rebel","pilots":[{"name":"#, &["line 1"], &["Zeile 1"]),
        (r#"{"container":[{"pilots":[]},{"pilots":[]}]}"#, &["2 lists"], &["2 Listen"]),
        ("https://example.org/?f=Rebel&d=v4!s!1::-1:", &["links"], &["Links"]),
        ("Luke Skywalker + R9-D9 (30)", &["ship 1", "R9-D9"], &["Schiff 1"]),
        (
            "Demo\n\nLuke Skywalker (28)\nJar Jar Binks + R2-D2 (30)",
            &["ship 2", "Jar Jar Binks"],
            &["Schiff 2"],
        ),
        ("Jar Jar Binks", &["line 1", "Jar Jar Binks"], &["Zeile 1"]),
        ("Luke Skywalker\nRey [Finn (61)", &["line 2", "Finn"], &["Zeile 2", "Klammer"]),
        ("Faction: Gungans\nLuke Skywalker", &["line 1", "Gungans"], &["Zeile 1", "Fraktion"]),
        ("", &["empty"], &["leer"]),
    ] {
        let (english, german) = (told(text, Lang::En), told(text, Lang::De));
        assert!(en.iter().all(|part| english.contains(part)), "{text}: {english}");
        assert!(de.iter().all(|part| german.contains(part)), "{text}: {german}");
        assert_ne!(english, german);
    }
}

#[test]
fn lists_that_players_write_are_understood() {
    let fenn = squad(&[("fenn-rau-protectorate", &["push-the-limit", "autothrusters"])]);
    let rey = squad(&[("rey", &["push-the-limit", "finn"])]);
    for (text, ours) in [
        ("Fenn Rau + Push the Limit + Autothrusters (33)", &fenn),
        ("  • fenn rau  +  PUSH THE LIMIT+Autothrusters", &fenn),
        ("Protectorate Starfighter: Fenn Rau + Push the Limit + Autothrusters", &fenn),
        ("Rey [Push the Limit, Finn] (53)", &rey),
        ("Rey (53) [Push the Limit (3), Finn (5)]", &rey),
        ("[b]Rey (45)[/b]\n[i]Push the Limit (3), Finn (5)[/i]\nShip Total: 53\n\nTotal: 53", &rey),
        ("Rey (45)\n  Push the Limit (3)\n  Finn (5)\n---\n53 points", &rey),
    ] {
        assert_eq!(&read(text), ours, "{text}");
    }
    let named = read(
        "Solo Flight (95)\n\nHan Solo + Luke Skywalker (53)\n2x Rookie Pilot (42)\nView: https://example.org\n",
    );
    assert_eq!((&*named.name, named.ships.len()), ("Solo Flight", 3));
    assert_eq!(named.ships[0], SquadShip::new("han-solo", &["luke-skywalker-crew"]));
    // Cards of one name are told apart by what stands beside them.
    for (text, ours) in [
        ("Boba Fett + Gunner\nAcademy Pilot", squad(&[("boba-fett", &["gunner"]), ("academy-pilot", &[])])),
        (
            "Boba Fett + Gunner\nSpice Runner",
            squad(&[("boba-fett-scum", &["gunner"]), ("spice-runner", &[])]),
        ),
        ("Boba Fett + Inertial Dampeners", squad(&[("boba-fett-scum", &["inertial-dampeners"])])),
        ("Maarek Stele + Ion Cannon", squad(&[("maarek-stele-tie-defender", &["ion-cannon"])])),
        ("Maarek Stele + TIE/x1", squad(&[("maarek-stele", &["tie-x1"])])),
        ("Han Solo\nLuke Skywalker (7)", squad(&[("han-solo", &["luke-skywalker-crew"])])),
        ("Han Solo\nLuke Skywalker (28)", squad(&[("han-solo", &[]), ("luke-skywalker", &[])])),
        ("Poe Dameron (33)", squad(&[("poe-dameron-skill-9", &[])])),
        ("Chewbacca + R2-D2", squad(&[("chewbacca-pilot", &["r2-d2-crew"])])),
        ("Faction: Scum\nKath Scarlet", squad(&[("kath-scarlet-scum", &[])])),
        (
            "Luke Skywalker + Adaptability (+1) + R2-D2 (Astromech) (32)",
            squad(&[("luke-skywalker", &["adaptability", "r2-d2-astromech"])]),
        ),
        ("Heff Tobber + Pivot Wing (Landing)", squad(&[("heff-tobber", &["pivot-wing"])])),
    ] {
        assert_eq!(read(text), ours, "{text}");
    }
    assert_eq!(
        read("[[ship]]\npilot = \"luke-skywalker\"\nupgrades = [\"r2-d6\"]").ships,
        [SquadShip::new("luke-skywalker", &["r2-d6"])]
    );
}

/// Dialects of squad builders, forums and blogs, in samples of our own.
#[test]
fn dialects_are_understood() {
    let pair = squad(&[("academy-pilot", &[]), ("academy-pilot", &[])]);
    let han = squad(&[
        ("han-solo", &["predator", "c-3po", "luke-skywalker-crew", "millennium-falcon"]),
        ("rookie-pilot", &[]),
        ("rookie-pilot", &[]),
    ]);
    let vader =
        squad(&[("darth-vader", &["lone-wolf", "advanced-targeting-computer", "engine-upgrade", "tie-x1"])]);
    for (text, ours) in [
        ("Academy Pilot x2", &pair),
        ("2 Academy Pilot", &pair),
        ("Academy Pilot (12) x2", &pair),
        ("Academy Pilot (x2)", &pair),
        ("2 x Academy Pilot", &pair),
        ("1. Academy Pilot\n2. Academy Pilot", &pair),
        ("Academy Pilot, Academy Pilot", &pair),
        ("Academy Pilot; Academy Pilot", &pair),
        ("TIE Fighter\nAcademy Pilot\n\nTIE Fighter\nAcademy Pilot", &pair),
        ("Galactic Empire\nAcademy Pilot in a TIE Fighter x2", &pair),
        (
            "100 points\nPILOTS\nAcademy Pilot (12)\nTIE Fighter (12)\nAcademy Pilot (12)\nTIE Fighter (12)",
            &pair,
        ),
        ("Han + Predator + C-3P0 + Luke + MF\nRookie x2", &han),
        ("Han Solo (Rebel Alliance) + Predator + C3PO + Luke crew + Millenium Falcon\n2 Rookie Pilot", &han),
        ("Han w/ Predator, Luke, C-3PO and Title\nRookie Pilot x2", &han),
        ("<b>Han Solo</b> - Predator - C-3PO - Luke Skywalker - Title<br>2x Rookie Pilot", &han),
        ("Han Solo: Predator, C-3PO, Luke Skywalker, Millennium Falcon\nRookie Pilot\nRookie Pilot", &han),
        ("Vader + Lone Wolf + title + ATC + engine", &vader),
        ("[url=https://example.org/1]Darth Vader[/url] [LW, TIE/x1, ATC, EU]", &vader),
        ("```\nDarth Vader\nLone Wolf\nTIE/x1\nAdv. Targeting Computer\nEngine Upgrade\n```", &vader),
    ] {
        let mut read = read(text);
        read.name.clear();
        assert_eq!(&read.tidy(), &ours.clone().tidy(), "{text}");
    }
    let igs = read("IG-88A&B + Autothrusters");
    assert_eq!(igs.ships.iter().map(|ship| &*ship.pilot).collect::<Vec<_>>(), ["ig-88a", "ig-88b"]);
    // How a name was read is told, line by line.
    let notes = read_list("Han Solo + PtL\nVadder").notes;
    assert!(notes[0].text(Lang::En).contains("line 1: \"PtL\" is read as Push the Limit"), "{notes:?}");
    assert!(notes[0].text(Lang::De).contains("Zeile 1"), "{notes:?}");
}

/// A first line that nearly names a pilot is a ship; one that names none is the name of the squad.
#[test]
fn a_pilot_on_the_first_line_is_not_taken_for_a_heading() {
    let lost = read("Lukke Skywaker\nRookie Pilot");
    assert_eq!(lost.ships.len(), 2, "{lost:?}");
    assert!(told("Wegde Antiles X\nRookie Pilot", Lang::En).contains("did you mean Wedge Antilles?"));
    assert!(told("Wegde Antiles X\nRookie Pilot", Lang::De).contains("meintest du Wedge Antilles?"));
    let named = read("Friday Night (Rebel Alliance)\nRookie Pilot");
    assert_eq!((named.ships.len(), &*named.name), (1, "Friday Night (Rebel Alliance)"));
    let faults = told("Luke Skywalker + Predater + Push the Limitt of it", Lang::En);
    assert!(faults.contains("did you mean Push the Limit?"), "{faults}");
}

/// What the exchange format has beside the squad goes through a list unchanged.
#[test]
fn xws_comes_back_as_xws() {
    let text = r#"{'faction':'empire','version':'0.3.0','name':'Demo','description':'as flown','damagedeck':'core2',
        'obstacles':['coreasteroid0','core2asteroid4','yt2400debris2'],'vendor':{'app':{'link':'https://example.org/7'}},
        'pilots':[{'name':'raiderclasscorvfore','ship':'raiderclasscorvfore','multisection_id':4,'vendor':{'app':{'id':9}}},
                  {'name':'raiderclasscorvaft','ship':'raiderclasscorvaft','multisection_id':4},
                  {'name':'colvessery','ship':'tiedefender','upgrades':{'ept':['pushthelimit'],'cannon':['ioncannon']}}]}"#;
    let read = read_list(text);
    let xws = &XWing::write_list(&read.list)[0].text;
    let value: serde_json::Value = serde_json::from_str(xws).expect("JSON");
    assert_eq!(value["description"], "as flown");
    assert_eq!(value["damagedeck"], "core2");
    assert_eq!(value["obstacles"][2], "yt2400debris2");
    assert_eq!(value["vendor"]["app"]["link"], "https://example.org/7");
    assert_eq!(value["pilots"][0]["vendor"]["app"]["id"], 9);
    assert_eq!(value["pilots"][1]["multisection_id"], 4);
    assert_eq!(
        (&value["faction"], &value["pilots"][2]["name"]),
        (&"imperial".into(), &"colonelvessery".into())
    );
    assert_eq!(read_list(xws).list, read.list);
}

/// A card that takes two places may stand in both; several squads stand in a container.
#[test]
fn odd_xws_is_read() {
    let twice = r#"{"faction":"rebel","pilots":[{"name":"lowhhrick","ship":"auzituckgunship","upgrades":{"crew":["wookieecommandos","wookieecommandos"]}}]}"#;
    let read = read_list(twice);
    assert_eq!(read.list.units[0].carries, ["wookiee-commandos"]);
    assert!(read.notes[0].what.en.contains("read once"), "{:?}", read.notes);
    let container = format!("{{\"container\":[{twice},{}]}}", twice.replace("lowhhrick", "wullffwarro"));
    assert_eq!(XWing::read_lists(&container).expect("two squads").len(), 2);
}

// ---- the lobby ----------------------------------------------------------------------------------------------------------

fn agreed(pairs: &[(&str, &str)]) -> Agreed {
    pairs.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect()
}

fn ready(id: &str) -> List {
    xwing::lobby::list_of(&starter(id).expect("a ready squad"))
}

#[test]
fn ready_lists_are_offered_and_come_back() {
    let sides: Vec<String> = XWing::catalogue().sides.into_iter().map(|side| side.id).collect();
    let lists = XWing::ready_lists();
    assert_eq!(lists.len(), READY.len());
    for entry in lists {
        let report = XWing::check_list(&entry.list, &entry.agreed);
        assert!(report.faults.is_empty(), "{}: {:?}", entry.id, report.faults);
        let limit = if entry.agreed.is_empty() { 100 } else { 300 };
        assert_eq!((report.units.iter().sum::<u16>(), report.limit), (report.points, Some(limit)));
        for written in XWing::write_list(&entry.list) {
            assert_eq!(read(&written.text), xwing::lobby::squad_of(&entry.list), "{}", written.form);
        }
        assert!(sides.contains(&entry.side) && !XWing::side_of(&entry.list, Lang::De).is_empty());
    }
}

#[test]
fn the_catalogue_has_every_card() {
    let catalogue = XWing::catalogue();
    let library = library();
    assert_eq!(catalogue.units.len(), library.pilots.iter().filter(|card| !card.mission).count());
    assert_eq!(catalogue.cards.len(), library.upgrades.len());
    let known = |slot: &str| catalogue.slots.iter().any(|name| name.id == slot);
    for card in catalogue.units.iter().chain(&catalogue.cards) {
        assert!(card.name.is_complete() && card.line.is_complete(), "{}", card.id);
        assert!(card.slots.iter().chain(&card.gives).all(|(slot, _)| known(slot)), "{}", card.id);
        let has_side = catalogue.sides.iter().any(|side| side.id == card.side);
        assert!(has_side || card.side.is_empty(), "{}", card.id);
    }
    assert!(catalogue.units.iter().all(|card| !card.side.is_empty()));
    assert!(catalogue.cards.iter().all(|card| card.slots.len() == 1));
    let card = |id: &str| catalogue.cards.iter().find(|card| card.id == id).expect("a card");
    assert_eq!(card("chardaan-refit").points, -2);
    assert_eq!(card("emperor-palpatine").slots, [("crew".to_string(), 2)]);
    assert_eq!(card("royal-guard-tie").gives, [("modification".to_string(), 1)]);
    let gaps = catalogue.units.iter().chain(&catalogue.cards).filter(|card| card.gap.is_some()).count();
    let pilots = library.pilots.iter().filter(|card| card.gap && !card.mission).count();
    assert_eq!(gaps, pilots + library.upgrades.iter().filter(|card| card.gap).count());
}

#[test]
fn fields_are_whole() {
    for field in XWing::fields() {
        assert!(field.standard < field.values.len(), "{}", field.id);
        assert!(field.name.is_complete() && field.about.is_complete(), "{}", field.id);
        for value in &field.values {
            let report = XWing::check_list(&ready("rebel-core"), &agreed(&[(field.id, &value.id)]));
            assert!(report.faults.is_empty(), "{} {}: {:?}", field.id, value.id, report.faults);
        }
    }
}

#[test]
fn set_ups_are_assembled() {
    let two = ["rebel", "imperial"].map(ready);
    let setup = XWing::assemble(&two, &agreed(&[])).expect("a game");
    assert_eq!((setup.obstacles.len(), setup.options), (6, Options::default()));
    let wanted = agreed(&[
        ("ruleset", "later"),
        ("deck", "2012"),
        ("own_decks", "yes"),
        ("obstacles", "mixed"),
        ("obstacle_count", "5"),
        ("rounds", "12"),
        ("points", "none"),
    ]);
    let setup = XWing::assemble(&two, &wanted).expect("a game");
    assert!(XWing::begin(&setup).is_ok());
    assert_eq!(setup.obstacles, ["asteroid-1", "debris-1", "asteroid-2", "debris-2", "asteroid-3"]);
    assert_eq!(setup.options.ruleset, RulesetName::Later);
    assert_eq!((setup.options.deck(), setup.options.own_decks), (DeckName::Original, true));
    assert_eq!(setup.options.rounds, Some(12));
    assert_eq!(XWing::check_list(&two[0], &wanted).limit, None);

    let epic = XWing::assemble(&two, &agreed(&[("format", "epic")])).expect("a game");
    assert_eq!((epic.obstacles.len(), epic.options), (12, Options::epic()));

    assert!(XWing::assemble(&two[..1], &agreed(&[])).is_err(), "alone");
    assert!(XWing::assemble(&two, &agreed(&[("points", "60")])).is_err(), "too many points");
    assert!(XWing::assemble(&two, &agreed(&[("points", "41")])).is_err(), "an unknown value");
    assert!(XWing::assemble(&two, &agreed(&[("weather", "rain")])).is_err(), "an unknown field");
    let many = List {
        name: String::new(),
        units: vec![ListUnit::new("academy-pilot", vec![]); 3000],
        ..List::default()
    };
    let report = XWing::check_list(&many, &agreed(&[("points", "none")]));
    assert_eq!((report.units.len(), report.faults.is_empty()), (3000, false));
    assert!(XWing::assemble(&[many.clone(), many], &agreed(&[("points", "none")])).is_err());
}

#[test]
fn first_lists_go_together_at_every_table() {
    let ready = XWing::ready_lists();
    for players in XWing::tables() {
        let ids = XWing::first_lists(*players);
        assert_eq!(ids.len(), usize::from(*players));
        let list = |id: &String| ready.iter().find(|list| list.id == *id).expect("a ready list").list.clone();
        let lists: Vec<List> = ids.iter().map(list).collect();
        let setup =
            XWing::assemble(&lists, &agreed(&[])).unwrap_or_else(|faults| panic!("{ids:?}: {faults:?}"));
        assert!(XWing::begin(&setup).is_ok(), "{ids:?}");
    }
}
