//! Decimal numbers in records.

/// Parses a finite decimal number with an optional sign. Other forms of Rust (`inf`, `1e9`) are
/// refused.
pub(super) fn parse(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+'));
    text.parse().ok().filter(|number: &f64| is_plain && number.is_finite())
}

/// Writes two decimals, as most programs do, or as many as are needed to parse the same number.
pub(super) fn write(number: f64) -> String {
    let short = format!("{number:.2}");
    if short.parse() == Ok(number) { short } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_were() {
        for number in [0.0, -6.0, 26.5, 0.016, -3.133, 1e-9, 1e17, f64::MAX] {
            assert_eq!(parse(&write(number)), Some(number));
        }
        assert_eq!(write(-6.0), "-6.00");
        assert_eq!(write(0.016), "0.016");
    }

    #[test]
    fn numbers_that_overflow_are_refused() {
        assert_eq!(parse(&"9".repeat(400)), None);
        assert_eq!(parse(&format!("-{}.5", "9".repeat(400))), None);
    }

    #[test]
    fn words_and_exponents_are_not_numbers() {
        for text in ["", "inf", "nan", "1e9", "3,5", "--3"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
