//! The rule that an event rests on, for the log.

use crate::state::{Cursor, Side};
use crate::{Event, victory};

/// The rule that an event rests on, where that is clear and not the same line after line.
pub fn rule(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Step(cursor) => return step(*cursor),
        Event::Mulligan(_) => "swlcg.core.setup.7-mulligan",
        Event::Engages(_) => "swlcg.core.conflict.1-objective",
        Event::Revealed(..) => "swlcg.core.edge.reveal-simultaneous",
        Event::FateResolves(..) => "swlcg.core.edge.fate-order",
        Event::EdgeCanceled => "swlcg.core.edge.twist-of-fate",
        Event::EdgeTotals(attacker, defender) if attacker == defender => "swlcg.core.edge.tie-defender",
        Event::EdgeTotals(..) => "swlcg.core.edge.higher-wins",
        Event::EffectsCanceled(_) => "swlcg.core.ability.cancel",
        Event::ShieldPlaced(_) => "swlcg.core.shield.max-one",
        Event::ShieldUsed(_) => "swlcg.core.shield.prevent-damage-or-focus",
        Event::ShieldsRemoved(_) => "swlcg.core.refresh.2-remove-shields",
        Event::Protected(..) => "swlcg.core.keyword.protect",
        Event::Captured(_) => "swlcg.core.capture.place",
        Event::Rescued(_) => "swlcg.core.capture.rescue-to-hand",
        Event::Committed(_) => "swlcg.core.force.commit",
        Event::Uncommitted(_) => "swlcg.core.force.card-returns",
        Event::HandSeen { .. } => "swlcg.core.info.hand-hidden",
        Event::Struggle(active, other) if active == other => "swlcg.core.force.struggle-tie",
        Event::Balance(Side::Dark) => "swlcg.core.balance.ds-dial-2",
        Event::Balance(Side::Light) => "swlcg.core.balance.ls-damage",
        Event::Dial(_) => "swlcg.core.components.death-star-dial",
        Event::Ended(ending) => victory::rule_of(*ending),
        _ => return None,
    })
}

fn step(cursor: Cursor) -> Option<&'static str> {
    Some(match cursor {
        Cursor::ObjectivesDrawn => "swlcg.core.setup.6-draw-four-objectives",
        Cursor::StartingHands => "swlcg.core.setup.7-starting-hand",
        Cursor::ObjectivesRevealed => "swlcg.core.setup.8-reveal-objectives",
        Cursor::Balance => "swlcg.core.balance.ds-dial-1",
        Cursor::Refresh => "swlcg.core.refresh.1-remove-focus",
        Cursor::Draw => "swlcg.core.draw.2-draw-to-reserve",
        Cursor::Deployment => "swlcg.core.deploy.units-enhancements",
        Cursor::ConflictBegins => "swlcg.core.conflict.any-number",
        Cursor::Engage => "swlcg.core.conflict.steps",
        Cursor::DeclareDefenders => "swlcg.core.conflict.3-defenders",
        Cursor::EdgeBattle => "swlcg.core.edge.attacker-first",
        Cursor::Strikes => "swlcg.core.strike.order-edge-first",
        Cursor::Unopposed => "swlcg.core.unopposed.bonus",
        Cursor::Commit => "swlcg.core.force.commit",
        Cursor::ForceStruggle => "swlcg.core.force.struggle",
        _ => return None,
    })
}
