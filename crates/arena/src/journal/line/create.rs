//! Creates the line of a finished game.

use std::time::Duration;

use outflank_rules::{Color, Game, Goal, Move, Variant};

use super::{FoulLine, GameLine, Thought};
use crate::{Foul, GameEnd, Sides, escape_bytes, protocol::json::Info, runner::Finished};

/// Maximum size of the analysis stored with a game.
const MAX_ANALYSIS_BYTES: usize = 256 << 10;

impl GameLine {
    /// Creates the line of a game.
    pub fn new(finished: &Finished) -> GameLine {
        let Finished { fixture, report } = finished;
        let given = fixture.start.ply();
        let times = Times::of(finished);
        GameLine {
            number: fixture.number,
            name: fixture.name.clone(),
            black: fixture.players.black,
            white: fixture.players.white,
            variant: Variant::from_position(&report.game.start()),
            opening: moves_text(&report.game, 0, given),
            moves: moves_text(&report.game, given, report.game.ply()),
            winner: report.end.winner(),
            discs: discs(&report.end, &report.game),
            reason: report.end.reason(),
            foul: report.end.foul().map(|(color, foul)| FoulLine::new(color, foul)),
            asked: times.asked,
            spent_us: Sides::of(|color| u64::try_from(report.spent[color].as_micros()).unwrap_or(u64::MAX)),
            slowest_us: times.slowest_us,
            times_ms: times.all_ms,
            thoughts: thoughts(&report.thoughts),
            seed: fixture.seed,
        }
    }
}

impl FoulLine {
    fn new(color: Color, foul: &Foul) -> FoulLine {
        const MAX_BYTES: usize = 4096;
        let bytes = escape_bytes(&foul.bytes[..foul.bytes.len().min(MAX_BYTES)]);
        FoulLine { color, verdict: foul.verdict, detail: foul.detail.clone(), bytes }
    }
}

/// The times in the notes of a game.
#[derive(Default)]
struct Times {
    asked: Sides<u32>,
    slowest_us: Sides<u64>,
    all_ms: Vec<u32>,
}

impl Times {
    fn of(finished: &Finished) -> Times {
        let Finished { fixture, report } = finished;
        let mut times = Times::default();
        let plies = report.game.turns().enumerate().skip(fixture.start.ply());
        for (ply, (before, _)) in plies.filter(|(_, (_, mv))| *mv != Move::Pass) {
            let seconds = report.notes.get(ply).and_then(|note| note.seconds).unwrap_or_default();
            times.asked[before.turn()] += 1;
            let slowest = &mut times.slowest_us[before.turn()];
            *slowest = (*slowest).max((seconds * 1e6).round() as u64);
            times.all_ms.push((seconds * 1e3).round() as u32);
        }
        if times.all_ms.iter().all(|&ms| ms == 0) {
            times.all_ms.clear();
        }
        match report.end {
            GameEnd::Resigned(color) | GameEnd::Foul(color, _) => times.count_last(finished, color),
            GameEnd::Played(_) => {}
        }
        times
    }

    /// Counts a request that led to no move: the time a side used beyond its moves. A late player
    /// is then late in every figure.
    fn count_last(&mut self, finished: &Finished, color: Color) {
        let Finished { fixture, report } = finished;
        let own =
            report.game.turns().enumerate().skip(fixture.start.ply()).filter(|(_, (before, _))| before.turn() == color);
        let noted = own.filter_map(|(ply, _)| report.notes.get(ply)?.seconds);
        let moves = noted.filter_map(|seconds| Duration::try_from_secs_f64(seconds).ok()).sum();
        let last = report.spent[color].saturating_sub(moves);
        if !last.is_zero() {
            self.asked[color] += 1;
            let last_us = u64::try_from(last.as_micros()).unwrap_or(u64::MAX);
            self.slowest_us[color] = self.slowest_us[color].max(last_us);
        }
    }
}

/// The moves between two plies, without passes except one at the very end of the game.
fn moves_text(game: &Game, from: usize, to: usize) -> String {
    let mut text = String::with_capacity(2 * (to - from));
    for (ply, mv) in game.moves().enumerate().take(to).skip(from) {
        match mv {
            Move::Place(square) => text.extend([b'a' + square.column(), b'1' + square.row()].map(char::from)),
            Move::Pass if ply + 1 == game.ply() => text.push_str("pa"),
            Move::Pass => {}
        }
    }
    text
}

fn discs(end: &GameEnd, game: &Game) -> Sides<u32> {
    if let GameEnd::Played(score) = end {
        let (black, white) = score.official_discs();
        return Sides { black: black.into(), white: white.into() };
    }
    let spec = game.start().spec();
    let winner_has_discs = spec.goal() == Goal::Most;
    let all = spec.area().len();
    Sides::of(|color| if (end.winner() == Some(color)) == winner_has_discs { all } else { 0 })
}

fn thoughts(thoughts: &[(usize, Info)]) -> Vec<Thought> {
    let mut left = MAX_ANALYSIS_BYTES;
    let fits = |(_, info): &&(usize, Info)| {
        let size = serde_json::to_vec(info).map_or(usize::MAX, |bytes| bytes.len());
        let fits = size <= left;
        left = left.saturating_sub(size);
        fits
    };
    thoughts.iter().take_while(fits).map(|(ply, info)| Thought { ply: *ply, info: info.clone() }).collect()
}
