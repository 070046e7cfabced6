//! Missions: cards that belong to no player. Each says in a file of its own what it places, what it allows and forbids, and
//! how it is won; no rule procedure knows one by name.
//!
//! # Adding a mission
//!
//! Write its file, with a [`Mission`] that reads like its sheet, name it in [`MISSIONS`], and show it in
//! `scenarios/xwing/missions/`. What every game's missions have (`table::mission::Mission`: windows, abilities, quantities,
//! prohibitions) stands in `common`; what you do not mention is as in a game without a mission, except that players place no
//! obstacles and nobody wins by destroying all enemies: a mission says itself what lies there and how it is won.
//!
//! * **Set-up**: `faults` says what is wrong with the squads; `common.begin` puts in place what is there before the first
//!   question and fills in `state.notes`; `before_forces` and `after_forces` are steps in which players place things;
//!   `places_first` and `zones` say who places ships when and where.
//! * **Something happens in a window**: `common.windows`.
//! * **A number changes, something is forbidden**: `common.quantities`, `common.prohibitions`, of the kinds that cards use.
//! * **"Ships may perform … as an action"**: `actions`, under a name of [`Feat`].
//! * **"In place of its attack"**: `instead_of_attack`.
//! * **Winning**: `escapes`, when a ship leaves the play area; `objective`, after each step of the game.

mod asteroid_run;
mod core_set;
mod dark_whispers;
mod political_escort;

use arrayvec::ArrayVec;
use geometry::Area;
use scene::Piece;
use serde::{Deserialize, Serialize};
use table::mission::{Chosen, Registered};
use table::{Denial, Fault, Lang, Offers, Play, Seat, Words};

use crate::lists::Loadout;
use crate::setup::strip;
use crate::state::{ShipId, State};
use crate::{Choice, Table, XWing};

/// All missions.
static MISSIONS: [&Mission; 3] =
    [&political_escort::MISSION, &asteroid_run::MISSION, &dark_whispers::MISSION];

/// A mission as options name it.
pub type MissionId = Chosen<Mission>;

/// What is wrong with so many players and their squads.
type Faults = fn(usize, &[(u16, Vec<Loadout>)]) -> Vec<Fault>;
/// A step of a set-up; true when nothing is left to be done.
pub type Step = fn(&mut Table) -> Play<bool>;
/// Where a player's ships are placed.
pub type Zones = ArrayVec<Area, 2>;

/// An action that a mission lets ships perform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feat {
    Protect,
}

/// What such an action is.
pub struct Special {
    pub feat: Feat,
    pub name: Words,
    pub meaning: Words,
    /// Possible now; or the ship is not concerned; or it is, but not now.
    pub may: fn(&State, ShipId) -> Result<bool, Denial>,
    pub perform: fn(&mut Table, ShipId) -> Play,
    /// How good it looks to an agent.
    pub appeal: f64,
}

/// What a ship may do in place of its attack.
pub struct Instead {
    /// Offers it; the verdict says whether the ship could attack.
    pub offer: fn(&State, ShipId, Result<(), Denial>, &mut Offers<XWing>),
    /// Does it, if that is what was chosen.
    pub perform: fn(&mut Table, ShipId, Choice) -> bool,
}

/// Everything that a mission's sheet says.
pub struct Mission {
    pub common: table::mission::Mission<XWing>,
    /// What is wrong with so many players and their squads.
    pub faults: Faults,
    /// What is set up before ships are placed, and after that.
    pub before_forces: Step,
    pub after_forces: Step,
    /// The side that places its ships before the other one.
    pub places_first: fn(&State) -> Option<Seat>,
    /// Where a player's ships are placed, at the beginning or as reinforcements.
    pub zones: fn(&State, Seat) -> Zones,
    pub actions: &'static [Special],
    pub instead_of_attack: Option<Instead>,
    /// Who wins by a ship that leaves the play area where it stands now.
    pub escapes: fn(&State, ShipId) -> Option<Seat>,
    /// Who has won.
    pub objective: fn(&State) -> Option<Seat>,
    /// Its tokens on the table.
    pub pieces: fn(&State, Lang) -> Vec<Piece>,
}

impl Mission {
    /// A mission with nothing beside what is common to those of all games.
    const fn new(common: table::mission::Mission<XWing>) -> Mission {
        Mission {
            common,
            faults: |_, _| Vec::new(),
            before_forces: |_| Ok(true),
            after_forces: |_| Ok(true),
            places_first: |_| None,
            zones: |state, seat| [strip(state, seat)].into_iter().collect(),
            actions: &[],
            instead_of_attack: None,
            escapes: |_, _| None,
            objective: |_| None,
            pieces: |_, _| Vec::new(),
        }
    }

    pub fn special(&self, feat: Feat) -> Option<&Special> {
        self.actions.iter().find(|special| special.feat == feat)
    }
}

impl Registered for Mission {
    type Game = XWing;

    fn all() -> &'static [&'static Mission] {
        &MISSIONS
    }
    fn common(&self) -> &table::mission::Mission<XWing> {
        &self.common
    }
}
