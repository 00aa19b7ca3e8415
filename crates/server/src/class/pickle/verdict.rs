//! What an answer is worth.

use outflank_arena::{Verdict, protocol::pickle::NotAMove};
use outflank_rules::{Move, Position, Square};

/// An answer that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) verdict: Verdict,
    pub(super) text: String,
    /// The square, if it was one.
    pub(super) square: Option<Square>,
}

/// The square of an answer that can be played.
pub(super) fn judge(answer: Result<Move, NotAMove>, position: &Position) -> Result<Square, Wrong> {
    let (verdict, text, square) = match answer {
        Ok(mv) => match (mv, position.play(mv)) {
            (Move::Place(square), Ok(_)) => return Ok(square),
            (Move::Place(square), Err(illegal)) => (Verdict::IllegalMove, illegal.explain_by(&pair), Some(square)),
            (Move::Pass, Err(illegal)) => (Verdict::IllegalPass, illegal.explain_by(&pair), None),
            // Nobody is asked who has to pass.
            (Move::Pass, Ok(_)) => (Verdict::IllegalPass, "the pass was made already".to_owned(), None),
        },
        Err(off @ NotAMove::OffBoard { .. }) => (Verdict::IllegalMove, off.to_string(), None),
        Err(garbage) => (Verdict::Garbage, garbage.to_string(), None),
    };
    Err(Wrong { verdict, text, square })
}

/// A square as players of the course write it.
fn pair(square: Square) -> String {
    format!("[{}, {}]", square.column(), square.row())
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Color, Variant};

    use super::*;

    #[test]
    fn answers_are_told_apart() {
        let start = Variant::STANDARD.start().with_turn(Color::White);
        let verdict = |answer| judge(answer, &start).map_err(|wrong| wrong.verdict);
        assert_eq!(verdict(Ok("c5".parse().unwrap())), Ok("c5".parse().unwrap()));
        assert_eq!(verdict(Ok("a1".parse().unwrap())), Err(Verdict::IllegalMove));
        let text = judge(Ok("b1".parse().unwrap()), &start).unwrap_err().text;
        assert_eq!(text, "[1, 0] flips nothing for white; legal for white: [4, 2] [5, 3] [2, 4] [3, 5]");
        assert_eq!(verdict(Ok(Move::Pass)), Err(Verdict::IllegalPass));
        assert_eq!(verdict(Err(NotAMove::OffBoard { x: 8, y: 0 })), Err(Verdict::IllegalMove));
        assert_eq!(verdict(Err(NotAMove::NotAPair("None".to_owned()))), Err(Verdict::Garbage));
    }
}
