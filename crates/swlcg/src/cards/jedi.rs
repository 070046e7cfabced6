//! Cards of the Jedi.

use super::specials;
use super::words::*;

pub const CARDS: Registry = &[
    ("luke-skywalker-1", does(&[reaction(TurnBegins, &[By(Opponent)], &[To(This, Unfocus(N(1)))])])),
    (
        "jedi-lightsaber",
        attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[host_gains(UnitDamage), host_gains(BlastDamage)]),
    ),
    (
        "trust-your-feelings",
        attaches(CHARACTER, &[action(&[], &[To(Host, Unfocus(N(1)))]).costs(&[FocusThis])]),
    ),
    (
        "in-you-must-go",
        constant(&[gives(&[Is::Enhancement, Is::Friendly], Boon::Cost, N(-1))
            .when(&[FirstThisTurn(&[Is::Enhancement])])]),
    ),
    (
        "yoda-2",
        constant(&[
            gives(&[Is::This], Boon::Icon(UnitDamage), Count(&[Is::Enhancement, Is::OnThis])),
            gives(&[Is::This], Boon::Icon(BlastDamage), Count(&[Is::Enhancement, Is::OnThis])),
        ]),
    ),
    (
        "shii-cho-training",
        attaches(&[Is::Unit, Is::Trait(ForceUser)], &[]).always(&[gives(
            &[Is::Host],
            Boon::SplitDamage,
            N(1),
        )]),
    ),
    ("counter-stroke", does(&[interrupt(Used, EVENT_PLAYED, &[Cancel])])),
    (
        "forgotten-heroes",
        does(&[reaction(Used, &[By(You), Played(&[Is::Unit, Is::Trait(ForceUser)])], &[Draw(You, N(1))])]),
    ),
    (
        "obi-wan-kenobi-3",
        constant(&[theirs(Boon::FirstEdgeCardFaceUp, N(1)).when(&[ThisIs(&[Is::Participating])])]),
    ),
    (
        "jedi-mind-trick",
        does(&[action(
            &[],
            &[To(Target(CHARACTER_OR_CREATURE), Focus(Amount::If(When::Balance(Side::Light), 2, 1)))],
        )]),
    ),
    (
        "a-journey-to-dagobah",
        does(&[interrupt(
            Destroyed,
            &[SubjectIs(&[Is::This])],
            &[To(Who::From(Pool::YourObjectiveDeck, &[Is::Objective]), PutIntoPlay)],
        )]),
    ),
    (
        "double-strike",
        does(&[reaction(FocusedToStrike, &[SubjectIs(CHARACTER)], &[To(Subject, Unfocus(N(1)))])]),
    ),
    (
        "the-secret-of-yavin-4",
        does(&[reaction(
            Engaged,
            &[By(Opponent), SubjectIs(&[Is::Friendly, Is::Not(&[Is::This])])],
            &[To(This, Engage)],
        )
        .once_per_turn()]),
    ),
    (
        "lightsaber-deflection",
        does(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Not(&[Is::Trait(Vehicle)])])],
            &[Redirect(1, Target(&[Is::Unit, Is::Not(&[Is::Subject])]))],
        )]),
    ),
    ("last-minute-rescue", does(&[after_you_refresh(&[To(Target(UNIT), Heal(N(1)))])])),
    (
        "redemption",
        does(&[interrupt(Destroyed, &[SubjectIs(CHARACTER)], &[Divert(Doom::ToHand)]).once_per_turn()]),
    ),
    (
        "return-of-the-jedi",
        does(&[action(
            &[],
            &[To(Who::From(Pool::YourDiscard, &[Is::Unit, Is::Trait(ForceUser)]), PutIntoPlay)],
        )]),
    ),
    ("force-rejuvenation", does(&[action(&[], &[Do::Special(specials::CLEANSE)])])),
    ("jedi-training", constant(&[yours(Boon::Struggle, N(1))])),
    ("ancient-monument", play_area(&[]).always(&[yours(Boon::Struggle, N(1))])),
    ("guardians-of-justice", constant(&[yours(Boon::Reserve, N(1))])),
    ("no-questions-asked", Effects::NONE),
    ("valley-of-the-jedi", READIED_BY_THE_FORCE),
    (
        "search-your-feelings",
        does(&[action(
            &[When::Special(specials::outnumbered)],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Participating]), WinOver(Until::EndOfEngagement))],
        )
        .one_copy_per_turn()]),
    ),
];
