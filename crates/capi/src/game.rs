//! Games: `outflank_game`.

use std::ffi::{CStr, c_char, c_int};
use std::mem::MaybeUninit;

use outflank_rules::record::{Format, Reader, Record, transcript};
use outflank_rules::{Color, FirstMover, Game, Move, Position, Status, Variant, excerpt};

use crate::boundary::{Handle, given, guard, hand_out, text, write_text};
use crate::error::Error;

/// `outflank_position`.
#[repr(C)]
struct CPosition {
    black: u64,
    white: u64,
    legal: u64,
    area: u64,
    turn: i32,
    status: i32,
    winner: i32,
    margin: i32,
    ply: i32,
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_new(variant: *const c_char, game: Handle<'_, Game>) -> c_int {
    hand_out(game, "game", || {
        let variant: Variant = text(variant, "variant")?.to_string_lossy().parse()?;
        if variant.first() == FirstMover::Drawn {
            return Err(Error::DrawnFirst(variant));
        }
        Ok(Game::new(variant.start()))
    })
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_parse(record: *const c_char, game: Handle<'_, Game>) -> c_int {
    hand_out(game, "game", || parse(text(record, "text")?))
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_free(game: Option<Box<Game>>) {
    guard(|| {
        drop(game);
        Ok(0)
    });
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_play(game: Option<&mut Game>, mv: *const c_char) -> c_int {
    guard(|| {
        let mv: Move = text(mv, "move")?.to_string_lossy().parse()?;
        given(game, "game")?.play(mv)?;
        Ok(0)
    })
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_undo(game: Option<&mut Game>) -> c_int {
    guard(|| given(game, "game")?.undo().map(|_| 0).ok_or(Error::NothingToUndo))
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_position(game: Option<&Game>, position: Option<&mut MaybeUninit<CPosition>>) -> c_int {
    guard(|| {
        let game = given(game, "game")?;
        given(position, "position")?.write(describe(&game.position(), game.ply()));
        Ok(0)
    })
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_legal_moves(game: Option<&Game>, buffer: *mut c_char, size: usize) -> c_int {
    guard(|| write_text(&list(&given(game, "game")?.position().moves()), buffer, size))
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_transcript(game: Option<&Game>, buffer: *mut c_char, size: usize) -> c_int {
    guard(|| {
        let record = Record::new(given(game, "game")?.clone());
        write_text(transcript::write(&record)?.trim_end(), buffer, size)
    })
}

#[unsafe(no_mangle)]
extern "C" fn outflank_game_board(game: Option<&Game>, buffer: *mut c_char, size: usize) -> c_int {
    guard(|| write_text(&given(game, "game")?.position().to_string(), buffer, size))
}

/// Moves with spaces between them.
pub(crate) fn list(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads the first record of a text, whose format it detects.
fn parse(text: &CStr) -> Result<Game, Error> {
    let quoted = || excerpt(text.to_string_lossy().trim());
    let bytes = text.to_bytes().trim_ascii();
    if bytes.is_empty() {
        return Err(Error::Empty(quoted()));
    }
    let format = Format::detect(bytes).ok_or_else(|| Error::NotUnderstood(quoted()))?;
    let record = Reader::new(format, bytes).next().ok_or_else(|| Error::Empty(quoted()))?;
    Ok(record.map_err(|error| Error::Record { text: quoted(), cause: error.cause })?.game)
}

fn describe(position: &Position, ply: usize) -> CPosition {
    let (status, winner, margin) = match position.status() {
        Status::ToPlace(_) => (0, None, position.score().margin()),
        Status::MustPass => (1, None, position.score().margin()),
        Status::Over(score) => (2, score.winner(), score.official_margin()),
    };
    CPosition {
        black: position.discs(Color::Black).0,
        white: position.discs(Color::White).0,
        legal: position.legal().0,
        area: position.spec().area().0,
        turn: color(position.turn()),
        status,
        winner: winner.map_or(0, color),
        margin: margin.into(),
        ply: i32::try_from(ply).unwrap_or(i32::MAX),
    }
}

fn color(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => 2,
    }
}
