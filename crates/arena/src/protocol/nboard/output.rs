//! Where lines go to, from whichever thread has something to say.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use outflank_rules::Move;

use crate::protocol::Hint;

/// Lines to the window, each complete and sent at once.
#[derive(Clone)]
pub struct Output {
    out: Arc<Mutex<dyn Write + Send>>,
}

impl Output {
    /// Lines into this.
    pub fn new(out: impl Write + Send + 'static) -> Output {
        Output { out: Arc::new(Mutex::new(out)) }
    }

    /// Writes a line.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}")?;
        out.flush()
    }
}

/// A move as NBoard writes it.
pub(super) fn name(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
    }
}

/// A line for what a search has found.
pub(super) fn search_line(hint: &Hint) -> String {
    let line: String = hint.line.iter().copied().map(name).collect();
    format!("search {line} {} 0 {}", hint.value.discs(), hint.depth_text())
}
