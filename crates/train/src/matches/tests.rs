//! Matches between players of known strength.

use super::*;
use crate::play::plain::Plain;

const MATCH: WeightsMatch = WeightsMatch { kind: BoardKind::Six, seed: 1, pairs: 12, opening: (4, 6), balance: 8 };

fn players(a: u32, b: u32, threads: usize) -> Vec<MatchPlayers<Plain>> {
    let player = |depth| Plain { depth, exact_from: 6 };
    (0..threads).map(|_| MatchPlayers { a: player(a), b: player(b), judge: player(1) }).collect()
}

#[test]
fn equal_players_share_the_points_of_every_pair() {
    let score = MATCH.play(players(1, 1, 2), &mut |_| ());
    assert_eq!(score.pairs, [0, 0, 12, 0, 0]);
    assert_eq!((score.games(), score.discs), (24, 0));
    assert_eq!(score.share().value, 0.5);
}

#[test]
fn deeper_search_wins_at_any_number_of_threads() {
    let mut reports = 0;
    let score = MATCH.play(players(4, 1, 2), &mut |_| reports += 1);
    assert_eq!(reports, 12);
    assert!(score.share().value > 0.6 && score.mean_discs() > 0.0, "{score:?}");
    assert_eq!(score, MATCH.play(players(4, 1, 1), &mut |_| ()));
    let turned = MATCH.play(players(1, 4, 1), &mut |_| ());
    assert_eq!((turned.wins, turned.discs), (score.losses, -score.discs));
}

#[test]
fn openings_are_balanced_by_the_judge() {
    let mut judge = Plain { depth: 1, exact_from: 6 };
    for number in 0..30 {
        let position = MATCH.opening(number, &mut judge);
        assert!(judge.think(&position).value.discs().abs() < 8);
        assert!((26..=28).contains(&position.empties().len()));
    }
}
