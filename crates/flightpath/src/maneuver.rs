//! Maneuvers: bearing, speed and colour, and the template each of them is flown with.

use geometry::{Bend, Path, Travel, Turn};
use serde::{Deserialize, Serialize};

/// Width of every template, in millimetres.
pub const TEMPLATE_WIDTH: f64 = 20.0;

/// Lengths of the straight templates of speed 1 to 6.
const STRAIGHT_LENGTH: [f64; 6] = [40.0, 80.0, 120.0, 160.0, 200.0, 240.0];
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
    /// A bank flown backwards: the template leads astern to that side.
    ReverseBankLeft,
    ReverseBankRight,
    /// A bank that ends facing the other way.
    LoopLeft,
    LoopRight,
    /// A turn after which the ship turns as far again and may slide along the end of the template.
    RollLeft,
    RollRight,
    /// The ship stays where it is.
    Stationary,
    /// A loop flown along the template of a turn.
    LoopTurnLeft,
    LoopTurnRight,
    /// A roll as after a turn, flown along the template of a bank.
    RollBankLeft,
    RollBankRight,
}

/// The difficulty of a maneuver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    Green,
    White,
    Red,
}

/// The colour of a maneuver as a number that cards can change.
pub fn difficulty(colour: Colour) -> i32 {
    colour as i32
}

/// The colour that a difficulty comes to; what is easier than green is green, what is harder than red is red.
pub fn colour(difficulty: i32) -> Colour {
    match difficulty {
        ..=0 => Colour::Green,
        1 => Colour::White,
        _ => Colour::Red,
    }
}

/// One entry of a dial.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Maneuver {
    pub bearing: Bearing,
    pub speed: u8,
    pub colour: Colour,
}

impl Bearing {
    pub const ALL: [Bearing; 18] = [
        Bearing::Straight,
        Bearing::BankLeft,
        Bearing::BankRight,
        Bearing::TurnLeft,
        Bearing::TurnRight,
        Bearing::ComeAbout,
        Bearing::Reverse,
        Bearing::ReverseBankLeft,
        Bearing::ReverseBankRight,
        Bearing::LoopLeft,
        Bearing::LoopRight,
        Bearing::RollLeft,
        Bearing::RollRight,
        Bearing::Stationary,
        Bearing::LoopTurnLeft,
        Bearing::LoopTurnRight,
        Bearing::RollBankLeft,
        Bearing::RollBankRight,
    ];

    /// Whether the ship ends turned by ninety degrees.
    pub fn is_turn(self) -> bool {
        matches!(self, Bearing::TurnLeft | Bearing::TurnRight)
    }
    /// Whether the ship ends turned by forty-five degrees.
    pub fn is_bank(self) -> bool {
        matches!(self, Bearing::BankLeft | Bearing::BankRight)
    }
    /// Which way the ship goes along the template.
    pub fn travel(self) -> Travel {
        match self {
            Bearing::Reverse | Bearing::ReverseBankLeft | Bearing::ReverseBankRight => Travel::Astern,
            _ => Travel::Ahead,
        }
    }
    /// Whether the ship turns about at the end.
    pub fn turns_about(self) -> bool {
        matches!(
            self,
            Bearing::ComeAbout
                | Bearing::LoopLeft
                | Bearing::LoopRight
                | Bearing::LoopTurnLeft
                | Bearing::LoopTurnRight
        )
    }
    /// How the ship turns further at the end of its template, if it does.
    pub fn rolls(self) -> Option<Turn> {
        match self {
            Bearing::RollLeft | Bearing::RollBankLeft => Some(Turn::Left90),
            Bearing::RollRight | Bearing::RollBankRight => Some(Turn::Right90),
            _ => None,
        }
    }
    /// The same bearing flown along the template of a turn, where that is another one than its own.
    pub fn along_turn(self) -> Option<Bearing> {
        match self {
            Bearing::LoopLeft => Some(Bearing::LoopTurnLeft),
            Bearing::LoopRight => Some(Bearing::LoopTurnRight),
            _ => None,
        }
    }
    /// The roll to the same side along the template of this bearing, a turn or a bank, be it that of a loop.
    pub fn rolled(self) -> Option<Bearing> {
        match self {
            Bearing::TurnLeft | Bearing::LoopTurnLeft => Some(Bearing::RollLeft),
            Bearing::TurnRight | Bearing::LoopTurnRight => Some(Bearing::RollRight),
            Bearing::BankLeft | Bearing::LoopLeft => Some(Bearing::RollBankLeft),
            Bearing::BankRight | Bearing::LoopRight => Some(Bearing::RollBankRight),
            _ => None,
        }
    }
    /// The same bearing to the other side.
    pub fn mirrored(self) -> Bearing {
        match self {
            Bearing::BankLeft => Bearing::BankRight,
            Bearing::BankRight => Bearing::BankLeft,
            Bearing::TurnLeft => Bearing::TurnRight,
            Bearing::TurnRight => Bearing::TurnLeft,
            Bearing::ReverseBankLeft => Bearing::ReverseBankRight,
            Bearing::ReverseBankRight => Bearing::ReverseBankLeft,
            Bearing::LoopLeft => Bearing::LoopRight,
            Bearing::LoopRight => Bearing::LoopLeft,
            Bearing::RollLeft => Bearing::RollRight,
            Bearing::RollRight => Bearing::RollLeft,
            Bearing::LoopTurnLeft => Bearing::LoopTurnRight,
            Bearing::LoopTurnRight => Bearing::LoopTurnLeft,
            Bearing::RollBankLeft => Bearing::RollBankRight,
            Bearing::RollBankRight => Bearing::RollBankLeft,
            Bearing::Straight | Bearing::ComeAbout | Bearing::Reverse | Bearing::Stationary => self,
        }
    }
}

