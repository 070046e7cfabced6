//! Cards of the Opposition cycle: Ancient Rivals to Technological Terror.

use super::specials;
use super::words::*;

const SPECTER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Specter)];
const HAVE_SPECTER: &[When] = &[When::AtLeast(1, SPECTER)];
const SPECTER_OR_NEUTRAL: Is = Is::Any(&[&[Is::Trait(Specter)], &[NEUTRAL]]);
const FIGHTER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Fighter)];
const TROOPER_OR_NAVY: Filter = &[Is::Unit, Is::Any(&[&[Is::Trait(Trooper)], &[NAVY, Is::Trait(Character)]])];
const EVENT: Filter = &[Is::Event];
const FROM_THEIR_HAND: &[When] = &[By(Opponent), When::Not(&AmountAtLeast(1))];
const A_UNIT_FELL_IN_CONFLICT: &[When] = &[SubjectIs(UNIT), WAS_NO_ENHANCEMENT, In(Phase::Conflict)];
const NO_CARDS_IN_HAND: When = When::Not(&More(&Amount::Hand(Opponent), &N(0)));

/// "Reaction: After this unit enters play, search the top 5 cards of your deck for an event card …"
const FINDS_AN_EVENT: Effects = does(&[on_entering(&[Look(You, N(5), 1, EVENT, &ToHand, Rest::Shuffled)])]);
const PREPARATION: Effects = fate(&[Do::Gain(Boon::NextCost(Sort::Event), N(2), Until::EndOfTurn)]);
const WELL_EQUIPPED: Effects =
    fate(&[To(Choose(&[UNIT_OR_OBJECTIVE, Is::Friendly, Is::Enhanced]), TakeToken)]);
/// "Reaction: After you reveal 1 or more fate cards of an affiliation in your edge stack, …"
const fn on_revealing(such: &'static [When], effect: &'static [Do]) -> Ability {
    reaction(EdgeStacksRevealed, such, effect)
}
/// An enemy card effect has such a target and can still be canceled.
const fn aimed_at(such: &'static [When], effect: &'static [Do]) -> Ability {
    interrupt(Used, such, effect)
}

