//! The attack dice: what is printed on them, and the attack pool.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::state::Range;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    Red,
    Blue,
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    Blank,
    Hit,
    Critical,
    DoubleHit,
    HitCritical,
    Accuracy,
}

const RED: [Face; 8] = [
    Face::Hit,
    Face::Hit,
    Face::Critical,
    Face::Critical,
    Face::DoubleHit,
    Face::Accuracy,
    Face::Blank,
    Face::Blank,
];
const BLUE: [Face; 8] = [
    Face::Hit,
    Face::Hit,
    Face::Hit,
    Face::Hit,
    Face::Critical,
    Face::Critical,
    Face::Accuracy,
    Face::Accuracy,
];
const BLACK: [Face; 8] = [
    Face::Hit,
    Face::Hit,
    Face::Hit,
    Face::Hit,
    Face::HitCritical,
    Face::HitCritical,
    Face::Blank,
    Face::Blank,
];

const fn names(faces: &[Face; 8]) -> [&'static str; 8] {
    let mut names = [""; 8];
    let mut i = 0;
    while i < 8 {
        names[i] = faces[i].name();
        i += 1;
    }
    names
}

static RED_NAMES: [&str; 8] = names(&RED);
static BLUE_NAMES: [&str; 8] = names(&BLUE);
static BLACK_NAMES: [&str; 8] = names(&BLACK);

pub static RED_DIE: table::Die = table::Die { name: "red", faces: &RED_NAMES };
pub static BLUE_DIE: table::Die = table::Die { name: "blue", faces: &BLUE_NAMES };
pub static BLACK_DIE: table::Die = table::Die { name: "black", faces: &BLACK_NAMES };

impl Colour {
    pub const ALL: [Colour; 3] = [Colour::Red, Colour::Blue, Colour::Black];

    pub fn die(self) -> &'static table::Die {
        match self {
            Colour::Red => &RED_DIE,
            Colour::Blue => &BLUE_DIE,
            Colour::Black => &BLACK_DIE,
        }
    }
    fn faces(self) -> &'static [Face; 8] {
        match self {
            Colour::Red => &RED,
            Colour::Blue => &BLUE,
            Colour::Black => &BLACK,
        }
    }
    pub fn face(self, number: u8) -> Face {
        self.faces()[(number & 7) as usize]
    }
    pub fn shows(self, face: Face) -> bool {
        self.faces().contains(&face)
    }
    /// The farthest range at which dice of this colour are gathered.
    pub fn reach(self) -> Range {
        match self {
            Colour::Red => Range::Long,
            Colour::Blue => Range::Medium,
            Colour::Black => Range::Close,
        }
    }
}

impl Face {
    pub const fn name(self) -> &'static str {
        match self {
            Face::Blank => "blank",
            Face::Hit => "hit",
            Face::Critical => "critical",
            Face::DoubleHit => "double-hit",
            Face::HitCritical => "hit-critical",
            Face::Accuracy => "accuracy",
        }
    }
    pub fn hits(self) -> u8 {
        match self {
            Face::Hit | Face::HitCritical => 1,
            Face::DoubleHit => 2,
            Face::Blank | Face::Critical | Face::Accuracy => 0,
        }
    }
    pub fn criticals(self) -> u8 {
        u8::from(matches!(self, Face::Critical | Face::HitCritical))
    }
}

/// A rolled die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Die {
    pub colour: Colour,
    pub face: Face,
}

/// The rolled dice of an attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pool(pub ArrayVec<Die, 32>);

impl Pool {
    pub fn hits(&self) -> u8 {
        self.0.iter().map(|die| die.face.hits()).sum()
    }
    pub fn criticals(&self) -> u8 {
        self.0.iter().map(|die| die.face.criticals()).sum()
    }
    pub fn has(&self, face: Face) -> bool {
        self.0.iter().any(|die| die.face == face)
    }
    /// Takes the first die with this face out.
    pub fn spend(&mut self, face: Face) {
        if let Some(index) = self.0.iter().position(|die| die.face == face) {
            self.0.remove(index);
        }
    }
}
