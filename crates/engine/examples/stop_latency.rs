//! How long a search takes to end when it is stopped.
//!
//! `cargo run --release -p outflank-engine --example stop_latency` stops exact searches of
//! positions with 22 to 34 empty squares at many moments, with one thread and with two, and prints
//! the median and the longest time from the stop to the answer.

use std::thread;
use std::time::{Duration, Instant};

use outflank_engine::{Clock, Level, Limits, Player, Searcher, Settings};
use outflank_rules::{Position, Variant};

const STOPS: u64 = 60;

fn main() {
    for threads in [1, 2] {
        let mut searcher = Searcher::new(&Settings { hash_bytes: 64 << 20, threads });
        let mut times: Vec<Duration> = (0..STOPS).filter_map(|number| latency(&mut searcher, number)).collect();
        times.sort_unstable();
        let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{threads} threads: median {median:.2?}, longest {longest:.2?} of {} stops", times.len());
    }
}

/// The time between a stop somewhere in a search and the return of the search, unless it was done
/// before.
fn latency(searcher: &mut Searcher, number: u64) -> Option<Duration> {
    let position = random_position(22 + number as u32 % 13, number);
    searcher.clear();
    let stop = searcher.new_stop_handle();
    thread::scope(|scope| {
        let stopper = scope.spawn(move || {
            thread::sleep(Duration::from_millis(20 + 7 * number));
            let stopped = Instant::now();
            stop.stop();
            stopped
        });
        searcher.search(&position, &Limits::exact());
        let ended = Instant::now();
        ended.checked_duration_since(stopper.join().expect("it only sleeps"))
    })
}

/// A position with this many empty squares after random moves.
fn random_position(empties: u32, seed: u64) -> Position {
    let mut player = Player::new(Level::RANDOM, seed, &Settings { hash_bytes: 0, threads: 1 });
    let mut position = Variant::STANDARD.start();
    while position.empties().len() > empties {
        let Some(choice) = player.choose(&position, Clock::Unlimited) else { break };
        position = position.play_unchecked(choice.mv);
    }
    position
}
