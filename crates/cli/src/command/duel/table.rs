//! The result of a match as people read it.

use std::{fmt::Write as _, io::Write};

use outflank_arena::{
    duel::{Beginnings, Counts, Duel, Score, Side},
    stat::{Elo, Interval, Pentanomial, SprtState},
};

use super::Pace;
use crate::{
    error::Error,
    number::{grouped, per_second},
};

/// Writes the table, and what it proves.
pub(super) fn write(duel: &Duel, score: &Score, pace: Pace, out: &mut dyn Write) -> Result<(), Error> {
    let names = duel.names();
    write!(out, "{}", players(&names, score))?;
    writeln!(out)?;
    write!(out, "{}", findings(&names, score))?;
    for (name, side) in names.iter().zip(score.sides()) {
        if let Some(fouls) = fouls(side) {
            writeln!(out, "fouls    {name}: {fouls}")?;
        }
    }
    let (games, begun) = (grouped(score.games()), beginnings(duel));
    writeln!(out, "played   {games} games {begun} with seed {}{}", duel.seed, speed(pace))?;
    if score.uncounted() > 0 {
        writeln!(
            out,
            "         {} more do not count: those of a pair count together, and in their order",
            score.uncounted()
        )?;
    }
    Ok(())
}

/// The table and the main finding, for a match that goes on.
pub(super) fn brief(names: &[String; 2], score: &Score) -> String {
    format!("{}{}", players(names, score), findings(names, score))
}

fn players(names: &[String; 2], score: &Score) -> String {
    const LONGEST: usize = 30;
    let names = names.each_ref().map(|name| shortened(name, LONGEST));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("player".len());
    let mut text = format!(
        "{:<width$}    wins   draws  losses  points    as black    as white   a move  slowest  fouls\n",
        "player"
    );
    for (name, side) in names.iter().zip(score.sides()) {
        let Counts { wins, draws, losses } = side.counts();
        let games = (wins + draws + losses).max(1);
        let points = 100.0 * (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games);
        let (black, white) = (results(side.by_color.black), results(side.by_color.white));
        let (mean, slowest) = (time(side.mean_seconds()), time(side.slowest_us as f64 / 1e6));
        let fouls: u32 = side.fouls.values().sum();
        let _ = writeln!(
            text,
            "{name:<width$} {wins:>7} {draws:>7} {losses:>7} {points:>6.1}% {black:>11} {white:>11} {mean:>8} {slowest:>8} {fouls:>6}"
        );
    }
    text
}

/// What the games prove.
fn findings(names: &[String; 2], score: &Score) -> String {
    let pairs = score.evidence();
    let mut text =
        format!("Elo      {}, likelihood of superiority {:.1}%\n", elo(&pairs.elo()), 100.0 * pairs.superiority());
    let _ = writeln!(text, "pairs    {} ({})", by_points(pairs), names[0]);
    if score.repeats() > 0 {
        let (repeats, games) = (grouped(score.repeats()), grouped(score.games()));
        let _ = writeln!(
            text,
            "repeats  {repeats} of {games} games: played before, move for move; Elo and pairs are those of the others"
        );
    }
    if let Some(margin) = score.mean_margin() {
        let _ = writeln!(text, "margin   {margin:+.2} discs a game");
    }
    if let (Some(sprt), Some(state)) = (score.sprt(), score.verdict()) {
        let ((low, high), llr) = (sprt.bounds(), sprt.llr(pairs));
        let (elo0, elo1) = sprt.hypotheses();
        let found = match state {
            SprtState::Continue if score.is_over() && score.repeats() > 0 => {
                "not decided, as the games repeat themselves"
            }
            SprtState::Continue => "not decided",
            SprtState::AcceptH0 => "H0 accepted",
            SprtState::AcceptH1 => "H1 accepted",
        };
        let _ =
            writeln!(text, "SPRT     {found}: LLR {llr:.2} in {low:.2} to {high:.2}, H0 is {elo0} and H1 {elo1} Elo");
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

/// `3 late, 1 crashed`; nothing for one who has done nothing wrong.
fn fouls(side: &Side) -> Option<String> {
    let fouls: Vec<String> = side.fouls.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    (!fouls.is_empty()).then(|| fouls.join(", "))
}

fn beginnings(duel: &Duel) -> String {
    match &duel.openings {
        Beginnings::Balanced => "from balanced openings".to_owned(),
        Beginnings::Start => "from the start".to_owned(),
        Beginnings::Random(plies) => format!("after {plies} plies by chance"),
        Beginnings::Lines { lines, .. } if lines.len() == 1 => "from the given opening".to_owned(),
        Beginnings::Lines { lines, .. } => format!("from {} given openings", lines.len()),
    }
}

/// How fast it went; nothing where nothing was played.
fn speed(Pace { games, seconds }: Pace) -> String {
    let rate = per_second(games, seconds).round() as u64;
    match rate {
        _ if games == 0 => String::new(),
        0..10 => format!(", in {seconds:.1} s"),
        _ => format!(", {} a second", grouped(rate)),
    }
}

/// `0.3 us`, `25 us`, `12.3 ms`, `4.56 s`.
fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 0.00001 => format!("{:.1} us", seconds * 1e6),
        _ if seconds < 0.001 => format!("{:.0} us", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

fn shortened(name: &str, longest: usize) -> String {
    let is_long = name.chars().count() > longest;
    if is_long { name.chars().take(longest - 3).chain("...".chars()).collect() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!([0.0, 2.6e-7, 2.5e-5, 0.0123, 4.5].map(time), ["0.0 us", "0.3 us", "25 us", "12.3 ms", "4.50 s"]);
    }
}
