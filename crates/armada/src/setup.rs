//! Setting up a position: ships and squadrons on the play area, and a ship that is being activated.

use geometry::{Area, Pose, Vec2, inside, overlaps};
use serde::{Deserialize, Serialize};
use table::{Fault, Row, Words};

use crate::cards::{DamageKind, ShipKind, SquadronKind, UpgradeKind, library};
use crate::measure::{base, bodies_overlap, body_of, covers_squadron, squadron};
use crate::state::{
    Command, Cursor, Damage, DamageDeck, DefenseToken, Faction, Ship, ShipId, Squadron, SquadronId, State,
    TokenSide,
};

/// A position in the middle of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Width and depth of the play area.
    pub area: (f64, f64),
    pub first: Faction,
    pub ships: Vec<Placed>,
    pub squadrons: Vec<PlacedSquadron>,
    /// The number of the activated ship.
    pub active: u8,
    pub step: Cursor,
}

impl Default for Setup {
    fn default() -> Self {
        Setup {
            area: (914.4, 914.4),
            first: Faction::Rebel,
            ships: Vec::new(),
            squadrons: Vec::new(),
            active: 0,
            step: Cursor::Attack { used: 0 },
        }
    }
}

/// A ship; what is not said is as at the start of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub ship: String,
    pub owner: Faction,
    pub pose: Pose,
    pub speed: u8,
    #[serde(default)]
    pub upgrades: Vec<String>,
    #[serde(default)]
    pub shields: Option<[u8; 4]>,
    #[serde(default)]
    pub tokens: Option<Vec<DefenseToken>>,
    /// Damage cards, and whether they lie face up.
    #[serde(default)]
    pub damage: Vec<(String, bool)>,
    #[serde(default)]
    pub dial: Option<Command>,
    #[serde(default)]
    pub navigate_token: bool,
}

