//! Pickles byte by byte: moves, other values, refusals.

mod properties;
mod writer;

use outflank_rules::{Color, Game, Move, Position, Square, Variant};

use super::{Decoder, MAX_PICKLE, PickleMoveError, Progress, Reason, Refusal, ask, over};

/// The result of a pickle that arrives at once.
fn decoded(pickle: &[u8]) -> Result<Move, PickleMoveError> {
    match Decoder::default().read(pickle) {
        Progress::Done { answer, used } if used == pickle.len() => answer,
        other => panic!("{:?}: {other:?}", pickle.escape_ascii().to_string()),
    }
}

fn refused(pickle: &[u8]) -> Refusal {
    match Decoder::default().read(pickle) {
        Progress::Refused(refusal) => refusal,
        other => panic!("{:?}: {other:?}", pickle.escape_ascii().to_string()),
    }
}

fn square(name: &str) -> Result<Move, PickleMoveError> {
    Ok(Move::Place(name.parse().unwrap()))
}

/// White moves first, as in the course.
fn start() -> Position {
    Variant::STANDARD.start().with_turn(Color::White)
}

#[test]
fn moves_of_every_protocol() {
    assert_eq!(decoded(b"\x80\x04\x95\x09\0\0\0\0\0\0\0]\x94(K\x02K\x03e."), square("c4"));
    assert_eq!(decoded(b"\x80\x05\x95\x09\0\0\0\0\0\0\0]\x94(K\x02K\x03e."), square("c4"));
    assert_eq!(decoded(b"\x80\x04\x95\x07\0\0\0\0\0\0\0K\x02K\x03\x86\x94."), square("c4"));
    assert_eq!(decoded(b"\x80\x03]q\0(K\x02K\x03e."), square("c4"));
    assert_eq!(decoded(b"\x80\x02K\x02K\x03\x86q\0."), square("c4"));
    assert_eq!(decoded(b"]q\0(K\x02K\x03e."), square("c4"), "protocol 1, which does not say so");
    assert_eq!(decoded(b"(K\x02K\x03tq\0."), square("c4"), "a tuple of protocol 1");
    assert_eq!(decoded(b"(K\x02K\x03l."), square("c4"), "a list of protocol 0, with numbers of protocol 1");
    assert_eq!(decoded(b"\x80\x02]K\x07aK\0a."), square("h1"), "one by one");
    assert_eq!(decoded(b"\x80\x04J\xff\xff\xff\xffJ\xff\xff\xff\xff\x86."), Ok(Move::Pass));
    assert_eq!(decoded(b"\x80\x02\x8a\x01\xff\x8a\x02\xff\xff\x86."), Ok(Move::Pass), "long integers");
    assert_eq!(decoded(b"\x80\x02\x8a\0\x8a\x01\x05\x86."), square("a6"));
    assert_eq!(decoded(b"\x80\x02M\x02\0G\x40\x08\0\0\0\0\0\0\x86."), square("c4"), "a float that is whole");
}

#[test]
fn memoized_values_are_restored() {
    assert_eq!(decoded(b"\x80\x02K\x05q\x07h\x07\x86."), square("f6"));
    let what = "a list of length 1".to_owned();
    assert_eq!(
        decoded(b"\x80\x04]\x94h\0K\x05a\x86."),
        Err(PickleMoveError::NotWhole { axis: 'x', what }),
        "it is filled where it lies"
    );
}

