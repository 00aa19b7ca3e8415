//! What came of a series.

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
    /// Own discs minus the opponent's as they lay at the end, summed over all games played to their end; in the anti game the
    /// other way round.
    pub margin: i64,
}

impl Results {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The margin of an average game, 0 without games.
    pub fn average_margin(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.margin as f64 / self.games() as f64 }
    }

    /// Points out of 1 in an average game, a draw being half a win.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { (self.wins as f64 + 0.5 * self.draws as f64) / self.games() as f64 }
    }

    /// The same games as the other player saw them.
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

/// The results of the first player of a series by the color that he had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    by_color: Sides<Results>,
}

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.player(0).games()
    }

    /// The results of the first (0) or the second player.
    pub fn player(&self, number: usize) -> Results {
        self.player_as(number, Color::Black) + self.player_as(number, Color::White)
    }

    /// The results of the first (0) or the second player in the games in which he had this color.
    pub fn player_as(&self, number: usize, color: Color) -> Results {
        if number == 0 { self.by_color[color] } else { self.by_color[!color].reversed() }
    }

    /// Enters a game in which the first player had this color.
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
