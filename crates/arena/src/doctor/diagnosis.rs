//! Diagnoses in words, with instructions.

use outflank_rules::{Game, Move, Square};

use super::{Cause, cause};
use crate::{
    Foul, Protocol,
    player::run_by,
    process::{UNBUFFERED, command::shell_word},
    socket::Address,
};

/// What was wrong and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The most likely cause.
    pub cause: Cause,
    /// What happened.
    pub what: String,
    /// How to fix it.
    pub fix: String,
}

impl Diagnosis {
    /// The diagnosis of a foul in this game, whose first `given` plies were given.
    pub(super) fn of(foul: &Foul, protocol: Protocol, command: &str, game: &Game, given: usize) -> Diagnosis {
        let (cause, meant) = Cause::of(foul, protocol, game, given);
        let fix = match meant {
            Some(meant) => misread(cause, meant),
            None => fix(cause, foul, protocol, command, game),
        };
        Diagnosis { cause, what: format!("It {foul}."), fix }
    }
}

fn misread(cause: Cause, meant: Square) -> String {
    let (column, row) = (meant.column(), meant.row());
    let way = match cause {
        Cause::Swapped => "row and column are exchanged",
        Cause::ZeroBased => "rows are counted from 0, and not from 1",
        _ => "rows are counted from below, and not from above",
    };
    format!(
        "It seems that {way}: {meant} would be legal. A square is the letter of its column, from the left, and the number of its row, from \
         above: {meant} is column {} and row {}.",
        column + 1,
        row + 1
    )
}

fn fix(cause: Cause, foul: &Foul, protocol: Protocol, command: &str, game: &Game) -> String {
    let answer = answer(protocol, game);
    match cause {
        Cause::NotStarted => to_start(command),
        Cause::NoFlush => format!(
            "Flush the output after each line: {}. Many languages keep lines back when they write into a pipe.{} If it does so already, it waits for \
             the end of its input where it should read one line, or it thinks too long: --time gives it more.",
            flushing(command),
            hidden_buffer(command)
        ),
        Cause::Silent => format!(
            "It may think too long (--time gives it more) or be in a loop without an end. If it does answer, with {answer}, that may be kept \
             in a buffer: flush it ({}). If it reads more than the line of the question, it waits for something that never comes.",
            flushing(command)
        ),
        Cause::NoLineEnd => format!("End the answer with a line break (\\n), and flush it: {answer}."),
        Cause::DebugText => format!(
            "Standard output is for answers only: write {answer} and nothing else. Notes for yourself go to standard error{}.{}",
            if protocol == Protocol::Json { ", or into a line {\"type\":\"log\",\"text\":\"...\"}" } else { "" },
            if cause::ends_with_move(&cause::text(foul)) { " A prompt before the answer, as in input(\"? \"), is too much as well." } else { "" }
        ),
        Cause::BadMessage => format!("Write JSON with double quotes, all of it in one line: {answer}."),
        Cause::BadField if foul.bytes.windows(5).any(|bytes| bytes.eq_ignore_ascii_case(b"hello")) => {
            "Names are in small letters, and the version is a number: {\"type\":\"hello\",\"outflank\":1,\"name\":\"My bot\"}.".to_owned()
        }
        Cause::BadField => format!(
            "Names are in small letters, the move is a text and the number of the question is a number, as it came: {answer}."
        ),
        Cause::NoMove => format!(
            "The part that chooses gave nothing back (None in Python): a return is missing on some way through it. Answer with {answer}."
        ),
        Cause::OtherProtocol => {
            let line = shell_word(&format!("gtp:{command}"));
            format!("It seems to speak GTP, and not the protocol of `outflank bot protocol`: write that before its command line, {line}.")
        }
        Cause::BadSquare | Cause::ZeroBased => format!(
            "{} Answer with {answer}.",
            if protocol == Protocol::Tjcsl {
                "A square is a number from 0 (top left) to 63, row by row."
            } else {
                "A square is the letter of its column, from the left, and the number of its row, from 1 at the top."
            }
        ),
        Cause::Swapped | Cause::FromBelow | Cause::IllegalSquare => format!(
            "Choose one of the squares in the request, or check the rules in your program. Here: {}.",
            legal(game)
        ),
        Cause::IllegalPass => format!("A bot is asked only if it can place a disc: answer with one of {}.", legal(game)),
        Cause::UnaskedPass => "The runner passes for you: send nothing when you cannot move.".to_owned(),
        Cause::Unasked => format!(
            "Answer each request once, and send nothing until the next one.{}",
            if protocol == Protocol::Json { " Only lines of the type \"move\" request a move; hello, start and over do not." } else { "" }
        ),
        Cause::WrongNumber => {
            "Send back the number in \"request\" of the request that you answer: it changes each time.".to_owned()
        }
        Cause::Slow => format!(
            "Answer before the clock in the request runs out; --time gives a slow bot more.{}",
            if foul.detail.starts_with("after more than") {
                format!(" If it thinks less than that, its answer stayed in a buffer: flush it ({}).", flushing(command))
            } else {
                String::new()
            }
        ),
        Cause::Flood => format!("Answer with {answer}, and write nothing else."),
        Cause::Crashed if foul.detail.contains("outflank_bot") => {
            "The package is not beside the program: outflank bot new --lang python --package writes it, as the folder outflank_bot.".to_owned()
        }
        Cause::Crashed => format!("Its last output on standard error says where it failed.{}", other_protocol(protocol, game)),
        Cause::Ended => "Read requests in a loop until the input ends.".to_owned(),
        Cause::Refused => "Every program of this protocol must support this command.".to_owned(),
        Cause::GoesOn => to_end(),
    }
}

