//! `outflank bot protocol`: prints the protocol of bots.

use std::io::Write;

use crate::{CommandStatus, error::Error};

const PAGE: &str = include_str!("../../../../../docs/reference/bots.md");

/// Print docs/reference/bots.md: how to write a bot, the whole protocol, and a sample game
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        out.write_all(PAGE.as_bytes())?;
        Ok(CommandStatus::Fine)
    }
}
