//! What things mean, in a sentence each: actions, tokens beside a ship, and the rule that an event rests on.

use table::Lang;

use crate::asks::{Blocker, Event, SpentToken};
use crate::state::{Action, Cloak, Ship, State};

/// What an action of the rules or a mission does; empty for the action of a card, which says so itself.
pub fn action(state: &State, action: Action, lang: Lang) -> &'static str {
    let (en, de) = match action {
        Action::Evade => (
            "Takes an evade token: it cancels one result when this ship is attacked this round.",
            "Nimmt einen Ausweichmarker: Er negiert ein Ergebnis, wenn dieses Schiff in dieser Runde angegriffen wird.",
        ),
        Action::TargetLock => (
            "Locks an enemy ship: attack dice can be rerolled against it, or torpedoes fired at it.",
            "Erfasst ein feindliches Schiff: Angriffswürfel gegen es dürfen neu geworfen oder Torpedos abgefeuert werden.",
        ),
        Action::Scan => (
            "Takes a scan token: ships that it attacks this round roll one defense die fewer.",
            "Nimmt einen Scanmarker: Wen das Schiff in dieser Runde angreift, der würfelt mit einem Verteidigungswürfel weniger.",
        ),
        Action::BattleStations => (
            "Takes a battle stations token: in one roll this round all battle stations results count as hits or evades.",
            "Nimmt einen Gefechtsstationsmarker: In einem Wurf dieser Runde zählen alle Gefechtsstationen-Ergebnisse als Treffer oder Ausweichen.",
        ),
        Action::Cloak => (
            "All shields go down; while cloaked the ship rolls 4 more defense dice.",
            "Alle Schilde werden deaktiviert; getarnt würfelt das Schiff mit 4 Verteidigungswürfeln mehr.",
        ),
        Action::SensorEcho => (
            "Moves the cloaked ship sideways by a straight template without turning it.",
            "Versetzt das getarnte Schiff um eine Gerade zur Seite, ohne es zu drehen.",
        ),
        Action::Enable => {
            ("Takes the disabled token off one card.", "Entfernt den Inaktiv-Marker von einer Karte.")
        }
        Action::Card(_) => ("", ""),
        Action::Special(feat) => {
            return state.special(feat).map_or("", |special| special.meaning.in_(lang));
        }
    };
    lang.pick(en, de)
}

