//! A game as a line: how it stood after each move.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use crate::{
    canvas::Canvas,
    outline::Outline,
    rgba::Rgba,
    stroke_font::{Align, TextStyle, fitting},
    theme::{Colors, Theme},
};

/// How much a point stands out. Each style has its own shape, readable without colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointStyle {
    /// Only the line.
    #[default]
    Plain,
    /// A small round mark.
    Slight,
    /// A triangle.
    Serious,
    /// A square on its corner.
    Grave,
}

/// A point of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The horizontal position.
    pub x: f32,
    /// The vertical position.
    pub y: f32,
    /// How the point is marked.
    pub tone: PointStyle,
}

/// A line chart around zero.
///
/// ```
/// use outflank_diagram::{Chart, Point, PointStyle};
///
/// let values = [0.0, 2.0, -4.0, -4.0].into_iter().zip([0.0, 1.0, 2.0, 3.0]);
/// let points = values.map(|(y, x)| Point { x, y, tone: PointStyle::Plain }).collect();
/// let chart = Chart::new("Ann against Ben", points).with_shade(2.0..=3.0).with_sides("Black is ahead", "White is ahead");
/// assert!(chart.canvas().to_svg().contains("<title>Ann against Ben</title>"));
/// ```
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    points: Vec<Point>,
    shade: Option<RangeInclusive<f32>>,
    sides: Option<(String, String)>,
    theme: Theme,
}

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 260.0;
const LEFT: f32 = 44.0;
const RIGHT: f32 = 14.0;
const TOP: f32 = 30.0;
const BOTTOM: f32 = 28.0;

impl Chart {
    /// Creates a line through points from left to right. Leaves out impossible points: more than 64
    /// discs, or beyond move 1,000.
    pub fn new(title: impl Into<String>, points: Vec<Point>) -> Chart {
        let points = points.into_iter().filter(|point| point.x.abs() <= 1000.0 && point.y.abs() <= 64.0).collect();
        Chart { title: title.into(), points, shade: None, sides: None, theme: Theme::default() }
    }

    /// Shades the part of the chart with exact evaluations.
    #[must_use]
    pub fn with_shade(self, shade: RangeInclusive<f32>) -> Chart {
        Chart { shade: Some(shade), ..self }
    }

    /// Adds labels above and below zero.
    #[must_use]
    pub fn with_sides(self, above: impl Into<String>, below: impl Into<String>) -> Chart {
        Chart { sides: Some((above.into(), below.into())), ..self }
    }

    /// Sets the theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Chart {
        Chart { theme, ..self }
    }

    /// Draws the chart.
    pub fn canvas(&self) -> Canvas {
        let colors = self.theme.colors();
        let scale = Scale::of(&self.points);
        let mut canvas = Canvas::new(WIDTH, HEIGHT, colors.page).titled(&self.title);
        let hand = TextStyle::new(11.0, colors.ink).aligned(Align::Left).bold();
        canvas.write(&fitting(&self.title, hand, WIDTH - LEFT - RIGHT), (LEFT, 20.0), hand);
        if let Some(shade) = &self.shade {
            let (from, to) = (scale.x(*shade.start()), scale.x(*shade.end()));
            let height = HEIGHT - TOP - BOTTOM;
            canvas.fill(Outline::rect(from, TOP, (to - from).max(0.0), height), colors.accent.with_alpha(34));
        }
        axes(&mut canvas, &scale, &colors);
        if let Some((above, below)) = &self.sides {
            // On the left, where games are still even.
            let hand = TextStyle::new(7.5, colors.soft).aligned(Align::Left);
            canvas.write(above, (LEFT + 6.0, TOP + 14.0), hand);
            canvas.write(below, (LEFT + 6.0, HEIGHT - BOTTOM - 7.0), hand);
        }
        let line = Outline::polyline(self.points.iter().map(|point| scale.place(point)));
        canvas.stroke(line, colors.accent, 2.2);
        for point in &self.points {
            mark(&mut canvas, scale.place(point), point.tone, &colors);
        }
        canvas
    }
}

/// Maps values to coordinates.
struct Scale {
    from: f32,
    to: f32,
    /// The largest value above zero, and the smallest below.
    most: f32,
    step: f32,
}

impl Scale {
    fn of(points: &[Point]) -> Scale {
        let xs = || points.iter().map(|point| point.x);
        let (from, to) = (xs().fold(f32::INFINITY, f32::min), xs().fold(f32::NEG_INFINITY, f32::max));
        let (from, to) = if from < to { (from, to) } else { (0.0, 1.0) };
        let most = points.iter().map(|point| point.y.abs()).fold(4.0, f32::max);
        let step = if most <= 16.0 { 4.0 } else { 16.0 };
        Scale { from, to, most: (most / step).ceil() * step, step }
    }

    fn x(&self, x: f32) -> f32 {
        LEFT + (x.clamp(self.from, self.to) - self.from) / (self.to - self.from) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, y: f32) -> f32 {
        let half = (HEIGHT - TOP - BOTTOM) / 2.0;
        TOP + half - y.clamp(-self.most, self.most) / self.most * half
    }

    fn place(&self, point: &Point) -> (f32, f32) {
        (self.x(point.x), self.y(point.y))
    }
}

fn axes(canvas: &mut Canvas, scale: &Scale, colors: &Colors) {
    let steps = (scale.most / scale.step) as i32;
    for step in -steps..=steps {
        let value = step as f32 * scale.step;
        let y = scale.y(value);
        let ink = if step == 0 { colors.soft } else { colors.line };
        canvas.stroke(Outline::polyline([(LEFT, y), (WIDTH - RIGHT, y)]), ink, 1.0);
        let text = format!("{value:+}").replace('-', "−").replace("+0", "0");
        canvas.write(&text, (LEFT - 8.0, y + 3.5), TextStyle::new(7.5, colors.soft).aligned(Align::Right));
    }
    let first = (scale.from / 10.0).ceil() as i32 * 10;
    for number in (first..).step_by(10).take_while(|&number| number as f32 <= scale.to).take(100) {
        let x = scale.x(number as f32);
        canvas.write(&number.to_string(), (x, HEIGHT - 10.0), TextStyle::new(7.5, colors.soft));
        canvas.stroke(Outline::polyline([(x, HEIGHT - BOTTOM), (x, HEIGHT - BOTTOM + 4.0)]), colors.soft, 1.0);
    }
}

fn mark(canvas: &mut Canvas, (x, y): (f32, f32), tone: PointStyle, colors: &Colors) {
    let (outline, ink): (Outline, Rgba) = match tone {
        PointStyle::Plain => return,
        PointStyle::Slight => (Outline::circle((x, y), 3.4), colors.soft),
        PointStyle::Serious => {
            (Outline::polyline([(x, y - 5.5), (x + 5.5, y + 4.5), (x - 5.5, y + 4.5)]).closed(), colors.danger)
        }
        PointStyle::Grave => {
            (Outline::polyline([(x, y - 7.0), (x + 7.0, y), (x, y + 7.0), (x - 7.0, y)]).closed(), colors.danger)
        }
    };
    canvas.fill(outline.clone(), ink);
    canvas.stroke(outline, colors.page, 1.2);
}
