//! The games that the program plays, behind one face for all of them.

use std::marker::PhantomData;

use armada::Armada;
use attackwing::AttackWing;
use legion::Legion;
use scenario::{Failure, Scenario, Scripted};
use server::games::Hosted;
use swlcg::Swlcg;
use table::direct::{self, Random, Seated};
use table::lobby::{Agreed, List, Lobby};
use table::{Fault, Game, Lang, Outcome, Policy, Seat, Session, Show, Status, hyphenate, replay};
use xwing::XWing;

/// One simulated game.
pub struct Simulated {
    pub decisions: u64,
    pub rounds: u64,
    pub outcome: Option<Outcome>,
    pub names: Vec<String>,
    /// The agent of each seat; empty if nobody asked for any.
    pub agents: Vec<String>,
}

/// What is simulated.
pub struct Plan<'a> {
    /// A set-up file; the standard game without it.
    pub setup: Option<&'a str>,
    /// Ready-made lists, one for each seat, or `all`; or `random`, other lists made by chance in every game.
    pub lists: &'a [String],
    /// What is agreed on for games between lists.
    pub agreed: &'a Agreed,
    /// One agent for all seats or for each; everything is random without them.
    pub agents: &'a [String],
    /// Agents change seats from game to game.
    pub swap: bool,
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
    /// A plan that is in order, as something that can be simulated.
    fn simulation(&self, plan: &Plan) -> Result<Box<dyn Simulation>, Vec<Fault>>;
    fn show_replay(&self, text: &str, at: Option<usize>, lang: Lang) -> Result<Shown, String>;
    /// A whole random game as a replay file.
    fn record(&self, setup: Option<&str>, seed: u64) -> Result<String, Vec<Fault>>;
}

/// A set-up from which games are simulated, shared between threads.
pub trait Simulation: Sync + Send {
    /// Game number `number` of several, by its seed.
    fn play(&self, number: u64, seed: u64) -> Result<Simulated, String>;
}

