//! How long something took, counted by classes.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// The upper ends of the classes in microseconds.
const ENDS: [u64; 12] = [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_500_000];

#[derive(Debug, Default)]
pub(super) struct Histogram {
    classes: [AtomicU64; ENDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    pub(super) fn add(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(class) = ENDS.iter().position(|&end| micros <= end) {
            self.classes[class].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    /// Writes it under this name, in seconds, as Prometheus wants: each class with all below it.
    pub(super) fn write(&self, name: &str, out: &mut impl fmt::Write) -> fmt::Result {
        let mut below = 0;
        for (end, class) in ENDS.into_iter().zip(&self.classes) {
            below += class.load(Relaxed);
            writeln!(out, "{name}_bucket{{le=\"{}\"}} {below}", seconds(end))?;
        }
        let count = self.count.load(Relaxed);
        writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}")?;
        writeln!(out, "{name}_sum {}", seconds(self.micros.load(Relaxed)))?;
        writeln!(out, "{name}_count {count}")
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown, not computed with")]
fn seconds(micros: u64) -> f64 {
    micros as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_holds_all_that_took_less() {
        let histogram = Histogram::default();
        for micros in [100, 101, 3_000_000] {
            histogram.add(Duration::from_micros(micros));
        }
        let mut text = String::new();
        histogram.write("x", &mut text).expect("memory takes all");
        assert!(text.contains("x_bucket{le=\"0.0001\"} 1\nx_bucket{le=\"0.00025\"} 2\n"), "{text}");
        assert!(text.contains("x_bucket{le=\"2.5\"} 2\nx_bucket{le=\"+Inf\"} 3\n"), "{text}");
        assert!(text.ends_with("x_sum 3.000201\nx_count 3\n"), "{text}");
    }
}
