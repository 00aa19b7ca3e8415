//! Opening the file: making it, recognising it, refusing it.

use std::{fs, path::Path, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::OpenError;

/// Marks a file as ours, in its header.
const APPLICATION: i64 = 0x4f75_7466;

/// The form of the tables in [`SCHEMA`]. A change of them is a new number, and a step from the one before.
const FORM: i64 = 3;

const SCHEMA: &str = include_str!("schema.sql");

/// What makes a file of each form one of the next, beginning with the first.
const STEPS: [&str; 2] = [include_str!("from_1.sql"), include_str!("from_2.sql")];

/// Files up to this size are looked through when they are opened; larger ones would keep the server from starting for too long.
const CHECKED_BYTES: u64 = 64 << 20;

/// Pages of the write-ahead log, of 4 KiB, after which they are copied into the file. A thousand games write up to a thousand pages at a stroke, mostly the same
/// again and again: with SQLite's own thousand, nearly every stroke would pay for a copy.
const PAGES_BEFORE_COPY: i64 = 16_384;

/// How long to wait for a program that has the file open, such as one that makes a copy.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection that writes. Makes the file if there is none.
pub(super) fn for_writing(path: &Path) -> Result<Connection, OpenError> {
    let refused = |cause| refused(path, cause);
    let mut connection = Connection::open(path).map_err(refused)?;
    connection.busy_timeout(PATIENCE).map_err(refused)?;
    match recognise(&connection).map_err(refused)? {
        Found::Nothing => create(&mut connection).map_err(refused)?,
        Found::Ours(form @ 1..=FORM) => {
            check(&connection, path)?;
            renew(&mut connection, form).map_err(refused)?;
        }
        Found::Ours(found) => return Err(OpenError::Newer { path: path.to_owned(), found, known: FORM }),
        Found::Other => return Err(OpenError::Foreign { path: path.to_owned() }),
    }
    set_durable(&connection, path)?;
    Ok(connection)
}

/// A connection that reads a file which is open for writing.
pub(super) fn for_reading(path: &Path) -> Result<Connection, OpenError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
        connection.busy_timeout(PATIENCE)?;
        Ok(connection)
    });
    opened.map_err(|cause| refused(path, cause))
}

/// What a file holds.
enum Found {
    Nothing,
    /// Games in this form.
    Ours(i64),
    Other,
}

fn recognise(connection: &Connection) -> rusqlite::Result<Found> {
    let number = |query| connection.query_row(query, [], |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    let is_empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    Ok(match application {
        APPLICATION => Found::Ours(number("PRAGMA user_version")?),
        0 if is_empty => Found::Nothing,
        _ => Found::Other,
    })
}

/// Makes the tables and marks the file, both or neither.
fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(SCHEMA)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORM)?;
    transaction.commit()
}

/// Brings a file of an older form up to this one, by all steps or none.
fn renew(connection: &mut Connection, form: i64) -> rusqlite::Result<()> {
    let steps = STEPS.get(usize::try_from(form - 1).unwrap_or(STEPS.len())..).unwrap_or_default();
    if steps.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for step in steps {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", FORM)?;
    transaction.commit()
}

fn check(connection: &Connection, path: &Path) -> Result<(), OpenError> {
    let bytes = fs::metadata(path).map_err(|cause| OpenError::Unusable { path: path.to_owned(), cause })?.len();
    if bytes > CHECKED_BYTES {
        return Ok(());
    }
    let found: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(|cause| refused(path, cause))?;
    if found == "ok" { Ok(()) } else { Err(OpenError::Damaged { path: path.to_owned(), found }) }
}

/// A commit is on the disk when it returns, and readers need not wait for it.
fn set_durable(connection: &Connection, path: &Path) -> Result<(), OpenError> {
    let mode: String = connection
        .pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
        .map_err(|cause| refused(path, cause))?;
    if mode != "wal" {
        return Err(OpenError::NoLog { path: path.to_owned() });
    }
    let set = |name, value: &dyn rusqlite::ToSql| {
        connection.pragma_update(None, name, value).map_err(|cause| refused(path, cause))
    };
    set("wal_autocheckpoint", &PAGES_BEFORE_COPY)?;
    set("synchronous", &"full")
}

fn refused(path: &Path, cause: rusqlite::Error) -> OpenError {
    let path = path.to_owned();
    match cause.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::Foreign { path },
        Some(ErrorCode::DatabaseCorrupt) => OpenError::Damaged { path, found: cause.to_string() },
        _ => OpenError::Refused { path, cause },
    }
}
