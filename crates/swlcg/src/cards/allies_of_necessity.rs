//! Cards of the Alliances cycle: Allies of Necessity and Aggressive Negotiations.

use super::atoms::{Ctx, From, SpecialAct, SpecialCost};
use super::costs::{captives_of_objectives, choose, there_is};
use super::numerals::read;
use super::resolve::put_into_play_as_yours;
use super::specials;
use super::words::*;
use super::{CardType, ability_of, filters};
use crate::Event;
use crate::state::{CardId, State};
use crate::zones::{self, Destination};

const WOOKIEES: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Wookiee)];
const DEATH_TROOPERS: Filter =
    &[Is::Unit, Is::Friendly, Is::Named("Death Trooper"), Is::Special(specials::can_be_targeted)];
/// Two participating units that do not share an affiliation: one gains unit damage, the other blast damage.
const ALLIES_OF_NECESSITY: Effects = fate(&[May(&[
    To(
        Target(&[
            Is::Unit,
            Is::Friendly,
            Is::Participating,
            Is::IfSome(&[
                Is::Unit,
                Is::Friendly,
                Is::Participating,
                Is::Not(&[Is::It]),
                Is::SharesNoAffiliationWith(&It),
            ]),
        ]),
        icon(UnitDamage, 1, ENGAGEMENT),
    ),
    To(
        Target(&[
            Is::Unit,
            Is::Friendly,
            Is::Participating,
            Is::Not(&[Is::FirstTarget]),
            Is::SharesNoAffiliationWith(&Who::FirstTarget),
        ]),
        icon(BlastDamage, 1, ENGAGEMENT),
    ),
])]);
const THREE_OF_THEIRS: &[Act] = &[Capture, UnderDeck, OnDeck];
const MORE_CARDS_IN_HAND: When = More(&Amount::Hand(You), &Amount::Hand(Opponent));

