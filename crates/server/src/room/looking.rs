//! Looking at a table: who looks, what each of them is sent, and what the lobby shows of it.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use rulebook::Rulebook;
use scene::{Known, LogLine};
use serde::{Deserialize, Serialize};
use table::Lang;

use super::{Room, SeatState};
use crate::caller::Caller;
use crate::games::{AnyGame, titled};
use crate::protocol::{
    Broken, Hear, Holder, LobbyGame, LobbySeat, LogPart, Look, Outcome, SeatInfo, Stage, Step, Undo,
    UndoAsked,
};
use crate::refusal::Trouble;

/// How many lines of the log a first look over a socket has, and how many earlier ones are told at a time.
const FIRST_LINES: usize = 60;
const MORE_LINES: usize = 200;

/// What the lobby shows of a table without loading it.
#[derive(Serialize, Deserialize)]
pub struct Card {
    pub(super) stage: Stage,
    pub(super) seats: Vec<CardSeat>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct CardSeat {
    pub player: String,
    pub agent: Option<String>,
    /// The side in both languages.
    pub en: String,
    pub de: String,
    pub holder: Holder,
}

impl Card {
    pub fn shown(self, id: String, updated: i64, game: &dyn AnyGame, yours: bool, lang: Lang) -> LobbyGame {
        let seat = |(number, seat): (usize, CardSeat)| LobbySeat {
            player: player_name(game, number, &seat.player, seat.holder, seat.agent.as_deref(), lang),
            side: if lang == Lang::De { seat.de } else { seat.en },
            color: game.seat_colour(number as u8),
            holder: seat.holder,
        };
        LobbyGame {
            id,
            game: game.id().to_string(),
            title: game.title(lang),
            stage: self.stage,
            players: self.seats.into_iter().enumerate().map(seat).collect(),
            updated,
            yours,
        }
    }
}

/// The name of a player. Without one an agent is called what it is, and a person by the place at the table; nobody has
/// none.
fn player_name(
    game: &dyn AnyGame,
    seat: usize,
    name: &str,
    holder: Holder,
    agent: Option<&str>,
    lang: Lang,
) -> String {
    if !name.is_empty() || holder == Holder::Nobody {
        return name.to_string();
    }
    match (agent.and_then(|agent| game.agent_name(agent, lang)), lang) {
        (Some(agent), _) => agent.to_string(),
        (None, Lang::En) => format!("Player {}", seat + 1),
        (None, Lang::De) => format!("Spieler {}", seat + 1),
    }
}

/// What somebody has been shown: parts of the scene, events seen, lines sent, and for whom, since which undo.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Shown {
    scene: Known,
    events: usize,
    lines: usize,
    viewer: Option<u8>,
    lang: Option<Lang>,
    rewritten: usize,
}

impl Room {
    /// The table as a caller sees it, with the whole log.
    pub fn look(&self, caller: &Caller, lang: Lang, scenes: bool) -> Look {
        self.look_on(&self.seats_of(caller), lang, scenes, usize::MAX, &mut Shown::default())
    }

    /// Lines of the log before a line, as a seat of the caller, or a spectator, may read them.
    pub fn earlier_log(
        &self,
        caller: &Caller,
        seat: Option<u8>,
        before: u32,
        lang: Lang,
    ) -> Result<LogPart, Trouble> {
        if let Some(seat) = seat {
            self.check_holder(caller, seat)?;
        }
        let Some(live) = &self.live else { return Ok(LogPart::default()) };
        let told = live.told(seat);
        let until = told.len().min(before as usize);
        let from = until.saturating_sub(MORE_LINES);
        let lines: Vec<LogLine> =
            told[from..until].iter().flat_map(|event| live.log(seat, *event..*event + 1, lang)).collect();
        Ok(LogPart { from: from as u32, titles: titles(&lines, lang), lines })
    }

    /// A look as it is sent over a socket.
    pub(super) fn look_text(&self, yours: &[u8], lang: Lang, scenes: bool, shown: &mut Shown) -> Utf8Bytes {
        let look = Hear::Look(Box::new(self.look_on(yours, lang, scenes, FIRST_LINES, shown)));
        serde_json::to_string(&look).expect("plain data always has a JSON text").into()
    }

    /// Two or more people play by the rules alone, so none of them has the planning aid.
    pub(super) fn is_aided(&self) -> bool {
        let people = self.seats.iter().filter(|seat| seat.agent.is_none()).count();
        people < 2 && self.game.planning_aid(&self.agreed)
    }

