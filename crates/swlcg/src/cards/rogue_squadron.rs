//! Cards of the first half of the Rogue Squadron cycle: Ready for Takeoff to Evasive Maneuvers.

use super::atoms::{Ctx, Special, SpecialAct, SpecialCost};
use super::numerals::read;
use super::specials::subject;
use super::words::*;
use super::{constants, filters};
use crate::state::{CardId, Cursor, Icon, Place, State, opponent};
use crate::{Ask, Choice, damage, resources, victory, zones};

const AS_PILOT: When = ThisIs(&[Is::Attached]);
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
    When::Special(lays_an_edge_stack),
    &[May(&[To(Who::From(Pool::YourHand, &[Is::Not(&[Is::Fate])]), Act::PutIntoEdgeStack)])],
)]);
/// Vehicles of the own player, and enemy Fighters and Transports without another pilot.
const UNITS_TO_STEAL: Filter = &[
    Is::Unit,
    Is::Any(&[
        &[Is::Friendly, Is::Trait(Vehicle)],
        &[Is::Trait(Fighter), Is::Special(no_other_pilot_on)],
        &[Is::Trait(Transport), Is::Special(no_other_pilot_on)],
    ]),
];
const WRECKED: Filter = &[Is::Unit, Is::Trait(Vehicle), Is::Special(is_discarded_or_captured)];
/// A Vehicle was destroyed.
const WRECK: &[When] = &[SubjectIs(WRECKED)];
/// A Vehicle was captured out of play.
const TOWED_AWAY: &[When] = &[SubjectIs(WRECKED), AmountAtLeast(2)];

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
            gives(ENEMY_UNIT, Boon::NoIcons(UnitDamage), YES)
                .when(&[HostIs(&[Is::Participating]), YouHaveEdge]),
            gives(ENEMY_UNIT, Boon::NoIcons(Tactics), YES).when(&[HostIs(&[Is::Participating]), YouHaveEdge]),
            gives(ENEMY_UNIT, Boon::NoIcons(BlastDamage), YES)
                .when(&[HostIs(&[Is::Participating]), YouHaveEdge]),
        ]),
    ),
    (
        "conner-net",
        attaches(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle)], &[]).always(&[gives(
            HOST,
            Boon::NeedsEdge,
            YES,
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
        does(&[interrupt(Trigger::Damage, &[SubjectIs(THIS), ThisIs(&[Is::Piloted])], &[Prevent(N(1))])
            .constantly()
            .once_per(PHASE)]),
    ),
    ("death-star-ready-room", PILOTS_COME_CHEAPER),
    (
        "181st-tie-interceptor",
        constant(&[yours(Boon::Struggle, Amount::Special(force_icons_of_its_pilot)).when(PILOTED)]),
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
    // cards that came late
    ("stay-on-target-141", STAY_ON_TARGET),
    ("stay-on-target-143", STAY_ON_TARGET),
    (
        "memories-of-taanab",
        does(&[reaction(
            FocusedToStrike,
            &[By(Opponent)],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Subject, Is::Special(has_edge_icons)]), Focus(N(1)))],
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
        "pirate-hideout",
        play_area(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(VEHICLE), DEALT],
            &[
                Prevent(N(1)),
                To(This, Act::Special(A_DAMAGE_TOKEN)),
                Then,
                Do::If(ThisIs(&[Is::DamageAtLeast(4)]), &[To(This, Discard)]),
            ],
        )]),
    ),
    (
        "niles-ferrier",
        constant(&[gives(THIS, Boon::CommandsHost, YES).when(&[HostIs(UNIT)])]).rides(UNITS_TO_STEAL),
    ),
    (
        "salvage-operation",
        does(&[
            reaction(Destroyed, WRECK, &[To(Subject, Act::PutIntoPlayAsYours)]),
            reaction(Captured, TOWED_AWAY, &[To(Subject, Act::PutIntoPlayAsYours)]),
        ]),
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
                When::Special(strike_felled_an_objective),
            ],
            &[To(Target(&[Is::Unit, Is::Enemy, Is::Committed]), Destroy)],
        )]),
    ),
    ("gray-squadron-y-wing", constant(&[gives(THIS, Boon::UnaffectedByEvents, YES)])),
    (
        "the-survivors",
        does(&[interrupt(
            Trigger::Damage,
            &[SubjectIs(&[Is::Unit, Is::Unique, JEDI, Is::Trait(Character)])],
            &[Prevent(N(1))],
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
                &[Redirect(All, Target(&[Is::Unit, Is::Not(HOST)]))],
            )
            .costs(&[FocusThis])],
        ),
    ),
    (
        "gray-squadron-gunner",
        constant(&[gives(HOST, Boon::Icon(UnitDamage), Amount::Special(blast_icons_of_the_host))]),
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
            &[YourTurn, When::Special(dial_is_at_eight)],
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
        .always(&[gives(THIS, Boon::Cost, N(-1)).when(&[When::Special(dial_is_at_most_four)])]),
    ),
    (
        "guarding-the-wing",
        constant(&[
            gives(&[Is::Friendly, Is::Trait(BlackSquadron)], Boon::Resources, N(1)),
            gives(&[Is::Friendly, Is::Trait(BlackSquadron)], Boon::PaysOnlyFor(Sort::BlackSquadron), YES),
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
    ("punch-it", ANOTHER_TARGET),
    (
        "maarek-stele",
        constant(&[gives(&[UNIT_OR_OBJECTIVE, Is::Exhausted], Boon::DoubleDamage, YES)
            .when(&[ThisIs(&[Is::Attached])])]),
    ),
    (
        "ds-61-3",
        does(&[
            action(
                &[InEngagement],
                &[PutOn(This, Choose(&[Is::Unit, Is::Friendly, Is::Participating, Is::Trait(Fighter)]))],
            )
            .costs(&[Cost::Special(WHAT_IT_COSTS_AS_A_PILOT)])
            .from_hand(),
            reaction(
                EntersPlay,
                &[SubjectIs(THIS), InEngagement],
                &[To(Target(&[Is::Unit, Is::Participating]), Damage(N(2)))],
            ),
        ]),
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
            &[Do::Special(THEY_PICK_FROM_YOUR_DISCARD)],
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
    (
        "the-questioning",
        does(&[reaction(
            Used,
            &[By(You), When::Special(the_opponent_discarded)],
            &[To(Choose(YOUR_OBJECTIVE), Unfocus(N(1)))],
        )]),
    ),
    (
        "antinnis-tremayne",
        does(&[
            reaction(
                Engaged,
                &[ThisIs(&[Is::Attacking, Is::Declared])],
                &[Do::Special(ONE_OR_TWO_ARE_EXCHANGED)],
            ),
            reaction(
                DefendersDeclared,
                &[ThisIs(&[Is::Defending, Is::Declared])],
                &[Do::Special(ONE_OR_TWO_ARE_EXCHANGED)],
            ),
        ]),
    ),
    (
        "hidden-from-the-empire",
        constant(&[
            forbids(&[Is::Unit, Is::Special(its_player_has_more_units)], Deed::BePlayed).when(UNDAMAGED)
        ]),
    ),
    (
        "hidden-in-the-shadows",
        attaches(&[Is::Unit, Is::Friendly, Is::Trait(Character)], &[])
            .always(&[forbids(HOST, Deed::BeTargetedByEvents)]),
    ),
    ("command-and-control", constant(&[yours(Boon::Reserve, Amount::Special(your_victory_pile))])),
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
        play_area(&[action(&[In(Phase::Force)], &[DiscardRandom(Opponent, N(1))]).costs(&[FocusThis])]),
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
                Choose(&[Is::Enhancement, Is::Friendly, Is::Pilot, Is::Special(is_on_a_friendly_card)]),
                MoveElsewhere,
            )],
        )
        .costs(&[Resources(1)])]),
    ),
    ("the-eater-of-luck", does(&[reaction(EdgeWon, &[By(Opponent), YouAttack], &[CaptureTop(true)])])),
    ("dannik-jerriko", constant(&[gives(FRIENDLY_UNIT, Boon::EdgeIconsCount, YES).when(ATTACKING)])),
    (
        "advozse-mercenary",
        constant(&[this_gains_with_edge(UnitDamage, Count(&[Is::Unit, Is::Attacking, Is::Not(THIS)]))
            .when(ATTACKING)]),
    ),
    ("calculated-wager", does(&[on_losing_the_edge(&[To(Who::From(Pool::EitherEdgeStack, &[]), ToHand)])])),
    ("koiogran-turn", ANOTHER_TARGET),
    (
        "tie-fighter-patrol",
        constant(&[
            this_gains(UnitDamage, Amount::Special(|s, c| icons_of_pilots(s, c, UnitDamage, false))),
            this_gains(Tactics, Amount::Special(|s, c| icons_of_pilots(s, c, Tactics, false))),
            this_gains(BlastDamage, Amount::Special(|s, c| icons_of_pilots(s, c, BlastDamage, false))),
            this_gains_with_edge(UnitDamage, Amount::Special(|s, c| icons_of_pilots(s, c, UnitDamage, true))),
            this_gains_with_edge(Tactics, Amount::Special(|s, c| icons_of_pilots(s, c, Tactics, true))),
            this_gains_with_edge(
                BlastDamage,
                Amount::Special(|s, c| icons_of_pilots(s, c, BlastDamage, true)),
            ),
        ]),
    ),
    ("supporting-fire-91", SUPPORTING_FIRE),
    ("supporting-fire-94", SUPPORTING_FIRE),
];

