//! Cards of the Alliances cycle: Desperate Circumstances, Swayed by the Dark Side and Trust in the Force.

use super::atoms::{Ctx, Special, SpecialAct, SpecialCost};
use super::costs::{captives, choose, there_is};
use super::numerals::read;
use super::resolve::{choose_way, could_act, perform, stop};
use super::specials;
use super::words::*;
use super::{constants, filters};
use crate::conflict;
use crate::conflict::strike;
use crate::state::{CardId, Icon, State};
use crate::zones::{self, Destination};
use crate::{Event, damage, resources};

const NIGHTS: When = When::AtLeast(3, &[Is::Friendly, Is::Trait(Night)]);
const COMMITTED_UNIT: Filter = &[Is::Unit, Is::Committed];
const YOUR_EWOK: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Ewok)];
/// Two units were declared together that do not share an affiliation.
const UNLIKE_UNITS_DECLARED: When = When::There(&[
    Is::Unit,
    Is::Friendly,
    Is::Declared,
    Is::IfSome(&[Is::Unit, Is::Friendly, Is::Declared, Is::Not(&[Is::It]), Is::SharesNoAffiliationWith(&It)]),
]);
const REGENERABLE: Filter =
    &[Is::Unit, Is::Any(&[&[Is::Trait(Night)], &[Is::Trait(Character), Is::Not(&[SITH])]])];
const OUT_OF_FACTION_FIGHTING: Filter = &[Is::Unit, Is::Enemy, Is::Participating, Is::OutOfFaction];
const NOTHING_PAID: Filter = &[Is::Special(specials::nothing_is_paid_yet)];
/// Cards of at least three affiliations are under your control.
const THREE_AFFILIATIONS: When = When::Not(&More(&N(3), &Amount::Affiliations(You)));

