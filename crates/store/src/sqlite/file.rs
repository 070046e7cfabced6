//! Opening the file: who may write it, whether it is a store at all, and of which version. A file that is not ours is not touched.

use super::{many, refused, remember_looks};
use crate::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// Marks a file as a store: "Sand" in ASCII.
const APPLICATION: i32 = 0x5361_6e64;

/// What makes each version out of the one before; the first makes it out of nothing.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/sqlite/1.sql"),
    include_str!("../../migrations/sqlite/2.sql"),
    include_str!("../../migrations/sqlite/3.sql"),
    include_str!("../../migrations/sqlite/4.sql"),
    include_str!("../../migrations/sqlite/5.sql"),
];

/// How long to wait for another program that is busy with the file.
const BUSY: Duration = Duration::from_secs(5);

/// How long a look for damage may hold up the start.
const LOOK: Duration = Duration::from_secs(10);

/// A connection and the lock that keeps other processes out; to be dropped in this order.
pub struct Writable {
    pub connection: Connection,
    pub lock: File,
}

pub fn open_writer(path: &Path) -> Result<Writable, StoreError> {
    let path = real(path)?;
    let lock = lock(&path)?;
    if !path.exists() {
        make_private(&path)?;
    }
    let mut connection = Connection::open_with_flags(
        &path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .map_err(|error| at(&path, refused(error)))?;
    prepare(&mut connection, &path).map_err(|error| at(&path, error))?;
    Ok(Writable { connection, lock })
}

/// For the writer itself and for a store that is read only: never makes or changes a store. Where the folder cannot be written,
/// not even for what SQLite keeps beside the file, the file is read as one that nobody changes, and must stay so.
pub fn open_reader(path: &Path) -> Result<(Connection, Option<Still>), StoreError> {
    let path = real(path)?;
    match reader(&path) {
        Ok(connection) => Ok((connection, None)),
        Err(Unread::Beside(why)) => {
            let still = Still::of(&path, &why)?;
            let connection = reader(&still.address()).map_err(|error| at(&path, error.into()))?;
            still.check()?;
            Ok((connection, Some(still)))
        }
        Err(error) => Err(at(&path, error.into())),
    }
}

/// Why a file cannot be read.
enum Unread {
    /// The file could be, but not what has to be beside it.
    Beside(String),
    Other(StoreError),
}

impl From<Unread> for StoreError {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Beside(why) => StoreError::Unavailable(why),
            Unread::Other(error) => error,
        }
    }
}

fn reader(path: &Path) -> Result<Connection, Unread> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let other = |error| Unread::Other(refused(error));
    let connection = Connection::open_with_flags(path, flags).map_err(other)?;
    settle(&connection).map_err(Unread::Other)?;
    let schema = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    schema.map_err(|error| match error.sqlite_error_code() {
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly) => Unread::Beside(error.to_string()),
        _ => other(error),
    })?;
    check_version(&connection).map_err(Unread::Other)?;
    Ok(connection)
}

fn check_version(connection: &Connection) -> Result<(), StoreError> {
    match version(connection)? {
        Some(version) if version == MIGRATIONS.len() => Ok(()),
        Some(version) => Err(StoreError::Corrupt(format!(
            "it is of version {version}, this program reads {}; a start without --read-only brings it up to date",
            MIGRATIONS.len()
        ))),
        None => Err(StoreError::Corrupt("it is empty".into())),
    }
}

/// How a file was that is read without the help of SQLite's locks: what is read from it is right as long as it stays so.
#[derive(Clone)]
pub struct Still {
    path: PathBuf,
    length: u64,
    modified: SystemTime,
}

impl Still {
    /// `why` it cannot be read in the usual way. Refuses a file whose latest changes are still in the log beside it.
    fn of(path: &Path, why: &str) -> Result<Self, StoreError> {
        if has_log(path)? {
            return Err(StoreError::Unavailable(format!(
                "{0}: its latest changes are in {0}-wal, which cannot be used here ({why}); open it once where its folder can be \
                written, or copy both files to such a folder",
                path.display()
            )));
        }
        let (length, modified) = state(path)?;
        Ok(Still { path: path.to_owned(), length, modified })
    }

