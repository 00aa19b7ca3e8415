//! `outflank bench`: only the perft part, because the searches take too long for a test.

use crate::harness::{command, outflank};

#[test]
fn lines_are_counted_through_the_kernels() {
    let table = outflank(&["bench", "perft"]).ok();
    assert!(table.lines().nth(2).unwrap().contains(" 212,258,800 "), "{table}");
    assert!(!table.contains("signature"), "no search, no signature: {table}");
}

#[test]
fn an_unknown_part_is_refused() {
    let message = outflank(&["bench", "openings"]).failed(2);
    assert!(message.contains("endgame, midgame, perft"), "{message}");
}

/// Runs with a CPU level in the environment.
fn at_level(level: &str, args: &[&str]) -> std::process::Output {
    command(args).env("OUTFLANK_CPU", level).output().unwrap()
}

#[test]
fn a_lower_cpu_level_is_used_and_named() {
    let version = String::from_utf8(at_level("any", &["--version"]).stdout).unwrap();
    // Release builds name the commit before the level.
    assert!(version.starts_with(concat!("outflank ", env!("CARGO_PKG_VERSION"), " (")), "{version}");
    assert!(version.ends_with("CPU level any)\n"), "{version}");
    let table = String::from_utf8(at_level("any", &["bench", "perft"]).stdout).unwrap();
    assert!(table.starts_with("CPU level: any\n") && table.contains(" 212,258,800 "), "{table}");
}

#[test]
fn an_unknown_cpu_level_is_refused() {
    let refused = at_level("v5", &["variants"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    let levels = if cfg!(target_arch = "aarch64") { "any, neon" } else { "any, v3-slow-pext, v3, v4" };
    assert_eq!(message, format!("outflank: unknown CPU level \"v5\" in OUTFLANK_CPU; use one of {levels}\n"));
}
