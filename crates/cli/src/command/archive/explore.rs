//! `outflank archive explore`: lists the moves played in a position.

use std::io::Write;

use outflank_rules::{Position, Variant, notation::Notation};
use outflank_server::archive::{self, Explored, ExploredMove, Tally};

use super::{DataArgs, filters::FactArgs, search::table};
use crate::{
    CommandStatus, columns::Columns, engine::SearchArgs, error::Error, input::InputArgs, interrupt, json,
    number::counted, terminal,
};

/// The default level; a search takes under a second.
const LEVEL: u8 = 10;

/// Games listed below the moves.
const SHOWN: usize = 10;

/// List the moves played in a position and their results
///
/// Positions that are equal after turning or mirroring count as one. Each move has its number of
/// games, the share won by each side, its value for the side to move, and the opening it leads to.
/// Options restrict the games. Values come from the opening book and else from the engine, by
/// default at level 10.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    facts: FactArgs,

    /// Print only values from the opening book
    #[arg(long, help_heading = "Engine", conflicts_with_all = ["level", "depth", "selectivity", "time"])]
    no_engine: bool,

    #[command(flatten)]
    search: SearchArgs,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    data: DataArgs,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let reading = self.input.read_position()?;
        let archive = self.data.open_existing()?;
        let (mut explored, some) = archive.explore_with_games(&reading.position, &self.facts.search(), SHOWN)?;
        self.add_engine_values(&mut explored, &reading.position)?;
        let variant = Variant::from_position(&reading.record.game.start());
        let report = archive::explored(variant, &reading.record.game, &explored, &some);
        json::print(&report, self.json, out, |_, out| {
            write!(out, "{}", moves(&explored, &reading.position, self.input.notation).text(terminal::width()))?;
            writeln!(out, "{}{}", counted(explored.total.games, "game"), ended(&explored))?;
            if !some.is_empty() {
                write!(out, "\n{}", table(&some).text(terminal::width()))?;
            }
            Ok(())
        })?;
        Ok(if explored.total.games == 0 { CommandStatus::Refused } else { interrupt::verdict() })
    }

    /// Lets the engine evaluate the moves that the book does not know.
    fn add_engine_values(&self, explored: &mut Explored, position: &Position) -> Result<(), Error> {
        if self.no_engine || explored.moves.iter().all(|played| played.value.is_some()) {
            return Ok(());
        }
        let analysis = self.search.analyse(position, LEVEL)?;
        explored.add_values(|mv| analysis.of(mv).map(|valued| valued.value));
        Ok(())
    }
}

fn ended(explored: &Explored) -> String {
    match explored.ended {
        0 => String::new(),
        ended => format!(", of which {ended} went no further"),
    }
}

fn moves(explored: &Explored, position: &Position, notation: Notation) -> Columns {
    let mut table = Columns::new(["move", "games", "black", "draws", "white", "value", "by", "opening"], 7);
    for ExploredMove { mv, tally, opening, value, .. } in &explored.moves {
        let Tally { games, black, draws, white } = tally;
        table.row([
            notation.write_turn(position, *mv),
            games.to_string(),
            share(*black, *games),
            share(*draws, *games),
            share(*white, *games),
            value.map_or_else(String::new, |value| format!("{:+}", value.discs.discs())),
            value.map_or("", |value| value.source.word()).to_owned(),
            opening.unwrap_or_default().to_owned(),
        ]);
    }
    table
}

/// Formats a part of all games in percent.
fn share(part: u64, games: u64) -> String {
    if games == 0 { String::new() } else { format!("{:.0}%", part as f64 * 100.0 / games as f64) }
}
