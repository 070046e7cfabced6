//! Every rule of squad building, and points.

use rand_core::Rng;
use table::Lang;
use table::direct::luck;
use xwing::Options;
use xwing::cards::{UpgradeSlot, library};
use xwing::lists::ready::READY;
use xwing::lists::{self, Format, STARTERS, Squad, SquadShip, Terms, check_by, starter};

use crate::{Ships, broken, squad};

const POINTS: &str = "xwing.core.squad.points";
const FACTION: &str = "xwing.core.squad.faction";
const ICONS: &str = "xwing.core.squad.upgrade-icons";
const DUPLICATES: &str = "xwing.core.squad.duplicate-upgrades";
const RESTRICTED: &str = "xwing.core.squad.restricted";
const FACTION_ONLY: &str = "xwing.exp.faction-only";
const UNIQUE: &str = "xwing.exp.unique-names.1";
const ACROSS: &str = "xwing.exp.unique-names.2";
const ONE_EACH: &str = "xwing.exp.modification-title.2";

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
    let standard = Terms::standard(300);
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
