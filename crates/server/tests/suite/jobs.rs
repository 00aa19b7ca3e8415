//! What a queue of jobs promises.

mod contract;

use outflank_server::jobs::{JobSettings, LocalQueue};

/// Small enough for tests to fill: two jobs of a client are worked on at once, three of one and five of all wait.
fn settings() -> JobSettings {
    JobSettings { workers: 4, queue_limit: 5, per_client: 3, per_machine: 4, ..JobSettings::default() }
}

/// Every promise, kept by every queue that there is. Time passes as soon as all wait for it.
macro_rules! every_queue {
    ($($promise:ident)*) => {
        mod local {
            $(#[tokio::test(start_paused = true)]
            async fn $promise() {
                super::contract::$promise(&super::LocalQueue::new(&super::settings())).await;
            })*
        }
    };
}

every_queue! {
    a_job_is_told_from_its_coming_to_its_end
    jobs_of_one_client_are_taken_as_they_came
    clients_take_turns
    no_client_has_all_who_work
    too_many_of_a_client_are_refused_until_one_is_over
    who_asks_on_this_machine_is_one_client_with_a_limit_of_its_own
    too_many_of_all_are_refused_until_one_is_taken
    places_are_told_as_they_change
    a_job_that_waits_is_cancelled_and_never_taken
    a_job_that_is_worked_on_is_cancelled_at_once_and_its_worker_hears
    what_is_over_stays_as_it_is
    a_failure_is_told
    a_known_answer_is_asked_for_like_others
    every_job_is_taken_once
    who_waits_for_a_job_gets_the_next
    who_comes_late_is_told_how_it_stands
    unknown_jobs_are_nothing
    the_oldest_that_are_over_are_forgotten
    the_end_sends_everybody_home
    a_job_whose_worker_is_lost_waits_again_before_the_others_of_its_client
    who_waits_for_a_job_gets_that_of_one_who_is_lost
    who_lost_a_job_is_not_heard_any_more
    who_is_heard_of_keeps_his_job
    a_job_that_nobody_wants_is_over_when_its_worker_is_lost
    a_job_over_which_three_are_lost_has_failed
}
