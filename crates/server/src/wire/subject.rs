//! What somebody wants to look at: a game or a position, however it is told.

use std::fmt;

use outflank_rules::{
    FirstMover, Game, Ground, Move, Position, ReplayError, Variant,
    notation::parse_board,
    record::{Fault, transcript},
};
use serde::Deserialize;

use super::{About, Code, Why, first_game::first_game};

/// A game or a position as requests name it. All of it may be left out: that is the standard start.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Subject {
    /// The code of a variant; `standard` if nothing is said.
    pub variant: Option<String>,
    /// A board with the side to move, instead of the start of the variant.
    pub start: Option<String>,
    /// A text in any format of records, of which the first game is taken.
    pub from: Option<String>,
    /// Moves that are played after that.
    pub moves: Option<Moves>,
}

/// Moves as one text, or one by one.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "moves are a text such as \"f5d6\", or a list such as [\"f5\", \"d6\"]")]
pub enum Moves {
    /// As in `f5d6c3`.
    Text(String),
    /// As in `["f5", "pass"]`.
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

impl Subject {
    /// The game, and the variant by whose rules it is played. The start of the game need not be that of the variant.
    pub fn read(&self) -> Result<(Variant, Game), BadSubject> {
        let asked = self.variant.as_deref().map(read_variant).transpose()?;
        let start = match &self.start {
            Some(text) => read_start(text, asked)?,
            None => asked.unwrap_or_default().start(),
        };
        let game = match &self.from {
            Some(text) => first_game(text, start).map_err(|cause| BadSubject::new(Part::From, text, &cause))?,
            None => Game::new(start),
        };
        let game = match &self.moves {
            Some(moves) => played_on(&game, &moves.text())?,
            None => game,
        };
        Ok((variant_of(&game.start(), asked.unwrap_or_default()), game))
    }
}

/// Whoever moves first does so from here on: a game that is looked at is not drawn again.
pub(super) fn read_variant(code: &str) -> Result<Variant, BadSubject> {
    let variant: Variant = code.parse().map_err(|cause| BadSubject::plain(Part::Variant, code, &cause))?;
    Ok(variant.with_first(FirstMover::Fixed(variant.start().turn())))
}

/// The position that a board shows. Its ground is that of the variant, where one is named: boards show neither the goal nor, always, the holes.
fn read_start(text: &str, variant: Option<Variant>) -> Result<Position, BadSubject> {
    let mut setup = parse_board(text).map_err(|cause| BadSubject::new(Part::Start, text, &cause))?;
    if let Some(variant) = variant {
        let fit = shared_ground(setup.ground, variant);
        let other = || BadSubject::new(Part::Start, text, &OtherBoard(setup.ground, variant));
        setup.ground = fit.ok_or_else(other)?;
    }
    setup.validate().map_err(|cause| BadSubject::new(Part::Start, text, &cause))
}

/// The ground of the variant, if a drawing fits it: the same size, and no holes but those of the variant. Where one is not drawn there may be a disc in it.
pub(super) fn shared_ground(drawn: Ground, variant: Variant) -> Option<Ground> {
    let ground = variant.ground();
    (drawn.size() == ground.size() && drawn.area().is_superset(ground.area())).then_some(ground)
}

/// A board that is not that of the variant.
pub(super) struct OtherBoard(pub(super) Ground, pub(super) Variant);

impl From<&OtherBoard> for Why {
    fn from(OtherBoard(drawn, variant): &OtherBoard) -> Why {
        let (drawn, size) = (drawn.size(), variant.ground().size());
        if drawn == size {
            return Why::new(Code::OtherHoles);
        }
        Why::new(Code::OtherSize).with(About::Size, drawn).with(About::Wanted, size)
    }
}

impl fmt::Display for OtherBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OtherBoard(drawn, variant) = self;
        let (drawn, size) = (drawn.size(), variant.ground().size());
        if drawn == size {
            return write!(f, "the holes of this board are not those of the variant {variant}");
        }
        write!(f, "this board is {drawn}x{drawn}, and that of the variant {variant} is {size}x{size}")
    }
}

/// The variant that begins so; else the one that was asked for, or the usual one, if it is played on this ground; else one that has no name.
pub(crate) fn variant_of(start: &Position, asked: Variant) -> Variant {
    let own = Variant::from_position(start);
    let same_ground = |variant: &Variant| variant.ground() == start.ground();
    match own.name() {
        Some(_) => own,
        None => [asked, Variant::crossed(start.ground())].into_iter().find(same_ground).unwrap_or(own),
    }
}

