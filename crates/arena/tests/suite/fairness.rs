//! Programs that try to gain time or to send more than requested, in every protocol, and programs
//! that are odd but correct. Each mock answers from a list of moves, one per request.

use std::{
    fs,
    path::PathBuf,
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use outflank_arena::{
    Answer, Briefing, Foul, GameEnd, GameReport, GameResult, Limits, Player, PlayerError, PlayerSpec, Question,
    Referee, Sides, TrafficSource, Verdict,
};
use outflank_rules::{Color, Game, Move, Position, Variant};

use crate::mock::{self, EDAX};

const GTP: &str = r#"
while read -r command rest; do
    case "$command" in
        genmove) next; printf '= %s\n\n' "$answer" ;;
        quit) exit ;;
        *) printf '=\n\n' ;;
    esac
done
"#;

const NBOARD: &str = r#"
while read -r command rest; do
    case "$command" in
        ping) echo "pong $rest" ;;
        go) next; echo "=== $answer" ;;
        quit) exit ;;
    esac
done
"#;

const CODINGAME: &str = r#"
read -r id; read -r size
while read -r row; do
    for number in 2 3 4 5 6 7 8; do read -r row; done
    read -r actions
    for action in $(seq "$actions"); do read -r action; done
    next; echo "$answer"
done
"#;

const TJCSL: &str = r#"
while read -r seconds && read -r side && read -r board; do next; echo "$answer"; done
"#;

/// A bot that never sends a greeting.
const JSON: &str = r#"
while read -r line; do
    case "$line" in
        *'"type":"move"'*) next; echo "$answer" ;;
        *'"type":"bye"'*) exit ;;
    esac
done
"#;

const PROTOCOLS: [(&str, &str); 6] =
    [("json", JSON), ("gtp", GTP), ("nboard", NBOARD), ("edax", EDAX), ("codingame", CODINGAME), ("tjcsl", TJCSL)];

/// A mock that plays Black against a greedy bot.
struct Mock {
    dir: tempfile::TempDir,
    time: &'static str,
    limits: Limits,
    known: Game,
}

