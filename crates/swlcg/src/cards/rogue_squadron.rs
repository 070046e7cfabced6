//! Cards of the Rogue Squadron cycle: Ready for Takeoff to Jump to Lightspeed.

use super::specials;
use super::words::*;

const PILOTS_COME_CHEAPER: Effects =
    play_area(&[])
        .always(&[gives(&[Is::Pilot, Is::Friendly], Boon::Cost, N(-1)).when(&[FirstThisTurn(&[Is::Pilot])])]);
const AS_PILOT: When = ThisIs(&[Is::Attached]);
const SPEEDER_OR_FIGHTER: Is = Is::Any(&[&[Is::Trait(Speeder)], &[Is::Trait(Fighter)]]);
const I_HAVE_YOU_NOW: Effects = fate_if_won(&[To(Target(ENEMY_FIGHTING), Destroy)]);
const LEADS_IN_THE_FORCE: When =
    More(&Count(&[Is::Unit, Is::Friendly, Is::Committed]), &Count(&[Is::Unit, Is::Enemy, Is::Committed]));

/// "You may put a Pilot card into play from your hand or discard pile as an enhancement on a target friendly Vehicle unit."
const STAY_ON_TARGET: Effects = fate(&[May(&[PutOn(
    Who::From(Pool::YourHandOrDiscard, &[Is::Pilot]),
    Target(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle)]),
)])]);
const YOUR_VEHICLE: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Vehicle)];
/// "When a friendly Vehicle unit is targeted by an enemy card effect, your opponent must choose a different eligible target."
const ANOTHER_TARGET: Effects = does(&[interrupt(
    Used,
    &[By(Opponent), NotCanceled, When::Targets(YOUR_VEHICLE)],
    &[Do::Retarget(Opponent, Some(YOUR_VEHICLE))],
)]);

/// "Target friendly player may place 1 non-fate card from his hand into your edge stack." At this table that is its player.
const SUPPORTING_FIRE: Effects = fate(&[Do::If(
    When::Special(specials::lays_an_edge_stack),
    &[May(&[To(Who::From(Pool::YourHand, &[Is::Not(&[Is::Fate])]), Act::PutIntoEdgeStack)])],
)]);

/// Vehicles of the own player, and enemy Fighters and Transports without another pilot.
const UNITS_TO_STEAL: Filter = &[
    Is::Unit,
    Is::Any(&[
        &[Is::Friendly, Is::Trait(Vehicle)],
        &[Is::Trait(Fighter), Is::Special(specials::no_other_pilot_on)],
        &[Is::Trait(Transport), Is::Special(specials::no_other_pilot_on)],
    ]),
];
const WRECKED: Filter = &[Is::Unit, Is::Trait(Vehicle), Is::Special(specials::is_discarded_or_captured)];
/// A Vehicle was destroyed.
const WRECK: &[When] = &[SubjectIs(WRECKED)];
/// A Vehicle was captured out of play.
const TOWED_AWAY: &[When] = &[SubjectIs(WRECKED), AmountAtLeast(2)];
/// Three cards of the deck lie here for the edge stack.
const LAYS_EDGE_CARDS_READY: Effects = does(&[on_entering(&[Do::Special(specials::LAY_THREE_HERE)])])
    .always(&[gives(THIS, Boon::EdgeCardsBeneath, N(1))]);