    /// For SQLite, which is to look for nothing beside the file.
    fn address(&self) -> PathBuf {
        let bytes = self.path.as_os_str().as_encoded_bytes();
        let encoded: String = bytes.iter().map(|byte| format!("%{byte:02x}")).collect();
        format!("file:{encoded}?immutable=1").into()
    }

    /// Whether what was read is right.
    pub fn check(&self) -> Result<(), StoreError> {
        if !has_log(&self.path)? && state(&self.path)? == (self.length, self.modified) {
            return Ok(());
        }
        let path = self.path.display();
        Err(StoreError::Unavailable(format!(
            "{path} has changed since it was opened for reading only; start again"
        )))
    }
}

/// Whether there is a log beside the file with anything in it.
fn has_log(path: &Path) -> Result<bool, StoreError> {
    let mut log = OsString::from(path);
    log.push("-wal");
    match fs::metadata(&log) {
        Ok(log) => Ok(log.len() > 0),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::Unavailable(format!("{}: {error}", Path::new(&log).display()))),
    }
}

fn state(path: &Path) -> Result<(u64, SystemTime), StoreError> {
    let found = fs::metadata(path).and_then(|found| Ok((found.len(), found.modified()?)));
    found.map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))
}

fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    settle(connection)?;
    let found = version(connection)?;
    if !look_for_damage(connection, LOOK).map_err(|error| advise(error, path))? {
        tracing::warn!(
            file = %path.display(),
            "the file is too large to be checked for damage at the start; check it with `sandtable store check`"
        );
    }
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864",
        )
        .map_err(refused)?;
    migrate(connection, found.unwrap_or(0), MIGRATIONS)?;
    fill_looks(connection)
}

/// Whether it could be finished in time; `Corrupt` with what was found.
fn look_for_damage(connection: &mut Connection, limit: Duration) -> Result<bool, StoreError> {
    let until = Instant::now() + limit;
    connection.progress_handler(1000, Some(move || Instant::now() >= until)).map_err(refused)?;
    let found = damage(connection, "PRAGMA quick_check(3)");
    connection.progress_handler(0, None::<fn() -> bool>).map_err(refused)?;
    match found {
        Ok(found) if found.is_empty() => Ok(true),
        Ok(found) => Err(StoreError::Corrupt(found.join("; "))),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => Ok(false),
        Err(error) => Err(refused(error)),
    }
}

/// What a check of SQLite's own finds.
pub fn damage(connection: &Connection, check: &str) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare(check)?;
    let found = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

fn advise(error: StoreError, path: &Path) -> StoreError {
    let StoreError::Corrupt(found) = error else { return error };
    let path = path.display();
    StoreError::Corrupt(format!(
        "{found}. Restore the backup; `sandtable store check --data {path}` says all that is wrong"
    ))
}

/// For accounts that were made before their looks were kept, which only a program can tell.
fn fill_looks(connection: &Connection) -> Result<(), StoreError> {
    let turn = connection.unchecked_transaction().map_err(refused)?;
    let sql = "SELECT key, name FROM accounts
        WHERE NOT EXISTS (SELECT 1 FROM looks WHERE looks.account = accounts.key)";
    let accounts: Vec<(String, String)> = many(&turn, sql, &[], |row| row.try_into())?;
    accounts.iter().try_for_each(|(key, name)| remember_looks(&turn, key, name))?;
    turn.commit().map_err(refused)
}

/// What holds for every connection.
fn settle(connection: &Connection) -> Result<(), StoreError> {
    connection.set_prepared_statement_cache_capacity(64);
    connection.busy_timeout(BUSY).map_err(refused)?;
    connection
        .execute_batch("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        .map_err(refused)
}

/// The version of a store, nothing for an empty file.
fn version(connection: &Connection) -> Result<Option<usize>, StoreError> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i32>(0)).map_err(refused);
    let (application, version) = (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    if (application, version, tables) == (0, 0, 0) {
        return Ok(None);
    }
    if application != APPLICATION {
        return Err(StoreError::Corrupt("it is a database of another program".into()));
    }
    let version = usize::try_from(version).map_err(|_| StoreError::Corrupt(format!("version {version}")))?;
    if version > MIGRATIONS.len() {
        let known = MIGRATIONS.len();
        return Err(StoreError::Corrupt(format!(
            "it is of version {version}, made by a newer program; this one knows {known}"
        )));
    }
    Ok(Some(version))
}

