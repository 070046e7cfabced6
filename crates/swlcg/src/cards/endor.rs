//! Cards of the Endor cycle: Solo's Command to Redemption and Return.

use super::specials;
use super::words::*;

const EWOK: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Ewok)];
const YOUR_TROOPER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Trooper)];
/// An objective holds captured cards.
const CARDS_ARE_CAPTURED: &[When] = &[When::AtLeast(1, &[Is::Objective, Is::Guarding])];
/// Combat icons of this unit have put focus tokens on a unit, at least two in this strike.
const FOCUSED_TWICE: &[When] =
    &[CauseIs(THIS), When::ByIcon, SubjectIs(UNIT), When::Special(specials::has_placed_two)];
/// Enemies come into the engagement of this unit.
const ENEMIES_JOIN_IT: &[When] = &[By(Opponent), ThisIs(&[Is::Participating])];
const DECLARED_ENEMY: Filter = &[Is::Unit, Is::Enemy, Is::Participating, Is::Declared];
const AGAINST_A_MISSION: &[When] = &[EngagedIs(&[Is::Mission])];
/// "Reaction: After you complete this mission, …"
const fn completed(effect: &'static [Do]) -> Ability {
    reaction(Completed, &[SubjectIs(THIS)], effect)
}

/// "You may choose an enemy objective that you have not engaged this phase. You are now engaged with it instead."
const SECRET_OBJECTIVE: Effects = fate(&[Do::If(
    YouAttack,
    &[May(&[To(
        Choose(&[Is::Objective, Is::Enemy, Is::Not(&[Is::WasFought]), Is::Not(&[Is::Engaged])]),
        Engage,
    )])],
)]);
/// "For this edge battle, this card gains +1 Force icon (to a maximum of +3) for each Endor objective or enhancement in play."
const BATTLE_OF_ENDOR: Effects = fate(&[To(
    This,
    Gain(
        Boon::EdgeForce,
        Amount::AtMost(3, &Count(&[Is::Trait(Endor), Is::Any(&[OBJECTIVE, ENHANCEMENT])])),
        EDGE_BATTLE,
    ),
)]);

