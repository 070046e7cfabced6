//! Missions, scenarios and objectives: cards that belong to no player and concern the whole table.
//!
//! A game keeps its missions in one registry, one file each, and says which is being played ([`Timed::mission`]). A mission
//! speaks the language of cards: windows, abilities, quantities and prohibitions. Its special rules go before those of all
//! cards: in a window it comes when the cards have had their say, a quantity it changes last, and what it forbids is
//! forbidden, whatever else would be said of it. What only the missions of one game have (where forces are placed, who wins by
//! leaving the table) stands beside this in the game.

use std::fmt::{Debug, Formatter};
use std::hash::{Hash, Hasher};

use rulebook::Words;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::timing::{Ability, Timed};
use crate::{Denial, Play, Table};

/// What a mission does in a window.
pub type Clause<G> = (<G as Timed>::Window, fn(&mut Table<G>) -> Play);
/// What a mission makes of a quantity.
pub type Change<G> =
    (<G as Timed>::Topic, fn(&<G as crate::Game>::State, &<G as Timed>::Quantity, i32) -> i32);
/// Why a mission forbids a deed, if it does.
pub type Ban<G> = fn(&<G as crate::Game>::State, &<G as Timed>::Deed) -> Option<Denial>;

/// A mission, as far as it is like those of other games.
pub struct Mission<G: Timed> {
    /// How options, scenarios and saved games name it.
    pub id: &'static str,
    pub name: Words,
    /// What lies there, who comes along and what is noted before the first question.
    pub begin: fn(&mut G::State),
    /// What it does each time a window opens, after all cards. It asks whoever has something to decide.
    pub windows: &'static [Clause<G>],
    /// What it lets players use among the abilities of their cards. A mission remembers no round ([`Timed::spend`]): such an
    /// ability is limited to once in a window, or by what its `when` reads in the position.
    pub abilities: &'static [Ability<G>],
    pub quantities: &'static [Change<G>],
    pub prohibitions: &'static [Ban<G>],
}

impl<G: Timed> Mission<G> {
    /// A mission that changes nothing yet.
    pub const fn new(id: &'static str, name: Words) -> Self {
        Mission { id, name, begin: |_| {}, windows: &[], abilities: &[], quantities: &[], prohibitions: &[] }
    }

    /// Whether it does anything in a window, or lets anybody do something.
    pub fn hears(&self, window: G::Window) -> bool {
        self.windows.iter().any(|(heard, _)| *heard == window)
            || self.abilities.iter().any(|ability| ability.window == window)
    }

    /// What it makes of a quantity.
    pub(crate) fn change(&self, state: &G::State, quantity: &G::Quantity, value: i32) -> i32 {
        let topic = G::topic(quantity);
        let own = self.quantities.iter().filter(|(of, _)| *of == topic);
        own.fold(value, |value, (_, apply)| apply(state, quantity, value))
    }

    pub(crate) fn forbids(&self, state: &G::State, deed: &G::Deed) -> Option<Denial> {
        self.prohibitions.iter().find_map(|forbids| forbids(state, deed))
    }
}

/// The missions of one game: [`Mission`], and what stands beside it there.
pub trait Registered: 'static {
    type Game: Timed;
    /// All missions of the game.
    fn all() -> &'static [&'static Self];
    fn common(&self) -> &Mission<Self::Game>;
}

/// One of a game's missions. What is saved of it is its id.
pub struct Chosen<M: 'static>(pub &'static M);

impl<M: Registered> Chosen<M> {
    pub fn all() -> impl Iterator<Item = Self> {
        M::all().iter().map(|mission| Chosen(*mission))
    }
    pub fn find(id: &str) -> Option<Self> {
        Self::all().find(|mission| mission.id() == id)
    }
    /// How options name it.
    pub fn id(self) -> &'static str {
        self.0.common().id
    }
    pub fn name(self) -> Words {
        self.0.common().name
    }
}

impl<M> Clone for Chosen<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Chosen<M> {}

impl<M: Registered> PartialEq for Chosen<M> {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl<M: Registered> Eq for Chosen<M> {}

impl<M: Registered> Hash for Chosen<M> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.id().hash(hasher);
    }
}

impl<M: Registered> Debug for Chosen<M> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

impl<M: Registered> Serialize for Chosen<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de, M: Registered> Deserialize<'de> for Chosen<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        Self::find(&id).ok_or_else(|| D::Error::custom(format!("there is no mission {id:?}")))
    }
}
