//! Cards of the first half of the Endor cycle: Solo's Command to The Forest Moon.

use table::Picks;

use super::atoms::{Ctx, Special, SpecialAct};
use super::numerals::{self, read};
use super::resolve::{choose_number, could_act, gain};
use super::words::*;
use super::{CardType, Trait, constants, filters};
use crate::conflict::edge;
use crate::state::{CardId, Source, State, opponent};
use crate::{Ask, Choice, damage, zones};

const YOUR_TROOPER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Trooper)];
/// Enemies come into the engagement of this unit.
const ENEMIES_JOIN_IT: &[When] = &[By(Opponent), ThisIs(&[Is::Participating])];
const DECLARED_ENEMY: Filter = &[Is::Unit, Is::Enemy, Is::Participating, Is::Declared];
/// "You may choose an enemy objective that you have not engaged this phase. You are now engaged with it instead."
const SECRET_OBJECTIVE: Effects = fate(&[Do::If(
    YouAttack,
    &[May(&[To(
        Choose(&[Is::Objective, Is::Enemy, Is::Not(&[Is::Special(was_fought)]), Is::Not(&[Is::Engaged])]),
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
            &[To(Choose(&[Is::Any(&[THIS, &[Is::Friendly, Is::Named("Han Solo")]])]), Unfocus(Nth(1, 1)))],
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
            .always(&[gives(HOST, Boon::Trait(Ewok), YES)]),
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
            &[CauseIs(THIS), When::Special(by_targeted_strike)],
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
            reaction(DefendersDeclared, ENEMIES_JOIN_IT, &[To(Choose(DECLARED_ENEMY), Damage(Nth(1, 2)))]),
            reaction(Joined, ENEMIES_JOIN_IT, &[To(Subject, Damage(Nth(1, 2)))]),
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
    // New Alliances
    ("dark-genocide", does(&[completed(&[Do::Special(DEATH_TO_ALL_OF_ONE_TRAIT)])])),
    (
        "spice-blitz",
        does(&[action(
            &[],
            &[
                To(
                    Target(&[Is::Unit, Is::Exhausted]),
                    Gain(Boon::Awaits(Doom::Focus), Amount::Times(2, &Amount::Special(focus_on_it)), PHASE),
                ),
                To(It, Unfocus(All)),
            ],
        )]),
    ),
    ("hallucination", fate(&[Do::Special(EFFECT_OF_ANOTHER_FATE_CARD)])),
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
                DiscardRandom(Opponent, N(1)),
            ],
        )]),
    ),
    (
        "courage-of-the-tribe",
        does(&[after_you_refresh(&[To(Target(&[Is::Unit, Is::Trait(Ewok)]), Unfocus(N(1)))])]),
    ),
    (
        "chief-chirpa",
        does(&[reaction(PhaseBegins, &[], &[Draw(You, Nth(1, 1))])
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
    ("captain-zed", constant(&[theirs(Boon::DiscardStays, YES).when(&[ThisIs(&[Is::Ready])])])),
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
    ("energy-spider", constant(&[gives(THIS, Boon::KeepsFocus, YES)])),
    (
        "ambush-point",
        play_area(&[]).always(&[gives(&[Is::OutOfFaction, Is::Not(&[Is::Fate])], Boon::EdgeForce, N(-1))]),
    ),
    (
        "tydirium",
        does(&[interrupt(Destroyed, &[SubjectIs(THIS)], &[DialBack(N(1), N(0))])]).always(&[gives(
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
            To(This, Gain(Boon::ForgoesIcons, YES, STRIKE)),
        ])
        .once_per(PHASE)]),
    ),
    ("ewok-horde", constant(&[gives(THIS, Boon::CostDownTo(3), Count(EWOK))])),
    (
        "bright-tree-village",
        play_area(&[]).always(&[gives(EWOK, Boon::ForceIcons, N(1)), gives(EWOK, Boon::EdgeForce, N(1))]),
    ),
    ("battle-of-endor-192", BATTLE_OF_ENDOR),
    (
        "expendable-scout",
        does(&[action(
            &[],
            &[ChooseOne(&[
                (Way::You, &[DiscardHand(You, N(1)), Then, Draw(You, Nth(1, 1))]),
                (Way::They, &[DiscardHand(Opponent, N(1)), Then, Draw(Opponent, Nth(1, 1))]),
            ])],
        )
        .costs(&[SacrificeThis])]),
    ),
    (
        "sector-lockdown",
        constant(&[
            forbids(&[Is::Unit, Is::Special(lies_in_the_discard_pile_too)], Deed::BePlayed).when(UNDAMAGED)
        ]),
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
    // The Forest Moon
    (
        "solidarity-of-spirit",
        does(&[on_entering(&[
            To(Who::From(Pool::YourHand, &[Is::Unit, REBEL]), PutIntoPlay),
            Then,
            Do::Special(THEY_MAY_FOLLOW),
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
                (Way::Discard, &[DiscardRandom(Opponent, Nth(1, 1))]),
                (Way::Heal, &[To(Target(&[Is::Unit, Is::Damaged]), Act::Special(HEAL_UP_TO_THREE))]),
            ])],
        )
        .costs(&[SacrificeThis])]),
    ),
    ("signal-scrambler", play_area(&[]).always(&[yours(Boon::UncommittedCount, YES)])),
    (
        "outwit",
        does(&[reaction(
            EdgeStacksRevealed,
            &[],
            &[Do::Gain(Boon::FateBackwards, YES, EDGE_BATTLE), Then, Draw(You, N(1))],
        )]),
    ),
    (
        "brainiac",
        does(&[action(&[], &[To(Target(&[Is::Not(&[Is::Objective])]), Act::Special(CHANGE_A_NUMERAL))])
            .once_per_turn()]),
    ),
    ("rebel-fleet-command", play_area(&[]).always(&[gives(THIS, Boon::PaysOnlyFor(Sort::DearRebel), YES)])),
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
        constant(&[gives(&[Is::Objective, Is::Enemy, Is::DamageAtLeast(3)], Boon::Blank, YES)]),
    ),
    ("jamming-protocol", does(&[interrupt(Used, EVENT_PLAYED, &[Cancel])])),
    ("battle-of-endor-199", BATTLE_OF_ENDOR),
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
        constant(&[gives(ENEMY_UNIT, Boon::LacksProtect, YES), forbids(UNIT, Deed::BeHealed)]),
    ),
    (
        "moon-blockade",
        constant(&[gives(
            &[Is::Objective, Is::Of(Side::Light), Is::Special(has_a_copy_in_your_victory_pile)],
            Boon::Blank,
            YES,
        )]),
    ),
];

