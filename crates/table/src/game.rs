//! What a game must bring to the table.

use std::collections::BTreeMap;
use std::fmt::Debug;

use rand_core::Rng;
use rulebook::{Lang, RuleId};
use scene::Weight;
use serde::{Serialize, de::DeserializeOwned};

use crate::{Fault, Plan, Play, Pose, Seat, Seats, Table};

/// How a game ended: who won (nobody: a draw) and by which rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Outcome {
    pub winners: Seats,
    pub rule: RuleId,
}

/// A game's rules. Everything undetermined enters through the questions that [`Game::advance`] asks, so a game is its
/// set-up plus its journal and nothing else.
pub trait Game: Sized + Clone + PartialEq + Debug + 'static {
    /// The game's short name: its folder of rules, scenarios and data.
    const ID: &'static str;
    /// Raised whenever a change of the rules makes old journals diverge.
    const RULES_VERSION: u32;
    /// Raised whenever a position that was saved before would be read wrongly, or not at all.
    const SCHEMA: u32 = 1;

    /// What the players agree on before the first question.
    type Setup: Clone + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The whole position: plain data, indices instead of references.
    type State: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What is being asked.
    type Ask: Copy + PartialEq + Debug + Serialize + Send + Sync;
    /// One option of a question.
    type Choice: Copy + PartialEq + Debug + Serialize + Send + Sync;
    /// A card or another source of effects that is in play.
    type Card: Copy + PartialEq + Debug + Serialize + Send + Sync;
    /// What happened.
    type Event: Clone + PartialEq + Debug + Serialize + Send + Sync;

    /// The position before the first question, or everything that is wrong with the set-up.
    fn begin(setup: &Self::Setup) -> Result<Self::State, Vec<Fault>>;

    /// Plays one step of the game: from a position that alone says what comes next to the next such position.
    fn advance(t: &mut Table<Self>) -> Play;

    /// Makes anew what a position that was saved has besides what is worth saving: lays its board ([`crate::Board`]), counts
    /// again what follows from the rest.
    fn complete(_setup: &Self::Setup, _state: &mut Self::State) -> Result<(), Vec<Fault>> {
        Ok(())
    }

    /// How much an event matters to those who look on.
    fn weight(_event: &Self::Event) -> Weight {
        Weight::Detail
    }

    /// The result, once there is one.
    fn outcome(state: &Self::State) -> Option<Outcome>;

    /// How many players sit at the table.
    fn players(state: &Self::State) -> usize;
}

/// How a game is shown to a person. Text is made here, at the edge, in either language, and hidden information is
/// taken out here, in one place.
pub trait Show: Game {
    /// What one seat may see of a position; `None` is a spectator.
    type View: Clone + PartialEq + Debug + Serialize;

    fn view(state: &Self::State, seat: Option<Seat>) -> Self::View;
    /// What one seat may see of an event; `None` if nothing of it.
    fn see(state: &Self::State, event: &Self::Event, seat: Option<Seat>) -> Option<Self::Event>;

    /// What scenarios and files call a seat.
    fn seat_name(state: &Self::State, seat: Seat) -> String;
    /// What people call the side of a seat.
    fn side_name(state: &Self::State, seat: Seat, _lang: Lang) -> String {
        Self::seat_name(state, seat)
    }
    fn ask_text(state: &Self::State, ask: &Self::Ask, lang: Lang) -> String;
    fn choice_text(state: &Self::State, choice: &Self::Choice, lang: Lang) -> String;
    /// The same for a player who is asked: the question may tell what the choice alone does not.
    fn option_text(state: &Self::State, _ask: &Self::Ask, choice: &Self::Choice, lang: Lang) -> String {
        Self::choice_text(state, choice, lang)
    }
    fn event_text(state: &Self::State, event: &Self::Event, lang: Lang) -> String;
    /// What is called the cause of an event: a card's name, as far as a seat may know it.
    fn cause_name(
        _state: &Self::State,
        _card: &Self::Card,
        _seat: Option<Seat>,
        _lang: Lang,
    ) -> Option<String> {
        None
    }

    fn scene(view: &Self::View, lang: Lang) -> scene::Scene;

