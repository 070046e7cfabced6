//! Sentences that both games say to a player who is about to choose, and ships in German sentences.

use geometry::Vec2;
use scene::{LineStyle, Mark};
use table::Lang;

use crate::preview::point;

/// The case that a German sentence puts a ship in. At the beginning of a sentence a ship goes by its bare name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Case {
    /// "Wohin fliegt …?"
    Nominative,
    /// "greift … an", "für …".
    Accusative,
    /// "an …", "unter …".
    Dative,
    /// "die Schadenskarten …".
    Genitive,
}

/// A ship in a German sentence. Proper names ("Wedge Antilles", "U.S.S. Enterprise-D") are the same in all cases; what is
/// called after its kind ("Pilot der Akademie 2", "Klingonisches Raumschiff") would have to be declined, so it follows
/// the word "Schiff", which is.
pub fn german_ship(name: &str, proper: bool, case: Case) -> String {
    match (proper, case) {
        (true, Case::Genitive) => format!("von {name}"),
        (true, _) => name.to_string(),
        (false, Case::Nominative | Case::Accusative) => format!("das Schiff „{name}“"),
        (false, Case::Dative) => format!("dem Schiff „{name}“"),
        (false, Case::Genitive) => format!("des Schiffs „{name}“"),
    }
}

/// One of several dice: "Blank (die 3)", or only its number if nobody knows what it shows.
pub fn die_showing(face: Option<String>, die: u8, lang: Lang) -> String {
    let number = u16::from(die) + 1;
    let Some(face) = face else { return format!("{} {number}", lang.pick("Die", "Würfel")) };
    let mut letters = face.chars();
    let face: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    format!("{face} ({} {number})", lang.pick("die", "Würfel"))
}

/// What a roll shows, one result after the other.
pub fn rolled(results: &[String], lang: Lang) -> String {
    if results.is_empty() {
        return lang.pick("no dice", "keine Würfel").to_string();
    }
    results.join(", ")
}

/// "is hit: 2 normal, 1 critical damage".
pub fn damage_of(hits: u8, criticals: u8, lang: Lang) -> String {
    match (lang, hits, criticals) {
        (Lang::En, hits, 0) => format!("{hits} normal damage"),
        (Lang::En, 0, criticals) => format!("{criticals} critical damage"),
        (Lang::En, ..) => format!("{hits} normal, {criticals} critical damage"),
        (Lang::De, hits, 0) => format!("{hits} Schaden"),
        (Lang::De, 0, 1) => "1 kritischer Schaden".to_string(),
        (Lang::De, 0, criticals) => format!("{criticals} kritische Schäden"),
        (Lang::De, hits, criticals) => {
            format!("{hits} Schaden und {}", damage_of(0, criticals, Lang::De))
        }
    }
}

/// "Chaser at range 2".
pub fn at_range(name: &str, range: u8, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{name} at range {range}"),
        Lang::De => format!("{name} in Reichweite {range}"),
    }
}

/// "Sees Chaser at range 2 and Howlrunner at range 3."
pub fn sees(names: &[String], lang: Lang) -> String {
    if names.is_empty() {
        return lang
            .pick("No ship in arc and range.", "Kein Schiff in Feuerwinkel und Reichweite.")
            .to_string();
    }
    // In German the names stay in the nominative.
    format!("{} {}.", lang.pick("Sees", "In Sicht:"), lang.list(names))
}

/// "3 attack dice against 2 at range 1, obstructed. About 1.2 damage before tokens and cards."
pub fn odds_of(dice: (usize, usize), range: u8, note: &str, damage: f64, lang: Lang) -> String {
    let (attack, defense) = dice;
    let damage = lang.decimal(damage);
    match lang {
        Lang::En => {
            let dice = if attack == 1 { "die" } else { "dice" };
            format!(
                "{attack} attack {dice} against {defense} at range {range}{note}. \
                 About {damage} damage before tokens and cards."
            )
        }
        Lang::De => format!(
            "{attack} Angriffswürfel gegen {defense} in Reichweite {range}{note}. \
             Etwa {damage} Schaden vor Markern und Karten."
        ),
    }
}

/// "4 attack dice: 4 + 1 (range 1) − 1 (effects)." Nothing where the value alone says it.
pub fn sum_of_dice(dice: usize, value: i32, at_range_1: bool, lang: Lang) -> String {
    let bonus = i32::from(at_range_1);
    let rest = dice as i32 - value - bonus;
    if bonus == 0 && rest == 0 {
        return String::new();
    }
    let near = if at_range_1 { lang.pick(" + 1 (range 1)", " + 1 (Reichweite 1)") } else { "" };
    let sign = if rest < 0 { '−' } else { '+' };
    let effects = match rest {
        0 => String::new(),
        rest => format!(" {sign} {} ({})", rest.abs(), lang.pick("effects", "Effekte")),
    };
    format!(" {}: {value}{near}{effects}.", lang.pick("Attack dice", "Angriffswürfel"))
}

/// A measured line that says the range.
pub fn range_line((from, to): (Vec2, Vec2), range: u8, style: LineStyle, lang: Lang) -> Mark {
    let label = format!("{} {range}", lang.pick("range", "Reichweite"));
    Mark::Line { from: point(from), to: point(to), label, style }
}
