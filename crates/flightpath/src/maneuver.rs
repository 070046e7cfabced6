//! Maneuvers: bearing, speed and colour, and the template each of them is flown with.

use geometry::{Bend, Path};
use serde::{Deserialize, Serialize};

/// Width of every template, in millimetres.
pub const TEMPLATE_WIDTH: f64 = 20.0;

/// Length of one speed of a straight template.
const STRAIGHT_PER_SPEED: f64 = 40.0;
/// Centre-line radii of the bank templates of speed 1 to 4. Speed 4 continues the series.
const BANK_RADIUS: [f64; 4] = [80.0, 130.0, 180.0, 230.0];
/// Centre-line radii of the turn templates of speed 1 to 3.
const TURN_RADIUS: [f64; 3] = [35.0, 62.5, 90.0];

/// The arrow of a maneuver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bearing {
    Straight,
    BankLeft,
    BankRight,
    TurnLeft,
    TurnRight,
    /// A straight flight that ends facing the other way.
    ComeAbout,
    /// A straight flight backwards.
    Reverse,
}

/// The difficulty of a maneuver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    Green,
    White,
    Red,
}

/// One entry of a dial.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Maneuver {
    pub bearing: Bearing,
    pub speed: u8,
    pub colour: Colour,
}

impl Bearing {
    /// Whether the ship ends turned by ninety degrees.
    pub fn is_turn(self) -> bool {
        matches!(self, Bearing::TurnLeft | Bearing::TurnRight)
    }
}

impl Maneuver {
    /// The template, or `None` if there is none of that speed.
    pub fn path(self) -> Option<Path> {
        let step = usize::from(self.speed.checked_sub(1)?);
        Some(match self.bearing {
            Bearing::Straight | Bearing::ComeAbout | Bearing::Reverse => {
                if self.speed > 6 {
                    return None;
                }
                Path::Straight { length: STRAIGHT_PER_SPEED * f64::from(self.speed) }
            }
            Bearing::BankLeft => Path::Curve { radius: *BANK_RADIUS.get(step)?, bend: Bend::Left45 },
            Bearing::BankRight => Path::Curve { radius: *BANK_RADIUS.get(step)?, bend: Bend::Right45 },
            Bearing::TurnLeft => Path::Curve { radius: *TURN_RADIUS.get(step)?, bend: Bend::Left90 },
            Bearing::TurnRight => Path::Curve { radius: *TURN_RADIUS.get(step)?, bend: Bend::Right90 },
        })
    }

    /// Reads entries such as `bank 2 white`; `bank` and `turn` mean one to either side.
    pub fn parse_entry(text: &str) -> Option<Vec<Maneuver>> {
        let mut words = text.split_whitespace();
        let (bearing, speed, colour) = (words.next()?, words.next()?, words.next()?);
        let speed = speed.parse().ok()?;
        let colour = match colour {
            "green" => Colour::Green,
            "white" => Colour::White,
            "red" => Colour::Red,
            _ => return None,
        };
        let bearings: &[Bearing] = match bearing {
            "straight" => &[Bearing::Straight],
            "bank" => &[Bearing::BankLeft, Bearing::BankRight],
            "turn" => &[Bearing::TurnLeft, Bearing::TurnRight],
            "come-about" => &[Bearing::ComeAbout],
            "reverse" => &[Bearing::Reverse],
            _ => return None,
        };
        let maneuvers: Vec<Maneuver> =
            bearings.iter().map(|bearing| Maneuver { bearing: *bearing, speed, colour }).collect();
        let complete = words.next().is_none() && maneuvers.iter().all(|maneuver| maneuver.path().is_some());
        complete.then_some(maneuvers)
    }
}
