//! The planning aid: seeing where a maneuver would end while the dials are set. The rules of the family want that
//! estimated by eye, so it is offered only to somebody who plays alone against agents, and never in tournaments.

use scene::{About, Hint};
use table::Lang;
use table::lobby::{Agreed, Field, FieldValue};

use crate::preview::{cell, sign, tone};
use crate::{Colour, Maneuver};

const PLANNING_AID: &str = "planning_aid";
const OFF: &str = "no";

/// The option of the table.
pub fn field() -> Field {
    let field = Field::new(
        PLANNING_AID,
        ("Planning aid", "Planungshilfe"),
        (
            "Shows where a maneuver would end while dials are set. The rules know no such aid: it is for one person alone \
             against agents, and not for tournaments.",
            "Zeigt beim Einstellen der Manöverscheiben, wo ein Manöver enden würde. Die Regeln kennen diese Hilfe nicht: \
             Es gibt sie nur allein gegen Computergegner und nicht in Turnieren.",
        ),
        vec![FieldValue::new("yes", "on", "an"), FieldValue::new(OFF, "off", "aus")],
    );
    Field { alone: true, ..field }
}

/// Whether somebody who plays alone has the aid.
pub fn is_on(agreed: &Agreed, tournament: bool) -> bool {
    !tournament && agreed.get(PLANNING_AID).is_none_or(|chosen| chosen != OFF)
}

/// What the aid says, called by its name.
pub fn labelled(sentences: &str, lang: Lang) -> String {
    format!("{}: {sentences}", lang.pick("Planning aid", "Planungshilfe"))
}

/// A maneuver as its dial shows it.
pub fn on_the_dial(dial: &[Maneuver], maneuver: Maneuver, counts_as: Colour) -> About {
    About {
        sign: Some(sign(maneuver.bearing)),
        tone: tone(counts_as),
        cell: Some(cell(dial, maneuver)),
        ..About::default()
    }
}

/// What a maneuver costs the ship, and nothing about where it leads.
pub fn by_eye(cost: Option<&str>, lang: Lang) -> Hint {
    let by_eye =
        lang.pick("Where it ends is estimated by eye.", "Wo es endet, wird mit bloßem Auge geschätzt.");
    Hint::saying(&cost.into_iter().chain([by_eye]).collect::<Vec<_>>().join(" "))
}
