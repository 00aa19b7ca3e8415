//! The fast code equals the readable twin on every board, and no weight file makes it panic.

mod damage;
mod features;
mod twin;
mod value;

use std::sync::{Arc, OnceLock};

use outflank_rules::{BoardSpec, Goal, rng::SplitMix64};
use proptest::prelude::*;

use super::{Layout, Model};
use crate::Board;

/// Both boards.
fn layouts() -> [Layout; 2] {
    [Layout::standard(), Layout::six()]
}

/// Models with a different weight for nearly every parameter, so that no two features can be mixed
/// up.
fn models() -> &'static [Arc<Model>; 2] {
    static MODELS: OnceLock<[Arc<Model>; 2]> = OnceLock::new();
    MODELS.get_or_init(|| layouts().map(|layout| Arc::new(scrambled(layout))))
}

fn scrambled(layout: Layout) -> Model {
    let mut rng = SplitMix64::new(layout.digest());
    let mut weight = || (rng.below(401) as i16) - 200;
    let phases: Vec<Vec<i16>> =
        (0..layout.phases()).map(|_| (0..layout.parameters()).map(|_| weight()).collect()).collect();
    Model::new(layout, "scrambled", &phases).expect("as many as the layout says")
}

/// Returns a random square of a set.
fn square_of(rng: &mut SplitMix64, mut set: u64) -> u32 {
    for _ in 0..rng.below(set.count_ones() as usize) {
        set &= set - 1;
    }
    set.trailing_zeros()
}

/// The first position of the standard game, on a board of this size.
fn start(size: u8) -> Board {
    let corner = 9 * (u32::from(size) / 2 - 1);
    Board { own: (1 << 1 | 1 << 8) << corner, opp: (1 | 1 << 9) << corner }
}

/// Any discs at all inside the area.
fn boards(layout: &Layout) -> impl Strategy<Value = Board> + use<> {
    let area = layout.area();
    (any::<u64>(), any::<u64>(), any::<u64>())
        .prop_map(move |(own, opp, keep)| Board { own: own & keep & area, opp: opp & !own & keep & area })
}

#[test]
fn every_board_spec_has_distinct_weights_for_its_goal() {
    let specs = [8, 6].map(BoardSpec::square).map(|spec| [spec, spec.with_goal(Goal::Fewest)]);
    let models = specs.as_flattened().iter().map(|spec| (spec, Model::for_spec(*spec)));
    let mut digests: Vec<u64> = models
        .map(|(spec, model)| {
            let layout = model.layout();
            assert_eq!((layout.size(), layout.goal()), (spec.size(), spec.goal()));
            layout.digest()
        })
        .collect();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 4);
}
