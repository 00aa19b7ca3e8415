//! All games that are awake.
