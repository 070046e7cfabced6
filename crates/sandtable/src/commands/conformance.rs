//! Counting what is proven. A rule counts as proven only if a scenario that names it passes here and now.

use include_dir::Dir;
use rulebook::conformance::{Claims, Report, report};
use rulebook::{Kind, Lang, Rulebook};
use scenario::Scenario;

use super::{Done, say};
use crate::games;

pub struct Show {
    pub json: bool,
    pub missing: bool,
    pub not_applicable: bool,
}

pub fn run(game: Option<&str>, kind: Option<&str>, show: &Show) -> Done {
    let kind: Option<Kind> = kind.map(str::parse).transpose()?;
    let ids: Vec<&str> = match game {
        Some(game) if Rulebook::of(game).is_none() => {
            let known: Vec<&str> = Rulebook::games().iter().map(|info| info.id).collect();
            return Err(format!("there is no game {game:?}; there are {}", known.join(", ")));
        }
        Some(game) => vec![game],
        None => Rulebook::games().iter().map(|info| info.id).collect(),
    };
    let (claims, failures) = claims();
    let mut reports = Vec::new();
    let mut sound = failures.is_empty();
    for id in ids {
        let Some(book) = Rulebook::of(id) else { continue };
        let mut report = report(book, &claims);
        if let Some(kind) = kind {
            let wanted = |id: &String| book.entry(id).is_some_and(|entry| entry.kind == kind);
            report.kinds.retain(|other, _| *other == kind);
            report.counts = report.kinds.get(&kind).cloned().unwrap_or_default();
            report.missing_ids.retain(wanted);
        }
        sound &= report.faults.is_empty();
        reports.push(report);
    }
    if show.json {
        let text = match &reports[..] {
            [one] if game.is_some() => serde_json::to_string_pretty(one),
            all => serde_json::to_string_pretty(all),
        };
        say(text.map_err(|error| error.to_string())?);
    } else {
        for report in &reports {
            print(report, kind, show);
        }
        for failure in &failures {
            say(format!("scenario fails: {failure}"));
        }
    }
    Ok(sound)
}

/// What the scenarios that pass claim, and those that fail.
fn claims() -> (Claims, Vec<String>) {
    let mut claims = Claims::new();
    let mut failures = Vec::new();
    visit(&crate::SCENARIOS, &mut |name, text| {
        let outcome = Scenario::parse(text).map_err(|error| error.to_string()).and_then(|scenario| {
            let game = games::find(&scenario.game).ok_or_else(|| format!("no game {}", scenario.game))?;
            game.run_scenario(&scenario).map_err(|failure| failure.to_string())?;
            Ok(scenario)
        });
        match outcome {
            Ok(scenario) => scenario.proves.iter().for_each(|rule| claims.add(rule, name)),
            Err(what) => failures.push(format!("{name}: {what}")),
        }
    });
    (claims, failures)
}

/// Visits the scenario files of the program.
pub fn visit(dir: &Dir, each: &mut dyn FnMut(&str, &str)) {
    for file in dir.files() {
        let name = file.path().display().to_string();
        if name.ends_with(".scenario") {
            each(&name, file.contents_utf8().unwrap_or_default());
        }
    }
    dir.dirs().for_each(|dir| visit(dir, each));
}

fn print(report: &Report, kind: Option<Kind>, show: &Show) {
    let counts = &report.counts;
    say(format!(
        "{}: {} rules, {} proven, {} not applicable, {} missing",
        report.game, counts.total, counts.proven, counts.not_applicable, counts.missing
    ));
    say(format!("  {:<14}{:>7}{:>8}{:>8}{:>9}", "kind", "rules", "proven", "n/a", "missing"));
    for (kind, counts) in &report.kinds {
        say(format!(
            "  {:<14}{:>7}{:>8}{:>8}{:>9}",
            kind.to_string(),
            counts.total,
            counts.proven,
            counts.not_applicable,
            counts.missing
        ));
    }
    let book = Rulebook::of(&report.game);
    if show.missing {
        for id in &report.missing_ids {
            let title = book.and_then(|book| book.entry(id)).map_or("", |entry| entry.title.in_(Lang::En));
            say(format!("  missing: {id}  ({title})"));
        }
    }
    if show.not_applicable {
        for entry in book.iter().flat_map(|book| &book.not_applicable) {
            let of_kind =
                Rulebook::rule(&entry.id).is_some_and(|rule| kind.is_none_or(|kind| rule.kind == kind));
            if of_kind {
                say(format!("  not applicable: {}  {}", entry.id, entry.reason.in_(Lang::En)));
            }
        }
    }
    for fault in &report.faults {
        say(format!("  fault: {fault}"));
    }
}
