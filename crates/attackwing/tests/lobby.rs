//! Lists and set-ups as a lobby sees them: ready lists, reading and writing, and what is wrong with bad ones.

use attackwing::cards::library;
use attackwing::lists::{self, Captains, Fleet, FleetShip};
use attackwing::{AttackWing, MissionId, Options, Planet, PlayerSetup, Setup};
use table::lobby::{Agreed, Legality, List, ListUnit, Lobby};
use table::{Fault, Game, Lang};

fn agreed(pairs: &[(&str, &str)]) -> Agreed {
    pairs.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect()
}

fn ready(id: &str) -> List {
    let lists = AttackWing::ready_lists();
    lists.into_iter().find(|list| list.id == id).expect("a ready list").list
}

fn written(list: &List) -> String {
    AttackWing::write_list(list).remove(0).text
}

#[test]
fn every_ready_list_is_legal_and_survives_a_round_trip() {
    let sides: Vec<String> = AttackWing::catalogue().sides.into_iter().map(|side| side.id).collect();
    for entry in AttackWing::ready_lists() {
        let pure = agreed(&[("pure_factions", "yes")]);
        let report = AttackWing::check_list(&entry.list, &pure);
        assert!(report.faults.is_empty(), "{}: {:?}", entry.id, report.faults);
        assert_eq!(report.units.iter().sum::<u16>(), report.points, "{}", entry.id);
        assert!(entry.name.en.contains(&report.points.to_string()), "{} costs {}", entry.id, report.points);
        for limit in ["40", "60", "100"].iter().filter(|limit| entry.id.ends_with(*limit)) {
            let report = AttackWing::check_list(&entry.list, &agreed(&[("points", limit)]));
            assert!(report.faults.is_empty() && report.limit == limit.parse().ok(), "{}", entry.id);
        }
        let text = written(&entry.list);
        assert_eq!(AttackWing::read_list(&text).map(|read| read.list).as_ref(), Ok(&entry.list), "{text}");
        let nameless = List { name: String::new(), ..entry.list.clone() };
        assert_eq!(AttackWing::read_list(&written(&nameless)).map(|read| read.list), Ok(nameless), "{text}");
        let (fleet, _) = lists::read(&text).expect("the form of list files");
        assert!(lists::check(&fleet, &Options::default()).is_legal());
        assert!(sides.contains(&entry.side) && !AttackWing::side_of(&entry.list, Lang::De).is_empty());
    }
}

#[test]
fn the_catalogue_has_every_card() {
    let catalogue = AttackWing::catalogue();
    let library = library();
    assert_eq!(catalogue.units.len(), library.ships.len());
    assert_eq!(catalogue.cards.len(), library.captains.len() + library.upgrades.len());
    let known = |slot: &str| catalogue.slots.iter().any(|name| name.id == slot);
    for card in catalogue.units.iter().chain(&catalogue.cards) {
        assert!(card.name.is_complete() && card.line.is_complete(), "{}", card.id);
        assert!(card.slots.iter().all(|(slot, _)| known(slot)), "{}", card.id);
        assert!(catalogue.sides.iter().any(|side| side.id == card.side), "{}", card.id);
    }
    assert!(catalogue.cards.iter().all(|card| card.slots.len() == 1));
}

#[test]
fn fields_are_whole() {
    for field in AttackWing::fields() {
        assert!(field.standard < field.values.len(), "{}", field.id);
        assert!(field.name.is_complete() && field.about.is_complete(), "{}", field.id);
        for value in &field.values {
            let report = AttackWing::check_list(&ready("federation"), &agreed(&[(field.id, &value.id)]));
            assert!(report.faults.is_empty(), "{} {}: {:?}", field.id, value.id, report.faults);
        }
    }
}

