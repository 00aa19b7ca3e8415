//! What the arguments mean: who plays what, and where it is saved.

use outflank_engine::Level;
use outflank_play::{Options, Seat, Session, Sides, Slot, Store};
use outflank_rules::{
    Color, FirstMover, Game, Variant,
    notation::{BoardStyle, Layout, Notation, Symbols},
};

use super::Args;
use crate::{error::Error, start::drawn_seed, subject::SubjectArgs, tell};

/// The level that plays against a person who asked for none.
pub(super) const LEVEL: u8 = 6;

impl Args {
    /// Who plays, if the arguments tell.
    pub(super) fn seats(&self) -> Option<Sides<Seat>> {
        let opponent = |seat: &Seat| if seat.is_human() { Seat::Level(usual_level()) } else { Seat::Human };
        match (self.black.clone(), self.white.clone()) {
            (None, None) => None,
            (Some(black), Some(white)) => Some(Sides { black, white }),
            (Some(black), None) => Some(Sides { white: opponent(&black), black }),
            (None, Some(white)) => Some(Sides { black: opponent(&white), white }),
        }
    }

    /// The game that was asked for, with the first mover that was.
    pub(super) fn variant(&self, first: Option<FirstMover>) -> Variant {
        let variant = self.start.variant();
        self.first.or(first).map_or(variant, |first| variant.with_first(first))
    }

    /// The seed, drawn and told where chance has a say and none was given.
    pub(super) fn seed(&self, seats: &Sides<Seat>, variant: &Variant) -> u64 {
        let is_needed = !seats.black.is_human() || !seats.white.is_human() || variant.first() == FirstMover::Drawn;
        self.start.seed().unwrap_or_else(|| if is_needed { drawn_seed() } else { 0 })
    }

    /// The game to play on from.
    pub(super) fn game(&self, variant: &Variant, seed: u64) -> Result<Game, Error> {
        match &self.from {
            None => Ok(Game::new(variant.start_from_seed(seed))),
            Some(input) if input == "-" => Err(Error::GameFromStdin),
            Some(input) => {
                let subject = SubjectArgs::of(input.clone(), self.start.clone(), self.notation);
                Ok(subject.read_position()?.record.game)
            }
        }
    }

    pub(super) fn options(&self, game: Game, seats: Sides<Seat>, seed: u64) -> Result<Options, Error> {
        Ok(Options { game, seats, time: self.time, seed, settings: self.engine.settings()? })
    }

    /// The board as the chosen notation and symbols are drawn where they come from.
    pub(super) fn style(&self) -> BoardStyle {
        let usual = match (self.notation, self.symbols) {
            (Notation::RowColumn, _) => Layout::Indexed,
            (Notation::RowLetter, _) => Layout::RowLetter,
            (Notation::Standard, Symbols::OneTwo) => Layout::Ruled,
            (Notation::Standard, _) => Layout::Standard,
        };
        BoardStyle { layout: self.layout.unwrap_or(usual), symbols: self.symbols, marks: true }
    }

    /// Where games are kept; `None` if nobody says where, or if they are not to be.
    pub(super) fn store(&self) -> Option<Store> {
        let dir = self.data.clone().or_else(Store::default_dir);
        dir.filter(|_| !self.no_save).map(Store::at)
    }

    /// The session saved as it goes; where that is impossible it is told, and played all the same.
    pub(super) fn keep(&self, session: Session) -> Session {
        match self.store().map(|store| store.begin()) {
            None => session,
            Some(Ok(slot)) => session.saved_in(slot),
            Some(Err(error)) => {
                tell(format_args!("outflank: the game is not saved: {error}"));
                session
            }
        }
    }

    /// The game that was left last, with other players where they were given. Those that cannot be read are told, and so is a player
    /// who is gone.
    pub(super) fn left_game(&self) -> Result<(Slot, outflank_play::SavedGame), Error> {
        let store = self.store().ok_or(Error::NothingToResume(None))?;
        let left = store.resume_past(|damaged| tell(format_args!("outflank: {damaged}"))).map_err(Error::Store)?;
        let (slot, mut saved) = left.ok_or_else(|| Error::NothingToResume(Some(store.dir().to_owned())))?;
        saved.seats.black = self.black.clone().unwrap_or(saved.seats.black);
        saved.seats.white = self.white.clone().unwrap_or(saved.seats.white);
        for color in Color::ALL {
            saved.seats[color].find().map_err(|fault| Error::PlayerGone(color, Box::new(fault)))?;
        }
        Ok((slot, saved))
    }
}

pub(super) fn usual_level() -> Level {
    Level::numbered(LEVEL).expect("a level from 1 to 20")
}
