//! Cards of Between the Shadows.

use super::atoms::{Aimed, Ctx, Special, SpecialAct, SpecialCost};
use super::costs::{captured, choose, there_is};
use super::resolve::{choose_icon, choose_number, edge_is_revealed, gain, shift_focus};
use super::words::*;
use super::{CardType, Facts, Icons, constants, could, filters, specials};
use crate::conflict::{edge, strike};
use crate::state::{CardId, EdgeCard, Icon, Occurrence, Place, State};
use crate::zones::{self, Destination};
use crate::{Ask, Choice, Event};

const YOUR_JEDI: Filter = &[Is::Objective, Is::Friendly, JEDI];
const THREE_JEDI: When = When::AtLeast(3, YOUR_JEDI);
const LOST_BY_VIOLENCE: When = When::Any(&[When::WasDestroyed, When::WasSacrificed]);

pub const CARDS: Registry = &[
    (
        "boushh-138",
        does(&[reaction(
            Captured,
            &[By(You), AmountAtLeast(2), When::Special(captured_by_a_scum_unit)],
            &[Dial(N(1))],
        )
        .once_per_turn()]),
    ),
    (
        "show-of-force",
        does(&[action(
            &[],
            &[
                To(EachFrom(Pool::YourDiscard, &[Is::Unit, Is::Trait(BlackSun)]), PutIntoPlay),
                Do::Gain(Boon::Awaits(Doom::DiscardAll(BlackSun)), YES, PHASE),
            ],
        )]),
    ),
    ("a-heros-trial", constant(&[yours(Boon::EnhancementsInConflict, YES)])),
    (
        "talon-karrde",
        does(&[reaction(
            FocusRemoved,
            &[By(You), SubjectIs(THIS)],
            &[To(
                Target(&[Is::Any(&[
                    OBJECTIVE,
                    &[Is::Unit, Is::Trait(Fighter)],
                    &[Is::Unit, Is::Trait(Transport)],
                ])]),
                Unfocus(N(1)),
            )],
        )
        .once_per(PHASE)]),
    ),
    (
        "luke-skywalker-127",
        does(&[
            action(&[], &[To(This, Unfocus(Nth(1, 1)))])
                .costs(&[Cost::DiscardEnhancement(&[Is::Enhancement, Is::OnThis])])
                .once_per_turn(),
            reaction(Attached, &[CauseIs(THIS)], &[To(Target(ENEMY_UNIT), Damage(Nth(1, 2)))])
                .once_per_turn(),
        ]),
    ),
    (
        "speeder-bike",
        does(&[
            reaction(EdgeWon, &[By(Opponent), ThisIs(&[Is::Participating])], &[To(This, Destroy)]).forced()
        ]),
    ),
    (
        "i-am-a-jedi",
        attaches(FORCE_USER, &[]).always(&[gives(
            THIS,
            Boon::Resources,
            Amount::Special(enhancements_beside_this),
        )]),
    ),
    ("yoda-128", constant(&[this_gains_with_edge(Tactics, Count(YOUR_JEDI))])),
    ("yodas-hut", play_area(&[]).always(&[yours(Boon::Struggle, N(2)).when(&[THREE_JEDI])])),
    (
        "the-jedis-resolve",
        fate(&[Do::If(
            When::There(&[Is::Unit, Is::Unique, JEDI, Is::Friendly, Is::Participating]),
            &[BalanceTo(Side::Light), SkipForcePhase],
        )]),
    ),
    (
        "following-fate",
        constant(&[
            gives(&[Is::Event, Is::Enemy], Boon::Cost, N(1)).when(&[ThisIs(&[Is::Undamaged]), THREE_JEDI])
        ]),
    ),
    (
        "obi-wan-kenobi-129",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Trait(ForceUser)]), LOST_BY_VIOLENCE],
            &[To(Target(&[Is::Unit, Is::OutOfFaction]), Destroy)],
        )]),
    ),
    (
        "obi-wans-lightsaber",
        attaches(FORCE_USER, &[]).always(&[
            keyword(HOST, Keyword::Shielding),
            gives(&[Is::Host, Is::Named("Obi-Wan Kenobi")], Boon::Protects(Guard::Unit), YES),
        ]),
    ),
    (
        "noble-sacrifice",
        does(&[action(&[THREE_JEDI], &[To(Target(ENEMY_UNIT), Focus(N(3)))])
            .costs(&[Cost::Sacrifice(FORCE_USER)])]),
    ),
    (
        "journey-through-the-swamp",
        does(&[on_entering(&[To(
            Who::From(Pool::YourDeck, &[Is::Trait(Creature), Is::CostAtMost(3)]),
            PutIntoPlay,
        )])
        .costs(&[FocusThis])]),
    ),
    (
        "jubba-bird",
        does(&[action(
            &[],
            &[
                To(Target(CHARACTER_OR_CREATURE), Gain(Boon::NoGainedIcons, YES, PHASE)),
                Do::Special(NO_ICONS_OF_ONE_TYPE),
            ],
        )
        .costs(&[SacrificeThis])
        .one_copy_per_turn()]),
    ),
    (
        "life-creates-it",
        does(&[action(
            &[When::There(&[Is::Objective, Is::Friendly, Is::Trait(Dagobah)])],
            &[To(
                EachFrom(Pool::YourDiscard, &[Is::Trait(Creature), Is::Any(&[UNIT, ENHANCEMENT])]),
                PutIntoPlay,
            )],
        )]),
    ),
    (
        "sacrifice-at-endor",
        constant(&[
            yours(Boon::Struggle, N(3)).when(&[When::AtLeast(3, &[Is::Unit, Is::Friendly, Is::Trait(Ewok)])])
        ]),
    ),
    ("ewok-hunter", does(&[on_entering(&[Draw(You, N(1))]), on_leaving(&[Draw(You, Nth(1, 1))])])),
    (
        "funeral-pyre",
        play_area(&[action(&[], &[To(Target(ENEMY_CHARACTER), Focus(N(1)))])
            .costs(&[FocusThis, Cost::Sacrifice(UNIT)])]),
    ),
    (
        "unexpected-assistance",
        does(&[action(
            &[],
            &[MoveFocus(
                1,
                Choose(&[Is::Unit, Is::Friendly, Is::Unique]),
                Choose(&[Is::Unit, Is::Friendly, Is::Trait(Ewok), Is::Ready]),
            )],
        )]),
    ),
    (
        "retreat-to-the-forest",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Trait(Ewok)]), LOST_BY_VIOLENCE],
            &[Divert(Doom::ToHand)],
        )]),
    ),
    (
        "lieutenant-judder-page",
        does(&[interrupt(
            EdgeDiscarded,
            &[By(You), ThisIs(&[Is::Participating])],
            &[To(
                Who::From(Pool::YourEdgeStack, &[Is::Fate, Is::Not(&[Is::Named("Twist of Fate")])]),
                ToHand,
            )],
        )]),
    ),
    ("pages-commandos", does(&[on_entering(&[To(TopmostDiscard(&[Is::Fate]), ToHand)])])),
    ("calling-in-favors", constant(&[gives(THIS, Boon::KeepsFocus, YES)])),
    (
        "skipray-blastboat",
        does(&[reaction(StrikeResolved, &[SubjectIs(THIS)], &[To(This, Focus(N(1)))]).forced()]),
    ),
    ("dirty-secrets", attaches(OBJECTIVE, &[]).always(&[gives(HOST, Boon::Blank, YES)])),
    (
        "boba-fett-134",
        does(&[reaction(StrikeResolved, &[SubjectIs(THIS)], &[To(This, Unfocus(All))]).once_per(PHASE)]),
    ),
    (
        "flamethrower",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Droid)]])],
            &[reaction(FocusedToStrike, &[SubjectIs(HOST)], &[To(Each(ENEMY_FIGHTING), Damage(N(1)))])],
        ),
    ),
    (
        "masterful-manipulation",
        does(&[reaction(TurnEnds, &[By(Opponent)], &[Draw(You, N(1))])
            .costs(&[Cost::Special(SHUFFLE_THIS_OBJECTIVE)])]),
    ),
    (
        "prince-xizor",
        does(&[reaction(LeavesPlay, &[SubjectIs(OBJECTIVE)], &[To(Random(Pool::OpponentsHand), Capture)])]),
    ),
    (
        "black-sun-headhunter",
        does(&[reaction(
            PhaseBegins,
            &[By(You), In(Phase::Deployment)],
            &[ChooseOne(&[
                (Way::Pay, &[Do::Pay(Affiliation::ScumAndVillainy, 1)]),
                (Way::Destroy, &[To(This, Destroy)]),
            ])],
        )
        .forced()]),
    ),
    ("all-out-brawl", constant(&[gives(UNIT, Boon::Icon(UnitDamage), N(1))])),
    (
        "the-best-that-credits-can-buy",
        constant(&[forbids(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle), Is::Damaged], Deed::BeTriggered)]),
    ),
    (
        "rise-of-the-black-sun",
        does(&[action(&[], &[To(Target(&[Is::Unit, Is::Trait(BlackSun)]), Unfocus(N(1)))])]),
    ),
    (
        "the-hunters",
        constant(&[gives(YOUR_OBJECTIVE, Boon::Capacity, N(1))
            .when(&[When::AtLeast(3, &[Is::Objective, Is::Friendly, SCUM])])]),
    ),
    ("snoova", does(&[on_entering(&[To(Target(&[Is::Unit, Is::OutOfFaction]), Capture)])])),
    ("a-better-offer", does(&[action(&[], &[To(Target(&[Is::Unit, SCUM]), ToHand)])])),
    ("imperial-intelligence-officer", does(&[on_entering(&[SeeHand(Opponent)])])),
    (
        "confiscate",
        attaches(
            ENEMY_CHARACTER,
            &[action(
                &[],
                &[To(
                    Choose(&[Is::Enhancement, Is::Of(Side::Light), Is::Special(is_on_the_same_card)]),
                    Capture,
                )],
            )],
        ),
    ),
    ("official-inquiry", does(&[action(&[], &[Look(Opponent, N(3), 1, &[], &Capture, Rest::OnTop)])])),
    (
        "family-connections",
        does(&[after_you_refresh(&[To(Each(&[Is::Unit, Is::Friendly, Is::Trait(Trooper)]), Shield)])]),
    ),
    (
        "general-tagge",
        does(&[interrupt(
            LeavesPlay,
            &[SubjectIs(&[Is::Unit, Is::Friendly, Is::Trait(Trooper), Is::CostAtMost(2)])],
            &[Divert(Doom::ToHand)],
        )]),
    ),
    (
        "imperial-discipline",
        play_area(&[reaction(
            LeavesPlay,
            &[By(You), SubjectIs(&[Is::Unit, Is::Trait(Trooper)]), WAS_NO_ENHANCEMENT],
            &[To(TheyChoose(ENEMY_OBJECTIVE), Damage(N(1)))],
        )
        .times_per(3, PHASE)]),
    ),
    // cards that came late
    (
        "lukes-lightsaber",
        attaches(
            TOUCHED_BY_THE_FORCE,
            &[action(&[], &[PutOn(This, Choose(&[Is::Unit, Is::Named("Luke Skywalker")]))])
                .costs(&[Cost::ResourcesOf(Affiliation::Jedi, 1)])
                .from_discard()],
        )
        .always(&[host_gains(UnitDamage), host_gains_with_edge(UnitDamage)]),
    ),
    (
        "the-masters-domain",
        constant(&[gives(THIS, Boon::Resources, Count(&[Is::Objective, Is::Friendly, JEDI, Is::Not(THIS)]))]),
    ),
    (
        "size-matters-not",
        does(&[action(
            &[],
            &[MoveFocus(
                1,
                Choose(&[
                    Is::Unit,
                    Is::FocusAtLeast(1),
                    Is::DearerThan(&Who::FirstTarget),
                    Is::WithOwnerOf(&Who::FirstTarget),
                ]),
                Target(&[
                    Is::Unit,
                    Is::IfSome(&[Is::Unit, Is::FocusAtLeast(1), Is::DearerThan(&It), Is::WithOwnerOf(&It)]),
                ]),
            )],
        )]),
    ),
    (
        "commando-raid",
        does(&[action(&[], &[Do::Special(FATE_OF_THE_PAID_CARD)])
            .costs(&[Cost::DiscardSuch(&[Is::Fate, Is::Special(fate_could_do_something)])])
            .once_per_turn()]),
    ),
    ("clever-ruse", does(&[action(&[In(Phase::Conflict)], &[Do::Aimed(FOCUS_MOVES_BETWEEN_OBJECTIVES)])])),
    (
        "no-disintegrations",
        constant(&[gives(
            &[Is::Unit, Is::Friendly, Is::Any(&[&[Is::Trait(BountyHunter)], &[Is::Trait(Mercenary)]])],
            Boon::PiercesProtect,
            YES,
        )]),
    ),
    (
        "entangled",
        does(&[interrupt(
            ChosenToStrike,
            &[By(Opponent)],
            &[
                Exchange(TheyChoose(&[
                    Is::Unit,
                    Is::Enemy,
                    Is::Not(&[Is::Subject]),
                    Is::Special(may_be_chosen_to_strike),
                ])),
                Then,
                Draw(You, N(1)),
            ],
        )]),
    ),
    (
        "the-princes-scheme",
        fate(&[Do::If(
            When::There(&[Is::Unit, Is::Friendly, Is::Participating, Is::Unique, SCUM]),
            &[To(
                Who::From(Pool::OpponentsEdgeStack, &[Is::Not(&[Is::Fate])]),
                Act::Special(INTO_YOUR_STACK),
            )],
        )]),
    ),
    (
        "armed-to-the-teeth",
        does(&[reaction(
            FocusedToStrike,
            &[SubjectIs(FRIENDLY_UNIT)],
            &[To(Subject, Gain(Boon::AllUnitDamage, YES, ENGAGEMENT))],
        )]),
    ),
    (
        "warning-shot",
        does(&[action(&[], &[To(Choose(&[Is::Unit, Is::Enemy, Is::Trait(Vehicle)]), Damage(N(1)))])
            .once_per_turn()]),
    ),
    (
        "precision-fire",
        does(&[action(
            &[InEngagement],
            &[
                To(
                    Each(&[Is::Unit, Is::Friendly, Is::Trait(Trooper)]),
                    Gain(Boon::Keyword(Keyword::TargetedStrike), YES, ENGAGEMENT),
                ),
                To(Each(&[Is::Unit, Is::Friendly, Is::Trait(Trooper)]), Gain(Boon::Lent, YES, ENGAGEMENT)),
            ],
        )])
        .lends(&[], reaction(StrikeResolved, &[SubjectIs(THIS)], &[To(This, Discard)]).forced()),
    ),
    (
        "virago",
        does(&[action(&[], &[Do::Aimed(A_KEYWORD_CHANGES_HANDS)])
            .costs(&[Cost::ResourcesOf(Affiliation::ScumAndVillainy, 1)])]),
    ),
    ("the-investigation", does(&[on_entering(&[Do::Special(NAME_A_CARD_TO_BAN)])])),
    (
        "ysanne-isard",
        does(&[reaction(
            Used,
            &[By(Opponent), Played(&[Is::InPlay, Is::Any(&[&[Is::Unit], &[Is::Enhancement]])])],
            &[To(Each(&[Is::Subject]), ToHand)],
        )
        .costs(&[Cost::Special(REVEAL_A_CAPTURED_COPY)])]),
    ),
    (
        "knobby-white-spider",
        play_area(&[action(&[], &[To(This, Act::Special(IS_A_UNIT_FOR_THE_PHASE))]).costs(&[Resources(1)])])
            .form(5, Icons { unit: 2, tactics: 1, blast: 0 }),
    ),
];

