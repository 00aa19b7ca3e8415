//! The page, which is inside the binary.