pub const CARDS: Registry = &[
    // Ancient Rivals
    (
        "a-new-beginning",
        does(&[on_revealing(&[InYourEdgeStack(&[Is::Fate, JEDI])], &[To(This, Unfocus(All))])]),
    ),
    (
        "ahsoka-tano",
        does(&[on_revealing(&[InYourEdgeStack(&[JEDI])], &[Draw(You, N(1))]).times_per(2, Until::EndOfTurn)]),
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
                Do::If(When::ItIs(&[Is::Trait(Specter)]), &[To(It, Gain(Boon::Edge, N(1), PHASE))]),
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
                gives(HOST, Boon::Affiliation(Affiliation::Jedi), N(1)),
                gives(HOST, Boon::Affiliation(Affiliation::RebelAlliance), N(1)),
                gives(HOST, Boon::Affiliation(Affiliation::SmugglersAndSpies), N(1)),
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
            &[By(Opponent), SubjectIs(UNIT), DuringStrike],
            &[To(EngagedObjective, Damage(N(1)))],
        )
        .times_per(3, PHASE)]),
    ),
    (
        "han-solo-233",
        constant(&[gives(&[Is::Unit, Is::Friendly, SMUGGLERS, Is::Not(THIS)], Boon::Icon(UnitDamage), N(1))]),
    ),
    ("chewbacca-233", constant(&[yours(Boon::StruggleByDamage, N(1)).when(COMMITTED)])),
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
        does(&[reaction(FateEffect, &[By(You)], &[To(Target(ENEMY_UNIT), Damage(N(1)))]).once_per_turn()]),
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
            &[Prevent(1)],
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
            .always(&[gives(HOST, Boon::Capacity, N(1)), gives(HOST, Boon::MoreCaptives, N(1))]),
    ),
    ("preparation-and-planning-235", PREPARATION),
    // A Wretched Hive
    (
        "resourceful-survivors",
        does(&[action(
            &[],
            &[
                To(Who::From(Pool::YourDiscard, &[Is::Event, REBEL]), Act::PlayEvent),
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
    ("the-last-warrior", constant(&[theirs(Boon::NoDraw, N(1)).when(HAVE_SPECTER)])),
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
                        Is::IfSome(&[Is::Unit, Is::Enemy, Is::CostsAsMuchAs(&It)]),
                    ]),
                    Gain(Boon::Blank, N(1), PHASE),
                ),
                To(
                    Target(&[Is::Unit, Is::Enemy, Is::CostsAsMuchAs(&Who::FirstTarget)]),
                    Gain(Boon::Blank, N(1), PHASE),
                ),
            ],
        )
        .once_per_turn()]),
    ),
    (
        "ponda-baba",
        constant(&[
            gives(THIS, Boon::Cost, N(-2))
                .when(&[When::AtLeast(1, &[Is::Unit, Is::Enemy, Is::Unique, Is::Trait(Character)])]),
            gives(THIS, Boon::MustAttack, N(1)).when(&[When::Special(specials::nothing_was_engaged)]),
            gives(THIS, Boon::MustDefend, N(1)).when(&[When::Special(specials::is_first_engagement)]),
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
        does(&[action(&[ThisIs(&[Is::Attached])], &[To(This, Act::MoveAnywhere)]).costs(&[FocusThis])])
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
        ])
        .further_pilot(),
    ),
    (
        "loyal-co-pilot",
        constant(&[
            keyword(TRANSPORT_HOST, Keyword::Shielding),
            keyword(
                &[Is::Host, Is::Trait(Transport), Is::Special(specials::carries_two_pilots)],
                Keyword::Elite,
            ),
        ])
        .further_pilot(),
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
            keyword(THIS, Keyword::Elite).when(&[When::AtLeast(1, &[Is::Trait(Night)])]),
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
    // Scrap Metal
    (
        "hero-of-a-thousand-devices",
        does(&[interrupt(
            LeavesPlay,
            &[By(You), SubjectIs(&[Is::Unit, Is::Enhanced])],
            &[To(ChooseUpTo(20, &[Is::On(&Subject)]), ToHand)],
        )]),
    ),
    ("c-3po-246", does(&[on_entering(&[To(Target(&[Is::Enhancement, Is::CostAtMost(2)]), Discard)])])),
    (
        "2-1b-surgical-droid",
        does(&[action(
            &[],
            &[To(Target(&[Is::Unit, Is::Not(&[Is::Trait(Vehicle)]), Is::Enhanced]), Heal(N(1)))],
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
        constant(&[gives(THIS, Boon::Protects(Guard::Vehicle), N(1))
            .when(&[When::AtLeast(1, &[Is::OnThis, Is::Named("Jek Porkins")])])]),
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
    ("dragonsnake", constant(&[gives(THIS, Boon::FixedIcons, N(1))]).any_time()),
    (
        "endless-hunger",
        play_area(&[reaction(
            Destroyed,
            &[
                By(Opponent),
                SubjectIs(UNIT),
                When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Creature)]),
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
        "feeding-frenzy",
        does(&[reaction(
            Trigger::Damage,
            &[
                CauseIs(&[Is::Unit, Is::Trait(Creature)]),
                SubjectIs(&[
                    Is::Unit,
                    Is::Enemy,
                    Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]]),
                ]),
            ],
            &[To(Subject, Destroy)],
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
    (
        "ezra-bridger",
        does(&[on_striking(&[Do::TheyChooseOne(&[
            (Way::Focus, &[To(TheyChoose(ENEMY_FIGHTING), Focus(N(1)))]),
            (Way::Discard, &[DiscardRandom(Opponent, 2)]),
        ])])]),
    ),
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
            When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Specter)]),
            &[Do::If(
                More(&N(4), &Amount::Hand(Opponent)),
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
            &[TheyGain(Boon::NoAbilities, N(1), ENGAGEMENT)],
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
        attaches(
            TOUCHED_BY_THE_FORCE,
            &[reaction(
                LeavesPlay,
                &[
                    HostIs(&[Is::Named("Rav Naaran")]),
                    SubjectIs(UNIT),
                    WAS_NO_ENHANCEMENT,
                    In(Phase::Conflict),
                ],
                &[To(Target(ENEMY_UNIT), Damage(N(1)))],
            )
            .once_per_turn()],
        )
        .always(&[gives(HOST, Boon::Edge, N(1))]),
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
        constant(&[gives(FIGHTER, Boon::Protects(Guard::ObsidianLeader), N(1)).when(PILOTED)]),
    ),
    ("obsidian-2", constant(&[gives(THIS, Boon::DoubleIcons(UnitDamage), N(1)).when(PILOTED)])),
    // Technological Terror
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
                Act::StrikeFromOutside,
            )],
        )]),
    ),
    (
        "chopper",
        does(
            &[reaction(Discarded, FROM_THEIR_HAND, &[To(Target(ENEMY_UNIT), Damage(N(1)))]).once_per_turn()],
        ),
    ),
    ("captured-courier-droid", does(&[on_entering(&[DiscardHand(Opponent, 1)])])),
    (
        "electroshock-prod",
        attaches(
            &[Is::Unit, Is::Any(&[&[Is::Trait(Specter)], &[Is::Trait(Droid)]])],
            &[reaction(PhaseBegins, &[], &[To(Target(UNIT), Gain(Boon::Blank, N(1), PHASE))])
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
        .always(&[gives(THIS, Boon::PaysOnlyFor(Sort::StationOrCapital), N(1))]),
    ),
    (
        "heart-of-cold",
        does(&[on_revealing(
            &[InYourEdgeStack(&[Is::Fate, SCUM])],
            &[To(Target(&[Is::Objective, SCUM]), Heal(N(1)))],
        )]),
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
            &[TheyGain(Boon::NoAbilities, N(1), ENGAGEMENT)],
        )]),
    ),
];

const SPEEDER_OR_FIGHTER_HOST: Filter = &[Is::Host, Is::Any(&[&[Is::Trait(Speeder)], &[Is::Trait(Fighter)]])];
const TRANSPORT_HOST: Filter = &[Is::Host, Is::Trait(Transport)];
const NAVY_OR_NEUTRAL_FIGHTING: Filter = &[Is::Unit, Is::Participating, Is::Any(&[&[NAVY], &[NEUTRAL]])];
const REBEL_OR_NEUTRAL_FIGHTING: Filter = &[Is::Unit, Is::Participating, Is::Any(&[&[REBEL], &[NEUTRAL]])];
const HUNTER_OR_SCUM_EVENT: Is = Is::Any(&[&[Is::Unit, Is::Trait(BountyHunter)], &[Is::Event, SCUM]]);
const WORTH_SAVING: Filter =
    &[Is::Unit, Is::Friendly, Is::Not(THIS), Is::Any(&[&[Is::Trait(Specter)], &[Is::Trait(Character)]])];
/// "An opponent may focus his affiliation card to remove this unit from the engagement."
const SENT_AWAY: &[Do] =
    &[TheyMayFocus(&[Is::AffiliationCard, Is::Friendly], &[To(This, LeaveEngagement)], &[])];
