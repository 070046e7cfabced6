//! Recorded games: whole games that are kept beside the code and have to go on as they went, from their first answer and from
//! a position in the middle of them that was saved.
//!
//! A change that makes one of them diverge has changed the rules of its game, or the form of what is saved, and says so by
//! raising the game's `RULES_VERSION` or its `SCHEMA`; otherwise a saved game would mean something else under the next program.
//! `SANDTABLE_RENEW=1` records what is missing, and what was made under another version of the rules or the schema.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use table::direct;
use table::replay::{self, ReplayError};
use table::{Entry, Game, Policy, Saved, Session, Status};

/// A game that is kept. Once it is recorded its file alone counts: another list by chance is no other game.
pub struct Recorded<S> {
    /// The name of its file.
    pub name: &'static str,
    pub setup: S,
    pub seed: u64,
}

/// Who plays what is recorded, by the seed.
pub type Player<G> = fn(u64) -> Box<dyn Policy<G>>;

/// Plays all recorded games of a folder, which has these and no others.
pub fn hold<G: Game>(folder: &Path, player: Player<G>, games: &[Recorded<G::Setup>]) {
    let renew = std::env::var_os("SANDTABLE_RENEW").is_some();
    let mut faults: Vec<String> = games
        .iter()
        .filter_map(|game| {
            let files = Files::of(folder, game.name);
            match (holds::<G>(&files), renew) {
                (Ok(()), _) => None,
                (Err(Doubt::Diverges(why)), _) => Some(format!("{}: {why}", files.game.display())),
                (Err(Doubt::Missing | Doubt::OtherRules(_) | Doubt::OtherSchema(_)), true) => {
                    renewed(&files, player, game);
                    None
                }
                (Err(doubt), false) => Some(format!("{}: {doubt}", files.game.display())),
            }
        })
        .collect();
    let known: BTreeSet<String> = games.iter().flat_map(|game| Files::names(game.name)).collect();
    for entry in std::fs::read_dir(folder).expect("a folder of recorded games").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !known.contains(&name) {
            faults.push(format!("{}: nobody says what it is", entry.path().display()));
        }
    }
    assert!(
        faults.is_empty(),
        "{}\nIf the rules of {} were changed on purpose, raise its RULES_VERSION, if it is another form of what is saved \
         its SCHEMA, and set SANDTABLE_RENEW=1.",
        faults.join("\n"),
        G::ID
    );
}

/// Where a game and a position of it are kept.
struct Files {
    game: PathBuf,
    position: PathBuf,
}

impl Files {
    fn names(game: &str) -> [String; 2] {
        [format!("{game}.json"), format!("{game}.position.json")]
    }

    fn of(folder: &Path, game: &str) -> Files {
        let [game, position] = Files::names(game).map(|name| folder.join(name));
        Files { game, position }
    }
}

/// Why a recorded game does not hold.
enum Doubt {
    Missing,
    /// It was made under this version of the rules.
    OtherRules(u32),
    OtherSchema(u32),
    Diverges(String),
}

impl std::fmt::Display for Doubt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Doubt::Missing => write!(f, "has not been recorded"),
            Doubt::OtherRules(version) => write!(f, "was recorded under version {version} of the rules"),
            Doubt::OtherSchema(schema) => write!(f, "has a position of schema {schema}"),
            Doubt::Diverges(why) => write!(f, "{why}"),
        }
    }
}

fn holds<G: Game>(files: &Files) -> Result<(), Doubt> {
    let text = std::fs::read_to_string(&files.game).map_err(|_| Doubt::Missing)?;
    let diverges = |error: ReplayError| Doubt::Diverges(error.to_string());
    let header = replay::header(&text).map_err(diverges)?;
    if header.rules != G::RULES_VERSION {
        return Err(Doubt::OtherRules(header.rules));
    }
    let recorded = replay::read::<G>(&text).map_err(diverges)?;
    let session = replay::check::<G>(&recorded).map_err(diverges)?;
    let Status::Over(_) = session.status() else {
        return Err(Doubt::Diverges("it is not over".to_string()));
    };
    goes_on_from_its_position(files, &session)
}

fn goes_on_from_its_position<G: Game>(files: &Files, whole: &Session<G>) -> Result<(), Doubt> {
    let text = std::fs::read_to_string(&files.position).map_err(|_| Doubt::Missing)?;
    let diverges = |why: String| Doubt::Diverges(format!("from its position in the middle: {why}"));
    let saved: Saved = serde_json::from_str(&text).map_err(|error| diverges(error.to_string()))?;
    if saved.schema != G::SCHEMA {
        return Err(Doubt::OtherSchema(saved.schema));
    }
    if saved.rules != G::RULES_VERSION {
        return Err(Doubt::OtherRules(saved.rules));
    }
    let part = Session::<G>::go_on(whole.setup(), &saved, whole.journal().to_vec(), None)
        .map_err(|error| diverges(error.to_string()))?;
    if part.hash() != whole.hash() {
        return Err(diverges("it ends otherwise".to_string()));
    }
    Ok(())
}

/// Writes the game as today's program plays it: with the answers that were given, where the rules take them and end as they did.
fn renewed<G: Game>(files: &Files, player: Player<G>, game: &Recorded<G::Setup>) {
    let name = files.game.display();
    let earlier = std::fs::read_to_string(&files.game).ok().and_then(|text| retold::<G>(&text));
    let mut session = earlier.unwrap_or_else(|| {
        eprintln!("{name}: played anew");
        played(player, game)
    });
    assert!(matches!(session.status(), Status::Over(_)), "{name}: is not over");
    std::fs::write(&files.game, session.replay().to_text()).expect("a recorded game can be written");
    let answers = session.journal();
    let middle = answers.iter().enumerate().skip(answers.len() / 2).find(|(_, entry)| entry.seat.is_player());
    let middle = middle.map_or(0, |(place, _)| place);
    session.undo_to(middle).expect("a game can be taken back to an answer of a player");
    let position = serde_json::to_string(&session.saved()).expect("a position is plain data");
    std::fs::write(&files.position, position).expect("a position can be written");
}

/// What a replay file holds, whatever rules it was played under.
#[derive(serde::Deserialize)]
struct Told<S> {
    setup: S,
    journal: Vec<Entry>,
}

/// The game that an older program recorded, if its answers still lead to an end, and to nothing before it.
fn retold<G: Game>(text: &str) -> Option<Session<G>> {
    let told: Told<G::Setup> = serde_json::from_str(text).ok()?;
    let mut session = Session::<G>::new(&told.setup, None).ok()?;
    for Entry { seat, track, answer, .. } in told.journal {
        session.answer(seat, track, answer).ok()?;
    }
    matches!(session.status(), Status::Over(_)).then_some(session)
}

fn played<G: Game>(player: Player<G>, game: &Recorded<G::Setup>) -> Session<G> {
    let start = G::begin(&game.setup).expect("a set-up in order");
    let played = direct::play(start, player(game.seed), direct::luck(game.seed), true).expect("a game ends");
    Session::resume(&game.setup, played.journal.unwrap_or_default(), None)
        .expect("a game can be played again")
}
