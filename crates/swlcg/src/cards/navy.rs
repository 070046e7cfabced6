//! Cards of the Imperial Navy.

use super::atoms::Special;
use super::filters;
use super::words::*;
use crate::state::opponent;
use crate::zones::Destination;
use crate::{Ask, Choice, Event, zones};

const SPURRED_BY_FATE: &[When] = &[YouPlacedFate];

const FRIENDLY_FIGHTERS: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Fighter)];
const PILOTS_A_FIGHTER: &[When] = &[HostIs(&[Is::Unit, Is::Trait(Fighter)])];

pub const CARDS: Registry = &[
    ("kuat-reinforcements", DISCARD_FOR_VEHICLES),
    ("admiral-motti", does(&[after_you_refresh(&[To(Target(FRIENDLY_UNIT), Unfocus(N(1)))])])),
    ("orbital-bombardment", play_area(&[]).always(&[gives(FRIENDLY_UNIT, Boon::Icon(BlastDamage), N(1))])),
    (
        "backstabber-27",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(&[Is::This]), InEngagement],
            &[To(EngagedObjective, Damage(N(1)))],
        )])
        .ambush(),
    ),
    ("tallon-roll", does(&[action(&[], &[To(Target(&[Is::Unit, Is::Trait(Fighter)]), Unfocus(N(1)))])])),
    (
        "death-from-above",
        does(&[action(
            &[],
            &[To(
                Targets(2, &[Is::Unit, Is::Trait(Vehicle), Is::Attacking]),
                Gain(Boon::Icon(BlastDamage), N(1), Until::EndOfEngagement),
            )],
        )]),
    ),
    ("the-ultimate-power", constant(&[gives(&[Is::This], Boon::MostAttackers, N(2))])),
    ("grand-moff-tarkin-28", constant(&[gives(&[Is::Objective, Is::Enemy], Boon::Capacity, N(-1))])),
    (
        "superlaser-engineer",
        does(&[reaction(EntersPlay, &[SubjectIs(&[Is::This])], &[Do::Special(DEAR_NAVY_CARDS_OF_FIVE)])]),
    ),
    ("superlaser-blast", does(&[action(&[YourTurn], &[To(Target(&[Is::Objective]), Destroy)])])),
    (
        "devastator",
        does(&[reaction(Destroyed, THEIR_OBJECTIVE_FELL, &[Dial(Nth(1, 1))]).costs(&[Resources(1)])]),
    ),
    (
        "imperial-officer",
        does(&[reaction(Destroyed, THEIR_OBJECTIVE_FELL, &[Dial(N(1))]).costs(&[Resources(2)])]),
    ),
    ("defense-upgrade", attaches(&[Is::Objective], &[]).always(&[gives(&[Is::Host], Boon::Capacity, N(3))])),
    (
        "defense-protocol",
        does(&[reaction(PhaseBegins, &[By(You), In(Phase::Draw)], &[To(Target(UNIT), Damage(N(1)))])
            .costs(&[Cost::Reserve(1)])]),
    ),
    (
        "tie-attack-squadron",
        constant(&[
            gives(&[Is::This], Boon::Icon(UnitDamage), N(1)).when(SPURRED_BY_FATE),
            gives(&[Is::This], Boon::Keyword(Keyword::TargetedStrike), YES).when(SPURRED_BY_FATE),
        ]),
    ),
    ("the-endor-gambit", does(&[after_you_refresh(&[To(Target(VEHICLE), Unfocus(N(1)))])])),
    (
        "at-st-commander",
        does(&[action(
            &[InEngagement],
            &[To(Choose(&[Is::Unit, Is::Trait(Vehicle), Is::Participating]), Shield)],
        )
        .costs(&[Resources(1)])]),
    ),
    ("at-st", does(&[reaction(EntersPlay, &[SubjectIs(&[Is::This])], &[Draw(You, N(1))])])),
    (
        "take-them-prisoner",
        does(&[reaction(EntersPlay, &[SubjectIs(&[Is::This])], &[Do::Special(CAPTURE_ONE_OF_THREE)])]),
    ),
    (
        "detained",
        does(&[reaction(
            StrikeResolved,
            &[SubjectIs(&[
                Is::Unit,
                Is::Enemy,
                Is::Attacking,
                Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Droid)]]),
            ])],
            &[To(Subject, Capture)],
        )]),
    ),
    (
        "trooper-assault",
        does(&[action(
            &[],
            &[
                To(
                    Each(&[Is::Unit, Is::Trait(Trooper), Is::Attacking]),
                    Gain(Boon::Icon(UnitDamage), N(1), Until::EndOfEngagement),
                ),
                To(
                    Each(&[Is::Unit, Is::Trait(Trooper), Is::Attacking]),
                    Gain(Boon::Icon(BlastDamage), N(1), Until::EndOfEngagement),
                ),
            ],
        )]),
    ),
    (
        "tear-this-ship-apart",
        does(&[action(
            &[],
            &[To(Target(&[Is::Enhancement, Is::Not(&[Is::Keyword(Keyword::Limited)])]), Discard)],
        )]),
    ),
    ("dark-masters", does(&[after_you_refresh(&[To(Target(FRIENDLY_UNIT), Unfocus(N(1)))])])),
    ("any-methods-necessary", Effects::NONE),
    ("experimental-tech-lab", READIED_BY_THE_FORCE),
    (
        "baron-fel",
        constant(&[
            gives(FRIENDLY_FIGHTERS, Boon::Keyword(Keyword::Elite), YES).when(PILOTS_A_FIGHTER),
            gives(FRIENDLY_FIGHTERS, Boon::Edge, N(1)).when(PILOTS_A_FIGHTER),
        ]),
    ),
    (
        "moff-jerjerrod",
        constant(&[gives(&[Is::Host], Boon::DoubleResources, YES)]).rides(&[Is::Objective, Is::Friendly]),
    ),
    (
        "lord-vaders-command",
        constant(&[gives(&[Is::Event, Is::Enemy], Boon::Cost, N(1)).when(&[ThisIs(&[Is::Undamaged])])]),
    ),
    ("the-generals-imperative", constant(&[yours(Boon::Reserve, N(1)).when(&[ThisIs(&[Is::Undamaged])])])),
    (
        "enforced-loyalty",
        does(&[reaction(
            TurnEnds,
            &[By(Opponent), ThisIs(&[Is::Undamaged])],
            &[To(Choose(&[Is::Objective, Is::Enemy]), Damage(N(1)))],
        )
        .one_copy_per_turn()]),
    ),
];

