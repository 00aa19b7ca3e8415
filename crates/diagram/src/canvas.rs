//! Drawings: shapes one over another.

use crate::{
    outline::Outline,
    rgba::Rgba,
    stroke_font::{self, TextStyle},
};

/// A drawing of any kind, before it is written as SVG or becomes pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Canvas {
    width: f32,
    height: f32,
    background: Rgba,
    title: String,
    shapes: Vec<Shape>,
}

/// An outline with its fill or stroke.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) outline: Outline,
    pub(crate) ink: Rgba,
    /// How thick its line is; none is filled.
    pub(crate) line: Option<f32>,
}

impl Canvas {
    /// An empty drawing of a given size, on a background of one color.
    pub fn new(width: f32, height: f32, background: Rgba) -> Canvas {
        let mut canvas = Canvas { width, height, background, title: String::new(), shapes: Vec::new() };
        canvas.fill(Outline::rect(0.0, 0.0, width, height), background);
        canvas
    }

    /// Sets the alternative text.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Canvas {
        Canvas { title: title.into(), ..self }
    }

    /// The width in canvas units.
    pub fn width(&self) -> f32 {
        self.width
    }

    /// How high it is.
    pub fn height(&self) -> f32 {
        self.height
    }

    /// The color below everything.
    pub(crate) fn background(&self) -> Rgba {
        self.background
    }

    /// The alternative text.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Fills an outline.
    pub fn fill(&mut self, outline: Outline, ink: Rgba) {
        self.shapes.push(Shape { outline, ink, line: None });
    }

    /// Draws along an outline, with round ends.
    pub fn stroke(&mut self, outline: Outline, ink: Rgba, thickness: f32) {
        self.shapes.push(Shape { outline, ink, line: Some(thickness) });
    }

    /// Writes a line of text; `at` is the start, middle or end of its baseline, as the style says.
    pub fn write(&mut self, text: &str, at: (f32, f32), hand: TextStyle) {
        self.stroke(stroke_font::outline(text, at, hand), hand.ink, hand.thickness());
    }

    /// Puts another drawing on this one.
    pub fn paste(&mut self, other: &Canvas, scale: f32, at: (f32, f32)) {
        self.shapes.extend(other.shapes.iter().map(|shape| Shape {
            outline: shape.outline.moved(scale, at),
            ink: shape.ink,
            line: shape.line.map(|thickness| thickness * scale),
        }));
    }

    pub(crate) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }
}
