//! The referee with real programs that misbehave in every way.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    thread,
    time::Duration,
};

use outflank_arena::{
    Foul, GameEnd, GameReport, GameResult, Limits, Player, PlayerSpec, Referee, Sides, TimeControl, TrafficSource,
    Verdict,
};
use outflank_rules::{Color, Game, Variant};

/// A bot as a shell script; `{}` stands for its action when asked.
const BOT: &str = include_str!("bot.sh");

const ANSWER: &str = r#"echo "{\"type\":\"move\",\"request\":$number,\"move\":\"$legal\"}""#;

struct Bench {
    dir: tempfile::TempDir,
    limits: Limits,
    time: Option<TimeControl>,
}

impl Bench {
    fn new() -> Bench {
        let limits = Limits { patience: Duration::from_secs(100), ..Limits::default() };
        Bench { dir: tempfile::tempdir().unwrap(), limits, time: None }
    }

    /// Does not wait for programs that do not answer. Anything else before that may take too long
    /// on a busy machine.
    fn impatient() -> Bench {
        let mut bench = Bench::new();
        bench.limits.patience = Duration::from_millis(300);
        bench.limits.startup = Duration::from_millis(300);
        bench
    }

    /// Gives programs time that write something and then nothing.
    fn waiting() -> Bench {
        let mut bench = Bench::new();
        bench.limits.patience = Duration::from_secs(4);
        bench.limits.startup = Duration::from_secs(4);
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// A shell script as a player.
    fn script(&self, protocol: &str, script: &str) -> Box<dyn Player> {
        let path = self.path("bot.sh");
        fs::write(&path, script).unwrap();
        self.player(&format!("{protocol}:sh '{}'", path.display()))
    }

    fn player(&self, name: &str) -> Box<dyn Player> {
        name.parse::<PlayerSpec>().unwrap().player(self.limits)
    }

    fn play(&self, black: &mut dyn Player, white: &mut dyn Player) -> GameReport {
        self.play_from(Game::new(Variant::STANDARD.start()), black, white)
    }

    fn play_from(&self, start: Game, black: &mut dyn Player, white: &mut dyn Player) -> GameReport {
        let referee = Referee { time: self.time, seed: 3, ..Referee::default() };
        referee.play("g", start, Sides { black, white }, &AtomicBool::default()).expect("nobody stops it")
    }

    /// How a script that plays Black loses against a correct bot.
    fn foul(&self, protocol: &str, script: &str) -> Foul {
        let report = self.play(&mut *self.script(protocol, script), &mut *self.player("greedy"));
        let GameEnd::Foul(Color::Black, foul) = report.end else { panic!("{}", report.end) };
        foul
    }
}

fn bot(answer: &str) -> String {
    BOT.replace("{}", answer)
}

/// A pipe that everything started by a script holds open, so that it ends when all of it has ended.
fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_correct_program_plays_to_the_end() {
    let bench = Bench::new();
    let mut black = bench.script("json", &bot(ANSWER));
    let mut white = bench.player("random");
    for _ in 0..2 {
        let report = bench.play(&mut *black, &mut *white);
        assert!(matches!(report.end, GameEnd::Played(_)), "{}", report.end);
        assert!(report.game.is_over());
        let answers = report.logs.black.iter().filter(|exchange| exchange.source == TrafficSource::Player).count();
        let asked = report.notes.iter().filter(|note| note.seconds.is_some()).count();
        assert!(answers > 0 && answers < asked, "only Black is a program");
        let last = String::from_utf8_lossy(&report.logs.black.last().unwrap().bytes).into_owned();
        assert!(last.contains(r#""type":"over""#) && last.contains(r#""reason":"played""#), "{last}");
    }
}

#[test]
fn built_in_bots_play_the_same_game_for_the_same_seed() {
    let bench = Bench::new();
    let game = || bench.play(&mut *bench.player("random"), &mut *bench.player("mcts:20")).game;
    assert_eq!(game(), game());
}

#[test]
fn wrong_answers_have_a_verdict_and_their_bytes() {
    let cases = [
        ("echo a1", Verdict::IllegalMove, "a1\n"),
        (r#"echo '{"type":"move","move":"a1"}'"#, Verdict::IllegalMove, "{\"type\":\"move\",\"move\":\"a1\"}\n"),
        ("echo pass", Verdict::IllegalPass, "pass\n"),
        ("echo my move is d3", Verdict::Garbage, "my move is d3\n"),
        (r#"printf '\377\n'"#, Verdict::Garbage, "\u{fffd}\n"),
        (
            r#"echo '{"type":"move","request":99,"move":"d3"}'"#,
            Verdict::Garbage,
            "{\"type\":\"move\",\"request\":99,\"move\":\"d3\"}\n",
        ),
        ("printf d3; exit", Verdict::UnterminatedLine, "d3"),
    ];
    for (answer, verdict, bytes) in cases {
        let foul = Bench::new().foul("json", &bot(answer));
        assert_eq!(foul.verdict, verdict, "{answer}: {foul}");
        assert_eq!(String::from_utf8_lossy(&foul.bytes), bytes, "{answer}");
    }
}

#[test]
fn a_program_receives_an_error_about_its_foul() {
    let mut bench = Bench::new();
    bench.limits.grace = Duration::from_secs(100);
    let script = format!("exec 3> '{}'\n{}", bench.path("heard").display(), bot("echo a1"))
        .replace("do\n    case", "do\n    echo \"$line\" >&3\n    case");
    let report = bench.play(&mut *bench.script("json", &script), &mut *bench.player("greedy"));
    assert_eq!(report.end.reason(), "illegal-move");
    let log: String = report.logs.black.iter().map(|it| String::from_utf8_lossy(&it.bytes).into_owned()).collect();
    let received = fs::read_to_string(bench.path("heard")).unwrap();
    for sent in [log, received] {
        assert!(sent.contains(r#""code":"illegal-move","got":"a1""#) && sent.contains(r#""expected":["d3""#), "{sent}");
        assert!(sent.contains(r#""type":"over""#), "{sent}");
    }
    assert_eq!(report.end.result(), GameResult::Left(Color::Black));
}

/// The error that a bot receives about its answer.
fn error_about(answer: &str) -> serde_json::Value {
    let bench = Bench::new();
    let report = bench.play(&mut *bench.script("json", &bot(answer)), &mut *bench.player("greedy"));
    let sent = report.logs.black.iter().filter(|exchange| exchange.source == TrafficSource::Runner);
    let mut lines = sent.filter_map(|exchange| serde_json::from_slice::<serde_json::Value>(&exchange.bytes).ok());
    lines.find(|line| line["type"] == "error").unwrap_or_else(|| panic!("{answer}: {}", report.end))
}

/// The codes are those of `crates/cli/docs/bots.md`, and the input is quoted once.
#[test]
fn every_error_has_its_own_code() {
    for (answer, code, got) in [
        ("echo my move", "not-json", "my move"),
        ("echo '[]'", "not-an-object", "[]"),
        ("echo '{}'", "no-type", "{}"),
        (r#"echo '{"type":"Move"}'"#, "unknown-type", r#"{"type":"Move"}"#),
        (r#"echo '{"type":"move"}'"#, "bad-field", r#"{"type":"move"}"#),
        (r#"echo '{"type":"hello","outflank":2}'"#, "wrong-version", r#"{"type":"hello","outflank":2}"#),
        (r"printf '\377\n'", "not-utf8", "\u{fffd}"),
        ("head -c 70000 /dev/zero | tr '\\0' x; echo", "too-long", &format!("{}…", "x".repeat(200))),
        ("echo a1", "illegal-move", "a1"),
        (r#"echo '{"type":"move","request":1,"move":"a1"}'"#, "illegal-move", "a1"),
        ("echo pass", "illegal-pass", "pass"),
        (
            r#"echo '{"type":"move","request":9,"move":"d3"}'"#,
            "wrong-request",
            r#"{"type":"move","request":9,"move":"d3"}"#,
        ),
        (r#"echo "$legal"; echo "$legal""#, "wrong-request", "d3"),
    ] {
        let error = error_about(answer);
        assert_eq!((error["code"].as_str(), error["got"].as_str()), (Some(code), Some(got)), "{answer}: {error}");
        let message = error["message"].as_str().unwrap();
        assert!(!message.is_empty() && !message.contains("it wrote") && !message.contains('\\'), "{answer}: {message}");
    }
    let error = error_about(r#"echo '{"type":"move","request":1,"move":"a1"}'"#);
    assert_eq!(error["message"], "a1 flips nothing for black; legal for black: d3 c4 f5 e6");
    assert_eq!(error["expected"], serde_json::json!(["d3", "c4", "f5", "e6"]));
}

/// Every language holds them exactly, even those with doubles only.
#[test]
fn seeds_sent_to_bots_are_below_2_pow_53() {
    let bench = Bench::new();
    let report = bench.play(&mut *bench.script("json", &bot(ANSWER)), &mut *bench.player("random"));
    let lines = report.logs.black.iter().filter_map(|it| serde_json::from_slice::<serde_json::Value>(&it.bytes).ok());
    let seeds: Vec<u64> = lines.filter_map(|line| line["seed"].as_u64()).collect();
    assert!(seeds.len() > 20 && seeds.iter().all(|&seed| seed < 1 << 53 && seed == seeds[0]), "{seeds:?}");
}

#[test]
fn a_second_answer_is_detected_at_any_time() {
    for twice in [format!("{ANSWER}; {ANSWER}"), r#"echo "$legal"; echo "$legal""#.to_owned()] {
        let foul = Bench::new().foul("json", &bot(&twice));
        assert_eq!(foul.verdict, Verdict::AnsweredTwice, "{foul}");
    }
}

#[test]
fn floods_of_lines_and_of_one_line_are_bounded() {
    let bench = Bench::new();
    assert_eq!(bench.foul("json", &bot("exec yes '{\"type\":\"log\",\"text\":\"x\"}'")).verdict, Verdict::Flood);
    assert_eq!(bench.foul("json", "exec yes ''").verdict, Verdict::Flood);
    let long = bench.foul("json", "read -r line; exec head -c 100000000 /dev/zero");
    assert_eq!(long.verdict, Verdict::Flood);
    assert!(long.bytes.len() < 1 << 20, "what is kept of it is bounded");
}

#[test]
fn standard_error_is_read_and_its_end_is_kept() {
    let bench = Bench::new();
    let script = bot("yes noise | head -n 100000 >&2; echo the end >&2; echo nonsense");
    let report = bench.play(&mut *bench.script("json", &script), &mut *bench.player("greedy"));
    assert_eq!(report.end.reason(), "garbage");
    let errors = report.logs.black.iter().find(|exchange| exchange.source == TrafficSource::Errors).unwrap();
    assert!(errors.bytes.ends_with(b"noise\nthe end\n") && errors.bytes.len() < 1 << 16);
}

#[test]
fn crashing_and_closing_have_different_verdicts() {
    let bench = Bench::new();
    let crashed = bench.foul("json", &bot("echo out of ideas >&2; exit 3"));
    assert_eq!(crashed.verdict, Verdict::Crashed);
    assert!(crashed.detail.contains("exit status: 3") && crashed.detail.contains("out of ideas"), "{crashed}");
    assert_eq!(bench.foul("json", &bot("kill -SEGV $$")).verdict, Verdict::Crashed);
    assert_eq!(bench.foul("json", &bot("exit 0")).verdict, Verdict::Closed);
    assert_eq!(bench.foul("json", "exit 1").verdict, Verdict::Crashed);
    assert_eq!(bench.foul("json", &bot("exec 1>&-")).verdict, Verdict::Closed);
    assert_eq!(bench.foul("json", "exec /no/such/program").verdict, Verdict::Crashed);
    let missing = bench.play(&mut *bench.player("/no/such/program"), &mut *bench.player("greedy"));
    assert_eq!(missing.end.reason(), "not-started");
    assert_eq!(missing.end.winner(), Some(Color::White));
}

#[test]
fn silence_is_hung_and_an_unterminated_line_is_no_answer() {
    let bench = Bench::impatient();
    assert_eq!(bench.foul("json", &bot(":")).verdict, Verdict::Hung);
    assert_eq!(bench.foul("json", "exec sleep 1000").verdict, Verdict::Hung);
    let half = Bench::waiting().foul("json", &bot("printf d3"));
    assert_eq!((half.verdict, half.bytes.as_slice()), (Verdict::UnterminatedLine, b"d3".as_slice()), "{half}");
}

/// Announces that it is ready, so that its time counts, and then takes far more than it has.
#[test]
fn an_answer_after_the_time_is_late() {
    let mut bench = Bench::new();
    bench.time = "50ms/move".parse().ok();
    bench.limits.grace = Duration::from_secs(100);
    let script = format!("echo '{{\"type\":\"hello\"}}'\n{}", bot(&format!("sleep 0.3; {ANSWER}")));
    let report = bench.play(&mut *bench.script("json", &script), &mut *bench.player("greedy"));
    let GameEnd::Foul(Color::Black, foul) = &report.end else { panic!("{}", report.end) };
    assert_eq!(foul.verdict, Verdict::Late, "{foul}");
    assert!(String::from_utf8_lossy(&foul.bytes).contains(r#""move":"#));
    assert_eq!(report.end.result(), GameResult::TimedOut(Color::Black));
}

/// An illegal pass that comes late is late.
#[test]
fn a_late_pass_is_late() {
    let mut bench = Bench::new();
    bench.time = "50ms/move".parse().ok();
    bench.limits.grace = Duration::from_secs(100);
    let foul = bench.foul("json", &format!("echo '{{\"type\":\"hello\"}}'\n{}", bot("sleep 0.3; echo pass; exit")));
    assert_eq!((foul.verdict, foul.bytes.as_slice()), (Verdict::Late, b"pass\n".as_slice()), "{foul}");
}

/// Starting takes as long as the test takes to write into a pipe, and its limit exceeds the clock.
#[test]
fn starting_takes_none_of_the_time() {
    let mut bench = Bench::new();
    bench.time = "20s".parse().ok();
    bench.limits.startup = Duration::from_secs(100);
    pipe(&bench.path("pipe"));
    let script = format!("sleep 0.2; read -r word < '{}'\n{}", bench.path("pipe").display(), bot(ANSWER));
    let mut black = bench.script("json", &script);
    let report = thread::scope(|scope| {
        let game = scope.spawn(|| bench.play(&mut *black, &mut *bench.player("greedy")));
        fs::write(bench.path("pipe"), "go\n").unwrap();
        game.join().unwrap()
    });
    assert!(matches!(report.end, GameEnd::Played(_)), "{}", report.end);
}

#[test]
fn dropping_a_program_ends_all_its_processes() {
    let bench = Bench::new();
    pipe(&bench.path("pipe"));
    let script = format!("exec 3> '{}'\nsleep 1000 &\n{}", bench.path("pipe").display(), bot(ANSWER));
    let mut black = bench.script("json", &script);
    thread::scope(|scope| {
        let held = scope.spawn(|| fs::read(bench.path("pipe")).unwrap());
        let report = bench.play(&mut *black, &mut *bench.player("greedy"));
        assert!(matches!(report.end, GameEnd::Played(_)), "{}", report.end);
        drop(black);
        assert!(held.join().unwrap().is_empty());
    });
}

/// `tail` holds a whole line in memory, far more than allowed.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    let mut bench = Bench::new();
    bench.limits.memory = Some(64 << 20);
    let hungry = bot("head -c 300000000 /dev/zero | tail -n 1 > /dev/null || exit 7; echo enough");
    let foul = bench.foul("json", &hungry);
    assert_eq!(foul.verdict, Verdict::Crashed, "{foul}");
    assert!(foul.detail.contains("exit status: 7"), "{foul}");
}

#[test]
fn a_stop_ends_a_game_that_hangs() {
    let bench = Bench::new();
    pipe(&bench.path("pipe"));
    let script = bot(&format!("echo asked > '{}'; sleep 1000", bench.path("pipe").display()));
    let (mut black, mut white) = (bench.script("json", &script), bench.player("greedy"));
    let stop = AtomicBool::default();
    let report = thread::scope(|scope| {
        let game = scope.spawn(|| {
            let players = Sides { black: &mut *black, white: &mut *white };
            Referee::default().play("g", Game::new(Variant::STANDARD.start()), players, &stop)
        });
        assert_eq!(fs::read(bench.path("pipe")).unwrap(), b"asked\n");
        stop.store(true, SeqCst);
        game.join().unwrap()
    });
    assert_eq!(report.unwrap_err(), outflank_arena::GameAborted::Stopped);
}

#[test]
fn a_program_restarts_after_a_foul() {
    let bench = Bench::new();
    let once = format!("[ -e '{0}' ] || {{ : > '{0}'; echo z9; continue; }}; {ANSWER}", bench.path("once").display());
    let mut black = bench.script("json", &bot(&once));
    assert_eq!(bench.play(&mut *black, &mut *bench.player("greedy")).end.reason(), "garbage");
    let report = bench.play(&mut *black, &mut *bench.player("greedy"));
    assert!(matches!(report.end, GameEnd::Played(_)), "{}", report.end);
}
