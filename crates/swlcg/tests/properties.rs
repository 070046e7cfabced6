//! The kernel's promises, checked on random engagements.

use swlcg::{Options, Setup, Side, Swlcg};
use table::harness::check_game;
use table::{Answer, Session, Show, Status, direct};

fn check(setup: &Setup, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        if let Err(what) = check_game::<Swlcg>(setup, seed) {
            panic!("{what}");
        }
    }
}

#[test]
fn an_engagement_of_the_dark_side() {
    check(&Setup::standard(), 0..150);
}

/// The same cards, with the light side attacking.
#[test]
fn an_engagement_of_the_light_side() {
    let mut setup = Setup { attacker: Side::Light, ..Setup::standard() };
    for placed in setup.light.in_play.iter_mut() {
        placed.engaged = false;
    }
    setup.dark.in_play[1].engaged = true;
    check(&setup, 0..150);
}

#[test]
fn with_open_passes_and_reordered_icons() {
    let options = Options { reorder_icons: true, poker_face: false };
    check(&Setup { options, ..Setup::standard() }, 0..150);
}

/// Who is asked what, and what the dark side sees meanwhile, if it does whatever it can and the light side always passes.
fn as_dark_sees_it(setup: &Setup) -> Vec<String> {
    let mut session = Session::<Swlcg>::new(setup, Some(direct::luck(7))).expect("a good set-up");
    let dark = Side::Dark.seat();
    let mut seen = Vec::new();
    while session.status() == Status::Waiting {
        let question = session.pending()[0].clone();
        let view = Swlcg::view(session.state(), Some(dark));
        let told: Vec<_> = session
            .log()
            .iter()
            .filter_map(|logged| Swlcg::see(session.state(), &logged.event, Some(dark)))
            .collect();
        seen.push(format!("{:?} {:?} {view:?} {told:?}", question.seat, question.ask));
        let choice = if question.seat == dark { 0 } else { question.passive.unwrap_or(0) };
        session
            .answer(question.seat, question.track, Answer::One(choice as u16))
            .expect("an option of the question");
    }
    seen
}

#[test]
fn being_asked_tells_nothing_about_a_hand() {
    let armed = Setup::standard();
    let mut unarmed = armed.clone();
    unarmed.light.hand.fill("x-wing".to_string());
    assert_eq!(as_dark_sees_it(&armed), as_dark_sees_it(&unarmed));
    let open =
        |setup: &Setup| Setup { options: Options { poker_face: false, ..setup.options }, ..setup.clone() };
    assert_ne!(as_dark_sees_it(&open(&armed)), as_dark_sees_it(&open(&unarmed)));
}
