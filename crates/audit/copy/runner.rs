//! Runs scenarios of a game whose rules can be broken. Written into the copy by `crates/audit`, which reads what it prints.
//!
//! `runner reach` plays every scenario that it is told twice, unbroken, and prints which places it passed: in the second
//! playing, and in the first one only (what is made once and kept). `runner try ID` plays with one break in force
//! until a scenario fails.

use std::io::{BufRead, Write};
use std::panic::catch_unwind;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let files = std::io::stdin().lines().map_while(Result::ok);
    std::panic::set_hook(Box::new(|_| ()));
    match arguments.first().map(String::as_str) {
        Some("reach") => files.for_each(|file| reach(&file)),
        Some("try") => {
            audited::break_at(arguments[1].parse().expect("the number of a break"));
            for file in files {
                say(&format!("plays {file}"));
                if let Err(why) = play(&file) {
                    say(&format!("fails {why}"));
                    return;
                }
            }
            say("holds");
        }
        _ => panic!("reach or try"),
    }
}

fn reach(file: &str) {
    let first = play(file);
    let once = audited::reached();
    let begin = Instant::now();
    let second = play(file);
    let milliseconds = begin.elapsed().as_millis();
    let reached = audited::reached();
    if let Err(why) = first.and(second) {
        say(&format!("unbroken {file} fails: {why}"));
        std::process::exit(1);
    }
    let once: Vec<usize> = once.into_iter().filter(|id| reached.binary_search(id).is_err()).collect();
    say(&format!("{milliseconds}\t{}\t{}\t{file}", words(&reached), words(&once)));
}

fn words(ids: &[usize]) -> String {
    ids.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

fn play(file: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let scenario = scenario::Scenario::parse(&text).map_err(|error| error.to_string())?;
    match catch_unwind(|| scenario::run::<GAME>(&scenario)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(failure)) => Err(format!("line {}: {}", failure.line, failure.text)),
        Err(_) => Err("panic".to_string()),
    }
}

fn say(what: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{what}").and_then(|()| out.flush()).expect("somebody listens");
}
