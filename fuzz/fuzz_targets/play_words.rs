#![no_main]

libfuzzer_sys::fuzz_target!(|input: &str| outflank_fuzz::play_words(input));
