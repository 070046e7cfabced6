//! The red and green dice of the family, rolls that can be changed, and how results cancel each other.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Faces;

/// What a die shows. The eye is the face that a readied crew can turn into what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    Hit,
    Critical,
    Evade,
    Eye,
    Blank,
}

/// Faces of a red die in the order in which they are numbered.
pub const ATTACK_FACES: [Face; 8] =
    [Face::Hit, Face::Hit, Face::Hit, Face::Critical, Face::Eye, Face::Eye, Face::Blank, Face::Blank];
/// Faces of a green die in the order in which they are numbered.
pub const DEFENSE_FACES: [Face; 8] =
    [Face::Evade, Face::Evade, Face::Evade, Face::Eye, Face::Eye, Face::Blank, Face::Blank, Face::Blank];

/// One result in the common area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Result {
    pub face: Face,
    /// A die is rerolled at most once in an attack.
    pub rerolled: bool,
    /// Added by a token or a card: a result, but not a die that was rolled.
    pub added: bool,
    /// Set by a card for good: it is neither rerolled nor turned.
    #[serde(default)]
    pub fixed: bool,
}

/// The results of one side in the common area.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pool(pub SmallVec<[Result; 16]>);

impl Pool {
    /// The results of a roll.
    pub fn of(faces: &Faces, die: &[Face; 8]) -> Pool {
        let result = |face: &u8| Result {
            face: die[(face & 7) as usize],
            rerolled: false,
            added: false,
            fixed: false,
        };
        Pool(faces.iter().map(result).collect())
    }

    pub fn count(&self, face: Face) -> u8 {
        self.0.iter().filter(|result| result.face == face).count() as u8
    }

    pub fn has(&self, face: Face) -> bool {
        self.0.iter().any(|result| result.face == face)
    }

    pub fn add(&mut self, face: Face) {
        self.0.push(Result { face, rerolled: false, added: true, fixed: false });
    }

    /// Turns the first die that shows `from`.
    pub fn change_one(&mut self, from: Face, to: Face) {
        if let Some(result) = self.0.iter_mut().find(|result| result.face == from) {
            result.face = to;
        }
    }

    pub fn change_all(&mut self, from: Face, to: Face) {
        self.0.iter_mut().filter(|result| result.face == from).for_each(|result| result.face = to);
    }

    /// Whether a die may still be rerolled.
    pub fn can_reroll(&self, index: usize) -> bool {
        self.0.get(index).is_some_and(|result| !result.rerolled && !result.added && !result.fixed)
    }

    /// The dice that may still be rerolled.
    pub fn rerollable(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|index| self.can_reroll(*index))
    }

    /// Puts the new faces of the dice in place of the old ones.
    pub fn reroll(&mut self, dice: &[usize], faces: &Faces, die: &[Face; 8]) {
        for (index, face) in dice.iter().zip(faces.iter()) {
            if let Some(result) = self.0.get_mut(*index) {
                result.face = die[(face & 7) as usize];
                result.rerolled = true;
            }
        }
    }
}

/// Every evade cancels one hit, and once no hit is left one critical hit. Cancelled dice leave the common area.
pub fn cancel(attack: &mut Pool, evades: u8) {
    for _ in 0..evades {
        let hit = attack.0.iter().position(|result| result.face == Face::Hit);
        let critical = || attack.0.iter().position(|result| result.face == Face::Critical);
        match hit.or_else(critical) {
            Some(index) => drop(attack.0.remove(index)),
            None => break,
        }
    }
}
