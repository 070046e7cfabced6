//! Cards of the Sith.

use table::Picks;

use super::CardType;
use super::atoms::Special;
use super::specials;
use super::words::*;
use crate::state::{CardId, Ending, Icon, Occurrence, opponent};
use crate::zones::Destination;
use crate::{Ask, Choice, Event, timing, victory, zones};

pub const CARDS: Registry = &[
    (
        "fall-of-the-jedi",
        does(&[reaction(
            PhaseBegins,
            &[By(You), In(Phase::Draw)],
            &[To(Who::From(Pool::YourHand, &[]), UnderDeck)],
        )]),
    ),
    (
        "darth-vader-19",
        does(&[reaction(
            Used,
            &[By(You), Played(&[Is::Event, Is::Affiliation(Affiliation::Sith)])],
            &[To(Target(UNIT), Damage(N(1)))],
        )
        .once_per_turn()]),
    ),
    (
        "vaders-lightsaber",
        attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[
            host_gains(UnitDamage),
            gives(&[Is::Host, Is::Named("Darth Vader")], Boon::Keyword(Keyword::TargetedStrike), YES),
        ]),
    ),
    (
        "force-choke",
        does(&[action(&[], &[To(Target(CHARACTER_OR_CREATURE), Damage(N(1)))]).one_copy_per_turn()]),
    ),
    ("counsel-of-the-sith", DRAW_IN_THEIR_TURN),
    ("dark-precognition", does(&[action(&[], &[Draw(You, N(2)), Then, DiscardHand(You, N(1))])])),
    (
        "black-squadron-assault",
        does(&[action(
            &[],
            &[To(Choose(&[Is::Unit, Is::Friendly, Is::Trait(BlackSquadron)]), Unfocus(N(1)))],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "vaders-tie-advanced-21",
        does(&[reaction(FocusedToStrike, &[SubjectIs(&[Is::This])], &[Do::Special(ICONS_OF_THE_TOP_CARD)])]),
    ),
    (
        "im-on-the-leader",
        does(&[action(&[], &[To(Target(&[Is::Unit, Is::Enemy, Is::Trait(Fighter)]), Focus(N(1)))])]),
    ),
    (
        "the-heart-of-the-empire",
        does(&[reaction(Destroyed, &[SubjectIs(&[Is::This])], &[Do::Special(LOSE_THE_GAME)]).constantly()]),
    ),
    ("coruscant-defense-fleet", constant(&[forbids(&[Is::This], Deed::Attack)])),
    ("force-stasis", KEEPS_OUT_OF_THE_FIGHT),
    ("there-is-no-escape", does(&[action(&[In(Phase::Force)], &[Do::Special(ALL_UNITS_UNDER_THEIR_DECKS)])])),
    (
        "the-emperors-web",
        constant(&[gives(&[Is::Event, Is::Friendly, Is::Affiliation(Affiliation::Sith)], Boon::Cost, N(-1))
            .when(&[FirstThisTurn(&[Is::Event, Is::Affiliation(Affiliation::Sith)])])]),
    ),
    (
        "emperor-palpatine-23",
        does(&[reaction(
            Destroyed,
            &[SubjectIs(&[Is::Objective])],
            &[To(Who::From(Pool::YourDiscard, &[Is::Event, Is::Affiliation(Affiliation::Sith)]), ToHand)],
        )]),
    ),
    ("force-lightning", does(&[action(&[], &[To(Target(&[Is::Unit, Is::Exhausted]), Destroy)])])),
    (
        "cruel-interrogations",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(&[Is::This])],
            &[To(Random(Pool::OpponentsHand), CaptureHere)],
        )]),
    ),
    (
        "interrogation-droid",
        does(&[reaction(EntersPlay, &[SubjectIs(&[Is::This])], &[DiscardRandom(Opponent, N(1))])]),
    ),
    (
        "intimidated",
        attaches(
            &[Is::Unit, Is::Enemy, Is::Trait(Character)],
            &[reaction(FocusedToStrike, &[SubjectIs(&[Is::Host])], &[To(Host, Focus(N(1)))]).forced()],
        ),
    ),
    ("interrogation", does(&[action(&[], &[To(Who::From(Pool::OpponentsHand, &[]), Discard)])])),
    (
        "nightsister",
        does(&[reaction(
            Committed,
            &[By(You), SubjectIs(&[Is::This])],
            &[To(Target(&[Is::Objective]), Damage(N(1)))],
        )]),
    ),
    ("the-hands-blessing", attaches(CHARACTER, &[after_you_refresh(&[To(Host, Unfocus(All))])])),
    (
        "a-disturbance-in-the-force",
        does(&[action(&[], &[To(Each(&[Is::Unit, Is::Enemy, Is::Committed]), Focus(N(1)))])]),
    ),
    ("galactic-enforcers", constant(&[yours(Boon::Reserve, N(1))])),
    ("expendable-allies", Effects::NONE),
    // She could be handed over to another friendly player, and with two players there is none.
    ("mara-jade-94", does(&[reaction(TurnEnds, &[By(You)], &[To(This, Unfocus(N(1)))])])),
    // It lies face down and is turned over in the game with several players only.
    (
        "death-star-ii",
        constant(&[
            gives(THIS, Boon::Cost, Amount::Times(-1, &Amount::Dial)),
            gives(THIS, Boon::Unaffected, YES),
        ]),
    ),
    (
        "join-me",
        does(&[action(
            &[YourTurn, In(Phase::Deployment)],
            &[To(
                Target(&[Is::Unit, Is::Trait(Character), Is::Not(&[Is::Unique])]),
                TakeControl(Until::EndOfGame),
            )],
        )]),
    ),
    (
        "threat-from-the-depths",
        does(&[reaction(
            Engaged,
            &[SubjectIs(&[SITH])],
            &[
                To(Who::From(Pool::YourHand, &[Is::Unit, Is::Trait(Creature)]), PutIntoPlay),
                To(It, Later(ENGAGEMENT, Doom::Sacrifice)),
            ],
        )
        .costs(&[FocusThis])
        .once_per_turn()]),
    ),
    (
        "emperor-palpatine-215",
        does(&[reaction(
            Destroyed,
            THEIR_OBJECTIVE_FELL,
            &[To(Target(&[Is::Unit, Is::Enemy, Is::ForceAtMost(3)]), TakeControl(Until::EndOfGame))],
        )]),
    ),
    (
        "lure-of-the-dark-side",
        does(&[reaction(
            Completed,
            THIS_COMPLETED,
            &[To(Target(&[Is::Unit, Is::ForceAtMost(4)]), TakeControl(Until::EndOfGame))],
        )]),
    ),
    (
        "shadows-in-the-night",
        does(&[action(&[], &[To(Each(&[Is::Unit, Is::InFaction]), Damage(N(1)))]).one_copy_per_turn()]),
    ),
];

