//! Properties of all moves and all bytes.

use outflank_rules::Square;
use proptest::prelude::*;

use super::{
    super::{Decoder, MAX_PICKLE, PickleMoveError, Progress},
    Move, decoded,
    writer::styles,
};

/// Everything a decoder returns for bytes that arrive in pieces of these sizes, cyclically.
fn all_that_is_said(bytes: &[u8], sizes: &[usize]) -> (Vec<Result<Move, PickleMoveError>>, Progress) {
    let (mut decoder, mut answers, mut last) = (Decoder::default(), Vec::new(), Progress::NeedMore);
    let (mut rest, mut sizes) = (bytes, sizes.iter().cycle());
    while !rest.is_empty() {
        let (mut piece, later) = rest.split_at(rest.len().min(*sizes.next().unwrap()));
        rest = later;
        while !piece.is_empty() {
            last = decoder.read(piece);
            match &last {
                Progress::NeedMore => break,
                Progress::Refused(_) => return (answers, last),
                Progress::Done { answer, used } => {
                    answers.push(answer.clone());
                    piece = &piece[*used..];
                    last = Progress::NeedMore;
                }
            }
        }
    }
    (answers, last)
}

/// Random bytes, or random instructions, which get further.
fn nonsense(longest: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![prop::collection::vec(any::<u8>(), 0..longest), instructions().prop_map(|all| all.concat())]
}

fn instructions() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let known: Vec<Vec<u8>> = [
        &b"\x80\x04"[..],
        b"\x95\x02\0\0\0\0\0\0\0",
        b"]",
        b")",
        b"(",
        b"K\x03",
        b"J\xff\xff\xff\xff",
        b"N",
        b"\x89",
        b"\x8c\x02i8",
        b"\x8c\x01<",
        b"\x8c\x06latin1",
        b"C\x08\x02\0\0\0\0\0\0\0",
        b"cnumpy\ndtype\n",
        b"cnumpy\nndarray\n",
        b"cnumpy.core.multiarray\nscalar\n",
        b"cnumpy.core.multiarray\n_reconstruct\n",
        b"cnumpy.core.numeric\n_frombuffer\n",
        b"c_codecs\nencode\n",
        b"q\x01",
        b"h\x01",
        b"h\0",
        b"\x94",
        b"a",
        b"e",
        b"l",
        b"t",
        b"\x85",
        b"\x86",
        b"\x87",
        b"R",
        b"b",
        b".",
    ]
    .map(<[u8]>::to_vec)
    .into();
    prop::collection::vec(prop::sample::select(known), 0..40)
}

proptest! {
    #[test]
    fn every_encoding_of_a_square_is_read(style in styles(), x in 0..8, y in 0..8) {
        let square = Square::new(x as u8, y as u8).unwrap();
        prop_assert_eq!(decoded(&style.write(x, y)), Ok(Move::Place(square)));
        prop_assert_eq!(decoded(&style.write(-1, -1)), Ok(Move::Pass));
    }

    #[test]
    fn every_encoding_of_other_numbers_is_off_the_board(style in styles(), x in -128..128, y in -128..128) {
        prop_assume!((x, y) != (-1, -1) && !((0..8).contains(&x) && (0..8).contains(&y)));
        prop_assert_eq!(decoded(&style.write(x, y)), Err(PickleMoveError::OffBoard { x: x.into(), y: y.into() }));
    }

    #[test]
    fn a_pickle_ends_at_its_last_byte(style in styles(), x in 0..8, y in 0..8) {
        let pickle = style.write(x, y);
        for end in 0..pickle.len() {
            prop_assert_eq!(Decoder::default().read(&pickle[..end]), Progress::NeedMore);
        }
    }

    #[test]
    fn pieces_of_any_size_decode_the_same(
        moves in prop::collection::vec((styles(), -1..8, -1..8), 1..5),
        more in nonsense(40),
        sizes in prop::collection::vec(1..200_usize, 1..8),
    ) {
        let mut bytes: Vec<u8> = moves.iter().flat_map(|(style, x, y)| style.write(*x, *y)).collect();
        bytes.extend(more);
        let whole = all_that_is_said(&bytes, &[usize::MAX]);
        prop_assert!(whole.0.len() >= moves.len());
        prop_assert_eq!(&whole, &all_that_is_said(&bytes, &sizes));
        prop_assert_eq!(&whole, &all_that_is_said(&bytes, &[1]));
    }

    #[test]
    fn random_instructions_and_bytes_never_panic(bytes in nonsense(300)) {
        let whole = all_that_is_said(&bytes, &[usize::MAX]);
        prop_assert_eq!(&whole, &all_that_is_said(&bytes, &[3, 1, 7]));
        if let Progress::Refused(refusal) = whole.1 {
            let message = refusal.to_string();
            prop_assert!(message.len() < 2000 && !message.contains(['\n', '\r']), "{}", message);
        }
    }

    #[test]
    fn endless_pickles_are_refused_early(mut round in instructions()) {
        round.retain(|instruction| instruction != b".");
        round.push(b"N".to_vec());
        let endless = round.concat().repeat(MAX_PICKLE);
        prop_assert!(matches!(all_that_is_said(&endless, &[1000]).1, Progress::Refused(_)));
    }
}
