//! What a position is worth without search.
