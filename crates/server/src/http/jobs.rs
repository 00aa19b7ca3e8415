//! Jobs for the engine, asked for one request at a time. The socket for them is in [`socket`](crate::socket).

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::Serialize;

use super::{ApiError, Peer, input::Body};
use crate::{
    jobs::{JobClient, JobId, JobState, JobWish, Jobs, Submitted, UnknownJob, Watch},
    limits::Allowances,
};

/// A job and how it stands.
#[derive(Serialize)]
pub(super) struct Told {
    id: JobId,
    state: JobState,
}

impl Told {
    fn of(id: JobId, watch: &Watch) -> Json<Told> {
        Json(Told { id, state: JobState::clone(&watch.borrow()) })
    }
}

/// In whose name somebody asks: that of his address, or this one where addresses tell nobody apart.
pub(crate) fn client(peer: &Peer, allowances: &Allowances, here: JobClient) -> JobClient {
    if allowances.jobs.concerns(peer.address) { JobClient::at(peer.address) } else { here }
}

/// `POST /api/jobs`
pub(super) async fn submit(
    State(jobs): State<Jobs>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Body(wish): Body<JobWish>,
) -> Result<(StatusCode, Json<Told>), ApiError> {
    allowances.jobs.take(peer.address)?;
    let submitted = jobs.submit(client(&peer, &allowances, JobClient::ThisMachine), wish).await?;
    jobs.leave(&submitted);
    let Submitted { id, watch } = submitted;
    Ok((StatusCode::ACCEPTED, Told::of(id, &watch)))
}

/// `GET /api/jobs/{id}`
pub(super) async fn state(
    State(jobs): State<Jobs>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path(name): Path<String>,
) -> Result<Json<Told>, ApiError> {
    allowances.requests.take(peer.address)?;
    let (id, watch) = found(&jobs, &name)?;
    Ok(Told::of(id, &watch))
}

/// `DELETE /api/jobs/{id}`
pub(super) async fn cancel(
    State(jobs): State<Jobs>,
    State(allowances): State<Arc<Allowances>>,
    peer: Peer,
    Path(name): Path<String>,
) -> Result<Json<Told>, ApiError> {
    allowances.requests.take(peer.address)?;
    let (id, watch) = found(&jobs, &name)?;
    jobs.cancel(id);
    Ok(Told::of(id, &watch))
}

fn found(jobs: &Jobs, name: &str) -> Result<(JobId, Watch), ApiError> {
    let id: JobId = name.parse()?;
    let watch = jobs.watch(id).ok_or_else(|| UnknownJob::named(name))?;
    Ok((id, watch))
}
