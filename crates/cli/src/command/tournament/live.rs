//! Updates the table on the terminal and the page in the folder while games are played.

use std::{
    cell::Cell,
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use outflank_arena::tournament::{StandingsRow, TournamentRun};

use crate::{error::Error, print_message, progress::Progress};

/// Interval between two updates of the page.
const PAGE_INTERVAL: Duration = Duration::from_secs(5);

/// Interval between two updates of the table.
const TABLE_INTERVAL: Duration = Duration::from_millis(250);

/// An update waits at least this many times as long as the last one took, because games need the
/// processor.
const REST_FACTOR: u32 = 20;

/// Rows of the table on the terminal.
const MAX_ROWS: usize = 12;

pub(super) struct LiveTable {
    progress: Progress,
    is_seen: bool,
    /// Time of the next update of the table.
    table: Cell<Instant>,
    /// Time of the next update of the page.
    page: Cell<Instant>,
}

impl LiveTable {
    /// Writes the first page, so that it can be opened at once.
    pub(super) fn new(run: &TournamentRun) -> Result<LiveTable, Error> {
        run.publish(!run.tournament().is_over()).map_err(Error::TournamentRun)?;
        let is_seen = io::stderr().is_terminal();
        if is_seen && !run.tournament().is_over() {
            print_message(format_args!("open {} to watch", run.dir().join("report.html").display()));
        }
        let progress = Progress::of_table(run.tournament().total().into());
        progress.advance(run.tournament().games().len() as u64);
        let now = Instant::now();
        Ok(LiveTable { progress, is_seen, table: Cell::new(now), page: Cell::new(now + PAGE_INTERVAL) })
    }

    /// Counts a game and updates the table and the page.
    pub(super) fn update(&self, run: &TournamentRun) {
        if self.is_seen {
            now_and_then(&self.table, TABLE_INTERVAL, || self.progress.set_message(&table(run)));
        }
        self.progress.advance(1);
        // Errors are ignored here: the page is written again at the end, which reports them.
        now_and_then(&self.page, PAGE_INTERVAL, || drop(run.publish(true)));
    }
}

/// Calls a function if its time has come, and sets the next time.
fn now_and_then(next: &Cell<Instant>, pause: Duration, act: impl FnOnce()) {
    let begun = Instant::now();
    if begun >= next.get() {
        act();
        next.set(Instant::now() + pause.max(begun.elapsed() * REST_FACTOR));
    }
}

/// The first rows of the table.
fn table(run: &TournamentRun) -> String {
    let table = run.tournament().table(&run.settings().tie_breaks());
    let line = |place: &StandingsRow| {
        let name: String = run.settings().players[place.entrant()].name.chars().take(24).collect();
        let fouls = match place.stats.all_fouls() {
            0 => String::new(),
            count => format!("  {count} by fouls"),
        };
        let (standing, stats) = (&place.standing, &place.stats);
        format!(
            "{:>3} {name:<24} {:>6} of {:<5} +{} ={} -{}{fouls}\n",
            standing.place, standing.points, standing.games, stats.wins, stats.draws, stats.losses
        )
    };
    let mut text: String = table.iter().take(MAX_ROWS).map(line).collect();
    if table.len() > MAX_ROWS {
        text += &format!("    and {} more\n", table.len() - MAX_ROWS);
    }
    text
}
