//! `outflank analyse`: what every move of a position is worth, and what the moves of a game have cost.

mod game;
mod graph;
pub(super) mod page;
mod position;
mod remote;

use std::{io::Write, path::PathBuf};

use crate::{
    Verdict, effort::EffortArgs, engine::EngineArgs, error::Error, new_file, server::Server, subject::SubjectArgs,
};

/// Value all moves of a position, or judge the moves of a game
///
/// A position: every legal move with its value, depth and line. A game: what each move lost against the best one, its
/// class, a graph of the value, and where the result changed.
///
/// Classes: best loses nothing, inaccuracy (?!) from 1 disc on, mistake (?) from 3, blunder (??) from 6. Where the values are
/// not proven, 2 discs are within the noise of the search: such a move is good, and the others begin 2 discs later. An only
/// move is one without a choice.
///
/// Values are in discs, empty squares going to the winner: for the side to move, and in the graph for black. A depth such as
/// 12@73% is what a search found that far ahead, leaving out what is worse with a likelihood of 73 %; a bare number is proven. Without --level, --depth or --time level 14 thinks
/// about a position and level 14 about each move of a game. Ctrl-C stops and prints what was found so far.
///
/// With --server the engine of a server thinks, within its limits, and remembers what it found; everything else is the same. Ctrl-C ends the work there too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  What is every move worth here?
      outflank analyse board.txt --level 18
  Where was this game lost?
      outflank analyse game.sgf
  With two seconds for each search:
      outflank analyse game.ggf --time 2s
  A page with the game and its review, to open in a browser or to send to somebody:
      outflank analyse game.sgf --html review.html
  All moves of the position after 20 moves, for a program:
      outflank analyse game.ggf --ply 20 --all-moves --json
  Let the server on the big machine think:
      outflank analyse game.sgf --level 18 --server http://192.168.1.5:7654")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// Value all moves of the last position, also of a game
    #[arg(long)]
    all_moves: bool,

    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    engine: EngineArgs,

    /// Let the engine of this server think: http://HOST:PORT, or its name alone
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "hash"], help_heading = "Engine")]
    server: Option<Server>,

    /// Write a page on which the game can be played through with its review: one file that needs nothing else
    #[arg(long, value_name = "FILE", conflicts_with = "all_moves", help_heading = "Output")]
    html: Option<PathBuf>,

    /// Replace the page if it exists
    #[arg(long, requires = "html", help_heading = "Output")]
    force: bool,

    /// Print JSON for programs
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        if let Some(path) = self.html.as_deref().filter(|_| !self.force) {
            new_file::refuse_existing(path)?;
        }
        let reading = self.subject.read_position()?;
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
    use outflank_server::jobs::{REVIEW_LEVEL, VALUES_LEVEL};

    use super::*;

    #[test]
    fn the_help_names_the_levels_that_think() {
        let help = <Args as clap::Args>::augment_args(clap::Command::new("analyse")).render_long_help().to_string();
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let levels = format!("level {VALUES_LEVEL} thinks about a position and level {REVIEW_LEVEL} about each move");
        assert!(words.contains(&levels), "{words}");
    }
}
