//! WTHOR: the tournament base of the French federation, 8x8 games of 68 bytes each.
//!
//! A game file (`.wtb`) has numbers for players and tournaments. Two name files hold the names:
//! `.jou` for players, `.trn` for tournaments; [`Names`] reads both. Without name files a name
//! reads `#346`, and is written back as that number.
//!
//! The format stores no passes; the reader inserts them. A game that ends early has its result only
//! in the score byte. Clocks, notes and comments are not written.
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
