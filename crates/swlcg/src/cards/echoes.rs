//! Cards of the Echoes of the Force cycle: Heroes and Legends to Darkness and Light.

use arrayvec::ArrayVec;

use super::atoms::{Ctx, Special, SpecialAct, SpecialCost};
use super::costs::{bears, captives_of_objectives, choose, there_is};
use super::numerals::read;
use super::specials;
use super::words::*;
use super::{constants, could, filters};
use crate::conflict::edge;
use crate::state::{CardId, Occurrence, Source, State, opponent};
use crate::zones::Destination;
use crate::{Ask, Choice, Event, damage, force, timing, zones};

const READIED_BY_THE_STRUGGLE: Effects = play_area(&[on_winning_the_struggle(&[To(This, Unfocus(N(1)))])]);
const COMMITTED_UNIT: Filter = &[Is::Unit, Is::Committed];
const YOUR_COMMITTED: Filter = &[Is::Unit, Is::Friendly, Is::Committed];
const THEIR_COMMITTED: Filter = &[Is::Unit, Is::Enemy, Is::Committed];
const UNCOMMITTED: Filter = &[Is::Unit, Is::Not(&[Is::Committed])];
const ECHOES: Effects = fate(&[ChooseOne(&[
    (Way::Commit, &[To(Target(UNIT), Commit)]),
    (Way::Uncommit, &[To(Target(UNIT), Uncommit)]),
    (Way::Nothing, &[]),
])]);

/// "Look at the top 2 cards of an objective deck. You may move 1 of those cards to the bottom of its deck."
const LOOK_AT_OBJECTIVES: Effects = does(&[action(
    &[],
    &[ChooseOne(&[
        (Way::YourObjectives, &[Do::Peek { whose: You, objectives: true, cards: 2, under: 1 }]),
        (Way::TheirObjectives, &[Do::Peek { whose: Opponent, objectives: true, cards: 2, under: 1 }]),
    ])],
)]);

/// A fate card other than Twist of Fate that was discarded.
const FATE_TO_KEEP: Filter =
    &[Is::Fate, Is::Not(&[Is::Named("Twist of Fate")]), Is::Special(specials::is_discarded)];

