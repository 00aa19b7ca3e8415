//! The text formats of records, each with the quirks met in the wild, and the reader that streams them.

mod ggf;
