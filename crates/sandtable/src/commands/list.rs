//! Checking lists, and writing them in another form.

use std::path::Path;

use table::lobby::{List, ReadList, only};
use table::{Fault, Lang};

use super::{Done, agreed, faults_in, game, hosted, language, read_file, say};
use crate::games::ListReport;

pub fn check(id: &str, file: &Path, options: &[String], lang: &str, json: bool) -> Done {
    let lang = language(lang)?;
    let game = game(id)?;
    let agreed = agreed(id, options)?;
    let text = read_file(file)?;
    let reports = game.check_lists(&text, &agreed).map_err(|faults| faults_in(file, &faults, lang))?;
    let legal = reports.iter().all(|report| report.legal);
    if json {
        // A file with one list is that list; one with several is all of them.
        let text = match &*reports {
            [report] => serde_json::to_string_pretty(report),
            reports => serde_json::to_string_pretty(reports),
        };
        say(text.map_err(|error| error.to_string())?);
        return Ok(legal);
    }
    for report in &reports {
        let of = if reports.len() > 1 { format!(" {:?}", report.name) } else { String::new() };
        say(format!("{}{of}: {}, {}", file.display(), counted(report, lang), verdict(report, lang)));
        for fault in report.faults.iter().chain(&report.gaps).chain(&report.tournament) {
            say(format!("  {}", fault.text(lang)));
        }
        for note in &report.notes {
            say(format!("  {}: {}", noted(lang), note.text(lang)));
        }
    }
    Ok(legal)
}

fn counted(report: &ListReport, lang: Lang) -> String {
    let points = match (lang, report.points) {
        (Lang::En, 1) => "point",
        (Lang::En, _) => "points",
        (Lang::De, 1) => "Punkt",
        (Lang::De, _) => "Punkte",
    };
    let words = report.counts.map_or(points, |counts| counts.in_(lang, report.points.into()));
    format!("{} {words}", report.points)
}

/// Legal and playable are two answers.
fn verdict(report: &ListReport, lang: Lang) -> String {
    let legal = match (lang, report.legal, report.tournament.is_empty()) {
        (Lang::En, false, _) => "not legal",
        (Lang::En, true, false) => "legal, but not for tournaments",
        (Lang::En, true, true) => "legal",
        (Lang::De, false, _) => "nicht zulässig",
        (Lang::De, true, false) => "zulässig, aber nicht für Turniere",
        (Lang::De, true, true) => "zulässig",
    };
    match (lang, report.gaps.len()) {
        (_, 0) => legal.to_string(),
        (Lang::En, 1) => format!("{legal}, not playable yet: 1 card is not built in"),
        (Lang::En, count) => format!("{legal}, not playable yet: {count} cards are not built in"),
        (Lang::De, 1) => format!("{legal}, noch nicht spielbar: 1 Karte ist nicht eingebaut"),
        (Lang::De, count) => format!("{legal}, noch nicht spielbar: {count} Karten sind nicht eingebaut"),
    }
}

fn noted(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "note",
        Lang::De => "Hinweis",
    }
}

/// Reads a list in any form that the game knows and writes it in another. What is odd, and what the other form cannot hold,
/// is said beside it; the latter is a finding.
pub fn convert(id: &str, file: &Path, form: Option<&str>) -> Done {
    let game = hosted(id)?;
    let text = read_file(file)?;
    let read = game.read_lists(&text).and_then(only);
    let ReadList { list, notes, .. } = read.map_err(|faults| faults_in(file, &faults, Lang::En))?;
    let written = game.write_list(&list);
    let known: Vec<&str> = written.iter().map(|written| written.form).collect();
    let wanted = match form {
        Some(form) => written.iter().find(|written| written.form == form),
        None => written.first(),
    };
    let wanted = wanted.ok_or_else(|| {
        format!("{id} has no form {:?} for lists; there are {}", form.unwrap_or_default(), known.join(", "))
    })?;
    say(wanted.text.trim_end());
    for note in notes {
        eprintln!("sandtable: {}: {}: {note}", file.display(), noted(Lang::En));
    }
    let again = game.read_lists(&wanted.text).and_then(only).unwrap_or_default();
    let lost = lost(&list, again.list);
    for fault in &lost {
        eprintln!("sandtable: {}: {fault}", file.display());
    }
    Ok(lost.is_empty())
}

/// What is in the one list, but not in the other.
fn lost(list: &List, other: List) -> Vec<Fault> {
    let cards = |list: &List| -> Vec<String> {
        list.units.iter().flat_map(|unit| std::iter::once(&unit.card).chain(&unit.carries)).cloned().collect()
    };
    let mut there = cards(&other);
    let mut lost: Vec<Fault> = Vec::new();
    for card in cards(list) {
        match there.iter().position(|one| *one == card) {
            Some(place) => drop(there.swap_remove(place)),
            None => {
                let fault = Fault::new(card, None, "is left out", "entfällt");
                if !lost.contains(&fault) {
                    lost.push(fault);
                }
            }
        }
    }
    let aside = |list: &List| -> Vec<String> {
        list.units
            .iter()
            .map(|unit| &unit.aside)
            .chain([&list.aside])
            .flat_map(|aside| aside.keys().cloned())
            .collect()
    };
    let kept = aside(&other);
    for key in aside(list).into_iter().filter(|key| !kept.contains(key)) {
        let fault = Fault::new(key, None, "is left out", "entfällt");
        if !lost.contains(&fault) {
            lost.push(fault);
        }
    }
    lost
}
