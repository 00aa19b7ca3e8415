//! The whole server: built from a configuration, bound to an address, stopped by a future.
