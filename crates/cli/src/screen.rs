//! The full-screen terminal game: shows a [`Session`](crate::play::Session) to play or to watch.
//!
//! An [`App`] holds the state of the screen. [`run`] passes it the input of a [`TerminalIo`],
//! advances its animations and draws it after changes. [`play`] runs it at the real terminal; tests
//! run the same loop with a scripted one.
//!
//! | module | contents |
//! |---|---|
//! | `app` | the state, and its changes by keys, mouse and time |
//! | `animation` | the moves shown so far, and the move that is being animated |
//! | `advice` | evaluations of moves and positions, computed in the background |
//! | `dialog` | the dialogs: new game, players, file name |
//! | `layout` | the areas of the screen, for drawing and for the mouse |
//! | `theme` | colors and characters |
//! | `timing` | durations |
//! | `view` | drawing, without side effects |
//! | `terminal_io` | the terminal: setup, output, input and restore |
//! | `plan` | the games to play, and the interface to the calling program |
//!
//! The session and the [`Host`] own rules, engines, files and threads.

mod advice;
mod animation;
mod app;
mod dialog;
mod layout;
mod plan;
mod terminal_io;
mod theme;
mod timing;
mod view;

use std::io;

pub use app::{App, ScreenOptions, ScreenResult, StartMode};
pub use plan::{Host, Plan, Start, StartedGame};
pub use terminal_io::{Input, TerminalIo, run};
pub use theme::{Palette, ScreenTheme};
pub use view::draw;

/// Plays at the terminal of standard input and output, and restores it at the end. Ends early when
/// `is_interrupted` returns true.
pub fn play(setting: ScreenOptions, host: Box<dyn Host>, is_interrupted: fn() -> bool) -> io::Result<ScreenResult> {
    let mut app = App::new(setting, host);
    let guard = terminal_io::Guard::take()?;
    let mut tty = terminal_io::Tty::new(is_interrupted)?;
    let done = run(&mut app, &mut tty);
    drop(tty);
    drop(guard);
    done.map(|()| app.leave())
}

/// Restores the terminal if [`play`] uses it. A program that has to end at once can call this from
/// any thread.
pub fn restore_terminal() {
    terminal_io::restore_now();
}