pub const CARDS: Registry = &[
    // Heroes and Legends
    (
        "clearing-house",
        play_area(&[reaction(
            Used,
            &[By(Opponent), When::Special(somebody_drew)],
            &[To(This, Unfocus(N(1)))],
        )]),
    ),
    (
        "kyle-katarn-97",
        does(&[on_entering(&[ChooseOne(&[
            (Way::Focus, &[To(Target(COMMITTED_UNIT), Focus(N(1)))]),
            (Way::Unfocus, &[To(Target(COMMITTED_UNIT), Unfocus(N(1)))]),
        ])])]),
    ),
    (
        "ataru-training",
        attaches(FORCE_USER, &[]).lends(
            &[Is::Host, Is::Participating],
            reaction(EdgeWon, &[By(You), AmountAtLeast(2)], &[To(Target(ENEMY_FIGHTING), Destroy)]),
        ),
    ),
    ("rahns-guidance", does(&[action(&[], &[Look(You, N(5), 1, &[Is::Unit, JEDI], &ToHand, Rest::OnTop)])])),
    ("echoes-of-the-force-97", ECHOES),
    ("echoes-of-the-force-100", ECHOES),
    (
        "jan-ors",
        does(&[on_striking(&[
            To(Target(&[Is::Unit, Is::Friendly, Is::Not(THIS)]), ToHand),
            Then,
            To(This, Unfocus(N(1))),
        ])
        .once_per_turn()]),
    ),
    ("intel-operative", does(&[on_leaving(&[Draw(You, N(1))])])),
    ("the-false-report", does(&[on_entering(&[To(Each(UNIT), ToHand)])])),
    ("aquaris-freeholders", constant(&[gives(THIS, Boon::Cost, Amount::Times(-1, &Amount::Hand(Opponent)))])),
    ("jerec", does(&[on_striking(&[To(Target(COMMITTED_UNIT), Uncommit)])])),
    (
        "imperial-inquisitor",
        does(&[reaction(Uncommitted, &[SubjectIs(ENEMY_UNIT)], &[To(This, Unfocus(N(1)))])]),
    ),
    ("force-storm", does(&[action(&[When::Balance(Side::Dark)], &[To(Each(UNCOMMITTED), Damage(N(2)))])])),
    ("the-dark-trooper-project", constant(&[keyword(YOUR_COMMITTED, Keyword::Elite)])),
    ("general-mohc", constant(&[gives(YOUR_COMMITTED, Boon::Icon(BlastDamage), N(1))])),
    ("phase-i-dark-trooper", constant(&[gives(THIS, Boon::CountsCommitted, YES)])),
    // Lure of the Dark Side
    ("commando-operations", constant(&[theirs(Boon::NoFate, YES).when(UNDAMAGED)])),
    (
        "general-crix-madine",
        does(&[reaction(
            EdgeStacksRevealed,
            &[When::Any(&[InYourEdgeStack(&[Is::Fate]), InTheirEdgeStack(&[Is::Fate])])],
            &[To(This, Unfocus(N(1)))],
        )]),
    ),
    (
        "rebel-commando",
        does(
            &[reaction(FateCard, &[By(Opponent), InEngagement], &[To(This, PutIntoEngagement)]).from_hand()],
        ),
    ),
    ("adaptive-strategy", does(&[reaction(FateEffect, &[], &[Do::Special(FATE_EFFECT_AGAIN)])])),
    (
        "against-all-odds",
        constant(&[gives(&[Is::Unit, Is::Friendly, Is::Attacking], Boon::Icon(BlastDamage), N(1))
            .when(&[More(&Amount::Hand(Opponent), &Amount::Hand(You))])]),
    ),
    (
        "dash-rendar-103",
        constant(&[this_gains(BlastDamage, Amount::Hand(Opponent))
            .when(&[ThisIs(&[Is::Attacking]), Exactly(1, &[Is::Unit, Is::Attacking])])]),
    ),
    ("shifty-lookout", constant(&[theirs(Boon::HandSize, N(1)).when(&[ThisIs(&[Is::Ready])])])),
    ("holding-all-the-cards", does(&[action(&[], &[Draw(Whose::Each, N(2))])])),
    (
        "agent-of-the-emperor",
        does(&[reaction(
            Committed,
            &[By(You), SubjectIs(&[Is::Unit, SITH]), ThisIs(&[Is::Undamaged])],
            &[To(Target(ENEMY_UNIT), Focus(N(1)))],
        )]),
    ),
    (
        "mara-jade-104",
        constant(&[
            keyword(THIS, Keyword::Elite).when(COMMITTED),
            keyword(THIS, Keyword::Shielding).when(COMMITTED),
            keyword(THIS, Keyword::TargetedStrike).when(COMMITTED),
        ]),
    ),
    (
        "mara-jades-lightsaber",
        attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[
            host_gains(UnitDamage),
            gives(&[Is::Host, Is::Named("Mara Jade")], Boon::CountsCommitted, YES),
        ]),
    ),
    (
        "rage",
        does(&[action(&[When::Balance(Side::Dark)], &[To(Target(COMMITTED_UNIT), Act::UnfocusUpTo(2))])]),
    ),
    (
        "victory-or-death",
        constant(&[forbids(&[Is::Unit, Is::Not(&[Is::Trait(Vehicle)])], Deed::BeCommitted)
            .when(&[ThisIs(&[Is::Undamaged]), In(Phase::Force)])]),
    ),
    (
        "victory-class-star-destroyer",
        constant(&[this_gains(BlastDamage, N(2)).when(&[When::Balance(Side::Dark)])]),
    ),
    (
        "political-reliability-observer",
        does(&[on_entering(&[ChooseOne(&[
            (Way::Commit, &[To(Target(FRIENDLY_UNIT), Commit)]),
            (Way::Uncommit, &[To(Target(FRIENDLY_UNIT), Uncommit)]),
        ])])]),
    ),
    ("the-findsmans-intuition", constant(&[yours(Boon::Struggle, Amount::CapturedHere)])),
    (
        "zuckuss-106",
        does(&[on_striking(&[Look(Opponent, N(3), 1, &[], &Capture, Rest::OnTop)]).once_per(ENGAGEMENT)]),
    ),
    ("4-lom-106", does(&[reaction(Rescued, &[], &[To(This, PutIntoPlay)]).from_discard()])),
    ("containment-field", attaches(ENEMY_UNIT, &[]).always(&[gives(HOST, Boon::ForceIcons, NOT_ONE)])),
    ("springing-the-ambush", does(&[on_winning_the_struggle(&[To(Target(THEIR_COMMITTED), Capture)])])),
    ("pay-out", does(&[action(&[], &[To(Each(&[Is::Objective, Is::Friendly, SCUM]), Unfocus(N(1)))])])),
    // Knowledge and Defense
    ("relentless-pursuit", does(&[action(&[], &[Do::Special(PURSUE_A_COPY)])])),
    (
        "along-the-gamor-run",
        does(&[reaction(PhaseBegins, &[In(Phase::Force)], &[Do::Special(TOP_CARD_FIGHTS_FOR_BALANCE)])]),
    ),
    (
        "the-flight-of-the-crow",
        constant(&[gives(&[Is::Unit, Is::Unique, JEDI, Is::Attacking], Boon::Edge, N(1))]),
    ),
    (
        "moldy-crow",
        constant(&[
            gives(ENEMY_UNIT, Boon::LacksProtect, YES),
            gives(ENEMY_UNIT, Boon::LacksKeyword(Keyword::Shielding), YES),
        ]),
    ),
    (
        "ruusan-colonist",
        constant(&[yours(Boon::EdgeTotal, Amount::Special(own_force_icons)).when(COMMITTED)]),
    ),
    ("my-ally-is-the-force", does(&[on_winning_the_struggle(&[To(Each(UNCOMMITTED), Destroy)])])),
    (
        "the-hoth-gambit",
        constant(&[yours(
            Boon::Struggle,
            Count(&[Is::Objective, Is::Friendly, Is::Trait(Hoth), Is::Undamaged]),
        )]),
    ),
    ("general-carlist-rieekan", does(&[after_you_refresh(&[To(Target(HOTH), Heal(N(1)))])])),
    (
        "echo-base-technician",
        does(&[action(&[], &[To(Target(&[Is::Objective, Is::Trait(Hoth), Is::Damaged]), Heal(N(1)))])
            .costs(&[Cost::Special(PUT_THIS_INTO_PLAY)])
            .from_hand()]),
    ),
    (
        "snowspeeder-counterattack",
        does(&[action(&[], &[To(Target(ENEMY_UNIT), Damage(Count(YOUR_HOTH)))])
            .costs(&[Cost::Special(DAMAGE_EACH_HOTH_OBJECTIVE)])]),
    ),
    (
        "hyperspace-marauder",
        does(&[reaction(
            StruggleWon,
            &[By(You), ThisIs(&[Is::Committed])],
            &[To(Who::From(Pool::YourHandOrDiscard, &[Is::Unit, Is::CostAtMost(1)]), PutIntoPlay)],
        )]),
    ),
    ("hired-hands", does(&[reaction(StruggleWon, &[By(Opponent)], &[To(This, Destroy)]).forced()])),
    ("deneba-refueling-station", READIED_BY_THE_STRUGGLE),
    (
        "make-your-own-luck",
        does(&[interrupt(Struggle, &[], &[To(Target(YOUR_COMMITTED), Gain(Boon::ForceIcons, N(3), PHASE))])]),
    ),
    ("the-plan-of-the-prophetess", constant(&[gives(THEIR_COMMITTED, Boon::ForceIcons, N(-1))])),
    ("sariss", does(&[reaction(Committed, &[SubjectIs(THIS)], &[To(Target(ENEMY_UNIT), Commit)])])),
    (
        "servant-of-the-dark-side",
        constant(&[
            forbids(&[Is::Unit, Is::Enemy, Is::Special(fewer_force_icons)], Deed::Defend).when(ATTACKING)
        ]),
    ),
    ("dark-temple", READIED_BY_THE_STRUGGLE),
    (
        "the-slave-trade",
        does(&[
            on_winning_the_struggle(&[CaptureTop(true)]),
            reaction(StruggleWon, &[By(Opponent)], &[To(CaptiveAt(THIS), Rescue)]).forced(),
        ]),
    ),
    (
        "zygerrian-slaver",
        does(&[action(&[], &[Draw(You, N(2))]).costs(&[Cost::Special(FREE_A_CAPTIVE)]).once_per_turn()]),
    ),
    ("galactic-scum", does(&[reaction(StruggleWon, &[By(Opponent)], &[To(This, Damage(N(1)))]).forced()])),
    ("slaver-holding-cells", READIED_BY_THE_STRUGGLE),
    // Join Us or Die
    ("observation-point", play_area(&[action(&[], &[Do::Special(SEE_ALL_TOP_CARDS)]).costs(&[FocusThis])])),
    (
        "may-the-force-be-with-you",
        does(&[reaction(Committed, &[By(You)], &[To(Subject, Unfocus(All))]).once_per_turn()]),
    ),
    ("yoda-112", constant(&[this_gains(UnitDamage, Amount::Dial)])),
    (
        "yoda-you-seek-yoda",
        does(&[action(&[], &[To(Who::From(Pool::YourDeck, &[Is::Unit, Is::Named("Yoda")]), PutIntoPlay)])
            .costs(&[Cost::Dial(1)])]),
    ),
    ("winter", does(&[on_winning_the_struggle(&[To(Target(&[Is::Enhancement, Is::Enemy]), OnDeck)])])),
    ("tactical-genius", does(&[on_entering(&[To(Target(COMMITTED_UNIT), Unfocus(N(1)))])])),
    (
        "infiltration",
        does(&[action(
            &[InEngagement],
            &[
                To(Who::From(Pool::YourHand, CHARACTER), PutIntoEngagement),
                To(It, Later(PHASE, Doom::ToHand)),
            ],
        )]),
    ),
    (
        "the-second-phase",
        does(&[action(&[], &[Do::Gain(Boon::NextCost(Sort::SithUnit), N(1), PHASE)])
            .costs(&[DamageThis(1)])
            .once_per(PHASE)]),
    ),
    (
        "force-shield",
        attaches(
            &[Is::Objective, SITH],
            &[interrupt(
                Destroyed,
                &[SubjectIs(HOST)],
                &[Draw(You, Amount::If(When::Balance(Side::Dark), 3, 2))],
            )],
        ),
    ),
    (
        "facility-repair",
        does(&[reaction(
            Trigger::Damage,
            &[DEALT, SubjectIs(&[Is::Objective, SITH, Is::InPlay])],
            &[To(Subject, Heal(N(1))), Then, To(Subject, Shield)],
        )]),
    ),
    (
        "consumed-by-the-dark-side",
        does(&[action(
            &[When::Balance(Side::Dark)],
            &[To(ChooseUpTo(ANY_NUMBER, YOUR_OBJECTIVE), Heal(N(1)))],
        )]),
    ),
    (
        "reinforcements",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(THIS), When::Special(has_a_force_card)],
            &[To(TopmostDiscard(&[Is::Unit, NAVY]), PutIntoPlay), To(It, Commit)],
        )]),
    ),
    (
        "reserve-troopers",
        constant(&[
            forbids(THIS, Deed::Attack).when(&[ThisIs(&[Is::Not(&[Is::Committed])])]),
            forbids(THIS, Deed::Defend).when(&[ThisIs(&[Is::Not(&[Is::Committed])])]),
        ]),
    ),
    ("security-checkpoint", play_area(&[]).always(&[gives(YOUR_COMMITTED, Boon::Edge, N(1))])),
    (
        "award-ceremony",
        does(&[action(
            &[When::Special(has_a_force_card)],
            &[
                To(Who::From(Pool::YourHand, &[Is::Unit, NAVY, Is::Trait(Character)]), PutIntoPlay),
                Then,
                To(It, Commit),
            ],
        )]),
    ),
    ("the-scavengers", does(&[on_entering(&[To(Each(UNIT), Destroy)])])),
    (
        "wittin",
        does(&[reaction(StruggleWon, &[By(Opponent)], &[To(This, Uncommit)]).forced()]).always(&[
            forbids(THIS, Deed::BeDamaged).when(COMMITTED),
            forbids(THIS, Deed::BeDestroyed).when(COMMITTED),
        ]),
    ),
    (
        "jawa-scrap-dealers",
        does(&[reaction(Destroyed, &[By(You), SubjectIs(UNIT)], &[To(This, PutIntoPlay)]).from_hand()]),
    ),
    // It Binds All Things
    (
        "ties-of-blood",
        does(&[reaction(
            PhaseEnds,
            &[By(Opponent), In(Phase::Conflict), When::Special(specials::nothing_was_engaged)],
            &[To(Target(ENEMY_OBJECTIVE), Damage(N(1)))],
        )]),
    ),
    (
        "leia-organa-117",
        does(&[reaction(
            PhaseEnds,
            &[By(Opponent), In(Phase::Conflict)],
            &[To(Target(&[Is::Unit, Is::Ready]), Damage(Amount::If(When::Balance(Side::Light), 2, 1)))],
        )]),
    ),
    (
        "native-support",
        play_area(&[action(
            &[],
            &[To(Choose(&[Is::Any(&[THIS, &[Is::Unit, Is::Friendly, Is::Trait(Ewok)]])]), Unfocus(N(1)))],
        )
        .costs(&[Cost::RemoveShield(&[])])
        .once_per_turn()]),
    ),
    (
        "green-squadron-deployment",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Committed],
            Boon::DoubleForce,
            YES,
        )]),
    ),
    (
        "liberty",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(THIS), ThisIs(&[Is::Committed])],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::CostAtLeast(4)]), ToHand)],
        )]),
    ),
    (
        "green-squadron-a-wing",
        does(&[on_leaving(&[To(Who::From(Pool::YourDiscard, &[Is::Event]), ShuffleIntoDeck)])]),
    ),
    ("rebel-fighter-bay", play_area(&[]).always(&[gives(THIS, Boon::PaysOnlyFor(Sort::VehicleUnit), YES)])),
    ("evasive-maneuvers", does(&[interrupt(LeavesPlay, &[SubjectIs(VEHICLE)], &[Divert(Doom::ToHand)])])),
    (
        "lowhhrick",
        constant(&[gives(&[Is::Unit, Is::Friendly, Is::Trait(Wookiee)], Boon::Icon(BlastDamage), N(1))]),
    ),
    (
        "loyal-wookiee",
        does(&[reaction(
            LeavesPlay,
            &[By(You), SubjectIs(&[Is::Unit, Is::Unique, Is::Trait(Character)]), WAS_NO_ENHANCEMENT],
            &[To(This, PutIntoPlay)],
        )
        .from_hand()]),
    ),
    (
        "heart-of-a-wookiee",
        attaches(&[Is::Unit, Is::Trait(Wookiee)], &[]).always(&[gives(HOST, Boon::Capacity, N(3))]),
    ),
    (
        "faithful-companion",
        play_area(&[]).always(&[gives(
            &[Is::Unit, Is::Trait(Wookiee), Is::Committed],
            Boon::ForceIcons,
            N(1),
        )]),
    ),
    ("the-admirals-assault", does(&[on_entering(&[To(TopmostDiscard(&[Is::Fate]), ToHand)])])),
    (
        "hoth-reinforcements",
        does(&[reaction(FateCard, &[SubjectIs(&[Is::Named("Battle of Hoth")])], &[To(This, PutIntoPlay)])
            .from_discard()]),
    ),
    (
        "the-droids-task",
        does(&[reaction(
            PhaseBegins,
            &[By(You), In(Phase::Draw)],
            &[To(Target(COMMITTED_UNIT), Damage(N(1)))],
        )
        .costs(&[Cost::Reserve(1)])]),
    ),
    (
        "ig-88",
        constant(&[
            this_gains(UnitDamage, N(1)).when(&[When::Not(&When::AtLeast(3, THEIR_COMMITTED))]),
            this_gains(Tactics, N(1)).when(&[When::Not(&When::AtLeast(3, THEIR_COMMITTED))]),
        ]),
    ),
    (
        "reprogrammed-drk-1-droid",
        constant(&[keyword(THIS, Keyword::TargetedStrike).when(&[Exactly(0, THEIR_COMMITTED)])]),
    ),
    // Darkness and Light
    (
        "a-deep-commitment",
        constant(&[gives(&[Is::Unit, Is::Friendly, Is::Shielded], Boon::StruggleIcons, N(1))]),
    ),
    ("ferus-olin", does(&[interrupt(Used, EVENT_PLAYED, &[Cancel]).costs(&[Cost::RemoveShield(THIS)])])),
    (
        "asteroid-base",
        play_area(&[action(&[], &[GainIcon(Who::Paid, &[UnitDamage, BlastDamage], PHASE)])
            .costs(&[Cost::RemoveShield(UNIT)])
            .once_per_turn()]),
    ),
    ("force-barrier", does(&[action(&[], &[To(Each(&[Is::Friendly, UNIT_OR_OBJECTIVE]), Shield)])])),
    (
        "impersonating-a-deity",
        does(&[on_entering(&[To(
            Who::From(Pool::YourDeck, &[Is::Unit, Is::Trait(Ewok), Is::CostAtMost(3)]),
            PutIntoPlay,
        )])
        .costs(&[FocusThis])]),
    ),
    ("c-3po-123", does(&[on_winning_the_edge(&[Draw(You, N(1))])])),
    (
        "ewok-lookout",
        does(&[reaction(EdgePlaced, &[By(Opponent), When::Balance(Side::Light)], &[To(Subject, Discard)])
            .costs(&[FocusThis])]),
    ),
    (
        "rash-action",
        does(&[reaction(
            Used,
            &[By(Opponent), Played(UNIT)],
            &[UnlessTheyPay(2, &[To(Subject, Focus(N(1)))])],
        )]),
    ),
    ("the-call-of-the-cult", does(&[on_entering(&[BalanceTo(Side::Dark)])])),
    (
        "cularin-cultist",
        does(&[reaction(
            StrikeResolved,
            &[SubjectIs(THIS)],
            &[To(Choose(&[Is::Enhancement, Is::Special(specials::is_on_a_unit)]), MoveElsewhere)],
        )]),
    ),
    (
        "believer-initiate",
        does(&[
            reaction(BalanceMoves, &[By(Opponent)], &[To(This, Sacrifice)]).constantly(),
            reaction(EntersPlay, &[SubjectIs(THIS), When::Balance(Side::Light)], &[To(This, Sacrifice)])
                .constantly(),
        ]),
    ),
    ("hate", attaches(CHARACTER, &[]).always(&[gives(HOST, Boon::Blank, YES)])),
    (
        "superior-numbers",
        does(&[on_entering(&[To(
            Who::From(Pool::YourDeck, &[Is::Unit, Is::Trait(Fighter), Is::CostAtMost(2)]),
            PutIntoPlay,
        )])]),
    ),
    (
        "escort-carrier",
        does(&[action(
            &[],
            &[To(
                Who::From(
                    Pool::YourHandOrDiscard,
                    &[Is::Any(&[&[Is::Unit, Is::Trait(Fighter)], &[Is::Named("Precision Flying")]])],
                ),
                PutIntoPlay,
            )],
        )
        .costs(&[FocusThis])]),
    ),
    ("tie-scout", does(&[on_striking(&[To(Target(&[Is::Shielded]), RemoveShield)])])),
    (
        "precision-flying",
        attaches(&[Is::Unit, Is::Trait(Fighter)], &[]).always(&[gives(HOST, Boon::Edge, N(2))]),
    ),
    (
        "the-slimiest-scheme",
        does(&[action(&[], &[To(Target(&[Is::Unit, SCUM]), ToHand)]).costs(&[FocusThis])]),
    ),
    (
        "salacious-b-crumb",
        does(&[on_entering(&[
            To(Target(&[Is::Unit, Is::Friendly, Is::Trait(Character)]), Unfocus(N(1))),
            Do::If(When::ItIs(&[Is::Named("Jabba the Hutt")]), &[May(&[To(It, Unfocus(N(1)))])]),
        ])]),
    ),
    ("palace-security", does(&[on_entering(&[To(Target(&[Is::Objective, SCUM]), Heal(N(1)))])])),
    // cards that came late
    (
        "heroes-and-legends",
        does(&[action(
            &[],
            &[
                To(
                    Target(&[
                        Is::Unit,
                        Is::Friendly,
                        Is::Any(&[&[Is::CopyOf(&Who::Paid)], &[Is::Special(specials::nothing_is_paid_yet)]]),
                    ]),
                    ToHand,
                ),
                Then,
                To(Who::Paid, PutIntoPlay),
            ],
        )
        .costs(&[
            FocusThis,
            Cost::Reveal(&[
                Is::Unit,
                Is::Unique,
                Is::Trait(Character),
                Is::IfSome(&[Is::Unit, Is::Friendly, Is::CopyOf(&It)]),
            ]),
        ])]),
    ),
    (
        "forward-reconnaissance",
        does(&[reaction(
            LeavesPlay,
            &[By(You), YouAttack, SubjectIs(UNIT), When::Special(was_fighting)],
            &[To(Target(&[Is::Unit, Is::Defending]), Damage(N(1)))],
        )]),
    ),
    (
        "deadly-sight",
        does(&[reaction(
            PhaseBegins,
            &[],
            &[
                To(Target(UNIT), Gain(Boon::ForceIcons, N(-2), PHASE)),
                To(It, Gain(Boon::FadesWithoutForce, YES, PHASE)),
            ],
        )]),
    ),
    ("watchful-eyes", LOOK_AT_OBJECTIVES),
    ("slicing-in", LOOK_AT_OBJECTIVES),
    (
        "behind-enemy-lines",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(OBJECTIVE)],
            &[ChooseOne(&[
                (Way::TheirDeck, &[Do::Peek { whose: Opponent, objectives: false, cards: 1, under: 1 }]),
                (Way::TheirObjectives, &[Do::Peek { whose: Opponent, objectives: true, cards: 1, under: 1 }]),
            ])],
        )]),
    ),
    (
        "leias-command",
        does(&[reaction(
            PhaseEnds,
            &[By(Opponent), In(Phase::Conflict)],
            &[To(Each(&[UNIT_OR_OBJECTIVE, Is::Enemy, Is::Ready]), Damage(N(1)))],
        )])
        .always(&[gives(THIS, Boon::PiercesShields, YES)]),
    ),
    (
        "chain-reaction",
        does(&[reaction(Used, &[When::Used(Manner::Reaction), NotCanceled], &[ResolveAgain])]),
    ),
    (
        "outmaneuver",
        does(&[action(&[], &[To(Target(&[Is::Unit, Is::Enemy, Is::CheaperThan(&Who::Paid)]), ToHand)])
            .costs(&[Cost::Special(RETURN_A_SMUGGLER)])]),
    ),
    ("sonic-detonation", does(&[action(&[], &[Do::Special(CAPTURE_A_FORCE_CARD)])])),
    (
        "et-74-communications-droid",
        does(&[reaction(
            ShieldRemoved,
            &[By(You), SubjectIs(UNIT)],
            &[To(Target(&[Is::Unit, Is::Friendly, Is::Not(&[Is::Subject])]), Shield)],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "dark-trooper-legion",
        does(&[interrupt(Paying, &[By(You), SubjectIs(THIS)], &[Do::Cheaper(Amount::DealtForCost)])
            .costs(&[Cost::DamageToSave(YOUR_OBJECTIVE)])]),
    ),
    (
        "admiral-piett-120",
        does(&[reaction(
            EdgeCardDiscarded,
            &[By(You), SubjectIs(FATE_TO_KEEP)],
            &[To(Subject, Act::Special(ATTACHED_HERE))],
        )])
        .always(&[gives(THIS, Boon::BringsFate, YES).when(ATTACKING)]),
    ),
];

/// The effect of the fate card that was just resolved is resolved once more for this player.
const FATE_EFFECT_AGAIN: &Special = &Special {
    could: |state, ctx| {
        filters::answered(state, ctx).is_some_and(|now| {
            let effect = |fate| edge::effect_of(state, fate, now.amount > 0);
            now.card.is_some_and(|fate| could(state, &Ctx::new(fate, ctx.seat), effect(fate)))
        })
    },
    effect: |t, ctx| {
        let Some(now) = filters::answered(&t.state, ctx).copied() else { return Ok(false) };
        let Some(fate) = now.card else { return Ok(false) };
        edge::resolve_effect(t, ctx.seat, fate, now.amount > 0)?;
        Ok(true)
    },
};

/// A Force card out of the opponent's supply is captured.
const CAPTURE_A_FORCE_CARD: &Special = &Special {
    could: |state, ctx| {
        Side::of(ctx.seat) == Side::Dark
            && state.objectives(ctx.seat).next().is_some()
            && force::free_cards(state, opponent(ctx.seat)) > 0
    },
    effect: |t, ctx| {
        if force::free_cards(&t.state, opponent(ctx.seat)) == 0 {
            return Ok(false);
        }
        let Some(at) = zones::choose_prison(t, ctx.card, ctx.seat)? else { return Ok(false) };
        force::capture_card(t, opponent(ctx.seat), at)
    },
};

/// Everybody sees the top card of the deck. It stays there and counts in the Force struggle of this turn.
const TOP_CARD_FIGHTS_FOR_BALANCE: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        specials::top_card_is_seen(t, ctx, true)?;
        let Some(top) = specials::goes_back_on_top(t, ctx) else { return Ok(false) };
        t.state.player_mut(ctx.seat).deck.shown.insert(top);
        // audit: same (1 to 2) — there are no numbers of it
        specials::lend(t, ctx, top, Boon::FightsForBalance, 1, Until::EndOfTurn);
        Ok(true)
    },
};

