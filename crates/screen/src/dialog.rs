//! Questions over the board.

mod new_game;
mod save_as;

pub(crate) use new_game::{NewGame, Row};
pub(crate) use save_as::SaveAs;

/// What is asked or shown.
#[derive(Debug)]
pub(crate) enum Dialog {
    New(Box<NewGame>),
    Save(SaveAs),
    Help,
    /// Give the game up?
    Resign,
    /// Leave a game that is not kept?
    Quit,
}
