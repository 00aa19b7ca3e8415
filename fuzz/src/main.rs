//! The program that libFuzzer drives. `OUTFLANK_FUZZ_TARGET` names the target; `fuzz/run` sets it.

#![no_main]

use std::sync::LazyLock;

use outflank_fuzz::{TARGETS, Target};

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("OUTFLANK_FUZZ_TARGET").unwrap_or_default();
    outflank_fuzz::target(&name).unwrap_or_else(|| {
        let names: Vec<_> = TARGETS.iter().map(|(name, _)| *name).collect();
        eprintln!("OUTFLANK_FUZZ_TARGET is {name:?}; set it to one of: {}", names.join(" "));
        std::process::exit(2)
    })
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| (*TARGET)(input));
