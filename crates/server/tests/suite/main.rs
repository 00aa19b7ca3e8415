//! The tests of the server over its public parts and real sockets, in one test binary.

mod archive;
mod http;
mod store;
