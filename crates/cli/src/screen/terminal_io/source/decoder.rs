//! Decodes the bytes of a terminal. Waits for the rest of a sequence and skips unknown ones.

mod mouse;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Input;

const ESC: u8 = 0x1b;

/// The longest sequence that is decoded.
const MAX_SEQUENCE_BYTES: usize = 64;

/// A buffer of bytes that are not decoded yet.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    bytes: Vec<u8>,
}

/// The length of a sequence and its meaning, if known.
struct Read {
    length: usize,
    input: Option<Input>,
}

impl Read {
    fn skip(length: usize) -> Option<Read> {
        Some(Read { length, input: None })
    }

    fn key(length: usize, code: KeyCode, modifiers: KeyModifiers) -> Option<Read> {
        Some(Read { length, input: Some(Input::Key(KeyEvent::new(code, modifiers))) })
    }
}

impl Decoder {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// Decodes the next complete input.
    pub(super) fn next(&mut self) -> Option<Input> {
        while let Some(read) = read(&self.bytes) {
            self.bytes.drain(..read.length);
            if read.input.is_some() {
                return read.input;
            }
        }
        None
    }

    /// Is the buffer empty?
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Ends the sequence: an Esc alone is the key, and a truncated sequence is dropped.
    pub(super) fn give_up(&mut self) -> Option<Input> {
        match self.bytes[..] {
            [] => None,
            [ESC] => {
                self.bytes.clear();
                Some(Input::Key(KeyCode::Esc.into()))
            }
            [ESC, ..] => {
                self.bytes.clear();
                None
            }
            _ => {
                self.bytes.remove(0);
                self.next()
            }
        }
    }
}

/// Decodes the first sequence; `None` if it is incomplete.
fn read(bytes: &[u8]) -> Option<Read> {
    match bytes {
        [] | [ESC] => None,
        [ESC, b'[', rest @ ..] => longer(2, sequence(rest)),
        [ESC, b'O', rest @ ..] => longer(2, short_sequence(rest)),
        // Alt does not change any key, and a key typed right after Esc must not be lost.
        [ESC, ..] => Read::key(1, KeyCode::Esc, KeyModifiers::NONE),
        [byte, ..] if byte.is_ascii_control() => control(*byte),
        _ => character(bytes),
    }
}

fn longer(more: usize, read: Option<Read>) -> Option<Read> {
    read.map(|read| Read { length: read.length + more, ..read })
}

fn control(byte: u8) -> Option<Read> {
    let code = match byte {
        b'\r' | b'\n' => KeyCode::Enter,
        b'\t' => KeyCode::Tab,
        0x08 | 0x7f => KeyCode::Backspace,
        1..=26 => return Read::key(1, KeyCode::Char(char::from(byte - 1 + b'a')), KeyModifiers::CONTROL),
        _ => return Read::skip(1),
    };
    Read::key(1, code, KeyModifiers::NONE)
}

/// Decodes a UTF-8 character.
fn character(bytes: &[u8]) -> Option<Read> {
    let bytes = &bytes[..bytes.len().min(4)];
    let (valid, wrong) = match str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => (str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(), error.error_len()),
    };
    match (valid.chars().next(), wrong) {
        (Some(character), _) if character.is_control() => Read::skip(character.len_utf8()),
        (Some(character), _) => Read::key(character.len_utf8(), KeyCode::Char(character), KeyModifiers::NONE),
        (None, Some(length)) => Read::skip(length),
        (None, None) => None,
    }
}

/// Decodes the character after `Esc O`.
fn short_sequence(bytes: &[u8]) -> Option<Read> {
    let code = match bytes.first()? {
        b'M' => Some(KeyCode::Enter),
        &last => named(last, None),
    };
    code.map_or_else(|| Read::skip(1), |code| Read::key(1, code, KeyModifiers::NONE))
}

/// Decodes the numbers and the final character after `Esc [`.
fn sequence(bytes: &[u8]) -> Option<Read> {
    match bytes.first()? {
        // Older encodings: the mouse in three bytes, and the Linux console.
        b'M' => return bytes.get(1..4).and_then(|state| mouse_read(4, mouse::with_bytes(state))),
        b'[' => return bytes.get(1).and_then(|last| function_key(*last)),
        _ => {}
    }
    let Some(end) = bytes.iter().take(MAX_SEQUENCE_BYTES).position(|byte| !(0x20..=0x3f).contains(byte)) else {
        return if bytes.len() < MAX_SEQUENCE_BYTES { None } else { Read::skip(MAX_SEQUENCE_BYTES) };
    };
    let (parameters, last) = (&bytes[..end], bytes[end]);
    match (parameters, last) {
        (_, ..=0x3f | 0x7f..) => Read::skip(end),
        ([b'<', state @ ..], b'M' | b'm') => mouse_read(end + 1, mouse::with_numbers(state, last == b'm')),
        ([_, ..], b'M') => mouse_read(end + 1, mouse::with_offset_numbers(parameters)),
        _ => Some(Read { length: end + 1, input: key(parameters, last) }),
    }
}

fn mouse_read(length: usize, mouse: Option<ratatui::crossterm::event::MouseEvent>) -> Option<Read> {
    Some(Read { length, input: mouse.map(Input::Mouse) })
}

fn function_key(last: u8) -> Option<Read> {
    if last == b'A' { Read::key(2, KeyCode::F(1), KeyModifiers::NONE) } else { Read::skip(2) }
}

fn key(parameters: &[u8], last: u8) -> Option<Input> {
    let numbers = if parameters.is_empty() { Some(Vec::new()) } else { numbers(parameters) }?;
    let code = named(last, numbers.first().copied())?;
    Some(Input::Key(KeyEvent::new(code, modifiers(numbers.get(1).copied().unwrap_or(1)))))
}

/// The key with this final character, and this number if the character is `~`.
fn named(last: u8, number: Option<u16>) -> Option<KeyCode> {
    Some(match (last, number) {
        (b'A', _) => KeyCode::Up,
        (b'B', _) => KeyCode::Down,
        (b'C', _) => KeyCode::Right,
        (b'D', _) => KeyCode::Left,
        (b'H', _) | (b'~', Some(1 | 7)) => KeyCode::Home,
        (b'F', _) | (b'~', Some(4 | 8)) => KeyCode::End,
        (b'~', Some(5)) => KeyCode::PageUp,
        (b'~', Some(6)) => KeyCode::PageDown,
        (b'P', _) | (b'~', Some(11)) => KeyCode::F(1),
        (b'Z', _) => KeyCode::BackTab,
        _ => return None,
    })
}

fn modifiers(number: u16) -> KeyModifiers {
    let bits = number.saturating_sub(1);
    let all = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    all.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, modifier)| modifier).collect()
}

/// Parses numbers separated by semicolons.
fn numbers(bytes: &[u8]) -> Option<Vec<u16>> {
    str::from_utf8(bytes).ok()?.split(';').map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests;
