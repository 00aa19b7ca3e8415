//! Parses the commands of the console game.

use std::path::PathBuf;

use outflank_arena::{ParsePlayerError, Seat};
use outflank_rules::{Color, Move, notation::Notation};

/// A command of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ConsoleCommand {
    Move(Move),
    Undo,
    Redo,
    Hint,
    Moves,
    Save(PathBuf),
    Resign,
    /// Let another player play a side.
    Reseat(Color, Seat),
    /// As `Reseat`, with an unknown player.
    ReseatUnknown(ParsePlayerError),
    /// `black` or `white` without a player.
    ReseatWhom(Color),
    Help,
    Quit,
    /// An empty line.
    Nothing,
    /// `save` without a file name.
    SaveWhere,
    /// A square outside the board.
    OffBoard(String),
    Unknown(String),
}

impl ConsoleCommand {
    pub(super) fn read(line: &str, notation: Notation) -> ConsoleCommand {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => ConsoleCommand::Nothing,
            ("undo" | "u", "") => ConsoleCommand::Undo,
            ("redo" | "r", "") => ConsoleCommand::Redo,
            ("hint", "") => ConsoleCommand::Hint,
            ("moves", "") => ConsoleCommand::Moves,
            ("save", "") => ConsoleCommand::SaveWhere,
            ("save", name) => ConsoleCommand::Save(name.into()),
            ("resign", "") => ConsoleCommand::Resign,
            ("black", player) => ConsoleCommand::read_player(Color::Black, player),
            ("white", player) => ConsoleCommand::read_player(Color::White, player),
            ("help" | "?", "") => ConsoleCommand::Help,
            ("quit" | "exit" | "q", "") => ConsoleCommand::Quit,
            _ => ConsoleCommand::read_move(line, notation),
        }
    }

    fn read_player(color: Color, player: &str) -> ConsoleCommand {
        if player.is_empty() {
            return ConsoleCommand::ReseatWhom(color);
        }
        player.parse().map_or_else(ConsoleCommand::ReseatUnknown, |seat| ConsoleCommand::Reseat(color, seat))
    }

    fn read_move(text: &str, notation: Notation) -> ConsoleCommand {
        let with_comma = if notation == Notation::RowColumn { text.replacen(' ', ",", 1) } else { text.to_owned() };
        match notation.parse(text).or_else(|_| notation.parse(&with_comma)) {
            Ok(mv) => ConsoleCommand::Move(mv),
            Err(_) if is_like_a_square(text) => ConsoleCommand::OffBoard(text.to_owned()),
            Err(_) => ConsoleCommand::Unknown(text.to_owned()),
        }
    }
}

/// Whether a text is a letter and a number, or two numbers with a comma.
fn is_like_a_square(text: &str) -> bool {
    let is_number = |text: &str| {
        let digits = text.trim().trim_start_matches('-');
        !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut characters = text.chars();
    let is_name = characters.next().is_some_and(|first| first.is_ascii_alphabetic()) && is_number(characters.as_str());
    let pair = text.trim_start_matches(['(', '[']).trim_end_matches([')', ']']).split_once(',');
    is_name || pair.is_some_and(|(row, column)| is_number(row) && is_number(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> ConsoleCommand {
        ConsoleCommand::read(line, Notation::Standard)
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        let d3 = ConsoleCommand::Move("d3".parse().unwrap());
        for line in ["d3", " D3 ", "(2, 3)", "2,3"] {
            assert_eq!(read(line), d3, "{line}");
        }
        assert_eq!(ConsoleCommand::read("c4", Notation::RowLetter), d3);
        assert_eq!(ConsoleCommand::read("2 3", Notation::RowColumn), d3);
        assert_eq!(read("pass"), ConsoleCommand::Move(Move::Pass));
    }

    #[test]
    fn commands_are_read_in_any_case() {
        assert_eq!(read("UNDO"), ConsoleCommand::Undo);
        assert_eq!(read("save  my game.sgf "), ConsoleCommand::Save("my game.sgf".into()));
        assert_eq!(read("save"), ConsoleCommand::SaveWhere);
        assert_eq!(read("  "), ConsoleCommand::Nothing);
    }

    #[test]
    fn players_are_replaced_by_color() {
        assert_eq!(read("White  level:3"), ConsoleCommand::Reseat(Color::White, "level:3".parse().unwrap()));
        assert_eq!(read("black gtp:my engine"), ConsoleCommand::Reseat(Color::Black, "gtp:my engine".parse().unwrap()));
        assert_eq!(read("black "), ConsoleCommand::ReseatWhom(Color::Black));
        let ConsoleCommand::ReseatUnknown(unknown) = read("white gredy") else { panic!() };
        assert!(unknown.to_string().contains("\"gredy\" is not a player"));
    }

    #[test]
    fn squares_outside_the_board_differ_from_unknown_words() {
        for line in ["i1", "a9", "z99", "(8, 0)", "0,-2"] {
            assert_eq!(read(line), ConsoleCommand::OffBoard(line.to_owned()));
        }
        for line in ["d", "33", "d3d4", "undo 3", "hello", "é4", "a1234", "(,)"] {
            assert_eq!(read(line), ConsoleCommand::Unknown(line.to_owned()));
        }
    }
}
