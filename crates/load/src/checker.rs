//! Whether a server kept its word: what clients wrote down against what is in the store. It knows the form of the records in
//! which a table's answers are kept, and nothing else of the server.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde_json::Value;
use store::{Record, StoreError};

use crate::ledger::{Fate, Given, Notes};
use crate::look::Reply;

/// The seat of dice and draws.
const CHANCE: u8 = 255;

/// A promise that was not kept, with what is needed to look into it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub table: String,
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "table {}: {}", self.table, self.what)
    }
}

/// What the store holds of the answers of one table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    pub acknowledged: usize,
    /// Answers of unknown fate that were written.
    pub unknown_written: usize,
    pub unknown: usize,
}

/// A record as far as it concerns us: an answer, or something else.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    answer: Option<AnswerLine>,
    #[serde(default)]
    conceded: Option<SeatLine>,
}

#[derive(Deserialize)]
struct AnswerLine {
    entry: Entry,
}

#[derive(Deserialize)]
struct SeatLine {
    seat: u8,
}

#[derive(Deserialize)]
struct Entry {
    seat: u8,
    question: u32,
    answer: Value,
}

/// An answer in a table's stream.
struct Kept {
    place: u64,
    entry: Entry,
    /// The seat had given the game up before, so that this is an agent's answer.
    by_agent: bool,
}

/// Compares the notes of one table with its stream.
pub fn compare(notes: &Notes, records: Result<Vec<Record>, StoreError>) -> (Found, Vec<Violation>) {
    let violation = |what: String| {
        let Notes { table, plan, .. } = notes;
        Violation { table: table.clone(), what: format!("{what} ({plan})") }
    };
    let kept = match records.map(|records| answers_in(&records)) {
        Ok(Ok(kept)) => kept,
        Ok(Err(what)) => return (Found::default(), vec![violation(what)]),
        Err(error) => return (Found::default(), vec![violation(format!("it cannot be read: {error}"))]),
    };
    let mut comparison = Comparison { notes, kept: &kept, claimed: HashSet::new(), wrong: Vec::new() };
    let found = comparison.run();
    (found, comparison.wrong.into_iter().map(violation).collect())
}

/// The answers of players and agents in a stream; those of chance follow from them.
fn answers_in(records: &[Record]) -> Result<Vec<Kept>, String> {
    let (mut kept, mut conceded) = (Vec::new(), Vec::new());
    for record in records {
        let line: Line = serde_json::from_str(&record.body)
            .map_err(|error| format!("record {} cannot be read: {error}", record.seq))?;
        conceded.extend(line.conceded.map(|conceded| conceded.seat));
        if let Some(AnswerLine { entry }) = line.answer.filter(|answer| answer.entry.seat != CHANCE) {
            kept.push(Kept { place: record.seq, by_agent: conceded.contains(&entry.seat), entry });
        }
    }
    Ok(kept)
}

struct Comparison<'a> {
    notes: &'a Notes,
    kept: &'a [Kept],
    /// Places that an acknowledged answer has.
    claimed: HashSet<u64>,
    wrong: Vec<String>,
}

