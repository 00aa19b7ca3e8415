//! What every store promises, and what the one with a file promises besides.

mod contract;
mod crash;
mod file;
mod sample;

use outflank_server::log::{MemoryStore, SqliteStore};

/// Every promise, kept by every store.
macro_rules! every_store {
    ($($promise:ident)*) => {
        mod memory {
            $(#[tokio::test]
            async fn $promise() {
                super::contract::$promise(&super::MemoryStore::new()).await;
            })*
        }

        mod sqlite {
            $(#[tokio::test]
            async fn $promise() {
                let directory = tempfile::tempdir().unwrap();
                super::contract::$promise(&super::SqliteStore::open(directory.path().join("games.db")).unwrap()).await;
            })*
        }
    };
}

every_store! {
    a_log_grows_and_is_read_in_order
    reading_after_a_version_gives_the_rest
    an_unknown_game_has_no_events
    another_number_of_events_is_a_conflict_and_changes_nothing
    an_append_without_events_is_refused
    of_two_writers_exactly_one_wins
    a_conflict_among_many_fails_alone
    appends_in_a_row_need_not_wait_for_each_other
    lists_run_from_the_newest_page_by_page
    games_that_changed_at_once_are_told_apart_by_name
    lists_are_by_status
    lists_are_by_holder_and_holders_change
    lists_leave_out_a_holders_games_before_they_are_cut
    lists_begin_where_they_are_asked_to
    unlisted_games_are_only_in_their_holders_lists
    a_page_has_a_limit
    kinds_of_logs_are_kept_apart
    what_is_attached_is_found_beside_its_game
    unfinished_games_are_those_to_resume
    texts_come_back_as_they_were
    it_is_well
    answers_are_found_by_their_keys_and_replaced
    the_oldest_answers_make_room
}
