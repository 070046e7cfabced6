//! Cards of the Opposition cycle: Scrap Metal to Technological Terror.

use super::CardType;
use super::atoms::{Ctx, Special, SpecialAct};
use super::filters;
use super::resolve::{could, they_choose_one};
use super::specials;
use super::specials::subject;
use super::words::*;
use crate::conflict::strike;
use crate::state::{CardId, State};
use crate::zones::Destination;
use crate::{Ask, Choice, zones};

const SPECTER_OR_NEUTRAL: Is = Is::Any(&[&[Is::Trait(Specter)], &[NEUTRAL]]);
const FIGHTER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Fighter)];
const FROM_THEIR_HAND: &[When] = &[By(Opponent), When::Special(was_in_hand)];
const A_UNIT_FELL_IN_CONFLICT: &[When] = &[SubjectIs(UNIT), WAS_NO_ENHANCEMENT, In(Phase::Conflict)];
const HUNTER_OR_SCUM_EVENT: Is = Is::Any(&[&[Is::Unit, Is::Trait(BountyHunter)], &[Is::Event, SCUM]]);
const WORTH_SAVING: Filter =
    &[Is::Unit, Is::Friendly, Is::Not(THIS), Is::Any(&[&[Is::Trait(Specter)], &[Is::Trait(Character)]])];
const EXHAUSTED_ENEMY: Filter = &[Is::Unit, Is::Enemy, Is::Exhausted];
/// Enemy combat icons have put a token on this card.
const STRUCK_BY_AN_ENEMY: &[When] = &[SubjectIs(THIS), By(Opponent), When::ByIcon];
/// "An opponent may focus his affiliation card to remove this unit from the engagement."
const SENT_AWAY: &[Do] =
    &[TheyMayFocus(&[Is::Special(is_affiliation_card), Is::Friendly], &[To(This, LeaveEngagement)], &[])];