/// A card is named; as long as this one is undamaged, the opponent cannot play copies of it.
const NAME_A_CARD_TO_BAN: &Special = &Special {
    could: specials::always,
    effect: |t, ctx| {
        let playable = |card: &Facts| card.is_command_card() && card.card_type != CardType::Fate;
        let Some(named) = specials::name_a_card(t, ctx, playable)? else { return Ok(false) };
        // audit: same (1 to 2) — there are no numbers of it
        specials::lend(t, ctx, ctx.card, Boon::Bans(named), 1, Until::EndOfGame);
        Ok(true)
    },
};

/// The card of the last step has no icons of a chosen type in this phase.
const NO_ICONS_OF_ONE_TYPE: &Special = &Special {
    could: |_, ctx| ctx.it.is_some(),
    effect: |t, ctx| {
        let Some(unit) = ctx.it else { return Ok(false) };
        let Some(icon) = choose_icon(t, ctx, &Icon::ALL)? else { return Ok(false) };
        // audit: same (1 to 2) — there are no numbers of it
        specials::lend(t, ctx, unit, Boon::NoIcons(icon), 1, Until::EndOfPhase);
        Ok(true)
    },
};

/// The effect of the fate card that a cost was paid with.
const FATE_OF_THE_PAID_CARD: &Special = &Special {
    could: specials::always,
    effect: |t, ctx| {
        let Some(fate) = ctx.paid else { return Ok(false) };
        edge::resolve_effect(t, ctx.seat, fate, false)?;
        Ok(true)
    },
};

