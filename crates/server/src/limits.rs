//! How often one address may do what costs something. A legal move in a running game is never limited.
