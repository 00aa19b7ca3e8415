//! Numbers as text.

/// `24,571,284`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `43.1` million per second; `-` if the time is too short to measure.
pub(crate) fn millions_a_second(count: u64, seconds: f64) -> String {
    if seconds < 0.001 { "-".to_owned() } else { format!("{:.1}", count as f64 / seconds / 1e6) }
}

/// A rate for JSON. Finite also for a time of 0.
pub(crate) fn per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9)
}

/// `1 game`, `2 games`.
pub(crate) fn counted(count: u64, word: &str) -> String {
    format!("{} {word}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// The time of a move: `0.3 us`, `25 us`, `12.3 ms`, `4.56 s`, or `-`.
pub(crate) fn time(seconds: Option<f64>) -> String {
    match seconds {
        None => "-".to_owned(),
        Some(seconds) if seconds < 0.00001 => format!("{:.1} us", seconds * 1e6),
        Some(seconds) if seconds < 0.001 => format!("{:.0} us", seconds * 1e6),
        Some(seconds) if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        Some(seconds) => format!("{seconds:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_singular_and_plural() {
        assert_eq!([0, 1, 2000].map(|count| counted(count, "round")), ["0 rounds", "1 round", "2,000 rounds"]);
    }

    #[test]
    fn times_have_units() {
        let times = [0.0, 2.6e-7, 2.5e-5, 0.0123, 4.5].map(Some).map(time);
        assert_eq!(times, ["0.0 us", "0.3 us", "25 us", "12.3 ms", "4.50 s"]);
        assert_eq!(time(None), "-");
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(24_571_284), "24,571,284");
    }
}
