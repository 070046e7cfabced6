//! The rules reference on the command line.

use rulebook::{Filter, Kind, Lang, Rulebook, search};

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
    let found = search(query, &Filter { game, kind, lang: None, limit });
    let hits = &found.hits;
    if json {
        say(serde_json::to_string_pretty(hits).map_err(|error| error.to_string())?);
        return Ok(!hits.is_empty());
    }
    if !found.is_complete() {
        say(lang.pick(
            "No rule has every word of this; these come nearest.",
            "Keine Regel enthält jedes dieser Wörter; diese kommen am nächsten.",
        ));
    }
    if !found.unknown.is_empty() && !hits.is_empty() {
        let words = lang.list(&found.unknown);
        say(format!("{}: {words}", lang.pick("Found nowhere", "Nirgends gefunden")));
    }
    for hit in hits {
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
        0 => say(match lang {
            Lang::En => format!("nothing found for {query:?}"),
            Lang::De => format!("nichts gefunden zu „{query}“"),
        }),
        count if count == limit => say(match lang {
            Lang::En => format!("the first {limit}; --limit shows more"),
            Lang::De => format!("die ersten {limit}; --limit zeigt mehr"),
        }),
        _ => {}
    }
    Ok(!hits.is_empty())
}
