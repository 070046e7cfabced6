//! Checking lists, and writing them in another form.

use std::path::Path;

use table::Lang;

use super::{Done, faults_in, game, hosted, read_file, say};

pub fn check(id: &str, file: &Path, json: bool) -> Done {
    let text = read_file(file)?;
    let report = game(id)?.check_list(&text).map_err(|faults| faults_in(file, &faults))?;
    if json {
        say(serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?);
    } else {
        say(format!(
            "{}: {} {}, {}",
            file.display(),
            report.points,
            report.counts.map_or("points", |counts| counts.in_(Lang::En)),
            if report.legal { "legal" } else { "not legal" }
        ));
        for fault in &report.faults {
            say(format!("  {fault}"));
        }
    }
    Ok(report.legal)
}

/// Reads a list in any form that the game knows and writes it in another.
pub fn convert(id: &str, file: &Path, form: Option<&str>) -> Done {
    let game = hosted(id)?;
    let list = game.read_list(&read_file(file)?).map_err(|faults| faults_in(file, &faults))?;
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
    Ok(true)
}
