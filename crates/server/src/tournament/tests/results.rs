//! Results of games, and exports.

use outflank_arena::{Verdict, journal::GameLine, runner::Fixture};
use outflank_rules::{
    Move,
    record::{Format, Reader},
};

use super::*;

/// A fixture of a tournament with two entrants.
fn fixture(variant: &str) -> Fixture {
    let mut test = TestTournament::new(&format!(r#"{{"players":["greedy","random"],"variant":"{variant}"}}"#));
    test.does(Command::Start).unwrap();
    test.contest.setting().fixture(&test.contest.deals(|_| 1)[0])
}

/// Plays the first legal square until the game is over.
fn played_out(fixture: &Fixture) -> LiveGame {
    let mut game = live_game(fixture, None);
    while let Some(color) = game.turn() {
        let position = game.game().position();
        let at = game.updated_at() + 250;
        let event = match position.moves().first() {
            None => crate::game::event::Event::Over,
            Some(Move::Pass) => crate::game::event::Event::Passed { color },
            Some(Move::Place(square)) => {
                crate::game::event::Event::Moved { color, square: *square, ms: 250, late: 0, info: None }
            }
        };
        game.apply(&event, at).unwrap();
    }
    game
}

#[test]
fn a_game_that_was_played_out_is_kept_with_all_its_moves_and_times() {
    for variant in ["standard", "six", "six+anti"] {
        let fixture = fixture(variant);
        assert!(fixture.start.ply() > 0, "all boards have openings: {variant}");
        let game = played_out(&fixture);
        let line = game_line(fixture.clone(), &game).unwrap();
        assert_eq!(line.game().unwrap().position(), game.game().position(), "{variant}");
        assert_eq!((line.reason.as_str(), line.winner), ("played", game.result().unwrap().winner()));
        let placed = game.game().moves().skip(fixture.start.ply()).filter(|mv| *mv != Move::Pass).count() as u32;
        assert_eq!(line.asked.black + line.asked.white, placed);
        assert_eq!(line.spent_us.black, u64::from(line.asked.black) * 250_000);
        assert_eq!((line.slowest_us.white, line.times_ms.len()), (250_000, placed as usize));
        assert_eq!(line.to_string().parse::<GameLine>().unwrap(), line);
    }
}

#[test]
fn a_running_game_has_no_result_line() {
    let fixture = fixture("standard");
    assert_eq!(game_line(fixture.clone(), &live_game(&fixture, None)), None);
}

#[test]
fn time_and_absence_are_verdicts() {
    let fixture = fixture("standard");
    for (event, verdict) in [
        (crate::game::event::Event::Flagged { color: Color::White }, Verdict::Hung),
        (crate::game::event::Event::Claimed { color: Color::Black }, Verdict::Absent),
    ] {
        let mut game = live_game(&fixture, Some("5s/move"));
        game.apply(&event, 0).unwrap();
        game.apply(&crate::game::event::Event::Over, 0).unwrap();
        let line = game_line(fixture.clone(), &game).unwrap();
        let foul = line.foul.as_ref().unwrap();
        assert_eq!((foul.color, foul.verdict, line.winner), (Color::White, verdict, Some(Color::Black)));
        assert_eq!((line.discs.black, line.discs.white, line.reason), (64, 0, verdict.to_string()));
    }
}

#[test]
fn games_between_built_in_players_are_slow_enough_to_watch_unless_the_host_says_otherwise() {
    for (request, bots, pace) in [
        (r#"{"players":["greedy","random"]}"#, 0, 500),
        (r#"{"players":["greedy","random"]}"#, 1, 0),
        (r#"{"players":["greedy","random"],"pace":0}"#, 0, 0),
        (r#"{"players":["greedy","random"],"pace":1.25}"#, 1, 1250),
    ] {
        let mut test = TestTournament::new(request);
        for number in 0..bots {
            test.join("Ann", number + 1).unwrap();
        }
        test.does(Command::Start).unwrap();
        let fixture = test.contest.setting().fixture(&test.contest.deals(|_| 1)[0]);
        assert_eq!(test.contest.game_of(&fixture, |_| true).terms.pace_ms, pace, "{request} and {bots}");
    }
}

#[test]
fn a_foul_is_kept_with_what_the_bot_wrote() {
    let mut test = TestTournament::new(r#"{"players":["greedy"],"grace":30}"#);
    test.join("Ann", 1).unwrap();
    test.does(Command::Start).unwrap();
    let fixture = test.contest.setting().fixture(&test.contest.deals(|_| 1)[0]);
    let created = test.contest.game_of(&fixture, |_| true);
    let color = if fixture.players.black == 1 { Color::Black } else { Color::White };
    assert_eq!((created.seats[color].to_string(), created.terms.bots[color]), ("bot:Ann".to_owned(), Some(hash(1))));
    assert_eq!((created.seats[!color].to_string(), created.terms.bots[!color]), ("greedy".to_owned(), None));
    assert_eq!((created.terms.grace_ms, created.terms.tournament), (30_000, Some(test.contest.id())));
    let mut game = LiveGame::new(GameId::random(), created, 0).unwrap();
    let foul = crate::game::event::Foul {
        color,
        verdict: Verdict::Garbage,
        got: r"\xff\n".to_owned(),
        text: "this is no move".to_owned(),
    };
    game.apply(&crate::game::event::Event::Fouled(foul), 10).unwrap();
    game.apply(&crate::game::event::Event::Over, 10).unwrap();
    let line = game_line(fixture, &game).unwrap();
    let kept = line.foul.as_ref().unwrap();
    assert_eq!((kept.color, kept.verdict, kept.bytes.as_str()), (color, Verdict::Garbage, r"\xff\n"));
    assert_eq!((kept.detail.as_str(), line.reason.as_str(), line.winner), ("this is no move", "garbage", Some(!color)));
    assert!(test.contest.tournament().unwrap().pairing(line.number).is_some());
}

#[test]
fn an_entrant_that_missed_its_last_game_has_a_brief_grace() {
    let mut test = TestTournament::new(r#"{"players":["greedy"],"grace":60,"games":4}"#);
    test.join("Ann", 1).unwrap();
    test.does(Command::Start).unwrap();
    let setting = test.contest.setting();
    let terms = |test: &TestTournament, number, is_here| {
        let due = test.contest.tournament().unwrap().pending().into_iter().find(|due| due.number == number).unwrap();
        let fixture = setting.fixture(&due);
        let color = if fixture.players.black == 1 { Color::Black } else { Color::White };
        (test.contest.game_of(&fixture, |_| is_here).terms.missed[color], fixture, color)
    };
    let away = |test: &mut TestTournament, number| {
        let (_, fixture, color) = terms(test, number, false);
        let mut game = live_game(&fixture, Some("5s/move"));
        game.apply(&crate::game::event::Event::Claimed { color: !color }, 0).unwrap();
        game.apply(&crate::game::event::Event::Over, 0).unwrap();
        test.deal();
        test.happen(vec![Event::Ended { line: Box::new(game_line(fixture, &game).unwrap()) }]);
    };
    assert!(!terms(&test, 0, false).0, "the first absence costs no grace");
    away(&mut test, 0);
    assert!(terms(&test, 1, false).0);
    assert!(!terms(&test, 1, true).0, "it is there again");
    away(&mut test, 1);
    assert!(terms(&test, 2, false).0);
    test.deal();
    test.end(2);
    assert!(!terms(&test, 3, false).0, "it has been seen");
    assert_eq!(shown(&LiveTournament::of_log(test.contest.id(), &test.log).unwrap()), test.shown());
}

fn played(form: TournamentFormat) -> TestTournament {
    let mut test = TestTournament::new(&format!(
        r#"{{"format":"{form}","players":["greedy","random","level:1"],"title":"<b>7b</b>"}}"#
    ));
    test.join("=Ann,\"x\"", 1).unwrap();
    test.does(Command::Start).unwrap();
    test.play_out();
    test
}

#[test]
fn the_export_has_all_files() {
    for form in forms() {
        let test = played(form);
        let export = Export::new(&test.contest).unwrap();
        let text = |name: &str| String::from_utf8(export.file(name).unwrap().bytes).unwrap();
        let games = test.contest.tournament().unwrap().games().len();
        assert_eq!(text("games.jsonl").lines().count(), games);
        assert_eq!(text("games.csv").lines().count(), games + 1);
        assert_eq!(text("standings.csv").lines().count(), 5);
        assert_eq!((text("crosstable.csv").lines().count(), text("ratings.csv").lines().count()), (5, 5));
        let read: Vec<_> = Reader::new(Format::Ggf, text("games.ggf").as_bytes()).collect::<Result<_, _>>().unwrap();
        assert_eq!(read.len(), games);
        let report = text("report.html");
        assert!(report.contains("&lt;b&gt;7b&lt;/b&gt;") && !report.contains("<b>7b") && !report.contains("logs/"));
        let link = report.split("href=\"").find(|part| part.starts_with("games/")).unwrap();
        let link = link.split('"').next().unwrap();
        assert!(text(link).starts_with("(;GM["), "{link}");
    }
}

#[test]
fn unknown_files_are_not_exported() {
    let test = played(TournamentFormat::RoundRobin);
    let export = Export::new(&test.contest).unwrap();
    for name in
        ["", "games", "games/", "games/1", "games/0001-x-y.ggf", "games/0000-a-b.ggf", "games.pgn", "../x", "run.json"]
    {
        assert_eq!(export.file(name), None, "{name}");
    }
    assert!(Export::new(&TestTournament::new("{}").contest).is_none(), "nothing has been played yet");
}

#[test]
fn the_archive_has_every_file_that_the_report_links_to() {
    let test = played(TournamentFormat::Swiss);
    let export = Export::new(&test.contest).unwrap();
    let archive = export.archive();
    assert_eq!((archive.name.as_str(), archive.kind), ("tournament-kite-42.zip", "application/zip"));
    let has = |name: &str| {
        let path = format!("tournament-kite-42/{name}");
        archive.bytes.windows(path.len()).any(|window| window == path.as_bytes())
    };
    let report = String::from_utf8(export.file("report.html").unwrap().bytes).unwrap();
    let links =
        report.split("href=\"").skip(1).filter_map(|part| part.split('"').next()).filter(|link| !link.starts_with('#'));
    assert!(links.clone().count() > 0);
    links.for_each(|link| assert!(has(link), "{link}"));
    for name in ["README.txt", "report.html", "standings.csv", "games.ggf", "games.jsonl"] {
        assert!(has(name), "{name}");
    }
}
