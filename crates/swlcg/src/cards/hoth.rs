//! Cards of the Hoth cycle: The Desolation of Hoth to Escape from Hoth.

use super::atoms::{Aimed, Ctx, Special, SpecialCost};
use super::costs::there_is;
use super::numerals::read;
use super::resolve::{
    can_draw, captures, choose_boon, choose_icon, choose_number, gain, icons_of, reduce_damage, used_effect,
};
use super::specials::{self, subject};
use super::words::*;
use super::{CardType, constants, filters};
use crate::conflict::edge;
use crate::state::{CardId, Icon, State, opponent};
use crate::{damage, phases, zones};

const HOTH_BATTLE: Effects = fate(&[ChooseOne(&[
    (Way::Damage, &[To(Target(HOTH), Damage(N(1)))]),
    (Way::Heal, &[To(Target(HOTH), Heal(N(1)))]),
    (Way::Nothing, &[]),
])]);
const SPEEDER_OR_FIGHTER: Filter =
    &[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(Speeder)], &[Is::Trait(Fighter)]])];
const SHIELDED: Filter = &[Is::Unit, Is::Friendly, Is::Shielded];

const LOOK_AT_YOURS: Do = Do::Peek { whose: You, objectives: false, cards: 1, under: 0 };
const LOOK_AT_THEIRS: Do = Do::Peek { whose: Opponent, objectives: false, cards: 1, under: 0 };
const LOOK_AT_YOUR_OBJECTIVES: Do = Do::Peek { whose: You, objectives: true, cards: 1, under: 0 };
const LOOK_AT_THEIR_OBJECTIVES: Do = Do::Peek { whose: Opponent, objectives: true, cards: 1, under: 0 };

