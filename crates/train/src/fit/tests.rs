//! Fits labels that were made with known weights.

use outflank_engine::Board;

use super::*;
use outflank_rules::rng::SplitMix64;

use crate::{
    BoardKind, FlatLayout,
    expand::Sample,
    play::{Style, plain::Plain},
};

const OPTIONS: Options = Options { ridge: 0.1, smooth: 0.0, iterations: 60, measure: 10, patience: 3, threads: 2 };

/// The known weights: only the smallest patterns, mobility and parity, which a few games determine.
fn known(layout: &Layout, phase: usize, term: u32) -> f32 {
    let from_end = layout.parameters() as u32 - term;
    if from_end < 300 { ((term % 13) as f32 - 6.0) / 3.0 + phase as f32 / 20.0 } else { 0.0 }
}

/// Positions of random games with labels by the known weights plus noise.
fn positions(games: u32, seed: u64, noise: f32) -> Set {
    let layout = BoardKind::Six.layout();
    let terms = FlatLayout::of(&layout);
    let style = Style { kind: BoardKind::Six, seed, opening: (60, 60), noise: 0.0 };
    let (mut rng, mut samples) = (SplitMix64::new(seed), Vec::new());
    for number in 0..games {
        let game = style.play(number, &mut Plain { depth: 1, exact_from: 0 });
        for step in game.replay(BoardKind::Six).unwrap().steps {
            let board = Board { own: step.position.own().0, opp: step.position.opp().0 };
            let (phase, extras) = (layout.phase(step.position.empties().len()), terms.extras(&layout, board));
            let active = layout.active(board);
            let label: f32 = active.iter().map(|&term| known(&layout, phase, term)).sum();
            let label = label + noise * (rng.below(2001) as f32 / 1000.0 - 1.0);
            let sample = Sample {
                board,
                label,
                weight: 1.0,
                value: 0,
                is_exact: false,
                is_validation: false,
                phase: phase as u8,
                extras,
            };
            samples.push(sample);
        }
    }
    Set { samples }
}

#[test]
fn known_weights_are_recovered() {
    let layout = BoardKind::Six.layout();
    let (train, validation) = (positions(1500, 1, 0.0), positions(100, 2, 0.0));
    let mut losses = Vec::new();
    let fitted = fit(&layout, &train, &validation, &OPTIONS, &mut |progress| losses.push(progress.validation));
    assert!(losses.first() > losses.last(), "{losses:?}");
    for (phase, [train, _]) in fitted.losses.iter().enumerate() {
        assert!(train.rmse.is_none_or(|rmse| rmse < 0.15), "phase {phase}: {train:?}");
    }
    // The opening has few positions, and both sets contain all of them.
    let [_, validation] = &fitted.losses[1];
    assert!(validation.mae.unwrap() < 0.01, "{validation:?}");
    // Parameters can shift against each other, but their sum on unseen boards is determined.
    let late = fitted.losses[10][1];
    assert!(late.correlation.unwrap() > 0.8, "{late:?}");
}

#[test]
fn threads_change_nothing() {
    let layout = BoardKind::Six.layout();
    let train = positions(100, 3, 1.0);
    let options = Options { iterations: 5, ..OPTIONS };
    let weights = |threads| fit(&layout, &train, &Set::default(), &Options { threads, ..options }, &mut |_| ()).weights;
    assert_eq!(weights(1), weights(4));
}

#[test]
fn rare_weights_stay_near_zero_and_neighboring_phases_help() {
    let layout = BoardKind::Six.layout();
    let (train, validation) = (positions(300, 4, 3.0), positions(200, 5, 0.0));
    let error = |ridge, smooth| {
        let fitted =
            fit(&layout, &train, &validation, &Options { ridge, smooth, patience: 99, ..OPTIONS }, &mut |_| ());
        let largest = fitted.weights.concat().into_iter().fold(0f32, |most, weight| most.max(weight.abs()));
        (fitted.losses.iter().filter_map(|[_, validation]| validation.rmse).sum::<f64>(), largest)
    };
    let (free, shrunk, smooth) = (error(0.1, 0.0), error(20.0, 0.0), error(5.0, 20.0));
    assert!(shrunk.1 < free.1, "{shrunk:?} {free:?}");
    assert!(shrunk.0 < free.0 && smooth.0 < shrunk.0, "{free:?} {shrunk:?} {smooth:?}");
}

#[test]
fn nothing_to_learn_gives_zeros() {
    let layout = BoardKind::Six.layout();
    let fitted = fit(&layout, &Set::default(), &Set::default(), &OPTIONS, &mut |_| ());
    assert!(fitted.weights.concat().iter().all(|&weight| weight == 0.0));
}
