//! Cards of Imperial Entanglements.

use std::cmp::Ordering;
use table::{Picks, Seat};

use super::atoms::{Ctx, Special};
use super::specials;
use super::specials::subject;
use super::words::*;
use super::{CardType, Facts, constants, filters};
use crate::conflict::edge;
use crate::state::{CardId, EdgeCard, Occurrence, Place, State, opponent};
use crate::zones::Destination;
use crate::{Ask, Choice, Event, Fortune, damage, timing, zones};

const YOUR_NAVY: Filter = &[Is::Objective, Is::Friendly, NAVY];
const THEY_HAVE_MORE: When = THEY_HAVE_MORE_UNITS;
const RENEGADES: Filter = &[Is::Unit, Is::Friendly, Is::Trait(RenegadeSquadron)];
const DECLARED_FIGHTER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Fighter), Is::Declared];
/// The focus tokens of the Force User of the player that has most of them.
const MOST_FOCUS_OF_A_FORCE_USER: Amount = Amount::Special(most_focus_of_a_force_user);

pub const CARDS: Registry = &[
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
        does(&[action(
            &[InEngagement],
            &[Do::Divide(You, Amount::Special(strength_of_the_sacrifice), ENEMY_FIGHTING)],
        )
        .costs(&[Cost::Sacrifice(&[Is::Unit, Is::Participating, Is::Trait(Wookiee)])])]),
    ),
    ("lady-luck", does(&[on_striking(&[Do::Special(SHARE_OUT_THREE)])])),
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
        does(&[reaction(LeavesPlay, &[SubjectIs(THIS), When::Special(was_discarded)], &[Draw(You, N(1))])]),
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
        "special-discount",
        does(&[action(&[], &[Do::Gain(Boon::NextCost(Sort::Any), Amount::CostOf(&Who::Paid), PHASE)])
            .costs(&[Cost::Sacrifice(UNIT)])]),
    ),
    (
        "renegade-reinforcements",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(RENEGADES), When::Special(no_renegade_has_struck_this_turn)],
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
            &[YouDefend, When::Not(&When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Ready]))],
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
                To(It, Gain(Boon::StrikesAsIfThere, YES, STRIKE)),
            ],
        )]),
    ),
    (
        "last-minute-reinforcements",
        does(&[reaction(
            DefendersDeclared,
            &[By(You), When::There(&[Is::Unit, Is::Friendly, Is::Declared])],
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
        does(&[on_entering(&[
            MoveCaptive(ENEMY_OBJECTIVE, Choose(ENEMY_OBJECTIVE)),
            Then,
            Draw(You, Nth(1, 1)),
        ])]),
    ),
    (
        "house-edge",
        does(&[interrupt(EdgeChoosing, &[By(Opponent), ThisIs(&[Is::Undamaged])], &[Stop]).once_per_turn()]),
    ),
    ("lando-calrissian-171", does(&[action(&[], &[Do::Special(STAKE_A_CARD_EACH)]).once_per_turn()])),
    ("herglic-sabacc-addict", does(&[on_entering(&[Do::Special(NAME_A_CARD_THEY_DISCARD)])])),
    ("sabacc-shift", does(&[action(&[YourTurn], &[Do::Special(THEY_EXCHANGE_THEIR_HAND)])])),
    (
        "the-gamblers-trick",
        fate(&[Do::If(
            When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Unique, SMUGGLERS]),
            &[Do::Special(CANCEL_LATE_FATE)],
        )]),
    ),
    (
        "planning-the-rescue",
        does(&[on_entering(&[
            Do::Special(REVEAL_ONE_FOR_EACH_OBJECTIVE),
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
        does(&[reaction(PhaseBegins, &[], &[To(Target(&[]), Gain(Boon::Blank, YES, PHASE))])
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
    ("fleet-staging-area", play_area(&[]).always(&[gives(THIS, Boon::PaysOnlyFor(Sort::DearNavy), YES)])),
    ("the-empire-strikes-back", does(&[reaction(Destroyed, THEIR_OBJECTIVE_FELL, &[Dial(N(1))])])),
    (
        "imperial-raider",
        does(&[reaction(EdgeWon, &[By(Opponent), YouDefend], &[To(This, JoinEngagement)]).once_per_turn()]),
    ),
    (
        "vt-49-decimator",
        constant(&[yours(Boon::StrikesFirst, YES)
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
            .always(&[host_gains(UnitDamage), gives(HOST, Boon::PiercesShields, YES)]),
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
    (
        "colonel-yularen",
        does(&[on_entering(&[Do::MoveDamageUpTo(N(2), Choose(YOUR_OBJECTIVE), Target(ENEMY_OBJECTIVE))])]),
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
            When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Unique, NAVY]),
            &[Do::MoveDamageUpTo(N(2), Choose(YOUR_OBJECTIVE), Target(ENEMY_OBJECTIVE))],
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
            &[By(Opponent), Played(&[Is::Event]), NotCanceled, When::Special(their_first_event_this_turn)],
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
            &[When::There(&[Is::Unit, Is::Named("Gorc"), Is::Participating])],
            &[To(This, PutIntoEngagement)],
        )
        .from_hand()]),
    ),
    (
        "telepathic-connection",
        play_area(&[]).always(&[keyword(&[Is::Unit, Is::Named("Pic")], Keyword::TargetedStrike)]).lends(
            &[Is::Unit, Is::Named("Gorc")],
            reaction(
                Engaged,
                &[ThisIs(&[Is::Attacking, Is::Declared])],
                &[To(Target(ENEMY_UNIT), Gain(Boon::MustDefend, YES, ENGAGEMENT))],
            ),
        ),
    ),
    (
        "force-invisibility",
        does(&[reaction(
            FocusedToStrike,
            &[By(Opponent)],
            &[To(Target(&[Is::Unit, Is::Friendly, SITH]), cannot(Deed::BeStruck, STRIKE))],
        )]),
    ),
];

/// A card is named; the opponent reveals the hand and discards all copies of it.
const NAME_A_CARD_THEY_DISCARD: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let Some(named) = specials::name_a_card(t, ctx, Facts::is_command_card)? else { return Ok(false) };
        let hand = t.state.player(they).hand.to_vec();
        zones::reveal(t, they, &hand);
        for id in hand {
            if t.state.facts(id).title == named && t.state.card(id).place == Place::Hand {
                zones::discard(t, id)?;
            }
        }
        Ok(true)
    },
};

/// The opponent shuffles the hand into the deck and draws as many cards.
const THEY_EXCHANGE_THEIR_HAND: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let hand = t.state.player(they).hand.to_vec();
        for id in &hand {
            zones::put(&mut t.state, *id, Destination::ShuffledIntoDeck);
        }
        if constants::of_player(&t.state, they, Boon::NoDraw) <= 0 {
            for _ in &hand {
                zones::draw(t, they)?;
            }
        }
        // audit: same (! left out) — nothing asks afterwards whether it did something
        Ok(!hand.is_empty())
    },
};

/// The cards of a player that a focus token could be removed from.
fn focused(state: &State, ctx: &Ctx, seat: Seat) -> Picks<CardId> {
    let fits = |id: &CardId| {
        let card = state.card(*id);
        card.controller == seat && card.focus > 0 && !constants::is_proof_against(state, ctx, *id)
    };
    state.in_play().filter(fits).collect()
}

/// Each player reveals a card of the hand, which is discarded; whoever shows more Force icons may remove a focus token.
const STAKE_A_CARD_EACH: &Special = &Special {
    could: |state, _| state.players.iter().all(|player| !player.hand.is_empty()),
    effect: |t, ctx| {
        if t.state.players.iter().any(|player| player.hand.is_empty()) {
            return Ok(false);
        }
        let seats = [ctx.seat, opponent(ctx.seat)];
        let mut staked = [None; 2];
        t.together(
            seats.len(),
            |t, track| {
                t.ask(seats[track], Ask::Choose(ctx.card), |state, offer| {
                    zones::hand_kinds(state, seats[track]).for_each(|id| offer.add(Choice::Card(id)));
                })
            },
            |_, track, choice| staked[track] = if let Choice::Card(id) = choice { Some(id) } else { None },
        )?;
        let [Some(yours), Some(theirs)] = staked else { return Ok(false) };
        for (seat, id) in seats.into_iter().zip([yours, theirs]) {
            zones::reveal(t, seat, &[id]);
        }
        let winner = match t.state.facts(yours).force.cmp(&t.state.facts(theirs).force) {
            Ordering::Greater => Some(seats[0]),
            Ordering::Less => Some(seats[1]),
            Ordering::Equal => None,
        };
        if let Some(winner) = winner {
            let cards = focused(&t.state, ctx, winner);
            let choice = t.ask(winner, Ask::Choose(ctx.card), |_, offer| {
                cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
                offer.pass(Choice::Pass);
            })?;
            if let Choice::Card(id) = choice {
                damage::remove_focus(t, id, 1, winner)?;
            }
        }
        for id in [yours, theirs] {
            if t.state.card(id).place == Place::Hand {
                zones::discard(t, id)?;
            }
        }
        Ok(true)
    },
};

/// The enemy fate cards with this priority or a higher one whose effects are still to come, at once or late.
fn fate_to_come(state: &State, ctx: &Ctx, least: u8) -> Picks<CardId> {
    let stack = state.player(opponent(ctx.seat)).edge_stack.iter();
    let to_come = |edge: &&EdgeCard| {
        let late = edge::has_late_effect(state, edge) && !edge.late_done;
        // Other cards have no priority.
        state.facts(edge.card).priority >= least && (!edge.resolved || late)
    };
    stack.filter(to_come).map(|edge| edge.card).collect()
}

/// The lowest priority number of the fate cards that are canceled.
const LATE: u8 = 4;

/// The effects of all enemy fate cards with priority 4 or higher are canceled.
const CANCEL_LATE_FATE: &Special = &Special {
    could: |state, ctx| !fate_to_come(state, ctx, LATE).is_empty(),
    effect: |t, ctx| {
        let cards = fate_to_come(&t.state, ctx, LATE);
        for id in &cards {
            let stack = &mut t.state.player_mut(opponent(ctx.seat)).edge_stack;
            for edge in stack.iter_mut().filter(|edge| edge.card == *id) {
                (edge.resolved, edge.late_done) = (true, true);
            }
            t.emit(Event::EffectsCanceled(*id));
        }
        // audit: same (! left out) — nothing asks afterwards whether it did something
        Ok(!cards.is_empty())
    },
};

/// As many cards as the opponent has objectives are revealed from the top of the deck; the next steps concern them.
const REVEAL_ONE_FOR_EACH_OBJECTIVE: &Special = &Special {
    could: |state, ctx| {
        !state.player(ctx.seat).deck.is_empty() && state.objectives(opponent(ctx.seat)).next().is_some()
    },
    effect: |t, ctx| {
        let number = t.state.objectives(opponent(ctx.seat)).count();
        let mut shown = Vec::new();
        for _ in 0..number {
            let Some(top) = zones::look_at_top(t, ctx.seat, ctx.seat)? else { break };
            shown.push(top);
        }
        zones::reveal(t, ctx.seat, &shown);
        Ok(!shown.is_empty())
    },
};

/// It lies in a discard pile, having left play.
fn was_discarded(state: &State, ctx: &Ctx) -> bool {
    subject(state, ctx).is_some_and(|id| state.card(id).place == Place::Discard)
}

/// The opponent has played no event this turn but the one that is being played.
fn their_first_event_this_turn(state: &State, ctx: &Ctx) -> bool {
    let played = state.player(opponent(ctx.seat)).played.iter();
    played.filter(|id| state.facts(**id).card_type == CardType::Event).count() == 1
}

/// The focus tokens of the Force User of the player that has most of them.
fn most_focus_of_a_force_user(state: &State, ctx: &Ctx) -> i8 {
    let force_users = state.units(ctx.seat).filter(|id| filters::has_trait(state, *id, ForceUser));
    // audit: same (100 to 101) — nobody has so many focus tokens
    force_users.map(|id| state.card(id).focus).max().unwrap_or(0).min(100) as i8
}

/// The top three cards of the deck are revealed: one is discarded, one goes under the deck and one to hand.
const SHARE_OUT_THREE: &Special = &Special {
    could: |state, ctx| !state.player(ctx.seat).deck.is_empty(),
    effect: |t, ctx| {
        let mut cards = zones::look_at_top_cards::<3>(t, ctx.seat, ctx.seat)?;
        zones::reveal(t, ctx.seat, &cards);
        for (destination, fortune) in [
            (Destination::Discard, Fortune::Discarded),
            (Destination::UnderDeck, Fortune::Under),
            (Destination::Hand, Fortune::ToHand),
        ] {
            if cards.is_empty() {
                break;
            }
            let choice = t.ask(ctx.seat, Ask::SortTo(ctx.card, fortune), |_, offer| {
                cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            })?;
            let Choice::Card(id) = choice else { break };
            cards.retain(|other| *other != id);
            match destination {
                Destination::Hand => zones::to_hand(t, id, true),
                _ => zones::put(&mut t.state, id, destination),
            }
            if destination == Destination::Discard {
                t.emit(Event::Discarded(ctx.seat, id));
                // audit: same (1 to 2) — 0 means from the hand, anything else from the deck
                let discarded = Occurrence::new(Discarded).of(id).by(ctx.seat).amount(1);
                timing::happened(t, discarded)?;
            }
        }
        Ok(true)
    },
};

/// How much more damage the unit could have taken that was sacrificed. What it will be is not known before.
fn strength_of_the_sacrifice(_: &State, ctx: &Ctx) -> i8 {
    // audit: same (1 to 2) — before the cost is paid it only says that there will be some
    if ctx.paid.is_some() { ctx.strength as i8 } else { 1 }
}

fn no_renegade_has_struck_this_turn(state: &State, ctx: &Ctx) -> bool {
    filters::is_first(state, ctx, state.strikers, RENEGADES)
}
