//! A conversation: the game that the other side tells of, and answers to what it asks.

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
use crate::protocol::{Effort, Engine, excerpt};

/// How much of a file is read: a game is shorter.
const LONGEST_FILE: u64 = 1 << 20;

/// An engine that is spoken to in GTP.
///
/// ```
/// use outflank_arena::protocol::{Effort, Engine, gtp::Session};
/// use outflank_engine::Settings;
///
/// let mut session = Session::new(Engine::new(Effort::depth(2), 0, &Settings::default()));
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
    /// The ply before each command that moved: a silent pass is taken back with the move that it came with.
    marks: Vec<usize>,
    clocks: Clocks,
}

impl Session {
    /// A session at the start of a game on the usual board.
    pub fn new(engine: Engine) -> Session {
        Session { engine, game: Game::new(Variant::STANDARD.start()), marks: Vec::new(), clocks: Clocks::default() }
    }

    /// The game as it was told.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Answers a line, and says whether there may be another.
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

    /// Does what is asked and returns what to answer, which has no empty line in it.
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
                self.engine.effort = Effort::Level(level);
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
        Variant::of_size(self.game.start().ground().size()).start()
    }

    /// The game as it is when it is the turn of this side: whoever is asked first begins, and who must pass passes without a word.
    /// At its end it is nobody's turn, and anybody's.
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

    /// The game becomes another one, which a single `undo` takes back.
    fn advance(&mut self, game: Game) {
        self.marks.push(self.game.ply());
        self.game = game;
    }

    fn play(&mut self, color: Option<Color>, mv: Move) -> Result<String, GtpError> {
        let mut game = self.asked(color)?;
        // Some go on passing when a game is over.
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

    /// A move in the position of a game; at its end, a pass.
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

    /// A game of any format that the rules read. What is loaded can be taken back move by move.
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

    /// A board, whose turn it is, and how it stands.
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

    /// A line a move: the move, its value, how far was looked, and how it goes on.
    fn hints(&mut self, count: usize) -> String {
        let position = self.game.position();
        let limits = self.engine.effort.limits(position.empties().len());
        let hints = self.engine.hints(&position, count, &limits, &mut |_, _| ());
        let lines = hints.iter().map(|hint| {
            let line: Vec<String> = hint.line.iter().map(ToString::to_string).collect();
            let first = line.first().map_or("", String::as_str);
            format!("{first} {} {} {}", signed(hint.value), hint.depth_text(), line.join(" "))
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// A line a position: moves made, and its value for the side to move.
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
            RulesQuestion::BoardSize => position.ground().size().to_string(),
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
    opened.take(LONGEST_FILE).read_to_end(&mut bytes).map_err(|cause| GtpError::unreadable(file, &cause))?;
    let unloadable = |reason: String| GtpError::Unloadable { file: excerpt(file), reason };
    let encoding = Encoding::of(&bytes);
    let format = Format::detect(&encoding.decoded(&bytes).bytes)
        .ok_or_else(|| unloadable("it is no game record that is known here".to_owned()))?;
    let first = Reader::new(format, BufReader::new(encoding.reader(bytes.as_slice()).strict())).next();
    let record = first.ok_or_else(|| unloadable("there is no game in it".to_owned()))?;
    let record = record.map_err(|error: ReadError| unloadable(error.to_string().replace('\n', " ")))?;
    Ok(record.game)
}

/// As the standard writes it: `B+12`, `W+2`, `0`.
fn final_score(score: FinalScore) -> String {
    match score.winner() {
        None => "0".to_owned(),
        Some(winner) => format!("{}+{}", winner.letter(), score.official_margin().discs().unsigned_abs()),
    }
}

fn signed(value: DiscDiff) -> String {
    format!("{:+}", value.discs())
}
