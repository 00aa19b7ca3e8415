//! The HTTP side of the server: the routes, and what every request passes through.

pub(crate) mod address;
pub mod app;
pub(crate) mod assets;
pub(crate) mod blocking;
pub(crate) mod credentials;
pub(crate) mod error;
pub(crate) mod guard;
pub(crate) mod health;
pub(crate) mod host;
pub(crate) mod input;
pub(crate) mod limits;
pub(crate) mod list;
pub(crate) mod metrics;
pub(crate) mod openapi;
pub(crate) mod options;
pub(crate) mod origin;
pub(crate) mod page;
pub(crate) mod peer;
pub(crate) mod preview;
pub mod qr;
pub mod reach;
pub mod site;
pub(crate) mod socket;
pub mod tls;
pub(crate) mod zip;

use std::sync::Arc;

use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef},
    middleware,
    routing::{MethodRouter, get, post},
};

use crate::{
    archive::{self, http::ArchiveService},
    bots::{self, Bots, programs::Programs},
    config::Audience,
    engine::{self, jobs::Jobs, pool::Pool},
    game::{self, Rooms},
    log::EventStore,
    study,
    tournament::{self, Tournaments},
    web::{
        app::Stopping,
        assets::Assets,
        blocking::BlockingTasks,
        limits::{ConnectionLimiter, RateLimiters},
        metrics::Metrics,
        reach::Reach,
    },
};
pub(crate) use credentials::Credentials;
pub(crate) use error::ApiError;
pub use host::{HostName, Hosts, ParseHostNameError};
pub(crate) use input::InPath;
pub(crate) use peer::{LimitedPeer, Peer};

/// Most bytes of a body: enough for a long record of a game.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// The services that handlers use. Each handler extracts the parts that it needs.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) limiters: Arc<RateLimiters>,
    pub(crate) archive: ArchiveService,
    pub(crate) assets: Arc<Assets>,
    pub(crate) bots: Bots,
    pub(crate) blocking: Arc<BlockingTasks>,
    pub(crate) gates: Arc<ConnectionLimiter>,
    pub(crate) hosts: Arc<Hosts>,
    pub(crate) jobs: Jobs,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) metrics_for: Audience,
    pub(crate) pool: Arc<Pool>,
    pub(crate) programs: Arc<Programs>,
    pub(crate) reach: Reach,
    pub(crate) rooms: Rooms,
    pub(crate) stopping: Stopping,
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) tournaments: Tournaments,
}

macro_rules! parts {
    ($($field:ident: $kind:ty),* $(,)?) => {$(
        impl FromRef<Services> for $kind {
            fn from_ref(services: &Services) -> $kind {
                services.$field.clone()
            }
        }
    )*};
}

parts!(
    limiters: Arc<RateLimiters>,
    archive: ArchiveService,
    assets: Arc<Assets>,
    bots: Bots,
    blocking: Arc<BlockingTasks>,
    gates: Arc<ConnectionLimiter>,
    hosts: Arc<Hosts>,
    jobs: Jobs,
    metrics: Arc<Metrics>,
    metrics_for: Audience,
    pool: Arc<Pool>,
    programs: Arc<Programs>,
    reach: Reach,
    rooms: Rooms,
    stopping: Stopping,
    store: Arc<dyn EventStore>,
    tournaments: Tournaments,
);

