//! Where a tournament is kept if nobody says.

use std::path::PathBuf;

/// The first folder here that is not there yet.
pub(super) fn free() -> PathBuf {
    let mut names = (1..).map(|number: u32| PathBuf::from(format!("tournament-{number}")));
    names.find(|name| !name.exists()).expect("there are more numbers than folders")
}