pub const CARDS: Registry = &[
    // Allies of Necessity
    (
        "pushing-back-the-empire",
        does(&[reaction(
            Used,
            &[By(You), Played(&[REBEL])],
            &[Do::Gain(Boon::NextCost(Sort::NotRebel), N(1), PHASE)],
        )
        .once_per_turn()]),
    ),
    (
        "captain-cassian-andor",
        does(&[on_striking(&[To(Choose(&[Is::Unit, Is::Not(&[REBEL])]), Unfocus(N(1)))]).once_per_turn()]),
    ),
    (
        "rebel-saboteur",
        does(&[interrupt(
            Used,
            &[By(Opponent), NotCanceled, UsedBy(&[Is::Enemy, Is::InFaction, Is::Special(is_used_in_play)])],
            &[Cancel],
        )
        .costs(&[Resources(1), Cost::DiscardThis])
        .from_hand()]),
    ),
    (
        "teamwork",
        does(&[reaction(
            EdgeStacksRevealed,
            &[],
            &[Do::Gain(Boon::EdgeTotal, Amount::Affiliations(You), EDGE_BATTLE)],
        )]),
    ),
    ("allies-of-necessity-261", ALLIES_OF_NECESSITY),
    ("allies-of-necessity-263", ALLIES_OF_NECESSITY),
    (
        "spirit-of-rebellion",
        does(&[reaction(
            Used,
            &[By(You), Played(&[Is::Unit, Is::Not(&[SMUGGLERS])]), ThisIs(&[Is::DamageAtMost(2)])],
            &[DiscardHand(Opponent, N(1))],
        )
        .once_per_turn()]),
    ),
    (
        "jyn-erso",
        does(&[
            reaction(
                StrikeResolved,
                &[
                    ThisIs(&[Is::Attacking]),
                    SubjectIs(&[Is::Unit, JEDI, Is::Not(THIS)]),
                    FirstToStrike(&[JEDI, Is::Not(THIS)]),
                ],
                &[Draw(You, N(2))],
            ),
            reaction(
                StrikeResolved,
                &[
                    ThisIs(&[Is::Attacking]),
                    SubjectIs(&[Is::Unit, REBEL, Is::Not(THIS)]),
                    FirstToStrike(&[REBEL, Is::Not(THIS)]),
                ],
                &[To(Subject, Unfocus(All))],
            ),
        ]),
    ),
    ("crafty-smuggler", does(&[reaction(PhaseBegins, &[In(Phase::Force)], &[To(This, Unfocus(N(1)))])])),
    ("well-laid-ambush", WITHIN_REACH),
    (
        "rogue-archaeology",
        does(&[reaction(Used, &[By(You), Played(&[Is::Not(&[SITH])])], &[To(Target(OBJECTIVE), Shield)])
            .once_per_turn()]),
    ),
    (
        "doctor-aphra",
        does(&[action(
            &[InEngagement],
            &[
                To(
                    Who::From(Pool::EitherDiscard, &[Is::Unit, Is::Trait(Droid)]),
                    Act::Special(INTO_THE_ENGAGEMENT_AS_YOURS),
                ),
                To(It, Later(ENGAGEMENT, Doom::UnderDeck)),
            ],
        )
        .costs(&[Cost::FocusThisTwice])])
        .also_matched_by(Affiliation::ScumAndVillainy),
    ),
    ("bx-series-droid-commando", Effects::NONE.ambush()),
    (
        "reconstruction",
        does(&[action(&[], &[To(TargetFrom(Pool::YourDiscard, &[Is::Unit, Is::Trait(Droid)]), ToHand)])]),
    ),
    (
        "immeasurable-power",
        does(&[reaction(
            Destroyed,
            &[By(You), SubjectIs(&[Is::Unit, Is::Trait(Trooper)])],
            &[To(Who::From(Pool::YourHand, &[Is::Unit, Is::Named("Death Trooper")]), PutIntoPlay)],
        )]),
    ),
    (
        "director-krennic",
        does(&[reaction(
            PhaseBegins,
            &[],
            &[ChooseOne(&[
                (Way::Elite, &[To(Each(DEATH_TROOPERS), Gain(Boon::Keyword(Keyword::Elite), YES, PHASE))]),
                (
                    Way::Shielding,
                    &[To(Each(DEATH_TROOPERS), Gain(Boon::Keyword(Keyword::Shielding), YES, PHASE))],
                ),
                (Way::Edge, &[To(Each(DEATH_TROOPERS), Gain(Boon::Edge, Nth(1, 1), PHASE))]),
            ])],
        )
        .costs(&[Resources(1)])
        .once_per_turn()]),
    ),
    (
        "assembly-area",
        play_area(&[]).always(&[gives(&[Is::Unit, Is::Friendly, Is::Trait(Trooper)], Boon::Cost, N(-1))
            .when(&[FirstThisTurn(&[Is::Unit, Is::Trait(Trooper)])])]),
    ),
    // Aggressive Negotiations
    (
        "trust-in-the-force",
        does(&[reaction(
            LeavesPlay,
            &[SubjectIs(&[Is::Unit, JEDI, Is::Trait(Character)]), WAS_NO_ENHANCEMENT],
            &[To(
                Who::From(Pool::YourHand, &[Is::Unit, Is::Not(&[JEDI]), Is::CostAtMostOf(&Subject)]),
                PutIntoPlay,
            )],
        )]),
    ),
    (
        "chirrut-mwe",
        does(&[
            interrupt(FocusPlaced, &[SubjectIs(THIS), By(Opponent), CauseIs(&[])], &[Stop]).once_per_turn()
        ]),
    ),
    (
        "handcrafted-light-bow",
        attaches(CHARACTER, &[]).always(&[host_gains(UnitDamage), gives(HOST, Boon::Capacity, N(1))]).lends(
            &[Is::Host, Is::Named("Chirrut Îmwe")],
            reaction(FocusedToStrike, &[SubjectIs(THIS)], &[To(Each(ENEMY_FIGHTING), Damage(Nth(1, 1)))]),
        ),
    ),
    (
        "stunning-blow",
        does(&[reaction(Trigger::Damage, &[], &[To(Target(&[Is::Unit, Is::Subject]), Focus(N(1)))])]),
    ),
    ("badge-of-honor", constant(&[gives(WOOKIEES, Boon::Capacity, N(1))])),
    (
        "wookiee-chieftain",
        constant(&[keyword(&[Is::Unit, Is::Friendly, Is::Trait(Wookiee), Is::Damaged], Keyword::Elite)]),
    ),
    (
        "wookiee-champion",
        does(&[reaction(
            Engaged,
            &[ThisIs(&[Is::Attacking, Is::Declared, Is::Damaged])],
            &[To(Target(ENEMY_UNIT), Gain(Boon::MustDefend, YES, ENGAGEMENT))],
        )]),
    ),
    (
        "dense-wroshyr-forest",
        play_area(&[action(&[], &[To(Target(WOOKIEES), Damage(N(1))), Then, To(It, Shield)])
            .costs(&[FocusThis])
            .once_per_turn()]),
    ),
    (
        "battle-fury",
        fate(&[May(&[
            To(Choose(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Wookiee)]), Damage(N(1))),
            Then,
            To(Targets(2, ENEMY_FIGHTING), Damage(N(1))),
        ])]),
    ),
    (
        "vaders-army",
        does(&[action(&[], &[Dial(N(1))]).costs(&[Cost::Special(DISCARD_FIVE_CAPTIVES)]).once_per_turn()]),
    ),
    (
        "0-0-0",
        does(&[action(&[], &[To(This, icon(UnitDamage, 1, PHASE))])
            .costs(&[Cost::Sacrifice(&[Is::Unit, Is::Not(&[SITH])])])
            .once_per_turn()]),
    ),
    (
        "bt-1",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(THIS), In(Phase::Conflict)],
            &[To(Target(&[Is::Ready, Is::Provides]), Focus(N(1)))],
        )])
        .in_conflict(),
    ),
    (
        "forgotten-droid-factory",
        play_area(&[reaction(Used, &[By(You), Played(&[Is::Unit, Is::Trait(Droid)])], &[CaptureTop(false)])
            .once_per_turn()]),
    ),
    (
        "overwrite-protocol",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(&[Is::Unit, Is::Trait(Droid)])],
            &[To(Subject, Gain(Boon::Keyword(Keyword::TargetedStrike), YES, STRIKE))],
        )]),
    ),
    ("cell-block-detention", constant(&[gives(THIS, Boon::Capacity, Amount::CapturedHere)])),
    (
        "lieutenant-childsen",
        does(&[on_striking(&[
            To(Target(&[Is::Unit, Is::Enemy, Is::Participating, Is::CostAtMost(3)]), Capture),
            Then,
            Do::If(When::ItIs(&[Is::Any(&[&[Is::Trait(Wookiee)], &[Is::Trait(Ewok)]])]), &[Draw(You, N(1))]),
        ])]),
    ),
    (
        "security-trooper",
        constant(&[
            this_gains(UnitDamage, Amount::CapturedAt(&[Is::Engaged])).when(&[ThisIs(&[Is::Defending])])
        ]),
    ),
    (
        "security-alarm",
        attaches(
            YOUR_OBJECTIVE,
            &[reaction(
                Engaged,
                &[SubjectIs(HOST)],
                &[To(
                    Target(FRIENDLY_UNIT),
                    Unfocus(Amount::If(When::ItIs(&[Is::Trait(Trooper)]), i8::MAX, 1)),
                )],
            )],
        ),
    ),
    ("security-protocols", fate(&[SortCards(Opponent, THREE_OF_THEIRS)])),
    (
        "shadowed-surveillance",
        does(&[interrupt(
            EdgePlacing,
            &[By(You), InYourEdgeStack(&[])],
            &[Instead(Who::From(Pool::YourEdgeStack, &[]), ToHand)],
        )
        .once_per_turn()]),
    ),
    (
        "garindan",
        does(&[reaction(
            EdgeWon,
            &[By(Opponent), ThisIs(&[Is::Participating]), MORE_CARDS_IN_HAND],
            &[Look(Opponent, N(5), 0, &[], &ToHand, Rest::AsTheyLay)],
        )]),
    ),
    (
        "trandoshan-mercenary",
        does(&[interrupt(Trigger::Damage, &[SubjectIs(THIS), MORE_CARDS_IN_HAND], &[Prevent(N(1))])]),
    ),
];

