#![no_main]

use outflank_rules::record::Format;

libfuzzer_sys::fuzz_target!(|input: &[u8]| outflank_fuzz::records(Format::Sgf, input));
