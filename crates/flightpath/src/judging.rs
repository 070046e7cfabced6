//! What judges of maneuvers and starting places have in common, in points of damage: formations, room among friends, and
//! obstacles ahead. They know places and numbers; what a ship is worth is its game's own judgement.

/// What running into a friend costs: an action, often a shot, and the place that the other ship was to have.
pub const OWN_RAM: f64 = 3.0;
/// What it costs to end so close to a friend that one of them blocks the other as soon as anything goes wrong.
pub const TOO_CLOSE: f64 = 0.3;
/// How close that is, from base to base.
pub const CLOSE: f64 = 20.0;
/// How far ahead obstacles matter for the flight after the next.
pub const AHEAD: f64 = 260.0;
/// The least room between ships that start beside each other: each can turn without meeting the other.
const GAP: f64 = 40.0;

/// What it costs to stand where no more than so many maneuvers lead past the obstacles ahead.
pub fn hemmed_in(ways: usize) -> f64 {
    match ways {
        0 => 2.0,
        1 => 1.0,
        2 => 0.5,
        3 => 0.2,
        _ => 0.0,
    }
}

/// What a starting place costs that is so far from those of friends, measured from base to base.
pub fn apart(gaps: impl Iterator<Item = f64>) -> f64 {
    let (mut nearest, mut sum, mut count) = (f64::INFINITY, 0.0, 0.0);
    for gap in gaps {
        nearest = gap.min(nearest);
        sum += gap;
        count += 1.0;
    }
    if count == 0.0 {
        return 0.0;
    }
    let crowded = if nearest < GAP { 1.0 } else { 0.0 };
    crowded + (nearest - 2.0 * GAP).max(0.0) / 100.0 + sum / count / 200.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friends_start_beside_each_other_but_not_in_each_others_way() {
        let cost = |gaps: &[f64]| apart(gaps.iter().copied());
        assert_eq!(cost(&[]), 0.0);
        assert!(cost(&[50.0]) < cost(&[10.0]));
        assert!(cost(&[50.0]) < cost(&[300.0]));
        assert!(cost(&[50.0, 150.0]) < cost(&[50.0, 600.0]));
    }
}
