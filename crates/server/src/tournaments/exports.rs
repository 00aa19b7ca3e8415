//! Files of a tournament to take home.

use std::sync::Arc;

use crate::tournament::{Contest, Export, File};

/// The name by which everything in one archive is asked for.
pub(crate) const ARCHIVE: &str = "export.zip";

/// The most bytes of a file that is kept for the next who asks.
const MOST_KEPT: usize = 4 << 20;

/// Makes one file of a tournament at a time, and keeps the last: large tournaments take a while, and a whole class asks for the same.
#[derive(Default)]
pub(crate) struct Exports {
    last: Arc<tokio::sync::Mutex<Option<Made>>>,
}

struct Made {
    version: u64,
    asked: String,
    file: Arc<File>,
}

impl Exports {
    /// The file of this name; nothing if there is none, or before the start.
    pub(crate) async fn file(&self, contest: Arc<Contest>, asked: String) -> Option<Arc<File>> {
        let mut last = Arc::clone(&self.last).lock_owned().await;
        let kept = last.as_ref().filter(|made| made.version == contest.version() && made.asked == asked);
        if let Some(made) = kept {
            return Some(Arc::clone(&made.file));
        }
        // Who has gone in the meantime does not let two be made at once: this goes on, and the next one waits for it.
        let making = tokio::task::spawn_blocking(move || {
            let export = Export::new(&contest)?;
            let file = if asked == ARCHIVE { Some(export.archive()) } else { export.file(&asked) };
            let file = Arc::new(file?);
            *last = (file.bytes.len() <= MOST_KEPT).then(|| Made {
                version: contest.version(),
                asked,
                file: Arc::clone(&file),
            });
            Some(file)
        });
        making.await.expect("exports do not panic")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        id::GameId,
        secret::Secret,
        tournament::{Event, NewTournament},
    };

    #[tokio::test]
    async fn a_file_is_made_once_as_long_as_nothing_happens() {
        let wish: NewTournament = serde_json::from_str(r#"{"players":["greedy","random"]}"#).unwrap();
        let host = Secret::random().hash();
        let events = wish.resolve(host, "KITE-42".parse().unwrap(), 1).unwrap();
        let Event::Created(created) = &events[0] else { panic!("it is created first") };
        let mut contest = Contest::new(GameId::random(), (**created).clone(), 0);
        for event in events[1..].iter().chain([&Event::Started]) {
            contest.apply(event, 0).unwrap();
        }
        let exports = Exports::default();
        let file = async |contest: &Contest, name: &str| exports.file(Arc::new(contest.clone()), name.to_owned()).await;
        let first = file(&contest, "report.html").await.unwrap();
        assert!(Arc::ptr_eq(&first, &file(&contest, "report.html").await.unwrap()));
        assert!(file(&contest, "nothing.html").await.is_none());
        assert!(file(&contest, ARCHIVE).await.unwrap().name.ends_with(".zip"));
        let again = file(&contest, "report.html").await.unwrap();
        assert_eq!(again, first);
        contest.apply(&Event::Paused, 0).unwrap();
        assert!(!Arc::ptr_eq(&again, &file(&contest, "report.html").await.unwrap()), "something has happened");
    }
}
