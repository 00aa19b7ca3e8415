//! A game or a position as requests name it: variant, start, record and moves.

use std::fmt;

#[cfg(feature = "records")]
use outflank_rules::record::{Format, ReadError, Reader};
use outflank_rules::{
    BoardSpec, FirstMover, Game, Move, Position, ReplayError, Setup, Variant,
    record::{LOST, RecordError, transcript},
};
use serde::Deserialize;
#[cfg(feature = "records")]
use thiserror::Error;

use super::{ErrorReason, ReasonCode, ReasonPart};

/// A game or a position as requests name it. Without any field it is the standard start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameInput {
    /// The code of a variant; the default is `standard`.
    pub variant: Option<String>,
    /// A board with the side to move, instead of the start of the variant.
    pub start: Option<String>,
    /// A record in any format; the first game is used.
    #[cfg(feature = "records")]
    pub from: Option<String>,
    /// Moves to play after that.
    pub moves: Option<Moves>,
}

/// Moves as one text or as a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "moves are a text such as \"f5d6\", or a list such as [\"f5\", \"d6\"]")]
pub enum Moves {
    /// Such as `f5d6c3`, with `lost` for a turn that a side lost although it could move.
    Text(String),
    /// Such as `["f5", "pass"]`.
    List(Vec<String>),
}

impl Moves {
    fn text(&self) -> String {
        match self {
            Moves::Text(text) => text.clone(),
            Moves::List(list) => list.join(" "),
        }
    }
}

impl GameInput {
    /// Returns the game and its variant. The start of the game may differ from that of the variant.
    pub fn read(&self) -> Result<(Variant, Game), GameInputError> {
        let variant = self.variant.as_deref().map(read_variant).transpose()?;
        let start = match &self.start {
            Some(text) => read_start(text, variant)?,
            None => variant.unwrap_or_default().start(),
        };
        let game = self.game_from(start)?;
        let game = match &self.moves {
            Some(moves) => play_on(game, &moves.text())?,
            None => game,
        };
        Ok((variant_of(&game.start(), variant.unwrap_or_default()), game))
    }

    /// The game of the record, or one without moves.
    #[cfg(feature = "records")]
    fn game_from(&self, start: Position) -> Result<Game, GameInputError> {
        let Some(text) = &self.from else { return Ok(Game::new(start)) };
        first_game(text, start).map_err(|cause| GameInputError::new(InputField::From, text, &cause))
    }

    #[cfg(not(feature = "records"))]
    #[allow(clippy::unnecessary_wraps)]
    fn game_from(&self, start: Position) -> Result<Game, GameInputError> {
        Ok(Game::new(start))
    }
}

/// Reads a variant. A variant that draws the first mover gets the mover of its start position.
pub(crate) fn read_variant(code: &str) -> Result<Variant, GameInputError> {
    let variant: Variant = code.parse().map_err(|cause| GameInputError::plain(InputField::Variant, code, &cause))?;
    Ok(variant.with_first(FirstMover::Fixed(variant.start().turn())))
}

/// The position of a board. With a variant, the goal and the holes are those of the variant,
/// because boards do not always show them.
fn read_start(text: &str, variant: Option<Variant>) -> Result<Position, GameInputError> {
    let mut setup = text.parse::<Setup>().map_err(|cause| GameInputError::new(InputField::Start, text, &cause))?;
    if let Some(variant) = variant {
        let fit = shared_spec(setup.spec, variant);
        let other = || GameInputError::new(InputField::Start, text, &BoardMismatch(setup.spec, variant));
        setup.spec = fit.ok_or_else(other)?;
    }
    setup.validate().map_err(|cause| GameInputError::new(InputField::Start, text, &cause))
}

/// The board of the variant, if a drawn board fits it: the same size, and no other holes. A hole
/// that is not drawn may have a disc in it.
pub(crate) fn shared_spec(drawn: BoardSpec, variant: Variant) -> Option<BoardSpec> {
    let spec = variant.spec();
    (drawn.size() == spec.size() && drawn.area().is_superset(spec.area())).then_some(spec)
}

/// The board does not fit the variant.
pub struct BoardMismatch(pub BoardSpec, pub Variant);

