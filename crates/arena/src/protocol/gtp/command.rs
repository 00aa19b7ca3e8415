//! Parses lines into commands; errors of commands.

use std::{io, str::FromStr, time::Duration};

use outflank_engine::Level;
use outflank_rules::{Color, IllegalMove, Move};

use crate::protocol::excerpt;

/// Maximum number of seconds on a clock.
const MAX_SECONDS: f64 = 1e7;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The id as written; empty if there is none.
    pub id: String,
    /// The command.
    pub command: Result<Command, GtpError>,
}

impl Request {
    /// Parses a line; `None` for an empty line or a comment.
    ///
    /// ```
    /// use outflank_arena::protocol::gtp::{Command, Request};
    ///
    /// let request = Request::read("7\tundo # that was a slip").unwrap();
    /// assert_eq!((request.id.as_str(), request.command), ("7", Ok(Command::Undo)));
    /// assert_eq!(Request::read("# a comment"), None);
    /// ```
    pub fn read(line: &str) -> Option<Request> {
        let text = cleaned(line);
        let (first, rest) = text.split_once(' ').unwrap_or((&text, ""));
        let is_id = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, command) = if is_id { (first, rest.trim_start()) } else { ("", text.as_str()) };
        (!text.is_empty()).then(|| Request { id: id.to_owned(), command: command.parse() })
    }
}

/// Removes the comment and control characters; tabs become spaces.
fn cleaned(line: &str) -> String {
    let text = line.split('#').next().unwrap_or_default();
    let blanks = text.replace('\t', " ");
    blanks.replace(|c: char| c.is_control(), "").trim().to_owned()
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The protocol version.
    ProtocolVersion,
    /// The name of the engine.
    Name,
    /// Its version.
    Version,
    /// Whether a command of this name exists.
    KnownCommand(String),
    /// The names of all commands.
    ListCommands,
    /// Ends the session.
    Quit,
    /// Sets the board size and starts a game.
    BoardSize(u8),
    /// Starts a game.
    ClearBoard,
    /// Has no meaning in Reversi.
    Komi,
    /// Plays a move of this side, or of the side to move.
    Play(Option<Color>, Move),
    /// Chooses a move and plays it.
    GenMove(Option<Color>),
    /// Chooses a move.
    RegGenMove(Option<Color>),
    /// Takes back the last command that moved.
    Undo,
    /// Sets the clocks of both sides.
    TimeSettings {
        /// Main time.
        main: Duration,
        /// Time for `stones` moves after the main time; with 0 stones, the increment per move.
        byo_yomi: Duration,
        /// Moves per byo-yomi period.
        stones: u32,
    },
    /// Sets the clock of a side.
    TimeLeft {
        /// The side.
        color: Color,
        /// The remaining time.
        left: Duration,
        /// For this many moves; 0 in the main time.
        stones: u32,
    },
    /// Selects the game.
    SetGame(String),
    /// Lists the games.
    ListGames,
    /// Draws the board.
    ShowBoard,
    /// Loads a game from a file, up to a move.
    LoadSgf {
        /// The file.
        file: String,
        /// The first move that is omitted, from 1.
        before_move: Option<usize>,
    },
    /// The result.
    FinalScore,
    /// Sets the level.
    SetLevel(Level),
    /// The best moves with their evaluations, at most this many.
    Hint(usize),
    /// The evaluation of every position of the game.
    Analyze,
    /// A GoGui extension: rules of the engine's game.
    Rules(RulesQuestion),
}

/// A question about the rules, from GoGui.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesQuestion {
    /// The game.
    GameId,
    /// The discs on the board.
    Board,
    /// The board size.
    BoardSize,
    /// The legal moves.
    LegalMoves,
    /// The side to move.
    SideToMove,
    /// The result.
    FinalResult,
}

