//! The table as it is printed.

use std::{io::Write, time::Duration};

use outflank_arena::tournament::{Event, Place};

use crate::{error::Error, terminal::is_unicode};

/// No name takes more columns.
const WIDEST: usize = 28;

/// A line for everybody.
pub(super) fn table(event: &Event, out: &mut dyn Write) -> Result<(), Error> {
    let report = event.report(false);
    let width = names(event).map(|name| name.chars().count()).max().unwrap_or(0).clamp("bot".len(), WIDEST);
    writeln!(
        out,
        "  # {:<width$}  points games  won drawn  lost      BQ        rating  fouls    a move  slowest",
        "bot"
    )?;
    for place in report.table() {
        writeln!(
            out,
            "{}",
            line(
                event,
                place,
                report.rating(place.entrant()).map(|elo| (elo.value.0, (elo.high.0 - elo.low.0) / 2.0)),
                width
            )
        )?;
    }
    writeln!(out)?;
    fouls(event, report.table(), out)?;
    let (played, total) = (event.tournament().games().len(), event.tournament().total());
    let rounds = event.tournament().plan().schedule().rounds();
    writeln!(out, "{played} of {total} games, {rounds} rounds, seed {}", event.tournament().plan().seed)?;
    Ok(())
}

fn names(event: &Event) -> impl Iterator<Item = &str> {
    event.settings().players.iter().map(|player| player.name.as_str())
}

fn line(event: &Event, place: &Place, rating: Option<(f64, f64)>, width: usize) -> String {
    let (standing, conduct) = (&place.standing, &place.conduct);
    let name: String = event.settings().players[place.entrant()].name.chars().take(width).collect();
    let rating = rating.map_or_else(
        || "-".to_owned(),
        |(value, margin)| format!("{value:+.0} {} {margin:.0}", if is_unicode() { "±" } else { "+-" }),
    );
    format!(
        "{:>3} {name:<width$}  {:>6} {:>5} {:>4} {:>5} {:>5} {:>7} {rating:>13} {:>6} {:>9} {:>8}",
        standing.place,
        standing.points,
        standing.games,
        conduct.wins,
        conduct.draws,
        conduct.losses,
        standing.tie_breaks.first().copied().unwrap_or_default(),
        conduct.all_fouls(),
        milliseconds(conduct.time.mean()),
        milliseconds(conduct.time.slowest),
    )
}

fn milliseconds(time: Duration) -> String {
    let value = 1000.0 * time.as_secs_f64();
    if value < 10.0 { format!("{value:.2} ms") } else { format!("{value:.0} ms") }
}

/// What was done wrong, by name.
fn fouls(event: &Event, table: &[Place], out: &mut dyn Write) -> Result<(), Error> {
    let guilty: Vec<&Place> = table.iter().filter(|place| place.conduct.all_fouls() > 0).collect();
    for place in &guilty {
        let verdicts: Vec<String> =
            place.conduct.fouls.iter().map(|(verdict, foul)| format!("{verdict} {}", foul.count)).collect();
        writeln!(out, "{}: {}", event.settings().players[place.entrant()].name, verdicts.join(", "))?;
    }
    if !guilty.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}