    fn look_on(&self, yours: &[u8], lang: Lang, scenes: bool, first_lines: usize, shown: &mut Shown) -> Look {
        let asked = self.live.as_ref().map_or(Vec::new(), |live| live.asked());
        let stage = self.stage();
        let waiting = if stage == Stage::Playing { asked } else { Vec::new() };
        let viewer = waiting
            .iter()
            .copied()
            .find(|seat| yours.contains(seat))
            .or_else(|| shown.viewer.filter(|seat| yours.contains(seat)))
            .or_else(|| yours.first().copied());
        let same = shown.viewer == viewer && shown.lang == Some(lang) && shown.rewritten == self.undone.len();
        if !same {
            *shown = Shown { viewer, lang: Some(lang), rewritten: self.undone.len(), ..Shown::default() };
            if let Some(live) = &self.live {
                let told = live.told(viewer);
                shown.lines = told.len().saturating_sub(first_lines);
                shown.events = told.get(shown.lines).copied().unwrap_or(0);
            }
        }
        let mut log = LogPart { from: shown.lines as u32, ..LogPart::default() };
        let (mut steps, mut scene) = (Vec::new(), None);
        let (mut questions, mut forced) = (Vec::new(), Vec::new());
        if let Some(live) = &self.live {
            let happened = if scenes && same { live.steps(viewer, shown.events, lang) } else { Vec::new() };
            let mut read = |events: usize| {
                log.lines.extend(live.log(viewer, shown.events..events, lang));
                shown.events = events;
                log.lines.len() as u32
            };
            for (events, picture) in happened {
                let before = steps.last().map_or(0, |step: &Step| step.lines);
                let lines = read(events);
                // What the viewer is told nothing of is no step.
                if lines > before {
                    steps.push(Step { scene: picture.since(&mut shown.scene), lines });
                }
            }
            shown.lines += read(live.events()) as usize;
            log.titles = titles(&log.lines, lang);
            scene = scenes.then(|| live.scene(viewer, lang).since(&mut shown.scene));
            if let Some(seat) = viewer
                && stage == Stage::Playing
            {
                questions = live.questions(seat, lang);
                for question in &mut questions {
                    question.id = format!("{}-{}", self.edition(seat), question.id);
                }
                forced = live.forced(seat, lang);
            }
        }
        Look {
            version: self.next,
            id: self.id.clone(),
            game: self.game.id().to_string(),
            title: self.game.title(lang),
            stage,
            seats: self.seat_infos(lang),
            yours: yours.to_vec(),
            viewer,
            answers: self.journal.len() as u32,
            steps,
            scene,
            log,
            questions,
            forced,
            waiting,
            undo: self.undo_info(viewer, stage, lang),
            result: self.result(lang),
            rematch: self.rematch.clone(),
            broken: self.broken_info(stage, lang),
            read_only: self.read_only,
        }
    }

    pub fn seat_infos(&self, lang: Lang) -> Vec<SeatInfo> {
        let asked = self.live.as_ref().map_or(Vec::new(), |live| live.asked());
        let present = |seat: u8| {
            self.watchers
                .iter()
                .any(|watcher| !watcher.latest.is_closed() && self.seats_of(&watcher.caller).contains(&seat))
        };
        let info = |(number, state): (usize, &SeatState)| {
            let seat = number as u8;
            let mut used_ms = state.used_ms;
            if asked.contains(&seat) && state.holder == Holder::Person && self.stage() == Stage::Playing {
                used_ms += self.asked_since.elapsed().as_millis() as u64;
            }
            SeatInfo {
                seat,
                player: player_name(
                    self.game,
                    number,
                    &state.name,
                    state.holder,
                    state.agent.as_deref(),
                    lang,
                ),
                side: self.side(seat, lang),
                color: self.game.seat_colour(seat),
                holder: state.holder,
                agent: state.agent.clone(),
                present: present(seat),
                used_ms,
            }
        };
        self.seats.iter().enumerate().map(info).collect()
    }