/// Names and meanings of the tokens that a ship carries; `locked` is the name of the ship that it has locked.
pub fn tokens(ship: &Ship, locked: Option<&str>, lang: Lang) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    let mut line = |count: u8, name: &str, meaning: &str| {
        if count > 0 {
            let name = if count > 1 { format!("{name} ×{count}") } else { name.to_string() };
            lines.push((name, meaning.to_string()));
        }
    };
    line(
        ship.evade,
        lang.pick("Evade", "Ausweichen"),
        lang.pick(
            "Cancels one result of an attack on this ship; gone at the end of the round.",
            "Negiert ein Ergebnis eines Angriffs auf dieses Schiff; verfällt am Rundenende.",
        ),
    );
    line(
        ship.scan,
        lang.pick("Scan", "Scan"),
        lang.pick("Ships that this ship attacks roll one defense die fewer; gone at the end of the round.",
            "Von diesem Schiff angegriffene Schiffe würfeln mit einem Verteidigungswürfel weniger; verfällt am Rundenende.",
        ),
    );
    line(
        ship.battle_stations,
        lang.pick("Battle stations", "Gefechtsstationen"),
        lang.pick("Once, all battle stations results of a roll count as hits or evades; gone at the end of the round.",
            "Einmal zählen alle Gefechtsstationen-Ergebnisse eines Wurfs als Treffer oder Ausweichen; verfällt am Rundenende.",
        ),
    );
    line(
        ship.auxiliary,
        lang.pick("Auxiliary power", "Notenergie"),
        lang.pick(
            "No actions and no red maneuvers; a green maneuver takes a token off.",
            "Keine Aktionen und keine roten Manöver; ein grünes Manöver entfernt einen Marker.",
        ),
    );
    match ship.cloak {
        Cloak::Off => {}
        cloak if cloak.is_red() => line(
            1,
            lang.pick("Cloak, red", "Tarnung, rot"),
            lang.pick("The ship has fired: 4 more defense dice until the End Phase, then the cloak drops.",
                "Das Schiff hat gefeuert: 4 Verteidigungswürfel mehr bis zur Endphase, dann fällt die Tarnung.",
            ),
        ),
        Cloak::Fresh { .. } => line(
            1,
            lang.pick("Cloak", "Tarnung"),
            lang.pick("Cloaked this round: 4 more defense dice, no active shields; it can still be locked.",
                "In dieser Runde getarnt: 4 Verteidigungswürfel mehr, keine aktiven Schilde; noch erfassbar.",
            ),
        ),
        Cloak::Standing { .. } => line(
            1,
            lang.pick("Cloak", "Tarnung"),
            lang.pick("Cloaked since an earlier round: 4 more defense dice, cannot be locked, may use Sensor Echo.",
                "Seit einer früheren Runde getarnt: 4 Verteidigungswürfel mehr, nicht erfassbar, darf Sensor Echo nutzen.",
            ),
        ),
    }
    if let Some(target) = locked {
        let meaning = match lang {
            Lang::En => format!("On {target}: spent to reroll attack dice or to fire torpedoes at it."),
            Lang::De => {
                format!("Ziel: {target}. Für neu geworfene Angriffswürfel oder Torpedos gegen dieses Schiff.")
            }
        };
        line(1, lang.pick("Target lock", "Zielerfassung"), &meaning);
    }
    line(
        ship.mission.on_ship,
        lang.pick("Mission token", "Missionsmarker"),
        lang.pick("Aboard this ship.", "An Bord dieses Schiffs."),
    );
    line(
        ship.mission.on_captain,
        lang.pick("Mission token, away team", "Missionsmarker, Außenteam"),
        lang.pick(
            "With the away team; comes aboard when it beams up.",
            "Beim Außenteam; kommt beim Heraufbeamen an Bord.",
        ),
    );
    line(
        ship.mission.beside,
        lang.pick("Mission token beside the ship", "Missionsmarker neben dem Schiff"),
        lang.pick(
            "One more die for the next attempt to decode.",
            "Ein Würfel mehr für den nächsten Entschlüsselungsversuch.",
        ),
    );
    lines
}

