//! A request for a move with everything needed to answer it.

use outflank_rules::{
    BoardSpec, Color, FirstMover, Game, Goal, Move, Position, Setup, Variant,
    notation::{BoardStyle, Layout, Symbols, parse_board_as},
};
use serde::{Deserialize, Serialize};

use super::{Clocks, Code, Fault, text};

/// A request for a move. One written by hand needs only the color and the board, as `board` or as
/// `rows`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The name of the game.
    #[serde(default)]
    pub game: String,
    /// The number of the request; the answer repeats it.
    #[serde(default)]
    pub request: u64,
    /// The number of moves made, including passes.
    #[serde(default)]
    pub ply: usize,
    /// The side to move.
    #[serde(with = "text")]
    pub color: Color,
    /// The cells row by row from the top: `X` black, `O` white, `-` empty, `#` hole; `?` is a
    /// square of a free center that must still be filled.
    #[serde(default)]
    pub board: String,
    /// The same as one text per row.
    #[serde(default)]
    pub rows: Vec<String>,
    /// The legal squares, at least one.
    #[serde(default, with = "text::list")]
    pub legal: Vec<Move>,
    /// All moves so far, including passes.
    #[serde(default, with = "text::list")]
    pub history: Vec<Move>,
    /// The last of them.
    #[serde(default, with = "text::maybe")]
    pub last: Option<Move>,
    /// The board size: squares per side.
    #[serde(default)]
    pub size: u8,
    /// The variant's code.
    #[serde(default, with = "text")]
    pub variant: Variant,
    /// The goal: most or fewest discs.
    #[serde(default, with = "goal")]
    pub goal: Goal,
    /// The clocks.
    #[serde(default)]
    pub clock: Clocks,
    /// The seed of the game, for random choices.
    #[serde(default)]
    pub seed: u64,
}

impl Request {
    /// The request at the end of a game. The side to move must be able to place a disc.
    pub fn new(name: &str, request: u64, game: &Game, clock: Clocks, seed: u64) -> Request {
        let position = game.position();
        let rows = rows(&position);
        Request {
            game: name.to_owned(),
            request,
            ply: game.ply(),
            color: position.turn(),
            board: rows.concat(),
            rows,
            legal: position.moves(),
            history: game.moves().collect(),
            last: game.moves().next_back(),
            size: position.spec().size(),
            variant: Variant::from_position(&game.start()),
            goal: position.spec().goal(),
            clock,
            seed,
        }
    }

    /// The game as far as known. If the moves do not lead to the board, as in a request without
    /// history, the game starts at the board. Fails if no disc can be placed there.
    pub fn to_game(&self) -> Result<Game, Fault> {
        let position = self.position()?;
        if position.legal().is_empty() {
            let message = "no disc can be placed on this board; the runner makes passes by itself";
            return Err(self.bad_board(message));
        }
        let replay = |start| Game::replay_with_passes_implied(start, self.history.iter().copied()).ok();
        let mut games = self.starts().into_iter().filter_map(replay);
        Ok(games.find(|game| game.position() == position).unwrap_or_else(|| Game::new(position)))
    }

    /// If the first mover was drawn, either side may have started.
    fn starts(&self) -> Vec<Position> {
        let start = self.variant.with_goal(self.wanted()).start();
        match self.variant.first() {
            FirstMover::Fixed(_) => vec![start],
            FirstMover::Drawn => Color::ALL.map(|color| start.with_turn(color)).to_vec(),
        }
    }

    fn position(&self) -> Result<Position, Fault> {
        let cells = if self.board.is_empty() { self.rows.join("\n") } else { self.board.clone() };
        let read = parse_board_as(&cells, Symbols::XO).map_err(|fault| self.bad_board(&fault.to_string()))?;
        let setup = Setup { turn: self.color, spec: self.spec(read.spec), ..read };
        setup.validate().map_err(|fault| self.bad_board(&fault.to_string()))
    }

    /// The variant's board if it fits, because it knows which squares were free at the start; else
    /// the board as shown.
    fn spec(&self, shown: BoardSpec) -> BoardSpec {
        let known = self.variant.spec();
        let fits =
            known.area() == shown.area() && known.size() == shown.size() && known.free().is_superset(shown.free());
        let spec = if fits { known } else { shown };
        spec.with_goal(self.wanted())
    }

    /// The goal: the variant can set it as well as the field.
    fn wanted(&self) -> Goal {
        if self.goal == Goal::Fewest { Goal::Fewest } else { self.variant.spec().goal() }
    }

    fn bad_board(&self, what: &str) -> Fault {
        let board = if self.board.is_empty() { self.rows.join("/") } else { self.board.clone() };
        let moves: Vec<String> = self.history.iter().map(ToString::to_string).collect();
        Fault::new(Code::BadPosition, &board, format!("{what} ({} to move after {:?})", self.color, moves.join(" ")))
    }
}

/// One text per row.
fn rows(position: &Position) -> Vec<String> {
    let style = BoardStyle { layout: Layout::Rows, ..BoardStyle::default() };
    style.draw(position).lines().map(str::to_owned).collect()
}

/// `most` or `fewest`.
mod goal {
    use outflank_rules::Goal;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(goal: &Goal, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match goal {
            Goal::Most => "most",
            Goal::Fewest => "fewest",
        })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Goal, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "most" => Ok(Goal::Most),
            "fewest" => Ok(Goal::Fewest),
            other => Err(D::Error::custom(format_args!("{other:?} is not a goal: write most or fewest"))),
        }
    }
}
