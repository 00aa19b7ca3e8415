//! Diagnoses bots: plays scripted games with everything a bot must handle, and explains what it
//! does wrong.
//!
//! Findings are values; printing them is the caller's job.

mod cause;
mod check;
mod diagnosis;
mod scenario;

use std::{sync::atomic::AtomicBool, time::Duration};

use outflank_rules::{Color, Game, Variant};

use crate::{
    Foul, GameAborted, GameEnd, GameReport, Limits, Player, PlayerSpec, Protocol, Referee, Sides, TimeControl,
    TrafficLine, TrafficSource, Verdict,
    bot::BotKind,
    player::{Leave, Program},
    process::last_words,
};
use scenario::Opponent;
use scenario::{CheckScenario, scenes};

pub use cause::Cause;
pub use check::{Check, ParseCheckError};
pub use diagnosis::Diagnosis;

/// Total time in [`Check::Clock`]: enough for a bot that does not hang.
const TINY_CLOCK: Duration = Duration::from_secs(3);

/// How long a bot may take to exit.
const TO_END: Duration = Duration::from_secs(5);

/// Lines of traffic shown around a failure.
const SHOWN: usize = 6;

/// Approximate number of move requests in all checks.
const QUESTIONS: u32 = 300;

/// For moves slower than this, the note estimates the time of all checks.
const SLOW: Duration = Duration::from_millis(200);

/// The seed of all games.
const SEED: u64 = 1;

/// Examines one bot.
///
/// ```
/// use outflank_arena::doctor::{Check, Doctor, Outcome};
///
/// let doctor = Doctor::new("greedy".parse()?);
/// let finding = doctor.examine(Check::Pass, &Default::default()).unwrap();
/// assert_eq!(finding.outcome, Outcome::Passed { note: None });
/// # Ok::<(), outflank_arena::ParsePlayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Doctor {
    /// The bot.
    pub entrant: PlayerSpec,
    /// The time control of all checks except [`Check::Clock`].
    pub time: TimeControl,
    /// Resource limits of the bot.
    pub limits: Limits,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The bot passed.
    Passed {
        /// A remark, if any.
        note: Option<String>,
    },
    /// The bot must be fixed.
    Failed(Box<Failure>),
    /// The check does not apply.
    Skipped {
        /// Why it does not apply.
        why: String,
    },
}

/// What went wrong, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The referee's verdict, if it ended a game.
    pub verdict: Option<Verdict>,
    /// What was wrong and how to fix it.
    pub diagnosis: Diagnosis,
    /// The last lines of traffic.
    pub dialogue: Vec<TrafficLine>,
    /// The end of the bot's standard error.
    pub errors: Vec<u8>,
    /// The moves of the game so far.
    pub moves: String,
}

/// Why a check did not pass.
enum NotPassed {
    /// The caller stopped it.
    Stopped,
    Skipped(String),
    Failed(Box<Failure>),
}

/// A passed check with its remark.
type Passed = Result<Option<String>, NotPassed>;

impl Doctor {
    /// A doctor with default limits.
    pub fn new(entrant: PlayerSpec) -> Doctor {
        Doctor { entrant, time: TimeControl::PerMove(Duration::from_secs(5)), limits: Limits::default() }
    }

    /// Runs one check; `None` if `stop` was set first.
    pub fn examine(&self, check: Check, stop: &AtomicBool) -> Option<Finding> {
        let outcome = match self.check(check, stop) {
            Ok(note) => Outcome::Passed { note },
            Err(NotPassed::Skipped(why)) => Outcome::Skipped { why },
            Err(NotPassed::Failed(failure)) if check.is_odd() => Outcome::Failed(Box::new((*failure).elsewhere(check))),
            Err(NotPassed::Failed(failure)) => Outcome::Failed(failure),
            Err(NotPassed::Stopped) => return None,
        };
        Some(Finding { check, outcome })
    }

    /// Runs checks in order and calls `report` with each finding. Skips the rest if the first move
    /// fails. Returns false if `stop` was set before the end.
    pub fn examine_all(&self, checks: &[Check], stop: &AtomicBool, report: &mut dyn FnMut(Finding)) -> bool {
        let mut is_hopeless = false;
        for &check in checks {
            let finding = if is_hopeless {
                let why = format!("fix {} first: all other checks need it", Check::Opening);
                Some(Finding { check, outcome: Outcome::Skipped { why } })
            } else {
                self.examine(check, stop)
            };
            let Some(finding) = finding else { return false };
            is_hopeless |= check == Check::Opening && matches!(finding.outcome, Outcome::Failed(_));
            report(finding);
        }
        true
    }

