//! Dialogs.

mod new_game;

pub(crate) use new_game::NewGame;

use outflank_arena::{Seat, Sides, bot::BotKind};
use outflank_engine::Level;

/// A line of a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Resumes the unfinished game.
    Resume,
    /// People, computers or both.
    Mode,
    Size,
    Rules,
    Black,
    White,
    /// From the given position or from the start.
    From,
    First,
    Time,
    Start,
}

/// An open dialog.
#[derive(Debug)]
pub(crate) enum Dialog {
    New(Box<NewGame>),
    /// Changes the players during a game.
    Players(Players),
    Save(SaveAs),
    Help,
    /// Confirms a resignation.
    Resign,
    /// Confirms quitting a game that is not saved.
    Quit,
}

/// Options of which one is chosen.
#[derive(Clone, Debug)]
struct Choice<T> {
    options: Vec<T>,
    index: usize,
}

impl<T: PartialEq> Choice<T> {
    /// Chooses an option, which is added at the end if it is missing.
    fn with(mut options: Vec<T>, chosen: T) -> Choice<T> {
        let index = options.iter().position(|option| *option == chosen).unwrap_or_else(|| {
            options.push(chosen);
            options.len() - 1
        });
        Choice { options, index }
    }

    /// Chooses the first option.
    fn first(options: Vec<T>) -> Choice<T> {
        Choice { options, index: 0 }
    }

    fn step(&mut self, forward: bool) {
        let count = self.options.len();
        self.index = (self.index + if forward { 1 } else { count - 1 }) % count;
    }

    fn chosen(&self) -> &T {
        &self.options[self.index]
    }
}

impl Choice<Seat> {
    /// A person, the built-in bots, all levels, and the current player.
    fn seat(now: &Seat) -> Choice<Seat> {
        let bots = BotKind::all().map(|(kind, _)| kind);
        let bots =
            bots.into_iter().filter(|kind| !matches!(kind, BotKind::Level(_) | BotKind::Depth(_) | BotKind::Nodes(_)));
        let levels = Level::all().filter(|level| level.number().is_some()).map(BotKind::Level);
        Choice::with(std::iter::once(Seat::Human).chain(bots.chain(levels).map(Seat::from)).collect(), now.clone())
    }
}

/// The dialog that changes the players.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    pub(crate) selected: usize,
    seats: Sides<Choice<Seat>>,
}

impl Players {
    pub(crate) const ROWS: [Row; 3] = [Row::Black, Row::White, Row::Start];

    /// Creates the dialog with the current players.
    pub(crate) fn new(seats: &Sides<Seat>) -> Players {
        let first_computer = if seats.black.is_human() && !seats.white.is_human() { 1 } else { 0 };
        Players { selected: first_computer, seats: Sides::of(|color| Choice::seat(&seats[color])) }
    }

    pub(crate) fn row(&self) -> Row {
        Players::ROWS[self.selected]
    }

    pub(crate) fn select(&mut self, forward: bool) {
        let count = Players::ROWS.len();
        self.selected = (self.selected + if forward { 1 } else { count - 1 }) % count;
    }

    /// Moves the selected line to the next or previous player.
    pub(crate) fn change(&mut self, forward: bool) {
        match self.row() {
            Row::Black => self.seats.black.step(forward),
            Row::White => self.seats.white.step(forward),
            _ => {}
        }
    }

    /// The name and the chosen option of a line.
    pub(crate) fn text(&self, row: Row) -> (&'static str, String) {
        match row {
            Row::Black => ("Black", self.seats.black.chosen().title()),
            Row::White => ("White", self.seats.white.chosen().title()),
            _ => ("", "Play on".to_owned()),
        }
    }

    /// The chosen players.
    pub(crate) fn seats(&self) -> Sides<Seat> {
        Sides::of(|color| self.seats[color].chosen().clone())
    }
}

/// The longest file name, in characters.
const MAX_NAME_CHARS: usize = 200;

/// The dialog for a file name, with the error of the last attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SaveAs {
    pub(crate) name: String,
    pub(crate) complaint: Option<String>,
}

impl SaveAs {
    /// Creates the dialog with a suggested name.
    pub(crate) fn new(name: String) -> SaveAs {
        SaveAs { name, complaint: None }
    }

    pub(crate) fn push(&mut self, character: char) {
        if self.name.chars().count() < MAX_NAME_CHARS && !character.is_control() {
            self.name.push(character);
            self.complaint = None;
        }
    }

    pub(crate) fn erase(&mut self) {
        self.name.pop();
        self.complaint = None;
    }

    pub(crate) fn clear(&mut self) {
        self.name.clear();
        self.complaint = None;
    }
}
