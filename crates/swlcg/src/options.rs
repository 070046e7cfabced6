//! What the players agree on before the game. Every doubtful rule that a setting decides has its name here.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// A player with a hand is also asked where he can only pass, if some card of his deck could be used there.
    pub poker_face: bool,
    /// Nobody wins if both sides would at the same moment, instead of the side whose turn it is.
    pub draw_if_both_win: bool,
    /// The list of restricted objective sets is respected.
    pub restricted_list: bool,
    /// Cards whose text is not played yet may be used; they count as having no text.
    pub blank_gaps: bool,
    /// Decks are judged by the cards as they are printed; errata that changed how decks are built are left aside.
    pub as_printed: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            poker_face: true,
            draw_if_both_win: false,
            restricted_list: false,
            blank_gaps: false,
            as_printed: false,
        }
    }
}
