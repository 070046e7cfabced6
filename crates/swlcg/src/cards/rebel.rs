//! Cards of the Rebel Alliance.

use super::atoms::{Special, SpecialAct};
use super::words::*;
use crate::state::{CardId, opponent};
use crate::zones::Destination;
use crate::{Ask, Choice, zones};

const DIAL_GOES_BACK: &[Do] = &[DialBack(N(1), Nth(1, 1))];

pub const CARDS: Registry = &[
    ("the-defense-of-yavin-4", DISCARD_FOR_VEHICLES),
    ("red-two-8", does(&[reaction(Destroyed, &[SubjectIs(&[Is::Objective])], &[To(This, Unfocus(N(1)))])])),
    (
        "rebel-assault",
        does(
            &[action(&[], &[To(Target(&[Is::Enemy, UNIT_OR_OBJECTIVE]), Damage(N(2)))]).one_copy_per_turn()],
        ),
    ),
    ("mission-briefing", DRAW_IN_THEIR_TURN),
    (
        "battlefield-engineers",
        does(&[reaction(
            Engaged,
            &[ThisIs(&[Is::Attacking, Is::Declared])],
            &[To(Target(&[Is::Enhancement, Is::Friendly]), Unfocus(N(1)))],
        )]),
    ),
    (
        "fleeing-the-empire",
        does(&[reaction(
            PhaseEnds,
            &[By(You), In(Phase::Refresh)],
            &[To(Target(&[Is::Friendly, UNIT_OR_OBJECTIVE]), Shield)],
        )]),
    ),
    (
        "leia-organa-10",
        does(&[interrupt(LeavesPlay, &[SubjectIs(&[Is::This])], &[To(Each(&[Is::Friendly]), Unfocus(All))])])
            .always(&[gives(&[Is::This], Boon::CapturedWhenLeaving, YES)]),
    ),
    (
        "youre-my-only-hope",
        does(&[action(&[], &[Draw(You, N(2)), Then, DiscardHand(Opponent, N(1))])
            .costs(&[Cost::Sacrifice(UNIT)])]),
    ),
    ("the-rebel-fleet", constant(&[forbids(&[Is::Unit, Is::Not(&[Is::Trait(Vehicle)])], Deed::AttackThis)])),
    (
        "home-one-11",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(&[Is::This]), ThisIs(&[Is::Attacking])],
            &[To(Each(&[Is::Objective, Is::Enemy, Is::Not(&[Is::Engaged])]), Damage(N(1)))],
        )]),
    ),
    ("repair-droid", does(&[action(&[], &[To(Target(VEHICLE), Heal(N(1)))]).once_per_turn()])),
    (
        "admiral-ackbar-12",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(&[Is::This]), InEngagement],
            &[To(Each(&[Is::Unit, Is::Enemy, Is::Participating]), Damage(N(1)))],
        )])
        .ambush(),
    ),
    (
        "fleet-command-center",
        play_area(&[reaction(PhaseEnds, &[By(You), In(Phase::Refresh)], &[To(Target(UNIT), Shield)])]),
    ),
    (
        "heroic-sacrifice",
        does(&[action(
            &[],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle), Is::CostAtMost(4)]), Destroy)],
        )
        .costs(&[Cost::Sacrifice(VEHICLE)])]),
    ),
    (
        "mobilize-the-squadrons",
        does(&[after_you_refresh(&[To(
            Target(&[Is::Friendly, Is::Any(&[&[Is::Objective], &[Is::Enhancement]])]),
            Unfocus(N(1)),
        )])]),
    ),
    ("trench-run", on_the_dial(&[]).always(&[forbids(&[Is::This], Deed::BeTargeted)])),
    (
        "decoy-at-dantooine",
        does(&[interrupt(LeavesPlay, &[SubjectIs(&[Is::Objective, Is::Friendly])], DIAL_GOES_BACK)]),
    ),
    (
        "wookiee-navigator",
        does(&[reaction(
            EngagementEnds,
            &[ThisIs(&[Is::Attacking])],
            &[To(Subject, Act::Special(MAY_BE_ENGAGED_AGAIN))],
        )]),
    ),
    (
        "false-lead",
        attaches(
            &[Is::Objective, Is::Friendly],
            &[interrupt(LeavesPlay, &[SubjectIs(&[Is::Host])], DIAL_GOES_BACK)],
        ),
    ),
    ("fall-back", does(&[action(&[], &[To(Target(FRIENDLY_UNIT), ToHand)])])),
    ("a-new-hope", does(&[action(&[], &[Do::Special(ALL_BUT_THREE_RETURN)])])),
    ("fighters-for-freedom", does(&[after_you_refresh(&[To(Target(FRIENDLY_UNIT), Unfocus(N(1)))])])),
    ("information-network", Effects::NONE),
    ("safe-house", READIED_BY_THE_FORCE),
    (
        "ground-support",
        does(&[reaction(
            Completed,
            THIS_COMPLETED,
            &[To(Each(&[Is::Enemy, UNIT_OR_OBJECTIVE]), Damage(N(1)))],
        )]),
    ),
    (
        "the-final-battle",
        does(&[reaction(Completed, THIS_COMPLETED, &[To(Target(&[Is::Objective]), Destroy)])]),
    ),
    (
        "derek-hobbie-klivian",
        does(&[interrupt(LeavesPlay, &[SubjectIs(&[Is::This])], &[Instead(This, ToHand)])]),
    ),
];

/// Every player keeps at most three units; all others go back to their owners' hands.
const ALL_BUT_THREE_RETURN: &Special = &Special {
    could: |state, _| Side::ALL.iter().any(|side| state.units(side.seat()).next().is_some()),
    effect: |t, ctx| {
        let mut kept = Vec::new();
        for seat in [ctx.seat, opponent(ctx.seat)] {
            kept.extend(t.ask_some(seat, Ask::Choose(ctx.card), 0, 3, |state, offer| {
                state.units(seat).for_each(|id| offer.add(Choice::Card(id)));
            })?);
        }
        let units = t.state.in_play().filter(|id| t.state.card(*id).is_unit());
        let leaving: Vec<CardId> = units.filter(|id| !kept.contains(&Choice::Card(*id))).collect();
        for id in &leaving {
            if t.state.is_in_play(*id) {
                zones::leave_play(t, *id, Destination::Hand)?;
            }
        }
        // audit: same (! left out) — nothing asks afterwards whether it did something
        Ok(!leaving.is_empty())
    },
};

/// It may be engaged once more this turn.
const MAY_BE_ENGAGED_AGAIN: &SpecialAct = &SpecialAct {
    could: |state, _, id| state.is_used_up(id),
    act: |t, _, id| {
        t.state.once_more.insert(id);
        Ok(true)
    },
};
