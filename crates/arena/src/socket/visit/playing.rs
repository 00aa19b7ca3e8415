//! Whoever plays over a connection: a built-in bot, or a program.

use std::{
    collections::HashMap,
    io::{self, BufRead, BufReader, Write},
    net::{Shutdown, TcpStream},
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use super::{Guest, VisitError};
use crate::{
    bot::BotKind,
    process::command_line::words,
    protocol::json::{FromBot, Hello, Responder, ToBot},
};

/// How long a program that writes nothing more has to end.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// How often it is looked at then.
const LOOK: Duration = Duration::from_millis(10);

pub(super) enum Playing {
    BuiltIn(BuiltIn),
    Program(Program),
}

/// A built-in bot. Each of its games has a thread, so that none waits until it has thought about another.
pub(super) struct BuiltIn {
    kind: BotKind,
    seed: Option<u64>,
    output: Arc<Mutex<TcpStream>>,
    games: HashMap<String, mpsc::Sender<String>>,
}

pub(super) struct Program {
    child: Child,
    /// Has it closed its output, before the connection ended?
    is_silent: Arc<AtomicBool>,
}

impl Playing {
    pub(super) fn begin(guest: &Guest, stream: &TcpStream) -> Result<Playing, VisitError> {
        let output = stream.try_clone().map_err(VisitError::Broken)?;
        match guest {
            Guest::BuiltIn(kind, seed) => {
                let (output, games) = (Arc::new(Mutex::new(output)), HashMap::new());
                Ok(Playing::BuiltIn(BuiltIn { kind: *kind, seed: *seed, output, games }))
            }
            Guest::Program(command) => Program::begin(command, output).map(Playing::Program),
        }
    }

    /// Passes a line on, with what it means if that is known.
    pub(super) fn hear(&mut self, line: &str, message: Option<&ToBot>) -> Result<(), VisitError> {
        match self {
            Playing::BuiltIn(bot) => bot.hear(line, message).map_err(VisitError::Broken),
            Playing::Program(program) => program.hear(line),
        }
    }

    /// How a program has come to an end, if it has.
    pub(super) fn crashed(&mut self) -> Option<VisitError> {
        match self {
            Playing::BuiltIn(_) => None,
            Playing::Program(program) => program.crashed(),
        }
    }

    pub(super) fn end(self) {
        if let Playing::Program(Program { mut child, .. }) = self {
            drop(child.stdin.take());
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl BuiltIn {
    fn hear(&mut self, line: &str, message: Option<&ToBot>) -> io::Result<()> {
        let game = match message {
            Some(ToBot::Start(start)) => &start.game,
            Some(ToBot::Move(request)) => &request.game,
            Some(ToBot::Over(over)) => {
                self.games.remove(&over.game);
                return Ok(());
            }
            _ => return Ok(()),
        };
        if !self.games.contains_key(game) {
            let lines = self.sit_down()?;
            self.games.insert(game.clone(), lines);
        }
        // A thread that could not write has closed the connection.
        let _ = self.games[game].send(line.to_owned());
        Ok(())
    }

    /// A thread that plays one game; it ends when nothing more comes.
    fn sit_down(&self) -> io::Result<mpsc::Sender<String>> {
        let (lines, heard) = mpsc::channel::<String>();
        let (mut bot, output) = (Responder::new(self.kind, self.seed), Arc::clone(&self.output));
        thread::Builder::new().spawn(move || {
            for said in heard.into_iter().filter_map(|line| bot.hear(&line)) {
                let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
                if output.write_all(format!("{said}\n").as_bytes()).is_err() {
                    let _ = output.shutdown(Shutdown::Both);
                    break;
                }
            }
        })?;
        Ok(lines)
    }
}

impl Program {
    fn begin(command: &str, output: TcpStream) -> Result<Program, VisitError> {
        let mut child = started(command).map_err(|cause| VisitError::Program(command.to_owned(), cause))?;
        let lines = child.stdout.take().map(BufReader::new);
        let is_silent = Arc::new(AtomicBool::new(false));
        let silenced = Arc::clone(&is_silent);
        // It ends with the program, whose end is that of the connection.
        thread::spawn(move || lines.map(|lines| forward(lines, output, &silenced)));
        let mut program = Program { child, is_silent };
        program.hear(&ToBot::Hello(Hello::new("Outflank")).to_string())?;
        Ok(program)
    }

    fn hear(&mut self, line: &str) -> Result<(), VisitError> {
        let written = match self.child.stdin.as_mut() {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        written.map_err(|_| VisitError::Ended(self.status()))
    }

    fn crashed(&mut self) -> Option<VisitError> {
        self.is_silent.load(SeqCst).then(|| VisitError::Ended(self.status()))
    }

    /// Its last word, for which it is waited a moment: what it wrote ends a little before itself.
    fn status(&mut self) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < LAST_BREATH => thread::sleep(LOOK),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

fn started(command: &str) -> io::Result<Child> {
    let words = words(command)?;
    let (program, rest) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
    Command::new(program).args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// What a program writes goes to the server, but for its greeting: it has been introduced.
fn forward(mut lines: impl BufRead, mut output: TcpStream, is_silent: &AtomicBool) {
    let mut line = String::new();
    loop {
        line.clear();
        match lines.read_line(&mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => {
                is_silent.store(true, SeqCst);
                break;
            }
        }
        let line = line.trim_end_matches(['\r', '\n']);
        let is_greeting = matches!(line.parse(), Ok(FromBot::Hello(_)));
        if !is_greeting && writeln!(output, "{line}").is_err() {
            break;
        }
    }
    let _ = output.shutdown(Shutdown::Both);
}