/// The enhancements on the card that this one is attached to, this one included.
fn enhancements_beside_this(state: &State, ctx: &Ctx) -> i8 {
    // audit: same (0 to 1) — the card is attached to something
    // audit: same (100 to 101) — nothing has so many
    state.card(ctx.card).attached.map_or(0, |host| state.enhancements(host).count().min(100) as i8)
}

/// Attached to the same card as this one.
fn is_on_the_same_card(state: &State, ctx: &Ctx, id: CardId) -> bool {
    state.card(id).attached.is_some() && state.card(id).attached == state.card(ctx.card).attached
}

/// Its player could choose it to strike.
fn may_be_chosen_to_strike(state: &State, _: &Ctx, id: CardId) -> bool {
    strike::may_be_chosen(state, state.card(id).controller, id)
}

/// Has a keyword.
fn has_keywords(state: &State, _: &Ctx, id: CardId) -> bool {
    !constants::keywords(state, id).is_empty()
}

/// A fate card whose effect could do something outside an edge battle.
fn fate_could_do_something(state: &State, ctx: &Ctx, id: CardId) -> bool {
    could(state, &Ctx::new(id, ctx.seat), edge::effect_of(state, id, false))
}

/// The ability of a unit of Scum and Villainy has captured the card.
fn captured_by_a_scum_unit(state: &State, _: &Ctx) -> bool {
    let used = |open: &&Occurrence| open.trigger == Used && open.manner != Some(Manner::Deploy);
    let captor = state.occurrences.iter().rev().find(used).and_then(|open| open.card);
    captor.is_some_and(|id| {
        state.card(id).is_unit() && constants::is_of_affiliation(state, id, Affiliation::ScumAndVillainy)
    })
}

