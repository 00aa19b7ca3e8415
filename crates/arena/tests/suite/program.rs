//! A program that plays over two pipes.

use std::{
    io::{BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use outflank_arena::{
    bot::BotKind,
    protocol::json::{Clocks, FromBot, Hello, Line, LineReader, Over, OverResult, Request, Start, Time, ToBot},
};
use outflank_engine::Clock;
use outflank_rules::{Color, Game, Move, Status, Variant};

/// Longer than anything takes on a busy machine; without it, a hanging program would hang the
/// tests.
const TEST_TIMEOUT: Duration = Duration::from_secs(120);

/// A running program, killed if a test ends before it does.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: mpsc::Receiver<String>,
    requests: u64,
}

impl Program {
    /// Starts the command, its words separated by spaces, in a folder.
    pub(crate) fn start(command: &str, folder: &Path) -> Program {
        let mut command = in_folder(command, folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut reader = LineReader::new(BufReader::new(child.stdout.take().unwrap()));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            while let Ok(Some(Line::Text(line))) = reader.read() {
                let _ = sender.send(line);
            }
        });
        Program { input: child.stdin.take(), child, lines, requests: 0 }
    }

    /// Sends a line as it is.
    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the program listens");
    }

    /// The next message.
    pub(crate) fn hear(&mut self) -> FromBot {
        self.line().parse().expect("a message")
    }

    /// The next line as it is.
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(TEST_TIMEOUT).expect("an answer in time")
    }

    /// Greets it and returns its name.
    pub(crate) fn greet(&mut self) -> String {
        self.say(&ToBot::Hello(Hello::new("the tests")).to_string());
        match self.hear() {
            FromBot::Hello(hello) => hello.name,
            other => panic!("no greeting: {other}"),
        }
    }

    /// A whole game against `random`, with the board kept here. Every move of the program must be
    /// legal and belong to its request.
    pub(crate) fn play(&mut self, variant: Variant, color: Color, seed: u64) -> Game {
        let mut opponent = BotKind::Random.bot(seed);
        let mut game = Game::new(variant.start_from_seed(seed));
        let start = Start {
            game: format!("game {seed}"),
            color,
            variant,
            size: variant.spec().size(),
            time: Time::default(),
            seed,
            opponent: opponent.name(),
        };
        self.say(&ToBot::Start(start).to_string());
        loop {
            let position = game.position();
            let mv = match position.status() {
                Status::Over(_) => break,
                Status::MustPass => Move::Pass,
                Status::ToPlace(_) if position.turn() == color => self.ask(&game, seed),
                Status::ToPlace(_) => opponent.choose(&game, Clock::Unlimited, &false.into()),
            };
            game.play(mv).unwrap_or_else(|refused| panic!("{refused}\n{position}"));
        }
        self.say(&over(&game, color, seed).to_string());
        game
    }

    fn ask(&mut self, game: &Game, seed: u64) -> Move {
        self.requests += 1;
        let request = Request::new(&format!("game {seed}"), self.requests, game, Clocks::default(), seed);
        self.say(&ToBot::Move(request).to_string());
        match self.hear() {
            FromBot::Move(answer) => {
                assert_eq!(answer.request, Some(self.requests));
                answer.mv
            }
            other => panic!("no move: {other}"),
        }
    }

    /// Says goodbye with the input still open, and waits for the end.
    pub(crate) fn end(mut self) -> ExitStatus {
        self.say(&ToBot::Bye.to_string());
        self.is_silent();
        self.child.wait().unwrap()
    }

    /// Closes its input without a goodbye and waits for the end.
    pub(crate) fn hang_up(mut self) -> ExitStatus {
        self.input = None;
        self.is_silent();
        self.child.wait().unwrap()
    }

    /// It sends nothing more until its output ends.
    fn is_silent(&self) {
        assert_eq!(self.lines.recv_timeout(TEST_TIMEOUT), Err(mpsc::RecvTimeoutError::Disconnected));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command in a folder; finds programs of the folder.
pub(crate) fn in_folder(command: &str, folder: &Path) -> Command {
    let mut words = command.split(' ');
    let program = words.next().unwrap_or_default();
    let own = program.strip_prefix("./").map(|name| folder.join(name));
    let mut command = own.map_or_else(|| Command::new(program), Command::new);
    command.args(words).current_dir(folder);
    command
}

/// True if a program with the name of the first word is installed.
pub(crate) fn is_installed(command: &str) -> bool {
    let program = command.split(' ').next().unwrap_or_default();
    let version = if program == "go" { "version" } else { "--version" };
    let run = Command::new(program).arg(version).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

fn over(game: &Game, you: Color, seed: u64) -> ToBot {
    let score = game.position().score();
    let result = OverResult {
        winner: score.winner(),
        black: score.discs(Color::Black),
        white: score.discs(Color::White),
        reason: "played".to_owned(),
    };
    ToBot::Over(Over { game: format!("game {seed}"), result, you })
}