impl From<&BoardMismatch> for ErrorReason {
    fn from(BoardMismatch(drawn, variant): &BoardMismatch) -> ErrorReason {
        let (drawn, size) = (drawn.size(), variant.spec().size());
        if drawn == size {
            return ErrorReason::new(ReasonCode::OtherHoles);
        }
        ErrorReason::new(ReasonCode::OtherSize).with(ReasonPart::Size, drawn).with(ReasonPart::Wanted, size)
    }
}

impl fmt::Display for BoardMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BoardMismatch(drawn, variant) = self;
        let (drawn, size) = (drawn.size(), variant.spec().size());
        if drawn == size {
            return write!(f, "the holes of this board are not those of the variant {variant}");
        }
        write!(f, "this board is {drawn}x{drawn}; the board of the variant {variant} is {size}x{size}")
    }
}

/// The named variant with this start; else the requested or the usual variant of this board; else a
/// variant without a name.
pub fn variant_of(start: &Position, asked: Variant) -> Variant {
    let own = Variant::from_position(start);
    let same_ground = |variant: &Variant| variant.spec() == start.spec();
    match own.name() {
        Some(_) => own,
        None => [asked, Variant::crossed(start.spec())].into_iter().find(same_ground).unwrap_or(own),
    }
}

/// Plays moves at the end of a game. Passes may be omitted, and [`LOST`] stands for a lost turn.
fn play_on(mut game: Game, text: &str) -> Result<Game, GameInputError> {
    for (index, piece) in text.split(LOST).enumerate() {
        if index > 0 {
            lose_turn(&mut game, text)?;
        }
        let (before, end) = (game.ply(), game.position());
        let more =
            transcript::parse_from(piece, end).map_err(|fault| GameInputError::in_moves(text, fault, before))?.game;
        if more.start() != end {
            return Err(GameInputError::new(InputField::Moves, text, &StartInMoves));
        }
        for mv in more.moves() {
            game.play(mv).expect("it was played from the same position");
        }
    }
    Ok(game)
}

/// The side to move loses its turn, after an omitted pass.
fn lose_turn(game: &mut Game, text: &str) -> Result<(), GameInputError> {
    // An illegal pass was not omitted.
    let _ = game.play(Move::Pass);
    let found = format!("{LOST} as move {}", game.ply() + 1);
    let fault = || RecordError::Mismatch { found, expected: "a move: no turn can be lost here".to_owned() };
    game.skip_turn().map(drop).ok_or_else(|| GameInputError::in_moves(text, fault(), game.ply()))
}

/// The moves contain a start position, but the start has a separate field.
struct StartInMoves;

impl From<&StartInMoves> for ErrorReason {
    fn from(_: &StartInMoves) -> ErrorReason {
        ErrorReason::new(ReasonCode::StartInMoves)
    }
}

impl fmt::Display for StartInMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves must not begin with a start position; send it as start")
    }
}

/// The field of an input that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputField {
    /// The variant.
    Variant,
    /// The board to start from.
    Start,
    /// The board to start from, under the name `position`.
    Position,
    /// A board to check.
    Board,
    /// The side to move on that board.
    Turn,
    /// The record.
    From,
    /// The moves.
    Moves,
}

/// Why an input is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInputError {
    /// The field.
    pub part: InputField,
    /// The wrong move, or the first 80 characters of the text.
    pub got: String,
    /// The number of the wrong move, from 1, passes included.
    pub ply: Option<usize>,
    message: String,
    reason: Option<ErrorReason>,
}

impl GameInputError {
    /// An error in a field, with the text that is at fault and the cause.
    pub fn new<C: fmt::Display>(part: InputField, got: &str, cause: &C) -> GameInputError
    where
        for<'a> ErrorReason: From<&'a C>,
    {
        GameInputError { reason: Some(ErrorReason::from(cause)), ..GameInputError::plain(part, got, cause) }
    }

    /// An error without a reason code: the field says enough.
    fn plain(part: InputField, got: &str, cause: &impl fmt::Display) -> GameInputError {
        GameInputError {
            part,
            got: got.chars().take(80).collect(),
            ply: None,
            message: cause.to_string(),
            reason: None,
        }
    }

