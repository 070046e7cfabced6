//! Every scenario file is a test of its own.

use libtest_mimic::{Arguments, Failed, Trial};
use scenario::Scenario;

fn main() {
    let mut trials = Vec::new();
    sandtable::commands::conformance::visit(&sandtable::SCENARIOS, &mut |name, text| {
        let text = text.to_string();
        trials.push(Trial::test(name, move || hold(&text)));
    });
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn hold(text: &str) -> Result<(), Failed> {
    let scenario = Scenario::parse(text).map_err(|error| error.to_string())?;
    let game = sandtable::games::find(&scenario.game).ok_or("no such game")?;
    game.run_scenario(&scenario).map_err(|failure| Failed::from(failure.to_string()))
}
