//! Squads as players write them to each other, one ship per line: `Fenn Rau + Push the Limit + Autothrusters (34)` or
//! `Rey [Push the Limit, Finn] (61)`; or a pilot on a line and the upgrades on the lines below.
//!
//! Several cards may have one name. Of these the ones are taken that go best with the rest of the squad: its faction, the
//! rules of squad building, the points that the line names; or those that a note in parentheses names, as in
//! `R2-D2 (Crew)`, `Maarek Stele (TIE Defender)` or `TIE Defender: Maarek Stele`.

use rulebook::Lang;
use table::{Fault, Text};

use super::names::{self, plain, prefer, suffix};
use super::numbered;
use crate::cards::{Faction, PilotCard, PilotId, ShipTypeId, UpgradeCard, UpgradeId, library};
use crate::lists::{self, Loadout, Squad, SquadShip};

/// The most ships that one line stands for, and the most of a list.
const MOST_COPIES: usize = 20;
const MOST_SHIPS: usize = 200;
/// How many combinations of cards of the same name are weighed for one ship.
const MOST_WAYS: usize = 64;

// ---- reading ------------------------------------------------------------------------------------------------------------

/// A name with the notes in parentheses behind it, and the number among them.
#[derive(Clone, Default)]
struct Written {
    name: String,
    notes: Vec<String>,
    points: Option<i32>,
}

impl Written {
    fn new(text: &str) -> Written {
        let mut written = Written { name: clean(text).to_string(), ..Written::default() };
        while let Some((before, note)) = written.name.strip_suffix(')').and_then(|text| text.rsplit_once('('))
        {
            match number(note) {
                Some(points) if written.points.is_none() => written.points = Some(points),
                // A name may have parentheses of its own.
                _ if is_known(&written.name) => break,
                _ => written.notes.insert(0, note.trim().to_string()),
            }
            written.name = before.trim_end().to_string();
        }
        written
    }
    /// The words as they came, without the points.
    fn raw(&self) -> String {
        let notes: String = self.notes.iter().map(|note| format!(" ({note})")).collect();
        format!("{}{notes}", self.name)
    }
}

fn is_known(name: &str) -> bool {
    !names::pilots(name).is_empty() || !names::upgrades(name).is_empty()
}

/// `34`, `34 points`, `+1`.
fn number(note: &str) -> Option<i32> {
    let word = note.trim();
    let digits = word.trim_end_matches(|c: char| c.is_alphabetic() || c == '.').trim_end();
    let unit = plain(&word[digits.len()..]);
    let is_unit = ["", "p", "pt", "pts", "point", "points", "punkt", "punkte"].contains(&&*unit);
    digits.parse().ok().filter(|_| is_unit)
}

/// A line without what merely decorates it.
fn clean(line: &str) -> &str {
    let decoration = |c: char| c.is_whitespace() || "•·*-–—_".contains(c);
    line.trim_start_matches(decoration).trim_end_matches(|c: char| c.is_whitespace() || "*,;_".contains(c))
}

/// A ship as it is written.
#[derive(Clone, Default)]
struct Line {
    pilot: Written,
    /// The type of ship in front of the pilot.
    kinds: Vec<ShipTypeId>,
    upgrades: Vec<Written>,
    points: Option<i32>,
    copies: usize,
    /// Upgrades follow on lines of their own.
    is_open: bool,
}

#[derive(Default)]
struct Document {
    name: String,
    faction: Option<Faction>,
    lines: Vec<Line>,
    /// A first line that names no pilot but has points: a heading if the points are those of the squad.
    heading: Option<Line>,
}

