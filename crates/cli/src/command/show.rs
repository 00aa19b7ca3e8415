//! `outflank show`: draws a position and prints facts about it.

use std::io::Write;

use outflank_arena::escape_bytes;
use outflank_rules::{
    Color, DiscDiff, Position, Status,
    notation::Notation,
    opening,
    record::{Ending, Player, Record},
};
use serde::Serialize;

use crate::{
    CommandStatus,
    error::Error,
    json,
    state::State,
    style::StyleArgs,
    subject::{PositionInput, SubjectArgs},
};

/// Draw a position or the end of a game; moves after a file or a board are played from there
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Draw the board after these moves:
      outflank show f5d6c3d3c4
  Draw a game after 20 moves, with the legal squares marked:
      outflank show game.sgf --ply 20 --legal
  Draw the 4x4 start as a grid, players 1 and 2, options as X:
      outflank show --size 4 --layout ruled --symbols 12 --legal
  Draw a position after two more moves:
      outflank show board.txt d3 c5
  Draw the end of the 17th game of a file:
      outflank show games.wtb --record 17
  Print a board from another program as one line:
      outflank show --layout line < board.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    subject: SubjectArgs,

    #[command(flatten)]
    style: StyleArgs,

    /// Print only the board, as `--layout line` always does
    #[arg(short, long, help_heading = "Output")]
    board_only: bool,

    /// Print JSON instead of text
    #[arg(long, conflicts_with = "board_only", help_heading = "Output")]
    json: bool,
}

/// JSON printed by `outflank show --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShowJson<'a> {
    #[serde(flatten)]
    state: State,
    ply: usize,
    plies: usize,
    moves: Vec<String>,
    opening: Option<&'static str>,
    players: PlayersJson<'a>,
    #[serde(skip_serializing_if = "str::is_empty")]
    event: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    date: &'a str,
    /// Black's official margin in the record, at the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded_margin: Option<i8>,
}

#[derive(Serialize)]
struct PlayersJson<'a> {
    black: &'a str,
    white: &'a str,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let reading = self.subject.read_position()?;
        let notation = self.subject.notation;
        if self.json {
            json::write(&report(&reading, notation), out)?;
            return Ok(CommandStatus::Fine);
        }
        out.write_all(self.style.style().draw(&reading.position).as_bytes())?;
        if !self.board_only && !self.style.is_for_programs() {
            for line in facts(&reading, notation) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(CommandStatus::Fine)
    }
}

fn report(reading: &PositionInput, notation: Notation) -> ShowJson<'_> {
    let record = &reading.record;
    ShowJson {
        state: State::new(&reading.position, notation),
        ply: record.game.ply(),
        plies: reading.plies,
        moves: record.game.turns().map(|(before, mv)| notation.write_turn(&before, mv)).collect(),
        opening: opening::name(&record.game),
        players: PlayersJson { black: &record.black.name, white: &record.white.name },
        event: &record.event,
        date: &record.date,
        recorded_margin: record.outcome.margin.map(DiscDiff::discs),
    }
}

/// The lines below the board. The first names the side to move, so that the output can be read as
/// input.
fn facts(reading: &PositionInput, notation: Notation) -> Vec<String> {
    let record = &reading.record;
    let mut lines = status(&reading.position);
    if let Some((before, last)) = record.game.turns().last() {
        let of = if record.game.ply() < reading.plies { format!(" of {}", reading.plies) } else { String::new() };
        lines.push(format!("ply: {}{of}, last move {}", record.game.ply(), notation.write_turn(&before, last)));
    }
    lines.extend(opening::name(&record.game).map(|name| format!("opening: {name}")));
    lines.extend(named("black", &record.black));
    lines.extend(named("white", &record.white));
    lines.extend(remark("event", &record.event));
    lines.extend(remark("date", &record.date));
    lines.extend(ending(record, reading));
    lines
}

fn status(position: &Position) -> Vec<String> {
    let doing = match position.status() {
        Status::Over(score) => return vec![format!("game over: {score}")],
        Status::MustPass => "must pass",
        Status::ToPlace(_) => "to move",
    };
    let [black, white] = Color::ALL.map(|color| position.discs(color).len());
    let discs = format!("discs: {black} black, {white} white, {} empty", position.empties().len());
    vec![format!("{} {doing}", position.turn()), discs]
}

fn named(side: &str, player: &Player) -> Option<String> {
    let rating = player.rating.map(|rating| format!(" ({rating})")).unwrap_or_default();
    remark(side, &format!("{}{rating}", player.name))
}

fn remark(what: &str, text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{what}: {}", escape_bytes(text.as_bytes())))
}

/// The result in the record, for a game that is not over on the board.
fn ending(record: &Record, reading: &PositionInput) -> Option<String> {
    if reading.position.is_over() {
        return None;
    }
    let how = match record.outcome.ending {
        Ending::Resigned => "a player resigned",
        Ending::TimedOut => "a player's time ran out",
        Ending::Left => "a player left",
        Ending::Foul => "a player broke the rules",
        Ending::Played | Ending::Unfinished => "as recorded",
    };
    let margin = record.outcome.margin?;
    Some(format!("result: {margin} for black, {how}"))
}
