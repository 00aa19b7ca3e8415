//! What an operator can choose.
