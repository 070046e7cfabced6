//! The round: planning, activation, combat and end phase, and the order in which ships act.

use arrayvec::ArrayVec;
use table::timing::{overruled, total};
use table::{Play, Seat, Set};

use crate::actions::perform_action_step;
use crate::cards::{Faction, Quantity, Window, library};
use crate::maneuvers::{dial, may_set, reveal_and_execute};
use crate::state::{Cloak, Cursor, Ending, Memo, ShipId, State};
use crate::{Ask, AttackWing, Choice, Event, Phase, Table, attack, damage, victory};

/// Captain skill of a ship without its captain.
pub const NO_CAPTAIN_SKILL: u8 = 1;

/// The captain skill of a ship at this moment.
pub fn skill(state: &State, id: ShipId) -> u8 {
    let in_phase =
        matches!(state.cursor, Cursor::Activation { .. } | Cursor::Combat { .. } | Cursor::End { .. });
    if state.options.tournament && in_phase {
        let skill = state.ship(id).phase_skill;
        return skill_from(overruled::<AttackWing>(state, Quantity::Skill(id), skill.into()));
    }
    current_skill(state, id)
}

fn skill_from(total: i32) -> u8 {
    total.max(0) as u8
}

fn current_skill(state: &State, id: ShipId) -> u8 {
    let ship = state.ship(id);
    // By the later FAQ a disabled captain does not count (`attackwing.known.faq.captain-disabled-skill-1`).
    let counts = !ship.captain.disabled || !state.options.tournament;
    let printed = if counts { library().captain(ship.captain.card).skill } else { NO_CAPTAIN_SKILL };
    skill_from(total::<AttackWing>(state, Quantity::Skill(id), printed.into()))
}

/// Sorts ships of equal skill: fewest squadron points, then faction, then the lots drawn at the start.
pub fn initiative(state: &State, id: ShipId) -> (Option<u16>, Faction, u8) {
    let ship = state.ship(id);
    let player = &state.players[ship.owner.index()];
    (player.spent, library().ship(ship.card).faction, player.draw)
}

/// The faction of a player's most expensive ship with all its cards.
pub fn main_faction(state: &State, seat: Seat) -> Faction {
    let own = state.ids().filter(|id| state.ship(*id).owner == seat);
    let cost = |id: &ShipId| crate::lists::ship_cost(state.ship(*id));
    // The first of equally expensive ships counts.
    let dearest = own.rev_max_by_key(cost);
    dearest.map_or(Faction::Independent, |id| library().ship(state.ship(id).card).faction)
}

trait FirstMax: Iterator<Item = ShipId> + Sized {
    /// Like `max_by_key`, but the first of several equal ones.
    fn rev_max_by_key<K: Ord>(self, key: impl Fn(&ShipId) -> K) -> Option<ShipId> {
        self.fold(None, |best: Option<ShipId>, id| match best {
            Some(best) if key(&best) >= key(&id) => Some(best),
            _ => Some(id),
        })
    }
}
impl<I: Iterator<Item = ShipId>> FirstMax for I {}

/// The players in initiative order.
pub fn players_by_initiative(state: &State) -> ArrayVec<Seat, 8> {
    let mut seats: ArrayVec<Seat, 8> = (0..state.players.len() as u8).map(Seat).collect();
    seats.sort_by_key(|seat| {
        let player = &state.players[seat.index()];
        (player.spent, main_faction(state, *seat), player.draw)
    });
    seats
}

/// The next ship to be placed: lowest captain skill first, ties by initiative.
pub fn next_ship_to_place(t: &mut Table) -> Play<Option<ShipId>> {
    let placed = t.state.ids().filter(|id| t.state.ship(*id).placed).fold(0, |done, id| done | 1 << id.0);
    next_of(t, placed, true)
}

/// The next ship to act: lowest or highest captain skill first, ties by initiative; a player with several such ships
/// chooses, and team mates with ships of one faction decide anew each time.
pub fn next_ship(t: &mut Table, done: u16, ascending: bool) -> Play<Option<ShipId>> {
    let away = t.state.ids().filter(|id| !t.state.ship(*id).in_play()).fold(0, |away, id| away | 1 << id.0);
    next_of(t, done | away, ascending)
}

