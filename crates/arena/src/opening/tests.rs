//! The embedded list, its file format, and how it is built.

use std::{collections::HashSet, sync::atomic::AtomicBool};

use outflank_engine::{Limits, Searcher, Settings};
use proptest::prelude::*;

use super::*;

#[test]
fn the_embedded_openings_are_thousands_of_legal_lines_that_differ() {
    let openings = Openings::embedded();
    assert!(openings.len() >= 10_000, "{}", openings.len());
    assert!(EMBEDDED.len() < 20_000);
    let mut met = HashSet::new();
    for opening in openings.iter() {
        let game =
            Game::replay(Variant::STANDARD.start(), opening.moves()).unwrap_or_else(|e| panic!("{opening}: {e}"));
        assert_eq!(game.moves().len(), PLIES);
        assert!(!game.position().legal().is_empty());
        assert!(met.insert(game.position().canonical().0), "{opening} is there twice");
    }
}

#[test]
fn embedded_openings_are_balanced() {
    let mut searcher = Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 });
    let openings = Openings::embedded();
    for opening in openings.iter().step_by(openings.len() / 40) {
        let value = searcher.search(&opening.position(), &Limits::depth(10)).value.discs();
        // Two discs at the depth of selection; other depths see a few more.
        assert!(value.abs() <= 6, "{opening}: {value}");
    }
}

#[test]
fn openings_are_written_as_they_were_read() {
    assert_eq!(Openings::embedded().to_bytes(), EMBEDDED);
    let none = Openings::default();
    assert_eq!(Openings::from_bytes(&none.to_bytes()), Ok(none));
}

/// Every position after this many more plies without a pass, found by playing all lines.
fn play_all_lines(position: Position, plies: usize, met: &mut HashSet<Position>) {
    if plies == 0 {
        met.insert(position.canonical().0);
        return;
    }
    position
        .legal()
        .into_iter()
        .for_each(|square| play_all_lines(position.play_unchecked(square.into()), plies - 1, met));
}

#[test]
fn all_positions_after_eight_plies_are_candidates() {
    let mut met = HashSet::new();
    play_all_lines(Variant::STANDARD.start(), PLIES, &mut met);
    assert_eq!(met.len(), 67_245, "the known number, mirror images counted once");
    met.retain(|position| !position.legal().is_empty());
    let candidates = positions();
    assert_eq!(candidates.len(), met.len());
    assert!(candidates.iter().all(|opening| met.contains(&opening.position().canonical().0)));
}

#[test]
fn chosen_openings_do_not_depend_on_threads_and_keep_the_margin() {
    let candidates: Vec<Opening> = positions().into_iter().step_by(400).collect();
    let build = |threads| {
        let options = OpeningOptions { depth: 3, margin: 2, threads };
        Openings::build(&candidates, &options, &AtomicBool::new(false), &|| ()).unwrap()
    };
    let chosen = build(1);
    assert_eq!(chosen, build(3));
    assert!((5..candidates.len() - 5).contains(&chosen.len()), "{}", chosen.len());
    for opening in chosen.iter() {
        let mut searcher = Searcher::new(&Settings { hash_bytes: 1 << 20, threads: 1 });
        assert!(searcher.search(&opening.position(), &Limits::depth(3)).value.discs().abs() <= 2, "{opening}");
    }
}

#[test]
fn a_stopped_build_returns_nothing() {
    assert_eq!(Openings::build(&positions(), &OpeningOptions::default(), &AtomicBool::new(true), &|| ()), None);
}

proptest! {
    #[test]
    fn any_choice_of_lines_round_trips(steps in 1_usize..3000, skip in 0_usize..3000) {
        let some: Openings = Openings::embedded().iter().skip(skip).step_by(steps).collect();
        prop_assert_eq!(Openings::from_bytes(&some.to_bytes()), Ok(some));
    }

    #[test]
    fn readable_files_round_trip(bytes: Vec<u8>, cut in 0_usize..20_000, at in 0_usize..20_000, bit in 0_u32..8) {
        let mut damaged = EMBEDDED[..cut.min(EMBEDDED.len())].to_vec();
        if let Some(byte) = damaged.get_mut(at) {
            *byte ^= 1 << bit;
        }
        for input in [[b"OUTFOPN\x01".as_slice(), &bytes].concat(), bytes, damaged] {
            if let Ok(openings) = Openings::from_bytes(&input) {
                prop_assert_eq!(openings.to_bytes(), input);
            }
        }
    }
}
