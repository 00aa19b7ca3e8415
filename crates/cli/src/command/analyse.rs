//! `outflank analyse`: evaluates every move of a position, or reviews a game.

mod game;
mod graph;
pub(super) mod page;
mod position;
mod remote;

use std::{io::Write, path::PathBuf};

use crate::{CommandStatus, engine::SearchArgs, error::Error, input::InputArgs, new_file, server::Server};

/// Evaluate every move of a position, or review the moves of a game
///
/// For a position: every legal move with its value, depth and principal variation. For a game: the
/// discs that each move lost, its class, a graph of the value, and the moves that changed the
/// result.
///
/// Classes: best loses nothing, inaccuracy (?!) at least 1 disc, mistake (?) at least 3, blunder
/// (??) at least 6. If the values are not exact, these limits are 2 discs higher, and a move that
/// loses at most 2 is good. An only move had no alternative.
///
/// Values count discs for the side to move, in the graph for black; empty squares go to the winner.
/// A depth of 12@73% is a search 12 plies deep with selectivity 73; a bare number is exact. Without
/// --level, --depth or --time, level 14 thinks about a position and level 14 about each move of a
/// game. Ctrl-C stops and prints the results so far.
///
/// With --server, the engine of a server searches within its limits and caches the results. Ctrl-C
/// stops it too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Evaluate every move of a position:
      outflank analyse board.txt --level 18
  Find where a game was lost:
      outflank analyse game.sgf
  Search two seconds per move:
      outflank analyse game.ggf --time 2s
  Write a page with the game and its review:
      outflank analyse game.sgf --html review.html
  Print the moves of the position after 20 moves as JSON:
      outflank analyse game.ggf --ply 20 --all-moves --json
  Search on another machine:
      outflank analyse game.sgf --level 18 --server http://192.168.1.5:7654")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Evaluate every move of the last position instead of reviewing the game
    #[arg(long, help_heading = "Engine")]
    all_moves: bool,

    #[command(flatten)]
    search: SearchArgs,

    /// Search on this server: http://HOST:PORT, or its name alone
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "hash"], help_heading = "Engine")]
    server: Option<Server>,

    /// Write the game and its review to one HTML file
    #[arg(long, value_name = "FILE", conflicts_with = "all_moves", help_heading = "Output")]
    html: Option<PathBuf>,

    /// Replace FILE if it exists
    #[arg(long, requires = "html", help_heading = "Output")]
    force: bool,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        if let Some(path) = self.html.as_deref().filter(|_| !self.force) {
            new_file::refuse_existing(path)?;
        }
        let reading = self.input.read_position()?;
        if self.html.is_some() && reading.record.game.ply() == 0 {
            return Err(Error::NothingToReplay);
        }
        if reading.record.game.ply() > 0 && !self.all_moves {
            self.review(&reading.record, out)
        } else {
            self.value_moves(&reading.record.game, out)
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_server::engine::jobs::{REVIEW_LEVEL, VALUES_LEVEL};

    use super::*;

    #[test]
    fn the_help_names_the_levels_that_think() {
        let help = <Args as clap::Args>::augment_args(clap::Command::new("analyse")).render_long_help().to_string();
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let levels = format!("level {VALUES_LEVEL} thinks about a position and level {REVIEW_LEVEL} about each move");
        assert!(words.contains(&levels), "{words}");
    }
}
