//! One browser or program that looks at a game.