/// The rules that an event rests on, where that is clear.
pub fn rules(event: &Event) -> &'static [&'static str] {
    match event {
        Event::Revealed(..) => &["attackwing.activation.step1-reveal"],
        Event::Overruled(..) => &["attackwing.aux-power.red-revealed"],
        Event::BecameStraight(_) => &["attackwing.overlap.come-about-becomes-straight"],
        Event::Overlap(_, Blocker::Ship(_) | Blocker::Planet) => &["attackwing.overlap.slide-back"],
        Event::Overlap(_, Blocker::Obstacle) => &["attackwing.obstacle.move.trigger"],
        Event::Overlap(_, Blocker::Minefield) => &["attackwing.minefield.trigger-move"],
        Event::SkipsAction(_) => &["attackwing.overlap.skip-action"],
        Event::AuxiliaryGained(_) => &["attackwing.aux-power.gain"],
        Event::AuxiliaryRemoved(..) => &["attackwing.aux-power.green-removes"],
        Event::PerformsFree(..) => &["attackwing.action.free-action"],
        Event::Passes(_) => &["attackwing.action.pass"],
        Event::Locks(..) => &["attackwing.action.target-lock.perform"],
        Event::LockLost(..) => &["attackwing.action.target-lock.one-per-ship"],
        Event::Cloaks(_) => &["attackwing.action.cloak.perform"],
        Event::Decloaks(_) => &["attackwing.action.cloak.drop"],
        Event::CloakTurnsRed(_) => &["attackwing.action.cloak.firing-turns-red"],
        Event::CloakKept(_) => &["attackwing.action.cloak.keep"],
        Event::Echoes(..) => &["attackwing.action.sensor-echo.place"],
        Event::Obstructed => &["attackwing.obstacle.attack.obstructed"],
        Event::Misses(..) => &["attackwing.combat.compare.cancel"],
        Event::Hits(..) => &["attackwing.combat.compare.hit"],
        Event::TokenSpent(_, SpentToken::TargetLock) => &["attackwing.combat.target-lock.spend"],
        Event::TokenSpent(_, SpentToken::BattleStations) => &["attackwing.action.battle-stations.use"],
        Event::TokenSpent(_, SpentToken::Evade) => &["attackwing.combat.evade-token"],
        Event::ShieldLost(_) => &["attackwing.damage.step1-shields"],
        Event::ShieldsDisabled(..) => &["attackwing.shields.disable"],
        Event::ShieldsRaised(..) => &["attackwing.shields.reactivate"],
        Event::Damage { face_up: true, .. } => &["attackwing.damage.critical.resolve"],
        Event::Damage { .. } => &["attackwing.damage.step2-hull"],
        Event::Reshuffled => &["attackwing.damage.deck-empty"],
        Event::Doomed(_) => &["attackwing.simultaneous.delayed-removal"],
        Event::Destroyed(_) => &["attackwing.destroy.condition"],
        Event::Fled(_) => &["attackwing.movement.cowardice"],
        Event::CardDisabled(_) => &["attackwing.upgrade.disable"],
        Event::CardEnabled(_) => &["attackwing.upgrade.enable-action"],
        Event::CardDiscarded(_) => &["attackwing.upgrade.discard"],
        Event::MinefieldLaid(..) => &["attackwing.minefield.use"],
        Event::WarpsOut(_) => &["attackwing.mission1.objective.warp-out"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::ShipId;
    use table::RuleId;

    #[test]
    fn every_rule_is_in_the_rulebook() {
        let id = ShipId(0);
        let card = crate::CardRef { ship: id, slot: crate::Slot::Captain };
        let maneuver = crate::cards::library().classes[0].maneuvers[0];
        let events = [
            Event::Revealed(id, maneuver),
            Event::Overruled(id, maneuver),
            Event::BecameStraight(id),
            Event::Overlap(id, Blocker::Planet),
            Event::Overlap(id, Blocker::Obstacle),
            Event::Overlap(id, Blocker::Minefield),
            Event::SkipsAction(id),
            Event::AuxiliaryGained(id),
            Event::AuxiliaryRemoved(id, 1),
            Event::PerformsFree(id, Action::Evade),
            Event::Passes(id),
            Event::Locks(id, id),
            Event::LockLost(id, id),
            Event::Cloaks(id),
            Event::Decloaks(id),
            Event::CloakTurnsRed(id),
            Event::CloakKept(id),
            Event::Obstructed,
            Event::Misses(id, id),
            Event::Hits(id, 1, 0),
            Event::TokenSpent(id, SpentToken::TargetLock),
            Event::TokenSpent(id, SpentToken::BattleStations),
            Event::TokenSpent(id, SpentToken::Evade),
            Event::ShieldLost(id),
            Event::ShieldsDisabled(id, 1),
            Event::ShieldsRaised(id, 1),
            Event::Damage { ship: id, kind: None, face_up: true },
            Event::Damage { ship: id, kind: None, face_up: false },
            Event::Reshuffled,
            Event::Doomed(id),
            Event::Destroyed(id),
            Event::Fled(id),
            Event::CardDisabled(card),
            Event::CardEnabled(card),
            Event::CardDiscarded(card),
            Event::MinefieldLaid(0.0, 0.0),
            Event::WarpsOut(id),
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
