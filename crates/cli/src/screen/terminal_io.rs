//! Output to and input from the terminal.

mod guard;
mod source;
mod tty;

use std::{io, time::Duration};

use ratatui::{
    crossterm::event::{KeyEvent, MouseEvent},
    layout::Size,
};

use crate::screen::App;
pub(crate) use guard::{Guard, restore_now};
pub(crate) use tty::Tty;

/// An input to the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key press.
    Key(KeyEvent),
    /// A mouse event.
    Mouse(MouseEvent),
    /// A new size of the terminal.
    Resize(Size),
    /// A request to end the program.
    Interrupt,
}

/// A terminal. Tests use a scripted one.
pub trait TerminalIo {
    /// The size of the terminal.
    fn size(&self) -> Size;

    /// Draws the screen.
    fn draw(&mut self, app: &App) -> io::Result<()>;

    /// Returns the next input. Waits at most `timeout`.
    fn wait(&mut self, timeout: Duration) -> io::Result<Option<Input>>;
}

/// Runs until the user quits. Draws only after changes.
pub fn run(app: &mut App, terminal: &mut dyn TerminalIo) -> io::Result<()> {
    app.resize(terminal.size());
    while !app.is_left() {
        app.tick();
        if app.take_changed() {
            terminal.draw(app)?;
        }
        if let Some(input) = terminal.wait(app.next_tick())? {
            app.take(input);
        }
    }
    Ok(())
}
