//! `outflank bot protocol`: what a bot is told and says.

use std::io::Write;

use crate::{Verdict, error::Error};

const PAGE: &str = include_str!("../../../../../docs/bots.md");

/// Print docs/bots.md: how to write a bot, the whole protocol, and a sample game
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        out.write_all(PAGE.as_bytes())?;
        Ok(Verdict::Fine)
    }
}
