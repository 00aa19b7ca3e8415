//! `outflank archive explore`: what was played in a position.

use std::io::Write;

use outflank_rules::{Variant, notation::Notation};
use outflank_server::archive::{self, Explored, Page, Played, Search, Tally};

use super::{PlaceArgs, search::table};
use crate::{Verdict, columns::Columns, error::Error, json, number::counted, subject::SubjectArgs, terminal};

/// Games that are shown.
const SHOWN: usize = 10;

/// See what was played in a position, turned or mirrored in any way, and how it ended
///
/// Each move with the number of its games, how many of them each side won, what the opening book thinks of it, and the opening that it leads to.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    place: PlaceArgs,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let reading = self.subject.read_position()?;
        let archive = self.place.open()?;
        let explored = archive.explore(&reading.position)?;
        let search = Search { position: Some(reading.position), ..Search::default() };
        let some = archive.find(&search, Page { after: None, limit: SHOWN })?.games;
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
        Ok(if explored.total.games == 0 { Verdict::Refused } else { Verdict::Fine })
    }
}

fn ended(explored: &Explored) -> String {
    match explored.ended {
        0 => String::new(),
        ended => format!(", of which {ended} went no further"),
    }
}

fn moves(explored: &Explored, notation: Notation) -> Columns {
    let mut table = Columns::new(["move", "games", "black", "draws", "white", "value", "opening"], 6);
    for Played { mv, tally, opening, value, .. } in &explored.moves {
        let Tally { games, black, draws, white } = tally;
        table.row([
            notation.write(*mv),
            games.to_string(),
            share(*black, *games),
            share(*draws, *games),
            share(*white, *games),
            value.map_or_else(String::new, |value| format!("{:+}", value.discs())),
            opening.unwrap_or_default().to_owned(),
        ]);
    }
    table
}

/// Of so many games, in percent.
fn share(part: u64, games: u64) -> String {
    if games == 0 { String::new() } else { format!("{:.0}%", part as f64 * 100.0 / games as f64) }
}
