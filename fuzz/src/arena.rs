//! The parsers of the arena crate: what windows write to the engine behind them.

use outflank_arena::protocol::{gtp, nboard};

/// Lines for both protocols: read, or refused in one line.
pub fn engine_lines(text: &str) {
    for line in text.split('\n') {
        if let Some(request) = gtp::Request::read(line) {
            assert!(request.id.bytes().all(|byte| byte.is_ascii_digit()));
            if let Err(refusal) = request.command {
                is_one_line(&refusal.to_string());
            }
        }
        if let Err(refusal) = line.parse::<nboard::Command>() {
            is_one_line(&refusal.to_string());
        }
    }
}

fn is_one_line(text: &str) {
    assert!(!text.is_empty() && !text.contains(['\n', '\r']), "{text:?}");
}