#[test]
fn set_ups_are_assembled() {
    let three = ["federation", "klingon-40", "romulan"].map(ready);
    for pairs in [
        &[][..],
        &[("mission", "dilithium")],
        &[("mission", "chase"), ("obstacles", "4")],
        &[("obstacles", "6"), ("planet", "center"), ("tournament", "yes"), ("area", "1200x900")],
    ] {
        let setup = AttackWing::assemble(&three, &agreed(pairs)).expect("a game");
        assert!(AttackWing::begin(&setup).is_ok());
    }
    let four = ["federation", "klingon", "romulan", "klingon-60"].map(ready);
    assert!(AttackWing::assemble(&four, &agreed(&[])).is_err(), "team mates share unique names");
    let four = ["federation", "klingon", "romulan", "federation-60"].map(ready);
    assert!(AttackWing::assemble(&four, &agreed(&[])).is_ok());

    assert!(AttackWing::assemble(&three[..1], &agreed(&[])).is_err(), "alone");
    assert!(
        AttackWing::assemble(&three[..2], &agreed(&[("mission", "chase")])).is_err(),
        "a mission for two"
    );
    assert!(AttackWing::assemble(&three, &agreed(&[("points", "41")])).is_err(), "an unknown value");
    assert!(AttackWing::assemble(&three, &agreed(&[("weather", "rain")])).is_err(), "an unknown field");
    assert!(
        AttackWing::assemble(&[ready("klingon"), ready("romulan")], &agreed(&[("points", "40")])).is_err()
    );
}

#[test]
fn bad_lists_are_judged_card_by_card() {
    let list = List {
        name: String::new(),
        units: vec![
            ListUnit::new("enterprise-d", vec!["engage".into(), "kirkk".into()]),
            ListUnit::new("nowhere", vec!["picard".into()]),
        ],
        ..List::default()
    };
    let report = AttackWing::check_list(&list, &agreed(&[]));
    let said = format!("{:?}", report.faults);
    for part in ["exactly one captain", "kirkk", "nowhere"] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
    assert_eq!(report.units, [28 + 3, 6]);
    let many = List { units: vec![ready("klingon").units[0].clone(); 3000], ..List::default() };
    assert!(!AttackWing::check_list(&many, &agreed(&[])).faults.is_empty());
    assert!(AttackWing::assemble(&[many.clone(), many], &agreed(&[])).is_err());
}

const UTOPIA: &str = r#"{"ships":[{"id":"ship:S207","captain":{"id":"captain:Cap906"},"upgrades":[{"id":"crew:C210"},{},{"id":"crew:C999"}],"admiral":{"id":"admiral:A044"}}],"resource":{"id":"resource:R001"}}"#;

/// What a link has after its `#`.
fn encoded(text: &str) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut code = String::new();
    for part in text.as_bytes().chunks(3) {
        let bits =
            part.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char;
            code.push(if place <= part.len() { letter } else { '=' });
        }
    }
    code
}

#[test]
fn utopia_links_are_read() {
    for text in [
        UTOPIA.to_string(),
        format!("https://example.org/fleet/#{}", encoded(UTOPIA)),
        format!("#{}", encoded(UTOPIA).replace('=', "%3D")),
        encoded(UTOPIA),
    ] {
        let list = AttackWing::read_list(&text).expect("a list").list;
        assert_eq!(list.units[0].card, "enterprise-d");
        assert_eq!(list.units[0].carries, ["picard", "admiral:A044", "geordi", "crew:C999"]);
        assert_eq!(list.units[1].card, "resource:R001");
        let report = AttackWing::check_list(&list, &agreed(&[]));
        let (faults, gaps) = (format!("{:?}", report.faults), format!("{:?}", report.gaps));
        assert!(faults.contains("crew:C999") && report.faults.len() == 1, "{faults}");
        assert!(gaps.contains("James T. Kirk (Admiral)") && gaps.contains("Elite Attack Die"), "{gaps}");
    }
}

