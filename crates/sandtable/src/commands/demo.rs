//! A demonstration game, printed, and what else the program can do.

use table::Lang;

use super::{Done, game, say};

const SEED: u64 = 7;

pub fn run() -> Done {
    let game = game("attackwing")?;
    let text = game.record(None, SEED).map_err(|faults| super::faults_in("demo".as_ref(), &faults))?;
    let shown = game.show_replay(&text, None, Lang::En)?;
    say("A game of Attack Wing with the three ships of the box, played at random:\n");
    for line in &shown.log {
        let heading = line.starts_with("Round ") || line.ends_with(" Phase");
        say(if heading { format!("\n{line}") } else { format!("  {line}") });
    }
    say(format!("\nWinner: {}   ({} answers, final position {})", shown.result, shown.entries, shown.hash));
    say("\nWhat else there is:");
    say("  sandtable conformance attackwing       which rules of the rulebook are proven by scenarios");
    say("  sandtable rules \"target lock\"          look up a rule of any of the five games");
    say("  sandtable simulate attackwing          play a thousand games");
    say("  sandtable replay FILE --record attackwing --to png -o FILE.png");
    say("  sandtable list check attackwing FILE   points and legality of a squadron");
    say("  sandtable --help                       all commands");
    Ok(true)
}
