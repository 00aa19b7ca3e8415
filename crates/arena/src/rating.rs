//! Strengths out of results.
