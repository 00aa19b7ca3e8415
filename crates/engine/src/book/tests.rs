use outflank_rules::{Position, Symmetry, Variant};
use proptest::prelude::*;

use super::*;
use crate::{Limits, Searcher, Settings};

fn small() -> Book {
    let mut searcher = Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 });
    let options = BookOptions { positions: 60, plies: 7, margin: 3, limits: Limits::depth(2) };
    Book::build(&mut searcher, &options, &mut |_| ())
}

/// All positions of a book that its moves lead to, as they are met on the board.
fn positions(book: &Book) -> Vec<Position> {
    let mut found = vec![Variant::STANDARD.start()];
    let mut at = 0;
    while let Some(position) = found.get(at).copied() {
        for known in book.probe(&position) {
            let next = position.play(known.mv).expect("book moves are legal");
            if !book.probe(&next).is_empty() && !found.contains(&next) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

#[test]
fn the_embedded_book_can_be_read() {
    let book = Book::from_bytes(EMBEDDED).unwrap();
    assert!(book.len() > 100);
    assert_eq!(book.to_bytes(), EMBEDDED);
    assert!(EMBEDDED.len() < 8 * book.len(), "a few bytes a position");
}

#[test]
fn values_are_those_of_best_play_in_the_book() {
    let book = small();
    for position in positions(&book) {
        for known in book.probe(&position) {
            let after = book.probe(&position.play(known.mv).unwrap());
            if let Some(best) = after.first() {
                assert_eq!(known.value, -best.value, "{} in {position}", known.mv);
            }
        }
    }
}

#[test]
fn mirror_images_have_mirrored_moves() {
    let book = small();
    for position in positions(&book).into_iter().take(40) {
        for symmetry in Symmetry::ALL {
            let mut turned: Vec<BookMove> = book.probe(&position);
            turned.iter_mut().for_each(|known| known.mv = symmetry.mv(known.mv, SIZE));
            turned.sort_by_key(|known| (Reverse(known.value), known.mv));
            assert_eq!(book.probe(&position.transformed(symmetry)), turned);
        }
    }
}

#[test]
fn a_book_is_made_the_same_every_time_and_as_large_as_asked() {
    let book = small();
    assert_eq!(book.len(), 60);
    assert_eq!(book, small());
    assert_eq!(Book::from_bytes(&book.to_bytes()), Ok(book));
    let empty = Book::default();
    assert_eq!(Book::from_bytes(&empty.to_bytes()), Ok(empty));
}

#[test]
fn choices_vary_within_the_margin() {
    let book = small();
    let start = Variant::STANDARD.start();
    let reply = start.play("f5".parse().unwrap()).unwrap();
    let best = book.probe(&reply)[0].value;
    let worst = book.probe(&reply).last().unwrap().value;
    let chosen = |margin| (0..60).map(move |seed| (seed, margin));
    for (seed, margin) in chosen(0).chain(chosen(best - worst)) {
        let choice = book.choose(&reply, margin, seed).unwrap();
        assert!(best - choice.value <= margin && reply.is_legal(choice.mv));
    }
    let first: std::collections::HashSet<Move> = (0..60).map(|seed| book.choose(&start, 0, seed).unwrap().mv).collect();
    assert_eq!(first.len(), 4, "all four first moves are played");
}

#[test]
fn other_games_are_not_in_the_book() {
    let book = Book::embedded();
    for variant in [Variant::ANTI, Variant::SIX, Variant::TINY, Variant::OCTAGON, Variant::FREE_CENTRE] {
        assert_eq!(book.probe(&variant.start()), []);
        assert_eq!(book.choose(&variant.start(), 9, 1), None);
    }
    assert_eq!(book.probe(&Variant::MIRRORED.start()).len(), 4, "the mirrored start is the same game");
}

#[test]
fn damage_is_noticed() {
    let bytes = small().to_bytes();
    assert_eq!(Book::from_bytes(b""), Err(BookError::NotABook));
    assert_eq!(Book::from_bytes(&bytes[..8]), Err(BookError::Damaged));
    for length in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..length]).is_err());
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(Book::from_bytes(&damaged).is_err(), "byte {at}");
    }
}

proptest! {
    /// Arbitrary contents with a valid checksum.
    #[test]
    fn arbitrary_contents_never_panic(contents in prop::collection::vec(any::<u8>(), 0..200), count in 0_u32..9) {
        let mut bytes = small_header(count);
        bytes.extend(miniz_oxide::deflate::compress_to_vec(&contents, 1));
        bytes.extend(crate::eval::checksum(&bytes).to_le_bytes());
        let _ = Book::from_bytes(&bytes);
    }
}

fn small_header(count: u32) -> Vec<u8> {
    let mut header = Book::default().to_bytes()[..10].to_vec();
    header.extend(count.to_le_bytes());
    header
}