impl Placed {
    pub fn new(ship: &str, owner: Faction, pose: Pose, speed: u8) -> Self {
        Placed {
            ship: ship.to_string(),
            owner,
            pose,
            speed,
            upgrades: Vec::new(),
            shields: None,
            tokens: None,
            damage: Vec::new(),
            dial: None,
            navigate_token: false,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedSquadron {
    pub squadron: String,
    pub owner: Faction,
    pub at: Vec2,
}

/// Collects what is wrong with a set-up.
#[derive(Default)]
struct Check {
    faults: Vec<Fault>,
}

impl Check {
    fn fault(&mut self, place: &str, rule: Option<&'static str>, en: &str, de: &str) {
        self.faults.push(Fault::new(place, rule, en, de));
    }

    /// A card by its id. What kind of card it would be is said as in "there is no …".
    fn card<R: Row>(&mut self, no: Words, id: &str) -> Option<R> {
        let found = R::find(id);
        if found.is_none() {
            let Words { en, de } = no;
            self.fault(id, None, &format!("there is {en} {id:?}"), &format!("es gibt {de} {id:?}"));
        }
        found
    }
}

/// The position, or everything that is wrong with it.
pub fn begin(setup: &Setup) -> Result<State, Vec<Fault>> {
    let mut check = Check::default();
    let mut state = State {
        area: Area::table(setup.area.0, setup.area.1),
        first: setup.first.seat(),
        ships: Default::default(),
        squadrons: Default::default(),
        deck: DamageDeck::new((0..).map(DamageKind).zip(library().damage.iter().map(|card| card.copies))),
        active: ShipId(setup.active),
        cursor: setup.step,
        course: None,
        attack: None,
    };
    if setup.ships.len() > state.ships.capacity() || setup.squadrons.len() > state.squadrons.capacity() {
        check.fault("", None, "too many ships or squadrons", "zu viele Schiffe oder Staffeln");
        return Err(check.faults);
    }
    for placed in &setup.ships {
        if let Some(ship) = new_ship(&mut check, &mut state.deck, placed) {
            state.ships.push(ship);
        }
    }
    for placed in &setup.squadrons {
        let no = Words::new("no squadron", "keine Staffel");
        if let Some(kind) = check.card::<SquadronKind>(no, &placed.squadron) {
            let hull = library().squadron(kind).hull;
            let owner = placed.owner.seat();
            state.squadrons.push(Squadron { kind, owner, at: placed.at, hull, aside: false });
        }
    }
    if usize::from(setup.active) >= setup.ships.len() {
        check.fault("active", None, "there is no such ship", "dieses Schiff gibt es nicht");
    }
    if check.faults.is_empty() {
        check_places(&mut check, &state);
    }
    if check.faults.is_empty() { Ok(state) } else { Err(check.faults) }
}

fn new_ship(check: &mut Check, deck: &mut DamageDeck, placed: &Placed) -> Option<Ship> {
    let kind: ShipKind = check.card(Words::new("no ship", "kein Schiff"), &placed.ship)?;
    let facts = library().ship(kind);
    if usize::from(placed.speed) > facts.chart.len() {
        check.fault(
            &placed.ship,
            Some("armada.speed.maximum"),
            "is faster than its speed chart",
            "ist schneller, als seine Schubtabelle erlaubt",
        );
    }
    let most = facts.shields.array();
    let shields = placed.shields.unwrap_or(most);
    if shields.iter().zip(most).any(|(shields, most)| *shields > most) {
        check.fault(
            &placed.ship,
            Some("armada.shields.maximum"),
            "has more shields than its maximum",
            "hat mehr Schilde als sein Maximum",
        );
    }
    let readied = facts.tokens.iter().map(|kind| DefenseToken { kind: *kind, side: TokenSide::Readied });
    let tokens = placed.tokens.clone().unwrap_or_else(|| readied.collect());
    if tokens.len() > 8 || placed.upgrades.len() > 10 {
        check.fault(
            &placed.ship,
            None,
            "has too many tokens or upgrades",
            "hat zu viele Marker oder Aufwertungen",
        );
    }
    if placed.damage.len() >= facts.hull.into() {
        check.fault(
            &placed.ship,
            Some("armada.damage.ship-destroyed"),
            "has more damage than it can take",
            "hat mehr Schaden, als es aushält",
        );
    }
    let mut ship = Ship {
        kind,
        owner: placed.owner.seat(),
        pose: placed.pose,
        speed: placed.speed,
        shields,
        tokens: tokens.into_iter().take(8).collect(),
        upgrades: Default::default(),
        damage: Default::default(),
        dial: placed.dial,
        navigate_token: placed.navigate_token,
        destroyed: false,
    };
    for id in placed.upgrades.iter().take(10) {
        ship.upgrades.extend(check.card::<UpgradeKind>(Words::new("no upgrade", "keine Aufwertung"), id));
    }
    for (id, face_up) in placed.damage.iter().take(24) {
        let no = Words::new("no damage card", "keine Schadenskarte");
        if let Some(kind) = check.card::<DamageKind>(no, id) {
            if deck.left_of(kind) == 0 {
                check.fault(id, None, "is not in the deck that often", "kommt im Stapel nicht so oft vor");
            }
            deck.take(kind);
            ship.damage.push(Damage { kind: Some(kind), face_up: *face_up });
        }
    }
    Some(ship)
}

/// Everything stands within the play area and nothing on anything else.
fn check_places(check: &mut Check, state: &State) {
    for id in state.in_play() {
        let name = &state.ship(id).facts().id;
        if !state.ship(id).pose.at.is_finite() || !inside(&base(state, id), &state.area) {
            check.fault(
                name,
                Some("armada.play-area.outside-destroyed"),
                "stands outside the play area",
                "steht außerhalb der Spielfläche",
            );
        }
        let body = body_of(state, id);
        if state.others(id).any(|other| other > id && bodies_overlap(&body, &body_of(state, other))) {
            check.fault(name, None, "stands on another ship", "steht auf einem anderen Schiff");
        }
        if state.standing().any(|squad| covers_squadron(&body, state.squadron(squad).at)) {
            check.fault(
                name,
                Some("armada.overlap.squadron-cannot"),
                "stands on a squadron",
                "steht auf einer Staffel",
            );
        }
    }
    for id in state.standing() {
        let name = &library().squadron(state.squadron(id).kind).id;
        let at = state.squadron(id).at;
        let disc = squadron(at);
        if !at.is_finite() || !inside(&disc, &state.area) {
            check.fault(
                name,
                Some("armada.play-area.outside-destroyed"),
                "stands outside the play area",
                "steht außerhalb der Spielfläche",
            );
        }
        let on = |other: &SquadronId| *other > id && overlaps(&disc, &squadron(state.squadron(*other).at));
        if state.standing().any(|other| on(&other)) {
            check.fault(
                name,
                Some("armada.overlap.squadron-cannot"),
                "stands on another squadron",
                "steht auf einer anderen Staffel",
            );
        }
    }
}
