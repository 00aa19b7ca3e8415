//! `outflank archive search`: games are found.

use std::io::Write;

use outflank_rules::Color;
use outflank_server::{
    archive::{self, ArchiveError, Found, Kept, MOST, Page, Past},
    wire,
};

use super::{PlaceArgs, filters::FilterArgs};
use crate::{Verdict, columns::Columns, error::Error, json, number::counted, tell, terminal};

/// Find games: by player, result, opening, length, day, or a position they went through
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    filters: FilterArgs,

    /// How many games, of which the last played come first; 0 only counts them
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,

    /// Print JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    place: PlaceArgs,
}

impl Args {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        let search = self.filters.search()?;
        let archive = self.place.open_existing()?;
        let mut found = archive.find(&search, Page { after: None, limit: self.limit.min(MOST) })?;
        while let Some(after) = found.next.filter(|_| found.games.len() < self.limit) {
            let limit = (self.limit - found.games.len()).min(MOST);
            let more = archive.find(&search, Page { after: Some(after), limit })?;
            found.games.extend(more.games);
            found.damaged.extend(more.damaged);
            found.next = more.next;
        }
        for &id in &found.damaged {
            tell(format_args!("left out: {}", ArchiveError::Damaged { id }));
        }
        if self.json {
            json::write(&archive::page(&found), out)?;
        } else {
            print(&found, out)?;
        }
        Ok(if found.total == 0 { Verdict::Refused } else { Verdict::Fine })
    }
}

fn print(found: &Found, out: &mut dyn Write) -> Result<(), Error> {
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

pub(super) fn table(games: &[Kept]) -> Columns {
    let mut table = Columns::new(["game", "date", "result", "plies", "players"], 4);
    for kept in games {
        let Kept { id, past, opening, .. } = kept;
        let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
        let about: Vec<&str> =
            [opening.as_deref().unwrap_or_default(), &past.event].into_iter().filter(|text| !text.is_empty()).collect();
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
        table.row([
            id.to_string(),
            past.day.to_string(),
            result(past),
            past.game.ply().to_string(),
            format!("{} - {}{about}", name(&past.black), name(&past.white)),
        ]);
    }
    table
}

/// `40-24`, or who won where nobody counted.
fn result(past: &Past) -> String {
    match (past.outcome.margin, past.decision().winner()) {
        (Some(margin), _) => {
            let [black, white] = wire::discs(&past.game.start().ground(), margin);
            format!("{black}-{white}")
        }
        (None, Some(Color::Black)) => "1-0".to_owned(),
        (None, Some(Color::White)) => "0-1".to_owned(),
        (None, None) => "?".to_owned(),
    }
}
