//! The cards of a game on the command line, and the list of those that cannot be played with yet.

use server::protocol::{CardInfo, CatalogueInfo, Offer};
use table::Lang;

use super::{Done, hosted, language, say};

pub struct Show {
    /// Only cards that cannot be played with yet.
    pub gap: bool,
    pub json: bool,
}

/// Cards whose name, kind, values or text have all these words.
pub fn run(game: &str, words: &str, lang: &str, show: &Show) -> Done {
    let lang = language(lang)?;
    let hosted = hosted(game)?;
    let catalogue = hosted.catalogue(lang);
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_string).collect();
    let says = |card: &CardInfo| {
        let facts = facts(&catalogue, card);
        let text = format!("{} {} {} {facts} {}", card.id, card.name, card.line, card.text).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let not_built_in = hosted.not_built_in(lang);
    let all: Vec<&CardInfo> = catalogue.units.iter().chain(&catalogue.cards).chain(&not_built_in).collect();
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
        let facts = facts(&catalogue, card);
        let names = card.contains.iter().filter_map(|id| all.iter().find(|other| other.id == *id));
        let contains = names.map(|other| other.name.as_str()).collect::<Vec<_>>().join(" · ");
        let lines = [&*facts, &card.text, &contains];
        for line in lines.iter().flat_map(|lines| lines.lines()).chain(card.gap.as_deref()) {
            say(format!("  {line}"));
        }
    }
    say(closing(game, &hosted.offer(lang), &all, &shown, lang));
    Ok(true)
}

/// The side of a card and its printed values.
fn facts(catalogue: &CatalogueInfo, card: &CardInfo) -> String {
    let side = catalogue.sides.iter().find(|side| side.id == card.side).map(|side| side.name.clone());
    let values = card.values.iter().map(|value| format!("{} {}", value.id, value.name));
    side.into_iter().chain(values).collect::<Vec<_>>().join(" · ")
}

/// How many there are: what comes as a whole, such as sets, apart from cards.
fn closing(game: &str, offer: &Offer, all: &[&CardInfo], shown: &[&CardInfo], lang: Lang) -> String {
    let counted = |number: usize, sets: bool| match (sets, number, lang) {
        (true, 1, _) => format!("1 {}", offer.counts_one),
        (true, ..) => format!("{number} {}", offer.counts),
        (false, 1, Lang::En) => "1 card".to_string(),
        (false, _, Lang::En) => format!("{number} cards"),
        (false, 1, Lang::De) => "1 Karte".to_string(),
        (false, _, Lang::De) => format!("{number} Karten"),
    };
    let has_sets = all.iter().any(|card| card.counts);
    let groups = || [true, false].into_iter().filter(|sets| has_sets || !sets);
    let count = |sets: bool| {
        let group: Vec<&&CardInfo> = all.iter().filter(|card| card.counts == sets).collect();
        let gaps = group.iter().filter(|card| card.gap.is_some()).count();
        let (there, playable) = (counted(group.len(), sets), group.len() - gaps);
        match lang {
            Lang::En => format!("{there}, {playable} of them can be played with, {gaps} not yet"),
            Lang::De => format!("{there}, davon {playable} spielbar, {gaps} noch nicht"),
        }
    };
    let seen = |sets: bool| counted(shown.iter().filter(|card| card.counts == sets).count(), sets);
    let (counts, seen) = (groups().map(count).collect::<Vec<_>>(), groups().map(seen).collect::<Vec<_>>());
    let (shown, and) = if lang == Lang::En { ("shown", " and ") } else { ("gezeigt", " und ") };
    format!("{game}: {}; {shown}: {}", counts.join("; "), seen.join(and))
}