/// The Force icons of this card.
fn own_force_icons(state: &State, ctx: &Ctx) -> i8 {
    // audit: same (100 to 101) — no card has so many
    constants::force_icons(state, ctx.card).min(100) as i8
}

/// Fewer Force icons than this card has.
fn fewer_force_icons(state: &State, ctx: &Ctx, id: CardId) -> bool {
    constants::force_icons(state, id) < constants::force_icons(state, ctx.card)
}

/// The player has a Force card left.
fn has_a_force_card(state: &State, ctx: &Ctx) -> bool {
    force::free_cards(state, ctx.seat) > 0
}

/// A captured card is revealed; then a copy of it in the opponent's deck is captured.
const PURSUE_A_COPY: &Special = &Special {
    could: |state, ctx| Side::of(ctx.seat) == Side::Dark && !specials::captured(state).is_empty(),
    effect: |t, ctx| {
        let cards = specials::captured(&t.state);
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
            zones::kinds(state, &cards).for_each(|id| offer.add(Choice::Card(id)));
        })?;
        let Choice::Card(shown) = choice else { return Ok(false) };
        zones::reveal(t, t.state.card(shown).owner, &[shown]);
        let title = t.state.facts(shown).title;
        specials::capture_from_deck(t, ctx, true, |state, id| state.facts(id).title == title)?;
        Ok(true)
    },
};

