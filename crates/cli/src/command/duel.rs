//! `outflank match`: two players, many games, and what that proves.

mod live;
mod place;
mod report;
mod setup;
mod table;

use std::{
    io::Write,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::Instant,
};

use outflank_arena::{
    Shortage, TimeControl, Verdict as Judgement,
    duel::{Duel, Score},
    hall::{Finished, Hall},
    journal::{GameLine, Journal, JournalError},
    roster::Contestant,
    stat::SprtState,
};

use crate::{
    Verdict,
    error::Error,
    interrupt, json,
    openings::Openings,
    runs::{quoted, tell_names},
    start::StartArgs,
    tell,
};

use live::Live;

/// Play a match between two programs or bots, and tell how sure its result is
///
/// A player is a built-in bot (random, greedy, corners, positional, minimax:3, mcts:1000, level:8, depth:6, nodes:10000), the command line of a program that
/// speaks our protocol ('python3 bot.py'), or a protocol with a command line ('gtp:edax -gtp', 'nboard:ntest x', codingame:, tjcsl:,
/// edax:). A name may stand before it, as in new="python3 bot.py"; else one is made from it. Games come in pairs: the same opening twice, with the colors exchanged. Elo and its 95 % interval are computed from the pairs. The
/// same seed gives the same games, as long as the players do the same; how many are played at a time changes nothing.
///
/// A game that ends by a foul of a player (an illegal move, a crash, too much time) is lost by it and counts; the result shows an example of each
/// foul, and what was said in such games is kept. A player that has not made one move in ten games ends the match.
///
/// Every game is saved in a folder as soon as it is finished. After Ctrl-C, a crash or a kill, --resume goes on with the games that are left.
///
/// Exit codes: 0 when all games were played, whoever won; with --sprt 0 only when the test found A better by ELO1, and 1 when it found the
/// opposite or the games did not suffice; 1 also when a player cannot be started, or made no move in any game; 2 wrong usage, 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  A bot of your own against a built-in one, 200 games:
      outflank match 'python3 bot.py' greedy --games 200
  Is the new version better? As many games as it takes to know:
      outflank match ./new ./old --sprt 0 10
  Against another engine, a minute for each game, two games at a time:
      outflank match level:12 'gtp:edax -gtp' --time 1m --concurrency 2
  On a small board, for a program:
      outflank match minimax:3 mcts:500 --size 6 --games 50 --seed 7 --json
  Go on with a match that was interrupted:
      outflank match --resume FOLDER
  Lengthen one that was not:
      outflank match --resume FOLDER --games 1000")]
pub(crate) struct Args {
    /// The player whom the result is about: PLAYER or NAME=PLAYER
    #[arg(value_name = "A", required_unless_present = "resume")]
    first: Option<Contestant>,

    /// The other player
    #[arg(value_name = "B", required_unless_present = "resume")]
    second: Option<Contestant>,

    /// How many games; an odd number is rounded up [default: 100, or with --sprt as many as it takes up to 100,000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2_000_000_000), conflicts_with = "pairs")]
    games: Option<u32>,

    /// How many pairs of games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pairs: Option<u32>,

    /// The time each player has: 5m for the game, 3m+2s with an increment, 10s/move [default: no clock]
    #[arg(long, value_name = "TIME")]
    time: Option<TimeControl>,

    /// How games begin: balanced, none, random:PLIES, or a file of games or positions [default: balanced, on other boards random]
    ///
    /// Each opening is played twice, with the colors exchanged, and none comes again before all have come. `balanced` are thousands of lines of eight
    /// plies that the engine finds even, for the standard game.
    #[arg(long, value_name = "WHAT")]
    openings: Option<Openings>,

    #[command(flatten)]
    start: StartArgs,

