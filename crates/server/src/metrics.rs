//! Counts and times for operators, as Prometheus reads them.