    /// An error in moves that follow `before` earlier moves.
    fn in_moves(text: &str, fault: RecordError, before: usize) -> GameInputError {
        match fault {
            RecordError::Illegal(ReplayError { ply, reason, before: game }) => {
                let ply = ply + before;
                let (got, error) = (reason.mv.to_string(), ReplayError { ply, reason, before: game });
                GameInputError { ply: Some(ply), ..GameInputError::new(InputField::Moves, &got, &error) }
            }
            RecordError::Syntax { ref found, .. } => GameInputError::new(InputField::Moves, found, &fault),
            other => GameInputError::new(InputField::Moves, text, &other),
        }
    }

    /// The exact reason, if it is known.
    pub fn reason(&self) -> Option<&ErrorReason> {
        self.reason.as_ref()
    }

    /// The error code.
    pub fn code(&self) -> &'static str {
        match self.part {
            InputField::Variant => "bad-variant",
            InputField::Start | InputField::Position | InputField::Board | InputField::Turn => "bad-position",
            InputField::From => "bad-record",
            InputField::Moves => "bad-moves",
        }
    }
}

impl fmt::Display for GameInputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = match self.part {
            InputField::Variant => "variant",
            InputField::Start => "start",
            InputField::Position => "position",
            InputField::Board => "board",
            InputField::Turn => "turn",
            InputField::From => "from",
            InputField::Moves => "moves",
        };
        write!(f, "{field}: {}", self.message)
    }
}

impl std::error::Error for GameInputError {}

/// Reads the first record in a text of any format. `start` is the start of moves without one.
#[cfg(feature = "records")]
pub fn first_game(text: &str, start: Position) -> Result<Game, NoGameError> {
    // WTHOR is binary.
    let format =
        Format::detect(text.as_bytes()).filter(|&format| format != Format::Wthor).ok_or(NoGameError::UnknownFormat)?;
    let record = Reader::new(format, text.as_bytes()).with_start(start).next().ok_or(NoGameError::Empty)?;
    Ok(record?.game)
}

/// Why a text has no game.
#[cfg(feature = "records")]
#[derive(Debug, Error)]
pub enum NoGameError {
    /// The format is unknown.
    #[error("it looks neither like a position nor like a game record")]
    UnknownFormat,
    /// There is no game.
    #[error("there is no game in it")]
    Empty,
    /// The first game cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
}

