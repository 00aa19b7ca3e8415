//! Answers of a GTP program, line by line.

/// Maximum size of an answer, including output before it. Bounds the memory.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// An answer without its leading character and without the number that some programs add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GtpAnswer {
    /// After `=`.
    Done(String),
    /// After `?`.
    Refused(String),
}

/// The answer is longer than 1 MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// An incomplete answer.
#[derive(Debug, Default)]
pub(crate) struct Answering {
    /// `None` before its first line; earlier output is ignored.
    text: Option<String>,
    bytes: usize,
}

impl Answering {
    /// Adds a line. An empty line completes the answer.
    pub(crate) fn line(&mut self, line: &str) -> Result<Option<GtpAnswer>, TooMuch> {
        self.bytes += line.len() + 1;
        if self.bytes > MAX_ANSWER_BYTES {
            return Err(TooMuch);
        }
        match &mut self.text {
            Some(text) if line.is_empty() => return Ok(Some(GtpAnswer::read(text))),
            Some(text) => {
                text.push('\n');
                text.push_str(line);
            }
            None if line.starts_with(['=', '?']) => self.text = Some(line.to_owned()),
            None => {}
        }
        Ok(None)
    }
}

impl GtpAnswer {
    fn read(text: &str) -> GtpAnswer {
        let answer = text.get(1..).unwrap_or_default().trim_start_matches(|c: char| c.is_ascii_digit()).trim();
        if text.starts_with('=') { GtpAnswer::Done(answer.to_owned()) } else { GtpAnswer::Refused(answer.to_owned()) }
    }
}

/// Removes a number that some programs put before the answer. It counts as one only if more text
/// follows.
pub(crate) fn without_number(answer: &str) -> &str {
    match answer.split_once([' ', '\t']) {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest.trim(),
        _ => answer,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn answers_are_found_after_any_chatter(chatter in "([^=?\\n][^\\n]{0,9}\n|\n){0,4}", answer in "[a-z][a-z0-9 ]{0,9}[a-z]", id in "[0-9]{0,3}") {
            let done = answers(&format!("{chatter}={id} {answer}\n\n"));
            prop_assert_eq!(done, [GtpAnswer::Done(answer.clone())]);
            let refused = answers(&format!("{chatter}?{id} {answer}\r\n\r\n"));
            prop_assert_eq!(refused, [GtpAnswer::Refused(answer)]);
        }
    }

    fn answers(text: &str) -> Vec<GtpAnswer> {
        let (mut found, mut answering) = (Vec::new(), Answering::default());
        for line in text.lines() {
            if let Some(answer) = answering.line(line.trim_end()).unwrap() {
                found.push(answer);
                answering = Answering::default();
            }
        }
        found
    }

    #[test]
    fn answers_chatter_and_refusals_are_distinguished() {
        let text = "hello\n\n=  d3 \n\n?7 no\r\nsuch thing\r\n\r\n=12\n\n= never ended";
        let done = |text: &str| GtpAnswer::Done(text.to_owned());
        assert_eq!(answers(text), [done("d3"), GtpAnswer::Refused("no\nsuch thing".to_owned()), done("")]);
    }

    #[test]
    fn a_number_after_a_space_is_not_part_of_a_move() {
        for (answer, expected) in
            [("12 f5", "f5"), ("3\t PASS", "PASS"), ("f5", "f5"), ("12", "12"), ("", ""), ("f5 1", "f5 1")]
        {
            assert_eq!(without_number(answer), expected, "{answer}");
        }
    }

    #[test]
    fn an_answer_is_bounded() {
        let mut answering = Answering::default();
        let line = "x".repeat(1 << 10);
        assert!((0..1 << 9).all(|_| answering.line(&line) == Ok(None)));
        assert!((0..1 << 10).any(|_| answering.line(&line) == Err(TooMuch)));
    }
}