pub fn read_text(text: &str) -> Result<Squad, Vec<Fault>> {
    let mut document = Document::default();
    let mut faults = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Err(fault) = read_line(&mut document, line) {
            faults.push(fault.at(numbered("line", "Zeile", number)));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut squad = resolved(&document.name, &document.lines, document.faction);
    if let Some(heading) = document.heading.take() {
        let points = lists::check_by(&squad, lists::Terms::standard(u16::MAX)).points;
        if heading.points == Some(points.into()) && !document.lines.is_empty() {
            squad.name = heading.pilot.raw();
        } else {
            document.lines.insert(0, heading);
            squad = resolved(&document.name, &document.lines, document.faction);
        }
    }
    if squad.ships.is_empty() {
        let what = text.lines().map(clean).find(|line| !line.is_empty()).unwrap_or_default();
        let what: String = what.chars().take(60).collect();
        let fault = Fault::new(
            "",
            None,
            format!("there is no pilot in it: {what:?} is none"),
            format!("es steht kein Pilot darin: {what:?} ist keiner"),
        );
        return Err(vec![fault.at(Text { en: "line 1".to_string(), de: "Zeile 1".to_string() })]);
    }
    Ok(squad.tidy())
}

fn read_line(document: &mut Document, line: &str) -> Result<(), Fault> {
    let mut line = line.to_string();
    for tag in
        ["[b]", "[/b]", "[i]", "[/i]", "[u]", "[/u]", "[B]", "[/B]", "[I]", "[/I]", "<b>", "</b>", "**"]
    {
        line = line.replace(tag, "");
    }
    let line = clean(&line);
    if says_nothing(line) {
        return Ok(());
    }
    if document.lines.len() >= MOST_SHIPS {
        return Err(Fault::new(
            "",
            None,
            "more ships than any squad has",
            "mehr Schiffe, als eine Staffel hat",
        ));
    }
    if let Some((key, value)) = line.split_once(':') {
        match &*plain(key) {
            "name" | "squad" | "squadname" | "squadron" | "list" | "listname" | "staffel" => {
                document.name = value.trim().to_string();
                return Ok(());
            }
            "faction" | "fraktion" => {
                let value = value.trim();
                document.faction = Some(names::faction(value).map(Faction::side).ok_or_else(|| {
                    let (en, de) = (
                        format!("there is no faction {value:?}"),
                        format!("es gibt keine Fraktion {value:?}"),
                    );
                    Fault::new("", None, en, de)
                })?);
                return Ok(());
            }
            _ => {}
        }
    }
    match split_ship(line)? {
        Some(ship) if ship.pilot.name.is_empty() => {
            let line: String = line.chars().take(60).collect();
            let (en, de) =
                (format!("there is no pilot in {line:?}"), format!("in {line:?} steht kein Pilot"));
            return Err(Fault::new("", None, en, de));
        }
        Some(ship) => document.lines.push(ship),
        None => read_name(document, line),
    }
    Ok(())
}

/// Totals, rules between ships and links.
fn says_nothing(line: &str) -> bool {
    let words = plain(line);
    let is_total = ["total", "shiptotal", "squadtotal", "points", "halfpoints", "gesamt", "summe", "punkte"]
        .iter()
        .any(|total| {
            words.strip_prefix(total).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        });
    let link = line.contains("://");
    words.is_empty() || is_total || link || number(line.trim_matches(['(', ')'])).is_some()
}

/// A whole ship on a line, if it is one: with pluses, or with upgrades in brackets.
fn split_ship(line: &str) -> Result<Option<Line>, Fault> {
    if let Some((pilot, rest)) = line.split_once('[') {
        let Some((upgrades, rest)) = rest.rsplit_once(']') else {
            let rest: String = rest.chars().take(60).collect();
            let (en, de) = (
                format!("the bracket before {rest:?} is not closed"),
                format!("die Klammer vor {rest:?} ist nicht geschlossen"),
            );
            return Err(Fault::new("", None, en, de));
        };
        let mut ship = Line::new(&format!("{pilot} {rest}"));
        ship.upgrades = split_outside(upgrades, ',');
        return Ok(Some(ship));
    }
    let mut parts = split_at(line, '+');
    if parts.len() < 2 {
        return Ok(None);
    }
    let mut ship = Line::new(parts.remove(0));
    ship.upgrades = parts.into_iter().filter(|part| !clean(part).is_empty()).map(Written::new).collect();
    // The points behind the last upgrade are those of the ship.
    if ship.points.is_none() {
        ship.points = ship.upgrades.last_mut().and_then(|last| last.points.take());
    }
    Ok(Some(ship))
}

/// The parts between separators that stand in no parentheses.
fn split_at(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0i32;
    text.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = (depth - 1).max(0),
            _ => {}
        }
        c == separator && depth == 0
    })
    .collect()
}

