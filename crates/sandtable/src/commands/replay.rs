//! Checking and showing replay files.

use std::io::Write;
use std::path::Path;

use table::Lang;

use super::{Done, faults_in, game, language, read_file, say};

#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    Text,
    Svg,
    Png,
    Json,
}

/// How the position is shown.
pub struct Picture {
    pub form: Form,
    /// Only the playing surface.
    pub board: bool,
    pub light: bool,
    pub width: u32,
    /// Pieces whose range bands are drawn.
    pub range: Vec<String>,
}

impl Picture {
    /// The view that was asked for; an unknown piece is named together with those there are.
    fn view(&self, scene: &scene::Scene) -> Result<scene::View, String> {
        let mut view = if self.board {
            scene::View::board(self.width)
        } else {
            scene::View::full(self.width, self.width * 5 / 8)
        };
        if self.light {
            view = view.themed(scene::Theme::Light);
        }
        for name in &self.range {
            let wanted = name.to_lowercase();
            let named =
                |piece: &&scene::Piece| !wanted.is_empty() && piece.label.to_lowercase().contains(&wanted);
            match scene.pieces.iter().find(named) {
                Some(piece) => view = view.with_range_bands(&piece.id),
                None => {
                    let known: Vec<&str> = scene.pieces.iter().map(|piece| piece.label.as_str()).collect();
                    return Err(format!(
                        "--range: there is no piece {name:?}; there are {}",
                        known.join(", ")
                    ));
                }
            }
        }
        Ok(view)
    }
}

pub fn run(
    file: &Path,
    picture: &Picture,
    at: Option<usize>,
    lang: &str,
    out: Option<&Path>,
    record: Option<(&str, u64)>,
) -> Done {
    let lang = language(lang)?;
    if let Some((id, seed)) = record {
        let text = game(id)?.record(None, seed).map_err(|faults| faults_in(file, &faults, lang))?;
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let text = read_file(file)?;
    let place = |what: String| format!("{}: {what}", file.display());
    let header = table::replay::header(&text).map_err(|error| place(error.to_string()))?;
    let shown = game(&header.game)?.show_replay(&text, at, lang).map_err(place)?;
    let bytes = match picture.form {
        Form::Text => {
            let mut lines = shown.log.clone();
            let (entries, hash, result) = (shown.entries, &shown.hash, &shown.result);
            lines.push(match lang {
                Lang::En => format!("{entries} answers, final position {hash}, result {result}"),
                Lang::De => format!("{entries} Antworten, Endstellung {hash}, Ergebnis {result}"),
            });
            (lines.join("\n") + "\n").into_bytes()
        }
        Form::Json => serde_json::to_vec(&shown.scene).map_err(|error| error.to_string())?,
        Form::Svg => scene::svg(&shown.scene, &picture.view(&shown.scene)?).into_bytes(),
        Form::Png => {
            scene::png(&shown.scene, &picture.view(&shown.scene)?).map_err(|error| error.to_string())?
        }
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
