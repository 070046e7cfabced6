//! Cards of the Jedi.

use table::Picks;

use super::atoms::{Ctx, Special, SpecialAct};
use super::filters;
use super::resolve::{could_act, take_control};
use super::words::*;
use crate::state::{CardId, State, opponent};
use crate::zones::Destination;
use crate::{Ask, Choice, damage, zones};

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
            YES,
        )]),
    ),
    ("counter-stroke", does(&[interrupt(Used, EVENT_PLAYED, &[Cancel])])),
    (
        "forgotten-heroes",
        does(&[reaction(Used, &[By(You), Played(&[Is::Unit, Is::Trait(ForceUser)])], &[Draw(You, N(1))])]),
    ),
    (
        "obi-wan-kenobi-3",
        constant(&[theirs(Boon::FirstEdgeCardFaceUp, YES).when(&[ThisIs(&[Is::Participating])])]),
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
            &[Redirect(N(1), Target(&[Is::Unit, Is::Not(&[Is::Subject])]))],
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
    ("force-rejuvenation", does(&[action(&[], &[Do::Special(CLEANSE)])])),
    ("jedi-training", constant(&[yours(Boon::Struggle, N(1))])),
    ("ancient-monument", play_area(&[]).always(&[yours(Boon::Struggle, N(1))])),
    ("guardians-of-justice", constant(&[yours(Boon::Reserve, N(1))])),
    ("no-questions-asked", Effects::NONE),
    ("valley-of-the-jedi", READIED_BY_THE_FORCE),
    (
        "search-your-feelings",
        does(&[action(
            &[When::Special(outnumbered)],
            &[To(
                Target(&[Is::Unit, Is::Enemy, Is::Participating]),
                Act::Special(WON_OVER_FOR_THE_ENGAGEMENT),
            )],
        )
        .one_copy_per_turn()]),
    ),
];

fn friendly_characters(state: &State, ctx: &Ctx) -> Picks<CardId> {
    let bearing = |id: &CardId| {
        let card = state.card(*id);
        card.focus + card.damage + card.shields > 0 || state.enhancements(*id).next().is_some()
    };
    let own = filters::all(state, ctx, CHARACTER).filter(|id| state.card(*id).controller == ctx.seat);
    own.filter(|id| bearing(id) && zones::may_be_targeted(state, ctx, *id)).collect()
}

/// A friendly Character unit loses as many tokens and enhancements as its player likes.
const CLEANSE: &Special = &Special {
    could: |state, ctx| !friendly_characters(state, ctx).is_empty(),
    effect: |t, ctx| {
        let units = friendly_characters(&t.state, ctx);
        if units.is_empty() {
            return Ok(false);
        }
        let choice = t.ask(ctx.seat, Ask::Target(ctx.card), |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        let Choice::Card(unit) = choice else { return Ok(false) };
        loop {
            let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
                let card = state.card(unit);
                if card.focus > 0 {
                    offer.add(Choice::FocusToken);
                }
                if card.damage > 0 {
                    offer.add(Choice::DamageToken);
                }
                if card.shields > 0 {
                    offer.add(Choice::ShieldToken);
                }
                state.enhancements(unit).for_each(|id| offer.add(Choice::Card(id)));
                offer.pass(Choice::Pass);
            })?;
            match choice {
                Choice::FocusToken => drop(damage::remove_focus(t, unit, 1, ctx.seat)?),
                Choice::DamageToken => drop(damage::heal(t, unit, 1)),
                Choice::ShieldToken => damage::remove_shield(t, unit, ctx.seat)?,
                Choice::Card(id) => zones::leave_play(t, id, Destination::Discard)?,
                _ => return Ok(true),
            }
        }
    },
};

/// The player has a unit in the engagement, and the opponent has more.
fn outnumbered(state: &State, ctx: &Ctx) -> bool {
    let own = state.participants(ctx.seat).count();
    own > 0 && state.participants(opponent(ctx.seat)).count() > own
}

/// The player takes control of an enemy, who fights on the player's side until the engagement ends.
const WON_OVER_FOR_THE_ENGAGEMENT: &SpecialAct = &SpecialAct {
    could: |state, ctx, id| could_act(state, ctx, id, &TakeControl(Until::EndOfEngagement)),
    act: |t, ctx, id| take_control(t, ctx, id, Until::EndOfEngagement, true),
};