    /// The scene, with what drawing has to know of its language: where long words may be broken.
    fn picture(view: &Self::View, lang: Lang) -> scene::Scene {
        let mut scene = Self::scene(view, lang);
        hyphenate(&mut scene, lang);
        scene
    }

    /// How an option looks among the others: whose piece it is about, its sign, its place on a dial. Every look has it, so
    /// nothing is worked out for it; only what the seat sees may enter into it.
    fn about(_view: &Self::View, _ask: &Self::Ask, _choice: &Self::Choice, _lang: Lang) -> scene::About {
        scene::About::default()
    }

    /// What an option would lead to, for whoever looks at it before choosing. Only what the seat sees may enter into it.
    fn hint(_view: &Self::View, _ask: &Self::Ask, _choice: &Self::Choice, _lang: Lang) -> scene::Hint {
        scene::Hint::default()
    }

    /// The same where the table gives no planning aid ([`crate::lobby::Lobby::planning_aid`]): without what the rules do
    /// not let players find out before they choose.
    fn unaided_hint(view: &Self::View, ask: &Self::Ask, choice: &Self::Choice, lang: Lang) -> scene::Hint {
        Self::hint(view, ask, choice, lang)
    }

    /// What a part of a question is about (counted from 0).
    fn part_text(_state: &Self::State, _ask: &Self::Ask, _part: usize, _lang: Lang) -> String {
        String::new()
    }

    /// What all parts of a question have to come to together, where something is counted.
    fn sum(_ask: &Self::Ask) -> Option<u32> {
        None
    }

    /// What an option of a part adds to that.
    fn adds(_choice: &Self::Choice) -> u32 {
        0
    }

    /// For a question that comes again and again while others answer in between: a number that changes as soon as one of
    /// them has done something. Until then a plan of several answers is still what its player wanted. Only what the seat
    /// sees may enter into it.
    fn sequence(_view: &Self::View, _ask: &Self::Ask) -> Option<u32> {
        None
    }

    /// How a plan looks before it is confirmed: what it would lead to.
    fn plan_hint(_view: &Self::View, _ask: &Self::Ask, _plan: &Plan, _lang: Lang) -> scene::Hint {
        scene::Hint::default()
    }

    /// What is placed by the answer to a question for a place.
    fn placing(_view: &Self::View, _ask: &Self::Ask, _lang: Lang) -> scene::Placing {
        scene::Placing::marker(10.0)
    }

    /// An event as a line of the log; a game adds whose it is and what dice showed.
    fn log_line(state: &Self::State, event: &Self::Event, lang: Lang) -> scene::LogLine {
        scene::LogLine { text: Self::event_text(state, event, lang), ..scene::LogLine::default() }
    }
}

/// Finds out where the long words of a scene may be broken.
pub fn hyphenate(scene: &mut scene::Scene, lang: Lang) {
    let broken = |(word, own): (&str, &str)| own.parse().unwrap_or(lang).broken(word);
    // A word that also stands in a name of another language is broken as there.
    let words: BTreeMap<&str, &str> = scene.long_words().into_iter().collect();
    scene.breaks = words.into_iter().filter_map(broken).collect();
}

/// How options look to a player who wants to win. Simple agents choose by it; only differences between the options of
/// one question matter, and nothing but the seat's own view enters into it.
pub trait Appraise: Show {
    fn appeal(view: &Self::View, ask: &Self::Ask, choice: &Self::Choice) -> f64;
    /// The same for all options of a question, for a game that can look around once for all of them.
    fn appeals(view: &Self::View, ask: &Self::Ask, choices: &[Self::Choice]) -> Vec<f64> {
        choices.iter().map(|choice| Self::appeal(view, ask, choice)).collect()
    }
    fn appeal_of_place(view: &Self::View, ask: &Self::Ask, pose: &Pose) -> f64;
    fn appeal_of_plan(_view: &Self::View, _ask: &Self::Ask, _plan: &Plan) -> f64 {
        0.0
    }
}

/// A game whose hidden information can be dealt anew.
pub trait Resample: Show {
    /// Another position that looks the same to `seat`: whatever it may not see is chosen anew.
    fn resample(state: &Self::State, seat: Option<Seat>, luck: &mut dyn Rng) -> Self::State;
    /// What must hold in every position; the sentence says what does not.
    fn invariants(state: &Self::State) -> Result<(), String>;
}
