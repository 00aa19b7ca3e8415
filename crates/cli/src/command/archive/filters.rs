//! The options that select games.

use clap::ArgGroup;
use outflank_rules::{Color, Variant};
use outflank_server::{
    archive::{Day, Decision, GameFilter, is_name},
    study::GameInput,
};

use crate::{cli::whole_number, error::Error};

/// Selects the games that match all options.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Games")]
pub(super) struct FilterArgs {
    #[command(flatten)]
    facts: FactArgs,

    /// Select games that reached this position: moves or a board, turned or mirrored in any way
    #[arg(long, value_name = "GAME")]
    position: Option<String>,

    /// Select games of this variant; with --position, play its moves in this variant
    #[arg(long, value_name = "CODE")]
    variant: Option<Variant>,
}

/// The filters without `--position`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Games")]
#[command(group(ArgGroup::new("who").args(["player", "opponent"]).multiple(true)))]
pub(super) struct FactArgs {
    /// Select games of players whose name has words that begin with NAME; case and accents do not
    /// matter
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    player: Option<String>,

    /// Select games against this opponent
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    opponent: Option<String>,

    /// Select games in which the player had this color
    #[arg(long, value_name = "COLOR", requires = "who")]
    color: Option<Color>,

    /// Select games by result: black, white, draw, or open if unknown
    #[arg(long, value_name = "RESULT", value_parser = parse_result)]
    result: Option<Decision>,

    /// Select games of this opening: its name, or the beginnings of its words
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    opening: Option<String>,

    /// Select games with at least N moves, passes included
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>(0..))]
    min_plies: Option<u32>,

    /// Select games with at most N moves
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>(0..))]
    max_plies: Option<u32>,

    /// Select games from DAY on: 2026-11-15, 2026-11 or 2026
    #[arg(long, value_name = "DAY")]
    since: Option<Day>,

    /// Select games up to DAY
    #[arg(long, value_name = "DAY")]
    until: Option<Day>,

    /// Select games by source: the name of an imported file, or server
    #[arg(long, value_name = "NAME")]
    source: Option<String>,
}

impl FilterArgs {
    pub(super) fn search(&self) -> Result<GameFilter, Error> {
        let position = self.position.as_deref().map(|text| self.position(text)).transpose()?;
        Ok(GameFilter { variant: self.variant.filter(|_| position.is_none()), position, ..self.facts.search() })
    }

    fn position(&self, text: &str) -> Result<outflank_rules::Position, Error> {
        let variant = self.variant.map(|variant| variant.to_string());
        let input = GameInput { variant, from: Some(text.trim().to_owned()), ..GameInput::default() };
        let (_, game) =
            input.read().map_err(|cause| Error::Position { text: text.to_owned(), cause: Box::new(cause) })?;
        Ok(game.position())
    }
}

impl FactArgs {
    pub(super) fn search(&self) -> GameFilter {
        GameFilter {
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            color: self.color,
            result: self.result,
            opening: self.opening.clone(),
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            from: self.since,
            to: self.until,
            source: self.source.clone(),
            ..GameFilter::default()
        }
    }
}

fn parse_result(text: &str) -> Result<Decision, &'static str> {
    let chosen = Decision::WORDS.iter().find(|(word, _)| *word == text).map(|(_, decision)| *decision);
    chosen.ok_or("write black, white, draw or open")
}

fn parse_name(text: &str) -> Result<String, &'static str> {
    if is_name(text) { Ok(text.to_owned()) } else { Err("a name has letters or digits") }
}
