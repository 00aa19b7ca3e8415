//! The routes, and what every answer must have.
