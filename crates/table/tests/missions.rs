//! A mission speaks the language of cards and has the last word: in windows, over quantities, and about what is forbidden.

use serde::{Deserialize, Serialize};
use table::mission::{Chosen, Mission, Registered};
use table::timing::{
    Ability, Force, Limit, Modifier, Prohibition, Timed, Turns, overruled, permitted, total,
};
use table::*;

/// A game of one window: a card of each player is worth something, and the mission does what it says.
#[derive(Clone, PartialEq, Debug)]
enum Toy {}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    mission: Option<MissionId>,
    told: Vec<String>,
    over: bool,
}

struct ToyMission {
    common: Mission<Toy>,
}

type MissionId = Chosen<ToyMission>;

impl Registered for ToyMission {
    type Game = Toy;
    fn all() -> &'static [&'static ToyMission] {
        static ALL: [&ToyMission; 2] = [&PLAIN, &STRICT];
        &ALL
    }
    fn common(&self) -> &Mission<Toy> {
        &self.common
    }
}

const BY_CARD: Denial =
    denial("swlcg.rule.2-1.loop.no-stalling", "The card says no.", "Die Karte sagt nein.");
const BY_MISSION: Denial =
    denial("swlcg.rule.2-1.loop.no-stalling", "The mission says no.", "Die Mission sagt nein.");

static PLAIN: ToyMission = ToyMission { common: Mission::new("plain", Words::new("Plain", "Schlicht")) };

static STRICT: ToyMission = ToyMission {
    common: Mission {
        begin: |state| state.told.push("begun".to_string()),
        windows: &[((), |t| {
            t.state.told.push("mission".to_string());
            Ok(())
        })],
        abilities: &[Ability {
            window: (),
            force: Force::May,
            limit: Limit::PerWindow,
            when: |_, card| Ok(card == MISSION_OF_FIRST),
            effect: |t, _| {
                t.state.told.push("used".to_string());
                Ok(())
            },
        }],
        quantities: &[((), |_, (), value| value + 10)],
        prohibitions: &[|_, deed| (*deed == 1).then_some(BY_MISSION)],
        ..Mission::new("strict", Words::new("Strict", "Streng"))
    },
};

/// The cards of the players are 0 and 1, the mission is 10 and 11 before them.
const MISSION_OF_FIRST: u8 = 10;

static OWN: Ability<Toy> = Ability {
    window: (),
    force: Force::Must,
    limit: Limit::PerWindow,
    when: |_, _| Ok(true),
    effect: |t, card| {
        t.state.told.push(format!("card {card}"));
        Ok(())
    },
};
static SETS: Modifier<Toy> = Modifier { of: (), sets: true, apply: |_, _, (), _| 1 };
static FORBIDS: Prohibition<Toy> = Prohibition { forbids: |_, _, deed| (*deed > 0).then_some(BY_CARD) };

impl Game for Toy {
    const ID: &'static str = "toy";
    const RULES_VERSION: u32 = 1;
    type Setup = Option<String>;
    type State = State;
    type Ask = ();
    type Choice = Option<(u8, u8)>;
    type Card = u8;
    type Event = ();

    fn begin(setup: &Option<String>) -> Result<State, Vec<Fault>> {
        let mission = setup.as_ref().and_then(|id| MissionId::find(id));
        let mut state = State { mission, told: Vec::new(), over: false };
        if let Some(mission) = mission {
            (mission.0.common.begin)(&mut state);
        }
        Ok(state)
    }
    fn advance(t: &mut Table<Self>) -> Play {
        t.window(())?;
        t.state.over = true;
        t.over()
    }
    fn outcome(state: &State) -> Option<Outcome> {
        state.over.then_some(Outcome { winners: Seats::NONE, rule: BY_CARD.rule })
    }
    fn players(_: &State) -> usize {
        2
    }
}

impl Timed for Toy {
    type Window = ();
    type Quantity = ();
    type Topic = ();
    type Deed = u8;
    const DONE: Option<(u8, u8)> = None;

