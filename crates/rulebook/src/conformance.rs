//! Counting which rules are proven. A rule is done when a scenario proves it; the caller says which scenario claims
//! which rule, and this module counts and finds contradictions. It does not know what a scenario is or whether it passed.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;

use crate::{Book, Kind, Rulebook};

/// Which scenarios prove which rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims(BTreeMap<String, Vec<String>>);

impl Claims {
    pub fn new() -> Self {
        Claims::default()
    }

    /// Notes that a scenario proves a rule.
    pub fn add(&mut self, rule: impl Into<String>, scenario: impl Into<String>) {
        self.0.entry(rule.into()).or_default().push(scenario.into());
    }

    /// The scenarios that prove a rule.
    pub fn of(&self, rule: &str) -> &[String] {
        self.0.get(rule).map_or(&[], Vec::as_slice)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(rule, scenarios)| (rule.as_str(), scenarios.as_slice()))
    }
}

impl<R: Into<String>, S: Into<String>> FromIterator<(R, S)> for Claims {
    fn from_iter<I: IntoIterator<Item = (R, S)>>(pairs: I) -> Self {
        let mut claims = Claims::new();
        pairs.into_iter().for_each(|(rule, scenario)| claims.add(rule, scenario));
        claims
    }
}

/// How many rules there are and how they stand. `total` is the sum of the other three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub total: usize,
    pub proven: usize,
    pub not_applicable: usize,
    pub missing: usize,
}

/// How the rules of one game stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    pub game: String,
    #[serde(flatten)]
    pub counts: Counts,
    pub kinds: BTreeMap<Kind, Counts>,
    /// The rules counted as missing, in the order of the book.
    #[serde(skip)]
    pub missing_ids: Vec<String>,
    /// What is wrong with the claims on this game and with its list of rules that do not apply.
    #[serde(skip)]
    pub faults: Vec<Fault>,
}

/// Something that must be put right before the counts can be trusted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Scenarios claim a rule that does not exist.
    ClaimOfUnknownRule { id: String, scenarios: Vec<String> },
    /// A rule is said not to apply, and yet scenarios prove it. It counts as proven.
    ProvenAndNotApplicable { id: String, scenarios: Vec<String> },
    /// A rule that does not exist is said not to apply.
    UnknownNotApplicable { id: String },
    /// A rule is said not to apply, but not why in both languages.
    NoReason { id: String },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::ClaimOfUnknownRule { id, scenarios } => {
                write!(f, "{id}: no such rule, but claimed by {}", scenarios.join(", "))
            }
            Fault::ProvenAndNotApplicable { id, scenarios } => {
                write!(f, "{id}: listed as not applicable, but claimed by {}", scenarios.join(", "))
            }
            Fault::UnknownNotApplicable { id } => {
                write!(f, "{id}: no such rule, but listed as not applicable")
            }
            Fault::NoReason { id } => {
                write!(f, "{id}: listed as not applicable without a reason in both languages")
            }
        }
    }
}

/// Counts the rules of one book.
pub fn report(book: &Book, claims: &Claims) -> Report {
    let mut report = Report {
        game: book.id.clone(),
        counts: Counts::default(),
        kinds: BTreeMap::new(),
        missing_ids: Vec::new(),
        faults: faults(book, claims),
    };
    for entry in &book.entries {
        let proven = !claims.of(&entry.id).is_empty();
        let not_applicable = !proven && book.not_applicable.iter().any(|rule| rule.id == entry.id);
        let missing = !proven && !not_applicable;
        for counts in [&mut report.counts, report.kinds.entry(entry.kind).or_default()] {
            counts.total += 1;
            counts.proven += usize::from(proven);
            counts.not_applicable += usize::from(not_applicable);
            counts.missing += usize::from(missing);
        }
        if missing {
            report.missing_ids.push(entry.id.clone());
        }
    }
    report
}

fn faults(book: &Book, claims: &Claims) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (id, scenarios) in claims.iter().filter(|(id, _)| game_of(id) == book.id) {
        if book.entry(id).is_none() {
            faults.push(Fault::ClaimOfUnknownRule { id: id.to_owned(), scenarios: scenarios.to_vec() });
        }
    }
    for rule in &book.not_applicable {
        let id = rule.id.clone();
        let scenarios = claims.of(&id).to_vec();
        if !rule.reason.is_complete() {
            faults.push(Fault::NoReason { id: id.clone() });
        }
        if book.entry(&id).is_none() {
            faults.push(Fault::UnknownNotApplicable { id });
        } else if !scenarios.is_empty() {
            faults.push(Fault::ProvenAndNotApplicable { id, scenarios });
        }
    }
    faults
}

/// The claims on rules of no game at all, which no game's report shows.
pub fn strays(claims: &Claims) -> Vec<Fault> {
    let known = |id: &str| Rulebook::games().iter().any(|game| game.id == game_of(id));
    let stray = claims.iter().filter(|(id, _)| !known(id));
    stray
        .map(|(id, scenarios)| Fault::ClaimOfUnknownRule { id: id.to_owned(), scenarios: scenarios.to_vec() })
        .collect()
}

fn game_of(id: &str) -> &str {
    id.split_once('.').map_or(id, |(game, _)| game)
}