impl Comparison<'_> {
    fn run(&mut self) -> Found {
        let mut found = Found::default();
        let mut last = 0;
        for (number, given) in self.notes.given.iter().enumerate() {
            match given.fate {
                Fate::Acknowledged { version } => {
                    found.acknowledged +=
                        usize::from(self.is_at_its_place(number, given, version, &mut last));
                }
                Fate::Unknown => found.unknown += 1,
                Fate::NotTaken => {}
            }
        }
        found.unknown_written = self.account_for_the_rest();
        found
    }

    /// The answer is the last one before the length that the table had when it was acknowledged, and after all earlier ones.
    fn is_at_its_place(&mut self, number: usize, given: &Given, version: u64, last: &mut u64) -> bool {
        let before = self.kept.iter().rev().find(|kept| kept.place < version);
        let what = match before {
            None => "the stream has no answer there".to_string(),
            Some(kept) if !matches(given, &kept.entry) => {
                let Entry { seat, question, answer } = &kept.entry;
                format!("record {} is seat {seat} answering {question:08x} with {answer}", kept.place)
            }
            Some(kept) if !self.claimed.insert(kept.place) => {
                format!("record {} is an earlier answer already", kept.place)
            }
            Some(kept) if kept.place < *last => format!("record {} is before an earlier answer", kept.place),
            Some(kept) => {
                *last = kept.place;
                return true;
            }
        };
        let all = self.notes.given.len();
        let text = told(given);
        self.wrong
            .push(format!("answer {number} of {all} ({text}), acknowledged at {version}, is lost: {what}"));
        false
    }

    /// Everything else in the stream was sent once and never acknowledged. Returns how many of such answers were written.
    fn account_for_the_rest(&mut self) -> usize {
        let mut unknown: Vec<&Given> =
            self.notes.given.iter().filter(|given| given.fate == Fate::Unknown).collect();
        let mut written = 0;
        for kept in self.kept {
            let ours = self.notes.plan.plays(kept.entry.seat) && !kept.by_agent;
            if !ours || self.claimed.contains(&kept.place) {
                continue;
            }
            if let Some(at) = unknown.iter().position(|given| matches(given, &kept.entry)) {
                unknown.remove(at);
                written += 1;
                continue;
            }
            let Entry { seat, question, answer } = &kept.entry;
            let sent = self.notes.given.iter().filter(|given| matches(given, &kept.entry)).count();
            self.wrong.push(format!(
                "record {} is seat {seat} answering {question:08x} with {answer}, which was sent {sent} times but \
                 stands there once more",
                kept.place
            ));
        }
        written
    }
}

/// Whether a record is this answer.
fn matches(given: &Given, entry: &Entry) -> bool {
    let same = match &given.reply {
        Reply::One(option) => entry.answer["one"] == *option,
        Reply::Some(options) => same_numbers(&entry.answer["some"], options),
        Reply::Order(options) => same_numbers(&entry.answer["order"], options),
        Reply::Candidate(_, spot) => {
            let at = &entry.answer["place"]["at"];
            let near = |value: &Value, wanted: f64| {
                value.as_f64().is_some_and(|found| (found - wanted).abs() < 1e-6)
            };
            near(&at["x"], spot.x) && near(&at["y"], spot.y)
        }
        Reply::Plan(plan) => same_numbers(&entry.answer["plan"]["picks"], plan.picks()),
    };
    same && (given.seat, given.question) == (entry.seat, entry.question)
}

fn same_numbers(found: &Value, wanted: &[u16]) -> bool {
    let Some(found) = found.as_array() else { return false };
    found.len() == wanted.len() && found.iter().zip(wanted).all(|(found, wanted)| *found == *wanted)
}

