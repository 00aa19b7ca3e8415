//! Files that somebody brings: bytes in any encoding and any format of records, with bad games among the good ones.

mod refusal;

use outflank_play::GameResult;
use outflank_rules::{
    Game, Variant, opening,
    record::{
        Format, ReadError, Reader, Record,
        encoding::{CutSign, Decoded, Encoding},
    },
};
use serde::Serialize;

use crate::wire::{self, About, Code, Why};
pub use refusal::NotRead;

/// The most games that are told; the rest are counted.
const MOST_GAMES: usize = 2000;

/// The most faults that are told.
const MOST_FAULTS: usize = 100;

/// After so many the file is not read on: it is something else.
const MOST_BAD: u64 = 10_000;

/// The most signs of a name, an event or a date.
const LONGEST_WORD: usize = 200;

/// Lines before the first game that are looked through, as those of a letter.
const LONGEST_PREAMBLE: usize = 100;

/// What is in a file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    format: String,
    games: Vec<GameView>,
    more: u64,
    faults: Vec<FaultView>,
    more_faults: u64,
    /// Was the rest not read, since too much was bad?
    gave_up: bool,
}

#[derive(Debug, Serialize)]
struct GameView {
    /// Which game of the file, counted from 1, bad ones included.
    index: u64,
    black: String,
    white: String,
    event: String,
    date: String,
    result: Option<ResultView>,
    plies: usize,
    opening: Option<&'static str>,
    variant: String,
    /// Where it starts, if not where the variant does.
    start: Option<String>,
    moves: String,
}

/// Who won, nobody in a draw; with the discs, empty squares to the winner, where the record tells.
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
    why: Why,
}

/// Where the records are, and what they are.
struct Found<'a> {
    format: Format,
    records: &'a [u8],
    /// Lines before them.
    skipped: u64,
}

impl Upload {
    /// Reads a file; what it is called may tell its format.
    pub fn read(bytes: &[u8], name: Option<&str>) -> Result<Upload, NotRead> {
        let Decoded { bytes, is_cut } = Encoding::of(bytes).decoded(bytes);
        let found = find(&bytes, name).ok_or_else(|| NotRead::of(&bytes))?;
        let mut upload = Upload {
            format: found.format.to_string(),
            games: Vec::new(),
            more: 0,
            faults: Vec::new(),
            more_faults: 0,
            gave_up: false,
        };
        if found.skipped > 0 {
            let lines = if found.skipped == 1 { "a line" } else { "lines" };
            let message = format!("{lines} before the first game left out: {}", found.skipped);
            let why = Why::new(Code::LinesBefore).with(About::Lines, found.skipped);
            upload.fault("line 1".to_owned(), message, why);
        }
        for (index, record) in (1..).zip(Reader::new(found.format, found.records)) {
            match record {
                Ok(record) => upload.game(index, &record),
                Err(error) => upload.misread(&error, found.skipped),
            }
            if upload.more_faults >= MOST_BAD {
                upload.gave_up = true;
                break;
            }
        }
        if is_cut {
            upload.fault("the end".to_owned(), CutSign.to_string(), Why::new(Code::CutSign));
        }
        Ok(upload)
    }

    fn game(&mut self, index: u64, record: &Record) {
        if self.games.len() < MOST_GAMES {
            self.games.push(GameView::of(index, record));
        } else {
            self.more += 1;
        }
    }

    fn misread(&mut self, error: &ReadError, skipped: u64) {
        if self.faults.len() >= MOST_FAULTS {
            self.more_faults += 1;
            return;
        }
        let place = match error.at {
            outflank_rules::record::Place::Line(line) => format!("game {}, line {}", error.record, line + skipped),
            byte @ outflank_rules::record::Place::Byte(_) => format!("game {}, {byte}", error.record),
        };
        self.fault(place, error.cause.to_string(), Why::from(error));
    }

    fn fault(&mut self, place: String, message: String, why: Why) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(FaultView { place, message, why });
        } else {
            self.more_faults += 1;
        }
    }
}

/// By its looks, else by its name, else from the first line on that looks like something.
fn find<'a>(bytes: &'a [u8], name: Option<&str>) -> Option<Found<'a>> {
    let whole = |format| Found { format, records: bytes, skipped: 0 };
    Format::detect(bytes).or_else(|| name.and_then(by_name)).map(whole).or_else(|| after_preamble(bytes))
}

/// Everything is called `.txt`: that tells nothing.
fn by_name(name: &str) -> Option<Format> {
    let (_, extension) = name.rsplit_once('.')?;
    Format::from_extension(extension).filter(|format| *format != Format::Transcript)
}

fn after_preamble(bytes: &[u8]) -> Option<Found<'_>> {
    let mut rest = bytes;
    for skipped in 1..=LONGEST_PREAMBLE as u64 {
        let end = rest.iter().position(|&byte| byte == b'\n')?;
        rest = &rest[end + 1..];
        if let Some(format) = Format::detect(rest).filter(|&format| format != Format::Wthor) {
            return Some(Found { format, records: rest, skipped });
        }
    }
    None
}

impl GameView {
    fn of(index: u64, record: &Record) -> GameView {
        let game = &record.game;
        let variant = wire::variant_of(&game.start(), Variant::STANDARD);
        let word = |text: &str| text.trim().chars().take(LONGEST_WORD).collect();
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
            start: (game.start() != variant.start()).then(|| wire::position(&game.start())),
            moves: wire::transcript(game),
        }
    }
}

impl ResultView {
    fn of(record: &Record) -> Option<ResultView> {
        let (game, outcome) = (&record.game, &record.outcome);
        let ground = game.start().ground();
        let discs = outcome.margin.map(|margin| wire::discs(&ground, margin));
        let is_known = discs.is_some() || outcome.awarded.is_some() || ended(game);
        is_known.then(|| ResultView {
            winner: outcome.winner(ground.goal()).map(wire::word),
            black: discs.map(|[black, _]| black),
            white: discs.map(|[_, white]| white),
        })
    }
}

fn ended(game: &Game) -> bool {
    GameResult::on_board(game).is_some()
}