    /// End when it is clear whether A is stronger by ELO1 or not even by ELO0, such as 0 10
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, help_heading = "Test")]
    sprt: Option<Vec<f64>>,

    /// The risk that the test finds ELO1 where the truth is ELO0
    #[arg(long, value_name = "RISK", default_value_t = 0.05, requires = "sprt", help_heading = "Test")]
    alpha: f64,

    /// The risk that the test finds ELO0 where the truth is ELO1
    #[arg(long, value_name = "RISK", default_value_t = 0.05, requires = "sprt", help_heading = "Test")]
    beta: f64,

    /// Games at a time; 0 for one a processor [default: one a processor, with a clock half as many]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    concurrency: Option<u16>,

    /// Start programs anew for each game, instead of keeping them
    #[arg(long)]
    fresh: bool,

    /// Save the games in this folder, which must be empty or new [default: one of its own under `matches` in the user's state directory, or OUTFLANK_DATA]
    #[arg(short, long, value_name = "DIR", help_heading = "Games")]
    out: Option<PathBuf>,

    /// Save nothing
    #[arg(long, conflicts_with = "out", help_heading = "Games")]
    no_save: bool,

    /// Go on with the match in this folder; with --games or --pairs until there are so many
    #[arg(long, value_name = "DIR", help_heading = "Games", conflicts_with_all = [
        "first", "second", "time", "openings", "size", "variant", "seed", "sprt", "alpha", "beta", "fresh", "out", "no_save"
    ])]
    resume: Option<PathBuf>,

    /// Print the result as JSON for programs
    #[arg(long)]
    json: bool,
}

/// A match that is being played.
struct Match {
    duel: Duel,
    score: Score,
    journal: Option<Journal>,
    /// Games that were finished before this run.
    before: u64,
}

/// How much was played in this run, and how fast.
#[derive(Clone, Copy)]
struct Pace {
    games: u64,
    seconds: f64,
}

/// Why a match ends before its last game.
enum End {
    /// Everything is clear.
    Over,
    /// A game could not be kept.
    NotKept(JournalError),
    /// This machine lacks something.
    Shortage(Shortage),
    /// A player could not be started, as it says.
    NotStarted { player: usize, why: String },
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<Verdict, Error> {
        interrupt::before_end(outflank_arena::end_engines);
        let stop = Arc::<AtomicBool>::default();
        interrupt::watch(Arc::clone(&stop));
        let mut game = self.prepare()?;
        if let Some(journal) = &game.journal {
            tell(format_args!("games are saved in {}", journal.dir().display()));
        }
        let begun = Instant::now();
        let end = self.play(&mut game, &stop);
        let seconds = begun.elapsed().as_secs_f64();
        self.conclude(game, end, seconds, out)
    }

    fn prepare(&self) -> Result<Match, Error> {
        match (&self.resume, &self.first, &self.second) {
            (Some(dir), ..) => Match::resumed(dir, self.wanted_pairs()),
            (None, Some(first), Some(second)) => {
                let duel = self.duel(first, second)?;
                tell_names(&duel.roster());
                let journal = self.journal(&duel)?;
                Ok(Match { score: duel.score(), duel, journal, before: 0 })
            }
            _ => unreachable!("clap asks for both players"),
        }
    }

    fn play(&self, game: &mut Match, stop: &AtomicBool) -> ControlFlow<End> {
        let Match { duel, score, journal, .. } = game;
        if score.is_over() {
            return ControlFlow::Continue(());
        }
        let folder = journal.as_ref().map(|journal| journal.folder(&duel.entrants)).transpose();
        let folder = match folder {
            Ok(folder) => folder.flatten(),
            Err(gone) => return ControlFlow::Break(End::NotKept(gone)),
        };
        let hall = Hall { folder, concurrency: self.concurrency(duel), ..duel.hall() };
        let live = Live::new(duel, score);
        let ended = hall.play(duel.fixtures(score), stop, |finished| {
            not_started(&finished)?;
            let line = kept(journal.as_mut(), &finished)?;
            let before = score.games();
            score.count(line);
            live.show(score);
            // What was in vain before may have been mended since: only new pairs tell.
            let is_in_vain = score.games() > before && score.is_in_vain();
            if score.is_over() || is_in_vain { ControlFlow::Break(End::Over) } else { ControlFlow::Continue(()) }
        });
        ended.unwrap_or_else(|shortage| ControlFlow::Break(End::Shortage(shortage)))
    }

