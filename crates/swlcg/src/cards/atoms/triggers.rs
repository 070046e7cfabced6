//! Timing: the windows in which cards get their say, and what interrupts and reactions answer. What a trigger carries
//! (*card*, *source*, *seat*, *amount*) is told at each one; who raises it is the business of the rules.

use serde::{Deserialize, Serialize};

/// Moments at which cards get their say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    Action,
    /// Before something takes place.
    Interrupt(Trigger),
    /// After it has taken place.
    Reaction(Trigger),
}

/// What interrupts and reactions answer. *card*, *source*, *seat* and *amount* are fields of the
/// [`Occurrence`](crate::state::Occurrence).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// The turn of *seat* begins.
    TurnBegins,
    TurnEnds,
    /// The phase that the position names begins; *seat* is the active player.
    PhaseBegins,
    PhaseEnds,
    /// *seat* has finished the three steps of the refresh phase.
    Refreshed,
    /// *seat* is about to pay for *card*, which is being played. Only interrupts.
    Paying,
    /// *seat* uses the ability of *card* with the number *amount*; with an event that is not in the discard pile, or with a
    /// manner of `Deploy`, the card is played; in the last case *amount* is how many resources were spent on it.
    Used,
    /// *card* enters play under the control of *seat*.
    EntersPlay,
    /// *card* leaves play, *source* if it was attached to that; *amount* 1: it is destroyed, 2: sacrificed.
    LeavesPlay,
    /// *card* is destroyed.
    Destroyed,
    /// *amount* damage of *source* and *seat* is taken by *card*.
    Damage,
    /// A focus token is placed on *card*, by an effect of *source* and *seat* or for a cost or a strike; *amount* were placed.
    FocusPlaced,
    /// *seat* has taken focus tokens off *card*.
    FocusRemoved,
    /// *seat* has taken a shield off *card*, one way or another. Only reactions.
    ShieldRemoved,
    /// *card* generates resources for *seat*.
    Generates,
    /// The engagement against *card* is declared: objective and attackers are chosen.
    Engaged,
    /// The defenders are declared.
    DefendersDeclared,
    EdgeStacksRevealed,
    /// The fate card *card* of *seat* resolves.
    FateCard,
    /// *seat* wins the edge battle by *amount* Force icons.
    EdgeWon,
    /// *seat* has chosen *card* to strike.
    ChosenToStrike,
    /// *amount* damage is about to be dealt to *card* because the attack is unopposed. Only interrupts.
    Unopposed,
    /// *card* is focused to strike.
    FocusedToStrike,
    /// The strike of *card* is resolved.
    StrikeResolved,
    /// The engagement against *card* is over; its units still stand in it.
    EngagementEnds,
    /// *seat* commits *card* to the Force.
    Committed,
    /// *seat* wins the Force struggle by *amount* Force icons; a tie goes to who has the balance.
    StruggleWon,
    /// *seat* captures *card*; *amount* 1: it was in play, 2: as a unit.
    Captured,
    /// *card* of *seat* is rescued from *source*.
    Rescued,
    /// *seat* draws *card*.
    Drawn,
    /// *seat* discards *card*; *amount* 0: from hand, 1: from the deck.
    Discarded,
    /// The dial advances by *amount*.
    DialAdvances,
    /// The mission *card* has entered the victory pile of *seat*.
    Completed,
    /// *seat* takes control of *card*, which somebody else controlled before.
    ControlTaken,
    /// The Balance of the Force moves to the side of *seat*.
    BalanceMoves,
    /// *seat* is about to put a card into an edge stack. Only interrupts.
    EdgePlacing,
    /// *seat* is about to choose a card of the hand for an edge stack. Only interrupts; if it does not take place, chance
    /// chooses.
    EdgeChoosing,
    /// *seat* has put *card* into an edge stack.
    EdgePlaced,
    /// The edge stack of *seat* is discarded.
    EdgeDiscarded,
    /// *seat* has discarded *card* from the own edge stack. Only reactions.
    EdgeCardDiscarded,
    /// The enhancement *card* is attached to *source*, by entering play or by being moved.
    Attached,
    /// The commitment of *card* to the Force has been ended by *source*.
    Uncommitted,
    /// The Force struggle is about to be resolved. Only interrupts.
    Struggle,
    /// The effect of the fate card *card* of *seat* has been resolved; *amount* 1: the one that waited for the end of the edge
    /// battle. Only reactions.
    FateEffect,
    /// *card* has taken *amount* damage for others by Protect. Only reactions.
    Protected,
    /// *card* resolves its *amount* unit damage icons; *source* is to take the damage, if it is set, or has taken it.
    ResolvesUnitDamage,
    /// *card* has resolved its *amount* blast damage icons against *source*. Only reactions.
    ResolvesBlastDamage,
    /// *seat* is about to declare an engagement. Only interrupts.
    Declaring,
    /// *card* of *seat* has come to take part in the engagement without being declared. Only reactions.
    Joined,
}

impl Window {
    /// Where it stands among all windows: the number of its kind, and its bit among those of the kind.
    pub const fn place(self) -> (usize, u64) {
        match self {
            Window::Action => (0, 1),
            Window::Interrupt(trigger) => (1, 1 << trigger as u64),
            Window::Reaction(trigger) => (2, 1 << trigger as u64),
        }
    }
}
