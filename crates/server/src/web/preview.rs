//! Link previews for social networks: a title, a text and a picture in the head of a page.

use std::fmt::Write;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Uri, header, request::Parts},
};

use super::{ApiError, InPath, Peer, Services, address::with_query, input::Query};
use crate::{
    game::wire,
    log::id::GameId,
    study::{
        self, http_picture,
        picture::{Caption, opponents, up_to},
    },
};

/// A request for a page.
pub(crate) struct Visit {
    peer: Peer,
    id: Option<GameId>,
    query: Query,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
}

impl FromRequestParts<Services> for Visit {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Visit, ApiError> {
        let peer = Peer::from_request_parts(parts, services).await.map_err(|_| ApiError::Panicked)?;
        let id = InPath::from_request_parts(parts, services).await.ok().map(|InPath(id)| id);
        // A page is shown even if its subject does not exist.
        let query = Query::from_request_parts(parts, services).await.unwrap_or_default();
        Ok(Visit { peer, id, query, uri: parts.uri.clone(), headers: parts.headers.clone() })
    }
}

impl Visit {
    /// The preview of the game in the path.
    pub(crate) async fn game(&self, services: &Services) -> Result<Option<Preview>, ApiError> {
        self.preview_of(services, self.id()?).await.map(Some)
    }

    /// Looks up the tournament in the path. It has no preview.
    pub(crate) async fn tournament(&self, services: &Services) -> Result<Option<Preview>, ApiError> {
        let id = self.id()?;
        services.limiters.visits.take(self.peer.address)?;
        services.tournaments.find(id).await?;
        Ok(None)
    }

    fn id(&self) -> Result<GameId, ApiError> {
        self.id.ok_or_else(|| ApiError::UnknownRoute(self.uri.path().to_owned()))
    }

    /// The preview of the game or the moves in the query.
    pub(crate) async fn subject(&self, services: &Services) -> Option<Preview> {
        if let Some(id) = self.query.text("game") {
            return self.preview_of(services, id.parse().ok()?).await.ok();
        }
        if let Some(id) = self.query.text("archive") {
            return self.preview_of_archived(services, id.parse().ok()?).await;
        }
        let (variant, game) = http_picture::input(&self.query).read().ok()?;
        let game = up_to(&game, http_picture::ply(&self.query, &game).ok()?);
        let pairs = ["variant", "start", "moves", "ply"].map(|name| (name, self.query.text(name)));
        // An empty page has no subject.
        pairs.iter().any(|(_, text)| text.is_some()).then_some(())?;
        Some(self.preview(Caption::of_game(None, variant, &game), &pairs))
    }

    /// The preview of a game in the archive.
    async fn preview_of_archived(&self, services: &Services, id: u32) -> Option<Preview> {
        services.limiters.visits.take(self.peer.address).ok()?;
        let archived = services.archive.read(self.peer.address, move |archive| archive.game(id)).await.ok()??.game;
        let ply = http_picture::ply(&self.query, &archived.game).unwrap_or(archived.game.ply());
        let title = opponents(&archived.black, &archived.white);
        let caption = Caption::of_game(Some(&title), archived.variant(), &up_to(&archived.game, ply));
        let [start, moves, ply] =
            [wire::position(&archived.game.start()), study::transcript(&archived.game), ply.to_string()];
        let variant = archived.variant().to_string();
        let pairs =
            [("variant", &variant), ("start", &start), ("moves", &moves), ("ply", &ply), ("title", &caption.title)];
        Some(self.preview(caption.clone(), &pairs.map(|(name, text)| (name, Some(text.as_str())))))
    }

    /// A preview with the picture that a query describes.
    fn preview(&self, caption: Caption, pairs: &[(&str, Option<&str>)]) -> Preview {
        Preview { caption, picture: with_query("/api/preview.png", pairs), page: self.uri.to_string() }
    }

    async fn preview_of(&self, services: &Services, id: GameId) -> Result<Preview, ApiError> {
        services.limiters.visits.take(self.peer.address)?;
        let live = services.rooms.game(id).state().await?;
        let end = live.game().ply();
        let ply = http_picture::ply(&self.query, live.game()).unwrap_or(end);
        let at = if ply < end { format!("&ply={ply}") } else { String::new() };
        let picture = format!("/api/games/{id}/preview.png?v={}{at}", live.version());
        let caption = Caption::of_live_game(&live, &up_to(live.game(), ply));
        Ok(Preview { caption, picture, page: self.uri.to_string() })
    }
}

/// The preview of a page.
#[derive(Debug)]
pub(crate) struct Preview {
    pub(crate) caption: Caption,
    /// The path of the picture, with its query.
    pub(crate) picture: String,
    /// The path of the page.
    pub(crate) page: String,
}

impl Preview {
    /// The page with the preview in its head.
    pub(crate) fn put_into(&self, page: &str, headers: &HeaderMap) -> Option<String> {
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

/// The origin by which the client reached this server. A proxy says whether it was HTTPS.
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
