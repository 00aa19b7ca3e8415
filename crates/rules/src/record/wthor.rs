//! WTHOR: the tournament base of the French federation, 8x8 games of 68 bytes each.
//!
//! A game file (`.wtb`) names players and tournaments by number; the numbers are looked up in two name files, players
//! in `.jou` and tournaments in `.trn`, which [`Names`] holds. Without them a name reads `#346`, and is written as the
//! same number again, so that games can be read and written where the name files are missing.
//!
//! The format never stores passes; the reader inserts them by the rules. A game that ends early has its result only in
//! the score byte, which the board need not confirm. Clocks, notes and comments are not written.
//!
//! The 10x10 files (`.wtd`) and the solitaires (`.pzz`) are detected and refused.

mod game;
mod header;
mod names;
mod reader;
mod writer;

pub use header::{Contents, Header};
pub use names::{NameList, Names};
pub use reader::GameReader;
pub use writer::Writer;