/// The top card of the deck is discarded; a unit lends its icons for this strike.
const ICONS_OF_THE_TOP_CARD: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        let Some(top) = zones::top_card(t, ctx.seat)? else { return Ok(false) };
        let facts = t.state.facts(top);
        zones::put(&mut t.state, top, Destination::Discard);
        t.emit(Event::Discarded(ctx.seat, top));
        // audit: same (1 to 2) — 0 means from the hand, anything else from the deck
        timing::happened(t, Occurrence::new(Discarded).of(top).by(ctx.seat).amount(1))?;
        if facts.card_type == CardType::Unit {
            for icon in Icon::ALL {
                specials::lend(t, ctx, ctx.card, Boon::Icon(icon), facts.icons.of(icon), Until::EndOfStrike);
                specials::lend(
                    t,
                    ctx,
                    ctx.card,
                    Boon::EdgeIcon(icon),
                    facts.edge_icons.of(icon),
                    Until::EndOfStrike,
                );
            }
        }
        Ok(true)
    },
};

/// All units go under their owners' decks in random order.
const ALL_UNITS_UNDER_THEIR_DECKS: &Special = &Special {
    could: |state, _| Side::ALL.iter().any(|side| state.units(side.seat()).next().is_some()),
    effect: |t, ctx| {
        loop {
            let units: Picks<CardId> = t.state.in_play().filter(|id| t.state.card(*id).is_unit()).collect();
            if units.is_empty() {
                return Ok(true);
            }
            let choice = t.draw(Ask::Random(ctx.card), |_, offer| {
                // audit: same (1 to 2) — all of them are equally likely
                units.iter().for_each(|id| offer.weigh(Choice::Card(*id), 1));
            })?;
            let Choice::Card(id) = choice else { return Ok(true) };
            zones::leave_play(t, id, Destination::UnderDeck)?;
            if t.state.is_in_play(id) {
                return Ok(true);
            }
        }
    },
};

const LOSE_THE_GAME: &Special = &Special {
    could: specials::always,
    effect: |t, ctx| {
        victory::end_game(t, table::Seats::NONE.with(opponent(ctx.seat)), Ending::Card)?;
        Ok(true)
    },
};
