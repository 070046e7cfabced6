//! What the games' own words have in common: names that need not be written out, numbers, places, and claims that are
//! compared with what is really so.

use geometry::{Heading, Pose, Vec2};

use crate::Doubt;

/// Places agree if they are this close, in millimetres and degrees.
const CLOSE: f64 = 0.01;

/// A text as it is compared: small letters and digits only.
pub fn simple(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The thing that a name means among pairs of id and name: by id, by name, or the only one whose name contains it.
pub fn find<'a>(
    kind: &str,
    name: &str,
    things: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<usize, String> {
    let wanted = simple(name);
    let things: Vec<(String, String)> = things.map(|(id, name)| (simple(id), simple(name))).collect();
    if let Some(exact) = things.iter().position(|(id, name)| *id == wanted || *name == wanted) {
        return Ok(exact);
    }
    let mut containing = things.iter().enumerate().filter(|(_, (_, name))| name.contains(&wanted));
    match (containing.next(), containing.next()) {
        (Some((index, _)), None) => Ok(index),
        (Some(_), Some(_)) => Err(format!("{name:?} means more than one {kind}")),
        _ => Err(format!("there is no {kind} {name:?}")),
    }
}

/// A number.
pub fn parse<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("{text:?} is not a suitable number"))
}

/// `450 200` or `450 200 facing 90`.
pub fn parse_pose(text: &str) -> Result<Pose, String> {
    let (place, facing) = text.split_once(" facing ").unwrap_or((text, "0"));
    let (x, y) = place.trim().split_once(' ').ok_or("a place is two numbers")?;
    let at = Vec2::new(measure(x)?, measure(y)?);
    Ok(Pose::new(at, Heading::degrees_clockwise_from_north(measure(facing)?)))
}

/// Millimetres or degrees within reason.
fn measure(text: &str) -> Result<f64, String> {
    match parse::<f64>(text)? {
        number if number.abs() <= 1.0e5 => Ok(number),
        number => Err(format!("{number} is out of all reason")),
    }
}

/// A count of tokens or cards, as many as anybody has.
pub fn few(text: &str) -> Result<u8, String> {
    match parse(text)? {
        count if count <= 40 => Ok(count),
        count => Err(format!("{count} is more than there can be")),
    }
}

/// The attributes after a colon, separated by commas.
pub fn attributes(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|text| !text.is_empty())
}

/// The first word of a line and the rest.
pub fn words(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

/// A claim that two things are the same.
pub fn equal<T: PartialEq + std::fmt::Display>(actual: T, wanted: T) -> Result<(), Doubt> {
    if actual == wanted { Ok(()) } else { Err(Doubt::NotSo(format!("it is {actual}, not {wanted}"))) }
}

/// A claim about a number.
pub fn number(actual: impl Into<i64>, wanted: &str) -> Result<(), Doubt> {
    equal(actual.into(), parse(wanted)?)
}

/// A claim that is so or not.
pub fn yes(actual: bool, what: &str) -> Result<(), Doubt> {
    if actual { Ok(()) } else { Err(Doubt::NotSo(format!("it is not so: {what}"))) }
}

/// Compares words; where there are numbers, number by number.
pub fn text(actual: &str, wanted: &str) -> Result<(), Doubt> {
    let numeric = wanted.chars().any(|c| c.is_ascii_digit());
    let parts = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '\'');
        parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
    };
    let same = if numeric { parts(actual) == parts(wanted) } else { simple(actual) == simple(wanted) };
    if same { Ok(()) } else { Err(Doubt::NotSo(format!("it is {actual:?}, not {wanted:?}"))) }
}

/// A claim about where something stands; without `facing` any facing will do.
pub fn position(actual: Pose, wanted: &str) -> Result<(), Doubt> {
    let pose = parse_pose(wanted)?;
    let turned = (pose.heading.ahead() - actual.heading.ahead()).length();
    let close =
        (pose.at - actual.at).length() < CLOSE && (!wanted.contains("facing") || turned < CLOSE.to_radians());
    let degrees = actual.heading.to_degrees();
    yes(close, &format!("it stands at {:.3} {:.3} facing {degrees:.3}", actual.at.x, actual.at.y))
}
