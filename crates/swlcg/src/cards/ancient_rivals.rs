//! Cards of the Opposition cycle: Ancient Rivals to Meditation and Mastery.

use super::atoms::{Ctx, Special, SpecialAct};
use super::hooks::playable_action;
use super::numerals::read;
use super::resolve::move_to_one_of;
use super::specials;
use super::words::*;
use crate::state::{CardId, State, opponent};
use crate::{Swlcg, timing, zones};
use table::timing::Timed;

const HAVE_SPECTER: &[When] = &[When::There(SPECTER)];
const TROOPER_OR_NAVY: Filter = &[Is::Unit, Is::Any(&[&[Is::Trait(Trooper)], &[NAVY, Is::Trait(Character)]])];
const PREPARATION: Effects = fate(&[Do::Gain(Boon::NextCost(Sort::Event), N(2), Until::EndOfTurn)]);
const WELL_EQUIPPED: Effects =
    fate(&[To(Choose(&[UNIT_OR_OBJECTIVE, Is::Friendly, Is::Enhanced]), TakeToken)]);
const SPEEDER_OR_FIGHTER_HOST: Filter = &[Is::Host, Is::Any(&[&[Is::Trait(Speeder)], &[Is::Trait(Fighter)]])];
const TRANSPORT_HOST: Filter = &[Is::Host, Is::Trait(Transport)];
const NAVY_OR_NEUTRAL_FIGHTING: Filter = &[Is::Unit, Is::Participating, Is::Any(&[&[NAVY], &[NEUTRAL]])];
const REBEL_OR_NEUTRAL_FIGHTING: Filter = &[Is::Unit, Is::Participating, Is::Any(&[&[REBEL], &[NEUTRAL]])];