pub const CARDS: Registry = &[
    // Solo's Command
    (
        "specforce-pathfinder",
        does(&[action(
            &[],
            &[To(Choose(&[Is::Any(&[THIS, &[Is::Friendly, Is::Named("Han Solo")]])]), Unfocus(N(1)))],
        )
        .costs(&[Cost::Damage(1, &[Is::Objective, Is::Trait(Endor)])])
        .once_per_turn()]),
    ),
    ("warriors-of-the-forest", constant(&[gives(EWOK, Boon::EdgeIcon(BlastDamage), N(1))])),
    (
        "wicket-w-warrick",
        does(&[reaction(
            Engaged,
            &[ThisIs(&[Is::Attacking, Is::Declared])],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::CostAtMost(3)]), Focus(N(1)))],
        )]),
    ),
    (
        "part-of-the-tribe",
        attaches(&[Is::Unit, Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Droid)]])], &[])
            .always(&[gives(HOST, Boon::Trait(Ewok), N(1))]),
    ),
    ("the-emperors-legion", constant(&[gives(THIS, Boon::Capacity, Count(YOUR_TROOPER))])),
    (
        "lieutenant-renz",
        does(&[on_entering(&[Look(You, N(5), 5, &[Is::Trait(Trooper)], &ToHand, Rest::Discarded)])])
            .always(&[gives(YOUR_TROOPER, Boon::Capacity, N(1))]),
    ),
    (
        "scout-trooper",
        does(&[
            reaction(FocusedToStrike, &[SubjectIs(YOUR_TROOPER)], &[To(This, PutIntoEngagement)]).from_hand()
        ]),
    ),
    (
        "ig-88b",
        does(&[reaction(
            Trigger::Damage,
            &[CauseIs(THIS), When::ByTargetedStrike],
            &[To(Subject, JoinEngagement)],
        )])
        .always(&[gives(
            &[Is::Unit, Is::Friendly, Is::Trait(Droid), Is::Not(THIS)],
            Boon::Icon(UnitDamage),
            N(1),
        )]),
    ),
    (
        "k4-security-droid",
        does(&[
            reaction(DefendersDeclared, ENEMIES_JOIN_IT, &[To(Choose(DECLARED_ENEMY), Damage(N(1)))]),
            reaction(Engaged, ENEMIES_JOIN_IT, &[To(Choose(DECLARED_ENEMY), Damage(N(1)))]),
            reaction(Joined, ENEMIES_JOIN_IT, &[To(Subject, Damage(N(1)))]),
        ]),
    ),
    (
        "illegal-modifications",
        attaches(
            &[Is::Unit, Is::Trait(Droid)],
            &[interrupt(FocusPlaced, &[SubjectIs(HOST)], &[Instead(Host, Damage(N(1)))]).once_per_turn()],
        )
        .always(&[gives(HOST, Boon::Capacity, N(2))]),
    ),
    (
        "the-droid-revolution",
        constant(&[forbids(
            &[Is::Unit, Is::Friendly, Is::Trait(Droid), Is::Not(&[Is::Participating])],
            Deed::BeDamagedByEnemies,
        )]),
    ),
    (
        "mission-command",
        constant(&[gives(&[Is::Unit, Is::Friendly, Is::Attacking], Boon::Icon(BlastDamage), N(1))
            .when(AGAINST_A_MISSION)]),
    ),
    (
        "filthy-accusations",
        does(&[action(&[], &[To(Target(&[Is::Unit, Is::Enemy, Is::OutOfFaction]), Focus(N(1)))])]),
    ),
    // New Alliances
    ("dark-genocide", does(&[completed(&[Do::Special(specials::DEATH_TO_ALL_OF_ONE_TRAIT)])])),
    (
        "spice-blitz",
        does(&[action(
            &[],
            &[
                To(
                    Target(&[Is::Unit, Is::Exhausted]),
                    Gain(Boon::Awaits(Doom::Focus), Amount::Times(2, &Amount::FocusOn(&It)), PHASE),
                ),
                To(It, Unfocus(All)),
            ],
        )]),
    ),
    ("hallucination", fate(&[Do::Special(specials::EFFECT_OF_ANOTHER_FATE_CARD)])),
    (
        "out-of-their-element",
        constant(&[gives(&[Is::OutOfFaction, Is::Not(&[NEUTRAL])], Boon::Cost, N(1)).when(UNDAMAGED)]),
    ),
    (
        "lukes-speeder-bike",
        does(&[reaction(
            EdgeWon,
            &[By(Opponent), ThisIs(&[Is::Participating])],
            &[To(This, LeaveEngagement)],
        )]),
    ),
    (
        "force-persuasion",
        does(&[action(
            &[],
            &[To(Target(CHARACTER_OR_CREATURE), Focus(Amount::If(When::ItIs(&[Is::OutOfFaction]), 2, 1)))],
        )]),
    ),
    ("stolen-at-st", constant(&[forbids(THIS, Deed::BeStruck).when(&[ThisIs(&[Is::Ready])])])),
    (
        "hiding-among-enemies",
        does(&[action(
            &[],
            &[
                To(Target(&[Is::Unit, SMUGGLERS, Is::Trait(Vehicle)]), Shield),
                Then,
                DiscardRandom(Opponent, 1),
            ],
        )]),
    ),
    (
        "courage-of-the-tribe",
        does(&[after_you_refresh(&[To(Target(&[Is::Unit, Is::Trait(Ewok)]), Unfocus(N(1)))])]),
    ),
    (
        "chief-chirpa",
        does(&[reaction(PhaseBegins, &[], &[Draw(You, N(1))])
            .costs(&[Cost::Focus(&[Is::Unit, Is::Trait(Ewok)])])])
        .always(&[gives(&[Is::Unit, Is::Friendly, Is::Trait(Ewok), Is::Not(THIS)], Boon::Capacity, N(1))]),
    ),
    (
        "merciless-plans",
        does(&[
            reaction(EntersPlay, &[SubjectIs(&[Is::Mission])], &[BalanceTo(Side::Dark)]),
            reaction(LeavesPlay, &[SubjectIs(&[Is::Mission])], &[BalanceTo(Side::Dark)]),
        ]),
    ),
    (
        "boc",
        constant(&[
            this_gains(BlastDamage, N(2)).when(&[ThisIs(&[Is::Participating]), EngagedIs(&[Is::Mission])]),
            keyword(THIS, Keyword::TargetedStrike)
                .when(&[ThisIs(&[Is::Participating]), EngagedIs(&[Is::Mission])]),
        ]),
    ),
    (
        "sith-lightsaber",
        attaches(TOUCHED_BY_THE_FORCE, &[]).always(&[host_gains(UnitDamage), host_gains_with_edge(Tactics)]),
    ),
    ("storm-commando", does(&[on_entering(&[Mill(Opponent, N(1))]), on_leaving(&[Mill(Opponent, N(1))])])),
    ("captain-zed", constant(&[theirs(Boon::DiscardStays, N(1)).when(&[ThisIs(&[Is::Ready])])])),
    (
        "sector-garrison",
        play_area(&[
            action(&[], &[To(Who::From(Pool::YourDiscard, UNIT), ShuffleIntoDeck)]).costs(&[FocusThis])
        ]),
    ),
    (
        "moruth-doole",
        does(&[reaction(
            Destroyed,
            &[SubjectIs(OBJECTIVE)],
            &[MoveFocus(1, Choose(FRIENDLY_UNIT), Target(ENEMY_UNIT))],
        )
        .once_per_turn()]),
    ),
    ("energy-spider", constant(&[gives(THIS, Boon::KeepsFocus, N(1))])),
    // The Forest Moon
    (
        "solidarity-of-spirit",
        does(&[on_entering(&[
            To(Who::From(Pool::YourHand, &[Is::Unit, REBEL]), PutIntoPlay),
            Then,
            Do::Special(specials::THEY_MAY_FOLLOW),
        ])]),
    ),
    (
        "home-one-197",
        does(&[reaction(
            ResolvesBlastDamage,
            &[SubjectIs(THIS)],
            &[To(Choose(&[Is::Objective, Is::Enemy, Is::Not(&[Is::Cause])]), Act::StruckAgain)],
        )
        .once_per(Until::EndOfRound)]),
    ),
    (
        "mc80-liberty-type-cruiser",
        does(&[on_entering(&[Do::Gain(Boon::NextCost(Sort::VehicleUnitDownToOne), N(1), Until::EndOfTurn)])]),
    ),
    (
        "unhinged-astromech",
        does(&[action(
            &[When::AtLeast(2, &[Is::Unit, Is::Friendly, Is::CopyOf(&This)])],
            &[ChooseOne(&[
                (Way::Damage, &[To(Target(UNIT), Damage(N(1)))]),
                (Way::Discard, &[DiscardRandom(Opponent, 1)]),
                (Way::Heal, &[To(Target(&[Is::Unit, Is::Damaged]), Act::HealUpTo(3))]),
            ])],
        )
        .costs(&[SacrificeThis])]),
    ),
    ("signal-scrambler", play_area(&[]).always(&[yours(Boon::UncommittedCount, N(1))])),
    (
        "outwit",
        does(&[reaction(
            EdgeStacksRevealed,
            &[],
            &[Do::Gain(Boon::FateBackwards, N(1), EDGE_BATTLE), Then, Draw(You, N(1))],
        )]),
    ),
    (
        "brainiac",
        does(&[action(&[], &[To(Target(&[Is::Not(&[Is::Objective])]), Act::ChangeNumeral(PHASE))])
            .once_per_turn()]),
    ),
    ("rebel-fleet-command", play_area(&[]).always(&[gives(THIS, Boon::PaysOnlyFor(Sort::DearRebel), N(1))])),
    (
        "sowers-of-dissension",
        does(&[on_entering(&[To(Each(&[Is::Objective, Is::OutOfFaction]), Damage(N(1)))])]),
    ),
    ("lobot-198", constant(&[gives(&[Is::Objective, Is::Enemy, Is::OutOfFaction], Boon::Capacity, N(-1))])),
    (
        "paid-off",
        attaches(&[Is::Unit, Is::Enemy, Is::OutOfFaction], &[]).always(&[gives(
            HOST,
            Boon::ForceIcons,
            N(-2),
        )]),
    ),
    (
        "hiding-among-friends",
        does(&[action(
            &[],
            &[To(Target(&[Is::Unit, SMUGGLERS, Is::Trait(Character)]), Shield), Then, Draw(You, N(1))],
        )]),
    ),
    ("janus-greejatus", does(&[on_striking(&[To(Each(ENEMY_FIGHTING), Damage(N(1)))])])),
    (
        "administrative-detainment",
        does(&[action(&[], &[To(Target(CHARACTER), Focus(Amount::If(When::ItIs(&[Is::Damaged]), 2, 1)))])]),
    ),
    ("executor-200", does(&[on_entering(&[To(Target(OBJECTIVE), Damage(N(3)))])])),
    (
        "rear-admiral-chiraneau",
        constant(&[gives(&[Is::Objective, Is::Enemy, Is::DamageAtLeast(3)], Boon::Blank, N(1))]),
    ),
    ("jamming-protocol", does(&[interrupt(Used, EVENT_PLAYED, &[Cancel])])),
    // So Be It
    (
        "turning-the-tide",
        does(&[reaction(
            Used,
            &[By(You), Played(&[Is::Any(&[&[Is::Mission], &[Is::Event, REBEL]])])],
            &[To(This, Unfocus(N(1)))],
        )
        .once_per_turn()]),
    ),
    (
        "admiral-ackbar-201",
        constant(&[gives(
            &[Is::Unit, REBEL, Is::Trait(Vehicle), Is::Attacking],
            Boon::Icon(BlastDamage),
            N(1),
        )
        .when(AGAINST_A_MISSION)]),
    ),
    ("tribe-of-the-trees", constant(&[forbids(EWOK, Deed::BeTargetedByEnemies)])),
    (
        "fearsome-and-foul",
        does(&[on_entering(&[To(Who::From(Pool::YourDeck, &[Is::Unit, Is::Trait(Creature)]), ToHand)])]),
    ),
    (
        "dark-lair",
        play_area(&[reaction(
            Used,
            &[By(You), Played(&[Is::Unit, Is::Any(&[&[Is::Trait(Creature)], &[Is::Trait(Sithspawn)]])])],
            &[Draw(You, N(1))],
        )]),
    ),
    (
        "endor-entrapment",
        does(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[Is::Unit, NAVY, Is::Trait(Vehicle)])],
            &[PreventAmount(Amount::ForceOfPaid)],
        )
        .costs(&[Cost::DiscardSuch(&[NAVY])])
        .once_per_turn()]),
    ),
    ("ephant-mon", does(&[reaction(FocusPlaced, FOCUSED_TWICE, &[To(Subject, Capture)]).once_per_turn()])),
    ("chevin-mercenary", constant(&[gives(THIS, Boon::CheaperToEnhance, N(1))])),
    ("head-of-security", attaches(&[Is::Unit, SCUM], &[]).always(&[host_gains(Tactics)])),
    (
        "capture-the-assassin",
        does(&[completed(&[To(Target(&[Is::Enemy, Is::Any(&[UNIT, ENHANCEMENT])]), Capture)])]),
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
    // Press the Attack
    (
        "juyo-training",
        attaches(
            FORCE_USER,
            &[reaction(
                ResolvesUnitDamage,
                &[SubjectIs(HOST)],
                &[To(
                    Target(&[Is::Unit, Is::Enemy, Is::Participating, Is::Not(&[Is::Cause])]),
                    Act::StruckAgain,
                )],
            )
            .once_per(STRIKE)],
        ),
    ),
    ("scouting-ahead", does(&[action(&[], &[Do::Special(specials::ONE_OF_FOUR_FOR_EVERYBODY)])])),
    (
        "bane-malar",
        does(&[interrupt(
            ResolvesUnitDamage,
            &[SubjectIs(THIS)],
            &[Do::AssignTo(Target(&[Is::Unit, Is::Enemy, Is::Committed, Is::Not(&[Is::Participating])]))],
        )]),
    ),
    (
        "abandoned-hideout",
        play_area(&[action(&[], &[Do::Special(specials::MOVE_A_FORCE_CARD)]).costs(&[FocusThis])]),
    ),
    ("c-3po-207", constant(&[gives(THIS, Boon::ForceIcons, Amount::AtMost(3, &Count(EWOK)))])),
    (
        "homeland-defender",
        does(&[reaction(PhaseBegins, &[By(You), In(Phase::Conflict)], &[To(This, Unfocus(N(1)))])]),
    ),
    (
        "forest-awareness",
        attaches(&[Is::Unit, Is::Any(&[&[JEDI], &[Is::Trait(Ewok)]])], &[])
            .always(&[keyword(HOST, Keyword::Elite)]),
    ),
    (
        "natural-cover",
        play_area(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[Is::Any(&[CHARACTER, &[Is::Objective, Is::Trait(Endor)]])])],
            &[Prevent(1)],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "maw-of-madness",
        does(&[on_entering(&[
            DiscardRandom(Opponent, 1),
            Do::If(When::Balance(Side::Dark), &[DiscardRandom(Opponent, 1)]),
        ])]),
    ),
    (
        "fallen-jedi",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Character), Is::Not(THIS)],
            Boon::Icon(UnitDamage),
            N(1),
        )
        .when(&[ThisIs(&[Is::Participating, Is::Ready])])]),
    ),
    (
        "colonel-dyer",
        constant(&[
            this_gains(UnitDamage, Count(&[Is::Objective, Is::Friendly, Is::Trait(Endor)])),
            this_gains(BlastDamage, Count(&[Is::Objective, Is::Enemy, Is::Trait(Endor)])),
        ]),
    ),
    (
        "endor-at-st",
        does(&[action(&[], &[To(This, Unfocus(N(1)))])
            .costs(&[Cost::Focus(&[Is::Trait(Endor), Is::Any(&[OBJECTIVE, ENHANCEMENT])])])
            .once_per(PHASE)]),
    ),
    (
        "endor-command-post",
        play_area(&[
            action(&[], &[To(This, Unfocus(N(1)))]).costs(&[Cost::Focus(&[Is::Unit, Is::Trait(Officer)])])
        ]),
    ),
    (
        "hunter-for-hire",
        does(&[reaction(
            StruggleWon,
            &[By(Opponent), AmountAtLeast(2)],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Committed]), Damage(N(1)))],
        )]),
    ),
    (
        "lannik-lackey",
        constant(&[
            this_gains(Tactics, N(1)).when(COMMITTED),
            this_gains(UnitDamage, N(1)).when(&[ThisIs(&[Is::Not(&[Is::Committed])])]),
        ]),
    ),
    // Redemption and Return
    (
        "a-heros-duty",
        constant(&[gives(
            &[Is::Not(UNIT), Is::Special(specials::is_in_their_edge_stack)],
            Boon::EdgeForce,
            N(-100),
        )
        .when(UNDAMAGED)]),
    ),
    (
        "luke-skywalker-212",
        does(&[interrupt(
            ResolvesUnitDamage,
            &[SubjectIs(&[Is::This, Is::Defending])],
            &[Do::AssignTo(Target(&[Is::Unit, Is::Enemy, Is::Not(&[Is::Participating])]))],
        )])
        .always(&[keyword(THIS, Keyword::Elite).when(COMMITTED)]),
    ),
    (
        "i-will-not-fight-you",
        does(&[reaction(
            EdgeWon,
            &[When::AtLeast(1, &[Is::Unit, Is::Friendly, Is::Participating])],
            &[Do::Special(specials::THEY_HAVE_NO_MORE_UNITS_HERE)],
        )]),
    ),
    (
        "redeem-the-fallen",
        does(&[completed(&[To(
            Who::From(
                Pool::OpponentsDiscard,
                &[Is::Unit, Is::Not(&[Is::Trait(Vehicle)]), Is::ForceAtMost(4)],
            ),
            Act::PutIntoPlayAsYours,
        )])]),
    ),
    (
        "engineering-the-future",
        constant(&[forbids(&[Is::Unit, Is::Friendly, REBEL, Is::Exhausted], Deed::BeDamagedByEnemies)
            .when(UNDAMAGED)]),
    ),
    ("overworked-engineer", does(&[on_entering(&[To(This, Focus(N(2)))]).forced()])),
    (
        "portable-shield-generator",
        play_area(&[]).always(&[gives(
            &[Is::Unit, Is::Friendly, REBEL, Is::Ready],
            Boon::Protects(Guard::ExhaustedRebel),
            N(1),
        )]),
    ),
    (
        "engineering-brilliance",
        does(&[action(&[], &[Draw(You, Count(&[Is::Unit, Is::Friendly, Is::Exhausted]))])]),
    ),
    (
        "beyond-the-rim",
        does(&[reaction(
            Refreshed,
            &[By(Opponent), When::AtLeast(3, &[Is::Objective, Is::Friendly, SMUGGLERS])],
            &[To(Target(&[Is::Unit, Is::Friendly, SMUGGLERS]), Unfocus(N(1)))],
        )]),
    ),
    (
        "pulsar-skate",
        does(&[action(&[], &[To(This, Unfocus(N(1)))])
            .costs(&[Cost::DiscardSuch(&[SMUGGLERS])])
            .once_per_turn()]),
    ),
    (
        "isb-officer",
        constant(&[this_gains(BlastDamage, N(1)).when(&[When::AtLeast(1, &[Is::Objective, Is::Mission])])]),
    ),
    (
        "lady-valarian",
        does(&[reaction(
            PhaseEnds,
            &[By(Opponent), In(Phase::Conflict)],
            &[To(Target(&[Is::Unit, Is::Ready]), Damage(Amount::If(When::Balance(Side::Dark), 2, 1)))],
        )]),
    ),
    (
        "whiphid-enforcer",
        constant(&[gives(THIS, Boon::Capacity, N(1))
            .when(&[When::AtLeast(1, &[Is::Friendly, Is::Named("Lady Valarian")])])]),
    ),
    (
        "vicious-counterattack",
        does(&[action(&[InEngagement], &[To(Each(&[Is::Unit, Is::Attacking]), Destroy)])
            .costs(&[Cost::FocusSome(2, &[Is::Unit, SCUM, Is::Trait(Character)])])]),
    ),
    // cards that came late
    (
        "shield-generator-assault",
        does(&[reaction(
            TurnBegins,
            &[By(You)],
            &[MoveDamage(
                1,
                Choose(&[Is::Objective, Is::Trait(Endor), Is::Damaged, Is::Not(&[Is::FirstTarget])]),
                Target(&[
                    Is::Objective,
                    Is::Trait(Endor),
                    Is::IfSome(&[Is::Objective, Is::Trait(Endor), Is::Damaged, Is::Not(&[Is::It])]),
                ]),
            )],
        )]),
    ),
    (
        "han-solo-185",
        does(&[on_striking_as_attacker(&[To(
            Choose(&[Is::Objective, Is::Enemy, Is::Not(&[Is::Engaged])]),
            Engage,
        )])]),
    ),
    (
        "feigning-captivity",
        does(&[reaction(TurnBegins, &[By(You)], &[Do::WithBottomCard(&Act::PlantAsCaptive)])]),
    ),
    (
        "tamtel-skreej",
        constant(&[
            gives(THIS, Boon::MayNotStay, N(1)).when(&[When::AtLeast(1, &[Is::Named("Lando Calrissian")])]),
            keyword(THIS, Keyword::Elite).when(CARDS_ARE_CAPTURED),
            this_gains(BlastDamage, N(1)).when(CARDS_ARE_CAPTURED),
            this_gains_with_edge(BlastDamage, N(1)).when(CARDS_ARE_CAPTURED),
        ]),
    ),
    ("infiltration-specialist", does(&[on_leaving(&[Do::Special(specials::TAKES_THE_PLACE_OF_A_CAPTIVE)])])),
    ("to-save-a-friend", does(&[on_entering(&[Do::Special(specials::OWNER_PLANTS_UNITS_HERE)]).forced()])),
    ("secret-objective-185", SECRET_OBJECTIVE),
    ("secret-objective-187", SECRET_OBJECTIVE),
    (
        "repel-the-invaders",
        does(&[completed(&[To(Targets(2, &[Is::Unit, Is::Enemy, Is::CostAtMost(3)]), ToHand)])])
            .always(&[forbids(&[Is::Unit, Is::Not(&[Is::Trait(Ewok)])], Deed::AttackThis)]),
    ),
    (
        "prepared-ambush",
        does(&[completed(&[To(
            Who::From(
                Pool::YourDeckOrDiscard,
                &[Is::Unit, Is::Any(&[&[Is::Trait(Officer)], &[Is::Trait(Trooper)]])],
            ),
            PutIntoPlay,
        )])]),
    ),
    (
        "ambush-point",
        play_area(&[]).always(&[gives(&[Is::OutOfFaction, Is::Not(&[Is::Fate])], Boon::EdgeForce, N(-1))]),
    ),
    (
        "tydirium",
        does(&[interrupt(Destroyed, &[SubjectIs(THIS)], &[DialBack(1, 0)])]).always(&[gives(
            THIS,
            Boon::Edge,
            Count(ENEMY_FIGHTING),
        )
        .when(PARTICIPATING)]),
    ),
    (
        "stolen-speeder-bike",
        does(&[on_striking_as_attacker(&[
            To(EngagedObjective, Focus(N(1))),
            To(This, Gain(Boon::ForgoesIcons, N(1), STRIKE)),
        ])
        .once_per(PHASE)]),
    ),
    ("ewok-horde", constant(&[gives(THIS, Boon::CostDownTo(3), Count(EWOK))])),
    (
        "bright-tree-village",
        play_area(&[]).always(&[gives(EWOK, Boon::ForceIcons, N(1)), gives(EWOK, Boon::EdgeForce, N(1))]),
    ),
    ("battle-of-endor-192", BATTLE_OF_ENDOR),
    ("battle-of-endor-199", BATTLE_OF_ENDOR),
    (
        "expendable-scout",
        does(&[action(
            &[],
            &[ChooseOne(&[
                (Way::You, &[DiscardHand(You, 1), Then, Draw(You, N(1))]),
                (Way::They, &[DiscardHand(Opponent, 1), Then, Draw(Opponent, N(1))]),
            ])],
        )
        .costs(&[SacrificeThis])]),
    ),
    (
        "sector-lockdown",
        constant(&[forbids(
            &[Is::Unit, Is::Special(specials::lies_in_the_discard_pile_too)],
            Deed::BePlayed,
        )
        .when(UNDAMAGED)]),
    ),
    (
        "stalker",
        constant(&[this_gains_with_edge(
            BlastDamage,
            Amount::Discarded(Opponent, &[Is::Unit, Is::OutOfFaction]),
        )
        .when(ATTACKING)]),
    ),
    ("search-and-detain", does(&[action(&[], &[SortCards(Opponent, &[Discard, UnderDeck, OnDeck])])])),
    (
        "the-spice-trade",
        does(&[
            interrupt(LeavesPlay, &[SubjectIs(THIS), When::WasDestroyed], &[Divert(Doom::Remove)]).forced()
        ]),
    ),
    (
        "duros-saboteur",
        does(&[reaction(
            Trigger::Damage,
            &[CauseIs(THIS), When::ByIcon, SubjectIs(ENEMY_OBJECTIVE)],
            &[To(
                Each(&[Is::Objective, Is::CopyOf(&Subject), Is::Not(&[Is::Subject])]),
                Damage(Amount::OfTrigger),
            )],
        )
        .once_per_turn()]),
    ),
    (
        "dark-counsel",
        does(&[reaction(
            FocusedToStrike,
            &[By(Opponent)],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Damaged, Is::Subject]), Focus(N(1)))],
        )
        .once_per_turn()]),
    ),
    (
        "imperial-functionary",
        constant(&[gives(ENEMY_UNIT, Boon::LacksProtect, N(1)), forbids(UNIT, Deed::BeHealed)]),
    ),
    (
        "moon-blockade",
        constant(&[gives(
            &[Is::Objective, Is::Of(Side::Light), Is::Special(specials::has_a_copy_in_your_victory_pile)],
            Boon::Blank,
            N(1),
        )]),
    ),
    ("ackbars-orders", does(&[action(&[], &[To(Who::From(Pool::YourDeck, &[Is::Mission]), PutIntoPlay)])])),
    ("ewok-ambusher", Effects::NONE.in_conflict()),
    (
        "sith-wyrm",
        does(&[action(&[], &[To(This, ToHand)])
            .costs(&[Cost::Focus(&[Is::Objective, SITH])])
            .from_discard()]),
    ),
    (
        "interdictor-class-heavy-cruiser",
        does(&[reaction(
            Engaged,
            &[ThisIs(&[Is::Attacking, Is::Declared])],
            &[To(Target(ENEMY_UNIT), Gain(Boon::MustDefend, N(1), ENGAGEMENT))],
        )]),
    ),
    (
        "gladiator-class-star-destroyer",
        does(&[reaction(
            EdgeStacksRevealed,
            PARTICIPATING,
            &[To(
                Who::From(Pool::YourHand, &[Is::Not(&[Is::Named("Twist of Fate")])]),
                Act::PutIntoEdgeStack,
            )],
        )]),
    ),
    (
        "schemes-and-intrigues",
        does(&[interrupt(
            Destroyed,
            &[SubjectIs(THIS)],
            &[To(EachFrom(Pool::Captured, &[Is::OnThis]), ShuffleIntoDeck)],
        )]),
    ),
    (
        "lost-in-the-forest",
        does(&[reaction(
            PhaseBegins,
            &[In(Phase::Refresh)],
            &[Do::Special(specials::ALL_BUT_THREE_KEEP_THEIR_FOCUS)],
        )
        .forced()]),
    ),
    ("strike-team-assemble", constant(&[yours(Boon::FateTwice, N(1)).when(UNDAMAGED)])),
    (
        "major-bren-derlin-208",
        constant(&[
            this_gains(BlastDamage, N(1)).when(&[InEngagement, YouShowedFate]),
            keyword(THIS, Keyword::TargetedStrike).when(&[InEngagement, YouShowedFate]),
        ]),
    ),
    (
        "strike-team-specialist",
        constant(&[gives(THIS, Boon::Edge, Amount::EdgeStack(Opponent, &[Is::Fate]))]),
    ),
    (
        "maw",
        does(&[on_striking(&[Do::IfElse(
            YouAttack,
            &[
                To(Random(Pool::OpponentsHand), Discard),
                Then,
                Do::If(When::ItIs(ENHANCEMENT), &[To(It, Act::PutIntoPlayAsYours)]),
            ],
            &[
                To(Random(Pool::YourHand), Discard),
                Then,
                Do::If(When::ItIs(ENHANCEMENT), &[To(It, Act::PutIntoPlayAsYours)]),
            ],
        )])]),
    ),
    (
        "force-pull",
        does(&[action(&[], &[To(Who::From(Pool::OpponentsDiscard, ENHANCEMENT), Act::PutIntoPlayAsYours)])]),
    ),
    (
        "protect-the-generator",
        does(&[reaction(
            FocusedToStrike,
            &[
                By(Opponent),
                EngagedIs(&[NAVY]),
                FirstToStrike(ENEMY_UNIT),
                When::Special(specials::is_first_against_the_navy),
            ],
            &[To(Subject, Focus(N(1)))],
        )]),
    ),
    (
        "promotion",
        attaches(
            &[Is::Unit, NAVY, Is::Trait(Officer)],
            &[reaction(
                FocusedToStrike,
                &[SubjectIs(&[Is::Unit, NAVY, Is::Not(HOST)])],
                &[Do::Special(specials::ICONS_OF_THE_HOST)],
            )
            .costs(&[FocusThis])],
        ),
    ),
    (
        "general-walex-blissex",
        does(&[action(
            &[],
            &[
                To(Choose(&[Is::Objective, REBEL]), Heal(N(1))),
                Then,
                To(Choose(&[UNIT_OR_OBJECTIVE, REBEL]), Shield),
            ],
        )
        .costs(&[FocusThis])
        .once_per_turn()]),
    ),
    (
        "a-a5-heavy-speeder-truck",
        does(&[reaction(
            Used,
            &[By(You), Played(THIS)],
            &[Do::MoveAllFocus(&[Is::Unit, Is::Friendly, REBEL, Is::Trait(Character)], This)],
        )]),
    ),
    (
        "smugglers-hideaway",
        play_area(&[reaction(
            EntersPlay,
            &[When::AtLeast(1, &[Is::Objective, Is::Friendly, Is::Any(&[&[JEDI], &[REBEL]])])],
            &[To(This, Discard)],
        )
        .constantly()]),
    ),
    (
        "last-ditch-maneuver",
        does(&[action(
            &[YourTurn, In(Phase::Force)],
            &[To(Each(&[Is::Unit, Is::Exhausted]), ShuffleIntoDeck)],
        )
        .costs(&[Cost::FocusSome(2, &[Is::Unit, SMUGGLERS])])]),
    ),
    (
        "the-emperors-promise",
        does(&[reaction(
            Engaged,
            &[By(Opponent), SubjectIs(&[Is::Not(&[Is::Named("The Emperor's Promise")])])],
            &[To(Target(ENEMY_OBJECTIVE), Damage(N(1)))],
        )]),
    ),
    ("the-ladys-lesson", constant(&[gives(ENEMY_UNIT, Boon::MustAttackThis, N(1))])),
    (
        "unrefusable-offer",
        does(&[reaction(
            PhaseBegins,
            &[By(Opponent), In(Phase::Conflict)],
            &[To(Target(YOUR_OBJECTIVE), Later(PHASE, Doom::DialUnlessEngaged))],
        )]),
    ),
];
