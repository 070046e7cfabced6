//! The planning aid: seeing where a maneuver would end while the dials are set. The rules of the family want that
//! estimated by eye, so it is offered only to somebody who plays alone against agents, and never in tournaments.

use scene::Hint;
use table::Lang;
use table::lobby::{Agreed, Field, FieldValue};

use crate::preview::{cell, sign, tone};
use crate::{Colour, Maneuver};

const PLANNING_AID: &str = "planning_aid";
const OFF: &str = "no";

/// The option of the table.
pub fn field() -> Field {
    Field::new(
        PLANNING_AID,
        ("Planning aid", "Planungshilfe"),
        (
            "Shows where a maneuver would end while dials are set. The rules know no such aid: it is for one person alone \
             against agents, and not for tournaments.",
            "Zeigt beim Einstellen der Manöverscheiben, wo ein Manöver enden würde. Die Regeln kennen diese Hilfe nicht: \
             Es gibt sie nur allein gegen Computergegner und nicht in Turnieren.",
        ),
        vec![FieldValue::new("yes", "on", "an"), FieldValue::new(OFF, "off", "aus")],
    )
}

/// Whether somebody who plays alone has the aid.
pub fn is_on(agreed: &Agreed, tournament: bool) -> bool {
    !tournament && agreed.get(PLANNING_AID).is_none_or(|chosen| chosen != OFF)
}

/// What the aid says, called by its name.
pub fn labelled(sentences: &str, lang: Lang) -> String {
    format!("{}: {sentences}", lang.pick("Planning aid", "Planungshilfe"))
}

/// A maneuver as its dial shows it, and what it costs the ship: nothing about where it leads.
pub fn on_the_dial(
    dial: &[Maneuver],
    maneuver: Maneuver,
    counts_as: Colour,
    cost: Option<&str>,
    lang: Lang,
) -> Hint {
    let by_eye =
        lang.pick("Where it ends is estimated by eye.", "Wo es endet, wird mit bloßem Auge geschätzt.");
    Hint {
        detail: cost.into_iter().chain([by_eye]).collect::<Vec<_>>().join(" "),
        sign: Some(sign(maneuver.bearing)),
        tone: tone(counts_as),
        cell: Some(cell(dial, maneuver)),
        ..Hint::default()
    }
}
