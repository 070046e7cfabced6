//! What is counted at the two flight-path games.

use std::fmt;

use attackwing::{AttackWing, Blocker};
use flightpath::judging::passes_outside;
use flightpath::{Bearing, Colour, Maneuver};
use geometry::{Area, Base, Footprint, Pose, Vec2, outside};
use table::{Game, Logged, Seat};
use xwing::XWing;

use super::{Watch, mean, share};

/// A ship as far as it is counted.
struct Flyer {
    side: Seat,
    pose: Pose,
    length: f64,
    dial: &'static [Maneuver],
}

impl Flyer {
    /// Whether every maneuver of its dial leads off the table, or would if somebody stopped the ship on its way.
    fn is_lost(&self, area: &Area) -> bool {
        let base = Base::square(self.length);
        let stops = |maneuver: &Maneuver| passes_outside(self.pose, base, *maneuver, area);
        let leaves = |maneuver: &Maneuver| {
            let end = maneuver
                .path()
                .map(|path| path.end_travelling(self.pose, self.length, maneuver.bearing.travel()));
            end.is_some_and(|end| outside(&Footprint::new(base, end), area))
        };
        self.dial.iter().all(|maneuver| leaves(maneuver) || stops(maneuver))
    }
}

#[derive(Default, Debug)]
pub struct Flights {
    pub games: u64,
    pub rounds: u64,
    pub maneuvers: u64,
    /// Maneuvers that ended at a ship of the own side, and those of them in the first two rounds.
    pub own_rams: u64,
    pub early_rams: u64,
    pub enemy_rams: u64,
    /// Maneuvers that led onto or over an obstacle.
    pub obstacles: u64,
    /// Ships that left the table, and those of them that had a maneuver on their dial that would have kept them on it.
    pub fled: u64,
    pub fled_by_choice: u64,
    /// Abilities and actions of the own side that had a ship leave the table.
    pub fled_by_card: u64,
    /// Sides of more than one ship as they were deployed.
    pub formations: u64,
    /// Mean distance of a ship from the middle of its side, and from its nearest friend, summed over formations.
    spread: f64,
    nearest: f64,
    /// Ships that were placed, and those of them that faced the half of the table where the enemy stands.
    pub placed: u64,
    pub facing: u64,
    /// Ships that nothing on their dial can keep on the table.
    lost: Vec<bool>,
    round: u64,
}

impl Flights {
    pub fn own_ram_share(&self) -> f64 {
        share(self.own_rams, self.maneuvers)
    }
    pub fn obstacle_share(&self) -> f64 {
        share(self.obstacles, self.maneuvers)
    }
    /// Mean distance of ships from the middle of their side at deployment, in millimetres.
    pub fn mean_spread(&self) -> f64 {
        mean(self.spread, self.formations)
    }
    pub fn mean_nearest(&self) -> f64 {
        mean(self.nearest, self.formations)
    }

    fn planned(&mut self, ships: &[Option<Flyer>], area: &Area) {
        self.round += 1;
        self.rounds += 1;
        self.lost = ships.iter().map(|ship| ship.as_ref().is_some_and(|ship| ship.is_lost(area))).collect();
        if self.round == 1 {
            self.deployed(ships);
        }
    }

    fn deployed(&mut self, ships: &[Option<Flyer>]) {
        let ships: Vec<&Flyer> = ships.iter().flatten().collect();
        for ship in &ships {
            let enemies: Vec<Vec2> =
                ships.iter().filter(|other| other.side != ship.side).map(|other| other.pose.at).collect();
            let middle = middle(&enemies);
            let way = middle - ship.pose.at;
            self.placed += 1;
            self.facing += u64::from(ship.pose.heading.ahead().dot(way) > 0.5 * way.length());
        }
        for side in (0..8).map(Seat) {
            let own: Vec<Vec2> =
                ships.iter().filter(|ship| ship.side == side).map(|ship| ship.pose.at).collect();
            if own.len() < 2 {
                continue;
            }
            let centre = middle(&own);
            let nearest = |(place, at): (usize, &Vec2)| {
                let others = own.iter().enumerate().filter(|(other, _)| *other != place);
                others.map(|(_, other)| other.distance(*at)).fold(f64::INFINITY, f64::min)
            };
            self.formations += 1;
            self.spread += own.iter().map(|at| at.distance(centre)).sum::<f64>() / own.len() as f64;
            self.nearest += own.iter().enumerate().map(nearest).sum::<f64>() / own.len() as f64;
        }
    }

    fn overlapped(&mut self, friends: bool) {
        if friends {
            self.own_rams += 1;
            self.early_rams += u64::from(self.round <= 2);
        } else {
            self.enemy_rams += 1;
        }
    }

    fn left(&mut self, ship: usize, by_card: bool) {
        self.fled += 1;
        self.fled_by_card += u64::from(by_card);
        self.fled_by_choice += u64::from(!self.lost.get(ship).copied().unwrap_or_default());
    }
}

fn middle(places: &[Vec2]) -> Vec2 {
    places.iter().fold(Vec2::ZERO, |sum, at| sum + *at) / places.len().max(1) as f64
}

fn table_of((width, depth): (f64, f64)) -> Area {
    Area { min: Vec2::ZERO, max: Vec2::new(width, depth) }
}