pub const CARDS: Registry = &[
    // Scrap Metal
    (
        "hero-of-a-thousand-devices",
        does(&[interrupt(
            LeavesPlay,
            &[By(You), SubjectIs(&[Is::Unit, Is::Enhanced])],
            &[Do::Special(ENHANCEMENTS_RETURN)],
        )]),
    ),
    (
        "r2-d2-246",
        does(&[action(&[], &[To(Who::From(Pool::YourHand, ENHANCEMENT), Act::StowHere(true))])])
            .always(&[gives(THIS, Boon::LendsCards, YES)]),
    ),
    ("c-3po-246", does(&[on_entering(&[To(Target(&[Is::Enhancement, Is::CostAtMost(2)]), Discard)])])),
    (
        "2-1b-surgical-droid",
        does(&[action(
            &[],
            &[To(Target(&[Is::Unit, Is::Not(&[Is::Trait(Vehicle)]), Is::Enhanced]), Heal(Nth(1, 1)))],
        )
        .once_per_turn()]),
    ),
    (
        "grappling-arm",
        attaches(
            &[Is::Unit, Is::Trait(Droid)],
            &[reaction(
                FocusedToStrike,
                &[SubjectIs(HOST)],
                &[To(Who::From(Pool::OpponentsDiscard, ENHANCEMENT), Act::PutIntoPlayAsYours)],
            )
            .costs(&[FocusThis])],
        ),
    ),
    ("sacrifice-of-heroes", does(&[reaction(Destroyed, &[By(You), SubjectIs(UNIT)], &[Draw(You, N(1))])])),
    (
        "jek-porkins",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(&[Is::Host, Is::Trait(Fighter)])],
            &[To(Who::From(Pool::YourHand, &[Is::Unit, REBEL, Is::CostAtMostOf(&Subject)]), PutIntoPlay)],
        )]),
    ),
    (
        "red-six",
        constant(&[gives(THIS, Boon::Protects(Guard::Vehicle), YES)
            .when(&[When::There(&[Is::OnThis, Is::Named("Jek Porkins")])])]),
    ),
    (
        "r5-d8",
        does(&[interrupt(
            LeavesPlay,
            &[By(You), SubjectIs(&[Is::Unit, Is::Trait(Vehicle), Is::Piloted])],
            &[Draw(You, N(3))],
        )
        .costs(&[Cost::DiscardThis])
        .from_hand()]),
    ),
    ("ive-got-a-problem-here", does(&[reaction(BalanceMoves, &[By(Opponent)], &[BalanceTo(Side::Light)])])),
    ("dragonsnake", constant(&[gives(THIS, Boon::FixedIcons, YES)]).any_time()),
    (
        "endless-hunger",
        play_area(&[reaction(
            Destroyed,
            &[
                By(Opponent),
                SubjectIs(UNIT),
                When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Creature)]),
            ],
            &[To(Who::From(Pool::YourDiscard, &[Is::Unit, Is::Trait(Creature)]), ToHand)],
        )
        .once_per_turn()]),
    ),
    (
        "bestial-fury",
        does(&[aimed_at(
            &[By(Opponent), NotCanceled, When::Targets(&[Is::Unit, Is::Friendly, Is::Trait(Creature)])],
            &[Cancel],
        )]),
    ),
    (
        "imperial-vengeance",
        does(&[interrupt(
            Destroyed,
            &[By(You), SubjectIs(OBJECTIVE)],
            &[To(Target(ENEMY_UNIT), Damage(N(2)))],
        )]),
    ),
    (
        "avenger",
        does(&[interrupt(
            LeavesPlay,
            &[By(You), SubjectIs(UNIT), In(Phase::Conflict)],
            &[To(Target(ENEMY_UNIT), Damage(N(1)))],
        )
        .times_per(2, Until::EndOfTurn)]),
    ),
    (
        "alpha-class-star-wing",
        does(&[reaction(
            Destroyed,
            &[By(You), SubjectIs(UNIT), InEngagement],
            &[To(This, PutIntoEngagement)],
        )
        .from_hand()]),
    ),
    ("we-have-them", does(&[reaction(BalanceMoves, &[By(Opponent)], &[BalanceTo(Side::Dark)])])),
    (
        "jabba-the-hutt-250",
        constant(&[
            forbids(THIS, Deed::BeTargetedByEnemyEvents),
            gives(&[Is::Friendly, HUNTER_OR_SCUM_EVENT], Boon::Cost, N(-2))
                .when(&[FirstThisTurn(&[HUNTER_OR_SCUM_EVENT])]),
        ]),
    ),
    ("twilek-sycophant", FINDS_AN_EVENT),
    (
        "death-mark",
        attaches(&[Is::Unit, Is::Enemy, Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Droid)]])], &[])
            .always(&[gives(HOST, Boon::FitsEventsOf(Affiliation::ScumAndVillainy), YES)]),
    ),
    (
        "hutts-hospitality",
        does(&[action(
            &[],
            &[To(
                Target(&[
                    Is::Unit,
                    Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Droid)]]),
                    Is::CostAtMost(2),
                ]),
                Destroy,
            )],
        )]),
    ),
    // Power of the Force
    ("stand-together", constant(&[yours(Boon::Struggle, N(2)).when(&[When::AtLeast(2, SPECTER)])])),
    ("ezra-bridger", does(&[on_striking(&[Do::Special(FOCUS_OR_DISCARD_AS_THEY_CHOOSE)])])),
    (
        "loth-cat",
        does(&[aimed_at(
            &[By(Opponent), NotCanceled, When::Targets(&[Is::Unit, Is::Friendly, SPECTER_OR_NEUTRAL])],
            &[Cancel],
        )
        .costs(&[Cost::ShuffleThis])]),
    ),
    (
        "stolen-helmet",
        attaches(
            &[Is::Unit, Is::Any(&[&[Is::Trait(Specter)], &[Is::Trait(Character)]])],
            &[reaction(Discarded, FROM_THEIR_HAND, &[Draw(You, N(1))]).once_per(PHASE)],
        ),
    ),
    (
        "improvised-demolition",
        does(&[action(
            &[],
            &[Do::UnlessTheyDiscard(
                2,
                &[To(Each(&[Is::Unit, Is::Friendly, SPECTER_OR_NEUTRAL]), icon(BlastDamage, 1, PHASE))],
            )],
        )
        .one_copy_per_turn()]),
    ),
    (
        "specters-concentration",
        fate(&[Do::If(
            When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Specter)]),
            &[Do::If(
                When::Not(&More(&Amount::Hand(Opponent), &N(3))),
                &[To(This, Gain(Boon::EdgeForce, N(3), EDGE_BATTLE))],
            )],
        )]),
    ),
    (
        "hera-syndulla",
        does(&[after_you_refresh(&[To(Choose(SPECTER), Unfocus(N(1)))])]).always(&[gives(
            &[Is::Unit, Is::Friendly, SPECTER_OR_NEUTRAL, Is::Not(THIS)],
            Boon::Icon(UnitDamage),
            N(1),
        )]),
    ),
    (
        "ghost",
        does(&[aimed_at(
            &[
                By(Opponent),
                NotCanceled,
                When::Targets(&[Is::Unit, Is::Any(&[&[Is::Trait(Specter)], &[REBEL]])]),
            ],
            &[Cancel, Then, Draw(You, N(1))],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "phantom",
        does(&[
            interrupt(
                Destroyed,
                &[SubjectIs(WORTH_SAVING)],
                &[Instead(This, Sacrifice), To(Subject, Heal(All))],
            ),
            interrupt(
                Captured,
                &[SubjectIs(WORTH_SAVING)],
                &[Instead(This, Sacrifice), To(Subject, Heal(All))],
            ),
        ]),
    ),
    (
        "call-to-action",
        does(&[reaction(Completed, THIS_COMPLETED, &[To(Target(ENEMY_UNIT), ToHand)])])
            .once_scored(&[gives(&[Is::Unit, Is::Trait(Specter)], Boon::Icon(BlastDamage), N(1))]),
    ),
    (
        "on-the-run",
        does(&[on_revealing(
            &[InYourEdgeStack(&[Is::Fate, SMUGGLERS])],
            &[
                Do::Special(specials::LOOK_AT_TOP_CARD),
                May(&[To(It, Act::PutIntoEdgeStack)]),
                Do::Special(specials::BACK_ON_TOP),
            ],
        )]),
    ),
    ("boshek", constant(&[gives(THIS, Boon::Edge, Amount::AtMost(3, &Amount::Discarded(You, &[Is::Fate])))])),
    (
        "r4-e1",
        does(&[interrupt(
            EdgeDiscarded,
            &[By(You)],
            &[To(Who::From(Pool::YourEdgeStack, &[SMUGGLERS]), ToHand)],
        )
        .costs(&[Resources(1)])]),
    ),
    (
        "make-your-own-resources",
        does(&[reaction(
            EdgeWon,
            &[By(You), AmountAtLeast(2)],
            &[To(Who::From(Pool::YourHandOrDiscard, &[Is::Provides]), PutIntoPlay)],
        )]),
    ),
    (
        "tricks-and-nonsense-253",
        fate(&[Do::If(
            InTheirEdgeStack(&[Is::Any(&[&[SCUM], &[NEUTRAL]])]),
            &[TheyGain(Boon::NoAbilities, YES, ENGAGEMENT)],
        )]),
    ),
    (
        "lure-of-the-lost",
        does(&[
            after_you_refresh(&[To(Who::From(Pool::YourDiscard, &[]), ShuffleIntoDeck)]).costs(&[FocusThis])
        ]),
    ),
    (
        "rav-naaran",
        does(&[reaction(LeavesPlay, A_UNIT_FELL_IN_CONFLICT, &[To(Target(ENEMY_OBJECTIVE), Damage(N(1)))])
            .once_per_turn()]),
    ),
    (
        "berserk-hunter",
        does(&[reaction(StrikeResolved, &[SubjectIs(THIS)], &[To(This, Sacrifice)]).forced()]),
    ),
    (
        "naarans-lightsaber",
        attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[gives(HOST, Boon::Edge, N(1))]).lends(
            &[Is::Host, Is::Named("Rav Naaran")],
            reaction(LeavesPlay, A_UNIT_FELL_IN_CONFLICT, &[To(Target(ENEMY_UNIT), Damage(Nth(1, 1)))])
                .once_per_turn(),
        ),
    ),
    (
        "cloud-cover",
        constant(&[gives(&[Is::Unit, Is::Friendly, Is::Trait(Fighter), Is::Piloted], Boon::Capacity, N(1))]),
    ),
    (
        "howlrunner",
        constant(&[gives(FIGHTER, Boon::Icon(UnitDamage), N(1)).when(&[ThisIs(&[Is::Attached])])]),
    ),
    (
        "night-beast",
        does(&[reaction(
            EngagementEnds,
            &[HostIs(&[Is::Trait(Fighter), Is::Defending])],
            &[To(Host, Unfocus(N(1)))],
        )]),
    ),
    (
        "obsidian-leader",
        constant(&[gives(FIGHTER, Boon::Protects(Guard::ObsidianLeader), YES).when(PILOTED)]),
    ),
    ("obsidian-2", constant(&[gives(THIS, Boon::DoubleIcons(UnitDamage), YES).when(PILOTED)])),
    // Technological Terror
    (
        "tiny-robotic-sociopath",
        constant(&[
            yours(Boon::FewDraws, YES).when(&[When::There(SPECTER)]),
            theirs(Boon::FewDraws, YES).when(&[When::There(SPECTER)]),
        ]),
    ),
    ("technological-terror", constant(&[yours(Boon::DialHigher, N(1)).when(UNDAMAGED)])),
    (
        "death-star",
        constant(&[
            gives(THIS, Boon::Unaffected, YES),
            gives(THIS, Boon::SureDamage, YES),
            forbids(THIS, Deed::BeFocusedByTactics).when(&[ThisIs(&[Is::Not(&[Is::Participating])])]),
            this_gains(UnitDamage, Amount::Dial),
            this_gains(BlastDamage, Amount::Dial),
        ]),
    ),
    (
        "running-the-canyon",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(Speeder)], &[Is::Trait(Fighter)]])])],
            &[
                To(Subject, icon(UnitDamage, 1, STRIKE)),
                To(Subject, Gain(Boon::EdgeIcon(BlastDamage), N(1), STRIKE)),
            ],
        )
        .costs(&[Cost::DiscardSuch(EVENT)])]),
    ),
    (
        "lukes-t-16-skyhopper",
        does(&[on_playing_an_event(&[To(Target(ENEMY_OBJECTIVE), Damage(N(1)))]).once_per_turn()]),
    ),
    (
        "memories-of-home",
        does(&[
            action(&[], &[To(Target(FRIENDLY_UNIT), Shield)]),
            reaction(StruggleWon, &[By(You), AmountAtLeast(2)], &[To(This, ToHand)]).from_discard(),
        ]),
    ),
    (
        "bulls-eye",
        does(&[action(
            &[InEngagement],
            &[To(
                Target(&[Is::Unit, Is::Friendly, Is::Keyword(Keyword::TargetedStrike)]),
                Act::Special(STRIKES_FROM_OUTSIDE),
            )],
        )]),
    ),
    (
        "chopper",
        does(
            &[reaction(Discarded, FROM_THEIR_HAND, &[To(Target(ENEMY_UNIT), Damage(N(1)))]).once_per_turn()],
        ),
    ),
    ("captured-courier-droid", does(&[on_entering(&[DiscardHand(Opponent, N(1))])])),
    (
        "electroshock-prod",
        attaches(
            &[Is::Unit, Is::Any(&[&[Is::Trait(Specter)], &[Is::Trait(Droid)]])],
            &[reaction(PhaseBegins, &[], &[To(Target(UNIT), Gain(Boon::Blank, YES, PHASE))])
                .costs(&[FocusThis])],
        )
        .always(&[host_gains(UnitDamage)]),
    ),
    (
        "makeshift-repairs",
        does(&[action(
            &[],
            &[Do::IfElse(
                NO_CARDS_IN_HAND,
                &[To(Who::From(Pool::YourDeck, &[]), ToHand)],
                &[To(Who::From(Pool::YourDeck, ENHANCEMENT), ToHand)],
            )],
        )]),
    ),
    (
        "improvised-tactics",
        does(&[action(
            &[],
            &[
                To(Who::From(Pool::YourDeck, &[Is::Unit, Is::Trait(Specter)]), PutIntoPlay),
                Then,
                To(Choose(SPECTER), ShuffleIntoDeck),
            ],
        )]),
    ),
    (
        "the-emperors-shadow",
        does(&[reaction(Used, &[By(You), Played(ENHANCEMENT)], &[Draw(You, N(1))]).once_per_turn()]),
    ),
    (
        "the-emperors-shuttle",
        does(&[reaction(PhaseBegins, &[In(Phase::Force)], &[To(Target(FRIENDLY_UNIT), Unfocus(N(1)))])
            .costs(&[Cost::Sacrifice(&[Is::OnThis])])]),
    ),
    (
        "the-emperors-favor",
        attaches(&[Is::Unit, SITH], &[])
            .always(&[host_gains(UnitDamage), gives(HOST, Boon::Capacity, N(1))])
            .action_from_discard(),
    ),
    (
        "sensor-array",
        play_area(&[
            interrupt(Used, EVENT_PLAYED, &[Cancel]).costs(&[FocusThis, Cost::DiscardSuch(ENHANCEMENT)])
        ]),
    ),
    (
        "death-star-engineer",
        does(&[action(
            &[In(Phase::Deployment)],
            &[To(
                Target(&[Is::Unit, Is::Any(&[&[Is::Trait(SpaceStation)], &[Is::Trait(CapitalShip)]])]),
                Unfocus(N(1)),
            )],
        )
        .costs(&[SacrificeThis])])
        .always(&[gives(THIS, Boon::PaysOnlyFor(Sort::StationOrCapital), YES)]),
    ),
    (
        "heart-of-cold",
        does(&[on_revealing(
            &[InYourEdgeStack(&[Is::Fate, SCUM])],
            &[To(Target(&[Is::Objective, SCUM]), Heal(N(1)))],
        )]),
    ),
    (
        "ig-88c",
        does(&[
            reaction(
                Used,
                &[By(Opponent), NotCanceled, When::Targets(THIS)],
                &[To(Target(EXHAUSTED_ENEMY), Capture)],
            )
            .once_per_turn(),
            reaction(Trigger::Damage, STRUCK_BY_AN_ENEMY, &[To(Target(EXHAUSTED_ENEMY), Capture)])
                .once_with(0),
            reaction(FocusPlaced, STRUCK_BY_AN_ENEMY, &[To(Target(EXHAUSTED_ENEMY), Capture)]).once_with(0),
        ]),
    ),
    (
        "fex-model-combat-droid",
        does(&[
            reaction(Engaged, &[ThisIs(&[Is::Attacking, Is::Declared])], SENT_AWAY).forced(),
            reaction(DefendersDeclared, &[ThisIs(&[Is::Defending, Is::Declared])], SENT_AWAY).forced(),
        ]),
    ),
    (
        "tricks-and-nonsense-260",
        fate(&[Do::If(
            InTheirEdgeStack(&[Is::Any(&[&[SMUGGLERS], &[NEUTRAL]])]),
            &[TheyGain(Boon::NoAbilities, YES, ENGAGEMENT)],
        )]),
    ),
];

