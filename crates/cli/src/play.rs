//! Games between people and engines, with undo, clocks and saving; shared by the console game and
//! the full screen.
//!
//! A [`Session`] is one game that is being played. It decides who moves, records forced passes,
//! runs the clocks, detects the end of the game and saves it after each move. It never blocks: the
//! user interface passes it the moves of people and polls it for the moves of engines, which think
//! on their own threads.
//!
//! ```
//! use std::time::Duration;
//! use outflank_arena::{Seat, Sides};
//! use outflank_cli::play::{Event, Options, Session};
//! use outflank_rules::{Game, Variant};
//!
//! let seats = Sides { black: Seat::Human, white: "greedy".parse()? };
//! let mut session = Session::new(Options { seats, ..Options::new(Game::new(Variant::TINY.start())) });
//! session.play("a2".parse()?)?;
//!
//! // White thinks on its own thread; a screen would call `poll` with every frame instead.
//! let Some(Event::Moved { from_ply }) = session.wait(Duration::from_secs(60)) else { panic!("greedy is quick") };
//! assert_eq!((from_ply, session.game().ply()), (1, 2));
//! assert_eq!(session.turns_since(from_ply)[0].mv.to_string(), "a1");
//!
//! // Taking back reaches to the last decision of a person.
//! assert_eq!(session.undo(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Advisor`] evaluates moves in the background. [`Store`] saves games so that a crash loses none.
//! Players, clocks and results are those of `outflank_arena`. This module draws, prints and reads
//! nothing.

mod advisor;
mod cancel;
mod session;
mod store;
mod thinker;

pub use advisor::{Advice, Advisor};
pub use session::{Event, MoveRejected, Options, Session, Turn};
pub use store::{SavedGame, Slot, Store, StoreError};

/// Opens inner parsers to the fuzz targets.
#[doc(hidden)]
pub mod fuzzing {
    use outflank_rules::record::{self, Format, Reader};

    use super::SavedGame;

    /// Parses the file of a saved game; `None` if it is damaged.
    pub fn read_saved(file: &[u8]) -> Option<SavedGame> {
        let record = Reader::new(Format::Json, file).next()?.ok()?;
        SavedGame::from_record(&record).ok()
    }

    /// Formats a saved game as a file; `None` if that fails.
    pub fn write_saved(saved: &SavedGame) -> Option<String> {
        record::write(Format::Json, &saved.to_record()).ok()
    }
}