/// Its ability was used in play, wherever a cost has put it since; not that of an event, nor one used from hand.
fn is_used_in_play(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let used = filters::answered(state, ctx).filter(|used| used.trigger == Used);
    let ability = used.and_then(|used| ability_of(state, id, used.amount));
    ability.is_some_and(|ability| ability.from == From::Play) && state.facts(id).card_type != CardType::Event
}

/// Enters play under the player's control and takes part in the engagement on the player's side.
const INTO_THE_ENGAGEMENT_AS_YOURS: &SpecialAct = &SpecialAct {
    could: |state, ctx, id| zones::may_enter(state, id, ctx.seat).is_ok(),
    act: |t, ctx, id| {
        put_into_play_as_yours(t, ctx, id, true)?;
        Ok(true)
    },
};

const DISCARD_FIVE_CAPTIVES: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| {
        there_is(captives_of_objectives(state, ctx).count() >= read(state, ctx, 5) as usize)
    },
    pay: |t, ctx| {
        for _ in 0..read(&t.state, ctx, 5) {
            let options: Vec<CardId> = captives_of_objectives(&t.state, ctx).collect();
            if let Some(id) = choose(t, ctx, &options)? {
                zones::put(&mut t.state, id, Destination::Discard);
                t.emit(Event::Discarded(t.state.card(id).owner, id));
            }
        }
        Ok(true)
    },
};
