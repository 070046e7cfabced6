//! An ability that costs nothing and changes nothing cannot be repeated without end.

use serde::{Deserialize, Serialize};
use table::timing::{Ability, Force, Limit, MOST_REPEATS, Modifier, Prohibition, Timed, Turns};
use table::*;

#[derive(Clone, PartialEq, Debug)]
enum Loop {}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
struct State {
    used: [u32; 2],
    over: bool,
}

const STALLING: Denial = denial("swlcg.rule.2-1.loop.no-stalling", "Enough.", "Genug.");

static FREE: Ability<Loop> = Ability {
    window: (),
    force: Force::May,
    limit: Limit::Repeatable,
    when: |_, _| Ok(true),
    effect: |t, card| {
        t.state.used[card as usize] += 1;
        Ok(())
    },
};

impl Game for Loop {
    const ID: &'static str = "loop";
    const RULES_VERSION: u32 = 1;
    type Setup = ();
    type State = State;
    type Ask = ();
    type Choice = Option<u8>;
    type Card = u8;
    type Event = ();

    fn begin(_: &()) -> Result<State, Vec<Fault>> {
        Ok(State::default())
    }
    fn advance(t: &mut Table<Self>) -> Play {
        t.window(())?;
        t.state.over = true;
        t.over()
    }
    fn outcome(state: &State) -> Option<Outcome> {
        state.over.then_some(Outcome { winners: Seats::NONE, rule: STALLING.rule })
    }
    fn players(_: &State) -> usize {
        2
    }
}

impl Timed for Loop {
    type Window = ();
    type Quantity = ();
    type Topic = ();
    type Deed = ();
    const STALLING: Option<Denial> = Some(STALLING);
    const DONE: Option<u8> = None;

    fn topic(_: &()) {}
    fn invoke(card: u8, _: u8) -> Option<u8> {
        Some(card)
    }
    fn invoked(choice: &Option<u8>) -> Option<(u8, u8)> {
        choice.map(|card| (card, 0))
    }
    fn window_ask(_: ()) {}
    fn turns(_: &State, _: ()) -> Turns {
        Turns { seats: [Seat(0), Seat(1)].into_iter().collect(), alternate: true, ..Turns::default() }
    }
    fn each_ability(_: &State, _: (), seat: Seat, visit: &mut dyn FnMut(u8, u8, &'static Ability<Self>)) {
        visit(seat.0, 0, &FREE);
    }
    fn ability(_: &State, _: u8, _: u8) -> Option<&'static Ability<Self>> {
        Some(&FREE)
    }
    fn each_modifier(_: &State, _: &(), _: &mut dyn FnMut(u8, &'static Modifier<Self>)) {}
    fn each_prohibition(_: &State, _: &(), _: &mut dyn FnMut(u8, &'static Prohibition<Self>)) {}
    fn is_spent(_: &State, _: u8, _: u8) -> bool {
        false
    }
    fn spend(_: &mut State, _: u8, _: u8) {}
}

#[test]
fn a_free_ability_is_not_repeated_without_end() {
    let mut session = Session::<Loop>::new(&(), None).expect("a game");
    for _ in 0..1_000 {
        let Some(question) = session.pending().first().cloned() else { break };
        session.answer(question.seat, question.track, Answer::One(0)).expect("the ability");
    }
    assert!(matches!(session.status(), Status::Over(_)));
    assert_eq!(session.state().used, [u32::from(MOST_REPEATS); 2]);
}
