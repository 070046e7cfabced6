//! A player in a browser, at one table after the other, with the habits that browsers and their people have: some poll, some
//! reload, some hang up in the middle of a request, some do not listen for a while.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::sync::watch;
use tokio::time::{Instant, interval_at, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;

use crate::crowd::{Crowd, Phase};
use crate::desk::Desk;
use crate::http::{Browser, Lost, Response, send_and_hang_up};
use crate::ledger::Notes;
use crate::look::Heard;
use crate::luck::Luck;
use crate::pace::Pace;
use crate::socket::{self, Socket};

/// As often as the client in the browser says that it is there.
const PING: Duration = Duration::from_secs(20);
/// The pauses of the client in the browser before it comes back.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How long an answer that is on its way is waited for when everything is over.
const LAST_WORDS: Duration = Duration::from_secs(10);
/// A stalled client does not read for so long.
const STALL: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(6));

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Habit {
    Steady,
    Reloads,
    HangsUp,
    Stalls,
}

/// Why a player left a line that was good.
enum Left {
    /// The game is over, or has gone on long enough.
    Done,
    /// To come back at once, by a new line.
    Away,
    /// Everything is over.
    Home,
}

pub struct Player {
    crowd: Arc<Crowd>,
    number: usize,
    luck: Luck,
    browser: Browser,
    habit: Habit,
    polling: bool,
    desk: Desk,
    phase: watch::Receiver<Phase>,
    games: usize,
    /// Has seen a table that is played ahead.
    settled: bool,
    tries: u32,
    buffer: Vec<u8>,
}

impl Player {
    pub fn new(crowd: Arc<Crowd>, number: usize) -> Player {
        let mut luck = Luck::new(crowd.seed, number as u64);
        let address = crowd.address(&mut luck);
        let key = format!("player-{}-{number}-of-the-load-program", crowd.seed);
        let (habit, polling) = (habit(&crowd, &mut luck), luck.happens(crowd.mix.polling));
        let ahead = luck.below(2 * crowd.mix.ahead as usize + 1) as u32;
        Player {
            browser: Browser::new(address, key),
            desk: Desk::new(crowd.clone(), number, ahead),
            phase: crowd.phase.clone(),
            crowd,
            number,
            luck,
            habit,
            polling,
            games: 0,
            settled: false,
            tries: 0,
            buffer: Vec::new(),
        }
    }

    /// Plays until everything is over.
    pub async fn run(mut self) {
        while !self.crowd.is_over() {
            match self.play().await {
                Ok(Left::Done) => self.finish_game().await,
                Ok(Left::Away) => {}
                Ok(Left::Home) => break,
                Err(lost) => self.pause(&lost).await,
            }
        }
        self.desk.leave();
    }

    async fn play(&mut self) -> Result<Left, Lost> {
        if self.desk.table().is_none() {
            self.open_table().await?;
        }
        let Some(table) = self.desk.table().map(str::to_string) else { return Ok(Left::Away) };
        if self.polling {
            return self.play_by_polling(&table).await;
        }
        let socket = socket::open(&self.browser, &table, self.crowd.mix.scenes).await?;
        self.desk.come_back();
        self.play_by_socket(socket).await
    }

    // ---- coming and going ----------------------------------------------------------------------------------------------

    async fn open_table(&mut self) -> Result<(), Lost> {
        let crowd = self.crowd.clone();
        let _turn = crowd.opening.acquire().await;
        if self.games == 0 && self.luck.happens(crowd.mix.pages) {
            self.load_page(false).await?;
        }
        let offers = self.browser.get("/api/games").await?;
        let agent = self.luck.happens(crowd.mix.agents);
        let plan = crowd.offers.plan(self.number + self.games, agent, &mut self.luck);
        let reply = self.browser.post("/api/tables", &plan.body()).await?;
        crowd.tally.count(|counts| counts.bytes_of_pages += (offers.bytes() + reply.bytes()) as u64);
        let created: Created = match (reply.status, serde_json::from_slice(reply.text(&mut self.buffer))) {
            (200, Ok(created)) => created,
            (422, _) => {
                crowd.offers.refused(&plan);
                return Ok(());
            }
            _ => {
                crowd.tally.count(|counts| counts.not_opened += 1);
                sleep(FIRST_PAUSE).await;
                return Ok(());
            }
        };
        crowd.tally.count(|counts| counts.games_opened += 1);
        crowd.sat_down(self.number, &created.id);
        self.desk.sit_down(Notes::new(created.id, plan, self.browser.key.clone()));
        self.games += 1;
        Ok(())
    }

