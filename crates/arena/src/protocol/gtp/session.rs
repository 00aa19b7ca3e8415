//! A session: keeps the game and executes commands.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Instant;

use outflank_rules::notation::{BoardStyle, Layout};
use outflank_rules::record::{Format, ReadError, Reader, encoding::Encoding};
use outflank_rules::{Color, DiscDiff, FinalScore, Game, Move, Position, Status, Variant};

use super::command::RulesQuestion;
use super::time::Clocks;
use super::{Command, GtpError, Request};
use crate::protocol::{Engine, EngineLimits, excerpt};

/// Maximum size of a game file that is read.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// A GTP session.
///
/// ```
/// use outflank_arena::protocol::{EngineLimits, Engine, gtp::Session};
/// use outflank_engine::Settings;
///
/// let mut session = Session::new(Engine::new(EngineLimits::depth(2), 0, &Settings::default()));
/// let mut answers = Vec::new();
/// for line in ["1 play black f5", "2 play black f5"] {
///     let _ = session.handle(line, &mut answers)?;
/// }
/// let answers = String::from_utf8_lossy(&answers);
/// assert_eq!(answers, "=1 \n\n?2 wrong color: it is the turn of white, who can place a disc\n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Session {
    engine: Engine,
    game: Game,
    /// The ply before each command that moved, so that undo also takes back an implied pass.
    marks: Vec<usize>,
    clocks: Clocks,
}

