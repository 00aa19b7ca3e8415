//! The summary of a conversion.

use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::Args;
use crate::{error::Error, print_message, progress::Progress};

/// Bad records that are listed; the rest are counted.
const MAX_LISTED: u64 = 20;

/// JSON printed by `outflank convert --json`.
#[derive(Debug, Default, Serialize)]
pub(super) struct ConvertJson {
    pub(super) inputs: u64,
    pub(super) records: u64,
    pub(super) written: u64,
    pub(super) skipped: u64,
    #[serde(serialize_with = "as_texts")]
    pub(super) outputs: Vec<PathBuf>,
    /// The reasons for the first skipped records.
    reasons: Vec<String>,
    pub(super) seconds: f64,
}

/// Paths that are not UTF-8 are written with replacement characters.
fn as_texts<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| path.display().to_string()))
}

impl ConvertJson {
    /// Counts a bad record and lists it.
    pub(super) fn skip(&mut self, error: &Error, progress: &Progress) {
        self.skipped += 1;
        if self.skipped <= MAX_LISTED {
            progress.suspend(|| print_message(format_args!("skipped: {error}")));
            self.reasons.push(error.to_string());
        } else if self.skipped == MAX_LISTED + 1 {
            progress.suspend(|| print_message(format_args!("skipped: further records are only counted")));
        }
    }

    /// Prints the summary to stderr, unless the records went to standard output and none was
    /// skipped.
    pub(super) fn print_text(&self, args: &Args) {
        if args.output.is_some() || self.skipped > 0 {
            let ConvertJson { written, skipped, seconds, .. } = self;
            print_message(format_args!("{written} written, {skipped} skipped, in {seconds:.1} s{}", self.places()));
        }
    }

    /// Whether there were records and all of them are bad.
    pub(super) fn is_futile(&self) -> bool {
        self.written == 0 && self.skipped > 0
    }

    fn places(&self) -> String {
        match self.outputs.as_slice() {
            [] => String::new(),
            [one] => format!(": {}", one.display()),
            [first, rest @ ..] => format!(": {} and {} more files", first.display(), rest.len()),
        }
    }
}
