//! Writes a canvas as SVG.

use std::fmt::{self, Write};

use crate::{
    canvas::{Canvas, Shape},
    outline::{Outline, Step},
};

impl Canvas {
    /// Writes the canvas as one SVG document without fonts, scripts or links.
    ///
    /// ```
    /// use outflank_diagram::{Canvas, Rgba, Outline};
    ///
    /// let mut canvas = Canvas::new(20.0, 20.0, Rgba::of(0x23704f)).titled("a disc");
    /// canvas.fill(Outline::circle((10.0, 10.0), 8.0), Rgba::of(0x111111));
    /// let svg = canvas.to_svg();
    /// assert!(svg.starts_with("<svg xmlns=") && svg.contains("<title>a disc</title>"));
    /// ```
    pub fn to_svg(&self) -> String {
        let (width, height) = (Number(self.width()), Number(self.height()));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">"
        );
        if !self.title().is_empty() {
            let _ = write!(svg, "<title>{}</title>", Escaped(self.title()));
        }
        for shape in self.shapes() {
            let _ = write!(svg, "{shape}");
        }
        svg.push_str("</svg>\n");
        svg
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<path d=\"{}\"", self.outline)?;
        let kind = match self.line {
            Some(thickness) => {
                write!(f, " fill=\"none\" stroke-width=\"{}\"", Number(thickness))?;
                write!(f, " stroke-linecap=\"round\" stroke-linejoin=\"round\"")?;
                "stroke"
            }
            None => "fill",
        };
        write!(f, " {kind}=\"{}\"", self.ink)?;
        if self.ink.alpha < 255 {
            write!(f, " {kind}-opacity=\"{}\"", Number(f32::from(self.ink.alpha) / 255.0))?;
        }
        f.write_str("/>")
    }
}

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().iter().try_for_each(|step| match *step {
            Step::Move((x, y)) => write!(f, "M{} {}", Number(x), Number(y)),
            Step::Line((x, y)) => write!(f, "L{} {}", Number(x), Number(y)),
            Step::Curve(first, second, (x, y)) => {
                write!(f, "C{} {} ", Number(first.0), Number(first.1))?;
                write!(f, "{} {} {} {}", Number(second.0), Number(second.1), Number(x), Number(y))
            }
            Step::Oval((x, y), (rx, ry)) => {
                let (half, radii) = (Number(rx * 2.0), (Number(rx), Number(ry)));
                write!(f, "M{} {}", Number(x - rx), Number(y))?;
                write!(f, "a{} {} 0 1 1 {half} 0", radii.0, radii.1)?;
                write!(f, "a{} {} 0 1 1 -{half} 0z", radii.0, radii.1)
            }
            Step::Close => f.write_str("z"),
        })
    }
}

/// Writes a number with at most two decimals and without trailing zeros.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Escapes text for markup.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // Characters that XML does not allow.
            c if c.is_control() && !"\t\n\r".contains(c) => f.write_char('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}'),
            c => f.write_char(c),
        })
    }
}
