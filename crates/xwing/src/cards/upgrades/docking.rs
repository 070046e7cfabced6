//! Cards of carriers and of the ships docked at them. What a docked ship does for its carrier is told here too, on the
//! title of the carrier, since the cards of a docked ship say nothing themselves.

use arrayvec::ArrayVec;
use table::Play;
use table::timing::{Ability, total};

use crate::attack::{could_attack, last_attack, weapons};
use crate::cards::patterns::{able, changes, free_action, may, must, own};
use crate::cards::tokens::concerns;
use crate::cards::{ArcName, Effects, Quantity, Registry, UpgradeSlot, Window, upgrade_facts};
use crate::docking::{deploy, deploy_up_to, docked_at};
use crate::state::{Action, CardRef, MAX_UPGRADES, Moment, ShipId, State, Weapon};
use crate::{Event, Table, XWing};

/// How many ships a cruiser launches at once.
const LAUNCHES: i32 = 2;
/// The pilot skill of ships that the Requiem launches.
const REQUIEM_SKILL: u8 = 8;

pub const EFFECTS: Registry = &[
    ("docking-clamps", Effects::FACTS),
    ("requiem", able(&[REQUIEM])),
    ("vector", changes(&[own!(Deployments = 4)])),
    ("ghost", able(&[UNDOCK, TURRET_OF_BOTH])),
    ("ghost-phantom-ii", able(&[UNDOCK, COORDINATES])),
    ("phantom", Effects { docked_arc: Some(ArcName::Rear), ..Effects::NONE }),
    ("phantom-ii", Effects { docked_arc: Some(ArcName::Rear), ..Effects::NONE }),
    ("hounds-tooth", Effects::FACTS),
];

fn has_docked(state: &State, carrier: ShipId) -> bool {
    docked_at(state, carrier).next().is_some()
}

/// After its maneuver the ship may deploy the one that is docked at it.
const UNDOCK: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| Ok(concerns(state, card) && has_docked(state, card.ship)),
    |t, card| {
        let docked = docked_at(&t.state, card.ship).next();
        docked.map_or(Ok(()), |id| deploy(t, id))
    },
);

/// After its maneuver the cruiser may deploy some of the ships that are docked at it.
pub const LAUNCH: Ability<XWing> = may(
    Window::AfterManeuver,
    |state, card| Ok(concerns(state, card) && has_docked(state, card.ship)),
    |t, card| {
        let most = total::<XWing>(&t.state, Quantity::Deployments(card.ship), LAUNCHES);
        deploy_up_to(t, card.ship, usize::try_from(most).unwrap_or_default())
    },
);

/// Ships that it deploys have pilot skill 8 for the rest of the round.
const REQUIEM: Ability<XWing> = must(
    Window::Deployed,
    |state, card| Ok(matches!(state.moment(), Some(Moment::Deployed(carrier, _)) if carrier == card.ship)),
    |t, _| {
        if let Some(Moment::Deployed(_, id)) = t.state.moment() {
            t.state.ship_mut(id).skill_set = Some(REQUIEM_SKILL);
            t.emit(Event::SkillSet(id, REQUIEM_SKILL));
        }
        Ok(())
    },
);

fn is_turret(state: &State, weapon: Weapon) -> bool {
    match weapon {
        Weapon::Primary => false,
        Weapon::Secondary(card) => {
            upgrade_facts(state, card).is_some_and(|row| row.slot == UpgradeSlot::Turret)
        }
    }
}

/// With its shuttle docked the ship may make one more attack with a turret when the Combat phase ends, its last one.
const TURRET_OF_BOTH: Ability<XWing> = may(
    Window::EndOfCombat,
    |state, card| {
        Ok(has_docked(state, card.ship)
            && could_attack(state, card.ship, |weapon, _| is_turret(state, weapon)))
    },
    fire_turret,
);

fn fire_turret(t: &mut Table, card: CardRef) -> Play {
    let turrets: ArrayVec<Weapon, MAX_UPGRADES> =
        weapons(&t.state, card.ship).filter(|weapon| is_turret(&t.state, *weapon)).collect();
    last_attack(t, card, card.ship, |weapon, _| turrets.contains(&weapon)).map(|_| ())
}

/// With its shuttle docked the ship may coordinate as a free action when the Activation phase ends.
const COORDINATES: Ability<XWing> =
    free_action!(EndOfActivation, [Action::Coordinate], |state, card| has_docked(state, card.ship));
