use std::ops::ControlFlow;

use outflank_engine::Settings;
use outflank_rules::{Game, Move, Variant};
use proptest::prelude::*;

use super::*;
use crate::protocol::{Engine, EngineLimits};

fn session() -> Session {
    let settings = Settings { hash_bytes: 1 << 20, threads: 1 };
    Session::new(Engine::new(EngineLimits::depth(1), 0, &settings))
}

/// The answer to a line without the empty line after it.
fn ask(session: &mut Session, line: &str) -> String {
    let mut answer = Vec::new();
    let _ = session.handle(line, &mut answer).unwrap();
    let answer = String::from_utf8(answer).unwrap();
    if answer.is_empty() { answer } else { answer.strip_suffix("\n\n").expect("an empty line").to_owned() }
}

/// A conversation: requests with their answers.
#[track_caller]
fn hold(session: &mut Session, dialogue: &[(&str, &str)]) {
    for (question, answer) in dialogue {
        assert_eq!(&ask(session, question), answer, "{question}");
    }
}

/// A game in which a side must pass.
fn game_with_a_pass(size: u8) -> Game {
    let games = (0_usize..).map(|seed| {
        let mut game = Game::new(Variant::of_size(size).start());
        while !game.position().must_pass() && !game.is_over() {
            let moves = game.position().moves();
            game.play(moves[(seed / (game.ply() + 1)) % moves.len()]).unwrap();
        }
        game
    });
    games.into_iter().find(|game| game.position().must_pass()).unwrap()
}

fn tell(session: &mut Session, game: &Game) {
    for (before, mv) in game.turns() {
        assert_eq!(ask(session, &format!("play {} {mv}", before.turn())), "= ");
    }
}

#[test]
fn a_gui_greets_and_plays() {
    hold(
        &mut session(),
        &[
            ("1 protocol_version", "=1 2"),
            ("2 name", "=2 Outflank"),
            ("3 version", concat!("=3 ", env!("CARGO_PKG_VERSION"))),
            ("4 known_command genmove", "=4 true"),
            ("5 known_command loadpgn", "=5 false"),
            ("6 list_games", "=6 Othello"),
            ("7 set_game Othello", "=7 "),
            ("8 boardsize 8", "=8 "),
            ("9 clear_board", "=9 "),
            ("10 komi 6.5", "=10 "),
            ("11 play b F5", "=11 "),
            ("12 play White D6", "=12 "),
            ("13 gogui-rules_side_to_move", "=13 black"),
            ("14 undo", "=14 "),
            ("15 undo", "=15 "),
            ("16 undo", "?16 cannot undo: no move has been made"),
            ("quit", "= "),
        ],
    );
}

#[test]
fn every_command_that_is_listed_is_known() {
    let mut session = session();
    let listed = ask(&mut session, "list_commands");
    let names: Vec<&str> = listed.trim_start_matches("= ").lines().collect();
    assert_eq!(names, Command::NAMES);
    for name in names {
        assert_eq!(ask(&mut session, &format!("known_command {name}")), "= true");
        assert!(!matches!(name.parse::<Command>(), Err(GtpError::UnknownCommand(_))), "{name}");
    }
}

#[test]
fn comments_whitespace_and_control_characters_are_ignored() {
    hold(
        &mut session(),
        &[
            ("", ""),
            ("   # nothing", ""),
            ("\t12\tplay\tB\tf5\t# my favourite", "=12 "),
            ("\u{7}showb\u{0}oard # \u{1}", &format!("= {}", picture_after("f5"))),
            ("007 undo\r", "=007 "),
            ("5", "?5 unknown command \"\": list_commands names all there are"),
        ],
    );
}

fn picture_after(mv: &str) -> String {
    let mut session = session();
    ask(&mut session, &format!("play b {mv}"));
    ask(&mut session, "showboard").trim_start_matches("= ").to_owned()
}

#[test]
fn the_board_is_shown_with_its_squares_named() {
    assert_eq!(
        picture_after("f5"),
        "\n  a b c d e f g h\n1 - - - - - - - -\n2 - - - - - - - -\n3 - - - - - - - -\n4 - - - O X . - -\n5 - - - X X X - -\n\
         6 - - - . - . - -\n7 - - - - - - - -\n8 - - - - - - - -\nwhite to move, black 4, white 1"
    );
}

