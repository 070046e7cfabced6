//! Servers as processes of their own, and where they keep their games. They can be killed without warning and come back at the
//! same address.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use store::{Store, StoreError};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, sleep, timeout};

/// A server that has not begun after so long never will.
const STARTING: Duration = Duration::from_secs(60);

/// Where servers keep their games.
#[derive(Clone, Debug)]
pub enum Keeping {
    /// A SQLite file, for one server.
    File(PathBuf),
    /// A PostgreSQL database that several servers share.
    Database(String),
}

impl Keeping {
    fn arguments(&self) -> [String; 2] {
        match self {
            Keeping::File(path) => ["--data".to_string(), path.display().to_string()],
            Keeping::Database(url) => ["--database-url".to_string(), url.clone()],
        }
    }

    /// Opened for reading, when no server runs.
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            Keeping::File(path) => store::open_sqlite(path, true).await,
            Keeping::Database(url) => store::open_postgres(url).await,
        }
    }

    /// Lets nobody write for a while, as another program could that is busy with the same file or table.
    pub async fn stall(&self, time: Duration) -> Result<(), StallError> {
        match self {
            Keeping::File(path) => {
                let path = path.clone();
                tokio::task::spawn_blocking(move || hold_file(&path, time)).await??;
            }
            Keeping::Database(url) => hold_table(url, time).await?,
        }
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum StallError {
    #[error("the file could not be held: {0}")]
    File(#[from] rusqlite::Error),
    #[error("the table could not be held: {0}")]
    Table(#[from] tokio_postgres::Error),
    #[error("the thread that held the file failed: {0}")]
    Thread(#[from] tokio::task::JoinError),
}

fn hold_file(path: &Path, time: Duration) -> Result<(), rusqlite::Error> {
    let connection = rusqlite::Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    std::thread::sleep(time);
    connection.execute_batch("ROLLBACK")
}

async fn hold_table(url: &str, time: Duration) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await?;
    let driver = tokio::spawn(connection);
    client.batch_execute("BEGIN; LOCK TABLE games IN EXCLUSIVE MODE").await?;
    sleep(time).await;
    let released = client.batch_execute("ROLLBACK").await;
    driver.abort();
    released
}

#[derive(Debug, thiserror::Error)]
pub enum NodeError {
    #[error("{0} cannot be run: {1}")]
    NoProgram(PathBuf, std::io::Error),
    #[error("the server did not start within {} s", STARTING.as_secs())]
    NotStarted,
    #[error("the server could not be killed: {0}")]
    NotKilled(std::io::Error),
}

/// One server.
pub struct Node {
    program: PathBuf,
    keeping: Keeping,
    /// Requests a second that it takes from one address; 0 for no limit.
    limit: u32,
    pub address: SocketAddr,
    child: Child,
    /// Kept open, so that the server can go on writing.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Node {
    pub async fn start(program: &Path, keeping: &Keeping, limit: u32) -> Result<Node, NodeError> {
        Node::start_at(program, keeping, limit, SocketAddr::from(([127, 0, 0, 1], 0))).await
    }

    async fn start_at(
        program: &Path,
        keeping: &Keeping,
        limit: u32,
        address: SocketAddr,
    ) -> Result<Node, NodeError> {
        let until = Instant::now() + STARTING;
        // Its port or its database may not be free yet.
        while Instant::now() < until {
            let mut child = spawn(program, keeping, limit, address)?;
            let output = child.stdout.take().expect("its output was asked for");
            let mut output = BufReader::new(output).lines();
            let first = timeout(STARTING, output.next_line()).await;
            if let Ok(Ok(Some(line))) = first
                && let Some(address) = address_in(&line)
            {
                let (program, keeping) = (program.to_path_buf(), keeping.clone());
                return Ok(Node { program, keeping, limit, address, child, _output: output });
            }
            let _ = child.kill().await;
            sleep(Duration::from_millis(200)).await;
        }
        Err(NodeError::NotStarted)
    }

    pub fn pid(&self) -> Option<u32> {
        self.child.id()
    }

    /// Ends it without warning.
    pub async fn kill(&mut self) -> Result<(), NodeError> {
        self.child.kill().await.map_err(NodeError::NotKilled)
    }

    /// Starts it again at the address it had.
    pub async fn restart(&mut self) -> Result<(), NodeError> {
        *self = Node::start_at(&self.program, &self.keeping, self.limit, self.address).await?;
        Ok(())
    }
}

fn spawn(program: &Path, keeping: &Keeping, limit: u32, address: SocketAddr) -> Result<Child, NodeError> {
    // A server that is killed and starts again has much to complain about; who wants to hear it asks for it.
    let heard = std::env::var_os("SANDTABLE_LOG").is_some();
    Command::new(program)
        .args(["serve", "--rate", &limit.to_string(), "--bind", &address.to_string()])
        .args(keeping.arguments())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(if heard { Stdio::inherit() } else { Stdio::null() })
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| NodeError::NoProgram(program.to_path_buf(), error))
}

/// The address in the line with which a server says that it is there.
fn address_in(line: &str) -> Option<SocketAddr> {
    line.split("http://").nth(1)?.split('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_says_where_it_is() {
        let line = "Sandtable is at http://127.0.0.1:8420/";
        assert_eq!(address_in(line), Some(SocketAddr::from(([127, 0, 0, 1], 8420))));
        assert_eq!(address_in("error: no port"), None);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn while_a_file_is_held_nobody_writes_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let writer = rusqlite::Connection::open(&path).unwrap();
        writer.execute_batch("CREATE TABLE games (id)").unwrap();
        writer.busy_timeout(Duration::ZERO).unwrap();
        let keeping = Keeping::File(path);
        let stall = tokio::spawn(async move { keeping.stall(Duration::from_millis(400)).await });
        let refused = || writer.execute_batch("BEGIN IMMEDIATE; ROLLBACK").is_err();
        while !refused() && !stall.is_finished() {
            tokio::task::yield_now().await;
        }
        assert!(!stall.is_finished(), "it was never held");
        stall.await.unwrap().unwrap();
        assert!(!refused());
    }
}
