//! What the fast code computes is what a reader would, on every board; and no file of weights makes it stumble.

mod damage;
mod features;
mod twin;
mod value;

use std::sync::{Arc, OnceLock};

use outflank_rules::{Goal, Ground};
use proptest::prelude::*;

use super::{Layout, Model};
use crate::Board;

/// Both boards.
fn layouts() -> [Layout; 2] {
    [Layout::standard(), Layout::six()]
}

/// Models with a different weight for nearly every parameter, so that no two features can be mixed up.
fn models() -> &'static [Arc<Model>; 2] {
    static MODELS: OnceLock<[Arc<Model>; 2]> = OnceLock::new();
    MODELS.get_or_init(|| layouts().map(|layout| Arc::new(scrambled(layout))))
}

fn scrambled(layout: Layout) -> Model {
    let mut random = Random(layout.digest());
    let mut weight = || (random.below(401) as i16) - 200;
    let phases: Vec<Vec<i16>> =
        (0..layout.phases()).map(|_| (0..layout.parameters()).map(|_| weight()).collect()).collect();
    Model::new(layout, "scrambled", &phases).expect("as many as the layout says")
}

/// Numbers without a pattern: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % end
    }

    fn square_of(&mut self, mut set: u64) -> u32 {
        for _ in 0..self.below(u64::from(set.count_ones())) {
            set &= set - 1;
        }
        set.trailing_zeros()
    }
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
fn every_ground_has_weights_of_its_goal_and_they_are_told_apart() {
    let grounds = [8, 6].map(Ground::square).map(|ground| [ground, ground.with_goal(Goal::Fewest)]);
    let models = grounds.as_flattened().iter().map(|ground| (ground, Model::of_ground(*ground)));
    let mut digests: Vec<u64> = models
        .map(|(ground, model)| {
            let layout = model.layout();
            assert_eq!((layout.size(), layout.goal()), (ground.size(), ground.goal()));
            layout.digest()
        })
        .collect();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 4);
}
