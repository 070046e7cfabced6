//! The kernel on its own, with a game that asks one question of every kind.

use geometry::{Heading, Pose, Vec2};
use rand_core::Rng;
use scene::Scene;
use serde::{Deserialize, Serialize};
use table::direct::{self, Random};
use table::harness::check_game;
use table::*;

/// Two seats choose secretly, then pick, order and place; a die and a card decide the rest.
#[derive(Clone, PartialEq, Debug)]
enum Toy {}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
struct State {
    step: u8,
    secret: [Option<u8>; 2],
    open: bool,
    picked: Vec<u8>,
    order: Vec<u8>,
    place: Option<(i32, i32)>,
    course: Option<(u8, u8)>,
    still: Option<(u8, u8)>,
    rolled: Vec<u8>,
    drawn: Option<u8>,
    forced: u8,
    over: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, Hash, Serialize)]
enum Ask {
    Secret,
    Forced,
    Pick,
    Order,
    Place,
    Course,
    Roll,
    Draw,
}

/// A speed and a turn, of which the turn may not be sharper than the speed allows.
struct Course {
    fastest: u8,
}

impl Whole<Toy> for Course {
    type Value = (u8, u8);

    fn parts(&self, _: &State, parts: &mut Parts<Toy>) {
        parts.one(0..=self.fastest);
        parts.one(0..=2);
    }
    fn judge(&self, _: &State, plan: &Plan) -> Result<(u8, u8), Denial> {
        let (speed, turn) = (plan.picks[0], plan.picks[1]);
        if turn <= speed { Ok((speed, turn)) } else { Err(TOO_HIGH) }
    }
    fn suggest(&self, _: &State, plans: &mut Vec<Plan>) {
        plans.extend([[0, 0], [1, 1], [3, 2]].map(Plan::of));
    }
    fn settle(&self, _: &State, plan: &Plan) -> Option<Plan> {
        Some(Plan::of([plan.picks[0], plan.picks[1].min(plan.picks[0])]))
    }
    fn only(&self, _: &State) -> Option<Plan> {
        (self.fastest == 0).then(|| Plan::of([0, 0]))
    }
}

static DIE: Die = Die { name: "toy", faces: &["one", "two", "three"] };
const TOO_HIGH: Denial = denial("attackwing.movement.cowardice", "That is too high.", "Das ist zu hoch.");
const NOT_THREE: Denial = denial("attackwing.golden.cannot-beats-can", "Not three.", "Nicht die Drei.");

impl Game for Toy {
    const ID: &'static str = "toy";
    const RULES_VERSION: u32 = 7;
    type Setup = u8;
    type State = State;
    type Ask = Ask;
    type Choice = u8;
    type Card = u8;
    type Event = String;

    fn begin(setup: &u8) -> Result<State, Vec<Fault>> {
        if *setup > 100 {
            let rule = Some(TOO_HIGH.rule.0);
            return Err(vec![Fault::new("setup", rule, "the number is too large", "die Zahl ist zu groß")]);
        }
        Ok(State::default())
    }

    fn advance(t: &mut Table<Self>) -> Play {
        match t.state.step {
            0 => {
                t.together(
                    2,
                    |t, seat| {
                        t.ask(Seat(seat as u8), Ask::Secret, |_, offer| (0..3).for_each(|n| offer.add(n)))
                    },
                    |state, seat, answer| state.secret[seat] = Some(answer),
                )?;
                t.state.open = true;
                t.emit("revealed".into());
            }
            1 => {
                // Only one option is legal: nobody is asked, but the refusal is remembered.
                t.state.forced = t.ask(Seat(0), Ask::Forced, |_, offer| {
                    offer.add(9);
                    offer.refuse(3, NOT_THREE);
                })?;
                t.state.picked = t
                    .ask_some(Seat(1), Ask::Pick, 1, 2, |_, offer| (0..4).for_each(|n| offer.add(n)))?
                    .to_vec();
                t.state.order =
                    t.ask_order(Seat(0), Ask::Order, |_, offer| (0..3).for_each(|n| offer.add(n)))?.to_vec();
            }
            2 => {
                let pose = t.place(
                    Seat(1),
                    Ask::Place,
                    |_, pose| if pose.at.y <= 10.0 { Ok(()) } else { Err(TOO_HIGH) },
                    |_, places| {
                        places.extend([5.0, 10.0, 15.0].map(|y| Pose::new(Vec2::new(1.0, y), Heading::NORTH)))
                    },
                )?;
                t.state.place = Some((pose.at.x as i32, pose.at.y as i32));
                t.state.course = Some(t.ask_whole(Seat(0), Ask::Course, Course { fastest: 3 })?);
                t.state.still = Some(t.ask_whole(Seat(0), Ask::Course, Course { fastest: 0 })?);
            }
            _ => {
                t.state.rolled = t.roll(Ask::Roll, &DIE, 4)?.to_vec();
                t.emit("rolled".into());
                let drawn = t.draw(Ask::Draw, |_, offer| {
                    offer.weigh(1, 3);
                    offer.weigh(2, 0);
                    offer.weigh(3, 1);
                })?;
                t.state.drawn = Some(drawn);
                t.state.over = true;
                return t.over();
            }
        }
        t.state.step += 1;
        Ok(())
    }

