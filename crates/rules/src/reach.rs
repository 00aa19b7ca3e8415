//! Can a state arise in a game? Filled in below.
