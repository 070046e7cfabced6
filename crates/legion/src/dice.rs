//! The attack and defense dice: what is printed on them.

use serde::{Deserialize, Serialize};

/// The colour of an attack die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    Red,
    Black,
    White,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AttackFace {
    Blank,
    Hit,
    Critical,
    Surge,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefenseColour {
    Red,
    White,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefenseFace {
    Blank,
    Block,
    Surge,
}

/// An attack die and what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    pub colour: Colour,
    pub face: AttackFace,
}

/// A defense die and what it shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Defense {
    pub colour: DefenseColour,
    pub face: DefenseFace,
}

pub static RED: table::Die = table::Die {
    name: "red attack",
    faces: &["hit", "hit", "hit", "hit", "hit", "critical", "surge", "blank"],
};
pub static BLACK: table::Die = table::Die {
    name: "black attack",
    faces: &["hit", "hit", "hit", "critical", "surge", "blank", "blank", "blank"],
};
pub static WHITE: table::Die = table::Die {
    name: "white attack",
    faces: &["hit", "critical", "surge", "blank", "blank", "blank", "blank", "blank"],
};
pub static RED_DEFENSE: table::Die =
    table::Die { name: "red defense", faces: &["block", "block", "block", "surge", "blank", "blank"] };
pub static WHITE_DEFENSE: table::Die =
    table::Die { name: "white defense", faces: &["block", "surge", "blank", "blank", "blank", "blank"] };

impl Colour {
    pub const ALL: [Colour; 3] = [Colour::Red, Colour::Black, Colour::White];

    pub fn die(self) -> &'static table::Die {
        match self {
            Colour::Red => &RED,
            Colour::Black => &BLACK,
            Colour::White => &WHITE,
        }
    }
    /// The die as it lies when it shows that face.
    pub fn showing(self, number: u8) -> Attack {
        let faces = [AttackFace::Hit, AttackFace::Critical, AttackFace::Surge, AttackFace::Blank];
        let name = self.die().faces.get(number as usize).copied().unwrap_or("blank");
        let face = faces.into_iter().find(|face| face.name() == name).unwrap_or(AttackFace::Blank);
        Attack { colour: self, face }
    }
}

impl DefenseColour {
    pub fn die(self) -> &'static table::Die {
        match self {
            DefenseColour::Red => &RED_DEFENSE,
            DefenseColour::White => &WHITE_DEFENSE,
        }
    }
    pub fn showing(self, number: u8) -> Defense {
        let faces = [DefenseFace::Block, DefenseFace::Surge, DefenseFace::Blank];
        let name = self.die().faces.get(number as usize).copied().unwrap_or("blank");
        let face = faces.into_iter().find(|face| face.name() == name).unwrap_or(DefenseFace::Blank);
        Defense { colour: self, face }
    }
}

impl AttackFace {
    pub fn name(self) -> &'static str {
        match self {
            AttackFace::Blank => "blank",
            AttackFace::Hit => "hit",
            AttackFace::Critical => "critical",
            AttackFace::Surge => "surge",
        }
    }
}

impl DefenseFace {
    pub fn name(self) -> &'static str {
        match self {
            DefenseFace::Blank => "blank",
            DefenseFace::Block => "block",
            DefenseFace::Surge => "surge",
        }
    }
}

/// How many dice show a face.
pub fn count(dice: &[Attack], face: AttackFace) -> u8 {
    dice.iter().filter(|die| die.face == face).count() as u8
}

pub fn blocks(dice: &[Defense]) -> u8 {
    dice.iter().filter(|die| die.face == DefenseFace::Block).count() as u8
}
