//! Where every template leads, for small and large bases, worked out a second time by hand.

mod plain;

use flightpath::{Bearing, Colour, Flyer, Maneuver, Part, Roll, RollTemplate, Swerve};
use geometry::{Base, Pose};
use plain::{Chance, Stand};

const BASES: [f64; 2] = [40.0, 80.0];
const STRAIGHTS: [(u8, f64); 5] = [(1, 40.0), (2, 80.0), (3, 120.0), (4, 160.0), (5, 200.0)];
const BANKS: [(u8, f64); 3] = [(1, 80.0), (2, 130.0), (3, 180.0)];
const TURNS: [(u8, f64); 3] = [(1, 35.0), (2, 62.5), (3, 90.0)];

#[track_caller]
fn assert_stands(pose: &Pose, wanted: Stand, what: &str) {
    let (place, heading) = wanted.off(pose);
    assert!(place < 0.01 && heading < 1.0e-6, "{what}: {pose:?} is not {wanted:?}");
}

/// Every maneuver from a start, and where it ends.
fn maneuvers(start: Stand, base: f64) -> Vec<(Bearing, u8, Stand)> {
    let half = base / 2.0;
    let mut ends = vec![(Bearing::Stationary, 0, start)];
    for (speed, length) in STRAIGHTS {
        ends.push((Bearing::Straight, speed, start.moved(0.0, base + length)));
        ends.push((Bearing::ComeAbout, speed, start.moved(0.0, base + length).turned(180.0)));
        ends.push((Bearing::Reverse, speed, start.moved(0.0, -base - length)));
    }
    let bent = |radius: f64, degrees: f64| start.moved(0.0, half).around(radius, degrees).moved(0.0, half);
    // Seen from behind: the ship turned about flies ahead, along the template bent to the other side.
    let backed = |radius: f64, degrees: f64| {
        let about = start.turned(180.0).moved(0.0, half).around(radius, -degrees).moved(0.0, half);
        about.turned(180.0)
    };
    for (speed, radius) in BANKS {
        ends.push((Bearing::BankLeft, speed, bent(radius, -45.0)));
        ends.push((Bearing::BankRight, speed, bent(radius, 45.0)));
        ends.push((Bearing::LoopLeft, speed, bent(radius, -45.0).turned(180.0)));
        ends.push((Bearing::LoopRight, speed, bent(radius, 45.0).turned(180.0)));
        ends.push((Bearing::ReverseBankLeft, speed, backed(radius, -45.0)));
        ends.push((Bearing::ReverseBankRight, speed, backed(radius, 45.0)));
    }
    for (speed, radius) in TURNS {
        ends.push((Bearing::TurnLeft, speed, bent(radius, -90.0)));
        ends.push((Bearing::TurnRight, speed, bent(radius, 90.0)));
        ends.push((Bearing::LoopTurnLeft, speed, bent(radius, -90.0).turned(180.0)));
        ends.push((Bearing::LoopTurnRight, speed, bent(radius, 90.0).turned(180.0)));
    }
    ends
}

#[test]
fn every_maneuver_ends_where_its_template_leads() {
    let mut chance = Chance(1);
    for base in BASES {
        let parts = [Part::whole(Base::square(base))];
        for _ in 0..200 {
            let start = chance.stand();
            let flyer =
                Flyer { start: start.pose(), base: Base::square(base), parts: &parts, by_middle: false };
            for (bearing, speed, wanted) in maneuvers(start, base) {
                let maneuver = Maneuver { bearing, speed, colour: Colour::White };
                let flown = flyer.fly(maneuver, &[]).expect("there is such a template");
                assert_stands(&flown.pose, wanted, &format!("{bearing:?} {speed} with {base} mm"));
                assert_eq!((flown.touched, flown.turn_failed), (0, false));
            }
        }
    }
}

