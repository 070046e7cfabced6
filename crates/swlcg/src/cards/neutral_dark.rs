//! Neutral cards of the dark side.

use table::Picks;

use super::atoms::Special;
use super::words::*;
use crate::state::{CardId, State};
use crate::{Ask, Choice, damage};

pub const CARDS: Registry = &[
    (
        "tie-advanced",
        does(&[reaction(
            EngagementEnds,
            &[ThisIs(&[Is::Attacking]), Unopposed],
            &[To(EngagedObjective, Damage(N(1)))],
        )]),
    ),
    (
        "black-squadron-pilot",
        constant(&[host_gains(UnitDamage), host_gains(BlastDamage)]).rides(&[
            Is::Unit,
            Is::Friendly,
            Is::Trait(Fighter),
        ]),
    ),
    ("rancor", does(&[after_you_refresh(&[Do::Special(CHEAPEST_UNIT_IS_DESTROYED)]).forced()])),
    (
        "aft-armor-plating",
        attaches(VEHICLE, &[]).always(&[gives(&[Is::Host], Boon::Keyword(Keyword::Shielding), YES)]),
    ),
    ("blaster-pistol", attaches(CHARACTER, &[]).always(&[host_gains(UnitDamage)])),
    ("looking-for-droids", constant(&[yours(Boon::NoMatch, YES)])),
    // The common reserve is for more than two players.
    (
        "agent-of-the-hand",
        does(&[reaction(ControlTaken, &[By(You), SubjectIs(UNIT)], &[To(This, Unfocus(N(1)))])]),
    ),
    ("viper-probe-droid", Effects { from_discard: true, ..Effects::NONE }),
    ("dark-alliance", does(&[action(&[], &[Do::Gain(Boon::NoMatch, YES, Until::EndOfPhase)])])),
    (
        "its-worse",
        does(&[interrupt(
            Used,
            &[When::Used(Manner::Interrupt), NotCanceled],
            &[Cancel, Then, To(Target(ENEMY_UNIT), Damage(N(1)))],
        )]),
    ),
    (
        "corporate-exploitation",
        does(&[action(&[], &[To(Who::From(Pool::YourHand, &[Is::Unit, Is::CostAtMost(1)]), PutIntoPlay)])
            .costs(&[FocusThis])]),
    ),
    ("reconnaissance-mission", constant(&[yours(Boon::Reserve, N(1))])),
    (
        "human-replica-droid",
        does(&[reaction(EdgeWon, &[By(You)], &[To(This, PutIntoEngagement)]).from_hand()]),
    ),
    (
        "assassination-contract",
        does(&[reaction(
            Completed,
            THIS_COMPLETED,
            &[To(Each(&[Is::Unit, Is::Enemy, Is::Not(&[Is::InFaction])]), Destroy)],
        )]),
    ),
    ("shuttle-pilot", constant(&[gives(&[Is::Host], Boon::Edge, N(1))])),
    (
        "seedy-cantina",
        play_area(&[reaction(
            EdgeWon,
            &[By(You), Contested, TwiceTheForce],
            &[To(Target(&[Is::Enhancement, Is::Enemy]), Discard)],
        )
        .one_copy_per_turn()]),
    ),
    (
        "sandcrawler",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(&[Is::This])],
            &[To(Each(&[Is::Unit, Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Droid)]])]), Focus(N(1)))],
        )
        .forced()]),
    ),
    (
        "contract-hunter",
        constant(&[gives(&[UNIT_OR_OBJECTIVE, Is::Not(&[Is::InFaction])], Boon::DoubleDamage, YES)]),
    ),
];

/// The units that are no Vehicles and cheapest.
fn cheapest(state: &State) -> Picks<CardId> {
    let units =
        || state.in_play().filter(|id| state.card(*id).is_unit() && !state.facts(*id).traits.has(Vehicle));
    let least = units().map(|id| state.facts(id).cost).min();
    units().filter(|id| Some(state.facts(*id).cost) == least).collect()
}

/// The cheapest unit that is no Vehicle is destroyed; the active player decides between equals.
const CHEAPEST_UNIT_IS_DESTROYED: &Special = &Special {
    could: |state, _| !cheapest(state).is_empty(),
    effect: |t, ctx| {
        let units = cheapest(&t.state);
        if units.is_empty() {
            return Ok(false);
        }
        let choice = t.ask(t.state.active, Ask::Choose(ctx.card), |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        if let Choice::Card(id) = choice {
            damage::destroy(t, id)?;
        }
        Ok(true)
    },
};
