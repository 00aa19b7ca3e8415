//! Matches between two sets of weights, in pairs of games: each opening is played twice with colors
//! swapped, so that an unbalanced opening cancels out.

mod elo;

use std::{
    sync::{
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    thread,
};

use outflank_rules::{Color, Move, Position, Status, rng::SplitMix64};

pub use elo::{Interval, elo};

use crate::{BoardKind, game::for_side, play::Player};

/// The settings of a match.
#[derive(Clone, Copy, Debug)]
pub struct WeightsMatch {
    /// Board and goal.
    pub kind: BoardKind,
    /// Seed of the openings.
    pub seed: u64,
    /// Number of pairs of games.
    pub pairs: u32,
    /// Fewest and most random moves of an opening.
    pub opening: (u8, u8),
    /// Another opening is drawn if the judge finds one side this many discs or more ahead.
    pub balance: i8,
}

/// The players of one thread.
pub struct MatchPlayers<P> {
    /// The player whose results are counted.
    pub a: P,
    /// The opponent of A.
    pub b: P,
    /// Decides whether openings are balanced.
    pub judge: P,
}

/// Results for A.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Number of pairs with 0, 1/2, 1, 3/2 and 2 points for A.
    pub pairs: [u32; 5],
    /// Sum of all disc differences.
    pub discs: i64,
}

/// Openings drawn for a pair before an unbalanced one is accepted.
const MAX_DRAWS: u32 = 100;

impl WeightsMatch {
    /// Plays the match with one thread per entry of `players`. Calls `report` after each pair.
    pub fn play<P: Player + Send>(
        &self,
        players: Vec<MatchPlayers<P>>,
        report: &mut dyn FnMut(&MatchScore),
    ) -> MatchScore {
        let (next, (sender, results)) = (AtomicU32::new(0), mpsc::channel());
        let mut score = MatchScore::default();
        thread::scope(|scope| {
            for mut players in players {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= self.pairs || sender.send(self.pair(pair, &mut players)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for pair in results {
                score.add(pair);
                report(&score);
            }
        });
        score
    }

    /// Plays a pair and returns the disc differences of both games for A.
    fn pair<P: Player>(&self, number: u32, players: &mut MatchPlayers<P>) -> [i8; 2] {
        let start = self.opening(number, &mut players.judge);
        let first = game(start, &mut players.a, &mut players.b);
        let second = game(start, &mut players.b, &mut players.a);
        [for_side(start.turn(), first), -for_side(start.turn(), second)]
    }

    /// Draws random moves to a balanced position in which a disc can be placed.
    fn opening(&self, number: u32, judge: &mut impl Player) -> Position {
        let mut rng = SplitMix64::of_part(self.seed, u64::from(number));
        let mut position = self.kind.start();
        for _ in 0..MAX_DRAWS {
            position = self.draw(&mut rng);
            if position.legal().is_empty() {
                continue;
            }
            judge.begin();
            if judge.think(&position).value.discs().abs() < self.balance.max(1) {
                return position;
            }
        }
        if position.is_over() { self.kind.start() } else { position }
    }

    fn draw(&self, rng: &mut SplitMix64) -> Position {
        let (fewest, most) = self.opening;
        let plies = fewest + rng.below(usize::from(most.saturating_sub(fewest)) + 1) as u8;
        let mut position = self.kind.start();
        for _ in 0..plies {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[rng.below(moves.len())]);
        }
        position
    }
}

/// Plays a game in which `first` moves first. Returns the disc difference for Black.
fn game<P: Player>(start: Position, first: &mut P, second: &mut P) -> i8 {
    let mut position = start;
    first.begin();
    second.begin();
    loop {
        position = match position.status() {
            Status::Over(score) => return score.official_utility(Color::Black).discs(),
            Status::MustPass => position.play_unchecked(Move::Pass),
            Status::ToPlace(_) => {
                let mover: &mut P = if position.turn() == start.turn() { first } else { second };
                position.play_unchecked(mover.think(&position).line[0])
            }
        };
    }
}

impl MatchScore {
    fn add(&mut self, discs: [i8; 2]) {
        for game in discs {
            match game.signum() {
                1 => self.wins += 1,
                0 => self.draws += 1,
                _ => self.losses += 1,
            }
            self.discs += i64::from(game);
        }
        let halves = discs.iter().map(|game| 1 + game.signum()).sum::<i8>();
        self.pairs[halves as usize] += 1;
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points for A, with its 95 % interval.
    pub fn share(&self) -> Interval {
        Interval::of_pairs(&self.pairs)
    }

    /// Mean disc difference of a game.
    pub fn mean_discs(&self) -> f64 {
        self.discs as f64 / f64::from(self.games().max(1))
    }
}

#[cfg(test)]
mod tests;
