//! What `--json` prints.

use std::io::Write;

use serde::Serialize;

use crate::error::Error;

/// Writes one value in a line, at once.
pub(crate) fn write_line(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Error> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// Writes one value, indented, with a line end.
pub(crate) fn write(value: &impl Serialize, out: &mut dyn Write) -> Result<(), Error> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
