//! The terminal as it was found: given back however the program ends.

use std::{
    io::{self, Write},
    panic,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
};

use ratatui::crossterm::{
    cursor::{Hide, Show},
    event::{DisableMouseCapture, EnableMouseCapture},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};

/// Holds the terminal in the state that the screen needs. Dropped, it restores it; a panic of this thread restores it first, so that
/// its message can be read, and messages of other threads wait until then.
pub(crate) struct Guard<W: Write> {
    out: W,
    is_raw: bool,
    /// Set once the terminal is restored.
    is_restored: Arc<AtomicBool>,
    messages: Arc<Mutex<Vec<String>>>,
}

impl Guard<io::Stdout> {
    /// Takes the terminal.
    pub(crate) fn take() -> io::Result<Guard<io::Stdout>> {
        enable_raw_mode()?;
        let mut guard = Guard::new(io::stdout(), true);
        enter(&mut guard.out)?;
        guard.watch_panics();
        Ok(guard)
    }

    fn watch_panics(&self) {
        let (is_restored, messages) = (Arc::clone(&self.is_restored), Arc::clone(&self.messages));
        let (screen, before) = (thread::current().id(), panic::take_hook());
        panic::set_hook(Box::new(move |info| {
            if is_restored.load(SeqCst) {
                before(info);
            } else if thread::current().id() == screen {
                restore(&mut io::stdout(), true, &is_restored);
                before(info);
            } else if let Ok(mut messages) = messages.lock() {
                messages.push(info.to_string());
            }
        }));
    }
}

impl<W: Write> Guard<W> {
    fn new(out: W, is_raw: bool) -> Guard<W> {
        Guard { out, is_raw, is_restored: Arc::default(), messages: Arc::default() }
    }
}

impl<W: Write> Drop for Guard<W> {
    fn drop(&mut self) {
        restore(&mut self.out, self.is_raw, &self.is_restored);
        if let Ok(messages) = self.messages.lock() {
            for message in messages.iter() {
                let _ = writeln!(io::stderr(), "{message}");
            }
        }
    }
}

fn enter(out: &mut impl Write) -> io::Result<()> {
    execute!(out, EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Restores the terminal, once. What cannot be restored is left: there is nobody to tell.
fn restore(out: &mut impl Write, is_raw: bool, is_restored: &AtomicBool) {
    if is_restored.swap(true, SeqCst) {
        return;
    }
    let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
    if is_raw {
        let _ = disable_raw_mode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: [&str; 3] = ["\x1b[?1000l", "\x1b[?1049l", "\x1b[?25h"];

    #[test]
    fn a_dropped_guard_restores_the_terminal_once() {
        let mut out = Vec::new();
        let guard = Guard::new(&mut out, false);
        drop(guard);
        let text = String::from_utf8(out).unwrap();
        for escape in LEFT {
            assert_eq!(text.matches(escape).count(), 1, "{escape:?} in {text:?}");
        }
    }

    #[test]
    fn a_panic_while_the_terminal_is_held_restores_it() {
        let mut out = Vec::new();
        let result = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            let _guard = Guard::new(&mut out, false);
            panic::resume_unwind(Box::new("on purpose"));
        }));
        assert!(result.is_err());
        let text = String::from_utf8(out).unwrap();
        assert!(LEFT.iter().all(|escape| text.contains(escape)), "{text:?}");
    }

    #[test]
    fn what_is_taken_is_what_is_given_back() {
        let mut out = Vec::new();
        enter(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for (taken, left) in
            [("\x1b[?1003h", "\x1b[?1003l"), ("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?25l", "\x1b[?25h")]
        {
            assert!(text.contains(taken), "{text:?}");
            let mut back = Vec::new();
            restore(&mut back, false, &AtomicBool::new(false));
            assert!(String::from_utf8(back).unwrap().contains(left));
        }
    }
}
