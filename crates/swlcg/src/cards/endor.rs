//! Cards of the Endor cycle: Solo's Command to Redemption and Return.

use super::words::*;

const EWOK: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Ewok)];
const YOUR_TROOPER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Trooper)];
const AGAINST_A_MISSION: &[When] = &[EngagedIs(&[Is::Mission])];
/// "Reaction: After you complete this mission, …"
const fn completed(effect: &'static [Do]) -> Ability {
    reaction(Completed, &[SubjectIs(THIS)], effect)
}

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
    ("head-of-security", attaches(&[Is::Unit, SCUM], &[]).always(&[host_gains(Tactics)])),
    (
        "capture-the-assassin",
        does(&[completed(&[To(Target(&[Is::Enemy, Is::Any(&[UNIT, ENHANCEMENT])]), Capture)])]),
    ),
    // Press the Attack
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
];