/// The enhancements of the card that leaves play, face-down ones included.
fn carried(state: &State, ctx: &Ctx) -> Vec<CardId> {
    let Some(subject) = subject(state, ctx) else { return Vec::new() };
    state.attachments(subject).chain(zones::stowed(state, subject)).collect()
}

/// As many of its enhancements as the player likes go to their owners' hands.
const ENHANCEMENTS_RETURN: &Special = &Special {
    could: |state, ctx| !carried(state, ctx).is_empty(),
    effect: |t, ctx| {
        let cards = carried(&t.state, ctx);
        let chosen = t.ask_some(ctx.seat, Ask::Choose(ctx.card), 0, cards.len(), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for id in cards.into_iter().filter(|id| chosen.contains(&Choice::Card(*id))) {
            if t.state.is_in_play(id) {
                zones::leave_play(t, id, Destination::Hand)?;
            } else {
                zones::to_hand(t, id, false);
            }
        }
        // audit: same (! left out) — nothing asks afterwards whether it did something
        Ok(!chosen.is_empty())
    },
};

/// A card was discarded from hand, not from a deck.
fn was_in_hand(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|occurrence| occurrence.amount == 0)
}

const FOCUS_OR_DISCARD: &[(Way, &[Do])] = &[
    (Way::Focus, &[To(TheyChoose(ENEMY_FIGHTING), Focus(N(1)))]),
    (Way::Discard, &[Do::If(More(&Amount::Hand(Opponent), &N(1)), &[DiscardRandom(Opponent, N(2))])]),
];

const FOCUS_OR_DISCARD_AS_THEY_CHOOSE: &Special = &Special {
    could: |state, ctx| FOCUS_OR_DISCARD.iter().any(|(_, steps)| could(state, ctx, steps)),
    effect: |t, ctx| they_choose_one(t, ctx, FOCUS_OR_DISCARD),
};

/// Strikes at once, even if it takes no part in the engagement.
const STRIKES_FROM_OUTSIDE: &SpecialAct = &SpecialAct {
    could: |state, _, id| state.is_in_play(id) && state.engagement.is_some() && state.card(id).is_ready(),
    act: |t, _, id| {
        strike::strike_with(t, id)?;
        Ok(true)
    },
};

fn is_affiliation_card(state: &State, _: &Ctx, id: CardId) -> bool {
    state.facts(id).card_type == CardType::Affiliation
}
