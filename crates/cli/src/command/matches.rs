//! `outflank match`: plays many games between two players and computes how sure the result is.

mod report;
mod setup;
mod table;

use std::{
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::Instant,
};

use outflank_arena::{
    OutOfResources, TimeControl, Verdict as Judgement,
    journal::{GameLine, Journal, JournalError},
    matches::{MatchScore, MatchSettings},
    roster::NamedPlayer,
    runner::{Finished, GameRunner},
    shell_word,
    stat::SprtState,
};
use serde::Serialize;

use crate::{
    CommandStatus, cli::whole_number, engine::processors, error::Error, interrupt, json, openings::Openings,
    print_message, runs::print_renamed_players, start::StartArgs,
};

use self::{report::MatchJson, table::LiveTable};

/// Play a match between two bots and compute how sure the result is
///
/// A player is a built-in bot (random, greedy, corners, positional, minimax:3, mcts:1000, level:8,
/// depth:6, nodes:10000), the command line of a program that speaks the JSON protocol ("python3
/// bot.py"), or another protocol and a command line ("gtp:edax -gtp", "nboard:ntest x", codingame:,
/// tjcsl:, edax:). A name may precede it, as in new="python3 bot.py". Each opening is played twice
/// with colors swapped. Elo and its 95 % interval come from these pairs. The same seed gives the
/// same games if the players are deterministic; --concurrency does not change them.
///
/// A player that makes an illegal move, crashes or exceeds its time forfeits the game. The result
/// shows an example of each foul, and the messages of such games are saved. The match ends if a
/// player makes no move in ten games.
///
/// Every game is saved when it ends. After Ctrl-C, a crash or a kill, --resume plays the remaining
/// games.
///
/// Exit codes: 0 if all games were played, with --sprt only if the test accepts ELO1; 1 if it does
/// not, or if a player cannot start or makes no move; 2 wrong usage; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  Play 200 games between your bot and a built-in one:
      outflank match \"python3 bot.py\" greedy --games 200
  Test whether the new version is better:
      outflank match ./new ./old --sprt 0 10
  Play another engine, one minute per game, two games at a time:
      outflank match level:12 \"gtp:edax -gtp\" --time 1m --concurrency 2
  Play on a small board and print JSON:
      outflank match minimax:3 mcts:500 --size 6 --games 50 --seed 7 --json
  Resume an interrupted match:
      outflank match --resume FOLDER
  Extend a finished match:
      outflank match --resume FOLDER --games 1000")]
pub(crate) struct Args {
    /// The first player: PLAYER or NAME=PLAYER; the result is from its view
    #[arg(value_name = "A", required_unless_present = "resume")]
    first: Option<NamedPlayer>,

    /// The second player
    #[arg(value_name = "B", required_unless_present = "resume")]
    second: Option<NamedPlayer>,

    /// Play N games; an odd number is rounded up [default: 100, with --sprt at most 100,000]
    #[arg(long, value_name = "N", value_parser = whole_number::<u32>(1..=2_000_000_000), conflicts_with = "pairs")]
    games: Option<u32>,

