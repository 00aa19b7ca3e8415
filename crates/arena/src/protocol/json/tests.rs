//! What prints also parses, and no input panics.

use std::collections::BTreeMap;

use outflank_rules::{Color, Game, Move, Square, Status, Variant};
use proptest::prelude::*;

use super::*;

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[ -~]{0,12}", "\\PC{0,8}"]
}

fn colors() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn moves() -> impl Strategy<Value = Move> {
    (0_u8..65).prop_map(|index| Square::from_index(index).map_or(Move::Pass, Move::Place))
}

fn variants() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::NAMED.map(|(_, _, variant)| variant).to_vec())
}

fn clocks() -> impl Strategy<Value = Clocks> {
    let kinds = prop::sample::select(vec![TimeKind::None, TimeKind::Move, TimeKind::Game]);
    (kinds, any::<Option<u64>>(), any::<Option<u64>>(), any::<u64>())
        .prop_map(|(kind, own_ms, opp_ms, increment_ms)| Clocks { own_ms, opp_ms, increment_ms, kind })
}

/// A random game of a variant, stopped where a disc can be placed.
fn games() -> impl Strategy<Value = Game> {
    (variants(), prop::collection::vec(any::<usize>(), 0..60)).prop_map(|(variant, draws)| {
        let mut game = Game::new(variant.start_from_seed(draws.len() as u64));
        for draw in draws {
            let moves = game.position().moves();
            if !moves.is_empty() {
                game.play(moves[draw % moves.len()]).unwrap();
            }
        }
        while !matches!(game.position().status(), Status::ToPlace(_)) {
            game.undo();
        }
        game
    })
}

fn faults() -> impl Strategy<Value = Fault> {
    let codes = prop::sample::select(vec![Code::NotJson, Code::IllegalMove, Code::TimeOut, Code::Other]);
    (codes, texts(), texts(), prop::collection::vec(texts(), 0..3)).prop_map(|(code, got, message, expected)| Fault {
        code,
        got,
        message,
        expected,
    })
}

fn hellos() -> impl Strategy<Value = Hello> {
    (texts(), texts(), texts()).prop_map(|(name, version, author)| Hello { outflank: VERSION, name, version, author })
}

fn infos() -> impl Strategy<Value = Info> {
    let numbers = any::<i64>().prop_map(serde_json::Number::from);
    let values = prop::collection::btree_map("[a-h][1-8]", numbers, 0..4).prop_map(BTreeMap::from);
    (values, prop::collection::vec(texts(), 0..3), texts(), any::<Option<u32>>(), any::<Option<u64>>())
        .prop_map(|(values, line, text, depth, nodes)| Info { values, line, text, depth, nodes })
}

fn to_bot() -> impl Strategy<Value = ToBot> {
    let starts = (texts(), colors(), variants(), any::<Option<u64>>(), any::<u64>(), texts()).prop_map(
        |(game, color, variant, ms, seed, opponent)| Start {
            game,
            color,
            variant,
            size: variant.spec().size(),
            time: Time { kind: TimeKind::Game, ms, increment_ms: 0 },
            seed,
            opponent,
        },
    );
    let questions = (texts(), any::<u64>(), games(), clocks(), any::<u64>())
        .prop_map(|(name, number, game, clock, seed)| Request::new(&name, number, &game, clock, seed));
    let ends = (texts(), prop::option::of(colors()), 0_u8..=64, texts(), colors()).prop_map(
        |(game, winner, black, reason, you)| Over {
            game,
            result: OverResult { winner, black, white: 64 - black, reason },
            you,
        },
    );
    prop_oneof![
        hellos().prop_map(ToBot::Hello),
        starts.prop_map(ToBot::Start),
        questions.prop_map(ToBot::Move),
        faults().prop_map(ToBot::Error),
        ends.prop_map(ToBot::Over),
        Just(ToBot::Bye),
    ]
}

fn from_bot() -> impl Strategy<Value = FromBot> {
    let answers = (any::<Option<u64>>(), moves(), prop::option::of(infos()))
        .prop_map(|(request, mv, info)| FromBot::Move(BotAnswer { request, mv, info }));
    prop_oneof![
        hellos().prop_map(FromBot::Hello),
        answers,
        texts().prop_map(|text| FromBot::Log { text }),
        faults().prop_map(FromBot::Error),
    ]
}

