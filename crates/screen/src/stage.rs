//! What surrounds the screen: where it is drawn, and where keys come from.

mod guard;
mod source;
mod tty;

use std::{io, time::Duration};

use ratatui::{
    crossterm::event::{KeyEvent, MouseEvent},
    layout::Size,
};

use crate::App;
pub(crate) use guard::{Guard, give_back};
pub(crate) use tty::Tty;

/// What comes from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// The terminal has another size.
    Resize(Size),
    /// The program has to end.
    Interrupt,
}

/// A terminal, or what plays one in a test.
pub trait Stage {
    /// The size of the terminal.
    fn size(&self) -> Size;

    /// Shows the screen.
    fn draw(&mut self, app: &App) -> io::Result<()>;

    /// What comes next, waiting no longer than this for it.
    fn wait(&mut self, patience: Duration) -> io::Result<Option<Input>>;
}

/// Plays until somebody leaves. The screen is drawn only when something on it has changed.
pub fn run(app: &mut App, stage: &mut dyn Stage) -> io::Result<()> {
    app.resize(stage.size());
    while !app.is_left() {
        app.tick();
        if app.take_changed() {
            stage.draw(app)?;
        }
        if let Some(input) = stage.wait(app.patience())? {
            app.take(input);
        }
    }
    Ok(())
}
