//! Drawing of a board.

use outflank_rules::{Color, Square};

use super::{Diagram, Mark};
use crate::{
    canvas::Canvas,
    outline::Outline,
    rgba::Rgba,
    stroke_font::{Align, TextStyle, fitting, text_width},
    theme::{Colors, Theme},
};

/// The width of a square. All other lengths are relative to it.
pub(crate) const CELL: f32 = 40.0;

/// The frame with letters in it, and without.
const FRAME: f32 = 22.0;
const BARE_FRAME: f32 = 8.0;

/// The height of the caption.
const CAPTION: f32 = 30.0;

const DISC: f32 = CELL * 0.42;

pub(super) fn canvas(diagram: &Diagram) -> Canvas {
    let colors = diagram.theme.colors();
    let frame = if diagram.has_coordinates { FRAME } else { BARE_FRAME };
    let board = f32::from(diagram.spec.size()) * CELL;
    let side = board + 2.0 * frame;
    let footer = if diagram.caption.is_some() { CAPTION } else { 0.0 };
    let mut canvas = Canvas::new(side, side + footer, colors.page).titled(diagram.words());
    canvas.fill(Outline::rounded(0.0, 0.0, side, side, 6.0), colors.frame);
    let mut sheet = Sheet { canvas, colors, frame, size: diagram.spec.size() };
    if diagram.has_coordinates {
        sheet.coordinates();
    }
    sheet.felt(diagram, board);
    for square in diagram.spec.area() {
        sheet.square(diagram, square);
    }
    if let Some(caption) = &diagram.caption {
        let hand = TextStyle::new(10.0, colors.ink);
        sheet.canvas.write(&fitting(caption, hand, side - 16.0), (side / 2.0, side + 20.0), hand);
    }
    sheet.canvas
}

struct Sheet {
    canvas: Canvas,
    colors: Colors,
    frame: f32,
    size: u8,
}

impl Sheet {
    fn centre(&self, square: Square) -> (f32, f32) {
        let place = |step: u8| self.frame + (f32::from(step) + 0.5) * CELL;
        (place(square.column()), place(square.row()))
    }

    fn coordinates(&mut self) {
        let hand = TextStyle::new(8.5, self.colors.frame_text);
        let far = self.frame + f32::from(self.size) * CELL + self.frame / 2.0;
        for step in 0..self.size {
            let middle = self.frame + (f32::from(step) + 0.5) * CELL;
            let letter = char::from(b'a' + step).to_string();
            let number = (step + 1).to_string();
            for edge in [self.frame / 2.0, far] {
                self.canvas.write(&letter, (middle, edge + 4.0), hand);
                self.canvas.write(&number, (edge, middle + 4.0), hand);
            }
        }
    }

    /// Draws the squares, the lines between them and the four orientation points.
    fn felt(&mut self, diagram: &Diagram, board: f32) {
        let (near, far) = (self.frame, self.frame + board);
        let lines = 0..=self.size;
        self.canvas.fill(Outline::rect(near, near, board, board), self.colors.hole);
        for square in diagram.spec.area() {
            let (x, y) = self.centre(square);
            let (left, top) = (x - CELL / 2.0, y - CELL / 2.0);
            self.canvas.fill(Outline::rect(left, top, CELL, CELL), self.colors.felt);
        }
        let grid = lines.fold(Outline::new(), |grid, step| {
            let at = near + f32::from(step) * CELL;
            grid.from((near, at)).to((far, at)).from((at, near)).to((at, far))
        });
        self.canvas.stroke(grid, self.colors.felt_line, 1.0);
        if self.size == 8 {
            let (low, high) = (near + 2.0 * CELL, near + 6.0 * CELL);
            for centre in [(low, low), (low, high), (high, low), (high, high)] {
                self.canvas.fill(Outline::circle(centre, 2.6), self.colors.felt_line);
            }
        }
    }

    fn square(&mut self, diagram: &Diagram, square: Square) {
        let centre = self.centre(square);
        let disc = diagram.at(square);
        if let Some(color) = disc {
            self.disc(diagram, square, color, centre);
        }
        if diagram.last == Some(square) && !diagram.marks.contains_key(&square) {
            let ink = disc.map_or(self.colors.best, |color| self.colors.on_disc(color).1);
            self.canvas.fill(Outline::circle(centre, CELL * 0.09), ink);
        }
        if let Some(mark) = diagram.marks.get(&square) {
            self.mark(mark, disc, centre);
        }
    }

    fn disc(&mut self, diagram: &Diagram, square: Square, color: Color, centre: (f32, f32)) {
        let turning = diagram.turning;
        let (color, width) = if turning.squares.contains(square) {
            let seen = if turning.share < 0.5 { !color } else { color };
            (seen, (1.0 - 2.0 * turning.share).abs().max(0.06))
        } else {
            (color, 1.0)
        };
        let (ink, rim) = self.colors.disc(color);
        let radii = (DISC * width, DISC);
        if diagram.theme != Theme::Print {
            let shadow = (centre.0 + 0.8, centre.1 + 1.4);
            self.canvas.fill(Outline::new().oval(shadow, radii), Rgba::of(0).with_alpha(70));
        }
        self.canvas.fill(Outline::new().oval(centre, radii), ink);
        self.canvas.stroke(Outline::new().oval(centre, (radii.0 - 0.6, radii.1 - 0.6)), rim, 1.2);
    }

    fn mark(&mut self, mark: &Mark, disc: Option<Color>, centre: (f32, f32)) {
        let ink = disc.map_or(self.colors.value, |color| self.colors.on_disc(color).0);
        let (x, y) = centre;
        let arm = CELL * 0.16;
        match mark {
            Mark::Dot => self.canvas.fill(Outline::circle(centre, CELL * 0.09), ink.with_alpha(190)),
            Mark::Cross => {
                let cross = Outline::new()
                    .from((x - arm, y - arm))
                    .to((x + arm, y + arm))
                    .from((x + arm, y - arm))
                    .to((x - arm, y + arm));
                self.canvas.stroke(cross, ink, 2.6);
            }
            Mark::Ring => self.canvas.stroke(Outline::circle(centre, CELL * 0.26), ink, 2.4),
            Mark::Text(text) => self.label(text, centre, TextStyle::new(13.0, ink)),
            Mark::Value { text, is_exact, is_best } => self.value(text, *is_exact, *is_best, centre),
        }
    }

    fn value(&mut self, text: &str, is_exact: bool, is_best: bool, (x, y): (f32, f32)) {
        let ink = if is_best { self.colors.best } else { self.colors.value };
        let hand = TextStyle::new(10.5, ink);
        self.label(text, (x, y), if is_best { hand.bold() } else { hand });
        if is_exact {
            let frame = Outline::rounded(x - CELL * 0.43, y - CELL * 0.27, CELL * 0.86, CELL * 0.54, 4.0);
            self.canvas.stroke(frame, ink, 1.2);
        }
    }

    /// Draws a text in the middle of a square, small enough to fit.
    fn label(&mut self, text: &str, (x, y): (f32, f32), hand: TextStyle) {
        let room = CELL * 0.68;
        let shrunk = (room / text_width(text, hand).max(room)).max(0.3);
        let hand = TextStyle { size: hand.size * shrunk, align: Align::Centre, ..hand };
        let text = fitting(text, hand, room);
        self.canvas.write(&text, (x, y + hand.size / 2.0), hand);
    }
}
