//! `outflank rules` and `outflank help rules`: print the rules with small boards.

use std::{fmt::Write as _, io::Write};

use outflank_rules::{Game, Position, Variant, notation::BoardStyle};

use crate::{CommandStatus, error::Error};

/// Explain the rules of Reversi with small boards
#[derive(Debug, clap::Args)]
#[command(long_about = text())]
pub(crate) struct Args {}

impl Args {
    #[expect(clippy::unused_self, reason = "as every command")]
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        writeln!(out, "{}", text())?;
        Ok(CommandStatus::Fine)
    }
}

/// The rules. The library draws the boards.
fn text() -> String {
    let start = Game::new(Variant::TINY.start());
    let mut placed = start.clone();
    placed.play("b1".parse().expect("a square")).expect("a legal move");
    let passing = "XXXX/XXXX/XXXO/XXX- O".parse::<Position>().expect("a board");
    let over = "XOXX/XXXX/XXXX/XXX- O".parse::<Position>().expect("a board");
    let board = |position| BoardStyle { marks: true, ..BoardStyle::default() }.draw(position);
    let mut text = String::from("The rules of Reversi, on a board of 4x4. The usual board has 8x8 squares.\n");
    for (what, position) in [
        (
            "Black (X) begins. A move places a disc so that a straight line of the opponent's discs, in any of eight \
             directions, lies between the new disc and another disc of yours. Dots mark the legal squares.",
            &start.position(),
        ),
        (
            "All discs in such lines turn over. Black has placed a disc on b1 and turned b2. Now white (O) moves. A \
             move that turns no disc is illegal.",
            &placed.position(),
        ),
        (
            "A player without a legal square passes. Here white cannot move, so black places the last disc on d4. \
             Passing is not allowed while a legal square is left.",
            &passing,
        ),
        (
            "The game is over when neither player can move, on a full board or before. The player with more discs wins; \
             equal counts are a draw. In tournaments the empty squares count for the winner: here 14 discs to 1 \
             become 15 to 1.",
            &over,
        ),
    ] {
        let _ = write!(text, "\n{what}\n\n");
        for line in board(position).lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text += "\noutflank moves lists legal moves, outflank check says why a move is illegal, and outflank variants lists \
             other boards and rules.";
    text
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Position, Status};

    /// Checks that the boards match the text.
    #[test]
    fn the_boards_are_as_they_are_described() {
        let position = |text: &str| text.parse::<Position>().unwrap();
        let passing = position("XXXX/XXXX/XXXO/XXX- O");
        assert_eq!(passing.status(), Status::MustPass);
        assert!(matches!(position("XXXX/XXXX/XXXO/XXX- X").status(), Status::ToPlace(_)));
        let Status::Over(score) = position("XOXX/XXXX/XXXX/XXX- O").status() else { panic!("the game goes on") };
        assert_eq!(score.official_discs(), (15, 1));
    }
}
