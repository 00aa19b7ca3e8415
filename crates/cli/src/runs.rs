//! Messages that matches and tournaments share.

use outflank_arena::{journal::Journal, roster::Roster};

use crate::print_message;

/// Prints the names that had to be changed.
pub(crate) fn print_renamed_players(roster: &Roster) {
    for (wanted, name) in roster.renamed() {
        print_message(format_args!(
            "{wanted:?} is called {name:?} here: names are unique and have at most 40 characters"
        ));
    }
}

/// Warns if the version or a program changed since the run began, because the remaining games may
/// differ.
pub(crate) fn print_changes(journal: &Journal) {
    let (begun, version) = (&journal.origin().version, env!("CARGO_PKG_VERSION"));
    if begun != version {
        print_message(format_args!("started by Outflank {begun}; this is {version}, whose bots may play differently"));
    }
    for path in journal.changed() {
        print_message(format_args!("{} has changed since the start", path.display()));
    }
}
