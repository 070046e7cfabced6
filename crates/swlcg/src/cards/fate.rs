//! Fate cards. Both sides have their own printing of the same card, with its own priority.

use table::Picks;

use super::CardType;
use super::atoms::{Ctx, Special};
use super::words::*;
use crate::state::{CardId, Occurrence, State, opponent};
use crate::zones::Destination;
use crate::{Ask, Choice, Event, Table, timing, zones};

const TWIST_OF_FATE: Effects = fate(&[CancelEdgeBattle]);
const HEAT_OF_BATTLE: Effects = fate(&[To(Target(&[Is::Unit, Is::Enemy, Is::Participating]), Damage(N(1)))]);
const TARGET_OF_OPPORTUNITY: Effects = fate(&[Do::If(YouAttack, &[To(EngagedObjective, Damage(N(1)))])]);

const PROTECTION: Effects = fate(&[To(Target(&[UNIT_OR_OBJECTIVE]), Shield)]);
const SEEDS_OF_DECAY: Effects =
    fate(&[May(&[To(Target(&[Is::Unit, Is::Ready, Is::Committed]), Focus(N(1)))])]);

pub const CARDS: Registry = &[
    ("twist-of-fate-5", TWIST_OF_FATE),
    ("twist-of-fate-20", TWIST_OF_FATE),
    ("heat-of-battle-3", HEAT_OF_BATTLE),
    ("heat-of-battle-19", HEAT_OF_BATTLE),
    ("target-of-opportunity-4", TARGET_OF_OPPORTUNITY),
    ("target-of-opportunity-21", TARGET_OF_OPPORTUNITY),
    ("protection-53", PROTECTION),
    ("protection-83", PROTECTION),
    ("seeds-of-decay-102", SEEDS_OF_DECAY),
    ("seeds-of-decay-110", SEEDS_OF_DECAY),
    ("ancient-rivals-231", fate(&[Do::Special(RIVALS_OF_THE_SITH)])),
    ("ancient-rivals-234", fate(&[Do::Special(RIVALS_OF_THE_JEDI)])),
];

/// The cards of the opponent's edge stack that are of an affiliation, or neutral and no fate cards.
fn rivals(state: &State, ctx: &Ctx, affiliation: Affiliation) -> Picks<CardId> {
    let stack = state.player(opponent(ctx.seat)).edge_stack.iter().map(|card| card.card);
    let rival = |id: &CardId| {
        let facts = state.facts(*id);
        let plain = facts.affiliation == Affiliation::Neutral && facts.card_type != CardType::Fate;
        facts.affiliation == affiliation || plain
    };
    stack.filter(rival).collect()
}

/// The fate card may be discarded out of its edge stack to discard a rival's card out of the other one.
fn both_are_discarded(t: &mut Table, ctx: &Ctx, affiliation: Affiliation) -> table::Play<bool> {
    let options = rivals(&t.state, ctx, affiliation);
    if options.is_empty() {
        return Ok(false);
    }
    let choice = t.ask(ctx.seat, Ask::Target(ctx.card), |_, offer| {
        options.iter().for_each(|id| offer.add(Choice::Card(*id)));
        offer.pass(Choice::Pass);
    })?;
    let Choice::Card(rival) = choice else { return Ok(false) };
    for id in [ctx.card, rival] {
        let owner = t.state.card(id).owner;
        zones::put(&mut t.state, id, Destination::Discard);
        t.emit(Event::Discarded(owner, id));
    }
    timing::happened(t, Occurrence::new(EdgeCardDiscarded).of(ctx.card).by(ctx.seat))?;
    Ok(true)
}

const RIVALS_OF_THE_SITH: &Special = &Special {
    could: |state, ctx| !rivals(state, ctx, Affiliation::Sith).is_empty(),
    effect: |t, ctx| both_are_discarded(t, ctx, Affiliation::Sith),
};

const RIVALS_OF_THE_JEDI: &Special = &Special {
    could: |state, ctx| !rivals(state, ctx, Affiliation::Jedi).is_empty(),
    effect: |t, ctx| both_are_discarded(t, ctx, Affiliation::Jedi),
};
