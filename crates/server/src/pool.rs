//! Engine work on threads of its own, in fair order.
