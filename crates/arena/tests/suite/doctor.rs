//! The doctor with real programs, each with one mistake.

use std::{fs, path::PathBuf, sync::atomic::AtomicBool, time::Duration};

use outflank_arena::{
    Limits, PlayerSpec, TrafficSource, Verdict,
    bot::BotKind,
    doctor::{Cause, Check, Doctor, Failure, Outcome},
};

use crate::program::is_installed;

/// A bot as a shell script; `{}` stands for its action when asked.
const BOT: &str = include_str!("bot.sh");

struct Practice {
    dir: tempfile::TempDir,
    patience: Duration,
}

impl Practice {
    fn new() -> Practice {
        Practice { dir: tempfile::tempdir().unwrap(), patience: Duration::from_secs(60) }
    }

    /// Does not wait for programs that do not answer, but long enough for any program to read the
    /// request.
    fn waiting() -> Practice {
        Practice { patience: Duration::from_secs(4), ..Practice::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn doctor(&self, entrant: &str) -> Doctor {
        let limits = Limits { startup: self.patience, grace: self.patience, ..Limits::default() };
        let time = outflank_arena::TimeControl::PerMove(self.patience);
        Doctor { limits, time, ..Doctor::new(entrant.parse().unwrap()) }
    }

    /// A script in some language as a bot.
    fn script(&self, runs: &str, script: &str) -> Doctor {
        let path = self.path("bot");
        fs::write(&path, script).unwrap();
        self.doctor(&format!("{runs} '{}'", path.display()))
    }

    /// A bot that does this when asked.
    fn bot(&self, answer: &str) -> Doctor {
        self.script("sh", &BOT.replace("{}", answer))
    }
}

fn outcome(doctor: &Doctor, check: Check) -> Outcome {
    doctor.examine(check, &AtomicBool::default()).expect("nobody stops it").outcome
}

#[track_caller]
fn failure(doctor: &Doctor, check: Check) -> Failure {
    match outcome(doctor, check) {
        Outcome::Failed(failure) => *failure,
        other => panic!("{other:?}"),
    }
}

/// Nothing fails, and at most these checks are skipped.
#[track_caller]
fn is_healthy(doctor: &Doctor, skipped: &[Check]) {
    let checks: Vec<Check> = Check::all().collect();
    let is_whole = doctor.examine_all(&checks, &AtomicBool::default(), &mut |finding| match finding.outcome {
        Outcome::Passed { .. } => {}
        Outcome::Skipped { .. } if skipped.contains(&finding.check) => {}
        other => panic!("{}: {}: {other:?}", doctor.entrant, finding.check),
    });
    assert!(is_whole);
}

#[test]
fn built_in_bots_are_healthy() {
    for name in ["random", "greedy", "corners", "positional", "minimax:1", "mcts:10", "level:2", "depth:2", "nodes:300"]
    {
        is_healthy(&Doctor::new(name.parse().unwrap()), &[Check::UnknownFields, Check::Ending]);
    }
    assert_eq!(BotKind::all().len(), 9, "a new bot belongs into the list above");
}

#[cfg(unix)]
#[test]
fn a_bot_in_the_shell_is_healthy_however_it_writes_its_moves() {
    let practice = Practice::new();
    for answer in [
        r#"echo "{\"type\":\"move\",\"request\":$number,\"move\":\"$legal\"}""#,
        r#"echo "$legal""#,
        r#"echo "$legal" | tr a-h A-H"#,
        r#"printf '  %s \r\n' "$legal""#,
        r#"echo note >&2; echo '{"type":"log","text":"note"}'; echo "$legal""#,
    ] {
        is_healthy(&practice.bot(answer), &[]);
    }
}

/// The bot's action, its cause, and a word of the fix.
#[cfg(unix)]
#[test]
fn common_beginner_errors_are_diagnosed() {
    let swapped = r#"echo "$(echo "$row" | tr 1-8 a-h)$(echo "$column" | tr a-h 1-8)""#;
    // Found whenever it comes, with the request number and without.
    let passing = r#"echo $legal; echo "{\"type\":\"move\",\"request\":$number,\"move\":\"pass\"}""#;
    let practice = Practice::new();
    for (answer, check, verdict, cause, fix) in [
        ("echo my move is $legal", Check::Opening, Verdict::Garbage, Cause::DebugText, "standard error"),
        ("echo thinking; echo $legal", Check::Opening, Verdict::Garbage, Cause::DebugText, "\"type\":\"log\""),
        ("echo 2 3 4", Check::Opening, Verdict::Garbage, Cause::BadSquare, "letter of its column"),
        (r#"echo "{'move': '$legal'}""#, Check::Opening, Verdict::Garbage, Cause::BadMessage, "double quotes"),
        (r#"echo "{\"move\":\"$legal\"}""#, Check::Opening, Verdict::Garbage, Cause::BadField, "small letters"),
        (
            r#"echo '{"type":"move","move":null}'"#,
            Check::Opening,
            Verdict::Garbage,
            Cause::NoMove,
            "a return is missing",
        ),
        ("echo None", Check::Opening, Verdict::Garbage, Cause::NoMove, "None"),
        ("echo '?' $legal", Check::Opening, Verdict::Garbage, Cause::DebugText, "prompt"),
        ("echo '? unknown command'", Check::Opening, Verdict::Garbage, Cause::OtherProtocol, "'gtp:sh "),
        ("echo d4", Check::Opening, Verdict::IllegalMove, Cause::IllegalSquare, "d3, c4, f5, e6"),
        (
            r#"echo "{\"type\":\"move\",\"request\":1,\"move\":\"$legal\"}""#,
            Check::White,
            Verdict::Garbage,
            Cause::WrongNumber,
            "Send back",
        ),
        (swapped, Check::Random, Verdict::IllegalMove, Cause::Swapped, "row and column are exchanged"),
        ("echo $column$((row - 1))", Check::Opening, Verdict::IllegalMove, Cause::ZeroBased, "counted from 0"),
        ("echo $column$((9 - row))", Check::Opening, Verdict::IllegalMove, Cause::FromBelow, "d3 would be legal"),
        ("echo a1", Check::Opening, Verdict::IllegalMove, Cause::IllegalSquare, "d3, c4, f5, e6"),
        ("echo pass", Check::Opening, Verdict::IllegalPass, Cause::IllegalPass, "asked only if"),
        ("echo $legal; echo pass", Check::White, Verdict::AnsweredTwice, Cause::UnaskedPass, "passes for you"),
        (passing, Check::White, Verdict::AnsweredTwice, Cause::UnaskedPass, "passes for you"),
        ("echo $legal; echo $legal", Check::White, Verdict::AnsweredTwice, Cause::Unasked, "once"),
        (
            r#"echo "{\"type\":\"move\",\"request\":77,\"move\":\"$legal\"}""#,
            Check::Opening,
            Verdict::Garbage,
            Cause::WrongNumber,
            "request",
        ),
        ("printf $legal; exit", Check::Opening, Verdict::UnterminatedLine, Cause::NoLineEnd, "line break"),
        ("echo $legal; exit", Check::White, Verdict::Closed, Cause::Ended, "loop"),
        ("exec yes ''", Check::Opening, Verdict::Flood, Cause::Flood, "nothing else"),
    ] {
        let mut doctor = practice.bot(answer);
        if verdict == Verdict::IllegalPass {
            // The runner waits for another answer, which never comes.
            doctor.limits.grace = Duration::from_millis(300);
        }
        let failure = failure(&doctor, check);
        assert_eq!((failure.verdict, failure.diagnosis.cause), (Some(verdict), cause), "{answer}: {failure:?}");
        assert!(failure.diagnosis.fix.contains(fix), "{answer}: {}", failure.diagnosis.fix);
        assert!(failure.dialogue.iter().any(|line| line.source == TrafficSource::Player), "{answer}: {failure:?}");
    }
}

#[cfg(unix)]
#[test]
fn failures_show_the_exact_bytes() {
    let failure = failure(&Practice::new().bot(r"printf 'd3\tx\377\n'"), Check::Opening);
    let line: Vec<&[u8]> =
        failure.dialogue.iter().filter(|it| it.source == TrafficSource::Player).map(|it| it.bytes.as_slice()).collect();
    assert_eq!(line, [b"d3\tx\xff\n"]);
    let asked =
        failure.dialogue.iter().position(|it| it.bytes.starts_with(br#"{"type":"move","game":"check","request":1,"#));
    let answered = failure.dialogue.iter().position(|it| it.source == TrafficSource::Player);
    assert!(asked.is_some() && asked < answered, "{failure:?}");
}

#[cfg(unix)]
#[test]
fn a_crash_is_shown_with_its_last_words() {
    let crash = failure(&Practice::new().bot("echo Traceback >&2; echo out of ideas >&2; exit 3"), Check::Opening);
    assert_eq!(crash.diagnosis.cause, Cause::Crashed);
    assert_eq!(String::from_utf8_lossy(&crash.errors), "Traceback\nout of ideas\n");
    let missing = failure(&Practice::new().doctor("/no/such/bot"), Check::Opening);
    assert_eq!(missing.diagnosis.cause, Cause::NotStarted);
    assert!(missing.diagnosis.what.contains("/no/such/bot"), "{missing:?}");
}

/// Like a program whose language buffers its output: all lines come at its end.
const UNFLUSHED: &str = r#"
kept=
while read -r line; do
    case "$line" in *'"type":"move"'*)
        legal=${line#*'"legal":["'}; kept="$kept${legal%%'"'*}
" ;;
    esac
done
printf %s "$kept"
"#;

#[cfg(unix)]
#[test]
fn buffered_lines_are_distinguished_from_silence() {
    let examine = |script: String| failure(&Practice::waiting().script("sh", &script), Check::Opening);
    let scripts = [UNFLUSHED.to_owned(), BOT.replace("{}", ":"), BOT.replace("{}", "printf $legal")];
    // Each is waited for until its time is over.
    let [unflushed, silent, half] = std::thread::scope(|scope| {
        scripts.map(|script| scope.spawn(|| examine(script))).map(|found| found.join().unwrap())
    });
    assert_eq!((unflushed.verdict, unflushed.diagnosis.cause), (Some(Verdict::Unflushed), Cause::NoFlush));
    assert!(unflushed.diagnosis.fix.contains("flush"), "{unflushed:?}");
    assert_eq!(unflushed.dialogue.last().map(|line| line.source), Some(TrafficSource::Player), "{unflushed:?}");
    assert_eq!((silent.verdict, silent.diagnosis.cause), (Some(Verdict::Hung), Cause::Silent));
    assert_eq!((half.verdict, half.diagnosis.cause), (Some(Verdict::UnterminatedLine), Cause::NoLineEnd));
}

#[cfg(unix)]
#[test]
fn python_without_flush_is_recognised() {
    if !is_installed("python3") {
        eprintln!("LEFT OUT: python3 cannot be run here");
        return;
    }
    let script = "import json, sys\nfor line in sys.stdin:\n    message = json.loads(line)\n    if message['type'] == 'move':\n        print(message['legal'][0])\n";
    let practice = Practice::waiting();
    // The doctor removes the variable that this machine may set.
    let unflushed = failure(&practice.script("python3", script), Check::Opening);
    assert_eq!(unflushed.diagnosis.cause, Cause::NoFlush, "{unflushed:?}");
    assert!(unflushed.diagnosis.fix.contains("print(..., flush=True)"), "{unflushed:?}");
    // `input` fails at the end of the input, which is harmless.
    let script = "import json\nwhile True:\n    message = json.loads(input())\n    if message['type'] == 'move':\n        print(message['legal'][0], flush=True)\n";
    match outcome(&Practice::new().script("python3", script), Check::Ending) {
        Outcome::Passed { note: Some(note) } => assert!(note.contains("EOFError"), "{note}"),
        other => panic!("{other:?}"),
    }
}

/// Announces that it is ready, so that its time counts, and takes longer than any clock here.
#[cfg(unix)]
#[test]
fn a_slow_bot_fails_only_the_clock_check() {
    let practice = Practice::new();
    let slow = format!("echo '{{\"type\":\"hello\"}}'\n{}", BOT.replace("{}", "sleep 1.3; echo $legal"));
    let doctor = practice.script("sh", &slow);
    match outcome(&doctor, Check::Opening) {
        Outcome::Passed { note: Some(note) } => assert!(note.contains("all checks may take some"), "{note}"),
        other => panic!("{other:?}"),
    }
    let late = failure(&doctor, Check::Clock);
    assert_eq!(late.diagnosis.cause, Cause::Slow, "{late:?}");
}

#[cfg(unix)]
#[test]
fn bots_that_do_not_exit_or_play_one_game_are_detected() {
    let practice = Practice::new();
    let deaf =
        practice.script("sh", &format!("{}\nexec sleep 1000", BOT.replace("{}", "echo $legal").replace("exit", ":")));
    let goes_on = failure(&deaf, Check::Ending);
    assert_eq!((goes_on.verdict, goes_on.diagnosis.cause), (None, Cause::GoesOn));
    let once = BOT.replace("{}", "echo $legal").replace("*'\"type\":\"bye\"'*) exit", "*'\"type\":\"over\"'*) exit 1");
    assert_eq!(failure(&practice.script("sh", &once), Check::TwoGames).diagnosis.cause, Cause::Crashed);
    let strict = BOT.replace("{}", "case \"$line\" in *later*) exit 2;; esac; echo $legal");
    assert_eq!(failure(&practice.script("sh", &strict), Check::UnknownFields).diagnosis.cause, Cause::Crashed);
}

/// Also answers what is not a request.
#[cfg(unix)]
#[test]
fn answers_to_hello_and_start_are_diagnosed() {
    let practice = Practice::new();
    let doctor = practice.script("sh", "while read -r line; do echo d3; done");
    let unasked = failure(&doctor, Check::Opening);
    assert_eq!((unasked.verdict, unasked.diagnosis.cause), (Some(Verdict::Garbage), Cause::Unasked), "{unasked:?}");
    assert!(unasked.diagnosis.fix.contains("hello, start and over do not"), "{unasked:?}");
}

/// Counts its moves and has room for one game only.
#[cfg(unix)]
#[test]
fn a_bot_that_cannot_play_two_games_is_detected() {
    let forgetful = "moves=$((moves + 1)); [ $moves -le 40 ] || { echo full >&2; exit 1; }; echo $legal";
    let practice = Practice::new();
    let doctor = practice.bot(forgetful);
    assert_eq!(failure(&doctor, Check::TwoGames).diagnosis.cause, Cause::Crashed);
    assert_eq!(outcome(&doctor, Check::Random), Outcome::Passed { note: None });
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_start_gets_a_hint() {
    let practice = Practice::new();
    let path = practice.path("bot.py");
    fs::write(&path, "print()").unwrap();
    let fix = |entrant: &str| failure(&practice.doctor(entrant), Check::Opening).diagnosis.fix;
    let of_file = fix(path.to_str().unwrap());
    assert!(of_file.contains(&format!("'python3 {}'", path.display())), "{of_file}");
    assert!(fix("tcp://127.0.0.1:1").contains("start the bot first"));
    let open = failure(&practice.doctor("sh 'bot"), Check::Opening).diagnosis.what;
    assert!(open.contains("a quote (') is not closed"), "{open}");
}

#[cfg(unix)]
#[test]
fn other_boards_are_reported_as_optional_for_a_bot_of_one_board() {
    let practice = Practice::new();
    let doctor = practice.bot("case $line in *'\"size\":8'*) echo $legal;; *) echo h8;; esac");
    let six = failure(&doctor, Check::Six).diagnosis.fix;
    assert!(six.contains("In the usual game on 8x8 this does not matter: --skip 6x6"), "{six}");
    assert!(matches!(outcome(&doctor, Check::White), Outcome::Passed { .. }));
}

/// Fouls in its games are explained by other checks.
#[cfg(unix)]
#[test]
fn the_seed_check_never_fails() {
    assert!(matches!(outcome(&Practice::new().bot("echo a1"), Check::Seed), Outcome::Skipped { .. }));
}

#[cfg(unix)]
#[test]
fn a_bot_run_under_the_wrong_protocol_is_diagnosed() {
    let crash = failure(&Practice::new().doctor("gtp:sh -c 'exit 1'"), Check::Opening);
    assert!(crash.diagnosis.fix.contains("leave out gtp:"), "{crash:?}");
}

#[cfg(unix)]
#[test]
fn a_bot_that_fails_to_start_is_not_examined_further() {
    // Kept: the program lies in its folder.
    let practice = Practice::new();
    let doctor = practice.bot("echo a1");
    let (mut verdicts, mut skipped) = (Vec::new(), 0);
    let checks: Vec<Check> = Check::all().collect();
    doctor.examine_all(&checks, &AtomicBool::default(), &mut |finding| match finding.outcome {
        Outcome::Failed(failure) => verdicts.push(failure.verdict),
        Outcome::Skipped { why } if why.contains("opening") => skipped += 1,
        other => panic!("{other:?}"),
    });
    assert_eq!((verdicts, skipped), (vec![Some(Verdict::IllegalMove)], checks.len() - 1));
}

/// Checks that a protocol cannot express are skipped.
#[cfg(unix)]
#[test]
fn boards_unsupported_by_a_protocol_are_skipped() {
    let gtp = Practice::new().doctor("gtp:cat");
    for check in [Check::Anti, Check::Holes, Check::FreeCentre, Check::UnknownFields] {
        assert!(matches!(outcome(&gtp, check), Outcome::Skipped { .. }), "{check}");
    }
    for check in [Check::Tiny, Check::Six] {
        assert!(matches!(outcome(&Practice::new().doctor("tjcsl:cat"), check), Outcome::Skipped { .. }), "{check}");
    }
    assert!(matches!(outcome(&Practice::new().doctor("codingame:cat"), Check::TwoGames), Outcome::Skipped { .. }));
    let small = "while read -r command rest; do case $command$rest in boardsize8) echo '=';; boardsize*) echo '? no';; *) echo '=';; esac; echo; done";
    let practice = Practice::new();
    let path = practice.path("gtp");
    fs::write(&path, small).unwrap();
    let doctor = practice.doctor(&format!("gtp:sh '{}'", path.display()));
    assert!(matches!(outcome(&doctor, Check::Six), Outcome::Skipped { .. }));
}

#[cfg(unix)]
#[test]
fn ignoring_the_seed_is_a_remark_not_a_failure() {
    let practice = Practice::new();
    let count = practice.path("count");
    let other = format!("[ \"$number\" = 1 ] && [ -e '{0}' ] && legal=c4; : > '{0}'; echo $legal", count.display());
    match outcome(&practice.bot(&other), Check::Seed) {
        Outcome::Passed { note: Some(note) } => assert!(note.contains("differ"), "{note}"),
        other => panic!("{other:?}"),
    }
    match outcome(&practice.bot("echo $legal"), Check::Seed) {
        Outcome::Passed { note: Some(note) } => assert!(note.contains("the same moves"), "{note}"),
        other => panic!("{other:?}"),
    }
}

/// A correct program, run in its folder.
#[cfg(unix)]
pub(crate) fn examine(command: &str, folder: &std::path::Path) {
    let command = format!("sh -c 'cd \"{}\" && exec {command}'", folder.display());
    let limits = Limits { startup: Duration::from_secs(100), ..Limits::default() };
    let time = outflank_arena::TimeControl::PerMove(Duration::from_secs(100));
    let entrant: PlayerSpec = format!("json:{command}").parse().unwrap();
    is_healthy(&Doctor { limits, time, ..Doctor::new(entrant) }, &[]);
}
