//! What things mean, in a sentence each: actions, tokens beside a ship, and the rule that an event rests on.

use table::Lang;

use crate::asks::Event;
use crate::state::{Action, Declared, Ship, State, Token};

/// What an action does; empty for the action of a card, which says so itself.
pub fn action(state: &State, action: Action, lang: Lang) -> &'static str {
    let (en, de) = match action {
        Action::Focus => (
            "Takes a focus token: in one roll this round all focus results become hits or evades.",
            "Nimmt einen Fokusmarker: In einem Wurf dieser Runde werden alle Fokusergebnisse zu Treffern oder Ausweichen.",
        ),
        Action::Evade => (
            "Takes an evade token: it adds one evade result when this ship is attacked this round.",
            "Nimmt einen Ausweichmarker: Er bringt ein Ausweichergebnis, wenn dieses Schiff in dieser Runde angegriffen wird.",
        ),
        Action::TargetLock => (
            "Locks an enemy ship at range 1–3: attack dice can be rerolled against it, or torpedoes and missiles fired at it.",
            "Erfasst ein feindliches Schiff in Reichweite 1–3: Angriffswürfel gegen es dürfen neu geworfen oder Torpedos und Raketen abgefeuert werden.",
        ),
        Action::BarrelRoll => (
            "Moves the ship sideways by the straight 1 template without turning it.",
            "Versetzt das Schiff um die Gerade 1 zur Seite, ohne es zu drehen.",
        ),
        Action::Boost => (
            "Flies on with the straight or a bank template of speed 1; this is no maneuver.",
            "Fliegt mit der Geraden oder einer Kurve der Geschwindigkeit 1 weiter; das ist kein Manöver.",
        ),
        Action::Cloak => (
            "Takes a cloak token: 2 more agility, but the ship cannot attack until it decloaks.",
            "Nimmt einen Tarnungsmarker: 2 Wendigkeit mehr, aber das Schiff kann bis zum Enttarnen nicht angreifen.",
        ),
        Action::Slam => (
            "Flies another maneuver of the same speed; the weapons are disabled this round.",
            "Fliegt noch ein Manöver derselben Geschwindigkeit; die Waffen sind in dieser Runde deaktiviert.",
        ),
        Action::Reload => (
            "Turns spent torpedoes and missiles up again; the weapons are disabled this round.",
            "Deckt verbrauchte Torpedos und Raketen wieder auf; die Waffen sind in dieser Runde deaktiviert.",
        ),
        Action::RotateArc => (
            "Turns the mobile firing arc to another quarter.",
            "Dreht den beweglichen Feuerwinkel in ein anderes Viertel.",
        ),
        Action::Reinforce => (
            "Reinforces one part of the ship: it adds an evade result when that part is attacked this round.",
            "Verstärkt einen Teil des Schiffs: Das bringt ein Ausweichergebnis, wenn dieser Teil in dieser Runde angegriffen wird.",
        ),
        Action::Coordinate => (
            "Another friendly ship at range 1–2 performs a free action.",
            "Ein anderes freundliches Schiff in Reichweite 1–2 führt eine freie Aktion aus.",
        ),
        Action::Jam => (
            "An enemy ship at range 1–2 receives stress until it has two tokens.",
            "Ein feindliches Schiff in Reichweite 1–2 erhält Stress, bis es zwei Marker hat.",
        ),
        Action::Recover => (
            "Spends all energy to recover that many shields.",
            "Gibt alle Energie aus und stellt so viele Schilde wieder her.",
        ),
        Action::Card(_) => ("", ""),
        Action::Special(feat) => {
            return state.special(feat).map_or("", |special| special.meaning.in_(lang));
        }
    };
    lang.pick(en, de)
}

/// The short sign and the name of a token, as chips show them.
pub fn token(token: Token, lang: Lang) -> (&'static str, &'static str) {
    let (en, de) = match token {
        Token::Focus => (("F", "Focus"), ("F", "Fokus")),
        Token::Evade => (("EV", "Evade"), ("AW", "Ausweichen")),
        Token::TargetLock => (("TL", "Target lock"), ("ZE", "Zielerfassung")),
        Token::Stress => (("ST", "Stress"), ("ST", "Stress")),
        Token::Ion => (("ION", "Ion"), ("ION", "Ionen")),
        Token::Tractor => (("TR", "Tractor beam"), ("TS", "Traktorstrahl")),
        Token::WeaponsDisabled => (("WD", "Weapons disabled"), ("WA", "Waffen deaktiviert")),
        Token::Cloak => (("CL", "Cloak"), ("TA", "Tarnung")),
        Token::Jam => (("JAM", "Jam"), ("STÖ", "Störung")),
    };
    if lang == Lang::En { en } else { de }
}