/// Any number of focus tokens moves from an objective to another one of the same player.
const FOCUS_MOVES_BETWEEN_OBJECTIVES: &Aimed = &Aimed {
    aims: &[
        (
            Choose(&[
                Is::Objective,
                Is::FocusAtLeast(1),
                Is::Not(&[Is::FirstTarget]),
                Is::WithOwnerOf(&Who::FirstTarget),
            ]),
            // audit: same (1 to 2) — whether a token can be taken does not depend on how many
            Some(Unfocus(N(1))),
        ),
        (
            Target(&[
                Is::Objective,
                Is::IfSome(&[Is::Objective, Is::FocusAtLeast(1), Is::Not(&[Is::It]), Is::WithOwnerOf(&It)]),
            ]),
            None,
        ),
    ],
    could: specials::always,
    effect: |t, ctx, cards| {
        let [Some(from), Some(to)] = *cards else { return Ok(false) };
        let number = choose_number(t, ctx, t.state.card(from).focus)?;
        shift_focus(t, ctx, Some(&from), Some(&to), number)
    },
};

/// A card of an edge stack goes to the player's.
const INTO_YOUR_STACK: &SpecialAct = &SpecialAct {
    could: |state, _, id| state.card(id).place == Place::EdgeStack,
    act: |t, ctx, id| {
        zones::set_aside(&mut t.state, id);
        t.state.card_mut(id).place = Place::EdgeStack;
        let face_up = edge_is_revealed(&t.state);
        t.state.player_mut(ctx.seat).edge_stack.push(EdgeCard::new(id, ctx.seat, face_up));
        t.emit(Event::Placed { seat: ctx.seat, card: id, face_up });
        Ok(true)
    },
};

