//! Interprets the arguments: players, game, board style and store.

use crate::play::{Options, Session, Slot, Store};
use outflank_arena::{Seat, Sides};
use outflank_rules::{
    Color, FirstMover, Game, Variant,
    notation::{BoardStyle, Layout, Notation, Symbols},
};

use super::Args;
use crate::{error::Error, input::InputArgs, print_message, start::drawn_seed};

impl Args {
    /// The players in the arguments, if any.
    pub(super) fn seats(&self) -> Option<Sides<Seat>> {
        let opponent = |seat: &Seat| if seat.is_human() { Seat::usual_opponent() } else { Seat::Human };
        match (self.black.clone(), self.white.clone()) {
            (None, None) => None,
            (Some(black), Some(white)) => Some(Sides { black, white }),
            (Some(black), None) => Some(Sides { white: opponent(&black), black }),
            (None, Some(white)) => Some(Sides { black: opponent(&white), white }),
        }
    }

    /// The variant in the arguments. `first` is the default for its first mover.
    pub(super) fn variant(&self, first: Option<FirstMover>) -> Variant {
        let variant = self.start.variant();
        self.first.or(first).map_or(variant, |first| variant.with_first(first))
    }

    /// The seed in the arguments. Otherwise draws and prints one, if a computer plays or the first
    /// mover is random.
    pub(super) fn seed(&self, seats: &Sides<Seat>, variant: &Variant) -> u64 {
        let is_needed = !seats.black.is_human() || !seats.white.is_human() || variant.first() == FirstMover::Drawn;
        self.start.seed().unwrap_or_else(|| if is_needed { drawn_seed() } else { 0 })
    }

    /// The game to start with: the input, or a new game of the variant.
    pub(super) fn game(&self, variant: &Variant, seed: u64) -> Result<Game, Error> {
        if self.input.is_empty() {
            return Ok(Game::new(variant.start_from_seed(seed)));
        }
        if self.input.iter().any(|input| input == "-") {
            return Err(Error::GameFromStdin);
        }
        let input =
            InputArgs::of(self.input.clone(), self.input_format, self.record, self.start.clone(), self.notation);
        Ok(input.read_position()?.record.game)
    }

    pub(super) fn options(&self, game: Game, seats: Sides<Seat>, seed: u64) -> Result<Options, Error> {
        Ok(Options { game, seats, time: self.time, seed, settings: self.engine.settings()? })
    }

    /// The board style. The default layout is the one in which the notation or the symbols are
    /// usually printed.
    pub(super) fn style(&self) -> BoardStyle {
        let usual = match (self.notation, self.symbols) {
            (Notation::RowColumn, _) => Layout::Indexed,
            (Notation::RowLetter, _) => Layout::RowLetter,
            (Notation::Standard, Symbols::OneTwo) => Layout::Ruled,
            (Notation::Standard, _) => Layout::Standard,
        };
        BoardStyle { layout: self.layout.unwrap_or(usual), symbols: self.symbols, marks: true }
    }

    /// Returns the store. `None` with `--no-save` or without a data directory.
    pub(super) fn store(&self) -> Option<Store> {
        let dir = self.data.clone().or_else(Store::default_dir);
        dir.filter(|_| !self.no_save).map(Store::at)
    }

    /// Saves the session after each move. If that fails, warns and plays without saving.
    pub(super) fn keep(&self, session: Session) -> Session {
        match self.store().map(|store| store.begin()) {
            None => session,
            Some(Ok(slot)) => session.saved_in(slot),
            Some(Err(error)) => {
                print_message(format_args!("outflank: the game is not saved: {error}"));
                session
            }
        }
    }

    /// Returns the unfinished game, with the players of `--black` and `--white`. Reports damaged
    /// games. Fails if a player no longer exists.
    pub(super) fn unfinished_game(&self) -> Result<(Slot, crate::play::SavedGame), Error> {
        let store = self.store().ok_or(Error::NothingToResume(None))?;
        let left =
            store.resume_past(|damaged| print_message(format_args!("outflank: {damaged}"))).map_err(Error::Store)?;
        let (slot, mut saved) = left.ok_or_else(|| Error::NothingToResume(Some(store.dir().to_owned())))?;
        saved.seats.black = self.black.clone().unwrap_or(saved.seats.black);
        saved.seats.white = self.white.clone().unwrap_or(saved.seats.white);
        for color in Color::ALL {
            saved.seats[color].find().map_err(|fault| Error::PlayerGone(color, Box::new(fault)))?;
        }
        Ok((slot, saved))
    }
}
