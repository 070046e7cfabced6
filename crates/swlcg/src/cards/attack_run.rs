//! Cards of the second half of the Rogue Squadron cycle: Attack Run to Jump to Lightspeed.

use super::atoms::{Ctx, Special, SpecialAct};
use super::numerals::read;
use super::resolve::{could_act, move_to_one_of, perform, they_pay};
use super::words::*;
use super::{CardType, constants, specials};
use crate::state::{CardId, State, opponent};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, timing};

const SPEEDER_OR_FIGHTER: Is = Is::Any(&[&[Is::Trait(Speeder)], &[Is::Trait(Fighter)]]);
const I_HAVE_YOU_NOW: Effects = fate_if_won(&[To(Target(ENEMY_FIGHTING), Destroy)]);
const LEADS_IN_THE_FORCE: When =
    More(&Count(&[Is::Unit, Is::Friendly, Is::Committed]), &Count(&[Is::Unit, Is::Enemy, Is::Committed]));
/// Three cards of the deck lie here for the edge stack.
const LAYS_EDGE_CARDS_READY: Effects =
    does(&[on_entering(&[Do::Special(LAY_THREE_HERE)])]).always(&[gives(THIS, Boon::EdgeCardsBeneath, YES)]);

const FLOWN_BY_TYCHO: When = When::There(&[Is::OnThis, Is::Named("Tycho Celchu")]);

