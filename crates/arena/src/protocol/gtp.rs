//! The Go Text Protocol, as engines of Reversi speak it.
