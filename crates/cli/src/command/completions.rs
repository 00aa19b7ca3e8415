//! `outflank completions`: scripts that let a shell complete our commands and options.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::{Verdict, cli::Cli, error::Error};

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
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        // Into memory first: the generator panics when its output fails.
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "outflank", &mut script);
        out.write_all(&script)?;
        Ok(Verdict::Fine)
    }
}
