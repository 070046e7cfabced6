//! Reading scenario files.

use std::fmt;

/// A scenario file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    pub title: String,
    pub game: String,
    pub proves: Vec<String>,
    pub given: Vec<(usize, String)>,
    pub play: Vec<Line>,
}

/// A line of the `play` part and its number in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub number: usize,
    pub text: String,
    pub step: Step,
}

/// What a line does.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Somebody chooses one option, or several.
    Choose {
        who: String,
        labels: Vec<String>,
    },
    /// Somebody puts options in order.
    Order {
        who: String,
        labels: Vec<String>,
    },
    /// Somebody places something.
    Place {
        who: String,
        at: (f64, f64),
        facing: Option<f64>,
    },
    /// What the next roll shows.
    Dice(Vec<String>),
    /// What chance takes next.
    Draw(String),
    /// Answers of which the first that is offered is given wherever nobody may pass.
    Otherwise(Vec<String>),
    /// Plays on until a place is reached.
    Until(String),
    /// Plays on until somebody is asked something.
    UntilAsked {
        who: String,
        what: String,
    },
    /// Takes back the last answer.
    Undo,
    TakeBack {
        who: String,
    },
    Expect(Expect),
}

/// What must be true.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    Asked { who: String, what: String },
    NotAsked { who: String },
    AtMost { who: String, most: usize },
    Offered { who: String, labels: Vec<String> },
    NotOffered { who: String, labels: Vec<String> },
    Shown { who: String, label: String, holds: bool },
    Refused { who: String, label: String, rule: String },
    MayNotChoose { who: String, labels: Vec<String>, rule: Option<String> },
    MayNotPlace { who: String, at: (f64, f64), facing: Option<f64>, rule: String },
    Claim { thing: String, claim: String, holds: bool },
    Sees { who: String, thing: String, claim: String, holds: bool },
    Event(String),
    NoEvent(String),
    Wins { who: Vec<String>, rule: Option<String> },
    SetupRefused { rule: String },
    SetupAccepted,
}

/// What is wrong with a file, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ParseError {}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Head,
    Proves,
    Given,
    Play,
}

impl Scenario {
    pub fn parse(text: &str) -> Result<Scenario, ParseError> {
        let mut scenario = Scenario::default();
        let mut part = Part::Head;
        for (index, raw) in text.lines().enumerate() {
            let number = index + 1;
            let error = |what: String| ParseError { line: number, what };
            let line = strip_comment(raw).trim();
            if line.is_empty() {
                continue;
            }
            let indented = raw.starts_with([' ', '\t']);
            if !indented {
                if let Some(title) = line.strip_prefix("scenario:") {
                    scenario.title = title.trim().to_string();
                    continue;
                }
                if let Some(game) = line.strip_prefix("game:") {
                    scenario.game = game.trim().to_string();
                    continue;
                }
                if let Some(rules) = line.strip_prefix("proves:") {
                    part = Part::Proves;
                    scenario.proves.extend(list(rules));
                    continue;
                }
                match line {
                    "given:" => part = Part::Given,
                    "play:" => part = Part::Play,
                    _ => {
                        let what = "expected `scenario:`, `game:`, `proves:`, `given:` or `play:`";
                        return Err(error(format!("{what}, not {line:?}; other lines are indented")));
                    }
                }
                continue;
            }
            match part {
                Part::Head => return Err(error("an indented line belongs to a part of the file".into())),
                Part::Proves => scenario.proves.extend(list(line)),
                Part::Given => scenario.given.push((number, line.to_string())),
                Part::Play => {
                    let step = parse_step(line).map_err(error)?;
                    scenario.play.push(Line { number, text: line.to_string(), step });
                }
            }
        }
        let missing = |what: &str| Err(ParseError { line: 1, what: format!("`{what}:` is missing") });
        if scenario.title.is_empty() {
            return missing("scenario");
        }
        if scenario.game.is_empty() {
            return missing("game");
        }
        if scenario.play.is_empty() {
            return missing("play");
        }
        Ok(scenario)
    }
}

/// A `#` at the start of a line or after a space begins a comment.
fn strip_comment(line: &str) -> &str {
    if line.trim_start().starts_with('#') {
        return "";
    }
    line.find(" #").map_or(line, |at| &line[..at])
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_string).collect()
}

fn labels(text: &str) -> Vec<String> {
    text.split(" + ").map(|label| label.trim().to_string()).collect()
}

