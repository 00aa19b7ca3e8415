//! How everybody behaved: wrongs by their names, time, and colors.

use std::{collections::BTreeMap, time::Duration};

use outflank_rules::Color;

use super::Tournament;
use crate::{Sides, Verdict, journal::GameLine, stat::Ending};

/// How often somebody lost by a verdict, and a game that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoulCount {
    /// How often.
    pub count: u32,
    /// The number of the first such game.
    pub first: u32,
}

/// The time somebody used in all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// Moves that were asked for.
    pub moves: u32,
    /// In all.
    pub total: Duration,
    /// For the slowest move.
    pub slowest: Duration,
}

impl TimeUse {
    /// For a move on average.
    pub fn mean(&self) -> Duration {
        self.total / self.moves.max(1)
    }
}

/// What one of those who take part did in all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Games with each color.
    pub colors: Sides<u32>,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games that were lost by a verdict.
    pub fouls: BTreeMap<Verdict, FoulCount>,
    /// Games given up.
    pub resigned: u32,
    /// Time.
    pub time: TimeUse,
}

impl Conduct {
    /// What everybody did, in the order of the entrants.
    pub(super) fn of(tournament: &Tournament) -> Vec<Conduct> {
        let mut all = vec![Conduct::default(); tournament.plan.entrants];
        for game in tournament.games() {
            for (entrant, color) in [(game.black, Color::Black), (game.white, Color::White)] {
                all[entrant].count(game, entrant, color);
            }
        }
        all
    }

    /// Games lost by any verdict.
    pub fn all_fouls(&self) -> u32 {
        self.fouls.values().map(|foul| foul.count).sum()
    }

    fn count(&mut self, game: &GameLine, entrant: usize, color: Color) {
        self.colors[color] += 1;
        match game.ending(entrant) {
            Ending::Win => self.wins += 1,
            Ending::Draw => self.draws += 1,
            Ending::Loss => self.losses += 1,
        }
        if let Some(foul) = game.foul.as_ref().filter(|foul| foul.color == color) {
            self.fouls.entry(foul.verdict).or_insert(FoulCount { count: 0, first: game.number }).count += 1;
        }
        self.resigned += u32::from(game.reason == "resigned" && game.winner == Some(!color));
        self.time.moves += game.asked[color];
        self.time.total += Duration::from_micros(game.spent_us[color]);
        self.time.slowest = self.time.slowest.max(Duration::from_micros(game.slowest_us[color]));
    }
}
