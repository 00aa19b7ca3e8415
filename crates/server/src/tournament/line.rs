//! A finished game as the tournament keeps it.

use std::time::Duration;

use outflank_arena::{
    Conclusion, Foul, Report, Sides, Verdict,
    hall::{Finished, Fixture},
    journal::GameLine,
};
use outflank_play::GameResult;
use outflank_rules::{Color, Game, record::MoveNote};

use crate::{event, table::Table};

/// The most signs that are kept of what a bot wrote.
const LONGEST_QUOTE: usize = 4096;

/// The most signs of what is said about it.
const LONGEST_TEXT: usize = 300;

/// What came of a game at a table; nothing as long as it is played.
///
/// The thoughts of bots are left out: they are in the game's own log, and a tournament of thousands of games is kept in memory.
pub fn game_line(fixture: Fixture, table: &Table) -> Option<GameLine> {
    let conclusion = conclusion(table)?;
    let notes = (0..table.game().ply()).map(|ply| note(table, ply)).collect();
    let mut line = of_parts(fixture, table.game().clone(), conclusion, notes);
    // The bytes have been escaped where the log was written.
    if let Some((line, foul)) = line.foul.as_mut().zip(table.foul()) {
        line.bytes = foul.got.chars().take(LONGEST_QUOTE).collect();
    }
    Some(line)
}

/// The line of a game from what is known of it.
pub(super) fn of_parts(fixture: Fixture, game: Game, conclusion: Conclusion, notes: Vec<MoveNote>) -> GameLine {
    let spent = spent(&game, &notes);
    let report =
        Report { game, conclusion, notes, thoughts: Vec::new(), spent, told: Sides::default(), logs: Sides::default() };
    GameLine::new(&Finished { fixture, report })
}

fn note(table: &Table, ply: usize) -> MoveNote {
    MoveNote { seconds: table.thought(ply).map(|ms| ms as f64 / 1000.0), ..MoveNote::default() }
}

fn conclusion(table: &Table) -> Option<Conclusion> {
    if let Some(event::Foul { color, verdict, text, .. }) = table.foul().filter(|_| table.turn().is_none()) {
        return Some(Conclusion::Foul(*color, Foul::new(*verdict, b"", event::beginning(text, LONGEST_TEXT))));
    }
    Some(match table.result()? {
        GameResult::Played(score) => Conclusion::Played(score),
        GameResult::Resigned(loser) => Conclusion::Resigned(loser),
        GameResult::TimedOut(loser) => Conclusion::Foul(loser, Foul::new(Verdict::Hung, b"", "its time ran out")),
        GameResult::Left(loser) => Conclusion::Foul(loser, Foul::new(Verdict::Absent, b"", "")),
    })
}

/// What each side thought in all.
fn spent(game: &Game, notes: &[MoveNote]) -> Sides<Duration> {
    let turns = game.turns().map(|(before, _)| before.turn());
    let mut spent = Sides::of(|_: Color| Duration::ZERO);
    for (color, note) in turns.zip(notes) {
        spent[color] += Duration::try_from_secs_f64(note.seconds.unwrap_or_default()).unwrap_or_default();
    }
    spent
}