pub const CARDS: Registry = &[
    // The Desolation of Hoth
    (
        "a-message-from-beyond",
        does(&[after_you_refresh(&[To(TopmostDiscard(ENHANCEMENT), ToHand)]).costs(&[DamageThis(1)])]),
    ),
    (
        "old-bens-spirit",
        attaches(
            CHARACTER,
            &[interrupt(Destroyed, &[SubjectIs(HOST)], &[Instead(Subject, Heal(All)), To(This, Discard)])],
        ),
    ),
    (
        "weapon-mastery",
        does(&[action(
            &[],
            &[To(
                Target(CHARACTER),
                Gain(Boon::Icon(UnitDamage), Amount::Special(enhancements_on_it), PHASE),
            )],
        )]),
    ),
    (
        "calm",
        does(&[action(
            &[OpponentsTurn],
            &[To(Target(&[Is::Unit, Is::Trait(Character), Is::Special(has_two_enhancements)]), Unfocus(All))],
        )]),
    ),
    (
        "hoth-operations",
        constant(
            &[gives(&[Is::Unit, Is::Friendly, Is::Trait(Speeder)], Boon::Edge, N(1)).when(&[MORE_HOTH])],
        ),
    ),
    (
        "wedge-antilles-38",
        does(&[action(&[ThisIs(&[Is::Attached])], &[To(Host, Unfocus(N(1)))]).costs(&[FocusThis])])
            .rides(SPEEDER_OR_FIGHTER),
    ),
    (
        "rogue-three",
        constant(&[
            this_gains(UnitDamage, Count(&[Is::Enhancement, Is::OnThis])),
            this_gains(BlastDamage, Count(&[Is::Enhancement, Is::OnThis])),
        ]),
    ),
    ("hoth-survival-gear", attaches(CHARACTER, &[]).always(&[gives(HOST, Boon::Capacity, Count(YOUR_HOTH))])),
    ("echo-base-defense", constant(&[gives(YOUR_HOTH, Boon::UnopposedDamage, NOT_ONE).when(&[MORE_HOTH])])),
    ("wilderness-fighters", constant(&[this_gains(UnitDamage, Count(YOUR_HOTH))])),
    (
        "the-killing-cold",
        does(&[action(
            &[],
            &[To(Choose(&[Is::Objective, Is::Friendly, Is::Trait(Hoth), Is::Damaged]), Heal(N(1)))],
        )
        .costs(&[Cost::Sacrifice(UNIT)])]),
    ),
    (
        "icetromper",
        does(&[action(
            &[],
            &[
                To(Target(&[Is::Unit, Is::Attacking, Is::Not(&[Is::Trait(Vehicle)])]), LeaveEngagement),
                Then,
                To(It, Damage(N(1))),
            ],
        )
        .costs(&[SacrificeThis])]),
    ),
    (
        "the-desolation-of-hoth",
        does(&[action(
            &[YourTurn],
            &[Do::MoveDamageUpTo(
                All,
                Choose(&[Is::Objective, Is::Friendly, Is::Trait(Hoth), Is::Damaged]),
                Target(&[Is::Enemy, Is::Any(&[&[Is::Unit], HOTH])]),
            )],
        )]),
    ),
    (
        "darth-vader-41",
        constant(&[
            gives(&[Is::Unit, Is::Friendly, Is::Attacking], Boon::Icon(BlastDamage), N(1)).when(ATTACKING)
        ]),
    ),
    ("probe-droid", does(&[on_leaving(&[To(Target(ENEMY_OBJECTIVE), Damage(N(1)))])])),
    ("imperial-suppression", does(&[interrupt(Used, EVENT_PLAYED, &[Cancel, To(Subject, OnDeck)])])),
    ("wampa", constant(&[gives(THIS, Boon::Cost, Amount::Times(-2, &Count(HOTH)))])),
    (
        "succumb-to-the-cold",
        does(&[reaction(
            FocusRemoved,
            &[SubjectIs(ENEMY_UNIT), When::There(YOUR_HOTH)],
            &[To(Subject, Focus(N(1)))],
        )]),
    ),
    // The Search for Skywalker
    ("sensors-are-placed", constant(&[theirs(Boon::FirstEdgeCardFaceUp, YES).when(&[MORE_HOTH])])),
    ("echo-defender", constant(&[this_gains_with_edge(UnitDamage, Count(YOUR_HOTH))])),
    (
        "echo-base",
        play_area(&[])
            .always(&[gives(YOUR_HOTH, Boon::Capacity, N(1)), yours(Boon::MoreHothObjectives, Nth(1, 1))]),
    ),
    ("first-marker", attaches(HOTH, &[]).always(&[forbids(HOST, Deed::BeDamagedByVehicles)])),
    (
        "renegade-squadron-mobilization",
        does(&[reaction(
            LeavesPlay,
            &[By(Opponent), SubjectIs(UNIT), WAS_NO_ENHANCEMENT],
            &[Draw(You, N(1))],
        )]),
    ),
    (
        "renegade-squadron",
        does(&[on_striking_as_attacker(&[To(CaptiveAt(&[Is::Engaged]), Rescue)]).costs(&[DamageThis(1)])]),
    ),
    (
        "munitions-expert",
        does(&[action(&[], &[To(Target(UNIT), icon(UnitDamage, 1, PHASE))]).costs(&[FocusThis])]),
    ),
    ("hoth-scout", does(&[action(&[], &[To(Target(&[UNIT_OR_OBJECTIVE]), Shield)]).costs(&[SacrificeThis])])),
    (
        "shelter-from-the-storm",
        does(&[action(
            &[When::There(HOTH)],
            &[
                // A unit that has a shield already may be chosen too.
                To(Target(&[Is::Unit, Is::Friendly, Is::Trait(Character)]), cannot(Deed::BeDamaged, PHASE)),
                To(It, cannot(Deed::BeTargetedByEnemies, PHASE)),
                To(It, Shield),
            ],
        )]),
    ),
    (
        "deploy-the-fleet",
        does(&[
            action(&[], &[Do::Gain(Boon::NextCost(Sort::CapitalShip), N(1), PHASE)]).costs(&[DamageThis(1)])
        ]),
    ),
    ("death-squadron-star-destroyer", constant(&[forbids(THIS, Deed::BeTargetedByEnemyEvents)])),
    (
        "death-squadron-command",
        play_area(&[reaction(Destroyed, &[SubjectIs(OBJECTIVE)], &[To(This, Unfocus(N(1)))])]),
    ),
    ("admirals-orders", does(&[action(&[], &[Do::Gain(Boon::NextCost(Sort::CapitalShip), N(2), PHASE)])])),
    ("jabbas-orders", does(&[on_entering(&[SeeHand(Opponent)])])),
    (
        "weequay-elite",
        constant(&[gives(THIS, Boon::Cost, N(-2)).when(&[When::There(&[
            Is::Objective,
            Is::Friendly,
            Is::Guarding,
        ])])]),
    ),
    ("jawa-trading-crawler", constant(&[gives(THIS, Boon::PaysOnlyFor(Sort::VehicleOrDroid), YES)])),
    ("jabbas-palace", play_area(&[]).always(&[gives(YOUR_OBJECTIVE, Boon::Capacity, N(1))])),
    ("get-me-solo", does(&[action(&[YourTurn], &[Do::Special(NAME_A_UNIT_TO_CAPTURE)])])),
    // A Dark Time
    (
        "the-hunt-for-han-solo",
        does(&[reaction(
            Captured,
            &[By(You), SubjectIs(&[Is::Unit, Is::OnThis])],
            &[To(Target(&[SCUM]), Unfocus(N(1))), Do::If(SubjectIs(&[Is::Named("Han Solo")]), &[Dial(N(1))])],
        )
        .costs(&[Cost::Special(REVEAL_THE_CAPTIVE)])]),
    ),
    ("self-preservation", constant(&[gives(FRIENDLY_UNIT, Boon::StruggleIcons, N(1))])),
    ("gotal-outcast", constant(&[this_gains(BlastDamage, N(2)).when(&[When::Balance(Side::Light)])])),
    (
        "soresu-training",
        attaches(FORCE_USER, &[])
            .always(&[keyword(HOST, Keyword::Shielding), gives(HOST, Boon::Capacity, N(1))]),
    ),
    (
        "unwavering-resolve",
        does(&[interrupt(
            Struggle,
            &[],
            &[To(
                Choose(&[Is::Unit, Is::Friendly, Is::Not(&[Is::Committed])]),
                Gain(Boon::CountsUncommitted, YES, PHASE),
            )],
        )]),
    ),
    (
        "prepare-for-evacuation",
        does(&[interrupt(LeavesPlay, &[SubjectIs(HOTH)], &[To(Target(UNIT), ToHand)])]),
    ),
    (
        "action-series-bulk-transport",
        does(&[on_striking(&[Look(
            You,
            N(5),
            1,
            &[Is::Unit, Is::Trait(Character), Is::CostAtMost(2)],
            &PutIntoPlay,
            Rest::Shuffled,
        )])]),
    ),
    (
        "ion-cannon-burst",
        does(&[action(
            &[],
            &[To(Target(VEHICLE_OR_DROID), cannot(Deed::Attack, PHASE)), To(It, cannot(Deed::Defend, PHASE))],
        )]),
    ),
    ("serve-the-emperor", constant(&[yours(Boon::Struggle, N(1))])),
    (
        "prophet-of-the-dark-side",
        does(&[on_entering(&[
            Look(You, N(1), 0, &[], &ToHand, Rest::OnTop),
            Then,
            Do::If(When::Balance(Side::Dark), &[May(&[Draw(You, N(1))])]),
        ])]),
    ),
    (
        "anger",
        attaches(
            ENEMY_CHARACTER,
            &[reaction(StruggleWon, &[By(You), OpponentsTurn], &[To(Host, Sacrifice)]).forced()],
        ),
    ),
    (
        "force-push",
        does(&[action(
            &[When::Any(&[YourTurn, When::Balance(Side::Dark)])],
            &[To(Target(&[Is::Unit, Is::Not(&[Is::Unique])]), Focus(N(2)))],
        )]),
    ),
    (
        "a-dark-time-for-the-rebellion",
        does(&[after_you_refresh(&[To(TheyChoose(&[Is::Enemy, UNIT_OR_OBJECTIVE]), Damage(N(1)))])]),
    ),
    (
        "colonel-starck",
        constant(&[
            this_gains(UnitDamage, N(2)).when(&[ThisIs(&[Is::Attacking]), EngagedIs(&[Is::Damaged])]),
            this_gains(BlastDamage, N(2)).when(&[ThisIs(&[Is::Attacking]), EngagedIs(&[Is::Damaged])]),
        ]),
    ),
    (
        "mtv-7",
        constant(&[
            this_gains(BlastDamage, N(1)).when(&[ThisIs(&[Is::Attacking]), EngagedIs(&[Is::Damaged])])
        ]),
    ),
    ("the-moorsh-moraine", play_area(&[]).always(&[yours(Boon::UnopposedDamage, N(2))])),
    (
        "heavy-fire",
        does(&[action(&[], &[GainIcon(Target(FRIENDLY_UNIT), &[UnitDamage, BlastDamage], PHASE)])]),
    ),
    (
        "ugnaught",
        does(&[reaction(
            Captured,
            &[],
            &[To(
                Choose(&[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(Vehicle)], &[Is::Trait(Droid)]])]),
                Heal(N(1)),
            )],
        )]),
    ),
    (
        "z-95-headhunter",
        does(&[interrupt(
            FocusedToStrike,
            &[SubjectIs(THIS)],
            &[Do::Special(REVEAL_ONE_AND_CAPTURE_A_UNIT)],
        )]),
    ),
    (
        "cloud-city-incinerator",
        play_area(&[
            reaction(Captured, &[When::Balance(Side::Dark)], &[To(Subject, Discard)]).once_per_turn()
        ]),
    ),
    // Assault on Echo Base
    (
        "knowledge-and-defense",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(FRIENDLY_UNIT), When::WasDestroyed, InEngagement, ThisIs(&[Is::Undamaged])],
            &[Divert(Doom::ToHand)],
        )
        .constant_choice()]),
    ),
    (
        "daughters-of-allya",
        does(&[reaction(Committed, &[By(You), SubjectIs(THIS)], &[To(Each(YOUR_OBJECTIVE), Heal(N(1)))])]),
    ),
    ("yodas-protection", attaches(OBJECTIVE, &[reaction(Engaged, &[SubjectIs(HOST)], &[To(Host, Shield)])])),
    (
        "last-defense-of-hoth",
        does(&[interrupt(
            EdgePlacing,
            &[By(You), ThisIs(&[Is::Undamaged])],
            &[Do::Special(TOP_CARD_INTO_THE_EDGE_STACK)],
        )
        .once_per(EDGE_BATTLE)]),
    ),
    (
        "col-serra",
        constant(&[
            forbids(THIS, Deed::BeDamagedByEnemies).when(&[YouHaveEdge]),
            forbids(THIS, Deed::BeFocusedByEnemies).when(&[YouHaveEdge]),
        ]),
    ),
    (
        "renegade-squadron-x-wing",
        does(&[action(&[], &[To(Target(&[Is::Unit, Is::CostAtMost(2)]), ToHand)]).costs(&[SacrificeThis])]),
    ),
    (
        "a-stinging-insult",
        does(&[reaction(
            Engaged,
            &[
                YouAttack,
                When::There(&[Is::Unit, Is::Friendly, SMUGGLERS, Is::Trait(Character), Is::Declared]),
            ],
            &[To(Target(ENEMY_UNIT), Gain(Boon::MustDefend, YES, ENGAGEMENT))],
        )]),
    ),
    (
        "dont-get-cocky",
        does(&[reaction(
            EdgeWon,
            &[By(You), AmountAtLeast(2)],
            &[To(Target(&[Is::Unit, Is::Participating]), icon(BlastDamage, 2, ENGAGEMENT))],
        )]),
    ),
    ("wed-15-1016", does(&[after_you_refresh(&[To(Target(HOTH), TakeToken)])])),
    (
        "fx-7-medical-assistant",
        does(&[on_striking(&[To(Target(&[Is::Any(&[ENHANCEMENT, CHARACTER])]), TakeToken)])]),
    ),
    (
        "echo-control-center",
        play_area(&[]).always(&[forbids(
            &[Is::Enhancement, Is::Friendly, Is::Not(THIS)],
            Deed::BeTargetedByEnemyEvents,
        )]),
    ),
    (
        "general-veers-56",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(Walker)], &[Is::Trait(Trooper)]])],
            Boon::Icon(UnitDamage),
            N(1),
        )]),
    ),
    (
        "turbolaser-battery",
        play_area(&[reaction(Destroyed, THEIR_OBJECTIVE_FELL, &[To(Each(ENHANCEMENT), Discard)])
            .costs(&[SacrificeThis])]),
    ),
    ("lucrative-contract", does(&[after_you_refresh(&[To(Target(HUNTER), Unfocus(N(1)))])])),
    (
        "explosive-charge",
        does(&[action(
            &[],
            &[To(Target(&[Is::Enhancement, Is::Special(costs_at_most_your_enhancements)]), Discard)],
        )]),
    ),
    (
        "sabotage-in-the-snow",
        does(&[reaction(
            PhaseBegins,
            &[By(You), In(Phase::Conflict)],
            &[MoveShield(
                Target(&[Is::Enemy, Is::Shielded]),
                Target(&[Is::Friendly, UNIT_OR_OBJECTIVE, Is::Not(&[Is::Shielded])]),
            )],
        )]),
    ),
    ("forward-command-post", play_area(&[]).always(&[gives(SHIELDED, Boon::Icon(BlastDamage), N(1))])),
    // The Battle of Hoth
    (
        "attack-pattern-delta",
        does(&[action(
            &[MORE_HOTH],
            &[Look(
                You,
                N(1),
                1,
                &[Is::Unit, Is::Trait(Vehicle), Is::CostAtMost(2)],
                &PutIntoPlay,
                Rest::OnTop,
            )],
        )
        .once_per_turn()]),
    ),
    (
        "rogue-leader",
        constant(&[this_gains(Tactics, N(1)).when(&[When::There(&[Is::Friendly, Is::Named("Rogue Two")])])]),
    ),
    (
        "rogue-two",
        constant(&[this_gains_with_edge(
            BlastDamage,
            Count(&[Is::Unit, Is::Friendly, Is::Attacking, Is::Trait(Speeder)]),
        )]),
    ),
    (
        "snowspeeder-launch-bay",
        play_area(&[reaction(
            StrikeResolved,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Trait(Speeder)])],
            &[
                To(Target(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle)]), Damage(N(1))),
                Do::If(When::ItIs(&[Is::Trait(Walker)]), &[To(It, Focus(Nth(1, 1)))]),
            ],
        )
        .once_per(PHASE)]),
    ),
    (
        "undercover-dealings",
        does(&[reaction(Refreshed, &[By(Opponent), THEY_HAVE_MORE_UNITS], &[Do::Special(DRAW_TO_RESERVE)])]),
    ),
    ("shadow-operative", does(&[action(&[], &[To(This, ToHand)])])),
    (
        "hold-out-blaster",
        attaches(&[Is::Unit, SMUGGLERS, Is::Trait(Character), Is::Special(no_other_copy_on)], &[]).always(&[
            gives(HOST, Boon::DoubleIcons(UnitDamage), YES).when(&[THEY_HAVE_MORE_UNITS]),
            gives(HOST, Boon::DoubleIcons(Tactics), YES).when(&[THEY_HAVE_MORE_UNITS]),
            gives(HOST, Boon::DoubleIcons(BlastDamage), YES).when(&[THEY_HAVE_MORE_UNITS]),
        ]),
    ),
    ("tactical-retreat", does(&[action(&[], &[To(ChooseUpTo(ANY_NUMBER, FRIENDLY_UNIT), ToHand)])])),
    (
        "coordinated-strike",
        does(&[reaction(
            StrikeResolved,
            &[By(You)],
            &[To(
                Choose(&[Is::Unit, Is::Friendly, Is::Participating, Is::Ready, Is::Not(&[Is::Subject])]),
                Strike,
            )],
        )]),
    ),
    ("vaders-fist", constant(&[theirs(Boon::Reserve, N(-1)).when(UNDAMAGED)])),
    (
        "501st-trooper",
        constant(&[this_gains(BlastDamage, N(1)).when(&[ThisIs(&[Is::Attacking]), EngagedIs(HOTH)])]),
    ),
    (
        "e-web-heavy-repeating-blaster",
        play_area(&[action(
            &[],
            &[To(Target(&[Is::Unit, Is::Trait(Trooper)]), icon(BlastDamage, 1, PHASE))],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "at-at",
        does(&[on_striking(&[
            To(This, Gain(Boon::ForgoesIcons, YES, STRIKE)),
            To(Target(NOT_LIMITED), Discard),
        ])]),
    ),
    (
        "at-at-assault-formation",
        does(&[interrupt(
            FocusedToStrike,
            &[SubjectIs(THIS)],
            &[To(Each(&[Is::Objective, Is::Enemy, Is::Trait(Hoth)]), Damage(N(1)))],
        )]),
    ),
    (
        "orbital-resupply-station",
        play_area(&[]).always(&[gives(
            &[Is::Unit, Is::Friendly, NAVY, Is::Trait(Vehicle), Is::CostAtLeast(4)],
            Boon::Cost,
            N(-1),
        )]),
    ),
    (
        "aggressive-assault",
        does(&[action(&[When::There(YOUR_HOTH)], &[To(Each(ENEMY_OBJECTIVE), Damage(N(1)))])]),
    ),
    // Escape from Hoth
    ("a-heros-resolve", constant(&[gives(&[Is::Friendly], Boon::EdgeForce, N(1)).when(UNDAMAGED)])),
    (
        "luke-skywalker-64",
        Effects {
            rides_cheaper: 2,
            ..does(&[interrupt(LeavesPlay, &[SubjectIs(HOST)], &[To(This, Act::BecomeUnit)]).constantly()])
                .rides(SPEEDER_OR_FIGHTER)
                .always(&[host_gains(UnitDamage), host_gains(Tactics)])
        },
    ),
    (
        "evacuation-procedure",
        does(&[reaction(
            TurnBegins,
            &[By(Opponent)],
            &[To(Target(&[Is::Any(&[ENHANCEMENT, HOTH])]), Unfocus(All))],
        )
        .costs(&[Cost::Sacrifice(UNIT)])]),
    ),
    ("han-solo-65", does(&[on_leaving(&[To(Who::From(Pool::YourDeck, &[REBEL]), ToHand)])])),
    ("toryn-farr", does(&[on_leaving(&[To(Target(&[Is::Enhancement, Is::Enemy]), Focus(N(1)))])])),
    (
        "bright-hope",
        does(&[reaction(
            LeavesPlay,
            &[By(You), SubjectIs(UNIT), WAS_NO_ENHANCEMENT, ThisIs(&[Is::InPlay])],
            &[To(This, TakeToken)],
        )]),
    ),
    (
        "buried-outpost",
        play_area(&[on_entering(&[ChooseOne(&[
            (Way::Sacrifice, &[To(Choose(FRIENDLY_UNIT), Sacrifice)]),
            (Way::Focus, &[To(This, Focus(N(1)))]),
        ])])
        .forced()]),
    ),
    (
        "executor-66",
        does(&[reaction(
            LeavesPlay,
            &[When::WasSacrificed, ThisIs(&[Is::InPlay])],
            &[To(Target(&[Is::Enemy, UNIT_OR_OBJECTIVE]), Damage(N(1)))],
        )])
        .always(&[forbids(THIS, Deed::BeTargetedByEnemies).when(UNDAMAGED)]),
    ),
    (
        "sith-holocron",
        play_area(&[
            action(&[], &[Do::Gain(Boon::NextCost(Sort::Sith), N(3), PHASE)]).costs(&[SacrificeThis])
        ]),
    ),
    ("aggression", does(&[action(&[YourTurn], &[To(Who::EachChooses(UNIT), Sacrifice)])])),
    (
        "kihraxz-class-assault-fighter",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(THIS), YouHaveEdge],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::CostAtMost(1)]), Capture)],
        )]),
    ),
    (
        "remote-hideout",
        play_area(&[])
            .always(&[gives(FRIENDLY_UNIT, Boon::EntersFocused, N(1)).when(&[FirstThisTurn(UNIT)])]),
    ),
    (
        "endless-reserves",
        constant(&[gives(&[Is::Event, Is::Friendly], Boon::EdgeForce, N(1)).when(UNDAMAGED)]),
    ),
    ("vast-resources", does(&[action(&[], &[Do::Gain(Boon::NextCost(Sort::Any), N(1), PHASE)])])),
    ("battle-of-hoth-42", HOTH_BATTLE),
    ("battle-of-hoth-49", HOTH_BATTLE),
    ("battle-of-hoth-56", HOTH_BATTLE),
    // cards that came late
    (
        "subzero-defenses",
        play_area(&[reaction(
            StrikeResolved,
            &[By(Opponent), When::Special(fights_for_your_hoth)],
            &[To(Subject, Destroy)],
        )
        .constantly()
        .one_copy_per_turn()]),
    ),
    (
        "fear",
        attaches(
            ENEMY_CHARACTER,
            &[reaction(Attached, &[SubjectIs(THIS)], &[To(Host, Uncommit)]).constantly()],
        )
        .always(&[forbids(HOST, Deed::BeCommitted)]),
    ),
    (
        "echo-base-shield-generator",
        play_area(&[action(
            &[],
            &[
                To(Target(&[Is::Any(&[UNIT, HOTH])]), Shield),
                Then,
                Do::If(ThisIs(&[Is::DamageAtLeast(3)]), &[To(This, ToHand)]),
            ],
        )
        .costs(&[Cost::Special(A_DAMAGE_TOKEN_HERE)])
        .once_per_turn()]),
    ),
    ("echo-caverns", play_area(&[action(&[], &[Do::Aimed(AN_ICON_MOVES)]).costs(&[FocusThis])])),
    (
        "carbonite-chamber-activation",
        does(&[action(
            &[],
            &[
                To(Target(&[Is::Unit, Is::Not(&[Is::Trait(Vehicle)]), Is::CostAtMost(3)]), Focus(N(1))),
                May(&[To(
                    Target(&[
                        Is::Unit,
                        Is::Not(&[Is::Trait(Vehicle)]),
                        Is::Not(&[Is::FirstTarget]),
                        Is::Special(costs_three_with_the_first_target),
                    ]),
                    Focus(N(1)),
                )]),
            ],
        )]),
    ),
    (
        "confronting-the-terror",
        does(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[UNIT_OR_OBJECTIVE, Is::Friendly]), DEALT, When::Special(damage_can_be_averted)],
            &[Do::Divide(Opponent, Amount::OfTrigger, &[UNIT_OR_OBJECTIVE, Is::Enemy]), Prevent(All)],
        )]),
    ),
    (
        "corrupt-official",
        does(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[Is::Objective, SCUM])],
            &[Do::Special(PREVENT_AS_MUCH_AS_YOU_LIKE)],
        )
        .costs(&[Cost::DiscardThis])
        .from_hand()]),
    ),
    (
        "isb-liaison",
        does(&[action(
            &[],
            &[
                ChooseOne(&[
                    (Way::YourDeck, &[LOOK_AT_YOURS]),
                    (Way::TheirDeck, &[LOOK_AT_THEIRS]),
                    (Way::YourObjectives, &[LOOK_AT_YOUR_OBJECTIVES]),
                    (Way::TheirObjectives, &[LOOK_AT_THEIR_OBJECTIVES]),
                ]),
                Then,
                Draw(You, N(1)),
            ],
        )
        .costs(&[SacrificeThis])]),
    ),
    (
        "narrow-escape",
        does(&[interrupt(
            Used,
            &[By(Opponent), NotCanceled, When::Special(captures_nobody)],
            &[Do::Retarget(You, None)],
        )]),
    ),
    (
        "dengar-67",
        does(&[on_striking(&[Do::Special(ICON_FOR_EACH_CAPTIVE)])]).always(&[gives(
            THIS,
            Boon::TakesCaptives,
            YES,
        )]),
    ),
];

