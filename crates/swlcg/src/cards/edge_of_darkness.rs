//! Cards of Edge of Darkness.

use super::atoms::{Ctx, Special, SpecialAct, SpecialCost};
use super::costs::{captives, choose, there_is};
use super::words::*;
use super::{filters, specials};
use crate::state::{CardId, State, opponent};
use crate::zones::{self, Destination};
use crate::{Event, damage};

const ALONE_AGAINST_THE_WEAK: Effects =
    constant(&[forbids(&[Is::Unit, Is::Enemy, Is::CostAtLeast(3)], Deed::Defend)
        .when(&[ThisIs(&[Is::Attacking]), Exactly(1, &[Is::Unit, Is::Attacking])])]);
const A_CARD_IS_CAPTURED: When = When::There(&[Is::Objective, Is::Guarding]);
const ALDERAAN_FELL: &[When] = &[SubjectIs(&[Is::Named("Alderaan's Promise")])];

pub const CARDS: Registry = &[
    (
        "trandoshan-hunter",
        does(&[interrupt(
            ResolvesUnitDamage,
            &[SubjectIs(THIS)],
            &[Do::AssignTo(Choose(&[
                Is::Unit,
                Is::Trait(Wookiee),
                Is::Not(&[Is::Participating]),
                Is::Special(specials::can_be_targeted),
            ]))],
        )
        .constant_choice()]),
    ),
    (
        "wookiee-life-debt",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(Wookiee)],
            Boon::Protects(Guard::Character),
            YES,
        )]),
    ),
    (
        "chewbacca-69",
        does(&[reaction(
            Trigger::Damage,
            &[DEALT, SubjectIs(&[Is::This, Is::InPlay]), InEngagement],
            &[To(Target(ENEMY_FIGHTING), Damage(Amount::Times(2, &Amount::OfTrigger)))],
        )]),
    ),
    (
        "wookiee-warrior",
        constant(&[
            this_gains(UnitDamage, N(1)).when(&[ThisIs(&[Is::Damaged])]),
            this_gains(BlastDamage, N(1)).when(&[ThisIs(&[Is::Damaged])]),
        ]),
    ),
    ("raise-the-stakes", constant(&[yours(Boon::UnopposedDamage, N(2)).when(UNDAMAGED)])),
    ("blockade-runner", ALONE_AGAINST_THE_WEAK),
    (
        "cloud-city-operative",
        does(&[on_entering(&[MoveFocus(1, Target(UNIT), Target(&[Is::Unit, Is::CostAtMost(2)]))])]),
    ),
    ("bothan-spy", does(&[on_entering(&[SeeHand(Opponent)])])),
    (
        "smuggling-compartment",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Trait(Vehicle)],
            &[reaction(
                Engaged,
                &[HostIs(&[Is::Attacking, Is::Declared]), When::DeclaredAlone],
                &[Draw(You, N(1))],
            )],
        ),
    ),
    (
        "lando-calrissian-71",
        does(&[action(&[], &[To(Target(&[Is::Unit, Is::Participating]), LeaveEngagement)])
            .costs(&[Resources(1)])
            .once_per_turn()]),
    ),
    ("saboteur", does(&[on_entering(&[To(Target(&[Is::Enhancement, Is::CostAtMost(2)]), Discard)])])),
    (
        "sabotage",
        does(&[reaction(
            Destroyed,
            &[SubjectIs(OBJECTIVE), InEngagement],
            &[To(Each(&[Is::Unit, Is::Participating]), Destroy)],
        )]),
    ),
    ("asteroid-sanctuary", does(&[on_winning_the_edge(&[Draw(You, N(1))])])),
    (
        "millennium-falcon-72",
        does(&[action(
            &[],
            &[To(
                Who::From(
                    Pool::YourHand,
                    &[Is::Unit, Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Droid)]])],
                ),
                PutIntoPlay,
            )],
        )
        .costs(&[Cost::Special(RETURN_THIS)])]),
    ),
    ("bamboozle", does(&[action(&[], &[MoveFocus(1, Target(CHARACTER), Target(CHARACTER))])])),
    (
        "lobot-73",
        constant(&[gives(&[Is::Unit, Is::Participating], Boon::NeedsEdge, YES).when(PARTICIPATING)]),
    ),
    (
        "security-control-center",
        play_area(&[reaction(EntersPlay, &[SubjectIs(UNIT)], &[To(Subject, Shield)])]),
    ),
    (
        "across-the-anoat-sector",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, SMUGGLERS, Is::Attacking],
            Boon::Icon(BlastDamage),
            N(1),
        )
        .when(&[Exactly(1, &[Is::Unit, Is::Attacking])])]),
    ),
    ("sleuth-scout", ALONE_AGAINST_THE_WEAK),
    (
        "undercover-operative",
        constant(&[gives(THIS, Boon::Free, YES).when(&[Exactly(0, &[Is::Objective, Is::Enemy, Is::Ready])])]),
    ),
    (
        "smugglers-run",
        does(&[reaction(
            Destroyed,
            THEIR_OBJECTIVE_FELL,
            &[To(
                Target(&[Is::Enhancement, Is::Enemy, Is::Not(&[Is::Attached])]),
                TakeControl(Until::EndOfGame),
            )],
        )]),
    ),
    (
        "over-my-dead-body",
        does(&[interrupt(
            Used,
            &[
                UsedBy(&[Is::Unit, Is::InPlay]),
                When::Any(&[When::Used(Manner::Action), When::Used(Manner::Reaction)]),
                NotCanceled,
            ],
            &[Cancel],
        )]),
    ),
    ("escape-from-ord-mantell", does(&[on_playing_an_event(&[To(Target(OBJECTIVE), Heal(N(1)))])])),
    (
        "mission-commander",
        does(&[on_striking_as_attacker(&[
            To(CaptiveAt(&[Is::Engaged]), Rescue),
            Then,
            Draw(You, Nth(1, 2)),
        ])
        .costs(&[DamageThis(1)])]),
    ),
    ("covert-sniper", does(&[after_you_refresh(&[To(Target(&[Is::Unit, Is::Committed]), Damage(N(1)))])])),
    (
        "bring-em-on",
        does(&[on_winning_the_edge(&[To(
            Target(&[Is::Unit, Is::Participating]),
            icon(UnitDamage, 2, PHASE),
        )])]),
    ),
    ("embers-of-hope", constant(&[theirs(Boon::NoDraw, YES).when(UNDAMAGED)])),
    ("makashi-training", attaches(FORCE_USER, &[]).always(&[keyword(HOST, Keyword::TargetedStrike)])),
    (
        "force-precognition",
        attaches(FORCE_USER, &[])
            .always(&[theirs(Boon::FirstEdgeCardFaceUp, YES).when(&[HostIs(&[Is::Participating])])]),
    ),
    (
        "secret-guardian",
        does(&[action(
            &[],
            &[To(Who::From(Pool::YourHand, CHARACTER), PutIntoPlay), To(It, Later(PHASE, Doom::ToHand))],
        )]),
    ),
    ("alderaans-promise", does(&[interrupt(Destroyed, &[SubjectIs(THIS)], &[Dial(N(1))]).forced()])),
    (
        "bail-organa",
        does(&[reaction(Destroyed, ALDERAAN_FELL, &[To(This, Sacrifice)]).forced()]).always(&[this_gains(
            Tactics,
            N(1),
        )
        .when(&[When::There(&[Is::Objective, Is::Trait(Alderaan)])])]),
    ),
    (
        "tantive-iv",
        does(&[on_entering(&[Look(You, N(5), 1, &[Is::Unit, Is::Unique], &ToHand, Rest::Shuffled)])]),
    ),
    ("alderaanian-artist", does(&[reaction(Destroyed, ALDERAAN_FELL, &[To(This, Sacrifice)]).forced()])),
    (
        "misdirection",
        does(&[action(
            &[When::AtLeast(2, YOUR_OBJECTIVE)],
            &[MoveDamage(
                1,
                Choose(&[Is::Objective, Is::Friendly, Is::Damaged]),
                Choose(&[Is::Objective, Is::Friendly, Is::Not(&[Is::It])]),
            )],
        )]),
    ),
    (
        "to-arms",
        constant(&[gives(&[Is::Enhancement, Is::Friendly, Is::Trait(Weapon)], Boon::Cost, N(-2))
            .when(&[FirstThisTurn(&[Is::Enhancement, Is::Trait(Weapon)])])]),
    ),
    (
        "sullustan-weapon-tech",
        does(&[reaction(
            Used,
            &[By(You), Played(&[Is::Enhancement, Is::Trait(Weapon)])],
            &[Draw(You, N(1))],
        )]),
    ),
    (
        "hans-heavy-blaster-pistol",
        attaches(CHARACTER, &[]).always(&[
            host_gains(UnitDamage),
            host_gains(BlastDamage),
            gives(&[Is::Host, Is::Named("Han Solo")], Boon::Edge, N(1)),
        ]),
    ),
    (
        "hidden-cache",
        does(&[action(&[], &[To(Who::From(Pool::YourDeck, &[Is::Enhancement, Is::Trait(Weapon)]), ToHand)])]),
    ),
    (
        "proximity-mine",
        play_area(&[action(&[], &[To(Each(&[Is::Unit, Is::Enemy, Is::Attacking]), Damage(N(2)))])
            .costs(&[SacrificeThis])]),
    ),
    ("ion-cannon-barrage", does(&[action(&[], &[To(Each(&[Is::Shielded]), Act::Special(ALL_SHIELDS_OFF))])])),
    (
        "hive-of-scum-and-villainy",
        constant(&[
            gives(&[Is::Unit, Is::Attacking], Boon::Icon(UnitDamage), N(-1)).when(&[ThisIs(&[Is::Engaged])])
        ]),
    ),
    (
        "greedo",
        does(&[reaction(EdgeWon, &[By(Opponent), ThisIs(&[Is::Participating])], &[To(This, Damage(N(1)))])
            .forced()]),
    ),
    (
        "bounty",
        attaches(
            ENEMY_UNIT,
            &[
                reaction(EdgeWon, &[By(Opponent), AmountAtLeast(3)], &[To(This, Discard)]).constantly(),
                after_you_refresh(&[To(Host, Capture)]),
            ],
        ),
    ),
    ("captured", does(&[action(&[YourTurn], &[To(Target(ENEMY_UNIT), Capture)])])),
    ("jabbas-reach", constant(&[yours(Boon::Reserve, Amount::CapturedHere)])),
    (
        "jabba-the-hutt-81",
        does(&[action(
            &[],
            &[To(
                Who::From(Pool::YourHand, &[Is::CostAtMost(2), Is::Any(&[UNIT, ENHANCEMENT])]),
                PutIntoPlay,
            )],
        )
        .costs(&[FocusThis])])
        .always(&[forbids(THIS, Deed::BeTargetedByEnemyEvents)]),
    ),
    (
        "jabbas-pleasure-barge",
        does(&[reaction(
            PhaseBegins,
            &[By(You), In(Phase::Conflict)],
            &[MoveFocus(1, Choose(&[Is::Unit, Is::Friendly, Is::Trait(Character)]), This)],
        )]),
    ),
    ("the-tatooine-crash", does(&[after_you_refresh(&[CaptureTop(true)])])),
    ("jawa-scavenger", does(&[on_losing_the_edge(&[To(This, ToHand)]).forced()])),
    ("utinni", does(&[action(&[], &[To(Target(&[Is::Enhancement, Is::Enemy]), Capture)])])),
    (
        "the-shadow-of-nar-shaddaa",
        does(&[action(&[], &[To(Target(&[Is::Unit, Is::Attacking]), Focus(N(1)))])
            .costs(&[Cost::FocusThisTwice])]),
    ),
    (
        "assassin-droid",
        does(&[reaction(
            Destroyed,
            &[CauseIs(THIS), By(Opponent), SubjectIs(UNIT)],
            &[To(This, Unfocus(N(1)))],
        )]),
    ),
    (
        "spice-visions",
        does(&[interrupt(
            FocusPlaced,
            &[SubjectIs(&[
                Is::Unit,
                Is::Friendly,
                Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]]),
            ])],
            &[Instead(Subject, Damage(N(1)))],
        )]),
    ),
    ("slave-i", constant(&[this_gains(BlastDamage, Count(&[Is::Objective, Is::Guarding]))])),
    ("traitorous-wing-guard", constant(&[this_gains(BlastDamage, N(1)).when(&[A_CARD_IS_CAPTURED])])),
    (
        "bossk",
        does(&[reaction(
            Used,
            &[By(You), Played(THIS)],
            &[
                To(Target(&[Is::Unit, Is::Enemy, Is::Trait(Character), Is::Exhausted]), Capture),
                Then,
                Do::If(When::ItIs(&[Is::Trait(Wookiee)]), &[Draw(You, Nth(2, 1))]),
            ],
        )
        .costs(&[Cost::FocusThisTwice])]),
    ),
    (
        "feeding-the-pit",
        does(&[action(&[], &[To(This, Heal(N(1))), Then, Draw(You, N(1))])
            .costs(&[Cost::Special(DISCARD_A_CAPTIVE_HERE)])]),
    ),
    (
        "bib-fortuna",
        does(&[reaction(
            FocusPlaced,
            &[SubjectIs(&[Is::This, Is::FocusAtLeast(4)])],
            &[To(This, Sacrifice)],
        )
        .constantly()]),
    ),
    (
        "the-almighty-sarlacc",
        attaches(
            &[Is::Objective, Is::Friendly, Is::Trait(Tatooine)],
            &[action(&[], &[To(Host, Unfocus(Nth(1, 1)))]).costs(&[Cost::Damage(1, HOST)])],
        ),
    ),
    ("the-ghosts-of-the-dark-side", constant(&[yours(Boon::Struggle, N(1))])),
    ("force-wraith", constant(&[gives(THIS, Boon::CountsExhausted, YES)])),
    (
        "dark-memories",
        attaches(ENEMY_CHARACTER, &[reaction(FocusPlaced, &[SubjectIs(HOST)], &[To(Host, Damage(N(1)))])]),
    ),
    (
        "force-shockwave",
        does(&[action(&[], &[To(Each(&[Is::Unit, Is::Enemy, Is::Not(&[Is::Committed])]), Damage(N(1)))])]),
    ),
    (
        "imperial-blockade",
        constant(&[gives(ENEMY_UNIT, Boon::Cost, N(1)).when(&[
            ThisIs(&[Is::Undamaged]),
            OpponentsTurn,
            When::Special(no_enemy_unit_was_played_this_turn),
        ])]),
    ),
    (
        "captain-needa",
        constant(&[gives(&[Is::Unit, Is::Friendly, Is::Trait(CapitalShip)], Boon::Cost, N(-2))
            .when(&[FirstThisTurn(&[Is::Unit, Is::Trait(CapitalShip)])])]),
    ),
    (
        "apology-accepted",
        does(&[action(&[], &[To(Target(&[Is::Unit, NAVY, Is::Trait(Vehicle)]), Unfocus(All))])
            .costs(&[Cost::Sacrifice(&[Is::Unit, NAVY, Is::Trait(Officer)])])]),
    ),
    (
        "across-the-jundland-wastes",
        does(&[reaction(FocusedToStrike, &[SubjectIs(CHARACTER)], &[To(Subject, Focus(N(1)))]).forced()]),
    ),
    (
        "bantha",
        does(&[reaction(
            Used,
            &[By(You), Played(&[Is::Unit, Is::Trait(Scavenger)])],
            &[To(TopmostDiscard(ENHANCEMENT), ToHand)],
        )]),
    ),
    ("tusken-raider", does(&[reaction(StrikeResolved, &[SubjectIs(THIS)], &[To(This, ToHand)])])),
    (
        "gaffi-stick",
        attaches(&[Is::Unit, Is::Trait(Scavenger)], &[]).always(&[gives(
            HOST,
            Boon::Edge,
            Count(&[Is::Unit, Is::Friendly, Is::Participating, Is::Not(HOST)]),
        )
        .when(&[HostIs(&[Is::Participating])])]),
    ),
    ("asteroid-pursuit", does(&[after_you_refresh(&[To(This, Damage(N(1)))]).forced()])),
    (
        "lictor-class-dungeon-ship",
        constant(&[
            this_gains(UnitDamage, N(1)).when(&[A_CARD_IS_CAPTURED]),
            this_gains(BlastDamage, N(1)).when(&[A_CARD_IS_CAPTURED]),
        ]),
    ),
    ("trooper-sentry", does(&[on_entering(&[To(Target(&[UNIT_OR_OBJECTIVE]), Shield)])])),
    (
        "armed-and-ready",
        does(&[action(
            &[],
            &[
                To(Each(&[Is::Unit, Is::Friendly, Is::Shielded]), icon(UnitDamage, 1, PHASE)),
                To(Each(&[Is::Unit, Is::Friendly, Is::Shielded]), icon(BlastDamage, 1, PHASE)),
            ],
        )]),
    ),
    // cards that came late
    ("cloud-city-wing-guard", constant(&[gives(THIS, Boon::StrikesFromOutside, YES)])),
    (
        "diplomatic-presence",
        attaches(YOUR_OBJECTIVE, &[]).always(&[forbids(HOST, Deed::BeEngaged).when(&[When::There(&[
            Is::Objective,
            Is::Friendly,
            Is::Not(HOST),
            Is::Not(&[Is::WasEngaged]),
        ])])]),
    ),
    (
        "chewbaccas-bowcaster",
        attaches(CHARACTER, &[]).always(&[
            host_gains(UnitDamage),
            host_gains(BlastDamage),
            gives(&[Is::Host, Is::Named("Chewbacca")], Boon::StrikesFromOutside, YES),
        ]),
    ),
    (
        "opening-moves",
        constant(&[gives(&[Is::Objective, Is::Friendly, Is::Trait(Yavin4)], Boon::EngagedFirst, YES)]),
    ),
    (
        "massassi-temple-lookout",
        constant(&[keyword(THIS, Keyword::Shielding).when(&[When::Special(specials::is_first_engagement)])]),
    ),
    ("reversal-of-fate", does(&[interrupt(EdgeStacksRevealed, &[], &[Do::Special(SWAP_EDGE_STACKS)])])),
    ("aqualish-thug", does(&[on_entering(&[Do::Divide(Opponent, N(2), ENEMY_OBJECTIVE)])])),
    (
        "carbonite-transport",
        does(&[after_you_refresh(&[MoveCaptive(YOUR_OBJECTIVE, Choose(YOUR_OBJECTIVE))])]),
    ),
    (
        "tractor-beam",
        does(&[action(
            &[],
            &[MoveFocus(
                1,
                Choose(&[
                    Is::Unit,
                    Is::Friendly,
                    Is::Trait(Vehicle),
                    Is::FocusAtLeast(1),
                    Is::DearerThan(&Who::FirstTarget),
                ]),
                Target(&[
                    Is::Unit,
                    Is::Trait(Vehicle),
                    Is::IfSome(&[
                        Is::Unit,
                        Is::Friendly,
                        Is::Trait(Vehicle),
                        Is::FocusAtLeast(1),
                        Is::DearerThan(&It),
                    ]),
                ]),
            )],
        )]),
    ),
];

