//! Searches positions to every depth.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use outflank_engine::{
    Board, Limits, Searcher, Selectivity, Settings,
    eval::{Features, Model, UNIT},
};
use outflank_rules::Position;
use serde::{Deserialize, Serialize};

/// The values of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The number of empty squares.
    pub empties: u32,
    /// The values of searches of 0, 1, 2 and more plies, in discs for the side to move. No search
    /// reaches the end.
    pub values: Vec<i8>,
    /// The exact score, if solved.
    pub exact: Option<i8>,
}

/// The settings of the searches.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The greatest depth in plies.
    pub depth: u32,
    /// Positions with at most this many empty squares are solved.
    pub exact_to: u32,
    /// The number of threads; each searches one position at a time.
    pub threads: usize,
}

/// Small enough to clear for each position, large enough to solve 20 and more empty squares.
const HASH_BYTES: usize = 1 << 24;

/// Searches positions and calls `take` with each result, in any order.
pub fn measure(
    positions: &[Position],
    model: &Arc<Model>,
    plan: &Plan,
    take: &mut dyn FnMut(Measured) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut searcher =
                    Searcher::new(&Settings { hash_bytes: HASH_BYTES, threads: 1 }).with_model(model.clone());
                while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed))
                    && sender.send(plan.values(&mut searcher, model, position)).is_ok()
                {}
            });
        }
        drop(sender);
        let done = receiver.iter().try_for_each(take);
        // The other threads find no more positions.
        next.store(positions.len(), Ordering::Relaxed);
        done
    })
}

impl Plan {
    /// Searches with increasing depth, so that no search finds results of a deeper one in the
    /// table.
    fn values(&self, searcher: &mut Searcher, model: &Model, position: &Position) -> Measured {
        searcher.clear();
        let empties = position.empties().len();
        let deepest = self.depth.min(empties.saturating_sub(1));
        let mut value =
            |limits: Limits| searcher.search(position, &limits.with_selectivity(Selectivity::Full)).value.discs();
        let searched = (1..=deepest).map(|depth| value(Limits::depth(depth)));
        let values = std::iter::once(evaluation(model, position)).chain(searched).collect();
        let exact = (empties <= self.exact_to).then(|| value(Limits::exact()));
        Measured { empties, values, exact }
    }
}

/// The evaluation in whole discs, as the search sees it.
fn evaluation(model: &Model, position: &Position) -> i8 {
    let board = Board { own: position.own().0, opp: position.opp().0 };
    let value = model.evaluate(board, &Features::of(model.layout(), board), position.empties().len());
    let most = i32::from(position.spec().size()).pow(2) - 1;
    (value + UNIT / 2).div_euclid(UNIT).clamp(-most, most) as i8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        deviations::{Choice, choose, tests::games},
        play::plain::solve,
    };

    fn measured(positions: &[Position], threads: usize) -> Vec<Measured> {
        let mut all = Vec::new();
        let plan = Plan { depth: 5, exact_to: 8, threads };
        measure(positions, &Model::six(), &plan, &mut |measured| {
            all.push(measured);
            Ok(())
        })
        .unwrap();
        all
    }

    fn positions() -> Vec<Position> {
        choose(vec![games(100)], &Choice { positions: 20, empties: (4, 13), seed: 1 }).unwrap()
    }

    #[test]
    fn values_stop_before_the_end_which_is_solved_where_it_is_near() {
        let positions = positions();
        for (measured, position) in measured(&positions, 1).iter().zip(&positions) {
            assert_eq!(measured.empties, position.empties().len());
            assert_eq!(measured.values.len(), 6.min(measured.empties as usize));
            assert_eq!(measured.exact, (measured.empties <= 8).then(|| solve(position)));
        }
    }

    #[test]
    fn threads_change_the_order_only() {
        let positions = positions();
        let sorted = |threads| {
            let mut all = measured(&positions, threads);
            all.sort_by_key(|measured| (measured.empties, measured.values.clone()));
            all
        };
        assert_eq!(sorted(1), sorted(3));
    }

    #[test]
    fn a_caller_that_stops_gets_no_more_games() {
        let mut taken = 0;
        let plan = Plan { depth: 1, exact_to: 0, threads: 2 };
        let full = measure(&positions(), &Model::six(), &plan, &mut |_| {
            taken += 1;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(full.is_err());
        assert_eq!(taken, 1);
    }
}
