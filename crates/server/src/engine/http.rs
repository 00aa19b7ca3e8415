//! Analysis jobs over plain HTTP. Their WebSocket is in [`socket`](super::socket).

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::Serialize;
use serde_json::Value;

use crate::{
    engine::{
        jobs::{JobId, JobRequest, JobWatch, Jobs, Submitted, UnknownJobError},
        pool::Client,
        wire::state_json,
    },
    web::{ApiError, LimitedPeer, Peer, input::Body, limits::RateLimiters},
};

/// The JSON of a job.
#[derive(Serialize)]
pub(crate) struct JobResponse {
    id: JobId,
    state: Value,
}

impl JobResponse {
    fn of(id: JobId, watch: &JobWatch) -> Json<JobResponse> {
        Json(JobResponse { id, state: state_json(&watch.borrow()) })
    }
}

/// The client of a request: its address, or `local` where addresses do not tell clients apart.
pub(crate) fn client(peer: &Peer, limiters: &RateLimiters, local: Client) -> Client {
    if limiters.jobs.concerns(peer.address) { Client::at(peer.address) } else { local }
}

/// `POST /api/jobs`
pub(crate) async fn submit(
    State(jobs): State<Jobs>,
    State(limiters): State<Arc<RateLimiters>>,
    peer: Peer,
    Body(request): Body<JobRequest>,
) -> Result<(StatusCode, Json<JobResponse>), ApiError> {
    limiters.jobs.take(peer.address)?;
    let submitted = jobs.submit(client(&peer, &limiters, Client::ThisMachine), request).await?;
    jobs.cancel_if_abandoned(&submitted);
    let Submitted { id, watch } = submitted;
    Ok((StatusCode::ACCEPTED, JobResponse::of(id, &watch)))
}

/// `GET /api/jobs/{id}`
pub(crate) async fn state(
    State(jobs): State<Jobs>,
    Path(name): Path<String>,
    _: LimitedPeer,
) -> Result<Json<JobResponse>, ApiError> {
    let (id, watch) = found(&jobs, &name)?;
    Ok(JobResponse::of(id, &watch))
}

/// `DELETE /api/jobs/{id}`
pub(crate) async fn cancel(
    State(jobs): State<Jobs>,
    Path(name): Path<String>,
    _: LimitedPeer,
) -> Result<Json<JobResponse>, ApiError> {
    let (id, watch) = found(&jobs, &name)?;
    jobs.cancel(id);
    Ok(JobResponse::of(id, &watch))
}

fn found(jobs: &Jobs, name: &str) -> Result<(JobId, JobWatch), ApiError> {
    let id: JobId = name.parse()?;
    let watch = jobs.watch(id).ok_or_else(|| UnknownJobError::new(name))?;
    Ok((id, watch))
}
