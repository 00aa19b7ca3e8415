//! The last four plies, unrolled: most positions of an exact search are here.
//!
//! Each function searches a null window at `alpha` for the side that holds `own`: a score above
//! `alpha` is a lower bound, any other an upper bound. `nodes` counts every position, including
//! those with one empty square.

use crate::kernel::{Cpu, per_cpu};
use crate::ruleset::Ruleset;
use crate::table::NO_SCORE;

use super::regions::FourMoves;

/// Returns the score with one empty square, whichever side can move there.
#[inline(always)]
pub(crate) fn solve_1<F: Ruleset>(ruleset: F, own: u64, opp: u64, square: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if F::WHOLE {
        let held = own.count_ones() as i32;
        let flips = ruleset.cpu().last_flips(square, own) as i32;
        if flips != 0 {
            return ruleset.full_score(held + 1 + flips);
        }
        let flips = ruleset.cpu().last_flips(square, opp) as i32;
        if flips != 0 {
            return ruleset.full_score(held - flips);
        }
        return ruleset.final_score(own, 1);
    }
    let flips = ruleset.cpu().flips(square, own, opp).count_ones() as i32;
    if flips != 0 {
        return ruleset.full_score(own.count_ones() as i32 + 1 + flips);
    }
    let flips = ruleset.cpu().flips(square, opp, own).count_ones() as i32;
    if flips != 0 {
        return ruleset.full_score(own.count_ones() as i32 - flips);
    }
    ruleset.final_score(own, 1)
}

/// The score of the moves of `own` on two empty squares, or [`NO_SCORE`] without a move.
#[inline(always)]
fn moves_2<F: Ruleset>(ruleset: F, own: u64, opp: u64, alpha: i32, a: u32, b: u32, nodes: &mut u64) -> i32 {
    let [by_a, by_b] = ruleset.cpu().two_flips([a, b], own, opp);
    let mut best = NO_SCORE;
    if by_a != 0 {
        best = -solve_1(ruleset, opp ^ by_a, own ^ by_a | 1 << a, b, nodes);
        if best > alpha {
            return best;
        }
    }
    if by_b != 0 {
        best = best.max(-solve_1(ruleset, opp ^ by_b, own ^ by_b | 1 << b, a, nodes));
    }
    best
}

/// Two empty squares.
#[inline(always)]
pub(crate) fn solve_2<F: Ruleset>(ruleset: F, own: u64, opp: u64, alpha: i32, a: u32, b: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = moves_2(ruleset, own, opp, alpha, a, b, nodes);
    if best != NO_SCORE {
        return best;
    }
    let reply = moves_2(ruleset, opp, own, -alpha - 1, a, b, nodes);
    if reply != NO_SCORE { -reply } else { ruleset.final_score(own, 2) }
}

/// The score of the moves of `own` on three empty squares, or [`NO_SCORE`] without a move.
#[inline(always)]
fn moves_3<F: Ruleset>(ruleset: F, own: u64, opp: u64, alpha: i32, [a, b, c]: [u32; 3], nodes: &mut u64) -> i32 {
    let [by_a, by_b] = ruleset.cpu().two_flips([a, b], own, opp);
    let mut best = NO_SCORE;
    if by_a != 0 {
        best = -solve_2(ruleset, opp ^ by_a, own ^ by_a | 1 << a, -alpha - 1, b, c, nodes);
        if best > alpha {
            return best;
        }
    }
    if by_b != 0 {
        best = best.max(-solve_2(ruleset, opp ^ by_b, own ^ by_b | 1 << b, -alpha - 1, a, c, nodes));
        if best > alpha {
            return best;
        }
    }
    let by_c = ruleset.cpu().flips(c, own, opp);
    if by_c != 0 {
        best = best.max(-solve_2(ruleset, opp ^ by_c, own ^ by_c | 1 << c, -alpha - 1, a, b, nodes));
    }
    best
}

per_cpu! {
    /// Three empty squares, in the order in which they are tried.
    #[cpu(F::Cpu = ruleset.cpu())]
    pub(crate) fn solve_3<F: Ruleset>(
        ruleset: F,
        own: u64,
        opp: u64,
        alpha: i32,
        squares: [u32; 3],
        nodes: &mut u64,
    ) -> i32 {
        *nodes += 1;
        let best = moves_3(ruleset, own, opp, alpha, squares, nodes);
        if best != NO_SCORE {
            return best;
        }
        let reply = moves_3(ruleset, opp, own, -alpha - 1, squares, nodes);
        if reply != NO_SCORE { -reply } else { ruleset.final_score(own, 3) }
    }
}