/// Each step in a transaction of its own, together with the number it leads to.
fn migrate(connection: &Connection, from: usize, migrations: &[&str]) -> Result<(), StoreError> {
    for (step, sql) in migrations.iter().enumerate().skip(from) {
        let step = step + 1;
        connection
            .execute_batch(&format!(
                "BEGIN IMMEDIATE; {sql} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {step}; COMMIT"
            ))
            .map_err(refused)?;
    }
    Ok(())
}

/// One name for one file, so that two ways to it meet at one lock.
fn real(path: &Path) -> Result<PathBuf, StoreError> {
    let failed = |error| StoreError::Unavailable(format!("{}: {error}", path.display()));
    match fs::canonicalize(path) {
        Ok(real) if real.is_dir() => Err(StoreError::Unavailable(format!("{} is a folder", path.display()))),
        Ok(real) => Ok(real),
        Err(_) => {
            let name = path
                .file_name()
                .ok_or_else(|| StoreError::Unavailable(format!("{} names no file", path.display())))?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Ok(fs::canonicalize(folder.unwrap_or(Path::new("."))).map_err(failed)?.join(name))
        }
    }
}

/// A file beside the store is locked, not the store itself: closing a second handle of it would drop SQLite's own locks. It stays when
/// the store closes, because removing it would let two processes lock two files of one name.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = OsString::from(path);
    name.push("-lock");
    let failed = |error| StoreError::Unavailable(format!("{}: {error}", Path::new(&name).display()));
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&name).map_err(failed)?;
    for _ in 0..20 {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(50)),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
    Err(StoreError::Unavailable(format!("{} is in use by another process", path.display())))
}

/// It will hold hashes of passwords: for its owner's eyes only. SQLite gives its files beside it the same rights.
fn make_private(path: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    Ok(())
}

fn at(path: &Path, error: StoreError) -> StoreError {
    let named = |why: String| format!("{}: {why}", path.display());
    match error {
        StoreError::Corrupt(why) => StoreError::Corrupt(named(why)),
        StoreError::Unavailable(why) => StoreError::Unavailable(named(why)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_for_damage_ends_in_time() {
        let mut connection = Connection::open_in_memory().unwrap();
        let many = "CREATE TABLE a (x); INSERT INTO a WITH RECURSIVE n (x) AS
            (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000) SELECT x FROM n";
        connection.execute_batch(many).unwrap();
        assert_eq!(look_for_damage(&mut connection, Duration::ZERO), Ok(false));
        assert_eq!(look_for_damage(&mut connection, Duration::from_secs(3600)), Ok(true));
    }

    #[test]
    fn migrations_go_on_where_the_file_is() {
        let connection = Connection::open_in_memory().unwrap();
        migrate(&connection, 0, &["CREATE TABLE a (x);"]).unwrap();
        let steps = ["CREATE TABLE a (x);", "CREATE TABLE b (x); INSERT INTO b VALUES (7);"];
        migrate(&connection, 1, &steps).unwrap();
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i32>(0)).unwrap();
        assert_eq!((number("PRAGMA user_version"), number("SELECT x FROM b")), (2, 7));
    }

    #[test]
    fn a_failed_migration_leaves_the_version_before() {
        let connection = Connection::open_in_memory().unwrap();
        let steps = ["CREATE TABLE a (x);", "CREATE TABLE b (x); CREATE TABLE a (x);"];
        assert!(migrate(&connection, 0, &steps).is_err());
        connection.execute_batch("ROLLBACK").unwrap(); // as closing it would
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i32>(0)).unwrap();
        assert_eq!(number("PRAGMA user_version"), 1);
        assert_eq!(number("SELECT count(*) FROM sqlite_schema WHERE name = 'b'"), 0);
    }
}
