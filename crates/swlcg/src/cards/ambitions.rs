//! Cards of Imperial Entanglements and Galactic Ambitions.

use super::specials;
use super::words::*;

const YOUR_NAVY: Filter = &[Is::Objective, Is::Friendly, NAVY];
const TOUCHED: Is = Is::Any(&[&[Is::Trait(ForceUser)], &[Is::Trait(ForceSensitive)]]);
const THEY_HAVE_MORE: When = THEY_HAVE_MORE_UNITS;
const LED_BY_THREE: &[When] = &[By(You), AmountAtLeast(3)];

const RENEGADES: Filter = &[Is::Unit, Is::Friendly, Is::Trait(RenegadeSquadron)];
const DECLARED_FIGHTER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Fighter), Is::Declared];

/// The focus tokens of the Force User of the player that has most of them.
const MOST_FOCUS_OF_A_FORCE_USER: Amount = Amount::Special(specials::most_focus_of_a_force_user);

pub const CARDS: Registry = &[
    // Imperial Entanglements
    (
        "force-illusion",
        does(&[reaction(
            Engaged,
            &[YouAttack, When::DeclaredAlone, More(&MOST_FOCUS_OF_A_FORCE_USER, &N(0))],
            &[To(
                Who::TargetsBy(&MOST_FOCUS_OF_A_FORCE_USER, &[Is::Unit, Is::Enemy, Is::Ready]),
                cannot(Deed::Defend, ENGAGEMENT),
            )],
        )]),
    ),
    (
        "wookiee-rage",
        does(&[action(&[InEngagement], &[Do::Divide(You, Amount::StrengthOfPaid, ENEMY_FIGHTING)])
            .costs(&[Cost::Sacrifice(&[Is::Unit, Is::Participating, Is::Trait(Wookiee)])])]),
    ),
    ("lady-luck", does(&[on_striking(&[Do::Special(specials::SHARE_OUT_THREE)])])),
    ("central-computer", play_area(&[interrupt(Drawn, &[By(You)], &[Divert(Doom::UnderDeck)])])),
    (
        "debt-of-honor",
        does(&[reaction(
            LeavesPlay,
            &[
                By(You),
                SubjectIs(&[Is::Unit, Is::Trait(Wookiee), Is::Special(specials::is_discarded)]),
                WAS_NO_ENHANCEMENT,
                When::Any(&[When::WasDestroyed, When::WasSacrificed]),
            ],
            &[To(Subject, ShuffleIntoDeck)],
        )
        .once_per_turn()]),
    ),
    (
        "chewbacca-172",
        does(&[action(&[THEY_HAVE_MORE], &[To(Targets(2, FRIENDLY_UNIT), Shield)]).once_per_turn()]),
    ),
    (
        "cloud-city-technician",
        does(&[reaction(
            LeavesPlay,
            &[SubjectIs(THIS), When::Special(specials::was_discarded)],
            &[Draw(You, N(1))],
        )]),
    ),
    ("wookiee-defender", constant(&[this_gains(UnitDamage, N(1)).when(&[ThisIs(&[Is::Shielded])])])),
    (
        "kashyyyk-resistance-hideout",
        play_area(&[action(
            &[THEY_HAVE_MORE],
            &[To(Target(FRIENDLY_UNIT), ExtraShield), To(It, ExtraShield)],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "honor-among-thieves",
        does(&[
            reaction(Used, &[By(Opponent), Played(&[Is::Event])], &[To(This, Unfocus(N(1)))]).once_per_turn()
        ]),
    ),
    (
        "mirax-terrik",
        constant(
            &[gives(&[Is::Event, Is::Friendly], Boon::Cost, N(-1)).when(&[FirstThisTurn(&[Is::Event])])],
        ),
    ),
    ("fringer-captain", constant(&[forbids(THIS, Deed::BeTargetedByEnemyEvents)])),
    (
        "one-last-trick",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(FRIENDLY_UNIT)],
            &[To(Target(&[Is::Unit, Is::CostAtMostOf(&Subject)]), Focus(N(1)))],
        )]),
    ),
    (
        "mysteries-of-the-rim",
        does(&[action(&[], &[MoveFocus(1, This, Choose(&[Is::Unit, Is::Friendly, JEDI]))]).once_per_turn()]),
    ),
    ("niman-training", attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[keyword(HOST, Keyword::Elite)])),
    (
        "the-tarkin-doctrine",
        does(&[reaction(
            Engaged,
            &[By(Opponent), When::AtLeast(3, YOUR_NAVY)],
            &[UnlessTheyPay(2, &[EndEngagement])],
        )
        .one_copy_per(Until::EndOfRound)]),
    ),
    (
        "grand-moff-tarkin-178",
        does(&[reaction(PhaseBegins, &[], &[To(Target(&[]), Gain(Boon::Blank, N(1), PHASE))])
            .costs(&[Cost::ResourcesOf(Affiliation::ImperialNavy, 1)])
            .once_per_turn()]),
    ),
    ("stormtrooper-assault-team", constant(&[this_gains_with_edge(UnitDamage, Count(YOUR_NAVY))])),
    (
        "rule-by-fear",
        play_area(&[reaction(
            EntersPlay,
            &[By(Opponent), SubjectIs(&[Is::Unit, Is::CostAtMost(3)])],
            &[To(Subject, ToHand)],
        )
        .costs(&[SacrificeThis])]),
    ),
    ("moment-of-triumph", does(&[action(&[YourTurn], &[To(Each(&[Is::Unit, Is::CostAtMost(2)]), Destroy)])])),
    (
        "might-of-the-empire",
        constant(&[keyword(&[Is::Unit, Is::Friendly, Is::Trait(CapitalShip)], Keyword::Elite)]),
    ),
    ("chimaera", does(&[on_striking(&[GainIcon(This, &[UnitDamage, BlastDamage], PHASE)])])),
    (
        "dp20-corellian-gunship",
        does(&[
            reaction(
                Engaged,
                &[ThisIs(&[Is::Attacking, Is::Declared])],
                &[To(Target(&[UNIT_OR_OBJECTIVE]), Shield)],
            ),
            reaction(
                DefendersDeclared,
                &[ThisIs(&[Is::Defending, Is::Declared])],
                &[To(Target(&[UNIT_OR_OBJECTIVE]), Shield)],
            ),
        ]),
    ),
    ("fleet-staging-area", play_area(&[]).always(&[gives(THIS, Boon::PaysOnlyFor(Sort::DearNavy), N(1))])),
    ("the-empire-strikes-back", does(&[reaction(Destroyed, THEIR_OBJECTIVE_FELL, &[Dial(1)])])),
    (
        "imperial-raider",
        does(&[reaction(EdgeWon, &[By(Opponent), YouDefend], &[To(This, JoinEngagement)]).once_per_turn()]),
    ),
    (
        "vt-49-decimator",
        constant(&[yours(Boon::StrikesFirst, N(1))
            .when(&[ThisIs(&[Is::Defending]), Exactly(1, &[Is::Unit, Is::Defending])])]),
    ),
    (
        "ion-cannon",
        attaches(&[Is::Unit, Is::Any(&[&[Is::Trait(CapitalShip)], &[Is::Trait(Transport)]])], &[])
            .always(&[host_gains(Tactics)]),
    ),
    (
        "enhanced-laser-cannon",
        attaches(&[Is::Unit, Is::Trait(Fighter)], &[])
            .always(&[host_gains(UnitDamage), gives(HOST, Boon::PiercesShields, N(1))]),
    ),
    (
        "fighters-coming-in",
        does(&[action(
            &[InEngagement],
            &[To(
                Target(&[
                    Is::Unit,
                    Is::Friendly,
                    Is::Trait(Fighter),
                    Is::Ready,
                    Is::Not(&[Is::Participating]),
                ]),
                JoinEngagement,
            )],
        )]),
    ),
    (
        "brothers-of-the-sith",
        does(&[action(&[], &[Look(You, N(5), 5, &[Is::Trait(Sithspawn)], &ToHand, Rest::Shuffled)])
            .costs(&[FocusThis])]),
    ),
    (
        "gorc",
        does(&[reaction(
            Trigger::Damage,
            &[SubjectIs(&[Is::This, Is::InPlay])],
            &[To(Choose(&[Is::Friendly, Is::Named("Pic")]), ToHand)],
        )]),
    ),
    (
        "the-hutts-menagerie",
        does(&[action(&[], &[To(Who::From(Pool::YourDiscard, &[Is::Unit, Is::Trait(Creature)]), ToHand)])
            .costs(&[FocusThis])]),
    ),
    (
        "jabbas-rancor",
        does(&[reaction(
            EdgeWon,
            &[By(You), ThisIs(&[Is::Participating])],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Participating, Is::Not(&[Is::Trait(Vehicle)])]), Destroy)],
        )]),
    ),
    (
        "underground-entertainment",
        play_area(&[action(
            &[],
            &[
                To(
                    Target(&[Is::Unit, Is::Enemy, Is::Participating, Is::Not(&[Is::Trait(Vehicle)])]),
                    LeaveEngagement,
                ),
                Then,
                To(It, Damage(N(1))),
            ],
        )
        .costs(&[Cost::ShuffleThis])]),
    ),
    ("jabbas-summons", does(&[action(&[], &[To(Who::From(Pool::YourDeck, HUNTER), ToHand)])])),
    // Galactic Ambitions
    (
        "darth-vader-217",
        does(&[interrupt(
            ResolvesUnitDamage,
            &[SubjectIs(THIS)],
            &[Do::AssignTo(Target(&[Is::Unit, Is::Enemy, Is::Exhausted, Is::Not(&[Is::Participating])]))],
        )])
        .always(&[
            this_gains(UnitDamage, N(1)).when(&[When::AtLeast(2, &[Is::Unit, Is::Enemy, Is::Exhausted])])
        ]),
    ),
    (
        "telekinetic-strike",
        does(&[action(
            &[],
            &[To(
                Target(&[
                    Is::Unit,
                    Is::Enemy,
                    Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]]),
                    Is::CostAtMostOf(&Who::Paid),
                ]),
                Focus(Amount::If(When::Balance(Side::Dark), 2, 1)),
            )],
        )
        .costs(&[Cost::Focus(&[
            Is::Unit,
            Is::IfSome(&[
                Is::Unit,
                Is::Enemy,
                Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]]),
                Is::CostAtMostOf(&It),
                Is::Special(specials::can_be_targeted),
            ]),
        ])])]),
    ),
    (
        "the-inquisitors-lightsaber",
        attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[
            host_gains(UnitDamage),
            gives(&[Is::Host, Is::Named("The Inquisitor")], Boon::SureDamage, N(1)),
        ]),
    ),
    (
        "terentatek",
        constant(&[
            gives(THIS, Boon::UnaffectedByForceEvents, N(1)),
            gives(THIS, Boon::PiercesShields, N(1)),
        ]),
    ),
    (
        "hope-of-rebellion",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(&[Is::Unit, Is::Trait(Leader)])],
            &[To(Who::From(Pool::YourHand, &[Is::Unit, Is::CostAtMost(2)]), PutIntoPlay)],
        )
        .once_per_turn()]),
    ),
    (
        "leia-organa-224",
        does(&[on_leaving(&[Do::Special(specials::SWITCH_AN_OBJECTIVE)])]).always(&[gives(
            THIS,
            Boon::CapturedWhenLeaving,
            N(1),
        )]),
    ),
    (
        "operations-planner",
        does(&[on_entering(&[To(Target(&[Is::Objective, Is::Enemy, Is::Guarding]), Damage(N(1)))])])
            .always(&[gives(THIS, Boon::CapturedWhereItsPlayerLikes, N(1))]),
    ),
    (
        "rousing-speech",
        does(&[action(
            &[
                InEngagement,
                When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Leader)]),
            ],
            &[To(
                Each(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Character)]),
                icon(UnitDamage, 1, ENGAGEMENT),
            )],
        )]),
    ),
    (
        "the-rebels-hope",
        fate(&[Do::If(
            When::AtLeast(1, &[Is::Unit, Is::Unique, REBEL, Is::Friendly, Is::Participating]),
            &[
                To(Who::From(Pool::YourDiscard, &[Is::Unit, REBEL, Is::CostAtMost(4)]), PutIntoEngagement),
                Then,
                To(It, Later(ENGAGEMENT, Doom::ToHand)),
            ],
        )]),
    ),
    (
        "alliance-x-wing",
        does(&[action(
            &[],
            &[To(Choose(&[Is::Enhancement, Is::Special(specials::is_on_a_unit)]), Act::MoveToTarget)],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "vaders-meditation-chamber",
        play_area(&[]).always(&[
            gives(THIS, Boon::Cost, N(-1)).when(&[When::AtLeast(1, &[Is::Unit, Is::Friendly, TOUCHED])])
        ]),
    ),
    (
        "visage-of-the-dark-lord",
        fate(&[Do::If(
            When::AtLeast(1, &[Is::Unit, Is::Unique, SITH, Is::Friendly, Is::Participating]),
            &[To(Target(ENEMY_FIGHTING), Focus(N(1)))],
        )]),
    ),
    (
        "encounter-at-stygeon-prime",
        constant(&[gives(ENEMY_UNIT, Boon::LacksKeyword(Keyword::Elite), N(1))
            .when(&[ThisIs(&[Is::DamageAtMost(2)])])]),
    ),
    ("the-inquisitor", does(&[action(&[], &[Draw(You, N(1)), Then, DiscardHand(You, 1)]).once_per_turn()])),
    (
        "stygeon-prison-guard",
        does(&[on_striking(&[To(TheyChoose(&[Is::Unit, Is::Enemy, Is::Ready]), Focus(N(1)))])]),
    ),
    (
        "hunted",
        attaches(
            ENEMY_CHARACTER,
            &[reaction(Trigger::Damage, &[SubjectIs(HOST), DEALT], &[To(Host, Focus(N(1)))])],
        ),
    ),
    (
        "power-of-the-dark-side",
        does(&[reaction(
            StruggleWon,
            LED_BY_THREE,
            &[To(Each(&[Is::Unit, Is::Enemy, Is::Committed]), Damage(N(1)))],
        )]),
    ),
    (
        "emperor-palpatine-219",
        does(&[reaction(
            StruggleWon,
            &[By(You), ThisIs(&[Is::Committed])],
            &[To(Choose(&[Is::Unit, Is::Friendly, Is::Not(THIS), TOUCHED]), Act::UnfocusUpTo(2))],
        )]),
    ),
    (
        "royal-guard-champion",
        does(&[reaction(StruggleWon, LED_BY_THREE, &[To(This, PutIntoPlay)]).from_discard()]),
    ),
    (
        "force-manipulation",
        does(&[reaction(
            StruggleWon,
            LED_BY_THREE,
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Committed]), Destroy)],
        )]),
    ),
    (
        "backstabber-220",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(THIS), InEngagement],
            &[To(Choose(ENEMY_FIGHTING), Focus(N(1)))],
        )])
        .ambush(),
    ),
    (
        "come-with-me",
        does(&[action(&[], &[To(Who::From(Pool::YourDeck, &[Is::Trait(BlackSquadron)]), ToHand)])]),
    ),
    (
        "hunters-of-the-jedi",
        does(&[reaction(
            Destroyed,
            &[SubjectIs(&[Is::Unit, TOUCHED])],
            &[To(Who::From(Pool::YourHand, &[Is::Trait(Sithspawn)]), PutIntoPlay)],
        )
        .once_per_turn()]),
    ),
    (
        "valley-of-the-dark-lords",
        play_area(&[]).always(&[gives(THIS, Boon::PaysOnlyFor(Sort::Sithspawn), N(1))]),
    ),
    (
        "out-of-the-mists",
        does(&[reaction(
            EdgeWon,
            &[By(You), Contested, TwiceTheForce],
            &[To(Who::From(Pool::YourDiscard, &[Is::Unit, SCUM, Is::CostAtMost(3)]), PutIntoPlay)],
        )]),
    ),
    (
        "crisis-of-identity",
        does(&[reaction(
            EdgeWon,
            &[By(You), Contested, TwiceTheForce],
            &[Do::If(
                When::Special(specials::both_can_change_places),
                &[
                    To(
                        Target(&[Is::Unit, Is::Participating, Is::Special(specials::has_a_double)]),
                        LeaveEngagement,
                    ),
                    To(
                        Target(&[
                            Is::Unit,
                            Is::Not(&[Is::Participating]),
                            Is::Special(specials::has_a_double),
                        ]),
                        JoinEngagement,
                    ),
                ],
            )],
        )]),
    ),
    (
        "zuckuss-222",
        constant(&[
            theirs(Boon::FirstEdgeCardFaceUp, N(1)).when(PARTICIPATING),
            gives(THIS, Boon::Edge, N(2)).when(&[
                ThisIs(&[Is::Attacking]),
                When::AtLeast(1, &[Is::Friendly, Is::Attacking, Is::Named("4-LOM")]),
            ]),
        ]),
    ),
    (
        "entrenched-defense",
        does(&[reaction(
            Engaged,
            &[By(Opponent), SubjectIs(&[Is::Friendly, Is::Not(THIS)])],
            &[To(This, Engage)],
        )
        .once_per_turn()]),
    ),
    (
        "golan-ii-defense-platform",
        constant(&[
            forbids(THIS, Deed::Attack),
            forbids(THIS, Deed::BeFocusedByEnemies).when(&[ThisIs(&[Is::Ready])]),
        ]),
    ),
    (
        "early-warning-system",
        play_area(&[reaction(
            TurnBegins,
            &[By(Opponent)],
            &[To(Choose(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle)]), Unfocus(N(1)))],
        )]),
    ),
    ("fleet-repairs", does(&[action(&[], &[To(Target(VEHICLE), Heal(All))])])),
    ("planning-the-attack", constant(&[yours(Boon::Reserve, N(1)).when(UNDAMAGED)])),
    (
        "general-jan-dodonna",
        does(&[reaction(Generates, &[By(You), SubjectIs(&[Is::Trait(Yavin4)])], &[Draw(You, N(1))])
            .once_per_turn()]),
    ),
    (
        "rebel-tactician",
        constant(&[
            this_gains(UnitDamage, N(1)).when(&[
                ThisIs(&[Is::Participating]),
                When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Leader)]),
            ]),
            this_gains_with_edge(BlastDamage, N(1)).when(&[
                ThisIs(&[Is::Participating]),
                When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Leader)]),
            ]),
        ]),
    ),
    (
        "mon-mothma-226",
        constant(&[gives(&[Is::Friendly, REBEL], Boon::Cost, N(-1))
            .when(&[ThisIs(&[Is::Committed]), When::FirstThisPhase(&[REBEL])])]),
    ),
    (
        "inspiring-presence",
        attaches(&[Is::Unit, Is::Friendly, Is::Trait(Leader)], &[])
            .always(&[keyword(&[Is::SharesSetWith(&Host)], Keyword::Elite)])
            .minds_sets(),
    ),
    (
        "rebel-for-hire",
        does(&[action(
            &[],
            &[
                To(Target(&[Is::Unit, Is::Friendly, Is::Trait(Leader)]), Act::BeNamed),
                To(Who::From(Pool::YourDeck, &[Is::SharesSetWith(&Who::FirstTarget)]), ToHand),
            ],
        )])
        .minds_sets(),
    ),
    ("kyle-katarn-226", constant(&[yours(Boon::WinsTies, N(1)).when(ATTACKING)])),
    (
        "concussion-rifle",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Trait(Character)],
            &[reaction(
                FocusedToStrike,
                &[SubjectIs(HOST)],
                &[To(Target(&[Is::Unit, Is::Enemy, Is::Ready]), Damage(N(1)))],
            )
            .costs(&[FocusThis])],
        ),
    ),
    (
        "the-alliances-elite",
        does(&[after_you_refresh(&[To(
            Target(&[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(Fighter)], &[Is::Trait(Speeder)]])]),
            Unfocus(N(1)),
        )])]),
    ),
    (
        "rogue-squadron",
        does(&[reaction(Attached, &[CauseIs(&[Is::Unit, Is::Trait(Fighter)])], &[Draw(You, N(1))])
            .once_per_turn()]),
    ),
    (
        "r3-a2",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Trait(Fighter)],
            &[reaction(FocusedToStrike, &[SubjectIs(HOST)], &[To(Target(ENEMY_UNIT), Focus(N(1)))])
                .costs(&[FocusThis])],
        ),
    ),
    (
        "kill-marker",
        attaches(&[Is::Unit, Is::Any(&[&[Is::Trait(Fighter)], &[Is::Trait(Speeder)]])], &[])
            .always(&[gives(HOST, Boon::Edge, N(1))]),
    ),
    (
        "corellian-slip",
        does(&[reaction(FocusRemoved, &[SubjectIs(VEHICLE)], &[To(Target(VEHICLE), Focus(N(1)))])]),
    ),
    (
        "capital-cover",
        constant(&[keyword(
            &[Is::Unit, Is::Friendly, Is::Trait(CapitalShip), Is::Undamaged],
            Keyword::Shielding,
        )
        .when(UNDAMAGED)]),
    ),
    (
        "defiance",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Undamaged],
            Boon::Protects(Guard::Vehicle),
            N(1),
        )]),
    ),
    (
        "mc40a-light-cruiser",
        does(&[action(&[], &[MoveShield(Target(&[Is::Shielded, Is::Not(THIS)]), This)]).once_per_turn()]),
    ),
    (
        "concentrated-firepower",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Trait(CapitalShip)])],
            &[To(Subject, icon(UnitDamage, 2, STRIKE)), To(Subject, icon(BlastDamage, 2, STRIKE))],
        )
        .costs(&[Cost::RemoveShield(&[Is::Subject])])]),
    ),
    (
        "spark-of-rebellion",
        does(&[action(
            &[],
            &[
                Do::Special(specials::LOOK_AT_TOP_CARD),
                Do::If(
                    When::ItIs(&[
                        Is::Unit,
                        Is::Any(&[&[Is::Trait(Specter)], &[Is::Trait(Character), Is::CostAtMost(2)]]),
                    ]),
                    &[To(It, PutIntoPlay)],
                ),
                Do::Special(specials::BACK_ON_TOP),
            ],
        )
        .once_per_turn()]),
    ),
    (
        "kanan-jarrus",
        Effects {
            needs_no_match: true,
            ..does(&[after_you_refresh(&[To(Target(FRIENDLY_UNIT), Unfocus(N(1)))])])
        },
    ),
    (
        "children-of-the-force",
        does(&[action(&[], &[Look(You, N(1), 0, &[], &ToHand, Rest::OnTop)]).once_per_turn()]),
    ),
    (
        "kanans-concentration",
        does(&[action(
            &[In(Phase::Deployment)],
            &[To(Target(&[Is::Unit, Is::Friendly, Is::Trait(Character)]), Unfocus(N(1)))],
        )]),
    ),
    (
        "the-gardeners-secret",
        constant(&[
            yours(Boon::Struggle, Count(&[Is::Enhancement, Is::Friendly])),
            theirs(Boon::Struggle, Count(&[Is::Enhancement, Is::Enemy])),
        ]),
    ),
    // cards that came late
    (
        "behind-the-black-sun",
        does(&[reaction(
            EdgeStacksRevealed,
            &[],
            &[To(Who::From(Pool::EitherEdgeStack, &[]), Gain(Boon::EdgeForce, N(1), EDGE_BATTLE))],
        )
        .once_per(PHASE)]),
    ),
    (
        "hidden-vibroknife",
        attaches(
            &[Is::Unit, Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Droid)]])],
            &[reaction(EdgeWon, &[By(Opponent)], &[PutOn(This, Choose(&[Is::Unit, Is::Participating]))])
                .from_hand()],
        )
        .always(&[host_gains(UnitDamage)]),
    ),
    (
        "special-discount",
        does(&[action(&[], &[Do::Gain(Boon::NextCost(Sort::Any), Amount::CostOf(&Who::Paid), PHASE)])
            .costs(&[Cost::Sacrifice(UNIT)])]),
    ),
    (
        "renegade-reinforcements",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(RENEGADES), When::FirstToStrikeThisTurn(RENEGADES)],
            &[To(Subject, Gain(Boon::EdgeIcon(Tactics), N(1), STRIKE))],
        )]),
    ),
    (
        "corporal-dansra-beezer",
        does(&[on_striking(&[CopyIcon(This, &[Is::Unit, Is::Participating, Is::Not(THIS)], false, PHASE)])]),
    ),
    (
        "hidden-backup",
        play_area(&[action(
            &[
                YouDefend,
                When::Not(&When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating, Is::Ready])),
            ],
            &[To(Target(&[Is::Unit, Is::Friendly, Is::Ready]), JoinEngagement)],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "directed-fire",
        does(&[interrupt(
            ChosenToStrike,
            &[By(You)],
            &[
                Exchange(Target(&[Is::Unit, Is::Friendly, Is::Ready, Is::Not(&[Is::Participating])])),
                To(It, JoinEngagement),
                To(It, Later(STRIKE, Doom::LeaveEngagement)),
            ],
        )]),
    ),
    (
        "last-minute-reinforcements",
        does(&[reaction(
            DefendersDeclared,
            &[By(You), When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Declared])],
            &[
                To(Who::From(Pool::YourDeck, &[Is::Unit, Is::Not(&[Is::Trait(Vehicle)])]), PutIntoEngagement),
                Then,
                To(It, Later(ENGAGEMENT, Doom::UnderDeck)),
            ],
        )]),
    ),
    (
        "outer-rim-mystic",
        does(&[reaction(
            FocusPlaced,
            &[By(Opponent), CauseIs(&[]), SubjectIs(&[Is::Unit, Is::Friendly, Is::Not(THIS)])],
            &[MoveFocus(1, Subject, This)],
        )
        .once_per_turn()]),
    ),
    (
        "superior-intelligence",
        play_area(&[action(
            &[When::Not(&In(Phase::Conflict))],
            &[To(Who::From(Pool::YourHand, &[]), Act::PlantAsCaptive)],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "alliance-infiltrator",
        does(&[on_entering(&[MoveCaptive(ENEMY_OBJECTIVE, Choose(ENEMY_OBJECTIVE)), Then, Draw(You, N(1))])]),
    ),
    (
        "colonel-yularen",
        does(&[on_entering(&[Do::MoveDamageUpTo(2, Choose(YOUR_OBJECTIVE), Target(ENEMY_OBJECTIVE))])]),
    ),
    (
        "lieutenant-mithel",
        does(&[reaction(
            FocusedToStrike,
            &[
                ThisIs(&[Is::Defending]),
                SubjectIs(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle)]),
                FirstToStrike(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle)]),
            ],
            &[
                To(Subject, icon(BlastDamage, -1, STRIKE)),
                To(Subject, Gain(Boon::EdgeIcon(BlastDamage), N(-1), STRIKE)),
            ],
        )]),
    ),
    (
        "mse-6-mouse-droid",
        does(&[action(&[In(Phase::Deployment)], &[TheyMayFocus(FRIENDLY_UNIT, &[], &[Draw(You, N(1))])])
            .costs(&[FocusThis])]),
    ),
    (
        "the-imperial-fist",
        fate(&[Do::If(
            When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating, Is::Unique, NAVY]),
            &[Do::MoveDamageUpTo(2, Choose(YOUR_OBJECTIVE), Target(ENEMY_OBJECTIVE))],
        )]),
    ),
    (
        "imperial-entanglements",
        does(&[reaction(
            FocusedToStrike,
            &[By(You), SubjectIs(FRIENDLY_UNIT), FirstToStrike(FRIENDLY_UNIT)],
            &[To(Subject, icon(UnitDamage, 1, ENGAGEMENT))],
        )
        .constantly()]),
    ),
    (
        "customs-blockade",
        play_area(&[interrupt(
            Used,
            &[
                By(Opponent),
                Played(&[Is::Event]),
                NotCanceled,
                When::Special(specials::their_first_event_this_turn),
            ],
            &[Cancel],
        )
        .costs(&[Cost::FocusThisTwice])
        .forced()]),
    ),
    (
        "phantoms-of-imdaar",
        does(&[
            reaction(
                Engaged,
                &[By(You), When::AtLeast(2, DECLARED_FIGHTER)],
                &[To(Choose(DECLARED_FIGHTER), Shield)],
            ),
            reaction(
                DefendersDeclared,
                &[By(You), When::AtLeast(2, DECLARED_FIGHTER)],
                &[To(Choose(DECLARED_FIGHTER), Shield)],
            ),
        ]),
    ),
    (
        "tie-phantom",
        constant(&[
            forbids(&[Is::This, Is::Ready, Is::Participating], Deed::BeTargetedByEnemies),
            forbids(&[Is::This, Is::Ready, Is::Participating], Deed::BeStruck),
        ]),
    ),
    (
        "pic",
        does(&[action(
            &[When::AtLeast(1, &[Is::Unit, Is::Named("Gorc"), Is::Participating])],
            &[To(This, PutIntoEngagement)],
        )
        .from_hand()]),
    ),
    (
        "telepathic-connection",
        play_area(&[reaction(
            Engaged,
            &[When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Named("Gorc"), Is::Attacking, Is::Declared])],
            &[To(Target(ENEMY_UNIT), Gain(Boon::MustDefend, N(1), ENGAGEMENT))],
        )])
        .always(&[keyword(&[Is::Unit, Is::Named("Pic")], Keyword::TargetedStrike)]),
    ),
    (
        "force-invisibility",
        does(&[reaction(
            FocusedToStrike,
            &[By(Opponent)],
            &[To(Target(&[Is::Unit, Is::Friendly, SITH]), cannot(Deed::BeStruck, STRIKE))],
        )]),
    ),
    (
        "dark-lord-of-the-sith",
        does(&[reaction(
            PhaseBegins,
            &[By(Opponent), In(Phase::Conflict), When::AtLeast(3, &[Is::Objective, Is::Friendly, SITH])],
            &[To(TheyChoose(&[Is::Unit, Is::Enemy, Is::Ready, Is::Not(&[Is::Trait(Vehicle)])]), Focus(N(1)))],
        )
        .one_copy_per_turn()]),
    ),
    (
        "bones-of-a-fallen-master",
        attaches(
            YOUR_OBJECTIVE,
            &[reaction(
                PhaseEnds,
                &[By(Opponent), In(Phase::Conflict), HostIs(&[Is::Not(&[Is::WasEngaged])])],
                &[To(Each(ENEMY_OBJECTIVE), Damage(N(1)))],
            )],
        ),
    ),
    (
        "black-squadron",
        constant(&[gives(THIS, Boon::CostDownTo(3), Count(&[Is::Friendly, Is::Trait(BlackSquadron)]))]),
    ),
    (
        "4-lom-222",
        does(&[on_striking_as_attacker(&[To(
            Target(&[
                Is::Unit,
                Is::Enemy,
                Is::Any(&[
                    &[Is::CostAtMost(2)],
                    &[Is::Exhausted, Is::IfSome(&[Is::Named("Zuckuss"), Is::Participating])],
                ]),
            ]),
            Capture,
        )])
        .once_per_turn()]),
    ),
    (
        "a-quick-hunt",
        fate_if_won(&[Do::If(
            Contested,
            &[Do::If(TwiceTheForce, &[To(Target(&[Is::Unit, Is::Enemy, Is::Committed]), Capture)])],
        )]),
    ),
    (
        "ithorian-junk-dealer",
        does(&[action(&[In(Phase::Deployment)], &[To(Who::Paid, PutIntoPlay)])
            .costs(&[Cost::PrintedCostOf(ENHANCEMENT)])
            .once_per_turn()]),
    ),
    (
        "hidden-grove",
        play_area(&[action(
            &[ThisIs(&[Is::Not(&[Is::Enhanced])])],
            &[To(Who::From(Pool::YourHand, &[]), Act::StowHere(false))],
        )])
        .always(&[gives(THIS, Boon::LendsCards, N(1))]),
    ),
    (
        "momaw-nadon",
        does(&[on_entering(&[To(
            Who::From(
                Pool::YourDeck,
                &[
                    Is::Enhancement,
                    Is::Not(&[Is::Keyword(Keyword::Limited)]),
                    Is::Any(&[&[SMUGGLERS], &[NEUTRAL]]),
                ],
            ),
            PutIntoPlay,
        )])]),
    ),
    (
        "house-edge",
        does(&[interrupt(EdgeChoosing, &[By(Opponent), ThisIs(&[Is::Undamaged])], &[Stop]).once_per_turn()]),
    ),
    (
        "lando-calrissian-171",
        does(&[action(&[], &[Do::Special(specials::STAKE_A_CARD_EACH)]).once_per_turn()]),
    ),
    ("herglic-sabacc-addict", does(&[on_entering(&[Do::Special(specials::NAME_A_CARD_THEY_DISCARD)])])),
    ("sabacc-shift", does(&[action(&[YourTurn], &[Do::Special(specials::THEY_EXCHANGE_THEIR_HAND)])])),
    (
        "the-gamblers-trick",
        fate(&[Do::If(
            When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating, Is::Unique, SMUGGLERS]),
            &[Do::Special(specials::CANCEL_LATE_FATE)],
        )]),
    ),
    (
        "planning-the-rescue",
        does(&[on_entering(&[
            Do::Special(specials::REVEAL_ONE_FOR_EACH_OBJECTIVE),
            Then,
            To(EachFrom(Pool::Looked, &[]), Act::PlantAsCaptive),
        ])
        .forced()]),
    ),
    (
        "general-airen-cracken",
        does(&[reaction(
            Rescued,
            &[
                ThisIs(&[Is::Attacking]),
                CauseIs(&[Is::Engaged]),
                SubjectIs(&[Is::Any(&[&[Is::Unit], &[Is::Enhancement]])]),
            ],
            &[To(Subject, PutIntoPlay)],
        )
        .once_per_turn()])
        .always(&[this_gains_with_edge(BlastDamage, Amount::CapturedAt(&[Is::Engaged])).when(ATTACKING)]),
    ),
    (
        "undercover",
        does(&[action(
            &[],
            &[
                To(Who::TargetsFrom(2, Pool::YourDiscard, &[]), ShuffleIntoDeck),
                Then,
                To(This, Act::PlantAsCaptive),
            ],
        )]),
    ),
];
