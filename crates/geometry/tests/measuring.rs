//! Distances, overlaps, arcs and clear lines against dense sampling and against the laws they must obey.

mod reference;

use geometry::tolerance::TOUCH;
use geometry::*;
use proptest::prelude::*;
use reference::*;

/// Both ends of a line lie on the shapes they belong to.
fn joins(line: (Vec2, Vec2), a: &Shape, b: &Shape) -> bool {
    Plain::of_shape(a).distance(line.0) < 1e-4 && Plain::of_shape(b).distance(line.1) < 1e-4
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn distance_agrees_with_sampling(a in shape(120), b in shape(120)) {
        let gap = closest(&a, &b);
        let sampled = distance(&Plain::of_shape(&a), &Plain::of_shape(&b));
        let too_long = sampled - gap.distance; // samples miss the nearest points by a little
        prop_assert!((-1e-9..2e-3).contains(&too_long), "{} but sampled {sampled}", gap.distance);
        for share in [0.0, 0.3, 1.0] {
            let line = gap.lines.at(share);
            prop_assert!(joins(line, &a, &b), "{line:?}");
            prop_assert!((line.0.distance(line.1) - gap.distance).abs() < 2.0 * TOUCH, "{line:?}");
        }
    }

    #[test]
    fn depth_agrees_with_sampling(a in shape(60), b in shape(60)) {
        let depth = penetration(&a, &b);
        let sampled = reference::depth(&Plain::of_shape(&a), &Plain::of_shape(&b), 7200).max(0.0);
        prop_assert!(depth <= sampled + 1e-9 && sampled - depth < 0.1, "{depth} but sampled {sampled}");
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn neither_shape_comes_first(a in shape(100), b in shape(100)) {
        let (there, back) = (closest(&a, &b), closest(&b, &a));
        prop_assert!((there.distance - back.distance).abs() < 1e-9);
        prop_assert!((penetration(&a, &b) - penetration(&b, &a)).abs() < 1e-9);
        prop_assert_eq!(overlaps(&a, &b), overlaps(&b, &a));
        prop_assert_eq!(touches(&a, &b), touches(&b, &a));
        let far = |p: (Vec2, Vec2), q: (Vec2, Vec2)| p.0.distance(q.1).max(p.1.distance(q.0));
        let (one, two) = (there.lines, back.lines);
        let straight = far(one.first, two.first).max(far(one.last, two.last));
        let swapped = far(one.first, two.last).max(far(one.last, two.first));
        // Shapes that overlap have no shortest line; any point of both stands for it.
        let common = overlaps(&a, &b) && joins(one.first, &a, &b) && joins(two.first, &b, &a);
        prop_assert!(common || straight.min(swapped) < 1e-4, "{one:?} {two:?}");
    }

    #[test]
    fn carrying_the_table_changes_nothing(a in shape(100), b in shape(100), motion in pose(500)) {
        let (c, d) = (carried(&a, motion), carried(&b, motion));
        let (here, there) = (closest(&a, &b), closest(&c, &d));
        prop_assert!((here.distance - there.distance).abs() < 1e-9);
        prop_assert!((penetration(&a, &b) - penetration(&c, &d)).abs() < 1e-9);
        prop_assert_eq!(overlaps(&a, &b), overlaps(&c, &d));
        prop_assert_eq!(touches(&a, &b), touches(&c, &d));
        let width = |lines: &Lines| lines.first.0.distance(lines.last.0);
        prop_assert!((width(&here.lines) - width(&there.lines)).abs() < 1e-6);
    }

    #[test]
    fn shapes_are_apart_or_touch_or_overlap(a in shape(80), b in shape(80)) {
        let apart = closest(&a, &b).distance > 0.0;
        let count = [apart, touches(&a, &b), overlaps(&a, &b)].into_iter().filter(|case| *case).count();
        prop_assert_eq!(count, 1);
    }

    #[test]
    fn parallel_edges_share_a_strip(
        heading in heading(), aside in -39.0..39.0_f64, ahead in 41.0..300.0_f64, quarter in 0..4,
    ) {
        let here = Pose::new(Vec2::new(13.7, -4.2), heading);
        let mut there = here.ahead(ahead).aside(aside);
        for _ in 0..quarter {
            there = there.turned(Turn::Left90);
        }
        let base = Base::square(40.0);
        let gap = closest(&Footprint::new(base, here), &Footprint::new(base, there));
        prop_assert!((gap.distance - (ahead - 40.0)).abs() < 1e-9);
        let width = gap.lines.first.0.distance(gap.lines.last.0);
        prop_assert!((width - (40.0 - aside.abs())).abs() < 1e-6, "{width}");
    }

    #[test]
    fn shapes_survive_storage(shape in shape(100), footprint in footprint(100)) {
        // Numbers may lose their last bit on the way through text.
        let text = serde_json::to_string(&shape).unwrap();
        prop_assert!(closest(&serde_json::from_str::<Shape>(&text).unwrap(), &shape).distance == 0.0);
        let text = serde_json::to_string(&footprint).unwrap();
        prop_assert!(penetration(&serde_json::from_str::<Footprint>(&text).unwrap(), &footprint) > 5.0);
    }
}

/// An arc in plain terms: a point is inside if its direction is within half the width of the middle.
struct PlainArc {
    pose: Pose,
    middle: f64,
    width: f64,
}

impl PlainArc {
    fn contains(&self, point: Vec2) -> bool {
        let local = self.pose.to_local(point);
        let angle = local.x.atan2(local.y).to_degrees() - self.middle;
        let angle = (angle + 540.0).rem_euclid(360.0) - 180.0;
        angle.abs() <= self.width * 0.5
    }

    fn sides(&self) -> [Vec2; 2] {
        [-0.5, 0.5].map(|half| {
            let angle = (self.middle + self.width * half).to_radians();
            Pose::new(Vec2::ZERO, self.pose.heading).to_world(Vec2::new(angle.sin(), angle.cos()))
        })
    }

    fn distance_to_sides(&self, point: Vec2) -> f64 {
        let far = |side: Vec2| distance_to_segment(point, self.pose.at, self.pose.at + side * 1e4);
        self.sides().into_iter().map(far).fold(f64::INFINITY, f64::min)
    }

    /// Points of the rim of what lies in the arc.
    fn part(&self, target: &Plain, step: f64) -> Vec<Vec2> {
        let rim = target.boundary(step).into_iter().filter(|point| self.contains(*point));
        let along = self.sides().into_iter().flat_map(|side| {
            let place = move |i: u32| self.pose.at + side * (f64::from(i) * step);
            (0..(600.0 / step) as u32).map(place).filter(|point| target.contains(*point))
        });
        rim.chain(along).collect()
    }
}

proptest! {
    #![proptest_config(config(800))]

    #[test]
    fn arcs_agree_with_sampling(
        attacker in footprint(40),
        target in shape(150),
        middle in prop_oneof![(0..8).prop_map(|part| f64::from(part) * 45.0), 0.0..360.0],
        width in prop_oneof![Just(90.0), Just(180.0), Just(45.0), Just(270.0), 10.0..350.0],
    ) {
        let arc = Arc::new(Heading::degrees_clockwise_from_north(middle), width);
        let wedge = arc.placed(attacker.pose());
        let (from, to) = (Plain::of(&attacker), Plain::of_shape(&target));
        let plain = PlainArc { pose: attacker.pose(), middle, width };
        let step = 0.1;
        let part = plain.part(&to, step);
        let gap = gap_in_arc(&attacker, &wedge, &target);
        prop_assert_eq!(gap.is_some(), in_arc(&wedge, &target));
        match gap {
            None => prop_assert!(part.is_empty(), "sampling found {:?}", part.first()),
            Some(_) if part.is_empty() => {
                let near = to.boundary(step).into_iter().any(|point| plain.distance_to_sides(point) < 2.0 * step);
                prop_assert!(near, "sampling found nothing in the arc");
            }
            Some(gap) => {
                let sampled = part.iter().map(|point| from.distance(*point)).fold(f64::INFINITY, f64::min);
                prop_assert!(gap.distance < sampled + 1e-4, "{} but sampled {sampled}", gap.distance);
                prop_assert!(sampled < gap.distance + 2.0 * step, "{} but sampled {sampled}", gap.distance);
                for share in [0.0, 0.4, 1.0] {
                    let line = gap.lines.at(share);
                    prop_assert!(joins(line, &Shape::from(&attacker), &target), "{line:?}");
                    prop_assert!(wedge.contains(line.1) || plain.distance_to_sides(line.1) < 1e-4, "{line:?}");
                    prop_assert!((line.0.distance(line.1) - gap.distance).abs() < 2.0 * TOUCH);
                }
            }
        }
    }

    #[test]
    fn everything_is_in_the_arc_all_round(attacker in footprint(100), target in shape(200)) {
        let wedge = Arc::ALL_ROUND.placed(attacker.pose());
        prop_assert_eq!(gap_in_arc(&attacker, &wedge, &target), Some(closest(&attacker, &target)));
        let halves = [Heading::NORTH, Heading::SOUTH].map(|direction| {
            let half = Arc::half(direction).placed(attacker.pose());
            gap_in_arc(&attacker, &half, &target).map_or(f64::INFINITY, |gap| gap.distance)
        });
        let least = halves[0].min(halves[1]);
        prop_assert!((least - closest(&attacker, &target).distance).abs() < 1e-4);
    }

    #[test]
    fn clear_lines_agree_with_sampling(
        a in footprint(30),
        ahead in 60.0..250.0_f64, aside in -45.0..45.0_f64, turned in any::<bool>(),
        obstacles in prop::collection::vec(shape(150), 0..5),
    ) {
        let mut pose = a.pose().ahead(ahead).aside(aside);
        if turned {
            pose = pose.turned(Turn::Right45);
        }
        let lines = closest(&a, &Footprint::new(Base::square(40.0), pose)).lines;
        let plain: Vec<_> = obstacles.iter().map(Plain::of_shape).collect();
        let deepest = |line: (Vec2, Vec2)| {
            let points = (0..=800).map(|i| line.0.lerp(line.1, f64::from(i) / 800.0));
            points.flat_map(|point| plain.iter().map(move |shape| shape.depth(point))).fold(-1.0, f64::max)
        };
        match clear_line(&lines, &obstacles) {
            Some(line) => {
                prop_assert!(deepest(line) < 1e-3, "{line:?} runs {} deep", deepest(line));
                prop_assert!(!obstructed(&lines, &obstacles));
            }
            None => for i in 0..=100 {
                let line = lines.at(f64::from(i) / 100.0);
                prop_assert!(deepest(line) > -0.2, "{line:?} is clear");
            }
        }
    }

    #[test]
    fn a_ruler_covers_what_its_rectangle_overlaps(
        a in footprint(30),
        ahead in 60.0..250.0_f64, aside in -45.0..45.0_f64, turned in any::<bool>(),
        width in 0.5..40.0_f64, obstacle in shape(150),
    ) {
        let mut pose = a.pose().ahead(ahead).aside(aside);
        if turned {
            pose = pose.turned(Turn::Right45);
        }
        let gap = closest(&a, &Footprint::new(Base::square(40.0), pose));
        prop_assume!(gap.distance > 1.0);
        let middle = gap.lines.at(0.5);
        let spread = gap.lines.first.0.distance(gap.lines.last.0);
        let heading = Heading::along(middle.1 - middle.0).unwrap();
        let ruler = Footprint::new(
            Base::Rect { width: spread + 2.0 * width, length: gap.distance },
            Pose::new(middle.0.lerp(middle.1, 0.5), heading),
        );
        let covers = under_ruler(&gap.lines, width, &obstacle);
        if closest(&ruler, &obstacle).distance > 1e-4 {
            prop_assert!(!covers);
        }
        if penetration(&ruler, &obstacle) > 1e-4 {
            prop_assert!(covers);
        }
        prop_assert_eq!(covers, under_ruler(&gap.lines.reversed(), width, &obstacle));
        prop_assert!(covers || !obstructed(&gap.lines, &[obstacle]), "a line across it is covered");
    }
}
