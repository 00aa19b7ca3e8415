//! What players of the course that speaks JSON lines say.

use std::collections::BTreeSet;

use outflank_server::course::fuzzing::course_lines;
use serde_json::Value;

/// Whatever is said, everybody is told something that can be read, and nobody sits in two chairs or without having come in.
pub fn course(text: &str) {
    for line in course_lines(text) {
        let told: Value = serde_json::from_str(&line).expect("JSON");
        if told["type"] == "error" {
            assert!(told["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
            continue;
        }
        let users: BTreeSet<&str> = names(&told["users"]).collect();
        let tables = told["tables"].as_array().expect("tables").iter();
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
