//! The routes, and what every answer must have.

mod address;
mod archive;
mod bots;
mod embed;
mod error;
mod game;
mod games;
mod guard;
mod health;
mod hint;
mod host;
mod input;
mod jobs;
mod line;
mod openapi;
mod options;
pub(crate) mod origin;
mod page;
mod peer;
mod picture;
mod position;
mod preview;
mod qr;
mod read;
mod record;
mod tournament;
mod tournaments;
mod who;

use std::sync::Arc;

use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef},
    middleware,
    routing::{MethodRouter, get, post},
};

use crate::{
    app::Stopping,
    assets::Assets,
    bots::Bots,
    chores::Chores,
    config::Audience,
    jobs::Jobs,
    limits::{Allowances, Gates},
    metrics::Metrics,
    pool::Pool,
    reach::Reach,
    rooms::Rooms,
    socket,
    store::EventStore,
    tournaments::Tournaments,
};
pub(crate) use archive::Desk;
pub(crate) use error::ApiError;
pub use host::{HostName, Hosts, NotAHostName};
pub(crate) use input::InPath;
pub(crate) use jobs::client as job_client;
pub(crate) use peer::Peer;
pub(crate) use who::Who;

/// The most bytes of a body: a long record of a game to play on from.
const LONGEST_BODY: usize = 16 * 1024;

/// What handlers work with; each names the part that it needs.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) allowances: Arc<Allowances>,
    pub(crate) archive: Desk,
    pub(crate) assets: Arc<Assets>,
    pub(crate) bots: Bots,
    pub(crate) chores: Arc<Chores>,
    pub(crate) gates: Arc<Gates>,
    pub(crate) hosts: Arc<Hosts>,
    pub(crate) jobs: Jobs,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) metrics_for: Audience,
    pub(crate) pool: Arc<Pool>,
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
    allowances: Arc<Allowances>,
    archive: Desk,
    assets: Arc<Assets>,
    bots: Bots,
    chores: Arc<Chores>,
    gates: Arc<Gates>,
    hosts: Arc<Hosts>,
    jobs: Jobs,
    metrics: Arc<Metrics>,
    metrics_for: Audience,
    pool: Arc<Pool>,
    reach: Reach,
    rooms: Rooms,
    stopping: Stopping,
    store: Arc<dyn EventStore>,
    tournaments: Tournaments,
);

/// Everything but the files of the page. Each of these is in `openapi.json`, which a test holds true.
fn routes() -> Vec<(&'static str, MethodRouter<Services>)> {
    vec![
        ("/api/games", get(games::list).post(games::create)),
        ("/api/games/{id}", get(game::snapshot)),
        ("/api/games/{id}/events", get(game::events)),
        ("/api/games/{id}/seats", post(game::sit)),
        ("/api/games/{id}/invite", post(game::invite)),
        ("/api/games/{id}/commands", post(game::command)),
        ("/api/games/{id}/record", get(record::record)),
        ("/api/games/{id}/picture.svg", get(picture::of_game)),
        ("/api/games/{id}/picture.png", get(picture::of_game)),
        ("/api/games/{id}/picture.gif", get(picture::of_game)),
        ("/api/games/{id}/picture.html", get(picture::of_game)),
        ("/api/games/{id}/preview.png", get(picture::preview_of_game)),
        ("/api/games/{id}/hint", get(hint::hint)),
        ("/api/games/{id}/socket", get(socket::upgrade)),
        ("/api/games/{id}/thoughts", get(bots::thoughts)),
        ("/api/games/{id}/traffic", get(bots::traffic)),
        ("/api/bots", get(bots::list)),
        ("/api/bots/me", get(bots::me)),
        ("/api/bots/socket", get(bots::socket)),
        ("/api/jobs", post(jobs::submit)),
        ("/api/jobs/{id}", get(jobs::state).delete(jobs::cancel)),
        ("/api/jobs/socket", get(socket::jobs)),
        ("/api/tournaments", get(tournaments::list).post(tournaments::create)),
        ("/api/tournaments/code/{code}", get(tournaments::called)),
        ("/api/tournaments/{id}", get(tournament::snapshot)),
        ("/api/tournaments/{id}/rounds/{number}", get(tournament::round)),
        ("/api/tournaments/{id}/boards", get(tournament::boards)),
        ("/api/tournaments/{id}/commands", post(tournament::command)),
        ("/api/tournaments/{id}/socket", get(tournament::socket)),
        ("/api/tournaments/{id}/export.zip", get(tournament::archive)),
        ("/api/tournaments/{id}/files/{*name}", get(tournament::file)),
        ("/api/line", post(line::line)),
        ("/api/position", post(position::position)),
        ("/api/read", post(read::read).layer(read::limit())),
        ("/api/archive", get(archive::list)),
        ("/api/archive/explore", get(archive::explore)),
        ("/api/archive/export", get(archive::export)),
        ("/api/archive/import", post(archive::import)),
        ("/api/archive/players", get(archive::players)),
        ("/api/archive/{id}", get(archive::one)),
        ("/api/picture.svg", get(picture::of_query)),
        ("/api/picture.png", get(picture::of_query)),
        ("/api/picture.gif", get(picture::of_query)),
        ("/api/picture.html", get(picture::of_query)),
        ("/api/preview.png", get(picture::preview_of_query)),
        ("/api/chart.svg", get(picture::chart)),
        ("/api/chart.png", get(picture::chart)),
        ("/api/card.svg", get(picture::card)),
        ("/api/card.png", get(picture::card)),
        ("/api/browser", post(who::introduce)),
        ("/api/options", get(options::options)),
        ("/api/qr", post(qr::picture)),
        ("/api/openapi.json", get(openapi::document)),
        ("/health", get(health::health)),
        ("/ready", get(health::ready)),
        ("/metrics", get(health::metrics)),
    ]
}

/// All routes, with what surrounds them.
pub(crate) fn router(services: Services) -> Router {
    let routes = routes().into_iter().fold(Router::<Services>::new(), |all, (path, route)| all.route(path, route));
    routes
        .route("/", get(page::home))
        .route("/game/{id}", get(page::game))
        .route("/watch/{id}", get(page::watch))
        .route("/analyse", get(page::analyse))
        .route("/edit", get(page::edit))
        .route("/archive", get(page::archive))
        .route("/embed", get(embed::of_query))
        .route("/embed/{id}", get(embed::of_game))
        .route("/arena", get(page::arena))
        .route("/tournament/{id}", get(page::tournament))
        .route("/tournament/{id}/projector", get(page::projector))
        .route("/bot", get(page::bot))
        .fallback(page::file)
        .method_not_allowed_fallback(async || ApiError::WrongMethod)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(services.clone(), guard::guard))
        .with_state(services)
}