/// After the turn, or a bank in its place, the ship turns by ninety degrees and slides along the end of the template while the
/// template touches it whole.
#[test]
fn a_tallon_roll_turns_twice_and_slides() {
    let mut chance = Chance(2);
    for base in BASES {
        let parts = [Part::whole(Base::square(base))];
        for _ in 0..200 {
            let start = chance.stand();
            let flyer =
                Flyer { start: start.pose(), base: Base::square(base), parts: &parts, by_middle: false };
            let rolls = [
                (Bearing::RollLeft, TURNS, -90.0),
                (Bearing::RollRight, TURNS, 90.0),
                (Bearing::RollBankLeft, BANKS, -45.0),
                (Bearing::RollBankRight, BANKS, 45.0),
            ];
            for (bearing, templates, degrees) in rolls {
                for (speed, radius) in templates {
                    let maneuver = Maneuver { bearing, speed, colour: Colour::Red };
                    let flown = flyer.fly(maneuver, &[]).expect("there is such a template");
                    let turn = bearing.rolls().expect("it rolls");
                    let rolled = flown.pose.turned(turn);
                    let end = start.moved(0.0, base / 2.0).around(radius, degrees).moved(0.0, base / 2.0);
                    let end = end.turned(90.0_f64.copysign(degrees));
                    assert_stands(&rolled, end, &format!("{bearing:?} {speed}"));
                    let play = (base - 20.0) / 2.0;
                    for (low, high) in flyer.roll_shifts(rolled, &[]) {
                        assert_eq!((low, high), (-play, play));
                        let furthest = end.moved(0.0, play);
                        assert_stands(&rolled.ahead(high), furthest, "slid ahead");
                    }
                }
            }
        }
    }
}

const SMALL: [Part; 1] = [Part::whole(Base::square(40.0))];
const LARGE: [Part; 1] = [Part::whole(Base::square(80.0))];

/// Barrel rolls and decloaking aside: how the template lies, how far it leads, and how far the ship may be shifted.
#[test]
fn rolls_aside_end_beyond_the_template() {
    let mut chance = Chance(3);
    let ways: [(f64, [Part; 1], RollTemplate, f64, f64); 4] = [
        (40.0, SMALL, RollTemplate::end_on(40.0), 80.0, 20.0),
        (40.0, SMALL, RollTemplate::end_on(80.0), 120.0, 20.0),
        (80.0, LARGE, RollTemplate::side_on(40.0), 100.0, 40.0),
        (80.0, LARGE, RollTemplate::side_on(80.0), 100.0, 0.0),
    ];
    for (base, parts, template, aside, shift) in ways {
        for _ in 0..200 {
            let start = chance.stand();
            let templates = [template];
            let roll = Roll {
                start: start.pose(),
                base: Base::square(base),
                parts: &parts,
                templates: &templates,
                ships: &[],
                obstacles: &[],
            };
            let places: Vec<Pose> = roll.places().collect();
            let wanted =
                [-aside, aside].map(|aside| [0.0, -shift, shift].map(|ahead| start.moved(aside, ahead)));
            assert_eq!(places.len(), 6);
            for (pose, wanted) in places.iter().zip(wanted.iter().flatten()) {
                assert_stands(pose, *wanted, &format!("{base} mm, {template:?}"));
                assert_eq!(roll.judge(pose), Ok(()));
            }
            for (aside, ahead) in [(aside, shift + 0.1), (aside, -shift - 0.1), (aside + 0.1, 0.0)] {
                assert!(roll.judge(&start.moved(aside, ahead).pose()).is_err());
            }
        }
    }
}

/// Rolls with a bank: the walker leaves the flank squarely, follows the bend, and the ship has its other flank there.
#[test]
fn rolls_with_a_bank_end_turned_beyond_the_template() {
    let mut chance = Chance(4);
    for (base, parts) in [(40.0, SMALL), (80.0, LARGE)] {
        let play = (base - 20.0) / 2.0;
        for (_, radius) in BANKS {
            for _ in 0..100 {
                let start = chance.stand();
                let swerve = Swerve {
                    start: start.pose(),
                    base: Base::square(base),
                    parts: &parts,
                    radius,
                    ships: &[],
                    obstacles: &[],
                };
                let mut places = swerve.places();
                for (side, bend) in [(-90.0, -45.0), (-90.0, 45.0), (90.0, -45.0), (90.0, 45.0)] {
                    for offset in [0.0, -play, play] {
                        let begin = start.moved(0.0, offset).turned(side).moved(0.0, base / 2.0);
                        let beyond = begin.around(radius, bend).moved(0.0, base / 2.0).turned(-side);
                        for shift in [0.0, -play, play] {
                            let pose = places.next().expect("36 places");
                            assert_stands(&pose, beyond.moved(0.0, shift), "a roll with a bank");
                            assert_eq!(swerve.judge(&pose), Ok(()));
                        }
                    }
                }
                assert_eq!(places.count(), 0);
            }
        }
    }
}
