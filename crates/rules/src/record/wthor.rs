//! WTHOR: the tournament base of the French federation, 8x8 games of 68 bytes each.
//!
//! A game file (`.wtb`) names players and tournaments by number; the numbers are looked up in two name files, players
//! in `.jou` and tournaments in `.trn`, which [`Names`] holds. Without them a name reads `#346`, and is written as the
//! same number again, so that games can be read and written where the name files are missing.
//!
//! What the format leaves out, a record gets from the rules: passes are never stored, and a game that ends early has
//! its result only in the score byte, which the board need not confirm. What a record has and the format does not
//! (clocks, notes, comments) is not written.
//!
//! The 10x10 files (`.wtd`) and the solitaires (`.pzz`) are recognised and refused.

mod game;
mod header;
mod latin1;
mod names;
mod reader;
mod writer;

pub use header::{Contents, Header};
pub use names::{NameList, Names};
pub use reader::GameReader;
pub use writer::Writer;