/// A squadron as Space Dock writes it, with all that it notes down for itself.
const SPACE_DOCK: &str = r#"{"name":"Demo","uuid":"00000000-1111-2222-3333-444444444444","modified":"2015-01-02T03:04:05-0600",
    "cost":88,"additionalPoints":0,"notes":"for Friday","resource":"4004","ships":[
    {"shipId":"1005","shipTitle":"I.K.S. Maht-H'A","calculatedCost":44,"flagship":"6008",
     "captain":{"upgradeId":"2004","upgradeTitle":"Nu'Daq","calculatedCost":4},
     "upgrades":[{"upgradeId":"3010","upgradeTitle":"Photon Torpedoes","calculatedCost":5,"costIsOverridden":true,"overriddenCost":0},
                 {"upgradeId":"3011","upgradeTitle":"Tractor Beam","calculatedCost":3},
                 {"upgradeId":"3045","upgradeTitle":"Photon Torpedoes","calculatedCost":3}]},
    {"shipId":"1002","shipTitle":"Federation Starship","calculatedCost":26,"upgrades":[],
     "captain":{"upgradeId":"2003","upgradeTitle":"Federation Captain","calculatedCost":0}}]}"#;

#[test]
fn space_dock_squads_are_read() {
    let read = AttackWing::read_list(SPACE_DOCK).expect("a list");
    assert_eq!((&*read.list.name, read.list.aside["notes"].as_str()), ("Demo", Some("for Friday")));
    let units = &read.list.units;
    assert_eq!(units.len(), 3, "what it notes down for itself is no ship: {units:?}");
    assert_eq!(units[0].card, "maht-ha");
    let carried = [
        "nudaq",
        "photon-torpedoes-klingon",
        "tractor-beam",
        "upgrade:Photon Torpedoes [3045]",
        "flagship:6008",
    ];
    assert_eq!(units[0].carries, carried);
    assert_eq!((&*units[1].card, &*units[1].carries[0]), ("federation-starship", "federation-captain"));
    let report = AttackWing::check_list(&read.list, &agreed(&[]));
    assert_eq!(report.legality(), Legality::Open, "{:?}", report.faults);
    let gaps: Vec<&str> = report.gaps.iter().map(|gap| &*gap.what.en).collect();
    assert_eq!(gaps.len(), 3, "{gaps:?}");
    assert!(gaps[0].starts_with("Photon Torpedoes (Weapon) is known but not built in"), "{gaps:?}");
    let [note] = &*read.notes else { panic!("{:?}", read.notes) };
    assert!(note.text(Lang::En).contains("Photon Torpedoes the cost 0"), "{note}");
    // What was read comes back from the form in which it is written.
    let written = &AttackWing::write_list(&read.list)[0].text;
    assert_eq!(AttackWing::read_list(written).expect("our own form").list.units, *units);
}

#[test]
fn files_of_space_dock_hold_one_squad_or_several() {
    let one = AttackWing::read_lists(&format!("[{SPACE_DOCK}]")).expect("a file");
    assert_eq!(one.len(), 1);
    let two = format!("[{SPACE_DOCK}, {}]", SPACE_DOCK.replace("Demo", "Other"));
    let lists = AttackWing::read_lists(&two).expect("a file");
    assert_eq!(lists.iter().map(|read| &*read.list.name).collect::<Vec<_>>(), ["Demo", "Other"]);
    let faults = AttackWing::read_list(&two).expect_err("two squads");
    told(&faults, "2 lists in it: \"Demo\", \"Other\"", "2 Listen darin");
}

#[test]
fn near_names_are_offered() {
    let file = "[[ship]]\nship = \"enterprise-d\"\ncaptain = \"Jean Luc Pikard\"\nupgrades = [\"geordi\"]";
    let read = AttackWing::read_list(file).expect("a list");
    let report = AttackWing::check_list(&read.list, &agreed(&[]));
    let near: Vec<&str> = report.faults.iter().flat_map(|fault| fault.near()).map(|name| &*name.en).collect();
    assert!(near.contains(&"Jean-Luc Picard"), "{:?}", report.faults);
    told(&report.faults, "did you mean Jean-Luc Picard", "meintest du Jean-Luc Picard");
}

