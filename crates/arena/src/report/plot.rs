//! Plots with one line per bot: a name, an SVG strip and a figure. Positions are in percent, so a
//! strip can stretch while text and dots keep their size.

use std::fmt::Display;

use super::markup::Name;

/// The range of a strip.
pub(super) struct Axis {
    low: f64,
    high: f64,
    /// Positions and labels of the grid lines.
    ticks: Vec<(f64, String)>,
}

/// Free space at each end, in percent.
const MARGIN: f64 = 3.0;

impl Axis {
    /// An axis for these values with grid lines at round numbers.
    pub(super) fn linear(low: f64, high: f64) -> Axis {
        let span = (high - low).max(50.0);
        let rough = span / 5.0;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(rough);
        let first = (low / step).ceil();
        let count = ((high - first * step) / step).floor().max(0.0) as usize;
        let ticks = (0..=count).map(|number| (first + number as f64) * step);
        Axis { low, high: low + span, ticks: ticks.map(|value| (value, signed(value))).collect() }
    }

    /// A logarithmic axis with these grid lines.
    pub(super) fn logarithmic(low: f64, high: f64, marks: &[(f64, &str)]) -> Axis {
        let within = marks.iter().filter(|(value, _)| (low..=high).contains(value));
        let ticks = within.map(|(value, words)| (value.log10(), (*words).to_owned())).collect();
        Axis { low: low.log10(), high: high.log10(), ticks }
    }

    /// The position of a value in percent.
    pub(super) fn at(&self, value: f64) -> f64 {
        let part = ((value - self.low) / (self.high - self.low).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        MARGIN + (100.0 - 2.0 * MARGIN) * part
    }

    /// The grid lines of a strip.
    pub(super) fn grid(&self) -> String {
        let line = |(value, words): &(f64, String)| {
            let zero = if words == "0" { " zero" } else { "" };
            format!("<line class=\"grid{zero}\" x1=\"{0:.2}%\" x2=\"{0:.2}%\" y1=\"0\" y2=\"100%\"/>", self.at(*value))
        };
        self.ticks.iter().map(line).collect()
    }

    /// The strip with the labels.
    pub(super) fn legend(&self) -> String {
        let text =
            |(value, words): &(f64, String)| format!("<text x=\"{:.2}%\" y=\"12\">{words}</text>", self.at(*value));
        let texts: String = self.ticks.iter().map(text).collect();
        format!(
            "<div class=\"line axis\" aria-hidden=\"true\"><span></span><svg class=\"strip\" height=\"16\">{texts}</svg><span></span></div>\n"
        )
    }
}

/// A whole number with its sign.
pub(super) fn signed(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    match () {
        () if digits == "0" => digits,
        () if value < 0.0 => format!("−{digits}"),
        () => format!("+{digits}"),
    }
}

/// A line of a plot.
pub(super) fn line(name: &str, marks: impl Display, figure: impl Display) -> String {
    format!(
        "<div class=\"line\"><span class=\"who\">{}</span><svg class=\"strip\" height=\"24\" aria-hidden=\"true\">{marks}</svg><span class=\"figure\">{figure}</span></div>\n",
        Name(name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers_within_their_ends() {
        for (low, high) in [(-312.0, 288.0), (0.0, 0.0), (-1.5, 1.5), (-2000.0, 3.0)] {
            let axis = Axis::linear(low, high);
            assert!(!axis.ticks.is_empty() && axis.ticks.len() <= 7, "{low} {high}: {:?}", axis.ticks);
            assert!(axis.ticks.iter().all(|(value, _)| (MARGIN..=100.0 - MARGIN).contains(&axis.at(*value))));
        }
        let words: Vec<String> = Axis::linear(-312.0, 288.0).ticks.into_iter().map(|(_, words)| words).collect();
        assert_eq!(words, ["−200", "0", "+200"]);
    }
}