/// The score of the moves of `own` on four empty squares, or [`NO_SCORE`] without a move.
#[inline(always)]
fn moves_4<F: Ruleset>(ruleset: F, own: u64, opp: u64, alpha: i32, moves: FourMoves, nodes: &mut u64) -> i32 {
    let mut best = NO_SCORE;
    for first in [0, 2] {
        let pair = [moves.get(first), moves.get(first + 1)];
        let flips = ruleset.cpu().two_flips(pair.map(|[square, ..]| square), own, opp);
        for ([square, left @ ..], flips) in pair.into_iter().zip(flips) {
            if flips != 0 {
                let score = -solve_3(ruleset, opp ^ flips, own ^ flips | 1 << square, -alpha - 1, left, nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
    }
    best
}

per_cpu! {
    /// Four empty squares: those of quadrants with an odd number of them are tried first.
    #[cpu(F::Cpu = ruleset.cpu())]
    pub(crate) fn solve_4<F: Ruleset>(
        ruleset: F,
        own: u64,
        opp: u64,
        alpha: i32,
        empties: u64,
        nodes: &mut u64,
    ) -> i32 {
        *nodes += 1;
        let moves = FourMoves::new(ruleset, empties);
        let best = moves_4(ruleset, own, opp, alpha, moves, nodes);
        if best != NO_SCORE {
            return best;
        }
        let reply = moves_4(ruleset, opp, own, -alpha - 1, moves, nodes);
        if reply != NO_SCORE { -reply } else { ruleset.final_score(own, 4) }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Position, Status, Variant, rng::SplitMix64};

    use crate::endgame::shallow::{Shallow, solve};
    use crate::kernel::{AnyCpu, with_cpu};
    use crate::ruleset::AnyRuleset;
    use crate::{Board, table::NO_SCORE};

    /// The value by the rules alone.
    fn plain(position: &Position) -> i32 {
        match position.status() {
            Status::Over(score) => score.official_utility(position.turn()).into(),
            _ => position.moves().into_iter().map(|mv| -plain(&position.play_unchecked(mv))).max().unwrap_or(NO_SCORE),
        }
    }

    fn solved(position: &Position, alpha: i32, nodes: &mut u64) -> i32 {
        let board = Board { own: position.own().0, opp: position.opp().0 };
        let solved = |level| {
            let mut shallow = Shallow::new();
            let score = with_cpu!(level, |cpu| match AnyRuleset::new(cpu, position.spec()) {
                AnyRuleset::Standard(ruleset) => solve(&mut shallow, ruleset, board, alpha),
                AnyRuleset::Partial(ruleset) => solve(&mut shallow, ruleset, board, alpha),
                AnyRuleset::Anti(ruleset) => solve(&mut shallow, ruleset, board, alpha),
            });
            (score, shallow.nodes)
        };
        let found: Vec<(i32, u64)> = AnyCpu::available().into_iter().map(solved).collect();
        assert!(found.iter().all(|other| *other == found[0]), "{found:?}");
        *nodes += found[0].1;
        found[0].0
    }

    /// Every position with one to four empty squares of random games, at every null window around
    /// its value.
    fn assert_like_plain_play(variant: Variant, games: u64) {
        for seed in 0..games {
            let mut rng = SplitMix64::new(seed);
            let mut position = variant.start();
            while !position.is_over() {
                if position.empties().len() <= 4 {
                    let (value, mut nodes) = (plain(&position), 0);
                    for alpha in [-64, value - 3, value - 1, value, value + 2, 63] {
                        let score = solved(&position, alpha, &mut nodes);
                        assert_eq!(score > alpha, value > alpha, "{score} at {alpha} for {value}\n{position}");
                        assert!(if score > alpha { score <= value } else { score >= value }, "{score} for {value}");
                    }
                    assert!(nodes > 0);
                }
                let moves = position.moves();
                position = position.play_unchecked(moves[rng.below(moves.len())]);
            }
        }
    }

    #[test]
    fn last_squares_of_the_standard_game_match_the_rules() {
        assert_like_plain_play(Variant::STANDARD, 400);
    }

    #[test]
    fn last_squares_of_other_variants_match_the_rules() {
        for code in ["six", "octagon", "anti", "six+anti", "tiny"] {
            assert_like_plain_play(code.parse().unwrap(), 60);
        }
    }
}