fn split_outside(text: &str, separator: char) -> Vec<Written> {
    split_at(text, separator).into_iter().filter(|part| !clean(part).is_empty()).map(Written::new).collect()
}

impl Line {
    /// `2x Ship: Pilot (points)`
    fn new(text: &str) -> Line {
        let (copies, text) = copies(clean(text));
        let (kinds, text) = match text.split_once(':') {
            Some((kind, pilot)) if !names::ships(kind).is_empty() => (names::ships(kind), pilot),
            _ => (Vec::new(), text),
        };
        let mut pilot = Written::new(text);
        let points = pilot.points.take();
        Line { pilot, kinds, upgrades: Vec::new(), points, copies, is_open: false }
    }
}

/// How many of them there are: `3x` or `3 x` in front.
fn copies(text: &str) -> (usize, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text[digits..].trim_start();
    match (text[..digits].parse(), rest.strip_prefix(['x', 'X', '×'])) {
        (Ok(count), Some(rest)) if rest.starts_with(' ') => {
            (usize::clamp(count, 1, MOST_COPIES), rest.trim_start())
        }
        _ => (1, text),
    }
}

/// A line that is no whole ship: a pilot, upgrades of the pilot above, or a heading.
fn read_name(document: &mut Document, line: &str) {
    let mut ship = Line::new(line);
    ship.is_open = true;
    let is_pilot = !named_pilots(&ship).is_empty();
    let above = document.lines.last_mut().filter(|above| above.is_open);
    let Some(above) = above else {
        if is_pilot || !document.lines.is_empty() {
            document.lines.push(ship);
        } else if ship.points.is_some() {
            document.heading = Some(ship);
        } else if document.name.is_empty() {
            document.name = line.to_string();
        } else {
            document.lines.push(ship);
        }
        return;
    };
    if is_pilot && !is_rather_upgrade(&ship) {
        document.lines.push(ship);
    } else {
        above.upgrades.extend(split_outside(line, ','));
    }
}

/// Luke Skywalker for 7 points is the crew member.
fn is_rather_upgrade(ship: &Line) -> bool {
    let library = library();
    let costs = |points: i16| ship.points == Some(points.into());
    let as_pilot = named_pilots(ship).iter().any(|pilot| costs(library.pilot(*pilot).points));
    let as_upgrade =
        names::upgrades(&ship.pilot.name).iter().any(|card| costs(library.upgrade(*card).points));
    as_upgrade && !as_pilot
}

// ---- which cards are meant ----------------------------------------------------------------------------------------------

fn named_pilots(line: &Line) -> Vec<PilotId> {
    let library = library();
    let mut found = names::pilots(&line.pilot.name);
    if !line.kinds.is_empty() {
        found.retain(|pilot| line.kinds.contains(&library.pilot(*pilot).kind));
    }
    found.retain(|pilot| {
        line.pilot.notes.iter().all(|note| pilot_notes(library.pilot(*pilot)).contains(&plain(note)))
    });
    found
}

/// What tells pilots of one name apart, as it is compared.
fn pilot_notes(card: &PilotCard) -> Vec<String> {
    let library = library();
    let ship = library.ship(card.kind);
    let mut notes = vec![plain(&ship.xws())];
    for lang in Lang::ALL {
        notes.extend([ship.name.in_(lang), card.faction.name().in_(lang)].map(plain));
    }
    notes.push(format!("ps{}", card.skill));
    notes
}

