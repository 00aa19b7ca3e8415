//! What is done for a job.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use outflank_engine::{Analysis, AnalysisStep, Limits, Outcome as Found, Progress as EngineProgress, Review, Searcher};
use outflank_rules::{Game, Position};

use super::{Answer, Effort, Job, Progress, Report, ReviewView, ValuesView};

/// How often the moves of a pass that is under way are counted aloud.
const COUNT_EVERY: Duration = Duration::from_millis(100);

/// Does a job with an engine that remembers nothing, telling of each step, and says whether it came to its own end. A stop of the engine ends it before.
pub(super) fn work(job: &Job, searcher: &mut Searcher, tell: &mut dyn FnMut(Report)) -> bool {
    // What others have asked before would change what is found at a fixed depth.
    searcher.clear();
    searcher.prepare_for(job.start().ground());
    match job {
        Job::Values { position, ply, effort, .. } => values(searcher, position, *ply, effort, tell),
        Job::Review { game, effort, .. } => review(searcher, game, effort, tell),
        Job::Solve { position, ply, longest } => solve(searcher, position, *ply, *longest, tell),
    }
}

/// All moves of a position, told pass by pass.
fn values(
    searcher: &mut Searcher,
    position: &Position,
    ply: usize,
    effort: &Effort,
    tell: &mut dyn FnMut(Report),
) -> bool {
    let limits = effort.limits(position.empties().len());
    let answer = |analysis: &Analysis| Some(Answer::Values(ValuesView::of(ply, position, analysis)));
    let mut counted = Instant::now();
    let mut last = Progress::default();
    let analysis = searcher.analyse_with(position, &limits, &mut |step| {
        let progress = progress(step);
        if step.is_complete() {
            last = progress;
            tell(Report { progress, answer: answer(step.analysis) });
        } else if counted.elapsed() >= COUNT_EVERY {
            counted = Instant::now();
            tell(Report { progress, answer: None });
        }
    });
    tell(Report { progress: last, answer: answer(&analysis) });
    !searcher.stop_flag().load(Ordering::Relaxed)
}

fn progress(step: &AnalysisStep<'_>) -> Progress {
    Progress { done: step.done, of: step.of, depth: step.depth, percent: step.selectivity.percent() }
}

/// The moves of a game, told one by one from the end.
fn review(searcher: &mut Searcher, game: &Game, effort: &Effort, tell: &mut dyn FnMut(Report)) -> bool {
    let (level, of) = (effort.level(), game.ply());
    let mut so_far = Review::default();
    tell(Report { progress: Progress { of, ..Progress::default() }, answer: None });
    searcher.review(game, &|empties| effort.limits(empties), &mut |reviewed| {
        so_far.moves.insert(0, reviewed.clone());
        let (depth, percent) = (reviewed.depth, reviewed.selectivity.percent());
        let progress = Progress { done: so_far.moves.len(), of, depth, percent };
        tell(Report { progress, answer: Some(Answer::Review(ReviewView::of(level, &so_far))) });
    });
    so_far.moves.len() == of
}

/// The best move, told step by step.
fn solve(
    searcher: &mut Searcher,
    position: &Position,
    ply: usize,
    longest: Duration,
    tell: &mut dyn FnMut(Report),
) -> bool {
    let limits = Limits::open_ended().with_time(longest);
    let begun = Instant::now();
    let mut told = |outcome: &Found| {
        let answer = Answer::Values(ValuesView::of_best(ply, position, outcome));
        let done = usize::from(outcome.is_exact());
        let (depth, percent) = (outcome.depth, outcome.selectivity.percent());
        tell(Report { progress: Progress { done, of: 1, depth, percent }, answer: Some(answer) });
    };
    let outcome = searcher.search_with(position, &limits, &mut |step| {
        let EngineProgress { depth, selectivity, value, bound, is_proven, ref line, nodes } = *step;
        let (best, line, time) = (line.first().copied(), line.clone(), begun.elapsed());
        told(&Found { best, value, bound, depth, selectivity, is_proven, line, nodes, time });
    });
    told(&outcome);
    outcome.is_exact()
}