fn next_of(t: &mut Table, done: u16, ascending: bool) -> Play<Option<ShipId>> {
    let state = &t.state;
    let waiting = || state.ids().filter(|id| done >> id.0 & 1 == 0);
    let skills = waiting().map(|id| skill(state, id));
    let Some(best) = (if ascending { skills.min() } else { skills.max() }) else { return Ok(None) };
    let tied = || waiting().filter(|id| skill(state, *id) == best);
    let Some(first) = tied().min_by_key(|id| initiative(state, *id)) else { return Ok(None) };
    let owner = state.ship(first).owner;
    let faction = |id: ShipId| library().ship(state.ship(id).card).faction;
    let together = |id: &ShipId| {
        let other = state.ship(*id).owner;
        other == owner || (state.team(other) == state.team(owner) && faction(*id) == faction(first))
    };
    // Nobody overtakes a ship of somebody else that has the initiative.
    let stranger = tied().filter(|id| !together(id)).map(|id| initiative(state, id)).min();
    let ahead = |id: &ShipId| stranger.is_none_or(|stranger| initiative(state, *id) <= stranger);
    let rivals: ArrayVec<ShipId, 16> = tied().filter(|id| together(id) && ahead(id)).collect();
    let choice = t.ask(owner, Ask::WhoIsNext, |_, offer| {
        rivals.iter().for_each(|id| offer.add(Choice::Ship(*id)));
    })?;
    Ok(match choice {
        Choice::Ship(id) => Some(id),
        _ => Some(first),
    })
}

/// All ships in the order of an ascending phase, without asking anybody.
fn ships_in_order(state: &State) -> ArrayVec<ShipId, 16> {
    let mut ships: ArrayVec<ShipId, 16> = state.in_play().collect();
    ships.sort_by_key(|id| (skill(state, *id), initiative(state, *id)));
    ships
}

/// Opens a window for every ship in turn.
fn window_for_all(t: &mut Table, window: Window) -> Play {
    for id in ships_in_order(&t.state) {
        if t.state.ship(id).in_play() {
            t.state.active = Some(id);
            t.window(window)?;
        }
    }
    t.state.active = None;
    Ok(())
}

pub(crate) fn freeze_skills(state: &mut State) {
    for id in state.ids() {
        state.ship_mut(id).phase_skill = current_skill(state, id);
    }
}

/// Planning Phase: every ship is assigned a maneuver in secret.
pub fn planning(t: &mut Table) -> Play {
    t.state.round += 1;
    t.emit(Event::Round(t.state.round));
    t.emit(Event::Phase(Phase::Planning));
    window_for_all(t, Window::PlanningStart)?;
    victory::check(t)?;

    let ships: ArrayVec<ShipId, 16> = t.state.in_play().collect();
    t.together(
        ships.len(),
        |t, i| {
            let owner = t.state.ship(ships[i]).owner;
            t.ask(owner, Ask::Dial(ships[i]), |state, offer| {
                for maneuver in dial(state, ships[i]) {
                    offer.judge(Choice::Maneuver(*maneuver), may_set(state, ships[i], *maneuver));
                }
            })
        },
        |state, i, choice| {
            if let Choice::Maneuver(maneuver) = choice {
                state.ship_mut(ships[i]).dial = Some(maneuver);
            }
        },
    )?;
    freeze_skills(&mut t.state);
    t.state.cursor = Cursor::Activation { done: 0 };
    t.emit(Event::Phase(Phase::Activation));
    Ok(())
}

/// One ship's activation, or the change to the Combat Phase when all ships have been activated.
pub fn activation(t: &mut Table, done: u16) -> Play {
    let Some(id) = next_ship(t, done, true)? else { return begin_combat(t) };
    t.state.active = Some(id);
    reveal_and_execute(t, id)?;
    if t.state.ship(id).in_play() {
        perform_action_step(t, id)?;
    }
    t.state.active = None;
    t.state.cursor = Cursor::Activation { done: done | 1 << id.0 };
    victory::check(t)
}