/// This unit has an icon of a chosen kind for each card captured here, for this strike.
const ICON_FOR_EACH_CAPTIVE: &Special = &Special {
    could: |state, ctx| constants::captives(state, ctx.card) > 0,
    effect: |t, ctx| {
        let captives = constants::captives(&t.state, ctx.card);
        for _ in 0..captives {
            let Some(icon) = choose_icon(t, ctx, &Icon::ALL)? else { break };
            specials::lend(t, ctx, ctx.card, Boon::Icon(icon), 1, Until::EndOfStrike);
        }
        // audit: same — nothing asks afterwards whether it did something
        Ok(captives > 0)
    },
};

/// A unit is named; all copies of it in the opponent's hand are captured.
const NAME_A_UNIT_TO_CAPTURE: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let Some(named) = specials::name_a_card(t, ctx, |card| card.card_type == CardType::Unit)? else {
            return Ok(false);
        };
        let hand = t.state.player(they).hand.to_vec();
        zones::reveal(t, they, &hand);
        for id in hand {
            if t.state.facts(id).title == named {
                let Some(at) = zones::choose_prison(t, id, ctx.seat)? else { continue };
                zones::capture(t, id, at)?;
            }
        }
        Ok(true)
    },
};

/// A random card of the opponent's hand is revealed, and captured if it is a unit.
const REVEAL_ONE_AND_CAPTURE_A_UNIT: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let Some(id) = zones::random_card(t, they)? else { return Ok(false) };
        zones::reveal(t, they, &[id]);
        if t.state.facts(id).card_type == CardType::Unit
            && let Some(at) = zones::choose_prison(t, id, ctx.seat)?
        {
            zones::capture(t, id, at)?;
        }
        Ok(true)
    },
};