/// No other card pilots it.
fn no_other_pilot_on(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let mut others = state.attachments(id).filter(|other| *other != ctx.card);
    !others.any(|other| state.facts(other).traits.has(Pilot))
}

/// In a discard pile or captured, having left play.
fn is_discarded_or_captured(state: &State, _: &Ctx, id: CardId) -> bool {
    matches!(state.card(id).place, Place::Discard | Place::Captured)
}

/// Attached to a card of the same player.
fn is_on_a_friendly_card(state: &State, ctx: &Ctx, id: CardId) -> bool {
    state.card(id).attached.is_some_and(|host| state.card(host).controller == ctx.seat)
}

/// The Force icons of the pilots on this card.
fn force_icons_of_its_pilot(state: &State, ctx: &Ctx) -> i8 {
    let pilots = state.attachments(ctx.card).filter(|id| state.facts(*id).traits.has(Pilot));
    pilots.map(|id| constants::force_icons(state, id) as i8).sum()
}

/// The blast damage icons of the enhanced unit, edge-enabled ones included.
fn blast_icons_of_the_host(state: &State, ctx: &Ctx) -> i8 {
    // audit: same (0 to 1) — only the unit that it enhances asks
    let Some(host) = state.card(ctx.card).attached else { return 0 };
    let (plain, edge) = constants::all_icons(state, host, BlastDamage);
    // audit: same (100 to 101) — no card has so many
    plain.saturating_add(edge).min(100) as i8
}

