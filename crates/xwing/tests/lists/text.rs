//! Squads as people write them, and what is not understood of them.

use table::Lang;
use xwing::lists::SquadShip;

use crate::{read, read_list, squad, told};

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
        ("https://example.org/squads/7", &["links", "XWS"], &["Links", "XWS"]),
        ("https://example.org/?f=Rebel&d=v4!s!1::-1:", &["numbers", "export", "XWS"], &["Nummern", "XWS"]),
        ("?f=Scum%20and%20Villainy&d=v3!s!171:98,-1&sn=Demo", &["numbers", "XWS"], &["Nummern"]),
        (
            "https://example.org/?f=Rebel%20Alliance&d=v8ZhZ200Z4X&sn=A",
            &["later edition"],
            &["spätere Edition"],
        ),
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
