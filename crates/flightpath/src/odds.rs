//! Chances of the dice: how much damage a roll of so many dice does on average. Exact sums over all numbers of
//! results; it knows faces and their shares, not ships.

/// Shares of the faces of a die: what counts at once, and what counts if eyes count, too.
pub const HIT: f64 = 4.0 / 8.0;
pub const HIT_WITH_EYES: f64 = 6.0 / 8.0;
pub const EVADE: f64 = 3.0 / 8.0;
pub const EVADE_WITH_EYES: f64 = 5.0 / 8.0;

/// The most dice that are told apart.
const MOST: usize = 32;

/// The chance that a result shows if every die that misses it is rolled once more.
pub fn with_reroll(chance: f64) -> f64 {
    chance + (1.0 - chance) * chance
}

/// How probable each number of successes is.
fn spread(dice: usize, chance: f64) -> [f64; MOST + 1] {
    let mut spread = [0.0; MOST + 1];
    spread[0] = 1.0;
    for rolled in 0..dice.min(MOST) {
        for count in (0..=rolled).rev() {
            let share = spread[count];
            spread[count + 1] += share * chance;
            spread[count] = share * (1.0 - chance);
        }
    }
    spread
}

/// The mean damage of an attack: `attack` and `defense` are the number of dice and the chance of each, `evades` is
/// cancelled in any case.
pub fn expected_damage(attack: (usize, f64), defense: (usize, f64), evades: usize) -> f64 {
    let (hits, saves) = (spread(attack.0, attack.1), spread(defense.0, defense.1));
    let mut mean = 0.0;
    for (hit, chance) in hits.iter().enumerate().take(attack.0.min(MOST) + 1) {
        for (save, other) in saves.iter().enumerate().take(defense.0.min(MOST) + 1) {
            mean += chance * other * hit.saturating_sub(save + evades) as f64;
        }
    }
    mean
}

/// The same against a target that can take so much: what it loses on average, and how probable it is that it loses all.
pub fn expected_loss(attack: (usize, f64), defense: (usize, f64), evades: usize, left: usize) -> (f64, f64) {
    let (hits, saves) = (spread(attack.0, attack.1), spread(defense.0, defense.1));
    let (mut mean, mut all) = (0.0, 0.0);
    for (hit, chance) in hits.iter().enumerate().take(attack.0.min(MOST) + 1) {
        for (save, other) in saves.iter().enumerate().take(defense.0.min(MOST) + 1) {
            let damage = hit.saturating_sub(save + evades);
            mean += chance * other * damage.min(left) as f64;
            all += if damage >= left { chance * other } else { 0.0 };
        }
    }
    (mean, all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_the_dice() {
        assert!((expected_damage((4, HIT), (0, EVADE), 0) - 2.0).abs() < 1e-12);
        assert!((expected_damage((1, HIT), (1, EVADE), 0) - 0.5 * 0.625).abs() < 1e-12);
        assert_eq!(expected_damage((3, HIT), (2, EVADE), 3), 0.0);
        assert!((with_reroll(HIT) - 0.75).abs() < 1e-12);
        assert!(expected_damage((99, 1.0), (0, EVADE), 0) == 32.0);
    }

    #[test]
    fn nobody_loses_more_than_is_left() {
        let (mean, all) = expected_loss((2, HIT), (0, EVADE), 0, 1);
        assert!((mean - 0.75).abs() < 1e-12 && (all - 0.75).abs() < 1e-12);
        let (mean, all) = expected_loss((3, HIT), (2, EVADE), 0, 9);
        assert!((mean - expected_damage((3, HIT), (2, EVADE), 0)).abs() < 1e-12);
        assert_eq!(all, 0.0);
    }
}
