//! Input from nowhere: readers end, and refuse without a panic.

use outflank_rules::{
    Color, Move, Square, Variant,
    notation::{BoardStyle, Layout, Notation, Symbols},
    record::{self, Format, Reader, wthor},
};
use proptest::{collection::vec, prelude::*, sample::Index};

use crate::arbitrary;

fn read(format: Format, bytes: &[u8]) {
    for result in Reader::new(format, bytes) {
        match result {
            Ok(record) => drop(record::write(format, &record)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Bytes that formats are made of, so that parsers get beyond the first.
fn likely_bytes() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "(;",
        ";)",
        "GM[",
        "2]",
        "Othello]",
        "BO[8 ",
        "B[",
        "f5",
        "d6",
        "pa",
        "--",
        "]",
        "[",
        "{",
        "}",
        "\"",
        ":",
        ",",
        "\n",
        " ",
        ";",
        "-----OX--XO-----",
        " X;",
        "+6",
        "/",
        "8",
        "3Pp3",
        "w",
        "%",
        "\"moves\":",
        "1.",
        "\\",
        "\u{e9}",
        "[Event \"",
        "\"]",
        "1-0",
        "RE[",
        "/1.5/",
        "tiny;",
        "null",
        "1e999",
        "-127",
    ]);
    vec(words, 0..40).prop_map(|words| words.concat().into_bytes())
}

proptest! {
    #[test]
    fn random_bytes_are_harmless(bytes in prop_oneof![vec(any::<u8>(), 0..300), likely_bytes()]) {
        let _ = Format::detect(&bytes);
        for format in Format::ALL {
            read(format, &bytes);
        }
        let _ = wthor::Names::parse(&bytes, &bytes);
    }

    #[test]
    fn damaged_records_are_harmless(
        record in arbitrary::record(),
        damage in vec((any::<Index>(), any::<u8>()), 1..5),
    ) {
        for format in Format::ALL {
            let Ok(text) = record::write(format, &record) else { continue };
            let mut bytes = text.into_bytes();
            for (at, byte) in &damage {
                *at.get_mut(&mut bytes) = *byte;
            }
            let _ = Format::detect(&bytes);
            read(format, &bytes);
        }
    }
}

#[test]
fn errors_quote_only_the_beginning_of_a_long_text() {
    fn message<T: std::str::FromStr<Err: std::fmt::Display>>() -> String {
        "+x".repeat(1 << 17).parse::<T>().err().expect("not a valid text").to_string()
    }
    let messages = [
        message::<Move>(),
        message::<Square>(),
        message::<Color>(),
        message::<Variant>(),
        message::<Format>(),
        message::<Notation>(),
        message::<BoardStyle>(),
        message::<Layout>(),
        message::<Symbols>(),
        format!("six+{}", "x".repeat(1 << 17)).parse::<Variant>().unwrap_err().to_string(),
    ];
    for message in messages {
        assert!(message.contains('…') && message.len() < 500, "{}", message.len());
    }
}