#[test]
fn malformed_texts_have_faults() {
    for text in [
        "",
        "   ",
        "hello world",
        "{",
        "{}",
        "[]",
        "[1, 2]",
        "{\"ships\": 3}",
        "{\"ships\": [7]}",
        "{\"ship\": [{\"ship\": 1}]}",
        "[[ship]]\nship = 3",
        "[[ship]]\nboat = \"enterprise-d\"",
        "#",
        "#!!!!",
        "https://example.org/#%%%",
        "AAAAAAAA",
        "ship = [",
        "\u{0}",
    ] {
        let faults = AttackWing::read_list(text).expect_err(text);
        assert!(!faults.is_empty() && faults.iter().all(|fault| fault.what.is_complete()), "{text:?}");
    }
    assert!(AttackWing::read_list(&"x".repeat(300_000)).is_err());
    assert!(AttackWing::read_list(&"[".repeat(100_000)).is_err());
}

/// All of it is told in both languages, and one of the faults in these words.
fn told(faults: &[Fault], en: &str, de: &str) {
    for fault in faults {
        assert!(fault.what.is_complete() && fault.what.en != fault.what.de, "{fault:?}");
        for word in ["ship ", "player ", "line "].iter().filter(|word| fault.place.en.contains(*word)) {
            assert!(!fault.place.de.contains(word), "{fault:?}");
        }
    }
    let tells = |fault: &Fault| fault.text(Lang::En).contains(en) && fault.text(Lang::De).contains(de);
    assert!(faults.iter().any(tells), "{en} / {de} is missing in {faults:?}");
}

fn squadron(ships: &[(&str, &[&str], &[&str])]) -> Fleet {
    let ids = |ids: &[&str]| ids.iter().map(|id| id.to_string()).collect();
    let ship = |(ship, captains, upgrades): &(&str, &[&str], &[&str])| FleetShip {
        ship: ship.to_string(),
        captain: Captains::Several(ids(captains)),
        upgrades: ids(upgrades),
    };
    Fleet { name: String::new(), ships: ships.iter().map(ship).collect() }
}

#[test]
fn every_fault_of_a_list_is_told_in_german_too() {
    let plain = Options::default;
    let mission = Options { mission: MissionId::find("dilithium"), ..plain() };
    for (ships, options, en, de) in [
        (&[][..], plain(), "the squadron has no ship", "das Geschwader hat kein Schiff"),
        (
            &[("nowhere", &["picard"][..], &[][..])],
            plain(),
            "ship 1: there is no ship card \"nowhere\"",
            "Schiff 1: es gibt keine Schiffskarte „nowhere“",
        ),
        (
            &[("enterprise-d", &["kirk"], &[])],
            plain(),
            "ship 1: there is no captain card \"kirk\"",
            "Schiff 1: es gibt keine Captainkarte „kirk“",
        ),
        (
            &[("enterprise-d", &["picard"], &["spock"])],
            plain(),
            "ship 1: there is no upgrade card \"spock\"",
            "Schiff 1: es gibt keine Aufwertungskarte „spock“",
        ),
        (
            &[("enterprise-d", &["picard"], &[]), ("federation-starship", &[], &[])],
            plain(),
            "ship 2: a ship has exactly one captain, this one has 0",
            "Schiff 2: ein Schiff hat genau einen Captain, dieses hat 0",
        ),
        (
            &[("klingon-starship", &["nudaq"], &["klag", "konmel"])],
            plain(),
            "Klingon Starship has too many crew upgrades: 2 instead of at most 1",
            "Klingonisches Raumschiff hat zu viele Crew-Aufwertungen: 2 statt höchstens 1",
        ),
        (
            &[("klingon-starship", &["nudaq"], &["plasma-torpedoes", "antimatter-mines"])],
            plain(),
            "Klingon Starship has too many weapon upgrades: 2 instead of at most 1",
            "Klingonisches Raumschiff hat zu viele Waffen-Aufwertungen: 2 statt höchstens 1",
        ),
        (
            &[("federation-starship", &["picard"], &["tractor-beam"])],
            plain(),
            "Federation Starship has too many tech upgrades: 1 instead of at most 0",
            "Raumschiff der Föderation hat zu viele Technik-Aufwertungen: 1 statt höchstens 0",
        ),
        (
            &[("federation-starship", &["riker"], &["engage"])],
            plain(),
            "Federation Starship has too many Elite Talent upgrades: 1 instead of at most 0",
            "Raumschiff der Föderation hat zu viele Sonderfähigkeiten: 1 statt höchstens 0",
        ),
        (
            &[("maht-ha", &["nudaq"], &["konmel"]), ("klingon-starship", &["klingon-captain"], &["konmel"])],
            plain(),
            "Konmel is unique but appears in the squadron more than once",
            "Komnel ist einzigartig und steht mehr als einmal im Geschwader",
        ),
        (
            &[("enterprise-d", &["toreth"], &[])],
            Options { pure_factions: true, ..plain() },
            "the players have not agreed on mixing factions",
            "die Spieler haben gemischte Fraktionen nicht vereinbart",
        ),
        (
            &[("enterprise-d", &["picard"], &[])],
            mission,
            "the squadron needs at least one crew upgrade",
            "das Geschwader braucht wenigstens eine Crew-Aufwertung",
        ),
        (
            &[("enterprise-d", &["picard"], &[])],
            Options { points: Some(30), ..plain() },
            "34 squadron points are spent, 30 are allowed",
            "34 Geschwaderpunkte sind ausgegeben, 30 sind erlaubt",
        ),
    ] {
        told(&lists::check(&squadron(ships), &options).faults, en, de);
    }
    for (id, value, en, de) in [
        ("weather", "rain", "there is no option “weather”", "eine Option „weather“ gibt es nicht"),
        ("planet", "left", "left is not one of the values (", "left steht nicht zur Wahl (möglich: "),
    ] {
        told(&AttackWing::check_list(&ready("federation"), &agreed(&[(id, value)])).faults, en, de);
    }
}