    fn weight(event: &String) -> scene::Weight {
        if event == "rolled" { scene::Weight::Headline } else { scene::Weight::Detail }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.over.then_some(Outcome { winners: Seats::NONE.with(Seat(0)), rule: TOO_HIGH.rule })
    }

    fn players(_: &State) -> usize {
        2
    }
}

impl Show for Toy {
    type View = State;
    fn view(state: &State, seat: Option<Seat>) -> State {
        let mut seen = state.clone();
        for (owner, secret) in seen.secret.iter_mut().enumerate() {
            if !state.open && seat != Some(Seat(owner as u8)) {
                *secret = None;
            }
        }
        seen
    }
    fn see(_: &State, event: &String, _: Option<Seat>) -> Option<String> {
        Some(event.clone())
    }
    fn seat_name(_: &State, seat: Seat) -> String {
        format!("{seat:?}")
    }
    fn ask_text(_: &State, ask: &Ask, _: Lang) -> String {
        format!("{ask:?}")
    }
    fn choice_text(_: &State, choice: &u8, _: Lang) -> String {
        choice.to_string()
    }
    fn event_text(_: &State, event: &String, _: Lang) -> String {
        event.clone()
    }
    fn scene(_: &State, _: Lang) -> Scene {
        Scene::default()
    }
}

impl Resample for Toy {
    fn resample(state: &State, seat: Option<Seat>, luck: &mut dyn Rng) -> State {
        let mut other = state.clone();
        for (owner, secret) in other.secret.iter_mut().enumerate() {
            if !state.open && seat != Some(Seat(owner as u8)) && secret.is_some() {
                *secret = Some((luck.next_u32() % 3) as u8);
            }
        }
        other
    }
    fn invariants(_: &State) -> Result<(), String> {
        Ok(())
    }
}

fn session() -> Session<Toy> {
    Session::new(&0, None).expect("a legal set-up")
}

fn one(choice: u16) -> Answer {
    Answer::One(choice)
}

/// Answers both secrets and everything up to the placement.
fn until_place() -> Session<Toy> {
    let mut game = session();
    game.answer(Seat(0), Some(0), one(1)).unwrap();
    game.answer(Seat(1), Some(1), one(2)).unwrap();
    game.answer(Seat(1), None, Answer::Some([1, 3].into_iter().collect())).unwrap();
    game.answer(Seat(0), None, Answer::Order(vec![2, 0, 1])).unwrap();
    game
}

#[test]
fn the_harness_holds() {
    (0..300).for_each(|seed| check_game::<Toy>(&0, seed).unwrap());
}

#[test]
fn secrets_are_asked_together_in_any_order_and_stay_sealed() {
    let mut game = session();
    assert_eq!(game.pending().iter().map(|question| question.seat).collect::<Vec<_>>(), [Seat(0), Seat(1)]);
    game.answer(Seat(1), Some(1), one(2)).unwrap();
    assert_eq!(game.state().secret, [None, Some(2)]);
    assert_eq!(Toy::view(game.state(), Some(Seat(0))).secret, [None, None]);
    assert_eq!(Toy::view(game.state(), Some(Seat(1))).secret, [None, Some(2)]);
    assert_eq!(game.answer(Seat(1), Some(1), one(0)), Err(Refusal::NotAsked));
    assert!(game.log().is_empty());
    game.answer(Seat(0), Some(0), one(0)).unwrap();
    assert_eq!(Toy::view(game.state(), None).secret, [Some(0), Some(2)]);
    assert_eq!(game.log()[0].event, "revealed");
}

