//! Runs a job on a searcher.

use std::time::Duration;

use outflank_engine::{Analysis, AnalysisStep, Instant, Limits, Outcome, Progress, Review, Searcher};
use outflank_rules::{Game, Position};

use super::{Effort, Job, JobProgress, JobProgressReport, JobResult, ReviewView, ValuesView};

/// The shortest time between two reports within a pass.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Runs a job with an empty table and reports each step. Returns whether the job came to its own
/// end; the searcher's stop flag ends it early.
pub fn run(job: &Job, searcher: &mut Searcher, report: &mut dyn FnMut(JobProgressReport)) -> bool {
    // Entries of earlier jobs would change what a search finds at a fixed depth.
    searcher.clear();
    searcher.prepare_for(job.start().spec());
    match job {
        Job::Values { position, ply, effort, .. } => values(searcher, position, *ply, effort, report),
        Job::Review { game, effort, .. } => review(searcher, game, effort, report),
        Job::Solve { position, ply, longest } => solve(searcher, position, *ply, *longest, report),
    }
}

/// Evaluates all moves of a position, with a report per pass.
fn values(
    searcher: &mut Searcher,
    position: &Position,
    ply: usize,
    effort: &Effort,
    report: &mut dyn FnMut(JobProgressReport),
) -> bool {
    let limits = effort.limits(position.empties().len());
    let result = |analysis: &Analysis| Some(JobResult::Values(ValuesView::of(ply, position, analysis)));
    let mut reported_at = Instant::now();
    let mut last = JobProgress::default();
    let analysis = searcher.analyse_with(position, &limits, &mut |step| {
        let progress = progress(step);
        if step.is_complete() {
            last = progress;
            report(JobProgressReport { progress, result: result(step.analysis) });
        } else if reported_at.elapsed() >= REPORT_INTERVAL {
            reported_at = Instant::now();
            report(JobProgressReport { progress, result: None });
        }
    });
    report(JobProgressReport { progress: last, result: result(&analysis) });
    !searcher.stop_handle().is_stopped()
}

fn progress(step: &AnalysisStep<'_>) -> JobProgress {
    JobProgress { done: step.done, total: step.of, depth: step.depth, selectivity: step.selectivity.percent() }
}

/// Reviews a game from its end, with a report per move.
fn review(searcher: &mut Searcher, game: &Game, effort: &Effort, report: &mut dyn FnMut(JobProgressReport)) -> bool {
    let (level, total) = (effort.level(), game.ply());
    let mut so_far = Review::default();
    report(JobProgressReport { progress: JobProgress { total, ..JobProgress::default() }, result: None });
    searcher.review(game, &|empties| effort.limits(empties), &mut |reviewed| {
        so_far.moves.insert(0, reviewed.clone());
        let (depth, selectivity) = (reviewed.depth, reviewed.selectivity.percent());
        let progress = JobProgress { done: so_far.moves.len(), total, depth, selectivity };
        report(JobProgressReport { progress, result: Some(JobResult::Review(ReviewView::of(level, &so_far))) });
    });
    so_far.moves.len() == total
}

/// Solves a position, with a report per depth.
fn solve(
    searcher: &mut Searcher,
    position: &Position,
    ply: usize,
    longest: Duration,
    report: &mut dyn FnMut(JobProgressReport),
) -> bool {
    let limits = Limits::time(longest);
    let start = Instant::now();
    let mut report_outcome = |outcome: &Outcome| {
        let result = JobResult::Values(ValuesView::of_best(ply, position, outcome));
        let done = usize::from(outcome.is_exact());
        let (depth, selectivity) = (outcome.depth, outcome.selectivity.percent());
        report(JobProgressReport {
            progress: JobProgress { done, total: 1, depth, selectivity },
            result: Some(result),
        });
    };
    let outcome = searcher.search_with(position, &limits, &mut |step| {
        let Progress { depth, selectivity, value, bound, is_proven, ref line, nodes } = *step;
        let (mv, line, time) = (line.first().copied(), line.clone(), start.elapsed());
        report_outcome(&Outcome { mv, value, bound, depth, selectivity, is_proven, line, nodes, time });
    });
    report_outcome(&outcome);
    outcome.is_exact()
}
