//! Our own files: cards go by their ids or by their names, and one that is not built in takes nothing else out of the list.

use attackwing::AttackWing;
use attackwing::cards::library;
use table::lobby::{Agreed, List, ListReport, Lobby};
use table::{Lang, Name};

fn read(ship: &str, captain: &str, upgrades: &[&str]) -> List {
    let file = format!("[[ship]]\nship = {ship:?}\ncaptain = {captain:?}\nupgrades = {upgrades:?}");
    AttackWing::read_list(&file).expect("a list").list
}

fn judged(ship: &str, captain: &str, upgrades: &[&str]) -> ListReport {
    AttackWing::check_list(&read(ship, captain, upgrades), &Agreed::default())
}

fn ways(name: &Name) -> [String; 3] {
    [name.en.clone(), name.in_(Lang::De).to_string(), name.en.to_uppercase()]
}

#[test]
fn every_card_goes_by_its_name() {
    for card in &library().ships {
        for name in ways(&card.name) {
            assert_eq!(read(&name, "picard", &[]).units[0].card, card.id, "{name}");
        }
    }
    for card in &library().captains {
        for name in ways(&card.name) {
            assert_eq!(read("enterprise-d", &name, &[]).units[0].carries, [&*card.id], "{name}");
        }
    }
    for card in &library().upgrades {
        for name in ways(&card.name) {
            assert_eq!(
                read("enterprise-d", "picard", &[&name]).units[0].carries,
                ["picard", &*card.id],
                "{name}"
            );
        }
    }
}

#[test]
fn of_two_cards_of_one_name_the_one_of_the_ship_s_faction_is_meant() {
    let fired = |ship| read(ship, "picard", &["Photon Torpedoes"]).units[0].carries[1].clone();
    assert_eq!(fired("I.K.S. Maht-H'a"), "photon-torpedoes-klingon");
    assert_eq!(fired("enterprise-d"), "photon-torpedoes-federation");
    assert_eq!(fired("I.R.W. Khazara"), "Photon Torpedoes", "nothing says which of them");
    assert_eq!(read("enterprise-d", "Klingon Captain", &[]).units[0].carries, ["klingon-captain"]);
}

#[test]
fn a_captain_who_is_not_built_in_leaves_the_rest_as_it_is() {
    for captain in ["Alpha Hirogen", "captain:Alpha Hirogen"] {
        let report = judged("U.S.S. Enterprise-D", captain, &["Geordi La Forge", "Engage"]);
        assert_eq!(report.faults, []);
        assert_eq!((report.points, report.gaps.len()), (28 + 4 + 3, 1));
        assert!(report.gaps[0].text(Lang::En).contains("Alpha Hirogen (Captain) is known but not built in"));
    }
    // What is known of the ship is still judged.
    let report = judged("Federation Starship", "Alpha Hirogen", &["tractor-beam"]);
    assert!(report.faults[0].text(Lang::En).contains("too many tech upgrades"), "{:?}", report.faults);
    let report = judged("enterprise-d", "Alpha Hirogen", &["worf", "Worf"]);
    assert!(report.faults.iter().any(|fault| fault.text(Lang::En).contains("Worf is unique")));
}

#[test]
fn a_captain_who_is_not_built_in_is_one_in_every_form_of_the_list() {
    let mut list = read("enterprise-d", "picard", &["geordi"]);
    list.units[0].carries[0] = "Alpha Hirogen".to_string();
    let report = AttackWing::check_list(&list, &Agreed::default());
    assert_eq!((report.faults.len(), report.points), (0, 28 + 4));
}

#[test]
fn a_ship_that_is_not_built_in_leaves_its_cards_in_the_list() {
    let report = judged("U.S.S. Reliant", "Jean-Luc Picard", &["Geordi La Forge", "Bochra"]);
    assert_eq!(report.faults, []);
    // Bochra is a Romulan and costs one more on a ship of the Federation.
    assert_eq!((report.points, report.gaps.len()), (6 + 4 + 1 + 1, 1));
    assert_eq!(report.units, [12]);
}

#[test]
fn who_does_not_exist_is_called_what_he_would_be() {
    let report = judged("enterprise-d", "Konmel", &[]);
    assert!(report.faults[0].text(Lang::En).contains("there is no captain card \"Konmel\""));
    assert!(report.faults[0].near().is_empty(), "he is no captain");
    let report = judged("enterprise-d", "Nobody At All", &[]);
    assert!(report.faults[0].text(Lang::En).contains("there is no captain card \"Nobody At All\""));
}

#[test]
fn a_card_of_another_kind_with_the_same_name_hides_nobody() {
    // Crew cards of these names are built in, captains of these names are not.
    for captain in ["Worf", "Data", "Geordi La Forge", "Miles O'Brien", "Brunt"] {
        let report = judged("enterprise-d", captain, &["Engage"]);
        assert_eq!(report.faults, [], "{captain}");
        assert!(report.gaps[0].text(Lang::En).contains("(Captain) is known but not built in"), "{captain}");
    }
    // And the other way round: under another captain the crew member is meant, not a second captain.
    let report = judged("enterprise-d", "Jean-Luc Picard", &["William T. Riker"]);
    assert_eq!(report.faults, []);
    assert!(report.gaps[0].text(Lang::En).contains("(Crew) is known but not built in"), "{:?}", report.gaps);
}

#[test]
fn unique_names_count_on_cards_that_are_not_built_in() {
    for upgrade in ["William T. Riker", "C047"] {
        let report = judged("enterprise-d", "William T. Riker", &[upgrade]);
        assert!(
            report.faults.iter().any(|fault| fault.text(Lang::En).contains("William T. Riker is unique")),
            "{upgrade}: {:?}",
            report.faults
        );
    }
    assert_eq!(judged("enterprise-d", "Jean-Luc Picard", &["C047"]).faults, []);
}

#[test]
fn a_ship_by_a_name_that_others_have_is_told() {
    let read = read("Federation Starship", "picard", &[]);
    assert_eq!(read.units[0].card, "federation-starship");
    let text = "[[ship]]\nship = \"Federation Starship\"\ncaptain = \"picard\"\n";
    let notes = AttackWing::read_list(text).expect("a squadron").notes;
    assert!(notes[0].text(Lang::En).contains("others have that name"), "{notes:?}");
    let text = text.replace("Federation Starship", "federation-starship");
    assert!(AttackWing::read_list(&text).expect("a squadron").notes.is_empty());
}