pub const CARDS: Registry = &[
    // Desperate Circumstances
    (
        "desert-recruitment",
        does(&[
            reaction(Engaged, &[By(You), UNLIKE_UNITS_DECLARED], &[To(Target(UNIT), Heal(N(1)))]),
            reaction(DefendersDeclared, &[By(You), UNLIKE_UNITS_DECLARED], &[To(Target(UNIT), Heal(N(1)))]),
        ]),
    ),
    (
        "dice-ibegon",
        does(&[interrupt(
            Declaring,
            &[By(You)],
            &[To(Target(&[Is::Objective, Is::Enemy]), Act::Special(ENGAGED_DEFENDERS_FIRST))],
        )
        .once_per_turn()]),
    ),
    (
        "twilek-con-artist",
        does(&[
            reaction(
                Engaged,
                &[ThisIs(&[Is::Attacking, Is::Declared])],
                &[To(Target(OUT_OF_FACTION_FIGHTING), LeaveEngagement)],
            ),
            reaction(
                DefendersDeclared,
                &[ThisIs(&[Is::Defending, Is::Declared])],
                &[To(Target(OUT_OF_FACTION_FIGHTING), LeaveEngagement)],
            ),
        ]),
    ),
    (
        "unseen-sabotage",
        does(&[reaction(
            ChosenToStrike,
            &[By(Opponent)],
            &[
                To(
                    Target(&[Is::Unit, Is::Enemy, Is::Participating, Is::Not(&[Is::Subject])]),
                    LeaveEngagement,
                ),
                Then,
                Draw(You, N(1)),
            ],
        )]),
    ),
    (
        "the-lost-commander",
        does(&[reaction(PhaseBegins, &[], &[To(Target(CHARACTER), Unfocus(N(1)))])
            .costs(&[Cost::Special(FOCUS_AN_ENHANCEMENT_TWICE)])]),
    ),
    ("captain-rex", does(&[on_striking(&[Do::GainIcons(This, Amount::Affiliations(You), STRIKE)])])),
    (
        "republic-supply-cache",
        play_area(&[action(&[], &[Draw(You, Amount::If(THREE_AFFILIATIONS, 2, 1))]).costs(&[FocusThis])]),
    ),
    (
        "bait-and-switch",
        does(&[reaction(
            DefendersDeclared,
            &[By(Opponent), When::There(&[Is::Unit, Is::Enemy, Is::Declared])],
            &[
                To(Choose(&[Is::Unit, Is::Friendly, Is::Attacking, SMUGGLERS]), ToHand),
                Then,
                May(&[To(
                    Who::From(Pool::YourHand, &[Is::Unit, Is::Not(&[SMUGGLERS]), Is::CostAtMostOf(&It)]),
                    PutIntoEngagement,
                )]),
            ],
        )
        .once_per_turn()]),
    ),
    (
        "lak-sivrak",
        does(&[interrupt(
            Trigger::Unopposed,
            &[By(You), ThisIs(&[Is::Attacking])],
            &[Stop, To(Each(ENEMY_OBJECTIVE), Damage(Amount::OfTrigger))],
        )]),
    ),
    ("wolfman-scout", constant(&[gives(&[Is::This, Is::Attacking], Boon::Unopposed, YES)])),
    ("clever-distraction", KEEPS_OUT_OF_THE_FIGHT),
    (
        "knives-in-the-night",
        constant(&[gives(&[Is::Unit, Is::Friendly, Is::Committed], Boon::EdgeIcon(UnitDamage), N(1))]),
    ),
    (
        "nightsister-matron",
        does(&[reaction(
            Committed,
            &[By(You)],
            &[ChooseOne(&[
                (Way::Draw, &[Draw(You, N(1))]),
                (Way::Discard, &[Do::If(NIGHTS, &[DiscardHand(Opponent, Nth(1, 1))])]),
            ])],
        )
        .times_per(2, Until::EndOfTurn)]),
    ),
    (
        "nightsister-warrior",
        does(&[reaction(
            Committed,
            &[SubjectIs(THIS)],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Not(&[Is::Trait(Vehicle)])]), Damage(N(1)))],
        )]),
    ),
    (
        "nightfall",
        does(&[
            action(&[], &[ChooseOne(ONE_OR_ALL_LEAVE_THE_FORCE)]).costs(&[Cost::Special(ALL_INSTEAD_OF_ONE)])
        ]),
    ),
    (
        "automated-assassin",
        does(&[interrupt(
            EngagementEnds,
            &[When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Droid)])],
            &[To(Target(&[Is::Unit, Is::Participating]), Damage(N(1)))],
        )]),
    ),
    (
        "ig-88d",
        does(&[action(
            &[YourTurn],
            &[To(Target(&[Is::Unit, Is::Any(&[&[Is::CopyOf(&Who::Paid)], NOTHING_PAID])]), Destroy)],
        )
        .costs(&[Cost::Special(DISCARD_A_CAPTIVE_OF_WHOM_A_COPY_IS_IN_PLAY)])
        .once_per_turn()]),
    ),
    (
        "bounty-listing",
        play_area(&[reaction(
            EntersPlay,
            &[By(Opponent), SubjectIs(UNIT), When::PutIntoPlay],
            &[To(Subject, Capture)],
        )
        .costs(&[FocusThis])
        .once_per_turn()]),
    ),
    (
        "droid-uprising",
        does(&[reaction(
            PhaseBegins,
            &[In(Phase::Refresh)],
            &[To(
                Each(&[Is::Unit, Is::Friendly, Is::Trait(Droid)]),
                Gain(Boon::Keyword(Keyword::Elite), YES, PHASE),
            )],
        )]),
    ),
    // Swayed by the Dark Side
    (
        "logray",
        does(&[on_striking(&[To(
            Who::From(Pool::YourDiscard, &[Is::Unit, Is::Trait(Ewok), Is::CostAtMost(4)]),
            PutIntoPlay,
        )])
        .once_per_turn()])
        .always(&[keyword(YOUR_EWOK, Keyword::Elite)]),
    ),
    ("ewok-ally", constant(&[gives(THIS, Boon::Edge, N(1)).when(&[When::AtLeast(3, YOUR_EWOK)])])),
    (
        "feast-of-honor",
        does(&[action(
            &[YourTurn, In(Phase::Deployment)],
            &[Do::Gain(Boon::CostOf(Sort::Ewok), N(1), PHASE)],
        )]),
    ),
    (
        "ultimate-sacrifice",
        does(&[
            interrupt(Used, EVENT_PLAYED, &[Cancel]).costs(&[Cost::Sacrifice(&[Is::Unit, Is::Trait(Ewok)])])
        ]),
    ),
    (
        "theyll-never-stop-us",
        does(&[reaction(
            Destroyed,
            THEIR_OBJECTIVE_FELL,
            &[Draw(You, Count(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Piloted]))],
        )
        .once_per_turn()]),
    ),
    (
        "biggs-darklighter",
        constant(&[gives(
            &[Is::Host, Is::Trait(Fighter)],
            Boon::Edge,
            Count(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Fighter)]),
        )]),
    ),
    ("red-3", constant(&[forbids(&[Is::Friendly, Is::Pilot], Deed::BeTargetedByEnemies)])),
    ("red-squadron-x-wing", constant(&[keyword(THIS, Keyword::TargetedStrike).when(PILOTED)])),
    ("myo", does(&[after_you_refresh(&[MoveDamage(1, This, Target(ENEMY_UNIT))])])),
    (
        "abyssin-scout",
        does(&[reaction(
            Used,
            &[By(You), Played(&[Is::Trait(Night)])],
            &[To(Target(&[Is::Unit, Is::Trait(Night)]), Heal(N(1)))],
        )]),
    ),
    (
        "regeneration",
        does(&[action(
            &[],
            // Whoever pays takes the rest off as well: all instead of 1.
            &[To(Target(REGENERABLE), Heal(N(1))), Do::If(NIGHTS, &[Do::IfYouPay(1, &[To(It, Heal(All))])])],
        )]),
    ),
    (
        "capital-support",
        constant(&[yours(Boon::Struggle, N(2)).when(&[
            When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Trait(CapitalShip)]),
            When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Trait(Fighter)]),
        ])]),
    ),
    ("corruptor", constant(&[gives(THIS, Boon::Capacity, N(2)).when(&[When::Balance(Side::Dark)])])),
    (
        "overwhelming-firepower",
        play_area(&[reaction(Destroyed, &[SubjectIs(OBJECTIVE)], &[Draw(You, N(1))]).once_per_turn()]),
    ),
    (
        "bombing-run",
        does(&[action(
            &[YourTurn],
            &[
                Do::IfYouPay(1, &[To(Target(OBJECTIVE), Damage(N(1)))]),
                Do::IfYouPay(1, &[To(Target(NOT_LIMITED), Discard)]),
                Do::IfYouPay(1, &[To(Target(UNIT), Damage(N(1)))]),
            ],
        )]),
    ),
    (
        "unsavory-contracts",
        does(&[reaction(
            TurnBegins,
            &[By(Opponent)],
            &[
                To(
                    Target(&[
                        Is::Unit,
                        Is::Friendly,
                        Is::Any(&[&[Is::Trait(BountyHunter)], &[Is::Trait(Mercenary)]]),
                    ]),
                    Damage(N(1)),
                ),
                Then,
                To(It, Unfocus(N(1))),
            ],
        )]),
    ),
    (
        "black-krrsantan",
        does(&[reaction(
            Destroyed,
            &[By(Opponent), CauseIs(THIS), SubjectIs(UNIT)],
            &[To(Target(&[Is::Not(&[SCUM]), Is::Provides]), Unfocus(N(1)))],
        )]),
    ),
    (
        "aqualish-arms-dealer",
        does(
            &[action(&[], &[GainIcon(Target(UNIT), &[UnitDamage, BlastDamage], PHASE)]).costs(&[FocusThis])],
        ),
    ),
    (
        "alliance-of-evil",
        does(&[action(
            &[],
            &[
                To(
                    Target(&[
                        Is::Unit,
                        Is::Friendly,
                        Is::IfSome(&[
                            Is::Unit,
                            Is::Friendly,
                            Is::Not(&[Is::It]),
                            Is::SharesNoAffiliationWith(&It),
                        ]),
                    ]),
                    Gain(Boon::Keyword(Keyword::Shielding), YES, PHASE),
                ),
                To(
                    Target(&[
                        Is::Unit,
                        Is::Friendly,
                        Is::Not(&[Is::FirstTarget]),
                        Is::SharesNoAffiliationWith(&Who::FirstTarget),
                    ]),
                    Gain(Boon::Edge, N(1), PHASE),
                ),
            ],
        )]),
    ),
    // Trust in the Force
    (
        "obi-wan-kenobi-280",
        constant(&[
            gives(THIS, Boon::Capacity, N(1)).when(&[When::There(&[
                Is::Unit,
                Is::Friendly,
                JEDI,
                Is::Not(THIS),
            ])]),
            gives(THIS, Boon::Edge, Nth(1, 1)).when(&[When::There(&[
                Is::Unit,
                Is::Friendly,
                REBEL,
                Is::Not(THIS),
            ])]),
            gives(THIS, Boon::Protects(Guard::Character), YES).when(&[When::There(&[
                Is::Unit,
                Is::Friendly,
                SMUGGLERS,
                Is::Not(THIS),
            ])]),
        ]),
    ),
    (
        "obi-wans-robes",
        attaches(CHARACTER, &[]).always(&[yours(
            Boon::Reserve,
            Amount::If(HostIs(&[Is::Named("Obi-Wan Kenobi")]), 2, 1),
        )
        .when(&[When::There(&[Is::Friendly, Is::Any(&[&[REBEL], &[SMUGGLERS]])])])]),
    ),
    (
        "krayt-dragon-howl",
        does(&[action(
            &[InEngagement],
            &[To(
                Each(&[Is::Unit, Is::Enemy, Is::Participating, Is::Trait(Character), Is::CostAtMost(3)]),
                LeaveEngagement,
            )],
        )]),
    ),
    (
        "inhospitable-deployments",
        does(&[interrupt(
            Paying,
            &[By(You), SubjectIs(&[Is::Unit, Is::Any(&[&[Is::Trait(Speeder)], &[Is::Trait(Trooper)]])])],
            &[Save(1)],
        )
        .times_by(&Count(YOUR_HOTH), Until::EndOfTurn)]),
    ),
    ("major-bren-derlin-281", constant(&[gives(THIS, Boon::Edge, Count(YOUR_HOTH))])),
    (
        "echo-scout",
        does(
            &[action(&[], &[Look(You, Count(YOUR_HOTH), 1, &[], &ToHand, Rest::OnTop)]).costs(&[FocusThis])],
        ),
    ),
    ("evacuation-plan", does(&[reaction(TurnEnds, &[], &[To(Each(FRIENDLY_UNIT), Unfocus(All))])])),
    (
        "across-the-dune-sea",
        does(&[reaction(
            PhaseBegins,
            &[By(Opponent), In(Phase::Refresh), ThisIs(&[Is::Undamaged])],
            &[To(TheyChoose(&[Is::Unit, Is::Enemy, Is::Exhausted]), Gain(Boon::KeepsFocus, YES, PHASE))],
        )]),
    ),
    (
        "dune-sea-hero",
        does(&[reaction(
            FocusPlaced,
            &[By(Opponent), CauseIs(&[]), SubjectIs(FRIENDLY_UNIT)],
            &[MoveFocus(1, Subject, Target(ENEMY_UNIT))],
        )
        .once_per_turn()]),
    ),
    (
        "jawa-warrior",
        constant(&[gives(
            &[Is::Unit, Is::Exhausted, Is::Not(&[Is::Trait(Character)])],
            Boon::DoubleDamage,
            YES,
        )])
        .ambush(),
    ),
    (
        "jawa-blaster",
        attaches(CHARACTER, &[action(&[], &[To(This, PutIntoPlay)]).costs(&[Resources(1)]).from_discard()])
            .always(&[host_gains(UnitDamage)]),
    ),
    (
        "diversion",
        does(&[interrupt(Used, &[By(Opponent), NotCanceled, UsedBy(&[Is::Not(&[Is::Fate])])], &[Cancel])]),
    ),
    (
        "blizzard-assault",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(Walker)],
            Boon::CostDownTo(2),
            Count(YOUR_HOTH),
        )
        .when(&[FirstThisTurn(&[Is::Unit, Is::Trait(Walker)])])]),
    ),
    (
        "general-veers-283",
        does(&[reaction(
            StrikeResolved,
            &[SubjectIs(&[Is::Host, Is::Trait(Walker), Is::Special(has_reacted)])],
            &[Do::Special(HOST_RESOLVES_ICONS)],
        )])
        .always(&[keyword(&[Is::Unit, Is::Friendly, Is::Trait(Walker)], Keyword::Elite)]),
    ),
    (
        "blizzard-1",
        does(&[on_striking(&[
            To(Target(&[Is::Unit, Is::Participating, Is::Not(&[Is::Enhanced])]), Discard),
            To(This, Gain(Boon::ForgoesIcons, YES, STRIKE)),
        ])]),
    ),
    (
        "blizzard-2",
        does(&[on_striking(&[
            BalanceTo(Side::Dark),
            SkipForcePhase,
            To(This, Gain(Boon::ForgoesIcons, YES, STRIKE)),
        ])]),
    ),
    (
        "decisive-victory",
        does(&[reaction(Destroyed, THEIR_OBJECTIVE_FELL, &[To(Target(ENHANCEMENT), Discard)])]),
    ),
    (
        "patrolling-the-wastes",
        does(&[reaction(
            Committed,
            &[
                By(You),
                SubjectIs(&[Is::Unit, Is::Any(&[&[Is::Trait(Mercenary)], &[SCUM, Is::Trait(Vehicle)]])]),
            ],
            &[To(Subject, Unfocus(All))],
        )
        .once_per_turn()]),
    ),
    (
        "klaatu",
        does(&[reaction(
            FocusPlaced,
            &[SubjectIs(THIS), When::Special(became_exhausted)],
            &[To(Target(VEHICLE), Heal(N(1)))],
        )]),
    ),
    (
        "barada",
        does(&[action(
            &[InEngagement],
            &[
                To(Who::Paid, icon(UnitDamage, 1, ENGAGEMENT)),
                To(Who::Paid, icon(BlastDamage, 1, ENGAGEMENT)),
            ],
        )
        .costs(&[Cost::RemoveShield(&[
            Is::Unit,
            Is::Participating,
            Is::Any(&[&[Is::Trait(Mercenary)], &[Is::Trait(Vehicle)]]),
        ])])
        .once_per_turn()]),
    ),
    (
        "shield-generator-modification",
        attaches(VEHICLE, &[])
            .always(&[keyword(HOST, Keyword::Shielding), gives(HOST, Boon::Capacity, N(1))]),
    ),
];

