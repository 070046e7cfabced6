//! Every option of random games has a hint in both languages, and every hint is the same whatever is hidden.

use scene::{Hint, Mark};
use table::direct::Random;
use table::harness::check_hints;
use table::{Appraise, Decision, Lang, Picks, Policy, Pose, Show};
use xwing::lists::{Squad, SquadShip};
use xwing::{Ask, Choice, PlayerSetup, RulesetName, Setup, View, XWing};

fn check(hint: &Hint, view: &View, ask: &Ask, choice: &Choice, lang: Lang) {
    assert!(!hint.detail.is_empty(), "{ask:?} {choice:?} has no sentence");
    assert!(!hint.detail.contains("  ") && hint.detail.trim() == hint.detail, "{:?}", hint.detail);
    let scene = XWing::scene(view, lang);
    // In a tournament nothing is shown that would have to be measured, except where the rules allow it.
    if view.state.options.tournament {
        assert!(scene.board.is_some_and(|board| board.ruler.is_empty()), "there is a ruler");
        let may_be_measured =
            matches!(ask, Ask::Attack(_) | Ask::ExtraAttack(..) | Ask::CardTarget(_) | Ask::ShakeOff(_));
        assert!(may_be_measured || hint.marks.is_empty(), "{ask:?} {choice:?} is measured");
        return;
    }
    if let (Ask::Dial(_), Choice::Maneuver(_)) = (ask, choice) {
        let has = |wanted: fn(&Mark) -> bool| hint.marks.iter().any(wanted);
        assert!(has(|mark| matches!(mark, Mark::Ghost { .. })));
        let about = XWing::about(view, ask, choice, lang);
        assert!(about.sign.is_some() && about.cell.is_some());
    }
    for piece in &hint.pieces {
        let on_table = scene.pieces.iter().any(|other| other.id == *piece);
        let in_roster = scene.rosters.iter().flat_map(|roster| &roster.entries).any(|card| card.id == *piece);
        assert!(on_table || in_roster, "{piece} is not in the picture");
    }
}

/// Takes a random option if its number is a multiple of three, so that anything comes up; otherwise what looks best, so
/// that there is a fight.
struct Keen(Random);

impl Policy<XWing> for Keen {
    fn choose(&mut self, decision: &Decision<XWing>) -> usize {
        let random = Policy::<XWing>::choose(&mut self.0, decision);
        if random.is_multiple_of(3) {
            return random;
        }
        let view = decision.view();
        let appeal = |option: &usize| XWing::appeal(&view, decision.ask, &decision.options[*option]);
        (0..decision.options.len()).max_by(|a, b| appeal(a).total_cmp(&appeal(b))).unwrap_or(random)
    }
    fn pick(&mut self, decision: &Decision<XWing>, min: usize, max: usize) -> Picks<u16> {
        self.0.pick(decision, min, max)
    }
    fn order(&mut self, decision: &Decision<XWing>, places: &mut [u16]) {
        self.0.order(decision, places)
    }
    fn place(&mut self, decision: &Decision<XWing>, candidates: &[Pose]) -> Pose {
        self.0.place(decision, candidates)
    }
}

/// Plays a game and returns the kinds of questions that came up.
fn play(setup: &Setup, seed: u64) -> Vec<String> {
    check_hints::<XWing>(setup, seed, &mut Keen(Random::new(seed)), check)
        .unwrap_or_else(|what| panic!("{what}"))
}

#[test]
fn standard_game() {
    let mut setup = Setup::standard();
    setup.options.rounds = Some(12);
    (0..4).for_each(|seed| drop(play(&setup, seed)));
}

/// Ships that cloak, roll, boost, drop bombs and fire secondary weapons, by both rulesets and in a tournament.
#[test]
fn cloaks_rolls_bombs_and_torpedoes() {
    let squad = |ships: &[(&str, &[&str])]| Squad {
        name: String::new(),
        ships: ships.iter().map(|(pilot, upgrades)| SquadShip::new(pilot, upgrades)).collect(),
    };
    let players = vec![
        PlayerSetup::squad(squad(&[
            ("sigma-squadron-pilot", &[]),
            ("gamma-squadron-pilot", &["seismic-charges", "proton-torpedoes"]),
            ("alpha-squadron-pilot", &[]),
        ])),
        PlayerSetup::squad(squad(&[
            ("outer-rim-smuggler", &[]),
            ("gold-squadron-pilot", &["ion-cannon-turret", "proton-torpedoes"]),
            ("prototype-pilot", &["proton-rockets"]),
        ])),
    ];
    let mut asked = Vec::new();
    for (ruleset, tournament) in
        [(RulesetName::Document, false), (RulesetName::Later, false), (RulesetName::Document, true)]
    {
        let mut setup = Setup { players: players.clone(), ..Setup::standard() };
        (setup.options.ruleset, setup.options.rounds) = (ruleset, Some(12));
        setup.options.tournament = tournament;
        for seed in 0..4 {
            asked.extend(play(&setup, seed));
        }
    }
    for wanted in [
        "PlaceObstacle",
        "PlaceShip",
        "DecloakHow",
        "DecloakTo",
        "RollTo",
        "RollSide",
        "BoostWith",
        "LockWhom",
        "Dice",
        "Edge",
    ] {
        assert!(asked.iter().any(|ask| ask == wanted), "no {wanted} came up");
    }
}
