//! What happens in a game, as its log keeps it.
