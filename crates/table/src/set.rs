//! Small sets of the members of an enumeration: bits while a game is played, names in files and hashes.

use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What can be in a [`Set`].
pub trait Member: Copy + 'static {
    /// All that there are.
    const ALL: &'static [Self];
    /// A bit of its own; none for what is in no set.
    fn bit(self) -> u32;
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Set<T> {
    bits: u32,
    members: PhantomData<T>,
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set { bits: 0, members: PhantomData }
    }
}

impl<T: Member> Set<T> {
    pub fn holds(self, member: T) -> bool {
        self.bits & member.bit() != 0
    }
    pub fn put(&mut self, member: T) {
        self.bits |= member.bit();
    }
}

impl<T: Member + Serialize> Serialize for Set<T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(T::ALL.iter().filter(|member| self.holds(**member)))
    }
}

impl<'de, T: Member + Deserialize<'de>> Deserialize<'de> for Set<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut set = Set::default();
        Vec::<T>::deserialize(from)?.into_iter().for_each(|member| set.put(member));
        Ok(set)
    }
}
