//! The player at this end of the connection: a built-in bot or a program.

use std::{
    collections::HashMap,
    io::{self, BufRead, BufReader, Write},
    net::{Shutdown, TcpStream},
    process::{ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::SeqCst},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use super::{ClientError, ClientPlayer};
use crate::{
    bot::BotKind,
    process::{command, group::Group},
    protocol::json::{FromBot, Hello, Responder, ToBot},
};

/// How long a program that closed its output has to exit.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// Poll interval meanwhile.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

pub(super) enum Playing {
    BuiltIn(BuiltIn),
    Program(Program),
}

/// A built-in bot. Each game has its own thread, so games do not wait for each other.
pub(super) struct BuiltIn {
    kind: BotKind,
    seed: Option<u64>,
    output: Arc<Mutex<TcpStream>>,
    games: HashMap<String, mpsc::Sender<String>>,
}

pub(super) struct Program {
    group: Group,
    /// Set if it closed its output before the connection ended.
    is_silent: Arc<AtomicBool>,
}

impl Playing {
    pub(super) fn begin(player: &ClientPlayer, stream: &TcpStream) -> Result<Playing, ClientError> {
        let output = stream.try_clone().map_err(ClientError::Broken)?;
        match player {
            ClientPlayer::BuiltIn(kind, seed) => {
                let (output, games) = (Arc::new(Mutex::new(output)), HashMap::new());
                Ok(Playing::BuiltIn(BuiltIn { kind: *kind, seed: *seed, output, games }))
            }
            ClientPlayer::Program(command) => Program::begin(command, output).map(Playing::Program),
        }
    }

    /// Passes a line on, with its parsed message if known.
    pub(super) fn handle(&mut self, line: &str, message: Option<&ToBot>) -> Result<(), ClientError> {
        match self {
            Playing::BuiltIn(bot) => bot.handle(line, message).map_err(ClientError::Broken),
            Playing::Program(program) => program.handle(line),
        }
    }

    /// The error of a program that has ended.
    pub(super) fn crashed(&mut self) -> Option<ClientError> {
        match self {
            Playing::BuiltIn(_) => None,
            Playing::Program(program) => program.crashed(),
        }
    }

    pub(super) fn end(self) {
        if let Playing::Program(Program { mut group, .. }) = self {
            drop(group.leader().stdin.take());
            group.end();
        }
    }
}

impl BuiltIn {
    fn handle(&mut self, line: &str, message: Option<&ToBot>) -> io::Result<()> {
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

    /// Starts a thread that plays one game; it ends with its channel.
    fn sit_down(&self) -> io::Result<mpsc::Sender<String>> {
        let (lines, received) = mpsc::channel::<String>();
        let (mut bot, output) = (Responder::new(self.kind, self.seed), Arc::clone(&self.output));
        thread::Builder::new().spawn(move || {
            for answer in received.into_iter().filter_map(|line| bot.handle(&line)) {
                let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
                if output.write_all(format!("{answer}\n").as_bytes()).is_err() {
                    let _ = output.shutdown(Shutdown::Both);
                    break;
                }
            }
        })?;
        Ok(lines)
    }
}

impl Program {
    fn begin(command: &str, output: TcpStream) -> Result<Program, ClientError> {
        let mut group = started(command).map_err(|cause| ClientError::Program(command.to_owned(), cause))?;
        let lines = group.leader().stdout.take().map(BufReader::new);
        let is_silent = Arc::new(AtomicBool::new(false));
        let silenced = Arc::clone(&is_silent);
        // Ends with the program; the connection ends with it.
        thread::spawn(move || lines.map(|lines| forward(lines, output, &silenced)));
        let mut program = Program { group, is_silent };
        program.handle(&ToBot::Hello(Hello::new("Outflank")).to_string())?;
        Ok(program)
    }

    fn handle(&mut self, line: &str) -> Result<(), ClientError> {
        let written = match self.group.leader().stdin.as_mut() {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        written.map_err(|_| ClientError::Ended(self.status()))
    }

    fn crashed(&mut self) -> Option<ClientError> {
        self.is_silent.load(SeqCst).then(|| ClientError::Ended(self.status()))
    }

    /// Its exit status; `None` if it does not exit within [`EXIT_TIMEOUT`] after its last output.
    fn status(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        while !self.group.is_over() {
            if begun.elapsed() >= EXIT_TIMEOUT {
                return None;
            }
            thread::sleep(POLL_INTERVAL);
        }
        self.group.end()
    }
}

fn started(line: &str) -> io::Result<Group> {
    Group::spawn(command::piped(&command::words(line)?, None)?.stderr(Stdio::inherit()), None)
}

/// Forwards a program's output to the server, except its greeting: the bot has been introduced.
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
