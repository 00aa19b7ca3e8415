//! `outflank-train deviations`: measures how far shallow searches are from deep ones, for
//! multi-ProbCut.

use std::{
    collections::BTreeMap,
    fmt,
    fs::File,
    io::{BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    time::Instant,
};

use outflank_train::deviations::{Cell, Choice, Curve, Fitted, Measured, Pair, Plan, cells, choose, fit, measure};
use serde::Serialize;

use super::{Error, ProgressPrinter, ThreadsArgs, open_all_games, parse_range, read_model};

/// Measure how far shallow searches are from deep ones
///
/// Searches positions of games to every depth without selectivity and writes the scores to a file,
/// one position per line. `--fit` reads such a file and prints the coefficients for the engine's
/// multi-ProbCut.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Two thousand positions to depth 10, then the coefficients:
      outflank-train deviations games/round-4 --positions 2000 --depth 10 --out deviations.jsonl
      outflank-train deviations --fit deviations.jsonl")]
pub(crate) struct Args {
    /// Files written by outflank-train play, all for one board
    #[arg(required_unless_present = "fit", conflicts_with = "fit", value_name = "FILES")]
    files: Vec<PathBuf>,

    /// Fit the scores in FILE instead of measuring
    #[arg(long, value_name = "FILE")]
    fit: Option<PathBuf>,

    /// Read the weights from FILE instead of using the embedded ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Search N positions
    #[arg(long, value_name = "N", default_value_t = 2000)]
    positions: usize,

    /// Choose positions with MIN to MAX empty squares
    #[arg(long, value_name = "MIN..MAX", default_value = "8..56", value_parser = parse_range)]
    empties: (u8, u8),

    /// Search up to PLIES deep
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// Also solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = clap::value_parser!(u32).range(0..=30))]
    exact_to: u32,

    /// Seed the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the scores to FILE
    #[arg(short, long, value_name = "FILE", required_unless_present = "fit")]
    out: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// JSON printed by `outflank-train deviations --json`.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum DeviationsJson {
    Measured {
        positions: usize,
        seconds: f64,
    },
    Fitted {
        positions: usize,
        midgame: Option<Fitted>,
        end: Option<Fitted>,
        /// Only for the text.
        #[serde(skip)]
        cells: [BTreeMap<Pair, Cell>; 2],
    },
}

/// Multiples of the deviation for which the share of smaller differences is printed.
const WITHIN: [f64; 6] = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0];

impl Args {
    pub(super) fn run(&self) -> Result<DeviationsJson, Error> {
        if let Some(path) = &self.fit {
            let measured = read(path)?;
            let [midgame, end] = fit(&measured, &WITHIN);
            return Ok(DeviationsJson::Fitted { positions: measured.len(), midgame, end, cells: cells(&measured) });
        }
        self.measure(self.out.as_deref().expect("clap requires --out without --fit"))
    }

    fn measure(&self, path: &Path) -> Result<DeviationsJson, Error> {
        let (kind, readers) = open_all_games(&self.files)?;
        let model = read_model(self.weights.as_deref(), kind)?;
        let choice = Choice { positions: self.positions, empties: self.empties, seed: self.seed };
        let positions = choose(readers, &choice).map_err(Error::content(&self.files[0]))?;
        let plan = Plan { depth: self.depth, exact_to: self.exact_to, threads: self.threads.count() };
        let started = Instant::now();
        let mut file = BufWriter::new(File::create(path).map_err(Error::write(path))?);
        let (mut done, mut printer) = (0, ProgressPrinter::new());
        measure(&positions, &model, &plan, &mut |measured| {
            serde_json::to_writer(&mut file, &measured)?;
            done += 1;
            printer.print(format_args!("{done} of {} positions", positions.len()));
            // Flushed, so that a stopped run keeps its results.
            writeln!(file).and_then(|()| file.flush())
        })
        .map_err(Error::write(path))?;
        Ok(DeviationsJson::Measured { positions: positions.len(), seconds: started.elapsed().as_secs_f64() })
    }
}

fn read(path: &Path) -> Result<Vec<Measured>, Error> {
    let lines = BufReader::new(File::open(path).map_err(Error::read(path))?).lines();
    lines.map(|line| serde_json::from_str(&line.map_err(Error::read(path))?).map_err(Error::content(path))).collect()
}

impl fmt::Display for DeviationsJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviationsJson::Measured { positions, seconds } => write!(f, "{positions} positions in {seconds:.1} s"),
            DeviationsJson::Fitted { positions, midgame, end, cells } => {
                write!(f, "{positions} positions")?;
                for (name, fitted, cells) in [("midgame", midgame, &cells[0]), ("end", end, &cells[1])] {
                    match fitted {
                        Some(fitted) => write_part(name, fitted, cells, f)?,
                        None => write!(f, "\n\n{name}: too few positions")?,
                    }
                }
                Ok(())
            }
        }
    }
}

fn write_part(name: &str, fitted: &Fitted, cells: &BTreeMap<Pair, Cell>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f)?;
    write_table(name, &fitted.curve, cells, f)?;
    write!(f, "within deviations:")?;
    for (deviations, share) in &fitted.within {
        write!(f, "  {deviations}: {:.1} %", share * 100.0)?;
    }
    let [base, gap, shallow, empty, empty_square, empty_shallow] = fitted.curve.coefficients();
    writeln!(f, "\n\nconst {}: Curve = Curve {{", name.to_uppercase())?;
    writeln!(f, "    base: {base:.4},\n    gap: {gap:.4},\n    shallow: {shallow:.4},")?;
    write!(
        f,
        "    empty: {empty:.4},\n    empty_square: {empty_square:.4},\n    empty_shallow: {empty_shallow:.4},\n}};"
    )
}

/// Numbers of empty squares in one column.
const COLUMN: u32 = 6;

/// Writes a line for each pair of depths and a column for every [`COLUMN`] numbers of empty
/// squares: mean, measured deviation, fitted deviation. For the end of the game the deep search
/// differs by column, so only the shallow depth is named.
fn write_table(name: &str, curve: &Curve, cells: &BTreeMap<Pair, Cell>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut lines: BTreeMap<(u32, u32), BTreeMap<u32, Column>> = BTreeMap::new();
    for (pair, cell) in cells {
        let deep = if name == "end" { 0 } else { pair.deep };
        let column = lines.entry((pair.shallow, deep)).or_default().entry(pair.empties / COLUMN).or_default();
        column.cell.join(cell);
        column.fitted += curve.deviation(*pair).powi(2) * f64::from(cell.count);
    }
    let columns = || lines.values().flat_map(BTreeMap::keys);
    let (first, last) = (columns().min().copied().unwrap_or(0), columns().max().copied().unwrap_or(0));
    write!(f, "\n{name:<9}")?;
    for column in first..=last {
        write!(f, "{:^19}", format!("{}-{}", column * COLUMN, (column + 1) * COLUMN - 1))?;
    }
    writeln!(f, "\nplies    {}", "  mean  dev.  fit  ".repeat((last - first + 1) as usize))?;
    for ((shallow, deep), line) in &lines {
        let deep = if name == "end" { "end".to_owned() } else { deep.to_string() };
        write!(f, "{shallow:>3} {deep:>3}  ")?;
        for column in first..=last {
            write!(f, "{:19}", line.get(&column).map(Column::text).unwrap_or_default())?;
        }
        writeln!(f)?;
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
