//! Parses the commands of the console game.

use std::path::PathBuf;

use outflank_arena::{ParsePlayerError, Seat};
use outflank_rules::{Color, Move, notation::Notation};

/// A command of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
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

impl Order {
    pub(super) fn read(line: &str, notation: Notation) -> Order {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Order::Nothing,
            ("undo" | "u", "") => Order::Undo,
            ("redo" | "r", "") => Order::Redo,
            ("hint", "") => Order::Hint,
            ("moves", "") => Order::Moves,
            ("save", "") => Order::SaveWhere,
            ("save", name) => Order::Save(name.into()),
            ("resign", "") => Order::Resign,
            ("black", player) => Order::read_player(Color::Black, player),
            ("white", player) => Order::read_player(Color::White, player),
            ("help" | "?", "") => Order::Help,
            ("quit" | "exit" | "q", "") => Order::Quit,
            _ => Order::read_move(line, notation),
        }
    }

    fn read_player(color: Color, player: &str) -> Order {
        if player.is_empty() {
            return Order::ReseatWhom(color);
        }
        player.parse().map_or_else(Order::ReseatUnknown, |seat| Order::Reseat(color, seat))
    }

    fn read_move(text: &str, notation: Notation) -> Order {
        let with_comma = if notation == Notation::RowColumn { text.replacen(' ', ",", 1) } else { text.to_owned() };
        match notation.parse(text).or_else(|_| notation.parse(&with_comma)) {
            Ok(mv) => Order::Move(mv),
            Err(_) if is_like_a_square(text) => Order::OffBoard(text.to_owned()),
            Err(_) => Order::Unknown(text.to_owned()),
        }
    }
}

/// Whether a text is a letter and a number, or two numbers with a comma.
fn is_like_a_square(text: &str) -> bool {
    let is_number = |text: &str| {
        let digits = text.trim().trim_start_matches('-');
        !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut signs = text.chars();
    let is_name = signs.next().is_some_and(|first| first.is_ascii_alphabetic()) && is_number(signs.as_str());
    let pair = text.trim_start_matches(['(', '[']).trim_end_matches([')', ']']).split_once(',');
    is_name || pair.is_some_and(|(row, column)| is_number(row) && is_number(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Order {
        Order::read(line, Notation::Standard)
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        let d3 = Order::Move("d3".parse().unwrap());
        for line in ["d3", " D3 ", "(2, 3)", "2,3"] {
            assert_eq!(read(line), d3, "{line}");
        }
        assert_eq!(Order::read("c4", Notation::RowLetter), d3);
        assert_eq!(Order::read("2 3", Notation::RowColumn), d3);
        assert_eq!(read("pass"), Order::Move(Move::Pass));
    }

    #[test]
    fn commands_are_read_in_any_case() {
        assert_eq!(read("UNDO"), Order::Undo);
        assert_eq!(read("save  my game.sgf "), Order::Save("my game.sgf".into()));
        assert_eq!(read("save"), Order::SaveWhere);
        assert_eq!(read("  "), Order::Nothing);
    }

    #[test]
    fn players_are_exchanged_by_color() {
        assert_eq!(read("White  level:3"), Order::Reseat(Color::White, "level:3".parse().unwrap()));
        assert_eq!(read("black gtp:my engine"), Order::Reseat(Color::Black, "gtp:my engine".parse().unwrap()));
        assert_eq!(read("black "), Order::ReseatWhom(Color::Black));
        let Order::ReseatUnknown(unknown) = read("white gredy") else { panic!() };
        assert!(unknown.to_string().contains("\"gredy\" is not a player"));
    }

    #[test]
    fn what_is_off_the_board_is_told_from_what_is_no_square() {
        for line in ["i1", "a9", "z99", "(8, 0)", "0,-2"] {
            assert_eq!(read(line), Order::OffBoard(line.to_owned()));
        }
        for line in ["d", "33", "d3d4", "undo 3", "hello", "é4", "a1234", "(,)"] {
            assert_eq!(read(line), Order::Unknown(line.to_owned()));
        }
    }
}
