//! Our own protocol: lines of JSON.
