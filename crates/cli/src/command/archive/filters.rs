//! Which games are meant.

use clap::ArgGroup;
use outflank_rules::{Color, Variant};
use outflank_server::{
    archive::{Day, Decision, Search, is_name},
    wire::Subject,
};

use crate::error::Error;

/// Games of which all of this is true.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Which games")]
pub(super) struct FilterArgs {
    #[command(flatten)]
    facts: FactArgs,

    /// Moves or a board that the games came to, turned or mirrored in any way
    #[arg(long, value_name = "GAME")]
    position: Option<String>,

    /// Games from the start of this variant; with --position, that of its moves
    #[arg(long, value_name = "CODE")]
    variant: Option<Variant>,
}

/// Games of which all of this is true, wherever they went through.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Which games")]
#[command(group(ArgGroup::new("who").args(["player", "opponent"]).multiple(true)))]
pub(super) struct FactArgs {
    /// Somebody of this name, or whose name has words that begin so; capitals and marks on letters make no difference
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    player: Option<String>,

    /// Somebody he played against
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    opponent: Option<String>,

    /// What the player played: black or white; for those who name him or his opponent
    #[arg(long, value_name = "COLOR", requires = "who")]
    color: Option<Color>,

    /// Who won: black, white, draw, or open where nobody knows
    #[arg(long, value_name = "WHO", value_parser = parse_result)]
    result: Option<Decision>,

    /// An opening that the game went through: its name, or the beginnings of its words
    #[arg(long, value_name = "NAME", value_parser = parse_name)]
    opening: Option<String>,

    /// The fewest turns, passes included
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,

    /// The most turns
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,

    /// The first day, as 2026-11-15, 2026-11 or 2026
    #[arg(long, value_name = "DAY")]
    since: Option<Day>,

    /// The last day
    #[arg(long, value_name = "DAY")]
    until: Option<Day>,

    /// Where the archive has them from: the name of a file, or server
    #[arg(long, value_name = "NAME")]
    source: Option<String>,
}

impl FilterArgs {
    pub(super) fn search(&self) -> Result<Search, Error> {
        let position = self.position.as_deref().map(|text| self.position(text)).transpose()?;
        Ok(Search { variant: self.variant.filter(|_| position.is_none()), position, ..self.facts.search() })
    }

    fn position(&self, text: &str) -> Result<outflank_rules::Position, Error> {
        let variant = self.variant.map(|variant| variant.to_string());
        let subject = Subject { variant, from: Some(text.trim().to_owned()), ..Subject::default() };
        Ok(subject.read().map_err(Error::Position)?.1.position())
    }
}

impl FactArgs {
    pub(super) fn search(&self) -> Search {
        Search {
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
            ..Search::default()
        }
    }
}

fn parse_result(text: &str) -> Result<Decision, &'static str> {
    let chosen = Decision::WORDS.iter().find(|(word, _)| *word == text).map(|(_, decision)| *decision);
    chosen.ok_or("games end for black, white, in a draw, or open")
}

fn parse_name(text: &str) -> Result<String, &'static str> {
    if is_name(text) { Ok(text.to_owned()) } else { Err("a name has letters or digits") }
}
