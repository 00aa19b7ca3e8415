//! The messages of the console game.

use std::time::Duration;

use crate::play::{Session, Turn};
use outflank_arena::GameResult;
use outflank_rules::{
    Bitboard, BoardSpec, Color, FirstMover, Goal, IllegalMove, Move, Position, Variant,
    notation::{BoardStyle, Notation},
};

/// The commands that the player can type.
pub(super) const HELP: &str = "\
a square      place a disc there: d3, or row and column from 0 as in (2, 3)
moves         list the legal squares and what each flips
hint          ask the engine what it would play
undo, redo    take back to your last decision, make it again
save FILE     write the game; the extension sets the format: .txt .ggf .sgf
              .pgn .json .wtb, or .obf .fen .board for the position
resign        give the game up
white PLAYER  let another player continue as white, or as black: human,
              greedy, minimax:3, level:8, python3 bot.py, gtp:ENGINE
quit          leave; outflank play --resume resumes the game
help          this list
";

/// Formats messages in the chosen notation and symbols.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConsoleText {
    pub(super) style: BoardStyle,
    pub(super) notation: Notation,
}

impl ConsoleText {
    /// `black (X)`.
    pub(super) fn side(&self, color: Color) -> String {
        format!("{color} ({})", self.style.symbols.disc(color))
    }

    /// A message that the game waits for a player, with the time that the player has left.
    pub(super) fn time_left_text(&self, color: Color, waited: Duration, left: Duration) -> String {
        let (side, waited, left) = (self.side(color), waited.as_secs(), clock(left));
        format!("{side} has not moved for {waited} s; it has {left} left; Ctrl-C leaves")
    }

    pub(super) fn players(&self, session: &Session) -> String {
        let seats = session.seats();
        let [black, white] = Color::ALL.map(|color| format!("{} is {}", self.side(color), seats[color].title()));
        let first = session.game().start().turn();
        let goal = if is_anti(session) { "; the fewest discs win" } else { "" };
        format!("{black}, {white}; {first} begins{goal}")
    }

    /// The board and the disc counts.
    pub(super) fn board(&self, session: &Session) -> String {
        let position = session.position();
        let style = BoardStyle { marks: self.style.marks && !session.is_over(), ..self.style };
        let count = |color| format!("{} {}", self.side(color), position.discs(color).len());
        let mut text = format!("\n{}{}, {}\n", style.draw(&position), count(Color::Black), count(Color::White));
        if let [Some(black), Some(white)] = Color::ALL.map(|color| session.time_left(color)) {
            text += &format!("time left: black {}, white {}\n", clock(black), clock(white));
        }
        text
    }

    pub(super) fn turn(&self, turn: &Turn) -> String {
        let side = self.side(turn.color);
        match turn.mv {
            Move::Pass => format!("{side} has no legal square and passes"),
            Move::Place(_) if turn.flips.is_empty() => format!("{side} plays {}", self.notation.write(turn.mv)),
            Move::Place(_) => {
                let squares = self.notation.write_squares(turn.flips);
                let count = turn.flips.len();
                format!("{side} plays {} and captures {count}: {squares}", self.notation.write(turn.mv))
            }
        }
    }

    /// The legal moves, one per line.
    pub(super) fn moves(&self, position: &Position) -> String {
        let line = |mv: Move| {
            let flips = mv.square().map(|square| position.flips(square)).unwrap_or_default();
            match flips.len() {
                0 => format!("{}\n", self.notation.write(mv)),
                count => format!("{} flips {count}: {}\n", self.notation.write(mv), self.notation.write_squares(flips)),
            }
        };
        position.moves().into_iter().map(line).collect()
    }

    /// Says that a square is outside the board, and lists the squares of the board.
    pub(super) fn off_board(&self, text: &str, size: u8) -> String {
        let last = char::from(b'a' + size - 1);
        let squares = match self.notation {
            Notation::Standard => format!("columns are a to {last}, rows 1 to {size}"),
            Notation::RowColumn => format!("rows and columns are 0 to {}", size - 1),
            Notation::RowLetter => format!("rows are A to {}, columns 1 to {size}", last.to_ascii_uppercase()),
        };
        format!("{text:?} is off the board: {squares}")
    }

