//! Cards of Galactic Ambitions.

use super::atoms::{Ctx, Special, SpecialAct, SpecialCost};
use super::costs::{choose, there_is};
use super::resolve::{can_be_put_into_play, move_to_one_of, other_hosts};
use super::specials;
use super::words::*;
use super::{Trait, constants, filters};
use crate::state::{CardId, State};
use crate::zones::Destination;
use crate::{Ask, Choice, Event, resources, zones};

const TOUCHED: Is = Is::Any(&[&[Is::Trait(ForceUser)], &[Is::Trait(ForceSensitive)]]);
const LED_BY_THREE: &[When] = &[By(You), AmountAtLeast(3)];

pub const CARDS: Registry = &[
    (
        "hope-of-rebellion",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(&[Is::Unit, Is::Trait(Leader)])],
            &[To(Who::From(Pool::YourHand, &[Is::Unit, Is::CostAtMost(2)]), PutIntoPlay)],
        )
        .once_per_turn()]),
    ),
    (
        "leia-organa-224",
        does(&[on_leaving(&[Do::Special(SWITCH_AN_OBJECTIVE)])]).always(&[gives(
            THIS,
            Boon::CapturedWhenLeaving,
            YES,
        )]),
    ),
    (
        "operations-planner",
        does(&[on_entering(&[To(Target(&[Is::Objective, Is::Enemy, Is::Guarding]), Damage(Nth(1, 1)))])])
            .always(&[gives(THIS, Boon::CapturedWhereItsPlayerLikes, YES)]),
    ),
    (
        "rousing-speech",
        does(&[action(
            &[InEngagement, When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Leader)])],
            &[To(
                Each(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Character)]),
                icon(UnitDamage, 1, ENGAGEMENT),
            )],
        )]),
    ),
    (
        "the-rebels-hope",
        fate(&[Do::If(
            When::There(&[Is::Unit, Is::Unique, REBEL, Is::Friendly, Is::Participating]),
            &[
                To(Who::From(Pool::YourDiscard, &[Is::Unit, REBEL, Is::CostAtMost(4)]), PutIntoEngagement),
                Then,
                To(It, Later(ENGAGEMENT, Doom::ToHand)),
            ],
        )]),
    ),
    (
        "alliance-x-wing",
        does(&[action(
            &[],
            &[To(
                Choose(&[Is::Enhancement, Is::Special(specials::is_on_a_unit)]),
                Act::Special(MOVES_TO_A_TARGET),
            )],
        )
        .costs(&[FocusThis])]),
    ),
    ("planning-the-attack", constant(&[yours(Boon::Reserve, N(1)).when(UNDAMAGED)])),
    (
        "general-jan-dodonna",
        does(&[reaction(Generates, &[By(You), SubjectIs(&[Is::Trait(Yavin4)])], &[Draw(You, Nth(1, 1))])
            .once_per_turn()]),
    ),
    (
        "rebel-tactician",
        constant(&[
            this_gains(UnitDamage, N(1)).when(&[
                ThisIs(&[Is::Participating]),
                When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Leader)]),
            ]),
            this_gains_with_edge(BlastDamage, N(1)).when(&[
                ThisIs(&[Is::Participating]),
                When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Leader)]),
            ]),
        ]),
    ),
    (
        "mon-mothma-226",
        constant(&[gives(&[Is::Friendly, REBEL], Boon::Cost, N(-1))
            .when(&[ThisIs(&[Is::Committed]), When::Special(no_rebel_card_was_played_this_phase)])]),
    ),
    (
        "inspiring-presence",
        attaches(&[Is::Unit, Is::Friendly, Is::Trait(Leader)], &[])
            .always(&[keyword(&[Is::SharesSetWith(&Host)], Keyword::Elite)])
            .minds_sets(),
    ),
    (
        "rebel-for-hire",
        does(&[action(
            &[],
            &[
                To(Target(&[Is::Unit, Is::Friendly, Is::Trait(Leader)]), Act::Special(IS_NAMED)),
                To(Who::From(Pool::YourDeck, &[Is::SharesSetWith(&Who::FirstTarget)]), ToHand),
            ],
        )])
        .minds_sets(),
    ),
    ("kyle-katarn-226", constant(&[yours(Boon::WinsTies, YES).when(ATTACKING)])),
    (
        "concussion-rifle",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Trait(Character)],
            &[reaction(
                FocusedToStrike,
                &[SubjectIs(HOST)],
                &[To(Target(&[Is::Unit, Is::Enemy, Is::Ready]), Damage(N(1)))],
            )
            .costs(&[FocusThis])],
        ),
    ),
    (
        "the-alliances-elite",
        does(&[after_you_refresh(&[To(
            Target(&[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(Fighter)], &[Is::Trait(Speeder)]])]),
            Unfocus(N(1)),
        )])]),
    ),
    (
        "rogue-squadron",
        does(&[reaction(Attached, &[CauseIs(&[Is::Unit, Is::Trait(Fighter)])], &[Draw(You, N(1))])
            .once_per_turn()]),
    ),
    (
        "r3-a2",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Trait(Fighter)],
            &[reaction(FocusedToStrike, &[SubjectIs(HOST)], &[To(Target(ENEMY_UNIT), Focus(N(1)))])
                .costs(&[FocusThis])],
        ),
    ),
    (
        "kill-marker",
        attaches(&[Is::Unit, Is::Any(&[&[Is::Trait(Fighter)], &[Is::Trait(Speeder)]])], &[])
            .always(&[gives(HOST, Boon::Edge, N(1))]),
    ),
    (
        "corellian-slip",
        does(&[reaction(FocusRemoved, &[SubjectIs(VEHICLE)], &[To(Target(VEHICLE), Focus(N(1)))])]),
    ),
    (
        "capital-cover",
        constant(&[keyword(
            &[Is::Unit, Is::Friendly, Is::Trait(CapitalShip), Is::Undamaged],
            Keyword::Shielding,
        )
        .when(UNDAMAGED)]),
    ),
    (
        "defiance",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Undamaged],
            Boon::Protects(Guard::Vehicle),
            YES,
        )]),
    ),
    (
        "mc40a-light-cruiser",
        does(&[action(&[], &[MoveShield(Target(&[Is::Shielded, Is::Not(THIS)]), This)]).once_per_turn()]),
    ),
    (
        "concentrated-firepower",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Trait(CapitalShip)])],
            &[To(Subject, icon(UnitDamage, 2, STRIKE)), To(Subject, icon(BlastDamage, 2, STRIKE))],
        )
        .costs(&[Cost::RemoveShield(&[Is::Subject])])]),
    ),
    (
        "spark-of-rebellion",
        does(&[action(
            &[],
            &[
                Do::Special(specials::LOOK_AT_TOP_CARD),
                Do::If(
                    When::ItIs(&[
                        Is::Unit,
                        Is::Any(&[&[Is::Trait(Specter)], &[Is::Trait(Character), Is::CostAtMost(2)]]),
                    ]),
                    &[To(It, PutIntoPlay)],
                ),
                Do::Special(specials::BACK_ON_TOP),
            ],
        )
        .once_per_turn()]),
    ),
    (
        "kanan-jarrus",
        Effects {
            needs_no_match: true,
            ..does(&[after_you_refresh(&[To(Target(FRIENDLY_UNIT), Unfocus(N(1)))])])
        },
    ),
    (
        "children-of-the-force",
        does(&[action(&[], &[Look(You, N(1), 0, &[], &ToHand, Rest::OnTop)]).once_per_turn()]),
    ),
    (
        "kanans-concentration",
        does(&[action(
            &[In(Phase::Deployment)],
            &[To(Target(&[Is::Unit, Is::Friendly, Is::Trait(Character)]), Unfocus(N(1)))],
        )]),
    ),
    (
        "the-gardeners-secret",
        constant(&[
            yours(Boon::Struggle, Count(&[Is::Enhancement, Is::Friendly])),
            theirs(Boon::Struggle, Count(&[Is::Enhancement, Is::Enemy])),
        ]),
    ),
    (
        "ithorian-junk-dealer",
        does(&[action(&[In(Phase::Deployment)], &[To(Who::Paid, PutIntoPlay)])
            .costs(&[Cost::Special(PRINTED_COST_OF_A_DISCARDED_ENHANCEMENT)])
            .once_per_turn()]),
    ),
    (
        "hidden-grove",
        play_area(&[action(
            &[ThisIs(&[Is::Not(&[Is::Enhanced])])],
            &[To(Who::From(Pool::YourHand, &[]), Act::StowHere(false))],
        )])
        .always(&[gives(THIS, Boon::LendsCards, YES)]),
    ),
    (
        "momaw-nadon",
        does(&[on_entering(&[To(
            Who::From(
                Pool::YourDeck,
                &[
                    Is::Enhancement,
                    Is::Not(&[Is::Keyword(Keyword::Limited)]),
                    Is::Any(&[&[SMUGGLERS], &[NEUTRAL]]),
                ],
            ),
            PutIntoPlay,
        )])]),
    ),
    (
        "darth-vader-217",
        does(&[interrupt(
            ResolvesUnitDamage,
            &[SubjectIs(THIS)],
            &[Do::AssignTo(Target(&[Is::Unit, Is::Enemy, Is::Exhausted, Is::Not(&[Is::Participating])]))],
        )])
        .always(&[
            this_gains(UnitDamage, N(1)).when(&[When::AtLeast(2, &[Is::Unit, Is::Enemy, Is::Exhausted])])
        ]),
    ),
    (
        "telekinetic-strike",
        does(&[action(
            &[],
            &[To(
                Target(&[
                    Is::Unit,
                    Is::Enemy,
                    Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]]),
                    Is::CostAtMostOf(&Who::Paid),
                ]),
                Focus(Amount::If(When::Balance(Side::Dark), 2, 1)),
            )],
        )
        .costs(&[Cost::Focus(&[
            Is::Unit,
            Is::IfSome(&[
                Is::Unit,
                Is::Enemy,
                Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]]),
                Is::CostAtMostOf(&It),
                Is::Special(specials::can_be_targeted),
            ]),
        ])])]),
    ),
    (
        "the-inquisitors-lightsaber",
        attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[
            host_gains(UnitDamage),
            gives(&[Is::Host, Is::Named("The Inquisitor")], Boon::SureDamage, YES),
        ]),
    ),
    (
        "terentatek",
        constant(&[gives(THIS, Boon::UnaffectedByForceEvents, YES), gives(THIS, Boon::PiercesShields, YES)]),
    ),
    (
        "vaders-meditation-chamber",
        play_area(&[]).always(&[gives(THIS, Boon::Cost, N(-1)).when(&[When::There(&[
            Is::Unit,
            Is::Friendly,
            TOUCHED,
        ])])]),
    ),
    (
        "visage-of-the-dark-lord",
        fate(&[Do::If(
            When::There(&[Is::Unit, Is::Unique, SITH, Is::Friendly, Is::Participating]),
            &[To(Target(ENEMY_FIGHTING), Focus(N(1)))],
        )]),
    ),
    (
        "encounter-at-stygeon-prime",
        constant(&[gives(ENEMY_UNIT, Boon::LacksKeyword(Keyword::Elite), YES)
            .when(&[ThisIs(&[Is::DamageAtMost(2)])])]),
    ),
    (
        "the-inquisitor",
        does(&[action(&[], &[Draw(You, N(1)), Then, DiscardHand(You, Nth(1, 1))]).once_per_turn()]),
    ),
    (
        "stygeon-prison-guard",
        does(&[on_striking(&[To(TheyChoose(&[Is::Unit, Is::Enemy, Is::Ready]), Focus(N(1)))])]),
    ),
    (
        "hunted",
        attaches(
            ENEMY_CHARACTER,
            &[reaction(Trigger::Damage, &[SubjectIs(HOST), DEALT], &[To(Host, Focus(Nth(1, 1)))])],
        ),
    ),
    (
        "power-of-the-dark-side",
        does(&[reaction(
            StruggleWon,
            LED_BY_THREE,
            &[To(Each(&[Is::Unit, Is::Enemy, Is::Committed]), Damage(N(1)))],
        )]),
    ),
    (
        "emperor-palpatine-219",
        does(&[reaction(
            StruggleWon,
            &[By(You), ThisIs(&[Is::Committed])],
            &[To(Choose(&[Is::Unit, Is::Friendly, Is::Not(THIS), TOUCHED]), Act::UnfocusUpTo(2))],
        )]),
    ),
    (
        "royal-guard-champion",
        does(&[reaction(StruggleWon, LED_BY_THREE, &[To(This, PutIntoPlay)]).from_discard()]),
    ),
    (
        "force-manipulation",
        does(&[reaction(
            StruggleWon,
            LED_BY_THREE,
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Committed]), Destroy)],
        )]),
    ),
    (
        "backstabber-220",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(THIS), InEngagement],
            &[To(Choose(ENEMY_FIGHTING), Focus(N(1)))],
        )])
        .ambush(),
    ),
    (
        "come-with-me",
        does(&[action(&[], &[To(Who::From(Pool::YourDeck, &[Is::Trait(BlackSquadron)]), ToHand)])]),
    ),
    (
        "hunters-of-the-jedi",
        does(&[reaction(
            Destroyed,
            &[SubjectIs(&[Is::Unit, TOUCHED])],
            &[To(Who::From(Pool::YourHand, &[Is::Trait(Sithspawn)]), PutIntoPlay)],
        )
        .once_per_turn()]),
    ),
    (
        "valley-of-the-dark-lords",
        play_area(&[]).always(&[gives(THIS, Boon::PaysOnlyFor(Sort::Sithspawn), YES)]),
    ),
    (
        "out-of-the-mists",
        does(&[reaction(
            EdgeWon,
            &[By(You), Contested, TwiceTheForce],
            &[To(Who::From(Pool::YourDiscard, &[Is::Unit, SCUM, Is::CostAtMost(3)]), PutIntoPlay)],
        )]),
    ),
    (
        "crisis-of-identity",
        does(&[reaction(
            EdgeWon,
            &[By(You), Contested, TwiceTheForce],
            &[Do::If(
                When::Special(both_can_change_places),
                &[
                    To(Target(&[Is::Unit, Is::Participating, Is::Special(has_a_double)]), LeaveEngagement),
                    To(
                        Target(&[Is::Unit, Is::Not(&[Is::Participating]), Is::Special(has_a_double)]),
                        JoinEngagement,
                    ),
                ],
            )],
        )]),
    ),
    (
        "zuckuss-222",
        constant(&[
            theirs(Boon::FirstEdgeCardFaceUp, YES).when(PARTICIPATING),
            gives(THIS, Boon::Edge, N(2)).when(&[
                ThisIs(&[Is::Attacking]),
                When::There(&[Is::Friendly, Is::Attacking, Is::Named("4-LOM")]),
            ]),
        ]),
    ),
    (
        "entrenched-defense",
        does(&[reaction(
            Engaged,
            &[By(Opponent), SubjectIs(&[Is::Friendly, Is::Not(THIS)])],
            &[To(This, Engage)],
        )
        .once_per_turn()]),
    ),
    (
        "golan-ii-defense-platform",
        constant(&[
            forbids(THIS, Deed::Attack),
            forbids(THIS, Deed::BeFocusedByEnemies).when(&[ThisIs(&[Is::Ready])]),
        ]),
    ),
    (
        "early-warning-system",
        play_area(&[reaction(
            TurnBegins,
            &[By(Opponent)],
            &[To(Choose(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle)]), Unfocus(N(1)))],
        )]),
    ),
    ("fleet-repairs", does(&[action(&[], &[To(Target(VEHICLE), Heal(All))])])),
    (
        "dark-lord-of-the-sith",
        does(&[reaction(
            PhaseBegins,
            &[By(Opponent), In(Phase::Conflict), When::AtLeast(3, &[Is::Objective, Is::Friendly, SITH])],
            &[To(TheyChoose(&[Is::Unit, Is::Enemy, Is::Ready, Is::Not(&[Is::Trait(Vehicle)])]), Focus(N(1)))],
        )
        .one_copy_per_turn()]),
    ),
    (
        "bones-of-a-fallen-master",
        attaches(
            YOUR_OBJECTIVE,
            &[reaction(
                PhaseEnds,
                &[By(Opponent), In(Phase::Conflict), HostIs(&[Is::Not(&[Is::WasEngaged])])],
                &[To(Each(ENEMY_OBJECTIVE), Damage(N(1)))],
            )],
        ),
    ),
    (
        "black-squadron",
        constant(&[gives(THIS, Boon::CostDownTo(3), Count(&[Is::Friendly, Is::Trait(BlackSquadron)]))]),
    ),
    (
        "4-lom-222",
        does(&[on_striking_as_attacker(&[To(
            Target(&[
                Is::Unit,
                Is::Enemy,
                Is::Any(&[
                    &[Is::CostAtMost(2)],
                    &[Is::Exhausted, Is::IfSome(&[Is::Named("Zuckuss"), Is::Participating])],
                ]),
            ]),
            Capture,
        )])
        .once_per_turn()]),
    ),
    (
        "a-quick-hunt",
        fate_if_won(&[Do::If(
            Contested,
            &[Do::If(TwiceTheForce, &[To(Target(&[Is::Unit, Is::Enemy, Is::Committed]), Capture)])],
        )]),
    ),
];