/// The top card of the deck goes face down into the edge stack instead of a hand card.
const TOP_CARD_INTO_THE_EDGE_STACK: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        let Some(top) = zones::look_at_top(t, ctx.seat, ctx.seat)? else { return Ok(false) };
        if let Some(placing) = ctx.answers.and_then(|place| t.state.occurrences.get_mut(place as usize)) {
            placing.prevented = true;
        }
        edge::lay(t, ctx.seat, top)?;
        Ok(true)
    },
};

/// The enhancements on the card of this step.
fn enhancements_on_it(state: &State, ctx: &Ctx) -> i8 {
    // audit: same (0 to 1) — it is asked of a chosen card only
    // audit: same (100 to 101) — no card has so many
    ctx.it.map_or(0, |id| state.enhancement_count(id).min(100) as i8)
}

/// Printed cost at most the number of the player's enhancements.
fn costs_at_most_your_enhancements(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let yours = state.in_play().filter(|other| {
        let card = state.card(*other);
        card.controller == ctx.seat && card.card_type() == CardType::Enhancement
    });
    usize::from(state.facts(id).cost) <= yours.count()
}

/// No other copy of this card is attached there.
fn no_other_copy_on(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let title = state.facts(ctx.card).title;
    !state.attachments(id).any(|other| other != ctx.card && state.facts(other).title == title)
}

