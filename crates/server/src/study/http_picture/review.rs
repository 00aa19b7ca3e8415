//! The review in a query, and the route of its chart.

use axum::response::Response;
use outflank_diagram::{Chart, MIN_WIDTH, MoveReview};
use outflank_engine::MoveClass;

use super::{CACHE_FOREVER, PictureRenderer, look, sent};
use crate::{
    study::picture::{PREVIEW_WIDTH, PictureFormat, tone},
    web::{
        ApiError,
        input::{Query, QueryError},
    },
};

/// The most moves. No game has more, passes included.
const MAX_MOVES: usize = 128;

const WANTED: &str = "for each move how the game stood for Black, such as +2,-4i:d6/2,0!,-10b!:c3/8: then i, m or b for an inaccuracy, a mistake or \
                      a blunder, ! for what is proven, the best move, and what was lost; nothing where a move was not judged";

/// `GET /api/chart.svg` and `/api/chart.png`
pub(crate) async fn chart(
    renderer: PictureRenderer,
    format: PictureFormat,
    query: Query,
) -> Result<Response, ApiError> {
    let review = review(&query)?;
    if review.iter().flatten().count() < 2 {
        return Err(wrong(query.text("review").unwrap_or_default()).into());
    }
    let title = look::title(&query)?.unwrap_or_else(|| "How the game stood".to_owned());
    let chart = Chart::of_review(title, &review).with_theme(look::theme(&query)?);
    let size = look::size(&query, (MIN_WIDTH, 2 * PREVIEW_WIDTH))?.unwrap_or(PREVIEW_WIDTH);
    let draw = move || match format {
        PictureFormat::Svg => chart.canvas().to_svg().into_bytes(),
        _ => chart.canvas().to_png(size),
    };
    Ok(sent(format, "outflank-chart", CACHE_FOREVER, &query, renderer.draw(format, draw).await?))
}

/// The review of each move, in game order.
pub(super) fn review(query: &Query) -> Result<Vec<Option<MoveReview>>, QueryError> {
    let Some(text) = query.text("review") else { return Ok(Vec::new()) };
    let moves: Vec<&str> = text.split(',').collect();
    if moves.len() > MAX_MOVES {
        return Err(QueryError::new("review", text, format!("at most {MAX_MOVES} moves")));
    }
    let judged = |text: &str| match text.trim() {
        "" => Ok(None),
        text => judged(text).map(Some).ok_or_else(|| wrong(text)),
    };
    moves.into_iter().map(judged).collect()
}

fn wrong(got: &str) -> QueryError {
    QueryError::new("review", got, WANTED.to_owned())
}

fn judged(text: &str) -> Option<MoveReview> {
    let (text, loss) = text.split_once('/').map_or((text, None), |(text, loss)| (text, Some(loss)));
    let (text, best) = text.split_once(':').map_or((text, None), |(text, best)| (text, Some(best)));
    let (text, is_exact) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
    let (text, class) = match text.char_indices().next_back()? {
        (at, 'i') => (&text[..at], MoveClass::Inaccuracy),
        (at, 'm') => (&text[..at], MoveClass::Mistake),
        (at, 'b') => (&text[..at], MoveClass::Blunder),
        _ => (text, MoveClass::Good),
    };
    Some(MoveReview {
        value: look::value(text)?,
        is_exact,
        loss: loss.map_or(Some(0.0), lost)?,
        best: best.map(|best| best.trim().parse().ok()).map_or(Some(None), |best| best.map(Some))?,
        class: if class.is_marked() { class.to_string() } else { String::new() },
        tone: tone(class),
    })
}

/// A loss in discs, 0 to 128.
fn lost(text: &str) -> Option<f32> {
    text.trim().parse().ok().filter(|loss| (0.0..=128.0).contains(loss))
}

#[cfg(test)]
mod tests {
    use outflank_diagram::PointStyle;

    use super::*;

    #[test]
    fn a_move_has_its_value_and_what_else_is_known() {
        let plain = judged("+2").expect("a value");
        assert_eq!(
            (plain.value, plain.is_exact, plain.loss, plain.best, plain.tone),
            (2.0, false, 0.0, None, PointStyle::Plain)
        );
        let bad = judged("-10b!:c3/8").expect("a blunder");
        assert_eq!((bad.value, bad.is_exact, bad.loss, bad.tone), (-10.0, true, 8.0, PointStyle::Grave));
        assert_eq!((bad.best.map(|square| square.to_string()).as_deref(), bad.class.as_str()), (Some("c3"), "blunder"));
        assert_eq!(
            judged(" 3m/4").map(|judged| (judged.value, judged.tone)),
            Some((3.0, PointStyle::Serious)),
            "a + is a blank"
        );
    }

    #[test]
    fn other_words_are_refused() {
        assert_eq!(judged("-64b!:c3/74").map(|judged| judged.loss), Some(74.0));
        for text in ["+2/-1", "+2/129", "x", "b", "+2q", "65", "NaN", "+2:z9", "+2/x", "+2!!", "!"] {
            assert_eq!(judged(text), None, "{text}");
        }
    }
}