impl Mock {
    fn new() -> Mock {
        let patient = Duration::from_secs(100);
        let limits = Limits { startup: patient, patience: patient, grace: patient, ..Limits::default() };
        let known = game_with_passes();
        Mock { dir: tempfile::tempdir().unwrap(), time: "10m", limits, known }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn player(&self, protocol: &str, script: &str) -> Box<dyn Player> {
        let written = if protocol == "tjcsl" { mock::index } else { |mv: Move| mv.to_string() };
        let name = mock::mock(self.dir.path(), protocol, script, &self.known, written);
        name.parse::<PlayerSpec>().unwrap().player(self.limits)
    }

    fn play_from(&self, start: Game, black: &mut dyn Player) -> GameReport {
        let mut white = "greedy".parse::<PlayerSpec>().unwrap().player(self.limits);
        let players = Sides { black, white: &mut *white };
        let referee = Referee { time: self.time.parse().ok(), seed: 1, ..Referee::default() };
        referee.play("g", start, players, &AtomicBool::default()).unwrap()
    }

    fn play(&self, protocol: &str, script: &str) -> GameReport {
        let mut black = self.player(protocol, script);
        self.play_from(Game::new(Variant::STANDARD.start()), &mut *black)
    }

    #[track_caller]
    fn verdict(&self, protocol: &str, script: &str) -> Verdict {
        let report = self.play(protocol, script);
        let GameEnd::Foul(Color::Black, foul) = report.end else { panic!("{protocol}: {}", report.end) };
        foul.verdict
    }

    /// The mock plays the whole game that it knows.
    #[track_caller]
    fn is_played(&self, protocol: &str, script: &str) -> GameReport {
        let report = self.play(protocol, script);
        assert!(matches!(report.end, GameEnd::Played(_)), "{protocol}: {}", report.end);
        assert_eq!(report.game, self.known, "{protocol}");
        report
    }
}

/// A game against a greedy bot in which both sides must pass.
fn game_with_passes() -> Game {
    let player = |name: &str| name.parse::<PlayerSpec>().unwrap().player(Limits::default());
    let played = |seed| {
        let (mut black, mut white) = (player("random"), player("greedy"));
        let players = Sides { black: &mut *black, white: &mut *white };
        let start = Game::new(Variant::STANDARD.start());
        Referee { seed, ..Referee::default() }.play("g", start, players, &AtomicBool::default()).unwrap().game
    };
    let has_passes = |game: &Game| {
        Color::ALL.iter().all(|&color| game.turns().any(|(before, mv)| before.turn() == color && mv == Move::Pass))
    };
    (0..10_000).map(played).find(has_passes).expect("passes are not so rare")
}

fn sent_by_runner(report: &GameReport) -> String {
    let bytes =
        report.logs.black.iter().filter(|it| it.source == TrafficSource::Runner).flat_map(|it| it.bytes.clone());
    String::from_utf8(bytes.collect()).unwrap()
}

#[test]
fn every_mock_plays_a_game_with_passes() {
    let mock = Mock::new();
    for (protocol, script) in PROTOCOLS {
        mock.is_played(protocol, script);
    }
}

#[test]
fn thinking_before_the_request_counts() {
    let mock = Mock { time: "500ms/move", ..Mock::new() };
    let in_play =
        GTP.replace("    case \"$command\" in", "    [ $command = play ] && sleep 1.5\n    case \"$command\" in");
    let in_time = in_play.replace("= play", "= time_left");
    let in_ping = NBOARD.replace("ping) ", "ping) [ $rest -gt 1 ] && sleep 1.5; ");
    let in_setboard = EDAX.replace("    case", "    [ $command = setboard ] && sleep 2.5\n    case");
    for (protocol, script) in [("gtp", in_play), ("gtp", in_time), ("nboard", in_ping), ("edax", in_setboard)] {
        assert_ne!(script, GTP);
        assert_eq!(mock.verdict(protocol, &script), Verdict::Late, "{protocol}: {script}");
    }
}

/// Without a clock, moves get more time than commands that need no thinking.
#[test]
fn hanging_before_the_request_has_a_shorter_wait() {
    let mut mock = Mock { time: "none", ..Mock::new() };
    mock.limits.startup = Duration::from_secs(2);
    let in_play = GTP.replace("        quit)", "        play) exec sleep 1000 ;;\n        quit)");
    let in_ping = NBOARD.replace("ping) ", "ping) [ $rest -gt 1 ] && exec sleep 1000; ");
    for (protocol, script) in [("gtp", in_play), ("nboard", in_ping)] {
        let begun = Instant::now();
        assert_eq!(mock.verdict(protocol, &script), Verdict::Hung, "{protocol}");
        assert!(begun.elapsed() < mock.limits.patience, "{protocol}");
    }
}

/// The runner sees when a program has read its input, so the program need not announce that it
/// runs.
#[cfg(target_os = "linux")]
#[test]
fn the_first_answer_of_a_silent_program_is_not_free() {
    let mock = Mock { time: "500ms/move", ..Mock::new() };
    for (protocol, script) in [("json", JSON), ("codingame", CODINGAME), ("edax", EDAX)] {
        let report = mock.play(protocol, &script.replace("next; ", "sleep 2.5; next; "));
        assert_eq!((report.end.reason().as_str(), report.game.ply()), ("late", 0), "{protocol}");
    }
}

/// Whatever else takes time: its sleep is not in the time spent.
#[cfg(target_os = "linux")]
#[test]
fn starting_is_free_for_a_silent_program() {
    let plays = |(protocol, script): (&str, &str)| {
        let begun = Instant::now();
        let report = Mock::new().is_played(protocol, &format!("sleep 3\n{script}"));
        assert!(report.spent.black + Duration::from_secs(3) <= begun.elapsed(), "{protocol}");
    };
    let protocols = [("json", JSON), ("codingame", CODINGAME), ("edax", EDAX), ("gtp", GTP)];
    thread::scope(|scope| protocols.map(|mock| scope.spawn(move || plays(mock))).map(|game| game.join().unwrap()));
}

#[test]
fn a_player_out_of_time_has_used_all_of_it() {
    let mock = Mock { time: "100ms/move", ..Mock::new() };
    let report = mock.play("gtp", &GTP.replace("next; ", "sleep 1; next; "));
    assert_eq!(report.end.reason(), "late");
    assert!(report.spent.black >= Duration::from_secs(1), "all of it, and not only what it had");
}

/// It answers at the end of its input and continues: that was not a buffer.
#[test]
fn an_answer_after_the_wait_is_late_not_unflushed() {
    let mut mock = Mock::new();
    (mock.time, mock.limits.patience) = ("none", Duration::from_millis(10));
    let late = "cat > /dev/null; echo d3; exec sleep 1000";
    assert_eq!(mock.verdict("json", late), Verdict::Late);
    assert_eq!(mock.verdict("json", "cat > /dev/null; echo d3"), Verdict::Unflushed);
}

/// A received line shows that the program flushes: one that greets and then takes too long is slow.
#[test]
fn a_program_that_flushed_before_is_never_unflushed() {
    let mut mock = Mock::new();
    (mock.time, mock.limits.patience) = ("none", Duration::from_millis(500));
    let after_hello = |rest: &str| mock.verdict("json", &format!("echo '{{\"type\":\"hello\"}}'\n{rest}"));
    assert_eq!(after_hello("cat > /dev/null; echo d3"), Verdict::Late);
    assert_eq!(after_hello("exec sleep 1000"), Verdict::Hung);
}

#[test]
fn a_second_answer_has_its_verdict_in_every_protocol() {
    let mock = Mock::new();
    let twice = [
        ("json", JSON.replace(r#"echo "$answer""#, r#"echo "$answer"; echo "$answer""#)),
        ("gtp", GTP.replace(r#"printf '= %s\n\n' "$answer""#, r#"printf '= %s\n\n= %s\n\n' "$answer" "$answer""#)),
        ("nboard", NBOARD.replace(r#"echo "=== $answer""#, r#"echo "=== $answer"; echo "=== $answer""#)),
        ("edax", EDAX.replace(r#"'\n\nEdax plays %s\n\n>' "$answer""#, r#"'Edax plays %s\n' "$answer" "$answer""#)),
        ("codingame", CODINGAME.replace(r#"echo "$answer""#, r#"echo "$answer"; echo "$answer""#)),
        ("tjcsl", TJCSL.replace(r#"echo "$answer""#, r#"echo "$answer"; echo "$answer""#)),
    ];
    for (protocol, script) in twice {
        assert_eq!(mock.verdict(protocol, &script), Verdict::AnsweredTwice, "{protocol}");
    }
}

/// The second GTP answer comes only after the next command, so every later answer belongs to the
/// command before.
#[test]
fn a_late_extra_answer_does_not_shift_later_answers() {
    let mock = Mock::new();
    let script = GTP.replace(
        "        *)",
        r#"        play) printf '= %s\n\n=\n\n' "$answer" ;;
        *)"#,
    );
    assert_eq!(mock.verdict("gtp", &script), Verdict::AnsweredTwice);
}

/// Black has one move, and the game is over.
fn one_question() -> Game {
    Game::new("XO-- ---- ---- ---- X".parse::<Position>().unwrap())
}

#[test]
fn an_extra_answer_does_not_affect_the_next_game() {
    let mock = Mock { time: "none", ..Mock::new() };
    let script = r#"
while read -r line; do
    case "$line" in
        *'"type":"move"'*)
            number=${line#*'"request":'}; number=${number%%,*}
            answer="{\"type\":\"move\",\"request\":$number,\"move\":\"c1\"}"
            echo "$answer"
            [ -e "$dir/again" ] || { : > "$dir/again"; echo "$answer"; } ;;
        *'"type":"bye"'*) exit ;;
    esac
done
"#;
    let mut black = mock.player("json", script);
    let first = mock.play_from(one_question(), &mut *black).end.reason();
    assert!(["played", "answered-twice"].contains(&first.as_str()), "{first}");
    let second = mock.play_from(one_question(), &mut *black);
    assert!(matches!(second.end, GameEnd::Played(_)), "{}", second.end);
}

#[test]
fn repeating_the_same_answer_is_not_answering_twice() {
    let mut mock = Mock::new();
    // The runner waits this long for another answer, which never comes.
    mock.limits.grace = Duration::from_millis(100);
    let first = mock.known.moves().next().unwrap().to_string();
    for (protocol, script) in PROTOCOLS.into_iter().filter(|(protocol, _)| *protocol != "tjcsl") {
        let same = script.replace("next; ", &format!("answer={first}; "));
        assert_eq!(mock.verdict(protocol, &same), Verdict::IllegalMove, "{protocol}");
    }
}

#[test]
fn a_banner_is_not_an_answer() {
    let mock = Mock::new();
    for (protocol, script) in [("json", JSON), ("codingame", CODINGAME), ("tjcsl", TJCSL)] {
        assert_eq!(mock.verdict(protocol, &format!("echo 'Mock 1.0'\n{script}")), Verdict::Garbage, "{protocol}");
    }
}

#[test]
fn a_status_line_need_not_be_utf8() {
    let mock = Mock::new();
    mock.is_played("nboard", &NBOARD.replace("next; ", r"next; printf 'status \377\n'; "));
}

/// A program that checks each move and color it receives against the whole game in `turns`.
const STRICT: &str = r#"
at=1; id=11
expected() { sed -n "${at}p" "$dir/turns"; }
done_() { id=$((id + 1)); printf '= %s %s\n\n' "$id" "$1"; }
while read -r command rest; do
    case "$command" in
        play)
            if [ "$rest" = "$(expected)" ]; then at=$((at + 1)); {passes}; done_ ''
            else printf '? illegal move\n\n'; fi ;;
        genmove)
            turn=$(expected)
            if [ "$rest" != "${turn% *}" ]; then printf '? wrong color\n\n'
            else at=$((at + 1)); {passes}; done_ "${turn#* }"; fi ;;
        quit) exit ;;
        *) done_ '' ;;
    esac
done
"#;

/// Answers with unrequested numbers; a program that wants passes, and one that makes them itself
/// and rejects them.
#[test]
fn strict_gtp_programs_play_through_passes() {
    let mock = Mock::new();
    let turn = |(before, mv): (outflank_rules::Position, Move)| {
        format!("{} {mv}\n", before.turn().letter().to_ascii_lowercase())
    };
    fs::write(mock.path("turns"), mock.known.turns().map(turn).collect::<String>()).unwrap();
    mock.is_played("gtp", &STRICT.replace("{passes}", ":"));
    let itself = r#"while [ "$(expected | cut -c 3-)" = pass ]; do at=$((at + 1)); done"#;
    mock.is_played("gtp", &STRICT.replace("{passes}", itself));
}

#[test]
fn clocks_are_sent_as_exactly_as_the_protocol_allows() {
    let log = |protocol, script, time| sent_by_runner(&Mock { time, ..Mock::new() }.play(protocol, script));
    let half = log("nboard", NBOARD, "500ms/move");
    assert!(half.contains("TI[0:00.500/0:00.500/0:00]"), "{half}");
    assert!(log("nboard", NBOARD, "5s/move").contains("TI[0:05/0:05/0:00]"));
    assert!(log("nboard", NBOARD, "10m+2s").contains("TI[10:00/0:02/0:00]"));
    assert!(!log("nboard", NBOARD, "none").contains("TI["));
    assert!(log("tjcsl", TJCSL, "10m").starts_with("20\nx\n"), "a share of the time");
    assert!(log("tjcsl", TJCSL, "7s/move").starts_with("7\nx\n"));
    assert!(log("tjcsl", TJCSL, "200ms/move").starts_with("1\nx\n"));
}

/// A player that records what it receives.
#[derive(Default)]
struct Witness(Vec<&'static str>);

impl Player for Witness {
    fn name(&self) -> String {
        "witness".to_owned()
    }

    fn begin(&mut self, _: &Briefing<'_>, _: &AtomicBool) -> Result<(), PlayerError> {
        self.0.push("begin");
        Ok(())
    }

    fn choose(&mut self, _: &Question<'_>) -> Result<Answer, PlayerError> {
        Err(Foul::new(Verdict::Hung, b"", "").into())
    }

    fn over(&mut self, _: &Game, _: GameResult, _: &str, _: bool) {
        self.0.push("over");
    }
}

#[test]
fn players_without_a_briefing_get_no_result() {
    let mut black = "/no/such/program".parse::<PlayerSpec>().unwrap().player(Limits::default());
    let mut white = Witness::default();
    let players = Sides { black: &mut *black, white: &mut white };
    let start = Game::new(Variant::STANDARD.start());
    let report = Referee::default().play("g", start, players, &AtomicBool::default()).unwrap();
    assert_eq!((report.end.reason().as_str(), white.0.as_slice()), ("not-started", [].as_slice()));
}
