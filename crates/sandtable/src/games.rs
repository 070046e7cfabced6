//! The games that the program plays, behind one face for all of them.

use std::marker::PhantomData;

use armada::Armada;
use attackwing::AttackWing;
use legion::Legion;
use scenario::{Failure, Scenario, Scripted};
use serde::Serialize;
use server::games::{AgentName, Hosted};
use swlcg::Swlcg;
use table::direct::{self, Random};
use table::lobby::Lobby;
use table::{Fault, Game, Lang, Outcome, Seat, Session, Show, Status, Words, replay};
use xwing::XWing;

/// One simulated game.
pub struct Simulated {
    pub decisions: u64,
    pub rounds: u64,
    pub outcome: Option<Outcome>,
    pub names: Vec<String>,
}

/// A checked list: what it costs and what is wrong with it.
#[derive(Serialize)]
pub struct ListReport {
    pub points: u16,
    /// What was counted, in a game whose cards cost no points.
    #[serde(skip)]
    pub counts: Option<Words>,
    pub legal: bool,
    pub faults: Vec<Fault>,
}

/// A moment of a replay.
pub struct Shown {
    pub log: Vec<String>,
    pub scene: scene::Scene,
    pub entries: usize,
    pub hash: String,
    pub result: String,
}

/// What the program can do with any game.
pub trait AnyGame: Sync {
    fn id(&self) -> &'static str;
    /// Whether whole games can be played; otherwise only scenarios run.
    fn is_playable(&self) -> bool;
    fn run_scenario(&self, scenario: &Scenario) -> Result<(), Failure>;
    /// A set-up file that is in order, as something that can be simulated.
    fn simulation(&self, setup: Option<&str>) -> Result<Box<dyn Simulation>, Vec<Fault>>;
    fn show_replay(&self, text: &str, at: Option<usize>, lang: Lang) -> Result<Shown, String>;
    /// A whole random game as a replay file.
    fn record(&self, setup: Option<&str>, seed: u64) -> Result<String, Vec<Fault>>;
    fn check_list(&self, text: &str) -> Result<ListReport, Vec<Fault>>;
}

/// A set-up from which games are simulated, shared between threads.
pub trait Simulation: Sync + Send {
    fn play(&self, seed: u64) -> Result<Simulated, String>;
}

/// What a game brings beyond its rules so that the program can offer everything. A game that brings nothing can only be
/// looked at in scenarios.
pub trait Playable: Scripted + table::harness::Resample {
    /// The set-up of a game that is played when nobody says otherwise; none for a game that cannot be played yet.
    fn standard() -> Option<Self::Setup> {
        None
    }
    /// How many rounds a position has seen.
    fn rounds(_state: &Self::State) -> u64 {
        0
    }
    /// Ends a game that nobody can end, for simulations.
    fn limit(_setup: &mut Self::Setup) {}
    fn check_list(_text: &str) -> Result<ListReport, Vec<Fault>> {
        Err(vec![not_yet::<Self>()])
    }
}

fn not_yet<G: Game>() -> Fault {
    Fault::new(
        G::ID,
        None,
        "cannot be played yet; only its scenarios run",
        "kann noch nicht gespielt werden; nur seine Szenarien laufen",
    )
}

impl Playable for AttackWing {
    fn standard() -> Option<attackwing::Setup> {
        Some(attackwing::Setup::standard())
    }
    fn rounds(state: &attackwing::State) -> u64 {
        state.round.into()
    }
    fn limit(setup: &mut attackwing::Setup) {
        setup.options.rounds.get_or_insert(500);
    }
    fn check_list(text: &str) -> Result<ListReport, Vec<Fault>> {
        let (fleet, options) = attackwing::lists::read(text)?;
        let report = attackwing::lists::check(&fleet, &options);
        Ok(ListReport {
            points: report.points,
            counts: None,
            legal: report.is_legal(),
            faults: report.faults,
        })
    }
}

impl Playable for Swlcg {
    fn standard() -> Option<swlcg::Setup> {
        Some(swlcg::Setup::standard())
    }
    fn rounds(state: &swlcg::State) -> u64 {
        u64::from(state.turn).div_ceil(2)
    }
    fn check_list(text: &str) -> Result<ListReport, Vec<Fault>> {
        let list = swlcg::lobby::list_of_reading(swlcg::imports::read(text)?);
        let report = <Swlcg as Lobby>::check_list(&list, &Default::default());
        let legal = report.faults.is_empty();
        Ok(ListReport { points: report.points, counts: Swlcg::counts(), legal, faults: report.faults })
    }
}

impl Playable for Armada {}

impl Playable for Legion {}

impl Playable for XWing {
    fn standard() -> Option<xwing::Setup> {
        Some(xwing::Setup::standard())
    }
    fn rounds(state: &xwing::State) -> u64 {
        state.round.into()
    }
    fn limit(setup: &mut xwing::Setup) {
        setup.options.rounds.get_or_insert(500);
    }
    fn check_list(text: &str) -> Result<ListReport, Vec<Fault>> {
        let reading = xwing::imports::read(text)?;
        let report = xwing::lists::check(&reading.squad, &reading.options);
        let faults = reading.notes.into_iter().chain(report.faults.iter().cloned()).collect();
        Ok(ListReport { points: report.points, counts: None, legal: report.is_legal(), faults })
    }
}

struct Of<G>(PhantomData<fn() -> G>);

