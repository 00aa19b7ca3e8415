//! Prints the score of a match as a table: during the games and at the end.

use std::{
    cell::Cell,
    fmt::Write as _,
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

use outflank_arena::{
    PlayerSpec,
    journal::log_path,
    matches::{Counts, MatchScore, MatchSettings, OpeningSource, Side},
    printable, shell_word,
    stat::{Elo, Interval, Pentanomial, SprtState},
};

use super::{MatchReport, Pace};
use crate::{
    columns::Columns,
    error::Error,
    number::{counted, grouped, per_second, time},
    progress::Progress,
    terminal::{self, shortened},
};

/// Time between two updates of the table.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A table above a progress bar, on a terminal.
pub(super) struct LiveTable {
    progress: Progress,
    names: [String; 2],
    shown: Cell<Instant>,
    counted: Cell<u64>,
}

impl LiveTable {
    pub(super) fn new(settings: &MatchSettings, score: &MatchScore) -> LiveTable {
        let progress = Progress::of_table(u64::from(settings.pairs) * 2);
        progress.advance(score.finished());
        LiveTable {
            progress,
            names: settings.names(),
            shown: Cell::new(Instant::now()),
            counted: Cell::new(score.finished()),
        }
    }

    /// Updates the table, unless it was just updated.
    pub(super) fn show(&self, score: &MatchScore) {
        if self.shown.get().elapsed() < UPDATE_INTERVAL {
            return;
        }
        self.shown.set(Instant::now());
        let finished = score.finished();
        self.progress.set_message(&brief(&self.names, score));
        self.progress.advance(finished - self.counted.replace(finished));
    }
}

impl MatchReport<'_> {
    /// Writes the table and the conclusions.
    pub(super) fn write_text(&self, out: &mut dyn Write) -> Result<(), Error> {
        let MatchReport { settings, score, folder, pace } = *self;
        if score.games() == 0 {
            writeln!(out, "no pair of games was finished, so there is no result yet")?;
            return Ok(());
        }
        let names = settings.names();
        write!(out, "{}\n{}", players(&names, score), printable(&findings(&names, score)))?;
        for ((name, entrant), side) in names.iter().zip(&settings.entrants).zip(score.sides()) {
            write!(out, "{}", printable(&fouls(name, entrant, side, folder)))?;
        }
        let (games, start) = (counted(score.games(), "game"), opening_text(settings));
        writeln!(out, "played   {games} {start} with seed {}{}", settings.seed, speed(pace))?;
        if score.uncounted() > 0 {
            let more = counted(score.uncounted() as u64, "finished game");
            writeln!(
                out,
                "         not counted: {more}, because the other game of its pair or an earlier pair is missing"
            )?;
        }
        Ok(())
    }
}

/// The table and the main conclusion, for a running match.
fn brief(names: &[String; 2], score: &MatchScore) -> String {
    format!("{}{}", players(names, score), findings(names, score))
}

fn players(names: &[String; 2], score: &MatchScore) -> String {
    let heading = ["player", "points", "w-d-l", "as black", "as white", "a move", "slowest", "fouls"];
    let mut table = Columns::new(heading, 0);
    for (name, side) in names.iter().zip(score.sides()) {
        let all @ Counts { wins, draws, losses } = side.counts();
        let games = (wins + draws + losses).max(1);
        let points = 100.0 * (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games);
        let taken = |seconds: f64| format!("{:>7}", time(Some(seconds).filter(|_| side.moves > 0)));
        table.row([
            name.clone(),
            format!("{points:.1}%"),
            results(all),
            results(side.by_color.black),
            results(side.by_color.white),
            taken(side.mean_seconds()),
            taken(side.slowest_us as f64 / 1e6),
            side.all_fouls().to_string(),
        ]);
    }
    table.text(terminal::width())
}

/// The conclusions: superiority, Elo and the test.
fn findings(names: &[String; 2], score: &MatchScore) -> String {
    let pairs = score.evidence();
    let mut text =
        format!("Elo      {}, likelihood of superiority {:.1}%\n", elo(&pairs.elo()), 100.0 * pairs.superiority());
    let _ = writeln!(text, "pairs    {} ({})", by_points(pairs), shortened(&names[0], 20));
    if score.repeats() > 0 {
        let (repeats, games) = (grouped(score.repeats()), counted(score.games(), "game"));
        let _ =
            writeln!(text, "repeats  {repeats} of {games} were played before, move for move; they prove nothing more");
    }
    if let Some(margin) = score.mean_margin() {
        let _ = writeln!(text, "margin   {margin:+.2} discs a game");
    }
    text + &test(&names[0], score)
}