const RETURN_THIS: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(state.is_in_play(ctx.card)),
    pay: |t, ctx| {
        zones::leave_play(t, ctx.card, Destination::Hand)?;
        Ok(true)
    },
};

const ALL_SHIELDS_OFF: &SpecialAct = &SpecialAct {
    // audit: same (> to >=) — its targets are shielded
    could: |state, _, id| state.card(id).shields > 0,
    act: |t, ctx, id| {
        for _ in 0..t.state.card(id).shields {
            damage::remove_shield(t, id, ctx.seat)?;
        }
        Ok(true)
    },
};

const DISCARD_A_CAPTIVE_HERE: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(state.card(ctx.card).captives > 0),
    pay: |t, ctx| {
        let here = |id: &CardId| t.state.card(*id).attached == Some(ctx.card);
        let options: Vec<CardId> = captives(&t.state, ctx).filter(here).collect();
        if let Some(id) = choose(t, ctx, &options)? {
            zones::put(&mut t.state, id, Destination::Discard);
            t.emit(Event::Discarded(t.state.card(id).owner, id));
        }
        Ok(true)
    },
};

fn no_enemy_unit_was_played_this_turn(state: &State, ctx: &Ctx) -> bool {
    let played = &state.player(opponent(ctx.seat)).played;
    !played.iter().any(|id| filters::matches(state, ctx, *id, UNIT))
}

/// The players exchange their edge stacks.
const SWAP_EDGE_STACKS: &Special = &Special {
    could: |state, _| state.players.iter().all(|player| !player.edge_stack.is_empty()),
    effect: |t, _| {
        let [one, other] = &mut t.state.players;
        std::mem::swap(&mut one.edge_stack, &mut other.edge_stack);
        Ok(true)
    },
};
