//! Reads uploaded files in any encoding and format. Games that cannot be read are reported.

use outflank_rules::{
    Variant, opening,
    record::{
        Format, ReadError, Reader, Record,
        encoding::{Decoded, Encoding, TruncatedText},
    },
};
use serde::Serialize;
use thiserror::Error;

use crate::{ErrorReason, ReasonCode, ReasonPart, transcript, variant_of, view};

/// The most games in the response; more are counted.
const MAX_GAMES: usize = 2000;

/// The most errors in the response; more are counted.
const MAX_FAULTS: usize = 100;

/// Reading stops after this many errors beyond those listed: the file is
/// something else.
const MAX_BAD_RECORDS: u64 = 10_000;

/// The most characters of a name, an event or a date.
const MAX_TEXT_CHARS: usize = 200;

/// The most lines of other text before the first game.
const MAX_PREAMBLE_LINES: usize = 100;

/// The contents of a file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    format: String,
    games: Vec<GameView>,
    omitted_games: u64,
    faults: Vec<FaultView>,
    omitted_errors: u64,
    /// Whether reading stopped because of too many errors.
    stopped_early: bool,
    #[serde(flatten)]
    former: FormerCounts,
}

/// The names of `omittedGames`, `omittedErrors` and `stoppedEarly` until 0.3.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct FormerCounts {
    more: u64,
    more_faults: u64,
    gave_up: bool,
}

#[derive(Debug, Serialize)]
struct GameView {
    /// The number of the game in the file, from 1, bad ones included.
    index: u64,
    black: String,
    white: String,
    event: String,
    date: String,
    result: Option<ResultView>,
    plies: usize,
    opening: Option<&'static str>,
    variant: String,
    /// The start, if it differs from that of the variant.
    start: Option<String>,
    moves: String,
}

/// The winner, `None` for a draw, and the discs with empty squares for the winner, if known.
#[derive(Debug, Serialize)]
struct ResultView {
    winner: Option<&'static str>,
    black: Option<i32>,
    white: Option<i32>,
}

#[derive(Debug, Serialize)]
struct FaultView {
    place: String,
    message: String,
    #[serde(flatten)]
    why: ErrorReason,
}

/// The records in a file.
struct DetectedRecords<'a> {
    format: Format,
    records: &'a [u8],
    /// Lines before them.
    skipped: u64,
}

impl Upload {
    /// Reads a file. Its name may tell the format.
    pub fn read(bytes: &[u8], name: Option<&str>) -> Result<Upload, UploadError> {
        let Decoded { bytes, is_cut } = Encoding::of(bytes).decoded(bytes);
        let found = detect(&bytes, name).ok_or_else(|| UploadError::of(&bytes))?;
        let mut upload = Upload {
            format: found.format.to_string(),
            games: Vec::new(),
            omitted_games: 0,
            faults: Vec::new(),
            omitted_errors: 0,
            stopped_early: false,
            former: FormerCounts::default(),
        };
        if found.skipped > 0 {
            let lines = if found.skipped == 1 { "a line" } else { "lines" };
            let message = format!("{lines} before the first game left out: {}", found.skipped);
            let why = ErrorReason::new(ReasonCode::LinesBefore).with(ReasonPart::Lines, found.skipped);
            upload.fault("line 1".to_owned(), message, why);
        }
        for (index, record) in (1..).zip(Reader::new(found.format, found.records)) {
            match record {
                Ok(record) => upload.game(index, &record),
                Err(error) => upload.misread(&error, found.skipped),
            }
            if upload.omitted_errors >= MAX_BAD_RECORDS {
                upload.stopped_early = true;
                break;
            }
        }
        if is_cut {
            upload.fault("the end".to_owned(), TruncatedText.to_string(), ErrorReason::new(ReasonCode::CutSign));
        }
        let Upload { omitted_games: more, omitted_errors: more_faults, stopped_early: gave_up, .. } = upload;
        upload.former = FormerCounts { more, more_faults, gave_up };
        Ok(upload)
    }

    fn game(&mut self, index: u64, record: &Record) {
        if self.games.len() < MAX_GAMES {
            self.games.push(GameView::of(index, record));
        } else {
            self.omitted_games += 1;
        }
    }

