//! Ratings of simulated players with known strengths.

use super::*;
use outflank_rules::rng::SplitMix64;

use crate::{
    stat::simulation::World,
    stat::{Points, Share},
};

const STRENGTHS: [f64; 6] = [250.0, 120.0, 40.0, -30.0, -130.0, -250.0];

/// `pairs` pairs between each two players; `opening` and `draws` as in [`World`].
fn round_robin(strengths: &[f64], pairs: u32, world: (f64, f64), rng: &mut SplitMix64) -> Results {
    let mut results = Results::new(strengths.len());
    for first in 0..strengths.len() {
        for second in first + 1..strengths.len() {
            let elo = Elo(strengths[first] - strengths[second]);
            let world = World { elo, opening: Elo(world.0), draws: world.1 };
            for _ in 0..pairs {
                let (one, other) = world.pair(rng);
                results.add(first, second, one.points() + other.points(), 2);
            }
        }
    }
    results
}

fn rating(ratings: &Ratings, player: usize) -> Interval<Elo> {
    let all = ratings.groups().iter().flat_map(|group| &group.ratings);
    all.into_iter().find(|rating| rating.player == player).expect("everybody is rated").elo
}

#[test]
fn known_strengths_are_recovered() {
    let ratings = Ratings::of(&round_robin(&STRENGTHS, 3000, (0.0, 0.0), &mut SplitMix64::new(1)));
    for (player, truth) in STRENGTHS.into_iter().enumerate() {
        let found = rating(&ratings, player);
        assert!((found.value.0 - truth).abs() < 8.0 && found.high.0 - found.low.0 < 16.0, "{player}: {found}");
    }
}

#[test]
fn rating_intervals_have_95_percent_coverage() {
    let mut rng = SplitMix64::new(2);
    for (pairs, width) in [(60, 57.0), (20, 99.0), (4, 221.0)] {
        let (mut held, mut of, mut widths) = (0.0, 0.0, 0.0);
        for _ in 0..400 {
            let ratings = Ratings::of(&round_robin(&STRENGTHS, pairs, (0.0, 0.0), &mut rng));
            for (player, truth) in STRENGTHS.into_iter().enumerate() {
                let bar = rating(&ratings, player);
                widths += bar.high.0 - bar.low.0;
                held += f64::from(u8::from(bar.contains(&Elo(truth))));
                of += 1.0;
            }
        }
        assert!((0.935..=0.975).contains(&(held / of)), "{pairs} pairs: {}", held / of);
        assert!((widths / of / width - 1.0_f64).abs() < 0.1, "{pairs} pairs: {}", widths / of);
    }
}

/// Typical tournaments: a round robin of two games per pairing, with very different strengths.
#[test]
fn rating_intervals_hold_for_extreme_and_average_players() {
    let spread = |players: usize, most: f64| -> Vec<f64> {
        (0..players).map(|place| most - 2.0 * most * place as f64 / (players - 1) as f64).collect()
    };
    let mut rng = SplitMix64::new(8);
    for strengths in [spread(8, 700.0), spread(5, 600.0), spread(12, 600.0), spread(6, 250.0), spread(16, 800.0)] {
        const TIMES: usize = 400;
        let mut held = vec![0; strengths.len()];
        for _ in 0..TIMES {
            let ratings = Ratings::of(&round_robin(&strengths, 1, (0.0, 0.0), &mut rng));
            for (player, truth) in strengths.iter().enumerate() {
                held[player] += usize::from(rating(&ratings, player).contains(&Elo(*truth)));
            }
        }
        // Four hundred tournaments estimate a rate to about ±2 %.
        assert!(held.iter().all(|held| *held >= TIMES * 90 / 100), "{strengths:?}: {held:?}");
        let all = held.iter().sum::<usize>() as f64 / (TIMES * strengths.len()) as f64;
        assert!(all >= 0.925, "{strengths:?}: {all}");
    }
}

#[test]
fn intervals_of_rating_differences_have_95_percent_coverage() {
    let mut rng = SplitMix64::new(3);
    let mut held = 0;
    for _ in 0..1000 {
        let ratings = Ratings::of(&round_robin(&STRENGTHS[1..4], 30, (0.0, 0.0), &mut rng));
        held += u32::from(ratings.difference(0, 2).unwrap().contains(&Elo(150.0)));
    }
    assert!((930..=972).contains(&held), "{held}");
}

