//! What `--fit` prints: measured against fitted, and the coefficients for the engine.

use std::{collections::BTreeMap, io::Write};

use outflank_train::deviations::{Cell, Curve, Fitted, Measured, Pair, cells, fit};
use serde::Serialize;

use crate::{error::Error, json};

/// Deviations for which it is told how many differences are smaller.
const WITHIN: [f64; 6] = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0];

#[derive(Serialize)]
struct Report {
    positions: usize,
    midgame: Option<Fitted>,
    end: Option<Fitted>,
}

pub(super) fn report(measured: &[Measured], as_json: bool, out: &mut dyn Write) -> Result<(), Error> {
    let [midgame, end] = fit(measured, &WITHIN);
    if as_json {
        return json::write(&Report { positions: measured.len(), midgame, end }, out);
    }
    writeln!(out, "{} positions", measured.len())?;
    let [of_midgame, of_end] = cells(measured);
    for (name, fitted, cells) in [("midgame", midgame, of_midgame), ("end", end, of_end)] {
        match fitted {
            Some(fitted) => part(name, &fitted, &cells, out)?,
            None => writeln!(out, "\n{name}: too few positions")?,
        }
    }
    Ok(())
}

fn part(name: &str, fitted: &Fitted, cells: &BTreeMap<Pair, Cell>, out: &mut dyn Write) -> Result<(), Error> {
    table(name, &fitted.curve, cells, out)?;
    write!(out, "within deviations:")?;
    for (deviations, part) in &fitted.within {
        write!(out, "  {deviations}: {:.1} %", part * 100.0)?;
    }
    let [base, gap, shallow, empty, empty_square, empty_shallow] = fitted.curve.coefficients();
    writeln!(out, "\n\nconst {}: Curve = Curve {{", name.to_uppercase())?;
    writeln!(out, "    base: {base:.4},\n    gap: {gap:.4},\n    shallow: {shallow:.4},")?;
    writeln!(
        out,
        "    empty: {empty:.4},\n    empty_square: {empty_square:.4},\n    empty_shallow: {empty_shallow:.4},\n}};"
    )?;
    Ok(())
}

/// Empty squares that share a column.
const COLUMN: u32 = 6;

/// A line for each pair of depths, a column for each few numbers of empty squares: mean, measured deviation, fitted deviation. To the end
/// of the game the deep search has another depth in each column, so only the shallow one is named.
fn table(name: &str, curve: &Curve, cells: &BTreeMap<Pair, Cell>, out: &mut dyn Write) -> Result<(), Error> {
    let mut lines: BTreeMap<(u32, u32), BTreeMap<u32, Column>> = BTreeMap::new();
    for (pair, cell) in cells {
        let deep = if name == "end" { 0 } else { pair.deep };
        let column = lines.entry((pair.shallow, deep)).or_default().entry(pair.empties / COLUMN).or_default();
        column.cell.join(cell);
        column.fitted += curve.deviation(*pair).powi(2) * f64::from(cell.count);
    }
    let columns = || lines.values().flat_map(BTreeMap::keys);
    let (first, last) = (columns().min().copied().unwrap_or(0), columns().max().copied().unwrap_or(0));
    write!(out, "\n{name:<9}")?;
    for column in first..=last {
        write!(out, "{:^19}", format!("{}-{}", column * COLUMN, (column + 1) * COLUMN - 1))?;
    }
    writeln!(out, "\nplies    {}", "  mean  dev.  fit  ".repeat((last - first + 1) as usize))?;
    for ((shallow, deep), line) in &lines {
        let deep = if name == "end" { "end".to_owned() } else { deep.to_string() };
        write!(out, "{shallow:>3} {deep:>3}  ")?;
        for column in first..=last {
            write!(out, "{:19}", line.get(&column).map(Column::text).unwrap_or_default())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[derive(Default)]
struct Column {
    cell: Cell,
    fitted: f64,
}

impl Column {
    fn text(&self) -> String {
        let fitted = (self.fitted / f64::from(self.cell.count)).sqrt();
        format!("{:>6.2}{:>6.2}{fitted:>6.2}", self.cell.mean(), self.cell.deviation())
    }
}