/// Units of one player with a trait in common.
fn are_alike(state: &State, one: CardId, other: CardId) -> bool {
    let has = |id: CardId, wanted: Trait| {
        state.facts(id).traits.has(wanted) || constants::has(state, id, Boon::Trait(wanted))
    };
    state.card(one).controller == state.card(other).controller
        && Trait::ALL.iter().any(|(wanted, _)| has(one, *wanted) && has(other, *wanted))
}

/// Of two such units one takes part in the engagement and one does not.
fn can_change_places(state: &State, one: CardId, other: CardId) -> bool {
    state.is_participating(one) != state.is_participating(other) && are_alike(state, one, other)
}

/// There is a unit that this one can change places with: the other target, once that is chosen.
fn has_a_double(state: &State, ctx: &Ctx, id: CardId) -> bool {
    match ctx.targets.iter().flatten().find(|(_, target)| *target != id) {
        Some((_, other)) => are_alike(state, *other, id),
        None => state.units(state.card(id).controller).any(|other| can_change_places(state, id, other)),
    }
}

/// Both targets are still there to change places.
fn both_can_change_places(state: &State, ctx: &Ctx) -> bool {
    match ctx.targets {
        [Some((_, one)), Some((_, other)), ..] => {
            state.is_in_play(one) && state.is_in_play(other) && can_change_places(state, one, other)
        }
        _ => true,
    }
}