#[test]
fn every_fault_of_a_pasted_text_is_told_in_german_too() {
    let long = "x".repeat(300_000);
    for (text, en, de) in [
        ("", "the list is empty", "die Liste ist leer"),
        (&long, "more than 200000 characters", "mehr als 200000 Zeichen"),
        ("#!!!!", "link: the part after # is not base64", "Link: der Teil nach # ist kein Base64"),
        ("#gICA", "link: the link holds no text", "Link: der Link enthält keinen Text"),
        (
            "{",
            "line 1 column 1: the text breaks off in the middle",
            "Zeile 1 Spalte 1: der Text bricht mittendrin ab",
        ),
        ("[]", "there is no squadron in it", "es steht kein Geschwader darin"),
        ("[1, 2]", "there is neither \"ship\" nor \"ships\"", "weder \"ship\" noch \"ships\""),
        ("{}", "there is neither \"ship\" nor \"ships\"", "weder \"ship\" noch \"ships\""),
        ("{\"ships\": [7]}", "ship 1: 7 is no ship", "Schiff 1: 7 ist kein Schiff"),
        ("name = \"x\"", "the field `ship` is missing", "das Feld `ship` fehlt"),
        (
            "[[ship]]\nboat = \"x\"",
            "line 2: there is no field `boat`",
            "Zeile 2: das Feld `boat` gibt es nicht",
        ),
        (
            "hello world",
            "line 1: \"hello world\" is no squadron",
            "Zeile 1: „hello world“ ist kein Geschwader",
        ),
    ] {
        told(&AttackWing::read_list(text).expect_err(text), en, de);
    }
}

