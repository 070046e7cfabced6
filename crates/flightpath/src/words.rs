//! Sentences that both games say to a player who is about to choose.

use geometry::Vec2;
use scene::{LineStyle, Mark};
use table::Lang;

use crate::preview::point;

/// "Chaser at range 2".
pub fn at_range(name: &str, range: u8, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{name} at range {range}"),
        Lang::De => format!("{name} auf Reichweite {range}"),
    }
}

/// "Sees Chaser at range 2 and Howlrunner at range 3."
pub fn sees(names: &[String], lang: Lang) -> String {
    if names.is_empty() {
        return lang.pick("Sees nobody.", "Sieht niemanden.").to_string();
    }
    format!("{} {}.", lang.pick("Sees", "Sieht"), lang.list(names))
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
            "{attack} Angriffswürfel gegen {defense} auf Reichweite {range}{note}. \
             Etwa {damage} Schaden vor Markern und Karten."
        ),
    }
}

/// A measured line that says the range.
pub fn range_line((from, to): (Vec2, Vec2), range: u8, style: LineStyle, lang: Lang) -> Mark {
    let label = format!("{} {range}", lang.pick("range", "Reichweite"));
    Mark::Line { from: point(from), to: point(to), label, style }
}