    /// Play N pairs of games; the same as twice as many --games
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = whole_number::<u32>(1..=1_000_000_000))]
    pairs: Option<u32>,

    /// Set the time control: 5m per game, 3m+2s with an increment, 10s/move [default: no clock]
    #[arg(long, value_name = "TIME")]
    time: Option<TimeControl>,

    /// Set the openings: balanced, none, random:PLIES, or a file [default: balanced, on other
    /// boards random]
    ///
    /// Each opening is played twice with colors swapped, and none is repeated before all were used.
    /// `balanced` are thousands of openings of eight plies of the standard game that the engine
    /// finds even. A file holds games or positions.
    #[arg(long, value_name = "SOURCE")]
    openings: Option<Openings>,

    /// Play N games at a time; 0 for one per processor [default: one per processor, with --time
    /// half as many]
    #[arg(short, long, value_name = "N", value_parser = whole_number::<u16>(0..=1024))]
    concurrency: Option<u16>,

    /// Restart programs for each game
    #[arg(long, conflicts_with = "reuse")]
    restart: bool,

    /// Let programs run on between games (default)
    #[arg(long)]
    reuse: bool,

    #[command(flatten)]
    start: StartArgs,

    /// Stop when the test shows that A is stronger by ELO1, or not even by ELO0, as in 0 10
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], value_parser = parse_decimal, help_heading = "Test")]
    sprt: Option<Vec<f64>>,

    /// Set the probability that the test accepts ELO1 if ELO0 is true
    #[arg(long, value_name = "PROBABILITY", default_value_t = 0.05, value_parser = parse_decimal, requires = "sprt", help_heading = "Test")]
    alpha: f64,

    /// Set the probability that the test accepts ELO0 if ELO1 is true
    #[arg(long, value_name = "PROBABILITY", default_value_t = 0.05, value_parser = parse_decimal, requires = "sprt", help_heading = "Test")]
    beta: f64,

    /// Save the games in DIR, which must be empty or new [default: a new folder under `matches` in
    /// the data directory]
    #[arg(short, long, value_name = "DIR", help_heading = "Games")]
    output: Option<PathBuf>,

    /// Save no games
    #[arg(long, conflicts_with = "output", help_heading = "Games")]
    no_save: bool,

    /// Resume the match in DIR; --games extends it
    #[arg(long, value_name = "DIR", help_heading = "Games", conflicts_with_all = [
        "first", "second", "time", "openings", "size", "variant", "seed", "sprt", "alpha", "beta", "restart", "reuse", "output", "no_save"
    ])]
    resume: Option<PathBuf>,

    /// Print JSON instead of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

fn parse_decimal(text: &str) -> Result<f64, &'static str> {
    text.parse().map_err(|_| "write a number such as 5 or 0.05")
}

/// A running match.
struct Match {
    settings: MatchSettings,
    score: MatchScore,
    journal: Option<Journal>,
    /// Games that were finished before this run.
    before: u64,
}

/// The result of a match as the command prints it.
#[derive(Clone, Copy, Serialize)]
#[serde(into = "MatchJson<'_>")]
struct MatchReport<'a> {
    settings: &'a MatchSettings,
    score: &'a MatchScore,
    /// The folder of the games.
    folder: Option<&'a Path>,
    pace: Pace,
}

/// Number and time of the games of this run.
#[derive(Clone, Copy)]
struct Pace {
    games: u64,
    seconds: f64,
}