#[cfg(feature = "records")]
impl From<&NoGameError> for ErrorReason {
    fn from(error: &NoGameError) -> ErrorReason {
        match error {
            NoGameError::UnknownFormat => ErrorReason::new(ReasonCode::NoRecord),
            NoGameError::Empty => ErrorReason::new(ReasonCode::Empty),
            NoGameError::Unreadable(cause) => ErrorReason::from(cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::position;

    fn input(json: &str) -> GameInput {
        serde_json::from_str(json).expect("an input")
    }

    fn read(json: &str) -> (Variant, Game) {
        input(json).read().unwrap_or_else(|bad| panic!("{json}: {bad}"))
    }

    fn refused(json: &str) -> GameInputError {
        input(json).read().expect_err(json)
    }

    #[test]
    fn moves_are_one_text_or_a_list_and_passes_may_be_left_out() {
        let (variant, text) = read(r#"{"moves": "f5d6c3"}"#);
        assert_eq!(read(r#"{"moves": ["f5", "d6", "c3"]}"#).1, text);
        assert_eq!((variant, text.ply()), (Variant::STANDARD, 3));
        let start = r#""start": "-XOO------------ X""#;
        let passed = read(&format!(r#"{{{start}, "moves": ["pass", "a1"]}}"#)).1;
        assert_eq!((read(&format!(r#"{{{start}, "moves": "a1"}}"#)).1, passed.ply()), (passed.clone(), 2));
        assert_eq!(read("{}").1, Game::new(Variant::STANDARD.start()));
    }

    #[test]
    fn lost_turns_are_marked_in_texts_and_lists() {
        let (variant, lost) = read(r#"{"moves": "f5d6lostf4lost"}"#);
        assert_eq!(lost.lost_turns().collect::<Vec<_>>(), [3, 5]);
        assert_eq!(read(r#"{"moves": ["f5", "d6", "lost", "f4", "lost"]}"#).1, lost);
        let text = super::super::transcript(&lost);
        assert_eq!(text, "f5d6lostf4lost");
        let line: serde_json::Value = serde_json::from_str(&super::super::replay(variant, &lost)).expect("JSON");
        assert_eq!((&line["moves"][2]["move"], &line["moves"][2]["lost"]), (&"pass".into(), &"unknown".into()));
        assert!(line["moves"][0].get("lost").is_none(), "{line}");
        // White has no move after the first disc: its pass is implied, and black loses a turn.
        let passed = read(r#"{"start": "-XOO------------ X", "moves": "lost"}"#).1;
        assert_eq!((passed.ply(), passed.lost_turns().collect::<Vec<_>>()), (2, vec![2]));
        let over = refused(r#"{"moves": "e6f4e3f6g5d6e7f5c5lost"}"#);
        assert!(over.to_string().contains("lost as move 10"), "{over}");
        assert_eq!(refused(r#"{"moves": "f5pass"}"#).ply, Some(2));
    }

    #[test]
    fn moves_are_played_after_the_text_and_counted_from_its_start() {
        let (_, game) = read(r#"{"from": "(;GM[Othello]PB[a]PW[b]TY[8]B[f5]W[d6];)", "moves": "c3"}"#);
        assert_eq!(game.ply(), 3);
        let bad = refused(r#"{"from": "f5d6", "moves": "c3a1"}"#);
        assert_eq!((bad.code(), bad.got.as_str(), bad.ply), ("bad-moves", "a1", Some(4)));
        assert!(bad.to_string().starts_with("moves: move 4 is illegal: a1 flips nothing for white"), "{bad}");
    }

    #[test]
    fn every_part_that_is_wrong_is_named_and_quoted() {
        for (json, code, got) in [
            (r#"{"variant": "cubic"}"#, "bad-variant", "cubic"),
            (r#"{"start": "XO"}"#, "bad-position", "XO"),
            (r#"{"variant": "six", "start": "-----OX--XO----- X"}"#, "bad-position", "-----OX--XO----- X"),
            (r#"{"from": "hello"}"#, "bad-record", "hello"),
            (r#"{"moves": "f5z9"}"#, "bad-moves", "z9"),
            (r#"{"moves": "tiny; b1"}"#, "bad-moves", "tiny; b1"),
        ] {
            let bad = refused(json);
            assert_eq!((bad.code(), bad.got.as_str()), (code, got), "{bad}");
        }
    }

    #[test]
    fn a_board_in_the_middle_of_a_game_is_still_the_variant() {
        let start = position(&Variant::STANDARD.start());
        let (variant, game) = read(&format!(r#"{{"variant": "anti", "start": "{start}"}}"#));
        assert_eq!((variant, game.start()), (Variant::ANTI, Variant::ANTI.start()));
        let (variant, game) = read(r#"{"start": "----\n-OX-\nXXX-\n---- O"}"#);
        assert_eq!((variant, game.start().turn()), (Variant::TINY, outflank_rules::Color::White));
        let (variant, _) = read(r#"{"from": "six; e4"}"#);
        assert_eq!(variant, Variant::SIX);
    }

    #[test]
    fn a_free_opening_that_has_begun_goes_on() {
        let (variant, game) = read(r#"{"variant": "free-centre", "moves": "d4e5"}"#);
        let start = Some(position(&game.position()));
        let rest = GameInput { variant: Some(variant.to_string()), start, ..GameInput::default() };
        assert_eq!(rest.read().expect("it is read").1.position(), game.position());
        let unnamed =
            read(r#"{"from": "=--------/--------/--------/---X?---/---?O---/--------/--------/--------;e4"}"#);
        assert_eq!((unnamed.0.name(), unnamed.1.ply()), (None, 1));
    }

    #[test]
    fn every_named_variant_round_trips() {
        for (name, _, variant) in Variant::NAMED {
            let start = variant.start();
            let text = position(&start);
            let asked = GameInput { variant: Some(name.to_owned()), start: Some(text), ..GameInput::default() };
            assert_eq!(asked.read().unwrap_or_else(|bad| panic!("{name}: {bad}")).1.start(), start, "{name}");
        }
    }
}