#[test]
fn a_sealed_answer_may_be_changed_while_another_is_open() {
    let mut game = session();
    game.answer(Seat(1), Some(1), one(2)).unwrap();
    assert_eq!(game.withdraw(Seat(0)), None, "somebody else's answer");
    assert_eq!(game.withdraw(Seat(1)), Some(0));
    assert_eq!(game.state().secret, [None, None]);
    game.answer(Seat(1), Some(1), one(0)).unwrap();
    game.answer(Seat(0), Some(0), one(1)).unwrap();
    assert_eq!(game.state().secret, [Some(1), Some(0)]);
    assert_eq!(game.withdraw(Seat(0)), None, "it has been seen");
}

#[test]
fn a_single_option_is_taken_and_explained() {
    let mut game = session();
    game.answer(Seat(0), Some(0), one(1)).unwrap();
    game.answer(Seat(1), Some(1), one(2)).unwrap();
    assert_eq!(game.state().forced, 9);
    let forced = &game.forced()[0];
    assert_eq!((forced.ask, forced.refused[0]), (Ask::Forced, (3, NOT_THREE)));
}

#[test]
fn selections_and_orders_are_checked() {
    let mut game = session();
    game.answer(Seat(0), Some(0), one(1)).unwrap();
    game.answer(Seat(1), Some(1), one(2)).unwrap();
    let pick = |picks: &[u16]| Answer::Some(picks.to_vec());
    for bad in [pick(&[]), pick(&[0, 1, 2]), pick(&[1, 1]), pick(&[2, 1]), pick(&[4]), one(0)] {
        assert!(matches!(game.answer(Seat(1), None, bad), Err(Refusal::Malformed(_))));
    }
    game.answer(Seat(1), None, pick(&[1, 3])).unwrap();
    assert_eq!(game.state().picked, [1, 3]);
    for bad in [vec![0, 1], vec![0, 1, 1], vec![0, 1, 3], vec![]] {
        assert!(matches!(game.answer(Seat(0), None, Answer::Order(bad)), Err(Refusal::Malformed(_))));
    }
    game.answer(Seat(0), None, Answer::Order(vec![2, 0, 1])).unwrap();
    assert_eq!(game.state().order, [2, 0, 1]);
}

#[test]
fn places_are_judged_with_a_reason_and_nothing_changes() {
    let mut game = until_place();
    let Kind::Place { candidates } = &game.pending()[0].kind else { panic!("not a placement") };
    assert_eq!(candidates.len(), 2, "only acceptable places are suggested");
    let before = (game.hash(), game.journal().len());
    let at = |y: f64| Answer::Place(Pose::new(Vec2::new(3.0, y), Heading::NORTH));
    assert_eq!(game.answer(Seat(1), None, at(10.5)), Err(Refusal::Denied(TOO_HIGH)));
    assert!(matches!(game.answer(Seat(1), None, at(f64::NAN)), Err(Refusal::Malformed(_))));
    assert_eq!((game.hash(), game.journal().len()), before);
    game.answer(Seat(1), None, at(7.0)).unwrap();
    assert_eq!(game.state().place, Some((3, 7)));
}

