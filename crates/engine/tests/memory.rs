//! An engine uses the memory of its table and at most 100 MB more. This is the only test of its
//! process, so nothing else counts.
#![cfg(target_os = "linux")]

use std::fs;

use outflank_engine::{Clock, Level, Limits, Player, Searcher, Settings};
use outflank_rules::Variant;

/// A peak of this process in MiB: `VmHWM:` of its memory, `VmPeak:` of its addresses.
fn peak(of: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = status.lines().find_map(|line| line.strip_prefix(of)).expect("a peak");
    line.trim().trim_end_matches("kB").trim().parse::<u64>().expect("a number") >> 10
}

#[test]
fn memory_is_the_table_and_at_most_a_hundred_megabytes() {
    let mut searcher = Searcher::new(&Settings { hash_bytes: 64 << 20, threads: 2 });
    let nodes = Limits::open_ended().with_nodes(2_000_000);
    searcher.search(&Variant::STANDARD.start(), &nodes);
    searcher.search(&Variant::SIX.start(), &nodes);
    let mut player = Player::with_searcher(Level::WEAKEST, 1, searcher);
    player.choose(&Variant::STANDARD.start(), Clock::Unlimited);
    let memory = peak("VmHWM:");
    assert!((64..=164).contains(&memory), "{memory} MB");

    // Two tables at once would break the memory limit of a bot with a large table.
    let mut searcher = Searcher::new(&Settings { hash_bytes: 1 << 30, threads: 1 });
    let before = peak("VmPeak:");
    searcher.clear();
    let after = peak("VmPeak:");
    assert!(after < before + 512, "{before} MB, then {after} MB");
}
