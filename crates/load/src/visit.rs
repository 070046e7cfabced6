//! A visit to every table afterwards: can it be looked at, does the game go on, do the nodes agree, and does the replay of a
//! finished game hold.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::checker::Violation;
use crate::http::{Browser, Lost, Response};
use crate::ledger::{Fate, Given, Notes};
use crate::look::{Heard, Open, Stage};
use crate::luck::Luck;

/// How long a server may be unavailable that has just been started.
const COMING_BACK: Duration = Duration::from_secs(30);
/// How long an agent may think until somebody is asked again.
const AGENTS: Duration = Duration::from_secs(20);
/// Legal answers are found among so many.
const MOST_TRIES: u32 = 40;

pub struct Visit<'a> {
    pub notes: &'a mut Notes,
    browser: Browser,
    luck: Luck,
    buffer: Vec<u8>,
}

/// How a table stands, as two nodes have to agree.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Standing {
    version: u64,
    stage: Option<Stage>,
    waiting: Vec<u8>,
    questions: Vec<String>,
}

type Checked<T> = Result<T, String>;

impl<'a> Visit<'a> {
    pub fn new(notes: &'a mut Notes, address: SocketAddr, seed: u64) -> Visit<'a> {
        let browser = Browser::new(address, notes.key.clone());
        let luck = Luck::new(seed, notes.given.len() as u64);
        Visit { notes, browser, luck, buffer: Vec::new() }
    }

    fn violation(&self, what: String) -> Violation {
        let Notes { table, plan, .. } = &*self.notes;
        Violation { table: table.clone(), what: format!("{what} ({plan})") }
    }

    /// Whether all nodes show the same; agents may be playing on meanwhile.
    pub async fn nodes_agree(&mut self, addresses: &[SocketAddr]) -> Result<(), Violation> {
        let until = Instant::now() + COMING_BACK;
        loop {
            let mut standings = Vec::new();
            for address in addresses {
                self.browser.turn_to(*address);
                standings.push(self.standing().await);
            }
            if standings.windows(2).all(|pair| pair[0] == pair[1]) && standings[0].is_ok() {
                return Ok(());
            }
            if Instant::now() > until {
                return Err(self.violation(format!("the nodes do not agree: {standings:?}")));
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    async fn standing(&mut self) -> Checked<Standing> {
        let path = format!("/api/tables/{}?scene=0", self.notes.table);
        let reply = self.browser.get(&path).await.map_err(|lost| lost.to_string())?;
        let heard = Heard::read(reply.text(&mut self.buffer)).filter(|_| reply.status == 200);
        let heard = heard.ok_or_else(|| format!("status {}", reply.status))?;
        let questions = heard.questions.iter().map(|question| question.id.to_string()).collect();
        Ok(Standing { version: heard.version, stage: heard.stage, waiting: heard.waiting, questions })
    }

    /// Looks at the table and plays on for so many answers. Returns whether the game is over.
    pub async fn plays_on(&mut self, answers: usize) -> Result<bool, Violation> {
        let mut taken = 0;
        while taken < answers {
            match self.next_question().await {
                Ok(None) => return Ok(true),
                Ok(Some(open)) => match self.answer(&open).await {
                    Ok(()) => taken += 1,
                    Err(what) => return Err(self.violation(what)),
                },
                Err(what) => return Err(self.violation(what)),
            }
        }
        Ok(false)
    }

    /// The question that is open for this key; none if the game is over.
    pub async fn next_question(&mut self) -> Checked<Option<Open>> {
        let until = Instant::now() + AGENTS;
        let path = format!("/api/tables/{}?scene=1", self.notes.table);
        loop {
            let reply = self.insist(&path, None).await?;
            let mut heard = Heard::read(reply.text(&mut self.buffer))
                .filter(|_| reply.status == 200)
                .ok_or_else(|| format!("it cannot be looked at: status {}", reply.status))?;
            match heard.stage {
                Some(Stage::Over) => return Ok(None),
                Some(Stage::Playing) => {}
                Some(Stage::Open) | None => {
                    return Err(format!("it had begun and now its stage is {:?}", heard.stage));
                }
            }
            if let Some(question) = heard.questions.pop() {
                let mut open = Open::default();
                open.take(question);
                return Ok(Some(open));
            }
            if Instant::now() > until {
                return Err(format!("nobody here is asked anything; it waits for seats {:?}", heard.waiting));
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// The words of an answer that would be taken; none if the game is over.
    pub async fn legal_answer(&mut self) -> Checked<Option<String>> {
        let Some(open) = self.next_question().await? else { return Ok(None) };
        let path = format!("/api/tables/{}/probe", self.notes.table);
        for refused in 0..MOST_TRIES {
            let mut text = String::from("{");
            open.write_answer(&open.choose(&mut self.luck, refused), &mut text);
            if self.insist(&path, Some(&text)).await?.status == 200 {
                return Ok(Some(text));
            }
        }
        Err(format!("{MOST_TRIES} answers to question {:08x} were refused", open.fingerprint()))
    }

    async fn answer(&mut self, open: &Open) -> Checked<()> {
        let path = format!("/api/tables/{}/answer", self.notes.table);
        for refused in 0..MOST_TRIES {
            let reply = open.choose(&mut self.luck, refused);
            let mut text = String::from("{");
            open.write_answer(&reply, &mut text);
            let given = Given { seat: open.seat, question: open.fingerprint(), reply, fate: Fate::Unknown };
            self.notes.given.push(given);
            // An agent may be at it, but whoever is asked and answers in time is not outdated.
            let response = self.browser.post(&path, &text).await.map_err(|lost| lost.to_string())?;
            let heard = Heard::read(response.text(&mut self.buffer));
            let last = self.notes.given.last_mut().expect("it was added just now");
            match (response.status, heard) {
                (200, Some(heard)) => {
                    last.fate = Fate::Acknowledged { version: heard.version };
                    return Ok(());
                }
                (422, _) => last.fate = Fate::NotTaken,
                (status, _) => return Err(format!("an answer to an open question got status {status}")),
            }
        }
        Err(format!("{MOST_TRIES} answers to question {:08x} were refused", open.fingerprint()))
    }

    /// Gives the game up for one seat after the other until it is over, so that its replay can be had.
    pub async fn concede(&mut self) -> Result<(), Violation> {
        let path = format!("/api/tables/{}/concede", self.notes.table);
        for seat in self.notes.plan.seats() {
            match self.insist(&path, Some(&format!("{{\"seat\":{seat}}}"))).await {
                // It may be over before this seat can give it up.
                Ok(reply) if [200, 409].contains(&reply.status) => {}
                Ok(reply) => {
                    return Err(self.violation(format!("it could not be given up: status {}", reply.status)));
                }
                Err(what) => return Err(self.violation(what)),
            }
        }
        Ok(())
    }

    /// Whether the replay file of a finished game holds, as the program itself judges it.
    pub async fn replay_holds(&mut self, program: &Path, folder: &Path) -> Result<(), Violation> {
        let path = format!("/api/tables/{}/replay", self.notes.table);
        let checked = async {
            let reply = self.insist(&path, None).await?;
            if reply.status != 200 {
                return Err(format!("its replay cannot be had: status {}", reply.status));
            }
            let file = folder.join(format!("replay-{}.json", self.notes.table));
            tokio::fs::write(&file, reply.text(&mut self.buffer)).await.map_err(|error| error.to_string())?;
            let output = tokio::process::Command::new(program).arg("replay").arg(&file).output().await;
            let output = output.map_err(|error| error.to_string())?;
            if !output.status.success() {
                return Err(format!("its replay does not hold: {}", String::from_utf8_lossy(&output.stderr)));
            }
            tokio::fs::remove_file(&file).await.map_err(|error| error.to_string())
        };
        checked.await.map_err(|what| self.violation(what))
    }

    /// Asks until the server is there and available.
    async fn insist(&mut self, path: &str, body: Option<&str>) -> Checked<Response> {
        let until = Instant::now() + COMING_BACK;
        loop {
            let reply = match body {
                None => self.browser.get(path).await,
                Some(body) => self.browser.post(path, body).await,
            };
            match reply {
                Ok(reply) if reply.status != 503 => return Ok(reply),
                Ok(_) | Err(Lost::Refused(_) | Lost::Broken(_)) if Instant::now() < until => {
                    sleep(Duration::from_millis(100)).await;
                }
                Ok(reply) => return Ok(reply),
                Err(lost) => return Err(lost.to_string()),
            }
        }
    }
}
