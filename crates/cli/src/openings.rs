//! What games begin with: `--openings`.

use std::{fmt, path::PathBuf, str::FromStr};

use outflank_arena::opening::{Beginnings, beginning};
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
    /// So many moves by chance.
    Random(u32),
    /// Those of a file of records.
    File(PathBuf),
}

/// Longer ones would be games.
const MOST_PLIES: u32 = 50;

/// `random:` with something that is no number of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadPlies(String);

impl fmt::Display for BadPlies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no number of plies: write random:0 to random:{MOST_PLIES}", self.0)
    }
}

impl std::error::Error for BadPlies {}

impl FromStr for Openings {
    type Err = BadPlies;

    fn from_str(text: &str) -> Result<Openings, BadPlies> {
        match (text, text.strip_prefix("random:")) {
            ("balanced", _) => Ok(Openings::Balanced),
            ("none", _) => Ok(Openings::Start),
            (_, Some(plies)) => {
                let plies = plies.parse().ok().filter(|plies| *plies <= MOST_PLIES);
                plies.map(Openings::Random).ok_or_else(|| BadPlies(text.to_owned()))
            }
            (path, None) => Ok(Openings::File(path.into())),
        }
    }
}

/// The beginnings that were asked for, or those that are usual for a variant.
pub(crate) fn beginnings(asked: Option<&Openings>, variant: &Variant) -> Result<Beginnings, Error> {
    let beginnings = match asked {
        None => Beginnings::usual(variant),
        Some(Openings::Balanced) => Beginnings::Balanced,
        Some(Openings::Start) => Beginnings::Start,
        Some(Openings::Random(plies)) => Beginnings::Random(*plies),
        Some(Openings::File(path)) => {
            let source = Source::File(path.clone());
            let lines = lines(&source, variant)?;
            if lines.is_empty() {
                return Err(Error::Empty(source));
            }
            Beginnings::Lines { source: path.display().to_string(), lines }
        }
    };
    beginnings.check(variant).map_err(Error::Beginnings)?;
    Ok(beginnings)
}

/// The moves of each record of a file, which must lead to a game that goes on. A line of moves is an opening: two of them are never one.
fn lines(source: &Source, variant: &Variant) -> Result<Vec<String>, Error> {
    let opened = source.open(None)?;
    let records = Reader::new(opened.format, opened.input).with_start(variant.start_from_seed(0)).with_a_game_a_line();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_and_files_are_told_apart() {
        assert_eq!("balanced".parse(), Ok(Openings::Balanced));
        assert_eq!("random:6".parse(), Ok(Openings::Random(6)));
        assert_eq!("lines.txt".parse(), Ok(Openings::File("lines.txt".into())));
        for wrong in ["random:", "random:51", "random:few"] {
            let error = wrong.parse::<Openings>().unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("random:50"), "{error}");
        }
    }
}
