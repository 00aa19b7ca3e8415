//! `outflank variants`: lists the variants.

use std::io::Write;

use outflank_rules::{Color, FirstMover, Goal, Variant};
use serde::Serialize;

use crate::{CommandStatus, error::Error, json};

/// List the variants: boards and rules, with their codes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A code is a name, or a drawing of the starting board after an equals sign: X and O are discs, - is an empty \
square, # a hole, ? a square that the opening fills freely, and / ends a row. Behind either may stand +anti (fewest \
discs win), +black-first, +white-first or +random-first.

Examples:
  outflank show --variant octagon
  outflank moves --variant six+anti
  outflank show --variant \"=-----X/-#--#-/--OX--/--XO--/-#--#-/O-----\"")]
pub(crate) struct Args {
    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// JSON printed by `outflank variants --json`, one per variant.
#[derive(Serialize)]
struct VariantJson {
    #[serde(skip)]
    name: &'static str,
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
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let entries: Vec<VariantJson> =
            Variant::NAMED.iter().map(|(name, text, variant)| entry(name, text, variant)).collect();
        json::print(&entries, self.json, out, |entries, out| {
            for VariantJson { name, description, .. } in entries {
                writeln!(out, "{name:<13} {description}")?;
            }
            Ok(())
        })?;
        Ok(CommandStatus::Fine)
    }
}

fn entry(name: &'static str, description: &'static str, variant: &Variant) -> VariantJson {
    let squares = |color| variant.discs(color).into_iter().map(|square| square.to_string()).collect();
    VariantJson {
        name,
        code: variant.to_string(),
        description,
        size: variant.spec().size(),
        squares: variant.spec().area().len(),
        black: squares(Color::Black),
        white: squares(Color::White),
        first: match variant.first() {
            FirstMover::Fixed(color) => color.to_string(),
            FirstMover::Drawn => "random".to_owned(),
        },
        goal: match variant.spec().goal() {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        },
    }
}