/// The fix for a program that does not exit.
pub(super) fn to_end() -> String {
    "End the loop at the end of the input: a bot that keeps running is killed.".to_owned()
}

fn to_start(command: &str) -> String {
    if Address::is_meant(command) {
        return "Nothing listens there: start the bot first, and check the host and the port.".to_owned();
    }
    match run_by(command) {
        Some(line) => {
            let line = shell_word(&line);
            format!("The file is not a program by itself. Name its interpreter too, all in quotes: {line}.")
        }
        None => "Run the command line yourself in this folder. Words with spaces need quotes.".to_owned(),
    }
}

/// True if this machine's environment hides a missing flush.
fn hidden_buffer(command: &str) -> &'static str {
    let is_hidden = command.contains("python") && std::env::var_os(UNBUFFERED).is_some();
    if is_hidden {
        " PYTHONUNBUFFERED is set here and hides it; elsewhere it is not, and bots are examined without it."
    } else {
        ""
    }
}

/// A bot that fails at the first command of another protocol may speak ours.
fn other_protocol(protocol: Protocol, game: &Game) -> String {
    if protocol == Protocol::Json || game.ply() > 0 {
        return String::new();
    }
    format!(" If it speaks the protocol of `outflank bot protocol`, leave out {protocol}: before its command line.")
}

fn legal(game: &Game) -> String {
    let squares: Vec<String> = game.position().moves().iter().map(ToString::to_string).collect();
    squares.join(", ")
}

/// A valid answer in this position.
fn answer(protocol: Protocol, game: &Game) -> String {
    let mv = game.position().moves().first().copied().unwrap_or(Move::Pass);
    match protocol {
        Protocol::Json => format!(
            "one line such as {{\"type\":\"move\",\"request\":1,\"move\":\"{mv}\"}}, or the square alone ({mv})"
        ),
        Protocol::Gtp => format!("= {mv} and an empty line"),
        Protocol::NBoard => format!("one line such as === {mv}"),
        Protocol::CodinGame => format!("one line such as {mv}"),
        Protocol::Tjcsl => format!("one line such as {}", mv.square().map_or(0, Square::index)),
        Protocol::Edax => format!("a line such as Edax plays {mv}"),
    }
}

/// How to flush in the language of a command line, or in several languages.
fn flushing(command: &str) -> String {
    const WAYS: [(&str, &str); 5] = [
        ("python", "print(..., flush=True)"),
        ("java ", "System.out.flush()"),
        ("ruby", "$stdout.sync = true"),
        ("perl", "$| = 1;"),
        ("php", "fflush(STDOUT)"),
    ];
    let way = WAYS.iter().find(|(word, _)| command.contains(word)).map(|(_, way)| (*way).to_owned());
    way.unwrap_or_else(|| "print(..., flush=True) in Python, fflush(stdout) in C, std::cout << std::flush in C++, System.out.flush() in Java".to_owned())
}