    fn check(&self, check: Check, stop: &AtomicBool) -> Passed {
        match check {
            Check::Opening => self.opening(stop),
            Check::TwoGames => self.two_games(stop),
            Check::UnknownFields => self.unknown_fields(stop),
            Check::Ending => self.ending(stop),
            Check::Seed => self.seed(stop),
            _ => {
                for scene in scenes(check) {
                    self.play(&mut *self.player(), scene, stop)?;
                }
                Ok(None)
            }
        }
    }

    fn opening(&self, stop: &AtomicBool) -> Passed {
        let report = self.play(&mut *self.player(), CheckScenario::opening(), stop)?;
        let spent = report.spent.black;
        let remark = || {
            format!(
                "its first move took {:.1} s: all checks may take {}",
                spent.as_secs_f64(),
                about(spent * QUESTIONS)
            )
        };
        Ok((spent > SLOW).then(remark))
    }

    fn two_games(&self, stop: &AtomicBool) -> Passed {
        if matches!(self.entrant, PlayerSpec::Program { protocol: Protocol::CodinGame, .. }) {
            return Err(NotPassed::Skipped("programs of this protocol play one game".to_owned()));
        }
        let mut player = self.player();
        for color in Color::ALL {
            self.play(&mut *player, CheckScenario::whole(Variant::STANDARD, color, BotKind::Random), stop)?;
        }
        Ok(None)
    }

    fn unknown_fields(&self, stop: &AtomicBool) -> Passed {
        let program = self.program().filter(|_| self.protocol() == Protocol::Json);
        let Some(program) = program else {
            return Err(NotPassed::Skipped("only the JSON protocol has fields".to_owned()));
        };
        self.play(&mut program.amended(with_unknown_fields), CheckScenario::beginning(Color::Black, 3), stop)?;
        Ok(None)
    }

    fn ending(&self, stop: &AtomicBool) -> Passed {
        let mut note = None;
        for says_goodbye in [true, false] {
            let Some(mut program) = self.program() else {
                return Err(NotPassed::Skipped("it is not a separate program".to_owned()));
            };
            let report = self.play(&mut program, CheckScenario::beginning(Color::Black, 0), stop)?;
            let (leave, log) = program.leave(says_goodbye, TO_END);
            match leave {
                None => return Err(NotPassed::Failed(Box::new(goes_on(says_goodbye, &report.game, log)))),
                Some(leave) => note = note.or_else(|| sad_end(leave, &log)),
            }
        }
        Ok(note)
    }

    fn seed(&self, stop: &AtomicBool) -> Passed {
        let moves = || {
            let scene = CheckScenario::beginning(Color::Black, 8);
            match self.play(&mut *self.player(), scene, stop) {
                Err(NotPassed::Failed(failure)) => {
                    let why = "its games were not played to their end: that is for the other checks to tell";
                    Err(NotPassed::Skipped(format!("{why} ({})", failure.diagnosis.cause)))
                }
                played => Ok(written(&played?.game)),
            }
        };
        let (first, second) = (moves()?, moves()?);
        let why = if first == second {
            return Ok(Some("the same seed gave the same moves: games can be repeated".to_owned()));
        } else if self.protocol() == Protocol::Json {
            "draw from the seed that comes with the game, if games are to be repeated"
        } else {
            "games cannot be repeated"
        };
        Ok(Some(format!("two games of the same seed differ ({first} and {second}): {why}")))
    }

    /// Plays a scenario; turns a foul into a diagnosis.
    fn play(&self, player: &mut dyn Player, scene: CheckScenario, stop: &AtomicBool) -> Result<GameReport, NotPassed> {
        let CheckScenario { start, color, mut opponent, time } = scene;
        let begun = start.ply();
        let opponent: &mut Opponent = &mut opponent;
        let players = match color {
            Color::Black => Sides { black: player, white: opponent },
            Color::White => Sides { black: opponent as &mut dyn Player, white: player },
        };
        let referee = Referee { time: Some(time.unwrap_or(self.time)), seed: SEED, ..Referee::default() };
        let report = referee.play("check", start, players, stop).map_err(|aborted| match aborted {
            GameAborted::Stopped => NotPassed::Stopped,
            GameAborted::OutOfResources(shortage) => NotPassed::Skipped(shortage.to_string()),
        })?;
        match &report.end {
            GameEnd::Foul(loser, foul) if *loser == color => Err(self.not_passed(foul, &report, color, begun)),
            _ => Ok(report),
        }
    }

