#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| outflank_fuzz::upload(input));