    async fn load_page(&mut self, again: bool) -> Result<(), Lost> {
        let bytes = self.crowd.page.load(&mut self.browser, again).await?;
        self.crowd.tally.count(|counts| counts.bytes_of_pages += bytes as u64);
        Ok(())
    }

    /// A game that has gone on long enough is given up; either way the next one begins.
    async fn finish_game(&mut self) {
        if self.desk.is_stuck() {
            self.crowd.tally.error("nothing that was answered was legal");
        }
        if self.desk.is_over() {
            self.crowd.tally.count(|counts| counts.games_finished += 1);
        } else {
            self.give_up().await;
        }
        self.desk.leave();
    }

    async fn give_up(&mut self) {
        let Some(notes) = self.desk.notes() else { return };
        let path = format!("/api/tables/{}/concede", notes.table);
        for seat in notes.plan.seats() {
            let _ = self.browser.post(&path, &format!("{{\"seat\":{seat}}}")).await;
        }
    }

    /// Waits before coming back, longer each time, and perhaps to another node.
    async fn pause(&mut self, lost: &Lost) {
        self.crowd.tally.error(lost.kind());
        self.crowd.tally.count(|counts| counts.reconnects += 1);
        self.desk.lost();
        self.tries = (self.tries + 1).min(6);
        let pause = FIRST_PAUSE * 2_u32.pow(self.tries - 1);
        let address = self.crowd.address(&mut self.luck);
        self.browser.turn_to(address);
        tokio::select! {
            () = sleep(pause.min(LONGEST_PAUSE)) => {}
            _ = self.phase.wait_for(|phase| matches!(phase, Phase::Over)) => {}
        }
    }

    fn pace(&self) -> Option<Pace> {
        match &*self.phase.borrow() {
            Phase::Playing(pace) => Some(*pace),
            Phase::Opening if !self.desk.is_played_ahead() => Some(Pace::at_once()),
            Phase::Opening | Phase::Over => None,
        }
    }

    /// Whether it is time to leave this line.
    fn leaving(&self) -> Option<Left> {
        if self.desk.waits_for_reply() {
            None
        } else if self.crowd.is_over() {
            Some(Left::Home)
        } else if self.desk.is_done() {
            Some(Left::Done)
        } else if self.desk.is_misled() {
            Some(Left::Away)
        } else {
            None
        }
    }

    fn saw(&mut self, bytes: usize) {
        self.crowd.tally.saw(bytes, true);
        self.tries = 0;
        if self.desk.is_played_ahead() && !std::mem::replace(&mut self.settled, true) {
            self.crowd.is_open();
        }
    }

    fn misbehaves(&mut self, habit: Habit) -> bool {
        let playing = matches!(*self.phase.borrow(), Phase::Playing(_));
        playing && self.habit == habit && self.luck.happens(self.crowd.mix.mischief)
    }

    // ---- by socket -----------------------------------------------------------------------------------------------------

