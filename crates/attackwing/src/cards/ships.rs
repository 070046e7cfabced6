//! Ship cards with an ability.

use table::timing::Modifier;

use super::{Effects, PrimaryRules, Registry, Topic};

pub const EFFECTS: Registry = &[
    ("enterprise-d", Effects { primary: Some(PrimaryRules { dice: 3, range: (1, 2) }), ..Effects::NONE }),
    ("maht-ha", Effects { modifiers: &[MAHT_HA], ..Effects::NONE }),
    ("khazara", Effects { modifiers: &[KHAZARA], ..Effects::NONE }),
];

const MAHT_HA: Modifier<crate::AttackWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| match state.attack() {
        Some(attack) if attack.defender == card.ship && attack.range == 1 => dice - 1,
        _ => dice,
    },
};

const KHAZARA: Modifier<crate::AttackWing> = Modifier {
    of: Topic::AttackDice,
    sets: false,
    apply: |state, card, _, dice| match state.attack() {
        Some(attack) if attack.attacker == card.ship && state.ship(card.ship).cloak.is_on() => dice + 1,
        _ => dice,
    },
};
