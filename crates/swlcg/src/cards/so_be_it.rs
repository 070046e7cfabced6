//! Cards of the second half of the Endor cycle: So Be It to Redemption and Return.

use arrayvec::ArrayVec;

use super::atoms::{Ctx, Special};
use super::numerals::read;
use super::resolve::{captive, could_act, perform, shift_focus};
use super::specials::{self, subject};
use super::words::*;
use super::{CardType, constants, filters};
use crate::state::{CardId, Icon, State, opponent};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event, force};

/// An objective holds captured cards.
const CARDS_ARE_CAPTURED: &[When] = &[When::There(&[Is::Objective, Is::Guarding])];
/// Combat icons of this unit have put focus tokens on a unit, at least two in this strike.
const FOCUSED_TWICE: &[When] = &[CauseIs(THIS), When::ByIcon, SubjectIs(UNIT), When::Special(has_placed_two)];

pub const CARDS: Registry = &[
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
            &[Prevent(Amount::ForceOfPaid)],
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
    ("feigning-captivity", does(&[reaction(TurnBegins, &[By(You)], &[Do::Special(PLANT_THE_BOTTOM_CARD)])])),
    (
        "tamtel-skreej",
        constant(&[
            gives(THIS, Boon::MayNotStay, YES).when(&[When::There(&[Is::Named("Lando Calrissian")])]),
            keyword(THIS, Keyword::Elite).when(CARDS_ARE_CAPTURED),
            this_gains(BlastDamage, N(1)).when(CARDS_ARE_CAPTURED),
            this_gains_with_edge(BlastDamage, N(1)).when(CARDS_ARE_CAPTURED),
        ]),
    ),
    ("infiltration-specialist", does(&[on_leaving(&[Do::Special(TAKES_THE_PLACE_OF_A_CAPTIVE)])])),
    ("to-save-a-friend", does(&[on_entering(&[Do::Special(OWNER_PLANTS_UNITS_HERE)]).forced()])),
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
            &[To(Target(ENEMY_UNIT), Gain(Boon::MustDefend, YES, ENGAGEMENT))],
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
    ("scouting-ahead", does(&[action(&[], &[Do::Special(ONE_OF_FOUR_FOR_EVERYBODY)])])),
    (
        "bane-malar",
        does(&[interrupt(
            ResolvesUnitDamage,
            &[SubjectIs(THIS)],
            &[Do::AssignTo(Target(&[Is::Unit, Is::Enemy, Is::Committed, Is::Not(&[Is::Participating])]))],
        )]),
    ),
    ("abandoned-hideout", play_area(&[action(&[], &[Do::Special(MOVE_A_FORCE_CARD)]).costs(&[FocusThis])])),
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
            &[Prevent(N(1))],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "maw-of-madness",
        does(&[on_entering(&[
            DiscardRandom(Opponent, N(1)),
            Do::If(When::Balance(Side::Dark), &[DiscardRandom(Opponent, N(1))]),
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
    (
        "lost-in-the-forest",
        does(&[reaction(PhaseBegins, &[In(Phase::Refresh)], &[Do::Special(ALL_BUT_THREE_KEEP_THEIR_FOCUS)])
            .forced()]),
    ),
    ("strike-team-assemble", constant(&[yours(Boon::FateTwice, N(1)).when(UNDAMAGED)])),
    (
        "major-bren-derlin-208",
        constant(&[
            this_gains(BlastDamage, N(1)).when(&[InEngagement, YouPlacedFate]),
            keyword(THIS, Keyword::TargetedStrike).when(&[InEngagement, YouPlacedFate]),
        ]),
    ),
    (
        "strike-team-specialist",
        constant(&[gives(THIS, Boon::Edge, Amount::Special(open_fate_cards_of_the_opponent))]),
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
                When::Special(is_first_against_the_navy),
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
                &[Do::Special(ICONS_OF_THE_HOST)],
            )
            .costs(&[FocusThis])],
        ),
    ),
    // Redemption and Return
    (
        "a-heros-duty",
        constant(&[gives(&[Is::Not(UNIT), Is::Special(is_in_their_edge_stack)], Boon::EdgeForce, NOT_ONE)
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
            &[When::There(&[Is::Unit, Is::Friendly, Is::Participating])],
            &[Do::Special(THEY_HAVE_NO_MORE_UNITS_HERE)],
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
            YES,
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
        constant(&[this_gains(BlastDamage, N(1)).when(&[When::There(&[Is::Objective, Is::Mission])])]),
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
            .when(&[When::There(&[Is::Friendly, Is::Named("Lady Valarian")])])]),
    ),
    (
        "vicious-counterattack",
        does(&[action(&[InEngagement], &[To(Each(&[Is::Unit, Is::Attacking]), Destroy)])
            .costs(&[Cost::FocusSome(2, &[Is::Unit, SCUM, Is::Trait(Character)])])]),
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
            &[Do::Special(FOCUS_OF_REBEL_CHARACTERS_MOVES_HERE)],
        )]),
    ),
    (
        "smugglers-hideaway",
        play_area(&[reaction(
            EntersPlay,
            &[When::There(&[Is::Objective, Is::Friendly, Is::Any(&[&[JEDI], &[REBEL]])])],
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
    ("the-ladys-lesson", constant(&[gives(ENEMY_UNIT, Boon::MustAttackThis, YES)])),
    (
        "unrefusable-offer",
        does(&[reaction(
            PhaseBegins,
            &[By(Opponent), In(Phase::Conflict)],
            &[To(Target(YOUR_OBJECTIVE), Later(PHASE, Doom::DialUnlessEngaged))],
        )]),
    ),
];

/// The player whose phase it is picks three units; all the others keep their focus tokens.
const ALL_BUT_THREE_KEEP_THEIR_FOCUS: &Special = &Special {
    could: |state, ctx| state.units(state.active).nth(read(state, ctx, 3) as usize).is_some(),
    effect: |t, ctx| {
        let seat = t.state.active;
        let units: Vec<CardId> = t.state.units(seat).collect();
        let number = units.len().min(read(&t.state, ctx, 3) as usize);
        let picked = t.ask_some(seat, Ask::Choose(ctx.card), number, number, |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for id in units {
            if !picked.contains(&Choice::Card(id)) {
                // audit: same (1 to 2) — there are no numbers of it
                specials::lend(t, ctx, id, Boon::KeepsFocus, 1, Until::EndOfPhase);
            }
        }
        Ok(true)
    },
};

/// The striking unit has the combat icons of the enhanced one as well, for this strike.
const ICONS_OF_THE_HOST: &Special = &Special {
    could: specials::always,
    effect: |t, ctx| {
        let (Some(host), Some(unit)) = (t.state.card(ctx.card).attached, subject(&t.state, ctx)) else {
            return Ok(false);
        };
        for icon in Icon::ALL {
            let (plain, edge) = constants::all_icons(&t.state, host, icon);
            specials::lend(t, ctx, unit, Boon::Icon(icon), plain, Until::EndOfStrike);
            specials::lend(t, ctx, unit, Boon::EdgeIcon(icon), edge, Until::EndOfStrike);
        }
        Ok(true)
    },
};

/// No other objective of the Navy was engaged this turn.
fn is_first_against_the_navy(state: &State, _: &Ctx) -> bool {
    let navy = |id: &&CardId| constants::is_of_affiliation(state, **id, Affiliation::ImperialNavy);
    state.engaged.iter().filter(navy).count() == 1
}

/// Lies in the edge stack of the opponent.
fn is_in_their_edge_stack(state: &State, ctx: &Ctx, id: CardId) -> bool {
    state.player(opponent(ctx.seat)).edge_stack.iter().any(|edge| edge.card == id)
}

/// Combat icons of this card have put at least two focus tokens on the card of the trigger in this strike.
fn has_placed_two(state: &State, ctx: &Ctx) -> bool {
    let Some(subject) = subject(state, ctx) else { return false };
    let placed = state.lasting.iter().filter(|lasting| {
        lasting.boon == Boon::FocusedInStrike && lasting.source == ctx.card && lasting.card == Some(subject)
    });
    placed.map(|lasting| i32::from(lasting.amount)).sum::<i32>() >= i32::from(read(state, ctx, 2))
}

/// The owner of this card searches his deck for up to two units, which become captured cards here.
const OWNER_PLANTS_UNITS_HERE: &Special = &Special {
    could: |state, ctx| !state.player(state.card(ctx.card).owner).deck.is_empty(),
    effect: |t, ctx| {
        let owner = t.state.card(ctx.card).owner;
        let cards = zones::look_through(&mut t.state, owner, owner);
        let is_unit = |id: &CardId| t.state.facts(*id).card_type == CardType::Unit;
        let units: Vec<CardId> = cards.iter().copied().filter(is_unit).collect();
        let most = read(&t.state, ctx, 2) as usize;
        let found = t.ask_some(owner, Ask::Choose(ctx.card), 0, most, |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for id in cards {
            if found.contains(&Choice::Card(id)) {
                zones::put(&mut t.state, id, Destination::Captured(ctx.card));
                t.emit(Event::Captured(id));
            } else {
                zones::put(&mut t.state, id, Destination::ShuffledIntoDeck);
            }
        }
        Ok(true)
    },
};

/// A captured card is rescued; then this one, which leaves play, becomes a captured card in its place.
const TAKES_THE_PLACE_OF_A_CAPTIVE: &Special = &Special {
    could: |state, _| !specials::captured(state).is_empty(),
    effect: |t, ctx| {
        let Some(captive) = captive(t, ctx, &[])? else { return Ok(false) };
        let prison = t.state.card(captive).attached;
        zones::rescue(t, captive)?;
        if let Some(prison) = prison.filter(|at| t.state.is_in_play(*at) && t.state.is_in_play(ctx.card)) {
            zones::leave_play(t, ctx.card, Destination::Captured(prison))?;
        }
        Ok(true)
    },
};

/// The top four cards of each deck are revealed; one of each goes to its owner's hand, the others are shuffled in.
const ONE_OF_FOUR_FOR_EVERYBODY: &Special = &Special {
    could: |state, _| state.players.iter().any(|player| !player.deck.is_empty()),
    effect: |t, ctx| {
        let mut piles: ArrayVec<ArrayVec<CardId, 4>, 2> = ArrayVec::new();
        for seat in [ctx.seat, opponent(ctx.seat)] {
            let cards = zones::look_at_top_cards(t, seat, ctx.seat)?;
            zones::reveal(t, seat, &cards);
            piles.push(cards);
        }
        for cards in piles {
            if cards.is_empty() {
                continue;
            }
            let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
                cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            for id in cards {
                if choice == Choice::Card(id) {
                    zones::to_hand(t, id, true);
                } else {
                    zones::put(&mut t.state, id, Destination::ShuffledIntoDeck);
                }
            }
        }
        Ok(true)
    },
};

/// Units that can hand on their Force cards, each with one that can take it.
fn force_cards_to_move(state: &State, ctx: &Ctx) -> Vec<(CardId, CardId)> {
    let units: Vec<CardId> = state.in_play().filter(|id| state.card(*id).is_unit()).collect();
    let open = |id: &CardId| !constants::is_proof_against(state, ctx, *id);
    let takes = |from: CardId, to: &CardId| {
        state.card(*to).controller == state.card(from).controller
            && !constants::is_committed(state, *to)
            && constants::may(state, *to, Deed::BeCommitted).is_ok()
    };
    let committed = units.iter().copied().filter(|id| state.card(*id).committed && open(id));
    committed
        .flat_map(|from| {
            let others = units.iter().copied().filter(move |to| takes(from, to) && open(to));
            others.map(move |to| (from, to)).collect::<Vec<_>>()
        })
        .collect()
}

/// A Force card moves from a unit to another one of the same player.
const MOVE_A_FORCE_CARD: &Special = &Special {
    could: |state, ctx| !force_cards_to_move(state, ctx).is_empty(),
    effect: |t, ctx| {
        let ways = force_cards_to_move(&t.state, ctx);
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            for (place, (from, _)) in ways.iter().enumerate() {
                if !ways[..place].iter().any(|(other, _)| other == from) {
                    offer.add(Choice::Card(*from));
                }
            }
        })?;
        let Choice::Card(from) = choice else { return Ok(false) };
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            let ways = ways.iter().filter(|(other, _)| *other == from);
            ways.for_each(|(_, to)| offer.add(Choice::Card(*to)));
        })?;
        let Choice::Card(to) = choice else { return Ok(false) };
        force::uncommit(t, from, ctx.card)?;
        t.state.card_mut(to).committed = true;
        t.emit(Event::Committed(to));
        Ok(true)
    },
};

/// How many more units the opponent has in the engagement than the player.
fn more_units_here(state: &State, ctx: &Ctx) -> usize {
    let of = |seat| state.participants(seat).count();
    of(opponent(ctx.seat)).saturating_sub(of(ctx.seat))
}

/// The opponent takes units out of the engagement until he has no more of them there than the player.
const THEY_HAVE_NO_MORE_UNITS_HERE: &Special = &Special {
    could: |state, ctx| more_units_here(state, ctx) > 0,
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let units: Vec<CardId> = t
            .state
            .participants(they)
            .filter(|id| !constants::is_proof_against(&t.state, ctx, *id))
            .collect();
        let number = more_units_here(&t.state, ctx).min(units.len());
        let chosen = t.ask_some(they, Ask::Choose(ctx.card), number, number, |_, offer| {
            units.iter().for_each(|id| offer.add(Choice::Card(*id)));
        })?;
        for choice in &chosen {
            if let Choice::Card(id) = choice {
                zones::leave_engagement(&mut t.state, *id);
                t.emit(Event::LeftEngagement(*id));
            }
        }
        // audit: same (! left out) — nothing asks afterwards whether it did something
        Ok(!chosen.is_empty())
    },
};

