//! Checking and showing replay files.

use std::io::Write;
use std::path::Path;

use super::{Done, faults_in, game, language, read_file, say};

#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    Text,
    Svg,
    Png,
}

pub fn run(
    file: &Path,
    form: Form,
    at: Option<usize>,
    lang: &str,
    out: Option<&Path>,
    record: Option<(&str, u64)>,
) -> Done {
    let lang = language(lang)?;
    if let Some((id, seed)) = record {
        let text = game(id)?.record(None, seed).map_err(|faults| faults_in(file, &faults))?;
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let text = read_file(file)?;
    let place = |what: String| format!("{}: {what}", file.display());
    let header = table::replay::header(&text).map_err(|error| place(error.to_string()))?;
    let shown = game(&header.game)?.show_replay(&text, at, lang).map_err(place)?;
    let bytes = match form {
        Form::Text => {
            let mut lines = shown.log.clone();
            lines.push(format!(
                "{} answers, final position {}, result {}",
                shown.entries, shown.hash, shown.result
            ));
            (lines.join("\n") + "\n").into_bytes()
        }
        Form::Svg => scene::svg(&shown.scene, &scene::View::default()).into_bytes(),
        Form::Png => scene::png(&shown.scene, &scene::View::default()).map_err(|error| error.to_string())?,
    };
    match out {
        Some(path) => {
            std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
            say(format!("{} written", path.display()));
        }
        None => {
            let _ = std::io::stdout().write_all(&bytes);
        }
    }
    Ok(true)
}
