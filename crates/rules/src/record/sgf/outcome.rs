//! The result of a game as SGF writes it: `B+6`, `W+R`, `0`, `?`.

use crate::{
    Color, DiscDiff, Goal,
    record::{Ending, Outcome},
};

const REASONS: [(Ending, &str, &str); 3] =
    [(Ending::Resigned, "R", "resign"), (Ending::TimedOut, "T", "time"), (Ending::Left, "F", "forfeit")];

/// Reads a result; `None` for a word we do not know.
pub(super) fn parse(text: &str, goal: Goal) -> Option<Outcome> {
    let text = text.trim();
    if ["", "?", "void"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(Outcome::default());
    }
    if ["0", "draw", "d"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(Outcome { margin: DiscDiff::new(0), ..Outcome::default() });
    }
    let awarded = match text.chars().next()? {
        'B' | 'b' => Some(Color::Black),
        'W' | 'w' => Some(Color::White),
        '?' => None,
        _ => return None,
    };
    let score = text[1..].strip_prefix(['+', '-'])?.trim();
    if let Some((ending, _, _)) = REASONS.iter().find(|(_, letter, word)| is_one_of(score, [letter, word])) {
        return Some(Outcome { margin: None, awarded, ending: *ending });
    }
    let won_by: Option<DiscDiff> = if score.is_empty() { None } else { Some(whole(score)?) };
    Some(match (awarded, won_by) {
        (Some(winner), Some(won_by)) => Outcome { margin: Some(margin(winner, won_by, goal)), ..Outcome::default() },
        _ => Outcome { awarded, ..Outcome::default() },
    })
}

fn is_one_of(text: &str, words: [&str; 2]) -> bool {
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A number of discs, with or without decimals that say nothing.
fn whole(text: &str) -> Option<DiscDiff> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_whole = whole.bytes().chain(decimals.bytes()).all(|byte| byte.is_ascii_digit())
        && decimals.bytes().all(|byte| byte == b'0');
    whole.parse().ok().filter(|_| is_whole).and_then(DiscDiff::new)
}

/// Black's margin when this side won by so many discs.
fn margin(winner: Color, won_by: DiscDiff, goal: Goal) -> DiscDiff {
    let is_more_black = (winner == Color::Black) == (goal == Goal::Most);
    if is_more_black { won_by } else { -won_by }
}

/// Writes a result, and the margin where the result has no room for it.
pub(super) fn write(outcome: Outcome, goal: Goal) -> (String, Option<DiscDiff>) {
    let winner = match outcome.winner(goal) {
        Some(color) => color.letter(),
        None => '?',
    };
    if let Some((_, letter, _)) = REASONS.iter().find(|(ending, _, _)| *ending == outcome.ending) {
        return (format!("{winner}+{letter}"), outcome.margin);
    }
    let text = match (outcome.margin, outcome.awarded) {
        (Some(margin), _) if margin.discs() == 0 => "0".to_owned(),
        (Some(margin), _) => format!("{winner}+{}", margin.discs().unsigned_abs()),
        (None, Some(_)) => format!("{winner}+"),
        (None, None) => "?".to_owned(),
    };
    (text, None)
}
