//! The rules reference on the command line.

use rulebook::{Filter, Kind, Rulebook, search};

use super::{Done, language, say};

pub fn run(
    query: &str,
    game: Option<&str>,
    kind: Option<&str>,
    lang: &str,
    limit: usize,
    json: bool,
) -> Done {
    let lang = language(lang)?;
    let kind: Option<Kind> = kind.map(str::parse).transpose()?;
    if let Some(game) = game
        && Rulebook::of(game).is_none()
    {
        let known: Vec<&str> = Rulebook::games().iter().map(|info| info.id).collect();
        return Err(format!("there is no game {game:?}; there are {}", known.join(", ")));
    }
    let hits = search(query, &Filter { game, kind, lang: None, limit });
    if json {
        say(serde_json::to_string_pretty(&hits).map_err(|error| error.to_string())?);
        return Ok(!hits.is_empty());
    }
    for hit in &hits {
        let entry = hit.entry;
        say(format!("{}  [{}]", entry.title.in_(lang), entry.id));
        say(format!("  {}", entry.in_(lang)));
        let book = entry.id.split('.').next().and_then(Rulebook::of);
        for ruling in book.iter().flat_map(|book| book.rulings_on(&entry.id)) {
            say(format!("  → {} {}", ruling.question.in_(lang), ruling.decision.in_(lang)));
        }
        say("");
    }
    match hits.len() {
        0 => say(format!("nothing found for {query:?}")),
        count if count == limit => say(format!("the first {limit}; --limit shows more")),
        _ => {}
    }
    Ok(!hits.is_empty())
}
