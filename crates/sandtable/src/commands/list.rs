//! Checking lists.

use std::path::Path;

use super::{Done, faults_in, game, read_file, say};

pub fn check(id: &str, file: &Path, json: bool) -> Done {
    let text = read_file(file)?;
    let report = game(id)?.check_list(&text).map_err(|faults| faults_in(file, &faults))?;
    if json {
        say(serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?);
    } else {
        say(format!(
            "{}: {} points, {}",
            file.display(),
            report.points,
            if report.legal { "legal" } else { "not legal" }
        ));
        for fault in &report.faults {
            say(format!("  {fault}"));
        }
    }
    Ok(report.legal)
}