    /// Explains why a move is illegal. Distinguishes a square outside a small board from a hole.
    pub(super) fn refusal(&self, illegal: &IllegalMove, typed: &str, session: &Session) -> String {
        let size = session.position().spec().size();
        match illegal.mv.square() {
            Some(square) if square.column() >= size || square.row() >= size => self.off_board(typed, size),
            _ => illegal.explain(self.notation),
        }
    }

    pub(super) fn unknown(&self, text: &str, position: &Position) -> String {
        let example = position.moves().first().map(|&mv| self.notation.write(mv)).unwrap_or_default();
        format!("{text:?} is neither a square nor a command: type a square such as {example}, or help")
    }

    /// The result of the game.
    pub(super) fn end(&self, result: GameResult, session: &Session) -> String {
        let goal = match result {
            GameResult::Played(_) if is_anti(session) => "; the fewest discs win",
            _ => "",
        };
        format!("The game is over: {result}{goal}")
    }
}

/// `The game is six-parallel: 6x6, black on c3 d3`; `None` for the standard board and start. The
/// first mover and the goal are printed elsewhere.
pub(super) fn variant_text(start: &Position, notation: Notation) -> Option<String> {
    let variant = plain(Variant::from_position(start));
    if variant == Variant::STANDARD {
        return None;
    }
    let name = Variant::NAMED.iter().find(|(_, _, named)| plain(*named) == variant).map(|(name, _, _)| *name);
    let mut text = format!("The game is {}: {}", name.unwrap_or("a custom position"), board(variant.spec()));
    if !variant.spec().free().is_empty() {
        text += ", players take turns to place the first discs on the center";
    } else if name.is_some() && variant != plain(Variant::crossed(variant.spec())) {
        text += &format!(", black on {}", notation.write_squares(variant.discs(Color::Black)));
    }
    Some(text)
}

/// The same board and start, with the standard first mover and goal.
fn plain(variant: Variant) -> Variant {
    variant.with_goal(Goal::Most).with_first(FirstMover::Fixed(Color::Black))
}

fn board(spec: BoardSpec) -> String {
    let size = spec.size();
    let holes: Bitboard = spec.frame() & !spec.area();
    match holes.len() {
        0 => format!("{size}x{size}"),
        1 => format!("{size}x{size} without one of its squares"),
        count => format!("{size}x{size} without {count} of its squares"),
    }
}

fn is_anti(session: &Session) -> bool {
    session.game().start().spec().goal() == Goal::Fewest
}

/// `4:05`, or `12.3 s` below 20 s.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 20 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_a_terminal_of_80_columns() {
        assert!(HELP.lines().all(|line| line.chars().count() < 80));
    }

    fn text_of(code: &str) -> Option<String> {
        variant_text(&code.parse::<Variant>().unwrap().start_from_seed(1), Notation::Standard)
    }

    #[test]
    fn every_game_except_the_standard_one_is_described() {
        for usual in ["standard", "anti", "random-first", "standard+white-first"] {
            assert_eq!(text_of(usual), None);
        }
        for (code, text) in [
            ("six+anti", "six: 6x6"),
            ("tiny+white-first", "tiny: 4x4"),
            ("mirrored", "mirrored: 8x8, black on d4 e5"),
            ("six-parallel", "six-parallel: 6x6, black on c3 d3"),
            ("octagon", "octagon: 8x8 without 12 of its squares"),
            ("free-centre", "free-centre: 8x8, players take turns to place the first discs on the center"),
            ("handicap-1", "handicap-1: 8x8, black on a1 e4 d5"),
            ("=#-----/------/--OX--/--XO--/------/------", "a custom position: 6x6 without one of its squares"),
        ] {
            assert_eq!(text_of(code), Some(format!("The game is {text}")));
        }
    }
}
