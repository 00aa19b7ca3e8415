//! Opens the archive file: creates it, migrates it, or refuses it.

use std::{path::Path, time::Duration};

use outflank_arena::private;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::log::OpenError;

/// The application id in the header of an archive file.
const APPLICATION_ID: i64 = 0x4f75_7461;

/// The schema version. Bump it and add a migration when [`SCHEMA`] or the position keys change.
const SCHEMA_VERSION: i64 = 2;

const SCHEMA: &str = include_str!("schema.sql");

/// The migrations from each version to the next, starting with version 1.
const MIGRATIONS: [&str; 1] = [include_str!("migrate_1_to_2.sql")];

/// How long to wait for another program that writes. Imports write in short transactions.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// The page cache of a connection, in KiB.
const CACHE_KIB: i64 = 16_000;

/// Opens a connection that writes. Creates the file and its directories if needed.
pub(super) fn for_writing(path: &Path) -> Result<Connection, OpenError> {
    private::create(path).map_err(|cause| OpenError::Unusable { path: path.to_owned(), cause })?;
    let mut connection = Connection::open(path).map_err(|cause| OpenError::of_sqlite(path, cause))?;
    prepare(&mut connection, path)?;
    Ok(connection)
}

/// Opens an existing file without changing it. Older schema versions work too, with slower
/// searches.
pub(super) fn existing(path: &Path) -> Result<Connection, OpenError> {
    if !path.exists() {
        return Err(OpenError::Absent { path: path.to_owned() });
    }
    let refused = |cause| OpenError::of_sqlite(path, cause);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(refused)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(refused)?;
    connection.pragma_update(None, "query_only", true).map_err(refused)?;
    match contents(&connection).map_err(refused)? {
        Contents::Archive(1..=SCHEMA_VERSION) => Ok(connection),
        found => Err(found.unusable(path)),
    }
}

/// Opens an archive in memory.
pub(super) fn in_memory() -> Result<Connection, OpenError> {
    let path = Path::new("memory");
    let mut connection = Connection::open_in_memory().map_err(|cause| OpenError::of_sqlite(path, cause))?;
    create_or_migrate(&mut connection).map_err(|cause| OpenError::of_sqlite(path, cause))?;
    Ok(connection)
}

/// Opens a read-only connection to an existing file.
pub(super) fn for_reading(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    Ok(connection)
}

fn prepare(connection: &mut Connection, path: &Path) -> Result<(), OpenError> {
    let refused = |cause| OpenError::of_sqlite(path, cause);
    connection.busy_timeout(BUSY_TIMEOUT).map_err(refused)?;
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0)).map_err(refused)?;
    if mode != "wal" {
        return Err(OpenError::NoLog { path: path.to_owned() });
    }
    connection.pragma_update(None, "synchronous", "full").map_err(refused)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB).map_err(refused)?;
    match create_or_migrate(connection).map_err(refused)? {
        Contents::Archive(SCHEMA_VERSION) => Ok(()),
        found => Err(found.unusable(path)),
    }
}

/// The contents of a file.
enum Contents {
    Empty,
    /// An archive with this schema version.
    Archive(i64),
    Other,
}

impl Contents {
    /// Why the file cannot be used.
    fn unusable(&self, path: &Path) -> OpenError {
        match *self {
            Contents::Archive(found) => OpenError::Newer { path: path.to_owned(), found, known: SCHEMA_VERSION },
            Contents::Empty | Contents::Other => OpenError::Foreign { path: path.to_owned() },
        }
    }
}

fn contents(connection: &Connection) -> rusqlite::Result<Contents> {
    let number = |query| connection.query_row(query, [], |row| row.get::<_, i64>(0));
    let is_empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    Ok(match number("PRAGMA application_id")? {
        APPLICATION_ID => Contents::Archive(number("PRAGMA user_version")?),
        0 if is_empty => Contents::Empty,
        _ => Contents::Other,
    })
}

/// Creates the tables in an empty file, or migrates an older one, in one transaction. If two
/// programs open the file at once, one of them does it.
fn create_or_migrate(connection: &mut Connection) -> rusqlite::Result<Contents> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let scripts = match contents(&transaction)? {
        Contents::Empty => &[SCHEMA],
        Contents::Archive(version @ 1..SCHEMA_VERSION) => &MIGRATIONS[version as usize - 1..],
        found => return Ok(found),
    };
    for script in scripts {
        transaction.execute_batch(script)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.commit()?;
    Ok(Contents::Archive(SCHEMA_VERSION))
}