/// Every game of the program.
pub fn all() -> [&'static dyn AnyGame; 5] {
    [
        &Of::<AttackWing>(PhantomData),
        &Of::<Swlcg>(PhantomData),
        &Of::<XWing>(PhantomData),
        &Of::<Armada>(PhantomData),
        &Of::<Legion>(PhantomData),
    ]
}

/// Agents that seats can be given to.
static AGENTS: [AgentName; 2] = [
    AgentName { id: "greedy", name: Words::new("greedy agent", "gieriger Agent") },
    AgentName { id: "random", name: Words::new("random agent", "Zufallsagent") },
];

/// The games that can be played at the table in the browser.
pub fn hosted() -> &'static [&'static dyn server::games::AnyGame] {
    static ATTACK_WING: Hosted<AttackWing> = Hosted::new(agents::agent, &AGENTS);
    static X_WING: Hosted<XWing> = Hosted::new(agents::agent, &AGENTS);
    static SWLCG: Hosted<Swlcg> = Hosted::new(agents::agent, &AGENTS);
    static HOSTED: [&dyn server::games::AnyGame; 3] = [&ATTACK_WING, &X_WING, &SWLCG];
    &HOSTED
}

pub fn find(id: &str) -> Option<&'static dyn AnyGame> {
    all().into_iter().find(|game| game.id() == id)
}

impl<G: Playable> Of<G> {
    fn setup(&self, text: Option<&str>) -> Result<G::Setup, Vec<Fault>> {
        let standard = G::standard().ok_or_else(|| vec![not_yet::<G>()])?;
        text.map_or(Ok(standard), table::files::read)
    }
}

impl<G: Playable> AnyGame for Of<G>
where
    G::Setup: Send + Sync,
    G::State: Send + Sync,
{
    fn id(&self) -> &'static str {
        G::ID
    }

    fn is_playable(&self) -> bool {
        G::standard().is_some()
    }

    fn run_scenario(&self, scenario: &Scenario) -> Result<(), Failure> {
        scenario::run::<G>(scenario)
    }

    fn simulation(&self, setup: Option<&str>) -> Result<Box<dyn Simulation>, Vec<Fault>> {
        let mut setup = self.setup(setup)?;
        G::limit(&mut setup);
        let start = G::begin(&setup)?;
        Ok(Box::new(Start::<G> { start }))
    }

    fn show_replay(&self, text: &str, at: Option<usize>, lang: Lang) -> Result<Shown, String> {
        let file = replay::read::<G>(text).map_err(|error| error.to_string())?;
        let whole = replay::check::<G>(&file).map_err(|error| error.to_string())?;
        let session = match at {
            Some(at) if at > file.journal.len() => {
                return Err(format!("--at {at}: the replay has only {} answers", file.journal.len()));
            }
            Some(at) => replay::at::<G>(&file, at).map_err(|error| error.to_string())?,
            None => whole,
        };
        Ok(shown(&session, file.journal.len(), &file.hash, lang))
    }

    fn record(&self, setup: Option<&str>, seed: u64) -> Result<String, Vec<Fault>> {
        let mut setup = self.setup(setup)?;
        G::limit(&mut setup);
        let start = G::begin(&setup)?;
        let stopped = |why: String| {
            let de = format!("das Spiel blieb stehen: {why}");
            vec![Fault::new("", None, format!("the game stopped: {why}"), de)]
        };
        let played = direct::play::<G>(start, Box::new(Random::new(seed)), direct::luck(seed), true)
            .map_err(|pause| stopped(format!("{pause:?}")))?;
        let journal = played.journal.unwrap_or_default();
        let session =
            Session::<G>::resume(&setup, journal, None).map_err(|error| stopped(error.to_string()))?;
        Ok(session.replay().to_text())
    }

    fn check_list(&self, text: &str) -> Result<ListReport, Vec<Fault>> {
        <G as Playable>::check_list(text)
    }
}

fn shown<G: Show>(session: &Session<G>, entries: usize, hash: &str, lang: Lang) -> Shown {
    let state = session.state();
    let log: Vec<String> =
        session.log().iter().map(|logged| G::event_text(state, &logged.event, lang)).collect();
    let mut scene = G::scene(&G::view(state, None), lang);
    scene.log = session
        .log()
        .iter()
        .map(|logged| scene::LogLine {
            moment: Some(logged.at as u64),
            ..G::log_line(state, &logged.event, lang)
        })
        .collect();
    let result = match session.status() {
        Status::Waiting => String::new(),
        Status::Over(outcome) => {
            let winners: Vec<String> = outcome.winners.iter().map(|seat| G::seat_name(state, seat)).collect();
            let winners = if winners.is_empty() { "-".to_string() } else { winners.join(", ") };
            format!("{winners} [{}]", outcome.rule)
        }
    };
    Shown { log, scene, entries, hash: hash.to_string(), result }
}

struct Start<G: Game> {
    start: G::State,
}

impl<G: Playable> Simulation for Start<G>
where
    G::State: Send + Sync,
{
    fn play(&self, seed: u64) -> Result<Simulated, String> {
        let policy = Box::new(Random::new(seed));
        let played = direct::play::<G>(self.start.clone(), policy, direct::luck(seed), false)
            .map_err(|pause| format!("the game with seed {seed} stopped: {pause:?}"))?;
        let names = (0..G::players(&played.state) as u8).map(|seat| G::seat_name(&played.state, Seat(seat)));
        Ok(Simulated {
            decisions: played.decisions,
            rounds: G::rounds(&played.state),
            outcome: G::outcome(&played.state),
            names: names.collect(),
        })
    }
}