    /// What is said of a game that does not go on.
    fn broken_info(&self, stage: Stage, lang: Lang) -> Option<Broken> {
        let broken = self.broken.as_ref().filter(|_| stage == Stage::Broken)?;
        let text = lang.pick(
            "What was kept of this game cannot be played to its end, so it cannot go on here. The log of the server says why.",
            "Was von diesem Spiel aufbewahrt wurde, lässt sich nicht zu Ende spielen; hier geht es nicht weiter. Warum, steht im \
             Protokoll des Servers.",
        );
        Some(Broken { text: text.to_string(), answers: broken.answers as u32 })
    }

    fn undo_info(&self, viewer: Option<u8>, stage: Stage, lang: Lang) -> Undo {
        let possible = viewer.filter(|_| stage == Stage::Playing).and_then(|seat| {
            let live = self.live.as_ref()?;
            let to = live.last_answer_of(seat)?;
            if live.has_sealed_answer(seat) {
                let own =
                    lang.pick("your answer, which nobody has seen", "deine Antwort, die noch niemand kennt");
                return Some(own.to_string());
            }
            Some(self.taken_back(to, lang))
        });
        let asked = self.undo.as_ref().map(|undo| UndoAsked {
            by: undo.by,
            what: self.taken_back(undo.to, lang),
            to: undo.to as u32,
            wanted: undo.wanted.clone(),
        });
        Undo { possible: possible.filter(|_| asked.is_none()), asked }
    }

    /// What going back to the first `to` answers takes back, in words.
    fn taken_back(&self, to: usize, lang: Lang) -> String {
        let taken = self.journal.get(to..).unwrap_or_default();
        let whose = taken.first().map_or(String::new(), |entry| self.side(entry.seat.0, lang));
        let later = taken.iter().filter(|entry| entry.seat.is_player()).count().saturating_sub(1);
        let chance = taken.iter().filter(|entry| !entry.seat.is_player()).count();
        let mut text = match lang {
            Lang::En => format!("the last answer of {whose}"),
            Lang::De => format!("die letzte Antwort ({whose})"),
        };
        text += &match (lang, later) {
            (_, 0) => String::new(),
            (Lang::En, 1) => " and one later answer".to_string(),
            (Lang::De, 1) => " und eine spätere Antwort".to_string(),
            (Lang::En, _) => format!(" and {later} later answers"),
            (Lang::De, _) => format!(" und {later} spätere Antworten"),
        };
        text += match (lang, chance) {
            (_, 0) => "",
            (Lang::En, _) => "; dice are rolled and cards drawn anew",
            (Lang::De, _) => "; es wird neu gewürfelt und gezogen",
        };
        text
    }

    pub fn result(&self, lang: Lang) -> Option<Outcome> {
        let names = |seats: &[u8]| {
            let name = |seat: &u8| self.side(*seat, lang);
            seats.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        if let Some(outcome) = self.live.as_ref().and_then(|live| live.outcome()) {
            let winners: Vec<u8> = outcome.winners.iter().map(|seat| seat.0).collect();
            let text = match (winners.is_empty(), lang) {
                (true, Lang::En) => "Nobody wins.".to_string(),
                (true, Lang::De) => "Niemand gewinnt.".to_string(),
                (false, Lang::En) => format!("Victory: {}.", names(&winners)),
                (false, Lang::De) => format!("Sieg: {}.", names(&winners)),
            };
            let (rule, rule_title) = titled(outcome.rule, lang);
            return Some(Outcome { winners, text, rule, rule_title });
        }
        if self.stage() != Stage::Over {
            return None;
        }
        let winners: Vec<u8> =
            (0..self.seats.len() as u8).filter(|seat| !self.conceded.contains(seat)).collect();
        let text = match (winners.is_empty(), lang) {
            (true, Lang::En) => "The game was abandoned.".to_string(),
            (true, Lang::De) => "Das Spiel wurde abgebrochen.".to_string(),
            (false, Lang::En) => {
                format!("Victory: {}. Conceded: {}.", names(&winners), names(&self.conceded))
            }
            (false, Lang::De) => format!("Sieg: {}. Aufgegeben: {}.", names(&winners), names(&self.conceded)),
        };
        Some(Outcome { winners, text, rule: String::new(), rule_title: String::new() })
    }
}

/// The titles of the rules that lines of a log name.
pub fn titles(lines: &[LogLine], lang: Lang) -> BTreeMap<String, String> {
    let rules = lines.iter().flat_map(|line| &line.rules);
    rules.filter_map(|id| Some((id.clone(), Rulebook::rule(id)?.title.in_(lang).to_string()))).collect()
}
