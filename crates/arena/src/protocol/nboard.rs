//! The NBoard protocol, version 2.
