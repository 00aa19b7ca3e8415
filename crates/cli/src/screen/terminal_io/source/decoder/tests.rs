use proptest::prelude::*;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::*;

fn plain(code: KeyCode) -> Input {
    Input::Key(code.into())
}

fn with(code: KeyCode, modifiers: KeyModifiers) -> Input {
    Input::Key(KeyEvent::new(code, modifiers))
}

fn at(kind: MouseEventKind, column: u16, row: u16) -> Input {
    Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}

/// Decodes all inputs and checks that no byte is left.
fn all(bytes: &[u8]) -> Vec<Input> {
    let mut decoder = Decoder::default();
    decoder.push(bytes);
    let mut found = Vec::new();
    loop {
        match decoder.next() {
            Some(input) => found.push(input),
            None if decoder.is_empty() => return found,
            None => found.extend(decoder.give_up()),
        }
    }
}

/// Sequences of terminals and their meaning.
fn known() -> Vec<(&'static [u8], Input)> {
    let left = MouseButton::Left;
    vec![
        (b"a", plain(KeyCode::Char('a'))),
        ("é".as_bytes(), plain(KeyCode::Char('é'))),
        ("😀".as_bytes(), plain(KeyCode::Char('😀'))),
        (b"\r", plain(KeyCode::Enter)),
        (b"\n", plain(KeyCode::Enter)),
        (b"\t", plain(KeyCode::Tab)),
        (b"\x7f", plain(KeyCode::Backspace)),
        (b"\x08", plain(KeyCode::Backspace)),
        (b"\x03", with(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        (b"\x1a", with(KeyCode::Char('z'), KeyModifiers::CONTROL)),
        (b"\x1b[A", plain(KeyCode::Up)),
        (b"\x1bOB", plain(KeyCode::Down)),
        (b"\x1b[1;5C", with(KeyCode::Right, KeyModifiers::CONTROL)),
        (b"\x1b[1;4D", with(KeyCode::Left, KeyModifiers::SHIFT | KeyModifiers::ALT)),
        (b"\x1b[H", plain(KeyCode::Home)),
        (b"\x1b[7~", plain(KeyCode::Home)),
        (b"\x1bOF", plain(KeyCode::End)),
        (b"\x1b[4~", plain(KeyCode::End)),
        (b"\x1b[5~", plain(KeyCode::PageUp)),
        (b"\x1b[6~", plain(KeyCode::PageDown)),
        (b"\x1b[Z", plain(KeyCode::BackTab)),
        (b"\x1bOP", plain(KeyCode::F(1))),
        (b"\x1b[11~", plain(KeyCode::F(1))),
        (b"\x1b[[A", plain(KeyCode::F(1))),
        (b"\x1bOM", plain(KeyCode::Enter)),
        (b"\x1b[<35;18;9M", at(MouseEventKind::Moved, 17, 8)),
        (b"\x1b[<0;18;9M", at(MouseEventKind::Down(left), 17, 8)),
        (b"\x1b[<0;18;9m", at(MouseEventKind::Up(left), 17, 8)),
        (b"\x1b[<32;18;9M", at(MouseEventKind::Drag(left), 17, 8)),
        (b"\x1b[<64;1;1M", at(MouseEventKind::ScrollUp, 0, 0)),
        (b"\x1b[<65;1;1M", at(MouseEventKind::ScrollDown, 0, 0)),
        (b"\x1b[32;18;9M", at(MouseEventKind::Down(left), 17, 8)),
        (b"\x1b[35;18;9M", at(MouseEventKind::Up(left), 17, 8)),
        (b"\x1b[M \x32\x29", at(MouseEventKind::Down(left), 17, 8)),
        (b"\x1b[M#\x32\x29", at(MouseEventKind::Up(left), 17, 8)),
    ]
}

#[test]
fn keys_and_mouse_are_read_as_terminals_send_them() {
    for (bytes, input) in known() {
        assert_eq!(all(bytes), [input], "{:?}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn fast_typing_arrives_whole_and_in_order() {
    let (bytes, inputs): (Vec<&[u8]>, Vec<Input>) = known().into_iter().unzip();
    assert_eq!(all(&bytes.concat()), inputs);
}

#[test]
fn a_sequence_that_comes_in_pieces_is_waited_for() {
    for (bytes, input) in known() {
        let mut decoder = Decoder::default();
        let (last, before) = bytes.split_last().unwrap();
        for byte in before {
            decoder.push(&[*byte]);
            assert_eq!(decoder.next(), None, "{:?}", String::from_utf8_lossy(bytes));
        }
        decoder.push(&[*last]);
        assert_eq!(decoder.next(), Some(input));
        assert!(decoder.is_empty());
    }
}

#[test]
fn unknown_and_truncated_sequences_are_skipped() {
    let strange: [&[u8]; 8] =
        [b"\x1b[?997;1n", b"\x1b[I", b"\x1b[200~", b"\x1b[<0;0;0M", b"\xff", b"\x1b[<99999;1;1M", b"\x1b[3\0", b"\0"];
    for bytes in strange {
        assert_eq!(all(&[bytes, b"q"].concat()), [plain(KeyCode::Char('q'))], "{:?}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(all(b"\x1b["), []);
    assert_eq!(all(b"\xe2\x82"), []);
    assert_eq!(all(b"\x1b[1;1\x1b[A"), [plain(KeyCode::Up)]);
}

#[test]
fn a_lone_escape_is_a_key() {
    assert_eq!(all(b"\x1b"), [plain(KeyCode::Esc)]);
    assert_eq!(all(b"\x1b\x1b"), [plain(KeyCode::Esc); 2]);
    assert_eq!(all(b"\x1bq"), [plain(KeyCode::Esc), plain(KeyCode::Char('q'))]);
    assert_eq!(all(b"\x1b\x1b[A"), [plain(KeyCode::Esc), plain(KeyCode::Up)]);
}

proptest! {
    /// Any bytes are accepted, and an incomplete sequence is short.
    #[test]
    fn no_bytes_are_too_strange(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..8)) {
        let mut decoder = Decoder::default();
        for piece in pieces {
            decoder.push(&piece);
            while decoder.next().is_some() {}
            prop_assert!(decoder.len() <= MAX_SEQUENCE_BYTES + 2);
        }
        while !decoder.is_empty() {
            decoder.give_up();
        }
    }

    /// Endless parameters are skipped.
    #[test]
    fn no_sequence_is_endless(parameters in "[0-9;]{0,300}") {
        let mut decoder = Decoder::default();
        decoder.push(b"\x1b[");
        decoder.push(parameters.as_bytes());
        while decoder.next().is_some() {}
        prop_assert!(decoder.len() <= MAX_SEQUENCE_BYTES + 2);
    }
}