/// A Rebel Alliance objective of the objective deck changes places with an undamaged one.
const SWITCH_AN_OBJECTIVE: &Special = &Special {
    could: |state, ctx| {
        !specials::undamaged(state, ctx).is_empty() && !state.player(ctx.seat).objective_deck.is_empty()
    },
    effect: |t, ctx| {
        let rebel = |state: &State, id: CardId| {
            state.facts(id).affiliation == Affiliation::RebelAlliance
                && zones::may_enter(state, id, ctx.seat).is_ok()
        };
        let deck = t.state.player(ctx.seat).objective_deck.cards.to_vec();
        let fitting: Vec<CardId> = deck.into_iter().filter(|id| rebel(&t.state, *id)).collect();
        let found = specials::pick(t, ctx, &fitting)?;
        let Some(found) = found else {
            t.state.player_mut(ctx.seat).objective_deck.shuffle();
            return Ok(false);
        };
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
            specials::undamaged(state, ctx).iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        if let Choice::Card(old) = choice {
            zones::set_aside(&mut t.state, found);
            zones::leave_play(t, old, Destination::ShuffledIntoObjectiveDeck)?;
            t.emit(Event::ObjectiveRevealed(found));
            zones::enter_play(t, found, None, false)?;
        }
        t.state.player_mut(ctx.seat).objective_deck.shuffle();
        Ok(true)
    },
};

