//! Numerals: what is printed on a card in figures. Numbers in words are none, icons are none, several digits in a row are one,
//! and what explains a keyword is no text of the card.

use serde::{Deserialize, Serialize};
use table::Lang;

use super::Facts;
use super::atoms::{Boon, Ctx};
use crate::state::State;

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
    /// This figure of the text, wherever it stands there.
    Text(u8),
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
            Numeral::Text(figure) if lang == Lang::En => return format!("{figure} in the text"),
            Numeral::Text(figure) => return format!("{figure} im Text"),
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
            Numeral::Text(figure) => Boon::Figure(figure),
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
    printed.chain(figures(&facts.text.en).map(|figure| (Numeral::Text(figure), figure)))
}

/// The figures of a text, each once. Digits in a row are one figure.
fn figures(text: &str) -> impl Iterator<Item = u8> {
    let is_first =
        move |(place, figure): &(usize, u8)| !all_figures(text).take(*place).any(|other| other == *figure);
    all_figures(text).enumerate().filter(is_first).map(|(_, figure)| figure)
}

fn all_figures(text: &str) -> impl Iterator<Item = u8> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}

/// A number of a card's text as it is read now.
pub fn read(state: &State, ctx: &Ctx, printed: u8) -> u8 {
    if !state.lasting.lends(Boon::Figure(printed).bit()) {
        return printed;
    }
    let changes = state
        .lasting
        .iter()
        .filter(|lasting| lasting.card == Some(ctx.text) && lasting.boon == Boon::Figure(printed));
    let change: i16 = changes.map(|lasting| i16::from(lasting.amount)).sum();
    u8::try_from((i16::from(printed) + change).max(0)).unwrap_or(u8::MAX)
}

/// The same of a number that is added or taken away.
pub fn read_signed(state: &State, ctx: &Ctx, printed: i8) -> i8 {
    let figure = read(state, ctx, printed.unsigned_abs()).min(i8::MAX as u8) as i8;
    if printed.is_negative() { -figure } else { figure }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_a_whole() {
        let read = |text| figures(text).collect::<Vec<u8>>();
        assert_eq!(read("Deal 12 damage, then 1 and 1 more. (Once per turn.)"), [12, 1]);
        assert!(read("Twice each turn, two units are focused.").is_empty());
    }
}
