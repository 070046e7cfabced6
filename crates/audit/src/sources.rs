//! Which files are the rules of a game.

use std::path::{Path, PathBuf};

/// Files, and folders of files, that are no rules: words, pictures, agents, lists, scripts, and second ways to compute
/// something that only tests and players' aids use.
const NO_RULES: &[&str] = &[
    "asks",
    "explain",
    "figures",
    "foresight",
    "hints",
    "imports",
    "judge",
    "lists",
    "lobby",
    "odds",
    "options",
    "preview",
    "random",
    "ready",
    "sampled",
    "scene",
    "script",
    "show",
    "words",
];

/// A crate whose rules are broken.
pub struct Source {
    pub name: String,
    pub folder: PathBuf,
}

/// The crate of a game and, of a flight-path game, that which both share.
pub fn crates_of(workspace: &Path, game: &str) -> Result<Vec<Source>, String> {
    let source = |name: &str| Source { name: name.to_string(), folder: workspace.join("crates").join(name) };
    let own = source(game);
    let manifest = std::fs::read_to_string(own.folder.join("Cargo.toml"))
        .map_err(|error| format!("{game} is no game: {error}"))?;
    let shared = manifest.lines().any(|line| line.starts_with("flightpath")).then(|| source("flightpath"));
    Ok(shared.into_iter().chain([own]).collect())
}

/// All files below a folder, in the same order everywhere.
pub fn files_below(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path())).collect::<Result<_, _>>()?;
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            files.extend(files_below(&entry)?);
        } else {
            files.push(entry);
        }
    }
    Ok(files)
}

/// Whether a file, named from the `src` folder of its crate, holds rules.
pub fn holds_rules(file: &Path) -> bool {
    let mut names = file.iter().map(|part| part.to_str().unwrap_or_default());
    file.extension().is_some_and(|it| it == "rs")
        && !names.any(|name| NO_RULES.contains(&name.trim_end_matches(".rs")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_pictures_are_no_rules() {
        assert!(holds_rules(Path::new("attack.rs")));
        assert!(holds_rules(Path::new("cards/hooks.rs")));
        assert!(!holds_rules(Path::new("show.rs")));
        assert!(!holds_rules(Path::new("show/texts.rs")));
        assert!(!holds_rules(Path::new("measure/sampled.rs")));
        assert!(!holds_rules(Path::new("cards/notes.txt")));
    }
}
