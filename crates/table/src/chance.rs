//! Dice: what is printed on them and what a roll of them shows.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A kind of die: its name and the name of each face, in the order in which faces are numbered.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Die {
    pub name: &'static str,
    pub faces: &'static [&'static str],
}

impl Die {
    /// The first face with this name, for scripts and tests.
    pub fn face(&self, name: &str) -> Option<u8> {
        self.faces.iter().position(|face| *face == name).map(|i| i as u8)
    }
}

/// The faces that a roll shows, die by die. There may be any number of dice.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Faces(pub SmallVec<[u8; 16]>);

impl std::ops::Deref for Faces {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
