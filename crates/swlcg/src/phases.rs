//! The course of a turn: its six phases, and the action windows between their steps.

use table::{Play, Seat};

use crate::cards::{Boon, Keyword, Trigger, Window, constants};
use crate::state::{CardId, Cursor, Occurrence, Phase, Side, Source, State, Until, opponent};
use crate::timing::{come_due, end_of, happened, settle};
use crate::{Ask, Choice, Event, Table, conflict, damage, force, setup, zones};

/// How many cards a player draws up to, without cards that change it.
pub const RESERVE: i32 = 6;
/// How many objectives a player has after refreshing.
pub const OBJECTIVES: usize = 3;

/// One step of the game.
pub fn step(t: &mut Table) -> Play {
    match t.state.cursor {
        Cursor::ObjectivesDrawn => setup::draw_objectives(t),
        Cursor::StartingHands => setup::draw_hands(t),
        Cursor::Mulligan => setup::mulligans(t),
        Cursor::ObjectivesRevealed => setup::reveal_objectives(t),
        Cursor::TurnBegins => turn_begins(t),
        Cursor::Balance => balance(t),
        Cursor::Refresh => refresh(t),
        Cursor::Draw => draw(t),
        Cursor::Deployment => deployment(t),
        Cursor::ConflictBegins => conflict_begins(t),
        Cursor::Engage => {
            let next = conflict::declare(t)?;
            go_to(t, next)
        }
        Cursor::AttackersDeclared
        | Cursor::DeclareDefenders
        | Cursor::DefendersDeclared
        | Cursor::EdgeBattle
        | Cursor::EdgeDecided
            if conflict::is_broken_off(&t.state) =>
        {
            go_to(t, Cursor::Unopposed)
        }
        Cursor::AttackersDeclared => actions(t, Cursor::DeclareDefenders),
        Cursor::DeclareDefenders => {
            conflict::declare_defenders(t)?;
            go_to(t, Cursor::DefendersDeclared)
        }
        Cursor::DefendersDeclared => actions(t, Cursor::EdgeBattle),
        Cursor::EdgeBattle => {
            conflict::edge::battle(t)?;
            go_to(t, Cursor::EdgeDecided)
        }
        Cursor::EdgeDecided => actions(t, Cursor::Strikes),
        Cursor::Strikes => strikes(t),
        Cursor::Unopposed => {
            conflict::reward_unopposed(t)?;
            conflict::end(t)?;
            go_to(t, Cursor::EngagementOver)
        }
        Cursor::EngagementOver => actions(t, Cursor::Engage),
        Cursor::ConflictEnds => {
            t.window(Window::Action)?;
            // A card may have taken the Force phase out of this turn.
            let skips = std::mem::take(&mut t.state.no_force_phase);
            end_phase(t, if skips { Cursor::TurnEnds } else { Cursor::Commit })
        }
        Cursor::Commit => {
            begin_phase(t)?;
            force::commit_units(t)?;
            go_to(t, Cursor::ForceStruggle)
        }
        Cursor::ForceStruggle => {
            force::struggle(t)?;
            t.window(Window::Action)?;
            end_phase(t, Cursor::TurnEnds)
        }
        Cursor::TurnEnds => turn_ends(t),
        Cursor::Over => t.over(),
    }
}

pub fn go_to(t: &mut Table, cursor: Cursor) -> Play {
    t.state.cursor = cursor;
    if has_heading(&t.state, cursor) {
        t.emit(Event::Step(cursor));
    }
    Ok(())
}

