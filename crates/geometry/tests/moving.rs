//! Paths, slides and templates against closed forms and against dense stepping.

mod reference;

use geometry::*;
use proptest::prelude::*;
use reference::*;

const START: Pose = Pose::new(Vec2::ZERO, Heading::NORTH);

#[track_caller]
fn assert_close(pose: Pose, x: f64, y: f64, heading: Heading) {
    assert!(pose.at.distance(Vec2::new(x, y)) < 1e-12, "{pose:?} is not at ({x}, {y})");
    assert_eq!(pose.heading, heading);
}

#[test]
fn straight_ends() {
    for length in [40.0, 80.0, 120.0, 160.0, 200.0] {
        let path = Path::Straight { length };
        assert_eq!(path.end(START, 40.0), Pose::new(Vec2::new(0.0, 40.0 + length), Heading::NORTH));
        assert_eq!(path.end(START, 80.0), Pose::new(Vec2::new(0.0, 80.0 + length), Heading::NORTH));
        assert_eq!(path.reverse_end(START, 40.0), Pose::new(Vec2::new(0.0, -40.0 - length), Heading::NORTH));
    }
}

#[test]
fn eighth_ends() {
    let (sin, cos) = (0.5_f64.sqrt(), 0.5_f64.sqrt());
    for r in [80.0, 130.0, 180.0] {
        let (x, y) = (r * (1.0 - cos) + 20.0 * sin, 20.0 + r * sin + 20.0 * cos);
        let right = Path::Curve { radius: r, bend: Bend::Right45 }.end(START, 40.0);
        assert_close(right, x, y, Heading::degrees_clockwise_from_north(45.0));
        let left = Path::Curve { radius: r, bend: Bend::Left45 }.end(START, 40.0);
        assert_close(left, -x, y, Heading::degrees_clockwise_from_north(315.0));
    }
}

#[test]
fn quarter_ends() {
    for r in [35.0, 62.5, 90.0] {
        let right = Path::Curve { radius: r, bend: Bend::Right90 }.end(START, 40.0);
        assert_eq!(right, Pose::new(Vec2::new(r + 20.0, r + 20.0), Heading::EAST));
        let left = Path::Curve { radius: r, bend: Bend::Left90 }.end(START, 40.0);
        assert_eq!(left, Pose::new(Vec2::new(-r - 20.0, r + 20.0), Heading::WEST));
    }
}

fn mirrored(pose: Pose) -> Pose {
    let vector = |v: Vec2| Vec2::new(-v.x, v.y);
    Pose::new(vector(pose.at), Heading::try_from(vector(pose.heading.ahead())).unwrap())
}