/// The fate cards of both edge stacks that do something and are no copies of this one.
fn other_fate_cards(state: &State, ctx: &Ctx) -> Picks<CardId> {
    let stacks = [ctx.seat, opponent(ctx.seat)].map(|seat| state.player(seat).edge_stack.iter());
    let fate = |id: &CardId| {
        let facts = state.facts(*id);
        facts.card_type == CardType::Fate && facts.title != state.facts(ctx.card).title && !facts.gap
    };
    stacks.into_iter().flatten().map(|edge| edge.card).filter(fate).collect()
}

/// This fate card may have the effect of another one, twice with the Balance of the Force on the dark side.
const EFFECT_OF_ANOTHER_FATE_CARD: &Special = &Special {
    could: |state, ctx| !other_fate_cards(state, ctx).is_empty(),
    effect: |t, ctx| {
        let cards = other_fate_cards(&t.state, ctx);
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            offer.pass(Choice::Pass);
        })?;
        let Choice::Card(model) = choice else { return Ok(false) };
        let times = if t.state.balance == Side::Dark { 2 } else { 1 };
        edge::copy_fate(t, ctx.seat, ctx.card, model, times)?;
        Ok(true)
    },
};

/// A card of this title lies in the discard pile of its player.
fn lies_in_the_discard_pile_too(state: &State, _: &Ctx, id: CardId) -> bool {
    let card = state.card(id);
    let mut pile = state.player(card.owner).discard.iter();
    pile.any(|other| *other != id && state.facts(*other).title == card.facts().title)
}

/// A card of this title lies in the victory pile of the player of this effect.
fn has_a_copy_in_your_victory_pile(state: &State, ctx: &Ctx, id: CardId) -> bool {
    let mut pile = state.player(ctx.seat).victory_pile.iter();
    pile.any(|other| state.facts(*other).title == state.facts(id).title)
}

/// The opponent may put a unit of his affiliation into play that costs no more than the card of the last step.
const THEY_MAY_FOLLOW: &Special = &Special {
    could: |_, _| false,
    effect: |t, ctx| {
        let they = opponent(ctx.seat);
        // audit: same (0 to 1) — a card is chosen before
        let most = ctx.it.map_or(0, |id| t.state.facts(id).cost);
        let own = t.state.affiliation_card(they).map(|id| t.state.card(id).affiliation());
        let fits = |id: &CardId| {
            let facts = t.state.facts(*id);
            facts.card_type == CardType::Unit
                && Some(facts.affiliation) == own
                && facts.cost <= most
                && zones::may_enter(&t.state, *id, they).is_ok()
        };
        let cards: Vec<CardId> = zones::hand_kinds(&t.state, they).filter(fits).collect();
        let choice = t.ask(they, Ask::Choose(ctx.card), |_, offer| {
            cards.iter().for_each(|id| offer.add(Choice::Card(*id)));
            offer.pass(Choice::Pass);
        })?;
        let Choice::Card(id) = choice else { return Ok(false) };
        zones::enter_play(t, id, None, false)?;
        Ok(true)
    },
};

