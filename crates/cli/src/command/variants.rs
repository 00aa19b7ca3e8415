//! `outflank variants`: the games that can be played.

use std::io::Write;

use outflank_rules::{Color, FirstMover, Goal, Variant};
use serde::Serialize;

use crate::{Verdict, error::Error, json};

/// List the boards and rules that can be played, with their codes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A code is a name, or a drawing of the starting board after an equals sign: X and O are discs, - is an empty \
square, # a hole, ? a square that the opening fills freely, and / ends a row. Behind either may stand +anti (fewest \
discs win), +black-first, +white-first or +random-first.

Examples:
  outflank show --variant octagon
  outflank moves --variant six+anti
  outflank show --variant '=-----X/-#--#-/--OX--/--XO--/-#--#-/O-----'")]
pub(crate) struct Args {
    /// Print JSON for programs
    #[arg(long)]
    json: bool,
}

/// A variant as programs read it.
#[derive(Serialize)]
struct Entry {
    code: String,
    description: &'static str,
    size: u8,
    squares: u32,
    black: Vec<String>,
    white: Vec<String>,
    first: String,
    goal: &'static str,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        if self.json {
            let entries: Vec<Entry> = Variant::NAMED.iter().map(|(_, text, variant)| entry(text, variant)).collect();
            json::write(&entries, out)?;
        } else {
            for (name, description, _) in Variant::NAMED {
                writeln!(out, "{name:<13} {description}")?;
            }
        }
        Ok(Verdict::Fine)
    }
}

fn entry(description: &'static str, variant: &Variant) -> Entry {
    let squares = |color| variant.discs(color).into_iter().map(|square| square.to_string()).collect();
    Entry {
        code: variant.to_string(),
        description,
        size: variant.ground().size(),
        squares: variant.ground().area().len(),
        black: squares(Color::Black),
        white: squares(Color::White),
        first: match variant.first() {
            FirstMover::Fixed(color) => color.to_string(),
            FirstMover::Drawn => "random".to_owned(),
        },
        goal: match variant.ground().goal() {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        },
    }
}
