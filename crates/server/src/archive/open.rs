//! Opening the file of the archive: making it, recognising it, refusing it.

use std::{fs, path::Path, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::store::OpenError;

/// Marks a file as an archive, in its header.
const APPLICATION: i64 = 0x4f75_7461;

/// The form of the tables in [`SCHEMA`]. A change of them, or of keys, is a new number, and a step from the one before.
const FORM: i64 = 1;

const SCHEMA: &str = include_str!("schema.sql");

/// How long to wait for another program that writes, such as an import: it writes in short strokes.
const PATIENCE: Duration = Duration::from_secs(30);

/// KiB that a connection keeps of the file.
const CACHE: i64 = 16_000;

/// The connection that writes. Makes the file, with the directories above it, if there is none.
pub(super) fn for_writing(path: &Path) -> Result<Connection, OpenError> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(|cause| OpenError::Unusable { path: path.to_owned(), cause })?;
    }
    let mut connection = Connection::open(path).map_err(|cause| refused(path, cause))?;
    prepare(&mut connection, path)?;
    Ok(connection)
}

/// One that is gone when the program ends.
pub(super) fn in_memory() -> Result<Connection, OpenError> {
    let path = Path::new("memory");
    let mut connection = Connection::open_in_memory().map_err(|cause| refused(path, cause))?;
    create(&mut connection).map_err(|cause| refused(path, cause))?;
    Ok(connection)
}

/// A connection that reads a file which there is.
pub(super) fn for_reading(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "cache_size", -CACHE)?;
    Ok(connection)
}

fn prepare(connection: &mut Connection, path: &Path) -> Result<(), OpenError> {
    let refused = |cause| refused(path, cause);
    connection.busy_timeout(PATIENCE).map_err(refused)?;
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0)).map_err(refused)?;
    if mode != "wal" {
        return Err(OpenError::NoLog { path: path.to_owned() });
    }
    connection.pragma_update(None, "synchronous", "full").map_err(refused)?;
    connection.pragma_update(None, "cache_size", -CACHE).map_err(refused)?;
    match create(connection).map_err(refused)? {
        Found::Ours(FORM) => Ok(()),
        Found::Ours(found) => Err(OpenError::Newer { path: path.to_owned(), found, known: FORM }),
        Found::Other => Err(OpenError::Foreign { path: path.to_owned() }),
    }
}

/// What a file holds.
enum Found {
    /// An archive in this form.
    Ours(i64),
    Other,
}

/// Makes the tables in an empty file and marks it, both or neither: of two programs that open it at once, one does.
fn create(connection: &mut Connection) -> rusqlite::Result<Found> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let number = |query| transaction.query_row(query, [], |row| row.get::<_, i64>(0));
    let is_empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    match number("PRAGMA application_id")? {
        APPLICATION => return Ok(Found::Ours(number("PRAGMA user_version")?)),
        0 if is_empty => {}
        _ => return Ok(Found::Other),
    }
    transaction.execute_batch(SCHEMA)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORM)?;
    transaction.commit()?;
    Ok(Found::Ours(FORM))
}

fn refused(path: &Path, cause: rusqlite::Error) -> OpenError {
    let path = path.to_owned();
    match cause.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::Foreign { path },
        Some(ErrorCode::DatabaseCorrupt) => OpenError::Damaged { path, found: cause.to_string() },
        _ => OpenError::Refused { path, cause },
    }
}
