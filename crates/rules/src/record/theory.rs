//! The theoretical score of WTHOR in formats that can hold it only in a comment.
//!
//! It is the first line of the comment on the game, in a fixed form, so that it survives a
//! conversion and back.

use std::borrow::Cow;

use super::Theory;

/// Returns the comment with the theoretical score, if there is one, before it.
pub(super) fn with_comment(theory: Option<Theory>, comment: &str) -> Cow<'_, str> {
    let Some(Theory { black, empties }) = theory else {
        return Cow::Borrowed(comment);
    };
    let line_end = if comment.is_empty() { "" } else { "\n" };
    Cow::Owned(format!("theory: black {black} from {empties} empties{line_end}{comment}"))
}

/// Removes the theoretical score from the front of a comment.
pub(super) fn split_off(comment: &mut String) -> Option<Theory> {
    let (line, rest) = comment.split_once('\n').unwrap_or((comment, ""));
    let theory = parse(line.trim_end())?;
    *comment = rest.to_owned();
    Some(theory)
}

fn parse(line: &str) -> Option<Theory> {
    let (black, empties) = line.strip_prefix("theory: black ")?.strip_suffix(" empties")?.split_once(" from ")?;
    Some(Theory { black: black.parse().ok()?, empties: empties.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theory_and_comment_come_apart_again() {
        let theory = Some(Theory { black: 34, empties: 24 });
        for comment in ["", "well played\nby both", "theory: none"] {
            for theory in [theory, None] {
                let mut text = with_comment(theory, comment).into_owned();
                assert_eq!(split_off(&mut text), theory);
                assert_eq!(text, comment);
            }
        }
    }
}