/// The player sees the top cards of all decks and may discard one of them.
const SEE_ALL_TOP_CARDS: &Special = &Special {
    could: |state, _| state.players.iter().any(|player| !player.deck.is_empty()),
    effect: |t, ctx| {
        let mut seen: ArrayVec<CardId, 2> = ArrayVec::new();
        for seat in [ctx.seat, opponent(ctx.seat)] {
            if let Some(top) = zones::look_at_top(t, seat, ctx.seat)? {
                t.emit(Event::TopSeen { by: ctx.seat, of: seat, cards: vec![top] });
                seen.push(top);
            }
        }
        let gone = specials::pick(t, ctx, &seen)?;
        for id in &seen {
            if Some(*id) != gone {
                zones::put(&mut t.state, *id, Destination::OnDeck);
            }
        }
        if let Some(id) = gone {
            let owner = t.state.card(id).owner;
            zones::put(&mut t.state, id, Destination::Discard);
            t.emit(Event::Discarded(owner, id));
            // audit: same (1 to 2) — 0 means from the hand, anything else from the deck
            timing::happened(t, Occurrence::new(Discarded).of(id).by(owner).amount(1))?;
        }
        Ok(true)
    },
};

/// The effect that was resolved has made somebody draw.
fn somebody_drew(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|used| used.drew)
}

