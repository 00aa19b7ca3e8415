//! `outflank show`: draws a position and prints facts about it.

use std::io::Write;

use outflank_arena::escape_bytes;
use outflank_rules::{
    DiscDiff,
    notation::{BoardStyle, Layout, Notation, Symbols},
    opening,
    record::{Ending, Outcome, Player},
};
use serde::Serialize;

use crate::{
    CommandStatus,
    cli::choice,
    error::Error,
    input::{InputArgs, PositionInput},
    json,
    state::State,
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
    input: InputArgs,

    #[command(flatten)]
    style: StyleArgs,

    /// Print only the board, as `--layout line` always does
    #[arg(short, long, help_heading = "Output")]
    board_only: bool,

    /// Print JSON instead of text
    #[arg(long, conflicts_with = "board_only", help_heading = "Output")]
    json: bool,
}

/// How the board is drawn.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
struct StyleArgs {
    /// Draw the board in this layout
    ///
    /// `standard` has letters above and numbers at the side, `ruled` a grid of bars, `indexed` rows
    /// and columns from 0, `row-letter` letters at the side and numbers above, `rows` the cells
    /// alone, `line` the cells and the side to move on one line.
    #[arg(long, value_parser = choice(&Layout::ALL), default_value_t)]
    layout: Layout,

    /// Use these characters for black, white and empty squares
    ///
    /// `xo` is X O -, `star` is * O -, `bw` is B W ., `12` is 1 2 . and `signed` is -1 1 0.
    #[arg(long, value_parser = choice(&Symbols::ALL), default_value_t)]
    symbols: Symbols,

    /// Mark the legal squares
    #[arg(long)]
    legal: bool,
}

impl StyleArgs {
    /// Whether to print only the board: a board on one line is for programs.
    fn is_for_programs(&self) -> bool {
        self.layout == Layout::Line
    }

    fn style(&self) -> BoardStyle {
        BoardStyle { layout: self.layout, symbols: self.symbols, marks: self.legal }
    }
}

/// JSON printed by `outflank show --json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShowJson<'a> {
    #[serde(skip)]
    reading: &'a PositionInput,
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
        let reading = self.input.read_position()?;
        json::print(&ShowJson::new(&reading, self.input.notation), self.json, out, |report, out| {
            out.write_all(self.style.style().draw(&reading.position).as_bytes())?;
            let is_bare = self.board_only || self.style.is_for_programs();
            for fact in report.facts().iter().filter(|_| !is_bare) {
                writeln!(out, "{fact}")?;
            }
            Ok(())
        })?;
        Ok(CommandStatus::Fine)
    }
}

impl ShowJson<'_> {
    fn new(reading: &PositionInput, notation: Notation) -> ShowJson<'_> {
        let record = &reading.record;
        ShowJson {
            reading,
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

    /// The lines below the board. The first names the side to move, so that the output can be read
    /// as input.
    fn facts(&self) -> Vec<String> {
        let record = &self.reading.record;
        let mut lines = status(&self.state);
        if let Some(last) = self.moves.last() {
            let of = if self.ply < self.plies { format!(" of {}", self.plies) } else { String::new() };
            lines.push(format!("ply: {}{of}, last move {last}", self.ply));
        }
        lines.extend(self.opening.map(|name| format!("opening: {name}")));
        lines.extend(named("black", &record.black));
        lines.extend(named("white", &record.white));
        lines.extend(remark("event", self.event));
        lines.extend(remark("date", self.date));
        lines.extend(ending(&record.outcome).filter(|_| self.state.result.is_none()));
        lines
    }
}

fn status(state: &State) -> Vec<String> {
    if let Some(score) = state.result {
        return vec![format!("game over: {score}")];
    }
    let State { black, white, empty, turn, .. } = state;
    let doing = if state.status == "pass" { "must pass" } else { "to move" };
    vec![format!("{turn} {doing}"), format!("discs: {black} black, {white} white, {empty} empty")]
}

fn named(side: &str, player: &Player) -> Option<String> {
    let rating = player.rating.map(|rating| format!(" ({rating})")).unwrap_or_default();
    remark(side, &format!("{}{rating}", player.name))
}

fn remark(what: &str, text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{what}: {}", escape_bytes(text.as_bytes())))
}

/// The result in the record.
fn ending(outcome: &Outcome) -> Option<String> {
    let how = match outcome.ending {
        Ending::Resigned => "a player resigned",
        Ending::TimedOut => "a player's time ran out",
        Ending::Left => "a player left",
        Ending::Foul => "a player broke the rules",
        Ending::Played | Ending::Unfinished => "as recorded",
    };
    let margin = outcome.margin?;
    Some(format!("result: {margin} for black, {how}"))
}
