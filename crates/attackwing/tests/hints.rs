//! Every option of random games has a hint in both languages, and every hint is the same whatever is hidden.

use attackwing::{Ask, AttackWing, Choice, Mission, Options, Planet, PlayerSetup, Setup};
use scene::{Hint, Mark};
use table::direct::{self, Random};
use table::harness::Resample;
use table::{Appraise, Kind, Lang, Session, Show, Status};

fn check(hint: &Hint, view: &attackwing::View, ask: &Ask, choice: &Choice, lang: Lang) {
    assert!(!hint.detail.is_empty(), "{ask:?} {choice:?} has no sentence");
    assert!(!hint.detail.contains("  ") && hint.detail.trim() == hint.detail, "{:?}", hint.detail);
    if let (Ask::Dial(_), Choice::Maneuver(_)) = (ask, choice) {
        let has = |wanted: fn(&Mark) -> bool| hint.marks.iter().any(wanted);
        assert!(has(|mark| matches!(mark, Mark::Template { .. })));
        assert!(has(|mark| matches!(mark, Mark::Ghost { .. })));
        assert!(hint.sign.is_some() && hint.cell.is_some());
    }
    let scene = AttackWing::scene(view, lang);
    for piece in &hint.pieces {
        let on_table = scene.pieces.iter().any(|other| other.id == *piece);
        let in_roster = scene.rosters.iter().flat_map(|roster| &roster.entries).any(|card| card.id == *piece);
        assert!(on_table || in_roster, "{piece} is not in the picture");
    }
}

fn play(setup: &Setup, seed: u64) {
    let mut session = Session::<AttackWing>::new(setup, Some(direct::luck(seed))).expect("legal");
    let (mut policy, mut luck) = (Random::new(seed), direct::luck(seed + 1000));
    while session.status() == Status::Waiting {
        let Some(question) = session.pending().first().cloned() else { break };
        let seat = Some(question.seat);
        let view = AttackWing::view(session.state(), seat);
        let other = AttackWing::view(&AttackWing::resample(session.state(), seat, &mut *luck), seat);
        for lang in Lang::ALL {
            for choice in &question.options {
                let hint = AttackWing::hint(&view, &question.ask, choice, lang);
                check(&hint, &view, &question.ask, choice, lang);
                assert_eq!(
                    hint,
                    AttackWing::hint(&other, &question.ask, choice, lang),
                    "a hint tells a secret"
                );
                assert!(AttackWing::appeal(&view, &question.ask, choice).is_finite());
            }
            if let Kind::Place { candidates } = &question.kind {
                let placing = AttackWing::placing(&view, &question.ask, lang);
                assert!(!placing.marks.is_empty() && !placing.label.is_empty(), "{:?}", question.ask);
                for pose in candidates {
                    assert!(AttackWing::appeal_of_place(&view, &question.ask, pose).is_finite());
                }
            }
        }
        let answer =
            session.ask_policy(question.seat, question.track, &mut policy).expect("a player's question");
        session.answer(question.seat, question.track, answer).expect("a legal answer");
    }
    for logged in session.log() {
        for lang in Lang::ALL {
            assert!(!AttackWing::log_line(session.state(), &logged.event, lang).text.is_empty());
        }
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
    for mission in [Mission::Dilithium, Mission::Chase] {
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
