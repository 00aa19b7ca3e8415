//! The common parts of the lists of games and tournaments.

use serde::Serialize;

use super::{ApiError, input::Query};
use crate::log::{Cursor, Listed, MAX_LISTED};

/// Rows on a page of a list, by default.
const DEFAULT_LIMIT: usize = 20;

/// The cursor and the limit of the query.
pub(crate) fn page(query: &Query) -> Result<(Option<Cursor>, usize), ApiError> {
    let before = query.text("before").map(str::parse).transpose()?;
    let limit = query.number("limit")?.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LISTED);
    Ok((before, limit))
}

/// The cursor of the next page, if there may be one.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NextCursor {
    next_cursor: Option<String>,
    /// The name of `nextCursor` until 0.3.
    next: Option<String>,
}

impl NextCursor {
    pub(crate) fn new(cursor: Option<String>) -> NextCursor {
        NextCursor { next_cursor: cursor.clone(), next: cursor }
    }

    /// The cursor after the rows of a page with this limit.
    pub(crate) fn after(found: &[Listed], limit: usize) -> NextCursor {
        NextCursor::new(found.last().filter(|_| found.len() == limit).map(|last| last.cursor().to_string()))
    }
}