fn told(given: &Given) -> String {
    format!("seat {}, question {:08x}, reply {}", given.seat, given.question, given.reply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Spot;
    use crate::offers::Plan;
    use serde_json::json;

    fn notes(given: Vec<Given>) -> Notes {
        let lists = vec!["white".to_string(), "black".to_string()];
        let plan = Plan { game: "chess".to_string(), lists, agent: false };
        Notes { given, ..Notes::new("a-table".to_string(), plan, "a-key".to_string()) }
    }

    fn given(question: u32, option: u16, fate: Fate) -> Given {
        Given { seat: 0, question, reply: Reply::One(option), fate }
    }

    fn at(version: u64) -> Fate {
        Fate::Acknowledged { version }
    }

    fn answer(seat: u8, question: u32, option: u16) -> Value {
        json!({ "answer": { "entry": { "seat": seat, "question": question, "answer": { "one": option } }, "ms": 5 } })
    }

    fn stream(bodies: &[Value]) -> Vec<Record> {
        let record = |(seq, body): (usize, &Value)| Record { seq: seq as u64, at: 0, body: body.to_string() };
        bodies.iter().enumerate().map(record).collect()
    }

    fn check(given: Vec<Given>, bodies: &[Value]) -> (Found, Vec<Violation>) {
        compare(&notes(given), Ok(stream(bodies)))
    }

    fn complaint(given: Vec<Given>, bodies: &[Value]) -> String {
        let (_, violations) = check(given, bodies);
        assert_eq!(violations.len(), 1, "{violations:?}");
        violations[0].to_string()
    }

    #[test]
    fn what_was_acknowledged_is_at_its_place_with_its_dice_behind_it() {
        let bodies = [json!({ "created": {} }), answer(0, 7, 1), answer(255, 8, 4), answer(0, 7, 1)];
        let (found, violations) = check(vec![given(7, 1, at(3)), given(7, 1, at(4))], &bodies);
        assert_eq!(violations, []);
        assert_eq!(found, Found { acknowledged: 2, unknown: 0, unknown_written: 0 });
    }

    #[test]
    fn a_lost_answer_is_named() {
        let bodies = [json!({ "created": {} }), answer(0, 7, 1)];
        let text = complaint(vec![given(7, 1, at(2)), given(9, 0, at(3))], &bodies);
        assert!(text.contains("answer 1 of 2 (seat 0, question 00000009"), "{text}");
        let text = complaint(vec![given(7, 1, at(2))], &bodies[..1]);
        assert!(text.contains("no answer there"), "{text}");
    }

    #[test]
    fn another_reply_than_the_one_acknowledged_is_found() {
        let (_, violations) = check(vec![given(7, 1, at(2))], &[json!({ "created": {} }), answer(0, 7, 2)]);
        assert!(violations[0].what.contains("is lost"), "{violations:?}");
        assert!(violations[1].what.contains("sent 0 times"), "{violations:?}");
    }

    #[test]
    fn an_answer_that_was_taken_twice_is_found() {
        let bodies = [answer(0, 7, 1), answer(0, 7, 1)];
        let text = complaint(vec![given(7, 1, at(1))], &bodies);
        assert!(text.contains("record 1") && text.contains("sent 1 times"), "{text}");
        let text = complaint(vec![given(7, 1, Fate::Unknown)], &bodies);
        assert!(text.contains("record 1"), "{text}");
    }

    #[test]
    fn one_record_does_not_stand_for_two_acknowledgements() {
        let text = complaint(vec![given(7, 1, at(1)), given(7, 1, at(1))], &[answer(0, 7, 1)]);
        assert!(text.contains("is an earlier answer already"), "{text}");
    }

    #[test]
    fn of_what_was_not_acknowledged_either_is_good() {
        let sent = || vec![given(7, 1, Fate::Unknown)];
        assert_eq!(check(sent(), &[]).0, Found { acknowledged: 0, unknown: 1, unknown_written: 0 });
        let written = check(sent(), &[answer(0, 7, 1)]);
        assert_eq!(written, (Found { acknowledged: 0, unknown: 1, unknown_written: 1 }, vec![]));
    }

    #[test]
    fn what_was_refused_or_half_sent_must_not_be_there() {
        let text = complaint(vec![given(7, 1, Fate::NotTaken)], &[answer(0, 7, 1)]);
        assert!(text.contains("stands there once more"), "{text}");
    }

    #[test]
    fn answers_of_agents_are_their_own_affair() {
        let mut table = notes(vec![]);
        table.plan.agent = true;
        let (_, violations) = compare(&table, Ok(stream(&[answer(1, 7, 1)])));
        assert_eq!(violations, []);
        let conceded = [json!({ "conceded": { "seat": 0 } }), answer(0, 7, 1)];
        assert_eq!(check(vec![], &conceded).1, []);
    }

    #[test]
    fn places_and_sets_are_compared_too() {
        let spot = Spot { x: 10.5, y: -3.0, facing: 90.0 };
        let entry = |answer: Value| Entry { seat: 1, question: 3, answer };
        let sent = |reply| Given { seat: 1, question: 3, reply, fate: Fate::Unknown };
        let place = sent(Reply::Candidate(4, spot));
        assert!(matches(&place, &entry(json!({ "place": { "at": { "x": 10.5, "y": -3.0 } } }))));
        assert!(!matches(&place, &entry(json!({ "place": { "at": { "x": 10.5, "y": 3.0 } } }))));
        assert!(matches(&sent(Reply::Some(vec![0, 2])), &entry(json!({ "some": [0, 2] }))));
        assert!(!matches(&sent(Reply::Order(vec![0, 1])), &entry(json!({ "order": [1, 0] }))));
        let plan = |text: &str| sent(Reply::Plan(serde_json::from_str(text).unwrap()));
        let recorded = entry(json!({ "plan": { "picks": [1, 0] } }));
        assert!(matches(&plan(r#"{"picks":[1,0],"places":[]}"#), &recorded));
        assert!(!matches(&plan(r#"{"picks":[0,1],"places":[]}"#), &recorded));
    }

    #[test]
    fn a_stream_that_cannot_be_read_is_a_violation() {
        let (_, violations) = compare(&notes(vec![]), Err(StoreError::NotFound));
        assert_eq!(violations.len(), 1);
    }
}
