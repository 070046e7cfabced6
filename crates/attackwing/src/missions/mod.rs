//! Missions: cards that belong to no player. Each says in a file of its own how it is set up, which special rules it has, and
//! how it is won; no rule procedure knows one by name. Special rules take precedence over all other rules and card abilities
//! (`attackwing.mission.special-rules-priority`).
//!
//! # Adding a mission
//!
//! Write its file, with a [`Mission`] that reads like its section in the rulebook, name it in [`MISSIONS`], and show it in
//! `scenarios/attackwing/missions/`. What every game's missions have (`table::mission::Mission`: windows, abilities,
//! quantities, prohibitions) stands in `common`; what you do not mention is as in the basic game.
//!
//! * **Set-up**: `faults` and `squadron` say what is wrong with the players and with one squadron, `points` and `building` how
//!   many points are allowed; `common.begin` lays out the tokens; `areas` are starting areas of its own.
//! * **Something happens in a window**: `common.windows`.
//! * **A number changes, something is forbidden**: `common.quantities`, `common.prohibitions`, of the kinds that cards use.
//! * **Actions**: `actions`, under a name of [`Feat`].
//! * **Winning and failing**: `leaving`, `destroyed`, or a window that ends the game; `rule_of` names the entries.
//! * **Agents** look at `errand` and `brings_home`.

mod away_team;
mod chase;
mod dilithium;

use geometry::{Area, Pose};
use serde::{Deserialize, Serialize};
use table::mission::{Chosen, Registered};
use table::{Denial, Fault, Play, Seat, Words};

use crate::cards::UpgradeType;
use crate::lists::Report;
use crate::setup::PlayerSetup;
use crate::state::{Ending, ShipId, State};
use crate::{AttackWing, Table};

/// All missions.
static MISSIONS: [&Mission; 2] = [&dilithium::MISSION, &chase::MISSION];

/// A mission as options name it.
pub type MissionId = Chosen<Mission>;

/// What is wrong with players and their squadrons.
type Faults = fn(&[PlayerSetup], &[(u8, Report)]) -> Vec<Fault>;

/// An action that a mission lets ships perform.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feat {
    BeamDown,
    BeamUp,
    Decode,
}

/// What such an action is.
pub struct Special {
    pub feat: Feat,
    pub name: Words,
    pub meaning: Words,
    pub may: fn(&State, ShipId) -> Result<(), Denial>,
    pub perform: fn(&mut Table, ShipId) -> Play,
    /// How good it looks to an agent.
    pub appeal: fn(&State, ShipId) -> f64,
}

/// Starting areas of a mission.
pub struct Areas {
    pub area: fn(&State, u8) -> Area,
    /// Which of them is a player's.
    pub of: fn(&State, Seat) -> u8,
    /// Why a ship is not placed outside.
    pub outside: Denial,
}

/// Everything that a mission's section says.
pub struct Mission {
    pub common: table::mission::Mission<AttackWing>,
    /// Squadron points for each player, and the entry that allows them.
    pub points: u16,
    pub building: &'static str,
    /// What is wrong with the players and their squadrons together, each of which belongs to a side.
    pub faults: Faults,
    /// What is wrong with a squadron that has upgrades of these types.
    pub squadron: fn(&[UpgradeType], &mut Report),
    /// Obstacle tokens that it needs for something else.
    pub obstacles_used: u8,
    pub areas: Option<Areas>,
    pub actions: &'static [Special],
    /// What happens when a ship leaves the play area, in place of its fleeing. The pose is that from which it flew.
    pub leaving: Option<fn(&mut Table, ShipId, Pose) -> Play>,
    /// What follows from a ship's destruction.
    pub destroyed: fn(&mut State, ShipId),
    /// The entry behind an ending of the game.
    pub rule_of: fn(Ending) -> Option<&'static str>,
    /// How far a ship is from where the mission wants it, if it stood there.
    pub errand: fn(&State, ShipId, Pose) -> Option<f64>,
    /// Whether flying from one place to another, outside the play area, wins the mission.
    pub brings_home: fn(&State, ShipId, [Pose; 2]) -> bool,
}

impl Mission {
    /// A mission with nothing beside what is common to those of all games, and what squadrons are built by.
    const fn new(
        common: table::mission::Mission<AttackWing>,
        points: u16,
        building: &'static str,
    ) -> Mission {
        Mission {
            common,
            points,
            building,
            faults: |_, _| Vec::new(),
            squadron: |_, _| {},
            obstacles_used: 0,
            areas: None,
            actions: &[],
            leaving: None,
            destroyed: |_, _| {},
            rule_of: |_| None,
            errand: |_, _, _| None,
            brings_home: |_, _, _| false,
        }
    }

    pub fn special(&self, feat: Feat) -> Option<&Special> {
        self.actions.iter().find(|special| special.feat == feat)
    }
}

impl Registered for Mission {
    type Game = AttackWing;

    fn all() -> &'static [&'static Mission] {
        &MISSIONS
    }
    fn common(&self) -> &table::mission::Mission<AttackWing> {
        &self.common
    }
}

/// A player has failed the mission and loses the game.
fn fail(state: &mut State, seat: Seat) {
    state.players[seat.index()].lost = true;
    state.failed = state.failed.with(seat);
}
