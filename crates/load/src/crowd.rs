//! Everybody who plays and watches at once: who they are, when they begin and stop, and what they share.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use crate::http::{Browser, Lost};
use crate::ledger::Ledger;
use crate::luck::Luck;
use crate::offers::{Offers, OffersError};
use crate::pace::Pace;
use crate::page::Page;
use crate::player::Player;
use crate::spectator;
use crate::tally::Tally;

/// So many open their tables at once; a server that has just begun is not stormed.
const OPENING: usize = 32;

/// Who comes, as shares of the tables.
#[derive(Clone, Debug)]
pub struct Mix {
    /// Games by their ids; all that are offered if it is empty.
    pub games: Vec<String>,
    /// Spectators for each table.
    pub spectators: f64,
    /// Players without a socket.
    pub polling: f64,
    /// Players that reload the page now and then.
    pub reload: f64,
    /// Players that hang up in the middle of a request now and then.
    pub hang_up: f64,
    /// Players that do not read for seconds now and then.
    pub stall: f64,
    /// Tables whose last seat is an agent's.
    pub agents: f64,
    /// Players that load the page and its files before they sit down.
    pub pages: f64,
    /// Looks come with scenes, as browsers have them.
    pub scenes: bool,
    /// Answers that a table is played ahead before the load begins, on average, so that tables stand at different moments of
    /// their games.
    pub ahead: u32,
    /// How often those who misbehave do so, as a share of their answers.
    pub mischief: f64,
    /// A game of more answers is given up and another begun.
    pub longest_game: u32,
}

impl Default for Mix {
    fn default() -> Self {
        Mix {
            games: Vec::new(),
            spectators: 0.0,
            polling: 0.0,
            reload: 0.0,
            hang_up: 0.0,
            stall: 0.0,
            agents: 0.0,
            pages: 1.0,
            scenes: true,
            ahead: 0,
            mischief: 0.1,
            longest_game: 600,
        }
    }
}

impl Mix {
    /// People as they are on bad lines, for finding faults: the server's mistakes are looked for, not its speed.
    pub fn troublesome() -> Mix {
        Mix {
            spectators: 0.2,
            polling: 0.3,
            reload: 0.1,
            hang_up: 0.3,
            stall: 0.1,
            agents: 0.2,
            pages: 0.1,
            ..Mix::default()
        }
    }
}

#[derive(Clone, Debug)]
pub enum Phase {
    /// Tables are set up and played ahead.
    Opening,
    Playing(Pace),
    /// Nobody begins anything new.
    Over,
}

/// What everybody shares.
pub struct Crowd {
    pub addresses: Vec<SocketAddr>,
    pub mix: Mix,
    pub seed: u64,
    pub page: Page,
    pub offers: Offers,
    pub tally: Tally,
    pub ledger: Ledger,
    pub opening: Semaphore,
    pub phase: watch::Receiver<Phase>,
    /// The table at which each player is, for spectators.
    tables: Mutex<Vec<Option<String>>>,
    opened: watch::Sender<usize>,
}

#[derive(Debug, thiserror::Error)]
pub enum CrowdError {
    #[error("{0}")]
    Lost(#[from] Lost),
    #[error("{0}")]
    Offers(#[from] OffersError),
}

impl Crowd {
    /// Looks at what the server offers.
    pub async fn gather(
        addresses: Vec<SocketAddr>,
        mix: Mix,
        tables: usize,
        seed: u64,
    ) -> Result<(Arc<Crowd>, watch::Sender<Phase>), CrowdError> {
        let mut browser = Browser::new(addresses[0], "a-browser-that-looks-around".to_string());
        let page = Page::find(&mut browser).await?;
        let reply = browser.get("/api/games").await?;
        let offers = Offers::read(reply.text(&mut Vec::new()), &mix.games)?;
        Ok(Crowd::new(addresses, mix, tables, seed, page, offers))
    }

    pub fn new(
        addresses: Vec<SocketAddr>,
        mix: Mix,
        tables: usize,
        seed: u64,
        page: Page,
        offers: Offers,
    ) -> (Arc<Crowd>, watch::Sender<Phase>) {
        let (conductor, phase) = watch::channel(Phase::Opening);
        let crowd = Crowd {
            addresses,
            mix,
            seed,
            page,
            offers,
            tally: Tally::default(),
            ledger: Ledger::default(),
            opening: Semaphore::new(OPENING),
            phase,
            tables: Mutex::new(vec![None; tables]),
            opened: watch::Sender::new(0),
        };
        (Arc::new(crowd), conductor)
    }

    /// Lets everybody come. They are gone when the phase is [`Phase::Over`].
    pub fn come(self: &Arc<Self>) -> Vec<JoinHandle<()>> {
        let tables = self.tables().len();
        let watching = (tables as f64 * self.mix.spectators).round() as usize;
        let players = (0..tables).map(|number| {
            let player = Player::new(self.clone(), number);
            tokio::spawn(player.run())
        });
        let spectators = (0..watching).map(|number| tokio::spawn(spectator::run(self.clone(), number)));
        players.chain(spectators).collect()
    }

    /// Waits until `count` players see a table that has been played ahead.
    pub async fn all_open(&self, count: usize, patience: Duration) -> bool {
        let mut opened = self.opened.subscribe();
        let all = opened.wait_for(|opened| *opened >= count);
        tokio::time::timeout(patience, all).await.is_ok_and(|seen| seen.is_ok())
    }

    pub fn opened(&self) -> usize {
        *self.opened.borrow()
    }

    /// One more player sees a table that has been played ahead.
    pub fn is_open(&self) {
        self.opened.send_modify(|opened| *opened += 1);
    }

    pub fn sat_down(&self, number: usize, table: &str) {
        self.tables()[number] = Some(table.to_string());
    }

    /// The table at which a player is now.
    pub fn table_of(&self, number: usize) -> Option<String> {
        let tables = self.tables();
        tables.get(number % tables.len().max(1)).cloned().flatten()
    }

    pub fn address(&self, luck: &mut Luck) -> SocketAddr {
        self.addresses[luck.below(self.addresses.len())]
    }

    pub fn is_over(&self) -> bool {
        matches!(*self.phase.borrow(), Phase::Over)
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, Vec<Option<String>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
