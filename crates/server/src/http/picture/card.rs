//! The card of a mistake.

use axum::response::Response;
use outflank_diagram::{Mistake, NARROWEST};
use outflank_rules::{Game, Move, Position, opening, record::transcript};

use super::{
    super::{
        ApiError,
        input::{BadQuery, Query},
    },
    Easel, KEEP, look, sent, subject,
};
use crate::picture::{Kind, POSTER_WIDTH, up_to};

/// `GET /api/card.svg` and `/api/card.png`
pub(in super::super) async fn card(easel: Easel, kind: Kind, query: Query) -> Result<Response, ApiError> {
    let (_, game) = subject(&query).read()?;
    let mistake = mistake(&query, &game)?;
    let theme = look::theme(&query)?;
    let size = look::size(&query, (NARROWEST, 2 * POSTER_WIDTH))?.unwrap_or(POSTER_WIDTH);
    let subtitle = look::title(&query)?
        .or_else(|| opening::name(&up_to(&game, mistake.ply)).map(str::to_owned))
        .unwrap_or_else(|| "Two moves on".to_owned());
    // The moves were played when they were read.
    let Ok(card) = mistake.card(subtitle, theme) else { return Err(wrong("best", "", "legal moves").into()) };
    let draw = move || match kind {
        Kind::Svg => card.canvas().to_svg().into_bytes(),
        _ => card.canvas().to_png(size),
    };
    Ok(sent(kind, "outflank-card", KEEP, &query, easel.draw(kind, draw).await?))
}

fn mistake(query: &Query, game: &Game) -> Result<Mistake, ApiError> {
    let ply = look::ply(query, game)?;
    let turn = ply.checked_sub(1).and_then(|index| game.turns().nth(index));
    let text = query.text("ply").unwrap_or_default();
    let (before, mv) = turn.ok_or_else(|| wrong("ply", text, "the number of the move, from 1 on"))?;
    let after = before.play_unchecked(mv);
    let replies = match query.text("line") {
        Some(text) => moves("line", text, after)?,
        None => game.moves().skip(ply).take(1).collect(),
    };
    let best = query.text("best").ok_or_else(|| wrong("best", "", "the best moves from there, such as best=d6c3"))?;
    let best = moves("best", best, before)?;
    if best.is_empty() {
        return Err(wrong("best", "", "the best moves from there, such as best=d6c3").into());
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

/// Moves from a position; passes may be left out.
fn moves(name: &'static str, text: &str, from: Position) -> Result<Vec<Move>, BadQuery> {
    let record =
        transcript::parse_from(text, from).map_err(|fault| wrong(name, text, &format!("legal moves: {fault}")))?;
    if record.game.start() != from {
        return Err(wrong(name, text, "moves alone"));
    }
    Ok(record.game.moves().collect())
}

fn wrong(name: &'static str, got: &str, wanted: &str) -> BadQuery {
    BadQuery::new(name, got, wanted.to_owned())
}
