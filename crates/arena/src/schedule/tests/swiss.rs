//! Swiss tournaments.

use proptest::prelude::*;

use super::*;

fn swiss(entrants: usize, rounds: u32, seed: u64) -> Schedule {
    Schedule::Swiss(Swiss { entrants, rounds, seed })
}

/// Tries all pairings: can the rest be paired without rematches, with the bye as an opponent?
fn is_possible(met: &[Vec<u32>], open: &[usize]) -> bool {
    let Some((one, rest)) = open.split_first() else { return true };
    rest.iter().any(|other| {
        let others: Vec<usize> = rest.iter().copied().filter(|third| third != other).collect();
        met[*one][*other] == 0 && is_possible(met, &others)
    })
}

proptest! {
    #[test]
    fn everyone_plays_or_has_a_bye_in_every_round(entrants in 2_usize..30, rounds in 1_u32..12, seed: u64) {
        for round in play_all(&swiss(entrants, rounds, seed), 1, seed) {
            assert_sound(entrants, &round);
            prop_assert_eq!(round.pairings.len() * 2 + round.byes.len(), entrants);
            prop_assert_eq!(round.byes.len(), entrants % 2);
        }
    }

    #[test]
    fn no_pairing_repeats_if_avoidable(entrants in 2_usize..10, rounds in 1_u32..10, seed: u64) {
        let played = play_all(&swiss(entrants, rounds, seed), 1, seed);
        let with_bye = entrants + entrants % 2;
        let mut met = vec![vec![0; with_bye]; with_bye];
        for round in played {
            let couples = round.pairings.iter().map(|played| played.pairing.entrants().map(|one| one.0));
            let couples: Vec<[usize; 2]> = couples.chain(round.byes.iter().map(|one| [one.0, entrants])).collect();
            let everybody: Vec<usize> = (0..with_bye).collect();
            let repeats = couples.iter().any(|[one, other]| met[*one][*other] > 0);
            prop_assert!(!repeats || !is_possible(&met, &everybody));
            for [one, other] in couples {
                met[one][other] += 1;
                met[other][one] += 1;
            }
        }
    }

    #[test]
    fn larger_fields_never_repeat(entrants in 16_usize..60, seed: u64) {
        let played = play_all(&swiss(entrants, 9, seed), 1, seed);
        prop_assert!(pairings(entrants, &played).iter().flatten().all(|times| *times <= 1));
    }

    #[test]
    fn bye_counts_differ_by_at_most_one(half in 1_usize..8, rounds in 1_u32..25, seed: u64) {
        let entrants = 2 * half + 1;
        let mut byes = vec![0; entrants];
        for round in play_all(&swiss(entrants, rounds, seed), 1, seed) {
            round.byes.iter().for_each(|entrant| byes[entrant.0] += 1);
        }
        prop_assert!(byes.iter().max().unwrap() - byes.iter().min().unwrap() <= 1, "{:?}", byes);
    }

    #[test]
    fn color_counts_stay_balanced(entrants in 16_usize..60, rounds in 1_u32..10, seed: u64) {
        let played = play_all(&swiss(entrants, rounds, seed), 1, seed);
        for colors in colors::Colors::of(entrants, &played) {
            prop_assert!(colors.surplus.abs() <= 2, "{:?}", colors);
        }
    }

    #[test]
    fn replaying_the_results_gives_the_same_rounds(entrants in 2_usize..20, seed: u64) {
        let schedule = swiss(entrants, 5, seed);
        let played = play_all(&schedule, 2, seed);
        for (after, round) in played.iter().enumerate() {
            let again = schedule.next(&played[..after]).unwrap();
            let before: Vec<Pairing> = round.pairings.iter().map(|played| played.pairing).collect();
            prop_assert_eq!((again.pairings, &again.byes), (before, &round.byes));
        }
    }
}

#[test]
fn players_with_equal_scores_meet_and_the_best_wins() {
    // The lower index always wins: log2(32) rounds leave one entrant undefeated, and all pairings
    // are between equals.
    let schedule = swiss(32, 5, 3);
    let mut played: Vec<PlayedRound> = Vec::new();
    while let Some(round) = schedule.next(&played) {
        let points: std::collections::HashMap<EntrantId, Points> = super::super::standings(32, &played, &[], &[])
            .into_iter()
            .map(|line| (line.entrant, line.points))
            .collect();
        assert!(round.pairings.iter().all(|pairing| points[&pairing.first] == points[&pairing.second]));
        let win = [Points::of_wins(1), Points::ZERO];
        played.push(play(&round, 1, |pairing| if pairing.first < pairing.second { win } else { [win[1], win[0]] }));
    }
    let table = super::super::standings(32, &played, &TieBreak::usual(), &[]);
    assert_eq!((table[0].entrant, table[0].points), (EntrantId(0), Points::of_wins(5)));
    assert!(table[1].points < table[0].points);
}

#[test]
fn many_rounds_and_many_players_are_paired() {
    let played = play_all(&swiss(24, 23, 5), 1, 5);
    assert!(pairings(24, &played[..12]).iter().flatten().all(|times| *times <= 1), "half of all rounds never repeat");
    assert_eq!(pairings(24, &played).iter().flatten().sum::<u32>(), 24 * 23);
    assert_eq!(play_all(&swiss(201, 9, 5), 1, 5).len(), 9);
}