/// Costs three at most together with the first target.
fn costs_three_with_the_first_target(state: &State, ctx: &Ctx, id: CardId) -> bool {
    // audit: same (0 to 1) — the first target is chosen before this one
    let first = ctx.targets[0].map_or(0, |(_, target)| state.facts(target).cost);
    state.facts(id).cost.saturating_add(first) <= read(state, ctx, 3)
}

/// The ability that is used captures nobody.
// audit: same (returns true at once) — the light side plays it, and what captures would capture nobody for that side
fn captures_nobody(state: &State, ctx: &Ctx) -> bool {
    used_effect(state, ctx).is_some_and(|(_, effect)| !effect.iter().any(captures))
}

/// The engagement is against a friendly Hoth objective, even if that has fallen by now.
fn fights_for_your_hoth(state: &State, ctx: &Ctx) -> bool {
    let objective = state.engagement.as_ref().map(|engagement| engagement.objective);
    objective.is_some_and(|id| filters::matches(state, ctx, id, YOUR_HOTH))
}

/// Has combat icons, edge-enabled ones or others.
fn has_icons(state: &State, _: &Ctx, id: CardId) -> bool {
    Icon::ALL.into_iter().any(|icon| constants::all_icons(state, id, icon) != (0, 0))
}

/// Nothing says that the damage cannot be prevented or redirected.
fn damage_can_be_averted(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|coming| !coming.certain)
}