/// The player of the card has more units than the other one.
fn its_player_has_more_units(state: &State, _: &Ctx, id: CardId) -> bool {
    let seat = state.card(id).controller;
    state.units(seat).count() > state.units(opponent(seat)).count()
}

/// Has edge-enabled combat icons.
fn has_edge_icons(state: &State, _: &Ctx, id: CardId) -> bool {
    Icon::ALL.into_iter().any(|icon| constants::all_icons(state, id, icon).1 > 0)
}

/// The printed combat icons of one type on the pilots of this card, edge-enabled ones or the others.
fn icons_of_pilots(state: &State, ctx: &Ctx, icon: Icon, edge: bool) -> i8 {
    let pilots = state.attachments(ctx.card).map(|id| state.facts(id)).filter(|it| it.traits.has(Pilot));
    pilots.map(|pilot| if edge { pilot.edge_icons.of(icon) } else { pilot.icons.of(icon) } as i8).sum()
}

/// The unit that has struck has destroyed an objective with it.
fn strike_felled_an_objective(state: &State, ctx: &Ctx) -> bool {
    let felled = state.engagement.as_ref().and_then(|engagement| engagement.felled);
    felled.is_some() && felled == subject(state, ctx)
}

/// There is an edge battle, and the player has an edge stack in it.
fn lays_an_edge_stack(state: &State, ctx: &Ctx) -> bool {
    state.cursor == Cursor::EdgeBattle && !state.player(ctx.seat).edge_stack.is_empty()
}

/// The opponent discards one or two random cards, as the player likes, and draws as many.
const ONE_OR_TWO_ARE_EXCHANGED: &Special = &Special {
    could: |state, ctx| !state.player(opponent(ctx.seat)).hand.is_empty(),
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        let most = t.state.player(they).hand.len().min(2) as u8;
        let choice = t.ask(ctx.seat, Ask::Number(ctx.card), |_, offer| {
            (1..=most).rev().for_each(|number| offer.add(Choice::Number(number)));
        })?;
        let Choice::Number(number) = choice else { return Ok(false) };
        for _ in 0..number {
            if let Some(id) = zones::random_card(t, they)? {
                zones::discard(t, id)?;
            }
        }
        if constants::of_player(&t.state, they, Boon::NoDraw) <= 0 {
            for _ in 0..number {
                zones::draw(t, they)?;
            }
        }
        Ok(true)
    },
};

/// The opponent picks a card of the player's discard pile, which goes to hand.
const THEY_PICK_FROM_YOUR_DISCARD: &Special = &Special {
    could: |state, ctx| {
        let pile = &state.player(ctx.seat).discard;
        pile.first().is_some_and(|id| !zones::stays_discarded(state, *id))
    },
    effect: |t, ctx| {
        let cards = t.state.player(ctx.seat).discard.to_vec();
        let choice = t.ask(opponent(ctx.seat), Ask::Choose(ctx.card), |state, offer| {
            zones::kinds(state, &cards).for_each(|id| offer.add(Choice::Card(id)));
        })?;
        let Choice::Card(id) = choice else { return Ok(false) };
        zones::to_hand(t, id, true);
        Ok(true)
    },
};

/// A damage token is put on it, even if it cannot be damaged.
const A_DAMAGE_TOKEN: &SpecialAct = &SpecialAct {
    could: |state, _, id| state.is_in_play(id),
    act: |t, _, id| {
        damage::place_token(t, id);
        Ok(true)
    },
};

const WHAT_IT_COSTS_AS_A_PILOT: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| resources::can_pay_for(state, ctx.seat, ctx.card, true),
    pay: |t, ctx| {
        resources::pay_for_card(t, ctx.card, true)?;
        Ok(true)
    },
};

fn dial_is_at_eight(state: &State, ctx: &Ctx) -> bool {
    victory::dial(state) >= read(state, ctx, 8)
}

fn dial_is_at_most_four(state: &State, ctx: &Ctx) -> bool {
    victory::dial(state) <= read(state, ctx, 4)
}

/// The effect that was resolved has made the other player discard from hand.
fn the_opponent_discarded(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|used| used.robbed)
}

fn your_victory_pile(state: &State, ctx: &Ctx) -> i8 {
    victory::scored(state, ctx.seat) as i8
}