/// All routes but the files of the page. A test checks that `openapi.json` describes each of them.
fn routes() -> Vec<(&'static str, MethodRouter<Services>)> {
    vec![
        ("/api/games", get(game::list::list).post(game::list::create)),
        ("/api/games/{id}", get(game::http::snapshot)),
        ("/api/games/{id}/events", get(game::http::events)),
        ("/api/games/{id}/seats", post(game::http::sit)),
        ("/api/games/{id}/invite", post(game::http::invite)),
        ("/api/games/{id}/commands", post(game::http::command)),
        ("/api/games/{id}/record", get(game::record::record)),
        ("/api/games/{id}/picture.svg", get(study::http_picture::of_game)),
        ("/api/games/{id}/picture.png", get(study::http_picture::of_game)),
        ("/api/games/{id}/picture.gif", get(study::http_picture::of_game)),
        ("/api/games/{id}/picture.html", get(study::http_picture::of_game)),
        ("/api/games/{id}/preview.png", get(study::http_picture::preview_of_game)),
        ("/api/games/{id}/hint", get(engine::hint::hint)),
        ("/api/games/{id}/socket", get(socket::upgrade)),
        ("/api/games/{id}/thoughts", get(bots::http::thoughts)),
        ("/api/games/{id}/traffic", get(bots::http::traffic)),
        ("/api/bots", get(bots::http::list)),
        ("/api/bots/me", get(bots::http::me)),
        ("/api/bots/socket", get(bots::http::socket)),
        ("/api/jobs", post(engine::http::submit)),
        ("/api/jobs/{id}", get(engine::http::state).delete(engine::http::cancel)),
        ("/api/jobs/socket", get(socket::jobs)),
        ("/api/tournaments", get(tournament::list::list).post(tournament::list::create)),
        ("/api/tournaments/code/{code}", get(tournament::list::called)),
        ("/api/tournaments/{id}", get(tournament::http::snapshot)),
        ("/api/tournaments/{id}/rounds/{number}", get(tournament::http::round)),
        ("/api/tournaments/{id}/boards", get(tournament::http::boards)),
        ("/api/tournaments/{id}/commands", post(tournament::http::command)),
        ("/api/tournaments/{id}/socket", get(tournament::http::socket)),
        ("/api/tournaments/{id}/export.zip", get(tournament::http::archive)),
        ("/api/tournaments/{id}/files/{*name}", get(tournament::http::file)),
        ("/api/line", post(study::http::replay)),
        ("/api/position", post(study::http::position)),
        ("/api/read", post(study::http::read)),
        ("/api/archive", get(archive::http::list)),
        ("/api/archive/explore", get(archive::http::explore)),
        ("/api/archive/export", get(archive::http::export)),
        ("/api/archive/import", post(archive::http::import)),
        ("/api/archive/players", get(archive::http::players)),
        ("/api/archive/{id}", get(archive::http::one)),
        ("/api/picture.svg", get(study::http_picture::of_query)),
        ("/api/picture.png", get(study::http_picture::of_query)),
        ("/api/picture.gif", get(study::http_picture::of_query)),
        ("/api/picture.html", get(study::http_picture::of_query)),
        ("/api/preview.png", get(study::http_picture::preview_of_query)),
        ("/api/chart.svg", get(study::http_picture::chart)),
        ("/api/chart.png", get(study::http_picture::chart)),
        ("/api/card.svg", get(study::http_picture::card)),
        ("/api/card.png", get(study::http_picture::card)),
        ("/api/session", post(credentials::introduce)),
        ("/api/browser", post(credentials::introduce)),
        ("/api/options", get(options::options)),
        ("/api/qr", post(qr::picture)),
        ("/api/openapi.json", get(openapi::document)),
        ("/health", get(health::health)),
        ("/ready", get(health::ready)),
        ("/metrics", get(health::metrics)),
    ]
}

/// All routes, with the layers around them.
pub(crate) fn router(services: Services) -> Router {
    let routes = routes().into_iter().fold(Router::<Services>::new(), |all, (path, route)| all.route(path, route));
    routes
        .route("/", get(page::home))
        .route("/game", get(page::local_game))
        .route("/game/{id}", get(page::game))
        .route("/watch/{id}", get(page::watch))
        .route("/analyse", get(page::analyse))
        .route("/edit", get(page::edit))
        .route("/archive", get(page::archive))
        .route("/embed", get(study::embed::of_query))
        .route("/embed/{id}", get(study::embed::of_game))
        .route("/arena", get(page::arena))
        .route("/tournament/{id}", get(page::tournament))
        .route("/tournament/{id}/projector", get(page::projector))
        .route("/bot", get(page::bot))
        .fallback(page::file)
        .method_not_allowed_fallback(async || ApiError::WrongMethod)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(services.clone(), guard::guard))
        .with_state(services)
}