impl Command {
    /// The names of all commands, sorted.
    pub const NAMES: [&'static str; 29] = [
        "boardsize",
        "clear_board",
        "final_score",
        "genmove",
        "gogui-rules_board",
        "gogui-rules_board_size",
        "gogui-rules_final_result",
        "gogui-rules_game_id",
        "gogui-rules_legal_moves",
        "gogui-rules_side_to_move",
        "known_command",
        "komi",
        "list_commands",
        "list_games",
        "loadsgf",
        "name",
        "outflank-analyze",
        "outflank-hint",
        "play",
        "protocol_version",
        "quit",
        "reg_genmove",
        "set_game",
        "set_level",
        "showboard",
        "time_left",
        "time_settings",
        "undo",
        "version",
    ];
}

impl FromStr for Command {
    type Err = GtpError;

    fn from_str(text: &str) -> Result<Command, GtpError> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words = Words { line: text, words: rest.split_whitespace().collect() };
        Ok(match name.to_ascii_lowercase().as_str() {
            "boardsize" => Command::BoardSize(words.size()?),
            "clear_board" => Command::ClearBoard,
            "final_score" => Command::FinalScore,
            "genmove" => Command::GenMove(words.optional_color()?),
            "known_command" => Command::KnownCommand(words.word(0).to_owned()),
            "komi" => Command::Komi,
            "list_commands" => Command::ListCommands,
            "list_games" => Command::ListGames,
            "loadsgf" => words.load(rest)?,
            "name" => Command::Name,
            "outflank-analyze" => Command::Analyze,
            "outflank-hint" => Command::Hint(words.count()?),
            "play" => words.play()?,
            "protocol_version" => Command::ProtocolVersion,
            "quit" => Command::Quit,
            "reg_genmove" => Command::RegGenMove(words.optional_color()?),
            "set_game" => Command::SetGame(rest.trim().to_owned()),
            "set_level" => Command::SetLevel(words.level()?),
            "showboard" => Command::ShowBoard,
            "time_left" => words.time_left()?,
            "time_settings" => words.time_settings()?,
            "undo" => Command::Undo,
            "version" => Command::Version,
            other => Command::Rules(rules_question(other).ok_or_else(|| GtpError::UnknownCommand(excerpt(name)))?),
        })
    }
}

fn rules_question(name: &str) -> Option<RulesQuestion> {
    Some(match name.strip_prefix("gogui-rules_")? {
        "board" => RulesQuestion::Board,
        "board_size" => RulesQuestion::BoardSize,
        "final_result" => RulesQuestion::FinalResult,
        "game_id" => RulesQuestion::GameId,
        "legal_moves" => RulesQuestion::LegalMoves,
        "side_to_move" => RulesQuestion::SideToMove,
        _ => return None,
    })
}

/// The arguments of a command.
struct Words<'a> {
    line: &'a str,
    words: Vec<&'a str>,
}

