//! Rows of data files. While a game is played, a row is its number, which costs nothing. In files and in hashes it is its id:
//! rows that a later program puts in between change no saved game, and a row that is gone is named instead of mistaken.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// The number of a row in a data file of a game.
pub trait Row: Copy + PartialEq + 'static {
    fn from_number(number: usize) -> Self;
    fn number(self) -> usize;
    fn id(self) -> &'static str;
    fn find(id: &str) -> Option<Self>;
}

pub fn serialize<R: Row, S: Serializer>(row: R, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(row.id())
}

pub fn deserialize<'de, R: Row, D: Deserializer<'de>>(from: D) -> Result<R, D::Error> {
    let id = Cow::<str>::deserialize(from)?;
    R::find(&id).ok_or_else(|| D::Error::custom(format!("no card here is called `{id}`")))
}

/// `rows!(library(): UpgradeId(u16) of upgrades by id)` makes `UpgradeId` the number of a row in `library().upgrades`, each of
/// which has an `id` of its own.
#[macro_export]
macro_rules! rows {
    ($library:ident(): $($(#[$about:meta])* $name:ident($number:ty) of $rows:ident by $id:ident),* $(,)?) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub $number);

        impl $crate::Row for $name {
            fn from_number(number: usize) -> Self {
                $name(number as $number)
            }
            fn number(self) -> usize {
                self.0 as usize
            }
            #[allow(clippy::misnamed_getters)] // What a row is called by may stand in another field.
            fn id(self) -> &'static str {
                &$library().$rows[self.0 as usize].$id
            }
            fn find(id: &str) -> Option<Self> {
                $library().$rows.iter().position(|row| row.$id == id).map($crate::Row::from_number)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                $crate::row::serialize(*self, out)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::row::deserialize(from)
            }
        }
    )*};
}
