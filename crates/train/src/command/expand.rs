//! `outflank-train expand`: turns games into arrays of labeled positions.

use std::{fmt, path::PathBuf};

use outflank_train::{expand::Plan, label::Labeling};
use serde::Serialize;

use super::{Error, ThreadsArgs, open_games, parse_share};

/// Label the positions of games and lay them out for a fitter
///
/// The label of a solved position is its exact score. The label of any other position is a mean of
/// its search score and the result of the moves up to the next random move. Validation gets whole
/// games, never single positions.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Files written by outflank-train play
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,

    /// Write the arrays to folder DIR
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// Weight the result of play with SHARE and the search score with the rest
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = parse_share)]
    lambda: f64,

    /// Keep this share of the games for validation
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = parse_share)]
    validation: f64,

    /// Merge equal positions, including mirror images, and keep training positions out of
    /// validation
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// JSON printed by `outflank-train expand --json`.
#[derive(Serialize)]
pub(super) struct ExpandJson {
    games: u64,
    illegal_games: u64,
    damaged_parts: u64,
    train: u64,
    validation: u64,
}

impl Args {
    pub(super) fn run(&self) -> Result<ExpandJson, Error> {
        let games = self.files.iter().map(|path| open_games(path)).collect::<Result<Vec<_>, _>>()?;
        let plan = Plan {
            labeling: Labeling { lambda: self.lambda as f32 },
            validation: self.validation,
            unique: self.unique,
            threads: self.threads.count(),
        };
        let (description, tally) = plan.expand(games, &self.out).map_err(Error::content(&self.out))?;
        Ok(ExpandJson {
            games: tally.games,
            illegal_games: tally.illegal,
            damaged_parts: tally.damaged,
            train: description.sets[0].positions,
            validation: description.sets[1].positions,
        })
    }
}

impl fmt::Display for ExpandJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ExpandJson { games, illegal_games, damaged_parts, train, validation } = self;
        write!(f, "{games} games: {train} positions to train on, {validation} to validate")?;
        if illegal_games + damaged_parts > 0 {
            write!(f, "\nskipped: {illegal_games} illegal games, {damaged_parts} damaged parts")?;
        }
        Ok(())
    }
}
