//! Opening the file of the archive: making it, recognising it, refusing it.

use std::{fs, path::Path, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::store::OpenError;

/// Marks a file as an archive, in its header.
const APPLICATION: i64 = 0x4f75_7461;

/// The form of the tables in [`SCHEMA`]. A change of them, or of keys, is a new number, and a step from the one before.
const FORM: i64 = 2;

const SCHEMA: &str = include_str!("schema.sql");

/// What makes a file of each form one of the next, beginning with the first.
const STEPS: [&str; 1] = [include_str!("from_1.sql")];

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

/// A connection to a file that there is, which is left as it is. Older forms will do too: this one only makes searches faster.
pub(super) fn existing(path: &Path) -> Result<Connection, OpenError> {
    if !path.exists() {
        return Err(OpenError::Absent { path: path.to_owned() });
    }
    let refused = |cause| refused(path, cause);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(refused)?;
    connection.busy_timeout(PATIENCE).map_err(refused)?;
    connection.pragma_update(None, "query_only", true).map_err(refused)?;
    match recognise(&connection).map_err(refused)? {
        Found::Ours(1..=FORM) => Ok(connection),
        found => Err(found.unusable(path)),
    }
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
        found => Err(found.unusable(path)),
    }
}

/// What a file holds.
enum Found {
    Nothing,
    /// An archive in this form.
    Ours(i64),
    Other,
}

impl Found {
    /// Why nothing can be done with it.
    fn unusable(&self, path: &Path) -> OpenError {
        match *self {
            Found::Ours(found) => OpenError::Newer { path: path.to_owned(), found, known: FORM },
            Found::Nothing | Found::Other => OpenError::Foreign { path: path.to_owned() },
        }
    }
}

fn recognise(connection: &Connection) -> rusqlite::Result<Found> {
    let number = |query| connection.query_row(query, [], |row| row.get::<_, i64>(0));
    let is_empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    Ok(match number("PRAGMA application_id")? {
        APPLICATION => Found::Ours(number("PRAGMA user_version")?),
        0 if is_empty => Found::Nothing,
        _ => Found::Other,
    })
}

/// Makes the tables in an empty file and marks it, or brings one of an older form up to this one; all of it or nothing: of two programs that open it
/// at once, one does.
fn create(connection: &mut Connection) -> rusqlite::Result<Found> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let steps = match recognise(&transaction)? {
        Found::Nothing => &[SCHEMA],
        Found::Ours(form @ 1..FORM) => &STEPS[form as usize - 1..],
        found => return Ok(found),
    };
    for step in steps {
        transaction.execute_batch(step)?;
    }
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
