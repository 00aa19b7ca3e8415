//! A game as an animated GIF.

#[cfg(test)]
mod tests;

use std::{borrow::Cow, time::Duration};

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use outflank_rules::{Game, Move, Position};

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
pub struct Film {
    game: Game,
    theme: Theme,
    has_coordinates: bool,
    pause: Duration,
}

/// One picture, and how long it is seen.
struct Shot {
    pixels: Pixels,
    time: Duration,
}

impl Film {
    /// A game from its start to where it is, with most of a second after each move.
    pub fn new(game: &Game) -> Film {
        Film { game: game.clone(), theme: Theme::default(), has_coordinates: true, pause: Duration::from_millis(800) }
    }

    /// The same in other colors.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Film {
        Film { theme, ..self }
    }

    /// The same without letters and numbers around the board.
    #[must_use]
    pub fn without_coordinates(self) -> Film {
        Film { has_coordinates: false, ..self }
    }

    /// The same, slower or faster.
    #[must_use]
    pub fn with_pause(self, pause: Duration) -> Film {
        Film { pause, ..self }
    }

    /// The film, so many pixels wide. It begins again when it is over, after four times the pause.
    pub fn to_gif(&self, width: u32) -> Vec<u8> {
        let shots = self.shots(width);
        let first = &shots[0].pixels;
        let palette = palette(&shots);
        let mut colors = palette.colors().to_vec();
        let unchanged = colors.len() as u8;
        colors.push([0; 3]);
        let mut bytes = Vec::new();
        let (wide, high) = (first.width() as u16, first.height() as u16);
        let written = Encoder::new(&mut bytes, wide, high, colors.as_flattened()).and_then(|mut encoder| {
            encoder.set_repeat(Repeat::Infinite)?;
            let before = std::iter::once(None).chain(shots.iter().map(Some));
            before
                .zip(&shots)
                .try_for_each(|(before, shot)| encoder.write_frame(&frame(before, shot, &palette, unchanged)))
        });
        written.expect("a vector takes what is written, and frames fit the picture");
        bytes
    }

    fn shots(&self, width: u32) -> Vec<Shot> {
        let still = |position: &Position, mv: Option<Move>, time| Shot {
            pixels: self.diagram(position, mv).canvas().to_pixels(width),
            time,
        };
        let mut shots = vec![still(&self.game.start(), None, self.pause)];
        for (before, mv) in self.game.turns() {
            let after = before.play_unchecked(mv);
            if let Move::Place(square) = mv {
                let squares = before.flips(square);
                shots.extend(TURNS.map(|share| Shot {
                    pixels:
                        self.diagram(&after, Some(mv)).turning(Turning { squares, share }).canvas().to_pixels(width),
                    time: TURN,
                }));
            }
            shots.push(still(&after, Some(mv), self.pause));
        }
        let last = shots.last_mut().expect("the start was put in");
        last.time = self.pause * 4;
        shots
    }

    fn diagram(&self, position: &Position, mv: Option<Move>) -> Diagram {
        let last = mv.and_then(|mv| if let Move::Place(square) = mv { Some(square) } else { None });
        let diagram = Diagram::new(position).with_theme(self.theme).with_last(last);
        if self.has_coordinates { diagram } else { diagram.without_coordinates() }
    }
}

/// The colors of all pictures. After the first one only what changed is looked at: that is little, and the rest is known.
fn palette(shots: &[Shot]) -> Palette {
    let changed = shots.windows(2).flat_map(|pair| {
        let (before, after) = (pair[0].pixels.rgb(), pair[1].pixels.rgb());
        before.iter().zip(after).filter(|(before, after)| before != after).map(|(_, after)| *after)
    });
    Palette::of(shots[0].pixels.rgb().iter().copied().chain(changed))
}

/// What changed, in the smallest rectangle around it; what did not is seen through.
fn frame(before: Option<&Shot>, shot: &Shot, palette: &Palette, unchanged: u8) -> Frame<'static> {
    let pixels = &shot.pixels;
    let is_changed = |x: u32, y: u32| before.is_none_or(|before| before.pixels.at(x, y) != pixels.at(x, y));
    let rows: Vec<u32> = (0..pixels.height()).filter(|&y| (0..pixels.width()).any(|x| is_changed(x, y))).collect();
    let columns: Vec<u32> = (0..pixels.width()).filter(|&x| rows.iter().any(|&y| is_changed(x, y))).collect();
    let (top, bottom) = (rows.first().copied().unwrap_or(0), rows.last().copied().unwrap_or(0));
    let (left, right) = (columns.first().copied().unwrap_or(0), columns.last().copied().unwrap_or(0));
    let places = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
    let buffer: Vec<u8> = places
        .map(|(x, y)| match pixels.at(x, y) {
            Some(color) if is_changed(x, y) => palette.place(color),
            _ => unchanged,
        })
        .collect();
    Frame {
        delay: u16::try_from(shot.time.as_millis() / 10).unwrap_or(u16::MAX).max(2),
        dispose: DisposalMethod::Keep,
        transparent: Some(unchanged),
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}