#[test]
fn openings_played_with_both_colors_and_draws_narrow_the_bars() {
    let mut rng = SplitMix64::new(4);
    // Even players, so that openings and draws change only the spread.
    let mut width_and_rate = |world| {
        let (mut width, mut held) = (0.0, 0);
        for _ in 0..500 {
            let ratings = Ratings::of(&round_robin(&[0.0; 4], 25, world, &mut rng));
            let bar = rating(&ratings, 0);
            width += (bar.high.0 - bar.low.0) / 500.0;
            held += u32::from(bar.contains(&Elo(0.0)));
        }
        (width, held)
    };
    let (plain, _) = width_and_rate((0.0, 0.0));
    for world in [(300.0, 0.0), (0.0, 0.5)] {
        let (narrow, held) = width_and_rate(world);
        assert!(narrow < 0.85 * plain, "{narrow} {plain}");
        assert!((460..=492).contains(&held), "{world:?}: {held}");
    }
}

#[test]
fn unconnected_groups_are_reported_and_rated_separately() {
    let mut results = Results::new(6);
    results.add(4, 2, Points::of_halves(30), 20);
    results.add(2, 5, Points::of_halves(30), 20);
    results.add(1, 0, Points::of_halves(25), 20);
    let ratings = Ratings::of(&results);
    let players: Vec<Vec<usize>> =
        ratings.groups().iter().map(|group| group.ratings.iter().map(|rating| rating.player).collect()).collect();
    assert_eq!(players, [vec![4, 2, 5], vec![1, 0], vec![3]]);
    assert_eq!((ratings.difference(1, 2), ratings.superiority(3, 0)), (None, None));
    assert!(ratings.superiority(4, 5).unwrap() > 0.99);
    for group in ratings.groups() {
        let average: f64 = group.ratings.iter().map(|rating| rating.elo.value.0).sum();
        assert!(average.abs() < 1e-6 && !group.rests_on_prior);
    }
    assert_eq!(rating(&ratings, 3).value, Elo(0.0), "who has not played is the average of a group of one");
}

#[test]
fn clean_sweeps_give_finite_ratings_and_are_flagged() {
    let mut results = Results::new(4);
    for (better, worse) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        for _ in 0..10 {
            results.add(better, worse, Points::of_wins(1), 1);
        }
    }
    let ratings = Ratings::of(&results);
    let [group] = ratings.groups() else { panic!("one group") };
    assert!(group.rests_on_prior);
    let order: Vec<usize> = group.ratings.iter().map(|rating| rating.player).collect();
    assert_eq!(order, [0, 1, 2, 3]);
    for Rating { elo, .. } in &group.ratings {
        assert!(elo.value.0.abs() < 1500.0 && (200.0..3000.0).contains(&(elo.high.0 - elo.low.0)), "{elo}");
    }
}

#[test]
fn two_players_get_the_elo_of_their_share() {
    let mut results = Results::new(2);
    for _ in 0..750 {
        results.add(0, 1, Points::of_wins(1), 1);
    }
    for _ in 0..250 {
        results.add(1, 0, Points::of_wins(1), 1);
    }
    let difference = Ratings::of(&results).difference(0, 1).unwrap();
    assert!((difference.value.0 - Elo::of_share(Share(0.75)).0).abs() < 0.5, "{difference}");
    // z · (400 / ln 10) / √(n s (1 - s)) on each side.
    assert!((difference.high.0 - difference.value.0 - 24.9).abs() < 0.5, "{difference}");
}

#[test]
fn empty_and_odd_tables_are_harmless() {
    assert!(Ratings::of(&Results::new(0)).groups().is_empty());
    let mut results = Results::new(1);
    results.add(0, 0, Points::of_wins(3), 3);
    results.add(0, 1, Points::of_wins(9), 0);
    results.add(2, 1, Points::of_wins(9), 2);
    assert_eq!(results.players(), 3);
    assert_eq!(Ratings::of(&results).groups().len(), 2);
}
