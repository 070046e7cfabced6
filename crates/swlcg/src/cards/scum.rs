//! Cards of Scum and Villainy.

use super::atoms::SpecialAct;
use super::words::*;
use crate::zones::{self, Destination};

/// You have captured an enemy unit that was in play.
const CAPTURED_FROM_PLAY: &[When] = &[By(You), AmountAtLeast(2)];

pub const CARDS: Registry = &[
    (
        "the-bespin-exchange",
        does(&[reaction(Captured, CAPTURED_FROM_PLAY, &[To(Target(&[Is::Objective]), Unfocus(N(1)))])]),
    ),
    (
        "boba-fett-33",
        does(&[reaction(
            Trigger::Damage,
            &[CauseIs(&[Is::This]), SubjectIs(&[Is::InPlay, Is::Unit, Is::Trait(Character)])],
            &[To(Subject, Capture)],
        )]),
    ),
    (
        "outer-rim-hunter",
        does(&[reaction(
            Engaged,
            &[ThisIs(&[Is::Attacking, Is::Declared])],
            &[To(TheyChoose(&[Is::Objective, Is::Enemy]), Damage(N(1)))],
        )]),
    ),
    (
        "mandalorian-armor",
        attaches(CHARACTER, &[]).always(&[
            gives(&[Is::Host], Boon::Capacity, N(3)),
            gives(&[Is::Host, Is::Named("Boba Fett")], Boon::Keyword(Keyword::TargetedStrike), YES),
        ]),
    ),
    (
        "bounty-collection",
        does(&[reaction(
            Captured,
            CAPTURED_FROM_PLAY,
            &[To(ChooseUpTo(3, &[Is::Friendly, Is::Exhausted, Is::Not(&[Is::Unit])]), Unfocus(N(1)))],
        )]),
    ),
    ("promise-of-power", does(&[after_you_refresh(&[To(Target(FRIENDLY_UNIT), Unfocus(N(1)))])])),
    ("imperial-contractors", constant(&[yours(Boon::Reserve, N(1))])),
    (
        "malakili",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(&[Is::This])],
            &[To(Who::From(Pool::YourDeck, &[Is::Unit, Is::Trait(Creature)]), ToHand)],
        )]),
    ),
    ("hunt-them-down", constant(&[gives(&[Is::This], Boon::Resources, Amount::CapturedHere)])),
    (
        "shadows-of-the-empire",
        does(&[action(
            &[YourTurn],
            &[To(Target(&[Is::Objective, Is::Enemy]), Act::Special(UNDER_THE_OBJECTIVE_DECK))],
        )]),
    ),
    (
        "his-high-exaltedness",
        does(&[interrupt(
            Destroyed,
            &[By(You), SubjectIs(OBJECTIVE)],
            &[To(Who::From(Pool::YourDiscard, &[Is::Event, SCUM]), ToHand)],
        )]),
    ),
    (
        "zekka-thyne",
        does(&[interrupt(
            Destroyed,
            &[SubjectIs(&[Is::This])],
            &[To(Each(&[Is::Unit, Is::Not(&[Is::This])]), Destroy)],
        )
        .forced()]),
    ),
];

const UNDER_THE_OBJECTIVE_DECK: &SpecialAct = &SpecialAct {
    could: |state, _, id| state.is_in_play(id),
    act: |t, _, id| {
        zones::leave_play(t, id, Destination::UnderObjectiveDeck)?;
        Ok(true)
    },
};