impl Maneuver {
    /// The template, or `None` if there is none of that speed.
    pub fn path(self) -> Option<Path> {
        let step = usize::from(self.speed.checked_sub(1)?);
        Some(match self.bearing {
            Bearing::Straight | Bearing::ComeAbout | Bearing::Reverse => {
                Path::Straight { length: *STRAIGHT_LENGTH.get(step)? }
            }
            Bearing::BankLeft | Bearing::ReverseBankLeft | Bearing::LoopLeft | Bearing::RollBankLeft => {
                Path::Curve { radius: *BANK_RADIUS.get(step)?, bend: Bend::Left45 }
            }
            Bearing::BankRight | Bearing::ReverseBankRight | Bearing::LoopRight | Bearing::RollBankRight => {
                Path::Curve { radius: *BANK_RADIUS.get(step)?, bend: Bend::Right45 }
            }
            Bearing::TurnLeft | Bearing::RollLeft | Bearing::LoopTurnLeft => {
                Path::Curve { radius: *TURN_RADIUS.get(step)?, bend: Bend::Left90 }
            }
            Bearing::TurnRight | Bearing::RollRight | Bearing::LoopTurnRight => {
                Path::Curve { radius: *TURN_RADIUS.get(step)?, bend: Bend::Right90 }
            }
            Bearing::Stationary => return None,
        })
    }

    /// Reads entries of a dial that is written down colour by colour: `2 bank` stands for one to either side,
    /// `2 bank left` for one of them, `1 reverse bank` leads backwards.
    pub fn parse_dial(text: &str, colour: Colour) -> Option<Vec<Maneuver>> {
        let (speed, bearing) = text.trim().split_once(' ')?;
        let speed = speed.parse().ok()?;
        let (bearing, side) = match bearing.trim().rsplit_once(' ') {
            Some((bearing, side @ ("left" | "right"))) => (bearing, Some(side)),
            _ => (bearing, None),
        };
        let pair: &[Bearing] = match bearing {
            "straight" => &[Bearing::Straight],
            "bank" => &[Bearing::BankLeft, Bearing::BankRight],
            "turn" => &[Bearing::TurnLeft, Bearing::TurnRight],
            "koiogran" => &[Bearing::ComeAbout],
            "segnor" => &[Bearing::LoopLeft, Bearing::LoopRight],
            "tallon" => &[Bearing::RollLeft, Bearing::RollRight],
            "reverse straight" => &[Bearing::Reverse],
            "reverse bank" => &[Bearing::ReverseBankLeft, Bearing::ReverseBankRight],
            "stationary" => &[Bearing::Stationary],
            _ => return None,
        };
        let bearings = match (side, pair) {
            (None, all) => all,
            (Some("left"), [left, _]) => std::slice::from_ref(left),
            (Some(_), [_, right]) => std::slice::from_ref(right),
            (Some(_), _) => return None,
        };
        let maneuvers: Vec<Maneuver> =
            bearings.iter().map(|bearing| Maneuver { bearing: *bearing, speed, colour }).collect();
        let flyable = |maneuver: &Maneuver| {
            // audit: same (&& to ||) — the entries of the dials can all be flown
            maneuver.path().is_some() || maneuver.bearing == Bearing::Stationary && speed == 0
        };
        maneuvers.iter().all(flyable).then_some(maneuvers)
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
        // audit: same (&& to ||) — the entries of the dials are complete
        let complete = words.next().is_none() && maneuvers.iter().all(|maneuver| maneuver.path().is_some());
        complete.then_some(maneuvers)
    }
}