fn mirrored_footprint(footprint: &Footprint) -> Footprint {
    Footprint::new(footprint.base(), mirrored(footprint.pose()))
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn left_is_exactly_right_mirrored(pose in pose(500), path in path(), share in 0.0..1.0_f64, travel in travel()) {
        let end = path.end_travelling(pose, 40.0, travel);
        prop_assert_eq!(mirrored(end), path.mirrored().end_travelling(mirrored(pose), 40.0, travel));
        let s = -40.0 + (path.length() + 40.0) * share;
        let way = path.along_travelling(pose, 40.0, s, travel);
        prop_assert_eq!(mirrored(way), path.mirrored().along_travelling(mirrored(pose), 40.0, s, travel));
    }

    #[test]
    fn backing_up_undoes_a_move(pose in pose(500), path in path()) {
        let there = path.end(pose, 40.0);
        // From the far end, the template leads back bent to the other side of someone who looks back along it,
        // which is the same side for the base.
        let back = path.reverse_end(there, 40.0);
        prop_assert!(back.at.distance(pose.at) < 1e-9, "{back:?}");
        prop_assert!(back.heading.ahead().distance(pose.heading.ahead()) < 1e-9, "{back:?}");
    }

    #[test]
    fn the_way_is_continuous(pose in pose(100), path in path(), length in prop_oneof![Just(40.0), Just(80.0)]) {
        let way = path.length() + length;
        let mut before = pose;
        for i in 1..=200 {
            let here = path.along(pose, length, -length + way * f64::from(i) / 200.0);
            prop_assert!(here.at.distance(before.at) < 4.0 * way / 200.0, "a leap at {i}");
            before = here;
        }
        prop_assert!(before.at.distance(path.end(pose, length).at) < 1e-9);
    }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn slides_agree_with_stepping(
        start in pose(50), base in base(), path in path(), travel in travel(),
        offsets in prop::collection::vec((0.0..1.3_f64, pose(25), base()), 1..5),
    ) {
        prop_assume!(base.length() < 85.0);
        let length = base.length();
        let way = path.length() + length;
        let blockers: Vec<Footprint> = offsets
            .into_iter()
            .map(|(share, offset, base)| {
                let on_way = path.along_travelling(start, length, way * share - length, travel);
                Footprint::new(base, Pose::new(on_way.to_world(offset.at), offset.heading))
            })
            .collect();
        let slide = slide_back(start, base, path, &blockers, travel);
        let free = |s: f64| {
            let here = Footprint::new(base, path.along_travelling(start, length, s, travel));
            !blockers.iter().any(|blocker| overlaps(&here, blocker))
        };
        prop_assert_eq!(slide.moved_full, free(path.length()));
        prop_assert_eq!(slide.pose, path.along_travelling(start, length, slide.s, travel));
        let step = 0.05;
        let mut s = path.length();
        while s > slide.s + 1e-4 {
            prop_assert!(!free(s), "free at {s}, but slid back to {}", slide.s);
            s -= step;
        }
        if slide.s > -length {
            prop_assert!(free(slide.s));
            if let Some(touched) = slide.touched {
                let here = Footprint::new(base, slide.pose);
                prop_assert!(touches(&here, &blockers[touched]), "{:?}", closest(&here, &blockers[touched]));
            }
        } else {
            prop_assert_eq!(slide.pose, start);
        }
    }

    #[test]
    fn slides_are_mirrored_too(
        start in pose(50), path in path(), travel in travel(), offset in pose(20),
    ) {
        let base = Base::square(40.0);
        let end = path.end_travelling(start, 40.0, travel);
        let blocker = Footprint::new(base, Pose::new(end.to_world(offset.at), offset.heading));
        let slide = slide_back(start, base, path, &[blocker], travel);
        let other = slide_back(mirrored(start), base, path.mirrored(), &[mirrored_footprint(&blocker)], travel);
        // Along a grazing contact the depth hardly changes with the place: there the two may rest apart, both touching.
        let apart = (slide.s - other.s).abs();
        let touching = |s| touches(&Footprint::new(base, path.along_travelling(start, 40.0, s, travel)), &blocker);
        let grazing = apart < 1e-3 && touching(slide.s) && touching(other.s);
        prop_assert!(apart < 1e-6 || grazing, "{} {}", slide.s, other.s);
    }

    #[test]
    fn templates_agree_with_sampling(start in pose(30), path in path(), target in pose(150), base in base()) {
        let width = 20.0;
        let region = Template { path, width }.region(start);
        // The template as points: along the centre line and across it.
        let point = |along: f64, across: f64| match path {
            Path::Straight { .. } => start.to_world(Vec2::new(across, along)),
            Path::Curve { radius, bend } => {
                let side = bend.side().sign();
                let angle = along / radius;
                let out = radius - side * across;
                start.to_world(Vec2::new(side * (radius - out * angle.cos()), out * angle.sin()))
            }
        };
        let grown = |by: f64| Footprint::new(
            match base {
                Base::Rect { width, length } => Base::Rect { width: width + by, length: length + by },
                Base::Round { radius } => Base::Round { radius: radius + by * 0.5 },
            },
            target,
        );
        let shape = Plain::of(&grown(0.0));
        let step = 0.4;
        let count = (path.length() / step).ceil();
        let sampled = (0..=count as u32).any(|i| {
            (0..=50).any(|j| {
                let place = point(path.length() * f64::from(i) / count, width * (f64::from(j) / 50.0 - 0.5));
                shape.depth(place) > 1e-3
            })
        });
        if sampled {
            prop_assert!(template_overlaps(&region, &grown(0.0)), "sampling found an overlap");
        } else {
            prop_assert!(!template_overlaps(&region, &grown(-1.0)), "sampling found no overlap");
        }
    }
}
