//! Checking lists, and writing them in another form.

use std::path::Path;

use server::protocol::{FaultInfo, Legality, ListVerdict};
use table::lobby::{List, ReadList, only};
use table::{Fault, Lang, is_one_meant};

use super::{Done, agreed, faults_in, hosted, language, read_file, say};

pub fn check(id: &str, file: &Path, options: &[String], lang: &str, json: bool) -> Done {
    let lang = language(lang)?;
    let game = hosted(id)?;
    let agreed = agreed(id, options)?;
    let text = read_file(file)?;
    let verdicts = match server::check_text(game, &text, &agreed, lang) {
        Ok(verdicts) => verdicts,
        // The same as over HTTP; whoever reads JSON is told in JSON.
        Err(faults) if json => vec![server::unreadable(&faults, lang)],
        Err(faults) => return Err(faults_in(file, &faults, lang)),
    };
    let legal = verdicts.iter().all(|verdict| verdict.legal);
    if json {
        // A file with one list is that list; one with several is all of them.
        let text = match &*verdicts {
            [verdict] => serde_json::to_string_pretty(verdict),
            verdicts => serde_json::to_string_pretty(verdicts),
        };
        say(text.map_err(|error| error.to_string())?);
        return Ok(legal);
    }
    let offer = game.offer(lang);
    for verdict in &verdicts {
        let name = verdict.list.as_ref().map_or("", |list| &list.name);
        let of = if verdicts.len() > 1 { format!(" {name:?}") } else { String::new() };
        let counted = counted(verdict, [&offer.counts_one, &offer.counts], lang);
        say(format!("{}{of}: {counted}, {}", file.display(), answer(verdict, lang)));
        for fault in verdict.faults.iter().chain(&verdict.gaps).chain(&verdict.tournament) {
            say(format!("  {}", line(fault, lang)));
        }
        for note in &verdict.notes {
            say(format!("  {}: {}", noted(lang), line(note, lang)));
        }
    }
    Ok(legal)
}

/// What the list comes to, in points or in what the game counts instead.
fn counted(verdict: &ListVerdict, [one, many]: [&str; 2], lang: Lang) -> String {
    let points = match (lang, verdict.points) {
        (Lang::En, 1) => "point",
        (Lang::En, _) => "points",
        (Lang::De, 1) => "Punkt",
        (Lang::De, _) => "Punkte",
    };
    let own = if verdict.points == 1 { one } else { many };
    let words = if own.is_empty() { points } else { own };
    // Of such a list only a part is counted.
    let is_whole = verdict.legality != Legality::Open || !own.is_empty();
    let without = match (lang, verdict.gaps.len()) {
        _ if is_whole => String::new(),
        (Lang::En, 1) => " without the card that is not built in".to_string(),
        (Lang::En, count) => format!(" without the {count} cards that are not built in"),
        (Lang::De, 1) => " ohne die Karte, die nicht eingebaut ist".to_string(),
        (Lang::De, count) => format!(" ohne die {count} Karten, die nicht eingebaut sind"),
    };
    format!("{} {words}{without}", verdict.points)
}

/// Legal and playable are two answers.
fn answer(verdict: &ListVerdict, lang: Lang) -> String {
    let legal = match (lang, verdict.legality, verdict.tournament.is_empty()) {
        (Lang::En, Legality::NotLegal, _) => "not legal",
        (Lang::En, Legality::Open, _) => "cannot be judged yet",
        (Lang::En, Legality::Legal, false) => "legal, but not for tournaments",
        (Lang::En, Legality::Legal, true) => "legal",
        (Lang::De, Legality::NotLegal, _) => "nicht zulässig",
        (Lang::De, Legality::Open, _) => "lässt sich noch nicht beurteilen",
        (Lang::De, Legality::Legal, false) => "zulässig, aber nicht für Turniere",
        (Lang::De, Legality::Legal, true) => "zulässig",
    };
    match (lang, verdict.gaps.len()) {
        (_, 0) => legal.to_string(),
        _ if verdict.legality == Legality::Open => legal.to_string(),
        (Lang::En, 1) => format!("{legal}, not playable yet: 1 card is not built in"),
        (Lang::En, count) => format!("{legal}, not playable yet: {count} cards are not built in"),
        (Lang::De, 1) => format!("{legal}, noch nicht spielbar: 1 Karte ist nicht eingebaut"),
        (Lang::De, count) => format!("{legal}, noch nicht spielbar: {count} Karten sind nicht eingebaut"),
    }
}

/// Place, sentence, question and rule in one line.
fn line(fault: &FaultInfo, lang: Lang) -> String {
    let place = if fault.place.is_empty() { String::new() } else { format!("{}: ", fault.place) };
    let rule = fault.rule.as_ref().map_or(String::new(), |rule| format!(" [{rule}]"));
    let question = match is_one_meant(&fault.near, lang) {
        question if question.is_empty() => question,
        question => format!("; {question}"),
    };
    format!("{place}{}{question}{rule}", fault.text)
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