#[test]
fn valid_pickles_that_are_not_moves_are_described() {
    let words = |pickle: &[u8]| decoded(pickle).unwrap_err().to_string();
    assert_eq!(decoded(b"\x80\x04K\x08K\0\x86."), Err(PickleMoveError::OffBoard { x: 8, y: 0 }));
    assert_eq!(decoded(b"\x80\x04K\x03J\xff\xff\xff\xff\x86."), Err(PickleMoveError::OffBoard { x: 3, y: -1 }));
    assert_eq!(
        decoded(b"\x80\x04J\0\0\0\x80\x8a\x08\0\0\0\0\0\0\0\x80\x86."),
        Err(PickleMoveError::OffBoard { x: -(1 << 31), y: i64::MIN })
    );
    assert_eq!(words(b"\x80\x04N."), "None is not a move: send [x, y], or [-1, -1] to pass");
    assert_eq!(words(b"\x80\x04]."), "a list of length 0 is not a move: send [x, y], or [-1, -1] to pass");
    assert_eq!(
        words(b"\x80\x04K\x01K\x02K\x03\x87."),
        "a tuple of length 3 is not a move: send [x, y], or [-1, -1] to pass"
    );
    assert_eq!(words(b"\x80\x04\x8c\x02c4."), "the text \"c4\" is not a move: send [x, y], or [-1, -1] to pass");
    assert_eq!(
        words(b"\x80\x04G\x40\x04\0\0\0\0\0\0K\0\x86."),
        "the x of the move is 2.5, which is not a whole number from 0 to 7"
    );
    assert_eq!(words(b"\x80\x04K\0\x88\x86."), "the y of the move is True, which is not a whole number from 0 to 7");
    assert_eq!(
        words(b"\x80\x04\x8a\x09\0\0\0\0\0\0\0\0\x01K\0\x86."),
        "the x of the move is an integer of more than 64 bits, which is not a whole number from 0 to 7"
    );
    for nonsense in [f64::NAN, f64::INFINITY, -1e300] {
        let pickle = [b"\x80\x04G", &nonsense.to_be_bytes()[..], b"K\0\x86."].concat();
        assert!(matches!(decoded(&pickle), Err(PickleMoveError::NotWhole { axis: 'x', .. })), "{nonsense}");
    }
}

#[test]
fn a_list_that_contains_itself_is_refused() {
    assert_eq!(decoded(b"\x80\x04]\x94h\0a.").unwrap_err(), PickleMoveError::NotAPair("a list of length 1".to_owned()));
    assert!(matches!(decoded(b"\x80\x04]\x94(h\0h\0e."), Err(PickleMoveError::NotWhole { .. })));
}

#[test]
fn foreign_python_names_are_refused() {
    let refusal = refused(b"\x80\x04\x8c\x02os\x94\x8c\x06system\x94\x93\x94\x8c\x07echo hi\x85R.");
    assert_eq!((refusal.offset, refusal.opcode), (16, Some(0x93)));
    assert_eq!(refusal.reason, Reason::Foreign("os system".to_owned()));
    assert_eq!(
        refusal.to_string(),
        "refused at byte 16, STACK_GLOBAL, of the pickle b\"\\x80\\x04\\x8c\\x02os\\x94\\x8c\\x06system\\x94\\x93\": it names \"os system\", which no \
         move needs, and nothing is run; send pickle.dumps([x, y]) with two whole numbers"
    );
    assert_eq!(refused(b"cposix\nsystem\n(S'ls'\ntR.").reason, Reason::Foreign("posix system".to_owned()));
    assert_eq!(refused(b"\x80\x02cnumpy\narray\n").reason, Reason::Foreign("numpy array".to_owned()));
    assert_eq!(refused(b"\x80\x02c_codecs\ndecode\n").reason, Reason::Foreign("_codecs decode".to_owned()));
    assert_eq!(refused(b"\x80\x02cnumpy\nndarray\n)R").reason, Reason::Arguments);
    let multi_line = refused(b"\x80\x04\x8c\x03a\nb\x8c\x01\x1b\x93").to_string();
    assert!(!multi_line.contains(['\n', '\x1b']), "{multi_line}");
}

#[test]
fn other_instructions_are_refused_with_their_names() {
    for (pickle, name) in [
        (&b"\x80\x04}."[..], "byte 2, EMPTY_DICT"),
        (b"(lp0\nI2\naI3\na.", "byte 2, PUT"),
        (b"I2\n", "byte 0, INT"),
        (b"\x80\x02P0\n", "byte 2, PERSID"),
        (b"(ios\nsystem\n", "byte 1, INST"),
        (b"\x80\x02)\x81", "byte 3, NEWOBJ"),
        (b"\x80\x02\x82\x01", "byte 2, EXT1"),
        (b"{\"x\": 2}", "byte 0, which is not a pickle instruction"),
        (b"\x80\x06", "byte 0, PROTO"),
        (b"\x80\x04K\x022", "byte 4, DUP"),
    ] {
        let message = refused(pickle).to_string();
        assert!(message.contains(name), "{message}");
    }
    assert_eq!(refused(b"\x80\x06").reason, Reason::Protocol(6));
}

#[test]
fn instructions_without_operands_are_refused() {
    let lost: [&[u8]; 14] = [
        b".",
        b"\x80\x04(.",
        b"(K\x01.",
        b"K\x01K\x02.",
        b"l",
        b"t",
        b"\x85",
        b"K\x01(\x85",
        b"e",
        b"K\x01a",
        b"K\x01K\x02a",
        b"q\0",
        b"\x93",
        b"K\x01b",
    ];
    for pickle in lost {
        assert_eq!(refused(pickle).reason, Reason::Misplaced, "{:?}", pickle.escape_ascii().to_string());
    }
    assert_eq!(refused(b"h\x09").reason, Reason::NotRemembered(9));
    assert_eq!(refused(b"K\x01)R").reason, Reason::Misplaced, "a number is not called");
    assert_eq!(refused(b"\x8c\x01\xff").reason, Reason::NotUtf8);
}

