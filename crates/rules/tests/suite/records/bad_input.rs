//! No input panics, ends in a loop or is held in memory whole.

use std::{
    io::{self, BufReader, Read},
    time::{Duration, Instant},
};

use outflank_rules::record::{Format, ReadErrorCause, Reader, RecordError, write};
use proptest::{collection::vec, prelude::*, sample::select};

use super::arbitrary::record;

fn text_format() -> impl Strategy<Value = Format> {
    let is_text = |format: &Format| *format != Format::Wthor;
    select(Format::ALL.into_iter().filter(is_text).collect::<Vec<_>>())
}

/// Reads all, and returns how many records or faults there were.
fn read(format: Format, bytes: &[u8]) -> usize {
    Reader::new(format, bytes).inspect(|record| drop(record.as_ref().map_err(ToString::to_string))).count()
}

/// Bytes that have a meaning in some format more often than others.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let bytes = b"(;)[]{}\"\\\n\r -@.:/,%#0123456789abcdefghpsXO*GMBWTYREVariantFEN".to_vec();
    vec(prop_oneof![4 => select(bytes), 1 => any::<u8>()], 0..300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn random_bytes_are_read_without_panic(format in text_format(), bytes in bytes()) {
        prop_assert!(read(format, &bytes) <= bytes.len());
    }

    #[test]
    fn damaged_records_are_read_without_panic(
        (format, record) in select(vec![Format::Transcript, Format::Ggf, Format::Sgf, Format::Pgn])
            .prop_flat_map(|format| (Just(format), record(format))),
        damage in vec((any::<prop::sample::Index>(), 0..3u8, bytes()), 1..4),
    ) {
        let mut bytes = write(format, &record).unwrap().into_bytes();
        for (at, kind, more) in damage {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = more.first().copied().unwrap_or(b']'),
                1 => drop(bytes.drain(at..(at + more.len()).min(bytes.len() - 1))),
                _ => drop(bytes.splice(at..at, more)),
            }
        }
        read(format, &bytes);
        let text = String::from_utf8_lossy(&bytes);
        for other in Format::ALL {
            read(other, text.as_bytes());
        }
    }
}

/// A stream that repeats some bytes and then ends otherwise; nothing of it is ever in memory.
struct Endless {
    repeated: &'static [u8],
    left: usize,
    end: &'static [u8],
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return self.end.read(buffer);
        }
        let len = buffer.len().min(self.left).min(self.repeated.len());
        buffer[..len].copy_from_slice(&self.repeated[..len]);
        self.left -= len;
        Ok(len)
    }
}

#[test]
fn fifty_megabytes_without_an_end_are_one_refused_record() {
    for (format, repeated, end) in [
        (Format::Transcript, b"f5d6c3d3".repeat(4096), b"\nf5d6c3\n".as_slice()),
        (Format::Ggf, b"(;CO[aaa".repeat(4096), b"];)\n(;B[f5]W[d6]B[c3];)\n"),
        (Format::Sgf, b"(;C[(aaa".repeat(4096), b"\n(;GM[2];B[f5];W[d6];B[c3])\n"),
        (Format::Pgn, b"f5 {aaaa".repeat(4096), b"}\n[Event \"?\"]\n\nf5 d6 c3 *\n"),
    ] {
        let stream = Endless { repeated: repeated.leak(), left: 50_000_000, end };
        let mut reader = Reader::new(format, BufReader::new(stream));
        let error = reader.next().unwrap().unwrap_err();
        assert!(matches!(error.cause, ReadErrorCause::Record(RecordError::TooLong)), "{format}: {error}");
        assert_eq!(reader.next().unwrap().unwrap().game.ply(), 3, "{format}");
        assert!(reader.next().is_none(), "{format}");
    }
}

#[test]
fn long_records_take_time_by_their_length_only() {
    for (format, begin, repeated) in [
        (Format::Transcript, "", "f5"),
        (Format::Transcript, "f5", "@"),
        (Format::Transcript, "", "X;"),
        (Format::Transcript, "f5d6\nc3\n", ",\n"),
        (Format::Transcript, "f5d6\nc3\n", "a1\n"),
        (Format::Transcript, "f5d6\nc3\nd3c4a1a1\n", "a1\n"),
        (Format::Transcript, "f5d6 (", "1\n"),
        (Format::Transcript, "f5d6\n", "1\n"),
        (Format::Transcript, "", "f5\nd6\n"),
        (Format::Ggf, "(;", "RE[0]"),
        (Format::Ggf, "(;", "CO[a]"),
        (Format::Ggf, "(;", "B[f5]"),
        (Format::Sgf, "(;", "AB[a1]"),
        (Format::Sgf, "(;", "C[\\\\]RE[0]MG[0]"),
        (Format::Sgf, "", "(;"),
        (Format::Pgn, "", "[A \"x\"]"),
        (Format::Pgn, "", "[A \"\\x\"]"),
        (Format::Pgn, "f5 ", "{Ann wins 1-0}"),
        (Format::Pgn, "", "(f5)"),
    ] {
        let text = begin.to_owned() + &repeated.repeat((1 << 20) / repeated.len() - 1);
        let start = Instant::now();
        read(format, text.as_bytes());
        assert!(start.elapsed() < Duration::from_secs(5), "{format} {repeated}: {:?}", start.elapsed());
    }
}
