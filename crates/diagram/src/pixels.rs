//! Rendering to pixels and PNG.

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use crate::{
    canvas::{Canvas, Shape},
    outline::{Outline, Step},
    palette::Palette,
};

/// Minimum width in pixels.
pub const MIN_WIDTH: u32 = 16;

/// Maximum width in pixels.
pub const MAX_WIDTH: u32 = 4096;

/// A picture of pixels, row by row from the upper left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<[u8; 3]>,
}

impl Canvas {
    /// Renders the canvas with this width, limited to [`MIN_WIDTH`] to [`MAX_WIDTH`]. The height is
    /// at most [`MAX_WIDTH`] as well.
    pub fn to_pixels(&self, width: u32) -> Pixels {
        let tallest = MAX_WIDTH as f32 * self.width() / self.height().max(1.0);
        let width = width.clamp(MIN_WIDTH, MAX_WIDTH.min(tallest as u32).max(MIN_WIDTH));
        let scale = width as f32 / self.width();
        let height = ((self.height() * scale).round() as u32).clamp(1, MAX_WIDTH);
        let mut background = Pixmap::new(width, height).expect("neither side is 0 or more than 4096");
        // The shapes may cover the last row only in part.
        let [red, green, blue] = self.background().rgb;
        background.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
        for shape in self.shapes() {
            shape.paint(&mut background, Transform::from_scale(scale, scale));
        }
        let rgb = background.data().as_chunks().0.iter().map(|&[red, green, blue, _]| [red, green, blue]).collect();
        Pixels { width, height, rgb }
    }

    /// Renders the canvas as PNG with this width in pixels.
    ///
    /// ```
    /// use outflank_diagram::{Canvas, Rgba};
    ///
    /// let png = Canvas::new(20.0, 10.0, Rgba::of(0x23704f)).to_png(40);
    /// assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    /// ```
    pub fn to_png(&self, width: u32) -> Vec<u8> {
        self.to_pixels(width).to_png()
    }
}

impl Shape {
    fn paint(&self, background: &mut Pixmap, transform: Transform) {
        let Some(path) = path(&self.outline) else { return };
        let [red, green, blue] = self.ink.rgb;
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, self.ink.alpha);
        match self.line {
            None => background.fill_path(&path, &paint, FillRule::Winding, transform, None),
            Some(width) => {
                let stroke =
                    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
                background.stroke_path(&path, &paint, &stroke, transform, None);
            }
        }
    }
}

fn path(outline: &Outline) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in outline.steps() {
        match *step {
            Step::Move((x, y)) => path.move_to(x, y),
            Step::Line((x, y)) => path.line_to(x, y),
            Step::Curve(first, second, end) => path.cubic_to(first.0, first.1, second.0, second.1, end.0, end.1),
            Step::Oval((x, y), (rx, ry)) => path.push_oval(Rect::from_ltrb(x - rx, y - ry, x + rx, y + ry)?),
            Step::Close => path.close(),
        }
    }
    path.finish()
}

impl Pixels {
    /// The width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All pixels, row by row.
    pub fn rgb(&self) -> &[[u8; 3]] {
        &self.rgb
    }

    /// Returns a pixel, or `None` outside the picture.
    pub fn at(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        (x < self.width).then(|| self.rgb.get((y * self.width + x) as usize).copied()).flatten()
    }

    /// Encodes the picture as PNG, with a palette if it has few colors, which makes it several
    /// times smaller.
    pub fn to_png(&self) -> Vec<u8> {
        let palette = Palette::of(self.rgb.iter().copied());
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let data = if palette.is_exact() {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(palette.colors().as_flattened().to_vec());
            self.rgb.iter().map(|&color| palette.place(color)).collect()
        } else {
            encoder.set_color(png::ColorType::Rgb);
            self.rgb.as_flattened().to_vec()
        };
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&data))
            .expect("a vector takes what is written, and the data are as long as the header says");
        bytes
    }
}
