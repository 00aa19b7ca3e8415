//! The routes, and what every answer must have.

mod guard;
mod health;
mod page;
mod peer;

use std::sync::Arc;

use axum::{Router, extract::FromRef, middleware, routing::get};

use crate::{app::Stopping, assets::Assets};
pub(crate) use peer::Peer;

/// What handlers work with; each names the part that it needs.
#[derive(Clone, Debug)]
pub(crate) struct Services {
    pub(crate) assets: Arc<Assets>,
    pub(crate) stopping: Stopping,
}

macro_rules! parts {
    ($($field:ident: $kind:ty),*) => {$(
        impl FromRef<Services> for $kind {
            fn from_ref(services: &Services) -> $kind {
                services.$field.clone()
            }
        }
    )*};
}

parts!(assets: Arc<Assets>, stopping: Stopping);

/// All routes, with what surrounds them.
pub(crate) fn router(services: Services) -> Router {
    Router::<Services>::new()
        .route("/health", get(health::health))
        .fallback(get(page::file))
        .route("/", get(page::home))
        .route("/game/{id}", get(page::game))
        .route("/watch/{id}", get(page::watch))
        .layer(middleware::from_fn(guard::guard))
        .with_state(services)
}