/// The state of the test; empty without `--sprt`.
fn test(name: &str, score: &MatchScore) -> String {
    let (Some(sprt), Some(state)) = (score.sprt(), score.verdict()) else { return String::new() };
    let (pairs, (low, high), (elo0, elo1)) = (score.evidence(), sprt.bounds(), sprt.hypotheses());
    let found = match state {
        SprtState::Continue if score.is_over() && score.repeats() > 0 => {
            "not decided, because the games repeat".to_owned()
        }
        SprtState::Continue => format!("not decided whether {name} is better by {elo1} or {elo0} Elo"),
        SprtState::AcceptH0 => format!("no: {name} is better by {elo0} Elo rather than {elo1}, or by less"),
        SprtState::AcceptH1 => format!("yes: {name} is better by {elo1} Elo rather than {elo0}, or by more"),
    };
    let mut text =
        format!("SPRT     {found}\n         LLR {:.2} between {low:.2} (no) and {high:.2} (yes)\n", sprt.llr(pairs));
    let Interval { low, high, .. } = pairs.elo();
    if state == SprtState::Continue && (low > elo1 || high < elo0) {
        text += "         the difference seems to be outside this range; a wider range is decided sooner\n";
    }
    text
}

fn elo(elo: &Interval<Elo>) -> String {
    format!("{}, 95 % between {} and {}", elo.value, elo.low, elo.high)
}

fn by_points(pairs: &Pentanomial) -> String {
    let [none, half, one, more, two] = pairs.counts;
    format!("{two} of 2 points, {more} of 3/2, {one} of 1, {half} of 1/2, {none} of 0")
}

fn results(counts: Counts) -> String {
    let Counts { wins, draws, losses } = counts;
    format!("{wins}-{draws}-{losses}")
}

/// The fouls of a player: counts, and for each kind an example and the file with its messages.
/// Empty without fouls.
fn fouls(name: &str, entrant: &PlayerSpec, side: &Side, folder: Option<&Path>) -> String {
    const MAX_TEXT_WIDTH: usize = 240;
    if side.fouls.is_empty() {
        return String::new();
    }
    let counts: Vec<String> = side.fouls.iter().map(|(verdict, fouls)| format!("{} {verdict}", fouls.count)).collect();
    let mut text = format!("fouls    {name}: {}\n", counts.join(", "));
    for (verdict, fouls) in &side.fouls {
        let example = &fouls.example;
        let wrote = if example.bytes.is_empty() {
            String::new()
        } else {
            format!("; it wrote \"{}\"", shortened(&example.bytes, MAX_TEXT_WIDTH))
        };
        let detail = if example.detail.is_empty() { verdict.words() } else { &example.detail };
        let game = u64::from(fouls.first) + 1;
        let _ = writeln!(text, "         {verdict} in game {game}: {}{wrote}", shortened(detail, MAX_TEXT_WIDTH));
        if let Some(folder) = folder {
            let _ = writeln!(text, "         its messages: {}", log_path(folder, fouls.first).display());
        }
    }
    if matches!(entrant, PlayerSpec::Program { .. }) {
        let _ = writeln!(text, "         how to fix it: outflank bot check {}", shell_word(&entrant.to_string()));
    }
    text
}

fn opening_text(settings: &MatchSettings) -> String {
    match &settings.openings {
        OpeningSource::Balanced => "from balanced openings".to_owned(),
        OpeningSource::Start => "from the start".to_owned(),
        OpeningSource::Random(plies) => format!("after {plies} random plies"),
        OpeningSource::Lines { lines, .. } if lines.len() == 1 => "from the given opening".to_owned(),
        OpeningSource::Lines { lines, .. } => format!("from {} given openings", lines.len()),
    }
}

/// The speed; empty if no game was played.
fn speed(Pace { games, seconds }: Pace) -> String {
    let rate = per_second(games, seconds).round() as u64;
    match rate {
        _ if games == 0 => String::new(),
        0..10 => format!(", in {seconds:.1} s"),
        _ => format!(", {} a second", grouped(rate)),
    }
}