pub const CARDS: Registry = &[
    // Ready for Takeoff
    (
        "rogue-squadron-assault",
        does(&[reaction(
            EntersPlay,
            &[By(You), SubjectIs(&[Is::Any(&[&[Is::Trait(Fighter)], &[Is::Pilot]])])],
            &[Draw(You, N(1))],
        )
        .once_per_turn()]),
    ),
    (
        "rogue-squadron-x-wing",
        does(&[action(&[], &[To(This, Heal(All)), To(This, Unfocus(All))])
            .costs(&[Cost::DiscardEnhancement(&[Is::OnThis, Is::Pilot])])]),
    ),
    ("pilot-ready-room", PILOTS_COME_CHEAPER),
    (
        "lando-calrissian-142",
        constant(&[
            gives(ENEMY_UNIT, Boon::NoIcons(UnitDamage), N(1))
                .when(&[HostIs(&[Is::Participating]), YouHaveEdge]),
            gives(ENEMY_UNIT, Boon::NoIcons(Tactics), N(1))
                .when(&[HostIs(&[Is::Participating]), YouHaveEdge]),
            gives(ENEMY_UNIT, Boon::NoIcons(BlastDamage), N(1))
                .when(&[HostIs(&[Is::Participating]), YouHaveEdge]),
        ]),
    ),
    (
        "conner-net",
        attaches(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle)], &[]).always(&[gives(
            HOST,
            Boon::NeedsEdge,
            N(1),
        )]),
    ),
    ("a-little-maneuver", does(&[on_losing_the_edge(&[EndEngagement])])),
    (
        "black-squadron-formation",
        does(&[action(&[], &[To(TargetFrom(Pool::YourDiscard, &[Is::Trait(BlackSquadron)]), ToHand)])
            .costs(&[FocusThis])]),
    ),
    (
        "mauler-mithel",
        does(&[action(
            &[AS_PILOT],
            &[To(Target(&[Is::Unit, Is::Friendly, Is::Trait(Fighter), Is::Participating]), LeaveEngagement)],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "black-two",
        does(&[interrupt(Trigger::Damage, &[SubjectIs(THIS), ThisIs(&[Is::Piloted])], &[Prevent(1)])
            .constantly()
            .once_per(PHASE)]),
    ),
    ("death-star-ready-room", PILOTS_COME_CHEAPER),
    (
        "181st-tie-interceptor",
        constant(&[yours(Boon::Struggle, Amount::Special(specials::force_icons_of_its_pilot)).when(PILOTED)]),
    ),
    ("flight-academy", PILOTS_COME_CHEAPER),
    (
        "the-grand-heist",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Of(Side::Light)],
            Boon::Icon(Tactics),
            N(1),
        )]),
    ),
    (
        "novice-starship-thief",
        does(&[on_entering(&[To(
            Target(&[Is::Unit, Is::Trait(Vehicle), Is::Not(&[Is::Piloted]), Is::CostAtMost(2)]),
            Destroy,
        )])]),
    ),
    // Draw Their Fire
    (
        "qu-rahn",
        does(&[reaction(
            Protected,
            &[SubjectIs(THIS)],
            &[To(Target(ENEMY_OBJECTIVE), Damage(Amount::OfTrigger))],
        )]),
    ),
    (
        "called-to-arms",
        does(&[reaction(
            StrikeResolved,
            &[
                SubjectIs(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Piloted]),
                When::Special(specials::strike_felled_an_objective),
            ],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Committed]), Destroy)],
        )]),
    ),
    ("gray-squadron-y-wing", constant(&[gives(THIS, Boon::UnaffectedByEvents, N(1))])),
    (
        "the-survivors",
        does(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[Is::Unit, Is::Unique, JEDI, Is::Trait(Character)])],
            &[Prevent(1)],
        )
        .once_per_turn()]),
    ),
    (
        "shien-training",
        attaches(
            FORCE_USER,
            &[interrupt(
                Trigger::Damage,
                &[SubjectIs(HOST)],
                &[RedirectAll(Target(&[Is::Unit, Is::Not(HOST)]))],
            )
            .costs(&[FocusThis])],
        ),
    ),
    (
        "gray-squadron-gunner",
        constant(&[gives(HOST, Boon::Icon(UnitDamage), Amount::Special(specials::blast_icons_of_the_host))]),
    ),
    (
        "advanced-proton-torpedoes",
        attaches(&[Is::Unit, Is::Friendly, Is::Trait(Fighter)], &[]).always(&[gives(
            HOST,
            Boon::Icon(BlastDamage),
            Count(&[Is::Unit, Is::Friendly, Is::Attacking]),
        )]),
    ),
    (
        "desperation",
        does(&[action(
            &[YourTurn, DialAtLeast(8)],
            &[To(Each(&[Is::Unit, Is::Not(&[Is::Enhanced])]), Destroy)],
        )]),
    ),
    ("le-b02d9", does(&[reaction(StrikeResolved, &[SubjectIs(HOST)], &[To(Host, LeaveEngagement)])])),
    (
        "outrider",
        does(&[action(&[InEngagement], &[To(This, JoinEngagement)])
            .costs(&[Cost::Focus(&[Is::OnThis, Is::Pilot])])]),
    ),
    ("spacer-cantina", PILOTS_COME_CHEAPER),
    (
        "delta-one",
        does(&[on_striking(&[To(
            Each(&[Is::Unit, Is::Enemy, Is::Participating, Is::Trait(Vehicle), Is::Not(&[Is::Piloted])]),
            Focus(N(1)),
        )])]),
    ),
    (
        "advanced-concussion-missiles",
        attaches(&[Is::Unit, Is::Friendly, Is::Trait(Fighter)], &[]).always(&[gives(
            HOST,
            Boon::Icon(UnitDamage),
            Count(ENEMY_FIGHTING),
        )]),
    ),
    (
        "hand-of-the-emperor",
        does(&[
            reaction(
                Engaged,
                &[By(Opponent)],
                &[To(Choose(&[Is::Unit, Is::Enemy, Is::Declared]), Focus(N(1)))],
            ),
            reaction(
                DefendersDeclared,
                &[By(Opponent)],
                &[To(Choose(&[Is::Unit, Is::Enemy, Is::Declared]), Focus(N(1)))],
            ),
        ])
        .always(&[gives(THIS, Boon::Cost, N(-1)).when(&[DialAtMost(4)])]),
    ),
    (
        "guarding-the-wing",
        constant(&[
            gives(&[Is::Friendly, Is::Trait(BlackSquadron)], Boon::Resources, N(1)),
            gives(&[Is::Friendly, Is::Trait(BlackSquadron)], Boon::PaysOnlyFor(Sort::BlackSquadron), N(1)),
        ]),
    ),
    (
        "elite-pilot-training",
        play_area(&[reaction(
            Used,
            &[By(You), Played(&[Is::Trait(BlackSquadron)])],
            &[Do::Gain(Boon::NextCost(Sort::BlackSquadron), N(1), Until::EndOfTurn)],
        )]),
    ),
    // Evasive Maneuvers
    (
        "vima-da-boda",
        does(&[reaction(Used, &[By(Opponent), Played(UNIT), AmountAtLeast(4)], &[To(This, PutIntoPlay)])
            .from_hand()]),
    ),
    (
        "undercover-urchin",
        does(&[action(
            &[More(&Amount::Discarded(You, &[]), &N(1))],
            &[Do::Special(specials::THEY_PICK_FROM_YOUR_DISCARD)],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "harassment",
        does(&[reaction(
            PhaseBegins,
            &[By(Opponent), In(Phase::Deployment)],
            &[TheyGain(Boon::NextCost(Sort::Unit), N(-1), PHASE)],
        )
        .one_copy_per(PHASE)]),
    ),
    (
        "corellian-corvette",
        does(&[reaction(EntersPlay, &[SubjectIs(THIS)], &[Draw(You, N(1))]).constantly()]),
    ),
    ("supporting-fire-91", SUPPORTING_FIRE),
    ("supporting-fire-94", SUPPORTING_FIRE),
    (
        "the-questioning",
        does(&[reaction(Used, &[By(You), When::Robbed], &[To(Choose(YOUR_OBJECTIVE), Unfocus(N(1)))])]),
    ),
    (
        "antinnis-tremayne",
        does(&[
            reaction(
                Engaged,
                &[ThisIs(&[Is::Attacking, Is::Declared])],
                &[Do::Special(specials::ONE_OR_TWO_ARE_EXCHANGED)],
            ),
            reaction(
                DefendersDeclared,
                &[ThisIs(&[Is::Defending, Is::Declared])],
                &[Do::Special(specials::ONE_OR_TWO_ARE_EXCHANGED)],
            ),
        ]),
    ),
    (
        "hidden-from-the-empire",
        constant(&[forbids(&[Is::Unit, Is::Special(specials::its_player_has_more_units)], Deed::BePlayed)
            .when(UNDAMAGED)]),
    ),
    (
        "hidden-in-the-shadows",
        attaches(&[Is::Unit, Is::Friendly, Is::Trait(Character)], &[])
            .always(&[forbids(HOST, Deed::BeTargetedByEvents)]),
    ),
    ("command-and-control", constant(&[yours(Boon::Reserve, Amount::VictoryPile(You))])),
    (
        "independence",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(CapitalShip), Is::Not(THIS)],
            Boon::Cost,
            N(-1),
        )]),
    ),
    (
        "resupply-depot",
        play_area(&[action(&[], &[GainIcon(Target(VEHICLE), &[UnitDamage, Tactics, BlastDamage], PHASE)])
            .costs(&[FocusThis, Cost::Discard(1)])]),
    ),
    (
        "citadel-inquisitorious",
        play_area(&[action(&[In(Phase::Force)], &[DiscardRandom(Opponent, 1)]).costs(&[FocusThis])]),
    ),
    (
        "put-to-the-question",
        does(&[interrupt(
            Used,
            &[
                When::Targets(&[Is::Friendly, Is::Any(&[ENHANCEMENT, &[Is::Unit, Is::Enhanced]])]),
                NotCanceled,
            ],
            &[Cancel],
        )]),
    ),
    (
        "training-procedures",
        does(&[action(
            &[],
            &[To(
                Choose(&[
                    Is::Enhancement,
                    Is::Friendly,
                    Is::Pilot,
                    Is::Special(specials::is_on_a_friendly_card),
                ]),
                MoveElsewhere,
            )],
        )
        .costs(&[Resources(1)])]),
    ),
    ("the-eater-of-luck", does(&[reaction(EdgeWon, &[By(Opponent), YouAttack], &[CaptureTop(true)])])),
    ("dannik-jerriko", constant(&[gives(FRIENDLY_UNIT, Boon::EdgeIconsCount, N(1)).when(ATTACKING)])),
    (
        "advozse-mercenary",
        constant(&[this_gains_with_edge(UnitDamage, Count(&[Is::Unit, Is::Attacking, Is::Not(THIS)]))
            .when(ATTACKING)]),
    ),
    ("calculated-wager", does(&[on_losing_the_edge(&[To(Who::From(Pool::EitherEdgeStack, &[]), ToHand)])])),
    // Attack Run
    ("the-smugglers-gambit", constant(&[theirs(Boon::ReserveNotRaised, N(1))])),
    ("evading-authority", does(&[action(&[], &[Do::Special(specials::NAME_A_TYPE_THEY_DISCARD)])])),
    (
        "red-five-157",
        does(&[interrupt(
            FocusedToStrike,
            &[SubjectIs(&[Is::This, Is::Attacking])],
            &[To(Target(ENEMY_FIGHTING), Gain(Boon::TakesBlast, N(1), STRIKE))],
        )]),
    ),
    (
        "keeyan-farlander",
        does(&[action(&[HostIs(&[Is::Participating, Is::Ready])], &[To(Host, Strike)]).costs(&[FocusThis])]),
    ),
    (
        "blue-nine",
        does(&[on_striking(&[To(Choose(&[Is::Enhancement, Is::Friendly, Is::Pilot]), Unfocus(N(1)))])
            .once_per(PHASE)]),
    ),
    ("temple-hangar", PILOTS_COME_CHEAPER),
    (
        "reassignment",
        does(&[action(
            &[],
            &[To(Choose(&[Is::Enhancement, Is::Special(specials::is_on_a_unit)]), MoveElsewhere)],
        )]),
    ),
    (
        "luke-skywalker-157",
        does(&[interrupt(
            FocusedToStrike,
            &[SubjectIs(&[Is::Host, Is::Attacking])],
            &[Mill(Opponent, N(1)), To(EngagedObjective, Damage(Amount::ForceOfPaid))],
        )
        .once_per_turn()]),
    ),
    (
        "r2-d2-157",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Trait(Vehicle)],
            &[reaction(Refreshed, &[By(You), HostIs(&[Is::Piloted])], &[To(Host, Heal(N(1)))])],
        )
        .always(&[keyword(HOST, Keyword::Shielding)]),
    ),
    ("i-have-you-now-157", I_HAVE_YOU_NOW),
    ("i-have-you-now-159", I_HAVE_YOU_NOW),
    ("platt-okeefe", does(&[on_entering(&[SeeHand(Opponent)])])),
    (
        "information-broker",
        does(&[reaction(
            PhaseBegins,
            &[In(Phase::Force)],
            &[To(This, Gain(Boon::ForceIcons, Amount::Hand(Opponent), PHASE))],
        )]),
    ),
    ("smugglers-handbook", play_area(&[]).always(&[yours(Boon::Reserve, N(1))])),
    (
        "vaders-tie-advanced-159",
        does(&[on_striking(&[
            Do::Special(specials::REVEAL_TOP_CARD),
            Do::If(When::ItIs(&[Is::Trait(BlackSquadron)]), &[To(It, PutIntoPlay)]),
            Do::Special(specials::BACK_ON_TOP_KNOWN),
        ])]),
    ),
    (
        "closed-formation",
        play_area(&[reaction(
            EntersPlay,
            &[SubjectIs(&[Is::Unit, Is::Trait(Fighter)])],
            &[To(Subject, Shield)],
        )]),
    ),
    (
        "boba-fett-160",
        does(&[reaction(
            EntersPlay,
            &[SubjectIs(&[Is::This, Is::Attached])],
            &[To(Target(&[Is::Unit, Is::CostAtMost(4), Is::Not(&[Is::Enhanced])]), Capture)],
        )]),
    ),
    (
        "slave-1",
        does(&[interrupt(LeavesPlay, &[By(You), SubjectIs(&[Is::Pilot])], &[Divert(Doom::ToHand)])
            .once_per_turn()]),
    ),
    ("den-of-thieves", PILOTS_COME_CHEAPER),
    // Chain of Command
    (
        "lukes-x-34-landspeeder",
        does(&[reaction(
            DefendersDeclared,
            ATTACKING,
            &[To(
                Target(&[Is::Objective, Is::Enemy, Is::Special(specials::could_be_engaged_instead)]),
                Engage,
            )],
        )]),
    ),
    (
        "owen-lars",
        does(
            &[action(&[], &[Do::Gain(Boon::NextCost(Sort::Jedi), N(3), PHASE)]).costs(&[Cost::ShuffleThis])],
        ),
    ),
    ("moisture-vaporator", play_area(&[action(&[], &[Draw(Whose::Each, N(1))]).costs(&[FocusThis])])),
    (
        "unfinished-business",
        does(&[action(
            &[],
            &[
                To(Who::From(Pool::YourDiscard, &[Is::Unit, JEDI]), PutIntoPlay),
                To(It, Later(PHASE, Doom::Discard)),
            ],
        )]),
    ),
    (
        "breaking-the-blockade",
        does(&[action(
            &[],
            &[To(Target(&[Is::Unit, Is::Trait(Vehicle), Is::Piloted, Is::CostAtMost(2)]), Unfocus(N(1)))],
        )
        .costs(&[FocusThis])]),
    ),
    ("smuggling-freighter", constant(&[gives(THIS, Boon::PiercesShields, N(1)).when(PILOTED)])),
    (
        "surprising-maneuver",
        does(&[action(&[], &[To(Each(&[Is::Unit, Is::Defending]), Destroy)])
            .costs(&[Cost::FocusSome(2, &[Is::Unit, Is::Trait(Vehicle), Is::Piloted])])]),
    ),
    (
        "sate-pestage",
        does(&[
            on_entering(&[To(Who::From(Pool::YourDiscard, &[Is::Not(ENHANCEMENT)]), ToHand)]),
            on_leaving(&[To(Who::From(Pool::YourDiscard, &[Is::Not(ENHANCEMENT)]), ToHand)]),
        ]),
    ),
    (
        "quarren-bureaucrat",
        does(&[interrupt(Used, &[UsedBy(ENHANCEMENT), NotCanceled], &[Cancel]).costs(&[SacrificeThis])]),
    ),
    (
        "endless-bureaucracy",
        does(&[
            action(&[], &[To(TopDiscard, ShuffleIntoDeck)]),
            reaction(LeavesPlay, &[SubjectIs(OBJECTIVE)], &[To(This, ToHand)]).from_discard(),
        ]),
    ),
    (
        "grand-admiral-thrawn",
        does(&[action(&[InEngagement], &[To(Target(ENEMY_FIGHTING), Focus(N(1)))])
            .costs(&[FocusThis])
            .once_per_turn()]),
    ),
    (
        "chain-of-command",
        does(&[action(
            &[],
            &[To(Target(&[Is::Unit, Is::Friendly, NAVY, Is::Trait(Officer)]), Unfocus(N(1)))],
        )]),
    ),
    (
        "nar-shaddaa-drift",
        does(&[after_you_refresh(&[To(
            Choose(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle)]),
            Unfocus(N(1)),
        )])]),
    ),
    (
        "race-circuit-champion",
        does(&[reaction(
            FocusRemoved,
            &[SubjectIs(&[Is::Host, Is::Ready])],
            &[To(Target(VEHICLE), Damage(N(1)))],
        )]),
    ),
    (
        "black-market-exchange",
        play_area(&[action(&[], &[To(Choose(&[Is::Unit, Is::Enhanced]), Act::UnfocusUpTo(2))])
            .costs(&[FocusThis, Cost::Sacrifice(VEHICLE_OR_DROID)])]),
    ),
    (
        "cut-off",
        does(&[reaction(
            FocusRemoved,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Ready])],
            &[To(Target(UNIT), Focus(N(1)))],
        )]),
    ),
    // Jump to Lightspeed
    (
        "the-forgotten-masters",
        does(&[reaction(
            EdgeWon,
            &[],
            &[Do::If(By(You), &[BalanceTo(Side::Light)]), Do::If(By(Opponent), &[BalanceTo(Side::Dark)])],
        )
        .forced()]),
    ),
    ("tra-saa", constant(&[gives(THIS, Boon::Edge, N(2)).when(&[LEADS_IN_THE_FORCE])])),
    (
        "a-gift-from-the-past",
        does(&[action(
            &[],
            &[
                To(Target(&[Is::Unit, Is::Friendly, Is::Committed]), Uncommit),
                Then,
                To(Target(&[Is::Unit, Is::Friendly, Is::Not(&[Is::FirstTarget])]), Commit),
            ],
        )]),
    ),
    (
        "heroes-of-the-rebellion",
        constant(&[forbids(
            &[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Piloted],
            Deed::BeTargetedByEnemies,
        )]),
    ),
    (
        "tycho-celchu",
        constant(&[
            keyword(&[Is::Host, Is::Trait(Fighter)], Keyword::Shielding),
            gives(&[Is::Host, Is::Trait(Fighter)], Boon::Protects(Guard::Vehicle), N(1)),
        ]),
    ),
    (
        "wes-janson",
        does(&[action(
            &[HostIs(&[SPEEDER_OR_FIGHTER]), InEngagement],
            &[To(
                Target(&[Is::Unit, Is::Participating]),
                Damage(Amount::If(When::Balance(Side::Light), 2, 1)),
            )],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "rogue-six",
        constant(&[
            this_gains(UnitDamage, N(1)).when(PILOTED),
            keyword(THIS, Keyword::TargetedStrike)
                .when(&[When::AtLeast(1, &[Is::OnThis, Is::Named("Wes Janson")])]),
        ]),
    ),
    (
        "rogue-nine",
        constant(&[
            gives(THIS, Boon::Capacity, N(1)).when(PILOTED),
            gives(THIS, Boon::Capacity, N(2))
                .when(&[When::AtLeast(1, &[Is::OnThis, Is::Named("Tycho Celchu")])]),
        ]),
    ),
    (
        "ready-for-takeoff",
        does(&[action(
            &[],
            &[Look(
                You,
                N(5),
                5,
                &[Is::Unit, Is::Unique, REBEL, Is::Any(&[&[SPEEDER_OR_FIGHTER], &[Is::Pilot]])],
                &ToHand,
                Rest::Shuffled,
            )],
        )]),
    ),
    (
        "han-solo-168",
        does(&[reaction(
            Engaged,
            &[HostIs(&[Is::Attacking, Is::Declared])],
            &[To(Target(ENEMY_UNIT), cannot(Deed::Defend, ENGAGEMENT))],
        )]),
    ),
    ("millennium-falcon-168", does(&[action(PARTICIPATING, &[To(This, LeaveEngagement)]).once_per(PHASE)])),
    (
        "well-paid",
        does(&[action(
            &[In(Phase::Deployment)],
            &[Do::Gain(Boon::CostOf(Sort::PilotOrVehicle), N(1), PHASE)],
        )]),
    ),
    (
        "arden-lyn",
        does(&[reaction(
            Discarded,
            &[SubjectIs(THIS), When::Not(&In(Phase::Draw))],
            &[To(This, PutIntoPlay)],
        )
        .from_discard()]),
    ),
    (
        "return-to-darkness",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(ForceUser)], &[Is::Trait(ForceSensitive)]])],
            &[interrupt(LeavesPlay, &[SubjectIs(HOST)], &[Divert(Doom::OnDeck)])],
        ),
    ),
    (
        "give-in-to-your-anger",
        does(&[action(
            &[],
            &[
                Mill(You, N(1)),
                To(
                    Target(&[
                        Is::Unit,
                        Is::Enemy,
                        Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]]),
                    ]),
                    Damage(Amount::ForceOfPaid),
                ),
            ],
        )]),
    ),
    (
        "guri",
        does(&[reaction(
            EdgeWon,
            &[By(Opponent), AmountAtLeast(2), InEngagement],
            &[To(This, PutIntoEngagement), Do::Gain(Boon::StrikesFirst, N(1), ENGAGEMENT)],
        )
        .from_hand()]),
    ),
    (
        "threat-removal",
        does(&[reaction(
            EdgeWon,
            &[By(Opponent), AmountAtLeast(2)],
            &[To(Target(&[Is::Unit, Is::Participating, Is::Not(&[Is::Enhanced])]), ToHand)],
        )]),
    ),
    // cards that came late
    ("stay-on-target-141", STAY_ON_TARGET),
    ("stay-on-target-143", STAY_ON_TARGET),
    (
        "memories-of-taanab",
        does(&[reaction(
            FocusedToStrike,
            &[By(Opponent)],
            &[To(
                Target(&[Is::Unit, Is::Enemy, Is::Subject, Is::Special(specials::has_edge_icons)]),
                Focus(N(1)),
            )],
        )
        .costs(&[Cost::Focus(&[Is::Pilot])])]),
    ),
    (
        "the-empires-elite",
        does(&[interrupt(
            LeavesPlay,
            &[By(You), SubjectIs(&[Is::Unit, Is::Trait(Fighter), Is::Piloted])],
            &[To(Each(&[Is::Pilot, Is::On(&Subject)]), ToHand), Divert(Doom::ToHand)],
        )
        .once_per_turn()]),
    ),
    (
        "bail-out",
        does(&[interrupt(
            LeavesPlay,
            &[By(You), SubjectIs(&[Is::Unit, Is::Trait(Vehicle), Is::Piloted])],
            &[To(Choose(&[Is::Pilot, Is::On(&Subject)]), Act::BecomeUnit)],
        )]),
    ),
    (
        "pirate-hideout",
        play_area(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(VEHICLE), DEALT],
            &[
                Prevent(1),
                To(This, Act::PlaceDamage),
                Then,
                Do::If(ThisIs(&[Is::DamageAtLeast(4)]), &[To(This, Discard)]),
            ],
        )]),
    ),
    ("punch-it", ANOTHER_TARGET),
    ("koiogran-turn", ANOTHER_TARGET),
    (
        "maarek-stele",
        constant(&[gives(&[UNIT_OR_OBJECTIVE, Is::Exhausted], Boon::DoubleDamage, N(1))
            .when(&[ThisIs(&[Is::Attached])])]),
    ),
    (
        "ds-61-3",
        does(&[
            action(
                &[InEngagement],
                &[PutOn(This, Choose(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Fighter)]))],
            )
            .costs(&[Cost::PilotCost])
            .from_hand(),
            reaction(
                EntersPlay,
                &[SubjectIs(THIS), InEngagement],
                &[To(Target(&[Is::Unit, Is::Participating]), Damage(N(2)))],
            ),
        ]),
    ),
    (
        "tie-fighter-patrol",
        constant(&[
            this_gains(
                UnitDamage,
                Amount::Special(|s, c| specials::icons_of_pilots(s, c, UnitDamage, false)),
            ),
            this_gains(Tactics, Amount::Special(|s, c| specials::icons_of_pilots(s, c, Tactics, false))),
            this_gains(
                BlastDamage,
                Amount::Special(|s, c| specials::icons_of_pilots(s, c, BlastDamage, false)),
            ),
            this_gains_with_edge(
                UnitDamage,
                Amount::Special(|s, c| specials::icons_of_pilots(s, c, UnitDamage, true)),
            ),
            this_gains_with_edge(
                Tactics,
                Amount::Special(|s, c| specials::icons_of_pilots(s, c, Tactics, true)),
            ),
            this_gains_with_edge(
                BlastDamage,
                Amount::Special(|s, c| specials::icons_of_pilots(s, c, BlastDamage, true)),
            ),
        ]),
    ),
    (
        "use-the-force-luke",
        does(&[action(
            &[],
            &[ChooseOne(&[
                (Way::YourDeck, &[Do::Peek { whose: You, objectives: false, cards: 1, under: 1 }]),
                (Way::TheirDeck, &[Do::Peek { whose: Opponent, objectives: false, cards: 1, under: 1 }]),
                (Way::YourObjectives, &[Do::Peek { whose: You, objectives: true, cards: 1, under: 1 }]),
                (Way::TheirObjectives, &[Do::Peek { whose: Opponent, objectives: true, cards: 1, under: 1 }]),
            ])],
        )]),
    ),
    ("defending-the-trench", Effects { counts_twice: true, ..Effects::NONE }),
    ("darth-vader-159", constant(&[theirs(Boon::NoAbilities, N(1)).when(&[HostIs(&[Is::Participating])])])),
    (
        "lost-master",
        does(&[on_entering(&[Do::IfTheyPay(1, &[To(This, ToHand)])]).forced()]).always(&[gives(
            THIS,
            Boon::CountsCommitted,
            N(1),
        )]),
    ),
    (
        "that-bucket-o-bolts",
        does(&[action(&[], &[To(Choose(&[Is::Unit, Is::Friendly, Is::Pilot]), Act::BecomePilot)])
            .costs(&[FocusThis])]),
    ),
    (
        "the-reawakening",
        does(&[on_winning_the_struggle(&[ChooseOne(&[
            (Way::YourDeck, &[SortCards(You, &[Discard, OnDeck])]),
            (Way::TheirDeck, &[SortCards(Opponent, &[Discard, OnDeck])]),
        ])])]),
    ),
    (
        "niles-ferrier",
        constant(&[gives(THIS, Boon::CommandsHost, N(1)).when(&[HostIs(UNIT)])]).rides(UNITS_TO_STEAL),
    ),
    (
        "salvage-operation",
        does(&[
            reaction(Destroyed, WRECK, &[To(Subject, Act::PutIntoPlayAsYours)]),
            reaction(Captured, TOWED_AWAY, &[To(Subject, Act::PutIntoPlayAsYours)]),
        ]),
    ),
    ("a-heros-beginning", LAYS_EDGE_CARDS_READY),
    ("the-imperial-bureaucracy", LAYS_EDGE_CARDS_READY),
];
