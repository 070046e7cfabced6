//! Numerals: what is printed on a card in figures. Numbers in words are none, icons are none, several digits in a row are one,
//! and what explains a keyword is no text of the card.

use serde::{Deserialize, Serialize};
use table::Lang;

use super::Facts;
use super::atoms::{Boon, Ctx};
use crate::state::State;

/// What the later ones of equal figures are called; no text has more.
const ORDINALS: ([&str; 2], [&str; 2]) = (["second", "third"], ["zweite", "dritte"]);

/// A place where a card bears a figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Numeral {
    Cost,
    Capacity,
    Resources,
    /// The X of Edge (X).
    Edge,
    /// The X of Pilot (X).
    Pilot,
    /// A figure of the text, and how many equal ones stand before it.
    Text(u8, u8),
}

impl Numeral {
    // audit: no rule — it only finds words
    pub fn name(self, lang: Lang) -> String {
        let (en, de) = match self {
            Numeral::Cost => ("Cost", "Kosten"),
            Numeral::Capacity => ("Damage capacity", "Schadenskapazität"),
            Numeral::Resources => ("Resources", "Ressourcen"),
            Numeral::Edge => ("Edge", "Kampfvorteil"),
            Numeral::Pilot => ("Pilot", "Pilot"),
            Numeral::Text(figure, 0) if lang == Lang::En => return format!("{figure} in the text"),
            Numeral::Text(figure, 0) => return format!("{figure} im Text"),
            Numeral::Text(figure, place) if lang == Lang::En => {
                return format!(
                    "{figure} in the text, the {} one",
                    ORDINALS.0[usize::from(place - 1).min(1)]
                );
            }
            Numeral::Text(figure, place) => {
                return format!("{} {figure} im Text", ORDINALS.1[usize::from(place - 1).min(1)]);
            }
        };
        if lang == Lang::En { en } else { de }.to_string()
    }

    /// What a card has whose figure is another one.
    pub fn boon(self) -> Boon {
        match self {
            Numeral::Cost | Numeral::Pilot => Boon::Cost,
            Numeral::Capacity => Boon::Capacity,
            Numeral::Resources => Boon::Resources,
            Numeral::Edge => Boon::Edge,
            Numeral::Text(figure, place) => Boon::Figure(figure, place),
        }
    }
}

/// The numerals of a card.
pub fn of(facts: &Facts) -> impl Iterator<Item = (Numeral, u8)> {
    let plays = facts.is_command_card();
    let values = [
        (Numeral::Cost, plays.then_some(facts.cost)),
        (Numeral::Capacity, Some(facts.capacity).filter(|capacity| *capacity > 0)),
        (Numeral::Resources, Some(facts.resources).filter(|resources| *resources > 0)),
        (Numeral::Edge, Some(facts.edge).filter(|edge| *edge > 0)),
        (Numeral::Pilot, facts.pilot),
    ];
    let printed = values.into_iter().filter_map(|(numeral, value)| Some((numeral, value?)));
    printed.chain(figures(&facts.text.en).map(|(figure, place)| (Numeral::Text(figure, place), figure)))
}

/// The figures of a text one by one, each with the number of equal ones before it. Digits in a row are one figure.
fn figures(text: &str) -> impl Iterator<Item = (u8, u8)> {
    let before = move |place, figure| all_figures(text).take(place).filter(|other| *other == figure).count();
    all_figures(text).enumerate().map(move |(place, figure)| (figure, before(place, figure) as u8))
}

fn all_figures(text: &str) -> impl Iterator<Item = u8> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}

/// A number of a card's text as it is read now; of equal ones the first.
pub fn read(state: &State, ctx: &Ctx, printed: u8) -> u8 {
    read_nth(state, ctx, printed, 0)
}

fn read_nth(state: &State, ctx: &Ctx, printed: u8, place: u8) -> u8 {
    let figure = Boon::Figure(printed, place);
    if !state.lasting.lends(figure.bit()) {
        return printed;
    }
    let changes =
        state.lasting.iter().filter(|lasting| lasting.card == Some(ctx.text) && lasting.boon == figure);
    let change: i16 = changes.map(|lasting| i16::from(lasting.amount)).sum();
    u8::try_from((i16::from(printed) + change).max(0)).unwrap_or(u8::MAX)
}

/// The same of a number that is added or taken away.
pub fn read_signed(state: &State, ctx: &Ctx, printed: i8, place: u8) -> i8 {
    let figure = read_nth(state, ctx, printed.unsigned_abs(), place).min(i8::MAX as u8) as i8;
    if printed.is_negative() { -figure } else { figure }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_a_whole() {
        let read = |text| figures(text).collect::<Vec<(u8, u8)>>();
        assert_eq!(read("Deal 12 damage, then 1 and 1 more. (Once per turn.)"), [(12, 0), (1, 0), (1, 1)]);
        assert!(read("Twice each turn, two units are focused.").is_empty());
    }
}