fn has_two_enhancements(state: &State, ctx: &Ctx, id: CardId) -> bool {
    state.enhancement_count(id) >= read(state, ctx, 2) as usize
}

const REVEAL_THE_CAPTIVE: &SpecialCost = &SpecialCost {
    can_pay: |_, _| Ok(()),
    pay: |t, ctx| {
        let captive = subject(&t.state, ctx);
        zones::reveal(t, ctx.seat, captive.as_slice());
        Ok(true)
    },
};

fn holds_less_than_the_reserve(state: &State, ctx: &Ctx) -> bool {
    can_draw(state, ctx.seat) && state.player(ctx.seat).hand.len() < phases::reserve(state, ctx.seat)
}

const DRAW_TO_RESERVE: &Special = &Special {
    could: holds_less_than_the_reserve,
    effect: |t, ctx| {
        let mut drawn = false;
        while holds_less_than_the_reserve(&t.state, ctx)
            && !(t.state.phase() == Phase::Draw && zones::may_draw_no_more(&t.state))
        {
            zones::draw(t, ctx.seat)?;
            drawn = true;
        }
        Ok(drawn)
    },
};

/// A damage token is put on this card.
const A_DAMAGE_TOKEN_HERE: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(state.is_in_play(ctx.card)),
    pay: |t, ctx| {
        damage::place_token(t, ctx.card);
        Ok(true)
    },
};

