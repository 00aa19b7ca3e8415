//! What was wrong, in words, and what to do about it.

use outflank_rules::{Game, Move, Square};

use super::Cause;
use crate::{Foul, Protocol};

/// What was wrong and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// What it most likely comes from.
    pub cause: Cause,
    /// What happened.
    pub what: String,
    /// What to do about it.
    pub fix: String,
}

impl Diagnosis {
    /// What a foul in this position tells about a program.
    pub(super) fn of(foul: &Foul, protocol: Protocol, command: &str, game: &Game) -> Diagnosis {
        let (cause, meant) = Cause::of(foul, protocol, game);
        let fix = match meant {
            Some(meant) => misread(cause, meant),
            None => fix(cause, protocol, command, game),
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

fn fix(cause: Cause, protocol: Protocol, command: &str, game: &Game) -> String {
    let answer = answer(protocol, game);
    match cause {
        Cause::NotStarted => "Run the command line yourself in this folder. Words with blanks in them need quotes.".to_owned(),
        Cause::NoFlush => format!(
            "Flush the output after each line: {}. Many languages keep lines back when they write into a pipe. If it does so already, it waits for \
             the end of its input where it should read one line.",
            flushing(command)
        ),
        Cause::Silent => format!(
            "Answer each question with {answer}. If it does, the answer may be kept in a buffer: flush it ({}). If it reads more than the line \
             of the question, it waits for something that never comes.",
            flushing(command)
        ),
        Cause::NoLineEnd => format!("End the answer with a line break (\\n), and flush it: {answer}."),
        Cause::DebugText => format!(
            "Standard output is for answers only: write {answer} and nothing else. Notes for yourself go to standard error{}.",
            if protocol == Protocol::Json { ", or into a line {\"type\":\"log\",\"text\":\"...\"}" } else { "" }
        ),
        Cause::BadMessage => format!("Write JSON with double quotes, all of it in one line: {answer}."),
        Cause::BadSquare | Cause::ZeroBased => format!(
            "{} Answer with {answer}.",
            if protocol == Protocol::Tjcsl {
                "A square is a number from 0 (top left) to 63, row by row."
            } else {
                "A square is the letter of its column, from the left, and the number of its row, from 1 at the top."
            }
        ),
        Cause::Swapped | Cause::FromBelow | Cause::IllegalSquare => format!(
            "Choose one of the squares that come with the question, or check the rules in your program. Here: {}.",
            legal(game)
        ),
        Cause::IllegalPass => format!("A bot is asked only when it can place a disc: answer with one of {}.", legal(game)),
        Cause::UnaskedPass => "Passes are made for you and never asked for: say nothing when you cannot move.".to_owned(),
        Cause::Unasked => "Answer each question once, and say nothing until the next one.".to_owned(),
        Cause::WrongNumber => "Send back the number in \"request\" of the question that you answer.".to_owned(),
        Cause::Slow => "Look at the clock that comes with the question, and answer before it has run out; --time gives a slow bot more."
            .to_owned(),
        Cause::Flood => format!("Answer with {answer}, and write nothing else."),
        Cause::Crashed => "Its last words, on standard error, say where it broke.".to_owned(),
        Cause::Ended => "Read in a loop: one question after another, until the input ends.".to_owned(),
        Cause::Refused => "Every program of this protocol must do what was refused here.".to_owned(),
        Cause::GoesOn => to_end(),
    }
}

/// What a program that does not end has to do.
pub(super) fn to_end() -> String {
    "End the loop when reading says that there is no more: a bot that goes on is killed.".to_owned()
}

fn legal(game: &Game) -> String {
    let squares: Vec<String> = game.position().moves().iter().map(ToString::to_string).collect();
    squares.join(", ")
}

/// A right answer in this position.
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

/// How lines are sent on at once in the language that a command line tells of; else in several.
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
