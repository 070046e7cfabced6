//! Squads: every rule of squad building with a squad that breaks just that one, errata, ready-made squads, squads that go
//! out into the world and come back, and squads that others have written.

mod attacks;
mod errata;
mod lobby;
mod lossless;
mod odd;
mod returning;
mod rules;
mod text;
mod written;
mod xws;

use table::lobby::{Agreed, Lobby, ReadList};
use table::{Fault, Lang};
use xwing::XWing;
use xwing::lists::{Squad, SquadShip, Terms, check_by};

pub type Ships<'a> = &'a [(&'a str, &'a [&'a str])];

pub fn squad(ships: &[(&str, &[&str])]) -> Squad {
    let ships = ships.iter().map(|(pilot, upgrades)| SquadShip::new(pilot, upgrades));
    Squad { name: String::new(), ships: ships.collect() }.tidy()
}

/// The rules that a squad breaks; gaps are no rules.
pub fn broken(squad: &Squad, terms: Terms) -> Vec<&'static str> {
    let report = check_by(squad, terms);
    let rules = report.faults.iter().filter_map(|fault| fault.rule.map(|rule| rule.0));
    rules.collect()
}

pub fn read(text: &str) -> Squad {
    xwing::lobby::squad_of(&read_list(text).list)
}

pub fn read_list(text: &str) -> ReadList {
    XWing::read_list(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// What is not understood, and where.
pub fn told(text: &str, lang: Lang) -> String {
    let faults: Vec<Fault> = match XWing::read_list(text) {
        Ok(read) => XWing::check_list(&read.list, &read.agreed).faults,
        Err(faults) => faults,
    };
    faults.iter().map(|fault| fault.text(lang)).collect::<Vec<_>>().join("; ")
}

pub fn agreed(pairs: &[(&str, &str)]) -> Agreed {
    pairs.iter().map(|(id, value)| (id.to_string(), value.to_string())).collect()
}
