//! Plays games on several threads.

use std::{
    io,
    sync::{
        atomic::{AtomicU32, Ordering},
        mpsc::{self, Receiver},
    },
    thread,
    time::{Duration, Instant},
};

use super::{Player, Style};
use crate::{Game, dataset::Writer};

/// The limits of a run; the first one reached ends it. Started games are finished.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop {
    /// The number of games.
    pub games: Option<u32>,
    /// The time.
    pub time: Option<Duration>,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Games written.
    pub games: u32,
    /// Positions with a value.
    pub positions: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// Plays games with one thread per player and appends them to a file. Continues the numbers of the
/// file.
pub fn play_games<P: Player + Send>(
    style: &Style,
    players: Vec<P>,
    stop: Stop,
    mut writer: Writer,
    tell: &mut dyn FnMut(Progress),
) -> io::Result<Progress> {
    let begun = Instant::now();
    let first = writer.next_number();
    let numbers = Numbers {
        next: AtomicU32::new(first),
        end: stop.games.map_or(u32::MAX, |games| first.saturating_add(games)),
        deadline: stop.time.and_then(|time| begun.checked_add(time)),
    };
    // Bounded, so that a slow disk cannot fill the memory.
    let (sender, receiver) = mpsc::sync_channel(1024);
    let progress = thread::scope(|scope| {
        for mut player in players {
            let (sender, numbers) = (sender.clone(), &numbers);
            scope.spawn(move || {
                while let Some(number) = numbers.take()
                    && sender.send(style.play(number, &mut player)).is_ok()
                {}
            });
        }
        drop(sender);
        write_all(receiver, begun, &mut writer, tell)
    })?;
    writer.close()?;
    Ok(progress)
}

/// Hands out the numbers of the games to play.
struct Numbers {
    next: AtomicU32,
    end: u32,
    deadline: Option<Instant>,
}

impl Numbers {
    fn take(&self) -> Option<u32> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < self.end).then_some(number)
    }
}

/// Owns the receiver, so that the players stop after a write error.
fn write_all(
    games: Receiver<Game>,
    begun: Instant,
    writer: &mut Writer,
    tell: &mut dyn FnMut(Progress),
) -> io::Result<Progress> {
    let mut progress = Progress { games: 0, positions: 0, elapsed: Duration::ZERO };
    for game in games {
        writer.add(&game)?;
        progress.games += 1;
        progress.positions += game.plies.iter().filter(|ply| ply.value.is_some()).count() as u64;
        progress.elapsed = begun.elapsed();
        tell(progress);
    }
    Ok(progress)
}

#[cfg(test)]
mod tests {
    use std::{fs::File, path::Path};

    use super::*;
    use crate::{
        BoardKind,
        dataset::{Header, Reader},
        play::plain::Plain,
    };

    const STYLE: Style = Style { kind: BoardKind::Six, seed: 9, opening: (6, 10), noise: 0.05 };
    const HEADER: Header = Header {
        kind: BoardKind::Six,
        seed: 9,
        round: 0,
        model: 0,
        depth: 1,
        selectivity: 100,
        exact_from: 4,
        opening: (6, 10),
        noise: 3277,
    };

    fn play(path: &Path, stop: Stop, threads: usize) -> Progress {
        let players = (0..threads).map(|_| Plain { depth: 1, exact_from: 4 }).collect();
        let writer = Writer::open(path, &HEADER).unwrap();
        play_games(&STYLE, players, stop, writer, &mut |_| ()).unwrap()
    }

    fn games(path: &Path) -> Vec<Game> {
        let mut games: Vec<Game> = Reader::new(File::open(path).unwrap()).unwrap().map(Result::unwrap).collect();
        games.sort_by_key(|game| game.number);
        games
    }

    #[test]
    fn the_games_of_a_seed_do_not_depend_on_threads_or_restarts() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (dir.path().join("one"), dir.path().join("two"));
        let stop = |games| Stop { games: Some(games), time: None };
        assert_eq!(play(&one, stop(30), 1).games, 30);
        play(&two, stop(12), 3);
        play(&two, stop(18), 2);
        assert_eq!(games(&one), games(&two));
        assert_eq!(games(&one).iter().map(|game| game.number).collect::<Vec<_>>(), (0..30).collect::<Vec<_>>());
    }

    #[test]
    fn no_time_means_no_games() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("none");
        assert_eq!(play(&path, Stop { games: None, time: Some(Duration::ZERO) }, 2).games, 0);
        assert!(games(&path).is_empty());
    }
}
