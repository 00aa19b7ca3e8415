//! Sets the terminal up and restores it however the program ends.

use std::{
    fs::File,
    io::{self, Write},
    mem, panic,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use ratatui::crossterm::{
    cursor::{Hide, Show},
    event::{DisableMouseCapture, EnableMouseCapture},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};

/// Is the terminal restored? Locked during the restore, so that no other thread ends the program
/// meanwhile.
type Restored = Arc<Mutex<bool>>;

/// The terminal in use, for a thread that ends the program. It needs its own handle, because
/// standard output may be locked.
static HELD: Mutex<Option<(File, Restored)>> = Mutex::new(None);

/// Restores the terminal if it is in use, from any thread.
pub(crate) fn restore_now() {
    let held = HELD.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some((mut out, is_restored)) = held {
        restore(&mut out, true, &is_restored);
    }
}

/// Sets the terminal up for the screen and restores it when dropped. A panic of this thread
/// restores it before the message is printed. Messages of other threads are printed after the
/// restore.
pub(crate) struct Guard<W: Write> {
    out: W,
    is_raw: bool,
    is_restored: Restored,
    messages: Arc<Mutex<Vec<String>>>,
}

impl Guard<io::Stdout> {
    /// Sets the terminal up.
    pub(crate) fn take() -> io::Result<Guard<io::Stdout>> {
        enable_raw_mode()?;
        let mut guard = Guard::new(io::stdout(), true);
        let held = (own_handle()?, Arc::clone(&guard.is_restored));
        *HELD.lock().unwrap_or_else(PoisonError::into_inner) = Some(held);
        enter(&mut guard.out)?;
        guard.watch_panics();
        Ok(guard)
    }

    fn watch_panics(&self) {
        let (is_restored, messages) = (Arc::clone(&self.is_restored), Arc::clone(&self.messages));
        let (screen, before) = (thread::current().id(), panic::take_hook());
        panic::set_hook(Box::new(move |info| {
            if *is_restored.lock().unwrap_or_else(PoisonError::into_inner) {
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

#[cfg(unix)]
fn own_handle() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn own_handle() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

fn enter(out: &mut impl Write) -> io::Result<()> {
    execute!(out, EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Restores the terminal once. Ignores errors, because there is no place to report them.
fn restore(out: &mut impl Write, is_raw: bool, is_restored: &Mutex<bool>) {
    let mut is_restored = is_restored.lock().unwrap_or_else(PoisonError::into_inner);
    if mem::replace(&mut *is_restored, true) {
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
    fn the_terminal_modes_that_are_set_are_restored() {
        let mut out = Vec::new();
        enter(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        for (taken, left) in
            [("\x1b[?1003h", "\x1b[?1003l"), ("\x1b[?1049h", "\x1b[?1049l"), ("\x1b[?25l", "\x1b[?25h")]
        {
            assert!(text.contains(taken), "{text:?}");
            let mut back = Vec::new();
            restore(&mut back, false, &Mutex::new(false));
            assert!(String::from_utf8(back).unwrap().contains(left));
        }
    }
}
