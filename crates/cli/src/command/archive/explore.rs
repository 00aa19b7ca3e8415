//! `outflank archive explore`: what was played in a position.

use std::io::Write;

use outflank_rules::{Position, Variant, notation::Notation};
use outflank_server::archive::{self, Explored, Played, Tally};

use super::{PlaceArgs, filters::FactArgs, search::table};
use crate::{
    Verdict, columns::Columns, effort::EffortArgs, engine::EngineArgs, error::Error, interrupt, json, number::counted,
    subject::SubjectArgs, terminal,
};

/// The level that thinks where nothing else is asked for: it takes a moment.
const LEVEL: u8 = 10;

/// Games that are shown.
const SHOWN: usize = 10;

/// See what was played in a position, turned or mirrored in any way, and how it ended
///
/// Each move with the number of its games, how many of them each side won, what it is worth to the side that plays it, and the opening that it leads
/// to. All games of the archive are counted, or those of a player, a result, an opening, some years. The opening book values what it knows, the engine
/// the rest: at level 10, unless --level, --depth or --time say otherwise.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    #[command(flatten)]
    facts: FactArgs,

    /// Leave out values that the opening book does not know
    #[arg(long, help_heading = "Engine", conflicts_with_all = ["level", "depth", "selectivity", "time"])]
    no_engine: bool,

    #[command(flatten)]
    effort: EffortArgs,

    #[command(flatten)]
    engine: EngineArgs,

    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    place: PlaceArgs,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let reading = self.subject.read_position()?;
        let archive = self.place.open_existing()?;
        let (mut explored, some) = archive.explore_with_games(&reading.position, &self.facts.search(), SHOWN)?;
        self.judge(&mut explored, &reading.position)?;
        if self.json {
            let variant = Variant::from_position(&reading.record.game.start());
            json::write(&archive::explored(variant, &reading.record.game, &explored, &some), out)?;
        } else {
            write!(out, "{}", moves(&explored, self.subject.notation).text(terminal::width()))?;
            writeln!(out, "{}{}", counted(explored.total.games, "game"), ended(&explored))?;
            if !some.is_empty() {
                write!(out, "\n{}", table(&some).text(terminal::width()))?;
            }
        }
        Ok(if explored.total.games == 0 { Verdict::Refused } else { interrupt::verdict() })
    }

    /// Lets the engine value what the book does not know.
    fn judge(&self, explored: &mut Explored, position: &Position) -> Result<(), Error> {
        if self.no_engine || explored.moves.iter().all(|played| played.worth.is_some()) {
            return Ok(());
        }
        let limits = self.effort.limits(position.empties().len(), LEVEL);
        let analysis = self.engine.analyse(position, &limits)?;
        explored.judge(|mv| analysis.of(mv).map(|valued| valued.value));
        Ok(())
    }
}

fn ended(explored: &Explored) -> String {
    match explored.ended {
        0 => String::new(),
        ended => format!(", of which {ended} went no further"),
    }
}

fn moves(explored: &Explored, notation: Notation) -> Columns {
    let mut table = Columns::new(["move", "games", "black", "draws", "white", "value", "by", "opening"], 7);
    for Played { mv, tally, opening, worth, .. } in &explored.moves {
        let Tally { games, black, draws, white } = tally;
        table.row([
            notation.write(*mv),
            games.to_string(),
            share(*black, *games),
            share(*draws, *games),
            share(*white, *games),
            worth.map_or_else(String::new, |worth| format!("{:+}", worth.value.discs())),
            worth.map_or("", |worth| worth.by.word()).to_owned(),
            opening.unwrap_or_default().to_owned(),
        ]);
    }
    table
}

/// Of so many games, in percent.
fn share(part: u64, games: u64) -> String {
    if games == 0 { String::new() } else { format!("{:.0}%", part as f64 * 100.0 / games as f64) }
}
