//! Balanced beginnings for matches.
