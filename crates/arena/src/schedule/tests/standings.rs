//! Standings and tie-breaks, computed by hand.

use super::*;

fn met(first: usize, discs: u32, second: usize) -> Played {
    let points = match discs.cmp(&32) {
        std::cmp::Ordering::Greater => [2, 0],
        std::cmp::Ordering::Equal => [1, 1],
        std::cmp::Ordering::Less => [0, 2],
    };
    let pairing = Pairing { first: EntrantId(first), second: EntrantId(second) };
    Played { pairing, points: points.map(Points::of_halves), discs: [discs, 64 - discs] }
}

/// Five players A to E in three rounds. A beats B 40-24, C 36-28 and loses to D 30-34: 2 points,
/// 106 discs. B beats E 50-14 and has a bye: 2 points, 74 discs. C beats D 44-20 and draws with E:
/// 1.5 points, 104 discs. D beats A and has a bye: 2 points, 54 discs. E has a bye: 1.5 points, 46
/// discs.
fn tournament() -> Vec<PlayedRound> {
    let round = |pairings, bye| PlayedRound { games: 1, pairings, byes: vec![EntrantId(bye)] };
    vec![
        round(vec![met(0, 40, 1), met(2, 44, 3)], 4),
        round(vec![met(2, 28, 0), met(1, 50, 4)], 3),
        round(vec![met(3, 34, 0), met(4, 32, 2)], 1),
    ]
}

fn table(tie_breaks: &[TieBreak], withdrawn: &[EntrantId]) -> Vec<(u32, usize, Vec<f64>)> {
    let lines = super::super::standings(5, &tournament(), tie_breaks, withdrawn);
    lines.into_iter().map(|line| (line.place, line.entrant.0, line.tie_breaks)).collect()
}

#[test]
fn ranks_follow_points_and_ties_share_a_place() {
    let lines = super::super::standings(5, &tournament(), &[], &[]);
    let points: Vec<String> =
        lines.iter().map(|line| format!("{} {} {}", line.place, line.entrant, line.points)).collect();
    assert_eq!(points, ["1 #1 2", "1 #2 2", "1 #4 2", "4 #3 1.5", "4 #5 1.5"]);
    assert_eq!((lines[0].discs, lines[0].games, lines[0].byes), (106, 3, 0));
    assert_eq!((lines[4].discs, lines[4].games, lines[4].byes), (46, 2, 1));
}

#[test]
fn brightwell_quotient_of_a_worked_example() {
    // A: 106 + 6 (2 + 1.5 + 2) = 139. B: 74 + 6 (2 + 1.5) + (32 + 6 · 2) = 139. D: 54 + 6 (1.5 + 2)
    // + 44 = 119. C: 108 - 4 discs are 44 + 28 + 32 = 104, + 6 (2 + 2 + 1.5) = 137. E: 46 + 6 (2 +
    // 1.5) + (32 + 6 · 1.5) = 108.
    let lines = table(&TieBreak::usual(), &[]);
    let expected = [
        (1, 0, [139.0, 106.0]),
        (2, 1, [139.0, 74.0]),
        (3, 3, [119.0, 54.0]),
        (4, 2, [137.0, 104.0]),
        (5, 4, [108.0, 46.0]),
    ];
    assert_eq!(lines, expected.map(|(place, entrant, values)| (place, entrant, values.to_vec())));
}

#[test]
fn games_against_withdrawn_entrants_count_as_byes() {
    // Without E, B's 50 discs and 6 · 1.5 become another 32 + 6 · 2: 24 + 12 + 44 + 44.
    let lines = table(&[TieBreak::Brightwell(Brightwell::default())], &[EntrantId(4)]);
    assert!(lines.contains(&(2, 1, vec![124.0])), "{lines:?}");
}

#[test]
fn buchholz_and_direct_meetings() {
    // Among A, B and D: A beat B and lost to D, D beat A, B lost. D and A have a point each, B
    // none. Between A and D alone, D won.
    let lines = table(&[TieBreak::Direct, TieBreak::Direct, TieBreak::Buchholz], &[]);
    let order: Vec<(u32, usize)> = lines.iter().map(|(place, entrant, _)| (*place, *entrant)).collect();
    assert_eq!(&order[..3], [(1, 3), (2, 0), (3, 1)]);
    // Opponents of A: B 2, C 1.5, D 2. Of D: C 1.5, A 2, and the bye as 2.
    assert_eq!((&lines[1].2[2], &lines[0].2[2]), (&5.5, &5.5));
}

/// All values of k games per pairing are k times those of one, if all of them end alike.
#[test]
fn quotients_scale_with_the_games_per_pairing() {
    let times = |k: u32| -> Vec<PlayedRound> {
        let repeated = |played: &Played| Played {
            points: played.points.map(|points| Points::of_halves(k * points.halves())),
            discs: played.discs.map(|discs| k * discs),
            ..*played
        };
        let round = |round: PlayedRound| PlayedRound {
            games: k,
            pairings: round.pairings.iter().map(repeated).collect(),
            byes: round.byes,
        };
        tournament().into_iter().map(round).collect()
    };
    for withdrawn in [vec![], vec![EntrantId(4)]] {
        let quotients = |k: u32| -> Vec<(u32, EntrantId, f64)> {
            let lines = super::super::standings(5, &times(k), &TieBreak::usual(), &withdrawn);
            lines.iter().map(|line| (line.place, line.entrant, line.tie_breaks[0] / f64::from(k))).collect()
        };
        assert_eq!(quotients(2), quotients(1));
        assert_eq!(quotients(10), quotients(1));
    }
}

#[test]
fn tie_breaks_without_games_are_zero() {
    let ties = [TieBreak::Brightwell(Brightwell::default()), TieBreak::Buchholz, TieBreak::Direct];
    let lines = super::super::standings(2, &[], &ties, &[]);
    assert!(lines.iter().flat_map(|line| &line.tie_breaks).all(|value| value.to_string() == "0"), "{lines:?}");
}

#[test]
fn pairings_of_several_games_count_discs_and_opponent() {
    let pairing = Pairing { first: EntrantId(0), second: EntrantId(1) };
    let played = Played { pairing, points: [3, 1].map(Points::of_halves), discs: [70, 58] };
    let rounds = [PlayedRound { games: 2, pairings: vec![played], byes: vec![EntrantId(2)] }];
    let lines = super::super::standings(3, &rounds, &TieBreak::usual(), &[]);
    // #1: 70 + 6 · 0.5; the bye: 2 points, 2 · 32 + 6 · 2.
    let found: Vec<(usize, Points, f64)> =
        lines.iter().map(|line| (line.entrant.0, line.points, line.tie_breaks[0])).collect();
    let points = Points::of_halves;
    assert_eq!(found, [(2, points(4), 76.0), (0, points(3), 73.0), (1, points(1), 58.0 + 6.0 * 1.5)]);
}
