//! The standings of a tournament: places, statistics of each entrant, and the crosstable.

use std::{collections::BTreeMap, time::Duration};

use outflank_rules::Color;

use super::{Tournament, TournamentFormat, points};
use crate::{
    Sides, Verdict,
    journal::GameLine,
    schedule::{Brightwell, EntrantId, PlayedRound, Schedule, Standing, TieBreak, standings},
    stat::{Ending, Points, Share},
};

/// A line of the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingsRow {
    /// Place, points, games and tie-breaks.
    pub standing: Standing,
    /// The statistics behind them.
    pub stats: EntrantStats,
}

impl StandingsRow {
    /// The entrant's index.
    pub fn entrant(&self) -> usize {
        self.standing.entrant.0
    }

    /// The share of the points possible in games.
    pub fn share(&self) -> Option<Share> {
        let EntrantStats { wins, draws, losses, .. } = self.stats;
        let games = wins + draws + losses;
        (games > 0).then(|| Share((f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games)))
    }
}

impl Tournament {
    /// The tie-breaks in order, for a board with this many squares.
    pub fn tie_breaks(squares: u32) -> Vec<TieBreak> {
        let quotient = Brightwell { squares, ..Brightwell::default() };
        vec![TieBreak::Brightwell(quotient), TieBreak::Buchholz, TieBreak::Discs]
    }

    /// The standings of all games so far, best first. In a knockout, entrants who came further
    /// stand higher.
    pub fn table(&self, tie_breaks: &[TieBreak]) -> Vec<StandingsRow> {
        let stats = EntrantStats::of(self);
        let mut table = standings(self.plan.entrants, &self.results(), tie_breaks, &[]);
        if let (TournamentFormat::KnockOut, Schedule::KnockOut(cup)) = (self.plan.format, &self.schedule) {
            by_distance(&mut table, &cup.places(&self.played()));
        }
        let place = |standing: Standing| StandingsRow { stats: stats[standing.entrant.0].clone(), standing };
        table.into_iter().map(place).collect()
    }

    /// The crosstable.
    pub fn cross_table(&self) -> CrossTable {
        CrossTable::of(self)
    }

    /// The statistics of all entrants, in order.
    pub fn stats(&self) -> Vec<EntrantStats> {
        EntrantStats::of(self)
    }

    /// All results so far, each pairing as a round with the games it has had. Byes count once their
    /// round has started.
    fn results(&self) -> Vec<PlayedRound> {
        let mut rounds = Vec::new();
        for stage in &self.stages {
            for place in 0..stage.round.pairings.len() {
                let games = self.games_at(stage, place).count() as u32;
                if games > 0 {
                    rounds.push(PlayedRound { games, pairings: vec![self.result(stage, place)], byes: Vec::new() });
                }
            }
            let has_begun = self.games_of(stage.round.number).next().is_some();
            if has_begun && !stage.round.byes.is_empty() {
                let byes = stage.round.byes.clone();
                rounds.push(PlayedRound { games: self.plan.games, pairings: Vec::new(), byes });
            }
        }
        rounds
    }
}

/// Orders the standings by groups and renumbers the places; a group shares its place.
fn by_distance(table: &mut [Standing], groups: &[Vec<EntrantId>]) {
    let group = |entrant: EntrantId| groups.iter().position(|group| group.contains(&entrant)).unwrap_or(groups.len());
    table.sort_by_key(|standing| group(standing.entrant));
    let mut before = 0;
    for members in table.chunk_by_mut(|a, b| group(a.entrant) == group(b.entrant)) {
        members.iter_mut().for_each(|standing| standing.place = before + 1);
        before += members.len() as u32;
    }
}

/// How often an entrant lost by a verdict, with an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoulCount {
    /// The number of games.
    pub count: u32,
    /// The number of the first such game.
    pub first: u32,
}

/// The time an entrant used in all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// Moves requested.
    pub moves: u32,
    /// Total time.
    pub total: Duration,
    /// The slowest move.
    pub slowest: Duration,
}

impl TimeUse {
    /// The average time per move.
    pub fn mean(&self) -> Duration {
        self.total / self.moves.max(1)
    }
}

/// The statistics of an entrant over all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntrantStats {
    /// Games with each color.
    pub colors: Sides<u32>,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games lost by each verdict.
    pub fouls: BTreeMap<Verdict, FoulCount>,
    /// Games resigned.
    pub resigned: u32,
    /// The time used.
    pub time: TimeUse,
}

impl EntrantStats {
    /// The statistics of all entrants, in order.
    pub(super) fn of(tournament: &Tournament) -> Vec<EntrantStats> {
        let mut all = vec![EntrantStats::default(); tournament.plan.entrants];
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

/// All games of one entrant against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Points of the first.
    pub points: Points,
    /// The number of games.
    pub games: u32,
}

impl Cell {
    /// The share of the points; `None` if they did not meet.
    pub fn share(self) -> Option<Share> {
        (self.games > 0).then(|| Share(self.points.value() / f64::from(self.games)))
    }
}

/// A square table of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    entrants: usize,
    cells: Vec<Cell>,
}

impl CrossTable {
    pub(super) fn of(tournament: &Tournament) -> CrossTable {
        let entrants = tournament.plan.entrants;
        let mut table = CrossTable { entrants, cells: vec![Cell::default(); entrants * entrants] };
        for game in tournament.games() {
            for (own, opp) in [(game.black, game.white), (game.white, game.black)] {
                let cell = &mut table.cells[own * entrants + opp];
                *cell = Cell { points: cell.points + points(game, EntrantId(own)), games: cell.games + 1 };
            }
        }
        table
    }

    /// The games of one entrant against another, by index.
    pub fn cell(&self, own: usize, opp: usize) -> Cell {
        if own.max(opp) < self.entrants { self.cells[own * self.entrants + opp] } else { Cell::default() }
    }
}
