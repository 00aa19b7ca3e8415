//! The subcommands. Each returns one value, which is printed as text (`Display`) or as JSON
//! (`Serialize`).

mod deviations;
mod expand;
mod fit;
mod matches;
mod openings;
mod play;
mod selectivity;
mod validate;
mod weights;

use std::{
    fmt,
    fs::{self, File},
    io::{self, BufReader, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use outflank_engine::eval::Model;
use outflank_train::{BoardKind, dataset::Reader, loss::Losses};
use serde::Serialize;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Play(play::Args),
    Expand(expand::Args),
    Fit(fit::Args),
    Pack(weights::PackArgs),
    Rename(weights::RenameArgs),
    Mean(weights::MeanArgs),
    Round(weights::RoundArgs),
    Validate(validate::Args),
    Match(matches::Args),
    Deviations(deviations::Args),
    Selectivity(selectivity::Args),
    Openings(openings::Args),
}

impl Command {
    pub(crate) fn run(&self, json: bool) -> Result<(), Error> {
        match self {
            Command::Play(args) => print(&args.run()?, json),
            Command::Expand(args) => print(&args.run()?, json),
            Command::Fit(args) => print(&args.run()?, json),
            Command::Pack(args) => print(&args.run()?, json),
            Command::Rename(args) => print(&args.run()?, json),
            Command::Mean(args) => print(&args.run()?, json),
            Command::Round(args) => print(&args.run()?, json),
            Command::Validate(args) => print(&args.run()?, json),
            Command::Match(args) => print(&args.run()?, json),
            Command::Deviations(args) => print(&args.run()?, json),
            Command::Selectivity(args) => print(&args.run()?, json),
            Command::Openings(args) => print(&args.run()?, json),
        }
    }
}

fn print(report: &(impl Serialize + fmt::Display), json: bool) -> Result<(), Error> {
    let text = if json { serde_json::to_string_pretty(report).map_err(io::Error::from)? } else { report.to_string() };
    writeln!(io::stdout(), "{text}")?;
    Ok(())
}

/// The reason why a subcommand failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    #[error("cannot read {}: {cause}", path.display())]
    Read { path: PathBuf, cause: io::Error },
    #[error("cannot write {}: {cause}", path.display())]
    Write { path: PathBuf, cause: io::Error },
    /// A file or folder with wrong content.
    #[error("{}: {cause}", path.display())]
    Content { path: PathBuf, cause: Box<dyn std::error::Error> },
}

impl Error {
    fn read(path: &Path) -> impl Fn(io::Error) -> Error + Copy {
        move |cause| Error::Read { path: path.to_owned(), cause }
    }

    fn write(path: &Path) -> impl Fn(io::Error) -> Error + Copy {
        move |cause| Error::Write { path: path.to_owned(), cause }
    }

    fn content<E: std::error::Error + 'static>(path: &Path) -> impl Fn(E) -> Error + Copy {
        move |cause| Error::Content { path: path.to_owned(), cause: Box::new(cause) }
    }
}

/// Files or weights for another board or goal.
#[derive(Debug, thiserror::Error)]
#[error("belongs to another board or goal; use games and weights of one")]
struct BoardMismatch;

/// `--size` or `--variant`: the board and the goal.
#[derive(Debug, clap::Args)]
struct BoardArgs {
    /// Set the board size: 8 or 6 squares a side
    #[arg(long, value_name = "N", default_value = "8", conflicts_with = "variant")]
    size: BoardKind,

    /// Set the variant: standard, six, standard+anti or six+anti
    #[arg(long, value_name = "CODE")]
    variant: Option<BoardKind>,
}

impl BoardArgs {
    fn kind(&self) -> BoardKind {
        self.variant.unwrap_or(self.size)
    }
}

#[derive(Debug, clap::Args)]
struct ThreadsArgs {
    /// Use N threads; 0 for one per processor
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

impl ThreadsArgs {
    const MAX: usize = 1024;

    fn count(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads.min(Self::MAX),
        }
    }
}

type GameReader = Reader<BufReader<File>>;

fn open_games(path: &Path) -> Result<GameReader, Error> {
    let file = File::open(path).map_err(Error::read(path))?;
    Reader::new(BufReader::with_capacity(1 << 20, file)).map_err(Error::content(path))
}

/// Opens files of games. All must have the board and goal of the first, which is returned too.
fn open_all_games(paths: &[PathBuf]) -> Result<(BoardKind, Vec<GameReader>), Error> {
    let readers = paths.iter().map(|path| open_games(path)).collect::<Result<Vec<_>, _>>()?;
    let kind = readers.first().map_or(BoardKind::Standard, |reader| reader.header().kind);
    match readers.iter().zip(paths).find(|(reader, _)| reader.header().kind != kind) {
        Some((_, path)) => Err(Error::content(path)(BoardMismatch)),
        None => Ok((kind, readers)),
    }
}

/// A weight file and the digest of its bytes.
struct Weights {
    model: Arc<Model>,
    digest: u64,
}

fn read_weights(path: &Path) -> Result<Weights, Error> {
    let bytes = fs::read(path).map_err(Error::read(path))?;
    let model = Model::from_bytes(&bytes).map_err(Error::content(path))?;
    Ok(Weights { model: Arc::new(model), digest: outflank_train::weights::digest(&bytes) })
}

/// Reads weights for this board and goal; the embedded weights if no file is given.
fn read_model(path: Option<&Path>, kind: BoardKind) -> Result<Arc<Model>, Error> {
    let Some(path) = path else {
        return Ok(Model::for_spec(kind.variant().spec()));
    };
    let model = read_weights(path)?.model;
    if model.layout().digest() == kind.layout().digest() { Ok(model) } else { Err(Error::content(path)(BoardMismatch)) }
}

/// Prints progress to stderr, at most every 10 s. Lines instead of a bar, because long runs are
/// watched through a pipe.
struct ProgressPrinter {
    last: Instant,
}

impl ProgressPrinter {
    const INTERVAL: Duration = Duration::from_secs(10);

    fn new() -> ProgressPrinter {
        ProgressPrinter { last: Instant::now() }
    }

    fn print(&mut self, line: impl fmt::Display) {
        if self.last.elapsed() >= Self::INTERVAL {
            self.last = Instant::now();
            eprintln!("{line}");
        }
    }
}

/// Headings of [`LossCells`].
const LOSS_HEADING: &str = "   positions     MAE    RMSE    corr.   ";

/// Losses as columns of a table.
struct LossCells<'a>(&'a Losses);

impl fmt::Display for LossCells<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Losses { positions, mae, rmse, correlation } = self.0;
        let cell = |value: &Option<f64>, digits| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
        write!(f, "{positions:>12}{:>8}{:>8}{:>9}   ", cell(mae, 3), cell(rmse, 3), cell(correlation, 4))
    }
}

/// Parses `MIN..MAX`.
fn parse_range(text: &str) -> Result<(u8, u8), String> {
    let range = text.split_once("..").and_then(|(min, max)| Some((min.parse().ok()?, max.parse().ok()?)));
    match range {
        Some((min, max)) if min <= max && max <= 60 => Ok((min, max)),
        _ => Err("write two numbers up to 60, the smaller first, as in 4..24".to_owned()),
    }
}

/// Parses a probability or share.
fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 to 1, as in 0.02".to_owned())
}
