//! Lines that break off within a move.

/// No piece of a move has more bytes, blanks and number included.
const LONGEST: usize = 16;

/// A text without the piece of a move, or the number of a move to come, behind its last whole one; and that piece.
pub(super) fn split(text: &str) -> (&str, &str) {
    let text = text.trim_end();
    let whole = without_number(without_half(text));
    if text.len() - whole.len() > LONGEST { (text, "") } else { (whole, &text[whole.len()..]) }
}

/// Without a bracket that is not closed, or the first letter of a square or a pass alone.
fn without_half(text: &str) -> &str {
    if let Some(at) = open_bracket(text) {
        return &text[..at];
    }
    match text.as_bytes() {
        [.., before, _] if before.is_ascii_alphabetic() => text,
        [.., b'a'..=b'h' | b'A'..=b'H' | b'p' | b'P'] => &text[..text.len() - 1],
        _ => text,
    }
}

fn open_bracket(text: &str) -> Option<usize> {
    text.rfind(['(', '[', ')', ']']).filter(|&at| text[at..].starts_with(['(', '[']))
}

/// Without a number and what stands between it and a move.
fn without_number(text: &str) -> &str {
    let signs = text.trim_end().trim_end_matches(['.', ')', ':']);
    let rest = signs.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < signs.len() && (rest.is_empty() || rest.ends_with(char::is_whitespace));
    if is_number && open_bracket(rest).is_none() { rest } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_whole_is_cut_off() {
        for (whole, rest) in [
            ("f5d6", ""),
            ("", ""),
            ("f5 pa", ""),
            ("f5 pass", ""),
            ("4,5 5,3", ""),
            ("(4, 5) (5, 3)", ""),
            ("f5d6", "c"),
            ("f5d6", "p"),
            ("1. f5 2. d6 ", "3."),
            ("1. f5 d6 ", "2. c"),
            ("1) f5 ", "2)"),
            ("(4, 5) ", "(5,"),
            ("(4, 5) ", "2. (5,"),
            ("", "12"),
            ("f5 (it goes on and on", ""),
        ] {
            assert_eq!(split(&format!("{whole}{rest}\r\n")), (whole, rest));
        }
    }
}