#[test]
fn values_marks_and_depth_are_bounded() {
    let many = |byte: &[u8]| refused(&[b"\x80\x04", &byte.repeat(MAX_PICKLE)[..]].concat()).reason;
    assert_eq!(many(b"]"), Reason::TooMany { what: "values at a time", most: 64 });
    assert_eq!(many(b"("), Reason::TooMany { what: "marks at a time", most: 16 });
    assert_eq!(
        refused(&[b"K\x01", &b"\x94".repeat(300)[..]].concat()).reason,
        Reason::TooMany { what: "remembered values", most: 256 }
    );
    assert_eq!(refused(&[b")", &b"\x85".repeat(99)[..]].concat()).reason, Reason::TooDeep);
    assert_eq!(refused(&[b"]".repeat(20), b"a".repeat(19)].concat()).reason, Reason::TooDeep);
    assert_eq!(many(b"\x95\0\0\0\0\0\0\0\0"), Reason::TooLong);
    assert_eq!(many(b"\x80\x04"), Reason::TooLong);
    assert_eq!(refused(&[b"c", &b"x".repeat(MAX_PICKLE)[..]].concat()).reason, Reason::TooLong);
}

#[test]
fn oversized_values_are_refused_before_they_are_read() {
    assert_eq!(refused(b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f").reason, Reason::Frame(i64::MAX as u64));
    assert_eq!(refused(b"X\xff\xff\xff\xff").reason, Reason::TooLong);
    assert_eq!(refused(b"\x96\xff\xff\xff\xff\xff\xff\xff\xff").reason, Reason::TooLong);
    let mut decoder = Decoder::default();
    assert_eq!(decoder.read(&b"\x80\x04".repeat(MAX_PICKLE / 2 - 1)), Progress::NeedMore);
    assert!(matches!(decoder.read(b"\x80\x04"), Progress::Refused(refusal) if refusal.offset == MAX_PICKLE));
}

#[test]
fn a_refused_stream_stays_refused() {
    let mut decoder = Decoder::default();
    let first = decoder.read(b"}");
    assert!(matches!(first, Progress::Refused(_)));
    assert_eq!(decoder.read(b"\x80\x04K\x02K\x03\x86."), first);
}

#[test]
fn several_pickles_at_once_are_read_one_after_another() {
    let bytes = b"\x80\x04K\x02K\x03\x86.\x80\x04K\x04K\x05\x86.\x80";
    let mut decoder = Decoder::default();
    assert_eq!(decoder.read(bytes), Progress::Done { answer: square("c4"), used: 8 });
    assert!(!decoder.is_in_the_middle());
    assert_eq!(decoder.read(&bytes[8..]), Progress::Done { answer: square("e6"), used: 8 });
    assert_eq!(decoder.read(&bytes[16..]), Progress::NeedMore);
    assert!(decoder.is_in_the_middle());
}

#[test]
fn a_request_holds_turn_and_board() {
    let question = ask(&start());
    assert_eq!(question.len(), 670);
    assert_eq!(&question[..16], b"\x80\x04\x95\x93\x02\0\0\0\0\0\0]\x94(K\x01");
    assert_eq!(ask(&start().with_turn(Color::Black)).len(), 673);
    assert_eq!(&over(&start())[14..16], b"K\0");
    assert_eq!(question[16..], over(&start())[16..]);
}

#[test]
fn the_first_index_of_the_board_is_the_column() {
    let mut game = Game::new(start());
    game.play(Move::Place("c5".parse().unwrap())).unwrap();
    let question = ask(&game.position());
    let numbers = &question[question.len() - 512 - 6..];
    let at = |x: usize, y: usize| f64::from_le_bytes(numbers[8 * (8 * x + y)..][..8].try_into().unwrap());
    for square in Square::all() {
        let value = match game.position().at(square) {
            Some(Color::White) => 1.0,
            Some(Color::Black) => -1.0,
            None => 0.0,
        };
        assert_eq!(at(square.column().into(), square.row().into()), value, "{square}");
    }
    assert_eq!(at(2, 4), 1.0);
}