/// One line that starts with the type: programs without a JSON parser rely on it.
fn is_plain(line: &str) -> bool {
    !line.contains('\n') && line.starts_with(r#"{"type":""#)
}

proptest! {
    #[test]
    fn runner_messages_round_trip(message in to_bot()) {
        let line = message.to_string();
        prop_assert!(is_plain(&line), "{}", line);
        prop_assert_eq!(line.parse(), Ok(message));
    }

    #[test]
    fn bot_messages_round_trip(message in from_bot()) {
        let line = message.to_string();
        prop_assert!(is_plain(&line), "{}", line);
        prop_assert_eq!(line.parse(), Ok(message));
    }

    #[test]
    fn a_request_holds_the_whole_game(game in games(), seed in any::<u64>()) {
        let request = Request::new("g", 1, &game, Clocks::default(), seed);
        prop_assert_eq!(request.to_game(), Ok(game.clone()));
        let board_only = Request { history: Vec::new(), ..request.clone() };
        prop_assert_eq!(board_only.to_game().unwrap().position(), game.position());
        let rows_only = Request { board: String::new(), ..board_only };
        prop_assert_eq!(rows_only.to_game().unwrap().position(), game.position());
        prop_assert!(ToBot::Move(request).to_string().len() < MAX_LINE / 8);
    }

    #[test]
    fn strange_lines_never_panic(line in prop_oneof![texts(), "[{}\\[\\]\":,a-z0-9 -]{0,60}"]) {
        let _ = (line.parse::<ToBot>().map_err(|fault| fault.to_string()), line.parse::<FromBot>());
    }

    /// Lines that are nearly valid: a message with one byte changed, or cut.
    #[test]
    fn damaged_lines_never_panic(message in to_bot(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = message.to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let line = String::from_utf8_lossy(&bytes);
        if let Ok(ToBot::Move(request)) = line.parse() {
            let _ = request.to_game();
        }
        let whole = message.to_string();
        let cut = String::from_utf8_lossy(&whole.as_bytes()[..at]);
        prop_assert!(cut.parse::<ToBot>().is_err(), "{}", cut);
    }
}

fn refused(line: &str) -> Fault {
    line.parse::<FromBot>().unwrap_err()
}

#[test]
fn errors_quote_the_input_and_list_what_was_expected() {
    let garbage = refused("my move is d3");
    assert_eq!((garbage.code, garbage.got.as_str()), (Code::NotJson, "my move is d3"));
    assert!(garbage.message.ends_with("answer with a square such as d3, or with a JSON object in one line"));

    let unknown = refused(r#"{"type":"moove","move":"d3"}"#);
    assert_eq!(
        (unknown.code, unknown.expected),
        (Code::UnknownType, ["hello", "move", "log", "error"].map(str::to_owned).to_vec())
    );
    assert!(unknown.message.contains("\"moove\""));

    let missing = refused(r#"{"type":"move","request":3}"#);
    assert_eq!(missing.code, Code::BadField);
    assert_eq!(missing.message, "a message of type \"move\": there is no \"move\"");

    let no_square = refused(r#"{"type":"move","move":"z9"}"#);
    assert!(
        no_square.message.contains("\"z9\" is not a square: write its column letter and its row number"),
        "{no_square}"
    );
    assert!(refused(r#"{"type":"move","move":null}"#).message.contains("no move was chosen"));
    assert!(refused(r#"{"type":"move","request":"1","move":"d3"}"#).message.contains("\"request\" is \"1\""));
    assert!(refused(r#"{"type":"hello","outflank":"1.0"}"#).message.contains("it is a number, 1"));
    assert_eq!(refused("{}").code, Code::NoType);
    assert_eq!(refused("[]").code, Code::NotAnObject);
    assert_eq!(refused(r#"{"type":"hello","outflank":9}"#).expected, ["1"]);
    assert!(refused(&"x".repeat(10_000)).got.len() < 300);
}

#[test]
fn errors_are_short_for_any_input() {
    let long = "\u{e000}".repeat(20_000);
    for line in [
        format!(r#"{{"type":"{long}"}}"#),
        format!(r#"{{"type":"move","move":"{long}"}}"#),
        format!(r#"{{"type":"move","request":"{long}","move":"d3"}}"#),
        format!(r#"{{"type":"move","move":"d3","info":"{long}"}}"#),
        format!(r#"{{"type":"hello","outflank":"{long}"}}"#),
        format!(r#"{{"type":"log","text":["{long}"]}}"#),
        long.clone(),
    ] {
        let fault = refused(&line);
        assert!(fault.got.len() <= 203 && fault.message.len() <= 1003, "{fault}");
    }
    let message = refused(&format!(r#"{{"type":"move","move":"{long}"}}"#)).message;
    assert!(message.contains("write its column letter"), "what helps is not cut: {message}");
}

/// Messages must not name our types.
#[test]
fn errors_are_readable_text() {
    for line in [
        "my move",
        "{'type': 'move'}",
        r#"{"type":"move","move":3}"#,
        r#"{"type":"move","move":{}}"#,
        r#"{"type":"move","request":1.5,"move":"d3"}"#,
        r#"{"type":"move","request":-1,"move":"d3"}"#,
        r#"{"type":"move","move":"d3","info":3}"#,
        r#"{"type":"move","move":"d3","info":{"depth":1.5}}"#,
        r#"{"type":"move","move":"d3","info":{"line":"d3"}}"#,
        r#"{"type":"move","move":"d3","info":{"nodes":true}}"#,
        r#"{"type":"log"}"#,
        r#"{"type":"hello","name":3}"#,
    ] {
        let message = refused(line).message;
        for foreign in ["u64", "u32", "sequence", "map", "ident", "struct", "integer", "floating", "`"] {
            assert!(!message.contains(foreign), "{line}: {message}");
        }
    }
}

#[test]
fn a_square_is_a_name_or_row_and_column() {
    for line in ["d3", "(2, 3)", "[2,3]", r#"{"type":"move","move":[2,3]}"#, r#"{"type":"move","move":"(2, 3)"}"#] {
        let Ok(FromBot::Move(answer)) = line.parse() else { panic!("{line}") };
        assert_eq!(answer.mv.to_string(), "d3", "{line}");
    }
}

#[test]
fn boards_that_cannot_be_played_on_are_refused_by_name() {
    let fault = |board: &str| {
        let line = format!(r#"{{"type":"move","color":"white","board":"{board}"}}"#);
        let Ok(ToBot::Move(request)) = line.parse() else { panic!("{line}") };
        request.to_game().unwrap_err()
    };
    for board in ["", "XO", "------------Z---", "OOOOOOOOOOOOOOOO"] {
        let fault = fault(board);
        assert_eq!((fault.code, fault.got.as_str()), (Code::BadPosition, board), "{fault}");
    }
    assert!(fault("OOOOOOOOOOOOOOOO").message.contains("the runner makes passes"));
}

#[test]
fn the_anti_variant_implies_its_goal() {
    let line = r#"{"type":"move","color":"black","variant":"anti","board":"---------------------------OX------XO---------------------------"}"#;
    let Ok(ToBot::Move(request)) = line.parse() else { panic!("{line}") };
    assert_eq!(request.to_game(), Ok(Game::new(Variant::ANTI.start())));
}

#[test]
fn clocks_convert_to_the_engine_type() {
    use outflank_engine::Clock;
    use std::time::Duration;

    let clocks = |text: &str| serde_json::from_str::<Clocks>(text).unwrap().own();
    assert_eq!(clocks(r#"{}"#), Clock::Unlimited);
    assert_eq!(clocks(r#"{"kind":"move","own_ms":5000}"#), Clock::PerMove(Duration::from_secs(5)));
    let game = Clock::Game { left: Duration::from_millis(10), increment: Duration::from_millis(3) };
    assert_eq!(clocks(r#"{"kind":"game","own_ms":10,"opp_ms":7,"increment_ms":3}"#), game);
}
