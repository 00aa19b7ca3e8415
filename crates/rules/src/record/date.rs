//! Dates.

/// Returns year, month and day of a day counted from 1970-01-01. Computes with eras of 400 years
/// that begin in March, so that the leap day comes last.
pub fn date_of_day(day: u64) -> (u16, u8, u8) {
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    ((era * 400 + year + next_year) as u16, month as u8, day_of_month as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date_of_day(0), (1970, 1, 1));
        assert_eq!(date_of_day(11_016), (2000, 2, 29));
        assert_eq!(date_of_day(11_017), (2000, 3, 1));
        assert_eq!(date_of_day(20_772), (2026, 11, 15));
    }
}
