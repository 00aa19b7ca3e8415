//! Questions over the board.

mod choice;
mod new_game;
mod players;
mod save_as;

pub(crate) use new_game::NewGame;
pub(crate) use players::Players;
pub(crate) use save_as::SaveAs;

/// A line of a dialog in which something is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Take up the game that was left.
    GoOn,
    Size,
    Rules,
    Black,
    White,
    /// The given position, or the beginning of a game.
    From,
    First,
    Time,
    Start,
}

/// What is asked or shown.
#[derive(Debug)]
pub(crate) enum Dialog {
    New(Box<NewGame>),
    /// Who plays on?
    Players(Players),
    Save(SaveAs),
    Help,
    /// Give the game up?
    Resign,
    /// Leave a game that is not kept?
    Quit,
}