/// The combat icons of the enhanced unit are resolved.
const HOST_RESOLVES_ICONS: &Special = &Special {
    could: |state, ctx| {
        let host = state.card(ctx.card).attached;
        host.is_some_and(|host| Icon::ALL.into_iter().any(|icon| constants::icons(state, host, icon) > 0))
    },
    effect: |t, ctx| {
        let Some(host) = t.state.card(ctx.card).attached else { return Ok(false) };
        strike::resolve_all_icons(t, host)?;
        Ok(true)
    },
};

/// The card has used a Reaction of its own in the strike that is being resolved.
fn has_reacted(state: &State, _: &Ctx, id: CardId) -> bool {
    constants::has(state, id, Boon::HasReacted)
}

/// It is engaged in place of the engagement that is about to be declared, and the defenders are declared first.
const ENGAGED_DEFENDERS_FIRST: &SpecialAct = &SpecialAct {
    could: |state, _, id| conflict::may_declare(state, id).is_ok(),
    act: |t, ctx, id| {
        stop(t, ctx);
        conflict::declare_defenders_first(t, id)?;
        Ok(true)
    },
};

const YOUR_READY_ENHANCEMENT: Filter = &[Is::Enhancement, Is::Friendly, Is::Ready];

/// A ready enhancement is focused with two tokens.
const FOCUS_AN_ENHANCEMENT_TWICE: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(filters::all(state, ctx, YOUR_READY_ENHANCEMENT).next().is_some()),
    pay: |t, ctx| {
        let options: Vec<CardId> = filters::all(&t.state, ctx, YOUR_READY_ENHANCEMENT).collect();
        if let Some(id) = choose(t, ctx, &options)? {
            let tokens = read(&t.state, ctx, 2);
            damage::focus(t, id, tokens)?;
        }
        Ok(true)
    },
};