/// Names and meanings of the tokens that a ship carries; `locked` are the names of the ships that it has locked.
pub fn tokens(ship: &Ship, locked: &[String], lang: Lang) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut line = |count: u8, kind: Token, en: &str, de: &str| {
        if count > 0 {
            let name = token(kind, lang).1;
            let name = if count > 1 { format!("{name} ×{count}") } else { name.to_string() };
            lines.push((name, if lang == Lang::En { en.to_string() } else { de.to_string() }));
        }
    };
    line(
        ship.focus,
        Token::Focus,
        "Once, all focus results of a roll become hits or evades; gone at the end of the round.",
        "Einmal werden alle Fokusergebnisse eines Wurfs zu Treffern oder Ausweichen; verfällt am Rundenende.",
    );
    line(
        ship.evade,
        Token::Evade,
        "Adds one evade result when this ship is attacked; gone at the end of the round.",
        "Bringt ein Ausweichergebnis, wenn dieses Schiff angegriffen wird; verfällt am Rundenende.",
    );
    line(
        ship.stress,
        Token::Stress,
        "No actions and no red maneuvers; a green maneuver takes a token off.",
        "Keine Aktionen und keine roten Manöver; ein grünes Manöver entfernt einen Marker.",
    );
    line(
        ship.ion,
        Token::Ion,
        "With enough of them the ship gets no dial and drifts straight ahead by 1.",
        "Mit genügend davon erhält das Schiff kein Manöverrad und treibt um 1 geradeaus.",
    );
    line(
        ship.tractor,
        Token::Tractor,
        "1 agility less until the end of the round.",
        "1 Wendigkeit weniger bis zum Rundenende.",
    );
    line(
        ship.weapons_disabled,
        Token::WeaponsDisabled,
        "The ship cannot attack this round.",
        "Das Schiff kann in dieser Runde nicht angreifen.",
    );
    line(
        ship.jam,
        Token::Jam,
        "Goes together with the next focus, evade or target lock token.",
        "Verschwindet zusammen mit dem nächsten Fokus-, Ausweich- oder Zielerfassungsmarker.",
    );
    line(
        u8::from(ship.cloaked),
        Token::Cloak,
        "2 more agility; the ship cannot attack and may decloak before it reveals its dial.",
        "2 Wendigkeit mehr; das Schiff kann nicht angreifen und darf sich vor dem Aufdecken des Manöverrads enttarnen.",
    );
    for target in locked {
        let en = format!("On {target}: spent to reroll attack dice or to fire torpedoes and missiles at it.");
        let de = format!(
            "Ziel: {target}. Für neu geworfene Angriffswürfel oder Torpedos und Raketen gegen dieses Schiff."
        );
        line(1, Token::TargetLock, &en, &de);
    }
    lines
}

