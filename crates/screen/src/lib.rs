//! Reversi on the whole terminal: the full-screen face of a [`Session`](outflank_play::Session), and games to watch.
//!
//! An [`App`] is the state of the screen; [`run`] is the loop that hands it keys and mouse from a [`Stage`], lets time pass and has it drawn when
//! something has changed. [`play`] does that at the real terminal; tests do it with a stage of their own, so that they drive the same loop.
//!
//! # Where to find what
//!
//! | module | what it is |
//! |---|---|
//! | `app` | the state, and what keys, mouse and time do to it |
//! | `show` | how much of the game is on the board already, and the move that is being made there |
//! | `advice` | values of moves and positions, deepening in the background |
//! | `dialog` | the choice of a new game, the name of a file |
//! | `layout` | where everything is, for drawing and for the mouse |
//! | `look` | colors and signs |
//! | `timing` | every length of time |
//! | `view` | drawing: a function of the state, without effects |
//! | `stage` | the terminal, taken and given back |
//! | `plan` | what is to be played, and what is asked of the program around |
//!
//! # Deliberately absent
//!
//! Rules, engines and files: the session and the [`Host`] have them. Threads: whoever thinks does so behind the session.

#![forbid(unsafe_code)]

mod advice;
mod app;
mod dialog;
mod layout;
mod look;
mod plan;
mod show;
mod stage;
mod timing;
mod view;

use std::io;

pub use app::{App, Begin, Outcome, Setting};
pub use look::{Look, Palette};
pub use plan::{Begun, Host, Plan, Start};
pub use stage::{Input, Stage, run};
pub use view::draw;

/// Plays at the terminal of standard input and output, and gives it back as it was. Whoever wants the program to end says so by
/// `is_interrupted`.
pub fn play(setting: Setting, host: Box<dyn Host>, is_interrupted: fn() -> bool) -> io::Result<Outcome> {
    let mut app = App::new(setting, host);
    let guard = stage::Guard::take()?;
    let mut tty = stage::Tty::new(is_interrupted)?;
    let done = run(&mut app, &mut tty);
    drop(tty);
    drop(guard);
    done.map(|()| app.leave())
}

/// Gives the terminal back if [`play`] holds it: for a program that has to end at once, from whatever thread.
pub fn give_terminal_back() {
    stage::give_back();
}
