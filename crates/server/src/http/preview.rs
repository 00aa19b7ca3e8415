//! What social networks show of a link: words and a picture in the head of a page.

use std::fmt::Write;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Uri, header, request::Parts},
};

use super::{ApiError, InPath, Peer, Services, address::with_query, input::Query, picture};
use crate::{
    archive,
    id::GameId,
    picture::{Caption, opponents, up_to},
    wire,
};

/// Somebody at the address of a page.
pub(super) struct Visit {
    peer: Peer,
    id: Option<GameId>,
    query: Query,
    uri: Uri,
    pub(super) headers: HeaderMap,
}

impl FromRequestParts<Services> for Visit {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Visit, ApiError> {
        let peer = Peer::from_request_parts(parts, services).await.map_err(|_| ApiError::Panicked)?;
        let id = InPath::from_request_parts(parts, services).await.ok().map(|InPath(id)| id);
        // A page is shown whatever stands behind its address.
        let query = Query::from_request_parts(parts, services).await.unwrap_or_default();
        Ok(Visit { peer, id, query, uri: parts.uri.clone(), headers: parts.headers.clone() })
    }
}

impl Visit {
    /// About the game that the path names, if there is one.
    pub(super) async fn game(&self, services: &Services) -> Option<Preview> {
        self.preview_of(services, self.id?).await
    }

    /// About the game that the query names, or the moves in it.
    pub(super) async fn subject(&self, services: &Services) -> Option<Preview> {
        if let Some(id) = self.query.text("game") {
            return self.preview_of(services, id.parse().ok()?).await;
        }
        if let Some(id) = self.query.text("archive") {
            return self.preview_of_past(services, id.parse().ok()?).await;
        }
        let (variant, game) = picture::subject(&self.query).read().ok()?;
        let game = up_to(&game, picture::ply(&self.query, &game).ok()?);
        let pairs = ["variant", "start", "moves", "ply"].map(|name| (name, self.query.text(name)));
        // An empty page is about nothing yet.
        pairs.iter().any(|(_, text)| text.is_some()).then_some(())?;
        Some(self.preview(Caption::of_game(None, variant, &game), &pairs))
    }

    /// About a game of the archive.
    async fn preview_of_past(&self, services: &Services, id: u32) -> Option<Preview> {
        services.allowances.visits.take(self.peer.address).ok()?;
        let past = services.archive.read(move |archive| archive.game(id)).await.ok()??.past;
        let ply = picture::ply(&self.query, &past.game).unwrap_or(past.game.ply());
        let title = opponents(&past.black, &past.white);
        let caption = Caption::of_game(Some(&title), past.variant(), &up_to(&past.game, ply));
        let [start, moves, ply] = [wire::position(&past.game.start()), archive::moves(&past.game), ply.to_string()];
        let variant = past.variant().to_string();
        let pairs =
            [("variant", &variant), ("start", &start), ("moves", &moves), ("ply", &ply), ("title", &caption.title)];
        Some(self.preview(caption.clone(), &pairs.map(|(name, text)| (name, Some(text.as_str())))))
    }

    /// With a picture that a query describes.
    fn preview(&self, caption: Caption, pairs: &[(&str, Option<&str>)]) -> Preview {
        Preview { caption, picture: with_query("/api/preview.png", pairs), page: self.uri.to_string() }
    }

    async fn preview_of(&self, services: &Services, id: GameId) -> Option<Preview> {
        services.allowances.visits.take(self.peer.address).ok()?;
        let table = services.rooms.game(id).table().await.ok()?;
        let end = table.game().ply();
        let ply = picture::ply(&self.query, table.game()).unwrap_or(end);
        let at = if ply < end { format!("&ply={ply}") } else { String::new() };
        let picture = format!("/api/games/{id}/preview.png?v={}{at}", table.version());
        let caption = Caption::of_table(&table, &up_to(table.game(), ply));
        Some(Preview { caption, picture, page: self.uri.to_string() })
    }
}

/// A page as others announce it.
#[derive(Debug)]
pub(super) struct Preview {
    pub(super) caption: Caption,
    /// Where the picture lies on this server, with its query.
    pub(super) picture: String,
    /// Where the page lies.
    pub(super) page: String,
}

impl Preview {
    /// The page with this in its head.
    pub(super) fn put_into(&self, page: &str, headers: &HeaderMap) -> Option<String> {
        let (before, after) = page.split_once("</head>")?;
        Some(format!("{before}{}</head>{after}", self.tags(&origin(headers)?)))
    }

    fn tags(&self, origin: &str) -> String {
        let Caption { title, .. } = &self.caption;
        let sentence = self.caption.sentence();
        let picture = format!("{origin}{}", self.picture);
        let page = format!("{origin}{}", self.page);
        let mut tags = String::new();
        for (name, content) in [
            ("og:type", "website"),
            ("og:site_name", "Outflank"),
            ("og:title", title),
            ("og:description", &sentence),
            ("og:url", &page),
            ("og:image", &picture),
            ("og:image:type", "image/png"),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            ("og:image:alt", &format!("A board. {sentence}")),
        ] {
            let _ = writeln!(tags, "  <meta property=\"{name}\" content=\"{}\">", escaped(content));
        }
        tags.push_str("  <meta name=\"twitter:card\" content=\"summary_large_image\">\n");
        let _ = writeln!(tags, "  <meta name=\"description\" content=\"{}\">", escaped(&sentence));
        tags
    }
}

/// How whoever asks calls this server. A proxy says whether it was called safely.
fn origin(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST.as_str())?;
    let scheme = if text("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    Some(format!("{scheme}://{host}"))
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut text, sign| {
        match sign {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            sign if sign.is_control() => text.push(' '),
            sign => text.push(sign),
        }
        text
    })
}
