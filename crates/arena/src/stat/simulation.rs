//! Simulated matches with known strengths, to test what the statistics promise.

use super::{Elo, Ending, Pentanomial, Scale, Share, Sprt, SprtState};
use outflank_rules::rng::SplitMix64;

/// A simulation with known strengths.
pub(crate) struct World {
    /// How much stronger the player is than the opponent.
    pub(crate) elo: Elo,
    /// Openings favor one side or the other by this much.
    pub(crate) opening: Elo,
    /// Fraction of games that are drawn whatever the strengths.
    pub(crate) draws: f64,
}

impl World {
    /// Plays a pair from one opening.
    pub(crate) fn pair(&self, rng: &mut SplitMix64) -> (Ending, Ending) {
        let opening = if rng.unit() < 0.5 { self.opening } else { -self.opening };
        (self.game(self.elo + opening, rng), self.game(self.elo - opening, rng))
    }

    fn game(&self, advantage: Elo, rng: &mut SplitMix64) -> Ending {
        match (rng.unit() < self.draws, rng.unit() < advantage.share().0) {
            (true, _) => Ending::Draw,
            (false, true) => Ending::Win,
            (false, false) => Ending::Loss,
        }
    }

    pub(crate) fn pairs(&self, count: u32, rng: &mut SplitMix64) -> Pentanomial {
        let mut pairs = Pentanomial::default();
        for _ in 0..count {
            let (first, second) = self.pair(rng);
            pairs.count(first, second);
        }
        pairs
    }

    /// The share over infinitely many games.
    fn share(&self) -> Share {
        let decided = f64::midpoint((self.elo + self.opening).share().0, (self.elo - self.opening).share().0);
        Share(self.draws / 2.0 + (1.0 - self.draws) * decided)
    }

    fn true_elo(&self) -> Elo {
        Elo::of_share(self.share())
    }
}

fn world(elo: f64, opening: f64, draws: f64) -> World {
    World { elo: Elo(elo), opening: Elo(opening), draws }
}

#[test]
fn intervals_hold_the_truth_in_95_of_100_matches() {
    let mut rng = SplitMix64::new(2024);
    for (world, pairs) in [
        (world(0.0, 0.0, 0.0), 50),
        (world(30.0, 0.0, 0.1), 500),
        (world(60.0, 200.0, 0.05), 100),
        (world(200.0, 0.0, 0.0), 100),
        (world(-350.0, 100.0, 0.02), 60),
        (world(0.0, 400.0, 0.3), 25),
    ] {
        let truth = world.true_elo();
        let held = (0..4000).filter(|_| world.pairs(pairs, &mut rng).elo().contains(&truth)).count();
        let rate = held as f64 / 4000.0;
        // Four thousand matches estimate the rate to about ±0.7 %.
        assert!((0.935..=0.972).contains(&rate), "{truth} in {pairs} pairs: {rate}");
    }
}

#[test]
fn known_differences_are_recovered_from_many_games() {
    let mut rng = SplitMix64::new(7);
    for elo in [-150.0, -20.0, 0.0, 5.0, 80.0] {
        let world = world(elo, 150.0, 0.05);
        let found = world.pairs(40_000, &mut rng).elo();
        assert!((found.value - world.true_elo()).0.abs() < 3.5, "{elo}: {found}");
        assert!(found.high.0 - found.low.0 < 5.0, "{found}");
    }
}

#[test]
fn superiority_is_calibrated() {
    // The true differences are spread evenly around 0. Among the matches that give the first player
    // a superiority of 85 to 95 %, that player must be the stronger one in about 90 %.
    let (mut rng, mut cases, mut right) = (SplitMix64::new(11), 0.0, 0.0);
    for _ in 0..30_000 {
        let world = world(400.0 * rng.unit() - 200.0, 100.0, 0.1);
        let superiority = world.pairs(30, &mut rng).superiority();
        if (0.85..0.95).contains(&superiority) {
            cases += 1.0;
            right += f64::from(u8::from(world.elo.0 > 0.0));
        }
    }
    assert!(cases > 1000.0 && (right / cases - 0.9_f64).abs() < 0.025, "{right} of {cases}");
}

/// How often H1 is accepted, and the average length of a test in pairs.
fn run(test: &Sprt, world: &World, times: u32, rng: &mut SplitMix64) -> (f64, f64) {
    let (mut accepted, mut length) = (0, 0);
    for _ in 0..times {
        let mut pairs = Pentanomial::default();
        let state = loop {
            let (first, second) = world.pair(rng);
            pairs.count(first, second);
            match test.state(&pairs) {
                SprtState::Continue => {}
                decided => break decided,
            }
        };
        accepted += u32::from(state == SprtState::AcceptH1);
        length += pairs.pairs();
    }
    (f64::from(accepted) / f64::from(times), length as f64 / f64::from(times))
}

#[test]
fn sequential_tests_keep_their_error_rates_and_save_games() {
    let test = Sprt::new(Elo(0.0), Elo(60.0), 0.05, 0.10).unwrap();
    let mut rng = SplitMix64::new(5);
    for (opening, draws) in [(0.0, 0.0), (250.0, 0.1)] {
        let with = |share: f64| World { elo: strength(share, opening, draws), ..world(0.0, opening, draws) };
        let (wrong, _) = run(&test, &with(0.5), 1500, &mut rng);
        assert!((0.015..=0.065).contains(&wrong), "H0 refused wrongly: {wrong}");
        let (right, length) = run(&test, &with(Elo(60.0).share().0), 1500, &mut rng);
        assert!((0.885..=0.98).contains(&right), "H1 accepted rightly: {right}");
        assert!(length < 120.0, "{length} pairs; a fixed match of the same power takes about 140");
    }
}

#[test]
fn normalised_tests_keep_their_error_rates_whatever_the_openings() {
    let test = Sprt::new(Elo(0.0), Elo(60.0), 0.05, 0.05).unwrap().with_scale(Scale::Normalised);
    let mut rng = SplitMix64::new(6);
    let mut lengths = Vec::new();
    for (opening, draws) in [(0.0, 0.0), (300.0, 0.2)] {
        let (wrong, _) = run(&test, &world(0.0, opening, draws), 1000, &mut rng);
        assert!((0.01..=0.07).contains(&wrong), "H0 refused wrongly: {wrong}");
        let normalised =
            |elo: f64| world(elo, opening, draws).pairs(40_000, &mut SplitMix64::new(1)).normalised_elo().0;
        let elo = bisect(|elo| normalised(elo) - 60.0);
        let (right, length) = run(&test, &world(elo, opening, draws), 1000, &mut rng);
        assert!((0.93..=0.99).contains(&right), "H1 accepted rightly: {right}");
        lengths.push(length);
    }
    assert!((lengths[0] / lengths[1] - 1.0).abs() < 0.15, "{lengths:?}");
}

/// The strength that gives this share in such a simulation.
fn strength(share: f64, opening: f64, draws: f64) -> Elo {
    Elo(bisect(|elo| world(elo, opening, draws).share().0 - share))
}

/// The zero of an increasing function between -500 and 500.
fn bisect(function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-500.0, 500.0);
    for _ in 0..25 {
        let middle = f64::midpoint(low, high);
        if function(middle) < 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