    fn topic(_: &()) {}
    fn invoke(card: u8, index: u8) -> Option<(u8, u8)> {
        Some((card, index))
    }
    fn invoked(choice: &Option<(u8, u8)>) -> Option<(u8, u8)> {
        *choice
    }
    fn window_ask(_: ()) {}
    fn turns(_: &State, _: ()) -> Turns {
        Turns { seats: [Seat(0), Seat(1)].into_iter().collect(), ..Turns::default() }
    }
    fn each_ability(_: &State, _: (), seat: Seat, visit: &mut dyn FnMut(u8, u8, &'static Ability<Self>)) {
        visit(seat.0, 0, &OWN);
    }
    fn ability(_: &State, _: u8, _: u8) -> Option<&'static Ability<Self>> {
        Some(&OWN)
    }
    fn each_modifier(_: &State, _: &(), visit: &mut dyn FnMut(u8, &'static Modifier<Self>)) {
        visit(0, &SETS);
    }
    fn each_prohibition(_: &State, _: &u8, visit: &mut dyn FnMut(u8, &'static Prohibition<Self>)) {
        visit(0, &FORBIDS);
    }
    fn mission(state: &State) -> Option<&'static Mission<Self>> {
        state.mission.map(|chosen| &chosen.0.common)
    }
    fn mission_card(_: &State, seat: Seat) -> Option<u8> {
        Some(MISSION_OF_FIRST + seat.0)
    }
    fn is_spent(_: &State, _: u8, _: u8) -> bool {
        false
    }
    fn spend(_: &mut State, _: u8, _: u8) {}
}

fn told(mission: &str, answers: &[u16]) -> Vec<String> {
    let mut session = Session::<Toy>::new(&Some(mission.to_string()), None).expect("a game");
    for answer in answers {
        let question = session.pending().first().cloned().expect("a question");
        session.answer(question.seat, question.track, Answer::One(*answer)).expect("an option");
    }
    assert!(matches!(session.status(), Status::Over(_)), "{:?}", session.pending());
    session.state().told.clone()
}

#[test]
fn a_mission_comes_in_a_window_after_all_cards() {
    assert_eq!(told("plain", &[]), ["card 0", "card 1"]);
    // The first player uses what the mission allows among their cards, or after them, or not at all.
    assert_eq!(told("strict", &[1]), ["begun", "used", "card 0", "card 1", "mission"]);
    assert_eq!(told("strict", &[0, 0]), ["begun", "card 0", "used", "card 1", "mission"]);
    assert_eq!(told("strict", &[0, 1]), ["begun", "card 0", "card 1", "mission"]);
}

#[test]
fn a_mission_has_the_last_word() {
    let state = |id: &str| Toy::begin(&Some(id.to_string())).expect("a game");
    assert_eq!(total::<Toy>(&state("plain"), (), 5), 1);
    assert_eq!(total::<Toy>(&state("strict"), (), 5), 11, "after what the card sets");
    assert_eq!(overruled::<Toy>(&state("strict"), (), 5), 15, "without the card");
    assert_eq!(permitted::<Toy>(&state("plain"), 1), Err(BY_CARD));
    assert_eq!(permitted::<Toy>(&state("strict"), 1), Err(BY_MISSION));
    assert_eq!(permitted::<Toy>(&state("strict"), 2), Err(BY_CARD));
    assert_eq!(permitted::<Toy>(&state("strict"), 0), Ok(()));
}

#[test]
fn a_mission_is_saved_by_its_id() {
    for mission in MissionId::all() {
        let text = serde_json::to_string(&mission).expect("text");
        assert_eq!(text, format!("{:?}", mission.id()));
        assert_eq!(serde_json::from_str::<MissionId>(&text).expect("a mission"), mission);
    }
    assert!(serde_json::from_str::<MissionId>("\"lost\"").is_err());
}