/// Plays moves at the end of a game; passes may be left out.
fn played_on(game: &Game, text: &str) -> Result<Game, BadSubject> {
    let before = game.ply();
    let end = game.position();
    let more = transcript::parse_from(text, end).map_err(|fault| BadSubject::in_moves(text, fault, before))?.game;
    if more.start() != end {
        return Err(BadSubject::new(Part::Moves, text, &StartInMoves));
    }
    let moves: Vec<Move> = game.moves().chain(more.moves()).collect();
    Game::replay(game.start(), moves).map_err(|cause| BadSubject::in_moves(text, Fault::Illegal(cause), 0))
}

/// Moves that tell where they start, which is known already.
struct StartInMoves;

impl From<&StartInMoves> for Why {
    fn from(_: &StartInMoves) -> Why {
        Why::new(Code::StartInMoves)
    }
}

impl fmt::Display for StartInMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a start does not belong before moves: send it as start")
    }
}

/// The part of a subject that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The variant.
    Variant,
    /// The board to start from.
    Start,
    /// The same where it is asked for as a position.
    Position,
    /// A board to judge.
    Board,
    /// Whose turn it is there.
    Turn,
    /// The text with a game.
    From,
    /// The moves.
    Moves,
}

/// Something that cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSubject {
    /// Which part of it.
    pub part: Part,
    /// What is wrong there: the beginning of the text, or the move.
    pub got: String,
    /// Which move, counted from 1 at the start of the game, passes included.
    pub ply: Option<usize>,
    reason: String,
    why: Option<Why>,
}

impl BadSubject {
    pub(super) fn new<C: fmt::Display>(part: Part, got: &str, cause: &C) -> BadSubject
    where
        for<'a> Why: From<&'a C>,
    {
        BadSubject { why: Some(Why::from(cause)), ..BadSubject::plain(part, got, cause) }
    }

    /// Where the part itself says enough.
    fn plain(part: Part, got: &str, cause: &impl fmt::Display) -> BadSubject {
        BadSubject { part, got: got.chars().take(80).collect(), ply: None, reason: cause.to_string(), why: None }
    }

    /// A fault in moves of which so many are before the text.
    fn in_moves(text: &str, fault: Fault, before: usize) -> BadSubject {
        match fault {
            Fault::Illegal(ReplayError { ply, reason, before: game }) => {
                let ply = ply + before;
                let (got, told) = (reason.mv.to_string(), ReplayError { ply, reason, before: game });
                BadSubject { ply: Some(ply), ..BadSubject::new(Part::Moves, &got, &told) }
            }
            Fault::Syntax { ref found, .. } => BadSubject::new(Part::Moves, found, &fault),
            other => BadSubject::new(Part::Moves, text, &other),
        }
    }

    /// What exactly is wrong there, where that is known.
    pub fn why(&self) -> Option<&Why> {
        self.why.as_ref()
    }

    /// A word for programs.
    pub fn code(&self) -> &'static str {
        match self.part {
            Part::Variant => "bad-variant",
            Part::Start | Part::Position | Part::Board | Part::Turn => "bad-position",
            Part::From => "bad-record",
            Part::Moves => "bad-moves",
        }
    }
}

impl fmt::Display for BadSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = match self.part {
            Part::Variant => "variant",
            Part::Start => "start",
            Part::Position => "position",
            Part::Board => "board",
            Part::Turn => "turn",
            Part::From => "from",
            Part::Moves => "moves",
        };
        write!(f, "{field}: {}", self.reason)
    }
}

impl std::error::Error for BadSubject {}

#[cfg(test)]
mod tests {
    use super::{super::position, *};

    fn subject(json: &str) -> Subject {
        serde_json::from_str(json).expect("a subject")
    }

    fn read(json: &str) -> (Variant, Game) {
        subject(json).read().unwrap_or_else(|bad| panic!("{json}: {bad}"))
    }

    fn refused(json: &str) -> BadSubject {
        subject(json).read().expect_err(json)
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
        let rest = Subject { variant: Some(variant.to_string()), start, ..Subject::default() };
        assert_eq!(rest.read().expect("it is read").1.position(), game.position());
        let unnamed =
            read(r#"{"from": "=--------/--------/--------/---X?---/---?O---/--------/--------/--------;e4"}"#);
        assert_eq!((unnamed.0.name(), unnamed.1.ply()), (None, 1));
    }

    #[test]
    fn what_is_said_of_every_named_variant_is_read_back() {
        for (name, _, variant) in Variant::NAMED {
            let start = variant.start();
            let told = position(&start);
            let asked = Subject { variant: Some(name.to_owned()), start: Some(told), ..Subject::default() };
            assert_eq!(asked.read().unwrap_or_else(|bad| panic!("{name}: {bad}")).1.start(), start, "{name}");
        }
    }
}
