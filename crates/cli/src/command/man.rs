//! `outflank man`: prints the manual pages, made from the same texts as `--help`.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::{
    CommandStatus,
    cli::Cli,
    error::Error,
    new_file::{self, AtomicFile},
    print_message,
};

/// Print a manual page, or write all of them to a directory
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank man show | man -l -
  outflank man --output ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Print the page of this command [default: outflank itself]
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    command: Option<String>,

    /// Write the pages of all commands to DIR
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let pages = pages();
        match (&self.output, &self.command) {
            (Some(dir), _) => write_all(&pages, dir)?,
            (None, None) => out.write_all(&rendered(&pages[0]))?,
            (None, Some(name)) => out.write_all(&rendered(find(&pages, name)?))?,
        }
        Ok(CommandStatus::Fine)
    }
}

/// The main command and its subcommands. `build` gives the subcommands their full names.
fn pages() -> Vec<Command> {
    let mut root = Cli::command().disable_help_subcommand(true);
    root.build();
    with_subcommands(&root)
}

/// A command followed by all its subcommands.
fn with_subcommands(command: &Command) -> Vec<Command> {
    std::iter::once(command.clone()).chain(command.get_subcommands().flat_map(with_subcommands)).collect()
}

/// `perft` for the page outflank-perft, `book-build` for outflank-book-build.
fn short_name(page: &Command) -> &str {
    page.get_display_name().and_then(|name| name.strip_prefix("outflank-")).unwrap_or(page.get_name())
}

fn find<'a>(pages: &'a [Command], name: &str) -> Result<&'a Command, Error> {
    pages.iter().find(|page| short_name(page) == name).ok_or_else(|| Error::NoSuchCommand {
        name: name.to_owned(),
        known: pages[1..].iter().map(|page| short_name(page).to_owned()).collect(),
    })
}

fn write_all(pages: &[Command], dir: &Path) -> Result<(), Error> {
    fs::create_dir_all(dir).map_err(|cause| Error::File { doing: "make", path: dir.to_owned(), cause })?;
    let mut written = Vec::new();
    for page in pages {
        let path = dir.join(format!("{}.1", page.get_display_name().unwrap_or(page.get_name())));
        written.push(AtomicFile::of_bytes(&path, &rendered(page))?);
    }
    new_file::commit(written)?;
    print_message(format_args!("{} manual pages written to {}", pages.len(), dir.display()));
    Ok(())
}

fn rendered(page: &Command) -> Vec<u8> {
    let mut text = Vec::new();
    Man::new(page.clone())
        .source(concat!("outflank ", env!("CARGO_PKG_VERSION")))
        .render(&mut text)
        .expect("writing into memory");
    text
}
