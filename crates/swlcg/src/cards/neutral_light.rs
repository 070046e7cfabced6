//! Neutral cards of the light side.

use super::CardType;
use super::atoms::{Ctx, Special};
use super::resolve::choose_icon;
use super::specials;
use super::specials::subject;
use super::words::*;
use crate::state::{Icon, Place, State};
use crate::victory;

const JEDI_OBJECTIVES: Filter = &[Is::Objective, Is::Friendly, Is::Affiliation(Affiliation::Jedi)];
const SHIELDED_UNITS: Filter = &[Is::Unit, Is::Friendly, Is::Shielded];

pub const CARDS: Registry = &[
    ("our-most-desperate-hour", does(&[action(&[], &[To(Target(CHARACTER), ExtraShield)])])),
    ("c-3po-5", does(&[interrupt(Used, EVENT_PLAYED, &[Cancel]).costs(&[SacrificeThis])])),
    ("emergency-repair", does(&[action(&[YourTurn], &[To(Target(&[Is::Objective]), Heal(All))])])),
    (
        "it-binds-all-things",
        does(&[action(
            &[],
            &[To(TopDiscard, ToHand), Do::If(When::Balance(Side::Light), &[To(TopDiscard, ToHand)])],
        )]),
    ),
    (
        "astromech-droid-upgrade",
        attaches(VEHICLE, &[]).always(&[host_gains(UnitDamage), host_gains(BlastDamage)]),
    ),
    ("a-wing", does(&[reaction(FocusedToStrike, &[SubjectIs(&[Is::This])], &[Draw(You, N(1))])])),
    (
        "heavy-blaster-emplacement",
        play_area(&[action(&[], &[To(TheyChoose(ENEMY_UNIT), Damage(N(1)))]).costs(&[FocusThis])]),
    ),
    (
        "stolen-plans",
        attaches(
            &[Is::Objective, Is::Enemy],
            &[reaction(Generates, &[SubjectIs(&[Is::Host])], &[Draw(You, Nth(1, 1))])],
        ),
    ),
    (
        "x-wing-escort",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(&[Is::This])],
            &[To(TheyChoose(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle)]), Sacrifice)],
        )]),
    ),
    (
        "covering-fire",
        does(&[action(&[InEngagement], &[To(Each(&[Is::Unit, Is::Friendly, Is::Participating]), Shield)])
            .costs(&[Cost::Sacrifice(UNIT)])]),
    ),
    ("crossfire", does(&[reaction(FocusedToStrike, &[SubjectIs(CHARACTER)], &[Do::Special(ONE_MORE_ICON)])])),
    ("rumors-at-the-cantina", constant(&[yours(Boon::NoMatch, YES)])),
    (
        "rebel-sympathizer",
        does(&[
            action(&[], &[Do::Gain(Boon::NextCardCheaper, N(1), Until::EndOfPhase)]).costs(&[SacrificeThis])
        ]),
    ),
    ("common-ground", attaches(&[Is::Objective], &[]).always(&[gives(&[Is::Host], Boon::MatchesAll, YES)])),
    (
        "rescue-mission",
        does(&[action(
            &[],
            &[To(Captive, Rescue), Do::If(When::Special(rescued_a_unit), &[May(&[To(It, PutIntoPlay)])])],
        )]),
    ),
    (
        "it-could-be-worse",
        does(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[UNIT_OR_OBJECTIVE, Is::Special(specials::can_be_targeted)])],
            &[Prevent(N(1))],
        )]),
    ),
    (
        "tribal-support",
        does(&[after_you_refresh(&[To(Who::From(Pool::YourDiscard, &[Is::Unit, Is::Trait(Ewok)]), ToHand)])
            .costs(&[Cost::Discard(1)])]),
    ),
    (
        "ewok-scout",
        does(&[reaction(
            Engaged,
            &[ThisIs(&[Is::Attacking, Is::Declared])],
            &[To(Target(ENEMY_UNIT), Gain(Boon::Cannot(Deed::Defend), YES, Until::EndOfEngagement))],
        )]),
    ),
    (
        "log-trap",
        play_area(&[action(&[], &[To(TheyChoose(&[Is::Unit, Is::Enemy, Is::Attacking]), Focus(N(1)))])
            .costs(&[FocusThis])]),
    ),
    (
        "yub-yub",
        does(&[action(&[], &[To(Target(&[Is::Enhancement]), Discard)])
            .costs(&[Cost::Focus(&[Is::Unit, Is::Trait(Ewok)])])]),
    ),
    (
        "hit-and-run",
        does(&[
            reaction(EdgeWon, &[By(You), YouAttack], &[To(EngagedObjective, Damage(N(1)))]).once_per_turn()
        ]),
    ),
    ("secret-informant", constant(&[yours(Boon::FateAgain, YES).when(&[ThisIs(&[Is::Participating])])])),
    (
        "dagobah-nudj",
        does(&[
            reaction(EntersPlay, &[SubjectIs(&[Is::This])], &[DialBack(N(1), N(0))]),
            interrupt(LeavesPlay, &[SubjectIs(&[Is::This])], &[Dial(Nth(1, 1))]).forced(),
        ]),
    ),
    (
        "bogwing",
        constant(&[
            gives(&[Is::This], Boon::Capacity, Count(JEDI_OBJECTIVES)),
            gives(&[Is::This], Boon::Icon(UnitDamage), N(1)).when(&[When::AtLeast(3, JEDI_OBJECTIVES)]),
        ]),
    ),
    (
        "preparation-for-battle",
        constant(&[
            forbids(SHIELDED_UNITS, Deed::BeDamaged).when(&[When::Special(dial_is_low)]),
            gives(SHIELDED_UNITS, Boon::Icon(BlastDamage), N(1)).when(&[When::Special(dial_is_high)]),
        ]),
    ),
];

/// The striking unit has one more icon of a chosen kind for this strike.
const ONE_MORE_ICON: &Special = &Special {
    could: specials::always,
    effect: |t, ctx| {
        let Some(unit) = subject(&t.state, ctx) else { return Ok(false) };
        let Some(icon) = choose_icon(t, ctx, &Icon::ALL)? else { return Ok(false) };
        specials::lend(t, ctx, unit, Boon::Icon(icon), 1, Until::EndOfStrike);
        Ok(true)
    },
};

fn dial_is_low(state: &State, _: &Ctx) -> bool {
    victory::dial(state) <= 4
}

fn dial_is_high(state: &State, _: &Ctx) -> bool {
    victory::dial(state) >= 8
}

/// The card that was just rescued is a unit.
fn rescued_a_unit(state: &State, ctx: &Ctx) -> bool {
    ctx.it
        .is_some_and(|id| state.facts(id).card_type == CardType::Unit && state.card(id).place == Place::Hand)
}
