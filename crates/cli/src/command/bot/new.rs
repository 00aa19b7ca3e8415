//! `outflank bot new`: writes a starter bot.

use std::{fs, io::Write, path::PathBuf};

use outflank_arena::{shell_word, starter::Language};

use crate::{
    CommandStatus,
    cli::choice,
    error::Error,
    new_file::{self, AtomicFile, refuse_existing},
};

/// Write a starter bot: one short file that plays legal moves
///
/// The bot needs only the language itself. A README.md explains how to run it. With --package the
/// bot uses the Python package outflank_bot, which implements the rules and is copied beside it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Write a bot to the folder my-bot:
      outflank bot new --lang python
  Write a bot that uses the Python package:
      outflank bot new --lang python --package
  Write a bot to another folder:
      outflank bot new --lang java reversi/first")]
pub(crate) struct Args {
    /// Write the bot in this language
    #[arg(short, long, value_name = "LANGUAGE", value_parser = choice(&Language::ALL))]
    lang: Language,

    /// Write to this folder
    #[arg(value_name = "DIR", default_value = "my-bot")]
    folder: PathBuf,

    /// Add the package with the rules (python only)
    #[arg(long)]
    package: bool,

    /// Replace existing files
    #[arg(long)]
    force: bool,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let files = if self.package { self.lang.files_with_package() } else { Some(self.lang.files().into()) };
        let files = files.ok_or_else(|| Error::NoPackage(self.lang))?;
        // With the separators of the system.
        let folder: PathBuf = self.folder.components().collect();
        let files: Vec<_> = files.into_iter().map(|file| (folder.join(file.name), file.text)).collect();
        if !self.force {
            files.iter().try_for_each(|(path, _)| refuse_existing(path))?;
        }
        for folder in files.iter().filter_map(|(path, _)| path.parent()) {
            fs::create_dir_all(folder).map_err(|cause| Error::File {
                doing: "make",
                path: folder.to_owned(),
                cause,
            })?;
        }
        let written: Result<Vec<_>, Error> =
            files.iter().map(|(path, text)| AtomicFile::of_bytes(path, text.as_bytes())).collect();
        new_file::commit(written?)?;
        for (path, _) in &files {
            writeln!(out, "{}", path.display())?;
        }
        self.print_how_to_run(out)
    }

    fn print_how_to_run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        writeln!(out, "\nPlay against it there:")?;
        if let Some(build) = self.lang.build_command() {
            writeln!(out, "    {build}")?;
        }
        writeln!(out, "    outflank play --white {}", shell_word(self.lang.command()))?;
        Ok(CommandStatus::Fine)
    }
}