/// The captured units that the player holds and of whom a copy is in play.
fn copied_captives<'a>(state: &'a State, ctx: &'a Ctx) -> impl Iterator<Item = CardId> + 'a {
    const COPY_IN_PLAY: Filter = &[Is::Unit, Is::IfSome(&[Is::Unit, Is::CopyOf(&It)])];
    captives(state, ctx).filter(|id| filters::matches(state, ctx, *id, COPY_IN_PLAY))
}

const DISCARD_A_CAPTIVE_OF_WHOM_A_COPY_IS_IN_PLAY: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(copied_captives(state, ctx).next().is_some()),
    pay: |t, ctx| {
        let options: Vec<CardId> = copied_captives(&t.state, ctx).collect();
        if let Some(id) = choose(t, ctx, &options)? {
            zones::put(&mut t.state, id, Destination::Discard);
            t.emit(Event::Discarded(t.state.card(id).owner, id));
        }
        Ok(true)
    },
};

/// The focus tokens that were placed have exhausted a ready card.
fn became_exhausted(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|placed| {
        // audit: same (> to >=) — of no tokens nothing is told
        placed.amount > 0 && placed.card.is_some_and(|id| state.card(id).focus == placed.amount)
    })
}

/// A resource is spent to take all units from the Force instead of one. That is a cost (`swlcg.def.4-1.to-cost`), so it is
/// settled before targets are chosen, and whoever pays it needs none.
const ONE_OR_ALL_LEAVE_THE_FORCE: &[(Way, &[Do])] = &[
    (Way::Uncommit, &[To(Target(COMMITTED_UNIT), Uncommit)]),
    (Way::Pay, &[Do::Special(ALL_LEAVE_THE_FORCE)]),
];

const ALL_INSTEAD_OF_ONE: &SpecialCost = &SpecialCost {
    can_pay: |_, _| Ok(()),
    pay: |t, ctx| {
        let way = choose_way(t, ctx, ctx.seat, ONE_OR_ALL_LEAVE_THE_FORCE)?;
        ctx.way = way.map(|way| way as u8);
        if way.is_some_and(|way| ONE_OR_ALL_LEAVE_THE_FORCE[way].0 == Way::Pay) {
            resources::spend(t, ctx.card, ctx.seat, 1)?;
        }
        Ok(true)
    },
};

const ALL_LEAVE_THE_FORCE: &Special = &Special {
    could: |state, ctx| {
        filters::is_so(state, ctx, &NIGHTS)
            && filters::all(state, ctx, COMMITTED_UNIT).any(|id| could_act(state, ctx, id, &Uncommit))
            && resources::can_spend_on(state, ctx.seat, 1, None).is_ok()
    },
    effect: |t, ctx| {
        let units: Vec<CardId> = filters::all(&t.state, ctx, COMMITTED_UNIT).collect();
        for id in units {
            perform(t, ctx, id, &Uncommit)?;
        }
        Ok(true)
    },
};
