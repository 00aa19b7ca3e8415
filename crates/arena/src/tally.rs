//! The results of games between two players.

use std::ops::{Add, AddAssign};

use outflank_rules::Color;

use crate::{GameResult, Sides};

/// Results of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Own discs minus the opponent's, summed over all games played to their end. Reversed in the
    /// anti game.
    pub margin: i64,
}

impl Results {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The average margin, 0 without games.
    pub fn average_margin(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.margin as f64 / self.games() as f64 }
    }

    /// The average score from 0 to 1; a draw counts half.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { (self.wins as f64 + 0.5 * self.draws as f64) / self.games() as f64 }
    }

    /// The same games from the opponent's side.
    #[must_use]
    pub fn reversed(self) -> Results {
        Results { wins: self.losses, losses: self.wins, margin: -self.margin, ..self }
    }
}

impl Add for Results {
    type Output = Results;

    fn add(self, other: Results) -> Results {
        Results {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            margin: self.margin + other.margin,
        }
    }
}

/// The results of the first of two players, by color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    by_color: Sides<Results>,
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.player(0).games()
    }

    /// The results of the first (0) or the second player (1).
    pub fn player(&self, number: usize) -> Results {
        self.player_as(number, Color::Black) + self.player_as(number, Color::White)
    }

    /// The results of the first (0) or the second player (1) with this color.
    pub fn player_as(&self, number: usize, color: Color) -> Results {
        if number == 0 { self.by_color[color] } else { self.by_color[!color].reversed() }
    }

    /// Adds a game in which the first player had this color.
    pub fn count(&mut self, first: Color, result: GameResult) {
        let results = &mut self.by_color[first];
        if let GameResult::Played(score) = result {
            results.margin += i64::from(score.utility(first).discs());
        }
        match result.winner() {
            None => results.draws += 1,
            Some(color) if color == first => results.wins += 1,
            Some(_) => results.losses += 1,
        }
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(mut self, other: Tally) -> Tally {
        self += other;
        self
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        for color in Color::ALL {
            self.by_color[color] = self.by_color[color] + other.by_color[color];
        }
    }
}
