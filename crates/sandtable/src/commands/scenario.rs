//! Running scenario files.

use std::path::{Path, PathBuf};

use scenario::Scenario;
use serde::Serialize;

use super::{Done, game, read_file, say};

#[derive(Serialize)]
struct Result_ {
    file: String,
    title: String,
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

pub fn run(paths: &[PathBuf], json: bool) -> Done {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Err("no scenario files (*.scenario) there".to_string());
    }
    let mut results = Vec::new();
    for file in files {
        let (title, failure) = run_file(&file)?;
        let passed = failure.is_none();
        if !json {
            say(format!("{} {}", if passed { "pass" } else { "FAIL" }, file.display()));
            if let Some(failure) = &failure {
                say(format!("  {}", failure.replace('\n', "\n  ")));
            }
        }
        results.push(Result_ { file: file.display().to_string(), title, passed, failure });
    }
    let failed = results.iter().filter(|result| !result.passed).count();
    if json {
        say(serde_json::to_string_pretty(&results).map_err(|error| error.to_string())?);
    } else {
        say(format!("{} passed, {failed} failed", results.len() - failed));
    }
    Ok(failed == 0)
}

/// All scenario files below a path, in order.
pub fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.is_dir() {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(path)
            .map_err(failed)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        entries.sort();
        for entry in entries {
            if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "scenario") {
                collect(&entry, files)?;
            }
        }
    } else {
        std::fs::metadata(path).map_err(failed)?;
        files.push(path.to_path_buf());
    }
    Ok(())
}

/// The title of a scenario and how it fails, if it does.
fn run_file(path: &Path) -> Result<(String, Option<String>), String> {
    let text = read_file(path)?;
    let scenario = match Scenario::parse(&text) {
        Ok(scenario) => scenario,
        Err(error) => return Ok((String::new(), Some(error.to_string()))),
    };
    let outcome = match game(&scenario.game) {
        Ok(game) => game.run_scenario(&scenario).map_err(|failure| failure.to_string()),
        Err(what) => Err(what),
    };
    Ok((scenario.title, outcome.err()))
}
