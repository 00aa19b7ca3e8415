//! `outflank archive search`: lists games.

use std::io::Write;

use outflank_rules::Color;
use outflank_server::{
    archive::{self, ArchiveEntry, ArchiveError, ArchivedGame, MAX_PAGE_GAMES, Page, SearchPage},
    game::wire,
};

use super::{DataArgs, filters::FilterArgs};
use crate::{
    CommandStatus, cli::whole_number, columns::Columns, error::Error, json, number::counted, print_message, terminal,
};

/// Find games by player, result, opening, length, date or position
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    filters: FilterArgs,

    /// List at most N games, the latest first; 0 only counts them
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number::<usize>(0..), help_heading = "Output")]
    limit: usize,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    data: DataArgs,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let search = self.filters.search()?;
        let archive = self.data.open_existing()?;
        let mut found = archive.find(&search, Page { after: None, limit: self.limit.min(MAX_PAGE_GAMES) })?;
        while let Some(after) = found.next.filter(|_| found.games.len() < self.limit) {
            let limit = (self.limit - found.games.len()).min(MAX_PAGE_GAMES);
            let more = archive.find(&search, Page { after: Some(after), limit })?;
            found.games.extend(more.games);
            found.damaged.extend(more.damaged);
            found.next = more.next;
        }
        for &id in &found.damaged {
            print_message(format_args!("skipped: {}", ArchiveError::Damaged { id }));
        }
        json::print(&archive::page(&found), self.json, out, |_, out| print(&found, out))?;
        Ok(if found.total == 0 { CommandStatus::Refused } else { CommandStatus::Fine })
    }
}

fn print(found: &SearchPage, out: &mut dyn Write) -> Result<(), Error> {
    if found.total == 0 {
        writeln!(out, "no games")?;
        return Ok(());
    }
    if !found.games.is_empty() {
        write!(out, "{}", table(&found.games).text(terminal::width()))?;
    }
    if found.total > found.games.len() as u64 {
        writeln!(out, "{} of {}; --limit shows more", found.games.len(), counted(found.total, "game"))?;
    }
    Ok(())
}

pub(super) fn table(games: &[ArchiveEntry]) -> Columns {
    let mut table = Columns::new(["game", "date", "result", "plies", "players"], 4);
    for entry in games {
        let ArchiveEntry { id, game, opening, .. } = entry;
        let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
        let about: Vec<&str> =
            [opening.as_deref().unwrap_or_default(), &game.event].into_iter().filter(|text| !text.is_empty()).collect();
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
        table.row([
            id.to_string(),
            game.day.to_string(),
            result(game),
            game.game.ply().to_string(),
            format!("{} - {}{about}", name(&game.black), name(&game.white)),
        ]);
    }
    table
}

/// `40-24`; `1-0` or `0-1` if only the winner is known; else `?`.
fn result(game: &ArchivedGame) -> String {
    match (game.outcome.margin, game.decision().winner()) {
        (Some(margin), _) => {
            let [black, white] = wire::discs(&game.game.start().spec(), margin);
            format!("{black}-{white}")
        }
        (None, Some(Color::Black)) => "1-0".to_owned(),
        (None, Some(Color::White)) => "0-1".to_owned(),
        (None, None) => "?".to_owned(),
    }
}