    async fn play_by_socket(&mut self, mut socket: Socket) -> Result<Left, Lost> {
        let mut ping = interval_at(Instant::now() + PING, PING);
        loop {
            if let Some(left) = self.leaving() {
                let _ = socket.close(None).await;
                return Ok(left);
            }
            let pace = self.pace();
            let mut wake = self.desk.wake_at(pace.as_ref());
            if self.crowd.is_over() {
                wake = wake.min(Instant::now() + LAST_WORDS);
            }
            tokio::select! {
                message = socket.next() => self.hear(message, &mut socket).await?,
                () = sleep_until(wake) => {
                    let Some(pace) = pace.filter(|_| self.desk.can_answer()) else { return Err(Lost::Silent) };
                    match self.act(socket, &pace).await? {
                        Some(same) => socket = same,
                        None => return Ok(Left::Away),
                    }
                }
                _ = ping.tick() => {
                    let text = format!(r#"{{"do":"ping","ref":{}}}"#, self.desk.next_reference());
                    socket.send(Message::text(text)).await.map_err(Box::new)?;
                }
                _ = self.phase.changed() => {}
            }
        }
    }

    async fn hear(
        &mut self,
        message: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>,
        socket: &mut Socket,
    ) -> Result<(), Lost> {
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(_))) | None => return Err(closed()),
            Some(Ok(_)) => return Ok(()),
            Some(Err(error)) => return Err(Box::new(error).into()),
        };
        let Some(heard) = Heard::read(text.as_bytes()) else {
            self.crowd.tally.error("a message that is not understood");
            return Ok(());
        };
        if heard.stage.is_some() {
            self.saw(text.len());
        } else {
            self.crowd.tally.count(|counts| counts.bytes_played += text.len() as u64);
        }
        if !self.desk.hear(heard, &mut self.luck) {
            return Err(closed());
        }
        if let Some(probe) = self.desk.probe(&mut self.luck, true) {
            socket.send(Message::text(probe)).await.map_err(Box::new)?;
        }
        Ok(())
    }

    /// Answers, well or badly. The socket comes back if it is still good.
    async fn act(&mut self, mut socket: Socket, pace: &Pace) -> Result<Option<Socket>, Lost> {
        if self.misbehaves(Habit::Reloads) {
            let _ = socket.close(None).await;
            self.reload(pace).await?;
            return Ok(None);
        }
        if self.misbehaves(Habit::HangsUp) {
            self.hang_up_socket(socket, pace).await?;
            return Ok(None);
        }
        let stalls = self.misbehaves(Habit::Stalls);
        let Some(text) = self.desk.answer(&mut self.luck, pace, true, !stalls) else { return Ok(None) };
        socket.send(Message::text(text)).await.map_err(Box::new)?;
        if stalls {
            self.crowd.tally.count(|counts| counts.stalls += 1);
            sleep(self.luck.between(STALL.0, STALL.1)).await;
            self.desk.forgo(pace);
        }
        Ok(Some(socket))
    }

    async fn reload(&mut self, pace: &Pace) -> Result<(), Lost> {
        self.crowd.tally.count(|counts| counts.reloads += 1);
        self.load_page(true).await?;
        self.desk.forgo(pace);
        Ok(())
    }

    /// Sends an answer, or half of one, and is gone before the reply can come.
    async fn hang_up_socket(&mut self, mut socket: Socket, pace: &Pace) -> Result<(), Lost> {
        let half = self.luck.happens(0.5);
        // Who is asked nothing has nothing to break off.
        let Some(text) = self.desk.answer(&mut self.luck, pace, true, false) else { return Ok(()) };
        self.crowd.tally.count(|counts| counts.hang_ups += 1);
        if half {
            socket::break_off(socket, text).await?;
            self.desk.broken_off();
        } else {
            socket.send(Message::text(text)).await.map_err(Box::new)?;
            drop(socket);
        }
        self.away(pace).await;
        Ok(())
    }

    async fn away(&mut self, pace: &Pace) {
        self.desk.lost();
        sleep(FIRST_PAUSE).await;
        self.desk.forgo(pace);
    }

    // ---- by requests ---------------------------------------------------------------------------------------------------

    async fn play_by_polling(&mut self, table: &str) -> Result<Left, Lost> {
        let path = format!("/api/tables/{table}");
        self.look(&path).await?;
        loop {
            if let Some(left) = self.leaving() {
                return Ok(left);
            }
            if !self.desk.can_answer() {
                match self.wait_for_news(&path).await {
                    Some(reply) => self.take_in(&reply?)?,
                    None => return Ok(Left::Home),
                }
                continue;
            }
            let pace = self.pace();
            let wake = self.desk.wake_at(pace.as_ref());
            tokio::select! {
                () = sleep_until(wake) => {}
                _ = self.phase.changed() => continue,
            }
            if let Some(pace) = pace
                && !self.post_answer(&path, &pace).await?
            {
                return Ok(Left::Away);
            }
        }
    }

    async fn look(&mut self, path: &str) -> Result<(), Lost> {
        self.desk.come_back();
        let reply = self.browser.get(&format!("{path}?scene={}", u8::from(self.crowd.mix.scenes))).await?;
        self.take_in(&reply)
    }

    /// The next look, or nothing when everything is over.
    async fn wait_for_news(&mut self, path: &str) -> Option<Result<Response, Lost>> {
        let (scene, after) = (u8::from(self.crowd.mix.scenes), self.desk.version());
        let path = format!("{path}?scene={scene}&after={after}&wait=25");
        tokio::select! {
            reply = self.browser.poll(&path) => Some(reply),
            _ = self.phase.wait_for(|phase| matches!(phase, Phase::Over)) => None,
        }
    }

    fn take_in(&mut self, reply: &Response) -> Result<(), Lost> {
        self.saw(reply.bytes());
        match (reply.status, Heard::read(reply.text(&mut self.buffer))) {
            (200, Some(heard)) => self.desk.see(heard, &mut self.luck),
            _ => return Err(Lost::Silent),
        }
        Ok(())
    }

    /// `false` if the player has hung up or reloaded.
    async fn post_answer(&mut self, path: &str, pace: &Pace) -> Result<bool, Lost> {
        if self.misbehaves(Habit::Reloads) {
            self.reload(pace).await?;
            return Ok(false);
        }
        let (probe, answer) = (format!("{path}/probe"), format!("{path}/answer"));
        if let Some(text) = self.desk.probe(&mut self.luck, false) {
            self.browser.post(&probe, text).await?;
            self.crowd.tally.count(|counts| counts.probes += 1);
        }
        let hangs_up = self.misbehaves(Habit::HangsUp);
        let half = self.luck.happens(0.5);
        let Some(text) = self.desk.answer(&mut self.luck, pace, false, !hangs_up) else { return Ok(false) };
        if hangs_up {
            self.crowd.tally.count(|counts| counts.hang_ups += 1);
            send_and_hang_up(&self.browser, &answer, text, half).await?;
            if half {
                self.desk.broken_off();
            }
            self.away(pace).await;
            return Ok(false);
        }
        let reply = self.browser.post(&answer, text).await?;
        self.hear_reply(&reply);
        Ok(true)
    }

    fn hear_reply(&mut self, reply: &Response) {
        self.crowd.tally.count(|counts| counts.bytes_played += reply.bytes() as u64);
        let text = reply.text(&mut self.buffer);
        match (reply.status, Heard::read(text)) {
            (200, Some(heard)) => self.desk.acknowledged(heard.version),
            (_, Some(heard)) if heard.refusal.is_some() => self.desk.refused(&heard),
            _ => {
                self.crowd.tally.error("a reply that is not understood");
                self.desk.lost();
            }
        }
    }
}

#[derive(serde::Deserialize)]
struct Created {
    id: String,
}

fn closed() -> Lost {
    Box::new(tokio_tungstenite::tungstenite::Error::ConnectionClosed).into()
}

fn habit(crowd: &Crowd, luck: &mut Luck) -> Habit {
    let mix = &crowd.mix;
    let shares = [(mix.reload, Habit::Reloads), (mix.hang_up, Habit::HangsUp), (mix.stall, Habit::Stalls)];
    let mut left = luck.below(1 << 20) as f64 / f64::from(1 << 20);
    for (share, habit) in shares {
        if left < share {
            return habit;
        }
        left -= share;
    }
    Habit::Steady
}
