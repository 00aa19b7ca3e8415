//! Texts of a record as its tags fill them.

/// Sets a text; always true, for it is always understood.
pub(super) fn set(field: &mut String, value: &str) -> bool {
    value.clone_into(field);
    true
}

/// Adds a comment on a line of its own; an empty one adds nothing.
pub(super) fn add(comment: &mut String, more: &str) {
    if more.is_empty() {
        return;
    }
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(more);
}