    fn not_passed(&self, foul: &Foul, report: &GameReport, color: Color, begun: usize) -> NotPassed {
        let is_odd = report.game.start() != Variant::STANDARD.start();
        let is_refused = foul.verdict == Verdict::Refused && is_odd && report.game.ply() == begun;
        if foul.verdict == Verdict::UnsupportedGame || is_refused {
            return NotPassed::Skipped(format!("it {foul}"));
        }
        let command = match &self.entrant {
            PlayerSpec::Program { command, .. } => command.as_str(),
            PlayerSpec::Bot(_) => "",
        };
        let (dialogue, errors) = around_the_end(report.logs[color].clone());
        NotPassed::Failed(Box::new(Failure {
            verdict: Some(foul.verdict),
            diagnosis: Diagnosis::of(foul, self.protocol(), command, &report.game, begun),
            dialogue,
            errors,
            moves: written(&report.game),
        }))
    }

    fn player(&self) -> Box<dyn Player> {
        self.entrant.player(self.limits())
    }

    /// Makes missing flushes visible everywhere.
    fn limits(&self) -> Limits {
        Limits { buffers: true, ..self.limits }
    }

    fn program(&self) -> Option<Program> {
        match &self.entrant {
            PlayerSpec::Program { protocol, command } => Some(Program::new(*protocol, command, self.limits())),
            PlayerSpec::Bot(_) => None,
        }
    }

    fn protocol(&self) -> Protocol {
        match &self.entrant {
            PlayerSpec::Program { protocol, .. } => *protocol,
            PlayerSpec::Bot(_) => Protocol::Json,
        }
    }
}

impl Failure {
    /// Adds that the failure matters only in unusual games.
    fn elsewhere(mut self, check: Check) -> Failure {
        self.diagnosis.fix += &format!(" In the usual game on 8x8 this does not matter: --skip {check} leaves it out.");
        self
    }
}

/// An approximate time.
fn about(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("some {seconds} s"),
        seconds => format!("some {} minutes", seconds.div_ceil(60)),
    }
}

/// The moves in a row.
fn written(game: &Game) -> String {
    game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

/// A line as a later version of the protocol may write it.
fn with_unknown_fields(line: &str) -> String {
    const FIELDS: &str = r#""later":{"names":["a1",null],"depth":1.5e3},"x":true"#;
    line.strip_suffix('}').map_or_else(|| line.to_owned(), |rest| format!("{rest},{FIELDS}}}"))
}

/// The last lines of traffic, and the standard error.
fn around_the_end(log: Vec<TrafficLine>) -> (Vec<TrafficLine>, Vec<u8>) {
    let (errors, mut dialogue): (Vec<TrafficLine>, Vec<TrafficLine>) =
        log.into_iter().partition(|exchange| exchange.source == TrafficSource::Errors);
    let surplus = dialogue.len().saturating_sub(SHOWN);
    dialogue.drain(..surplus);
    (dialogue, errors.into_iter().flat_map(|exchange| exchange.bytes).collect())
}

fn goes_on(says_goodbye: bool, game: &Game, log: Vec<TrafficLine>) -> Failure {
    let (dialogue, errors) = around_the_end(log);
    let when = if says_goodbye { "goodbye and the end of its input" } else { "the end of its input" };
    let what = format!("It still runs {} s after {when}.", TO_END.as_secs());
    let fix = diagnosis::to_end();
    let diagnosis = Diagnosis { cause: Cause::GoesOn, what, fix };
    Failure { verdict: None, diagnosis, dialogue, errors, moves: written(game) }
}

/// An error at the very end costs nothing, but is never intended.
fn sad_end(leave: Leave, log: &[TrafficLine]) -> Option<String> {
    let Leave::Ended(status) = leave else { return None };
    if status.success() {
        return None;
    }
    let errors = log.iter().filter(|exchange| exchange.source == TrafficSource::Errors);
    let errors: Vec<u8> = errors.flat_map(|exchange| exchange.bytes.iter().copied()).collect();
    let last = last_words(&errors);
    let last = if last.is_empty() { String::new() } else { format!(", its last words: {last:?}") };
    Some(format!("it ended as it should, but with an error ({status}{last})"))
}
