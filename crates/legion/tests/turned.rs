//! Verdicts do not change when a table is turned or mirrored.

use geometry::{Base, Footprint, Heading, Polygon, Pose, Shape, Vec2};
use legion::{Choice, Faction, Legion, PlacedTerrain, PlacedUnit, Setup};
use proptest::prelude::*;
use table::{Answer, Session};

/// The middle of a field so large that its edges are nowhere near.
const MIDDLE: Vec2 = Vec2::new(2000.0, 2000.0);

/// A table that is turned about its middle and, if asked, mirrored.
#[derive(Debug, Clone, Copy)]
struct Carried {
    degrees: f64,
    mirrored: bool,
}

impl Carried {
    fn point(self, at: Vec2) -> Vec2 {
        let at = if self.mirrored { Vec2::new(-at.x, at.y) } else { at };
        Pose::new(MIDDLE, Heading::degrees_clockwise_from_north(self.degrees)).to_world(at)
    }

    fn terrain(self, kind: &str, shape: &Shape) -> PlacedTerrain {
        let outline = match shape {
            Shape::Circle { centre, radius } => {
                Shape::Circle { centre: self.point(*centre), radius: *radius }
            }
            Shape::Polygon(polygon) => {
                let corners: Vec<Vec2> = polygon.vertices().iter().map(|at| self.point(*at)).collect();
                Shape::from(Polygon::new(&corners).expect("still a convex polygon"))
            }
        };
        PlacedTerrain::new(kind, outline)
    }
}

/// What stands around the unit that moves, in coordinates around its leader.
#[derive(Debug, Clone)]
struct Scene {
    terrain: Vec<(&'static str, Shape)>,
    enemies: Vec2,
    alley: Option<Alley>,
}

impl Scene {
    fn setup(&self, by: Carried) -> Setup {
        let carry = |mut unit: PlacedUnit| {
            unit.minis.iter_mut().for_each(|mini| mini.at = by.point(mini.at));
            unit
        };
        let rebels = PlacedUnit::in_line("rebel-troopers", Faction::Rebel, Vec2::ZERO, &["z-6-trooper"]);
        let empire = PlacedUnit::in_line("stormtroopers", Faction::Empire, self.enemies, &[]);
        Setup {
            area: (4000.0, 4000.0),
            units: vec![carry(rebels), carry(empire)],
            terrain: self.terrain.iter().map(|(kind, shape)| by.terrain(kind, shape)).collect(),
            ..Setup::default()
        }
    }

    /// What is said to each of some places for the leader and, where it may stand, to others for its followers.
    fn verdicts(&self, by: Carried, places: &[Vec2]) -> Option<Vec<String>> {
        let start = Session::<Legion>::new(&self.setup(by), None).ok()?;
        let open = start.pending()[0].clone();
        let mut verdicts = vec![format!("{:?}", open.options)];
        let Some(fast) = open.options.iter().position(|choice| *choice == Choice::Move(2)) else {
            return Some(verdicts);
        };
        let place = |at: Vec2| Answer::Place(Pose::new(by.point(at), Heading::NORTH));
        let mut moving = start;
        moving.answer(open.seat, None, Answer::One(fast as u16)).expect("its own option");
        for leader in places {
            let verdict = moving.probe(open.seat, None, &place(*leader));
            verdicts.push(format!("{verdict:?}"));
            if verdict.is_ok() {
                moving.answer(open.seat, None, place(*leader)).expect("it was said to stand");
                let beside = |at: &Vec2| *leader + *at * 0.6;
                let others = places.iter().map(beside).map(|at| moving.probe(open.seat, None, &place(at)));
                verdicts.extend(others.map(|verdict| format!("{verdict:?}")));
                moving.undo();
            }
        }
        Some(verdicts)
    }
}

fn rect(x: f64, y: f64, width: f64, length: f64, degrees: f64) -> Shape {
    let pose = Pose::new(Vec2::new(x, y), Heading::degrees_clockwise_from_north(degrees));
    Shape::from(&Footprint::new(Base::Rect { width, length }, pose))
}

prop_compose! {
    fn obstacle()(
        kind in prop::sample::select(vec!["high-stone-wall", "building", "ruins", "barricade", "hill"]),
        x in -250.0..250.0_f64, y in 20.0..250.0_f64, below in any::<bool>(),
        w in 10.0..150.0, l in 10.0..90.0, turn in 0.0..90.0, round in any::<bool>(),
    ) -> (&'static str, Shape) {
        let at = Vec2::new(x, if below { -y } else { y });
        (kind, if round { Shape::Circle { centre: at, radius: l / 2.0 } } else { rect(at.x, at.y, w, l, turn) })
    }
}

/// An alley ahead that may be as narrow as a base and leads nowhere, and places deep in it.
#[derive(Debug, Clone, Copy)]
struct Alley {
    width: f64,
    ahead: f64,
    depth: f64,
    /// Room beyond the deepest place.
    beyond: f64,
}

impl Alley {
    fn terrain(self) -> Vec<(&'static str, Shape)> {
        let wall = |side: f64| rect(side * (self.width / 2.0 + 40.0), self.ahead + 150.0, 80.0, 300.0, 0.0);
        let end = self.ahead + self.depth + 13.5 + self.beyond;
        let end = rect(0.0, end + 20.0, self.width, 40.0, 0.0);
        [wall(-1.0), wall(1.0), end].map(|wall| ("high-stone-wall", wall)).to_vec()
    }

    fn places(self) -> impl Iterator<Item = Vec2> {
        let spare = (self.width - 27.0).max(0.0) / 2.0;
        let aside = [-1.0, 0.0, 0.9].into_iter();
        let deep = [1.0, 0.9, 0.8, 0.6, 0.3];
        aside.flat_map(move |side| deep.map(|part| Vec2::new(spare * side, self.ahead + self.depth * part)))
    }
}

prop_compose! {
    fn alley()(
        width in prop_oneof![Just(27.0), 26.9..28.0, 27.0..60.0],
        ahead in 14.0..25.0, depth in 90.0..135.0, beyond in prop_oneof![Just(0.0), 0.0..40.0],
    ) -> Alley {
        Alley { width, ahead, depth, beyond }
    }
}

prop_compose! {
    fn scene()(
        some in prop::collection::vec(obstacle(), 0..5), alley in prop::option::of(alley()),
        x in -200.0..200.0_f64, y in 60.0..260.0_f64,
    ) -> Scene {
        let walls = alley.into_iter().flat_map(Alley::terrain);
        Scene {
            terrain: some.into_iter().chain(walls).collect(),
            enemies: Vec2::new(x, -y),
            alley,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60, max_global_rejects: 4000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn turned_and_mirrored_tables_know_the_same_verdicts(
        scene in scene(), degrees in 0.0..360.0, mirrored in any::<bool>(),
        places in prop::collection::vec((-160.0..160.0, -160.0..160.0_f64), 12),
    ) {
        let anywhere = places.into_iter().map(|(x, y)| Vec2::new(x, y));
        let places: Vec<Vec2> = anywhere.chain(scene.alley.into_iter().flat_map(Alley::places)).collect();
        let plain = scene.verdicts(Carried { degrees: 0.0, mirrored: false }, &places);
        prop_assume!(plain.is_some());
        let carried = scene.verdicts(Carried { degrees, mirrored }, &places);
        prop_assert_eq!(plain, carried);
    }
}
