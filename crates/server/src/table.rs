//! One game as a fold of its events, and what may happen next.
