//! Limits of the kernel: far more than any game asks for, and what is said where there is an end.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::direct::{self, Random};
use table::*;

/// Asks one seat for many things at once.
#[derive(Clone, PartialEq, Debug)]
enum Crowd {}

/// How many options, dice and questions there are, and what came of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
struct State {
    many: Many,
    step: u8,
    picked: Vec<u16>,
    order: Vec<u16>,
    rolled: Vec<u8>,
    dials: Vec<Option<u16>>,
    nested: ArrayVec<u16, 3>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
struct Many {
    options: u16,
    dice: usize,
    dials: usize,
    nested: u16,
}

#[derive(Clone, Copy, PartialEq, Debug, Hash, Serialize)]
enum Ask {
    Pick,
    Order,
    Roll,
    Dial(usize),
    Nest,
}

static DIE: Die = Die { name: "die", faces: &["1", "2", "3", "4", "5", "6", "7", "8"] };
static NESTED: Capacity = capacity(3, "eggs in a nest", "Eier in einem Nest");
const OVER: RuleId = RuleId("attackwing.golden.cannot-beats-can");

impl Game for Crowd {
    const ID: &'static str = "crowd";
    const RULES_VERSION: u32 = 1;
    type Setup = Many;
    type State = State;
    type Ask = Ask;
    type Choice = u16;
    type Card = u8;
    type Event = String;

    fn begin(many: &Many) -> Result<State, Vec<Fault>> {
        Ok(State { many: *many, dials: vec![None; many.dials], ..State::default() })
    }

    fn advance(t: &mut Table<Self>) -> Play {
        let Many { options, dice, dials, nested } = t.state.many;
        match t.state.step {
            0 => {
                let max = options as usize;
                let picked = t
                    .ask_some(Seat(0), Ask::Pick, 0, max, |_, offer| (0..options).for_each(|n| offer.add(n)));
                t.state.picked = picked?.to_vec();
            }
            1 => {
                let order =
                    t.ask_order(Seat(0), Ask::Order, |_, offer| (0..options).for_each(|n| offer.add(n)));
                t.state.order = order?.to_vec();
            }
            2 => t.state.rolled = t.roll(Ask::Roll, &DIE, dice)?.to_vec(),
            3 => t.together(
                dials,
                |t, dial| t.ask(Seat(0), Ask::Dial(dial), |_, offer| (0..3).for_each(|n| offer.add(n))),
                |state, dial, answer| state.dials[dial] = Some(answer),
            )?,
            _ => {
                let more =
                    t.ask(Seat(0), Ask::Nest, |_, offer| [0, nested].into_iter().for_each(|n| offer.add(n)))?;
                for egg in 0..more {
                    t.state.nested.put(egg, &NESTED)?;
                }
            }
        }
        t.state.step += 1;
        Ok(())
    }

    fn outcome(state: &State) -> Option<Outcome> {
        (state.step == 5).then_some(Outcome { winners: Seats::NONE, rule: OVER })
    }

    fn players(_: &State) -> usize {
        1
    }
}

const MANY: Many = Many { options: 60, dice: 40, dials: 48, nested: 3 };

fn answer(session: &mut Session<Crowd>, answer: Answer) -> Result<(), Refusal> {
    let track = session.pending()[0].track;
    session.answer(Seat(0), track, answer)
}

/// A game whose questions before the nest are answered.
fn up_to_the_nest(many: Many) -> Session<Crowd> {
    let mut session = Session::<Crowd>::new(&many, Some(direct::luck(1))).expect("a set-up");
    answer(&mut session, Answer::Some((0..many.options).collect())).expect("all options at once");
    answer(&mut session, Answer::Order((0..many.options).rev().collect())).expect("all options in reverse");
    while matches!(session.pending()[0].ask, Ask::Dial(_)) {
        answer(&mut session, Answer::One(2)).expect("a dial");
    }
    session
}

#[test]
fn every_option_can_be_taken_and_every_die_and_dial_counts() {
    let session = up_to_the_nest(MANY);
    let state = session.state();
    assert_eq!(state.picked, (0..60).collect::<Vec<_>>());
    assert_eq!(state.order, (0..60).rev().collect::<Vec<_>>());
    assert_eq!(state.rolled.len(), 40);
    assert_eq!(state.dials, vec![Some(2); 48]);
}

#[test]
fn the_last_option_alone_can_be_taken() {
    let mut session = Session::<Crowd>::new(&MANY, Some(direct::luck(1))).expect("a set-up");
    assert!(answer(&mut session, Answer::Some(vec![60])).is_err());
    answer(&mut session, Answer::Some(vec![59])).expect("the last one");
    assert_eq!(session.state().picked, [59]);
}

#[test]
fn random_players_come_through() {
    let start = Crowd::begin(&MANY).expect("a set-up");
    let played =
        direct::play::<Crowd>(start, Box::new(Random::new(1)), direct::luck(1), true).expect("a game");
    let stepped =
        Session::<Crowd>::resume(&MANY, played.journal.expect("it was recorded"), None).expect("a journal");
    assert_eq!(stepped.state(), &played.state);
    assert_eq!(played.state.rolled.len(), 40);
    assert!(played.state.dials.iter().all(Option::is_some));
}

/// Each number of picks is as likely as another, also where nearly all have to be taken.
#[test]
fn random_picks_are_found_at_once() {
    let many = Many { options: 3_000, ..MANY };
    let start = Crowd::begin(&many).expect("a set-up");
    let sizes = (0..40).map(|seed| {
        let luck = direct::luck(seed);
        let played =
            direct::play::<Crowd>(start.clone(), Box::new(Random::new(seed)), luck, false).expect("a game");
        assert!(played.state.picked.is_sorted_by(|a, b| a < b));
        played.state.picked.len()
    });
    let sizes: Vec<usize> = sizes.collect();
    assert!(sizes.iter().any(|size| *size < 1_000) && sizes.iter().any(|size| *size > 2_000), "{sizes:?}");
}

#[test]
fn as_many_questions_at_once_as_there_is_room_for_and_one_more() {
    let most = up_to_the_nest(Many { dials: 256, ..MANY });
    assert_eq!(most.state().dials, vec![Some(2); 256]);
    let many = Many { dials: 257, ..MANY };
    let mut session = Session::<Crowd>::new(&many, Some(direct::luck(1))).expect("a set-up");
    answer(&mut session, Answer::Some(vec![])).expect("no option");
    let before = session.hash();
    let refused = answer(&mut session, Answer::Order((0..60).collect()));
    let Err(Refusal::TooMany(capacity)) = refused else { panic!("{refused:?}") };
    assert!(capacity.text().en.contains("256 questions"), "{}", capacity.text().en);
    assert_eq!(session.hash(), before);
}

#[test]
fn what_there_is_no_room_for_is_refused_and_nothing_changes() {
    let mut session = up_to_the_nest(MANY);
    answer(&mut session, Answer::One(1)).expect("three eggs have room");
    assert_eq!(session.state().nested[..], [0, 1, 2]);
    let mut session = up_to_the_nest(Many { nested: 4, ..MANY });
    let before = session.hash();
    assert_eq!(answer(&mut session, Answer::One(1)), Err(Refusal::TooMany(&NESTED)));
    assert_eq!((session.hash(), session.pending().len()), (before, 1));
    answer(&mut session, Answer::One(0)).expect("none has room");
}
