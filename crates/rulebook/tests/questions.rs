//! Questions as players ask them at the table, with the rule that answers each. The answers were taken from the
//! rulebooks, not from what the search finds.

use rulebook::{Filter, Lang, Rulebook, search};

/// Language, question, the rule that must be among the first hits, and among how many. Where a rulebook says the same
/// thing twice, either rule will do.
type Question = (Lang, &'static str, &'static [&'static str], usize);

use Lang::{De, En};

const QUESTIONS: &[Question] = &[
    // the card game
    (En, "who wins a tie in the edge battle", &["swlcg.core.edge.tie-defender"], 3),
    (
        En,
        "how many cards do I draw",
        &["swlcg.core.draw.2-draw-to-reserve", "swlcg.core.setup.7-starting-hand"],
        3,
    ),
    (En, "when does the dark side win", &["swlcg.core.victory.ds-dial"], 3),
    (En, "Can I use a shield against force balance damage", &["swlcg.faq.shield.vs-balance-damage"], 3),
    (En, "capture event card", &["swlcg.core.capture.from-anywhere", "swlcg.core.capture.place"], 5),
    (
        En,
        "engage objective twice",
        &["swlcg.rule.2-8.one-engagement-per-objective", "swlcg.core.conflict.any-number"],
        5,
    ),
    (En, "Can Boba Fett capture", &["swlcg.faq.boba-fett-0019.destroy-before-capture"], 3),
    (En, "win", &["swlcg.core.victory.ls-three-objectives", "swlcg.core.victory.ds-dial"], 3),
    (
        En,
        "destroyed objective",
        &["swlcg.core.objective.destroyed-to-victory-pile", "swlcg.core.objective.replaced-in-refresh"],
        3,
    ),
    (
        De,
        "Wer gewinnt bei Gleichstand?",
        &["swlcg.core.edge.tie-defender", "swlcg.core.force.struggle-tie"],
        5,
    ),
    (De, "Gefangennahme", &["swlcg.core.capture.place", "swlcg.core.capture.from-anywhere"], 3),
    (De, "Was ist Elite", &["swlcg.core.keyword.elite"], 3),
    (De, "Wann gewinnt die helle Seite?", &["swlcg.core.victory.ls-three-objectives"], 3),
    (De, "Was passiert, wenn mein Kommandodeck leer ist?", &["swlcg.core.victory.deck-out-command"], 3),
    (De, "Wer legt zuerst eine Karte in den Kampfvorteilsstapel?", &["swlcg.core.edge.attacker-first"], 5),
    (De, "Wie viele Karten habe ich auf der Starthand?", &["swlcg.core.setup.7-starting-hand"], 3),
    (De, "Darf ich Handkarten zurückmischen und neu ziehen?", &["swlcg.core.setup.7-mulligan"], 3),
    (De, "Kann die Helle Seite Karten gefangen nehmen?", &["swlcg.rule.2-20.ls-cannot-capture"], 3),
    // starfighters
    (En, "who has initiative on a tie", &["xwing.core.setup.initiative"], 3),
    (En, "can a stressed ship perform actions", &["xwing.core.stress.no-actions"], 3),
    (
        En,
        "what happens when I fly over an asteroid",
        &["xwing.core.obstacle.asteroid.1", "xwing.core.obstacle.asteroid.2"],
        5,
    ),
    (En, "do I get an extra attack die at range 1", &["xwing.core.attack.2.range1"], 5),
    (En, "can I shoot an enemy I am touching", &["xwing.core.overlap.3"], 3),
    (En, "how do I spend a target lock", &["xwing.core.action.lock.2"], 5),
    (De, "Darf ich ein Schiff angreifen, das ich berühre?", &["xwing.core.overlap.3"], 3),
    (De, "Bekommen Sekundärwaffen einen Bonus für Reichweite?", &["xwing.core.attack.no-bonus-secondary"], 5),
    (De, "Wie werde ich Stress los?", &["xwing.core.stress.green"], 5),
    (
        De,
        "Was macht eine Fassrolle?",
        &["xwing.core.action.barrel-roll.1", "xwing.core.action.barrel-roll.2"],
        3,
    ),
    (De, "Welche Marker werden in der Endphase entfernt?", &["xwing.core.end-phase"], 3),
    (
        De,
        "Darf ein gestresstes Schiff ein rotes Manöver fliegen?",
        &["xwing.core.stress.no-red", "xwing.core.planning.red-while-stressed"],
        3,
    ),
    // starships
    (En, "how many defense dice does a cloaked ship roll", &["attackwing.action.cloak.defense-bonus"], 3),
    (En, "who wins if all ships are destroyed", &["attackwing.victory.all-destroyed"], 3),
    (
        En,
        "what does a scan token do",
        &["attackwing.action.scan.effect", "attackwing.action.scan.perform"],
        3,
    ),
    (En, "do disabled shields protect from damage", &["attackwing.combat.damage.disabled-shields"], 3),
    (En, "can I attack after cloaking", &["attackwing.action.cloak.firing-turns-red"], 5),
    (
        De,
        "Was brauche ich zum Tarnen?",
        &["attackwing.action.cloak.requires-shield", "attackwing.action.cloak.perform"],
        3,
    ),
    (De, "Wer gewinnt das Spiel?", &["attackwing.victory.last-player"], 3),
    (
        De,
        "Kann man ein getarntes Schiff als Ziel erfassen?",
        &["attackwing.action.target-lock.cloaked-this-round"],
        5,
    ),
    (
        De,
        "Wann darf ich meine Schilde wieder hochfahren?",
        &[
            "attackwing.action.cloak.drop",
            "attackwing.end-phase.raise-shields-optional",
            "attackwing.round.end.reactivate-shields",
        ],
        5,
    ),
    (De, "Wie nahe am Rand dürfen Hindernisse liegen?", &["attackwing.obstacle.placement-distance"], 5),
    // fleets
    (
        En,
        "who wins if victory points are tied",
        &["armada.victory.tie-second-player", "armada.victory.last-ships-simultaneous"],
        3,
    ),
    (En, "how many rounds does a game last", &["armada.victory.after-six-rounds", "armada.round.six"], 5),
    (En, "how many points of squadrons may a fleet have", &["armada.fleet-building.squadron-third"], 5),
    (
        En,
        "what happens when two ships overlap",
        &["armada.overlap.ship-on-ship-damage", "armada.overlap.ship-on-ship-reduce-speed"],
        5,
    ),
    (En, "can an engaged squadron move", &["armada.engagement.cannot-move"], 3),
    (
        De,
        "Darf ich denselben Verteidigungsmarker zweimal ausgeben?",
        &["armada.defense-token.same-token-once"],
        3,
    ),
    (De, "Wer gewinnt, wenn alle Schiffe zerstört sind?", &["armada.victory.all-ships-destroyed"], 3),
    (De, "Wie viele Commander darf eine Flotte haben?", &["armada.commander.one-per-fleet"], 3),
    (De, "Was passiert, wenn ein Schiff Staffeln überschneidet?", &["armada.overlap.ship-on-squadrons"], 5),
    (
        De,
        "Zählen Aufwertungskarten bei den Siegpunkten?",
        &["armada.scoring.upgrades-included", "armada.scoring.discarded-upgrades"],
        3,
    ),
    // troops
    (En, "can dodge tokens cancel critical hits", &["legion.dodge.not-crits"], 3),
    (En, "who has priority if pips are equal", &["legion.priority.tie"], 3),
    (
        En,
        "how many actions can a unit perform",
        &["legion.activation.two-actions", "legion.activation.step-3-actions"],
        5,
    ),
    (En, "when does a unit panic", &["legion.panic.check"], 5),
    (En, "can I leave a melee", &["legion.withdraw.definition"], 5),
    (De, "Hilft Deckung gegen kritische Treffer?", &["legion.cover.no-crits"], 3),
    (De, "Wer gewinnt bei Gleichstand der Siegmarker?", &["legion.winning.tiebreak-points"], 3),
    (
        De,
        "Wie werde ich Niederhalten-Marker los?",
        &[
            "legion.suppression.end-phase",
            "legion.suppression.rally",
            "legion.rally.roll",
            "legion.suppression.remove",
        ],
        3,
    ),
    (De, "Darf mein Einheitenführer Wunden nehmen?", &["legion.wounds.4"], 3),
];

fn game_of(rule: &str) -> &str {
    rule.split('.').next().expect("an id has a game")
}

#[test]
fn questions_find_the_rule_that_answers_them() {
    let mut missed = Vec::new();
    for (_, question, answers, among) in QUESTIONS {
        let filter = Filter { game: Some(game_of(answers[0])), limit: 8, ..Filter::default() };
        let ids: Vec<&str> = search(question, &filter).hits.iter().map(|hit| hit.entry.id.as_str()).collect();
        if !ids.iter().take(*among).any(|id| answers.contains(id)) {
            missed.push(format!("{question:?} should find {} among {among}, finds {ids:#?}", answers[0]));
        }
    }
    assert!(missed.is_empty(), "{} of {}\n{}", missed.len(), QUESTIONS.len(), missed.join("\n"));
}

#[test]
fn every_game_is_asked_in_both_languages() {
    for game in Rulebook::games() {
        for lang in Lang::ALL {
            let asked = QUESTIONS
                .iter()
                .filter(|(its, _, answers, _)| *its == lang && game_of(answers[0]) == game.id);
            assert!(asked.count() >= 4, "{} in {lang}", game.id);
        }
    }
    let named = QUESTIONS.iter().flat_map(|(_, _, answers, _)| *answers);
    named.for_each(|rule| assert!(Rulebook::rule(rule).is_some(), "{rule}"));
}
