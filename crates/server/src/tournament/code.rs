//! Join codes of tournaments: a word and two digits, easy to read from a projector and to type.

mod words;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use words::WORDS;

/// The smallest number after a word; a leading zero would be lost.
const LOWEST: u8 = 10;

/// The count of numbers after a word.
const NUMBERS: usize = 90;

/// The step from one candidate code to the next. It changes the word, and it is a prime that does
/// not divide the number of codes, so the steps reach every code.
const STEP: usize = 7919;

/// A code such as `KITE-42`. Parsing ignores case, spaces and the dash.
///
/// It is an invitation and not a secret: anyone who sees it may join.
///
/// ```
/// use outflank_server::tournament::Code;
///
/// let code: Code = "kite 42".parse()?;
/// assert_eq!(code.to_string(), "KITE-42");
/// assert_eq!("Kite42".parse(), Ok(code));
/// # Ok::<(), outflank_server::tournament::NotACode>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Code {
    /// The index in the list of words.
    word: u8,
    number: u8,
}

impl Code {
    /// Returns the first free code, starting where the seed points; `None` if all are taken.
    pub fn drawn(seed: u64, is_taken: impl Fn(Code) -> bool) -> Option<Code> {
        let all = WORDS.len() * NUMBERS;
        let first = usize::try_from(seed % all as u64).unwrap_or_default();
        (0..all).map(|step| Code::numbered((first + step * STEP) % all)).find(|code| !is_taken(*code))
    }

    fn numbered(place: usize) -> Code {
        Code { word: (place / NUMBERS) as u8, number: LOWEST + (place % NUMBERS) as u8 }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", WORDS[usize::from(self.word)], self.number))
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Code> for String {
    fn from(code: Code) -> String {
        code.to_string()
    }
}

impl TryFrom<String> for Code {
    type Error = NotACode;

    fn try_from(text: String) -> Result<Code, NotACode> {
        text.parse()
    }
}

impl FromStr for Code {
    type Err = NotACode;

    fn from_str(text: &str) -> Result<Code, NotACode> {
        // Longer texts are not searched.
        let signs = text.chars().filter(|sign| !sign.is_whitespace() && !is_dash(*sign)).take(16);
        let plain: String = signs.map(|sign| sign.to_ascii_uppercase()).collect();
        let found = plain.find(|sign: char| sign.is_ascii_digit()).map(|place| plain.split_at(place));
        let code = found.and_then(|(word, number)| Some(Code { word: known(word)?, number: in_range(number)? }));
        code.ok_or_else(|| NotACode(outflank_rules::excerpt(text)))
    }
}

fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn known(word: &str) -> Option<u8> {
    WORDS.binary_search(&word).ok().and_then(|place| u8::try_from(place).ok())
}

fn in_range(digits: &str) -> Option<u8> {
    let number = digits.parse().ok().filter(|number| *number >= LOWEST)?;
    (digits.len() == 2).then_some(number)
}

/// A text that is not a join code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACode(String);

impl fmt::Display for NotACode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a join code; codes look like KITE-42. Check the code on the tournament's page", self.0)
    }
}

impl std::error::Error for NotACode {}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, collections::BTreeSet};

    use proptest::prelude::*;

    use super::*;

    /// The edit distance between two words: changed, added and removed letters.
    fn distance(one: &str, other: &str) -> usize {
        let mut row: Vec<usize> = (0..=other.len()).collect();
        for (place, sign) in one.bytes().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], place + 1);
            for (column, letter) in other.bytes().enumerate() {
                let changed = diagonal + usize::from(sign != letter);
                diagonal = row[column + 1];
                row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
            }
        }
        row[other.len()]
    }

    #[test]
    fn code_words_are_distinct() {
        assert!((190..=256).contains(&WORDS.len()), "{}", WORDS.len());
        assert!(WORDS.is_sorted(), "words are found by halving");
        for (place, word) in WORDS.iter().enumerate() {
            assert!((4..=6).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_uppercase()), "{word}");
            for other in &WORDS[place + 1..] {
                assert!(distance(word, other) >= 2, "{word} {other}");
            }
        }
    }

    #[test]
    fn codes_are_parsed_as_people_type_them() {
        let code: Code = "KITE-42".parse().unwrap();
        for typed in ["kite42", " Kite 42 ", "kite\u{2013}42", "K I T E 4 2", "kite_42"] {
            assert_eq!(typed.parse(), Ok(code), "{typed}");
        }
        for wrong in ["", "KITE", "42", "KITE-4", "KITE-07", "KITE-421", "KITES-42", "KITE-42x", "42-KITE", "KITE-٤٢"]
        {
            let error = wrong.parse::<Code>().unwrap_err().to_string();
            assert!(error.contains(&format!("{wrong:?}")) && error.contains("KITE-42. "), "{error}");
        }
    }

    #[test]
    fn all_codes_can_be_drawn() {
        let tried = RefCell::new(BTreeSet::new());
        let none = Code::drawn(3, |code| {
            tried.borrow_mut().insert(code);
            true
        });
        assert_eq!((none, tried.borrow().len()), (None, WORDS.len() * NUMBERS));
        let last = *tried.borrow().last().unwrap();
        assert_eq!(Code::drawn(3, |code| code != last), Some(last));
    }

    proptest! {
        #[test]
        fn codes_round_trip(seed in any::<u64>()) {
            let code = Code::drawn(seed, |_| false).unwrap();
            prop_assert_eq!(code.to_string().parse::<Code>(), Ok(code));
            prop_assert_eq!(code.to_string().to_lowercase().replace('-', "").parse::<Code>(), Ok(code));
        }

        #[test]
        fn no_text_breaks_the_code_parser(text in any::<String>()) {
            if let Ok(code) = text.parse::<Code>() {
                prop_assert_eq!(code.to_string().parse::<Code>(), Ok(code));
            }
        }
    }
}