const DEAR_NAVY_CARDS: Filter = &[
    Is::Affiliation(Affiliation::ImperialNavy),
    Is::CostAtLeast(3),
    Is::Any(&[&[Is::Event], &[Is::Enhancement]]),
];

/// Five cards from the top: events and enhancements of the Navy that cost 3 or more go to hand, the others under the deck.
const DEAR_NAVY_CARDS_OF_FIVE: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        let shown = zones::look_at_top_cards::<5>(t, ctx.seat, ctx.seat)?;
        zones::reveal(t, ctx.seat, &shown);
        let mut rest = Vec::new();
        for top in shown {
            if filters::matches(&t.state, ctx, top, DEAR_NAVY_CARDS) {
                zones::to_hand(t, top, true);
            } else {
                rest.push(top);
            }
        }
        let order = t.ask_order(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            rest.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for choice in order {
            if let Choice::Card(id) = choice {
                zones::put(&mut t.state, id, Destination::UnderDeck);
            }
        }
        Ok(true)
    },
};

/// Of the top three cards of the opponent's deck one is captured here; the others go back on top in any order.
const CAPTURE_ONE_OF_THREE: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).deck.is_empty(),
    effect: |t, ctx| {
        let mut cards = zones::look_at_top_cards::<3>(t, opponent(ctx.seat), ctx.seat)?;
        t.emit(Event::TopSeen { by: ctx.seat, of: opponent(ctx.seat), cards: cards.to_vec() });
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        if let Choice::Card(id) = choice {
            cards.retain(|other| *other != id);
            zones::capture(t, id, ctx.card)?;
        }
        let order = t.ask_order(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for choice in order {
            if let Choice::Card(id) = choice {
                zones::put(&mut t.state, id, Destination::OnDeck);
            }
        }
        Ok(true)
    },
};
