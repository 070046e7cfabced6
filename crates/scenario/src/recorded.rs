//! Recorded games: whole games that are kept beside the code and have to go on as they went.
//!
//! A change that makes one of them diverge has changed the rules of its game, or the form of what is saved, and says so by
//! raising the game's `RULES_VERSION`; otherwise a saved game would mean something else under the next program.
//! `SANDTABLE_RENEW=1` records what is missing, and what was made under another version of the rules.

use std::collections::BTreeSet;
use std::path::Path;

use table::direct;
use table::replay::{self, ReplayError};
use table::{Entry, Game, Policy, Session, Status};

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
            let file = folder.join(game.name).with_extension("json");
            match (holds::<G>(&file), renew) {
                (Ok(()), _) => None,
                (Err(Doubt::Diverges(why)), _) => Some(format!("{}: {why}", file.display())),
                (Err(Doubt::Missing | Doubt::OtherRules(_)), true) => {
                    renewed(&file, player, game);
                    None
                }
                (Err(doubt), false) => Some(format!("{}: {doubt}", file.display())),
            }
        })
        .collect();
    let known: BTreeSet<String> = games.iter().map(|game| format!("{}.json", game.name)).collect();
    for entry in std::fs::read_dir(folder).expect("a folder of recorded games").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !known.contains(&name) {
            faults.push(format!("{}: nobody says what it is", entry.path().display()));
        }
    }
    assert!(
        faults.is_empty(),
        "{}\nIf the rules of {} were changed on purpose, raise its RULES_VERSION and set SANDTABLE_RENEW=1.",
        faults.join("\n"),
        G::ID
    );
}

/// Why a recorded game does not hold.
enum Doubt {
    Missing,
    /// It was made under this version of the rules.
    OtherRules(u32),
    Diverges(String),
}

impl std::fmt::Display for Doubt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Doubt::Missing => write!(f, "has not been recorded"),
            Doubt::OtherRules(version) => write!(f, "was recorded under version {version} of the rules"),
            Doubt::Diverges(why) => write!(f, "{why}"),
        }
    }
}

fn holds<G: Game>(file: &Path) -> Result<(), Doubt> {
    let text = std::fs::read_to_string(file).map_err(|_| Doubt::Missing)?;
    let diverges = |error: ReplayError| Doubt::Diverges(error.to_string());
    let header = replay::header(&text).map_err(diverges)?;
    if header.rules != G::RULES_VERSION {
        return Err(Doubt::OtherRules(header.rules));
    }
    let recorded = replay::read::<G>(&text).map_err(diverges)?;
    let session = replay::check::<G>(&recorded).map_err(diverges)?;
    match session.status() {
        Status::Over(_) => Ok(()),
        Status::Waiting => Err(Doubt::Diverges("it is not over".to_string())),
    }
}

/// Writes the game as today's program plays it: with the answers that were given, where the rules take them and end as they did.
fn renewed<G: Game>(file: &Path, player: Player<G>, game: &Recorded<G::Setup>) {
    let earlier = std::fs::read_to_string(file).ok().and_then(|text| retold::<G>(&text));
    let session = earlier.unwrap_or_else(|| {
        eprintln!("{}: played anew", file.display());
        played(player, game)
    });
    assert!(matches!(session.status(), Status::Over(_)), "{}: is not over", file.display());
    std::fs::write(file, session.replay().to_text()).expect("a recorded game can be written");
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
