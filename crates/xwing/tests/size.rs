//! Positions stay small, so that copying them is cheap.

use xwing::{Attack, Choice, Ship, State};

#[test]
fn a_position_with_sixteen_ships_is_at_most_12_kib() {
    let ships = 16;
    println!(
        "state {} ship {} attack {} choice {}",
        size_of::<State>(),
        size_of::<Ship>(),
        size_of::<Attack>(),
        size_of::<Choice>(),
    );
    assert!(size_of::<State>() + ships * size_of::<Ship>() <= 12 * 1024);
}
