//! The result of a game as a tournament stores it.

use std::time::Duration;

use outflank_arena::{
    Foul, GameEnd, GameReport, GameResult, Sides, Verdict,
    journal::GameLine,
    runner::{Finished, Fixture},
};
use outflank_rules::{Color, Game, record::MoveNote};

use crate::game::{LiveGame, event};

/// The most characters of a bot's faulty output.
const LONGEST_QUOTE: usize = 4096;

/// The most characters of the description of a foul.
const LONGEST_TEXT: usize = 300;

/// Returns the result of a game; `None` while it is being played.
///
/// It omits the thoughts of bots: they are in the log of the game, and a tournament keeps thousands
/// of results in memory.
pub fn game_line(fixture: Fixture, game: &LiveGame) -> Option<GameLine> {
    let conclusion = conclusion(game)?;
    let notes = (0..game.game().ply()).map(|ply| note(game, ply)).collect();
    let mut line = of_parts(fixture, game.game().clone(), conclusion, notes);
    // The game's log has these bytes already escaped.
    if let Some((line, foul)) = line.foul.as_mut().zip(game.foul()) {
        line.bytes = foul.got.chars().take(LONGEST_QUOTE).collect();
    }
    Some(line)
}

/// Builds the result from its parts.
pub(super) fn of_parts(fixture: Fixture, game: Game, conclusion: GameEnd, notes: Vec<MoveNote>) -> GameLine {
    let spent = spent(&game, &notes);
    let report = GameReport {
        game,
        end: conclusion,
        notes,
        thoughts: Vec::new(),
        spent,
        identity: Sides::default(),
        logs: Sides::default(),
    };
    GameLine::new(&Finished { fixture, report })
}

fn note(game: &LiveGame, ply: usize) -> MoveNote {
    MoveNote { seconds: game.thought(ply).map(|ms| ms as f64 / 1000.0), ..MoveNote::default() }
}

fn conclusion(game: &LiveGame) -> Option<GameEnd> {
    if let Some(event::Foul { color, verdict, text, .. }) = game.foul().filter(|_| game.turn().is_none()) {
        return Some(GameEnd::Foul(*color, Foul::new(*verdict, b"", event::beginning(text, LONGEST_TEXT))));
    }
    Some(match game.result()? {
        GameResult::Played(score) => GameEnd::Played(score),
        GameResult::Resigned(loser) => GameEnd::Resigned(loser),
        GameResult::TimedOut(loser) => GameEnd::Foul(loser, Foul::new(Verdict::Hung, b"", "its time ran out")),
        GameResult::Left(loser) => GameEnd::Foul(loser, Foul::new(Verdict::Absent, b"", "")),
    })
}

/// The thinking time of each side in the whole game.
fn spent(game: &Game, notes: &[MoveNote]) -> Sides<Duration> {
    let turns = game.turns().map(|(before, _)| before.turn());
    let mut spent = Sides::of(|_: Color| Duration::ZERO);
    for (color, note) in turns.zip(notes) {
        spent[color] += Duration::try_from_secs_f64(note.seconds.unwrap_or_default()).unwrap_or_default();
    }
    spent
}
