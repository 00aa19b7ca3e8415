//! The words that go with a picture.

use outflank_play::GameResult;
use outflank_rules::{Color, Game, Variant, opening};

use super::opponents;
use crate::{seat::Seat, table::Table};

/// What a picture is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caption {
    pub(crate) title: String,
    pub(crate) lines: Vec<String>,
}

impl Caption {
    /// About a game that somebody looks at; where it has no name, the opening is its name.
    pub(crate) fn of_game(title: Option<&str>, variant: Variant, game: &Game) -> Caption {
        let opening = opening::name(game);
        let title = title.or(opening).unwrap_or(if game.ply() > 0 { "A game of Reversi" } else { "A position" });
        let lines = [opening.map(str::to_owned).filter(|name| name != title), rules(variant), Some(stand(game))];
        Caption { title: title.to_owned(), lines: lines.into_iter().flatten().collect() }
    }

    /// About a game of the server as far as somebody looks at it. Of one that is not listed nobody is told who plays, who was not told anyway.
    pub(crate) fn of_table(table: &Table, shown: &Game) -> Caption {
        let [black, white] = Color::ALL.map(|color| player(table, color));
        let title = opponents(&black, &white);
        let result = table.result().filter(|_| shown.ply() == table.game().ply());
        let stand = result.map_or_else(|| stand(shown), |result| outcome(result, shown));
        let opening = opening::name(shown).map(str::to_owned);
        let lines = [Some(stand), opening, rules(table.created().variant)];
        Caption { title, lines: lines.into_iter().flatten().collect() }
    }

    /// The lines as one sentence.
    pub(crate) fn sentence(&self) -> String {
        self.lines.join(". ") + "."
    }
}

fn player(table: &Table, color: Color) -> String {
    let name = table.name(color).filter(|_| table.created().listed);
    match (name, table.seat(color)) {
        (Some(name), _) => name.to_owned(),
        (None, Seat::Level(level)) if level.number().is_some() => format!("Level {level}"),
        (None, Seat::Level(level)) => format!("The {level} computer"),
        (None, Seat::Human | Seat::Bot(_)) => capital(color).to_owned(),
    }
}

fn capital(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn rules(variant: Variant) -> Option<String> {
    (variant != Variant::STANDARD).then(|| variant.name().map(|name| format!("Variant: {name}"))).flatten()
}

fn counts(game: &Game) -> String {
    let [black, white] = Color::ALL.map(|color| game.position().discs(color).len());
    format!("{black} to {white}")
}

/// How a game stands.
fn stand(game: &Game) -> String {
    match GameResult::on_board(game) {
        Some(result) => outcome(result, game),
        None => format!("After {} moves: {}, {} to move", game.ply(), counts(game), game.position().turn()),
    }
}

fn outcome(result: GameResult, game: &Game) -> String {
    let counts = counts(game);
    match (result.winner(), result) {
        (None, _) => format!("A draw: {counts}"),
        (Some(winner), GameResult::Played(_)) => format!("{} won: {counts}", capital(winner)),
        (Some(winner), GameResult::Resigned(_)) => format!("{} won by resignation", capital(winner)),
        (Some(winner), GameResult::TimedOut(_)) => format!("{} won on time", capital(winner)),
        (Some(winner), GameResult::Left(_)) => format!("{} won: the other one left", capital(winner)),
    }
}