/// The traits that can be named against enemy units in play.
fn traits_of_enemies(state: &State, ctx: &Ctx) -> Vec<Trait> {
    let named = |wanted: &Trait| {
        let plain = !matches!(wanted, Character | Vehicle);
        plain && !bearers(state, ctx, *wanted).is_empty()
    };
    Trait::ALL.iter().map(|(wanted, _)| *wanted).filter(named).collect()
}

fn bearers(state: &State, ctx: &Ctx, wanted: Trait) -> Vec<CardId> {
    let bears = |id: &CardId| filters::has_trait(state, *id, wanted);
    state.units(opponent(ctx.seat)).filter(bears).collect()
}

/// How much damage kills whatever it meets.
// audit: same — nothing has so much capacity
const DEADLY: u8 = 66;

/// All enemy units with a trait that the player names take deadly damage.
const DEATH_TO_ALL_OF_ONE_TRAIT: &Special = &Special {
    could: |state, ctx| !traits_of_enemies(state, ctx).is_empty(),
    effect: |t, ctx| {
        let choice = t.ask(ctx.seat, Ask::Choose(ctx.card), |state, offer| {
            traits_of_enemies(state, ctx).into_iter().for_each(|named| offer.add(Choice::Trait(named)));
        })?;
        let Choice::Trait(named) = choice else { return Ok(false) };
        let mut units = bearers(&t.state, ctx, named);
        units.retain(|id| !constants::is_proof_against(&t.state, ctx, *id));
        let shares = units.iter().map(|id| (*id, DEADLY)).collect();
        // audit: same — nothing asks afterwards whether it did something
        Ok(damage::deal_all(t, shares, Source::effect(ctx.seat, ctx.card))?.to_all(units) > 0)
    },
};

/// A unit has used Targeted Strike for it.
fn by_targeted_strike(state: &State, ctx: &Ctx) -> bool {
    filters::answered(state, ctx).is_some_and(|damage| damage.far)
}

/// An engagement was declared against it this turn, or led to it.
fn was_fought(state: &State, _: &Ctx, id: CardId) -> bool {
    state.engaged.contains(&id) || state.led_to.contains(id)
}

fn focus_on_it(state: &State, ctx: &Ctx) -> i8 {
    // audit: same (0 to 1) — it is asked of a chosen card only
    ctx.it.map_or(0, |id| state.card(id).focus as i8)
}

const HEAL_UP_TO_THREE: &SpecialAct = &SpecialAct {
    // audit: same (1 to 2) — whether a card can be healed does not depend on how much
    could: |state, ctx, id| could_act(state, ctx, id, &Heal(N(1))),
    act: |t, ctx, id| {
        let most = t.state.card(id).damage.min(read(&t.state, ctx, 3));
        let number = choose_number(t, ctx, most)?;
        // audit: same — nothing asks afterwards whether it did something
        Ok(damage::heal(t, id, number) > 0)
    },
};

/// A figure printed on it is 1 higher or lower for a time, as the player chooses.
const CHANGE_A_NUMERAL: &SpecialAct = &SpecialAct {
    could: |state, _, id| state.is_in_play(id) && numerals::of(state.facts(id)).next().is_some(),
    act: |t, ctx, id| {
        let choice = t.ask(ctx.seat, Ask::Numeral(id), |state, offer| {
            for (numeral, printed) in numerals::of(state.facts(id)) {
                offer.add(Choice::Numeral(numeral, printed.saturating_add(1)));
                if printed > 0 {
                    offer.add(Choice::Numeral(numeral, printed - 1));
                }
            }
        })?;
        let Choice::Numeral(numeral, to) = choice else { return Ok(false) };
        let printed = numerals::of(t.state.facts(id)).find(|(other, _)| *other == numeral);
        // audit: same (0 to 1) — the figure is one of the card's
        let change = printed.map_or(0, |(_, printed)| to as i8 - printed as i8);
        Ok(gain(t, ctx, Some(id), numeral.boon(), change, PHASE))
    },
};
