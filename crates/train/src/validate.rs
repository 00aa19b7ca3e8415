//! Measuring an evaluation on games that it was not trained on.

use std::{io::Read, sync::Arc};

use outflank_engine::{
    Board, Limits, Searcher, Selectivity, Settings,
    eval::{Features, Model, UNIT},
};
use outflank_rules::Position;
use serde::Serialize;

use crate::{
    Kind,
    dataset::{ReadError, Reader},
    expand::is_validation,
    label::Labelling,
    loss::{Losses, Sums},
};

/// Who judges positions.
pub struct Judge {
    model: Arc<Model>,
    /// A search of so many plies, or the evaluation alone.
    search: Option<(Searcher, u32)>,
}

impl Judge {
    /// Judges by the evaluation after a search of so many plies, which may be none.
    pub fn new(model: Arc<Model>, depth: u32) -> Judge {
        let searcher = || Searcher::new(&Settings { hash_bytes: 1 << 22, threads: 1 }).with_model(Arc::clone(&model));
        Judge { search: (depth > 0).then(|| (searcher(), depth)), model }
    }

    /// The value in discs for the side to move.
    pub fn value(&mut self, position: &Position) -> f64 {
        match &mut self.search {
            Some((searcher, depth)) => {
                let limits = Limits::depth(*depth).with_selectivity(Selectivity::Full);
                f64::from(searcher.search(position, &limits).value.discs())
            }
            None => {
                let board = Board { own: position.own().0, opp: position.opp().0 };
                let features = Features::of(self.model.layout(), board);
                f64::from(self.model.evaluate(board, &features, position.empties().len())) / f64::from(UNIT)
            }
        }
    }
}

/// Losses of one phase.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Fewest and most empty squares.
    pub empties: (u32, u32),
    /// Against results of perfect play.
    pub exact: Losses,
    /// Against what the search of the games said, exact values aside.
    pub search: Losses,
}

/// Sums by the number of empty squares, against exact values and against searches.
#[derive(Clone, Debug)]
pub struct Survey {
    sums: Vec<[Sums; 2]>,
}

impl Survey {
    /// Nothing measured yet.
    pub fn new(kind: Kind) -> Survey {
        Survey { sums: vec![[Sums::default(); 2]; kind.placements() as usize + 1] }
    }

    /// Measures the games of a file that are kept for validation; with a part of 1 all of them. Games that cannot be read or
    /// are illegal are left out.
    pub fn add<R: Read>(&mut self, judge: &mut Judge, reader: Reader<R>, part: f64) -> Result<u64, ReadError> {
        let header = *reader.header();
        let mut games = 0;
        for game in reader {
            let game = match game {
                Ok(game) if is_validation(header.seed, game.number, part) => game,
                Err(ReadError::Io(cause)) => return Err(ReadError::Io(cause)),
                _ => continue,
            };
            // Only values are looked at, which are the same for every lambda.
            let Ok(positions) = (Labelling { lambda: 0.0 }).of_game(&game, header.kind) else { continue };
            games += 1;
            for labelled in positions {
                let at = &mut self.sums[labelled.position.empties().len() as usize];
                let value = judge.value(&labelled.position);
                at[usize::from(!labelled.is_exact)].add(value, f64::from(labelled.value));
            }
        }
        Ok(games)
    }

    /// The losses by phase of a model's layout, the first moves first, and over all phases.
    pub fn rows(&self, model: &Model) -> Vec<Row> {
        let mut phases = vec![(Vec::new(), [Sums::default(); 2]); model.layout().phases()];
        let mut all = [Sums::default(); 2];
        for (empties, sums) in self.sums.iter().enumerate() {
            let (members, total) = &mut phases[model.layout().phase(empties as u32)];
            members.push(empties as u32);
            for i in 0..2 {
                total[i].join(&sums[i]);
                all[i].join(&sums[i]);
            }
        }
        phases.push(((0..self.sums.len() as u32).collect(), all));
        let bounds = |members: &[u32]| (members.first().copied().unwrap_or(0), members.last().copied().unwrap_or(0));
        let row = |(members, [exact, search]): &(Vec<u32>, [Sums; 2])| Row {
            empties: bounds(members),
            exact: exact.losses(),
            search: search.losses(),
        };
        phases.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dataset::{Header, Writer},
        play::{Stop, Style, plain::Plain, play_games},
    };

    const HEADER: Header = Header {
        kind: Kind::Six,
        seed: 11,
        round: 0,
        model: 0,
        depth: 1,
        selectivity: 100,
        exact_from: 6,
        opening: (4, 10),
        noise: 0,
    };

    fn survey(depth: u32, part: f64) -> (u64, Vec<Row>) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let style = Style { kind: Kind::Six, seed: 11, opening: (4, 10), noise: 0.0 };
        let stop = Stop { games: Some(60), time: None };
        let writer = Writer::open(&path, &HEADER).unwrap();
        play_games(&style, vec![Plain { depth: 1, exact_from: 6 }], stop, writer, &mut |_| ()).unwrap();
        let (mut survey, model) = (Survey::new(Kind::Six), Model::six());
        let reader = Reader::new(std::fs::File::open(path).unwrap()).unwrap();
        let games = survey.add(&mut Judge::new(Arc::clone(&model), depth), reader, part).unwrap();
        (games, survey.rows(&model))
    }

    #[test]
    fn a_search_to_the_end_is_never_off() {
        let (games, rows) = survey(6, 1.0);
        assert_eq!(games, 60);
        let all = rows.last().unwrap();
        assert!(all.exact.positions > 200);
        assert_eq!(all.exact.mae, Some(0.0));
        assert!(all.search.positions > 500 && all.search.mae.unwrap() > 0.0);
        assert_eq!(rows.iter().rev().skip(1).map(|row| row.exact.positions).sum::<u64>(), all.exact.positions);
    }

    #[test]
    fn only_games_kept_for_validation_are_measured() {
        let (games, rows) = survey(0, 0.3);
        assert!((5..35).contains(&games), "{games}");
        assert!(rows.last().unwrap().search.positions < 35 * 32);
        assert_eq!(survey(0, 0.0).0, 0);
    }
}
