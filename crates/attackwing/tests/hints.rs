//! Every option of random games has a hint in both languages, and every hint is the same whatever is hidden.

use attackwing::{Ask, AttackWing, Choice, MissionId, Options, Planet, PlayerSetup, Setup};
use scene::{Hint, Mark};
use table::direct::{self, Random};
use table::harness::check_hints;
use table::{Kind, Lang, Session, Show, Status};

fn check(hint: &Hint, view: &attackwing::View, ask: &Ask, choice: &Choice, lang: Lang) {
    assert!(!hint.detail.is_empty(), "{ask:?} {choice:?} has no sentence");
    assert!(!hint.detail.contains("  ") && hint.detail.trim() == hint.detail, "{:?}", hint.detail);
    if let (Ask::Dial(_), Choice::Maneuver(_)) = (ask, choice) {
        let has = |wanted: fn(&Mark) -> bool| hint.marks.iter().any(wanted);
        assert!(has(|mark| matches!(mark, Mark::Template { .. })));
        assert!(has(|mark| matches!(mark, Mark::Ghost { .. })));
        let about = AttackWing::about(view, ask, choice, lang);
        assert!(about.sign.is_some() && about.cell.is_some());
    }
    let scene = AttackWing::scene(view, lang);
    for piece in &hint.pieces {
        let on_table = scene.pieces.iter().any(|other| other.id == *piece);
        let in_roster = scene.rosters.iter().flat_map(|roster| &roster.entries).any(|card| card.id == *piece);
        assert!(on_table || in_roster, "{piece} is not in the picture");
    }
}

fn play(setup: &Setup, seed: u64) {
    if let Err(what) = check_hints::<AttackWing>(setup, seed, &mut Random::new(seed), check) {
        panic!("{what}");
    }
}

#[test]
fn standard_game() {
    (0..8).for_each(|seed| play(&Setup::standard(), seed));
}

#[test]
fn obstacles_missions_and_big_squadrons() {
    let mut setup = Setup::standard();
    setup.options =
        Options { obstacles: 6, planet: Some(Planet::Centre), tournament: true, ..Options::default() };
    (0..4).for_each(|seed| play(&setup, seed));
    for mission in MissionId::all() {
        let mut setup = Setup::standard();
        setup.options.mission = Some(mission);
        setup.players[1] = PlayerSetup::starter("klingon-40");
        (0..4).for_each(|seed| play(&setup, seed));
    }
    let mines = r#"
        [[ship]]
        ship = "enterprise-d"
        captain = "picard"
        upgrades = ["engage", "worf", "geordi", "data", "photon-torpedoes-federation", "antimatter-mines"]
        [[ship]]
        ship = "khazara"
        captain = "toreth"
        upgrades = ["counter-attack", "nvek", "bochra", "plasma-torpedoes", "artificial-quantum-singularity"]
    "#;
    let fleet = attackwing::lists::read(mines).expect("a list").0;
    let players = vec![PlayerSetup::fleet(fleet.clone()), PlayerSetup::fleet(fleet)];
    let setup = Setup { players, options: Options { rounds: Some(12), ..Options::default() } };
    (0..4).for_each(|seed| play(&setup, seed));
}

/// Ships are placed one after the other before anything else; each is drawn where it would stand.
#[test]
fn what_is_placed_is_drawn() {
    let mut session = Session::<AttackWing>::new(&Setup::standard(), Some(direct::luck(1))).expect("legal");
    let mut placed = 0;
    while placed < 3 && session.status() == Status::Waiting {
        let Some(question) = session.pending().first().cloned() else { break };
        if matches!(question.kind, Kind::Place { .. }) {
            let view = AttackWing::view(session.state(), Some(question.seat));
            for lang in Lang::ALL {
                assert!(!AttackWing::placing(&view, &question.ask, lang).marks.is_empty());
            }
            placed += 1;
        }
        let answer =
            session.ask_policy(question.seat, question.track, &mut Random::new(1)).expect("an answer");
        session.answer(question.seat, question.track, answer).expect("a legal answer");
    }
    assert_eq!(placed, 3);
}