#[test]
fn parts_are_set_freely_and_answered_as_a_whole() {
    let mut game = until_place();
    let at = |y: f64| Answer::Place(Pose::new(Vec2::new(3.0, y), Heading::NORTH));
    assert_eq!(game.probe(Seat(1), None, &at(10.5)), Err(Refusal::Denied(TOO_HIGH)));
    assert_eq!(game.probe(Seat(1), None, &at(9.5)), Ok(()));
    game.answer(Seat(1), None, at(7.0)).unwrap();
    let question = &game.pending()[0];
    assert_eq!(question.parts, [Part::One(vec![0, 1, 2, 3]), Part::One(vec![0, 1, 2])]);
    let plan = |picks: &[u8]| Answer::Plan(Plan::of(picks.iter().copied()));
    let before = (game.hash(), game.journal().len());
    for bad in [plan(&[]), plan(&[1]), plan(&[1, 1, 1]), plan(&[4, 0]), plan(&[2, 3]), one(0), at(1.0)] {
        assert!(matches!(game.probe(Seat(0), None, &bad), Err(Refusal::Malformed(_))), "{bad:?}");
        assert!(matches!(game.answer(Seat(0), None, bad), Err(Refusal::Malformed(_))));
    }
    assert_eq!(game.probe(Seat(0), None, &plan(&[1, 2])), Err(Refusal::Denied(TOO_HIGH)));
    assert_eq!(game.answer(Seat(0), None, plan(&[1, 2])), Err(Refusal::Denied(TOO_HIGH)));
    assert_eq!(game.settle(Seat(0), None, &plan(&[1, 2])), Some(plan(&[1, 1])));
    assert_eq!(game.settle(Seat(0), None, &plan(&[9, 9])), None, "nothing is near to nonsense");
    assert_eq!((game.hash(), game.journal().len()), before);
    game.answer(Seat(0), None, plan(&[3, 2])).unwrap();
    assert_eq!(game.state().course, Some((3, 2)));
}

#[test]
fn the_only_plan_is_carried_out_without_asking() {
    let game = until_roll();
    assert_eq!(game.state().still, Some((0, 0)));
    assert_eq!(game.forced().last().map(|forced| forced.ask), Some(Ask::Course));
    assert_eq!(game.pending()[0].seat, Seat::CHANCE);
}

#[test]
fn a_fork_knows_no_secret_and_leaves_the_game_alone() {
    let mut game = session();
    game.answer(Seat(1), Some(1), one(2)).unwrap();
    let (before, mut luck) = (game.hash(), direct::luck(5));
    let policy = || Box::new(Random::new(3));
    let mut others = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let fork = game.fork(Seat(0), Some(0), &mut *luck).unwrap();
        let branch =
            fork.play(one(1), Box::new(Random::new(seed)), direct::luck(seed), |state| state.open).unwrap();
        assert_eq!(branch.state.secret[0], Some(1));
        others.insert(branch.state.secret[1]);
        let end = fork.play(one(0), policy(), direct::luck(seed), |_| false).unwrap();
        assert!(end.state.over && end.decisions >= 6);
    }
    assert_eq!(others, [Some(0), Some(1), Some(2)].into(), "the sealed answer is not known");
    assert!(game.fork(Seat(1), Some(1), &mut *luck).is_none(), "who has answered is not asked");
    assert_eq!(game.hash(), before);
    game.answer(Seat(0), Some(0), one(0)).unwrap();

    // What has been given since the last checkpoint is played once more.
    game.answer(Seat(1), None, Answer::Some(vec![1, 3])).unwrap();
    let fork = game.fork(Seat(0), None, &mut *luck).unwrap();
    let branch = fork.play(Answer::Order(vec![2, 1, 0]), policy(), direct::luck(1), |_| true).unwrap();
    assert_eq!((branch.state.picked, branch.state.order), (vec![1, 3], vec![2, 1, 0]));
    assert!(fork.play(one(0), policy(), direct::luck(1), |_| true).is_err(), "no order");
}

/// Answers everything up to the roll.
fn until_roll() -> Session<Toy> {
    let mut game = until_place();
    game.answer(Seat(1), None, Answer::Place(Pose::new(Vec2::new(0.0, 0.0), Heading::NORTH))).unwrap();
    game.answer(Seat(0), None, Answer::Plan(Plan::of([2, 1]))).unwrap();
    game
}

fn roll(faces: &[u8]) -> Answer {
    Answer::Roll(Faces(faces.iter().copied().collect()))
}

#[test]
fn chance_is_a_seat() {
    let mut game = until_roll();
    assert_eq!(game.pending()[0].seat, Seat::CHANCE);
    assert!(game.answer(Seat::CHANCE, None, roll(&[0, 1, 2])).is_err(), "one die too few");
    assert!(game.answer(Seat::CHANCE, None, roll(&[0, 1, 2, 3])).is_err(), "there is no such face");
    game.answer(Seat::CHANCE, None, roll(&[0, 1, 2, 2])).unwrap();
    let question = &game.pending()[0];
    assert_eq!((&question.options[..], &question.weights[..]), (&[1, 3][..], &[3, 1][..]));
    game.answer(Seat::CHANCE, None, one(1)).unwrap();
    assert_eq!(game.state().drawn, Some(3));
    assert!(matches!(game.status(), Status::Over(_)));
    assert_eq!(game.answer(Seat(0), None, one(0)), Err(Refusal::Over));
}