pub const CARDS: Registry = &[
    // Ancient Rivals
    (
        "a-new-beginning",
        does(&[on_revealing(&[InYourEdgeStack(&[Is::Fate, JEDI])], &[To(This, Unfocus(All))])]),
    ),
    (
        "ahsoka-tano",
        does(&[
            on_revealing(&[InYourEdgeStack(&[JEDI])], &[Draw(You, Nth(1, 1))]).times_per(2, Until::EndOfTurn)
        ]),
    ),
    (
        "ahsokas-informant",
        does(&[interrupt(
            EdgeStacksRevealed,
            &[],
            &[To(Who::From(Pool::YourDiscard, &[JEDI]), Act::PutIntoEdgeStack)],
        )
        .costs(&[SacrificeThis])]),
    ),
    (
        "ahsokas-lightsabers",
        attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[
            host_gains(UnitDamage),
            host_gains_with_edge(BlastDamage),
            host_gains(Tactics).when(&[HostIs(&[Is::Participating]), EngagedIs(&[SITH])]),
        ]),
    ),
    (
        "explosives-artist",
        does(&[on_entering(&[Look(
            You,
            N(10),
            1,
            &[Is::Unit, Is::Trait(Specter)],
            &ToHand,
            Rest::Shuffled,
        )])]),
    ),
    (
        "sabine-wren",
        does(&[action(
            &[],
            &[
                To(
                    Target(&[
                        Is::Unit,
                        Is::Friendly,
                        Is::Any(&[&[JEDI], &[REBEL], &[SMUGGLERS], &[Is::Trait(Specter)]]),
                    ]),
                    Gain(Boon::Icon(UnitDamage), Amount::If(When::ItIs(&[JEDI]), 1, 0), PHASE),
                ),
                Do::If(When::ItIs(&[REBEL]), &[To(It, icon(Tactics, 1, PHASE))]),
                Do::If(When::ItIs(&[SMUGGLERS]), &[To(It, icon(BlastDamage, 1, PHASE))]),
                Do::If(When::ItIs(&[Is::Trait(Specter)]), &[To(It, Gain(Boon::Edge, Nth(1, 1), PHASE))]),
            ],
        )
        .costs(&[Resources(1)])
        .once_per_turn()]),
    ),
    (
        "sabines-armor",
        attaches(CHARACTER, &[]).always(&[
            gives(HOST, Boon::Capacity, N(2)),
            forbids(&[Is::Host, Is::Named("Sabine Wren")], Deed::BeTargetedByEnemies),
        ]),
    ),
    (
        "custom-paint-job",
        attaches(&[Is::Friendly], &[action(&[NO_CARDS_IN_HAND], &[Draw(You, N(1))]).once_per_turn()]).always(
            &[
                gives(HOST, Boon::Affiliation(Affiliation::Jedi), YES),
                gives(HOST, Boon::Affiliation(Affiliation::RebelAlliance), YES),
                gives(HOST, Boon::Affiliation(Affiliation::SmugglersAndSpies), YES),
            ],
        ),
    ),
    (
        "improvised-explosive",
        attaches(
            OBJECTIVE,
            &[action(&[HostIs(&[Is::Engaged])], &[To(Targets(2, ENEMY_FIGHTING), Damage(N(1)))])
                .costs(&[SacrificeThis])],
        ),
    ),
    ("well-equipped-232", WELL_EQUIPPED),
    (
        "no-match-for-a-good-blaster",
        does(&[reaction(
            Destroyed,
            &[By(Opponent), SubjectIs(UNIT), When::Special(a_strike_is_being_resolved)],
            &[To(EngagedObjective, Damage(N(1)))],
        )
        .times_per(3, PHASE)]),
    ),
    (
        "han-solo-233",
        constant(&[gives(&[Is::Unit, Is::Friendly, SMUGGLERS, Is::Not(THIS)], Boon::Icon(UnitDamage), N(1))]),
    ),
    ("chewbacca-233", constant(&[yours(Boon::StruggleByDamage, YES).when(COMMITTED)])),
    (
        "dl-44-blaster-pistol",
        attaches(
            CHARACTER,
            &[aimed_at(&[By(Opponent), NotCanceled, HostIs(&[SMUGGLERS]), When::Targets(HOST)], &[Cancel])
                .costs(&[Cost::ShuffleThis])],
        )
        .always(&[host_gains(UnitDamage)]),
    ),
    (
        "there-is-no-conflict",
        does(&[on_revealing(
            &[InYourEdgeStack(&[Is::Fate, SITH])],
            &[To(Target(ENEMY_OBJECTIVE), Focus(N(1)))],
        )
        .one_copy_per_turn()]),
    ),
    (
        "darth-vader-234",
        does(&[reaction(FateCard, &[By(You)], &[To(Target(ENEMY_UNIT), Damage(N(1)))]).once_per_turn()]),
    ),
    (
        "501st-commander",
        does(&[on_losing_the_edge(&[To(
            Target(&[Is::Unit, Is::Participating, Is::Any(&[&[JEDI], &[NEUTRAL]]), Is::Not(THIS)]),
            LeaveEngagement,
        )])
        .costs(&[Cost::LeaveEngagement])
        .once_per_turn()]),
    ),
    (
        "heartless-tactics",
        does(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[Is::Objective, Is::Friendly, SCUM, Is::Guarding])],
            &[Prevent(N(1))],
        )
        .once_per_turn()]),
    ),
    (
        "dengar-235",
        does(&[on_striking(&[Do::GainIcons(
            This,
            Count(&[Is::Objective, Is::Friendly, Is::Guarding]),
            STRIKE,
        )])]),
    ),
    (
        "security-operator",
        does(&[reaction(
            PhaseBegins,
            &[In(Phase::Conflict)],
            &[MoveCaptive(OBJECTIVE, Target(YOUR_OBJECTIVE))],
        )]),
    ),
    (
        "fortified-holding-cells",
        attaches(&[Is::Objective, SCUM], &[])
            .always(&[gives(HOST, Boon::Capacity, N(1)), gives(HOST, Boon::MoreCaptives, Nth(1, 1))]),
    ),
    ("preparation-and-planning-235", PREPARATION),
    // A Wretched Hive
    (
        "coerced",
        attaches(
            UNIT,
            &[interrupt(
                LeavesPlay,
                &[SubjectIs(&[Is::Host, Is::Enemy])],
                &[Do::Special(CAPTURE_FROM_THEIR_DECK)],
            )],
        ),
    ),
    (
        "resourceful-survivors",
        does(&[action(
            &[],
            &[
                To(Who::From(Pool::YourDiscard, &[Is::Event, REBEL]), Act::Special(PLAYED_WITH_ITS_ACTION)),
                Then,
                To(It, Act::RemoveFromGame),
            ],
        )
        .once_per_turn()]),
    ),
    ("general-vanden-willard", does(&[on_playing_an_event(&[Draw(You, N(1))]).once_per_turn()])),
    ("alderaanian-survivor", FINDS_AN_EVENT),
    ("peaceful-resistance", does(&[action(&[], &[To(Target(NOT_LIMITED), Discard)])])),
    ("preparation-and-planning-236", PREPARATION),
    ("the-last-warrior", constant(&[theirs(Boon::NoDraw, YES).when(HAVE_SPECTER)])),
    (
        "zeb-orrelios",
        does(&[on_striking(&[Do::UnlessTheyDiscard(1, &[To(This, icon(UnitDamage, 1, STRIKE))])])]).always(
            &[keyword(THIS, Keyword::TargetedStrike).when(&[More(
                &Count(&[Is::Enhancement, Is::Friendly]),
                &Count(&[Is::Enhancement, Is::Enemy]),
            )])],
        ),
    ),
    (
        "freelance-slicer",
        does(&[action(
            &[],
            &[
                Do::Special(specials::LOOK_AT_TOP_CARD),
                Do::If(When::ItIs(ENHANCEMENT), &[May(&[To(It, PutIntoPlay)])]),
                Do::Special(specials::BACK_ON_TOP),
            ],
        )
        .once_per_turn()]),
    ),
    (
        "bo-rifle",
        attaches(&[Is::Unit, Is::Any(&[&[Is::Trait(Specter)], &[SMUGGLERS, Is::Trait(Character)]])], &[])
            .always(&[host_gains(UnitDamage), host_gains_with_edge(BlastDamage)])
            .action_from_discard(),
    ),
    (
        "improvised-defenses",
        attaches(YOUR_OBJECTIVE, &[interrupt(Destroyed, &[SubjectIs(HOST)], &[To(This, ToHand)])])
            .always(&[gives(HOST, Boon::Capacity, N(1))]),
    ),
    (
        "the-emperors-cabal",
        does(&[on_winning_the_struggle(&[To(Who::From(Pool::YourDiscard, EVENT), ShuffleIntoDeck)])]),
    ),
    ("sim-aloo", does(&[on_striking(&[To(Target(NOT_LIMITED), OnDeck)]).costs(&[Cost::Reveal(EVENT)])])),
    (
        "imperial-senate-guard",
        does(&[on_playing_an_event(&[To(Target(&[UNIT_OR_OBJECTIVE, SITH]), Shield)]).once_per_turn()]),
    ),
    ("executive-override", does(&[interrupt(Used, &[UsedBy(ENHANCEMENT), NotCanceled], &[Cancel])])),
    (
        "cruel-procedures",
        does(&[
            action(
                &[InEngagement],
                &[MoveDamage(1, Choose(&[Is::Unit, Is::Participating, SITH]), Target(ENEMY_FIGHTING))],
            ),
            on_winning_the_struggle(&[To(This, ToHand)]).from_discard(),
        ]),
    ),
    (
        "pattern-analysis",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Not(&[Is::Trait(Vehicle)]), Is::Enhanced],
            Boon::Edge,
            N(1),
        )]),
    ),
    (
        "agent-kallus",
        does(&[reaction(
            Destroyed,
            &[ThisIs(&[Is::Participating]), SubjectIs(OBJECTIVE)],
            &[To(Each(&[Is::Unit, Is::SharesSetWith(&Subject)]), Destroy)],
        )])
        .minds_sets(),
    ),
    ("academy-engineer", does(&[on_entering(&[Look(You, N(5), 1, ENHANCEMENT, &ToHand, Rest::Shuffled)])])),
    ("squad-leader", attaches(TROOPER_OR_NAVY, &[]).always(&[keyword(HOST, Keyword::Elite)])),
    (
        "t-7-ion-disruptor",
        attaches(TROOPER_OR_NAVY, &[])
            .always(&[host_gains(UnitDamage), host_gains_with_edge(BlastDamage)])
            .action_from_discard(),
    ),
    ("well-equipped-239", WELL_EQUIPPED),
    (
        "i-dont-like-you-either",
        does(&[reaction(Used, EVENT_PLAYED, &[ResolveAgain]).costs(&[DamageThis(2)])]),
    ),
    (
        "dr-evazan",
        does(&[action(
            &[],
            &[
                To(
                    Target(&[
                        Is::Unit,
                        Is::Friendly,
                        Is::Not(THIS),
                        Is::IfSome(&[
                            Is::Unit,
                            Is::Enemy,
                            Is::CostsAsMuchAs(&It),
                            Is::Special(specials::can_be_targeted),
                        ]),
                    ]),
                    Gain(Boon::Blank, YES, PHASE),
                ),
                To(
                    Target(&[Is::Unit, Is::Enemy, Is::CostsAsMuchAs(&Who::FirstTarget)]),
                    Gain(Boon::Blank, YES, PHASE),
                ),
            ],
        )
        .once_per_turn()]),
    ),
    (
        "ponda-baba",
        constant(&[
            gives(THIS, Boon::Cost, N(-2)).when(&[When::There(&[
                Is::Unit,
                Is::Enemy,
                Is::Unique,
                Is::Trait(Character),
            ])]),
            gives(THIS, Boon::MustAttack, YES).when(&[When::Special(specials::nothing_was_engaged)]),
            gives(THIS, Boon::MustDefend, YES).when(&[When::Special(specials::is_first_engagement)]),
        ]),
    ),
    ("he-doesnt-like-you", WITHIN_REACH),
    // Meditation and Mastery
    (
        "daughter-of-taanab",
        does(&[reaction(
            Used,
            &[By(You), Played(EVENT), ThisIs(&[Is::DamageAtMost(2)])],
            &[Draw(You, N(1))],
        )
        .once_per_turn()]),
    ),
    (
        "sarenda",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(THIS), When::Any(&[When::WasDestroyed, When::WasSacrificed])],
            &[To(Who::From(Pool::YourDeck, EVENT), ToHand)],
        )]),
    ),
    ("cathar-defender", constant(&[this_gains(UnitDamage, N(1)).when(&[ThisIs(&[Is::Defending])])])),
    (
        "a-legend-begins",
        does(&[on_revealing(
            &[InYourEdgeStack(&[Is::Fate, REBEL])],
            &[To(Target(ENEMY_FIGHTING), LeaveEngagement)],
        )
        .one_copy_per(ENGAGEMENT)]),
    ),
    (
        "wedge-antilles-242",
        does(&[action(&[ThisIs(&[Is::Attached])], &[To(This, Act::Special(MOVES_TO_ANY_UNIT))])
            .costs(&[FocusThis])])
        .always(&[
            gives(SPEEDER_OR_FIGHTER_HOST, Boon::Icon(UnitDamage), N(1)),
            gives(SPEEDER_OR_FIGHTER_HOST, Boon::Icon(BlastDamage), N(1)),
            keyword(SPEEDER_OR_FIGHTER_HOST, Keyword::Elite),
        ]),
    ),
    (
        "red-two-242",
        does(&[reaction(
            Attached,
            &[CauseIs(THIS), SubjectIs(&[Is::Pilot])],
            &[MoveFocus(
                1,
                Choose(&[
                    Is::Enhancement,
                    Is::FocusAtLeast(1),
                    Is::Not(&[Is::FirstTarget]),
                    Is::WithOwnerOf(&Who::FirstTarget),
                ]),
                Target(&[
                    Is::Enhancement,
                    Is::IfSome(&[
                        Is::Enhancement,
                        Is::FocusAtLeast(1),
                        Is::Not(&[Is::It]),
                        Is::WithOwnerOf(&It),
                    ]),
                ]),
            )],
        )
        .once_per_turn()]),
    ),
    ("tactical-planning-242", fate(&[LoseIcon(Target(NAVY_OR_NEUTRAL_FIGHTING), ENGAGEMENT)])),
    (
        "resistance-and-rebellion",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(Transport)],
            Boon::Capacity,
            Count(&[Is::Enhancement, Is::Pilot, Is::On(&It)]),
        )]),
    ),
    (
        "nien-numb",
        constant(&[
            gives(TRANSPORT_HOST, Boon::Icon(UnitDamage), N(1)),
            gives(TRANSPORT_HOST, Boon::EdgeIcon(Tactics), N(1)),
            gives(THIS, Boon::FurtherPilot, YES),
        ]),
    ),
    (
        "loyal-co-pilot",
        constant(&[
            keyword(TRANSPORT_HOST, Keyword::Shielding),
            keyword(&[Is::Host, Is::Trait(Transport), Is::Special(carries_two_pilots)], Keyword::Elite),
            gives(THIS, Boon::FurtherPilot, YES),
        ]),
    ),
    (
        "yt-2000-freighter",
        constant(&[gives(THIS, Boon::Edge, Count(&[Is::Enhancement, Is::Pilot, Is::OnThis]))]),
    ),
    (
        "inexorable-destruction",
        does(&[on_revealing(
            &[InYourEdgeStack(&[Is::Fate, NAVY])],
            &[To(Target(&[Is::Unit, Is::Friendly, Is::Participating, Is::Ready]), Strike)],
        )]),
    ),
    (
        "admiral-screed",
        does(&[interrupt(
            EngagementEnds,
            &[HostIs(&[Is::Trait(CapitalShip), Is::Participating])],
            &[To(Target(&[Is::Unit, Is::Participating]), Damage(N(2)))],
        )]),
    ),
    (
        "demolisher",
        does(&[interrupt(
            EngagementEnds,
            PARTICIPATING,
            &[To(Target(&[Is::Objective, Is::Not(&[Is::Engaged])]), Damage(N(1)))],
        )]),
    ),
    (
        "nebulon-b2-frigate",
        does(&[on_striking(&[CopyIcon(This, &[Is::Unit, Is::Participating, Is::Not(THIS)], true, STRIKE)])]),
    ),
    ("tactical-planning-244", fate(&[LoseIcon(Target(REBEL_OR_NEUTRAL_FIGHTING), ENGAGEMENT)])),
    (
        "djas-puhr",
        constant(&[
            keyword(THIS, Keyword::Elite).when(&[When::There(&[Is::Trait(Night)])]),
            keyword(THIS, Keyword::TargetedStrike).when(&[When::AtLeast(2, &[Is::Trait(Night)])]),
        ]),
    ),
    ("defel-mercenary", constant(&[this_gains(UnitDamage, Count(&[Is::Trait(Night)]))])),
    (
        "master-of-the-night",
        attaches(
            &[Is::Friendly],
            &[aimed_at(&[By(Opponent), NotCanceled, When::Targets(HOST)], &[Cancel])
                .costs(&[Cost::ShuffleThis])],
        ),
    ),
];

