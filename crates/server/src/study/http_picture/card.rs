//! The route of the picture that explains a mistake.

use axum::response::Response;
use outflank_diagram::{MIN_WIDTH, Mistake};
use outflank_rules::{Game, Move, Position, opening, record::transcript};

use super::{CACHE_FOREVER, PictureRenderer, input, look, sent};
use crate::{
    study::picture::{PREVIEW_WIDTH, PictureFormat, up_to},
    web::{
        ApiError,
        input::{Query, QueryError},
    },
};

/// `GET /api/card.svg` and `/api/card.png`
pub(crate) async fn card(renderer: PictureRenderer, format: PictureFormat, query: Query) -> Result<Response, ApiError> {
    let (_, game) = input(&query).read()?;
    let mistake = mistake(&query, &game)?;
    let theme = look::theme(&query)?;
    let size = look::size(&query, (MIN_WIDTH, 2 * PREVIEW_WIDTH))?.unwrap_or(PREVIEW_WIDTH);
    let subtitle = look::title(&query)?
        .or_else(|| opening::name(&up_to(&game, mistake.ply)).map(str::to_owned))
        .unwrap_or_else(|| "Two moves on".to_owned());
    // The moves are legal, because parsing played them.
    let Ok(card) = mistake.card(subtitle, theme) else { return Err(wrong("best", "", "legal moves").into()) };
    let draw = move || match format {
        PictureFormat::Svg => card.canvas().to_svg().into_bytes(),
        _ => card.canvas().to_png(size),
    };
    Ok(sent(format, "outflank-card", CACHE_FOREVER, &query, renderer.draw(format, draw).await?))
}

fn mistake(query: &Query, game: &Game) -> Result<Mistake, ApiError> {
    let ply = look::ply(query, game)?;
    let turn = ply.checked_sub(1).and_then(|index| game.turns().nth(index));
    let text = query.text("ply").unwrap_or_default();
    let (before, mv) = turn.ok_or_else(|| wrong("ply", text, "the number of a move, from 1"))?;
    let after = before.play_unchecked(mv);
    let replies = match query.text("line") {
        Some(text) => moves("line", text, after)?,
        None => game.moves().skip(ply).take(1).collect(),
    };
    let best = query.text("best").ok_or_else(|| wrong("best", "", "the best moves, such as best=d6c3"))?;
    let best = moves("best", best, before)?;
    if best.is_empty() {
        return Err(wrong("best", "", "the best moves, such as best=d6c3").into());
    }
    Ok(Mistake {
        before,
        ply,
        played: [mv].into_iter().chain(replies).collect(),
        best,
        played_value: look::discs(query, "playedValue")?,
        best_value: look::discs(query, "value")?,
    })
}

/// Parses moves from a position. Passes may be omitted.
fn moves(name: &'static str, text: &str, from: Position) -> Result<Vec<Move>, QueryError> {
    let record =
        transcript::parse_from(text, from).map_err(|fault| wrong(name, text, &format!("legal moves: {fault}")))?;
    if record.game.start() != from {
        return Err(wrong(name, text, "moves alone"));
    }
    Ok(record.game.moves().collect())
}

fn wrong(name: &'static str, got: &str, wanted: &str) -> QueryError {
    QueryError::new(name, got, wanted.to_owned())
}