/// Whether a step is announced: no heading stands over nothing, or over a line that says the same.
// audit: no rule — says which headings the log has
fn has_heading(state: &State, cursor: Cursor) -> bool {
    match cursor {
        Cursor::ObjectivesDrawn
        | Cursor::StartingHands
        | Cursor::Mulligan
        | Cursor::ObjectivesRevealed
        | Cursor::Balance
        | Cursor::Refresh
        | Cursor::Draw
        | Cursor::Deployment
        | Cursor::ConflictBegins
        | Cursor::EdgeBattle
        | Cursor::EngagementOver
        | Cursor::Commit => true,
        Cursor::Strikes => conflict::strike::next_to_strike(state).is_some(),
        // "Turn 3: Light Side", "Force struggle: 2 against 1", and what is said of each unit that attacks or defends.
        Cursor::TurnBegins
        | Cursor::Engage
        | Cursor::AttackersDeclared
        | Cursor::DeclareDefenders
        | Cursor::DefendersDeclared
        | Cursor::EdgeDecided
        | Cursor::Unopposed
        | Cursor::ConflictEnds
        | Cursor::ForceStruggle
        | Cursor::TurnEnds
        | Cursor::Over => false,
    }
}

/// An action window, and then the next step.
fn actions(t: &mut Table, next: Cursor) -> Play {
    t.window(Window::Action)?;
    go_to(t, next)
}

fn begin_phase(t: &mut Table) -> Play {
    happened(t, Occurrence::new(Trigger::PhaseBegins).by(t.state.active))
}

fn end_phase(t: &mut Table, next: Cursor) -> Play {
    happened(t, Occurrence::new(Trigger::PhaseEnds).by(t.state.active))?;
    come_due(t, Until::EndOfPhase)?;
    end_of(&mut t.state, Until::EndOfPhase);
    settle(t)?;
    damage::check_capacities(t)?;
    go_to(t, next)
}

fn turn_begins(t: &mut Table) -> Play {
    t.emit(Event::Turn(t.state.active, t.state.turn));
    happened(t, Occurrence::new(Trigger::TurnBegins).by(t.state.active))?;
    go_to(t, Cursor::Balance)
}

/// The dial of the dark side advances, twice as far with the Balance of the Force; the light side, if it has the balance,
/// may damage an objective.
fn balance(t: &mut Table) -> Play {
    begin_phase(t)?;
    let (active, balance) = (t.state.active, t.state.balance);
    match Side::of(active) {
        Side::Dark => damage::advance_dial(t, if balance == Side::Dark { 2 } else { 1 })?,
        Side::Light if balance == Side::Light => balance_damage(t, active)?,
        Side::Light => {}
    }
    end_phase(t, Cursor::Refresh)
}

fn balance_damage(t: &mut Table, seat: Seat) -> Play {
    let choice = t.ask(seat, Ask::BalanceDamage, |state, offer| {
        state.objectives(opponent(seat)).for_each(|id| offer.add(Choice::Card(id)));
        offer.pass(Choice::Pass);
    })?;
    if let Choice::Card(objective) = choice {
        damage::deal(t, objective, 1, Source::rules(seat))?;
    }
    Ok(())
}

/// Focus tokens, shields, objectives. The light side's first turn begins without removing focus tokens.
fn refresh(t: &mut Table) -> Play {
    begin_phase(t)?;
    let seat = t.state.active;
    let own: Vec<CardId> = t.state.in_play().filter(|id| t.state.card(*id).controller == seat).collect();
    if t.state.turn != 2 {
        for id in &own {
            let tokens = if constants::has_keyword(&t.state, *id, Keyword::Elite) { 2 } else { 1 };
            if t.state.is_in_play(*id) && !constants::has(&t.state, *id, Boon::KeepsFocus) {
                damage::remove_focus(t, *id, tokens, seat)?;
            }
        }
    }
    remove_shields(t, seat, &own)?;
    while t.state.objectives(seat).filter(|id| !t.state.card(*id).is_mission()).count() < OBJECTIVES {
        let objective = zones::draw_objective(t, seat)?;
        t.emit(Event::ObjectiveRevealed(objective));
        zones::enter_play(t, objective, None, false)?;
        if !t.state.is_in_play(objective) {
            break;
        }
    }
    happened(t, Occurrence::new(Trigger::Refreshed).by(seat))?;
    t.window(Window::Action)?;
    end_phase(t, Cursor::Draw)
}

