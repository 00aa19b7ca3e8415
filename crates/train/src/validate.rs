//! Measures the error of an evaluation on games that it was not trained on.

use std::{io::Read, sync::Arc};

use outflank_engine::{
    Board, Limits, Searcher, Selectivity, Settings,
    eval::{Features, Model, UNIT},
};
use outflank_rules::Position;
use serde::Serialize;

use crate::{
    BoardKind,
    dataset::{ReadError, Reader},
    expand::is_validation,
    label::Labeling,
    loss::{Losses, Sums},
};

/// Evaluates positions with the weights under test.
pub struct Evaluator {
    model: Arc<Model>,
    /// The searcher and its depth in plies; `None` to evaluate without a search.
    search: Option<(Searcher, u32)>,
}

impl Evaluator {
    /// Evaluates after a search of `depth` plies, which may be 0.
    pub fn new(model: Arc<Model>, depth: u32) -> Evaluator {
        let searcher = || Searcher::new(&Settings { hash_bytes: 1 << 22, threads: 1 }).with_model(Arc::clone(&model));
        Evaluator { search: (depth > 0).then(|| (searcher(), depth)), model }
    }

    /// Returns the evaluation in discs for the side to move.
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

/// The losses of one phase.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseErrors {
    /// Fewest and most empty squares.
    pub empties: (u32, u32),
    /// Compared with exact scores.
    pub exact: Losses,
    /// Compared with search scores that are not exact.
    pub search: Losses,
}

/// Sums of errors by the number of empty squares, for exact scores and for search scores.
#[derive(Clone, Debug)]
pub struct ErrorByEmpties {
    sums: Vec<[Sums; 2]>,
}

impl ErrorByEmpties {
    /// Nothing measured yet.
    pub fn new(kind: BoardKind) -> ErrorByEmpties {
        ErrorByEmpties { sums: vec![[Sums::default(); 2]; kind.placements() as usize + 1] }
    }

    /// Adds the games of a file that are kept for validation, which are all with a share of 1.
    /// Skips unreadable and illegal games. Returns the number of games.
    pub fn add<R: Read>(&mut self, evaluator: &mut Evaluator, reader: Reader<R>, share: f64) -> Result<u64, ReadError> {
        let header = *reader.header();
        let mut games = 0;
        for game in reader {
            let game = match game {
                Ok(game) if is_validation(header.seed, game.number, share) => game,
                Err(ReadError::Io(cause)) => return Err(ReadError::Io(cause)),
                _ => continue,
            };
            // Only the values are used, which do not depend on lambda.
            let Ok(positions) = (Labeling { lambda: 0.0 }).of_game(&game, header.kind) else { continue };
            games += 1;
            for labeled in positions {
                let at = &mut self.sums[labeled.position.empties().len() as usize];
                let value = evaluator.value(&labeled.position);
                at[usize::from(!labeled.is_exact)].add(value, f64::from(labeled.value));
            }
        }
        Ok(games)
    }

    /// Returns the losses of each phase of the model's layout, from the first moves on, and of all
    /// phases together.
    pub fn phases(&self, model: &Model) -> (Vec<PhaseErrors>, PhaseErrors) {
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
        let bounds = |members: &[u32]| (members.first().copied().unwrap_or(0), members.last().copied().unwrap_or(0));
        let row = |(members, [exact, search]): &(Vec<u32>, [Sums; 2])| PhaseErrors {
            empties: bounds(members),
            exact: exact.losses(),
            search: search.losses(),
        };
        (phases.iter().map(row).collect(), row(&((0..self.sums.len() as u32).collect(), all)))
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
        kind: BoardKind::Six,
        seed: 11,
        round: 0,
        model: 0,
        depth: 1,
        selectivity: 100,
        exact_from: 6,
        opening: (4, 10),
        noise: 0,
    };

    fn measure(depth: u32, share: f64) -> (u64, Vec<PhaseErrors>, PhaseErrors) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let style = Style { kind: BoardKind::Six, seed: 11, opening: (4, 10), noise: 0.0 };
        let stop = Stop { games: Some(60), time: None };
        let writer = Writer::open(&path, &HEADER).unwrap();
        play_games(&style, vec![Plain { depth: 1, exact_from: 6 }], stop, writer, &mut |_| ()).unwrap();
        let (mut errors, model) = (ErrorByEmpties::new(BoardKind::Six), Model::six());
        let reader = Reader::new(std::fs::File::open(path).unwrap()).unwrap();
        let games = errors.add(&mut Evaluator::new(Arc::clone(&model), depth), reader, share).unwrap();
        let (phases, all) = errors.phases(&model);
        (games, phases, all)
    }

    #[test]
    fn a_search_to_the_end_is_never_off() {
        let (games, phases, all) = measure(6, 1.0);
        assert_eq!(games, 60);
        assert!(all.exact.positions > 200);
        assert_eq!(all.exact.mae, Some(0.0));
        assert!(all.search.positions > 500 && all.search.mae.unwrap() > 0.0);
        assert_eq!(phases.iter().map(|phase| phase.exact.positions).sum::<u64>(), all.exact.positions);
    }

    #[test]
    fn only_games_kept_for_validation_are_measured() {
        let (games, _, all) = measure(0, 0.3);
        assert!((5..35).contains(&games), "{games}");
        assert!(all.search.positions < 35 * 32);
        assert_eq!(measure(0, 0.0).0, 0);
    }
}