impl Session {
    /// A session at the start of a standard game.
    pub fn new(engine: Engine) -> Session {
        Session { engine, game: Game::new(Variant::STANDARD.start()), marks: Vec::new(), clocks: Clocks::default() }
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Answers a line; `Break` after `quit`.
    pub fn handle(&mut self, line: &str, out: &mut dyn Write) -> io::Result<ControlFlow<()>> {
        let Some(Request { id, command }) = Request::read(line) else { return Ok(Continue(())) };
        let is_last = command == Ok(Command::Quit);
        match command.and_then(|command| self.act(command)) {
            Ok(text) => write!(out, "={id} {text}\n\n")?,
            Err(refusal) => write!(out, "?{id} {refusal}\n\n")?,
        }
        out.flush()?;
        Ok(if is_last { Break(()) } else { Continue(()) })
    }

    /// Executes a command and returns the answer, which has no empty line in it.
    fn act(&mut self, command: Command) -> Result<String, GtpError> {
        match command {
            Command::ProtocolVersion => Ok("2".to_owned()),
            Command::Name => Ok("Outflank".to_owned()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Command::KnownCommand(name) => Ok(Command::NAMES.contains(&name.as_str()).to_string()),
            Command::ListCommands => Ok(Command::NAMES.join("\n")),
            Command::Quit | Command::Komi => Ok(String::new()),
            Command::BoardSize(size) => Ok(self.begin(Game::new(Variant::of_size(size).start()))),
            Command::ClearBoard => Ok(self.begin(Game::new(self.usual_start()))),
            Command::Play(color, mv) => self.play(color, mv),
            Command::GenMove(color) => self.generate(color),
            Command::RegGenMove(color) => Ok(self.choose(&self.asked(color)?).to_string()),
            Command::Undo => self.undo(),
            Command::TimeSettings { main, byo_yomi, stones } => {
                self.clocks = Clocks::settle(main, byo_yomi, stones);
                Ok(String::new())
            }
            Command::TimeLeft { color, left, stones } => {
                self.clocks.show(color, left, stones);
                Ok(String::new())
            }
            Command::SetGame(name) => self.set_game(&name),
            Command::ListGames => Ok("Othello".to_owned()),
            Command::ShowBoard => Ok(self.picture()),
            Command::LoadSgf { file, before_move } => self.load(&file, before_move),
            Command::FinalScore => Ok(final_score(self.score()?)),
            Command::SetLevel(level) => {
                self.engine.limits = EngineLimits::Level(level);
                Ok(String::new())
            }
            Command::Hint(count) => Ok(self.hints(count)),
            Command::Analyze => Ok(self.look_back()),
            Command::Rules(question) => Ok(self.rules(question)),
        }
    }

    fn begin(&mut self, game: Game) -> String {
        (self.game, self.marks, self.clocks) = (game, Vec::new(), self.clocks.restarted());
        self.engine.begin_game();
        String::new()
    }

    fn usual_start(&self) -> Position {
        Variant::of_size(self.game.start().spec().size()).start()
    }

    /// The game with this side to move. The first request decides who starts, and a forced pass is
    /// implied. At the end of a game either side may be asked.
    fn asked(&self, color: Option<Color>) -> Result<Game, GtpError> {
        let (position, mut game) = (self.game.position(), self.game.clone());
        let Some(color) = color.filter(|&color| color != position.turn()) else { return Ok(game) };
        match position.status() {
            Status::MustPass => drop(game.play(Move::Pass)?),
            Status::Over(_) => {}
            _ if self.game.ply() == 0 => game = Game::new(position.with_turn(color)),
            _ => return Err(GtpError::WrongColor(position.turn())),
        }
        Ok(game)
    }

    /// Replaces the game; one `undo` reverts it.
    fn advance(&mut self, game: Game) {
        self.marks.push(self.game.ply());
        self.game = game;
    }

    fn play(&mut self, color: Option<Color>, mv: Move) -> Result<String, GtpError> {
        let mut game = self.asked(color)?;
        // Some GUIs keep passing when a game is over.
        if !(game.is_over() && mv == Move::Pass) {
            match color {
                None => game.play_with_pass_implied(mv)?,
                Some(_) => game.play(mv)?,
            };
        }
        self.advance(game);
        Ok(String::new())
    }

    fn generate(&mut self, color: Option<Color>) -> Result<String, GtpError> {
        let mut game = self.asked(color)?;
        let begun = Instant::now();
        let mv = self.choose(&game);
        self.clocks.spend(game.position().turn(), begun.elapsed());
        if !game.is_over() {
            game.play(mv)?;
        }
        self.advance(game);
        Ok(mv.to_string())
    }

    /// A move for the side to move; a pass if the game is over.
    fn choose(&mut self, game: &Game) -> Move {
        let position = game.position();
        let clock = self.clocks.clock(position.turn());
        self.engine.choose(&position, clock).map_or(Move::Pass, |thought| thought.mv)
    }

    fn undo(&mut self) -> Result<String, GtpError> {
        let ply = self.marks.pop().ok_or(GtpError::NothingToUndo)?;
        while self.game.ply() > ply {
            self.game.undo();
        }
        Ok(String::new())
    }

    fn set_game(&mut self, name: &str) -> Result<String, GtpError> {
        if !["othello", "reversi"].contains(&name.to_ascii_lowercase().as_str()) {
            return Err(GtpError::UnknownGame(excerpt(name)));
        }
        Ok(self.begin(Game::new(self.usual_start())))
    }

    /// Loads a game in any known format. It can be taken back move by move.
    fn load(&mut self, file: &str, before_move: Option<usize>) -> Result<String, GtpError> {
        let mut game = read_game(file)?;
        while before_move.is_some_and(|number| game.ply() >= number.max(1)) {
            game.undo();
        }
        let moves = game.ply();
        self.begin(game);
        self.marks = (0..moves).collect();
        Ok(String::new())
    }

    fn score(&self) -> Result<FinalScore, GtpError> {
        match self.game.position().status() {
            Status::Over(score) => Ok(score),
            _ => Err(GtpError::NotOver),
        }
    }

    /// The board, the side to move and the score.
    fn picture(&self) -> String {
        let position = self.game.position();
        let board = BoardStyle { marks: true, ..BoardStyle::default() }.draw(&position);
        let counts = Color::ALL.map(|color| position.discs(color).len());
        let [black, white] = counts;
        let state = match position.status() {
            Status::Over(score) => format!("game over: {score}"),
            _ => format!("{} to move, black {black}, white {white}", position.turn()),
        };
        format!("\n{board}{state}")
    }

    /// One line per move: the move, its evaluation, the depth, and the principal variation.
    fn hints(&mut self, count: usize) -> String {
        let position = self.game.position();
        let limits = self.engine.limits.at(position.empties().len());
        let hints = self.engine.hints(&position, count, &limits, &mut |_, _| ());
        let lines = hints.iter().map(|hint| {
            let line: Vec<String> = hint.line.iter().map(ToString::to_string).collect();
            let first = line.first().map_or("", String::as_str);
            format!("{first} {} {} {}", signed(hint.value), hint.depth_text(), line.join(" "))
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// One line per position: the ply and the evaluation for the side to move.
    fn look_back(&mut self) -> String {
        let mut lines = Vec::new();
        self.engine.look_back(&self.game, &mut |ply, value| lines.push(format!("{ply} {}", signed(value))));
        lines.reverse();
        lines.join("\n")
    }

    fn rules(&self, question: RulesQuestion) -> String {
        let position = self.game.position();
        match question {
            RulesQuestion::GameId => "Othello".to_owned(),
            RulesQuestion::BoardSize => position.spec().size().to_string(),
            RulesQuestion::SideToMove => position.turn().to_string(),
            RulesQuestion::Board => {
                let rows = BoardStyle { layout: Layout::Rows, ..BoardStyle::default() }.draw(&position);
                rows.replace('-', ".").trim_end().to_owned()
            }
            RulesQuestion::LegalMoves => position.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            RulesQuestion::FinalResult => match position.status() {
                Status::Over(score) => score.to_string(),
                _ => String::new(),
            },
        }
    }
}

fn read_game(file: &str) -> Result<Game, GtpError> {
    let opened = File::open(file).map_err(|cause| GtpError::unreadable(file, &cause))?;
    let mut bytes = Vec::new();
    opened.take(MAX_FILE_BYTES).read_to_end(&mut bytes).map_err(|cause| GtpError::unreadable(file, &cause))?;
    let unloadable = |reason: String| GtpError::Unloadable { file: excerpt(file), reason };
    let encoding = Encoding::of(&bytes);
    let format = Format::detect(&encoding.decoded(&bytes).bytes)
        .ok_or_else(|| unloadable("it is not in a known record format".to_owned()))?;
    let first = Reader::new(format, BufReader::new(encoding.reader(bytes.as_slice()).strict())).next();
    let record = first.ok_or_else(|| unloadable("it holds no game".to_owned()))?;
    let record = record.map_err(|error: ReadError| unloadable(error.to_string().replace('\n', " ")))?;
    Ok(record.game)
}

/// The result in GTP syntax: `B+12`, `W+2`, `0`.
fn final_score(score: FinalScore) -> String {
    match score.winner() {
        None => "0".to_owned(),
        Some(winner) => format!("{}+{}", winner.letter(), score.official_margin().discs().unsigned_abs()),
    }
}

fn signed(value: DiscDiff) -> String {
    format!("{:+}", value.discs())
}