/// The rules that an event rests on, where that is clear.
pub fn rules(event: &Event) -> &'static [&'static str] {
    match event {
        Event::HasInitiative(_) => &["xwing.core.setup.initiative"],
        Event::ObstaclePlaced(..) | Event::ObstacleLeftOut(_) => &["xwing.core.setup.obstacles"],
        Event::HulkPlaced(_) => &["xwing.huge.as-obstacle.1"],
        Event::OverlapsHulk(_) => &["xwing.huge.as-obstacle.3", "xwing.huge.overlap.by-small-large"],
        Event::Placed(..) => &["xwing.core.setup.forces"],
        Event::Docked(..) | Event::Deployed(..) | Event::NoRoom(_) => &["xwing.core.golden-rule.1"],
        Event::Revealed(..) => &["xwing.core.activation.steps"],
        Event::Overruled(..) => &["xwing.core.stress.no-red"],
        Event::Moved(..) => &["xwing.core.move.formula"],
        Event::TurnFailed(_) => &["xwing.core.move.koiogran-overlap"],
        Event::Overlaps(..) => &["xwing.core.overlap.1"],
        Event::OnObstacle(..) => &["xwing.errata.obstacles.moving-through"],
        Event::SkipsAction(_) => &["xwing.core.overlap.2"],
        Event::Performs(..) | Event::Passes(_) => &["xwing.core.action.one"],
        Event::DeclaredInVain(_, declared) => match declared {
            Declared::Lock(_) => &["xwing.comp.action.lock.2"],
            Declared::Roll(_) => &["xwing.comp.action.barrel-roll.2"],
            Declared::Boost(_) => &["xwing.comp.action.boost.2"],
            Declared::Decloak(_) | Declared::DecloakAside(_) => &["xwing.exp.decloak.5"],
        },
        Event::Locks(..) => &["xwing.core.action.lock.1"],
        Event::LockLost(..) => &["xwing.core.action.lock.3"],
        Event::Rolls(..) => &["xwing.core.action.barrel-roll.1"],
        Event::Boosts(..) => &["xwing.exp.boost.1"],
        Event::Cloaks(_) => &["xwing.exp.cloak.1"],
        Event::Decloaks(..) => &["xwing.exp.decloak.1"],
        Event::Fled(_) => &["xwing.core.flee"],
        Event::Escapes(_) => &["xwing.core.win.mission"],
        Event::Assigned(_, Token::Stress) => &["xwing.core.stress.red"],
        Event::TokenRemoved(_, Token::Stress) => &["xwing.core.stress.green"],
        Event::TokenSpent(_, Token::Focus) => &["xwing.core.action.focus.2"],
        Event::TokenSpent(_, Token::Evade) => &["xwing.core.action.evade.2"],
        Event::TokenSpent(_, Token::TargetLock) => &["xwing.core.action.lock.2"],
        Event::TokenSpent(_, Token::Cloak) => &["xwing.exp.decloak.1"],
        Event::Attacks(..) => &["xwing.core.attack.1.declare"],
        Event::Obstructed => &["xwing.core.attack.4.obstructed"],
        Event::AttackRoll(_) => &["xwing.core.attack.2.roll"],
        Event::DefenseRoll(_) => &["xwing.core.attack.4.roll"],
        Event::Rerolled(_) => &["xwing.core.attack.reroll-once"],
        Event::Misses(..) => &["xwing.core.attack.6.compare"],
        Event::Hits(..) => &["xwing.core.attack.6.hit"],
        Event::ShieldLost(_) => &["xwing.core.damage.shields"],
        Event::ShieldRecovered(_) => &["xwing.core.shield.recover"],
        Event::Damage { face_up: true, .. } => &["xwing.core.damage.faceup"],
        Event::Damage { .. } => &["xwing.core.attack.7.damage"],
        Event::Reshuffled => &["xwing.core.damage.reshuffle"],
        Event::Destroyed(_) => &["xwing.core.damage.destroyed"],
        Event::BombDropped(..) => &["xwing.exp.bomb.drop.1"],
        Event::BombDetonates(_) => &["xwing.exp.bomb.detonation"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{ObstacleId, UpgradeId, library};
    use crate::state::{ShipId, Weapon};
    use flightpath::{Lean, Way};
    use geometry::{Heading, Pose, Side, Vec2};
    use table::{RuleId, Seat};

    #[test]
    fn every_rule_is_in_the_rulebook() {
        let (id, pose) = (ShipId(0), Pose::new(Vec2::ZERO, Heading::NORTH));
        let (obstacle, card) = (ObstacleId(0), UpgradeId(0));
        let maneuver = library().ships[0].dial[0];
        let way = Way { side: Side::Left, lean: Lean::Straight };
        let events = [
            Event::HasInitiative(Seat(0)),
            Event::ObstaclePlaced(obstacle, pose),
            Event::HulkPlaced(pose),
            Event::OverlapsHulk(id),
            Event::Placed(id, pose),
            Event::Revealed(id, maneuver),
            Event::Overruled(id, maneuver),
            Event::Moved(id, maneuver, pose),
            Event::TurnFailed(id),
            Event::Overlaps(id, id),
            Event::OnObstacle(id, obstacle),
            Event::SkipsAction(id),
            Event::Performs(id, Action::Focus),
            Event::Passes(id),
            Event::DeclaredInVain(id, Declared::Lock(id)),
            Event::DeclaredInVain(id, Declared::Roll(way)),
            Event::DeclaredInVain(id, Declared::Boost(maneuver.bearing)),
            Event::DeclaredInVain(id, Declared::Decloak(maneuver.bearing)),
            Event::Locks(id, id),
            Event::LockLost(id, id),
            Event::Rolls(id, pose),
            Event::Boosts(id, pose),
            Event::Cloaks(id),
            Event::Decloaks(id, pose),
            Event::Fled(id),
            Event::Assigned(id, Token::Stress),
            Event::TokenRemoved(id, Token::Stress),
            Event::TokenSpent(id, Token::Focus),
            Event::TokenSpent(id, Token::Evade),
            Event::TokenSpent(id, Token::TargetLock),
            Event::TokenSpent(id, Token::Cloak),
            Event::Attacks(id, id, Weapon::Primary, 1),
            Event::Obstructed,
            Event::AttackRoll(Default::default()),
            Event::DefenseRoll(Default::default()),
            Event::Rerolled(Default::default()),
            Event::Misses(id, id),
            Event::Hits(id, 1, 0),
            Event::ShieldLost(id),
            Event::ShieldRecovered(id),
            Event::Damage { ship: id, kind: None, face_up: true },
            Event::Damage { ship: id, kind: None, face_up: false },
            Event::Reshuffled,
            Event::Destroyed(id),
            Event::BombDropped(id, card, pose),
            Event::BombDetonates(card),
        ];
        for event in events {
            let rules = rules(&event);
            assert!(!rules.is_empty(), "{event:?} names no rule");
            for rule in rules {
                assert!(rule.parse::<RuleId>().is_ok(), "{event:?} names {rule}, which is in no rulebook");
            }
        }
    }
}
