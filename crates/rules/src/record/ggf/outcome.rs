//! The result of a game as GGF writes it: `+4.000`, `-12:r`, `?`.

use crate::{
    Color, DiscDiff,
    record::{Ending, Outcome, number},
};

const SUFFIXES: [(Ending, &str); 3] = [(Ending::Resigned, "r"), (Ending::TimedOut, "t"), (Ending::Left, "l")];

/// Reads a result from which the komi was taken; `None` for a word we do not know.
pub(super) fn parse(text: &str, komi: f64) -> Option<Outcome> {
    let (score, suffix) = text.split_once(':').map_or((text, None), |(score, suffix)| (score, Some(suffix.trim())));
    let ending = match suffix {
        None => Ending::Unfinished,
        Some(suffix) => SUFFIXES.iter().find(|(_, known)| known.eq_ignore_ascii_case(suffix))?.0,
    };
    let (margin, awarded) = match score.trim() {
        "" | "?" => (None, None),
        "black" => (None, Some(Color::Black)),
        "white" => (None, Some(Color::White)),
        score => (Some(margin(number::parse(score)? + komi)?), None),
    };
    Some(Outcome { margin, awarded, ending })
}

/// A whole number of discs; komi leaves it a little off.
fn margin(discs: f64) -> Option<DiscDiff> {
    let whole = discs.round();
    let is_whole = (discs - whole).abs() < 0.01;
    DiscDiff::new(whole as i8).filter(|_| is_whole)
}

/// Writes a result, less the komi.
pub(super) fn write(outcome: Outcome, komi: f64) -> String {
    let mut text = match (outcome.margin, outcome.awarded) {
        (Some(margin), _) if komi == 0.0 => format!("{:+}", margin.discs()),
        (Some(margin), _) => format!("{:+.3}", f64::from(margin.discs()) - komi),
        (None, Some(winner)) => winner.to_string(),
        (None, None) => "?".to_owned(),
    };
    if let Some((_, suffix)) = SUFFIXES.iter().find(|(ending, _)| *ending == outcome.ending) {
        text.push(':');
        text.push_str(suffix);
    }
    text
}
