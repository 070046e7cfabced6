//! The position as a picture: pieces, rosters and order, for whoever looks at it.

use table::Lang;

use crate::View;

pub fn scene(_: &View, _: Lang) -> scene::Scene {
    scene::Scene::default()
}
