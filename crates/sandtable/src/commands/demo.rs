//! A demonstration game, printed, and what else the program can do.

use table::Lang;

use super::{Done, game, hosted, say};

const SEED: u64 = 7;

pub fn run(id: &str) -> Done {
    let game = game(id)?;
    let text =
        game.record(None, SEED).map_err(|faults| super::faults_in("demo".as_ref(), &faults, Lang::En))?;
    let shown = game.show_replay(&text, None, Lang::En)?;
    say(format!("A game of {}, played at random:\n", hosted(id)?.title(Lang::En)));
    for line in &shown.log {
        let heading = line.starts_with("Round ") || line.starts_with("Turn ") || line.ends_with(" Phase");
        say(if heading { format!("\n{line}") } else { format!("  {line}") });
    }
    say(format!("\nWinner: {}   ({} answers, final position {})", shown.result, shown.entries, shown.hash));
    say("\nWhat else there is:");
    for (call, about) in [
        (format!("conformance {id}"), "which rules of the rulebook are proven by scenarios"),
        ("rules \"target lock\"".to_string(), "look up a rule of any of the five games"),
        (format!("simulate {id}"), "play a thousand games"),
        (format!("cards {id} NAME"), "look up a card"),
        (format!("replay FILE --record {id} --to png -o FILE.png"), "draw a position"),
        (format!("list check {id} FILE"), "points and legality of a list"),
        ("--help".to_string(), "all commands"),
    ] {
        say(format!("  sandtable {call:<32} {about}"));
    }
    Ok(true)
}
