//! What is said to browsers and programs, and what they say.