fn begin_combat(t: &mut Table) -> Play {
    freeze_skills(&mut t.state);
    t.state.cursor = Cursor::Combat { done: 0 };
    t.emit(Event::Phase(Phase::Combat));
    window_for_all(t, Window::CombatStart)?;
    victory::check(t)
}

/// One ship's turn in the Combat Phase, or the change to the End Phase when all ships have had theirs.
pub fn combat(t: &mut Table, done: u16) -> Play {
    let Some(id) = next_ship(t, done, false)? else {
        freeze_skills(&mut t.state);
        t.state.cursor = Cursor::End { done: 0 };
        t.emit(Event::Phase(Phase::End));
        return Ok(());
    };
    t.state.active = Some(id);
    attack::combat_turn(t, id)?;
    if t.state.ship(id).doomed {
        damage::remove(t, id);
    }
    t.state.active = None;
    t.state.cursor = Cursor::Combat { done: done | 1 << id.0 };
    victory::check(t)
}

/// The End Phase of one ship, in ascending order of captain skill; after the last one the round ends.
pub fn end(t: &mut Table, done: u16) -> Play {
    let next = ships_in_order(&t.state).into_iter().find(|id| done >> id.0 & 1 == 0);
    let Some(id) = next else { return end_round(t) };
    if done == 0 {
        window_for_all(t, Window::EndPhase)?;
    }
    raise_shields(t, id)?;
    let ship = t.state.ship_mut(id);
    (ship.scan, ship.evade, ship.battle_stations) = (0, 0, 0);
    t.state.cursor = Cursor::End { done: done | 1 << id.0 };
    Ok(())
}

/// Shields may come up again; a green cloak stays only if they do not.
fn raise_shields(t: &mut Table, id: ShipId) -> Play {
    let ship = t.state.ship(id);
    let owner = ship.owner;
    match ship.cloak {
        cloak if cloak.is_on() && !cloak.is_red() => {
            let choice = t.ask(owner, Ask::CloakOrShields(id), |_, offer| {
                offer.pass(Choice::KeepCloak);
                offer.add(Choice::RaiseShields);
                offer.add(Choice::DropCloak);
            })?;
            match choice {
                Choice::RaiseShields => {
                    drop_cloak(t, id);
                    shields_up(t, id);
                }
                Choice::DropCloak => drop_cloak(t, id),
                _ => {
                    t.state.ship_mut(id).cloak = Cloak::Standing { red: false };
                    t.emit(Event::CloakKept(id));
                }
            }
        }
        cloak => {
            if cloak.is_on() {
                drop_cloak(t, id);
            }
            if t.state.ship(id).lowered > 0 {
                let choice = t.ask(owner, Ask::Shields(id), |_, offer| {
                    offer.add(Choice::RaiseShields);
                    offer.pass(Choice::LeaveShieldsDown);
                })?;
                if choice == Choice::RaiseShields {
                    shields_up(t, id);
                }
            }
        }
    }
    Ok(())
}

fn drop_cloak(t: &mut Table, id: ShipId) {
    t.state.ship_mut(id).cloak = Cloak::Off;
    t.emit(Event::Decloaks(id));
}

fn shields_up(t: &mut Table, id: ShipId) {
    let ship = t.state.ship_mut(id);
    let raised = ship.lowered;
    ship.shields += raised;
    ship.lowered = 0;
    t.emit(Event::ShieldsRaised(id, raised));
}

/// What the end of the round brings, then the marks of the round are cleared and a new round begins.
fn end_round(t: &mut Table) -> Play {
    t.window(Window::RoundEnd)?;
    for ship in &mut t.state.ships {
        ship.captain.memo = Memo::default();
        ship.upgrades.iter_mut().for_each(|upgrade| upgrade.memo = Memo::default());
        ship.damage.iter_mut().for_each(|damage| damage.acted = false);
        ship.performed = Set::default();
        ship.no_action = false;
        ship.bumped = false;
        ship.flown = None;
        ship.revealed = false;
    }
    victory::check(t)?;
    if t.state.options.rounds.is_some_and(|limit| t.state.round >= limit) {
        return victory::end_game(t, Default::default(), Ending::RoundLimit);
    }
    t.state.cursor = Cursor::Planning;
    Ok(())
}
