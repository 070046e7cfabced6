//! What the registry calls the strongest agent is the strongest: in every game it wins against each of the others.

use sandtable::games::{Plan, find, hosted};
use table::Lang;
use table::lobby::Agreed;

#[test]
fn the_strongest_agent_beats_the_others() {
    for game in hosted() {
        let (strongest, offer) = (game.best_agent(), game.offer(Lang::En));
        let two = offer.tables.iter().position(|seats| *seats == 2).expect("two can play every game");
        let lists = &offer.first_lists[two];
        for other in agents::AGENTS.iter().map(|agent| agent.id).filter(|id| *id != strongest) {
            let players = [strongest.to_string(), other.to_string()];
            let plan = Plan { setup: None, lists, agreed: &Agreed::new(), agents: &players, swap: true };
            let simulation = find(game.id()).unwrap().simulation(&plan).unwrap();
            let games = 40;
            let won = (0..games).filter(|number| {
                let played = simulation.play(*number, number + 1).unwrap();
                let winners = played.outcome.map(|outcome| outcome.winners).unwrap_or_default();
                winners.iter().any(|seat| played.agents[seat.index()] == strongest)
            });
            let won = won.count();
            assert!(
                won * 4 >= games as usize * 3,
                "{}: {strongest} won {won} of {games} against {other}",
                game.id()
            );
        }
    }
}
