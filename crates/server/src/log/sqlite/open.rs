//! Opens the file: creates it, checks it and migrates it.

use std::{fs, path::Path, time::Duration};

use outflank_arena::private;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::OpenError;

/// The application id in the header of our files.
const APPLICATION_ID: i64 = 0x4f75_7466;

/// Schema version. Bump it and add a migration to [`MIGRATIONS`] when [`SCHEMA`] changes.
const SCHEMA_VERSION: i64 = 5;

const SCHEMA: &str = include_str!("schema.sql");

/// Migrations from each schema version to the next, beginning with 1.
const MIGRATIONS: [&str; 4] =
    [include_str!("from_1.sql"), include_str!("from_2.sql"), include_str!("from_3.sql"), include_str!("from_4.sql")];

/// The size in bytes up to which a file is checked when it is opened. Checking larger files would
/// delay the start of the server too long.
const CHECKED_BYTES: u64 = 64 << 20;

/// The number of 4 KiB pages in the write-ahead log that starts a checkpoint. A batch of 1,000
/// games writes up to 1,000 pages, mostly the same ones. With SQLite's default of 1,000 pages,
/// nearly every batch would pay for a checkpoint.
const CHECKPOINT_PAGES: i64 = 16_384;

/// How long to wait for another program that has locked the file, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens the connection that writes. Creates the file if there is none.
pub(super) fn for_writing(path: &Path) -> Result<Connection, OpenError> {
    let refused = |cause| OpenError::of_sqlite(path, cause);
    private::create(path).map_err(|cause| OpenError::Unusable { path: path.to_owned(), cause })?;
    let mut connection = Connection::open(path).map_err(refused)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(refused)?;
    match recognize(&connection).map_err(refused)? {
        Found::Nothing => create(&mut connection).map_err(refused)?,
        Found::Ours(version @ 1..=SCHEMA_VERSION) => {
            check(&connection, path)?;
            migrate(&mut connection, version).map_err(refused)?;
        }
        Found::Ours(found) => return Err(OpenError::Newer { path: path.to_owned(), found, known: SCHEMA_VERSION }),
        Found::Other => return Err(OpenError::Foreign { path: path.to_owned() }),
    }
    set_durable(&connection, path)?;
    Ok(connection)
}

/// Opens a connection that reads. The file must be open for writing.
pub(super) fn for_reading(path: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(connection)
    });
    opened.map_err(|cause| OpenError::of_sqlite(path, cause))
}

/// The content of a file.
enum Found {
    Nothing,
    /// Games with this schema version.
    Ours(i64),
    Other,
}

fn recognize(connection: &Connection) -> rusqlite::Result<Found> {
    let number = |query| connection.query_row(query, [], |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    let is_empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    Ok(match application {
        APPLICATION_ID => Found::Ours(number("PRAGMA user_version")?),
        0 if is_empty => Found::Nothing,
        _ => Found::Other,
    })
}

/// Creates the tables and marks the file, in one transaction.
fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(SCHEMA)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.commit()
}

/// Migrates a file with an older schema version, in one transaction.
fn migrate(connection: &mut Connection, version: i64) -> rusqlite::Result<()> {
    let migrations = MIGRATIONS.get(usize::try_from(version - 1).unwrap_or(MIGRATIONS.len())..).unwrap_or_default();
    if migrations.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for migration in migrations {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.commit()
}

fn check(connection: &Connection, path: &Path) -> Result<(), OpenError> {
    let bytes = fs::metadata(path).map_err(|cause| OpenError::Unusable { path: path.to_owned(), cause })?.len();
    if bytes > CHECKED_BYTES {
        return Ok(());
    }
    let found: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|cause| OpenError::of_sqlite(path, cause))?;
    if found == "ok" { Ok(()) } else { Err(OpenError::Damaged { path: path.to_owned(), found }) }
}

/// Makes commits durable when they return, without blocking readers.
fn set_durable(connection: &Connection, path: &Path) -> Result<(), OpenError> {
    let mode: String = connection
        .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
        .map_err(|cause| OpenError::of_sqlite(path, cause))?;
    if mode != "wal" {
        return Err(OpenError::NoLog { path: path.to_owned() });
    }
    let set = |name, value: &dyn rusqlite::ToSql| {
        connection.pragma_update(None, name, value).map_err(|cause| OpenError::of_sqlite(path, cause))
    };
    set("wal_autocheckpoint", &CHECKPOINT_PAGES)?;
    set("synchronous", &"full")
}
