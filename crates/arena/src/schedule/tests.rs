//! Properties of every schedule, over all sizes and random results.

mod knock_out;
mod round_robin;
mod standings;
mod swiss;

use super::*;
use outflank_rules::rng::SplitMix64;

/// Plays a round with the results of `result`.
fn play(round: &Round, games: u32, mut result: impl FnMut(Pairing) -> [Points; 2]) -> PlayedRound {
    let played = |&pairing: &Pairing| {
        let points = result(pairing);
        let discs = points.map(|points| 64 * games * points.halves() / (2 * games.max(1)));
        Played { pairing, points, discs }
    };
    PlayedRound { games, pairings: round.pairings.iter().map(played).collect(), byes: round.byes.clone() }
}

/// Plays to the end with random results.
fn play_all(schedule: &Schedule, games: u32, seed: u64) -> Vec<PlayedRound> {
    let mut rng = SplitMix64::new(seed);
    let mut played = Vec::new();
    while let Some(round) = schedule.next(&played) {
        assert_eq!(round.number as usize, played.len() + 1);
        played.push(play(&round, games, |_| {
            let halves = rng.below(2 * games as usize + 1) as u32;
            [halves, 2 * games - halves].map(Points::of_halves)
        }));
    }
    assert_eq!(played.len(), schedule.rounds());
    played
}

/// How often each two met.
fn pairings(entrants: usize, played: &[PlayedRound]) -> Vec<Vec<u32>> {
    let mut met = vec![vec![0; entrants]; entrants];
    for Pairing { first, second } in played.iter().flat_map(|round| &round.pairings).map(|played| played.pairing) {
        met[first.0][second.0] += 1;
        met[second.0][first.0] += 1;
    }
    met
}

/// Each entrant appears at most once in a round and exists.
fn assert_sound(entrants: usize, round: &PlayedRound) {
    let mut seen = vec![0; entrants];
    round.pairings.iter().flat_map(|played| played.pairing.entrants()).for_each(|entrant| seen[entrant.0] += 1);
    round.byes.iter().for_each(|entrant| seen[entrant.0] += 1);
    assert!(seen.iter().all(|times| *times <= 1), "{round:?}");
}

#[test]
fn challengers_meet_all_others_and_swap_colors() {
    let gauntlet = Gauntlet { entrants: 7, challengers: 2, cycles: 3 };
    let played = play_all(&Schedule::Gauntlet(gauntlet), 1, 1);
    let met = pairings(7, &played);
    for (one, opponents) in met.iter().enumerate() {
        for (other, times) in opponents.iter().enumerate() {
            assert_eq!(*times, if (one < 2) == (other < 2) { 0 } else { 3 }, "{one} {other}");
        }
    }
    let surplus = colors::Colors::of(7, &played).iter().map(|colors| colors.surplus.abs()).max();
    assert!(surplus <= Some(2), "{surplus:?}");
    assert_eq!(Gauntlet { entrants: 2, challengers: 2, cycles: 1 }.rounds(), 0, "nobody to meet");
}

#[test]
fn pairs_use_every_opening_once_before_any_again() {
    let pairs = Pairs::new(500, 9);
    let mut openings: Vec<usize> = pairs.iter().take(500).map(|plan| plan.opening).collect();
    assert_ne!(openings, Pairs::new(500, 10).iter().take(500).map(|plan| plan.opening).collect::<Vec<_>>());
    openings.sort_unstable();
    assert!(openings.into_iter().eq(0..500));
    assert_eq!(Pairs::new(0, 1).pair(5).opening, 0);
    assert_ne!(pairs.pair(1).seeds, pairs.pair(501).seeds);
}

#[test]
fn results_of_a_damaged_file_never_panic() {
    let stranger = Pairing { first: EntrantId(900), second: EntrantId(1) };
    let pairings = vec![Played { pairing: stranger, points: [Points::of_halves(u32::MAX); 2], discs: [u32::MAX; 2] }];
    let odd = vec![PlayedRound { games: u32::MAX, pairings, byes: vec![EntrantId(901), EntrantId(0)] }; 2];
    for schedule in [
        Schedule::Swiss(Swiss { entrants: 5, rounds: 9, seed: 1 }),
        Schedule::KnockOut(KnockOut { entrants: 9, third_place: true }),
        Schedule::RoundRobin(RoundRobin { entrants: 4, cycles: 1, seed: 1 }),
        Schedule::Gauntlet(Gauntlet { entrants: 4, challengers: 1, cycles: 3 }),
    ] {
        assert!(schedule.next(&odd).is_some());
    }
    assert_eq!(super::standings(3, &odd, &TieBreak::usual(), &[EntrantId(77)]).len(), 3);
}

#[test]
fn schedules_without_players_have_no_rounds() {
    for entrants in [0, 1] {
        for schedule in [
            Schedule::Swiss(Swiss { entrants, rounds: 3, seed: 1 }),
            Schedule::KnockOut(KnockOut { entrants, third_place: true }),
            Schedule::RoundRobin(RoundRobin { entrants, cycles: 1, seed: 1 }),
            Schedule::Gauntlet(Gauntlet { entrants, challengers: 1, cycles: 3 }),
        ] {
            assert_eq!((schedule.next(&[]), schedule.rounds()), (None, 0));
        }
    }
}
