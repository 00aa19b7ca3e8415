//! A game as an animated GIF.

#[cfg(test)]
mod tests;

use std::{borrow::Cow, time::Duration};

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use outflank_rules::{Bitboard, Game, Move, Position};

use crate::{
    diagram::{Diagram, Turning},
    palette::Palette,
    pixels::Pixels,
    theme::Theme,
};

/// Discs are seen so far turned on their way.
const TURNS: [f32; 3] = [0.2, 0.5, 0.8];

/// How long each of these is seen.
const TURN: Duration = Duration::from_millis(50);

/// A game that moves.
#[derive(Clone, Debug)]
pub struct AnimatedGif {
    game: Game,
    theme: Theme,
    has_coordinates: bool,
    pause: Duration,
}

/// One picture, and how long it is seen.
struct GifFrame {
    pixels: Pixels,
    time: Duration,
}

impl AnimatedGif {
    /// A game from its start to its current position, with a pause after each move.
    pub fn new(game: &Game) -> AnimatedGif {
        AnimatedGif {
            game: game.clone(),
            theme: Theme::default(),
            has_coordinates: true,
            pause: Duration::from_millis(800),
        }
    }

    /// Sets the colors.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> AnimatedGif {
        AnimatedGif { theme, ..self }
    }

    /// Omits the letters and numbers around the board.
    #[must_use]
    pub fn without_coordinates(self) -> AnimatedGif {
        AnimatedGif { has_coordinates: false, ..self }
    }

    /// The same, slower or faster.
    #[must_use]
    pub fn with_pause(self, pause: Duration) -> AnimatedGif {
        AnimatedGif { pause, ..self }
    }

    /// Encodes the GIF with this width in pixels. It repeats after four times the pause.
    pub fn to_gif(&self, width: u32) -> Vec<u8> {
        let mut size = (0, 0);
        let mut before: Option<Pixels> = None;
        // Only changes are stored: all pictures of a game take 100 MB.
        let changes: Vec<Change> = self
            .shots(width)
            .map(|shot| {
                let change = Change::between(before.as_ref(), &shot);
                size = (shot.pixels.width() as u16, shot.pixels.height() as u16);
                before = Some(shot.pixels);
                change
            })
            .collect();
        let palette = Palette::of(changes.iter().flat_map(|change| change.pixels.iter().map(|&(_, color)| color)));
        let mut colors = palette.colors().to_vec();
        let unchanged = colors.len() as u8;
        colors.push([0; 3]);
        let mut bytes = Vec::new();
        let written = Encoder::new(&mut bytes, size.0, size.1, colors.as_flattened()).and_then(|mut encoder| {
            encoder.set_repeat(Repeat::Infinite)?;
            changes.iter().try_for_each(|change| encoder.write_frame(&change.frame(&palette, unchanged)))
        });
        written.expect("a vector takes what is written, and frames fit the picture");
        bytes
    }

    fn shots(&self, width: u32) -> impl Iterator<Item = GifFrame> + '_ {
        let still = move |position: &Position, mv: Option<Move>, time| GifFrame {
            pixels: self.diagram(position, mv).canvas().to_pixels(width),
            time,
        };
        let pause_after = move |ply| if ply == self.game.ply() { self.pause * 4 } else { self.pause };
        let start = std::iter::once_with(move || still(&self.game.start(), None, pause_after(0)));
        start.chain((1..).zip(self.game.turns()).flat_map(move |(ply, (before, mv))| {
            let after = before.play_unchecked(mv);
            let squares = mv.square().map_or(Bitboard::EMPTY, |square| before.flips(square));
            let turns = if mv == Move::Pass { &[][..] } else { &TURNS };
            let turning = turns.iter().map(move |&share| GifFrame {
                pixels: self.diagram(&after, Some(mv)).turning(Turning { squares, share }).canvas().to_pixels(width),
                time: TURN,
            });
            turning.chain(std::iter::once_with(move || still(&after, Some(mv), pause_after(ply))))
        }))
    }

    fn diagram(&self, position: &Position, mv: Option<Move>) -> Diagram {
        let last = mv.and_then(|mv| if let Move::Place(square) = mv { Some(square) } else { None });
        let diagram = Diagram::new(position).with_theme(self.theme).with_last(last);
        if self.has_coordinates { diagram } else { diagram.without_coordinates() }
    }
}

/// The part of a picture that differs from the one before it.
struct Change {
    /// The smallest rectangle around it.
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    /// Positions in the rectangle, row by row, and their colors.
    pixels: Vec<(u32, [u8; 3])>,
    time: Duration,
}

impl Change {
    fn between(before: Option<&Pixels>, shot: &GifFrame) -> Change {
        let pixels = &shot.pixels;
        let is_changed = |place: &usize| before.is_none_or(|before| before.rgb()[*place] != pixels.rgb()[*place]);
        let changed: Vec<usize> = (0..pixels.rgb().len()).filter(is_changed).collect();
        let at = |place: usize| (place as u32 % pixels.width(), place as u32 / pixels.width());
        let places = || changed.iter().map(|&place| at(place));
        let (left, right) = (places().map(|(x, _)| x).min().unwrap_or(0), places().map(|(x, _)| x).max().unwrap_or(0));
        let (top, bottom) = (places().map(|(_, y)| y).min().unwrap_or(0), places().map(|(_, y)| y).max().unwrap_or(0));
        let (width, height) = (right - left + 1, bottom - top + 1);
        let within = |(x, y)| (y - top) * width + (x - left);
        let pixels = changed.iter().map(|&place| (within(at(place)), pixels.rgb()[place])).collect();
        Change { left, top, width, height, pixels, time: shot.time }
    }

    /// Unchanged pixels are transparent.
    fn frame(&self, palette: &Palette, unchanged: u8) -> Frame<'static> {
        let mut buffer = vec![unchanged; (self.width * self.height) as usize];
        for &(place, color) in &self.pixels {
            buffer[place as usize] = palette.place(color);
        }
        Frame {
            delay: u16::try_from(self.time.as_millis() / 10).unwrap_or(u16::MAX).max(2),
            dispose: DisposalMethod::Keep,
            transparent: Some(unchanged),
            left: self.left as u16,
            top: self.top as u16,
            width: self.width as u16,
            height: self.height as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        }
    }
}