#[test]
fn refusals_quote_the_input_and_say_what_to_write() {
    hold(
        &mut session(),
        &[
            ("fly", "? unknown command \"fly\": list_commands names all there are"),
            ("play black z9", "? syntax error in \"play black z9\": write play black f5 or play white pass"),
            ("play green f5", "? syntax error in \"play green f5\": write play black f5 or play white pass"),
            ("boardsize 19", "? unacceptable size 19: write boardsize 8, 6 or 4"),
            ("boardsize big", "? syntax error in \"boardsize big\": write boardsize 8"),
            ("play b a1", "? illegal move: a1 flips nothing for black; legal for black: d3 c4 f5 e6"),
            (
                "play b pass",
                "? illegal move: black may not pass while a disc can be placed; legal for black: d3 c4 f5 e6",
            ),
            ("set_game Chess", "? unknown game \"Chess\": write set_game Othello"),
            ("final_score", "? cannot score: the game is not over"),
            ("set_level 21", "? syntax error in \"set_level 21\": write set_level 1 to set_level 20"),
            ("time_left b soon", "? syntax error in \"time_left b soon\": write time_left black 120 0, in seconds"),
            (
                "time_settings -1 0 0",
                "? syntax error in \"time_settings -1 0 0\": write time_settings 300 0 0, in seconds",
            ),
        ],
    );
}

#[test]
fn either_side_may_begin_and_then_sides_alternate() {
    let mut session = session();
    hold(
        &mut session,
        &[
            ("play w a1", "? illegal move: a1 flips nothing for white; legal for white: e3 f4 c5 d6"),
            ("play w e3", "= "),
            ("genmove w", "? wrong color: it is the turn of black, who can place a disc"),
        ],
    );
}

#[test]
fn a_forced_pass_is_optional() {
    for size in [4, 6, 8] {
        let game = game_with_a_pass(size);
        let (turn, after) = (game.position().turn(), game.position().play_unchecked(Move::Pass));
        for is_said in [true, false] {
            let mut session = session();
            ask(&mut session, &format!("boardsize {size}"));
            tell(&mut session, &game);
            if is_said {
                assert_eq!(ask(&mut session, &format!("play {turn} pass")), "= ");
            }
            let answer = ask(&mut session, &format!("genmove {}", !turn));
            let mv: Move = answer.trim_start_matches("= ").parse().unwrap();
            assert!(after.is_legal(mv), "{answer}");
            // The implied pass is taken back with the move.
            assert_eq!(ask(&mut session, "undo"), "= ");
            assert_eq!(session.game().ply(), game.ply() + usize::from(is_said));
        }
    }
}

#[test]
fn genmove_passes_if_no_disc_can_be_placed() {
    let game = game_with_a_pass(8);
    let mut session = session();
    tell(&mut session, &game);
    let turn = game.position().turn();
    assert_eq!(ask(&mut session, &format!("reg_genmove {turn}")), "= pass");
    assert_eq!(session.game().ply(), game.ply());
    assert_eq!(ask(&mut session, &format!("genmove {turn}")), "= pass");
    assert_eq!(session.game().position().turn(), !turn);
}

/// One engine plays both sides on every board without explicit passes; passes alone show the end.
#[test]
fn whole_games_are_played() {
    for size in [4, 6, 8] {
        let mut session = session();
        ask(&mut session, &format!("boardsize {size}"));
        while !session.game().is_over() {
            let turn = session.game().position().turn();
            assert!(ask(&mut session, &format!("genmove {turn}")).starts_with("= "));
        }
        let ply = session.game().ply();
        assert_eq!(ask(&mut session, "genmove b"), "= pass");
        assert_eq!(ask(&mut session, "play w pass"), "= ");
        assert_eq!(session.game().ply(), ply);
        let score = session.game().position().score();
        let margin = score.official_margin().discs();
        let expected = match margin.signum() {
            1 => format!("= B+{margin}"),
            -1 => format!("= W+{}", -margin),
            _ => "= 0".to_owned(),
        };
        assert_eq!(ask(&mut session, "final_score"), expected);
        assert_eq!(ask(&mut session, "gogui-rules_final_result"), format!("= {score}"));
        hold(&mut session, &[("undo", "= "), ("undo", "= "), ("undo", "= ")]);
        assert_eq!(session.game().ply(), ply - 1, "two of the three said nothing");
    }
}