fn named_upgrades(written: &Written) -> Vec<UpgradeId> {
    let library = library();
    let mut found = names::upgrades(&written.name);
    // A side of a card with two sides may be named.
    found.retain(|upgrade| {
        let card = library.upgrade(*upgrade);
        card.other_side.is_some()
            || written.notes.iter().all(|note| upgrade_notes(card).contains(&plain(note)))
    });
    found
}

fn upgrade_notes(card: &UpgradeCard) -> Vec<String> {
    let mut notes: Vec<String> = Lang::ALL.map(|lang| plain(card.slot.name().in_(lang))).into();
    notes.extend(suffix(&card.xws()).map(plain));
    notes
}

/// The squad with the cards that go together best.
fn resolved(name: &str, lines: &[Line], faction: Option<Faction>) -> Squad {
    let sides = match faction {
        Some(faction) => vec![faction],
        None => vec![Faction::Rebel, Faction::Imperial, Faction::Scum],
    };
    let ways = sides.into_iter().map(|side| {
        let ships: Vec<(SquadShip, Misfit)> = lines.iter().map(|line| resolved_ship(line, side)).collect();
        let misfit =
            ships.iter().fold([0; 4], |sum, (_, misfit)| std::array::from_fn(|i| sum[i] + misfit[i]));
        (misfit, ships)
    });
    let best = ways.min_by_key(|(misfit, _)| *misfit).map(|(_, ships)| ships).unwrap_or_default();
    let ships = best.into_iter().zip(lines).flat_map(|((ship, _), line)| vec![ship; line.copies]);
    Squad { name: name.to_string(), ships: ships.collect() }
}

/// How badly cards go together: another faction, rules broken, other points than written, later printings.
type Misfit = [usize; 4];

fn resolved_ship(line: &Line, side: Faction) -> (SquadShip, Misfit) {
    let library = library();
    let mut pilots = named_pilots(line);
    prefer(&mut pilots, |pilot| library.pilot(*pilot).faction.side() == side);
    if pilots.is_empty() {
        let upgrades = line.upgrades.iter().map(|written| {
            let found = named_upgrades(written);
            found.first().map_or_else(|| written.raw(), |card| library.upgrade(*card).id.clone())
        });
        return (SquadShip { pilot: line.pilot.raw(), upgrades: upgrades.collect() }, [0; 4]);
    }
    let choices: Vec<Vec<UpgradeId>> = line.upgrades.iter().map(named_upgrades).collect();
    let mut ways: Vec<Loadout> =
        pilots.into_iter().map(|pilot| Loadout { pilot, upgrades: Vec::new() }).collect();
    for cards in choices.iter().filter(|cards| !cards.is_empty()) {
        let with = |way: &Loadout, card: &UpgradeId| {
            let mut way = way.clone();
            way.upgrades.push(*card);
            way
        };
        let room = if ways.len() * cards.len() > MOST_WAYS { 1 } else { cards.len() };
        ways = ways.iter().flat_map(|way| cards[..room].iter().map(|card| with(way, card))).collect();
    }
    let misfit = |way: &Loadout| -> Misfit {
        let pilot = library.pilot(way.pilot);
        let later =
            way.upgrades.iter().filter(|card| suffix(&library.upgrade(**card).xws()).is_some()).count();
        let points = i32::from(lists::loadout_points(way));
        [
            usize::from(pilot.faction.side() != side),
            lists::count_faults(std::slice::from_ref(way)),
            usize::from(line.points.is_some_and(|said| said != points)),
            later + usize::from(suffix(&pilot.xws()).is_some()),
        ]
    };
    let best = ways.into_iter().map(|way| (misfit(&way), way)).min_by_key(|(misfit, _)| *misfit);
    let Some((misfit, way)) = best else { return (SquadShip::default(), [0; 4]) };
    let mut cards = way.upgrades.iter();
    let upgrades = line.upgrades.iter().zip(&choices).map(|(written, choice)| {
        let card = if choice.is_empty() { None } else { cards.next() };
        card.map_or_else(|| written.raw(), |card| library.upgrade(*card).id.clone())
    });
    (SquadShip { pilot: library.pilot(way.pilot).id.clone(), upgrades: upgrades.collect() }, misfit)
}