#[test]
fn undo_and_redo_walk_back_and_forth() {
    let mut game = until_place();
    let end = game.hash();
    let mut taken = Vec::new();
    let mut hashes = Vec::new();
    while let Some(entries) = game.undo() {
        taken.push(entries);
        hashes.push(game.hash());
    }
    assert_eq!(taken.len(), 4);
    assert_eq!(game.hash(), session().hash());
    while let Some(entries) = taken.pop() {
        assert_eq!(hashes.pop(), Some(game.hash()));
        game.redo(entries).unwrap();
    }
    assert_eq!(game.hash(), end);
}

#[test]
fn a_restored_game_cannot_be_taken_back_beyond_its_checkpoint() {
    let mut game = until_place();
    let checkpoint = game.checkpoint();
    let mut restored =
        Session::<Toy>::restore(&0, checkpoint.state.clone(), checkpoint.at, game.journal().to_vec(), None)
            .unwrap();
    assert_eq!(restored.hash(), game.hash());
    assert!(restored.undo().is_none());
    assert!(game.undo().is_some());
}

#[test]
fn replays_name_what_does_not_fit() {
    let played =
        direct::play::<Toy>(State::default(), Box::new(Random::new(1)), direct::luck(1), true).unwrap();
    let game = Session::<Toy>::resume(&0, played.journal.unwrap(), None).unwrap();
    let text = game.replay().to_text();
    replay::check::<Toy>(&replay::read::<Toy>(&text).unwrap()).unwrap();
    let said = |text: &str| match replay::read::<Toy>(text) {
        Ok(file) => replay::check::<Toy>(&file).err().map(|error| error.to_string()).unwrap_or_default(),
        Err(error) => error.to_string(),
    };
    assert!(
        said(&text.replace("\"rules\": 7", "\"rules\": 6"))
            .contains("version 6 of the rules; this is version 7")
    );
    assert!(said(&text.replace("\"toy\"", "\"chess\"")).contains("another game: chess"));
    assert!(said(&text.replace("\"setup\": 0", "\"setup\": 101")).contains("attackwing.movement.cowardice"));
    assert!(said(&text.replace("\"hash\": \"", "\"hash\": \"f")).contains("the file says"));
    let mut file = replay::read::<Toy>(&text).unwrap();
    file.journal[1].question ^= 1;
    assert!(replay::check::<Toy>(&file).err().unwrap().to_string().contains("entry"));
    file.journal[1].question ^= 1;
    file.journal.push(file.journal[0].clone());
    assert!(replay::check::<Toy>(&file).err().unwrap().to_string().contains("1 more"));
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play =
        |seed| direct::play::<Toy>(State::default(), Box::new(Random::new(seed)), direct::luck(seed), false);
    assert_eq!(play(5).unwrap().state, play(5).unwrap().state);
    assert!((0..20).any(|seed| play(seed).unwrap().state != play(5).unwrap().state));
}

/// What happens between two questions is shown once, as it was when it happened.
#[test]
fn steps_are_remembered_once() {
    let mut game = until_roll();
    game.remember_steps();
    assert!(game.steps().is_empty());
    game.answer(Seat::CHANCE, None, roll(&[0, 1, 2, 0])).unwrap();
    let [step] = game.steps() else { panic!("one step, not {}", game.steps().len()) };
    assert_eq!((&step.state.rolled[..], step.state.drawn), (&[0, 1, 2, 0][..], None));
    assert_eq!(game.log()[step.events - 1].event, "rolled");

    // The rules run once more from the checkpoint; what has been shown is not shown again.
    game.forget_steps();
    game.answer(Seat::CHANCE, None, one(0)).unwrap();
    assert!(game.steps().is_empty());

    // What is taken back and happens otherwise is shown again.
    game.undo().expect("a course to take back");
    assert!(game.steps().is_empty());
    game.answer(Seat(0), None, Answer::Plan(Plan::of([1, 1]))).unwrap();
    game.answer(Seat::CHANCE, None, roll(&[2, 2, 2, 2])).unwrap();
    assert_eq!(game.steps().iter().map(|step| step.state.rolled[0]).collect::<Vec<_>>(), [2]);
}