/// The card that leaves play took part in the engagement until then.
fn was_fighting(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|leaving| leaving.fighting)
}

const PUT_THIS_INTO_PLAY: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(zones::may_enter(state, ctx.card, ctx.seat).is_ok()),
    pay: |t, ctx| {
        zones::set_aside(&mut t.state, ctx.card);
        zones::enter_play(t, ctx.card, None, false)?;
        Ok(true)
    },
};

/// 1 damage to each of the player's Hoth objectives, at the same time.
const DAMAGE_EACH_HOTH_OBJECTIVE: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| {
        let amount = read(state, ctx, 1);
        let mut objectives = filters::all(state, ctx, YOUR_HOTH).peekable();
        there_is(objectives.peek().is_some() && objectives.all(|id| bears(state, id, amount)))
    },
    pay: |t, ctx| {
        let amount = read(&t.state, ctx, 1);
        let objectives: Vec<CardId> = filters::all(&t.state, ctx, YOUR_HOTH).collect();
        let shares = objectives.iter().map(|id| (*id, amount)).collect();
        let dealt = damage::deal_all(t, shares, Source::effect(ctx.seat, ctx.card))?;
        Ok(objectives.iter().all(|id| dealt.to(*id) >= amount))
    },
};

/// A captured card of the player's objectives goes back to its owner's hand.
const FREE_A_CAPTIVE: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(captives_of_objectives(state, ctx).next().is_some()),
    pay: |t, ctx| {
        let options: Vec<CardId> = captives_of_objectives(&t.state, ctx).collect();
        if let Some(id) = choose(t, ctx, &options)? {
            zones::to_hand(t, id, false);
        }
        Ok(true)
    },
};

/// The player's smugglers that cost more than some enemy unit.
const DEARER_SMUGGLER: Filter =
    &[Is::Unit, Is::Friendly, SMUGGLERS, Is::IfSome(&[Is::Unit, Is::Enemy, Is::CheaperThan(&It)])];

const RETURN_A_SMUGGLER: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(filters::all(state, ctx, DEARER_SMUGGLER).next().is_some()),
    pay: |t, ctx| {
        let options: Vec<CardId> = filters::all(&t.state, ctx, DEARER_SMUGGLER).collect();
        if let Some(id) = choose(t, ctx, &options)? {
            zones::leave_play(t, id, Destination::Hand)?;
        }
        Ok(true)
    },
};

/// Is attached to this card, face up.
const ATTACHED_HERE: &SpecialAct = &SpecialAct {
    could: |state, ctx, _| state.is_in_play(ctx.card),
    act: |t, ctx, id| {
        zones::lay(&mut t.state, id, ctx.seat);
        t.state.card_mut(id).attached = Some(ctx.card);
        t.emit(Event::Attached(id, ctx.card));
        Ok(true)
    },
};
