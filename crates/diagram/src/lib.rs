//! Pictures of Reversi: positions as SVG or PNG, games as animated GIF or as a self-contained page,
//! charts, and cards that show a mistake.
//!
//! Every picture is first a [`Canvas`], a list of shapes, and is then written as SVG or painted in
//! pixels. Text is drawn with strokes, so a picture looks the same everywhere and needs no font.
//!
//! ```
//! use outflank_diagram::{Diagram, AnimatedGif};
//! use outflank_rules::{Game, Variant};
//!
//! let mut game = Game::new(Variant::STANDARD.start());
//! for mv in "f5 d6 c3 d3 c4".split(' ') {
//!     game.play(mv.parse()?)?;
//! }
//! let svg = Diagram::of_game(&game).with_legal().canvas().to_svg();
//! let png = Diagram::transcript(&game).canvas().to_png(360);
//! let gif = AnimatedGif::new(&game).to_gif(240);
//! assert!(svg.starts_with("<svg") && png.starts_with(b"\x89PNG") && gif.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Deliberately absent
//!
//! No fonts, files, network or search: callers pass the evaluations. The page that a [`Replay`]
//! makes contains every board, and no rules.

#![forbid(unsafe_code)]

mod animated_gif;
mod canvas;
mod card;
mod chart;
mod diagram;
mod marked;
mod outline;
mod palette;
mod pixels;
mod replay;
mod review;
mod rgba;
mod social_preview;
mod stroke_font;
mod svg;
mod theme;

pub use animated_gif::AnimatedGif;
pub use canvas::Canvas;
pub use card::{Card, Mistake, Panel};
pub use chart::{Chart, Point, PointStyle};
pub use diagram::{Diagram, Mark};
pub use marked::{Marked, ParseMarkError};
pub use outline::Outline;
pub use pixels::{MAX_WIDTH, MIN_WIDTH, Pixels};
pub use replay::Replay;
pub use review::MoveReview;
pub use rgba::Rgba;
pub use social_preview::SocialPreview;
pub use stroke_font::{Align, TextStyle, fitting, text_width, unwritten};
pub use theme::{ParseThemeError, Theme};
