//! The formats by name, by extension, and by their looks.

mod detect;

use std::{fmt, str::FromStr};

/// A way to write games or positions down.
///
/// ```
/// use outflank_rules::record::Format;
///
/// assert_eq!("ggf".parse(), Ok(Format::Ggf));
/// assert_eq!(Format::from_extension("WTB"), Some(Format::Wthor));
/// assert_eq!(Format::detect(b"f5d6c3d3c4"), Some(Format::Transcript));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Moves one after another: `f5d6c3`.
    Transcript,
    /// The Generic Game Format of the game server GGS.
    Ggf,
    /// Positions with the values of their moves, one a line (the FFO problems).
    Obf,
    /// The binary tournament base: `.wtb`, with its name files `.jou` and `.trn`.
    Wthor,
    /// The Smart Game Format, `GM[2]`.
    Sgf,
    /// Tags and numbered moves as chess players write them.
    Pgn,
    /// The board as XBoard writes it.
    Fen,
    /// Our own form, which leaves nothing out.
    Json,
    /// A drawing of a board, or a string of its cells.
    Board,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 9] = [
        Format::Transcript,
        Format::Ggf,
        Format::Obf,
        Format::Wthor,
        Format::Sgf,
        Format::Pgn,
        Format::Fen,
        Format::Json,
        Format::Board,
    ];

    /// As many of the first bytes as [`Format::detect`] looks at.
    pub const DETECTED_BY: usize = 16 * 1024;

    const fn name(self) -> &'static str {
        match self {
            Format::Transcript => "transcript",
            Format::Ggf => "ggf",
            Format::Obf => "obf",
            Format::Wthor => "wthor",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::Fen => "fen",
            Format::Json => "json",
            Format::Board => "board",
        }
    }

    /// The usual ending of the names of such files, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Transcript => "txt",
            Format::Wthor => "wtb",
            other => other.name(),
        }
    }

    /// The format that files with this ending have, in any case, if the ending tells. Other people call any text
    /// `.txt`: where the content is at hand, [`Format::detect`] is the better judge.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "jsonl" | "ndjson" => Some(Format::Json),
            known => Format::ALL.into_iter().find(|format| format.extension() == known),
        }
    }

    /// The format of a file, by its first bytes ([`Format::DETECTED_BY`] at most), or of a pasted text; `None` if it looks
    /// like none of them.
    ///
    /// The name files and the solitaires of WTHOR are [`Format::Wthor`] as well, though they hold no games:
    /// reading them says so.
    pub fn detect(start: &[u8]) -> Option<Format> {
        detect::detect(start)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFormatError {
    text: String,
}

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a format: write one of", self.text)?;
        for (i, format) in Format::ALL.into_iter().enumerate() {
            write!(f, "{} {format}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseFormatError {}

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Format, ParseFormatError> {
        let named = |format: &Format| text.trim().eq_ignore_ascii_case(format.name());
        Format::ALL.into_iter().find(named).ok_or_else(|| ParseFormatError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_lead_back_to_their_format() {
        for format in Format::ALL {
            assert_eq!(format.to_string().to_uppercase().parse(), Ok(format));
            assert_eq!(Format::from_extension(format.extension()), Some(format));
        }
        assert_eq!(Format::from_extension("jsonl"), Some(Format::Json));
        assert_eq!(Format::from_extension("exe"), None);
        assert_eq!(
            "gff".parse::<Format>().unwrap_err().to_string(),
            "\"gff\" is not a format: write one of transcript, ggf, obf, wthor, sgf, pgn, fen, json, board"
        );
    }
}
