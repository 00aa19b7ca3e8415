//! Endgame problems: positions with the values of their moves.

use outflank_rules::{
    DiscDiff, Move, Position,
    record::{Format, Reader, Record, fen, obf},
};
use proptest::{collection::vec, prelude::*};

use crate::{arbitrary, corpora};

#[test]
fn the_published_problems_list_every_legal_move_best_first() {
    let Some(files) = corpora::files("ffo") else { return };
    let mut problems = 0;
    for name in files {
        let file = corpora::bytes(&name).unwrap();
        for record in Reader::new(Format::Obf, file.as_slice()) {
            let record = record.unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut listed: Vec<Move> = record.values.iter().map(|&(mv, _)| mv).collect();
            assert!(record.values.is_sorted_by(|(_, a), (_, b)| a >= b));
            listed.sort();
            assert_eq!(listed, record.game.start().moves(), "{name}");
            assert_eq!(obf::parse(&obf::write(&record).unwrap()).unwrap(), record);
            problems += 1;
        }
    }
    assert_eq!(problems, 19 + 20 + 20 + 311);
}

#[test]
fn the_positions_of_the_proof_are_read_as_well() {
    let Some(table) = corpora::text("solved/othello8x8_proof_50empties_2587.csv") else { return };
    let positions = table.lines().skip(1).map(|line| line.split(',').next().unwrap());
    let read: Vec<Record> = positions.map(|line| obf::parse(line).unwrap()).collect();
    assert!(read.iter().all(|record| record.game.start().empties().len() == 50));
    assert_eq!(read.len(), 2587);
}

/// A position on a full board, which is all that these formats know.
fn plain() -> impl Strategy<Value = Position> {
    arbitrary::position().prop_filter_map("a full board, most discs win", |position| {
        let full = outflank_rules::BoardSpec::square(position.spec().size());
        outflank_rules::Setup { spec: full, ..position.into() }.validate().ok()
    })
}

fn problem() -> impl Strategy<Value = Record> {
    (plain(), vec(-64..=64i8, 64), "[ -~]{0,20}").prop_map(|(position, values, comment)| {
        let mut record = Record::of_position(position);
        record.values = position.moves().into_iter().zip(values.into_iter().filter_map(DiscDiff::new)).collect();
        record.values.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        record.comment = comment.trim().to_owned();
        record
    })
}

proptest! {
    #[test]
    fn problems_are_read_back(record in problem()) {
        prop_assert_eq!(obf::parse(&obf::write(&record).unwrap()), Ok(record));
    }

    #[test]
    fn boards_are_read_back_from_xboard(position in plain()) {
        let record = Record::of_position(position);
        prop_assert_eq!(fen::parse(&fen::write(&record).unwrap()), Ok(record));
    }
}