    /// With a clock nobody may wait for a processor.
    fn concurrency(&self, duel: &Duel) -> usize {
        let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        match self.concurrency {
            Some(0) => processors,
            Some(count) => count.into(),
            None if duel.time.is_some() => (processors / 2).max(1),
            None => processors,
        }
    }

    fn conclude(
        &self,
        game: Match,
        end: ControlFlow<End>,
        seconds: f64,
        out: &mut dyn Write,
    ) -> Result<Verdict, Error> {
        let Match { duel, score, journal, before } = game;
        let dir = journal.as_ref().map(|journal| journal.dir().to_owned());
        let names = duel.names();
        let pace = Pace { games: score.finished() - before, seconds };
        // What was found is told before anything that can fail.
        if self.json {
            json::write(&report::Report::new(&duel, &score, dir.as_deref(), pace), out)?;
        } else {
            table::write(&duel, &score, dir.as_deref(), pace, out)?;
        }
        out.flush()?;
        let finished = match (end, journal) {
            (ControlFlow::Break(End::NotKept(error)), _) => Err(Error::Journal(error)),
            (end, journal) => {
                let event = format!("{} against {}", names[0], names[1]);
                let kept = journal.map_or(Ok(()), |journal| journal.finish(&event, &names, duel.time));
                match end {
                    ControlFlow::Break(End::NotStarted { player, why }) => {
                        Err(Error::NotStarted { player: names[player].clone(), why })
                    }
                    ControlFlow::Break(End::Shortage(shortage)) => Err(Error::Shortage(shortage)),
                    _ => kept.map_err(Error::Journal).and_then(|()| fit(&duel, &score)),
                }
            }
        };
        if let Some(dir) = dir.filter(|_| !score.is_over() || finished.is_err()) {
            tell(format_args!("go on with: outflank match --resume {}", quoted(&dir)));
        }
        finished?;
        Ok(interrupt::verdict().max(verdict(&score)))
    }
}

/// The line of a game, saved if games are.
fn kept(journal: Option<&mut Journal>, finished: &Finished) -> ControlFlow<End, GameLine> {
    match journal.map(|journal| journal.append(finished)) {
        None => ControlFlow::Continue(GameLine::new(finished)),
        Some(Ok(line)) => ControlFlow::Continue(line),
        Some(Err(error)) => ControlFlow::Break(End::NotKept(error)),
    }
}

/// A program that is not there will not be there for the next game. Nobody has played this one, so it is not kept.
fn not_started(finished: &Finished) -> ControlFlow<End> {
    match finished.report.conclusion.foul() {
        Some((color, foul)) if foul.verdict == Judgement::NotStarted => {
            ControlFlow::Break(End::NotStarted { player: finished.fixture.players[color], why: foul.detail.clone() })
        }
        _ => ControlFlow::Continue(()),
    }
}

/// An error if a player cannot play at all: then there is nothing to be learned from its games. Nobody knows that of one who was interrupted.
fn fit(duel: &Duel, score: &Score) -> Result<(), Error> {
    score.unfit().filter(|_| !interrupt::came()).map_or(Ok(()), |player| {
        let (name, entrant) = (duel.names()[player].clone(), duel.entrants[player].to_string());
        Err(Error::Unfit { player: name, entrant, games: score.games() })
    })
}

/// A test is a question, and only one answer is yes.
fn verdict(score: &Score) -> Verdict {
    match score.verdict() {
        None | Some(SprtState::AcceptH1) => Verdict::Fine,
        Some(SprtState::AcceptH0 | SprtState::Continue) => Verdict::Refused,
    }
}
