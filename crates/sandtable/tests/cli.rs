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
    let _ = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    let ended = server.wait().expect("it ends");
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
    let printed = accepted(&["cards", "swlcg", "--gap"]);
    assert!(printed.ends_with(&format!("{} not yet; shown: {}\n", gaps.len(), gaps.len())), "{printed}");
    assert!(gaps.iter().all(|card| !card["gap"].as_str().unwrap_or_default().is_empty()));
    assert!(accepted(&["cards", "swlcg", "yoda", "--lang", "de"]).contains("Yoda"));
}

#[test]
fn cards_are_found_and_gaps_are_told() {
    assert!(accepted(&["cards", "xwing", "wedge", "antilles"]).contains("[wedge-antilles]"));
    assert!(accepted(&["cards", "attackwing", "picard", "--lang", "de"]).contains("Picard"));
    let json = accepted(&["cards", "xwing", "--gap", "--json"]);
    let gaps: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
    assert!(gaps.iter().all(|card| !card["gap"].as_str().unwrap_or_default().is_empty()));
    let printed = accepted(&["cards", "xwing", "--gap"]);
    assert!(printed.ends_with(&format!("{} not yet; shown: {}\n", gaps.len(), gaps.len())), "{printed}");
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
    assert!(told.contains("The game is over"));
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
    let old = files.write("old.json", &whole.replacen("\"rules\": 1", "\"rules\": 0", 1));
    refused(&["replay", &old], 2, &["version 0 of the rules"]);
    let lied = files.write("lied.json", &whole.replacen("\"hash\": \"", "\"hash\": \"0", 1));
    refused(&["replay", &lied], 2, &["hash"]);
}
