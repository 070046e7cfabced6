//! What an attack is likely to do, tokens counted: chances of both kinds of dice with focus and target lock, and the mean
//! damage of a shot. The sums are those of [`flightpath::odds`].

use flightpath::odds::{EVADE, EVADE_WITH_EYES, HIT, HIT_WITH_EYES, expected_damage, with_reroll};

/// Dice and what helps one side to make something of them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Attacking {
    pub dice: usize,
    pub focus: bool,
    pub lock: bool,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Defending {
    pub dice: usize,
    pub focus: bool,
    pub evades: usize,
}

impl Attacking {
    pub fn plain(dice: usize) -> Self {
        Attacking { dice, ..Attacking::default() }
    }
    /// How probable it is that a die hits in the end.
    pub fn chance(self) -> f64 {
        let once = if self.focus { HIT_WITH_EYES } else { HIT };
        if self.lock { with_reroll(once) } else { once }
    }
}

impl Defending {
    pub fn plain(dice: usize) -> Self {
        Defending { dice, ..Defending::default() }
    }
    pub fn chance(self) -> f64 {
        if self.focus { EVADE_WITH_EYES } else { EVADE }
    }
}

/// The mean damage of an attack.
pub fn damage(attack: Attacking, defense: Defending) -> f64 {
    expected_damage((attack.dice, attack.chance()), (defense.dice, defense.chance()), defense.evades)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_help_their_side() {
        let plain = damage(Attacking::plain(3), Defending::plain(2));
        let focused = damage(Attacking { focus: true, ..Attacking::plain(3) }, Defending::plain(2));
        let both = damage(Attacking { dice: 3, focus: true, lock: true }, Defending::plain(2));
        assert!(plain < focused && focused < both);
        assert!(damage(Attacking::plain(3), Defending { evades: 1, ..Defending::plain(2) }) < plain);
        assert!(damage(Attacking::plain(3), Defending { focus: true, ..Defending::plain(2) }) < plain);
        let certain = Attacking { dice: 1, focus: true, lock: true };
        assert!((certain.chance() - 15.0 / 16.0).abs() < 1e-12);
    }
}