    fn misread(&mut self, error: &ReadError, skipped: u64) {
        if self.faults.len() >= MAX_FAULTS {
            self.omitted_errors += 1;
            return;
        }
        let place = match error.at {
            outflank_rules::record::RecordLocation::Line(line) => {
                format!("game {}, line {}", error.record, line + skipped)
            }
            byte @ outflank_rules::record::RecordLocation::Byte(_) => format!("game {}, {byte}", error.record),
        };
        self.fault(place, error.cause.to_string(), ErrorReason::from(error));
    }

    fn fault(&mut self, place: String, message: String, why: ErrorReason) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(FaultView { place, message, why });
        } else {
            self.omitted_errors += 1;
        }
    }
}

/// Detects the format by content, else by name, else after lines of other text.
fn detect<'a>(bytes: &'a [u8], name: Option<&str>) -> Option<DetectedRecords<'a>> {
    let whole = |format| DetectedRecords { format, records: bytes, skipped: 0 };
    Format::detect(bytes).or_else(|| name.and_then(by_name)).map(whole).or_else(|| after_preamble(bytes))
}

/// `.txt` says nothing about the format.
fn by_name(name: &str) -> Option<Format> {
    let (_, extension) = name.rsplit_once('.')?;
    Format::from_extension(extension).filter(|format| *format != Format::Transcript)
}

fn after_preamble(bytes: &[u8]) -> Option<DetectedRecords<'_>> {
    let mut rest = bytes;
    for skipped in 1..=MAX_PREAMBLE_LINES as u64 {
        let end = rest.iter().position(|&byte| byte == b'\n')?;
        rest = &rest[end + 1..];
        if let Some(format) = Format::detect(rest).filter(|&format| format != Format::Wthor) {
            return Some(DetectedRecords { format, records: rest, skipped });
        }
    }
    None
}

impl GameView {
    fn of(index: u64, record: &Record) -> GameView {
        let game = &record.game;
        let variant = variant_of(&game.start(), Variant::STANDARD);
        let word = |text: &str| text.trim().chars().take(MAX_TEXT_CHARS).collect();
        GameView {
            index,
            black: word(&record.black.name),
            white: word(&record.white.name),
            event: word(&record.event),
            date: word(&record.date),
            result: ResultView::of(record),
            plies: game.ply(),
            opening: opening::name(game),
            variant: variant.to_string(),
            start: (game.start() != variant.start()).then(|| view::position(&game.start())),
            moves: transcript(game),
        }
    }
}

impl ResultView {
    fn of(record: &Record) -> Option<ResultView> {
        let (game, outcome) = (&record.game, &record.outcome);
        let spec = game.start().spec();
        let discs = outcome.margin.map(|margin| view::discs(&spec, margin));
        let is_known = discs.is_some() || outcome.awarded.is_some() || game.position().is_over();
        is_known.then(|| ResultView {
            winner: outcome.winner(spec.goal()).map(view::word),
            black: discs.map(|[black, _]| black),
            white: discs.map(|[_, white]| white),
        })
    }
}

/// The first bytes of ZIP, gzip, bzip2, xz, 7z, RAR and Zstandard files.
const PACKED_MAGIC: [&[u8]; 7] =
    [b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x28\xb5\x2f\xfd"];

/// Why a file cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UploadError {
    /// The file is empty.
    #[error("byte 0: the file is empty")]
    Empty,
    /// The file is compressed.
    #[error("byte 0: the file is compressed; unpack it first")]
    Packed,
    /// The format is unknown; the file begins with this text.
    #[error(
        "line 1: {0:?} begins no record of a game and no position; transcripts, GGF, SGF, PGN, WTHOR, OBF, FEN, JSON and drawn boards are read"
    )]
    UnknownFormat(String),
}

impl UploadError {
    fn of(bytes: &[u8]) -> UploadError {
        const QUOTED_CHARS: usize = 60;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            UploadError::Empty
        } else if PACKED_MAGIC.iter().any(|beginning| bytes.starts_with(beginning)) {
            UploadError::Packed
        } else {
            let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * QUOTED_CHARS)]);
            UploadError::UnknownFormat(beginning.trim_start().chars().take(QUOTED_CHARS).collect())
        }
    }
}

impl From<&UploadError> for ErrorReason {
    fn from(error: &UploadError) -> ErrorReason {
        match error {
            UploadError::Empty => ErrorReason::new(ReasonCode::Empty),
            UploadError::Packed => ErrorReason::new(ReasonCode::Packed),
            UploadError::UnknownFormat(beginning) => {
                ErrorReason::new(ReasonCode::NoRecord).with(ReasonPart::Found, beginning.as_str())
            }
        }
    }
}