/// An enhancement moves to another card of the same player that it may enhance, and that card is a target.
const MOVES_TO_A_TARGET: &SpecialAct = &SpecialAct {
    could: |state, ctx, id| {
        state.is_in_play(id) && other_hosts(state, id).any(|host| zones::may_be_targeted(state, ctx, host))
    },
    act: |t, ctx, id| {
        let open = |host: &CardId| zones::may_be_targeted(&t.state, ctx, *host);
        let hosts: Vec<CardId> = other_hosts(&t.state, id).filter(open).collect();
        move_to_one_of(t, ctx, id, &hosts)
    },
};

fn no_rebel_card_was_played_this_phase(state: &State, ctx: &Ctx) -> bool {
    let player = state.player(ctx.seat);
    let mut played = player.played.iter().skip(player.played_before as usize);
    !played.any(|id| filters::matches(state, ctx, *id, &[REBEL]))
}

/// Nothing happens to it: it is a target for what the next step does.
const IS_NAMED: &SpecialAct = &SpecialAct { could: |_, _, _| false, act: |_, _, _| Ok(false) };

/// Enhancements of the discard pile that could come into play and whose printed cost can be paid: one of each kind.
fn repurchasable(state: &State, ctx: &Ctx) -> Vec<CardId> {
    let pile = zones::kinds(state, &state.player(ctx.seat).discard);
    let fits = |id: &CardId| {
        filters::matches(state, ctx, *id, ENHANCEMENT)
            && !zones::stays_discarded(state, *id)
            && can_be_put_into_play(state, *id)
            && resources::can_spend_on(state, ctx.seat, state.facts(*id).cost, None).is_ok()
    };
    pile.filter(fits).collect()
}

const PRINTED_COST_OF_A_DISCARDED_ENHANCEMENT: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(!repurchasable(state, ctx).is_empty()),
    pay: |t, ctx| {
        let options = repurchasable(&t.state, ctx);
        if let Some(id) = choose(t, ctx, &options)? {
            resources::spend(t, ctx.card, ctx.seat, t.state.facts(id).cost)?;
        }
        Ok(true)
    },
};
