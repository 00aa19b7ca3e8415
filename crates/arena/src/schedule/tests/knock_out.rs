//! Knock-out tournaments.

use proptest::prelude::*;

use super::*;

fn knock_out(entrants: usize) -> KnockOut {
    KnockOut { entrants, third_place: false }
}

/// The lower index wins.
fn strongest(pairing: Pairing) -> [Points; 2] {
    let win = [Points::of_wins(1), Points::ZERO];
    if pairing.first < pairing.second { win } else { [win[1], win[0]] }
}

fn play_by_strength(schedule: &KnockOut) -> Vec<PlayedRound> {
    let mut played = Vec::new();
    while let Some(round) = schedule.next(&played) {
        played.push(play(&round, 1, strongest));
    }
    played
}

#[test]
fn eight_make_the_usual_bracket() {
    let round = knock_out(8).next(&[]).unwrap();
    let couples: Vec<[usize; 2]> =
        round.pairings.iter().map(|pairing| pairing.entrants().map(|one| one.0 + 1)).collect();
    assert_eq!(couples, [[1, 8], [4, 5], [2, 7], [3, 6]]);
}

#[test]
fn byes_are_for_the_strongest_in_the_first_round() {
    let rounds = play_by_strength(&knock_out(11));
    assert_eq!(rounds[0].byes, [0, 3, 4, 1, 2].map(EntrantId));
    assert!(rounds[1..].iter().all(|round| round.byes.is_empty()));
}

proptest! {
    #[test]
    fn if_the_stronger_wins_the_final_is_between_the_two_strongest(entrants in 2_usize..200) {
        let schedule = knock_out(entrants);
        let played = play_by_strength(&schedule);
        prop_assert_eq!(played.len(), schedule.rounds());
        let mut last = played.last().unwrap().pairings[0].pairing.entrants();
        last.sort();
        prop_assert_eq!(last, [0, 1].map(EntrantId));
        prop_assert_eq!(&schedule.places(&played)[..2], &[vec![EntrantId(0)], vec![EntrantId(1)]]);
    }

    #[test]
    fn everyone_but_the_winner_loses_once(entrants in 2_usize..100, seed: u64) {
        let schedule = knock_out(entrants);
        let played = play_all(&Schedule::KnockOut(schedule.clone()), 1, seed);
        let mut losses = vec![0; entrants];
        for met in played.iter().flat_map(|round| &round.pairings) {
            losses[met.pairing.opponent(met.winner()).unwrap().0] += 1;
        }
        let places = schedule.places(&played);
        prop_assert_eq!(losses[places[0][0].0], 0);
        prop_assert_eq!(losses.iter().filter(|times| **times == 1).count(), entrants - 1);
        prop_assert_eq!(places.iter().map(Vec::len).sum::<usize>(), entrants);
        played.iter().for_each(|round| assert_sound(entrants, round));
    }
}

#[test]
fn the_third_place_is_played_for_beside_the_final() {
    let schedule = KnockOut { entrants: 6, third_place: true };
    let played = play_by_strength(&schedule);
    let [last, for_third] = &played.last().unwrap().pairings[..] else { panic!("two meetings") };
    assert_eq!((last.winner(), for_third.winner()), (EntrantId(0), EntrantId(2)));
    let places: Vec<Vec<usize>> =
        schedule.places(&played).iter().map(|place| place.iter().map(|one| one.0).collect()).collect();
    assert_eq!(places, [vec![0], vec![1], vec![2], vec![3], vec![4, 5]]);
}

#[test]
fn tied_pairings_are_decided_by_discs_then_by_seed() {
    let pairing = Pairing { first: EntrantId(5), second: EntrantId(2) };
    let drawn = |discs| Played { pairing, points: [Points::of_wins(1); 2], discs }.winner();
    assert_eq!((drawn([70, 58]), drawn([64, 64])), (EntrantId(5), EntrantId(2)));
}