// ---- writing ------------------------------------------------------------------------------------------------------------

/// One ship per line: `Fenn Rau + Push the Limit + Autothrusters (34)`.
pub fn write_text(squad: &Squad) -> String {
    write(squad, |pilot, upgrades| {
        let upgrades: String = upgrades.iter().map(|upgrade| format!(" + {upgrade}")).collect();
        format!("{pilot}{upgrades}")
    })
}

/// One ship per line: `Rey [Push the Limit, Finn] (61)`.
pub fn write_brackets(squad: &Squad) -> String {
    write(squad, |pilot, upgrades| {
        if upgrades.is_empty() { pilot.to_string() } else { format!("{pilot} [{}]", upgrades.join(", ")) }
    })
}

fn write(squad: &Squad, ship_line: impl Fn(&str, &[String]) -> String) -> String {
    let points = lists::check_by(squad, lists::Terms::standard(u16::MAX)).ships;
    let mut text = String::new();
    if !squad.name.trim().is_empty() {
        text += &format!("Name: {}\n", squad.name.replace(['\n', '\r'], " ").trim());
    }
    for (number, ship) in squad.ships.iter().enumerate() {
        let upgrades: Vec<String> = ship.upgrades.iter().map(|id| upgrade_name(id)).collect();
        let line = ship_line(&pilot_name(&ship.pilot), &upgrades);
        text += &format!("{line} ({})\n", points.get(number).unwrap_or(&0));
    }
    text
}

/// The name of a pilot, with a note if others have it too.
fn pilot_name(id: &str) -> String {
    let library = library();
    let Some(own) = library.find_pilot(id) else { return id.to_string() };
    let card = library.pilot(own);
    let others: Vec<&PilotCard> = library
        .pilots
        .iter()
        .filter(|other| other.id != card.id && plain(&other.name.en) == plain(&card.name.en))
        .collect();
    if others.is_empty() {
        return card.name.en.clone();
    }
    let notes = [
        library.ship(card.kind).name.en.clone(),
        card.faction.name().en.to_string(),
        format!("PS {}", card.skill),
    ];
    let tells = |note: &&String| others.iter().all(|other| !pilot_notes(other).contains(&plain(note)));
    // Where no single note does, all of them do.
    match notes.iter().find(tells) {
        Some(note) => format!("{} ({note})", card.name.en),
        None => format!("{} ({})", card.name.en, notes.join(") (")),
    }
}

/// The name of an upgrade, with a note if others have it too.
fn upgrade_name(id: &str) -> String {
    let library = library();
    let Some(own) = library.find_upgrade(id) else { return id.to_string() };
    let card = library.upgrade(own);
    let others: Vec<&UpgradeCard> = library
        .upgrades
        .iter()
        .filter(|other| other.id != card.id && plain(&other.name.en) == plain(&card.name.en))
        .collect();
    let slot = card.slot.name().en.to_string();
    let notes = [Some(slot), suffix(&card.xws()).map(str::to_string)];
    let tells = |note: &&String| others.iter().all(|other| !upgrade_notes(other).contains(&plain(note)));
    match notes.iter().flatten().find(tells) {
        Some(note) if !others.is_empty() => format!("{} ({note})", card.name.en),
        // Without a note the oldest card of that name is meant.
        _ => card.name.en.clone(),
    }
}
