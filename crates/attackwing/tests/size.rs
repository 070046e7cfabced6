//! Positions stay small, so that copying them is cheap.

use attackwing::{Attack, Choice, Ship, State};

#[test]
fn a_position_is_at_most_8_kib() {
    println!(
        "state {} ship {} attack {} choice {} footprint {} shape {}",
        size_of::<State>(),
        size_of::<Ship>(),
        size_of::<Attack>(),
        size_of::<Choice>(),
        size_of::<geometry::Footprint>(),
        size_of::<geometry::Shape>(),
    );
    assert!(size_of::<State>() <= 8 * 1024);
}
