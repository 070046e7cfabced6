//! Lines below a ship that may be another ship as well as a card of the one above: `Luke Skywalker` below `Han Solo`.
//!
//! Prices decide, then the layout, then what the rules allow, and where all of that leaves doubt, a note says so.

use table::{Fault, Lang};

use super::lines::{Line, Written};
use super::meant::{self, named_pilots};
use super::names;
use super::numbered;
use crate::cards::{Faction, UpgradeId, library};
use crate::lists::{self, Terms};

/// How often it is tried whether a line is better read the other way.
const MOST_ROUNDS: usize = 3;

/// More doubtful lines than any squad has are taken for what their layout says.
const MOST_DOUBTS: usize = 12;

/// How badly a reading fits: prices, layout, rules broken, points above those of the usual game, and what names rather mean.
type Misfit = [usize; 5];

/// The lines with the doubtful ones read as ships or as cards of the ship above, and what is to be said about it.
pub fn settled(lines: Vec<Line>, faction: Option<Faction>) -> (Vec<Line>, Vec<Fault>) {
    let doubtful: Vec<usize> = (1..lines.len()).filter(|place| lines[*place].is_doubtful).collect();
    if doubtful.is_empty() {
        return (lines, Vec::new());
    }
    let weigh = |cards: &[usize]| misfit(&lines, cards, faction);
    let starts = [Vec::new(), doubtful.clone()];
    let mut best = starts.into_iter().map(|cards| (weigh(&cards), cards)).min().unwrap_or_default();
    if doubtful.len() <= MOST_DOUBTS {
        for _ in 0..MOST_ROUNDS {
            let before = best.0;
            for place in &doubtful {
                let other = turned(&best.1, *place);
                best = best.min((weigh(&other), other));
            }
            if best.0 == before {
                break;
            }
        }
    }
    let (fit, cards) = best;
    // Where prices, layout and rules would allow the other reading, too, it is told.
    let is_open = |place: &&usize| weigh(&turned(&cards, **place))[..3] == fit[..3];
    let notes = doubtful.iter().filter(is_open).map(|place| read_as(&lines, &cards, *place)).collect();
    (folded(&lines, &cards), notes)
}

/// The same with one line read the other way.
fn turned(cards: &[usize], place: usize) -> Vec<usize> {
    let mut turned: Vec<usize> = cards.iter().copied().filter(|card| *card != place).collect();
    if turned.len() == cards.len() {
        turned.push(place);
        turned.sort_unstable();
    }
    turned
}

/// The lines with some of them as cards of the ship above, and what stands below those as well.
fn folded(lines: &[Line], cards: &[usize]) -> Vec<Line> {
    let mut folded: Vec<Line> = Vec::new();
    for (place, line) in lines.iter().enumerate() {
        match folded.last_mut() {
            Some(above) if cards.contains(&place) => {
                above.upgrades.push(as_card(line));
                above.upgrades.extend(line.upgrades.iter().cloned());
            }
            _ => folded.push(line.clone()),
        }
    }
    folded
}

fn as_card(line: &Line) -> Written {
    Written { points: line.points, copies: line.copies, ..line.pilot.clone() }
}

fn misfit(lines: &[Line], cards: &[usize], faction: Option<Faction>) -> Misfit {
    let ships = folded(lines, cards);
    let squad = meant::squad(&ships, faction).squad;
    let report = lists::check_by(&squad, Terms::standard(u16::MAX));
    let usual = lists::check_by(&squad, Terms::standard(100));
    let doubtful = (1..lines.len()).filter(|place| lines[*place].is_doubtful);
    let (mut prices, mut layout, mut names) = (0, 0, 0);
    for place in doubtful {
        let is_card = cards.contains(&place);
        prices += usize::from(contradicts_price(&lines[place], is_card));
        layout += usize::from(contradicts_layout(lines, place, is_card));
        let is_named = !names::upgrades(&lines[place].pilot.name).is_empty();
        names += usize::from(is_card == is_named);
    }
    let over = usize::from(usual.faults.len() > report.faults.len());
    [prices, layout, report.faults.len(), over, names]
}

/// Luke Skywalker for 7 points is the crew member, for 28 the pilot.
fn contradicts_price(line: &Line, is_card: bool) -> bool {
    let Some(said) = line.points else { return false };
    let library = library();
    let as_pilot = named_pilots(line).ids.iter().any(|pilot| i32::from(library.pilot(*pilot).points) <= said);
    let cost = |card: &UpgradeId| i32::from(library.upgrade(*card).points);
    let as_card = names::meant_upgrades(&line.pilot.name).ids.iter().any(|card| cost(card) == said);
    if is_card { !as_card } else { !as_pilot }
}

/// What is further from the margin than the ship above is a card of it; where cards stand so, what does not is none. Where
/// ships are parted by gaps, a gap parts them and nothing else does.
fn contradicts_layout(lines: &[Line], place: usize, is_card: bool) -> bool {
    let line = &lines[place];
    let sure = || lines.iter().filter(|other| !other.is_doubtful);
    let Some(above) = lines[..place].iter().rfind(|other| !other.is_doubtful) else { return false };
    if line.indent != above.indent {
        return is_card != (line.indent > above.indent);
    }
    if line.is_after_gap {
        return is_card;
    }
    // The first line has nothing above it.
    let parted = sure().skip(1).filter(|other| other.is_after_gap).count();
    let are_parted = parted > 0 && parted == sure().skip(1).count();
    are_parted && !is_card
}

fn read_as(lines: &[Line], cards: &[usize], place: usize) -> Fault {
    let line = &lines[place];
    let name = line.pilot.raw();
    let above = lines[..place].iter().enumerate().rfind(|(place, _)| !cards.contains(place));
    let above = above.map_or(String::new(), |(_, above)| above.pilot.raw());
    let slot = names::meant_upgrades(&line.pilot.name).ids.first().map(|card| library().upgrade(*card).slot);
    let slot = |lang: Lang| slot.map_or("", |slot| slot.name().in_(lang));
    let (en, de) = if cards.contains(&place) {
        (
            format!(
                "{name:?} is read as a card of {above:?} ({}); it may also be another pilot",
                slot(Lang::En)
            ),
            format!(
                "„{name}“ wird als Karte von „{above}“ gelesen ({}); es könnte auch ein weiterer Pilot sein",
                slot(Lang::De)
            ),
        )
    } else {
        (
            format!(
                "{name:?} is read as another pilot; it may also be a card of {above:?} ({})",
                slot(Lang::En)
            ),
            format!(
                "„{name}“ wird als weiterer Pilot gelesen; es könnte auch eine Karte von „{above}“ sein ({})",
                slot(Lang::De)
            ),
        )
    };
    Fault::new("", None, en, de).at(numbered("line", "Zeile", line.number))
}
