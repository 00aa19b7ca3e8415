//! Lists of those who take part.

use std::collections::BTreeSet;

use outflank_arena::roster::{Roster, read};

/// A list is refused with its line, or everybody on it has a name of its own that fits into one line.
pub fn roster(text: &str) {
    match read(text) {
        Ok(list) => {
            let roster = Roster::new(list);
            let names: BTreeSet<&String> = roster.names().iter().collect();
            assert_eq!(names.len(), roster.entrants().len(), "names are distinct");
            assert!(names.iter().all(|name| !name.trim().is_empty() && !name.contains(char::is_control)));
        }
        Err(error) => assert!(error.to_string().starts_with("line ")),
    }
}
