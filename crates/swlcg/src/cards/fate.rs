//! Fate cards. Both sides have their own printing of the same card, with its own priority.

use super::specials;
use super::words::*;

const TWIST_OF_FATE: Effects = fate(&[CancelEdgeBattle]);
const HEAT_OF_BATTLE: Effects = fate(&[To(Target(&[Is::Unit, Is::Enemy, Is::Participating]), Damage(N(1)))]);
const TARGET_OF_OPPORTUNITY: Effects = fate(&[Do::If(YouAttack, &[To(EngagedObjective, Damage(N(1)))])]);

const PROTECTION: Effects = fate(&[To(Target(&[UNIT_OR_OBJECTIVE]), Shield)]);
const SEEDS_OF_DECAY: Effects =
    fate(&[May(&[To(Target(&[Is::Unit, Is::Ready, Is::Committed]), Focus(N(1)))])]);

pub const CARDS: Registry = &[
    ("twist-of-fate-5", TWIST_OF_FATE),
    ("twist-of-fate-20", TWIST_OF_FATE),
    ("heat-of-battle-3", HEAT_OF_BATTLE),
    ("heat-of-battle-19", HEAT_OF_BATTLE),
    ("target-of-opportunity-4", TARGET_OF_OPPORTUNITY),
    ("target-of-opportunity-21", TARGET_OF_OPPORTUNITY),
    ("protection-53", PROTECTION),
    ("protection-83", PROTECTION),
    ("seeds-of-decay-102", SEEDS_OF_DECAY),
    ("seeds-of-decay-110", SEEDS_OF_DECAY),
    ("ancient-rivals-231", fate(&[Do::Special(specials::RIVALS_OF_THE_SITH)])),
    ("ancient-rivals-234", fate(&[Do::Special(specials::RIVALS_OF_THE_JEDI)])),
];
