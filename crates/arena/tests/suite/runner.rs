//! The runner with real programs: how often they start, and that none is left.

use std::{
    fs,
    io::Read,
    ops::ControlFlow,
    path::Path,
    process::Command,
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    thread,
};

use outflank_arena::{
    PlayerSpec, Verdict,
    journal::{GameLine, Journal, JournalError},
    matches::MatchSettings,
    runner::GameRunner,
    tournament::{OpeningSource, Plan, RosterEntry, TournamentFormat, TournamentRun, TournamentSettings},
};
use outflank_rules::Variant;

/// A bot as a shell script; `{}` stands for its action when asked.
const BOT: &str = include_str!("bot.sh");

/// The bot in this folder against a built-in one. It records each start and does something before
/// it answers.
fn settings(dir: &Path, before: &str, pairs: u32) -> MatchSettings {
    let bot = BOT.replace("{}", &format!("{before}\necho \"$legal\""));
    fs::write(dir.join("bot.sh"), format!("here=$(dirname \"$0\")\necho $$ >> \"$here/started\"\n{bot}")).unwrap();
    let bot: PlayerSpec = format!("sh '{}'", dir.join("bot.sh").display()).parse().unwrap();
    MatchSettings { pairs, seed: 4, ..MatchSettings::new(bot, "greedy".parse().unwrap()) }
}

fn runner(settings: &MatchSettings, concurrency: usize, fresh: bool) -> GameRunner<'_> {
    GameRunner { concurrency, fresh, ..settings.runner() }
}

