//! What players of a Python course answer.

use outflank_arena::protocol::pickle::{Decoder, MAX_PICKLE, Progress};

/// Pickles are read or refused, in one short line, and the same however they come: at once, byte by byte, or in pieces as long as
/// the first byte says.
pub fn pickle(input: &[u8]) {
    let [size, bytes @ ..] = input else { return };
    let whole = all_that_is_said(bytes, bytes.len());
    assert_eq!(whole, all_that_is_said(bytes, 1));
    assert_eq!(whole, all_that_is_said(bytes, usize::from(*size)));
}

fn all_that_is_said(bytes: &[u8], size: usize) -> Vec<Progress> {
    let (mut decoder, mut said, mut unended) = (Decoder::default(), Vec::new(), 0);
    for mut piece in bytes.chunks(size.max(1)) {
        while !piece.is_empty() {
            match decoder.read(piece) {
                Progress::NeedMore => {
                    unended += piece.len();
                    assert!(unended <= MAX_PICKLE && decoder.is_in_the_middle());
                    break;
                }
                Progress::Done { answer, used } => {
                    let words = answer.as_ref().map_or_else(ToString::to_string, ToString::to_string);
                    is_a_short_line(&words);
                    said.push(Progress::Done { answer, used: unended + used });
                    (piece, unended) = (&piece[used..], 0);
                }
                Progress::Refused(refusal) => {
                    is_a_short_line(&refusal.to_string());
                    said.push(Progress::Refused(refusal));
                    return said;
                }
            }
        }
    }
    said
}

fn is_a_short_line(text: &str) {
    assert!(!text.is_empty() && text.len() < 2000 && !text.contains(['\n', '\r']), "{text:?}");
}
