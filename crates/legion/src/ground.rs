//! The battlefield: its edges, the terrain on it, and an index of the terrain. It is laid before the game and never changes,
//! so it is no part of the position.

use geometry::{Area, Compound, Index, Shape, Vec2};
use serde::{Deserialize, Serialize};

use crate::cards::TerrainKind;
use crate::state::{Cover, Form, Passage, TerrainId};

/// A piece of terrain as the players have defined it before the game. It begins on the ground.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Terrain {
    pub kind: TerrainKind,
    pub outline: Compound,
    /// Millimetres.
    pub height: u16,
    pub cover: Cover,
    /// How it restricts troopers.
    pub troopers: Passage,
    pub form: Form,
    /// There is a flat surface on top, on which miniatures can stand.
    pub flat_top: bool,
    /// Ladders or steps lead up.
    pub ladder: bool,
}

impl Terrain {
    pub fn is_solid(&self) -> bool {
        matches!(self.form, Form::Large | Form::Barricade)
    }
}

/// The battlefield with everything on it that stays where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    pub area: Area,
    pub terrain: Vec<Terrain>,
    /// The convex parts of all pieces.
    parts: Vec<(TerrainId, Shape)>,
    index: Index,
}

impl Ground {
    pub fn new(area: Area, terrain: Vec<Terrain>) -> Ground {
        let pieces = terrain.iter().enumerate();
        let parts: Vec<(TerrainId, Shape)> = pieces
            .flat_map(|(id, piece)| {
                piece.outline.parts().iter().map(move |part| (TerrainId(id as u8), *part))
            })
            .collect();
        let areas: Vec<Area> = parts.iter().map(|(_, part)| Area::around(part)).collect();
        Ground { area, terrain, parts, index: Index::new(&areas) }
    }

    pub fn piece(&self, id: TerrainId) -> &Terrain {
        &self.terrain[id.0 as usize]
    }

    pub fn pieces(&self) -> impl Iterator<Item = TerrainId> + use<> {
        (0..self.terrain.len() as u8).map(TerrainId)
    }

    /// The parts of terrain that may reach into a box, each with its piece.
    pub fn near(&self, area: Area) -> impl Iterator<Item = (TerrainId, &Terrain, &Shape)> + Clone {
        self.index.near(area).map(|part| {
            let (id, shape) = &self.parts[part];
            (*id, self.piece(*id), shape)
        })
    }

    /// The parts of terrain that may come as near to a place as a distance.
    pub fn about(
        &self,
        at: Vec2,
        distance: f64,
    ) -> impl Iterator<Item = (TerrainId, &Terrain, &Shape)> + Clone {
        self.near(Area::about(at, distance))
    }
}
