//! The jointed tool and sight over heights, against dense samples.

mod reference;

use geometry::*;
use proptest::prelude::*;
use reference::config;

const FIELD: f64 = 400.0;

fn rect(x: f64, y: f64, width: f64, length: f64, degrees: f64) -> Shape {
    let pose = Pose::new(Vec2::new(x, y), Heading::degrees_clockwise_from_north(degrees));
    Shape::from(&Footprint::new(Base::Rect { width, length }, pose))
}

prop_compose! {
    fn obstacle()(x in 0.0..FIELD, y in 0.0..FIELD, w in 5.0..90.0, l in 5.0..90.0, turn in 0.0..90.0, round in any::<bool>())
        -> Shape {
        if round { Shape::Circle { centre: Vec2::new(x, y), radius: w / 2.0 } } else { rect(x, y, w, l, turn) }
    }
}

/// Whether a base that moves straight is nowhere on a shape; `slack` makes it thinner (or thicker).
fn clear(from: Vec2, to: Vec2, radius: f64, shapes: &[Shape], slack: f64) -> bool {
    let steps = (from.distance(to) / 0.5) as u32 + 1;
    (0..=steps).all(|step| {
        let centre = from.lerp(to, f64::from(step) / f64::from(steps));
        shapes.iter().all(|shape| !overlaps(&Shape::Circle { centre, radius: radius - slack }, shape))
    })
}

/// Tries many positions of the joint.
fn sampled_way(from: Vec2, to: Vec2, leg: f64, radius: f64, shapes: &[Shape], slack: f64) -> bool {
    if clear(from, to, radius, shapes, slack) {
        return from.distance(to) <= 2.0 * leg;
    }
    (0..3600).any(|step| {
        let joint = from + Heading::degrees_clockwise_from_north(f64::from(step) / 10.0).ahead() * leg;
        let bends = (joint - from).dot(to - joint) >= 0.0 && joint.distance(to) <= leg;
        bends && clear(from, joint, radius, shapes, slack) && clear(joint, to, radius, shapes, slack)
    })
}

/// Whether the straight line between two points in space is nowhere in a blocker.
fn free_line(eye: Eye, to: Vec2, height: f64, blocks: &[(Shape, f64)], grown: f64) -> bool {
    (0..=300).all(|step| {
        let share = f64::from(step) / 300.0;
        let (at, z) = (eye.at.lerp(to, share), eye.height + (height - eye.height) * share);
        let probe = Shape::Circle { centre: at, radius: grown.max(1e-3) };
        blocks.iter().all(|(shape, top)| z > *top + grown || !overlaps(&probe, shape))
    })
}

fn disc_points(centre: Vec2, radius: f64) -> impl Iterator<Item = Vec2> {
    (0..12).flat_map(move |ring| {
        (0..24).map(move |step| {
            let ahead = Heading::degrees_clockwise_from_north(f64::from(step) * 15.0).ahead();
            centre + ahead * (radius * f64::from(ring) / 11.0)
        })
    })
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn ways_agree_with_many_joints(
        shapes in prop::collection::vec(obstacle(), 1..4), x in 0.0..FIELD, y in 0.0..FIELD,
    ) {
        let (from, to) = (Vec2::new(FIELD / 2.0, FIELD / 2.0), Vec2::new(x, y));
        let (length, radius) = (130.0, 13.5);
        let leg = length / 2.0 + radius;
        let tool = Hinge::new(length, radius);
        let base = |at| Shape::Circle { centre: at, radius };
        prop_assume!(shapes.iter().all(|shape| !overlaps(&base(from), shape) && !overlaps(&base(to), shape)));
        let found = tool.way(from, to, &shapes, &Bounds::NONE);
        if let Some(way) = found {
            prop_assert!(clear(way.from, way.joint, radius, &shapes, 1e-3));
            prop_assert!(clear(way.joint, way.to, radius, &shapes, 1e-3));
            prop_assert!(way.joint.distance(way.from) <= leg + 1e-3 && way.joint.distance(way.to) <= leg + 1e-3);
        }
        // What coarse samples find with a thicker base, the exact way finds.
        if sampled_way(from, to, leg, radius, &shapes, -0.3) {
            prop_assert!(found.is_some());
        }
    }

    #[test]
    fn sight_agrees_with_many_lines(
        shapes in prop::collection::vec((obstacle(), 5.0..120.0_f64), 1..5),
        x in 0.0..FIELD, y in 0.0..FIELD, eye_height in 20.0..150.0_f64, foot in 0.0..80.0_f64,
    ) {
        let eye = Eye { at: Vec2::new(FIELD / 2.0, FIELD / 2.0), height: eye_height };
        let column = Column { at: Vec2::new(x, y), radius: 13.5, foot, top: foot + 38.0 };
        prop_assume!(column.at.distance(eye.at) > 30.0);
        prop_assume!(shapes.iter().all(|(shape, top)| *top < eye_height || !contains(shape, eye.at)));
        let blocks = shapes.iter().map(|(shape, top)| Block { shape: *shape, top: *top });
        let seen = sees(eye, &column, blocks);
        // A point that is clearly visible makes the column visible.
        if disc_points(column.at, column.radius - 0.5).any(|point| free_line(eye, point, column.top, &shapes, 0.8)) {
            prop_assert!(seen);
        }
        // Past a single blocker no gap is too narrow for the samples.
        if seen && shapes.len() == 1 {
            let any = disc_points(column.at, column.radius)
                .any(|point| free_line(eye, point, column.top + 0.5, &shapes, -0.5));
            prop_assert!(any, "one blocker hides all samples but the column is seen");
        }
        // A part is hidden by a blocker exactly if a line to the foot is.
        for (shape, top) in &shapes {
            let block = Block { shape: *shape, top: *top };
            let hidden = hides_part(eye, &column, &block);
            let one = [(*shape, *top)];
            if disc_points(column.at, column.radius - 0.5).any(|point| !free_line(eye, point, foot, &one, -1.0)) {
                prop_assert!(hidden || *top - foot < 2.0 || *top < 2.0);
            }
            if hidden {
                let points = disc_points(column.at, column.radius);
                prop_assert!(points.into_iter().any(|point| !free_line(eye, point, foot, &one, 3.0)));
            }
        }
    }
}
