//! Built-in bots: small players that a class can read.
