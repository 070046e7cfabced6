//! Squads that are written in every form and read again.

use table::direct::luck;
use xwing::Options;
use xwing::cards::{UpgradeSlot, library};
use xwing::imports::{self, Xws, read_xws, write_brackets, write_text, write_xws};
use xwing::lists::ready::READY;
use xwing::lists::{self, Format, Loadout, Pool, Squad, Terms, check_by, random_squad};

use crate::squad;

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
