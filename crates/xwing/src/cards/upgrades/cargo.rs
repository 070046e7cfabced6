//! Cards that put cargo on the table, and traders who bring other cards aboard.

use table::timing::Ability;
use table::{Denial, denial};

use crate::actions::use_up;
use crate::cards::patterns::{able, acts, may};
use crate::cards::{Registry, UpgradeSlot, Window};
use crate::refit::{could_replace, replace};
use crate::state::{CardRef, State};
use crate::{XWing, huge};

const NO_ENERGY: Denial = denial(
    "xwing.core.golden-rule.1",
    "There is no energy to pay with.",
    "Es ist keine Energie zum Bezahlen da.",
);
const NO_REPLACEMENT: Denial = denial(
    "xwing.core.golden-rule.1",
    "The ship has no faceup card for which there is a replacement.",
    "Das Schiff hat keine offene Karte, für die es einen Ersatz gibt.",
);
use crate::cargo::{Laying, lay, may_lay};

pub const EFFECTS: Registry = &[
    (
        "rigged-cargo-chute",
        acts(
            |state, card| may_lay(state, card, Laying::Dropped),
            |t, card| {
                use_up(t, card)?;
                lay(t, card, Laying::Dropped)
            },
        ),
    ),
    ("quick-release-cargo-locks", able(&[RELEASE])),
    ("cikatro-vizago", able(&[VIZAGO])),
    ("azmorigan", able(&[AZMORIGAN])),
];

const RELEASE: Ability<XWing> = may(
    Window::EndOfActivation,
    |state, card| may_lay(state, card, Laying::Placed).map(|()| true),
    |t, card| {
        use_up(t, card)?;
        lay(t, card, Laying::Placed)
    },
);

const GOODS: &[UpgradeSlot] = &[UpgradeSlot::Illicit, UpgradeSlot::Cargo];
const HANDS: &[UpgradeSlot] = &[UpgradeSlot::Crew, UpgradeSlot::Team];

fn may_trade(state: &State, card: CardRef, slots: &[UpgradeSlot]) -> Result<bool, Denial> {
    if could_replace(state, card.ship, slots) { Ok(true) } else { Err(NO_REPLACEMENT) }
}

const VIZAGO: Ability<XWing> = may(
    Window::EndPhaseStart,
    |state, card| may_trade(state, card, GOODS),
    |t, card| {
        use_up(t, card)?;
        replace(t, card, GOODS)
    },
);

const AZMORIGAN: Ability<XWing> = may(
    Window::EndPhaseStart,
    |state, card| {
        if huge::energy(state, card.ship) == 0 {
            return Err(NO_ENERGY);
        }
        may_trade(state, card, HANDS)
    },
    |t, card| {
        huge::spend(t, card.ship, 1);
        replace(t, card, HANDS)
    },
);