pub const CARDS: Registry = &[
    // Attack Run
    ("the-smugglers-gambit", constant(&[theirs(Boon::ReserveNotRaised, YES)])),
    ("evading-authority", does(&[action(&[], &[Do::Special(NAME_A_TYPE_THEY_DISCARD)])])),
    (
        "red-five-157",
        does(&[interrupt(
            FocusedToStrike,
            &[SubjectIs(&[Is::This, Is::Attacking])],
            &[To(Target(ENEMY_FIGHTING), Gain(Boon::TakesBlast, YES, STRIKE))],
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
        attaches(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle)], &[])
            .always(&[keyword(HOST, Keyword::Shielding)])
            .lends(&[Is::Host, Is::Piloted], after_you_refresh(&[To(This, Heal(N(1)))])),
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
            Do::Special(REVEAL_TOP_CARD),
            Do::If(When::ItIs(&[Is::Trait(BlackSquadron)]), &[To(It, PutIntoPlay)]),
            Do::Special(BACK_ON_TOP_KNOWN),
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
    (
        "bail-out",
        does(&[interrupt(
            LeavesPlay,
            &[By(You), SubjectIs(&[Is::Unit, Is::Trait(Vehicle), Is::Piloted])],
            &[To(Choose(&[Is::Pilot, Is::On(&Subject)]), Act::BecomeUnit)],
        )]),
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
    ("darth-vader-159", constant(&[theirs(Boon::NoInitiation, YES).when(&[HostIs(&[Is::Participating])])])),
    // Chain of Command
    (
        "lukes-x-34-landspeeder",
        does(&[reaction(
            DefendersDeclared,
            ATTACKING,
            &[To(Target(&[Is::Objective, Is::Enemy, Is::Special(could_be_engaged_instead)]), Engage)],
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
    ("smuggling-freighter", constant(&[gives(THIS, Boon::PiercesShields, YES).when(PILOTED)])),
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
    ("a-heros-beginning", LAYS_EDGE_CARDS_READY),
    ("the-imperial-bureaucracy", LAYS_EDGE_CARDS_READY),
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
            gives(&[Is::Host, Is::Trait(Fighter)], Boon::Protects(Guard::Vehicle), YES),
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
                .when(&[When::There(&[Is::OnThis, Is::Named("Wes Janson")])]),
        ]),
    ),
    ("rogue-nine", constant(&[gives(THIS, Boon::Capacity, Amount::If(FLOWN_BY_TYCHO, 3, 1)).when(PILOTED)])),
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
            &[To(This, PutIntoEngagement), Do::Gain(Boon::StrikesFirst, YES, ENGAGEMENT)],
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
    (
        "lost-master",
        does(&[on_entering(&[Do::Special(THEY_MAY_PAY_TO_SEND_IT_BACK)]).forced()]).always(&[gives(
            THIS,
            Boon::CountsCommitted,
            YES,
        )]),
    ),
    (
        "that-bucket-o-bolts",
        does(&[action(
            &[],
            &[To(Choose(&[Is::Unit, Is::Friendly, Is::Pilot]), Act::Special(BECOMES_A_PILOT))],
        )
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
];

/// Everybody sees the top card of the deck, which the next steps concern.
const REVEAL_TOP_CARD: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| specials::top_card_is_seen(t, ctx, true),
};

/// The same with a card that everybody has seen: all know that it lies there.
const BACK_ON_TOP_KNOWN: &Special = &Special {
    could: |_, _| false,
    effect: |t, ctx| {
        if let Some(top) = specials::goes_back_on_top(t, ctx) {
            let owner = t.state.card(top).owner;
            t.state.player_mut(owner).deck.shown.insert(top);
        }
        Ok(true)
    },
};

/// Whether the engagement could be fought against another objective: nobody engaged it this turn, and nothing forbids the
/// attackers to.
fn could_be_engaged_instead(state: &State, _: &Ctx, id: CardId) -> bool {
    let attackers = || state.participants(state.attacker());
    state.engaged_objective() != Some(id)
        && !state.is_used_up(id)
        && attackers().count() <= constants::most_attackers(state, id)
        && attackers().all(|unit| constants::may_attack(state, unit, id).is_ok())
}

/// The player looks at the top three cards of the deck, which lie face down at this card from now on.
const LAY_THREE_HERE: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty() && state.is_in_play(ctx.card),
    effect: |t, ctx| {
        if !t.state.is_in_play(ctx.card) {
            return Ok(false);
        }
        let mut cards = Vec::new();
        for _ in 0..read(&t.state, ctx, 3) {
            let Some(top) = zones::look_at_top(t, ctx.seat, ctx.seat)? else { break };
            cards.push(top);
        }
        // audit: same (! left out) — nothing asks afterwards whether it did something
        let any = !cards.is_empty();
        for id in &cards {
            zones::put(&mut t.state, *id, Destination::Beneath(ctx.card));
        }
        t.emit(Event::TopSeen { by: ctx.seat, of: ctx.seat, cards });
        Ok(any)
    },
};

/// The types that a card of a hand can have.
const IN_HANDS: [CardType; 5] =
    [CardType::Unit, CardType::Enhancement, CardType::Event, CardType::Fate, CardType::Mission];

/// A card type is named, the opponent discards two cards, and the player draws one for each of that type.
const NAME_A_TYPE_THEY_DISCARD: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            IN_HANDS.into_iter().for_each(|named| offer.add(Choice::Type(named)));
        })?;
        let Choice::Type(named) = choice else { return Ok(false) };
        let mut hits = 0;
        for _ in 0..2 {
            if t.state.player(they).hand.is_empty() {
                break;
            }
            let choice = t.ask(they, Ask::Choose(ctx.card), |state, offer| {
                zones::hand_kinds(state, they).for_each(|id| offer.add(Choice::Card(id)));
            })?;
            let Choice::Card(id) = choice else { break };
            hits += u8::from(t.state.facts(id).card_type == named);
            zones::discard(t, id)?;
        }
        if constants::of_player(&t.state, ctx.seat, Boon::NoDraw) <= 0 {
            for _ in 0..hits {
                zones::draw(t, ctx.seat)?;
            }
        }
        Ok(true)
    },
};

/// The opponent may pay 1 resource to return this card to hand.
const THEY_MAY_PAY_TO_SEND_IT_BACK: &Special = &Special {
    could: |state, ctx| could_act(state, ctx, ctx.card, &ToHand),
    effect: |t, ctx| {
        let sum = read(&t.state, ctx, 1);
        Ok(they_pay(t, ctx, sum)? && perform(t, ctx, ctx.card, &ToHand)?)
    },
};

/// A unit in play becomes an enhancement of a friendly Vehicle that the player chooses.
const BECOMES_A_PILOT: &SpecialAct = &SpecialAct {
    could: |state, ctx, id| vehicles_for(state, ctx, id).next().is_some(),
    act: |t, ctx, id| {
        let vehicles: Vec<CardId> = vehicles_for(&t.state, ctx, id).collect();
        zones::leave_engagement(&mut t.state, id);
        t.state.card_mut(id).committed = false;
        move_to_one_of(t, ctx, id, &vehicles)
    },
};

/// The friendly Vehicles that a unit could enhance.
fn vehicles_for<'a>(state: &'a State, ctx: &'a Ctx, id: CardId) -> impl Iterator<Item = CardId> + 'a {
    let friendly = move |host: &CardId| *host != id && state.card(*host).controller == ctx.seat;
    timing::hosts(state, id).filter(friendly)
}