#[test]
fn every_fault_of_a_set_up_is_told_in_german_too() {
    let faults = |players: Vec<PlayerSetup>, options: Options| {
        AttackWing::begin(&Setup { players, options }).expect_err("a set-up with faults")
    };
    let three = || ["federation", "klingon", "romulan"].map(PlayerSetup::starter).to_vec();
    let plain = Options::default;
    for (options, en, de) in [
        (Options { area: (100, 900), ..plain() }, "the play area measures", "die Spielfläche misst"),
        (
            Options { points: Some(200), ..plain() },
            "say how many base sets",
            "wie viele Grundspiele das Material begrenzen",
        ),
        (
            Options { obstacles: 7, ..plain() },
            "7 obstacles are wanted, there are 6",
            "7 Hindernisse sind gewünscht, es gibt 6",
        ),
        (
            Options { planet: Some(Planet::At(0, 0)), ..plain() },
            "the planet must lie inside",
            "der Planet muss innerhalb",
        ),
        (
            Options { obstacles: 7, base_sets: Some(1), ..plain() },
            "an obstacle token is used 7 times, there are only 6",
            "Hindernismarker: 7-mal verwendet, nur 6-mal vorhanden",
        ),
        (
            Options { points: Some(20), ..plain() },
            "player 2: 43 squadron points",
            "Spieler 2: 43 Geschwaderpunkte",
        ),
    ] {
        told(&faults(three(), options), en, de);
    }

    let mission = || Options { mission: MissionId::find("chase"), ..plain() };
    let two = || three()[..2].to_vec();
    told(&faults(two(), mission()), "the mission is for three players", "die Mission ist für drei Spieler");
    let twins = [&three()[..1], &two()].concat();
    told(&faults(twins.clone(), mission()), "the mission needs a Federation", "die Mission braucht je einen");
    let boxed = Options { base_sets: Some(1), ..plain() };
    for (en, de) in [
        ("the Galaxy Class miniature is used 2 times", "Miniatur der Galaxy-Klasse: 2-mal verwendet"),
        ("Geordi La Forge is used 2 times", "Geordi La Forge: 2-mal verwendet"),
    ] {
        told(&faults(twins.clone(), boxed), en, de);
    }

    told(&faults(three()[..1].to_vec(), plain()), "1 players take part", "Spielerzahl 1");
    told(
        &faults(vec![PlayerSetup::starter("borg"), PlayerSetup::starter("klingon")], plain()),
        "player 1: there is no starter \"borg\"",
        "Spieler 1: es gibt keine fertige Ausstattung „borg“",
    );
    let teams = |numbers: &[u8]| -> Vec<PlayerSetup> {
        let team = |(player, number): (PlayerSetup, &u8)| PlayerSetup { team: Some(*number), ..player };
        twins.clone().into_iter().zip(numbers).map(team).collect()
    };
    told(&faults(teams(&[0, 9]), plain()), "teams are numbered", "Teams haben Nummern");
    told(&faults(teams(&[0, 0]), plain()), "1 sides take part", "Zahl der Seiten 1");
    let limited = Options { points: Some(50), ..plain() };
    for (en, de) in [
        ("team 1: the team spends 80 squadron points", "Team 1: das Team gibt 80 Geschwaderpunkte aus"),
        (
            "Jean-Luc Picard is unique but appears in the team's squadrons",
            "Jean-Luc Picard ist einzigartig und steht mehr als einmal in den Geschwadern des Teams",
        ),
    ] {
        told(&faults(teams(&[0, 0, 1]), limited), en, de);
    }

    let starship = ("federation-starship", &["federation-captain"][..], &[][..]);
    let crowd = PlayerSetup::fleet(squadron(&[starship; 60]));
    told(&faults(vec![crowd.clone(), crowd], plain()), "120 ships take part", "120 Schiffe nehmen teil");
}

#[test]
fn first_lists_go_together_at_every_table() {
    let ready = AttackWing::ready_lists();
    for players in AttackWing::tables() {
        let ids = AttackWing::first_lists(*players);
        assert_eq!(ids.len(), usize::from(*players));
        let list = |id: &String| ready.iter().find(|list| list.id == *id).expect("a ready list").list.clone();
        let lists: Vec<List> = ids.iter().map(list).collect();
        let setup =
            AttackWing::assemble(&lists, &agreed(&[])).unwrap_or_else(|faults| panic!("{ids:?}: {faults:?}"));
        assert!(AttackWing::begin(&setup).is_ok(), "{ids:?}");
    }
}
