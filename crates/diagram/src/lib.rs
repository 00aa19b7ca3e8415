//! Pictures of Reversi: a position as SVG or PNG, a game as an animated GIF or a page of its own, charts, and cards that show a mistake.
//!
//! Everything is first a [`Canvas`], a list of shapes, which is then written as SVG or painted in pixels: both show the same. Letters are lines of our own,
//! so a picture looks the same everywhere and needs no font.
//!
//! ```
//! use outflank_diagram::{Diagram, Film};
//! use outflank_rules::{Game, Variant};
//!
//! let mut game = Game::new(Variant::STANDARD.start());
//! for mv in "f5 d6 c3 d3 c4".split(' ') {
//!     game.play(mv.parse()?)?;
//! }
//! let svg = Diagram::of_game(&game).with_legal().canvas().to_svg();
//! let png = Diagram::transcript(&game).canvas().to_png(360);
//! let gif = Film::new(&game).to_gif(240);
//! assert!(svg.starts_with("<svg") && png.starts_with(b"\x89PNG") && gif.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Deliberately absent
//!
//! No fonts, no files, no network, no thinking: values that are shown are given. The page that a [`Replay`] makes has no rules in it either: it is given
//! every board.

#![forbid(unsafe_code)]

mod canvas;
mod card;
mod chart;
mod diagram;
mod film;
mod ink;
mod letters;
mod marked;
mod outline;
mod palette;
mod pixels;
mod poster;
mod replay;
mod review;
mod svg;
mod theme;

pub use canvas::Canvas;
pub use card::{Card, Mistake, Panel};
pub use chart::{Chart, Point, Tone};
pub use diagram::{Diagram, Mark};
pub use film::Film;
pub use ink::Ink;
pub use letters::{Align, Hand, fitting, text_width, unwritten};
pub use marked::{Marked, NotAMark};
pub use outline::Outline;
pub use pixels::{NARROWEST, Pixels, WIDEST};
pub use poster::Poster;
pub use replay::Replay;
pub use review::Judged;
pub use theme::{ParseThemeError, Theme};
