//! The program as a person meets it: what it says, its exit codes, and that bad input never makes it panic.

use std::path::PathBuf;
use std::process::{Command, Output};

struct Files(PathBuf);

impl Files {
    fn new(name: &str) -> Files {
        let dir = std::env::temp_dir().join(format!("sandtable-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).expect("a folder for the test");
        Files(dir)
    }
    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file for the test");
        path.display().to_string()
    }
    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn sandtable(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(arguments).output().expect("the program runs")
}

/// The program with something on its standard input.
fn sandtable_reading(arguments: &[&str], input: &str) -> Output {
    use std::io::Write;
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut pipe = program.stdin.take().expect("its input is ours");
    pipe.write_all(input.as_bytes()).expect("it reads");
    drop(pipe);
    program.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The call fails with this exit code and says these words; it does not panic.
fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output = sandtable(arguments);
    let said = text(&output.stderr) + &text(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(!said.contains("panicked") && !said.contains("RUST_BACKTRACE"), "{arguments:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{arguments:?} does not say {word:?}: {said}");
    }
}

fn accepted(arguments: &[&str]) -> String {
    let output = sandtable(arguments);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{arguments:?}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// Starts the server, asks it for its page, stops it as services are stopped.
#[test]
#[cfg(unix)]
fn without_a_command_it_serves_the_table() {
    use std::io::{BufRead, BufReader, Read, Write};
    let files = Files::new("serve");
    let mut server = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .env("XDG_DATA_HOME", &files.0)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut said = String::new();
    BufReader::new(server.stdout.take().expect("its output is ours"))
        .read_line(&mut said)
        .expect("it says something");
    let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let mut page = String::new();
    if let Ok(mut stream) = std::net::TcpStream::connect(address) {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n");
        let _ = stream.read_to_string(&mut page);
    }
    let health = || Command::new(env!("CARGO_BIN_EXE_sandtable")).args(["health", address]).output().unwrap();
    assert_eq!((health().status.code(), &*health().stdout), (Some(0), &b"ok\n"[..]));
    let _ = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    let ended = server.wait().expect("it ends");
    assert_eq!(health().status.code(), Some(1), "a server that is not there is not well");
    assert!(address.starts_with("127.0.0.1:"), "{said}");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Sandtable"), "{page}");
    assert!(ended.success(), "{ended}");
    assert!(files.0.join("sandtable").join("games.sqlite").exists());
}

#[test]
fn the_server_says_why_it_does_not_start() {
    let files = Files::new("serve-bad");
    let foreign =
        files.write("notes.txt", "this is no store of games, but a text of some length that somebody wrote");
    refused(&["serve", "--bind", "127.0.0.1:0", "--data", &foreign], 2, &["notes.txt"]);
    refused(&["serve", "--bind", "not an address"], 2, &["not an address"]);
    refused(
        &["serve", "--database-url", "postgres://nobody@127.0.0.1:1/none", "--bind", "127.0.0.1:0"],
        2,
        &["store"],
    );
}

#[test]
fn the_demonstration_plays_a_game() {
    let said = accepted(&["demo"]);
    for word in ["Round 1", "Planning Phase", "Winner:", "sandtable --help"] {
        assert!(said.contains(word), "no {word:?} in {said}");
    }
    for (game, title) in [("swlcg", "Star Wars: The Card Game"), ("xwing", "X-Wing")] {
        let said = accepted(&["demo", game]);
        assert!(said.contains(title) && said.contains("Winner:"), "{said}");
    }
    refused(&["demo", "monopoly"], 2, &["monopoly", "attackwing"]);
}

#[test]
fn unknown_words_are_named() {
    refused(&["dance"], 2, &["dance"]);
    refused(&["simulate", "attackwing", "--speed", "9"], 2, &["--speed"]);
    refused(&["simulate", "monopoly"], 2, &["monopoly", "attackwing"]);
    refused(&["simulate", "attackwing", "--games", "0"], 2, &["--games"]);
    refused(&["conformance", "monopoly"], 2, &["monopoly", "attackwing"]);
    refused(&["conformance", "attackwing", "--kind", "colour"], 2, &["colour"]);
    refused(&["rules", "lock", "--game", "monopoly"], 2, &["monopoly"]);
    refused(&["rules", "lock", "--lang", "fr"], 2, &["fr"]);
    refused(&["list", "check", "attackwing", "there/is/no/such/file"], 2, &["no/such/file"]);
}

#[test]
fn rules_are_found_in_both_languages() {
    assert!(accepted(&["rules", "attackwing.combat.evade-token"]).contains("evade"));
    assert!(accepted(&["rules", "Ausweichmarker", "--lang", "de"]).contains("Verteidiger"));
    let json = accepted(&["rules", "evade", "token", "--game", "attackwing", "--json"]);
    assert!(json.trim_start().starts_with('['));
    refused(&["rules", "zzzzqqqq"], 1, &["nothing found"]);
}

#[test]
fn simulation_counts_and_repeats() {
    let run = |threads: &str| {
        let json = accepted(&[
            "simulate",
            "attackwing",
            "--games",
            "50",
            "--seed",
            "5",
            "--threads",
            threads,
            "--json",
        ]);
        let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        for key in
            ["game", "games", "threads", "seconds", "games_per_second", "decisions", "decisions_per_second"]
        {
            assert!(!report[key].is_null(), "no {key} in {json}");
        }
        (report["decisions"].clone(), report["outcomes"].clone())
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn setups_are_read_and_judged() {
    let files = Files::new("setup");
    let good = files.write(
        "good.toml",
        "[[player]]\nstarter = \"federation\"\n[[player]]\nstarter = \"romulan\"\n[options]\nobstacles = 2\n",
    );
    accepted(&["simulate", "attackwing", "--games", "5", "--setup", &good]);
    let broken = files.write("broken.toml", "[[player]\nstarter = 3\n");
    refused(&["simulate", "attackwing", "--setup", &broken], 2, &["broken.toml", "line 1"]);
    let unknown = files
        .write("unknown.toml", "[[player]]\nstarter = \"cardassian\"\n[[player]]\nstarter = \"romulan\"\n");
    refused(&["simulate", "attackwing", "--setup", &unknown], 2, &["player 1", "cardassian", "federation"]);
    let alone = files.write("alone.toml", "[[player]]\nstarter = \"federation\"\n");
    refused(&["simulate", "attackwing", "--setup", &alone], 2, &["attackwing.overview.players"]);
    let small = files.write(
        "small.json",
        r#"{"player": [{"starter": "federation"}, {"starter": "romulan"}], "options": {"area": [500, 900]}}"#,
    );
    refused(
        &["simulate", "attackwing", "--setup", &small],
        2,
        &["options.area", "attackwing.setup.play-area-size"],
    );
}

#[test]
fn lists_are_checked() {
    let files = Files::new("list");
    let legal = files.write(
        "legal.toml",
        "[options]\npoints = 40\n[[ship]]\nship = \"enterprise-d\"\ncaptain = \"picard\"\nupgrades = [\"geordi\", \"obrien\"]\n",
    );
    assert!(accepted(&["list", "check", "attackwing", &legal]).contains("40 points, legal"));
    let many = files.write(
        "many.toml",
        "[options]\npoints = 40\n[[ship]]\nship = \"enterprise-d\"\nupgrades = [\"engage\", \"geordi\", \"geordi\", \"warp\"]\n",
    );
    refused(
        &["list", "check", "attackwing", &many],
        1,
        &["attackwing.component.captain-exactly-one", "no upgrade card \"warp\"", "ship 1"],
    );
    let nonsense = files.write("nonsense.toml", "hello");
    refused(&["list", "check", "attackwing", &nonsense], 2, &["nonsense.toml", "line 1"]);
    let json = text(&sandtable(&["list", "check", "attackwing", &many, "--json"]).stdout);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["legal"], false);
}

#[test]
fn lists_are_written_in_every_form() {
    let files = Files::new("convert");
    let first = files.write("squad.txt", "Wedge Antilles + Push the Limit + R2-D2\nRookie Pilot\n");
    let xws = files.write("squad.xws", &accepted(&["list", "convert", "xwing", &first]));
    let squad: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&xws).expect("the file is there")).expect("JSON");
    assert_eq!(squad["pilots"][0]["name"], "wedgeantilles");
    let brackets = accepted(&["list", "convert", "xwing", &xws, "--to", "brackets"]);
    assert!(brackets.contains("[Push the Limit, R2-D2 (Astromech)]"), "{brackets}");
    let again = files.write("again.txt", &brackets);
    assert_eq!(
        accepted(&["list", "convert", "xwing", &again]),
        accepted(&["list", "convert", "xwing", &xws])
    );
    refused(&["list", "convert", "xwing", &xws, "--to", "stone"], 2, &["stone", "xws, text, brackets"]);
    refused(&["list", "convert", "monopoly", &xws], 2, &["monopoly"]);
}

/// The card game has decks instead of squads: ten objective sets, each named by its objective.
#[test]
fn decks_are_checked_written_and_played() {
    let files = Files::new("deck");
    let sets = ["19", "20", "21", "22", "23", "24", "25", "34", "35", "36"];
    let deck = |sets: &[&str]| format!("Affiliation: Sith\n{}\n", sets.join("\n"));
    let legal = files.write("legal.txt", &deck(&sets));
    assert!(accepted(&["list", "check", "swlcg", &legal]).contains("10 objective sets, legal"));
    let short = files.write("short.txt", &deck(&sets[..9]));
    refused(&["list", "check", "swlcg", &short], 1, &["swlcg.core.deck.min-ten-sets", "9 objective sets"]);
    let other_side = files.write("other-side.txt", &format!("{}1\n", deck(&sets)));
    refused(&["list", "check", "swlcg", &other_side], 1, &["swlcg.core.deck.one-side", "A Hero's Journey"]);
    let plain = accepted(&["list", "convert", "swlcg", &legal, "--to", "text"]);
    assert!(plain.contains("Sith") && plain.contains("Counsel of the Sith"), "{plain}");
    for (form, name) in [("octgn", "deck.o8d"), ("text", "deck.txt")] {
        let written = files.write(name, &accepted(&["list", "convert", "swlcg", &legal, "--to", form]));
        assert_eq!(accepted(&["list", "convert", "swlcg", &written, "--to", "text"]), plain, "{form}");
    }
    refused(&["list", "convert", "swlcg", &legal, "--to", "stone"], 2, &["stone", "octgn"]);

    let json = accepted(&["simulate", "swlcg", "--games", "10", "--seed", "3", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let won = |side: &str| report["outcomes"][side].as_u64().unwrap_or_default();
    assert_eq!(won("Dark") + won("Light"), 10, "{json}");

    let json = accepted(&["cards", "swlcg", "--gap", "--json"]);
    let gaps: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
    let sets = gaps.iter().filter(|card| card["counts"] == true).count();
    let cards = gaps.len() - sets;
    let printed = accepted(&["cards", "swlcg", "--gap"]);
    let closing = printed.lines().last().unwrap_or_default();
    for words in [
        "290 objective sets, ",
        &format!(" {sets} not yet; 1384 cards, "),
        &format!(" {cards} not yet; shown: "),
    ] {
        assert!(closing.contains(words), "no {words:?} in {closing}");
    }
    let german = accepted(&["cards", "swlcg", "--gap", "--lang", "de"]);
    let closing = german.lines().last().unwrap_or_default();
    for words in ["290 Einsatzsets, davon ", &format!("{sets} noch nicht; 1384 Karten, davon "), "gezeigt: "]
    {
        assert!(closing.contains(words), "no {words:?} in {closing}");
    }
    // No deck can have a card that no set has, although the table knows what it does.
    let outside = gaps.iter().find(|card| card["id"] == "decoy-wing").expect("it cannot be played with");
    assert!(outside["gap"].as_str().is_some_and(|gap| gap.contains("no objective set")), "{outside}");
    assert!(gaps.iter().all(|card| !card["gap"].as_str().unwrap_or_default().is_empty()));
    assert!(accepted(&["cards", "swlcg", "yoda", "--lang", "de"]).contains("Yoda"));
}

/// What keeps a deck out of tournaments only is no fault, until somebody wants to play by it.
#[test]
fn decks_that_are_not_for_tournaments() {
    let files = Files::new("restricted");
    let deck = files.write(
        "deck.txt",
        "Affiliation: Jedi\nMay the Force Be With You\nThe Master's Domain\n1\n2\n3\n4\n5\n6\n7\n18\n",
    );
    let said = accepted(&["list", "check", "swlcg", &deck]);
    for words in [
        "10 objective sets, legal, but not for tournaments",
        "May the Force Be With You (Set 112), The Master's Domain (Set 128)",
        "23 April 2018",
        "[swlcg.restricted.ls-2]",
    ] {
        assert!(said.contains(words), "no {words:?} in {said}");
    }
    let said = accepted(&["list", "check", "swlcg", &deck, "--lang", "de"]);
    assert!(said.contains("10 Einsatzsets, zulässig, aber nicht für Turniere"), "{said}");
    assert!(said.contains("23. April 2018"), "{said}");
    let json = accepted(&["list", "check", "swlcg", &deck, "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&report["legal"], &report["tournament"][0]["rule"]),
        (&true.into(), &"swlcg.restricted.ls-2".into())
    );
    refused(
        &["list", "check", "swlcg", &deck, "--option", "restricted=yes"],
        1,
        &["10 objective sets, not legal", "[swlcg.restricted.ls-2]"],
    );
    let one = files.write("one.txt", "Jedi\n112\n17\n1\n2\n3\n4\n5\n6\n7\n18\n");
    assert!(accepted(&["list", "check", "swlcg", &one]).ends_with("10 objective sets, legal\n"));
    refused(&["list", "check", "swlcg", &deck, "--option", "banned=yes"], 2, &["banned", "restricted"]);
    refused(&["list", "check", "swlcg", &deck, "--option", "restricted=maybe"], 2, &["maybe", "no, yes"]);
    let squad = files.write("squad.txt", "Wedge Antilles\n");
    refused(&["list", "check", "xwing", &squad, "--option", "points=2"], 2, &["points"]);
}

/// The forms of lists on the standard input, and what a form cannot hold.
#[test]
fn lists_come_from_the_standard_input_and_nothing_is_dropped_silently() {
    let output = sandtable_reading(&["list", "check", "swlcg", "-"], "1\n");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for words in [
        "-: 1 objective set, not legal",
        "the affiliation card is missing",
        "1 objective set, but at least 10",
    ] {
        assert!(said.contains(words), "no {words:?} in {said}");
    }
    let output = sandtable_reading(
        &["list", "convert", "swlcg", "-", "--to", "octgn"],
        "Jedi\n2 In You Must Go\nHut\n",
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("<card qty=\"2\""), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("Hut: is left out"), "{}", text(&output.stderr));
    assert!(accepted(&["list", "convert", "--help"]).contains("octgn or swlcgdb"));
}

/// The shape of decks of swlcgdb: numbers of the affiliation card and of the sets.
#[test]
fn decks_of_swlcgdb_are_read_and_written() {
    let files = Files::new("swlcgdb");
    let deck = files.write("deck.txt", "Scum and Villainy\n2x 33\n2x 34\n35\n36\n27\n30\n31\n32\n");
    let json = accepted(&["list", "convert", "swlcg", &deck, "--to", "swlcgdb"]);
    let written: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(written["affiliation_id"], 6, "{json}");
    assert_eq!(
        (&written["card_blocks"][0]["id"], &written["card_blocks"][0]["quantity"]),
        (&33.into(), &2.into())
    );
    // The documented keys are enough, and the affiliation is the one that the number says.
    let bare = |quantity: &str| {
        format!(
            r#"{{"name":"Scum with Navy","affiliation_id":6,"card_blocks":[{{"id":33,"quantity":{quantity}}},{{"id":34,"quantity":2}},
            {{"id":35,"quantity":1}},{{"id":36,"quantity":1}},{{"id":27,"quantity":1}},{{"id":30,"quantity":1}},
            {{"id":31,"quantity":1}},{{"id":32,"quantity":1}}]}}"#
        )
    };
    let file = files.write("bare.json", &bare("2"));
    let plain = text(&sandtable(&["list", "convert", "swlcg", &file, "--to", "text"]).stdout);
    assert!(plain.contains("Affiliation: Scum and Villainy"), "{plain}");
    let said = accepted(&["list", "check", "swlcg", &file]);
    for words in [
        "10 objective sets, legal",
        "note: affiliation_id 6: is read as Scum and Villainy",
        "note: card_blocks: ",
    ] {
        assert!(said.contains(words), "no {words:?} in {said}");
    }
    let own = files.write("own.json", &json);
    assert!(!accepted(&["list", "check", "swlcg", &own]).contains("note"));
    let negative = files.write("negative.json", &bare("-2"));
    refused(&["list", "check", "swlcg", &negative], 1, &["× -2", "is no number of copies"]);
}

fn decisions(report: &str) -> u64 {
    let report: serde_json::Value = serde_json::from_str(report).expect("JSON");
    report["decisions"].as_u64().filter(|count| *count > 0).expect("games with decisions")
}

/// One agent against another, on both sides and with every ready-made deck.
#[test]
fn agents_are_measured() {
    let duel = |more: &[&str]| {
        let mut call =
            vec!["simulate", "swlcg", "--games", "18", "--agents", "greedy,random", "--swap", "--json"];
        call.extend(more);
        let report: serde_json::Value = serde_json::from_str(&accepted(&call)).expect("JSON");
        assert_eq!(
            (&report["agents"]["greedy"]["seats"], &report["agents"]["random"]["seats"]),
            (&18.into(), &18.into())
        );
        let won = |agent: &str| report["agents"][agent]["won"].as_u64().unwrap_or_default();
        assert_eq!(won("greedy") + won("random"), 18, "{report}");
        assert!(won("greedy") >= 14, "{report}");
        (won("greedy"), report["decisions"].clone(), report["outcomes"].clone())
    };
    let alone = duel(&[]);
    assert_eq!(alone, duel(&["--threads", "2"]));
    // The greedy one wins on either side.
    assert!(alone.2["Dark"].as_u64() > Some(3) && alone.2["Light"].as_u64() > Some(3), "{alone:?}");
    assert_ne!(alone.1, duel(&["--lists", "all"]).1);
    assert_ne!(alone.1, duel(&["--lists", "imperial-navy,rebel-alliance", "--option", "poker_face=no"]).1);
    for game in ["attackwing", "xwing"] {
        let said = accepted(&["simulate", game, "--games", "2", "--agents", "greedy", "--lists", "all"]);
        assert!(said.contains("won by greedy"), "{said}");
        let by_chance = ["simulate", game, "--games", "3", "--lists", "random", "--json"];
        assert_eq!(decisions(&accepted(&by_chance)), decisions(&accepted(&by_chance)));
    }
    refused(&["simulate", "legion", "--lists", "random"], 2, &["makes no lists by chance"]);
    refused(&["simulate", "swlcg", "--agents", "clever"], 2, &["clever", "greedy, random"]);
    refused(&["simulate", "swlcg", "--agents", "greedy,random,random"], 2, &["3 agents for 2 seats"]);
    refused(&["simulate", "swlcg", "--lists", "ewoks,jedi"], 2, &["ewoks", "sith"]);
    refused(&["simulate", "swlcg", "--lists", "jedi,sith"], 2, &["swlcg.core.deck.one-side"]);
}

/// What is printed on a card is said, and found.
#[test]
fn the_facts_of_cards_are_told() {
    let vader = accepted(&["cards", "swlcg", "darth-vader-19"]);
    for words in
        ["Sith · Cost 5 · Force 4 · Damage capacity 4", "Unit damage 2", "(with the edge)", "Elite. "]
    {
        assert!(vader.contains(words), "no {words:?} in {vader}");
    }
    assert!(vader.ends_with("shown: 0 objective sets and 1 card\n"), "{vader}");
    let guardian = accepted(&["cards", "swlcg", "guardian-of-peace", "--lang", "de"]);
    for words in ["Jedi · Kosten 2", "Schutzschild.", "Beschützt Charaktere."] {
        assert!(guardian.contains(words), "no {words:?} in {guardian}");
    }
    let elite = accepted(&["cards", "swlcg", "elite"]);
    assert!(elite.contains("[yoda-2]") && elite.contains("[darth-vader-19]"), "{elite}");
    let json = accepted(&["cards", "swlcg", "guardian-of-peace", "--json"]);
    assert!(json.contains("Shielding. Protect Character."), "{json}");
}

#[test]
fn cards_are_found_and_gaps_are_told() {
    assert!(accepted(&["cards", "xwing", "wedge", "antilles"]).contains("[wedge-antilles]"));
    assert!(accepted(&["cards", "attackwing", "picard", "--lang", "de"]).contains("Picard"));
    let json = accepted(&["cards", "xwing", "--gap", "--json"]);
    let gaps: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
    assert!(gaps.iter().all(|card| !card["gap"].as_str().unwrap_or_default().is_empty()));
    let printed = accepted(&["cards", "xwing", "--gap"]);
    assert!(printed.contains(&format!("{} not yet; shown: {} card", gaps.len(), gaps.len())), "{printed}");
    refused(&["cards", "monopoly"], 2, &["monopoly", "xwing"]);
}

#[test]
fn scenarios_fail_readably() {
    let files = Files::new("scenario");
    let nonsense = files.write("nonsense.scenario", "once upon a time\n");
    refused(&["scenario", &nonsense], 1, &["line 1", "once upon a time"]);
    let wrong = files.write(
        "wrong.scenario",
        "scenario: wrong\ngame: attackwing\ngiven:\n  ship Khazara for Romulan: at 450 200\n  ship Enterprise-D for Federation: at 450 400\n  phase combat\nplay:\n  Khazara has shields 9\n",
    );
    refused(&["scenario", &wrong], 1, &["line 8", "it is 4, not 9", "1 failed"]);
    let place = files.write(
        "place.scenario",
        "scenario: wrong\ngame: attackwing\ngiven:\n  ship Khazara for Romulan: at nowhere\n  ship Enterprise-D for Federation: at 450 400\nplay:\n  Romulan is not asked\n",
    );
    refused(&["scenario", &place], 1, &["at nowhere"]);
    refused(&["scenario", &files.path("missing.scenario")], 2, &["missing.scenario"]);
}

#[test]
fn replays_are_recorded_checked_and_drawn() {
    let files = Files::new("replay");
    let game = files.path("game.json");
    let told = accepted(&["replay", &game, "--record", "attackwing", "--seed", "9"]);
    assert!(told.contains("Game over"));
    assert!(accepted(&["replay", &game, "--to", "svg", "--at", "12"]).starts_with("<svg"));
    let picture = files.path("game.png");
    accepted(&["replay", &game, "--to", "png", "-o", &picture]);
    assert!(std::fs::read(&picture).expect("a picture").starts_with(b"\x89PNG"));
    refused(&["replay", &game, "--at", "100000"], 2, &["--at", "answers"]);

    let whole = std::fs::read_to_string(&game).expect("the replay");
    let cut = files.write("cut.json", &whole[..whole.len() / 2]);
    refused(&["replay", &cut], 2, &["cut.json", "not a replay file"]);
    let forged = files.write("forged.json", &whole.replacen("{\"one\":0}", "{\"one\":60000}", 1));
    refused(&["replay", &forged], 2, &["journal entry", "no such option"]);
    let (before, after) = whole.split_once("\"rules\": ").expect("it names a version of the rules");
    let after = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let old = files.write("old.json", &format!("{before}\"rules\": 0{after}"));
    refused(&["replay", &old], 2, &["version 0 of the rules"]);
    let lied = files.write("lied.json", &whole.replacen("\"hash\": \"", "\"hash\": \"0", 1));
    refused(&["replay", &lied], 2, &["hash"]);
}
