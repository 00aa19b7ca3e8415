//! Round robins.

use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn everyone_meets_everyone_once_per_cycle(entrants in 2_usize..40, cycles in 1_u32..4, seed: u64) {
        let schedule = RoundRobin { entrants, cycles, seed };
        let played = play_all(&Schedule::RoundRobin(schedule), 1, seed);
        played.iter().for_each(|round| assert_sound(entrants, round));
        for (one, opponents) in pairings(entrants, &played).iter().enumerate() {
            for (other, times) in opponents.iter().enumerate() {
                prop_assert_eq!(*times, if one == other { 0 } else { cycles });
            }
        }
    }

    #[test]
    fn colors_and_byes_are_shared_evenly(entrants in 2_usize..40, cycles in 1_u32..4, seed: u64) {
        let played = play_all(&Schedule::RoundRobin(RoundRobin { entrants, cycles, seed }), 1, seed);
        let most = i32::from(entrants % 2 == 0 && cycles % 2 == 1);
        for colors in colors::Colors::of(entrants, &played) {
            prop_assert_eq!(colors.surplus.abs(), most);
        }
        for entrant in (0..entrants).map(EntrantId) {
            let plays = |round: &&PlayedRound| round.pairings.iter().any(|met| met.pairing.opponent(entrant).is_some());
            prop_assert_eq!(played.iter().filter(plays).count(), (entrants - 1) * cycles as usize);
        }
    }

    #[test]
    fn in_two_cycles_each_two_have_each_color_once(entrants in 2_usize..20, seed: u64) {
        let schedule = RoundRobin { entrants, cycles: 2, seed };
        let all: Vec<Pairing> = (0..schedule.rounds()).flat_map(|after| schedule.round(after).unwrap().pairings).collect();
        let distinct: std::collections::HashSet<&Pairing> = all.iter().collect();
        prop_assert_eq!(distinct.len(), entrants * (entrants - 1));
        prop_assert_eq!(all.len(), distinct.len());
    }
}

#[test]
fn seeds_change_the_pairings() {
    let first = |seed| RoundRobin { entrants: 10, cycles: 1, seed }.round(0);
    assert_ne!(first(1), first(2));
    assert_eq!(first(1), first(1));
}