/// All shields of a player's cards are removed at the same time.
fn remove_shields(t: &mut Table, seat: Seat, own: &[CardId]) -> Play {
    let shielded: Vec<(CardId, u8)> =
        own.iter().map(|id| (*id, t.state.card(*id).shields)).filter(|(_, shields)| *shields > 0).collect();
    if shielded.is_empty() {
        return Ok(());
    }
    shielded.iter().for_each(|(id, _)| t.state.card_mut(*id).shields = 0);
    t.emit(Event::ShieldsRemoved(seat));
    for (id, shields) in shielded {
        for _ in 0..shields {
            damage::shield_is_gone(t, id, seat)?;
        }
    }
    Ok(())
}

/// How many cards a player draws up to.
pub fn reserve(state: &State, seat: Seat) -> usize {
    let changes = if constants::of_player(state, seat, Boon::ReserveNotRaised) > 0 {
        constants::lowered(state, seat, Boon::Reserve)
    } else {
        constants::of_player(state, seat, Boon::Reserve)
    };
    usize::try_from(RESERVE + changes).unwrap_or_default()
}

/// One card may be discarded; then the hand is brought to the reserve value.
fn draw(t: &mut Table) -> Play {
    t.state.drawn = 0;
    begin_phase(t)?;
    let seat = t.state.active;
    let choice = t.ask(seat, Ask::DiscardOne, |state, offer| {
        zones::hand_kinds(state, seat).for_each(|id| offer.add(Choice::Card(id)));
        offer.pass(Choice::Pass);
    })?;
    if let Choice::Card(id) = choice {
        zones::discard(t, id)?;
    }
    while t.state.player(seat).hand.len() < reserve(&t.state, seat) && !zones::may_draw_no_more(&t.state) {
        zones::draw(t, seat)?;
    }
    while t.state.player(seat).hand.len() > reserve(&t.state, seat) {
        let choice = t.ask(seat, Ask::DiscardDown, |state, offer| {
            zones::hand_kinds(state, seat).for_each(|id| offer.add(Choice::Card(id)));
        })?;
        let Choice::Card(id) = choice else { break };
        zones::discard(t, id)?;
    }
    t.window(Window::Action)?;
    end_phase(t, Cursor::Deployment)
}

/// One long action window, in which the active player also plays units, enhancements and missions. The dark side's first
/// turn has no conflict phase.
fn deployment(t: &mut Table) -> Play {
    begin_phase(t)?;
    t.window(Window::Action)?;
    end_phase(t, if t.state.turn == 1 { Cursor::Commit } else { Cursor::ConflictBegins })
}

fn conflict_begins(t: &mut Table) -> Play {
    begin_phase(t)?;
    t.window(Window::Action)?;
    go_to(t, Cursor::Engage)
}

/// Step 5: one strike and the action window after it, or the next step when nobody is left to strike.
fn strikes(t: &mut Table) -> Play {
    if conflict::is_broken_off(&t.state) {
        return go_to(t, Cursor::Unopposed);
    }
    let Some(seat) = conflict::strike::next_to_strike(&t.state) else { return go_to(t, Cursor::Unopposed) };
    conflict::strike::strike(t, seat)?;
    t.window(Window::Action)
}

fn turn_ends(t: &mut Table) -> Play {
    happened(t, Occurrence::new(Trigger::TurnEnds).by(t.state.active))?;
    come_due(t, Until::EndOfTurn)?;
    end_of(&mut t.state, Until::EndOfTurn);
    if Side::of(t.state.active) == Side::Light {
        end_of(&mut t.state, Until::EndOfRound);
    }
    settle(t)?;
    damage::check_capacities(t)?;
    t.state.engaged.clear();
    t.state.once_more = Default::default();
    t.state.led_to = Default::default();
    t.state.engagements = 0;
    t.state.strikers = Default::default();
    t.state.active = opponent(t.state.active);
    t.state.turn += 1;
    go_to(t, Cursor::TurnBegins)
}

/// The phase in which cards are played from hand.
pub fn is_deployment(state: &State, seat: Seat) -> bool {
    state.phase() == Phase::Deployment && state.active == seat
}
