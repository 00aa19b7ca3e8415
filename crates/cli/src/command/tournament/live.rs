//! How it stands while games are played: a table at the terminal, and the page in the folder.

use std::{
    cell::Cell,
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use outflank_arena::tournament::{Event, Place};

use crate::{error::Error, progress::Progress, tell};

/// The page is written this often, unless that takes long.
const PAGE: Duration = Duration::from_secs(5);

/// The table is drawn this often, unless that takes long.
const TABLE: Duration = Duration::from_millis(250);

/// So many times as long as something took, it is not done again: games come first.
const REST: u32 = 20;

/// Lines of the table at the terminal.
const LINES: usize = 12;

pub(super) struct Live {
    progress: Progress,
    is_seen: bool,
    /// When the table is drawn next.
    table: Cell<Instant>,
    /// When the page is written next.
    page: Cell<Instant>,
}

impl Live {
    /// Writes the first page, so that it can be opened from the beginning.
    pub(super) fn new(event: &Event) -> Result<Live, Error> {
        event.publish(!event.tournament().is_over()).map_err(Error::Event)?;
        let is_seen = io::stderr().is_terminal();
        if is_seen && !event.tournament().is_over() {
            tell(format_args!("open {} to watch", event.dir().join("report.html").display()));
        }
        let progress = Progress::of_table(event.tournament().total().into());
        progress.advance(event.tournament().games().len() as u64);
        let now = Instant::now();
        Ok(Live { progress, is_seen, table: Cell::new(now), page: Cell::new(now + PAGE) })
    }

    /// A game more was played.
    pub(super) fn tell(&self, event: &Event) {
        if self.is_seen {
            now_and_then(&self.table, TABLE, || self.progress.say(table(event)));
        }
        self.progress.advance(1);
        // What cannot be written now is told at the end, when it is tried again.
        now_and_then(&self.page, PAGE, || drop(event.publish(true)));
    }
}

/// Does something if its time has come, and sets the next.
fn now_and_then(next: &Cell<Instant>, pause: Duration, act: impl FnOnce()) {
    let begun = Instant::now();
    if begun >= next.get() {
        act();
        next.set(Instant::now() + pause.max(begun.elapsed() * REST));
    }
}

/// The first of the table.
fn table(event: &Event) -> String {
    let table = event.tournament().table(&event.settings().tie_breaks());
    let line = |place: &Place| {
        let name: String = event.settings().players[place.entrant()].name.chars().take(24).collect();
        let fouls = match place.conduct.all_fouls() {
            0 => String::new(),
            count => format!("  {count} by fouls"),
        };
        let (standing, conduct) = (&place.standing, &place.conduct);
        format!(
            "{:>3} {name:<24} {:>6} of {:<5} +{} ={} -{}{fouls}\n",
            standing.place, standing.points, standing.games, conduct.wins, conduct.draws, conduct.losses
        )
    };
    let mut text: String = table.iter().take(LINES).map(line).collect();
    if table.len() > LINES {
        text += &format!("    and {} more\n", table.len() - LINES);
    }
    text
}