/// The reason why a match stops.
enum End {
    /// The score is final, or a player makes no moves.
    Over,
    /// A game could not be saved.
    NotSaved(JournalError),
    /// The system refused a resource.
    OutOfResources(OutOfResources),
    /// A player could not be started.
    NotStarted { player: usize, why: String },
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<CommandStatus, Error> {
        let stop = interrupt::stop_flag();
        let mut game = self.prepare()?;
        if let Some(journal) = &game.journal {
            print_message(format_args!("games are saved in {}", journal.dir().display()));
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
                let settings = self.settings(first, second)?;
                print_renamed_players(&settings.roster());
                let journal = self.journal(&settings)?;
                Ok(Match { score: settings.score(), settings, journal, before: 0 })
            }
            _ => unreachable!("clap asks for both players"),
        }
    }

    fn play(&self, game: &mut Match, stop: &AtomicBool) -> ControlFlow<End> {
        let Match { settings, score, journal, .. } = game;
        if score.is_over() {
            return ControlFlow::Continue(());
        }
        let folder = journal.as_ref().map(|journal| journal.folder(&settings.entrants)).transpose();
        let folder = match folder {
            Ok(folder) => folder.flatten(),
            Err(gone) => return ControlFlow::Break(End::NotSaved(gone)),
        };
        let runner = GameRunner { folder, concurrency: self.concurrency(settings), ..settings.runner() };
        let live = LiveTable::new(settings, score);
        let ended = runner.play(settings.fixtures(score), stop, |finished| {
            not_started(&finished)?;
            let line = saved(journal.as_mut(), &finished)?;
            let before = score.games();
            score.count(line);
            live.show(score);
            // After --resume a player may have been fixed, so only new pairs count.
            let is_in_vain = score.games() > before && score.is_in_vain();
            if score.is_over() || is_in_vain { ControlFlow::Break(End::Over) } else { ControlFlow::Continue(()) }
        });
        ended.unwrap_or_else(|shortage| ControlFlow::Break(End::OutOfResources(shortage)))
    }

    /// With a clock, plays half as many games as there are processors, so that no player waits for
    /// one.
    fn concurrency(&self, settings: &MatchSettings) -> usize {
        match self.concurrency {
            Some(0) => processors(),
            Some(count) => count.into(),
            None if settings.time.is_some() => (processors() / 2).max(1),
            None => processors(),
        }
    }

    fn conclude(
        &self,
        game: Match,
        end: ControlFlow<End>,
        seconds: f64,
        out: &mut dyn Write,
    ) -> Result<CommandStatus, Error> {
        let Match { settings, score, journal, before } = game;
        let dir = journal.as_ref().map(|journal| journal.dir().to_owned());
        let names = settings.names();
        let pace = Pace { games: score.finished() - before, seconds };
        // Print the result before anything that can fail.
        let report = MatchReport { settings: &settings, score: &score, folder: dir.as_deref(), pace };
        json::print(&report, self.json, out, MatchReport::write_text)?;
        out.flush()?;
        let finished = match (end, journal) {
            (ControlFlow::Break(End::NotSaved(error)), _) => Err(Error::Journal(error)),
            (end, journal) => {
                let event = format!("{} against {}", names[0], names[1]);
                let saved = journal.map_or(Ok(()), |journal| journal.finish(&event, &names, settings.time));
                match end {
                    ControlFlow::Break(End::NotStarted { player, why }) => {
                        Err(Error::NotStarted { player: names[player].clone(), why })
                    }
                    ControlFlow::Break(End::OutOfResources(shortage)) => Err(Error::OutOfResources(shortage)),
                    _ => saved.map_err(Error::Journal).and_then(|()| fit(&settings, &score)),
                }
            }
        };
        if let Some(dir) = dir.filter(|_| !score.is_over() || finished.is_err()) {
            print_message(format_args!(
                "resume with: outflank match --resume {}",
                shell_word(&dir.display().to_string())
            ));
        }
        finished?;
        Ok(interrupt::verdict().max(verdict(&score)))
    }
}

/// Returns the line of a game, and appends it to the journal if there is one.
fn saved(journal: Option<&mut Journal>, finished: &Finished) -> ControlFlow<End, GameLine> {
    match journal.map(|journal| journal.append(finished)) {
        None => ControlFlow::Continue(GameLine::new(finished)),
        Some(Ok(line)) => ControlFlow::Continue(line),
        Some(Err(error)) => ControlFlow::Break(End::NotSaved(error)),
    }
}

/// Ends the match if a program could not start: it will not start for the next game either. The
/// game has no moves, so it is not saved.
fn not_started(finished: &Finished) -> ControlFlow<End> {
    match finished.report.end.foul() {
        Some((color, foul)) if foul.verdict == Judgement::NotStarted => {
            ControlFlow::Break(End::NotStarted { player: finished.fixture.players[color], why: foul.detail.clone() })
        }
        _ => ControlFlow::Continue(()),
    }
}

/// Returns an error if a player made no move in any game, because the result then means nothing. An
/// interrupted match is not judged.
fn fit(settings: &MatchSettings, score: &MatchScore) -> Result<(), Error> {
    score.unfit().filter(|_| !interrupt::came()).map_or(Ok(()), |player| {
        let (name, entrant) = (settings.names()[player].clone(), settings.entrants[player].to_string());
        Err(Error::MakesNoMove { player: name, entrant, games: score.games() })
    })
}

/// With `--sprt`, the command succeeds only if the test accepts ELO1.
fn verdict(score: &MatchScore) -> CommandStatus {
    match score.verdict() {
        None | Some(SprtState::AcceptH1) => CommandStatus::Fine,
        Some(SprtState::AcceptH0 | SprtState::Continue) => CommandStatus::Refused,
    }
}
