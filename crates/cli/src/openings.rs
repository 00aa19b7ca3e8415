//! What games begin with: `--openings`.

use std::{convert::Infallible, path::PathBuf, str::FromStr};

use outflank_arena::tournament::{Beginnings, beginning};
use outflank_rules::{
    Variant,
    record::{Format, Reader, Record, write},
};

use crate::{error::Error, source::Source};

/// The openings that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Openings {
    /// Those inside the program.
    Balanced,
    /// None.
    Start,
    /// Those of a file of records.
    File(PathBuf),
}

impl FromStr for Openings {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Openings, Infallible> {
        Ok(match text {
            "balanced" => Openings::Balanced,
            "none" => Openings::Start,
            path => Openings::File(path.into()),
        })
    }
}

impl Openings {
    /// The beginnings of a variant.
    pub(crate) fn beginnings(&self, variant: &Variant) -> Result<Beginnings, Error> {
        match self {
            Openings::Balanced => Ok(Beginnings::Balanced),
            Openings::Start => Ok(Beginnings::Start),
            Openings::File(path) => {
                let source = Source::File(path.clone());
                let lines = lines(&source, variant)?;
                if lines.is_empty() {
                    Err(Error::Empty(source))
                } else {
                    Ok(Beginnings::Lines { source: path.display().to_string(), lines })
                }
            }
        }
    }
}

/// The moves of each record of a file, which must lead to a game that goes on.
fn lines(source: &Source, variant: &Variant) -> Result<Vec<String>, Error> {
    let opened = source.open(None)?;
    let records = Reader::new(opened.format, opened.input).with_start(variant.start_from_seed(0));
    let mut lines = Vec::new();
    for record in records {
        let record = record.map_err(|error| Error::Read { source: source.clone(), error })?;
        let number = lines.len() as u64 + 1;
        let line = write(Format::Transcript, &Record::new(record.game)).map_err(|cause| Error::Unwritable {
            source: source.clone(),
            record: number,
            cause,
        })?;
        let line = line.trim().to_owned();
        if beginning(variant, &line).is_none() {
            return Err(Error::NoBeginning { source: source.clone(), record: number, line });
        }
        lines.push(line);
    }
    Ok(lines)
}
