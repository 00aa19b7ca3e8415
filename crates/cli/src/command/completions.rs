//! `outflank completions`: prints completion scripts for shells.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::{CommandStatus, cli::Cli, error::Error};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank completions bash > ~/.local/share/bash-completion/completions/outflank
  outflank completions zsh > ~/.zfunc/_outflank
  outflank completions fish > ~/.config/fish/completions/outflank.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        // Generate into memory first, because the generator panics if its output fails.
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "outflank", &mut script);
        out.write_all(&script)?;
        Ok(CommandStatus::Fine)
    }
}
