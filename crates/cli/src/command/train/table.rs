//! Losses in columns.

use std::fmt;

use outflank_train::loss::Losses;

/// Above [`Cells`].
pub(super) const HEADING: &str = "   positions     MAE    RMSE    corr.   ";

/// Losses as columns of a table.
pub(super) struct Cells<'a>(pub(super) &'a Losses);

impl fmt::Display for Cells<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Losses { positions, mae, rmse, correlation } = self.0;
        let cell = |value: &Option<f64>, digits| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
        write!(f, "{positions:>12}{:>8}{:>8}{:>9}   ", cell(mae, 3), cell(rmse, 3), cell(correlation, 4))
    }
}