/// An enemy loses a keyword that the player chooses; this card has it for the same time.
const A_KEYWORD_CHANGES_HANDS: &Aimed = &Aimed {
    aims: &[(Target(&[Is::Unit, Is::Enemy, Is::Special(has_keywords)]), None)],
    could: specials::always,
    effect: |t, ctx, cards| {
        let [Some(id)] = *cards else { return Ok(false) };
        let keywords = constants::keywords(&t.state, id);
        if keywords.is_empty() || constants::is_proof_against(&t.state, ctx, id) {
            return Ok(false);
        }
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            keywords.iter().for_each(|keyword| offer.add(Choice::Keyword(*keyword)));
        })?;
        let Choice::Keyword(keyword) = choice else { return Ok(false) };
        let [lost, gained] = constants::keyword_lost_and_gained(&t.state, id, keyword);
        let Some((boon, amount)) = lost else { return Ok(false) };
        let happened = gain(t, ctx, Some(id), boon, amount, PHASE);
        if let Some((boon, amount)) = gained.filter(|_| t.state.is_in_play(ctx.card)) {
            gain(t, ctx, Some(ctx.card), boon, amount, PHASE);
        }
        Ok(happened)
    },
};

/// The captured units and enhancements with the title of the card that was played, one of each kind.
fn captured_copies(state: &State, ctx: &Ctx) -> Vec<CardId> {
    const COPY: Filter = &[Is::Any(&[&[Is::Unit], &[Is::Enhancement]]), Is::CopyOf(&Subject)];
    let all: Vec<CardId> = captured(state).filter(|id| filters::matches(state, ctx, *id, COPY)).collect();
    zones::kinds(state, &all).collect()
}

