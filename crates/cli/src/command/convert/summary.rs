//! What a conversion did.

use std::{io::Write, path::PathBuf, time::Duration};

use serde::{Serialize, Serializer};

use super::Args;
use crate::{error::Error, json, progress::Progress, tell};

/// Bad records that are told one by one; the rest is only counted.
const TOLD: u64 = 20;

#[derive(Debug, Default, Serialize)]
pub(super) struct Summary {
    pub(super) inputs: u64,
    pub(super) records: u64,
    pub(super) written: u64,
    pub(super) skipped: u64,
    #[serde(serialize_with = "as_texts")]
    pub(super) outputs: Vec<PathBuf>,
    /// Why the first ones were skipped.
    reasons: Vec<String>,
}

#[derive(Serialize)]
struct Timed<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    seconds: f64,
}

/// JSON has no bytes: what is not UTF-8 in a path is shown as on a terminal.
fn as_texts<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| path.display().to_string()))
}

impl Summary {
    /// Counts a bad record and tells about it.
    pub(super) fn skip(&mut self, error: &Error, progress: &Progress) {
        self.skipped += 1;
        if self.skipped <= TOLD {
            progress.aside(|| tell(format_args!("skipped: {error}")));
            self.reasons.push(error.to_string());
        } else if self.skipped == TOLD + 1 {
            progress.aside(|| tell(format_args!("skipped: more, which are only counted from here on")));
        }
    }

    /// Where the records went to standard output, silence is the best summary of success.
    pub(super) fn report(&self, took: Duration, args: &Args, out: &mut dyn Write) -> Result<(), Error> {
        let seconds = took.as_secs_f64();
        if args.json {
            return json::write(&Timed { summary: self, seconds }, out);
        }
        if args.output.is_some() || self.skipped > 0 {
            let Summary { written, skipped, .. } = self;
            tell(format_args!("{written} written, {skipped} skipped, in {seconds:.1} s{}", self.places()));
        }
        Ok(())
    }

    /// Was there something, and none of it good?
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