#[test]
fn gogui_can_query_the_rules() {
    hold(
        &mut session(),
        &[
            ("boardsize 4", "= "),
            ("gogui-rules_game_id", "= Othello"),
            ("gogui-rules_board_size", "= 4"),
            ("gogui-rules_board", "= ....\n.OX.\n.XO.\n...."),
            ("gogui-rules_legal_moves", "= b1 a2 d3 c4"),
            ("gogui-rules_final_result", "= "),
        ],
    );
}

#[test]
fn a_game_is_loaded_up_to_a_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a game.sgf");
    std::fs::write(&file, "(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5];B[f5];W[d6];B[c3])").unwrap();
    let (mut session, name) = (session(), file.display());
    assert_eq!(ask(&mut session, &format!("loadsgf {name}")), "= ");
    assert_eq!(session.game().ply(), 3);
    assert_eq!(ask(&mut session, &format!("loadsgf {name} 2")), "= ");
    assert_eq!(session.game().ply(), 1);
    assert_eq!(ask(&mut session, "undo"), "= ");
    let utf_16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    std::fs::write(&file, utf_16("(;GM[2]PB[山田];B[f5];W[d6])")).unwrap();
    assert_eq!(ask(&mut session, &format!("loadsgf {name}")), "= ");
    assert_eq!(session.game().ply(), 2);
    assert!(ask(&mut session, "loadsgf nowhere.sgf").starts_with("? cannot load file \"nowhere.sgf\": "));
}

#[test]
fn hints_and_values_are_printed_only_on_request() {
    let mut session = session();
    ask(&mut session, "boardsize 4");
    ask(&mut session, "set_level 14");
    let hints = ask(&mut session, "outflank-hint 9");
    assert_eq!(hints.lines().count(), 4);
    assert!(hints.starts_with("= ") && hints.lines().all(|line| line.contains(" -10 100% ")), "{hints}");
    ask(&mut session, "play b b1");
    let values = ask(&mut session, "outflank-analyze");
    assert_eq!(values, "= 0 -10\n1 +10");
}

#[test]
fn a_clock_that_is_nearly_run_down_is_answered_at_once() {
    let mut session = session();
    ask(&mut session, "set_level 20");
    ask(&mut session, "play b f5");
    hold(&mut session, &[("time_settings 0 0 1", "= "), ("time_left w 0 1", "= ")]);
    assert!(ask(&mut session, "genmove w").starts_with("= "));
    hold(&mut session, &[("time_settings 1 0 0", "= "), ("time_left b 0.05 0", "= ")]);
    assert!(ask(&mut session, "genmove b").starts_with("= "));
}

#[test]
fn nothing_is_printed_after_quit() {
    let handled = session().handle("3 quit", &mut Vec::new()).unwrap();
    assert_eq!(handled, ControlFlow::Break(()));
}

/// Lines of valid words in any order.
fn lines() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(&Command::NAMES[..])
            .prop_filter("reads files", |name| *name != "loadsgf")
            .prop_map(str::to_owned),
        prop::sample::select(vec![
            "b", "w", "black", "f5", "d6", "c3", "pass", "0", "1", "4", "6", "8", "-1", "1e9", "nan", "#"
        ])
        .prop_map(str::to_owned),
        "\\PC{0,5}",
    ];
    prop_oneof![prop::collection::vec(word, 0..5).prop_map(|words| words.join(" ")), ".{0,60}"]
}

proptest! {
    /// Each nonempty line has exactly one answer, and the game stays legal.
    #[test]
    fn every_input_is_answered(lines in prop::collection::vec(lines(), 1..20)) {
        let mut session = session();
        for line in lines {
            let mut answer = Vec::new();
            let _ = session.handle(&line, &mut answer).unwrap();
            let answer = String::from_utf8(answer).unwrap();
            let is_one = answer.starts_with(['=', '?']) && answer.find("\n\n") == Some(answer.len() - 2);
            prop_assert_eq!(Request::read(&line).is_some(), is_one, "{:?}: {:?}", line, answer);
            prop_assert!(is_one || answer.is_empty());
            let game = session.game();
            prop_assert!(Game::replay(game.start(), game.moves()).is_ok());
        }
    }
}
