//! Prints the table of a tournament.

use std::{io::Write, time::Duration};

use outflank_arena::{
    escape_bytes,
    stat::{Elo, Interval},
    tournament::{StandingsRow, TournamentRun},
};

use crate::{
    columns::Columns,
    error::Error,
    number::{counted, time},
    terminal::{self, is_unicode},
};

/// Writes a row per entrant.
pub(super) fn table(event: &TournamentRun, out: &mut dyn Write) -> Result<(), Error> {
    let report = event.report(false);
    let mut table = Columns::new(["#", "bot", "points", "w-d-l", "BQ", "rating", "fouls", "a move", "slowest"], 1);
    for place in report.table() {
        table.row(line(event, place, report.rating(place.entrant())));
    }
    writeln!(out, "{}", table.text(terminal::width()))?;
    fouls(event, report.table(), out)?;
    let (played, total) = (event.tournament().games().len(), event.tournament().total());
    let rounds = counted(event.tournament().plan().schedule().rounds() as u64, "round");
    let byes = report.table().iter().any(|place| place.standing.byes > 0);
    let byes = if byes { "; a round without an opponent counts as won" } else { "" };
    let games = counted(total.into(), "game");
    writeln!(out, "{played} of {games}, {rounds}, seed {}{byes}", event.tournament().plan().seed)?;
    Ok(())
}

fn line(event: &TournamentRun, place: &StandingsRow, rating: Option<Interval<Elo>>) -> [String; 9] {
    let (standing, stats) = (&place.standing, &place.stats);
    let taken =
        |time_taken: Duration| format!("{:>7}", time(Some(time_taken.as_secs_f64()).filter(|_| stats.time.moves > 0)));
    [
        standing.place.to_string(),
        event.settings().players[place.entrant()].name.clone(),
        standing.points.to_string(),
        format!("{}-{}-{}", stats.wins, stats.draws, stats.losses),
        standing.tie_breaks.first().copied().unwrap_or_default().to_string(),
        rating.map_or_else(|| "-".to_owned(), spoken),
        stats.all_fouls().to_string(),
        taken(stats.time.mean()),
        taken(stats.time.slowest),
    ]
}

/// A rating and half the width of its interval.
fn spoken(elo: Interval<Elo>) -> String {
    let margin = (elo.high.0 - elo.low.0) / 2.0;
    // Adding 0.0 turns -0.0 into 0.0, so that it prints as +0.
    let value = elo.value.0.round() + 0.0;
    format!("{value:+.0} {} {margin:.0}", if is_unicode() { "±" } else { "+-" })
}

/// Lists the fouls by name.
fn fouls(event: &TournamentRun, table: &[StandingsRow], out: &mut dyn Write) -> Result<(), Error> {
    let guilty: Vec<&StandingsRow> = table.iter().filter(|place| place.stats.all_fouls() > 0).collect();
    for place in &guilty {
        let verdicts: Vec<String> =
            place.stats.fouls.iter().map(|(verdict, foul)| format!("{} {verdict}", foul.count)).collect();
        let name = escape_bytes(event.settings().players[place.entrant()].name.as_bytes());
        writeln!(out, "{name}: {}", verdicts.join(", "))?;
    }
    if !guilty.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}
