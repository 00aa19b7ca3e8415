//! Append first, then tell.

use std::sync::Arc;

use super::{Owner, RoomError};
use crate::{bus::Notice, event::Event, rooms, store::StoreError, table::Table, wire};

/// Milliseconds of rest after a failure of the store.
const REST: u64 = 1000;

impl Owner {
    /// Writes events, and when they are on the disk lets them have happened and tells everybody. Nothing has changed if that fails.
    pub(super) async fn append(&mut self, events: Vec<Event>, at: u64) -> Result<u64, RoomError> {
        let at = at.max(self.table.updated_at());
        let mut after = self.table.clone();
        let mut notices = Vec::with_capacity(events.len());
        for event in &events {
            after.apply(event, at).map_err(RoomError::damaged)?;
            notices.push(Arc::new(Notice { version: after.version(), text: wire::event(event, &after) }));
        }
        let append = rooms::append(&after, self.table.version(), &events);
        if let Err(error) = self.house.store.append(append).await {
            return Err(self.failed(error).await);
        }
        self.forget_thoughts(&events);
        let presence = self.people.presence(&self.table);
        self.table = after;
        if events.iter().any(|event| matches!(event, Event::Seated { .. } | Event::Reopened { .. })) {
            self.people.reseat(&self.table, self.now());
        }
        self.log.extend(events.into_iter().map(|event| (at, event)));
        for notice in notices {
            self.house.bus.publish(self.table.id(), notice);
        }
        self.tell_followers();
        self.note_attendance();
        self.tell_if_other(&presence);
        Ok(self.table.version())
    }

    /// If somebody else has written to this log, what he wrote is true.
    async fn failed(&mut self, error: StoreError) -> RoomError {
        tracing::error!(game = %self.table.id(), %error, "an event could not be written");
        self.rest_until = self.now() + REST;
        if let StoreError::Conflict { .. } = error
            && let Ok(log) = self.house.store.read(self.table.id(), 0).await
            && let Ok(table) = Table::of_log(self.table.id(), &log)
        {
            let events = log.iter().filter_map(|logged| Some((logged.at, Event::from_json(&logged.event).ok()?)));
            self.log = events.collect();
            self.table = table;
            self.people.reseat(&self.table, self.now());
            self.thinking = None;
            self.tell_followers();
        }
        RoomError::Store(error)
    }

    /// The messages of all events after a version, as they were told when they happened.
    pub(super) fn messages_after(&self, after: u64) -> Vec<String> {
        let mut messages = Vec::new();
        let mut table: Option<Table> = None;
        for (at, event) in &self.log {
            match (&mut table, event) {
                (None, Event::Created(created)) => table = Table::new(self.table.id(), (**created).clone(), *at),
                (Some(table), event) => drop(table.apply(event, *at)),
                (None, _) => {}
            }
            if let Some(table) = table.as_ref().filter(|table| table.version() > after) {
                messages.push(wire::event(event, table));
            }
        }
        messages
    }
}
