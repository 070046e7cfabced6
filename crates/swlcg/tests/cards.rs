//! One card, one place, one test: every card with a text has scenarios that name it and fail once the text is taken away, or
//! any one of its abilities and constant effects.

use std::path::Path;

use scenario::{Scenario, Scripted, run};
use swlcg::Swlcg;
use swlcg::cards::{CardType, Facts, Kind, MOST_PARTS, library};

/// Cards whose text needs a third player. Scenarios show that it does nothing between two.
const FOR_MORE_PLAYERS: [&str; 4] =
    ["watchers-in-the-wasteland", "the-emperors-hand", "b-wing", "logistics-officer"];

/// The id of a card, and the number of an ability or constant effect; 0 is its whole text.
type Part = (&'static str, usize);

/// Parts that never find a moment: when attackers are declared, no enemy unit participates yet.
const WITHOUT_A_MOMENT: [Part; 1] = [("twilek-con-artist", 1)];

/// A scenario that begins in the middle of a game.
struct Told {
    file: String,
    /// Its title and what is played, letters and digits alone.
    words: String,
    scenario: Scenario,
    /// The cards of its position.
    cards: Vec<Kind>,
}

impl Told {
    fn read(path: &Path) -> Option<Told> {
        let text = std::fs::read_to_string(path).expect("a scenario");
        let scenario = Scenario::parse(&text).expect("a scenario that can be read");
        let mut given = Default::default();
        scenario.given.iter().try_for_each(|(_, line)| Swlcg::given(&mut given, line)).ok()?;
        let (setup, state) = Swlcg::position(&given).ok()?;
        setup.position.as_ref()?;
        let lines = scenario.play.iter().map(|line| plain(&line.text));
        Some(Told {
            file: path.file_stem()?.to_string_lossy().into_owned(),
            words: plain(&scenario.title) + &lines.collect::<String>(),
            scenario,
            cards: state.cards.iter().map(|card| card.kind).collect(),
        })
    }

    /// Whether it is about this card: it has it, and it names it.
    fn is_about(&self, kind: Kind, card: &Facts) -> bool {
        self.cards.contains(&kind)
            && (self.file.starts_with(&card.id) || self.words.contains(&plain(&card.name.en)))
    }

    /// Without its whole text for part 0.
    fn holds_without(&self, card: &Facts, part: usize) -> bool {
        let mut without = self.scenario.clone();
        without.given.push((0, format!("blank {} {part}", card.id)));
        run::<Swlcg>(&without).is_ok()
    }
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn read_all(folder: &Path, told: &mut Vec<Told>) {
    for entry in std::fs::read_dir(folder).expect("a folder of scenarios").flatten() {
        match entry.path() {
            path if path.is_dir() => read_all(&path, told),
            path => told.extend(Told::read(&path)),
        }
    }
}

/// What the rules say as well is no text, and affiliation cards speak while a deck is built.
fn has_text(card: &Facts) -> bool {
    !card.gap
        && !["", "Belongs to your play area."].contains(&card.text.en.as_str())
        && card.card_type != CardType::Affiliation
}

#[test]
fn every_part_of_a_card_has_a_scenario() {
    let mut told = Vec::new();
    read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/swlcg"), &mut told);
    let mut missing = Vec::new();
    for (kind, card) in library().kinds().filter(|(_, card)| has_text(card)) {
        let own: Vec<&Told> = told.iter().filter(|told| told.is_about(kind, card)).collect();
        let parts = card.effects.less_one_part().len();
        assert!(parts <= MOST_PARTS, "{} has {parts} parts", card.id);
        let shown = |part: &usize| own.iter().any(|told| !told.holds_without(card, *part));
        let unseen = (0..=parts).filter(|part| !shown(part));
        missing.extend(unseen.map(|part| (card.id.as_str(), part)));
    }
    let more_players = FOR_MORE_PLAYERS.map(|id| (id, 0));
    let excused = |part: &Part| more_players.contains(part) || WITHOUT_A_MOMENT.contains(part);
    let (silent, missing): (Vec<Part>, Vec<Part>) = missing.into_iter().partition(excused);
    assert!(missing.is_empty(), "no scenario needs these parts of cards (0: all of the text): {missing:?}");
    assert_eq!(silent.len(), more_players.len() + WITHOUT_A_MOMENT.len(), "only {silent:?} need an excuse");
}