fn play(settings: &MatchSettings, concurrency: usize, fresh: bool) -> Vec<GameLine> {
    let mut lines = Vec::new();
    let fixtures = settings.fixtures(&settings.score());
    let ended = runner(settings, concurrency, fresh).play(fixtures, &AtomicBool::default(), |finished| {
        lines.push(GameLine::new(&finished));
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.unwrap().is_continue());
    lines.sort_by_key(|line| line.number);
    lines
}

/// The number of programs started; all of them have ended.
fn started(dir: &Path) -> usize {
    let started = fs::read_to_string(dir.join("started")).unwrap();
    for process in started.lines() {
        assert!(!Path::new("/proc").join(process).exists(), "{process} is left");
    }
    started.lines().count()
}

#[test]
fn a_program_starts_once_per_worker_or_once_per_game() {
    for (concurrency, fresh, expected) in [(1, false, 1), (3, false, 3), (2, true, 8)] {
        let dir = tempfile::tempdir().unwrap();
        let lines = play(&settings(dir.path(), ":", 4), concurrency, fresh);
        assert!(lines.len() == 8 && lines.iter().all(|line| line.reason == "played"));
        let count = started(dir.path());
        assert!(if fresh { count == expected } else { (1..=expected).contains(&count) }, "{count} for {concurrency}");
    }
}

#[test]
fn games_with_a_program_are_the_same_at_any_concurrency() {
    let dir = tempfile::tempdir().unwrap();
    let settings = settings(dir.path(), ":", 6);
    let moves = |lines: Vec<GameLine>| lines.into_iter().map(|line| line.moves).collect::<Vec<_>>();
    assert_eq!(moves(play(&settings, 1, false)), moves(play(&settings, 4, false)));
}

/// It crashes in each game after some moves and is started again for the next.
#[test]
fn a_crashing_program_loses_only_its_own_games() {
    let dir = tempfile::tempdir().unwrap();
    let settings = settings(dir.path(), r#"case "$line" in *'"ply":3'[0-9]*) kill -9 $$ ;; esac"#, 3);
    let lines = play(&settings, 2, false);
    assert_eq!(lines.len(), 6);
    for line in &lines {
        let foul = line.foul.as_ref().unwrap();
        assert_eq!((foul.verdict, line.ending(0)), (Verdict::Crashed, outflank_arena::stat::Ending::Loss));
    }
    assert_eq!(started(dir.path()), 6);
}

/// Plays with programs that never answer and hold a pipe open as long as they live. Calls `stop`
/// with the folder and the pipe when a program runs; no game may finish.
fn stopped(concurrency: usize, stop: impl FnOnce(&Path, fs::File, &AtomicBool)) {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let settings = settings(dir.path(), r#"exec sleep 1000 3> "$here/pipe""#, 3);
    let flag = AtomicBool::default();
    thread::scope(|scope| {
        let fixtures = settings.fixtures(&settings.score());
        let runner = runner(&settings, concurrency, false);
        let flag = &flag;
        let played = scope.spawn(move || runner.play(fixtures, flag, |_| ControlFlow::Break(())));
        stop(dir.path(), fs::File::open(&pipe).unwrap(), flag);
        assert!(played.join().unwrap().unwrap().is_continue(), "no game was finished");
    });
    started(dir.path());
}

#[test]
fn stopping_ends_programs_that_do_not_answer() {
    stopped(2, |_, mut pipe, flag| {
        flag.store(true, SeqCst);
        pipe.read_to_end(&mut Vec::new()).unwrap();
    });
}

/// A program that is killed with the caller has not lost by that.
#[test]
fn a_program_killed_after_the_stop_loses_no_game() {
    stopped(1, |dir, _pipe, flag| {
        let process = fs::read_to_string(dir.join("started")).unwrap();
        flag.store(true, SeqCst);
        assert!(Command::new("kill").args(["-9", process.trim()]).status().unwrap().success());
    });
}

/// What is stored of a game with a program: its time, its analysis, and after a foul its bytes.
#[test]
fn time_analysis_and_fouls_of_programs_are_stored() {
    let dir = tempfile::tempdir().unwrap();
    let script = r#"
            number=${line#*'"request":'}; number=${number%%,*}
            case "$line" in *'"ply":20'*) echo '{"type":"move","move":"z9"}'; continue ;; esac
            echo "{\"type\":\"move\",\"request\":$number,\"move\":\"${legal%%'"'*}\",\"info\":{\"text\":\"so be it\",\"values\":{\"d3\":1.5}}}"
            continue"#;
    let settings = settings(dir.path(), script, 1);
    let run = dir.path().join("run");
    let mut journal = Journal::create(&run, &settings).unwrap();
    let mut lines = Vec::new();
    let ended =
        runner(&settings, 1, false).play(settings.fixtures(&settings.score()), &AtomicBool::default(), |finished| {
            let has_log = !(finished.report.logs.black.is_empty() && finished.report.logs.white.is_empty());
            assert_eq!(has_log, finished.report.end.foul().is_some(), "nobody reads the others");
            lines.push(journal.append(&finished).unwrap());
            ControlFlow::<()>::Continue(())
        });
    assert!(ended.unwrap().is_continue());
    journal.finish("a match", &settings.names(), settings.time).unwrap();
    let mut kept = Vec::new();
    let (journal, read) = Journal::resume::<MatchSettings>(&run).unwrap();
    journal
        .each(|line| -> Result<(), JournalError> {
            kept.push(line);
            Ok(())
        })
        .unwrap();
    assert_eq!((read, &kept), (settings, &lines));
    assert!(kept.iter().all(|line| !line.thoughts.is_empty() && line.thoughts[0].info.text == "so be it"));
    assert!(kept.iter().all(|line| line.spent_us.black + line.spent_us.white > 0));
    let fouled = kept.iter().find(|line| line.foul.is_some()).expect("in one of the two games it is asked at that ply");
    let log = fs::read_to_string(run.join(format!("logs/{:06}.log", fouled.number + 1))).unwrap();
    assert!(log.contains(r#"< {"type":"move","move":"z9"}\n"#), "{log}");
    let records = fs::read_to_string(run.join("games.ggf")).unwrap();
    assert!(records.contains("CO[so be it]"), "{records}");
}

/// The opponent's name that a program receives depends neither on the worker nor on earlier
/// greetings, and is not a command line.
#[test]
fn opponents_have_one_name() {
    for concurrency in [1, 3] {
        let dir = tempfile::tempdir().unwrap();
        let script = r#"
here=$(dirname "$0")
while read -r line; do
    case "$line" in
        *'"type":"hello"'*) echo '{"type":"hello","name":"Zed"}' ;;
        *'"type":"start"'*) opponent=${line#*'"opponent":"'}; echo "${opponent%%'"'*}" >> "$here/opponents" ;;
        *'"type":"move"'*) legal=${line#*'"legal":["'}; echo "${legal%%'"'*}" ;;
        *'"type":"bye"'*) exit ;;
    esac
done
"#;
        fs::write(dir.path().join("ann.sh"), script).unwrap();
        let bot: PlayerSpec = format!("sh '{}'", dir.path().join("ann.sh").display()).parse().unwrap();
        let settings = MatchSettings { pairs: 3, seed: 4, ..MatchSettings::new(bot.clone(), bot) };
        play(&settings, concurrency, false);
        let opponents = fs::read_to_string(dir.path().join("opponents")).unwrap();
        let mut names: Vec<&str> = opponents.lines().collect();
        names.sort_unstable();
        assert_eq!(names, [["ann"; 6], ["ann 2"; 6]].concat(), "{concurrency}");
    }
}

/// The analysis is in the files, also in those written again, and is not held in memory for all
/// games.
#[test]
fn a_tournament_keeps_no_analysis_in_memory() {
    let dir = tempfile::tempdir().unwrap();
    let script = r#"
            number=${line#*'"request":'}; number=${number%%,*}
            echo "{\"type\":\"move\",\"request\":$number,\"move\":\"${legal%%'"'*}\",\"info\":{\"text\":\"so be it\"}}"
            continue"#;
    let bot = settings(dir.path(), script, 1).entrants[0].to_string();
    let player = |name: &str, entrant: &str| RosterEntry { name: name.to_owned(), entrant: entrant.to_owned() };
    let settings = TournamentSettings {
        title: "A test".to_owned(),
        plan: Plan::new(TournamentFormat::RoundRobin, 2, 1),
        players: vec![player("Ann", &bot), player("greedy", "greedy")],
        variant: Variant::SIX,
        time: None,
        openings: OpeningSource::Start,
        memory: None,
        keep: false,
    };
    let run = dir.path().join("run");
    let mut event = TournamentRun::create(&run, settings).unwrap();
    event.play(1, &AtomicBool::default(), |_| {}).unwrap();
    event.finish().unwrap();
    let record = run.join("games/0001-ann-greedy.ggf");
    let record = if record.exists() { record } else { run.join("games/0001-greedy-ann.ggf") };
    let written = fs::read_to_string(&record).unwrap();
    assert!(written.contains("so be it"), "{written}");
    fs::write(&record, "").unwrap();
    let event = TournamentRun::resume(&run).unwrap();
    assert!(event.tournament().games().len() == 2 && event.tournament().games().all(|game| game.thoughts.is_empty()));
    assert_eq!(fs::read_to_string(&record).unwrap(), written);
}
