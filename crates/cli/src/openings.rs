//! The openings of matches and tournaments: `--openings`.

use std::{path::PathBuf, str::FromStr};

use outflank_arena::opening::{OpeningSource, beginning};
use outflank_rules::{
    Variant,
    record::{Format, Reader, Record, write},
};

use crate::{error::Error, source::Source};

/// The value of `--openings`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Openings {
    /// The built-in openings.
    Balanced,
    /// No opening moves.
    Start,
    /// This many random moves.
    Random(u32),
    /// The records of a file.
    File(PathBuf),
}

/// More would leave too little of the game.
const MAX_PLIES: u32 = 50;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a number of plies: write random:0 to random:{MAX_PLIES}")]
pub(crate) struct ParseOpeningsError(String);

impl FromStr for Openings {
    type Err = ParseOpeningsError;

    fn from_str(text: &str) -> Result<Openings, ParseOpeningsError> {
        match (text, text.strip_prefix("random:")) {
            ("balanced", _) => Ok(Openings::Balanced),
            ("none", _) => Ok(Openings::Start),
            (_, Some(plies)) => {
                let plies = plies.parse().ok().filter(|plies| *plies <= MAX_PLIES);
                plies.map(Openings::Random).ok_or_else(|| ParseOpeningsError(text.to_owned()))
            }
            (path, None) => Ok(Openings::File(path.into())),
        }
    }
}

/// Returns the requested openings, or the default ones for the variant.
pub(crate) fn opening_source(asked: Option<&Openings>, variant: &Variant) -> Result<OpeningSource, Error> {
    let beginnings = match asked {
        None => OpeningSource::usual(variant),
        Some(Openings::Balanced) => OpeningSource::Balanced,
        Some(Openings::Start) => OpeningSource::Start,
        Some(Openings::Random(plies)) => OpeningSource::Random(*plies),
        Some(Openings::File(path)) => {
            let source = Source::File(path.clone());
            let lines = lines(&source, variant)?;
            if lines.is_empty() {
                return Err(Error::Empty(source));
            }
            OpeningSource::Lines { source: path.display().to_string(), lines }
        }
    };
    beginnings.check(variant).map_err(Error::OpeningSource)?;
    Ok(beginnings)
}

/// Reads the moves of each record of a file, which must not end the game. Each line of a transcript
/// is one opening.
fn lines(source: &Source, variant: &Variant) -> Result<Vec<String>, Error> {
    let opened = source.open(None)?;
    let records = Reader::new(opened.format, opened.input).with_start(variant.start_from_seed(0)).with_a_game_a_line();
    let mut lines = Vec::new();
    for record in records {
        let record = record.map_err(|error| Error::Read { input: source.clone(), error })?;
        let number = lines.len() as u64 + 1;
        let line = write(Format::Transcript, &Record::new(record.game)).map_err(|cause| Error::Unwritable {
            input: source.clone(),
            record: number,
            cause,
        })?;
        let line = line.trim().to_owned();
        if beginning(variant, &line).is_none() {
            return Err(Error::NotAnOpening { input: source.clone(), record: number, line });
        }
        lines.push(line);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_names_numbers_and_files_are_distinguished() {
        assert_eq!("balanced".parse(), Ok(Openings::Balanced));
        assert_eq!("random:6".parse(), Ok(Openings::Random(6)));
        assert_eq!("lines.txt".parse(), Ok(Openings::File("lines.txt".into())));
        for wrong in ["random:", "random:51", "random:few"] {
            let error = wrong.parse::<Openings>().unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("random:50"), "{error}");
        }
    }
}
