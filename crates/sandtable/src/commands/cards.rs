//! The cards of a game on the command line, and the list of those that cannot be played with yet.

use server::protocol::CardInfo;

use super::{Done, hosted, language, say};

pub struct Show {
    /// Only cards that cannot be played with yet.
    pub gap: bool,
    pub json: bool,
}

/// Cards whose name, kind or text has all these words.
pub fn run(game: &str, words: &str, lang: &str, show: &Show) -> Done {
    let catalogue = hosted(game)?.catalogue(language(lang)?);
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_string).collect();
    let says = |card: &CardInfo| {
        let text = format!("{} {} {} {}", card.id, card.name, card.line, card.text).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let all: Vec<&CardInfo> = catalogue.units.iter().chain(&catalogue.cards).collect();
    let shown: Vec<&CardInfo> =
        all.iter().copied().filter(|card| says(card) && (card.gap.is_some() || !show.gap)).collect();
    if show.json {
        say(serde_json::to_string_pretty(&shown).map_err(|error| error.to_string())?);
        return Ok(true);
    }
    let has_points = all.iter().any(|card| card.points != 0);
    for card in &shown {
        let unique = if card.unique { "• " } else { "" };
        let points = if has_points { format!(" ({})", card.points) } else { String::new() };
        say(format!("{unique}{}{points}  {}  [{}]", card.name, card.line, card.id));
        let values: Vec<String> =
            card.values.iter().map(|value| format!("{} {}", value.id, value.name)).collect();
        let names = card.contains.iter().filter_map(|id| all.iter().find(|other| other.id == *id));
        let contains: Vec<&str> = names.map(|other| other.name.as_str()).collect();
        let lines = [values.join(", "), card.text.clone(), contains.join(" · ")];
        for line in lines.iter().flat_map(|lines| lines.lines()).chain(card.gap.as_deref()) {
            say(format!("  {line}"));
        }
    }
    let gaps = all.iter().filter(|card| card.gap.is_some()).count();
    say(format!(
        "{game}: {} cards, {} of them can be played with, {gaps} not yet; shown: {}",
        all.len(),
        all.len() - gaps,
        shown.len()
    ));
    Ok(true)
}