static DRIFT: [Maneuver; 1] = [Maneuver { bearing: Bearing::Straight, speed: 1, colour: Colour::White }];

/// What happened, as far as it is counted.
enum Seen {
    Round,
    Maneuver,
    Ship { friend: bool },
    Obstacle,
    Left(usize),
}

/// A flight-path game as far as it is counted.
trait Flown: Game {
    fn flyers(state: &Self::State) -> Vec<Option<Flyer>>;
    fn size(state: &Self::State) -> (f64, f64);
    fn seen(state: &Self::State, event: &Self::Event) -> Option<Seen>;
}

impl Flown for XWing {
    fn flyers(state: &xwing::State) -> Vec<Option<Flyer>> {
        let flyer = |ship: &xwing::Ship| {
            // An ionized ship drifts, whatever its dial says.
            let dial: &[Maneuver] =
                if ship.is_ionized() { &DRIFT } else { &xwing::cards::library().ship(ship.kind).dial };
            let length = if ship.size == xwing::Size::Small { 40.0 } else { 80.0 };
            ship.in_play().then_some(Flyer { side: ship.side(), pose: ship.pose, length, dial })
        };
        state.ships.iter().map(flyer).collect()
    }

    fn size(state: &xwing::State) -> (f64, f64) {
        state.options.size()
    }

    fn seen(state: &xwing::State, event: &xwing::Event) -> Option<Seen> {
        use xwing::Event;
        Some(match event {
            Event::Round(_) => Seen::Round,
            Event::Moved(..) => Seen::Maneuver,
            Event::Overlaps(id, other) => Seen::Ship { friend: state.are_friends(*id, *other) },
            Event::OnObstacle(..) => Seen::Obstacle,
            Event::Fled(id) => Seen::Left(id.index()),
            _ => return None,
        })
    }
}

impl Flown for AttackWing {
    fn flyers(state: &attackwing::State) -> Vec<Option<Flyer>> {
        let flyer = |ship: &attackwing::Ship| {
            let dial = &attackwing::cards::library().class(ship.class).maneuvers;
            let side = Seat(state.team(ship.owner));
            ship.in_play().then_some(Flyer { side, pose: ship.pose, length: 40.0, dial })
        };
        state.ships.iter().map(flyer).collect()
    }

    fn size(state: &attackwing::State) -> (f64, f64) {
        state.options.size()
    }

    fn seen(state: &attackwing::State, event: &attackwing::Event) -> Option<Seen> {
        use attackwing::Event;
        Some(match event {
            Event::Round(_) => Seen::Round,
            Event::Moved(..) => Seen::Maneuver,
            Event::Overlap(id, Blocker::Ship(other)) => Seen::Ship { friend: state.are_friends(*id, *other) },
            Event::Overlap(_, Blocker::Obstacle) => Seen::Obstacle,
            Event::Fled(id) => Seen::Left(id.index()),
            _ => return None,
        })
    }
}

impl<G: Flown> Watch<G> for Flights {
    fn begin(&mut self) {
        self.games += 1;
        self.round = 0;
    }

    fn see(&mut self, state: &G::State, happened: &[Logged<G>]) {
        // One maneuver may overlap several ships and obstacles.
        let (mut friends, mut enemies, mut obstacles) = (false, false, false);
        for Logged { event, cause, .. } in happened {
            match G::seen(state, event) {
                Some(Seen::Round) => self.planned(&G::flyers(state), &table_of(G::size(state))),
                Some(Seen::Maneuver) => {
                    self.maneuvers += 1;
                    (friends, enemies, obstacles) = (false, false, false);
                }
                Some(Seen::Ship { friend }) => {
                    let met = if friend { &mut friends } else { &mut enemies };
                    if !std::mem::replace(met, true) {
                        self.overlapped(friend);
                    }
                }
                Some(Seen::Obstacle) => self.obstacles += u64::from(!std::mem::replace(&mut obstacles, true)),
                Some(Seen::Left(ship)) => self.left(ship, cause.is_some()),
                None => {}
            }
        }
    }
}

impl fmt::Display for Flights {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let rounds = mean(self.rounds as f64, self.games);
        writeln!(f, "{} games of {rounds:.1} rounds, {} maneuvers", self.games, self.maneuvers)?;
        writeln!(
            f,
            "  own rams        {:>6.2} % ({}, of them {} in the first two rounds)",
            self.own_ram_share(),
            self.own_rams,
            self.early_rams,
        )?;
        writeln!(f, "  enemy rams      {:>6.2} %", share(self.enemy_rams, self.maneuvers))?;
        writeln!(f, "  obstacles met   {:>6.2} % ({})", self.obstacle_share(), self.obstacles)?;
        writeln!(
            f,
            "  left the table  {:>6} ships, {} with a way to stay on it, {} by a card",
            self.fled, self.fled_by_choice, self.fled_by_card,
        )?;
        writeln!(
            f,
            "  formations      {:>6.0} mm from their middle, {:.0} mm to the nearest friend, {:.1} % facing the enemy",
            self.mean_spread(),
            self.mean_nearest(),
            share(self.facing, self.placed),
        )
    }
}