/// The bottom card of the deck is looked at and becomes a captured card at an enemy objective.
const PLANT_THE_BOTTOM_CARD: &Special = &Special {
    could: |state, ctx| {
        let bottom = state.player(ctx.seat).deck.cards.first();
        bottom.is_some_and(|id| could_act(state, ctx, *id, &Act::PlantAsCaptive))
    },
    effect: |t, ctx| {
        let Some(bottom) = zones::look_at_bottom(t, ctx.seat, ctx.seat)? else { return Ok(false) };
        ctx.it = Some(bottom);
        if !perform(t, ctx, bottom, &Act::PlantAsCaptive)? {
            zones::put(&mut t.state, bottom, Destination::UnderDeck);
        }
        Ok(true)
    },
};

const REBEL_CHARACTERS: Filter = &[Is::Unit, Is::Friendly, REBEL, Is::Trait(Character)];

/// All focus tokens of the player's rebel characters move to this card.
const FOCUS_OF_REBEL_CHARACTERS_MOVES_HERE: &Special = &Special {
    could: |state, ctx| filters::all(state, ctx, REBEL_CHARACTERS).any(|id| state.card(id).focus > 0),
    effect: |t, ctx| {
        let from: Vec<CardId> = filters::all(&t.state, ctx, REBEL_CHARACTERS).collect();
        let mut happened = false;
        for id in from {
            let tokens = t.state.card(id).focus;
            // audit: same (|= to &=) — nothing asks afterwards whether it did something
            // audit: same (> to >=) — moving no tokens does nothing
            happened |= tokens > 0 && shift_focus(t, ctx, Some(&id), Some(&ctx.card), tokens)?;
        }
        Ok(happened)
    },
};

/// The fate cards that lie face up in the opponent's edge stack.
fn open_fate_cards_of_the_opponent(state: &State, ctx: &Ctx) -> i8 {
    let stack = state.player(opponent(ctx.seat)).edge_stack.iter();
    let fate = |card: CardId| state.facts(card).card_type == CardType::Fate;
    stack.filter(|edge| edge.face_up && fate(edge.card)).count() as i8
}
