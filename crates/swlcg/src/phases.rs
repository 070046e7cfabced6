//! The course of an engagement from the declared defenders on, and the action windows between its steps.

use table::Play;

use crate::cards::Window;
use crate::state::{Cursor, Ending};
use crate::{Event, Table, edge, engagement, victory};

/// After the defenders are declared comes an action window.
pub fn defenders_declared(t: &mut Table) -> Play {
    t.window(Window::Action)?;
    go_to(t, Cursor::EdgeBattle)
}

/// Step 4. Nobody can take actions within it.
pub fn edge_battle(t: &mut Table) -> Play {
    edge::battle(t)?;
    go_to(t, Cursor::EdgeDecided)
}

/// After the edge battle comes an action window.
pub fn edge_decided(t: &mut Table) -> Play {
    t.window(Window::Action)?;
    go_to(t, Cursor::Strikes)
}

/// Step 5: one strike and the action window after it, or the next step when nobody is left to strike.
pub fn strikes(t: &mut Table) -> Play {
    let Some(seat) = engagement::next_to_strike(&t.state) else { return go_to(t, Cursor::Unopposed) };
    engagement::strike(t, seat)?;
    t.window(Window::Action)
}

/// Step 6. Then the engagement is over, and another action window follows.
pub fn reward_unopposed(t: &mut Table) -> Play {
    engagement::reward_unopposed(t)?;
    engagement::end(t);
    go_to(t, Cursor::EngagementOver)
}

pub fn engagement_over(t: &mut Table) -> Play {
    t.window(Window::Action)?;
    victory::end_game(t, Default::default(), Ending::Engagement)
}

fn go_to(t: &mut Table, cursor: Cursor) -> Play {
    t.state.cursor = cursor;
    t.emit(Event::Step(cursor));
    Ok(())
}