fn parse_step(line: &str) -> Result<Step, String> {
    if let Some(faces) = line.strip_prefix("dice ") {
        return Ok(Step::Dice(faces.split_whitespace().map(str::to_string).collect()));
    }
    if let Some(what) = line.strip_prefix("otherwise ") {
        return Ok(Step::Otherwise(labels(what)));
    }
    if let Some(place) = line.strip_prefix("until ") {
        return Ok(match place.split_once(" is asked ") {
            Some((who, what)) => Step::UntilAsked { who: who.to_string(), what: what.to_string() },
            None => Step::Until(place.to_string()),
        });
    }
    if let Some(seat) = line.strip_suffix(" takes it back") {
        return Ok(Step::TakeBack { who: seat.trim().to_string() });
    }
    if line == "undo" {
        return Ok(Step::Undo);
    }
    if let Some(text) = line.strip_prefix("event ") {
        return Ok(Step::Expect(Expect::Event(text.to_string())));
    }
    if let Some(text) = line.strip_prefix("no event ") {
        return Ok(Step::Expect(Expect::NoEvent(text.to_string())));
    }
    if line == "setup is accepted" {
        return Ok(Step::Expect(Expect::SetupAccepted));
    }
    if let Some(rule) = line.strip_prefix("setup is refused by ") {
        return Ok(Step::Expect(Expect::SetupRefused { rule: rule.trim().to_string() }));
    }
    let who = |text: &str| text.trim().to_string();
    if let Some((seat, what)) = line.split_once(" may not choose ") {
        let is_rule = |text: &str| text.contains('.') && !text.contains(char::is_whitespace);
        let (what, rule) = match what.rsplit_once(" by ") {
            Some((what, rule)) if is_rule(rule.trim()) => (what, Some(who(rule))),
            _ => (what, None),
        };
        return Ok(Step::Expect(Expect::MayNotChoose { who: who(seat), labels: labels(what), rule }));
    }
    if let Some((seat, rest)) = line.split_once(" may not place at ") {
        let (place, rule) =
            rest.rsplit_once(" by ").ok_or("`may not place at X Y by RULE`: the rule is missing")?;
        let (at, facing) = parse_place(place)?;
        return Ok(Step::Expect(Expect::MayNotPlace { who: who(seat), at, facing, rule: who(rule) }));
    }
    if let Some((seat, place)) = line.split_once(" places at ") {
        let (at, facing) = parse_place(place)?;
        return Ok(Step::Place { who: who(seat), at, facing });
    }
    if let Some((seat, what)) = line.split_once(" is not offered ") {
        return Ok(Step::Expect(Expect::NotOffered { who: who(seat), labels: labels(what) }));
    }
    if let Some((seat, what)) = line.split_once(" is offered ") {
        return Ok(Step::Expect(Expect::Offered { who: who(seat), labels: labels(what) }));
    }
    for (word, holds) in [(" is not shown where ", false), (" is shown where ", true)] {
        if let Some((seat, rest)) = line.split_once(word) {
            let label =
                rest.strip_suffix(" leads").ok_or("`is shown where LABEL leads`: `leads` is missing")?;
            return Ok(Step::Expect(Expect::Shown { who: who(seat), label: who(label), holds }));
        }
    }
    if let Some((seat, what)) = line.split_once(" is refused ") {
        let (label, rule) =
            what.rsplit_once(" by ").ok_or("`is refused LABEL by RULE`: the rule is missing")?;
        return Ok(Step::Expect(Expect::Refused { who: who(seat), label: who(label), rule: who(rule) }));
    }
    if let Some((seat, most)) = line.split_once(" may choose at most ") {
        let most = most.trim().parse().map_err(|_| format!("{most:?} is not a number"))?;
        return Ok(Step::Expect(Expect::AtMost { who: who(seat), most }));
    }
    if let Some(seat) = line.strip_suffix(" is not asked") {
        return Ok(Step::Expect(Expect::NotAsked { who: who(seat) }));
    }
    if let Some((seat, what)) = line.split_once(" is asked ") {
        return Ok(Step::Expect(Expect::Asked { who: who(seat), what: what.to_string() }));
    }
    if let Some((seat, what)) = line.split_once(" chooses ") {
        return Ok(Step::Choose { who: who(seat), labels: labels(what) });
    }
    if let Some((seat, what)) = line.split_once(" orders ") {
        return Ok(Step::Order { who: who(seat), labels: labels(what) });
    }
    if let Some((_, card)) = line.split_once(" draws ") {
        return Ok(Step::Draw(card.trim().to_string()));
    }
    for (word, holds) in [(" does not see that ", false), (" sees that ", true)] {
        if let Some((seat, rest)) = line.split_once(word) {
            let (thing, claim) =
                rest.split_once(" has ").ok_or("`sees that THING has CLAIM`: `has` is missing")?;
            let sees = Expect::Sees { who: who(seat), thing: who(thing), claim: who(claim), holds };
            return Ok(Step::Expect(sees));
        }
    }
    for (word, holds) in [(" has not ", false), (" has ", true)] {
        if let Some((thing, claim)) = line.split_once(word) {
            return Ok(Step::Expect(Expect::Claim { thing: who(thing), claim: who(claim), holds }));
        }
    }
    let wins = line.split_once(" wins").or_else(|| line.split_once(" win"));
    if let Some((winners, rest)) = wins {
        let rule = match rest.trim() {
            "" => None,
            rest => {
                Some(rest.strip_prefix("by ").ok_or("expected `by RULE` after `wins`")?.trim().to_string())
            }
        };
        let winners = if winners == "nobody" { Vec::new() } else { labels(&winners.replace(" and ", " + ")) };
        return Ok(Step::Expect(Expect::Wins { who: winners, rule }));
    }
    Err(format!("not understood: {line:?}"))
}

fn parse_place(text: &str) -> Result<((f64, f64), Option<f64>), String> {
    let (place, facing) = match text.split_once(" facing ") {
        Some((place, facing)) => (place, Some(number(facing)?)),
        None => (text, None),
    };
    let mut numbers = place.split_whitespace();
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(x), Some(y), None) => Ok(((number(x)?, number(y)?), facing)),
        _ => Err(format!("a place is two numbers in millimetres, not {place:?}")),
    }
}

fn number(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.abs() <= 1.0e6 => Ok(number),
        _ => Err(format!("{text:?} is not a number")),
    }
}
