//! Messages of course players that use JSON lines.

use std::collections::BTreeSet;

use outflank_server::course::fuzzing::course_lines;
use serde_json::Value;

/// The lobby answers any input with JSON. A player has at most one seat, and only after login.
pub fn course(text: &str) {
    for line in course_lines(text) {
        let message: Value = serde_json::from_str(&line).expect("JSON");
        if message["type"] == "error" {
            assert!(message["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
            continue;
        }
        let users: BTreeSet<&str> = names(&message["users"]).collect();
        let tables = message["tables"].as_array().expect("tables").iter();
        let seats = tables.flat_map(|table| ["white", "black", "observer"].map(|chair| &table["seats"][chair]["name"]));
        let mut seated = BTreeSet::new();
        for name in seats.filter_map(Value::as_str) {
            assert!(users.contains(name) && seated.insert(name), "{line}");
        }
    }
}

fn names(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}
