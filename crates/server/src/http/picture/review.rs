//! A review as a query says it, and its graph.

use axum::response::Response;
use outflank_diagram::{Chart, Judged, NARROWEST};
use outflank_engine::MoveClass;

use super::{
    super::{
        ApiError,
        input::{BadQuery, Query},
    },
    Easel, KEEP, look, sent,
};
use crate::picture::{Kind, POSTER_WIDTH, tone};

/// The most moves: more than any game has, with all its passes.
const MOST: usize = 128;

const WANTED: &str = "for each move how the game stood for Black, such as +2,-4i:d6/2,0!,-10b!:c3/8: then i, m or b for an inaccuracy, a mistake or \
                      a blunder, ! for what is proven, the best move, and what was lost; nothing where a move was not judged";

/// `GET /api/chart.svg` and `/api/chart.png`
pub(in super::super) async fn chart(easel: Easel, kind: Kind, query: Query) -> Result<Response, ApiError> {
    let review = review(&query)?;
    if review.iter().flatten().count() < 2 {
        return Err(wrong(query.text("review").unwrap_or_default()).into());
    }
    let title = look::title(&query)?.unwrap_or_else(|| "How the game stood".to_owned());
    let chart = Chart::of_review(title, &review).with_theme(look::theme(&query)?);
    let size = look::size(&query, (NARROWEST, 2 * POSTER_WIDTH))?.unwrap_or(POSTER_WIDTH);
    let draw = move || match kind {
        Kind::Svg => chart.canvas().to_svg().into_bytes(),
        _ => chart.canvas().to_png(size),
    };
    Ok(sent(kind, "outflank-chart", KEEP, &query, easel.draw(kind, draw).await?))
}

/// What the query says of each move, the first one first.
pub(super) fn review(query: &Query) -> Result<Vec<Option<Judged>>, BadQuery> {
    let Some(text) = query.text("review") else { return Ok(Vec::new()) };
    let moves: Vec<&str> = text.split(',').collect();
    if moves.len() > MOST {
        return Err(BadQuery::new("review", text, format!("{MOST} moves at most")));
    }
    let judged = |text: &str| match text.trim() {
        "" => Ok(None),
        text => judged(text).map(Some).ok_or_else(|| wrong(text)),
    };
    moves.into_iter().map(judged).collect()
}

fn wrong(got: &str) -> BadQuery {
    BadQuery::new("review", got, WANTED.to_owned())
}

fn judged(text: &str) -> Option<Judged> {
    let (text, loss) = text.split_once('/').map_or((text, None), |(text, loss)| (text, Some(loss)));
    let (text, best) = text.split_once(':').map_or((text, None), |(text, best)| (text, Some(best)));
    let (text, is_exact) = text.strip_suffix('!').map_or((text, false), |text| (text, true));
    let (text, class) = match text.char_indices().next_back()? {
        (at, 'i') => (&text[..at], MoveClass::Inaccuracy),
        (at, 'm') => (&text[..at], MoveClass::Mistake),
        (at, 'b') => (&text[..at], MoveClass::Blunder),
        _ => (text, MoveClass::Good),
    };
    Some(Judged {
        value: look::value(text)?,
        is_exact,
        loss: loss.map_or(Some(0.0), lost)?,
        best: best.map(|best| best.trim().parse().ok()).map_or(Some(None), |best| best.map(Some))?,
        class: if class.is_marked() { class.to_string() } else { String::new() },
        tone: tone(class),
    })
}

/// From a win with all discs to a loss of them.
fn lost(text: &str) -> Option<f32> {
    text.trim().parse().ok().filter(|loss| (0.0..=128.0).contains(loss))
}

#[cfg(test)]
mod tests {
    use outflank_diagram::Tone;

    use super::*;

    #[test]
    fn a_move_has_its_value_and_what_else_is_known() {
        let plain = judged("+2").expect("a value");
        assert_eq!(
            (plain.value, plain.is_exact, plain.loss, plain.best, plain.tone),
            (2.0, false, 0.0, None, Tone::Plain)
        );
        let bad = judged("-10b!:c3/8").expect("a blunder");
        assert_eq!((bad.value, bad.is_exact, bad.loss, bad.tone), (-10.0, true, 8.0, Tone::Grave));
        assert_eq!((bad.best.map(|square| square.to_string()).as_deref(), bad.class.as_str()), (Some("c3"), "blunder"));
        assert_eq!(
            judged(" 3m/4").map(|judged| (judged.value, judged.tone)),
            Some((3.0, Tone::Serious)),
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
