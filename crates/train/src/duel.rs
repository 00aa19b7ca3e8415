//! Matches between two players, in pairs of games: both play both sides of each opening, so that an opening which
//! favours a side cancels out.

mod elo;

use std::{
    sync::{
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    thread,
};

use outflank_rules::{Color, Move, Position, Status};

pub use elo::{Interval, elo};

use crate::{Chance, Kind, game::for_side, play::Player};

/// How a match is played.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    /// The board.
    pub kind: Kind,
    /// Where the openings come from.
    pub seed: u64,
    /// Pairs of games.
    pub pairs: u32,
    /// Fewest and most random moves of an opening.
    pub opening: (u8, u8),
    /// An opening is drawn again if the referee finds one side so many discs ahead.
    pub balance: i8,
}

/// Those who take part in a thread's games.
pub struct Table<P> {
    /// The one whose results are counted.
    pub a: P,
    /// The other.
    pub b: P,
    /// Judges the openings.
    pub referee: P,
}

/// Results for A.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// How many pairs gave A 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u32; 5],
    /// All disc differences together.
    pub discs: i64,
}

/// How many openings are drawn for a pair before an unbalanced one is taken.
const DRAWS: u32 = 100;

impl Duel {
    /// Plays the match on as many threads as there are tables.
    pub fn play<P: Player + Send>(&self, tables: Vec<Table<P>>, tell: &mut dyn FnMut(&Score)) -> Score {
        let (next, (sender, results)) = (AtomicU32::new(0), mpsc::channel());
        let mut score = Score::default();
        thread::scope(|scope| {
            for mut table in tables {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= self.pairs || sender.send(self.pair(pair, &mut table)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for pair in results {
                score.add(pair);
                tell(&score);
            }
        });
        score
    }

    /// The disc differences of both games for A.
    fn pair<P: Player>(&self, number: u32, table: &mut Table<P>) -> [i8; 2] {
        let start = self.opening(number, &mut table.referee);
        let first = game(start, &mut table.a, &mut table.b);
        let second = game(start, &mut table.b, &mut table.a);
        [for_side(start.turn(), first), -for_side(start.turn(), second)]
    }

    /// Random moves to a balanced position in which a disc can be placed.
    fn opening(&self, number: u32, referee: &mut impl Player) -> Position {
        let mut chance = Chance::of_part(self.seed, u64::from(number));
        let mut position = self.kind.start();
        for _ in 0..DRAWS {
            position = self.draw(&mut chance);
            if position.legal().is_empty() {
                continue;
            }
            referee.begin();
            if referee.think(&position).value.discs().abs() < self.balance.max(1) {
                return position;
            }
        }
        if position.is_over() { self.kind.start() } else { position }
    }

    fn draw(&self, chance: &mut Chance) -> Position {
        let (fewest, most) = self.opening;
        let plies = fewest + chance.below(u32::from(most.saturating_sub(fewest)) + 1) as u8;
        let mut position = self.kind.start();
        for _ in 0..plies {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[chance.below(moves.len() as u32) as usize]);
        }
        position
    }
}

/// Plays a game; `first` has the move. Tells the result for Black.
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

impl Score {
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

    /// The part of the points that A has made, with its interval of 95 %.
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