/// Carries at least two pilots.
fn carries_two_pilots(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let pilots = state.attachments(id).filter(|pilot| state.facts(*pilot).traits.has(Pilot));
    pilots.count() >= read(state, ctx, 2) as usize
}

/// Any card of the opponent's deck is captured.
const CAPTURE_FROM_THEIR_DECK: &Special = &Special {
    could: |state, ctx| Side::of(ctx.seat) == Side::Dark && !state.player(opponent(ctx.seat)).deck.is_empty(),
    effect: |t, ctx| specials::capture_from_deck(t, ctx, false, |_, _| true),
};

fn a_strike_is_being_resolved(state: &State, _: &Ctx) -> bool {
    state.engagement.as_ref().is_some_and(|engagement| engagement.striking)
}

/// An event that is not in hand is played with its action.
const PLAYED_WITH_ITS_ACTION: &SpecialAct = &SpecialAct {
    could: |state, ctx, id| playable_action(state, ctx.seat, id).is_some(),
    act: |t, ctx, id| {
        let Some(index) = playable_action(&t.state, ctx.seat, id) else { return Ok(false) };
        Swlcg::spend(&mut t.state, id, index);
        timing::use_ability(t, id, index)?;
        Ok(true)
    },
};

/// Other units of either player that an enhancement could be on and that may be targets.
fn hosts_anywhere<'a>(state: &'a State, ctx: &'a Ctx, id: CardId) -> impl Iterator<Item = CardId> + 'a {
    let host = state.card(id).attached;
    let other = move |other: &CardId| host != Some(*other) && state.card(*other).is_unit();
    timing::hosts(state, id).filter(other).filter(|other| zones::may_be_targeted(state, ctx, *other))
}

const MOVES_TO_ANY_UNIT: &SpecialAct = &SpecialAct {
    could: |state, ctx, id| state.is_in_play(id) && hosts_anywhere(state, ctx, id).next().is_some(),
    act: |t, ctx, id| {
        let hosts: Vec<CardId> = hosts_anywhere(&t.state, ctx, id).collect();
        move_to_one_of(t, ctx, id, &hosts)
    },
};