/// What a game brings beyond its rules so that the program can offer everything. A game that brings nothing can only be
/// looked at in scenarios.
pub trait Playable: Scripted + table::Resample {
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
    /// The agent of that name. A game that cannot judge its options knows chance alone.
    fn agent(name: &str, seed: u64) -> Option<Box<dyn Policy<Self>>> {
        (name == "random").then(|| -> Box<dyn Policy<Self>> { Box::new(Random::new(seed)) })
    }
    /// Set-ups of games between ready-made lists.
    fn matches(_lists: &[String], _agreed: &Agreed) -> Result<Vec<Self::Setup>, Vec<Fault>> {
        Err(vec![not_yet::<Self>()])
    }
    /// The set-up of a game between lists made by chance, legal ones only.
    fn random_match(_seed: u64, _agreed: &Agreed) -> Result<Self::Setup, Vec<Fault>> {
        let (en, de) = ("makes no lists by chance", "stellt keine Listen durch Zufall zusammen");
        Err(vec![Fault::new(Self::ID, None, en, de)])
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

/// More games than anybody wants to set up.
const MOST_MATCHES: usize = 10_000;

/// Games between ready-made lists: between those that are named, one for each seat, or each of all against each other one,
/// as far as their seats and the rules allow.
fn ready_matches<G: Lobby>(lists: &[String], agreed: &Agreed) -> Result<Vec<G::Setup>, Vec<Fault>> {
    let ready = G::ready_lists();
    if lists != ["all"] {
        let known = || ready.iter().map(|list| &*list.id).collect::<Vec<_>>().join(", ");
        let find = |id: &String| {
            let found = ready.iter().find(|list| list.id == *id).map(|list| list.list.clone());
            found.ok_or_else(|| {
                let (en, de) = (
                    format!("no such list; there are {}", known()),
                    format!("keine solche Liste; es gibt {}", known()),
                );
                vec![Fault::new(id, None, en, de)]
            })
        };
        let lists = lists.iter().map(find).collect::<Result<Vec<List>, _>>()?;
        return Ok(vec![G::assemble(&lists, agreed)?]);
    }
    let usual: Vec<&List> =
        ready.iter().filter(|list| list.agreed.is_empty()).map(|list| &list.list).collect();
    let mut tables: Vec<Vec<&List>> = vec![Vec::new()];
    for seat in 0..G::tables()[0] {
        let fits = |list: &List| G::seat_of(list).is_none_or(|own| own == seat);
        let longer = tables.iter().flat_map(|table| {
            let others = usual.iter().filter(|list| fits(list) && !table.contains(list));
            others.map(|list| table.iter().copied().chain([*list]).collect::<Vec<_>>())
        });
        tables = longer.take(MOST_MATCHES).collect();
    }
    let mut setups = Vec::new();
    let mut faults = vec![not_yet::<G>()];
    for table in tables {
        let lists: Vec<List> = table.into_iter().cloned().collect();
        match G::assemble(&lists, agreed) {
            Ok(setup) => setups.push(setup),
            Err(found) => faults = found,
        }
    }
    if setups.is_empty() { Err(faults) } else { Ok(setups) }
}

/// Lists made by chance may not go together, as when both have the same unique card; how often others are made.
const TRIES: usize = 100;

/// A game between lists made by chance.
fn match_by_chance<G: Lobby>(seed: u64, agreed: &Agreed) -> Result<G::Setup, Vec<Fault>> {
    let mut luck = direct::luck(seed);
    let mut faults = vec![not_yet::<G>()];
    for _ in 0..TRIES {
        let lists = (0..G::tables()[0]).map(|seat| G::random_list(Seat(seat), agreed, &mut *luck));
        match lists.collect::<Option<Vec<List>>>().map(|lists| G::assemble(&lists, agreed)) {
            Some(Ok(setup)) => return Ok(setup),
            Some(Err(found)) => faults = found,
            None => break,
        }
    }
    Err(faults)
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
    fn agent(name: &str, seed: u64) -> Option<Box<dyn Policy<Self>>> {
        agents::agent(name, seed)
    }
    fn matches(lists: &[String], agreed: &Agreed) -> Result<Vec<Self::Setup>, Vec<Fault>> {
        ready_matches::<Self>(lists, agreed)
    }
    fn random_match(seed: u64, agreed: &Agreed) -> Result<Self::Setup, Vec<Fault>> {
        match_by_chance::<Self>(seed, agreed)
    }
}

impl Playable for Swlcg {
    fn standard() -> Option<swlcg::Setup> {
        Some(swlcg::Setup::standard())
    }
    fn rounds(state: &swlcg::State) -> u64 {
        u64::from(state.turn).div_ceil(2)
    }
    fn agent(name: &str, seed: u64) -> Option<Box<dyn Policy<Self>>> {
        agents::agent(name, seed)
    }
    fn matches(lists: &[String], agreed: &Agreed) -> Result<Vec<Self::Setup>, Vec<Fault>> {
        ready_matches::<Self>(lists, agreed)
    }
    fn random_match(seed: u64, agreed: &Agreed) -> Result<Self::Setup, Vec<Fault>> {
        match_by_chance::<Self>(seed, agreed)
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
    fn agent(name: &str, seed: u64) -> Option<Box<dyn Policy<Self>>> {
        agents::agent(name, seed)
    }
    fn matches(lists: &[String], agreed: &Agreed) -> Result<Vec<Self::Setup>, Vec<Fault>> {
        ready_matches::<Self>(lists, agreed)
    }
    fn random_match(seed: u64, agreed: &Agreed) -> Result<Self::Setup, Vec<Fault>> {
        match_by_chance::<Self>(seed, agreed)
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

/// How lists of each game are known, so that one that is pasted into another game names its own.
mod marks {
    use rulebook::Words;
    use server::games::Marks;

    const fn marks(name: &'static str, has: fn(&str) -> bool) -> Marks {
        Marks { game: Words::new(name, name), has }
    }

    pub const X_WING: Marks = marks("X-Wing", xwing::imports::has_marks);
    pub const ATTACK_WING: Marks = marks("Star Trek: Attack Wing", attackwing::imports::has_marks);
    pub const CARD_GAME: Marks = marks("Star Wars: The Card Game", swlcg::imports::has_marks);
    pub const ARMADA: Marks = marks("Star Wars: Armada", armada::lists::has_marks);
    pub const LEGION: Marks = marks("Star Wars: Legion", legion::lists::has_marks);
}

/// The games that can be played at the table in the browser.
pub fn hosted() -> &'static [&'static dyn server::games::AnyGame] {
    static ATTACK_WING: Hosted<AttackWing> = Hosted::new(agents::agent, &agents::AGENTS).beside(&[
        marks::X_WING,
        marks::CARD_GAME,
        marks::ARMADA,
        marks::LEGION,
    ]);
    static X_WING: Hosted<XWing> = Hosted::new(agents::agent, &agents::AGENTS).beside(&[
        marks::ATTACK_WING,
        marks::CARD_GAME,
        marks::ARMADA,
        marks::LEGION,
    ]);
    static SWLCG: Hosted<Swlcg> = Hosted::new(agents::agent, &agents::AGENTS).beside(&[
        marks::X_WING,
        marks::ATTACK_WING,
        marks::ARMADA,
        marks::LEGION,
    ]);
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

    fn simulation(&self, plan: &Plan) -> Result<Box<dyn Simulation>, Vec<Fault>> {
        let random = (plan.lists == ["random"]).then(|| plan.agreed.clone());
        let setups = match &random {
            Some(agreed) => vec![G::random_match(0, agreed)?],
            None if plan.lists.is_empty() => vec![self.setup(plan.setup)?],
            None => G::matches(plan.lists, plan.agreed)?,
        };
        let mut starts = Vec::new();
        for mut setup in setups {
            G::limit(&mut setup);
            starts.push(G::begin(&setup)?);
        }
        for start in &starts {
            agents_for::<G>(plan.agents, G::players(start))?;
        }
        Ok(Box::new(Starts::<G> { starts, random, agents: plan.agents.to_vec(), swap: plan.swap }))
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
    hyphenate(&mut scene, lang);
    let result = match session.status() {
        Status::Waiting => String::new(),
        Status::Over(outcome) => {
            let winners: Vec<String> =
                outcome.winners.iter().map(|seat| G::side_name(state, seat, lang)).collect();
            let winners = if winners.is_empty() { "-".to_string() } else { winners.join(", ") };
            format!("{winners} [{}]", outcome.rule)
        }
    };
    Shown { log, scene, entries, hash: hash.to_string(), result }
}

/// Whether there are as many agents as seats, and whether there are such agents at all.
fn agents_for<G: Playable>(agents: &[String], seats: usize) -> Result<(), Vec<Fault>> {
    if agents.len() > 1 && agents.len() != seats {
        let (en, de) = (
            format!("{} agents for {seats} seats; name one for all or one for each", agents.len()),
            format!("{} Agenten für {seats} Plätze; nenne einen für alle oder einen für jeden", agents.len()),
        );
        return Err(vec![Fault::new("agents", None, en, de)]);
    }
    match agents.iter().find(|name| G::agent(name, 0).is_none()) {
        None => Ok(()),
        Some(name) => {
            let ids = agents::AGENTS.iter().map(|agent| agent.id);
            let known: Vec<&str> = ids.filter(|id| G::agent(id, 0).is_some()).collect();
            let known = known.join(", ");
            let (en, de) =
                (format!("no such agent; there are {known}"), format!("kein solcher Agent; es gibt {known}"));
            Err(vec![Fault::new(name, None, en, de)])
        }
    }
}

/// Positions to begin from, one after the other, and who plays.
struct Starts<G: Game> {
    starts: Vec<G::State>,
    /// Every game has lists of its own, made by chance under what was agreed on.
    random: Option<Agreed>,
    agents: Vec<String>,
    swap: bool,
}

impl<G: Playable> Starts<G> {
    /// The agents of the seats in a game. Those that change seats do so after every start was played once.
    fn seated(&self, number: u64, seats: usize) -> Vec<String> {
        let turn = if self.swap { number as usize / self.starts.len() } else { 0 };
        let count = self.agents.len();
        (0..seats).filter(|_| count > 0).map(|seat| self.agents[(seat + turn) % count].clone()).collect()
    }

    fn policy(agents: &[String], seed: u64) -> Option<Box<dyn Policy<G>>> {
        if agents.is_empty() {
            return Some(Box::new(Random::new(seed)));
        }
        let seed_of = |seat: usize| seed.wrapping_mul(8).wrapping_add(seat as u64);
        let seats = agents.iter().enumerate().map(|(seat, name)| G::agent(name, seed_of(seat)));
        Some(Box::new(Seated(seats.collect::<Option<Vec<_>>>()?)))
    }
}

impl<G: Playable> Simulation for Starts<G>
where
    G::State: Send + Sync,
{
    fn play(&self, number: u64, seed: u64) -> Result<Simulated, String> {
        let start = match &self.random {
            Some(agreed) => {
                G::random_match(seed, agreed).and_then(|setup| G::begin(&setup)).map_err(|faults| {
                    let faults: Vec<String> = faults.iter().map(|fault| fault.text(Lang::En)).collect();
                    format!("the lists of seed {seed}: {}", faults.join("; "))
                })?
            }
            None => self.starts[number as usize % self.starts.len()].clone(),
        };
        let agents = self.seated(number, G::players(&start));
        let policy = Self::policy(&agents, seed).ok_or("there is no such agent")?;
        let played = direct::play::<G>(start, policy, direct::luck(seed), false)
            .map_err(|pause| format!("the game with seed {seed} stopped: {pause:?}"))?;
        let names = (0..G::players(&played.state) as u8).map(|seat| G::seat_name(&played.state, Seat(seat)));
        Ok(Simulated {
            decisions: played.decisions,
            rounds: G::rounds(&played.state),
            outcome: G::outcome(&played.state),
            names: names.collect(),
            agents,
        })
    }
}
