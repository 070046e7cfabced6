//! Cards of the Smugglers and Spies.

use super::words::*;

const SHOOT_FIRST: &[Do] = &[To(Target(ENEMY_UNIT), Damage(N(1)))];

pub const CARDS: Registry = &[
    (
        "questionable-contacts",
        does(&[after_you_refresh(&[MoveDamage(
            1,
            Target(&[Is::Unit, Is::Friendly, Is::Damaged]),
            Target(ENEMY_UNIT),
        )])
        .costs(&[DamageThis(1)])]),
    ),
    (
        "han-solo-15",
        does(&[
            reaction(Engaged, &[ThisIs(&[Is::Declared])], SHOOT_FIRST),
            reaction(DefendersDeclared, &[ThisIs(&[Is::Declared])], SHOOT_FIRST),
        ]),
    ),
    ("swindled", does(&[action(&[], &[To(Target(&[Is::Unit, Is::CostAtMost(2)]), ToHand)])])),
    ("desperate-allies", does(&[after_you_refresh(&[To(Target(FRIENDLY_UNIT), Unfocus(N(1)))])])),
    ("mercenary-contacts", constant(&[yours(Boon::Reserve, N(1))])),
    ("trust-me", does(&[interrupt(Used, EVENT_PLAYED, &[Cancel]).costs(&[DamageThis(2)])])),
    (
        "let-the-wookiee-win",
        does(&[action(
            &[],
            &[
                To(Target(FRIENDLY_UNIT), Damage(N(1))),
                Then,
                To(Target(&[Is::Unit, Is::Not(&[Is::Trait(Vehicle)])]), Damage(N(1))),
            ],
        )]),
    ),
    (
        "secret-weapons",
        constant(&[forbids(
            &[Is::Unit, Is::Friendly, Is::Trait(Vehicle), Is::Affiliation(Affiliation::SmugglersAndSpies)],
            Deed::BeTargetedByEnemies,
        )
        .when(&[ThisIs(&[Is::Undamaged])])]),
    ),
];
