//! Numbers as people read them.

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

/// `43.1`, in millions a second; a time too short to measure has no rate.
pub(crate) fn millions_a_second(count: u64, seconds: f64) -> String {
    if seconds < 0.001 { "-".to_owned() } else { format!("{:.1}", count as f64 / seconds / 1e6) }
}

/// A rate for programs, also of what took no time.
pub(crate) fn per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(24_571_284), "24,571,284");
    }
}