const REVEAL_A_CAPTURED_COPY: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(!captured_copies(state, ctx).is_empty()),
    pay: |t, ctx| {
        let options = captured_copies(&t.state, ctx);
        if let Some(id) = choose(t, ctx, &options)? {
            zones::reveal(t, ctx.seat, &[id]);
        }
        Ok(true)
    },
};

/// An enhancement that can be a unit is one for a time.
const IS_A_UNIT_FOR_THE_PHASE: &SpecialAct = &SpecialAct {
    could: |state, _, id| {
        let card = state.card(id);
        state.is_in_play(id) && !card.as_unit && card.facts().effects.form.is_some()
    },
    act: |t, ctx, id| {
        t.state.card_mut(id).as_unit = true;
        t.emit(Event::BecameUnit(id));
        // audit: same (1 to 2) — there are no numbers of it
        Ok(gain(t, ctx, Some(id), Boon::IsUnit, 1, PHASE))
    },
};

const SHUFFLE_THIS_OBJECTIVE: &SpecialCost = &SpecialCost {
    can_pay: |state, ctx| there_is(state.is_in_play(ctx.card)),
    pay: |t, ctx| {
        zones::leave_play(t, ctx.card, Destination::ShuffledIntoObjectiveDeck)?;
        Ok(true)
    },
};
