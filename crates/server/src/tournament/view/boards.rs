//! Small boards of the running games.

use outflank_arena::{GameResult, Sides};
use outflank_rules::{Color, Position};
use serde::Serialize;

use super::{super::LiveTournament, json};
use crate::{
    game::{
        LiveGame,
        wire::{board, word},
    },
    log::id::GameId,
};

#[derive(Serialize)]
struct Boards {
    #[serde(rename = "type")]
    kind: &'static str,
    now: u64,
    games: Vec<Mini>,
    /// The number of the game for the large board.
    featured: Option<u32>,
}

#[derive(Serialize)]
struct Mini {
    number: u32,
    round: Option<u32>,
    game: GameId,
    version: u64,
    black: usize,
    white: usize,
    board: String,
    counts: Sides<u32>,
    ply: usize,
    turn: Option<&'static str>,
    last: Option<String>,
    winner: Option<&'static str>,
    interest: u32,
    /// The name of `interest` until 0.3.
    contested: u32,
}

/// Returns the boards of these games, with their numbers in the tournament.
pub fn boards<'a>(contest: &LiveTournament, games: impl IntoIterator<Item = (u32, &'a LiveGame)>, now: u64) -> String {
    let points = points(contest);
    let games: Vec<Mini> =
        games.into_iter().filter_map(|(number, game)| mini(contest, &points, number, game)).collect();
    // Of equal games it takes the first, so that the projector stays with one game.
    let featured = games.iter().rev().max_by_key(|game| game.interest).map(|game| game.number);
    json(&Boards { kind: "boards", now, games, featured })
}

fn mini(contest: &LiveTournament, points: &[f64], number: u32, game: &LiveGame) -> Option<Mini> {
    let tournament = contest.tournament()?;
    let pairing = tournament.pairing(number)?;
    let position = game.game().position();
    let stakes = |color| points.get(pairing[color]).copied().unwrap_or_default();
    let interest = if game.turn().is_some() { interest(&position, Sides::of(stakes)) } else { 0 };
    Some(Mini {
        number,
        round: tournament.round_of(number),
        game: game.id(),
        version: game.version(),
        black: pairing.black,
        white: pairing.white,
        board: board(&position),
        counts: Sides::of(|color| position.discs(color).len()),
        ply: game.game().ply(),
        turn: game.turn().map(word),
        last: game.game().moves().next_back().map(|mv| mv.to_string()),
        winner: game.result().and_then(GameResult::winner).map(word),
        interest,
        contested: interest,
    })
}

/// The points of each entrant as a share of the leader's.
fn points(contest: &LiveTournament) -> Vec<f64> {
    let Some(tournament) = contest.tournament() else { return Vec::new() };
    let mut points = vec![0.0; contest.entries().len()];
    for place in tournament.table(&[]) {
        points[place.entrant()] = place.standing.points.value();
    }
    let best = points.iter().copied().fold(0.0, f64::max);
    points.iter().map(|own| if best > 0.0 { own / best } else { 0.5 }).collect()
}

/// How interesting a game is to watch, from 0 to 100. Even games, late games and games of leaders
/// score higher. Evenness counts mobility, and discs the more the fuller the board is. It does not
/// use the engine: that would reveal who wins.
fn interest(position: &Position, stakes: Sides<f64>) -> u32 {
    let area = f64::from(position.spec().area().len().max(1));
    let full = 1.0 - f64::from(position.empties().len()) / area;
    let discs = even(Sides::of(|color| position.discs(color).len()));
    let moves = even(Sides::of(|color: Color| position.with_turn(color).legal().len()));
    let evenness = full * discs + (1.0 - full) * moves;
    let high = (stakes.black + stakes.white) / 2.0;
    (100.0 * (0.5 * evenness + 0.25 * full + 0.25 * high)).round().clamp(0.0, 100.0) as u32
}

/// 1 if both counts are equal, 0 if one side has all.
fn even(counts: Sides<u32>) -> f64 {
    let sum = counts.black + counts.white;
    if sum == 0 { 0.0 } else { 1.0 - f64::from(counts.black.abs_diff(counts.white)) / f64::from(sum) }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Variant};

    use super::*;

    #[test]
    fn even_late_and_leading_games_are_interesting() {
        let stakes = |own| Sides { black: own, white: own };
        let start = Variant::STANDARD.start();
        let mut game = Game::new(start);
        for square in ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"] {
            game.play(square.parse().unwrap()).unwrap();
        }
        let later = game.position();
        assert!(interest(&start, stakes(1.0)) > interest(&start, stakes(0.0)));
        assert!(interest(&later, stakes(0.5)) <= 100);
        assert_eq!((even(stakes_of(3, 3)), even(stakes_of(5, 0)), even(stakes_of(0, 0))), (1.0, 0.0, 0.0));
    }

    fn stakes_of(black: u32, white: u32) -> Sides<u32> {
        Sides { black, white }
    }
}
