//! Files that people write, spoilt in all kinds of ways, are refused or run; they never make the program panic. Spoilt decks
//! are in `lists`.
//!
//! `SANDTABLE_FUZZ=100000` spoils that many files instead of a few.

use std::path::Path;

use swlcg::lists::ready::READY;
use swlcg::{Setup, Swlcg};
use table::Game;
use table::direct::{self, Random, luck};
use table::harness::{check_spoilt_files, spoil};

fn rounds(few: u64) -> u64 {
    std::env::var("SANDTABLE_FUZZ").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(few)
}

#[test]
fn spoilt_scenarios_do_not_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/swlcg");
    scenario::harness::check_spoilt::<Swlcg>(&folder, rounds(3000)).unwrap_or_else(|what| panic!("{what}"));
}

#[test]
fn spoilt_setups_and_replays_do_not_panic() {
    let setup = Setup { dark: READY[0].deck(), light: READY[1].deck(), ..Setup::default() };
    let file = "[options]\npoker-face = true\nblank-gaps = false\n[dark]\naffiliation = \"sith\"\nsets = [ 19 , 19 , 20 , 20 , 21 , 22 , 23 , 34 , 35 , 36 ]\n[light]\naffiliation = \"jedi\"\nsets = [ 1 , 1 , 2 , 2 , 3 , 4 , 5 , 16 , 17 , 18 ]\n";
    assert!(table::files::read::<Setup>(file).is_ok_and(|setup| Swlcg::begin(&setup).is_ok()));
    check_spoilt_files::<Swlcg>(&setup, file, rounds(1500)).unwrap_or_else(|what| panic!("{what}"));
}

/// A position in the middle of a game, with everything that can lie on a table.
const POSITION: &str = r#"
[position]
active = "dark"
turn = 5
step = "defenders_declared"
dial = 7
balance = "dark"
[position.dark]
hand = [ "force-choke" , "tie-fighter" , "twist-of-fate-20" ]
deck = [ "tie-fighter" , "force-choke" , "heat-of-battle-19" , "tie-fighter" ]
objective_deck = [ "the-emperors-web" , "fall-of-the-jedi" ]
discard = [ "force-choke" , "tie-fighter" ]
victory_pile = [ "a-heros-journey" ]
[[position.dark.in_play]]
card = "sith"
focus = 1
[[position.dark.in_play]]
card = "shadows-of-dathomir"
damage = 2
captives = [ "x-wing" , "twist-of-fate-5" ]
[[position.dark.in_play]]
card = "darth-vader-19"
committed = true
participating = true
shields = 1
[position.light]
hand = [ "counter-stroke" , "it-could-be-worse" , "heat-of-battle-3" ]
deck = [ "x-wing" , "y-wing" , "x-wing" ]
objective_deck = [ "last-minute-rescue" ]
[[position.light.in_play]]
card = "jedi"
[[position.light.in_play]]
card = "a-heros-journey"
engaged = true
damage = 1
[[position.light.in_play]]
card = "luke-skywalker-1"
participating = true
focus = 2
[[position.light.in_play]]
card = "trust-your-feelings"
on = "luke-skywalker-1"
"#;

/// What is begun is played to its end as well.
#[test]
fn spoilt_positions_do_not_panic() {
    let whole = table::files::read::<Setup>(POSITION).expect("a set-up");
    Swlcg::begin(&whole).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut begun = 0;
    for seed in 0..rounds(1500) {
        let text = spoil(POSITION, &mut *luck(seed));
        let outcome = std::panic::catch_unwind(|| {
            let setup = table::files::read::<Setup>(&text).ok()?;
            let begin = Swlcg::begin(&setup).ok()?;
            Some(direct::play::<Swlcg>(begin, Box::new(Random::new(seed)), luck(seed), false).is_ok())
        });
        match outcome {
            Ok(None) => {}
            Ok(Some(true)) => begun += 1,
            Ok(Some(false)) | Err(_) => panic!("seed {seed} does not end:\n{text}"),
        }
    }
    assert!(begun * 40 > rounds(1500), "only {begun} could be played");
}
