//! `outflank guide`: prints a board and an example of each command.

use std::io::Write;

use outflank_rules::{Variant, notation::BoardStyle};

use crate::{CommandStatus, error::Error};

/// A description and an example of each command.
const TOUR: [(&str, &str); 22] = [
    ("learn the rules", "outflank help rules"),
    ("play and watch in the browser", "outflank"),
    ("play in the terminal, against the computer or a person beside you", "outflank play"),
    ("draw the end of a game, or any position", "outflank show f5d6c3d3c4"),
    ("list the legal moves and what each flips", "outflank moves f5d6 --notation row-column"),
    ("say why a move is illegal, or a board impossible", "outflank check f5d6 --move a1"),
    ("turn game records from one format into another", "outflank convert games.ggf --to pgn -o games.pgn"),
    ("explore what was played in game collections", "outflank archive explore f5d6c3d3c4"),
    ("solve positions: value, best move and line with perfect play", "outflank solve --size 4 --start"),
    ("find the best move of a position", "outflank hint f5d6c3 --time 2s"),
    ("see where a game was lost, move by move", "outflank analyse game.sgf"),
    ("make a picture of a position or an animation of a game", "outflank render game.sgf -o game.gif"),
    ("show the parts of an evaluation", "outflank eval f5d6c3 --brief"),
    ("start to write your own bot", "outflank bot new --lang python"),
    ("find out which of two bots is stronger", "outflank match greedy random"),
    ("let many bots play each other, with a table and a report", "outflank tournament random greedy corners minimax:3"),
    ("look into the opening book", "outflank book show f5d6"),
    ("run the engine for GoGui and other GTP programs", "outflank gtp --level 12"),
    ("run the engine for NBoard", "outflank nboard"),
    ("measure the engine", "outflank bench"),
    ("count all lines of play to a depth", "outflank perft --depth 9"),
    ("list the variants: boards and rules", "outflank variants"),
];

/// Print a short tour with an example of each command
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        print(out)
    }
}

fn print(out: &mut dyn Write) -> Result<CommandStatus, Error> {
    let style = BoardStyle { marks: true, ..BoardStyle::default() };
    writeln!(out, "Outflank: Reversi in one program.\n")?;
    for line in style.draw(&Variant::STANDARD.start()).lines() {
        writeln!(out, "    {line}")?;
    }
    writeln!(out, "\nBlack (X) begins: a disc on any of the dots outflanks a white disc (O) and turns it over.\n")?;
    writeln!(out, "Things to try:\n")?;
    for (what, example) in TOUR {
        writeln!(out, "  {what}\n      {example}\n")?;
    }
    writeln!(out, "outflank --help lists all commands, outflank COMMAND --help explains one.")?;
    Ok(CommandStatus::Fine)
}
