//! Telling everybody who looks at a game what happened there.
