//! The command line and the browser say the same about a list: every sample in `tests/lists` is judged by both, field by field.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sandtable");
const GAMES: [&str; 3] = ["attackwing", "swlcg", "xwing"];

struct Server {
    process: Child,
    address: String,
    _folder: tempfile::TempDir,
}

impl Server {
    fn start() -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let mut process = Command::new(PROGRAM)
            .env("XDG_DATA_HOME", folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut said = String::new();
        let output = process.stdout.take().expect("its output is ours");
        BufReader::new(output).read_line(&mut said).expect("it says something");
        let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { process, address: address.expect("an address").to_string(), _folder: folder }
    }

    /// What the browser is told about a list.
    fn check(&self, game: &str, list: &Value, lang: &str) -> Value {
        let body = json!({ "list": list }).to_string();
        let mut stream = TcpStream::connect(&self.address).expect("the server is there");
        let head = format!(
            "POST /api/lists/{game}/check HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAccept-Language: {lang}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all((head + &body).as_bytes()).expect("it listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn samples(game: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lists").join(game);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("samples").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// What the command line says: a verdict for each list, or one that says why there is none.
fn command_line(game: &str, file: &Path, lang: &str) -> Vec<Value> {
    let arguments = ["list", "check", game, file.to_str().expect("a path"), "--json", "--lang", lang];
    let output = Command::new(PROGRAM).args(arguments).output().expect("the program runs");
    let verdict: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let verdicts = verdict.as_array().cloned().unwrap_or_else(|| vec![verdict]);
    let is_legal = verdicts.iter().all(|verdict| verdict["legality"] == "legal");
    assert_eq!(output.status.code(), Some(i32::from(!is_legal)), "{}", file.display());
    verdicts
}

#[test]
fn command_line_and_browser_agree_in_every_field() {
    let server = Server::start();
    let mut answers: Vec<String> = Vec::new();
    for (game, lang) in GAMES.into_iter().flat_map(|game| ["en", "de"].map(|lang| (game, lang))) {
        for file in samples(game) {
            let name = format!("{} ({lang})", file.display());
            let text = std::fs::read_to_string(&file).expect("a text");
            let there = server.check(game, &json!({ "text": text }), lang);
            match command_line(game, &file, lang) {
                here if here.len() == 1 => {
                    assert_eq!(here[0], there, "{name}");
                    let is_read = !there["list"].is_null();
                    answers.push(if is_read { there["legality"].to_string() } else { "unread".to_string() });
                }
                here => {
                    let lists: Vec<Value> = here.iter().map(|verdict| verdict["list"].clone()).collect();
                    assert_eq!(Value::from(lists), there["several"], "{name}");
                    let why = there["faults"][0]["text"].as_str().unwrap_or_default();
                    assert!(why.contains(&here.len().to_string()), "{name}: {why}");
                    for verdict in here {
                        let chosen = server.check(game, &json!({ "list": verdict["list"] }), lang);
                        assert_eq!(verdict, chosen, "{name}");
                    }
                    answers.push("several".to_string());
                }
            }
        }
    }
    // The samples show every answer that there is.
    for answer in ["\"legal\"", "\"not_legal\"", "\"open\"", "several", "unread"] {
        assert!(answers.iter().any(|one| one == answer), "{answer}: {answers:?}");
    }
}

#[test]
fn lists_that_cannot_be_judged_say_what_was_counted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lists/attackwing");
    let said = |file: &str, lang: &str| {
        let path = folder.join(file);
        let arguments = ["list", "check", "attackwing", path.to_str().expect("a path"), "--lang", lang];
        let output = Command::new(PROGRAM).args(arguments).output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, english) = said("only-strangers.spacedock", "en");
    assert_eq!(code, Some(1), "{english}");
    let first = "0 points without the 2 cards that are not built in, cannot be judged yet\n";
    assert!(english.contains(first), "{english}");
    let (_, german) = said("only-strangers.spacedock", "de");
    let first = "0 Punkte ohne die 2 Karten, die nicht eingebaut sind, lässt sich noch nicht beurteilen\n";
    assert!(german.contains(first), "{german}");
    let (_, mixed) = said("expansions.spacedock", "en");
    for words in ["resource: Flagship (Resource) is known", "Hikaru Sulu (Crew)", "not counted in the points"]
    {
        assert!(mixed.contains(words), "no {words:?} in {mixed}");
    }
}

#[test]
fn files_in_utf_16_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "\u{feff}Wedge Antilles\r\nLuke Skywalker\r\n";
    let units = || text.encode_utf16();
    let files: [Vec<u8>; 3] = [
        units().flat_map(u16::to_le_bytes).collect(),
        units().flat_map(u16::to_be_bytes).collect(),
        text.as_bytes().to_vec(),
    ];
    for bytes in files {
        let file = folder.path().join("squad.txt");
        std::fs::write(&file, bytes).expect("a file");
        let verdicts = command_line("xwing", &file, "en");
        assert_eq!((verdicts[0]["points"].as_u64(), verdicts[0]["legal"].as_bool()), (Some(57), Some(true)));
    }
    let file = folder.path().join("latin.txt");
    std::fs::write(&file, b"Fl\xfcgel").expect("a file");
    let arguments = ["list", "check", "xwing", file.to_str().expect("a path"), "--json"];
    let output = Command::new(PROGRAM).args(arguments).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&output.stderr).contains("save it as UTF-8"));
}

#[test]
fn a_list_of_another_game_names_that_game() {
    let fleet = "Faction: Rebel\nCommander: Mon Mothma\nAssault:\nDefense:\nNavigation:\nCR90 Corvette A (44)\n= 44 Points\n";
    let army = "Commanders:\n- Luke Skywalker (160)\nCorps:\n- Rebel Troopers (40)\n";
    let squad = r#"{"faction":"rebel","pilots":[{"name":"lukeskywalker","ship":"xwing"}]}"#;
    let squadron = r#"{"ships":[{"shipId":"1001","captain":{"upgradeId":"2001"},"upgrades":[]}]}"#;
    let deck = r#"{"name":"Demo","affiliation_id":1,"card_blocks":[{"id":2,"quantity":1}]}"#;
    let lists = [
        ("", "Star Wars: Armada", fleet),
        ("", "Star Wars: Legion", army),
        ("xwing", "X-Wing", squad),
        ("attackwing", "Star Trek: Attack Wing", squadron),
        ("swlcg", "Star Wars: The Card Game", deck),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (game, (own, name, text)) in GAMES.into_iter().flat_map(|game| lists.map(|list| (game, list))) {
        let file = folder.path().join("list.txt");
        std::fs::write(&file, text).expect("a file");
        let verdict = &command_line(game, &file, "en")[0];
        let told = verdict["faults"].to_string();
        let names_it = told.contains(&format!("another game: {name}"));
        assert_eq!(names_it, game != own, "{game}: {text}: {told}");
    }
}
