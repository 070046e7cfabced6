//! The one task of a node that appends. Whatever waits goes into one statement, because PostgreSQL lets only one transaction
//! that notifies commit at a time: without company each append would queue for the disk behind all others.

use super::{Failure, NOW, get, refused};
use crate::{StoreError, Summary, WRITES_WAITING};
use deadpool_postgres::Pool;
use std::collections::{HashMap, HashSet};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_postgres::error::SqlState;

/// Appends, and bytes of them, in one statement. One that is longer goes alone.
const GROUP: usize = 512;
const GROUP_BYTES: usize = 16 << 20;

pub struct Append {
    pub id: String,
    /// Where its records begin and end.
    pub span: (i64, i64),
    pub bodies: Vec<String>,
    pub summary: Option<Summary>,
}

struct Job {
    append: Append,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

pub struct Writer {
    jobs: mpsc::Sender<Job>,
    task: JoinHandle<()>,
}

impl Writer {
    pub fn start(pool: Pool, channel: String) -> Self {
        let (jobs, waiting) = mpsc::channel(WRITES_WAITING);
        Writer { jobs, task: tokio::spawn(run(pool, channel, waiting)) }
    }

    /// Returns when it is on disk or refused; `Busy` at once if too many wait already.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        let stopped = || StoreError::Unavailable("its writer has stopped".into());
        let (answer, answered) = oneshot::channel();
        self.jobs.try_send(Job { append, answer }).map_err(|refusal| match refusal {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => stopped(),
        })?;
        answered.await.map_err(|_| stopped())?
    }

    pub fn stop(&self) {
        self.task.abort();
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn run(pool: Pool, channel: String, mut waiting: mpsc::Receiver<Job>) {
    let mut late = Vec::new();
    loop {
        let mut group = Group::default();
        for job in std::mem::take(&mut late) {
            late.extend(group.add(job));
        }
        if group.jobs.is_empty() {
            let Some(job) = waiting.recv().await else { return };
            late.extend(group.add(job));
        }
        while group.jobs.len() + late.len() < GROUP
            && let Ok(job) = waiting.try_recv()
        {
            late.extend(group.add(job));
        }
        commit(&pool, &channel, group.jobs).await;
    }
}

/// What goes into one statement: of each game one append, the others come later, in their order.
#[derive(Default)]
struct Group {
    jobs: Vec<Job>,
    games: HashSet<String>,
    bytes: usize,
}

impl Group {
    /// Gives back what has to come later.
    fn add(&mut self, job: Job) -> Option<Job> {
        let bytes: usize = job.append.bodies.iter().map(String::len).sum();
        let full = !self.jobs.is_empty() && self.bytes + bytes > GROUP_BYTES;
        // The game is remembered even if there is no room, so that none of its appends overtakes another.
        if !self.games.insert(job.append.id.clone()) || full {
            return Some(job);
        }
        self.bytes += bytes;
        self.jobs.push(job);
        None
    }
}

async fn commit(pool: &Pool, channel: &str, mut group: Vec<Job>) {
    let outcome = match write(pool, channel, &group).await {
        // One of them met a record that is there already, and nothing was written: each for itself.
        Err(Failure::Statement(error))
            if error.code() == Some(&SqlState::UNIQUE_VIOLATION) && group.len() > 1 =>
        {
            while let Some(job) = group.pop() {
                Box::pin(commit(pool, channel, vec![job])).await;
            }
            return;
        }
        outcome => outcome.map_err(refused),
    };
    for Job { append, answer } in group {
        let result = match &outcome {
            Err(error) => Err(error.clone()),
            Ok(found) => match found.get(&append.id) {
                Some(true) => Ok(()),
                Some(false) => Err(StoreError::Conflict),
                None => Err(StoreError::NotFound),
            },
        };
        _ = answer.send(result); // its caller may have stopped waiting
    }
}

/// Returns the games that are there, and whether they were extended.
async fn write(pool: &Pool, channel: &str, group: &[Job]) -> Result<HashMap<String, bool>, Failure> {
    // Rows are locked in the order of their ids, so that nodes wait for each other and never in a circle. The lock shows the
    // latest length, however late it was got.
    let sql = format!(
        "WITH asked AS (
            SELECT * FROM unnest($2::text[], $3::bigint[], $4::bigint[],
                $5::text[], $6::text[], $7::boolean[], $8::boolean[], $9::text[])
            AS asked (id, start, stop, game, status, listed, people, summary)
        ), locked AS (
            SELECT id, next FROM games WHERE id = ANY ($2::text[]) ORDER BY id FOR UPDATE
        ), extended AS (
            UPDATE games SET next = asked.stop, updated = greatest(games.updated, {NOW}),
                game = coalesce(asked.game, games.game), status = coalesce(asked.status, games.status),
                listed = coalesce(asked.listed, games.listed), people = coalesce(asked.people, games.people),
                summary = coalesce(asked.summary, games.summary)
            FROM asked JOIN locked ON locked.id = asked.id AND locked.next = asked.start
            WHERE games.id = locked.id
            RETURNING games.id, games.next
        ), written AS (
            INSERT INTO records (game, seq, at, body)
            SELECT line.game, line.seq, {NOW}, line.body
            FROM unnest($10::text[], $11::bigint[], $12::text[]) AS line (game, seq, body)
            JOIN extended ON extended.id = line.game
        )
        SELECT locked.id, extended.id IS NOT NULL,
            CASE WHEN extended.id IS NOT NULL THEN pg_notify($1, extended.next || ' ' || extended.id)::text END
        FROM locked LEFT JOIN extended ON extended.id = locked.id"
    );
    let appends = || group.iter().map(|job| &job.append);
    let summaries = || appends().map(|append| append.summary.as_ref());
    let ids: Vec<&str> = appends().map(|append| append.id.as_str()).collect();
    let starts: Vec<i64> = appends().map(|append| append.span.0).collect();
    let stops: Vec<i64> = appends().map(|append| append.span.1).collect();
    let games: Vec<Option<&str>> = summaries().map(|summary| Some(summary?.game.as_str())).collect();
    let statuses: Vec<Option<&str>> = summaries().map(|summary| Some(summary?.status.as_str())).collect();
    let listed: Vec<Option<bool>> = summaries().map(|summary| Some(summary?.listed)).collect();
    let people: Vec<Option<bool>> = summaries().map(|summary| Some(summary?.people)).collect();
    let texts: Vec<Option<&str>> = summaries().map(|summary| Some(summary?.body.as_str())).collect();
    let lines =
        || appends().flat_map(|append| (append.span.0..).zip(&append.bodies).map(move |line| (append, line)));
    let line_games: Vec<&str> = lines().map(|(append, _)| append.id.as_str()).collect();
    let line_seqs: Vec<i64> = lines().map(|(_, (seq, _))| seq).collect();
    let line_bodies: Vec<&str> = lines().map(|(_, (_, body))| body.as_str()).collect();

    let client = pool.get().await?;
    let statement = client.prepare_cached(&sql).await?;
    let rows = client
        .query(
            &statement,
            &[
                &channel,
                &ids,
                &starts,
                &stops,
                &games,
                &statuses,
                &listed,
                &people,
                &texts,
                &line_games,
                &line_seqs,
                &line_bodies,
            ],
        )
        .await?;
    rows.iter().map(|row| Ok((get(row, 0)?, get(row, 1)?))).collect::<Result<_, _>>().map_err(Failure::Answer)
}
