//! Measures how far shallow searches deviate from deep ones, for multi-ProbCut.
//!
//! [`choose`] draws positions from games, [`measure`] searches them to every depth without
//! selectivity, [`cells`] compares the depths, and [`fit`] describes the differences by a few
//! coefficients for the engine.

mod cell;
mod choose;
mod curve;
mod measure;
mod squares;

pub use cell::{Cell, Pair, cells};
pub use choose::{Choice, choose};
pub use curve::{Curve, Fitted, fit};
pub use measure::{Measured, Plan, measure};

#[cfg(test)]
mod tests {
    use std::fs::File;

    use crate::{
        BoardKind,
        dataset::{Header, Reader, Writer},
        play::{Stop, Style, plain::Plain, play_games},
    };

    /// Returns games on 6x6.
    pub(super) fn games(count: u32) -> Reader<File> {
        let header = Header {
            kind: BoardKind::Six,
            seed: 5,
            round: 0,
            model: 0,
            depth: 1,
            selectivity: 100,
            exact_from: 4,
            opening: (4, 10),
            noise: 0,
        };
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let style = Style { kind: BoardKind::Six, seed: 5, opening: (4, 10), noise: 0.0 };
        let writer = Writer::open(&path, &header).unwrap();
        let stop = Stop { games: Some(count), time: None };
        play_games(&style, vec![Plain { depth: 1, exact_from: 4 }], stop, writer, &mut |_| ()).unwrap();
        Reader::new(File::open(path).unwrap()).unwrap()
    }
}