const PREVENT_AS_MUCH_AS_YOU_LIKE: &Special = &Special {
    could: |state, ctx| {
        filters::answered(state, ctx).is_some_and(|coming| coming.amount > 0 && !coming.certain)
    },
    effect: |t, ctx| {
        // audit: same (0 to 1) — an interrupt answers something
        let most = filters::answered(&t.state, ctx).map_or(0, |coming| coming.amount);
        let number = choose_number(t, ctx, most)?;
        // audit: same — nothing asks afterwards whether it did something
        Ok(reduce_damage(t, ctx, number) > 0)
    },
};

/// One combat icon that the player chooses moves to a unit with a common trait for a time.
const AN_ICON_MOVES: &Aimed = &Aimed {
    aims: &[
        (
            Target(&[
                Is::Unit,
                Is::Special(has_icons),
                Is::IfSome(&[Is::Unit, Is::Not(&[Is::It]), Is::SharesTraitWith(&It)]),
            ]),
            None,
        ),
        (Target(&[Is::Unit, Is::SharesTraitWith(&Who::FirstTarget)]), None),
    ],
    could: specials::always,
    effect: |t, ctx, cards| {
        let [Some(from), Some(to)] = *cards else { return Ok(false) };
        let Some(boon) = choose_boon(t, ctx, |state, boon| icons_of(state, from, boon) > 0)? else {
            return Ok(false);
        };
        gain(t, ctx, Some(from), boon, -1, PHASE);
        Ok(gain(t, ctx, Some(to), boon, 1, PHASE))
    },
};