impl Words<'_> {
    /// The argument at this index, or an empty text.
    fn word(&self, index: usize) -> &str {
        self.words.get(index).copied().unwrap_or_default()
    }

    fn wrong(&self, expected: &'static str) -> GtpError {
        GtpError::Syntax { line: excerpt(self.line), expected }
    }

    fn size(&self) -> Result<u8, GtpError> {
        let size = self.word(0).parse().map_err(|_| self.wrong("boardsize 8"))?;
        if matches!(size, 4 | 6 | 8) { Ok(size) } else { Err(GtpError::Size(size)) }
    }

    fn color(&self, index: usize, expected: &'static str) -> Result<Color, GtpError> {
        self.word(index).parse().map_err(|_| self.wrong(expected))
    }

    fn optional_color(&self) -> Result<Option<Color>, GtpError> {
        if self.words.is_empty() { Ok(None) } else { self.color(0, "genmove black or genmove white").map(Some) }
    }

    fn play(&self) -> Result<Command, GtpError> {
        const EXPECTED: &str = "play black f5 or play white pass";
        let color = if self.words.len() < 2 { None } else { Some(self.color(0, EXPECTED)?) };
        let mv = self.words.last().and_then(|word| word.parse().ok());
        Ok(Command::Play(color, mv.filter(|_| self.words.len() <= 2).ok_or_else(|| self.wrong(EXPECTED))?))
    }

    fn level(&self) -> Result<Level, GtpError> {
        self.word(0).parse().map_err(|_| self.wrong("set_level 1 to set_level 20"))
    }

    fn count(&self) -> Result<usize, GtpError> {
        match self.words.first() {
            None => Ok(1),
            Some(word) => word.parse().ok().filter(|&count| count > 0).ok_or_else(|| self.wrong("outflank-hint 3")),
        }
    }

    fn seconds(&self, index: usize, expected: &'static str) -> Result<Duration, GtpError> {
        let seconds = self.word(index).parse::<f64>().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
        seconds.map(Duration::from_secs_f64).ok_or_else(|| self.wrong(expected))
    }

    fn stones(&self, index: usize, expected: &'static str) -> Result<u32, GtpError> {
        match self.words.get(index) {
            None => Ok(0),
            Some(word) => word.parse().map_err(|_| self.wrong(expected)),
        }
    }

    fn time_left(&self) -> Result<Command, GtpError> {
        const EXPECTED: &str = "time_left black 120 0, in seconds";
        let (color, left) = (self.color(0, EXPECTED)?, self.seconds(1, EXPECTED)?);
        Ok(Command::TimeLeft { color, left, stones: self.stones(2, EXPECTED)? })
    }

    fn time_settings(&self) -> Result<Command, GtpError> {
        const EXPECTED: &str = "time_settings 300 0 0, in seconds";
        let (main, byo_yomi) = (self.seconds(0, EXPECTED)?, self.seconds(1, EXPECTED)?);
        Ok(Command::TimeSettings { main, byo_yomi, stones: self.stones(2, EXPECTED)? })
    }

    /// File names may contain spaces; a number at the end is a move number.
    fn load(&self, rest: &str) -> Result<Command, GtpError> {
        let rest = rest.trim();
        let last = self.words.last().filter(|_| self.words.len() > 1).and_then(|word| word.parse().ok());
        let file = match last {
            Some(_) => rest.rsplit_once(char::is_whitespace).map_or(rest, |(file, _)| file.trim_end()),
            None => rest,
        };
        if file.is_empty() {
            return Err(self.wrong("loadsgf game.sgf or loadsgf game.sgf 20"));
        }
        Ok(Command::LoadSgf { file: file.to_owned(), before_move: last })
    }
}

/// Why a command failed. The first words are those of the standard, if it has any.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GtpError {
    /// No command has this name.
    #[error("unknown command {0:?}: list_commands names all there are")]
    UnknownCommand(String),
    /// The arguments are invalid.
    #[error("syntax error in {line:?}: write {expected}")]
    Syntax {
        /// The line.
        line: String,
        /// An example that is valid.
        expected: &'static str,
    },
    /// An unsupported board size.
    #[error("unacceptable size {0}: write boardsize 8, 6 or 4")]
    Size(u8),
    /// An unsupported game.
    #[error("unknown game {0:?}: write set_game Othello")]
    UnknownGame(String),
    /// An illegal move.
    #[error("illegal move: {0}")]
    Illegal(IllegalMove),
    /// It is the turn of this side, which can move.
    #[error("wrong color: it is the turn of {0}, who can place a disc")]
    WrongColor(Color),
    /// There is nothing to undo.
    #[error("cannot undo: no move has been made")]
    NothingToUndo,
    /// The game is not over.
    #[error("cannot score: the game is not over")]
    NotOver,
    /// The file has no readable game.
    #[error("cannot load file {file:?}: {reason}")]
    Unloadable {
        /// The file.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl GtpError {
    pub(super) fn unreadable(file: &str, cause: &io::Error) -> GtpError {
        GtpError::Unloadable { file: file.to_owned(), reason: cause.to_string() }
    }
}

impl From<IllegalMove> for GtpError {
    fn from(illegal: IllegalMove) -> GtpError {
        GtpError::Illegal(illegal)
    }
}
