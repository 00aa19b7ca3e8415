//! One game with the people around it: its owner task, and the handle on it.
