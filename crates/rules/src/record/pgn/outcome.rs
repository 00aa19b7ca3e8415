//! Results: `1-0` for Black, discs such as `34-30`, and the comment that counts them.

use crate::{
    Color, DiscDiff, Goal,
    record::{Ending, Outcome},
};

const TERMINATIONS: [(Ending, &str, &str); 3] = [
    (Ending::Resigned, "resigned", "resign"),
    (Ending::TimedOut, "time forfeit", "time"),
    (Ending::Left, "abandoned", "abandon"),
];

/// Reads a result; `None` if it is none.
pub(super) fn parse(text: &str) -> Option<Outcome> {
    let awarded = |winner| Some(Outcome { awarded: Some(winner), ..Outcome::default() });
    match text.trim() {
        "1-0" => awarded(Color::Black),
        "0-1" => awarded(Color::White),
        "1/2-1/2" | "½-½" => Some(Outcome { margin: DiscDiff::new(0), ..Outcome::default() }),
        "*" | "?" | "" => Some(Outcome::default()),
        counts => Some(Outcome { margin: Some(parse_counts(counts)?), ..Outcome::default() }),
    }
}

/// How many discs more the first of two counts is.
fn parse_counts(text: &str) -> Option<DiscDiff> {
    let (first, second) = text.split_once('-')?;
    let count = |text: &str| text.trim().parse::<i8>().ok().filter(|count| (0..=64).contains(count));
    DiscDiff::new(count(first)? - count(second)?)
}

/// How many discs more than the loser the winner has by a comment such as `Ann wins 40-24`; fewer in the anti game.
pub(super) fn count(comment: &str) -> Option<DiscDiff> {
    let (_, counts) = comment.trim().rsplit_once(" wins ")?;
    parse_counts(counts)
}

/// A result with the count of its winner added, if the result names one and has no count yet.
pub(super) fn with_count(outcome: Outcome, count: DiscDiff) -> Option<Outcome> {
    let margin = if outcome.awarded? == Color::Black { count } else { -count };
    Some(Outcome { margin: Some(margin), awarded: None, ..outcome })
}

/// Reads how the game ended; `None` for a word we do not know.
pub(super) fn parse_termination(text: &str) -> Option<Ending> {
    let text = text.to_ascii_lowercase();
    if ["normal", "unterminated", "?", ""].contains(&text.as_str()) {
        return Some(Ending::Unfinished);
    }
    TERMINATIONS.iter().find(|(_, _, sign)| text.contains(sign)).map(|&(ending, _, _)| ending)
}

pub(super) fn termination(ending: Ending) -> Option<&'static str> {
    TERMINATIONS.iter().find(|(known, _, _)| *known == ending).map(|&(_, word, _)| word)
}

pub(super) fn write(outcome: Outcome, goal: Goal) -> &'static str {
    match (outcome.winner(goal), outcome.margin) {
        (Some(Color::Black), _) => "1-0",
        (Some(Color::White), _) => "0-1",
        (None, Some(_)) => "1/2-1/2",
        (None, None) => "*",
    }
}

/// The comment that counts the discs on a board of this many squares; a draw and a win without a margin need none.
pub(super) fn write_count(outcome: Outcome, goal: Goal, squares: u8) -> Option<String> {
    let winner = outcome.winner(goal)?;
    let margin = u16::from(outcome.margin?.discs().unsigned_abs());
    let total = u16::from(squares).max(margin);
    let (more, fewer) = ((total + margin) / 2, (total + margin) / 2 - margin);
    let name = match winner {
        Color::Black => "Black",
        Color::White => "White",
    };
    Some(match goal {
        Goal::Most => format!("{name} wins {more}-{fewer}"),
        Goal::Fewest => format!("{name} wins {fewer}-{more}"),
    })
}
